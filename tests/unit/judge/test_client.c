/* SPDX-License-Identifier: Apache-2.0 */
/* The judge and the client of the MAC: one that always has a frame, one whose frames are events, and calls about it in a wrong order. */
#include "judge_support.h"

#include <string.h>

enum { OCTETS = 60, GAP = 12, ON_WIRE = HEAD + OCTETS + FRAME_FCS_OCTETS };
/* By the line `latency resume 3 5` of gige.mac: data start up to 4 octet times after the first one behind a gap. */
enum { RESUME_SLACK = 4 };

/* The frame NUMBER of the client. */
static const uint8_t *frame(uint8_t number)
{
	static uint8_t octets[OCTETS];

	memcpy(octets, (const uint8_t[]){ 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5, number }, 15);
	return octets;
}

static void send(struct pm_judge *judge, uint64_t octets, uint8_t number)
{
	must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, at(octets), frame(number), OCTETS, PM_JUDGE_NO_FCS));
}

/* Frees JUDGE after it has finished at END: RULE was broken first, or nothing if it is NULL. */
static void expect(struct pm_judge *judge, uint64_t end, const char *rule)
{
	struct pm_judge_finding finding = { .rule = "nothing", .sentence = "" };

	must(judge, pm_judge_finish(judge, at(end)));
	pm_judge_finding(judge, 0, &finding);
	cr_expect_str_eq(finding.rule, rule ? rule : "nothing", "%s: %s, not %s", finding.rule, finding.sentence, rule);
	pm_judge_free(judge);
}

/* ---- a client that always has a frame ---- */

static struct pm_judge *judge_always(void)
{
	return judge_of(&(struct pm_judge_options){ .profile = gige, .client_always = 1 });
}

Test(judge_client, data_that_come_late_after_a_gap_are_found)
{
	for (unsigned late = 0; late < 2; late++) {
		struct pm_judge *judge = judge_always();
		send(judge, 0, 1);
		send(judge, ON_WIRE + GAP, 2);
		send(judge, 2 * (ON_WIRE + GAP) + RESUME_SLACK + late, 3);
		cr_expect(!is_undecided(judge, "data-resumes"));
		expect(judge, 2 * (ON_WIRE + GAP) + RESUME_SLACK + late, late ? "data-resumes" : NULL);
	}
}

/* By `latency resume 0 0` data start as soon as the gap is over. */
Test(judge_client, data_of_a_mac_without_a_latency_come_in_time_after_a_gap)
{
	for (unsigned late = 0; late < 2; late++) {
		struct pm_judge *judge = judge_of(&(struct pm_judge_options){
		    .profile = gige, .profile_text = profile_with(gige, "resume 3 5", "resume 0 0"), .client_always = 1 });
		send(judge, 0, 1);
		send(judge, ON_WIRE + GAP, 2);
		send(judge, 2 * (ON_WIRE + GAP) + late, 3);
		expect(judge, 2 * (ON_WIRE + GAP) + late, late ? "data-resumes" : NULL);
	}
}

