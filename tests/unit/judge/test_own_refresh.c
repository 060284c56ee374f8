/* SPDX-License-Identifier: Apache-2.0 */
/* The judge and what repeats an XOFF in captures, where nobody sees what the client asks for. doc/devices/ieee8023.md 3; tb/check/window/order.c. */
#include "class_events.h"

enum { EVENTS = 5, LONG = 1200 };

/* What is on the transmit wire: an own frame of QUANTA, or a data frame of .data octets. */
struct sent {
	uint64_t octets;
	unsigned data;
	uint16_t quanta;
};

struct wire_case {
	const char *what, *rule;
	struct sent sent[EVENTS];
};

static void judge_case(const struct pm_judge_options *options, const struct wire_case *c, uint64_t octet_ps)
{
	struct pm_judge *judge = judge_of(options);
	uint64_t end = 0;

	must(judge, pm_judge_control(judge, 0, "quanta", 99));

	for (size_t i = 0; i < EVENTS && c->sent[i].octets; i++) {
		const struct sent *sent = &c->sent[i];
		uint8_t frame[LONG] = { 4, 0, 0, 0, 0, 0xAA, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 8, 0 };
		unsigned length = sent->data;
		if (length) {
			frame_put_fcs(frame + length - FRAME_FCS_OCTETS, frame_fcs(frame, length - FRAME_FCS_OCTETS));
		} else {
			frame_pause(frame, station, sent->quanta);
			length = FRAME;
		}
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, (1000 + sent->octets) * octet_ps, frame, length, 0));
		end = 1000 + sent->octets + length + HEAD;
	}
	expect_first(judge, end * octet_ps, c->rule, c->what);
}

