/* SPDX-License-Identifier: Apache-2.0 */
/* The judge and a client whose requests for PFC frames are seen: what they tell of each class. 802.3 31D; doc/ieee8023.md 3. */
#include "judge_support.h"

enum { FRAME = 64 };

static const uint8_t station[6] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55 };

static const char tengig[] = "tests/foreign/tengig/tengig.mac";

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
			send_pfc(judge, 1040, 8, 0xFFFF);
		if (cases[i].xon)
			must(judge, pm_judge_class_request(judge, octet(3000), 8, 0));
		if (cases[i].sends_xon)
			send_pfc(judge, 3040, 8, 0);
		cr_expect(!is_undecided(judge, "pfc-tx"));
		expect_first(judge, octet(9000), cases[i].rule, cases[i].what);
	}
}

/* A request for the classes OFF and ON; a PFC frame that pauses the classes OFF and releases the classes ON; the classes OFF are enabled, and no other one; the
 * station's address is 00-00-00-00-00-OFF; a request for a PAUSE frame that pauses, if OFF is not 0, or releases; such a frame, with the time OFF;
 * a data frame of DATA octets, which the client handed over just before. */
enum act { END, ASKS_XOFF, ASKS_XON, SENDS, SENDS_DATA, ENABLES, MOVES, ASKS_PAUSE, SENDS_PAUSE };
enum { CLASS_EVENTS = 6, DATA = 264 };
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

static void send_pause(struct pm_judge *judge, uint64_t octets, uint16_t quanta)
{
	uint8_t frame[FRAME];

	frame_pause(frame, station, quanta);
	must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(octets), frame, sizeof(frame), 0));
}

static void send_data(struct pm_judge *judge, uint64_t octets)
{
	enum { TAKEN = 40 };
	uint8_t frame[DATA] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5 };
	const uint32_t body = DATA - FRAME_FCS_OCTETS;

	frame_put_fcs(frame + body, frame_fcs(frame, body));
	must(judge, pm_judge_client_offer(judge, octet(octets - TAKEN - body)));
	must(judge, pm_judge_client_taken(judge, octet(octets - TAKEN), frame, body, 0, 0));
	must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(octets), frame, DATA, 0));
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
	case SENDS_DATA:
		send_data(judge, event->octets);
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

/* Judges EVENTS of a MAC at XGMII that takes requests BY, with FREEDOM in its profile. */
static void judge_class_events(const char *what, const char *by, const char *freedom, const struct class_event *events,
                               const char *rule)
{
	struct pm_judge *judge;
	char text[512];

	snprintf(text, sizeof(text),
	         "pausebench-mac 1\nmac ten\ninstance ten.vh\nsources ten.v\nphy xgmii\nhost tx=stored\nobeys multicast pfc\n"
	         "latency inhibit 0 60\nlatency request 24 48\nlatency write 0 0\nsends refresh=none %s\n%s",
	         by, freedom);
	judge = judge_of(
	    &(struct pm_judge_options){ .profile = "ten.mac", .profile_text = text, .client_seen = 1, .requests_seen = 1 });
	must(judge, pm_judge_control(judge, 0, "pfc_tx", 0xFF));
	must(judge, pm_judge_client_ready(judge, octet(100), 1));
	for (unsigned i = 0; i < CLASS_EVENTS && events[i].act != END; i++)
		do_class_event(judge, &events[i]);
	snprintf(text, sizeof(text), "%s, %s", what, by);
	expect_first(judge, octet(9000), rule, text);
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
		const struct class_event events[CLASS_EVENTS] = { { 1000, ASKS_XOFF, XOFF_5, 0 },
			                                          { 1040, SENDS, XOFF_5, (uint8_t)~XOFF_5 },
			                                          { 2860, SENDS_DATA, 0, 0 },
			                                          { ASKED, cases[i].asks, 8, 0 },
			                                          { FRAME_AT, SENDS, cases[i].off, (uint8_t)~cases[i].off } };
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
	static const struct {
		const char *what, *rule;
		struct class_event events[CLASS_EVENTS];
	} cases[] = {
		{ "PFC goes first",
		  NULL,
		  { { 1000, ASKS_XOFF, 0x20, 0 },
		    { 1008, ASKS_PAUSE, 1, 0 },
		    { 1040, SENDS, 0x20, 0 },
		    { 1124, SENDS_PAUSE, 0x20, 0 } } },
		{ "no PFC frame is due", "pause-tx-format", { { 1000, ASKS_PAUSE, 1, 0 }, { 1040, SENDS, 0x20, 0 } } },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		judge_class_events(cases[i].what, "by=pulse quanta=32", "", cases[i].events, cases[i].rule);
		judge_class_events(cases[i].what, "by=level quanta=32", "", cases[i].events, cases[i].rule);
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
		  { { 960, SENDS_DATA, 0, 0 },
		    { 1000, ASKS_XOFF, 0x20, 0 },
		    { 1216, ASKS_XOFF, 8, 0 },
		    { 1244, SENDS, 0x28, 0 } } },
		{ "the first one is left out",
		  "",
		  "pfc-tx",
		  { { 960, SENDS_DATA, 0, 0 },
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
