/* SPDX-License-Identifier: Apache-2.0 */
/* Resync: after a finding the model goes on from what the DUT did, so that one error of the DUT is one finding. */
#include "machine.h"

void pm_resync_xoff(struct pm_model *m, bool xoff, uint32_t timer)
{
	m->changed = true;
	if (xoff && !m->rx.xoff)
		m->rx.rise_cycle = m->now;
	if (!xoff && m->rx.xoff)
		m->rx.fall_cycle = m->rx.fall_cause = m->now;
	m->rx.xoff = xoff;
	if (!xoff)
		pause_rx_release(&m->rx, m->now);
	m->rx.pending = m->rx.pending && !xoff;
	m->rx.timer_end = timer == UINT32_MAX ? UINT64_MAX : m->now + timer;
	m->view.xoff = xoff;
	m->view.timer = timer == UINT32_MAX ? 0 : timer;
}

void pm_resync_level(struct pm_model *m, uint32_t level)
{
	m->changed = true;
	m->view.level = level;
	if (is_xgmii(m))
		m->buffer.level = level;
	else
		m->buffer.free = m->view.free = level;
}

void pm_resync_pfc_xoff(struct pm_model *m, uint8_t actual)
{
	m->changed = true;
	if (m->device->resync_pfc)
		m->device->resync_pfc(m, actual);
	m->view.pfc_xoff = actual;
}

void pm_resync_delivered(struct pm_model *m, bool delivered)
{
	struct pm_run *run = m->classified;

	if (!run || run->rx.delivered == delivered)
		return;
	m->changed = true;
	run->rx.delivered = delivered;
	if (is_xgmii(m))
		run->taken = rx_buffer_units(&m->buffer, run->frame.len);
	if (delivered) {
		receive_deliver(m, run);
		m->buffer.free -= min_u64(m->buffer.free, run->taken);
	} else {
		rx_buffer_unpush(&m->buffer);
		m->buffer.free += run->taken;
	}
	m->buffer.level = (uint32_t)((int64_t)m->buffer.level + m->buffer.level_delta);
	m->buffer.level_delta = 0;
	m->view.free = m->buffer.free;
	m->view.level = is_xgmii(m) ? m->buffer.level : m->buffer.free;
}

void pm_resync_host_lost(struct pm_model *m)
{
	m->changed = true;
	if (m->buffer.queued)
		rx_buffer_lost(&m->buffer);
}

void pm_resync_owed_lost(struct pm_model *m)
{
	m->changed = true;
	m->view.start.kind = PM_TX_NONE; /* the frame after it is decided anew */
	offer_lost(m);
}

void pm_resync_overtaken(struct pm_model *m)
{
	if (!m->tx.busy || m->tx.frame.kind != PM_TX_DATA || !m->tx.owed)
		return;
	m->changed = true;
	transmit_set_kind(m, PM_TX_DATA);
}

void pm_resync_repeated(struct pm_model *m, unsigned i)
{
	if (!m->tx.busy || m->tx.frame.kind != PM_TX_DATA || i >= m->tx.past || m->tx.owed == m->tx.places)
		return;
	m->changed = true;
	offer_again(m); /* now m->tx.wire is the newest frame of those that had left the ring */
	offer_repeats(m, i);
}

void pm_resync_whole(struct pm_model *m)
{
	m->changed = true;
	m->tx.frame.underrun_at = -1;
}

void pm_resync_pause_sent(struct pm_model *m)
{
	m->changed = true;
	if (m->device->resync_sent)
		m->device->resync_sent(m);
}

void pm_resync_pfc_sent(struct pm_model *m, const uint8_t *octets, uint8_t zero)
{
	struct pfc_fields carried;

	if (!m->tx.busy || m->tx.frame.kind != PM_TX_PFC || !m->device->pfc_carried)
		return;
	m->changed = true;
	pfc_parse(&carried, octets);
	m->device->pfc_carried(m, &carried, zero);
}

void pm_resync_withdrawn(struct pm_model *m)
{
	m->changed = true;
	if (m->device->resync_withdrawn)
		m->device->resync_withdrawn(m);
}
