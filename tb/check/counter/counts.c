/* SPDX-License-Identifier: Apache-2.0 */
#include "check/counter/counts.h"

#include "base/bounds.h"

#include <string.h>

/* How much a counter has counted since it held the base of a world, and what it holds, at least and at most. */
struct range {
	uint64_t first, last;
	uint64_t low, high;
};

void counts_begin(struct counts *counts, uint64_t base, struct counts_total total)
{
	counts->world[0] = (struct counts_world){ .base = base, .least = total.least, .most = total.most };
	counts->worlds = 1;
	counts->clears = 0;
}

/* What a counter holds that has counted AMOUNT since it held BASE. One that wraps is followed over its end. */
static uint64_t holds(const struct counts_view *view, uint64_t base, uint64_t amount)
{
	return view->sticks && amount > view->end - base ? view->end : base + amount;
}

static struct range range_of(const struct counts_world *world, const struct counts_view *view, struct counts_total total)
{
	struct range range = {
		.first = greatest(world->counted, total.least > world->most ? total.least - world->most : 0),
		.last = greatest(world->counted, total.most > world->least ? total.most - world->least : 0),
	};

	range.low = holds(view, world->base, range.first);
	range.high = holds(view, world->base, range.last);
	return range;
}

/* The bits of the register at VIEW, from bit 0 on. */
static uint64_t bits_of(const struct counts_view *view)
{
	return view->end >> view->shift & view->word;
}

/* Narrows RANGE to what shows VALUE. Returns false if nothing does. */
static bool narrow(struct range *range, const struct counts_world *world, const struct counts_view *view, uint64_t value)
{
	const uint64_t bits = bits_of(view), units = UINT64_MAX >> view->shift, unit = ((uint64_t)1 << view->shift) - 1;
	uint64_t from = range->low >> view->shift, to = range->high >> view->shift;
	uint64_t ahead = (value - from) & bits, left = (to - from) & units;

	if (value > bits || ahead > left)
		return false;
	if (ahead) {
		range->low = (from + ahead) << view->shift;
		range->first = range->low - world->base;
	}
	left -= ahead;
	if (bits != UINT64_MAX) /* the last time that it shows the value */
		left %= bits + 1;
	if (left) {
		range->high = ((to - left) << view->shift) | unit;
		range->last = range->high - world->base;
	}
	return true;
}

/* Adds WORLD to the set. Worlds that differ in their ranges alone, and whose ranges meet, are one. */
static void add(struct counts *counts, struct counts_world world)
{
	for (unsigned i = 0; i < counts->worlds; i++) {
		struct counts_world *other = &counts->world[i];
		if (other->base != world.base || other->waits != world.waits || other->least > world.most ||
		    world.least > other->most)
			continue;
		other->least = least(other->least, world.least);
		other->most = greatest(other->most, world.most);
		other->counted = least(other->counted, world.counted);
		return;
	}
	if (counts->worlds == COUNTS_WORLDS_MAX)
		counts->crowded = true;
	else
		counts->world[counts->worlds++] = world;
}

/* If there were more worlds than are followed, forgets all of them. */
static void forget_crowd(struct counts *counts)
{
	if (!counts->crowded)
		return;
	counts->crowded = false;
	counts->crowds++;
	counts->worlds = 0;
}

/* WORLD after the oldest of the clears that it waits for. A read that it had meanwhile came before that. */
static struct counts_world cleared(const struct counts *counts, struct counts_world world)
{
	struct counts_total total = counts->clear[counts->clears - world.waits].total;

	world.base = 0;
	world.least = greatest(world.least + world.counted, total.least);
	world.most = greatest(world.least, total.most);
	world.counted = 0;
	world.waits--;
	return world;
}

/* The worlds that wait for the oldest clear have seen it. */
static void settle_oldest(struct counts *counts)
{
	for (unsigned i = 0; i < counts->worlds; i++)
		if (counts->world[i].waits == counts->clears)
			counts->world[i] = cleared(counts, counts->world[i]);
	counts->clears--;
	memmove(counts->clear, counts->clear + 1, counts->clears * sizeof(counts->clear[0]));
}

