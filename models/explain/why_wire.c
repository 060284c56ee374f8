/* SPDX-License-Identifier: Apache-2.0 */
/* Says why a data frame starts when it does, why it has its octets, and why the words between frames at XGMII are what they are.
 * 802.3 clauses 3, 4 and 46. */
#include "why.h"

/* ---- the start ---- */

static void say_held(struct why *w, unsigned blockers)
{
	const struct pm_model *m = w->m;

	if (blockers & PM_BLOCK_DISABLED) {
		why_say(w, "the transmitter is disabled");
		why_since(w, m->notes.enable_cycle);
		why_cause(w, m->notes.enable_cycle > m->reset_until ? m->notes.enable_cycle : m->reset_until);
	} else if (blockers & PM_BLOCK_FAULT) {
		why_say(w, "a link fault holds frames");
		why_since(w, m->notes.fault_cycle);
		why_cause(w, m->notes.fault_cycle);
	} else if (blockers & PM_BLOCK_NO_DATA) {
		why_say(w, "the host has handed no frame over that is not sent");
	} else {
		why_say(w, "the frame before ended in cycle %llu", why_clock(w, why_wire_before(w)));
	}
}

static void say_gap(struct why *w)
{
	const struct pm_model *m = w->m;
	uint64_t before = why_wire_before(w);

	if (m->mii)
		why_say(w, "the wire is idle after cycle %llu, and the gap is %u clocks", why_clock(w, before),
		        m->mode.csma.gap_clocks);
	else if (m->step == XGMII_CLOCK_OCTETS)
		why_say(w,
		        "the frame before ended in cycle %llu (octet time %llu), a gap is %u octets on average, and gaps so far "
		        "are %u "
		        "octet%s short",
		        why_clock(w, before), (unsigned long long)before, m->mode.ipg, m->tx.gap.deficit,
		        m->tx.gap.deficit == 1 ? "" : "s");
	else
		why_say(w, "the frame before ended in cycle %llu, so a gap of %u octets ends in cycle %llu", why_clock(w, before),
		        FRAME_GAP_OCTETS, why_clock(w, before + FRAME_GAP_OCTETS));
	why_cause(w, before);
}

static void say_data_due(struct why *w)
{
	const struct pm_model *m = w->m;
	const struct pm_tx_buffer *offer = m->tx.offer && m->tx.owed ? m->tx.offer : &m->tx.wire;
	bool resumed = m->rx.fall_cycle > m->reset_until && m->rx.fall_cycle > offer->offer_cycle &&
	               m->rx.fall_cycle <= w->q->cycle;
	uint64_t before = why_wire_before(w);

	why_say(w, "a frame of the host waits since cycle %llu", why_clock(w, offer->offer_cycle));
	why_cause(w, offer->offer_cycle);
	if (resumed) {
		why_say(w, ", the transmitter is Xon since cycle %llu", why_clock(w, m->rx.fall_cycle));
		why_cause(w, m->rx.fall_cycle);
	}
	if (before) {
		why_say(w, ", and the frame before ended in cycle %llu", why_clock(w, before));
		if (before > w->cause)
			why_cause(w, before);
	} else if (m->reset_from) {
		why_say(w, ", and no frame was sent since the reset that began in cycle %llu", why_clock(w, m->reset_from));
	}
	if (m->mii && m->csma.crs && !m->mode.csma.half_duplex)
		why_say(w, "; the carrier since cycle %llu does not hold it: %s", why_clock(w, m->csma.carrier_since),
		        m->mode.gig ? "1000 Mb/s is full duplex" : "full duplex");
}

/* XGMII: says which codes the lanes carry besides the octets of frames. */
static void say_codes(struct why *w)
{
	const struct pm_model *m = w->m;

	if (m->tx.busy && m->tx.frame.start < w->q->cycle) {
		why_say(w, "the frame that started in cycle %llu ends with /T/, and the lanes after it are idle",
		        why_clock(w, m->tx.frame.start));
		why_cause(w, m->tx.frame.start);
		return;
	}
	if (m->tx.gap.end > m->reset_until)
		why_say(w, "the frame before ended in cycle %llu, and", why_clock(w, m->tx.gap.end));
	else
		why_say(w, "no frame was sent since the reset, and");
	why_say(w, " the lanes between frames are idle");
	if (m->fault != XGMII_FAULT_NONE) {
		why_say(w, " or answer the fault");
		why_since(w, m->notes.fault_cycle);
	}
	why_cause(w, m->tx.gap.end > m->reset_until ? m->tx.gap.end : m->reset_until);
}

void why_start(struct why *w)
{
	const struct pm_model *m = w->m;

	switch (w->q->rule) {
	case RULE_TX_DISABLED:
		say_held(w, PM_BLOCK_DISABLED);
		break;
	case RULE_TX_GAP:
	case RULE_TX_DEFICIT:
		say_gap(w);
		break;
	case RULE_DATA_RESUMES:
		say_data_due(w);
		break;
	case RULE_XGMII_CODES:
		say_codes(w);
		break;
	case RULE_TX_LOST:
		why_say(w, "the host handed the frame over from cycle %llu on, and nothing that loses it happened since",
		        why_clock(w, w->q->cause));
		break;
	case RULE_HOST_MANNER:
		why_say(w, "the row says how frames are handed over: host rx %u, tx %u, ahead %u", m->manner.rx, m->manner.tx,
		        m->manner.ahead);
		break;
	default:
		say_held(w, w->q->due ? w->q->due->blockers : PM_BLOCK_NO_DATA);
		if (w->cause == w->q->cycle)
			why_cause(w, why_wire_before(w) ? why_wire_before(w) : m->reset_until);
	}
}

