/* SPDX-License-Identifier: Apache-2.0 */
/* ci/setup.sh on machines that consist of a PATH only: the packages that it reports as missing, and the commands that it proposes or runs. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder of a test's machine, below build/tests. */
static const char *machine(void)
{
	static char name[32];

	snprintf(name, sizeof(name), "setup_%d", getpid());
	return name;
}

/* Makes a machine with the real programs HAVE, a dpkg-query that knows INSTALLED, an apt-get and a sudo that record their calls, and an id that prints
 * UID. apt-get exits with STATUS. */
static void machine_make(const char *have, const char *installed, int uid, int status)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), machine());
	command_run(&c,
	            "here=$PWD/%s; mkdir %s/bin && cd %s/bin && for p in sh env cat %s; do ln -s \"$(command -v $p)\" $p || exit "
	            "1; done && "
	            "printf '#!/bin/sh\\nshift 3\\nfor p in \"$@\"; do case \" %s \" in *\" $p \"*) printf \"%%%%s:installed \" "
	            "$p;; esac; done\\n' > dpkg-query && "
	            "printf '#!/bin/sh\\necho apt-get \"$@\" >> %%s/calls\\nexit %d\\n' $here > apt-get && "
	            "printf '#!/bin/sh\\necho sudo >> %%s/calls\\nexec \"$@\"\\n' $here > sudo && printf '#!/bin/sh\\necho "
	            "%d\\n' > id && "
	            "chmod +x dpkg-query apt-get sudo id",
	            folder, folder, folder, have, installed, status, uid);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
}

static void setup(struct command *c, const char *environment, const char *targets)
{
	command_run(c, "env -i PATH=$PWD/build/tests/%s/bin %s ci/setup.sh %s", machine(), environment, targets);
}

/* Returns the recorded calls of apt-get and sudo; to be freed. */
static char *calls(void)
{
	char path[64];

	snprintf(path, sizeof(path), "build/tests/%s/calls", machine());
	return file_is_there(path) ? file_read(path, NULL) : strdup("");
}

static void has(const struct command *c, const char *part)
{
	cr_expect_not_null(strstr(c->err, part), "'%s' is missing in\n%s", part, c->err);
}

Test(setup, nothing_is_said_when_everything_is_there)
{
	struct command c;

	command_run(&c, "ci/setup.sh regress");
	cr_expect_eq(c.status, 0, "%d\n%s", c.status, c.err);
	cr_expect_str_eq(c.out, "");
	cr_expect_str_eq(c.err, "");
	command_release(&c);
}

Test(setup, no_install_prints_the_command_and_exits_2)
{
	struct command c;
	char *called;

	machine_make("make gcc", "make gcc", 0, 0);
	setup(&c, "NO_INSTALL=1", "regress");
	called = calls();
	cr_expect_eq(c.status, 2, "%d\n%s", c.status, c.err);
	has(&c, "run: apt-get update && apt-get install -y --no-install-recommends");
	has(&c, " verilator");
	has(&c, " g++");
	has(&c, "verilator: compiles the Verilog into a simulator");
	cr_expect_str_eq(called, "", "called: %s", called);
	command_release(&c);
	free(called);
}

Test(setup, what_is_missing_is_installed)
{
	struct command c;
	char *called;

	machine_make("make gcc", "make gcc", 0, 0);
	setup(&c, "", "regress");
	called = calls();
	cr_expect_eq(c.status, 0, "%d\n%s", c.status, c.err);
	cr_expect_not_null(strstr(called, "update"), "%s", called);
	cr_expect_not_null(strstr(called, " install "), "%s", called);
	cr_expect_not_null(strstr(called, "verilator"), "%s", called);
	cr_expect_null(strstr(called, " make"), "make is there: %s", called);
	cr_expect_null(strstr(called, "sudo"), "root needs no sudo: %s", called);
	command_release(&c);
	free(called);
}

Test(setup, sudo_is_used_by_others_than_root)
{
	struct command c;
	char *called;

	machine_make("make gcc", "make gcc", 1000, 0);
	setup(&c, "NO_INSTALL=1", "regress");
	has(&c, "run: sudo apt-get update && sudo apt-get install");
	command_release(&c);
	setup(&c, "", "regress");
	called = calls();
	cr_expect_eq(c.status, 0, "%d\n%s", c.status, c.err);
	cr_expect_not_null(strstr(called, "sudo\napt-get"), "%s", called);
	command_release(&c);
	free(called);
}

Test(setup, without_root_and_sudo_the_command_is_printed)
{
	struct command c;
	char path[64];

	machine_make("make gcc", "make gcc", 1000, 0);
	snprintf(path, sizeof(path), "build/tests/%s/bin/sudo", machine());
	cr_assert_eq(unlink(path), 0);
	setup(&c, "", "regress");
	cr_expect_eq(c.status, 2);
	has(&c, "as root run: apt-get update && apt-get install");
	command_release(&c);
}

Test(setup, an_installation_that_fails_exits_2)
{
	struct command c;

	machine_make("make gcc", "make gcc", 0, 100);
	setup(&c, "", "regress");
	cr_expect_eq(c.status, 2, "%d", c.status);
	has(&c, "the installation failed");
	command_release(&c);
}

/* `make regress` must not install GTKWave, tshark or a synthesizer. */
Test(setup, each_target_installs_what_it_needs_and_no_more)
{
	static const struct {
		const char *target, *needs, *not ;
	} cases[] = {
		{ "regress", "verilator", "gtkwave\0tshark\0yosys\0iverilog\0libcriterion-dev\0lcov\0clang-format\0xvfb\0" },
		{ "bench", "verilator", "gtkwave\0tshark\0yosys\0" },
		{ "synth", "yosys", "verilator\0gtkwave\0tshark\0" },
		{ "netlists", "yosys", "gtkwave\0tshark\0lcov\0" },
		{ "second", "iverilog", "gtkwave\0tshark\0yosys\0" },
		{ "waves", "gtkwave", "tshark\0yosys\0iverilog\0" },
		{ "test", "tshark", "lcov\0clang-format\0" },
		{ "format", "clang-format", "verilator\0" },
		{ "coverage", "lcov", "gtkwave\0tshark\0" },
	};

	machine_make("", "", 0, 0);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct command c;
		char word[64];
		setup(&c, "NO_INSTALL=1", cases[i].target);
		cr_expect_eq(c.status, 2, "%s: %d\n%s", cases[i].target, c.status, c.err);
		snprintf(word, sizeof(word), "\n  %s:", cases[i].needs);
		has(&c, word);
		for (const char *not = cases[i].not ; *not ; not += strlen(not ) + 1) {
			snprintf(word, sizeof(word), "\n  %s:", not );
			cr_expect_null(strstr(c.err, word), "%s would install %s", cases[i].target, not );
		}
		command_release(&c);
	}
}

Test(setup, unknown_targets_are_refused)
{
	struct command c;

	command_run(&c, "ci/setup.sh everything");
	cr_expect_eq(c.status, 2);
	has(&c, "unknown target 'everything'; known: regress test");
	command_release(&c);
	command_run(&c, "ci/setup.sh");
	cr_expect_eq(c.status, 2);
	command_release(&c);
}
