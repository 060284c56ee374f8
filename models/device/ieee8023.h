/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023, the MAC of the standard alone: what its files share. ieee8023.c is the device, ieee8023_class.c classifies frames,
 * ieee8023_send.c requests control frames, ieee8023_page.c knows the registers. doc/devices/ieee8023.md. */
#ifndef PAUSEBENCH_IEEE8023_H
#define PAUSEBENCH_IEEE8023_H
#include "machine/model.h"
#include "freedoms.h"
#include "ieee8023_request.h"
#include "predicate/predicate.h"
#include "profile.h"

enum { IEEE8023_CHANGES = 16, IEEE8023_ADDRESSED = 16, IEEE8023_UNSEEN = 64 };

struct ieee8023_mode {
	uint64_t control[PM_CONTROL_COUNT];
};

struct ieee8023 {
	struct ieee8023_request pause, pfc[PFC_CLASSES];
	struct pfc_timers timers;
	/* The newest change of the time that an XOFF of the class carries, the time before, and the change that made that one. */
	uint64_t pfc_quanta_since[PFC_CLASSES], pfc_before_since[PFC_CLASSES];
	uint16_t pfc_before[PFC_CLASSES];
	uint64_t pfc_tx_since[PFC_CLASSES];                  /* newest change of whether the MAC sends frames about the class */
	struct pm_control_slice slice[PM_CONTROL_COUNT + 8]; /* of the page that holds without a profile */
	struct pm_profile profile;
	bool defers;   /* MII: carrier keeps the offered frame from its first attempt */
	bool deferred; /* MII: carrier kept the frame on the wire from its first attempt */
	bool above;    /* SENDS_BY_MARKS: the level has reached the high mark, and has not been below the low mark since */
	struct {
		uint64_t obey_cycle; /* newest change of the control rx_pause */
		uint64_t last; /* last octet of the newest received frame; 0: there is none, or its counts are doubted already */
		struct predicate_frame frame;
	} doubt;
	/* The newest changes of the station's addresses: since .cycle one of them is .address, or has ceased to be. .cycle is 0
	 * if there was none. */
	struct ieee8023_change {
		uint64_t address, cycle;
	} change[IEEE8023_CHANGES];
	unsigned change_next;
	/* The newest received frames that are PAUSE frames if their destination is an address of the station, and none otherwise:
	 * each was counted as .frame, and has the words .other if the MAC compares .destination with the other addresses. .last,
	 * its last octet, is 0 if there is none, or its counts are doubted already. */
	struct ieee8023_addressed {
		struct predicate_frame frame;
		uint64_t other, destination, last;
	} addressed[IEEE8023_ADDRESSED];
	unsigned addressed_next;
	/* FaultCounts: the newest frames that were lost in a link fault; the counters of the model show each in cycle .by. */
	struct ieee8023_unseen {
		struct predicate_frame frame;
		uint64_t by;
		bool counted;
	} unseen[IEEE8023_UNSEEN];
	unsigned unseen_next, unseen_count; /* .unseen_count: how many of them are not counted yet */
	uint64_t pulse_cycle;               /* the cycle in which these pulses are visible: */
	uint64_t pulse[PM_CONTROL_COUNT];
};

static inline struct ieee8023 *ieee8023_state(const struct pm_model *m)
{
	return m->state;
}

static inline const struct ieee8023_parameters *ieee8023_freedoms(const struct pm_model *m)
{
	return &m->config.ieee8023;
}

/* Returns the value of CONTROL that is visible in the open cycle. */
static inline uint64_t ieee8023_control(const struct pm_model *m, enum pm_control control)
{
	const struct ieee8023_mode *mode = pm_own_mode(m);

	return mode->control[control];
}

/* ---- ieee8023_page.c ---- */

