/* SPDX-License-Identifier: Apache-2.0 */
/* Frames that the host offers, from the offer until they start on the transmit wire. They lie in a ring. The host offers the
 * newest frame; the device has taken all frames before it (at XGMII it takes the first word in the cycle before the start; a
 * black box may take it earlier). For a MAC by its profile (pm_config.manner is set) the ring also keeps some frames that have
 * left it, since such a MAC may send one of them again, or late. */
#include "machine.h"

#include <errno.h>
#include <stdlib.h>

enum { OWED_OWN = 2, OWED_BEYOND = 4, PAST_MAX = 8 };

/* ---- the ring ---- */

int offer_init(struct pm_model *m)
{
	struct pm_tx *tx = &m->tx;
	bool own = m->manner.tx == PM_HOST_TX_OWN;

	tx->owed_max = own ? OWED_OWN : (m->manner.ahead ? m->manner.ahead : OWED_OWN) + OWED_BEYOND;
	tx->places = own ? tx->owed_max : tx->owed_max + PAST_MAX;
	tx->place = calloc(tx->places, sizeof(*tx->place));
	tx->offer = tx->place;
	return tx->place ? 0 : -ENOMEM;
}

void offer_release(struct pm_model *m)
{
	for (uint32_t i = 0; m->tx.place && i < m->tx.places; i++)
		free(m->tx.place[i].octets.own);
	free(m->tx.place);
	free(m->tx.wire.octets.own);
}

void offer_keep(struct pm_model *m)
{
	for (uint32_t i = 0; i < m->tx.places; i++)
		octets_keep(&m->tx.place[i].octets, m->tx.place[i].len);
}

void offer_none(struct pm_model *m)
{
	m->tx.owed = m->tx.past = 0;
}

/* Return the I-th place after the first one, or before it. */
static struct pm_tx_buffer *place_after(const struct pm_model *m, uint32_t i)
{
	uint32_t at = m->tx.first + i;

	return &m->tx.place[at < m->tx.places ? at : at - m->tx.places];
}

const struct pm_tx_buffer *offer_place(const struct pm_model *m, uint32_t i)
{
	return place_after(m, i);
}

static struct pm_tx_buffer *place_before(const struct pm_model *m, uint32_t i)
{
	return place_after(m, m->tx.places - i);
}

/* Returns the newest frame; if there is none, the place for the next one. */
static struct pm_tx_buffer *newest(const struct pm_model *m)
{
	return m->tx.owed > 1 ? place_after(m, m->tx.owed - 1) : m->tx.offer;
}

static void first_is(struct pm_model *m, struct pm_tx_buffer *place)
{
	m->tx.offer = place;
	m->tx.first = (uint32_t)(place - m->tx.place);
}

/* The first frame leaves the ring. */
static void leave(struct pm_model *m)
{
	struct pm_tx *tx = &m->tx;

	first_is(m, place_after(m, 1));
	tx->owed--;
	if (tx->past < tx->places - tx->owed_max)
		tx->past++;
}

static void exchange(struct pm_tx_buffer *a, struct pm_tx_buffer *b)
{
	struct pm_tx_buffer was = *a;

	*a = *b;
	*b = was;
}

/* Returns how many octets of OFFER the device must have when it decides to start the frame. */
static uint32_t octets_to_start(const struct pm_model *m, const struct pm_tx_buffer *offer)
{
	return offer->len && offer->len < m->manner.starts ? offer->len : m->manner.starts;
}

/* The host hands over one octet or word in each clock, from the offer on. If it withholds one of the octets needed, the count starts again at that octet:
 * when the device took the octet before it is an input (pm_host_withholds()), since the device may have kept the host waiting up to there. */
uint64_t offer_ready_from(const struct pm_model *m, const struct pm_tx_buffer *offer)
{
	uint32_t octets = octets_to_start(m, offer);
	bool waits = offer->underrun_at >= 0 && (uint32_t)offer->underrun_at < octets;

	if (m->manner.tx == PM_HOST_TX_STORED || (waits && (!offer->withheld || offer->withheld_cycle == PM_NEVER)))
		return offer->taken ? offer->taken_cycle : PM_NEVER;
	if (!octets)
		return offer->offer_cycle;
	if (!waits)
		return offer->offer_cycle + (octets - 1) / m->step * m->step;
	return offer->withheld_cycle + (1 + (uint64_t)offer->withheld) * m->step +
	       (octets - 1 - (uint32_t)offer->underrun_at) / m->step * m->step;
}

bool offer_ready(const struct pm_model *m)
{
	return m->tx.owed && (m->tx.offer->taken || offer_ready_from(m, m->tx.offer) <= m->now);
}

