/* SPDX-License-Identifier: Apache-2.0 */
/* The verb coverage: shows what regressions reached, and what they did not reach. */
#include "base/version.h"
#include "cli.h"
#include "coverage/rules.h"
#include "coverage_report/page.h"
#include "meets/search.h"
#include "profile/profile.h"
#include "report/report.h"
#include "seam/seam.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 64 };

struct coverage_arguments {
	const char *files[FILES_MAX];
	size_t count;
	bool complete, cells, open, reasons, rules, once;
	const char *html, *faults, *figures;
	struct search_options search; /* .path is NULL if nobody asked for a search */
};

/* The sums of the rows of one device. */
struct models {
	const char *names[16];
	struct coverage_sum *sums[16];
	size_t count;
	json_t *runs; /* the names of runs, by the numbers in the sums */
};

static void print_reasons(struct argp_state *state, void *arguments, const char *text)
{
	struct coverage_arguments *a = arguments;

	(void)state;
	(void)text;
	a->open = a->reasons = true;
}

static void ask_for_all(struct argp_state *state, void *arguments, const char *text)
{
	struct coverage_arguments *a = arguments;

	(void)state;
	(void)text;
	a->open = a->complete = true;
}

static void add_file(struct argp_state *state, void *arguments, const char *text)
{
	struct coverage_arguments *a = arguments;

	if (a->count == FILES_MAX)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "more than %d files", FILES_MAX);
	a->files[a->count++] = text;
}

static void end(struct argp_state *state, void *arguments)
{
	const struct coverage_arguments *a = arguments;

	if (!a->search.path != !a->search.dut)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--search FILE and --dut NAME belong together");
}

static struct coverage_sum *sum_of(struct models *models, const char *name)
{
	for (size_t i = 0; i < models->count; i++)
		if (!strcmp(models->names[i], name))
			return models->sums[i];
	if (models->count == sizeof(models->names) / sizeof(models->names[0]))
		return NULL;
	models->names[models->count] = name;
	return models->sums[models->count++] = calloc(1, sizeof(struct coverage_sum));
}

/* Adds ROOT, the contents of the file at PATH, to MODELS. The caller keeps ROOT as long as MODELS, which points to its names. */
static int read_root(const json_t *root, const char *path, struct models *models, struct env_error *ret_error)
{
	json_t *entry;
	size_t i;

	if (json_integer_value(json_object_get(root, "schema_version")) != COVERAGE_SCHEMA_VERSION)
		return env_fail(ret_error, EINVAL,
		                "%s: not a coverage.json of version %d; make it anew with 'pausebench regress --coverage'", path,
		                COVERAGE_SCHEMA_VERSION);
	json_array_foreach(json_object_get(root, "duts"), i, entry)
	{
		const char *model = json_string_value(json_object_get(entry, "model"));
		struct coverage_sum *sum = model ? sum_of(models, model) : NULL;
		if (!sum)
			return env_fail(ret_error, EINVAL, "%s: entry %zu has no model, or there are too many", path, i + 1);
		if (!coverage_read(entry, sum, models->runs))
			return env_fail(
			    ret_error, EINVAL,
			    "%s: %s: this program knows other cells; make the file anew with 'pausebench regress --coverage'",
			    path, model);
	}
	return 0;
}

static void print_count(const char *model, const char *what, const struct coverage_count *c)
{
	printf("%-10s %-13s %6u %8u %8u %10u %6u %8.1f %%\n", model, what, c->cells, c->reached, c->once, c->explained, c->open,
	       c->cells == c->explained ? 100.0 : 100.0 * c->reached / (c->cells - c->explained));
}

/* Returns whether a reason was refuted; *ret_open is the number of cells that were not reached and have no reason. */
static bool print_figures(const struct models *models, unsigned *ret_open)
{
	bool refuted = false;

	*ret_open = 0;
	printf("%-10s %-13s %6s %8s %8s %10s %6s %10s\n", "device", "cells", "all", "reached", "by one", "explained", "open",
	       "of others");
	for (size_t i = 0; i < models->count; i++) {
		struct coverage_figures figures;
		coverage_count(models->names[i], models->sums[i], &figures);
		*ret_open += figures.meets.open + figures.points.open;
		print_count(models->names[i], "coincidences", &figures.meets);
		print_count(models->names[i], "values", &figures.points);
		for (unsigned mode = 0; mode < COVERAGE_MODES; mode++) {
			struct coverage_count rules;
			coverage_count_rules(models->names[i], models->sums[i], (enum coverage_mode)mode, &rules);
			print_count(models->names[i], mode == COVERAGE_EXACT ? "rules, exact" : "rules, pins", &rules);
			refuted |= rules.refuted;
		}
		refuted |= figures.meets.refuted || figures.points.refuted;
	}
	return refuted;
}

