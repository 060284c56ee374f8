/* SPDX-License-Identifier: Apache-2.0 */
/* The random stimulus of a seed. */
#ifndef PAUSEBENCH_SEED_H
#define PAUSEBENCH_SEED_H
#include "base/dut.h"
#include "stimulus/item.h"

/* Makes the random stimulus of SEED for DUT, with at least ITEMS items; the same arguments give the same stimulus on every
 * machine. Returns 0 or -ENOMEM; the caller releases ST in any case. */
int stimulus_generate(struct stimulus *st, const struct dut *dut, uint32_t seed, size_t items);
/* Does the same, drawing only from SCENARIOS: names between commas; "neutral" stands for those that name no register, NULL for
 * all. Returns -ENOENT if none of them suits DUT. */
int stimulus_generate_of(struct stimulus *st, const struct dut *dut, uint32_t seed, size_t items, const char *scenarios);
/* Makes the items with which every random stimulus of DUT begins, and those with which it ends: the latter bring all to rest and
 * read all counters. Returns 0 or -ENOMEM; the caller releases both in any case. */
int stimulus_generate_frame(const struct dut *dut, struct stimulus *ret_begin, struct stimulus *ret_end);
/* Returns true if NAMES, between commas, are names of scenarios; else writes the first one that is not into RET. */
bool scenario_names_known(const char *names, char *ret, size_t size);

struct scenario_row {
	const char *name, *model; /* .model NULL: for any model */
	unsigned weight;
	uint64_t needs; /* enum dut_capability mask */
	bool neutral;   /* it names no register */
};
void scenarios_each(void (*see)(void *context, const struct scenario_row *row), void *context);
#endif
