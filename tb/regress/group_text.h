/* SPDX-License-Identifier: Apache-2.0 */
/* What the block of a group of failures on the console has in common, whatever it is that failed. */
#ifndef PAUSEBENCH_GROUP_TEXT_H
#define PAUSEBENCH_GROUP_TEXT_H
#include "finding/finding.h"

#include <stdint.h>
#include <stdio.h>

/* What the first line says. */
struct group_title {
	size_t number; /* 1 for the first group */
	const struct finding *shown;
	const char *thing; /* what failed: "run" */
	uint64_t things, findings;
	const char *colour, *plain; /* around "GROUP 1"; "" for none */
};
/* Prints "GROUP 1  rule: what: 3 runs, 5 findings", without the end of the line. */
void group_print_title(FILE *out, const struct group_title *title);
/* Prints the rule of SHOWN; RUN, which says where it was found; what was expected and what happened; the sentence of the golden model; and the line
 * of the profile that may be at fault. Returns how many lines that were. */
unsigned group_print_finding(FILE *out, const struct finding *shown, const char *run);
#endif
