/* SPDX-License-Identifier: Apache-2.0 */
/* make second: runs that are repeated in a simulator of four states. It finds what Verilator cannot see, and it gives no verdict on what it did not compare. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define FOLDER "build/tests/second"

/* Copies of the BCM5718 by its profile. What TEXT adds to the instance makes the pin gmii_tx_er of the MAC's own one, er. */
static const struct planted {
	const char *name, *text;
	const char *found; /* NULL: nothing */
} planted[] = {
	{ "second_clean", "assign gmii_tx_er = er;", NULL },
	{ "second_shows", "reg spare; always @(posedge clk) if (gmii_tx_en) spare <= 1'b0; assign gmii_tx_er = er | spare;",
	  "gmii_tx_er: 0x0 in Verilator, 0xx in Icarus" },
	{ "second_optimist",
	  "reg mode, er_q; always @(posedge clk) if (psel & penable & pwrite) mode <= 1'b0; always @(posedge clk) "
	  "if (!rst_n) er_q <= 1'b0; else if (mode) er_q <= 1'b1; else er_q <= er; assign gmii_tx_er = er_q;",
	  "gmii_tx_er: 0x1 in Verilator, 0x0 in Icarus" },
	{ "second_race",
	  "reg seen, seen_q; always @(posedge clk) if (!rst_n) seen_q <= 1'b0; else seen_q <= seen; "
	  "always @(posedge clk) seen = gmii_tx_en; assign gmii_tx_er = er | seen_q & ~seen;",
	  "gmii_tx_er: 0x0 in Verilator, 0x1 in Icarus" },
	{ "second_ends", "assign gmii_tx_er = er;\n\\`ifdef __ICARUS__\ninitial #3000 \\$finish;\n\\`endif",
	  "the second simulator ended before the run did" },
};

static void make_planted(const struct planted *p)
{
	char folder[128];
	struct command c;

	snprintf(folder, sizeof(folder), FOLDER "/%s", p->name);
	command_run(&c,
	            "rm -rf %s && mkdir -p %s && cp tests/data/profiles/bcm5718.mac tests/data/profiles/bcm5718.vh %s && sed -i 's/^mac "
	            ".*/mac %s/; "
	            "s,^sources .*,sources ../../../../rtl/bcm5718 ../../../../rtl/common,; s,^incdir .*,incdir ../../../gen,' "
	            "%s/bcm5718.mac "
	            "&& sed -i 's/^bcm5718_mac/wire er;\\n&/; s/gmii_tx_er(gmii_tx_er)/gmii_tx_er(er)/' %s/bcm5718.vh",
	            folder, folder, folder, p->name, folder, folder);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	command_run(&c, "printf '%%s\\n' \"%s\" >> %s/bcm5718.vh", p->text, folder);
	command_release(&c);
}

Test(second, it_finds_x_at_an_output_an_optimistic_if_and_a_race)
{
	struct command c;

	command_run(&c, "rm -rf " FOLDER);
	command_release(&c);
	for (size_t i = 0; i < COUNT_OF(planted); i++)
		make_planted(&planted[i]);
	command_run(&c, "make -s second JOBS=2 ONLY='seed-1 seed-3' MACS=\"$(echo " FOLDER "/*/bcm5718.mac)\"");
	cr_expect_neq(c.status, 0);
	for (size_t i = 0; i < COUNT_OF(planted); i++) {
		const struct planted *p = &planted[i];
		char line[160];
		const char *at;
		snprintf(line, sizeof(line), "FINDING  %s seed-3: ", p->name);
		at = strstr(c.out, line);
		cr_expect_eq(at != NULL, p->found != NULL, "%s: %s", p->name, c.out);
		if (at && p->found)
			cr_expect(strstr(at, p->found), "%s: %s", p->name, c.out);
	}
	cr_expect(strstr(c.out, "\nFAIL: "), "%s%s", c.out, c.err);
	command_release(&c);
	command_run(&c, "mk/second/sum.sh build second_clean");
	cr_expect_eq(c.status, 0);
	cr_expect(strstr(c.out, "\nPASS: 0 findings in 2 runs of 1 rows; "), "%s", c.out);
	command_release(&c);
	command_run(&c, "mk/second/sum.sh build second_clean second_race");
	cr_expect_eq(c.status, 1);
	command_release(&c);
}

/* The loop looks ahead in these runs; what is simulated then is no part of them. */
Test(second, the_vectors_have_each_clock_of_a_run_once)
{
	static const char *const rows[] = { "bcm5718", "i82598", "bcm1250" };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct command c;
		command_run(&c,
		            "mkdir -p " FOLDER ".vectors && cd " FOLDER
		            ".vectors && ../../pausebench run --dut %s --seed 3 --vectors %s | "
		            "sed -n 's/^cycles *//p' && tail -n +2 %s | wc -l && head -1 %s",
		            rows[i], rows[i], rows[i], rows[i]);
		unsigned cycles = 0, lines = 1;
		cr_expect_eq(sscanf(c.out, "%u\n%u\n// in_", &cycles, &lines), 2, "%s%s", c.out, c.err);
		cr_expect_gt(cycles, 1000);
		cr_expect_eq(cycles, lines, "%s: %u cycles, %u lines", rows[i], cycles, lines);
		command_release(&c);
	}
}

/* The tests of suite ci_files use bcm5718 at the same time. */
Test(second, a_row_that_is_the_same_in_both_passes_and_no_verdict_comes_from_nothing)
{
	struct command c;

	command_run(&c, "make -s do-second SECOND_ROWS=bcm5718_alt ONLY='seed-2 tx_gap' && mk/second/sum.sh build bcm5718_alt");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect(strstr(c.out, "\nPASS: 0 findings in 2 runs of 1 rows; "), "%s", c.out);
	command_release(&c);
	/* no row of GMII takes a stimulus of XGMII */
	command_run(
	    &c, "make -s do-second SECOND_ROWS=bcm5718_alt ONLY=xgmii_code_in_every_lane && mk/second/sum.sh build bcm5718_alt");
	cr_expect_eq(c.status, 1, "%d: %s%s", c.status, c.out, c.err);
	cr_expect(strstr(c.out, "second: bcm5718_alt: no clock was compared\nFAIL: 0 findings in 0 runs"), "%s%s", c.out, c.err);
	command_release(&c);
	command_run(&c, "make -s do-second SECOND_ROWS=bcm5718_alt ONLY=no_such_stimulus");
	cr_expect_eq(c.status, 2);
	cr_expect(strstr(c.err, "cannot read no_such_stimulus"), "%s%s", c.out, c.err);
	command_release(&c);
}

Test(second, rtl_that_icarus_refuses_gets_no_verdict)
{
	struct command c;

	command_run(&c, "make -s second JOBS=2 ONLY=seed-1 MACS=tests/data/foreign/gige/gige.mac");
	cr_expect_neq(c.status, 0);
	cr_expect(
	    strstr(c.out, "second: gige: Icarus Verilog cannot read its RTL: tests/data/foreign/gige/include/gige_pkg.svh:7: sorry"),
	    "%s%s", c.out, c.err);
	cr_expect(strstr(c.out, "\nNO VERDICT: 0 findings in 0 runs"), "%s", c.out);
	command_release(&c);
}
