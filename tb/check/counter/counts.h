/* SPDX-License-Identifier: Apache-2.0 */
/* What a counter of a black box may hold: a set of worlds, for counters of every kind. doc/develop/window.md, "Counters".
 *
 * The total of a counter is how much it has counted since power-up. Nobody knows the clock in which the DUT counts, nor that of an access; so the total
 * at an access is known to be in a range. A counter holds what a load or the reset left in it, and what it has counted since: a world is such a
 * base, and the range of the totals at which the counter held it. A read removes the worlds that cannot show its value, and narrows the others. Times do
 * not matter here, and neither does the model: whoever asks brings the range. */
#ifndef PAUSEBENCH_COUNTS_H
#define PAUSEBENCH_COUNTS_H
#include <stdbool.h>
#include <stdint.h>

enum {
	COUNTS_CLEARS_MAX = 4,
	COUNTS_WORLDS_MAX = 6,
};

/* What a register shows of its counter, and what a read of it clears. */
struct counts_view {
	uint64_t end;   /* the greatest value of the counter, all ones in its width */
	bool sticks;    /* it stays there; false: it begins again at 0 */
	unsigned shift; /* the register shows the bits of the counter from this one on ... */
	uint64_t word;  /* ... that are set here */
	uint64_t takes; /* the bits of the counter that a read clears */
};

/* The total at an access, at least and at most. */
struct counts_total {
	uint64_t least, most;
};

struct counts_world {
	uint64_t base;
	uint64_t least, most; /* the total when it held the base */
	uint64_t counted;     /* since then it has counted so much at least */
	unsigned waits;       /* the newest clears that it has not seen */
};

struct counts {
	struct counts_world world[COUNTS_WORLDS_MAX];
	unsigned worlds; /* 0: what it holds is not known, and a read of the whole counter tells */
	/* Clears that a read may or may not come after. Every access from the cycle .settled on comes after it. */
	struct counts_clear {
		uint64_t settled;
		struct counts_total total;
	} clear[COUNTS_CLEARS_MAX];
	unsigned clears; /* the oldest first */
	/* How often there were more worlds or clears than are followed, so that what the counter holds was forgotten. */
	uint64_t crowds;
	bool crowded; /* within a function */
};

/* The counter holds BASE, and held it when the total was TOTAL. */
void counts_begin(struct counts *counts, uint64_t base, struct counts_total total);
/* A clear that accesses from SETTLED on come after. */
void counts_clear(struct counts *counts, struct counts_total total, uint64_t settled);
/* An access in CYCLE comes after the clears that are settled, and may come after the others. To be called before each of the following. */
void counts_settle(struct counts *counts, uint64_t cycle);
/* A write loads the bits of MASK with those of VALUE. */
void counts_load(struct counts *counts, const struct counts_view *view, struct counts_total total, uint64_t value, uint64_t mask);
/* A read showed VALUE. Returns false, and changes nothing, if no world shows that. Otherwise fills in the value of the counter, at least and at most,
 * before the read cleared any of it. */
bool counts_read(struct counts *counts, const struct counts_view *view, struct counts_total total, uint64_t value,
                 struct counts_total *ret_held);
/* Fills in the range of values that comes nearest to VALUE, which no world shows. .least is above .most if the counter wraps in it. */
void counts_nearest(const struct counts *counts, const struct counts_view *view, struct counts_total total, uint64_t value,
                    struct counts_total *ret);
#endif
