/* SPDX-License-Identifier: Apache-2.0 */
/* What a device adds to the machine that all devices share. */
#ifndef PAUSEBENCH_DEVICE_H
#define PAUSEBENCH_DEVICE_H
#include "part/xgmii.h"
#include "pausemodel.h"

struct pfc_timers;
struct pm_request;
struct pm_run;

/* Hooks may be NULL from .strobes on. */
struct pm_device {
	const char *name;
	struct pm_timing timing; /* default */
	uint32_t clock_octets;   /* octet times in a cycle: 8 is XGMII, 1 GMII */
	bool mii;                /* times are clocks; frames by csma.h */
	size_t state_size;       /* of pm_model.state, zeroed once */
	bool strips;             /* the host may get less than the frame */
	bool reads_sent;         /* sent() looks at tx.end.head, else at tx.end.cast */
	/* Size of the receive buffer: MBUFs, at XGMII octets, a multiple of a word. */
	uint32_t (*buffer)(const struct pm_config *config);
	/* Fills m->reg, once. */
	void (*init)(struct pm_model *m);
	/* Sticky states and mode at reset. */
	void (*reset)(struct pm_model *m);
	/* RUN in its judgement cycle: fills run->rx, counts, sets states (all visible in run->rx.visible). */
	void (*classify)(struct pm_model *m, struct pm_run *run);
	/* m->tx.end shows in CYCLE. */
	void (*sent)(struct pm_model *m, uint64_t cycle);
	/* Which control frame wants to go in the open cycle. RET is zeroed. */
	void (*request)(const struct pm_model *m, struct pm_request *ret);
	/* The control frame WANT began in the open cycle / was another frame after all. */
	void (*started)(struct pm_model *m, const struct pm_request *request);
	void (*unstarted)(struct pm_model *m);
	/* The end of the open cycle, after frames were classified: the levels that are visible in the open cycle become requests. */
	void (*step)(struct pm_model *m);
	/* The register write m->write takes effect. */
	void (*write)(struct pm_model *m);
	uint64_t (*read)(struct pm_model *m, unsigned row);
	void (*info)(const struct pm_model *m, unsigned row, struct pm_reg_info *ret);
	/* The rules that a PAUSE frame breaks that begins in the open cycle without being due. */
	void (*explain_pause_sent)(const struct pm_model *m, struct pm_pause_undue *ret);

	/* A frame of ours ended with m->tx.last_wire, and m->tx.end is filled; it is not visible yet. */
	void (*ended)(struct pm_model *m);
	/* A control frame of RET's kind began that request() does not have: fills in whether it would be an XOFF, and its time. */
	void (*request_undue)(const struct pm_model *m, struct pm_request *ret);
	/* Fills in what only the device knows. */
	void (*pause_memory)(const struct pm_model *m, struct pm_pause_memory *ret);
	/* The end of the open cycle, before frames are classified: self-clearing bits that are visible in it act. */
	void (*strobes)(struct pm_model *m);
	/* A control frame of ours ended in the open cycle (m->tx.end): what is visible in the next one. After step(). */
	void (*control_ended)(struct pm_model *m);
	/* The next cycle after the open one in which a timer of the device ends, or PM_NEVER. Asked at the end of a cycle. */
	uint64_t (*next)(const struct pm_model *m);
	/* What is visible in the open cycle is complete. */
	void (*settle)(struct pm_model *m);
	/* NOW became visible in the open cycle. */
	void (*fault)(struct pm_model *m, enum xgmii_fault now);
	/* The control frame that is due counts as sent. */
	void (*resync_sent)(struct pm_model *m);
	/* Counter rows that a write of VALUE (bytes not written are 0) to ROW clears: bit 0 receive, bit 1 transmit. */
	unsigned (*clears)(const struct pm_model *m, unsigned row, uint64_t value);
	/* MII: flow control is invoked, as visible in the open cycle (doc/bcm1250.md 4). */
	bool (*invoked)(const struct pm_model *m, uint64_t *ret_since);
	/* ROW, which is no counter, was read in the open cycle: its effects. */
	void (*was_read)(struct pm_model *m, unsigned row);
	/* The rule that ACTUAL instead of EXPECTED breaks at the newest read, of ROW, which is no counter; PM_NO_RULE: that of its info. */
	enum rule (*explain_reg)(const struct pm_model *m, unsigned row, uint64_t expected, uint64_t actual);
	/* pfc_xoff is ACTUAL and should not be / goes on from there. */
	enum rule (*explain_pfc)(const struct pm_model *m, uint8_t actual, uint64_t *ret_cause);
	void (*resync_pfc)(struct pm_model *m, uint8_t actual);
	/* The class timers, and which classes are ignored, as visible in the open cycle. */
	const struct pfc_timers *(*pfc)(const struct pm_model *m, uint8_t *ret_ignored);
};

#define DEVICE(name) extern const struct pm_device pm_device_##name;
#include "devices.def"
#endif
