/* SPDX-License-Identifier: Apache-2.0 */
/* The judge by its own interface: hand-written lists of events. */
#include "judge/judge.h"
#include "part/frame.h"

#include <criterion/criterion.h>
#include <string.h>

enum { OCTET_PS = 8000, QUANTUM = 64, MESSAGE = PM_JUDGE_MESSAGE, DATA_OCTETS = 64, HEAD = 8 };
static const char gige[] = "tests/foreign/gige/gige.mac";
static const uint8_t partner[6] = { 0x02, 0, 0, 0, 0, 1 };

static struct pm_judge *judge_of(const struct pm_judge_options *options)
{
	struct pm_judge *judge;
	char message[MESSAGE];

	cr_assert_eq(pm_judge_new(&judge, options, message, sizeof(message)), PM_JUDGE_OK, "%s", message);
	cr_assert_eq(pm_judge_control(judge, 0, "station", 0x001122334455), PM_JUDGE_OK);
	return judge;
}

static struct pm_judge *judge_gige(void)
{
	const struct pm_judge_options options = { .profile = gige };

	return judge_of(&options);
}

/* The octet time AT, from a start that leaves room. */
static uint64_t at(uint64_t octets)
{
	return (1000 + octets) * OCTET_PS;
}

static int pause(struct pm_judge *judge, uint64_t octets, uint16_t quanta)
{
	uint8_t frame[PAUSE_FRAME_OCTETS];

	frame_pause(frame, partner, quanta);
	return pm_judge_frame(judge, PM_JUDGE_RECEIVED, at(octets), frame, sizeof(frame), 0);
}

static int data(struct pm_judge *judge, uint64_t octets)
{
	uint8_t frame[DATA_OCTETS] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x08 };

	return pm_judge_frame(judge, PM_JUDGE_SENT, at(octets), frame, sizeof(frame) - FRAME_FCS_OCTETS, PM_JUDGE_NO_FCS);
}

static void finish(struct pm_judge *judge)
{
	cr_assert_eq(pm_judge_finish(judge, at(1000000)), PM_JUDGE_OK, "%s", pm_judge_message(judge));
}

/* A PAUSE that begins at 0 is over at 72; it holds data from 77 to 80 on for its time (latency inhibit 5 8). */
enum { PAUSE_LAST = HEAD + PAUSE_FRAME_OCTETS - 1, INHIBIT_MIN = 5, INHIBIT_MAX = 8, FIRST_HELD = PAUSE_LAST + INHIBIT_MAX };

Test(judge, data_after_the_time_of_a_pause_is_right)
{
	struct pm_judge *judge = judge_gige();

	cr_assert_eq(pause(judge, 0, 4), PM_JUDGE_OK);
	cr_assert_eq(data(judge, PAUSE_LAST + INHIBIT_MIN + 4 * QUANTUM), PM_JUDGE_OK, "%s", pm_judge_message(judge));
	finish(judge);
	cr_assert_eq(pm_judge_findings(judge), 0);
	cr_assert_gt(pm_judge_checks(judge), 0);
	pm_judge_free(judge);
}

Test(judge, data_an_octet_time_too_early_are_a_finding)
{
	struct pm_judge *judge = judge_gige();
	struct pm_judge_finding finding;

	pause(judge, 0, 4);
	data(judge, PAUSE_LAST + INHIBIT_MIN + 4 * QUANTUM - 1);
	finish(judge);
	cr_assert_eq(pm_judge_findings(judge), 1);
	cr_assert_eq(pm_judge_finding(judge, 0, &finding), PM_JUDGE_OK);
	cr_expect_str_eq(finding.rule, "pause-time");
	cr_expect_eq(finding.time, at(PAUSE_LAST + INHIBIT_MIN + 4 * QUANTUM - 1));
	cr_expect_eq(finding.cause_time, at(PAUSE_LAST));
	cr_expect_str_eq(finding.sentence,
	                 "start of a frame: expected no data before 10656.000 ns, actual data at 10648.000 ns: lasted 255 octet "
	                 "times, 1.0 x 4 quanta");
	cr_expect(strstr(finding.why, "the PAUSE that ended at 8568.000 ns"), "%s", finding.why);
	cr_expect(strstr(finding.why, "from 8608.000 ns to 10656.000 ns"), "%s", finding.why);
	cr_expect(finding.document[0] && finding.rule_text[0] && finding.why[0] && finding.profile_line[0]);
	cr_expect_eq(pm_judge_finding(judge, 1, &finding), PM_JUDGE_NO_MORE);
	pm_judge_free(judge);
}

