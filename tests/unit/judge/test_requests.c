/* SPDX-License-Identifier: Apache-2.0 */
/* The judge and a client whose requests are seen: PAUSE frames that are asked for, the marks of a receive buffer, and a client that is late with
 * the octets of a frame. doc/use/library.md 5. */
#include "judge_support.h"

#include "judge/judge_parts.h"

#include <string.h>

enum { FRAME = 64, EACH = 1000, CLOCK_PS = 6400, WORD = 8 };

static const uint8_t station[6] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55 };

static struct pm_judge *judge_seen(const char *profile)
{
	return judge_of(&(struct pm_judge_options){ .profile = profile, .client_seen = 1, .requests_seen = 1 });
}

static void expect_refused(struct pm_judge *judge, int error, const char *part)
{
	cr_expect_eq(error, PM_JUDGE_USAGE);
	cr_expect_not_null(strstr(pm_judge_message(judge), part), "%s", pm_judge_message(judge));
}

/* ---- levels: gige.mac, `latency request 5 5` ---- */

static void send_pause(struct pm_judge *judge, uint64_t octets, uint16_t quanta)
{
	uint8_t frame[PAUSE_FRAME_OCTETS];

	frame_pause(frame, station, quanta);
	must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, at(octets), frame, sizeof(frame), 0));
}

