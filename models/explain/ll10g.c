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

/* A PAUSE frame (NAME "PAUSE") or that of a class. */
static void say_request(struct why *w, const struct pfc_request *r, const char *name)
{
	if (w->q->undue && r->hold_end > w->q->cycle && w->q->rule != RULE_XON_AFTER_XOFF) {
		why_say(w, "the hold-off of the %s XOFF that was sent runs until cycle %llu", name, why_clock(w, r->hold_end));
		why_cause(w, why_wire_before(w));
	} else if (w->q->undue && !w->q->xoff && (!r->sent || w->q->rule == RULE_XON_AFTER_XOFF)) {
		why_say(w, "no %s XOFF was sent that an XON could end", name);
		why_cause(w, r->since);
	} else if (w->q->undue) {
		why_cause(w, r->since);
		why_say(w, "no %s is requested: ports and register request nothing new", name);
		why_since(w, r->since);
	} else {
		why_say(w, "a%s %s request for %s is visible in cycle %llu", r->repeats ? " repeated" : "", name,
		        w->q->xoff ? "XOFF" : "XON", why_clock(w, w->q->cause));
		if (r->repeats)
			why_say(w, ", when the hold-off is over");
	}
}

static void say_sent(struct why *w)
{
	const struct ll10g_state *s = w->m->state;
	const struct ll10g_mode *mode = pm_own_mode(w->m);
	const struct pfc_request *newest = &s->pfc[0];

	if (w->q->rule != RULE_PFC_TX) {
		say_request(w, &s->pause, "PAUSE");
		return;
	}
	if (w->q->undue)
		why_say(w, "classes 0x%02x may request; ", mode->pfc_enabled);
	for (unsigned i = 1; i < PFC_CLASSES; i++)
		if (s->pfc[i].hold_end > newest->hold_end || (!newest->hold_end && s->pfc[i].since > newest->since))
			newest = &s->pfc[i];
	say_request(w, newest, "PFC");
}

const struct pm_explainer pm_explain_ll10g = { .pause_sent = explain_pause_sent, .why_sent = say_sent };
