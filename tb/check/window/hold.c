/* SPDX-License-Identifier: Apache-2.0 */
/* The worlds of a MAC that may be paused; hold.h. */
#include "hold.h"

#include <stddef.h>

/* ---- the automata of the set ---- */

static bool meet(const struct world *a, const struct world *b)
{
	const struct standard_pause *early = &a->pause.early, *other = &b->pause.early;

	if (a->pause.began != b->pause.began || a->pause.lets != b->pause.lets || a->pause.hid != b->pause.hid ||
	    (a->pause.hid && early->quanta != other->quanta))
		return false;
	if (early->waits != other->waits || early->obeys != other->obeys)
		return false;
	if (early->waits)
		return early->quanta == other->quanta;
	return worlds_ranges_meet(early->until, a->pause.late.until, other->until, b->pause.late.until);
}

static void join(struct world *world, const struct world *other)
{
	world->pause.early.until = worlds_least(world->pause.early.until, other->pause.early.until);
	world->pause.late.until = worlds_most(world->pause.late.until, other->pause.late.until);
	world->pause.hid_to = worlds_most(world->pause.hid_to, other->pause.hid_to);
	world->pause.ended &= other->pause.ended;
	world->pause.paused_by = worlds_most(world->pause.paused_by, other->pause.paused_by);
}

/* A time that began with BEGUN at the earliest may be over earlier, or later, than it says: ERROR is that of the moment of its begin. */
static void loosen(const struct hold *hold, struct world *world, uint64_t begun, uint32_t error)
{
	world->pause.early.until = worlds_most(worlds_minus(world->pause.early.until, hold->nature.early + error), begun);
	world->pause.late.until = worlds_plus(world->pause.late.until, error);
}

/* ---- what a link fault hides ---- */

/* Returns the begin of the clock in which AT lies; where times are not exact that is not known. */
static uint64_t clock_of(const struct hold *hold, uint64_t at)
{
	return hold->nature.step && !hold->nature.error ? at - at % hold->nature.step : at;
}

/* Likewise the latest one and the earliest one, if it is not known in which column of XGMII a clock begins. */
static uint64_t latest_clock_of(const struct hold *hold, uint64_t at)
{
	return hold->nature.column && !hold->nature.error ? at - at % hold->nature.column : clock_of(hold, at);
}

static uint64_t earliest_clock_of(const struct hold *hold, uint64_t at)
{
	return hold->nature.column && !hold->nature.error ? worlds_minus(latest_clock_of(hold, at), hold->nature.column)
	                                                  : clock_of(hold, at);
}

/* Returns by when a frame that is over AT is so for the MAC: the clock with the end code of XGMII may count as one of the frame's or not. */
static uint64_t over_by(const struct hold *hold, uint64_t at)
{
	return latest_clock_of(hold, at) + (hold->nature.step > 1 ? hold->nature.step : 0);
}

/* Returns until when the pause of WORLD lasts if its time began with the end of a frame that a link fault hid. */
static uint64_t hidden_until(const struct hold *hold, const struct world *world)
{
	const uint64_t time = (uint64_t)world->pause.late.quanta * hold->nature.standard.quantum, hidden = hold->set.fault.until;

	if (hidden == WORLDS_NEVER)
		return WORLDS_NEVER;
	return worlds_most(over_by(hold, hidden), world->pause.hid_to) + time + hold->nature.error;
}

/* The time of the pause of WORLD has begun between FROM and TO on a wire that looked idle: if a link fault may have hidden a frame then, it begins with the
 * end of that (figure 31B-2). */
static void begin_hidden(const struct hold *hold, struct world *world, uint64_t from, uint64_t to)
{
	const struct worlds_fault *fault = &hold->set.fault;

	world->pause.hid = fault->from != WORLDS_NEVER && fault->from <= to && from <= fault->until;
	world->pause.hid_to = to;
	if (world->pause.hid)
		world->pause.late.until = worlds_most(world->pause.late.until, hidden_until(hold, world));
}

