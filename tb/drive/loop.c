/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the cycle loop that is the same for every kind of PHY.
 *
 * Between two *horizons* nothing is scheduled, and run_until() of the PHY does only what every cycle needs: it drives one receive
 * word from a prepared buffer, simulates one clock, drives the next host word if the DUT took one, captures octets, and compares
 * the outputs that rarely change once. At a horizon schedule() lets the sequencer issue items, and starts and ends runs, offers
 * and accesses. Events collect in a batch, which the sink gets when a buffer is nearly full. */
#include "loop_parts.h"

#include <errno.h>
#include <time.h>

enum {
	HORIZON_MAX = 4096,
	POLL_CYCLES = 32,
	RESET_CYCLES = 4,        /* the reset at power-up */
	HOST_REST_CYCLES = 4097, /* if a frame to a ready host has paused for so long, it will not go on */
};

static double seconds(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* ---- scheduling ---- */

/* The host offers no frame, and none is on the wire: true if the DUT took one that is still on its way to the wire. */
static bool owes(struct loop *l)
{
	bool asks = l->seq.waiting && (l->seq.wait == WAIT_IDLE || l->seq.wait == WAIT_TX);

	if (!l->send_unasked || !asks || l->in_tx || l->reg_phase || !l->owes || !l->monitor)
		return false;
	loop_flush(l);
	l->send_unasked = l->owes(l->sink_context, l->cycle * l->step);
	return l->send_unasked;
}

static void state_of(struct loop *l, struct channel_state *state)
{
	*state = (struct channel_state){
		.rx_idle = l->wires->rx_idle(l),
		.send_idle = !l->send_item && !owes(l),
		.reg_idle = !l->reg_phase && !l->driving,
		.wire_idle = !l->in_tx,
		.clock_stopped = clocks_stopped(l),
		.receiver_idle = loop_has_clocks(l) && clocks_receiver_idle(l),
		.quiet = l->cycle - l->last_activity,
	};
}

/* Returns how long a reset lasts for which CYCLES are asked, 0: nothing is. With several clocks each of them has to see it. */
static uint32_t reset_cycles(const struct loop *l, uint32_t cycles)
{
	if (loop_has_clocks(l))
		return (uint32_t)greatest(cycles, clocks_reset_cycles(l));
	return cycles ? cycles : RESET_CYCLES;
}

static void reset_begin(struct loop *l, uint32_t cycles)
{
	l->reset_begin = l->cycle;
	l->reset_end = l->cycle + cycles;
	l->clocks.open = l->reset_end + (loop_has_clocks(l) ? clocks_rest_cycles(l) : 0);
	*l->pins->common.rst_n = 0;
	if (loop_has_clocks(l))
		clocks_reset(l);
	if (l->monitor)
		loop_emit(l, l->cycle, EVENT_RESET, cycles * l->step);
	loop_send_reset(l);
	l->seen = 0;
	l->last_activity = l->reset_end;
}

static void phy_item(struct loop *l, const struct item *item)
{
	unsigned phy = item->u.phy.phy;

	switch (item->u.phy.what) {
	case PHY_ITEM_PARTNER:
		phy_set_partner(&l->phy, phy, item->u.phy.value);
		break;
	case PHY_ITEM_FAULT:
		phy_set_fault(&l->phy, phy, (enum phy_fault)item->u.phy.value);
		break;
	case PHY_ITEM_DELAY:
		phy_set_delay(&l->phy, phy, item->u.phy.value);
		return;
	default:
		phy_present(&l->phy, phy, item->u.phy.present);
		if (item->u.phy.present)
			phy_set(&l->phy, phy, item->u.phy.reg, item->u.phy.value);
		break;
	}
	l->mdio_next = phy_level(&l->phy); /* a PHY with the fault "stuck" holds the wire from now on */
	l->mdio_at = l->cycle;
}

void loop_pause_req(struct loop *l, uint8_t value)
{
	const struct item item = { .kind = ITEM_PAUSE_REQ, .u.request = value };

	l->wires->request(l, &item);
}

/* Moves the cursor to the moment of the item, but never back. If the moment does not come and need not come, the cursor moves on
 * all the same. */
static void wait_for_moment(struct loop *l, const struct item *item)
{
	uint64_t moment, at;

	l->error = loop_resolve(l, item, &moment);
	if (l->error)
		return;
	if (moment == LOOP_NO_MOMENT) {
		if (!item->u.wait.cycles && !l->missed) {
			l->missed = item;
			l->missed_cycle = l->cycle;
		}
		l->seq.wake = l->cycle + item->u.wait.cycles;
		return;
	}
	at = item->u.wait.at < 0 && moment < (uint64_t) - (int64_t)item->u.wait.at ? 0
	                                                                           : moment + (uint64_t)(int64_t)item->u.wait.at;
	l->seq.wake = at > l->cycle ? at : l->cycle;
}

static void carry_out(struct loop *l, const struct item *item)
{
	switch (item->kind) {
	case ITEM_HOST_STOP:
		l->host_stopped = true;
		break;
	case ITEM_HOST_START:
		l->host_stopped = false;
		l->host_off = 0;
		break;
	case ITEM_HOST_RATE:
		l->host_stopped = false;
		l->host_on = item->u.rate.on ? item->u.rate.on : 1;
		l->host_off = item->u.rate.off;
		break;
	case ITEM_PHY:
		phy_item(l, item);
		break;
	case ITEM_LINK:
	case ITEM_COLLISION:
	case ITEM_CARRIER:
		if (l->wires->wire_item)
			l->wires->wire_item(l, item);
		break;
	case ITEM_PAUSE_REQ:
	case ITEM_PFC_REQ:
		l->wires->request(l, item);
		break;
	case ITEM_WAIT:
		wait_for_moment(l, item);
		break;
	case ITEM_EXPECT:
		if (l->monitor)
			loop_emit(l, l->cycle, EVENT_EXPECT, (uint64_t)(item - l->seq.stim->items));
		break;
	case ITEM_CLOCK_STOP:
		clocks_stop_rx(l, item->u.clock.cycles);
		break;
	case ITEM_CLOCK_RESET:
		clocks_reset_rx(l, item->u.clock.cycles);
		break;
	case ITEM_RESET:
		reset_begin(l, reset_cycles(l, item->u.wait.cycles));
		break;
	default:
		break;
	}
}

static uint64_t channels_horizon(const struct loop *l, uint64_t horizon)
{
	horizon = l->wires->rx_horizon(l, horizon);
	if (l->send_item && !l->send_active)
		horizon = least(horizon, l->send_at);
	if (l->host_toggle > l->cycle)
		horizon = least(horizon, l->host_toggle);
	if (l->driving)
		horizon = least(horizon, l->reg_wake);
	return horizon;
}

static uint64_t horizon_of(const struct loop *l)
{
	uint64_t horizon = l->cycle + HORIZON_MAX;

	if ((l->reg_phase && !loop_has_clocks(l)) || l->wires->other_due(l))
		return l->cycle + 1;
	if (l->seq.waiting)
		horizon = least(loop_polls(l) ? least(horizon, l->cycle + POLL_CYCLES) : horizon, l->seq.deadline);
	else if (l->seq.wake > l->cycle)
		horizon = least(horizon, l->seq.wake);
	else if (l->seq.next == l->seq.stim->count ||
	         loop_has_clocks(l)) /* an item may be held back until a clock is there again */
		horizon = least(horizon, l->cycle + POLL_CYCLES);
	if (l->live)
		horizon = least(horizon, l->cycle + LOOP_LIVE_CYCLES);
	if (!loop_has_clocks(l))
		horizon = channels_horizon(l, horizon);
	if (l->cycle < l->reset_end)
		horizon = least(horizon, l->reset_end);
	if (l->trace_path && l->cycle < l->trace_from)
		horizon = least(horizon, l->trace_from);
	return horizon > l->cycle ? horizon : l->cycle + 1;
}

static void trace_schedule(struct loop *l)
{
	if (!l->trace_path)
		return;
	if (l->cycle == l->trace_from)
		l->error = l->ops->trace_open(l->seam, l->trace_path, l->trace_expected);
	if (l->cycle >= l->trace_to && l->trace_to) {
		l->ops->trace_close(l->seam, 0);
		l->trace_path = NULL;
	}
}

/* With several clocks each channel is scheduled at the edges of its own. */
static void channels_schedule(struct loop *l)
{
	if (loop_has_clocks(l))
		return;
	l->wires->rx_schedule(l);
	loop_send_schedule(l);
	loop_reg_schedule(l);
}

static uint64_t schedule(struct loop *l)
{
	const struct item *item;
	struct channel_state state;

	loop_batch_schedule(l);
	trace_schedule(l);
	if (l->cycle == l->reset_end && !loop_has_clocks(l))
		*l->pins->common.rst_n = 1;
	l->wires->other_schedule(l);
	if (!loop_has_clocks(l))
		loop_reg_advance(l);
	channels_schedule(l);
	while (!sequencer_rests(&l->seq, l->cycle)) {
		size_t next = l->seq.next;
		state_of(l, &state);
		item = sequencer_step(&l->seq, l->cycle, &state);
		if (l->seq.next != next) /* the item that was just issued may be due */
			channels_schedule(l);
		if (!item && l->seq.waiting && l->seq.next != next) /* a wait began, and what it waits for is asked now */
			continue;
		if (!item)
			break;
		carry_out(l, item);
	}
	if (l->seq.waiting || l->seq.wake > l->cycle || l->seq.next == l->seq.stim->count)
		l->held_from = 0;
	else if (!l->held_from)
		l->held_from = l->cycle;
	if (!loop_has_clocks(l))
		loop_host_schedule(l);
	return horizon_of(l);
}

/* For a MAC that says that it ignores m_axis_tready, tready is low for some clocks now and then: so a MAC that does not ignore it
 * is found. */
enum { IGNORED_ON_CYCLES = 199, IGNORED_OFF_CYCLES = 23 };

/* Power-up: holds the reset for RESET_CYCLES. Outputs mean nothing until the first edge with rst_n low is over. */
static void power_up(struct loop *l)
{
	phy_reset(&l->phy);
	l->mdio_level = l->mdio_next = true;
	l->host_toggle = UINT64_MAX;
	l->host_manner = (uint8_t)dut_host_ready(l->dut);
	l->host_on = l->host_manner == DUT_HOST_IGNORED ? IGNORED_ON_CYCLES : 1;
	l->host_off = l->host_manner == DUT_HOST_IGNORED ? IGNORED_OFF_CYCLES : 0;
	l->host_ready = l->host_takes = false;
	l->send_free = l->rx_last_end = 0;
	l->wires->send_none(l);
	loop_reg_none(l);
	reset_begin(l, reset_cycles(l, 0));
	trace_schedule(l);
	if (loop_has_clocks(l)) {
		clocks_power_up(l);
	} else {
		l->ops->cycle(l->seam);
		l->cycle = 1;
		l->ops->cycle(l->seam);
		l->cycle = 2;
	}
	l->wires->power_up(l);
}

/* A stimulus may end with frames that can never be sent, since the transmitter is off or a pause is long. When all else is done,
 * and the DUT has taken no octet for so long, the run is over without these frames. If nothing holds them, the run is stuck. */
enum { TAIL_CYCLES = 200000 };

/* The stimulus is done and the wires are at rest: true if the DUT still has to do something. */
static bool awaits(struct loop *l)
{
	uint64_t until;

	if (!l->awaits || !l->monitor || l->cycle < l->await_until)
		return l->cycle < l->await_until;
	loop_flush(l);
	until = (l->awaits(l->sink_context, l->cycle * l->step) + l->step - 1) / l->step;
	if (until <= l->cycle)
		return false;
	if (!l->await_end)
		l->await_end = l->cycle + TAIL_CYCLES;
	l->await_until = least(until, l->await_end);
	return l->cycle < l->await_until;
}

static bool finished(struct loop *l)
{
	struct channel_state state;
	uint64_t quiet = l->in_host && !l->host_stopped ? HOST_REST_CYCLES : POLL_CYCLES;

	if (l->live)
		return !l->live->poll(l->live->context, l);
	if (!sequencer_done(&l->seq) || l->cycle < l->seq.wake)
		return false;
	state_of(l, &state);
	return state.rx_idle && state.send_idle && state.reg_idle && state.wire_idle && state.quiet >= quiet &&
	       l->cycle >= l->reset_end && !awaits(l);
}

/* The RTL ended the simulation in a clock before l->cycle: discards the events after that clock. */
static void end_early(struct loop *l)
{
	uint64_t after = l->pins->end->cycle + 1;
	size_t kept = 0;

	l->ended = true;
	if (after < l->cycle)
		l->cycle = after;
	for (size_t i = 0; i < l->event_count; i++)
		if (l->events[i].cycle < after * l->step)
			l->events[kept++] = l->events[i];
	l->event_count = kept;
}

static bool ended(const struct loop *l)
{
	return l->pins->end && l->pins->end->ended;
}

static void run_until(struct loop *l, uint64_t horizon)
{
	if (loop_has_clocks(l))
		clocks_run_until(l, horizon);
	else
		l->wires->run_until(l, horizon);
}

void loop_go_on(struct loop *l, uint64_t end, const bool *over)
{
	uint64_t horizon;

	l->seq.waiting = false;
	l->seq.wake = UINT64_MAX;
	if (!loop_has_clocks(l))
		loop_host_schedule(l);
	for (horizon = horizon_of(l);; horizon = schedule(l)) {
		run_until(l, least(horizon, end));
		loop_flush(l);
		if (*over || l->cycle >= end || l->apb_hung || l->error || ended(l))
			return;
	}
}

static void limits_check(struct loop *l, double deadline, uint64_t *tail_end)
{
	bool issued = l->seq.next == l->seq.stim->count && !l->seq.waiting && l->cycle >= l->seq.wake;
	bool received = sequencer_empty(&l->seq, CHANNEL_RX) && l->wires->rx_idle(l);
	bool accessed = sequencer_empty(&l->seq, CHANNEL_REG) && !l->reg_phase && !l->driving;

	if (l->live || !issued || !received || !accessed)
		*tail_end = UINT64_MAX;
	else if (*tail_end == UINT64_MAX || l->send_moved + TAIL_CYCLES > *tail_end)
		*tail_end = l->cycle + TAIL_CYCLES;
	l->stuck = loop_stuck(l);
	if (l->stuck || l->cycle >= l->max_cycles || seconds(CLOCK_MONOTONIC) > deadline) {
		l->timed_out = true;
		loop_waits_for(l, &l->wait);
	}
	if (l->stop && atomic_load_explicit(l->stop, memory_order_relaxed))
		l->stopped = l->interrupted = true;
	if (l->enough && l->monitor) {
		loop_flush(l);
		l->stopped |= l->enough(l->sink_context);
	}
}

/* The run is over inside a frame to the host. */
static void open_frame(struct loop *l)
{
	struct event *event = loop_emit(l, l->cycle, EVENT_HOST_OPEN, 0);

	event->len = l->host_len;
	event->timer = l->host_bubbles;
}

/* Hands on the last batch. An interrupted run gets no EVENT_END, since at that event everything that is due must have come. */
static void hand_on_end(struct loop *l)
{
	if (l->rx_live.open)
		loop_run_end(l);
	if (l->in_tx && !l->interrupted)
		loop_emit(l, l->cycle, EVENT_TX_OPEN, 0);
	if (l->in_host && !l->interrupted)
		open_frame(l);
	if (!l->interrupted)
		loop_emit(l, l->cycle, EVENT_END, 0);
	l->reg_phase = 0;
	loop_flush(l);
	resolved_end(l);
}

static const struct loop_wires *const wires_of[] = { [PHY_GMII] = &loop_gmii, [PHY_MII] = &loop_mii, [PHY_XGMII] = &loop_xgmii };

int loop_run(struct loop *l, const struct dut *dut)
{
	double deadline = seconds(CLOCK_MONOTONIC) + l->max_seconds, cpu;
	uint64_t next_check = 0, tail_end = UINT64_MAX;

	l->dut = dut;
	l->wires = wires_of[dut->phy];
	l->step = dut_step(dut);
	l->tx_cuts = dut->profile && dut->phy == PHY_XGMII && dut_ieee8023(dut)->fault_cuts;
	l->pins = l->ops->pins(l->seam);
	if (loop_has_clocks(l)) {
		clocks_begin(&l->clocks.time, &dut->clocks, dut->clock_hz, l->seq.stim->seed);
		l->ops->late(l->seam, dut->clocks.late);
	}
	l->error = loop_buffers_init(l);
	if (l->error) {
		loop_buffers_release(l);
		return l->error;
	}
	cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
	power_up(l);
	while (!l->error && !l->timed_out && !l->stopped && !l->apb_hung && l->cycle < tail_end && !ended(l) && !finished(l)) {
		uint64_t horizon = least(schedule(l), l->max_cycles > l->cycle ? l->max_cycles : l->cycle + 1);
		run_until(l, horizon);
		if (l->cycle >= next_check || l->cycle >= l->max_cycles) {
			limits_check(l, deadline, &tail_end);
			next_check = l->cycle + HORIZON_MAX * 4;
		}
	}
	if (ended(l))
		end_early(l);
	else if (l->cycle >= tail_end && loop_refused(l, TAIL_CYCLES)) {
		l->stuck = l->timed_out = true;
		loop_waits_for(l, &l->wait);
	}
	if (l->monitor)
		hand_on_end(l);
	l->cpu_seconds = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	if (l->ops->trace_close) /* GTKWave's window ends with the file; a finding of the last cycle would stand at its edge */
		l->ops->trace_close(l->seam, l->trace_to);
	loop_buffers_release(l);
	return l->error;
}

void loop_bare(struct loop *l, uint64_t cycles)
{
	void (*const clock_once)(struct seam *) = l->ops->cycle;
	struct seam *const seam = l->seam;
	const struct seam_common *pins = &l->ops->pins(seam)->common;
	double cpu;

	for (int i = 0; i < RESET_CYCLES; i++)
		clock_once(seam);
	*pins->rst_n = 1;
	cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
	for (uint64_t i = 0; i < cycles; i++)
		clock_once(seam);
	l->cpu_seconds = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
}
