/* SPDX-License-Identifier: Apache-2.0 */
/* The hash of what a program is linked from is the same for all programs of the bench, so that what one of them passed is known to the others. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints, with the command in the rule that links the program TARGET, the hash of the bench; it builds nothing. */
static void hash_of(struct command *ret, const char *target)
{
	command_run(ret,
	            "unset MAKEFLAGS MAKELEVEL PAUSEBENCH_ALONE; line=$(make -n -W tb/seam/seam_table.c %s | "
	            "grep -o 'mk/content.sh [^>]*') && eval \"$line\" | grep -o 'content_bench = \"[0-9a-f]*\"'",
	            target);
	cr_assert_eq(ret->status, 0, "%s: %s", target, ret->err);
}

Test(content, every_program_has_the_same_bench)
{
	static const char *const others[] = { "ROWS=bcm5718_alt ROWS_NAME=a do-rows",
		                              "ROWS='ll10g ll10g_alt ll10g_any ll10g_ends' ROWS_NAME=b do-rows" };
	struct command all, c;

	hash_of(&all, "build/pausebench");
	cr_assert_eq(strlen(all.out), strlen("content_bench = \"\"\n") + 64, "%s", all.out);
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		hash_of(&c, others[i]);
		cr_expect_str_eq(c.out, all.out, "%s", others[i]);
		command_release(&c);
	}
	command_run(&c, "build/pausebench --version > /dev/null && grep -o 'content_bench = \"[0-9a-f]*\"' "
	                "build/pausebench.content/content.c");
	cr_expect_str_eq(c.out, all.out, "build/pausebench was linked from something else");
	command_release(&c);
	command_release(&all);
}

/* Each object counts, and so do the archives that are linked into the program. */
Test(content, another_object_is_another_hash)
{
	static const char hash[] = "mk/content.sh build '' %s | grep -o 'content_bench = .*'";
	static const char *const objects[] = { "a b c", "c b a", "a b", "a b d", "a b c c" };
	char folder[64], list[256], first[256] = "";
	struct command c;

	scratch_make(folder, sizeof(folder), "content");
	for (const char *name = "abcd"; *name; name++)
		text_write(folder, (const char[]){ *name, 0 }, (const char[]){ *name, '\n', 0 });
	for (size_t i = 0; i < COUNT_OF(objects); i++) {
		size_t used = 0;
		for (const char *name = objects[i]; *name; name++)
			if (*name != ' ')
				used += (size_t)snprintf(list + used, sizeof(list) - used, "%s/%c ", folder, *name);
		command_run(&c, hash, list);
		cr_assert_eq(c.status, 0, "%s", c.err);
		if (!i)
			snprintf(first, sizeof(first), "%s", c.out);
		cr_expect_eq(!strcmp(c.out, first), i < 2, "%s: %s", objects[i], c.out);
		command_release(&c);
	}
	command_run(&c, "unset MAKEFLAGS MAKELEVEL PAUSEBENCH_ALONE; make -n -W tb/seam/seam_table.c build/pausebench | grep -o "
	                "'mk/content.sh .*' | "
	                "grep -o '[^ /]*\\.a' | sort -u | tr '\\n' ' '");
	cr_expect_str_eq(c.out, "libgcc.a libgcc_eh.a libpausemodel.a libstdc++.a runtime.a ", "%s", c.out);
	command_release(&c);
}

/* Returns how many runs of a short regression passed before, with the libraries of build/tests/content_library first if MINE. */
static int taken_over(bool mine)
{
	struct command c;
	const char *of;
	int ret = 0;

	command_run(
	    &c, "%s build/pausebench regress --dut bcm5718 --suite seeds --seeds 1..2 --jobs 1 --out build/tests/content_library",
	    mine ? "LD_LIBRARY_PATH=build/tests/content_library" : "");
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	of = strstr(c.out, " runs, of which ");
	if (of)
		ret = atoi(of + strlen(" runs, of which "));
	command_release(&c);
	return ret;
}

/* The program loads libdeflate itself; a result depends on it all the same. */
Test(content, another_libdeflate_is_another_content)
{
	char folder[64];
	struct command c;

	scratch_make(folder, sizeof(folder), "content_library");
	cr_expect_eq(taken_over(false), 0);
	cr_expect_eq(taken_over(false), 2);
	command_run(&c, "objcopy --remove-section=.note.gnu.build-id $(cc -print-file-name=libdeflate.so) %s/libdeflate.so.0",
	            folder);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	cr_expect_eq(taken_over(true), 0, "what another library passed was taken over");
	cr_expect_eq(taken_over(true), 2);
}
