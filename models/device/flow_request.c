/* SPDX-License-Identifier: Apache-2.0 */
/* When a control frame is requested; flow_request.h has the rules. 802.3 31B.1, 31B.3.2, 31D; doc/devices/ieee8023.md 3. */
#include "flow_request.h"

/* From cycle NEXT on an XOFF, or an XON, is requested or not. */
static void note_until(struct flow_request *r, uint64_t next, bool off, bool on)
{
	if (r->off && !off)
		r->off_until = next;
	if (r->on && !on)
		r->on_until = next;
}

/* Nothing is requested and the partner counts as told nothing. True if that is a change. */
static bool forget(struct flow_request *r, uint64_t next)
{
	bool had = r->off || r->on || r->told.off || r->level || r->latched;

	note_until(r, next, false, false);
	if (r->off || r->on)
		r->since = next;
	r->forgotten |= r->going && r->told.off;
	r->withdrawn |= r->off && !r->repeats;
	r->off = r->on = r->repeats = r->level = r->latched = r->risen = false;
	r->told = (struct flow_told){ .off = false };
	return had;
}

/* What is left of a time is seen in CYCLE, and requests an XOFF in the next one; the other periods end there. */
static bool refresh_due(const struct flow_request *r, uint64_t cycle, uint64_t next)
{
	return r->told.off && r->told.refresh && (r->refresh == FLOW_REFRESH_BEFORE_EXPIRY ? cycle : next) >= r->told.refresh;
}

static void set(struct flow_request *r, uint64_t next, bool off, bool on, bool repeats)
{
	note_until(r, next, off, on);
	if (off != r->off || on != r->on)
		r->since = next;
	r->off = off;
	r->on = on;
	r->repeats = repeats;
}

/* The level rises: what it was before is brief if it requests the XOFF that has not started. */
static void note_brief(struct flow_request *r)
{
	uint64_t octets = r->fall - r->rise;

	if (!r->latched)
		r->brief = 0;
	else if (octets > r->brief)
		r->brief = octets;
}

static void step_level(struct flow_request *r, uint64_t cycle, uint64_t next, const struct flow_request_input *in)
{
	bool refresh = in->level && refresh_due(r, cycle, next);
	bool xon = in->xon && (in->expired || r->told.end > cycle);

	if (in->level && !r->level)
		note_brief(r);
	if (in->kept && in->level && !r->level && !r->told.off)
		r->latched = true;
	if (in->level && !r->level) {
		r->doubled = r->withdrawn ? cycle : 0;
		r->withdrawn = false;
	}
	r->withdrawn |= !in->level && r->level && in->again && r->off && !r->repeats && !r->latched;
	if (in->level != r->level)
		*(in->level ? &r->rise : &r->fall) = cycle;
	r->risen = in->level && (r->risen || (in->again && !r->level && r->told.off));
	r->level = in->level;
	if (!in->level && r->told.off && !xon)
		r->told = (struct flow_told){ .off = false };
	set(r, next, r->latched || r->risen || (in->level && !r->told.off) || refresh, !in->level && !r->latched && r->told.off,
	    refresh);
}

static void step_pulses(struct flow_request *r, uint64_t cycle, uint64_t next, const struct flow_request_input *in)
{
	bool refresh = !r->on && !in->pulse_on && refresh_due(r, cycle, next);

	if (in->pulse_off || in->pulse_on) {
		r->pulses = (struct flow_pulses){ r->pulses.count + 1, next, r->pulses.newest, in->pulse_off };
		r->withdrawn = false;
	}
	if (in->pulse_off || in->pulse_on)
		set(r, next, in->pulse_off, !in->pulse_off, false);
	else if (!r->off && refresh)
		set(r, next, true, false, true);
}

/* What a DUT may see otherwise than the model: a level that is enabled when it has just fallen, and an XOFF that counts as sent although it
 * is forgotten. */
static void step_doubts(struct flow_request *r, uint64_t cycle, const struct flow_request_input *in)
{
	bool level = in->level && !in->pulses,
	     xon = r->forgotten && !r->going && in->enabled && !in->pulses && !in->level && in->xon;

	if (r->up && !level)
		r->fell = cycle;
	r->up = level;
	if (!xon)
		r->forgotten_since = 0;
	else if (!r->forgotten_since)
		r->forgotten_since = cycle;
}

bool flow_request_step(struct flow_request *r, uint64_t cycle, uint32_t step, const struct flow_request_input *in)
{
	struct flow_request before = *r;

	step_doubts(r, cycle, in);
	if (!in->enabled)
		return forget(r, cycle + step);
	if (in->pulses)
		step_pulses(r, cycle, cycle + step, in);
	else
		step_level(r, cycle, cycle + step, in);
	return before.off != r->off || before.on != r->on || before.level != r->level || before.told.off != r->told.off ||
	       before.latched != r->latched;
}

