/* SPDX-License-Identifier: Apache-2.0 */
/* The next cycle that must be visited. */
#include "schedule.h"

/* MII: the end of the gap, of the longest back-off, of the time in which a packet may be collided with. */
static uint64_t next_csma(const struct pm_model *m, uint64_t next)
{
	const struct csma_mode *mode = &m->mode.csma;

	next = earlier(m->now, next, csma_gap_next(&m->csma, mode, m->tx.busy));
	next = earlier(m->now, next, csma_defers_next(&m->csma, mode, m->tx.busy));
	if (m->tx.attempt.pending)
		next = earlier(m->now, next, csma_latest(&m->csma));
	if (m->tx.request.kind == PM_TX_FORCED)
		next = earlier(m->now, next, m->csma.carrier_since + mode->hit_clocks);
	return next;
}

/* XGMII: the next frame on the receive wire and the next change of the link fault. */
static uint64_t next_lanes(const struct pm_model *m, uint64_t next)
{
	uint64_t start = xgmii_rx_next(&m->lanes);

	if (start != XGMII_NEVER)
		next = earlier(m->now, next, cycle_of(m, start));
	if (!xgmii_rx_faultless(&m->lanes))
		next = earlier(m->now, next, xgmii_rx_fault_next(&m->lanes, m->now));
	return next;
}

/* The first cycle after the open one in which a timer ends or something is scheduled. */
uint64_t schedule_next(const struct pm_model *m)
{
	uint64_t next = m->runs_due;

	if (m->rx.xoff)
		next = earlier(m->now, next, m->rx.timer_end);
	if (m->rx.pending)
		next = earlier(m->now, next, m->rx.pending_from);
	if (m->device->next)
		next = earlier(m->now, next, m->device->next(m));
	if (m->tx.ended)
		next = earlier(m->now, next, m->tx.ended_visible);
	if (m->view.start.kind != PM_TX_NONE)
		next = earlier(m->now, next, m->view.start.due);
	if (host_waits(m))
		next = earlier(m->now, next, host_due(m));
	if (m->mii)
		return next_csma(m, next);
	if (!m->tx.busy)
		next = earlier(m->now, next, m->tx.gap_end);
	return is_xgmii(m) ? next_lanes(m, next) : next;
}
