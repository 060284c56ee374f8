/* SPDX-License-Identifier: Apache-2.0 */
/* The coverage of many runs, as JSON (coverage.json) and as text, with the reasons of unreached.def. */
#ifndef PAUSEBENCH_COVERAGE_SUM_H
#define PAUSEBENCH_COVERAGE_SUM_H
#include "base/env.h"
#include "coverage.h"

#include <jansson.h>
#include <stdio.h>

enum coverage_mode { COVERAGE_EXACT, COVERAGE_BLACK_BOX, COVERAGE_MODES };
/* In how many runs a rule was at stake, in how many of these a wrong DUT would have been found, and how often either was so. */
struct coverage_rule {
	uint32_t runs, deciding;
	uint64_t armed, decided;
};
/* A number for each cell. */
struct coverage_cells {
	uint32_t meets[MEET_PAIRS][MEET_DISTANCES];
	uint32_t points[POINTS_COUNT][POINTS_BINS_MAX][POINTS_COLUMNS_MAX];
};
struct coverage_sum {
	uint32_t runs;
	struct coverage_cells in;    /* how many runs reached the cell ... */
	struct coverage_cells first; /* ... and 1 + the lowest number of these runs */
	struct coverage_rule rules[COVERAGE_MODES][RULE_COUNT];
};
void coverage_sum_add(struct coverage_sum *sum, const struct coverage_reached *reached, uint32_t number, bool black_box);
/* Writes the name of a bin into RET, such as "64" or "65..126". */
const char *coverage_bin_name(const struct points_row *row, unsigned bin, char ret[48]);

enum { COVERAGE_SCHEMA_VERSION = 2 };
/* The names of runs by their numbers. */
struct coverage_names {
	const char *(*name)(const void *context, uint32_t number); /* may return NULL */
	const void *context;
};
/* Returns an entry of coverage.json (doc/reference/json.md), which the caller owns, without the cells that no run reached; NULL if there is
 * no memory. */
json_t *coverage_json(const struct dut *dut, const struct coverage_sum *sum, const struct coverage_names *names);
/* Adds an entry of coverage.json to SUM. The names of its runs are appended to the list NAMES, and SUM has their places in it.
 * Returns false if the entry was made with other tables. */
bool coverage_read(const json_t *entry, struct coverage_sum *sum, json_t *names);

struct coverage_cell {
	uint32_t runs, first; /* as in struct coverage_sum */
	const char *reason;   /* the reason why it cannot be reached, or NULL */
	bool meet;
	unsigned a, b; /* two moments; without .meet a group and a bin */
	int distance;  /* without .meet a column */
};
typedef void coverage_cell_fn(void *context, const struct coverage_cell *cell);
void coverage_each_cell(const char *model, const struct coverage_sum *sum, coverage_cell_fn *back, void *context);

/* Returns whether PATTERN of unreached.def, which has names between blanks, or is "*", has NAME. */
bool coverage_is(const char *pattern, const char *name);
/* How many cells of a model there are, how many were reached, how many were not for a stated reason, and how many were not
 * without one. .refuted: cells that were reached in spite of a reason. .once: cells that one run alone reached, so that a change
 * of this run may lose them. */
struct coverage_count {
	unsigned cells, reached, explained, open, refuted, once;
};
struct coverage_figures {
	struct coverage_count meets, points;
};
void coverage_count(const char *model, const struct coverage_sum *sum, struct coverage_figures *ret);
/* Prints each reason that was refuted; if OPEN, each cell that was not reached and has no reason; if EXPLAINED, each that has
 * one. */
void coverage_print_unreached(FILE *out, const char *model, const struct coverage_sum *sum, bool open, bool explained);
/* Prints a line for each cell: its state, its kind and its name, such as "open value rx-length 64 good". The state of a cell with
 * a reason is "lacking". */
void coverage_print_cells(FILE *out, const char *model, const struct coverage_sum *sum);
/* Prints each cell that one run alone reached, and this run; NAMES has the names of runs by their numbers. */
void coverage_print_once(FILE *out, const char *model, const struct coverage_sum *sum, const json_t *names);
#endif
