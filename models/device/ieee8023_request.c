/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: the requests for PAUSE frames and for those of a class, in the cycles of a device. models/standard/request.h has the rules. What is visible in a
 * cycle makes the request of the next one, and what the DUT sends is followed, whatever was requested. 802.3 31B.3.1, 31D; doc/devices/ieee8023.md 3. */
#include "ieee8023_request.h"

#include "ieee8023.h"

static uint64_t following(const struct pm_model *m)
{
	return m->now + m->step;
}

uint64_t ieee8023_time(const struct pm_model *m, uint16_t quanta)
{
	return (uint64_t)PAUSE_QUANTUM_OCTETS * quanta * pm_octet_clocks(m, &m->mode);
}

struct standard_request_nature freedoms_of_requests(const struct ieee8023_parameters *p)
{
	return (struct standard_request_nature){ .pulses = p->sends_by == SENDS_BY_PULSE,
		                                 .xon = p->sends_xon,
		                                 .expired = p->xon_expired,
		                                 .kept = p->request_kept == 1,
		                                 .again = p->xoff_again,
		                                 .refresh = (enum standard_refresh)p->refresh };
}

static struct standard_request_nature nature_of(const struct pm_model *m)
{
	const struct ieee8023_parameters *p = ieee8023_freedoms(m);
	struct standard_request_nature ret = freedoms_of_requests(p);

	if (p->refresh != REFRESH_NONE)
		ret.period = ieee8023_time(m, (uint16_t)ieee8023_control(m, PM_CONTROL_refresh));
	return ret;
}

/* Returns the cycle in which the frame on the wire was decided. */
static uint64_t decided_in(const struct pm_model *m)
{
	uint64_t cycle = m->tx.frame.start & ~(uint64_t)(m->step - 1);

	return cycle > m->config.timing.request ? cycle + m->step - m->config.timing.request : 0;
}

static enum standard_due due_in(const struct ieee8023_request *r, const struct standard_request_nature *nature, uint64_t cycle)
{
	return standard_request_repeats(&r->standard, nature, cycle) ? STANDARD_XOFF : r->standard.due;
}

enum standard_due ieee8023_due(const struct pm_model *m, const struct ieee8023_request *r)
{
	struct standard_request_nature nature = nature_of(m);

	return due_in(r, &nature, m->now);
}

bool ieee8023_repeats(const struct pm_model *m, const struct ieee8023_request *r)
{
	struct standard_request_nature nature = nature_of(m);

	return standard_request_repeats(&r->standard, &nature, m->now);
}

uint64_t ieee8023_due_since(const struct pm_model *m, const struct ieee8023_request *r)
{
	const struct standard_request *s = &r->standard;
	uint64_t refresh = (s->refresh + m->step - 1) & ~(uint64_t)(m->step - 1);

	return ieee8023_repeats(m, r) && refresh > s->since ? refresh : s->since;
}

bool ieee8023_is_off(const struct pm_model *m, const struct ieee8023_request *r)
{
	enum standard_due due = ieee8023_due(m, r);

	return due == STANDARD_XOFF || (r->standard.told && due != STANDARD_XON);
}

static bool is_held_in(const struct ieee8023_request *r, const struct standard_request_nature *nature, uint64_t cycle)
{
	return r->standard.told && due_in(r, nature, cycle) != STANDARD_XON;
}

bool ieee8023_is_held(const struct pm_model *m, const struct ieee8023_request *r)
{
	struct standard_request_nature nature = nature_of(m);

	return is_held_in(r, &nature, m->now);
}

void ieee8023_request_step(struct pm_model *m, struct ieee8023_request *r, const struct ieee8023_request_input *in)
{
	struct standard_request_nature nature = nature_of(m);
	enum standard_due before = due_in(r, &nature, m->now), after;
	bool level = r->standard.level, held = is_held_in(r, &nature, m->now);

	if (!nature.pulses)
		standard_request_level(&r->standard, &nature, following(m), in->level);
	standard_request_enable(&r->standard, &nature, following(m), in->enabled);
	if (nature.pulses && in->enabled && (in->pulse_off || in->pulse_on)) {
		r->pulses = (struct pm_pulses){ r->pulses.count + 1, following(m), in->pulse_off };
		standard_request_pulse(&r->standard, following(m), in->pulse_off);
	}
	if (!held && is_held_in(r, &nature, following(m)))
		r->held_since = following(m);
	after = due_in(r, &nature, following(m));
	if (before != STANDARD_NOTHING && after != before)
		r->asked_until = following(m);
	m->changed |= after != before || level != r->standard.level;
}

uint64_t ieee8023_request_next(const struct pm_model *m, const struct ieee8023_request *r)
{
	const struct standard_request *s = &r->standard;
	uint64_t next = PM_NEVER;

	if (!s->told)
		return next;
	if (s->refresh != STANDARD_NEVER && s->refresh > following(m))
		next = s->refresh - m->step;
	return s->over > m->now && s->over < next ? s->over : next;
}

void ieee8023_request_undo(struct pm_model *m, struct ieee8023_request *r)
{
	struct standard_request_nature nature = nature_of(m);
	struct standard_request now = r->standard;

	if (!r->going)
		return;
	r->going = false;
	r->standard = r->before;
	standard_request_level(&r->standard, &nature, following(m), now.level);
	standard_request_enable(&r->standard, &nature, following(m), now.enabled);
	if (!nature.pulses || now.due == STANDARD_NOTHING)
		return;
	r->standard.due = now.due; /* a pulse that came since replaces the one that waits again */
	r->standard.since = now.since;
}

void ieee8023_request_started(struct pm_model *m, struct ieee8023_request *r, bool off, uint64_t until)
{
	struct standard_request_nature nature = nature_of(m);
	struct standard_request *s = &r->standard;

	ieee8023_request_undo(m, r); /* the frame that started was another one than was believed */
	if (!is_held_in(r, &nature, m->now))
		r->held_since = following(m);
	r->before = *s;
	r->going = true;
	r->going_off = off;
	standard_request_starts(s, &nature, following(m), off, decided_in(m));
	if (nature.pulses) {
		bool other = r->before.due != (off ? STANDARD_XOFF : STANDARD_XON);
		if (r->before.due == STANDARD_NOTHING || (!other && r->before.since <= until))
			return;
		s->due = r->before.due;
		s->since = r->before.since;
	} else if (s->enabled) { /* the level may have changed since the DUT decided the frame */
		s->level = !s->level;
		standard_request_level(s, &nature, following(m), !s->level);
	}
}

void ieee8023_request_ended(struct pm_model *m, struct ieee8023_request *r, uint64_t time)
{
	struct standard_request_nature nature = nature_of(m);

	if (!r->going)
		return;
	r->going = false;
	standard_request_ends(&r->standard, &nature, m->now, time);
}

void ieee8023_request_ended_other(struct pm_model *m, struct ieee8023_request *r, uint64_t time)
{
	if (!r->going)
		return;
	ieee8023_request_started(m, r, !r->going_off, 0);
	ieee8023_request_ended(m, r, time);
}

void ieee8023_request_withdraw(struct pm_model *m, struct ieee8023_request *r)
{
	struct standard_request *s = &r->standard;

	if (ieee8023_repeats(m, r))
		s->refresh = STANDARD_NEVER;
	s->told &= s->due != STANDARD_XON;
	s->due = STANDARD_NOTHING;
}
