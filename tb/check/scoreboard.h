/* SPDX-License-Identifier: Apache-2.0 */
/* The scoreboard: passes events to the golden model of a DUT and compares. It knows no pin and no simulator. */
#ifndef PAUSEBENCH_SCOREBOARD_H
#define PAUSEBENCH_SCOREBOARD_H
#include "base/dut.h"
#include "base/event.h"
#include "finding/finding.h"
#include <stddef.h>

struct cover_set;
struct pm_config;
struct pm_model;
struct pm_view;
struct scoreboard;
struct window;

enum { SCOREBOARD_FINDINGS_MAX = 64 }; /* kept; all are counted */

struct scoreboard_result {
	uint64_t checks[CHECK_KIND_COUNT];
	uint64_t findings; /* all, kept or not; not those that are waived */
	uint64_t
	    spoilt; /* sent frames of whose end nothing is judged, since the client or a link fault that is not seen may have spoilt it */
	/* How often more histories of what the DUT saw were possible than are followed, so that nothing was known of it for a while (check/window). */
	uint64_t crowded;
	uint32_t waived[RULE_COUNT];
	uint32_t by_rule[RULE_COUNT]; /* those of .findings that the scoreboard has found, kept or not */
	struct finding finding[SCOREBOARD_FINDINGS_MAX];
};

/* A scoreboard for DUT (must outlive it). BLACK_BOX: observation events are ignored and times are checked with the slack of the row.
 * NULL and errno if there is no memory. */
struct scoreboard *scoreboard_new(const struct dut *dut, bool black_box);
void scoreboard_free(struct scoreboard *sb);
/* Only the two wires and registers are seen of the DUT, as in a capture: to be called before the first event of a black box. There are no events
 * of the client then. The TX_START of a frame has its octets, as its TX_END will have. What the client handed over, requested and got is
 * unknown, and whatever it may have done is allowed. FRAME_ERROR: a frame may have come so many octet times, at MII clocks, earlier or later than its
 * events; accesses happen when theirs say. CLIENT_CONTROL: the client may hand over MAC control frames, and those whose TX_START has a .timer may be the MAC's; else the MAC has made all of them. */
void scoreboard_client_unseen(struct scoreboard *sb, uint64_t frame_error, bool client_control);
/* The MAC has the freedoms of STATED, which must outlive the scoreboard; the row has those of what is seen of it. */
void scoreboard_states(struct scoreboard *sb, const struct dut *stated);
/* The client's frames are among the events, and what it requests is not: whatever it may have requested is allowed. In place of
 * scoreboard_client_unseen(). */
void scoreboard_requests_unseen(struct scoreboard *sb);
/* No event is of half duplex: preamble without an SFD, or with jam behind it, is a wrong frame and no signal. */
void scoreboard_full_duplex(struct scoreboard *sb);
/* Link faults are not among the events: there MAY be some, which cut frames of a MAC with FaultCuts. */
void scoreboard_faults_unseen(struct scoreboard *sb, bool may);
/* After scoreboard_client_unseen(): from the first data frame on the client has had another one whenever one started; CLASSES: one of each class of which one
 * started before. Else the next one keeps those behind it waiting, whatever their classes are. */
void scoreboard_client_always(struct scoreboard *sb, bool classes);
/* After scoreboard_client_unseen(): the class of a data frame is the priority of its 802.1Q tag, or UNTAGGED (-1: it has none). */
void scoreboard_pfc_by_priority(struct scoreboard *sb, int untagged);
/* From the open cycle on nothing is known of the client. */
void scoreboard_client_leaves(struct scoreboard *sb);
/* Nothing is known of what the DUT received and sent before the open cycle. */
void scoreboard_joins(struct scoreboard *sb);
/* Frames may be missing among the events before the open cycle: no PAUSE up to now counts any more. After scoreboard_client_unseen(). */
void scoreboard_forget(struct scoreboard *sb);
/* Fills RET as the row of DUT says. BLACK_BOX: a latency that the model cannot have becomes the nearest one that it can. */
void scoreboard_config(struct pm_config *ret, const struct dut *dut, bool black_box);
/* Checks a batch of events, which continues the one before. */
void scoreboard_events(struct scoreboard *sb, const struct event *events, size_t count);
/* After all events before CYCLE: true if a frame of which the DUT took the last octet is not on the transmit wire yet. */
bool scoreboard_owes(struct scoreboard *sb, uint64_t cycle);
/* After all events before CYCLE: the first cycle in which neither a start on the transmit wire nor a frame to the host is due any more;
 * 0: nothing is due. */
