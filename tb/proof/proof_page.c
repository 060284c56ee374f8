/* SPDX-License-Identifier: Apache-2.0 */
/* Prints doc/quality/proof.md and regs/exercised.def. */
#include "proof.h"

#include <inttypes.h>
#include <string.h>

static const char head[] =
    "# Statement to proof\n"
    "\n"
    "This page has one row for each statement of the manual pages from which the four devices were written, and for each\n"
    "clause of the standard that is used, with everything here that proves it. `make proof` writes it from\n"
    "`regs/<device>/statements.def`, `regs/clauses.def` and `regs/exercised.def`; `pausebench proof STATEMENT` prints one\n"
    "row, `pausebench proof red` those whose proof is not whole. A test fails if one is, or if this page is not up to date.\n"
    "\n"
    "- **statement**: its name, what the document says in our words, where, and how it is read\n"
    "  (`doc/reference/readings.md`).\n"
    "- **RTL**, **model**: where the behaviour is written, each time from the document.\n"
    "- **rules**: what a finding names if the behaviour is wrong (`pausebench explain RULE`).\n"
    "- **stimuli**: files of `tests/data/stimuli` that exercise one of these rules for this statement; seeds come on top.\n"
    "- **mutants**: faults of `tests/data/mutants`, planted into the RTL, that break the statement. `make test ALL=1` builds\n"
    "  each and sees it found by one of the rules.\n"
    "- **exercised**: the least number of runs of `make regress` in which the condition of the statement held, and in which\n"
    "  it did not, and what the bench noted in them: that a rule was exercised (`pausebench list rules` says when), or that\n"
    "  reads saw a counter move, or stand still although frames of its direction had passed. The numbers are half of what\n"
    "  was counted or less, so that they stay true when a stimulus changes; `make regress` fails if one is not reached.\n"
    "  `pausebench proof --exercised build/regress/exercised.json STATEMENT` prints those of the newest regression.\n"
    "\n"
    "A statement that lacks one of these is red: NOT PROVEN stands before it. Statements about what is storage in our part,\n"
    "and those that the pins and registers of a MAC cannot show, have tables of their own with the reason.\n";

/* Prints TEXT as the cell of a table. */
static void print_cell(FILE *out, const char *text)
{
	for (; *text; text++)
		if (*text == '|')
			fputs("\\|", out);
		else
			fputc(*text, out);
}

static void print_names(FILE *out, const char *list)
{
	const char *separator = "";
	char name[128];

	while (statement_next_name(&list, name, sizeof(name))) {
		fprintf(out, "%s`%s`", separator, name);
		separator = ", ";
	}
}

/* Prints links to the modules of LIST. */
static void print_modules(FILE *out, const char *list, const char *tree)
{
	const char *separator = "";
	char name[128], file[256];

	while (statement_next_name(&list, name, sizeof(name))) {
		bool found = proof_find_file(tree, "rtl", name, ".v", file, sizeof(file));
		fprintf(out, "%s[%s](../../%s)", separator, name, found ? file : "rtl");
		separator = ", ";
	}
}

/* Prints links to the files of LIST, each with its function. */
static void print_functions(FILE *out, const char *list, const char *tree)
{
	const char *separator = "";
	char name[128], file[256];

	while (statement_next_name(&list, name, sizeof(name))) {
		char *function = strchr(name, ':');
		bool found;
		if (!function)
			continue;
		*function++ = 0;
		found = proof_find_function(tree, name, function, file, sizeof(file));
		fprintf(out, "%s[%s](../../%s) %s", separator, name, found ? file : "models", function);
		separator = ", ";
	}
}

static void print_statement(FILE *out, const struct statement *s)
{
	char name[STATEMENT_NAME_SIZE];

	fprintf(out, "`%s` ", statement_name(s, name));
	print_cell(out, statement_text(s));
	if (*s->place)
		fprintf(out, " (%s, %s%s%s)", s->source, s->place, *s->tags ? "; " : "", s->tags);
}

