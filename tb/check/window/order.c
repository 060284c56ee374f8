/* SPDX-License-Identifier: Apache-2.0 */
/* The worlds of a MAC that sends control frames; order.h. */
#include "order.h"

/* ---- the automata of the set ---- */

static bool meet(const struct world *a, const struct world *b)
{
	const struct standard_request *early = &a->request.early, *late = &a->request.late, *other = &b->request.early,
				      *other_late = &b->request.late;

	return early->enabled == other->enabled && early->level == other->level && early->told == other->told &&
	       early->due == other->due && a->request.met == b->request.met &&
	       (early->due == STANDARD_NOTHING ||
	        worlds_ranges_meet(early->since, late->since, other->since, other_late->since)) &&
	       (!early->told || (worlds_ranges_meet(early->refresh, late->refresh, other->refresh, other_late->refresh) &&
	                         worlds_ranges_meet(early->over, late->over, other->over, other_late->over)));
}

static void join(struct world *world, const struct world *other)
{
	struct standard_request *early = &world->request.early, *late = &world->request.late;

	early->since = worlds_least(early->since, other->request.early.since);
	late->since = worlds_most(late->since, other->request.late.since);
	early->refresh = worlds_least(early->refresh, other->request.early.refresh);
	late->refresh = worlds_most(late->refresh, other->request.late.refresh);
	early->over = worlds_least(early->over, other->request.early.over);
	late->over = worlds_most(late->over, other->request.late.over);
}

/* Sending is disabled, and the frame that waits for the one on the wire was handed over before: it still starts. */
static void add_committed(struct order *order, const struct world *world)
{
	struct world committed = *world;

	if (!order->busy)
		return;
	committed.request.early.enabled = committed.request.late.enabled = false;
	for (unsigned due = STANDARD_XOFF; due <= STANDARD_XON; due++) {
		if (world->request.early.due != (enum standard_due)due && !order->nature.unseen)
			continue;
		committed.request.early.due = committed.request.late.due = (enum standard_due)due;
		worlds_add(&order->set, &committed);
	}
}

static void see_mode(struct order *order, struct world *world, const struct world_event *event, uint64_t from, uint64_t to)
{
	const struct standard_request_nature *nature = &order->nature.standard;
	struct world counted = *world;

	if (event->kind == WORLD_RESET) {
		standard_request_reset(&world->request.early);
		standard_request_reset(&world->request.late);
		return;
	}
	if (!event->on)
		add_committed(order, world);
	/* An XOFF that is on the wire when sending is disabled may count as sent. */
	if (!event->on && order->own && world->request.early.told) {
		counted.request.early.enabled = counted.request.late.enabled = false;
		worlds_add(&order->set, &counted);
	}
	if (event->on && world->request.early.told && !world->request.early.enabled) {
		world->request.early.enabled = world->request.late.enabled = true;
		if (!world->request.early.level && nature->xon) {
			world->request.early.due = world->request.late.due = STANDARD_XON;
			world->request.early.since = from;
			world->request.late.since = to;
		}
		return;
	}
	standard_request_enable(&world->request.early, nature, from, event->on);
	standard_request_enable(&world->request.late, nature, to, event->on);
}

/* The level rises while an XON waits: where requests are kept it may still be sent, and the XOFF follow it. The level falls: whether the refresh of the XOFF was due before, so that it stays due, may be open. */
static void see_level(struct order *order, struct world *world, bool on, uint64_t from, uint64_t to)
{
	const struct standard_request_nature *nature = &order->nature.standard;
	struct standard_request *early = &world->request.early, *late = &world->request.late;
	const uint64_t first = early->refresh, last = late->refresh;
	struct world repeats = *world;

	if (!on && nature->kept && first <= to) {
		repeats.request.early.refresh = repeats.request.late.refresh = 0;
		standard_request_level(&repeats.request.early, nature, from, on);
		standard_request_level(&repeats.request.late, nature, to, on);
		repeats.request.late.since = worlds_most(to, worlds_plus(worlds_least(last, to), order->nature.refresh));
		worlds_add(&order->set, &repeats);
	}
	if (on && nature->kept && early->due == STANDARD_XON) {
		repeats.request.early.level = repeats.request.late.level = true;
		worlds_add(&order->set, &repeats);
	}
	early->refresh = late->refresh = STANDARD_NEVER;
	standard_request_level(early, nature, from, on);
	standard_request_level(late, nature, to, on);
	early->refresh = early->told ? first : STANDARD_NEVER;
	late->refresh = late->told ? last : STANDARD_NEVER;
}

