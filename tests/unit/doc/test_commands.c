/* SPDX-License-Identifier: Apache-2.0 */
/* The commands of the pages: each block ```sh or ```console is run, or a comment in front of it says why not; commands that are not run exist at least.
 *
 * In front of a block may stand, each in a line of its own:
 *   <!-- not run: REASON -->           nothing of it is run; its targets, verbs, options and files have to exist
 *   <!-- run instead: COMMANDS -->     these are run, in its place; they may have several lines
 *   <!-- run before: COMMANDS -->      these are run first: what a reader does by hand, such as an edit
 *   <!-- ends with N -->               N is the exit status of its last command
 * A block ```console has commands behind "$ ", and below them what they print: lines with "..." for any text, in their order, of which others may be left
 * out. The blocks of a page are run one after the other by one shell, in a folder that has the files of the checkout; ~/pausebench is the checkout. */
#include "support.h"

#include <ctype.h>
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 65536, ROOM_SIZE = 160, WORD_SIZE = 256, SECONDS_MAX = 600 };

struct block {
	unsigned line;      /* of the page, in which it begins */
	char language[32];  /* behind the ```; "" if nothing is there */
	char reason[512];   /* of "not run:", or "" */
	char instead[2048]; /* of "run instead:", or "" */
	char before[2048];  /* of "run before:", or "" */
	int ends_with;
	char text[TEXT_SIZE];
};

/* A page under test, and what is wrong with it, a line each. */
struct check {
	const char *page;
	FILE *complaints;
};

static void complain(struct check *check, unsigned line, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void complain(struct check *check, unsigned line, const char *format, ...)
{
	va_list values;

	fprintf(check->complaints, "%s:%u: ", check->page, line);
	va_start(values, format);
	vfprintf(check->complaints, format, values);
	va_end(values);
	fputc('\n', check->complaints);
}

/* ---- blocks ---- */

/* Takes the comment at AT, "<!-- ... -->", into BLOCK if it is one of ours. */
static void take_comment(struct block *block, const char *at)
{
	const char *end = strstr(at, " -->");
	int length = end ? (int)(end - at) : 0;

	if (!strncmp(at, "<!-- not run: ", 14))
		snprintf(block->reason, sizeof(block->reason), "%.*s", length - 14, at + 14);
	else if (!strncmp(at, "<!-- run instead: ", 18))
		snprintf(block->instead, sizeof(block->instead), "%.*s", length - 18, at + 18);
	else if (!strncmp(at, "<!-- run before: ", 17))
		snprintf(block->before, sizeof(block->before), "%.*s", length - 17, at + 17);
	else if (!strncmp(at, "<!-- ends with ", 15))
		block->ends_with = atoi(at + 15);
}

/* Returns the next block of the page from *AT on and moves *AT behind it; *LINE counts the lines. False: there is none. */
static bool block_next(const char **at, unsigned *line, struct block *ret)
{
	bool inside = false;
	size_t used = 0;

	*ret = (struct block){ .line = 0 };
	for (const char *p = *at; *p; (*line)++) {
		size_t length = strcspn(p, "\n");
		if (!strncmp(p, "```", 3) && inside) {
			*at = p + length + !!p[length];
			(*line)++;
			return true;
		}
		if (!strncmp(p, "```", 3)) {
			inside = true;
			ret->line = *line;
			snprintf(ret->language, sizeof(ret->language), "%.*s", (int)length - 3, p + 3);
		} else if (inside) {
			cr_assert_lt(used + length + 2, sizeof(ret->text), "line %u", *line);
			used += (size_t)sprintf(ret->text + used, "%.*s\n", (int)length, p);
		} else if (!strncmp(p, "<!-- ", 5) && strstr(p, "-->")) {
			const char *end = strstr(p, "-->");
			take_comment(ret, p);
			for (; p < end; p++)
				*line += *p == '\n';
			length = strcspn(p, "\n");
		} else if (length) { /* text: comments before it are about nothing */
			ret->reason[0] = ret->instead[0] = ret->before[0] = 0;
			ret->ends_with = 0;
		}
		p += length + !!p[length];
		*at = p;
	}
	return false;
}

static bool has_commands(const struct block *block)
{
	return !strcmp(block->language, "sh") || !strcmp(block->language, "console");
}

/* The commands of BLOCK, a copy to be freed. SAID, unless NULL, gets what they should print, to be freed. */
static char *commands_of(const struct block *block, char **said)
{
	char *copy = strdup(block->text), *commands = calloc(1, TEXT_SIZE), *prints = calloc(1, TEXT_SIZE), *rest = copy;
	bool console = !strcmp(block->language, "console"), goes_on = false;

	for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		bool command = !console || goes_on || !strncmp(line, "$ ", 2);
		strcat(strcat(command ? commands : prints, console && command && !goes_on ? line + 2 : line), "\n");
		goes_on = command && *line && line[strlen(line) - 1] == '\\';
	}
	free(copy);
	if (said)
		*said = prints;
	else
		free(prints);
	return commands;
}

