/* SPDX-License-Identifier: Apache-2.0 */
/* What a received PAUSE does to data frames. 802.3 31B.3.3, figure 31B-2. */
#include "pause.h"

static void end(struct standard_pause *p, uint64_t at)
{
	p->waits = false;
	if (p->until > at)
		p->until = at;
}

static void begin(struct standard_pause *p, const struct standard_pause_nature *nature, uint64_t at)
{
	p->waits = false;
	p->until = at + (uint64_t)p->quanta * nature->quantum;
}

void standard_pause_received(struct standard_pause *p, const struct standard_pause_nature *nature, uint64_t at, uint16_t quanta,
                             bool in_progress)
{
	if (!p->obeys)
		return;
	p->quanta = quanta;
	if (quanta && in_progress && nature->from_idle)
		p->waits = true;
	else if (quanta)
		begin(p, nature, at);
	else
		end(p, at);
}

void standard_pause_complete(struct standard_pause *p, const struct standard_pause_nature *nature, uint64_t at)
{
	if (p->waits)
		begin(p, nature, at);
}

void standard_pause_enable(struct standard_pause *p, const struct standard_pause_nature *nature, uint64_t at, bool obeys)
{
	p->obeys = obeys;
	if (!obeys && !nature->lasts)
		end(p, at);
}

void standard_pause_reset(struct standard_pause *p, uint64_t at)
{
	end(p, at);
}
