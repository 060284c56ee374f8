/* SPDX-License-Identifier: Apache-2.0 */
/* Statement to proof: the tables of statements, doc/quality/proof.md, and the verb proof. */
#include "support.h"

#include "proof/proof.h"
#include "regs.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPOSITORY PAUSEBENCH_STIMULI "/../../.."

/* ---- lists and bounds ---- */

Test(proof, the_names_of_a_list)
{
	const char *list = "  pause_rx  gmii_tx ";
	char name[16];

	cr_expect(statement_next_name(&list, name, sizeof(name)));
	cr_expect_str_eq(name, "pause_rx");
	cr_expect(statement_next_name(&list, name, sizeof(name)));
	cr_expect_str_eq(name, "gmii_tx");
	cr_expect(!statement_next_name(&list, name, sizeof(name)));
}

Test(proof, a_bound_is_less_than_half_of_the_count)
{
	static const struct {
		unsigned long count;
		unsigned bound;
	} cases[] = { { 0, 0 },     { 1, 1 },     { 2, 1 },     { 3, 1 },      { 4, 2 },       { 9, 2 },        { 10, 5 },
		      { 19, 5 },    { 20, 10 },   { 39, 10 },   { 40, 20 },    { 100, 50 },    { 199, 50 },     { 200, 100 },
		      { 399, 100 }, { 400, 200 }, { 999, 200 }, { 1000, 500 }, { 2000, 1000 }, { 50000, 20000 } };

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		cr_expect_eq(statement_bound_of(cases[i].count), cases[i].bound, "%lu: %u expected, actual %u", cases[i].count,
		             cases[i].bound, statement_bound_of(cases[i].count));
}

/* ---- the tables ---- */

static bool is_document(const char *name)
{
	for (size_t i = 0; i < document_count; i++)
		if (!strcmp(document_table[i].name, name))
			return true;
	return false;
}

static void check_tags(const struct statement *s, const char *name)
{
	const char *list = s->tags;
	char tag[TAG_SIZE];

	while (statement_next_name(&list, tag, sizeof(tag)))
		cr_expect_not_null(reading_by_tag(tag), "%s: doc/reference/readings.md has no row %s", name, tag);
}

Test(proof, each_row_is_whole_and_its_name_its_own)
{
	char name[STATEMENT_NAME_SIZE];

	cr_expect_gt(statement_count, 30);
	for (size_t i = 0; i < statement_count; i++) {
		const struct statement *s = &statement_table[i];
		statement_name(s, name);
		cr_expect_eq(statement_by_name(name), s, "%s has two rows", name);
		cr_expect(*statement_text(s), "%s has no text", name);
		cr_expect(is_document(s->source), "%s: doc/reference/readings.md has no document '%s'", name, s->source);
		cr_expect(s->class == STATEMENT_PROVEN || *s->reason, "%s has no reason", name);
		cr_expect((s->class == STATEMENT_PROVEN) == (statement_bound(s) != NULL),
		          "%s: make proof writes regs/exercised.def anew", name);
		check_tags(s, name);
	}
	for (size_t i = 0; i < statement_bound_count; i++)
		cr_expect_not_null(statement_by_name(statement_bounds[i].name), "%s is no statement; make proof",
		                   statement_bounds[i].name);
}

/* Every clause of the standard that doc/reference/readings.md names has its proof. */
Test(proof, each_clause_has_a_row)
{
	for (size_t i = 0; i < reading_count; i++)
		if (reading_table[i].tag[0] == 'R')
			cr_expect_not_null(statement_by_name(reading_table[i].tag), "regs/clauses.def has no row %s",
			                   reading_table[i].tag);
}

/* The counters that a manual page at hand defines row by row. */
static const struct {
	const char *model, *source;
} tables[] = {
	{ "bcm5718", "PG108-R p.225" },
	{ "ll10g", "UG 683426 5.11, Table 35" },
	{ "bcm1250", "UM100CB p.288" },
};

/* True if a statement of MODEL is exercised by COUNTER moving. */
static bool has_statement(const char *model, const char *counter)
{
	for (size_t i = 0; i < statement_count; i++) {
		const struct statement *s = &statement_table[i];
		if (!strcmp(s->model, model) && !strcmp(s->when, counter))
			return true;
	}
	return false;
}

Test(proof, each_counter_of_the_pages_has_a_statement)
{
	for (size_t t = 0; t < COUNT_OF(tables); t++) {
		const struct reg_page *page = reg_page_by_model(tables[t].model);
		for (size_t i = 0; i < page->count; i++)
			if (page->rows[i].kind == REG_COUNTER && strstr(page->rows[i].source, tables[t].source))
				cr_expect(has_statement(page->model, page->rows[i].name), "no statement is about %s of %s",
				          page->rows[i].name, page->model);
	}
}

/* ---- the proof ---- */

Test(proof, no_statement_is_red)
{
	struct env_error error = { "" };
	char name[STATEMENT_NAME_SIZE];
	struct proof proof;

	cr_assert_eq(proof_open(&proof, REPOSITORY, NULL, &error), 0, "%s", error.text);
	for (size_t i = 0; i < proof.count; i++)
		cr_expect_str_eq(proof.rows[i].missing, "", "%s: %s", statement_name(proof.rows[i].statement, name),
		                 proof.rows[i].missing);
	cr_expect_eq(proof.red, 0, "%zu red statements", proof.red);
	proof_release(&proof);
}

