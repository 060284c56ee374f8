/* SPDX-License-Identifier: Apache-2.0 */
/* A MAC whose plain and traced simulation are not the same: a copy of tests/data/foreign/gige, in which what a race leaves to the simulator hangs on the build. */
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

#define FOLDER "build/tests/traced"

/* Makes the copy NAME, in which the pause is a quantum longer in the build that CONDITION says, and runs a stimulus of its time with waves. */
static void run_raced(struct command *ret, const char *name, const char *condition)
{
	command_run(
	    ret,
	    "rm -rf " FOLDER "/%s && mkdir -p " FOLDER "/%s && cp -r tests/data/foreign/gige/. " FOLDER "/%s && cd " FOLDER
	    "/%s && sed -i 's/^mac gige$/mac %s/' gige.mac && sed -i 's/^module/`%s SEAM_TRACED\\n`define MORE "
	    "1\\n`else\\n`define "
	    "MORE 0\\n`endif\\nmodule/; s/{pause_time, 6.d0}/{pause_time + 16'\\''d`MORE, 6'\\''d0}/' rtl/gige_pause_obey.sv && "
	    "cd - > /dev/null && grep -q MORE, " FOLDER "/%s/rtl/gige_pause_obey.sv && make -s mac JOBS=2 MACS=" FOLDER
	    "/%s/gige.mac && mk/macs.sh build make 2 traced '' '' " FOLDER
	    "/%s/gige.mac && build/macs/%s/pausebench run --dut %s "
	    "--stim tests/data/stimuli/neutral/rx_pause_own_address.stim --waves --out " FOLDER "/out",
	    name, name, name, name, name, condition, name, name, name, name, name);
}

Test(traced, a_failure_that_the_traced_build_has_not_is_told_as_a_race)
{
	struct command c;
	const char *line, *end;

	run_raced(&c, "raced", "ifndef");
	cr_expect_eq(c.status, 1, "%d: %s%s", c.status, c.out, c.err);
	line = strstr(c.out, "waves     none: the plain and the traced simulation of raced differ: the first finding is ");
	cr_assert_not_null(line, "%s%s", c.out, c.err);
	end = strchr(line, '\n');
	cr_assert_not_null(end);
	for (const char *const *word = (const char *const[]){ " in the plain one, none in the traced one.", "assigns with '='",
	                                                      "IEEE 1364", "assign with '<='", NULL };
	     *word; word++)
		cr_expect(strstr(line, *word) && strstr(line, *word) < end, "%s: %.*s", *word, (int)(end - line), line);
	cr_expect_null(strstr(end, "plain and the traced"), "%s", c.out);
	command_release(&c);
}
