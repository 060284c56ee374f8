/* SPDX-License-Identifier: Apache-2.0 */
/* Runs that must not pass: over a limit, with nothing checked, crashed, hung, interrupted. */
#include "cli_support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char endless[] = "pausebench-stim 1\nsetup\nwait 1000000000\n";

/* ---- runs that must not pass ---- */

Test(cli, a_run_over_its_cycle_budget_is_a_timeout)
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

Test(cli, a_run_over_its_wall_clock_limit_is_a_timeout)
{
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "cli_wall");
	file_write("build/tests/cli_wall/endless.stim", endless, strlen(endless));
	command_run(&c, "build/pausebench run --dut bcm5718 --stim build/tests/cli_wall/endless.stim --max-seconds 1 --out "
	                "build/tests/cli_wall/saved");
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	has(&c, "run", "TIMEOUT");
	cr_expect_gt(c.seconds, 0.9, "%f s", c.seconds);
	command_release(&c);
}

Test(cli, a_run_that_checks_nothing_fails)
{
	static const char text[] = "pausebench-stim 1\nwait 10\n";

	scratch_make((char[64]){ 0 }, 64, "cli_nothing");
	file_write("build/tests/cli_nothing/x.stim", text, strlen(text));
	expect_run(1, "checked-nothing",
	           "run --dut bcm5718 --black-box --stim build/tests/cli_nothing/x.stim --out build/tests/cli_nothing/saved");
}

/* Starts pausebench with ARGUMENTS and leaves it running; its output goes to FOLDER/out and FOLDER/err. */
static pid_t spawn(const char *folder, const char *arguments)
{
	char line[512];
	pid_t pid;

	snprintf(line, sizeof(line), "exec build/pausebench %s < /dev/null > %s/out 2> %s/err", arguments, folder, folder);
	pid = fork();
	cr_assert_geq(pid, 0);
	if (!pid) {
		setpgid(0, 0);
		execl("/bin/sh", "sh", "-c", line, NULL);
		_exit(127);
	}
	return pid;
}

/* Starts a run without end, with the OPTIONS, in the new FOLDER of this name. */
static pid_t spawn_endless(const char *name, const char *options, char folder[64])
{
	char arguments[256];

	scratch_make(folder, 64, name);
	text_write(folder, "endless.stim", endless);
	snprintf(arguments, sizeof(arguments), "run --dut bcm5718 --stim %s/endless.stim %s", folder, options);
	return spawn(folder, arguments);
}

