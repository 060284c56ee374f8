/* SPDX-License-Identifier: Apache-2.0 */
/* Says why a transmitter in half duplex waits, collides, repeats and drops. 802.3 4.2.3.2; doc/devices/bcm1250.md 3, 4. */
#include "why.h"

/* Says what the newest collision was. */
static void say_collision(struct why *w)
{
	const struct pm_tx_frame *frame = &w->m->tx.frame;
	bool late = frame->collided_at >= frame->slot_clocks;

	why_say(w, "collision in clock %u of a slot of %u: %s, number %u of the frame", frame->collided_at, frame->slot_clocks,
	        late ? "late" : "early", frame->attempt);
	why_cause(w, frame->start + frame->collided_at);
}

static void say_fate(struct why *w)
{
	const struct pm_tx_end *end = &w->m->tx.end;

	if (end->late)
		why_say(w, ": dropped");
	else if (end->excessive)
		why_say(w, ": the sixteenth, dropped");
	else if (end->collision && !end->mode.retry)
		why_say(w, ": dropped, since repeating is off");
	else if (end->repeat)
		why_say(w, ": repeated");
}

static void say_wait(struct why *w)
{
	const struct csma *c = &w->m->csma;
	const struct pm_backoff newest = { .jam_end = c->jam_end, .slot = c->slot, .collisions = c->collisions },
				*b = w->q->backoff ? w->q->backoff : &newest;

	if (!b->collisions) {
		why_say(w, "no frame waits to be repeated");
		return;
	}
	why_say(w, "after collision %u the jam ended in cycle %llu: a start after 0 to %u slots of %u clocks", b->collisions,
	        why_clock(w, b->jam_end), csma_backoffs(b->collisions) - 1, b->slot);
	why_cause(w, b->jam_end);
}

static void say_carrier(struct why *w)
{
	const struct pm_model *m = w->m;
	const struct csma *c = &m->csma;
	struct pm_started now = {
		0, 0, 0, 0, 0, 0, 0, false, 0, c->crs, c->own, c->carrier_since, c->carrier_last, c->idle_from
	};
	const struct pm_started *s = m->notes.started.cycle == w->q->cycle ? &m->notes.started : &now;

	if (s->crs) {
		why_say(w, "there is carrier since cycle %llu", why_clock(w, s->carrier_since));
		why_cause(w, s->carrier_since);
	} else {
		why_say(w, "carrier ended in cycle %llu", why_clock(w, s->carrier_last));
		why_cause(w, s->carrier_last);
	}
	why_say(w, ", our own signal before cycle %llu; of the gap of %u clocks the first %u look at carrier%s",
	        why_clock(w, s->idle_from), m->mode.csma.gap_clocks, m->mode.csma.first_clocks,
	        s->own ? ", but not after our own" : "");
}

/* Says why the MAC has, or has not, to collide with a packet. doc/devices/bcm1250.md 4. */
static void say_packet(struct why *w)
{
	const struct pm_model *m = w->m;
	const struct csma *c = &m->csma;
	const uint64_t met = why_wire_before(w);

	why_say(w, "; a packet arrives since cycle %llu", why_clock(w, c->carrier_since));
	if (met > c->carrier_since && met < w->q->cycle)
		why_say(w, " and has had its collision, which ended in cycle %llu", why_clock(w, met));
	else if (c->carrier_invoked)
		why_say(w, ", when flow control was invoked: it is collided with once");
	else if (m->mode.csma.hit_clocks)
		why_say(w, ", when flow control was not invoked: it may be collided with in its clocks 0 to %u",
		        m->mode.csma.hit_clocks - 1);
	else
		why_say(w, ", when flow control was not invoked: it is not collided with");
}

static void say_pressure(struct why *w)
{
	const struct pm_model *m = w->m;
	bool forced = w->q->rule == RULE_BACK_PRESSURE;
	enum csma_pressure signal = forced ? CSMA_FORCED_COLLISION : CSMA_FALSE_CARRIER;
	uint64_t ended = m->notes.invoked_cycle[signal], since = 0;

	if (!m->mode.csma.half_duplex) {
		why_say(w, "full duplex");
		why_since(w, m->notes.duplex_cycle);
		why_cause(w, m->notes.duplex_cycle);
		return;
	}
	if (m->mode.csma.pressure == signal && m->device->invoked && m->device->invoked(m, &since)) {
		why_say(w, "flow control is invoked");
		why_since(w, since);
	} else if (ended && ended < w->q->cycle) {
		since = ended;
		why_say(w, "flow control was invoked up to cycle %llu", why_clock(w, ended));
	} else if (ended) {
		since = w->q->cause;
		why_say(w, "flow control is invoked in cycle %llu", why_clock(w, w->q->cycle));
	} else {
		why_say(w, "flow control is not invoked");
	}
	if (forced && m->csma.carrier_since) {
		say_packet(w);
		since = m->csma.carrier_since;
	} else if (!forced && ended >= w->q->cycle) {
		why_say(w, ", and its preamble goes ahead of data");
	}
	why_cause(w, since);
}

void why_half(struct why *w)
{
	const struct pm_model *m = w->m;

	switch (w->q->rule) {
	case RULE_TX_JAM:
	case RULE_TX_LATE:
	case RULE_TX_RETRY:
		if (!m->tx.frame.collided && !m->tx.end.collision) {
			why_say(w, "no collision met the frame that started in cycle %llu", why_clock(w, m->tx.frame.start));
			why_cause(w, m->tx.frame.start);
			break;
		}
		say_collision(w);
		if (w->q->rule != RULE_TX_JAM)
			say_fate(w);
		else
			why_say(w, ": preamble, then jam from clock %u to %u", m->tx.frame.jam_at,
			        m->tx.frame.jam_at + CSMA_JAM_CLOCKS - 1);
		break;
	case RULE_TX_BACKOFF:
		say_wait(w);
		break;
	case RULE_TX_DEFER:
		say_carrier(w);
		break;
	case RULE_MII_NIBBLES:
		why_say(w, "an octet takes %u clock%s", pm_octet_clocks(m, &m->mode), m->mode.gig ? "" : "s");
		why_since(w, m->notes.speed_cycle);
		if (m->classified && m->classified->last == w->q->cause)
			why_say(w, ", and so the frame that ended in cycle %llu has the right FCS", why_clock(w, w->q->cause));
		else
			why_cause(w, m->notes.speed_cycle);
		break;
	default:
		say_pressure(w);
	}
}
