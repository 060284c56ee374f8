/* SPDX-License-Identifier: Apache-2.0 */
/* Inside the scoreboard: one cycle's observations, what is open, and the parts that compare. */
#ifndef PAUSEBENCH_SCORE_H
#define PAUSEBENCH_SCORE_H
#include "pausemodel.h"
#include "scoreboard.h"
#include "stimulus/cover.h"

enum {
	SCORE_READS_MAX = 4,  /* in a cycle */
	SCORE_STATES_MAX = 8, /* registers that show states */
};

/* Outputs of the DUT seen in the open cycle, for its close. */
struct score_seen {
	bool xoff, level, signal, pfc_xoff;
	bool rx, tx, timed; /* records; the timer, with any of them or with .xoff */
	uint32_t rx_record, tx_record, timer;
	unsigned reads; /* scoreboard.read */
};

/* obs_xoff and the model differ since .cycle. */
enum xoff_issue_kind {
	XOFF_AGREES,
	XOFF_RISE_EARLY, /* the DUT is inhibited, the model (not yet) */
	XOFF_RISE_LATE,  /* the model is, the DUT (not yet) */
	XOFF_FALL_EARLY, /* the DUT resumed, the model (not yet) */
	XOFF_FALL_LATE,  /* the model resumed, the DUT (not yet) */
	XOFF_REPORTED,   /* known; until they agree again */
};

struct xoff_issue {
	enum xoff_issue_kind kind;
	uint64_t cycle, deadline;
	uint32_t timer; /* of the DUT when it rose */
	enum rule rule; /* XOFF_FALL_EARLY, XOFF_RISE_LATE: as it looked then */
	uint64_t cause;
};

/* The frame on the transmit wire. */
struct tx_watch {
	bool open, taken;
	uint64_t taken_cycle;
	uint64_t start;
	uint8_t lane;
	struct pm_start due;    /* as it was when the frame started */
	bool explained;         /* nothing more to say about its start */
	uint64_t gap_end;       /* end of the frame before it, as in scoreboard.gap */
	uint64_t waits_since;   /* black box: the host's frame, on an idle wire */
	bool software_long_ago; /* black box: held by software for longer than the slack */
	bool enable_long_ago, request_long_ago;
	bool repeats, repeats_rightly; /* MII: a repetition waits; it may begin here */
	struct pm_backoff backoff;
	uint64_t crs_since;                   /* MII */
	uint64_t idle;                        /* MII: clocks since our own frame before it, PM_NEVER: none since reset */
	uint16_t xoff_quanta, xoff_quanta_or; /* times that an XOFF may carry */
	bool xoff_quanta_any;                 /* it changed more than once just now */
	struct pm_pause_undue undue;          /* if it is a PAUSE that is not due */
};

/* A PAUSE frame that is due did not start. */
struct pause_missing {
	bool open;
	enum pm_tx_kind kind;
	unsigned data_went;  /* data frames that started instead */
	bool held, was_held; /* inhibited all the time; when it was due */
	uint64_t cycle, cause, give_up;
	uint16_t quanta;
	enum rule rule;
};

/* A counter read that was wrong; judged a cycle later. */
struct wrong_counter {
	bool open;
	enum rule rule;
	struct pm_reg_info info;
	uint64_t cycle;
	uint64_t expected, actual;
};

struct score_phy;
struct scoreboard {
	const struct dut *dut;
	struct pm_model *m;
	bool blind;       /* black box */
	uint64_t slack;   /* 0 unless blind */
	uint64_t early;   /* blind: how much earlier than the model's an inhibit may end */
	uint64_t latency; /* blind: of the model, from a PAUSE to its inhibit */
	uint32_t step;    /* octet times in a cycle, a power of two */
	const struct score_phy *phy;

	uint64_t now;
	uint64_t valid_from; /* outputs mean something from this cycle on */
	uint64_t reset_cycle, reset_end;
	uint64_t wake;      /* a cycle to visit whatever the model says */
	uint64_t mdio_next; /* the one to look at the management pins */
	uint64_t due;       /* the next cycle to visit */
	bool ended;
	bool every_cycle; /* is visited */
	scoreboard_watch_fn *watch_cycle;
	void *watch_context;
	struct score_seen seen;

	/* observation ports */
	bool xoff, level_known, timer_muted;
	uint8_t pfc_xoff;
	uint32_t signal; /* enum tx_signal */
	struct {
		bool differs, open; /* open: the answer to a local fault does not come (yet) */
		bool answered;      /* this fault was */
		uint64_t cycle;
		uint32_t expected, actual;
	} fault;
	struct {
		bool open;
		uint64_t cycle, cause;
		uint32_t record;
		enum rule never, late;
	} record_missing; /* the model judged a frame, the DUT (not yet) */
	uint32_t level;
	struct xoff_issue issue;

	/* transmit wire */
	struct tx_watch watch;
	struct pause_missing missing;
	struct {
		bool open;        /* the host handed a frame over that is not on the wire (yet) ... */
		uint64_t give_up; /* ... exact: and has to be in this cycle */
	} owed;
	struct {
		bool known;
		enum rule rule;
		uint64_t cycle, offer_cycle;
	} silence;       /* the newest finding that a data frame did not start, and which frame that was */
	bool wire_known; /* a frame ended since reset */
	uint64_t wire_idle_from;
	struct {
		bool kept;
		uint64_t end;
	} gap;                   /* XGMII: octet time of the newest end code */
	uint64_t reported_start; /* pm_start.since of a start whose absence was reported */
	bool reported_any;

	/* MII */
	uint8_t *wire; /* the octets of a frame sent in nibbles */
	uint32_t wire_capacity;
	bool dropped, dropped_late; /* the newest data frame was; it began with: */
	uint8_t dropped_octets[6];
	uint32_t dropped_len;      /* of these */
	bool rest_due;             /* octets of a frame that is over on the wire are still to be taken */
	uint64_t carrier_reported; /* start of a false carrier that does not end */
	struct {
		bool open, earlier; /* the rest of a dropped frame is still to be taken; may be so a cycle earlier */
		uint64_t due, cause;
	} drain;
	struct {
		bool open; /* a repetition that had to begin did not (yet) */
		uint64_t cycle, cause, give_up;
	} repetition;

	/* host stream */
	uint64_t host_start;
	bool host_reported;
	uint64_t host_reported_last; /* the frame whose absence was reported */

	struct wrong_counter wrong_counter;
	struct black_box *black;
	struct exercised *exercised;        /* NULL: nobody asks */
	struct event read[SCORE_READS_MAX]; /* in the open cycle */
	struct scoreboard_result result;    /* last: the findings are 18 KB */
};
#endif
