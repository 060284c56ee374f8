/* SPDX-License-Identifier: Apache-2.0 */
/* The Makefile: two makes at once, and paths with unusual characters. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Two makes of one checkout would write the same files, so the second one waits and says so. */
Test(make, two_at_once_work_one_after_the_other)
{
	/* the first one works until the other one has said that it waits */
	static const char work[] = "echo begin; until grep -q waits \"$0\"; do sleep 0.05; done; echo end";
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "make_alone");
	unsetenv("PAUSEBENCH_ALONE");
	command_run(
	    &c, ": > %s/said; for i in 1 2; do mk/alone.sh %s/new sh -c '%s' %s/said 2>> %s/said & done; wait; cat %s/said >&2",
	    folder, folder, work, folder, folder, folder);
	cr_expect_str_eq(c.out, "begin\nend\nbegin\nend\n", "%s", c.out);
	cr_expect_not_null(strstr(c.err, "waits for another make in this checkout"), "%s", c.err);
	command_release(&c);
	/* a make inside another one does not wait for it */
	command_run(&c, "mk/alone.sh %s/new mk/alone.sh %s/new echo inside", folder, folder);
	cr_expect_str_eq(c.out, "inside\n", "%s", c.out);
	cr_expect_eq(c.status, 0);
	command_release(&c);
	command_run(&c, "mk/alone.sh %s/new false", folder);
	cr_expect_eq(c.status, 1, "%d", c.status);
	command_release(&c);
}

/* An empty variable of the caller's is no wish to measure or to run all devices, which takes long. */
Test(make, an_empty_list_of_profiles_is_refused)
{
	static const char *const targets[] = { "coverage", "mutants", "regress", "smoke", "mac", "conform", "second" };

	for (size_t i = 0; i < COUNT_OF(targets); i++) {
		struct command c;
		command_run(&c, "unset MAKEFLAGS MAKELEVEL; make -s -n %s MACS=", targets[i]);
		cr_expect_eq(c.status, 2, "%s: %d", targets[i], c.status);
		cr_expect_not_null(strstr(c.err, "MACS is empty: give a profile, MACS=my.mac"), "%s: %s", targets[i], c.err);
		command_release(&c);
		command_run(&c, "unset MAKEFLAGS MAKELEVEL; make -s -n %s MAC=my.mac", targets[i]);
		cr_expect_eq(c.status, 2, "%s: %d", targets[i], c.status);
		cr_expect_not_null(strstr(c.err, "there is no MAC=; profiles are MACS="), "%s: %s", targets[i], c.err);
		command_release(&c);
	}
}

/* The path of the checkout has characters with a meaning for a shell. */
Test(make, any_path_of_the_checkout_works)
{
	static const char *const names[] = { "it's", "a b" };
	struct command c;

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		char folder[64];
		scratch_make(folder, sizeof(folder), "make_path");
		command_run(
		    &c,
		    "unset MAKEFLAGS MAKELEVEL PAUSEBENCH_ALONE; mkdir \"%s/%s\" && cp -r Makefile ci mk models regs rtl tb "
		    "\"%s/%s\" && "
		    "cd \"%s/%s\" && NO_INSTALL=1 make -s build/gen/duts.mk build/obj/tb/base/tree.o "
		    "build/gen/bcm5718_regs.vh "
		    "&& strings build/obj/tb/base/tree.o | grep -F \"/%s/tests/data/stimuli\"",
		    folder, names[i], folder, names[i], folder, names[i], names[i]);
		cr_expect_eq(c.status, 0, "%s: %d\n%s%s", names[i], c.status, c.out, c.err);
		command_release(&c);
	}
}

