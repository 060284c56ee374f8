/* SPDX-License-Identifier: Apache-2.0 */
/* The drivers of XGMII: receive runs as lanes, the host's words, requests.
 *
 * The lanes of a run are laid out as words when the run starts, so that the octets of its event are those on the wire. The next
 * run may begin in the word in which one ends; therefore the receive wire is scheduled once more in the cycle of a run's last
 * word. */
#include "loop_xgmii.h"

#include <string.h>

enum { FILL_WORDS = 4 };

/* ---- receive wire ---- */

/* A run that the driver lays out in the arena, from its first lane in a word on. */
struct lanes {
	struct arena *arena;
	uint32_t start; /* in the arena */
	uint32_t len;
};

static uint8_t *lanes_end(const struct lanes *lanes)
{
	return lanes->arena->octets + lanes->start + lanes->len;
}

static void lanes_add(struct lanes *lanes, const void *octets, uint32_t len)
{
	memcpy(lanes_end(lanes), octets, len);
	lanes->len += len;
}

static void lanes_add_code(struct lanes *lanes, uint8_t code)
{
	*lanes_end(lanes) = code;
	arena_code(lanes->arena, lanes->len++);
}

static void lanes_add_raw(struct lanes *lanes, const struct item_frame *raw)
{
	for (uint32_t i = 0; i < raw->len; i++)
		if (raw->control[i])
			arena_code(lanes->arena, i);
	lanes_add(lanes, raw->octets, raw->len);
}

/* Replaces the octets with an error, from offset .error_at behind the first HEAD lanes on, by control codes; the /S/ is one
 * already. Returns the first lane that it replaced, or -1. */
static int32_t lanes_errors(struct lanes *lanes, const struct item_frame *frame, uint32_t head)
{
	int64_t first = (int64_t)frame->error_at + head, to = first + (frame->error_len ? frame->error_len : 1);

	if (frame->error_at == INT32_MIN || first < 0 || first >= lanes->len)
		return -1;
	for (uint32_t at = (uint32_t)first; at < to && at < lanes->len; at++) {
		lanes->arena->octets[lanes->start + at] = frame->error_code;
		if (at)
			arena_code(lanes->arena, at);
	}
	return (int32_t)first;
}

/* Lays out a frame; its /S/ takes the place of the first octet of the preamble. *RET_FCS is .value of EVENT_RX_RUN. */
static int32_t lanes_of_frame(struct lanes *lanes, const struct item_frame *frame, uint64_t *ret_fcs)
{
	uint32_t preamble = frame->preamble ? frame->preamble - 1 : 0, head = preamble + 2, right = 0;
	uint8_t fcs[FCS_OCTETS];
	int32_t error_at;

	lanes_add_code(lanes, XGMII_START);
	memset(lanes_end(lanes), 0x55, preamble);
	lanes->len += preamble;
	lanes_add(lanes, &frame->sfd, 1);
	lanes_add(lanes, frame->octets, frame->len);
	if (frame->fcs != FCS_NONE) {
		uint32_t value = loop_fcs(frame, &right);
		for (int i = 0; i < FCS_OCTETS; i++)
			fcs[i] = (uint8_t)(value >> 8 * i);
		lanes_add(lanes, fcs, FCS_OCTETS);
	}
	error_at = lanes_errors(lanes, frame, head);
	lanes_add_code(lanes, frame->end_code);
	*ret_fcs = frame->fcs != FCS_NONE && head == LANES && error_at < 0 ? EVENT_FCS_KNOWN | right : 0;
	return error_at;
}

/* Returns the word in which the run begins, as it is without the run: with the end of the previous run, or idle. */
static uint64_t word_before(const struct loop *l, uint8_t *ret_control)
{
	bool shared = l->rx_xgmii.until > loop_now(l, CLOCK_RX);

	*ret_control = shared ? l->rx_xgmii.control[l->rx_xgmii.pos] : ALL_LANES;
	return shared ? l->rx_xgmii.data[l->rx_xgmii.pos] : IDLE_WORD;
}

