/* SPDX-License-Identifier: Apache-2.0 */
/* The judge and a client whose requests for PFC frames are seen: what they tell of each class. 802.3 31D; doc/devices/ieee8023.md 3. */
#include "class_events.h"

static const char tengig[] = "tests/data/foreign/tengig/tengig.mac";

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

/* Two data frames are handed over, of which the first one is on the wire from 760 to 1032; EVENTS come then. */
static void judge_behind_data(const char *what, const char *by, const char *lines, const struct class_event *events,
                              const char *rule)
{
	static const uint8_t frame[DATA] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5 };
	struct pm_judge *judge = judge_of_classes(by, lines);
	char text[128];

	must(judge, pm_judge_client_offer(judge, octet(480)));
	must(judge, pm_judge_client_taken(judge, octet(740), frame, DATA - FRAME_FCS_OCTETS, 0, 0));
	must(judge, pm_judge_client_offer(judge, octet(744)));
	data(judge, 760, true);
	must(judge, pm_judge_client_taken(judge, octet(1000), frame, DATA - FRAME_FCS_OCTETS, 0, 0));
	for (unsigned i = 0; i < CLASS_EVENTS && events[i].act != END; i++)
		if (events[i].act == SENDS_PAUSE)
			send_pause(judge, events[i].octets, 0xFFFF);
		else
			do_class_event(judge, &events[i]);
	snprintf(text, sizeof(text), "%s, %s, %s", what, by, lines);
	expect_first(judge, octet(9000), rule, text);
}

/* A client asks for its next control frame when the one before is over (31B.3.1, 31B.3.7), whichever class each is about: of what comes meanwhile the MAC takes
 * notice within the latency from that end on, and data go first. The frame from 1044 to 1116 was asked for before. */
