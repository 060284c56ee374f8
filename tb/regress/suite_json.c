/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the runs of a regression as JSON: summary.json, and the rules and counters that they exercised. */
#include "suite.h"

#include "coverage/sum.h"

#include "suite_waivers.h"
#include "regs.h"
#include "report/report.h"
#include "run/failure.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A program that reads these files must refuse another version; doc/reference/json.md. */
enum { SUMMARY_SCHEMA_VERSION = 2, EXERCISED_SCHEMA_VERSION = 1 };

static json_t *tally_json(const struct suite_tally *t)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "runs", (json_int_t)t->runs, "passed_before",
	                 (json_int_t)t->passed_before, "skipped", (json_int_t)t->skipped, "items", (json_int_t)t->items, "cycles",
	                 (json_int_t)t->cycles, "checks", (json_int_t)t->checks, "findings", (json_int_t)t->findings);
}

static json_t *duts_json(const struct suite *suite)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < suite->dut_count; i++) {
		json_t *row = json_pack("{s:s}", "dut", suite->duts[i]->name), *tally = tally_json(&suite->tally[i]);
		if (row)
			json_object_update(row, tally);
		json_decref(tally);
		json_array_append_new(list, row);
	}
	return list;
}

/* Writes the number of a group, 1 or more, into RET; "" for 0, before the groups are made. Returns RET. */
static const char *group_id(size_t number, char ret[24])
{
	ret[0] = 0;
	if (number)
		snprintf(ret, 24, "%zu", number);
	return ret;
}

/* Returns how the stimulus of a run is made again. */
static json_t *source_json(const struct source *source)
{
	if (source->kind == SOURCE_FILE)
		return json_pack("{s:o}", "path", text_json(source->path));
	return json_pack("{s:I, s:I, s:s?}", "seed", (json_int_t)source->seed, "items", (json_int_t)source->items, "scenarios",
	                 source->scenarios);
}

const char *suite_command(const struct suite *suite, const struct suite_run *run, char *ret, size_t size)
{
	const struct run_options options = {
		.black_box = run->black_box,
		.max_cycles = suite->max_cycles,
		.max_seconds = suite->max_seconds,
	};

	if (run->folder)
		return failure_command(suite->program, run->folder, ret, size);
	return source_command(suite->program, &run->source, suite->duts[run->dut], &options, ret, size);
}

static json_t *failures_json(const struct suite *suite)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < suite->count; i++) {
		const struct suite_run *run = &suite->runs[i];
		char command[3 * PATH_MAX];
		char id[24];
		json_t *row;
		if (run->outcome != SUITE_FAILED)
			continue;
		row = json_pack("{s:s, s:o, s:b, s:s, s:I, s:s, s:o, s:o, s:o}", "dut", suite->duts[run->dut]->name, "name",
		                text_json(run->name), "black_box", (int)run->black_box, "status", run_status_name(run->status),
		                "findings", (json_int_t)run->findings, "group", group_id(run->group, id), "source",
		                source_json(&run->source), "first", finding_json(&run->first), "repeat",
		                text_json(suite_command(suite, run, command, sizeof(command))));
		if (row && run->folder)
			json_object_set_new(row, "folder", text_json(run->folder));
		json_array_append_new(list, row);
	}
	return list;
}

static json_t *representative_json(const struct suite *suite, const struct group *group)
{
	const struct suite_run *run = &suite->runs[group->run[0]];
	char command[3 * PATH_MAX];

	return json_pack("{s:s, s:o, s:b, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o}", "dut", suite->duts[run->dut]->name, "name",
	                 text_json(run->name), "black_box", (int)run->black_box, "cycle", (json_int_t)run->first.cycle,
	                 "cause_cycle", (json_int_t)run->first.cause_cycle, "items", (json_int_t)run->items, "folder",
	                 run->folder ? text_json(run->folder) : json_null(), "reduced",
	                 group->reduced ? text_json(group->reduced) : json_null(), "not_reduced",
	                 group->note[0] ? text_json(group->note) : json_null(), "command",
	                 text_json(suite_command(suite, run, command, sizeof(command))), "waves",
	                 group->waves ? text_json(group->waves) : json_null());
}

static json_t *group_json(const struct suite *suite, size_t index)
{
	const struct group *group = &suite->groups.group[index];
	const struct group_key *key = &suite->keys.key[group->key];
	const struct finding *first = &suite->runs[group->run[0]].first;
	json_t *duts = json_object(), *folders = json_array(), *counters = json_array();
	char id[24], names[GROUP_COUNTERS][NORMAL_MAX];
	size_t named = group_counters(suite, group, names);

	for (size_t i = 0; i < suite->dut_count; i++)
		if (group->duts[i])
			json_object_set_new(duts, suite->duts[i]->name, json_integer((json_int_t)group->duts[i]));
	for (size_t i = 0; i < group->runs; i++)
		if (suite->runs[group->run[i]].folder)
			json_array_append_new(folders, text_json(suite->runs[group->run[i]].folder));
	for (size_t i = 0; i < named; i++)
		json_array_append_new(counters, text_json(names[i]));
	return json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:o, s:{s:I, s:I}, s:o, s:o}", "id",
	                 group_id(index + 1, id), "rule", rule_table[key->rule].name, "text", finding_rule_text(first),
	                 "document", finding_document(first), "what", text_json(key->what), "expected", text_json(key->expected),
	                 "actual", text_json(key->actual), "why", text_json(first->why), "counters", counters, "runs",
	                 (json_int_t)group->runs, "findings", (json_int_t)group->findings, "duts", duts, "modes", "exact",
	                 (json_int_t)group->exact, "black_box", (json_int_t)(group->runs - group->exact), "folders", folders,
	                 "representative", representative_json(suite, group));
}

