/* SPDX-License-Identifier: Apache-2.0 */
/* The command line as persons and programs use it: exit status, messages, files, and the reaction to a broken environment. */
#include "support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <jansson.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char failing[] =
    "pausebench-stim 1\n# an expectation that no DUT meets\nsetup\nwait reg\nreg.read TX_STATUS expect=0xFFFFFFFF\n";
static const char passing[] = "pausebench-stim 1\n# a PAUSE and what it does\nsetup\nwait reg\nrx.pause time=2\nwait 100\n"
			      "reg.read TX_STATUS.XOFFED expect=1\nwait 300\nreg.read TX_STATUS.XOFFED expect=0\n";
static const char endless[] = "pausebench-stim 1\nsetup\nwait 1000000000\n";

static void has(const struct command *c, const char *what, const char *part)
{
	cr_expect(strstr(c->out, part) || strstr(c->err, part), "%s: '%s' is missing in\n%s%s", what, part, c->out, c->err);
}

/* Expects one line on stderr that begins with the program's name. */
static void one_line(const struct command *c, const char *what)
{
	const char *end = strchr(c->err, '\n');

	cr_expect(end && !end[1], "%s: not one line: '%s'", what, c->err);
	cr_expect_not_null(strstr(c->err, "pausebench"), "%s: '%s'", what, c->err);
}

static void expect_run(int status, const char *part, const char *arguments)
{
	struct command c;

	command_run(&c, "build/pausebench %s", arguments);
	cr_expect_eq(c.status, status, "pausebench %s: exit status %d expected, actual %d\n%s%s", arguments, status, c.status,
	             c.out, c.err);
	has(&c, arguments, part);
	command_release(&c);
}

static json_int_t number(const json_t *object, const char *name)
{
	const json_t *value = json_object_get(object, name);

	cr_assert(json_is_integer(value), "no number '%s'", name);
	return json_integer_value(value);
}

static const char *string(const json_t *object, const char *name)
{
	const char *value = json_string_value(json_object_get(object, name));

	cr_assert_not_null(value, "no string '%s'", name);
	return value;
}

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
		{ "frobnicate", "unknown verb 'frobnicate'; known: list, explain, run" },
		{ "--frobnicate", "unrecognized option" },
		{ "list", "which list?" },
		{ "list nothing", "unknown list 'nothing'; known: duts, stimuli, rules, counters" },
		{ "list duts rules", "one list at a time" },
		{ "list stimuli --stimuli build/tests/none", "build/tests/none" },
		{ "run", "--dut is missing" },
		{ "run --seed 1", "--dut is missing" },
		{ "run --dut bcm0000 --seed 1", "unknown DUT 'bcm0000'; known: bcm5718" },
		{ "run --dut bcm5718", "give one of --stim" },
		{ "run --dut bcm5718 --seed 1 --stim x.stim", "give one of --stim" },
		{ "run --dut bcm5718 --seed one", "'one' is no number" },
		{ "run --dut bcm5718 --seed -1", "'-1' is no number" },
		{ "run --dut bcm5718 --seed 4294967296", "is no number from 0 to 4294967295" },
		{ "run --dut bcm5718 --seed 99999999999999999999999", "is no number" },
		{ "run --dut bcm5718 --seed 1 --items 0", "--items" },
		{ "run --dut bcm5718 --seed 1 --max-cycles 0", "--max-cycles" },
		{ "run --dut bcm5718 --seed 1 --max-seconds -5", "--max-seconds" },
		{ "run --dut bcm5718 --seed 1 --pcap-gaps shut", "neither keep nor close" },
		{ "run --dut bcm5718 --seed 1 2", "unexpected argument '2'" },
		{ "run --dut bcm5718 --seed", "requires an argument" },
		{ "run --frobnicate", "unrecognized option" },
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
	command_run(&c, "build/pausebench list stimuli | tail -n +2 | wc -l; find tests/stimuli -name '*.stim' | wc -l");
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
	static const char *const targets[] = { "regress", "test",     "smoke", "lint",   "synth",
		                               "bench",   "coverage", "waves", "format", "clean" };
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

Test(cli, a_passing_run_reports_what_it_did, .timeout = 60)
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

Test(cli, out_folder_holds_stimulus_reports_and_captures, .timeout = 60)
{
	static const char *const files[] = { "stimulus.stim", "report.txt", "report.json", "sent.pcap", "received.pcap" };
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
	expect_run(0, "the saved failure did not occur again", "replay build/tests/cli_out/deep/er");
}

Test(cli, black_box_run, .timeout = 60)
{
	expect_run(0, "(black box)", "run --dut bcm5718 --seed 3 --black-box");
}

Test(cli, capture_runs, .timeout = 120)
{
	expect_run(0, "findings  0", "run --dut bcm5718 --pcap tests/captures/ax88772_flood.pcap --pcap-gaps close");
}

