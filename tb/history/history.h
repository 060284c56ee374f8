/* SPDX-License-Identifier: Apache-2.0 */
/* What earlier regressions found, for the next one: runs that passed on the same content are taken over, an interrupted regression is resumed, those of
 * several machines are merged, and what has changed since the last one is printed. */
#ifndef PAUSEBENCH_HISTORY_H
#define PAUSEBENCH_HISTORY_H
#include "base/env.h"
#include "regress/regress.h"

struct history_options {
	const char *path; /* of the database */
	bool all;         /* nothing is taken over */
	bool resume;      /* the newest regression with the same options that was interrupted goes on */
	/* Folders with the history.db of the parts of one regression, which are merged: nothing is run. */
	char *const *parts;
	size_t part_count;
};

struct history;
/* OPTIONS must outlive the history. NULL: there is no memory. The files are opened when the regression begins. */
struct history *history_new(const struct history_options *options);
void history_free(struct history *history);
/* Returns the calls for struct regress_options; valid as long as HISTORY. */
const struct regress_memory *history_memory(struct history *history);

/* Before a merge: opens the parts, refuses those that do not belong together or were run by another program, and fills in RET what the whole regression was to
 * run. The rows go to *RET_DUTS, to be freed. 0 or a negative errno with the line. */
int history_parts(struct history *history, struct regress_options *ret, const struct dut ***ret_duts,
                  struct env_error *ret_error);
#endif
