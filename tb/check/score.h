/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a scoreboard: what it saw in the open cycle, and which differences are open. */
#ifndef PAUSEBENCH_SCORE_H
#define PAUSEBENCH_SCORE_H
#include "base/dut.h"
#include "pausemodel_bench.h"
#include "scoreboard.h"
#include "stimulus/cover.h"

enum {
	SCORE_STATES_MAX = 8, /* registers that show states */
};

/* The outputs of the DUT that were seen in the open cycle; they are compared when it closes. */
struct score_seen {
	bool xoff, level, signal, pfc_xoff;
	bool rx, tx, timed; /* a record; the pause timer, which comes with a record or with .xoff */
	uint32_t rx_record, tx_record, timer;
	unsigned reads; /* how many of scoreboard.read */
};

/* obs_xoff and the model differ since .cycle. */
enum xoff_issue_kind {
	XOFF_AGREES,
	XOFF_RISE_EARLY, /* the DUT is inhibited, the model is not, or not yet */
	XOFF_RISE_LATE,  /* the model is inhibited, the DUT is not, or not yet */
	XOFF_FALL_EARLY, /* the DUT resumed, the model did not, or not yet */
	XOFF_FALL_LATE,  /* the model resumed, the DUT did not, or not yet */
	XOFF_REPORTED,   /* a finding was recorded; the state lasts until they agree again */
};

struct xoff_issue {
	enum xoff_issue_kind kind;
	uint64_t cycle, deadline;
	uint32_t timer; /* obs_pause_timer when obs_xoff rose */
	enum rule rule; /* XOFF_FALL_EARLY, XOFF_RISE_LATE: the rule that was broken in .cycle */
	uint64_t cause;
};

/* The frame on the transmit wire. */
struct tx_watch {
	bool open, taken;
	uint64_t taken_cycle;
	const struct event *sent; /* the octets of the frame that ends in the open cycle; NULL: not known */
	uint64_t start;
	uint8_t lane;
	struct pm_start due;    /* what the model had to send when the frame started */
	bool explained;         /* a finding explains its start, or it needs none */
	uint64_t gap_end;       /* end of the frame before it, as in scoreboard.gap */
	uint64_t offer_cycle;   /* of the first frame in the ledger */
	uint64_t waits_since;   /* black box: since when the host's frame could have started on an idle wire */
	uint64_t refresh;       /* black box: from then on a refresh of an XOFF is requested; 0: none is */
	bool software_long_ago; /* black box: software has held data back for longer than the slack */
	bool enable_long_ago, request_long_ago;
	struct {
		uint8_t compared, may_tell, enabled, enabled_known, held;
	} pfc; /* black box: of which classes the requests are known (struct pm_pfc_told); about which of them a frame may have been asked for; which ones it may name, and has to */
	bool request_lost;             /* score_control_lost() */
	bool repeats, repeats_rightly; /* MII: a repetition waits; the back-off allows it to begin here */
	struct pm_backoff backoff;
	uint64_t slot;      /* MII: clocks of a slot at the newest repetition, 0: there was none */
	uint64_t crs_since; /* MII */
	uint64_t idle;      /* MII: clocks since the DUT's frame before it, PM_NEVER: there is none since reset */
	uint16_t xoff_quanta, xoff_quanta_or; /* pause times that an XOFF may carry */
	bool xoff_quanta_any;                 /* the pause time changed more than once within the slack: any value may be right */
	struct pm_pause_undue undue;          /* the rules that a PAUSE frame breaks here which is not due */
};

/* A PAUSE frame was due and did not start. */
struct pause_missing {
	bool open;
	enum pm_tx_kind kind;
	unsigned data_went;  /* data frames that started instead */
	bool held, was_held; /* the model was inhibited all the time since then; when it was due */
	bool idle;           /* the wire was idle for longer than a late start takes */
	uint64_t cycle, cause, give_up;
	bool xoff; /* as pm_start.xoff */
	enum rule rule;
};

