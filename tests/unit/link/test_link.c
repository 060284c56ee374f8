/* SPDX-License-Identifier: Apache-2.0 */
/* Links as pausebench-link runs them: tests/data/links, exit statuses, saved runs and their replay, and links with a fault, which must be found. */
#include "support.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_OCTETS = 512, LINKS_MAX = 64, CASES_MAX = 64 };

/* Returns the path of NAME, which is relative to the folder of this program. */
static char *beside(const char *name, char ret[PATH_OCTETS])
{
	ssize_t len = readlink("/proc/self/exe", ret, PATH_OCTETS - 64);

	cr_assert_gt(len, 0, "%s", strerror(errno));
	ret[len] = 0;
	strcpy(strrchr(ret, '/') + 1, name);
	cr_assert_eq(access(ret, X_OK), 0, "%s: %s; make it with 'make test'", ret, strerror(errno));
	return ret;
}

/* Expects that pausebench-link ARGUMENTS ends with STATUS and that its output contains PART. */
static void expect_link(int status, const char *part, const char *arguments)
{
	char program[PATH_OCTETS];
	struct command c;

	command_run(&c, "'%s' %s", beside("../pausebench-link", program), arguments);
	cr_expect_eq(c.status, status, "%s: exit status %d expected, actual %d\n%s%s", arguments, status, c.status, c.out, c.err);
	cr_expect(strstr(c.out, part) || strstr(c.err, part), "%s: '%s' is missing in\n%s%s", arguments, part, c.out, c.err);
	if (status == 2) {
		const char *end = strchr(c.err, '\n');
		cr_expect(end && !end[1] && strstr(c.err, "pausebench-link"), "%s: not one line: '%s'", arguments, c.err);
	}
	command_release(&c);
}

/* Runs FILE with ARGUMENTS and returns its report without the values that differ from run to run. */
static json_t *run_link(const char *file, const char *arguments)
{
	char program[PATH_OCTETS], path[PATH_OCTETS];
	struct command c;
	json_t *root;

	snprintf(path, sizeof(path), "build/tests/link.%d.json", getpid());
	command_run(&c, "'%s' run --link '%s' %s --json %s", beside("../pausebench-link", program), file, arguments, path);
	cr_assert_eq(c.status, 0, "%s: exit status %d\n%s%s", file, c.status, c.out, c.err);
	command_release(&c);
	root = json_read(path);
	unlink(path);
	json_object_del(root, "seconds");
	json_object_del(root, "repeat");
	return root;
}

static json_int_t number(const json_t *root, const char *object, const char *key)
{
	const json_t *value = json_object_get(json_object_get(root, object), key);

	cr_assert(json_is_integer(value), "%s.%s", object, key);
	return json_integer_value(value);
}

/* Finds all names in a folder that end with TAIL, in order. The caller frees the names. */
static size_t names(const char *folder, const char *tail, char *ret[LINKS_MAX])
{
	struct dirent **list;
	int found = scandir(folder, &list, NULL, alphasort);
	size_t count = 0;

	cr_assert_geq(found, 0, "%s: %s", folder, strerror(errno));
	for (int i = 0; i < found; i++) {
		const char *dot = strrchr(list[i]->d_name, '.');
		if (dot && !strcmp(dot, tail) && count < LINKS_MAX)
			cr_assert(asprintf(&ret[count++], "%s/%s", folder, list[i]->d_name) > 0);
		free(list[i]);
	}
	free(list);
	return count;
}

static const char *const rtl_families[] = { "bcm5718", "bcm1250", "i82598", "ll10g" };

