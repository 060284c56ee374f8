/* SPDX-License-Identifier: Apache-2.0 */
/* The machine's notes of the past (notes.c), by which models/explain can say why a DUT differs. The predictions of the machine do
 * not depend on them, but some functions read them that say how far a black box is free: pm_pfc_told(), pm_pfc_time() and
 * unseen_in_fault(). Cycles are those of pm_model.now. */
#ifndef PAUSEBENCH_NOTES_H
#define PAUSEBENCH_NOTES_H
#include "finding/finding.h"
#include "part/csma.h"
#include "part/xgmii.h"
#include "registers.h"
#include <stdbool.h>
#include <stdint.h>

enum { PM_REFUSED = 16, PM_LEVELS = 64, PM_ASKED = 4, PM_ENDED = 128, PM_ENDED_HEAD = 22 };

struct pm_model;
struct pm_request;
struct pm_run;

/* A frame that did not reach the host. */
struct pm_refused {
	uint32_t len, fcs;
	uint64_t last;
	enum rule rule;
};

/* The kinds of frames that end on a wire. */
enum ended_kind {
	ENDED_BAD_FCS = 1 << 0,
	ENDED_CODE_ERROR = 1 << 1,
	ENDED_DRIBBLE = 1 << 2,
	ENDED_TOO_LONG = 1 << 3,
	ENDED_REFUSED = 1 << 4, /* by the registers the host does not get the frame */
	ENDED_LOST = 1 << 5,    /* the buffer had no room for it */
	ENDED_OURS = 1 << 6,    /* the MAC made and sent it */
	ENDED_UNDERRUN = 1 << 7,
	ENDED_HOST_ERROR = 1 << 8,
	ENDED_COLLISION = 1 << 9,  /* an attempt that ended with a collision, ... */
	ENDED_LATE = 1 << 10,      /* ... which came late ... */
	ENDED_EXCESSIVE = 1 << 11, /* ... or was the sixteenth */
	ENDED_DROPPED = 1 << 12,
	ENDED_INHIBITED = 1 << 14, /* received while a PAUSE held the transmitter */
	ENDED_PAUSE = 1 << 13,     /* received: a PAUSE; sent: a PAUSE that the MAC made */
};

/* A frame that ended on a wire. */
struct pm_ended {
	uint64_t visible; /* counters show the frame from this cycle on, a sent frame by this cycle; 0: there is no frame */
	uint64_t last;
	uint32_t octets;
	uint16_t kind;       /* bits of enum ended_kind */
	uint16_t quanta;     /* of a PAUSE */
	uint8_t collisions;  /* how many the frame had by its end */
	uint8_t head_octets; /* how many of .head there are */
	uint8_t head[PM_ENDED_HEAD];
};

/* The kinds of requests that are noted; those for PFC frames are XOFF or XON, too. */
enum notes_request { NOTES_NO_REQUEST, NOTES_XOFF, NOTES_XON };

/* What was visible when the newest frame on the transmit wire started, and what the wire carried before it. */
struct pm_started {
	uint64_t cycle;     /* 0: there was none */
	uint64_t last_wire; /* octet time of the newest last octet before it; 0: none */
	uint64_t request;   /* cause of the control frame that was requested; 0: none was */
	/* the PAUSE that inhibits the transmitter or waits for the frame on the wire; load_cycle and timer_end are those of
	 * struct pause_rx */
	uint64_t load_last, load_cycle, timer_end;
	uint16_t quanta;
	bool pending;
	uint32_t low_mark; /* of the receive buffer */
	/* MII: those of struct csma */
	bool crs, own;
	uint64_t carrier_since, carrier_last, idle_from;
};

/* A register write without all of its byte strobes: .bits are those that the octets left out would have changed. */
enum { PM_UNSTROBED = 8 };
struct pm_unstrobed {
	uint64_t cycle; /* the write is visible from this cycle on */
	unsigned row;
	uint64_t bits;
};

struct pm_notes {
	/* Each array with a _next is a ring of the newest entries; [_next modulo its size] is overwritten next. */
	struct pm_refused refused[PM_REFUSED];
	unsigned refused_next;

	struct pm_ended received[PM_ENDED], sent[PM_ENDED];
	unsigned received_next, sent_next;

	uint64_t enable_cycle;         /* newest change of the transmit enable */
	uint64_t receive_cycle;        /* ... of the receive enable */
	uint64_t flow_cycle;           /* ... of whether PAUSE frames are obeyed */
	uint64_t send_cycle;           /* ... of whether PAUSE frames are sent */
	uint64_t duplex_cycle;         /* ... of the duplex mode */
	uint64_t speed_cycle;          /* MII: ... of the clocks of an octet */
	uint64_t obey_cycle;           /* newest change of what decides whether a PAUSE frame is obeyed */
	uint64_t quanta_cycle;         /* newest change of the time that an XOFF carries, ... */
	uint16_t quanta_before;        /* ... the time before that change ... */
	uint64_t quanta_cycle_before;  /* ... and the cycle since which it had held */
	uint64_t tx_off_cycle;         /* newest write of the hold by software; 0: none since reset */
	uint64_t fault_cycle;          /* newest change of the link fault, ... */
	enum xgmii_fault fault_before; /* ... the fault before that change ... */
	uint64_t fault_cycle_before;   /* ... and the cycle since which it had held */
	struct {
		uint64_t cycle;
		uint32_t level;
	} level[PM_LEVELS]; /* changes of the level of the receive buffer */
	unsigned level_next;
	/* The cycle from which the newest write of each row is visible; a reset does not forget it. */
	uint64_t written[REGISTERS_MAX];

	struct pm_unstrobed unstrobed[PM_UNSTROBED];
	unsigned unstrobed_next;

	struct pm_started started;

	enum notes_request request; /* the request in the newest cycle */
	uint64_t request_since;
	struct {
		uint64_t cycle;
		uint32_t low_mark;
	} asked[PM_ASKED]; /* changes of .request: the cycle, and the low mark of the receive buffer then */
	unsigned asked_next;
	uint64_t request_xoff, request_xon; /* the cycle in which each request ended last; 0: never */
	/* MII: the newest cycle in which each signal was invoked, by enum csma_pressure. */
	uint64_t invoked_cycle[CSMA_FALSE_CARRIER + 1];
};

/* A reset: forgets requests and refused frames, and keeps the changes of the modes. */
void notes_reset(struct pm_model *m);
/* The modes have changed; the new ones hold from m->mode_from on. */
void notes_modes(struct pm_model *m);
/* The open cycle has a write of the register in ROW. */
void notes_write(struct pm_model *m, unsigned row);
/* REQUEST is what is requested in the open cycle. */
void notes_request(struct pm_model *m, const struct pm_request *request);
/* A frame starts on the transmit wire in the open cycle. */
void notes_started(struct pm_model *m);
void notes_unstarted(struct pm_model *m);
/* The level of the receive buffer changes from the next cycle on. */
void notes_level(struct pm_model *m);
/* The frame of RUN was classified. */
void notes_classified(struct pm_model *m, const struct pm_run *run);
/* The newest frame on the transmit wire ended. */
void notes_ended(struct pm_model *m);
/* Return the frame that a counter shows from CYCLE on, or NULL: one that was received, or sent. */
const struct pm_ended *notes_received(const struct pm_model *m, uint64_t cycle);
const struct pm_ended *notes_sent(const struct pm_model *m, uint64_t cycle);
/* RUN holds a frame that is not delivered. */
void notes_refused(struct pm_model *m, const struct pm_run *run);
#endif
