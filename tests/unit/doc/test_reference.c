/* SPDX-License-Identifier: Apache-2.0 */
/* doc/reference/rules.md and commands.md are what `make reference` writes. */
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

static void expect_page(const char *command, const char *page)
{
	struct command c;

	command_run(&c, "%s | diff -u %s -", command, page);
	cr_expect_eq(c.status, 0, "run make reference, and commit %s:\n%s%s", page, c.out, c.err);
	command_release(&c);
}

Test(reference, the_page_of_rules_is_up_to_date)
{
	expect_page("build/pausebench list rules --page", "doc/reference/rules.md");
}

Test(reference, the_page_of_commands_is_up_to_date)
{
	expect_page("env -u MAKEFLAGS -u MAKELEVEL tools/reference/commands.sh build make", "doc/reference/commands.md");
}

Test(reference, only_rules_are_a_page)
{
	struct command c;

	command_run(&c, "build/pausebench list duts --page");
	cr_expect_eq(c.status, 2);
	cr_expect_not_null(strstr(c.err, "--page is for rules"), "%s", c.err);
	command_release(&c);
}
