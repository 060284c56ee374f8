/* SPDX-License-Identifier: Apache-2.0 */
/* A fuzzer of the library's calls and of the readers of files: what its parts call of each other, by file. */
#ifndef PAUSEBENCH_FUZZ_READERS_H
#define PAUSEBENCH_FUZZ_READERS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- fuzz_readers.c ---- */

/* A sequence of numbers that SEED alone decides. */
struct fuzz_random {
	uint64_t state;
};
uint64_t fuzz_next(struct fuzz_random *random);
/* Returns a number from 0 to COUNT - 1; COUNT is not 0. */
uint64_t fuzz_below(struct fuzz_random *random, uint64_t count);

/* ---- fuzz_targets.c ---- */

struct fuzz_target {
	const char *name;
	const char *seeds; /* a pattern of the files that are changed, as a shell takes it; NULL: it takes no file */
	bool made;         /* .seeds are in the folder in which fuzz_make_captures() made them */
	/* Reads the file at PATH, which may be anything; without .seeds makes calls by RANDOM. Whether it is accepted does not matter. */
	void (*run)(const char *path, struct fuzz_random *random);
	unsigned share; /* of the time */
};
extern const struct fuzz_target fuzz_targets[];
extern const size_t fuzz_target_count;
/* Makes the captures of tests/data/judge/captures.txt in FOLDER/judged.0 and so on, which the targets read. 0 or -1. */
int fuzz_make_captures(const char *folder);

/* ---- fuzz_calls.c ---- */

/* Makes a judge and calls its functions in any order, with arguments that are right, odd or wrong. */
void fuzz_calls(const char *path, struct fuzz_random *random);
#endif
