/* SPDX-License-Identifier: Apache-2.0 */
/* The pages of the repository as text. */
#include "support.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { COLUMNS_MAX = 119 };

/* The pages that people read, for globfree(). */
static void pages_find(glob_t *ret)
{
	cr_assert_eq(glob("*.md", 0, NULL, ret), 0);
	cr_assert_eq(glob("doc/*.md", GLOB_APPEND, NULL, ret), 0);
	cr_assert_eq(glob("doc/*/*.md", GLOB_APPEND, NULL, ret), 0);
	cr_assert_eq(glob(".github/ISSUE_TEMPLATE/*.md", GLOB_APPEND, NULL, ret), 0);
	cr_assert_eq(glob("examples/*.md", GLOB_APPEND, NULL, ret), 0);
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

/* The heading of LENGTH characters as servers make an anchor of it: in small letters, blanks as '-', without other punctuation. */
static void make_anchor(char *ret, size_t size, const char *heading, size_t length)
{
	size_t used = 0;

	for (size_t i = 0; i < length && used + 1 < size; i++)
		if (isalnum((unsigned char)heading[i]) || strchr("-_ ", heading[i]))
			ret[used++] = heading[i] == ' ' ? '-' : (char)tolower((unsigned char)heading[i]);
	ret[used] = 0;
}

static bool has_heading(const char *path, const char *anchor)
{
	char *text = file_read(path, NULL), made[128];
	bool found = false;

	for (char *p = strstr(text, "\n#"); p && !found; p = strstr(p + 1, "\n#")) {
		const char *heading = p + 1 + strspn(p + 1, "# ");
		make_anchor(made, sizeof(made), heading, strcspn(heading, "\n"));
		found = !strcmp(made, anchor);
	}
	free(text);
	return found;
}

/* A link to a heading that is not there shows the top of a page, where the reader looks for it. */
Test(pages, links_lead_to_headings)
{
	unsigned links = 0;
	glob_t pages;

	pages_find(&pages);
	for (size_t i = 0; i < pages.gl_pathc; i++) {
		const char *page = pages.gl_pathv[i], *slash = strrchr(page, '/');
		char *text = file_read(page, NULL), target[128], path[192];
		for (char *p = strstr(text, "]("); p; p = strstr(p + 1, "](")) {
			const char *anchor;
			if (sscanf(p, "](%127[^) ]", target) != 1 || strstr(target, "://") || !strchr(target, '#'))
				continue;
			anchor = strchr(target, '#') + 1;
			snprintf(path, sizeof(path), "%.*s%.*s", slash ? (int)(slash + 1 - page) : 0, page,
			         (int)strcspn(target, "#"), target);
			if (*target == '#')
				snprintf(path, sizeof(path), "%s", page);
			cr_expect(!file_is_there(path) || has_heading(path, anchor), "%s: %s has no heading #%s", page, path,
			          anchor);
			links++;
		}
		free(text);
	}
	cr_expect_gt(links, 10);
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

/* A page that the map does not name is one that nobody finds. */
Test(pages, each_page_is_on_the_map)
{
	char *map = file_read("doc/README.md", NULL);
	glob_t pages;

	cr_assert_eq(glob("doc/*.md", 0, NULL, &pages), 0);
	cr_assert_eq(glob("doc/*/*.md", GLOB_APPEND, NULL, &pages), 0);
	for (size_t i = 0; i < pages.gl_pathc; i++) {
		const char *name = pages.gl_pathv[i] + strlen("doc/");
		char link[128];
		snprintf(link, sizeof(link), "](%s", name);
		cr_expect(!strcmp(name, "README.md") || strstr(map, link), "doc/README.md has no link to %s", name);
	}
	globfree(&pages);
	free(map);
}

/* Returns the next word between backticks that is a path of the checkout, from *AT on, or NULL; build/ is made by make. */
static char *path_next(char **at)
{
	for (char *begin = strchr(*at, '`'), *end; begin && (end = strchr(begin + 1, '`')); begin = strchr(*at, '`')) {
		*at = end + 1;
		*end = 0;
		if (strchr(begin, '/') && !strpbrk(begin, " *<") && strncmp(begin + 1, "build/", strlen("build/")) != 0)
			return begin + 1;
	}
	return NULL;
}

Test(pages, paths_of_the_architecture_are_there)
{
	char *text = file_read("doc/architecture.md", NULL), *at = text;
	unsigned paths = 0;

	for (const char *path = path_next(&at); path; path = path_next(&at), paths++) {
		struct stat status;
		bool there = !stat(path, &status), folder = there && S_ISDIR(status.st_mode);
		cr_expect(there, "doc/architecture.md: there is no %s", path);
		cr_expect(!there || folder == (path[strlen(path) - 1] == '/'), "doc/architecture.md: is %s a folder?", path);
	}
	cr_expect_gt(paths, 150);
	free(text);
}

static bool ends_with(const char *word, const char *end)
{
	size_t len = strlen(word), tail = strlen(end);

	return len > tail && !strcmp(word + len - tail, end);
}

/* Is NAME, of LENGTH characters, a whole word of TEXT with FOLLOWS behind it? */
static bool names(const char *text, const char *name, size_t length, const char *follows)
{
	for (const char *at = text; (at = strchr(at, *name)); at++)
		if (!strncmp(at, name, length) && !strncmp(at + length, follows, strlen(follows)) &&
		    (at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_')) &&
		    (*follows || (!isalnum((unsigned char)at[length]) && at[length] != '_')))
			return true;
	return false;
}

/* Looks up the functions of PAGE, and the ports and registers of Verilog. Returns how many there are, and what is wrong with them at *RET, to be freed. */
static unsigned look_up(const char *page, char *text, char **ret)
{
	char *file = NULL, path[128] = "";
	unsigned count = 0;
	size_t size;
	FILE *complaints = open_memstream(ret, &size);

	for (char *begin = strchr(text, '`'), *end; begin && (end = strchr(begin + 1, '`')); begin = strchr(end + 1, '`')) {
		const char *word = begin + 1;
		*end = 0;
		if (strchr(word, '/') && (ends_with(word, ".c") || ends_with(word, ".h") || ends_with(word, ".v"))) {
			free(file);
			snprintf(path, sizeof(path), "%s", word);
			file = file_is_there(path) ? file_read(path, NULL) : NULL;
		} else if (ends_with(word, "()")) {
			count++;
			if (!file || !names(file, word, strlen(word) - 2, "("))
				fprintf(complaints, "%s: %s is not in %s\n", page, word, *path ? path : "a file before it");
		} else if (ends_with(path, ".v") && (ends_with(word, "_q") || ends_with(word, "_i") || ends_with(word, "_o"))) {
			count++;
			if (!file || !names(file, word, strlen(word), ""))
				fprintf(complaints, "%s: %s is not in %s\n", page, word, path);
		}
	}
	free(file);
	fclose(complaints);
	return count;
}

/* Who looks for a behaviour is sent to a function. It stands behind its file: `tb/x/y.c` `function()`. */
Test(pages, functions_are_in_the_file_that_is_named_before_them)
{
	static const char *const pages[] = { "README.md",           "CONTRIBUTING.md",       "doc/README.md",
		                             "doc/architecture.md", "doc/develop/window.md", "doc/devices/ieee8023.md" };
	char wrong[] = "`tb/check/window/order.c` `order_starts()` `order_stops()`, `rtl/common/pause_rx.v` `timer_q` `time_q`",
	     *complaints;
	unsigned count = 0;

	for (size_t i = 0; i < COUNT_OF(pages); i++) {
		char *text = file_read(pages[i], NULL);
		count += look_up(pages[i], text, &complaints);
		cr_expect_str_empty(complaints, "%s", complaints);
		free(complaints);
		free(text);
	}
	cr_expect_gt(count, 20);
	cr_expect_eq(look_up("page.md", wrong, &complaints), 4);
	cr_expect_str_eq(complaints, "page.md: order_stops() is not in tb/check/window/order.c\n"
	                             "page.md: time_q is not in rtl/common/pause_rx.v\n");
	free(complaints);
}

/* A room is a folder of these; those within a room need no line. */
Test(pages, each_room_is_on_the_page_of_the_architecture)
{
	static const char *const places[] = { "regs/*/",  "rtl/*/",    "models/*/", "tb/*/", "tests/unit/*/",
		                              "tools/*/", "formal/*/", "ci/*/",     "mk/*/", "doc/*/" };
	char *text = file_read("doc/architecture.md", NULL), word[96];
	glob_t rooms;

	for (size_t i = 0; i < COUNT_OF(places); i++)
		cr_assert_eq(glob(places[i], i ? GLOB_APPEND : 0, NULL, &rooms), 0);
	for (size_t i = 0; i < rooms.gl_pathc; i++) {
		snprintf(word, sizeof(word), "`%s`", rooms.gl_pathv[i]);
		cr_expect(strstr(text, word), "doc/architecture.md does not say what %s is for", rooms.gl_pathv[i]);
	}
	globfree(&rooms);
	free(text);
}

/* The sources as one text without line ends, in which strings that C joins are one: searched for what messages have between their variable parts. */
#define SOURCES                                                                                                      \
	"git ls-files tb ci mk Makefile '*.mk' models regs | xargs cat | tr -d '\\n' | sed 's/\"[[:space:]]*\"//g; " \
	"s/\\\\\"/\"/g' "                                                                                            \
	"> %s"

/* A message that no program prints any more helps nobody. A row of a table begins with it, between backticks, and has "..." for what varies. */
Test(pages, each_message_of_the_troubleshooting_page_is_in_the_sources)
{
	enum { PIECE_MIN = 10 };
	static const char sources[] = "build/tests/messages";
	char *text = file_read("doc/use/troubleshooting.md", NULL), *rest = text, *all;
	unsigned pieces = 0;
	struct command c;

	command_run(&c, SOURCES, sources);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	all = file_read(sources, NULL);
	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		char *end = strncmp(line, "| `", 3) != 0 ? NULL : strchr(line + 3, '`');
		if (!end)
			continue;
		*end = 0;
		for (char *piece = line + 3, *dots; piece; piece = dots ? dots + 3 : NULL) {
			dots = strstr(piece, "...");
			if (dots)
				*dots = 0;
			if (strlen(piece) < PIECE_MIN)
				continue;
			pieces++;
			cr_expect(strstr(all, piece), "doc/use/troubleshooting.md: no program prints '%s'", piece);
		}
	}
	cr_expect_gt(pieces, 40);
	free(all);
	free(text);
}

/* Two rows of one word would say two things some day. */
Test(pages, the_glossary_explains_a_word_once)
{
	struct command c;

	command_run(&c, "awk -F '|' '/^\\| / && $2 !~ /^ (---|term) $/ { print $2; n++ } END { exit n < 60 }' "
	                "doc/reference/glossary.md | sort | "
	                "uniq -d");
	cr_expect_str_empty(c.out, "the glossary has more than one row of:\n%s", c.out);
	cr_expect_eq(c.status, 0);
	command_release(&c);
}
