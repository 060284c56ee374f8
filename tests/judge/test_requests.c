/* SPDX-License-Identifier: Apache-2.0 */
/* The judge and a client whose requests are seen: PAUSE and PFC frames that are asked for, the marks of a receive buffer, and a client that is late with
 * the octets of a frame. doc/library.md 5. */
#include "judge_support.h"

#include <string.h>

enum { FRAME = 64, EACH = 1000, CLOCK_PS = 6400, WORD = 8 };

#define must(judge, call) cr_assert_eq(call, PM_JUDGE_OK, "%s", pm_judge_message(judge))

static const uint8_t station[6] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55 };

static struct pm_judge *judge_seen(const char *profile)
{
	return judge_of(&(struct pm_judge_options){ .profile = profile, .client_seen = 1, .requests_seen = 1 });
}

/* Frees JUDGE after it has finished at TIME: RULE was broken first, or nothing if it is NULL. */
static void expect(struct pm_judge *judge, uint64_t time, const char *rule, const char *what)
{
	struct pm_judge_finding finding = { .rule = "nothing", .sentence = "" };

	must(judge, pm_judge_finish(judge, time));
	pm_judge_finding(judge, 0, &finding);
	cr_expect_str_eq(finding.rule, rule ? rule : "nothing", "%s: %s at %llu: %s, not %s", what, finding.rule,
	                 (unsigned long long)finding.time, finding.sentence, rule);
	pm_judge_free(judge);
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
		expect(judge, at(4000), cases[i].rule, cases[i].what);
	}
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
		expect(judge, at(2 * REFRESH * QUANTUM - 200), sent ? NULL : "xoff-refresh", sent ? "sent" : "not sent");
	}
}

/* ---- pulses and classes: tengig.mac, `latency request 24 48` ---- */

static const char tengig[] = "tests/foreign/tengig/tengig.mac";

static uint64_t octet(uint64_t octets)
{
	return octets * 800;
}

static void send_pfc(struct pm_judge *judge, uint64_t octets, uint8_t vector, uint16_t quanta)
{
	uint8_t frame[FRAME] = { 0x01, 0x80, 0xC2, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0x08, 0x01, 0x01, 0, vector };

	for (unsigned i = 0; i < 8; i++)
		if (vector >> i & 1) {
			frame[18 + 2 * i] = (uint8_t)(quanta >> 8);
			frame[19 + 2 * i] = (uint8_t)quanta;
		}
	frame_put_fcs(frame + FRAME - FRAME_FCS_OCTETS, frame_fcs(frame, FRAME - FRAME_FCS_OCTETS));
	must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(octets), frame, FRAME, 0));
}

Test(judge_requests, each_class_that_is_requested_is_sent)
{
	static const struct {
		const char *what;
		bool xoff, xon, sends_xoff, sends_xon;
		const char *rule;
	} cases[] = { { "both", true, true, true, true, NULL },
		      { "no XOFF", true, false, false, false, "pfc-tx" },
		      { "no XON", true, true, true, false, "pfc-tx" },
		      { "nobody requested it", false, false, true, false, "pfc-tx" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_seen(tengig);
		must(judge, pm_judge_client_ready(judge, octet(900), 1));
		if (cases[i].xoff)
			must(judge, pm_judge_class_request(judge, octet(1000), 8, 1));
		if (cases[i].sends_xoff)
			send_pfc(judge, 1040, 8, 0xFFFF);
		if (cases[i].xon)
			must(judge, pm_judge_class_request(judge, octet(3000), 8, 0));
		if (cases[i].sends_xon)
			send_pfc(judge, 3040, 8, 0);
		cr_expect(!is_undecided(judge, "pfc-tx"));
		expect(judge, octet(9000), cases[i].rule, cases[i].what);
	}
}

/* A request for the classes, or a PFC frame that pauses the classes OFF and releases the classes ON. */
enum act { END, ASKS_XOFF, ASKS_XON, SENDS };
enum { CLASS_EVENTS = 6 };
struct class_event {
	uint64_t octets;
	enum act act;
	uint8_t off, on;
};

static void send_classes(struct pm_judge *judge, uint64_t octets, uint8_t off, uint8_t on)
{
	uint8_t frame[FRAME] = { 0x01, 0x80, 0xC2, 0,    0,    1,    0, 0x11, 0x22,
		                 0x33, 0x44, 0x55, 0x88, 0x08, 0x01, 1, 0,    (uint8_t)(off | on) };

	for (unsigned i = 0; i < 8; i++)
		frame[18 + 2 * i] = frame[19 + 2 * i] = off >> i & 1 ? 0xFF : 0;
	frame_put_fcs(frame + FRAME - FRAME_FCS_OCTETS, frame_fcs(frame, FRAME - FRAME_FCS_OCTETS));
	must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(octets), frame, FRAME, 0));
}