uint64_t offer_next(const struct pm_model *m)
{
	uint64_t from = m->manner.starts && m->tx.owed ? offer_ready_from(m, m->tx.offer) : PM_NEVER;

	return from > m->now ? from : PM_NEVER;
}

bool offer_bridges(const struct pm_model *m, const struct pm_tx_buffer *offer)
{
	uint64_t octets = (uint64_t)offer->withheld * m->step;

	if (m->manner.tx == PM_HOST_TX_STORED)
		return true;
	if (!m->manner.starts || offer->underrun_at < 0)
		return false;
	return (uint32_t)offer->underrun_at < octets_to_start(m, offer) || (octets && octets <= m->manner.starts);
}

void offer_starts(struct pm_model *m)
{
	bool before = m->tx.wire.len; /* a frame was on the wire before this one */

	exchange(&m->tx.wire, m->tx.offer);
	leave(m);
	if (!before)
		m->tx.past = 0;
}

void offer_lost(struct pm_model *m)
{
	if (m->tx.owed)
		leave(m);
}

void offer_again(struct pm_model *m)
{
	struct pm_tx *tx = &m->tx;

	first_is(m, place_before(m, 1));
	tx->owed++;
	tx->past -= tx->past > 0;
	exchange(&tx->wire, tx->offer);
	tx->offer->taken = tx->frame.taken;
	tx->offer->taken_cycle = tx->frame.taken_cycle;
}

void offer_repeats(struct pm_model *m, uint32_t i)
{
	struct pm_tx_buffer *wire = &m->tx.wire;

	if (i)
		exchange(wire, place_before(m, i));
	transmit_is(m, wire);
}

/* ---- offers ---- */

int pm_host_offer(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t withheld_at)
{
	struct pm_tx *tx = &m->tx;
	bool waits = tx->owed && newest(m)->taken && tx->owed < tx->owed_max;
	struct pm_tx_buffer *offer = waits ? place_after(m, tx->owed) : newest(m);

	m->changed = true;
	if (octets_reserve(&offer->octets, len + FRAME_MIN_OCTETS))
		return -ENOMEM;
	octets_set(&offer->octets, octets, m->lent, len);
	offer->len = len;
	offer->underrun_at = withheld_at > 0 && (uint32_t)withheld_at < len ? withheld_at : -1;
	offer->offer_cycle = m->now;
	offer->withheld = offer->held = 0;
	offer->withheld_cycle = PM_NEVER;
	offer->host_error = offer->taken = offer->open = false;
	if (waits || !tx->owed)
		tx->owed++;
	return 0;
}

int pm_host_offer_begin(struct pm_model *m)
{
	int err = pm_host_offer(m, NULL, 0, -1);

	if (!err)
		newest(m)->open = true;
	return err;
}

void pm_host_offer_withheld(struct pm_model *m, uint32_t clocks)
{
	newest(m)->withheld = clocks;
}

void pm_host_withholds(struct pm_model *m)
{
	m->changed = true;
	newest(m)->withheld_cycle = m->now;
}

void pm_host_offer_error(struct pm_model *m)
{
	newest(m)->host_error = true;
}

void pm_host_taken(struct pm_model *m)
{
	struct pm_tx_buffer *offer = newest(m);

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
	if (!m->tx.owed)
		return;
	offer->taken = true; /* and the frame is not on the wire yet */
	offer->taken_cycle = m->now;
}

/* ---- what the device owes: frames that it has and that are not on the wire yet ---- */

static void owed(const struct pm_model *m, const struct pm_tx_buffer *offer, struct pm_owed *ret)
{
	*ret = (struct pm_owed){
		.octets = offer->octets.at,
		.len = offer->len,
		.offer_cycle = offer->offer_cycle,
		.taken = offer->taken,
		.taken_cycle = offer->taken_cycle,
		.ready_cycle = offer_ready_from(m, offer),
		.error = offer->host_error,
		.pauses = offer->underrun_at >= 0,
	};
}

bool pm_host_owed(const struct pm_model *m, unsigned i, struct pm_owed *ret)
{
	if (i >= m->tx.owed)
		return false;
	owed(m, place_after(m, i), ret);
	return true;
}

bool pm_host_past(const struct pm_model *m, unsigned i, struct pm_owed *ret)
{
	if (i >= m->tx.past)
		return false;
	owed(m, place_before(m, i + 1), ret);
	return true;
}

unsigned pm_owed_max(const struct pm_model *m)
{
	return m->tx.owed_max;
}

const struct pm_host_manner *pm_host_manner(const struct pm_model *m)
{
	return &m->manner;
}
