/* SPDX-License-Identifier: Apache-2.0 */
/* Checks PAUSE on a link: the marks that a level crosses, the XOFFs that are sent and received, the transmitters that are held,
 * and the states that must not last. doc/use/link.md 5. */
#include "link_check_parts.h"

#include "base/bounds.h"

#include <inttypes.h>

void link_on_level(struct link_check *c, const struct link_fact *fact)
{
	const struct link_check_end *config = &c->config.end[fact->end];
	struct side *side = &c->side[fact->end];
	struct link_totals *totals = &c->way[!fact->end].totals;
	bool low = fact->value < config->headroom ||
	           (side->low && config->resume > config->headroom && fact->value <= config->resume);

	if (fact->value < totals->min_free)
		totals->min_free = fact->value;
	if (low && !side->low) {
		side->low_ps = c->now;
		totals->crossings += !side->host_open;
	}
	if (!low)
		side->xoff.open = false;
	side->low = low;
}

void link_on_pause_sent(struct link_check *c, const struct link_fact *fact)
{
	struct side *side = &c->side[fact->end];
	struct link_totals *totals = &c->way[fact->end].totals;

	side->xoff.open = fact->value != 0;
	side->xoff.sent_ps = c->now;
	side->xoff.end_ps = c->now + link_pause_ps(c, !fact->end, fact->value);
	if (fact->value)
		totals->xoff++;
	else
		totals->xon++;
}

void link_on_left_pause(struct link_check *c, const struct link_fact *fact)
{
	struct side *partner = &c->side[!fact->end];
	uint64_t end_ps = c->now + link_pause_ps(c, !fact->end, fact->value);

	struct side *own = &c->side[fact->end];

	c->way[fact->end].bad += fact->fate == LINK_DAMAGED;
	own->told[own->told_next++ % TOLD_MAX] = (struct told){
		.came_ps = c->now, .end_ps = end_ps, .xoff = fact->value != 0, .gone = fact->fate != LINK_CLEAN
	};
	if (fact->fate > LINK_DOUBTFUL || (fact->fate == LINK_DOUBTFUL && end_ps < partner->held.end_ps))
		return;
	partner->held.any = true;
	partner->held.came_ps = c->now;
	partner->held.end_ps = end_ps;
	partner->stall_reported = false;
}

/* Returns the latest time at which an inhibit by the newest valid PAUSE is over: a frame that is on the wire finishes before the
 * inhibit begins. */
static uint64_t held_until(const struct link_check *c, unsigned end)
{
	const struct side *side = &c->side[end];

	return side->held.any ? side->held.end_ps + link_longest_ps(c, end) + c->config.end[end].reaction_ps : 0;
}

void link_on_inhibited(struct link_check *c, const struct link_fact *fact)
{
	struct side *side = &c->side[fact->end];

	if (side->inhibited)
		c->way[fact->end].totals.inhibited_ps += link_traffic_ps(c, side->inhibited_ps);
	side->inhibited = fact->value;
	side->inhibited_ps = c->now;
	side->stall_reported = false;
}

/* ---- states that must not last ---- */

void link_check_stalled(struct link_check *c, unsigned end)
{
	struct side *side = &c->side[end];

	if (!side->inhibited || side->stall_reported || c->now <= held_until(c, end))
		return;
	side->stall_reported = true;
	if (side->held.any)
		link_find(c, RULE_LINK_STALLED, end, side->held.came_ps, "transmitter",
		          "free again by %.3f us, when the newest valid PAUSE is over|still inhibited",
		          (double)held_until(c, end) / 1e6);
	else
		link_find(c, RULE_LINK_STALLED, end, side->inhibited_ps, "transmitter",
		          "free: no valid PAUSE has come|inhibited");
}

void link_check_refresh(struct link_check *c, unsigned end)
{
	struct side *side = &c->side[end];

	if (!c->config.end[end].refreshes || !side->low || !side->xoff.open || c->now <= side->xoff.end_ps)
		return;
	side->xoff.open = false;
	link_find(c, RULE_LINK_REFRESH, end, side->xoff.sent_ps, "XOFF", "another XOFF by %.3f us, before this one runs out|none",
	          (double)side->xoff.end_ps / 1e6);
}

/* Returns how long data may wait although nothing holds it. */
static uint64_t patience_ps(const struct link_check *c, unsigned from)
{
	const struct link_check_config *config = &c->config;
	double share = config->end[!from].host_share;

	return config->delay_ps[0] + config->delay_ps[1] + link_longest_ps(c, 0) + link_longest_ps(c, 1) +
	       (uint64_t)((double)link_longest_ps(c, from) / share) + config->end[0].reaction_ps + config->end[1].reaction_ps;
}

void link_check_deadlock(struct link_check *c, unsigned from)
{
	struct way *way = &c->way[from];
	uint64_t since;

	if (!link_waiting(way) || way->stuck || way->cut || c->way[!from].cut || !c->side[!from].host_open ||
	    c->config.end[!from].host_share <= 0)
		return;
	since = greatest(greatest(way->waiting_ps, way->progress_ps), greatest(held_until(c, from), c->side[!from].host_ps));
	since = greatest(since, greatest(way->cut_ps, c->way[!from].cut_ps));
	if (c->now <= since + patience_ps(c, from))
		return;
	way->stuck = true;
	link_find(c, RULE_LINK_DEADLOCK, from, since, link_direction(from),
	          "a frame is delivered by %.3f us|%" PRIu64 " wait, none is delivered",
	          (double)(since + patience_ps(c, from)) / 1e6, link_waiting(way));
}