/* `make waves` looks at the folder and for a display first, in one line, and builds nothing if one of them is missing. */
Test(make, waves_look_before_they_compile)
{
	static const struct {
		const char *folder, *display, *said;
	} cases[] = {
		{ "nonsense", ":7", "there is no folder" },
		{ "empty", ":7", "no saved failure in" },
		{ "old", ":7", "was saved by another version of pausebench; run its stimulus again: " },
		{ "saved", "", "there is no display to open GTKWave on; " },
	};
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "make_waves");
	command_run(&c,
	            "cd %s && mkdir -p empty old saved/reduced && echo '  \"schema_version\": 0,\n  \"dut\": \"bcm5718\",' > "
	            "old/report.json && printf '  \"schema_version\": 1,\n  \"dut\": \"bcm5718\",\n' | tee "
	            "saved/report.json > saved/reduced/report.json",
	            folder);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		command_run(
		    &c,
		    "unset MAKEFLAGS MAKELEVEL PAUSEBENCH_ALONE WAYLAND_DISPLAY; DISPLAY=%s NO_INSTALL=1 make -s waves B=%s/new "
		    "FAILURE=%s/%s",
		    cases[i].display, folder, folder, cases[i].folder);
		cr_expect_eq(c.status, 2, "%s: %d\n%s", cases[i].folder, c.status, c.err);
		cr_expect_not_null(strstr(c.err, cases[i].said), "%s: %s", cases[i].folder, c.err);
		command_release(&c);
	}
	command_run(&c, "ls %s/new", folder);
	cr_expect_neq(c.status, 0, "something was built: %s", c.out);
	command_release(&c);
	command_run(&c, "DISPLAY=:7 mk/waves.sh find %s/new %s/saved/", folder, folder);
	cr_expect_not_null(strstr(c.err, "has a reduced stimulus; these are the waves of its run"), "%s", c.err);
	cr_expect_not_null(strstr(c.out, "/saved/reduced\n"), "%s", c.out);
	command_release(&c);
}

/* Of the RTL `make waves` compiles the DUT of the failure alone, plain and traced. */
Test(make, waves_build_the_dut_of_the_failure)
{
	static const char listed[] = "grep -oE 'new/(plain|traced)/[a-z0-9_]+/' | sort -u | tr '\\n' ' '";
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "make_waves_dut");
	command_run(&c, "printf '  \"schema_version\": 1,\\n  \"dut\": \"i82598_alt\",\\n' > %s/report.json", folder);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	command_run(&c,
	            "unset MAKEFLAGS MAKELEVEL PAUSEBENCH_ALONE; { make -n B=%s/new do-waves FAILURE=%s; "
	            "DISPLAY=:7 MAKE='make -n B=%s/new' mk/waves.sh make %s/new %s; } | %s",
	            folder, folder, folder, folder, folder, listed);
	cr_expect_str_eq(c.out, "new/plain/i82598_alt/ new/plain/runtime/ new/traced/i82598_alt/ new/traced/runtime/ ", "%s%s",
	                 c.out, c.err);
	command_release(&c);
}

/* What a stranger's failure says goes no further than into a message: neither the shell nor make runs a word of it, or of the name of its folder. */
Test(make, waves_run_nothing_that_a_failure_says)
{
	static const char *const names[] = { "x; touch $MARK", "x$(touch $MARK)", "$(shell touch $MARK)", "x' $(touch $MARK) '",
		                             "" };
	struct command c;
	char folder[64], report[160];

	scratch_make(folder, sizeof(folder), "make_waves_data");
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		snprintf(report, sizeof(report), "{\n  \"schema_version\": 1,\n  \"dut\": \"%s\",\n}\n", names[i]);
		text_write(folder, "report.json", report);
		command_run(&c,
		            "cd . && export MARK=$PWD/%s/ran; unset MAKEFLAGS MAKELEVEL PAUSEBENCH_ALONE; "
		            "DISPLAY=:7 MAKE='make -s B=%s/new' mk/waves.sh make %s/new %s; test $? = 2 && ! test -e $MARK",
		            folder, folder, folder, folder);
		cr_expect_eq(c.status, 0, "'%s': %d\n%s%s", names[i], c.status, c.out, c.err);
		cr_expect_not_null(strstr(c.err, "report.json names no DUT"), "%s", c.err);
		command_release(&c);
	}
	command_run(&c,
	            "d='%s/$(shell touch make_waves_ran)'; mkdir \"$d\" && cp %s/report.json \"$d\" && unset MAKEFLAGS MAKELEVEL "
	            "PAUSEBENCH_ALONE; "
	            "DISPLAY=:7 NO_INSTALL=1 make -s waves B=%s/new FAILURE=\"$d\"; test $? = 2 && ! test -e make_waves_ran",
	            folder, folder, folder);
	cr_expect_eq(c.status, 0, "%d\n%s%s", c.status, c.out, c.err);
	command_release(&c);
}