void hold_fault(struct hold *hold, const struct worlds_fault *fault)
{
	hold->set.fault = *fault;
	for (unsigned i = 0; i < hold->set.count; i++) {
		struct world *world = &hold->set.world[i];
		if (world->pause.hid)
			world->pause.late.until = worlds_least(world->pause.late.until, hidden_until(hold, world));
	}
}

/* Since then the data frame of the client's may start but for a pause. */
static uint64_t waits_since(const struct hold *hold)
{
	return worlds_most(hold->waiting, hold->set.fault.free);
}

/* ---- events, and their silence ---- */

/* A PAUSE of QUANTA is obeyed no earlier than FROM and no later than TO. */
static void obey(const struct hold *hold, struct world *world, uint16_t quanta, uint64_t from, uint64_t to)
{
	const struct standard_pause_nature *nature = &hold->nature.standard;

	standard_pause_received(&world->pause.early, nature, from, quanta, hold->busy);
	standard_pause_received(&world->pause.late, nature, to, quanta, hold->busy);
	world->newest = world->seen[WORLDS_FIRST];
	world->pause.ended = !quanta;
	world->pause.hid = false;
	if (!quanta || world->pause.early.waits)
		return;
	loosen(hold, world, from, 0);
	if (nature->from_idle)
		begin_hidden(hold, world, from, to);
	if (nature->from_idle && from < hold->ended) /* it may still be sending a frame that was cut */
		world->pause.late.until = worlds_most(world->pause.late.until,
		                                      hold->ended + hold->nature.step + (uint64_t)quanta * nature->quantum);
}

/* Likewise, and a client that is not paused may go on until LETS. Where it is not known whether it is paused, the world in which it is not is added. */
static void obey_class(struct hold *hold, struct world *world, const struct world_event *event, uint64_t from, uint64_t to)
{
	const uint64_t early = world->pause.early.until;
	/* what ended the pause came before */
	const uint64_t late = world->pause.ended ? 0 : world->pause.late.until;
	struct world free = *world;

	free.pause.lets = event->lets;
	free.pause.paused_by = event->at;
	if (!world->pause.ended)
		free.from = worlds_most(free.from, early); /* what it sees later comes later */
	obey(hold, &free, event->quanta, world->pause.ended ? from : worlds_most(from, early), to);
	if (from >= late) {
		*world = free;
		return;
	}
	if (to >= early)
		worlds_add(&hold->set, &free);
	obey(hold, world, event->quanta, from, worlds_least(to, late - 1));
}

static void see(void *context, struct world *world, const struct world_event *event, uint64_t from, uint64_t to)
{
	struct hold *hold = context;
	const struct standard_pause_nature *nature = &hold->nature.standard;
	struct standard_pause *early = &world->pause.early, *late = &world->pause.late;

	if (event->kind == WORLD_PAUSE) {
		/* what was observed so far has the error of its own time */
		from = worlds_most(worlds_least(event->from, from), worlds_minus(from, hold->nature.error));
		to = worlds_least(worlds_most(event->to, to), worlds_plus(to, hold->nature.error));
		world->pause.began &= !early->obeys;
		if (early->obeys && event->lets && event->quanta)
			obey_class(hold, world, event, from, to);
		else if (early->obeys)
			obey(hold, world, event->quanta, from, to);
	} else if (event->kind == WORLD_ENABLE) {
		standard_pause_enable(early, nature, from, event->on);
		standard_pause_enable(late, nature, to, event->on);
		world->pause.ended |= !event->on && !nature->lasts;
	} else {
		standard_pause_reset(early, from);
		standard_pause_reset(late, to);
		world->pause.ended = true;
	}
}

static uint64_t rests_until(const void *context, const struct world *world)
{
	const struct hold *hold = context;

	if (hold->waiting == WORLDS_NEVER || hold->busy || world->pause.late.waits)
		return WORLDS_NEVER;
	return worlds_plus(worlds_most(waits_since(hold), world->pause.late.until), hold->nature.resume);
}

