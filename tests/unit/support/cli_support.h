/* SPDX-License-Identifier: Apache-2.0 */
/* Helpers for tests of the command line: two stimuli, and checks of the output and the JSON reports of a command. */
#ifndef PAUSEBENCH_TESTS_CLI_SUPPORT_H
#define PAUSEBENCH_TESTS_CLI_SUPPORT_H
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

static const char failing[] =
    "pausebench-stim 1\n# an expectation that no DUT meets\nsetup\nwait reg\nreg.read TX_STATUS expect=0xFFFFFFFF\n";
static const char passing[] = "pausebench-stim 1\n# a PAUSE and what it does\nsetup\nwait reg\nrx.pause time=2\nwait 100\n"
			      "reg.read TX_STATUS.XOFFED expect=1\nwait 300\nreg.read TX_STATUS.XOFFED expect=0\n";

static inline void has(const struct command *c, const char *what, const char *part)
{
	cr_expect(strstr(c->out, part) || strstr(c->err, part), "%s: '%s' is missing in\n%s%s", what, part, c->out, c->err);
}

/* Expects one line on stderr that begins with the program's name. */
static inline void one_line(const struct command *c, const char *what)
{
	const char *end = strchr(c->err, '\n');

	cr_expect(end && !end[1], "%s: not one line: '%s'", what, c->err);
	cr_expect_not_null(strstr(c->err, "pausebench"), "%s: '%s'", what, c->err);
}

static inline void expect_run(int status, const char *part, const char *arguments)
{
	struct command c;

	command_run(&c, "build/pausebench %s", arguments);
	cr_expect_eq(c.status, status, "pausebench %s: exit status %d expected, actual %d\n%s%s", arguments, status, c.status,
	             c.out, c.err);
	has(&c, arguments, part);
	command_release(&c);
}

static inline json_int_t number(const json_t *object, const char *name)
{
	const json_t *value = json_object_get(object, name);

	cr_assert(json_is_integer(value), "no number '%s'", name);
	return json_integer_value(value);
}

static inline const char *string(const json_t *object, const char *name)
{
	const char *value = json_string_value(json_object_get(object, name));

	cr_assert_not_null(value, "no string '%s'", name);
	return value;
}
#endif
