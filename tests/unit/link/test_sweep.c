/* SPDX-License-Identifier: Apache-2.0 */
/* The sweep as a process: measured and analytic headroom agree, a wrong bound is found, and the files are as doc/use/link.md 6 says. */
#include "support.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS = 29, LINES_MAX = 256 };
static const char head[] =
    "link,a,a_as,b,b_as,metres,quanta,len,headroom,unit_octets,bound,slack,measured,promised,offered,delivered,lost,loss,"
    "throughput,expired,overshoot,xoff,xon,crossings,findings,clocks,seconds,a_ppm,b_ppm";
enum column {
	BOUND = 10,
	SLACK,
	MEASURED,
	PROMISED,
	OFFERED,
	DELIVERED,
	LOST,
	HEADROOM = 8,
	LEN = 7,
	FINDINGS = 24,
	A_PPM = 27,
	B_PPM,
	CROSSINGS = 23
};

/* Returns the path of the program in the folder above that of the tests. */
static void program_path(char ret[PATH_MAX + 32])
{
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	cr_assert(n > 0);
	self[n] = 0;
	for (int i = 0; i < 2; i++)
		*strrchr(self, '/') = 0;
	snprintf(ret, PATH_MAX + 32, "%s/pausebench-link", self);
}

static void sweep(struct command *c, const char *environment, const char *dir, const char *options)
{
	char program[PATH_MAX + 32];

	program_path(program);
	command_run(c, "%s'%s' sweep --out '%s' %s", environment, program, dir, options);
}

/* Splits a line into its columns in place. */
static unsigned split(char *line, char *ret[COLUMNS])
{
	unsigned count = 0;

	for (char *field = line; field && count < COLUMNS; count++) {
		ret[count] = field;
		field = strchr(field, ',');
		if (field)
			*field++ = 0;
	}
	return count;
}

static unsigned long column(char *const fields[COLUMNS], enum column i)
{
	return strtoul(fields[i], NULL, 10);
}

static char *csv_of(const char *dir, char *path, size_t size)
{
	size_t length;

	snprintf(path, size, "%s/sweep.csv", dir);
	return file_read(path, &length);
}

static void expect_line(char *line)
{
	char *f[COLUMNS];
	unsigned long bound, slack, measured, headroom;

	cr_assert_eq(split(line, f), COLUMNS, "%s", line);
	bound = column(f, BOUND);
	slack = column(f, SLACK);
	measured = column(f, MEASURED);
	headroom = column(f, HEADROOM);
	cr_expect(measured && measured <= bound && measured + slack >= bound, "measured %lu, bound %lu, slack %lu", measured,
	          bound, slack);
	cr_expect_eq(column(f, LOST) > 0, headroom < measured, "lost %s at a headroom of %lu, measured %lu", f[LOST], headroom,
	             measured);
	cr_expect_eq(column(f, PROMISED), headroom >= bound, "headroom %lu, bound %lu", headroom, bound);
	cr_expect_eq(column(f, DELIVERED) + column(f, LOST), column(f, OFFERED));
	cr_expect(column(f, CROSSINGS) >= 20, "%s crossings", f[CROSSINGS]);
	cr_expect_eq(column(f, FINDINGS), 0);
}

Test(sweep, quick_table_agrees_with_the_bound)
{
	char dir[128], path[256], *csv, *line, *rest;
	struct command c;
	unsigned lines = 0, apart = 0;

	scratch_make(dir, sizeof(dir), "sweep-quick");
	sweep(&c, "", dir, "--quick");
	cr_assert_eq(c.status, 0, "status %d\n%s%s", c.status, c.out, c.err);
	cr_expect(strstr(c.out, "agree") && strstr(c.out, "findings 0"), "%s", c.out);
	command_release(&c);
	csv = csv_of(dir, path, sizeof(path));
	line = strtok_r(csv, "\n", &rest);
	cr_assert_str_eq(line, head);
	for (line = strtok_r(NULL, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), lines++) {
		apart += strstr(line, " +100/-100 ppm,") && strstr(line, ",100,-100");
		expect_line(line);
	}
	cr_expect(lines >= 20, "%u runs", lines);
	cr_expect(apart >= 10 && apart < lines, "%u runs with clocks that differ", apart);
	free(csv);
}

