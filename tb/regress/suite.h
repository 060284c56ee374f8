/* SPDX-License-Identifier: Apache-2.0 */
/* The runs of a regression and their sums: the table, summary.json, junit.xml. */
#ifndef PAUSEBENCH_SUITE_H
#define PAUSEBENCH_SUITE_H
#include "group.h"
#include "base/env.h"
#include "run/pool.h"
#include "run/source.h"

#include <stdio.h>

enum suite_outcome {
	SUITE_PLANNED, /* it was not started, or is still under way */
	SUITE_PASSED,
	SUITE_FAILED,
	SUITE_SKIPPED, /* the DUT cannot take the stimulus; .note has the reason */
	SUITE_STOPPED, /* it was interrupted before it had a finding */
	SUITE_BROKEN,  /* the environment failed; .note has the line */
	SUITE_LET_GO,  /* it passed, but after so many seeds that it is only counted; its place is free */
};

struct suite_run {
	size_t dut; /* index into suite.duts */
	struct source source;
	char name[96];
	bool black_box;
	bool seed;          /* it may be let go of */
	bool passed_before; /* it passed before on the same content, and was not run again */
	enum suite_outcome outcome;
	enum run_status status;
	uint32_t power_up; /* the seed of the power-up state, once the run has ended */
	uint64_t items, cycles, checks, findings;
	double seconds;
	struct finding first; /* SUITE_FAILED: its first finding ... */
	size_t key;           /* ... and the index of its key */
	size_t group;         /* the number of the run's group, 1 or more, once groups_make() has made the groups */
	size_t twin;          /* of a black-box run: index + 1 of the exact run of the same stimulus, or 0 */
	bool unfit;           /* SUITE_SKIPPED: by its head the stimulus is not for this DUT */
	char *note, *folder;  /* owned; .folder: where the failure was saved */
	size_t next_free;
};

/* Sums over runs that passed or failed. */
struct suite_tally {
	uint64_t runs, skipped, items, cycles, checks, findings;
	uint64_t passed_before; /* how many of .runs passed before on the same content */
	double seconds;         /* time of the processes */
};

/* In how many runs of a DUT each rule was exercised, and in how many of them reads saw each counter move or stand still; exact and
 * black-box runs apart. */
enum { SUITE_EXACT, SUITE_BLACK_BOX, SUITE_MODES };
struct suite_exercised {
	uint32_t rules[SUITE_MODES][RULE_COUNT];
	uint32_t moved[SUITE_MODES][PM_COUNTERS_MAX], still[SUITE_MODES][PM_COUNTERS_MAX];
};

/* How many findings a waiver waived, and in how many runs it could have. */
struct suite_waiver {
	uint64_t waived, runs;
};

/* The cost of a regression: of this process and of those that have ended. */
struct suite_cost {
	double cpu_seconds, loop_seconds; /* CPU time of all processes, and how much of it was spent in the cycle loop */
	uint64_t page_faults, forks;
};

struct suite {
	const struct dut *const *duts; /* the caller owns them */
	size_t dut_count;
	struct suite_tally *tally;         /* one for each DUT */
	struct suite_exercised *exercised; /* one for each DUT */
	struct coverage_sum *coverage;     /* one for each DUT */
	struct suite_waiver **waivers;     /* for each DUT one for each of its waivers: suite_waivers.h */
	struct suite_run *runs;
	size_t count, capacity;
	size_t seeds; /* how many places of .runs were made for a seed, the free ones included */
	struct group_keys keys;
	struct groups groups;
	uint64_t rules[RULE_COUNT]; /* how many findings each rule has */
	size_t free_place; /* index + 1 of the newest run that was let go of, or 0; its .next_free leads to the one before it */
	uint64_t ended;    /* how many runs are no longer SUITE_PLANNED */
	uint64_t let_go;
	bool partial;
	bool few;               /* there are so few runs that a waiver need not have waived anything */
	double seconds;         /* wall clock so far */
	struct suite_cost cost; /* all 0: the cost is not known, as for runs of several regressions */
	const char *program;    /* this program as it was called */
	uint64_t max_cycles;    /* as in run_options, for the lines that repeat a run */
	double max_seconds;
};

/* Begins a suite of COUNT DUTs. Returns 0 or -ENOMEM. */
int suite_init(struct suite *suite, const struct dut *const *duts, size_t count);
void suite_release(struct suite *suite);
/* Appends a copy of RUN, and owns its note from now on, also on failure. Returns 0 or -ENOMEM. */
int suite_append(struct suite *suite, const struct suite_run *run);
/* So many runs of seeds are kept one by one; of passing runs beyond them only the sums are kept. */
enum { SUITE_KEPT = 20000 };
/* Does what suite_append() does, in the place of a run that was let go of if there is one. */
int suite_place(struct suite *suite, const struct suite_run *run, size_t *ret_index);
/* Enters the result of run number RESULT->tag, and adds it to the sums. Returns 0 or -ENOMEM. */
int suite_enter(struct suite *suite, const struct pool_result *result);
/* Returns the share of the CPU time that was spent in the cycle loop, 0 to 1; 0 if that is not known. */
double suite_efficiency(const struct suite_cost *cost);
/* Returns the sums over all DUTs. */
struct suite_tally suite_total(const struct suite *suite);

/* Writes the command that repeats RUN into RET: that of its folder, or, if it has none, one that makes its stimulus anew. Returns
 * RET. */
const char *suite_command(const struct suite *suite, const struct suite_run *run, char *ret, size_t size);
/* Prints a table with a row for each DUT, and the total. */
void suite_table(FILE *out, const struct suite *suite);
/* Prints a line for each DUT with all reasons why it skipped stimuli; junit.xml has the names of these. That a stimulus is not
 * for the DUT is printed only if there was no run at all. */
void suite_print_skipped(FILE *out, const struct suite *suite);
/* Write summary.json and junit.xml. Return 0 or negative errno. */
int suite_write_summary(const struct suite *suite, const char *path, struct env_error *ret_error);
/* Writes which rules and counters the runs exercised: {duts: [{dut, rules, moved, still}]}, each with the numbers of exact and of
 * black-box runs by the name of the rule or counter. Returns 0 or negative errno. */
int suite_write_exercised(const struct suite *suite, const char *path, struct env_error *ret_error);
/* Writes what the runs reached: {duts: [coverage_json()]}. Returns 0 or negative errno. */
int suite_write_coverage(const struct suite *suite, const char *path, struct env_error *ret_error);
int suite_write_junit(const struct suite *suite, const char *path, struct env_error *ret_error);
#endif