Test(cli, malformed_stimuli_name_file_line_and_column)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{ "pausebench-stim 1\nsetup\nrx.pause time=65536\n", "build/tests/cli_bad/x.stim:3:15: " },
		{ "pausebench-stim 1\nfly\n", "build/tests/cli_bad/x.stim:2:1: expected an item" },
		{ "pausebench-stim 9\n",
		  "build/tests/cli_bad/x.stim:1:17: version 9 of the format is not known; this program reads version 1" },
		{ "", "build/tests/cli_bad/x.stim:1:1: expected 'pausebench-stim 1'" },
	};
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_bad");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		file_write("build/tests/cli_bad/x.stim", cases[i].text, strlen(cases[i].text));
		command_run(&c, "build/pausebench run --dut bcm5718 --stim build/tests/cli_bad/x.stim");
		cr_expect_eq(c.status, 2, "%s: %d", cases[i].text, c.status);
		cr_expect_not_null(strstr(c.err, cases[i].message), "'%s' expected, actual '%s'", cases[i].message, c.err);
		one_line(&c, cases[i].text);
		command_release(&c);
		command_run(&c, "build/pausebench regress --dut bcm5718 --suite smoke --seeds 1 --stimuli build/tests/cli_bad "
		                "--out build/tests/cli_bad/r");
		cr_expect_eq(c.status, 2, "regress, %s: %d", cases[i].text, c.status);
		cr_expect_not_null(strstr(c.err, cases[i].message), "regress: '%s' expected, actual '%s'", cases[i].message,
		                   c.err);
		command_release(&c);
	}
	expect_run(2, "cannot read build/tests/cli_bad/none.stim: No such file",
	           "run --dut bcm5718 --stim build/tests/cli_bad/none.stim");
	expect_run(2, "cannot read build/tests/cli_bad", "run --dut bcm5718 --stim build/tests/cli_bad");
}

Test(cli, bad_captures_are_refused)
{
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_pcap");
	command_run(&c, "head -c 1000 tests/captures/ax88772_flood.pcap > build/tests/cli_pcap/cut.pcap; cp LICENSE "
	                "build/tests/cli_pcap/text.pcap");
	cr_expect_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	expect_run(2, "build/tests/cli_pcap/cut.pcap: after packet ", "run --dut bcm5718 --pcap build/tests/cli_pcap/cut.pcap");
	expect_run(2, "build/tests/cli_pcap/text.pcap: not a pcap or pcapng capture",
	           "run --dut bcm5718 --pcap build/tests/cli_pcap/text.pcap");
	expect_run(2, "cannot read build/tests/cli_pcap/none.pcap", "run --dut bcm5718 --pcap build/tests/cli_pcap/none.pcap");
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

Test(cli, a_failing_run_is_saved_and_repeats_with_the_printed_line, .timeout = 60)
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

Test(cli, a_failing_seed_is_saved_without_out, .timeout = 60)
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

/* ---- runs that must not pass ---- */

Test(cli, a_run_over_its_cycle_budget_is_a_timeout, .timeout = 60)
{
	json_t *root;

	scratch_make((char[64]){ 0 }, 64, "cli_time");
	file_write("build/tests/cli_time/endless.stim", endless, strlen(endless));
	expect_run(
	    1, "TIMEOUT",
	    "run --dut bcm5718 --stim build/tests/cli_time/endless.stim --max-cycles 20000 --json build/tests/cli_time/run.json");
	root = json_read("build/tests/cli_time/run.json");
	cr_expect_str_eq(string(root, "status"), "timeout");
	cr_expect_str_eq(string(json_array_get(json_object_get(root, "finding_list"), 0), "rule"), "timeout");
	cr_expect_geq(number(root, "cycles"), 20000);
	cr_expect_leq(number(root, "cycles"), 40000);
	json_decref(root);
	expect_run(1, "timeout",
	           "regress --dut bcm5718 --suite smoke --seeds 1..1 --stimuli build/tests/cli_time --max-cycles 20000 --out "
	           "build/tests/cli_time/r");
	root = json_read("build/tests/cli_time/r/summary.json");
	cr_expect_gt(number(root, "findings"), 0);
	json_decref(root);
}

Test(cli, a_run_over_its_wall_clock_limit_is_a_timeout, .timeout = 60)
{
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_wall");
	file_write("build/tests/cli_wall/endless.stim", endless, strlen(endless));
	command_run(&c, "build/pausebench run --dut bcm5718 --stim build/tests/cli_wall/endless.stim --max-seconds 1 --out "
	                "build/tests/cli_wall/saved");
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	has(&c, "run", "TIMEOUT");
	cr_expect(c.seconds > 0.9 && c.seconds < 8, "%f s", c.seconds);
	command_release(&c);
}

Test(cli, a_run_that_checks_nothing_fails, .timeout = 60)
{
	static const char text[] = "pausebench-stim 1\nwait 10\n";

	scratch_make((char[64]){ 0 }, 64, "cli_nothing");
	file_write("build/tests/cli_nothing/x.stim", text, strlen(text));
	expect_run(1, "checked-nothing",
	           "run --dut bcm5718 --black-box --stim build/tests/cli_nothing/x.stim --out build/tests/cli_nothing/saved");
}

/* Starts a program and leaves it running; its output goes to FOLDER/out and FOLDER/err. */
static pid_t spawn(const char *folder, const char *const *argv)
{
	char out[96], err[96];
	pid_t pid;

	snprintf(out, sizeof(out), "%s/out", folder);
	snprintf(err, sizeof(err), "%s/err", folder);
	pid = fork();
	cr_assert_geq(pid, 0);
	if (!pid) {
		setpgid(0, 0);
		if (!freopen("/dev/null", "r", stdin) || !freopen(out, "w", stdout) || !freopen(err, "w", stderr))
			_exit(126);
		execv("build/pausebench", (char *const *)argv);
		_exit(127);
	}
	return pid;
}

/* Waits for PID and returns its exit status, or 128 + signal if it was killed. */
static int finish(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0)
		cr_assert_eq(errno, EINTR);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void moment(double seconds)
{
	nanosleep(&(struct timespec){ .tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9) },
	          NULL);
}