/* A wrong read of a counter. Its finding is recorded a cycle later, when the next event is known. */
struct wrong_counter {
	bool open;
	enum rule rule;
	struct pm_reg_info info;
	uint64_t cycle;
	uint16_t address;
	uint64_t expected, actual;
};

/* A frame that the host got. */
struct host_frame {
	const uint8_t *octets;
	uint32_t len;
	bool marked;         /* by tuser */
	uint32_t bubbles;    /* cycles without tvalid in it */
	uint64_t start, end; /* cycles of its first and of its last word */
	uint8_t *own;        /* a copy, of room for .capacity octets */
	uint32_t capacity;
};

enum { HOST_HELD_MAX = 4 };

struct score_phy;
struct scoreboard {
	const struct dut *dut;
	struct pm_model *m;
	bool blind;             /* black box */
	struct dut_slack slack; /* all 0 unless blind */
	uint64_t early;         /* blind: how much earlier than in the model an inhibit may end */
	bool any_pad;           /* the pad need not be zeros */
	bool no_deficit;        /* XGMII: no gap is shorter than the average */
	bool fault_loses;       /* frames may be lost in a link fault */
	bool fault_cuts;        /* a frame on the wire is cut when one begins */
	uint8_t jam;            /* a nibble of jam */
	unsigned start_unit;    /* XGMII: a start is in a lane that is a multiple of it */
	uint64_t early_expiry,
	    late_expiry;   /* blind: how much earlier or later than in the model a pause may be over, by the steps of its timer */
	uint64_t latency;  /* blind: octet times from a PAUSE frame to the inhibit in the model */
	uint64_t classify; /* octet times from a received frame to its classification in the model */
	uint32_t step;     /* octet times in a cycle, a power of two */
	bool foreign_tx;   /* blind, and the transmitter's manner is not the device's own */
	bool client_unseen;    /* blind, and no event tells what the client requests, hands over and gets */
	bool client_always;    /* client_unseen, and it has a data frame all the time from the first one on */
	bool pfc_by_priority;  /* client_unseen: the priority of a sent frame's tag is its class ... */
	int pfc_untagged;      /* ... and this is that of a frame without a tag; -1: it has none */
	bool requests_unseen;  /* blind, and no event tells what the client requests */
	bool full_duplex;      /* no event is of half duplex, so that no signal of it can be on the wire */
	bool cuts_unseen;      /* a link fault that no event tells may have cut a sent frame */
	bool client_control;   /* client_unseen: MAC control frames may be the client's */
	uint64_t forgotten;    /* PAUSE frames up to this cycle do not count any more: a newer one may be missing */
	uint64_t time_error;   /* client_unseen: the times of two events may be so much nearer or farther than they say */
	uint64_t access_error; /* likewise the times of a frame and an access, which is exact */
	uint64_t
	    request_window; /* blind: octet times before a start within which the DUT decided which control frame goes, if one */
	const struct score_phy *phy;

	uint64_t now;
	uint64_t valid_from; /* the first cycle in which the outputs mean something */
	uint64_t reset_cycle, reset_end;
	uint64_t wake;      /* the earliest cycle that score_wake() requested */
	uint64_t mdio_next; /* the next cycle in which the management pins are checked */
	uint64_t due;       /* the next cycle to visit */
	bool ended;
	uint64_t every_from; /* from then on each cycle is visited, due or not */
	scoreboard_watch_fn *watch_cycle;
	void *watch_context;
	struct score_seen seen;

	/* observation ports */
	bool xoff, level_known, timer_muted;
	uint8_t pfc_xoff;
	uint32_t signal; /* enum tx_signal */
	struct {
		bool differs, open; /* .open: the answer to a local fault is missing so far */
		bool answered;      /* the DUT answered this fault */
		uint64_t cycle;
		uint32_t expected, actual;
	} fault;
	struct {
		bool open;
		uint64_t cycle, cause;
		uint32_t record;
		enum rule never, late;
	} record_missing; /* the model classified a frame, and the DUT did not, or not yet */
	uint32_t level;
	struct xoff_issue issue;