Test(judge_class_requests, what_is_asked_for_in_a_control_frame_of_any_kind_is_taken_when_that_is_over)
{
	static const struct {
		const char *what, *rule;
		struct class_event events[CLASS_EVENTS];
	} cases[] = {
		{ "data before another class",
		  NULL,
		  { { 1000, ASKS_XOFF, 8, 0 },
		    { 1044, SENDS, 8, 0 },
		    { 1050, ASKS_XOFF, 0x20, 0 },
		    { 1128, SENDS_DATA, 0, 0 },
		    { 1412, SENDS, 0x20, 0 } } },
		{ "data before a class that was asked for in a PAUSE frame",
		  NULL,
		  { { 1000, ASKS_PAUSE, 1, 0 },
		    { 1044, SENDS_PAUSE, 0, 0 },
		    { 1050, ASKS_XOFF, 0x20, 0 },
		    { 1128, SENDS_DATA, 0, 0 },
		    { 1412, SENDS, 0x20, 0 } } },
		{ "data before a PAUSE frame that was asked for in one of a class",
		  NULL,
		  { { 1000, ASKS_XOFF, 8, 0 },
		    { 1044, SENDS, 8, 0 },
		    { 1050, ASKS_PAUSE, 1, 0 },
		    { 1128, SENDS_DATA, 0, 0 },
		    { 1412, SENDS_PAUSE, 0, 0 } } },
		{ "another class within the latency behind the frame",
		  NULL,
		  { { 1000, ASKS_XOFF, 8, 0 },
		    { 1044, SENDS, 8, 0 },
		    { 1050, ASKS_XOFF, 0x20, 0 },
		    { 1164, SENDS, 0x20, 0 },
		    { 1248, SENDS_DATA, 0, 0 } } },
		{ "no frame of the other class",
		  "pfc-tx",
		  { { 1000, ASKS_XOFF, 8, 0 },
		    { 1044, SENDS, 8, 0 },
		    { 1050, ASKS_XOFF, 0x20, 0 },
		    { 1128, SENDS_DATA, 0, 0 } } },
		{ "a class that was asked for in the data ahead of the frame",
		  "pfc-tx",
		  { { 1000, ASKS_XOFF, 0x20, 0 },
		    { 1004, ASKS_PAUSE, 1, 0 },
		    { 1044, SENDS_PAUSE, 0, 0 },
		    { 1128, SENDS_DATA, 0, 0 },
		    { 1412, SENDS, 0x20, 0 } } },
	};
	static const char *const freedoms[] = { "", "freedom PfcVector=1", "freedom PfcVector=3" };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (size_t k = 0; k < sizeof(freedoms) / sizeof(freedoms[0]); k++) {
			struct class_event events[CLASS_EVENTS];
			bool names_held = k == 2 && cases[i].events[1].act == SENDS;
			memcpy(events, cases[i].events, sizeof(events));
			for (unsigned n = 2; n < CLASS_EVENTS; n++)
				if (events[n].act == SENDS && names_held)
					events[n].off |= events[1].off;
			judge_behind_data(cases[i].what, "by=pulse", freedoms[k], events, cases[i].rule);
			judge_behind_data(cases[i].what, "by=level", freedoms[k], events, cases[i].rule);
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
		{ "one that is held besides",
		  "freedom PfcVector=3\n",
		  NULL,
		  { { 1000, ASKS_XOFF, 8, 0 }, { 1040, SENDS, 8, 0 }, { 3000, ASKS_XOFF, 0x20, 0 }, { 3040, SENDS, 0x28, 0 } } },
		{ "one that is held besides an XON",
		  "freedom PfcVector=3\n",
		  NULL,
		  { { 1000, ASKS_XOFF, 0x28, 0 },
		    { 1040, SENDS, 0x28, 0 },
		    { 3000, ASKS_XON, 0, 0x20 },
		    { 3040, SENDS, 8, 0x20 } } },
		{ "without the one that is held",
		  "freedom PfcVector=3\n",
		  "pfc-tx-format",
		  { { 1000, ASKS_XOFF, 8, 0 }, { 1040, SENDS, 8, 0 }, { 3000, ASKS_XOFF, 0x20, 0 }, { 3040, SENDS, 0x20, 0 } } },
		{ "an XON without the one that is held",
		  "freedom PfcVector=3\n",
		  "pfc-tx-format",
		  { { 1000, ASKS_XOFF, 0x28, 0 },
		    { 1040, SENDS, 0x28, 0 },
		    { 3000, ASKS_XON, 0, 0x20 },
		    { 3040, SENDS, 0, 0x20 } } },
		{ "without the one that is held since the frame ahead of it",
		  "freedom PfcVector=3\n",
		  NULL,
		  { { 1000, ASKS_XOFF, 0x28, 0 }, { 1040, SENDS, 8, 0 }, { 1124, SENDS, 0x20, 0 } } },
		{ "without one that is held no more, of which the next frame says so",
		  "freedom PfcVector=3\n",
		  NULL,
		  { { 1000, ASKS_XOFF, 8, 0 },
		    { 1040, SENDS, 8, 0 },
		    { 3000, ASKS_XOFF, 0x20, 0 },
		    { 3008, ASKS_XON, 0, 8 },
		    { 3040, SENDS, 0x20, 0 },
		    { 3124, SENDS, 0x20, 8 } } },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		judge_class_events(cases[i].what, "by=pulse", cases[i].freedom, cases[i].events, cases[i].rule);
		judge_class_events(cases[i].what, "by=level", cases[i].freedom, cases[i].events, cases[i].rule);
	}
}

/* A frame names classes that nobody asked for only beside one that somebody did. */
Test(judge_class_requests, a_frame_that_repeats_all_states_for_nobodys_sake_is_found)
{
	static const struct {
		const char *what, *freedom, *rule;
		uint8_t on;
		struct class_event second;
	} cases[] = { { "the states of all", "freedom PfcVector=2\n", "pfc-tx", 0xF7, { 3000, ASKS_XOFF, 8, 0 } },
		      { "what is held", "freedom PfcVector=3\n", "pfc-tx", 0, { 3000, ASKS_XOFF, 8, 0 } } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct class_event alone[CLASS_EVENTS] = { { 1000, ASKS_XOFF, 8, 0 },
			                                         { 1040, SENDS, 8, cases[i].on },
			                                         { 3040, SENDS, 8, cases[i].on } },
					 asked[CLASS_EVENTS] = { { 1000, ASKS_XOFF, 8, 0 },
			                                         { 1040, SENDS, 8, cases[i].on },
			                                         cases[i].second,
			                                         { 3040, SENDS, 8, cases[i].on } };
		judge_class_events(cases[i].what, "by=pulse", cases[i].freedom, alone, cases[i].rule);
		judge_class_events(cases[i].what, "by=level", cases[i].freedom, alone, cases[i].rule);
		judge_class_events("for a second pulse", "by=pulse", cases[i].freedom, asked, NULL);
	}
}

