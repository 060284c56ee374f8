/* SPDX-License-Identifier: Apache-2.0 */
/* Rows besides those of regs/<device>/duts.def: a user's own MAC, made as doc/use/your-own-mac.md says, and the readings that no row of regs/<device>/duts.def
 * has. */
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

	snprintf(line, sizeof(line), "build/tests/extra/pausebench run --dut %s --stim tests/data/stimuli/%s.stim", dut, stim);
	command_run(&c, line);
	cr_expect_eq(c.status, 1, "%s: %s%s", dut, c.out, c.err);
	for (finding = strstr(c.out, "\n  cycle "); finding; finding = strstr(finding + 1, "\n  cycle ")) {
		const char *name = strstr(finding, ": ");
		found++;
		cr_expect_eq(strncmp(name + 2, rule, strlen(rule)), 0, "%s: another rule: %s", dut, c.out);
	}
	cr_expect_gt(found, 0, "%s", c.out);
	command_release(&c);
	snprintf(line, sizeof(line), "build/tests/extra/pausebench run --dut %s --stim tests/data/stimuli/wire_tx_sizes.stim", dut);
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

/* A MAC behind a transmit FIFO: RUNS, options of a regression, find nothing, or with a fault of the FIFO something, and RULE is in it. */
static void expect_fifo(const char *dut, const char *runs, const char *rule)
{
	struct command c;
	char line[256];

	snprintf(line, sizeof(line), "build/tests/extra/pausebench regress --all --dut %s %s --out build/tests/extra/%s", dut,
	         runs, dut);
	command_run(&c, "%s", line);
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

/* Runs ITEMS on DUT in FOLDER. Returns what the program prints, without the rolls of the die, of which RET_ROLLS gets the lines; to be freed. */
static char *run_ahead(const char *dut, const char *items, bool looks, int status, char **ret_rolls)
{
	static const char begin[] = "pausebench-stim 1\nmodel bcm5718\nsetup\nwait idle\n";
	static const char end[] = "reg.write RX_MTU 0x600\nwait idle\ntx.frame len=90\ntx.frame len=95\nwait idle\n";
	struct command c;
	char text[1024], *ret;

	snprintf(text, sizeof(text), "%s%s%s%s", begin, items, looks ? "wait start at=2\n" : "wait 2\n", end);
	file_write("build/tests/extra/ahead.stim", text, strlen(text));
	command_run(&c, "build/tests/extra/pausebench run --dut %s --stim build/tests/extra/ahead.stim", dut);
	cr_expect_eq(c.status, status, "%s: %d %s%s", dut, c.status, c.out, c.err);
	file_write("build/tests/extra/ahead.txt", c.out, strlen(c.out));
	command_release(&c);
	command_run(&c, "sed 's/^dut .*//; s/%s/MAC/g; /^rolls/d' build/tests/extra/ahead.txt", dut);
	ret = strdup(c.out);
	command_release(&c);
	command_run(&c, "grep '^rolls' build/tests/extra/ahead.txt");
	*ret_rolls = strdup(c.out);
	command_release(&c);
	return ret;
}

static void expect_rolls(const char *rolls, unsigned count, const char *other)
{
	char number[32];

	for (unsigned i = 1; i <= count; i++) {
		snprintf(number, sizeof(number), "number %u\n", i);
		cr_expect_not_null(strstr(rolls, number), "not %s: %s", number, rolls);
	}
	cr_expect_str_eq(rolls, other);
}

/* The MAC ends itself in what is run ahead. The bench disarms it in time, if ITEMS arm it before the frame: the run goes on as if nothing had been. */
static void expect_nothing_of_ahead(const char *items, bool ends)
{
	char *rolls[4], *place = run_ahead("ends_ahead", items, true, ends, &rolls[0]);
	char *copy = run_ahead("rolls_ahead", items, true, ends, &rolls[1]);
	char *plain = run_ahead("rolls_ahead", "tx.frame len=100 gap=50\n", false, 0, &rolls[2]);

	cr_expect_str_eq(place, copy, "in place:\n%s\nin a copy of the process:\n%s", place, copy);
	cr_expect_str_empty(rolls[0]);
	cr_expect_not_null(strstr(place, "begins at "), "%s", place);
	if (!ends)
		expect_rolls(rolls[1], 3, rolls[2]);
	else
		cr_expect_not_null(strstr(place, "sim-ended"), "%s", place);
	free(place), free(copy), free(plain);
	for (size_t i = 0; i < 3; i++)
		free(rolls[i]);
}

Test(extra_dut, a_wrapped_mac_is_built_and_checked_as_a_black_box)
{
	struct command c;

	command_run(&c, "tests/data/extra_dut/shared_build.sh build/tests/extra && "
	                "make -s B=build/tests/extra EXTRA_DUTS=tests/data/extra_dut/all.def build/tests/extra/pausebench");
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	expect_pass("mymac");
	expect_pass("my10g");
	expect_pass("ll10g_errors");
	command_run(&c, "build/tests/extra/pausebench run --dut mymac --stim tests/data/stimuli/pause_basic.stim");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_null(strstr(c.out, "xoff "), "an observation was checked that the MAC does not have: %s", c.out);
	command_release(&c);
	expect_fifo("stored", "--seeds 1..600", NULL);
	expect_fifo("stored_lost", "--suite seeds --seeds 1..30", ": tx-lost: ");
	expect_fifo("stored_doubled", "--suite seeds --seeds 1..30", ": tx-lost: ");
	expect_fifo("stored_reordered", "--suite seeds --seeds 1..30", ": tx-lost: ");
	expect_fifo("stored_early", "--suite seeds --seeds 1..30", ": host-manner: ");
	expect_late("late_pause", "pause_response_limit", "pause-response-limit");
	expect_late("late_pfc", "ll10g/pfc_response_limit", "pfc-response-limit");
	expect_late("late_counters", "i82598/i82598_counter_visible_limit", "counter-visible-limit");
	expect_nothing_of_ahead("tx.frame len=100 gap=50\n", false);
	expect_nothing_of_ahead("reg.write RX_MTU 0x700\nwait reg\ntx.frame len=100 gap=50\n", false);
	expect_nothing_of_ahead("reg.write RX_MTU 0x701\nwait reg\ntx.frame len=100 gap=50\n", false);
	expect_nothing_of_ahead("reg.write RX_MTU 0x700\nwait reg\ntx.frame len=100 gap=50\nwait start at=30\n", true);
	expect_nothing_of_ahead("reg.write RX_MTU 0x701\nwait reg\ntx.frame len=100 gap=50\nwait start at=30\n", true);
	expect_reduced(0x666, "sim-ended", "60");
	expect_reduced(0x667, "crash", "60");
	expect_reduced(0x668, "timeout", "1");
	command_run(&c, "build/tests/extra/pausebench run --dut late_promise --stim tests/data/stimuli/wire_tx_sizes.stim");
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "pause-response-limit"), "%s", c.out);
	command_release(&c);
}
