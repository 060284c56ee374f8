/* SPDX-License-Identifier: Apache-2.0 */
/* The judge by its own interface: hand-written lists of events. */
#include "judge_support.h"

#include <stdio.h>
#include <string.h>

enum { MESSAGE = PM_JUDGE_MESSAGE, DATA_OCTETS = 64, FIRST_HELD = PAUSE_LAST + INHIBIT_MAX + 1 };

static struct pm_judge *judge_gige(void)
{
	const struct pm_judge_options options = { .profile = gige };

	return judge_of(&options);
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

Test(judge, data_after_the_time_of_a_pause_is_right)
{
	struct pm_judge *judge = judge_gige();

	cr_assert_eq(receive_pause(judge, 0, 4, false), PM_JUDGE_OK);
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

	receive_pause(judge, 0, 4, false);
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
	cr_expect(
	    strstr(finding.why,
	           "at 8608.000 ns at the earliest and at 8632.000 ns at the latest, so that it holds data until 10656.000 ns"),
	    "%s", finding.why);
	cr_expect(finding.document[0] && finding.rule_text[0] && finding.why[0] && finding.profile_line[0]);
	cr_expect_eq(pm_judge_finding(judge, 1, &finding), PM_JUDGE_NO_MORE);
	pm_judge_free(judge);
}

Test(judge, a_waiver_of_the_profile_holds)
{
	char text[16384];
	const struct pm_judge_options options = { .profile = "gige.mac", .profile_text = text };
	struct pm_judge *judge;
	FILE *in = fopen(gige, "r");
	size_t size;

	cr_assert_not_null(in);
	size = fread(text, 1, sizeof(text) - 64, in);
	fclose(in);
	strcpy(text + size, "waive pause-time captures \"It is short by design.\"\n");
	judge = judge_of(&options);
	receive_pause(judge, 0, 4, false);
	data(judge, PAUSE_LAST + INHIBIT_MIN + 4 * QUANTUM - 1);
	finish(judge);
	cr_expect_eq(pm_judge_findings(judge), 0);
	pm_judge_free(judge);
}

Test(judge, data_may_start_until_the_inhibit_has_begun)
{
	struct pm_judge *judge = judge_gige();

	receive_pause(judge, 0, 100, false);
	data(judge, FIRST_HELD - 1);
	finish(judge);
	cr_expect_eq(pm_judge_findings(judge), 0);
	pm_judge_free(judge);

	judge = judge_gige();
	receive_pause(judge, 0, 100, false);
	data(judge, FIRST_HELD);
	finish(judge);
	cr_expect_eq(pm_judge_findings(judge), 1);
	pm_judge_free(judge);
}

/* A latency above the limit of 31B.3.7 is a finding by itself, and no PAUSE is seen later than the limit allows. */
Test(judge, a_latency_above_the_limit_of_the_standard_is_a_finding)
{
	struct pm_judge *judge = judge_of(
	    &(struct pm_judge_options){ .profile = gige, .profile_text = profile_with(gige, "inhibit 5 8", "inhibit 200 300") });
	struct pm_judge_finding finding;

	receive_pause(judge, 0, 100, false);
	data(judge, PAUSE_LAST + 100);
	finish(judge);
	cr_assert_eq(pm_judge_findings(judge), 1);
	cr_assert_eq(pm_judge_finding(judge, 0, &finding), PM_JUDGE_OK);
	cr_expect_str_eq(finding.rule, "pause-response-limit");
	pm_judge_free(judge);
}

Test(judge, data_that_come_late_are_no_finding)
{
	struct pm_judge *judge = judge_gige();
	struct pm_judge_rule rule;
	bool listed = false;

	receive_pause(judge, 0, 4, false);
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
		receive_pause(judge, 0, 4, false);
		data(judge, PAUSE_LAST + INHIBIT_MIN + 4 * QUANTUM - cases[i].early);
		finish(judge);
		cr_expect_eq(pm_judge_findings(judge), cases[i].findings, "%u", cases[i].early);
		pm_judge_free(judge);
	}
}

