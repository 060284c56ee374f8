/* SPDX-License-Identifier: Apache-2.0 */
/* The finder of loops: what it makes of lines, and that it leaves alone what it cannot prove. */
#include "cli_support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Writes a head and BODY into a file of the folder NAME, has loops found in it, and expects that the body becomes AFTER. */
static void expect_loops(const char *name, const char *body, const char *after)
{
	char folder[64], path[96], *text, *expected = NULL;
	struct command c;

	scratch_make(folder, sizeof(folder), name);
	snprintf(path, sizeof(path), "%s/l.stim", folder);
	cr_assert_geq(asprintf(&text, "pausebench-stim 1\n# What it is about\nmodel bcm5718\n\n%s", body), 0);
	cr_assert_geq(asprintf(&expected, "pausebench-stim 2\n# What it is about\nmodel bcm5718\n\n%s", after), 0);
	file_write(path, text, strlen(text));
	command_run(&c, "build/gen/loops --least 1 %s", path);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	free(text);
	text = file_read(path, NULL);
	cr_expect_str_eq(text, expected);
	free(text);
	free(expected);
}

Test(loops, numbers_are_ranges_and_sums)
{
	expect_loops(
	    "loops_numbers",
	    "reset\nsetup\nwait 3\nrx.frame len=64\nreset\nsetup\nwait 4\nrx.frame len=66\nreset\nsetup\nwait 5\nrx.frame "
	    "len=68\nreset\nsetup\nwait 9\nrx.frame len=76\n",
	    "repeat at 3..5 9\n\treset\n\tsetup\n\twait $at\n\trx.frame len=${2*at+58}\nend\n");
}

Test(loops, equal_lines_are_counted)
{
	expect_loops(
	    "loops_equal",
	    "setup\nrx.frame gap=1\nrx.frame gap=1\nrx.frame gap=1\nrx.frame gap=1\nrx.frame gap=1\nrx.frame gap=1\nwait 5\n",
	    "setup\nrepeat 6\n\trx.frame gap=1\nend\nwait 5\n");
}

/* The lines are there for three words, and for four numbers each. */
Test(loops, words_lie_around_numbers)
{
	char *body = NULL;
	size_t size;
	FILE *out = open_memstream(&body, &size);
	static const char *const modes[] = { "TX_MODE 0", "TX_MODE 2", "RX_MODE 2" };

	for (size_t m = 0; m < COUNT_OF(modes); m++)
		for (int at = 1; at < 5; at++)
			fprintf(out, "reset\nsetup\nrx.pause time=1\nwait %d\nreg.write %s\ntx.frame\nwait idle\n", at, modes[m]);
	fclose(out);
	expect_loops(
	    "loops_words", body,
	    "repeat access in \"TX_MODE 0\" \"TX_MODE 2\" \"RX_MODE 2\"\n\trepeat at 1..4\n\t\treset\n\t\tsetup\n\t\trx.pause "
	    "time=1\n\t\twait $at\n\t\treg.write $access\n\t\ttx.frame\n\t\twait idle\n\tend\nend\n");
	free(body);
}

/* No rule leads from a number to what is expected in it. */
Test(loops, several_values_stand_together)
{
	expect_loops("loops_several",
	             "reset\nsetup\nwait idle\ntx.frame\nwait 1\nreg.read 0x8a4 expect=7\nreset\nsetup\nwait "
	             "idle\ntx.frame\nwait 2\nreg.read "
	             "0x8a4 expect=7\nreset\nsetup\nwait idle\ntx.frame\nwait 3\nreg.read 0x8a4 expect=0\n",
	             "repeat at,expect in 1,7 2,7 3,0\n\treset\n\tsetup\n\twait idle\n\ttx.frame\n\twait $at\n\treg.read 0x8a4 "
	             "expect=$expect\nend\n");
}

Test(loops, comments_stay)
{
	expect_loops("loops_comments",
	             "reset\nsetup\nwait 3 # three\nrx.frame\n# the others\nreset\nsetup\nwait 4\nrx.frame\nreset\nsetup\nwait "
	             "5\nrx.frame\nreset\n"
	             "setup\nwait 6\nrx.frame\n",
	             "reset\nsetup\nwait 3 # three\nrx.frame\n# the others\nrepeat at 4..6\n\treset\n\tsetup\n\twait "
	             "$at\n\trx.frame\nend\n");
}

/* No DUT takes the file, so that nothing says what its items are. */
Test(loops, what_cannot_be_proved_is_left_alone)
{
	static const char text[] = "pausebench-stim 1\nmodel no_such\nwait 3\nwait 3\nwait 3\nwait 3\nwait 3\nwait 3\nwait 3\n";
	char folder[64], path[96], *now;
	struct command c;

	scratch_make(folder, sizeof(folder), "loops_alone");
	snprintf(path, sizeof(path), "%s/l.stim", folder);
	file_write(path, text, strlen(text));
	command_run(&c, "build/gen/loops --least 1 %s", path);
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	has(&c, "loops", "left alone");
	command_release(&c);
	now = file_read(path, NULL);
	cr_expect_str_eq(now, text);
	free(now);
}