/* Counts the ends of a link that are RTL, send XOFF and are held for more than 100 us, at 10 Gb/s 10 us. */
static void count_both_ways(const json_t *root, unsigned both_ways[COUNT_OF(rtl_families)])
{
	static const char *const ends[] = { "a", "b" }, *const directions[] = { "a>b", "b>a" };

	for (size_t e = 0; e < COUNT_OF(ends); e++) {
		const json_t *end = json_object_get(root, ends[e]), *from = json_object_get(root, directions[e]);
		bool rtl = !strcmp(json_string_value(json_object_get(end, "as")), "rtl");
		for (size_t f = 0; f < COUNT_OF(rtl_families); f++)
			if (rtl &&
			    !strncmp(json_string_value(json_object_get(end, "dut")), rtl_families[f], strlen(rtl_families[f])))
				both_ways[f] += json_integer_value(json_object_get(from, "xoff")) > 0 &&
				                json_real_value(json_object_get(from, "held_us")) > (f < 2 ? 100 : 10);
	}
}

Test(link, all_of_tests_links_are_clean)
{
	char *files[LINKS_MAX];
	size_t count = names("tests/data/links", ".link", files);
	unsigned both_ways[COUNT_OF(rtl_families)] = { 0 };

	cr_expect_gt(count, 10);
	for (size_t i = 0; i < count; i++) {
		json_t *root = run_link(files[i], "");
		cr_expect_str_eq(json_string_value(json_object_get(root, "status")), "ok", "%s", files[i]);
		cr_expect(json_is_true(json_object_get(root, "drained")), "%s", files[i]);
		cr_expect_gt(number(root, "a>b", "delivered"), 10, "%s", files[i]);
		if (strcmp(files[i], "tests/data/links/faster-partner.link")) /* its end b has nothing to send but PAUSE */
			cr_expect_gt(number(root, "b>a", "delivered"), 10, "%s", files[i]);
		cr_expect_gt(number(root, "b>a", "xoff"), 0, "%s: flow control has nothing to do", files[i]);
		cr_expect(number(root, "a", "checks") > 500 && number(root, "b", "checks") > 500, "%s", files[i]);
		cr_expect(number(root, "a", "accesses") > 20 && number(root, "b", "accesses") > 20, "%s", files[i]);
		cr_expect_eq(number(root, "a>b", "sent"),
		             number(root, "a>b", "delivered") + number(root, "a>b", "damaged") +
		                 number(root, "a>b", "cable_lost") + number(root, "a>b", "lost"),
		             "%s: every frame has its fate", files[i]);
		if (!strcmp(files[i], "tests/data/links/too-late.link"))
			cr_expect_gt(number(root, "a>b", "lost"), 0, "the mark is too late");
		else
			cr_expect_eq(number(root, "a>b", "lost") + number(root, "b>a", "lost"), 0, "%s", files[i]);
		count_both_ways(root, both_ways);
		json_decref(root);
		free(files[i]);
	}
	for (size_t f = 0; f < COUNT_OF(rtl_families); f++)
		cr_expect_gt(both_ways[f], 0, "no link holds a %s that has to send PAUSE frames", rtl_families[f]);
}

