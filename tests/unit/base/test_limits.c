/* SPDX-License-Identifier: Apache-2.0 */
/* The absolute limits of regs/limits.def and of the devices' documents: an event at the limit is allowed and one after it is not, in exact and
 * black-box runs, whatever contract and slack of the row say. */
#include "support.h"

#include "base/limits.h"
#include "check/scoreboard.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FRAME_LANES = 72, LENIENT = 4000, EVENTS = 4096 };

/* A row that allows its DUT everything. */
static struct dut lenient(const struct dut *dut)
{
	struct dut row = *dut;

	row.slack = (struct dut_slack){ .inhibit = LENIENT,
		                        .resume = LENIENT,
		                        .request = LENIENT,
		                        .classify = LENIENT,
		                        .host = LENIENT,
		                        .sent = LENIENT,
		                        .write = LENIENT,
		                        .wire = LENIENT };
	return row;
}

static void record_text(const struct dut *dut, const char *text, struct recording *ret)
{
	struct stimulus st = { 0 };
	struct stim_error error;

	cr_assert_eq(read_text(&st, text, strlen(text), dut, &error), 0, "%s: %s", dut->name, error.message);
	record(dut, &st, ret);
	stimulus_release(&st);
}

/* How many findings of RULE the events have that come after the reset. */
static unsigned findings_of(const struct dut *dut, bool black_box, const struct event *events, size_t count, enum rule rule)
{
	struct scoreboard *sb = scoreboard_new(dut, black_box);
	const struct scoreboard_result *result = scoreboard_result(sb);
	unsigned found = 0;

	scoreboard_events(sb, events, count);
	for (size_t i = 0; i < result->findings && i < SCOREBOARD_FINDINGS_MAX; i++)
		found += result->finding[i].rule == rule && result->finding[i].cycle;
	scoreboard_free(sb);
	return found;
}

/* The last octet time of the frame on the receive wire: RX_DV is low in it, or it has the /T/. */
static uint64_t end_of_run(const struct event *run)
{
	return run->cycle + run->lane + FRAME_LANES;
}

/* A PAUSE frame ends so that a data frame, which a DUT without it sends, starts AFTER octet times later. */
static unsigned data_after_pause(const struct dut *dut, bool black_box, uint64_t after)
{
	static struct event events[EVENTS];
	struct dut row = lenient(dut);
	struct recording data, pause;
	struct event run;
	uint64_t start;
	size_t count = 0;
	unsigned found;

	if (!black_box)
		row.timing.inhibit = LENIENT;
	record_text(dut, "pausebench-stim 1\nsetup\nwait idle\nwait 2000\ntx.frame len=300\nwait idle\n", &data);
	record_text(dut, "pausebench-stim 1\nsetup\nwait idle\nrx.pause time=200\nwait rx\n", &pause);
	start = recorded(&data, EVENT_TX_START, 0)->cycle + recorded(&data, EVENT_TX_START, 0)->lane;
	run = *recorded(&pause, EVENT_RX_RUN, 0);
	run.cycle = run.cycle + start - after - end_of_run(&run);
	cr_assert_eq(run.cycle % dut_step(dut), 0);
	for (size_t i = 0, sent = 0; i < data.count; i++) {
		cr_assert_lt(count + 1, EVENTS);
		if (!sent && data.events[i].cycle > run.cycle) {
			events[count++] = run;
			sent = 1;
		}
		if (!black_box || data.events[i].kind < EVENT_OBS_XOFF || data.events[i].kind > EVENT_OBS_TX)
			events[count++] = data.events[i];
	}
	found = findings_of(&row, black_box, events, count, RULE_PAUSE_RESPONSE_LIMIT);
	recording_release(&data);
	recording_release(&pause);
	return found;
}

