/* SPDX-License-Identifier: Apache-2.0 */
/* Collects tables and sums as JSON for the page whose markup, style and script are page.html, page.css and page.js. */
#include "page.h"

#include "report/page.h"
#include "stimulus/cover.h"

#include <errno.h>
#include <string.h>

/* The build makes string literals of the files. */
static const char page_body[] =
#include "coverage_report/page.html.inc"
    ;
static const char page_css[] =
#include "coverage_report/page.css.inc"
    ;
static const char page_js[] =
#include "coverage_report/page.js.inc"
    ;
static const struct page page = { "Pausebench coverage", page_css, page_body, page_js };

static json_t *moments_json(void)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < MOMENT_COUNT; i++)
		json_array_append_new(list, json_pack("{s:s, s:s}", "name", moment_table[i].name, "text", moment_table[i].text));
	return list;
}

static json_t *groups_json(void)
{
	json_t *list = json_array();

	for (unsigned g = 0; g < POINTS_COUNT; g++) {
		json_t *bins = json_array(), *columns = json_array();
		char name[48];
		for (unsigned i = 0; i < points_table[g].bins; i++)
			json_array_append_new(bins, json_string(coverage_bin_name(&points_table[g], i, name)));
		for (unsigned k = 0; k < points_table[g].columns; k++)
			json_array_append_new(columns, json_string(points_table[g].column[k]));
		json_array_append_new(list, json_pack("{s:s, s:s, s:o, s:o}", "name", points_table[g].name, "text",
		                                      points_table[g].text, "bins", bins, "columns", columns));
	}
	return list;
}

static json_t *rules_json(void)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < RULE_COUNT; i++)
		json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "name", rule_table[i].name, "text", rule_table[i].text,
		                                      "when", cover_table[i].when));
	return list;
}

struct collector {
	json_t *meets, *points; /* those of one model */
	json_t *reasons;        /* those of all models */
};

/* Returns 1 + the index of REASON in the list of reasons. */
static json_int_t reason_number(struct collector *c, const char *reason)
{
	size_t i;
	json_t *one;

	if (!reason)
		return 0;
	json_array_foreach(c->reasons, i, one) if (!strcmp(json_string_value(one), reason)) return (json_int_t)i + 1;
	json_array_append_new(c->reasons, json_string(reason));
	return (json_int_t)json_array_size(c->reasons);
}

static json_t *member(json_t *list, size_t place)
{
	while (json_array_size(list) <= place)
		json_array_append_new(list, json_array());
	return json_array_get(list, place);
}

static void collect(void *context, const struct coverage_cell *cell)
{
	struct collector *c = context;
	json_t *numbers = json_pack("[I, I, I]", (json_int_t)cell->runs, (json_int_t)cell->first, reason_number(c, cell->reason));
	json_t *list;
	char key[32];

	if (!cell->meet) {
		json_array_append_new(member(member(c->points, cell->a), cell->b), numbers);
		return;
	}
	snprintf(key, sizeof(key), "%u,%u", cell->a, cell->b);
	list = json_object_get(c->meets, key);
	if (!list) {
		list = json_array();
		json_object_set_new(c->meets, key, list);
	}
	while ((int)json_array_size(list) < cell->distance + MEET_CLOCKS)
		json_array_append_new(list, json_null());
	json_array_append_new(list, numbers);
}

static json_t *count_json(const struct coverage_count *n)
{
	return json_pack("[i, i, i, i]", (int)n->cells, (int)n->reached, (int)n->explained, (int)n->open);
}

/* Returns for each rule null, or its numbers in both modes, how many faults it found, and why it was not decided. */
static json_t *model_rules_json(const char *model, const struct coverage_sum *sum, const struct coverage_faults *faults)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < RULE_COUNT; i++) {
		const struct coverage_rule *e = &sum->rules[COVERAGE_EXACT][i], *b = &sum->rules[COVERAGE_BLACK_BOX][i];
		const char *reason = coverage_rule_reason(model, COVERAGE_EXACT, (enum rule)i);
		if (cover_table[i].kind != COVER_EXERCISED)
			json_array_append_new(list, json_null());
		else
			json_array_append_new(
			    list, json_pack("[[I, I, I, I], [I, I, I, I], I, s]", (json_int_t)e->runs, (json_int_t)e->deciding,
			                    (json_int_t)e->armed, (json_int_t)e->decided, (json_int_t)b->runs,
			                    (json_int_t)b->deciding, (json_int_t)b->armed, (json_int_t)b->decided,
			                    (json_int_t)coverage_faults_of(faults, model, (enum rule)i),
			                    reason       ? reason
			                    : e->decided ? ""
			                                 : "open"));
	}
	return list;
}

static json_t *model_json(const char *model, const struct coverage_sum *sum, const struct coverage_faults *faults,
                          json_t *reasons)
{
	struct collector c = { json_object(), json_array(), reasons };
	struct coverage_figures figures;

	coverage_count(model, sum, &figures);
	coverage_each_cell(model, sum, collect, &c);
	return json_pack("{s:s, s:i, s:[o, o], s:o, s:o, s:o}", "name", model, "runs", (int)sum->runs, "figures",
	                 count_json(&figures.meets), count_json(&figures.points), "meets", c.meets, "points", c.points, "rules",
	                 model_rules_json(model, sum, faults));
}

int coverage_page(const char *path, const char *const *models, const struct coverage_sum *const *sums, size_t count,
                  const json_t *runs, const struct coverage_faults *faults, struct env_error *ret_error)
{
	json_t *reasons = json_array(), *list = json_array(), *data;
	int rc;

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, model_json(models[i], sums[i], faults, reasons));
	data = json_pack("{s:o, s:o, s:o, s:o, s:o, s:O}", "models", list, "reasons", reasons, "moments", moments_json(),
	                 "groups", groups_json(), "rules", rules_json(), "runs", runs);
	rc = page_replace(path, &page, data, ret_error);
	json_decref(data);
	return rc;
}
