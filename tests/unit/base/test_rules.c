/* SPDX-License-Identifier: Apache-2.0 */
/* The tables to which findings and runs refer: rules, kinds of checks, DUTs. */
#include "base/parameter_text.h"
#include "support.h"

#include "finding/finding.h"
#include "stimulus/cover.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

Test(rules, every_rule_has_a_name_of_its_own_a_text_and_a_document)
{
	cr_expect_gt(RULE_COUNT, 50);
	for (int i = 0; i < RULE_COUNT; i++) {
		cr_expect(rule_table[i].name[0] && rule_table[i].text[0] && rule_table[i].document[0], "rule %d", i);
		cr_expect_eq(rule_by_name(rule_table[i].name), i, "%s", rule_table[i].name);
		cr_expect_eq(strspn(rule_table[i].name, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(rule_table[i].name),
		             "%s", rule_table[i].name);
	}
	cr_expect_eq(rule_by_name("no-such-rule"), -1);
	cr_expect_eq(rule_by_name(""), -1);
}

#define REPOSITORY PAUSEBENCH_STIMULI "/../../.."

/* The rules about a link of two MACs, a stimulus or the bench itself, which no mutant of one MAC's RTL can break: the file that breaks them
 * instead, and a word there that shows it. */
static const struct {
	const char *rule, *file, *word, *why;
} broken_elsewhere[] = {
	{ "pause-response-limit", "tests/unit/run/test_extra_dut.c", "pause-response-limit", "the contract of our rows is tighter" },
	{ "pfc-response-limit", "tests/unit/run/test_extra_dut.c", "pfc-response-limit", "the contract of our rows is tighter" },
	{ "counter-visible-limit", "tests/unit/run/test_extra_dut.c", "counter-visible-limit", "the contract of our rows is tighter" },
	{ "link-lost", "tests/unit/link/test_link_check.c", "RULE_LINK_LOST", "it takes two MACs" },
	{ "link-duplicated", "tests/unit/link/test_link_check.c", "RULE_LINK_DUPLICATED", "it takes two MACs" },
	{ "link-reordered", "tests/unit/link/test_link_check.c", "RULE_LINK_REORDERED", "it takes two MACs" },
	{ "link-corrupted", "tests/unit/link/test_link_check.c", "RULE_LINK_CORRUPTED", "it takes two MACs" },
	{ "link-deadlock", "tests/unit/link/test_link_check.c", "RULE_LINK_DEADLOCK", "it takes two MACs" },
	{ "link-refresh", "tests/unit/link/test_link_check.c", "RULE_LINK_REFRESH", "it takes two MACs" },
	{ "link-starved", "tests/unit/link/test_link_check.c", "RULE_LINK_STARVED", "it takes two MACs" },
	{ "link-stalled", "tests/unit/link/test_link_check.c", "RULE_LINK_STALLED", "it takes two MACs" },
	{ "link-bound", "tests/unit/link/test_sweep.c", "link-bound", "it takes a sweep over links" },
	{ "host-manner", "tests/unit/check/test_manner.c", "RULE_HOST_MANNER", "our rows hand frames over in their own manner" },
	{ "expect", "tests/unit/check/test_scoreboard_changes.c", "RULE_EXPECT", "it is the stimulus that states it" },
	{ "checked-nothing", "tests/unit/check/test_scoreboard.c", "RULE_CHECKED_NOTHING", "it is the run that breaks it" },
	{ "covers", "tests/unit/stimulus/test_cover.c", "RULE_COVERS", "it is the stimulus that breaks it" },
	{ "timeout", "tests/unit/cli/test_cli_cut.c", "\"timeout\"", "it is the run that breaks it" },
	{ "crash", "tests/unit/cli/test_cli_cut.c", "\"crash\"", "it is the simulation process that breaks it" },
};

/* Returns whether a line of FILE contains WORD. */
static bool file_has(const char *file, const char *word)
{
	char path[1024], line[1024];
	bool found = false;
	FILE *in;

	snprintf(path, sizeof(path), REPOSITORY "/%s", file);
	in = fopen(path, "r");
	cr_assert_not_null(in, "%s", path);
	while (!found && fgets(line, sizeof(line), in))
		found = strstr(line, word);
	fclose(in);
	return found;
}

/* Returns the rule in the head of a mutant. If a black box checks that rule in full, the head must not say that a black box cannot see the mutant. */
static int rule_of_mutant(const char *path)
{
	char line[1024], name[64] = "", reason[16] = "";
	FILE *in = fopen(path, "r");
	int rule;

	cr_assert_not_null(in, "%s", path);
	while (fgets(line, sizeof(line), in) && line[0] == '#') {
		sscanf(line, "# rule: %63s", name);
		sscanf(line, "# black-box: %15s", reason);
	}
	fclose(in);
	rule = rule_by_name(name);
	cr_expect_geq(rule, 0, "%s: no rule is called '%s'", path, name);
	cr_expect(rule < 0 || !reason[0] || rule_table[rule].blind,
	          "%s has a reason why a black box cannot see it, but %s has no line BLIND in models/finding/rules.def", path, name);
	return rule;
}

Test(rules, every_rule_has_a_mutant_that_breaks_it)
{
	bool broken[RULE_COUNT] = { false };
	glob_t mutants;

	cr_assert_eq(glob(REPOSITORY "/tests/data/mutants/*/*.patch", 0, NULL, &mutants), 0);
	for (size_t i = 0; i < mutants.gl_pathc; i++) {
		int rule = rule_of_mutant(mutants.gl_pathv[i]);
		if (rule >= 0)
			broken[rule] = true;
	}
	globfree(&mutants);
	for (size_t i = 0; i < COUNT_OF(broken_elsewhere); i++) {
		const char *name = broken_elsewhere[i].rule;
		int rule = rule_by_name(name);
		cr_assert_geq(rule, 0, "%s is no rule any more", name);
		cr_expect(!broken[rule], "%s: a mutant breaks it, or it is listed twice", name);
		cr_expect(file_has(broken_elsewhere[i].file, broken_elsewhere[i].word), "%s: %s does not break it", name,
		          broken_elsewhere[i].file);
		broken[rule] = true;
	}
	for (int i = 0; i < RULE_COUNT; i++)
		cr_expect(broken[i], "%s: no test breaks this rule: add a mutant to tests/data/mutants, or a line to broken_elsewhere",
		          rule_table[i].name);
}

/* Returns the rule of the mutant at PATH if its head names a stimulus of which a line "expect" finds it by itself, else -1. */
static int rule_with_expectation(const char *path)
{
	char line[1024], name[64] = "", stimulus[96] = "";
	FILE *in = fopen(path, "r");

	cr_assert_not_null(in, "%s", path);
	while (fgets(line, sizeof(line), in) && line[0] == '#') {
		sscanf(line, "# rule: %63s", name);
		sscanf(line, "# expect: %95s", stimulus);
	}
	fclose(in);
	return stimulus[0] ? rule_by_name(name) : -1;
}

/* The hunt of such a mutant fails if that expectation does not find it. */
Test(rules, expectations_find_mutants_without_the_golden_model)
{
	bool found[RULE_COUNT] = { false };
	unsigned count = 0;
	glob_t mutants;

	cr_assert_eq(glob(REPOSITORY "/tests/data/mutants/*/*.patch", 0, NULL, &mutants), 0);
	for (size_t i = 0; i < mutants.gl_pathc; i++) {
		int rule = rule_with_expectation(mutants.gl_pathv[i]);
		if (rule < 0)
			continue;
		cr_expect(cover_table[rule].timed, "%s is about no moment", mutants.gl_pathv[i]);
		count += !found[rule];
		found[rule] = true;
	}
	globfree(&mutants);
	cr_expect_geq(count, 15, "of %u rules about a moment", count);
}

/* The contract's table of what a black box cannot check has the BLIND lines of rules.def, in their order. */
Test(rules, the_contract_says_what_a_black_box_cannot_check)
{
	static const char head[] = "| rule | what a black-box run does not check of it |";
	char line[1024], due[1024];
	FILE *in = fopen(REPOSITORY "/doc/reference/dut-contract.md", "r");

	cr_assert_not_null(in);
	while (fgets(line, sizeof(line), in) && strncmp(line, head, strlen(head)))
		continue;
	cr_assert_not_null(fgets(line, sizeof(line), in), "doc/reference/dut-contract.md has no table '%s'", head);
	for (int i = 0; i < RULE_COUNT; i++) {
		if (!rule_table[i].blind)
			continue;
		snprintf(due, sizeof(due), "| `%s` | %s |\n", rule_table[i].name, rule_table[i].blind);
		cr_assert_not_null(fgets(line, sizeof(line), in));
		cr_assert_str_eq(line, due, "doc/reference/dut-contract.md must have this row next: %s", due);
	}
	cr_assert_not_null(fgets(line, sizeof(line), in));
	cr_expect_str_eq(line, "\n", "doc/reference/dut-contract.md has a row too many: %s", line);
	fclose(in);
}

Test(rules, every_kind_of_check_has_a_name)
{
	for (int i = 0; i < CHECK_KIND_COUNT; i++)
		for (int j = 0; j < i; j++)
			cr_expect_str_neq(check_kind_names[i], check_kind_names[j]);
}

Test(duts, rows_are_found_by_name)
{
	cr_expect_geq(dut_count, 2);
	for (size_t i = 0; i < dut_count; i++) {
		cr_expect_eq(dut_by_name(dut_table[i].name), &dut_table[i], "%s", dut_table[i].name);
		cr_expect(dut_table[i].top[0] && dut_table[i].sources[0] && dut_table[i].document[0] && dut_table[i].clock_hz,
		          "%s", dut_table[i].name);
	}
	cr_expect_null(dut_by_name("bcm0000"));
	cr_expect_null(dut_by_name(""));
	cr_expect_null(dut_by_name("bcm571"));
}

/* The contract of doc/reference/dut-contract.md: inhibit 4, resume 1, request 2, classify 3, host 5, sent 1. */
Test(duts, timing_contract_in_octet_times)
{
	const struct dut_timing *t = &dut_by_name("bcm5718")->timing;

	cr_expect(t->inhibit == 4 && t->resume == 1 && t->request == 2 && t->classify == 3 && t->host == 5 && t->sent == 1);
	cr_expect_eq(dut_by_name("bcm5718")->clock_hz, 125000000);
}

Test(duts, parameters_are_read_from_the_row)
{
	const struct dut *plain = dut_by_name("bcm5718"), *alt = dut_by_name("bcm5718_alt");
	cr_expect_eq(dut_param(plain, "LongQuanta"), 0xFFFF, "the default");
	cr_expect_eq(dut_param(alt, "LongQuanta"), 64);
	cr_expect_eq(dut_param(alt, "ShortQuanta"), 9);
	cr_expect_eq(dut_param(alt, "MbufCount"), 95);
	cr_expect_eq(dut_bcm5718(alt)->long_quanta, 64, "the member and the name are one number");
}

Test(duts, the_text_of_a_parameter_is_read_or_refused)
{
	static const struct {
		const char *word, *message;
		unsigned at;
	} wrong[] = { { "LongQuanta", "expected NAME=VALUE, not 'LongQuanta'", 0 },
		      { "XLongQuanta=1", "expected a parameter of bcm5718, not 'XLongQuanta'; did you mean 'LongQuanta'?", 0 },
		      { "Short=5", "expected a parameter of bcm5718, not 'Short'", 0 },
		      { "LongQuanta=", "expected a number for LongQuanta, decimal or 0x..., not ''", 11 },
		      { "LongQuanta=-1", "expected a number for LongQuanta, decimal or 0x..., not '-1'", 11 },
		      { "LongQuanta=64k", "expected a number for LongQuanta, decimal or 0x..., not '64k'", 11 },
		      { "LongQuanta=0", "LongQuanta must be 1 to 65535 (0xffff), not 0", 11 },
		      { "LongQuanta=99999999999999999999", "LongQuanta must be 1 to 65535 (0xffff), not 99999999999999999999",
		        11 } };
	struct parameter_refusal refusal;
	struct dut row = *dut_by_name("bcm5718");
	size_t index;

	cr_expect_eq(parameter_read(row.model, "LongQuanta=0x20", row.parameter, &index, &refusal), 0);
	cr_expect_eq(row.bcm5718.long_quanta, 0x20);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		cr_expect_eq(parameter_read(row.model, wrong[i].word, row.parameter, &index, &refusal), -EINVAL, "%s",
		             wrong[i].word);
		cr_expect_str_eq(refusal.message, wrong[i].message);
		cr_expect_eq(refusal.at - wrong[i].word, wrong[i].at, "%s", wrong[i].word);
	}
	cr_expect_eq(row.bcm5718.long_quanta, 0x20, "what is refused changes nothing");
	cr_expect_eq(row.bcm5718.short_quanta, 0x1FFF);
}
