/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model says which cycle must be visited next. That is right if visits of all other cycles make no difference. So every stimulus of
 * tests/data/stimuli and seeds of each row are checked twice, and the views of the model in each cycle and all findings are compared. */
#include "support.h"

#include "base/env.h"
#include "pausemodel.h"
#include "run/source.h"
#include "stimulus/stimuli.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 256, SEEDS = 50, ITEMS = 100 };

struct shown {
	uint64_t cycle;
	struct pm_view view;
	struct pm_rx_frame rx;
};

/* The views of the model in the cycles that it requested, for one batch of events and the newest cycle before it. */
struct views {
	struct shown *shown;
	size_t count, capacity, at;
	const struct dut *dut;
	const char *name;
	bool differs;
};

static void keep_view(void *context, uint64_t cycle, const struct pm_view *view)
{
	struct views *views = context;
	struct shown *shown;

	if (views->count == views->capacity) {
		views->capacity = views->capacity ? 2 * views->capacity : 1024;
		views->shown = realloc(views->shown, views->capacity * sizeof(*views->shown));
		cr_assert_not_null(views->shown);
	}
	shown = &views->shown[views->count++];
	*shown = (struct shown){ .cycle = cycle, .view = *view };
	if (view->rx)
		shown->rx = *view->rx;
}

static const char *rx_difference(const struct shown *shown, const struct pm_view *view, bool visited)
{
	if (!view->rx || !visited)
		return view->rx                  ? "a received frame in a cycle that was not visited"
		     : shown->view.rx && visited ? "no received frame"
		                                 : NULL;
	if (!shown->view.rx)
		return "a received frame";
	return shown->rx.record != view->rx->record || shown->rx.last != view->rx->last ? "another record" : NULL;
}

static const char *start_difference(const struct pm_start *a, const struct pm_start *b)
{
	if (a->kind != b->kind || a->blockers != b->blockers || a->requests != b->requests)
		return "another start, or another reason for none";
	if (a->kind == PM_TX_NONE)
		return NULL;
	return a->since != b->since || a->due != b->due || a->lane != b->lane || a->cause != b->cause || a->quanta != b->quanta ||
	               a->rule != b->rule
	         ? "a start at another time"
	         : NULL;
}

/* Compares VIEW of CYCLE with SHOWN of the newest visited cycle up to it; returns NULL if they agree. A start is decided at the end of a cycle and
 * visible from the next one on: if CYCLE was not visited, the start is in LATER, the visit after it (or NULL). */
static const char *difference(const struct shown *shown, const struct shown *later, uint64_t cycle, const struct pm_view *view)
{
	const struct pm_view *was = &shown->view;
	bool visited = shown->cycle == cycle;
	uint64_t gone = cycle - shown->cycle;
	const char *what;

	if (view->xoff != was->xoff || view->timer != (was->timer > gone ? was->timer - gone : 0))
		return "another inhibit or timer";
	if (view->free != was->free || view->level != was->level)
		return "another level";
	if (view->pfc_xoff != was->pfc_xoff || view->signal != was->signal)
		return "other classes or another signal";
	if (view->tx_record_valid != (visited && was->tx_record_valid) ||
	    (view->tx_record_valid && view->tx_record != was->tx_record))
		return "another record of a sent frame";
	if (view->host_waiting != was->host_waiting ||
	    (view->host_waiting && (view->host_due != was->host_due || view->host_cause != was->host_cause)))
		return "another frame to the host";
	what = rx_difference(shown, view, visited);
	if (what || (!visited && !later))
		return what;
	return start_difference(visited ? &was->start : &later->view.start, &view->start);
}

static void compare_view(void *context, uint64_t cycle, const struct pm_view *view)
{
	struct views *views = context;
	const char *what;

	if (views->differs)
		return;
	while (views->at + 1 < views->count && views->shown[views->at + 1].cycle <= cycle)
		views->at++;
	if (!views->count || views->shown[views->at].cycle > cycle)
		return;
	what = difference(&views->shown[views->at], views->at + 1 < views->count ? &views->shown[views->at + 1] : NULL, cycle,
	                  view);
	views->differs = what;
	cr_expect_null(what, "%s on %s: cycle %" PRIu64 ", newest visit in %" PRIu64 ": %s", views->name, views->dut->name, cycle,
	               views->shown[views->at].cycle, what);
}