/* make link checks the links before it sweeps; a link with a finding has its rule, the command that repeats it and status 1. */
Test(link, make_link_checks_all_of_them)
{
	static const char first[] = "tests/data/links/models.link", second[] = "tests/data/links/ten-gigabit-model.link";
	char program[PATH_OCTETS], expected[2 * PATH_OCTETS], arguments[2 * PATH_OCTETS];
	struct command c;

	command_run(&c, "MAKEFLAGS= make -n link");
	cr_expect_not_null(strstr(c.out, "pausebench-link check --jobs"), "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, " tests/data/links/*.link "), "%s%s", c.out, c.err);
	command_release(&c);
	snprintf(arguments, sizeof(arguments), "check --jobs 2 %s %s", first, second);
	expect_link(0, "2 links, findings 0", arguments);
	expect_link(0, "  clean", arguments);
	command_run(&c, "'%s' %s", beside("systemc/failing_link", program), arguments);
	cr_expect_eq(c.status, 1, "exit status %d\n%s%s", c.status, c.out, c.err);
	cr_expect_not_null(strstr(c.out, "link-duplicated: "), "%s", c.out);
	snprintf(expected, sizeof(expected), "    repeat: build/pausebench-link run --link %s\n", second);
	cr_expect_not_null(strstr(c.out, expected), "%s", c.out);
	cr_expect_null(strstr(c.out, "  clean"), "%s", c.out);
	command_release(&c);
	expect_link(2, "--reduce: 'x' is no time like 90, 60s, 5m or 1h", "check --reduce x tests/data/links/models.link");
	expect_link(2, "/nowhere/x.link", "check tests/data/links/models.link /nowhere/x.link");
	expect_link(2, "give descriptions of links", "check");
	expect_link(2, "--jobs: '0'", "check --jobs 0 tests/data/links/models.link");
}

/* The run that is saved and reduced in FOLDER fails in the same way when it is repeated, also with waves. */
static void expect_reduced(const char *folder)
{
	char program[PATH_OCTETS], path[2 * PATH_OCTETS];
	struct command c;

	snprintf(path, sizeof(path), "%s/link.link", folder);
	cr_expect(file_is_there(path), "%s is missing", path);
	command_run(&c, "'%s' replay %s/reduced", beside("systemc/failing_link", program), folder);
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "link-duplicated"), "%s", c.out);
	command_release(&c);
	command_run(&c, "'%s' replay %s/reduced --waves", beside("systemc/failing_link-traced", program), folder);
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	command_release(&c);
	snprintf(path, sizeof(path), "%s/reduced/waves.gtkw", folder);
	cr_expect(file_is_there(path), "%s is missing", path);
}

/* Links that fail in one way are a group, and the one of them that fails first is reduced. */
Test(link, failing_links_are_grouped_and_reduced)
{
	static const char links[] = "tests/data/links/models.link tests/data/links/saturated.link tests/data/links/too-late.link";
	char program[PATH_OCTETS];
	struct command c;

	command_run(&c, "rm -rf build/link/failures/saturated; '%s' check --reduce 100s %s",
	            beside("systemc/failing_link", program), links);
	cr_expect_eq(c.status, 1, "exit status %d\n%s%s", c.status, c.out, c.err);
	cr_expect_not_null(strstr(c.out, "reducing 1 link, for at most 100 s\n"), "%s", c.out);
	cr_expect_not_null(strstr(c.out, "\nGROUP 1  link-duplicated: frame 10 of b>a: 3 links, 34 findings\n"), "%s", c.out);
	cr_expect_not_null(strstr(c.out, "\n  links     models, saturated, too-late\n"), "%s", c.out);
	cr_expect_not_null(
	    strstr(c.out,
	           "\n  link      3 words, reduced from 13\n              pausebench-link 1\n              link time=125us\n"),
	    "%s", c.out);
	cr_expect_not_null(strstr(c.out, "\n  waves     make waves FAILURE=build/link/failures/saturated/reduced\n"), "%s",
	                   c.out);
	cr_expect_not_null(strstr(c.out, "\n3 links, findings 34 in 1 group\n"), "%s", c.out);
	command_release(&c);
	expect_reduced("build/link/failures/saturated");
	command_run(&c, "'%s' check --reduce 0 %s", program, links);
	cr_expect_eq(c.status, 1, "exit status %d\n%s%s", c.status, c.out, c.err);
	cr_expect_not_null(strstr(c.out, "\n  link      build/link/failures/saturated/link.link\n"), "%s", c.out);
	cr_expect(!file_is_there("build/link/failures/saturated/reduced/link.link"), "it was reduced");
	command_release(&c);
}

