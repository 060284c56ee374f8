/* SPDX-License-Identifier: Apache-2.0 */
/* The simulator of ports: what it writes, that it agrees with itself, and what the judge makes of its ports. */
#include "cli_support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Makes the port of a seed and a kind in the folder NAME, and returns a file of it. The caller frees the text. */
static char *port_file(const char *name, const char *arguments, const char *file, size_t *ret_len)
{
	char folder[64], path[96], *text;
	struct command c;

	scratch_make(folder, sizeof(folder), name);
	command_run(&c, "build/gen/ports %s %s", folder, arguments);
	cr_assert_eq(c.status, 0, "ports %s: %s%s", arguments, c.out, c.err);
	command_release(&c);
	snprintf(path, sizeof(path), "%s/%s", folder, file);
	text = file_read(path, ret_len);
	cr_assert_not_null(text, "%s", path);
	return text;
}

static void expect_same(const char *a, const char *b, const char *file, bool same)
{
	size_t len, other;
	char *text = port_file("ports_a", a, file, &len), *text2 = port_file("ports_b", b, file, &other);

	cr_expect_eq(len == other && !memcmp(text, text2, len), same, "%s of '%s' and '%s'", file, a, b);
	free(text);
	free(text2);
}

Test(ports, a_seed_makes_the_same_port_again)
{
	expect_same("7 right", "7 right", "port.mac", true);
	expect_same("7 right", "7 right", "registers.txt", true);
	expect_same("7 right", "8 right", "port.mac", false);
	expect_same("7 right 1000", "7 right 1000", "port.mac", true);
	expect_same("7 right 1000", "7 right 10000", "port.mac", false);
}

/* The first words of the lines of broken.txt. */
Test(ports, what_is_wrong_has_its_name_and_its_clause)
{
	char *text = port_file("ports_wrong", "1 pause_ignored 1000", "broken.txt", NULL);
	static const char *const part[] = { "name pause_ignored\n", "\nclause 31B.3.3\n", "\nrules pause-obeyed no-data-in-xoff ",
		                            "\neffect yes\n", "\ncertain data-in-pause@" };

	for (size_t i = 0; i < sizeof(part) / sizeof(*part); i++)
		cr_expect_not_null(strstr(text, part[i]), "'%s' is missing in\n%s", part[i], text);
	free(text);
}

/* A right port sends nothing that no right port could have sent; a port of each kind of wrong ones does now and then. */
Test(ports, right_ports_are_right_for_certain)
{
	struct command c;

	command_run(&c, "build/gen/ports --check 1 500");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	has(&c, "--check", "500 right ports");
	command_release(&c);
	command_run(&c, "build/gen/ports --check 1 40 pause_ignored");
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	has(&c, "--check", "data-in-pause");
	command_release(&c);
}

Test(ports, an_unknown_kind_is_refused)
{
	struct command c;

	command_run(&c, "build/gen/ports build 1 no_such_kind");
	cr_expect_eq(c.status, 2);
	has(&c, "kind", "no kind no_such_kind");
	command_release(&c);
	command_run(&c, "build/gen/ports build 1 right 40000");
	cr_expect_eq(c.status, 2);
	has(&c, "rate", "40000");
	command_release(&c);
}

/* Holds the lines of a hunt to a list. */
static void expect_compared(const char *lines, const char *list, int status, const char *part)
{
	char folder[64], path[96], path2[96];
	struct command c;

	scratch_make(folder, sizeof(folder), "ports_compared");
	snprintf(path, sizeof(path), "%s/lines", folder);
	snprintf(path2, sizeof(path2), "%s/list", folder);
	file_write(path, lines, strlen(lines));
	file_write(path2, list, strlen(list));
	command_run(&c, "tools/ports/known.sh compare build %s %s", path, path2);
	cr_expect_eq(c.status, status, "%s%s", c.out, c.err);
	has(&c, list, part);
	command_release(&c);
}

