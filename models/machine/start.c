/* SPDX-License-Identifier: Apache-2.0 */
/* The decision to start a frame, at the end of each cycle, from everything that is visible in it.
 *
 * A data frame starts if nothing blocks it. The blockers are: a request for a control frame, which goes first; the gap, or a
 * frame on the wire; the transmit enable; the inhibit; no frame from the host; a link fault; at MII also carrier and back-off. A
 * control frame that is requested starts unless the gap, the enable or a link fault blocks it: no inhibit holds it. A forced
 * collision (MII) does not wait for the gap.
 *
 * A frame is due `resume` (data) or `request` (control) octet times after the cycle that decided it first. If the reason goes
 * away before then, the decision is taken back. */
#include "machine.h"

void pm_pause_req(struct pm_model *m, uint8_t value)
{
	m->changed = true;
	m->pause_req = value;
}

void pm_pfc_req(struct pm_model *m, uint16_t value)
{
	m->changed = true;
	m->pfc_req = value;
}

void pm_start_slack(struct pm_model *m, uint64_t clocks)
{
	m->gap_slack = clocks;
}

const struct pm_start *pm_start(const struct pm_model *m)
{
	return &m->view.start;
}

/* Returns true if a frame that starts in the cycle after the open one keeps the gap; XGMII: if it starts in the lane *ret_lane. */
static bool gap_kept(const struct pm_model *m, int *ret_lane)
{
	*ret_lane = 0;
	if (m->tx.busy)
		return false;
	if (m->mii)
		return csma_gap_over(&m->csma, &m->mode.csma);
	if (!is_xgmii(m))
		return m->now >= m->tx.gap_end;
	*ret_lane = xgmii_gap_lane(&m->tx.gap, m->now + m->step, m->mode.ipg);
	return *ret_lane >= 0;
}

/* Returns what blocks a data frame, bits by enum pm_blocker. */
static unsigned blockers_of(const struct pm_model *m, bool control, bool gap)
{
	unsigned blockers = control ? PM_BLOCK_PAUSE : 0;

	if (!gap)
		blockers |= PM_BLOCK_GAP;
	if (!m->mode.tx_enable)
		blockers |= PM_BLOCK_DISABLED;
	if (((m->rx.xoff || (m->rx.pending && is_xgmii(m))) && !header_passes(m)) || m->mode.tx_off)
		blockers |= PM_BLOCK_XOFF;
	if (!(offer_ready(m) || m->tx.attempt.pending) || m->tx.attempt.draining)
		blockers |= PM_BLOCK_NO_DATA;
	if (m->fault != XGMII_FAULT_NONE && !m->mode.ignore_faults)
		blockers |= PM_BLOCK_FAULT;
	return blockers;
}

/* MII: fills in the signal of half duplex that is requested in the open cycle, if there is one. RET is zeroed. */
static void request_signal(struct pm_model *m, bool invoked, uint64_t since, struct pm_request *ret)
{
	if (csma_forced_requested(&m->csma, &m->mode.csma, invoked, m->tx.busy)) {
		ret->kind = PM_TX_FORCED;
		ret->rule = RULE_BACK_PRESSURE;
		ret->cause = m->csma.carrier_since;
	} else if (invoked && m->mode.csma.half_duplex && m->mode.csma.pressure == CSMA_FALSE_CARRIER) {
		ret->kind = PM_TX_CARRIER;
		ret->rule = RULE_FALSE_CARRIER;
		ret->cause = since;
	}
}

/* MII: fills in what is requested in the open cycle: a signal in half duplex, a control frame in full duplex. */
static void request_control_mii(struct pm_model *m, struct pm_request *ret)
{
	uint64_t since;
	bool invoked = m->device->invoked(m, &since);

	m->invoked = invoked;
	if (invoked && m->mode.csma.half_duplex)
		m->notes.invoked_cycle[m->mode.csma.pressure] = m->now;
	csma_look(&m->csma, invoked);
	if (m->mode.csma.half_duplex)
		request_signal(m, invoked, since, ret);
	else
		m->device->request(m, ret);
}

/* MII: true if a repetition must start. It may start at the end of its back-off, whose length the device chooses; it must start
 * at the end of the longest one. */
static bool back_off_over(struct pm_model *m, bool allowed)
{
	if (!m->csma.waits)
		return true;
	if (!m->mode.csma.half_duplex)
		csma_end_wait(&m->csma, m->now);
	csma_allow(&m->csma, m->now, allowed);
	return m->now >= csma_latest(&m->csma);
}

/* MII: adds what else blocks a data frame to BLOCKERS. */
static unsigned blockers_of_mii(struct pm_model *m, unsigned blockers)
{
	if (blockers & PM_BLOCK_GAP && csma_defers(&m->csma, &m->mode.csma))
		blockers |= PM_BLOCK_CARRIER;
	return back_off_over(m, !blockers) ? blockers : blockers | PM_BLOCK_BACKOFF;
}

/* Returns true if the requested frame or signal may start. */
static bool may_go(const struct pm_model *m, enum pm_tx_kind control, unsigned blockers)
{
	if (control == PM_TX_FORCED)
		return !m->tx.busy;
	return control != PM_TX_NONE && !(blockers & (PM_BLOCK_DISABLED | PM_BLOCK_GAP | PM_BLOCK_FAULT));
}

/* Fills in m->view.start: the frame that is due, when, and what made it due. */
static void fill_due(struct pm_model *m, const struct pm_request *request, int lane)
{
	struct pm_start *start = &m->view.start;

	start->lane = (uint8_t)lane;
	start->rule = request->rule;
	start->quanta = request->quanta;
	start->xoff = request->xoff;
	if (start->kind != PM_TX_DATA) {
		start->due = start->since + m->config.timing.request - m->step;
		start->cause = request->cause;
		return;
	}
	start->due = start->since + m->config.timing.resume;
	start->rule = m->rx.xoff ? RULE_PAUSE_NOT_HELD : RULE_DATA_RESUMES;
	start->cause = m->tx.offer->taken && m->manner.tx == PM_HOST_TX_STORED ? m->tx.offer->taken_cycle
	                                                                       : m->tx.offer->offer_cycle;
	if (m->rx.fall_cycle > start->cause)
		start->cause = m->rx.fall_cause;
	if (m->csma.waits)
		start->cause = m->csma.jam_end;
}

void start_decide(struct pm_model *m)
{
	struct pm_start *start = &m->view.start;
	struct pm_request *request = &m->tx.request;
	enum pm_tx_kind kind = PM_TX_NONE;
	unsigned blockers;
	int lane;

	*request = (struct pm_request){ .kind = PM_TX_NONE };
	if (m->mii)
		request_control_mii(m, request);
	else
		m->device->request(m, request);
	notes_request(m, request);
	blockers = blockers_of(m, request->kind != PM_TX_NONE, gap_kept(m, &lane));
	if (m->mii)
		blockers = blockers_of_mii(m, blockers);
	if (!blockers)
		kind = PM_TX_DATA;
	else if (may_go(m, request->kind, blockers))
		kind = request->kind;
	if (kind == PM_TX_FORCED)
		m->csma.hit = true;
	if (kind != start->kind)
		start->since = m->now;
	start->kind = kind;
	start->blockers = blockers;
	start->requests = request->kind;
	start->request_rule = request->rule;
	if (m->mii)
		start->gap = m->gap_slack && m->now < m->gap_cycle + m->gap_slack ? 0 : m->mode.csma.gap_clocks;
	if (kind != PM_TX_NONE)
		fill_due(m, request, lane);
}
