/* SPDX-License-Identifier: Apache-2.0 */
/* Frames of the client that end with an error or a wrong FCS: its own doing where it may be late with its octets or mark a frame, or that of a link fault
 * which cut them, else the MAC's. 802.3 3.2.9, 4.2.8, 46.3.4.3; doc/use/judge.md 2. */
#include "judge_support.h"

#include <stdio.h>
#include <string.h>

enum { WHOLE = 64, FRAGMENT = 20 };
enum spoil { RIGHT, WRONG_FCS, ERROR };
static const char tengig[] = "tests/data/foreign/tengig/tengig.mac";

/* Frees JUDGE after it has finished; returns the first rule that is broken, or "nothing". *RET_SPOILT: how many frames were not judged. */
static const char *verdict_of(struct pm_judge *judge, uint64_t octets, uint64_t *ret_spoilt)
{
	static char rule[64];
	struct pm_judge_finding finding = { .rule = "nothing" };

	cr_assert_eq(pm_judge_finish(judge, at(octets)), PM_JUDGE_OK, "%s", pm_judge_message(judge));
	pm_judge_finding(judge, 0, &finding);
	snprintf(rule, sizeof(rule), "%s", finding.rule);
	*ret_spoilt = pm_judge_spoilt(judge);
	pm_judge_free(judge);
	return rule;
}

static const char *verdict(struct pm_judge *judge, uint64_t octets)
{
	uint64_t spoilt;

	return verdict_of(judge, octets, &spoilt);
}

/* Judges a data frame of OCTETS that the MAC sends; returns the first rule that is broken, or "nothing". *RET_SPOILT: how many frames were not judged. */
static const char *judged(const char *path, const char *text, uint32_t octets, enum spoil spoil, bool always,
                          uint64_t *ret_spoilt)
{
	const struct pm_judge_options options = { .profile = path, .profile_text = text, .client_always = always };
	struct pm_judge *judge = judge_of(&options);
	uint8_t frame[WHOLE] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x08 };

	frame_put_fcs(frame + octets - FRAME_FCS_OCTETS, frame_fcs(frame, octets - FRAME_FCS_OCTETS));
	frame[octets - 1] ^= spoil == WRONG_FCS;
	cr_assert_eq(pm_judge_frame(judge, PM_JUDGE_SENT, at(0), frame, octets, spoil == ERROR ? PM_JUDGE_CODE_ERROR : 0),
	             PM_JUDGE_OK, "%s", pm_judge_message(judge));
	return verdict_of(judge, 0, ret_spoilt);
}