/* At XGMII a PAUSE that is classified holds data at once, whatever the contract says, so that an exact run has a rule of its own for it. */
Test(limits, data_may_start_at_the_limit_and_not_after_it)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct dut *dut = &dut_table[d];
		uint64_t limit = limit_response(dut, LIMIT_PAUSE, 1), step = dut_step(dut);
		for (int black_box = dut->phy == PHY_XGMII; black_box < 2; black_box++) {
			cr_expect_eq(data_after_pause(dut, black_box, limit), 0, "%s: at the limit", dut->name);
			cr_expect_eq(data_after_pause(dut, black_box, limit + step), 1, "%s: after the limit", dut->name);
		}
	}
}

Test(limits, are_those_of_the_standards)
{
	cr_expect_eq(limit_response(dut_by_name("bcm5718"), LIMIT_PAUSE, 1), 128, "2 quanta");
	cr_expect_eq(limit_response(dut_by_name("bcm1250"), LIMIT_PAUSE, 1), 128, "2 quanta at 1 Gb/s");
	cr_expect_eq(limit_response(dut_by_name("bcm1250"), LIMIT_PAUSE, 2), 128,
	             "1 quantum, of which an octet takes two clocks");
	cr_expect_eq(limit_response(dut_by_name("i82598"), LIMIT_PAUSE, 1), 1024, "16 quanta");
	cr_expect_eq(limit_response(dut_by_name("ll10g"), LIMIT_PFC, 1), 1024, "16 quanta");
	cr_expect_eq(limit_response(dut_by_name("ll10g"), LIMIT_PFC_PORT, 1), 1792, "16 quanta and 614.4 ns");
	cr_expect_eq(limit_response(dut_by_name("bcm5718"), LIMIT_PFC, 1), UINT64_MAX);
	cr_expect_null(limit_source(dut_by_name("bcm5718"), LIMIT_PFC, 1));
	cr_expect_not_null(strstr(limit_source(dut_by_name("i82598"), LIMIT_PAUSE, 1), "46.1.4"));
	cr_expect_eq(limit_counter(dut_by_name("i82598")), 1250, "1 us");
	cr_expect_eq(limit_counter(dut_by_name("ll10g")), UINT64_MAX, "its guide states no time");
}

/* pfc_xoff rises AFTER octet times after the end of the PFC frame. */
static unsigned class_after_pfc(const struct dut *dut, uint64_t after)
{
	struct dut row = lenient(dut);
	struct recording r;
	unsigned found, edges = 0;
	uint64_t end;

	record_text(dut, "pausebench-stim 1\nsetup\nwait idle\nrx.pfc time2=40\nwait rx\nwait 500\n", &r);
	end = end_of_run(recorded(&r, EVENT_RX_RUN, 0));
	for (size_t i = 0; i < r.count; i++) {
		struct event *edge = &r.events[i];
		if (edge->kind != EVENT_PFC_XOFF || !edge->cycle)
			continue;
		edge->cycle = end + after + (uint64_t)edges++ * 40 * 64;
		cr_assert_eq(edge->cycle % dut_step(dut), 0);
	}
	cr_assert_eq(edges, 2);
	for (size_t i = 0; i + 1 < r.count; i++) /* the observation ports and the end come after it */
		if (r.events[i].kind == EVENT_PFC_XOFF)
			for (size_t k = i; k + 1 < r.count && r.events[k].cycle > r.events[k + 1].cycle; k++) {
				struct event moved = r.events[k];
				r.events[k] = r.events[k + 1];
				r.events[k + 1] = moved;
			}
	found = findings_of(&row, true, r.events, r.count, RULE_PFC_RESPONSE_LIMIT);
	recording_release(&r);
	return found;
}

Test(limits, a_class_may_be_paused_at_the_limit_and_not_after_it)
{
	const struct dut *dut = dut_by_name("ll10g");
	uint64_t limit = limit_response(dut, LIMIT_PFC, 1);

	cr_expect_eq(class_after_pfc(dut, 64), 0);
	cr_expect_eq(class_after_pfc(dut, limit), 0);
	cr_expect_eq(class_after_pfc(dut, limit + 8), 1);
	cr_expect_eq(class_after_pfc(dut, limit + 80), 1);
}

