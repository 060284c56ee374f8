/* SPDX-License-Identifier: Apache-2.0 */
/* 82598EB: which rules a PAUSE frame breaks that is not due. doc/i82598.md 3. */
#include "device/i82598.h"

#include "explain.h"

enum {
	/* An XOFF so soon after the end of another is the same one twice, not a refresh at a wrong time. */
	TWICE_OCTETS = 64,
};

static void explain_pause_sent(const struct pm_model *m, struct pm_pause_undue *ret)
{
	const struct i82598_state *s = m->state;
	bool xone = i82598_xon_enabled(m);

	ret->xoff_cause = ret->xon_cause = s->crossing;
	if (!m->mode.send_pause) {
		ret->xoff_rule = ret->xon_rule = RULE_PAUSE_TX_GATE;
		return;
	}
	ret->xoff_rule = s->full ? RULE_PAUSE_TX_LATENCY : RULE_XOFF_AT_HIGH;
	if (s->full && s->done) {
		ret->xoff_cause = s->xoff_end;
		ret->xoff_rule = m->now <= s->xoff_end + TWICE_OCTETS ? RULE_XOFF_ONCE : RULE_XOFF_REFRESH;
	}
	ret->xon_rule = s->full || !xone ? RULE_XON_BELOW_LOW : s->out ? RULE_PAUSE_TX_LATENCY : RULE_XON_AFTER_XOFF;
}

const struct pm_explainer pm_explain_i82598 = { .pause_sent = explain_pause_sent };