/* Without a folder they are those of the largest group, which summary.json lists first, whichever folder is older. */
Test(make, waves_are_of_the_largest_group)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "make_waves_group");
	command_run(
	    &c,
	    "cd %s && mkdir -p new/regress/failures/older new/regress/failures/largest && for i in older largest; do printf "
	    "'  \"schema_version\": 1,\n  \"dut\": \"bcm5718\",\n  \"repeat\": \"%%s replay x\"\n' \"$PWD/program\" > "
	    "new/regress/failures/$i/report.json; done && touch -d '1 hour ago' new/regress/failures/older/report.json && "
	    "touch program && chmod +x program && printf '        \"folder\": \"%%s\",\n' \"$PWD/gone\" "
	    "\"$PWD/new/regress/failures/largest\" \"$PWD/new/regress/failures/older\" > new/regress/summary.json",
	    folder);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	command_run(&c, "DISPLAY=:7 mk/waves.sh find %s/new", folder);
	cr_expect_not_null(strstr(c.out, "/failures/largest\n"), "%s%s", c.out, c.err);
	command_release(&c);
	/* the command that makes the waves alone is of the program that saved the failure */
	command_run(&c, "unset WAYLAND_DISPLAY; DISPLAY= mk/waves.sh find %s/new", folder);
	cr_expect_not_null(strstr(c.err, "/program replay "), "%s", c.err);
	command_release(&c);
	command_run(&c, "cd %s && rm program && unset WAYLAND_DISPLAY && DISPLAY= $OLDPWD/mk/waves.sh find new", folder);
	cr_expect_not_null(strstr(c.err, "'new/pausebench replay "), "%s", c.err);
	command_release(&c);
}

/* GTKWave stays open while its user builds and runs again, so it does not keep the lock of mk/alone.sh. */
Test(make, waves_stay_open_beside_another_make)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "make_waves_open");
	command_run(
	    &c,
	    "cd %s && mkdir -p new f && touch f/link.link f/waves.gtkw && printf '#!/bin/sh\n' > new/pausebench-link-traced && "
	    "printf '#!/bin/sh\nflock -n ../new/lock echo another make can run\n' > gtkwave && chmod +x gtkwave "
	    "new/pausebench-link-traced",
	    folder);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	command_run(
	    &c,
	    "unset MAKEFLAGS MAKELEVEL PAUSEBENCH_ALONE; PATH=$PWD/%s:$PATH DISPLAY=:7 NO_INSTALL=1 make -s waves B=%s/new "
	    "FAILURE=%s/f",
	    folder, folder, folder);
	cr_expect_str_eq(c.out, "another make can run\n", "%d %s%s", c.status, c.out, c.err);
	command_release(&c);
}

/* The waves of a MAC of the user's own are those of its newest failure, made by programs that are built by its profile. */
Test(make, waves_of_a_mac_are_found_by_its_profile)
{
	static const struct {
		const char *arguments, *said;
	} cases[] = {
		{ "'' %s/no.mac", "there is no profile " },
		{ "'' Makefile", "Makefile is no profile of a MAC: it has no line 'mac NAME'" },
		{ "'' '%s/other.mac %s/mine.mac'", "MACS names one profile here, not " },
		{ "'' %s/other.mac", "other has had no regression here; run 'make regress MACS=" },
		{ "%s/new/regress/mine/failures/f %s/other.mac", "/f is a failure of mine, and " },
		{ "%s/new/regress/mine/failures/f %s/mine.mac", NULL },
		{ "'' %s/mine.mac", NULL },
		{ "", NULL },
	};
	struct command c;
	char folder[64], arguments[256];

	scratch_make(folder, sizeof(folder), "make_waves_mac");
	command_run(
	    &c,
	    "cd %s && mkdir -p new/regress/mine/failures/f && cd new/regress/mine && touch summary.json && printf '  "
	    "\"schema_version\": 1,\n  \"dut\": \"mine\",\n' > failures/f/report.json && cd - && echo 'mac mine' > mine.mac && "
	    "echo 'mac other' > other.mac",
	    folder);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		snprintf(arguments, sizeof(arguments), cases[i].arguments, folder, folder);
		command_run(&c, "DISPLAY=:7 mk/waves.sh find %s/new %s", folder, arguments);
		cr_expect_eq(c.status, cases[i].said ? 2 : 0, "%s: %d\n%s", arguments, c.status, c.err);
		cr_expect_not_null(strstr(cases[i].said ? c.err : c.out, cases[i].said ? cases[i].said : "/failures/f\n"),
		                   "%s: %s%s", arguments, c.out, c.err);
		command_release(&c);
	}
	/* what is built is the MAC, by the profile that it had, or that is named */
	command_run(&c,
	            "mkdir -p %s/new/macs/mine && echo 'FILTER_mine := mk/verilate_mac.sh %s/gone.mac x' > "
	            "%s/new/macs/mine/row.mk; DISPLAY=:7 MAKE=false MAKE_ALONE=false mk/waves.sh make %s/new "
	            "%s/new/regress/mine/failures/f",
	            folder, folder, folder, folder, folder);
	cr_expect_eq(c.status, 2, "%d", c.status);
	cr_expect_not_null(strstr(c.err, "gone.mac, is not there any more; MACS=my.mac names it"), "%s", c.err);
	command_release(&c);
}