/* The XOFF is over at 172, and due again at 812. A level that falls just before the wire is free asks for an XON, which has its latency from there on. */
Test(judge_own_refresh, data_go_before_a_refresh_once_whose_level_has_just_fallen)
{
	static const struct wire_case cases[] = {
		{ "the refresh", NULL, { { 100, 0, 99 }, { 300, LONG, 0 }, { 1520, 0, 99 } } },
		{ "the XON", NULL, { { 100, 0, 99 }, { 300, LONG, 0 }, { 1520, 0, 0 } } },
		{ "data and the XON", NULL, { { 100, 0, 99 }, { 300, LONG, 0 }, { 1520, 64, 0 }, { 1604, 0, 0 } } },
		{ "data and the refresh, since the level rose again",
		  NULL,
		  { { 100, 0, 99 }, { 300, LONG, 0 }, { 1520, 64, 0 }, { 1604, 0, 99 } } },
		{ "data twice",
		  "xoff-refresh",
		  { { 100, 0, 99 }, { 300, LONG, 0 }, { 1520, 64, 0 }, { 1604, 64, 0 }, { 1688, 0, 99 } } },
		{ "data on a free wire", "xoff-refresh", { { 100, 0, 99 }, { 1100, 64, 0 }, { 1184, 0, 0 } } },
		{ "a level that falls and rises twice", NULL, { { 100, 0, 99 }, { 880, 0, 99 } } },
		{ "a level that would do so more often", "xoff-refresh", { { 100, 0, 99 }, { 1000, 0, 99 } } },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		judge_case(
		    &(struct pm_judge_options){ .profile = gige,
		                                .profile_text = profile_with(gige, "refresh=decision",
		                                                             "refresh=end period=10\nlatency refresh 5 20\n#") },
		    &cases[i], OCTET_PS);
}

/* Behind a frame of 1,200 octets a refresh that was due before starts at 1,520 or up to the 5 octet times of `latency request 5 5` later, or by 25 more for each
 * time that the level falls and rises; but the end of the first frame and the start of the next one may each be wrong by the error. */
Test(judge_own_refresh, a_frame_starts_behind_another_one_within_the_error_of_both_times)
{
	enum { ERROR = 100, FREE = 1520, LATEST = FREE + 5 + 2 * (5 + 20) + 2 * ERROR };
	static const struct wire_case cases[] = {
		{ "the refresh", NULL, { { 100, 0, 99 }, { 300, LONG, 0 }, { LATEST, 0, 99 } } },
		{ "a later one", "xoff-refresh", { { 100, 0, 99 }, { 300, LONG, 0 }, { LATEST + 1, 0, 99 } } },
		{ "data and the XON", NULL, { { 100, 0, 99 }, { 300, LONG, 0 }, { LATEST, 64, 0 }, { LATEST + 84, 0, 0 } } },
		{ "later data", "xoff-refresh", { { 100, 0, 99 }, { 300, LONG, 0 }, { LATEST + 1, 64, 0 } } },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		judge_case(
		    &(struct pm_judge_options){ .profile = gige,
		                                .time_error_ps = ERROR * OCTET_PS,
		                                .profile_text = profile_with(gige, "refresh=decision",
		                                                             "refresh=end period=10\nlatency refresh 5 20\n#") },
		    &cases[i], OCTET_PS);
}

/* With XoffAgain 1 a rise that takes an XON back asks for another XOFF, which has the latency of a request. The refresh is due at 812, and starts up to 20 later, or
 * with a fall 40 later than that, twice by as much again, and by 20 or 40 for each rise. */
Test(judge_own_refresh, an_xoff_again_has_the_latency_of_a_request)
{
	enum { DUE = 812, REFRESH = 20, REQUEST = 40, LATEST = DUE + REFRESH + REQUEST + 2 * (REQUEST + REFRESH) };
	static const char from[] = "refresh=decision xon=yes\nlatency inhibit 5 8\nlatency resume 3 5\nlatency request 5 5",
			  line[] = "refresh=end period=10 xon=yes\nlatency inhibit 5 8\nlatency resume 3 5\n"
				   "latency request 40 40\nlatency refresh 5 20\nfreedom XoffAgain=%u\n#";
	static const struct wire_case cases[] = {
		{ "in time", NULL, { { 100, 0, 99 }, { LATEST - 5, 0, 99 } } },
		{ "late", "xoff-refresh", { { 100, 0, 99 }, { LATEST + 5, 0, 99 } } },
		{ "in time", NULL, { { 100, 0, 99 }, { LATEST + 2 * REFRESH - 5, 0, 99 } } },
		{ "late", "xoff-refresh", { { 100, 0, 99 }, { LATEST + 2 * REFRESH + 5, 0, 99 } } }
	};
	char to[256];

	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(to, sizeof(to), line, i / 2);
		judge_case(&(struct pm_judge_options){ .profile = gige, .profile_text = profile_with(gige, from, to) }, &cases[i],
		           OCTET_PS);
	}
}

/* 46.3.4.3: in a link fault a MAC sends nothing, and no capture has one. */
Test(judge_own_refresh, a_link_fault_that_nobody_sees_may_hold_a_refresh)
{
	static const char tengig[] = "tests/data/foreign/tengig/tengig.mac";
	static const struct wire_case with[] = {
		{ "the refresh", NULL, { { 100, 0, 99 }, { 3000, 0, 99 } } },
		{ "the XON", NULL, { { 100, 0, 99 }, { 3000, 0, 0 } } },
		{ "data", NULL, { { 100, 0, 99 }, { 3000, 64, 0 }, { 3084, 0, 0 } } },
		{ "data twice", "xoff-refresh", { { 100, 0, 99 }, { 3000, 64, 0 }, { 3184, 64, 0 }, { 3268, 0, 0 } } },
	};
	static const struct wire_case without = { "the refresh", "xoff-refresh", { { 100, 0, 99 }, { 3000, 0, 99 } } };
	char text[1 << 14];

	snprintf(text, sizeof(text), "%s",
	         profile_with(tengig, "by=pulse refresh=none", "by=level refresh=end period=10 xon=yes\nlatency refresh 24 48"));
	for (size_t i = 0; i < sizeof(with) / sizeof(with[0]); i++)
		judge_case(&(struct pm_judge_options){ .profile = tengig, .profile_text = text }, &with[i], 800);
	snprintf(text, sizeof(text), "%s\nlacks fault\n",
	         profile_with(tengig, "by=pulse refresh=none", "by=level refresh=end period=10 xon=yes\nlatency refresh 24 48"));
	judge_case(&(struct pm_judge_options){ .profile = tengig, .profile_text = text }, &without, 800);
}

/* With PfcVector 2 a frame for one class carries the present states of all, also of one whose fall asks for no frame. */
Test(judge_own_refresh, a_frame_of_all_classes_tells_that_a_level_has_fallen)
{
	static const char tengig[] = "tests/data/foreign/tengig/tengig.mac";
	static const struct {
		const char *to, *rule;
	} cases[] = { { "by=level refresh=none xon=no\nfreedom PfcVector=2\n#", NULL },
		      { "by=level refresh=none xon=yes\nfreedom PfcVector=2\n#", NULL },
		      { "by=level refresh=none xon=no\n#", "pfc-tx" } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge = judge_of(&(struct pm_judge_options){
		    .profile = tengig, .profile_text = profile_with(tengig, "by=pulse refresh=none", cases[i].to) });
		must(judge, pm_judge_control(judge, 0, "pfc_tx", 3));
		for (unsigned k = 0; k < 8; k++) {
			char name[16];
			snprintf(name, sizeof(name), "pfc_quanta%u", k);
			must(judge, pm_judge_control(judge, 0, name, 0xFFFF));
		}
		send_classes(judge, 2000, 1, 2);
		send_classes(judge, 9000, 2, 1);
		expect_first(judge, octet(12000), cases[i].rule, cases[i].to);
	}
}