Test(judge_client, data_that_come_late_after_a_pause_are_found)
{
	static const struct {
		uint64_t after; /* the pause is over */
		const char *rule;
	} cases[] = { { 0, NULL }, { 300, "pause-expiry" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_always();
		uint64_t start = 10 + ON_WIRE + 20 * QUANTUM +
		                 cases[i].after; /* the pause counts from the end of the frame that it met */
		must(judge, receive_pause(judge, 0, 20, false));
		send(judge, 10, 1);
		send(judge, start, 2);
		expect(judge, start, cases[i].rule);
	}
}

/* With TimerWaitsOnce 0 a time waits also for a control frame of the MAC's own that follows with the least gap; the judge takes up to two gaps for that. By the
 * error of both times the frames may look further apart than they are. */
Test(judge_client, a_pause_may_wait_for_a_control_frame_that_follows_within_the_error_of_both_times)
{
	enum { ERROR = 20, FIRST = 60, FOLLOWS = 2 * GAP, QUANTA = 20 };
	static const uint8_t own[6] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55 };
	static const struct {
		const char *what, *freedom;
		uint64_t error, gap;
		const char *rule;
	} cases[] = { { "exact", "freedom TimerWaitsOnce=0\n", 0, FOLLOWS, NULL },
		      { "exact, and no longer behind the frame", "freedom TimerWaitsOnce=0\n", 0, FOLLOWS + 1, "pause-expiry" },
		      { "within the error", "freedom TimerWaitsOnce=0\n", ERROR, FOLLOWS + 2 * ERROR, NULL },
		      { "beyond the error", "freedom TimerWaitsOnce=0\n", ERROR, FOLLOWS + 2 * ERROR + 1, "pause-expiry" },
		      { "a time that waits for one frame", "", ERROR, FOLLOWS + 2 * ERROR, "pause-expiry" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char lines[64];
		uint64_t control = FIRST + ON_WIRE + cases[i].gap,
			 second = control + HEAD + PAUSE_FRAME_OCTETS + QUANTA * QUANTUM;
		struct pm_judge *judge;
		uint8_t pause[PAUSE_FRAME_OCTETS];
		snprintf(lines, sizeof(lines), "%slatency inhibit 5 8", cases[i].freedom);
		judge = judge_of(&(struct pm_judge_options){ .profile = gige,
		                                             .profile_text = profile_with(gige, "latency inhibit 5 8", lines),
		                                             .client_always = PM_JUDGE_CLIENT_ALWAYS,
		                                             .time_error_ps = cases[i].error * OCTET_PS });
		frame_pause(pause, own, 0xFFFF);
		must(judge, receive_pause(judge, 0, QUANTA, false)); /* obeyed while the first frame is sent, also by the error */
		send(judge, FIRST, 1);
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, at(control), pause, sizeof(pause), 0));
		send(judge, second, 2);
		expect_first(judge, at(second), cases[i].rule, cases[i].what);
	}
}

/* A PAUSE of time 0 reaches the transmitter as late as any other one does, by the line `latency inhibit`. */
Test(judge_client, the_end_of_a_pause_by_time_0_has_the_latency_of_a_pause)
{
	enum { LATEST = 50, ZERO = 300, ZERO_LAST = ZERO + PAUSE_LAST, RESUME = 5 };
	static const struct {
		uint64_t start;
		const char *rule;
	} cases[] = { { ZERO_LAST + LATEST + RESUME, NULL }, { ZERO_LAST + LATEST + RESUME + 5, "pause-zero-resumes" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(&(struct pm_judge_options){
		    .profile = gige, .profile_text = profile_with(gige, "inhibit 5 8", "inhibit 40 50"), .client_always = 1 });
		must(judge, receive_pause(judge, 0, 100, false));
		send(judge, 60, 1); /* it is over when the pause begins */
		must(judge, receive_pause(judge, ZERO, 0, false));
		send(judge, cases[i].start, 2);
		expect(judge, cases[i].start, cases[i].rule);
	}
}

Test(judge_client, a_pause_by_a_frame_that_is_none_is_found)
{
	struct pm_judge *judge = judge_always();

	must(judge, receive_pause(judge, 0, 20, true));
	send(judge, 10, 1);
	send(judge, 1500, 2);
	cr_expect(!is_undecided(judge, "pause-fcs"));
	expect(judge, 1500, "pause-fcs");
}

Test(judge_client, nothing_is_late_before_the_first_frame_and_where_some_may_be_missing)
{
	struct pm_judge *judge = judge_always();

	must(judge, receive_pause(judge, 0, 0, false));
	send(judge, 5000, 1);
	must(judge, pm_judge_lost(judge, PM_JUDGE_RECEIVED, at(5010)));
	send(judge, 9000, 2);
	expect(judge, 9000, NULL);
}

/* A wire of nibbles: an own PAUSE frame is no frame of the client's, neither the first one that is sent nor one behind which data start. */
Test(judge_client, an_own_pause_frame_is_none_of_the_clients_at_10_and_100_mbps)
{
	enum { NIBBLE_PS = 40000, CLOCKS = 2 };
	static const struct {
		const char *what;
		uint64_t data; /* octet times from the end of the PAUSE frame to the data */
		bool first;    /* the PAUSE frame is the first one that is sent */
		const char *rule;
	} cases[] = { { "the client has a frame from its first one on", 1000, true, NULL },
		      { "data follow with the gap", GAP, true, NULL },
		      { "data follow with the gap, and were there before", GAP, false, NULL },
		      { "data that were there before are late", 1000, false, "data-resumes" } };
	static const char profile[] = "pausebench-mac 1\nmac example\ninstance none.vh\nsources none.v\nphy mii 100\n"
				      "host tx=stored\nobeys multicast\nsends by=level refresh=none xon=yes\nlacks underrun\n"
				      "latency resume 1 8\n";

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(&(struct pm_judge_options){
		    .profile = "example.mac", .profile_text = profile, .client_always = PM_JUDGE_CLIENT_ALWAYS });
		static const uint8_t own[6] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55 };
		uint64_t octets = 1000;
		uint8_t pause[PAUSE_FRAME_OCTETS];
		frame_pause(pause, own, 0xFFFF);
		if (!cases[i].first) {
			must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octets * CLOCKS * NIBBLE_PS, frame(1), OCTETS,
			                           PM_JUDGE_NO_FCS));
			octets += ON_WIRE + GAP;
		}
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octets * CLOCKS * NIBBLE_PS, pause, sizeof(pause), 0));
		octets += HEAD + PAUSE_FRAME_OCTETS + cases[i].data;
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octets * CLOCKS * NIBBLE_PS, frame(2), OCTETS, PM_JUDGE_NO_FCS));
		expect_first(judge, octets * CLOCKS * NIBBLE_PS, cases[i].rule, cases[i].what);
	}
}