Test(judge_spoilt, a_spoilt_frame_is_the_client_s_only_where_it_may_be)
{
	static const struct {
		const char *path, *from, *to;
		uint32_t octets;
		enum spoil spoil;
		bool always;
		const char *rule;
	} cases[] = {
		/* the client can neither be late nor mark a frame */
		{ gige, "underrun, ", "underrun, ", WHOLE, RIGHT, false, "nothing" },
		{ gige, "underrun, ", "underrun, ", WHOLE, WRONG_FCS, false, "tx-fcs" },
		{ gige, "underrun, ", "underrun, ", FRAGMENT, WRONG_FCS, false, "tx-pad" },
		{ gige, "underrun, ", "underrun, ", FRAGMENT, RIGHT, false, "tx-pad" },
		{ tengig, "lacks underrun", "freedom HostErrors=0\nlacks underrun", WHOLE, WRONG_FCS, false, "tx-fcs" },
		{ tengig, "lacks underrun", "freedom HostErrors=0\nlacks underrun", FRAGMENT, WRONG_FCS, false, "tx-pad" },
		/* it may have been late, unless it always has a frame; then the MAC may end the frame as it likes, but not with a right FCS */
		{ gige, "underrun, ", "", WHOLE, WRONG_FCS, false, "nothing" },
		{ gige, "underrun, ", "", FRAGMENT, WRONG_FCS, false, "nothing" },
		{ gige, "underrun, ", "", FRAGMENT, ERROR, false, "nothing" },
		{ gige, "underrun, ", "", FRAGMENT, RIGHT, false, "tx-pad" },
		{ gige, "underrun, ", "", WHOLE, WRONG_FCS, true, "tx-fcs" },
		{ gige, "underrun, ", "", FRAGMENT, WRONG_FCS, true, "tx-pad" },
		/* it may have marked the frame */
		{ tengig, "lacks underrun", "lacks underrun", WHOLE, WRONG_FCS, false, "nothing" },
		{ tengig, "lacks underrun", "lacks underrun", FRAGMENT, WRONG_FCS, true, "nothing" },
		{ tengig, "lacks underrun", "lacks underrun", FRAGMENT, RIGHT, false, "tx-pad" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *text = profile_with(cases[i].path, cases[i].from, cases[i].to);
		uint64_t spoilt;
		const char *rule = judged(cases[i].path, text, cases[i].octets, cases[i].spoil, cases[i].always, &spoilt);
		cr_expect_str_eq(rule, cases[i].rule, "case %zu: %s, not %s", i, rule, cases[i].rule);
		cr_expect_eq(spoilt, cases[i].spoil != RIGHT && !strcmp(rule, "nothing"), "case %zu: %d", i, (int)spoilt);
	}
}

Test(judge_spoilt, frames_without_an_fcs_are_counted_and_those_that_are_refused_are_not)
{
	enum { EVERY = 200 };
	static const uint8_t frame[WHOLE] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x08 };
	struct pm_judge *judge = judge_of(&(struct pm_judge_options){ .profile = gige });

	cr_expect_eq(pm_judge_without_fcs(NULL) + pm_judge_spoilt(NULL), 0);
	for (unsigned i = 0; i < 4; i++)
		cr_expect_eq(pm_judge_frame(judge, i % 2 ? PM_JUDGE_SENT : PM_JUDGE_RECEIVED, at(i * EVERY), frame, WHOLE,
		                            i ? PM_JUDGE_NO_FCS : 0),
		             PM_JUDGE_OK);
	cr_expect_eq(pm_judge_start(judge, PM_JUDGE_SENT, at(4 * EVERY)), PM_JUDGE_OK);
	cr_expect_eq(pm_judge_end(judge, PM_JUDGE_SENT, at(5 * EVERY), frame, WHOLE, PM_JUDGE_NO_FCS), PM_JUDGE_OK);
	cr_expect_eq(pm_judge_frame(judge, PM_JUDGE_SENT, at(0), frame, WHOLE, PM_JUDGE_NO_FCS), PM_JUDGE_ORDER);
	cr_expect_eq(pm_judge_without_fcs(judge), 4);
	pm_judge_free(judge);
}

/* ---- link faults, which are in no capture ---- */

static const char no_marks[] = "freedom HostErrors=0\nlacks underrun",
		  cuts[] = "freedom HostErrors=0\nfreedom FaultCuts=1\nlacks underrun";
enum link { CAPTURE, NO_FAULT, FAULT };

/* The judge sees the lanes of the receive wire, unless they are a capture. */
static void show_link(struct pm_judge *judge, enum link link)
{
	enum { CLOCK_PS = 6400 };
	static const uint64_t idle = 0x0707070707070707, fault = 0x0100009C0100009C;

	if (link != CAPTURE)
		cr_assert_eq(pm_judge_xgmii(judge, PM_JUDGE_RECEIVED, at(0), CLOCK_PS, link == FAULT ? fault : idle,
		                            link == FAULT ? 0x11 : 0xFF),
		             PM_JUDGE_OK, "%s", pm_judge_message(judge));
}

static void send(struct pm_judge *judge, uint64_t octets, const uint8_t *frame, uint32_t len)
{
	cr_assert_eq(pm_judge_frame(judge, PM_JUDGE_SENT, at(octets), frame, len, 0), PM_JUDGE_OK, "%s", pm_judge_message(judge));
}

Test(judge_spoilt, a_frame_may_be_cut_by_a_fault_only_where_the_profile_says_so_and_one_may_have_been)
{
	static const struct {
		const char *freedoms;
		enum link link;
		bool pause;
		uint32_t octets;
		const char *rule;
	} cases[] = {
		{ no_marks, CAPTURE, false, 40, "tx-pad" },
		{ cuts, CAPTURE, false, 40, "nothing" },
		{ cuts, CAPTURE, false, 64, "nothing" },
		{ cuts, FAULT, false, 40, "nothing" },
		{ cuts, NO_FAULT, false, 40, "tx-pad" },
		{ cuts, NO_FAULT, false, 64, "tx-fcs" },
		{ no_marks, CAPTURE, true, 40, "pause-tx-format" },
		{ cuts, CAPTURE, true, 40, "nothing" },
		{ cuts, NO_FAULT, true, 40, "pause-tx-format" },
		{ cuts, CAPTURE, true, 64, "tx-fcs" }, /* it has its length, so that it was not cut */
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint8_t frame[PAUSE_FRAME_OCTETS] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x08 };
		static const uint8_t station[6] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55 };
		struct pm_judge *judge;
		if (cases[i].pause)
			frame_pause(frame, station, 0xFFFF);
		frame[PAUSE_FRAME_OCTETS - 1] ^= 1;
		const char *text = profile_with(tengig, "lacks underrun", cases[i].freedoms);
		judge = judge_of(&(struct pm_judge_options){ .profile = tengig, .profile_text = text });
		show_link(judge, cases[i].link);
		send(judge, 10, frame, cases[i].octets);
		const char *rule = verdict(judge, 1000);
		cr_expect_str_eq(rule, cases[i].rule, "case %zu: %s, not %s", i, rule, cases[i].rule);
	}
}

