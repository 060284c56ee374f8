/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the runs of a regression as junit.xml, with a test case for each of them. */
#include "suite.h"

#include "suite_waivers.h"
#include "base/tree.h"
#include "base/version.h"
#include "run/failure.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <libxml/xmlwriter.h>
#include <string.h>

/* Writes TEXT into RET with '?' in place of each character that is not printable ASCII, since XML 1.0 does not allow most control
 * characters. */
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

static void xml_property(xmlTextWriterPtr xml, const char *name, const char *value)
{
	xmlTextWriterStartElement(xml, BAD_CAST "property");
	xml_attribute(xml, "name", name);
	xml_attribute(xml, "value", value);
	xmlTextWriterEndElement(xml);
}

/* Returns PATH relative to the folder of the checkout: on another machine the command is given there. */
static const char *in_checkout(const char *path)
{
	size_t len = strlen(tree_folder());

	return strncmp(path, tree_folder(), len) || path[len] != '/' ? path : path + len + 1;
}

/* Writes the command that repeats RUN on another machine, where its folder may not be: it makes the stimulus anew. Returns RET. */
static const char *anywhere_command(const struct suite *suite, const struct suite_run *run, char *ret, size_t size)
{
	const struct run_options options = {
		.black_box = run->black_box,
		.max_cycles = suite->max_cycles,
		.max_seconds = suite->max_seconds,
	};
	struct source source = run->source;

	if (source.kind == SOURCE_FILE)
		source.path = in_checkout(source.path);
	return source_command(in_checkout(suite->program), &source, suite->duts[run->dut], &options, ret, size);
}

/* Writes the command that repeats a failure on another machine, and the seed of the power-up state. */
static void xml_failure_properties(xmlTextWriterPtr xml, const struct suite *suite, const struct suite_run *run)
{
	char command[3 * PATH_MAX], seed[16];

	snprintf(seed, sizeof(seed), "%" PRIu32, run->power_up);
	xmlTextWriterStartElement(xml, BAD_CAST "properties");
	xml_property(xml, "seed", seed);
	xml_property(xml, "command", anywhere_command(suite, run, command, sizeof(command)));
	xmlTextWriterEndElement(xml);
}

static void xml_failure(xmlTextWriterPtr xml, const struct suite *suite, const struct suite_run *run)
{
	const char *name = rule_table[run->first.rule].name;
	char message[512], command[3 * PATH_MAX], text[sizeof(command) + 2048], clean[sizeof(text)];

	anywhere_command(suite, run, command, sizeof(command));
	snprintf(message, sizeof(message), "cycle %" PRIu64 ": %s: %s: expected %s, actual %s", run->first.cycle, name,
	         run->first.what, run->first.expected, run->first.actual);
	snprintf(text, sizeof(text), "%s\n%s%s%s [%s]\n%" PRIu64 " findings\ngroup %zu of %zu\n%s\n", message, run->first.why,
	         run->first.why[0] ? "\n" : "", finding_rule_text(&run->first), finding_document(&run->first), run->findings,
	         run->group, suite->groups.count, command);
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
	if (run->outcome == SUITE_FAILED) {
		xml_failure_properties(xml, suite, run);
		xml_failure(xml, suite, run);
	} else if (run->outcome == SUITE_BROKEN)
		xml_note(xml, "error", run->note);
	else if (run->outcome == SUITE_SKIPPED)
		xml_note(xml, "skipped", run->note);
	else if (run->passed_before)
		xmlTextWriterWriteElement(xml, BAD_CAST "system-out", BAD_CAST "passed before on the same content");
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
	xml_property(xml, "partial", suite->partial ? "true" : "false");
	xml_property(xml, "git", version_commit());
	xml_property(xml, "tools", version_tools());
	if (suite->let_go) { /* how many seeds, of all DUTs, were only counted */
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