static json_t *row_json(const char *model, const char *mode, const char *what, const struct coverage_count *n)
{
	return json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:i}", "dut", model, "mode", mode, "cells", what, "all",
	                 (int)n->cells, "reached", (int)n->reached, "once", (int)n->once, "explained", (int)n->explained, "open",
	                 (int)n->open);
}

/* Writes the figures. Coincidences and values count in both modes together. */
static int write_figures(const char *path, const struct models *models, struct env_error *ret_error)
{
	static const char *const modes[COVERAGE_MODES] = { "exact", "black-box" };
	json_t *rows = json_array(), *figures;

	for (size_t i = 0; i < models->count; i++) {
		const char *model = models->names[i];
		struct coverage_figures count;
		coverage_count(model, models->sums[i], &count);
		json_array_append_new(rows, row_json(model, "both", "coincidences", &count.meets));
		json_array_append_new(rows, row_json(model, "both", "values", &count.points));
		for (unsigned mode = 0; mode < COVERAGE_MODES; mode++) {
			struct coverage_count rules;
			coverage_count_rules(model, models->sums[i], (enum coverage_mode)mode, &rules);
			json_array_append_new(rows, row_json(model, modes[mode], "rules", &rules));
		}
	}
	figures = json_pack("{s:i, s:s, s:s, s:o}", "schema_version", 1, "what", "coverage", "commit", version_commit(), "rows",
	                    rows);
	if (figures && profile_built_path) {
		char profile[PROFILE_HASH_SIZE];
		profile_built_hash(profile);
		json_object_set_new(figures, "rtl_sha256", json_string(seam_table[0]->rtl_hash));
		json_object_set_new(figures, "profile_sha256", json_string(profile));
	}
	return json_replace(figures, path, ret_error);
}

static int print_all(const struct coverage_arguments *a, const struct models *models, struct env_error *ret_error)
{
	static struct coverage_faults faults;
	unsigned open;
	bool refuted;

	for (size_t i = 0; i < models->count && a->cells; i++)
		coverage_print_cells(stdout, models->names[i], models->sums[i]);
	if (a->cells)
		return EXIT_CLEAN;
	refuted = print_figures(models, &open);
	for (size_t i = 0; i < models->count && (a->open || refuted); i++) {
		coverage_print_unreached(stdout, models->names[i], models->sums[i], a->open, a->reasons);
		coverage_print_undecided(stdout, models->names[i], models->sums[i], a->open, a->reasons);
	}
	for (size_t i = 0; i < models->count && a->once; i++)
		coverage_print_once(stdout, models->names[i], models->sums[i], models->runs);
	if (a->faults && coverage_faults_read(a->faults, &faults, ret_error))
		return EXIT_ENVIRONMENT;
	for (size_t i = 0; i < models->count && a->rules; i++)
		coverage_print_rules(stdout, models->names[i], models->sums[i], &faults);
	if (a->html && coverage_page(a->html, models->names, (const struct coverage_sum *const *)models->sums, models->count,
	                             models->runs, &faults, ret_error))
		return EXIT_ENVIRONMENT;
	if (a->figures && write_figures(a->figures, models, ret_error))
		return EXIT_ENVIRONMENT;
	if (a->complete && open)
		printf("%u cells were not reached and have no reason; reach them, or write why nothing can\n", open);
	return (a->complete && open) || refuted ? EXIT_FINDINGS : EXIT_CLEAN;
}

static int search(const struct coverage_arguments *a, struct models *models, struct env_error *ret_error)
{
	struct coverage_sum *have = sum_of(models, a->search.dut->model);
	int odd = have ? search_meets(stdout, stderr, &a->search, have, ret_error) : -ENOMEM;

	return odd < 0 ? EXIT_ENVIRONMENT : odd ? EXIT_FINDINGS : EXIT_CLEAN;
}

