/* SPDX-License-Identifier: Apache-2.0 */
/* The command line as persons and programs use it: exit status, messages, files. */
#include "cli_support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* ---- usage ---- */

Test(cli, help_and_version)
{
	static const char *const verbs[] = { "", "list ", "run ", "regress ", "replay ", "bench " };

	for (size_t i = 0; i < COUNT_OF(verbs); i++) {
		struct command c;
		command_run(&c, "build/pausebench %s--help", verbs[i]);
		cr_expect_eq(c.status, 0, "%s--help: %d", verbs[i], c.status);
		cr_expect_not_null(strstr(c.out, "Usage: pausebench"), "%s--help: %s", verbs[i], c.out);
		cr_expect_str_eq(c.err, "", "%s--help", verbs[i]);
		command_release(&c);
	}
	expect_run(0, "Exit status of every verb: 0 nothing wrong, 1 findings, 2 usage or", "--help");
	expect_run(0, "pausebench ", "--version");
}

Test(cli, wrong_usage_exits_2_and_says_what_is_known)
{
	static const struct {
		const char *arguments, *message;
	} cases[] = {
		{ "", "give a verb" },
		{ "frobnicate", "unknown verb 'frobnicate'; known: list, explain, proof, run" },
		{ "--frobnicate", "pausebench: unknown option '--frobnicate'" },
		{ "list", "which list?" },
		{ "list nothing", "unknown list 'nothing'; known: duts, stimuli, rules, registers, counters or scenarios" },
		{ "list duts rules", "one list at a time" },
		{ "list stimuli --stimuli build/tests/none", "build/tests/none" },
		{ "run", "--dut is missing" },
		{ "run --seed 1", "--dut is missing" },
		{ "run --dut bcm0000 --seed 1", "unknown DUT 'bcm0000', did you mean 'bcm1250'?; known: bcm5718" },
		{ "run --dut bcm5718", "give one of --stim" },
		{ "run --dut bcm5718 --seed 1 --stim x.stim", "give one of --stim" },
		{ "run --dut bcm5718 --stim pause_basik", "no file and no stimulus 'pause_basik', did you mean 'pause_basic'?" },
		{ "run --dut bcm5718 --seed one", "'one' is no number" },
		{ "run --dut bcm5718 --seed -1", "'-1' is no number" },
		{ "run --dut bcm5718 --seed 4294967296", "is no number from 0 to 4294967295" },
		{ "run --dut bcm5718 --seed 99999999999999999999999", "is no number" },
		{ "run --dut bcm5718 --seed 1 --items 0", "--items" },
		{ "run --dut bcm5718 --seed 1 --max-cycles 0", "--max-cycles" },
		{ "run --dut bcm5718 --seed 1 --max-seconds -5", "--max-seconds" },
		{ "run --dut bcm5718 --seed 1 --pcap-gaps shut", "neither keep nor close" },
		{ "run --dut bcm5718 --seed 1 --pcap-fcs=no", "neither present nor add" },
		{ "run --dut bcm5718 --seed 1 2", "unexpected argument '2'" },
		{ "run --dut bcm5718 --seed", "requires an argument" },
		{ "run --dut bcm5718 -j", "pausebench run: unknown option '-j'; see --help\n" },
		{ "run --frobnicate", "pausebench run: unknown option '--frobnicate'; see --help\n" },
		{ "run --dut bcm5718 --sed=1", "unknown option '--sed', did you mean '--seed'?\n" },
		{ "run --dut bcm5718 --seed 1 --scenarios neutral,pause-spoild",
		  "unknown scenario 'pause-spoild', did you mean 'pause-spoiled'?" },
		{ "regress --max-failurs 3", "unknown option '--max-failurs', did you mean '--max-failures'?\n" },
		{ "regress --jobs", "option '--jobs' requires an argument, N\n" },
		{ "regress -j", "option '-j' requires an argument, N\n" },
		{ "regress --histroy x", "unknown option '--histroy', did you mean '--history'?\n" },
		{ "regress --dut bcm0000", "unknown DUT 'bcm0000'" },
		{ "regress --seeds 5..1", "--seeds" },
		{ "regress --seeds a..b", "--seeds" },
		{ "regress --seeds 1..", "--seeds" },
		{ "regress --time 0s", "--time" },
		{ "regress --time soon", "is no time like" },
		{ "regress --time nan", "is no time like" },
		{ "regress --jobs 0", "--jobs" },
		{ "regress --suite all", "unknown suite 'all'" },
		{ "regress now", "unexpected argument 'now'" },
		{ "regress --out build/tests/r0 --stimuli build/tests/none", "build/tests/none" },
		{ "replay", "give the folder of a saved failure" },
		{ "replay a b", "one folder at a time" },
		{ "replay build/tests/none", "build/tests/none/report.json" },
		{ "bench --repeats 1", "--repeats" },
		{ "bench --dut bcm0000", "unknown DUT 'bcm0000'" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		expect_run(2, cases[i].message, cases[i].arguments);
}

Test(cli, lists)
{
	struct command c;

	expect_run(0, "bcm5718_alt", "list duts");
	expect_run(0, "pause-overwrite", "list rules");
	expect_run(0, "xoffStateEntered", "list counters");
	command_run(&c, "build/pausebench list stimuli | tail -n +2 | wc -l; find tests/data/stimuli -name '*.stim' | wc -l");
	int listed = atoi(c.out), there = atoi(strchr(c.out, '\n') + 1);
	cr_expect_eq(listed, there, "%d listed, %d there", listed, there);
	cr_expect_gt(listed, 0);
	command_release(&c);
	/* every stimulus has a description */
	command_run(&c, "build/pausebench list stimuli | awk 'NF < 3 { print $1 }'");
	cr_expect_str_eq(c.out, "", "stimuli without a description:\n%s", c.out);
	command_release(&c);
}

Test(cli, an_output_that_cannot_be_written_is_reported)
{
	struct command c;

	command_run(&c, "build/pausebench list rules > /dev/full");
	cr_expect_eq(c.status, 2, "%d", c.status);
	has(&c, "list rules > /dev/full", "cannot write the standard output: No space left on device");
	one_line(&c, "list rules > /dev/full");
	command_release(&c);
}

Test(cli, make_help_lists_every_target)
{
	static const char *const targets[] = { "regress",  "test",  "smoke",  "lint",  "synth",     "bench",
		                               "coverage", "waves", "format", "clean", "fuzz-bench" };
	struct command bare, help;

	command_run(&bare, "MAKEFLAGS= make");
	command_run(&help, "MAKEFLAGS= make help");
	cr_expect_eq(help.status, 0, "%s", help.err);
	cr_expect_str_eq(bare.out, help.out, "bare make prints help");
	for (size_t i = 0; i < COUNT_OF(targets); i++) {
		char line[32];
		snprintf(line, sizeof(line), "make %s ", targets[i]);
		has(&help, "make help", line);
	}
	command_release(&bare);
	command_release(&help);
}

/* ---- run ---- */

Test(cli, a_passing_run_reports_what_it_did)
{
	struct command c;
	json_t *root, *kinds;
	json_int_t sum = 0;
	const char *kind;
	json_t *value;
	static const char *const lines[] = { "dut       bcm5718\n", "stimulus  seed-7\n", "seed      7\n", "items     ",
		                             "cycles    ",          "checks    ",         "findings  0\n" };

	scratch_make((char[64]){ 0 }, 64, "cli_pass");
	command_run(&c, "build/pausebench run --dut bcm5718 --seed 7 --items 100 --json build/tests/cli_pass/run.json");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	for (size_t i = 0; i < COUNT_OF(lines); i++)
		has(&c, "run", lines[i]);
	cr_expect_null(strstr(c.out, "repeat"), "a passing run needs no repetition:\n%s", c.out);
	cr_expect_str_eq(c.err, "");
	command_release(&c);
	root = json_read("build/tests/cli_pass/run.json");
	cr_expect_str_eq(string(root, "dut"), "bcm5718");
	cr_expect_str_eq(string(root, "status"), "ok");
	cr_expect_eq(number(root, "seed"), 7);
	cr_expect_eq(number(root, "findings"), 0);
	cr_expect_geq(number(root, "items"), 100);
	cr_expect_gt(number(root, "cycles"), 1000);
	kinds = json_object_get(root, "checks_by_kind");
	json_object_foreach(kinds, kind, value) sum += json_integer_value(value);
	cr_expect_eq(sum, number(root, "checks"));
	cr_expect_gt(sum, 0);
	json_decref(root);
}

Test(cli, out_folder_holds_stimulus_reports_and_captures)
{
	static const char *const files[] = { "stimulus.stim", "report.txt", "report.json", "sent.pcapng", "received.pcapng" };
	struct command c;
	char path[96];

	scratch_make(path, sizeof(path), "cli_out");
	command_run(&c, "build/pausebench run --dut bcm5718 --seed 3 --out build/tests/cli_out/deep/er");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		snprintf(path, sizeof(path), "build/tests/cli_out/deep/er/%s", files[i]);
		cr_expect(file_is_there(path), "%s", path);
	}
	command_release(&c);
	/* the saved stimulus repeats the run */
	expect_run(0, "findings  0", "replay build/tests/cli_out/deep/er");
}

Test(cli, black_box_run)
{
	expect_run(0, "(black box)", "run --dut bcm5718 --seed 3 --black-box");
}

Test(cli, capture_runs)
{
	expect_run(0, "findings  0", "run --dut bcm5718 --pcap tests/data/captures/ax88772_flood.pcap --pcap-gaps close");
}

/* A capture of seconds takes many: whoever waits for it sees how far it is. A short run says nothing. */
Test(cli, a_long_run_shows_its_progress)
{
	struct command c;

	command_run(&c,
	            "script -qec 'build/pausebench run --dut bcm5718 --pcap tests/data/captures/ax88772_flood.pcap --max-seconds 4 "
	            "--out build/tests/cli_progress' /dev/null");
	cr_expect_not_null(strstr(c.out, "\r\033[K"), "%s", c.out);
	cr_expect_not_null(strstr(c.out, " items, "), "%s", c.out);
	cr_expect_not_null(strstr(c.out, " s, ETA "), "%s", c.out);
	command_release(&c);
	command_run(&c, "script -qec 'build/pausebench run --dut bcm5718 --seed 1 --items 20' /dev/null");
	cr_expect_null(strstr(c.out, "ETA"), "%s", c.out);
	cr_expect_eq(c.status, 0, "%s", c.out);
	command_release(&c);
}

Test(cli, malformed_stimuli_name_file_line_and_column)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{ "pausebench-stim 1\nsetup\nrx.pause time=65536\n", "build/tests/cli_bad/x.stim:3:15: " },
		{ "pausebench-stim 1\nfly\n", "build/tests/cli_bad/x.stim:2:1: expected an item" },
		{ "pausebench-stim 9\n",
		  "build/tests/cli_bad/x.stim:1:17: version 9 of the format is not known; this program reads versions 1 to 2" },
		{ "", "build/tests/cli_bad/x.stim:1:1: expected 'pausebench-stim 2'" },
	};
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_bad");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		file_write("build/tests/cli_bad/x.stim", cases[i].text, strlen(cases[i].text));
		command_run(&c, "build/pausebench run --dut bcm5718 --stim build/tests/cli_bad/x.stim");
		cr_expect_eq(c.status, 2, "%s: %d", cases[i].text, c.status);
		cr_expect_not_null(strstr(c.err, cases[i].message), "'%s' expected, actual '%s'", cases[i].message, c.err);
		/* after the message only the line with its caret */
		for (const char *rest = strchr(c.err, '\n'); rest && rest[1]; rest = strchr(rest + 1, '\n'))
			cr_expect_eq(strspn(rest + 1, " ") >= 4, 1, "%s: '%s'", cases[i].text, c.err);
		command_release(&c);
		command_run(&c, "build/pausebench regress --dut bcm5718 --suite smoke --seeds 1 --stimuli build/tests/cli_bad "
		                "--out build/tests/cli_bad/r");
		cr_expect_eq(c.status, 2, "regress, %s: %d", cases[i].text, c.status);
		cr_expect_not_null(strstr(c.err, cases[i].message), "regress: '%s' expected, actual '%s'", cases[i].message,
		                   c.err);
		command_release(&c);
	}
	expect_run(0, "stimulus  pause_basic\n", "run --dut bcm5718 --stim pause_basic");
	expect_run(2, "cannot read nothing_like_a_stimulus: No such file", "run --dut bcm5718 --stim nothing_like_a_stimulus");
	expect_run(2, "cannot read build/tests/cli_bad/none.stim: No such file",
	           "run --dut bcm5718 --stim build/tests/cli_bad/none.stim");
	expect_run(2, "cannot read build/tests/cli_bad", "run --dut bcm5718 --stim build/tests/cli_bad");
}

