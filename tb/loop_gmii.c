/* SPDX-License-Identifier: Apache-2.0 */
/* The cycle loop for GMII: one octet time per clock.
 *
 * Between two *horizons* nothing is scheduled, and run_until() does only what every cycle needs: one receive word from a prepared
 * buffer, one clock, the next host octet if one was taken, octets into the captures, a comparison of the rarely changing
 * outputs. At a horizon schedule() lets the sequencer issue items and starts and ends runs, offers and accesses. Events collect in a
 * batch; the sink gets it when a buffer is nearly full. */
#include "loop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

enum {
	HORIZON_MAX = 4096,
	MBUF_OCTETS = 128,
	POLL_CYCLES = 32,
	RESET_CYCLES = 4, /* at power-up */
	APB_CYCLES_MAX = 1000,
	EVENT_RESERVE = 64,
	FCS_OCTETS = 4,
};

static const uint8_t idle_octet;

static uint64_t min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static double seconds(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* ---- events ---- */

static void arena_keep(struct arena *arena, uint32_t from, uint32_t len)
{
	memmove(arena->octets, arena->octets + from, len);
	arena->used = len;
}

/* Hands the batch on, up to an unfinished register read, and keeps the octets of unfinished frames. */
static void flush(struct loop *l)
{
	size_t count = l->reg_phase && !(l->reg_item && l->reg_item->kind == ITEM_REG_WRITE) ? l->reg_event : l->event_count;

	if (count)
		l->sink(l->sink_context, l->events, count);
	l->event_count -= count;
	memmove(l->events, l->events + count, l->event_count * sizeof(*l->events));
	l->reg_event = 0;
}

/* Only with all events handed on may octets move. */
static void flush_octets(struct loop *l)
{
	flush(l);
	if (l->event_count)
		return;
	if (l->rx_left) {
		uint32_t done = (uint32_t)(l->rx_octet - l->rx_arena.octets);
		arena_keep(&l->rx_arena, done, l->rx_left);
		l->rx_octet = l->rx_arena.octets;
	} else {
		l->rx_arena.used = 0;
	}
	arena_keep(&l->tx_arena, l->in_tx ? l->tx_start : 0, l->in_tx ? l->tx_arena.used - l->tx_start : 0);
	arena_keep(&l->host_arena, l->in_host ? l->host_start : 0, l->in_host ? l->host_arena.used - l->host_start : 0);
	l->tx_start = l->host_start = 0;
}

static struct event *emit(struct loop *l, uint64_t cycle, enum event_kind kind, uint32_t value)
{
	struct event *event;

	if (l->event_count == LOOP_EVENTS)
		flush(l);
	event = &l->events[l->event_count < LOOP_EVENTS ? l->event_count++ : LOOP_EVENTS - 1];
	*event = (struct event){ .cycle = cycle, .kind = (uint8_t)kind, .value = value, .error_at = -1 };
	return event;
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
		fcs = (uint32_t)crc32(0, frame->octets, frame->len);
		if (frame->fcs == FCS_BAD)
			fcs = ~fcs;
		if (frame->fcs == FCS_VALUE)
			fcs = __builtin_bswap32(frame->fcs_value);
		for (int i = 0; i < FCS_OCTETS; i++)
			*p++ = (uint8_t)(fcs >> 8 * i);
	}
	l->rx_octet = start;
	l->rx_len = l->rx_left = (uint32_t)(p - start);
	arena->used += l->rx_len;
}

static void rx_error_range(struct loop *l, const struct item *item)
{
	const struct item_frame *frame = &item->u.frame;
	int64_t from = frame->error_at;

	l->rx_er_from = l->rx_er_to = UINT32_MAX;
	if (frame->error_at == INT32_MIN)
		return;
	if (item->kind == ITEM_RX_FRAME)
		from += frame->preamble + 1;
	if (from < 0 || from >= l->rx_len)
		return;
	l->rx_er_from = (uint32_t)from;
	l->rx_er_to = (uint32_t)min_u64((uint64_t)from + (frame->error_len ? frame->error_len : 1), l->rx_len);
}

static void rx_begin(struct loop *l)
{
	rx_build(l, l->rx_item);
	rx_error_range(l, l->rx_item);
	if (l->monitor && l->rx_len) {
		struct event *event = emit(l, l->cycle, EVENT_RX_RUN, 0);
		event->octets = l->rx_octet;
		event->len = l->rx_len;
		event->error_at = l->rx_er_from == UINT32_MAX ? -1 : (int32_t)l->rx_er_from;
	}
}

