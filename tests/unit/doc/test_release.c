/* SPDX-License-Identifier: Apache-2.0 */
/* The release has one number, wherever it stands. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { RELEASE_SIZE = 32 };

/* The word behind the first line of the file PATH that begins with HEAD. */
static void word_after(const char *path, const char *head, char ret[RELEASE_SIZE])
{
	char *text = file_read(path, NULL), *line = text;

	while (line && strncmp(line, head, strlen(head)))
		line = (line = strchr(line, '\n')) ? line + 1 : NULL;
	cr_assert(line && sscanf(line + strlen(head), "%31s", ret) == 1, "%s has no line '%s...'", path, head);
	free(text);
}

static void expect_printed(const char *command, const char *expected)
{
	struct command c;

	command_run(&c, "unset MAKEFLAGS MAKELEVEL; %s", command);
	cr_expect_eq(c.status, 0, "%s: %s", command, c.err);
	cr_expect(strstr(c.out, expected), "%s: '%s' expected, actual '%s'", command, expected, c.out);
	command_release(&c);
}

Test(release, makefile_changes_program_and_archive_name_one)
{
	char release[RELEASE_SIZE], newest[RELEASE_SIZE], expected[64];

	word_after("Makefile", "RELEASE := ", release);
	word_after("CHANGELOG.md", "## ", newest);
	cr_expect_str_eq(newest, release, "CHANGELOG.md begins with %s, the Makefile has RELEASE %s", newest, release);
	snprintf(expected, sizeof(expected), "pausebench %s (", release);
	expect_printed("build/pausebench --version", expected);
	expect_printed("build/pausebench --version", "; Verilator ");
	snprintf(expected, sizeof(expected), "build/pausebench-%s.tar.gz", release);
	expect_printed("make -n dist", expected);
}
