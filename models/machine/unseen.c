/* SPDX-License-Identifier: Apache-2.0 */
/* Frames that the device sends and that the wire does not show, or not to their end. In a link fault the reconciliation sublayer
 * sends other codes in their place, and does not tell the MAC (X11, X12). 802.3 46.3.4.3, 30.3.1.1.2.
 *
 * If a fault cuts a frame on the wire, the model knows the frame by its beginning. The MAC goes on with it: for gap, pause time
 * and counters the frame ends when it would have ended. If a fault hides a whole frame, the model learns only later that the
 * frame is lost; of the moment in which the MAC counted it only an interval is known. Each device says whether it counts such
 * frames at all. */
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

/* Returns the frame that OFFER would be on the wire. */
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

uint64_t pm_count_overtaken(const struct pm_model *m, unsigned counter)
{
	struct pm_tx_frame frame;

	if (!m->device->unseen_amount || !m->tx.busy || m->tx.frame.kind != PM_TX_DATA)
		return 0;
	frame = frame_of(&m->tx.wire);
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

/* Returns the control frame of REQUEST, and writes its PAUSE_FRAME_OCTETS octets to OCTETS. */
static struct pm_tx_frame control_of(const struct pm_model *m, const struct pm_request *request, uint8_t *octets)
{
	if (request->kind == PM_TX_PFC)
		pfc_build(octets, m->mode.station, &request->pfc);
	else
		frame_pause(octets, m->mode.station, request->quanta);
	return (struct pm_tx_frame){ .kind = request->kind,
		                     .octets = octets,
		                     .len = PAUSE_FRAME_OCTETS,
		                     .host_octets = PAUSE_FRAME_OCTETS,
		                     .underrun_at = -1,
		                     .quanta = request->quanta,
		                     .classes = request->kind == PM_TX_PFC ? request->pfc.classes : 0 };
}

void unseen_perhaps(struct pm_model *m, const struct pm_request *request)
{
	uint8_t octets[PAUSE_FRAME_OCTETS];
	struct pm_tx_frame frame = control_of(m, request, octets);

	if (m->device->unseen_perhaps)
		m->device->unseen_perhaps(m, &frame);
}

void pm_unseen_may_be_control(struct pm_model *m, enum pm_tx_kind kind, uint16_t quanta)
{
	struct pm_request request = { .kind = kind, .quanta = quanta };

	if (kind == PM_TX_PFC)
		request.pfc = m->tx.request.pfc;
	unseen_perhaps(m, &request);
}

/* Returns how many frames may have served REQUEST: if its classes were requested one after the other, each may have had a frame
 * of its own. */
static unsigned frames_of(const struct pm_request *request)
{
	return request->kind == PM_TX_PFC && request->pfc.classes ? (unsigned)__builtin_popcount(request->pfc.classes) : 1;
}

void pm_control_unseen(struct pm_model *m)
{
	struct pm_request request = { .kind = PM_TX_NONE };
	uint8_t octets[PAUSE_FRAME_OCTETS];
	struct pm_tx_frame frame;

	m->device->request(m, &request);
	if (!m->device->unseen || !is_control_frame(request.kind))
		return;
	frame = control_of(m, &request, octets);
	m->changed = true;
	m->device->unseen(m, &frame, m->now + m->step);
	for (unsigned i = 1; i < frames_of(&request); i++)
		unseen_perhaps(m, &request);
}

uint64_t pm_count_requested(const struct pm_model *m, unsigned counter)
{
	struct pm_request request = { .kind = PM_TX_NONE };
	uint8_t octets[PAUSE_FRAME_OCTETS];
	struct pm_tx_frame frame;

	m->device->request(m, &request);
	if (!m->device->unseen_amount || !is_control_frame(request.kind))
		return 0;
	frame = control_of(m, &request, octets);
	return frames_of(&request) * m->device->unseen_amount(m, &frame, counter);
}

void pm_fault_slack(struct pm_model *m, uint64_t octets)
{
	m->doubt.fault = octets;
}

bool unseen_in_fault(const struct pm_model *m)
{
	return m->fault != XGMII_FAULT_NONE ||
	       (m->notes.fault_cycle && m->now <= m->notes.fault_cycle + m->doubt.fault + m->step);
}
