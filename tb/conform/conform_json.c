/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance statement as JSON. */
#include "conform_out.h"
#include "regs.h"
#include "report/report.h"
#include "stimulus/control.h"

static json_t *optional(const char *text)
{
	return text ? text_json(text) : json_null();
}

static json_t *identity_json(const struct conformance *c)
{
	return json_pack("{s:o, s:s, s:I, s:o, s:o, s:o, s:s, s:I, s:I, s:b, s:b}", "document", text_json(c->dut->document),
	                 "phy", phy_table[c->dut->phy].name, "clock_hz", (json_int_t)c->dut->clock_hz, "profile",
	                 optional(c->profile), "profile_sha256", optional(c->profile ? c->profile_hash : NULL), "rtl_sha256",
	                 optional(c->rtl_hash), "bench", c->version, "seed_from", (json_int_t)c->seed_from, "seed_to",
	                 (json_int_t)c->seed_to, "black_box", (int)c->black_box, "partial", (int)c->partial);
}

static json_t *requirements_json(const struct conformance *c)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < requirement_count; i++) {
		const struct requirement *r = &requirement_table[i];
		const struct requirement_result *result = &c->requirements[i];
		char rules[512], undecided[CONFORMANCE_UNDECIDED];
		json_t *row;
		if (!r->id)
			continue;
		row = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:I}", "id", r->id, "verdict",
		                verdict_names[result->verdict], "clause", r->clause, "item", r->item, "purpose", r->purpose,
		                "text", r->text, "rules", requirement_rules(r, rules, sizeof(rules)), "runs",
		                (json_int_t)result->runs, "named_runs", (json_int_t)result->named_runs);
		if (row && *result->reason)
			json_object_set_new(row,
			                    result->verdict == VERDICT_FAIL             ? "profile"
			                    : result->verdict == VERDICT_NOT_APPLICABLE ? "lacks"
			                                                                : "not_judged",
			                    json_string(result->reason));
		if (row && conformance_undecided(c, r, undecided, sizeof(undecided)))
			json_object_set_new(row, "undecided", json_string(undecided));
		if (row && r->measure >= 0)
			json_object_set_new(row, "measured", json_string(measure_table[r->measure].name));
		if (row && result->group)
			json_object_set_new(row, "finding", json_integer((json_int_t)result->group));
		json_array_append_new(list, row);
	}
	return list;
}

static json_t *findings_json(const struct conformance *c)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < c->group_count; i++) {
		const struct finding_group *g = &c->groups[i];
		json_array_append_new(
		    list, json_pack("{s:I, s:s, s:o, s:I, s:I, s:b, s:I, s:o, s:o, s:o, s:o}", "number", (json_int_t)i + 1,
		                    "rule", rule_table[g->example.rule].name, "what", text_json(g->what), "findings",
		                    (json_int_t)g->findings, "runs", (json_int_t)g->runs, "first", (int)g->first, "first_runs",
		                    (json_int_t)g->first_runs, "stimulus", text_json(g->stimulus), "example",
		                    finding_json(&g->example), "repeat", optional(g->repeat), "profile", optional(g->blame)));
	}
	return list;
}

static json_t *measured_json(struct conformance *c)
{
	json_t *list = json_array();

	for (int k = 0; list && k < MEASURE_KIND_COUNT; k++) {
		const char *source = "";
		int64_t limit = measure_limit(c->dut, (enum measure_kind)k, &source), from, to;
		json_t *row;
		if (!c->measured.kind[k].count)
			continue;
		row = json_pack("{s:s, s:s, s:I, s:I, s:I, s:I}", "name", measure_table[k].name, "what", measure_table[k].text,
		                "count", (json_int_t)c->measured.kind[k].count, "min", (json_int_t)c->measured.kind[k].min,
		                "median", (json_int_t)measured_median(&c->measured, (enum measure_kind)k), "max",
		                (json_int_t)c->measured.kind[k].max);
		if (row && limit != INT64_MAX) {
			json_object_set_new(row, "limit", json_integer(limit));
			json_object_set_new(row, "source", json_string(source));
		}
		if (row && measure_stated(c->dut, (enum measure_kind)k, &from, &to))
			json_object_set_new(row, "stated", json_pack("[I, I]", (json_int_t)from, (json_int_t)to));
		json_array_append_new(list, row);
	}
	return list;
}

static json_t *counters_json(const struct conformance *c)
{
	const struct reg_page *page = dut_page(c->dut);
	json_t *list = json_array();

	for (size_t i = 0; list && page && i < page->count && i < PM_COUNTERS_MAX; i++)
		if (page->rows[i].kind == REG_COUNTER)
			json_array_append_new(list, json_pack("{s:s, s:s, s:I, s:I, s:b}", "name", page->rows[i].name, "meaning",
			                                      page->rows[i].meaning, "moved", (json_int_t)c->moved[i], "still",
			                                      (json_int_t)c->still[i], "exercised", c->moved[i] > 0));
	return list;
}

