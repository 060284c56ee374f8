/* SPDX-License-Identifier: Apache-2.0 */
/* The worlds of a MAC that sends control frames; order.h. */
#include "order.h"

#include <stddef.h>

/* ---- the automata of the set ---- */

static bool meet(const struct world *a, const struct world *b)
{
	const struct standard_request *early = &a->request.early, *late = &a->request.late, *other = &b->request.early,
				      *other_late = &b->request.late;

	return early->enabled == other->enabled && early->level == other->level && early->told == other->told &&
	       early->due == other->due && a->request.behind == b->request.behind &&
	       a->request.overtaken == b->request.overtaken && a->request.handed == b->request.handed &&
	       a->request.queued == b->request.queued &&
	       (a->request.queued == STANDARD_NOTHING ||
	        worlds_ranges_meet(a->request.queued_from, a->request.queued_to, b->request.queued_from, b->request.queued_to)) &&
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
	world->request.queued_from = worlds_least(world->request.queued_from, other->request.queued_from);
	world->request.queued_to = worlds_most(world->request.queued_to, other->request.queued_to);
}

/* Sending is disabled by TO at the latest, and the frame that waits for the one on the wire was handed over before: it still starts. */
static void add_committed(struct order *order, const struct world *world, uint64_t to)
{
	struct world committed = *world;

	if ((!order->busy && !order->blocked) || order->own || order->nature.gated)
		return;
	committed.request.early.enabled = committed.request.late.enabled = false;
	committed.request.queued = STANDARD_NOTHING;
	committed.request.handed = true;
	for (unsigned due = STANDARD_XOFF; due <= STANDARD_XON; due++) {
		if (world->request.early.due != (enum standard_due)due && !order->nature.unseen)
			continue;
		committed.request.early.due = committed.request.late.due = (enum standard_due)due;
		committed.request.late.since = worlds_least(committed.request.late.since, to);
		worlds_add(&order->set, &committed);
	}
}

/* WORLD, which was BEFORE, has seen what the client asks for: a frame that was handed over starts all the same. */
static void keep_handed(struct world *world, const struct world *before)
{
	if (!before->request.handed)
		return;
	world->request.early.due = before->request.early.due;
	world->request.late.due = before->request.late.due;
	world->request.early.since = before->request.early.since;
	world->request.late.since = before->request.late.since;
}

/* WORLD sees the level fall. Where an XON is sent only while the time of the XOFF runs, that time may be over or not. */
static void see_fall(struct order *order, struct world *world, uint64_t from, uint64_t to)
{
	const struct standard_request_nature *nature = &order->nature.standard;
	struct standard_request *early = &world->request.early, *late = &world->request.late;
	const uint64_t early_over = early->over, late_over = late->over;
	bool by_time = early->enabled && early->level && early->told && nature->xon && !nature->expired;
	struct world over = *world;

	if (by_time && to >= early_over) {
		standard_request_level(&over.request.early, nature, STANDARD_NEVER, false);
		standard_request_level(&over.request.late, nature, STANDARD_NEVER, false);
		keep_handed(&over, world);
		if (from >= late_over) {
			*world = over;
			return;
		}
		worlds_add(&order->set, &over);
	}
	if (by_time) {
		early->over = late->over = STANDARD_NEVER;
		to = worlds_least(to, late_over - 1);
	}
	standard_request_level(early, nature, from, false);
	standard_request_level(late, nature, to, false);
	early->over = early_over;
	late->over = late_over;
}

/* WORLD sees the level rise while an XON waits: where requests are kept it may still be sent, and the XOFF follow it. */
static void see_rise(struct order *order, struct world *world, uint64_t from, uint64_t to)
{
	const struct standard_request_nature *nature = &order->nature.standard;
	struct world keeps = *world;

	if (order->nature.keeps && world->request.early.due == STANDARD_XON) {
		keeps.request.early.level = keeps.request.late.level = true;
		worlds_add(&order->set, &keeps);
	}
	standard_request_level(&world->request.early, nature, from, true);
	standard_request_level(&world->request.late, nature, to, true);
}

