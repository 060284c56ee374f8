/* SPDX-License-Identifier: Apache-2.0 */
/* The command line: a regression with its table, summary and JUnit file, and the reaction to a broken environment. */
#include "cli_support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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

Test(cli, regress_ends_with_one_table_and_names_what_failed)
{
	static const char *const files[] = { "waves.fst",     "waves.gtkw", "sent.pcapng", "received.pcapng",
		                             "stimulus.stim", "report.txt", "report.json" };
	struct command c;
	const char *table;

	regress_three(&c, "cli_table");
	cr_expect_eq(c.status, 1, "%d\n%s%s", c.status, c.out, c.err);
	cr_expect_null(strchr(c.out, '\r'), "plain lines when not a terminal");
	has(&c, "regress", "FAIL  bcm5718 wrong: cycle ");
	cr_expect_null(strstr(c.out, "FAIL  bcm5718 wrong:black-box"), "a line for a run whose exact twin failed:\n%s", c.out);
	cr_expect_null(strstr(c.out, "SKIPPED"), "a line for a stimulus of another DUT:\n%s", c.out);
	table = strstr(c.out, "\ndut ");
	cr_assert_not_null(table, "no table in\n%s", c.out);
	for (const char *word = "runs\0items\0simulated cycles\0checks made\0findings\0"; *word; word += strlen(word) + 1)
		cr_expect_not_null(strstr(table, word), "no '%s' in the table\n%s", word, table);
	cr_expect_null(strstr(table + 1, "\ndut "), "one table");
	has(&c, "regress", "\nGROUP 1  expect: TX_STATUS: 2 runs, 2 findings\n  DUTs      bcm5718 2; 1 of them black box\n");
	has(&c, "regress", "  run       bcm5718 wrong, cycle ");
	has(&c, "regress", "  expected  0xffffffff");
	has(&c, "regress", "\n  stimulus  1 line, reduced from 3\n              reg.read TX_STATUS expect=0xffffffff\n");
	has(&c, "regress",
	    "\n  waves     build/pausebench replay build/tests/cli_table/r/failures/bcm5718-wrong/reduced --waves\n");
	cr_expect_null(strstr(c.out, "GROUP 2"), "%s", c.out);
	has(&c, "regress", "\n  by rule   expect 2\n");
	cr_expect_not_null(strstr(table, "\nFAIL: 1 group of findings in 2 of 7 runs"), "%s", table);
	/* the failure that is shown is repeated with waves, others are not */
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		char path[128];
		snprintf(path, sizeof(path), "build/tests/cli_table/r/failures/bcm5718-wrong/reduced/%s", files[i]);
		cr_expect(file_is_there(path), "%s", path);
	}
	command_release(&c);
	command_run(&c, "find build/tests/cli_table -name '*.fst' | wc -l");
	cr_expect_str_eq(c.out, "1\n", "%s", c.out);
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

/* The run of the stimulus "wrong" and its black-box twin are one group, and the exact one represents it. */
static void check_groups(const json_t *root)
{
	const json_t *groups = json_object_get(root, "groups"), *group = json_array_get(groups, 0);
	const json_t *shown = json_object_get(group, "representative");

	cr_expect_eq(number(root, "schema_version"), 2);
	cr_expect_eq(number(json_object_get(root, "rules"), "expect"), 2);
	cr_assert_eq(json_array_size(groups), 1);
	cr_expect_str_eq(string(group, "id"), "1");
	cr_expect_str_eq(string(group, "rule"), "expect");
	cr_expect_str_eq(string(group, "what"), "TX_STATUS");
	cr_expect_str_eq(string(group, "expected"), "#");
	cr_expect_not_null(strstr(string(group, "why"), "no PAUSE was sent since the reset"), "%s", string(group, "why"));
	cr_expect_eq(number(group, "runs"), 2);
	cr_expect_eq(number(json_object_get(group, "duts"), "bcm5718"), 2);
	cr_expect_eq(number(json_object_get(group, "modes"), "exact"), 1);
	cr_expect_eq(number(json_object_get(group, "modes"), "black_box"), 1);
	cr_expect_eq(json_array_size(json_object_get(group, "folders")), 2);
	cr_expect_str_eq(string(shown, "name"), "wrong");
	cr_expect(json_is_false(json_object_get(shown, "black_box")));
	cr_expect_str_eq(string(shown, "folder"), "build/tests/cli_summary/r/failures/bcm5718-wrong");
	cr_expect_str_eq(string(shown, "reduced"), "build/tests/cli_summary/r/failures/bcm5718-wrong/reduced");
	cr_expect_str_eq(string(shown, "command"), "build/pausebench replay build/tests/cli_summary/r/failures/bcm5718-wrong");
	for (size_t i = 0; i < 2; i++)
		cr_expect_str_eq(string(json_array_get(json_object_get(root, "failures"), i), "group"), "1");
}

