/* SPDX-License-Identifier: Apache-2.0 */
/* The runs of a regression and their sums: the table, summary.json, junit.xml. */
#include "suite.h"

#include "failure.h"
#include "suite_waivers.h"
#include "regs.h"
#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <libxml/xmlwriter.h>
#include <stdlib.h>
#include <string.h>

int suite_init(struct suite *suite, const struct dut *const *duts, size_t count)
{
	*suite = (struct suite){ .duts = duts, .dut_count = count };
	suite->tally = calloc(count, sizeof(*suite->tally));
	suite->exercised = calloc(count, sizeof(*suite->exercised));
	return suite->tally && suite->exercised ? suite_waivers_init(suite) : -ENOMEM;
}

void suite_release(struct suite *suite)
{
	for (size_t i = 0; i < suite->count; i++) {
		free(suite->runs[i].note);
		free(suite->runs[i].folder);
	}
	free(suite->runs);
	free(suite->tally);
	free(suite->exercised);
	suite_waivers_release(suite);
}

int suite_append(struct suite *suite, const struct suite_run *run)
{
	if (suite->count == suite->capacity) {
		size_t capacity = suite->capacity ? 2 * suite->capacity : 256;
		struct suite_run *runs = realloc(suite->runs, capacity * sizeof(*runs));
		if (!runs) {
			free(run->note);
			return -ENOMEM;
		}
		suite->runs = runs;
		suite->capacity = capacity;
	}
	suite->runs[suite->count++] = *run;
	if (run->outcome != SUITE_PLANNED)
		suite->ended++;
	if (run->outcome == SUITE_SKIPPED)
		suite->tally[run->dut].skipped++;
	return 0;
}

int suite_place(struct suite *suite, const struct suite_run *run, size_t *ret_index)
{
	size_t index = suite->free_place ? suite->free_place - 1 : suite->count;

	*ret_index = index;
	if (!suite->free_place)
		return suite_append(suite, run);
	suite->free_place = suite->runs[index].next_free;
	suite->runs[index] = *run;
	return 0;
}

static void let_go(struct suite *suite, struct suite_run *run)
{
	run->outcome = SUITE_LET_GO;
	run->next_free = suite->free_place;
	suite->free_place = (size_t)(run - suite->runs) + 1;
	suite->let_go++;
}

static enum suite_outcome outcome_of(const struct pool_result *result)
{
	const struct run_result *run = &result->run;

	if (result->error)
		return SUITE_BROKEN;
	if (run->status == RUN_SKIPPED)
		return SUITE_SKIPPED;
	if (run->score.findings)
		return SUITE_FAILED;
	return run->status == RUN_STOPPED ? SUITE_STOPPED : SUITE_PASSED;
}

static void add_exercised(struct suite_exercised *exercised, const struct run_result *result, bool black_box)
{
	for (size_t i = 0; i < RULE_COUNT; i++)
		exercised->rules[black_box][i] += result->covered.has[i];
	for (size_t i = 0; i < PM_COUNTERS_MAX; i++) {
		exercised->moved[black_box][i] += result->counters_read.moved[i];
		exercised->still[black_box][i] += result->counters_read.still[i];
	}
}

int suite_enter(struct suite *suite, const struct pool_result *result)
{
	struct suite_run *run = &suite->runs[result->tag];
	struct suite_tally *tally = &suite->tally[run->dut];
	const struct finding *first = finding_first(&result->run.score);

	run->outcome = outcome_of(result);
	run->status = result->run.status;
	run->seconds = result->seconds;
	suite->ended++;
	if (run->outcome == SUITE_BROKEN || run->outcome == SUITE_SKIPPED) {
		tally->skipped += run->outcome == SUITE_SKIPPED;
		run->note = strdup(result->error ? result->env.text : result->run.skip_reason);
		return run->note ? 0 : -ENOMEM;
	}
	if (run->outcome == SUITE_STOPPED)
		return 0;
	if (first)
		run->first = *first;
	if (result->run.noted)
		add_exercised(&suite->exercised[run->dut], &result->run, run->black_box);
	suite_waivers_enter(suite, run->dut, result);
	run->items = result->run.items;
	run->cycles = result->run.cycles;
	run->checks = checks_total(&result->run.score);
	run->findings = result->run.score.findings;
	tally->runs++;
	tally->items += run->items;
	tally->cycles += run->cycles;
	tally->checks += run->checks;
	tally->findings += run->findings;
	tally->seconds += run->seconds;
	if (run->seed && run->outcome == SUITE_PASSED && suite->count >= SUITE_KEPT)
		let_go(suite, run);
	return 0;
}

struct suite_tally suite_total(const struct suite *suite)
{
	struct suite_tally total = { 0 };

	for (size_t i = 0; i < suite->dut_count; i++) {
		const struct suite_tally *t = &suite->tally[i];
		total.runs += t->runs;
		total.skipped += t->skipped;
		total.items += t->items;
		total.cycles += t->cycles;
		total.checks += t->checks;
		total.findings += t->findings;
		total.seconds += t->seconds;
	}
	total.findings += suite_waivers_idle(suite);
	return total;
}

