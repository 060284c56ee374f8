/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the lines `meets P Q N ...` that reach cells which nothing reached so far, for a stimulus file with parts (doc/reference/stimulus.md). */
#ifndef PAUSEBENCH_MEETS_SEARCH_H
#define PAUSEBENCH_MEETS_SEARCH_H
#include "base/dut.h"
#include "base/env.h"
#include "coverage/sum.h"

#include <stdio.h>

struct search_options {
	const struct dut *dut;
	const char *path;  /* of the file; lines meets in it are left out */
	const char *first; /* only pairs that begin with this part, or NULL */
	uint32_t enough;   /* a cell that so many runs reached is not wanted */
	bool model;        /* the golden model drives the pins, not the RTL */
};
/* Runs every pair of parts with every number of clocks that the span of the first one has. HAVE: what was reached; the cells that are found are
 * added to it. Prints the lines to OUT, and to LOG each run that has a finding or refutes a reason. Returns the number of these, or a
 * negative errno. */
int search_meets(FILE *out, FILE *log, const struct search_options *options, struct coverage_sum *have,
                 struct env_error *ret_error);
#endif