/* A frame may have come before a frame whose time is earlier, so that nothing is decided before that one is known. */
Test(judge, a_pause_may_end_before_data_that_seem_to_come_earlier)
{
	enum { ERROR = 1000, ZERO_AT = 9000, ZERO_LAST = ZERO_AT + PAUSE_LAST };
	static const struct {
		unsigned early;
		uint64_t findings;
	} cases[] = { { 2 * ERROR - 100, 0 }, { 2 * ERROR + 100, 1 } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(
		    &(struct pm_judge_options){ .profile = gige, .time_error_ps = ERROR * OCTET_PS });
		receive_pause(judge, 0, 0xFFFF, false);
		data(judge, ZERO_LAST - cases[i].early);
		receive_pause(judge, ZERO_AT, 0, false);
		finish(judge);
		cr_expect_eq(pm_judge_findings(judge), cases[i].findings, "%u", cases[i].early);
		pm_judge_free(judge);
	}
}

/* Some 50 frames are sent while a frame may still come that was before them. */
Test(judge, many_frames_may_wait_for_what_may_have_come_before_them)
{
	enum { ERROR = 1000, EACH = 84, COUNT = 60 };
	struct pm_judge *judge = judge_of(&(struct pm_judge_options){ .profile = gige, .time_error_ps = ERROR * OCTET_PS });

	receive_pause(judge, 0, 0xFFFF, false);
	for (unsigned i = 0; i < COUNT; i++)
		data(judge, 2 * ERROR + 200 + i * EACH);
	finish(judge);
	cr_expect_gt(pm_judge_findings(judge), 0);
	pm_judge_free(judge);
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
	options.profile_text =
	    "pausebench-mac 1\nmac my\ninstance my.vh\nsources my.v\nphy xgmii\nhost tx=stored\npfc classes=vlan\n";
	cr_expect_eq(pm_judge_new(&judge, &options, message, sizeof(message)), PM_JUDGE_PROFILE);
	cr_expect(strstr(message, "my.mac:7:") && strstr(message, "expected classes=priority"), "%s", message);
	options = (struct pm_judge_options){ .profile = "/nowhere/my.mac" };
	cr_expect_eq(pm_judge_new(&judge, &options, message, sizeof(message)), PM_JUDGE_PROFILE);
	cr_expect(strstr(message, "/nowhere/my.mac"), "%s", message);
	options = (struct pm_judge_options){ .profile = NULL };
	cr_expect_eq(pm_judge_new(&judge, &options, message, sizeof(message)), PM_JUDGE_USAGE);
}

/* The text behind it would be read by nobody. */
Test(judge, a_nul_in_a_profile_is_refused)
{
	static const char path[] = "build/tests/judge_nul.mac", instance[] = "build/tests/gige.vh";
	const struct pm_judge_options options = { .profile = path };
	const char *text = profile_with(gige, "sends by=level", "@sends by=level");
	size_t size = strlen(text), nul = (size_t)(strchr(text, '@') - text);
	struct pm_judge *judge;
	char message[MESSAGE];
	FILE *out = fopen(path, "w");

	fwrite(text, 1, nul, out);
	fputc(0, out);
	fwrite(text + nul + 1, 1, size - nul - 1, out);
	fclose(out);
	cr_expect_eq(pm_judge_new(&judge, &options, message, sizeof(message)), PM_JUDGE_PROFILE);
	cr_expect(strstr(message, "judge_nul.mac:13:1: a NUL"), "%s", message);
	out = fopen(path, "w");
	fwrite(text, 1, nul, out);
	fwrite(text + nul + 1, 1, size - nul - 1, out);
	fclose(out);
	cr_expect_eq(pm_judge_new(&judge, &options, message, sizeof(message)), PM_JUDGE_OK, "%s", message);
	pm_judge_free(judge);
	out = fopen(instance, "w");
	fwrite("//\n \0\n", 1, 6, out);
	fclose(out);
	cr_expect_eq(pm_judge_new(&judge, &options, message, sizeof(message)), PM_JUDGE_PROFILE);
	cr_expect(strstr(message, "gige.vh:2:2: a NUL"), "%s", message);
	remove(instance);
	remove(path);
}

