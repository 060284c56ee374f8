/* SPDX-License-Identifier: Apache-2.0 */
/* The groups of a regression: which failing runs have one cause, and which of them is shown. */
#include "regress/regress_parts.h"

#include "check/score_find.h"
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>
#include <sys/stat.h>

/* ---- keys ---- */

struct pair {
	const char *name;
	struct finding a, b;
	bool same;
};

static const struct pair pairs[] = {
	{ "numbers differ",
	  { .rule = RULE_PAUSE_TIME, .cycle = 7, .what = "obs_pause_timer", .expected = "128 octet times", .actual = "66" },
	  { .rule = RULE_PAUSE_TIME, .cycle = 9, .what = "obs_pause_timer", .expected = "64 octet times", .actual = "65" },
	  true },
	{ "a value of a sweep",
	  { .rule = RULE_PAUSE_TIME, .what = "obs_xoff (len=65)", .expected = "Xoff", .actual = "Xon" },
	  { .rule = RULE_PAUSE_TIME, .what = "obs_xoff", .expected = "Xoff", .actual = "Xon" },
	  true },
	{ "the unit of the PHY",
	  { .rule = RULE_PAUSE_TIME, .what = "obs_pause_timer", .expected = "128 octet times", .actual = "66" },
	  { .rule = RULE_PAUSE_TIME, .what = "obs_pause_timer", .expected = "128 clocks", .actual = "66" },
	  true },
	{ "something is added after a comma",
	  { .rule = RULE_PAUSE_OVERWRITE, .what = "obs_xoff", .expected = "Xoff from cycle 701", .actual = "Xon" },
	  { .rule = RULE_PAUSE_OVERWRITE,
	    .what = "obs_xoff",
	    .expected = "Xoff from cycle 1299",
	    .actual = "Xon, lasted 64 octet times, 1.0 x 1 quanta" },
	  true },
	{ "masks in hex",
	  { .rule = RULE_EXPECT, .what = "TFCS", .expected = "0x00000001 (mask 0xffffffff)", .actual = "0x00000000" },
	  { .rule = RULE_EXPECT, .what = "TFCS", .expected = "0x000000fe", .actual = "0x00000009" },
	  true },
	{ "another rule",
	  { .rule = RULE_PAUSE_TIME, .what = "obs_xoff", .expected = "Xoff", .actual = "Xon" },
	  { .rule = RULE_PAUSE_OVERWRITE, .what = "obs_xoff", .expected = "Xoff", .actual = "Xon" },
	  false },
	{ "another counter",
	  { .rule = RULE_COUNT_GOOD, .what = "ifInUcastPkts", .expected = "3", .actual = "4" },
	  { .rule = RULE_COUNT_GOOD, .what = "ifInMulticastPkts", .expected = "3", .actual = "4" },
	  false },
	{ "another counter, by what all of them have in common",
	  { .rule = RULE_READ_CLEARS, .what = "ifInUcastPkts", .expected = "3", .actual = "4" },
	  { .rule = RULE_READ_CLEARS, .what = "ifInMulticastPkts", .expected = "0", .actual = "1" },
	  true },
	{ "another register with a digit in its name",
	  { .rule = RULE_EXPECT, .what = "MAC_ADDR_1_LOW", .expected = "3", .actual = "4" },
	  { .rule = RULE_EXPECT, .what = "MAC_ADDR_2_LOW", .expected = "3", .actual = "4" },
	  false },
	{ "the other way round",
	  { .rule = RULE_PAUSE_OVERWRITE, .what = "obs_xoff", .expected = "Xon from cycle 277", .actual = "Xoff" },
	  { .rule = RULE_PAUSE_OVERWRITE, .what = "obs_xoff", .expected = "Xoff from cycle 277", .actual = "Xon" },
	  false },
	{ "runs that do not end, in two places",
	  { .rule = RULE_TIMEOUT, .what = "wait rx, line 4", .expected = "an end", .actual = "receive wire: 9 frames to come" },
	  { .rule = RULE_TIMEOUT,
	    .what = "the run, after line 0",
	    .expected = "an end",
	    .actual = "receive wire: 0 frames to come" },
	  true },
	{ "runs that do not end, for two reasons",
	  { .rule = RULE_TIMEOUT, .what = "wait rx, line 4", .expected = "an end", .actual = "receive wire: 9 frames to come" },
	  { .rule = RULE_TIMEOUT, .what = "wait rx, line 4", .expected = "an end", .actual = "transmit wire: inside" },
	  false },
	{ "runs that a limit cut while they went on",
	  { .rule = RULE_TIMEOUT,
	    .what = "the run, after line 0",
	    .expected = "an end within the cycle budget and the wall-clock limit",
	    .actual = "host transmit: a frame that was taken is not on the wire" },
	  { .rule = RULE_TIMEOUT,
	    .what = "wait rx, line 0",
	    .expected = "an end within the cycle budget and the wall-clock limit",
	    .actual = "receive wire: 6 frames to come" },
	  true },
	{ "a run that a limit cut and one that cannot end",
	  { .rule = RULE_TIMEOUT,
	    .what = "wait rx, line 4",
	    .expected = "an end within the cycle budget and the wall-clock limit",
	    .actual = "receive wire: 6 frames to come" },
	  { .rule = RULE_TIMEOUT, .what = "wait rx, line 4", .expected = "an end", .actual = "receive wire: 9 frames to come" },
	  false },
	{ "processes that broke in one way",
	  { .rule = RULE_CRASH,
	    .what = "simulation process, seed 4",
	    .expected = "a normal end",
	    .actual = "Segmentation fault" },
	  { .rule = RULE_CRASH, .what = "simulation process, x", .expected = "a normal end", .actual = "Segmentation fault" },
	  true },
	{ "processes that broke in two ways",
	  { .rule = RULE_CRASH, .what = "simulation process", .expected = "a normal end", .actual = "Segmentation fault" },
	  { .rule = RULE_CRASH, .what = "simulation process", .expected = "a normal end", .actual = "Aborted" },
	  false },
};

