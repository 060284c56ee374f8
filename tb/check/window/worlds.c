/* SPDX-License-Identifier: Apache-2.0 */
/* A set of worlds; worlds.h. */
#include "worlds.h"

#include <string.h>

static const struct world_event *event_of(const struct worlds *worlds, unsigned stream, uint64_t number)
{
	return &worlds->stream[stream].event[number % WORLDS_PENDING_MAX];
}

/* ---- the set ---- */

void worlds_add(struct worlds *worlds, const struct world *world)
{
	for (unsigned i = 0; i < worlds->count; i++) {
		struct world *other = &worlds->world[i];
		if (memcmp(world->seen, other->seen, sizeof(world->seen)) || !worlds->kind->meet(world, other))
			continue;
		worlds->kind->join(other, world);
		other->from = worlds_least(other->from, world->from);
		other->newest = worlds_most(other->newest, world->newest);
		other->deaf_from = !other->deaf_before ? world->deaf_from
		                 : !world->deaf_before ? other->deaf_from
		                                       : worlds_least(other->deaf_from, world->deaf_from);
		other->deaf_before = worlds_most(other->deaf_before, world->deaf_before);
		other->deaf_to = worlds_most(other->deaf_to, world->deaf_to);
		other->deaf_for = worlds_most(other->deaf_for, world->deaf_for);
		return;
	}
	if (worlds->count == WORLDS_MAX) {
		worlds->undecided++;
		worlds_forget(worlds);
		return;
	}
	worlds->world[worlds->count++] = *world;
}

/* Returns how many events of STREAM each world has seen by now. */
static uint64_t certainly_seen(const struct worlds *worlds, unsigned stream)
{
	const struct worlds_stream *s = &worlds->stream[stream];
	uint64_t n = s->count > WORLDS_PENDING_MAX ? s->count - WORLDS_PENDING_MAX : 0;

	while (n < s->count && event_of(worlds, stream, n)->to <= worlds->now)
		n++;
	return n;
}

/* What is pending may have been seen or not. */
void worlds_forget(struct worlds *worlds)
{
	const uint64_t first = certainly_seen(worlds, WORLDS_FIRST), modes = certainly_seen(worlds, WORLDS_MODES);
	const struct worlds_stream *stream = worlds->stream;
	bool few = (stream[WORLDS_FIRST].count - first + 1) * (stream[WORLDS_MODES].count - modes + 1) <=
	           WORLDS_MAX / WORLDS_FORGOTTEN_MAX;

	worlds->count = 0;
	for (uint64_t i = few ? first : stream[WORLDS_FIRST].count; i <= stream[WORLDS_FIRST].count; i++)
		for (uint64_t k = few ? modes : stream[WORLDS_MODES].count; k <= stream[WORLDS_MODES].count; k++) {
			struct world world = { .seen = { i, k } };
			worlds->kind->forget(worlds->context, &world);
		}
}

void worlds_begin(struct worlds *worlds, const struct worlds_kind *kind, void *context, const struct world *world)
{
	for (unsigned s = 0; s < WORLDS_STREAMS; s++)
		worlds->stream[s].count = 0;
	worlds->now = worlds->undecided = worlds->decides = 0;
	worlds->fault = (struct worlds_fault){ .from = WORLDS_NEVER };
	worlds->kind = kind;
	worlds->context = context;
	worlds->world[0] = *world;
	worlds->count = 1;
}

void worlds_keep(struct worlds *worlds, bool (*may)(void *context, struct world *world, uint64_t at), uint64_t at)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < worlds->count; i++) {
		if (may(worlds->context, &worlds->world[i], at))
			worlds->world[kept++] = worlds->world[i];
		else
			worlds->nearest = worlds->world[i];
	}
	worlds->count = kept;
}

/* ---- what a world sees ---- */

/* Returns by when WORLD sees EVENT of STREAM. */
static uint64_t seen_at_latest(const struct world *world, unsigned stream, const struct world_event *event)
{
	if (stream != WORLDS_FIRST || event->at <= world->deaf_from || event->at >= world->deaf_before)
		return event->to;
	return worlds_most(event->to, worlds_least(world->deaf_to, event->at + world->deaf_for));
}

/* Adds what becomes of WORLD if it sees the next event of STREAM up to and with AT. */
static void branch(struct worlds *worlds, const struct world *world, unsigned stream, uint64_t at)
{
	const struct world_event *event = event_of(worlds, stream, world->seen[stream]);
	uint64_t from = worlds_most(worlds_most(event->from, world->from), worlds->now + 1),
		 to = worlds_least(worlds_most(seen_at_latest(world, stream, event), worlds->now + 1), at);
	struct world seen = *world;

	/* else what waits had been decided before */
	to = worlds_least(to, worlds_minus(worlds->kind->rests_until(worlds->context, world), worlds->decides));
	if (from > to)
		return;
	seen.seen[stream]++;
	seen.from = from;
	if (event->perhaps || event->foreign)
		worlds_add(worlds, &seen);
	if (event->foreign && !event->perhaps)
		return;
	worlds->kind->see(worlds->context, &seen, event, from, to);
	worlds_add(worlds, &seen);
}

