/* SPDX-License-Identifier: Apache-2.0 */
/* What make install puts into a system, used there as somebody who has nothing else of Pausebench, and what make dist packs. doc/use/library.md. */
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

/* Tests run side by side, and two of them must not build the same library. */
#define MAKE "env -u MAKEFLAGS -u MAKELEVEL flock build/tests/install.lock make -s "
#define PKG_CONFIG "env PKG_CONFIG_PATH=$PWD/../installed/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$PWD/../installed pkg-config "

/* Installs GOALS in the scratch folder NAME, as a package does. FOLDER/empty is an empty folder. */
static void install(const char *name, const char *goals, char *ret_folder, size_t len)
{
	struct command c;

	scratch_make(ret_folder, len, name);
	command_run(&c, MAKE "%s DESTDIR=$PWD/%s/installed PREFIX=/usr && mkdir %s/empty", goals, ret_folder, ret_folder);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
}

Test(install, systemc_platform_is_built_from_the_installed_copy)
{
	struct command c;
	char folder[64];

	install("install_systemc", "do-install-systemc", folder, sizeof(folder));
	command_run(&c,
	            "cd %s/empty && c++ -O1 ../installed/usr/share/doc/pausebench/examples/example_platform.cpp "
	            "$(" PKG_CONFIG "--cflags --libs pausebench-systemc) -o platform && ./platform",
	            folder);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "\nnic1 bcm1250: host sent 100, got 100 as they were sent, 0 others\n"), "%s", c.out);
	cr_expect_not_null(strstr(c.out, ", as it should be\n"), "%s", c.out);
	command_release(&c);
}

/* A platform may have a model that another Verilator made, and functions with the names of ours. */
Test(install, systemc_library_shows_its_own_names_alone)
{
	struct command c;
	char folder[64];

	install("install_names", "do-install-systemc", folder, sizeof(folder));
	command_run(&c,
	            "nm -g --defined-only %s/installed/usr/lib/libpausebench-systemc.a | awk 'NF == 3 { print $3 }' | "
	            "grep -v -e 10pausebench -e '^_Z.*N3tlm13tlm_extension.*2IDE$'",
	            folder);
	cr_expect_str_eq(c.out, "");
	command_release(&c);
	command_run(&c, "grep -r -l -F \"$PWD\" %s/installed", folder);
	cr_expect_str_eq(c.out, "", "%s", c.out);
	command_release(&c);
}

Test(install, sources_are_packed_whole_and_know_their_commit)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "dist");
	command_run(&c,
	            "git clone -q --shared . %s/clone && cd %s/clone && "
	            "make -s dist && mkdir ../empty && "
	            "tar -C ../empty -xf build/pausebench-*.tar.gz && (cd ../empty/pausebench-* && find . -type f | sort | sed "
	            "'s,^./,,') > ../packed && "
	            "{ git ls-files; echo mk/install/commit; } | sort > ../tracked && diff ../tracked ../packed && "
	            "[ \"$(cat ../empty/pausebench-*/mk/install/commit)\" = \"$(git describe --always)\" ] && "
	            "echo more >> README.md && ! "
	            "make -s dist",
	            folder, folder);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.err, "make dist: the checkout has changes that are not committed"), "%s", c.err);
	command_release(&c);
}

#define LIBRARY "LD_LIBRARY_PATH=$PWD/../installed/usr/lib "

Test(install, events_of_an_example_are_judged_by_the_installed_library)
{
	static const char *const links[] = { "$(" PKG_CONFIG "--cflags --libs pausemodel)",
		                             "-I../installed/usr/include ../installed/usr/lib/libpausemodel.a -ldeflate -lm" };
	struct command c;
	char folder[64];

	install("install_library", "do-install-library", folder, sizeof(folder));
	for (size_t i = 0; i < COUNT_OF(links); i++) {
		command_run(&c,
		            "cd %s/empty && cc -std=c11 -Wall -Wextra -Werror "
		            "../installed/usr/share/doc/pausebench/examples/judge_events.c "
		            "%s -o judge_events && " LIBRARY "./judge_events; [ $? = 1 ]",
		            folder, links[i]);
		cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
		cr_expect_not_null(strstr(c.out, "4.0 us  pause-time [802.3 31B R5, R6]\n"), "%s", c.out);
		cr_expect_not_null(strstr(c.out, "\n1 findings in "), "%s", c.out);
		command_release(&c);
	}
	command_run(&c, "awk 'END { exit NR > 60 }' examples/judge_events.c && awk 'END { exit NR > 300 }' tb/judge/judge.h");
	cr_expect_eq(c.status, 0);
	command_release(&c);
	command_run(&c, "grep -r -l -F \"$PWD\" %s/installed", folder);
	cr_expect_str_eq(c.out, "", "%s", c.out);
	command_release(&c);
}