Test(cli, summary_and_junit_hold_what_the_table_says)
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
	check_groups(root);
	json_decref(root);
	check_junit("build/tests/cli_summary/r/junit.xml", 8, 2, 1);
	junit = file_read("build/tests/cli_summary/r/junit.xml", NULL);
	cr_expect_not_null(strstr(junit, "type=\"expect\""), "%s", junit);
	cr_expect_not_null(strstr(junit, "classname=\"pausebench.bcm5718\""));
	cr_expect_not_null(strstr(junit, "\ngroup 1 of 1\n"), "%s", junit);
	free(junit);
}

Test(cli, a_failure_of_a_regression_replays)
{
	struct command c;

	regress_three(&c, "cli_replay");
	command_release(&c);
	expect_run(1, "expect (a value is what the stimulus expects)", "replay build/tests/cli_replay/r/failures/bcm5718-wrong");
	expect_run(1, "(black box)", "replay build/tests/cli_replay/r/failures/bcm5718-wrong-black-box");
}

Test(cli, regress_of_all_duts_passes_and_sums_up)
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

/* On a terminal the progress is one line that is rewritten. */
Test(cli, progress_is_live_on_a_terminal)
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

/* Colours are for terminals, and NO_COLOR turns them off. */
Test(cli, colours_are_for_terminals)
{
	static const char call[] = "script -qec 'build/pausebench regress --dut bcm5718 --suite seeds --seeds 1..2 --out "
				   "build/tests/cli_colour/r' /dev/null";
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_colour");
	command_run(&c, "TERM=xterm NO_COLOR= %s", call);
	cr_expect_not_null(strstr(c.out, "\033[1;32mPASS\033[0m: "), "%s", c.out);
	command_release(&c);
	command_run(&c, "TERM=xterm NO_COLOR=1 %s", call);
	cr_expect_not_null(strstr(c.out, "\nPASS: "), "%s", c.out);
	cr_expect_null(strstr(c.out, "\033[1;32m"), "%s", c.out);
	command_release(&c);
}

Test(cli, the_findings_of_a_run_are_coloured_on_terminals)
{
	static const char call[] =
	    "script -qec 'build/pausebench run --dut bcm5718 --stim build/tests/cli_run_colour/%s.stim --out "
	    "build/tests/cli_run_colour/out' /dev/null";
	static const struct {
		const char *setting, *stimulus, *line;
	} cases[] = {
		{ "TERM=xterm NO_COLOR= ", "passing", "findings  \033[1;32m0\033[0m" },
		{ "TERM=xterm NO_COLOR= ", "failing", "findings  \033[1;31m1\033[0m" },
		{ "TERM=xterm NO_COLOR=1 ", "failing", "findings  1\r\n" },
		{ "TERM=dumb NO_COLOR= ", "passing", "findings  0\r\n" },
	};
	struct command c;
	char text[512], *saved;

	scratch_make((char[64]){ 0 }, 64, "cli_run_colour");
	file_write("build/tests/cli_run_colour/passing.stim", passing, strlen(passing));
	file_write("build/tests/cli_run_colour/failing.stim", failing, strlen(failing));
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		snprintf(text, sizeof(text), call, cases[i].stimulus);
		command_run(&c, "%s%s", cases[i].setting, text);
		cr_expect_not_null(strstr(c.out, cases[i].line), "%s%s: %s", cases[i].setting, cases[i].stimulus, c.out);
		command_release(&c);
		saved = file_read("build/tests/cli_run_colour/out/report.txt", NULL);
		cr_expect_null(strchr(saved, '\033'), "%s", saved);
		free(saved);
	}
}

/* ---- a bad environment ---- */

Test(cli, results_that_cannot_be_written_are_reported)
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
Test(cli, a_read_only_folder_is_reported)
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