/* A frame that waits and has not started says that the pause was not over long before. */
static void learn(const void *context, struct world *world, uint64_t at)
{
	const struct hold *hold = context;

	if (world->pause.lets < at) /* that is over */
		world->pause.lets = 0;
	if (hold->waiting == WORLDS_NEVER || hold->busy || world->pause.early.waits ||
	    worlds_plus(waits_since(hold), hold->nature.resume) >= at)
		return;
	world->pause.early.until = worlds_most(world->pause.early.until, worlds_minus(at, hold->nature.resume));
}

static void forget(void *context, struct world *world)
{
	struct hold *hold = context;
	const struct worlds_stream *seen = &hold->set.stream[WORLDS_FIRST];

	world->pause.early.obeys = world->pause.late.obeys = worlds_value(&hold->set, world, WORLDS_MODES, WORLD_ENABLE,
	                                                                  hold->obeys);
	world->pause.late.until = WORLDS_NEVER;
	/* any of the pauses that it has seen may have begun */
	for (uint64_t n = world->seen[WORLDS_FIRST]; n-- && n + WORLDS_PENDING_MAX >= seen->count;)
		world->pause.lets = worlds_most(world->pause.lets, seen->event[n % WORLDS_PENDING_MAX].lets);
	worlds_add(&hold->set, world);
}

static const struct worlds_kind kind = { meet, join, see, rests_until, learn, forget, NULL };

/* ---- calls ---- */

void hold_change(struct hold *hold, const struct hold_nature *nature)
{
	hold->nature = *nature;
	hold->set.decides = nature->latest ? 0 : nature->step;
}

void hold_begin(struct hold *hold, const struct hold_nature *nature, bool known, bool obeys, uint64_t now)
{
	struct world world = { .pause.early.obeys = obeys, .pause.late = { .obeys = obeys, .until = known ? 0 : WORLDS_NEVER } };

	hold->nature = *nature;
	hold->busy = false;
	hold->tested = hold->ended = 0;
	hold->waiting = WORLDS_NEVER;
	hold->obeys = obeys;
	worlds_begin(&hold->set, &kind, hold, &world);
	hold->set.now = now;
	hold_change(hold, nature);
}

void hold_happens(struct hold *hold, const struct world_event *event)
{
	if (event->kind == WORLD_ENABLE)
		hold->obeys = event->on;
	worlds_happens(&hold->set, event);
}

void hold_waits(struct hold *hold, uint64_t at)
{
	hold->waiting = at;
}

void hold_forget(struct hold *hold)
{
	worlds_forget(&hold->set);
}

/* True if the PAUSE of EVENT came in the pause of the one BEFORE it. */
static bool overwrites(const struct hold *hold, const struct world_event *before, const struct world_event *event)
{
	return before && event && before->to + (uint64_t)before->quanta * hold->nature.standard.quantum > event->from;
}

/* The world that was removed last explains what is wrong. */
static struct hold_verdict explained(const struct hold *hold, enum hold_wrong wrong, uint64_t at)
{
	const struct world_event *cause = worlds_cause(&hold->set);
	struct hold_verdict ret = { .wrong = wrong,
		                    .at = at,
		                    .known = cause,
		                    .until = hold->set.nearest.pause.early.until,
		                    .paused_by = hold->set.nearest.pause.paused_by,
		                    .unbegun = hold->set.nearest.pause.early.waits };

	if (cause)
		ret.event = *cause;
	ret.overwrote = overwrites(hold, worlds_before_cause(&hold->set), cause);
	ret.begun = worlds_minus(ret.until, cause ? (uint64_t)cause->quanta * hold->nature.standard.quantum : 0);
	ret.obeys = hold->set.nearest.pause.early.obeys;
	return ret;
}

/* It is wrong if no world is left. */
static struct hold_verdict judge(struct hold *hold, enum hold_wrong wrong, uint64_t at)
{
	struct hold_verdict ret = { .wrong = HOLD_RIGHT };

	if (hold->set.count)
		return ret;
	ret = explained(hold, wrong, at);
	hold_forget(hold);
	return ret;
}

/* Each world sees what comes up to AT; nothing started up to RESTED. */
static struct hold_verdict pass(struct hold *hold, uint64_t at, uint64_t sure, uint64_t rested)
{
	worlds_settle(&hold->set, at, sure, rested);
	return judge(hold, HOLD_SILENCE, hold->set.count ? 0 : rests_until(hold, &hold->set.nearest));
}

