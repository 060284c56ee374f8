/* SPDX-License-Identifier: Apache-2.0 */
/* The bundled devices by profiles (tests/data/profiles): ieee8023 judges them as black boxes, by the standard alone. */
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

Test(devices_by_profile, the_standard_alone_finds_nothing)
{
	static const char *const devices[] = { "bcm5718",          "i82598",     "ll10g",        "bcm1250",       "bcm1250_100",
		                               "bcm5718_all",      "i82598_all", "ll10g_filter", "bcm5718_marks", "i82598_marks",
		                               "bcm1250_near_ends" };

	for (size_t i = 0; i < COUNT_OF(devices); i++) {
		struct command c;
		command_run(&c,
		            "make -s mac JOBS=2 MACS=tests/data/profiles/%s.mac && build/macs/%s_by_profile/pausebench regress "
		            "--suite once --seeds 1..4 --out build/tests/by_profile/%s",
		            devices[i], devices[i], devices[i]);
		cr_expect_eq(c.status, 0, "%s: %s%s", devices[i], c.out, c.err);
		cr_expect(strstr(c.out, "PASS: 0 findings"), "%s: %s", devices[i], c.out);
		command_release(&c);
	}
}
