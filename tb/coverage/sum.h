/* SPDX-License-Identifier: Apache-2.0 */
/* What many runs reached, as JSON (coverage.json) and as text, with the reasons of unreached.def. */
#ifndef PAUSEBENCH_COVERAGE_SUM_H
#define PAUSEBENCH_COVERAGE_SUM_H
#include "base/env.h"
#include "coverage.h"

#include <jansson.h>
#include <stdio.h>

/* In how many runs each cell was reached. */
struct coverage_sum {
	uint32_t runs;
	uint32_t meets[MEET_PAIRS][MEET_DISTANCES];
	uint32_t points[POINTS_COUNT][POINTS_BINS_MAX][POINTS_COLUMNS_MAX];
};
void coverage_sum_add(struct coverage_sum *sum, const struct coverage_reached *reached);
void coverage_sum_join(struct coverage_sum *sum, const struct coverage_sum *other);

enum { COVERAGE_SCHEMA_VERSION = 1 };
/* {dut, model, runs, meets: {A: {B: [runs for each distance]}}, points: {GROUP: {BIN: {COLUMN: runs}}}}; cells that no run reached are left out. The
 * caller owns it; NULL: no memory. */
json_t *coverage_json(const struct dut *dut, const struct coverage_sum *sum);
/* Adds an entry of coverage.json to SUM. False: it is not one of this version of the tables. */
bool coverage_read(const json_t *entry, struct coverage_sum *sum);

/* How many cells of MODEL there are, were reached, were not for a stated reason, or were not; .refuted: reached in spite of a reason. */
struct coverage_count {
	unsigned cells, reached, explained, open, refuted;
};
struct coverage_figures {
	struct coverage_count meets, points;
};
void coverage_count(const char *model, const struct coverage_sum *sum, struct coverage_figures *ret);
/* Prints each reason that was refuted; if OPEN, each cell that was not reached and has none, and if EXPLAINED each that has one. */
void coverage_print_unreached(FILE *out, const char *model, const struct coverage_sum *sum, bool open, bool explained);
/* Prints the reached cells of MODEL, a line for each pair and bin, as the file of reached cells has them. */
void coverage_print_reached(FILE *out, const char *model, const struct coverage_sum *sum);
/* Compares with such a file: prints each cell of the MODELS' sums that it names and that was not reached. Returns how many those are, or a negative
 * errno with the line of the file that cannot be read. */
int coverage_lost(FILE *out, const char *path, const char *const *models, const struct coverage_sum *const *sums, size_t count,
                  struct env_error *ret_error);
#endif