/* WORLD sees the level fall where requests are kept: the refresh of its XOFF may have been due before, so that it stays due. */
static void see_fall_behind_refresh(struct order *order, struct world *world, uint64_t from, uint64_t to)
{
	struct standard_request *early = &world->request.early, *late = &world->request.late;
	const uint64_t first = early->refresh, last = late->refresh;
	struct world repeats = *world;

	if (order->nature.keeps && early->enabled && early->level && early->told && early->due == STANDARD_NOTHING &&
	    first <= to) {
		repeats.request.early.level = repeats.request.late.level = false;
		repeats.request.early.due = repeats.request.late.due = STANDARD_XOFF;
		repeats.request.early.since = worlds_most(from, first);
		repeats.request.late.since = worlds_most(to, worlds_plus(worlds_least(last, to), order->nature.refresh));
		worlds_add(&order->set, &repeats);
	}
	early->refresh = late->refresh = STANDARD_NEVER;
	see_fall(order, world, from, to);
	early->refresh = early->told ? first : STANDARD_NEVER;
	late->refresh = late->told ? last : STANDARD_NEVER;
}

/* WORLD sees a pulse for an XOFF (OFF), or an XON. It takes the place of a request that waits; or each has its frame (31B.3.1), where requests are kept. */
static void see_pulse(struct order *order, struct world *world, bool off, uint64_t from, uint64_t to)
{
	struct world queues = *world;

	if (order->nature.queues && world->request.early.enabled && world->request.early.due != STANDARD_NOTHING) {
		queues.request.queued = off ? STANDARD_XOFF : STANDARD_XON;
		queues.request.queued_from = from;
		queues.request.queued_to = to;
		worlds_add(&order->set, &queues);
	}
	world->request.queued = STANDARD_NOTHING;
	standard_request_pulse(&world->request.early, from, off);
	standard_request_pulse(&world->request.late, to, off);
}

/* The frame of WORLD that was due has started: what waited behind it is due. */
static void take_queued(struct world *world)
{
	struct standard_request *early = &world->request.early, *late = &world->request.late;

	if (world->request.queued == STANDARD_NOTHING)
		return;
	early->due = late->due = world->request.queued;
	early->since = world->request.queued_from;
	late->since = world->request.queued_to;
	world->request.queued = STANDARD_NOTHING;
}

static void see_mode(struct order *order, struct world *world, const struct world_event *event, uint64_t from, uint64_t to)
{
	const struct standard_request_nature *nature = &order->nature.standard;
	struct world counted = *world;

	if (event->kind == WORLD_RESET) {
		standard_request_reset(&world->request.early);
		standard_request_reset(&world->request.late);
		world->request.queued = STANDARD_NOTHING;
		world->request.handed = false;
		return;
	}
	if (!event->on)
		add_committed(order, world, to);
	world->request.queued = counted.request.queued = STANDARD_NOTHING;
	/* An XOFF that is on the wire when sending is disabled may count as sent. */
	if (!event->on && order->own && world->request.early.told) {
		counted.request.early.enabled = counted.request.late.enabled = false;
		counted.request.early.due = counted.request.late.due = STANDARD_NOTHING;
		worlds_add(&order->set, &counted);
	}
	if (event->on && world->request.early.told && !world->request.early.enabled) {
		world->request.early.enabled = world->request.late.enabled = true;
		if (!nature->pulses && !world->request.early.level) {
			/* the level fell while nothing was sent */
			world->request.early.level = world->request.late.level = true;
			see_fall(order, world, from, to);
		}
		return;
	}
	standard_request_enable(&world->request.early, nature, from, event->on);
	standard_request_enable(&world->request.late, nature, to, event->on);
}

static void see(void *context, struct world *world, const struct world_event *event, uint64_t from, uint64_t to)
{
	struct order *order = context;
	const struct world before = *world;

	if (event->kind == WORLD_LEVEL && !event->on) {
		see_fall_behind_refresh(order, world, from, to);
	} else if (event->kind == WORLD_LEVEL) {
		see_rise(order, world, from, to);
	} else if (event->kind == WORLD_PULSE) {
		see_pulse(order, world, event->on, from, to);
	} else {
		see_mode(order, world, event, from, to);
	}
	if (event->kind == WORLD_ENABLE ? event->on : event->kind != WORLD_RESET)
		keep_handed(world, &before);
	world->newest = world->seen[WORLDS_FIRST];
}

/* If what the client asks for is not seen: returns true if its level may have fallen up to AT without an XON, so that the partner counts as told nothing. */
static bool may_have_ended(const struct order *order, const struct world *world, uint64_t at)
{
	const struct standard_request_nature *nature = &order->nature.standard;
	const struct standard_request *early = &world->request.early;

	if (world->request.overtaken && early->due == STANDARD_XON)
		return false;
	return order->nature.unseen && early->enabled && early->told && !nature->pulses &&
	       (!nature->xon || (!nature->expired && worlds_plus(at, order->nature.error) >= early->over));
}

