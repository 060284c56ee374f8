/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage-guided fuzzing of a DUT: a regression whose runs the fuzzer makes (doc/use/fuzz.md). */
#ifndef PAUSEBENCH_FUZZ_H
#define PAUSEBENCH_FUZZ_H
#include "regress/regress.h"

struct fuzz_options {
	struct regress_options regress; /* .duts has one; .seconds or .runs bounds it */
	uint64_t runs;                  /* 0: as many as the time allows */
	uint64_t seed;
	const char *start;  /* folder of stimuli that are run first, too; NULL: none */
	const char *corpus; /* folder of the kept stimuli; those that are there are run first */
};
/* The same for the same seed, corpus and number of runs, however many jobs there are. Returns the exit status, as regress(). */
int fuzz(const struct fuzz_options *options, struct env_error *ret_error);
#endif