Test(group, findings_of_one_cause_have_one_key)
{
	for (size_t i = 0; i < COUNT_OF(pairs); i++) {
		struct group_keys keys = { 0 };
		size_t a, b;
		cr_assert_eq(group_keys_find(&keys, &pairs[i].a, &a), 0);
		cr_assert_eq(group_keys_find(&keys, &pairs[i].b, &b), 0);
		cr_expect_eq(a == b, pairs[i].same, "%s", pairs[i].name);
		cr_expect_eq(keys.count, pairs[i].same ? 1 : 2, "%s", pairs[i].name);
		group_keys_release(&keys);
	}
}

/* ---- groups ---- */

static struct pool_result result;

/* Appends a run of DUT called NAME, with ITEMS items, that ends with the first finding WHAT; NULL: without one. Returns its index. */
static size_t add(struct suite *suite, size_t dut, const char *name, size_t items, const char *what)
{
	struct suite_run run = { .dut = dut };

	snprintf(run.name, sizeof(run.name), "%s", name);
	if (suite->count && strstr(name, ":black-box")) {
		run.black_box = true;
		run.twin = suite->count;
	}
	cr_assert_eq(suite_append(suite, &run), 0);
	memset(&result, 0, sizeof(result));
	result.tag = suite->count - 1;
	result.run.items = items;
	result.run.score.checks[CHECK_XOFF] = 1;
	if (what) {
		struct finding *f = result.run.score.finding;
		f[0] = (struct finding){ .cycle = 7, .rule = RULE_PAUSE_TIME, .expected = "Xon", .actual = "Xoff" };
		snprintf(f[0].what, sizeof(f[0].what), "%s", what);
		f[1] = (struct finding){ .cycle = 9, .rule = RULE_DATA_RESUMES, .expected = "data", .actual = "none" };
		result.run.score.findings = 2;
		result.run.score.by_rule[RULE_PAUSE_TIME] = result.run.score.by_rule[RULE_DATA_RESUMES] = 1;
		result.run.status = RUN_FINDINGS;
	}
	cr_assert_eq(suite_enter(suite, &result), 0);
	return suite->count - 1;
}