Test(judge_requests, each_request_has_its_frame_and_no_other_one_is_sent)
{
	static const struct {
		const char *what;
		uint64_t up, down, xoff, xon; /* 0: not */
		const char *rule;
	} cases[] = { { "both", 10, 2010, 15, 2015, NULL },
		      { "nothing", 0, 0, 0, 0, NULL },
		      { "no XOFF", 10, 2010, 0, 0, "pause-request" },
		      { "an XOFF that is late", 10, 2010, 30, 2015, "pause-tx-latency" },
		      { "no XON", 10, 2010, 15, 0, "pause-request" },
		      { "an XOFF that nobody requested", 0, 0, 15, 0, "pause-request" },
		      { "an XON while the level is up", 10, 0, 15, 600, "pause-request" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_seen(gige);
		must(judge, pm_judge_control(judge, 0, "refresh", 0));
		must(judge, pm_judge_client_ready(judge, at(0), 1));
		if (cases[i].up)
			must(judge, pm_judge_request(judge, at(cases[i].up), 1));
		if (cases[i].xoff)
			send_pause(judge, cases[i].xoff, 0xFFFF);
		if (cases[i].down)
			must(judge, pm_judge_request(judge, at(cases[i].down), 0));
		if (cases[i].xon)
			send_pause(judge, cases[i].xon, 0);
		cr_expect(!is_undecided(judge, "pause-request") && !is_undecided(judge, "pause-not-held") &&
		          !is_undecided(judge, "pause-tx-latency") && !is_undecided(judge, "xoff-refresh"));
		expect_first(judge, at(4000), cases[i].rule, cases[i].what);
	}
}

/* A refresh of one quantum is due some 200,000 times in a silence of a second: that it does not come is one finding. The refresh after the next PAUSE frame is
 * awaited again. */
Test(judge_requests, a_silence_is_not_judged_refresh_by_refresh)
{
	const uint64_t second = 125000000;
	struct pm_judge *judge = judge_seen(gige);

	must(judge, pm_judge_control(judge, 0, "refresh", 1));
	must(judge, pm_judge_request(judge, at(10), 1));
	send_pause(judge, 15, 0xFFFF);
	must(judge, pm_judge_control(judge, at(second), "refresh", 1));
	must(judge, pm_judge_control(judge, at(second + 10), "refresh", 1));
	cr_expect_eq(pm_judge_findings(judge), 1, "%llu findings", (unsigned long long)pm_judge_findings(judge));
	send_pause(judge, second + 100, 0xFFFF);
	must(judge, pm_judge_finish(judge, at(second + 20000)));
	cr_expect_eq(pm_judge_findings(judge), 2, "%llu findings", (unsigned long long)pm_judge_findings(judge));
	pm_judge_free(judge);
}

Test(judge_requests, a_refresh_is_due_while_the_level_is_up)
{
	enum { REFRESH = 20 };

	for (unsigned sent = 0; sent < 2; sent++) {
		struct pm_judge *judge = judge_seen(gige);
		must(judge, pm_judge_control(judge, 0, "refresh", REFRESH));
		must(judge, pm_judge_request(judge, at(10), 1));
		send_pause(judge, 15, 0xFFFF);
		if (sent)
			send_pause(judge, 15 + REFRESH * QUANTUM, 0xFFFF);
		expect_first(judge, at(2 * REFRESH * QUANTUM - 200), sent ? NULL : "xoff-refresh", sent ? "sent" : "not sent");
	}
}

Test(judge_requests, calls_that_a_judge_does_not_take)
{
	struct pm_judge *judge;
	char message[PM_JUDGE_MESSAGE];

	cr_expect_eq(
	    pm_judge_new(&judge, &(struct pm_judge_options){ .profile = gige, .requests_seen = 1 }, message, sizeof(message)),
	    PM_JUDGE_USAGE);
	cr_expect_not_null(strstr(message, "where the client is"), "%s", message);
	judge = judge_of(&(struct pm_judge_options){ .profile = gige, .client_seen = 1 });
	expect_refused(judge, pm_judge_request(judge, at(1), 1), "without .requests_seen");
	expect_refused(judge, pm_judge_class_request(judge, at(1), 1, 1), "without .requests_seen");
	cr_expect(is_undecided(judge, "pause-request") && is_undecided(judge, "pause-not-held"));
	pm_judge_free(judge);
	judge = judge_seen(gige);
	expect_refused(judge, pm_judge_class_request(judge, at(1), 1, 1), "has no control pfc_xoff");
	pm_judge_free(judge);
	judge = judge_seen("tests/data/profiles/i82598_marks.mac");
	expect_refused(judge, pm_judge_request(judge, at(1), 1), "by the marks of its receive buffer");
	must(judge, pm_judge_client_delivery(judge, at(2)));
	expect_refused(judge, pm_judge_client_delivered(judge, at(9), station, 6, 0), "pm_judge_axis()");
	pm_judge_free(judge);
}

/* ---- marks: i82598_marks.mac ---- */

/* Frames fill the receive buffer while the client takes nothing; then it takes all. */
static void fill(bool sends_xoff, bool sends_xon, const char *rule, const char *what)
{
	enum {
		LENGTH = 1000,
		EACH_FRAME = 1100,
		FRAMES = 3,
		HIGH = 2048,
		LOW = 1024,
		BODY = LENGTH - FRAME_FCS_OCTETS,
		DELIVERED = 2072,
		TAKEN = 10000
	};
	struct pm_judge *judge = judge_seen("tests/data/profiles/i82598_marks.mac");
	uint8_t frame[LENGTH] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55, 2, 0, 0, 0, 0, 1, 0x88, 0xB5 }, pause[PAUSE_FRAME_OCTETS];
	uint64_t full = 1000 + 2 * EACH_FRAME + HEAD + LENGTH + 64, /* a frame counts when it is stored */
	    taken = TAKEN, xon = TAKEN + FRAMES * BODY - LOW + 40, first;

	must(judge, pm_judge_control(judge, 0, "high_mark", HIGH));
	must(judge, pm_judge_control(judge, 0, "low_mark", LOW));
	must(judge, pm_judge_control(judge, 0, "rx_enable", 1));
	must(judge, pm_judge_control(judge, 0, "tx_pause", 1));
	must(judge, pm_judge_control(judge, 0, "quanta", 0xFFFF));
	frame_put_fcs(frame + BODY, frame_fcs(frame, BODY));
	must(judge, pm_judge_axis(judge, PM_JUDGE_RECEIVED, octet(900), 0, 0, 0, 0, 0, 0));
	memcpy(&first, frame, sizeof(first)); /* on a machine with the low octet first */
	for (unsigned i = 0; i < FRAMES; i++) {
		must(judge, pm_judge_frame(judge, PM_JUDGE_RECEIVED, octet(1000 + i * EACH_FRAME), frame, LENGTH, 0));
		if (!i) /* its first word waits from then on */
			must(judge, pm_judge_axis(judge, PM_JUDGE_RECEIVED, octet(DELIVERED), first, 0xFF, 0, 0, 1, 0));
	}
	xon -= xon % 8;
	frame_pause(pause, station, 0xFFFF);
	if (sends_xoff)
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(full), pause, sizeof(pause), 0));
	frame_pause(pause, station, 0);
	for (unsigned i = 0; i < FRAMES; i++)
		for (unsigned at_octet = 0; at_octet < BODY; at_octet += WORD, taken += WORD) {
			uint64_t data = 0;
			unsigned octets = BODY - at_octet < WORD ? BODY - at_octet : WORD;
			for (unsigned k = 0; k < octets; k++)
				data |= (uint64_t)frame[at_octet + k] << 8 * k;
			if (taken == xon && sends_xon)
				must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(xon), pause, sizeof(pause), 0));
			must(judge, pm_judge_axis(judge, PM_JUDGE_RECEIVED, octet(taken), data,
			                          (uint8_t)(0xFF >> (WORD - octets)), at_octet + WORD >= BODY, 0, 1, 1));
		}
	must(judge, pm_judge_axis(judge, PM_JUDGE_RECEIVED, octet(taken), 0, 0, 0, 0, 0, 1));
	cr_expect(!is_undecided(judge, "xoff-at-high") && !is_undecided(judge, "xon-below-low"));
	expect_first(judge, octet(taken + 2000), rule, what);
}

