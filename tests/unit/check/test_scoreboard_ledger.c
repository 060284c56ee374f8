/* SPDX-License-Identifier: Apache-2.0 */
/* The ledger of the frames that the host handed over and that are not on the wire yet. */
#include "scoreboard_tape.h"

#include "base/limits.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The host hands over a frame of LEN octets while the transmitter is inhibited, and then, in cycle 263, the one that is sent in 304. */
static void tape_make_ahead(struct tape *t, const uint8_t *octets, uint32_t len)
{
	tape_make(t, 0x006, 0x052);
	tape_find(t, EVENT_HOST_OFFER, 0)->cycle = 263;
	tape_octets(t, 200, EVENT_HOST_OFFER, octets, len);
	tape_add(t, 262, EVENT_HOST_TAKEN, 0);
}

static void expect_lost(struct tape *t, bool black_box, uint64_t cycle, const char *what)
{
	struct scoreboard_result result;

	tape_play(t, black_box, &result);
	cr_expect_eq(result.findings, 1, "%s: %" PRIu64 " findings", what, result.findings);
	cr_expect(result.findings && result.finding[0].rule == RULE_TX_LOST && result.finding[0].cycle == cycle,
	          "%s: %s in cycle %" PRIu64, what, tape_rule(&result), result.finding[0].cycle);
}

Test(ledger, a_frame_that_another_one_overtakes_is_lost_and_no_more)
{
	uint8_t octets[60];
	struct tape t;

	make_frame(octets, sizeof(octets), "02-00-00-00-00-03", 0x0800);
	tape_make_ahead(&t, octets, sizeof(octets));
	expect_lost(&t, false, 262, "exact");
	tape_make_ahead(&t, octets, sizeof(octets));
	expect_lost(&t, true, 304, "black box");
}

Test(ledger, a_frame_that_is_taken_while_another_one_is_on_the_wire_and_never_sent_is_lost)
{
	struct tape t;

	for (int black_box = 0; black_box < 2; black_box++) {
		tape_make(&t, 0x006, 0x052);
		tape_octets(&t, 371, EVENT_HOST_OFFER, t.offer, 7);
		tape_add(&t, 377, EVENT_HOST_TAKEN, 0);
		expect_lost(&t, black_box, 377, black_box ? "black box" : "exact");
	}
}

/* A DUT with observation ports takes the octets while it sends them; a black box may take them earlier. */
Test(ledger, a_black_box_may_take_a_frame_before_it_is_sent)
{
	struct tape t;

	tape_make(&t, 0x006, 0x052);
	tape_find(&t, EVENT_HOST_TAKEN, 0)->cycle = 262;
	tape_is_clean(&t, true, "black box");
}

Test(ledger, a_reset_and_a_closed_transmitter_are_reasons)
{
	struct scoreboard_result result;
	struct tape t;

	for (int reset = 0; reset < 2; reset++) {
		tape_make(&t, 0x006, 0x052);
		tape_data_lost(&t);
		while (t.events[t.count - 1].cycle >
		       (reset ? 308 : 370)) /* within the slack of the frame, which was due in 304 */
			t.count--;
		if (reset)
			tape_add(&t, 310, EVENT_RESET, 4);
		else
			tape_write_mode(&t, 290, 0x045C, 0x050);
		tape_add(&t, 3000, EVENT_END, 0);
		tape_play(&t, true, &result);
		cr_expect_eq(result.findings, 0, "reset %d: %s", reset, tape_rule(&result));
	}
}

/* A MAC whose reset is asynchronous starts no frame in the first clock of a reset: a frame that has to start in it is none that is missing. */
Test(ledger, a_frame_that_is_due_when_a_reset_begins_need_not_start)
{
	const struct dut_slack slack = limit_slack(dut_by_name("bcm5718"));
	const uint64_t last = 304 + slack.inhibit + slack.resume;
	struct scoreboard_result result;

	for (uint64_t reset = last - 1; reset <= last + 1; reset++) {
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		tape_data_lost(&t);
		while (t.events[t.count - 1].cycle > 303)
			t.count--;
		tape_add(&t, reset, EVENT_RESET, 4);
		tape_add(&t, 3000, EVENT_END, 0);
		tape_play(&t, true, &result);
		cr_expect_eq(result.findings, reset > last, "reset in %" PRIu64 ": %u %s", reset, result.findings,
		             tape_rule(&result));
	}
}

/* A run goes on until all frames that are due have come: within the slack of a black box, or until a PAUSE is over. */
Test(ledger, a_run_ends_after_the_frames_that_are_due)
{
	struct scoreboard *sb = scoreboard_new(dut_by_name("bcm5718"), true);
	struct tape t;
	size_t count = 0;

	tape_make(&t, 0x006, 0x052);
	tape_find(&t, EVENT_HOST_TAKEN, 0)->cycle = 262;
	tape_sort(&t);
	while (t.events[count].cycle < 304)
		count++;
	scoreboard_events(sb, t.events, count);
	cr_expect(scoreboard_owes(sb, 270), "a frame was taken and is not on the wire");
	cr_expect_geq(scoreboard_awaits(sb, 280), 303, "the PAUSE is not over: %" PRIu64, scoreboard_awaits(sb, 280));
	cr_expect_geq(scoreboard_awaits(sb, 304), 304 + limit_slack(dut_by_name("bcm5718")).inhibit, "%" PRIu64,
	              scoreboard_awaits(sb, 304));
	scoreboard_events(sb, t.events + count, 1);
	cr_expect(!scoreboard_owes(sb, 305), "it is on the wire");
	cr_expect_leq(scoreboard_awaits(sb, 306), 306, "%" PRIu64, scoreboard_awaits(sb, 306));
	scoreboard_free(sb);
}
