/* SPDX-License-Identifier: Apache-2.0 */
/* The waivers of the rows in a regression. None of them is silent: each has its line, and a waiver that no longer waives anything
 * is a finding. */
#include "suite_waivers.h"

#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int suite_waivers_init(struct suite *suite)
{
	suite->waivers = calloc(suite->dut_count, sizeof(*suite->waivers));
	for (size_t i = 0; suite->waivers && i < suite->dut_count; i++) {
		suite->waivers[i] = calloc(suite->duts[i]->waiver_count + 1, sizeof(**suite->waivers));
		if (!suite->waivers[i])
			return -ENOMEM;
	}
	return suite->waivers ? 0 : -ENOMEM;
}

void suite_waivers_release(struct suite *suite)
{
	for (size_t i = 0; suite->waivers && i < suite->dut_count; i++)
		free(suite->waivers[i]);
	free(suite->waivers);
}

void suite_waivers_enter(struct suite *suite, size_t dut, const struct pool_result *result)
{
	const struct dut *row = suite->duts[dut];

	for (size_t i = 0; i < row->waiver_count; i++) {
		if (!dut_waiver_covers(&row->waivers[i], result->name))
			continue;
		suite->waivers[dut][i].runs++;
		suite->waivers[dut][i].waived += result->run.score.waived[row->waivers[i].rule];
	}
}

static bool is_idle(const struct suite *suite, size_t dut, size_t i)
{
	return suite->waivers[dut][i].runs && !suite->waivers[dut][i].waived && !suite->partial && !suite->few;
}

unsigned suite_waivers_count(const struct suite *suite, size_t dut, unsigned *ret_failed)
{
	*ret_failed = 0;
	for (size_t i = 0; i < suite->duts[dut]->waiver_count; i++)
		*ret_failed += is_idle(suite, dut, i);
	return (unsigned)suite->duts[dut]->waiver_count;
}

unsigned suite_waivers_idle(const struct suite *suite)
{
	unsigned idle = 0;

	for (size_t dut = 0; dut < suite->dut_count; dut++) {
		unsigned failed;
		suite_waivers_count(suite, dut, &failed);
		idle += failed;
	}
	return idle;
}

void suite_waivers_print(FILE *out, const struct suite *suite)
{
	for (size_t dut = 0; dut < suite->dut_count; dut++)
		for (size_t i = 0; i < suite->duts[dut]->waiver_count; i++) {
			const struct dut_waiver *w = &suite->duts[dut]->waivers[i];
			fprintf(out, "%s  %s %s in %s: ", is_idle(suite, dut, i) ? "FAIL" : "WAIVED", suite->duts[dut]->name,
			        rule_table[w->rule].name, w->where);
			if (is_idle(suite, dut, i))
				fprintf(out, "the waiver of line %u matches nothing any more; remove it", w->line);
			else
				fprintf(out, "%" PRIu64 " finding%s", suite->waivers[dut][i].waived,
				        suite->waivers[dut][i].waived == 1 ? "" : "s");
			fprintf(out, " (%s)\n", w->reason);
		}
}

json_t *suite_waivers_json(const struct suite *suite)
{
	json_t *list = json_array();

	for (size_t dut = 0; list && dut < suite->dut_count; dut++)
		for (size_t i = 0; i < suite->duts[dut]->waiver_count; i++) {
			const struct dut_waiver *w = &suite->duts[dut]->waivers[i];
			json_array_append_new(
			    list, json_pack("{s:s, s:s, s:o, s:o, s:I, s:I, s:b}", "dut", suite->duts[dut]->name, "rule",
			                    rule_table[w->rule].name, "where", text_json(w->where), "reason",
			                    text_json(w->reason), "line", (json_int_t)w->line, "waived",
			                    (json_int_t)suite->waivers[dut][i].waived, "idle", (int)is_idle(suite, dut, i)));
		}
	return list;
}

static void attribute(xmlTextWriterPtr xml, const char *name, const char *value)
{
	xmlTextWriterWriteAttribute(xml, BAD_CAST name, BAD_CAST value);
}

void suite_waivers_xml(xmlTextWriterPtr xml, const struct suite *suite, size_t dut)
{
	for (size_t i = 0; i < suite->duts[dut]->waiver_count; i++) {
		const struct dut_waiver *w = &suite->duts[dut]->waivers[i];
		char text[640];
		snprintf(text, sizeof(text), "pausebench.%s", suite->duts[dut]->name);
		xmlTextWriterStartElement(xml, BAD_CAST "testcase");
		attribute(xml, "classname", text);
		snprintf(text, sizeof(text), "waiver of %s in %s", rule_table[w->rule].name, w->where);
		attribute(xml, "name", text);
		attribute(xml, "time", "0.000");
		if (is_idle(suite, dut, i)) {
			snprintf(text, sizeof(text), "the waiver of line %u matches nothing any more; remove it", w->line);
			xmlTextWriterStartElement(xml, BAD_CAST "failure");
			attribute(xml, "type", "waiver");
			attribute(xml, "message", text);
			xmlTextWriterEndElement(xml);
		}
		snprintf(text, sizeof(text), "%" PRIu64 " findings are waived: %s", suite->waivers[dut][i].waived, w->reason);
		xmlTextWriterWriteElement(xml, BAD_CAST "system-out", BAD_CAST text);
		xmlTextWriterEndElement(xml);
	}
}
