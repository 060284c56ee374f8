/* SPDX-License-Identifier: Apache-2.0 */
/* Counters: width, end of range, what a read does. tg3.c, X2; 82598EB DS p.356; UG 683426 5.11; the pages of the
 * devices in doc/, 5.
 *
 * A counter is named by its row in the register page; a counter of two words by the row of the low word. A read of the
 * low word keeps the upper part in a latch, and a read of a high word returns the latch. Several counters may share a latch.
 * On a page with words of 64 bits a counter is one word. */
#ifndef PAUSEBENCH_COUNTING_H
#define PAUSEBENCH_COUNTING_H
#include "finding/finding.h"
#include "regs.h"
#include <stdbool.h>
#include <stdint.h>

enum { COUNTING_MAX = 256, COUNTING_RECENT = 2048, COUNTING_MOMENTS = 256, COUNTING_WORD_BITS = 32 };

/* The kind of counter that a row is. With all members 0 it has 32 bits, wraps, is cleared by a read, and has a latch of its own.
 * Set before counting_reset(). */
struct counting_kind {
	uint8_t width; /* 8 to 64; 0 is 32 */
	bool sticks;   /* it stays at all ones; false: it wraps */
	bool to_zero;  /* of one that wraps: it becomes 0, and loses what an event adds beyond its end */
	bool keeps;    /* a read does not clear it */
	bool high;     /* the row is no counter but the high word of one: */
	int8_t low;    /* the row of the low word, relative to this one; 0 stands for -1 */
	bool plain;    /* a read of each word shows and clears that word alone, and there is no latch */
	uint16_t latch;
	uint64_t preset; /* value at reset */
};

/* The state of a counter that each event needs. */
struct counting_counter {
	uint64_t value; /* what the counter shows */
	uint64_t most;  /* the end of its range */
	/* Sum of the amounts since power-up; no clear changes it; without presets and without what .to_zero lost. */
	uint64_t total;
	uint64_t event_cycle;  /* newest cycle in which events became visible, ... */
	uint64_t event_amount; /* ... and how much they added */
	uint64_t event_before; /* value before the events of .event_cycle; for words that can be written */
};

/* The past of a counter, by which a wrong read is explained. A cycle that is 0 says that nothing of the kind has happened. */
struct counting_memory {
	uint64_t counts_from; /* no event visible before this cycle counts any more, because of the newest clear or load */
	uint64_t after_read;  /* the cycle after the newest read, ... */
	uint64_t next_amount; /* ... and what became visible in it */
	uint64_t after_load;  /* the cycle after the newest load, ... */
	uint64_t load_next;   /* ... and what became visible in it */
	uint64_t read_cycle;  /* newest read before the present one, ... */
	uint64_t read_value;  /* ... what that read cleared, ... */
	uint64_t met_amount;  /* ... and what became visible in its cycle */
	uint64_t clear_cycle; /* the newest clear without a read is visible from this cycle on, ... */
	uint64_t clear_value; /* ... what it cleared, ... */
	uint64_t lost_amount; /* ... and what became visible with it and is lost */
	uint64_t spared;      /* value at the newest clear of other counters only, unless this one was cleared since, ... */
	uint64_t spare_cycle; /* ... which is visible from this cycle on */
	bool read;            /* there was a read */
	bool full;            /* it wrapped or stuck since it was cleared or loaded last */
	/* The newest event that made it wrap or stick is visible from this cycle on, even if it was cleared since. */
	uint64_t full_cycle;
	/* of words that can be written: */
	uint64_t residue;    /* how much less the value would be with the other kind of wrap, modulo 2^64 */
	uint64_t held;       /* what would have counted since the newest load if counting had not been on hold */
	uint64_t load_cycle; /* the newest load is visible from this cycle on, ... */
	/* ... the value in its access cycle, the value from .load_cycle on, and what was written, with its mask. */
	uint64_t load_before, load_value, load_written, load_mask;
};

struct counting_event {
	uint64_t cycle;
	uint64_t amount;
	uint16_t counter;
};

