/* SPDX-License-Identifier: Apache-2.0 */
/* The clocks of ends that differ by some millionths: the times of their edges, and the elastic buffer that a frame passes between them.
 * doc/use/link.md 4. */
#ifndef PAUSEBENCH_LINK_CLOCK_H
#define PAUSEBENCH_LINK_CLOCK_H
#include <math.h>
#include <stdint.h>

enum {
	LINK_PPM_MAX = 1000,
	LINK_ELASTIC_OCTETS = 16384 + 8, /* the longest frame, with its preamble, that an elastic buffer takes */
};

/* Returns a clock of CLOCK_PS that is PPM millionths faster. */
static inline double link_clock_ps(double clock_ps, int32_t ppm)
{
	return clock_ps / (1 + ppm * 1e-6);
}

/* Returns the time of edge NUMBER of a clock, in whole picoseconds. No edge is more than a picosecond early, however many came before it: the
 * rounding does not add up. */
static inline uint64_t link_edge_ps(uint64_t number, double clock_ps)
{
	return (uint64_t)((double)number * clock_ps);
}

/* Returns by how many clocks more the elastic buffer of a direction delays each frame, if a clock carries OCTETS octets: 0 if both ends have
 * the nominal clock. It is one clock, and what the reader would be ahead of the sender at the end of the longest frame. */
static inline uint32_t link_elastic_clocks(int32_t from_ppm, int32_t to_ppm, double octets)
{
	if (!from_ppm && !to_ppm)
		return 0;
	return 1 + (uint32_t)ceil(LINK_ELASTIC_OCTETS / octets * fabs((1 + to_ppm * 1e-6) / (1 + from_ppm * 1e-6) - 1));
}
#endif
