/* SPDX-License-Identifier: Apache-2.0 */
/* The pages of the repository as text. */
#include "support.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 119 };

/* The pages that people read, for globfree(). */
static void pages_find(glob_t *ret)
{
	cr_assert_eq(glob("*.md", 0, NULL, ret), 0);
	cr_assert_eq(glob("doc/*.md", GLOB_APPEND, NULL, ret), 0);
	cr_assert_eq(glob(".github/ISSUE_TEMPLATE/*.md", GLOB_APPEND, NULL, ret), 0);
}

/* Characters of UTF-8. */
static size_t columns(const char *line, size_t len)
{
	size_t count = 0;

	for (size_t i = 0; i < len; i++)
		count += (line[i] & 0xC0) != 0x80;
	return count;
}

static void expect_narrow(const char *path)
{
	char *text = file_read(path, NULL);
	bool in_diff = false;
	unsigned number = 1;

	for (char *line = text; *line; number++) {
		size_t len = strcspn(line, "\n");
		if (!strncmp(line, "```", 3))
			in_diff = !strncmp(line, "```diff", 7);
		if (*line != '|' && !in_diff)
			cr_expect_leq(columns(line, len), COLUMNS_MAX, "%s:%u: %zu columns", path, number, columns(line, len));
		line += len + !!line[len];
	}
	free(text);
}

/* But for tables, and for diffs, which show the lines of a file as they are. */
Test(pages, no_line_of_text_has_120_columns)
{
	glob_t pages;

	pages_find(&pages);
	for (size_t i = 0; i < pages.gl_pathc; i++)
		expect_narrow(pages.gl_pathv[i]);
	globfree(&pages);
}

/* A link to a page or a picture that is not there helps nobody. */
Test(pages, links_lead_to_files)
{
	glob_t pages;

	pages_find(&pages);
	for (size_t i = 0; i < pages.gl_pathc; i++) {
		const char *page = pages.gl_pathv[i], *slash = strrchr(page, '/');
		char *text = file_read(page, NULL), target[128], path[192];
		for (char *p = strstr(text, "]("); p; p = strstr(p + 1, "](")) {
			if (sscanf(p, "](%127[^)# ]", target) != 1 || !strchr(target, '.'))
				continue;
			snprintf(path, sizeof(path), "%.*s%s", slash ? (int)(slash + 1 - page) : 0, page, target);
			cr_expect(file_is_there(path), "%s: there is no %s", page, path);
		}
		free(text);
	}
	globfree(&pages);
}
