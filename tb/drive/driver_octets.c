/* SPDX-License-Identifier: Apache-2.0 */
/* The drivers of GMII and MII: receive runs, the host's octets, management pins. At GMII l->link stays as it is after power-up: one clock per
 * octet, full duplex. */
#include "loop_octets.h"

#include <string.h>

enum { NS_PER_S = 1000000000 };

/* ---- receive wire ---- */

/* Turns the octets at START into nibbles, low nibble first, in place; returns their end. */
static uint8_t *rx_nibbles(uint8_t *start, size_t octets, const struct item_frame *frame)
{
	uint8_t *end = start + frame->lead + 2 * octets;

	for (size_t i = octets; i-- > 0;) {
		uint8_t octet = start[i];
		start[frame->lead + 2 * i + 1] = octet >> 4;
		start[frame->lead + 2 * i] = octet & 15;
	}
	if (frame->lead)
		*start = 5;
	if (frame->dribble)
		*end++ = (uint8_t)(frame->dribble - 1) & 15;
	return end;
}

static void rx_build(struct loop *l, const struct item *item)
{
	const struct item_frame *frame = &item->u.frame;
	struct arena *arena = &l->rx_arena;
	uint8_t *start = arena->octets + arena->used, *p = start;
	uint32_t fcs, right;

	if (item->kind == ITEM_RX_FRAME) {
		memset(p, 0x55, frame->preamble);
		p += frame->preamble;
		*p++ = frame->sfd;
	}
	memcpy(p, frame->octets, frame->len);
	p += frame->len;
	if (item->kind == ITEM_RX_FRAME && frame->fcs != FCS_NONE) {
		fcs = loop_fcs(frame, &right);
		for (int i = 0; i < FCS_OCTETS; i++)
			*p++ = (uint8_t)(fcs >> 8 * i);
	}
	if (l->link.clocks > 1 && p != start)
		p = rx_nibbles(start, (size_t)(p - start), frame);
	l->rx_gmii.flags = SEAM_RX_DV;
	l->rx_gmii.octet = start;
	l->rx_gmii.len = l->rx_gmii.left = (uint32_t)(p - start);
	arena->used += l->rx_gmii.len;
}

static void rx_error_range(struct loop *l, const struct item *item)
{
	const struct item_frame *frame = &item->u.frame;
	int64_t from = frame->error_at;
	uint32_t clocks = l->link.clocks;

	l->rx_gmii.er_from = l->rx_gmii.er_to = UINT32_MAX;
	if (frame->error_at == INT32_MIN)
		return;
	if (item->kind == ITEM_RX_FRAME)
		from += frame->preamble + 1;
	from = from * clocks + (clocks > 1 && frame->lead);
	if (from < 0 || from >= l->rx_gmii.len)
		return;
	l->rx_gmii.er_from = (uint32_t)from;
	l->rx_gmii.er_to = (uint32_t)least((uint64_t)from + (uint64_t)clocks * (frame->error_len ? frame->error_len : 1),
	                                   l->rx_gmii.len);
}

/* Begins an ITEM_RX_IDLE: the wire carries something without rx_dv. */
static void idle_begin(struct loop *l, const struct item *item)
{
	l->rx_gmii.flags = item->u.idle.error ? SEAM_RX_ER : 0;
	l->rx_gmii.octet = &item->u.idle.data;
	l->rx_gmii.len = l->rx_gmii.left = item->u.idle.len;
	l->rx_gmii.er_from = l->rx_gmii.er_to = UINT32_MAX;
	if (l->monitor) {
		struct event *event = loop_emit(l, loop_sampled(l), EVENT_RX_IDLE, item->u.idle.data);
		event->len = item->u.idle.len;
		event->error = item->u.idle.error;
	}
}

static void note_run(struct loop *l, uint64_t cycle)
{
	struct event *event = loop_emit(l, cycle, EVENT_RX_RUN, 0);

	event->octets = l->rx_gmii.octet - (l->rx_gmii.len - l->rx_gmii.left);
	event->len = l->rx_gmii.len;
	event->error_at = l->rx_gmii.er_from == UINT32_MAX ? -1 : (int32_t)l->rx_gmii.er_from;
}

static void rx_begin(struct loop *l)
{
	if (l->rx_item->kind == ITEM_RX_IDLE) {
		idle_begin(l, l->rx_item);
		return;
	}
	rx_build(l, l->rx_item);
	rx_error_range(l, l->rx_item);
	if (l->monitor && l->rx_gmii.len && loop_has_clocks(l))
		l->clocks.rx_began = 1;
	else if (l->monitor && l->rx_gmii.len)
		note_run(l, l->cycle);
}