/* A function that is gone, or a member that has moved, breaks programs that were compiled before: then ABI in mk/install/rules.mk is another one. */
Test(install, binary_interface_is_that_of_the_release)
{
	struct command c;
	char folder[64];

	install("install_abi", "do-install-library", folder, sizeof(folder));
	command_run(&c, "tests/unit/install/abi.sh %s/installed %s/empty | diff tests/unit/install/abi.txt -", folder, folder);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	/* what the header declares is what the library has, and what the page of section 3 explains */
	command_run(
	    &c,
	    "cd %s && gcc -fpreprocessed -dD -E -P installed/usr/include/pausemodel/judge.h | grep -o 'pm_judge_[a-z_]*(' | "
	    "tr -d '(' | sort -u > declared && "
	    "nm -D --defined-only installed/usr/lib/libpausemodel.so | awk '$2 == \"T\" { sub(/@.*/, \"\", $3); print $3 }' | "
	    "sort | diff declared - && "
	    "for f in $(cat declared); do grep -q \"^\\.BR* $f\" installed/usr/share/man/man3/pausemodel.3 || echo \"$f is "
	    "not in pausemodel.3\"; done",
	    folder);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_str_eq(c.out, "");
	command_release(&c);
}

Test(install, python_module_judges_without_cocotb)
{
	struct command c;
	char folder[64];

	install("install_python", "do-install-library", folder, sizeof(folder));
	command_run(
	    &c,
	    "cd %s/empty && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=../installed/usr/lib/python3/dist-packages "
	    "PAUSEMODEL_LIBRARY=../installed/usr/lib/libpausemodel.so.0 python3 ../../../../tests/unit/python/check_pausemodel.py",
	    folder);
	cr_expect_eq(c.status, 0, "%s", c.err);
	cr_expect_not_null(strstr(c.err, "\nOK\n"), "%s", c.err);
	command_release(&c);
}

/* As doc/use/library.md 4 has it: nothing but the installed files and a bench of the user's. */
Test(install, systemverilog_example_is_built_from_the_installed_copy)
{
	struct command c;
	char folder[64];

	install("install_systemverilog", "do-install-library", folder, sizeof(folder));
	command_run(&c,
	            "cd %s/empty && installed=../installed/usr && cp $installed/share/doc/pausebench/examples/* . && "
	            "verilator --binary --timing --top-module tb $installed/share/pausemodel/systemverilog/pausemodel_pkg.sv "
	            "$installed/share/pausemodel/systemverilog/pausemodel_monitors.sv judge_bench.sv "
	            "-LDFLAGS \"-L$PWD/$installed/lib -lpausemodel\" > log 2>&1 || { cat log >&2; exit 3; }; " LIBRARY
	            "obj_dir/Vtb; [ $? -ne 0 ]",
	            folder);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "pause-time at 3980000 ps: "), "%s", c.out);
	cr_expect_not_null(strstr(c.out, "pausemodel: 1 findings, "), "%s", c.out);
	command_release(&c);
	/* with a frame on the wire: what was found before is printed, and that there is no verdict */
	command_run(&c,
	            "cd %s/empty && installed=../installed/usr && sed -i 's/repeat (1900)/repeat (2005)/' judge_bench.sv && "
	            "verilator --binary --timing --top-module tb $installed/share/pausemodel/systemverilog/pausemodel_pkg.sv "
	            "$installed/share/pausemodel/systemverilog/pausemodel_monitors.sv judge_bench.sv "
	            "-LDFLAGS \"-L$PWD/$installed/lib -lpausemodel\" > log 2>&1 || { cat log >&2; exit 3; }; " LIBRARY
	            "obj_dir/Vtb; [ $? -ne 0 ]",
	            folder);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "pause-time at 3980000 ps: "), "%s", c.out);
	cr_expect_not_null(strstr(c.out, "no verdict: a frame has started on the transmit wire and has no end"), "%s%s", c.out,
	                   c.err);
	command_release(&c);
}

/* Benches in SystemVerilog, not ours in structure, with the monitors bound to MACs at GMII, at XGMII and at MII, to their clients' streams and registers. */
static void bench(struct command *ret, const char *name, const char *arguments)
{
	command_run(ret, "LD_LIBRARY_PATH=build/lib build/tests/systemverilog/%s %s", name, arguments);
}

Test(install, systemverilog_monitors_find_nothing_in_a_right_mac)
{
	static const char *const benches[][2] = {
		{ "gige", "+profile=tests/data/foreign/gige/gige.mac +frames=300 +seed=2" },
		{ "gige", "+profile=tests/data/foreign/gige/gige.mac +frames=300 +seed=3 +requests=1" },
		{ "i82598", "+profile=tests/data/profiles/i82598.mac +frames=300 +seed=2" },
		{ "bcm1250", "+profile=tests/data/profiles/bcm1250_100.mac +frames=200 +seed=2" },
	};
	struct command c;

	for (size_t i = 0; i < COUNT_OF(benches); i++) {
		bench(&c, benches[i][0], benches[i][1]);
		cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
		cr_expect_not_null(strstr(c.out, "pausemodel: 0 findings, "), "%s", c.out);
		cr_expect_null(strstr(c.out, " 0 checks"), "%s", c.out);
		cr_expect_not_null(strstr(c.out, "\nPASS\n"), "%s", c.out);
		command_release(&c);
	}
}

