/* SPDX-License-Identifier: Apache-2.0 */
/* The figures of the link's speed are complete and plausible. */
#include "support.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

Test(link_bench, measures_every_pair)
{
	static const char *const works[] = { "bare", "kernel", "checked", "rtl-rtl", "rtl-model", "model-model" };
	char dir[128], path[160];
	struct command c;
	json_t *all, *links;

	scratch_make(dir, sizeof(dir), "link-bench");
	snprintf(path, sizeof(path), "%s/bench.json", dir);
	command_run(&c, "build/pausebench-link bench --repeats 3 --clocks 20000 --json %s", path);
	cr_assert_eq(c.status, 0, "status %d: %s%s", c.status, c.out, c.err);
	command_release(&c);
	all = json_read(path);
	links = json_object_get(all, "links");
	cr_assert_eq(json_array_size(links), 3);
	for (size_t i = 0; i < json_array_size(links); i++) {
		json_t *link = json_array_get(links, i), *speeds = json_object_get(link, "clocks_per_s");
		for (size_t k = 0; k < COUNT_OF(works); k++)
			cr_expect_gt(json_real_value(json_object_get(speeds, works[k])), 10000, "%s of pair %zu", works[k], i);
		/* SystemC cannot make the simulation faster; the margin is for a shared machine */
		cr_expect_lt(json_real_value(json_object_get(link, "kernel_over_bare")), 1.0);
		cr_expect_lt(json_real_value(json_object_get(link, "link_over_bare")), 1.0);
	}
	json_decref(all);
}

Test(link_bench, refuses_bad_options)
{
	static const char *const bad[] = { "--repeats 1", "--clocks x", "more",
		                           "--json /no/such/folder/x.json --repeats 3 --clocks 10000" };
	struct command c;

	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		command_run(&c, "build/pausebench-link bench %s", bad[i]);
		cr_expect_eq(c.status, 2, "%s: status %d", bad[i], c.status);
		cr_expect(strchr(c.err, '\n') && !strchr(c.err, '\n')[1], "%s: not one line: %s", bad[i], c.err);
		command_release(&c);
	}
}
