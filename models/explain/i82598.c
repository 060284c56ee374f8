/* SPDX-License-Identifier: Apache-2.0 */
/* 82598EB: which rules a PAUSE frame breaks that is not due. doc/devices/i82598.md 3. */
#include "device/i82598.h"

#include "explain.h"

#include <inttypes.h>

enum {
	/* An XOFF so soon after the end of another is that one sent twice, and no refresh at a wrong time. */
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
		ret->once = m->now <= s->xoff_end + TWICE_OCTETS;
		ret->xoff_rule = ret->once ? RULE_XOFF_ONCE : RULE_XOFF_REFRESH;
	}
	ret->xon_rule = s->full || !xone ? RULE_XON_BELOW_LOW : s->out ? RULE_PAUSE_TX_LATENCY : RULE_XON_AFTER_XOFF;
}

/* Says for example "fullness 5120 = high mark 5120 octets". */
static void say_mark(struct why *w, uint64_t cycle, const char *name, uint32_t octets)
{
	uint32_t level = why_level(w, cycle);

	why_say(w, "fullness %u %s %s %u octets", level, level < octets ? "<" : level > octets ? ">" : "=", name, octets);
}

static uint64_t fcrtv(const struct pm_model *m)
{
	return m->regs.value[registers_named(&m->regs, "FCRTV")] & UINT16_MAX;
}

static void say_refresh(struct why *w, const struct i82598_state *s)
{
	struct pm_pause_memory memory;

	pm_pause_memory(w->m, &memory);
	why_say(w, "the crossing of cycle %llu has had its XOFF, which ended in cycle %llu", why_clock(w, s->crossing),
	        why_clock(w, s->xoff_end));
	if (memory.refresh)
		why_say(w, "; its shadow timer is down to FCRTV = %" PRIu64 " in cycle %llu", fcrtv(w->m),
		        why_clock(w, memory.refresh));
	else if (fcrtv(w->m))
		why_say(w, ", and with FCRTV = %" PRIu64 " no refresh is ahead", fcrtv(w->m));
	else
		why_say(w, ", and FCRTV = 0 selects no refresh");
	why_cause(w, s->xoff_end);
}

/* Says by the marks why a PAUSE frame is not due. */
static void say_undue(struct why *w, const struct i82598_state *s)
{
	uint64_t decided = w->q->cycle - w->m->config.timing.request, level = why_level_since(w, decided);
	bool below = why_level(w, decided) < w->m->mode.low_mark;

	if (w->q->xoff)
		say_mark(w, decided, "high mark", i82598_high_mark(w->m));
	else
		say_mark(w, decided, "low mark", w->m->mode.low_mark);
	why_say(w, " in cycle %llu", why_clock(w, decided));
	if (w->q->xoff)
		why_say(w, ": XOFF needs %s; not full", w->m->config.i82598.high_mark_above ? "more" : "as many");
	else
		why_say(w, below ? ", but the buffer is full again" : ": XON needs less; full");
	why_since(w, w->q->cause);
	why_cause(w, level > s->crossing ? level : s->crossing);
}

/* Says why one is due. The level passed the mark in the cycle before the request. */
static void say_due(struct why *w, const struct i82598_state *s)
{
	const struct i82598_crossed *crossed = NULL;
	uint64_t decided = w->q->cause - (w->q->cause ? w->m->step : 0);
	uint32_t mark, level;

	for (unsigned i = 0; i < I82598_CROSSED; i++)
		if (s->crossed[i].cycle == w->q->cause)
			crossed = &s->crossed[i];
	mark = crossed ? crossed->mark : w->q->xoff ? i82598_high_mark(w->m) : w->m->mode.low_mark;
	level = crossed ? crossed->level : why_level(w, decided);
	why_say(w, "fullness %u %s %s mark %u octets in cycle %llu: %s", level,
	        level < mark   ? "<"
	        : level > mark ? ">"
	                       : "=",
	        w->q->xoff ? "high" : "low", mark, why_clock(w, decided), w->q->xoff ? "XOFF" : "XON after the XOFF");
}

static void say_sent(struct why *w)
{
	const struct i82598_state *s = w->m->state;

	if (w->q->undue && (w->q->rule == RULE_XOFF_ONCE || w->q->rule == RULE_XOFF_REFRESH)) {
		say_refresh(w, s);
	} else if (w->q->xoff && !w->q->undue && s->refreshed && w->q->rule == RULE_XOFF_REFRESH) {
		why_say(w,
		        "the XOFF that ended in cycle %llu is repeated in cycle %llu, when its shadow timer is down to FCRTV = "
		        "%" PRIu64,
		        why_clock(w, s->xoff_end), why_clock(w, s->refreshed), fcrtv(w->m));
		why_cause(w, s->xoff_end);
	} else if (!w->q->xoff && !i82598_xon_enabled(w->m)) {
		why_say(w, "XONE = 0: no XON is sent");
	} else if (!w->q->xoff && w->q->rule == RULE_XON_AFTER_XOFF) {
		if (s->xoff_end)
			why_say(w, "no XOFF is outstanding, the newest one ended in cycle %llu", why_clock(w, s->xoff_end));
		else
			why_say(w, "no XOFF was sent since the reset");
	} else if (w->q->undue) {
		say_undue(w, s);
	} else {
		say_due(w, s);
	}
}

static const struct pm_filter filter = { .modes = "FCTRL", .low = "RAL%u", .high = "RAH%u", .valid = 1u << 31 };

static const struct why_field fields[] = {
	{ WHY_BOUND | WHY_LONG, "HLREG0", "JUMBOEN" },
	{ WHY_BOUND | WHY_LONG, "MHADD", "MFS" },
	{ WHY_ERROR, "FCTRL", "SBP" },
	{ WHY_LENGTH, "HLREG0", "RXLNGTHERREN" },
	{ WHY_PAUSE, "FCTRL", "DPF" },
	{ WHY_CONTROL, "FCTRL", "PMCF" },
	{ WHY_STRIP, "HLREG0", "RXCRCSTRP" },
	{ 0, NULL, NULL },
};

const struct pm_explainer pm_explain_i82598 = {
	.fields = fields, .filter = &filter, .pause_sent = explain_pause_sent, .why_sent = say_sent
};
