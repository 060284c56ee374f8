/* SPDX-License-Identifier: Apache-2.0 */
/* The machine's notes of the past, which it makes for the explanations while it runs; notes.h. */
#include "machine.h"

#include <string.h>

enum { ENDED_STEPS = 8 /* the counters of every device show a sent frame within so many cycles */ };

void notes_reset(struct pm_model *m)
{
	struct pm_notes *n = &m->notes;

	memset(n->refused, 0, sizeof(n->refused));
	n->refused_next = 0;
	n->tx_off_cycle = 0;
	n->request = NOTES_NO_REQUEST;
	n->request_since = n->request_xoff = n->request_xon = 0;
}

void notes_modes(struct pm_model *m)
{
	const struct pm_mode *before = &m->mode_before;
	struct pm_notes *n = &m->notes;

	if (m->mode.tx_enable != before->tx_enable)
		n->enable_cycle = m->mode_from;
	if (m->mode.rx_enable != before->rx_enable || m->mode.rx_flow != before->rx_flow ||
	    m->mode.half_duplex != before->half_duplex || memcmp(m->mode.station, before->station, sizeof(before->station)) ||
	    memcmp(m->mode.further, before->further, sizeof(before->further)))
		n->obey_cycle = m->mode_from;
	if (m->mode.rx_enable != before->rx_enable)
		n->receive_cycle = m->mode_from;
	if (m->mode.rx_flow != before->rx_flow)
		n->flow_cycle = m->mode_from;
	if (m->mode.send_pause != before->send_pause)
		n->send_cycle = m->mode_from;
	if (m->mode.half_duplex != before->half_duplex)
		n->duplex_cycle = m->mode_from;
	if (m->mode.gig != before->gig)
		n->speed_cycle = m->mode_from;
	if (m->mode.quanta == before->quanta)
		return;
	n->quanta_cycle_before = n->quanta_cycle;
	n->quanta_cycle = m->mode_from;
	n->quanta_before = before->quanta;
}

void notes_write(struct pm_model *m, unsigned row)
{
	uint64_t left = (m->write.value ^ m->regs.value[row]) & ~reg_bytes(m->write.strobe) & reg_mask(m->regs.page);

	m->notes.written[row] = m->now + m->step;
	if (!left || m->regs.page->rows[row].kind != REG_RW)
		return;
	m->notes.unstrobed[m->notes.unstrobed_next++ % PM_UNSTROBED] = (struct pm_unstrobed){ m->notes.written[row], row, left };
}

void notes_request(struct pm_model *m, const struct pm_request *request)
{
	struct pm_notes *n = &m->notes;
	enum notes_request now = !is_control_frame(request->kind) ? NOTES_NO_REQUEST : request->xoff ? NOTES_XOFF : NOTES_XON;

	if (n->request == NOTES_XOFF)
		n->request_xoff = m->now;
	if (n->request == NOTES_XON)
		n->request_xon = m->now;
	if (n->request != now) {
		n->request_since = m->now;
		n->asked[n->asked_next % PM_ASKED].cycle = m->now;
		n->asked[n->asked_next++ % PM_ASKED].low_mark = m->mode.low_mark;
	}
	n->request = now;
}

/* The control frame that the model believed to be on the wire never started, so that its request has stood all the time. */
void notes_unstarted(struct pm_model *m)
{
	if (!is_control_frame(m->tx.sent.kind))
		return;
	*(m->tx.sent.xoff ? &m->notes.request_xoff : &m->notes.request_xon) = m->now;
}

void notes_started(struct pm_model *m)
{
	bool pending = m->rx.pending;

	m->notes.started = (struct pm_started){
		.cycle = m->now,
		.last_wire = m->tx.end_cycle ? m->tx.last_wire : 0,
		.request = m->tx.request.kind == PM_TX_NONE ? 0 : m->tx.request.cause,
		.load_last = pending ? m->rx.load_next.last : m->rx.load.last,
		.load_cycle = pending ? m->rx.pending_from : m->rx.load_cycle,
		.timer_end = m->rx.timer_end,
		.quanta = pending ? m->rx.load_next.quanta : m->rx.load.quanta,
		.pending = pending,
		.low_mark = m->mode.low_mark,
		.crs = m->csma.crs,
		.own = m->csma.own,
		.carrier_since = m->csma.carrier_since,
		.carrier_last = m->csma.carrier_last,
		.idle_from = m->csma.idle_from,
	};
}

