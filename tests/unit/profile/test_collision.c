/* SPDX-License-Identifier: Apache-2.0 */
/* Half duplex by a profile: the latency from a collision to jam, and what jam consists of. The MAC is the BCM1250 by its profile, with a synchroniser
 * of four clocks before mii_col. 802.3 4.2.3.2.4; doc/devices/ieee8023.md 4. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define FOLDER "build/tests/synchronised"

static void make_synchronised(void)
{
	struct command c;

	command_run(&c, "rm -rf " FOLDER " && mkdir -p " FOLDER
	                " && { echo \"reg [3:0] col = 4'd0; always @(posedge clk) col <= {col[2:0], mii_col};\"; "
	                "sed 's/[.]mii_col(mii_col)/.mii_col(col[3])/' tests/data/profiles/bcm1250.vh; } > " FOLDER "/bcm1250.vh && "
	                "sed \"s,^mac .*,mac synchronised,; s,\\.\\./\\.\\./\\.\\./,$PWD/,g\" tests/data/profiles/bcm1250.mac > " FOLDER
	                "/base.mac && "
	                "grep -q 'col\\[3\\]' " FOLDER "/bcm1250.vh");
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
}

/* Runs the neutral stimulus STIMULUS with LINE in the profile. */
static void run_with(struct command *ret, const char *line, const char *stimulus)
{
	command_run(ret,
	            "{ cat " FOLDER "/base.mac; echo '%s'; } > " FOLDER "/synchronised.mac && make -s mac MACS=" FOLDER
	            "/synchronised.mac && "
	            "build/macs/synchronised/pausebench run --dut synchronised --stim tests/data/stimuli/neutral/%s.stim",
	            line, stimulus);
}

Test(collision, jam_comes_within_the_latency_that_the_profile_states_and_calibrate_measures)
{
	static const struct {
		const char *line, *stimulus;
		int status;
		const char *found;
	} cases[] = {
		{ "latency collision 5 5", "half_duplex_collisions", 0, "findings  0" },
		{ "latency collision 5 5", "half_duplex_attempts", 0, "findings  0" },
		{ "latency collision 1 4", "half_duplex_collisions", 1, "tx-jam" },
		{ "latency collision 6 9", "half_duplex_collisions", 1, "tx-jam" },
		{ "freedom JamNibble=9", "half_duplex_collisions", 1, "tx-jam" },
	};

	struct command c;

	make_synchronised();
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		run_with(&c, cases[i].line, cases[i].stimulus);
		cr_expect_eq(c.status, cases[i].status, "%s: %s%s", cases[i].line, c.out, c.err);
		cr_expect(strstr(c.out, cases[i].found), "%s: %s", cases[i].line, c.out);
		command_release(&c);
	}
	command_run(&c, "cp " FOLDER "/base.mac " FOLDER "/synchronised.mac && build/pausebench calibrate " FOLDER
	                "/synchronised.mac");
	cr_expect(strstr(c.out, "latency collision     5     5"), "%s%s", c.out, c.err);
	command_release(&c);
}
