/* SPDX-License-Identifier: Apache-2.0 */
/* mk/draw.sh: the tenth of the hunts that make test draws by the commit, and what it adds to it of what changed. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 300 faults of two devices: those of "a" change a file each, "few" has four. With them stands one that is always drawn. The repository in FOLDER has two
 * commits that differ in nothing. */
static void make_repository(char *folder, size_t size, const char *name)
{
	struct command c;

	scratch_make(folder, size, name);
	command_run(
	    &c,
	    "cd %s && git init -q . && git config user.name t && git config user.email t@localhost && mkdir own rtl regs && "
	    "for i in $(seq 296); do echo \"a/f$i a own/f$i rtl/f$((i %% 148)) : regs/\"; echo $i > own/f$i; echo $i > "
	    "rtl/f$((i %% 148)); done > lines && for i in 1 2 3 4; do echo \"few/f$i few -\"; done >> lines && "
	    "echo 'always a +' >> lines && echo x > regs/x && git add . && git commit -q -m one && "
	    "git commit -q --allow-empty -m two",
	    folder);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
}

/* Expects that the draw in FOLDER after the commands BEFORE, with ALL and SINCE, satisfies the shell's condition, in which "drawn" has the names and
 * "said" the sentence. */
static void expect_draw(const char *folder, const char *before, const char *all, const char *since, const char *condition)
{
	struct command c;

	command_run(&c,
	            "draw=$PWD/mk/draw.sh; said() { grep -q \"$1\" said; }; count() { grep -c \"$1\" drawn; }; cd %s; %s; "
	            "\"$draw\" 'planted faults' '%s' '%s' said < lines > drawn || exit; %s || { cat said; false; }",
	            folder, before, all, since, condition);
	cr_expect_eq(c.status, 0, "%s; ALL=%s SINCE=%s: not so: %s\n%s%s", before, all, since, condition, c.out, c.err);
	command_release(&c);
}

Test(draw, a_tenth_is_drawn_by_the_commit)
{
	char folder[64];

	make_repository(folder, sizeof(folder), "draw");
	expect_draw(
	    folder, "true", "", "",
	    "[ $(count ^a/) -eq 29 ] && [ $(count ^few/) -eq 4 ] && [ $(count ^always) -eq 1 ] && "
	    "said \"^hunted 34 of 301 planted faults, drawn by commit $(git rev-parse HEAD | cut -c 1-8); make test ALL=1 "
	    "hunts all$\"");
	expect_draw(folder, "cp drawn before", "", "HEAD", "cmp before drawn");
	expect_draw(folder, "sort -r lines > turned; mv turned lines", "", "", "sort before > sorted; sort drawn | cmp - sorted");
	/* another commit: a tenth of a tenth may be the same */
	expect_draw(folder, "git checkout -q HEAD~1 && sort before > sorted", "", "",
	            "[ $(grep ^a/ drawn | sort | comm -12 - sorted | wc -l) -lt 12 ]");
	for (int share = 0; share < 2; share++)
		expect_draw(folder, "true", "1", "", "[ $(count .) -eq 301 ] && said '^hunted all 301 planted faults$'");
}

/* The files of all faults get another folder, and one of them another content, too. */
Test(draw, a_file_that_was_only_moved_has_not_changed)
{
	char folder[64];

	make_repository(folder, sizeof(folder), "draw_moved");
	expect_draw(folder, "git mv own moved && sed -i 's, own/, moved/,' lines && git commit -qam moved", "", "HEAD~1",
	            "[ $(count .) -eq 34 ] && said '^hunted 34 of 301 planted faults, drawn by'");
	expect_draw(folder, "git checkout -q . && for i in 7 8; do echo more >> moved/f$i; done && git commit -qam more", "",
	            "HEAD~2", "[ $(count .) -le 36 ] && grep -qx a/f7 drawn && grep -qx a/f8 drawn");
}

/* So many paths are too long for an argument of a program. */
Test(draw, a_change_of_thousands_of_files_is_taken)
{
	char folder[64];

	make_repository(folder, sizeof(folder), "draw_many");
	expect_draw(
	    folder,
	    "mkdir many && (cd many && seq -f 'a_file_with_a_name_that_is_long_enough_for_a_test_%05g' 4000 | xargs touch) && "
	    "echo more >> own/f7 && git add . && git commit -qm many",
	    "", "HEAD~1", "[ $(count .) -le 35 ] && grep -qx a/f7 drawn");
}

