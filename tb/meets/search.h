/* SPDX-License-Identifier: Apache-2.0 */
/* Finds lines `meets P Q N ...` for a stimulus file with parts (doc/reference/stimulus.md), so that they reach cells of the coverage that
 * nothing reached so far. */
#ifndef PAUSEBENCH_MEETS_SEARCH_H
#define PAUSEBENCH_MEETS_SEARCH_H
#include "base/dut.h"
#include "base/env.h"
#include "coverage/sum.h"

#include <stdio.h>

struct search_options {
	const struct dut *dut;
	const char *path;  /* path of the file; its own lines `meets` are ignored */
	const char *first; /* search only pairs that begin with this part; or NULL */
	uint32_t enough;   /* a cell that so many runs reached is not wanted */
	bool model;        /* the golden model drives the pins, not the RTL */
};
/* Searches all pairs of parts for the wanted cells. HAVE has what was reached so far; cells that the search reaches are added to
 * it. Prints the lines to OUT, and to LOG each run that has a finding or refutes a reason. Returns how many such runs there are,
 * or a negative errno. */
int search_meets(FILE *out, FILE *log, const struct search_options *options, struct coverage_sum *have,
                 struct env_error *ret_error);
#endif
