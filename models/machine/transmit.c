/* SPDX-License-Identifier: Apache-2.0 */
/* The transmit wire. The model follows the wire of the DUT. pm_tx_start() says that a frame began, and which one the user
 * believes it to be; pm_tx_frame() then says what must be on the wire. pm_tx_end() says that the frame ended; its counts become
 * visible after the latency `sent` of the timing contract. Whether the frame should have begun is decided in start.c. */
#include "machine.h"

#include <errno.h>
#include <string.h>

uint8_t *transmit_keep(struct pm_model *m)
{
	struct pm_tx_buffer *wire = &m->tx.wire;

	octets_keep(&wire->octets, wire->len);
	if (m->tx.frame.kind == PM_TX_DATA)
		m->tx.frame.octets = wire->octets.at;
	m->tx.attempt.frame.octets = wire->octets.at;
	return wire->octets.own;
}

static void wire_source(struct pm_model *m)
{
	uint8_t *octets = transmit_keep(m);

	for (uint32_t i = 0; i < FRAME_ADDRESS_OCTETS; i++)
		if (FRAME_ADDRESS_OCTETS + i < m->tx.frame.len)
			octets[FRAME_ADDRESS_OCTETS + i] = m->tx.mode.station[i];
}

static void wire_underrun(struct pm_model *m)
{
	struct pm_tx_frame *frame = &m->tx.frame;

	memset(transmit_keep(m) + frame->underrun_at, XGMII_ERROR, WORD_OCTETS);
	frame->len = (uint32_t)frame->underrun_at + WORD_OCTETS;
	frame->fcs_inserted = frame->host_error = false;
}

static void wire_pad(struct pm_model *m)
{
	struct pm_tx_frame *frame = &m->tx.frame;

	memset(transmit_keep(m) + frame->len, 0, FRAME_MIN_DATA_OCTETS - frame->len);
	frame->len = FRAME_MIN_DATA_OCTETS;
}

/* XGMII: makes the octets on the wire from those of the host: source address, /E/ of an underrun, pad. There is room for the pad. */
static void wire_octets(struct pm_model *m)
{
	const struct pm_mode *mode = &m->tx.mode;
	struct pm_tx_frame *frame = &m->tx.frame;

	frame->fcs_inserted = mode->insert_fcs;
	if (mode->override_source)
		wire_source(m);
	if (frame->underrun_at >= 0 && m->manner.tx == PM_HOST_TX_OWN)
		wire_underrun(m);
	else if (mode->insert_fcs && mode->pad && frame->len < FRAME_MIN_DATA_OCTETS)
		wire_pad(m);
}

uint32_t pm_octet_clocks(const struct pm_model *m, const struct pm_mode *mode)
{
	return m->mii && !mode->gig ? 2 : 1;
}

void transmit_is(struct pm_model *m, const struct pm_tx_buffer *wire)
{
	struct pm_tx_frame *frame = &m->tx.frame;

	frame->octets = wire->octets.at;
	frame->len = frame->host_octets = wire->len;
	frame->underrun_at = wire->underrun_at;
	if (offer_bridges(m, wire) || (wire->held && !header_missing(wire, frame->start)))
		frame->underrun_at = -1;
	frame->host_error = wire->host_error;
	frame->taken = wire->taken;
	frame->taken_cycle = wire->taken_cycle;
	frame->ready_cycle = offer_ready_from(m, wire);
	if (is_xgmii(m) && wire->open)
		frame->source = m->tx.mode.override_source ? m->tx.mode.station : NULL;
	else if (is_xgmii(m))
		wire_octets(m);
	if (m->mii)
		pm_attempt_first(m);
}

/* The frame on the wire is the one that the host offers. */
static void take_offer(struct pm_model *m)
{
	offer_starts(m);
	transmit_is(m, &m->tx.wire);
}

/* Fills in what a control frame of KIND would be although the device does not request one. */
static void request_undue(const struct pm_model *m, enum pm_tx_kind kind, struct pm_request *ret)
{
	*ret = (struct pm_request){ .kind = kind };
	if (m->device->request_undue)
		m->device->request_undue(m, ret);
}

