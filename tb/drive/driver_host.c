/* SPDX-License-Identifier: Apache-2.0 */
/* The driver of the host's side: the frames that it offers, and when it is ready to take one. */
#include "loop_parts.h"

#include <libdeflate.h>
#include <string.h>

/* ---- frames to the DUT ---- */

uint32_t loop_fcs(const struct item_frame *frame, uint32_t *ret_right)
{
	*ret_right = libdeflate_crc32(0, frame->octets, frame->len);
	if (frame->fcs == FCS_BAD)
		return ~*ret_right;
	return frame->fcs == FCS_VALUE ? __builtin_bswap32(frame->fcs_value) : *ret_right;
}

/* Prepares the octets that the host sends: those of the item and, if the item asks for it, an FCS after them. */
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
		l->send_free = loop_now(l, CLOCK_HOST) + 1;
	} else {
		l->send_stalled = true;
		if (l->monitor)
			loop_emit(l, l->cycle, EVENT_HOST_WITHHOLDS, 0);
		l->send_at = loop_now(l, CLOCK_HOST) + 1 + stall_of(frame);
	}
}

/* Returns the octets for the event of an offer. In a live run they are copied, since the item may be gone before the batch is
 * handed on. */
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

static void note_offer(struct loop *l)
{
	const struct item_frame *frame = &l->send_item->u.frame;
	uint32_t stall_at = l->wires->stall_at(frame);
	struct event *event = loop_emit(l, loop_sampled(l), EVENT_HOST_OFFER, !!(l->send_last & SEAM_SEND_USER));

	event->octets = offer_octets(l);
	event->len = l->send_len;
	event->error_at = stall_at ? (int32_t)stall_at : -1;
	event->timer = stall_at ? stall_of(frame) : 0;
}

void loop_send_sampled(struct loop *l)
{
	if (l->clocks.offered)
		note_offer(l);
	l->clocks.offered = false;
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
		if (l->monitor && loop_has_clocks(l))
			l->clocks.offered = true;
		else if (l->monitor)
			note_offer(l);
	}
	l->send_active = true;
	l->wires->send_word(l);
}

/* Prefetches the octets of the frame after the one that the DUT takes now. */
static void prefetch_send(const struct loop *l)
{
	const struct item *item = l->live ? NULL : sequencer_next(&l->seq, CHANNEL_SEND);

	if (item)
		loop_prefetch(item->u.frame.octets, item->u.frame.len);
}

void loop_send_schedule(struct loop *l)
{
	if (loop_rests(l))
		return;
	if (!l->send_item) {
		l->send_item = loop_take(l, CHANNEL_SEND);
		if (l->send_item) {
			prefetch_send(l);
			send_prepare(l);
			l->send_stalled = false;
			l->send_at = l->send_free + l->send_item->u.frame.gap;
			l->send_at = greatest(l->send_at, loop_now(l, CLOCK_HOST));
		}
	}
	if (l->send_item && !l->send_active && loop_now(l, CLOCK_HOST) >= l->send_at)
		send_offer(l);
}

/* A reset cuts a frame of which the DUT took an octet; a frame that was only offered is offered again. */
void loop_send_reset(struct loop *l)
{
	if (!l->send_item)
		return;
	if ((l->send_active || l->send_stalled) && l->send_pos)
		l->send_item = NULL;
	l->send_active = l->send_stalled = false;
	l->clocks.offered = false;
	l->send_at = l->send_free = loop_has_clocks(l) ? loop_now(l, CLOCK_HOST) : l->reset_end;
	l->wires->send_none(l);
}

/* ---- frames from the DUT ---- */

static void host_ready_set(struct loop *l, bool ready)
{
	if (ready == l->host_ready)
		return;
	l->host_ready = ready;
	*l->pins->common.host_ready = ready;
	if (l->host_takes == (ready || l->host_manner == DUT_HOST_IGNORED))
		return;
	l->host_takes = !l->host_takes;
	if (l->monitor && loop_has_clocks(l))
		l->clocks.ready = true;
	else if (l->monitor)
		loop_emit(l, l->cycle, EVENT_HOST_READY, l->host_takes);
}

void loop_host_sampled(struct loop *l)
{
	if (l->clocks.ready)
		loop_emit(l, loop_sampled(l), EVENT_HOST_READY, l->host_takes);
	l->clocks.ready = false;
}

void loop_host_schedule(struct loop *l)
{
	if (l->host_stopped) {
		host_ready_set(l, false);
		l->host_toggle = UINT64_MAX;
	} else if (!l->host_off) {
		host_ready_set(l, true);
		l->host_toggle = UINT64_MAX;
	} else if (l->host_toggle == UINT64_MAX || loop_now(l, CLOCK_HOST) >= l->host_toggle) {
		host_ready_set(l, !l->host_ready);
		l->host_toggle = loop_now(l, CLOCK_HOST) + (l->host_ready ? l->host_on : l->host_off);
	}
}