/* Of a client that is not seen nobody knows whether it marked a frame that ends with an error: such frames are counted and not judged. */
Test(install, systemverilog_judge_counts_the_frames_that_it_does_not_judge)
{
	struct command c;

	for (int marks = 0; marks < 6; marks += 3) {
		char arguments[96];
		snprintf(arguments, sizeof(arguments), "+profile=tests/data/profiles/i82598.mac +frames=100 +marks=%d", marks);
		bench(&c, "i82598", arguments);
		cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
		cr_expect_eq(!!strstr(c.out, "not judged: 3 sent frames with an error or a wrong FCS"), !!marks, "%s", c.out);
		cr_expect_null(marks ? NULL : strstr(c.out, "not judged: "), "%s", c.out);
		command_release(&c);
	}
}

Test(install, systemverilog_monitors_find_planted_faults_of_wire_and_client)
{
	struct command c;

	bench(&c, "gige_fault", "+profile=tests/data/foreign/gige/gige.mac +frames=100");
	cr_expect_neq(c.status, 0);
	cr_expect_not_null(strstr(c.out, "pause-time at "), "%s", c.out);
	cr_expect_not_null(strstr(c.out, "tx-lost at "), "%s", c.out);
	cr_expect_not_null(strstr(c.out, "rx-strip at "), "%s", c.out);
	cr_expect_null(strstr(c.out, "PASS"), "%s", c.out);
	command_release(&c);
}

/* A MAC that loses requests, and holds PAUSE frames while its partner holds its data: a judge that does not see the requests knows of a refresh alone that it
 * comes too late. */
Test(install, systemverilog_monitors_find_planted_faults_of_requests)
{
	struct command c;

	bench(&c, "gige_requests", "+profile=tests/data/foreign/gige/gige.mac +frames=100 +requests=1");
	cr_expect_neq(c.status, 0);
	cr_expect_not_null(strstr(c.out, "pause-not-held at "), "%s", c.out);
	cr_expect_null(strstr(c.out, "not decided: pause-request"), "%s", c.out);
	command_release(&c);
	bench(&c, "gige_requests", "+profile=tests/data/foreign/gige/gige.mac +frames=100");
	cr_expect_neq(c.status, 0);
	cr_expect_not_null(strstr(c.out, "xoff-refresh at "), "%s", c.out);
	cr_expect_null(strstr(c.out, "pause-not-held at "), "%s", c.out);
	cr_expect_not_null(strstr(c.out, "not decided: pause-request"), "%s", c.out);
	command_release(&c);
}

/* A profile that says something else than what the nibbles of MII and the client's stream show. */
Test(install, systemverilog_monitors_find_false_lines_of_a_profile)
{
	static const char *const lies[][2] = {
		{ "s/^gap octets=12$/gap octets=13/", "tx-gap at " },
		{ "s/fcs=kept/fcs=stripped/", "rx-strip at " },
	};
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "lying_profile_mii");
	for (size_t i = 0; i < COUNT_OF(lies); i++) {
		command_run(&c,
		            "sed '%s' tests/data/profiles/bcm1250_100.mac > %s/lie.mac && ! cmp -s tests/data/profiles/bcm1250_100.mac "
		            "%s/lie.mac && cp tests/data/profiles/bcm1250.vh %s/",
		            lies[i][0], folder, folder, folder);
		cr_assert_eq(c.status, 0, "%s", c.err);
		command_release(&c);
		bench(&c, "bcm1250", "+profile=build/tests/lying_profile_mii/lie.mac +frames=100");
		cr_expect_neq(c.status, 0);
		cr_expect_not_null(strstr(c.out, lies[i][1]), "%s", c.out);
		command_release(&c);
	}
}

/* The counters of the 82598EB, read by the bench, are those of the profile: one that counts something else is found. */
Test(install, systemverilog_apb_monitor_sees_the_counters)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "lying_profile");
	command_run(
	    &c,
	    "sed 's/^counter TPT at \\(.*\\) = tx$/counter TPT at \\1 = tx and xoff/' tests/data/profiles/i82598.mac > %s/lie.mac && "
	    "! cmp -s tests/data/profiles/i82598.mac %s/lie.mac && cp tests/data/profiles/i82598.vh %s/",
	    folder, folder, folder);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	bench(&c, "i82598", "+profile=build/tests/lying_profile/lie.mac +frames=100");
	cr_expect_neq(c.status, 0);
	cr_expect_not_null(strstr(c.out, "count-tx at "), "%s", c.out);
	command_release(&c);
	/* the profile of a MAC with other pins */
	bench(&c, "i82598", "+profile=tests/data/foreign/gige/gige.mac +frames=100");
	cr_expect_neq(c.status, 0);
	cr_expect_not_null(strstr(c.out, "gige has the pins of gmii by its profile; call pm_judge_gmii()"), "%s%s", c.out, c.err);
	command_release(&c);
}
