/* SPDX-License-Identifier: Apache-2.0 */
/* The scoreboard can pass: a tape of events that was made by hand from doc/devices/bcm5718.md has no finding, in batches of any size; wrong reads, and runs
 * that check nothing or end early, have one. */
#include "scoreboard_tape.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

Test(scoreboard, the_tape_made_by_hand_has_no_finding)
{
	struct tape t;

	tape_make(&t, 0x006, 0x052);
	tape_is_clean(&t, false, "exact");
	tape_make(&t, 0x006, 0x052);
	tape_is_clean(&t, true, "black box");
}

Test(scoreboard, batches_of_any_size_give_the_same)
{
	for (size_t batch = 1; batch < 9; batch++) {
		struct scoreboard *sb = scoreboard_new(dut_by_name("bcm5718"), false);
		struct scoreboard_result whole;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		tape_find_read(&t, 0x0810)->value = 7;
		tape_play(&t, false, &whole);
		for (size_t i = 0; i < t.count; i += batch)
			scoreboard_events(sb, t.events + i, t.count - i < batch ? t.count - i : batch);
		cr_expect(!memcmp(whole.checks, scoreboard_result(sb)->checks, sizeof(whole.checks)), "batches of %zu", batch);
		cr_expect_eq(scoreboard_result(sb)->findings, 1, "batches of %zu: %" PRIu64, batch,
		             scoreboard_result(sb)->findings);
		scoreboard_free(sb);
	}
}

Test(scoreboard, every_kind_of_check_is_counted)
{
	struct scoreboard_result result;
	struct tape t;

	tape_make(&t, 0x006, 0x052);
	tape_play(&t, false, &result);
	for (int kind = 0; kind < CHECK_KIND_COUNT; kind++)
		if (kind != CHECK_MDIO)
			cr_expect_gt(result.checks[kind], 0, "%s", check_kind_names[kind]);
}

/* Each read of a counter or register is one too high. */
Test(scoreboard, every_wrong_read_is_found_under_its_rule)
{
	static const struct {
		uint16_t address;
		enum rule rule;
	} reads[] = {
		{ 0x0800, RULE_COUNT_TX },          { 0x080C, RULE_COUNT_OUT_XON },      { 0x0810, RULE_COUNT_OUT_XOFF },
		{ 0x0808, RULE_COUNTER_ZERO },      { 0x086C, RULE_COUNT_TX },           { 0x0880, RULE_COUNT_RX },
		{ 0x088C, RULE_COUNT_RX },          { 0x08A0, RULE_COUNT_XON_RECEIVED }, { 0x08A4, RULE_COUNT_XOFF_RECEIVED },
		{ 0x08A8, RULE_COUNT_MAC_CONTROL }, { 0x08AC, RULE_COUNT_XOFF_STATE },   { 0x2250, RULE_COUNT_DISCARDS },
		{ 0x2254, RULE_COUNT_DISCARDS },    { 0x4450, RULE_REG_FREE_MBUFS },     { 0x3C48, RULE_REG_ATTENTION },
		{ 0x4404, RULE_REG_ATTENTION },     { 0x0468, RULE_REG_VALUE },          { 0x0460, RULE_REG_STATUS },
		{ 0x046C, RULE_REG_STATUS },        { 0x044C, RULE_MDIO_RESULT },
	};

	for (size_t i = 0; i < COUNT_OF(reads); i++) {
		struct scoreboard_result result;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		tape_find_read(&t, reads[i].address)->value += 1;
		tape_play(&t, false, &result);
		cr_expect_eq(result.findings, 1, "0x%04X: %" PRIu64 " findings", reads[i].address, result.findings);
		if (result.findings)
			cr_expect(result.finding[0].rule == reads[i].rule &&
			              result.finding[0].cycle == tape_find_read(&t, reads[i].address)->cycle,
			          "0x%04X: expected rule %s, actual %s at cycle %" PRIu64 ": expected %s, actual %s",
			          reads[i].address, rule_table[reads[i].rule].name, tape_rule(&result), result.finding[0].cycle,
			          result.finding[0].expected, result.finding[0].actual);
	}
}

