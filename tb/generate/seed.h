/* SPDX-License-Identifier: Apache-2.0 */
/* The random stimulus of a seed. */
#ifndef PAUSEBENCH_SEED_H
#define PAUSEBENCH_SEED_H
#include "base/dut.h"
#include "stimulus/item.h"

/* Makes the random stimulus of SEED for DUT, with at least ITEMS items: the same stimulus for the same arguments on every machine. 0 or -ENOMEM;
 * the caller releases ST in any case. */
int stimulus_generate(struct stimulus *st, const struct dut *dut, uint32_t seed, size_t items);
/* Likewise of the scenarios SCENARIOS alone, names between commas; "neutral": those that name no register; NULL: all. -ENOENT: DUT can take
 * none of them. */
int stimulus_generate_of(struct stimulus *st, const struct dut *dut, uint32_t seed, size_t items, const char *scenarios);
/* Makes the items with which every random stimulus of DUT begins, and those with which it ends: they bring all to rest and read all counters. 0 or
 * -ENOMEM; the caller releases both in any case. */
int stimulus_generate_frame(const struct dut *dut, struct stimulus *ret_begin, struct stimulus *ret_end);
/* Returns true if NAMES, between commas, are names of scenarios; else RET gets the first that is none. */
bool scenario_names_known(const char *names, char *ret, size_t size);

struct scenario_row {
	const char *name, *model; /* NULL: of any model */
	unsigned weight;
	uint64_t needs; /* enum dut_capability mask */
	bool neutral;   /* it names no register */
};
void scenarios_each(void (*see)(void *context, const struct scenario_row *row), void *context);
#endif
