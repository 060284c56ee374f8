/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a regression that several machines run: merged they are what one machine finds. */
#include "cli_support.h"
#include "history_support.h"

#include <sys/stat.h>

enum { PARTS = 3 };

static void part(const char *name, const char *flags, const char *out, int status)
{
	struct command c;

	command_run(&c,
	            "build/pausebench regress --dut bcm5718 --dut i82598 --seeds 1..5 --items 50 --jobs 2 --stimuli "
	            "build/tests/%s/stimuli --out build/tests/%s/%s --exercised build/tests/%s/%s/exercised.json %s",
	            name, name, out, name, out, flags);
	cr_expect_eq(c.status, status, "%s: %d\n%s%s", flags, c.status, c.out, c.err);
	command_release(&c);
}

/* Writes the stimuli into the scratch folder NAME: one passes, one fails, one is skipped by a row. */
static void make_stimuli(const char *name)
{
	static const char other[] = "pausebench-stim 1\n# for one row\ndut i82598\nsetup\nwait 100\n";
	static const struct {
		const char *name, *text;
	} stimuli[] = { { "good", passing }, { "wrong", failing }, { "other", other } };
	char folder[64], path[160];

	scratch_make(folder, sizeof(folder), name);
	snprintf(path, sizeof(path), "%s/stimuli", folder);
	cr_assert_eq(mkdir(path, 0777), 0);
	for (size_t i = 0; i < COUNT_OF(stimuli); i++) {
		char text[512];
		/* the two share the registers of one device alone */
		snprintf(text, sizeof(text), "%s", stimuli[i].text);
		if (i < 2)
			snprintf(text, sizeof(text), "pausebench-stim 1\nmodel bcm5718\n%s", strchr(stimuli[i].text, '\n') + 1);
		snprintf(path, sizeof(path), "%s/stimuli/%s.stim", folder, stimuli[i].name);
		file_write(path, text, strlen(text));
	}
}

/* Removes what may differ: times, what the runs cost, and the places of files. */
static json_t *without_times(json_t *value)
{
	static const char *const names[] = { "seconds", "cost", "folder", "folders", "repeat", "command", "waves", "reduced" };
	const char *key;
	json_t *member;
	size_t i;

	for (i = 0; i < COUNT_OF(names) && json_is_object(value); i++)
		json_object_del(value, names[i]);
	json_object_foreach(value, key, member) without_times(member);
	json_array_foreach(value, i, member) without_times(member);
	return value;
}

static void expect_equal_json(const char *name, const char *file)
{
	char path[96];
	json_t *whole, *merged;

	snprintf(path, sizeof(path), "build/tests/%s/whole/%s", name, file);
	whole = without_times(json_read(path));
	snprintf(path, sizeof(path), "build/tests/%s/merged/%s", name, file);
	merged = without_times(json_read(path));
	cr_expect(json_equal(whole, merged), "%s: whole\n%s\nmerged\n%s", file, json_dumps(whole, JSON_INDENT(1)),
	          json_dumps(merged, JSON_INDENT(1)));
	json_decref(whole);
	json_decref(merged);
}

