/* SPDX-License-Identifier: Apache-2.0 */
/* Joins the results of the hunts into a table and build/mutants.json. The exit status is 1 if the exact mode did not catch a mutant under its
 * rule, if the black box did not catch it although its head gives no reason, or if the black box caught it in spite of such a reason.
 *
 * Then it says how many of the exact mode's findings have a sentence that says why, and how many a cause before them, and lists the others.
 * What the simulator or the stimulus found has neither.
 *
 * usage: mutants_table OUT.json RESULT.json... */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

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
	return without_model(result) || *text(result, "why");
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

int main(int argc, char **argv)
{
	json_t *all = json_array();
	struct tally tally = { 0 };
	int missed, blind;

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
	if (json_dump_file(all, argv[1], JSON_INDENT(2))) {
		fprintf(stderr, "mutants_table: %s: cannot be written\n", argv[1]);
		return 2;
	}
	return missed || blind || tally.refuted;
}
