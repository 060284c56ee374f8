/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of times in README.md and doc/quality/performance.md are what make times makes of the kept results; no other time on the wall stands there. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char *const pages[] = { "README.md", "doc/quality/performance.md" };

Test(times, the_pages_have_the_kept_results)
{
	for (size_t i = 0; i < COUNT_OF(pages); i++) {
		struct command c;
		command_run(&c, "mk/times/pages.sh tools/how_good %s | diff -u %s - && grep -q '^<!-- times: waited -->$' %s",
		            pages[i], pages[i], pages[i]);
		cr_expect_eq(c.status, 0, "run make times PARTS=, and commit the page:\n%s%s", c.out, c.err);
		command_release(&c);
	}
}

/* A machine more is a column more, and what was not measured there says so. */
Test(times, a_machine_has_a_column)
{
	static const char rows[] =
	    "{\"schema_version\": 1, \"what\": \"times\", \"machine\": {\"cores\": 2, \"fault_us\": 8.25, \"fork_us\": 310}, "
	    "\"rows\": [{\"part\": \"regress\", \"commit\": \"0123abcd\", \"build_seconds\": 50.04, \"run_seconds\": 94.6, "
	    "\"build_cpu_seconds\": 90.2, \"run_cpu_seconds\": 180.4, "
	    "\"runs\": 16718}, "
	    "{\"part\": \"test\", \"commit\": \"4567abcd\", \"seconds\": 731.2, \"cpu_seconds\": 1204.4, \"parts\": [{\"part\": "
	    "\"unit tests\", "
	    "\"passed\": 1300, \"failed\": 0, \"cpu_seconds\": 629.3, \"wall_seconds\": 400}]}]}";
	static const char *const lines[] = {
		" 2 cores; a new page takes 8.25 us, a fork 310 us |\n",
		"\n| `make regress` in a fresh clone, packages present | 2 min 25 s, 4 min 31 s of CPU time; the build 50 "
		"s, and 16718 runs 95 s |\n",
		"\n| `make test` after `make regress` | 12 min 11 s, 20 min 4 s of CPU time |\n",
		"\n| `.ci/run` in a fresh clone, packages present | not measured |\n",
		"\nMeasured by `make times`, with commit 0123abcd, 4567abcd.\n",
		"\n| unit tests | 1300 | 0 | 629 | 400 |\n| all | | | 1204 | 731 |\n",
	};
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "times");
	text_write(folder, "times-dear.json", rows);
	command_run(&c, "mk/times/pages.sh %s doc/quality/performance.md > %s/page && cat %s/page", folder, folder, folder);
	cr_expect_eq(c.status, 0, "%s", c.err);
	for (size_t i = 0; i < COUNT_OF(lines); i++)
		cr_expect_not_null(strstr(c.out, lines[i]), "no '%s' in:\n%s", lines[i], c.out);
	command_release(&c);
	command_run(&c, "mk/times/pages.sh %s %s/page | cmp - %s/page", folder, folder, folder);
	cr_expect_eq(c.status, 0, "a page that has its tables changes: %s%s", c.out, c.err);
	command_release(&c);
	command_run(&c, "printf '<!-- times: waited -->\\n' > %s/page; mk/times/pages.sh %s %s/page", folder, folder, folder);
	cr_expect_eq(c.status, 2, "a table without an end: %d", c.status);
	command_release(&c);
	command_run(&c, "printf '<!-- times: walked -->\\n<!-- end of times -->\\n' > %s/page; mk/times/pages.sh %s %s/page",
	            folder, folder, folder);
	cr_expect_neq(c.status, 0, "a table that there is not: %d", c.status);
	command_release(&c);
}

/* Prints the paragraphs of the pages in which a time in seconds or minutes stands outside of the tables; CPU time is another matter. */
#define BY_HAND                                                                                                                \
	"awk '/^<!-- times: /, /^<!-- end of times -->$/ { print \"\"; next } { print }' '%s' | awk -v RS= "                   \
	"'/(^|[^0-9a-z.])([0-9][0-9.,]*[ \\n](s|sec|seconds?|min)|(a|[0-9][0-9.,]*)[ \\n](minutes?|hours?))([^a-z0-9]|$)/ && " \
	"!/CPU|[Uu]ser time/'"

Test(times, no_time_on_the_wall_is_written_by_hand)
{
	static const char *const sentences[] = { "It takes 3 to 9 seconds.", "It takes about\\na minute.",
		                                 "| `.ci/run` | 20 min |", "in 1.5 s" };
	struct command c;
	char folder[64];

	for (size_t i = 0; i < COUNT_OF(pages); i++) {
		command_run(&c, BY_HAND, pages[i]);
		cr_expect_str_empty(c.out, "%s: measure it (make times), or leave it out:\n%s", pages[i], c.out);
		command_release(&c);
	}
	scratch_make(folder, sizeof(folder), "times_by_hand");
	for (size_t i = 0; i < COUNT_OF(sentences); i++) {
		command_run(&c, "printf 'Before.\\n\\n%s\\n\\nAfter.\\n' > %s/page; " BY_HAND, sentences[i], folder,
		            "build/tests/times_by_hand/page");
		cr_expect_neq(c.out[0], '\0', "'%s' was not seen", sentences[i]);
		command_release(&c);
	}
}