void notes_level(struct pm_model *m)
{
	struct pm_notes *n = &m->notes;
	unsigned at = n->level_next++ % PM_LEVELS;

	n->level[at].cycle = m->now + m->step;
	n->level[at].level = is_xgmii(m) ? m->buffer.level : m->buffer.free;
}

/* Keeps the first octets of a frame of LEN. */
static void keep_head(struct pm_ended *ended, const uint8_t *octets, uint32_t len)
{
	ended->head_octets = octets ? (uint8_t)min_u64(len, PM_ENDED_HEAD) : 0;
	if (ended->head_octets)
		memcpy(ended->head, octets, ended->head_octets);
}

void notes_classified(struct pm_model *m, const struct pm_run *run)
{
	struct pm_ended *ended = &m->notes.received[m->notes.received_next++ % PM_ENDED];
	const struct pm_rx_frame *rx = &run->rx;

	*ended = (struct pm_ended){
		.visible = rx->visible, .last = run->last, .octets = run->frame.len, .quanta = rx->pause_frame.quanta
	};
	ended->kind = (uint16_t)((run->frame.fcs_wrong ? ENDED_BAD_FCS : 0) | (rx->code_error ? ENDED_CODE_ERROR : 0) |
	                         (rx->pause ? ENDED_PAUSE : 0) | (rx->pause && m->rx.xoff ? ENDED_INHIBITED : 0) |
	                         (run->frame.dribble ? ENDED_DRIBBLE : 0) | (rx->too_long ? ENDED_TOO_LONG : 0) |
	                         (rx->discarded || run->overflow ? ENDED_LOST
	                          : !rx->delivered               ? ENDED_REFUSED
	                                                         : 0));
	keep_head(ended, run->octets.at, run->frame.len);
}

void notes_ended(struct pm_model *m)
{
	struct pm_ended *ended = &m->notes.sent[m->notes.sent_next++ % PM_ENDED];
	const struct pm_tx_end *end = &m->tx.end;

	*ended = (struct pm_ended){ .visible = m->tx.last_wire + ENDED_STEPS * m->step,
		                    .last = m->tx.last_wire,
		                    .octets = end->octets,
		                    .quanta = end->quanta,
		                    .collisions = end->collisions };
	ended->kind = (uint16_t)((end->kind != PM_TX_DATA ? ENDED_OURS : 0) | (end->kind == PM_TX_PAUSE ? ENDED_PAUSE : 0) |
	                         (end->underrun ? ENDED_UNDERRUN : 0) | (end->host_error ? ENDED_HOST_ERROR : 0) |
	                         (end->fcs_wrong ? ENDED_BAD_FCS : 0) | (end->collision ? ENDED_COLLISION : 0) |
	                         (end->late ? ENDED_LATE : 0) | (end->excessive ? ENDED_EXCESSIVE : 0) |
	                         (end->dropped ? ENDED_DROPPED : 0));
	keep_head(ended, m->tx.frame.octets, m->tx.frame.len);
}

const struct pm_ended *notes_received(const struct pm_model *m, uint64_t cycle)
{
	for (unsigned i = 0; i < PM_ENDED; i++)
		if (m->notes.received[i].visible == cycle && cycle)
			return &m->notes.received[i];
	return NULL;
}

const struct pm_ended *notes_sent(const struct pm_model *m, uint64_t cycle)
{
	for (unsigned i = 1; i <= PM_ENDED && i <= m->notes.sent_next; i++) {
		const struct pm_ended *sent = &m->notes.sent[(m->notes.sent_next - i) % PM_ENDED];
		if (sent->last < cycle)
			return cycle <= sent->visible ? sent : NULL;
	}
	return NULL;
}

void notes_refused(struct pm_model *m, const struct pm_run *run)
{
	const struct pm_rx_frame *rx = &run->rx;
	enum rule missed = rx->pause ? pause_frame_missed(&rx->pause_frame, rx->len) : RULE_PAUSE_OBEYED,
		  rule = missed != RULE_PAUSE_OBEYED ? missed : rx->refused; /* a device that delivers it sees no PAUSE in it */
	struct pm_notes *n = &m->notes;

	n->refused[n->refused_next++ % PM_REFUSED] = (struct pm_refused){
		.len = run->frame.len, .fcs = run->frame.fcs, .last = run->last, .rule = rule
	};
}
