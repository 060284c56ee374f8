/* SPDX-License-Identifier: Apache-2.0 */
/* What many runs reached, as JSON (coverage.json) and as text, with the reasons of unreached.def. */
#ifndef PAUSEBENCH_COVERAGE_SUM_H
#define PAUSEBENCH_COVERAGE_SUM_H
#include "base/env.h"
#include "coverage.h"

#include <jansson.h>
#include <stdio.h>

enum coverage_mode { COVERAGE_EXACT, COVERAGE_BLACK_BOX, COVERAGE_MODES };
/* Of a rule: in how many runs it was at stake, in how many of these a wrong DUT would have been seen, and how often either was so. */
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
/* "64" or "65..126" */
const char *coverage_bin_name(const struct points_row *row, unsigned bin, char ret[48]);

enum { COVERAGE_SCHEMA_VERSION = 2 };
/* The names of runs by their numbers. */
struct coverage_names {
	const char *(*name)(const void *context, uint32_t number); /* may return NULL */
	const void *context;
};
/* An entry of coverage.json, doc/reference/json.md; cells that no run reached are left out. The caller owns it; NULL: no memory. */
json_t *coverage_json(const struct dut *dut, const struct coverage_sum *sum, const struct coverage_names *names);
/* Adds an entry of coverage.json to SUM; the numbers of its runs are places in NAMES, a list, to which its names are appended. False: it is not one of
 * this version of the tables. */
bool coverage_read(const json_t *entry, struct coverage_sum *sum, json_t *names);

struct coverage_cell {
	uint32_t runs, first; /* as in struct coverage_sum */
	const char *reason;   /* why it cannot be reached, or NULL */
	bool meet;
	unsigned a, b; /* moments, or group and bin */
	int distance;  /* or column */
};
typedef void coverage_cell_fn(void *context, const struct coverage_cell *cell);
void coverage_each_cell(const char *model, const struct coverage_sum *sum, coverage_cell_fn *back, void *context);

/* Whether a PATTERN of unreached.def has NAME: names between blanks, or "*". */
bool coverage_is(const char *pattern, const char *name);
/* How many cells of MODEL there are, were reached, were not for a stated reason, or were not; .refuted: reached in spite of a reason; .once: reached by
 * one run only, so that a change of this run alone loses the cell. */
struct coverage_count {
	unsigned cells, reached, explained, open, refuted, once;
};
struct coverage_figures {
	struct coverage_count meets, points;
};
void coverage_count(const char *model, const struct coverage_sum *sum, struct coverage_figures *ret);
/* Prints each reason that was refuted; if OPEN, each cell that was not reached and has none, and if EXPLAINED each that has one. */
void coverage_print_unreached(FILE *out, const char *model, const struct coverage_sum *sum, bool open, bool explained);
/* Prints a line for each cell, what became of it, what it is and its name: "open value rx-length 64 good"; "lacking" is one with a reason. */
void coverage_print_cells(FILE *out, const char *model, const struct coverage_sum *sum);
/* Prints each cell that one run alone reached, and this run; NAMES has the names of runs by their numbers. */
void coverage_print_once(FILE *out, const char *model, const struct coverage_sum *sum, const json_t *names);
#endif