static void print_proven(FILE *out, const struct proof_row *row, const char *tree)
{
	const struct statement *s = row->statement;
	const struct statement_bound *bound = statement_bound(s);

	fputs("| ", out);
	if (*row->missing)
		fprintf(out, "<font color=\"red\">**NOT PROVEN: %s**</font> ", row->missing);
	print_statement(out, s);
	fputs(" | ", out);
	print_modules(out, s->rtl, tree);
	fputs(" | ", out);
	print_functions(out, s->functions, tree);
	fputs(" | ", out);
	print_names(out, s->rules);
	fputs(" | ", out);
	print_names(out, s->stimuli);
	fputs(" | ", out);
	print_names(out, s->mutants);
	fprintf(out, " | held: %u runs (`%s`); did not: %u runs (`%s`) |\n", bound ? bound->when : 0, s->when,
	        bound ? bound->otherwise : 0, s->otherwise);
}

/* Returns true if a statement of MODEL and CLASS from SOURCE stands before row END. */
static bool among_the_rows_before(const struct proof *proof, size_t end, const struct statement *like)
{
	for (size_t i = 0; i < end; i++) {
		const struct statement *s = proof->rows[i].statement;
		if (s->class == like->class && !strcmp(s->source, like->source) && !strcmp(s->model, like->model))
			return true;
	}
	return false;
}

/* Prints the rows of one document. */
static void print_document(FILE *out, const struct proof *proof, const struct statement *first, const char *tree)
{
	fprintf(out, "\n## %s: %s\n\n| statement | RTL | model | rules | stimuli | mutants | exercised |\n", first->model,
	        first->source);
	fputs("| --- | --- | --- | --- | --- | --- | --- |\n", out);
	for (size_t i = 0; i < proof->count; i++) {
		const struct statement *s = proof->rows[i].statement;
		if (s->class == STATEMENT_PROVEN && !strcmp(s->model, first->model) && !strcmp(s->source, first->source))
			print_proven(out, &proof->rows[i], tree);
	}
}

static void print_apart(FILE *out, const struct proof *proof, enum statement_class class)
{
	size_t rows = 0;

	for (size_t i = 0; i < proof->count; i++) {
		const struct statement *s = proof->rows[i].statement;
		if (s->class != class)
			continue;
		if (!rows++)
			fprintf(out, "\n## Not proven, with the reason: %s\n\n| statement | why |\n| --- | --- |\n",
			        statement_class_names[class]);
		fputs("| ", out);
		print_statement(out, s);
		fputs(" | ", out);
		print_cell(out, s->reason);
		fputs(" |\n", out);
	}
}

void proof_page(FILE *out, const struct proof *proof, const char *tree)
{
	fputs(head, out);
	fputs("\n", out);
	proof_totals(out, proof, false);
	for (size_t i = 0; i < proof->count; i++) {
		const struct statement *s = proof->rows[i].statement;
		if (s->class == STATEMENT_PROVEN && !among_the_rows_before(proof, i, s))
			print_document(out, proof, s, tree);
	}
	print_apart(out, proof, STATEMENT_STORAGE);
	print_apart(out, proof, STATEMENT_OUTSIDE);
}

static unsigned bound_of(const uint64_t runs[PROOF_MODES])
{
	return statement_bound_of((unsigned long)(runs[PROOF_EXACT] + runs[PROOF_BLACK_BOX]));
}

void proof_bounds(FILE *out, const struct proof *proof)
{
	char name[STATEMENT_NAME_SIZE];

	fputs("/* SPDX-License-Identifier: Apache-2.0 */\n"
	      "/* The least number of runs of make regress in which the condition of a statement held, and in which it did not. "
	      "`make proof` "
	      "writes\n"
	      " * this file. */\n",
	      out);
	for (size_t i = 0; i < proof->count; i++) {
		const struct proof_row *row = &proof->rows[i];
		if (row->statement->class == STATEMENT_PROVEN)
			fprintf(out, "EXERCISED(\"%s\", %u, %u)\n", statement_name(row->statement, name), bound_of(row->when),
			        bound_of(row->otherwise));
	}
}
