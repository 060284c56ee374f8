/* SPDX-License-Identifier: Apache-2.0 */
/* doc/reference/readings.md: each tag that the repository cites has a row, each row has a use, and the verb explain prints it. */
#include "support.h"

#include "base/readings.h"
#include "base/spelling.h"
#include "finding/finding.h"
#include "parameters.h"
#include "regs.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <ftw.h>
#include <regex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPOSITORY PAUSEBENCH_STIMULI "/../../.."

/* ---- the tags of a text ---- */

Test(readings, the_tags_of_a_text)
{
	static const struct {
		const char *text, *tags;
	} cases[] = {
		{ "", "" },
		{ "R14", "R14 " },
		{ "802.3 31B R15, R16; X3", "R15 R16 X3 " },
		{ "(S003, S6)", "S6 " },
		{ "802.3 31B R6-R8.", "R6 R7 R8 " },
		{ "A3-A5, B2", "A3 A4 A5 B2 " },
		{ "type 88-B5, DA 01-80-C2-00-00-01, hex A1B2", "" },
		{ "A1-B2 A1-b RAL0 L + 1 Q1_x xQ1 Q1x R100", "" },
		{ "I9: Q1", "I9 Q1 " },
		{ "R2-R1 R3", "R3 " },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct tag_cursor cursor = { .text = cases[i].text };
		char tag[TAG_SIZE], tags[256] = "";

		while (tag_next(&cursor, tag)) {
			strcat(tags, tag);
			strcat(tags, " ");
		}
		cr_expect_str_eq(tags, cases[i].tags, "'%s': expected '%s', actual '%s'", cases[i].text, cases[i].tags, tags);
	}
}

Test(readings, edits_between_names)
{
	cr_expect_eq(spelling_edits("pause-da", "pause-da"), 0);
	cr_expect_eq(spelling_edits("pase-da", "pause-da"), 1);
	cr_expect_eq(spelling_edits("r14", "R14"), 1);
	cr_expect_eq(spelling_edits("", "R14"), 3);
	cr_expect_eq(spelling_edits("abc", "0123456789012345678901234567890123456789012345678901234567890123456789"), SIZE_MAX);
}

/* ---- the rows ---- */