/* Puts the run of LANES on the wire, from octet time rx_next in the open clock on. BEFORE: control bits of the lanes before it. */
static void rx_words(struct loop *l, const struct lanes *lanes, uint8_t before)
{
	uint32_t lane = (uint32_t)(l->rx_next % LANES), words = (lane + lanes->len + LANES - 1) / LANES;
	uint32_t rest = words * LANES - lane - lanes->len;
	const struct arena *arena = lanes->arena;
	uint8_t *control = l->rx_xgmii.control;

	memset(lanes_end(lanes), XGMII_IDLE, LANES);
	memset(control, 0, words);
	control[0] = before & ((1u << lane) - 1);
	control[words - 1] |= (uint8_t)(ALL_LANES << (LANES - rest));
	for (uint32_t i = arena->code_start; i < arena->codes; i++) {
		uint32_t at = lane + arena->code[i];
		control[at / LANES] |= (uint8_t)(1u << at % LANES);
	}
	lanes->arena->used += words * LANES;
	l->rx_xgmii.data = (const uint64_t *)(const void *)(lanes->arena->octets + lanes->start - lane);
	l->rx_xgmii.pos = 0;
	l->rx_xgmii.until = loop_now(l, CLOCK_RX) + words;
	l->rx_xgmii.end = l->rx_next + lanes->len;
}

/* Returns the event of a run that begins in the open clock. With several clocks words_rx_sampled() gives it its cycle. */
static struct event *run_event(struct loop *l, uint64_t fcs)
{
	struct event *event;

	if (!loop_has_clocks(l))
		return loop_emit(l, l->cycle, EVENT_RX_RUN, fcs);
	event = &l->clocks.rx_runs[l->clocks.rx_began++];
	*event = (struct event){ .kind = EVENT_RX_RUN, .value = fcs };
	return event;
}

static void rx_begin(struct loop *l)
{
	const struct item *item = l->rx_item;
	struct arena *arena = &l->rx_arena;
	uint32_t lane = (uint32_t)(l->rx_next % LANES);
	struct lanes lanes = { .arena = arena, .start = arena->used + lane };
	bool is_frame = item->kind == ITEM_RX_FRAME;
	uint8_t control;
	uint64_t before = word_before(l, &control), fcs = 0;
	int32_t error_at = -1;

	memcpy(arena->octets + arena->used, &before, LANES);
	arena_begin(arena);
	if (is_frame)
		error_at = lanes_of_frame(&lanes, &item->u.frame, &fcs);
	else if (item->kind == ITEM_RX_LANES)
		lanes_add_raw(&lanes, &item->u.frame);
	if (!lanes.len)
		return;
	rx_words(l, &lanes, control);
	/* the end code is the first octet of the gap */
	l->rx_last_end = l->rx_xgmii.end - is_frame;
	if (l->monitor) {
		struct event *event = run_event(l, fcs);
		event->octets = arena->octets + lanes.start;
		event->len = lanes.len;
		event->lane = (uint8_t)lane;
		event->error_at = error_at;
		arena_codes(arena, event);
	}
}

/* Returns the first octet time in which the item may begin. */
static uint64_t rx_start(const struct loop *l, const struct item_frame *frame)
{
	uint64_t start = l->rx_last_end + frame->gap, now = loop_now(l, CLOCK_RX) * LANES;

	if (start < l->rx_xgmii.end)
		start = l->rx_xgmii.end;
	if (start < now)
		start = now;
	start = (start + COLUMN_LANES - 1) / COLUMN_LANES * COLUMN_LANES;
	if (frame->column != COLUMN_ANY && start % LANES != frame->column)
		start += COLUMN_LANES;
	return start;
}