Test(cli, bad_captures_are_refused)
{
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_pcap");
	command_run(&c, "head -c 1000 tests/data/captures/ax88772_flood.pcap > build/tests/cli_pcap/cut.pcap; cp LICENSE "
	                "build/tests/cli_pcap/text.pcap");
	cr_expect_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	expect_run(2, "build/tests/cli_pcap/cut.pcap: after packet ", "run --dut bcm5718 --pcap build/tests/cli_pcap/cut.pcap");
	expect_run(2, "build/tests/cli_pcap/text.pcap: not a pcap or pcapng capture",
	           "run --dut bcm5718 --pcap build/tests/cli_pcap/text.pcap");
	expect_run(2, "cannot read build/tests/cli_pcap/none.pcap", "run --dut bcm5718 --pcap build/tests/cli_pcap/none.pcap");
}

/* The frames of this file end with their FCS, and it does not say so. */
Test(cli, a_second_fcs_is_warned_of)
{
	static const char run[] =
	    "build/pausebench run --dut bcm5718 --pcap tests/data/captures/mixed_fcs.pcap --out build/tests/cli_fcs";
	static const char *const ends[] = { "", "present", "add" };

	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		struct command c;
		scratch_make((char[64]){ 0 }, 64, "cli_fcs");
		command_run(&c, "%s%s%s", run, i ? " --pcap-fcs=" : "", ends[i]);
		cr_expect_eq(c.status, 0, "%s: %s%s", ends[i], c.out, c.err);
		cr_expect_eq(!!strstr(c.err, "frames end with a right FCS and get a second one"), !i, "%s: %s", ends[i], c.err);
		command_release(&c);
	}
}