/* Writes N with a comma at every third digit into RET. */
static const char *grouped(uint64_t n, char ret[32])
{
	char digits[24];
	int len = snprintf(digits, sizeof(digits), "%" PRIu64, n), used = 0;

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			ret[used++] = ',';
		ret[used++] = digits[i];
	}
	ret[used] = 0;
	return ret;
}

static void table_row(FILE *out, int width, const char *name, const struct suite_tally *t)
{
	char items[32], cycles[32], checks[32];

	fprintf(out, "%-*s  %7" PRIu64 "  %7" PRIu64 "  %11s  %17s  %13s  %8" PRIu64 "  %8.1f s\n", width, name, t->runs,
	        t->skipped, grouped(t->items, items), grouped(t->cycles, cycles), grouped(t->checks, checks), t->findings,
	        t->seconds);
}

void suite_table(FILE *out, const struct suite *suite)
{
	struct suite_tally total = suite_total(suite);
	int width = 5;

	for (size_t i = 0; i < suite->dut_count; i++)
		if ((int)strlen(suite->duts[i]->name) > width)
			width = (int)strlen(suite->duts[i]->name);
	fprintf(out, "%-*s  %7s  %7s  %11s  %17s  %13s  %8s  %10s%s\n", width, "dut", "runs", "skipped", "items",
	        "simulated cycles", "checks made", "findings", "time", suite->partial ? "  PARTIAL" : "");
	for (size_t i = 0; i < suite->dut_count; i++)
		table_row(out, width, suite->duts[i]->name, &suite->tally[i]);
	table_row(out, width, "total", &total);
}

/* Returns how many stimuli the DUT of run I skipped for the reason of run I; *RET_FIRST: run I is the first of them. */
static size_t skipped_like(const struct suite *suite, size_t i, bool *ret_first)
{
	const struct suite_run *run = &suite->runs[i];
	size_t same = 0;

	*ret_first = true;
	for (size_t k = 0; k < suite->count; k++) {
		const struct suite_run *other = &suite->runs[k];
		if (other->outcome != SUITE_SKIPPED || other->dut != run->dut || strcmp(other->note, run->note))
			continue;
		same++;
		*ret_first = *ret_first && k >= i;
	}
	return same;
}

void suite_print_skipped(FILE *out, const struct suite *suite)
{
	for (size_t dut = 0; dut < suite->dut_count; dut++) {
		char line[512];
		size_t len = 0;
		for (size_t i = 0; i < suite->count; i++) {
			bool first;
			size_t same;
			if (suite->runs[i].outcome != SUITE_SKIPPED || suite->runs[i].dut != dut)
				continue;
			same = skipped_like(suite, i, &first);
			if (first && len < sizeof(line))
				len += (size_t)snprintf(line + len, sizeof(line) - len, "%s%zu %s", len ? "; " : "", same,
				                        suite->runs[i].note);
		}
		if (len)
			fprintf(out, "SKIPPED  %s: %s\n", suite->duts[dut]->name, line);
	}
}

static json_t *tally_json(const struct suite_tally *t)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "runs", (json_int_t)t->runs, "skipped", (json_int_t)t->skipped,
	                 "items", (json_int_t)t->items, "cycles", (json_int_t)t->cycles, "checks", (json_int_t)t->checks,
	                 "findings", (json_int_t)t->findings);
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

/* Writes TEXT into RET with '?' in place of all that is not printable ASCII: XML 1.0 does not allow most control characters. */
static const xmlChar *plain(const char *text, char *ret, size_t size)
{
	size_t i;

	for (i = 0; text[i] && i + 1 < size; i++)
		ret[i] = (text[i] >= ' ' && text[i] < 0x7F) || text[i] == '\n' ? text[i] : '?';
	ret[i] = 0;
	return (const xmlChar *)ret;
}

static void xml_attribute(xmlTextWriterPtr xml, const char *name, const char *value)
{
	char text[1200];

	xmlTextWriterWriteAttribute(xml, BAD_CAST name, plain(value, text, sizeof(text)));
}

static void xml_count(xmlTextWriterPtr xml, const char *name, uint64_t value)
{
	xmlTextWriterWriteFormatAttribute(xml, BAD_CAST name, "%" PRIu64, value);
}

static void xml_failure(xmlTextWriterPtr xml, const struct suite *suite, const struct suite_run *run)
{
	const char *name = rule_table[run->first.rule].name;
	char message[512], command[2 * PATH_MAX] = "", text[sizeof(command) + 2048], clean[sizeof(text)];

	if (run->folder)
		failure_command(suite->program, run->folder, command, sizeof(command));
	snprintf(message, sizeof(message), "cycle %" PRIu64 ": %s: %s: expected %s, actual %s", run->first.cycle, name,
	         run->first.what, run->first.expected, run->first.actual);
	snprintf(text, sizeof(text), "%s\n%s%s%s [%s]\n%" PRIu64 " findings\n%s\n", message, run->first.why,
	         run->first.why[0] ? "\n" : "", finding_rule_text(&run->first), finding_document(&run->first), run->findings,
	         command);
	xmlTextWriterStartElement(xml, BAD_CAST "failure");
	xml_attribute(xml, "type", name);
	xml_attribute(xml, "message", message);
	xmlTextWriterWriteString(xml, plain(text, clean, sizeof(clean)));
	xmlTextWriterEndElement(xml);
}

