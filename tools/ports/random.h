/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers that a seed determines. A stream gives one after the other; a drawn number of its own belongs to a named event, so that two runs of one seed
 * have the same numbers for the same events, whatever happens between these. */
#ifndef PORTS_RANDOM_H
#define PORTS_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct stream {
	uint64_t state;
};

static inline uint64_t random_mix(uint64_t x)
{
	x += 0x9E3779B97F4A7C15u;
	x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
	x = (x ^ x >> 27) * 0x94D049BB133111EBu;
	return x ^ x >> 31;
}

/* Returns the number that belongs to event INDEX of kind KIND. */
static inline uint64_t random_of(uint64_t seed, uint64_t kind, uint64_t index)
{
	return random_mix(random_mix(random_mix(seed) ^ kind) ^ index);
}

static inline uint64_t random_next(struct stream *s)
{
	s->state += 0x9E3779B97F4A7C15u;
	return random_mix(s->state);
}

/* Returns a number from LEAST to MOST, both included. */
static inline int random_range(struct stream *s, int least, int most)
{
	return least + (int)(random_next(s) % (uint64_t)(most - least + 1));
}

/* Returns true in PERCENT of 100 calls. */
static inline bool random_chance(struct stream *s, int percent)
{
	return random_range(s, 0, 99) < percent;
}

#endif
