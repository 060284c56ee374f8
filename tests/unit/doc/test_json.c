/* SPDX-License-Identifier: Apache-2.0 */
/* doc/reference/json.md against files that the tool has written: each member that a file has is on the page, and each member on the page that is not marked
 * "may" is in the files. */
#include "cli_support.h"

#include <stdlib.h>
#include <sys/stat.h>

enum { ROWS_MAX = 256, PATH_SIZE = 128 };

struct row {
	char path[PATH_SIZE]; /* "duts[].rules.<rule>" */
	bool finding, may, seen;
};
struct section {
	struct row row[ROWS_MAX];
	size_t count;
};

/* Adds the members that a row of a table names between grave accents, with its type. */
static void add_row(struct section *section, char *line)
{
	char *second = strstr(line, "` |"), *type = second ? second + 3 : NULL, *end = type ? strchr(type, '|') : NULL;

	cr_assert(end, "no type: %s", line);
	*end = 0;
	*type = 0;
	for (char *name = strchr(line, '`'); name; name = strchr(strchr(name + 1, '`') + 1, '`')) {
		struct row *row = &section->row[section->count++];
		cr_assert_lt(section->count, ROWS_MAX);
		snprintf(row->path, sizeof(row->path), "%.*s", (int)strcspn(name + 1, "`"), name + 1);
		row->may = strstr(type + 1, "may");
		row->finding = !strncmp(type + 1, "finding", 7);
	}
}

/* Reads the section NAME of the page into RET. */
static void read_section(const char *name, struct section *ret)
{
	char head[64], *page = file_read("doc/reference/json.md", NULL), *line;

	snprintf(head, sizeof(head), "\n## %s\n", name);
	line = strstr(page, head);
	cr_assert_not_null(line, "no section %s", name);
	*ret = (struct section){ .count = 0 };
	for (line += strlen(head); *line && strncmp(line, "## ", 3);) {
		size_t len = strcspn(line, "\n");
		char copy[512];
		cr_assert_lt(len, sizeof(copy));
		snprintf(copy, sizeof(copy), "%.*s", (int)len, line);
		if (!strncmp(copy, "| `", 3))
			add_row(ret, copy);
		line += len + !!line[len];
	}
	free(page);
}

/* True if PATH is what PATTERN says; <name> stands for all up to the next dot of the pattern. ONLY_BEGINS: or PATTERN goes on after it. */
static bool fits(const char *pattern, const char *path, bool only_begins)
{
	for (; *pattern; pattern++) {
		if (*pattern == '<') {
			pattern = strchr(pattern, '>');
			path += pattern[1] ? strcspn(path, ".") : strlen(path);
			continue;
		}
		if (!*path && only_begins)
			return *pattern == '.' || *pattern == '[';
		if (*pattern != *path++)
			return false;
	}
	return !*path;
}

static void walk(struct section *section, struct section *findings, const json_t *value, const char *path, const char *file);

/* Visits a member; a list without objects is a value. */
static void visit(struct section *section, struct section *findings, const json_t *value, const char *path, const char *file)
{
	bool on_page = false, inside = false;

	for (size_t i = 0; i < section->count; i++) {
		struct row *row = &section->row[i];
		if (fits(row->path, path, false)) {
			on_page = row->seen = true;
			if (row->finding) {
				walk(findings, NULL, value, "", file);
				return;
			}
		}
		inside = inside || fits(row->path, path, true);
	}
	cr_expect(on_page || inside, "%s: '%s' is not in doc/reference/json.md", file, path);
	walk(section, findings, value, path, file);
}

static void walk(struct section *section, struct section *findings, const json_t *value, const char *path, const char *file)
{
	char inner[PATH_SIZE];
	const char *key;
	json_t *member;
	size_t i;

	json_object_foreach((json_t *)(uintptr_t)value, key, member)
	{
		snprintf(inner, sizeof(inner), "%s%s%s", path, *path ? "." : "", key);
		visit(section, findings, member, inner, file);
	}
	json_array_foreach(value, i, member)
	{
		snprintf(inner, sizeof(inner), "%s[]", path);
		if (json_is_object(member))
			visit(section, findings, member, inner, file);
	}
}

/* Compares the file PATH with the section NAME. */
static void expect_documented(const char *name, const char *path)
{
	struct section *section = calloc(2, sizeof(*section));
	json_t *root = json_read(path);

	read_section(name, &section[0]);
	read_section("finding", &section[1]);
	walk(&section[0], &section[1], root, "", path);
	for (size_t i = 0; i < section[0].count; i++)
		cr_expect(section[0].row[i].seen || section[0].row[i].may, "%s has no '%s', which doc/reference/json.md says",
		          path, section[0].row[i].path);
	cr_expect(json_is_integer(json_object_get(root, "schema_version")), "%s", path);
	json_decref(root);
	free(section);
}

static void run(int status, const char *command)
{
	struct command c;

	command_run(&c, "%s", command);
	cr_expect_eq(c.status, status, "%s: %d\n%s%s", command, c.status, c.out, c.err);
	command_release(&c);
}