Test(parts, merged_they_equal_a_regression_of_one_machine)
{
	static const char name[] = "parts_merge";
	json_int_t runs = 0, skipped = 0;
	struct command c;
	json_t *root;
	char text[96];

	make_stimuli(name);
	part(name, "", "whole", 1);
	for (int k = 1; k <= PARTS; k++) {
		char flags[32], out[16];
		snprintf(flags, sizeof(flags), "--shard %d/%d", k, PARTS);
		snprintf(out, sizeof(out), "part%d", k);
		command_run(&c, "true");
		command_release(&c);
		command_run(&c,
		            "build/pausebench regress --dut bcm5718 --dut i82598 --seeds 1..5 --items 50 --jobs 2 --stimuli "
		            "build/tests/%s/stimuli --out build/tests/%s/%s --exercised build/tests/%s/%s/exercised.json %s",
		            name, name, out, name, out, flags);
		cr_expect_leq(c.status, 1, "%s: %d\n%s%s", flags, c.status, c.out, c.err);
		command_release(&c);
		snprintf(text, sizeof(text), "build/tests/%s/%s/summary.json", name, out);
		root = json_read(text);
		cr_expect_gt(number(root, "runs"), 2);
		runs += number(root, "runs");
		skipped += number(root, "skipped");
		json_decref(root);
	}
	command_run(&c,
	            "build/pausebench merge build/tests/%s/part3 build/tests/%s/part1 build/tests/%s/part2 --out "
	            "build/tests/%s/merged",
	            name, name, name, name);
	cr_expect_eq(c.status, 1, "%d\n%s%s", c.status, c.out, c.err);
	command_release(&c);
	snprintf(text, sizeof(text), "build/tests/%s/merged/summary.json", name);
	root = json_read(text);
	cr_expect_eq(number(root, "runs"), runs, "%lld in the parts, %lld merged", runs, number(root, "runs"));
	cr_expect_eq(number(root, "skipped"), skipped);
	cr_expect_eq(number(root, "passed_before"), 0);
	json_decref(root);
	expect_equal_json(name, "summary.json");
	expect_equal_json(name, "exercised.json");
	/* JUnit: the same cases with the same outcomes, but for times, commands and folders */
	command_run(&c,
	            "cd build/tests/%s && for d in whole merged; do sed -e 's/ time=\"[^\"]*\"//; s,\\(whole\\|merged\\)/,,g' "
	            "$d/junit.xml > $d.xml; done && diff whole.xml merged.xml",
	            name);
	cr_expect_eq(c.status, 0, "%s", c.out);
	command_release(&c);
	cr_expect(file_is_there("build/tests/parts_merge/merged/failures/bcm5718-wrong/report.json"));
}

Test(parts, that_do_not_belong_together_are_refused)
{
	static const char name[] = "parts_refused";
	static const char db[] = "build/tests/parts_refused/a/history.db";

	make_stimuli(name);
	part(name, "--suite seeds --shard 1/2", "a", 0);
	part(name, "--suite seeds --shard 2/2", "b", 0);
	part(name, "--suite seeds --shard 2/2 --scenarios pause-spoiled", "other", 0);
	part(name, "--suite seeds", "whole", 0);
	expect_run(2, "1 of 2 parts are given; give the folders of all",
	           "merge build/tests/parts_refused/a --out build/tests/parts_refused/m");
	expect_run(2, "part 1/2 is given twice",
	           "merge build/tests/parts_refused/a build/tests/parts_refused/a --out build/tests/parts_refused/m");
	expect_run(2, "are parts of different regressions",
	           "merge build/tests/parts_refused/a build/tests/parts_refused/other --out build/tests/parts_refused/m");
	expect_run(2, "is no part of a regression; run it with --shard K/N",
	           "merge build/tests/parts_refused/whole --out build/tests/parts_refused/m");
	expect_run(2, "none/history.db: No such file or directory; check the name", "merge build/tests/parts_refused/none");
	expect_run(2, "give the folders of", "merge");
	/* a run of a part is missing: what is there is merged, and says so */
	history_sql(db, "DELETE FROM run WHERE test = 1");
	expect_run(2, "1 run is missing; the partial results are in build/tests/parts_refused/m",
	           "merge build/tests/parts_refused/a build/tests/parts_refused/b --out build/tests/parts_refused/m");
	history_sql(db, "UPDATE regression SET program = 'another'");
	expect_run(2, "was run by another build of pausebench; merge it with the program that ran it",
	           "merge build/tests/parts_refused/a build/tests/parts_refused/b --out build/tests/parts_refused/m");
	expect_run(2, "--shard: '3' is no part like 1/4", "regress --shard 3");
	expect_run(2, "--shard: '3' is no number from 1 to 2", "regress --shard 3/2");
	expect_run(2, "--shard with --seeds random", "regress --shard 1/2 --seeds random");
	expect_run(2, "--shard with --time", "regress --shard 1/2 --time 5s");
}
