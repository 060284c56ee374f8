/* SPDX-License-Identifier: Apache-2.0 */
/* The cycle loop for a MAC with several clocks. What depends on the kind of PHY is in struct loop_wires.
 *
 * A cycle is a clock of the transmit wire. At each edge of a clock first everything that belongs to it is sampled, as it was before the edge, then its inputs for the
 * next clock are driven, and then the edge is simulated; the wrapper drives an input from this edge on, so that the MAC samples it at the next one of
 * its clock. An input that is sampled at an edge of the transmit clock, or behind it and before the next one, has the cycle in which that edge ends; an
 * output that is sampled then, or before it and behind the edge before, has that cycle, too. So a crossing into the transmit clock takes the same
 * cycles at all phases, and with clocks that are the same the cycles are those of a MAC with one clock. */
#include "loop_parts.h"

#include "base/random.h"
#include "stimulus/stim.h"

enum {
	RESET_CLOCKS = 8, /* of the slowest clock */
	RESETS_APART = 24 /* cycles, at most, from the end of the first reset to that of the last one */
};

uint32_t clocks_reset_cycles(const struct loop *l)
{
	const struct clock_edges *edges = l->clocks.time.edges;
	uint64_t slowest = 0;

	for (int i = 0; i < CLOCK_DOMAINS; i++)
		slowest = greatest(slowest, edges[i].whole + 1);
	return (uint32_t)(RESET_CLOCKS * slowest / edges[CLOCK_TX].whole) + 1;
}

uint32_t clocks_rest_cycles(const struct loop *l)
{
	return RESETS_APART + 2 * clocks_reset_cycles(l);
}

void clocks_reset(struct loop *l)
{
	uint64_t state = (uint64_t)l->seq.stim->seed << 32 ^ l->cycle;

	for (int i = 0; i < CLOCK_DOMAINS; i++)
		l->clocks.late[i] = random_below(&state, RESETS_APART + 1);
}

static void release(struct loop *l, unsigned rises)
{
	for (int i = 0; i < CLOCK_DOMAINS; i++)
		if (rises >> i & 1 && l->cycle >= l->reset_end + l->clocks.late[i])
			*l->pins->common.rst_n |= (uint8_t)(1u << i);
}

/* The next edges are those of .rises and .falls. */
static void simulate(struct loop *l)
{
	l->ops->edges(l->seam, l->clocks.time.rises, l->clocks.time.falls, l->clocks.time.now);
	l->clocks.due = 0;
}

/* Samples everything of the clocks that rise now. Returns true if something must be scheduled. */
static bool sample(struct loop *l, unsigned rises)
{
	bool stop = false;

	l->clocks.sampled = l->cycle - !(rises >> CLOCK_TX & 1);
	l->clocks.due = rises;
	if (rises >> CLOCK_RX & 1) {
		l->wires->rx_sampled(l);
		l->clocks.count[CLOCK_RX]++;
	}
	if (rises >> CLOCK_BUS & 1) {
		if (l->reg_phase) {
			loop_register_monitor(l);
			l->clocks.wakes |= !l->reg_phase;
		}
		l->clocks.count[CLOCK_BUS]++;
	}
	if (rises >> CLOCK_HOST & 1) {
		loop_send_sampled(l);
		loop_host_sampled(l);
		l->wires->host_sampled(l);
		l->clocks.count[CLOCK_HOST]++;
	}
	if (rises >> CLOCK_TX & 1) {
		stop = l->wires->tx_sampled(l) || l->clocks.wakes;
		l->clocks.wakes = false;
		l->clocks.count[CLOCK_TX]++;
		l->cycle++;
	}
	return stop;
}

/* Drives the inputs of the clocks that rise now, and simulates the edges. */
static void drive(struct loop *l)
{
	const unsigned rises = l->clocks.due;

	release(l, rises);
	if (rises >> CLOCK_RX & 1)
		l->wires->rx_drive(l);
	if (rises >> CLOCK_BUS & 1) {
		loop_reg_advance(l);
		loop_reg_schedule(l);
	}
	if (rises >> CLOCK_HOST & 1) {
		loop_send_schedule(l);
		loop_host_schedule(l);
	}
	if (rises >> CLOCK_TX & 1 && l->wires->tx_drive)
		l->wires->tx_drive(l);
	simulate(l);
}

void clocks_run_until(struct loop *l, uint64_t horizon)
{
	if (l->clocks.due)
		drive(l);
	while (l->cycle < horizon) {
		bool stop = false;
		clocks_next(&l->clocks.time);
		if (l->clocks.time.rises)
			stop = sample(l, l->clocks.time.rises);
		if (stop || l->cycle >= horizon)
			return;
		drive(l);
	}
}

void clocks_power_up(struct loop *l)
{
	while (l->clocks.count[CLOCK_TX] < 2) {
		clocks_next(&l->clocks.time);
		for (int i = 0; i < CLOCK_DOMAINS; i++)
			l->clocks.count[i] += l->clocks.time.rises >> i & 1;
		simulate(l);
	}
	l->cycle = 1; /* the one that the newest edge began */
}
