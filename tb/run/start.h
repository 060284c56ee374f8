/* SPDX-License-Identifier: Apache-2.0 */
/* Measures what a start of a program costs. */
#ifndef PAUSEBENCH_START_H
#define PAUSEBENCH_START_H
#include "base/env.h"

/* The most that a start of pausebench may cost; a test counts the page faults. */
enum { START_FAULTS_MAX = 80, START_MS_MAX = 3 };

struct start {
	long page_faults; /* how many pages the process touched for the first time, from its exec() to its end */
	double seconds;   /* wall-clock time */
};

/* Starts PROGRAM --version several times, drops its output, and gives the least of each cost. Returns 0 or negative errno. */
int start_measure(const char *program, struct start *ret, struct env_error *ret_error);
#endif
