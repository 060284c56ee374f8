/* SPDX-License-Identifier: Apache-2.0 */
/* The monitors of XGMII: the stream to the host, the transmit wire, the outputs that rarely change. The cycle loop itself
 * captures the words inside a frame. */
#include "loop_xgmii.h"

#include <libdeflate.h>
#include <string.h>

/* ---- host receive ---- */

/* Returns how many octets TKEEP announces from lane 0 on. */
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

void words_host_monitor(struct loop *l, uint16_t word, uint64_t data)
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
	if (l->host_takes) {
		host_take(l, word, data);
		return;
	}
	if (l->host_manner == DUT_HOST_WAITS) {
		loop_emit(l, l->cycle, EVENT_HOST_DROP, l->host_len);
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

static void tx_end(struct loop *l, unsigned lane, uint8_t code)
{
	struct event *event = loop_emit(l, l->cycle, EVENT_TX_END, l->tx_errors);

	event->octets = l->tx_arena.octets + l->tx_start;
	event->len = l->tx_len;
	arena_codes(&l->tx_arena, event);
	event->error_at = l->tx_error_at;
	event->lane = (uint8_t)lane;
	event->error = code != XGMII_TERMINATE;
	event->timer = code;
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

/* Returns what a column without any lane of a frame carries. */
static enum tx_signal tx_column(uint32_t data, unsigned control)
{
	if (control == 0xF && data == (uint32_t)IDLE_WORD)
		return TX_SIGNAL_IDLE;
	return control == 1 && data == (uint32_t)REMOTE_FAULT_WORD ? TX_SIGNAL_REMOTE_FAULT : TX_SIGNAL_OTHER;
}

/* Returns true if the word changes from idle to the answer to a fault, or back, between its columns, as a MAC that works by
 * columns may do. 802.3 46.3.4. */
static bool tx_changes_column(const struct loop *l, uint64_t data, uint8_t control)
{
	enum tx_signal first = tx_column((uint32_t)data, control & 0xF), second = tx_column((uint32_t)(data >> 32), control >> 4);

	return !(l->dut->capabilities & CAP_OBS) && first == l->tx_signal && second != TX_SIGNAL_OTHER;
}

/* Returns true if one column of the word is an answer to a fault, while a frame starts or ends in the other one. */
static bool tx_answers_beside(const struct loop *l, uint64_t data, uint8_t control)
{
	bool first = tx_column((uint32_t)data, control & 0xF) == TX_SIGNAL_REMOTE_FAULT;
	bool second = tx_column((uint32_t)(data >> 32), control >> 4) == TX_SIGNAL_REMOTE_FAULT;

	return !(l->dut->capabilities & CAP_OBS) && first != second;
}

static enum tx_signal tx_signal_of(uint64_t data, uint8_t control)
{
	if (data == IDLE_WORD && control == ALL_LANES)
		return TX_SIGNAL_IDLE;
	if (data == LOCAL_FAULT_WORD && control == SEQUENCE_CONTROL)
		return TX_SIGNAL_LOCAL_FAULT;
	return data == REMOTE_FAULT_WORD && control == SEQUENCE_CONTROL ? TX_SIGNAL_REMOTE_FAULT : TX_SIGNAL_OTHER;
}

/* Handles a control code within a frame. Returns true if it ends the frame. */
static bool tx_ends(struct loop *l, unsigned lane, uint8_t octet, bool control)
{
	if (!control || !(octet == XGMII_TERMINATE || octet == XGMII_IDLE || octet == XGMII_START || octet == XGMII_SEQUENCE))
		return false;
	tx_end(l, lane, octet);
	return true;
}

/* Handles a lane outside a frame, of a MAC whose frames a link fault may cut. When the fault ends, the reconciliation sublayer
 * passes the rest of the frame that the MAC is sending, up to a control code. 802.3 46.3.4.3. */
static void rest_lane(struct loop *l, unsigned lane, uint8_t octet, bool code)
{
	struct event *event;

	if (!code) {
		l->rest_crc = libdeflate_crc32(l->in_rest ? l->rest_crc : 0, &octet, 1);
		l->rest_len = l->in_rest ? l->rest_len + 1 : 1;
		l->in_rest = true;
	} else if (l->in_rest || octet == XGMII_TERMINATE) {
		event = loop_emit(l, l->cycle, EVENT_TX_REST, l->in_rest ? l->rest_crc : 0);
		event->len = l->in_rest ? l->rest_len : 0;
		event->lane = (uint8_t)lane;
		event->timer = octet;
		l->in_rest = false;
	}
}

/* Returns true if the column of LANE is an ordered set. */
static bool in_sequence(unsigned lane, uint64_t data, uint8_t control)
{
	unsigned column = lane - lane % COLUMN_LANES;

	return (control >> column & 0xF) == 1 && (uint8_t)(data >> 8 * column) == XGMII_SEQUENCE;
}

/* A link fault cut a frame in LANE. Returns true if the lanes of the word from that column on are idle or the answer to the
 * fault. */
static bool tx_cut_beside(const struct loop *l, unsigned lane, uint64_t data, uint8_t control)
{
	bool right = l->tx_cuts && !(lane % COLUMN_LANES);

	for (unsigned at = lane; at < LANES; at += COLUMN_LANES)
		right = right && tx_column((uint32_t)(data >> 8 * at), control >> at & 0xF) != TX_SIGNAL_OTHER;
	return right;
}

/* Captures the data octets before the first lane of CONTROL, and returns how many there are. */
static unsigned tx_data(struct loop *l, uint64_t data, unsigned control)
{
	unsigned count = (unsigned)__builtin_ctz(control), room = LOOP_FRAME_MAX - l->tx_len, kept = count < room ? count : room;

	memcpy(l->tx_arena.octets + l->tx_arena.used, &data, LANES);
	l->tx_arena.used += kept;
	l->tx_len += kept;
	return count;
}

/* Returns how many idle lanes come first. */
static unsigned tx_idle(uint64_t data, unsigned control)
{
	uint64_t other = data ^ IDLE_WORD;
	unsigned codes = (unsigned)__builtin_ctz(~control), idle = other ? (unsigned)__builtin_ctzll(other) / 8 : LANES;

	return codes < idle ? codes : idle;
}

/* Returns true if the word ends a frame as nearly all frames end: by data, /T/ and idle lanes. */
static bool tx_plain_end(uint64_t data, uint8_t control)
{
	unsigned lane = (unsigned)__builtin_ctz(control | 1u << LANES);

	return lane < LANES && control == (uint8_t)(ALL_LANES << lane) && data >> 8 * lane == END_WORD << 8 * lane >> 8 * lane;
}

/* Returns true if the word begins a frame as nearly all frames begin: by idle lanes or none, /S/ and data. */
static bool tx_plain_start(uint64_t data, uint8_t control, unsigned *ret_lane)
{
	*ret_lane = control == 1 ? 0 : COLUMN_LANES;
	return (control == 1 || (control == 0x1F && (uint32_t)data == (uint32_t)IDLE_WORD)) &&
	       (uint8_t)(data >> 8 * *ret_lane) == XGMII_START;
}

void words_tx_word(struct loop *l, uint64_t data, uint8_t control)
{
	bool frame = l->in_tx, stray = false;
	unsigned first, cut = LANES;

	if (frame && tx_plain_end(data, control)) {
		tx_end(l, tx_data(l, data, control), XGMII_TERMINATE);
		return;
	}
	if (!frame && !l->in_rest && tx_plain_start(data, control, &first)) {
		tx_start(l, first);
		tx_octet(l, XGMII_START, true);
		tx_data(l, data >> 8 * (first + 1), 1u << (LANES - 1 - first));
		return;
	}

	for (unsigned lane = 0; lane < LANES; lane++) {
		uint64_t rest = data >> 8 * lane;
		unsigned codes = (control | 1u << LANES) >> lane;
		if (!l->in_rest)
			lane += l->in_tx ? tx_data(l, rest, codes) : tx_idle(rest, codes);
		if (lane >= LANES)
			break;
		uint8_t octet = (uint8_t)(data >> 8 * lane);
		bool code = control >> lane & 1;
		bool ended = l->in_tx && tx_ends(l, lane, octet, code);
		if (ended && octet != XGMII_TERMINATE)
			cut = lane;
		if (!l->in_tx && !ended && l->tx_cuts && (code || !in_sequence(lane, data, control)))
			rest_lane(l, lane, octet, code);
		if (!l->in_tx && code && octet == XGMII_START) {
			tx_start(l, lane);
			frame = true;
		}
		if (l->in_tx)
			tx_octet(l, octet, code);
		else if (!ended)
			stray = true;
	}
	if (!frame && tx_changes_column(l, data, control))
		tx_signal(l, tx_column((uint32_t)(data >> 32), control >> 4));
	else if (!frame)
		tx_signal(l, tx_signal_of(data, control));
	else if (stray && !(cut < LANES ? tx_cut_beside(l, cut, data, control) : tx_answers_beside(l, data, control)))
		tx_signal(l, TX_SIGNAL_OTHER);
}

/* ---- the rarely changing outputs ---- */

void words_side_monitor(struct loop *l, uint64_t side)
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
