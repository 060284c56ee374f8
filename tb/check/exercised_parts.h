/* SPDX-License-Identifier: Apache-2.0 */
/* The state and functions that the exercised_*.c files share. */
#ifndef PAUSEBENCH_EXERCISED_PARTS_H
#define PAUSEBENCH_EXERCISED_PARTS_H
#include "exercised.h"
#include "part/frame.h"
#include "regs.h"
#include "stimulus/cover_counters.h"

enum {
	EXERCISED_REFUSALS = 16,
	EXERCISED_OFFERS = 4, /* source addresses of the host's newest frames */
	EXERCISED_HOLDS = 4,
	EXERCISED_HOLD_XOFF = 0, /* the first of them */
	EXERCISED_ADDRESSES = 1 << 16,
};

/* A PAUSE frame that had no effect. If it had had one, no data frame would start between these cycles. */
struct refusal {
	enum rule rule;
	uint64_t from, until;
};

struct exercised {
	struct cover_set exercised; /* the rules that the stimulus exercised */
	struct cover_set seen;      /* those of them that this run would have seen a wrong DUT break */

	struct cover_counts counts;

	/* receiving PAUSE */
	uint64_t load_cycle, fall_cycle;
	uint64_t tested_last; /* of exercised_test() */
	bool overwrote;
	unsigned refusals;
	struct refusal open[EXERCISED_REFUSALS];
	unsigned open_next;

	/* sending */
	uint64_t closed;            /* the newest cycle that was closed */
	bool held[EXERCISED_HOLDS]; /* this blocker of exercised_sent.c holds a frame */
	uint64_t held_since[EXERCISED_HOLDS];
	struct pm_past past;         /* at the newest close of a cycle */
	bool waited, waited_for_gap; /* the frame that starts next waited; it waited for a gap */
	bool waited_paused;          /* it waited in an inhibit that a PAUSE frame began */
	uint64_t crossing;
	bool requested, requested_xon; /* a request for a PAUSE frame, for XON, takes effect in the open cycle */
	uint64_t xoff_at;              /* end of the newest XOFF that the DUT sent; 0: there was none */
	enum rule due[PM_TX_CARRIER + 1];
	bool data_ended;
	uint8_t source[EXERCISED_OFFERS][FRAME_ADDRESS_OCTETS];
	unsigned offers, sent;
	uint64_t tx_end; /* octet time */
	bool tx_ended, fault;

	/* PFC */
	uint8_t pfc_xoff, pfc_timed;
	uint64_t pfc_visible, pfc_end[PM_PFC_CLASSES];

	/* receiving */
	uint64_t rx_until;
	bool tx_on, host_ready, in_host;
	bool level_known;
	uint32_t level;

	/* registers */
	bool states_known;
	size_t states;
	uint16_t state[SCORE_STATES_MAX];
	uint64_t at_reset[SCORE_STATES_MAX];
	bool written[EXERCISED_ADDRESSES], read[PM_COUNTERS_MAX];
	uint64_t mdio_checks;

	/* counters */
	struct cover_counters counters;
	uint64_t frames[COUNTER_HOST + 1]; /* passed so far, by direction; COUNTER_HOST: all */
	uint64_t frames_read[PM_COUNTERS_MAX],
	    total_read[PM_COUNTERS_MAX]; /* frames and the counter's total at its newest read */
};

/* A frame passed in DIRECTION. */
static inline void exercised_frame(struct exercised *c, enum counter_direction direction)
{
	c->frames[direction]++;
	c->frames[COUNTER_HOST]++;
}

/* The run had SITUATION. */
static inline void exercised_had(struct exercised *c, enum cover_situation situation)
{
	c->exercised.had[situation] = c->seen.had[situation] = true;
}

/* What the frame that ended in octet time LAST requested was put to the test. */
static inline void exercised_test(struct exercised *c, uint64_t last)
{
	c->counts.tested += last != c->tested_last;
	c->tested_last = last;
}

static inline void exercised_mark(struct exercised *c, enum rule rule, bool seen)
{
	if (rule >= RULE_COUNT)
		return;
	c->exercised.has[rule] = true;
	c->seen.has[rule] |= seen;
	c->counts.armed[rule]++;
	c->counts.decided[rule] += seen;
	if (seen && (rule == RULE_XOFF_REFRESH || rule == RULE_PAUSE_HOLDOFF))
		exercised_had(c, COVER_REFRESHED);
}

/* exercised_received.c: frames received, and what they did to the transmitter */

/* A data frame starts: a PAUSE frame that was refused would have held it. */
void exercised_data_started(struct scoreboard *sb);
/* The newest load of the pause timer. SEEN: a wrong DUT would have shown. */
void exercised_load(struct exercised *c, const struct pm_past *past, bool overwrote, bool seen);
void exercised_run(struct scoreboard *sb, const struct event *event);
void exercised_received_close(struct scoreboard *sb, const struct pm_past *past, const struct pm_view *view);

/* exercised_sent.c: frames sent, and what holds those that wait */

void exercised_offer(struct exercised *c, const struct event *event);
/* A request for PAUSE frames takes VALUE. */
void exercised_requested(struct exercised *c, uint64_t value);
/* In place of exercised_offer(): the client is not seen, and a frame starts on the transmit wire. */
void exercised_unseen_start(struct scoreboard *sb, uint64_t start);
/* Marks the rules of what holds a frame in the open cycle. */
void exercised_held(struct scoreboard *sb);
void exercised_sent_close(struct scoreboard *sb, const struct pm_past *past, const struct pm_view *view);

/* exercised_reg.c: registers */

void exercised_write(struct scoreboard *sb, const struct event *event);
void exercised_states_close(struct scoreboard *sb);
#endif