/* If only few idle words come before the next run, appends them to the run on the wire, which saves a horizon. */
static void rx_fill(struct loop *l)
{
	const uint64_t start = l->rx_next / LANES, now = loop_now(l, CLOCK_RX), word = IDLE_WORD;
	uint64_t *until = &l->rx_xgmii.until;

	if (*until <= now || start > *until + FILL_WORDS)
		return;
	for (; *until < start; ++*until) {
		l->rx_xgmii.control[l->rx_xgmii.pos + (*until - now)] = ALL_LANES;
		memcpy(l->rx_arena.octets + l->rx_arena.used, &word, LANES);
		l->rx_arena.used += LANES;
	}
}

static void rx_take(struct loop *l)
{
	const struct item *item = sequencer_take(&l->seq, CHANNEL_RX);

	l->rx_item = item;
	if (!item)
		return;
	loop_prefetch(item->u.frame.octets, item->u.frame.len);
	l->rx_next = rx_start(l, &item->u.frame);
	rx_fill(l);
}

void words_rx_schedule(struct loop *l)
{
	if (loop_has_clocks(l) && loop_rests(l)) /* what is on the wire goes on, and nothing begins */
		return;
	if (l->rx_item && l->rx_next / LANES < loop_now(l, CLOCK_RX)) /* it would have begun meanwhile */
		l->rx_next = rx_start(l, &l->rx_item->u.frame);
	for (;;) {
		if (!l->rx_item)
			rx_take(l);
		if (!l->rx_item || l->rx_next / LANES > loop_now(l, CLOCK_RX))
			return;
		rx_begin(l);
		l->rx_item = NULL;
	}
}

bool words_rx_idle(const struct loop *l)
{
	return !l->rx_item && l->rx_xgmii.until <= loop_now(l, CLOCK_RX);
}

uint64_t words_rx_horizon(const struct loop *l, uint64_t horizon)
{
	if (l->rx_item)
		horizon = least(horizon, l->rx_next / LANES);
	return l->rx_xgmii.until > l->cycle ? least(horizon, l->rx_xgmii.until) : horizon;
}

/* ---- receive wire of a live run ---- */

static void live_lane(struct loop *l, uint8_t octet, bool code)
{
	struct arena *arena = &l->rx_arena;
	uint32_t at = arena->used - l->rx_live.start;

	if (code)
		arena_code(arena, at);
	if (code && at && octet != XGMII_TERMINATE && l->monitor && l->events[l->rx_live.event].error_at < 0)
		l->events[l->rx_live.event].error_at = (int32_t)at;
	arena->octets[arena->used++] = octet;
}

/* Takes the four lanes of a column. A frame ends with its first /T/, or before a column without lanes of a frame. The lanes
 * behind the end belong to the run up to the end of the column. */
static void live_column(struct loop *l, uint64_t cycle, unsigned lane, uint32_t data, unsigned control)
{
	const uint8_t first = (uint8_t)data;
	bool over = false, rest = false;

	if (data == (uint32_t)IDLE_WORD && control == 0xF) {
		if (l->rx_live.open)
			loop_run_end(l);
		return;
	}
	if (l->rx_live.open && l->rx_arena.used - l->rx_live.start > LOOP_RUN_MAX - COLUMN_LANES)
		loop_run_end(l); /* the run is too long to be kept whole: the rest is notified as raw lanes */
	if (l->rx_live.open && (control & 1) && (first == XGMII_IDLE || first == XGMII_START || first == XGMII_SEQUENCE))
		loop_run_end(l);
	if (!l->rx_live.open) {
		loop_run_begin(l, cycle, lane);
		over = rest = !((control & 1) && first == XGMII_START); /* raw lanes */
	}
	for (unsigned i = 0; i < COLUMN_LANES; i++) {
		uint8_t octet = (uint8_t)(data >> 8 * i);
		bool code = control >> i & 1;
		if (over && !rest) /* lanes behind the end are kept only if they are not idle */
			rest = (data >> 8 * i) != (uint32_t)IDLE_WORD >> 8 * i || control >> i != 0xFu >> i;
		if (over && !rest)
			break;
		live_lane(l, octet, code);
		over |= code && (octet == XGMII_TERMINATE || octet == XGMII_IDLE || octet == XGMII_SEQUENCE ||
		                 (i && octet == XGMII_START));
	}
	if (over)
		loop_run_end(l);
}

