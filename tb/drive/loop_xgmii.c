/* SPDX-License-Identifier: Apache-2.0 */
/* The cycle loop for 64-bit XGMII: eight octet times per clock; doc/xgmii.md.
 *
 * The lanes of a run are laid out as words when it starts: an event's octets are those that the wire gets. The next run may begin in the
 * word in which one ends: so the receive wire is scheduled once more in the cycle of a run's last word. */
#include "loop_parts.h"

#include <string.h>

enum { LANES = 8, COLUMN_LANES = 4, ALL_LANES = 0xFF, FILL_WORDS = 4 };
enum { CODE_IDLE = 0x07, CODE_SEQUENCE = 0x9C, CODE_START = 0xFB, CODE_TERMINATE = 0xFD };

/* Lane 0 in the low octet; two columns of an ordered set each. */
#define IDLE_WORD 0x0707070707070707u
#define END_WORD 0x07070707070707FDu
#define LOCAL_FAULT_WORD 0x0100009C0100009Cu
#define REMOTE_FAULT_WORD 0x0200009C0200009Cu
enum { SEQUENCE_CONTROL = 0x11 };

static const struct seam_xgmii *pins_of(const struct loop *l)
{
	return &l->pins->xgmii;
}

/* ---- receive wire ---- */

/* What a run is while it is put together in the arena, from its lane in a word on. */
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

/* The errored octets: control codes from offset .error_at behind the first HEAD lanes, of which the /S/ is one anyway. Returns the first
 * lane of them, or -1. */
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

/* The /S/ stands for the first octet of the preamble. *RET_FCS: .value of EVENT_RX_RUN. */
static int32_t lanes_of_frame(struct lanes *lanes, const struct item_frame *frame, uint64_t *ret_fcs)
{
	uint32_t preamble = frame->preamble ? frame->preamble - 1 : 0, head = preamble + 2, right = 0;
	uint8_t fcs[FCS_OCTETS];
	int32_t error_at;

	lanes_add_code(lanes, CODE_START);
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

/* The word in which the run begins, as it is without it: the end of the run before, or idle. */
static uint64_t word_before(const struct loop *l, uint8_t *ret_control)
{
	bool shared = l->rx_xgmii.until > l->cycle;

	*ret_control = shared ? l->rx_xgmii.control[l->rx_xgmii.pos] : ALL_LANES;
	return shared ? l->rx_xgmii.data[l->rx_xgmii.pos] : IDLE_WORD;
}

/* The run of LANES, from octet time rx_next on in the present cycle, goes on the wire. BEFORE: control of the lanes before it. */
static void rx_words(struct loop *l, const struct lanes *lanes, uint8_t before)
{
	uint32_t lane = (uint32_t)(l->rx_next % LANES), words = (lane + lanes->len + LANES - 1) / LANES;
	uint32_t rest = words * LANES - lane - lanes->len;
	const struct arena *arena = lanes->arena;
	uint8_t *control = l->rx_xgmii.control;

	memset(lanes_end(lanes), CODE_IDLE, LANES);
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
	l->rx_xgmii.until = l->cycle + words;
	l->rx_xgmii.end = l->rx_next + lanes->len;
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
		struct event *event = loop_emit(l, l->cycle, EVENT_RX_RUN, fcs);
		event->octets = arena->octets + lanes.start;
		event->len = lanes.len;
		event->lane = (uint8_t)lane;
		event->error_at = error_at;
		arena_codes(arena, event);
	}
}

/* First octet time in which the item may begin. */
static uint64_t rx_start(const struct loop *l, const struct item_frame *frame)
{
	uint64_t start = l->rx_last_end + frame->gap;

	if (start < l->rx_xgmii.end)
		start = l->rx_xgmii.end;
	if (start < l->cycle * LANES)
		start = l->cycle * LANES;
	start = (start + COLUMN_LANES - 1) / COLUMN_LANES * COLUMN_LANES;
	if (frame->column != COLUMN_ANY && start % LANES != frame->column)
		start += COLUMN_LANES;
	return start;
}