/* Returns the first simulation process of PID; waits until there is one. */
static pid_t child_of(pid_t pid)
{
	char path[64], text[64] = "";

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", pid, pid);
	for (int tries = 0; tries < 500; tries++) {
		FILE *in = fopen(path, "r");
		pid_t child = in && fgets(text, sizeof(text), in) ? (pid_t)atoi(text) : 0;
		if (in)
			fclose(in);
		if (child > 0)
			return child;
		moment(0.01);
	}
	cr_assert_fail("no simulation process");
	return 0;
}

Test(cli, a_crashed_simulation_is_reported_with_its_seed_and_the_others_go_on, .timeout = 100)
{
	static const char *const argv[] = { "build/pausebench",
		                            "regress",
		                            "--dut",
		                            "bcm5718",
		                            "--suite",
		                            "seeds",
		                            "--seeds",
		                            "41..43",
		                            "--items",
		                            "40000",
		                            "--jobs",
		                            "1",
		                            "--out",
		                            "build/tests/cli_crash/r",
		                            NULL };
	pid_t pid;
	int status;
	char *out;
	json_t *root, *failures;

	scratch_make((char[64]){ 0 }, 64, "cli_crash");
	pid = spawn("build/tests/cli_crash", argv);
	kill(child_of(pid), SIGSEGV);
	status = finish(pid);
	out = file_read("build/tests/cli_crash/out", NULL);
	cr_expect_eq(status, 1, "%d\n%s", status, out);
	cr_expect_not_null(strstr(out, "FAIL  bcm5718 seed-41: "), "%s", out);
	cr_expect_not_null(strstr(out, "crash: simulation process, seed 41: expected a normal end, actual Segmentation fault"),
	                   "%s", out);
	root = json_read("build/tests/cli_crash/r/summary.json");
	failures = json_object_get(root, "failures");
	cr_expect_eq(number(root, "runs"), 3, "the others go on");
	cr_expect_eq(number(root, "findings"), 1);
	cr_expect_eq(json_array_size(failures), 1);
	cr_expect_str_eq(string(json_array_get(failures, 0), "name"), "seed-41");
	cr_expect_str_eq(string(json_object_get(json_array_get(failures, 0), "first"), "rule"), "crash");
	cr_expect(file_is_there("build/tests/cli_crash/r/failures/bcm5718-seed-41/stimulus.stim"), "the stimulus is kept");
	cr_expect_not(json_is_true(json_object_get(root, "partial")));
	json_decref(root);
	free(out);
}

Test(cli, a_single_run_that_crashes_is_a_finding, .timeout = 60)
{
	static const char *const argv[] = { "build/pausebench",
		                            "run",
		                            "--dut",
		                            "bcm5718",
		                            "--stim",
		                            "build/tests/cli_crash1/endless.stim",
		                            "--out",
		                            "build/tests/cli_crash1/saved",
		                            NULL };
	pid_t pid;
	char *out;

	scratch_make((char[64]){ 0 }, 64, "cli_crash1");
	file_write("build/tests/cli_crash1/endless.stim", endless, strlen(endless));
	pid = spawn("build/tests/cli_crash1", argv);
	kill(child_of(pid), SIGABRT);
	cr_expect_eq(finish(pid), 1);
	out = file_read("build/tests/cli_crash1/out", NULL);
	cr_expect_not_null(strstr(out, ": crash ("), "%s", out);
	cr_expect_not_null(strstr(out, "Aborted (signal 6)"), "%s", out);
	cr_expect_not_null(strstr(out, "repeat "), "%s", out);
	free(out);
}

/* A stopped process cannot enforce its own limits, so its parent kills it once they have passed. */
Test(cli, a_hung_simulation_is_killed_and_reported_as_timeout, .timeout = 60)
{
	static const char *const argv[] = { "build/pausebench",
		                            "run",
		                            "--dut",
		                            "bcm5718",
		                            "--stim",
		                            "build/tests/cli_hung/endless.stim",
		                            "--out",
		                            "build/tests/cli_hung/saved",
		                            "--max-seconds",
		                            "1",
		                            NULL };
	pid_t pid;
	char *out;

	scratch_make((char[64]){ 0 }, 64, "cli_hung");
	file_write("build/tests/cli_hung/endless.stim", endless, strlen(endless));
	pid = spawn("build/tests/cli_hung", argv);
	kill(child_of(pid), SIGSTOP);
	cr_expect_eq(finish(pid), 1);
	out = file_read("build/tests/cli_hung/out", NULL);
	cr_expect_not_null(strstr(out, "TIMEOUT"), "%s", out);
	cr_expect_not_null(strstr(out, "killed after"), "%s", out);
	free(out);
}