/* The bench has clock edges and no time between them: a clock that a MAC makes by delays would never tick, without a word. */
Test(make, a_delay_in_a_mac_is_refused_and_one_in_an_assignment_is_not)
{
	static const struct {
		const char *logic, *place;
	} cases[] = {
		{ "reg own = 0;\nalways #5 own = !own;\nassign q = own;", "mine.v:3:8: a delay (#) is not simulated" },
		{ "reg own;\ninitial begin\n#3 own = 1;\nend\nassign q = own;", "mine.v:4:1: a delay (#) is not simulated" },
		{ "reg own;\nalways @(posedge clk) own <= #1 !own;\nassign q = own;", NULL },
	};
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "make_delay");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		command_run(
		    &c,
		    "cd %s && printf 'module mine(input wire clk, output wire q);\n%s\nendmodule\n' > mine.v && cd - > /dev/null "
		    "&& mk/verilate_mac.sh mine.mac mine.vh verilator --lint-only --no-timing -Wno-fatal %s/mine.v",
		    folder, cases[i].logic, folder);
		cr_expect_eq(c.status, cases[i].place ? 2 : 0, "%zu: %d %s", i, c.status, c.err);
		cr_expect(!cases[i].place || strstr(c.err, cases[i].place), "%zu: %s", i, c.err);
		command_release(&c);
	}
}

/* Names are looked up before anything is installed or compiled. */
Test(make, an_unknown_device_or_row_is_refused_in_one_line)
{
	static const struct {
		const char *names, *said;
	} cases[] = {
		{ "bcm571", "make: no device or row 'bcm571'; did you mean 'bcm5718'?\n" },
		{ "bcm5718 i82598_alx", "make: no device or row 'i82598_alx'; did you mean 'i82598_alt'?\n" },
		{ "nothing", "make: no device or row 'nothing'; devices: bcm5718, i82598, ll10g, bcm1250\n" },
	};
	struct command c;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		for (int smoke = 0; smoke < 2; smoke++) {
			command_run(&c, "unset MAKEFLAGS MAKELEVEL PAUSEBENCH_ALONE; make %s B=build/tests/make_rows DUT='%s'",
			            smoke ? "smoke" : "regress", cases[i].names);
			cr_expect_eq(c.status, 2, "%s: %d", cases[i].names, c.status);
			cr_expect_eq(strncmp(c.err, cases[i].said, strlen(cases[i].said)), 0, "%s", c.err);
			cr_expect(!file_is_there("build/tests/make_rows"), "something was built");
			command_release(&c);
		}
	}
	command_run(&c, "mk/rows.sh 'bcm5718_alt ll10g bcm5718'");
	cr_expect_str_eq(c.out, "bcm5718_alt ll10g ll10g_alt ll10g_any ll10g_ends bcm5718 bcm5718_any ", "%s", c.out);
	command_release(&c);
	/* rows that a macro makes, and those of an included file */
	command_run(&c, "EXTRA_DUTS=tests/data/extra_dut/stored/stored.def mk/rows.sh 'stored_lost stored'; "
	                "EXTRA_DUTS=tests/data/extra_dut/all.def mk/rows.sh 'mymac stored'");
	cr_expect_str_eq(c.out, "stored_lost stored mymac stored ", "%s%s", c.out, c.err);
	command_release(&c);
}