Test(cli, a_stimulus_for_another_dut_is_skipped_with_the_reason)
{
	static const char text[] = "pausebench-stim 1\ndut bcm5718_alt\nsetup\n";

	scratch_make((char[64]){ 0 }, 64, "cli_skip");
	file_write("build/tests/cli_skip/alt.stim", text, strlen(text));
	expect_run(2, "SKIPPED", "run --dut bcm5718 --stim build/tests/cli_skip/alt.stim");
	expect_run(2, "bcm5718_alt", "run --dut bcm5718 --stim build/tests/cli_skip/alt.stim");
}

/* ---- failures ---- */

/* Returns the rest of the first line of TEXT that begins with WORD; to be freed. */
static char *line_of(const char *text, const char *word)
{
	const char *at = strstr(text, word);

	cr_assert_not_null(at, "no line '%s' in\n%s", word, text);
	at += strlen(word);
	at += strspn(at, " ");
	return strndup(at, strcspn(at, "\n"));
}

Test(cli, a_failing_run_is_saved_and_repeats_with_the_printed_line)
{
	static const char *const files[] = { "stimulus.stim", "report.txt", "report.json" };
	struct command c, again;
	char *repeat, *found;
	json_t *root, *finding;

	scratch_make((char[64]){ 0 }, 64, "cli_fail");
	file_write("build/tests/cli_fail/wrong.stim", failing, strlen(failing));
	command_run(&c,
	            "build/pausebench run --dut bcm5718 --stim build/tests/cli_fail/wrong.stim --out build/tests/cli_fail/saved");
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	has(&c, "run", "findings  1\n");
	has(&c, "run", ": expect (a value is what the stimulus expects) [the stimulus]");
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		char path[96];
		snprintf(path, sizeof(path), "build/tests/cli_fail/saved/%s", files[i]);
		cr_expect(file_is_there(path), "%s", path);
	}
	found = line_of(c.out, "  cycle ");
	repeat = line_of(c.out, "repeat ");
	cr_expect_not_null(strstr(repeat, "replay build/tests/cli_fail/saved"), "%s", repeat);
	for (int i = 0; i < 2; i++) {
		command_run(&again, "%s", repeat);
		cr_expect_eq(again.status, 1, "%s: %d\n%s%s", repeat, again.status, again.out, again.err);
		cr_expect_not_null(strstr(again.out, found), "%s: '%s' is not found again in\n%s", repeat, found, again.out);
		command_release(&again);
	}
	root = json_read("build/tests/cli_fail/saved/report.json");
	finding = json_array_get(json_object_get(root, "finding_list"), 0);
	cr_expect_str_eq(string(finding, "rule"), "expect");
	cr_expect_str_eq(string(root, "status"), "findings");
	cr_expect_not_null(strcasestr(string(finding, "expected"), "0xFFFFFFFF"), "%s", string(finding, "expected"));

	cr_expect_eq(number(finding, "cycle"), atoll(found));
	json_decref(root);
	free(found);
	free(repeat);
	command_release(&c);
}