void counts_settle(struct counts *counts, uint64_t cycle)
{
	if (!counts->clears)
		return;
	while (counts->clears && counts->clear[0].settled <= cycle)
		settle_oldest(counts);
	for (unsigned waits = counts->clears; waits; waits--)
		for (unsigned i = 0; i < counts->worlds; i++)
			if (counts->world[i].waits == waits)
				add(counts, cleared(counts, counts->world[i]));
	forget_crowd(counts);
}

void counts_clear(struct counts *counts, struct counts_total total, uint64_t settled)
{
	if (counts->clears == COUNTS_CLEARS_MAX) {
		counts->crowded = true;
		forget_crowd(counts);
		counts->clears = 0;
	}
	for (unsigned i = 0; i < counts->worlds; i++)
		counts->world[i].waits++;
	counts->clear[counts->clears++] = (struct counts_clear){ .settled = settled, .total = total };
}

void counts_load(struct counts *counts, const struct counts_view *view, struct counts_total total, uint64_t value, uint64_t mask)
{
	const uint64_t kept = view->end & ~mask;
	uint64_t base = 0;
	bool known = !kept || counts->worlds;

	for (unsigned i = 0; kept && i < counts->worlds; i++) {
		struct range range = range_of(&counts->world[i], view, total);
		known = known && range.low == range.high && (!i || (range.low & kept) == base);
		base = range.low & kept;
	}
	counts_begin(counts, base | (value & mask & view->end), total);
	if (!known)
		counts->worlds = 0;
}

/* WORLD after a read that RANGE explains. A total that was perhaps counted, and was not, may have been among those of an earlier access. Returns false if what the read left is not known. */
static bool pass(struct counts_world *world, const struct range *range, const struct counts_view *view, struct counts_total total)
{
	const uint64_t left = view->end & ~view->takes;

	world->counted = view->takes ? 0 : range->first;
	if (!view->takes) {
		world->least = greatest(world->least, total.least - least(total.least, range->last));
		world->most = greatest(world->least, least(world->most, total.most - least(total.most, range->first)));
		return true;
	}
	world->least = greatest(total.least, world->least + range->first);
	world->most = greatest(world->least, least(total.most, world->most + range->last));
	world->base = range->low & left;
	return (range->high & left) == world->base;
}

/* The part of TOTAL in which WORLD may still wait for a clear. */
static struct counts_total before_clear(const struct counts *counts, const struct counts_world *world, struct counts_total total)
{
	if (world->waits)
		total.most = least(total.most, counts->clear[counts->clears - world->waits].total.most);
	return total;
}

bool counts_read(struct counts *counts, const struct counts_view *view, struct counts_total total, uint64_t value,
                 struct counts_total *ret_held)
{
	struct counts_total held = { .least = UINT64_MAX };
	struct counts after = *counts;
	bool known = true;

	if (!counts->worlds) {
		if (!counts->clears && bits_of(view) << view->shift == view->end)
			counts_begin(counts, value & ~view->takes, total);
		*ret_held = (struct counts_total){ .most = UINT64_MAX };
		return value <= bits_of(view);
	}
	after.worlds = 0;
	for (unsigned i = 0; i < counts->worlds; i++) {
		struct counts_world world = counts->world[i];
		struct counts_total now = before_clear(counts, &world, total);
		struct range range = range_of(&world, view, now);
		if (now.least > now.most || !narrow(&range, &world, view, value))
			continue;
		held.least = least(held.least, range.low & view->end);
		held.most = greatest(held.most, range.high & view->end);
		known = pass(&world, &range, view, now) && known;
		add(&after, world);
	}
	if (!after.worlds)
		return false;
	if (!known)
		after.worlds = 0;
	*counts = after;
	*ret_held = held;
	return true;
}

void counts_nearest(const struct counts *counts, const struct counts_view *view, struct counts_total total, uint64_t value,
                    struct counts_total *ret)
{
	const uint64_t bits = bits_of(view);
	uint64_t nearest = UINT64_MAX;

	*ret = (struct counts_total){ .most = bits };
	for (unsigned i = 0; i < counts->worlds; i++) {
		struct range range = range_of(&counts->world[i], view, total);
		uint64_t first = range.low >> view->shift & bits, last = range.high >> view->shift & bits;
		uint64_t distance = least((first - value) & bits, (value - last) & bits);
		if (i && distance >= nearest)
			continue;
		nearest = distance;
		*ret = (struct counts_total){ .least = first, .most = last };
	}
}