/* The deficit of the gaps is reset at initialization alone, whatever gaps come (46.3.1.4). A frame of 65 octets ends in the second lane of a column: with a
 * deficit of 3 the next one starts in the column behind the one in which it starts with none, 15 octets after that end in place of 11. */
Test(judge_client, a_mac_keeps_the_deficit_of_gaps_that_nobody_saw)
{
	enum { LENGTH = 65, ENDS = HEAD + LENGTH, EARLY = 11, LATE = 15, BEGIN = 1000, QUANTA = 10, FRAMES = 4, RESET = 1 };
	static const char profile[] =
	    "pausebench-mac 1\nmac ten\ninstance ten.vh\nsources ten.v\nphy xgmii\nhost tx=stored\nobeys multicast\n"
	    "sends by=none\nlacks underrun, fault\nlatency inhibit 8 16\nlatency resume 0 0\nlatency start 0 0\nlatency write 0 "
	    "0\n";
	static const struct {
		const char *what;
		unsigned gap[FRAMES - 1]; /* 0: there is a pause, or nothing more */
		bool reset;
		const char *rule;
	} cases[] = { { "of before the capture", { LATE }, false, NULL },
		      { "two columns later", { LATE + 8 }, false, "data-resumes" },
		      { "none behind a reset, and a column later", { LATE + 4 }, true, "data-resumes" },
		      { "none behind a gap that had 3 octets more", { LATE, LATE }, false, "data-resumes" },
		      { "none behind such a gap", { LATE, EARLY }, false, NULL },
		      { "of the gap of a pause", { LATE, 0, LATE }, false, NULL },
		      { "of the gap of a pause, and two columns more", { LATE, 0, LATE + 8 }, false, "data-resumes" } };

	for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
		uint64_t start = BEGIN + (i % 2 ? 4 : 0);
		struct pm_judge *judge = judge_of(&(struct pm_judge_options){
		    .profile = "ten.mac", .profile_text = profile, .client_always = PM_JUDGE_CLIENT_ALWAYS });
		uint8_t pause[PAUSE_FRAME_OCTETS],
		    sent[LENGTH - FRAME_FCS_OCTETS] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 8 };
		frame_pause(pause, partner, QUANTA);
		if (cases[i / 2].reset)
			must(judge, pm_judge_reset(judge, octet(BEGIN / 2), octet(8)));
		for (unsigned n = 0; n < FRAMES; n++) {
			must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(start), sent, sizeof(sent), PM_JUDGE_NO_FCS));
			if (n == FRAMES - 1 || !(cases[i / 2].gap[n] || (n + 2 < FRAMES && cases[i / 2].gap[n + 1])))
				break;
			if (n + 2 < FRAMES && !cases[i / 2].gap[n + 1] &&
			    cases[i / 2].gap[FRAMES - 2]) /* it is obeyed in the next frame */
				must(judge, pm_judge_frame(judge, PM_JUDGE_RECEIVED, octet(start + 20), pause, sizeof(pause), 0));
			start += ENDS + cases[i / 2].gap[n];
			if (!cases[i / 2].gap[n])
				start = (start + QUANTA * QUANTUM + 7) / 4 * 4;
		}
		expect_first(judge, octet(start), cases[i / 2].rule, cases[i / 2].what);
	}
}