Test(link, failing_runs_of_a_sweep_are_grouped_and_reduced)
{
	char program[PATH_OCTETS], dir[PATH_OCTETS], expected[2 * PATH_OCTETS];
	struct command c;

	scratch_make(dir, sizeof(dir), "link_sweep_failing");
	command_run(&c, "'%s' sweep --quick --only 'bcm5718 rtl > bcm5718 rtl' --reduce 100 --out %s",
	            beside("systemc/failing_link", program), dir);
	cr_expect_eq(c.status, 1, "exit status %d\n%s%s", c.status, c.out, c.err);
	cr_expect_not_null(strstr(c.out, "\nGROUP 1  link-duplicated: frame 10 of b>a: 14 links, "), "%s", c.out);
	cr_expect_not_null(strstr(c.out, "\nGROUP 2  link-duplicated: frame 10 of a>b: 14 links, "), "%s", c.out);
	snprintf(expected, sizeof(expected), "\n  waves     make waves FAILURE=%s/failures/sweep-0-6/reduced\n", dir);
	cr_expect_not_null(strstr(c.out, expected), "'%s' is missing in\n%s", expected, c.out);
	command_release(&c);
	snprintf(expected, sizeof(expected), "%s/failures/sweep-0-6", dir);
	expect_reduced(expected);
	snprintf(expected, sizeof(expected), "%s/sweep-1-5.link", dir);
	cr_expect(file_is_there(expected), "%s", expected);
}

/* tests/unit/systemc/link_faults.cpp describes the cases. */
Test(link, what_is_wrong_is_found)
{
	char program[PATH_OCTETS], *name, *rest;
	struct command list;
	size_t count = 0;

	command_run(&list, "'%s'", beside("systemc/link_faults", program));
	for (name = strtok_r(list.out, "\n", &rest); name; name = strtok_r(NULL, "\n", &rest), count++) {
		struct command c;
		command_run(&c, "'%s' '%s'", program, name);
		cr_expect_eq(c.status, 0, "%s: exit status %d: broken rules: %s%s", name, c.status, c.out, c.err);
		command_release(&c);
	}
	cr_expect_gt(count, 10);
	command_release(&list);
}

/* A golden model in place of the RTL changes nothing in the report of a link but the name. */
Test(link, models_and_rtl_make_the_same_link)
{
	static const char *const files[] = { "tests/data/links/saturated.link", "tests/data/links/ten-gigabit.link" };

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		json_t *rtl = run_link(files[i], "--set end.a.as=rtl --set end.b.as=rtl");
		json_t *model = run_link(files[i], "--set end.a.as=model --set end.b.as=model");
		json_object_del(json_object_get(rtl, "a"), "as");
		json_object_del(json_object_get(rtl, "b"), "as");
		json_object_del(json_object_get(model, "a"), "as");
		json_object_del(json_object_get(model, "b"), "as");
		cr_expect(json_equal(rtl, model), "%s", files[i]);
		json_decref(rtl);
		json_decref(model);
	}
}

Test(link, the_description_alone_decides)
{
	json_t *first = run_link("tests/data/links/damaged.link", ""), *again = run_link("tests/data/links/damaged.link", "");
	json_t *other = run_link("tests/data/links/damaged.link", "--set link.seed=99");

	cr_expect(json_equal(first, again));
	cr_expect_not(json_equal(json_object_get(first, "a>b"), json_object_get(other, "a>b")));
	json_decref(first);
	json_decref(again);
	json_decref(other);
}

Test(link, a_smaller_headroom_loses_frames)
{
	json_t *enough = run_link("tests/data/links/too-late.link", "--set end.b.headroom=42");
	json_t *little = run_link("tests/data/links/too-late.link", "--set end.b.headroom=1");

	cr_expect_eq(number(enough, "a>b", "lost"), 0);
	cr_expect_gt(number(little, "a>b", "lost"), 0);
	json_decref(enough);
	json_decref(little);
}

/* tests/unit/link/test_bound.c has the sums: a partner that is 200 millionths faster sends a frame more until the XOFF over 18.4 km stops it. Without that
 * term the bound would be 278, which loses a frame each time; with the same elastic buffers, but a slower partner, it loses none. */