/* ---- regress ---- */

/* Runs the stimuli of the scratch folder NAME, in a shell that has run PREFIX before. */
static void regress_again(struct command *c, const char *name, const char *prefix)
{
	command_run(c,
	            "%s build/pausebench regress --dut bcm5718 --seeds 1..3 --jobs 2 --stimuli build/tests/%s/stimuli --out "
	            "build/tests/%s/r",
	            prefix, name, name);
}

/* Runs three stimuli: one passes, one fails, one is skipped. */
static void regress_three(struct command *c, const char *name)
{
	static const char other[] = "pausebench-stim 1\n# for nobody here\ndut bcm5718_alt\nsetup\n";
	static const struct {
		const char *name, *text;
	} stimuli[] = { { "good", passing }, { "wrong", failing }, { "other", other } };
	char folder[64], path[128];

	scratch_make(folder, sizeof(folder), name);
	snprintf(path, sizeof(path), "%s/stimuli", folder);
	cr_assert_eq(mkdir(path, 0777), 0);
	for (size_t i = 0; i < COUNT_OF(stimuli); i++) {
		snprintf(path, sizeof(path), "%s/stimuli/%s.stim", folder, stimuli[i].name);
		file_write(path, stimuli[i].text, strlen(stimuli[i].text));
	}
	regress_again(c, name, "");
}

Test(cli, regress_ends_with_one_table_and_names_what_failed, .timeout = 100)
{
	static const char *const files[] = { "waves.fst",     "waves.gtkw", "sent.pcap",  "received.pcap",
		                             "stimulus.stim", "report.txt", "report.json" };
	struct command c;
	const char *table;

	regress_three(&c, "cli_table");
	cr_expect_eq(c.status, 1, "%d\n%s%s", c.status, c.out, c.err);
	cr_expect_null(strchr(c.out, '\r'), "plain lines when not a terminal");
	has(&c, "regress", "FAIL  bcm5718 wrong: cycle ");
	has(&c, "regress", "FAIL  bcm5718 wrong:black-box: cycle ");
	has(&c, "regress", "SKIPPED  bcm5718");
	has(&c, "regress", "only for bcm5718_alt");
	has(&c, "regress", "repeat: build/pausebench replay build/tests/cli_table/r/failures/bcm5718-wrong");
	table = strstr(c.out, "\ndut ");
	cr_assert_not_null(table, "no table in\n%s", c.out);
	for (const char *word = "runs\0items\0simulated cycles\0checks made\0findings\0"; *word; word += strlen(word) + 1)
		cr_expect_not_null(strstr(table, word), "no '%s' in the table\n%s", word, table);
	cr_expect_null(strstr(table + 1, "\ndut "), "one table");
	cr_expect_not_null(strstr(table, "\nFAIL: 2 findings in 7 runs"), "%s", table);
	/* failures are repeated with waves, passing runs are not */
	has(&c, "regress", "waves: gtkwave --dump=build/tests/cli_table/r/failures/bcm5718-wrong/waves.fst --save=");
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		char path[128];
		snprintf(path, sizeof(path), "build/tests/cli_table/r/failures/bcm5718-wrong/%s", files[i]);
		cr_expect(file_is_there(path), "%s", path);
	}
	command_release(&c);
	command_run(&c, "find build/tests/cli_table -name '*.fst' | wc -l");
	cr_expect_str_eq(c.out, "2\n", "%s", c.out);
	command_release(&c);
}

static void check_summary(const json_t *root)
{
	static const char *const fields[] = { "runs", "items", "cycles", "checks", "findings" };
	const json_t *duts = json_object_get(root, "duts");

	for (size_t i = 0; i < COUNT_OF(fields); i++) {
		json_int_t sum = 0;
		for (size_t d = 0; d < json_array_size(duts); d++)
			sum += number(json_array_get(duts, d), fields[i]);
		cr_expect_eq(sum, number(root, fields[i]), "%s: %lld in all, %lld over the DUTs", fields[i],
		             number(root, fields[i]), sum);
		cr_expect_gt(number(root, fields[i]), 0, "%s", fields[i]);
	}
}

static int attribute(xmlNode *node, const char *name)
{
	xmlChar *text = xmlGetProp(node, BAD_CAST name);
	int value = text ? atoi((const char *)text) : -1;

	xmlFree(text);
	return value;
}

/* Returns how many elements called NAME are below NODE. */
static int elements(xmlNode *node, const char *name)
{
	int count = 0;

	for (xmlNode *n = node->children; n; n = n->next)
		if (n->type == XML_ELEMENT_NODE)
			count += !xmlStrcmp(n->name, BAD_CAST name) + elements(n, name);
	return count;
}

