/* SPDX-License-Identifier: Apache-2.0 */
/* The cycle loop for a MAC with several clocks. What depends on the kind of PHY is in struct loop_wires.
 *
 * A cycle is a clock of the transmit wire. At each edge of a clock first everything that belongs to it is sampled, as it was before the edge, then its inputs for the
 * next clock are driven, and then the edge is simulated; the wrapper drives an input from this edge on, so that the MAC samples it at the next one of
 * its clock. An input that is sampled at an edge of the transmit clock, or behind it and before the next one, has the cycle in which that edge ends; an
 * output that is sampled then, or before it and behind the edge before, has that cycle, too. So a crossing into the transmit clock takes the same
 * cycles at all phases, and with clocks that are the same the cycles are those of a MAC with one clock. */
#include "loop_parts.h"

#include "base/limits.h"
#include "base/random.h"
#include "profile.h"
#include "stimulus/stim.h"

enum {
	RESET_CLOCKS = 8,  /* of the slowest clock */
	RETURN_CYCLES = 2, /* from the time of a stop to the next edge, rounded up */
	RESETS_APART = 24  /* cycles, at most, from the end of the first reset to that of the last one */
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
		if (rises >> i & 1 && l->cycle >= l->reset_end + l->clocks.late[i] &&
		    (i != CLOCK_RX || l->cycle >= l->clocks.rx_reset_end))
			*l->pins->common.rst_n |= (uint8_t)(1u << i);
}

/* ---- a receive clock that stops ----
 *
 * What the receiver had begun in the moment of a stop it finishes when the clock is back, and no profile says how long each part of it takes in which clock. So
 * a stop begins when nothing is begun that a latency of the profile is about: the newest frame that is over has been, and no write is on its way to a frame
 * that has begun. For the same reason writes wait while the clock has stopped within a run, and the first run behind a stop waits for writes. */

bool clocks_stopped(const struct loop *l)
{
	return l->clocks.stop_due || l->cycle < l->clocks.stop_until;
}

void clocks_stop_rx(struct loop *l, uint32_t cycles)
{
	l->clocks.stop_due += cycles;
}

/* Returns for how many cycles a write is still on its way. */
static uint64_t write_settles(const struct loop *l)
{
	return 1 + limit_slack(l->dut).write;
}

void clocks_written(struct loop *l)
{
	l->clocks.written = l->cycle;
	if (l->cycle < l->clocks.stop_until)
		l->clocks.run_opens = l->clocks.stop_until + write_settles(l);
}

bool clocks_hold_access(const struct loop *l)
{
	const bool writes = l->clocks.stop_in_run && l->cycle < l->clocks.stop_until;
	const struct item *next = writes ? sequencer_next(&l->seq, CHANNEL_REG) : NULL;

	return l->cycle < l->clocks.reg_opens || (next && next->kind != ITEM_REG_READ);
}

/* Returns for how many cycles a frame that is over is still under way in the MAC. */
static uint64_t run_settles(const struct loop *l)
{
	const struct dut_timing *timing = &l->dut->timing;
	const struct dut_slack slack = limit_slack(l->dut);

	return 1 +
	       greatest(greatest(timing->classify + slack.classify, timing->inhibit + slack.inhibit), timing->host + slack.host);
}

/* Whether counters of received frames may count octet by octet. */
static bool counts_early(const struct loop *l)
{
	const struct pm_profile *profile = l->dut->profile;

	for (size_t i = 0; profile && i < profile->counted_count; i++)
		if (profile->counted[i].early)
			return true;
	return false;
}

static bool may_stop(const struct loop *l, bool in_run)
{
	const uint64_t over = l->clocks.run_ends[in_run];

	if (loop_rests(l) || l->cycle < greatest(l->clocks.stop_until, l->clocks.reg_opens) ||
	    (over && l->cycle <= over + run_settles(l)))
		return false;
	return !in_run || !(counts_early(l) || l->reg_phase || l->cycle <= l->clocks.written + write_settles(l));
}

bool clocks_receiver_idle(const struct loop *l)
{
	const uint64_t over = greatest(l->clocks.run_ends[0], l->clocks.host_moved);

	return !l->rx_item && !l->in_host && !l->reg_phase && !l->driving && !clocks_stopped(l) && !loop_rests(l) &&
	       l->cycle > over + run_settles(l) && l->cycle > l->clocks.written + write_settles(l) &&
	       l->cycle >= greatest(l->clocks.run_opens, l->clocks.reg_opens);
}

/* Until the receiver is there again, and knows its settings, nothing asks for it. */
void clocks_reset_rx(struct loop *l, uint32_t cycles)
{
	l->clocks.rx_reset_end = l->cycle + greatest(cycles, clocks_reset_cycles(l));
	l->clocks.run_opens = l->clocks.reg_opens = l->clocks.rx_reset_end + clocks_rest_cycles(l) + write_settles(l) +
	                                            run_settles(l);
	*l->pins->common.rst_n &= (uint8_t) ~(1u << CLOCK_RX);
	if (l->monitor)
		loop_emit(l, l->cycle, EVENT_RX_RESET, l->clocks.rx_reset_end - l->cycle);
}

/* The receive clock has risen: stops it if that is due. */
static void stop_rx(struct loop *l)
{
	const struct clock_edges *rx = &l->clocks.time.edges[CLOCK_RX], *tx = &l->clocks.time.edges[CLOCK_TX];
	const uint64_t last = l->clocks.run_last, cycles = l->clocks.stop_due;
	const bool in_run = last && rx->edge <= last;
	uint64_t ends = 0;

	if (!may_stop(l, in_run))
		return;
	clocks_stop(&l->clocks.time, CLOCK_RX, cycles);
	if (in_run) {
		ends = l->clocks.run_ends[0];
		l->clocks.run_ends[0] = clocks_edge_by(tx, clocks_time(rx, last)) - 1;
		ends = l->clocks.run_ends[0] - ends;
	}
	l->clocks.stop_due = 0;
	l->clocks.stop_in_run = in_run;
	l->clocks.stop_until = l->cycle + cycles + RETURN_CYCLES;
	if (l->cycle <= l->clocks.written + write_settles(l))
		l->clocks.run_opens = l->clocks.stop_until + write_settles(l);
	if (l->monitor)
		loop_emit(l, loop_sampled(l), EVENT_RX_STOP, cycles)->timer = (uint32_t)ends;
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
	if (rises >> CLOCK_RX & 1) {
		l->wires->rx_drive(l);
		if (l->clocks.stop_due)
			stop_rx(l);
	}
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
