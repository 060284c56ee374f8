/* SPDX-License-Identifier: Apache-2.0 */
/* Changes a stimulus at random: its items, their order, and their values, which go to the edges that the bins of the coverage know. What comes out can
 * be written as a text and be read back; it may be anything that a stimulus may be. */
#ifndef PAUSEBENCH_MUTATE_H
#define PAUSEBENCH_MUTATE_H
#include "base/dut.h"
#include "coverage/coverage.h"
#include "regs.h"
#include "stimulus/item.h"

struct mutator {
	const struct dut *dut;
	const struct reg_page *page;
	uint64_t state;             /* of the random numbers */
	struct stimulus begin, end; /* of each stimulus that the generator makes: the end stays as it is */
	/* How many runs reached each bin; numbers go to bins that few runs reached. */
	uint32_t runs_of[POINTS_COUNT][POINTS_BINS_MAX];
};

/* The caller releases RET in any case. 0 or -ENOMEM. */
int mutator_open(struct mutator *ret, const struct dut *dut, uint64_t seed);
void mutator_close(struct mutator *m);
/* Returns a number below LIMIT. */
uint32_t mutator_below(struct mutator *m, uint32_t limit);
/* Returns how many items of ST from its end on are those with which the generator ends a stimulus. */
size_t mutator_end_of(const struct mutator *m, const struct stimulus *st);
/* Makes what people wrote fit for a mutation: nothing is expected any more, since other items change what comes, and no wait is without a bound. */
void mutator_accept(struct stimulus *st);
/* Makes RET of PARENT by CHANGES changes; parts of OTHER may come into it. Its name is empty. 0 or -ENOMEM; the caller releases RET in any case. */
int mutator_change(struct mutator *m, const struct stimulus *parent, const struct stimulus *other, unsigned changes,
                   struct stimulus *ret);

/* mutate_item.c: gives a value of ITEM, one of a stimulus of M's DUT, another value. False: it has none that may change, or there is no memory. */
bool mutate_item(struct mutator *m, struct item *item);
/* Makes an item that did not come from the generator, an access, a frame or a request, for the place behind the first COUNT items of ST. Returns 0 or
 * -ENOMEM. */
int mutate_new(struct mutator *m, const struct stimulus *st, size_t count, struct item *ret);
/* Makes a wait for a moment, so that what follows comes close to it. */
struct item mutate_moment(struct mutator *m, const struct item *follower);
#endif
