/* SPDX-License-Identifier: Apache-2.0 */
/* Draws what a port is. Coincidences are what breaks judges, so that latencies, periods and times are of the same order as frames. */
#include "nature.h"

#include "frame.h"

#include <string.h>

enum { QUANTUM_OCTETS = 64 };

struct reach {
	int least, most; /* of the least value of a latency, in octets */
	int wide;        /* how much more the greatest value may be */
};

static const struct reach usual[LATENCIES] = { [INHIBIT] = { 0, 60, 60 }, [RESUME] = { 0, 24, 40 },  [START] = { 0, 20, 40 },
	                                       [REQUEST] = { 0, 40, 60 }, [REFRESH] = { 0, 40, 60 }, [EVENT] = { 0, 30, 40 },
	                                       [SENT] = { 0, 30, 40 },    [WRITE] = { 0, 12, 30 },   [FAULT] = { 0, 0, 0 } };
static const struct reach ten_gigabit[LATENCIES] = {
	[INHIBIT] = { 0, 400, 600 }, [RESUME] = { 0, 80, 160 },   [START] = { 0, 80, 160 },
	[REQUEST] = { 0, 120, 200 }, [REFRESH] = { 0, 120, 200 }, [EVENT] = { 0, 100, 150 },
	[SENT] = { 0, 100, 150 },    [WRITE] = { 0, 40, 80 },     [FAULT] = { 0, 40, 80 }
};

static void draw_latency(struct range *r, struct stream *s, const struct reach *reach, int unit, int limit)
{
	int wide = random_chance(s, 20) ? 0 : random_chance(s, 40) ? reach->wide / 6 : reach->wide;

	r->least = random_chance(s, 20) ? 0 : random_range(s, reach->least, reach->most) / unit * unit;
	r->most = r->least + random_range(s, wide / 2, wide) / unit * unit;
	if (r->most > limit)
		r->most = limit / unit * unit;
	if (r->least > r->most)
		r->least = r->most;
	r->manner = (enum manner)random_range(s, 0, MANNERS - 1);
	r->fixed = r->least + random_range(s, 0, (r->most - r->least) / unit) * unit;
}

int nature_latency(const struct nature *n, enum latency kind, uint64_t index)
{
	const struct range *r = &n->latency[kind];
	uint64_t drawn = random_of(n->seed, 0x100u + kind, index);
	int unit = n->rate == RATE_10000 ? 8 : 1;

	switch (r->manner) {
	case MANNER_FIXED:
		return r->fixed;
	case MANNER_LEAST:
		return r->least;
	case MANNER_MOST:
		return r->most;
	case MANNER_ENDS:
		return drawn & 1 ? r->least : r->most;
	default:
		return r->least + (int)(drawn % (uint64_t)((r->most - r->least) / unit + 1)) * unit;
	}
}

int64_t nature_last(const struct nature *n, int64_t end)
{
	return n->rate == RATE_10000 ? end / 8 * 8 : end - 1;
}

int nature_limit(const struct nature *n)
{
	return n->rate == RATE_10000 ? 16 * n->quantum : n->rate == RATE_1000 ? 2 * n->quantum : n->quantum;
}

static void draw_rate(struct nature *n, struct stream *s, unsigned needs, enum rate forced)
{
	static const int64_t tick_ps[RATES] = { 400000, 40000, 8000, 800 };

	n->rate = random_chance(s, 40) ? RATE_1000 : (enum rate)random_range(s, 0, RATES - 1);
	if (forced != RATES)
		n->rate = forced;
	if (needs & (NEEDS_PFC | NEEDS_PFC_TX | NEEDS_XGMII))
		n->rate = RATE_10000;
	n->octet = n->rate <= RATE_100 ? 2 : 1;
	n->step = n->rate == RATE_10000 ? 4 : 1;
	n->quantum = QUANTUM_OCTETS * n->octet;
	n->tick_ps = tick_ps[n->rate];
}

static void draw_latencies(struct nature *n, struct stream *s)
{
	const struct reach *reach = n->rate == RATE_10000 ? ten_gigabit : usual;
	int unit = n->rate == RATE_10000 ? 8 : 1;

	for (enum latency l = 0; l < LATENCIES; l++) {
		draw_latency(&n->latency[l], s, &reach[l], unit, l == INHIBIT ? nature_limit(n) - 16 : 100000);
		if (l == INHIBIT || l == EVENT || l == SENT) { /* no MAC knows of a frame before its last clock is over */
			n->latency[l].least += unit;
			n->latency[l].most += unit;
			n->latency[l].fixed += unit;
		}
	}
}

