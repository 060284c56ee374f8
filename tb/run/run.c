/* SPDX-License-Identifier: Apache-2.0 */
/* Carries out one run: power-up, then the cycle loop with the stimulus. The events go to the observers, the last of which is the
 * scoreboard. */
#include "run.h"

#include "drive/loop.h"
#include "model_end/model_seam.h"
#include "observers.h"
#include "pausemodel.h"
#include "source.h"
#include "sweep.h"
#include "vectors.h"
#include "stimulus/stim.h"
#include "waves/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MAX_CYCLES = 50000000, DEFAULT_MAX_SECONDS = 120 };

static bool owes(void *context, uint64_t cycle)
{
	struct observers *observers = context;

	return scoreboard_owes(observers->run.scoreboard, cycle);
}

static uint64_t awaits(void *context, uint64_t cycle)
{
	struct observers *observers = context;

	return scoreboard_awaits(observers->run.scoreboard, cycle);
}

static bool enough(void *context)
{
	struct observers *observers = context;

	return scoreboard_result(observers->run.scoreboard)->findings;
}

static struct loop_hold holds(void *context)
{
	struct observers *observers = context;
	struct loop_hold hold = { .why = NULL };

	hold.why = scoreboard_holds(observers->run.scoreboard, &hold.for_good);
	return hold;
}

/* Returns an upper bound of the clocks that the items of STIM request; an octet takes at most two. */
static uint64_t requested_cycles(const struct stimulus *stim)
{
	uint64_t cycles = 0;

	for (size_t i = 0; i < stim->count; i++)
		if (stim->items[i].kind == ITEM_WAIT)
			cycles += stim->items[i].u.wait.cycles;
		else if (stim->items[i].kind == ITEM_RX_FRAME || stim->items[i].kind == ITEM_TX_FRAME ||
		         stim->items[i].kind == ITEM_RX_LANES)
			cycles += 2 * (uint64_t)(stim->items[i].u.frame.len + stim->items[i].u.frame.gap + 32);
		else if (stim->items[i].kind == ITEM_RX_IDLE)
			cycles += stim->items[i].u.idle.len + 2 * (uint64_t)stim->items[i].u.idle.gap;
	return cycles;
}

bool run_can_trace(void)
{
	return seam_table[0]->trace_open != NULL;
}

/* Opens LOOP for STIM on DUT. MODEL_END is that of struct run_options. */
static int loop_open(struct loop *loop, const struct dut *dut, const struct stimulus *stim, const struct dut *model_end)
{
	int err;

	*loop = (struct loop){ .ops = model_end ? &model_seam_ops : seam_by_dut(dut->name),
		               .host_chunk = pm_host_chunk(dut->model, dut_buffer_unit(dut)) };
	if (!loop->ops)
		return -ENODEV;
	err = sequencer_init(&loop->seq, stim);
	if (err)
		return err;
	loop->seam = model_end ? model_seam_open(model_end, stim->seed) : loop->ops->open(stim->seed);
	if (loop->seam && !model_end)
		*loop->ops->pins(loop->seam)->common.turned = dut->turned;
	if (loop->seam)
		return 0;
	err = model_end ? -errno : -ENOMEM;
	sequencer_release(&loop->seq);
	return err;
}

static void loop_close(struct loop *loop)
{
	loop->ops->close(loop->seam);
	sequencer_release(&loop->seq);
}

/* Lets the simulation of an open loop write its vectors. */
static int record_vectors(struct loop *loop, const struct dut *dut, const char *path)
{
	struct seam *recorded = vectors_open(loop->ops, loop->seam, dut->phy, path, &loop->ops);

	if (!recorded)
		return -errno;
	loop->seam = recorded;
	return 0;
}

static struct finding finding_of(enum rule rule, uint64_t cycle, const char *what, const char *expected, const char *actual)
{
	struct finding finding = { .cycle = cycle, .cause_cycle = cycle, .rule = rule };

	strncpy(finding.what, what, sizeof(finding.what) - 1);
	strncpy(finding.expected, expected, sizeof(finding.expected) - 1);
	strncpy(finding.actual, actual, sizeof(finding.actual) - 1);
	return finding;
}

static void add(struct scoreboard *scoreboard, enum rule rule, uint64_t cycle, const char *what, const char *expected,
                const char *actual)
{
	struct finding finding = finding_of(rule, cycle, what, expected, actual);

	scoreboard_add(scoreboard, &finding);
}