/* A row that the Makefile's pattern does not take would be missing without a word. */
Test(readings, each_row_of_the_page_is_in_the_program)
{
	size_t count = 0, size;
	char *page = file_read(REPOSITORY "/doc/reference/readings.md", &size);

	for (char *line = page; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
		if (!strncmp(line, "| `", 3)) {
			count++;
			cr_expect(strstr(line, " |\n"), "a row does not end with a bar: %.60s", line);
		}
	cr_expect_eq(count, reading_count + document_count, "%zu rows in the page, %zu in the program", count,
	             reading_count + document_count);
	free(page);
}

static const char *const models[] = { "bcm5718", "i82598", "ll10g", "bcm1250" };

static bool holds_parameter(const char *name)
{
	for (size_t m = 0; m <= COUNT_OF(models); m++) {
		const struct reg_page *page = reg_page_by_model(m < COUNT_OF(models) ? models[m] : "ieee8023");
		for (size_t i = 0; i < page->parameter_count; i++)
			if (!strcmp(page->parameters[i].name, name))
				return true;
	}
	return false;
}

/* What stands between backquotes in the last column is a parameter. */
static void check_alternative(const struct reading *r)
{
	char name[64];
	int length;

	for (const char *text = r->alternative; (text = strchr(text, '`')); text += length + 2) {
		length = (int)strcspn(text + 1, "`");
		snprintf(name, sizeof(name), "%.*s", length, text + 1);
		cr_expect(holds_parameter(name), "%s: no device has the parameter '%s'", r->tag, name);
	}
}

Test(readings, each_row_is_whole_and_its_name_its_own)
{
	for (size_t i = 0; i < reading_count; i++) {
		const struct reading *r = &reading_table[i];
		struct tag_cursor cursor = { .text = r->tag };
		char tag[TAG_SIZE];

		cr_expect(tag_next(&cursor, tag) && !strcmp(tag, r->tag), "'%s' is no tag", r->tag);
		cr_expect_eq(reading_by_tag(r->tag), r, "%s has two rows", r->tag);
		cr_expect(r->statement[0] && r->source[0] && r->chosen[0] && r->alternative[0], "%s has an empty cell", r->tag);
		check_alternative(r);
	}
	for (size_t i = 0; i < document_count; i++) {
		cr_expect(document_table[i].text[0], "%s", document_table[i].name);
		for (size_t j = 0; j < i; j++)
			cr_expect_str_neq(document_table[i].name, document_table[j].name);
	}
	cr_expect_null(reading_by_tag("A10"));
	cr_expect_null(reading_by_tag(""));
}

/* ---- what cites what ---- */

/* True if LENGTH characters of a source name a row of the page, a page of this repository, or nothing but tags with a row. */
static bool resolves(const char *part, size_t length)
{
	char text[256], tag[TAG_SIZE];
	struct tag_cursor cursor = { .text = text };

	snprintf(text, sizeof(text), "%.*s", (int)length, part);
	for (size_t i = 0; i < document_count; i++)
		if (strstr(text, document_table[i].name))
			return true;
	return strstr(text, "doc/") || tag_next(&cursor, tag);
}

/* A parameter whose source cites a tag is the alternative of this tag's row. */
static void check_parameter(const struct parameter *parameter)
{
	struct tag_cursor cursor = { .text = parameter->source };
	char tag[TAG_SIZE], quoted[64];

	snprintf(quoted, sizeof(quoted), "`%s`", parameter->name);
	while (tag_next(&cursor, tag)) {
		const struct reading *reading = reading_by_tag(tag);
		cr_expect(reading && strstr(reading->alternative, quoted), "%s cites %s, whose row does not name it",
		          parameter->name, tag);
	}
}

/* SOURCE is a list with semicolons. */
static void check_source(const char *name, const char *source)
{
	while (*source) {
		size_t length = strcspn(source, ";");
		cr_expect(resolves(source, length), "%s: '%.*s' is no row of doc/reference/readings.md", name, (int)length,
		          source);
		source += length + (source[length] == ';');
	}
}

Test(readings, each_source_of_rules_registers_and_parameters_resolves)
{
	for (size_t i = 0; i < RULE_COUNT; i++)
		check_source(rule_table[i].name, rule_table[i].document);
	for (size_t i = 0; i < RULE_COUNT; i++)
		for (unsigned k = 0; rule_model((enum rule)i, k); k++)
			check_source(rule_table[i].name, rule_document((enum rule)i, rule_model((enum rule)i, k)));
	for (size_t m = 0; m < COUNT_OF(models); m++) {
		const struct reg_page *page = reg_page_by_model(models[m]);
		for (size_t i = 0; i < page->count; i++)
			check_source(page->rows[i].name, page->rows[i].source);
		for (size_t i = 0; i < page->field_count; i++)
			check_source(page->fields[i].name, page->fields[i].source);
		for (size_t i = 0; i < page->parameter_count; i++)
			check_source(page->parameters[i].name, page->parameters[i].source);
		for (size_t i = 0; i < page->parameter_count; i++)
			check_parameter(&page->parameters[i]);
	}
}

static regex_t foreign; /* names of documents that are not in the repository and say nothing to its reader */
static bool *used;      /* reading_count flags */
static size_t lines_read;

static void scan_line(const char *path, const char *line)
{
	struct tag_cursor cursor = { .text = line };
	char tag[TAG_SIZE];

	lines_read++;
	while (tag_next(&cursor, tag)) {
		const struct reading *reading = reading_by_tag(tag);
		if (reading)
			used[reading - reading_table] = true;
		else
			cr_expect_fail("%s: the tag %s has no row in doc/reference/readings.md: %s", path, tag, line);
	}
	cr_expect(regexec(&foreign, line, 0, NULL, 0), "%s names a document that a reader cannot find: %s", path, line);
}

static int scan_file(const char *path, const struct stat *status, int type, struct FTW *where)
{
	static const char *const endings[] = { ".c", ".h", ".cpp", ".def", ".v", ".md", ".stim", ".link" };
	const char *name = path + where->base, *ending = strrchr(name, '.');
	bool known = false;
	char *line = NULL;
	size_t capacity = 0;
	FILE *in;

	(void)status;
	for (size_t i = 0; ending && i < COUNT_OF(endings); i++)
		known = known || !strcmp(ending, endings[i]);
	if (type != FTW_F || !known || !strcmp(name, "readings.md") || !strcmp(name, "test_readings.c"))
		return 0;
	in = fopen(path, "r");
	cr_assert_not_null(in, "%s: %s", path, strerror(errno));
	while (getline(&line, &capacity, in) >= 0)
		scan_line(path, line);
	free(line);
	fclose(in);
	return 0;
}

Test(readings, each_cited_tag_has_a_row_and_each_row_is_cited)
{
	static const char *const places[] = { "models", "regs", "rtl", "tb", "doc", "README.md", "tests" };
	static const char names[] = "(^|[^A-Za-z0-9_])(S00[0-9]|[Ss]pec [A-Z0-9]|UM p[.]|DESIGN([^A-Za-z0-9_]|$))";

	used = calloc(reading_count, sizeof(*used));
	cr_assert_not_null(used);
	cr_assert_eq(regcomp(&foreign, names, REG_EXTENDED | REG_NOSUB), 0);
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		char path[1024];
		snprintf(path, sizeof(path), REPOSITORY "/%s", places[i]);
		cr_assert_eq(nftw(path, scan_file, 16, FTW_PHYS), 0, "%s: %s", path, strerror(errno));
	}
	cr_expect_gt(lines_read, 50000);
	for (size_t i = 0; i < reading_count; i++)
		cr_expect(used[i], "doc/reference/readings.md has a row for %s, which nothing cites", reading_table[i].tag);
	regfree(&foreign);
	free(used);
}

