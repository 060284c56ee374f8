/* SPDX-License-Identifier: Apache-2.0 */
/* The history of regressions: what is taken over, what is run again, what has changed, and what a killed process leaves. */
#include "cli_support.h"
#include "history_support.h"

#include "history/database.h"
#include "history/packed.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The stimuli of the scratch folder NAME: one passes, and one takes its frames from a capture. */
static void make_stimuli(const char *name)
{
	static const char captured[] =
	    "pausebench-stim 1\n# frames of a capture\nsetup\nwait reg\npcap file=frames.pcap\nwait idle\n";
	char folder[64], path[160];
	struct command c;

	scratch_make(folder, sizeof(folder), name);
	snprintf(path, sizeof(path), "%s/stimuli", folder);
	cr_assert_eq(mkdir(path, 0777), 0);
	snprintf(path, sizeof(path), "%s/stimuli/good.stim", folder);
	file_write(path, passing, strlen(passing));
	snprintf(path, sizeof(path), "%s/stimuli/captured.stim", folder);
	file_write(path, captured, strlen(captured));
	command_run(&c, "cp tests/data/captures/ax88772_flood.pcap %s/stimuli/frames.pcap", folder);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
}

/* Runs both stimuli, exact and as black box, and three seeds; expects that BEFORE of the 7 runs are taken over. */
static void expect_before(const char *name, const char *flags, json_int_t before)
{
	struct command c;
	char path[96];
	json_t *root;

	regress_in(&c, name, flags);
	cr_expect_eq(c.status, 0, "%s: %d\n%s%s", flags, c.status, c.out, c.err);
	snprintf(path, sizeof(path), "build/tests/%s/r/summary.json", name);
	root = json_read(path);
	cr_expect_eq(number(root, "runs"), 7, "%s: %lld runs", flags, number(root, "runs"));
	cr_expect_eq(number(root, "passed_before"), before, "%s: %lld of 7 runs are taken over, %lld expected", flags,
	             number(root, "passed_before"), before);
	cr_expect_gt(number(root, "checks"), 0);
	cr_expect_eq(strstr(c.out, "passed before on the same content") != NULL, before != 0, "%s", c.out);
	json_decref(root);
	command_release(&c);
}

static void append(const char *path, const char *text)
{
	FILE *out = fopen(path, "a");

	cr_assert(out && fputs(text, out) >= 0 && !fclose(out), "%s", path);
}

Test(history, a_pass_is_taken_over_only_while_its_content_is_the_same)
{
	char *first, *again;

	make_stimuli("history_content");
	expect_before("history_content", "", 0);
	first = file_read("build/tests/history_content/exercised.json", NULL);
	expect_before("history_content", "", 7);
	again = file_read("build/tests/history_content/exercised.json", NULL);
	cr_expect_str_eq(first, again, "taken-over runs exercised something else");
	free(first);
	free(again);
	expect_before("history_content", "--all", 0);
	/* the text of a stimulus: that stimulus alone, exact and as black box */
	append("build/tests/history_content/stimuli/good.stim", "wait 5\n");
	expect_before("history_content", "", 5);
	expect_before("history_content", "", 7);
	/* an octet of a frame of a capture: the last one of the file */
	append("build/tests/history_content/stimuli/captured.stim", "# a comment is text too\n");
	expect_before("history_content", "", 5);
	{
		struct command c;
		command_run(&c, "cd build/tests/history_content/stimuli && size=$(stat -c %%s frames.pcap) && printf '\\125' | "
		                "dd of=frames.pcap bs=1 seek=$((size - 1)) conv=notrunc 2>&1");
		cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
		command_release(&c);
	}
	expect_before("history_content", "", 5);
	expect_before("history_content", "", 7);
	/* options: items and scenarios are those of seeds, a limit is one of all runs */
	expect_before("history_content", "--items 150", 4);
	expect_before("history_content", "--items 150 --scenarios pause-spoiled", 4);
	expect_before("history_content", "--max-cycles 40000000", 0);
	expect_before("history_content", "--max-seconds 110", 0);
	expect_before("history_content", "", 7);
}

/* Edits of RTL, bench, golden models and compiler options, in a copy of the checkout. */
Test(history, an_edit_runs_what_it_touches_and_all_of_it)
{
	struct command c;

	command_run(&c, "tests/unit/support/history_copy.sh build/tests/history_copy");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
}

