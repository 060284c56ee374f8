/* SPDX-License-Identifier: Apache-2.0 */
/* The observers of a run. */
#include "observers.h"

#include "check/expect/expect.h"
#include "coverage/coverage.h"
#include "measure/measure.h"
#include "story/story.h"
#include "waves/record.h"

#include <errno.h>

struct observer {
	/* Returns 0 with the observer's context in *RET, which is NULL if nobody asked for the observer; or a negative errno. */
	int (*open)(struct observers *all, void **ret);
	void (*events)(void *context, const struct event *events, size_t count);
	/* These may be NULL. */
	int (*finish)(void *context, struct observers *all, bool stopped, struct run_result *result);
	void (*conclude)(void *context, struct observers *all, struct run_result *result);
	int (*close)(void *context);
};

/* ---- for which value of a sweep a run failed ---- */

static int sweeps_open(struct observers *all, void **ret)
{
	int err = sweep_watch_open(&all->sweeps, all->run.stim);

	*ret = all->sweeps.stim ? &all->sweeps : NULL;
	return err;
}

static void sweeps_events(void *context, const struct event *events, size_t count)
{
	sweep_watch_events(context, events, count);
}

static void sweeps_conclude(void *context, struct observers *all, struct run_result *result)
{
	result->sweep = sweep_name_findings(context, &result->score, &result->value, all->run.failures);
}

static int sweeps_close(void *context)
{
	sweep_watch_close(context);
	return 0;
}

/* ---- captures of the wires and of accesses ---- */

static int files_open(struct observers *all, void **ret)
{
	const struct run_options *options = all->run.options;

	if (!options->sent_pcap && !options->received_pcap && !options->accesses)
		return 0;
	*ret = &all->captures;
	return captures_open(&all->captures, all->run.dut, options);
}

static void files_events(void *context, const struct event *events, size_t count)
{
	captures_events(context, events, count);
}

static void files_conclude(void *context, struct observers *all, struct run_result *result)
{
	(void)all;
	captures_comment(context, &result->score);
}

static int files_close(void *context)
{
	return captures_close(context);
}

/* ---- what the stimulus expects of the transmit wire ---- */

static int expectations_open(struct observers *all, void **ret)
{
	const struct observed *run = &all->run;

	if (!expect_any(run->stim))
		return 0;
	*ret = expect_new(run->dut, run->stim, run->options->black_box);
	return *ret ? 0 : -ENOMEM;
}

static void expectations_events(void *context, const struct event *events, size_t count)
{
	expect_events(context, events, count);
}

static int expectations_finish(void *context, struct observers *all, bool stopped, struct run_result *result)
{
	(void)result;
	return stopped ? 0 : expect_check(context, all->run.scoreboard);
}

static int expectations_close(void *context)
{
	expect_free(context);
	return 0;
}

/* ---- the times of the DUT's reactions ---- */

static int times_open(struct observers *all, void **ret)
{
	const struct measure_registers *measured = all->run.options->measured;

	if (!measured)
		return 0;
	*ret = measure_new(all->run.dut, measured);
	return *ret ? 0 : -ENOMEM;
}

static void times_events(void *context, const struct event *events, size_t count)
{
	measure_events(context, events, count);
}

static int times_finish(void *context, struct observers *all, bool stopped, struct run_result *result)
{
	(void)all;
	(void)stopped;
	return measure_finish(context, &result->measured);
}

static int times_close(void *context)
{
	measure_free(context);
	return 0;
}

/* ---- what the run reaches ---- */

static int reached_open(struct observers *all, void **ret)
{
	const struct run_options *options = all->run.options;

	if (!options->coverage)
		return 0;
	*ret = coverage_new(all->run.dut, all->run.scoreboard, options->moments);
	return *ret ? 0 : -ENOMEM;
}

static void reached_events(void *context, const struct event *events, size_t count)
{
	coverage_events(context, events, count);
}

static int reached_finish(void *context, struct observers *all, bool stopped, struct run_result *result)
{
	(void)all;
	(void)stopped;
	result->covers = true;
	return coverage_finish(context, &result->reached);
}

static int reached_close(void *context)
{
	coverage_free(context);
	return 0;
}

/* ---- the story of the run ---- */

static int story_open(struct observers *all, void **ret)
{
	const struct observed *run = &all->run;

	*ret = run->options->story;
	if (*ret)
		story_begin(*ret, run->dut, run->stim->name, run->options->black_box, run->scoreboard);
	return 0;
}