static void check_junit(const char *path, int cases, int failures, int skipped)
{
	xmlDoc *doc = xmlReadFile(path, NULL, XML_PARSE_NONET);
	xmlNode *root, *suite;

	cr_assert_not_null(doc, "%s is no XML", path);
	root = xmlDocGetRootElement(doc);
	cr_expect(!xmlStrcmp(root->name, BAD_CAST "testsuites"));
	suite = xmlFirstElementChild(root);
	cr_assert(suite && !xmlStrcmp(suite->name, BAD_CAST "testsuite"));
	cr_expect_eq(attribute(suite, "tests"), cases, "%d", attribute(suite, "tests"));
	cr_expect_eq(attribute(suite, "failures"), failures, "%d", attribute(suite, "failures"));
	cr_expect_eq(attribute(suite, "skipped"), skipped, "%d", attribute(suite, "skipped"));
	cr_expect_eq(attribute(suite, "errors"), 0);
	cr_expect_eq(elements(root, "testcase"), cases);
	cr_expect_eq(elements(root, "failure"), failures);
	cr_expect_eq(elements(root, "skipped"), skipped);
	xmlFreeDoc(doc);
}

Test(cli, summary_and_junit_hold_what_the_table_says, .timeout = 100)
{
	struct command c;
	json_t *root, *failures;
	char *junit;

	regress_three(&c, "cli_summary");
	command_release(&c);
	root = json_read("build/tests/cli_summary/r/summary.json");
	check_summary(root);
	/* good and wrong, both in exact and black-box mode, and three seeds */
	cr_expect_eq(number(root, "runs"), 7);
	cr_expect_eq(number(root, "skipped"), 1);
	cr_expect_eq(number(root, "findings"), 2);
	cr_expect(json_is_false(json_object_get(root, "partial")));
	failures = json_object_get(root, "failures");
	cr_expect_eq(json_array_size(failures), 2);
	cr_expect_str_eq(string(json_object_get(json_array_get(failures, 0), "first"), "rule"), "expect");
	json_decref(root);
	check_junit("build/tests/cli_summary/r/junit.xml", 8, 2, 1);
	junit = file_read("build/tests/cli_summary/r/junit.xml", NULL);
	cr_expect_not_null(strstr(junit, "type=\"expect\""), "%s", junit);
	cr_expect_not_null(strstr(junit, "classname=\"pausebench.bcm5718\""));
	free(junit);
}

Test(cli, a_failure_of_a_regression_replays, .timeout = 100)
{
	struct command c;

	regress_three(&c, "cli_replay");
	command_release(&c);
	expect_run(1, "expect (a value is what the stimulus expects)", "replay build/tests/cli_replay/r/failures/bcm5718-wrong");
	expect_run(1, "(black box)", "replay build/tests/cli_replay/r/failures/bcm5718-wrong-black-box");
}

Test(cli, regress_of_all_duts_passes_and_sums_up, .timeout = 100)
{
	struct command c;
	char verdict[64];
	json_t *root;

	scratch_make((char[64]){ 0 }, 64, "cli_all");
	command_run(&c, "build/pausebench regress --suite seeds --seeds 100..104 --items 50 --out build/tests/cli_all/r --junit "
	                "build/tests/cli_all/j.xml");
	cr_expect_eq(c.status, 0, "%d\n%s%s", c.status, c.out, c.err);
	snprintf(verdict, sizeof(verdict), "\nPASS: 0 findings in %zu runs", 5 * dut_count);
	has(&c, "regress", verdict);
	root = json_read("build/tests/cli_all/r/summary.json");
	cr_expect_eq(number(root, "runs"), 5 * (json_int_t)dut_count);
	cr_expect_eq(json_array_size(json_object_get(root, "duts")), dut_count);
	cr_expect_eq(number(root, "findings"), 0);
	json_decref(root);
	cr_expect(file_is_there("build/tests/cli_all/j.xml"));
	command_release(&c);
}

Test(cli, regress_stops_after_max_failures, .timeout = 60)
{
	struct command c;
	json_t *root;

	scratch_make((char[64]){ 0 }, 64, "cli_max");
	command_run(&c, "build/pausebench regress --dut bcm5718 --suite seeds --seeds 1..200 --max-cycles 100 --max-failures 2 "
	                "--jobs 1 --out build/tests/cli_max/r");
	cr_expect_eq(c.status, 1, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "regress", "PARTIAL");
	root = json_read("build/tests/cli_max/r/summary.json");
	cr_expect_eq(number(root, "runs"), 2);
	cr_expect(json_is_true(json_object_get(root, "partial")));
	json_decref(root);
	command_release(&c);
}

/* On a terminal the progress is one line that is rewritten. */
Test(cli, progress_is_live_on_a_terminal, .timeout = 60)
{
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_live");
	command_run(&c, "script -qec 'build/pausebench regress --dut bcm5718 --suite seeds --seeds 1..20 --out "
	                "build/tests/cli_live/r' /dev/null");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "\r\033[K"), "%s", c.out);
	has(&c, "regress", "ETA");
	command_release(&c);
}

/* ---- Ctrl-C ---- */