static void see(void *context, struct world *world, const struct world_event *event, uint64_t from, uint64_t to)
{
	struct order *order = context;
	struct standard_request *early = &world->request.early, *late = &world->request.late;

	if (event->kind == WORLD_LEVEL) {
		see_level(order, world, event->on, from, to);
	} else if (event->kind == WORLD_PULSE) {
		standard_request_pulse(early, from, event->on);
		standard_request_pulse(late, to, event->on);
	} else {
		see_mode(order, world, event, from, to);
	}
	world->newest = world->seen[WORLDS_FIRST];
}

/* By when a frame that WORLD has asked for, or the refresh of its XOFF, has started on a free wire. */
static uint64_t due_by(const struct order *order, const struct world *world)
{
	const struct standard_request *late = &world->request.late;
	const struct standard_request_nature *nature = &order->nature.standard;
	uint64_t refresh = worlds_plus(late->refresh, order->nature.refresh);

	if (late->due != STANDARD_NOTHING)
		return worlds_plus(late->since, order->nature.error);
	if (!late->enabled || !late->told || !nature->period)
		return WORLDS_NEVER;
	if (order->nature.unseen && (!nature->xon || (!nature->expired && late->refresh >= world->request.early.over)))
		return WORLDS_NEVER; /* the level may have fallen, and no XON come */
	if (order->nature
	        .unseen) /* the level may have fallen just before, and the XON that is due then be taken back by its rise */
		return worlds_plus(refresh, order->nature.request + order->nature.error);
	return late->level || nature->pulses ? worlds_plus(refresh, order->nature.error) : WORLDS_NEVER;
}

static uint64_t rests_until(const void *context, const struct world *world)
{
	const struct order *order = context;

	if (order->busy || order->blocked)
		return WORLDS_NEVER;
	return worlds_most(due_by(order, world), worlds_plus(order->free, order->nature.request));
}

static void learn(const void *context, struct world *world, uint64_t at)
{
	(void)context, (void)world, (void)at;
}

/* What the partner was told, and which frame is due since when, nobody knows. */
static void forget(void *context, struct world *world)
{
	struct order *order = context;
	struct standard_request *early = &world->request.early, *late = &world->request.late;

	for (unsigned told = 0; told <= order->enabled; told++)
		for (unsigned due = STANDARD_NOTHING; due <= (order->enabled ? STANDARD_XON : STANDARD_NOTHING); due++) {
			*early = (struct standard_request){
				.enabled = order->enabled, .level = order->level, .told = told, .due = (enum standard_due)due
			};
			*late = *early;
			late->since = late->refresh = late->over = STANDARD_NEVER;
			worlds_add(&order->set, world);
		}
}

static const struct worlds_kind kind = { meet, join, see, rests_until, learn, forget };

/* ---- calls ---- */

void order_begin(struct order *order, const struct order_nature *nature, bool known, bool enabled, bool level, uint64_t now)
{
	struct world world = { .newest = 0 };

	order->nature = *nature;
	order->busy = order->own = order->blocked = false;
	order->free = order->newest = 0;
	order->enabled = enabled;
	order->level = level;
	world.request.early = (struct standard_request){ .enabled = enabled, .level = level, .refresh = STANDARD_NEVER };
	world.request.late = world.request.early;
	worlds_begin(&order->set, &kind, order, &world);
	if (!known)
		order_forget(order);
	order->set.now = now;
}

void order_happens(struct order *order, const struct world_event *event)
{
	if (event->kind == WORLD_ENABLE)
		order->enabled = event->on;
	if (event->kind == WORLD_LEVEL)
		order->level = event->on;
	worlds_happens(&order->set, event);
}

void order_forget(struct order *order)
{
	worlds_forget(&order->set);
}

static struct order_verdict judge(struct order *order, enum order_wrong wrong, enum standard_due frame, uint64_t at)
{
	const struct standard_request *early = &order->set.nearest.request.early;
	struct order_verdict ret = { .wrong = ORDER_RIGHT };