/* With PfcVector 3 a frame repeats the time of a class while that runs: whether the partner is told to hold it behind that is left open. */
Test(judge_class_requests, a_class_whose_time_is_over_need_not_be_named_again)
{
	enum { XOFF_3 = 8, XOFF_5 = 0x20, RUNS = 33, OVER = 30 /* quanta from 1112 on; the second frame starts at 3040 */ };

	for (unsigned n = 0; n < 4; n++) {
		const char *by = n % 2 ? "by=level" : "by=pulse";
		const uint16_t quanta = n < 2 ? RUNS : OVER, first[8] = { 0, 0, 0, quanta },
			       second[8] = { 0, 0, 0, 0, 0, 0xFFFF };
		struct pm_judge *judge = judge_of_classes(by, "freedom PfcVector=3\n");
		must(judge, pm_judge_control(judge, octet(500), "pfc_quanta3", quanta));
		must(judge, pm_judge_class_request(judge, octet(1000), XOFF_3, 1));
		send_times(judge, 1040, XOFF_3, first, false);
		must(judge, pm_judge_class_request(judge, octet(3000), XOFF_5, 1));
		send_times(judge, 3040, XOFF_5, second, false);
		expect_first(judge, octet(9000), n < 2 ? "pfc-tx-format" : NULL, by);
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

/* 31D.2: the time of a class is one number of 16 bits. Of one that is written shortly before the frame it is the number before or behind the write. */
Test(judge_class_requests, the_time_of_a_class_is_never_mixed)
{
	static const struct {
		uint16_t time;
		unsigned writes; /* of 0x0304, and then of 0x0506, within the latency */
		const char *rule;
	} cases[] = {
		{ 0x0102, 1, NULL },
		{ 0x0304, 1, NULL },
		{ 0x0104, 1, "pfc-tx-format" },
		{ 0x0302, 1, "pfc-tx-format" },
		{ 0x0304, 0, "pfc-tx-format" },
		{ 0x0102, 2, NULL },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of_classes("by=pulse", "");
		const uint16_t times[8] = { [5] = cases[i].time };
		char what[64];
		must(judge, pm_judge_control(judge, octet(500), "pfc_quanta5", 0x0102));
		must(judge, pm_judge_class_request(judge, octet(1000), 0x20, 1));
		if (cases[i].writes)
			must(judge, pm_judge_control(judge, octet(1016), "pfc_quanta5", 0x0304));
		if (cases[i].writes > 1)
			must(judge, pm_judge_control(judge, octet(1024), "pfc_quanta5", 0x0506));
		send_times(judge, 1040, 0x20, times, false);
		snprintf(what, sizeof(what), "0x%04x, %u writes", cases[i].time, cases[i].writes);
		expect_first(judge, octet(9000), cases[i].rule, what);
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
		{ "all of them long before", "", 900, 0, "pfc-tx-format" },
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

/* Of settings of one moment, however many, the last one holds from the next clock on. */
Test(judge_class_requests, of_many_settings_of_one_moment_the_last_one_holds)
{
	static const uint8_t address[6] = { 0x00, 0x66, 0x77, 0x88, 0x99, 0xAA };

	for (unsigned old = 0; old < 2; old++) {
		struct pm_judge *judge = judge_of_classes("by=pulse quanta=32", "");
		uint8_t frame[FRAME];
		for (unsigned i = 0; i < 200; i++)
			must(judge, pm_judge_control(judge, octet(500), "station", 0x66778899AA + 199 - i));
		must(judge, pm_judge_request(judge, octet(1000), 1));
		frame_pause(frame, old ? station : address, 32);
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(1040), frame, sizeof(frame), 0));
		expect_first(judge, octet(9000), old ? "pause-tx-format" : NULL, "another address");
	}
}