/* The frame on the wire is a control frame: the one that was decided, or the one that the device requests now. */
static void take_control(struct pm_model *m, enum pm_tx_kind kind)
{
	struct pm_request *sent = &m->tx.sent;
	bool decided = m->view.start.kind == kind;

	*sent = decided ? m->tx.request : (struct pm_request){ 0 };
	if (!decided)
		m->device->request(m, sent);
	if (sent->kind != kind)
		request_undue(m, kind, sent);
	if (kind == PM_TX_PAUSE)
		frame_pause(m->tx.pause, decided ? m->tx.mode.station : m->mode.station, sent->quanta);
	else
		pfc_build(m->tx.pause, decided ? m->tx.mode.station : m->mode.station, &sent->pfc);
	m->tx.frame.octets = m->tx.pause;
	m->tx.frame.len = PAUSE_FRAME_OCTETS;
	m->tx.frame.underrun_at = -1;
	m->tx.frame.quanta = sent->quanta;
	m->device->started(m, sent);
}

/* The frame on the wire is a signal of half duplex, which carries nothing of a frame. */
static void take_signal(struct pm_model *m)
{
	m->tx.sent = (struct pm_request){ .kind = m->tx.frame.kind };
	m->tx.frame.underrun_at = -1;
}

void transmit_set_kind(struct pm_model *m, enum pm_tx_kind kind)
{
	struct pm_tx_frame *frame = &m->tx.frame;

	*frame = (struct pm_tx_frame){
		.kind = kind,
		.start = frame->start,
		.underrun_at = -1,
		.clocks = (uint8_t)pm_octet_clocks(m, &m->tx.mode),
		.half_duplex = m->mii && m->tx.mode.half_duplex,
	};
	if (kind == PM_TX_DATA && m->tx.attempt.pending)
		pm_attempt_again(m);
	else if (kind == PM_TX_DATA && m->tx.owed)
		take_offer(m);
	else if (kind == PM_TX_FORCED || kind == PM_TX_CARRIER)
		take_signal(m);
	else if (kind == PM_TX_DATA)
		frame->kind = PM_TX_NONE;
	else if (kind != PM_TX_NONE)
		take_control(m, kind);
}

int pm_host_offer_known(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t underrun_at, bool error)
{
	struct pm_tx_frame *frame = &m->tx.frame;
	struct pm_tx_buffer *wire = &m->tx.wire;

	if (!m->tx.busy || frame->kind != PM_TX_DATA || !wire->open)
		return 0;
	if (octets_reserve(&wire->octets, len + FRAME_MIN_OCTETS))
		return -ENOMEM;
	octets_set(&wire->octets, octets, false, len);
	wire->open = false;
	wire->len = len;
	wire->underrun_at = underrun_at;
	wire->host_error = error;
	frame->octets = wire->octets.at;
	frame->len = frame->host_octets = len;
	frame->underrun_at = underrun_at;
	frame->host_error = error;
	if (is_xgmii(m))
		wire_octets(m);
	if (m->mii)
		pm_attempt_begin(m);
	return 0;
}

/* MII: fills in the rest of the record. Returns false if the attempt has no record. */
static bool show_attempt(struct pm_model *m)
{
	enum pm_tx_kind kind = m->tx.end.kind;

	if (m->tx.end.dropped)
		m->tx.record = TX_RECORD_DROPPED;
	m->tx.record |= (uint32_t)m->tx.end.collisions << TX_RECORD_COLLISIONS_SHIFT;
	return !m->tx.end.repeat && kind != PM_TX_FORCED && kind != PM_TX_CARRIER;
}

/* The frame that ended is visible in the open cycle: record, counts, states. */
static void show_sent(struct pm_model *m)
{
	uint32_t octets = m->tx.end.octets;

	m->tx.ended = false;
	m->tx.record_cycle = m->now;
	m->tx.record = octets < TX_RECORD_LENGTH ? octets : TX_RECORD_LENGTH;
	if (m->tx.end.kind == PM_TX_PAUSE)
		m->tx.record |= TX_RECORD_PAUSE;
	if (m->tx.end.kind == PM_TX_PFC)
		m->tx.record |= TX_RECORD_PFC;
	if (m->tx.end.underrun || m->tx.end.host_error)
		m->tx.record |= TX_RECORD_UNDERRUN;
	if (m->mii && !show_attempt(m))
		m->tx.record_cycle = 0;
	m->device->sent(m, m->now);
	m->changed |= m->tx.end.kind != PM_TX_DATA;
}

void transmit_settle(struct pm_model *m)
{
	if (m->tx.ended && m->tx.ended_visible <= m->now)
		show_sent(m);
}