static void do_class_event(struct pm_judge *judge, const struct class_event *event)
{
	if (event->act == SENDS)
		send_classes(judge, event->octets, event->off, event->on);
	else
		must(judge, pm_judge_class_request(judge, octet(event->octets), event->off | event->on, event->act == ASKS_XOFF));
}

/* Judges EVENTS of a MAC at XGMII that takes requests BY, with FREEDOM in its profile. */
static void judge_class_events(const char *what, const char *by, const char *freedom, const struct class_event *events,
                               const char *rule)
{
	struct pm_judge *judge;
	char text[512];

	snprintf(text, sizeof(text),
	         "pausebench-mac 1\nmac ten\ninstance ten.vh\nsources ten.v\nphy xgmii\nhost tx=stored\nobeys multicast pfc\n"
	         "latency inhibit 0 60\nlatency request 24 48\nsends refresh=none %s\n%s",
	         by, freedom);
	judge = judge_of(
	    &(struct pm_judge_options){ .profile = "ten.mac", .profile_text = text, .client_seen = 1, .requests_seen = 1 });
	must(judge, pm_judge_control(judge, 0, "pfc_tx", 0xFF));
	must(judge, pm_judge_client_ready(judge, octet(900), 1));
	for (unsigned i = 0; i < CLASS_EVENTS && events[i].act != END; i++)
		do_class_event(judge, &events[i]);
	snprintf(text, sizeof(text), "%s, %s", what, by);
	expect(judge, octet(9000), rule, text);
}

/* Each frame has its request (31B.3.1, 31D.2), and the MAC has from 24 to 48 octet times for it: a request that comes in that time before a frame is in it or
 * in the next one. So all that is wrong here is within the latency. */