/* ---- a client that is seen ---- */

static struct pm_judge *judge_seen(void)
{
	return judge_of(&(struct pm_judge_options){ .profile = gige, .client_seen = 1 });
}

/* The client hands over the frame NUMBER from OCTETS on. */
static void hand_over(struct pm_judge *judge, uint64_t octets, uint8_t number)
{
	must(judge, pm_judge_client_offer(judge, at(octets)));
	must(judge, pm_judge_client_taken(judge, at(octets + OCTETS - 1), frame(number), OCTETS, 0, 0));
}

/* The frames that the client hands over, and those that are sent then. */
static const struct {
	const char *what, *handed, *sent, *rule;
} handed[] = {
	{ "all", "123", "123", NULL },
	{ "lost", "123", "13", "tx-lost" },
	{ "altered", "123", "193", "tx-content" },
	{ "invented", "1", "19", "tx-spurious" },
	{ "doubled", "12", "112", "tx-lost" },
	{ "exchanged", "123", "132", "tx-lost" },
};

Test(judge_client, frames_between_client_and_wire_are_found_wherever_they_differ)
{
	for (size_t i = 0; i < sizeof(handed) / sizeof(handed[0]); i++) {
		struct pm_judge *judge = judge_seen();
		struct pm_judge_finding finding = { .rule = "nothing", .sentence = "" };
		uint8_t pause[PAUSE_FRAME_OCTETS];
		receive_pause(judge, 0, 20, false); /* the frames wait for its end */
		frame_pause(pause, partner, 20);
		must(judge, pm_judge_client_delivery(judge, at(HEAD + 4)));
		must(judge, pm_judge_client_delivered(judge, at(HEAD + PAUSE_FRAME_OCTETS), pause, OCTETS, 0));
		for (size_t k = 0; handed[i].handed[k]; k++)
			hand_over(judge, 100 + k * OCTETS, (uint8_t)handed[i].handed[k]);
		for (size_t k = 0; handed[i].sent[k]; k++)
			send(judge, PAUSE_LAST + INHIBIT_MIN + 20 * QUANTUM + k * (ON_WIRE + GAP), (uint8_t)handed[i].sent[k]);
		must(judge, pm_judge_finish(judge, at(100000)));
		pm_judge_finding(judge, 0, &finding);
		cr_expect_str_eq(finding.rule, handed[i].rule ? handed[i].rule : "nothing", "%s: %s: %s", handed[i].what,
		                 finding.rule, finding.sentence);
		pm_judge_free(judge);
	}
}

Test(judge_client, a_frame_that_is_not_sent_is_lost_only_when_its_time_is_over)
{
	static const uint64_t ends[] = { OCTETS + 2, 100000 };

	for (size_t i = 0; i < 2; i++) {
		struct pm_judge *judge = judge_seen();
		hand_over(judge, 0, 1);
		must(judge, pm_judge_finish(judge, at(ends[i])));
		cr_expect_eq(pm_judge_findings(judge), i, "%zu", i);
		pm_judge_free(judge);
	}
}