Test(link, a_faster_partner_needs_the_headroom_of_its_drift)
{
	static const struct {
		const char *settings;
		bool loses;
	} cases[] = {
		{ "", false },
		{ "--set end.b.headroom=278", true },
		{ "--set end.b.headroom=278 --set end.a.ppm=-100 --set end.b.ppm=100", false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		json_t *root = run_link("tests/data/links/faster-partner.link", cases[i].settings);
		cr_expect_eq(number(root, "b", "bound"), 279);
		cr_expect_eq(number(root, "a>b", "lost") > 0, cases[i].loses, "%s: %lld lost", cases[i].settings,
		             (long long)number(root, "a>b", "lost"));
		cr_expect_eq(json_is_true(json_object_get(json_object_get(root, "b"), "promised")), !i);
		json_decref(root);
	}
}

/* Both ends power up at time 0. The clocks that they ran for are the time of the report by their own clocks. */
Test(link, a_report_has_true_times)
{
	static const char settings[] = "--set end.a.ppm=1000 --set end.b.ppm=-500 --set link.time=10ms";
	json_t *root = run_link("tests/data/links/models.link", settings);
	double end_us = json_real_value(json_object_get(root, "end_us"));

	cr_expect_float_eq((double)number(root, "a", "clocks"), end_us * 125 * 1.001, 9);
	cr_expect_float_eq((double)number(root, "b", "clocks"), end_us * 125 * 0.9995, 9);
	json_decref(root);
}

Test(link, the_version_is_that_of_the_other_program)
{
	char program[PATH_OCTETS];
	struct command link, bench;

	beside("../pausebench-link", program);
	command_run(&link, "'%s' --version", program);
	beside("../pausebench", program);
	command_run(&bench, "'%s' --version", program);
	cr_assert_eq(strncmp(link.out, "pausebench-link ", 16), 0, "%s", link.out);
	cr_assert_eq(strncmp(bench.out, "pausebench ", 11), 0, "%s", bench.out);
	cr_expect_str_eq(link.out + 16, bench.out + 11);
	cr_expect_null(strstr(link.out, "unknown"), "%s", link.out);
	command_release(&link);
	command_release(&bench);
}

Test(link, exit_statuses)
{
	char path[PATH_OCTETS], arguments[2 * PATH_OCTETS];

	expect_link(0, "replay", "--help");
	expect_link(0, "--link", "run --help");
	expect_link(0, "pausebench-link", "--version");
	expect_link(2, "give a verb", "");
	expect_link(2, "unknown verb 'walk'", "walk");
	expect_link(2, "--link FILE is missing", "run");
	expect_link(2, "--reduce: '-1' is no time like 90, 60s, 5m or 1h", "run --link a --reduce -1");
	expect_link(2, "one folder at a time", "replay a b");
	expect_link(2, "unexpected argument 'x'", "run --link a x");
	expect_link(2, "pausebench-link: unknown option '--frobnicate'; see --help\n", "--frobnicate");
	expect_link(2, "pausebench-link run: unknown option '--lnik', did you mean '--link'?\n", "run --lnik a");
	expect_link(2, "pausebench-link replay: unknown option '--wavse', did you mean '--waves'?\n", "replay --wavse");
	expect_link(2, "option '--link' requires an argument, ", "run --link");
	expect_link(2, "pausebench-link check: unknown option '--", "check --frobnicate");
	expect_link(2, "pausebench-link reduce: unknown option '--", "reduce --frobnicate");
	expect_link(2, "pausebench-link bench: unknown option '--", "bench --frobnicate");
	expect_link(2, "pausebench-link sweep: unknown option '--qiuck', did you mean '--quick'?\n", "sweep --qiuck");
	expect_link(2, "/nowhere/x.link", "run --link /nowhere/x.link");
	expect_link(2, "give the folder", "replay");
	expect_link(2, "/nowhere/link.link", "replay /nowhere");
	expect_link(2, "--set end.b.headroom=0: expected a whole number",
	            "run --link tests/data/links/saturated.link --set end.b.headroom=0");
	expect_link(2, "--set: bcm5718 has 1000 Mb/s", "run --link tests/data/links/saturated.link --set end.b.dut=ll10g");
	expect_link(2, "cannot make the folder /dev/null", "run --link tests/data/links/saturated.link --out /dev/null/x");
	scratch_make(path, sizeof(path), "link_bad");
	strcat(path, "/bad.link");
	file_write(path, "pausebench-link 1\nlink time=2\n", 30);
	snprintf(arguments, sizeof(arguments), "run --link %s", path);
	expect_link(2, "bad.link:2:11: expected a time", arguments);
}

/* Checks the files that a run leaves in DIR. */
static void expect_saved(const char *dir, const char *what)
{
	static const char *const files[] = { "link.link", "report.txt", "report.json", "a-to-b.pcapng", "b-to-a.pcapng" };

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		char path[2 * PATH_OCTETS];
		snprintf(path, sizeof(path), "%s/%s", dir, files[i]);
		cr_expect(file_is_there(path), "%s: %s is missing", what, path);
	}
}

