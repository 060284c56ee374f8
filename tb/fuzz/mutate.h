/* SPDX-License-Identifier: Apache-2.0 */
/* Changes a stimulus at random: its items, their order, and their values, which go to the edges of the bins of the coverage. The
 * result may be any stimulus that can be written as text and read back. */
#ifndef PAUSEBENCH_MUTATE_H
#define PAUSEBENCH_MUTATE_H
#include "base/dut.h"
#include "coverage/coverage.h"
#include "regs.h"
#include "stimulus/item.h"

struct mutator {
	const struct dut *dut;
	const struct reg_page *page;
	uint64_t state;             /* state of the random numbers */
	struct stimulus begin, end; /* begin and end of each stimulus that the generator makes; the end stays as it is */
	/* How many runs reached each bin. Numbers go to bins that few runs reached. */
	uint32_t runs_of[POINTS_COUNT][POINTS_BINS_MAX];
};

/* Opens a mutator. The caller releases RET in any case. Returns 0 or -ENOMEM. */
int mutator_open(struct mutator *ret, const struct dut *dut, uint64_t seed);
void mutator_close(struct mutator *m);
/* Returns a number below LIMIT. */
uint32_t mutator_below(struct mutator *m, uint32_t limit);
/* Returns how many items of ST from its end on are those with which the generator ends a stimulus. */
size_t mutator_end_of(const struct mutator *m, const struct stimulus *st);
/* Prepares a stimulus that people wrote for mutation: drops its expectations, which do not hold with other items, and gives each
 * wait a bound. */
void mutator_accept(struct stimulus *st);
/* Makes RET from PARENT by CHANGES changes; parts of OTHER may come into it. The name of RET is empty. Returns 0 or -ENOMEM; the
 * caller releases RET in any case. */
int mutator_change(struct mutator *m, const struct stimulus *parent, const struct stimulus *other, unsigned changes,
                   struct stimulus *ret);

/* mutate_item.c: changes a value of ITEM, an item of a stimulus of M's DUT. Returns false if it has no value that may change, or
 * if there is no memory. */
bool mutate_item(struct mutator *m, struct item *item);
/* Makes a new item (an access, a frame or a request) for the place behind the first COUNT items of ST. Returns 0 or -ENOMEM. */
int mutate_new(struct mutator *m, const struct stimulus *st, size_t count, struct item *ret);
/* Makes a wait for a moment, so that FOLLOWER takes effect close to it. */
struct item mutate_moment(struct mutator *m, const struct item *follower);
#endif