/* A level that is not seen may fall just before its refresh had to start, also where that waited for the wire, and the XON that is due then be taken back by its rise, which asks for the refresh
 * anew, or for another XOFF (XoffAgain): the client may do that twice. */
static uint32_t bounces(const struct order_nature *nature)
{
	const uint64_t again = nature->standard.again ? worlds_most(nature->request, nature->refresh) : nature->refresh;

	return nature->unseen && !nature->standard.pulses ? (uint32_t)(2 * (nature->request + again)) : 0;
}

/* By when a frame that WORLD has asked for, or the refresh of its XOFF, has started on a free wire. */
static uint64_t due_by(const struct order *order, const struct world *world)
{
	const struct standard_request *late = &world->request.late;
	uint64_t refresh;

	if (!late->enabled) /* it was handed over, and comes as soon as the wire is free */
		return late->due == STANDARD_NOTHING ? WORLDS_NEVER : 0;
	if (late->due != STANDARD_NOTHING)
		return worlds_plus(late->since, order->nature.error);
	if (!late->told || !order->nature.standard.period || (order->nature.unseen && order->nature.none_told))
		return WORLDS_NEVER;
	refresh = worlds_plus(late->refresh, order->nature.refresh);
	if (order->nature.unseen)
		return worlds_plus(worlds_most(refresh, order->newest_end), order->nature.request + order->nature.error);
	return late->level || order->nature.standard.pulses ? worlds_plus(refresh, order->nature.error) : WORLDS_NEVER;
}

/* By when a frame that had to wait for the wire has started: it comes behind a frame whose end may be wrong, too. */
static uint64_t behind_by(const struct order *order)
{
	return worlds_plus(order->free, order->nature.request + order->nature.error);
}

/* A frame that waits for another one starts when the gap is over, or the latency after the end of that one, if this is later (ieee8023.md 3). If nobody sees
 * what the client asks for, that may have changed when the gap was over. */
static uint64_t waits_by(const struct order *order)
{
	uint64_t by = worlds_most(order->free, worlds_plus(order->ended, order->nature.request));

	return order->nature.unseen ? behind_by(order) : worlds_plus(by, order->nature.error);
}

static uint64_t starts_until(const struct order *order, const struct world *world)
{
	uint64_t due = worlds_most(due_by(order, world), waits_by(order));

	if (order->busy || order->blocked || order->nature.held)
		return WORLDS_NEVER;
	if (world->request.late.due == STANDARD_NOTHING)
		due = worlds_plus(due, bounces(&order->nature));
	/* a frame that nobody sees may be on the wire */
	return order->set.fault.free ? worlds_most(due, worlds_plus(order->set.fault.free, order->nature.request)) : due;
}

static uint64_t rests_until(const void *context, const struct world *world)
{
	uint64_t ret = starts_until(context, world);

	return may_have_ended(context, world, ret) ? WORLDS_NEVER : ret;
}

/* The partner counts as told nothing, and nothing is due. */
static void end(struct world *world)
{
	world->request.early.due = world->request.late.due = STANDARD_NOTHING;
	world->request.early.told = world->request.late.told = world->request.behind = world->request.handed = false;
}

/* A world that should have started a frame by AT has not: its level, which is not seen, has fallen. */
static void learn(const void *context, struct world *world, uint64_t at)
{
	uint64_t until = starts_until(context, world);

	if (until < at && may_have_ended(context, world, until))
		end(world);
}

/* What the partner was told, and which frame is due since when, nobody knows. */
static void forget(void *context, struct world *world)
{
	struct order *order = context;
	struct standard_request *early = &world->request.early, *late = &world->request.late;
	const bool enabled = worlds_value(&order->set, world, WORLDS_MODES, WORLD_ENABLE, order->enabled),
		   level = worlds_value(&order->set, world, WORLDS_FIRST, WORLD_LEVEL, order->level);

	world->request.handed = false;
	for (unsigned told = 0; told <= enabled; told++)
		for (unsigned due = STANDARD_NOTHING; due <= (enabled ? STANDARD_XON : STANDARD_NOTHING); due++) {
			*early = (struct standard_request){
				.enabled = enabled, .level = level, .told = told, .due = (enum standard_due)due
			};
			*late = *early;
			late->since = late->refresh = late->over = STANDARD_NEVER;
			for (unsigned queued = 0; queued <= (order->nature.queues && due != STANDARD_NOTHING ? STANDARD_XON : 0);
			     queued++) {
				world->request.queued = (enum standard_due)queued;
				world->request.queued_from = 0;
				world->request.queued_to = STANDARD_NEVER;
				worlds_add(&order->set, world);
			}
		}
}