	/* transmit wire */
	struct tx_watch watch;
	struct pause_missing missing;
	unsigned unanswered; /* how many control frames in a row were due and never came */
	struct {
		bool open;           /* the host handed a frame over that is not on the wire so far */
		uint64_t give_up;    /* exact run: it has to start by this cycle */
		bool more;           /* more frames were taken than the row says, ... */
		uint64_t more_cycle; /* ... in this cycle */
	} owed;
	struct {
		bool known;
		enum rule rule;
		uint64_t cycle, offer_cycle;
		uint64_t give_up; /* foreign_tx: the frame is lost if it has not started by then */
	} silence;                /* the newest finding about a data frame that did not start, and the cycle of its offer */
	/* The newest finding of a silence that a PAUSE frame explains which the DUT should not have obeyed: .rule in .cycle; it was over at .last and holds for .time. */
	struct {
		bool known;
		enum rule rule;
		uint64_t cycle, last, time;
	} guessed;
	bool wire_known; /* a frame ended since reset */
	uint64_t wire_idle_from;
	struct {
		bool kept;
		uint64_t end;
	} gap;                   /* XGMII: octet time of the newest end code */
	uint64_t reported_start; /* pm_start.since of the start whose absence has a finding */
	bool reported_any;

	/* MII */
	uint8_t *wire; /* the octets of a frame sent in nibbles */
	uint32_t wire_capacity;
	bool dropped, dropped_late; /* the newest data frame was dropped, and after a late collision; */
	uint8_t dropped_octets[6];
	uint32_t dropped_len;      /* it began with these octets */
	bool rest_due;             /* the DUT has still to take octets of a frame that has left the wire */
	uint64_t carrier_reported; /* start of the false carrier whose missing end has a finding */
	struct {
		bool open,
		    earlier; /* the DUT has still to take the rest of a dropped frame, in cycle .due or, if .earlier, the one before */
		uint64_t due, cause;
	} drain;
	struct {
		bool open; /* a repetition had to begin and did not so far */
		uint64_t cycle, cause, give_up;
		struct pm_backoff backoff;
	} repetition;

	/* host stream */
	uint64_t host_start;
	bool host_foreign; /* blind, and the manner is not the device's own */
	bool host_open;    /* a frame is on the stream */
	bool host_waits;   /* the DUT shows a word only with tready */
	bool host_ready;
	uint64_t host_halted; /* newest cycle in which the host was not ready */
	struct host_frame
	    held[HOST_HELD_MAX]; /* the first .held_count of them may be frames that the model has not classified yet */
	unsigned held_count;
	uint64_t host_places; /* which frames that wait the host may have got: score_host.c */
	bool host_reported;
	uint64_t host_reported_last; /* .last of the frame whose absence has a finding: ... */
	enum rule host_reported_rule;
	uint64_t host_reported_due;
	uint32_t host_reported_traits;

	/* what the next finding is about besides its text, for pm_why(); score_find() clears it */
	struct {
		bool undue, xoff; /* a control frame that was not due; it is an XOFF */
		bool client;      /* a MAC control frame of the client's, of which the worlds say nothing */
		bool read;        /* the newest read, of .address */
		uint16_t address;
		uint64_t expected, actual;
		const struct pm_count_then *then; /* the counter at that read, which is judged later */
		const struct pm_backoff *backoff; /* the wait that is judged */
		uint32_t traits;                  /* bits of enum pm_trait that the check knows */
	} about;
	struct wrong_counter wrong_counter;
	struct black_box *black;
	/* Blind, of a MAC by its profile; else NULL. It alone says when data and control frames may start, and must: window_decides(). */
	struct window *window;
	struct exercised *exercised; /* NULL unless scoreboard_cover() was called */
	struct event *read;          /* those of the open cycle; room for .read_room */
	unsigned read_room;
	bool waives[RULE_COUNT];
	struct scoreboard_result result; /* the last member, since the findings take 30 KB */
};
#endif