/* The first octet of a run is sampled. Latencies count from its last one, so that this one has the exact cycle. */
void octets_rx_sampled(struct loop *l)
{
	const struct clock_edges *rx = &l->clocks.time.edges[CLOCK_RX], *tx = &l->clocks.time.edges[CLOCK_TX];
	uint64_t newest = l->event_count ? l->events[l->event_count - 1].cycle / l->step : 0, last, first;

	if (!l->clocks.rx_began)
		return;
	l->clocks.rx_began = 0;
	/* the edge that comes next has the number rx->edge */
	last = clocks_edge_by(tx, clocks_time(rx, rx->edge - 1 + l->rx_gmii.len - 1)) - 1;
	first = last - (l->rx_gmii.len - 1);
	l->clocks.run_last = rx->edge - 1 + l->rx_gmii.len - 1;
	l->clocks.run_ends[1] = l->clocks.run_ends[0];
	l->clocks.run_ends[0] = last;
	note_run(l, greatest(first, newest));
}

static uint32_t rx_gap(const struct loop *l)
{
	bool idle = l->rx_item->kind == ITEM_RX_IDLE;
	uint32_t gap = idle ? l->rx_item->u.idle.gap : l->rx_item->u.frame.gap;

	return (gap || idle || l->rx_gmii.after_idle ? gap : 1) * l->link.clocks;
}

/* Returns the cycle in which the item may begin. In half duplex the partner hears the DUT: it waits while the DUT sends
 * (UINT64_MAX), and then keeps its own gap. */
static uint64_t rx_start(const struct loop *l)
{
	uint64_t heard;

	if (!l->link.half || l->rx_item->kind == ITEM_RX_IDLE || l->rx_item->u.frame.collides)
		return l->rx_next;
	if (l->in_tx)
		return UINT64_MAX;
	heard = l->mii.tx_end + rx_gap(l);
	return heard > l->rx_next ? heard : l->rx_next;
}

/* Takes the next item. An item that sets what the wire carries between runs takes no time. */
static const struct item *rx_take(struct loop *l)
{
	const struct item *item = sequencer_take(&l->seq, CHANNEL_RX);

	for (; item && item->kind == ITEM_RX_IDLE && !item->u.idle.len; item = sequencer_take(&l->seq, CHANNEL_RX)) {
		l->rx_gmii.rest = item;
		idle_begin(l, item);
	}
	return item;
}

void octets_rx_schedule(struct loop *l)
{
	if (l->rx_item && l->rx_gmii.len && !l->rx_gmii.left) {
		l->rx_last_end = loop_now(l, CLOCK_RX);
		l->rx_gmii.after_idle = l->rx_item->kind == ITEM_RX_IDLE;
		l->rx_item = NULL;
		l->rx_gmii.len = 0;
	}
	if (!l->rx_item) {
		l->rx_item = rx_take(l);
		if (l->rx_item) {
			uint64_t next = l->rx_last_end + rx_gap(l);
			l->rx_next = greatest(next, loop_now(l, CLOCK_RX));
			l->rx_gmii.len = 0;
		}
	}
	if (loop_has_clocks(l) &&
	    (loop_rests(l) || l->cycle < l->clocks.run_opens)) /* what is on the wire goes on, and nothing begins */
		return;
	if (l->rx_item && !l->rx_gmii.len && loop_now(l, CLOCK_RX) >= rx_start(l)) {
		rx_begin(l);
		if (!l->rx_gmii.len) /* a raw run without octets drives nothing */
			l->rx_item = NULL;
	}
}

bool octets_rx_idle(const struct loop *l)
{
	return !l->rx_item;
}

uint64_t octets_rx_horizon(const struct loop *l, uint64_t horizon)
{
	uint32_t done = l->rx_gmii.len - l->rx_gmii.left;

	if (l->mdio_next != l->mdio_level && l->mdio_at > l->cycle)
		horizon = least(horizon, l->mdio_at);
	if (l->rx_item && !l->rx_gmii.len)
		horizon = least(horizon, rx_start(l));
	if (l->rx_gmii.left)
		horizon = least(horizon, l->cycle + (done < l->rx_gmii.er_from ? least(l->rx_gmii.left, l->rx_gmii.er_from - done)
		                                     : done < l->rx_gmii.er_to ? l->rx_gmii.er_to - done
		                                                               : l->rx_gmii.left));
	return horizon;
}