static void hide(void *context, const struct world *world, uint64_t from, uint64_t to);

static const struct worlds_kind kind = { meet, join, see, rests_until, learn, forget, hide };

/* ---- calls ---- */

void order_begin(struct order *order, const struct order_nature *nature, bool known, bool enabled, bool level, uint64_t now)
{
	struct world world = { .newest = 0 };

	order->nature = *nature;
	order->busy = order->own = order->control = order->doubtful = order->blocked = order->hid = false;
	order->time_least = order->time_most = order->hid_to = 0;
	order->free = order->ended = order->newest = order->newest_end = order->control_start = 0;
	order->enabled = enabled;
	order->level = level;
	world.request.early = (struct standard_request){ .enabled = enabled, .level = level, .refresh = STANDARD_NEVER };
	world.request.late = world.request.early;
	worlds_begin(&order->set, &kind, order, &world);
	if (!known)
		order_forget(order);
	order->set.now = now;
}

/* How much later a pulse may be seen in a link fault: in the gap behind a frame that nobody sees it may be too late, as in commits(). */
static uint64_t committed(const struct order *order)
{
	return order->set.fault.gap + order->nature.request + order->nature.error;
}

void order_happens(struct order *order, const struct world_event *event)
{
	struct world_event happens = *event;

	if (event->kind == WORLD_ENABLE)
		order->enabled = event->on;
	if (event->kind == WORLD_LEVEL)
		order->level = event->on;
	if (event->kind == WORLD_PULSE && order->gap.since < event->at && event->at < order->gap.before)
		happens.to = worlds_most(happens.to, order->gap.to);
	if (order->set.fault.from != WORLDS_NEVER && event->at >= order->set.fault.from && event->at < order->set.fault.free &&
	    event->kind == WORLD_PULSE)
		happens.to = worlds_most(happens.to, event->at + committed(order));
	worlds_happens(&order->set, &happens);
}

/* A frame ended AT, so that the next one may start from FREE on. A frame that has been asked for is being sent, although it waits for the gap: a pulse that
 * comes since may be too late to take its place, and then has a frame behind it (figure 31B-1; 4.2.3.2.2). */
static void commits(struct order *order, uint64_t at, uint64_t free)
{
	const uint64_t known = order->nature.request + order->nature.error;

	if (!order->nature.standard.pulses || order->nature.unseen)
		return;
	order->gap.since = worlds_minus(at, known + 1);
	order->gap.before = free;
	order->gap.to = worlds_plus(free, known);
	worlds_postpone(&order->set, order->gap.since, order->gap.before, order->gap.to);
}

void order_forget(struct order *order)
{
	worlds_forget(&order->set);
}

/* What is missing in the nearest world; an XON that may be due is what became of a refresh. */
static void judge_missing(const struct order *order, struct order_verdict *ret)
{
	const struct standard_request *early = &order->set.nearest.request.early;
	const struct world_event *request = order->nature.unseen ? NULL : worlds_cause(&order->set);
	enum standard_due asked = order->set.nearest.request.overtaken ? STANDARD_NOTHING : early->due;

	ret->refresh = asked == STANDARD_NOTHING;
	ret->since = asked == STANDARD_NOTHING ? early->refresh : early->since;
	if (!ret->refresh && request) { /* it was not seen before it came, though its frame may have begun */
		ret->since = worlds_most(ret->since, request->at);
		ret->cause = request->at;
	}
	ret->frame = order->nature.unseen ? STANDARD_NOTHING : early->due == STANDARD_XON ? STANDARD_XON : STANDARD_XOFF;
}

/* FRAME has started, and nothing asks for it in the nearest world. */
static void judge_undue(const struct order *order, enum standard_due frame, struct order_verdict *ret)
{
	const struct standard_request *early = &order->set.nearest.request.early;

	ret->refresh = early->told && frame == STANDARD_XOFF;
	ret->since = early->refresh;
	ret->opposite = early->due == (frame == STANDARD_XOFF ? STANDARD_XON : STANDARD_XOFF);
	if (!early->enabled)
		ret->wrong = ORDER_DISABLED;
}

static struct order_verdict judge(struct order *order, enum order_wrong wrong, enum standard_due frame, uint64_t at)
{
	struct order_verdict ret = { .wrong = ORDER_RIGHT };

