/* SPDX-License-Identifier: Apache-2.0 */
/* The judge and a client whose requests for PFC frames are seen: what they tell of each class. 802.3 31D; doc/ieee8023.md 3. */
#include "judge_support.h"

enum { FRAME = 64 };

static const uint8_t station[6] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55 };

static const char tengig[] = "tests/foreign/tengig/tengig.mac";

/* A request for the classes OFF and ON; a PFC frame that pauses the classes OFF and releases the classes ON; the classes OFF are enabled, and no other one; the
 * station's address is 00-00-00-00-00-OFF; a request for a PAUSE frame that pauses, if OFF is not 0, or releases; such a frame, with the time OFF;
 * a data frame of DATA octets that the client handed over, or that is sent. */
enum act { END, ASKS_XOFF, ASKS_XON, SENDS, HANDS_DATA, SENDS_DATA, ENABLES, MOVES, ASKS_PAUSE, SENDS_PAUSE };
enum { CLASS_EVENTS = 8, DATA = 264 };
struct class_event {
	uint64_t octets;
	enum act act;
	uint8_t off, on;
};

/* Sends a PFC frame with VECTOR and TIMES; SPOILT: with a wrong FCS. */
static void send_times(struct pm_judge *judge, uint64_t octets, uint8_t vector, const uint16_t *times, bool spoilt)
{
	uint8_t frame[FRAME] = { 0x01, 0x80, 0xC2, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0x08, 0x01, 1, 0, vector };

	for (unsigned i = 0; i < 8; i++) {
		frame[18 + 2 * i] = (uint8_t)(times[i] >> 8);
		frame[19 + 2 * i] = (uint8_t)times[i];
	}
	frame_put_fcs(frame + FRAME - FRAME_FCS_OCTETS, frame_fcs(frame, FRAME - FRAME_FCS_OCTETS) ^ spoilt);
	must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(octets), frame, FRAME, 0));
}

static void send_classes(struct pm_judge *judge, uint64_t octets, uint8_t off, uint8_t on)
{
	uint16_t times[8];

	for (unsigned i = 0; i < 8; i++)
		times[i] = off >> i & 1 ? 0xFFFF : 0;
	send_times(judge, octets, off | on, times, false);
}

static void send_pause(struct pm_judge *judge, uint64_t octets, uint16_t quanta)
{
	uint8_t frame[FRAME];

	frame_pause(frame, station, quanta);
	must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(octets), frame, sizeof(frame), 0));
}

/* The client hands over a data frame, which is taken in the octet time OCTETS / it is sent then. */
static void data(struct pm_judge *judge, uint64_t octets, bool sent)
{
	const uint32_t body = DATA - FRAME_FCS_OCTETS;
	uint8_t frame[DATA] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5 };

	frame_put_fcs(frame + body, frame_fcs(frame, body));
	if (sent) {
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(octets), frame, DATA, 0));
		return;
	}
	must(judge, pm_judge_client_offer(judge, octet(octets - body)));
	must(judge, pm_judge_client_taken(judge, octet(octets), frame, body, 0, 0));
}

static void do_class_event(struct pm_judge *judge, const struct class_event *event)
{
	uint64_t time = octet(event->octets);

	switch (event->act) {
	case SENDS:
		send_classes(judge, event->octets, event->off, event->on);
		break;
	case SENDS_PAUSE:
		send_pause(judge, event->octets, event->off);
		break;
	case HANDS_DATA:
	case SENDS_DATA:
		data(judge, event->octets, event->act == SENDS_DATA);
		break;
	case ASKS_PAUSE:
		must(judge, pm_judge_request(judge, time, event->off));
		break;
	case ENABLES:
		must(judge, pm_judge_control(judge, time, "pfc_tx", event->off));
		break;
	case MOVES:
		must(judge, pm_judge_control(judge, time, "station", event->off));
		break;
	default:
		must(judge, pm_judge_class_request(judge, time, event->off | event->on, event->act == ASKS_XOFF));
	}
}

/* Returns the judge of a MAC at XGMII that takes requests BY, with LINES in its profile. */
static struct pm_judge *judge_of_classes(const char *by, const char *lines)
{
	struct pm_judge *judge;
	char text[1024];

	snprintf(text, sizeof(text),
	         "pausebench-mac 1\nmac ten\ninstance ten.vh\nsources ten.v\nphy xgmii\nhost tx=stored\nobeys multicast pfc\n"
	         "latency inhibit 0 60\nlatency request 24 48\nlatency write 0 0\nsends %s %s\n%s",
	         by, strstr(by, "refresh") ? "" : "refresh=none", lines);
	judge = judge_of(
	    &(struct pm_judge_options){ .profile = "ten.mac", .profile_text = text, .client_seen = 1, .requests_seen = 1 });
	must(judge, pm_judge_control(judge, 0, "pfc_tx", 0xFF));
	must(judge, pm_judge_client_ready(judge, octet(100), 1));
	return judge;
}

