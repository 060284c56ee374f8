/* SPDX-License-Identifier: Apache-2.0 */
/* A golden model behind the pins of the 64-bit XGMII. doc/reference/dut-contract.md; doc/devices/xgmii.md 1-4. */
#include "model_seam_parts.h"

#include "base/lanes.h"
#include "part/xgmii.h"

#include <string.h>

static const uint8_t head[XGMII_HEAD_OCTETS] = { XGMII_START, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, FRAME_SFD };

static void lanes_pins(struct seam *s)
{
	s->pin.rxd = IDLE_WORD;
	s->pin.rxc = ALL_LANES;
	s->idle_word = IDLE_WORD;
	s->idle_control = ALL_LANES;
	s->pins.xgmii = (struct seam_xgmii){
		&s->pin.rxd, &s->pin.rxc, &s->pin.send_data, &s->pin.send, &s->pin.request,
		&s->pin.txd, &s->pin.txc, &s->pin.host_data, &s->pin.host, &s->pin.side_wide,
	};
}

/* Returns eight octets that are 0 or 1 as eight bits. */
static uint8_t bits_of(const uint8_t *flags)
{
	uint64_t eight;

	memcpy(&eight, flags, sizeof(eight));
	return (uint8_t)(eight * 0x0102040810204080u >> 56);
}

/* ---- receive wire ---- */

/* Takes a word that is not idle, or within a frame. Data octets wait until the model is visited. */
static void rx_word(struct seam *s)
{
	uint8_t control = s->pin.rxc;

	if (!s->rx.count)
		s->rx.at = s->now;
	memcpy(s->rx.octets + s->rx.count, &s->pin.rxd, LANES);
	for (unsigned i = 0; i < LANES; i++)
		if (control >> i & 1)
			s->rx.code[s->rx.codes++] = s->rx.count + i;
	s->rx.count += LANES;
	if (control || s->rx.count == MODEL_RX_OCTETS)
		model_visit(s);
}

static inline void rx_cycle(struct seam *s)
{
	bool idle = s->pin.rxc == ALL_LANES && s->pin.rxd == IDLE_WORD;

	if (!s->pin.rst_n)
		s->rx.count = s->rx.codes = 0; /* ignored */
	else if (!idle || s->rx.on || s->rx.count)
		rx_word(s);
}

/* Passes the frame to the model. If there is no memory, the frame is lost, like one for which there is no room. */
static void rx_pass(struct seam *s)
{
	if (s->rx.count)
		pm_rx_lanes_more(s->m, s->rx.at, s->rx.octets, s->rx.count, s->rx.code, s->rx.codes);
	s->rx.count = s->rx.codes = 0;
}

/* ---- transmit wire ---- */

static uint8_t *wire_at(const struct seam *s, uint32_t at)
{
	return s->tx.octets + MODEL_WIRE_BEFORE + at;
}

static uint8_t *wire_control(const struct seam *s, uint32_t at)
{
	return s->tx.control + MODEL_WIRE_BEFORE + at;
}

static void wire_add(struct seam *s, const void *octets, uint8_t control, uint32_t len)
{
	memcpy(wire_at(s, s->tx.len), octets, len);
	memset(wire_control(s, s->tx.len), control, len);
	s->tx.len += len;
}

/* Adds the end code, since all octets before it are there. */
static void wire_whole(struct seam *s)
{
	static const uint8_t end = XGMII_TERMINATE;

	s->tx.whole = true;
	s->tx.end = s->tx.start + s->tx.len;
	wire_add(s, &end, 1, 1);
	memset(wire_at(s, s->tx.len), XGMII_IDLE, LANES);
	memset(wire_control(s, s->tx.len), 1, LANES);
}

/* Empties the wire and puts the preamble of a frame on it. */
static void wire_clear(struct seam *s)
{
	memset(s->tx.octets, XGMII_IDLE, MODEL_WIRE_BEFORE);
	memset(s->tx.control, 1, MODEL_WIRE_BEFORE);
	s->tx.len = s->tx.plain = 0;
	wire_add(s, head, 0, sizeof(head));
	*wire_control(s, 0) = 1;
}

/* Replaces the source address among the data octets on the wire. */
static void override_source(struct seam *s)
{
	enum { SOURCE_AT = XGMII_HEAD_OCTETS + FRAME_ADDRESS_OCTETS };
	uint32_t len = s->tx.len > SOURCE_AT ? s->tx.len - SOURCE_AT : 0;

	if (s->tx.source)
		memcpy(wire_at(s, SOURCE_AT), s->tx.source, len < FRAME_ADDRESS_OCTETS ? len : FRAME_ADDRESS_OCTETS);
}

static const uint8_t error_codes[LANES] = { 0xFE, 0xFE, 0xFE, 0xFE, 0xFE, 0xFE, 0xFE, 0xFE };

