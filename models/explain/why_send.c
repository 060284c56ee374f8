/* SPDX-License-Identifier: Apache-2.0 */
/* Says why a PAUSE or PFC frame is due, or is not. 802.3 31B.3.2; section 3 of the devices' pages in doc/. */
#include "explain.h"

/* Says which mode keeps the device from sending any PAUSE frame, if one does. */
static bool say_gate(struct why *w)
{
	const struct pm_model *m = w->m;
	const struct pm_notes *n = &m->notes;

	if (w->q->rule == RULE_PAUSE_HALF_DUPLEX) {
		why_say(w, "half duplex, in which no PAUSE frame is sent,");
		why_since(w, n->duplex_cycle);
		why_cause(w, n->duplex_cycle);
		return true;
	}
	if (w->q->rule != RULE_PAUSE_TX_GATE)
		return false;
	why_say(w, "sending PAUSE is off");
	why_since(w, n->send_cycle);
	why_cause(w, n->send_cycle);
	return true;
}

static void say_quanta(struct why *w)
{
	const struct pm_notes *n = &w->m->notes;

	why_say(w, "the registers select %u = 0x%04x for an XOFF", w->m->mode.quanta, w->m->mode.quanta);
	why_since(w, n->quanta_cycle);
	why_say(w, ", and an XON carries 0");
}

static void say_format(struct why *w)
{
	const uint8_t *s = w->m->mode.station;

	why_say(w, "%s frame from the station %02X-%02X-%02X-%02X-%02X-%02X, 64 octets with FCS, reserved octets 0",
	        w->q->rule == RULE_PFC_TX_FORMAT ? "a PFC" : "a PAUSE", s[0], s[1], s[2], s[3], s[4], s[5]);
}

static void say_first(struct why *w)
{
	const struct pm_started *started = &w->m->notes.started;
	uint64_t since = w->q->cause == w->q->cycle && started->request ? started->request : w->q->cause;

	why_say(w, "a control frame is requested since cycle %llu: it goes ahead of data, and no inhibit holds it",
	        why_clock(w, since));
	why_cause(w, since);
}

static void say_latency(struct why *w)
{
	uint64_t before = why_wire_before(w);

	why_say(w, "requested since cycle %llu", why_clock(w, w->q->cause));
	if (before)
		why_say(w, ", and the frame before ended in cycle %llu", why_clock(w, before));
	else
		why_say(w, ", and the wire is idle since the reset");
	if (before > w->q->cause)
		why_cause(w, before);
}

void why_sent(struct why *w)
{
	const struct pm_explainer *explainer = explainer_of(w->m);

	if (say_gate(w))
		return;
	if (w->q->rule == RULE_PAUSE_TX_QUANTA)
		say_quanta(w);
	else if (w->q->rule == RULE_PAUSE_TX_FORMAT || w->q->rule == RULE_PFC_TX_FORMAT)
		say_format(w);
	else if (w->q->rule == RULE_PAUSE_NOT_HELD)
		say_first(w);
	else if (w->q->rule == RULE_PAUSE_TX_LATENCY)
		say_latency(w);
	else if (explainer->why_sent)
		explainer->why_sent(w);
}
