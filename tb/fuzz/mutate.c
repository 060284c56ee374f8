/* SPDX-License-Identifier: Apache-2.0 */
/* Changes of the list of items: mutate.h. */
#include "mutate.h"

#include "base/random.h"
#include "generate/seed.h"

#include <errno.h>
#include <string.h>

enum {
	ITEMS_MAX = 500,     /* a longer stimulus gets no more items */
	MOVED_MAX = 8,       /* so many items are left out, doubled or moved at once */
	SPLICED_MAX = 40,    /* so many items come from another stimulus */
	BOUND_CLOCKS = 2000, /* the bound of a wait that had none */
	/* A stimulus has so many waits until before a moment: for each, the simulation runs ahead (tb/drive/loop_ahead.c). */
	AHEAD_MAX = 2,
};

uint32_t mutator_below(struct mutator *m, uint32_t limit)
{
	return random_below(&m->state, limit);
}

int mutator_open(struct mutator *ret, const struct dut *dut, uint64_t seed)
{
	*ret = (struct mutator){ .dut = dut, .page = dut_page(dut), .state = random_of(seed) };
	return stimulus_generate_frame(dut, &ret->begin, &ret->end);
}

void mutator_close(struct mutator *m)
{
	stimulus_release(&m->begin);
	stimulus_release(&m->end);
}

size_t mutator_end_of(const struct mutator *m, const struct stimulus *st)
{
	if (st->count < m->end.count)
		return 0;
	for (size_t i = 0; i < m->end.count; i++)
		if (st->items[st->count - m->end.count + i].kind != m->end.items[i].kind)
			return 0;
	return m->end.count;
}

void mutator_accept(struct stimulus *st)
{
	size_t left = 0;

	for (size_t i = 0; i < st->count; i++) {
		struct item *item = &st->items[i];
		if (item->kind == ITEM_EXPECT)
			continue;
		if (item->kind == ITEM_REG_READ)
			item->u.reg.expect_mask = 0;
		if (item->kind == ITEM_WAIT && item->u.wait.what >= WAIT_START && !item->u.wait.cycles)
			item->u.wait.cycles = BOUND_CLOCKS;
		item->sweep = 0;
		st->items[left++] = *item;
	}
	st->count = left;
	st->covers = (struct cover_set){ .has = { false } };
	st->purposes[0] = 0;
}

/* ---- lists ---- */

/* A stimulus under change. Its last .end items stay as they are. */
struct change {
	struct mutator *m;
	struct stimulus *st;
	const struct stimulus *other;
	size_t end;
	int error;
};

static size_t body_of(const struct change *c)
{
	return c->st->count - c->end;
}

static size_t place(struct change *c, size_t limit)
{
	return limit ? mutator_below(c->m, (uint32_t)limit) : 0;
}

/* Makes room for COUNT items ahead of item AT and puts copies of ITEMS, which are not of this stimulus, there. */
static void put(struct change *c, size_t at, const struct item *items, size_t count)
{
	size_t last = c->st->count;

	for (size_t i = 0; i < count && !c->error; i++) {
		struct item item;
		c->error = item_copy(&items[i], &item);
		if (!c->error)
			c->error = stimulus_append(c->st, &item);
	}
	if (c->error) /* items that were appended stay behind the end */
		return;
	for (size_t i = 0; i < count; i++) {
		struct item item = c->st->items[last + i];
		memmove(&c->st->items[at + i + 1], &c->st->items[at + i], (last - at) * sizeof(item));
		c->st->items[at + i] = item;
	}
}

/* Puts ITEM ahead of item AT, and owns its octets from now on. */
static void put_one(struct change *c, size_t at, const struct item *item)
{
	put(c, at, item, 1);
	item_release(item);
}

static void take_out(struct change *c, size_t at, size_t count)
{
	struct stimulus *st = c->st;

	for (size_t i = 0; i < count; i++)
		item_release(&st->items[at + i]);
	memmove(&st->items[at], &st->items[at + count], (st->count - at - count) * sizeof(st->items[0]));
	st->count -= count;
}

/* Draws a piece of at most MOST of COUNT items; short ones are more likely. */
static size_t piece(struct change *c, size_t count, size_t most, size_t *ret_at)
{
	size_t len = 1 + place(c, most);

	if (mutator_below(c->m, 2))
		len = 1 + place(c, len);
	if (len > count)
		len = count;
	*ret_at = place(c, count - len + 1);
	return len;
}

static bool full(const struct change *c)
{
	return c->st->count >= ITEMS_MAX;
}

/* ---- changes ---- */

static void leave_out(struct change *c)
{
	size_t at, len = piece(c, body_of(c), MOVED_MAX, &at);

	take_out(c, at, len);
}

/* Puts copies of COUNT items of ST from AT on at another place. */
static void copy_from(struct change *c, const struct stimulus *st, size_t at, size_t count, size_t to)
{
	struct stimulus part = { 0 };

	for (size_t i = 0; i < count && !c->error; i++) {
		struct item item;
		c->error = item_copy(&st->items[at + i], &item);
		if (!c->error)
			c->error = stimulus_append(&part, &item);
	}
	if (!c->error)
		put(c, to, part.items, count);
	stimulus_release(&part);
}

static void double_some(struct change *c)
{
	size_t at, len = piece(c, body_of(c), MOVED_MAX, &at);

	if (!full(c))
		copy_from(c, c->st, at, len, mutator_below(c->m, 2) ? at + len : place(c, body_of(c) + 1));
}

