/* SPDX-License-Identifier: Apache-2.0 */
/* A saved run has the moments of its waits, and a replay takes them from there and checks them. tests/unit/drive/test_ahead.c tests the same in the loop. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define FOLDER "build/tests/resolved"

/* Replays the saved run after CHANGE, a script of sed, of its report. Expects its finding, and the line about moments if it is LOOKED ahead again. */
static void expect_replay(const char *change, bool looked)
{
	struct command c;

	command_run(&c, "sed '%s' " FOLDER "/saved.json > " FOLDER "/run/report.json && build/pausebench replay " FOLDER "/run",
	            change);
	cr_expect_eq(c.status, 1, "%s: %d %s%s", change, c.status, c.out, c.err);
	cr_expect_eq(strstr(c.out, "moments   the saved ones did not come again; the bench looked ahead for new ones\n") != NULL,
	             looked, "%s: %s", change, c.out);
	cr_expect_not_null(strstr(c.out, "findings  1\n"), "%s: %s", change, c.out);
	command_release(&c);
}

Test(resolved, a_replay_takes_the_moments_and_checks_them)
{
	char folder[64];
	json_t *report;
	const json_t *moments;
	struct command c;

	scratch_make(folder, sizeof(folder), "resolved");
	text_write(
	    FOLDER, "waits.stim",
	    "pausebench-stim 1\nmodel bcm5718\nsetup\nwait idle\nwait 100\ntx.frame len=90\ntx.frame len=70\nwait start at=3\n"
	    "wait end at=0\nreg.read RX_MTU expect=1\nwait idle\n");
	command_run(&c, "build/pausebench run --dut bcm5718 --stim " FOLDER "/waits.stim --out " FOLDER "/run");
	cr_assert_eq(c.status, 1, "%d %s%s", c.status, c.out, c.err);
	command_release(&c);
	report = json_read(FOLDER "/run/report.json");
	moments = json_object_get(report, "moments");
	cr_expect_eq(json_array_size(moments), 2);
	cr_expect_lt(json_integer_value(json_object_get(json_array_get(moments, 0), "at")),
	             json_integer_value(json_object_get(json_array_get(moments, 1), "at")));
	json_decref(report);
	command_run(&c, "cp " FOLDER "/run/report.json " FOLDER "/saved.json");
	command_release(&c);
	expect_replay("", false);
	expect_replay("s/\"at\": \\([0-9]*\\)[0-9]/\"at\": \\19/", true);
	expect_replay("s/\"at\": .*/\"at\": 100000/", true);
	expect_replay("s/\"rtl\": .*/\"rtl\": \"other\",/; s/\"at\": .*/\"at\": 100000/", false);
	expect_replay("s/\"moments\"/\"other\"/", false);
}