static json_t *groups_json(const struct suite *suite)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < suite->groups.count; i++)
		json_array_append_new(list, group_json(suite, i));
	return list;
}

static json_t *rules_json(const struct suite *suite)
{
	json_t *rules = json_object();

	for (size_t i = 0; rules && i < RULE_COUNT; i++)
		if (suite->rules[i])
			json_object_set_new(rules, rule_table[i].name, json_integer((json_int_t)suite->rules[i]));
	return rules;
}

static json_t *cost_json(const struct suite_cost *cost)
{
	return json_pack("{s:f, s:f, s:f, s:I, s:I}", "cpu_seconds", cost->cpu_seconds, "loop_seconds", cost->loop_seconds,
	                 "efficiency", suite_efficiency(cost), "page_faults", (json_int_t)cost->page_faults, "forks",
	                 (json_int_t)cost->forks);
}

static json_t *summary_json(const struct suite *suite, bool failures)
{
	struct suite_tally total = suite_total(suite);
	json_t *root = tally_json(&total);

	if (root) {
		json_object_set_new(root, "schema_version", json_integer(SUMMARY_SCHEMA_VERSION));
		json_object_set_new(root, "partial", json_boolean(suite->partial));
		json_object_set_new(root, "seconds", json_real(suite->seconds));
		if (suite->cost.cpu_seconds > 0)
			json_object_set_new(root, "cost", cost_json(&suite->cost));
		json_object_set_new(root, "max_cycles", json_integer((json_int_t)suite->max_cycles));
		json_object_set_new(root, "max_seconds", json_real(suite->max_seconds));
		json_object_set_new(root, "duts", duts_json(suite));
		json_object_set_new(root, "waivers", suite_waivers_json(suite));
		json_object_set_new(root, "rules", rules_json(suite));
		json_object_set_new(root, "groups", failures ? groups_json(suite) : json_array());
		json_object_set_new(root, "failures", failures ? failures_json(suite) : json_string("no room for them"));
	}
	return root;
}

/* Writes the summary. If there is no room on the disk, writes it without the failures; if there is no room for a second file,
 * over the old one. */
static void write_short_summary(const struct suite *suite, const char *path)
{
	struct env_error unused;
	json_t *root = summary_json(suite, false);
	char *text = root ? json_dumps(root, JSON_INDENT(1)) : NULL;

	if (text && file_replace(path, text, strlen(text), &unused))
		file_overwrite(path, text, strlen(text));
	free(text);
	json_decref(root);
}

int suite_write_summary(const struct suite *suite, const char *path, struct env_error *ret_error)
{
	int rc = json_replace(summary_json(suite, true), path, ret_error);

	if (env_no_room(-rc))
		write_short_summary(suite, path);
	return rc;
}

static void add_counts(json_t *object, const char *name, const uint32_t *counts, size_t stride)
{
	const uint32_t exact = counts[SUITE_EXACT * stride], black_box = counts[SUITE_BLACK_BOX * stride];

	if (exact || black_box)
		json_object_set_new(object, name, json_pack("[I, I]", (json_int_t)exact, (json_int_t)black_box));
}

/* Returns the rules and counters that the runs of DUT exercised. */
static json_t *exercised_json(const struct dut *dut, const struct suite_exercised *exercised)
{
	const struct reg_page *page = dut_page(dut);
	json_t *rules = json_object(), *moved = json_object(), *still = json_object();

	for (size_t i = 0; i < RULE_COUNT; i++)
		add_counts(rules, rule_table[i].name, &exercised->rules[0][i], RULE_COUNT);
	for (size_t i = 0; page && i < page->count && i < PM_COUNTERS_MAX; i++) {
		add_counts(moved, page->rows[i].name, &exercised->moved[0][i], PM_COUNTERS_MAX);
		add_counts(still, page->rows[i].name, &exercised->still[0][i], PM_COUNTERS_MAX);
	}
	return json_pack("{s:s, s:o, s:o, s:o}", "dut", dut->name, "rules", rules, "moved", moved, "still", still);
}

/* Returns the name of run NUMBER of the suite CONTEXT. */
static const char *run_name(const void *context, uint32_t number)
{
	const struct suite *suite = context;

	return number < suite->count && suite->runs[number].outcome != SUITE_LET_GO ? suite->runs[number].name : NULL;
}

int suite_write_coverage(const struct suite *suite, const char *path, struct env_error *ret_error)
{
	const struct coverage_names names = { run_name, suite };
	json_t *list = json_array();

	for (size_t i = 0; list && i < suite->dut_count; i++)
		json_array_append_new(list, coverage_json(suite->duts[i], &suite->coverage[i], &names));
	return json_replace(json_pack("{s:i, s:o}", "schema_version", COVERAGE_SCHEMA_VERSION, "duts", list), path, ret_error);
}

int suite_write_exercised(const struct suite *suite, const char *path, struct env_error *ret_error)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < suite->dut_count; i++)
		json_array_append_new(list, exercised_json(suite->duts[i], &suite->exercised[i]));
	return json_replace(json_pack("{s:i, s:o}", "schema_version", EXERCISED_SCHEMA_VERSION, "duts", list), path, ret_error);
}
