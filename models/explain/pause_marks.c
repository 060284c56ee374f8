/* SPDX-License-Identifier: Apache-2.0 */
/* Which rules a PAUSE frame breaks that a device sends and part/pause_tx.h does not request. */
#include "device/pause_marks.h"

#include "explain.h"

void explain_pause_marks(const struct pm_model *m, struct pm_pause_undue *ret)
{
	const struct pause_tx *p = pause_marks(m);
	bool low = pause_tx_low(p), remote = p->adv_end > m->now && !p->no_xon;

	ret->xoff_cause = ret->xon_cause = p->crossing;
	if (!m->mode.send_pause) {
		ret->xoff_rule = ret->xon_rule = m->mode.half_duplex ? RULE_PAUSE_HALF_DUPLEX : RULE_PAUSE_TX_GATE;
		return;
	}
	ret->xoff_rule = !low ? RULE_XOFF_BELOW_LOW : p->done ? RULE_XOFF_ONCE : RULE_PAUSE_TX_LATENCY;
	ret->xon_rule = !remote ? RULE_XON_AFTER_XOFF : low ? RULE_XON_ABOVE_HIGH : RULE_PAUSE_TX_LATENCY;
}
