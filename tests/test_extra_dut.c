/* SPDX-License-Identifier: Apache-2.0 */
/* Rows besides those of regs/<device>/duts.def: a user's own MAC, made as doc/your-own-mac.md says, and the readings that no row of regs/<device>/duts.def has. */
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

Test(extra_dut, a_wrapped_mac_is_built_and_checked_as_a_black_box, .timeout = 900)
{
	struct command c;

	command_run(&c, "make -s B=build/tests/extra EXTRA_DUTS=tests/extra_dut/all.def build/tests/extra/pausebench");
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	command_run(&c, "build/tests/extra/pausebench regress --dut mymac --seeds 1..40 --out build/tests/extra/regress");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "PASS: 0 findings"), "%s", c.out);
	command_release(&c);
	command_run(&c, "build/tests/extra/pausebench regress --dut my10g --seeds 1..40 --out build/tests/extra/regress10g");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "PASS: 0 findings"), "%s", c.out);
	command_release(&c);
	command_run(&c, "build/tests/extra/pausebench run --dut mymac --stim tests/stimuli/pause_basic.stim");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_null(strstr(c.out, "xoff "), "an observation was checked that the MAC does not have: %s", c.out);
	command_release(&c);
	command_run(&c, "build/tests/extra/pausebench regress --dut ll10g_errors --seeds 1..40 --out build/tests/extra/errors");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "PASS: 0 findings"), "%s", c.out);
	command_release(&c);
}