	if (order->set.count)
		return ret;
	ret = (struct order_verdict){
		.wrong = wrong, .frame = frame, .at = at, .told = order->set.nearest.request.early.told, .cause = order->newest
	};
	if (wrong == ORDER_MISSING)
		judge_missing(order, &ret);
	else
		judge_undue(order, frame, &ret);
	order_forget(order);
	return ret;
}

/* Nothing starts up to and with RESTED; AT is that, or the next moment, in which something starts. */
static struct order_verdict settle(struct order *order, uint64_t at, uint64_t rested)
{
	worlds_settle(&order->set, at, at, rested);
	return judge(order, ORDER_MISSING, STANDARD_NOTHING, order->set.count ? 0 : rests_until(order, &order->set.nearest));
}

struct order_verdict order_passes(struct order *order, uint64_t at)
{
	return settle(order, at, at);
}

struct order_verdict order_reaches(struct order *order, uint64_t at)
{
	return settle(order, at, at ? at - 1 : 0);
}

/* ---- starts ---- */

/* Data start AT before the refresh of WORLD, which was due when the wire was busy, or while the client changed its mind: its level, which is not seen, may
 * have fallen just before, so that an XON is due now, or have risen again, so that its refresh is due anew. Returns true if it may. */
static bool may_have_turned(const struct order *order, struct world *world, uint64_t at)
{
	const struct order_nature *nature = &order->nature;

	if (!nature->unseen || !nature->standard.xon || nature->standard.pulses || !world->request.early.enabled ||
	    world->request.early.due != STANDARD_NOTHING ||
	    (!nature->held && at > worlds_plus(worlds_most(behind_by(order), due_by(order, world)), bounces(nature))))
		return false;
	world->request.early.due = world->request.late.due = STANDARD_XON;
	world->request.early.since = worlds_minus(at, nature->request);
	world->request.late.since = worlds_plus(at, worlds_most(nature->request, nature->refresh));
	world->request.overtaken = true;
	return true;
}

/* A frame of DATA starts AT: what was due before went first. */
static bool may_be_overtaken(void *context, struct world *world, uint64_t at)
{
	if (due_by(context, world) >= at)
		return true;
	if (!may_have_ended(context, world, at))
		return may_have_turned(context, world, at);
	end(world);
	return true;
}

/* A frame for another one's sake may name this kind, with the XOFF that the partner was told before. */
static bool xoff_may_be_repeated(const struct order *order, const struct world *world)
{
	const struct standard_request *early = &world->request.early;

	if (order->alone || early->due != STANDARD_NOTHING)
		return false;
	return order->nature.repeated ? early->told || order->nature.standard.pulses : order->nature.repeated_xoff && early->told;
}

static bool refresh_may_start(const struct order *order, const struct world *world, uint64_t at)
{
	const struct standard_request *early = &world->request.early;
	const struct standard_request_nature *nature = &order->nature.standard;

	return nature->period && early->told && early->due == STANDARD_NOTHING &&
	       (early->level || nature->pulses || order->nature.unseen) &&
	       worlds_plus(at, order->nature.error) >= worlds_plus(early->refresh, order->nature.refresh_least);
}

/* The level is not seen, or what else asks. */
static bool unseen_may_ask(const struct order *order, const struct world *world, uint64_t at)
{
	const struct standard_request_nature *nature = &order->nature.standard;

	return order->nature.unseen && (!world->request.early.told || nature->again || nature->pulses ||
	                                order->nature.none_told || may_have_ended(order, world, at));
}

static bool xoff_may_start(const struct order *order, const struct world *world, uint64_t at)
{
	const struct standard_request *early = &world->request.early;

	if (early->due == STANDARD_XOFF)
		return early->since <= at;
	if (!early->enabled)
		return false;
	if (world->request.overtaken && early->due == STANDARD_XON) /* the level has risen again */
		return true;
	return xoff_may_be_repeated(order, world) || refresh_may_start(order, world, at) || unseen_may_ask(order, world, at);
}

/* Where an XON is sent only while the time of the XOFF runs: returns true if the level, which is not seen, may have fallen then, and its XON be seen AT. */
static bool may_have_fallen(const struct order *order, const struct world *world, uint64_t at)
{
	return order->nature.standard.expired ||
	       at < worlds_plus(world->request.late.over, order->nature.request + order->nature.error);
}