/* Runs COMMAND while build/tests/NAME is a file system of SIZE; false: this machine does not allow that. */
static bool run_on_small_disk(struct command *ret, const char *name, const char *size, const char *command)
{
	char folder[64];

	scratch_make(folder, sizeof(folder), name);
	command_run(ret, "exec tests/unit/support/small_disk.sh %s %s '%s'", folder, size, command);
	if (ret->status != 77)
		return true;
	cr_log_warn("no full file system: %s", ret->err);
	command_release(ret);
	return false;
}

/* The file system fills up while a regression writes. */
Test(cli, a_full_file_system_is_reported)
{
	struct command c;

	if (!run_on_small_disk(&c, "cli_full", "16k",
	                       "build/pausebench regress --dut bcm5718 --suite seeds --seeds 1..2000 --jobs 2 --out $DIR/r"))
		return;
	cr_expect_eq(c.status, 2, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "regress on 16 KiB", "No space left on device; make room there or name another place");
	command_release(&c);
	cr_assert(
	    run_on_small_disk(&c, "cli_full", "64k",
	                      "head -c 60000 /dev/zero > $DIR/hog; build/pausebench run --dut bcm5718 --seed 1 --out $DIR/r"));
	cr_expect_eq(c.status, 2, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "run on a full file system", "No space left on device");
	command_release(&c);
}

/* A simulation whose waves have no room is no race in the RTL. */
Test(cli, waves_without_room_are_reported)
{
	struct command c;

	regress_three(&c, "cli_wave_room");
	command_release(&c);
	if (!run_on_small_disk(&c, "cli_wave_full", "24k",
	                       "mkdir $DIR/f && cp build/tests/cli_wave_room/r/failures/bcm5718-wrong/stimulus.stim "
	                       "build/tests/cli_wave_room/r/failures/bcm5718-wrong/report.json $DIR/f && build/pausebench replay "
	                       "$DIR/f --waves"))
		return;
	cr_expect_eq(c.status, 1, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "replay",
	    "waves     none: the process that wrote them ended: Bus error (signal 7); the file system is full, make room there");
	command_release(&c);
}

/* On a full file system the findings are on the console, the folder has the newest summary that fits, and no failure is saved in part. */
Test(cli, findings_on_a_full_file_system_are_reported)
{
	struct command c;
	json_t *root;

	regress_three(&c, "cli_room");
	command_release(&c);
	if (!run_on_small_disk(
		&c, "cli_room_full", "12k",
		"build/pausebench regress --dut bcm5718 --seeds 1..3 --jobs 1 --stimuli build/tests/cli_room/stimuli --out "
		"$DIR/r; status=$?; cp $DIR/r/summary.json build/tests/cli_room; "
		"[ ! -e $DIR/r/failures/bcm5718-wrong/stimulus.stim ] || exit 3; exit $status"))
		return;
	root = json_read("build/tests/cli_room/summary.json");
	cr_expect_eq(c.status, 2, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "regress", "FAIL  bcm5718 wrong: cycle ");
	has(&c, "regress", "\nFAIL, PARTIAL: 1 group of findings in 2 of 7 runs");
	cr_expect_not_null(strstr(c.err, "No space left on device; make room there or name another place"), "%s", c.err);
	cr_expect_eq(number(root, "findings"), 2);
	cr_expect_eq(number(root, "runs"), 7);
	json_decref(root);
	command_release(&c);
}

/* A limit of file sizes (`ulimit -f`) is an error of the environment: one line reports it, no partial file is left, and waves that were cut are not
 * offered. */
Test(cli, a_limit_of_file_sizes_is_reported)
{
	struct command c;

	regress_three(&c, "cli_limit");
	command_release(&c);
	regress_again(&c, "cli_limit", "ulimit -f 8; exec");
	cr_expect_eq(c.status, 1, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "regress", "\n  waves     none: ");
	has(&c, "regress", "\n  repeat    build/pausebench replay build/tests/cli_limit/r/failures/bcm5718-wrong");
	cr_expect_null(strstr(c.out, "--waves"), "cut waves are offered:\n%s", c.out);
	command_release(&c);
	command_run(&c,
	            "ulimit -f 8; exec build/pausebench run --dut bcm5718 --seed 7 --items 400 --out build/tests/cli_limit/o");
	cr_expect_eq(c.status, 2, "%d\n%s%s", c.status, c.out, c.err);
	cr_expect_not_null(strstr(c.err, "File too large; make room there or name another place"), "%s", c.err);
	has(&c, "run", "findings  0");
	command_release(&c);
	command_run(&c, "find build/tests/cli_limit -name '*.tmp' -o -name 'waves*'");
	cr_expect_str_empty(c.out, "left: %s", c.out);
	command_release(&c);
}

