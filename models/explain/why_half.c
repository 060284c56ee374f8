/* SPDX-License-Identifier: Apache-2.0 */
/* Why a half duplex transmitter waits, collides, repeats and drops. 802.3 4.2.3.2; doc/bcm1250.md 3, 4. */
#include "why.h"

/* The newest collision. */
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

	if (!c->collisions) {
		why_say(w, "no frame waits to be repeated");
		return;
	}
	why_say(w, "after collision %u the jam ended in cycle %llu: a start after 0 to %u slots of %u clocks", c->collisions,
	        why_clock(w, c->jam_end), csma_backoffs(c->collisions) - 1, c->slot);
	why_cause(w, c->jam_end);
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

static void say_pressure(struct why *w)
{
	const struct pm_model *m = w->m;
	uint64_t invoked = m->notes.invoked_cycle[w->q->rule == RULE_BACK_PRESSURE ? CSMA_FORCED_COLLISION : CSMA_FALSE_CARRIER];
	uint64_t since = 0;

	if (m->device->invoked && m->device->invoked(m, &since))
		why_say(w, "flow control is invoked since cycle %llu", why_clock(w, since));
	else if (invoked)
		why_say(w, "flow control was invoked up to cycle %llu", why_clock(w, invoked));
	else
		why_say(w, "flow control is not invoked");
	if (w->q->rule == RULE_BACK_PRESSURE)
		why_say(w, "; a packet since cycle %llu, collided with: %s, up to its clock %u",
		        why_clock(w, m->csma.carrier_since), m->csma.hit ? "yes" : "no", m->mode.csma.hit_clocks);
	why_cause(w, w->q->rule == RULE_BACK_PRESSURE && m->csma.carrier_since ? m->csma.carrier_since : since ? since : invoked);
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
		why_say(w, "an octet takes %u clock%s since cycle %llu", pm_octet_clocks(m, &m->mode), m->mode.gig ? "" : "s",
		        why_clock(w, m->mode_from));
		break;
	default:
		say_pressure(w);
	}
}
