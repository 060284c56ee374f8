/* SPDX-License-Identifier: Apache-2.0 */
/* Counters: width, end of range, what a read does. tg3.c, X2; 82598EB DS p.356; UG 683426 5.11; the pages of the
 * devices in doc/, 5.
 *
 * A counter is known by its row in the register page, a pair of words by the row of its low one. The read of a low
 * word keeps the upper part in a latch, which the read of a high word returns. Counters of one latch share it.
 * On a page with words of 64 bits a counter is one word. */
#ifndef PAUSEBENCH_COUNTING_H
#define PAUSEBENCH_COUNTING_H
#include "finding/finding.h"
#include "regs.h"
#include <stdbool.h>
#include <stdint.h>

enum { COUNTING_MAX = 256, COUNTING_RECENT = 2048, COUNTING_MOMENTS = 256, COUNTING_WORD_BITS = 32 };

/* All zeros: 32 bits, wraps, cleared by a read, a latch of its own. Known before counting_reset(). */
struct counting_kind {
	uint8_t width; /* 8 to 64; 0 is 32 */
	bool sticks;   /* at all ones; else it wraps, ... */
	bool to_zero;  /* ... to 0, and what an event adds beyond the end is lost */
	bool keeps;    /* a read does not clear */
	bool high;     /* not a counter: the high word of another row: */
	int8_t low;    /* which is so many rows away; 0 is -1 */
	bool plain;    /* a read of each word shows and clears that word alone, and there is no latch */
	uint16_t latch;
	uint64_t preset; /* value at reset */
};

/* What each event looks at. */
struct counting_counter {
	uint64_t value;       /* as it shows */
	uint64_t most;        /* end of its range, as its kind says */
	uint64_t total;       /* of amounts since power-up, never cleared; without presets and without what .to_zero lost */
	uint64_t event_cycle; /* newest cycle in which events became visible, and how much in that cycle */
	uint64_t event_amount;
	uint64_t event_before; /* value before the events of .event_cycle; for words that can be written */
};

/* What a wrong read is explained with. */
struct counting_memory {
	uint64_t counts_from; /* events before are lost: those visible with the newest clear or load, or earlier */
	uint64_t after_read;  /* the cycle after the newest read; 0 never */
	uint64_t next_amount; /* became visible in it */
	uint64_t after_load;  /* the cycle after the newest load; 0 never */
	uint64_t load_next;   /* became visible in it */
	uint64_t read_cycle;  /* newest read before the present one */
	uint64_t read_value;  /* what it cleared */
	uint64_t met_amount;  /* became visible in the read's own cycle */
	uint64_t clear_cycle; /* newest clear without a read, from when it is visible; 0 never */
	uint64_t clear_value; /* what it cleared */
	uint64_t lost_amount; /* what became visible with it and is lost */
	uint64_t spared;      /* value when others were cleared, since it was cleared last */
	uint64_t spare_cycle; /* from when that is visible; 0 never */
	bool read;            /* there was one */
	bool full;            /* it wrapped or stuck since it was cleared or loaded last */
	uint64_t full_cycle;  /* from when the newest event is visible that made it so, whatever cleared it since; 0 never */
	/* words that can be written */
	uint64_t residue;    /* how much less the value would be with the other kind of wrap, modulo 2^64 */
	uint64_t held;       /* what would have counted, had it not been held, since the newest load */
	uint64_t load_cycle; /* newest load, from when it is visible; 0 never */
	uint64_t load_before, load_value, load_written,
	    load_mask; /* value in the access cycle, and from .load_cycle on; what was written */
};

struct counting_event {
	uint64_t cycle;
	uint64_t amount;
	uint16_t counter;
};

/* Which counters events of a cycle changed. */
struct counting_moment {
	uint64_t cycle;
	uint64_t set[COUNTING_MAX / 64];
};

