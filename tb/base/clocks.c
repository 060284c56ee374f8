/* SPDX-License-Identifier: Apache-2.0 */
#include "clocks.h"

#include "random.h"

#include <stdio.h>

#define FS_PER_S 1000000000000000ull
#define MILLION 1000000ull

__extension__ typedef unsigned __int128 wide;

static uint64_t draw(uint64_t *state, uint64_t most)
{
	return most ? random_u64(state) % (most + 1) : 0;
}

/* The worst cases are drawn as often as all others. */
static int32_t draw_ppm(uint64_t *state, uint32_t most)
{
	uint64_t kind = draw(state, 3);

	if (kind < 2)
		return kind ? (int32_t)most : -(int32_t)most;
	return (int32_t)draw(state, 2ull * most) - (int32_t)most;
}

/* The period is 10^15 / (HZ (1 + PPM / 10^6)) femtoseconds. */
static void set_period(struct clock_edges *edges, uint32_t hz, int32_t ppm)
{
	wide over = (wide)FS_PER_S * MILLION;

	edges->of = (uint64_t)hz * (uint64_t)((int64_t)MILLION + ppm);
	edges->whole = (uint64_t)(over / edges->of);
	edges->part = (uint64_t)(over % edges->of);
	edges->ppm = ppm;
}

/* Returns by how much edge EDGE is later than it would be without jitter, and .jitter more. */
static uint64_t late_by(const struct clock_edges *edges, uint64_t edge)
{
	uint64_t state = edges->seed + edge;

	return edges->jitter ? random_u64(&state) % (2 * edges->jitter + 1) : 0;
}

static void first_edge(struct clock_edges *edges, uint64_t phase)
{
	edges->phase = phase + edges->jitter;
	edges->edge = 0;
	edges->even = edges->phase;
	edges->rise = phase + late_by(edges, 0);
	edges->rest = 0;
	edges->fall = UINT64_MAX;
}

void clocks_begin(struct clocks *clocks, const struct clock_plan *plan, uint32_t tx_hz, uint32_t seed)
{
	uint64_t state = 0x636C6F636B73ull ^ ((uint64_t)seed << 16); /* "clocks" */

	*clocks = (struct clocks){ .now = 0 };
	for (int i = 0; i < CLOCK_DOMAINS; i++) {
		struct clock_edges *edges = &clocks->edges[i];
		bool own = i == CLOCK_TX || plan->hz[i];
		int32_t ppm = draw_ppm(&state, plan->ppm);
		uint64_t phase;
		if (!own) {
			*edges = clocks->edges[CLOCK_TX];
			continue;
		}
		set_period(edges, i == CLOCK_TX ? tx_hz : plan->hz[i], ppm);
		phase = draw(&state, edges->whole - 1);
		edges->jitter = 1000ull * plan->jitter_ps;
		edges->seed = random_u64(&state);
		first_edge(edges, i == CLOCK_TX ? clocks->edges[CLOCK_TX].whole : phase);
	}
}

const char *clocks_say(const struct clock_plan *plan, uint32_t tx_hz, uint32_t seed, char ret[CLOCKS_WORDS])
{
	static const char *const names[] = CLOCK_NAMES, *const late[] = CLOCK_LATE_NAMES;
	struct clocks clocks;
	size_t len = 0;

	clocks_begin(&clocks, plan, tx_hz, seed);
	*ret = '\0';
	for (int i = 0; i < CLOCK_DOMAINS; i++)
		if (i == CLOCK_TX || plan->hz[i])
			len += (size_t)snprintf(ret + len, CLOCKS_WORDS - len, "%s%s %u Hz %+d ppm", len ? ", " : "", names[i],
			                        i == CLOCK_TX ? tx_hz : plan->hz[i], clocks.edges[i].ppm);
	snprintf(ret + len, CLOCKS_WORDS - len, ", synchronisers %s", late[plan->late]);
	return ret;
}

bool clocks_apart(int32_t tx_ppm, int32_t rx_ppm)
{
	int32_t high = tx_ppm > rx_ppm ? tx_ppm : rx_ppm, low = tx_ppm > rx_ppm ? rx_ppm : tx_ppm;

	return high >= CLOCKS_STANDARD_PPM && low <= -CLOCKS_STANDARD_PPM;
}

/* The edge after the present one. */
static void advance(struct clock_edges *edges)
{
	edges->fall = edges->rise + edges->whole / 2;
	edges->edge++;
	edges->even += edges->whole;
	edges->rest += edges->part;
	if (edges->rest >= edges->of) {
		edges->rest -= edges->of;
		edges->even++;
	}
	edges->rise = edges->even - edges->jitter + late_by(edges, edges->edge);
}

void clocks_next(struct clocks *clocks)
{
	uint64_t now = UINT64_MAX;

	for (int i = 0; i < CLOCK_DOMAINS; i++) {
		const struct clock_edges *edges = &clocks->edges[i];
		uint64_t next = edges->fall < edges->rise ? edges->fall : edges->rise;
		now = next < now ? next : now;
	}
	clocks->now = now;
	clocks->rises = clocks->falls = 0;
	for (int i = 0; i < CLOCK_DOMAINS; i++) {
		struct clock_edges *edges = &clocks->edges[i];
		if (edges->fall == now) {
			edges->fall = UINT64_MAX;
			clocks->falls |= 1u << i;
		} else if (edges->rise == now) {
			advance(edges);
			clocks->rises |= 1u << i;
		}
	}
}

void clocks_stop(struct clocks *clocks, enum clock_domain domain, uint64_t cycles)
{
	const struct clock_edges *tx = &clocks->edges[CLOCK_TX];
	struct clock_edges *edges = &clocks->edges[domain];
	uint64_t time = cycles * tx->whole + (uint64_t)((wide)cycles * tx->part / tx->of);

	if (edges->stop_edge != edges->edge)
		edges->before = edges->stopped;
	edges->stop_edge = edges->edge;
	edges->stopped += time;
	edges->even += time;
	edges->rise += time;
}

uint64_t clocks_time(const struct clock_edges *edges, uint64_t edge)
{
	uint64_t even = edges->phase + edge * edges->whole + (uint64_t)((wide)edge * edges->part / edges->of);

	even += edge < edges->stop_edge ? edges->before : edges->stopped;
	return even - edges->jitter + late_by(edges, edge);
}

uint64_t clocks_edge_by(const struct clock_edges *edges, uint64_t time)
{
	uint64_t early = edges->phase + edges->jitter + edges->stopped;
	uint64_t edge = time > early ? (time - early) / (edges->whole + !!edges->part) : 0;

	while (clocks_time(edges, edge + 1) <= time)
		edge++;
	return edge;
}