static json_t *saved_report(const char *dir)
{
	char path[2 * PATH_OCTETS];
	json_t *root;

	snprintf(path, sizeof(path), "%s/report.json", dir);
	root = json_read(path);
	json_object_del(root, "seconds");
	json_object_del(root, "link");
	return root;
}

Test(link, a_saved_run_is_repeated_equal)
{
	char dir[PATH_OCTETS], arguments[2 * PATH_OCTETS];
	json_t *first, *again;

	scratch_make(dir, sizeof(dir), "link_saved");
	snprintf(arguments, sizeof(arguments), "run --link tests/data/links/damaged.link --set end.a.headroom=30 --out %s", dir);
	expect_link(0, "findings  0", arguments);
	expect_saved(dir, "run");
	first = saved_report(dir);
	snprintf(arguments, sizeof(arguments), "replay %s", dir);
	expect_link(0, "findings  0", arguments);
	expect_saved(dir, "replay");
	again = saved_report(dir);
	cr_expect(json_equal(first, again));
	cr_expect_eq(number(first, "a", "headroom"), 30);
	json_decref(first);
	json_decref(again);
}

/* tests/unit/systemc/failing_link.cpp is pausebench-link with a host that takes frames twice. */
Test(link, a_failing_run_is_saved_with_the_command_that_repeats_it)
{
	static const char dir[] = "build/link/failures/each-other-link.time-400us";
	char program[PATH_OCTETS], expected[2 * PATH_OCTETS];
	struct command c, again;
	json_t *first, *second;
	const char *repeat;

	command_run(&c, "rm -rf %s; '%s' run --link tests/data/links/each-other.link --set link.time=400us", dir,
	            beside("systemc/failing_link", program));
	cr_expect_eq(c.status, 1, "exit status %d\n%s%s", c.status, c.out, c.err);
	snprintf(expected, sizeof(expected), "repeat    %s replay %s\n", program, dir);
	cr_expect_not_null(strstr(c.out, expected), "'%s' is missing in\n%s", expected, c.out);
	cr_expect_not_null(strstr(c.out, "link-duplicated"));
	expect_saved(dir, "run");
	first = saved_report(dir);
	cr_expect(strstr(c.out, "waves     gtkwave ") &&
	              file_is_there("build/link/failures/each-other-link.time-400us/waves.fst") &&
	              file_is_there("build/link/failures/each-other-link.time-400us/waves.gtkw"),
	          "a failing run is repeated with waves\n%s", c.out);
	cr_expect_not_null(strstr(c.out, "\nreducing the link, for at most 20 s\nreduced   "), "%s", c.out);
	cr_expect(file_is_there("build/link/failures/each-other-link.time-400us/reduced/link.link"));
	repeat = strstr(c.out, "repeat    ") + strlen("repeat    ");
	command_run(&again, "%.*s", (int)strcspn(repeat, "\n"), repeat);
	cr_expect_eq(again.status, 1, "exit status %d\n%s%s", again.status, again.out, again.err);
	second = saved_report(dir);
	cr_expect(json_equal(first, second));
	cr_expect_gt(json_integer_value(json_object_get(first, "findings")), 0);
	cr_expect(json_is_object(json_object_get(first, "first")));
	json_decref(first);
	json_decref(second);
	command_release(&c);
	command_release(&again);
}