Test(scoreboard, black_box_finds_wrong_counters_and_states)
{
	static const uint16_t addresses[] = { 0x0800, 0x080C, 0x0810, 0x086C, 0x0880, 0x088C, 0x08A0, 0x08A4,
		                              0x08A8, 0x08AC, 0x2250, 0x0468, 0x0460, 0x046C, 0x4404, 0x4450 };

	for (size_t i = 0; i < COUNT_OF(addresses); i++) {
		struct scoreboard_result result;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		tape_find_read(&t, addresses[i])->value += 1;
		tape_play(&t, true, &result);
		cr_expect_gt(result.findings, 0, "0x%04X", addresses[i]);
	}
}

/* Data in the middle of an inhibit are found on the wire alone. test_black_early.c tests that an inhibit may not be too short at all. */
Test(scoreboard, black_box_finds_a_pause_that_is_not_obeyed)
{
	struct scoreboard_result result;
	struct tape t;
	uint8_t octets[60];

	tape_make(&t, 0x006, 0x052);
	make_pause(octets, 20); /* 1,280 octet times, but the data goes after 189 */
	tape_wire(t.pause, octets, 60);
	tape_shift_data(&t, 60);
	tape_drop(&t, tape_find_read(&t, 0x0460));
	tape_play(&t, true, &result);
	cr_expect_gt(result.findings, 0);
	if (result.findings)
		cr_expect_eq(result.finding[0].rule, RULE_PAUSE_TIME, "%s", tape_rule(&result));
}

/* ---- runs that check nothing, or end early ---- */

Test(scoreboard, a_run_that_checks_nothing_is_a_finding)
{
	for (int black_box = 0; black_box < 2; black_box++) {
		struct scoreboard_result result;
		struct tape t = { .count = 0 };
		tape_add(&t, 0, EVENT_RESET, 4);
		tape_add(&t, 500, EVENT_END, 0);
		tape_play(&t, black_box, &result);
		cr_expect_eq(result.findings, 1, "%" PRIu64, result.findings);
		cr_expect_eq(result.finding[0].rule, RULE_CHECKED_NOTHING, "%s", tape_rule(&result));
	}
}

/* A frame that is due when the run ends is reported as missing, even if no event comes any more. */
Test(scoreboard, the_end_of_a_run_finds_missing_frames)
{
	struct scoreboard_result result;
	struct tape t;

	tape_make(&t, 0x006, 0x052);
	while (t.events[t.count - 1].cycle > 640)
		t.count--;
	tape_host_never(&t);
	tape_add(&t, 1200, EVENT_END, 0);
	tape_play(&t, true, &result);
	cr_expect_gt(result.findings, 0, "black box: a frame that never reached the host");
	if (result.findings)
		cr_expect_eq(result.finding[0].rule, RULE_RX_HOST_MISSING, "%s", tape_rule(&result));
}