Test(judge, data_may_start_until_the_inhibit_has_begun)
{
	struct pm_judge *judge = judge_gige();

	pause(judge, 0, 100);
	data(judge, FIRST_HELD - 1);
	finish(judge);
	cr_expect_eq(pm_judge_findings(judge), 0);
	pm_judge_free(judge);

	judge = judge_gige();
	pause(judge, 0, 100);
	data(judge, FIRST_HELD);
	finish(judge);
	cr_expect_eq(pm_judge_findings(judge), 1);
	pm_judge_free(judge);
}

Test(judge, data_that_come_late_are_no_finding)
{
	struct pm_judge *judge = judge_gige();
	struct pm_judge_rule rule;
	bool listed = false;

	pause(judge, 0, 4);
	data(judge, 20000);
	finish(judge);
	cr_expect_eq(pm_judge_findings(judge), 0);
	for (size_t i = 0; !pm_judge_undecided(judge, i, &rule); i++)
		listed |= !strcmp(rule.rule, "data-resumes") && rule.why[0];
	cr_expect(listed);
	pm_judge_free(judge);
}

Test(judge, a_time_error_widens_the_window_at_both_ends)
{
	const struct pm_judge_options options = { .profile = gige, .time_error_ps = 20000 };
	enum { ERROR_OCTETS = 6 }; /* two times, 20 ns each, in whole octet times of 8 ns */
	static const struct {
		unsigned early;
		uint64_t findings;
	} cases[] = { { ERROR_OCTETS, 0 }, { ERROR_OCTETS + 1, 1 } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(&options);
		pause(judge, 0, 4);
		data(judge, PAUSE_LAST + INHIBIT_MIN + 4 * QUANTUM - cases[i].early);
		finish(judge);
		cr_expect_eq(pm_judge_findings(judge), cases[i].findings, "%u", cases[i].early);
		pm_judge_free(judge);
	}
}

Test(judge, a_frame_may_come_as_start_and_end)
{
	struct pm_judge *judge = judge_gige();
	uint8_t frame[PAUSE_FRAME_OCTETS];

	frame_pause(frame, partner, 4);
	cr_assert_eq(pm_judge_start(judge, PM_JUDGE_RECEIVED, at(0)), PM_JUDGE_OK);
	cr_assert_eq(data(judge, 20), PM_JUDGE_OK); /* while the PAUSE frame arrives */
	cr_assert_eq(pm_judge_end(judge, PM_JUDGE_RECEIVED, at(HEAD + sizeof(frame)), frame, sizeof(frame), 0), PM_JUDGE_OK);
	cr_assert_eq(data(judge, 150), PM_JUDGE_OK);
	finish(judge);
	cr_expect_eq(pm_judge_findings(judge), 1);
	pm_judge_free(judge);
}

Test(judge, time_that_goes_back_is_refused_and_has_no_effect)
{
	struct pm_judge *judge = judge_gige();

	cr_assert_eq(data(judge, 1000), PM_JUDGE_OK);
	cr_expect_eq(data(judge, 999), PM_JUDGE_ORDER);
	cr_expect(strstr(pm_judge_message(judge), "time goes back"), "%s", pm_judge_message(judge));
	cr_expect_eq(data(judge, 2000), PM_JUDGE_OK);
	finish(judge);
	cr_expect_eq(pm_judge_findings(judge), 0);
	pm_judge_free(judge);
}

