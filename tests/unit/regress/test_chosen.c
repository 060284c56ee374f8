/* SPDX-License-Identifier: Apache-2.0 */
/* The default suite and smoke leave out what a file of choices says that they do not need, and nothing else. */
#include "cli_support.h"
#include "regress/chosen.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *hash_of(const char *folder, const char *name, char ret[17])
{
	char path[128];

	snprintf(path, sizeof(path), "%s/s/%s.stim", folder, name);
	cr_assert_eq(chosen_hash_file(path, ret), 0);
	return ret;
}

/* Four stimuli: kept in exact mode, spare, changed since they were measured, and new; of the seeds 3 and 5 are kept. */
static void make_folder(const char *test, const char *suite, char folder[64])
{
	static const char *const names[] = { "kept", "spare", "changed", "new" };
	char path[128], text[1024], kept[17], spare[17], seeds[17];

	scratch_make(folder, 64, test);
	snprintf(path, sizeof(path), "%s/s", folder);
	cr_assert_eq(mkdir(path, 0777), 0);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		snprintf(path, sizeof(path), "%s/s/%s.stim", folder, names[i]);
		file_write(path, passing, strlen(passing));
	}
	cr_assert_eq(chosen_hash_seeds(dut_by_name("bcm5718"), seeds), 0);
	snprintf(text, sizeof(text),
	         "# a comment\nrows bcm5718\nseeds bcm5718 %s 3\nseeds bcm5718 %s 5\nkept %s bcm5718:exact\nspare %s -\n"
	         "changed 0123456789abcdef -\n",
	         seeds, seeds, hash_of(folder, "kept", kept), hash_of(folder, "spare", spare));
	snprintf(path, sizeof(path), "%s/s/%s.suite", folder, suite);
	file_write(path, text, strlen(text));
}

static void expect_regress(const char *folder, const char *options, const char *runs, const char *left)
{
	struct command c;

	command_run(&c, "build/pausebench regress --jobs 1 --stimuli %s/s --out %s/r %s", folder, folder, options);
	cr_expect_eq(c.status, 0, "%s: %s%s", options, c.out, c.err);
	has(&c, options, runs);
	if (left)
		has(&c, options, left);
	else
		cr_expect_null(strstr(c.out, "--suite night"), "%s: %s", options, c.out);
	command_release(&c);
}

/* kept once, changed and new twice, two seeds; left are kept as black box, spare twice and 598 seeds. */
Test(chosen, default_suite_has_what_adds_something)
{
	char folder[64];
	struct command c;

	make_folder("chosen_default", "default", folder);
	expect_regress(folder, "--dut bcm5718", "0 findings in 7 runs", "601 other runs");
	command_run(&c, "sed -n 's/.*<testcase [^>]* name=\"\\([^\"]*\\)\".*/\\1/p' build/tests/chosen_default/r/junit.xml | "
	                "sort | tr '\\n' ' '");
	cr_expect_str_eq(c.out, "changed changed:black-box kept new new:black-box seed-3 seed-5 ");
	command_release(&c);
}

/* The other options of the same folder leave nothing out that the user names, nor what was not measured. */
Test(chosen, nothing_else_is_left_out)
{
	char folder[64];
	make_folder("chosen_else", "default", folder);
	expect_regress(folder, "--dut bcm5718 --suite night --seeds 1..2", "0 findings in 10 runs", NULL);
	expect_regress(folder, "--dut bcm5718 --seeds 1..2", "0 findings in 7 runs", "3 other runs");
	expect_regress(folder, "--dut bcm5718 --only spare", "0 findings in 2 runs", NULL);
	expect_regress(folder, "--dut bcm5718 --black-box --seeds 1..1", "0 findings in 5 runs", NULL);
	expect_regress(folder, "--dut bcm5718_alt --seeds 1..1", "0 findings in 9 runs", NULL);
	expect_regress(folder, "--dut bcm5718 --suite once --seeds 1..1", "0 findings in 5 runs", NULL);
	expect_regress(folder, "--dut bcm5718 --items 20 --seeds 7..8", "0 findings in 7 runs", "3 other runs");
}