/* A whole frame and 40 octets of one are sent. A MAC that counts what a fault cuts or loses may have counted any number of frames besides; one that does not,
 * has one good frame, and the other one is bad or in no counter. */
Test(judge_spoilt, counters_of_sent_frames_are_open_only_where_a_fault_may_have_changed_them)
{
	enum { CUT = 40 };
	static const struct {
		const char *freedoms;
		enum link link;
		const char *counter;
		uint64_t value;
		const char *rule;
	} cases[] = {
		{ "", CAPTURE, "aFramesTransmittedOK", 1, "nothing" },
		{ "", CAPTURE, "aFramesTransmittedOK", 2, "count-tx" },
		{ "", CAPTURE, "ifOutErrors", 1, "nothing" },
		{ "", CAPTURE, "ifOutErrors", 0, "count-tx" },
		{ "freedom FaultCuts=1\nfreedom FaultCounts=1\n", CAPTURE, "aFramesTransmittedOK", 2, "nothing" },
		{ "freedom FaultCuts=1\nfreedom FaultCounts=1\n", FAULT, "aFramesTransmittedOK", 2, "nothing" },
		{ "freedom FaultCuts=1\nfreedom FaultCounts=1\n", NO_FAULT, "aFramesTransmittedOK", 2, "count-tx" },
		{ "freedom FaultLoses=1\nfreedom FaultCounts=1\n", CAPTURE, "aFramesTransmittedOK", 2, "nothing" },
		{ "freedom FaultLoses=1\nfreedom FaultCounts=1\n", NO_FAULT, "aFramesTransmittedOK", 2, "count-tx" },
		{ "freedom FaultLoses=1\n", CAPTURE, "aFramesTransmittedOK", 2, "count-tx" },
		{ "freedom FaultCounts=1\n", CAPTURE, "aFramesTransmittedOK", 2, "count-tx" },
		{ "freedom FaultCuts=1\n", CAPTURE, "aFramesTransmittedOK", 1, "nothing" },
		{ "freedom FaultCuts=1\n", CAPTURE, "aFramesTransmittedOK", 2, "count-tx" },
		{ "freedom FaultCuts=1\n", CAPTURE, "ifOutErrors", 0, "nothing" },
		{ "freedom FaultCuts=1\n", CAPTURE, "ifOutErrors", 1, "nothing" },
		{ "freedom FaultCuts=1\n", NO_FAULT, "ifOutErrors", 0, "count-tx" },
		{ "freedom FaultCuts=1\nfreedom FaultCounts=1\n", CAPTURE, "rxFramesOk", 1,
		  "count-rx" }, /* of received frames, of which none came */
	};
	static uint8_t frame[WHOLE] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x08 };
	char freedoms[128];

	frame_put_fcs(frame + WHOLE - FRAME_FCS_OCTETS, frame_fcs(frame, WHOLE - FRAME_FCS_OCTETS));
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge;
		snprintf(freedoms, sizeof(freedoms), "%slacks underrun", cases[i].freedoms);
		const char *text = profile_with(tengig, "lacks underrun", freedoms);
		judge = judge_of(&(struct pm_judge_options){ .profile = tengig, .profile_text = text });
		show_link(judge, cases[i].link);
		send(judge, 10, frame, WHOLE);
		send(judge, 200, frame, CUT);
		cr_assert_eq(pm_judge_counter(judge, at(1000), cases[i].counter, cases[i].value), PM_JUDGE_OK, "%s",
		             pm_judge_message(judge));
		const char *rule = verdict(judge, 2000);
		cr_expect_str_eq(rule, cases[i].rule, "case %zu: %s, not %s", i, rule, cases[i].rule);
	}
}
