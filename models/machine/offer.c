/* SPDX-License-Identifier: Apache-2.0 */
/* Frames that the host offers, from the offer until they start on the transmit wire. One is offered at a time; a second one is if the
 * device took all of the first before it started it (XGMII: the first word goes the cycle before the start; a black box: earlier). */
#include "machine.h"

#include <errno.h>

int pm_host_offer(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t withheld_at)
{
	bool waits = m->tx.offered && m->tx.offer->taken;
	struct pm_tx_buffer *offer = waits ? m->tx.next : m->tx.offer;

	m->changed = true;
	if (octets_reserve(&offer->octets, len + FRAME_MIN_OCTETS))
		return -ENOMEM;
	octets_set(&offer->octets, octets, m->lent, len);
	offer->len = len;
	offer->underrun_at = withheld_at > 0 && (uint32_t)withheld_at < len ? withheld_at : -1;
	offer->offer_cycle = m->now;
	offer->withheld = offer->held = 0;
	offer->host_error = offer->taken = offer->open = false;
	m->tx.next_offered = waits;
	m->tx.offered = true;
	return 0;
}

int pm_host_offer_begin(struct pm_model *m)
{
	bool waits = m->tx.offered && m->tx.offer->taken;
	int err = pm_host_offer(m, NULL, 0, -1);

	if (!err)
		(waits ? m->tx.next : m->tx.offer)->open = true;
	return err;
}

void pm_host_offer_withheld(struct pm_model *m, uint32_t clocks)
{
	if (m->tx.next_offered)
		m->tx.next->withheld = clocks;
	else
		m->tx.offer->withheld = clocks;
}

void pm_host_offer_error(struct pm_model *m)
{
	if (m->tx.next_offered)
		m->tx.next->host_error = true;
	else
		m->tx.offer->host_error = true;
}

void offer_next(struct pm_model *m)
{
	struct pm_tx_buffer *done = m->tx.offer;

	m->tx.offered = m->tx.next_offered;
	m->tx.next_offered = false;
	if (!m->tx.offered)
		return;
	m->tx.offer = m->tx.next;
	m->tx.next = done;
}

void pm_host_taken(struct pm_model *m)
{
	struct pm_tx_buffer *offer = m->tx.next_offered ? m->tx.next : m->tx.offer;

	m->changed = true;
	if (m->tx.busy && m->tx.frame.kind == PM_TX_DATA && !m->tx.frame.taken) {
		m->tx.frame.taken = true;
		m->tx.frame.taken_cycle = m->now;
		return;
	}
	if (m->tx.attempt.draining || (m->tx.attempt.pending && !m->tx.attempt.frame.taken)) {
		m->tx.attempt.draining = false;
		return;
	}
	if (!m->tx.offered)
		return;
	offer->taken = true; /* and it is not on the wire yet */
	offer->taken_cycle = m->now;
}

void offer_again(struct pm_model *m)
{
	struct pm_tx_buffer *wire = m->tx.wire;

	if (m->tx.offered) {
		m->tx.wire = m->tx.next;
		m->tx.next = m->tx.offer;
		m->tx.next_offered = true;
	} else {
		m->tx.wire = m->tx.offer;
	}
	m->tx.offer = wire;
	m->tx.offered = true;
	wire->taken = m->tx.frame.taken;
	wire->taken_cycle = m->tx.frame.taken_cycle;
}

static void owed(const struct pm_tx_buffer *offer, struct pm_owed *ret)
{
	*ret = (struct pm_owed){
		.octets = offer->octets.at,
		.len = offer->len,
		.offer_cycle = offer->offer_cycle,
		.taken = offer->taken,
		.taken_cycle = offer->taken_cycle,
	};
}

bool pm_host_owed(const struct pm_model *m, unsigned i, struct pm_owed *ret)
{
	if (i == 0 && m->tx.offered)
		owed(m->tx.offer, ret);
	else if (i == 1 && m->tx.next_offered)
		owed(m->tx.next, ret);
	else
		return false;
	return true;
}