/* Two causes in runs of two DUTs, exact and black box. */
Test(group, a_fault_is_one_group_and_two_faults_are_two)
{
	const struct dut *duts[] = { dut_by_name("bcm5718"), dut_by_name("i82598") };
	struct suite suite;
	size_t small, twin, other;
	const struct group *g;

	cr_assert_eq(suite_init(&suite, duts, 2), 0);
	add(&suite, 0, "long", 90, "obs_xoff");
	twin = add(&suite, 0, "long:black-box", 90, "start of a frame");
	add(&suite, 0, "passes", 10, NULL);
	add(&suite, 1, "seed-3", 50, "obs_xoff");
	small = add(&suite, 1, "seed-4", 20, "obs_xoff");
	other = add(&suite, 1, "seed-5", 10, "obs_pause_timer");
	cr_assert_eq(groups_make(&suite.groups, &suite), 0);
	cr_assert_eq(suite.groups.count, 2, "%zu", suite.groups.count);
	g = &suite.groups.group[0];
	cr_expect_eq(g->runs, 4);
	cr_expect_eq(g->exact, 3);
	cr_expect_eq(g->findings, 8, "the findings after the first are folded under it");
	cr_expect_eq(g->duts[0], 2);
	cr_expect_eq(g->duts[1], 2);
	cr_expect_eq(g->run[0], small, "the run with the fewest items is shown, not run %zu", g->run[0]);
	cr_expect_eq(g->run[3], twin, "the black-box run comes last");
	cr_expect_eq(suite.groups.group[1].run[0], other);
	cr_expect_eq(suite.runs[other].group, 2);
	cr_expect_eq(suite.runs[twin].group, 1);
	cr_expect_eq(suite.rules[RULE_PAUSE_TIME], 5);
	cr_expect_eq(suite.rules[RULE_DATA_RESUMES], 5);
	suite_release(&suite);
}

/* A black-box run whose exact twin passes is a group of its own: only the black box sees that failure. */
Test(group, a_failure_of_the_black_box_alone_is_a_group)
{
	const struct dut *dut = dut_by_name("bcm5718");
	struct suite suite;

	cr_assert_eq(suite_init(&suite, &dut, 1), 0);
	add(&suite, 0, "one", 90, NULL);
	add(&suite, 0, "one:black-box", 90, "start of a frame");
	add(&suite, 0, "two", 90, "obs_xoff");
	add(&suite, 0, "two:black-box", 90, "start of a frame");
	cr_assert_eq(groups_make(&suite.groups, &suite), 0);
	cr_assert_eq(suite.groups.count, 2, "%zu", suite.groups.count);
	cr_expect_eq(suite.groups.group[0].runs, 2);
	cr_expect_eq(suite.groups.group[0].run[0], 2);
	cr_expect_eq(suite.groups.group[1].run[0], 1);
	cr_expect_eq(suite.groups.group[1].exact, 0);
	suite_release(&suite);
}

/* Runs were saved by their own keys, before it was known that they are one group: only the best ones keep their folders. */
Test(group, a_group_keeps_the_folders_of_its_best_runs)
{
	const struct dut *dut = dut_by_name("bcm5718");
	struct regress r = { .keep = 2 };
	char folder[64], path[128];

	scratch_make(folder, sizeof(folder), "group_prune");
	cr_assert_eq(suite_init(&r.suite, &dut, 1), 0);
	add(&r.suite, 0, "a", 30, "obs_xoff");
	add(&r.suite, 0, "a:black-box", 30, "start of a frame");
	add(&r.suite, 0, "b", 20, "obs_xoff");
	add(&r.suite, 0, "c", 10, "obs_pause_timer");
	for (size_t i = 0; i < r.suite.count; i++) {
		snprintf(path, sizeof(path), "%s/%zu", folder, i);
		cr_assert_eq(mkdir(path, 0777), 0);
		r.suite.runs[i].folder = strdup(path);
	}
	cr_assert_eq(groups_make(&r.suite.groups, &r.suite), 0);
	regress_prune(&r);
	for (size_t i = 0; i < r.suite.count; i++) {
		snprintf(path, sizeof(path), "%s/%zu", folder, i);
		cr_expect_eq(r.suite.runs[i].folder != NULL, i != 1, "%zu", i);
		cr_expect_eq(file_is_there(path), i != 1, "%s", path);
	}
	suite_release(&r.suite);
}

