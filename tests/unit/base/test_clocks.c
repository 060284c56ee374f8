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

/* A clock that stops has none of its edges in the stop, and each of them behind it, so much later; the other clocks go on. */
Test(clocks, a_stopped_clock_comes_back_with_its_next_edge)
{
	enum { EDGES = 40, STOP_AT = 10, AGAIN_AT = 25, CYCLES = 1000, AGAIN = 7 };

	for (uint32_t seed = 1; seed <= SEEDS; seed++) {
		struct clocks clocks, other;
		const struct clock_edges *tx = &other.edges[CLOCK_TX], *rx = &clocks.edges[CLOCK_RX];
		uint64_t edge = 0, wait = 0, bus = 0, tx_before = 0;
		clocks_begin(&clocks, &four, TX_HZ, seed);
		clocks_begin(&other, &four, TX_HZ, seed);
		while (edge < EDGES) {
			clocks_next(&clocks);
			if (clocks.rises >> CLOCK_BUS & 1)
				cr_assert_eq(clocks.now, clocks_time(&other.edges[CLOCK_BUS], bus++));
			if (clocks.rises >> CLOCK_TX & 1)
				cr_assert_eq(clocks.now, clocks_time(tx, tx_before++));
			if (!(clocks.rises >> CLOCK_RX & 1))
				continue;
			cr_assert_eq(clocks.now, clocks_time(&other.edges[CLOCK_RX], edge) + wait, "seed %u, edge %llu", seed,
			             (unsigned long long)edge);
			cr_assert_eq(clocks.now, clocks_time(rx, edge));
			cr_assert_eq(clocks_edge_by(rx, clocks_time(rx, edge + 1) - 1), edge);
			edge++;
			if (edge != STOP_AT && edge != AGAIN_AT)
				continue;
			clocks_stop(&clocks, CLOCK_RX, edge == STOP_AT ? CYCLES - 1 : AGAIN);
			if (edge == STOP_AT)
				clocks_stop(&clocks, CLOCK_RX, 1); /* it stops for longer */
			wait = rx->stopped;
			cr_assert_eq(clocks_time(rx, edge - 1), clocks.now);
			cr_assert_leq(
			    llabs((int64_t)(wait - (clocks_time(tx, edge == STOP_AT ? CYCLES : CYCLES + AGAIN) - tx->phase))),
			    100000 + 3, "the time of so many clocks of the transmit wire, but for its jitter");
		}
		cr_assert_gt(bus, EDGES, "it goes on in the stop");
	}
}

Test(clocks, a_run_says_its_clocks)
{
	struct clock_plan plan = { .several = true, .hz = { 0, 125000000, 0, 50000000 } };
	char words[CLOCKS_WORDS];

	cr_assert_str_eq(clocks_say(&plan, TX_HZ, 1, words),
	                 "tx 125000000 Hz +0 ppm, rx 125000000 Hz +0 ppm, bus 50000000 Hz +0 ppm, synchronisers drawn");
}
