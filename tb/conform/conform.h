/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the neutral suite and seeds on one row and writes its conformance statement. */
#ifndef PAUSEBENCH_CONFORM_H
#define PAUSEBENCH_CONFORM_H
#include "regress/regress.h"

struct conform_options {
	struct regress_options regress; /* with one DUT */
	const char *version;
	const char *text, *json, *html; /* where to write the statement; NULL: OUT/conformance.txt, .json, .html */
};

/* Returns 0 if there is no finding, 1 if there are findings, or 2 with the line in *ret_error. */
int conform(const struct conform_options *options, struct env_error *ret_error);
#endif