static bool may_come_behind(const struct order *order, const struct world *world, uint64_t at)
{
	if (order->nature.held && may_have_fallen(order, world, order->free))
		return true;
	return may_have_fallen(order, world, at) || (world->request.behind && at <= behind_by(order));
}

static bool xon_may_start(const struct order *order, const struct world *world, uint64_t at)
{
	const struct standard_request *early = &world->request.early;
	const struct standard_request_nature *nature = &order->nature.standard;

	if (early->due == STANDARD_XON)
		return early->since <= at;
	if (!early->enabled)
		return false;
	if (!order->alone && order->nature.repeated && early->due == STANDARD_NOTHING &&
	    (!early->told || nature->pulses || may_have_ended(order, world, at)))
		return true;
	if (!order->nature.unseen)
		return false;
	if (nature->pulses)
		return true;
	return nature->xon && (order->nature.none_told || (early->told && may_come_behind(order, world, at)));
}

bool order_asked(struct order *order, uint64_t at, enum order_frame frame, bool zero)
{
	bool asked = false;

	order->alone = true;
	for (unsigned i = 0; i < order->set.count; i++)
		asked |= ((frame == ORDER_XOFF || zero) && xoff_may_start(order, &order->set.world[i], at)) ||
		         (frame == ORDER_XON && xon_may_start(order, &order->set.world[i], at));
	order->alone = false;
	return asked;
}

/* WORLD has started a frame AT, which it had decided no earlier than DECIDED. */
static void start(const struct order *order, struct world *world, uint64_t at, bool off, uint64_t decided)
{
	struct standard_request_nature nature = order->nature.standard;
	uint64_t early = worlds_least(decided, at),
		 least = worlds_least(order->nature.request_least, order->nature.refresh_least);

	nature.kept &= !order->nature.unseen; /* the level is not known */

	if (world->request.early.due == STANDARD_XOFF && off)
		early = worlds_most(early, world->request.early.since > order->nature.request
		                               ? world->request.early.since - order->nature.request
		                               : 0);
	standard_request_starts(&world->request.early, &nature, at, off, early);
	standard_request_starts(&world->request.late, &nature, at, off, at > least ? worlds_most(at - least, early) : at);
	if (!off && order->nature.keeps && world->request.early.level) { /* the level has risen again before this XON started */
		world->request.early.level = world->request.late.level = false;
		standard_request_level(&world->request.early, &nature, at, true);
		standard_request_level(&world->request.late, &nature, at, true);
	}
}

/* The set of worlds that a frame makes of another one while it starts. */
struct started {
	struct world world[4 * WORLDS_MAX];
	unsigned count;
};

/* WORLD starts an XOFF, or an XON, AT if it may. */
static void start_in(struct order *order, const struct world *before, uint64_t at, bool off, uint64_t decided,
                     struct started *ret)
{
	struct world world = *before;

	if (!(off ? xoff_may_start(order, &world, at) : xon_may_start(order, &world, at))) {
		order->set.nearest = world;
		return;
	}
	world.request.overtaken = world.request.handed = false;
	world.request.behind = off;
	start(order, &world, at, off, decided);
	take_queued(&world);
	ret->world[ret->count++] = world;
	/* An XOFF that was handed over before sending was disabled may count as sent, or not. */
	if (!off || world.request.early.enabled)
		return;
	ret->world[ret->count] = world;
	end(&ret->world[ret->count++]);
}

/* An XOFF of time 0 pauses nobody: it counts as one that told the partner something, or not. */
static void start_zero(struct order *order, const struct world *before, uint64_t at, uint64_t decided, struct started *ret)
{
	unsigned count = ret->count;

	start_in(order, before, at, true, decided, ret);
	if (ret->count == count)
		return;
	ret->world[ret->count] = ret->world[count];
	end(&ret->world[ret->count++]);
}

/* A frame of DATA starts AT, or another one that goes first: what comes of the WORLD that may be behind it. */
static void pass_by(struct order *order, struct world *world, uint64_t at, bool data)
{
	world->request.behind = data ? may_have_fallen(order, world, at) : may_come_behind(order, world, at);
}

/* The worlds are those of NEXT now. */
static void replace(struct order *order, const struct started *next)
{
	order->set.count = 0;
	for (unsigned i = 0; i < next->count; i++)
		worlds_add(&order->set, &next->world[i]);
}

/* An XOFF or XON of the MAC's own starts AT. */
static struct order_verdict start_own(struct order *order, uint64_t at, bool off, uint64_t decided, bool zero)
{
	struct started next = { .count = 0 };
	struct order_verdict ret;