static void rx_schedule(struct loop *l)
{
	if (l->rx_item && l->rx_len && !l->rx_left) {
		l->rx_last_end = l->cycle;
		l->rx_item = NULL;
		l->rx_len = 0;
	}
	if (!l->rx_item) {
		l->rx_item = sequencer_take(&l->seq, CHANNEL_RX);
		if (l->rx_item) {
			uint32_t gap = l->rx_item->u.frame.gap ? l->rx_item->u.frame.gap : 1;
			l->rx_next = l->rx_last_end + gap > l->cycle ? l->rx_last_end + gap : l->cycle;
			l->rx_len = 0;
		}
	}
	if (l->rx_item && !l->rx_len && l->cycle >= l->rx_next) {
		rx_begin(l);
		if (!l->rx_len) /* an empty raw run drives nothing */
			l->rx_item = NULL;
	}
}

/* ---- host transmit ---- */

static void send_word(struct loop *l)
{
	const struct item_frame *frame = &l->send_item->u.frame;

	*l->ops->pins(l->seam)->send = (uint16_t)(SEAM_SEND_VALID | frame->octets[l->send_pos] |
	                                          (l->send_pos + 1 == frame->len ? SEAM_SEND_LAST : 0));
}

/* send_pos reached send_stop: the host pauses inside the frame, or the frame is over. */
static void send_boundary(struct loop *l)
{
	const struct item_frame *frame = &l->send_item->u.frame;

	l->send_active = false;
	l->send_moved = l->cycle;
	*l->ops->pins(l->seam)->send = 0;
	if (l->send_pos == frame->len) {
		if (l->monitor)
			emit(l, l->cycle, EVENT_HOST_TAKEN, 0);
		l->send_item = NULL;
		l->send_free = l->cycle + 1;
	} else {
		l->send_stalled = true;
		l->send_at = l->cycle + 1 + (frame->stall ? frame->stall : 1);
	}
}

static void send_offer(struct loop *l)
{
	const struct item_frame *frame = &l->send_item->u.frame;

	if (l->send_stalled) {
		l->send_stalled = false;
		l->send_stop = frame->len;
	} else {
		bool stalls = frame->stall_at > 0 && (uint32_t)frame->stall_at < frame->len;
		l->send_pos = 0;
		l->send_stop = stalls ? (uint32_t)frame->stall_at : frame->len;
		if (l->monitor) {
			struct event *event = emit(l, l->cycle, EVENT_HOST_OFFER, 0);
			event->octets = frame->octets;
			event->len = frame->len;
			event->error_at = stalls ? frame->stall_at : -1;
		}
	}
	l->send_active = true;
	send_word(l);
}

static void send_schedule(struct loop *l)
{
	if (l->cycle < l->reset_end)
		return;
	if (!l->send_item) {
		l->send_item = sequencer_take(&l->seq, CHANNEL_SEND);
		if (l->send_item) {
			l->send_stalled = false;
			l->send_at = l->send_free + l->send_item->u.frame.gap;
			if (l->send_at < l->cycle)
				l->send_at = l->cycle;
		}
	}
	if (l->send_item && !l->send_active && l->cycle >= l->send_at)
		send_offer(l);
}

/* A reset cuts the frame that was being taken; one that was only offered is offered again. */
static void send_reset(struct loop *l)
{
	if (!l->send_item)
		return;
	if ((l->send_active || l->send_stalled) && l->send_pos)
		l->send_item = NULL;
	l->send_active = l->send_stalled = false;
	l->send_at = l->send_free = l->reset_end;
	*l->ops->pins(l->seam)->send = 0;
}

/* ---- registers ---- */

static void reg_advance(struct loop *l)
{
	if (l->reg_phase != 1)
		return;
	*l->ops->pins(l->seam)->apb |= SEAM_APB_ENABLE;
	l->reg_phase = 2;
}

