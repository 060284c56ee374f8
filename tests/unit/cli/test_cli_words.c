/* SPDX-License-Identifier: Apache-2.0 */
/* The words of the command line: help of verbs, lists of registers, man pages, completion in the shell, and where a stimulus is wrong. */
#include "cli_support.h"

#include <stdio.h>

Test(cli_words, help_explains_a_verb)
{
	expect_run(0, "Verbs; 'pausebench help VERB' explains one:", "help");
	expect_run(0, "--scenarios=LIST", "help run");
	expect_run(2, "unknown verb 'rnu', did you mean 'run'?", "rnu");
	expect_run(2, "unknown verb 'rnu', did you mean 'run'?", "help rnu");
	expect_run(2, "unknown DUT 'bcm571', did you mean 'bcm5718'?", "run --dut bcm571 --seed 1");
}

Test(cli_words, registers_with_their_fields)
{
	struct command c;

	command_run(&c, "build/pausebench list registers --dut i82598");
	cr_expect_eq(c.status, 0);
	has(&c, "registers", "0x3260  FCRTH0");
	has(&c, "registers", ".FCEN");
	cr_expect_null(strstr(c.out, "bcm5718"), "only the page of the DUT\n%s", c.out);
	command_release(&c);
	expect_run(0, "0x0468  RX_MODE", "list registers");
	expect_run(2, "unknown list 'regsters', did you mean 'registers'?", "list regsters");
}

/* The line and a caret follow the message; only the part around the place of a long line is shown. */
Test(cli_words, the_place_that_is_wrong)
{
	struct command c;
	char text[400] = "pausebench-stim 1\nsetup\nreg.write RX_MODE ENABEL|FLOW_ENABLE\n";

	file_write("build/tests/cli_words.stim", text, strlen(text));
	command_run(&c, "build/pausebench run --dut bcm5718 --stim build/tests/cli_words.stim");
	cr_expect_eq(c.status, 2);
	cr_expect_str_eq(c.err,
	                 "pausebench: build/tests/cli_words.stim:3:19: expected a number or fields of RX_MODE, not 'ENABEL', "
	                 "did you mean 'ENABLE'?\n"
	                 "    reg.write RX_MODE ENABEL|FLOW_ENABLE\n"
	                 "                      ^\n");
	command_release(&c);
	snprintf(text, sizeof(text), "pausebench-stim 1\nrx.raw hex=%0200d zzz\n", 0);
	file_write("build/tests/cli_words.stim", text, strlen(text));
	command_run(&c, "build/pausebench run --dut bcm5718 --stim build/tests/cli_words.stim");
	has(&c, "a long line", " zzz\n");
	for (const char *line = c.err; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
		cr_expect_lt(strcspn(line, "\n"), 160, "%s", c.err);
	command_release(&c);
}

Test(cli_words, a_man_page_for_each_verb)
{
	struct command c;

	command_run(
	    &c, "rm -rf build/tests/man && mk/man.sh build/pausebench build/tests/man && grep -l 'SH NAME' build/tests/man/*.1");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	has(&c, "man", "build/tests/man/pausebench.1");
	has(&c, "man", "build/tests/man/pausebench-run.1");
	has(&c, "man", "build/tests/man/pausebench-new-mac.1");
	command_release(&c);
	command_run(&c, "man -l build/tests/man/pausebench-run.1 | cat");
	has(&c, "man run", "--scenarios=LIST");
	has(&c, "man run", "pausebench-run"); /* in NAME, by which apropos shows it */
	has(&c, "man run", "one stimulus on one DUT");
	command_release(&c);
}

static void completes(const char *words, const char *expected)
{
	struct command c;

	command_run(
	    &c,
	    "bash -c 'source ci/completion.bash; COMP_WORDS=(build/pausebench %s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
	    "_pausebench; echo \"${COMPREPLY[*]}\"'",
	    words);
	has(&c, words, expected);
	command_release(&c);
}

Test(cli_words, the_shell_completes)
{
	completes("rep", "replay");
	completes("run --dut bcm5718_a", "bcm5718_alt bcm5718_any");
	completes("run --dut = i82598_l", "i82598_literal");
	completes("run --scen", "--scenarios=");
	completes("run --scenarios neut", "neutral");
	completes("list reg", "registers");
	completes("help cal", "calibrate");
	completes("explain pause-overw", "pause-overwrite");
	completes("run --stim tests/data/stimuli/pause_bas", "tests/data/stimuli/pause_basic.stim");
	completes("run --stim pause_bas", "pause_basic");
}