Test(ports, the_list_is_held_exactly)
{
	static const char lines[] =
	    "right 1 0 no - - | \nright 2 1 no - tx-gap,tx-pad | a gap\nright 3 2 no - - | refused\n"
	    "right 4 2 no - - | nothing is decided about flow control\nright 5/1000 1 no - tx-pad | a pad\n"
	    "xoff_twice 1 0 yes own-order@1 - | \nxoff_time 1 0 yes - - | \nxoff_time 2 1 yes - pause-tx-quanta | a time\n";
	static const char list[] =
	    "# what is known\nseed 2 tx-gap: judge: why\nseed 3 refused: judge: why\nseed 5/1000 tx-pad: judge: why\n"
	    "kind xoff_twice: judge: why\n";

	expect_compared(lines, list, 0, "");
	expect_compared(lines,
	                "seed 2 tx-pad: judge: why\nseed 3 refused: judge: why\nseed 5/1000 tx-pad: judge: why\nkind xoff_twice: "
	                "judge: why\n",
	                1, "not in the list: seed 2 tx-gap");
	expect_compared(lines, "seed 2 tx-gap: judge: why\nseed 3 refused: judge: why\nkind xoff_twice: judge: why\n", 1,
	                "not in the list: seed 5/1000 tx-pad");
	expect_compared(lines, "seed 2 tx-gap: judge: why\nseed 3 refused: judge: why\nseed 5/1000 tx-pad: judge: why\n", 1,
	                "not in the list: kind xoff_twice");
	expect_compared(
	    lines,
	    "seed 1 tx-gap: judge: why\nseed 2 tx-gap: judge: why\nseed 3 refused: judge: why\nseed 5/1000 tx-pad: judge: why\n"
	    "kind xoff_twice: judge: why\n",
	    1, "in the list, and no longer so: seed 1 tx-gap");
	expect_compared(
	    lines,
	    "seed 2 tx-gap: judge: why\nseed 3 refused: judge: why\nseed 5/1000 tx-pad: judge: why\nkind xoff_twice: judge: why\n"
	    "kind xoff_time: judge: why\n",
	    1, "in the list, and no longer so: kind xoff_time");
	expect_compared(lines, "", 1, "not in the list: seed 3 refused");
	expect_compared("", "", 1, "no port was judged");
	expect_compared("right 1 139 no - - | \n", "# nothing\n", 1, "not in the list: seed 1 crashed");
}

/* Has a judge that is a script hunt right ports, and expects the status and a part of the output of the hunt. */
static void expect_hunt(const char *script, const char *kind, int status, const char *part)
{
	char folder[64], path[96];
	struct command c;

	scratch_make(folder, sizeof(folder), "ports_judge");
	command_run(&c, "mkdir -p %s/gen && cp build/gen/ports %s/gen", folder, folder);
	command_release(&c);
	snprintf(path, sizeof(path), "%s/pausebench", folder);
	file_write(path, script, strlen(script));
	command_run(&c, "chmod +x %s && tools/ports/hunt.sh %s 3 1 %s 1000", path, folder, kind);
	cr_expect_eq(c.status, status, "%s: %s%s", script, c.out, c.err);
	has(&c, script, part);
	command_release(&c);
}

Test(ports, a_hunt_fails_with_a_judge_that_is_wrong)
{
	static const char finds[] =
	    "#!/bin/sh\necho '  1. tx-gap (1 finding)'\necho '     start of a frame: expected nothing'\nexit 1\n";

	expect_hunt("#!/bin/sh\nexit 0\n", "right", 0, "3 without a finding");
	expect_hunt("#!/bin/sh\nexit 0\n", "pause_ignored", 1, "MISSED");
	expect_hunt(finds, "right", 1, "FALSE     seed 1: tx-gap: start of a frame: expected nothing");
	expect_hunt("#!/bin/sh\nexit 1\n", "right", 1, "CRASH");
	expect_hunt("#!/bin/sh\nkill -SEGV $$\n", "right", 1, "CRASH");
	expect_hunt("#!/bin/sh\necho 'pausebench: nothing'\nexit 2\n", "right", 1, "3 not judged: nothing");
}

/* The right ports have no finding, and each kind of wrong ones is found, but for what the list has. */
Test(ports, a_short_hunt_is_as_the_list_says, .timeout = 300)
{
	char folder[64];
	struct command c;

	scratch_make(folder, sizeof(folder), "ports_hunt");
	command_run(&c, "tools/ports/known.sh run build %s/lines", folder);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	command_run(&c, "tools/ports/known.sh compare build %s/lines", folder);
	cr_expect_eq(c.status, 0, "tests/data/ports/known.txt differs:\n%s%s", c.out, c.err);
	command_release(&c);
}

/* No PFC can hold the frames of a MAC that obeys none, so that a client which always has one waits for no class: not even for a pause that might have begun
 * before the capture did. With that the silences of these four were no findings. */
Test(ports, classes_hold_nothing_of_a_port_that_obeys_no_pfc)
{
	static const char *const kinds[] = { "address_obeyed", "fcs_obeyed", "opcode_obeyed", "short_obeyed" };
	static const unsigned seeds[] = { 16, 24, 32, 36 };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		for (size_t k = 0; k < sizeof(seeds) / sizeof(seeds[0]); k++) {
			struct command c;
			command_run(&c, "tools/ports/hunt.sh build 1 %u %s", seeds[k], kinds[i]);
			cr_expect_eq(c.status, 0, "%s, seed %u: %s%s", kinds[i], seeds[k], c.out, c.err);
			command_release(&c);
		}
}