/* The frame of the partner from OCTETS on, and how it is delivered. */
static void deliver(struct pm_judge *judge, uint64_t octets, const uint8_t *got, uint32_t length, unsigned flags)
{
	must(judge, pm_judge_frame(judge, PM_JUDGE_RECEIVED, at(octets), frame(1), OCTETS, PM_JUDGE_NO_FCS));
	must(judge, pm_judge_client_delivery(judge, at(octets + HEAD + 4)));
	must(judge, pm_judge_client_delivered(judge, at(octets + ON_WIRE), got, length, flags));
}

Test(judge_client, frames_that_the_client_gets_are_compared)
{
	static const struct {
		uint8_t number;
		uint32_t length;
		unsigned flags;
		const char *rule;
	} cases[] = { { 1, OCTETS, 0, NULL },
		      { 2, OCTETS, 0, "rx-host-content" },
		      { 1, OCTETS - 1, 0, "rx-strip" },
		      { 1, OCTETS, PM_JUDGE_CLIENT_ERROR, "rx-bad-mark" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_seen();
		uint8_t got[OCTETS];
		memcpy(got, frame(cases[i].number), OCTETS);
		deliver(judge, 0, got, cases[i].length, cases[i].flags);
		cr_expect(!is_undecided(judge, "rx-host-content") && !is_undecided(judge, "tx-lost"));
		expect(judge, 1000, cases[i].rule);
	}
}

Test(judge_client, a_frame_that_the_client_does_not_get_is_missing)
{
	struct pm_judge *judge = judge_seen();

	must(judge, pm_judge_frame(judge, PM_JUDGE_RECEIVED, at(0), frame(1), OCTETS, PM_JUDGE_NO_FCS));
	must(judge, pm_judge_finish(judge, at(1000)));
	cr_expect_eq(pm_judge_findings(judge), 1);
	pm_judge_free(judge);
}

Test(judge_client, pins_of_streams_are_frames)
{
	struct pm_judge *judge = judge_seen();
	const uint8_t *octets = frame(1);

	for (unsigned i = 0; i < OCTETS; i++)
		must(judge, pm_judge_axis(judge, PM_JUDGE_SENT, at(i), octets[i], 1, i == OCTETS - 1, 0, 1, 1));
	send(judge, OCTETS + 4, 2);
	expect(judge, 1000, "tx-content");
}

/* AMBA AXI4-Stream 2.2.1: the word of clock 2 is not taken before clock 4. */
Test(judge_client, a_word_to_the_client_stays_until_it_is_taken)
{
	enum { WAITS_FROM = 2, WAITS_UNTIL = 4 };
	static const struct {
		const char *what;
		bool changes, falls, resets;
		const char *rule;
	} cases[] = { { "it stays", false, false, false, NULL },
		      { "it changes", true, false, false, "rx-axis" },
		      { "it falls", false, true, false, "rx-axis" },
		      { "a reset takes it away", false, true, true, NULL } };

	for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
		struct pm_judge *judge = judge_seen();
		struct pm_judge_finding finding;
		bool found = false;
		cr_expect(is_undecided(judge, "rx-axis"));
		for (unsigned i = 0; i < 8; i++) {
			bool odd = i == WAITS_UNTIL - 1;
			if (odd && cases[k].resets)
				must(judge, pm_judge_reset(judge, at(i), OCTET_PS));
			must(judge, pm_judge_axis(judge, PM_JUDGE_RECEIVED, at(i), odd && cases[k].changes ? 0x77 : 0x11, 1, 0, 0,
			                          !(odd && cases[k].falls), i < WAITS_FROM || i >= WAITS_UNTIL));
		}
		cr_expect(!is_undecided(judge, "rx-axis"));
		must(judge, pm_judge_finish(judge, at(1000)));
		for (size_t i = 0; !pm_judge_finding(judge, i, &finding); i++)
			found |= !strcmp(finding.rule, "rx-axis");
		cr_expect_eq(found, cases[k].rule != NULL, "%s", cases[k].what);
		pm_judge_free(judge);
	}
}

/* ---- errors of use ---- */

