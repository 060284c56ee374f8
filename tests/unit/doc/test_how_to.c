/* SPDX-License-Identifier: Apache-2.0 */
/* The how-to pages of doc/: the diff on a page equals a file of tests/data/how_to/, which has the effect that the page describes. And README.md: its planted
 * fault is found as it says. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A make and a Criterion in a copy of the checkout are not parts of those that run this test. */
#define IN_COPY "unset MAKEFLAGS MAKELEVEL PAUSEBENCH_ALONE BXFI_MAP; cd build/tests/%s && "

/* The lines of all blocks ```diff of PAGE, to be freed. */
static char *diff_of_page(const char *page)
{
	char *text = file_read(page, NULL), *ret = calloc(1, strlen(text) + 1);
	bool inside = false;

	for (char *line = text, *end; *line; line = end) {
		end = strchr(line, '\n');
		end = end ? end + 1 : line + strlen(line);
		if (!strncmp(line, "```", 3))
			inside = !strncmp(line, "```diff\n", 8);
		else if (inside)
			strncat(ret, line, (size_t)(end - line));
	}
	free(text);
	return ret;
}

/* The first line in which A and B differ, in RET, or NULL. */
static const char *first_difference(const char *a, const char *b, char *ret, size_t size)
{
	unsigned line = 1;

	for (; *a == *b; a++, b++) {
		if (!*a)
			return NULL;
		if (*a == '\n')
			line++;
	}
	snprintf(ret, size, "line %u: '%.60s' instead of '%.60s'", line, a, b);
	return ret;
}

static void page_shows(const char *page, const char *patch)
{
	char *shown = diff_of_page(page), *file = file_read(patch, NULL), difference[256];

	cr_expect_null(first_difference(shown, file, difference, sizeof(difference)), "%s does not show %s: %s", page, patch,
	               difference);
	free(shown);
	free(file);
}

/* Runs a COMMAND that stands on PAGE, on a line of its own, in the copy COPY; it must succeed and print SHOWN. */
static void follow(const char *page, const char *copy, const char *command, const char *shown)
{
	char *text = file_read(page, NULL), line[256];
	struct command c;

	snprintf(line, sizeof(line), "\n%s\n", command);
	cr_expect_not_null(strstr(text, line), "%s does not show the command %s", page, command);
	free(text);
	command_run(&c, IN_COPY "%s 2>&1", copy, command);
	cr_assert_eq(c.status, 0, "%s: exit status %d\n%s", command, c.status, c.out);
	cr_assert_not_null(strstr(c.out, shown), "%s does not print '%s'\n%s", command, shown, c.out);
	command_release(&c);
}

/* The hunt for MUTANT in the copy has found RULE broken. */
static void was_caught(const char *copy, const char *mutant, const char *rule)
{
	char path[160], expected[64], *json;

	snprintf(path, sizeof(path), "build/tests/%s/build/mutants/%s.json", copy, mutant);
	snprintf(expected, sizeof(expected), "\"rule\": \"%s\"", rule);
	json = file_read(path, NULL);
	cr_expect_not_null(strstr(json, expected), "%s: %s", path, json);
	free(json);
}

static void copy_and_patch(const char *copy, const char *patch, const char *parts)
{
	struct command c;

	command_run(&c, "tests/unit/support/copy.sh build/tests/%s %s", copy, parts);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	command_run(&c, "patch -d build/tests/%s -p1 -s -F0 --no-backup-if-mismatch < %s", copy, patch);
	cr_assert_eq(c.status, 0, "%s does not apply any more; change it and its page: %s%s", patch, c.out, c.err);
	command_release(&c);
}

static void remove_copy(const char *copy)
{
	struct command c;

	command_run(&c, "rm -rf build/tests/%s", copy);
	command_release(&c);
}

Test(how_to, the_page_about_a_counter_shows_its_patch)
{
	page_shows("doc/develop/add-a-counter.md", "tests/data/how_to/add_a_counter.patch");
}

