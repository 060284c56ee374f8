/* SPDX-License-Identifier: Apache-2.0 */
/* Return the lesser and the greater of two numbers. */
#ifndef PAUSEBENCH_BOUNDS_H
#define PAUSEBENCH_BOUNDS_H
#include <stdint.h>

static inline uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline uint64_t greatest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}
#endif