/* Adds pad, FCS and end code after the octets of the host. */
static void wire_finish(struct seam *s, const struct pm_tx_frame *frame)
{
	uint32_t at = s->tx.len - XGMII_HEAD_OCTETS;
	uint8_t fcs[FRAME_FCS_OCTETS];

	s->tx.plain = s->tx.len;
	if (frame->underrun_at >= 0) {
		wire_add(s, error_codes, 1, LANES);
	} else {
		wire_add(s, frame->octets + at, 0, frame->len - at); /* the pad */
		s->tx.plain = s->tx.len;
	}
	if (frame->host_error) {
		wire_add(s, error_codes, 1, FRAME_FCS_OCTETS);
	} else if (frame->fcs_inserted) {
		frame_put_fcs(fcs, frame_fcs(frame->octets, frame->len));
		wire_add(s, fcs, 0, sizeof(fcs));
		s->tx.plain = s->tx.len;
	}
	wire_whole(s);
}

static void send_over(struct seam *s, int32_t underrun_at, bool error)
{
	model_visit(s);
	pm_host_offer_known(s->m, wire_at(s, XGMII_HEAD_OCTETS), s->tx.len - XGMII_HEAD_OCTETS, underrun_at, error);
	wire_finish(s, pm_tx_frame(s->m));
	if (underrun_at < 0)
		pm_host_taken(s->m);
	s->send = underrun_at < 0 ? SEND_NONE : SEND_DRAINING;
}

/* Begins a frame; the first word of a data frame was taken in the cycle before. */
static void tx_begin(struct seam *s, const struct pm_start *start)
{
	const struct pm_tx_frame *frame;

	s->tx.kind = start->kind;
	s->tx.start = s->now + start->lane;
	pm_tx_start_at(s->m, s->tx.kind, s->tx.start);
	frame = pm_tx_frame(s->m);
	s->tx.on = true;
	s->tx.whole = false;
	s->tx.quanta = frame->quanta;
	s->tx.source = s->tx.kind == PM_TX_DATA ? frame->source : NULL;
	if (s->tx.kind != PM_TX_DATA) {
		wire_clear(s);
		wire_add(s, frame->octets, 0, frame->len);
		s->tx.plain = s->tx.len;
		wire_whole(s);
		return;
	}
	override_source(s);
	if (s->taken_whole)
		send_over(s, -1, s->send_error);
}

/* Begins the frames that are due in this cycle, and ends those whose end code is in it. */
static void tx_edges(struct seam *s)
{
	const struct pm_start *start = model_start(s);

	if (start && (start->kind != PM_TX_DATA || s->send == SEND_TAKING))
		tx_begin(s, start);
	if (s->tx.on && s->tx.whole && s->tx.end < s->now + LANES)
		pm_tx_end_at(s->m, s->tx.end, (uint32_t)(s->tx.end - s->tx.start), s->tx.quanta);
}

static inline void tx_cycle(struct seam *s)
{
	const uint8_t *octets, *control;
	int64_t at;

	if (!s->tx.on) {
		s->pin.txd = s->idle_word;
		s->pin.txc = s->idle_control;
		return;
	}
	at = (int64_t)(s->now - s->tx.start);
	octets = s->tx.octets + (at + MODEL_WIRE_BEFORE);
	control = s->tx.control + (at + MODEL_WIRE_BEFORE);
	memcpy(&s->pin.txd, octets, LANES);
	s->pin.txc = at > 0 && at + LANES <= (int64_t)s->tx.plain ? 0 : bits_of(control);
	if (s->tx.whole && s->tx.end < s->now + LANES)
		s->tx.on = false;
}

/* ---- host transmit ---- */

/* Returns the number of octets in the word that is offered. */
static unsigned send_octets(const struct seam *s)
{
	unsigned keep = s->pin.send & SEAM_KEEP;

	return (unsigned)__builtin_ctz(~keep);
}

/* Takes a word of the host. Returns true if it was the last one. */
static bool send_word(struct seam *s)
{
	s->pin.ready |= SEAM_READY_SEND;
	wire_add(s, &s->pin.send_data, 0, send_octets(s));
	override_source(s);
	s->take_at += LANES;
	s->send_error = s->pin.send & SEAM_SEND_USER;
	return s->pin.send & SEAM_SEND_LAST;
}

/* After the end of the cycle: takes the first word of a data frame that starts in the next cycle. */
static void send_first(struct seam *s)
{
	const struct pm_start *start = pm_start(s->m);

	if (s->send != SEND_OFFERED || start->kind != PM_TX_DATA)
		return;
	if (start->due > s->now + LANES) {
		if (start->due - LANES < s->wake)
			s->wake = start->due - LANES;
		return;
	}
	wire_clear(s);
	s->tx.source = NULL;
	s->take_at = s->now;
	s->taken_whole = send_word(s);
	s->send = SEND_TAKING;
}