Test(judge_requests, a_mark_that_is_crossed_sends_its_frame)
{
	fill(true, true, NULL, "both");
	fill(false, false, "xoff-at-high", "no XOFF");
	fill(true, false, "xon-below-low", "no XON");
}

/* ---- a client that is late ---- */

/* The client hands a frame of 128 octets over in words of 8, and pauses for so many clocks in its middle; the MAC sends it, in place of what came late
 * other octets or not, with a right FCS or not. */
static void hand_over_late(unsigned clocks, bool others, bool spoilt, const char *rule)
{
	enum { OCTETS = 128, WIRE = OCTETS + FRAME_FCS_OCTETS, START = 1 };
	struct pm_judge *judge = judge_seen("tests/data/profiles/i82598.mac");
	uint8_t frame[OCTETS] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5 }, wire[WIRE];
	const unsigned words = OCTETS / WORD;

	for (unsigned i = OCTETS / 2; i < OCTETS; i++)
		frame[i] = (uint8_t)i;
	for (unsigned clock = 0; clock < words + clocks; clock++) {
		bool pauses = clock >= words / 2 && clock < words / 2 + clocks;
		unsigned at_word = clock < words / 2 ? clock : clock - clocks;
		uint64_t data = 0, time = (uint64_t)(1000 + clock) * CLOCK_PS;
		for (unsigned i = 0; i < WORD && !pauses; i++)
			data |= (uint64_t)frame[at_word * WORD + i] << 8 * i;
		must(judge, pm_judge_axis(judge, PM_JUDGE_SENT, time, data, pauses ? 0 : 0xFF, !pauses && at_word == words - 1, 0,
		                          !pauses, 1));
		if (clock != START)
			continue;
		memcpy(wire, frame, OCTETS);
		for (unsigned i = OCTETS / 2; i < OCTETS && others; i++)
			wire[i] = 0;
		frame_put_fcs(wire + OCTETS, frame_fcs(wire, OCTETS) ^ spoilt);
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, time, wire, WIRE, 0));
	}
	cr_expect(!is_undecided(judge, "tx-underrun"));
	expect_first(judge, (uint64_t)(3000 + clocks) * CLOCK_PS, rule, clocks ? "late" : "in time");
}

Test(judge_requests, a_frame_whose_octets_come_too_late_has_an_error_on_the_wire)
{
	hand_over_late(0, false, false, NULL);
	hand_over_late(200, false, false, NULL); /* it had them before, wherever from */
	hand_over_late(200, true, true, NULL);
	hand_over_late(200, true, false, "tx-underrun");
	hand_over_late(0, true, false, "tx-content");
}

/* Of a client that pauses twice in a frame, or for nobody knows how long, this is not decided. */
Test(judge_requests, two_pauses_in_a_frame_are_not_decided)
{
	struct pm_judge *judge = judge_seen("tests/data/profiles/i82598.mac");

	for (unsigned clock = 0; clock < 20; clock++) {
		bool pauses = clock == 3 || clock == 5;
		must(judge, pm_judge_axis(judge, PM_JUDGE_SENT, (uint64_t)(1000 + clock) * CLOCK_PS, 0, 0xFF, clock == 19, 0,
		                          !pauses, 1));
	}
	cr_expect(is_undecided(judge, "tx-underrun"));
	pm_judge_free(judge);
}

/* With a latency of thousands of octet times hundreds of requests may not have had their effect yet, of which no set of worlds follows all histories: that is
 * counted, and no finding. */
Test(judge_requests, more_histories_than_are_followed_are_counted)
{
	enum { APART = 100, FEW = 4, MANY = 400 };

	for (unsigned many = 0; many < 2; many++) {
		const unsigned changes = many ? MANY : FEW;
		struct pm_judge *judge = judge_of(
		    &(struct pm_judge_options){ .profile = gige,
		                                .profile_text = profile_with(gige, "request 5 5", "request 5 100000"),
		                                .client_seen = 1,
		                                .requests_seen = 1 });
		for (unsigned i = 0; i < changes; i++)
			must(judge, pm_judge_request(judge, at(10 + i * APART), !(i % 2)));
		must(judge, pm_judge_finish(judge, at((changes + 1) * APART)));
		cr_expect_eq(scoreboard_result(judge->sb)->crowded > 0, many, "%u", many);
		cr_expect_eq(pm_judge_findings(judge), 0, "%u", many);
		pm_judge_free(judge);
	}
}