	for (unsigned i = 0; i < order->set.count; i++) {
		start_in(order, &order->set.world[i], at, off, decided, &next);
		if (!off && zero && next.count < WORLDS_MAX)
			start_zero(order, &order->set.world[i], at, decided, &next);
	}
	replace(order, &next);
	ret = judge(order, ORDER_UNDUE, off ? STANDARD_XOFF : STANDARD_XON, at);
	if (ret.wrong)
		for (unsigned i = 0; i < order->set.count; i++)
			start(order, &order->set.world[i], at, off, decided);
	order->newest = at;
	return ret;
}

/* A frame of DATA, or another one that goes first, starts AT: what was due goes before data. */
static struct order_verdict start_other(struct order *order, uint64_t at, bool data)
{
	struct order_verdict ret = { .wrong = ORDER_RIGHT };

	if (data) {
		worlds_keep(&order->set, may_be_overtaken, at);
		ret = judge(order, ORDER_MISSING, STANDARD_NOTHING, at);
		ret.overtaken = true;
	}
	for (unsigned i = 0; i < order->set.count; i++)
		pass_by(order, &order->set.world[i], at, data);
	return ret;
}

struct order_verdict order_starts(struct order *order, uint64_t at, enum order_frame frame, uint64_t decided, bool zero)
{
	struct order_verdict missing = order_reaches(order, at), ret;
	bool off = frame == ORDER_XOFF;

	order->busy = true;
	order->own = off || frame == ORDER_XON;
	order->control = frame != ORDER_DATA;
	order->doubtful = false;
	if (order->control)
		order->control_start = at;
	ret = order->own ? start_own(order, at, off, decided, zero) : start_other(order, at, frame != ORDER_CONTROL);
	return missing.wrong ? missing : ret;
}

struct order_verdict order_starts_doubtful(struct order *order, uint64_t at, unsigned kinds, uint64_t decided)
{
	struct order_verdict missing = settle(order, at, at ? at - 1 : 0), ret;
	struct started next = { .count = 0 };

	for (unsigned i = 0; i < order->set.count; i++) {
		struct world world = order->set.world[i];
		if (kinds & ORDER_MAY_BE_OWN) {
			start_in(order, &world, at, true, decided, &next);
			start_in(order, &world, at, false, decided, &next);
		}
		if (kinds & ORDER_MAY_BE_CONTROL || (kinds & ORDER_MAY_BE_DATA && may_be_overtaken(order, &world, at))) {
			pass_by(order, &world, at, !(kinds & ORDER_MAY_BE_CONTROL));
			next.world[next.count++] = world;
		}
	}
	order->busy = order->own = order->control = order->doubtful = true;
	order->control_start = at;
	replace(order, &next);
	ret = kinds & ORDER_MAY_BE_DATA ? judge(order, ORDER_MISSING, STANDARD_NOTHING, at)
	                                : judge(order, ORDER_UNDUE, STANDARD_XOFF, at);
	ret.overtaken = kinds & ORDER_MAY_BE_DATA;
	order->newest = at;
	return missing.wrong ? missing : ret;
}

/* WORLD has the frame on the wire as one of this kind. */
static bool sends_own(const struct order *order, const struct world *world)
{
	return order->own && (!order->doubtful || (world->request.early.told && world->request.early.over == STANDARD_NEVER));
}

struct order_verdict order_ends(struct order *order, uint64_t at, uint64_t free, uint64_t time)
{
	return order_ends_by(order, at, at, free, time);
}

struct order_verdict order_ends_by(struct order *order, uint64_t at, uint64_t last, uint64_t free, uint64_t time)
{
	const uint64_t looks = worlds_plus(free, order->nature.request + order->nature.error);
	struct order_verdict ret;

	/* A client learns from the end of a control frame that it was sent: what it asks for meanwhile, also of another kind, may be taken then (31B.3.1,
	 * 31B.3.7). Data that wait for the gap are being sent already (figure 31B-1), and go first. */
	if (order->control && order->nature.looks)
		worlds_postpone(&order->set, order->control_start, last, looks);
	ret = order_passes(order, at ? at - 1 : 0);
	for (unsigned i = 0; order->control && i < order->set.count; i++) {
		struct standard_request *early = &order->set.world[i].request.early, *late = &order->set.world[i].request.late;
		if (sends_own(order, &order->set.world[i])) {
			standard_request_ends(early, &order->nature.standard, at, time);
			standard_request_ends(late, &order->nature.standard, last, time);
		}
		if (order->nature.looks && early->due != STANDARD_NOTHING && early->since >= order->control_start)
			late->since = worlds_most(late->since, looks);
	}
	if (order->own)
		order->newest_end = last - 1;
	order->busy = order->own = order->control = order->doubtful = false;
	order->free = worlds_most(order->free, free);
	order->ended = last;
	commits(order, last, free);
	return ret;
}

