/* SPDX-License-Identifier: Apache-2.0 */
/* Checks the frames of a link. doc/use/link.md 5.
 *
 * A direction has a list of its frames by number. A frame is offered, then leaves the cable clean, damaged or lost, then is
 * delivered or not. When a frame is delivered, all earlier frames of its direction that left the cable clean and were not
 * delivered become *missing*. A missing frame that is delivered later is reordered; a frame that is still missing at the end is
 * lost. The MAC reports the frames that it lost in its buffer: there must be no other loss, and none at all where flow control
 * promised that. */
#include "link_check_parts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

const char *const link_why_names[LINK_WHY_COUNT] = {
	[LINK_WHY_HEADROOM] = "headroom",
	[LINK_WHY_EXPIRED] = "expired",
	[LINK_WHY_CABLE] = "cable",
};

static struct frame *frame_at(struct link_check *c, unsigned from, uint64_t number)
{
	struct way *way = &c->way[from];

	return number < way->count ? &way->frames[number] : NULL;
}

/* Which frames a MAC dropped is not known until a later frame comes. */
uint64_t link_waiting(const struct way *way)
{
	uint64_t unknown = way->dropped > way->missing ? way->dropped - way->missing : 0;

	return way->open > unknown ? way->open - unknown : 0;
}

void link_on_offered(struct link_check *c, const struct link_fact *fact)
{
	struct way *way = &c->way[fact->end];

	assert(fact->number == way->count);
	if (way->count == way->capacity) {
		uint64_t capacity = way->capacity ? 2 * way->capacity : 1024;
		struct frame *frames = realloc(way->frames, capacity * sizeof(*frames));
		if (!frames) {
			c->no_memory = true;
			return;
		}
		way->frames = frames;
		way->capacity = capacity;
	}
	way->frames[way->count++] = (struct frame){ .time_ps = fact->time_ps, .len = fact->len, .state = FRAME_OFFERED };
	if (!link_waiting(way))
		way->waiting_ps = fact->time_ps;
	way->open++;
	way->totals.offered++;
	way->totals.offered_octets += fact->len;
}

/* Notes that the direction FROM makes progress, since a frame was delivered or lost. */
static void link_progress(struct link_check *c, unsigned from)
{
	c->way[from].progress_ps = c->now;
	c->way[from].stuck = false;
}

static void close_frame(struct link_check *c, unsigned from, struct frame *frame, enum frame_state state)
{
	if (frame->state == FRAME_OFFERED || frame->state == FRAME_CLEAN)
		c->way[from].open--;
	frame->state = (uint8_t)state;
	frame->time_ps = c->now;
	link_progress(c, from);
}

void link_on_left(struct link_check *c, const struct link_fact *fact)
{
	struct frame *frame = frame_at(c, fact->end, fact->number);
	struct way *way = &c->way[fact->end];

	if (!frame || frame->state != FRAME_OFFERED) {
		link_find_frame(c, RULE_LINK_DUPLICATED, fact->end, fact->number, c->now,
		                "leaves the cable once, after it was sent", frame ? "once more" : "no source sent it");
		return;
	}
	if (fact->fate == LINK_CLEAN) {
		frame->state = FRAME_CLEAN;
		frame->time_ps = c->now;
		way->left_ps = c->now;
		way->left_len = frame->len;
		return;
	}
	way->bad += fact->fate == LINK_DAMAGED;
	if (fact->fate == LINK_LOST)
		way->totals.cable_lost++;
	else
		way->totals.damaged++;
	close_frame(c, fact->end, frame, fact->fate == LINK_DOUBTFUL ? FRAME_DOUBTFUL : FRAME_GONE);
}

/* Makes the frames before NUMBER that have not come yet missing. */
static void pass_over(struct link_check *c, unsigned from, uint64_t number)
{
	struct way *way = &c->way[from];

	for (; way->expected < number; way->expected++) {
		struct frame *frame = &way->frames[way->expected];
		if (frame->state != FRAME_CLEAN && frame->state != FRAME_OFFERED)
			continue;
		close_frame(c, from, frame, FRAME_MISSING);
		way->missing++;
	}
}