/* In full duplex the PHY shows carrier while the receive wire carries a run. */
static void live_carrier(struct loop *l, uint64_t cycle, bool crs)
{
	if (!octets_pins(l)->carrier)
		return;
	*octets_pins(l)->carrier = crs ? SEAM_CARRIER_CRS : 0;
	if (l->monitor)
		loop_emit(l, cycle, EVENT_CRS, crs);
}

void loop_rx_octet(struct loop *l, uint64_t cycle, uint16_t word)
{
	struct arena *arena = &l->rx_arena;
	bool on = word & SEAM_RX_DV;

	*octets_pins(l)->rx = word;
	if (l->rx_live.open && arena->used - l->rx_live.start == LOOP_RUN_MAX) { /* the rest is notified as a second run */
		loop_run_end(l);
		loop_run_begin(l, cycle, 0);
	}
	if (on && !l->rx_live.open) {
		live_carrier(l, cycle, true);
		loop_run_begin(l, cycle, 0);
	} else if (!on && l->rx_live.open) {
		loop_run_end(l);
		live_carrier(l, cycle, false);
	}
	if (!on)
		return;
	if ((word & SEAM_RX_ER) && l->monitor && l->events[l->rx_live.event].error_at < 0)
		l->events[l->rx_live.event].error_at = (int32_t)(arena->used - l->rx_live.start);
	arena->octets[arena->used++] = (uint8_t)word;
}

void octets_rx_keep(struct loop *l)
{
	if (l->monitor && l->rx_gmii.left && l->rx_gmii.flags & SEAM_RX_DV) {
		memmove(l->rx_arena.octets, l->rx_gmii.octet, l->rx_gmii.left);
		l->rx_arena.used = l->rx_gmii.left;
		l->rx_gmii.octet = l->rx_arena.octets;
	} else if (!l->rx_gmii.left || !(l->rx_gmii.flags & SEAM_RX_DV)) {
		l->rx_arena.used = 0;
	}
}

/* ---- host transmit ---- */

void octets_send_word(struct loop *l)
{
	octets_send_next(l);
}

void octets_send_none(struct loop *l)
{
	*octets_pins(l)->send = SEAM_SEND_LAST | SEAM_SEND_USER | 0xFF; /* without tvalid it means nothing */
}

uint32_t octets_stall_at(const struct item_frame *frame)
{
	return frame->stall_at > 0 && (uint32_t)frame->stall_at < frame->len ? (uint32_t)frame->stall_at : 0;
}

/* ---- management ---- */

/* The PHY reacts to the management pins. If they change twice within its delay, it reacts to the newer change; at the periods of
 * clause 22 that does not happen, since they are longer than the longest delay. */
void octets_phy(struct loop *l, uint32_t side)
{
	bool level = phy_pins(&l->phy, side & SEAM_SIDE_MDIO);

	if (level == l->mdio_next)
		return;
	l->mdio_next = level;
	l->mdio_at = l->cycle + 1 + (uint64_t)phy_delay(&l->phy) * l->dut->clock_hz / NS_PER_S;
}

bool octets_mdio_due(const struct loop *l)
{
	return l->mdio_next != l->mdio_level && l->cycle >= l->mdio_at;
}

void octets_mdio_schedule(struct loop *l)
{
	if (!octets_mdio_due(l))
		return;
	l->mdio_level = l->mdio_next;
	*octets_pins(l)->mdio_i = l->mdio_level;
	if (l->monitor)
		loop_emit(l, l->cycle, EVENT_MDIO_IN, l->mdio_level);
}

void octets_no_request(struct loop *l, const struct item *item)
{
	(void)l; /* this PHY has no such pins */
	(void)item;
}

void octets_power_up(struct loop *l)
{
	uint32_t side = *octets_pins(l)->side;

	l->link.mbps = 1000;
	l->link.clocks = 1;
	l->side = side;
	if (!l->monitor)
		return;
	loop_emit(l, l->cycle, EVENT_OBS_XOFF, !!(side & SEAM_SIDE_XOFF))->timer = *l->pins->common.pause_timer;
	loop_emit(l, l->cycle, EVENT_OBS_LEVEL, side >> SEAM_SIDE_LEVEL_SHIFT);
	loop_emit(l, l->cycle, EVENT_MDIO, side & SEAM_SIDE_MDIO);
}
