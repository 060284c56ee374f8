/* SPDX-License-Identifier: Apache-2.0 */
/* Frames of the client that end with an error or a wrong FCS: its own doing where it may be late with its octets or mark a frame, else the MAC's.
 * 802.3 3.2.9, 4.2.8; doc/judge.md 2. */
#include "judge_support.h"

#include <stdio.h>
#include <string.h>

enum { TEXT = 1 << 14, WHOLE = 64, FRAGMENT = 20 };
enum spoil { RIGHT, WRONG_FCS, ERROR };

/* Puts the file PATH in RET, with TO in place of the words FROM. */
static void profile_with(const char *path, const char *from, const char *to, char ret[TEXT])
{
	static char text[TEXT];
	FILE *in = fopen(path, "r");
	const char *at;

	cr_assert_not_null(in, "%s", path);
	text[fread(text, 1, sizeof(text) - 1, in)] = 0;
	fclose(in);
	at = strstr(text, from);
	cr_assert_not_null(at, "%s: '%s'", path, from);
	snprintf(ret, TEXT, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

/* Judges a data frame of OCTETS that the MAC sends; returns the first rule that is broken, or "nothing". */
static const char *judged(const char *path, const char *text, uint32_t octets, enum spoil spoil, bool always)
{
	static char rule[64];
	const struct pm_judge_options options = { .profile = path, .profile_text = text, .client_always = always };
	struct pm_judge *judge = judge_of(&options);
	struct pm_judge_finding finding = { .rule = "nothing" };
	uint8_t frame[WHOLE] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x08 };

	frame_put_fcs(frame + octets - FRAME_FCS_OCTETS, frame_fcs(frame, octets - FRAME_FCS_OCTETS));
	frame[octets - 1] ^= spoil == WRONG_FCS;
	cr_assert_eq(pm_judge_frame(judge, PM_JUDGE_SENT, at(0), frame, octets, spoil == ERROR ? PM_JUDGE_CODE_ERROR : 0),
	             PM_JUDGE_OK, "%s", pm_judge_message(judge));
	cr_assert_eq(pm_judge_finish(judge, at(0)), PM_JUDGE_OK, "%s", pm_judge_message(judge));
	pm_judge_finding(judge, 0, &finding);
	snprintf(rule, sizeof(rule), "%s", finding.rule);
	pm_judge_free(judge);
	return rule;
}

Test(judge_spoilt, a_spoilt_frame_is_the_client_s_only_where_it_may_be)
{
	static const char tengig[] = "tests/foreign/tengig/tengig.mac";
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
	char text[TEXT];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		profile_with(cases[i].path, cases[i].from, cases[i].to, text);
		const char *rule = judged(cases[i].path, text, cases[i].octets, cases[i].spoil, cases[i].always);
		cr_expect_str_eq(rule, cases[i].rule, "case %zu: %s, not %s", i, rule, cases[i].rule);
	}
}
