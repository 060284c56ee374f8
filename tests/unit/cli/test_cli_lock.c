/* SPDX-License-Identifier: Apache-2.0 */
/* Two regressions at once, and one folder for their results. */
#include "cli_support.h"

/* Makes the scratch folder NAME and starts a regression there that fails early, exact and as a black box, and goes on for long. Once both failures are
 * saved it is stopped, COMMAND is run, and SIGNAL ends it. Prints what COMMAND says, its exit status and that of the regression. */
static void while_it_runs(struct command *ret, const char *name, const char *signal, const char *command)
{
	char folder[64];

	scratch_make(folder, sizeof(folder), name);
	text_write(folder, "wrong.stim", failing);
	command_run(
	    ret,
	    "f=%s; build/pausebench regress --dut bcm5718 --seeds 1..100000 --jobs 1 --reduce 0 --stimuli $f --out $f/r "
	    "> $f/log 2>&1 & first=$!; trap 'kill -9 $first 2> /dev/null' EXIT; "
	    "for i in $(seq 500); do [ ! -e $f/r/failures/bcm5718-wrong/report.json ] || "
	    "[ ! -e $f/r/failures/bcm5718-wrong-black-box/report.json ] || break; sleep 0.02; done; "
	    "kill -STOP $first; %s 2>&1; echo \"status $?\"; kill -%s $first; kill -CONT $first 2> /dev/null; wait $first; "
	    "echo \"first $?\"",
	    folder, command, signal);
}

/* The second one is refused before it touches anything, and what the first one has saved stays. */
static void expect_refused(const char *name, const char *verb)
{
	static const char saved[] = "ls build/tests/%s/r/failures/*/stimulus.stim && jq -e '.failures | length > 1' "
				    "build/tests/%s/r/summary.json";
	char command[256], said[128];
	struct command c;

	snprintf(command, sizeof(command), "build/pausebench %s --dut bcm5718 --out build/tests/%s/r", verb, name);
	while_it_runs(&c, name, "INT", command);
	snprintf(said, sizeof(said), "build/tests/%s/r: another regression, process ", name);
	has(&c, command, said);
	has(&c, command,
	    ", is writing its results into this folder; wait until it ends, or name another folder with --out\nstatus 2\n");
	has(&c, command, "first 1\n");
	command_release(&c);
	command_run(&c, saved, name, name);
	cr_expect_eq(c.status, 0, "%s: the failures of the first regression are lost: %s%s", command, c.out, c.err);
	command_release(&c);
}

Test(cli_lock, a_second_regression_into_a_folder_is_refused)
{
	expect_refused("cli_lock_regress", "regress --suite once --seeds 1..1");
}

Test(cli_lock, a_fuzzer_is_refused_too)
{
	expect_refused("cli_lock_fuzz", "fuzz --runs 5");
}

Test(cli_lock, a_statement_is_refused_too)
{
	expect_refused("cli_lock_conform", "conform --seeds 1..1");
}

/* A killed regression leaves no lock, although a run that it started may still be at it. */
Test(cli_lock, a_killed_regression_locks_nothing)
{
	struct command c;

	while_it_runs(&c, "cli_lock_killed", "KILL", "true");
	has(&c, "killed", "first 137\n");
	command_release(&c);
	command_run(&c, "build/pausebench regress --dut bcm5718 --suite once --seeds 1..1 --stimuli build/tests/cli_lock_killed "
	                "--out build/tests/cli_lock_killed/r");
	cr_expect_eq(c.status, 1, "%d: %s%s", c.status, c.out, c.err);
	command_release(&c);
}

/* Regressions into different folders run at once. */
Test(cli_lock, another_folder_has_another_lock)
{
	struct command c;

	while_it_runs(&c, "cli_lock_other", "INT",
	              "build/pausebench regress --dut bcm5718 --suite once --seeds 1..1 --stimuli $f --out $f/other");
	has(&c, "other folder", "status 1\n");
	has(&c, "other folder", "first 1\n");
	command_release(&c);
}