/* ---- the verb explain ---- */

static void expect_explain(int status, const char *arguments, const char *part)
{
	struct command c;

	command_run(&c, "build/pausebench explain %s", arguments);
	cr_expect_eq(c.status, status, "explain %s: exit status %d expected, actual %d\n%s%s", arguments, status, c.status, c.out,
	             c.err);
	cr_expect(strstr(status ? c.err : c.out, part), "explain %s: '%s' is missing in\n%s%s", arguments, part, c.out, c.err);
	command_release(&c);
}

Test(readings, explain_prints_rows_and_refuses_what_it_does_not_know)
{
	static const struct {
		int status;
		const char *arguments, *part;
	} cases[] = {
		{ 0, "R14", "\n  where        802.3 annex 31B\n" },
		{ 0, "X5", "\n  or           PauseExact64 of each device: exactly 64 octets\n  rules        pause-length\n" },
		{ 0, "pause-overwrite", "\nR14\n" },
		{ 0, "pause-overwrite", "\n  covered      A stimulus covers it when:\n" },
		{ 0, "pause-overwrite", "\n  black box    It checks the rule as an exact run does.\n" },
		{ 0, "rx-record", "\n  black box    It does not check:\n" },
		{ 0, "apb-ready", "No stimulus can say that it covers it" },
		{ 0, "pause-tx-format", "\nR8\n" },
		{ 0, "count-xon-received", "\nPG108-R p.225\n" },
		{ 0, "'PG108-R p.225'", "xoffStateEntered" },
		{ 0, "A7 tx-gap", "\n\ntx-gap\n" },
		{ 2, "r14", "did you mean 'R14'?" },
		{ 2, "R14 pause-overwrit", "did you mean 'pause-overwrite'?" },
		{ 2, "'PG108-R p.255'", "did you mean 'PG108-R p.225'?" },
		{ 2, "A10", "no rule, tag or document 'A10'" },
		{ 2, "what-is-that-then", "doc/reference/readings.md have them all" },
		{ 2, "", "a tag such as R14" },
		{ 2, "--nothing", "unknown option '--nothing'" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		expect_explain(cases[i].status, cases[i].arguments, cases[i].part);
}

/* The text is in the program: it prints the same in a folder that has nothing of the checkout. */
Test(readings, explain_needs_no_checkout)
{
	struct command here, away;

	command_run(&here, "build/pausebench explain S5 count-collision");
	command_run(&away, "program=$PWD/build/pausebench && cd / && $program explain S5 count-collision");
	cr_expect_eq(away.status, 0);
	cr_expect_str_eq(here.out, away.out);
	command_release(&here);
	command_release(&away);
}

/* The documents of each device, by the names that sources have. */
static const struct {
	const char *model, *names[8];
} documents_of[] = {
	{ "bcm5718", { "PG108", "PG101", "tg3.", "bcm5718.md", "HP LAN", "bgereg" } },
	{ "i82598", { "82598EB", "ixgbe", "i82598.md" } },
	{ "ll10g", { "UG 683", "ll10g.md", "intel_fpga" } },
	{ "bcm1250", { "UM100CB", "sb1250", "bcm1250.md" } },
	{ "ieee8023", { "ieee8023.md" } },
};

/* Returns a document of another device than MODEL that SOURCE names, or NULL. */
static const char *foreign_document(const char *source, const char *model)
{
	for (size_t d = 0; d < COUNT_OF(documents_of); d++)
		for (size_t n = 0; strcmp(documents_of[d].model, model) && n < 8 && documents_of[d].names[n]; n++)
			if (strstr(source, documents_of[d].names[n]))
				return documents_of[d].names[n];
	return NULL;
}

/* The rules that only one device, or some, can break. */
static bool breaks(const char *model, enum rule rule)
{
	static const struct {
		enum rule rule;
		const char *models;
	} some[] = {
		{ RULE_PAUSE_FORWARD, "bcm1250" },
		{ RULE_PAUSE_RESET, "bcm5718 bcm1250 ieee8023" },
		{ RULE_PAUSE_TAGGED, "bcm5718 bcm1250 ieee8023" },
		{ RULE_PAUSE_HALF_DUPLEX, "bcm5718 bcm1250 ieee8023" },
		{ RULE_TX_DISABLED, "bcm5718 ll10g bcm1250 ieee8023" },
		{ RULE_XOFF_BELOW_LOW, "bcm5718 bcm1250" },
		{ RULE_XON_ABOVE_HIGH, "bcm5718 bcm1250" },
		{ RULE_XOFF_ONCE, "bcm5718 i82598 bcm1250 ieee8023" },
		{ RULE_XOFF_REFRESH, "bcm5718 i82598 bcm1250 ieee8023" },
		{ RULE_PAUSE_REQUEST, "ll10g ieee8023" },
		{ RULE_PAUSE_HOLDOFF, "ll10g" },
		{ RULE_XOFF_AT_HIGH, "i82598 ieee8023" },
		{ RULE_XON_BELOW_LOW, "i82598 ieee8023" },
		{ RULE_TX_OFF_BIT, "i82598" },
		{ RULE_PFC_IGNORE, "ll10g ieee8023" },
		{ RULE_PFC_TX, "ll10g ieee8023" },
		{ RULE_TX_SOURCE, "ll10g" },
		{ RULE_TX_DEFER, "bcm1250 ieee8023" },
		{ RULE_TX_RETRY, "bcm1250 ieee8023" },
		{ RULE_TX_LATE, "bcm1250 ieee8023" },
		{ RULE_BACK_PRESSURE, "bcm1250" },
		{ RULE_FALSE_CARRIER, "bcm1250" },
		{ RULE_RX_FRAGMENT, "bcm1250 ieee8023" },
		{ RULE_MII_NIBBLES, "bcm1250 ieee8023" },
		{ RULE_RX_PREAMBLE, "bcm5718 bcm1250 ieee8023" },
		{ RULE_RX_DROP_ALLOWANCE, "bcm5718" },
		{ RULE_COUNT_XOFF_RECEIVED, "bcm5718" },
		{ RULE_COUNT_XON_RECEIVED, "bcm5718" },
		{ RULE_COUNT_XOFF_STATE, "bcm5718" },
		{ RULE_COUNT_OUT_XOFF, "bcm5718" },
		{ RULE_COUNT_OUT_XON, "bcm5718" },
		{ RULE_COUNT_MAC_CONTROL, "bcm5718 ieee8023" },
		{ RULE_COUNT_DISCARDS, "bcm5718 ieee8023" },
		{ RULE_COUNT_SIZE, "i82598 ll10g bcm1250 ieee8023" },
		{ RULE_COUNT_OCTETS, "i82598 ll10g bcm1250 ieee8023" },
		{ RULE_COUNT_GOOD, "i82598 ll10g bcm1250 ieee8023" },
		{ RULE_COUNT_ERROR, "i82598 ll10g bcm1250 ieee8023" },
		{ RULE_COUNT_ADDRESS, "i82598 ll10g bcm1250 ieee8023" },
		{ RULE_COUNT_PAUSE, "i82598 ll10g ieee8023" },
		{ RULE_COUNT_PFC, "ll10g ieee8023" },
		{ RULE_COUNT_LOST, "i82598 ll10g ieee8023" },
		{ RULE_COUNT_COLLISION, "bcm1250 ieee8023" },
		{ RULE_COUNT_ABORT, "bcm1250" },
		{ RULE_COUNTER_LOAD, "bcm1250" },
		{ RULE_COUNTER_OVERFLOW, "bcm1250" },
		{ RULE_COUNTER_HOLD, "bcm1250" },
		{ RULE_COUNT_FAULT, "i82598" },
		{ RULE_COUNTER_LATCH, "i82598 ll10g ieee8023" },
		{ RULE_COUNTER_STICKS, "i82598 ieee8023" },
		{ RULE_COUNTER_CLEAR, "ll10g" },
		{ RULE_COUNTER_VISIBLE_LIMIT, "i82598" },
		{ RULE_REG_STATUS, "bcm5718 i82598 ll10g bcm1250" },
		{ RULE_REG_EVENTS, "bcm1250" },
		{ RULE_REG_FREE_MBUFS, "bcm5718" },
		{ RULE_REG_ATTENTION, "bcm5718" },
		{ RULE_MDIO_PINS, "bcm1250" },
		{ RULE_MDIO_RESULT, "bcm5718 bcm1250" },
	};

	for (size_t i = 0; i < COUNT_OF(some); i++)
		if (some[i].rule == rule)
			return strstr(some[i].models, model);
	return true;
}

/* A finding about one device quotes no document of another one. */
Test(readings, each_device_quotes_its_own_documents)
{
	for (size_t i = 0; i < RULE_COUNT; i++)
		for (size_t d = 0; d < COUNT_OF(documents_of); d++) {
			const char *model = documents_of[d].model, *source = rule_document((enum rule)i, model), *other;
			if (!breaks(model, (enum rule)i))
				continue;
			other = foreign_document(source, model);
			cr_expect_null(other, "%s of %s: '%s' names %s", rule_table[i].name, model, source, other);
		}
	cr_expect_str_eq(rule_document(RULE_PAUSE_GATE, "no-device"), rule_table[RULE_PAUSE_GATE].document);
	cr_expect_str_eq(rule_text(RULE_PAUSE_GATE, NULL), rule_table[RULE_PAUSE_GATE].text);
}

/* Each rule can be explained, each line of it short enough for a terminal. */
Test(readings, every_rule_can_be_explained)
{
	for (size_t i = 0; i < RULE_COUNT; i++) {
		struct command c;
		command_run(&c, "build/pausebench explain %s", rule_table[i].name);
		cr_expect(!c.status && strstr(c.out, rule_table[i].name), "%s: %s", rule_table[i].name, c.err);
		for (const char *line = c.out; *line; line += strcspn(line, "\n") + 1)
			cr_expect_leq(strcspn(line, "\n"), 110, "%s: %.120s", rule_table[i].name, line);
		command_release(&c);
	}
}