static void do_class_events(struct pm_judge *judge, const struct class_event *events)
{
	for (unsigned i = 0; i < CLASS_EVENTS && events[i].act != END; i++)
		do_class_event(judge, &events[i]);
}

/* Judges EVENTS, of which RULE is broken first. */
static void judge_class_events(const char *what, const char *by, const char *lines, const struct class_event *events,
                               const char *rule)
{
	struct pm_judge *judge = judge_of_classes(by, lines);
	char text[128];

	do_class_events(judge, events);
	snprintf(text, sizeof(text), "%s, %s", what, by);
	expect_first(judge, octet(9000), rule, text);
}

Test(judge_class_requests, each_class_that_is_requested_is_sent)
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
		struct pm_judge *judge = judge_of(
		    &(struct pm_judge_options){ .profile = tengig, .client_seen = 1, .requests_seen = 1 });
		must(judge, pm_judge_client_ready(judge, octet(900), 1));
		if (cases[i].xoff)
			must(judge, pm_judge_class_request(judge, octet(1000), 8, 1));
		if (cases[i].sends_xoff)
			send_classes(judge, 1040, 8, 0);
		if (cases[i].xon)
			must(judge, pm_judge_class_request(judge, octet(3000), 8, 0));
		if (cases[i].sends_xon)
			send_classes(judge, 3040, 0, 8);
		cr_expect(!is_undecided(judge, "pfc-tx"));
		expect_first(judge, octet(9000), cases[i].rule, cases[i].what);
	}
}

/* Each frame has its request (31B.3.1, 31D.2), and the MAC has from 24 to 48 octet times for it: a request that comes in that time before a frame is in it or
 * in the next one. So all that is wrong here is within the latency. */
