/* SPDX-License-Identifier: Apache-2.0 */
/* The command line: which runs a regression has, and when it ends. */
#include "cli_support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Makes a scratch folder NAME with the stimuli good and wrong, and, if asked, runs them and three seeds. */
static void regress_two(const char *name, bool run)
{
	char folder[64], path[128];
	struct command c;

	scratch_make(folder, sizeof(folder), name);
	snprintf(path, sizeof(path), "%s/s", folder);
	cr_assert_eq(mkdir(path, 0777), 0);
	snprintf(path, sizeof(path), "%s/s/good.stim", folder);
	file_write(path, passing, strlen(passing));
	snprintf(path, sizeof(path), "%s/s/wrong.stim", folder);
	file_write(path, failing, strlen(failing));
	if (!run)
		return;
	command_run(&c, "build/pausebench regress --dut bcm5718 --seeds 1..3 --stimuli %s/s --out %s/r", folder, folder);
	cr_expect_eq(c.status, 1, "%d\n%s%s", c.status, c.out, c.err);
	command_release(&c);
}

static json_int_t runs_in(const char *path)
{
	json_t *root = json_read(path);
	json_int_t runs = number(root, "runs");

	json_decref(root);
	return runs;
}

/* The two runs that failed, exact and black box, run again; once the stimulus is right they pass, and then there is nothing left. */
Test(cli, the_runs_that_failed_run_again)
{
	static const char again[] = "regress --rerun-failed --out build/tests/cli_again/r";

	regress_two("cli_again", true);
	expect_run(1, "FAIL: 1 group of findings in 2 of 2 runs", again);
	expect_run(2, "--rerun-failed: no run of i82598 failed",
	           "regress --rerun-failed --dut i82598 --out build/tests/cli_again/r");
	expect_run(2, "leave out --seeds", "regress --rerun-failed --seeds 1..2 --out build/tests/cli_again/r");
	file_write("build/tests/cli_again/s/wrong.stim", passing, strlen(passing));
	expect_run(0, "PASS: 0 findings in 2 runs", again);
	expect_run(2, "build/tests/cli_again/r/summary.json has no failing run", again);
}

/* A seed runs again with its items and scenarios, and with the budget of cycles that it had. */
Test(cli, a_seed_that_failed_runs_again)
{
	scratch_make((char[64]){ 0 }, 64, "cli_again_seed");
	expect_run(
	    1, "in 2 of 2 runs",
	    "regress --dut bcm5718 --suite seeds --seeds 5..6 --items 40 --max-cycles 100 --out build/tests/cli_again_seed/r");
	expect_run(1, "in 2 of 2 runs", "regress --rerun-failed --out build/tests/cli_again_seed/r");
	expect_run(2, "--only: these DUTs take no failed run with 'wrong' in its name",
	           "regress --rerun-failed --only wrong --out build/tests/cli_again_seed/r");
}

Test(cli, what_cannot_run_again_is_refused)
{
	static const char again[] = "regress --rerun-failed --out build/tests/cli_again_bad";
	static const char path[] = "build/tests/cli_again_bad/summary.json";
	static const struct {
		const char *text, *part;
	} rows[] = {
		{ "{ \"failures\": ", "summary.json:1:" },
		{ "{ \"failures\": [] }", "does not list its failures in a way that this program knows" },
		{ "{ \"schema_version\": 2, \"failures\": \"no room for them\" }", "does not list its failures" },
		{ "{ \"schema_version\": 2, \"failures\": [ {} ] }", "a failure without DUT or name" },
		{ "{ \"schema_version\": 2, \"failures\": [ { \"dut\": \"bcm0\", \"name\": \"x\" } ] }", "unknown DUT 'bcm0'" },
		{ "{ \"schema_version\": 2, \"failures\": [ { \"dut\": \"bcm5718\", \"name\": \"x\", \"source\": {} } ] }",
		  "does not say what its stimulus was" },
	};

	scratch_make((char[64]){ 0 }, 64, "cli_again_bad");
	expect_run(2, "there was no regression yet", again);
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		file_write(path, rows[i].text, strlen(rows[i].text));
		expect_run(2, rows[i].part, again);
	}
}

/* A text chooses stimuli by name and seeds by the names of scenarios; those of another PHY are for other DUTs. */
Test(cli, a_text_chooses_stimuli_and_scenarios)
{
	struct command c;

	regress_two("cli_only", false);
	command_run(&c, "build/pausebench regress --dut bcm5718 --only wron --seeds 1..3 --stimuli build/tests/cli_only/s --out "
	                "build/tests/cli_only/r");
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	has(&c, "regress --only", "in 2 of 2 runs");
	command_release(&c);
	command_run(&c, "build/pausebench regress --dut bcm5718 --dut i82598 --only start-inside --seeds 1..3 --out "
	                "build/tests/cli_only/r");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	has(&c, "regress --only", "\nbcm5718        0 ");
	has(&c, "regress --only", "\ni82598         3 ");
	command_release(&c);
	expect_run(2, "--only: these DUTs take no stimulus or scenario with 'nothing like it' in its name",
	           "regress --dut bcm5718 --only 'nothing like it' --out build/tests/cli_only/r");
	expect_run(2, "leave out --scenarios", "regress --only wron --scenarios pause-spoiled --out build/tests/cli_only/r");
	expect_run(2, "--only: give a part of a name", "regress --only '' --out build/tests/cli_only/r");
}