void flow_request_started(struct flow_request *r, bool off, uint64_t decided, uint64_t period, enum flow_refresh refresh)
{
	bool from_decision = refresh == FLOW_REFRESH_FROM_DECISION;

	flow_request_undo(r); /* the frame that started was another one than was believed */
	r->told_before = r->told;
	r->latched_before = r->latched;
	r->risen_before = r->risen;
	r->off_before = r->off;
	r->on_before = r->on;
	r->going = true;
	r->forgotten = false;
	r->going_off = off;
	r->period = from_decision ? 0 : period;
	r->refresh = refresh;
	r->told = (struct flow_told){ .off = off,
		                      .end = UINT64_MAX,
		                      .refresh = off && period && from_decision ? decided + period : 0 };
	if (off)
		r->latched = r->risen = r->off = r->repeats = false;
	else
		r->on = false;
}

/* Returns what the partner knows of an XOFF that ended in CYCLE, and when it is repeated. */
static struct flow_told told_at(const struct flow_request *r, uint64_t cycle, uint64_t time)
{
	struct flow_told told = { .off = true, .end = cycle + time, .refresh = r->told.refresh, .doubtful = !time };

	if (r->period && r->refresh == FLOW_REFRESH_FROM_END)
		told.refresh = cycle + r->period;
	else if (r->period)
		told.refresh = cycle + (time > r->period ? time - r->period : 0);
	return told;
}

void flow_request_ended(struct flow_request *r, uint64_t cycle, uint64_t time)
{
	if (!r->going)
		return;
	r->going = false;
	if (r->told.off && r->going_off)
		r->told = told_at(r, cycle, time);
	else if (r->forgotten)
		r->told_before = told_at(r, cycle, time);
}

void flow_request_ended_other(struct flow_request *r, uint64_t cycle, uint64_t time)
{
	bool off = !r->going_off;

	if (!r->going)
		return;
	flow_request_undo(r);
	r->told = (struct flow_told){ .off = off, .end = cycle + time };
}

void flow_request_carried(struct flow_request *r, bool off, uint64_t start, uint64_t decided, uint64_t period,
                          enum flow_refresh refresh)
{
	struct flow_request before;

	flow_request_undo(r);
	before = *r;
	flow_request_started(r, off, decided, period, refresh);
	if ((off ? before.off : before.on) && before.since <= start)
		return;
	r->off = before.off;
	r->on = before.on;
	r->repeats = before.repeats;
	r->latched = before.latched;
	r->risen = before.risen;
}

void flow_request_undo(struct flow_request *r)
{
	if (!r->going)
		return;
	r->going = false;
	r->told = r->told_before;
	r->latched = r->latched_before;
	r->risen = r->risen_before;
	if (r->pulses.count && (r->off || r->on)) /* a pulse that came since replaces the one that waits again */
		return;
	r->off = r->off_before;
	r->on = r->on_before;
}

/* The XON that is requested follows an XOFF that may count as none. */
static bool xon_open(const struct flow_request *r)
{
	return r->on && r->told.doubtful && !r->pulses.count;
}

/* The XOFF that is requested follows one that was on the wire when requests were disabled, and that may count as sent. */
static bool xoff_open(const struct flow_request *r)
{
	return r->off && !r->repeats && r->forgotten && !r->pulses.count;
}

uint64_t flow_request_brief(const struct flow_request *r)
{
	uint64_t newest = r->level ? 0 : r->fall - r->rise;

	if (xon_open(r) || xoff_open(r))
		return 1;
	if (!r->latched)
		return 0;
	return newest > r->brief ? newest : r->brief;
}

void flow_request_withdraw(struct flow_request *r, uint64_t cycle)
{
	if (xoff_open(r)) {
		r->told = r->going ? (struct flow_told){ .off = true, .end = UINT64_MAX } : r->told_before;
		r->told.doubtful |= !r->level;
		r->off = r->latched = r->latched_before = r->forgotten = false;
		r->since = cycle;
		return;
	}
	if (xon_open(r)) {
		r->told = (struct flow_told){ .off = false };
		r->on = false;
		r->since = cycle;
		return;
	}
	if (r->level && !r->brief)
		return;
	if (r->off && r->latched) {
		r->off = false;
		r->since = cycle;
	}
	r->latched = r->latched_before = false;
	r->brief = 0;
}

uint64_t flow_request_next(const struct flow_request *r, uint64_t cycle, uint32_t step)
{
	uint64_t next = UINT64_MAX;

	if (!r->told.off)
		return next;
	if (r->refresh == FLOW_REFRESH_BEFORE_EXPIRY && r->told.refresh > cycle)
		next = r->told.refresh;
	else if (r->told.refresh > cycle + step)
		next = r->told.refresh - step;
	if (r->told.end > cycle && r->told.end < next)
		next = r->told.end;
	return next;
}
