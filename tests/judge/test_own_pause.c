/* SPDX-License-Identifier: Apache-2.0 */
/* The judge and the port's own PAUSE frames, where sending them is switched off and on again. doc/ieee8023.md 3; tb/judge/own_pause.c. */
#include "judge_support.h"

#define must(judge, call) cr_assert_eq(call, PM_JUDGE_OK, "%s", pm_judge_message(judge))

enum { LATER = 4000 };

static struct pm_judge *judge_gige(void)
{
	return judge_of(&(struct pm_judge_options){ .profile = gige });
}

static void send_pause(struct pm_judge *judge, uint64_t octets, uint16_t quanta)
{
	static const uint8_t station[6] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55 };
	uint8_t frame[PAUSE_FRAME_OCTETS];

	frame_pause(frame, station, quanta);
	must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, at(octets), frame, sizeof(frame), 0));
}

static void set(struct pm_judge *judge, uint64_t octets, const char *control, uint64_t value)
{
	must(judge, pm_judge_control(judge, at(octets), control, value));
}

/* Frees JUDGE after it has finished; RULE was broken first, or nothing if it is NULL. */
static void expect(struct pm_judge *judge, uint64_t end, const char *rule)
{
	struct pm_judge_finding finding = { .rule = "nothing", .sentence = "" };

	must(judge, pm_judge_finish(judge, at(end)));
	pm_judge_finding(judge, 0, &finding);
	cr_expect_str_eq(finding.rule, rule ? rule : "nothing", "%s: %s, not %s", finding.rule, finding.sentence, rule);
	pm_judge_free(judge);
}

/* Nothing happens between the write and the frame, so that the registers are looked at when the frame starts. */
Test(judge_own_pause, what_was_written_last_holds_though_nothing_happened_since)
{
	for (unsigned sends = 0; sends < 2; sends++) {
		struct pm_judge *judge = judge_gige();
		set(judge, 0, "tx_pause", !sends);
		set(judge, 1000, "tx_pause", sends);
		set(judge, 1004, "rx_pause", 0);
		send_pause(judge, 1000 + LATER, 0xFFFF);
		expect(judge, 1000 + 2 * LATER, sends ? NULL : "pause-tx-gate");
	}
}

Test(judge_own_pause, the_first_frame_since_sending_was_enabled_is_no_xon)
{
	static const struct {
		uint64_t xoff, disabled, enabled, first;
		uint16_t quanta;
		const char *rule;
	} cases[] = { { 10, 1000, 2000, 2000 + LATER, 0, "xon-after-xoff" },
		      { 10, 1000, 2000, 2000 + LATER, 0xFFFF, NULL },
		      { 10, 1000, 2000, 2008, 0, "xon-after-xoff" },
		      { 960, 1000, 2000, 2008, 0, NULL }, /* the XOFF was on the wire when sending was disabled: it may count */
		      { 960, 1000, 2000, 2000 + LATER, 0, "xon-after-xoff" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_gige();
		send_pause(judge, cases[i].xoff, 0xFFFF);
		set(judge, cases[i].disabled, "tx_pause", 0);
		set(judge, cases[i].enabled, "tx_pause", 1);
		send_pause(judge, cases[i].first, cases[i].quanta);
		expect(judge, cases[i].first + 200, cases[i].rule);
	}
}

/* 31B.2: an XOFF of time 0 pauses nobody and has the octets of an XON, so that frames of time 0 have no order then. */
Test(judge_own_pause, frames_of_time_0_have_no_order_where_an_xoff_has_that_time)
{
	static const struct {
		uint64_t quanta;
		uint16_t sent[3];
		const char *rule;
	} cases[] = { { 0, { 0, 0, 0 }, NULL },
		      { 0xFFFF, { 0xFFFF, 0, 0 }, "xon-after-xoff" },
		      { 0xFFFF, { 0, 0xFFFF, 0 }, NULL },
		      { 0, { 0, 0, 7 }, "pause-tx-quanta" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_gige();
		set(judge, 0, "quanta", cases[i].quanta);
		for (unsigned k = 0; k < 3; k++)
			send_pause(judge, 2000 + LATER * k, cases[i].sent[k]);
		expect(judge, 4 * LATER, cases[i].rule);
	}
}