Test(judge_requests, what_a_pfc_frame_tells_of_a_class_was_requested_and_what_it_leaves_out_follows)
{
	enum { BOTH = 0, PULSES, LEVELS };
	static const struct {
		const char *what;
		int manner;
		const char *rule;
		struct class_event events[CLASS_EVENTS];
	} cases[] = {
		{ "a frame for two classes", BOTH, NULL, { { 1000, ASKS_XOFF, 0x28, 0 }, { 1040, SENDS, 0x28, 0 } } },
		{ "a frame for each",
		  BOTH,
		  NULL,
		  { { 1000, ASKS_XOFF, 0x28, 0 }, { 1040, SENDS, 0x20, 0 }, { 1124, SENDS, 8, 0 } } },
		{ "one of two is left out", BOTH, "pfc-tx", { { 1000, ASKS_XOFF, 0x28, 0 }, { 1040, SENDS, 0x20, 0 } } },
		{ "one more", BOTH, "pfc-tx", { { 1000, ASKS_XOFF, 0x20, 0 }, { 1040, SENDS, 0x60, 0 } } },
		{ "one more, released", BOTH, "pfc-tx", { { 1000, ASKS_XOFF, 0x20, 0 }, { 1040, SENDS, 0x20, 0x40 } } },
		{ "an XON for an XOFF", BOTH, "pfc-tx", { { 1000, ASKS_XOFF, 0x20, 0 }, { 1040, SENDS, 0, 0x20 } } },
		{ "XOFF and XON",
		  BOTH,
		  NULL,
		  { { 1000, ASKS_XOFF, 0x20, 0 },
		    { 1040, SENDS, 0x20, 0 },
		    { 3000, ASKS_XON, 0, 0x20 },
		    { 3040, SENDS, 0, 0x20 } } },
		{ "an XOFF for an XON",
		  BOTH,
		  "pfc-tx",
		  { { 1000, ASKS_XOFF, 0x20, 0 },
		    { 1040, SENDS, 0x20, 0 },
		    { 3000, ASKS_XON, 0, 0x20 },
		    { 3040, SENDS, 0x20, 0 } } },
		{ "an XON that is left out",
		  BOTH,
		  "pfc-tx",
		  { { 1000, ASKS_XOFF, 0x28, 0 },
		    { 1040, SENDS, 0x28, 0 },
		    { 3000, ASKS_XON, 0, 0x28 },
		    { 3040, SENDS, 0, 0x20 } } },
		{ "an XON that comes too late for the frame",
		  BOTH,
		  NULL,
		  { { 1000, ASKS_XOFF, 0x20, 0 },
		    { 1016, ASKS_XON, 0, 0x20 },
		    { 1040, SENDS, 0x20, 0 },
		    { 1124, SENDS, 0, 0x20 } } },
		{ "likewise, and it does not follow",
		  BOTH,
		  "pfc-tx",
		  { { 1000, ASKS_XOFF, 0x20, 0 }, { 1016, ASKS_XON, 0, 0x20 }, { 1040, SENDS, 0x20, 0 } } },
		{ "a pulse that replaces another one",
		  PULSES,
		  NULL,
		  { { 1000, ASKS_XOFF, 0x20, 0 }, { 1016, ASKS_XON, 0, 0x20 }, { 1040, SENDS, 0, 0x20 } } },
		{ "a level that falls before its frame",
		  LEVELS,
		  NULL,
		  { { 1000, ASKS_XOFF, 0x20, 0 }, { 1016, ASKS_XON, 0, 0x20 } } },
		{ "likewise, and an XON",
		  LEVELS,
		  "pfc-tx",
		  { { 1000, ASKS_XOFF, 0x20, 0 }, { 1016, ASKS_XON, 0, 0x20 }, { 1040, SENDS, 0, 0x20 } } },
		{ "a class that comes too late for the frame",
		  BOTH,
		  NULL,
		  { { 1000, ASKS_XOFF, 0x20, 0 }, { 1016, ASKS_XOFF, 8, 0 }, { 1040, SENDS, 0x20, 0 }, { 1124, SENDS, 8, 0 } } },
		{ "or does not",
		  BOTH,
		  NULL,
		  { { 1000, ASKS_XOFF, 0x20, 0 }, { 1016, ASKS_XOFF, 8, 0 }, { 1040, SENDS, 0x28, 0 } } },
		{ "or is left out",
		  BOTH,
		  "pfc-tx",
		  { { 1000, ASKS_XOFF, 0x20, 0 }, { 1016, ASKS_XOFF, 8, 0 }, { 1040, SENDS, 0x20, 0 } } },
		{ "an XOFF twice",
		  BOTH,
		  "pfc-tx",
		  { { 1000, ASKS_XOFF, 0x20, 0 }, { 1040, SENDS, 0x20, 0 }, { 1124, SENDS, 0x20, 0 } } },
		{ "two pulses",
		  PULSES,
		  NULL,
		  { { 1000, ASKS_XOFF, 0x20, 0 },
		    { 1032, ASKS_XOFF, 0x20, 0 },
		    { 1040, SENDS, 0x20, 0 },
		    { 1124, SENDS, 0x20, 0 } } },
		{ "two pulses, and a third frame",
		  PULSES,
		  "pfc-tx",
		  { { 1000, ASKS_XOFF, 0x20, 0 },
		    { 1032, ASKS_XOFF, 0x20, 0 },
		    { 1040, SENDS, 0x20, 0 },
		    { 1124, SENDS, 0x20, 0 },
		    { 1208, SENDS, 0x20, 0 } } },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (cases[i].manner != LEVELS)
			judge_class_events(cases[i].what, "by=pulse", "", cases[i].events, cases[i].rule);
		if (cases[i].manner != PULSES)
			judge_class_events(cases[i].what, "by=level", "", cases[i].events, cases[i].rule);
	}
}

