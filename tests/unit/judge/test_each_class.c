/* SPDX-License-Identifier: Apache-2.0 */
/* The judge and requests for PFC frames, for each class in turn: what it has of its own, and shares with no other one. 802.3 31D; doc/devices/ieee8023.md 3. */
#include "class_events.h"

/* A request of class I alone, or a frame about it, is none of another class. */
Test(judge_each_class, each_class_is_one_by_itself)
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
Test(judge_each_class, each_class_has_no_more_frames_than_pulses)
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
Test(judge_each_class, each_class_has_its_own_time)
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
Test(judge_each_class, each_class_has_its_own_refresh)
{
	enum { TIME = 40, FIRST = 1040, MOMENTS = 6 };
	static const struct {
		const char *by;
		uint64_t early, first, last, late;
	} cases[] = { { "by=level refresh=decision period=20", 2280, 2288, 2344, 2352 },
		      { "by=pulse refresh=decision period=20", 2280, 2288, 2344, 2352 },
		      { "by=level refresh=end period=20", 2408, 2416, 2440, 2448 },
		      { "by=level refresh=expiry period=20", 2408, 2416, 2440, 2448 } };

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
Test(judge_each_class, each_class_has_its_own_end_of_the_time)
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
Test(judge_each_class, each_class_waits_or_is_lost)
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
Test(judge_each_class, each_class_has_its_own_level_that_is_kept)
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
Test(judge_each_class, each_class_that_is_lost_has_its_own_time)
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
Test(judge_each_class, counters_by_class_follow_the_frame)
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