static void story_happened(void *context, const struct event *events, size_t count)
{
	story_events(context, events, count);
}

static void story_conclude(void *context, struct observers *all, struct run_result *result)
{
	(void)all;
	story_end(context, result->cycles);
}

/* ---- what waves show beside the DUT ---- */

static int record_open(struct observers *all, void **ret)
{
	*ret = all->run.record;
	if (*ret)
		waves_record_watch(*ret, all->run.scoreboard);
	return 0;
}

static void record_events(void *context, const struct event *events, size_t count)
{
	waves_record_events(context, events, count);
}

/* ---- the scoreboard ---- */

static int judge_open(struct observers *all, void **ret)
{
	*ret = all->run.options->still_count ? NULL : all->run.scoreboard;
	return 0;
}

static void judge_events(void *context, const struct event *events, size_t count)
{
	scoreboard_events(context, events, count);
}

/* The scoreboard of a run in which bits of registers stand still: it gets each write with the values of these bits, whatever was
 * written. */
static int still_open(struct observers *all, void **ret)
{
	*ret = all->run.options->still_count ? &all->run : NULL;
	return 0;
}

static void still_events(void *context, const struct event *events, size_t count)
{
	const struct observed *run = context;
	const struct run_options *options = run->options;

	for (size_t i = 0; i < count; i++) {
		struct event event = events[i];
		for (size_t k = 0; event.kind == EVENT_REG_WRITE && k < options->still_count; k++)
			if (event.address == options->still[k].address)
				event.value = (event.value & ~options->still[k].mask) | options->still[k].value;
		scoreboard_events(run->scoreboard, &event, 1);
	}
}

/* Each observer gets the events before those below it. The scoreboard is last, since all others may watch it. Sweeps come before
 * the captures, whose comments have the values that the sweeps name. */
static const struct observer table[] = {
	{ .open = sweeps_open, .events = sweeps_events, .conclude = sweeps_conclude, .close = sweeps_close },
	{ .open = files_open, .events = files_events, .conclude = files_conclude, .close = files_close },
	{ .open = expectations_open, .events = expectations_events, .finish = expectations_finish, .close = expectations_close },
	{ .open = times_open, .events = times_events, .finish = times_finish, .close = times_close },
	{ .open = reached_open, .events = reached_events, .finish = reached_finish, .close = reached_close },
	{ .open = story_open, .events = story_happened, .conclude = story_conclude },
	{ .open = record_open, .events = record_events },
	{ .open = still_open, .events = still_events },
	{ .open = judge_open, .events = judge_events },
};
enum { KINDS = sizeof(table) / sizeof(table[0]) };
_Static_assert(KINDS == OBSERVERS_MAX + 1, "there is one of the two scoreboards");

static void add(struct observers *observers, const struct observer *kind, void *context)
{
	observers->at[observers->count].kind = kind;
	observers->at[observers->count++].context = context;
}

int observers_open(struct observers *ret, const struct observed *run)
{
	*ret = (struct observers){ .run = *run };
	for (size_t i = 0; i < KINDS; i++) {
		void *context = NULL;
		int err = table[i].open(ret, &context);
		if (context)
			add(ret, &table[i], context);
		if (err)
			return err;
	}
	return 0;
}

void observers_only_judge(struct observers *ret, struct scoreboard *scoreboard)
{
	*ret = (struct observers){ .run = { .scoreboard = scoreboard } };
	add(ret, &table[KINDS - 1], scoreboard);
}

void observers_events(void *observers, const struct event *events, size_t count)
{
	const struct observers *all = observers;

	for (size_t i = 0; i < all->count; i++)
		all->at[i].kind->events(all->at[i].context, events, count);
}

int observers_finish(struct observers *observers, bool stopped, struct run_result *result)
{
	int err = 0;

	for (size_t i = 0; i < observers->count && !err; i++)
		if (observers->at[i].kind->finish)
			err = observers->at[i].kind->finish(observers->at[i].context, observers, stopped, result);
	return err;
}

void observers_conclude(struct observers *observers, struct run_result *result)
{
	for (size_t i = 0; i < observers->count; i++)
		if (observers->at[i].kind->conclude)
			observers->at[i].kind->conclude(observers->at[i].context, observers, result);
}

int observers_close(struct observers *observers)
{
	int err = 0;

	for (size_t i = 0; i < observers->count; i++) {
		int (*close)(void *context) = observers->at[i].kind->close;
		int own = close ? close(observers->at[i].context) : 0;
		err = err ? err : own;
	}
	observers->count = 0;
	return err;
}
