/* SPDX-License-Identifier: Apache-2.0 */
/* What a run costs beside its simulation, by figures that are the same on every machine: page faults and processes. */
#include "run/run_cost.h"
#include "support.h"

#include <criterion/criterion.h>

/* A worker touches its memory once, and the regression reads each stimulus to see which rows take it; both are shared by the runs. */
static void expect_cheap(const char *dut)
{
	struct command c;
	char path[96];
	json_t *root, *cost;
	double runs, faults, forks;

	command_run(&c, "build/pausebench regress --all --dut %s --suite once --seeds 1..200 --jobs 2 --out build/tests/cost/%s",
	            dut, dut);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	snprintf(path, sizeof(path), "build/tests/cost/%s/summary.json", dut);
	root = json_read(path);
	cost = json_object_get(root, "cost");
	runs = (double)json_integer_value(json_object_get(root, "runs"));
	faults = (double)json_integer_value(json_object_get(cost, "page_faults")) / runs;
	forks = (double)json_integer_value(json_object_get(cost, "forks")) / runs;
	cr_expect_gt(runs, 250);
	cr_expect(faults > 1 && faults <= RUN_FAULTS_MAX, "%s: %.1f page faults a run", dut, faults);
	cr_expect(forks > 0 && forks <= run_forks_max, "%s: %.3f processes a run", dut, forks);
	json_decref(root);
	command_release(&c);
}

Test(cost, of_a_run_is_its_simulation)
{
	static const char *const duts[] = { "bcm5718", "i82598", "ll10g", "bcm1250" };
	char folder[64];

	scratch_make(folder, sizeof(folder), "cost");
	for (size_t i = 0; i < COUNT_OF(duts); i++)
		expect_cheap(duts[i]);
}