static void interrupt(int signal_number, const char *name, const char *extra, int expected_status, const char *expected_text)
{
	char folder[64], results[80], path[96];
	const char *argv[] = {
		"build/pausebench",   "regress", "--time", "60s", "--suite", "seeds", "--jobs", "2", "--out", results, extra,
		extra ? "100" : NULL, NULL
	};
	pid_t pid;
	int status;
	char *out, *err;
	json_t *root;

	scratch_make(folder, sizeof(folder), name);
	snprintf(results, sizeof(results), "%s/r", folder);
	pid = spawn(folder, argv);
	moment(2.5);
	kill(-pid, signal_number); /* as a terminal does, to the children too */
	status = finish(pid);
	snprintf(path, sizeof(path), "%s/out", folder);
	out = file_read(path, NULL);
	snprintf(path, sizeof(path), "%s/err", folder);
	err = file_read(path, NULL);
	cr_expect_eq(status, expected_status, "%s: %d expected, actual %d\n%s%s", name, expected_status, status, out, err);
	cr_expect_not_null(strstr(out, expected_text), "%s: '%s' is missing in\n%s", name, expected_text, out);
	cr_expect_not_null(strstr(out, "\ndut "), "%s: the table is missing in\n%s", name, out);
	snprintf(path, sizeof(path), "%s/summary.json", results);
	root = json_read(path);
	cr_expect(json_is_true(json_object_get(root, "partial")), "%s: not marked partial", name);
	cr_expect_gt(number(root, "runs"), 0, "%s: what had ended is lost", name);
	cr_expect_gt(number(root, "checks"), extra ? -1 : 0);
	json_decref(root);
	snprintf(path, sizeof(path), "%s/junit.xml", results);
	out = (free(out), file_read(path, NULL));
	cr_expect_not_null(strstr(out, "name=\"partial\" value=\"true\""), "%s: junit.xml does not say partial", name);
	if (expected_status == 2)
		cr_expect_not_null(strstr(err, "interrupted; the partial results are in"), "%s: '%s'", name, err);
	free(out);
	free(err);
}

Test(cli, ctrl_c_writes_partial_results, .timeout = 60)
{
	interrupt(SIGINT, "cli_int", NULL, 2, "\nPARTIAL: 0 findings");
}

Test(cli, termination_writes_partial_results, .timeout = 60)
{
	interrupt(SIGTERM, "cli_term", NULL, 2, "\nPARTIAL: 0 findings");
}

/* With a budget of 100 cycles every run has a finding, so the exit status is 1; the results are partial all the same. */
Test(cli, ctrl_c_after_findings_exits_1, .timeout = 60)
{
	interrupt(SIGINT, "cli_int1", "--max-cycles", 1, "FAIL, PARTIAL");
}

Test(cli, ctrl_c_ends_a_single_run_with_a_partial_report, .timeout = 60)
{
	static const char *const argv[] = {
		"build/pausebench", "run", "--dut", "bcm5718", "--stim", "build/tests/cli_int2/endless.stim", NULL
	};
	pid_t pid;
	int status;
	char *out;

	scratch_make((char[64]){ 0 }, 64, "cli_int2");
	file_write("build/tests/cli_int2/endless.stim", endless, strlen(endless));
	pid = spawn("build/tests/cli_int2", argv);
	child_of(pid);
	moment(0.3);
	kill(-pid, SIGINT);
	status = finish(pid);
	out = file_read("build/tests/cli_int2/out", NULL);
	cr_expect_eq(status, 2, "%d\n%s", status, out);
	cr_expect_not_null(strstr(out, "PARTIAL"), "%s", out);
	free(out);
}

/* ---- a bad environment ---- */

Test(cli, results_that_cannot_be_written_are_reported, .timeout = 60)
{
	scratch_make((char[64]){ 0 }, 64, "cli_env");
	file_write("build/tests/cli_env/file", "x", 1);
	file_write("build/tests/cli_env/wrong.stim", failing, strlen(failing));
	expect_run(2, "cannot make the folder build/tests/cli_env/file",
	           "regress --dut bcm5718 --suite seeds --seeds 1 --out build/tests/cli_env/file/r");
	expect_run(2, "Not a directory", "run --dut bcm5718 --seed 1 --out build/tests/cli_env/file/r");
	expect_run(2, "Not a directory",
	           "run --dut bcm5718 --stim build/tests/cli_env/wrong.stim --out build/tests/cli_env/file/r");
	expect_run(2, "cannot write /dev/full: No space left on device", "run --dut bcm5718 --seed 1 --json /dev/full");
	expect_run(2, "cannot write build/tests/cli_env/none/x.json",
	           "run --dut bcm5718 --seed 1 --json build/tests/cli_env/none/x.json");
	expect_run(
	    2, "cannot write build/tests/cli_env/none/j.xml",
	    "regress --dut bcm5718 --suite seeds --seeds 1 --out build/tests/cli_env/r --junit build/tests/cli_env/none/j.xml");
	expect_run(2, "/dev/full", "regress --dut bcm5718 --suite seeds --seeds 1 --out build/tests/cli_env/r --junit /dev/full");
}

/* The folder is not writable for the user, who is not root. */
Test(cli, a_read_only_folder_is_reported, .timeout = 60)
{
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_perm");
	if (geteuid()) {
		cr_assert_eq(chmod("build/tests/cli_perm", 0555), 0);
		command_run(&c, "build/pausebench run --dut bcm5718 --seed 1 --out build/tests/cli_perm/r");
	} else {
		command_run(&c, "setpriv --reuid=65534 --regid=65534 --clear-groups build/pausebench run --dut bcm5718 --seed 1 "
		                "--out build/tests/cli_perm/r");
	}
	cr_expect_eq(c.status, 2, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "run",
	    "cannot make the folder build/tests/cli_perm/r: Permission denied; name another place or change its permissions");
	one_line(&c, "run");
	command_release(&c);
	chmod("build/tests/cli_perm", 0755);
}

