/* SPDX-License-Identifier: Apache-2.0 */
/* A golden model behind the pins of GMII and MII. doc/reference/dut-contract.md; doc/devices/bcm5718.md 1-3, doc/devices/bcm1250.md 3. */
#include "model_seam_parts.h"
#include "part/csma.h"

#include <string.h>

static const uint8_t head[FRAME_HEAD_OCTETS] = { 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };

static void gmii_pins(struct seam *s)
{
	s->pins.gmii = (struct seam_gmii){
		&s->pin.rx, &s->pin.send, &s->pin.mdio_i, NULL, &s->pin.tx, &s->pin.host, &s->pin.side,
	};
}

static void mii_pins(struct seam *s)
{
	gmii_pins(s);
	s->pins.gmii.carrier = &s->pin.carrier;
	s->pins.upper = (struct seam_upper){ &s->pin.pwdata_upper, &s->pin.pstrb_upper, &s->pin.prdata_upper };
}

/* ---- receive wire ---- */

/* Takes an octet. The model gets it at once while a frame may begin, else with its next visit. */
static void rx_octet(struct seam *s, uint16_t word)
{
	if (!s->rx.on) {
		model_visit(s);
		pm_rx_begin(s->m);
		s->rx.on = s->rx.head = true;
		s->rx.past_preamble = false;
	}
	s->rx.octets[s->rx.count++] = (uint8_t)word;
	s->rx.error = s->rx.error || word & SEAM_RX_ER;
	s->rx.past_preamble = s->rx.past_preamble || ((uint8_t)word != FRAME_PREAMBLE && (uint8_t)word != (FRAME_PREAMBLE & 15));
	if ((s->rx.head && s->rx.past_preamble) || s->rx.count == MODEL_RX_OCTETS)
		model_visit(s);
}

/* Passes the run to the model. If there is no memory, the run is lost, like a frame for which there is no room. */
static void rx_pass(struct seam *s)
{
	if (s->rx.count)
		pm_rx_more(s->m, s->rx.octets, s->rx.count, s->rx.error);
	s->rx.count = 0;
	s->rx.error = false;
	s->rx.head = s->rx.head && pm_rx_head(s->m);
}

static inline void rx_cycle(struct seam *s)
{
	if (s->pin.rx & SEAM_RX_DV) {
		rx_octet(s, s->pin.rx);
	} else if (s->rx.on) {
		model_visit(s);
		rx_pass(s);
		pm_rx_end(s->m);
		s->rx.on = s->rx.head = false;
	}
}

/* ---- transmit wire ---- */

static uint8_t *wire_end(const struct seam *s)
{
	return s->tx.octets + MODEL_WIRE_BEFORE + s->tx.len;
}

static void wire_add(struct seam *s, const void *octets, uint32_t len)
{
	memcpy(wire_end(s), octets, len);
	s->tx.len += len;
}

/* The transmission on the wire ends after CLOCKS clocks. */
static void wire_whole(struct seam *s, uint64_t clocks)
{
	s->tx.whole = true;
	s->tx.end = s->tx.start + clocks;
}

/* To be called when all octets of the data frame on the wire are known. */
static void wire_known(struct seam *s)
{
	s->tx.host_whole = true;
	wire_whole(s, (uint64_t)s->tx.len * s->tx.clocks);
}

static void wire_first(struct seam *s)
{
	s->tx.len = 0;
	s->tx.host_whole = false;
	wire_add(s, head, sizeof(head));
}

static const uint8_t *sent_octets(const struct seam *s)
{
	return s->tx.octets + MODEL_WIRE_BEFORE + sizeof(head);
}

static uint32_t sent_len(const struct seam *s)
{
	return s->tx.len - (uint32_t)sizeof(head);
}

static void wire_add_fcs(struct seam *s, uint32_t invert)
{
	uint8_t fcs[FRAME_FCS_OCTETS];

	frame_put_fcs(fcs, frame_fcs(sent_octets(s), sent_len(s)) ^ invert);
	wire_add(s, fcs, sizeof(fcs));
	wire_known(s);
}

