/* SPDX-License-Identifier: Apache-2.0 */
/* The judge and the port's own PAUSE frames, where sending them is switched off and on again. doc/devices/ieee8023.md 3; tb/check/window. */
#include "judge_support.h"

#include <stdio.h>

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

/* A MAC without a latency has what is written at once. */
Test(judge_own_pause, an_xoff_may_start_in_the_moment_in_which_sending_is_enabled)
{
	for (unsigned early = 0; early < 3; early++) {
		struct pm_judge *judge = judge_of(&(struct pm_judge_options){
		    .profile = gige, .profile_text = profile_with(gige, "request 5 5", "request 0 0") });
		set(judge, 0, "tx_pause", 0);
		set(judge, 1000, "rx_pause", 0);
		if (early) {
			send_pause(judge, 2000 - early, 0xFFFF);
			set(judge, 2000, "tx_pause", 1);
		} else {
			set(judge, 2000, "tx_pause", 1);
			send_pause(judge, 2000, 0xFFFF);
		}
		expect(judge, 2000 + LATER, early ? "pause-tx-gate" : NULL);
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

/* An access has its own time, and the frame may have come later or earlier than it says by the error, which is 100 octet times here. */
Test(judge_own_pause, an_xoff_whose_time_may_be_after_the_enable_is_one)
{
	enum { ENABLED = 2000, ERROR = 100 };
	static const struct {
		uint64_t second;
		bool reset;
		const char *rule;
	} cases[] = { { ENABLED - ERROR + 10, false, NULL },
		      { ENABLED - ERROR - 10, false, "pause-tx-gate" },
		      { ENABLED - ERROR + 10, true, NULL },
		      { ENABLED - ERROR - 10, true, "xon-after-xoff" },
		      { ENABLED + 10, false, NULL } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(
		    &(struct pm_judge_options){ .profile = gige, .time_error_ps = ERROR * OCTET_PS });
		send_pause(judge, 10, 0);
		if (!cases[i].reset)
			set(judge, 400, "tx_pause", 0);
		if (cases[i].second < ENABLED)
			send_pause(judge, cases[i].second, 0xFFFF);
		if (cases[i].reset)
			must(judge, pm_judge_reset(judge, at(ENABLED), OCTET_PS));
		else
			set(judge, ENABLED, "tx_pause", 1);
		if (cases[i].second >= ENABLED)
			send_pause(judge, cases[i].second, 0xFFFF);
		send_pause(judge, ENABLED + LATER, 0);
		must(judge, pm_judge_finish(judge, at(ENABLED + 2 * LATER)));
		bool found = false;
		struct pm_judge_finding finding;
		for (size_t k = 0; !pm_judge_finding(judge, k, &finding); k++)
			found |= cases[i].rule && !strcmp(finding.rule, cases[i].rule);
		cr_expect_eq(found, cases[i].rule != NULL, "%zu", i);
		cr_expect(found || !pm_judge_findings(judge), "%zu: %s", i, finding.rule);
		pm_judge_free(judge);
	}
}

/* After a reset the partner was told nothing: a MAC that sends by a level has no XON then, before an XOFF. With pulses an XON may be requested at any time. */
Test(judge_own_pause, the_first_frame_since_a_reset_is_no_xon_of_a_level)
{
	static const struct {
		const char *from, *to;
		bool reset;
		uint16_t first;
		const char *rule;
	} cases[] = { { "by=level", "by=level", true, 0, "xon-after-xoff" },
		      { "by=level", "by=level", true, 0xFFFF, NULL },
		      { "by=level", "by=level", false, 0, NULL },
		      { "by=level", "by=pulse", true, 0, NULL },
		      { "xon=yes", "xon=yes\nfreedom XonExpired=0\nfreedom XoffAgain=1", true, 0, "xon-after-xoff" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(&(struct pm_judge_options){
		    .profile = gige, .profile_text = profile_with(gige, cases[i].from, cases[i].to) });
		must(judge, pm_judge_control(judge, 0, "refresh", 0));
		if (cases[i].reset)
			must(judge, pm_judge_reset(judge, at(0), 100 * OCTET_PS));
		send_pause(judge, LATER, cases[i].first);
		expect(judge, 2 * LATER, cases[i].rule);
	}
}

/* What is written within the error of a frame's time may have been written before the frame. */
Test(judge_own_pause, a_frame_may_have_what_is_written_within_the_error_of_its_time)
{
	enum { ERROR = 100, AT = 2000 };
	static const uint64_t station = 0x001122334455, other = 0x001122334466;
	static const struct {
		const char *control;
		uint64_t before, value, later;
		const char *rule;
	} cases[] = { { "station", other, station, ERROR - 2, NULL },
		      { "station", other, station, ERROR + 10, "pause-tx-format" },
		      { "station", other, other + 1, ERROR - 2, "pause-tx-format" },
		      { "quanta", 7, 9, ERROR - 2, NULL },
		      { "quanta", 7, 9, ERROR + 10, "pause-tx-quanta" },
		      { "quanta", 7, 8, ERROR - 2, "pause-tx-quanta" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(
		    &(struct pm_judge_options){ .profile = gige, .time_error_ps = ERROR * OCTET_PS });
		set(judge, 0, "quanta", 9);
		set(judge, 0, cases[i].control, cases[i].before);
		send_pause(judge, AT, 9);
		set(judge, AT + cases[i].later, cases[i].control, cases[i].value);
		expect(judge, AT + LATER, cases[i].rule);
	}
}

/* With XoffAgain 0 a level that falls and rises sends nothing. */
Test(judge_own_pause, an_xoff_that_comes_again_was_not_requested)
{
	enum { EVERY = HEAD + PAUSE_FRAME_OCTETS + 12 };

	for (unsigned frames = 1; frames < 5; frames++) {
		struct pm_judge *judge = judge_gige();
		set(judge, 0, "refresh", 0);
		for (unsigned i = 0; i < frames; i++)
			send_pause(judge, LATER + i * EVERY, 0xFFFF);
		send_pause(judge, 2 * LATER, 0);
		expect(judge, 3 * LATER, frames < 2 ? NULL : "xoff-once");
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

/* 31D.1: a MAC with excludes=yes sends no PAUSE frame while it sends PFC frames of a class. */
Test(judge_own_pause, pfc_that_excludes_pause_switches_it_off)
{
	enum { SOON = 2, LONG_AFTER = 100 };
	static const struct {
		const char *excludes;
		uint64_t classes, later;
		const char *rule;
	} cases[] = { { "yes", 0, LONG_AFTER, NULL },
		      { "yes", 1, LONG_AFTER, "pause-tx-gate" },
		      { "yes", 1, SOON, NULL },
		      { "no", 1, LONG_AFTER, NULL } };
	static const char tengig[] = "tests/data/foreign/tengig/tengig.mac", words[] = "obeys multicast own pfc ";

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char line[64];
		snprintf(line, sizeof(line), "%sexcludes=%s ", words, cases[i].excludes);
		struct pm_judge *judge = judge_of(
		    &(struct pm_judge_options){ .profile = tengig, .profile_text = profile_with(tengig, words, line) });
		must(judge, receive_pause(judge, 0, 1, false));
		set(judge, 100, "pfc_tx", !cases[i].classes);
		set(judge, 1000, "pfc_tx", cases[i].classes);
		send_pause(judge, 1000 + cases[i].later, 0xFFFF);
		expect(judge, 2000, cases[i].rule);
	}
}

/* A pause holds the control frames of gige's client, and not those of the MAC: one that may be the MAC's is right in a pause. */
Test(judge_own_pause, a_control_frame_in_a_pause_is_right_only_if_it_may_be_the_macs)
{
	enum { PAUSED = 100, DISABLED = 500, SENT = 2000, STATION = 0x55 };
	static const struct {
		const char *what;
		uint64_t sends;
		uint8_t source;
		uint16_t quanta;
		uint8_t spoils;
		bool client;
		const char *rule;
	} cases[] = { { "as the MAC sends it", 1, STATION, 0xFFFF, 0, true, NULL },
		      { "an XON", 1, STATION, 0, 0, true, NULL },
		      { "another time", 1, STATION, 7, 0, true, "no-data-in-xoff" },
		      { "another source", 1, STATION + 1, 0xFFFF, 0, true, "no-data-in-xoff" },
		      { "a reserved octet", 1, STATION, 0xFFFF, 1, true, "no-data-in-xoff" },
		      { "sending PAUSE frames is disabled", 0, STATION, 0xFFFF, 0, true, "no-data-in-xoff" },
		      { "no client that sends such frames", 0, STATION, 0xFFFF, 0, false, "pause-tx-gate" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(
		    &(struct pm_judge_options){ .profile = gige,
		                                .profile_text = profile_with(gige, "sent-control=passes", "sent-control=held"),
		                                .client_control = cases[i].client });
		const uint8_t source[6] = { 0, 0x11, 0x22, 0x33, 0x44, cases[i].source };
		uint8_t frame[PAUSE_FRAME_OCTETS];
		struct pm_judge_finding finding = { .rule = "nothing" };
		must(judge, receive_pause(judge, 0, PAUSED, false));
		set(judge, DISABLED, "tx_pause", cases[i].sends);
		frame_pause(frame, source, cases[i].quanta);
		frame[40] = cases[i].spoils;
		frame_put_fcs(frame + 60, frame_fcs(frame, 60));
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, at(SENT), frame, sizeof(frame), 0));
		must(judge, pm_judge_finish(judge, at(2 * SENT)));
		pm_judge_finding(judge, 0, &finding);
		cr_expect_str_eq(finding.rule, cases[i].rule ? cases[i].rule : "nothing", "%s: %s", cases[i].what, finding.rule);
		pm_judge_free(judge);
	}
}
