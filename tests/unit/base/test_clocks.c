/* SPDX-License-Identifier: Apache-2.0 */
/* Clocks of a MAC that has several (tb/base/clocks.h). */
#include "base/clocks.h"

#include "support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const struct clock_plan four = {
	.several = true, .hz = { 0, 125000000, 150000000, 50000000 }, .ppm = 100, .jitter_ps = 50
};

enum { TX_HZ = 125000000, SEEDS = 200 };

/* Each edge is where its number says, and none is left out or comes twice. */
Test(clocks, edges_are_where_their_numbers_say)
{
	for (uint32_t seed = 1; seed <= SEEDS; seed++) {
		struct clocks clocks;
		uint64_t edge[CLOCK_DOMAINS] = { 0 }, before = 0;
		clocks_begin(&clocks, &four, TX_HZ, seed);
		for (int step = 0; step < 3000; step++) {
			clocks_next(&clocks);
			cr_assert_gt(clocks.now, before);
			before = clocks.now;
			cr_assert(clocks.rises | clocks.falls);
			cr_assert_not(clocks.rises & clocks.falls);
			for (int i = 0; i < CLOCK_DOMAINS; i++) {
				if (!(clocks.rises >> i & 1))
					continue;
				cr_assert_eq(clocks.now, clocks_time(&clocks.edges[i], edge[i]), "seed %u, clock %d, edge %llu",
				             seed, i, (unsigned long long)edge[i]);
				cr_assert_eq(clocks_edge_by(&clocks.edges[i], clocks.now), edge[i]);
				cr_assert_eq(clocks_edge_by(&clocks.edges[i], clocks_time(&clocks.edges[i], edge[i] + 1) - 1),
				             edge[i]);
				edge[i]++;
			}
		}
	}
}

/* A second has as many edges as the frequency says, within the deviation, to an edge. */
Test(clocks, a_second_has_the_edges_of_the_frequency)
{
	for (uint32_t seed = 1; seed <= SEEDS; seed++) {
		struct clocks clocks;
		clocks_begin(&clocks, &four, TX_HZ, seed);
		for (int i = 0; i < CLOCK_DOMAINS; i++) {
			const struct clock_edges *edges = &clocks.edges[i];
			int64_t hz = i == CLOCK_TX ? TX_HZ : four.hz[i], expected = hz + hz / 1000000 * edges->ppm;
			uint64_t count = clocks_edge_by(edges, edges->phase + 1000000000000000ull);
			cr_assert_leq(llabs((int64_t)count - expected), 1, "seed %u, clock %d: %llu edges, not %lld", seed, i,
			              (unsigned long long)count, (long long)expected);
		}
	}
}

/* Edges are off by the jitter at most, on both sides, and the next one makes up for it. */
Test(clocks, edges_come_early_and_late_by_the_jitter)
{
	enum { PERIOD = 8000000, JITTER = 50000, EDGES = 2000 };
	const struct clock_plan plan = { .several = true, .hz = { 0, 125000000, 0, 0 }, .jitter_ps = JITTER / 1000 };
	struct clocks clocks;
	int64_t least = 0, most = 0;

	clocks_begin(&clocks, &plan, TX_HZ, 7);
	for (int i = 0; i < EDGES; i++) {
		const struct clock_edges *rx = &clocks.edges[CLOCK_RX];
		int64_t off = (int64_t)(clocks_time(rx, (uint64_t)i) - rx->phase) - (int64_t)i * PERIOD;
		least = off < least ? off : least;
		most = off > most ? off : most;
	}
	cr_assert(least >= -JITTER && least < -JITTER * 9 / 10, "%lld", (long long)least);
	cr_assert(most <= JITTER && most > JITTER * 9 / 10, "%lld", (long long)most);
}

/* Both ends are drawn often, alike and against each other; a clock without a frequency is that of the transmit wire. */
Test(clocks, deviations_are_drawn_from_the_seed)
{
	unsigned against = 0, between = 0;

	for (uint32_t seed = 1; seed <= SEEDS; seed++) {
		struct clock_plan plan = { .several = true, .hz = { 0, 125000000, 0, 50000000 }, .ppm = 100 };
		struct clocks clocks, again;
		int32_t tx, rx;
		clocks_begin(&clocks, &plan, TX_HZ, seed);
		clocks_begin(&again, &plan, TX_HZ, seed);
		cr_assert_eq(memcmp(&clocks, &again, sizeof(clocks)), 0);
		cr_assert_eq(memcmp(&clocks.edges[CLOCK_HOST], &clocks.edges[CLOCK_TX], sizeof(clocks.edges[0])), 0);
		tx = clocks.edges[CLOCK_TX].ppm;
		rx = clocks.edges[CLOCK_RX].ppm;
		cr_assert(tx >= -100 && tx <= 100 && rx >= -100 && rx <= 100);
		against += tx == -rx && (tx == 100 || rx == 100);
		between += tx > -100 && tx < 100;
	}
	cr_assert_gt(against, SEEDS / 20);
	cr_assert_gt(between, SEEDS / 4);
}

Test(clocks, a_run_says_its_clocks)
{
	struct clock_plan plan = { .several = true, .hz = { 0, 125000000, 0, 50000000 } };
	char words[CLOCKS_WORDS];

	cr_assert_str_eq(clocks_say(&plan, TX_HZ, 1, words),
	                 "tx 125000000 Hz +0 ppm, rx 125000000 Hz +0 ppm, bus 50000000 Hz +0 ppm, synchronisers drawn");
}