	if (order->set.count)
		return ret;
	ret = (struct order_verdict){ .wrong = wrong, .frame = frame, .at = at, .told = early->told, .cause = order->newest };
	ret.refresh = wrong == ORDER_MISSING ? early->due == STANDARD_NOTHING : early->told && frame == STANDARD_XOFF;
	ret.since = wrong == ORDER_MISSING && early->due != STANDARD_NOTHING ? early->since : early->refresh;
	if (wrong == ORDER_UNDUE && !early->enabled)
		ret.wrong = ORDER_DISABLED;
	if (wrong == ORDER_MISSING)
		ret.frame = order->nature.unseen ? STANDARD_NOTHING : early->due == STANDARD_XON ? STANDARD_XON : STANDARD_XOFF;
	order_forget(order);
	return ret;
}

/* Each world sees what comes up to AT; nothing started up to RESTED. */
static struct order_verdict pass(struct order *order, uint64_t at, uint64_t rested)
{
	uint64_t due = WORLDS_NEVER;

	for (unsigned i = 0; i < order->set.count; i++)
		due = worlds_least(due, rests_until(order, &order->set.world[i]));
	worlds_settle(&order->set, at, at, rested);
	if (!order->set.count && due == WORLDS_NEVER)
		due = rests_until(order, &order->set.nearest);
	return judge(order, ORDER_MISSING, STANDARD_NOTHING, due);
}

struct order_verdict order_passes(struct order *order, uint64_t at)
{
	return pass(order, at, at);
}

/* ---- starts ---- */

/* A frame of DATA starts AT: what was due before went first. */
static bool may_be_overtaken(void *context, struct world *world, uint64_t at)
{
	bool committed = !world->request.early.enabled && world->request.early.due != STANDARD_NOTHING;

	return !committed && due_by(context, world) >= at;
}

static bool xoff_may_start(const struct order *order, const struct world *world, uint64_t at)
{
	const struct standard_request *early = &world->request.early;
	const struct standard_request_nature *nature = &order->nature.standard;

	if (early->due == STANDARD_XOFF)
		return early->since <= at;
	if (!early->enabled)
		return false;
	if (order->nature.repeated && early->due == STANDARD_NOTHING && (early->told || nature->pulses))
		return true;
	if (early->told && early->due == STANDARD_NOTHING && (early->level || nature->pulses || order->nature.unseen) &&
	    worlds_plus(at, order->nature.error) >= worlds_plus(early->refresh, order->nature.refresh_least))
		return true;
	if (!order->nature.unseen)
		return false;
	/* the level may have fallen without an XON, and risen again */
	return !early->told || nature->again || nature->pulses || order->nature.none_told || !nature->xon ||
	       (!nature->expired && early->over <= at);
}

static bool xon_may_start(const struct order *order, const struct world *world, uint64_t at, uint64_t decided)
{
	const struct standard_request *early = &world->request.early, *late = &world->request.late;
	const struct standard_request_nature *nature = &order->nature.standard;

	if (early->due == STANDARD_XON)
		return early->since <= at;
	if (!early->enabled)
		return false;
	if (order->nature.repeated && early->due == STANDARD_NOTHING && (!early->told || nature->pulses))
		return true;
	if (!order->nature.unseen)
		return false;
	if (nature->pulses)
		return true;
	return nature->xon && (early->told || order->nature.none_told) &&
	       (nature->expired || worlds_plus(late->over, order->nature.request) >= worlds_least(at, decided));
}

/* WORLD has started a frame AT, which it had decided no earlier than DECIDED. */
static void start(const struct order *order, struct world *world, uint64_t at, bool off, uint64_t decided)
{
	uint64_t early = worlds_least(decided, at);

	if (world->request.early.due == STANDARD_XOFF && off)
		early = worlds_most(early, world->request.early.since > order->nature.request
		                               ? world->request.early.since - order->nature.request
		                               : 0);
	standard_request_starts(&world->request.early, &order->nature.standard, at, off, early);
	standard_request_starts(&world->request.late, &order->nature.standard, at, off,
	                        at > order->nature.request_least ? worlds_most(at - order->nature.request_least, early) : at);
}

