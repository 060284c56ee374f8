/* SPDX-License-Identifier: Apache-2.0 */
/* What a start of a program costs. */
#ifndef PAUSEBENCH_START_H
#define PAUSEBENCH_START_H
#include "base/env.h"

/* The most that a start of pausebench may cost; the page faults are counted by a test. */
enum { START_FAULTS_MAX = 80, START_MS_MAX = 3 };

struct start {
	long page_faults; /* of the process from its exec() to its end: pages that it touched for the first time */
	double seconds;   /* wall clock */
};

/* Starts PROGRAM --version several times, with its output thrown away, and returns the least of each cost. 0 or negative errno. */
int start_measure(const char *program, struct start *ret, struct env_error *ret_error);
#endif