/* ---- commands that are not run ---- */

/* True if "sh -c FORMAT" with WORD and OTHER succeeds. */
static bool holds(const char *format, const char *word, const char *other)
{
	char command[4 * WORD_SIZE];
	struct command c;
	bool ret;

	snprintf(command, sizeof(command), format, word, other);
	command_run(&c, "%s", command);
	ret = !c.status;
	command_release(&c);
	return ret;
}

static void check_make_word(struct check *check, unsigned line, const char *word)
{
	char name[WORD_SIZE];

	if (!strncmp(word, "build/", 6) || *word == '-' || *word == '~' || *word == '/')
		return;
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(word, "="), word);
	if (strchr(word, '=') && !holds("git grep -qwF '%s' -- Makefile '*.mk' '*.sh' '*.mk.in'%s", name, ""))
		complain(check, line, "nothing of make reads %s", name);
	if (!strchr(word, '=') && !holds("cat Makefile $(git ls-files '*.mk') | grep -qE '^%s:'%s", name, ""))
		complain(check, line, "make has no target %s", name);
}

/* A word behind a verb of PROGRAM, which is pausebench or pausebench-link. */
static void check_option(struct check *check, unsigned line, const char *program, const char *verb, const char *word)
{
	char option[WORD_SIZE], help[WORD_SIZE];

	if (strncmp(word, "--", 2) != 0)
		return;
	snprintf(option, sizeof(option), "%.*s", (int)strcspn(word, "="), word);
	snprintf(help, sizeof(help), "build/%s %s --help", program, verb);
	if (!holds("%s | grep -qe '%s\\>'", help, option))
		complain(check, line, "'%s %s' has no option %s", program, verb, option);
}

static void check_program(struct check *check, unsigned line, const char *program, char **word, size_t count)
{
	const char *verb = word[0];

	if (*verb != '-' && strcmp(verb, "help") != 0 && !holds("build/%s --help | grep -q '^  %s '", program, verb))
		complain(check, line, "%s has no verb %s", program, verb);
	else
		for (size_t i = 1; i < count; i++)
			check_option(check, line, program, verb, word[i]);
}

/* The words of one command: first come variables of its environment. A file that it names is there, or a patch of a how-to page makes it. */
static void check_words(struct check *check, unsigned line, char **word, size_t count)
{
	static const char *const folders[] = { "tests/", "tools/",    "ci/",   "doc/",    "formal/",
		                               "rtl/",   "examples/", "regs/", "models/", "tb/" };
	const char *slash, *program;
	size_t first = 0;

	while (first < count && strchr(word[first], '=') && isupper((unsigned char)*word[first]))
		first++;
	if (first == count)
		return;
	slash = strrchr(word[first], '/');
	program = slash ? slash + 1 : word[first];
	for (size_t i = first + 1; i < count && !strcmp(program, "make"); i++)
		if (strcmp(word[i - 1], "-C") != 0)
			check_make_word(check, line, word[i]);
	if ((!strcmp(program, "pausebench") || !strcmp(program, "pausebench-link")) && first + 1 < count)
		check_program(check, line, program, word + first + 1, count - first - 1);
	for (size_t i = first; i < count; i++)
		for (size_t f = 0; f < COUNT_OF(folders); f++)
			if (!strncmp(word[i], folders[f], strlen(folders[f])) && !strpbrk(word[i], "*<${") &&
			    !strstr(word[i], "...") && !file_is_there(word[i]) &&
			    !holds("grep -qx '+++ b/%s' tests/data/how_to/*.patch%s", word[i], ""))
				complain(check, line, "there is no %s", word[i]);
}