/* Registers, pins and latencies are those of the profile of each judge, whichever was made last or freed first. */
Test(judge, judges_that_live_together_have_each_its_profile)
{
	const struct pm_judge_options other = { .profile = "tests/data/foreign/tengig/tengig.mac" };
	struct pm_judge *first = judge_gige(), *second, *third = judge_gige();
	uint8_t frame[PAUSE_FRAME_OCTETS];

	frame_pause(frame, partner, 4);
	cr_assert_eq(receive_pause(first, 0, 4, false), PM_JUDGE_OK);
	second = judge_of(&other);
	cr_assert_eq(pm_judge_frame(second, PM_JUDGE_RECEIVED, 8000, frame, sizeof(frame), 0), PM_JUDGE_OK);
	cr_assert_eq(receive_pause(third, 0, 4, false), PM_JUDGE_OK);
	data(first, PAUSE_LAST + INHIBIT_MIN + 4 * QUANTUM - 1);
	cr_assert_eq(pm_judge_write(first, at(5000), 0x0008, 0), PM_JUDGE_USAGE);
	cr_expect(strstr(pm_judge_message(first), "no register at 0x0008"), "%s", pm_judge_message(first));
	cr_assert_eq(pm_judge_write(second, at(5000), 0x0008, 0), PM_JUDGE_OK, "%s", pm_judge_message(second));
	finish(first);
	pm_judge_free(first);
	data(third, PAUSE_LAST + INHIBIT_MIN + 4 * QUANTUM - 1);
	finish(third);
	cr_expect_eq(pm_judge_findings(third), 1);
	pm_judge_free(third);
	finish(second);
	cr_expect_eq(pm_judge_findings(second), 0);
	pm_judge_free(second);
}

/* ---- errors of use ---- */

static void expect_refused(struct pm_judge *judge, int status, int error, const char *words)
{
	cr_expect_eq(status, error, "%d, not %d: %s", status, error, pm_judge_message(judge));
	cr_expect(strstr(pm_judge_message(judge), words), "'%s' is not in '%s'", words, pm_judge_message(judge));
}

Test(judge, arguments_that_mean_nothing_are_refused)
{
	struct pm_judge *judge = judge_gige();
	const uint8_t octets[DATA_OCTETS] = { 2 };
	const enum pm_judge_wire none = (enum pm_judge_wire)2;

	expect_refused(judge, pm_judge_frame(judge, none, at(0), octets, sizeof(octets), 0), PM_JUDGE_USAGE,
	               "there is no wire 2");
	expect_refused(judge, pm_judge_start(judge, none, at(0)), PM_JUDGE_USAGE, "there is no wire 2");
	expect_refused(judge, pm_judge_lost(judge, none, at(0)), PM_JUDGE_USAGE, "there is no wire 2");
	expect_refused(judge, pm_judge_gmii(judge, none, at(0), 0x55, 1, 0), PM_JUDGE_USAGE, "there is no wire 2");
	expect_refused(judge, pm_judge_end(judge, none, at(0), octets, sizeof(octets), 0), PM_JUDGE_ORDER, "without its start");
	expect_refused(judge, pm_judge_frame(judge, PM_JUDGE_SENT, at(0), NULL, 64, 0), PM_JUDGE_USAGE, "a frame without octets");
	expect_refused(judge, pm_judge_frame(judge, PM_JUDGE_SENT, at(0), octets, 0, 0), PM_JUDGE_USAGE,
	               "a frame without octets");
	expect_refused(judge, pm_judge_frame(judge, PM_JUDGE_SENT, at(0), octets, 64, 0x80), PM_JUDGE_USAGE,
	               "unknown flags 0x80");
	expect_refused(judge, pm_judge_cut_frame(judge, PM_JUDGE_SENT, at(0), octets, 19, 64, 0), PM_JUDGE_USAGE, "too few");
	expect_refused(judge, pm_judge_cut_frame(judge, PM_JUDGE_SENT, at(0), octets, 64, 63, 0), PM_JUDGE_USAGE, "too few");
	expect_refused(judge, pm_judge_cut_frame(judge, PM_JUDGE_SENT, at(0), octets, 64, 65536, 0), PM_JUDGE_USAGE,
	               "no frame has more");
	expect_refused(judge, pm_judge_control(judge, at(0), NULL, 1), PM_JUDGE_USAGE, "without a name");
	expect_refused(judge, pm_judge_control(judge, at(0), "quanta", 0x10000), PM_JUDGE_USAGE, "has 16 bits");
	expect_refused(judge, pm_judge_control(judge, at(0), "pfc_rx", 1), PM_JUDGE_USAGE, "has no control pfc_rx");
	expect_refused(judge, pm_judge_control(judge, at(0), "half_duplex", 1), PM_JUDGE_USAGE, "half_duplex");
	expect_refused(judge, pm_judge_counter(judge, at(0), NULL, 1), PM_JUDGE_USAGE, "without a name");
	expect_refused(judge, pm_judge_counter(judge, at(0), "frames", 1), PM_JUDGE_USAGE, "no counter 'frames'");
	expect_refused(judge, pm_judge_read(judge, at(0), 0x7777, 1), PM_JUDGE_USAGE, "no register at 0x7777");
	expect_refused(judge, pm_judge_mii(judge, PM_JUDGE_SENT, at(0), 5, 1, 0), PM_JUDGE_USAGE, "call pm_judge_gmii()");
	expect_refused(judge, pm_judge_xgmii(judge, PM_JUDGE_SENT, at(0), 6400, 0, 0), PM_JUDGE_USAGE, "call pm_judge_gmii()");
	cr_expect_eq(data(judge, 0), PM_JUDGE_OK, "a refused call had an effect: %s", pm_judge_message(judge));
	finish(judge);
	cr_expect_eq(pm_judge_findings(judge), 0);
	pm_judge_free(judge);
}