/* ---- octets ---- */

void why_content(struct why *w)
{
	const struct pm_tx_frame *frame = &w->m->tx.frame;
	bool data = frame->kind == PM_TX_DATA;
	uint32_t pads = data && frame->len < FRAME_MIN_DATA_OCTETS && !frame->own_fcs ? FRAME_MIN_DATA_OCTETS - frame->len : 0;

	why_say(w, "the %s frame that started in cycle %llu ",
	        data                       ? "host's"
	        : frame->kind == PM_TX_PFC ? "PFC"
	                                   : "PAUSE",
	        why_clock(w, frame->start));
	switch (w->q->rule) {
	case RULE_TX_FCS:
		why_say(w, "ends with the CRC-32 of the %u octets before it", data ? frame->len + pads : PAUSE_FRAME_OCTETS - 4);
		break;
	case RULE_TX_PAD:
		why_say(w, "has %u octets, of which %u by the host, before its FCS", frame->len + pads,
		        frame->host_octets ? frame->host_octets : frame->len);
		break;
	case RULE_TX_UNDERRUN:
		if (frame->underrun_at >= 0)
			why_say(w, "is cut at octet %d, which the host did not deliver in time", frame->underrun_at);
		else
			why_say(w, "got all of its %u octets in time, so it has no error", frame->len);
		break;
	case RULE_TX_HOST_ERROR:
		why_say(w, "is %smarked by the host", frame->host_error ? "" : "not ");
		break;
	case RULE_TX_SOURCE:
		why_say(w, "has %s source address", w->m->mode.override_source ? "the station's" : "the host's");
		break;
	case RULE_TX_PREAMBLE:
		why_say(w, "begins with 55 55 55 55 55 55 55 D5");
		break;
	default:
		why_say(w, "has %u octets by the host, in order", frame->host_octets ? frame->host_octets : frame->len);
	}
}

void why_tx_record(struct why *w)
{
	const struct pm_tx_end *end = &w->m->tx.end;
	static const char *const kinds[] = { [PM_TX_DATA] = "data", [PM_TX_PAUSE] = "PAUSE", [PM_TX_PFC] = "PFC" };

	if (!w->m->tx.end_cycle) {
		why_say(w, "no frame was sent");
		return;
	}
	why_say(w, "the newest frame ended in cycle %llu: %s, %u octets", why_clock(w, w->m->tx.last_wire),
	        end->kind <= PM_TX_PFC && end->kind != PM_TX_NONE ? kinds[end->kind] : "a signal", end->octets);
	if (end->collisions)
		why_say(w, ", %u collision%s%s", end->collisions, end->collisions == 1 ? "" : "s",
		        end->late        ? ", the newest late"
		        : end->excessive ? ", too many"
		                         : "");
	if (end->underrun || end->host_error)
		why_say(w, ", %s", end->underrun ? "cut by an underrun" : "marked by the host");
	why_cause(w, w->m->tx.last_wire);
}

/* ---- link faults ---- */

void why_fault(struct why *w)
{
	static const char *const names[] = {
		[XGMII_FAULT_NONE] = "no fault", [XGMII_FAULT_LOCAL] = "a local fault", [XGMII_FAULT_REMOTE] = "a remote fault"
	};
	const struct pm_model *m = w->m;
	const struct pm_notes *n = &m->notes;
	bool before = n->fault_cycle > w->q->cycle; /* the finding is about the state before the newest change */
	uint64_t since = before ? n->fault_cycle_before : n->fault_cycle;
	enum xgmii_fault fault = before ? n->fault_before : m->fault;

	why_say(w, "%s", names[fault]);
	why_since(w, since);
	if (m->lanes.sequence_at && m->lanes.sequence_at <= w->q->cycle)
		why_say(w, "; the newest fault sequence came in cycle %llu", why_clock(w, m->lanes.sequence_at));
	if (!before && m->lanes.sequences && m->lanes.sequence_at <= w->q->cycle)
		why_say(w, ", number %u in a row", m->lanes.sequences);
	if (w->q->rule == RULE_FAULT_SIGNAL)
		why_say(w, ": %s",
		        fault == XGMII_FAULT_LOCAL && (before || m->answers_fault) ? "remote fault sequences" : "idle");
	else if (w->q->rule == RULE_FAULT_SILENCE && fault != XGMII_FAULT_NONE)
		why_say(w, m->mode.ignore_faults ? "; the mode lets frames start in spite of it" : "; it holds frames");
	if (since && since < w->q->cycle)
		why_cause(w, since);
	else if (m->lanes.sequence_at < w->q->cycle)
		why_cause(w, m->lanes.sequence_at ? m->lanes.sequence_at : m->reset_until);
}