/* ---- what a link fault hides (802.3 46.3.4.3) ---- */

/* WORLD started the frame that is due, or the refresh of its XOFF (OFF), between FROM and TO, and is done with it ORDER_HIDDEN octet times later. */
static void hide_start(struct order *order, const struct world *world, bool off, uint64_t from, uint64_t to)
{
	enum { ORDER_HIDDEN = 72 }; /* octets of a control frame, with its preamble */
	const struct order_nature *nature = &order->nature;
	const uint64_t waited = worlds_most(nature->request, nature->refresh), free = ORDER_HIDDEN + order->set.fault.gap;
	struct world early = *world, late = *world;

	start(order, &early, from, off, worlds_minus(from, waited));
	start(order, &late, to, off, to);
	standard_request_ends(&early.request.early, &nature->standard, from + ORDER_HIDDEN, order->time_least);
	standard_request_ends(&late.request.late, &nature->standard, to + ORDER_HIDDEN, order->time_most);
	early.request.late = late.request.late;
	early.request.overtaken = early.request.handed = false;
	early.request.behind = off;
	/* what the client asks for meanwhile may be taken when the frame is over, as in order_ends() */
	early.deaf_from = worlds_minus(from, 1);
	early.deaf_before = to + ORDER_HIDDEN;
	early.deaf_for = free + nature->request + nature->error;
	early.deaf_to = to + early.deaf_for;
	take_queued(&early);
	worlds_add(&order->set, &early);
	if (off && !world->request.early.enabled) { /* handed over before sending was disabled: it counts as sent, or not */
		end(&early);
		worlds_add(&order->set, &early);
	}
	order->hid_to = order->hid ? worlds_most(order->hid_to, to) : to;
	order->hid = true;
}

/* What WORLD was asked for is lost, whatever is on the wire: an XON counts as one that was sent, an XOFF told nobody anything. */
static void hide_request(struct order *order, const struct world *world)
{
	struct world lost = *world;

	if (world->request.early.due == STANDARD_XON)
		end(&lost);
	lost.request.early.due = lost.request.late.due = STANDARD_NOTHING;
	take_queued(&lost);
	worlds_add(&order->set, &lost);
}

static void hide(void *context, const struct world *world, uint64_t from, uint64_t to)
{
	struct order *order = context;
	const struct standard_request *early = &world->request.early;
	const uint64_t repeats = worlds_minus(worlds_plus(early->refresh, order->nature.refresh_least), order->nature.error);

	if (early->due != STANDARD_NOTHING && early->since <= to) {
		hide_request(order, world);
		if (!order->busy)
			hide_start(order, world, early->due == STANDARD_XOFF, worlds_most(from, early->since), to);
	} else if (early->due == STANDARD_NOTHING && early->enabled && early->told && repeats <= to &&
	           (early->level || order->nature.standard.pulses) && !order->busy) {
		hide_start(order, world, true, worlds_most(from, repeats), to);
	}
}

void order_fault(struct order *order, const struct worlds_fault *fault)
{
	const bool begins = fault->until == WORLDS_NEVER && order->set.fault.until != WORLDS_NEVER;

	order->set.fault = *fault;
	if (!begins)
		return;
	order->hid = false;
	if (order->nature.standard.pulses)
		worlds_delay(&order->set, fault->from, committed(order));
}

struct order_verdict order_blocks(struct order *order, uint64_t at, bool blocks, uint64_t free)
{
	struct order_verdict ret = { .wrong = ORDER_RIGHT };

	if (!order->busy && !order->nature.captured)
		ret = order_passes(order, at ? at - 1 : 0);
	for (unsigned i = 0; blocks && !order->busy && i < order->set.count; i++)
		order->set.world[i].request.behind = may_come_behind(order, &order->set.world[i], at);
	order->blocked = blocks;
	order->free = worlds_most(order->free, free);
	order->ended = worlds_most(order->ended, free);
	return ret;
}

bool order_told(const struct order *order, bool told)
{
	for (unsigned i = 0; i < order->set.count; i++)
		if (order->set.world[i].request.early.told != told)
			return false;
	return order->set.count;
}