void loop_rx_lanes(struct loop *l, uint64_t cycle, uint64_t data, uint8_t control)
{
	struct arena *arena = &l->rx_arena;

	*words_pins(l)->rxd = data;
	*words_pins(l)->rxc = control;
	if (l->rx_live.open && !control && arena->used - l->rx_live.start <= LOOP_RUN_MAX - LANES) {
		memcpy(arena->octets + arena->used, &data, LANES);
		arena->used += LANES;
	} else if (l->rx_live.open || data != IDLE_WORD || control != ALL_LANES) {
		live_column(l, cycle, 0, (uint32_t)data, control & 0xF);
		live_column(l, cycle, COLUMN_LANES, (uint32_t)(data >> 32), control >> COLUMN_LANES);
	}
}

void words_rx_keep(struct loop *l)
{
	struct arena *arena = &l->rx_arena;
	uint64_t now = loop_now(l, CLOCK_RX);
	uint32_t left = l->rx_xgmii.until > now ? (uint32_t)(l->rx_xgmii.until - now) * LANES : 0;

	arena_keep(arena, arena->used - left, arena->codes);
	if (!left)
		return;
	l->rx_xgmii.data = (const uint64_t *)(const void *)arena->octets;
	memmove(l->rx_xgmii.control, l->rx_xgmii.control + l->rx_xgmii.pos, left / LANES);
	l->rx_xgmii.pos = 0;
}

/* ---- host transmit ---- */

void words_send_word(struct loop *l)
{
	const struct seam_xgmii *pins = words_pins(l);
	const struct item_frame *frame = &l->send_item->u.frame;
	uint32_t left = frame->len - l->send_pos;
	uint64_t word = UINT64_MAX; /* the lanes behind the last octet mean nothing */

	if (left > LANES) {
		memcpy(&word, frame->octets + l->send_pos, LANES);
		*pins->send = SEAM_SEND_VALID | SEAM_KEEP;
	} else {
		memcpy(&word, frame->octets + l->send_pos, left);
		*pins->send = (uint16_t)(SEAM_SEND_VALID | SEAM_SEND_LAST | (frame->host_error ? SEAM_SEND_USER : 0) |
		                         SEAM_KEEP >> (LANES - left));
	}
	*pins->send_data = word;
}

void words_send_none(struct loop *l)
{
	*words_pins(l)->send = SEAM_SEND_LAST | SEAM_SEND_USER | SEAM_KEEP; /* without tvalid it means nothing */
	*words_pins(l)->send_data = UINT64_MAX;
}

bool words_send_next(struct loop *l, uint32_t pos)
{
	l->send_pos = pos;
	if (l->send_pos < l->send_stop) {
		words_send_word(l);
		return false;
	}
	l->send_pos = l->send_stop;
	loop_send_boundary(l);
	return true;
}

uint32_t words_stall_at(const struct item_frame *frame)
{
	uint32_t at = frame->stall_at > 0 ? ((uint32_t)frame->stall_at + LANES - 1) / LANES * LANES : 0;

	return at < frame->len ? at : 0;
}

/* ---- requests ---- */

void words_request(struct loop *l, const struct item *item)
{
	uint32_t *pins = words_pins(l)->request, value = item->u.request;

	if (item->kind == ITEM_PAUSE_REQ)
		*pins = (*pins & ~(uint32_t)SEAM_REQUEST_PAUSE) | (value & SEAM_REQUEST_PAUSE);
	else
		*pins = (*pins & SEAM_REQUEST_PAUSE) | value << SEAM_REQUEST_PFC_SHIFT;
	if (l->monitor)
		loop_emit(l, l->cycle, item->kind == ITEM_PAUSE_REQ ? EVENT_PAUSE_REQ : EVENT_PFC_REQ, value);
}
