/* SPDX-License-Identifier: Apache-2.0 */
/* What the scoreboard keeps in a black-box run (sb->black, NULL in an exact run): what the DUT may have done, and when. */
#ifndef PAUSEBENCH_BLACK_BOX_H
#define PAUSEBENCH_BLACK_BOX_H
#include "score.h"

enum {
	SCORE_DEFERRED_MAX = 1024,
	SCORE_HISTORY_MAX = 2048,
	SCORE_HOLDS_MAX = 16,
	/* XGMII: the DUT may know this much earlier than the model what the receive wire carries. */
	SCORE_LEAD_OCTETS = 64,
};

enum deferred_kind { DEFERRED_COUNTER, DEFERRED_STATE, DEFERRED_CLEAR, DEFERRED_LOAD };

/* A read, clear or load. It is checked when the later end of its window is over. */
struct deferred {
	enum deferred_kind kind;
	uint64_t due, from, cycle;
	uint64_t low_total; /* counter total at the earlier end */
	unsigned counter;
	uint16_t address;
	uint64_t value, mask; /* mask: of a load */
};

/* Black box: what state registers showed. */
struct state_snapshot {
	uint64_t cycle;
	uint64_t value[SCORE_STATES_MAX];
};

/* Black box: what the DUT may have done to the timer of a class, and when; score_pfc.c. */
enum { PFC_HYPOTHESES = 64 };
struct pfc_hypothesis {
	uint64_t last, visible; /* end of the frame on the wire; when the model's timer showed it */
	uint16_t quanta;
	enum { PFC_SURE, PFC_PERHAPS, PFC_REFUSED } state;
};

enum pfc_difference {
	PFC_AGREES,
	PFC_PAUSED, /* no frame allows that it is */
	PFC_FREE,   /* no frame allows that it is not */
	PFC_SHORT,  /* it was, for less than the time */
};

struct pfc_class {
	struct pfc_hypothesis hypothesis[PFC_HYPOTHESES]; /* the newest ones of .count */
	uint64_t count, seen;                             /* .seen: pm_pfc_action.visible of the newest */
	bool actual, ignored;
	bool muted;             /* a finding was reported; until it agrees with the model */
	uint64_t rise;          /* newest, of the output */
	uint64_t ignored_cycle; /* newest change of .ignored; 0 never */
	enum pfc_difference difference;
	uint64_t difference_cycle, difference_count;
};

/* Black box: since when the model knows of a link fault, and what the DUT showed of it; transmit/fault.c. */
struct fault_watch {
	bool holds, answers, answered; /* frames; with remote fault sequences; the DUT did so, too */
	uint64_t holds_since, answers_since, idle_since;
	bool differs, reported;
	uint64_t difference_cycle;
	enum rule rule;  /* of the difference */
	bool start_open; /* a frame started under the fault, unless it is over at once */
	uint64_t start;
};

/* XGMII black box: gaps on the transmit wire. */
struct gap_watch {
	uint32_t deficit;     /* at least so much */
	uint32_t ipg, before; /* octets of the average gap; before .ipg_cycle */
	uint64_t ipg_cycle;
};

/* Black box: from .at on the DUT may hold data back until .until, and from the slack later on it must. */
struct hold {
	uint64_t at, until; /* .until 0: it was released */
	uint64_t cause;     /* last octet of the PAUSE */
	uint64_t time;
	uint16_t quanta;
};

struct black_box {
	struct pfc_class pfc[PM_PFC_CLASSES];
	struct fault_watch fault;
	struct gap_watch gap;
	struct deferred deferred[SCORE_DEFERRED_MAX];
	unsigned head, count;
	bool reset;                                                     /* in the open cycle */
	uint64_t read_low[PM_COUNTERS_MAX], read_high[PM_COUNTERS_MAX]; /* bounds of what was read or cleared so far */
	struct {
		uint64_t from, low; /* a clear: at least so much was read or cleared, for reads from that cycle on */
	} cleared[PM_COUNTERS_MAX];
	bool was_cleared[PM_COUNTERS_MAX]; /* since reset: presets are gone, for reads that come after the slack of the clear */
	bool was_read[PM_COUNTERS_MAX];    /* likewise, by a read that clears: presets are gone */
	struct {
		uint64_t base; /* what it was loaded with; read_low and read_high are bounds of what came before that */
		bool unknown;  /* loaded in part, and the rest is not known */
		bool vague;    /* an event may or may not have been lost to the load, so that the moment of a wrap is not known */
		bool read;     /* since the load */
	} loaded[PM_COUNTERS_MAX];
	uint16_t states[SCORE_STATES_MAX];
	size_t state_count;
	struct state_snapshot history[SCORE_HISTORY_MAX];
	uint32_t history_next;
	uint64_t resume_from;              /* data may wait until then */
	struct hold hold[SCORE_HOLDS_MAX]; /* the newest ones */
	uint32_t holds;
	uint64_t held_load, held_fall; /* the newest load and fall that are among them */
	struct {
		bool open;
		uint64_t start, until, waits_since;
	} data_in_xoff; /* a data frame started while the model is inhibited; judged when all is known that came before it */
};
#endif