/* Handles the last octet of the host. OWN_FCS: the host sends its own FCS, so that nothing is added. */
static void send_last(struct seam *s, bool own_fcs)
{
	static const uint8_t pad[FRAME_MIN_DATA_OCTETS];
	uint32_t len = sent_len(s);

	model_visit(s);
	pm_host_offer_known(s->m, sent_octets(s), len, -1, own_fcs);
	pm_host_taken(s->m);
	s->send = SEND_NONE;
	if (own_fcs) {
		wire_known(s);
		return;
	}
	if (len < FRAME_MIN_DATA_OCTETS)
		wire_add(s, pad, FRAME_MIN_DATA_OCTETS - len);
	wire_add_fcs(s, 0);
}

/* Begins the first attempt of a data frame, or a repetition of the octets that were taken. */
static void data_begin(struct seam *s)
{
	if (!s->retry.pending && !s->header)
		wire_first(s);
	if (!s->retry.pending)
		s->tx.error_at = -1;
	s->tx.shown = s->tx.octets + MODEL_WIRE_BEFORE;
	s->retry.pending = s->header_due = false;
	s->header = 0;
	if (s->send == SEND_HELD)
		send_last(s, false);
	if (s->tx.host_whole) {
		wire_known(s);
		return;
	}
	s->send = SEND_TAKING;
	s->take_at = s->now + (uint64_t)s->tx.len * s->tx.clocks - 1;
}

static void control_begin(struct seam *s, const struct pm_tx_frame *frame)
{
	enum { JAM_OCTET = CSMA_JAM << 4 | CSMA_JAM };

	s->tx.shown = s->tx.own;
	s->tx.error_at = -1;
	memcpy(s->tx.own, head, sizeof(head));
	if (s->tx.kind == PM_TX_FORCED) {
		memset(s->tx.own + sizeof(head), JAM_OCTET, CSMA_JAM_CLOCKS / 2);
		wire_whole(s, CSMA_FORCED_CLOCKS);
	} else if (s->tx.kind != PM_TX_CARRIER) {
		memcpy(s->tx.own + sizeof(head), frame->octets, frame->len);
		wire_whole(s, (uint64_t)(sizeof(head) + frame->len) * s->tx.clocks);
	}
}

static void tx_begin(struct seam *s, enum pm_tx_kind kind)
{
	const struct pm_tx_frame *frame;

	pm_tx_start(s->m, kind);
	frame = pm_tx_frame(s->m);
	s->tx.kind = kind;
	s->tx.on = true;
	s->tx.whole = false;
	s->tx.start = s->now;
	s->tx.clocks = frame->clocks;
	s->tx.half = frame->half_duplex;
	s->tx.clock = s->tx.jam_at = 0;
	s->tx.quanta = frame->quanta;
	if (kind == PM_TX_DATA)
		data_begin(s);
	else
		control_begin(s, frame);
}

/* Returns a random number below LIMIT, by xorshift64*. */
static uint32_t random_below(struct seam *s, uint32_t limit)
{
	uint64_t x = s->retry.random;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	s->retry.random = x;
	return (uint32_t)((x * 0x2545F4914F6CDD1Du >> 32) % limit);
}

static void tx_over(struct seam *s)
{
	struct pm_attempt_end end;

	s->tx.on = false;
	pm_tx_end(s->m, s->tx.clock, s->tx.quanta);
	if (!s->tx.jam_at)
		return;
	pm_attempt_end(s->m, &end);
	s->retry.pending = end.repeat;
	s->retry.start = PM_NEVER;
	if (end.repeat)
		s->retry.slots = random_below(s, csma_backoffs(end.collisions));
	else if (s->send == SEND_WAITING)
		s->send = SEND_DRAINING;
}

/* Begins and ends the frames that are due in this cycle. */
static void tx_edges(struct seam *s)
{
	const struct pm_start *start;

	if (s->tx.on && s->tx.whole && s->now >= s->tx.end)
		tx_over(s);
	start = model_start(s);
	if (start)
		tx_begin(s, start->kind);
	else if (s->retry.pending && s->retry.start <= s->now)
		tx_begin(s, PM_TX_DATA);
}

