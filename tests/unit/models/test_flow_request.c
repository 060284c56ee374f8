/* SPDX-License-Identifier: Apache-2.0 */
/* Requests for control frames by a level or by pulses. 802.3 31B.3.2; models/device/flow_request.h. */
#include "support.h"

#include "device/flow_request.h"

#include <criterion/criterion.h>

enum { STEP = 8, PERIOD = 640, TIME = 1280 };

static void step(struct flow_request *r, uint64_t cycle, bool level, bool kept)
{
	struct flow_request_input in = { .enabled = true, .level = level, .xon = true, .expired = true, .kept = kept };

	flow_request_step(r, cycle, STEP, &in);
}

Test(flow_request, a_level_is_visible_a_cycle_later)
{
	struct flow_request r = { .off = false };

	step(&r, 80, true, false);
	cr_expect(r.off && !r.on);
	cr_expect_eq(r.since, 88);
	step(&r, 88, true, false);
	cr_expect_eq(r.since, 88, "it stays the same request");
	step(&r, 96, false, false);
	cr_expect(!r.off && !r.on, "it is withdrawn, and nothing was told");
}

/* The frame that started was no PAUSE after all: the request stands, and so does what was told before. */
Test(flow_request, a_frame_that_was_none_is_undone)
{
	for (int told = 0; told < 2; told++) {
		struct flow_request r = { .off = false };
		step(&r, 80, true, true);
		if (told) {
			flow_request_started(&r, true, 88, PERIOD, false);
			flow_request_ended(&r, 168, TIME);
			step(&r, 168, false, true);
			cr_expect(r.on);
		}
		flow_request_started(&r, !told, 176, PERIOD, false);
		cr_expect(!r.off && !r.on);
		flow_request_undo(&r);
		cr_expect_eq(r.off, !told);
		cr_expect_eq(r.on, told);
		cr_expect_eq(r.told.off, told);
		cr_expect_eq(r.told.refresh, told ? 88 + PERIOD : 0);
		cr_expect_eq(r.told.end, told ? 168 + TIME : 0);
		cr_expect_eq(r.latched, !told, "a kept XOFF is still kept");
		flow_request_undo(&r);
		cr_expect_eq(r.told.off, told, "once");
	}
}

/* An XON was believed to have started, and it was the XOFF that it should have replaced: the XON follows. */
Test(flow_request, a_frame_of_the_other_kind_lets_the_request_stand)
{
	struct flow_request r = { .off = false };
	struct flow_request_input in = { .enabled = true, .pulses = true, .xon = true, .pulse_off = true };

	flow_request_step(&r, 80, STEP, &in);
	in.pulse_off = false;
	in.pulse_on = true;
	flow_request_step(&r, 88, STEP, &in);
	cr_expect(!r.off && r.on, "the newest pulse counts");
	flow_request_started(&r, false, 96, 0, false);
	cr_expect(!r.on);
	flow_request_started(&r, true, 96, 0, false);
	cr_expect(r.on && !r.off && r.told.off);
	flow_request_ended(&r, 168, TIME);
	cr_expect(r.on, "the XON has still to be sent");
}

/* A frame turned out to carry what was requested, though nothing was believed to be in it, or the other kind, or what nobody requested. */
Test(flow_request, what_a_frame_carried_is_told_and_what_it_left_is_still_requested)
{
	enum { XON, XOFF, START = 120 };
	static const struct {
		bool asked, level, off;  /* an XOFF is requested; its level is up at the end; the frame carries an XOFF */
		bool still_off, then_on; /* an XOFF is requested after it; an XON is */
	} cases[] = {
		{ true, true, XOFF, false, false },  { true, true, XON, true, false },    { true, false, XOFF, false, true },
		{ false, false, XOFF, false, true }, { false, false, XON, false, false },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct flow_request r = { .off = false };
		step(&r, 80, cases[i].asked, false);
		flow_request_carried(&r, cases[i].off, START, START, 0, FLOW_REFRESH_FROM_DECISION);
		step(&r, 160, cases[i].level, false);
		flow_request_ended(&r, 168, TIME);
		step(&r, 168, cases[i].level, false);
		cr_expect(r.off == cases[i].still_off && r.on == cases[i].then_on, "case %zu: %d %d", i, r.off, r.on);
	}
}

/* The control of which pulses are bits falls with the next write; that is no fall of a level. */
Test(flow_request, pulses_have_no_level)
{
	for (unsigned pulses = 0; pulses < 2; pulses++) {
		struct flow_request r = { .off = false };
		struct flow_request_input in = {
			.enabled = true, .pulses = pulses, .pulse_off = pulses, .level = true, .xon = true
		};
		flow_request_step(&r, 80, STEP, &in);
		in.level = in.pulse_off = false;
		flow_request_step(&r, 96, STEP, &in);
		cr_expect_eq(r.fell, pulses ? 0 : 96);
	}
}

