/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the proof of a statement on a terminal, the totals, and the comparison with the bounds. */
#include "proof.h"

#include <inttypes.h>
#include <string.h>

static const char red_on[] = "\033[31m", red_off[] = "\033[0m";

static void print_field(FILE *out, const char *label, const char *text)
{
	if (*text)
		fprintf(out, "  %-12s %s\n", label, text);
}

static void print_runs(FILE *out, const char *label, const char *key, const uint64_t runs[PROOF_MODES])
{
	fprintf(out, "  %-12s %" PRIu64 " exact and %" PRIu64 " black-box runs: %s\n", label, runs[PROOF_EXACT],
	        runs[PROOF_BLACK_BOX], key);
}

static void print_proof(FILE *out, const struct proof *proof, const struct proof_row *row)
{
	const struct statement *s = row->statement;
	const struct statement_bound *bound = statement_bound(s);

	print_field(out, "read as", s->tags);
	print_field(out, "RTL", s->rtl);
	print_field(out, "model", s->functions);
	print_field(out, "rules", s->rules);
	print_field(out, "stimuli", s->stimuli);
	print_field(out, "mutants", s->mutants);
	if (proof->counted) {
		print_runs(out, "held", s->when, row->when);
		print_runs(out, "did not", s->otherwise, row->otherwise);
	} else {
		fprintf(out, "  %-12s at least %u runs of make regress: %s\n", "held", bound ? bound->when : 0, s->when);
		fprintf(out, "  %-12s at least %u: %s\n", "did not", bound ? bound->otherwise : 0, s->otherwise);
	}
}

void proof_text(FILE *out, const struct proof *proof, const struct proof_row *row, bool colours)
{
	const struct statement *s = row->statement;
	bool red = *row->missing && colours;
	char name[STATEMENT_NAME_SIZE];

	fprintf(out, "%s%s%s\n", red ? red_on : "", statement_name(s, name), red ? red_off : "");
	print_field(out, "says", statement_text(s));
	fprintf(out, "  %-12s %s%s%s\n", "where", s->source, *s->place ? ", " : "", s->place);
	if (s->class == STATEMENT_PROVEN)
		print_proof(out, proof, row);
	else
		fprintf(out, "  %-12s %s: %s\n", "no proof", statement_class_names[s->class], s->reason);
	if (*row->missing)
		fprintf(out, "%s  %-12s %s%s\n", red ? red_on : "", "NOT PROVEN", row->missing, red ? red_off : "");
}

void proof_totals(FILE *out, const struct proof *proof, bool colours)
{
	size_t classes[STATEMENT_OUTSIDE + 1] = { 0 };
	bool red = proof->red && colours;

	for (size_t i = 0; i < proof->count; i++)
		classes[proof->rows[i].statement->class]++;
	fprintf(out,
	        "%zu statements: %zu to prove, of which %s%zu red%s; %zu about storage in this part, %zu outside of what a MAC "
	        "shows\n",
	        proof->count, classes[STATEMENT_PROVEN], red ? red_on : "", proof->red, red ? red_off : "",
	        classes[STATEMENT_STORAGE], classes[STATEMENT_OUTSIDE]);
}

static size_t below(FILE *out, const char *name, const char *what, const uint64_t runs[PROOF_MODES], unsigned bound)
{
	uint64_t count = runs[PROOF_EXACT] + runs[PROOF_BLACK_BOX];

	if (count >= bound)
		return 0;
	fprintf(out,
	        "%s: its condition %s in %" PRIu64 " runs, doc/quality/proof.md says at least %u (make proof writes it anew)\n",
	        name, what, count, bound);
	return 1;
}

size_t proof_check(FILE *out, const struct proof *proof)
{
	char name[STATEMENT_NAME_SIZE];
	size_t count = 0;

	for (size_t i = 0; i < proof->count; i++) {
		const struct proof_row *row = &proof->rows[i];
		const struct statement_bound *bound = statement_bound(row->statement);
		if (!bound)
			continue;
		statement_name(row->statement, name);
		count += below(out, name, "held", row->when, bound->when);
		count += below(out, name, "did not hold", row->otherwise, bound->otherwise);
	}
	return count;
}