/* Returns the suite's finding of group NUMBER, as if its stimulus had been reduced. */
static struct finding *reduce(struct suite *suite, size_t group, size_t lines)
{
	struct group *g = &suite->groups.group[group];

	g->reduced = strdup("reduced");
	g->reduced_lines = lines;
	g->reduced_first = suite->runs[g->run[0]].first;
	return &g->reduced_first;
}

/* What the whole stimuli did besides hid that two groups are one failure. The one with fewer lines shows it. */
Test(group, groups_with_one_reduced_finding_are_one)
{
	const struct dut *dut = dut_by_name("bcm5718");
	struct suite suite;
	const struct group *g;
	size_t other;

	cr_assert_eq(suite_init(&suite, &dut, 1), 0);
	add(&suite, 0, "a", 30, "obs_xoff");
	add(&suite, 0, "b", 40, "obs_xoff");
	add(&suite, 0, "c", 50, "obs_pause_timer");
	other = add(&suite, 0, "d", 10, "obs_level");
	add(&suite, 0, "e", 10, "obs_rx_record");
	cr_assert_eq(groups_make(&suite.groups, &suite), 0);
	cr_assert_eq(suite.groups.count, 4);
	for (size_t i = 0; i < 3; i++) {
		struct finding *f = reduce(&suite, i, suite.groups.group[i].run[0] == other ? 2 : 5);
		snprintf(f->what, sizeof(f->what), "%s", i < 2 ? "obs_xoff" : f->what);
		if (suite.groups.group[i].run[0] == other)
			snprintf(f->what, sizeof(f->what), "obs_xoff (len=65)");
		f->cycle = i;
	}
	cr_assert_eq(groups_join(&suite.groups, &suite), 0);
	cr_assert_eq(suite.groups.count, 3, "%zu", suite.groups.count);
	g = &suite.groups.group[0];
	cr_expect_eq(g->runs, 3);
	cr_expect_eq(g->findings, 6);
	cr_expect_eq(g->duts[0], 3);
	cr_expect_eq(g->run[0], other, "the reduced stimulus of run %zu is the shortest", other);
	for (size_t i = 0; i < suite.groups.count; i++)
		for (size_t k = 0; k < suite.groups.group[i].runs; k++)
			cr_expect_eq(suite.runs[suite.groups.group[i].run[k]].group, i + 1);
	suite_release(&suite);
}

/* A run keeps only some of its findings; those that it does not keep have rules, too. The bench's own finding, which ended the run, is counted once. */
Test(group, findings_that_no_run_keeps_are_counted_by_rule)
{
	static struct pool_result many;
	const struct dut *dut = dut_by_name("bcm5718");
	struct suite_run run = { .dut = 0 };
	struct scoreboard *sb = scoreboard_new(dut, false);
	struct finding f = { .what = "obs_xoff", .expected = "Xon", .actual = "Xoff", .why = "so" };
	struct suite suite;

	for (unsigned i = 0; i < 3 * SCOREBOARD_FINDINGS_MAX; i++) {
		f.cycle = i;
		f.rule = i % 3 ? RULE_PAUSE_TIME : RULE_DATA_RESUMES;
		scoreboard_add(sb, &f);
	}
	many.run.score = *scoreboard_result(sb);
	many.run.score.finding[0] = (struct finding){ .rule = RULE_TIMEOUT };
	many.run.score.findings++;
	cr_assert_eq(suite_init(&suite, &dut, 1), 0);
	cr_assert_eq(suite_append(&suite, &run), 0);
	cr_assert_eq(suite_enter(&suite, &many), 0);
	cr_expect_eq(suite.rules[RULE_PAUSE_TIME], 2 * SCOREBOARD_FINDINGS_MAX, "%d", (int)suite.rules[RULE_PAUSE_TIME]);
	cr_expect_eq(suite.rules[RULE_DATA_RESUMES], SCOREBOARD_FINDINGS_MAX, "%d", (int)suite.rules[RULE_DATA_RESUMES]);
	cr_expect_eq(suite.rules[RULE_TIMEOUT], 1);
	suite_release(&suite);
	scoreboard_free(sb);
}