Test(cli, a_failing_seed_is_saved_without_out)
{
	struct command c;
	char *repeat;

	/* no seed keeps within this budget, so every seed fails */
	command_run(&c, "rm -rf build/run/bcm5718-seed-5; build/pausebench run --dut bcm5718 --seed 5 --max-cycles 100");
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	repeat = line_of(c.out, "repeat ");
	cr_expect(file_is_there("build/run/bcm5718-seed-5/stimulus.stim"));
	has(&c, "run", "run --dut bcm5718 --seed 5 --items 200 --max-cycles 100");
	command_release(&c);
	command_run(&c, "%s", repeat);
	cr_expect_eq(c.status, 1, "%s: %s%s", repeat, c.out, c.err);
	has(&c, repeat, "TIMEOUT");
	command_release(&c);
	free(repeat);
}

Test(cli, broken_saved_failures_are_refused)
{
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_broken");
	command_run(&c, "cd build/tests/cli_broken && mkdir a b c && echo '{ \"dut\": ' > a/report.json && echo '{ \"dut\": "
	                "\"bcm0000\" }' > b/report.json "
	                "&& echo '{ \"dut\": \"bcm5718\" }' > c/report.json");
	cr_assert_eq(c.status, 0);
	command_release(&c);
	expect_run(2, "build/tests/cli_broken/a/report.json:", "replay build/tests/cli_broken/a");
	expect_run(2, "unknown DUT 'bcm0000'", "replay build/tests/cli_broken/b");
	expect_run(2, "build/tests/cli_broken/c/stimulus.stim", "replay build/tests/cli_broken/c");
}