/* A result that is taken over is the same to the last bit, but for the number of the run and its time. */
Test(history, a_result_is_packed_without_loss)
{
	const struct dut *dut = dut_by_name("bcm5718");
	const struct content_hash hash = { { 1, 2, 3 } }, other = { { 1, 2, 4 } };
	struct pool_result *result = calloc(1, sizeof(*result)), *again = calloc(1, sizeof(*again));
	struct finding *f = &result->run.score.finding[SCOREBOARD_FINDINGS_MAX - 1];
	uint8_t *packed;
	size_t size;

	result->run.status = RUN_FINDINGS;
	result->run.cycles = UINT64_MAX;
	result->run.score.findings = 1000;
	result->run.covered.has[RULE_COUNT - 1] = true;
	result->run.counters_read.still[PM_COUNTERS_MAX - 1] = true;
	memset(result->run.skip_reason, 'x', sizeof(result->run.skip_reason));
	*f = (struct finding){ .cycle = 7, .cause_cycle = 6, .rule = RULE_TIMEOUT, .what = "w", .model = dut->model };
	result->seconds = 1.5;
	packed = result_pack(result, &hash, &size);
	cr_assert_not_null(packed);
	cr_assert(result_unpack(again, dut, &hash, packed, size));
	cr_expect_arr_eq(result, again, sizeof(*result));
	cr_expect_not(result_unpack(again, dut, &other, packed, size), "the result of another content");
	packed[size / 2] ^= 1;
	cr_expect_not(result_unpack(again, dut, &hash, packed, size), "a bit that changed in the database");
	cr_expect_not(result_unpack(again, dut, &hash, packed, 3));
	free(packed);
	free(result);
	free(again);
}

Test(history, new_fixed_and_flaky_runs_are_named)
{
	static const char db[] = "build/tests/history_change/history.db";
	struct command c;

	make_stimuli("history_change");
	expect_before("history_change", "", 0);
	append("build/tests/history_change/stimuli/good.stim", "reg.read TX_STATUS expect=0xFFFFFFFF\n");
	regress_in(&c, "history_change", "--jobs 1");
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	has(&c, "new", "\nnew        2 fail now: bcm5718 good, bcm5718 good:black-box\n");
	has(&c, "new", "\nfixed      0 pass now\n");
	command_release(&c);
	regress_in(&c, "history_change", "--jobs 1");
	has(&c, "still", "\nnew        0 fail now\n");
	has(&c, "still", "\nstill      2 failed in the last regression too\n");
	command_release(&c);
	file_write("build/tests/history_change/stimuli/good.stim", passing, strlen(passing));
	regress_in(&c, "history_change", "--jobs 1");
	has(&c, "fixed", "\nfixed      2 pass now: bcm5718 good, bcm5718 good:black-box\n");
	has(&c, "fixed", "of which 7 passed before");
	command_release(&c);
	regress_in(&c, "history_change", "--jobs 1");
	cr_expect_null(strstr(c.out, "pass now"), "nothing has changed, and nothing is said:\n%s", c.out);
	command_release(&c);
	/* the simulation is the same each time, so a run that ends differently on the same content is made by hand */
	history_sql(db, "UPDATE test SET outcome = 2 WHERE name = 'good'; DELETE FROM content");
	regress_in(&c, "history_change", "--jobs 1");
	has(&c, "flaky", "\nflaky      1 ended differently on the same content: bcm5718 good\n");
	command_release(&c);
	/* its pass is not taken over */
	regress_in(&c, "history_change", "--jobs 1");
	has(&c, "flaky", "of which 6 passed before");
	command_release(&c);
}

/* Opens the database at PATH and closes it: the runs that a killed process left in the journal are entered. */
static void expect_entered(const char *path)
{
	struct env_error error;
	struct database d;

	cr_expect_eq(database_open(&d, path, false, &error), 0, "%s", error.text);
	cr_expect_str_empty(d.note);
	database_close(&d);
}

/* Waits until the regression PID has a run in its journal, however long that takes, or has ended. */
static void wait_for_run(pid_t pid, const char *journal)
{
	struct stat at;
	siginfo_t ended = { 0 };

	while ((stat(journal, &at) || !at.st_size) && !waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOHANG | WNOWAIT) &&
	       !ended.si_pid)
		usleep(1000);
}

/* Each regression is killed at a random moment, every other one when it has entered a run at least, and resumed, until half of the runs are there; none
 * loses a run that it had entered, and the last one ends with all. A fast machine must not be done before: it would need less than a tenth of a
 * millisecond a run. */
