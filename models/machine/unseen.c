/* SPDX-License-Identifier: Apache-2.0 */
/* Frames that the device sends and that the wire does not show, or not to their end: in a link fault the reconciliation sublayer sends other codes, and
 * tells the MAC nothing. 802.3 46.3.4.3, 30.3.1.1.2.
 *
 * The wire shows the beginning of a frame that a fault cuts, so that the model has it, and the device goes on with it: for gap, pause time and counters
 * it ends when it would have ended. Of a frame that was never on the wire only its loss is known, later. When the device counted it is then known as an
 * interval. Whether such frames count at all the device says. */
#include "machine.h"

void pm_tx_unseen(struct pm_model *m, bool doubtful)
{
	m->changed = true;
	m->tx.frame.unseen = true;
	m->tx.frame.doubtful = doubtful;
}

uint32_t pm_tx_octets(const struct pm_tx_frame *frame)
{
	return frame->len + (frame->fcs_inserted || frame->host_error ? FRAME_FCS_OCTETS : 0);
}

/* The frame that OFFER would be on the wire. */
static struct pm_tx_frame frame_of(const struct pm_tx_buffer *offer)
{
	return (struct pm_tx_frame){
		.kind = PM_TX_DATA,
		.octets = offer->octets.at,
		.len = offer->len < FRAME_MIN_DATA_OCTETS ? FRAME_MIN_DATA_OCTETS : offer->len,
		.host_octets = offer->len,
		.underrun_at = -1,
		.fcs_inserted = true,
		.host_error = offer->host_error,
	};
}

static void note(struct pm_model *m, const struct pm_tx_buffer *offer, uint64_t by)
{
	struct pm_tx_frame frame = frame_of(offer);

	if (!m->device->unseen)
		return;
	m->changed = true;
	m->device->unseen(m, &frame, by > m->now ? cycle_of(m, by + m->step - 1) : m->now + m->step);
}

void pm_lost_unseen(struct pm_model *m, uint64_t by)
{
	if (m->tx.owed)
		note(m, m->tx.offer, by);
}

void pm_overtaken_unseen(struct pm_model *m, uint64_t by)
{
	if (m->tx.busy && m->tx.frame.kind == PM_TX_DATA)
		note(m, &m->tx.wire, by);
}

uint64_t pm_count_unseen(const struct pm_model *m, unsigned counter, uint64_t cycle)
{
	return m->device->unseen_pending ? m->device->unseen_pending(m, counter, cycle) : 0;
}

uint64_t pm_count_owed(const struct pm_model *m, unsigned counter, unsigned i)
{
	struct pm_tx_frame frame;

	if (!m->device->unseen_amount || i >= m->tx.owed)
		return 0;
	frame = frame_of(offer_place(m, i));
	return m->device->unseen_amount(m, &frame, counter);
}

void pm_unseen_may_be_owed(struct pm_model *m, unsigned i)
{
	struct pm_tx_frame frame;

	if (!m->device->unseen_perhaps || i >= m->tx.owed)
		return;
	frame = frame_of(offer_place(m, i));
	m->device->unseen_perhaps(m, &frame);
}

void pm_unseen_may_be_control(struct pm_model *m, enum pm_tx_kind kind, uint16_t quanta)
{
	uint8_t octets[PAUSE_FRAME_OCTETS];
	struct pm_tx_frame frame = { .kind = kind,
		                     .octets = octets,
		                     .len = sizeof(octets),
		                     .host_octets = sizeof(octets),
		                     .underrun_at = -1,
		                     .quanta = quanta };

	if (!m->device->unseen_perhaps)
		return;
	frame_pause(octets, m->tx.mode.station, quanta);
	if (kind == PM_TX_PFC)
		pfc_build(octets, m->tx.mode.station, &m->tx.request.pfc);
	m->device->unseen_perhaps(m, &frame);
}