/* WORLD may see nothing more up to and with AT. */
static bool may_rest(const struct worlds *worlds, const struct world *world, uint64_t sure, uint64_t rested)
{

	for (unsigned s = 0; s < WORLDS_STREAMS; s++)
		if (world->seen[s] < worlds->stream[s].count &&
		    seen_at_latest(world, s, event_of(worlds, s, world->seen[s])) <= sure)
			return false;
	return worlds->kind->rests_until(worlds->context, world) > rested;
}

static uint64_t seen_by(const struct world *world)
{
	uint64_t ret = 0;

	for (unsigned s = 0; s < WORLDS_STREAMS; s++)
		ret += world->seen[s];
	return ret;
}

/* Returns true if some world of the set has seen more events than SEEN, or FIRST is true, and the least such number in *ret. */
static bool next_seen(const struct worlds *worlds, uint64_t seen, bool first, uint64_t *ret)
{
	uint64_t least = WORLDS_NEVER;

	for (unsigned i = 0; i < worlds->count; i++) {
		uint64_t other = seen_by(&worlds->world[i]);
		if (first || other > seen)
			least = worlds_least(least, other);
	}
	*ret = least;
	return least != WORLDS_NEVER;
}

/* Adds what becomes of WORLD up to and with AT. Returns false if the set began anew. */
static bool branch_all(struct worlds *worlds, const struct world *world, uint64_t at)
{
	const uint64_t undecided = worlds->undecided;

	for (unsigned s = 0; s < WORLDS_STREAMS; s++)
		if (world->seen[s] < worlds->stream[s].count && worlds->undecided == undecided)
			branch(worlds, world, s, at);
	return worlds->undecided == undecided;
}

/* Returns the end of the first span after worlds->now, up to AT, within which no pending event begins to be possible or comes to be certain: so what is seen
 * in a span is seen in any order. */
static uint64_t span_end(const struct worlds *worlds, uint64_t at)
{
	if (worlds_fault_at(&worlds->fault, worlds->now + 1))
		at = worlds_least(at, worlds->fault.to);
	else if (worlds->fault.from != WORLDS_NEVER && worlds->fault.from > worlds->now)
		at = worlds_least(at, worlds->fault.from - 1);
	for (unsigned s = 0; s < WORLDS_STREAMS; s++) {
		const struct worlds_stream *stream = &worlds->stream[s];
		uint64_t oldest = stream->count;
		for (unsigned i = 0; i < worlds->count; i++)
			oldest = worlds_least(oldest, worlds->world[i].seen[s]);
		for (uint64_t n = oldest; n < stream->count; n++) {
			const struct world_event *event = event_of(worlds, s, n);
			if (event->to > worlds->now)
				at = worlds_least(at, event->to);
			if (event->from > worlds->now + 1)
				at = worlds_least(at, event->from - 1);
		}
	}
	return at;
}

/* Adds the worlds in which those that have seen SEEN events started what a link fault hides. What joins a world may hide more of it. */
static void hide_all(struct worlds *worlds, uint64_t seen, uint64_t at)
{
	enum { PASSES = 3 };
	const uint64_t undecided = worlds->undecided;

	if (!worlds->kind->hide || !worlds_fault_at(&worlds->fault, at))
		return;
	for (unsigned pass = 0; pass < PASSES; pass++)
		for (unsigned i = 0; i < worlds->count && worlds->undecided == undecided; i++) {
			const struct world world = worlds->world[i];
			if (seen_by(&world) == seen)
				worlds->kind->hide(worlds->context, &world, worlds->now + 1, at);
		}
}

/* What comes of a world has seen more than that world, so that those which have seen least come first, and worlds that become equal meet before
 * they are looked at. */
static void settle_span(struct worlds *worlds, uint64_t at, uint64_t sure, uint64_t rested)
{
	struct world kept[WORLDS_MAX];
	const uint64_t undecided = worlds->undecided;
	unsigned count = 0;
	uint64_t seen = 0;

	for (bool first = true; next_seen(worlds, seen, first, &seen); first = false) {
		hide_all(worlds, seen, at);
		if (worlds->undecided != undecided) {
			worlds->now = at;
			return;
		}
		for (unsigned i = 0; i < worlds->count; i++) {
			const struct world world = worlds->world[i];
			if (seen_by(&world) != seen)
				continue;
			if (!branch_all(worlds, &world, at)) {
				worlds->now = at;
				return;
			}
			if (may_rest(worlds, &world, sure, rested))
				kept[count++] = world;
			else
				worlds->nearest = world;
		}
	}
	worlds->count = 0;
	for (unsigned i = 0; i < count; i++) {
		worlds->kind->learn(worlds->context, &kept[i], at);
		worlds_add(worlds, &kept[i]);
	}
	worlds->now = at;
}