Test(proof, the_page_is_up_to_date)
{
	struct env_error error = { "" };
	struct proof proof;
	struct text due;
	char *page = file_read(REPOSITORY "/doc/quality/proof.md", NULL);
	size_t same = 0;

	cr_assert_eq(proof_open(&proof, REPOSITORY, NULL, &error), 0, "%s", error.text);
	cr_assert_eq(text_open(&due, &error), 0, "%s", error.text);
	proof_page(due.out, &proof, REPOSITORY);
	fflush(due.out);
	while (page[same] && page[same] == due.data[same])
		same++;
	cr_expect(page[same] == due.data[same], "doc/quality/proof.md is not what make proof writes: '%.60s' instead of '%.60s'",
	          page + same, due.data + same);
	text_replace(&due, NULL, &error);
	proof_release(&proof);
	free(page);
}

/* What a row names must be there: each of the parts, in a folder without any of them, is missed. */
Test(proof, a_row_whose_parts_are_missing_is_red)
{
	static const char *const missed[] = { "rtl/ has no module", "models/ has no function", "there is no stimulus" };
	struct env_error error = { "" };
	struct proof proof;

	cr_assert_eq(proof_open(&proof, "build/tests", NULL, &error), 0, "%s", error.text);
	for (size_t i = 0; i < proof.count; i++)
		if (proof.rows[i].statement->class != STATEMENT_PROVEN)
			cr_expect_str_eq(proof.rows[i].missing, "");
	for (size_t i = 0; i < COUNT_OF(missed); i++)
		cr_expect(strstr(proof.rows[0].missing, missed[i]), "'%s' is missing in '%s'", missed[i], proof.rows[0].missing);
	cr_expect_gt(proof.red, 0);
	proof_release(&proof);
}

/* ---- the verb ---- */

static void expect_proof(int status, const char *arguments, const char *part)
{
	struct command c;

	command_run(&c, "build/pausebench proof %s", arguments);
	cr_expect_eq(c.status, status, "proof %s: exit status %d expected, actual %d\n%s%s", arguments, status, c.status, c.out,
	             c.err);
	cr_expect(strstr(status == 2 ? c.err : c.out, part), "proof %s: '%s' is missing in\n%s%s", arguments, part, c.out, c.err);
	command_release(&c);
}

Test(proof, the_verb_prints_rows_and_refuses_what_it_does_not_know)
{
	static const struct {
		int status;
		const char *arguments, *part;
	} cases[] = {
		{ 0, "", "of which 0 red" },
		{ 0, "red", "of which 0 red" },
		{ 0, "bcm5718.xon-by-timer", "\n  rules        pause-expiry" },
		{ 0, "bcm5718.xon-by-timer", "\n  held         at least " },
		{ 0, "bcm5718", "bcm5718.outXoff.time\n" },
		{ 1, "--tree build/tests bcm5718.xon-by-timer", "\n  NOT PROVEN   rtl/ has no module pause_rx" },
		{ 2, "bcm5718.xon-by-time", "did you mean 'bcm5718.xon-by-timer'?" },
		{ 2, "what-is-that-then", "doc/quality/proof.md has them all" },
		{ 2, "--check", "--exercised" },
		{ 2, "--exercised build/tests/no-such-file", "make regress writes it" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		expect_proof(cases[i].status, cases[i].arguments, cases[i].part);
}

/* A red statement is red on a terminal only, and not if the user wants no colours. */
Test(proof, red_is_a_colour_on_a_terminal_only)
{
	static const char verb[] = "build/pausebench proof --tree build/tests bcm5718.xon-by-timer";
	static const struct {
		const char *before, *after;
		bool red;
	} cases[] = {
		{ "env -u NO_COLOR script -qc '", "' /dev/null", true },
		{ "NO_COLOR=1 script -qc '", "' /dev/null", false },
		{ "", "", false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct command c;
		command_run(&c, "%s%s%s", cases[i].before, verb, cases[i].after);
		cr_expect(strstr(c.out, "bcm5718.xon-by-timer"), "%s%s", c.out, c.err);
		cr_expect_eq(strstr(c.out, "\033[31m") != NULL, cases[i].red, "%s: %s", cases[i].before, c.out);
		command_release(&c);
	}
}

/* What a regression writes is what the verb counts; so few runs are less than the bounds say. */
Test(proof, a_regression_says_what_it_exercised)
{
	struct command c;

	command_run(&c, "rm -rf build/tests/proof; mkdir -p build/tests/proof/stimuli && "
	                "cp tests/data/stimuli/bcm5718/pause_counted.stim build/tests/proof/stimuli && "
	                "build/pausebench regress --dut bcm5718 --seeds 1..1 --stimuli build/tests/proof/stimuli --out "
	                "build/tests/proof/r --exercised build/tests/proof/r/exercised.json");
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	expect_proof(1, "--exercised build/tests/proof/r/exercised.json bcm5718.xoffStateEntered.crc",
	             "black-box runs: xoffStateEntered\n");
	expect_proof(1, "--exercised build/tests/proof/r/exercised.json --check",
	             "its condition did not hold in 0 runs, doc/quality/proof.md says at least");
}

/* A file of another kind, or a damaged one, ends with a verdict or a line, and not with the program. */
Test(proof, a_file_of_another_kind_is_survived)
{
	static const char *const texts[] = { "{}", "[]", "{\"duts\": 5}", "{\"duts\": [{\"dut\": 7}, 5, null, [], {}]}",
		                             "{\"duts\": [{\"dut\": \"bcm5718\", \"rules\": [1], \"moved\": {\"x\": {}}}]}" };

	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		file_write("build/tests/proof_odd.json", texts[i], strlen(texts[i]));
		expect_proof(1, "--check --exercised build/tests/proof_odd.json", "doc/quality/proof.md says at least");
	}
}
