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
	bool isolated;     /* each run has a process of its own */
	bool may_time_out; /* the run that is reduced did not come to its end, so that shorter ones need not */
	/* The golden model in place of the DUT does what the whole stimulus expects, so that it must do what a shorter one
	 * expects. */
	bool model_meets;
	bool rests; /* the whole stimulus leaves the DUT at rest behind each reset, so that a shorter one must */
	double deadline;
	struct stimulus best;   /* the shortest stimulus so far; its items are owned, their octets are not */
	struct stimulus setup;  /* the writes of "setup" */
	struct finding finding; /* this and the next two members are about the run of .best */
	uint64_t findings, cycles;
	unsigned runs;
	uint8_t **octets; /* owned */
	size_t octets_count;
	struct run_result *result; /* result of the newest run */
	int error;                 /* an error of the environment, which ends the reduction */
	struct env_error *ret_error;
};

/* Returns whether the reduction must end: the time is over, somebody stopped it, or the environment failed. */
bool reduction_over(const struct reduction *r);
/* Runs the best stimulus with ITEMS in place of its own, and returns whether the target is the first finding. If so, this
 * stimulus becomes the best one; with CALM only if it does not have more findings. Owns ITEMS (NULL: there is no memory). */
bool reduction_try(struct reduction *r, struct item *items, size_t count, bool calm);
/* Does what reduction_try() does with CALM, for ITEM in place of item number I. */
bool reduction_try_item(struct reduction *r, size_t i, const struct item *item);
/* Returns a copy of the items of the best stimulus with room for MORE; NULL if there is no memory. */
struct item *reduction_items(const struct reduction *r, size_t more);
/* Keeps OCTETS until the end of the reduction, and returns them. Returns NULL if OCTETS is NULL, or if there is no memory. */
uint8_t *reduction_own(struct reduction *r, uint8_t *octets);
/* Returns how many items from FIRST on are those of a "setup"; 0 if there is no setup. */
size_t reduction_setup_at(const struct reduction *r, size_t first);

/* simpler.c: gives fields their defaults or smaller values. Returns whether anything changed. */
bool simpler_fields(struct reduction *r);
/* waits.c: joins waits that follow each other. Returns whether anything changed. */
bool simpler_waits(struct reduction *r);
#endif