void worlds_settle(struct worlds *worlds, uint64_t at, uint64_t sure, uint64_t rested)
{
	while (worlds->now < at) {
		uint64_t end = span_end(worlds, at);
		settle_span(worlds, end, worlds_least(end, sure), end == at ? rested : worlds_least(end, rested));
	}
}

/* The events of the first stream that came after SINCE and before BEFORE may be seen as late as TO, or LATER after they came. */
static void put_off(struct worlds *worlds, uint64_t since, uint64_t before, uint64_t to, uint64_t later)
{
	struct worlds_stream *stream = &worlds->stream[WORLDS_FIRST];
	uint64_t oldest = stream->count > WORLDS_PENDING_MAX ? stream->count - WORLDS_PENDING_MAX : 0, latest = 0;

	for (uint64_t n = oldest; n < stream->count; n++) {
		struct world_event *event = &stream->event[n % WORLDS_PENDING_MAX];
		if (event->to <= worlds->now)
			continue;
		if (since < event->at && event->at < before)
			event->to = worlds_most(event->to, later ? event->at + later : to);
		latest = event->to = worlds_most(event->to, latest); /* they are seen in their order */
	}
}

void worlds_postpone(struct worlds *worlds, uint64_t since, uint64_t before, uint64_t to)
{
	put_off(worlds, since, before, to, 0);
}

void worlds_delay(struct worlds *worlds, uint64_t since, uint64_t later)
{
	put_off(worlds, since - 1, WORLDS_NEVER, 0, later);
}

void worlds_happens(struct worlds *worlds, const struct world_event *event)
{
	unsigned number = event->kind == WORLD_ENABLE || event->kind == WORLD_RESET ? WORLDS_MODES : WORLDS_FIRST;
	struct worlds_stream *stream = &worlds->stream[number];
	struct world_event *place = &stream->event[stream->count % WORLDS_PENDING_MAX];

	for (unsigned i = 0; i < worlds->count; i++)
		if (worlds->world[i].seen[number] + WORLDS_PENDING_MAX <= stream->count) {
			worlds->undecided++;
			worlds_forget(worlds);
		}
	*place = *event;
	place->to = worlds_most(place->to, worlds->now + 1); /* what was settled is not told apart any more */
	if (stream->count)
		place->to = worlds_most(place->to, event_of(worlds, number, stream->count - 1)->to);
	stream->count++;
}

void worlds_perhaps(struct worlds *worlds, unsigned number)
{
	struct worlds_stream *stream = &worlds->stream[number];

	if (stream->count)
		stream->event[(stream->count - 1) % WORLDS_PENDING_MAX].perhaps = true;
}

void worlds_readdress(struct worlds *worlds, uint64_t address, uint64_t since)
{
	struct worlds_stream *stream = &worlds->stream[WORLDS_FIRST];
	uint64_t oldest = stream->count > WORLDS_PENDING_MAX ? stream->count - WORLDS_PENDING_MAX : 0;

	for (uint64_t n = oldest; address && n < stream->count; n++) {
		struct world_event *event = &stream->event[n % WORLDS_PENDING_MAX];
		event->perhaps |= event->kind == WORLD_PAUSE && event->address == address && event->at >= since;
	}
}

bool worlds_value(const struct worlds *worlds, const struct world *world, unsigned stream, enum world_event_kind kind, bool value)
{
	const uint64_t seen = world->seen[stream], count = worlds->stream[stream].count;

	for (uint64_t n = seen; n-- && n + WORLDS_PENDING_MAX >= count;)
		if (event_of(worlds, stream, n)->kind == kind)
			return event_of(worlds, stream, n)->on;
	for (uint64_t n = seen; n < count; n++)
		if (event_of(worlds, stream, n)->kind == kind)
			return !event_of(worlds, stream, n)->on;
	return value;
}

/* Returns the event of the first stream with NUMBER, from 1; NULL: there is none, or it is not kept any more. */
static const struct world_event *numbered(const struct worlds *worlds, uint64_t number)
{
	bool kept = number && number + WORLDS_PENDING_MAX > worlds->stream[WORLDS_FIRST].count;

	return kept ? event_of(worlds, WORLDS_FIRST, number - 1) : NULL;
}

const struct world_event *worlds_cause(const struct worlds *worlds)
{
	return numbered(worlds, worlds->nearest.newest);
}

const struct world_event *worlds_before_cause(const struct worlds *worlds)
{
	const struct world_event *event;

	for (uint64_t n = worlds->nearest.newest; n-- && (event = numbered(worlds, n));)
		if (!event->foreign || event->perhaps)
			return event;
	return NULL;
}