/* Idle words between the run on the wire and the next one belong to the former, if they are few: a horizon less. */
static void rx_fill(struct loop *l)
{
	const uint64_t start = l->rx_next / LANES, word = IDLE_WORD;
	uint64_t *until = &l->rx_xgmii.until;

	if (*until <= l->cycle || start > *until + FILL_WORDS)
		return;
	for (; *until < start; ++*until) {
		l->rx_xgmii.control[l->rx_xgmii.pos + (*until - l->cycle)] = ALL_LANES;
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

static void rx_schedule(struct loop *l)
{
	for (;;) {
		if (!l->rx_item)
			rx_take(l);
		if (!l->rx_item || l->rx_next / LANES > l->cycle)
			return;
		rx_begin(l);
		l->rx_item = NULL;
	}
}

static bool rx_idle(const struct loop *l)
{
	return !l->rx_item && l->rx_xgmii.until <= l->cycle;
}

static uint64_t rx_horizon(const struct loop *l, uint64_t horizon)
{
	if (l->rx_item)
		horizon = min_u64(horizon, l->rx_next / LANES);
	return l->rx_xgmii.until > l->cycle ? min_u64(horizon, l->rx_xgmii.until) : horizon;
}

/* ---- receive wire of a live run ---- */

static void live_lane(struct loop *l, uint8_t octet, bool code)
{
	struct arena *arena = &l->rx_arena;
	uint32_t at = arena->used - l->rx_live.start;

	if (code)
		arena_code(arena, at);
	if (code && at && octet != CODE_TERMINATE && l->monitor && l->events[l->rx_live.event].error_at < 0)
		l->events[l->rx_live.event].error_at = (int32_t)at;
	arena->octets[arena->used++] = octet;
}

/* The four lanes of a column; a frame ends with its first /T/, or before a column without a frame's lanes. What stands behind an end in
 * its column belongs to the run. */
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
		loop_run_end(l); /* too long to be kept whole: what follows is raw lanes */
	if (l->rx_live.open && (control & 1) && (first == CODE_IDLE || first == CODE_START || first == CODE_SEQUENCE))
		loop_run_end(l);
	if (!l->rx_live.open) {
		loop_run_begin(l, cycle, lane);
		over = rest = !((control & 1) && first == CODE_START); /* raw lanes */
	}
	for (unsigned i = 0; i < COLUMN_LANES; i++) {
		uint8_t octet = (uint8_t)(data >> 8 * i);
		bool code = control >> i & 1;
		if (over && !rest) /* behind the end: only if something stands there */
			rest = (data >> 8 * i) != (uint32_t)IDLE_WORD >> 8 * i || control >> i != 0xFu >> i;
		if (over && !rest)
			break;
		live_lane(l, octet, code);
		over |= code &&
		        (octet == CODE_TERMINATE || octet == CODE_IDLE || octet == CODE_SEQUENCE || (i && octet == CODE_START));
	}
	if (over)
		loop_run_end(l);
}

void loop_rx_lanes(struct loop *l, uint64_t cycle, uint64_t data, uint8_t control)
{
	struct arena *arena = &l->rx_arena;

	*pins_of(l)->rxd = data;
	*pins_of(l)->rxc = control;
	if (l->rx_live.open && !control && arena->used - l->rx_live.start <= LOOP_RUN_MAX - LANES) {
		memcpy(arena->octets + arena->used, &data, LANES);
		arena->used += LANES;
	} else if (l->rx_live.open || data != IDLE_WORD || control != ALL_LANES) {
		live_column(l, cycle, 0, (uint32_t)data, control & 0xF);
		live_column(l, cycle, COLUMN_LANES, (uint32_t)(data >> 32), control >> COLUMN_LANES);
	}
}

static void rx_keep(struct loop *l)
{
	struct arena *arena = &l->rx_arena;
	uint32_t left = l->rx_xgmii.until > l->cycle ? (uint32_t)(l->rx_xgmii.until - l->cycle) * LANES : 0;

	arena_keep(arena, arena->used - left, arena->codes);
	if (!left)
		return;
	l->rx_xgmii.data = (const uint64_t *)(const void *)arena->octets;
	memmove(l->rx_xgmii.control, l->rx_xgmii.control + l->rx_xgmii.pos, left / LANES);
	l->rx_xgmii.pos = 0;
}

/* ---- host transmit ---- */

static void send_word(struct loop *l)
{
	const struct seam_xgmii *pins = pins_of(l);
	const struct item_frame *frame = &l->send_item->u.frame;
	uint32_t left = frame->len - l->send_pos;
	uint64_t word = UINT64_MAX; /* lanes behind the last octet mean nothing */

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

static void send_none(struct loop *l)
{
	*pins_of(l)->send = SEAM_SEND_LAST | SEAM_SEND_USER | SEAM_KEEP; /* without tvalid it means nothing */
	*pins_of(l)->send_data = UINT64_MAX;
}

static uint32_t stall_at(const struct item_frame *frame)
{
	uint32_t at = frame->stall_at > 0 ? ((uint32_t)frame->stall_at + LANES - 1) / LANES * LANES : 0;

	return at < frame->len ? at : 0;
}

/* ---- host receive ---- */

/* How many octets TKEEP announces from lane 0 on. */
static unsigned octets_of(unsigned keep)
{
	return (unsigned)__builtin_ctz(~keep);
}

static bool host_changed(const struct loop *l, uint16_t word, uint64_t data)
{
	unsigned octets = octets_of(word & SEAM_KEEP);
	uint64_t mask = octets == LANES ? UINT64_MAX : ((uint64_t)1 << 8 * octets) - 1;

	return word != l->host_word || ((data ^ l->host_data) & mask);
}

static void host_take(struct loop *l, uint16_t word, uint64_t data)
{
	unsigned keep = word & SEAM_KEEP, octets = octets_of(keep);
	bool last = word & SEAM_HOST_LAST;

	if (!keep || keep & (keep + 1) || (!last && keep != SEAM_KEEP))
		loop_emit(l, l->cycle, EVENT_HOST_DROP, l->host_len);
	if (l->host_len < LOOP_FRAME_MAX) {
		memcpy(l->host_arena.octets + l->host_arena.used, &data, LANES);
		l->host_arena.used += octets;
	}
	l->host_len += octets;
	if (last) {
		struct event *event = loop_emit(l, l->cycle, EVENT_HOST_FRAME, !!(word & SEAM_HOST_USER));
		event->octets = l->host_arena.octets + l->host_start;
		event->len = l->host_arena.used - l->host_start;
		event->timer = l->host_bubbles;
		l->in_host = false;
		if (l->live)
			l->live->delivered(l->live->context, event);
	} else if (l->host_chunk && l->host_len % l->host_chunk == 0) {
		loop_emit(l, l->cycle, EVENT_HOST_MBUF, l->host_len - 1);
	}
}

static void host_monitor(struct loop *l, uint16_t word, uint64_t data)
{
	if (l->cycle < l->reset_end) { /* a reset cuts the stream; its first cycle still shows what was before */
		if (l->cycle == l->reset_begin && (word & SEAM_HOST_VALID) && !l->in_host)
			loop_emit(l, l->cycle, EVENT_HOST_START, 0);
		l->in_host = l->host_held = false;
		return;
	}
	if (l->host_held && host_changed(l, word, data))
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
	if (l->host_ready) {
		host_take(l, word, data);
		return;
	}
	l->host_held = true;
	l->host_word = word;
	l->host_data = data;
}

/* ---- transmit wire ---- */

static void tx_start(struct loop *l, unsigned lane)
{
	loop_emit(l, l->cycle, EVENT_TX_START, 0)->lane = (uint8_t)lane;
	l->in_tx = true;
	l->tx_start = l->tx_arena.used;
	arena_begin(&l->tx_arena);
	l->tx_len = l->tx_errors = 0;
	l->tx_error_at = -1;
}

static void tx_end(struct loop *l, unsigned lane, bool error)
{
	struct event *event = loop_emit(l, l->cycle, EVENT_TX_END, l->tx_errors);

	event->octets = l->tx_arena.octets + l->tx_start;
	event->len = l->tx_len;
	arena_codes(&l->tx_arena, event);
	event->error_at = l->tx_error_at;
	event->lane = (uint8_t)lane;
	event->error = error;
	l->in_tx = false;
}

static void tx_octet(struct loop *l, uint8_t octet, bool control)
{
	if (control && l->tx_len) {
		if (!l->tx_errors)
			l->tx_error_at = (int32_t)l->tx_len;
		l->tx_errors++;
	}
	if (l->tx_len >= LOOP_FRAME_MAX)
		return;
	if (control)
		arena_code(&l->tx_arena, l->tx_len);
	l->tx_arena.octets[l->tx_arena.used++] = octet;
	l->tx_len++;
}

static void tx_signal(struct loop *l, enum tx_signal signal)
{
	if (signal == l->tx_signal)
		return;
	l->tx_signal = (uint8_t)signal;
	loop_emit(l, l->cycle, EVENT_TX_SIGNAL, signal);
}

/* A word without any lane of a frame. */
static enum tx_signal tx_signal_of(uint64_t data, uint8_t control)
{
	if (data == IDLE_WORD && control == ALL_LANES)
		return TX_SIGNAL_IDLE;
	if (data == LOCAL_FAULT_WORD && control == SEQUENCE_CONTROL)
		return TX_SIGNAL_LOCAL_FAULT;
	return data == REMOTE_FAULT_WORD && control == SEQUENCE_CONTROL ? TX_SIGNAL_REMOTE_FAULT : TX_SIGNAL_OTHER;
}

/* A lane inside a frame; true if it ends it. */
static bool tx_ends(struct loop *l, unsigned lane, uint8_t octet, bool control)
{
	if (!control || !(octet == CODE_TERMINATE || octet == CODE_IDLE || octet == CODE_START || octet == CODE_SEQUENCE))
		return false;
	tx_end(l, lane, octet != CODE_TERMINATE);
	return true;
}

/* The data octets before the first lane of CONTROL; returns how many. */
static unsigned tx_data(struct loop *l, uint64_t data, unsigned control)
{
	unsigned count = (unsigned)__builtin_ctz(control), room = LOOP_FRAME_MAX - l->tx_len, kept = count < room ? count : room;

	memcpy(l->tx_arena.octets + l->tx_arena.used, &data, LANES);
	l->tx_arena.used += kept;
	l->tx_len += kept;
	return count;
}

/* How many idle lanes are in front. */
static unsigned tx_idle(uint64_t data, unsigned control)
{
	uint64_t other = data ^ IDLE_WORD;
	unsigned codes = (unsigned)__builtin_ctz(~control), idle = other ? (unsigned)__builtin_ctzll(other) / 8 : LANES;

	return codes < idle ? codes : idle;
}

/* A frame ends as nearly all do: data, /T/, idle lanes. */
static bool tx_plain_end(uint64_t data, uint8_t control)
{
	unsigned lane = (unsigned)__builtin_ctz(control | 1u << LANES);

	return lane < LANES && control == (uint8_t)(ALL_LANES << lane) && data >> 8 * lane == END_WORD << 8 * lane >> 8 * lane;
}

/* One begins so: idle lanes or none, /S/, data. */
static bool tx_plain_start(uint64_t data, uint8_t control, unsigned *ret_lane)
{
	*ret_lane = control == 1 ? 0 : COLUMN_LANES;
	return (control == 1 || (control == 0x1F && (uint32_t)data == (uint32_t)IDLE_WORD)) &&
	       (uint8_t)(data >> 8 * *ret_lane) == CODE_START;
}

static void tx_word(struct loop *l, uint64_t data, uint8_t control)
{
	bool frame = l->in_tx, stray = false;
	unsigned first;

	if (frame && tx_plain_end(data, control)) {
		tx_end(l, tx_data(l, data, control), false);
		return;
	}
	if (!frame && tx_plain_start(data, control, &first)) {
		tx_start(l, first);
		tx_octet(l, CODE_START, true);
		tx_data(l, data >> 8 * (first + 1), 1u << (LANES - 1 - first));
		return;
	}

	for (unsigned lane = 0; lane < LANES; lane++) {
		uint64_t rest = data >> 8 * lane;
		unsigned codes = (control | 1u << LANES) >> lane;
		lane += l->in_tx ? tx_data(l, rest, codes) : tx_idle(rest, codes);
		if (lane >= LANES)
			break;
		uint8_t octet = (uint8_t)(data >> 8 * lane);
		bool code = control >> lane & 1;
		bool ended = l->in_tx && tx_ends(l, lane, octet, code);
		if (!l->in_tx && code && octet == CODE_START) {
			tx_start(l, lane);
			frame = true;
		}
		if (l->in_tx)
			tx_octet(l, octet, code);
		else if (!ended)
			stray = true;
	}
	if (!frame)
		tx_signal(l, tx_signal_of(data, control));
	else if (stray)
		tx_signal(l, TX_SIGNAL_OTHER);
}

/* ---- the rarely changing outputs ---- */

/* Each cycle with one is different from l->side, which has none. */
#define SIDE_PULSES (uint64_t)(SEAM_WIDE_RX_VALID | SEAM_WIDE_TX_VALID)

static void side_monitor(struct loop *l, uint64_t side)
{
	const struct seam_common *pins = &l->pins->common;
	uint64_t changed = side ^ l->side;

	if (changed & SEAM_WIDE_XOFF)
		loop_emit(l, l->cycle, EVENT_OBS_XOFF, side & SEAM_WIDE_XOFF)->timer = *pins->pause_timer;
	if (changed >> SEAM_WIDE_LEVEL_SHIFT)
		loop_emit(l, l->cycle, EVENT_OBS_LEVEL, (uint32_t)(side >> SEAM_WIDE_LEVEL_SHIFT));
	if (side & SEAM_WIDE_RX_VALID)
		loop_emit(l, l->cycle, EVENT_OBS_RX, *pins->rx_record)->timer = *pins->pause_timer;
	if (side & SEAM_WIDE_TX_VALID)
		loop_emit(l, l->cycle, EVENT_OBS_TX, *pins->tx_record)->timer = *pins->pause_timer;
	if (changed >> SEAM_WIDE_PFC_SHIFT & 0xFF)
		loop_emit(l, l->cycle, EVENT_PFC_XOFF, side >> SEAM_WIDE_PFC_SHIFT & 0xFF);
	l->side = side & ~SIDE_PULSES;
}

/* ---- requests ---- */

static void request(struct loop *l, const struct item *item)
{
	uint32_t *pins = pins_of(l)->request, value = item->u.request;

	if (item->kind == ITEM_PAUSE_REQ)
		*pins = (*pins & ~(uint32_t)SEAM_REQUEST_PAUSE) | (value & SEAM_REQUEST_PAUSE);
	else
		*pins = (*pins & SEAM_REQUEST_PAUSE) | value << SEAM_REQUEST_PFC_SHIFT;
	if (l->monitor)
		loop_emit(l, l->cycle, item->kind == ITEM_PAUSE_REQ ? EVENT_PAUSE_REQ : EVENT_PFC_REQ, value);
}

static bool other_due(const struct loop *l)
{
	(void)l;
	return false;
}

static void other_schedule(struct loop *l)
{
	(void)l;
}

/* ---- the loop ---- */

/* A frame under way on the transmit wire or the host stream, as the hot loop keeps it: its word of cycle n goes to .base + 8n (what advances by itself needs no
 * store per cycle); .from: the cycle of the first one; and TXC, or the host's flags, as long as it goes on, or nothing is on the wire. What is longer than
 * LOOP_FRAME_MAX is kept up to a horizon: the arenas have room for that. */
struct capture {
	uintptr_t base;
	uint64_t from;
	unsigned goes_on, idle;
};
enum {
	NEVER = 1 << 16,
	CAPTURE_AHEAD = 128, /* octets: a store that misses the cache holds up those of the DUT behind it */
};

/* From CYCLE on. */
static inline struct capture capture_of(const struct arena *arena, uint64_t cycle, unsigned goes_on, unsigned idle)
{
	return (struct capture){ (uintptr_t)(arena->octets + arena->used) - (uintptr_t)cycle * LANES, cycle, goes_on, idle };
}

static inline void capture(const struct capture *c, uint64_t cycle, uint64_t word)
{
	uint8_t *to = (uint8_t *)(c->base + (uintptr_t)cycle * LANES);

	memcpy(to, &word, LANES);
	__builtin_prefetch(to + CAPTURE_AHEAD);
}

/* The octets of the cycles before CYCLE. */
static inline uint32_t captured(const struct capture *c, uint64_t cycle)
{
	return c->goes_on == NEVER ? 0 : (uint32_t)(cycle - c->from) * LANES;
}

static uint32_t most(uint32_t len)
{
	return len < LOOP_FRAME_MAX ? len : LOOP_FRAME_MAX;
}

static inline struct capture tx_capture(const struct loop *l, uint64_t cycle)
{
	return capture_of(&l->tx_arena, cycle, l->in_tx && l->tx_len < LOOP_FRAME_MAX ? 0 : NEVER,
	                  l->in_tx || l->tx_signal != TX_SIGNAL_IDLE ? NEVER : ALL_LANES);
}

static inline void tx_captured(struct loop *l, const struct capture *tx, uint64_t cycle)
{
	uint32_t len = most(l->tx_len + captured(tx, cycle));

	l->tx_arena.used += len - l->tx_len;
	l->tx_len = len;
}

static inline struct capture host_capture(const struct loop *l, uint64_t cycle)
{
	const bool taking = l->host_ready && !l->host_held && !l->host_chunk && cycle >= l->reset_end;

	return capture_of(&l->host_arena, cycle,
	                  l->in_host && taking && l->host_len < LOOP_FRAME_MAX ? SEAM_HOST_VALID | SEAM_KEEP : NEVER, NEVER);
}

static inline void host_captured(struct loop *l, const struct capture *host, uint64_t cycle)
{
	uint32_t octets = captured(host, cycle);

	if (!octets)
		return;
	l->host_arena.used += most(l->host_len + octets) - l->host_len;
	l->host_len += octets;
}

/* The word after the one that was taken; true if there is none at once. */
static bool send_next(struct loop *l, const uint8_t *send)
{
	l->send_pos = (uint32_t)(send - l->send_item->u.frame.octets);
	if (l->send_pos < l->send_stop) {
		send_word(l);
		return false;
	}
	l->send_pos = l->send_stop;
	loop_send_boundary(l);
	return true;
}

/* A word for which the hot loop is too simple; true if something must be scheduled. */
static bool tx_monitor(struct loop *l, uint64_t data, uint8_t control)
{
	bool was = l->in_tx;

	tx_word(l, data, control);
	if (was | l->in_tx)
		l->last_activity = l->cycle;
	return was && !l->in_tx && loop_polls(l);
}

/* The hot loop: from l->cycle to HORIZON, or earlier when something must be scheduled. */
static inline __attribute__((always_inline)) void run(struct loop *l, uint64_t horizon, const bool rx_on, const bool monitor)
{
	const struct seam_xgmii pins = *pins_of(l);
	const uint8_t *const ready = l->pins->common.ready;
	void (*const cycle_once)(struct seam *) = l->ops->cycle;
	struct seam *const seam = l->seam;
	const bool accessing = l->reg_phase; /* then HORIZON is the next cycle */
	const uint64_t *rx_data = l->rx_xgmii.data + l->rx_xgmii.pos;
	const uint8_t *rx_control = l->rx_xgmii.control + l->rx_xgmii.pos;
	const uint8_t *send = NULL, *send_limit = NULL; /* up to the word before the frame's last, and before a stall */
	uint64_t cycle = l->cycle, first = l->cycle, word;
	struct capture tx = { 0 }, host = { 0 };

	if (monitor) {
		tx = tx_capture(l, cycle);
		host = host_capture(l, cycle);
	}
	if (l->send_active) {
		const struct item_frame *frame = &l->send_item->u.frame;
		send = frame->octets + l->send_pos;
		send_limit = frame->octets + min_u64(frame->len > LANES ? frame->len - LANES : 0, l->send_stop);
	}
	if (!rx_on) {
		*pins.rxd = IDLE_WORD;
		*pins.rxc = ALL_LANES;
	}
	while (cycle < horizon) {
		if (rx_on) {
			*pins.rxd = *rx_data++;
			*pins.rxc = *rx_control++;
		}
		cycle_once(seam);
		if (accessing) {
			l->cycle = cycle;
			loop_register_monitor(l);
		}
		if (monitor) {
			uint64_t txd = *pins.txd;
			uint8_t txc = *pins.txc;
			uint16_t flags = *pins.host;
			if (txc == tx.goes_on) {
				capture(&tx, cycle, txd);
			} else if (txc != tx.idle || txd != IDLE_WORD) {
				l->cycle = cycle;
				tx_captured(l, &tx, cycle);
				if (tx_monitor(l, txd, txc))
					horizon = cycle; /* the last one */
				tx = tx_capture(l, cycle + 1);
			}
			if (flags == host.goes_on) {
				capture(&host, cycle, *pins.host_data);
			} else if ((flags & SEAM_HOST_VALID) | l->in_host) {
				l->cycle = l->last_activity = cycle;
				host_captured(l, &host, cycle);
				host_monitor(l, flags, *pins.host_data);
				host = host_capture(l, cycle + 1);
			}
		}
		if (l->send_active && (*ready & SEAM_READY_SEND)) {
			send += LANES;
			if (send < send_limit) {
				memcpy(&word, send, LANES);
				*pins.send_data = word;
			} else {
				l->cycle = cycle;
				if (send_next(l, send))
					horizon = cycle;
			}
		}
		if (monitor) {
			uint64_t side = *pins.side;
			if (side != l->side) {
				l->cycle = cycle;
				side_monitor(l, side);
			}
		}
		cycle++;
	}
	l->cycle = cycle;
	if (l->send_active)
		l->send_pos = (uint32_t)(send - l->send_item->u.frame.octets);
	if (monitor) {
		tx_captured(l, &tx, cycle);
		host_captured(l, &host, cycle);
	}
	if (l->in_tx | l->in_host)
		l->last_activity = cycle - 1;
	if (rx_on) {
		l->rx_xgmii.pos += (uint32_t)(cycle - first);
		l->last_activity = cycle;
	}
}

static void run_until(struct loop *l, uint64_t horizon)
{
	const bool rx_on = l->rx_xgmii.until > l->cycle;

	if (l->monitor && rx_on)
		run(l, horizon, true, true);
	else if (l->monitor)
		run(l, horizon, false, true);
	else if (rx_on)
		run(l, horizon, true, false);
	else
		run(l, horizon, false, false);
}

static void power_up(struct loop *l)
{
	l->side = *pins_of(l)->side & ~SIDE_PULSES & ~(uint64_t)(SEAM_KEEP << SEAM_WIDE_PFC_SHIFT);
	if (!l->monitor)
		return;
	loop_emit(l, l->cycle, EVENT_OBS_XOFF, l->side & SEAM_WIDE_XOFF)->timer = *l->pins->common.pause_timer;
	loop_emit(l, l->cycle, EVENT_OBS_LEVEL, (uint32_t)(l->side >> SEAM_WIDE_LEVEL_SHIFT));
}

const struct loop_wires loop_xgmii = {
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