struct counting {
	struct counting_kind kind[COUNTING_MAX];
	struct counting_counter counter[COUNTING_MAX];
	uint32_t latch[COUNTING_MAX];
	struct counting_memory memory[COUNTING_MAX];
	struct counting_event recent[COUNTING_RECENT];
	uint32_t recent_next;
	struct counting_moment moment[COUNTING_MOMENTS]; /* the newest ones, in turn */
	uint32_t moment_newest;
	bool recalls;  /* .recent is kept */
	uint32_t step; /* octet times in a cycle; 0 is 1 */
	bool wide;     /* words of 64 bits */
	struct {
		uint64_t cycle; /* in which they became visible */
		uint64_t set[COUNTING_MAX / 64];
	} overflow; /* wraps that counting_overflowed() has not returned yet */
	struct {
		unsigned row;
		uint64_t met;   /* became visible in the cycle of the read */
		uint64_t whole; /* the counter's value at the read of any of its words */
		uint32_t latch; /* before the read */
		struct counting_memory before;
	} last_read;
};

/* The counters of PAGE as its rows say, each pair with a latch of its own; STEP octet times to a cycle. */
void counting_init(struct counting *c, const struct reg_page *page, uint32_t step);
/* All values at their presets, latches 0; to be called before anything is counted, too. */
void counting_reset(struct counting *c);
/* Events are remembered from now on, for counting_total_at(). */
void counting_recall(struct counting *c);
/* AMOUNT more, visible from CYCLE on. An event that becomes visible together with a clear is lost. */
void counting_add(struct counting *c, unsigned counter, uint64_t amount, uint64_t cycle);
/* The word of ROW visible in CYCLE, the setup cycle of a read, with the effects of the read. */
uint64_t counting_read(struct counting *c, unsigned row, uint64_t cycle);
/* The same without any effect. */
uint64_t counting_peek(const struct counting *c, unsigned row);
/* Clears without a read, at once, in CYCLE. */
void counting_clear(struct counting *c, unsigned counter, uint64_t cycle);
/* The same, visible from CYCLE on, whatever becomes visible in it. */
void counting_clear_at(struct counting *c, unsigned counter, uint64_t cycle);
/* A write: the bits of MASK become those of VALUE, the others stay as they are visible in the access cycle, which is the one before CYCLE.
 * An event that becomes visible in CYCLE is lost, and so is its wrap. */
void counting_load(struct counting *c, unsigned counter, uint64_t value, uint64_t mask, uint64_t cycle);
/* An event that does not count because all counters hold. */
void counting_hold(struct counting *c, unsigned counter, uint64_t amount);
/* The highest of the counters that wrapped, with the wrapped value visible in CYCLE or before, or -1; forgets them all. To be called when all
 * events of CYCLE are known. */
int counting_overflowed(struct counting *c, uint64_t cycle);
/* Other counters are cleared, visible from CYCLE on; this one is not. */
void counting_spare(struct counting *c, unsigned counter, uint64_t cycle);
/* The total as it was visible in CYCLE, which must be recent (COUNTING_RECENT events); without counting_recall() the newest one. */
uint64_t counting_total_at(const struct counting *c, unsigned counter, uint64_t cycle);
/* Returns what the counter shows after events of SUM in all since 0. */
uint64_t counting_shown(const struct counting *c, unsigned counter, uint64_t sum);
/* Returns true if events of a cycle from FROM to TO changed the counter, as far back as COUNTING_MOMENTS reach. */
bool counting_changed(const struct counting *c, unsigned counter, uint64_t from, uint64_t to);
/* Returns how much became visible in CYCLE, the newest one with an event or later. */
uint64_t counting_met(const struct counting *c, unsigned counter, uint64_t cycle);
/* True if a read of ACTUAL instead of EXPECTED, the newest read, whose cycle MET made visible, is explained by a clear that failed or by an
 * event that met a read. */
bool counting_read_race(const struct counting_memory *before, uint64_t met, uint64_t expected, uint64_t actual);
/* The rule about reads, latches, clears or the end of the range that explains ACTUAL instead of EXPECTED at the newest
 * read, which was of ROW; RULE_COUNT if none does: the number itself is wrong. */
enum rule counting_explain(const struct counting *c, unsigned row, uint64_t expected, uint64_t actual);
/* The same for a read of the word ROW, no high one, that found the counter with the memory BEFORE, and in whose cycle MET became visible. */
enum rule counting_explain_as(const struct counting *c, unsigned row, const struct counting_memory *before, uint64_t met,
                              uint64_t expected, uint64_t actual);
#endif