int cli_coverage(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "open",
		  CLI_FLAG(struct coverage_arguments, open),
		  .doc = "Print each cell that was not reached and has no reason" },
		{ .name = "reasons", CLI_CALL(print_reasons), .doc = "Print each cell that was not reached, with its reason" },
		{ .name = "once",
		  CLI_FLAG(struct coverage_arguments, once),
		  .doc = "Print each cell that one run alone reached, and this run" },
		{ .name = "complete",
		  CLI_CALL(ask_for_all),
		  .doc = "Fail if a cell was not reached and has no reason; prints each" },
		{ .name = "cells",
		  CLI_FLAG(struct coverage_arguments, cells),
		  .doc = "Print every cell, with what became of it: reached, open, lacking" },
		{ .name = "rules",
		  CLI_FLAG(struct coverage_arguments, rules),
		  .doc = "Print how often each rule was armed and decided" },
		{ .name = "faults",
		  CLI_TEXT(struct coverage_arguments, faults),
		  .arg = "DIR",
		  .doc = "Count the planted faults that each rule finds (tests/data/mutants)" },
		{ .name = "figures",
		  CLI_TEXT(struct coverage_arguments, figures),
		  .arg = "FILE",
		  .doc = "Write the figures as JSON" },
		{ .name = "html",
		  CLI_TEXT(struct coverage_arguments, html),
		  .arg = "FILE",
		  .doc = "Write all of it as a page for a browser" },
		{ .name = "search",
		  CLI_TEXT(struct coverage_arguments, search.path),
		  .arg = "FILE",
		  .doc = "Run every pair of the parts of FILE, a stimulus, and print the lines meets that reach open cells",
		  .group = 1 },
		{ .name = "dut",
		  CLI_DUT(struct coverage_arguments, search.dut),
		  .arg = "NAME",
		  .doc = "On this DUT, with --search",
		  .group = 1 },
		{ .name = "first",
		  CLI_TEXT(struct coverage_arguments, search.first),
		  .arg = "PART",
		  .doc = "Only pairs that begin with PART (all)",
		  .group = 1 },
		{ .name = "enough",
		  CLI_UNSIGNED(struct coverage_arguments, search.enough, 1, UINT32_MAX / 4),
		  .arg = "N",
		  .doc = "A cell that N runs reached is not searched for (1)",
		  .group = 1 },
		{ .name = "model",
		  CLI_FLAG(struct coverage_arguments, search.model),
		  .doc = "Drive the pins by the golden model instead of the RTL",
		  .group = 1 },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.words = { .each = add_file, .missing = "give the file of 'pausebench regress --coverage FILE'" },
		.end = end,
		.args_doc = "FILE...",
		.doc =
		    "Prints what the runs of 'regress --coverage FILE' reached: which moments met within three clocks, and "
		    "which bins "
		    "values fell into (doc/use/coverage.md). Several files, those of parts, count together.\vExit status: 0, 1 a "
		    "reason is refuted, or a cell is open with --complete, 2 usage or environment.",
	};
	struct coverage_arguments a = { .search.enough = 1 };
	struct models models = { .runs = json_array() };
	json_t *roots[FILES_MAX] = { 0 };
	int status = EXIT_CLEAN;

	(void)cli;
	cli_read(&syntax, argc, argv, &a);
	for (size_t i = 0; i < a.count && status == EXIT_CLEAN; i++) {
		json_error_t where;
		roots[i] = json_load_file(a.files[i], 0, &where);
		if (!roots[i])
			env_fail(ret_error, EINVAL, "%s:%d: %s", a.files[i], where.line, where.text);
		if (!roots[i] || read_root(roots[i], a.files[i], &models, ret_error))
			status = EXIT_ENVIRONMENT;
	}
	if (status == EXIT_CLEAN && a.search.path)
		status = search(&a, &models, ret_error);
	else if (status == EXIT_CLEAN)
		status = print_all(&a, &models, ret_error);
	for (size_t i = 0; i < models.count; i++)
		free(models.sums[i]);
	for (size_t i = 0; i < a.count; i++)
		json_decref(roots[i]);
	json_decref(models.runs);
	return status;
}