Test(flow_request, what_was_taken_back_was_requested_until_then)
{
	struct flow_request r = { .off = false };

	step(&r, 80, true, false);
	step(&r, 96, false, false);
	cr_expect_eq(r.off_until, 104);
	step(&r, 112, true, false);
	flow_request_started(&r, true, 120, 0, FLOW_REFRESH_FROM_DECISION);
	flow_request_ended(&r, 208, TIME);
	cr_expect_eq(r.off_until, 104, "a frame that was sent takes nothing back");
	step(&r, 216, false, false);
	step(&r, 224, true, false);
	cr_expect_eq(r.on_until, 232);
}

Test(flow_request, the_next_cycle_is_that_of_the_refresh_or_of_the_end)
{
	struct flow_request r = { .off = false };

	cr_expect_eq(flow_request_next(&r, 80, STEP), UINT64_MAX);
	step(&r, 80, true, false);
	flow_request_started(&r, true, 88, PERIOD, false);
	flow_request_ended(&r, 168, TIME);
	cr_expect_eq(flow_request_next(&r, 168, STEP), 88 + PERIOD - STEP, "the request is visible a cycle later");
	cr_expect_eq(flow_request_next(&r, 88 + PERIOD - STEP, STEP), 168 + TIME);
	cr_expect_eq(flow_request_next(&r, 168 + TIME, STEP), UINT64_MAX);
	step(&r, 88 + PERIOD - 2 * STEP, true, false);
	cr_expect_not(r.off);
	step(&r, 88 + PERIOD - STEP, true, false);
	cr_expect(r.off && r.repeats);
	cr_expect_eq(r.since, 88 + PERIOD);
}

Test(flow_request, a_refresh_from_the_end_waits_for_it)
{
	struct flow_request r = { .off = false };

	step(&r, 80, true, false);
	flow_request_started(&r, true, 88, PERIOD, true);
	step(&r, 88 + PERIOD, true, false);
	cr_expect_not(r.off, "its frame is still on the wire");
	flow_request_ended(&r, 1000, TIME);
	step(&r, 1000 + PERIOD - 2 * STEP, true, false);
	cr_expect_not(r.off);
	step(&r, 1000 + PERIOD - STEP, true, false);
	cr_expect(r.off);
}

Test(flow_request, disabled_it_forgets_what_was_told)
{
	struct flow_request r = { .off = false };
	struct flow_request_input off = { .enabled = false, .level = true };

	step(&r, 80, true, false);
	flow_request_started(&r, true, 88, 0, false);
	flow_request_ended(&r, 168, TIME);
	cr_expect(flow_request_step(&r, 176, STEP, &off));
	cr_expect_not(flow_request_step(&r, 184, STEP, &off), "nothing changes any more");
	step(&r, 192, false, false);
	cr_expect_not(r.on);
	step(&r, 200, true, false);
	cr_expect(r.off);
}

/* The XON that a pulse requests in the cycle of the decision goes after the XOFF that was decided. */
Test(flow_request, a_pulse_that_meets_the_decision_is_not_lost)
{
	struct flow_request r = { .off = false };
	struct flow_request_input off = { .enabled = true, .pulses = true, .pulse_off = true };
	struct flow_request_input on = { .enabled = true, .pulses = true, .pulse_on = true };

	flow_request_step(&r, 80, STEP, &off);
	flow_request_step(&r, 88, STEP, &on);
	flow_request_started(&r, true, 88, 0, false);
	cr_expect(r.on && !r.off);
	flow_request_ended(&r, 168, TIME);
	cr_expect(r.on);
	flow_request_started(&r, false, 168, 0, false);
	cr_expect(!r.on && !r.off);
}

Test(flow_request, a_pulse_replaces_the_request_of_a_frame_that_was_none)
{
	struct flow_request r = { .off = false };
	struct flow_request_input off = { .enabled = true, .pulses = true, .pulse_off = true };
	struct flow_request_input on = { .enabled = true, .pulses = true, .pulse_on = true };

	flow_request_step(&r, 80, STEP, &off);
	flow_request_started(&r, true, 88, 0, false);
	flow_request_step(&r, 96, STEP, &on);
	flow_request_undo(&r);
	cr_expect(r.on && !r.off);
}

/* A black box may have decided before the newest pulse: its XOFF goes out, and the XON is still requested. */
Test(flow_request, a_frame_of_the_other_kind_leaves_the_request)
{
	struct flow_request r = { .off = false };
	struct flow_request_input on = { .enabled = true, .pulses = true, .pulse_on = true };
	struct flow_request_input none = { .enabled = true, .pulses = true };

	flow_request_step(&r, 80, STEP, &on);
	flow_request_started(&r, false, 88, 0, false);
	flow_request_step(&r, 96, STEP, &none);
	cr_expect(!r.off && !r.on);
	flow_request_ended_other(&r, 168, TIME);
	cr_expect(r.on && !r.off);
	cr_expect(r.told.off, "an XOFF was sent");
	cr_expect_eq(r.told.end, 168 + TIME);
}