static void move_some(struct change *c)
{
	size_t at, len = piece(c, body_of(c), MOVED_MAX, &at), to = at + place(c, 2 * MOVED_MAX);

	to = to > MOVED_MAX ? to - MOVED_MAX : 0;
	if (to > body_of(c) - len)
		to = body_of(c) - len;
	copy_from(c, c->st, at, len, to <= at ? to : to + len);
	if (!c->error)
		take_out(c, to <= at ? at + len : at, len);
}

static void splice(struct change *c)
{
	size_t count = c->other->count - mutator_end_of(c->m, c->other), at, len;

	if (full(c) || !count)
		return;
	len = piece(c, count, SPLICED_MAX, &at);
	copy_from(c, c->other, at, len, place(c, body_of(c) + 1));
}

/* Replaces the rest of this stimulus by the rest of the other one. */
static void cross(struct change *c)
{
	size_t count = c->other->count - mutator_end_of(c->m, c->other), from = place(c, count), at = place(c, body_of(c));

	if (!count || body_of(c) < 2 || at + count - from > ITEMS_MAX)
		return;
	take_out(c, at, body_of(c) - at);
	copy_from(c, c->other, from, count - from, at);
}

static void change_value(struct change *c)
{
	enum { TRIES = 8 };

	for (unsigned i = 0; i < TRIES; i++)
		if (mutate_item(c->m, &c->st->items[place(c, body_of(c))]))
			return;
}

static void put_new_at(struct change *c, size_t at)
{
	struct item item;

	if (full(c) || (c->error = mutate_new(c->m, c->st, at, &item)))
		return;
	put_one(c, at, &item);
}

/* Puts several new items at one place. */
static void put_burst(struct change *c)
{
	enum { MOST = 12 };
	size_t at = place(c, body_of(c) + 1);

	for (size_t left = 2 + place(c, MOST); left && !c->error; left--)
		put_new_at(c, at++);
}

static void put_new(struct change *c)
{
	put_new_at(c, place(c, body_of(c) + 1));
}

/* Lets an item, or a new one, meet a moment. */
static void meet(struct change *c)
{
	size_t at = place(c, body_of(c));
	struct item moment;

	if (full(c))
		return;
	if (mutator_below(c->m, 2)) {
		struct item item;
		c->error = mutate_new(c->m, c->st, at, &item);
		if (c->error)
			return;
		put_one(c, at, &item);
	}
	moment = mutate_moment(c->m, &c->st->items[at]);
	if (!c->error)
		put_one(c, at, &moment);
}

/* Makes the items after a wait come a few clocks earlier or later. */
static void shift(struct change *c)
{
	enum { TRIES = 16, MOST = 4 };

	for (unsigned i = 0; i < TRIES; i++) {
		struct item *item = &c->st->items[place(c, body_of(c))];
		int32_t by = (int32_t)mutator_below(c->m, 2 * MOST) - MOST;
		if (item->kind != ITEM_WAIT)
			continue;
		by += by >= 0;
		if (item->u.wait.what == WAIT_CYCLES)
			item->u.wait.cycles = (int32_t)item->u.wait.cycles + by > 0 ? item->u.wait.cycles + (uint32_t)by : 1;
		else if (item->u.wait.what >= WAIT_START && item->u.wait.what <= WAIT_READ)
			item->u.wait.at += by;
		else
			continue;
		return;
	}
}

static void change_power_up(struct change *c)
{
	c->st->seed = 1 + mutator_below(c->m, 1000);
}

static const struct {
	unsigned weight;
	void (*change)(struct change *c);
} changes_table[] = {
	{ 10, leave_out }, { 8, double_some }, { 8, move_some }, { 14, splice }, { 4, cross },           { 40, change_value },
	{ 10, put_new },   { 8, put_burst },   { 16, meet },     { 16, shift },  { 1, change_power_up },
};
enum { CHANGES = sizeof(changes_table) / sizeof(changes_table[0]) };

static void change_one(struct change *c)
{
	unsigned total = 0, at, i = 0;

	for (i = 0; i < CHANGES; i++)
		total += changes_table[i].weight;
	at = mutator_below(c->m, total);
	for (i = 0; at >= changes_table[i].weight; i++)
		at -= changes_table[i].weight;
	if (body_of(c))
		changes_table[i].change(c);
	else
		put_new(c);
}

static bool looks_ahead(const struct item *item)
{
	return item->kind == ITEM_WAIT && item->u.wait.what >= WAIT_START && item->u.wait.at < 0;
}

/* Leaves out waits that look ahead, so that a run costs no more than one of the generator. */
static void spare_copies(struct change *c)
{
	size_t ahead = 0, most, out;

	for (size_t i = 0; i < body_of(c); i++)
		ahead += looks_ahead(&c->st->items[i]);
	for (most = mutator_below(c->m, 3) ? 0 : AHEAD_MAX; ahead > most; ahead--) {
		out = place(c, ahead);
		for (size_t i = 0; i < body_of(c); i++)
			if (looks_ahead(&c->st->items[i]) && !out--) {
				take_out(c, i, 1);
				break;
			}
	}
}

int mutator_change(struct mutator *m, const struct stimulus *parent, const struct stimulus *other, unsigned changes,
                   struct stimulus *ret)
{
	struct change c = { .m = m, .st = ret, .other = other, .error = stimulus_copy(parent, ret) };

	ret->name[0] = 0;
	ret->needs |= other->needs;
	c.end = mutator_end_of(m, ret);
	if (!c.end && !c.error) {
		put(&c, ret->count, m->end.items, m->end.count);
		c.end = m->end.count;
	}
	while (changes-- && !c.error)
		change_one(&c);
	if (!c.error)
		spare_copies(&c);
	return c.error;
}