/* Cuts COMMANDS into words and looks at each command: quotation marks keep blanks together, # begins a comment. */
static void check_commands(struct check *check, unsigned line, char *commands)
{
	char *word[64], *p = commands, *out = commands;
	size_t count = 0;

	for (;;) {
		char *begin = out, quote = 0, end;
		while (*p == ' ' || !strncmp(p, "\\\n", 2))
			p += 1 + (*p == '\\');
		if (*p == '#')
			p += strcspn(p, "\n");
		for (; *p && (quote || !strchr(" \n;|&<>", *p)); p++) {
			if (*p == quote || (!quote && (*p == '\'' || *p == '"')))
				quote = quote ? 0 : *p;
			else
				*out++ = *p;
		}
		end = *p;
		p += !!end;
		*out++ = 0;
		if (*begin && count < COUNT_OF(word))
			word[count++] = begin;
		if (!end || strchr("\n;|&", end)) { /* of the command, too */
			check_words(check, line, word, count);
			count = 0;
		}
		if (!end)
			return;
	}
}

/* ---- commands that are run ---- */

/* True if LINE has what PATTERN says: "..." stands for any text. */
static bool fits(const char *line, const char *pattern)
{
	char piece[WORD_SIZE];

	while (*pattern) {
		const char *dots = strstr(pattern, "...");
		size_t length = dots ? (size_t)(dots - pattern) : strlen(pattern);
		snprintf(piece, sizeof(piece), "%.*s", (int)length, pattern);
		line = strstr(line, piece);
		if (!line)
			return false;
		line += strlen(piece);
		pattern += length + (dots ? 3 : 0);
	}
	return true;
}

/* Looks in PRINTED for the lines of SAID in their order; both are cut into lines. */
static void compare_lines(struct check *check, unsigned at, char *said, char *printed)
{
	char *line = strtok_r(printed, "\n", &printed), *rest = said;

	for (char *want = strtok_r(said, "\n", &rest); want; want = strtok_r(NULL, "\n", &rest)) {
		want += strspn(want, " ");
		while (line && !fits(line, want))
			line = strtok_r(NULL, "\n", &printed);
		if (!line) {
			complain(check, at, "it does not print, or not in this order: '%s'", want);
			return;
		}
		line = strtok_r(NULL, "\n", &printed);
	}
}

/* Adds what is run of BLOCK to SCRIPT: first a line that says which block begins. */
static void add_to_script(FILE *script, const struct block *block)
{
	char *commands = block->instead[0] ? strdup(block->instead) : commands_of(block, NULL);

	fprintf(script, "%s\necho '@@ %u'; echo '@@ %u' >&2\n", block->before, block->line, block->line);
	if (block->ends_with)
		fprintf(script,
		        "set +e\n%s\nstatus=$?; [ $status -eq %d ] || { echo \"exit status $status\" >&2; exit 99; }\nset -e\n",
		        commands, block->ends_with);
	else
		fprintf(script, "%s\n", commands);
	free(commands);
}

/* What the block at LINE of the page printed, to be freed: from its mark in OUT to the next one. */
static char *printed_by(const char *out, unsigned line)
{
	char mark[32];
	const char *begin, *end;

	snprintf(mark, sizeof(mark), "@@ %u\n", line);
	begin = strstr(out, mark);
	begin = begin ? begin + strlen(mark) : "";
	end = strstr(begin, "@@ ");
	return end ? strndup(begin, (size_t)(end - begin)) : strdup(begin);
}