Test(json, the_files_of_a_regression_are_on_the_page)
{
	json_t *root;

	scratch_make((char[64]){ 0 }, 64, "json");
	cr_assert_eq(mkdir("build/tests/json/s", 0777), 0);
	file_write("build/tests/json/s/wrong.stim", failing, strlen(failing));
	file_write("build/tests/json/s/good.stim", passing, strlen(passing));
	run(1, "build/pausebench regress --dut bcm5718 --seeds 1..3 --stimuli build/tests/json/s --out build/tests/json/r "
	       "--exercised "
	       "build/tests/json/r/exercised.json");
	expect_documented("summary.json", "build/tests/json/r/summary.json");
	expect_documented("exercised.json", "build/tests/json/r/exercised.json");
	expect_documented("report.json", "build/tests/json/r/failures/bcm5718-wrong/report.json");
	expect_documented("report.json", "build/tests/json/r/failures/bcm5718-wrong/reduced/report.json");
	expect_documented("story.json", "build/tests/json/r/failures/bcm5718-wrong/reduced/story.json");
	/* seeds that fail, and their frames in a story */
	run(1, "build/pausebench regress --dut bcm5718 --suite seeds --seeds 1..2 --max-cycles 900 --out build/tests/json/seeds");
	expect_documented("summary.json", "build/tests/json/seeds/summary.json");
	/* both ran into the same limit */
	root = json_read("build/tests/json/seeds/summary.json");
	cr_expect_eq(json_array_size(json_object_get(root, "groups")), 1);
	json_decref(root);
}

Test(json, the_conformance_statement_is_on_the_page)
{
	scratch_make((char[64]){ 0 }, 64, "json_conform");
	run(1, "build/pausebench conform --dut bcm5718 --seeds 1..10 --out build/tests/json_conform --json "
	       "build/tests/json_conform/conform.json || [ $? -lt 2 ] && false");
	expect_documented("conform.json", "build/tests/json_conform/conform.json");
}

Test(json, the_speeds_are_on_the_page)
{
	scratch_make((char[64]){ 0 }, 64, "json_bench");
	run(0, "build/pausebench bench --dut bcm5718 --repeats 5 --cycles 20000 --json build/tests/json_bench/bench.json");
	expect_documented("bench.json", "build/tests/json_bench/bench.json");
}

Test(json, the_report_of_a_link_is_on_the_page)
{
	scratch_make((char[64]){ 0 }, 64, "json_link");
	run(0, "build/pausebench-link run --link tests/data/links/saturated.link --json build/tests/json_link/link.json");
	expect_documented("link.json", "build/tests/json_link/link.json");
}

Test(json, the_figures_of_generated_mutants_are_on_the_page)
{
	expect_documented("mutants.json", "tools/how_good/mutants.json");
}

/* Mutant 3 survived another suite and mutant 4 belongs to another netlist, so that nobody knows of them; of 4 there is a proof all the same, and of 2 one of
 * another netlist. */
Test(json, the_mutants_of_a_mac_are_on_the_page)
{
	static const char text[] =
	    "content aa bb\nruns 3 1 0\nkilled k 1 black-box tx-lost seed-1 seed 1 20\nsurvived k 2 black-box s 3 40\n"
	    "survived k 3 black-box t 3 40\nkilled old 4 black-box tx-lost seed-1 seed 1 20\n";
	static const char proofs[] = "equivalent p 4 state\nequivalent q 2 state\nunknown p 3 state\n";
	json_t *root;
	char *points;

	scratch_make((char[64]){ 0 }, 64, "json_mac");
	file_write("build/tests/json_mac/journal", text, strlen(text));
	file_write("build/tests/json_mac/proofs", proofs, strlen(proofs));
	file_write("build/tests/json_mac/unproved", "why\n", 4);
	run(0, "sh -c 'cd build/tests/json_mac && for i in 1 2 3 4; do echo mutate -ctrl planted 16 $i -mode inv -cell x -port Y "
	       "-portbit $i "
	       "-src /home/rtl/a.v:$i.1-$i.9; done > mutations && awk -v name=m -v key=k -v suite=s -v seeds=2 -v files=1 -v "
	       "seconds=9 -v home=/home/ "
	       "-v bench=b -v proof=p -v unproved=unproved -v points=points -v json=mutants.json -f "
	       "../../../tools/generated/in_suite.awk -f "
	       "../../../tools/generated/names.awk -f "
	       "../../../tools/generated/mac.awk file=1 journal "
	       "file=2 journal file=3 proofs file=4 mutations > said'");
	expect_documented("mutants.json of a MAC", "build/tests/json_mac/mutants.json");
	root = json_read("build/tests/json_mac/mutants.json");
	cr_expect_eq(number(root, "made"), 4);
	cr_expect_eq(number(root, "killed"), 1);
	cr_expect_eq(number(root, "survived"), 1);
	cr_expect_eq(number(root, "equivalent"), 1);
	cr_expect_eq(number(root, "not_hunted"), 1);
	cr_expect_str_eq(json_string_value(json_array_get(json_object_get(root, "survivors"), 0)), "rtl/a.v:2 x.Y[2]:inv");
	json_decref(root);
	points = file_read("build/tests/json_mac/points", NULL);
	cr_expect_str_eq(points, "reached mutant /home/rtl/a.v:1 x.Y[1]:inv\nopen mutant /home/rtl/a.v:2 x.Y[2]:inv\n"
	                         "unhunted mutant /home/rtl/a.v:3 x.Y[3]:inv\nequivalent mutant /home/rtl/a.v:4 x.Y[4]:inv\n");
	free(points);
}