/* The smoke suite has no stimulus with the header long, unless --only names it. */
Test(cli, smoke_leaves_long_stimuli_out)
{
	static const char brief[] = "pausebench-stim 1\nsetup\nwait idle\ntx.frame\n";
	static const char lasts[] = "pausebench-stim 1\nlong\nsetup\nwait idle\ntx.frame\n";
	static const struct {
		const char *suite, *runs;
	} rows[] = { { "smoke", "in 2 runs" }, { "once", "in 3 runs" }, { "smoke --only lasts", "in 1 runs" } };

	scratch_make((char[64]){ 0 }, 64, "cli_long");
	file_write("build/tests/cli_long/brief.stim", brief, strlen(brief));
	file_write("build/tests/cli_long/lasts.stim", lasts, strlen(lasts));
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct command c;
		command_run(&c,
		            "build/pausebench regress --dut bcm5718 --suite %s --seeds 1..1 --stimuli build/tests/cli_long "
		            "--out build/tests/cli_long/r",
		            rows[i].suite);
		cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
		has(&c, rows[i].suite, rows[i].runs);
		command_release(&c);
	}
}

/* The line that random seeds print repeats them. */
Test(cli, random_seeds_are_repeatable)
{
	static const char mark[] = "the same again: --seeds ";
	struct command c, again;
	const char *at;
	unsigned from, to, drawn[2];

	scratch_make((char[64]){ 0 }, 64, "cli_random");
	for (size_t i = 0; i < 2; i++) {
		command_run(&c, "build/pausebench regress --dut bcm5718 --suite smoke --only rx-runts --seeds random --out "
		                "build/tests/cli_random/r");
		at = strstr(c.out, mark);
		cr_assert(at && sscanf(at + strlen(mark), "%u..%u", &from, &to) == 2, "%s%s", c.out, c.err);
		cr_expect_eq(to - from, 3, "%u..%u", from, to);
		cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
		drawn[i] = from;
		command_release(&c);
	}
	cr_expect_neq(drawn[0], drawn[1]);
	command_run(&again,
	            "build/pausebench regress --dut bcm5718 --suite seeds --seeds %u..%u --all --out build/tests/cli_random/r",
	            from, to);
	cr_expect_eq(again.status, 0, "%s%s", again.out, again.err);
	has(&again, "regress", "in 4 runs");
	command_release(&again);
}

/* Each DUT has its own count of failures, and the others go on. */
Test(cli, max_failures_counts_per_dut)
{
	struct command c;
	json_t *root;

	scratch_make((char[64]){ 0 }, 64, "cli_max_dut");
	command_run(&c, "build/pausebench regress --dut bcm5718 --dut bcm5718_alt --suite seeds --seeds 1..200 --max-cycles 100 "
	                "--max-failures 2 --jobs 1 --out build/tests/cli_max_dut/r");
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	has(&c, "regress --max-failures", "PARTIAL");
	root = json_read("build/tests/cli_max_dut/r/summary.json");
	for (size_t i = 0; i < 2; i++)
		cr_expect_eq(number(json_array_get(json_object_get(root, "duts"), i), "runs"), 2);
	cr_expect(json_is_true(json_object_get(root, "partial")));
	json_decref(root);
	command_release(&c);
}

/* A budget ends the regression in time; all DUTs had their turn, and the line says how much was left out. */
Test(cli, a_budget_ends_a_regression)
{
	struct command c;
	json_t *root;

	scratch_make((char[64]){ 0 }, 64, "cli_budget");
	command_run(&c, "build/pausebench regress --dut bcm5718 --dut bcm1250 --suite seeds --seeds 1..100000 --budget 2s --out "
	                "build/tests/cli_budget/r");
	cr_expect_eq(c.status, 0, "%d\n%s%s", c.status, c.out, c.err);
	cr_expect_gt(c.seconds, 1.5, "%f s", c.seconds);
	has(&c, "regress --budget", "\nPASS, PARTIAL: 0 findings in ");
	has(&c, "regress --budget", "; the budget of 2 s was over before the other ");
	cr_expect_gt(runs_in("build/tests/cli_budget/r/summary.json"), 1);
	command_release(&c);
	/* it is no pass of the whole: the file says so, and what was left out can follow, in another time */
	root = json_read("build/tests/cli_budget/r/summary.json");
	cr_expect(json_is_true(json_object_get(root, "partial")));
	json_decref(root);
	expect_run(0, "resumes the regression of ",
	           "regress --dut bcm5718 --dut bcm1250 --suite seeds --seeds 1..100000 --budget 1s --resume --out "
	           "build/tests/cli_budget/r");
	expect_run(2, "--budget: 'soon' is no time", "regress --budget soon");
}