void ieee8023_page_init(struct pm_model *m);
/* Fills in m->mode and the device's own modes from the registers. */
void ieee8023_mode_update(struct pm_model *m);
void ieee8023_write(struct pm_model *m);
/* Counts FRAME, visible in CYCLE, in each counter of the profile whose predicate is true of it. */
void ieee8023_count(struct pm_model *m, const struct predicate_frame *frame, uint64_t cycle);
/* To be called for a FRAME that was counted, if its destination became or ceased to be an address of the station while it came:
 * the DUT may have counted it by either value. */
void ieee8023_count_either(struct pm_model *m, const struct predicate_frame *frame);
/* To be called for each FRAME that was received, up to octet time LAST, and counted. Its counts are doubted if the control
 * rx_pause, on which they depend, changes close to it. */
void ieee8023_count_doubt(struct pm_model *m, const struct predicate_frame *frame, uint64_t last);
/* To be called for each FRAME that the addresses of the station make a PAUSE frame or keep from being one. It was counted, and
 * its counts are doubted if such an address changes close to its end. */
void ieee8023_count_addressed(struct pm_model *m, const struct ieee8023_addressed *frame);
/* Returns by how much FRAME increases the counter in ROW. */
uint64_t ieee8023_amount(const struct pm_model *m, const struct predicate_frame *frame, unsigned row);
/* The DUT may have counted FRAME although the model did not, or may not have counted it although the model did. */
void ieee8023_count_perhaps(struct pm_model *m, const struct predicate_frame *frame);
void ieee8023_count_perhaps_not(struct pm_model *m, const struct predicate_frame *frame);
/* Returns the rule that is broken if the counter in ROW has a wrong number. */
enum rule ieee8023_counter_rule(const struct pm_model *m, unsigned row);

/* ---- ieee8023_class.c ---- */

void ieee8023_classify(struct pm_model *m, struct pm_run *run);
/* Fills in the facts about END, the frame or attempt that ended on the transmit wire. */
void ieee8023_sent_frame(const struct pm_model *m, const struct pm_tx_end *end, struct predicate_frame *ret);

/* ---- ieee8023_unseen.c: the hooks of struct pm_device that have these names ---- */

void ieee8023_unseen(struct pm_model *m, const struct pm_tx_frame *frame, uint64_t by);
uint64_t ieee8023_unseen_amount(const struct pm_model *m, const struct pm_tx_frame *frame, unsigned row);
uint64_t ieee8023_unseen_pending(const struct pm_model *m, unsigned row, uint64_t cycle);
void ieee8023_unseen_perhaps(struct pm_model *m, const struct pm_tx_frame *frame);
/* ieee8023_unseen_settle() counts the lost frames whose cycle .by has come; ieee8023_unseen_next() returns the next such cycle,
 * or PM_NEVER. */
void ieee8023_unseen_settle(struct pm_model *m);
uint64_t ieee8023_unseen_next(const struct pm_model *m);

/* ---- ieee8023_send.c: the hooks of struct pm_device that have these names ---- */

void ieee8023_request(const struct pm_model *m, struct pm_request *ret);
void ieee8023_request_undue(const struct pm_model *m, struct pm_request *ret);
void ieee8023_started(struct pm_model *m, const struct pm_request *decided);
void ieee8023_unstarted(struct pm_model *m);
void ieee8023_resync_sent(struct pm_model *m);
void ieee8023_resync_withdrawn(struct pm_model *m);
bool ieee8023_pause_level(const struct pm_model *m);
void ieee8023_pfc_told(const struct pm_model *m, unsigned class, struct pm_pfc_told *ret);
void ieee8023_pfc_time(const struct pm_model *m, unsigned class, struct pm_pfc_time *ret);
void ieee8023_pfc_carried(struct pm_model *m, const struct pfc_fields *carried, uint8_t zero);
void ieee8023_requests_step(struct pm_model *m);
void ieee8023_ended(struct pm_model *m);
uint64_t ieee8023_requests_next(const struct pm_model *m);
#endif