/* A run may end inside a frame. But a frame that should have ended before, or that does not go on, is found. */
Test(scoreboard, a_frame_that_does_not_end_is_found)
{
	enum { SENT = 304, HOST = 576, UNWANTED = 645 };
	static const struct {
		uint64_t start, end; /* the start of the frame and the end of the run */
		enum event_kind kind;
		uint32_t octets, rests;
		enum rule exact, black_box; /* the broken rule, or RULE_COUNT */
	} cases[] = {
		{ SENT, 340, EVENT_TX_OPEN, 0, 0, RULE_COUNT, RULE_COUNT },
		{ SENT, SENT + 72, EVENT_TX_OPEN, 0, 0, RULE_COUNT, RULE_COUNT },
		{ SENT, SENT + 73, EVENT_TX_OPEN, 0, 0, RULE_TX_FINISHES, RULE_COUNT },
		{ SENT, SENT + 66000, EVENT_TX_OPEN, 0, 0, RULE_TX_FINISHES, RULE_COUNT },
		{ SENT, SENT + 66001, EVENT_TX_OPEN, 0, 0, RULE_TX_FINISHES, RULE_TX_FINISHES },
		{ HOST, HOST + 63, EVENT_HOST_OPEN, 63, 0, RULE_COUNT, RULE_COUNT },
		{ HOST, HOST + 200, EVENT_HOST_OPEN, 64, 0, RULE_RX_HOST_CONTENT, RULE_RX_HOST_CONTENT },
		{ HOST, HOST + 5000, EVENT_HOST_OPEN, 5000, 0, RULE_RX_HOST_CONTENT, RULE_RX_HOST_CONTENT },
		{ HOST, HOST + 5000, EVENT_HOST_OPEN, 30, 0, RULE_COUNT, RULE_COUNT }, /* the host takes no more octets */
		{ HOST, HOST + 5000, EVENT_HOST_OPEN, 30, 1, RULE_RX_AXIS, RULE_COUNT },
		{ HOST, HOST + 5000, EVENT_HOST_OPEN, 30, 4096, RULE_RX_AXIS, RULE_COUNT },
		{ HOST, HOST + 5000, EVENT_HOST_OPEN, 30, 4097, RULE_RX_AXIS, RULE_RX_AXIS },
		{ UNWANTED, UNWANTED + 5000, EVENT_HOST_OPEN, 30, 0, RULE_RX_HOST_UNWANTED, RULE_RX_HOST_UNWANTED },
		{ UNWANTED, UNWANTED + 4, EVENT_HOST_OPEN, 4, 0, RULE_RX_HOST_UNWANTED, RULE_COUNT }, /* within the slack */
	};

	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		bool black_box = i % 2;
		enum rule expected = black_box ? cases[i / 2].black_box : cases[i / 2].exact, actual;
		struct scoreboard_result result;
		struct event *open;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		while (t.events[t.count - 1].cycle > cases[i / 2].start)
			t.count--;
		if (cases[i / 2].start == UNWANTED)
			tape_add(&t, UNWANTED, EVENT_HOST_START, 0);
		open = tape_add(&t, cases[i / 2].end, cases[i / 2].kind, 0);
		open->len = cases[i / 2].octets;
		open->timer = cases[i / 2].rests;
		tape_add(&t, cases[i / 2].end, EVENT_END, 0);
		tape_play(&t, black_box, &result);
		actual = result.findings ? result.finding[0].rule : RULE_COUNT;
		cr_expect(result.findings <= 1 && actual == expected, "case %zu%s: %" PRIu64 " findings, %s", i / 2,
		          black_box ? ", black box" : "", result.findings, tape_rule(&result));
	}
}

Test(scoreboard, findings_of_the_bench_are_kept_in_order_of_cycles)
{
	struct scoreboard *sb = scoreboard_new(dut_by_name("bcm5718"), false);

	for (uint64_t i = 0; i < 2 * SCOREBOARD_FINDINGS_MAX; i++)
		scoreboard_add(sb, &(struct finding){ .cycle = 1000 - i, .rule = RULE_TIMEOUT });
	cr_expect_eq(scoreboard_result(sb)->findings, 2 * SCOREBOARD_FINDINGS_MAX);
	for (size_t i = 1; i < SCOREBOARD_FINDINGS_MAX; i++)
		cr_expect_leq(scoreboard_result(sb)->finding[i - 1].cycle, scoreboard_result(sb)->finding[i].cycle);
	cr_expect_eq(scoreboard_result(sb)->finding[0].cycle, 1000 - 2 * SCOREBOARD_FINDINGS_MAX + 1, "the earliest is kept");
	scoreboard_free(sb);
}