static void draw_receive(struct nature *n, struct stream *s, unsigned needs)
{
	n->from_idle = random_chance(s, 60) || needs & NEEDS_IDLE;
	n->waits_once = random_chance(s, 80);
	n->granularity = random_chance(s, 60) ? 1 : random_chance(s, 50) ? 1 << random_range(s, 1, 6) : random_range(s, 2, 64);
	n->multicast = true;
	n->own = random_chance(s, 80) || needs & NEEDS_OWN;
	n->tagged = random_chance(s, 15);
	n->pfc = n->rate == RATE_10000 && random_chance(s, 40);
	if (needs & (NEEDS_PFC | NEEDS_PFC_TX | NEEDS_CLASSES))
		n->pfc = true;
	n->shortest = random_chance(s, 85) ? SHORTEST_FRAME : random_range(s, 22, 63);
	n->longest = random_chance(s, 60) ? 0 : SHORTEST_FRAME;
	n->survives = random_range(s, 0, 2);
	n->rx_pause = !n->pfc;
	n->pfc_rx = n->pfc ? (random_chance(s, 60) ? 0xFF : (int)(random_next(s) & 0xFF) | 1) : 0;
	n->untagged = random_chance(s, 50) ? CLASSES : random_range(s, 0, CLASSES - 1);
}

static void draw_send(struct nature *n, struct stream *s, unsigned needs)
{
	n->sends = needs & (NEEDS_LEVEL | NEEDS_PFC_TX) ? SENDS_LEVEL
	         : random_chance(s, 20)                 ? SENDS_NONE
	         : random_chance(s, 75)                 ? SENDS_LEVEL
	                                                : SENDS_PULSE;
	n->refresh = n->sends != SENDS_LEVEL || random_chance(s, 40)
	               ? REFRESH_NONE
	               : (enum refresh)random_range(s, REFRESH_DECISION, REFRESH_EXPIRY);
	if (needs & NEEDS_REFRESH)
		n->refresh = (enum refresh)random_range(s, REFRESH_DECISION, REFRESH_EXPIRY);
	if (needs & NEEDS_NO_REFRESH)
		n->refresh = REFRESH_NONE;
	n->period = random_chance(s, 50) ? random_range(s, 4, 30) : random_range(s, 20, 80);
	n->period_is_control = random_chance(s, 20);
	n->xon = random_chance(s, 80) || needs & (NEEDS_XON | NEEDS_REFRESH);
	n->xon_expired = random_chance(s, 70) || needs & (NEEDS_XON | NEEDS_REFRESH);
	n->xoff_again = random_chance(s, 25) && !(needs & (NEEDS_XON | NEEDS_NO_REFRESH));
	n->request_kept = random_chance(s, 30);
	n->decides_early = random_chance(s, 50);
	n->reads_time_late = random_chance(s, 50);
	n->quanta = random_chance(s, 30) ? NEVER_QUANTA : random_range(s, 1, 200);
	if (n->refresh == REFRESH_EXPIRY)
		n->quanta = n->period + random_range(s, 4, 60);
	for (int c = 0; c < CLASSES; c++)
		n->class_quanta[c] = n->refresh == REFRESH_EXPIRY ? n->period + random_range(s, 4, 60) : random_range(s, 1, 400);
	n->tx_pause = !n->pfc;
	n->pfc_tx = n->pfc && (random_chance(s, 60) || needs & NEEDS_PFC_TX)
	              ? (random_chance(s, 50) ? 0xFF : (int)(random_next(s) & 0xFF) | 7)
	              : 0;
	n->pfc_vector = random_range(s, 0, 3);
	n->pfc_times = random_chance(s, 30);
}

