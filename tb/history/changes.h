/* SPDX-License-Identifier: Apache-2.0 */
/* The changes since the last regression: new, fixed and flaky runs. */
#ifndef PAUSEBENCH_CHANGES_H
#define PAUSEBENCH_CHANGES_H
#include "database.h"

#include <stdio.h>

enum { CHANGE_KINDS = CHANGE_STILL + 1, CHANGES_NAMED = 5 };
struct changes {
	uint64_t count[CHANGE_KINDS];
	char named[CHANGE_KINDS][CHANGES_NAMED][144]; /* the first ones */
};

/* Returns how OUTCOME differs from the last outcome of TEST. SAME: the content is the same, so that the outcome cannot differ
 * unless a run depends on the machine. */
enum history_change change_of(const struct history_test *test, enum history_outcome outcome, bool same);
void changes_add(struct changes *changes, enum history_change change, const char *dut, const char *name);
/* Prints a line for each kind of change that there is. */
void changes_print(FILE *out, const struct changes *changes);
#endif