Test(judge_class_requests, what_a_pfc_frame_tells_of_a_class_was_requested_and_what_it_leaves_out_follows)
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
		    { 1016, ASKS_XOFF, 0x20, 0 },
		    { 1040, SENDS, 0x20, 0 },
		    { 1124, SENDS, 0x20, 0 } } },
		{ "two pulses, and a third frame",
		  PULSES,
		  "pfc-tx",
		  { { 1000, ASKS_XOFF, 0x20, 0 },
		    { 1016, ASKS_XOFF, 0x20, 0 },
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
Test(judge_class_requests, a_pfc_frame_names_as_many_classes_as_the_profile_says)
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

/* Where requests are seen nothing is looked for in the order of frames besides. */
Test(judge_class_requests, a_wrong_frame_is_one_finding)
{
	static const struct {
		const char *what, *freedom, *rule;
		struct class_event events[CLASS_EVENTS];
	} cases[] = {
		{ "two classes in one",
		  "freedom PfcVector=1\n",
		  "pfc-tx-format",
		  { { 1000, ASKS_XOFF, 0x28, 0 }, { 1040, SENDS, 0x28, 0 } } },
		{ "the states of some",
		  "freedom PfcVector=2\n",
		  "pfc-tx-format",
		  { { 1000, ASKS_XOFF, 0x20, 0 }, { 1040, SENDS, 0x20, 0 } } },
		{ "a class that is disabled",
		  "",
		  "pfc-tx",
		  { { 500, ENABLES, 0xDF, 0 }, { 1000, ASKS_XOFF, 8, 0 }, { 1040, SENDS, 0x28, 0 } } },
	};

	for (unsigned n = 0; n < 2 * sizeof(cases) / sizeof(cases[0]); n++) {
		const char *by = n % 2 ? "by=level" : "by=pulse";
		struct pm_judge *judge = judge_of_classes(by, cases[n / 2].freedom);
		do_class_events(judge, cases[n / 2].events);
		expect_only(judge, octet(9000), cases[n / 2].rule, cases[n / 2].what);
	}
}

/* The station's address changes shortly before a frame: the frame may have been decided before. */
Test(judge_class_requests, the_source_of_a_pfc_frame_is_the_station_as_it_was_within_the_latency)
{
	enum { OTHER = 0x56 };
	static const struct {
		const char *what, *rule;
		struct class_event events[CLASS_EVENTS];
	} cases[] = {
		{ "within the latency",
		  NULL,
		  { { 1000, ASKS_XOFF, 0x20, 0 }, { 1016, MOVES, OTHER, 0 }, { 1040, SENDS, 0x20, 0 } } },
		{ "long before",
		  "pfc-tx-format",
		  { { 500, MOVES, OTHER, 0 }, { 1000, ASKS_XOFF, 0x20, 0 }, { 1040, SENDS, 0x20, 0 } } },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		judge_class_events(cases[i].what, "by=pulse", "", cases[i].events, cases[i].rule);
		judge_class_events(cases[i].what, "by=level", "", cases[i].events, cases[i].rule);
	}
}

/* With these readings a request of a class may be seen or not, but a class that is disabled has none. */
Test(judge_class_requests, a_class_that_is_disabled_is_in_no_frame)
{
	static const char *const freedoms[] = { "",
		                                "freedom RequestKept=1\n",
		                                "freedom XoffAgain=1\n",
		                                "freedom FaultLoses=1\n",
		                                "freedom XonExpired=0\n",
		                                "freedom PfcVector=2\n" };
	static const struct {
		const char *what;
		struct class_event events[CLASS_EVENTS];
	} cases[] = {
		{ "long before", { { 500, ENABLES, 0xDF, 0 }, { 1000, ASKS_XOFF, 8, 0 }, { 1040, SENDS, 0x28, 0 } } },
		{ "while its request waits",
		  { { 496, ASKS_XOFF, 0x20, 0 },
		    { 504, ENABLES, 0xDF, 0 },
		    { 1000, ASKS_XOFF, 8, 0 },
		    { 1040, SENDS, 0x28, 0 } } },
	};

	for (size_t i = 0; i < sizeof(freedoms) / sizeof(freedoms[0]); i++)
		for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
			const char *rule = strstr(freedoms[i], "PfcVector") ? "pfc-tx-format" : "pfc-tx";
			judge_class_events(cases[k].what, "by=pulse", freedoms[i], cases[k].events, rule);
			judge_class_events(cases[k].what, "by=level", freedoms[i], cases[k].events, rule);
		}
}

/* The classes of a frame that was decided may be disabled before it starts. */
Test(judge_class_requests, a_vector_of_0_is_right_if_its_classes_were_disabled_since_it_was_decided)
{
	static const struct {
		const char *what, *freedom;
		uint64_t at;
		uint8_t enabled;
		const char *rule;
	} cases[] = {
		{ "all of them", "", 1032, 0, NULL },
		{ "the class of the request", "", 1032, 0xDF, NULL },
		{ "another one", "", 1032, 0x7F, "pfc-tx-format" },
		{ "all of them, with states", "freedom PfcVector=2\n", 1032, 0, NULL },
		{ "another one, with states", "freedom PfcVector=2\n", 1032, 0x7F, "pfc-tx-format" },
		{ "none", "", 1032, 0xFF, "pfc-tx-format" },
		{ "all of them long before", "", 900, 0, "pfc-tx" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct class_event events[2][CLASS_EVENTS] = {
			{ { 1000, ASKS_XOFF, 0x20, 0 }, { cases[i].at, ENABLES, cases[i].enabled, 0 }, { 1040, SENDS, 0, 0 } },
			{ { cases[i].at, ENABLES, cases[i].enabled, 0 }, { 1000, ASKS_XOFF, 0x20, 0 }, { 1040, SENDS, 0, 0 } }
		};
		const struct class_event *order = events[cases[i].at < 1000];
		judge_class_events(cases[i].what, "by=pulse", cases[i].freedom, order, cases[i].rule);
		judge_class_events(cases[i].what, "by=level", cases[i].freedom, order, cases[i].rule);
	}
}

/* A level is the state of its class; pulses leave none behind them, so that a frame which names all classes may say either of one without a pulse. */
Test(judge_class_requests, the_state_of_a_class_whose_pulse_is_over_is_open)
{
	static const char states[] = "freedom PfcVector=2\n";
	enum { XOFF_5 = 0x20, ASKED = 2900, FRAME_AT = 3144 /* the data frame ahead of it makes the pulses long ago */ };
	static const struct {
		const char *what, *by;
		enum act asks;
		uint8_t off;
		const char *rule;
	} cases[] = {
		{ "paused", "by=pulse", ASKS_XOFF, 0x28, NULL },
		{ "free", "by=pulse", ASKS_XOFF, 8, NULL },
		{ "free, and an XON is requested", "by=pulse", ASKS_XON, 0, NULL },
		{ "not as requested", "by=pulse", ASKS_XOFF, 0x20, "pfc-tx" },
		{ "not as requested", "by=pulse", ASKS_XON, 8, "pfc-tx" },
		{ "paused", "by=level", ASKS_XOFF, 0x28, NULL },
		{ "free", "by=level", ASKS_XOFF, 8, "pfc-tx" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct class_event events[CLASS_EVENTS] = {
			{ 1000, ASKS_XOFF, XOFF_5, 0 }, { 1040, SENDS, XOFF_5, (uint8_t)~XOFF_5 },
			{ 2820, HANDS_DATA, 0, 0 },     { 2860, SENDS_DATA, 0, 0 },
			{ ASKED, cases[i].asks, 8, 0 }, { FRAME_AT, SENDS, cases[i].off, (uint8_t)~cases[i].off }
		};
		judge_class_events(cases[i].what, cases[i].by, states, events, cases[i].rule);
	}
}

/* What these say of a level leaves nothing open of pulses. */
Test(judge_class_requests, readings_about_levels_are_none_about_pulses)
{
	static const char *const freedoms[] = { "freedom RequestKept=1\n", "freedom XoffAgain=1\n", "freedom XonExpired=0\n" };
	static const struct class_event xoff[CLASS_EVENTS] = { { 1000, ASKS_XOFF, 0x20, 0 }, { 1040, SENDS, 0x60, 0 } },
					xon[CLASS_EVENTS] = { { 1000, ASKS_XOFF, 0x20, 0 }, { 1040, SENDS, 0x20, 0x40 } };

	for (size_t i = 0; i < sizeof(freedoms) / sizeof(freedoms[0]); i++) {
		judge_class_events("an XOFF that nobody requested", "by=pulse", freedoms[i], xoff, "pfc-tx");
		judge_class_events("an XON that nobody requested", "by=pulse", freedoms[i], xon, "pfc-tx");
	}
}

/* A PAUSE and a PFC frame are due, and the vector of the PFC frame is the time of the PAUSE. */
Test(judge_class_requests, a_pfc_frame_that_resembles_the_pause_that_is_due_is_one)
{
	for (uint8_t class = 1; class; class = (uint8_t)(class << 1)) {
		const struct {
			const char *what, *rule;
			struct class_event events[CLASS_EVENTS];
		} cases[] = {
			{ "PFC goes first",
			  NULL,
			  { { 1000, ASKS_XOFF, class, 0 },
			    { 1008, ASKS_PAUSE, 1, 0 },
			    { 1040, SENDS, class, 0 },
			    { 1124, SENDS_PAUSE, class, 0 } } },
			{ "no PFC frame is due", "pause-tx-format", { { 1000, ASKS_PAUSE, 1, 0 }, { 1040, SENDS, class, 0 } } },
			{ "another class is due",
			  "pause-tx-format",
			  { { 1000, ASKS_XOFF, (uint8_t) ~class, 0 }, { 1008, ASKS_PAUSE, 1, 0 }, { 1040, SENDS, class, 0 } } },
		};
		for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
			char by[32];
			snprintf(by, sizeof(by), "by=pulse quanta=%u", class);
			judge_class_events(cases[k].what, by, "", cases[k].events, cases[k].rule);
			snprintf(by, sizeof(by), "by=level quanta=%u", class);
			judge_class_events(cases[k].what, by, "", cases[k].events, cases[k].rule);
		}
	}
}

/* A pulse of another class is none of this class: what it requested is due all the same. */
Test(judge_class_requests, a_pulse_of_another_class_changes_nothing)
{
	static const struct {
		const char *what, *lines, *rule;
		struct class_event events[CLASS_EVENTS];
	} cases[] = {
		{ "both wait for a frame on the wire",
		  "",
		  NULL,
		  { { 920, HANDS_DATA, 0, 0 },
		    { 960, SENDS_DATA, 0, 0 },
		    { 1000, ASKS_XOFF, 0x20, 0 },
		    { 1216, ASKS_XOFF, 8, 0 },
		    { 1244, SENDS, 0x28, 0 } } },
		{ "the first one is left out",
		  "",
		  "pfc-tx",
		  { { 920, HANDS_DATA, 0, 0 },
		    { 960, SENDS_DATA, 0, 0 },
		    { 1000, ASKS_XOFF, 0x20, 0 },
		    { 1216, ASKS_XOFF, 8, 0 },
		    { 1244, SENDS, 8, 0 },
		    { 1328, SENDS, 0x20, 0 } } },
		{ "one that is paused is released",
		  "freedom XonExpired=0\n",
		  "pfc-tx",
		  { { 1000, ASKS_XOFF, 0x20, 0 },
		    { 1040, SENDS, 0x20, 0 },
		    { 1216, ASKS_XOFF, 8, 0 },
		    { 1240, SENDS, 8, 0x20 } } },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		judge_class_events(cases[i].what, "by=pulse", cases[i].lines, cases[i].events, cases[i].rule);
}

/* Requests of one clock, one after the other: none of them takes the place of another one. */
Test(judge_class_requests, requests_of_one_moment)
{
	static const struct {
		const char *what, *rule;
		struct class_event events[CLASS_EVENTS];
	} cases[] = {
		{ "two classes", NULL, { { 1000, ASKS_XOFF, 8, 0 }, { 1000, ASKS_XOFF, 0x20, 0 }, { 1040, SENDS, 0x28, 0 } } },
		{ "two classes, and the first is left out",
		  "pfc-tx",
		  { { 1000, ASKS_XOFF, 8, 0 }, { 1000, ASKS_XOFF, 0x20, 0 }, { 1040, SENDS, 0x20, 0 } } },
		{ "a class and PAUSE",
		  NULL,
		  { { 1000, ASKS_XOFF, 8, 0 },
		    { 1000, ASKS_PAUSE, 1, 0 },
		    { 1040, SENDS_PAUSE, 0x20, 0 },
		    { 1124, SENDS, 8, 0 } } },
		{ "an XOFF and an XON",
		  NULL,
		  { { 1000, ASKS_XOFF, 8, 0 },
		    { 1040, SENDS, 8, 0 },
		    { 3000, ASKS_XON, 0, 8 },
		    { 3000, ASKS_XOFF, 0x20, 0 },
		    { 3040, SENDS, 0x20, 8 } } },
		{ "another address of the station",
		  NULL,
		  { { 1000, ASKS_XOFF, 8, 0 },
		    { 1000, MOVES, 0x55, 0 },
		    { 1000, ASKS_XOFF, 0x20, 0 },
		    { 1040, SENDS, 0x28, 0 } } },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		judge_class_events(cases[i].what, "by=pulse quanta=32", "", cases[i].events, cases[i].rule);
		judge_class_events(cases[i].what, "by=level quanta=32", "", cases[i].events, cases[i].rule);
	}
}

/* The address of the station is in two registers, and both change. */
Test(judge_class_requests, an_address_that_changes_is_another_one)
{
	static const uint8_t address[6] = { 0x00, 0x66, 0x77, 0x88, 0x99, 0xAA };

	for (unsigned old = 0; old < 2; old++) {
		struct pm_judge *judge = judge_of_classes("by=pulse quanta=32", "");
		uint8_t frame[FRAME];
		must(judge, pm_judge_control(judge, octet(500), "station", 0x66778899AA));
		must(judge, pm_judge_request(judge, octet(1000), 1));
		frame_pause(frame, old ? station : address, 32);
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(1040), frame, sizeof(frame), 0));
		expect_first(judge, octet(9000), old ? "pause-tx-format" : NULL, "another address");
	}
}

/* ---- what each class has of its own ---- */

/* A request of class I alone, or a frame about it, is none of another class. */
Test(judge_class_requests, each_class_is_one_by_itself)
{
	static const char *const manners[] = { "by=pulse", "by=level" };

	for (unsigned i = 0; i < 16; i++) {
		const uint8_t class = (uint8_t)(1 << i / 2), other = (uint8_t)(class << 1 | class >> 7);
		const struct {
			const char *what, *rule;
			struct class_event events[CLASS_EVENTS];
		} cases[] = {
			{ "XOFF and XON",
			  NULL,
			  { { 1000, ASKS_XOFF, class, 0 },
			    { 1040, SENDS, class, 0 },
			    { 3000, ASKS_XON, 0, class },
			    { 3040, SENDS, 0, class } } },
			{ "no XOFF", "pfc-tx", { { 1000, ASKS_XOFF, class, 0 } } },
			{ "no XON",
			  "pfc-tx",
			  { { 1000, ASKS_XOFF, class, 0 }, { 1040, SENDS, class, 0 }, { 3000, ASKS_XON, 0, class } } },
			{ "another class", "pfc-tx", { { 1000, ASKS_XOFF, class, 0 }, { 1040, SENDS, other, 0 } } },
			{ "another class, too",
			  "pfc-tx",
			  { { 1000, ASKS_XOFF, class, 0 }, { 1040, SENDS, (uint8_t)(class | other), 0 } } },
			{ "one of two",
			  "pfc-tx",
			  { { 1000, ASKS_XOFF, (uint8_t)(class | other), 0 }, { 1040, SENDS, other, 0 } } },
			{ "one after the other",
			  NULL,
			  { { 1000, ASKS_XOFF, (uint8_t)(class | other), 0 },
			    { 1040, SENDS, other, 0 },
			    { 1124, SENDS, class, 0 } } },
			{ "an XON in its place", "pfc-tx", { { 1000, ASKS_XOFF, class, 0 }, { 1040, SENDS, 0, class } } },
			{ "it is disabled",
			  "pfc-tx",
			  { { 500, ENABLES, (uint8_t) ~class, 0 }, { 1000, ASKS_XOFF, class, 0 }, { 1040, SENDS, class, 0 } } },
			{ "it is disabled just before",
			  NULL,
			  { { 1000, ASKS_XOFF, class, 0 }, { 1032, ENABLES, (uint8_t) ~class, 0 }, { 1040, SENDS, class, 0 } } },
			{ "it alone is enabled",
			  NULL,
			  { { 500, ENABLES, class, 0 }, { 1000, ASKS_XOFF, 0xFF, 0 }, { 1040, SENDS, class, 0 } } },
		};
		for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
			char what[64];
			snprintf(what, sizeof(what), "class %u, %s", i / 2, cases[k].what);
			judge_class_events(what, manners[i % 2], "", cases[k].events, cases[k].rule);
		}
	}
}