/* The time holds the whole command: the runs, and what is done with their failures. Runs of stimuli that do not fit are left out, and the line says so. */
Test(cli, a_time_holds_the_whole_regression)
{
	static const char slow[] = "pausebench-stim 1\nsetup\nwait 1000000000\nwait 1000000000\nwait 1000000000\n",
			  reducing[] = ", for at most ";
	const char *seconds;
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_whole");
	cr_assert_eq(mkdir("build/tests/cli_whole/s", 0777), 0);
	file_write("build/tests/cli_whole/s/slow.stim", slow, strlen(slow));
	command_run(&c,
	            "build/pausebench regress --dut bcm5718 --suite smoke --time 2s --jobs 1 --max-cycles 4000000000 --stimuli "
	            "build/tests/cli_whole/s --out build/tests/cli_whole/r");
	has(&c, "regress --time", "; the time of 2 s was over before the other ");
	cr_expect_not_null(strstr(c.err, "--time: the 2 s were over before a run of bcm5718; give more time or fewer DUTs"), "%s",
	                   c.err);
	command_release(&c);
	/* all seeds fail, so that there is much to reduce: that has a quarter of the time at most, and not the 20 s of a regression without one */
	command_run(&c, "build/pausebench regress --dut bcm5718 --suite seeds --time 4s --jobs 1 --max-cycles 3000 --out "
	                "build/tests/cli_whole/t");
	cr_expect_eq(c.status, 1, "%d\n%s", c.status, c.out);
	seconds = strstr(c.out, reducing);
	cr_assert(seconds, "%s", c.out);
	cr_expect_leq(atof(seconds + strlen(reducing)), 1, "%s", c.out);
	cr_expect_null(strstr(c.out, "of 4 s was over"), "no seed is cut:\n%s", c.out);
	command_release(&c);
}

/* Each DUT has its turn: that the runs of one do not come to their end does not use up the budget of the other. */
Test(cli, a_budget_is_for_all_duts)
{
	static const char endless[] = "pausebench-stim 1\nsetup\nwait 1000000000\n";
	struct command c;
	json_t *root;

	scratch_make((char[64]){ 0 }, 64, "cli_turns");
	for (char name[] = "build/tests/cli_turns/1.stim"; name[22] < '5'; name[22]++)
		file_write(name, endless, strlen(endless));
	command_run(&c,
	            "build/pausebench regress --dut bcm5718 --dut bcm5718_alt --suite smoke --max-seconds 1 --budget 3s --jobs 1 "
	            "--reduce 0 --stimuli build/tests/cli_turns --out build/tests/cli_turns/r");
	cr_expect_eq(c.status, 1, "%d\n%s%s", c.status, c.out, c.err);
	root = json_read("build/tests/cli_turns/r/summary.json");
	for (size_t i = 0; i < 2; i++)
		cr_expect_gt(number(json_array_get(json_object_get(root, "duts"), i), "runs"), 0);
	json_decref(root);
	command_release(&c);
}

/* Of a group only so many folders are kept, and the line says so. */
Test(cli, few_failures_of_a_group_are_saved)
{
	struct command c;
	json_t *root, *group;

	regress_two("cli_keep", false);
	command_run(&c, "cd build/tests/cli_keep/s && for i in 1 2 3 4 5; do cp wrong.stim $i.stim; done");
	command_release(&c);
	command_run(&c,
	            "build/pausebench regress --dut bcm5718 --seeds 1..1 --stimuli build/tests/cli_keep/s --keep 2 --reduce 0 "
	            "--out build/tests/cli_keep/r");
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	has(&c, "regress --keep 2", "\n  saved     2 of 12 runs, in build/tests/cli_keep/r/failures\n");
	command_release(&c);
	root = json_read("build/tests/cli_keep/r/summary.json");
	group = json_array_get(json_object_get(root, "groups"), 0);
	cr_expect_eq(json_array_size(json_object_get(group, "folders")), 2);
	cr_expect(json_is_null(json_object_get(json_object_get(group, "representative"), "reduced")));
	cr_expect_eq(json_array_size(json_object_get(root, "failures")), 12);
	json_decref(root);
	command_run(&c, "cd build/tests/cli_keep/r/failures && ls -d */ | tr -d /");
	cr_expect_str_eq(c.out, "bcm5718-1\nbcm5718-2\n", "%s", c.out);
	command_release(&c);
}
