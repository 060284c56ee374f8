/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance statement of a MAC by captures of its wires: the findings of the judge, and the rules that it could not decide,
 * joined to the requirements. */
#ifndef PAUSEBENCH_CONFORM_CAPTURES_H
#define PAUSEBENCH_CONFORM_CAPTURES_H
#include "base/env.h"
#include "judge/judge_report.h"

struct conform_captures_options {
	const char *out;     /* the folder for conformance.txt, .json and .html */
	const char *version; /* the version of the bench */
	const char *command; /* the command that repeats the verdict */
	FILE *log;           /* the paths are printed there */
};

/* Writes the statement about the captures of REPORT. Its judge must have noted which rules were exercised (struct judge_captures
 * .covers). Returns 0 or negative errno. */
int conform_captures(const struct judge_report *report, const struct conform_captures_options *options,
                     struct env_error *ret_error);
#endif