/* Of two pulses that meet the second one may have a frame of its own, and no class has more frames than pulses. */
Test(judge_class_requests, each_class_has_no_more_frames_than_pulses)
{
	for (unsigned i = 0; i < 8; i++) {
		const uint8_t class = (uint8_t)(1 << i), other = (uint8_t)(class << 1 | class >> 7), both = class | other;
		const struct {
			const char *what, *rule;
			struct class_event events[CLASS_EVENTS];
		} cases[] = {
			{ "two XOFFs",
			  NULL,
			  { { 1000, ASKS_XOFF, both, 0 },
			    { 1016, ASKS_XOFF, class, 0 },
			    { 1040, SENDS, both, 0 },
			    { 1124, SENDS, class, 0 } } },
			{ "a third one",
			  "pfc-tx",
			  { { 1000, ASKS_XOFF, both, 0 },
			    { 1016, ASKS_XOFF, class, 0 },
			    { 1040, SENDS, both, 0 },
			    { 1124, SENDS, class, 0 },
			    { 1208, SENDS, class, 0 } } },
			{ "a second one of a class with one pulse",
			  "pfc-tx",
			  { { 1000, ASKS_XOFF, both, 0 },
			    { 1016, ASKS_XOFF, class, 0 },
			    { 1040, SENDS, both, 0 },
			    { 1124, SENDS, both, 0 } } },
			{ "two XONs",
			  NULL,
			  { { 1000, ASKS_XON, 0, class },
			    { 1016, ASKS_XON, 0, class },
			    { 1040, SENDS, 0, class },
			    { 1124, SENDS, 0, class } } },
			{ "an XOFF after two pulses for an XON",
			  "pfc-tx",
			  { { 1000, ASKS_XON, 0, class },
			    { 1016, ASKS_XON, 0, class },
			    { 1040, SENDS, 0, class },
			    { 1124, SENDS, class, 0 } } },
			{ "an XON after two pulses for an XOFF",
			  "pfc-tx",
			  { { 1000, ASKS_XOFF, class, 0 },
			    { 1016, ASKS_XOFF, class, 0 },
			    { 1040, SENDS, class, 0 },
			    { 1124, SENDS, 0, class } } },
			{ "two pulses long before the frame of both",
			  "pfc-tx",
			  { { 920, HANDS_DATA, 0, 0 },
			    { 960, SENDS_DATA, 0, 0 },
			    { 1000, ASKS_XOFF, class, 0 },
			    { 1016, ASKS_XOFF, class, 0 },
			    { 1244, SENDS, class, 0 },
			    { 1328, SENDS, class, 0 } } },
		};
		for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
			char what[64];
			snprintf(what, sizeof(what), "class %u, %s", i, cases[k].what);
			judge_class_events(what, "by=pulse", "", cases[k].events, cases[k].rule);
		}
	}
}