/* The profile says how many classes a frame names (PfcVector), and each request is about one at least. */
Test(judge_requests, a_pfc_frame_names_as_many_classes_as_the_profile_says)
{
	static const struct {
		const char *what, *freedom, *rule;
		struct class_event events[CLASS_EVENTS];
	} cases[] = {
		{ "no class", "", "pfc-tx-format", { { 1000, ASKS_XOFF, 0x20, 0 }, { 1040, SENDS, 0, 0 } } },
		{ "one in each frame",
		  "freedom PfcVector=1\n",
		  NULL,
		  { { 1000, ASKS_XOFF, 0x28, 0 }, { 1040, SENDS, 0x20, 0 }, { 1124, SENDS, 8, 0 } } },
		{ "two of them in one",
		  "freedom PfcVector=1\n",
		  "pfc-tx-format",
		  { { 1000, ASKS_XOFF, 0x28, 0 }, { 1040, SENDS, 0x28, 0 } } },
		{ "the states of all",
		  "freedom PfcVector=2\n",
		  NULL,
		  { { 1000, ASKS_XOFF, 0x20, 0 }, { 1040, SENDS, 0x20, 0xDF } } },
		{ "the states of some",
		  "freedom PfcVector=2\n",
		  "pfc-tx-format",
		  { { 1000, ASKS_XOFF, 0x20, 0 }, { 1040, SENDS, 0x20, 0 } } },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		judge_class_events(cases[i].what, "by=pulse", cases[i].freedom, cases[i].events, cases[i].rule);
		judge_class_events(cases[i].what, "by=level", cases[i].freedom, cases[i].events, cases[i].rule);
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
	judge = judge_seen("tests/profiles/i82598_marks.mac");
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
	struct pm_judge *judge = judge_seen("tests/profiles/i82598_marks.mac");
	uint8_t frame[LENGTH] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55, 2, 0, 0, 0, 0, 1, 0x88, 0xB5 }, pause[PAUSE_FRAME_OCTETS];
	uint64_t full = 1000 + 2 * EACH_FRAME + HEAD + LENGTH + 64, /* a frame counts when it is stored */
	    taken = TAKEN, xon = TAKEN + FRAMES * BODY - LOW + 40;

	must(judge, pm_judge_control(judge, 0, "high_mark", HIGH));
	must(judge, pm_judge_control(judge, 0, "low_mark", LOW));
	must(judge, pm_judge_control(judge, 0, "rx_enable", 1));
	must(judge, pm_judge_control(judge, 0, "tx_pause", 1));
	must(judge, pm_judge_control(judge, 0, "quanta", 0xFFFF));
	frame_put_fcs(frame + BODY, frame_fcs(frame, BODY));
	must(judge, pm_judge_axis(judge, PM_JUDGE_RECEIVED, octet(900), 0, 0, 0, 0, 0, 0));
	for (unsigned i = 0; i < FRAMES; i++) {
		must(judge, pm_judge_frame(judge, PM_JUDGE_RECEIVED, octet(1000 + i * EACH_FRAME), frame, LENGTH, 0));
		if (!i) /* its first word waits from then on */
			must(judge, pm_judge_axis(judge, PM_JUDGE_RECEIVED, octet(DELIVERED), 0, 0xFF, 0, 0, 1, 0));
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
	expect(judge, octet(taken + 2000), rule, what);
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
	struct pm_judge *judge = judge_seen("tests/profiles/i82598.mac");
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
	expect(judge, (uint64_t)(3000 + clocks) * CLOCK_PS, rule, clocks ? "late" : "in time");
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
	struct pm_judge *judge = judge_seen("tests/profiles/i82598.mac");

	for (unsigned clock = 0; clock < 20; clock++) {
		bool pauses = clock == 3 || clock == 5;
		must(judge, pm_judge_axis(judge, PM_JUDGE_SENT, (uint64_t)(1000 + clock) * CLOCK_PS, 0, 0xFF, clock == 19, 0,
		                          !pauses, 1));
	}
	cr_expect(is_undecided(judge, "tx-underrun"));
	pm_judge_free(judge);
}
