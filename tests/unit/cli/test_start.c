/* SPDX-License-Identifier: Apache-2.0 */
/* What a start of the program costs: memory that it touches for the first time, and libraries. */
#include "library/library.h"
#include "run/start.h"
#include "cli_support.h"

#include <link.h>

/* The count depends on the kernel by a few; where a loaded or relocated library comes back it is more by dozens to hundreds. */
Test(start, touches_little_memory)
{
	struct env_error error;
	struct start start;

	cr_assert_eq(start_measure("build/pausebench", &start, &error), 0, "%s", error.text);
	cr_expect_leq(start.page_faults, START_FAULTS_MAX, "%ld page faults", start.page_faults);
	cr_expect_gt(start.page_faults, 0);
}

Test(start, binds_no_table_and_few_libraries)
{
	struct command c;

	command_run(&c, "readelf -d build/pausebench | sed -n 's/.*(NEEDED).*\\[\\(lib[a-z]*\\)\\..*/\\1/p' | grep -v libatomic "
	                "| sort | tr '\\n' ' '");
	cr_expect_str_eq(c.out, "libc ", "%s", c.out);
	command_release(&c);
	command_run(&c, "readelf -rW build/pausebench | grep -c '_RELATIVE'");
	cr_expect_str_eq(c.out, "0\n", "tables with relocations: %s", c.out);
	command_release(&c);
}

/* Puts a file that is no library in the place of FILE; returns the assignment for a shell. */
static const char *without(const char *file)
{
	static char path[] = "LD_LIBRARY_PATH=build/tests/start";
	char folder[64];

	scratch_make(folder, sizeof(folder), "start");
	text_write(folder, file, "this is no library\n");
	return path;
}

/* A library that is missing is said in one line before the verb begins, and other verbs work without it. */
Test(start, a_missing_library_names_its_package)
{
	static const struct {
		const char *file, *arguments, *package;
	} cases[] = {
		{ "libxml2.so.2", "regress --dut bcm5718 --suite smoke --out build/tests/start/r", "libxml2-dev" },
		{ "libsqlite3.so.0", "regress --dut bcm5718 --suite smoke --out build/tests/start/r", "libsqlite3-dev" },
		{ "libdeflate.so.0", "conform --dut bcm5718 --out build/tests/start/r", "libdeflate-dev" },
		{ "libjansson.so.4", "coverage doc/reference/json.md", "libjansson-dev" },
	};
	struct command c;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *assignment = without(cases[i].file);
		command_run(&c, "%s build/pausebench %s; status=$?; ls build/tests/start; exit $status", assignment,
		            cases[i].arguments);
		one_line(&c, cases[i].arguments);
		has(&c, cases[i].arguments, cases[i].file);
		has(&c, cases[i].arguments, cases[i].package);
		cr_expect_eq(c.status, 2, "%s: %d", cases[i].arguments, c.status);
		cr_expect(!strncmp(c.out, cases[i].file, strlen(cases[i].file)) && !strcmp(strchr(c.out, '\n'), "\n"),
		          "%s: it began: %s", cases[i].arguments, c.out);
		command_release(&c);
		command_run(&c, "%s build/pausebench list stimuli", assignment);
		cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
		command_release(&c);
	}
}

static int count_object(struct dl_phdr_info *info, size_t size, void *context)
{
	(void)info;
	(void)size;
	++*(size_t *)context;
	return 0;
}

/* The hash of a content has the libraries that the program is linked with, whatever it has loaded since. */
Test(start, libraries_that_are_loaded_later_are_not_counted)
{
	size_t before = 0;
	struct env_error error;

	cr_assert_eq(library_linked(), SIZE_MAX);
	dl_iterate_phdr(count_object, &before);
	for (enum library l = 0; l < LIBRARY_COUNT; l++)
		cr_expect_eq(library_need(l, &error), 0, "%s", error.text);
	cr_expect_eq(library_linked(), before);
	cr_expect_not_null(library_function(LIBRARY_SQLITE, "sqlite3_open_v2"));
}
