/* SPDX-License-Identifier: Apache-2.0 */
/* The verb explain: prints what a rule, a tag or a document stands for. The texts are those of models/finding/rules.def and
 * doc/reference/readings.md. */
#include "base/readings.h"
#include "base/spelling.h"
#include "cli.h"
#include "finding/finding.h"
#include "stimulus/cover.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 110, LABEL = 12, INDENT = 2 };

/* Prints TEXT after LABEL, as in "  where        802.3 clause 31 ...". Its lines have at most WIDTH characters and begin in the
 * same column; the backquotes of the page are left out. */
static void print_field(const char *label, const char *text)
{
	const int begin = INDENT + LABEL + 1;
	int column = begin;

	printf("%*s%-*s ", INDENT, "", LABEL, label);
	while (*text) {
		size_t length = strcspn(text, " ");

		if (column > begin) {
			bool full = column + 1 + (int)length > WIDTH;
			printf(full ? "\n%*s" : "%*s", full ? begin : 1, "");
			column = full ? begin : column + 1;
		}
		for (size_t i = 0; i < length; i++)
			if (text[i] != '`')
				putchar(text[i]);
		column += (int)length;
		text += length + strspn(text + length, " ");
	}
	putchar('\n');
}

static bool cites(const char *text, const char *tag)
{
	struct tag_cursor cursor = { .text = text };
	char cited[TAG_SIZE];

	while (tag_next(&cursor, cited))
		if (!strcmp(cited, tag))
			return true;
	return false;
}

/* Prints as a field the names of the rules for whose document HOLDS returns true. */
static void print_rules(bool (*holds)(const char *document, const char *name), const char *name)
{
	char names[4096] = "";
	size_t used = 0;

	for (size_t i = 0; i < RULE_COUNT && used < sizeof(names); i++)
		if (holds(rule_table[i].document, name))
			used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", used ? ", " : "",
			                         rule_table[i].name);
	if (used)
		print_field("rules", names);
}

static void print_reading(const struct reading *reading)
{
	printf("%s\n", reading->tag);
	print_field("says", reading->statement);
	print_field("where", reading->source);
	print_field("read as", reading->chosen);
	if (strcmp(reading->alternative, "-"))
		print_field("or", reading->alternative);
}

/* Returns true if DOCUMENT, the text of a rule, names NAME itself and not a row whose name begins with it: "PG108-R p.223" names
 * the page, and not all of "PG108-R". */
static bool names_document(const char *document, const char *name)
{
	size_t length = strlen(name);

	if (!strstr(document, name))
		return false;
	for (size_t i = 0; i < document_count; i++) {
		const char *other = document_table[i].name;
		if (strlen(other) > length && !strncmp(other, name, length) && strstr(document, other))
			return false;
	}
	return true;
}

/* Prints the words and documents of RULE that belong to single devices. */
static void print_devices(enum rule rule)
{
	const char *model;

	for (unsigned i = 0; (model = rule_model(rule, i)); i++) {
		print_field(model, rule_text(rule, model));
		print_field("", rule_document(rule, model));
	}
}

static void explain_rule(int rule)
{
	const struct rule_row *row = &rule_table[rule];
	const struct cover_row *cover = &cover_table[rule];
	struct tag_cursor cursor = { .text = row->document };
	char tag[TAG_SIZE];

	printf("%s\n", row->name);
	print_field("rule", row->text);
	print_field("document", row->document);
	print_devices((enum rule)rule);
	print_field("covered",
	            cover->kind == COVER_EXERCISED ? "A stimulus covers it when:" : "No stimulus can say that it covers it:");
	print_field("", cover->when);
	print_field("black box", row->blind ? "It does not check:" : "It checks the rule as an exact run does.");
	if (row->blind)
		print_field("", row->blind);
	while (tag_next(&cursor, tag)) {
		const struct reading *reading = reading_by_tag(tag);
		if (!reading)
			continue;
		putchar('\n');
		print_reading(reading);
	}
	for (size_t i = 0; i < document_count; i++) {
		if (!names_document(row->document, document_table[i].name))
			continue;
		printf("\n%s\n", document_table[i].name);
		print_field("document", document_table[i].text);
	}
}

static void explain_reading(const struct reading *reading)
{
	print_reading(reading);
	print_rules(cites, reading->tag);
}

static void explain_document(const struct document *document)
{
	printf("%s\n", document->name);
	print_field("document", document->text);
	print_rules(names_document, document->name);
}

static const struct document *document_by_name(const char *name)
{
	for (size_t i = 0; i < document_count; i++)
		if (!strcmp(document_table[i].name, name))
			return &document_table[i];
	return NULL;
}

/* Explains NAME; with SILENT it prints nothing. Returns false if nothing has this name. */
static bool explain(const char *name, bool silent)
{
	int rule = rule_by_name(name);
	const struct reading *reading = reading_by_tag(name);
	const struct document *document = document_by_name(name);

	if (silent)
		return rule >= 0 || reading || document;
	if (rule >= 0)
		explain_rule(rule);
	else if (reading)
		explain_reading(reading);
	else if (document)
		explain_document(document);
	return rule >= 0 || reading || document;
}

/* Returns the name of a rule, tag or document that is most like NAME; NULL if none is much like it. */
static const char *nearest_name(const char *name)
{
	struct spelling spelling = spelling_of(name);

	for (size_t i = 0; i < RULE_COUNT; i++)
		spelling_offer(&spelling, rule_table[i].name);
	for (size_t i = 0; i < reading_count; i++)
		spelling_offer(&spelling, reading_table[i].tag);
	for (size_t i = 0; i < document_count; i++)
		spelling_offer(&spelling, document_table[i].name);
	return spelling.nearest;
}

struct explain_options {
	char **names; /* of argv */
	size_t count;
};

static void take_names(void *arguments, char **words, size_t count)
{
	*(struct explain_options *)arguments = (struct explain_options){ words, count };
}

int cli_explain(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_syntax syntax = {
		.words = { .all = take_names,
		           .missing = "what? a rule, a tag such as R14 or a document such as 'PG108-R p.225'" },
		.args_doc = "RULE|TAG|DOCUMENT...",
		.doc = "Prints what a rule, a tag that a rule or a comment cites (R14, A7) or a document ('PG108-R p.225') "
		       "stands for: what the document says, how it is read here, which parameter chooses another reading; of a "
		       "rule also when a stimulus covers it and what a black-box run does not check.",
	};
	struct explain_options options = { 0 };

	(void)cli;
	cli_read(&syntax, argc, argv, &options);
	for (size_t i = 0; i < options.count; i++) {
		const char *name = options.names[i], *nearest;
		if (explain(name, true))
			continue;
		nearest = nearest_name(name);
		env_refuse(ret_error, "no rule, tag or document '%s'%s%s%s", name, nearest ? ", did you mean '" : "",
		           nearest ? nearest : "", nearest ? "'?" : "; list rules and doc/reference/readings.md have them all");
		return EXIT_ENVIRONMENT;
	}
	for (size_t i = 0; i < options.count; i++) {
		if (i)
			putchar('\n');
		explain(options.names[i], false);
	}
	return EXIT_CLEAN;
}
