/* SPDX-License-Identifier: Apache-2.0 */
/* The hooks of a device that requests PAUSE frames by the free units of its receive buffer. part/pause_tx.h. */
#include "pause_marks.h"

void pause_marks_request(const struct pm_model *m, struct pm_request *ret)
{
	const struct pause_tx *p = pause_marks(m);
	enum pause_request pause = pause_tx_request(p, m->now, m->mode.send_pause);

	if (pause == PAUSE_REQUEST_NONE || (pause == PAUSE_REQUEST_XON && pm_pause_on_wire(m, false)))
		return;
	ret->kind = PM_TX_PAUSE;
	ret->xoff = pause == PAUSE_REQUEST_XOFF;
	ret->quanta = ret->xoff ? m->mode.quanta : 0;
	ret->rule = ret->xoff ? RULE_XOFF_BELOW_LOW : RULE_XON_ABOVE_HIGH;
	ret->cause = p->crossing;
	if (ret->xoff && p->again) {
		ret->rule = RULE_XOFF_REFRESH;
		ret->cause = p->again;
	}
}

void pause_marks_request_undue(const struct pm_model *m, struct pm_request *ret)
{
	ret->xoff = pause_tx_low(pause_marks(m));
	ret->quanta = ret->xoff ? m->mode.quanta : 0;
}

void pause_marks_started(struct pm_model *m, const struct pm_request *what)
{
	if (what->xoff)
		pause_marks(m)->done = true;
}

void pause_marks_unstarted(struct pm_model *m)
{
	if (m->tx.sent.xoff)
		pause_marks(m)->done = false;
}

void pause_marks_resync_sent(struct pm_model *m)
{
	struct pause_tx *p = pause_marks(m);

	if (pause_tx_low(p))
		p->done = true;
	else
		p->adv_end = m->now;
}

uint64_t pause_marks_next(const struct pm_model *m)
{
	return pause_tx_next(pause_marks(m), m->now);
}

void pause_marks_pause_memory(const struct pm_model *m, struct pm_pause_memory *ret)
{
	const struct pause_tx *p = pause_marks(m);

	ret->remote = p->adv_end > m->now;
}
