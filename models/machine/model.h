/* SPDX-License-Identifier: Apache-2.0 */
/* Inside libpausemodel: the machine that all devices share (model.c, attempt.c) and what a device adds to it. */
#ifndef PAUSEBENCH_MODEL_H
#define PAUSEBENCH_MODEL_H
#include "device.h"
#include "notes.h"
#include "octets.h"
#include "part/counting.h"
#include "part/csma.h"
#include "part/frame.h"
#include "part/pause_rx.h"
#include "part/pfc.h"
#include "part/rx_buffer.h"
#include "part/xgmii.h"
#include "pausemodel.h"
#include "records.h"
#include "registers.h"

enum { PM_RUNS = 16, PM_TX_BUFFERS = 3, PM_DEVICE_REGISTERS = 128, PM_HEAD_OCTETS = 32 };

/* A run on the receive wire, until its judgement shows. */
struct pm_run {
	struct frame_run frame;
	struct pm_octets octets;     /* from the first after the SFD */
	uint64_t first, begin, last; /* cycles: of the run, of the frame's first octet, of the last octet */
	uint64_t classify;           /* cycle of the judgement */
	uint32_t next_mbuf;          /* octet that takes the next one */
	uint32_t taken;
	bool live, admitted, received, room_known, abandoned, overflow;
	/* MII */
	bool met;       /* our own transmission, in whatever duplex */
	uint8_t clocks; /* of an octet, known in the cycle after the first */
	bool fragment;  /* of a collision: not a frame */
	bool raw;       /* .octets holds .told clocks, not yet parsed */
	uint32_t told;  /* clocks of the run, as far as it is told */
	bool open;      /* its end is not; .last and .judge are PM_NEVER */
	bool error;     /* a code error was told */
	uint32_t room;  /* XGMII: free words when its first one would be stored */
	struct pm_rx_frame rx;
};

/* What the mode bits say in a cycle. */
struct pm_mode {
	bool rx_enable, rx_flow, half_duplex, tx_enable, send_pause;
	bool rx_reset;                         /* frames are abandoned */
	bool tx_off;                           /* held by software */
	bool pad, insert_fcs, override_source; /* of sent data frames */
	bool ignore_faults, no_remote_fault;
	uint32_t ipg;
	uint16_t quanta;   /* of an XOFF */
	uint32_t low_mark; /* the lower of the marks of the receive buffer */
	uint8_t station[FRAME_ADDRESS_OCTETS];
	enum rule flow_rule; /* what a closed rx_flow breaks; 0: PAUSE_GATE */

	/* MII */
	bool gig;                        /* an octet is one clock, else two */
	bool fifo;                       /* packet FIFO mode; a matter of the device alone */
	bool retry, report_drop;         /* mac_cfg.retry_en, ret_drpreq_en */
	struct csma_mode csma;           /* gap, slot, which signal is to hold the others off; half_duplex is above */
	uint32_t min_octets, max_octets; /* of a frame, FCS included */
};

struct pm_tx_buffer {
	struct pm_octets octets;
	uint32_t len;
	int32_t underrun_at;
	uint32_t withheld; /* clocks that the octet at underrun_at is withheld; 0: unknown, long */
	bool host_error;   /* MII: it ends with an FCS of its own */
	bool open;         /* its octets are told by pm_host_offer_known() */
	uint64_t offer_cycle;
	bool taken; /* before it started */
	uint64_t taken_cycle;
};

/* The control frame that wants to go. */
struct pm_request {
	enum pm_tx_kind kind; /* PM_TX_NONE: none */
	bool xoff;            /* PAUSE: decided as one, whatever its time */
	uint16_t quanta;
	struct pfc_fields pfc;
	enum rule rule; /* broken when it does not come */
	uint64_t cause;
};