/* tests/unit/systemc/ending_link.cpp is pausebench-link in which the RTL of end b ends the simulation. */
Test(link, a_simulation_that_the_rtl_ends_is_a_finding)
{
	char program[PATH_OCTETS];
	struct command c;

	command_run(&c, "'%s' run --link tests/data/links/models.link --set link.time=30us",
	            beside("systemc/ending_link", program));
	cr_expect_eq(c.status, 1, "exit status %d\n%s%s", c.status, c.out, c.err);
	cr_expect_not_null(strstr(c.out, "sim-ended"), "%s", c.out);
	cr_expect_not_null(strstr(c.out, "rtl/mac.v:12, seen at b"), "%s", c.out);
	cr_expect_not_null(strstr(c.out, "Verilog $finish"), "%s", c.out);
	command_release(&c);
}

/* Whatever ends the process of a run, its link is saved and reduced; the reduced one ends in the same way. */
Test(link, a_link_whose_process_breaks_is_reduced)
{
	static const struct {
		const char *ending, *group, *replayed;
	} cases[] = {
		{ "finish", "\nGROUP 1  sim-ended: ", "sim-ended" },
		{ "crash", "\nGROUP 1  crash: ", "Segmentation fault" },
		{ "hang", "\nGROUP 1  timeout: ", NULL },
	};
	char program[PATH_OCTETS];
	struct command c;

	beside("systemc/ending_link", program);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		command_run(
		    &c, "rm -rf build/link/failures/models; ENDING=%s '%s' check --max-seconds %d tests/data/links/models.link",
		    cases[i].ending, program, cases[i].replayed ? 100 : 4);
		cr_expect_eq(c.status, 1, "%s: exit status %d\n%s%s", cases[i].ending, c.status, c.out, c.err);
		cr_expect_not_null(strstr(c.out, cases[i].group), "%s: %s%s", cases[i].ending, c.out, c.err);
		cr_expect_not_null(strstr(c.out, " words, reduced from "), "%s: %s%s", cases[i].ending, c.out, c.err);
		command_release(&c);
		if (!cases[i].replayed) { /* its replay does not end either */
			command_run(&c, "cat build/link/failures/models/reduced/report.json");
			cr_expect_not_null(strstr(c.out, "\"timeout\""), "%s: %s%s", cases[i].ending, c.out, c.err);
			command_release(&c);
			continue;
		}
		command_run(&c, "ENDING=%s '%s' replay build/link/failures/models/reduced", cases[i].ending, program);
		cr_expect_neq(c.status, 0, "%s: the reduced link ends as it should", cases[i].ending);
		cr_expect(strstr(c.out, cases[i].replayed) || strstr(c.err, cases[i].replayed), "%s: %s%s", cases[i].ending,
		          c.out, c.err);
		command_release(&c);
	}
	expect_link(2, "--max-seconds: '0' is no time like 90, 60s, 5m or 1h",
	            "check --max-seconds 0 tests/data/links/models.link");
}

Test(link, a_run_has_a_limit_of_wall_clock_time)
{
	char dir[PATH_OCTETS], arguments[2 * PATH_OCTETS];

	scratch_make(dir, sizeof(dir), "link_late");
	snprintf(arguments, sizeof(arguments),
	         "run --link tests/data/links/saturated.link --set link.time=3ms --max-seconds 0.05 --out %s", dir);
	expect_link(1, "timeout (", arguments);
	expect_link(2, "--max-seconds: 'x' is no time like 90, 60s, 5m or 1h",
	            "run --link tests/data/links/saturated.link --max-seconds x");
}