/* The set of worlds that a frame makes of another one while it starts. */
struct started {
	struct world world[2 * WORLDS_MAX];
	unsigned count;
};

/* WORLD starts an XOFF, or an XON, AT if it may. An XOFF that follows another one at once may be that of a request which met the one of the other. */
static void start_in(struct order *order, const struct world *before, uint64_t at, bool off, uint64_t decided,
                     struct started *ret)
{
	struct world world = *before;
	bool repeats = off && world.request.early.told,
	     may = off ? xoff_may_start(order, &world, at) : xon_may_start(order, &world, at, decided);
	bool met = repeats && !world.request.met && order->nature.unseen && at <= worlds_plus(order->free, order->nature.request);

	if (!may && !(met && world.request.early.enabled)) {
		order->set.nearest = world;
		return;
	}
	world.request.met = met;
	start(order, &world, at, off, decided);
	ret->world[ret->count++] = world;
}

/* An XOFF of time 0 pauses nobody: it counts as one that told the partner something, or not. */
static void start_zero(struct order *order, const struct world *before, uint64_t at, uint64_t decided, struct started *ret)
{
	unsigned count = ret->count;

	start_in(order, before, at, true, decided, ret);
	if (ret->count == count)
		return;
	ret->world[ret->count] = ret->world[count];
	ret->world[ret->count].request.early.told = ret->world[ret->count].request.late.told = false;
	ret->count++;
}

struct order_verdict order_starts(struct order *order, uint64_t at, enum order_frame frame, uint64_t decided, bool zero)
{
	struct order_verdict missing = pass(order, at, at ? at - 1 : 0), ret = { .wrong = ORDER_RIGHT };
	bool off = frame == ORDER_XOFF, own = off || frame == ORDER_XON;
	struct started next = { .count = 0 };

	order->busy = true;
	order->own = own;
	if (frame == ORDER_DATA) {
		worlds_keep(&order->set, may_be_overtaken, at);
		ret = judge(order, ORDER_MISSING, STANDARD_NOTHING, at);
	}
	if (!own)
		return missing.wrong ? missing : ret;
	for (unsigned i = 0; i < order->set.count; i++) {
		start_in(order, &order->set.world[i], at, off, decided, &next);
		if (!off && zero && next.count < WORLDS_MAX)
			start_zero(order, &order->set.world[i], at, decided, &next);
	}
	order->set.count = 0;
	for (unsigned i = 0; i < next.count; i++)
		worlds_add(&order->set, &next.world[i]);
	ret = judge(order, ORDER_UNDUE, off ? STANDARD_XOFF : STANDARD_XON, at);
	if (ret.wrong)
		for (unsigned i = 0; i < order->set.count; i++)
			start(order, &order->set.world[i], at, off, decided);
	order->newest = at;
	return missing.wrong ? missing : ret;
}

struct order_verdict order_ends(struct order *order, uint64_t at, uint64_t free, uint64_t time)
{
	const uint64_t looks = worlds_plus(at, order->nature.request + order->nature.error);
	struct order_verdict ret;

	/* A client learns from the end of a frame that it was sent: what it asks for meanwhile may be taken then (31B.3.1, 31B.3.7). */
	if (order->own)
		worlds_postpone(&order->set, order->newest, at, looks);
	ret = order_passes(order, at ? at - 1 : 0);

	for (unsigned i = 0; order->own && i < order->set.count; i++) {
		struct standard_request *early = &order->set.world[i].request.early, *late = &order->set.world[i].request.late;
		standard_request_ends(early, &order->nature.standard, at, time);
		standard_request_ends(late, &order->nature.standard, at, time);
		if (early->due != STANDARD_NOTHING && early->since >= order->newest)
			late->since = worlds_most(late->since, looks);
	}
	order->busy = order->own = false;
	order->free = worlds_most(order->free, free);
	return ret;
}

struct order_verdict order_blocks(struct order *order, uint64_t at, bool blocks, uint64_t free)
{
	struct order_verdict ret = { .wrong = ORDER_RIGHT };

	if (!order->busy && !order->nature.unseen) /* in captures only a packet tells that time has passed on the wires */
		ret = order_passes(order, at ? at - 1 : 0);
	order->blocked = blocks;
	order->free = worlds_most(order->free, free);
	return ret;
}