/* A class that a frame names has its own time, or 0, and any other one has 0 (31D.2). An XOFF of time 0 has the octets of an XON. */
Test(judge_class_requests, each_class_has_its_own_time)
{
	enum { TIME = 0x1234, USUAL = 0xFFFF, BEFORE = 200, ASKED = 1000, JUST_BEFORE = 1016 };

	for (unsigned i = 0; i < 8; i++) {
		const unsigned other = (i + 1) % 8;
		const struct {
			const char *what, *rule;
			uint64_t written;
			uint16_t quanta, time, other;
			bool spoilt;
		} cases[] = {
			{ "right", NULL, BEFORE, TIME, TIME, 0, false },
			{ "the usual one", "pfc-tx-format", BEFORE, TIME, USUAL, 0, false },
			{ "octets that are swapped", "pfc-tx-format", BEFORE, TIME, 0x3412, 0, false },
			{ "another class has one", "pfc-tx-format", BEFORE, TIME, TIME, USUAL, false },
			{ "an XOFF that is like an XON", NULL, BEFORE, 0, 0, 0, false },
			{ "no XOFF of time 0", "pfc-tx-format", BEFORE, 0, USUAL, 0, false },
			{ "as before a write", NULL, JUST_BEFORE, TIME, USUAL, 0, false },
			{ "as after it", NULL, JUST_BEFORE, TIME, TIME, 0, false },
			{ "a wrong FCS", "tx-fcs", BEFORE, TIME, TIME, 0, true },
		};
		for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
			struct pm_judge *judge = judge_of_classes("by=pulse", "");
			uint16_t times[8] = { 0 };
			char text[64];
			if (cases[k].written > ASKED)
				must(judge, pm_judge_class_request(judge, octet(ASKED), (uint8_t)(1 << i), 1));
			snprintf(text, sizeof(text), "pfc_quanta%u", i);
			must(judge, pm_judge_control(judge, octet(cases[k].written), text, cases[k].quanta));
			if (cases[k].written < ASKED)
				must(judge, pm_judge_class_request(judge, octet(ASKED), (uint8_t)(1 << i), 1));
			times[i] = cases[k].time;
			times[other] = cases[k].other;
			send_times(judge, 1040, (uint8_t)(1 << i), times, cases[k].spoilt);
			snprintf(text, sizeof(text), "class %u, %s", i, cases[k].what);
			expect_only(judge, octet(9000), cases[k].rule, text);
		}
	}
}

