/* SPDX-License-Identifier: Apache-2.0 */
/* What has changed since the last regression: new, fixed and flaky runs. */
#ifndef PAUSEBENCH_CHANGES_H
#define PAUSEBENCH_CHANGES_H
#include "database.h"

#include <stdio.h>

enum { CHANGE_KINDS = CHANGE_STILL + 1, CHANGES_NAMED = 5 };
struct changes {
	uint64_t count[CHANGE_KINDS];
	char named[CHANGE_KINDS][CHANGES_NAMED][144]; /* the first ones */
};

/* Returns how OUTCOME differs from what is known of TEST; SAME: of the same content, which cannot differ unless a run depends on the machine. */
enum history_change change_of(const struct history_test *test, enum history_outcome outcome, bool same);
void changes_add(struct changes *changes, enum history_change change, const char *dut, const char *name);
/* Prints the lines; nothing if there is nothing to say. */
void changes_print(FILE *out, const struct changes *changes);
#endif