static void expect_picture(const char *dir, const char *name, const char *begin, size_t begin_size)
{
	char path[256], *data;
	size_t size;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	data = file_read(path, &size);
	cr_expect(size > 10000 && !memcmp(data, begin, begin_size), "%s is no picture", path);
	free(data);
}

Test(sweep, plots_are_pictures)
{
	char dir[128];
	struct command c;

	scratch_make(dir, sizeof(dir), "sweep-plot");
	sweep(&c, "", dir, "--quick --only '> i82598'");
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	expect_picture(dir, "sweep.png", "\x89PNG", 4);
	expect_picture(dir, "sweep.svg", "<?xml", 5);
	expect_picture(dir, "loss.png", "\x89PNG", 4);
	expect_picture(dir, "loss.svg", "<?xml", 5);
}

static void expect_wrong(const char *name, const char *options, const char *part)
{
	char dir[128], path[256], *csv;
	struct command c;

	scratch_make(dir, sizeof(dir), name);
	sweep(&c, "", dir, options);
	cr_expect_eq(c.status, 1, "%s: status %d\n%s%s", options, c.status, c.out, c.err);
	cr_expect(strstr(c.out, "\nGROUP 1  link-bound: headroom: ") && strstr(c.out, part), "%s: %s", options, c.out);
	cr_expect_null(strstr(c.out, "\nGROUP 2"), "%s: one wrong bound is one group: %s", options, c.out);
	cr_expect(strstr(c.out, "\n  bound     window ") && strstr(c.out, "link.link (not reduced: the finding compares"),
	          "%s: %s", options, c.out);
	cr_expect_str_eq(c.err, "");
	command_release(&c);
	csv = csv_of(dir, path, sizeof(path));
	cr_expect(strstr(csv, "\n"), "%s is empty", path);
	free(csv);
}

/* A frame of B itself is the largest term of the bound. */
Test(sweep, bound_without_a_term_is_found_out)
{
	expect_wrong("sweep-own", "--quick --only bcm5718 --omit own", "frames lost");
	expect_wrong("sweep-compare", "--quick --only bcm5718 --omit compare", "frames lost at 2");
	expect_wrong("sweep-cable", "--quick --only i82598 --omit cable-back", "frames lost");
}

Test(sweep, measurement_better_than_the_bound_is_found_out)
{
	expect_wrong("sweep-add", "--quick --only bcm5718 --add 1600", "better than the bound");
}

/* The sweep prints one line and exits with 2, but the CSV file is complete. */
Test(sweep, error_of_gnuplot_is_one_line)
{
	char dir[128], tools[192], path[256], environment[512], *csv;
	struct command c;

	scratch_make(dir, sizeof(dir), "sweep-gnuplot");
	snprintf(tools, sizeof(tools), "%s/tools", dir);
	command_run(&c,
	            "mkdir -p '%s' && printf '#!/bin/sh\\necho no terminal of that name >&2\\nexit 1\\n' > '%s/gnuplot' && chmod "
	            "+x '%s/gnuplot'",
	            tools, tools, tools);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	snprintf(environment, sizeof(environment), "PATH=\"$PWD/%s:$PATH\" ", tools);
	sweep(&c, environment, dir, "--quick --only '> i82598'");
	cr_expect_eq(c.status, 2, "%s%s", c.out, c.err);
	cr_expect(strstr(c.err, "gnuplot") && strstr(c.err, "no terminal of that name"), "%s", c.err);
	cr_expect(strchr(c.err, '\n') && !strchr(c.err, '\n')[1], "more than a line: %s", c.err);
	command_release(&c);
	csv = csv_of(dir, path, sizeof(path));
	cr_expect(!strncmp(csv, head, strlen(head)));
	free(csv);
}

Test(sweep, bad_arguments_are_refused)
{
	static const char *const bad[][2] = {
		{ "--only nothing", "nothing" },
		{ "--omit nothing", "cable-out" },
		{ "--jobs 0", "--jobs" },
		{ "--add x", "--add" },
		{ "more", "more" },
		{ "--out /proc/no", "/proc/no" },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct command c;
		char dir[128];
		scratch_make(dir, sizeof(dir), "sweep-bad");
		sweep(&c, "", dir, bad[i][0]);
		cr_expect_eq(c.status, 2, "%s: status %d", bad[i][0], c.status);
		cr_expect(strstr(c.err, bad[i][1]), "%s: %s", bad[i][0], c.err);
		command_release(&c);
	}
}