static void expect_refused(struct pm_judge *judge, int status, int error, const char *words)
{
	cr_expect_eq(status, error, "%d, not %d: %s", status, error, pm_judge_message(judge));
	cr_expect(strstr(pm_judge_message(judge), words), "'%s' is not in '%s'", words, pm_judge_message(judge));
}

Test(judge_client, calls_in_a_wrong_order_are_refused_and_have_no_effect)
{
	struct pm_judge *judge = judge_seen();

	expect_refused(judge, pm_judge_client_taken(judge, at(0), frame(1), OCTETS, 0, 0), PM_JUDGE_ORDER, "was not offered");
	expect_refused(judge, pm_judge_client_delivered(judge, at(0), frame(1), OCTETS, 0), PM_JUDGE_ORDER, "without its start");
	must(judge, pm_judge_client_offer(judge, at(0)));
	expect_refused(judge, pm_judge_client_offer(judge, at(1)), PM_JUDGE_ORDER, "before the one ahead of it was taken");
	expect_refused(judge, pm_judge_client_taken(judge, at(0) - 1, frame(1), OCTETS, 0, 0), PM_JUDGE_ORDER, "time goes back");
	expect_refused(judge, pm_judge_client_taken(judge, at(60), NULL, 0, 0, 0), PM_JUDGE_USAGE, "without octets");
	expect_refused(judge, pm_judge_client_taken(judge, at(60), frame(1), OCTETS, OCTETS, 0), PM_JUDGE_USAGE,
	               "cannot pause before");
	expect_refused(judge, pm_judge_client_taken(judge, at(60), frame(1), OCTETS, 0, 1), PM_JUDGE_USAGE, "unknown flags 0x1");
	expect_refused(judge, pm_judge_axis(judge, (enum pm_judge_wire)2, at(60), 0, 1, 0, 0, 1, 1), PM_JUDGE_USAGE,
	               "no stream 2");
	expect_refused(judge, pm_judge_lost(judge, PM_JUDGE_SENT, at(60)), PM_JUDGE_USAGE, "may lack no frame");
	must(judge, pm_judge_client_taken(judge, at(60), frame(1), OCTETS, 0, 0));
	must(judge, pm_judge_client_delivery(judge, at(61)));
	expect_refused(judge, pm_judge_client_delivery(judge, at(62)), PM_JUDGE_ORDER, "before the one ahead of it has ended");
	send(judge, 64, 1);
	must(judge, pm_judge_finish(judge, at(64)));
	cr_expect_eq(pm_judge_findings(judge), 0);
	pm_judge_free(judge);
}

Test(judge_client, a_judge_that_does_not_look_at_the_client_refuses_calls_about_it)
{
	struct pm_judge *judge = judge_of(&(struct pm_judge_options){ .profile = gige });

	expect_refused(judge, pm_judge_client_offer(judge, at(0)), PM_JUDGE_USAGE, "without .client_seen");
	expect_refused(judge, pm_judge_client_ready(judge, at(0), 1), PM_JUDGE_USAGE, "without .client_seen");
	expect_refused(judge, pm_judge_axis(judge, PM_JUDGE_SENT, at(0), 0, 1, 0, 0, 1, 1), PM_JUDGE_USAGE,
	               "without .client_seen");
	pm_judge_free(judge);
}

Test(judge_client, options_that_contradict_each_other_are_refused)
{
	static const struct pm_judge_options both = { .profile = gige, .client_seen = 1, .client_always = 1 },
					     inexact = { .profile = gige, .client_seen = 1, .time_error_ps = 1000 };
	struct pm_judge *judge;
	char message[PM_JUDGE_MESSAGE];

	cr_expect_eq(pm_judge_new(&judge, &both, message, sizeof(message)), PM_JUDGE_USAGE);
	cr_expect(strstr(message, "says itself when it has a frame"), "%s", message);
	cr_expect_eq(pm_judge_new(&judge, &inexact, message, sizeof(message)), PM_JUDGE_USAGE);
	cr_expect(strstr(message, "exact times"), "%s", message);
}
