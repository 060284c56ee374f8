/* SPDX-License-Identifier: Apache-2.0 */
/* The verb coverage: what regressions reached, and what they did not. */
#include "cli.h"
#include "coverage/sum.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_REACHED = 0x100, OPTION_AGAINST, OPTION_OPEN, OPTION_REASONS, FILES_MAX = 64 };

struct coverage_arguments {
	const char *files[FILES_MAX];
	size_t count;
	const char *against;
	bool reached, open, reasons;
};

/* The sums of the rows of one device. */
struct models {
	const char *names[16];
	struct coverage_sum *sums[16];
	size_t count;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct coverage_arguments *a = state->input;

	switch (key) {
	case OPTION_REACHED:
		a->reached = true;
		return 0;
	case OPTION_AGAINST:
		a->against = arg;
		return 0;
	case OPTION_OPEN:
		a->open = true;
		return 0;
	case OPTION_REASONS:
		a->open = a->reasons = true;
		return 0;
	case ARGP_KEY_ARG:
		if (a->count == FILES_MAX)
			argp_failure(state, EXIT_ENVIRONMENT, 0, "more than %d files", FILES_MAX);
		a->files[a->count++] = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_failure(state, EXIT_ENVIRONMENT, 0, "give the file of 'pausebench regress --coverage FILE'");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
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

/* ROOT stays valid as long as MODELS is used, which has its names. */
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
		if (!coverage_read(entry, sum))
			return env_fail(
			    ret_error, EINVAL,
			    "%s: %s: this program knows other cells; make the file anew with 'pausebench regress --coverage'",
			    path, model);
	}
	return 0;
}

static void print_count(const char *model, const char *what, const struct coverage_count *c)
{
	printf("%-10s %-13s %6u %8u %10u %6u %8.1f %%\n", model, what, c->cells, c->reached, c->explained, c->open,
	       c->cells == c->explained ? 100.0 : 100.0 * c->reached / (c->cells - c->explained));
}

static bool print_figures(const struct models *models)
{
	bool refuted = false;

	printf("%-10s %-13s %6s %8s %10s %6s %10s\n", "device", "cells", "all", "reached", "explained", "open", "of others");
	for (size_t i = 0; i < models->count; i++) {
		struct coverage_figures figures;
		coverage_count(models->names[i], models->sums[i], &figures);
		print_count(models->names[i], "coincidences", &figures.meets);
		print_count(models->names[i], "values", &figures.points);
		refuted |= figures.meets.refuted || figures.points.refuted;
	}
	return refuted;
}

static int print_all(const struct coverage_arguments *a, const struct models *models, struct env_error *ret_error)
{
	bool refuted;
	int lost = 0;

	if (a->reached) {
		printf("# Cells that make coverage reached, by 'pausebench coverage --reached'; MODEL FIRST SECOND and a digit "
		       "for each\n"
		       "# distance -3 to 3 or column: 1 reached.\n");
		for (size_t i = 0; i < models->count; i++)
			coverage_print_reached(stdout, models->names[i], models->sums[i]);
		return EXIT_CLEAN;
	}
	refuted = print_figures(models);
	for (size_t i = 0; i < models->count && (a->open || refuted); i++)
		coverage_print_unreached(stdout, models->names[i], models->sums[i], a->open, a->reasons);
	if (a->against)
		lost = coverage_lost(stdout, a->against, models->names, (const struct coverage_sum *const *)models->sums,
		                     models->count, ret_error);
	if (lost < 0)
		return EXIT_ENVIRONMENT;
	if (lost)
		printf("%d cells were reached before and are not any more (%s)\n", lost, a->against);
	return lost || refuted ? EXIT_FINDINGS : EXIT_CLEAN;
}

int cli_coverage(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct argp_option options[] = {
		{ .name = "open", .key = OPTION_OPEN, .doc = "Print each cell that was not reached and has no reason" },
		{ .name = "reasons", .key = OPTION_REASONS, .doc = "Print each cell that was not reached, with its reason" },
		{ .name = "reached", .key = OPTION_REACHED, .doc = "Print the cells that were reached, for --against" },
		{ .name = "against", .key = OPTION_AGAINST, .arg = "FILE", .doc = "Fail if a cell of FILE was not reached" },
		{ 0 },
	};
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "FILE...",
		.doc = "Prints what the runs of 'regress --coverage FILE' reached: which moments met within three clocks, and "
		       "which bins "
		       "values fell into (doc/coverage.md). Several files, those of parts, count together.\vExit status: 0, 1 a "
		       "cell of "
		       "--against was not reached or a reason is refuted, 2 usage or environment.",
	};
	struct coverage_arguments a = { 0 };
	struct models models = { 0 };
	json_t *roots[FILES_MAX] = { 0 };
	int status = EXIT_CLEAN;

	(void)cli;
	argp_parse(&argp, argc, argv, 0, NULL, &a);
	for (size_t i = 0; i < a.count && status == EXIT_CLEAN; i++) {
		json_error_t where;
		roots[i] = json_load_file(a.files[i], 0, &where);
		if (!roots[i])
			env_fail(ret_error, EINVAL, "%s:%d: %s", a.files[i], where.line, where.text);
		if (!roots[i] || read_root(roots[i], a.files[i], &models, ret_error))
			status = EXIT_ENVIRONMENT;
	}
	if (status == EXIT_CLEAN)
		status = print_all(&a, &models, ret_error);
	for (size_t i = 0; i < models.count; i++)
		free(models.sums[i]);
	for (size_t i = 0; i < a.count; i++)
		json_decref(roots[i]);
	return status;
}
