/* SPDX-License-Identifier: Apache-2.0 */
/* Counts how often runs armed and decided each rule, and which planted faults break it. A rule has had both outcomes if right
 * DUTs pass it and a wrong one fails it. */
#ifndef PAUSEBENCH_COVERAGE_RULES_H
#define PAUSEBENCH_COVERAGE_RULES_H
#include "sum.h"

/* How many planted faults of each device are found by each rule. */
enum { COVERAGE_DEVICES_MAX = 16 };
struct coverage_faults {
	struct {
		const char *model;
		uint32_t found[RULE_COUNT];
	} device[COVERAGE_DEVICES_MAX];
	size_t count;
};
/* Reads the heads of the patches in FOLDER, which is tests/data/mutants. A patch of an unknown row or rule counts nowhere. Returns 0
 * or negative errno. */
int coverage_faults_read(const char *folder, struct coverage_faults *ret, struct env_error *ret_error);
uint32_t coverage_faults_of(const struct coverage_faults *faults, const char *model, enum rule rule);

/* Returns the reason why no run of MODEL decides RULE; NULL if none is stated. */
const char *coverage_rule_reason(const char *model, enum coverage_mode mode, enum rule rule);
/* Counts the rules that a stimulus can exercise; .reached counts those that a run decided. */
void coverage_count_rules(const char *model, const struct coverage_sum *sum, enum coverage_mode mode, struct coverage_count *ret);
/* Prints a line for each of these rules. */
void coverage_print_rules(FILE *out, const char *model, const struct coverage_sum *sum, const struct coverage_faults *faults);
/* Prints each reason that was refuted; if OPEN, each rule that no run decided and that has no reason; if EXPLAINED, each that has
 * one. */
void coverage_print_undecided(FILE *out, const char *model, const struct coverage_sum *sum, bool open, bool explained);
#endif