/* The file system fills up while a regression writes. */
Test(cli, a_full_file_system_is_reported, .timeout = 60)
{
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_full");
	if (mount("tmpfs", "build/tests/cli_full", "tmpfs", 0, "size=16k")) {
		cr_log_warn("no full file system: cannot mount a tmpfs here (%s)", strerror(errno));
		return;
	}
	command_run(&c,
	            "build/pausebench regress --dut bcm5718 --suite seeds --seeds 1..2000 --jobs 2 --out build/tests/cli_full/r");
	umount2("build/tests/cli_full", 0);
	cr_expect_eq(c.status, 2, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "regress on 16 KiB", "No space left on device; make room there or name another place");
	command_release(&c);
	cr_assert_eq(mount("tmpfs", "build/tests/cli_full", "tmpfs", 0, "size=64k"), 0);
	command_run(&c, "head -c 60000 /dev/zero > build/tests/cli_full/hog; build/pausebench run --dut bcm5718 --seed 1 --out "
	                "build/tests/cli_full/r");
	umount2("build/tests/cli_full", 0);
	cr_expect_eq(c.status, 2, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "run on a full file system", "No space left on device");
	command_release(&c);
}

/* On a full file system the findings are on the console, the folder has the newest summary that fits, and no failure is saved in part. */
Test(cli, findings_on_a_full_file_system_are_reported, .timeout = 60)
{
	struct command c;
	json_t *root;

	regress_three(&c, "cli_room");
	command_release(&c);
	scratch_make((char[64]){ 0 }, 64, "cli_room_full");
	if (mount("tmpfs", "build/tests/cli_room_full", "tmpfs", 0, "size=12k")) {
		cr_log_warn("no full file system: cannot mount a tmpfs here (%s)", strerror(errno));
		return;
	}
	command_run(&c, "build/pausebench regress --dut bcm5718 --seeds 1..3 --jobs 1 --stimuli build/tests/cli_room/stimuli "
	                "--out build/tests/cli_room_full/r");
	root = json_read("build/tests/cli_room_full/r/summary.json");
	cr_expect(!file_is_there("build/tests/cli_room_full/r/failures/bcm5718-wrong/stimulus.stim"));
	umount2("build/tests/cli_room_full", 0);
	cr_expect_eq(c.status, 2, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "regress", "FAIL  bcm5718 wrong: cycle ");
	has(&c, "regress", "\nFAIL, PARTIAL: 2 findings in 7 runs");
	cr_expect_not_null(strstr(c.err, "No space left on device; make room there or name another place"), "%s", c.err);
	cr_expect_eq(number(root, "findings"), 2);
	cr_expect_eq(number(root, "runs"), 7);
	json_decref(root);
	command_release(&c);
}

/* A limit of file sizes (`ulimit -f`) is an error of the environment: one line reports it, no partial file is left, and waves that were cut are not
 * offered. */
Test(cli, a_limit_of_file_sizes_is_reported, .timeout = 100)
{
	struct command c;

	regress_three(&c, "cli_limit");
	command_release(&c);
	regress_again(&c, "cli_limit", "ulimit -f 6; exec");
	cr_expect_eq(c.status, 1, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "regress", "waves: none for build/tests/cli_limit/r/failures/bcm5718-wrong: ");
	cr_expect_null(strstr(c.out, "waves: gtkwave"), "cut waves are offered:\n%s", c.out);
	command_release(&c);
	command_run(&c,
	            "ulimit -f 6; exec build/pausebench run --dut bcm5718 --seed 7 --items 400 --out build/tests/cli_limit/o");
	cr_expect_eq(c.status, 2, "%d\n%s%s", c.status, c.out, c.err);
	cr_expect_not_null(strstr(c.err, "File too large; make room there or name another place"), "%s", c.err);
	has(&c, "run", "findings  0");
	command_release(&c);
	command_run(&c, "find build/tests/cli_limit -name '*.tmp' -o -name 'waves*'");
	cr_expect_str_empty(c.out, "left: %s", c.out);
	command_release(&c);
}

/* A caller that ignores SIGCHLD passes this on to the program, which then could not wait for its simulation processes. */
Test(cli, regress_ends_although_its_caller_ignores_sigchld, .timeout = 60)
{
	struct command c;

	regress_three(&c, "cli_sigchld");
	command_release(&c);
	regress_again(&c, "cli_sigchld", "trap '' CHLD; exec timeout 40");
	cr_expect_eq(c.status, 1, "%d\n%s%s", c.status, c.out, c.err);
	command_release(&c);
}

