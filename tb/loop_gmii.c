/* SPDX-License-Identifier: Apache-2.0 */
/* The cycle loop for GMII: one octet time per clock. */
#include "loop_parts.h"

#include <string.h>

static const uint8_t idle_octet;

static const struct seam_gmii *pins_of(const struct loop *l)
{
	return &l->pins->gmii;
}

/* ---- receive wire ---- */

static void rx_build(struct loop *l, const struct item *item)
{
	const struct item_frame *frame = &item->u.frame;
	struct arena *arena = &l->rx_arena;
	uint8_t *start = arena->octets + arena->used, *p = start;
	uint32_t fcs;

	if (item->kind == ITEM_RX_FRAME) {
		memset(p, 0x55, frame->preamble);
		p += frame->preamble;
		*p++ = frame->sfd;
	}
	memcpy(p, frame->octets, frame->len);
	p += frame->len;
	if (item->kind == ITEM_RX_FRAME && frame->fcs != FCS_NONE) {
		fcs = loop_fcs(frame);
		for (int i = 0; i < FCS_OCTETS; i++)
			*p++ = (uint8_t)(fcs >> 8 * i);
	}
	l->rx_gmii.octet = start;
	l->rx_gmii.len = l->rx_gmii.left = (uint32_t)(p - start);
	arena->used += l->rx_gmii.len;
}

static void rx_error_range(struct loop *l, const struct item *item)
{
	const struct item_frame *frame = &item->u.frame;
	int64_t from = frame->error_at;

	l->rx_gmii.er_from = l->rx_gmii.er_to = UINT32_MAX;
	if (frame->error_at == INT32_MIN)
		return;
	if (item->kind == ITEM_RX_FRAME)
		from += frame->preamble + 1;
	if (from < 0 || from >= l->rx_gmii.len)
		return;
	l->rx_gmii.er_from = (uint32_t)from;
	l->rx_gmii.er_to = (uint32_t)min_u64((uint64_t)from + (frame->error_len ? frame->error_len : 1), l->rx_gmii.len);
}

static void rx_begin(struct loop *l)
{
	rx_build(l, l->rx_item);
	rx_error_range(l, l->rx_item);
	if (l->monitor && l->rx_gmii.len) {
		struct event *event = loop_emit(l, l->cycle, EVENT_RX_RUN, 0);
		event->octets = l->rx_gmii.octet;
		event->len = l->rx_gmii.len;
		event->error_at = l->rx_gmii.er_from == UINT32_MAX ? -1 : (int32_t)l->rx_gmii.er_from;
	}
}

static void rx_schedule(struct loop *l)
{
	if (l->rx_item && l->rx_gmii.len && !l->rx_gmii.left) {
		l->rx_last_end = l->cycle;
		l->rx_item = NULL;
		l->rx_gmii.len = 0;
	}
	if (!l->rx_item) {
		l->rx_item = sequencer_take(&l->seq, CHANNEL_RX);
		if (l->rx_item) {
			uint32_t gap = l->rx_item->u.frame.gap ? l->rx_item->u.frame.gap : 1;
			l->rx_next = l->rx_last_end + gap > l->cycle ? l->rx_last_end + gap : l->cycle;
			l->rx_gmii.len = 0;
		}
	}
	if (l->rx_item && !l->rx_gmii.len && l->cycle >= l->rx_next) {
		rx_begin(l);
		if (!l->rx_gmii.len) /* an empty raw run drives nothing */
			l->rx_item = NULL;
	}
}

static bool rx_idle(const struct loop *l)
{
	return !l->rx_item;
}

static uint64_t rx_horizon(const struct loop *l, uint64_t horizon)
{
	uint32_t done = l->rx_gmii.len - l->rx_gmii.left;

	if (l->rx_item && !l->rx_gmii.len)
		horizon = min_u64(horizon, l->rx_next);
	if (l->rx_gmii.left)
		horizon = min_u64(horizon,
		                  l->cycle + (done < l->rx_gmii.er_from ? min_u64(l->rx_gmii.left, l->rx_gmii.er_from - done)
		                              : done < l->rx_gmii.er_to ? l->rx_gmii.er_to - done
		                                                        : l->rx_gmii.left));
	return horizon;
}

static void rx_keep(struct loop *l)
{
	if (l->monitor && l->rx_gmii.left) {
		memmove(l->rx_arena.octets, l->rx_gmii.octet, l->rx_gmii.left);
		l->rx_arena.used = l->rx_gmii.left;
		l->rx_gmii.octet = l->rx_arena.octets;
	} else if (!l->rx_gmii.left) {
		l->rx_arena.used = 0;
	}
}