Test(link, waves_show_both_ends)
{
	char program[PATH_OCTETS], dir[PATH_OCTETS], arguments[2 * PATH_OCTETS], path[2 * PATH_OCTETS];
	struct command c;

	beside("../pausebench-link-traced", program);
	scratch_make(dir, sizeof(dir), "link_waves");
	snprintf(arguments, sizeof(arguments),
	         "run --link tests/data/links/ten-gigabit-model.link --set link.time=30us --out %s --waves", dir);
	expect_link(0, "gtkwave", arguments);
	snprintf(path, sizeof(path), "%s/waves.fst", dir);
	cr_expect(file_is_there(path));
	snprintf(path, sizeof(path), "%s/waves.gtkw", dir);
	cr_assert(file_is_there(path));
	/* the traced program is of other RTL than the program that starts it */
	command_run(&c, "'%s' replay --waves --rtl 0123456789abcdef,model %s", program, dir);
	cr_expect_eq(c.status, 2, "exit status %d\n%s%s", c.status, c.out, c.err);
	cr_expect_not_null(strstr(c.err, "no waves: the traced program is of other RTL"), "%s", c.err);
	cr_expect(!file_is_there(path), "%s is still there", path);
	command_release(&c);
}

/* If the traced program dies, the user gets its messages, and waves that it did not write are not offered. */
Test(link, a_traced_program_that_dies_is_reported)
{
	static const char script[] = "#!/bin/sh\necho 'the reason' >&2\nkill -ABRT $$\n";
	char program[PATH_OCTETS], dir[PATH_OCTETS], path[2 * PATH_OCTETS];
	struct command c;

	scratch_make(dir, sizeof(dir), "link_traced_dies");
	snprintf(path, sizeof(path), "%s/link-traced", dir);
	file_write(path, script, strlen(script));
	command_run(
	    &c,
	    "chmod +x %s && cp '%s' %s/link && %s/link run --link tests/data/links/models.link --set link.time=30us --out %s/out "
	    "--waves",
	    path, beside("../pausebench-link", program), dir, dir, dir);
	cr_expect_eq(c.status, 2, "exit status %d\n%s%s", c.status, c.out, c.err);
	cr_expect_not_null(strstr(c.err, "the reason\n"), "%s", c.err);
	cr_expect_not_null(strstr(c.err, "could not be repeated: it died: Aborted"), "%s", c.err);
	cr_expect_not_null(strstr(c.out, "waves     none\n"), "%s", c.out);
	command_release(&c);
}

/* What is left of a description of which the failing host matters alone: the traffic towards it, until the finding. */
Test(link, reduces_a_failure)
{
	struct command c;
	static const char dir[] = "build/tests/link_reduce";
	char path[160], program[PATH_OCTETS];

	scratch_make(path, sizeof(path), "link_reduce");
	command_run(&c, "'%s' run --link tests/data/links/cut.link --out %s/f", beside("systemc/failing_link", program), dir);
	cr_assert_eq(c.status, 1, "%s%s", c.out, c.err);
	command_release(&c);
	command_run(&c, "'%s' reduce %s/f", beside("systemc/failing_link", program), dir);
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "reduced   14 words to 3 in"), "%s", c.out);
	cr_expect_not_null(strstr(c.out, "\nlink time=125us seed=9\n"), "it does not end soon after the finding:\n%s", c.out);
	cr_expect_not_null(strstr(c.out, "as=rtl\ntraffic b len=1518\n"), "lengths are not one:\n%s", c.out);
	cr_expect_null(strstr(c.out, "cable"), "%s", c.out);
	cr_expect_null(strstr(c.out, "host "), "%s", c.out);
	command_release(&c);
	command_run(&c, "'%s' replay %s/f/reduced", beside("systemc/failing_link", program), dir);
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "link-duplicated"), "%s", c.out);
	command_release(&c);
	/* the program without the fault */
	command_run(&c, "build/pausebench-link reduce %s/f", dir);
	cr_expect_eq(c.status, 2, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.err, "the saved failure did not occur again"), "%s", c.err);
	command_release(&c);
	command_run(&c, "build/pausebench-link replay %s/f", dir);
	cr_expect_eq(c.status, 2, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.err, "the saved failure did not occur again"), "%s", c.err);
	command_release(&c);
	command_run(&c, "build/pausebench-link reduce %s/none", dir);
	cr_expect_eq(c.status, 2, "%s%s", c.out, c.err);
	command_release(&c);
}