/* Keeps the newest visit, for those cycles of the next batch that come before its first visit. */
static void next_batch(struct views *views)
{
	if (views->count > 1)
		views->shown[0] = views->shown[views->count - 1];
	views->count = views->count ? 1 : 0;
	views->at = 0;
}

static void expect_same_findings(const struct views *views, const struct scoreboard_result *a, const struct scoreboard_result *b)
{
	cr_expect_eq(a->findings, b->findings, "%s on %s: %" PRIu64 " findings, visiting every cycle %" PRIu64, views->name,
	             views->dut->name, a->findings, b->findings);
	for (size_t i = 0; i < a->findings && i < b->findings && i < SCOREBOARD_FINDINGS_MAX; i++)
		cr_expect(a->finding[i].cycle == b->finding[i].cycle && a->finding[i].rule == b->finding[i].rule,
		          "%s on %s: finding %zu", views->name, views->dut->name, i);
	cr_expect_arr_eq(a->checks, b->checks, sizeof(a->checks), "%s on %s: checks", views->name, views->dut->name);
}

/* R is a recording of ST on DUT. */
static void check_recording(const struct dut *dut, const struct stimulus *st, const struct recording *r, bool black_box)
{
	struct views views = { .dut = dut, .name = st->name };
	struct scoreboard *scheduled = scoreboard_new(dut, black_box), *every = scoreboard_new(dut, black_box);

	cr_assert(scheduled && every);
	scoreboard_watch(scheduled, PM_NEVER, keep_view, &views);
	scoreboard_watch(every, 0, compare_view, &views);
	for (size_t i = 0; i < r->count; i += BATCH) {
		size_t count = r->count - i < BATCH ? r->count - i : BATCH;
		scoreboard_events(scheduled, r->events + i, count);
		scoreboard_events(every, r->events + i, count);
		next_batch(&views);
	}
	expect_same_findings(&views, scoreboard_result(scheduled), scoreboard_result(every));
	scoreboard_free(scheduled);
	scoreboard_free(every);
	free(views.shown);
}

/* Reads PATH for DUT; returns false if the DUT cannot take it. */
static bool load(const char *path, const struct dut *dut, struct stimulus *st)
{
	const struct source source = { .kind = SOURCE_FILE, .path = path };
	struct env_error error = { "" };
	char reason[96];

	return !source_load(&source, dut, st, &error) && !stimulus_unfit(st, dut, reason, sizeof(reason));
}

static void check_all(const char *dut_name)
{
	const struct dut *dut = dut_by_name(dut_name);
	struct env_error error = { "" };
	struct recording r;
	char **paths;
	size_t count;

	cr_assert_eq(stimuli_list("tests/data/stimuli", &paths, &count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++) {
		struct stimulus st = { 0 };
		if (load(paths[i], dut, &st)) {
			record(dut, &st, &r);
			check_recording(dut, &st, &r, false);
			check_recording(dut, &st, &r, true);
			recording_release(&r);
		}
		stimulus_release(&st);
	}
	stimuli_free(paths, count);
	for (uint32_t seed = 1; seed <= SEEDS; seed++) {
		struct stimulus st = { 0 };
		cr_assert_eq(stimulus_generate(&st, dut, seed, ITEMS), 0);
		record(dut, &st, &r);
		check_recording(dut, &st, &r, seed & 1);
		recording_release(&r);
		stimulus_release(&st);
	}
}

#define EVERY_CYCLE(row)                                    \
	Test(schedule, every_cycle_shows_the_same_on_##row) \
	{                                                   \
		check_all(#row);                            \
	}
EVERY_CYCLE(bcm5718)
EVERY_CYCLE(bcm5718_alt)
EVERY_CYCLE(i82598)
EVERY_CYCLE(i82598_alt)
EVERY_CYCLE(ll10g)
EVERY_CYCLE(ll10g_alt)
EVERY_CYCLE(bcm1250)
EVERY_CYCLE(bcm1250_alt)
