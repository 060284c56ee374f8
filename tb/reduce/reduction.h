/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a reduction, which reduce.c and simpler.c share. */
#ifndef PAUSEBENCH_REDUCTION_H
#define PAUSEBENCH_REDUCTION_H
#include "reduce.h"

/* The items of a list borrow their octets: from the stimulus that is reduced, or from .octets. */
struct reduction {
	const struct dut *dut;
	struct run_options options;
	const struct finding *target;
	bool isolated;     /* each run in a process of its own */
	bool may_time_out; /* the run that is reduced did not come to its end either */
	bool
	    model_meets; /* the golden model in place of the DUT meets what the stimulus expects, so it must meet what is left of it */
	double deadline;
	struct stimulus best;   /* the shortest one so far; its items are owned, their octets are not */
	struct stimulus setup;  /* the writes of "setup" */
	struct finding finding; /* of .best, as the next two */
	uint64_t findings, cycles;
	unsigned runs;
	uint8_t **octets; /* owned */
	size_t octets_count;
	struct run_result *result; /* of the newest run */
	int error;                 /* of the environment; it ends the reduction */
	struct env_error *ret_error;
};

/* Returns whether the reduction is to end: the time is over, somebody stopped it, or the environment failed. */
bool reduction_over(const struct reduction *r);
/* Runs the best stimulus with ITEMS in place of its own and returns whether it has the target as its first finding. It becomes the best one then;
 * CALM: only if it has no more findings. Owns ITEMS (NULL: there is no memory). */
bool reduction_try(struct reduction *r, struct item *items, size_t count, bool calm);
/* As reduction_try() with ITEM in place of item number I, calmly. */
bool reduction_try_item(struct reduction *r, size_t i, const struct item *item);
/* Returns a copy of the items of the best stimulus with room for MORE; NULL if there is no memory. */
struct item *reduction_items(const struct reduction *r, size_t more);
/* Keeps OCTETS until the end of the reduction and returns them; NULL if OCTETS is, or if there is no memory. */
uint8_t *reduction_own(struct reduction *r, uint8_t *octets);
/* Returns how many items from FIRST on are those of a "setup", 0 if they are none. */
size_t reduction_setup_at(const struct reduction *r, size_t first);

/* simpler.c: gives fields their defaults or smaller values. Returns whether anything changed. */
bool simpler_fields(struct reduction *r);
/* waits.c: joins waits that follow each other. Returns whether anything changed. */
bool simpler_waits(struct reduction *r);
#endif
