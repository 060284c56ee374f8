/* SPDX-License-Identifier: Apache-2.0 */
/* Decides when PAUSE frames are requested; pause_tx.h has the rules. PG108-R p.223-225, p.430; doc/devices/bcm5718.md 3. */
#include "pause_tx.h"

#include "frame.h"

void pause_tx_reset(struct pause_tx *p)
{
	*p = (struct pause_tx){ 0 };
}

bool pause_tx_low(const struct pause_tx *p)
{
	return p->low || p->forced;
}

enum pause_request pause_tx_request(const struct pause_tx *p, uint64_t cycle, bool send)
{
	if (!send)
		return PAUSE_REQUEST_NONE;
	if (pause_tx_low(p))
		return p->done ? PAUSE_REQUEST_NONE : PAUSE_REQUEST_XOFF;
	return p->adv_end > cycle && !p->no_xon ? PAUSE_REQUEST_XON : PAUSE_REQUEST_NONE;
}

uint64_t pause_tx_refresh_cycle(const struct pause_tx *p)
{
	return p->refreshes && p->adv_end > p->half ? p->adv_end - p->half : 0;
}

uint64_t pause_tx_next(const struct pause_tx *p, uint64_t cycle)
{
	uint64_t refresh = pause_tx_refresh_cycle(p);

	if (refresh > cycle)
		return refresh; /* the refresh comes before the end of the advertised time */
	return p->adv_end > cycle ? p->adv_end : UINT64_MAX;
}

static bool low_step(struct pause_tx *p, uint64_t cycle, const struct pause_tx_input *in, bool *ret_rose)
{
	bool low = in->free < in->low_mark || (p->low && !p->no_memory && in->free <= in->xon_mark);
	bool changed = low != p->low;

	*ret_rose = changed && low;
	if (changed)
		p->crossing = cycle + 1;
	p->low = low;
	return changed;
}

bool pause_tx_step(struct pause_tx *p, uint64_t cycle, const struct pause_tx_input *in, bool *ret_rose)
{
	bool done = p->done, remote = p->adv_end > cycle;

	if (p->refreshes && in->send && pause_tx_low(p) && remote && cycle >= pause_tx_refresh_cycle(p) && !in->xoff_busy) {
		if (p->done)
			p->again = pause_tx_refresh_cycle(p);
		p->done = false;
	}
	if (!pause_tx_low(p) || !in->send || in->reset) {
		p->done = false;
		p->again = 0;
	}
	if ((!in->send || in->reset) && p->adv_end > cycle + 1)
		p->adv_end = cycle + 1;
	return low_step(p, cycle, in, ret_rose) || p->done != done || (remote && p->adv_end == cycle + 1);
}

void pause_tx_sent(struct pause_tx *p, uint64_t cycle, uint16_t quanta, bool advertise)
{
	if (!quanta) {
		p->adv_end = cycle;
		return;
	}
	p->quanta = quanta;
	p->half = (uint64_t)PAUSE_QUANTUM_OCTETS / 2 * quanta * (p->clocks ? p->clocks : 1);
	if (advertise)
		p->adv_end = cycle + 2 * p->half;
}