void pm_tx_start(struct pm_model *m, enum pm_tx_kind kind)
{
	pm_tx_start_at(m, kind, m->now);
}

void pm_tx_start_at(struct pm_model *m, enum pm_tx_kind kind, uint64_t start)
{
	m->changed = true;
	transmit_settle(m);
	notes_started(m);
	m->tx.busy = true;
	m->tx.frame.start = start;
	m->tx.mode = *pm_mode_in(m, m->now - m->step);
	xgmii_gap_start(&m->tx.gap, start, m->tx.mode.ipg);
	transmit_set_kind(m, kind);
}

void pm_tx_retype(struct pm_model *m, enum pm_tx_kind kind)
{
	if (!m->tx.busy || m->tx.frame.kind == kind)
		return;
	m->changed = true;
	if (is_control_frame(m->tx.frame.kind)) {
		notes_unstarted(m);
		m->device->unstarted(m);
	}
	if (m->tx.frame.kind == PM_TX_DATA && m->tx.frame.attempt > 1) {
		m->tx.attempt.pending = m->csma.waits = true;
	} else if (m->tx.frame.kind == PM_TX_DATA && m->tx.owed < m->tx.places) {
		offer_again(m);
	}
	transmit_set_kind(m, kind);
}

const struct pm_tx_frame *pm_tx_frame(const struct pm_model *m)
{
	return m->tx.busy ? &m->tx.frame : NULL;
}

const struct pm_tx_frame *pm_tx_cut(const struct pm_model *m)
{
	return !m->tx.busy && m->in_reset && m->tx.frame.kind != PM_TX_NONE ? &m->tx.frame : NULL;
}

bool pm_tx_resembles_pause(const struct pm_model *m, const uint8_t *octets, uint32_t len)
{
	if (len < FRAME_TYPE_OFFSET + 6)
		return false;
	return !memcmp(octets, frame_pause_address, FRAME_ADDRESS_OCTETS) +
	           !memcmp(octets + FRAME_ADDRESS_OCTETS, m->mode.station, FRAME_ADDRESS_OCTETS) +
	           (frame_u16(octets + FRAME_TYPE_OFFSET) == FRAME_TYPE_MAC_CONTROL) >=
	       2;
}

static enum frame_address_type address_type_of(const struct pm_tx_frame *frame)
{
	uint8_t destination[FRAME_ADDRESS_OCTETS] = { 0 };

	if (frame->octets && frame->len >= sizeof(destination))
		return frame_address_type(frame->octets);
	if (frame->octets)
		memcpy(destination, frame->octets, frame->len);
	return frame_address_type(destination);
}

/* Keeps the head of a frame of LEN octets, where these are fewer than a head: then the FCS follows, and zeros. */
static void keep_whole(struct pm_model *m, uint32_t len)
{
	const struct pm_tx_frame *frame = &m->tx.frame;
	uint8_t *head = m->tx.end.head;
	uint32_t fcs;

	memset(head, 0, PM_HEAD_OCTETS);
	if (len)
		memcpy(head, frame->octets, len);
	if (frame->kind != PM_TX_DATA)
		return;
	fcs = frame->fcs_inserted && !frame->host_error ? frame_fcs(frame->octets, frame->len) : 0xFEFEFEFE;
	if (frame->fcs_inserted || frame->host_error)
		for (uint32_t i = 0; i < FRAME_FCS_OCTETS && len + i < PM_HEAD_OCTETS; i++)
			head[len + i] = (uint8_t)(fcs >> 8 * i);
}

/* Keeps the first octets of the frame on the wire, for the device's counters; an octet of a spoilt FCS is /E/. */
static void keep_head(struct pm_model *m)
{
	const struct pm_tx_frame *frame = &m->tx.frame;

	if (frame->kind == PM_TX_NONE)
		keep_whole(m, 0);
	else if (frame->len < PM_HEAD_OCTETS)
		keep_whole(m, frame->len);
	else
		memcpy(m->tx.end.head, frame->octets, PM_HEAD_OCTETS);
}

void pm_tx_end(struct pm_model *m, uint32_t wire_len, uint16_t quanta)
{
	pm_tx_end_at(m, m->now - 1, wire_len, quanta);
}

