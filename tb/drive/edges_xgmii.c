/* SPDX-License-Identifier: Apache-2.0 */
/* What XGMII does at the edges of a clock, if the MAC has several (loop_clocks.c). */
#include "loop_xgmii.h"

#include <string.h>

/* Returns the octet time of the first lane of RUN, whose first word is sampled now. Latencies count from the last word, so that this one has the exact
 * cycle. Runs do not overlap. */
static uint64_t run_start(const struct loop *l, const struct event *run)
{
	const struct clock_edges *rx = &l->clocks.time.edges[CLOCK_RX], *tx = &l->clocks.time.edges[CLOCK_TX];
	uint64_t newest = l->event_count ? l->events[l->event_count - 1].cycle / LANES : 0;
	uint64_t words = (run->lane + run->len + LANES - 1) / LANES;
	/* the edge that comes next has the number rx->edge */
	uint64_t last = clocks_edge_by(tx, clocks_time(rx, rx->edge - 1 + words - 1)) - 1;
	uint64_t first = greatest(last - (words - 1), newest);

	while (first * LANES + run->lane < l->clocks.rx_end)
		first++;
	return first * LANES + run->lane;
}

void words_rx_sampled(struct loop *l)
{
	for (unsigned i = 0; i < l->clocks.rx_began; i++) {
		struct event *run = &l->clocks.rx_runs[i], *event;
		uint64_t start = run_start(l, run);
		event = loop_emit(l, start / LANES, EVENT_RX_RUN, run->value);
		run->cycle = event->cycle;
		*event = *run;
		l->clocks.rx_end = start + run->len;
	}
	l->clocks.rx_began = 0;
	if (l->rx_xgmii.until > loop_now(l, CLOCK_RX))
		l->rx_xgmii.pos++;
}

void words_rx_drive(struct loop *l)
{
	const uint64_t now = loop_now(l, CLOCK_RX);
	const bool over = l->rx_xgmii.until == now;

	words_rx_schedule(l);
	if (l->rx_xgmii.until > now) {
		*words_pins(l)->rxd = l->rx_xgmii.data[l->rx_xgmii.pos];
		*words_pins(l)->rxc = l->rx_xgmii.control[l->rx_xgmii.pos];
		l->last_activity = l->cycle;
	} else {
		*words_pins(l)->rxd = IDLE_WORD;
		*words_pins(l)->rxc = ALL_LANES;
		l->clocks.wakes |= over;
	}
}

void words_host_sampled(struct loop *l)
{
	const struct seam_xgmii *pins = words_pins(l);

	if (l->monitor && ((*pins->host & SEAM_HOST_VALID) | l->in_host)) {
		l->last_activity = l->clocks.host_moved = l->cycle;
		words_host_monitor(l, *pins->host, *pins->host_data);
	}
	if (l->send_active && (*l->pins->common.ready & SEAM_READY_SEND))
		l->clocks.wakes |= words_send_next(l, l->send_pos + LANES);
}

/* The word is one more of the frame under way. */
static void tx_capture(struct loop *l, uint64_t data)
{
	l->last_activity = l->cycle;
	memcpy(l->tx_arena.octets + l->tx_arena.used, &data, LANES);
	l->tx_arena.used += LANES;
	l->tx_len += LANES;
}

bool words_tx_sampled(struct loop *l)
{
	const uint64_t data = *words_pins(l)->txd, side = *words_pins(l)->side;
	const uint8_t control = *words_pins(l)->txc;
	const bool idle = control == ALL_LANES && data == IDLE_WORD && l->tx_signal == TX_SIGNAL_IDLE;
	bool stop = false;

	if (!l->monitor)
		return false;
	if (l->in_tx && !control && l->tx_len + LANES <= LOOP_FRAME_MAX)
		tx_capture(l, data);
	else if (!idle || l->in_tx)
		stop = words_tx_monitor(l, data, control);
	if (side != l->side)
		words_side_monitor(l, side);
	return stop;
}