/* The period of 1280 octet times counts for each class from its own XOFF, which is decided 16 before its start, ends 72 after it, and lasts 2560; the MAC
 * has from 24 to 48 for a request, so that the first of two XOFFs may have been 24 late, and the second one 24 early. */
Test(judge_class_requests, each_class_has_its_own_refresh)
{
	enum { TIME = 40, FIRST = 1040, MOMENTS = 6 };
	static const struct {
		const char *by;
		uint64_t early, first, last, late;
	} cases[] = { { "by=level refresh=decision period=20", 2272, 2280, 2344, 2352 },
		      { "by=pulse refresh=decision period=20", 2272, 2280, 2344, 2352 },
		      { "by=level refresh=end period=20", 2360, 2368, 2432, 2440 },
		      { "by=level refresh=expiry period=20", 2360, 2368, 2440, 2448 } };

	for (unsigned n = 0; n < 8 * MOMENTS * sizeof(cases) / sizeof(cases[0]); n++) {
		const unsigned i = n % 8, k = n / 8 / MOMENTS, moment = n / 8 % MOMENTS;
		const uint64_t at_octet[MOMENTS] = { cases[k].early, cases[k].first, cases[k].last, cases[k].late, 0,
			                             cases[k].first };
		const bool right = moment == 1 || moment == 2,
			   too = moment == 5; /* the other class is in it, whose XOFF came later */
		const uint8_t class = (uint8_t)(1 << i), other = (uint8_t)(class << 1 | class >> 7);
		struct pm_judge *judge = judge_of_classes(cases[k].by, "");
		uint16_t times[8] = { 0 };
		char text[64];
		snprintf(text, sizeof(text), "pfc_quanta%u", i);
		must(judge, pm_judge_control(judge, octet(200), text, TIME));
		times[i] = TIME;
		must(judge, pm_judge_class_request(judge, octet(1000), class, 1));
		send_times(judge, FIRST, class, times, false);
		must(judge, pm_judge_class_request(judge, octet(1500), other, 1));
		send_classes(judge, 1540, other, 0);
		times[(i + 1) % 8] = too ? 0xFFFF : 0;
		if (at_octet[moment])
			send_times(judge, at_octet[moment], too ? class | other : class, times, false);
		snprintf(text, sizeof(text), "class %u, %s, %u", i, cases[k].by, moment);
		expect_first(judge, octet(at_octet[moment] ? at_octet[moment] + 100 : 2700), right ? NULL : "pfc-tx", text);
	}
}

