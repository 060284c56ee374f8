/* SPDX-License-Identifier: Apache-2.0 */
/* The runs of a regression as JSON: summary.json, and what they exercised. */
#include "suite.h"

#include "suite_waivers.h"
#include "regs.h"
#include "report/report.h"
#include "run/failure.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

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

static json_t *failures_json(const struct suite *suite)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < suite->count; i++) {
		const struct suite_run *run = &suite->runs[i];
		char command[2 * PATH_MAX];
		json_t *row;
		if (run->outcome != SUITE_FAILED)
			continue;
		row = json_pack("{s:s, s:o, s:b, s:s, s:I, s:o}", "dut", suite->duts[run->dut]->name, "name",
		                text_json(run->name), "black_box", (int)run->black_box, "status", run_status_name(run->status),
		                "findings", (json_int_t)run->findings, "first", finding_json(&run->first));
		if (row && run->folder) {
			json_object_set_new(row, "folder", text_json(run->folder));
			failure_command(suite->program, run->folder, command, sizeof(command));
			json_object_set_new(row, "repeat", text_json(command));
		}
		json_array_append_new(list, row);
	}
	return list;
}

static json_t *summary_json(const struct suite *suite, bool failures)
{
	struct suite_tally total = suite_total(suite);
	json_t *root = tally_json(&total);

	if (root) {
		json_object_set_new(root, "partial", json_boolean(suite->partial));
		json_object_set_new(root, "seconds", json_real(suite->seconds));
		json_object_set_new(root, "duts", duts_json(suite));
		json_object_set_new(root, "waivers", suite_waivers_json(suite));
		json_object_set_new(root, "failures", failures ? failures_json(suite) : json_string("no room for them"));
	}
	return root;
}

/* Writes the summary; where there is no room for it without the failures, and where there is no room for a second file in place of the old one. */
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

/* What the runs of DUT exercised. */
static json_t *exercised_json(const struct dut *dut, const struct suite_exercised *exercised)
{
	const struct reg_page *page = reg_page_by_model(dut->model);
	json_t *rules = json_object(), *moved = json_object(), *still = json_object();

	for (size_t i = 0; i < RULE_COUNT; i++)
		add_counts(rules, rule_table[i].name, &exercised->rules[0][i], RULE_COUNT);
	for (size_t i = 0; page && i < page->count && i < PM_COUNTERS_MAX; i++) {
		add_counts(moved, page->rows[i].name, &exercised->moved[0][i], PM_COUNTERS_MAX);
		add_counts(still, page->rows[i].name, &exercised->still[0][i], PM_COUNTERS_MAX);
	}
	return json_pack("{s:s, s:o, s:o, s:o}", "dut", dut->name, "rules", rules, "moved", moved, "still", still);
}

int suite_write_exercised(const struct suite *suite, const char *path, struct env_error *ret_error)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < suite->dut_count; i++)
		json_array_append_new(list, exercised_json(suite->duts[i], &suite->exercised[i]));
	return json_replace(json_pack("{s:o}", "duts", list), path, ret_error);
}