Test(history, a_killed_regression_keeps_what_ended_and_is_resumed)
{
	static const char db[] = "build/tests/history_kill/r/history.db", runs[] = "SELECT count(*) FROM run";
	/* The shell becomes the program, so that its locks of the database are gone when it was waited for. */
	static const char command[] =
	    "exec build/pausebench regress --dut bcm5718 --suite seeds --seeds 1..2000 --items 100 --jobs 2 "
	    "--max-cycles 3000 --out build/tests/history_kill/r %s > build/tests/history_kill/log";
	uint64_t random = (uint64_t)getpid();
	json_int_t before = 0;
	json_t *root;

	scratch_make((char[64]){ 0 }, 64, "history_kill");
	for (int i = 0; i < 12 && before < 1000; i++) {
		char line[400];
		pid_t child = fork();
		if (!child) {
			snprintf(line, sizeof(line), command, before ? "--resume" : "");
			setpgid(0, 0);
			execl("/bin/sh", "sh", "-c", line, (char *)NULL);
			_exit(127);
		}
		random = random * 6364136223846793005u + 1442695040888963407u;
		if (i % 2)
			wait_for_run(child, "build/tests/history_kill/r/history.db-runs");
		usleep((useconds_t)(1000 + (random >> 33) % 100000));
		kill(-child, SIGKILL);
		waitpid(child, NULL, 0);
		if (!file_is_there(db))
			continue;
		cr_expect_str_eq(history_text(db, "PRAGMA integrity_check"), "ok");
		if (history_number(db, "SELECT count(*) FROM sqlite_master")) {
			expect_entered(db);
			cr_expect_geq(history_number(db, runs), before, "runs were lost");
			cr_expect_geq(history_number(db, runs), history_progress("build/tests/history_kill/log"));
			before = history_number(db, runs);
		}
	}
	cr_assert_gt(before, 0, "no regression came so far");
	expect_run(1, "resumes the regression of ",
	           "regress --dut bcm5718 --suite seeds --seeds 1..2000 --items 100 --jobs 2 --max-cycles 3000 --out "
	           "build/tests/history_kill/r --resume");
	root = json_read("build/tests/history_kill/r/summary.json");
	cr_expect_eq(number(root, "runs"), 2000);
	cr_expect_eq(history_number(db, runs), 2000, "%lld", history_number(db, runs));
	cr_expect_eq(history_number(db, "SELECT count(*) FROM run WHERE outcome = 2"),
	             (json_int_t)json_array_size(json_object_get(root, "failures")), "resumed failures are failures again");
	json_decref(root);
	expect_run(2, "has no interrupted regression with these options",
	           "regress --dut bcm5718 --suite seeds --seeds 1..2000 --items 100 --max-cycles 3000 --out "
	           "build/tests/history_kill/r --resume");
}

/* ---- a bad database ---- */

/* Expects that a regression refuses the database of the scratch folder and leaves it as it is. */
static void expect_refused(const char *name, const char *part)
{
	char path[96];
	struct command c;
	size_t size, size_after;
	char *data, *after;

	snprintf(path, sizeof(path), "build/tests/%s/history.db", name);
	data = file_read(path, &size);
	regress_in(&c, name, "");
	cr_expect_eq(c.status, 2, "%s: %d\n%s%s", part, c.status, c.out, c.err);
	has(&c, "regress", part);
	has(&c, "regress", "name another file with --history, or move this one away");
	one_line(&c, "regress");
	command_release(&c);
	after = file_read(path, &size_after);
	cr_expect(size == size_after && !memcmp(data, after, size), "%s: the file has changed", part);
	free(data);
	free(after);
}

Test(history, a_bad_database_is_refused_and_kept)
{
	static const char db[] = "build/tests/history_bad/history.db";
	char *good;
	size_t size;

	make_stimuli("history_bad");
	file_write(db, "this is a text and no database, but longer than a header of one, which has a hundred octets or so in all",
	           100);
	expect_refused("history_bad", "is damaged or no history of pausebench");
	unlink(db);
	expect_before("history_bad", "", 0);
	good = file_read(db, &size);
	history_sql(db, "PRAGMA user_version = 9");
	expect_refused("history_bad", "has format 9, which another version of pausebench wrote; this one has 1");
	history_sql(db, "PRAGMA user_version = 1; PRAGMA application_id = 5");
	expect_refused("history_bad", "is no history of pausebench");
	file_write(db, good, 4096);
	expect_refused("history_bad", "is damaged");
	file_write(db, good, size);
	expect_before("history_bad", "", 7);
	free(good);
}

Test(history, a_folder_that_cannot_be_written_is_reported)
{
	struct command c;

	make_stimuli("history_perm");
	chmod("build/tests/history_perm", 0555);
	command_run(&c,
	            "%s sh -c 'build/pausebench regress --dut bcm5718 --suite seeds --seeds 1 --out $(mktemp -d) --history "
	            "build/tests/history_perm/history.db'",
	            geteuid() ? "" : "setpriv --reuid=65534 --regid=65534 --clear-groups env TMPDIR=/tmp");
	chmod("build/tests/history_perm", 0755);
	cr_expect_eq(c.status, 2, "%d\n%s%s", c.status, c.out, c.err);
	has(&c, "regress", "history.db: ");
	has(&c, "regress", "name another place or change its permissions");
	one_line(&c, "regress");
	command_release(&c);
}

Test(history, only_the_newest_regressions_are_kept)
{
	static const char db[] = "build/tests/history_old/history.db";

	make_stimuli("history_old");
	expect_before("history_old", "", 0);
	history_sql(db, "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 60) "
	                "INSERT INTO regression(id, began, ended, verdict) SELECT i, '', '', 'pass' FROM n");
	expect_before("history_old", "", 0);
	cr_expect_eq(history_number(db, "SELECT count(*) FROM regression"), 50);
	cr_expect_eq(history_number(db, "SELECT count(*) FROM run"), 7, "runs of a regression that is gone");
	cr_expect_eq(history_number(db, "SELECT count(*) FROM test"), 7);
	expect_before("history_old", "", 7);
}
