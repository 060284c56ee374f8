/* SPDX-License-Identifier: Apache-2.0 */
/* The part of a device in the machine that all devices share: a row of data and hooks. machine/cycle.c says when the hooks of a
 * cycle are called. "Visible" without a cycle means that something is visible in the open cycle. */
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
	/* Fills in the two members above for a device whose PHY the configuration chooses; NULL: they are constants. */
	void (*phy)(const struct pm_config *config, uint32_t *ret_clock_octets, bool *ret_mii);
	bool passes_control; /* no inhibit holds MAC control frames of the host; header.c */
	size_t state_size;   /* octets of pm_model.state, which pm_new() zeroes and no reset does */
	size_t mode_size;    /* octets of what pm_own_mode() returns */
	bool strips;         /* the host may get fewer octets than the wire has: without FCS or pad */
	bool reads_sent;     /* sent() reads tx.end.head; false: it reads tx.end.address_type */
	/* Returns the size of the receive buffer in MBUFs; XGMII: in octets, a multiple of a word. */
	uint32_t (*buffer)(const struct pm_config *config);
	/* Fills in m->reg, once. */
	void (*init)(struct pm_model *m);
	/* Puts the device's own state, m->mode and pm_own_mode() into the state of reset. m->regs is in it already. */
	void (*reset)(struct pm_model *m);
	/* Classifies the frame of RUN: fills in run->rx, counts the frame, and sets states; all of it is visible in
	 * run->rx.visible. */
	void (*classify)(struct pm_model *m, struct pm_run *run);
	/* Counts the sent frame m->tx.end, so that the counters show it in CYCLE. A device without control_ended() also applies
	 * here the effect that a control frame of its own has on its requests. */
	void (*sent)(struct pm_model *m, uint64_t cycle);
	/* Fills in the control frame that is requested in the open cycle, if there is one. RET is zeroed. */
	void (*request)(const struct pm_model *m, struct pm_request *ret);
	/* started(): the control frame REQUEST began in the open cycle. unstarted(): that frame turned out to be another one. */
	void (*started)(struct pm_model *m, const struct pm_request *request);
	void (*unstarted)(struct pm_model *m);
	/* The end of the open cycle: the device's own rules, above all marks and levels that become requests. */
	void (*step)(struct pm_model *m);
	/* The register write m->write takes effect. */
	void (*write)(struct pm_model *m);
	uint64_t (*read)(struct pm_model *m, unsigned row);
	void (*info)(const struct pm_model *m, unsigned row, struct pm_reg_info *ret);

	/* A frame on the transmit wire ended in m->tx.last_wire. m->tx.end is filled in and not visible yet. */
	void (*ended)(struct pm_model *m);
	/* A control frame of the kind of RET began although request() asks for none: fills in what that frame would be, XOFF or XON,
	 * and its time. */
	void (*request_undue)(const struct pm_model *m, struct pm_request *ret);
	/* Fills in the members of RET that only the device knows. */
	void (*pause_memory)(const struct pm_model *m, struct pm_pause_memory *ret);
	/* The end of the open cycle: self-clearing bits that are visible act. */
	void (*strobes)(struct pm_model *m);
	/* The end of the open cycle, in which the control frame m->tx.end ended: applies the effect that the frame has on the
	 * requests. */
	void (*control_ended)(struct pm_model *m);
	/* Returns the first cycle after the open one in which a timer of the device ends, or PM_NEVER. */
	uint64_t (*next)(const struct pm_model *m);
	/* The outputs of the open cycle: class timers and events of the device. */
	void (*settle)(struct pm_model *m);
	/* The link fault NOW became visible in the open cycle. */
	void (*fault)(struct pm_model *m, enum xgmii_fault now);
	/* Returns the octets of one unit of the receive buffer: a frame takes whole units. NULL: an MBUF at GMII and MII, 8
	 * octets at XGMII. */
	uint32_t (*unit)(const struct pm_config *config);
	/* Resync: the control frame that is due counts as sent. */
	void (*resync_sent)(struct pm_model *m);
	/* Resync: the request for the control frame that is due is taken back. NULL: the device keeps such a request. */
	void (*resync_withdrawn)(struct pm_model *m);
	/* Returns which counters a write of VALUE to ROW clears, bits by enum pm_clears. Bytes that are not written are 0 in VALUE. */
	unsigned (*clears)(const struct pm_model *m, unsigned row, uint64_t value);
	/* The device sent FRAME, and the wire did not show it (unseen.c). Where the device counts such frames, it has counted
	 * this one by cycle BY. NULL: it counts none. */
	void (*unseen)(struct pm_model *m, const struct pm_tx_frame *frame, uint64_t by);
	/* Returns by how much the counter in ROW grows if the device sends FRAME and the wire does not show it. */
	uint64_t (*unseen_amount)(const struct pm_model *m, const struct pm_tx_frame *frame, unsigned row);
	/* Returns how much of the frames passed to unseen() the model's counter in ROW does not show in CYCLE, although the
	 * device may have counted it. */
	uint64_t (*unseen_pending)(const struct pm_model *m, unsigned row, uint64_t cycle);
	/* The device may have sent FRAME, which the wire does not show, and may have counted it. */
	void (*unseen_perhaps)(struct pm_model *m, const struct pm_tx_frame *frame);
	/* MII: true if flow control is invoked, since *ret_since. doc/devices/bcm1250.md 4. */
	bool (*invoked)(const struct pm_model *m, uint64_t *ret_since);
	/* Applies the effects of a read, in the open cycle, of the register ROW, which is no counter. */
	void (*was_read)(struct pm_model *m, unsigned row);
	/* Resync: makes the class timers go on from pfc_xoff being ACTUAL. */
	void (*resync_pfc)(struct pm_model *m, uint8_t actual);
	/* Returns the class timers; bit i of *ret_ignored: PFC frames do not pause class i. */
	const struct pfc_timers *(*pfc)(const struct pm_model *m, uint8_t *ret_ignored);
	/* Returns true if the level that asks for an XOFF is up: that of the client, or of the buffer by its marks. NULL: nobody asks. */
	bool (*pause_level)(const struct pm_model *m);
	/* Fills in RET, what a PFC frame that starts in the open cycle says about CLASS. NULL: the scoreboard does not compare
	 * that. */
	void (*pfc_told)(const struct pm_model *m, unsigned class, struct pm_pfc_told *ret);
	/* Fills in RET, the time that an XOFF of CLASS carries. NULL: the scoreboard does not compare it. */
	void (*pfc_time)(const struct pm_model *m, unsigned class, struct pm_pfc_time *ret);
	/* The PFC frame on the wire carries CARRIED, whose classes and times may differ from those of m->tx.sent. For a class in
	 * ZERO a time of 0 may be an XOFF. NULL: the frame counts as one that carries m->tx.sent. */
	void (*pfc_carried)(struct pm_model *m, const struct pfc_fields *carried, uint8_t zero);
};

#define DEVICE(name) extern const struct pm_device pm_device_##name;
#include "devices.def"
#endif
