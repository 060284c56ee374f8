/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the rules that a device breaks by a PAUSE frame that part/pause_tx.h does not request. */
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
	ret->once = low && p->done;
	ret->xoff_rule = !low    ? RULE_XOFF_BELOW_LOW
	               : p->done ? (p->refreshes ? RULE_XOFF_REFRESH : RULE_XOFF_ONCE)
	                         : RULE_PAUSE_TX_LATENCY;
	ret->xon_rule = !remote ? RULE_XON_AFTER_XOFF : low ? RULE_XON_ABOVE_HIGH : RULE_PAUSE_TX_LATENCY;
}

/* Says for example "free 319 = high mark 319". */
static void say_mark(struct why *w, uint64_t cycle, const char *name, uint32_t mark)
{
	uint32_t free = why_level(w, cycle);

	why_say(w, "free %u %s %s %u", free, free < mark ? "<" : free > mark ? ">" : "=", name, mark);
}

/* Says why the frame was not due. What was visible when it was decided follows from the rule; the state may have changed since. */
static void say_undue(struct why *w, const struct pause_tx *p, uint32_t low_mark, const char *xon_name, uint32_t xon_mark)
{
	uint64_t decided = w->q->cycle - w->m->config.timing.request, crossing = w->q->cause;

	switch (w->q->rule) {
	case RULE_XOFF_BELOW_LOW:
		say_mark(w, decided, "low mark", low_mark);
		why_say(w, ": XOFF needs fewer; not low");
		why_since(w, crossing);
		why_cause(w, why_level_since(w, decided) > crossing ? why_level_since(w, decided) : crossing);
		break;
	case RULE_XOFF_ONCE:
	case RULE_XOFF_REFRESH:
		if (crossing)
			why_say(w, "the crossing of cycle %llu has had its XOFF", why_clock(w, crossing));
		else
			why_say(w, "this request has had its XOFF");
		why_cause(w, crossing);
		if (pause_tx_refresh_cycle(p))
			why_say(w, ", which is repeated at half of its %u quanta, in cycle %llu", p->quanta,
			        why_clock(w, pause_tx_refresh_cycle(p)));
		else
			why_say(w, ", and no refresh is selected");
		break;
	case RULE_XON_ABOVE_HIGH:
		say_mark(w, decided, xon_name, xon_mark);
		why_say(w, ": XON needs more; low");
		why_since(w, crossing);
		break;
	default:
		if (p->no_xon)
			why_say(w, "this part sends no XON");
		else if (p->adv_end && p->adv_end <= w->q->cycle)
			why_say(w, "no XOFF holds the partner: the time of the newest one was over, or taken back, in cycle %llu",
			        why_clock(w, p->adv_end));
		else if (!p->quanta)
			why_say(w, "no XOFF was sent since the reset");
		else
			why_say(w, "no XOFF holds the partner");
		why_cause(w, !p->no_xon && p->adv_end && p->adv_end <= w->q->cycle ? p->adv_end : crossing);
	}
}

static void say_due(struct why *w, const struct pause_tx *p, uint32_t low_mark, const char *xon_name, uint32_t xon_mark)
{
	uint64_t refresh = pause_tx_refresh_cycle(p);

	if (w->q->xoff && refresh && refresh > p->crossing && refresh <= w->q->cycle) {
		why_say(w, "the XOFF of %u quanta is repeated at half of its time, in cycle %llu, since the buffer is low",
		        p->quanta, why_clock(w, refresh));
		why_since(w, p->crossing);
		why_cause(w, refresh);
	} else if (w->q->xoff && (p->forced || why_level(w, w->q->cause ? w->q->cause - 1 : 0) >= low_mark)) {
		why_say(w, "a register bit makes the buffer count as low");
		why_since(w, w->q->cause);
	} else if (w->q->xoff) {
		say_mark(w, w->q->cause ? w->q->cause - 1 : 0, "low mark", low_mark);
		why_say(w, " in cycle %llu: XOFF", why_clock(w, w->q->cause ? w->q->cause - 1 : 0));
	} else {
		say_mark(w, w->q->cause ? w->q->cause - 1 : 0, xon_name, xon_mark);
		why_say(w, " in cycle %llu, and the time of the XOFF runs until cycle %llu: XON",
		        why_clock(w, w->q->cause ? w->q->cause - 1 : 0), why_clock(w, p->adv_end));
	}
}

/* Returns the low mark at the time when the frame of the question was requested; if it was not due, when it started. */
static uint32_t low_mark_then(const struct why *w)
{
	const struct pm_notes *n = &w->m->notes;

	if (w->q->undue)
		return n->started.low_mark;
	for (unsigned i = 0; i < PM_ASKED; i++)
		if (n->asked[i].cycle == w->q->cause)
			return n->asked[i].low_mark;
	return w->m->mode.low_mark;
}

void why_pause_marks(struct why *w)
{
	const struct pm_model *m = w->m;
	const struct reg_row *high = reg_by_name(m->regs.page, "HIGH_WATERMARK");
	bool low_for_both = !high || m->config.bcm5718.xon_uses_low_wm;
	const char *xon_name = low_for_both ? "low mark" : "high mark";
	uint32_t low_mark = low_mark_then(w);
	uint32_t xon_mark = low_for_both ? low_mark : (uint32_t)m->regs.value[high - m->regs.page->rows];

	if (w->q->undue)
		say_undue(w, pause_marks(m), low_mark, xon_name, xon_mark);
	else
		say_due(w, pause_marks(m), low_mark, xon_name, xon_mark);
}