/* ---- host transmit ---- */

static inline void send_word(struct loop *l)
{
	const struct item_frame *frame = &l->send_item->u.frame;

	*pins_of(l)->send = (uint16_t)(SEAM_SEND_VALID | frame->octets[l->send_pos] |
	                               (l->send_pos + 1 == frame->len ? SEAM_SEND_LAST : 0));
}

static void send_none(struct loop *l)
{
	*pins_of(l)->send = 0;
}

static uint32_t stall_at(const struct item_frame *frame)
{
	return frame->stall_at > 0 && (uint32_t)frame->stall_at < frame->len ? (uint32_t)frame->stall_at : 0;
}

/* ---- host receive ---- */

static inline void host_monitor(struct loop *l, uint16_t word)
{
	if (l->cycle < l->reset_end) { /* a reset cuts the stream; its first cycle still shows what was before */
		if (l->cycle == l->reset_begin && (word & SEAM_HOST_VALID) && !l->in_host)
			loop_emit(l, l->cycle, EVENT_HOST_START, 0);
		l->in_host = l->host_held = false;
		return;
	}
	if (l->host_held && word != l->host_word)
		loop_emit(l, l->cycle, EVENT_HOST_DROP, l->host_len);
	l->host_held = false;
	if (!(word & SEAM_HOST_VALID)) {
		l->host_bubbles += l->in_host;
		return;
	}
	if (!l->in_host) {
		loop_emit(l, l->cycle, EVENT_HOST_START, 0);
		l->in_host = true;
		l->host_len = l->host_bubbles = 0;
		l->host_start = l->host_arena.used;
	}
	if (!l->host_ready) {
		l->host_held = true;
		l->host_word = word;
		return;
	}
	if (l->host_len < LOOP_FRAME_MAX)
		l->host_arena.octets[l->host_arena.used++] = (uint8_t)word;
	l->host_len++;
	if (word & SEAM_HOST_LAST) {
		struct event *event = loop_emit(l, l->cycle, EVENT_HOST_FRAME, !!(word & SEAM_HOST_USER));
		event->octets = l->host_arena.octets + l->host_start;
		event->len = l->host_arena.used - l->host_start;
		event->timer = l->host_bubbles;
		l->in_host = false;
	} else if (l->host_chunk && l->host_len % l->host_chunk == 0) {
		loop_emit(l, l->cycle, EVENT_HOST_MBUF, l->host_len - 1);
	}
}

/* ---- transmit wire ---- */

static inline void tx_monitor(struct loop *l, uint16_t word)
{
	if (!(word & SEAM_TX_EN)) {
		struct event *event = loop_emit(l, l->cycle, EVENT_TX_END, l->tx_errors);
		event->octets = l->tx_arena.octets + l->tx_start;
		event->len = l->tx_len;
		event->error_at = l->tx_error_at;
		l->in_tx = false;
		return;
	}
	if (!l->in_tx) {
		loop_emit(l, l->cycle, EVENT_TX_START, 0);
		l->in_tx = true;
		l->tx_start = l->tx_arena.used;
		l->tx_len = l->tx_errors = 0;
		l->tx_error_at = -1;
	}
	if (word & SEAM_TX_ER) {
		if (!l->tx_errors)
			l->tx_error_at = (int32_t)l->tx_len;
		l->tx_errors++;
	}
	if (l->tx_len < LOOP_FRAME_MAX) {
		l->tx_arena.octets[l->tx_arena.used++] = (uint8_t)word;
		l->tx_len++;
	}
}

/* ---- the rarely changing outputs ---- */

static void side_monitor(struct loop *l, uint32_t side)
{
	const struct seam_common *pins = &l->pins->common;
	uint32_t changed = side ^ (uint32_t)l->side;
	struct event *event;

	if (changed & SEAM_SIDE_XOFF) {
		event = loop_emit(l, l->cycle, EVENT_OBS_XOFF, !!(side & SEAM_SIDE_XOFF));
		event->timer = *pins->pause_timer;
	}
	if (changed >> SEAM_SIDE_LEVEL_SHIFT)
		loop_emit(l, l->cycle, EVENT_OBS_LEVEL, side >> SEAM_SIDE_LEVEL_SHIFT);
	if (side & SEAM_SIDE_RX_VALID) {
		event = loop_emit(l, l->cycle, EVENT_OBS_RX, *pins->rx_record);
		event->timer = *pins->pause_timer;
	}
	if (side & SEAM_SIDE_TX_VALID) {
		event = loop_emit(l, l->cycle, EVENT_OBS_TX, *pins->tx_record);
		event->timer = *pins->pause_timer;
	}
	if (changed & SEAM_SIDE_MDIO)
		loop_emit(l, l->cycle, EVENT_MDIO, side & SEAM_SIDE_MDIO);
}

