/* SPDX-License-Identifier: Apache-2.0 */
#include "report/normal.h"
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

Test(normal, numbers_become_signs)
{
	static const struct {
		const char *text, *normal;
	} cases[] = {
		{ "", "" },
		{ "no number", "no number" },
		{ "12", "#" },
		{ "0x1080000", "#" },
		{ "0x", "#x" },
		{ "-3 octets", "-# octets" },
		{ "octet 17 is 0x1f", "octet # is #" },
		{ "1.5 us", "# us" },
		{ "12.", "#." },
		{ "class 0/3/5 paused", "class # paused" },
		{ "802.3/4x", "#x" },
		{ "MAC_ADDR_1_LOW", "MAC_ADDR_1_LOW" },
		{ "etherStatsPkts64Octets", "etherStatsPkts64Octets" },
		{ "the frame of 64 octets (at=3)", "the frame of # octets" },
		{ "start of a frame (pause-tail+crossing=0)", "start of a frame" },
		{ "obs_xoff (offset=-12)", "obs_xoff" },
		{ "obs_xoff (offset=-)", "obs_xoff (offset=-)" },
		{ "record (late)", "record (late)" },
		{ "(at=3)", "(at=#)" },
		{ "0xFFFFFFFF (mask 0xff)", "# (mask #)" },
	};
	char ret[NORMAL_MAX];

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		cr_expect_str_eq(normalise(cases[i].text, ret, sizeof(ret)), cases[i].normal, "'%s' became '%s'", cases[i].text,
		                 ret);
}

Test(normal, a_short_place_cuts_the_text)
{
	char ret[5];

	cr_expect_str_eq(normalise("123 octets", ret, sizeof(ret)), "# oc");
}

Test(normal, findings_of_one_kind)
{
	const struct finding a = { .rule = RULE_TX_GAP, .what = "frame 3", .expected = "12", .cycle = 4 };
	struct finding b = { .rule = RULE_TX_GAP, .what = "frame 45 (at=7)", .expected = "13", .cycle = 999 };
	struct finding crash = { .rule = RULE_CRASH, .what = "simulation process, seed 7", .actual = "Aborted (signal 6)" };
	struct finding other = { .rule = RULE_CRASH, .what = "simulation process", .actual = "Aborted (signal 6)" };
	const struct finding wire = { .rule = RULE_EXPECT_WIRE, .what = "xon_after_xoff.stim:15: expect xon (at=49)" };
	struct finding saved = { .rule = RULE_EXPECT_WIRE, .what = "stimulus.stim:9: expect xon" };

	cr_expect(finding_same(&a, &b));
	strcpy(b.what, "another frame");
	cr_expect_not(finding_same(&a, &b));
	strcpy(b.what, a.what);
	b.rule = RULE_TX_PAD;
	cr_expect_not(finding_same(&a, &b));
	cr_expect(finding_same(&crash, &other), "which stimulus it was does not matter");
	strcpy(other.actual, "Segmentation fault (signal 11)");
	cr_expect_not(finding_same(&crash, &other));
	cr_expect(finding_same(&wire, &saved), "the stimulus was saved under another name");
	strcpy(saved.what, "stimulus.stim:9: expect xoff");
	cr_expect_not(finding_same(&wire, &saved));
}

Test(normal, a_reduced_finding_says_as_much_as_the_whole_one)
{
	static const struct {
		const char *whole, *reduced;
		bool enough;
	} cases[] = {
		{ "Xoff, lasted 109 octet times, 1.7 x 1 quanta", "Xoff, lasted 70 octet times, 1.1 x 1 quanta", true },
		{ "Xoff, lasted 109 octet times, 1.7 x 1 quanta", "Xoff", false },
		{ "Xoff", "Xoff, lasted 70 octet times, 1.1 x 1 quanta", true },
		{ "at cycle 34, 8 clocks = 1 quantum late", "at cycle 9, 8 clocks = 1 quantum late", true },
		{ "at cycle 34, 8 clocks = 1 quantum late", "none", false },
		{ "none", "at cycle 34, 1 clock late", true },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct finding whole = { .rule = RULE_PAUSE_TIME }, reduced = whole;
		snprintf(whole.actual, sizeof(whole.actual), "%s", cases[i].whole);
		snprintf(reduced.actual, sizeof(reduced.actual), "%s", cases[i].reduced);
		cr_expect_eq(finding_says_as_much(&reduced, &whole), cases[i].enough, "'%s' in place of '%s'", cases[i].reduced,
		             cases[i].whole);
	}
}