static void xml_note(xmlTextWriterPtr xml, const char *element, const char *message)
{
	xmlTextWriterStartElement(xml, BAD_CAST element);
	xml_attribute(xml, "message", message);
	xmlTextWriterEndElement(xml);
}

static void xml_case(xmlTextWriterPtr xml, const struct suite *suite, const struct suite_run *run)
{
	char class_name[128];

	snprintf(class_name, sizeof(class_name), "pausebench.%s", suite->duts[run->dut]->name);
	xmlTextWriterStartElement(xml, BAD_CAST "testcase");
	xml_attribute(xml, "classname", class_name);
	xml_attribute(xml, "name", run->name);
	xmlTextWriterWriteFormatAttribute(xml, BAD_CAST "time", "%.3f", run->seconds);
	if (run->outcome == SUITE_FAILED)
		xml_failure(xml, suite, run);
	else if (run->outcome == SUITE_BROKEN)
		xml_note(xml, "error", run->note);
	else if (run->outcome == SUITE_SKIPPED)
		xml_note(xml, "skipped", run->note);
	else if (run->outcome != SUITE_PASSED)
		xml_note(xml, "skipped", "not run: the regression was ended early");
	xmlTextWriterEndElement(xml);
}

static void xml_suite(xmlTextWriterPtr xml, const struct suite *suite, size_t dut)
{
	uint64_t outcomes[SUITE_LET_GO + 1] = { 0 };
	unsigned idle, waivers = suite_waivers_count(suite, dut, &idle);

	for (size_t i = 0; i < suite->count; i++)
		if (suite->runs[i].dut == dut)
			outcomes[suite->runs[i].outcome]++;
	xmlTextWriterStartElement(xml, BAD_CAST "testsuite");
	xml_attribute(xml, "name", suite->duts[dut]->name);
	xml_count(xml, "tests",
	          outcomes[SUITE_PASSED] + outcomes[SUITE_FAILED] + outcomes[SUITE_BROKEN] + outcomes[SUITE_SKIPPED] +
	              outcomes[SUITE_STOPPED] + outcomes[SUITE_PLANNED] + waivers);
	xml_count(xml, "failures", outcomes[SUITE_FAILED] + idle);
	xml_count(xml, "errors", outcomes[SUITE_BROKEN]);
	xml_count(xml, "skipped", outcomes[SUITE_SKIPPED] + outcomes[SUITE_STOPPED] + outcomes[SUITE_PLANNED]);
	xmlTextWriterWriteFormatAttribute(xml, BAD_CAST "time", "%.3f", suite->tally[dut].seconds);
	xmlTextWriterStartElement(xml, BAD_CAST "properties");
	xmlTextWriterStartElement(xml, BAD_CAST "property");
	xml_attribute(xml, "name", "partial");
	xml_attribute(xml, "value", suite->partial ? "true" : "false");
	xmlTextWriterEndElement(xml);
	if (suite->let_go) { /* the seeds of all DUTs that were only counted */
		xmlTextWriterStartElement(xml, BAD_CAST "property");
		xml_attribute(xml, "name", "passed seeds that are not listed");
		xml_count(xml, "value", suite->let_go);
		xmlTextWriterEndElement(xml);
	}
	xmlTextWriterEndElement(xml);
	for (size_t i = 0; i < suite->count; i++)
		if (suite->runs[i].dut == dut && suite->runs[i].outcome != SUITE_LET_GO)
			xml_case(xml, suite, &suite->runs[i]);
	suite_waivers_xml(xml, suite, dut);
	xmlTextWriterEndElement(xml);
}

int suite_write_junit(const struct suite *suite, const char *path, struct env_error *ret_error)
{
	xmlBufferPtr buffer = xmlBufferCreate();
	xmlTextWriterPtr xml = buffer ? xmlNewTextWriterMemory(buffer, 0) : NULL;
	int rc;

	if (!xml) {
		xmlBufferFree(buffer);
		return env_fail(ret_error, ENOMEM, "cannot build %s", path);
	}
	xmlTextWriterSetIndent(xml, 1);
	rc = xmlTextWriterStartDocument(xml, NULL, "UTF-8", NULL);
	xmlTextWriterStartElement(xml, BAD_CAST "testsuites");
	xml_attribute(xml, "name", "pausebench");
	for (size_t i = 0; i < suite->dut_count; i++)
		xml_suite(xml, suite, i);
	if (xmlTextWriterEndDocument(xml) < 0)
		rc = -1;
	xmlFreeTextWriter(xml);
	if (rc < 0)
		rc = env_fail(ret_error, ENOMEM, "cannot build %s", path);
	else
		rc = file_replace(path, xmlBufferContent(buffer), (size_t)xmlBufferLength(buffer), ret_error);
	xmlBufferFree(buffer);
	return rc;
}
