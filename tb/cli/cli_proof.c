/* SPDX-License-Identifier: Apache-2.0 */
/* The verb proof: shows what proves each statement of the documents. */
#include "base/spelling.h"
#include "base/tree.h"
#include "cli.h"
#include "proof/proof.h"
#include "report/report.h"

#include <string.h>

struct proof_options {
	enum { PRINT_ROWS, PRINT_PAGE, PRINT_BOUNDS, PRINT_CHECK } print;
	const char *exercised, *tree;
	char **names; /* of argv */
	size_t count;
};

static const char *nearest_name(const char *name)
{
	static char best[STATEMENT_NAME_SIZE];
	size_t edits = strlen(name) / 2 + 1;
	char other[STATEMENT_NAME_SIZE];

	*best = 0;
	for (size_t i = 0; i < statement_count; i++) {
		size_t far = spelling_edits(name, statement_name(&statement_table[i], other));
		if (far >= edits)
			continue;
		edits = far;
		memcpy(best, other, sizeof(best));
	}
	return best;
}

/* Returns true if NAME asks for ROW: it is the name of the row, its model, or "red". */
static bool is_meant(const struct proof_row *row, const char *name)
{
	char own[STATEMENT_NAME_SIZE];

	return !strcmp(name, statement_name(row->statement, own)) || !strcmp(name, row->statement->model) ||
	       (!strcmp(name, "red") && *row->missing);
}

static int print_rows(const struct proof *proof, const struct proof_options *options, struct env_error *ret_error)
{
	bool red = false;

	for (size_t k = 0; k < options->count; k++) {
		const char *name = options->names[k], *nearest;
		bool known = !strcmp(name, "red");
		for (size_t i = 0; i < proof->count; i++) {
			if (!is_meant(&proof->rows[i], name))
				continue;
			known = true;
			red |= *proof->rows[i].missing != 0;
			proof_text(stdout, proof, &proof->rows[i], report_coloured(stdout));
			putchar('\n');
		}
		if (known)
			continue;
		nearest = nearest_name(name);
		env_refuse(ret_error, "no statement '%s'%s%s%s", name, *nearest ? ", did you mean '" : "", nearest,
		           *nearest ? "'?" : "; doc/quality/proof.md has them all");
		return EXIT_ENVIRONMENT;
	}
	proof_totals(stdout, proof, report_coloured(stdout));
	return red || (!options->count && proof->red) ? EXIT_FINDINGS : EXIT_CLEAN;
}

static int print_check(const struct proof *proof)
{
	size_t less = proof_check(stdout, proof);

	proof_totals(stdout, proof, report_coloured(stdout));
	return less || proof->red ? EXIT_FINDINGS : EXIT_CLEAN;
}

static void print_page(struct argp_state *state, void *arguments, const char *text)
{
	(void)state;
	(void)text;
	((struct proof_options *)arguments)->print = PRINT_PAGE;
}

static void print_bounds(struct argp_state *state, void *arguments, const char *text)
{
	(void)state;
	(void)text;
	((struct proof_options *)arguments)->print = PRINT_BOUNDS;
}

static void compare(struct argp_state *state, void *arguments, const char *text)
{
	(void)state;
	(void)text;
	((struct proof_options *)arguments)->print = PRINT_CHECK;
}

static void take_names(void *arguments, char **words, size_t count)
{
	struct proof_options *options = arguments;

	options->names = words;
	options->count = count;
}

static void end(struct argp_state *state, void *arguments)
{
	const struct proof_options *options = arguments;

	if (!options->exercised && (options->print == PRINT_BOUNDS || options->print == PRINT_CHECK))
		argp_failure(state, EXIT_ENVIRONMENT, 0, "give the exercised.json of a regression with --exercised");
}

int cli_proof(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "exercised",
		  CLI_TEXT(struct proof_options, exercised),
		  .arg = "FILE",
		  .doc = "Count the runs of the exercised.json of a regression" },
		{ .name = "page", CLI_CALL(print_page), .doc = "Print doc/quality/proof.md" },
		{ .name = "bounds", CLI_CALL(print_bounds), .doc = "Print regs/exercised.def for the runs of that regression" },
		{ .name = "check", CLI_CALL(compare), .doc = "Compare the runs of that regression with regs/exercised.def" },
		{ .name = "tree", CLI_TEXT(struct proof_options, tree), .arg = "DIR", .doc = "Folder of the checkout" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.words = { .all = take_names },
		.end = end,
		.args_doc = "[STATEMENT|DEVICE|red]...",
		.doc =
		    "Prints what proves a statement of the documents: where RTL and model have it, which rules, stimuli and "
		    "mutants are about it, and in how many runs its condition held and did not. 'red' stands for all statements "
		    "whose proof is not whole; with one of them the exit status is 1. Without a name only the totals are "
		    "printed.",
	};
	struct proof_options options = { .tree = tree_folder() };
	struct proof proof;
	int status = EXIT_CLEAN;

	(void)cli;
	cli_read(&syntax, argc, argv, &options);
	cli_note_tree(options.tree);
	if (proof_open(&proof, options.tree, options.print == PRINT_PAGE ? NULL : options.exercised, ret_error))
		return EXIT_ENVIRONMENT;
	if (options.print == PRINT_PAGE)
		proof_page(stdout, &proof, options.tree);
	else if (options.print == PRINT_BOUNDS)
		proof_bounds(stdout, &proof);
	else if (options.print == PRINT_CHECK)
		status = print_check(&proof);
	else
		status = print_rows(&proof, &options, ret_error);
	proof_release(&proof);
	return status;
}