/* ---- management ---- */

static bool other_due(const struct loop *l)
{
	return l->mdio_next != l->mdio_level;
}

static void other_schedule(struct loop *l)
{
	if (!other_due(l))
		return;
	l->mdio_level = l->mdio_next;
	*pins_of(l)->mdio_i = l->mdio_level;
	if (l->monitor)
		loop_emit(l, l->cycle, EVENT_MDIO_IN, l->mdio_level);
}

static void request(struct loop *l, const struct item *item)
{
	(void)l; /* no such pins */
	(void)item;
}

/* The hot loop: from l->cycle to HORIZON, or earlier when something must be scheduled. */
static inline __attribute__((always_inline)) void run(struct loop *l, uint64_t horizon, const bool monitor)
{
	const struct seam_gmii *pins = pins_of(l);
	const uint8_t *const ready = l->pins->common.ready;
	void (*const cycle_once)(struct seam *) = l->ops->cycle;
	struct seam *const seam = l->seam;
	uint32_t done = l->rx_gmii.len - l->rx_gmii.left;
	bool rx_on = l->rx_gmii.left;
	uint16_t rx_flags = (uint16_t)(!rx_on ? 0
	                                      : SEAM_RX_DV |
	                                            (done >= l->rx_gmii.er_from && done < l->rx_gmii.er_to ? SEAM_RX_ER : 0));
	const uint8_t *rx_octet = rx_on ? l->rx_gmii.octet : &idle_octet;
	uint64_t cycle = l->cycle, first = l->cycle;

	while (cycle < horizon) {
		*pins->rx = (uint16_t)(rx_flags | *rx_octet);
		rx_octet += rx_on;
		cycle_once(seam);
		if (l->reg_phase) {
			l->cycle = cycle;
			loop_register_monitor(l);
		}
		if (monitor) {
			uint16_t tx = *pins->tx, host = *pins->host;
			if ((tx & SEAM_TX_EN) | l->in_tx) {
				bool was = l->in_tx;
				l->cycle = l->last_activity = cycle;
				tx_monitor(l, tx);
				if (was && !l->in_tx && l->seq.waiting)
					horizon = cycle + 1;
			}
			if ((host & SEAM_HOST_VALID) | l->in_host) {
				l->cycle = l->last_activity = cycle;
				host_monitor(l, host);
			}
		}
		if (l->send_active && (*ready & SEAM_READY_SEND)) {
			l->cycle = cycle;
			if (++l->send_pos == l->send_stop) {
				loop_send_boundary(l);
				horizon = cycle + 1;
			} else {
				send_word(l);
			}
		}
		if (monitor) {
			uint32_t side = *pins->side;
			if (side != l->side || (side & (SEAM_SIDE_RX_VALID | SEAM_SIDE_TX_VALID))) {
				l->cycle = cycle;
				side_monitor(l, side);
			}
		}
		if ((*pins->side ^ (uint32_t)l->side) & SEAM_SIDE_MDIO) {
			l->mdio_next = phy_pins(&l->phy, *pins->side & SEAM_SIDE_MDIO);
			horizon = cycle + 1;
		}
		l->side = *pins->side;
		cycle++;
	}
	l->cycle = cycle;
	if (rx_on) {
		l->rx_gmii.octet = rx_octet;
		l->rx_gmii.left -= (uint32_t)(cycle - first);
		l->last_activity = cycle;
	}
}

static void run_until(struct loop *l, uint64_t horizon)
{
	if (l->monitor)
		run(l, horizon, true);
	else
		run(l, horizon, false);
}

static void power_up(struct loop *l)
{
	uint32_t side = *pins_of(l)->side;

	l->side = side;
	if (!l->monitor)
		return;
	loop_emit(l, l->cycle, EVENT_OBS_XOFF, !!(side & SEAM_SIDE_XOFF))->timer = *l->pins->common.pause_timer;
	loop_emit(l, l->cycle, EVENT_OBS_LEVEL, side >> SEAM_SIDE_LEVEL_SHIFT);
}

const struct loop_wires loop_gmii = {
	.run_until = run_until,
	.power_up = power_up,
	.rx_schedule = rx_schedule,
	.rx_idle = rx_idle,
	.rx_horizon = rx_horizon,
	.rx_keep = rx_keep,
	.send_word = send_word,
	.send_none = send_none,
	.stall_at = stall_at,
	.other_schedule = other_schedule,
	.other_due = other_due,
	.request = request,
};