static json_t *controls_json(const struct conformance *c)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < PM_CONTROL_COUNT; i++)
		if (c->controls[i].has)
			json_array_append_new(list, json_pack("{s:s, s:I, s:b, s:o}", "name", control_table[i].name, "varied",
			                                      (json_int_t)c->controls[i].varied, "exercised",
			                                      (int)c->controls[i].seen, "stimulus",
			                                      optional(c->controls[i].seen ? c->controls[i].stimulus : NULL)));
	return list;
}

static json_t *waivers_json(const struct conformance *c)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < c->dut->waiver_count; i++) {
		const struct dut_waiver *w = &c->dut->waivers[i];
		json_array_append_new(list,
		                      json_pack("{s:s, s:o, s:o, s:I, s:I, s:b}", "rule", rule_table[w->rule].name, "where",
		                                text_json(w->where), "reason", text_json(w->reason), "line", (json_int_t)w->line,
		                                "waived", (json_int_t)c->waivers[i].waived, "idle", (int)conformance_idle(c, i)));
	}
	return list;
}

static json_t *lacks_json(const struct conformance *c)
{
	json_t *list = json_array();

	for (const struct dut_capability_row *row = dut_capabilities; list && row < dut_capabilities + CAPABILITY_COUNT; row++)
		if (capability_lacking(c, row))
			json_array_append_new(list, json_string(row->what));
	return list;
}

static json_t *captures_json(const struct conformance *c)
{
	json_t *lines = json_array();

	for (size_t i = 0; lines && i < CONFORMANCE_LINES; i++)
		json_array_append_new(lines, text_json(c->captures->lines[i]));
	return lines;
}

static json_t *reasons_json(const struct worth *worth)
{
	json_t *list = json_array();

	for (size_t i = 0; list && !worth->reasons_error && i < worth->reasons.count; i++) {
		const struct reason *reason = &worth->reasons.list[i];
		char wrong[WORTH_REASON_TEXT];
		json_int_t explains = 0;
		for (int k = 0; k < REASON_KINDS; k++)
			explains += reason->explained[k];
		json_array_append_new(list,
		                      json_pack("{s:s, s:o, s:o, s:I, s:b, s:I, s:o}", "kind", reason_kind_names[reason->kind],
		                                "what", text_json(reason->what), "reason", text_json(reason->why), "line",
		                                (json_int_t)reason->line, "compared", (int)reason->checked, "explains", explains,
		                                "wrong", optional(reason_wrong(reason, wrong, sizeof(wrong)) ? wrong : NULL)));
	}
	return list;
}

static json_t *worth_json(const struct conformance *c)
{
	json_t *worth = json_object(), *failed = json_object();

	for (int k = 0; worth && k < WORTH_KINDS; k++) {
		const char *why = worth_failed(&c->worth, (enum worth_kind)k);
		json_object_set(worth, worth_name((enum worth_kind)k), c->worth.measured[k] ? c->worth.measured[k] : json_null());
		if (why)
			json_object_set_new(failed, worth_name((enum worth_kind)k), text_json(why));
	}
	json_object_set_new(worth, "not_measured", failed);
	json_object_set_new(worth, "reasons", reasons_json(&c->worth));
	return worth;
}

json_t *conform_json(struct conformance *c)
{
	json_t *totals = json_object(), *statement;

	for (int v = 0; totals && v < VERDICT_COUNT; v++)
		if (conformance_knows(c, (enum verdict)v))
			json_object_set_new(totals, verdict_names[v],
			                    json_integer((json_int_t)conformance_total(c, (enum verdict)v)));
	statement = json_pack("{s:i, s:s, s:s, s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:[s]}",
	                      "schema_version", 1, "mac", c->dut->name, "verdict", conform_headline(c), "identity",
	                      identity_json(c), "verdicts", totals, "runs", (json_int_t)c->runs, "skipped",
	                      (json_int_t)c->skipped, "cycles", (json_int_t)c->cycles, "checks", (json_int_t)c->checks,
	                      "findings", (json_int_t)c->findings, "groups", findings_json(c), "requirements",
	                      requirements_json(c), "measured", measured_json(c), "counters", counters_json(c), "waivers",
	                      waivers_json(c), "lacks", lacks_json(c), "not_judged", conformance_not_judged(c));
	if (statement && !c->captures) {
		json_object_set_new(statement, "failing_runs", json_integer((json_int_t)c->failing));
		json_object_set_new(statement, "run_groups", json_integer((json_int_t)c->keys.count));
	}
	if (statement && c->worth.asked)
		json_object_set_new(statement, "worth", worth_json(c));
	if (statement && c->controls_known)
		json_object_set_new(statement, "controls", controls_json(c));
	if (statement && c->captures)
		json_object_set_new(statement, "captures", captures_json(c));
	return statement;
}