static uint8_t tx_nibble(const struct seam *s, uint32_t at)
{
	if (s->tx.kind == PM_TX_CARRIER)
		return CSMA_PREAMBLE;
	if (s->tx.jam_at && s->tx.clock >= s->tx.jam_at)
		return CSMA_JAM;
	return s->tx.clock % s->tx.clocks ? s->tx.shown[at] >> 4 : s->tx.shown[at] & 15;
}

static inline void tx_cycle(struct seam *s)
{
	uint32_t at = s->tx.clock;
	uint8_t octet;

	if (!s->tx.on) {
		s->pin.tx = 0;
		return;
	}
	if (s->tx.clocks == 1) {
		octet = s->tx.shown[at];
	} else {
		at /= s->tx.clocks;
		octet = tx_nibble(s, at);
	}
	s->tx.clock++;
	s->pin.tx = (uint16_t)(SEAM_TX_EN | octet | ((int32_t)at == s->tx.error_at ? SEAM_TX_ER : 0));
}

/* After the end of a cycle: ends an attempt on the wire that met a collision, and false carrier that is over. */
static void tx_cut(struct seam *s)
{
	const struct pm_tx_frame *frame = pm_tx_frame(s->m);

	if (!frame)
		return;
	if (s->tx.kind == PM_TX_CARRIER && frame->over)
		wire_whole(s, frame->over - s->tx.start);
	if (s->tx.kind != PM_TX_DATA || !frame->collided || s->tx.jam_at)
		return;
	s->tx.jam_at = frame->jam_at;
	wire_whole(s, (uint64_t)s->tx.jam_at + CSMA_JAM_CLOCKS);
	if (s->send == SEND_TAKING)
		s->send = SEND_WAITING;
}

/* After the end of a cycle: decides a repetition in the first cycle after its back-off in which everything else allows it. */
static void retry_decide(struct seam *s)
{
	const struct pm_start *start = pm_start(s->m);
	struct pm_backoff backoff;
	uint64_t from;

	s->retry.start = PM_NEVER;
	pm_backoff_allows(s->m, s->now, 0, &backoff);
	from = backoff.jam_end + (uint64_t)s->retry.slots * backoff.slot;
	if (s->now < from && from < s->wake)
		s->wake = from;
	if (s->now < from || start->kind != PM_TX_NONE || start->blockers != PM_BLOCK_BACKOFF)
		return;
	s->retry.start = s->now + s->resume;
	if (s->retry.start < s->wake)
		s->wake = s->retry.start;
}

static void carrier(struct seam *s)
{
	uint8_t changed = s->pin.carrier ^ s->carried;

	if (!changed)
		return;
	model_visit(s);
	if (changed & SEAM_CARRIER_CRS)
		pm_crs(s->m, s->pin.carrier & SEAM_CARRIER_CRS);
	if (changed & SEAM_CARRIER_COL)
		pm_col(s->m, s->pin.carrier & SEAM_CARRIER_COL);
	s->carried = s->pin.carrier;
}

/* ---- host transmit ---- */

static void send_underrun(struct seam *s)
{
	static const uint8_t zero;
	uint32_t len = sent_len(s);

	model_visit(s);
	pm_host_offer_known(s->m, sent_octets(s), len, (int32_t)len, false);
	s->send = SEND_DRAINING;
	s->tx.error_at = (int32_t)s->tx.len;
	wire_add(s, &zero, 1);
	wire_add_fcs(s, UINT32_MAX);
}

static void send_take(struct seam *s)
{
	uint16_t word = s->pin.send;
	uint8_t octet = (uint8_t)word;

	if (!(word & SEAM_SEND_VALID) || !model_wire_room(s, 1)) {
		send_underrun(s);
		return;
	}
	s->pin.ready |= SEAM_READY_SEND;
	s->tx.shown = s->tx.octets + MODEL_WIRE_BEFORE; /* the memory may have moved */
	wire_add(s, &octet, 1);
	s->take_at += s->tx.clocks;
	if (word & SEAM_SEND_LAST)
		send_last(s, s->wires->send_user && word & SEAM_SEND_USER);
}

