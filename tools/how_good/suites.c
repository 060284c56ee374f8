/* SPDX-License-Identifier: Apache-2.0 */
/* What the suites find and reach in which time, as tools/choice/choose.c has it: the table of the suites, the curve of the default suite, and the rows. */
#include "how_good.h"

#include <stdio.h>
#include <string.h>

enum { BAR = 40 };

static json_t *suite_of(const struct measured *all, const char *name)
{
	json_t *suites = json_object_get(all->of[CHOICE], "suites"), *suite;
	size_t i;

	json_array_foreach(suites, i, suite) if (!strcmp(text_of(suite, "suite"), name)) return suite;
	return NULL;
}

static double seconds_of(const json_t *object)
{
	return json_number_value(json_object_get(object, "seconds"));
}

static double percent_of(const json_t *part, const json_t *whole, const char *key)
{
	return number_of(whole, key) ? 100.0 * (double)number_of(part, key) / (double)number_of(whole, key) : 100;
}

static void print_suite_table(const struct measured *all, const json_t *night)
{
	json_t *suites = json_object_get(all->of[CHOICE], "suites"), *suite;
	size_t i;

	printf("| suite | runs | million clocks | CPU seconds | planted faults, exact | black box | cells and rules |\n"
	       "| --- | --- | --- | --- | --- | --- | --- |\n");
	json_array_foreach(suites, i, suite)
	{
		printf("| `%s` | %lld | %.1f | %.2f |", text_of(suite, "suite"), number_of(suite, "runs"),
		       (double)number_of(suite, "clocks") / 1e6, seconds_of(suite));
		if (strcmp(text_of(suite, "suite"), "smoke"))
			printf(" %lld | %lld | %lld (%.1f %%) |\n", number_of(suite, "planted"),
			       number_of(suite, "planted_black_box"), number_of(suite, "cells"),
			       percent_of(suite, night, "cells"));
		else /* its runs are exact */
			printf(" %lld | - | %lld (%.1f %%) |\n", number_of(suite, "planted"), number_of(suite, "cells"),
			       percent_of(suite, night, "cells"));
	}
}

/* A line of text as long as the part of the faults that are found. */
static void print_curve(const struct measured *all, const json_t *whole)
{
	json_t *curve = json_object_get(all->of[CHOICE], "curve"), *point;
	size_t i;

	printf("```text\n%9s %6s %9s %10s %9s\n", "seconds", "runs", "exact", "black box", "cells");
	json_array_foreach(curve, i, point)
	{
		double exact = percent_of(point, whole, "planted");
		printf("%9.2f %6lld %7.1f %% %8.1f %% %7.1f %%  ", seconds_of(point), number_of(point, "runs"), exact,
		       percent_of(point, whole, "planted_black_box"), percent_of(point, whole, "cells"));
		for (int k = 0; k < (int)(exact * BAR / 100); k++)
			putchar('#');
		putchar('\n');
	}
	printf("```\n");
}

static void print_row_table(const struct measured *all)
{
	json_t *rows = rows_of(all, CHOICE), *row;
	const char *before = "";
	size_t i;

	printf("| row | smoke: runs | seconds | default: runs | million clocks | seconds | night: runs | million clocks | "
	       "seconds |\n"
	       "| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
	json_array_foreach(rows, i, row)
	{
		if (strcmp(before, text_of(row, "dut")))
			printf("\n| %s |", text_of(row, "dut"));
		before = text_of(row, "dut");
		printf(" %lld |", number_of(row, "runs"));
		if (strcmp(text_of(row, "suite"), "smoke"))
			printf(" %.1f |", (double)number_of(row, "clocks") / 1e6);
		printf(" %.2f |", seconds_of(row));
	}
	putchar('\n');
}

void print_suites(const struct measured *all)
{
	const json_t *night = suite_of(all, "night");

	if (!night)
		return;
	printf(
	    "\n## What the suites find in which time\n\n"
	    "`make choice` measured each run of the suite `night` by itself: its CPU time, the cells of coverage and the rules "
	    "and\n"
	    "counters that it reaches, and which planted faults it finds. The default suite is the cheapest set that keeps all "
	    "of\n"
	    "this ([regress.md](../use/regress.md#suites)); smoke, whose runs are exact, finds 95 %% of the planted faults of\n"
	    "each device by any rule, on the rows that it builds if nobody names others. An exact find is one by the rule that "
	    "the\n"
	    "fault's head names, as black box one by any rule. Seeds run exact, so that what a black box finds by a seed\n"
	    "alone, in the hunts of `make test`, is not in these figures. The times are those of one process that does all\n"
	    "runs of a row, on one core.\n\n");
	print_suite_table(all, night);
	printf("\nThe default suite, those runs first that find the most faults in their time: what it has found and reached "
	       "after so\n"
	       "many CPU seconds, of all that `night` finds and reaches.\n\n");
	print_curve(all, night);
	printf("\nA device's stimuli need not run on all of its rows: which rows and modes each needs was measured in the same "
	       "way.\n\n");
	print_row_table(all);
	if (number_of(all->of[CHOICE], "assumed"))
		printf("\nOf the mutants that Yosys draws, whose hunts stop at the first run that kills one, it was not measured "
		       "which run kills\n"
		       "which. So the default suite has all runs of the first row of each device, of which they are made, and "
		       "loses none of\n"
		       "these kills; the curve has the chosen runs alone.\n");
}