struct pm_tx {
	bool busy;
	struct pm_tx_frame frame;
	struct pm_tx_buffer buffer[PM_TX_BUFFERS]; /* these, in turn: */
	struct pm_tx_buffer *wire, *offer;
	struct pm_tx_buffer *next; /* offered while OFFER, taken already, is about to start */
	bool offered;              /* and not started */
	bool next_offered;
	uint64_t gap_end;   /* first cycle in which a start may be decided */
	uint64_t last_wire; /* last octet on the wire */
	uint8_t pause[PAUSE_FRAME_OCTETS];
	struct xgmii_gap gap;
	/* MII: the frame that is being sent or to be repeated */
	struct {
		bool pending;  /* to be repeated */
		bool draining; /* the rest of a dropped frame is not taken yet */
		uint8_t collisions;
		uint32_t held;       /* octets of the host's that were taken */
		uint64_t held_cycle; /* the newest one */
		struct pm_tx_frame frame;
	} attempt;
	struct pm_mode mode;       /* as visible when the start was decided */
	struct pm_request request; /* likewise: what wanted to go */
	struct pm_request sent;    /* the control frame on the wire */
	uint64_t end_cycle;        /* of the newest frame: cycle of its end */
	/* ended, not yet visible (only if the latency is more than a cycle) */
	bool ended;
	uint64_t ended_visible;
	struct {
		enum pm_tx_kind kind;
		uint32_t octets;
		uint16_t quanta;
		bool xoff, underrun, host_error;
		struct pm_mode mode;                  /* visible with the last octet on the wire */
		enum frame_address_type address_type; /* or, as the device reads it: */
		uint8_t head[PM_HEAD_OCTETS];         /* first octets on the wire from DA on, then zeros */
		/* MII: .octets are whole octets, also when dropped; .host_error is not used */
		bool collision;       /* this attempt ended with one ... */
		bool late, excessive; /* ... which was so */
		bool repeat;          /* and another attempt follows */
		bool dropped;         /* or none does */
		bool own_fcs, fcs_wrong;
		uint8_t collisions; /* of the frame up to now */
	} end;
	uint64_t record_cycle;
	uint32_t record;
};

struct pm_write {
	bool valid;
	uint16_t address;
	uint64_t value;
	uint8_t strobe;
};

struct pm_model {
	const struct pm_device *device;
	struct pm_config config;
	uint32_t step; /* octet times in a cycle, a power of two */
	bool mii;      /* .device's */
	bool lent;     /* what lanes and offers are told with stays valid until pm_keep() */
	uint64_t now;  /* the open cycle */
	bool changed;  /* something that the next cycle sees has changed since the end of the cycle before: schedule.c */
	bool settled;
	bool in_reset;        /* the state is at reset */
	uint64_t reset_until; /* rst_n is low before this cycle */

	struct pm_mode mode;
	struct pm_mode mode_before; /* what .mode was ... */
	uint64_t mode_from;         /* ... before this cycle */
	uint64_t rx_reset;          /* cycle in which a receive reset is visible; 0: none yet */

	struct xgmii_rx lanes;
	enum xgmii_fault fault; /* visible in the open cycle */
	bool answers_fault;     /* with remote fault sequences, in the open cycle */
	uint8_t pause_req;      /* ports, as visible in the open cycle */
	uint16_t pfc_req;
	void *state; /* the device's own, pm_device.state_size octets */

	struct pm_run run[PM_RUNS];
	unsigned run_next, runs_live;
	struct pm_run *classified; /* whose record shows in judged->rx.visible */

	struct pause_rx rx;
	struct csma csma;              /* MII */
	bool invoked;                  /* MII: flow control, in the newest cycle that ended */
	uint64_t gap_cycle, gap_slack; /* newest change of the gap; it counts for unknown so long */
	struct pm_backoff backoff[PM_BACKOFFS_KEPT];
	uint64_t backoffs;
	struct pm_tx tx;
	struct rx_buffer buffer;
	struct registers regs;
	struct counting count;
	struct mdio_model mdio;
	struct pm_write write;

	struct pm_notes notes;
	struct pm_view view;
	struct {
		struct counting_memory before;
		uint64_t met; /* became visible in the cycle of the read */
		uint64_t value;
		bool counter;
	} last_read;
	uint16_t reg[PM_DEVICE_REGISTERS]; /* device's registers: row by its own number */
	uint32_t device_bits;              /* the device's sticky states */
};

/* The modes as visible in CYCLE, which is the open one or the one before it. */
const struct pm_mode *pm_mode_in(const struct pm_model *m, uint64_t cycle);
/* Clocks of an octet in MODE; 1 but at MII. */
uint32_t pm_octet_clocks(const struct pm_model *m, const struct pm_mode *mode);
/* A PAUSE frame of ours, an XOFF or an XON, is on the wire in the open cycle / or decided in it. */
bool pm_pause_on_wire(const struct pm_model *m, bool xoff);
bool pm_pause_on_way(const struct pm_model *m, bool xoff);
/* A word of the transmit wire holds lanes of a frame or its end code in the open cycle. */
bool pm_tx_on_wire(const struct pm_model *m);
/* The receive state is within a frame after the word of the cycle before the open one. */
bool pm_rx_in_frame(struct pm_model *m);

/* MII: attempts of a data frame (attempt.c). The frame on the wire is attempt number collisions + 1 / the first one / one more of the frame
 * that waits. */
void pm_attempt_begin(struct pm_model *m);
void pm_attempt_first(struct pm_model *m);
void pm_attempt_again(struct pm_model *m);
/* Is what col shows in the open cycle the collision of the attempt on the wire? */
void pm_attempt_collides(struct pm_model *m);
/* What becomes of the data frame whose attempt ended in the cycle before the open one. */
void pm_attempt_fate(struct pm_model *m);
#endif
