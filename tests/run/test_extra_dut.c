/* SPDX-License-Identifier: Apache-2.0 */
/* Rows besides those of regs/<device>/duts.def: a user's own MAC, made as doc/your-own-mac.md says, and the readings that no row of regs/<device>/duts.def has. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The MAC of the row is later than a limit, and the row allows it everything: RULE alone finds it, and the example passes otherwise. */
static void expect_late(const char *dut, const char *stim, const char *rule)
{
	struct command c;
	char line[256], *finding;
	unsigned found = 0;

	snprintf(line, sizeof(line), "build/tests/extra/pausebench run --dut %s --stim tests/stimuli/%s.stim", dut, stim);
	command_run(&c, line);
	cr_expect_eq(c.status, 1, "%s: %s%s", dut, c.out, c.err);
	for (finding = strstr(c.out, "\n  cycle "); finding; finding = strstr(finding + 1, "\n  cycle ")) {
		const char *name = strstr(finding, ": ");
		found++;
		cr_expect_eq(strncmp(name + 2, rule, strlen(rule)), 0, "%s: another rule: %s", dut, c.out);
	}
	cr_expect_gt(found, 0, "%s", c.out);
	command_release(&c);
	snprintf(line, sizeof(line), "build/tests/extra/pausebench run --dut %s --stim tests/stimuli/wire_tx_sizes.stim", dut);
	command_run(&c, line);
	cr_expect_eq(c.status, 0, "%s: %s%s", dut, c.out, c.err);
	command_release(&c);
}

static void expect_pass(const char *dut)
{
	struct command c;

	command_run(&c, "build/tests/extra/pausebench regress --dut %s --seeds 1..40 --out build/tests/extra/regress-%s", dut,
	            dut);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "PASS: 0 findings"), "%s", c.out);
	command_release(&c);
}

/* A MAC behind a transmit FIFO: the seeds find nothing, or with a fault of the FIFO something, and RULE among it. */
static void expect_fifo(const char *dut, const char *rule)
{
	struct command c;
	char line[256];

	snprintf(line, sizeof(line),
	         "build/tests/extra/pausebench regress --dut %s --suite seeds --seeds 1..30 --out build/tests/extra/%s", dut,
	         dut);
	command_run(&c, line);
	cr_expect_eq(c.status, rule != NULL, "%s: %s%s", dut, c.out, c.err);
	cr_expect(!rule || strstr(c.out, rule), "%s: not %s: %s", dut, rule, c.out);
	command_release(&c);
}

/* A write of MTU to the DUT that dies ends its simulation, which breaks RULE: from the regression to a reduced folder. */
static void expect_reduced(unsigned mtu, const char *rule, const char *seconds)
{
	struct command c;
	char text[256], line[320], *size;
	size_t len;

	snprintf(text, sizeof(text),
	         "pausebench-stim 1\nmodel bcm5718\nsetup\nrx.frame len=90\nwait idle\ntx.frame\nwait idle\nreg.write RX_MTU "
	         "0x%x\nwait reg\nrx.frame\nwait idle\n",
	         mtu);
	command_run(&c, "rm -rf build/tests/extra/dying && mkdir -p build/tests/extra/dying/stim");
	command_release(&c);
	file_write("build/tests/extra/dying/stim/dies.stim", text, strlen(text));
	command_run(&c,
	            "build/tests/extra/pausebench regress --dut dying --only dies --stimuli build/tests/extra/dying/stim "
	            "--max-seconds %s --out build/tests/extra/dying/out",
	            seconds);
	cr_expect_eq(c.status, 1, "%s: %d %s%s", rule, c.status, c.out, c.err);
	snprintf(line, sizeof(line), "\nGROUP 1  %s: ", rule);
	cr_expect_not_null(strstr(c.out, line), "%s: %s", rule, c.out);
	snprintf(line, sizeof(line), "\n              reg.write RX_MTU 0x%x\n", mtu);
	cr_expect_not_null(strstr(c.out, line), "%s: %s", rule, c.out);
	command_release(&c);
	snprintf(line, sizeof(line), "build/tests/extra/dying/out/failures/dying-dies/reduced/stimulus.stim");
	size = file_read(line, &len);
	cr_assert_not_null(size, "%s", line);
	cr_expect_null(strstr(size, "frame"), "%s: %s", rule, size);
	free(size);
	command_run(&c, "build/tests/extra/pausebench replay build/tests/extra/dying/out/failures/dying-dies/reduced");
	cr_expect_eq(c.status, 1, "%s: %d %s%s", rule, c.status, c.out, c.err);
	cr_expect_not_null(strstr(c.out, rule), "%s: %s", rule, c.out);
	command_release(&c);
	command_run(&c, "build/tests/extra/pausebench reduce build/tests/extra/dying/out/failures/dying-dies --seconds 5");
	cr_expect_eq(c.status, 1, "%s: %d %s%s", rule, c.status, c.out, c.err);
	cr_expect_not_null(strstr(c.out, " lines to "), "%s: %s", rule, c.out);
	command_release(&c);
}

Test(extra_dut, a_wrapped_mac_is_built_and_checked_as_a_black_box)
{
	struct command c;

	command_run(&c, "tests/extra_dut/shared_build.sh build/tests/extra && "
	                "make -s B=build/tests/extra EXTRA_DUTS=tests/extra_dut/all.def build/tests/extra/pausebench");
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	expect_pass("mymac");
	expect_pass("my10g");
	expect_pass("ll10g_errors");
	command_run(&c, "build/tests/extra/pausebench run --dut mymac --stim tests/stimuli/pause_basic.stim");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_null(strstr(c.out, "xoff "), "an observation was checked that the MAC does not have: %s", c.out);
	command_release(&c);
	expect_fifo("stored", NULL);
	expect_fifo("stored_lost", ": tx-lost: ");
	expect_fifo("stored_doubled", ": tx-lost: ");
	expect_fifo("stored_reordered", ": tx-lost: ");
	expect_fifo("stored_early", ": host-manner: ");
	expect_late("late_pause", "pause_response_limit", "pause-response-limit");
	expect_late("late_pfc", "ll10g/pfc_response_limit", "pfc-response-limit");
	expect_late("late_counters", "i82598/i82598_counter_visible_limit", "counter-visible-limit");
	expect_reduced(0x666, "sim-ended", "60");
	expect_reduced(0x667, "crash", "60");
	expect_reduced(0x668, "timeout", "1");
	command_run(&c, "build/tests/extra/pausebench run --dut late_promise --stim tests/stimuli/wire_tx_sizes.stim");
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "pause-response-limit"), "%s", c.out);
	command_release(&c);
}
