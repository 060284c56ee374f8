/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage-guided fuzzing of a DUT: a regression whose runs the fuzzer makes (doc/use/fuzz.md). */
#ifndef PAUSEBENCH_FUZZ_H
#define PAUSEBENCH_FUZZ_H
#include "regress/regress.h"

struct fuzz_options {
	struct regress_options regress; /* .duts has one DUT; .seconds or .runs limits the fuzzing */
	uint64_t runs;                  /* 0: as many runs as the time allows */
	uint64_t seed;
	const char *start;  /* a folder of stimuli that are run before the corpus; or NULL */
	const char *corpus; /* the folder of the kept stimuli; those that are in it are run first */
};
/* Fuzzes. The inputs depend only on seed, corpus and number of runs, and not on the number of jobs. Returns the exit status, as
 * regress() does. */
int fuzz(const struct fuzz_options *options, struct env_error *ret_error);
#endif
