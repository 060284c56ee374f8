/* SPDX-License-Identifier: Apache-2.0 */
/* Read-clearing counters: each event is in exactly one read. tg3.c; spec 5.3; doc/bcm5718.md 5. */
#ifndef PAUSEBENCH_COUNTING_H
#define PAUSEBENCH_COUNTING_H
#include <stdbool.h>
#include <stdint.h>

enum { COUNTING_MAX = 160, COUNTING_RECENT = 2048 };

/* What a wrong read is explained with. */
struct counting_memory {
	uint64_t event_cycle; /* newest cycle in which events became visible, and how much in that cycle */
	uint32_t event_amount;
	uint64_t read_cycle;  /* newest read before the present one */
	uint32_t read_value;  /* what it cleared */
	uint32_t met_amount;  /* became visible in the read's own cycle */
	uint32_t next_amount; /* became visible in the cycle after it */
	bool read;            /* there was one */
};

struct counting_event {
	uint64_t cycle;
	uint32_t amount;
	uint8_t counter;
};

struct counting {
	uint32_t value[COUNTING_MAX]; /* since the last read, modulo 2^32 */
	uint64_t total[COUNTING_MAX]; /* since power-up, never cleared */
	struct counting_memory memory[COUNTING_MAX];
	struct counting_event recent[COUNTING_RECENT];
	uint32_t recent_next;
};

/* AMOUNT more, visible from CYCLE on. */
void counting_add(struct counting *c, unsigned counter, uint32_t amount, uint64_t cycle);
/* The value visible in CYCLE, the setup cycle of a read; it is cleared. */
uint32_t counting_read(struct counting *c, unsigned counter, uint64_t cycle);
/* Clears without a read. */
void counting_clear(struct counting *c, unsigned counter);
/* The total as it was visible in CYCLE, which must be recent (COUNTING_RECENT events). */
uint64_t counting_total_at(const struct counting *c, unsigned counter, uint64_t cycle);
/* True if a read of ACTUAL instead of EXPECTED in CYCLE, the newest read, is explained by a clear that failed or by
 * an event that met a read. */
bool counting_read_race(const struct counting_memory *before, uint64_t cycle, uint32_t expected, uint32_t actual);
#endif
