/* SPDX-License-Identifier: Apache-2.0 */
/* The rules that a stimulus claims to cover, and the check that it did: the header, the table, and stimuli that never exercise their rule. */
#include "support.h"

#include "stimulus/cover.h"

#include <criterion/criterion.h>
#include <string.h>

static void read_for(const struct dut *dut, struct stimulus *st, const char *text)
{
	struct stim_error error;

	*st = (struct stimulus){ 0 };
	cr_assert_eq(read_text(st, text, strlen(text), dut, &error), 0, "%u:%u: %s", error.line, error.column, error.message);
}

Test(cover, every_rule_says_when_a_run_exercises_it_or_that_none_can)
{
	for (size_t i = 0; i < RULE_COUNT; i++) {
		cr_assert(cover_table[i].when && cover_table[i].when[0], "%s has no row in tb/stimulus/cover.def",
		          rule_table[i].name);
		cr_expect_lt(strlen(cover_table[i].when), sizeof(((struct finding *)NULL)->expected), "%s", rule_table[i].name);
	}
}

Test(cover, the_header_adds_up_and_is_written_again)
{
	static const char text[] =
	    "pausebench-stim 1\ncovers pause-da, tx-gap,tx-pad\nneeds full-duplex\ncovers reg-value # and\nwait 1\n";
	const struct dut *dut = dut_by_name("bcm5718");
	struct stimulus st, again;
	char names[128], *written = NULL;
	size_t len;
	FILE *out = open_memstream(&written, &len);

	read_for(dut, &st, text);
	cr_expect_str_eq(cover_names(&st.covers, names, sizeof(names)), "pause-da, tx-gap, tx-pad, reg-value");
	cr_assert_eq(stimulus_write(&st, out, dut), 0);
	fclose(out);
	read_for(dut, &again, written);
	cr_expect_arr_eq(&again.covers, &st.covers, sizeof(st.covers));
	stimulus_release(&st);
	stimulus_release(&again);
	free(written);
}

static void check_refusal(const char *line, unsigned column, const char *message)
{
	struct stimulus st = { 0 };
	struct stim_error error;
	char text[128];

	snprintf(text, sizeof(text), "pausebench-stim 1\n%s\nwait 1\n", line);
	cr_expect_lt(read_text(&st, text, strlen(text), dut_by_name("bcm5718"), &error), 0, "%s", line);
	cr_expect(error.line == 2 && error.column == column, "%s: %u:%u", line, error.line, error.column);
	cr_expect(strstr(error.message, message), "%s: %s", line, error.message);
	stimulus_release(&st);
}

Test(cover, an_unknown_rule_is_refused_with_the_nearest_name)
{
	check_refusal("covers pause-da, pause-not-hold", 18, "unknown rule 'pause-not-hold', did you mean 'pause-not-held'?");
	check_refusal("covers xyzzy", 8, "unknown rule 'xyzzy'; 'pausebench list rules'");
	check_refusal("covers timeout", 8, "a stimulus cannot cover timeout");
	check_refusal("covers tx-spurious", 8, "a stimulus cannot cover tx-spurious: every run checks it all the time");
	check_refusal("covers", 7, "expected the rules");
	check_refusal("covers ,", 8, "expected the rules");
}

/* Expects that a run of TEXT has exactly one finding: it never exercised RULE. With RULE -1 it expects no finding. */
static void check_run(const struct dut *dut, const char *text, bool black_box, int rule)
{
	struct run_result result;
	struct stimulus st;
	char line[512];

	read_for(dut, &st, text);
	run_checked(dut, &st, black_box, &result);
	if (rule < 0)
		cr_expect_eq(result.status, RUN_OK, "%s", finding_line(dut, &st, &result, line, sizeof(line)));
	else
		cr_expect(result.status == RUN_FINDINGS && result.score.findings == 1 &&
		              result.score.finding[0].rule == RULE_COVERS &&
		              !strcmp(result.score.finding[0].what, rule_table[rule].name),
		          "%s%s: %s", text, black_box ? " (black box)" : "", finding_line(dut, &st, &result, line, sizeof(line)));
	stimulus_release(&st);
}

static void check_both(const char *text, int rule)
{
	check_run(dut_by_name("bcm5718"), text, false, rule);
	check_run(dut_by_name("bcm5718"), text, true, rule);
}

