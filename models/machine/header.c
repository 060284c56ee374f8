/* SPDX-License-Identifier: Apache-2.0 */
/* The header of a host's frame that waits behind an inhibit, for a device whose inhibit does not hold MAC control frames of the
 * host (PG108-R p.223). Such a device must read the type of the waiting frame. While the transmitter is inhibited it therefore
 * takes the octets of that frame up to the type, one in each cycle in which the host offers an octet, but none while another
 * frame of the host is on the wire. If the header turns out to be that of a control frame, the frame starts as if there were no
 * inhibit. doc/devices/bcm5718.md 2. */
#include "machine.h"

#include <errno.h>

enum { HEADER_OCTETS = FRAME_TYPE_OFFSET + 2 };

/* Returns true if no inhibit holds MAC control frames of the host. */
static bool passes_control(const struct pm_model *m)
{
	return m->device->passes_control || m->manner.control == PM_HOST_CONTROL_PASSES;
}

/* Returns true if the device takes octets of a header in the open cycle. */
static bool takes(const struct pm_model *m)
{
	return passes_control(m) && m->rx.xoff && m->tx.owed && !m->tx.offer->open &&
	       !(m->tx.busy && m->tx.frame.kind == PM_TX_DATA);
}

/* Returns the first cycle from CYCLE on in which the host has the next octet of OFFER, or PM_NEVER if that is not known. */
static uint64_t host_has(const struct pm_tx_buffer *offer, uint64_t cycle)
{
	uint64_t from;

	if (!offer->held || offer->underrun_at != (int32_t)offer->held)
		return cycle;
	if (!offer->withheld)
		return PM_NEVER;
	from = offer->held_cycle + 1 + offer->withheld;
	return from > cycle ? from : cycle;
}

/* The device takes the octets of OFFER that it can take in the cycles from FROM on and before TO. */
static void take(struct pm_tx_buffer *offer, uint64_t from, uint64_t to)
{
	while (offer->held < HEADER_OCTETS && offer->held < offer->len) {
		uint64_t cycle = host_has(offer, from);
		if (cycle >= to)
			return;
		offer->held++;
		offer->held_cycle = cycle;
		from = cycle + 1;
	}
}

static bool is_control(const struct pm_tx_buffer *offer)
{
	return offer->len >= HEADER_OCTETS && frame_u16(offer->octets.at + FRAME_TYPE_OFFSET) == FRAME_TYPE_MAC_CONTROL;
}

bool header_passes(const struct pm_model *m)
{
	return passes_control(m) && m->tx.owed && m->tx.offer->held >= HEADER_OCTETS && is_control(m->tx.offer);
}

void header_step(struct pm_model *m)
{
	if (takes(m))
		take(m->tx.offer, m->now, m->now + 1);
}

void header_open(struct pm_model *m, uint64_t cycle)
{
	if (takes(m))
		take(m->tx.offer, m->now + 1, cycle);
}

uint64_t header_next(const struct pm_model *m)
{
	struct pm_tx_buffer offer;

	if (!takes(m) || !is_control(m->tx.offer))
		return PM_NEVER;
	offer = *m->tx.offer;
	take(&offer, m->now + 1, PM_NEVER);
	return offer.held < HEADER_OCTETS || offer.held_cycle < m->now ? PM_NEVER : offer.held_cycle + 1;
}

bool header_missing(const struct pm_tx_buffer *offer, uint64_t start)
{
	uint64_t needed = start + FRAME_HEAD_OCTETS - 1 + offer->held;

	if (offer->underrun_at < 0 || (uint32_t)offer->underrun_at > offer->held)
		return offer->underrun_at >= 0;
	return offer->underrun_at == (int32_t)offer->held && host_has(offer, needed) > needed;
}

bool pm_host_header_whole(const struct pm_model *m)
{
	return m->tx.owed && m->tx.offer->held + takes(m) >= m->tx.offer->len;
}

bool pm_host_takes_header(const struct pm_model *m)
{
	return passes_control(m);
}

int pm_host_header(struct pm_model *m, const uint8_t *octets, uint32_t len)
{
	struct pm_tx_buffer *offer = m->tx.offer;

	if (!m->tx.owed || !offer->open)
		return 0;
	if (octets_reserve(&offer->octets, len + FRAME_MIN_OCTETS))
		return -ENOMEM;
	m->changed = true;
	octets_set(&offer->octets, octets, false, len);
	offer->len = offer->held = len;
	return 0;
}

bool pm_tx_of_type_control(const struct pm_model *m)
{
	const struct pm_tx_frame *frame = &m->tx.frame;

	return m->tx.busy && frame->kind == PM_TX_DATA && frame->len >= HEADER_OCTETS &&
	       frame_u16(frame->octets + FRAME_TYPE_OFFSET) == FRAME_TYPE_MAC_CONTROL;
}

bool pm_tx_is_control(const struct pm_model *m)
{
	return (passes_control(m) || m->manner.control == PM_HOST_CONTROL_EITHER) && pm_tx_of_type_control(m);
}