Test(judge, every_call_refuses_a_time_that_goes_back)
{
	struct pm_judge *judge = judge_gige();
	const uint8_t octets[DATA_OCTETS] = { 2 };

	cr_assert_eq(data(judge, 100), PM_JUDGE_OK);
	expect_refused(judge, pm_judge_frame(judge, PM_JUDGE_SENT, at(99), octets, 64, 0), PM_JUDGE_ORDER, "time goes back");
	expect_refused(judge, pm_judge_cut_frame(judge, PM_JUDGE_SENT, at(99), octets, 20, 64, 0), PM_JUDGE_ORDER,
	               "time goes back");
	expect_refused(judge, pm_judge_start(judge, PM_JUDGE_SENT, at(99)), PM_JUDGE_ORDER, "time goes back");
	expect_refused(judge, pm_judge_end(judge, PM_JUDGE_SENT, at(99), octets, 64, 0), PM_JUDGE_ORDER, "time goes back");
	expect_refused(judge, pm_judge_control(judge, at(99), "quanta", 1), PM_JUDGE_ORDER, "time goes back");
	expect_refused(judge, pm_judge_write(judge, at(99), 0xFC00, 1), PM_JUDGE_ORDER, "time goes back");
	expect_refused(judge, pm_judge_read(judge, at(99), 0xFC00, 1), PM_JUDGE_ORDER, "time goes back");
	expect_refused(judge, pm_judge_counter(judge, at(99), "rx_ok", 1), PM_JUDGE_ORDER, "time goes back");
	expect_refused(judge, pm_judge_reset(judge, at(99), 1), PM_JUDGE_ORDER, "time goes back");
	expect_refused(judge, pm_judge_lost(judge, PM_JUDGE_SENT, at(99)), PM_JUDGE_ORDER, "time goes back");
	expect_refused(judge, pm_judge_gmii(judge, PM_JUDGE_SENT, at(99), 0, 1, 0), PM_JUDGE_ORDER, "time goes back");
	expect_refused(judge, pm_judge_finish(judge, at(99)), PM_JUDGE_ORDER, "time goes back");
	finish(judge);
	cr_expect_eq(pm_judge_findings(judge), 0);
	pm_judge_free(judge);
}

