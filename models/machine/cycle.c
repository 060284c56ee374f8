/* SPDX-License-Identifier: Apache-2.0 */
/* The machine that all devices share: time, the receive pipeline, the transmit decision, the order of effects within
 * a cycle. doc/bcm5718.md; doc/dut-contract.md.
 *
 * What is visible in a cycle is complete after pm_settle(). pm_close() computes from it what is visible in the next
 * one; each part reads the state of its own cycle because the order there is: decision to start (reads all), strobes,
 * judgements, inhibit, requests and watermarks, level, and the register write, which nothing sees before the next cycle,
 * last. If anything happened or changed, the next cycle must be visited; else the first one in which a timer ends or
 * something is scheduled. */
#include "machine.h"
#include "schedule.h"

void pm_open(struct pm_model *m, uint64_t cycle)
{
	if (m->mii)
		csma_advance(&m->csma, &m->mode.csma, m->tx.busy, cycle);
	m->now = cycle;
	m->settled = false;
}

const struct pm_view *pm_settle(struct pm_model *m)
{
	struct pm_view *view = &m->view;

	if (m->settled)
		return view;
	m->settled = true;
	if (m->tx.ended && m->tx.ended_visible <= m->now)
		transmit_show_sent(m);
	if (is_xgmii(m))
		fault_settle(m);
	if (m->mii && m->now)
		m->rx.clocks = pm_octet_clocks(m, pm_mode_in(m, m->now - 1));
	if ((m->rx.pending || m->rx.xoff) && pause_rx_settle(&m->rx, m->now, pm_tx_on_wire(m)))
		m->touched = true;
	view->xoff = m->rx.xoff || m->mode.tx_off;
	view->timer = pause_rx_timer(&m->rx, m->now);
	view->free = m->buffer.free;
	view->level = is_xgmii(m) ? m->buffer.level : m->buffer.free;
	view->signal = m->answers_fault ? PM_SIGNAL_REMOTE_FAULT : PM_SIGNAL_IDLE;
	view->tx_record_valid = m->tx.record_cycle && m->tx.record_cycle == m->now;
	view->tx_record = m->tx.record;
	view->rx = m->classified && m->classified->rx.visible == m->now ? &m->classified->rx : NULL;
	view->host_waiting = pm_host_waiting(m, &view->host_due, &view->host_cause);
	if (m->device->settle)
		m->device->settle(m);
	return view;
}

const struct pm_mode *pm_mode_in(const struct pm_model *m, uint64_t cycle)
{
	return cycle <= m->closed_cycle && cycle < m->now ? &m->mode_closed : &m->mode;
}

static uint64_t close_in_reset(struct pm_model *m)
{
	bool was = m->in_reset && !m->touched;

	if (!was)
		machine_reset(m);
	m->in_reset = true;
	m->touched = false;
	return was ? m->reset_until : m->now + m->step;
}

/* What the open cycle brings about, in the order of doc/dut-contract.md. True if something changed. */
static bool take_effect(struct pm_model *m)
{
	bool changed = m->touched;

	m->touched = false;
	if (m->device->strobes)
		changed |= m->device->strobes(m);
	changed |= receive_step(m);
	changed |= inhibit_step(m);
	changed |= m->device->step(m);
	transmit_control_ended(m);
	changed |= rx_buffer_step(&m->buffer);
	changed |= fault_step(m);
	if (m->mii)
		m->mode_closed = m->mode;
	if (m->write.valid || m->rose)
		registers_take_write(m);
	return changed;
}

uint64_t pm_close(struct pm_model *m)
{
	bool changed, send = m->mode.send_pause;
	uint64_t next;

	pm_settle(m);
	receive_take_lanes(m);
	m->in_reset &= m->now < m->reset_until;
	m->closed_cycle = m->now;
	if (m->now < m->reset_until)
		return close_in_reset(m);
	if (m->mii)
		pm_attempt_collides(m);
	start_decide(m);
	if (m->mii)
		transmit_carrier_over(m);
	changed = take_effect(m);
	m->send_before = send;
	next = changed ? m->now + m->step : schedule_next(m);
	if (m->mii)
		transmit_carrier_step(m);
	return next;
}