/* Smoke builds the rows of its suite, and whatever that does not know. */
Test(make, smoke_builds_what_its_suite_says)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "built_rows");
	command_run(
	    &c,
	    "d=%s; printf 'rows bcm5718 bcm5718_alt bcm5718_any i82598 ll10g bcm1250\nbuilt bcm5718_alt i82598\n' > $d/s.suite; "
	    "EXTRA_DUTS=tests/data/extra_dut/stored/stored.def mk/rows.sh --built $d/s.suite",
	    folder);
	cr_expect_str_eq(c.out,
	                 "bcm5718_alt i82598 i82598_alt i82598_ends i82598_literal i82598_any ll10g_alt ll10g_any ll10g_ends "
	                 "bcm1250_alt bcm1250_any stored stored_lost stored_doubled stored_reordered stored_early ",
	                 "%s", c.out);
	cr_expect_str_eq(
	    c.err, "4 rows of other parameters are left to make regress, or to DUT=: bcm5718, bcm5718_any, ll10g, bcm1250\n",
	    "%s", c.err);
	command_release(&c);
	/* without such a line it leaves none out */
	command_run(&c, "echo rows bcm5718 > %s/s.suite; mk/rows.sh --built %s/s.suite | wc -w", folder, folder);
	cr_expect_str_eq(c.out, "15\n", "%s", c.out);
	command_release(&c);
}

/* A program of other rows than before has their table, and no old one. */
Test(make, other_rows_make_another_table)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "make_other_rows");
	command_run(&c,
	            "unset MAKEFLAGS MAKELEVEL PAUSEBENCH_ALONE; d=%s; table() { make -n B=$d ROWS=\"$1\" ROWS_NAME=x "
	            "$d/rows/x/seam_table.o; }; "
	            "table bcm5718 > /dev/null; touch $d/rows/x/seam_table.o; "
	            "table bcm5718 | grep -c seam_table.c; table 'bcm5718 ll10g' | grep -c seam_table.c",
	            folder);
	cr_expect_str_eq(c.out, "0\n1\n", "%s%s", c.out, c.err);
	command_release(&c);
}

/* A dry run of every target that the README names succeeds, also where nothing has failed. */
Test(make, dry_runs_of_the_targets_of_the_readme)
{
	struct command c;

	command_run(&c, "unset MAKEFLAGS MAKELEVEL PAUSEBENCH_ALONE; for t in $(grep -oE '\\bmake [a-z-]+' README.md | cut -d' ' "
	                "-f2 | sort -u); do "
	                "make -n B=build/tests/make_dry $t > /dev/null || echo \"$t\"; done");
	cr_expect_str_empty(c.out, "make does not know these, or their dry run fails: %s%s", c.out, c.err);
	command_release(&c);
}

/* make test and .ci/run end with a line for all of their parts. */
Test(make, the_last_line_counts_all_parts)
{
	char folder[64];
	struct command c;

	scratch_make(folder, sizeof(folder), "closing_line");
	command_run(&c, "tests/unit/support/closing_line.sh %s", folder);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
}

/* A person reads the rules of make side by side. */
Test(make, no_line_of_the_rules_has_more_than_160_columns)
{
	struct command c;

	command_run(&c, "awk 'length > 160 { print FILENAME \":\" FNR }' Makefile mk/*.mk mk/*/*.mk");
	cr_expect_eq(c.status, 0, "%s", c.err);
	cr_expect_str_empty(c.out, "these lines have more than 160 columns: %s", c.out);
	command_release(&c);
}

/* The Makefile finds sources of tests in the rooms of tests/unit/ alone; one elsewhere would be built by nobody. */
Test(make, every_source_of_a_test_is_in_a_room)
{
	struct command c;

	command_run(&c, "find tests tools examples -name 'test_*.c' -not -path 'tests/unit/*/test_*.c' -o -path "
	                "'tests/unit/*/*/test_*.c' 2> /dev/null");
	cr_expect_str_empty(c.out, "these are not built; move them into a room, tests/unit/<room>/: %s", c.out);
	command_release(&c);
}