/* What is refused has no effect, and so the time of the next call may be before its time. */
Test(judge, a_refused_call_moves_no_time)
{
	struct pm_judge *judge = judge_gige();
	const uint8_t octets[DATA_OCTETS] = { 2 };
	const uint64_t later = at(5000000);

	cr_assert_eq(data(judge, 100), PM_JUDGE_OK);
	expect_refused(judge, pm_judge_frame(judge, PM_JUDGE_SENT, later, octets, 0, 0), PM_JUDGE_USAGE, "without octets");
	expect_refused(judge, pm_judge_cut_frame(judge, PM_JUDGE_SENT, later, octets, 2, 64, 0), PM_JUDGE_USAGE, "too few");
	expect_refused(judge, pm_judge_start(judge, (enum pm_judge_wire)2, later), PM_JUDGE_USAGE, "no wire 2");
	expect_refused(judge, pm_judge_end(judge, PM_JUDGE_SENT, later, octets, 64, 0), PM_JUDGE_ORDER, "without its start");
	expect_refused(judge, pm_judge_control(judge, later, "quantum", 1), PM_JUDGE_USAGE, "no control");
	expect_refused(judge, pm_judge_write(judge, later, 0x1234, 1), PM_JUDGE_USAGE, "no register");
	expect_refused(judge, pm_judge_read(judge, later, 0x1234, 1), PM_JUDGE_USAGE, "no register");
	expect_refused(judge, pm_judge_counter(judge, later, "rx_fine", 1), PM_JUDGE_USAGE, "no counter");
	expect_refused(judge, pm_judge_reset(judge, later, UINT64_MAX), PM_JUDGE_USAGE, "a reset of 18446744073709551615 ps");
	expect_refused(judge, pm_judge_lost(judge, (enum pm_judge_wire)2, later), PM_JUDGE_USAGE, "no wire 2");
	expect_refused(judge, pm_judge_gmii(judge, (enum pm_judge_wire)2, later, 0, 1, 0), PM_JUDGE_USAGE, "no wire 2");
	expect_refused(judge, pm_judge_mii(judge, PM_JUDGE_SENT, later, 0, 1, 0), PM_JUDGE_USAGE, "call pm_judge_gmii()");
	expect_refused(judge, pm_judge_client_offer(judge, later), PM_JUDGE_USAGE, "client");
	expect_refused(judge, pm_judge_axis(judge, PM_JUDGE_SENT, later, 0, 1, 0, 0, 1, 1), PM_JUDGE_USAGE, "client");
	expect_refused(judge, pm_judge_request(judge, later, 1), PM_JUDGE_USAGE, "requests");
	expect_refused(judge, pm_judge_finish(judge, UINT64_MAX), PM_JUDGE_USAGE, "times end at");
	cr_assert_eq(pm_judge_start(judge, PM_JUDGE_SENT, at(1000)), PM_JUDGE_OK, "%s", pm_judge_message(judge));
	expect_refused(judge, pm_judge_gmii(judge, PM_JUDGE_SENT, later, 0, 1, 0), PM_JUDGE_ORDER, "before the one ahead of it");
	expect_refused(judge, pm_judge_finish(judge, later), PM_JUDGE_ORDER, "has no end");
	cr_assert_eq(pm_judge_end(judge, PM_JUDGE_SENT, at(1000), octets, 64, 0), PM_JUDGE_OK, "%s", pm_judge_message(judge));
	pm_judge_free(judge);
}

Test(judge, a_judge_that_has_finished_takes_nothing_more)
{
	struct pm_judge *judge = judge_gige();

	data(judge, 0);
	finish(judge);
	expect_refused(judge, data(judge, 2000000), PM_JUDGE_USAGE, "the judge has finished");
	expect_refused(judge, pm_judge_finish(judge, at(2000000)), PM_JUDGE_USAGE, "the judge has finished");
	expect_refused(judge, pm_judge_control(judge, at(2000000), "quanta", 1), PM_JUDGE_USAGE, "the judge has finished");
	cr_expect_str_eq(pm_judge_story(judge, 0), "");
	pm_judge_free(judge);
}

Test(judge, too_many_events_within_a_frame_end_the_judge)
{
	struct pm_judge *judge = judge_gige();
	int err = pm_judge_start(judge, PM_JUDGE_SENT, at(0));

	for (unsigned i = 0; i < 70000 && !err; i++)
		err = pm_judge_read(judge, at(1), 0xFC00, 0);
	cr_expect_eq(err, PM_JUDGE_EVENTS, "%s", pm_judge_message(judge));
	cr_expect(strstr(pm_judge_message(judge), "between the start of a frame and its end"), "%s", pm_judge_message(judge));
	pm_judge_free(judge);
}

