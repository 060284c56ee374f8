/* SPDX-License-Identifier: Apache-2.0 */
/* What the machine notes (notes.c) for models/explain, which says why a DUT differs. No rule of the machine reads it. Cycles are
 * those of pm_model.now. */
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

/* What a frame that ended on a wire was. */
enum ended_kind {
	ENDED_BAD_FCS = 1 << 0,
	ENDED_CODE_ERROR = 1 << 1,
	ENDED_DRIBBLE = 1 << 2,
	ENDED_TOO_LONG = 1 << 3,
	ENDED_REFUSED = 1 << 4, /* the host does not get it, by the registers ... */
	ENDED_LOST = 1 << 5,    /* ... or since the buffer has no room */
	ENDED_OURS = 1 << 6,    /* the MAC sent it by itself */
	ENDED_UNDERRUN = 1 << 7,
	ENDED_HOST_ERROR = 1 << 8,
	ENDED_COLLISION = 1 << 9,  /* an attempt that ended with one, ... */
	ENDED_LATE = 1 << 10,      /* ... which came late ... */
	ENDED_EXCESSIVE = 1 << 11, /* ... or was the sixteenth */
	ENDED_DROPPED = 1 << 12,
	ENDED_INHIBITED = 1 << 14, /* received while a PAUSE held the transmitter */
	ENDED_PAUSE = 1 << 13,     /* a received frame that is a PAUSE, a sent PAUSE of the MAC */
};

/* A frame that ended on a wire. */
struct pm_ended {
	uint64_t visible; /* counters show it from then on (sent: by then); 0: there is none */
	uint64_t last;
	uint32_t octets;
	uint16_t kind;       /* bits of enum ended_kind */
	uint16_t quanta;     /* of a PAUSE */
	uint8_t collisions;  /* of the frame up to its end */
	uint8_t head_octets; /* how many of .head there are */
	uint8_t head[PM_ENDED_HEAD];
};

/* The kinds of requests that are noted; those for PFC frames are XOFF or XON, too. */
enum notes_request { NOTES_NO_REQUEST, NOTES_XOFF, NOTES_XON };

/* What was visible when the newest frame on the transmit wire started, or the wire carried before it. */
struct pm_started {
	uint64_t cycle;     /* 0: there was none */
	uint64_t last_wire; /* octet time of the newest last octet before it; 0: none */
	uint64_t request;   /* cause of the control frame that was requested; 0: none was */
	/* the PAUSE that inhibits, or waits to; load_cycle and timer_end are those of struct pause_rx */
	uint64_t load_last, load_cycle, timer_end;
	uint16_t quanta;
	bool pending;
	uint32_t low_mark; /* of the receive buffer */
	/* MII: those of struct csma */
	bool crs, own;
	uint64_t carrier_since, carrier_last, idle_from;
};

/* A write whose strobes left octets out that would have changed bits of its register. */
enum { PM_UNSTROBED = 8 };
struct pm_unstrobed {
	uint64_t cycle; /* from which it is visible */
	unsigned row;
	uint64_t bits;
};

struct pm_notes {
	struct pm_refused refused[PM_REFUSED]; /* the newest ones, in turn */
	unsigned refused_next;

	struct pm_ended received[PM_ENDED], sent[PM_ENDED]; /* the newest ones, in turn */
	unsigned received_next, sent_next;

	uint64_t enable_cycle;         /* newest change of the transmit enable */
	uint64_t receive_cycle;        /* ... of the receive enable */
	uint64_t flow_cycle;           /* ... of whether PAUSE frames are obeyed */
	uint64_t send_cycle;           /* ... of whether PAUSE frames are sent */
	uint64_t duplex_cycle;         /* ... of the duplex mode */
	uint64_t speed_cycle;          /* MII: ... of the clocks of an octet */
	uint64_t obey_cycle;           /* newest change of what decides whether a PAUSE frame is obeyed */
	uint64_t quanta_cycle;         /* newest change of the time that an XOFF carries ... */
	uint16_t quanta_before;        /* ... what it was before ... */
	uint64_t quanta_cycle_before;  /* ... and since when */
	uint64_t tx_off_cycle;         /* newest write of the hold by software; 0: none since reset */
	uint64_t fault_cycle;          /* newest change of the link fault ... */
	enum xgmii_fault fault_before; /* ... what it was before ... */
	uint64_t fault_cycle_before;   /* ... and since when */
	struct {
		uint64_t cycle;
		uint32_t level;
	} level[PM_LEVELS]; /* the newest changes of the level of the receive buffer, in turn */
	unsigned level_next;
	uint64_t
	    written[REGISTERS_MAX]; /* the cycle from which the newest write of each row is visible, also one before the reset */

	struct pm_unstrobed unstrobed[PM_UNSTROBED]; /* the newest ones, in turn */
	unsigned unstrobed_next;

	struct pm_started started;

	enum notes_request request; /* in the newest cycle */
	uint64_t request_since;
	struct {
		uint64_t cycle;
		uint32_t low_mark;
	} asked[PM_ASKED]; /* the newest changes of .request, in turn: when, and the low mark of the receive buffer then */
	unsigned asked_next;
	uint64_t request_xoff, request_xon; /* when each request ended last; 0: never */
	uint64_t
	    invoked_cycle[CSMA_FALSE_CARRIER + 1]; /* MII: newest cycle in which each signal was invoked, by enum csma_pressure */
};

/* A reset: no request, no frame refused. The modes' changes are kept. */
void notes_reset(struct pm_model *m);
/* The modes are others from m->mode_from on. */
void notes_modes(struct pm_model *m);
/* The open cycle has a write of the register in ROW. */
void notes_write(struct pm_model *m, unsigned row);
/* The open cycle has this REQUEST. */
void notes_request(struct pm_model *m, const struct pm_request *request);
/* A frame starts on the transmit wire in the open cycle. */
void notes_started(struct pm_model *m);
void notes_unstarted(struct pm_model *m);
/* The level of the receive buffer is another one from the next cycle on. */
void notes_level(struct pm_model *m);
/* RUN holds a frame, which is classified. */
void notes_classified(struct pm_model *m, const struct pm_run *run);
/* The newest frame on the transmit wire ended. */
void notes_ended(struct pm_model *m);
/* Return the frame that a counter shows from CYCLE on, or NULL. */
const struct pm_ended *notes_received(const struct pm_model *m, uint64_t cycle);
const struct pm_ended *notes_sent(const struct pm_model *m, uint64_t cycle);
/* RUN holds a frame that is not delivered. */
void notes_refused(struct pm_model *m, const struct pm_run *run);
#endif
