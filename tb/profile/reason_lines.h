/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a file of reasons. Those beside a user's profile (reasons.h) and those in tools/reasons have one grammar: the first line is
 * "pausebench-reasons 1", each other line is KIND "WHAT" "reason", and # begins a comment. */
#ifndef PAUSEBENCH_REASON_LINES_H
#define PAUSEBENCH_REASON_LINES_H
#include "profile_text.h"

#include <stddef.h>

/* A line: the place of its kind in the list of kinds, what it names, and the reason. */
struct reason_line {
	size_t kind;
	const char *what, *why;
	unsigned line;
};
/* A file; the lines point into its text. */
struct reason_lines {
	char *text;
	struct reason_line *list;
	size_t count;
};

/* Reads the file PATH, whose lines have one of KINDS, a list that NULL ends. Returns 0; -EINVAL with *RET_ERROR, which names the
 * place and what was expected; or another negative errno. The caller releases RET in any case. */
int reason_lines_read(struct reason_lines *ret, const char *path, const char *const *kinds, struct profile_error *ret_error);
void reason_lines_release(struct reason_lines *lines);
/* Returns the reason of the line that names WHAT, or NULL. */
const char *reason_of(const struct reason_lines *lines, const char *what);

/* The kinds of the files in tools/reasons. */
extern const char *const reason_file_kinds[];
#endif