void link_on_delivered(struct link_check *c, const struct link_fact *fact)
{
	unsigned from = !fact->end;
	struct way *way = &c->way[from];
	struct frame *frame = frame_at(c, from, fact->number);

	if (!frame || frame->state == FRAME_GONE) {
		link_find_frame(c, RULE_LINK_CORRUPTED, from, fact->number, frame ? frame->time_ps : c->now,
		                frame ? "no delivery: the cable damaged or lost it" : "a frame that was sent", "delivered");
		return;
	}
	if (frame->state == FRAME_DELIVERED) {
		link_find_frame(c, RULE_LINK_DUPLICATED, from, fact->number, frame->time_ps, "delivered once", "delivered again");
		return;
	}
	if (frame->state == FRAME_MISSING) {
		link_find_frame(c, RULE_LINK_REORDERED, from, fact->number, frame->time_ps,
		                "delivered before those that were sent later", "delivered after one of them");
		way->missing--;
	}
	if (frame->state == FRAME_DOUBTFUL)
		way->totals.damaged--;
	if (fact->wrong || fact->len != frame->len)
		link_find_frame(c, RULE_LINK_CORRUPTED, from, fact->number, frame->time_ps, "delivered as it was sent",
		                fact->wrong ? fact->wrong : "another length");
	close_frame(c, from, frame, FRAME_DELIVERED);
	pass_over(c, from, fact->number);
	if (way->expected == fact->number)
		way->expected++;
	way->totals.delivered++;
	way->totals.delivered_octets += frame->len;
}

void link_on_foreign(struct link_check *c, const struct link_fact *fact)
{
	link_find(c, RULE_LINK_CORRUPTED, fact->end, c->now, "frame at the host", "a frame of the partner's source|%s",
	          fact->wrong ? fact->wrong : "no mark of a source");
}

/* Returns when the partner of END began the frame that END drops now, which is the newest one that left the cable. */
static uint64_t began_ps(const struct link_check *c, unsigned end)
{
	const struct way *way = &c->way[!end];
	uint64_t before = (uint64_t)((double)(way->left_len + WIRE_EXTRA) * c->config.end[!end].octet_ps) +
	                  c->config.delay_ps[!end];

	return way->left_ps > before ? way->left_ps - before : 0;
}

/* Returns the cause of the loss of that frame, by the newest PAUSE frame that came to the partner before it began the frame: no
 * XOFF (headroom), an XOFF that the cable damaged or lost, or an XOFF whose time was over. An XOFF that came later could not have
 * held the frame, whatever became of the XOFF. */
static enum link_why why_dropped(const struct link_check *c, unsigned end)
{
	const struct side *side = &c->side[end];
	uint64_t began = began_ps(c, end), reaction = c->config.end[!end].reaction_ps;

	for (unsigned i = 1; i <= TOLD_MAX && i <= side->told_next; i++) {
		const struct told *told = &side->told[(side->told_next - i) % TOLD_MAX];
		if (told->came_ps > began)
			continue;
		if (told->gone && told->xoff && told->came_ps >= side->low_ps)
			return LINK_WHY_CABLE;
		if (told->gone)
			continue;
		return told->xoff && told->end_ps <= began + reaction ? LINK_WHY_EXPIRED : LINK_WHY_HEADROOM;
	}
	return LINK_WHY_HEADROOM;
}

void link_on_dropped(struct link_check *c, const struct link_fact *fact)
{
	struct way *way = &c->way[!fact->end];
	enum link_why why = why_dropped(c, fact->end);

	way->dropped++;
	way->totals.lost[why]++;
	link_progress(c, !fact->end);
	if (!c->config.end[fact->end].promised || why == LINK_WHY_CABLE)
		return;
	way->reported++;
	link_find(c, RULE_LINK_LOST, fact->end, c->side[fact->end].low_ps, "frame in the receive buffer",
	          "no loss with this headroom|dropped for want of room (%s)", link_why_names[why]);
}

void link_on_errored(struct link_check *c, const struct link_fact *fact)
{
	struct link_totals *totals = &c->way[!fact->end].totals;
	uint64_t bad = c->way[!fact->end].bad;

	link_progress(c, !fact->end);
	if (++totals->errored > bad)
		link_find(c, RULE_LINK_CORRUPTED, fact->end, c->now, "frame at the host",
		          "no more errored frames than the cable damaged: %" PRIu64 "|%" PRIu64, bad, totals->errored);
}

void link_on_control(struct link_check *c, const struct link_fact *fact)
{
	link_progress(c, !fact->end);
}

void link_finish_lost(struct link_check *c, unsigned from, bool drained)
{
	struct way *way = &c->way[from];
	uint64_t first = 0;
	char actual[96];

	if (drained)
		pass_over(c, from, way->count);
	if (way->missing <= way->dropped)
		return;
	while (way->frames[first].state != FRAME_MISSING)
		first++;
	snprintf(actual, sizeof(actual), "missing, as %" PRIu64 " others; no MAC said that it dropped it",
	         way->missing - way->dropped - 1);
	link_find_frame(c, RULE_LINK_LOST, from, first, way->frames[first].time_ps, "delivered: it left the cable whole", actual);
}
