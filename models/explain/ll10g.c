/* SPDX-License-Identifier: Apache-2.0 */
/* Intel Low Latency 10G MAC: which rules a control frame breaks that is not due. doc/devices/ll10g.md 3. */
#include "device/ll10g_state.h"

#include "explain.h"

/* Fills in the rules that a PAUSE or PFC frame breaks which is not due. */
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

/* Says for example "the hold-off of 100 quanta after the PAUSE XOFF that ended in cycle 12". */
static void say_hold(struct why *w, const struct pfc_request *r, const char *name)
{
	why_say(w, "the hold-off of %u %s after the %s XOFF that ended in cycle %llu", r->hold, why_quanta(r->hold), name,
	        why_clock(w, r->hold_from));
}

/* Says how long before END the finding is, for example ", 8 clocks = 1 quantum after cycle 20". */
static void say_early(struct why *w, uint64_t end)
{
	const uint64_t early = end - w->q->cycle, quanta = early / PAUSE_QUANTUM_OCTETS;

	why_say(w, ", %llu clock%s", why_clock(w, early), why_clock(w, early) == 1 ? "" : "s");
	if (early % PAUSE_QUANTUM_OCTETS == 0)
		why_say(w, " = %llu %s", (unsigned long long)quanta, quanta == 1 ? "quantum" : "quanta");
	why_say(w, " after this XOFF");
}

/* Says that software or a client asks by the value that is reserved (L14). */
static void say_reserved(struct why *w, const struct pfc_request *r)
{
	const struct ll10g_state *s = w->m->state;
	bool written = s->pulse == REQUEST_BITS && s->pulse_cycle > r->since, ported = w->m->pause_req == REQUEST_BITS;

	if (r != &s->pause) {
		for (unsigned class = 0; class < PFC_CLASSES; class ++)
			if ((w->m->pfc_req >> 2 * class & REQUEST_BITS) == REQUEST_BITS)
				why_say(w, "; 11 at the port of class %u is reserved and requests nothing", class);
	} else if (written) {
		why_say(w, "; 11 in tx_pauseframe_control, visible since cycle %llu, is reserved and requests nothing",
		        why_clock(w, s->pulse_cycle));
		why_cause(w, s->pulse_cycle);
	} else if (ported) {
		why_say(w, "; 11 at the port is reserved and requests nothing");
	}
}

/* Says what is requested for PAUSE (NAME is "PAUSE") or for a class. */
static void say_request(struct why *w, const struct pfc_request *r, const char *name)
{
	bool by_holdoff = w->q->rule == RULE_PAUSE_HOLDOFF || (w->q->rule == RULE_PFC_TX && w->q->xoff);

	if (w->q->undue && r->hold_end > w->q->cycle && by_holdoff) {
		say_hold(w, r, name);
		why_say(w, " runs until cycle %llu", why_clock(w, r->hold_end));
		say_early(w, r->hold_end);
		why_cause(w, why_wire_before(w));
	} else if (w->q->undue && !w->q->xoff && (w->q->rule == RULE_PFC_TX ? !r->sent : w->q->rule == RULE_XON_AFTER_XOFF)) {
		why_say(w, "no %s XOFF was sent that an XON could end", name);
		why_cause(w, r->since);
	} else if (w->q->undue) {
		why_cause(w, r->since);
		why_say(w, "no %s is requested: ports and register request nothing new", name);
		why_since(w, r->since);
		say_reserved(w, r);
	} else {
		why_say(w, "a%s %s request for %s is visible in cycle %llu", r->repeats ? " repeated" : "", name,
		        w->q->xoff ? "XOFF" : "XON", why_clock(w, w->q->cause));
		if (r->repeats) {
			why_say(w, ", when ");
			say_hold(w, r, name);
			why_say(w, " is over");
		}
		if (r->freed && w->q->xoff)
			why_say(w, "; disabling ended the hold-off in cycle %llu, before cycle %llu",
			        why_clock(w, r->freed_cycle), why_clock(w, r->freed_end));
	}
}

/* Says for example "classes 0, 3 may request since cycle 12; ". */
static void say_enabled(struct why *w, uint8_t classes)
{
	const uint64_t written = w->m->notes.written[registers_named(&w->m->regs, "tx_pfc_priority_enable")];
	const char *name = classes & (classes - 1) ? "classes" : "class";

	if (!classes || classes == UINT8_MAX)
		why_say(w, "%s class", classes ? "each" : "no");
	for (unsigned k = 0; k < PFC_CLASSES && classes && classes != UINT8_MAX; k++) {
		if (!(classes >> k & 1))
			continue;
		why_say(w, "%s %u", name, k);
		name = ",";
	}
	why_say(w, " may request");
	why_since(w, written);
	why_say(w, "; ");
	why_cause(w, written);
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
		say_enabled(w, mode->pfc_enabled);
	for (unsigned i = 1; i < PFC_CLASSES; i++)
		if (s->pfc[i].hold_end > newest->hold_end || (!newest->hold_end && s->pfc[i].since > newest->since))
			newest = &s->pfc[i];
	say_request(w, newest, "PFC");
}

static const struct pm_filter filter = {
	.modes = "rx_frame_control", .low = "rx_frame_spaddr%u_0", .high = "rx_frame_spaddr%u_1", .first_octet_high = true
};

static const struct why_field fields[] = {
	{ WHY_BOUND | WHY_LONG, "rx_frame_maxlength", NULL },
	{ WHY_BOUND | WHY_LENGTH | WHY_STRIP, "rx_vlan_detection", "DISABLE" },
	{ WHY_FCS, "rx_crccheck_control", "CHECK" },
	{ WHY_PAUSE, "rx_frame_control", "FWD_PAUSE" },
	{ WHY_CONTROL, "rx_frame_control", "FWD_CONTROL" },
	{ WHY_CONTROL, "rx_pfc_control", "FWD_PFC" },
	{ WHY_STRIP, "rx_padcrc_control", "REMOVE" },
	{ 0, NULL, NULL },
};

const struct pm_explainer pm_explain_ll10g = {
	.fields = fields, .filter = &filter, .pause_sent = explain_pause_sent, .why_sent = say_sent
};