/* Without "setup" nothing is enabled, so no frame is sent and nothing can go wrong. */
Test(cover, a_forgotten_setup_is_found)
{
	check_both("pausebench-stim 1\ncovers tx-content\nsetup\nwait idle\ntx.frame\nwait idle\n", -1);
	check_both("pausebench-stim 1\ncovers tx-content\nreg.read TX_STATUS\ntx.frame\nwait 1000\n", RULE_TX_CONTENT);
	check_both("pausebench-stim 1\nreg.read TX_STATUS\ntx.frame\nwait 1000\n", -1);
}

#define MARKS "reg.write MAC_RX_LOW_WATERMARK 316\nreg.write HIGH_WATERMARK 317\nwait reg\nhost.stop\nreg.read TX_STATUS\n"

Test(cover, a_mark_that_is_never_crossed_is_found)
{
	static const char crossed[] = "pausebench-stim 1\ncovers xoff-below-low\nsetup\n" MARKS
				      "rx.frame\nrx.frame\nrx.frame\nrx.frame\nwait rx\nwait 300\n";
	static const char reached[] = "pausebench-stim 1\ncovers xoff-below-low\nsetup\n" MARKS
				      "rx.frame\nrx.frame\nrx.frame\nwait rx\nwait 300\n";

	check_both(crossed, -1);
	check_both(reached, RULE_XOFF_BELOW_LOW);
}

/* On a row with the slack of the standard. */
static bool covered(const char *text, bool black_box, enum rule rule)
{
	const struct run_options options = { .black_box = black_box };
	struct dut row = *dut_by_name("bcm5718");
	const struct dut *dut = &row;
	struct run_result result;
	struct stimulus st;
	char line[512];

	row.slack = (struct dut_slack){ 0 };
	read_for(dut, &st, text);
	cr_assert_eq(run_stimulus(dut, &st, &options, &result), 0);
	cr_expect_eq(result.status, RUN_OK, "%s", finding_line(dut, &st, &result, line, sizeof(line)));
	stimulus_release(&st);
	return result.covered.has[rule];
}

#define TO_ANOTHER "pausebench-stim 1\ncovers pause-da\nsetup\nwait idle\nreg.read TX_STATUS\n"
#define PAUSE_TO_ANOTHER "rx.pause da=02:00:00:00:00:99 time=20\n"

/* A black box shows that a PAUSE to another station had an effect only by holding back a frame that waits. */
Test(cover, a_black_box_needs_waiting_data)
{
	static const char with[] = TO_ANOTHER PAUSE_TO_ANOTHER "wait rx\nwait 200\ntx.frame\nwait idle\n";
	static const char without[] = TO_ANOTHER PAUSE_TO_ANOTHER "wait rx\nwait 2000\n";
	static const char early[] = TO_ANOTHER "tx.frame\n" PAUSE_TO_ANOTHER "wait idle\nwait 2000\n";
	static const char late[] = TO_ANOTHER PAUSE_TO_ANOTHER "wait rx\nwait 1300\ntx.frame\nwait idle\n";

	cr_expect(covered(with, false, RULE_PAUSE_DA) && covered(with, true, RULE_PAUSE_DA));
	cr_expect(covered(without, false, RULE_PAUSE_DA) && !covered(without, true, RULE_PAUSE_DA));
	cr_expect_not(covered(early, true, RULE_PAUSE_DA));
	cr_expect_not(covered(late, true, RULE_PAUSE_DA));
}

/* A PAUSE that is no longer than the slack proves nothing in a black-box run. */
Test(cover, a_black_box_needs_a_pause_longer_than_its_slack)
{
	static const char one[] = "pausebench-stim 1\ncovers no-data-in-xoff\nsetup\nwait idle\nrx.pause time=1\nwait rx\n"
				  "wait 10\ntx.frame\nwait idle\n";
	static const char ten[] = "pausebench-stim 1\ncovers no-data-in-xoff\nsetup\nwait idle\nrx.pause time=10\nwait rx\n"
				  "wait 10\ntx.frame\nwait idle\n";

	cr_expect(covered(one, false, RULE_NO_DATA_IN_XOFF) && !covered(one, true, RULE_NO_DATA_IN_XOFF));
	cr_expect(covered(ten, false, RULE_NO_DATA_IN_XOFF) && covered(ten, true, RULE_NO_DATA_IN_XOFF));
}