struct hold_verdict hold_passes(struct hold *hold, uint64_t at)
{
	return pass(hold, at, at, at);
}

/* A data frame starts AT: a world that is paused for certain does not bring it forth, and another one is not paused any more. */
static bool may_start(void *context, struct world *world, uint64_t at)
{
	(void)context;
	if (world->pause.lets && world->from <= at && at <= world->pause.lets) /* whether it is paused or not */
		return true;
	if (standard_pause_holds(&world->pause.early, at))
		return false;
	world->pause.late.until = worlds_least(world->pause.late.until, at);
	return true;
}

/* Returns true if a data frame may start AT in no world, so that the last one explains why. */
static bool all_hold(struct hold *hold, uint64_t at)
{
	for (unsigned i = 0; i < hold->set.count; i++) {
		struct world world = hold->set.world[i];
		if (may_start(hold, &world, at))
			return false;
		if (!i || world.from <= at) /* one that sees it later explains nothing */
			hold->set.nearest = world;
	}
	return true;
}

/* TimerWaitsOnce 0: a control frame follows the frame for whose end a pause waited, and the pause may go on waiting. */
static void wait_again(struct hold *hold, uint64_t at)
{
	const unsigned count = hold->set.count;

	if (at > worlds_plus(hold->ended, hold->nature.follows + hold->nature.error))
		return;
	for (unsigned i = 0; i < count; i++) {
		struct world world = hold->set.world[i];
		if (!world.pause.began)
			continue;
		world.pause.early.waits = world.pause.late.waits = true;
		worlds_add(&hold->set, &world);
	}
}

struct hold_verdict hold_starts(struct hold *hold, uint64_t at, bool data)
{
	uint64_t rested = clock_of(hold, at), decided = worlds_minus(rested, hold->nature.step),
		 clock = latest_clock_of(hold, at);
	struct hold_verdict silence = pass(hold, rested, decided, rested ? rested - 1 : 0), ret = { .wrong = HOLD_RIGHT };
	unsigned count = hold->set.count;

	if (data && hold->nature.insists && all_hold(hold, clock)) {
		ret = explained(hold, HOLD_DATA, at);
	} else if (data) {
		worlds_keep(&hold->set, may_start, clock);
		hold->tested += hold->set.count < count;
		ret = judge(hold, HOLD_DATA, at);
		if (ret.wrong)
			worlds_keep(&hold->set, may_start, clock);
	}
	if (!data)
		wait_again(hold, at);
	hold->waiting = WORLDS_NEVER;
	hold->busy = true;
	return silence.wrong ? silence : ret;
}

struct hold_verdict hold_ends(struct hold *hold, uint64_t at)
{
	return hold_ends_by(hold, at, at);
}

struct hold_verdict hold_ends_by(struct hold *hold, uint64_t at, uint64_t last)
{
	const uint64_t early = earliest_clock_of(hold, at), late = over_by(hold, last);
	struct hold_verdict ret = hold_passes(
	    hold, worlds_minus(clock_of(hold, at) + (hold->nature.step > 1 ? hold->nature.step : 0), 1));

	hold->busy = false;
	hold->ended = last;
	for (unsigned i = 0; i < hold->set.count; i++) {
		struct world *world = &hold->set.world[i];
		bool begins = world->pause.early.waits;
		standard_pause_complete(&world->pause.early, &hold->nature.standard, early);
		standard_pause_complete(&world->pause.late, &hold->nature.standard, late);
		world->pause.began = begins;
		if (!begins)
			continue;
		loosen(hold, world, early, hold->nature.error);
		if (hold->nature.follows) /* a control frame that follows may be hidden */
			begin_hidden(hold, world, early, late);
	}
	return ret;
}

bool hold_may_hold(const struct hold *hold, uint64_t at)
{
	for (unsigned i = 0; i < hold->set.count; i++)
		if (standard_pause_holds(&hold->set.world[i].pause.late, at))
			return true;
	return false;
}