/* A folder below build/tests with the files of the checkout, of which each is a link of its own (patch writes new files), the programs, and a home. */
static void make_room(char *room, const char *page)
{
	char name[ROOM_SIZE] = "pages/";
	struct command c;

	strncat(name, page, sizeof(name) - strlen(name) - 1);
	for (char *p = name + strlen("pages/"); *p; p++)
		*p = *p == '/' || *p == '.' ? '_' : *p;
	command_run(&c, "mkdir -p build/tests/pages");
	command_release(&c);
	scratch_make(room, ROOM_SIZE, name);
	command_run(&c,
	            "room=$PWD/%s; git ls-files -z --cached --others --exclude-standard | grep -zvE "
	            "'^tests/data/(judge|mutants/generated)/' | "
	            "xargs -0 cp -l --parents -t $room 2> $room/missing; mkdir $room/build $room/home && ln -s $PWD "
	            "$room/home/pausebench && "
	            "ln -s $PWD/build/pausebench* $PWD/build/gen $PWD/build/libpausemodel* $room/build",
	            room);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
}

/* Runs the file script in ROOM. */
static void run_script(struct check *check, const char *room, struct command *ret)
{
	const char *last;

	command_run(ret,
	            "unset MAKEFLAGS MAKELEVEL BXFI_MAP; export HOME=$PWD/%s/home; cd %s && timeout %d bash -euo "
	            "pipefail script",
	            room, room, SECONDS_MAX);
	last = ret->err;
	for (const char *at = last; (at = strstr(at, "@@ ")); at++)
		last = at;
	if (ret->status)
		complain(check, (unsigned)atoi(last + strspn(last, "@ ")), "exit status %d: %s", ret->status, last);
}

/* Checks BLOCK as far as nothing has to be run for it, and adds it to SCRIPT if it is run. Returns true if so. */
static bool check_block(struct check *check, const struct block *block, FILE *script)
{
	if (!block->language[0])
		complain(check, block->line, "the block does not say what it is: sh, console, text ...");
	if (!has_commands(block))
		return false;
	if (block->reason[0] || block->instead[0]) {
		char *commands = commands_of(block, NULL);
		check_commands(check, block->line, commands);
		free(commands);
	}
	if (!block->reason[0])
		add_to_script(script, block);
	return !block->reason[0];
}

/* Compares what the blocks ```console of TEXT say with OUT. */
static void compare_blocks(struct check *check, const char *text, const char *out)
{
	struct block *block = malloc(sizeof(*block));
	unsigned line = 1;

	while (block_next(&text, &line, block)) {
		char *said, *printed;
		if (strcmp(block->language, "console") != 0 || block->reason[0])
			continue;
		free(commands_of(block, &said));
		printed = printed_by(out, block->line);
		compare_lines(check, block->line, said, printed);
		free(said);
		free(printed);
	}
	free(block);
}

/* Checks all blocks of the page and runs those that are to be run. Returns what is wrong, to be freed. */
static char *complaints_about(const char *page, const char *text)
{
	char room[ROOM_SIZE], path[ROOM_SIZE + 8], *script = NULL, *ret = NULL;
	struct block *block = malloc(sizeof(*block));
	size_t size, ret_size, run = 0;
	FILE *out = open_memstream(&script, &size);
	struct check check = { page, open_memstream(&ret, &ret_size) };
	const char *at = text;
	unsigned line = 1;

	cr_assert(block && out && check.complaints);
	while (block_next(&at, &line, block))
		run += check_block(&check, block, out);
	fclose(out);
	if (run) {
		struct command c;
		make_room(room, page);
		snprintf(path, sizeof(path), "%s/script", room);
		file_write(path, script, size);
		run_script(&check, room, &c);
		if (!c.status)
			compare_blocks(&check, text, c.out);
		command_release(&c);
	}
	fclose(check.complaints);
	free(script);
	free(block);
	return ret;
}

struct page {
	char path[128];
};