/* The times of a PFC frame cover rules of the classes that its vector names. */
Test(cover, a_pfc_frame_covers_the_classes_of_its_vector)
{
	static const struct {
		const char *covers, *vector;
		bool ignores;
		unsigned quanta;
		int missing; /* -1: none */
	} cases[] = { { "pfc-time", "", false, 100, -1 },
		      { "pfc-time", "enable=0", false, 100, RULE_PFC_TIME },
		      { "pfc-time", "", true, 100, RULE_PFC_TIME },
		      { "pfc-ignore", "", true, 100, -1 },
		      { "pfc-ignore", "", false, 100, RULE_PFC_IGNORE },
		      { "pfc-ignore", "enable=0", true, 100, RULE_PFC_IGNORE },
		      { "pfc-response-limit", "", false, 100, -1 },
		      { "pfc-response-limit", "", false, 5, RULE_PFC_RESPONSE_LIMIT } };

	for (unsigned i = 0; i < 8; i++)
		for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
			char text[256];
			snprintf(text, sizeof(text),
			         "pausebench-stim 1\nmodel ll10g\ncovers %s\nsetup\nreg.write rx_pfc_control 0x%02x\nwait idle\n"
			         "rx.pfc %s time%u=%u\nwait 200\nreg.read rx_stats_PFCMACCtrlFrames\nwait 1200\n",
			         cases[k].covers, cases[k].ignores << i, cases[k].vector, i, cases[k].quanta);
			check_run(dut_by_name("ll10g"), text, false, cases[k].missing);
		}
}

/* A counter that is read as 0 does not cover the rule, and neither does one that is read only once where reads clear. */
Test(cover, counters_at_zero_prove_nothing)
{
	check_both("pausebench-stim 1\ncovers count-rx\nsetup\nwait idle\nrx.frame\nwait idle\nreg.read ifHCInUcastPkts\n", -1);
	check_both("pausebench-stim 1\ncovers count-rx\nsetup\nwait idle\nreg.read ifHCInUcastPkts\n", RULE_COUNT_RX);
	check_both("pausebench-stim 1\ncovers read-clears\nsetup\nrx.frame\nwait idle\nreg.read ifHCInUcastPkts\n",
	           RULE_READ_CLEARS);
	check_both("pausebench-stim 1\ncovers read-clears\nsetup\nwait reg\nrx.frame\nwait idle\nreg.read ifHCInUcastPkts\n"
	           "reg.read ifHCInUcastPkts\n",
	           -1);
}

/* If a run has a finding, its coverage is not checked: after a difference it may well not reach the rule. */
Test(cover, is_checked_only_without_other_findings)
{
	const struct dut *dut = dut_by_name("bcm5718");
	struct run_result result;
	struct stimulus st;

	read_for(dut, &st, "pausebench-stim 1\ncovers tx-content\nreg.read ifHCInUcastPkts expect=7\n");
	run_checked(dut, &st, false, &result);
	cr_expect(result.score.findings == 1 && result.score.finding[0].rule == RULE_EXPECT);
	stimulus_release(&st);
}

Test(cover, is_recorded_only_on_request)
{
	const struct dut *dut = dut_by_name("bcm5718");
	struct run_options options = { .covered = true };
	struct run_result result;
	struct stimulus st;

	read_for(dut, &st, "pausebench-stim 1\nsetup\nwait reg\ntx.frame\nwait idle\n");
	run_checked(dut, &st, false, &result);
	cr_expect(!result.noted);
	cr_assert_eq(run_stimulus(dut, &st, &options, &result), 0);
	cr_expect(result.noted && result.covered.has[RULE_TX_CONTENT] && !result.covered.has[RULE_PAUSE_OBEYED]);
	stimulus_release(&st);
}

Test(cover, the_command_prints_the_rules)
{
	struct command c;

	command_run(&c, "build/pausebench run --dut bcm5718 --stim tests/data/stimuli/pause_basic.stim --covered");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect(strstr(c.out, "covered   pause-obeyed, "), "%s", c.out);
	command_release(&c);
	command_run(&c, "build/pausebench list rules | grep '^pause-da '");
	cr_expect(strstr(c.out, cover_table[RULE_PAUSE_DA].when), "%s", c.out);
	command_release(&c);
}
