/* SPDX-License-Identifier: Apache-2.0 */
/* The link fault of XGMII, and the remote fault sequences that answer a local one. 802.3 46.3.4; doc/devices/xgmii.md 4. */
#include "machine.h"

void fault_settle(struct pm_model *m)
{
	enum xgmii_fault fault = XGMII_FAULT_NONE;

	if (!is_xgmii(m))
		return;
	if (m->now >= m->reset_until && !xgmii_rx_faultless(&m->lanes))
		fault = xgmii_rx_fault(&m->lanes, m->now);
	if (fault == m->fault)
		return;
	m->notes.fault_before = m->fault;
	m->notes.fault_cycle_before = m->notes.fault_cycle;
	m->notes.fault_cycle = m->now;
	m->fault = fault;
	m->changed = true;
	if (m->device->fault)
		m->device->fault(m, fault);
}

void fault_step(struct pm_model *m)
{
	bool answers = m->fault == XGMII_FAULT_LOCAL && !m->mode.no_remote_fault;

	m->changed |= answers != m->answers_fault;
	m->answers_fault = answers;
}