/* ---- the console ---- */

/* Appends COUNT groups of one run each, every one of another rule. */
static void add_groups(struct suite *suite, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct suite_run run = { .source = { .kind = SOURCE_SEED, .seed = 7, .items = 20 } };
		struct finding *f = result.run.score.finding;
		snprintf(run.name, sizeof(run.name), "run-%zu", i);
		cr_assert_eq(suite_append(suite, &run), 0);
		memset(&result, 0, sizeof(result));
		result.tag = suite->count - 1;
		result.run.items = 1 + i;
		f[0] = (struct finding){ .rule = (enum rule)(i + 1), .expected = "Xon", .actual = "Xoff", .what = "obs_xoff" };
		snprintf(f[0].why, sizeof(f[0].why), "%0200d words that take several lines", 7);
		result.run.score.findings = result.run.score.by_rule[i + 1] = 1000;
		cr_assert_eq(suite_enter(suite, &result), 0);
	}
	cr_assert_eq(groups_make(&suite->groups, suite), 0);
}

static size_t count_of(const char *text, const char *part)
{
	size_t count = 0;

	for (; (text = strstr(text, part)); text += strlen(part))
		count++;
	return count;
}

/* With any number of groups, and with any number of lines before them, the console has the first group in full, of the others as many as fit, and says how many
 * there are besides. */
Test(group, the_console_has_at_most_sixty_lines)
{
	static const size_t groups[] = { 1, 2, 5, 9, 40 };
	const struct dut *dut = dut_by_name("bcm5718");

	for (size_t i = 0; i < COUNT_OF(groups); i++)
		for (unsigned before = 0; before < 60; before += 7) {
			struct regress_options options = { .out = "out" };
			struct regress r = { .options = &options, .lines = before };
			char *text = NULL, more[64];
			size_t size, shown;
			cr_assert_eq(suite_init(&r.suite, &dut, 1), 0);
			r.suite.program = options.program = "pausebench";
			add_groups(&r.suite, groups[i]);
			options.log = open_memstream(&text, &size);
			regress_groups_print(&r);
			fclose(options.log);
			shown = count_of(text, "GROUP ");
			cr_expect_eq(r.lines, before + count_of(text, "\n"), "%u lines counted, %zu there:\n%s", r.lines - before,
			             count_of(text, "\n"), text);
			/* the block itself has 15 lines at most */
			cr_expect_leq(r.lines, before < 22 ? LOG_LINES - 1 : before + 22, "%zu groups after %u lines:\n%s",
			              groups[i], before, text);
			cr_expect(shown == groups[i] || before > 10 || shown > 5, "%zu of %zu after %u:\n%s", shown, groups[i],
			          before, text);
			snprintf(more, sizeof(more), "and %zu more group%s, in out/report.html\n", groups[i] - shown,
			         groups[i] - shown == 1 ? "" : "s");
			cr_expect_eq(strstr(text, more) != NULL, shown < groups[i], "%s", text);
			cr_expect_not_null(strstr(text, "\n  by rule   "), "%s", text);
			free(text);
			suite_release(&r.suite);
		}
}
