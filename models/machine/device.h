/* SPDX-License-Identifier: Apache-2.0 */
/* What a device adds to the machine that all devices share: a row of data and hooks. machine/cycle.c says when the hooks of a cycle are
 * called. "Visible" without a cycle means: in the open one. */
#ifndef PAUSEBENCH_DEVICE_H
#define PAUSEBENCH_DEVICE_H
#include "part/pfc.h"
#include "part/xgmii.h"
#include "pausemodel_bench.h"

/* The counters of a direction. */
enum pm_clears { CLEARS_RX = 1, CLEARS_TX = 2 };

struct pfc_timers;
struct pm_request;
struct pm_run;

/* Hooks after .info may be NULL. */
struct pm_device {
	const char *name;
	struct pm_timing timing; /* as pm_config_init() gives it */
	uint32_t clock_octets;   /* octet times in a cycle: 8 is XGMII, 1 GMII */
	bool mii;                /* times are clocks, frames start by CSMA/CD */
	/* Fills in both where the configuration says them; NULL: they are as above. */
	void (*phy)(const struct pm_config *config, uint32_t *ret_clock_octets, bool *ret_mii);
	bool passes_control; /* no inhibit holds MAC control frames of the host; header.c */
	size_t state_size;   /* of pm_model.state, which is zeroed once */
	size_t mode_size;    /* of what pm_own_mode() returns */
	bool strips;         /* the host may get less than the whole frame */
	bool reads_sent;     /* sent() reads tx.end.head, else tx.end.address_type */
	/* Returns the size of the receive buffer in MBUFs; XGMII: in octets, a multiple of a word. */
	uint32_t (*buffer)(const struct pm_config *config);
	/* Fills in m->reg, once. */
	void (*init)(struct pm_model *m);
	/* Puts the device's own state, m->mode and pm_own_mode() at reset; m->regs is. */
	void (*reset)(struct pm_model *m);
	/* Classifies the frame of RUN: fills in run->rx, counts, sets states, all visible in run->rx.visible. */
	void (*classify)(struct pm_model *m, struct pm_run *run);
	/* Counts the sent frame m->tx.end, which is visible in CYCLE; without control_ended() it counts for its requests, too. */
	void (*sent)(struct pm_model *m, uint64_t cycle);
	/* Fills in the control frame that is requested in the open cycle, if there is one. RET is zeroed. */
	void (*request)(const struct pm_model *m, struct pm_request *ret);
	/* The control frame REQUEST began in the open cycle / turned out to be another frame. */
	void (*started)(struct pm_model *m, const struct pm_request *request);
	void (*unstarted)(struct pm_model *m);
	/* The end of the open cycle: the device's own rules, above all marks and levels that become requests. */
	void (*step)(struct pm_model *m);
	/* The register write m->write takes effect. */
	void (*write)(struct pm_model *m);
	uint64_t (*read)(struct pm_model *m, unsigned row);
	void (*info)(const struct pm_model *m, unsigned row, struct pm_reg_info *ret);

	/* A frame of ours ended in m->tx.last_wire. m->tx.end is filled in and not visible yet. */
	void (*ended)(struct pm_model *m);
	/* A control frame of RET's kind began that request() does not return: fills in whether it would be an XOFF, and its time. */
	void (*request_undue)(const struct pm_model *m, struct pm_request *ret);
	/* Fills in the fields of the memory that only the device knows. */
	void (*pause_memory)(const struct pm_model *m, struct pm_pause_memory *ret);
	/* The end of the open cycle: self-clearing bits that are visible act. */
	void (*strobes)(struct pm_model *m);
	/* The end of the open cycle, in which the control frame m->tx.end ended: it counts for its requests. */
	void (*control_ended)(struct pm_model *m);
	/* Returns the first cycle after the open one in which a timer of the device ends, or PM_NEVER. */
	uint64_t (*next)(const struct pm_model *m);
	/* The outputs of the open cycle: class timers and events of the device. */
	void (*settle)(struct pm_model *m);
	/* The link fault NOW became visible in the open cycle. */
	void (*fault)(struct pm_model *m, enum xgmii_fault now);
	/* Returns the octets that a frame takes in the receive buffer at a time; NULL: MBUFs at octet PHYs, words of 8 at XGMII. */
	uint32_t (*unit)(const struct pm_config *config);
	/* Resync: the control frame that is due counts as sent. */
	void (*resync_sent)(struct pm_model *m);
	/* Resync: the control frame that is due is not requested. NULL: a request that is due stays. */
	void (*resync_withdrawn)(struct pm_model *m);
	/* Returns which counters a write of VALUE to ROW clears, bits by enum pm_clears. Bytes that are not written are 0 in VALUE. */
	unsigned (*clears)(const struct pm_model *m, unsigned row, uint64_t value);
	/* FRAME of the host was sent without being seen: it counts, if such frames do, at the latest in cycle BY. NULL: they do not count. */
	void (*unseen)(struct pm_model *m, const struct pm_tx_frame *frame, uint64_t by);
	/* Returns what the counter in ROW counts of FRAME of the host, if it is sent without being seen; of frames that were passed to unseen() it does not show
	 * by CYCLE. */
	uint64_t (*unseen_amount)(const struct pm_model *m, const struct pm_tx_frame *frame, unsigned row);
	uint64_t (*unseen_pending)(const struct pm_model *m, unsigned row, uint64_t cycle);
	/* FRAME may be the one that is sent without being seen, and count. */
	void (*unseen_perhaps)(struct pm_model *m, const struct pm_tx_frame *frame);
	/* MII: true if flow control is invoked, since *ret_since. doc/devices/bcm1250.md 4. */
	bool (*invoked)(const struct pm_model *m, uint64_t *ret_since);
	/* The register ROW, which is no counter, was read in the open cycle: the effects of the read. */
	void (*was_read)(struct pm_model *m, unsigned row);
	/* Resync: makes the class timers go on from pfc_xoff being ACTUAL. */
	void (*resync_pfc)(struct pm_model *m, uint8_t actual);
	/* Returns the class timers, and as bits the classes that are ignored. */
	const struct pfc_timers *(*pfc)(const struct pm_model *m, uint8_t *ret_ignored);
	/* Fills in what a PFC frame that starts in the open cycle tells of CLASS. NULL: it is not compared. */
	void (*pfc_told)(const struct pm_model *m, unsigned class, struct pm_pfc_told *ret);
	/* Returns the time that an XOFF of CLASS carries, in quanta, as visible in the open cycle; *ret_since: a cycle since which that is so. NULL: it
	 * is not compared. */
	uint16_t (*pfc_quanta)(const struct pm_model *m, unsigned class, uint64_t *ret_since);
	/* The PFC frame on the wire turned out to carry CARRIED: other classes or other times than m->tx.sent, perhaps; an XOFF of the classes ZERO may have the
	 * time 0. NULL: it is taken to carry m->tx.sent. */
	void (*pfc_carried)(struct pm_model *m, const struct pfc_fields *carried, uint8_t zero);
};

#define DEVICE(name) extern const struct pm_device pm_device_##name;
#include "devices.def"
#endif
