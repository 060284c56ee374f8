/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers that are the same everywhere: splitmix64. */
#ifndef PAUSEBENCH_RANDOM_H
#define PAUSEBENCH_RANDOM_H
#include <stdint.h>

static inline uint64_t random_u64(uint64_t *state)
{
	uint64_t z = *state += 0x9E3779B97F4A7C15u;

	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
	z = (z ^ z >> 27) * 0x94D049BB133111EBu;
	return z ^ z >> 31;
}

/* Returns a random number below LIMIT, which is not 0. */
static inline uint32_t random_below(uint64_t *state, uint32_t limit)
{
	return (uint32_t)((random_u64(state) >> 32) * limit >> 32);
}

/* Returns the random number that belongs to a state. */
static inline uint64_t random_of(uint64_t state)
{
	return random_u64(&state);
}
#endif