Test(judge, an_end_without_a_start_is_refused)
{
	struct pm_judge *judge = judge_gige();
	uint8_t frame[PAUSE_FRAME_OCTETS];

	frame_pause(frame, partner, 4);
	cr_expect_eq(pm_judge_end(judge, PM_JUDGE_SENT, at(0), frame, sizeof(frame), 0), PM_JUDGE_ORDER);
	cr_assert_eq(pm_judge_start(judge, PM_JUDGE_SENT, at(10)), PM_JUDGE_OK);
	cr_expect_eq(pm_judge_end(judge, PM_JUDGE_RECEIVED, at(90), frame, sizeof(frame), 0), PM_JUDGE_ORDER);
	cr_expect_eq(pm_judge_start(judge, PM_JUDGE_SENT, at(95)), PM_JUDGE_ORDER);
	cr_expect_eq(pm_judge_finish(judge, at(100)), PM_JUDGE_ORDER);
	pm_judge_free(judge);
}

Test(judge, two_frames_at_a_time_on_one_wire_end_the_judge)
{
	struct pm_judge *judge = judge_gige();

	cr_assert_eq(data(judge, 0), PM_JUDGE_OK);
	cr_expect_eq(data(judge, 71), PM_JUDGE_EVENTS);
	cr_expect(strstr(pm_judge_message(judge), "two frames at a time on the transmit wire"), "%s", pm_judge_message(judge));
	cr_expect_neq(data(judge, 500), PM_JUDGE_OK);
	cr_expect_neq(pm_judge_finish(judge, at(1000)), PM_JUDGE_OK);
	pm_judge_free(judge);
}

Test(judge, the_station_has_to_be_known)
{
	const struct pm_judge_options options = { .profile = gige };
	struct pm_judge *judge;
	char message[MESSAGE];

	cr_assert_eq(pm_judge_new(&judge, &options, message, sizeof(message)), PM_JUDGE_OK);
	cr_expect_eq(data(judge, 0), PM_JUDGE_USAGE);
	cr_expect(strstr(pm_judge_message(judge), "station"), "%s", pm_judge_message(judge));
	cr_expect_eq(pm_judge_control(judge, 0, "sation", 1), PM_JUDGE_USAGE);
	cr_expect(strstr(pm_judge_message(judge), "station"), "%s", pm_judge_message(judge));
	cr_expect_eq(pm_judge_control(judge, 0, "station", 1), PM_JUDGE_OK);
	cr_expect_eq(data(judge, 0), PM_JUDGE_OK);
	pm_judge_free(judge);
}

Test(judge, a_judge_without_events_decides_nothing)
{
	struct pm_judge *judge = judge_gige();

	cr_expect_eq(pm_judge_finish(judge, at(0)), PM_JUDGE_EVENTS);
	pm_judge_free(judge);
}

Test(judge, a_profile_that_is_none_is_refused)
{
	struct pm_judge_options options = { .profile = "my.mac", .profile_text = "pausebench-mac 1\nmac my\nphy gmi\n" };
	struct pm_judge *judge;
	char message[MESSAGE];

	cr_expect_eq(pm_judge_new(&judge, &options, message, sizeof(message)), PM_JUDGE_PROFILE);
	cr_expect(strstr(message, "my.mac:3:"), "%s", message);
	cr_expect_null(judge);
	options = (struct pm_judge_options){ .profile = "/nowhere/my.mac" };
	cr_expect_eq(pm_judge_new(&judge, &options, message, sizeof(message)), PM_JUDGE_PROFILE);
	cr_expect(strstr(message, "/nowhere/my.mac"), "%s", message);
	options = (struct pm_judge_options){ .profile = NULL };
	cr_expect_eq(pm_judge_new(&judge, &options, message, sizeof(message)), PM_JUDGE_USAGE);
}

Test(judge, judges_that_live_together_have_one_profile)
{
	const struct pm_judge_options other = { .profile = "tests/foreign/tengig/tengig.mac" };
	struct pm_judge *first = judge_gige(), *second = judge_gige(), *third;
	char message[MESSAGE];

	cr_expect_eq(pm_judge_new(&third, &other, message, sizeof(message)), PM_JUDGE_PROFILE);
	pm_judge_free(first);
	cr_expect_eq(data(second, 0), PM_JUDGE_OK);
	pm_judge_free(second);
	cr_expect_eq(pm_judge_new(&third, &other, message, sizeof(message)), PM_JUDGE_OK, "%s", message);
	pm_judge_free(third);
}