/* The commands of the page, in its order. */
Test(how_to, a_counter_is_added_as_the_page_says)
{
	static const char page[] = "doc/develop/add-a-counter.md", copy[] = "add_a_counter";

	copy_and_patch(copy, "tests/data/how_to/add_a_counter.patch", "gen obj plain libpausemodel.a mutants/pch");
	follow(page, copy, "make build/pausebench", "");
	follow(page, copy, "build/pausebench run --dut bcm5718 --stim tests/data/stimuli/bcm5718/counters_64_octets.stim",
	       "findings  0");
	follow(page, copy, "build/pausebench regress --dut bcm5718 --dut bcm5718_alt --seeds 1..5", "PASS: 0 findings");
	follow(page, copy, "make build/mutants/bcm5718/counts_shorter_than_64.json", "");
	was_caught(copy, "bcm5718/counts_shorter_than_64", "count-rx");
	follow(page, copy, "make build/tests/unit", "");
	follow(page, copy, "build/tests/unit --filter 'regs*/*'", "Failing: 0");
	remove_copy(copy);
}

Test(how_to, the_page_about_a_device_shows_its_patch)
{
	page_shows("doc/develop/add-a-device.md", "tests/data/how_to/add_a_device.patch");
}

/* Most objects of the bench are compiled anew, for the speed of this test and not of the bench. */
Test(how_to, a_device_is_added_as_the_page_says)
{
	static const char page[] = "doc/develop/add-a-device.md", copy[] = "add_a_device";

	setenv("CFLAGS", "-O0", 1);
	copy_and_patch(copy, "tests/data/how_to/add_a_device.patch", "gen obj plain libpausemodel.a mutants/pch");
	follow(page, copy, "make build/pausebench", "");
	follow(page, copy, "build/pausebench run --dut minimac --stim tests/data/stimuli/minimac/minimac_counters.stim",
	       "findings  0");
	follow(page, copy, "build/pausebench regress --dut minimac --seeds 1..20", "PASS: 0 findings");
	follow(page, copy, "make build/mutants/minimac/minimac_opcode_ignored.json", "");
	was_caught(copy, "minimac/minimac_opcode_ignored", "pause-opcode");
	remove_copy(copy);
}

/* The lines of README.md that show the group of the planted fault. */
static char *group_of_the_readme(void)
{
	char *text = file_read("README.md", NULL), *begin = strstr(text, "```text\nGROUP 1 "), *end, *ret;

	cr_assert_not_null(begin, "README.md shows no group");
	begin = strchr(begin, '\n') + 1;
	end = strstr(begin, "```");
	ret = strndup(begin, (size_t)(end - begin));
	free(text);
	return ret;
}

/* Leaves of a LINE of a group what does not depend on the runs of the suite: the rule and its place; else what the line is about. */
static void cut_what_varies(char *line)
{
	enum { LABEL = 12 };

	if (!strncmp(line, "GROUP", 5))
		line[8 + strcspn(line + 8, "0123456789")] = 0;
	else if (strncmp(line, "  rule", 6) != 0 && strlen(line) > LABEL)
		line[strncmp(line, "    ", 4) ? LABEL : 0] = 0;
}

Test(how_to, the_first_fault_is_found_as_the_readme_says)
{
	static const char page[] = "README.md", copy[] = "readme";
	char *group = group_of_the_readme(), *rest = group;
	struct command c;

	setenv("CFLAGS", "-O0", 1);
	copy_and_patch(copy, "/dev/null", "gen obj plain libpausemodel.a");
	follow(page, copy, "patch -p1 < tests/data/mutants/bcm5718/overwrite_only_larger.patch", "");
	command_run(&c, IN_COPY "NO_INSTALL=1 make smoke DUT=bcm5718 2>&1", copy);
	cr_expect_eq(c.status, 2, "exit status %d", c.status);
	for (char *line = strtok_r(group, "\n", &rest), *at = c.out; line; line = strtok_r(NULL, "\n", &rest)) {
		cut_what_varies(line);
		at = strstr(at, line);
		cr_assert_not_null(at, "README.md shows '%s', but there is:\n%s", line, c.out);
	}
	command_release(&c);
	follow(page, copy, "patch -R -p1 < tests/data/mutants/bcm5718/overwrite_only_larger.patch", "");
	free(group);
	remove_copy(copy);
}