static void reg_schedule(struct loop *l)
{
	const struct seam_gmii *pins = l->ops->pins(l->seam);

	if (l->reg_phase || l->cycle < l->reset_end)
		return;
	l->reg_item = sequencer_take(&l->seq, CHANNEL_REG);
	if (!l->reg_item)
		return;
	*pins->paddr = l->reg_item->u.reg.address;
	*pins->pwdata = l->reg_item->u.reg.value;
	*pins->apb = SEAM_APB_SEL;
	if (l->reg_item->kind == ITEM_REG_WRITE)
		*pins->apb |= (uint8_t)(SEAM_APB_WRITE | (l->reg_item->u.reg.strobe & 15) << SEAM_APB_STRB_SHIFT);
	l->reg_phase = 1;
	l->reg_started = l->cycle;
	l->reg_event = l->event_count;
}

/* After the clock: the setup cycle of a read takes its place among the events, the access cycle ends the access. */
static void reg_monitor(struct loop *l, const struct seam_gmii *pins)
{
	const struct item *item = l->reg_item;
	struct event *event;

	if (l->reg_phase == 1) {
		if (item->kind == ITEM_REG_READ && l->monitor) {
			event = emit(l, l->cycle, EVENT_REG_READ, 0);
			l->reg_event = (size_t)(event - l->events);
			event->address = item->u.reg.address;
			event->expect = item->u.reg.expect;
			event->expect_mask = item->u.reg.expect_mask;
		}
		return;
	}
	l->apb_hung = l->cycle - l->reg_started > APB_CYCLES_MAX;
	if (!(*pins->ready & SEAM_READY_APB) && !l->apb_hung)
		return;
	l->reg_phase = 0;
	*pins->apb = 0;
	if (!l->monitor)
		return;
	if (item->kind == ITEM_REG_READ) {
		event = &l->events[l->reg_event];
		event->value = *pins->prdata;
		event->duration = (uint16_t)(l->cycle - l->reg_started);
	} else {
		event = emit(l, l->cycle, EVENT_REG_WRITE, item->u.reg.value);
		event->address = item->u.reg.address;
		event->strobe = item->u.reg.strobe;
	}
	event->error = *pins->ready & SEAM_READY_APB_ERROR;
}

/* ---- host receive ---- */

static void host_ready_set(struct loop *l, bool ready)
{
	if (ready == l->host_ready)
		return;
	l->host_ready = ready;
	*l->ops->pins(l->seam)->host_ready = ready;
	if (l->monitor)
		emit(l, l->cycle, EVENT_HOST_READY, ready);
}

static void host_schedule(struct loop *l)
{
	if (l->host_stopped) {
		host_ready_set(l, false);
		l->host_toggle = UINT64_MAX;
	} else if (!l->host_off) {
		host_ready_set(l, true);
		l->host_toggle = UINT64_MAX;
	} else if (l->host_toggle == UINT64_MAX || l->cycle >= l->host_toggle) {
		host_ready_set(l, !l->host_ready);
		l->host_toggle = l->cycle + (l->host_ready ? l->host_on : l->host_off);
	}
}

static inline void host_monitor(struct loop *l, uint16_t word)
{
	if (l->cycle < l->reset_end) { /* a reset cuts the stream; its first cycle still shows what was before */
		if (l->cycle == l->reset_begin && (word & SEAM_HOST_VALID) && !l->in_host)
			emit(l, l->cycle, EVENT_HOST_START, 0);
		l->in_host = l->host_held = false;
		return;
	}
	if (l->host_held && word != l->host_word)
		emit(l, l->cycle, EVENT_HOST_DROP, l->host_len);
	l->host_held = false;
	if (!(word & SEAM_HOST_VALID)) {
		l->host_bubbles += l->in_host;
		return;
	}
	if (!l->in_host) {
		emit(l, l->cycle, EVENT_HOST_START, 0);
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
		struct event *event = emit(l, l->cycle, EVENT_HOST_FRAME, !!(word & SEAM_HOST_USER));
		event->octets = l->host_arena.octets + l->host_start;
		event->len = l->host_arena.used - l->host_start;
		event->timer = l->host_bubbles;
		l->in_host = false;
	} else if (l->host_len % MBUF_OCTETS == 0) {
		emit(l, l->cycle, EVENT_HOST_MBUF, l->host_len - 1);
	}
}

/* ---- transmit wire ---- */