/* A caller that ignores SIGCHLD passes this on to the program, which then could not wait for its simulation processes. */
Test(cli, regress_ends_although_its_caller_ignores_sigchld)
{
	struct command c;

	regress_three(&c, "cli_sigchld");
	command_release(&c);
	regress_again(&c, "cli_sigchld", "trap '' CHLD; exec");
	cr_expect_eq(c.status, 1, "%d\n%s%s", c.status, c.out, c.err);
	command_release(&c);
}

Test(cli, two_stimuli_of_one_name_are_both_kept)
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
	has(&c, "regress", "\n  run       bcm5718 one/wrong, cycle ");
	has(&c, "regress", "\nFAIL: 1 group of findings in 2 of 3 runs");
	command_release(&c);
	cr_expect(file_is_there("build/tests/cli_same/r/failures/bcm5718-one-wrong/stimulus.stim"));
	cr_expect(file_is_there("build/tests/cli_same/r/failures/bcm5718-two-wrong/stimulus.stim"));
}

/* A run removes the failures of the previous run and the remains of a killed one, as its index names them, but no file that somebody else put there: nor a
 * copy of a failure, nor what a link leads to. */
Test(cli, a_run_removes_the_remains_of_the_previous_one)
{
	struct command c;

	regress_three(&c, "cli_left");
	cr_expect_eq(c.status, 1);
	command_release(&c);
	command_run(
	    &c,
	    "cd build/tests/cli_left && rm stimuli/wrong.stim && mkdir r/failures/half && touch r/failures/half/stimulus.stim "
	    "r/failures/half/report.txt.4194305.tmp r/summary.json.4194305.tmp r/mine.tmp r/failures/bcm5718-wrong/mine && "
	    "cp -r r/failures/bcm5718-wrong copy && ln -s ../../copy r/failures/link && mkdir r/failures/kept && "
	    "cp copy/report.txt r/failures/kept && ln -s ../../copy r/failures/kept/reduced && "
	    "printf 'half\nlink\n../../copy\n' >> r/failures/index");
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	command_run(&c, "build/pausebench regress --dut bcm5718 --seeds 1..3 --stimuli build/tests/cli_left/stimuli --out "
	                "build/tests/cli_left/r");
	cr_expect_eq(c.status, 0, "%d\n%s%s", c.status, c.out, c.err);
	command_release(&c);
	command_run(&c, "cd build/tests/cli_left/r && ls ../copy && find . -type f | sort | tr '\\n' ' '");
	cr_expect_str_eq(
	    c.out,
	    "mine\nreduced\nreport.json\nreport.txt\nstimulus.stim\n"
	    "./annotations.txt ./code-quality.json ./failures/bcm5718-wrong/mine ./failures/kept/report.txt ./history.db "
	    "./junit.xml ./lock ./mine.tmp ./report.html ./summary.json ./summary.md ",
	    "%s", c.out);
	command_release(&c);
}

/* Waits for the file PATH, which another process makes; returns whether it exists. */
static bool comes(const char *path)
{
	for (int i = 0; i < HANG_SECONDS * 100 && !file_is_there(path); i++)
		usleep(10000);
	return file_is_there(path);
}

/* A run that saves to a pipe that nobody reads is held in the midst of saving. Another run leaves its folder alone while it lives and removes it
 * after it was killed. Saved runs and the files of others stay. */
Test(cli, a_run_removes_the_half_folder_of_a_killed_one)
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
	                 "./bcm5718-whole/stimulus.stim ./mine ./mine/notes ./mine/stimulus.stim.4194305.tmp ",
	                 "%s", c.out);
	command_release(&c);
}

/* The plan of a regression takes no memory for runs that have not been started. */
Test(cli, all_seeds_may_be_requested)
{
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_seeds");
	command_run(
	    &c, "ulimit -v 600000; build/pausebench regress --dut bcm5718 --suite seeds --seeds 1..4294967295 --jobs 1 --out "
		"build/tests/cli_seeds/r & "
		"until [ -s build/tests/cli_seeds/r/summary.json ]; do kill -0 $! || break; sleep 0.1; done; kill $!; wait $!");
	cr_expect_eq(c.status, 2, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "regress", "4294967295 runs of 1 DUT with 1 job");
	cr_expect_not_null(strstr(c.err, "interrupted; the partial results are in"), "%s", c.err);
	command_release(&c);
}
