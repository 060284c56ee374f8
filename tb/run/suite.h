/* SPDX-License-Identifier: Apache-2.0 */
/* The runs of a regression and what they add up to: the table, summary.json, junit.xml. */
#ifndef PAUSEBENCH_SUITE_H
#define PAUSEBENCH_SUITE_H
#include "base/env.h"
#include "pool.h"
#include "stimulus/source.h"

#include <stdio.h>

enum suite_outcome {
	SUITE_PLANNED, /* not started, or still under way */
	SUITE_PASSED,
	SUITE_FAILED,
	SUITE_SKIPPED, /* the DUT cannot take the stimulus: .note */
	SUITE_STOPPED, /* interrupted before it found anything */
	SUITE_BROKEN,  /* the environment: .note */
	SUITE_LET_GO,  /* passed, one of so many seeds that it is only counted; its place is free */
};

struct suite_run {
	size_t dut; /* index into suite.duts */
	struct source source;
	char name[96];
	bool black_box;
	bool seed; /* may be let go of */
	enum suite_outcome outcome;
	enum run_status status;
	uint64_t items, cycles, checks, findings;
	double seconds;
	struct finding first; /* FAILED */
	char *note, *folder;  /* owned; .folder: where the failure was saved */
	size_t next_free;
};

/* Sums over runs that passed or failed. */
struct suite_tally {
	uint64_t runs, skipped, items, cycles, checks, findings;
	double seconds; /* of the processes */
};

struct suite {
	const struct dut *const *duts; /* the caller's */
	size_t dut_count;
	struct suite_tally *tally; /* per DUT */
	struct suite_run *runs;
	size_t count, capacity;
	size_t free_place; /* the newest run that was let go of, as index + 1, or 0; each has the one before in .next_free */
	uint64_t ended;    /* runs that are no longer PLANNED */
	uint64_t let_go;
	bool partial;
	double seconds;      /* wall clock so far */
	const char *program; /* as called */
};

/* 0 or -ENOMEM. */
int suite_init(struct suite *suite, const struct dut *const *duts, size_t count);
void suite_release(struct suite *suite);
/* Appends a copy of RUN and takes over its note, also on failure. 0 or -ENOMEM. */
int suite_append(struct suite *suite, const struct suite_run *run);
/* So many runs of seeds are remembered one by one; of what passes beyond that only the sums are. */
enum { SUITE_KEPT = 20000 };
/* The same, in the place of a run that was let go of if there is one. */
int suite_place(struct suite *suite, const struct suite_run *run, size_t *ret_index);
/* Enters what run number RESULT->tag came to and adds it up. 0 or -ENOMEM. */
int suite_enter(struct suite *suite, const struct pool_result *result);
/* Over all DUTs. */
struct suite_tally suite_total(const struct suite *suite);

/* One table: a row per DUT and the total. */
void suite_table(FILE *out, const struct suite *suite);
/* 0 or negative errno. */
int suite_write_summary(const struct suite *suite, const char *path, struct env_error *ret_error);
int suite_write_junit(const struct suite *suite, const char *path, struct env_error *ret_error);
#endif
