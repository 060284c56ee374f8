/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a scoreboard in a black-box run (sb->black, NULL in an exact run): what the DUT may have done, and when. */
#ifndef PAUSEBENCH_BLACK_BOX_H
#define PAUSEBENCH_BLACK_BOX_H
#include "base/bounds.h"
#include "check/counter/counts.h"
#include "question.h"
#include "score.h"

enum {
	SCORE_HISTORY_MAX = 2048,
	SCORE_HOLDS_MAX = 16,
	/* XGMII: the DUT may know this much earlier than the model what the receive wire carries. */
	SCORE_LEAD_OCTETS = 64,
};

enum deferred_kind { DEFERRED_COUNTER, DEFERRED_STATE, DEFERRED_CLEAR, DEFERRED_LOAD };

/* A read, clear or load. It is checked when the later end of its window is over, and those before it have been checked. */
struct deferred {
	enum deferred_kind kind;
	uint64_t due, cycle;
	uint64_t from, end;        /* the window */
	struct counts_total total; /* of the counter: at the earlier end of the window; the later one lies ahead */
	uint64_t late_total;       /* .total.least by the slack alone, without the absolute limit */
	unsigned counter;
	uint16_t address;
	uint64_t value, mask; /* .mask: the bits that a load writes */
	bool remembers;
	struct pm_count_then then; /* .remembers: what it remembers at the read, which the DUT cleared and the model did not */
};

/* A counter since reset. */
struct counter_watch {
	struct counts counts;
	bool vague;                      /* a load may have met an event, so that the moment of a wrap is not known */
	bool upper_known;                /* .upper: by the newest read of the low word, and not read since */
	uint32_t upper;                  /* what the upper word has to show */
	uint64_t read_cycle, read_value; /* the newest read; .read_cycle 0: there was none */
};

/* The values that the state registers of the model showed from .cycle on. */
struct state_snapshot {
	uint64_t cycle;
	uint64_t value[SCORE_STATES_MAX];
};

/* A PFC frame that may have set the timer of a class in the DUT; score_pfc.c. */
enum { PFC_HYPOTHESES = 64 };
struct pfc_hypothesis {
	uint64_t last, visible; /* when the frame ended on the wire; when the model's timer showed its effect */
	uint16_t quanta;
	enum { PFC_SURE, PFC_PERHAPS, PFC_REFUSED } state;
};

enum pfc_difference {
	PFC_AGREES,
	PFC_PAUSED, /* the class is paused and no frame allows that */
	PFC_FREE,   /* the class is not paused and no frame allows that */
	PFC_SHORT,  /* the class was paused for less than the time of its frame */
};

struct pfc_class {
	struct pfc_hypothesis hypothesis[PFC_HYPOTHESES]; /* the newest of .count frames */
	uint64_t count, seen;                             /* .seen: pm_pfc_action.visible of the newest */
	bool actual, ignored;
	bool muted;             /* the class has a finding; no other follows until it agrees with the model */
	uint64_t rise;          /* cycle of the newest rise of the output */
	uint64_t ignored_cycle; /* cycle of the newest change of .ignored, 0: there was none */
	enum pfc_difference difference;
	uint64_t difference_cycle, difference_count;
	uint64_t sent; /* start of its newest frame on the transmit wire, 0: there was none */
};

/* A frame of a class that started on the transmit wire; it is looked at when every PFC frame before it is known. */
enum { PFC_DATA_MAX = 64 };
struct pfc_data {
	unsigned class;
	uint64_t start, before; /* .before: start of the frame of the class before it, 0: there was none */
};

/* A finding of RULE at CYCLE, of a frame that is right if CONTROL was VALUE when it started: that may be written up to UNTIL, since the time of the frame may be
 * wrong. .until is 0 if there is none. */
enum { UNWRITTEN_MAX = 16 };
struct unwritten {
	enum pm_control control;
	uint64_t value, cycle, until;
	enum rule rule;
};

/* Since when the model knows of a link fault, and what the DUT showed of it; transmit/fault.c. */
struct fault_watch {
	bool holds, answers, answered; /* the model holds frames; it answers with remote fault sequences; the DUT answered, too */
	uint64_t holds_since, free_since, answers_since, idle_since;
	uint64_t signal_since; /* the DUT sends what it sends between frames */
	bool differs, reported;
	uint64_t difference_cycle;
	enum rule rule;  /* that the difference breaks */
	bool start_open; /* a frame started under the fault; a finding unless the fault ends within SCORE_LEAD_OCTETS */
	uint64_t start;
	bool
	    hides; /* the fault is over, and the DUT may still have to notice; then a frame that the wire does not show may be in progress */
	uint64_t lost_until; /* so long may the MAC take for frames that are lost in the fault */
	/* The newest data frame on the wire: the link was in a fault when it started; since when it was free of the newest fault before that. */
	bool started_in;
	uint64_t started_free;
	/* The newest frame on the wire, if it may have been lost in the fault and a later one with the same octets be this one; length 0: none. */
	uint32_t doubtful_len, doubtful_fcs;
};