/* Adds the finding of a timeout. If the MAC did not go on after a reset, the reset is the cause. */
static void add_timeout(const struct loop *loop, struct scoreboard *scoreboard)
{
	struct finding finding = finding_of(RULE_TIMEOUT, loop->cycle * loop->step, loop->wait.where,
	                                    loop->stuck ? "an end" : "an end within the cycle budget and the wall-clock limit",
	                                    loop->wait.why);

	if (loop->wait.since_cycle) {
		finding.cause_cycle = loop->wait.since_cycle * loop->step;
		snprintf(finding.why, sizeof(finding.why), "%s", loop->wait.since);
	}
	scoreboard_add(scoreboard, &finding);
}

/* Adds a finding for a wait without a bound whose moment did not come: such a wait expects its moment. */
static void add_missed(const struct loop *loop, struct scoreboard *scoreboard)
{
	char what[64] = "wait ", expected[64];

	stim_wait_text(loop->missed, what + strlen(what), sizeof(what) - strlen(what));
	snprintf(expected, sizeof(expected), "within %u clocks", LOOP_MOMENT_CYCLES);
	add(scoreboard, RULE_EXPECT, loop->missed_cycle * loop->step, what, expected, "not within them");
}

static enum run_status status_of(const struct loop *loop, struct scoreboard *scoreboard)
{
	if (loop->ended)
		add(scoreboard, RULE_SIM_ENDED, loop->pins->end->cycle * loop->step, loop->pins->end->place,
		    "the simulation goes on", loop->pins->end->text);
	if (loop->timed_out) {
		add_timeout(loop, scoreboard);
		return RUN_TIMEOUT;
	}
	if (loop->missed)
		add_missed(loop, scoreboard);
	if (loop->apb_hung)
		add(scoreboard, RULE_APB_READY, loop->cycle * loop->step, "pready", "pready within 1000 cycles", "low");
	if (scoreboard_result(scoreboard)->findings)
		return RUN_FINDINGS;
	return loop->stopped ? RUN_STOPPED : RUN_OK;
}

/* Adds a finding for each rule that the stimulus claims to cover and that this run, which has no finding so far, did not
 * exercise. */
static void check_covers(struct scoreboard *scoreboard, const struct stimulus *stim, uint64_t cycle,
                         const struct cover_set *exercised)
{
	for (size_t i = 0; i < RULE_COUNT; i++)
		if (stim->covers.has[i] && !exercised->has[i])
			add(scoreboard, RULE_COVERS, cycle, rule_table[i].name, cover_table[i].when, "never in this run");
}

static void settle_covers(struct run_result *result, struct scoreboard *scoreboard, const struct stimulus *stim,
                          const struct loop *loop)
{
	const struct clock_edges *clocks = loop->clocks.time.edges;
	const struct cover_set *covered;

	result->tx_ppm = clocks[CLOCK_TX].ppm;
	result->rx_ppm = clocks[CLOCK_RX].ppm;
	covered = scoreboard_covered(scoreboard);
	if (!covered)
		return;
	result->noted = true;
	result->covered = *covered;
	result->covered.had[COVER_CROSSED_APART] = clocks_apart(result->tx_ppm, result->rx_ppm) &&
	                                           covered->has[RULE_RX_HOST_CONTENT] && covered->has[RULE_TX_CONTENT];
	result->counters_read = *scoreboard_counters_read(scoreboard);
	if (result->status != RUN_OK)
		return;
	check_covers(scoreboard, stim, loop->cycle * loop->step, scoreboard_exercised(scoreboard));
	if (scoreboard_result(scoreboard)->findings)
		result->status = RUN_FINDINGS;
}

/* Makes the scoreboard of a run. Returns 0 or a negative errno; the caller frees *RET in any case. */
static int judge_of(const struct dut *dut, const struct stimulus *stim, const struct run_options *options,
                    struct scoreboard **ret)
{
	*ret = scoreboard_new(dut, options->black_box);
	if (!*ret)
		return -ENOMEM;
	for (size_t i = 0; i < dut->waiver_count; i++)
		if (dut_waiver_covers(&dut->waivers[i], stim->name))
			scoreboard_waive(*ret, (enum rule)dut->waivers[i].rule);
	if ((options->covered || cover_any(&stim->covers)) && scoreboard_cover(*ret))
		return -ENOMEM;
	return 0;
}

/* How a run takes part in making waves. It records what the model expects (.record), or it writes the waves with what was expected
 * (.expected); NULL: it does not. */
struct wave_pass {
	struct waves_record *record;
	const struct seam_changes *expected;
};