static void send_offer(struct seam *s)
{
	model_visit(s);
	if (!pm_host_offer_begin(s->m))
		s->send = SEND_OFFERED;
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

/* The device takes an octet of the header of the frame that waits. */
static void header_take(struct seam *s)
{
	uint8_t octet = (uint8_t)s->pin.send;

	if (!model_wire_room(s, sizeof(head) + MODEL_HEADER_OCTETS))
		return;
	if (!s->header)
		wire_first(s);
	wire_add(s, &octet, 1);
	s->header++;
	s->pin.ready |= SEAM_READY_SEND;
	if (s->pin.send & SEAM_SEND_LAST)
		s->send = SEND_HELD;
	s->header_due = s->header == MODEL_HEADER_OCTETS;
	if (s->header_due && s->now + 1 < s->wake)
		s->wake = s->now + 1;
}

/* To be called when the pins show whether the transmitter is inhibited in this cycle. */
static inline void header_cycle(struct seam *s)
{
	if (s->send == SEND_OFFERED && s->pin.side & SEAM_SIDE_XOFF && s->header < MODEL_HEADER_OCTETS &&
	    s->pin.send & SEAM_SEND_VALID && !(s->tx.on && s->tx.kind == PM_TX_DATA) && s->pin.rst_n &&
	    pm_host_takes_header(s->m))
		header_take(s);
}

/* Passes the header to the model; to be called in the first cycle in which the device holds it. */
static void header_pass(struct seam *s)
{
	if (!s->header_due)
		return;
	s->header_due = false;
	pm_host_header(s->m, sent_octets(s), s->header);
}

static inline void send_cycle(struct seam *s)
{
	bool valid = s->pin.send & SEAM_SEND_VALID;

	if (s->send == SEND_TAKING) {
		if (s->now == s->take_at && !(s->tx.half && s->pin.carrier & SEAM_CARRIER_COL))
			send_take(s);
	} else if (valid && s->send == SEND_DRAINING) {
		send_drain(s);
	} else if (valid && s->send == SEND_NONE && s->pin.rst_n) {
		send_offer(s);
	}
}

/* ---- host receive ---- */

static inline void host_cycle(struct seam *s)
{
	const struct pm_host_frame *frame = &s->host.frame;

	if (!s->host.on) {
		s->pin.host = 0;
		return;
	}
	s->pin.host = (uint16_t)(SEAM_HOST_VALID | frame->octets[s->host.pos]);
	if (s->host.pos + 1 == frame->len)
		s->pin.host |= SEAM_HOST_LAST | (frame->bad ? SEAM_HOST_USER : 0);
	if (!s->pin.host_ready)
		return;
	s->host.pos++;
	model_host_took(s);
}

/* ---- a cycle ---- */

static void visit_end(struct seam *s)
{
	const struct pm_view *view;

	rx_pass(s);
	view = model_show(s);
	s->pin.side = (view->xoff ? SEAM_SIDE_XOFF : 0) | (view->rx ? SEAM_SIDE_RX_VALID : 0) |
	              (view->tx_record_valid ? SEAM_SIDE_TX_VALID : 0) | view->level << SEAM_SIDE_LEVEL_SHIFT;
	model_close(s);
	if (s->tx.on && s->tx.half)
		tx_cut(s);
	if (s->retry.pending)
		retry_decide(s);
	if (s->tx.on && s->tx.whole && s->tx.end < s->wake)
		s->wake = s->tx.end;
}

static void octets_cycle(struct seam *s)
{
	model_begin(s);
	if (s->open) {
		header_pass(s);
		tx_edges(s);
		model_host_begin(s);
	}
	carrier(s);
	rx_cycle(s);
	tx_cycle(s);
	send_cycle(s);
	host_cycle(s);
	if (s->open) {
		visit_end(s);
	} else {
		s->pin.side &= ~(uint32_t)(SEAM_SIDE_RX_VALID | SEAM_SIDE_TX_VALID);
		model_quiet(s);
	}
	header_cycle(s);
	if (!s->pin.rst_n)
		model_reset(s);
	s->now++;
}

const struct model_wires model_gmii = { .pins = gmii_pins, .cycle = octets_cycle };
const struct model_wires model_mii = { .pins = mii_pins, .cycle = octets_cycle, .send_user = true };