ParameterizedTestParameters(commands, of_each_page_are_run_or_the_page_says_why_not)
{
	static struct page pages[64];
	size_t count = 0;
	glob_t found;

	if (glob("*.md", 0, NULL, &found) || glob("doc/*.md", GLOB_APPEND, NULL, &found) ||
	    glob("examples/*.md", GLOB_APPEND, NULL, &found) || glob("doc/*/*.md", GLOB_APPEND, NULL, &found))
		return cr_make_param_array(struct page, pages, 0);
	for (size_t i = 0; i < found.gl_pathc && count < COUNT_OF(pages); i++)
		snprintf(pages[count++].path, sizeof(pages[0].path), "%s", found.gl_pathv[i]);
	globfree(&found);
	return cr_make_param_array(struct page, pages, count);
}

ParameterizedTest(struct page *page, commands, of_each_page_are_run_or_the_page_says_why_not)
{
	char *text = file_read(page->path, NULL), *complaints = complaints_about(page->path, text);

	cr_expect_str_empty(complaints, "%s", complaints);
	free(complaints);
	free(text);
}

/* A command in an indented block would escape the test. */
Test(commands, stand_in_blocks_that_say_so)
{
	struct command c;

	command_run(&c,
	            "git ls-files '*.md' | xargs awk '/^```/ { inside = !inside } !inside && "
	            "/^    (\\$ |make |git |build\\/|pausebench |ci\\/|tools\\/|formal\\/|patch |cd )/ { print FILENAME \":\" "
	            "FNR \": \" $0 }'");
	cr_assert_eq(c.status, 0);
	cr_expect_str_empty(c.out, "commands outside of a block ```sh or ```console:\n%s", c.out);
	command_release(&c);
}

/* Each of these pages is wrong in one thing, and the test says so. */
Test(commands, a_page_that_is_wrong_is_found)
{
	static const struct {
		const char *text, *complaint;
	} cases[] = {
		{ "```\ntrue\n```\n", "page.md:1: the block does not say what it is" },
		{ "text\n\n```sh\ntrue\nfalse\n```\n", "page.md:3: exit status 1" },
		{ "```sh\ntrue\n```\n\n```sh\nbuild/pausebench run --dut bcm5718 --stim there_is_none\n```\n",
		  "page.md:5: exit status 2" },
		{ "<!-- ends with 1 -->\n```sh\ntrue\n```\n", "page.md:2: exit status 99" },
		{ "```console\n$ echo one; echo two\none\nthree\n```\n",
		  "page.md:1: it does not print, or not in this order: 'three'" },
		{ "```console\n$ echo one; echo two\ntwo\none\n```\n",
		  "page.md:1: it does not print, or not in this order: 'one'" },
		{ "<!-- run instead: false -->\n```sh\ntrue\n```\n", "page.md:2: exit status 1" },
		{ "<!-- not run: it takes long -->\nThis text ends it.\n```sh\nfalse\n```\n", "page.md:3: exit status 1" },
		{ "<!-- not run: it takes long -->\n```sh\nmake regres\n```\n", "page.md:2: make has no target regres" },
		{ "<!-- not run: it takes long -->\n```sh\nmake regress DUTT=bcm5718 # DUTS=\n```\n",
		  "page.md:2: nothing of make reads DUTT" },
		{ "<!-- not run: it takes long -->\n```sh\nA=1 build/pausebench runn\n```\n",
		  "page.md:2: pausebench has no verb runn" },
		{ "<!-- not run: it takes long -->\n```sh\ncd x && pausebench run --dut x --stm \\\n  y\n```\n",
		  "page.md:2: 'pausebench run' has no option --stm" },
		{ "<!-- not run: it takes long -->\n```sh\nls -l tests/none > tests/*\n```\n",
		  "page.md:2: there is no tests/none" },
	};
	static const char right[] =
	    "```console\n$ cd tests; \\\n  echo one two three; echo four; echo five\none ... three\nfive\n```\n\n"
	    "```sh\nls data\n```\n";
	char *complaints;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		complaints = complaints_about("page.md", cases[i].text);
		cr_expect(!strncmp(complaints, cases[i].complaint, strlen(cases[i].complaint)), "%s: '%s', not '%s'",
		          cases[i].text, complaints, cases[i].complaint);
		free(complaints);
	}
	complaints = complaints_about("page.md", right);
	cr_expect_str_empty(complaints, "%s", complaints);
	free(complaints);
}
