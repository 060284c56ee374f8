/* SPDX-License-Identifier: Apache-2.0 */
/* Intel Low Latency 10G MAC: which rules a control frame breaks that is not due. doc/ll10g.md 3. */
#include "device/ll10g_state.h"

#include "explain.h"

/* A PAUSE or PFC frame that is not due. */
static void explain_pause_sent(const struct pm_model *m, struct pm_pause_undue *ret)
{
	const struct ll10g_state *s = m->state;
	const struct pfc_request *pause = &s->pause;

	ret->xoff_cause = ret->xon_cause = pause->since;
	ret->xoff_rule = pause->hold_end > m->now ? RULE_PAUSE_HOLDOFF : RULE_PAUSE_REQUEST;
	ret->xon_rule = pause->sent ? RULE_PAUSE_REQUEST : RULE_XON_AFTER_XOFF;
	if (!m->mode.send_pause)
		ret->xoff_rule = ret->xon_rule = RULE_PAUSE_TX_GATE;
}

const struct pm_explainer pm_explain_ll10g = { .pause_sent = explain_pause_sent };