/* All parts of a regression together have its runs. */
Test(chosen, parts_have_the_same_runs)
{
	char folder[64];
	struct command c;

	make_folder("chosen_parts", "default", folder);
	command_run(&c, "for k in 1 2 3; do build/pausebench regress --dut bcm5718 --dut bcm5718_any --seeds 1..2 --jobs 1 "
	                "--stimuli build/tests/chosen_parts/s --shard $k/3 --out build/tests/chosen_parts/p$k > /dev/null || "
	                "exit; done; build/pausebench merge build/tests/chosen_parts/p1 build/tests/chosen_parts/p2 "
	                "build/tests/chosen_parts/p3 --out build/tests/chosen_parts/m");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	has(&c, "merge", "0 findings in 17 runs");
	command_release(&c);
	command_run(&c, "for k in 1 2; do build/pausebench regress --dut bcm5718 --jobs 1 --stimuli build/tests/chosen_parts/s "
	                "--shard $k/2 --out build/tests/chosen_parts/q$k > /dev/null || exit; done; build/pausebench merge "
	                "build/tests/chosen_parts/q1 build/tests/chosen_parts/q2 --out build/tests/chosen_parts/n");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	has(&c, "merge", "0 findings in 7 runs");
	command_release(&c);
}

/* Smoke has a file of its own; of a row that was not measured it has four seeds. */
Test(chosen, smoke_has_its_own_choice)
{
	char folder[64];
	make_folder("chosen_smoke", "smoke", folder);
	expect_regress(folder, "--dut bcm5718 --suite smoke", "0 findings in 5 runs", "599 other runs");
	expect_regress(folder, "--dut bcm5718_alt --suite smoke", "0 findings in 8 runs", NULL);
	expect_regress(folder, "--dut bcm5718 --seeds 1..1", "0 findings in 9 runs", NULL);
}

/* A capture counts as a part of the stimulus that names it. */
Test(chosen, a_capture_is_content)
{
	char folder[64];
	static const char text[] = "pausebench-stim 1\npcap file=frames.pcap gaps=close\n";
	char before[17], after[17], same[17];

	scratch_make(folder, sizeof(folder), "chosen_capture");
	cr_assert_eq(mkdir("build/tests/chosen_capture/s", 0777), 0);
	file_write("build/tests/chosen_capture/s/frames.pcap", "1", 1);
	file_write("build/tests/chosen_capture/s/capture.stim", text, strlen(text));
	hash_of(folder, "capture", before);
	hash_of(folder, "capture", same);
	file_write("build/tests/chosen_capture/s/frames.pcap", "2", 1);
	hash_of(folder, "capture", after);
	cr_expect_str_eq(before, same);
	cr_expect_str_neq(before, after);
}

/* What a loop reads is what counts, and not whether it is a loop; comments do not count. */
Test(chosen, lines_are_content)
{
	static const char *const texts[] = { "pausebench-stim 1\nsetup\nwait 3\nwait 4\n",
		                             "pausebench-stim 2\n# said\nsetup\n\nrepeat n 3 4\n\twait $n\nend\n",
		                             "pausebench-stim 2\nsetup\nrepeat n 3 5\nwait $n\nend\n" };
	char folder[64], hash[COUNT_OF(texts)][17];

	scratch_make(folder, sizeof(folder), "chosen_lines");
	cr_assert_eq(mkdir("build/tests/chosen_lines/s", 0777), 0);
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		file_write("build/tests/chosen_lines/s/lines.stim", texts[i], strlen(texts[i]));
		hash_of(folder, "lines", hash[i]);
	}
	cr_expect_str_eq(hash[0], hash[1]);
	cr_expect_str_neq(hash[0], hash[2]);
}

Test(chosen, a_wrong_line_is_refused)
{
	char folder[64];
	static const struct {
		const char *line, *part;
	} cases[] = {
		{ "kept 0123 -", "default.suite:2: a line of a stimulus has its name" },
		{ "kept 0123456789abcdef", "default.suite:2: a line of a stimulus has its name" },
		{ "kept 0123456789abcdef i82598", "default.suite:2: it names a row that no line before it names" },
		{ "kept 0123456789abcdef bcm5718:white-box", "default.suite:2: a mode is exact or black-box" },
		{ "seeds bcm5718 0123456789abcdef 601", "default.suite:2: a seed is no number from 1 to 600" },
		{ "built bcm5718 i82598", "default.suite:2: it names a row that no line before it names" },
		{ "seeds i82598 0123456789abcdef 1", "default.suite:2: a line of seeds has a row" },
	};

	make_folder("chosen_wrong", "default", folder);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct command c;
		char text[128];
		snprintf(text, sizeof(text), "rows bcm5718\n%s\n", cases[i].line);
		file_write("build/tests/chosen_wrong/s/default.suite", text, strlen(text));
		command_run(&c, "build/pausebench regress --dut bcm5718 --stimuli build/tests/chosen_wrong/s --out "
		                "build/tests/chosen_wrong/r");
		cr_expect_eq(c.status, 2, "%s: %s%s", cases[i].line, c.out, c.err);
		has(&c, cases[i].line, cases[i].part);
		command_release(&c);
	}
}