/* Returns what the program printed; to be freed. */
static char *printed(const char *folder, const char *file)
{
	char path[96];

	snprintf(path, sizeof(path), "%s/%s", folder, file);
	return file_read(path, NULL);
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
	for (int tries = 0; tries < HANG_SECONDS * 100; tries++) {
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

Test(cli, a_crashed_simulation_is_reported_with_its_seed_and_the_others_go_on)
{
	pid_t pid;
	int status;
	char *out;
	json_t *root, *failures;

	scratch_make((char[64]){ 0 }, 64, "cli_crash");
	pid = spawn("build/tests/cli_crash",
	            "regress --dut bcm5718 --suite seeds --seeds 41..43 --items 40000 --jobs 1 --out build/tests/cli_crash/r");
	kill(child_of(pid), SIGSEGV);
	status = finish(pid);
	out = printed("build/tests/cli_crash", "out");
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

/* Sends a signal to the simulation process of a run without end that is started with OPTIONS: the run has a finding that is printed with TEXTS. */
static void strike(int signal_number, const char *name, const char *options, const char *const texts[3])
{
	char folder[64], *out;
	pid_t pid = spawn_endless(name, options, folder);

	kill(child_of(pid), signal_number);
	cr_expect_eq(finish(pid), 1);
	out = printed(folder, "out");
	for (size_t i = 0; i < 3 && texts[i]; i++)
		cr_expect_not_null(strstr(out, texts[i]), "'%s' is missing in\n%s", texts[i], out);
	free(out);
}

Test(cli, a_single_run_that_crashes_is_a_finding)
{
	strike(SIGABRT, "cli_crash1", "--out build/tests/cli_crash1/saved",
	       (const char *[]){ ": crash (", "Aborted (signal 6)", "repeat " });
}

/* A stopped process cannot enforce its own limits, so its parent kills it once they have passed. */
Test(cli, a_hung_simulation_is_killed_and_reported_as_timeout)
{
	strike(SIGSTOP, "cli_hung", "--out build/tests/cli_hung/saved --max-seconds 1",
	       (const char *[]){ "TIMEOUT", "killed after", NULL });
}

/* ---- Ctrl-C ---- */

static void interrupt(int signal_number, const char *name, const char *options, int expected_status, const char *expected_text)
{
	char folder[64], results[80], path[96], arguments[256];
	pid_t pid;
	int status;
	char *out, *err;
	json_t *root;

	scratch_make(folder, sizeof(folder), name);
	snprintf(results, sizeof(results), "%s/r", folder);
	snprintf(arguments, sizeof(arguments), "regress --time 60s --suite seeds --jobs 2 --out %s %s", results, options);
	pid = spawn(folder, arguments);
	moment(2.5);
	kill(-pid, signal_number); /* as a terminal does, to the children too */
	status = finish(pid);
	out = printed(folder, "out");
	err = printed(folder, "err");
	cr_expect_eq(status, expected_status, "%s: %d expected, actual %d\n%s%s", name, expected_status, status, out, err);
	cr_expect_not_null(strstr(out, expected_text), "%s: '%s' is missing in\n%s", name, expected_text, out);
	cr_expect_not_null(strstr(out, "\ndut "), "%s: the table is missing in\n%s", name, out);
	snprintf(path, sizeof(path), "%s/summary.json", results);
	root = json_read(path);
	cr_expect(json_is_true(json_object_get(root, "partial")), "%s: not marked partial", name);
	cr_expect_gt(number(root, "runs"), 0, "%s: the finished runs are lost", name);
	cr_expect_gt(number(root, "checks"), *options ? -1 : 0);
	json_decref(root);
	free(out);
	out = printed(results, "junit.xml");
	cr_expect_not_null(strstr(out, "name=\"partial\" value=\"true\""), "%s: junit.xml does not say partial", name);
	if (expected_status == 2)
		cr_expect_not_null(strstr(err, "interrupted; the partial results are in"), "%s: '%s'", name, err);
	free(out);
	free(err);
}

Test(cli, ctrl_c_writes_partial_results)
{
	interrupt(SIGINT, "cli_int", "", 2, "\nPARTIAL: 0 findings");
}

Test(cli, termination_writes_partial_results)
{
	interrupt(SIGTERM, "cli_term", "", 2, "\nPARTIAL: 0 findings");
}

/* With a budget of 100 cycles every run has a finding, so the exit status is 1; the results are partial nevertheless. */
Test(cli, ctrl_c_after_findings_exits_1)
{
	interrupt(SIGINT, "cli_int1", "--max-cycles 100", 1, "FAIL, PARTIAL");
}

Test(cli, ctrl_c_ends_a_single_run_with_a_partial_report)
{
	char folder[64];
	pid_t pid;
	int status;
	char *out;

	pid = spawn_endless("cli_int2", "", folder);
	child_of(pid);
	moment(0.3);
	kill(-pid, SIGINT);
	status = finish(pid);
	out = printed(folder, "out");
	cr_expect_eq(status, 2, "%d\n%s", status, out);
	cr_expect_not_null(strstr(out, "PARTIAL"), "%s", out);
	free(out);
}

/* Somebody ends a worker and nothing else: the run that it had is missing, which is no pass, and another worker takes the runs behind it. */
Test(cli, a_worker_that_is_stopped_by_somebody_is_no_pass)
{
	char *out, *err;
	json_t *root;
	pid_t pid;

	scratch_make((char[64]){ 0 }, 64, "cli_stopped");
	pid = spawn("build/tests/cli_stopped",
	            "regress --dut bcm5718 --suite seeds --seeds 41..44 --items 40000 --jobs 1 --out build/tests/cli_stopped/r");
	kill(child_of(pid), SIGTERM);
	cr_expect_eq(finish(pid), 2);
	out = printed("build/tests/cli_stopped", "out");
	err = printed("build/tests/cli_stopped", "err");
	cr_expect_not_null(strstr(out, "\nPARTIAL: 0 findings in "), "%s", out);
	cr_expect_not_null(strstr(err, " missing; the partial results are in "), "%s%s", out, err);
	root = json_read("build/tests/cli_stopped/r/summary.json");
	cr_expect_geq(json_integer_value(json_object_get(root, "runs")), 2, "the runs behind it are run");
	cr_expect_lt(json_integer_value(json_object_get(root, "runs")), 4);
	json_decref(root);
	free(out);
	free(err);
}
