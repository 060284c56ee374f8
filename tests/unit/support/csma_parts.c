/* SPDX-License-Identifier: Apache-2.0 */
/* What the transmitter of csma_bench.h sends in each clock, and the host that hands it frames. */
#include "csma_bench.h"

#include "part/frame.h"

#include <string.h>

/* ---- the wire of one clock ---- */

static void csma_wire_octet(struct csma_mac *m, uint32_t *at, uint8_t octet, bool er)
{
	for (unsigned i = 0; i < (m->gig ? 1u : 2u); i++) {
		uint8_t nibble = (i != 0) == (m->fault != FAULT_HIGH_FIRST) ? octet >> 4 : octet & 15;
		if (er && m->error_at < 0)
			m->error_at = (int32_t)*at;
		m->errors += er;
		m->wire[(*at)++] = m->gig ? octet : m->fault == FAULT_UPPER_BITS ? nibble | nibble << 4 : nibble;
	}
}

void csma_wire_build(struct csma_mac *m)
{
	static const uint8_t head[CSMA_HEAD] = { 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };
	uint32_t at = 0, body = m->own_fcs || m->len >= 60 ? m->len : 60;
	uint8_t padded[CSMA_OCTETS_MAX + 64] = { 0 }, fcs[4];

	m->error_at = -1;
	m->errors = 0;
	memcpy(padded, m->octets, m->len);
	if (m->fault == FAULT_REPEATED_OTHERWISE && m->collisions)
		padded[1] ^= 0x10;
	for (unsigned i = 0; i < CSMA_HEAD; i++)
		csma_wire_octet(m, &at, head[i], false);
	for (uint32_t i = 0; i < body; i++)
		csma_wire_octet(m, &at, padded[i], false);
	frame_put_fcs(fcs, frame_fcs(padded, body));
	for (unsigned i = 0; i < 4 && !m->own_fcs; i++)
		csma_wire_octet(m, &at, fcs[i], false);
	m->clocks = at;
}

void csma_wire_cut(struct csma_mac *m, uint32_t octet)
{
	uint32_t at = (CSMA_HEAD + octet) * (m->gig ? 1 : 2);
	uint8_t zeroed[CSMA_OCTETS_MAX + 1], fcs[4];

	memcpy(zeroed, m->octets, octet);
	zeroed[octet] = 0;
	frame_put_fcs(fcs, ~frame_fcs(zeroed, octet + 1));
	csma_wire_octet(m, &at, 0, true);
	for (unsigned i = 0; i < 4; i++)
		csma_wire_octet(m, &at, fcs[i], false);
	m->clocks = at;
	m->underrun = true;
	m->underrun_at = octet;
}

/* ---- host ---- */

bool csma_host_valid(const struct csma_host *h)
{
	return h->offers && !h->stalled;
}

void csma_host_offer(struct csma_bench *b)
{
	struct csma_host *h = &b->host;
	uint8_t *octets = h->octets[h->number % CSMA_FRAMES];
	uint32_t len;

	if (h->offers || b->now < h->next || b->quiet_host)
		return;
	h->number++;
	octets = h->octets[h->number % CSMA_FRAMES];
	len = 1 + csma_random(b, 120);
	for (uint32_t i = 0; i < len; i++)
		octets[i] = (uint8_t)csma_random(b, 256);
	h->own_fcs = !csma_random(b, 5) && len > 4;
	if (h->own_fcs && csma_random(b, 3))
		frame_put_fcs(octets + len - 4, frame_fcs(octets, len - 4));
	h->len = len;
	h->pos = 0;
	h->stall_at = !csma_random(b, 6) && len > 1 ? (int32_t)(1 + csma_random(b, len - 1)) : -1;
	h->stall = 1 + csma_random(b, csma_random(b, 2) ? 4 : 600);
	h->stalled = 0;
	h->offers = true;
	csma_event(b, (struct event){ .kind = EVENT_HOST_OFFER,
	                              .octets = octets,
	                              .len = len,
	                              .error_at = h->stall_at,
	                              .timer = h->stall_at < 0 ? 0 : h->stall,
	                              .value = h->own_fcs });
}

bool csma_host_take(struct csma_bench *b, uint8_t *ret)
{
	struct csma_host *h = &b->host;

	if (!csma_host_valid(h))
		return false;
	if (ret)
		*ret = h->octets[h->number % CSMA_FRAMES][h->pos];
	h->pos++;
	if ((int32_t)h->pos == h->stall_at)
		h->stalled = h->stall + 1;
	if (h->pos == h->len) {
		h->offers = false;
		h->next = b->now + 1 + csma_random(b, 2) * csma_random(b, 200);
		csma_value(b, EVENT_HOST_TAKEN, 0);
	}
	return true;
}