/* What a bench needs that may not demand a frame for a level which the MAC need not have seen. */
Test(flow_request, a_kept_level_that_was_up_briefly_can_be_withdrawn)
{
	struct flow_request r = { .off = false };

	step(&r, 80, true, true);
	cr_expect_eq(flow_request_brief(&r), 0, "the level is still up");
	flow_request_withdraw(&r, 88);
	cr_expect(r.off, "and stays requested");
	step(&r, 104, false, true);
	cr_expect(r.off);
	cr_expect_eq(flow_request_brief(&r), 24);
	flow_request_withdraw(&r, 112);
	cr_expect_not(r.off);
	cr_expect_eq(flow_request_brief(&r), 0);
	step(&r, 112, false, true);
	cr_expect(!r.off && !r.on, "nothing was sent, so no XON follows");
}

/* The first one was up briefly, so that the MAC may have seen the second one alone. */
Test(flow_request, a_brief_level_that_rises_again_requests_from_then_on)
{
	struct flow_request r = { .off = false };

	step(&r, 80, true, true);
	step(&r, 104, false, true);
	step(&r, 136, true, true);
	cr_expect_eq(flow_request_brief(&r), 24, "%llu", (unsigned long long)flow_request_brief(&r));
	flow_request_withdraw(&r, 144);
	cr_expect_not(r.off);
	step(&r, 144, true, true);
	cr_expect(r.off, "the level is up");
	cr_expect_eq(r.since, 152);
	cr_expect_eq(flow_request_brief(&r), 0);
}

Test(flow_request, a_withdrawn_level_does_not_come_back_with_a_frame_that_was_none)
{
	struct flow_request r = { .off = false };

	step(&r, 80, true, true);
	step(&r, 88, false, true);
	flow_request_started(&r, true, 88, 0, false);
	flow_request_withdraw(&r, 96);
	flow_request_undo(&r);
	step(&r, 168, false, true);
	cr_expect(!r.off && !r.on);
}

Test(flow_request, switched_off_during_an_xoff_it_may_count_as_sent)
{
	for (int off = 0; off < 2; off++) {
		struct flow_request r = { .off = false };
		struct flow_request_input in = { .enabled = false };
		step(&r, 80, true, false);
		flow_request_started(&r, true, 88, 0, false);
		if (!off) {
			flow_request_ended(&r, 168, TIME);
			step(&r, 168, false, false);
			flow_request_started(&r, false, 176, 0, false);
		}
		flow_request_step(&r, 184, STEP, &in);
		cr_expect_eq(r.forgotten, off, "an XON on the wire is none");
		in.enabled = true;
		flow_request_step(&r, 400, STEP, &in);
		cr_expect(!r.off && !r.on);
		flow_request_started(&r, false, 408, 0, false);
		cr_expect_not(r.forgotten);
	}
}

/* An XOFF of time 0 is what an XON is: the fall of the level then requests one that may come or not. Without it nothing is told any more. */
Test(flow_request, an_xoff_of_time_0_pauses_nobody)
{
	for (int zero = 0; zero < 2; zero++) {
		struct flow_request r = { .off = false };
		step(&r, 80, true, false);
		flow_request_started(&r, true, 88, 0, false);
		flow_request_ended(&r, 168, zero ? 0 : TIME);
		step(&r, 176, true, false);
		cr_expect_eq(flow_request_brief(&r), 0);
		step(&r, 184, false, false);
		cr_expect(r.on && !r.off);
		cr_expect_eq(flow_request_brief(&r), zero ? 1 : 0);
		flow_request_withdraw(&r, 192);
		cr_expect_eq(r.on, !zero);
		cr_expect_eq(r.told.off, !zero);
	}
}

/* The level falls while data is believed to be its kept XOFF: no XON follows the frame that was none, and the XOFF still waits. */
Test(flow_request, an_xon_after_an_xoff_that_was_none_is_not_requested)
{
	struct flow_request r = { .off = false };

	step(&r, 80, true, true);
	flow_request_started(&r, true, 88, 0, false);
	step(&r, 96, false, true);
	cr_expect(r.on, "after the XOFF that is believed to be on the wire");
	flow_request_undo(&r);
	cr_expect(r.off && !r.on);
	flow_request_withdraw(&r, 104);
	cr_expect(!r.off && !r.on);
}

/* Requests are disabled and enabled again while an XOFF is on the wire: with the level up another one follows, or that one counts as sent. */
Test(flow_request, an_xoff_that_was_on_the_wire_may_be_the_one_that_is_requested)
{
	struct flow_request_input off = { .enabled = false };

	for (int ends = 0; ends < 2; ends++) {
		struct flow_request r = { .off = false };
		step(&r, 80, true, true);
		flow_request_started(&r, true, 88, PERIOD, FLOW_REFRESH_FROM_END);
		flow_request_step(&r, 96, STEP, &off);
		step(&r, 104, true, true);
		cr_expect(r.off, "another one");
		cr_expect_eq(flow_request_brief(&r), 1);
		if (ends)
			flow_request_ended(&r, 168, TIME);
		flow_request_withdraw(&r, 176);
		if (!ends)
			flow_request_ended(&r, 168, TIME);
		cr_expect(!r.off && r.told.off, "that one");
		cr_expect_eq(r.told.refresh, 168 + PERIOD);
		cr_expect_eq(r.told.end, 168 + TIME);
		step(&r, 184, false, true);
		cr_expect(r.on, "its XON");
	}
}