/* Carries out one pass of a run. FAILURES, unless it is NULL, gets the values of sweeps that have findings. */
static int run_pass(const struct dut *row, const struct stimulus *stim, const struct run_options *options,
                    const struct wave_pass *pass, struct run_result *ret_result, struct sweep_failures *failures)
{
	const struct dut with_readings = stimulus_dut(stim, row), *dut = &with_readings;
	struct dut end;
	struct loop loop;
	struct scoreboard *scoreboard = NULL;
	struct observers observers = { .count = 0 };
	bool recorded;
	int err, close_err;

	memset(ret_result, 0, sizeof(*ret_result));
	ret_result->items = stim->count;
	memcpy(ret_result->purposes, stim->purposes, sizeof(ret_result->purposes));
	memcpy(ret_result->absent, stim->absent, sizeof(ret_result->absent));
	ret_result->status = RUN_SKIPPED;
	if (stimulus_unfit(stim, dut, ret_result->skip_reason, sizeof(ret_result->skip_reason)))
		return 0;
	if (options->model_end)
		end = stimulus_dut(stim, options->model_end);
	err = loop_open(&loop, dut, stim, options->model_end ? &end : NULL);
	if (err)
		return err;
	err = options->vectors ? record_vectors(&loop, dut, options->vectors) : 0;
	recorded = options->vectors && !err;
	if (!err)
		err = judge_of(dut, stim, options, &scoreboard);
	if (!err)
		err = observers_open(&observers, &(struct observed){ dut, stim, options, scoreboard, pass->record, failures });
	loop.monitor = true;
	loop.sink = observers_events;
	loop.sink_context = &observers;
	loop.holds = holds;
	loop.owes = owes;
	loop.awaits = awaits;
	loop.enough = options->first_only ? enough : NULL;
	loop.max_cycles = options->max_cycles ? options->max_cycles : DEFAULT_MAX_CYCLES + requested_cycles(stim);
	loop.max_seconds = options->max_seconds > 0 ? options->max_seconds : DEFAULT_MAX_SECONDS;
	loop.stop = options->stop;
	loop.trace_path = loop.ops->trace_open ? options->fst : NULL;
	loop.trace_from = options->fst_from;
	loop.trace_to = options->fst_to;
	loop.trace_expected = pass->expected;
	loop.known = options->known;
	loop.resolved = &ret_result->resolved;
	if (!err)
		err = loop_run(&loop, dut);
	if (!err)
		err = observers_finish(&observers, loop.stopped, ret_result);
	if (!err) {
		ret_result->status = status_of(&loop, scoreboard);
		settle_covers(ret_result, scoreboard, stim, &loop);
		ret_result->seed = stim->seed;
		ret_result->cycles = loop.cycle;
		ret_result->unresolved = loop.unresolved;
		ret_result->loop_seconds = loop.cpu_seconds;
		ret_result->items = sequencer_carried_out(&loop.seq);
		ret_result->score = *scoreboard_result(scoreboard);
		observers_conclude(&observers, ret_result);
		scoreboard_in_clocks(&ret_result->score, dut);
	}
	close_err = observers_close(&observers);
	if (scoreboard)
		scoreboard_free(scoreboard);
	if (!err && !close_err && recorded)
		close_err = vectors_flush(loop.seam);
	loop_close(&loop);
	return err ? err : close_err;
}

/* Carries out a run with waves. They show what the golden model expected in each clock, which is known only when the run is over;
 * so a first pass records it, and a second one writes the waves. */
static int run_waves(const struct dut *row, const struct stimulus *stim, const struct run_options *options,
                     struct run_result *ret_result, struct sweep_failures *failures)
{
	struct waves_record *record = waves_record_new(row, options->black_box, options->fst_from, options->fst_finding);
	struct run_options unseen = *options;
	struct wave_pass pass = { .record = record };
	int err = record ? 0 : -ENOMEM;

	unseen.fst = unseen.sent_pcap = unseen.received_pcap = unseen.accesses = NULL;
	unseen.measured = NULL;
	unseen.story = NULL;
	if (!err)
		err = run_pass(row, stim, &unseen, &pass, ret_result, NULL);
	if (!err && !(pass.expected = waves_record_finish(record, &ret_result->score)))
		err = -ENOMEM;
	pass.record = NULL;
	if (!err)
		err = run_pass(row, stim, options, &pass, ret_result, failures);
	waves_record_free(record);
	return err;
}