/* MII: fills in what the end of an attempt adds. */
static void attempt_over(struct pm_model *m)
{
	struct pm_tx *tx = &m->tx;

	tx->end.collision = tx->end.late = tx->end.excessive = tx->end.repeat = tx->end.dropped = false;
	tx->end.own_fcs = tx->end.fcs_wrong = tx->end.host_error = false;
	tx->end.collisions = 0;
	if (tx->frame.kind == PM_TX_DATA)
		pm_attempt_fate(m);
	if (!tx->attempt.pending)
		m->csma.waits = false;
}

/* The PAUSE frame on the wire turned out to be an XON in place of an XOFF, or the other way round. */
static void exchange_request(struct pm_model *m, uint16_t quanta)
{
	m->tx.sent.xoff = quanta != 0;
	m->tx.sent.quanta = quanta;
	m->device->started(m, &m->tx.sent);
}

void pm_tx_end_at(struct pm_model *m, uint64_t end, uint32_t wire_len, uint16_t quanta)
{
	struct pm_tx *tx = &m->tx;

	if (!tx->busy)
		return;
	m->changed = true;
	tx->busy = false;
	tx->last_wire = end;
	tx->ended = true;
	tx->end_cycle = m->now;
	tx->ended_visible = cycle_of(m, end) + m->config.timing.sent;
	tx->gap_end = end + (m->mode.ipg ? m->mode.ipg : FRAME_GAP_OCTETS);
	if (is_xgmii(m))
		xgmii_gap_end(&tx->gap, end);
	tx->end.kind = tx->frame.kind;
	tx->end.mode = *pm_mode_in(m, tx->last_wire);
	memcpy(m->own_mode_ended, tx->last_wire < m->mode_from ? m->own_mode_before : m->own_mode, m->device->mode_size);
	if (m->mii)
		wire_len /= tx->frame.clocks;
	tx->end.octets = wire_len > FRAME_HEAD_OCTETS ? wire_len - FRAME_HEAD_OCTETS : 0;
	tx->end.quanta = quanta;
	if (tx->frame.kind == PM_TX_PAUSE && m->manner.tx != PM_HOST_TX_OWN && !tx->sent.quanta != !quanta)
		exchange_request(m, quanta);
	tx->end.xoff = tx->sent.xoff;
	tx->end.underrun = tx->frame.underrun_at >= 0;
	tx->end.host_error = tx->frame.host_error;
	tx->end.unseen = tx->frame.unseen;
	tx->end.classes = tx->frame.kind == PM_TX_PFC ? tx->sent.pfc.classes : 0;
	tx->end.doubtful = tx->frame.doubtful;
	if (m->device->reads_sent)
		keep_head(m);
	else
		tx->end.address_type = address_type_of(&tx->frame);
	if (m->mii)
		attempt_over(m);
	notes_ended(m);
	if (m->device->ended)
		m->device->ended(m);
	if (tx->ended_visible == m->now)
		show_sent(m);
}

bool pm_tx_on_wire(const struct pm_model *m)
{
	return m->tx.busy || (is_xgmii(m) && m->tx.ended && m->tx.end_cycle == m->now);
}

bool pm_pause_on_wire(const struct pm_model *m, bool xoff)
{
	return pm_tx_on_wire(m) && m->tx.frame.kind == PM_TX_PAUSE && m->tx.sent.xoff == xoff;
}

bool pm_pause_on_way(const struct pm_model *m, bool xoff)
{
	return (m->view.start.kind == PM_TX_PAUSE && m->tx.request.xoff == xoff) || pm_pause_on_wire(m, xoff);
}

void transmit_control_ended(struct pm_model *m)
{
	if (m->device->control_ended && m->tx.ended && m->tx.end_cycle == m->now && m->tx.end.kind != PM_TX_DATA)
		m->device->control_ended(m);
}

void transmit_step(struct pm_model *m)
{
	pm_attempt_collides(m);
	if (m->tx.busy && m->tx.frame.kind == PM_TX_CARRIER && !m->tx.frame.over && !m->invoked)
		m->tx.frame.over = m->now + 1;
}

void transmit_carrier(struct pm_model *m, uint64_t cycle)
{
	if (!m->mii)
		return;
	csma_advance(&m->csma, &m->mode_before.csma, m->tx.busy, m->mode_from);
	csma_advance(&m->csma, &m->mode.csma, m->tx.busy, cycle);
}

void pm_crs(struct pm_model *m, bool value)
{
	m->changed = true;
	m->csma.crs = value;
}

void pm_col(struct pm_model *m, bool value)
{
	m->changed = true;
	m->csma.col = value;
}
