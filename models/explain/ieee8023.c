/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: which rules a PAUSE frame breaks that is not due. 802.3 31B.3.2; doc/devices/ieee8023.md 3. */
#include "device/ieee8023.h"

#include "explain.h"

static void explain_pause_sent(const struct pm_model *m, struct pm_pause_undue *ret)
{
	const struct standard_request *r = &ieee8023_state(m)->pause.standard;
	bool marks = ieee8023_freedoms(m)->sends_by == SENDS_BY_MARKS;

	ret->xoff_cause = ret->xon_cause = r->since;
	ret->xoff_rule = r->told && r->level ? RULE_XOFF_REFRESH : marks ? RULE_XOFF_AT_HIGH : RULE_PAUSE_REQUEST;
	ret->xon_rule = !r->told ? RULE_XON_AFTER_XOFF : marks ? RULE_XON_BELOW_LOW : RULE_PAUSE_REQUEST;
	if (!m->mode.send_pause)
		ret->xoff_rule = ret->xon_rule = m->mode.half_duplex ? RULE_PAUSE_HALF_DUPLEX : RULE_PAUSE_TX_GATE;
}

static void say_undue(struct why *w, const struct standard_request *r)
{
	bool marks = ieee8023_freedoms(w->m)->sends_by == SENDS_BY_MARKS;

	if (w->q->xoff && r->told && r->level) {
		why_say(w, "the XOFF was sent");
		if (r->refresh != STANDARD_NEVER)
			why_say(w, ", and is repeated from cycle %llu on", why_clock(w, r->refresh));
		else
			why_say(w, ", and the profile says that it is not repeated");
	} else if (w->q->xoff) {
		why_say(w, marks ? "the level has not reached the high mark" : "no XOFF is requested");
		why_since(w, r->since);
	} else if (!r->told) {
		why_say(w, "no XOFF was sent that an XON could end");
	} else {
		why_say(w, marks ? "the level is not below the low mark" : "XOFF is requested");
		why_since(w, r->since);
	}
}

static void say_sent(struct why *w)
{
	const struct standard_request *r = &ieee8023_state(w->m)->pause.standard;
	bool marks = ieee8023_freedoms(w->m)->sends_by == SENDS_BY_MARKS;

	if (w->q->rule == RULE_PFC_TX) {
		why_say(w, w->q->undue ? "no enabled class requests a frame" : "a class requests a frame");
		why_since(w, w->q->cause);
	} else if (w->q->undue) {
		say_undue(w, r);
	} else if (w->q->rule == RULE_XOFF_REFRESH) {
		why_say(w, "the XOFF still holds and is repeated from cycle %llu on", why_clock(w, w->q->cause));
	} else {
		why_say(w, "%s in cycle %llu: %s", marks ? "the level passed its mark" : "the request changed",
		        why_clock(w, w->q->cause), w->q->xoff ? "XOFF" : "XON");
	}
}

static uint32_t traits(const struct pm_model *m)
{
	return ieee8023_control(m, PM_CONTROL_pfc_rx) || ieee8023_control(m, PM_CONTROL_pfc_tx) ? PM_TRAIT_CLASSES : 0;
}

const struct pm_explainer pm_explain_ieee8023 = { .pause_sent = explain_pause_sent, .traits = traits, .why_sent = say_sent };