/* Seventy commits draw each fault some seven times: there is none that is never hunted. Here the commits are those of archives, which have no history. */
Test(draw, every_fault_has_its_turn)
{
	char folder[64];

	make_repository(folder, sizeof(folder), "draw_turns");
	expect_draw(
	    folder,
	    "export GIT_DIR=none; mkdir -p mk/install; for i in $(seq 70); do echo v1-$i-g$((i + 4711))abcd > "
	    "mk/install/commit; \"$draw\" x '' '' said < lines; done | sort | uniq -c > turns; said ' commit 4781abcd;' || "
	    "exit",
	    "", "", "[ $(grep -c ' a/' turns) -eq 296 ] && [ $(awk '/ a\\// && $1 > 21' turns | wc -l) -eq 0 ]");
}

Test(draw, what_changed_is_drawn_too)
{
	char folder[64];

	make_repository(folder, sizeof(folder), "draw_changed");
	/* all faults whose own file changed, also one that git does not know yet; the others are bounded by the tenth */
	expect_draw(folder, "for i in $(seq 100); do echo new > own/f$i; done; echo 'a/new a own/new' >> lines; echo > own/new",
	            "", "",
	            "[ $(grep -cxE 'a/f([1-9]|[1-9][0-9]|100)' drawn) -eq 100 ] && [ $(count a/new) -eq 1 ] && said 'that what "
	            "changed since .* concerns'");
	expect_draw(folder, "git add . && git commit -q -m three && echo > rtl/f7", "", "",
	            "[ $(grep -cxE 'a/f(7|155)' drawn) -eq 2 ] && [ $(count .) -le 37 ]");
	expect_draw(
	    folder, "git add . && git commit -q -m four && echo > regs/x && git commit -q -a -m five", "", "HEAD~2",
	    "[ $(count .) -eq 68 ] && [ $(grep -cxE 'a/f(7|155)' drawn) -eq 2 ] && said '34 drawn by .* and 34 of the 2[0-9]* "
	    "more'");
	expect_draw(folder, "true", "", "", "[ $(count .) -eq 34 ]");
}

Test(draw, nothing_drawn_is_a_failure)
{
	static const char *const cases[] = { "'' '' said < /dev/null", "1 '' said < /dev/null", "'' unknown said < lines",
		                             "'' '' said <<< 'a/f1 a'" };
	char folder[64];
	struct command c;

	make_repository(folder, sizeof(folder), "draw_nothing");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		command_run(&c, "draw=$PWD/mk/draw.sh; cd %s; echo old > said; bash -c \"'$draw' 'planted faults' %s\"", folder,
		            cases[i]);
		cr_expect_eq(c.status, 2, "%s: %d", cases[i], c.status);
		cr_expect_str_empty(c.out, "%s: %s", cases[i], c.out);
		cr_expect_not_null(strstr(c.err, "mk/draw.sh: planted faults: "), "%s: %s", cases[i], c.err);
		command_release(&c);
		cr_expect(!file_is_there("build/tests/draw_nothing/said"), "%s: the sentence of another draw is left", cases[i]);
	}
}

/* Of every device at least five faults, and of each foreign MAC's rows as well. */
Test(draw, each_device_has_a_share)
{
	struct command c;

	scratch_make((char[64]){ 0 }, 64, "draw_make");
	command_run(&c,
	            "unset MAKEFLAGS MAKELEVEL ALL SINCE; make -n do-mutants B=build/tests/draw_make JOBS=1 2> /dev/null | "
	            "sed -n 's,.*tools/hunter/build.sh tests/data/mutants/\\([a-z0-9]*\\)/.*,\\1,p' | sort | uniq -c | awk '$1 "
	            ">= 5' | wc -l; "
	            "sed -n 's/^DEVICE(\\([a-z0-9]*\\).*/\\1/p' regs/devices.def | while read -r d; do ls -d "
	            "tests/data/mutants/$d; done 2> /dev/null | wc -l");
	cr_expect_str_eq(c.out, "4\n4\n", "%s%s", c.out, c.err);
	command_release(&c);
}