Test(cli, two_stimuli_of_one_name_are_both_kept, .timeout = 60)
{
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_same");
	cr_assert_eq(mkdir("build/tests/cli_same/s", 0777), 0);
	cr_assert_eq(mkdir("build/tests/cli_same/s/one", 0777), 0);
	cr_assert_eq(mkdir("build/tests/cli_same/s/two", 0777), 0);
	file_write("build/tests/cli_same/s/one/wrong.stim", failing, strlen(failing));
	file_write("build/tests/cli_same/s/two/wrong.stim", failing, strlen(failing));
	command_run(&c, "build/pausebench regress --dut bcm5718 --seeds 1..1 --black-box --stimuli build/tests/cli_same/s --out "
	                "build/tests/cli_same/r");
	cr_expect_eq(c.status, 1, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "regress", "FAIL  bcm5718 one/wrong: ");
	has(&c, "regress", "FAIL  bcm5718 two/wrong: ");
	command_release(&c);
	cr_expect(file_is_there("build/tests/cli_same/r/failures/bcm5718-one-wrong/stimulus.stim"));
	cr_expect(file_is_there("build/tests/cli_same/r/failures/bcm5718-two-wrong/stimulus.stim"));
}

/* A run removes the failures of the previous run and the remains of a killed one, but no file that somebody else put there. */
Test(cli, a_run_removes_the_remains_of_the_previous_one, .timeout = 60)
{
	struct command c;

	regress_three(&c, "cli_left");
	cr_expect_eq(c.status, 1);
	command_release(&c);
	command_run(
	    &c,
	    "cd build/tests/cli_left && rm stimuli/wrong.stim && mkdir r/failures/half && touch r/failures/half/stimulus.stim "
	    "r/failures/half/report.txt.4194305.tmp r/summary.json.4194305.tmp r/mine.tmp r/failures/bcm5718-wrong/mine");
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	command_run(&c, "build/pausebench regress --dut bcm5718 --seeds 1..3 --stimuli build/tests/cli_left/stimuli --out "
	                "build/tests/cli_left/r");
	cr_expect_eq(c.status, 0, "%d\n%s%s", c.status, c.out, c.err);
	command_release(&c);
	command_run(&c, "cd build/tests/cli_left/r && find . -type f | sort | tr '\\n' ' '");
	cr_expect_str_eq(c.out, "./failures/bcm5718-wrong/mine ./junit.xml ./mine.tmp ./summary.json ", "%s", c.out);
	command_release(&c);
}

/* Waits up to 10 s for the file PATH; returns whether it exists. */
static bool comes(const char *path)
{
	for (int i = 0; i < 1000 && !file_is_there(path); i++)
		usleep(10000);
	return file_is_there(path);
}

/* A run that saves to a pipe that nobody reads is held in the midst of saving. Another run leaves its folder alone while it lives and removes it
 * after it was killed. Saved runs and the files of others stay. */
Test(cli, a_run_removes_the_half_folder_of_a_killed_one, .timeout = 60)
{
	static const char next[] = "cd build/tests/cli_half && ../../pausebench run --dut bcm5718 --stim right.stim";
	struct command c;
	char *arguments[] = { "../../pausebench", "run", "--dut", "bcm5718", "--stim", "wrong.stim", NULL };
	pid_t pid;

	scratch_make((char[64]){ 0 }, 64, "cli_half");
	file_write("build/tests/cli_half/wrong.stim", failing, strlen(failing));
	file_write("build/tests/cli_half/right.stim", passing, strlen(passing));
	command_run(
	    &c, "cd build/tests/cli_half && cp wrong.stim whole.stim && ../../pausebench run --dut bcm5718 --stim whole.stim; "
		"mkdir build/run/mine && cp -r build/run/bcm5718-whole build/run/bcm5718-wrong && cd build/run/bcm5718-wrong && "
		"rm report.txt stimulus.stim && mkfifo report.txt && cd ../../.. && "
		"touch build/run/mine/notes build/run/mine/stimulus.stim.4194305.tmp");
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	pid = fork();
	if (!pid) {
		if (chdir("build/tests/cli_half") || !freopen("out", "w", stdout))
			_exit(126);
		execv(arguments[0], arguments);
		_exit(127);
	}
	cr_assert(comes("build/tests/cli_half/build/run/bcm5718-wrong/stimulus.stim"));
	command_run(&c, "%s", next);
	cr_expect_eq(c.status, 0, "%d\n%s%s", c.status, c.out, c.err);
	command_release(&c);
	cr_expect(file_is_there("build/tests/cli_half/build/run/bcm5718-wrong/stimulus.stim"));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	command_run(&c, "%s", next);
	cr_expect_eq(c.status, 0, "%d\n%s%s", c.status, c.out, c.err);
	command_release(&c);
	command_run(&c, "cd build/tests/cli_half/build/run && find . | sort | tr '\\n' ' '");
	cr_expect_str_eq(c.out,
	                 ". ./bcm5718-whole ./bcm5718-whole/report.json ./bcm5718-whole/report.txt "
	                 "./bcm5718-whole/stimulus.stim ./mine ./mine/notes ",
	                 "%s", c.out);
	command_release(&c);
}

/* The plan of a regression takes no memory for runs that have not been started. */
Test(cli, all_seeds_may_be_requested, .timeout = 60)
{
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_seeds");
	command_run(&c, "ulimit -v 600000; exec timeout --preserve-status 4 build/pausebench regress --dut bcm5718 --suite seeds "
	                "--seeds 1..4294967295 --jobs 1 --out build/tests/cli_seeds/r");
	cr_expect_eq(c.status, 2, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "regress", "4294967295 runs of 1 DUT with 1 job");
	cr_expect_not_null(strstr(c.err, "interrupted; the partial results are in"), "%s", c.err);
	command_release(&c);
}