Test(judge, no_judge_and_no_options_are_refused_too)
{
	const struct pm_judge_options options = { .profile = gige }, wide = { .profile = gige, .time_error_ps = UINT64_MAX };
	struct pm_judge_finding finding;
	struct pm_judge_rule rule;
	struct pm_judge *judge;
	char message[MESSAGE];

	cr_expect_eq(pm_judge_new(NULL, &options, message, sizeof(message)), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_new(&judge, NULL, message, sizeof(message)), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_new(&judge, &wide, message, sizeof(message)), PM_JUDGE_USAGE);
	cr_expect(strstr(message, "time error"), "%s", message);
	cr_expect_eq(pm_judge_new(&judge, &options, NULL, 0), PM_JUDGE_OK);
	pm_judge_free(judge);
	cr_expect_eq(pm_judge_captures(NULL, &options, "a", "b", NULL, message, sizeof(message)), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_captures(&judge, NULL, "a", "b", NULL, message, sizeof(message)), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_captures(&judge, &options, NULL, "b", NULL, message, sizeof(message)), PM_JUDGE_USAGE);
	cr_expect_null(pm_judge_open("/nowhere/my.mac", 0));
	cr_expect(strstr(pm_judge_open_message(), "/nowhere/my.mac"), "%s", pm_judge_open_message());
	pm_judge_free(NULL);
	cr_expect_eq(pm_judge_frame(NULL, PM_JUDGE_SENT, 0, partner, 6, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_start(NULL, PM_JUDGE_SENT, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_end(NULL, PM_JUDGE_SENT, 0, partner, 6, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_control(NULL, 0, "quanta", 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_write(NULL, 0, 0, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_read(NULL, 0, 0, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_counter(NULL, 0, "rx_ok", 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_reset(NULL, 0, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_lost(NULL, PM_JUDGE_SENT, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_gmii(NULL, PM_JUDGE_SENT, 0, 0, 1, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_axis(NULL, PM_JUDGE_SENT, 0, 0, 1, 0, 0, 1, 1), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_mii(NULL, PM_JUDGE_SENT, 0, 0, 1, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_xgmii(NULL, PM_JUDGE_SENT, 0, 6400, 0, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_cut_frame(NULL, PM_JUDGE_SENT, 0, partner, 6, 64, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_client_taken(NULL, 0, partner, 6, 0, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_client_delivery(NULL, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_client_delivered(NULL, 0, partner, 6, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_client_ready(NULL, 0, 1), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_request(NULL, 0, 1), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_class_request(NULL, 0, 1, 1), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_spoilt(NULL), 0);
	cr_expect_eq(pm_judge_without_fcs(NULL), 0);
	cr_expect_eq(pm_judge_client_offer(NULL, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_finish(NULL, 0), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_findings(NULL), 0);
	cr_expect_eq(pm_judge_checks(NULL), 0);
	cr_expect_eq(pm_judge_finding(NULL, 0, &finding), PM_JUDGE_USAGE);
	cr_expect_eq(pm_judge_undecided(NULL, 0, &rule), PM_JUDGE_USAGE);
	cr_expect(pm_judge_message(NULL)[0]);
	cr_expect_str_eq(pm_judge_finding_text(NULL, 0), "");
	cr_expect_str_eq(pm_judge_undecided_text(NULL, 0), "");
	cr_expect_str_eq(pm_judge_story(NULL, 0), "");
}

/* Of a frame in half duplex it is not known what carrier and collisions did to it. */
Test(judge, a_frame_in_half_duplex_is_refused)
{
	enum { MAC_CFG = 0x0100 };
	struct pm_judge *judge = judge_of(&(struct pm_judge_options){ .profile = "tests/data/profiles/bcm1250_100.mac" });
	uint8_t frame[DATA_OCTETS] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x08 };

	cr_expect_eq(pm_judge_write(judge, at(1), MAC_CFG, (uint64_t)1 << 33), PM_JUDGE_OK);
	cr_expect_eq(pm_judge_frame(judge, PM_JUDGE_SENT, at(1000), frame, sizeof(frame), 0), PM_JUDGE_EVENTS);
	cr_expect_not_null(strstr(pm_judge_message(judge), "half duplex"), "%s", pm_judge_message(judge));
	pm_judge_free(judge);
}

/* Whether the client was late or marked the frame, it is none that was sent right: what counts right frames, or all others, is decided. What names the reason is
 * not. 30.3.1.1.2 */
Test(judge, a_frame_sent_with_an_error_at_mii_counts_as_bad_whatever_the_reason)
{
	static const struct {
		const char *counter;
		uint64_t value;
		size_t findings;
	} cases[] = { { "TX_GOOD", 1, 0 }, { "TX_GOOD", 2, 1 },   { "TX_BAD", 1, 0 },
		      { "TX_BAD", 0, 1 },  { "TX_BYTES", 64, 0 }, { "TX_ABORT", 7, 0 } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(&(struct pm_judge_options){ .profile = "tests/data/profiles/bcm1250_100.mac" });
		uint8_t frame[64] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5 };
		struct pm_judge_finding finding = { .sentence = "" };
		frame_put_fcs(frame + 60, frame_fcs(frame, 60));
		cr_assert_eq(pm_judge_frame(judge, PM_JUDGE_SENT, 100000000, frame, sizeof(frame), 0), PM_JUDGE_OK);
		cr_assert_eq(pm_judge_frame(judge, PM_JUDGE_SENT, 200000000, frame, sizeof(frame), PM_JUDGE_CODE_ERROR),
		             PM_JUDGE_OK);
		cr_assert_eq(pm_judge_counter(judge, 400000000, cases[i].counter, cases[i].value), PM_JUDGE_OK);
		cr_assert_eq(pm_judge_finish(judge, 500000000), PM_JUDGE_OK);
		pm_judge_finding(judge, 0, &finding);
		cr_expect_eq(pm_judge_findings(judge), cases[i].findings, "%s %u: %s", cases[i].counter, (unsigned)cases[i].value,
		             finding.sentence);
		pm_judge_free(judge);
	}
}

/* A frame takes whole pieces of the receive buffer: of tengig 65,536 octets in pieces of 8. As long as all that came since a reset would fit, none can have been
 * discarded; before a reset nobody knows what is in the buffer. */
Test(judge, which_frames_had_room_is_known_up_to_where_they_would_have_filled_the_buffer)
{
	enum { LENGTH = 65, FIT = 910 /* of 72 octets */ };
	static const struct {
		bool reset;
		unsigned frames;
		size_t findings;
	} cases[] = { { true, 1, 1 }, { true, FIT, 1 }, { true, FIT + 1, 0 }, { false, 1, 0 } };
	static uint8_t frame[LENGTH] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5 };

	frame_put_fcs(frame + LENGTH - 4, frame_fcs(frame, LENGTH - 4));
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(
		    &(struct pm_judge_options){ .profile = "tests/data/foreign/tengig/tengig.mac" });
		uint64_t now = 1000000;
		if (cases[i].reset)
			cr_assert_eq(pm_judge_reset(judge, now, 100000), PM_JUDGE_OK);
		for (unsigned k = 0; k < cases[i].frames; k++)
			cr_assert_eq(pm_judge_frame(judge, PM_JUDGE_RECEIVED, now += 2000000, frame, LENGTH, 0), PM_JUDGE_OK,
			             "%s", pm_judge_message(judge));
		cr_assert_eq(pm_judge_counter(judge, now += 4000000, "etherStatsDropEvents", 1), PM_JUDGE_OK);
		cr_assert_eq(pm_judge_finish(judge, now + 1000000), PM_JUDGE_OK);
		cr_expect_eq(pm_judge_findings(judge), cases[i].findings, "reset %d, %u frames", cases[i].reset, cases[i].frames);
		pm_judge_free(judge);
	}
}

/* A frame that ends in the clock in which a reset begins was cut by it, and is no frame that is too short; one that ends a clock earlier is. */
Test(judge, a_frame_that_a_reset_cuts_is_not_too_short)
{
	static const uint8_t octets[] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55 };
	enum { START = 100, END = START + HEAD + sizeof(octets) };

	for (unsigned early = 0; early < 2; early++) {
		struct pm_judge *judge = judge_of(&(struct pm_judge_options){ .profile = "tests/data/foreign/gige/gige.mac" });
		must(judge, pm_judge_reset(judge, at(0), OCTET_PS));
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, at(START), octets, sizeof(octets), 0));
		must(judge, pm_judge_reset(judge, at(END + early), 8 * OCTET_PS));
		must(judge, pm_judge_finish(judge, at(1000)));
		cr_expect_eq(pm_judge_findings(judge), early, "%u: %d findings", early, (int)pm_judge_findings(judge));
		pm_judge_free(judge);
	}
}