/* With XonExpired 0 the fall of a level sends an XON only in the time of the XOFF, which is that of its class. */
Test(judge_class_requests, each_class_has_its_own_end_of_the_time)
{
	enum { TIME = 40, OVER = 1040 + HEAD + FRAME + TIME * QUANTUM };

	for (unsigned n = 0; n < 16; n++) {
		struct pm_judge *judge = judge_of_classes("by=level", "freedom XonExpired=0\n");
		const unsigned i = n / 2;
		uint16_t times[8] = { 0 };
		bool over = n % 2;
		char text[64];
		snprintf(text, sizeof(text), "pfc_quanta%u", i);
		must(judge, pm_judge_control(judge, octet(200), text, TIME));
		times[i] = TIME;
		must(judge, pm_judge_class_request(judge, octet(1000), (uint8_t)(1 << i), 1));
		send_times(judge, 1040, (uint8_t)(1 << i), times, false);
		must(judge, pm_judge_class_request(judge, octet(over ? OVER + 200 : OVER - 200), (uint8_t)(1 << i), 0));
		snprintf(text, sizeof(text), "class %u, %s", i, over ? "over" : "not over");
		expect_first(judge, octet(9000), over ? NULL : "pfc-tx", text);
	}
}

/* A data frame goes first that started within the latency: the request waits. What is lost is one finding, and counts as sent. */
Test(judge_class_requests, each_class_waits_or_is_lost)
{
	for (unsigned n = 0; n < 16; n++) {
		const uint8_t class = (uint8_t)(1 << n / 2);
		const char *by = n % 2 ? "by=level" : "by=pulse";
		const struct class_event waits[CLASS_EVENTS] = { { 960, HANDS_DATA, 0, 0 },
			                                         { 1000, ASKS_XOFF, class, 0 },
			                                         { 1032, SENDS_DATA, 0, 0 },
			                                         { 1316, SENDS, class, 0 } },
					 lost[CLASS_EVENTS] = { { 1000, ASKS_XOFF, class, 0 },
			                                        { 6000, ASKS_XON, 0, class },
			                                        { 6040, SENDS, 0, class } };
		struct pm_judge *judge = judge_of_classes(by, "");
		judge_class_events("waits", by, "", waits, NULL);
		do_class_events(judge, lost);
		expect_only(judge, octet(9000), "pfc-tx", by);
	}
}