static void send_take(struct seam *s)
{
	if (!(s->pin.send & SEAM_SEND_VALID) || !model_wire_room(s, LANES))
		send_over(s, (int32_t)(s->tx.len - XGMII_HEAD_OCTETS), false);
	else if (send_word(s))
		send_over(s, -1, s->send_error);
	else
		s->tx.plain = s->tx.len;
}

static void send_drain(struct seam *s)
{
	s->pin.ready |= SEAM_READY_SEND;
	if (!(s->pin.send & SEAM_SEND_LAST))
		return;
	model_visit(s);
	pm_host_taken(s->m);
	s->send = SEND_NONE;
}

static inline void send_cycle(struct seam *s)
{
	bool valid = s->pin.send & SEAM_SEND_VALID;

	if (s->send == SEND_TAKING) {
		if (s->now == s->take_at)
			send_take(s);
	} else if (valid && s->send == SEND_DRAINING) {
		send_drain(s);
	} else if (valid && s->send == SEND_NONE && s->pin.rst_n) {
		model_visit(s);
		if (!pm_host_offer_begin(s->m))
			s->send = SEND_OFFERED;
	}
}

/* ---- host receive ---- */

static void host_last(struct seam *s, uint32_t left)
{
	s->pin.host_data = 0;
	memcpy(&s->pin.host_data, s->host.frame.octets + s->host.pos, left);
	s->pin.host = (uint16_t)(SEAM_HOST_VALID | SEAM_HOST_LAST | (s->host.frame.bad ? SEAM_HOST_USER : 0) |
	                         SEAM_KEEP >> (LANES - left));
}

static inline void host_cycle(struct seam *s)
{
	uint32_t left = s->host.frame.len - s->host.pos;

	if (!s->host.on) {
		s->pin.host = 0;
		return;
	}
	if (left > LANES) {
		memcpy(&s->pin.host_data, s->host.frame.octets + s->host.pos, LANES);
		s->pin.host = SEAM_HOST_VALID | SEAM_KEEP;
	} else {
		host_last(s, left);
	}
	if (!s->pin.host_ready)
		return;
	s->host.pos += left < LANES ? left : LANES;
	model_host_took(s);
}

/* ---- requests ---- */

static void requests(struct seam *s)
{
	uint32_t value = s->pin.request, changed = value ^ s->requested;

	if (!changed)
		return;
	model_visit(s);
	if (changed & SEAM_REQUEST_PAUSE)
		pm_pause_req(s->m, value & SEAM_REQUEST_PAUSE);
	if (changed >> SEAM_REQUEST_PFC_SHIFT)
		pm_pfc_req(s->m, (uint16_t)(value >> SEAM_REQUEST_PFC_SHIFT));
	s->requested = value;
}

/* ---- a cycle ---- */

static void visit_end(struct seam *s)
{
	const struct pm_view *view;

	rx_pass(s);
	view = model_show(s);
	s->pin.side_wide = (view->xoff ? SEAM_WIDE_XOFF : 0) | (view->rx ? SEAM_WIDE_RX_VALID : 0) |
	                   (view->tx_record_valid ? SEAM_WIDE_TX_VALID : 0) | (uint64_t)view->pfc_xoff << SEAM_WIDE_PFC_SHIFT |
	                   (uint64_t)view->level << SEAM_WIDE_LEVEL_SHIFT;
	s->idle_word = view->signal == PM_SIGNAL_REMOTE_FAULT ? REMOTE_FAULT_WORD : IDLE_WORD;
	s->idle_control = view->signal == PM_SIGNAL_REMOTE_FAULT ? SEQUENCE_CONTROL : ALL_LANES;
	model_close(s);
	s->rx.on = pm_rx_lanes_open(s->m);
	if (s->tx.on && s->tx.whole && s->tx.end - s->tx.end % LANES > s->now && s->tx.end - s->tx.end % LANES < s->wake)
		s->wake = s->tx.end - s->tx.end % LANES;
	tx_cycle(s);
	send_first(s);
}

static void lanes_cycle(struct seam *s)
{
	model_begin(s);
	if (s->open) {
		tx_edges(s);
		model_host_begin(s);
	}
	rx_cycle(s);
	send_cycle(s);
	host_cycle(s);
	requests(s);
	if (s->open) {
		visit_end(s);
	} else {
		s->pin.side_wide &= ~(uint64_t)(SEAM_WIDE_RX_VALID | SEAM_WIDE_TX_VALID);
		model_quiet(s);
		tx_cycle(s);
	}
	if (!s->pin.rst_n)
		model_reset(s);
	s->now += LANES;
}

const struct model_wires model_xgmii = { .pins = lanes_pins, .cycle = lanes_cycle, .send_user = true };
