/* SPDX-License-Identifier: Apache-2.0 */
/* A black-box run limits both sides: the DUT may react late within the slack (here that of a row which states none), but may not resume a
 * single octet time early. 802.3
 * 31B.3. */
#include "support.h"

#include "base/limits.h"
#include "check/scoreboard.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { QUANTUM = 64 };

/* Records a data frame that waits for the end of a PAUSE of QUANTA, without the events of the observation ports. */
static void record_pause(const struct dut *dut, unsigned quanta, struct recording *ret)
{
	struct stimulus st = { 0 };
	struct stim_error error;
	char text[160];
	size_t count = 0;
	int len = snprintf(text, sizeof(text),
	                   "pausebench-stim 1\nsetup\nwait idle\nrx.pause time=%u\nwait 120\ntx.frame\nwait idle max=40000\n",
	                   quanta);

	cr_assert_eq(read_text(&st, text, (size_t)len, dut, &error), 0, "%s", error.message);
	record(dut, &st, ret);
	for (size_t i = 0; i < ret->count; i++)
		if (ret->events[i].kind < EVENT_OBS_XOFF || ret->events[i].kind > EVENT_OBS_TX)
			ret->events[count++] = ret->events[i];
	ret->count = count;
	stimulus_release(&st);
}

/* Plays the recording with the data frame and all later events moved BY octet times (negative: earlier) from where the DUT sent it. */
static void play_moved(const struct dut *dut, const struct recording *r, int64_t by, struct scoreboard_result *ret,
                       uint64_t *ret_start)
{
	struct scoreboard *sb = scoreboard_new(dut, true);
	size_t starts = recorded_count(r, EVENT_TX_START);
	const struct event *start = recorded(r, EVENT_TX_START, starts - 1);

	*ret_start = start->cycle + (uint64_t)by;
	for (const struct event *e = r->events; e < r->events + r->count; e++) {
		struct event moved = *e;
		if (e >= start)
			moved.cycle += (uint64_t)by;
		scoreboard_events(sb, &moved, 1);
	}
	*ret = *scoreboard_result(sb);
	scoreboard_free(sb);
}

static void expect_moved(const struct dut *dut, unsigned quanta, const struct recording *r, int64_t by, bool found)
{
	struct scoreboard_result result;
	uint64_t start;

	play_moved(dut, r, by, &result, &start);
	cr_expect_eq(result.findings > 0, found,
	             "%s, %u quanta, data %+" PRId64 " octet times: %" PRIu64 " findings: %s: expected %s, actual %s", dut->name,
	             quanta, by, result.findings, rule_table[result.finding[0].rule].name, result.finding[0].expected,
	             result.finding[0].actual);
	if (!found || !result.findings)
		return;
	cr_expect((result.finding[0].rule == RULE_PAUSE_TIME || result.finding[0].rule == RULE_NO_DATA_IN_XOFF) &&
	              result.finding[0].cycle / dut_step(dut) == start / dut_step(dut),
	          "%s, %u quanta, data %+" PRId64 " octet times: %s at cycle %" PRIu64, dut->name, quanta, by,
	          rule_table[result.finding[0].rule].name, result.finding[0].cycle);
	cr_expect_leq(result.finding[0].cause_cycle, result.finding[0].cycle, "%s: the cause", dut->name);
}

/* The frame may start from the model's own end of the inhibit on: the octet or word that the DUT takes to resume may be missing. */
Test(black_early, a_pause_that_is_short_by_a_quantum_or_less_is_always_found)
{
	for (size_t d = 0; d < dut_count; d++) {
		struct dut row = dut_table[d];
		const struct dut *dut = &row;
		struct dut_slack slack;
		row.slack = (struct dut_slack){ 0 };
		slack = limit_slack(dut);
		int64_t step = dut_step(dut), least = 2 * step, late = (int64_t)slack.inhibit + slack.resume;
		for (unsigned quanta = slack.inhibit / QUANTUM + 3; quanta < 400; quanta += 37) {
			struct recording r;
			record_pause(dut, quanta, &r);
			expect_moved(dut, quanta, &r, 0, false);
			expect_moved(dut, quanta, &r, -step, false);
			expect_moved(dut, quanta, &r, -least, true);
			expect_moved(dut, quanta, &r, -QUANTUM, true);
			expect_moved(dut, quanta, &r, late, false);
			expect_moved(dut, quanta, &r, -(int64_t)(quanta * QUANTUM - slack.inhibit - 2 * QUANTUM + 64), true);
			recording_release(&r);
		}
	}
}

Test(black_early, a_row_may_state_a_granularity)
{
	for (size_t d = 0; d < dut_count; d++) {
		struct dut dut = dut_table[d];
		struct recording r;
		dut.slack.granularity = QUANTUM;
		record_pause(&dut, 200, &r);
		expect_moved(&dut, 200, &r, -QUANTUM, false);
		expect_moved(&dut, 200, &r, -QUANTUM - 2 * (int64_t)dut_step(&dut), true);
		recording_release(&r);
	}
}

/* A DUT need not obey a PAUSE yet that came within the slack: data may start when the previous PAUSE is over, but not earlier. */
Test(black_early, a_newer_pause_may_take_the_slack_to_be_obeyed)
{
	static const char text[] = "pausebench-stim 1\nsetup\nwait idle\nrx.pause time=200\nwait 12740\ntx.frame\nrx.pause "
				   "time=90\nwait idle max=40000\n";
	struct dut row = *dut_by_name("bcm5718");
	const struct dut *dut = &row;
	struct stimulus st = { 0 };
	struct stim_error error;
	struct recording r;
	const struct event *data;
	uint64_t first;
	size_t count = 0;

	row.slack = (struct dut_slack){ 0 };
	cr_assert_eq(read_text(&st, text, sizeof(text) - 1, dut, &error), 0, "%s", error.message);
	record(dut, &st, &r);
	for (size_t i = 0; i < r.count; i++)
		if (r.events[i].kind < EVENT_OBS_XOFF || r.events[i].kind > EVENT_OBS_TX)
			r.events[count++] = r.events[i];
	r.count = count;
	first = recorded(&r, EVENT_RX_RUN, 0)->cycle + 71 + 200 * QUANTUM + 5;
	data = recorded(&r, EVENT_TX_START, 0);
	cr_assert_gt(data->cycle, first + 64);
	cr_assert_lt(recorded(&r, EVENT_RX_RUN, 1)->cycle + 72, first, "the newer PAUSE comes in time");
	cr_assert_gt(recorded(&r, EVENT_RX_RUN, 1)->cycle + 71 + 128, first, "and within the slack");
	expect_moved(dut, 200, &r, (int64_t)first - (int64_t)data->cycle, false);
	expect_moved(dut, 200, &r, (int64_t)first - (int64_t)data->cycle - 2, true);
	recording_release(&r);
	stimulus_release(&st);
}