/* With RequestKept 1 a level that is up for less than the latency may be seen or not; the frame of a longer one has to come. */
Test(judge_class_requests, each_class_has_its_own_level_that_is_kept)
{
	for (unsigned i = 0; i < 8; i++) {
		const uint8_t class = (uint8_t)(1 << i), other = (uint8_t)(class << 1 | class >> 7), both = class | other;
		const struct {
			const char *what, *rule;
			struct class_event events[CLASS_EVENTS];
		} cases[] = {
			{ "brief, not seen", NULL, { { 1000, ASKS_XOFF, class, 0 }, { 1008, ASKS_XON, 0, class } } },
			{ "brief, seen",
			  NULL,
			  { { 1000, ASKS_XOFF, class, 0 },
			    { 1008, ASKS_XON, 0, class },
			    { 1040, SENDS, class, 0 },
			    { 1124, SENDS, 0, class } } },
			{ "a PAUSE that is brief, not seen", NULL, { { 1000, ASKS_PAUSE, 1, 0 }, { 1008, ASKS_PAUSE, 0, 0 } } },
			{ "both brief, not seen", NULL, { { 1000, ASKS_XOFF, both, 0 }, { 1008, ASKS_XON, 0, both } } },
			{ "one brief, not seen", "pfc-tx", { { 1000, ASKS_XOFF, both, 0 }, { 1008, ASKS_XON, 0, class } } },
			{ "long, and no frame",
			  "pfc-tx",
			  { { 920, HANDS_DATA, 0, 0 },
			    { 960, SENDS_DATA, 0, 0 },
			    { 1000, ASKS_XOFF, class, 0 },
			    { 1200, ASKS_XON, 0, class } } },
			{ "long, seen",
			  NULL,
			  { { 920, HANDS_DATA, 0, 0 },
			    { 960, SENDS_DATA, 0, 0 },
			    { 1000, ASKS_XOFF, class, 0 },
			    { 1200, ASKS_XON, 0, class },
			    { 1244, SENDS, class, 0 },
			    { 1328, SENDS, 0, class } } },
			{ "one brief and one long, and no frame",
			  "pfc-tx",
			  { { 920, HANDS_DATA, 0, 0 },
			    { 960, SENDS_DATA, 0, 0 },
			    { 1000, ASKS_XOFF, both, 0 },
			    { 1008, ASKS_XON, 0, class },
			    { 1200, ASKS_XON, 0, other } } },
			{ "one long and one brief, and no frame",
			  "pfc-tx",
			  { { 920, HANDS_DATA, 0, 0 },
			    { 960, SENDS_DATA, 0, 0 },
			    { 1000, ASKS_XOFF, both, 0 },
			    { 1008, ASKS_XON, 0, other },
			    { 1200, ASKS_XON, 0, class } } },
		};
		for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
			char what[64];
			snprintf(what, sizeof(what), "class %u, %s", i, cases[k].what);
			judge_class_events(what, "by=level", "freedom RequestKept=1\n", cases[k].events, cases[k].rule);
		}
	}
}

/* An XOFF that was lost counts as sent when that is known, for the time of its class. */
Test(judge_class_requests, each_class_that_is_lost_has_its_own_time)
{
	enum { TIME = 40, OVER = 8000 };

	for (unsigned i = 0; i < 8; i++) {
		struct pm_judge *judge = judge_of_classes("by=level", "freedom XonExpired=0\n");
		char text[16];
		snprintf(text, sizeof(text), "pfc_quanta%u", i);
		must(judge, pm_judge_control(judge, octet(200), text, TIME));
		must(judge, pm_judge_class_request(judge, octet(1000), (uint8_t)(1 << i), 1));
		must(judge, pm_judge_class_request(judge, octet(OVER), (uint8_t)(1 << i), 0));
		expect_only(judge, octet(2 * OVER), "pfc-tx", text);
	}
}

/* Counters know of a frame the classes that it carried, not those that were believed to be in it. */
Test(judge_class_requests, counters_by_class_follow_the_frame)
{
	static const char lines[] = "counter low at 0x100 width=32 read=keep full=wrap = tx and class3\n"
				    "counter high at 0x104 width=32 read=keep full=wrap = tx and class5\n";

	static const struct class_event events[CLASS_EVENTS] = {
		{ 1000, ASKS_XOFF, 0x20, 0 }, { 1016, ASKS_XOFF, 8, 0 }, { 1040, SENDS, 0x20, 0 }, { 1124, SENDS, 8, 0 }
	};

	for (unsigned counted = 0; counted < 9; counted++) {
		struct pm_judge *judge = judge_of_classes("by=pulse", lines);
		do_class_events(judge, events);
		must(judge, pm_judge_counter(judge, octet(3000), "low", counted % 3));
		must(judge, pm_judge_counter(judge, octet(3000), "high", counted / 3));
		expect_first(judge, octet(9000), counted == 4 ? NULL : "count-tx", "counters");
	}
}