static void draw_client(struct nature *n, struct stream *s, unsigned needs)
{
	n->client = random_chance(s, 45) || needs & NEEDS_ALWAYS ? CLIENT_ALWAYS : CLIENT_UNKNOWN;
	n->classes_used = n->pfc ? (int)(random_next(s) & 0x1FF) | (int)(random_next(s) & 0x1FF) | 1 : 1 << CLASSES;
	if (n->pfc && (needs & NEEDS_CLASSES || random_chance(s, 40)))
		n->client = CLIENT_CLASSES;
	/* Few classes are paused all at once now and then. */
	if (n->pfc && (needs & NEEDS_CLASSES || random_chance(s, 40)))
		n->classes_used = 1 << random_range(s, 0, CLASSES - 1) | 1 << random_range(s, 0, CLASSES - 1);
	n->one_queue = n->client != CLIENT_CLASSES && (n->client == CLIENT_ALWAYS || random_chance(s, 50));
	n->lacks_underrun = n->client != CLIENT_UNKNOWN || random_chance(s, 60) || needs & NEEDS_FCS;
}

static void draw_tap(struct nature *n, struct stream *s, unsigned needs)
{
	struct tap *t = &n->tap;

	t->stamp = random_chance(s, 60) ? STAMP_PREAMBLE : (enum stamp)random_range(s, STAMP_SFD, STAMP_END);
	t->fcs = random_chance(s, 75) || needs & NEEDS_FCS;
	t->ng = random_chance(s, 60) || n->rate == RATE_10000;
	t->one_file = t->ng && random_chance(s, 30);
	t->digits = n->rate == RATE_10000 ? (random_chance(s, 50) ? 12 : 10) : 9;
	t->error_ps = 0;
	if (!(needs & NEEDS_EXACT)) {
		if (random_chance(s, 12))
			t->digits = 6;
		else if (random_chance(s, 15))
			t->digits = 9;
		if (random_chance(s, 20))
			t->error_ps = n->tick_ps * random_range(s, 1, 40);
	}
	t->snap = needs || random_chance(s, 85) ? 0 : random_range(s, n->pfc ? 34 : 24, 128); /* with all times of a PFC frame */
	t->base_s = random_chance(s, 30) && !t->error_ps ? 0 : random_range(s, 1, 1000000);
}

void nature_draw(struct nature *n, uint64_t seed, enum wrong wrong, enum rate forced)
{
	struct stream s = { random_of(seed, 1, 0) };
	unsigned needs = wrong_kind(wrong)->needs;

	memset(n, 0, sizeof(*n));
	n->seed = seed;
	draw_rate(n, &s, needs, forced);
	draw_latencies(n, &s);
	draw_receive(n, &s, needs);
	draw_send(n, &s, needs);
	draw_client(n, &s, needs);
	draw_tap(n, &s, needs);
	n->gap = random_chance(&s, 75) ? LEAST_GAP : random_range(&s, 13, 24);
	n->deficit = n->rate == RATE_10000 && random_chance(&s, 60);
	if (needs & NEEDS_XGMII)
		n->deficit = true;
	n->start_unit = n->rate == RATE_10000 && random_chance(&s, 10) ? 8 : 4;
	n->station = UINT64_C(0x020000000000) | (random_next(&s) & 0xFFFFFFFF);
	n->registers = random_chance(&s, 30);
	n->faults = n->rate == RATE_10000 && wrong == WRONG_NOTHING && n->client == CLIENT_UNKNOWN && random_chance(&s, 25);
	n->fault_loses = n->faults && random_chance(&s, 50);
	n->fault_cuts = n->faults && random_chance(&s, 30);
	if (!n->tap.fcs || n->tap.snap) { /* no such tap shows frames that end badly, or short ones */
		n->shortest = SHORTEST_FRAME;
		n->fault_cuts = false;
	}
	n->in_phase = random_chance(&s, 85);
	n->counters = random_chance(&s, 50) || needs & NEEDS_COUNTERS;
	n->clears = random_chance(&s, 30);
	if (n->counters) { /* no document says how MAC control frames count that the standard does not know */
		n->tagged = false;
		n->shortest = SHORTEST_FRAME;
	}
	n->writes = random_chance(&s, 40) || needs & NEEDS_WRITES;
	n->ticks = (int64_t)random_range(&s, 3000, n->pfc ? 30000 : 15000) * n->octet;
	if (needs & NEEDS_LONG)
		n->ticks += (int64_t)n->octet * (n->period + 30) * 4 * QUANTUM_OCTETS;
}