/* The counters that the events of a cycle changed. */
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
	struct counting_moment moment[COUNTING_MOMENTS]; /* a ring of the newest ones */
	uint32_t moment_newest;
	bool recalls;  /* .recent is filled */
	uint32_t step; /* octet times in a cycle; 0 stands for 1 */
	bool wide;     /* words of 64 bits */
	struct {
		uint64_t cycle; /* the cycle in which they became visible */
		uint64_t set[COUNTING_MAX / 64];
	} overflow; /* wraps that counting_overflowed() has not returned yet */
	struct {
		unsigned row;
		uint64_t met;   /* the amount that became visible in the cycle of the read */
		uint64_t whole; /* the whole value of the counter, whichever of its words was read */
		uint32_t latch; /* the latch before the read */
		struct counting_memory before;
	} last_read;
};

/* Gives C the counters of PAGE, with the kinds that its rows say; each counter of two words has a latch of its own. STEP: octet
 * times in a cycle. */
void counting_init(struct counting *c, const struct reg_page *page, uint32_t step);
/* Puts all counters at their presets, and all latches at 0. To be called once before anything is counted, too. */
void counting_reset(struct counting *c);
/* Keeps the events from now on, for counting_total_at(). */
void counting_recall(struct counting *c);
/* Adds AMOUNT, which is visible from CYCLE on. An event that becomes visible together with a clear is lost. */
void counting_add(struct counting *c, unsigned counter, uint64_t amount, uint64_t cycle);
/* Returns the word of ROW that is visible in CYCLE, the setup cycle of a read, and applies the effects of the read. */
uint64_t counting_read(struct counting *c, unsigned row, uint64_t cycle);
/* Returns the word of ROW without any effect. */
uint64_t counting_peek(const struct counting *c, unsigned row);
/* Clears the counter without a read, at once, in CYCLE. */
void counting_clear(struct counting *c, unsigned counter, uint64_t cycle);
/* Clears the counter without a read, visible from CYCLE on; whatever becomes visible in CYCLE is lost. */
/* The counter begins again with its preset, as after a reset. */
void counting_restart(struct counting *c, unsigned counter, uint64_t cycle);
void counting_clear_at(struct counting *c, unsigned counter, uint64_t cycle);
/* Applies a write: the bits of MASK become those of VALUE, the others stay as they are visible in the access cycle, which is the
 * one before CYCLE. An event that becomes visible in CYCLE is lost, and so is its wrap. */
void counting_load(struct counting *c, unsigned counter, uint64_t value, uint64_t mask, uint64_t cycle);
/* Notes an event that does not count because all counters are on hold. */
void counting_hold(struct counting *c, unsigned counter, uint64_t amount);
/* Returns the highest of the counters that wrapped and whose wrapped value became visible in CYCLE or before, or -1; forgets all
 * of them. To be called when all events of CYCLE are known. */
int counting_overflowed(struct counting *c, uint64_t cycle);
/* Notes that other counters are cleared, visible from CYCLE on, and that this one is not. */
void counting_spare(struct counting *c, unsigned counter, uint64_t cycle);
/* Returns the total as it was visible in CYCLE, at most COUNTING_RECENT events ago; without counting_recall() the newest total. */
uint64_t counting_total_at(const struct counting *c, unsigned counter, uint64_t cycle);
/* Returns what the counter shows after events that add SUM to 0. */
uint64_t counting_shown(const struct counting *c, unsigned counter, uint64_t sum);
/* Returns true if the counter changed by an event in a cycle from FROM to TO, as far back as COUNTING_MOMENTS reach. */
bool counting_changed(const struct counting *c, unsigned counter, uint64_t from, uint64_t to);
/* Returns how much became visible in CYCLE, which must not be before the newest cycle with an event. */
uint64_t counting_met(const struct counting *c, unsigned counter, uint64_t cycle);
/* Returns true if a clear that failed, or an event in the cycle of a read that was lost or doubled, explains that the newest read
 * returned ACTUAL in place of EXPECTED. MET became visible in the cycle of that read. */
bool counting_read_race(const struct counting_memory *before, uint64_t met, uint64_t expected, uint64_t actual);
/* Returns the rule about reads, latches, clears or the end of the range that explains why the newest read, which was of ROW,
 * returned ACTUAL in place of EXPECTED. Returns RULE_COUNT if none does, so that the number itself is wrong. */
enum rule counting_explain(const struct counting *c, unsigned row, uint64_t expected, uint64_t actual);
/* The same for an older read. It was of the word in ROW, which is no high word; the counter then had the memory BEFORE, and MET
 * became visible in the cycle of the read. */
enum rule counting_explain_as(const struct counting *c, unsigned row, const struct counting_memory *before, uint64_t met,
                              uint64_t expected, uint64_t actual);
#endif