/* A counter that counts a received or a sent frame is read as 0, AFTER octet times after the end of the frame. */
static unsigned counter_after_frame(const struct dut *dut, bool sent, uint64_t after)
{
	struct dut row = lenient(dut);
	struct recording r;
	unsigned found;
	uint64_t end;

	record_text(dut,
	            sent ? "pausebench-stim 1\nsetup\nwait idle\ntx.frame\nwait idle\nreg.read GPTC\nwait 600\n"
	                 : "pausebench-stim 1\nsetup\nwait idle\nrx.frame len=64\nwait rx\nwait 20\nreg.read GPRC\nwait 600\n",
	            &r);
	end = sent ? recorded(&r, EVENT_TX_END, 0)->cycle + recorded(&r, EVENT_TX_END, 0)->lane
	           : end_of_run(recorded(&r, EVENT_RX_RUN, 0));
	for (size_t i = 0; i + 1 < r.count; i++) {
		if (r.events[i].kind != EVENT_REG_READ)
			continue;
		cr_assert_eq(r.events[i].value, 1);
		r.events[i].value = 0;
		r.events[i].cycle = end + after - (end + after) % dut_step(dut);
		for (size_t k = i; k + 1 < r.count && r.events[k].cycle > r.events[k + 1].cycle; k++) {
			struct event moved = r.events[k];
			r.events[k] = r.events[k + 1];
			r.events[k + 1] = moved;
		}
		break;
	}
	found = findings_of(&row, true, r.events, r.count, RULE_COUNTER_VISIBLE_LIMIT);
	recording_release(&r);
	return found;
}

/* Cycles are whole words of 8 octet times; the frame may have ended anywhere in its word. */
Test(limits, a_counter_may_show_an_event_at_the_limit_and_not_after_it)
{
	const struct dut *dut = dut_by_name("i82598");
	uint64_t limit = limit_counter(dut), step = dut_step(dut);

	for (int sent = 0; sent < 2; sent++) {
		cr_expect_eq(counter_after_frame(dut, sent, limit), 0, "%d", sent);
		cr_expect_eq(counter_after_frame(dut, sent, limit + 2 * step), 1, "%d", sent);
	}
}

/* A row without SLACK() may be as late as the standard allows; its inhibit has what the contract leaves. */
Test(limits, a_row_without_slack_has_that_of_the_standard)
{
	struct dut row = *dut_by_name("bcm5718");
	struct dut_slack slack;

	row.slack = (struct dut_slack){ .host = 2000 };
	slack = limit_slack(&row);
	cr_expect(slack.inhibit == 124 && slack.resume == 128 && slack.request == 128 && slack.classify == 128 &&
	          slack.host == 2000 && slack.sent == 128 && slack.write == 128 && slack.wire == 128 && !slack.granularity);
	row = *dut_by_name("ll10g");
	row.slack = (struct dut_slack){ 0 };
	slack = limit_slack(&row);
	cr_expect(slack.inhibit == 1024 - 56 && slack.resume == 1024 && slack.wire == 1024);
}

/* A row that promises less than the standard demands has a finding in each run, whatever the stimulus does. */
Test(limits, a_contract_beyond_the_limit_is_a_finding)
{
	struct dut row = *dut_by_name("bcm5718");
	struct scoreboard *sb;

	row.timing.inhibit = 128;
	sb = scoreboard_new(&row, false);
	cr_expect_eq(scoreboard_result(sb)->findings, 0);
	scoreboard_free(sb);
	row.timing.inhibit = 129;
	sb = scoreboard_new(&row, false);
	cr_expect_eq(scoreboard_result(sb)->findings, 1);
	cr_expect_eq(scoreboard_result(sb)->finding[0].rule, RULE_PAUSE_RESPONSE_LIMIT);
	cr_expect_str_eq(scoreboard_result(sb)->finding[0].what, "timing contract of the row");
	scoreboard_free(sb);
}
