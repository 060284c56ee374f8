/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: which rules a PAUSE frame breaks that is not due. 802.3 31B.3.2; doc/ieee8023.md 3. */
#include "device/ieee8023.h"

#include "explain.h"

static void explain_pause_sent(const struct pm_model *m, struct pm_pause_undue *ret)
{
	const struct flow_request *pause = &ieee8023_state(m)->pause;
	bool marks = ieee8023_freedoms(m)->sends_by == SENDS_BY_MARKS;

	ret->xoff_cause = ret->xon_cause = pause->since;
	ret->xoff_rule = pause->told.off && pause->level ? RULE_XOFF_REFRESH : marks ? RULE_XOFF_AT_HIGH : RULE_PAUSE_REQUEST;
	ret->xon_rule = !pause->told.off ? RULE_XON_AFTER_XOFF : marks ? RULE_XON_BELOW_LOW : RULE_PAUSE_REQUEST;
	if (!m->mode.send_pause)
		ret->xoff_rule = ret->xon_rule = m->mode.half_duplex ? RULE_PAUSE_HALF_DUPLEX : RULE_PAUSE_TX_GATE;
}

const struct pm_explainer pm_explain_ieee8023 = { .pause_sent = explain_pause_sent };
