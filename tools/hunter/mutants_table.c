/* SPDX-License-Identifier: Apache-2.0 */
/* Joins the results of the hunts into a table and build/mutants.json. The exit status is 1 if the exact mode did not catch a mutant under its
 * rule, if the black box did not catch it although its head gives no reason, if the black box caught it in spite of such a reason, or if half of the
 * runs that were reduced have more than REDUCED_LINES lines left.
 *
 * Then it says how many of the exact mode's findings have a sentence that says why, and how many a cause before them, and lists the others.
 * What the simulator or the stimulus found has neither.
 *
 * usage: mutants_table OUT.json RESULT.json... */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* doc/use/reduce.md promises it. */
enum { REDUCED_LINES = 5 };

struct tally {
	int mutants, exact, black_box, reasons, refuted;
	int said, caused; /* findings of the exact mode with a why-line; with a cause before the finding */
};

static const char *text(const json_t *result, const char *key)
{
	const char *value = json_string_value(json_object_get(result, key));

	return value ? value : "?";
}

static bool caught(const json_t *result)
{
	return json_is_true(json_object_get(result, "caught"));
}

static long long number(const json_t *result, const char *key)
{
	return (long long)json_integer_value(json_object_get(result, key));
}

/* The column of the black box: the rule that caught the mutant, or the reason why none can. */
static void black_box_row(const json_t *result, struct tally *tally)
{
	const json_t *black_box = json_object_get(result, "black_box");
	const char *reason = text(black_box, "reason");

	tally->black_box += caught(black_box);
	tally->reasons += !!*reason;
	tally->refuted += caught(black_box) && *reason;
	if (caught(black_box))
		printf("%s by %s%s%s\n", text(black_box, "rule"), text(black_box, "by"), *reason ? ", THOUGH: " : "", reason);
	else if (*reason)
		printf("no (%lld runs): %s\n", number(black_box, "runs"), reason);
	else
		printf("NO, and its head gives no reason\n");
}

/* True if the golden model has no part in the finding. */
static bool without_model(const json_t *result)
{
	return !strcmp(text(result, "rule"), "sim-ended") || !strcmp(text(result, "rule"), "expect-wire");
}

static bool has_why(const json_t *result)
{
	const char *why = json_string_value(json_object_get(result, "why"));

	return without_model(result) || (why && *why);
}

static bool has_cause(const json_t *result)
{
	return without_model(result) || number(result, "cause_cycle") < number(result, "cycle");
}

static void list_without(const json_t *all, const char *what, int have, bool (*has)(const json_t *result))
{
	size_t i;
	json_t *result;

	printf("findings with %s: %d of %zu", what, have, json_array_size(all));
	if ((size_t)have < json_array_size(all))
		printf("; without:");
	json_array_foreach(all, i, result)
	{
		if (!has(result))
			printf(" %s", text(result, "mutant"));
	}
	putchar('\n');
}

static void row(const json_t *result, struct tally *tally)
{
	tally->said += has_why(result);
	tally->caused += has_cause(result);
	tally->mutants++;
	tally->exact += caught(result);
	printf("%-40s %-12s %-22s %-7s %8lld  %-32s  ", text(result, "mutant"), text(result, "dut"),
	       text(result, "expected_rule"), caught(result) ? "yes" : "NO", number(result, "items"), text(result, "by"));
	if (!caught(result))
		printf("[%s] ", *text(result, "rule") ? text(result, "rule") : "no finding");
	black_box_row(result, tally);
}

static int ascending(const void *a, const void *b)
{
	long long left = *(const long long *)a, right = *(const long long *)b;

	return (left > right) - (left < right);
}

/* Returns the value of which SHARE of the COUNT sorted VALUES are not larger. */
static long long quantile(const long long *values, size_t count, double share)
{
	return values[(size_t)((double)(count - 1) * share + 0.5)];
}

/* Prints how many lines are left of the reduced runs. Returns whether the median is too large. */
static bool reduced_table(const json_t *all)
{
	static const long long ends[] = { 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 50, 100000 };
	size_t count = 0, at = 0, unfinished = 0, unlike = 0, i;
	long long *lines = calloc(json_array_size(all) + 1, sizeof(*lines)), before = 0;
	double seconds = 0;
	const json_t *result;

	json_array_foreach(all, i, result)
	{
		const json_t *reduced = json_object_get(result, "reduced");
		if (!reduced || !lines)
			continue;
		lines[count++] = number(reduced, "after");
		before += number(reduced, "before");
		seconds += json_number_value(json_object_get(reduced, "seconds"));
		unfinished += !json_is_true(json_object_get(reduced, "whole"));
		unlike += !json_is_true(json_object_get(reduced, "again"));
	}
	if (!count) {
		printf("reduced: none\n");
		free(lines);
		return true;
	}
	qsort(lines, count, sizeof(*lines), ascending);
	printf("reduced: %zu runs of %lld lines on average, %.2f s each; lines left:", count, before / (long long)count,
	       seconds / (double)count);
	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		size_t from = at;
		while (at < count && lines[at] <= ends[i])
			at++;
		if (i + 1 < sizeof(ends) / sizeof(ends[0]))
			printf(" %s%lld: %zu,", ends[i] > 6 ? "to " : "", ends[i], at - from);
		else
			printf(" more: %zu\n", at - from);
	}
	printf("reduced: median %lld lines, 90 %% at most %lld; not to the end: %zu; did not occur again: %zu\n",
	       quantile(lines, count, 0.5), quantile(lines, count, 0.9), unfinished, unlike);
	before = quantile(lines, count, 0.5);
	free(lines);
	return before > REDUCED_LINES || unlike;
}

int main(int argc, char **argv)
{
	json_t *all = json_array();
	struct tally tally = { 0 };
	int missed, blind;
	bool large;

	if (argc < 3) {
		fprintf(stderr, "mutants_table: no mutants: nothing was proved\n");
		return 2;
	}
	printf("%-40s %-12s %-22s %-7s %8s  %-32s  %s\n", "mutant", "dut", "expected rule", "caught", "items", "by",
	       "as a black box");
	for (int i = 2; i < argc; i++) {
		json_error_t error;
		json_t *result = json_load_file(argv[i], 0, &error);
		if (!result) {
			fprintf(stderr, "mutants_table: %s:%d: %s\n", argv[i], error.line, error.text);
			return 2;
		}
		row(result, &tally);
		json_array_append_new(all, result);
	}
	missed = tally.mutants - tally.exact;
	blind = tally.mutants - tally.black_box - (tally.reasons - tally.refuted);
	printf("mutants: %d, caught: %d, missed: %d\n", tally.mutants, tally.exact, missed);
	printf("as a black box: %d, caught: %d, missed: %d, invisible for a reason: %d, reasons refuted: %d\n", tally.mutants,
	       tally.black_box, blind, tally.reasons - tally.refuted, tally.refuted);
	list_without(all, "a sentence why", tally.said, has_why);
	list_without(all, "a cause before them", tally.caused, has_cause);
	large = reduced_table(all);
	if (json_dump_file(all, argv[1], JSON_INDENT(2))) {
		fprintf(stderr, "mutants_table: %s: cannot be written\n", argv[1]);
		return 2;
	}
	return missed || blind || tally.refuted || large;
}