uint64_t scoreboard_awaits(struct scoreboard *sb, uint64_t cycle);
/* Owned by the scoreboard. After EVENT_END it contains the end-of-run checks; a run without any check gets CHECKED_NOTHING. */
const struct scoreboard_result *scoreboard_result(const struct scoreboard *sb);
/* The octet times of RESULT's kept findings become clocks of DUT, as reports show them. */
void scoreboard_in_clocks(struct scoreboard_result *result, const struct dut *dut);
/* Makes the scoreboard note which rules the run exercises. To be called before the first event. 0 or -ENOMEM. */
int scoreboard_cover(struct scoreboard *sb);
/* The bench saw RULE exercised by what it checks itself. */
void scoreboard_exercise(struct scoreboard *sb, enum rule rule);
/* What the PAUSE or PFC frame that ended in octet time LAST requested was put to the test. */
void scoreboard_exercise_test(struct scoreboard *sb, uint64_t last);
/* The rules that the run exercised, and those of them that this run, exact or black box, would have seen a wrong DUT break. NULL without
 * scoreboard_cover(). */
const struct cover_set *scoreboard_exercised(const struct scoreboard *sb);
const struct cover_set *scoreboard_covered(const struct scoreboard *sb);
const struct cover_counts *scoreboard_cover_counts(const struct scoreboard *sb);
/* What the reads of counters saw. NULL without scoreboard_cover(). */
const struct cover_counters *scoreboard_counters_read(const struct scoreboard *sb);
/* Why the frame that the host offers does not start, by the events so far; NULL: not known. *RET_FOR_GOOD: only a register write can
 * change that. */
const char *scoreboard_holds(const struct scoreboard *sb, bool *ret_for_good);
/* The golden model of the scoreboard, to be asked what it has seen (pm_backoff_seen()). */
const struct pm_model *scoreboard_model(const struct scoreboard *sb);
/* Returns the management pins that must be there in the open cycle: mdio_model_due(). */
unsigned scoreboard_mdio_due(const struct scoreboard *sb, unsigned *ret_known, unsigned *ret_bit);
/* Makes the scoreboard call WATCH in each visited cycle with the view of the golden model, before DUT and model are compared. From octet time
 * EVERY_FROM on each cycle is visited, due or not; PM_NEVER: none but those that are due. For tests and for waves of what was expected. */
typedef void scoreboard_watch_fn(void *context, uint64_t cycle, const struct pm_view *view);
void scoreboard_watch(struct scoreboard *sb, uint64_t every_from, scoreboard_watch_fn *watch, void *context);
/* Makes the golden model keep the totals of counters of recent cycles (pm_count_total()). */
void scoreboard_recalls(struct scoreboard *sb);
/* Returns what the model says that a read of ADDRESS in the open cycle gives; nothing is read. */
uint64_t scoreboard_peek(const struct scoreboard *sb, uint16_t address);
/* The bench adds a finding of its own (TIMEOUT, EXPECT ...). */
void scoreboard_add(struct scoreboard *sb, const struct finding *finding);
/* Takes the finding of RULE in CYCLE back, if there is one: its cause turned out to be another error, or none. */
void scoreboard_withdraw(struct scoreboard *sb, enum rule rule, uint64_t cycle);
/* Findings of RULE, those so far too, are only counted as waived from now on. */
void scoreboard_waive(struct scoreboard *sb, enum rule rule);
#endif
