/* SPDX-License-Identifier: Apache-2.0 */
/* The schedule: which cycle must be visited next. The rules of the machine are written as if each cycle were visited, and
 * test_schedule.c among the tests of the models visits each one to show that the outcome is the same. That cycles are skipped is
 * known to this file, to the functions that it asks for a next moment (next() of a device, csma_gap_next() ...), and to those
 * that make up for the cycles in between, such as csma_advance() and header_open().
 *
 * A cycle may be skipped if its end would change nothing but what timers show. The end of a cycle is a function of what is
 * visible in it. So it changes nothing if nothing has changed since the end of the cycle before, and if no moment that a rule
 * names has come. Therefore whatever changes the state of the machine, an input or a step, sets m->changed, and the next cycle is
 * visited. If nothing has changed, the next visit is the first of the moments below. A step that only keeps a value from some
 * cycle on needs no visit in that cycle: the value is the same at the next visit, since nothing changed in between. */
#include "schedule.h"

/* Returns the earlier one of NEXT and CYCLE; ignores CYCLE if it is not after the open cycle. */
static uint64_t earlier(const struct pm_model *m, uint64_t next, uint64_t cycle)
{
	return cycle > m->now && cycle < next ? cycle : next;
}

/* Returns NEXT, or if it is earlier the cycle in which RUN takes its next MBUF or in which its frame is classified. The functions below
 * return the earliest of NEXT and the moments that they name likewise. */
static uint64_t next_of_run(const struct pm_model *m, const struct pm_run *run, uint64_t next)
{
	next = earlier(m, next, run->classify);
	if (!is_xgmii(m) && receive_takes_mbufs(run))
		next = earlier(m, next, receive_takes_mbuf(run));
	return next;
}

static uint64_t next_of_runs(const struct pm_model *m, uint64_t next)
{
	for (unsigned i = m->runs_live; i; i--)
		if (run_at(m, i)->live)
			next = next_of_run(m, run_at(m, i), next);
	return next;
}

/* The inhibit: the end of its time, and the first cycle in which a pending time may begin. */
static uint64_t next_of_inhibit(const struct pm_model *m, uint64_t next)
{
	if (m->rx.xoff)
		next = earlier(m, next, m->rx.timer_end);
	if (m->rx.pending)
		next = earlier(m, next, m->rx.pending_from);
	return next;
}

/* MII: the end of the gap, of the deference, of the longest back-off, and of the time in which the device may still force a
 * collision with an arriving packet. */
static uint64_t next_of_carrier(const struct pm_model *m, uint64_t next)
{
	const struct csma_mode *mode = &m->mode.csma;

	next = earlier(m, next, csma_gap_next(&m->csma, mode, m->tx.busy));
	next = earlier(m, next, csma_defers_next(&m->csma, mode, m->tx.busy));
	if (m->tx.attempt.pending)
		next = earlier(m, next, csma_latest(&m->csma));
	if (m->tx.request.kind == PM_TX_FORCED)
		next = earlier(m, next, m->csma.carrier_since + mode->hit_clocks);
	return next;
}

/* XGMII: the end of the gap, the next frame on the receive wire, the next change of the link fault. */
static uint64_t next_of_lanes(const struct pm_model *m, uint64_t next)
{
	uint64_t start = xgmii_rx_next(&m->lanes), gap_end = cycle_of(m, xgmii_gap_earliest(&m->tx.gap, m->mode.ipg));

	if (!m->tx.busy && gap_end)
		next = earlier(m, next, gap_end - m->step); /* the start is decided in the cycle before it */
	if (start != XGMII_NEVER)
		next = earlier(m, next, cycle_of(m, start));
	if (!xgmii_rx_faultless(&m->lanes))
		next = earlier(m, next, xgmii_rx_fault_next(&m->lanes, m->now));
	return next;
}

/* The transmit wire: the cycle in which the end of a frame is visible, the one in which a frame is due, the one in which the
 * device holds the header of a control frame or enough octets of a frame, and the end of the gap. */
static uint64_t next_of_transmit(const struct pm_model *m, uint64_t next)
{
	if (m->tx.ended)
		next = earlier(m, next, m->tx.ended_visible);
	next = earlier(m, next, header_next(m));
	next = earlier(m, next, offer_next(m));
	if (m->view.start.kind != PM_TX_NONE)
		next = earlier(m, next, m->view.start.due);
	if (m->mii)
		return next_of_carrier(m, next);
	if (is_xgmii(m))
		return next_of_lanes(m, next);
	return m->tx.busy ? next : earlier(m, next, m->tx.gap_end);
}

static uint64_t next_moment(const struct pm_model *m)
{
	uint64_t next = PM_NEVER;

	next = next_of_runs(m, next);
	next = next_of_inhibit(m, next);
	next = next_of_transmit(m, next);
	if (m->device->next)
		next = earlier(m, next, m->device->next(m));
	if (host_waits(m))
		next = earlier(m, next, host_due(m));
	return next;
}

uint64_t schedule_next(struct pm_model *m)
{
	bool changed = m->changed;

	m->changed = false;
	if (changed)
		return m->now + m->step;
	return m->in_reset ? m->reset_until : next_moment(m);
}
