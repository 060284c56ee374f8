/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of earlier regressions: a regression takes over runs that passed on the same content, resumes one that was
 * interrupted, merges those of several machines, and prints the changes since the last one. */
#ifndef PAUSEBENCH_HISTORY_H
#define PAUSEBENCH_HISTORY_H
#include "base/env.h"
#include "regress/regress.h"

struct history_options {
	const char *path; /* path of the database */
	bool all;         /* nothing is taken over */
	bool resume;      /* the newest interrupted regression with the same options goes on */
	/* Folders with the history.db of the parts of one regression, which are merged: nothing is run. */
	char *const *parts;
	size_t part_count;
};

struct history;
/* Returns a history, or NULL if there is no memory. OPTIONS must outlive it. The files are opened when the regression begins. */
struct history *history_new(const struct history_options *options);
void history_free(struct history *history);
/* Returns the functions for struct regress_options; they are valid as long as HISTORY. */
const struct regress_memory *history_memory(struct history *history);

/* To be called before a merge: opens the parts, refuses those that do not belong together or were run by another program, and
 * fills in RET with what the whole regression was to run. The rows go to *RET_DUTS, which the caller frees. Returns 0 or a
 * negative errno with the line. */
int history_parts(struct history *history, struct regress_options *ret, const struct dut ***ret_duts,
                  struct env_error *ret_error);
#endif
