/* SPDX-License-Identifier: Apache-2.0 */
/* A cycle of the machine that all devices share: its beginning, its outputs, its end. doc/reference/dut-contract.md, "The order within a cycle".
 *
 * A value is visible in a cycle if a register of the device holds it during that cycle. The open cycle, m->now, is the one from pm_open()
 * to pm_close(). All rules have one form: what is visible in a cycle, and what the wires carry in it, decides what is visible in the next.
 *
 * 1. The outputs (pm_settle) are complete when these have been looked at, which depend on the transmit wire of the open cycle or on the
 *    time alone: the record and the counts of a frame that ended; the link fault; a pause time that begins because the wire is idle, or is
 *    over; the class timers and events of the device.
 * 2. The end (pm_close). Each step reads what is visible in the open cycle, c, and changes what is visible in c + 1. No step sees what
 *    another one did in the same cycle, with two exceptions: step 5 knows what step 1 decided, since a PAUSE frame that was just
 *    decided is on its way; and where an event becomes visible together with a clear or a write, the later step decides which of them wins,
 *    as the device's page says. The steps:
 *    1. The decision to start a frame reads everything: inhibit, gap, modes, requests. The first octet is on the wire in c + 1 (XGMII:
 *       the first word). MII: a collision of c is noticed, false carrier that is no longer invoked ends.
 *    2. Self-clearing bits act: statistics are cleared, resets clear states. The statistics of a device whose page lets the clear win over
 *       an event are cleared in step 5 (ll10g).
 *    3. Receive: octets take their MBUFs, frames whose time has come are classified and counted.
 *    4. The inhibit: a PAUSE that is visible in c acts, or its gate is closed. One that step 3 classified is visible in c + 1.
 *    5. Requests: the buffer level that is visible in c is compared with the marks. XON and XOFF: a level that passes its mark in c is a
 *       request that is visible in c + 1; step 1 of c + 1 decides the PAUSE frame, and it is on an idle wire in c + 2. The step() of the
 *       device compares the level with the marks (free MBUFs or blocks: part/pause_tx.c; 82598EB: FCRTH0 and FCRTL0 in
 *       device/i82598.c), and its request() says which frame is requested.
 *    6. The end of a control frame counts for the requests of its kind: control_ended() of the device. A device without it does so in sent(),
 *       with the counts of the frame, in the outputs of c + 1.
 *    7. The buffer level of c + 1: what step 3 took and gave back, and what the host took.
 *    8. The answer to a link fault.
 *    9. The register write. No other step of c sees it.
 *
 * While rst_n is low, the state of c + 1 is the reset state instead. A reader may take each cycle to be computed; schedule.c skips those
 * whose computing changes nothing. */
#include "machine.h"
#include "schedule.h"

/* ---- the beginning ---- */

void pm_open(struct pm_model *m, uint64_t cycle)
{
	transmit_carrier(m, cycle);
	header_open(m, cycle);
	m->now = cycle;
	m->settled = false;
}

/* ---- the outputs ---- */

static void fill_view(struct pm_model *m)
{
	struct pm_view *view = &m->view;

	view->xoff = m->rx.xoff || m->mode.tx_off;
	view->timer = pause_rx_timer(&m->rx, m->now);
	view->free = m->buffer.free;
	view->level = is_xgmii(m) ? m->buffer.level : m->buffer.free;
	view->signal = m->answers_fault ? PM_SIGNAL_REMOTE_FAULT : PM_SIGNAL_IDLE;
	view->tx_record_valid = m->tx.record_cycle && m->tx.record_cycle == m->now;
	view->tx_record = m->tx.record;
	view->rx = m->classified && m->classified->rx.visible == m->now ? &m->classified->rx : NULL;
	view->host_waiting = pm_host_waiting(m, &view->host_due, &view->host_cause);
}

const struct pm_view *pm_settle(struct pm_model *m)
{
	if (m->settled)
		return &m->view;
	m->settled = true;
	transmit_settle(m);
	fault_settle(m);
	inhibit_settle(m);
	fill_view(m);
	if (m->device->settle)
		m->device->settle(m);
	return &m->view;
}

/* ---- the end ---- */

static void end_in_reset(struct pm_model *m)
{
	machine_reset(m);
	m->changed |= !m->in_reset;
	m->in_reset = true;
}

/* The steps of rule 2. */
static void end(struct pm_model *m)
{
	m->in_reset = false;
	start_decide(m);
	header_step(m);
	transmit_step(m);
	if (m->device->strobes)
		m->device->strobes(m);
	receive_step(m);
	inhibit_step(m);
	m->device->step(m);
	transmit_control_ended(m);
	if (rx_buffer_step(&m->buffer)) {
		m->changed = true;
		notes_level(m);
	}
	fault_step(m);
	registers_step(m);
}

uint64_t pm_close(struct pm_model *m)
{
	pm_settle(m);
	receive_take_lanes(m);
	if (m->now < m->reset_until)
		end_in_reset(m);
	else
		end(m);
	return schedule_next(m);
}
