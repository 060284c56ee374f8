/* SPDX-License-Identifier: Apache-2.0 */
/* The decision to start a frame. */
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

/* May a start in the cycle after the open one keep the gap? */
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

static unsigned blockers_of(const struct pm_model *m, bool control, bool gap)
{
	unsigned blockers = control ? PM_BLOCK_PAUSE : 0;

	if (!gap)
		blockers |= PM_BLOCK_GAP;
	if (!m->mode.tx_enable)
		blockers |= PM_BLOCK_DISABLED;
	if (m->rx.xoff || m->mode.tx_off || (m->rx.pending && is_xgmii(m)))
		blockers |= PM_BLOCK_XOFF;
	if (!(m->tx.offered || m->tx.attempt.pending) || m->tx.attempt.draining)
		blockers |= PM_BLOCK_NO_DATA;
	if (m->fault != XGMII_FAULT_NONE && !m->mode.ignore_faults)
		blockers |= PM_BLOCK_FAULT;
	return blockers;
}

/* MII: the signal of half duplex that wants to go in the open cycle. RET is zeroed. */
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

/* MII: the same, or the control frame. */
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

/* MII: a repetition may go from the end of its back-off on, which is the device's choice; it must at the latest one. */
static bool back_off_over(struct pm_model *m, bool allowed)
{
	if (!m->csma.waits)
		return true;
	if (!m->mode.csma.half_duplex)
		csma_end_wait(&m->csma, m->now);
	csma_allow(&m->csma, m->now, allowed);
	return m->now >= csma_latest(&m->csma);
}

/* MII: what else keeps data from going, beside BLOCKERS. */
static unsigned blockers_of_mii(struct pm_model *m, unsigned blockers)
{
	if (blockers & PM_BLOCK_GAP && csma_defers(&m->csma, &m->mode.csma))
		blockers |= PM_BLOCK_CARRIER;
	return back_off_over(m, !blockers) ? blockers : blockers | PM_BLOCK_BACKOFF;
}

/* Nothing but a forced collision goes within the gap. */
static bool may_go(const struct pm_model *m, enum pm_tx_kind control, unsigned blockers)
{
	if (control == PM_TX_FORCED)
		return !m->tx.busy;
	return control != PM_TX_NONE && !(blockers & (PM_BLOCK_DISABLED | PM_BLOCK_GAP | PM_BLOCK_FAULT));
}

/* What should start, from everything visible in the open cycle. */
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
	blockers = blockers_of(m, request->kind != PM_TX_NONE, gap_kept(m, &lane));
	if (m->mii)
		blockers = blockers_of_mii(m, blockers);
	notes_request(m, request);
	if (!blockers)
		kind = PM_TX_DATA;
	else if (may_go(m, request->kind, blockers))
		kind = request->kind;
	start->blockers = blockers;
	if (kind != start->kind)
		start->since = m->now;
	start->kind = kind;
	if (kind == PM_TX_FORCED)
		m->csma.hit = true;
	start->requests = request->kind;
	if (m->mii)
		start->gap = m->gap_slack && m->now < m->gap_cycle + m->gap_slack ? 0 : m->mode.csma.gap_clocks;
	if (kind == PM_TX_NONE)
		return;
	start->lane = (uint8_t)lane;
	start->rule = request->rule;
	start->quanta = request->quanta;
	if (kind == PM_TX_DATA) {
		start->due = start->since + m->config.timing.resume;
		start->cause = m->rx.fall_cycle > m->tx.offer->offer_cycle ? m->rx.fall_cause : m->tx.offer->offer_cycle;
		if (m->csma.waits)
			start->cause = m->csma.jam_end;
	} else {
		start->due = start->since + m->config.timing.request - m->step;
		start->cause = request->cause;
	}
}