/* A frame that a link fault cut; transmit/cut.c. */
struct cut_watch {
	bool open;          /* the MAC goes on with it, or may do so */
	bool runs;          /* ... in the model, too */
	bool doubtful;      /* which frame it is, the octets that were seen do not tell */
	uint64_t at;        /* octet time of the first other code */
	uint64_t end, last; /* octet time of the /T/ of the frame if nothing had cut it, at the earliest and at the latest */
	uint32_t octets;    /* DA..FCS, that it has */
	uint16_t quanta;
	/* The fault that is the reason must be there by .deadline: .since is the clock of the first other code, which was .code */
	bool unproved;
	uint64_t since, deadline;
	uint8_t code;
	uint64_t fault;      /* since when the model had the newest fault that was a reason */
	uint64_t rested;     /* the clock in which a rest ended, and 1 */
	uint64_t rest_since; /* the words are no idle and no answer since then; 0: they are */
	uint64_t over;       /* the newest frame that a fault did not cut in time, by its start */
};

/* XGMII: gaps on the transmit wire. */
struct gap_watch {
	uint32_t deficit;     /* the deficit idle count is at least so much */
	uint32_t ipg, before; /* octets of the average gap; the same before .ipg_cycle */
	uint64_t ipg_cycle;
};

/* From .at on the DUT may hold data back until .until; from .at and the slack on it must. */
struct hold {
	uint64_t at, until; /* .until 0: an XON released it */
	uint64_t cause;     /* last octet of the PAUSE frame */
	uint64_t time;
	uint16_t quanta;
};

struct black_box {
	uint64_t pfc_sent[PM_PFC_CLASSES]; /* start of the newest PFC frame of the DUT that named the class since reset */
	struct pfc_class pfc[PM_PFC_CLASSES];
	struct pfc_data pfc_data[PFC_DATA_MAX];
	unsigned pfc_datas;
	struct unwritten unwritten[UNWRITTEN_MAX]; /* the newest ones */
	unsigned unwritten_next;
	/* When the classes were compared last: whether all of them agreed, and with which state */
	struct pfc_rest {
		bool agrees;
		uint8_t xoff, ignored;
		uint64_t acted;
	} pfc_rest;
	struct fault_watch fault;
	struct cut_watch cut;
	struct gap_watch gap;
	struct deferred *deferred; /* a ring of .room, owned */
	unsigned head, count, room;
	bool reset; /* in the open cycle */
	struct counter_watch counter[PM_COUNTERS_MAX];
	unsigned upper_newest; /* the counter whose low word was read last */
	uint16_t states[SCORE_STATES_MAX];
	size_t state_count;
	struct state_snapshot history[SCORE_HISTORY_MAX];
	uint32_t history_next;
	uint64_t resume_from;              /* the DUT may hold data back until then */
	struct hold hold[SCORE_HOLDS_MAX]; /* the newest ones */
	uint32_t holds;
	struct {
		uint64_t start, end;
	} control;                     /* the newest PAUSE or PFC frame on the wire */
	uint64_t held_load, held_fall; /* cycles of the newest load and fall that are among them */
	struct {
		bool open;
		uint64_t start, until, waits_since;
		uint64_t free_from; /* the wire was free for its start */
	} data_in_xoff; /* a data frame started while the model is inhibited; it is checked when every PAUSE frame before it is known */
};

/* ---- counter/latency.c ---- */

/* How much later than the model the DUT may count what the counter of the row COUNTER counts, as far as this and RULE about it tell. */
uint64_t black_counter_slack(const struct scoreboard *sb, unsigned counter, enum rule rule);
/* How much later it counts at least, since the model may have a shorter latency than the contract. A profile may say that sent frames are counted
 * before their end, and the time of a frame may be wrong: then it may be negative. */
int64_t black_counter_lead(const struct scoreboard *sb, unsigned counter);
/* How much before the end of a sent frame, or before that of any frame whose time may be wrong; or 0. */
uint64_t black_counter_ahead(const struct scoreboard *sb, unsigned counter);
/* How much later than the model the counter at ADDRESS may count at all, by the document of the device. */
uint64_t black_counter_limit(const struct scoreboard *sb, uint16_t address);

/* ---- counter/access.c ---- */

/* DEFERRED is an access to the register that INFO describes. */
void black_access_begins(struct scoreboard *sb, struct deferred *deferred, const struct pm_reg_info *info);
/* By the slack alone, without the absolute limit, its window begins in FROM. */
void black_access_began_late(struct scoreboard *sb, struct deferred *deferred, uint64_t from);
/* It is a read; keeps what explains its value, if that is wrong. */
void black_access_remembers(struct scoreboard *sb, struct deferred *deferred, const struct pm_reg_info *info);
/* Its window is over. */
void black_access_check(struct scoreboard *sb, const struct deferred *deferred);
/* A read showed the event bit that counts as COUNTER, and cleared it. Returns false if it cannot be as it is. */
bool black_access_event(struct scoreboard *sb, const struct deferred *deferred, unsigned counter, bool set);
/* The moment of the next wrap is not known for some counter. */
bool black_access_wraps_vague(const struct scoreboard *sb);
/* Returns how often there were more histories of a counter than are followed. */
uint64_t black_access_crowds(const struct scoreboard *sb);
/* All counters start again at 0 or at their presets. */
void black_access_reset(struct scoreboard *sb);
void black_access_rx_reset(struct scoreboard *sb); /* those of received frames alone */
#endif
