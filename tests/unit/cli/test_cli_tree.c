/* SPDX-License-Identifier: Apache-2.0 */
/* Which checkout the program reads. */
#include "cli_support.h"

/* Makes a checkout with one stimulus in the scratch folder NAME, and a copy of the program at PROGRAM in it. */
static void make_copy(const char *name, const char *program)
{
	char folder[64], path[128];
	struct command c;

	scratch_make(folder, sizeof(folder), name);
	command_run(&c,
	            "cd %s && mkdir -p tests/data/stimuli/neutral regs \"$(dirname %s)\" && touch regs/devices.def && "
	            "cp ../../../build/pausebench %s",
	            folder, program, program);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	snprintf(path, sizeof(path), "%s/tests/data/stimuli/only_here.stim", folder);
	file_write(path, passing, strlen(passing));
}

/* The program of a copied checkout reads the copy's stimuli, wherever it is started and wherever in the copy it lies. */
Test(cli_tree, a_copied_checkout_is_read_by_its_own_program)
{
	static const char *const programs[] = { "build/pausebench", "build/macs/my/pausebench", "pausebench" };
	struct command c;

	for (size_t i = 0; i < COUNT_OF(programs); i++) {
		make_copy("cli_tree", programs[i]);
		command_run(&c, "build/tests/cli_tree/%s list stimuli | tail -n +2", programs[i]);
		cr_expect_eq(c.status, 0, "%s", c.err);
		cr_expect_not_null(strstr(c.out, "only_here "), "%s: %s", programs[i], c.out);
		cr_expect_null(strchr(c.out, '\n')[1] ? c.out : NULL, "%s reads other stimuli too: %s", programs[i], c.out);
		cr_expect_str_eq(c.err, "");
		command_release(&c);
	}
	command_run(
	    &c, "build/tests/cli_tree/pausebench regress --dut bcm5718 --only only_here --jobs 1 --out build/tests/cli_tree/r");
	cr_expect_not_null(strstr(c.out, "PASS: 0 findings in 2 runs"), "%s%s", c.out, c.err);
	command_release(&c);
}

/* A program that lies in no checkout reads the one that it was built in, and says so when it does. */
Test(cli_tree, a_program_outside_names_the_checkout_that_it_reads)
{
	struct command c;

	command_run(&c, "dir=$(mktemp -d) && cp build/pausebench $dir && $dir/pausebench list stimuli; rm -r $dir");
	cr_expect_not_null(strstr(c.out, "pause_basic "), "%s", c.out);
	cr_expect_not_null(strstr(c.err, "pausebench: reads " PAUSEBENCH_STIMULI " of the checkout that it was built in, since"),
	                   "%s", c.err);
	command_release(&c);
	command_run(&c, "dir=$(mktemp -d) && cp build/pausebench $dir && $dir/pausebench list stimuli --stimuli "
	                "tests/data/stimuli/neutral; rm -r $dir");
	cr_expect_str_eq(c.err, "");
	command_release(&c);
}
