/* SPDX-License-Identifier: Apache-2.0 */
/* The cycle loop, as far as it is the same for every PHY kind.
 *
 * Between two *horizons* nothing is scheduled, and the run_until() of the PHY kind does only what every cycle needs: one receive word
 * from a prepared buffer, one clock, the next host word if one was taken, octets into the captures, a comparison of the rarely
 * changing outputs. At a horizon schedule() lets the sequencer issue items and starts and ends runs, offers and accesses. Events
 * collect in a batch; the sink gets it when a buffer is nearly full. */
#include "loop_parts.h"

#include <errno.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
	HORIZON_MAX = 4096,
	POLL_CYCLES = 32,
	RESET_CYCLES = 4, /* at power-up */
	APB_CYCLES_MAX = 1000,
	EVENT_RESERVE = 64,
	HOST_REST_CYCLES = 4097, /* a frame to a host that is ready: it will not go on */
	LIVE_BATCH_CYCLES = 256,
	LIVE_EVENTS = 4 * LOOP_EVENTS, /* behind the longest run */
	LOOP_BATCH = 32768,            /* octets: what a batch touches stays in the cache beside the DUT */
};

static double seconds(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* ---- events ---- */

void arena_keep(struct arena *arena, uint32_t from, uint32_t code)
{
	arena->used -= from;
	memmove(arena->octets, arena->octets + from, arena->used);
	arena->codes -= code;
	if (arena->codes)
		memmove(arena->code, arena->code + code, arena->codes * sizeof(*arena->code));
	arena->code_start = arena->code_start > code ? arena->code_start - code : 0;
}

static bool send_copied(const struct loop *l)
{
	return l->send_item && l->send_octets != l->send_item->u.frame.octets;
}

/* The frame under way stays. */
static void send_keep(struct loop *l)
{
	uint32_t from = send_copied(l) ? (uint32_t)(l->send_octets - l->send_arena.octets) : l->send_arena.used;

	if (!l->send_arena.used)
		return;
	arena_keep(&l->send_arena, from, 0);
	if (send_copied(l))
		l->send_octets = l->send_arena.octets;
}

/* Hands the batch on, up to an unfinished register read or receive run, and keeps the octets of unfinished frames. */
void loop_flush(struct loop *l)
{
	size_t count = l->reg_phase && !(l->reg_item && l->reg_item->kind == ITEM_REG_WRITE) ? l->reg_event : l->event_count;

	if (l->rx_live.open && l->rx_live.event < count)
		count = l->rx_live.event;
	if (count)
		l->sink(l->sink_context, l->events, count);
	l->event_count -= count;
	memmove(l->events, l->events + count, l->event_count * sizeof(*l->events));
	l->reg_event = l->reg_event > count ? l->reg_event - count : 0;
	l->rx_live.event -= l->rx_live.open ? count : 0;
}

/* Only with all events handed on may octets move. */
static void flush_octets(struct loop *l)
{
	loop_flush(l);
	if (l->event_count)
		return;
	l->wires->rx_keep(l);
	send_keep(l);
	arena_keep(&l->tx_arena, l->in_tx ? l->tx_start : l->tx_arena.used,
	           l->in_tx ? l->tx_arena.code_start : l->tx_arena.codes);
	arena_keep(&l->host_arena, l->in_host ? l->host_start : l->host_arena.used, 0);
	l->tx_start = l->host_start = 0;
}

static bool points_into(const struct event *event, const struct arena *arena)
{
	return event->kind != EVENT_REG_READ && event->octets >= arena->octets && event->octets < arena->octets + LOOP_ARENA;
}

/* Live: an open receive run holds events back, and they point into the arenas. What stands before all of them and before START, where
 * something under way begins (or NULL), goes. */
static void live_keep(struct loop *l, struct arena *arena, uint32_t *start)
{
	uint32_t from = start ? *start : arena->used, code = start ? arena->code_start : arena->codes;

	if (arena->used <= LOOP_BATCH)
		return;
	for (size_t i = 0; i < l->event_count; i++) {
		const struct event *event = &l->events[i];
		if (!points_into(event, arena) || event->octets >= arena->octets + from)
			continue;
		from = (uint32_t)(event->octets - arena->octets);
		code = event->code ? (uint32_t)(event->code - arena->code) : 0;
	}
	for (size_t i = 0; i < l->event_count; i++) {
		struct event *event = &l->events[i];
		if (!points_into(event, arena))
			continue;
		event->octets -= from;
		if (event->code)
			event->code -= code;
	}
	arena_keep(arena, from, code);
	if (start)
		*start -= from;
}

static void live_flush(struct loop *l)
{
	l->flush_at = l->cycle + LIVE_BATCH_CYCLES;
	loop_flush(l);
	live_keep(l, &l->rx_arena, l->rx_live.open ? &l->rx_live.start : NULL);
	live_keep(l, &l->tx_arena, l->in_tx ? &l->tx_start : NULL);
	live_keep(l, &l->host_arena, l->in_host ? &l->host_start : NULL);
	live_keep(l, &l->send_arena, NULL);
}

void loop_run_begin(struct loop *l, uint64_t cycle, unsigned lane)
{
	struct arena *arena = &l->rx_arena;

	l->rx_live.start = arena->used;
	arena_begin(arena);
	if (l->monitor) {
		struct event *event = loop_emit(l, cycle, EVENT_RX_RUN, 0);
		event->octets = arena->octets + arena->used;
		event->lane = (uint8_t)lane;
		l->rx_live.event = (size_t)(event - l->events);
	}
	l->rx_live.open = true;
}

void loop_run_end(struct loop *l)
{
	struct arena *arena = &l->rx_arena;

	l->rx_live.open = false;
	if (l->monitor) {
		struct event *event = &l->events[l->rx_live.event];
		event->len = arena->used - l->rx_live.start;
		arena_codes(arena, event);
	} else {
		arena_keep(arena, arena->used, arena->codes);
	}
}

struct event *loop_emit_full(struct loop *l, uint64_t cycle, enum event_kind kind, uint64_t value)
{
	loop_flush(l);
	if (l->event_count == l->event_max)
		l->event_count--;
	return loop_emit(l, cycle, kind, value);
}

uint32_t loop_fcs(const struct item_frame *frame, uint32_t *ret_right)
{
	*ret_right = libdeflate_crc32(0, frame->octets, frame->len);
	if (frame->fcs == FCS_BAD)
		return ~*ret_right;
	return frame->fcs == FCS_VALUE ? __builtin_bswap32(frame->fcs_value) : *ret_right;
}

/* ---- host transmit ---- */

/* What the host sends: the item's octets, behind which may come an FCS of its own. */
static void send_prepare(struct loop *l)
{
	const struct item_frame *frame = &l->send_item->u.frame;
	struct arena *arena = &l->send_arena;
	uint32_t right;

	l->send_octets = frame->octets;
	l->send_len = frame->len;
	l->send_last = SEAM_SEND_LAST | (frame->host_fcs || frame->host_error ? SEAM_SEND_USER : 0);
	if (!frame->host_fcs || frame->fcs == FCS_NONE || !arena->octets)
		return;
	l->send_octets = arena->octets + arena->used;
	memcpy(arena->octets + arena->used, frame->octets, frame->len);
	for (uint32_t i = 0, fcs = loop_fcs(frame, &right); i < FCS_OCTETS; i++)
		arena->octets[arena->used + frame->len + i] = (uint8_t)(fcs >> 8 * i);
	l->send_len += FCS_OCTETS;
	arena->used += l->send_len;
}

static uint32_t stall_of(const struct item_frame *frame)
{
	return frame->stall ? frame->stall : 1;
}

void loop_send_boundary(struct loop *l)
{
	const struct item_frame *frame = &l->send_item->u.frame;

	l->send_active = false;
	l->send_moved = l->cycle;
	l->wires->send_none(l);
	if (l->send_pos == l->send_len) {
		l->send_unasked = true;
		if (l->monitor)
			loop_emit(l, l->cycle, EVENT_HOST_TAKEN, 0);
		l->send_item = NULL;
		l->send_free = l->cycle + 1;
	} else {
		l->send_stalled = true;
		l->send_at = l->cycle + 1 + stall_of(frame);
	}
}

/* The octets of an offer's event: a live run's item may be gone before the batch is. */
static const uint8_t *offer_octets(struct loop *l)
{
	struct arena *arena = &l->send_arena;
	uint8_t *copy = arena->octets + arena->used;

	if (!l->live)
		return l->send_octets;
	memcpy(copy, l->send_octets, l->send_len);
	arena->used += l->send_len;
	return copy;
}

static void send_offer(struct loop *l)
{
	const struct item_frame *frame = &l->send_item->u.frame;

	if (l->send_stalled) {
		l->send_stalled = false;
		l->send_stop = l->send_len;
	} else {
		uint32_t stall_at = l->wires->stall_at(frame);
		l->send_pos = 0;
		l->send_stop = stall_at ? stall_at : l->send_len;
		if (l->monitor) {
			struct event *event = loop_emit(l, l->cycle, EVENT_HOST_OFFER, !!(l->send_last & SEAM_SEND_USER));
			event->octets = offer_octets(l);
			event->len = l->send_len;
			event->error_at = stall_at ? (int32_t)stall_at : -1;
			event->timer = stall_at ? stall_of(frame) : 0;
		}
	}
	l->send_active = true;
	l->wires->send_word(l);
}

static const struct item *take(struct loop *l, enum channel channel)
{
	return l->live ? l->live->take(l->live->context, channel) : sequencer_take(&l->seq, channel);
}

/* The frame behind the one that is taken now. */
static void prefetch_send(const struct loop *l)
{
	const struct item *item = l->live ? NULL : sequencer_next(&l->seq, CHANNEL_SEND);

	if (item)
		loop_prefetch(item->u.frame.octets, item->u.frame.len);
}

static void send_schedule(struct loop *l)
{
	if (l->cycle < l->reset_end)
		return;
	if (!l->send_item) {
		l->send_item = take(l, CHANNEL_SEND);
		if (l->send_item) {
			prefetch_send(l);
			send_prepare(l);
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
	l->wires->send_none(l);
}

/* ---- registers ---- */

/* Without psel the other signals mean nothing. */
static void reg_none(struct loop *l)
{
	*l->pins->common.apb = SEAM_APB_WRITE | 15 << SEAM_APB_STRB_SHIFT;
}

static void reg_advance(struct loop *l)
{
	if (l->reg_phase != 1)
		return;
	*l->pins->common.apb |= SEAM_APB_ENABLE;
	l->reg_phase = 2;
}

/* The driver's next access; NULL if the channel must rest before it, or the sequence is over. */
static const struct item *driver_access(struct loop *l)
{
	uint32_t pause;

	if (l->driving && !l->access_waits) {
		l->driving = l->access_waits = driver_next(&l->driver, &l->access, &pause);
		l->reg_wake = l->driving ? l->cycle + pause : 0;
	}
	if (!l->driving || l->cycle < l->reg_wake)
		return NULL;
	l->access_waits = false;
	return &l->access;
}

static const struct item *reg_next(struct loop *l)
{
	const struct item *item = driver_access(l);

	while (!item && !l->driving) {
		item = take(l, CHANNEL_REG);
		if (!item || item->kind != ITEM_NEGOTIATE)
			break;
		l->driving = true;
		driver_begin(&l->driver, l->dut, item);
		item = driver_access(l);
	}
	return item;
}

static void reg_schedule(struct loop *l)
{
	const struct seam_common *pins = &l->pins->common;
	const struct seam_upper *upper = &l->pins->upper;
	uint64_t data;
	uint8_t strobe;
	bool write;

	if (l->reg_phase || l->cycle < l->reset_end)
		return;
	l->reg_item = reg_next(l);
	if (!l->reg_item)
		return;
	write = l->reg_item->kind == ITEM_REG_WRITE;
	strobe = write ? l->reg_item->u.reg.strobe : 0;
	data = write ? l->reg_item->u.reg.value : UINT64_MAX; /* in a read it means nothing */
	*pins->paddr = l->reg_item->u.reg.address;
	*pins->pwdata = (uint32_t)data;
	*pins->apb = (uint8_t)(SEAM_APB_SEL | (write ? SEAM_APB_WRITE : 0) | (strobe & 15) << SEAM_APB_STRB_SHIFT);
	if (upper->pwdata) {
		*upper->pwdata = (uint32_t)(data >> 32);
		*upper->pstrb = strobe >> 4;
	}
	l->reg_phase = 1;
	l->reg_started = l->cycle;
	l->reg_event = l->event_count;
}

static uint64_t read_value(const struct loop *l)
{
	const uint32_t *upper = l->pins->upper.prdata;

	return *l->pins->common.prdata | (upper ? (uint64_t)*upper << 32 : 0);
}

void loop_register_monitor(struct loop *l)
{
	const struct seam_common *pins = &l->pins->common;
	const struct item *item = l->reg_item;
	struct event *event;

	if (l->reg_phase == 1) {
		if (item->kind == ITEM_REG_READ && l->monitor) {
			event = loop_emit(l, l->cycle, EVENT_REG_READ, 0);
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
	reg_none(l);
	if (item == &l->access)
		driver_result(&l->driver, read_value(l));
	if (l->live)
		l->live->accessed(l->live->context, read_value(l), *pins->ready & SEAM_READY_APB_ERROR);
	if (!l->monitor)
		return;
	if (item->kind == ITEM_REG_READ) {
		event = &l->events[l->reg_event];
		event->value = read_value(l);
		event->duration = (uint16_t)(l->cycle - l->reg_started);
	} else {
		event = loop_emit(l, l->cycle, EVENT_REG_WRITE, item->u.reg.value);
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
	*l->pins->common.host_ready = ready;
	if (l->monitor)
		loop_emit(l, l->cycle, EVENT_HOST_READY, ready);
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

/* ---- scheduling ---- */

/* Nothing of the host's is offered or on the wire: is a frame still on its way between them? */
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
		.quiet = l->cycle - l->last_activity,
	};
}

static void reset_begin(struct loop *l, uint32_t cycles)
{
	l->reset_begin = l->cycle;
	l->reset_end = l->cycle + cycles;
	*l->pins->common.rst_n = 0;
	if (l->monitor)
		loop_emit(l, l->cycle, EVENT_RESET, cycles * l->step);
	send_reset(l);
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
	l->mdio_next = phy_level(&l->phy); /* a stuck PHY holds the wire from now on */
	l->mdio_at = l->cycle;
}

void loop_pause_req(struct loop *l, uint8_t value)
{
	const struct item item = { .kind = ITEM_PAUSE_REQ, .u.request = value };

	l->wires->request(l, &item);
}

/* The cursor moves to where the item says, but not back. A moment that may be missing and is: the cursor moves on all the same. */
static void wait_for_moment(struct loop *l, const struct item *item)
{
	uint64_t moment, at;

	l->error = loop_look_ahead(l, item, &moment);
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

	if (l->reg_phase || l->wires->other_due(l))
		return l->cycle + 1;
	if (l->seq.waiting)
		horizon = min_u64(loop_polls(l) ? min_u64(horizon, l->cycle + POLL_CYCLES) : horizon, l->seq.deadline);
	else if (l->seq.wake > l->cycle)
		horizon = min_u64(horizon, l->seq.wake);
	else if (l->seq.next == l->seq.stim->count)
		horizon = min_u64(horizon, l->cycle + POLL_CYCLES);
	if (l->live)
		horizon = min_u64(horizon, l->cycle + LOOP_LIVE_CYCLES);
	horizon = l->wires->rx_horizon(l, horizon);
	if (l->send_item && !l->send_active)
		horizon = min_u64(horizon, l->send_at);
	if (l->host_toggle > l->cycle)
		horizon = min_u64(horizon, l->host_toggle);
	if (l->driving)
		horizon = min_u64(horizon, l->reg_wake);
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
	l->wires->rx_schedule(l);
	send_schedule(l);
	reg_schedule(l);
}

/* Without a monitor nothing points to what was driven. */
static void drive_keep(struct loop *l)
{
	l->wires->rx_keep(l);
	send_keep(l);
}

static bool batch_full(const struct loop *l)
{
	return l->event_count > l->event_max - EVENT_RESERVE || l->rx_arena.used > LOOP_BATCH || l->tx_arena.used > LOOP_BATCH ||
	       l->host_arena.used > LOOP_BATCH || l->send_arena.used > LOOP_BATCH;
}

static void batch_schedule(struct loop *l)
{
	if (l->live) {
		if (l->cycle >= l->flush_at || l->event_count > l->event_max - EVENT_RESERVE)
			live_flush(l);
	} else if (batch_full(l)) {
		if (l->monitor)
			flush_octets(l);
		else
			drive_keep(l);
	}
}

static uint64_t schedule(struct loop *l)
{
	const struct item *item;
	struct channel_state state;

	batch_schedule(l);
	trace_schedule(l);
	if (l->cycle == l->reset_end)
		*l->pins->common.rst_n = 1;
	l->wires->other_schedule(l);
	reg_advance(l);
	channels_schedule(l);
	while (!sequencer_rests(&l->seq, l->cycle)) {
		size_t next = l->seq.next;
		state_of(l, &state);
		item = sequencer_step(&l->seq, l->cycle, &state);
		if (l->seq.next != next) /* what was just issued */
			channels_schedule(l);
		if (!item)
			break;
		carry_out(l, item);
	}
	host_schedule(l);
	return horizon_of(l);
}

/* Power-up: reset for RESET_CYCLES. Outputs mean nothing until the first edge with rst_n low is over. */
static void power_up(struct loop *l)
{
	phy_reset(&l->phy);
	l->mdio_level = l->mdio_next = true;
	l->host_toggle = UINT64_MAX;
	l->host_on = 1;
	l->host_ready = false;
	l->send_free = l->rx_last_end = 0;
	l->wires->send_none(l);
	reg_none(l);
	reset_begin(l, RESET_CYCLES);
	trace_schedule(l);
	l->ops->cycle(l->seam);
	l->cycle = 1;
	l->ops->cycle(l->seam);
	l->cycle = 2;
	l->wires->power_up(l);
}

/* A stimulus may end with frames that can never be sent (transmitter off, long pause): when all else is done and no octet has been taken for this long,
 * the run is over without them. */
enum { TAIL_CYCLES = 200000 };

/* The stimulus is done and the wires are at rest: is something due yet? */
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
	l->await_until = min_u64(until, l->await_end);
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

static int arena_init(struct arena *arena, bool codes)
{
	arena->octets = malloc(LOOP_ARENA);
	if (codes)
		arena->code = malloc(LOOP_ARENA * sizeof(*arena->code));
	return arena->octets && (arena->code || !codes) ? 0 : -ENOMEM;
}

static int buffers_init(struct loop *l)
{
	bool codes = l->dut->phy == PHY_XGMII;

	l->event_max = l->live ? LIVE_EVENTS : LOOP_EVENTS;
	l->events = malloc(l->event_max * sizeof(*l->events));
	if (codes)
		l->rx_xgmii.control = malloc(LOOP_FRAME_MAX / 8 + 16);
	return l->events && (!codes || l->rx_xgmii.control) && !arena_init(&l->rx_arena, codes) &&
	               !arena_init(&l->tx_arena, codes) && !arena_init(&l->host_arena, false) &&
	               ((l->dut->phy != PHY_MII && !l->live) || !arena_init(&l->send_arena, false))
	         ? 0
	         : -ENOMEM;
}

static void arena_release(struct arena *arena)
{
	free(arena->octets);
	free(arena->code);
}

static void buffers_release(struct loop *l)
{
	free(l->events);
	free(l->rx_xgmii.control);
	arena_release(&l->rx_arena);
	arena_release(&l->tx_arena);
	arena_release(&l->host_arena);
	arena_release(&l->send_arena);
}

/* The RTL has ended the simulation in a clock of the batch that is just over: forgets what was seen after that clock. */
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

void loop_go_on(struct loop *l, uint64_t end, const bool *over)
{
	uint64_t horizon;

	l->seq.waiting = false;
	l->seq.wake = UINT64_MAX;
	host_schedule(l);
	for (horizon = horizon_of(l);; horizon = schedule(l)) {
		l->wires->run_until(l, min_u64(horizon, end));
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
		l->stopped = true;
}

/* The run is over inside a frame to the host. */
static void open_frame(struct loop *l)
{
	struct event *event = loop_emit(l, l->cycle, EVENT_HOST_OPEN, 0);

	event->len = l->host_len;
	event->timer = l->host_bubbles;
}

static const struct loop_wires *const wires_of[] = { [PHY_GMII] = &loop_gmii, [PHY_MII] = &loop_mii, [PHY_XGMII] = &loop_xgmii };

int loop_run(struct loop *l, const struct dut *dut)
{
	double deadline = seconds(CLOCK_MONOTONIC) + l->max_seconds, cpu;
	uint64_t next_check = 0, tail_end = UINT64_MAX;

	l->dut = dut;
	l->wires = wires_of[dut->phy];
	l->step = dut_step(dut);
	l->pins = l->ops->pins(l->seam);
	l->error = buffers_init(l);
	if (l->error) {
		buffers_release(l);
		return l->error;
	}
	cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
	power_up(l);
	while (!l->error && !l->timed_out && !l->stopped && !l->apb_hung && l->cycle < tail_end && !ended(l) && !finished(l)) {
		uint64_t horizon = min_u64(schedule(l), l->max_cycles > l->cycle ? l->max_cycles : l->cycle + 1);
		l->wires->run_until(l, horizon);
		if (l->cycle >= next_check || l->cycle >= l->max_cycles) {
			limits_check(l, deadline, &tail_end);
			next_check = l->cycle + HORIZON_MAX * 4;
		}
	}
	if (ended(l))
		end_early(l);
	if (l->monitor) {
		if (l->rx_live.open)
			loop_run_end(l);
		if (l->in_tx)
			loop_emit(l, l->cycle, EVENT_TX_OPEN, 0);
		if (l->in_host)
			open_frame(l);
		loop_emit(l, l->cycle, EVENT_END, 0);
		l->reg_phase = 0;
		loop_flush(l);
	}
	l->cpu_seconds = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	if (l->ops->trace_close)
		l->ops->trace_close(l->seam);
	buffers_release(l);
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