static int run_items(const struct dut *row, const struct stimulus *stim, const struct run_options *options,
                     struct run_result *ret_result, struct sweep_failures *failures)
{
	const struct wave_pass none = { NULL, NULL };

	if (options->fst && run_can_trace() && !options->model_end)
		return run_waves(row, stim, options, ret_result, failures);
	return run_pass(row, stim, options, &none, ret_result, failures);
}

/* FAILURES has the values for which a run of all values has findings. Adds those that this run hides, since it has more findings
 * than are kept: runs the values after the newest one in FAILURES alone, as often as needed. */
static int find_hidden(const struct dut *row, const struct stimulus *stim, const struct run_options *options,
                       struct sweep_failures *failures)
{
	struct run_options unseen = { .black_box = options->black_box,
		                      .stop = options->stop,
		                      .model_end = options->model_end,
		                      .max_seconds = options->max_seconds };
	struct run_result *rest = calloc(1, sizeof(*rest));
	size_t before = 0;
	int err = rest ? 0 : -ENOMEM;

	while (!err && failures->more && failures->count > before && failures->count < SWEEP_FAILURES_MAX) {
		struct stimulus cut = { 0 };
		before = failures->count;
		failures->more = false;
		err = sweep_cut_seen(stim, failures, &cut);
		if (!err)
			err = run_items(row, &cut, &unseen, rest, failures);
		free(cut.items);
	}
	free(rest);
	return err;
}

/* Repeats a run that failed for values of a sweep with only the first value of each range of them. If the first finding is the
 * same one, RESULT becomes that of the repetition. */
static int run_values(const struct dut *row, const struct stimulus *stim, const struct run_options *options,
                      struct sweep_failures *failures, struct run_result *result)
{
	struct run_result *alone = calloc(1, sizeof(*alone));
	struct sweep_ranges ranges;
	struct stimulus cut = { 0 };
	int err = alone ? find_hidden(row, stim, options, failures) : -ENOMEM;

	if (!err) {
		sweep_find_ranges(stim, failures, &ranges);
		err = sweep_cut(stim, &ranges, &cut);
	}
	if (!err)
		err = run_items(row, &cut, options, alone, NULL);
	if (!err && alone->score.findings && alone->sweep == result->sweep && alone->value == result->value) {
		*result = *alone;
		result->ranges = ranges;
		sweep_name_ranges(stim, &ranges, &result->score);
	} else {
		result->sweep = 0;
	}
	if (!err && !result->sweep && options->story) /* the story of the whole run must be made again */
		err = run_items(row, stim, options, alone, NULL);
	free(cut.items);
	free(alone);
	return err;
}

int run_stimulus(const struct dut *row, const struct stimulus *stim, const struct run_options *options,
                 struct run_result *ret_result)
{
	struct sweep_failures *failures = calloc(1, sizeof(*failures));
	int err = failures ? run_items(row, stim, options, ret_result, failures) : -ENOMEM;

	if (!err && ret_result->sweep)
		err = run_values(row, stim, options, failures, ret_result);
	free(failures);
	return err;
}

static int speed_driven(struct loop *loop, const struct dut *dut, bool checked)
{
	struct scoreboard *scoreboard = scoreboard_new(dut, false);
	struct observers observers;
	int err;

	if (!scoreboard)
		return -ENOMEM;
	observers_only_judge(&observers, scoreboard);
	loop->monitor = checked;
	loop->sink = observers_events;
	loop->sink_context = &observers;
	loop->max_cycles = UINT64_MAX;
	loop->max_seconds = DEFAULT_MAX_SECONDS;
	err = loop_run(loop, dut);
	if (!err && checked && scoreboard_result(scoreboard)->findings)
		err = -EBADMSG;
	scoreboard_free(scoreboard);
	return err;
}

int run_speed(const struct dut *dut, const struct stimulus *stim, enum run_speed_kind kind, uint64_t cycles,
              double *ret_cycles_per_s)
{
	uint64_t done = 0;
	double cpu = 0;

	while (done < cycles) {
		struct loop loop;
		int err = loop_open(&loop, dut, stim, NULL);
		if (err)
			return err;
		if (kind == SPEED_BARE) {
			loop_bare(&loop, cycles);
			loop.cycle = cycles;
		} else {
			err = speed_driven(&loop, dut, kind == SPEED_CHECKED);
		}
		done += loop.cycle;
		cpu += loop.cpu_seconds;
		loop_close(&loop);
		if (err)
			return err;
	}
	*ret_cycles_per_s = (double)done / cpu;
	return 0;
}
