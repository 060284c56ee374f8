/* SPDX-License-Identifier: Apache-2.0 */
/* Batches of events, and the octets to which they point until the sink has the events. */
#include "loop_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	EVENT_RESERVE = 64,
	LIVE_BATCH_CYCLES = 256,
	LIVE_EVENTS = 4 * LOOP_EVENTS, /* so many events may come during the longest run */
	LOOP_BATCH = 32768,            /* octets of a batch: few enough to stay in the cache beside the DUT */
};

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

/* Discards the octets of frames that the host has sent; those of the frame under way stay. */
static void send_keep(struct loop *l)
{
	uint32_t from = send_copied(l) ? (uint32_t)(l->send_octets - l->send_arena.octets) : l->send_arena.used;

	if (!l->send_arena.used)
		return;
	arena_keep(&l->send_arena, from, 0);
	if (send_copied(l))
		l->send_octets = l->send_arena.octets;
}

/* Hands the batch on, up to an unfinished register read or receive run. */
void loop_flush(struct loop *l)
{
	size_t count = l->reg_phase && !(l->reg_item && l->reg_item->kind == ITEM_REG_WRITE) ? l->reg_event : l->event_count;

	if (l->rx_live.open && l->rx_live.event < count)
		count = l->rx_live.event;
	if (count && l->awaited)
		resolved_events(l, l->events, count);
	if (count)
		l->sink(l->sink_context, l->events, count);
	l->event_count -= count;
	memmove(l->events, l->events + count, l->event_count * sizeof(*l->events));
	l->reg_event = l->reg_event > count ? l->reg_event - count : 0;
	l->rx_live.event -= l->rx_live.open ? count : 0;
}

/* Hands the batch on likewise, and moves the octets that are still needed to the front of their buffers, unless events that point
 * to them remain. */
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

/* Live: an open receive run holds events back, which point into the arenas. Discards the octets that lie before all of these
 * events and before START, where the frame under way begins (NULL: there is none). */
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

/* Without a monitor no event points to octets that were driven: discards them. */
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

void loop_batch_schedule(struct loop *l)
{
	if (l->live) {
		if (l->cycle >= l->flush_at || l->event_count > l->event_max - EVENT_RESERVE)
			live_flush(l);
	} else if (batch_full(l) && !l->clocks.rx_began && !l->clocks.offered) { /* what is to be noted has its octets here */
		if (l->monitor)
			flush_octets(l);
		else
			drive_keep(l);
	}
}

static int arena_init(struct arena *arena, bool codes)
{
	arena->octets = malloc(LOOP_ARENA);
	if (codes)
		arena->code = malloc(LOOP_ARENA * sizeof(*arena->code));
	return arena->octets && (arena->code || !codes) ? 0 : -ENOMEM;
}

int loop_buffers_init(struct loop *l)
{
	bool codes = l->wires->codes;

	l->event_max = l->live ? LIVE_EVENTS : LOOP_EVENTS;
	l->events = malloc(l->event_max * sizeof(*l->events));
	if (codes)
		l->rx_xgmii.control = malloc(LOOP_FRAME_MAX / 8 + 16);
	return l->events && (!codes || l->rx_xgmii.control) && !arena_init(&l->rx_arena, codes) &&
	               !arena_init(&l->tx_arena, codes) && !arena_init(&l->host_arena, false) &&
	               ((!l->wires->host_fcs && !l->live) || !arena_init(&l->send_arena, false))
	         ? 0
	         : -ENOMEM;
}

static void arena_release(struct arena *arena)
{
	free(arena->octets);
	free(arena->code);
}

void loop_buffers_release(struct loop *l)
{
	ahead_release(l);
	resolved_release(l);
	free(l->events);
	free(l->rx_xgmii.control);
	arena_release(&l->rx_arena);
	arena_release(&l->tx_arena);
	arena_release(&l->host_arena);
	arena_release(&l->send_arena);
}