static inline void tx_monitor(struct loop *l, uint16_t word)
{
	if (!(word & SEAM_TX_EN)) {
		struct event *event = emit(l, l->cycle, EVENT_TX_END, l->tx_errors);
		event->octets = l->tx_arena.octets + l->tx_start;
		event->len = l->tx_len;
		event->error_at = l->tx_error_at;
		l->in_tx = false;
		return;
	}
	if (!l->in_tx) {
		emit(l, l->cycle, EVENT_TX_START, 0);
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

static void side_monitor(struct loop *l, const struct seam_gmii *pins, uint32_t side)
{
	uint32_t changed = side ^ l->side;
	struct event *event;

	if (changed & SEAM_SIDE_XOFF) {
		event = emit(l, l->cycle, EVENT_OBS_XOFF, !!(side & SEAM_SIDE_XOFF));
		event->timer = *pins->pause_timer;
	}
	if (changed >> SEAM_SIDE_LEVEL_SHIFT)
		emit(l, l->cycle, EVENT_OBS_LEVEL, side >> SEAM_SIDE_LEVEL_SHIFT);
	if (side & SEAM_SIDE_RX_VALID) {
		event = emit(l, l->cycle, EVENT_OBS_RX, *pins->rx_record);
		event->timer = *pins->pause_timer;
	}
	if (side & SEAM_SIDE_TX_VALID) {
		event = emit(l, l->cycle, EVENT_OBS_TX, *pins->tx_record);
		event->timer = *pins->pause_timer;
	}
	if (changed & SEAM_SIDE_MDIO)
		emit(l, l->cycle, EVENT_MDIO, side & SEAM_SIDE_MDIO);
}

/* ---- scheduling ---- */

static void state_of(const struct loop *l, struct channel_state *state)
{
	*state = (struct channel_state){
		.rx_idle = !l->rx_item,
		.send_idle = !l->send_item,
		.reg_idle = !l->reg_phase,
		.wire_idle = !l->in_tx,
		.quiet = l->cycle - l->last_activity,
	};
}

static void reset_begin(struct loop *l, uint32_t cycles)
{
	l->reset_begin = l->cycle;
	l->reset_end = l->cycle + cycles;
	*l->ops->pins(l->seam)->rst_n = 0;
	if (l->monitor)
		emit(l, l->cycle, EVENT_RESET, cycles);
	send_reset(l);
	l->last_activity = l->reset_end;
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
		phy_present(&l->phy, item->u.phy.phy, item->u.phy.present);
		if (item->u.phy.present)
			phy_set(&l->phy, item->u.phy.phy, item->u.phy.reg, item->u.phy.value);
		break;
	case ITEM_RESET:
		reset_begin(l, item->u.wait.cycles ? item->u.wait.cycles : RESET_CYCLES);
		break;
	default:
		break;
	}
}

static uint64_t horizon_of(const struct loop *l)
{
	uint64_t horizon = l->cycle + HORIZON_MAX;
	uint32_t done = l->rx_len - l->rx_left;

	if (l->reg_phase || l->mdio_next != l->mdio_level)
		return l->cycle + 1;
	if (l->seq.waiting)
		horizon = min_u64(min_u64(horizon, l->cycle + POLL_CYCLES), l->seq.deadline);
	else if (l->seq.wake > l->cycle)
		horizon = min_u64(horizon, l->seq.wake);
	else if (l->seq.next == l->seq.stim->count)
		horizon = min_u64(horizon, l->cycle + POLL_CYCLES);
	if (l->rx_item && !l->rx_len)
		horizon = min_u64(horizon, l->rx_next);
	if (l->rx_left)
		horizon = min_u64(horizon, l->cycle + (done < l->rx_er_from ? min_u64(l->rx_left, l->rx_er_from - done)
		                                       : done < l->rx_er_to ? l->rx_er_to - done
		                                                            : l->rx_left));
	if (l->send_item && !l->send_active)
		horizon = min_u64(horizon, l->send_at);
	if (l->host_toggle > l->cycle)
		horizon = min_u64(horizon, l->host_toggle);
	if (l->cycle < l->reset_end)
		horizon = min_u64(horizon, l->reset_end);
	if (l->trace_path && l->cycle < l->trace_from)
		horizon = min_u64(horizon, l->trace_from);
	return horizon > l->cycle ? horizon : l->cycle + 1;
}

static void trace_schedule(struct loop *l)
{
	if (!l->trace_path)
		return;
	if (l->cycle == l->trace_from)
		l->error = l->ops->trace_open(l->seam, l->trace_path);
	if (l->cycle >= l->trace_to && l->trace_to) {
		l->ops->trace_close(l->seam);
		l->trace_path = NULL;
	}
}

static void channels_schedule(struct loop *l)
{
	rx_schedule(l);
	send_schedule(l);
	reg_schedule(l);
}

static uint64_t schedule(struct loop *l)
{
	const struct item *item;
	struct channel_state state;

	if (l->monitor &&
	    (l->event_count > LOOP_EVENTS - EVENT_RESERVE || l->rx_arena.used > LOOP_ARENA - 2 * LOOP_FRAME_MAX ||
	     l->tx_arena.used > LOOP_ARENA - 2 * LOOP_FRAME_MAX || l->host_arena.used > LOOP_ARENA - 2 * LOOP_FRAME_MAX))
		flush_octets(l);
	else if (!l->monitor && !l->rx_left)
		l->rx_arena.used = 0;
	trace_schedule(l);
	if (l->cycle == l->reset_end)
		*l->ops->pins(l->seam)->rst_n = 1;
	if (l->mdio_next != l->mdio_level) {
		l->mdio_level = l->mdio_next;
		*l->ops->pins(l->seam)->mdio_i = l->mdio_level;
		if (l->monitor)
			emit(l, l->cycle, EVENT_MDIO_IN, l->mdio_level);
	}
	reg_advance(l);
	channels_schedule(l);
	for (;;) {
		state_of(l, &state);
		item = sequencer_step(&l->seq, l->cycle, &state);
		channels_schedule(l); /* what was just issued */
		if (!item)
			break;
		carry_out(l, item);
	}
	host_schedule(l);
	return horizon_of(l);
}

/* The hot loop: from l->cycle to HORIZON, or earlier when something must be scheduled. */
static inline __attribute__((always_inline)) void run_until(struct loop *l, uint64_t horizon, const bool monitor)
{
	const struct seam_gmii *pins = l->ops->pins(l->seam);
	void (*const cycle_once)(struct seam *) = l->ops->cycle;
	struct seam *const seam = l->seam;
	uint32_t done = l->rx_len - l->rx_left;
	bool rx_on = l->rx_left;
	uint16_t rx_flags = (uint16_t)(!rx_on ? 0 : SEAM_RX_DV | (done >= l->rx_er_from && done < l->rx_er_to ? SEAM_RX_ER : 0));
	const uint8_t *rx_octet = rx_on ? l->rx_octet : &idle_octet;
	uint64_t cycle = l->cycle, first = l->cycle;

	while (cycle < horizon) {
		*pins->rx = (uint16_t)(rx_flags | *rx_octet);
		rx_octet += rx_on;
		cycle_once(seam);
		if (l->reg_phase) {
			l->cycle = cycle;
			reg_monitor(l, pins);
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
		if (l->send_active && (*pins->ready & SEAM_READY_SEND)) {
			l->cycle = cycle;
			if (++l->send_pos == l->send_stop) {
				send_boundary(l);
				horizon = cycle + 1;
			} else {
				send_word(l);
			}
		}
		if (monitor) {
			uint32_t side = *pins->side;
			if (side != l->side || (side & (SEAM_SIDE_RX_VALID | SEAM_SIDE_TX_VALID))) {
				l->cycle = cycle;
				side_monitor(l, pins, side);
			}
		}
		if ((*pins->side ^ l->side) & SEAM_SIDE_MDIO) {
			l->mdio_next = phy_pins(&l->phy, *pins->side & SEAM_SIDE_MDIO);
			horizon = cycle + 1;
		}
		l->side = *pins->side;
		cycle++;
	}
	l->cycle = cycle;
	if (rx_on) {
		l->rx_octet = rx_octet;
		l->rx_left -= (uint32_t)(cycle - first);
		l->last_activity = cycle;
	}
}

/* Power-up: reset for RESET_CYCLES. Outputs mean nothing until the first edge with rst_n low is over. */
static void power_up(struct loop *l)
{
	const struct seam_gmii *pins = l->ops->pins(l->seam);

	phy_reset(&l->phy);
	l->mdio_level = l->mdio_next = true;
	l->host_toggle = UINT64_MAX;
	l->host_on = 1;
	l->host_ready = false;
	l->send_free = l->rx_last_end = 0;
	reset_begin(l, RESET_CYCLES);
	trace_schedule(l);
	l->ops->cycle(l->seam);
	l->cycle = 1;
	l->ops->cycle(l->seam);
	l->cycle = 2;
	l->side = *pins->side;
	if (l->monitor) {
		emit(l, l->cycle, EVENT_OBS_XOFF, !!(l->side & SEAM_SIDE_XOFF))->timer = *pins->pause_timer;
		emit(l, l->cycle, EVENT_OBS_LEVEL, l->side >> SEAM_SIDE_LEVEL_SHIFT);
	}
}

static bool finished(struct loop *l)
{
	struct channel_state state;

	state_of(l, &state);
	return sequencer_done(&l->seq) && l->cycle >= l->seq.wake && state.rx_idle && state.send_idle && state.reg_idle &&
	       state.wire_idle && state.quiet >= POLL_CYCLES && l->cycle >= l->reset_end;
}

/* A stimulus may end with frames that can never be sent (transmitter off, long pause): when all else is done and no octet has been taken for this long,
 * the run is over without them. */
enum { TAIL_CYCLES = 200000 };

static int buffers_init(struct loop *l)
{
	l->events = malloc(LOOP_EVENTS * sizeof(*l->events));
	l->rx_arena.octets = malloc(LOOP_ARENA);
	l->tx_arena.octets = malloc(LOOP_ARENA);
	l->host_arena.octets = malloc(LOOP_ARENA);
	return l->events && l->rx_arena.octets && l->tx_arena.octets && l->host_arena.octets ? 0 : -ENOMEM;
}

static void buffers_release(struct loop *l)
{
	free(l->events);
	free(l->rx_arena.octets);
	free(l->tx_arena.octets);
	free(l->host_arena.octets);
}

static void limits_check(struct loop *l, double deadline, uint64_t *tail_end)
{
	bool issued = l->seq.next == l->seq.stim->count && !l->seq.waiting && l->cycle >= l->seq.wake;
	bool received = sequencer_empty(&l->seq, CHANNEL_RX) && !l->rx_item;
	bool accessed = sequencer_empty(&l->seq, CHANNEL_REG) && !l->reg_phase;

	if (!issued || !received || !accessed)
		*tail_end = UINT64_MAX;
	else if (*tail_end == UINT64_MAX || l->send_moved + TAIL_CYCLES > *tail_end)
		*tail_end = l->cycle + TAIL_CYCLES;
	if (l->cycle >= l->max_cycles || seconds(CLOCK_MONOTONIC) > deadline)
		l->timed_out = true;
	if (l->stop && atomic_load_explicit(l->stop, memory_order_relaxed))
		l->stopped = true;
}

int loop_run_gmii(struct loop *l)
{
	double deadline = seconds(CLOCK_MONOTONIC) + l->max_seconds, cpu;
	uint64_t next_check = 0, tail_end = UINT64_MAX;

	l->error = buffers_init(l);
	if (l->error) {
		buffers_release(l);
		return l->error;
	}
	cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
	power_up(l);
	while (!l->error && !l->timed_out && !l->stopped && !l->apb_hung && l->cycle < tail_end && !finished(l)) {
		uint64_t horizon = min_u64(schedule(l), l->max_cycles > l->cycle ? l->max_cycles : l->cycle + 1);
		if (l->monitor)
			run_until(l, horizon, true);
		else
			run_until(l, horizon, false);
		if (l->cycle >= next_check || l->cycle >= l->max_cycles) {
			limits_check(l, deadline, &tail_end);
			next_check = l->cycle + HORIZON_MAX * 4;
		}
	}
	if (l->monitor) {
		emit(l, l->cycle, EVENT_END, 0);
		l->reg_phase = 0;
		flush(l);
	}
	l->cpu_seconds = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	if (l->ops->trace_close)
		l->ops->trace_close(l->seam);
	buffers_release(l);
	return l->error;
}

void loop_bare_gmii(struct loop *l, uint64_t cycles)
{
	void (*const cycle_once)(struct seam *) = l->ops->cycle;
	struct seam *const seam = l->seam;
	const struct seam_gmii *pins = l->ops->pins(seam);
	double cpu;

	for (int i = 0; i < RESET_CYCLES; i++)
		cycle_once(seam);
	*pins->rst_n = 1;
	cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
	for (uint64_t i = 0; i < cycles; i++)
		cycle_once(seam);
	l->cpu_seconds = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
}
