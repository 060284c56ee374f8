/* SPDX-License-Identifier: Apache-2.0 */
/* Looks up the things that the statements name: modules, functions, rules, stimuli and mutants in the checkout, and runs in the
 * exercised.json of a regression. */
#include "proof.h"

#include "base/dut.h"
#include "finding/finding.h"

#include <errno.h>
#include <glob.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 1024, FILE_SIZE = 256, NAME_SIZE = 128 };

static void lacks(struct proof_row *row, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void lacks(struct proof_row *row, const char *format, ...)
{
	size_t used = strlen(row->missing);
	va_list args;

	if (used)
		used += (size_t)snprintf(row->missing + used, sizeof(row->missing) - used, "; ");
	if (used >= sizeof(row->missing))
		return;
	va_start(args, format);
	vsnprintf(row->missing + used, sizeof(row->missing) - used, format, args);
	va_end(args);
}

bool proof_find_file(const char *tree, const char *folder, const char *name, const char *suffix, char *ret, size_t size)
{
	static const char *const depths[] = { "", "*/" };
	bool found = false;

	for (size_t i = 0; i < sizeof(depths) / sizeof(depths[0]) && !found; i++) {
		char pattern[PATH_SIZE];
		glob_t paths;
		snprintf(pattern, sizeof(pattern), "%s/%s/%s%s%s", tree, folder, depths[i], name, suffix);
		if (glob(pattern, 0, NULL, &paths))
			continue;
		found = paths.gl_pathc == 1;
		snprintf(ret, size, "%s", paths.gl_pathv[0] + strlen(tree) + 1);
		globfree(&paths);
	}
	return found;
}

/* Returns true if LINE is the first line of the definition of FUNCTION: it begins in the first column and does not end with a
 * semicolon. */
static bool defines(const char *line, const char *function)
{
	const char *end = strchr(line, '(');
	size_t length = strlen(function), last = strcspn(line, "\n");
	const char *name = end && (size_t)(end - line) > length ? end - length : NULL;

	return name && !strncmp(name, function, length) && (name[-1] == ' ' || name[-1] == '*') && line[0] >= 'a' &&
	       line[0] <= 'z' && line[last - 1] != ';';
}

/* Calls BACK for each line of FILE until BACK returns true. Returns whether it did. */
static bool any_line(const char *tree, const char *file, bool (*back)(const char *line, const char *name), const char *name)
{
	char *path = path_join(tree, file), *line = NULL;
	FILE *in = path ? fopen(path, "r") : NULL;
	size_t capacity = 0;
	bool found = false;

	while (in && !found && getline(&line, &capacity, in) >= 0)
		found = back(line, name);
	if (in)
		fclose(in);
	free(line);
	free(path);
	return found;
}

static void check_modules(struct proof_row *row, const char *tree)
{
	const char *list = row->statement->rtl;
	char name[NAME_SIZE], file[FILE_SIZE];

	if (!*list)
		lacks(row, "no RTL module");
	while (statement_next_name(&list, name, sizeof(name)))
		if (!proof_find_file(tree, "rtl", name, ".v", file, sizeof(file)))
			lacks(row, "rtl/ has no module %s", name);
}

bool proof_find_function(const char *tree, const char *name, const char *function, char *ret, size_t size)
{
	char pattern[PATH_SIZE];
	bool found = false;
	glob_t paths;

	snprintf(pattern, sizeof(pattern), "%s/models/*/%s.c", tree, name);
	if (glob(pattern, 0, NULL, &paths))
		return false;
	for (size_t i = 0; i < paths.gl_pathc && !found; i++) {
		snprintf(ret, size, "%s", paths.gl_pathv[i] + strlen(tree) + 1);
		found = any_line(tree, ret, defines, function);
	}
	globfree(&paths);
	return found;
}

static void check_functions(struct proof_row *row, const char *tree)
{
	const char *list = row->statement->functions;
	char name[NAME_SIZE], file[FILE_SIZE];

	if (!*list)
		lacks(row, "no model function");
	while (statement_next_name(&list, name, sizeof(name))) {
		char *function = strchr(name, ':');
		if (function)
			*function++ = 0;
		if (!function || !proof_find_function(tree, name, function, file, sizeof(file)))
			lacks(row, "models/ has no function %s in %s.c", function ? function : "", name);
	}
}

static bool has_rule(const struct statement *statement, const char *rule)
{
	const char *list = statement->rules;
	char name[NAME_SIZE];

	while (statement_next_name(&list, name, sizeof(name)))
		if (!strcmp(name, rule))
			return true;
	return false;
}

static void check_rules(struct proof_row *row)
{
	const char *list = row->statement->rules;
	char name[NAME_SIZE];

	if (!*list)
		lacks(row, "no rule");
	while (statement_next_name(&list, name, sizeof(name)))
		if (rule_by_name(name) < 0)
			lacks(row, "there is no rule %s", name);
}

/* Returns true if LINE, of a stimulus, says that the stimulus covers RULE. */
static bool covers(const char *line, const char *rule)
{
	static const char verb[] = "covers ";
	size_t length = strlen(rule);

	if (strncmp(line, verb, strlen(verb)))
		return false;
	for (const char *at = line; (at = strstr(at, rule)); at++)
		if (at[-1] == ' ' && strchr(", \n#", at[length]))
			return true;
	return false;
}

static bool covers_one(const struct statement *statement, const char *tree, const char *file)
{
	const char *list = statement->rules;
	char rule[NAME_SIZE];

	while (statement_next_name(&list, rule, sizeof(rule)))
		if (any_line(tree, file, covers, rule))
			return true;
	return false;
}

static void check_stimuli(struct proof_row *row, const char *tree)
{
	const char *list = row->statement->stimuli;
	char name[NAME_SIZE], file[FILE_SIZE];

	if (!*list)
		lacks(row, "no stimulus");
	while (statement_next_name(&list, name, sizeof(name)))
		if (!proof_find_file(tree, "tests/data/stimuli", name, ".stim", file, sizeof(file)))
			lacks(row, "there is no stimulus %s", name);
		else if (!covers_one(row->statement, tree, file))
			lacks(row, "the stimulus %s covers none of the rules", name);
}

/* Writes the rule in the head of a mutant into RET. */
static void rule_of_mutant(const char *tree, const char *file, char ret[NAME_SIZE])
{
	char *path = path_join(tree, file), line[PATH_SIZE];
	FILE *in = path ? fopen(path, "r") : NULL;

	*ret = 0;
	while (in && fgets(line, sizeof(line), in) && line[0] == '#')
		sscanf(line, "# rule: %127s", ret);
	if (in)
		fclose(in);
	free(path);
}

static void check_mutants(struct proof_row *row, const char *tree)
{
	const char *list = row->statement->mutants;
	char name[NAME_SIZE], file[FILE_SIZE], rule[NAME_SIZE];

	if (!*list)
		lacks(row, "no mutant");
	while (statement_next_name(&list, name, sizeof(name))) {
		if (!proof_find_file(tree, "tests/data/mutants", name, ".patch", file, sizeof(file))) {
			lacks(row, "there is no mutant %s", name);
			continue;
		}
		rule_of_mutant(tree, file, rule);
		if (!has_rule(row->statement, rule))
			lacks(row, "the mutant %s breaks %s", name, rule);
	}
}

/* ---- runs ---- */

static void add_runs(const json_t *dut, const char *kind, const char *key, uint64_t ret[PROOF_MODES])
{
	const json_t *counts = json_object_get(json_object_get(dut, kind), key);

	for (size_t i = 0; i < PROOF_MODES; i++)
		ret[i] += (uint64_t)json_integer_value(json_array_get(counts, i));
}

static bool of_model(const char *dut, const char *model)
{
	const struct dut *row = dut ? dut_by_name(dut) : NULL; /* .dut is NULL if the file has no text there */

	return row && (!strcmp(model, STATEMENT_CLAUSE) || !strcmp(row->model, model));
}

static void add_regression(struct proof_row *row, const json_t *regression)
{
	const struct statement *s = row->statement;
	const json_t *dut;
	size_t i;

	json_array_foreach(json_object_get(regression, "duts"), i, dut)
	{
		if (!of_model(json_string_value(json_object_get(dut, "dut")), s->model))
			continue;
		add_runs(dut, rule_by_name(s->when) < 0 ? "moved" : "rules", s->when, row->when);
		add_runs(dut, rule_by_name(s->otherwise) < 0 ? "still" : "rules", s->otherwise, row->otherwise);
	}
}

static void check_runs(struct proof_row *row, bool counted)
{
	const struct statement_bound *bound = statement_bound(row->statement);
	bool when = counted ? row->when[PROOF_EXACT] + row->when[PROOF_BLACK_BOX] : bound && bound->when;
	bool otherwise = counted ? row->otherwise[PROOF_EXACT] + row->otherwise[PROOF_BLACK_BOX] : bound && bound->otherwise;

	if (!*row->statement->when || !*row->statement->otherwise)
		lacks(row, "it is not said what shows that it was exercised both ways");
	else if (!when)
		lacks(row, "no run in which its condition held (%s)", row->statement->when);
	else if (!otherwise)
		lacks(row, "no run in which its condition did not hold (%s)", row->statement->otherwise);
}

static void check_row(struct proof_row *row, const char *tree, const json_t *exercised)
{
	if (row->statement->class != STATEMENT_PROVEN)
		return;
	check_modules(row, tree);
	check_functions(row, tree);
	check_rules(row);
	check_stimuli(row, tree);
	check_mutants(row, tree);
	if (exercised)
		add_regression(row, exercised);
	check_runs(row, exercised);
}

int proof_open(struct proof *ret, const char *tree, const char *exercised, struct env_error *ret_error)
{
	json_error_t error;
	json_t *root = NULL;

	*ret = (struct proof){ .rows = calloc(statement_count, sizeof(*ret->rows)), .count = statement_count };
	if (!ret->rows)
		return env_fail(ret_error, ENOMEM, "cannot look up the statements");
	if (exercised && !(root = json_load_file(exercised, 0, &error))) {
		proof_release(ret);
		return env_refuse(ret_error, "cannot read %s: %s; make regress writes it", exercised, error.text);
	}
	ret->counted = root;
	for (size_t i = 0; i < statement_count; i++) {
		ret->rows[i].statement = &statement_table[i];
		check_row(&ret->rows[i], tree, root);
		ret->red += ret->rows[i].missing[0] != 0;
	}
	json_decref(root);
	return 0;
}

void proof_release(struct proof *proof)
{
	free(proof->rows);
	proof->rows = NULL;
}
