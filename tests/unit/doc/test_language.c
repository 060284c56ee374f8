/* SPDX-License-Identifier: Apache-2.0 */
/* The words of the profile language: each freedom, each word of a line, and each word of `lacks` and `needs` is explained by a page and used by a MAC that is
 * judged by its profile, a variant of it, or a lie about it (tests/data/foreign, tests/data/profiles). */
#include "base/dut.h"
#include "parameters.h"
#include "profile/profile.h"
#include "regs.h"
#include "support.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words that no MAC of tests/data/foreign or tests/data/profiles uses, each with its reason. */
static const struct {
	const char *word, *reason;
} unused[] = {
	{ "ClockOctets", "the line phy sets it" },
	{ "Mii", "the line phy sets it" },
	{ "UsualSpeed", "the line phy mii sets it" },
	{ "FaultSignals", "lacks fault sets it" },
	{ "GapPartOne", "no MAC there is known to part its gap otherwise; tests/unit/device has the gap of half duplex" },
	{ "JamNibble", "the one MAC there with half duplex jams with the usual nibble" },
	{ "full-duplex", "each MAC there has full duplex" },
	{ "quantum", "each MAC by profile has the quantum of 802.3" },
	{ "own-frames", "host filter=inverted takes it away" },
	{ "cut-through", "the line host tx takes it away, and the stimuli that need it name registers" },
	{ "reset", "no control resets a MAC, so that no neutral stimulus can need it; each profile lacks it" },
};

static const struct setting {
	const char *line, *key, *parameter;
	bool word;
	unsigned long long least, most;
	const char *choices[6]; /* "word=value" */
	const char *unit;       /* of a number */
} settings[] = {
#define CHOICE(line, key, parameter, ...) { #line, #key, #parameter, false, 0, 0, { __VA_ARGS__ }, NULL },
#define FIGURE(line, key, parameter, least, most, unit) { #line, #key, #parameter, false, least, most, { NULL }, unit },
#define WORD(line, key, parameter) { #line, #key, #parameter, true, 0, 1, { NULL }, NULL },
#include "profile/settings.def"
};

static bool excused(const char *word)
{
	for (size_t i = 0; i < COUNT_OF(unused); i++)
		if (!strcmp(unused[i].word, word))
			return true;
	return false;
}

/* What the command prints. */
static char *text_of(const char *command)
{
	struct command c;
	char *text;

	command_run(&c, "%s", command);
	cr_assert_eq(c.status, 0, "%s: %s", command, c.err);
	text = strdup(c.out);
	command_release(&c);
	return text;
}

static char *profiles(void)
{
	return text_of("cat tests/data/foreign/*/*.mac tests/data/foreign/*/lies.list tests/data/foreign/*/variants/*.patch "
	               "tests/data/profiles/*.mac");
}

/* Is WORD in TEXT, with no letter, digit or '-' at its ends, in a line that has LINE before it? NULL: in any line. */
static bool has_word(const char *text, const char *line, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = text; (at = strstr(at, word)); at++) {
		const char *begin = at;
		char before[512];
		if ((at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '-' || at[-1] == '_')) ||
		    isalnum((unsigned char)at[len]) || at[len] == '-' || at[len] == '_')
			continue;
		while (begin > text && begin[-1] != '\n')
			begin--;
		snprintf(before, sizeof(before), "%.*s", (int)(at - begin), begin);
		if (!line || strstr(before, line))
			return true;
	}
	return false;
}

static bool key_is_used(const char *text, const char *key, const char *value)
{
	char word[96];

	snprintf(word, sizeof(word), "%s=%s", key, value ? value : "");
	for (const char *at = value ? NULL : strstr(text, word); at; at = strstr(at + 1, word))
		if (at > text && (isspace((unsigned char)at[-1]) || at[-1] == '/' || at[-1] == '"'))
			return true;
	return value && has_word(text, NULL, word);
}

/* A freedom is used by its name or by a line that stands for it. */
static bool parameter_is_used(const char *text, const char *name)
{
	if (has_word(text, "freedom ", name))
		return true;
	for (size_t i = 0; i < COUNT_OF(settings); i++)
		if (!strcmp(settings[i].parameter, name) && (settings[i].word ? has_word(text, settings[i].line, settings[i].key)
		                                                              : key_is_used(text, settings[i].key, NULL)))
			return true;
	return false;
}

Test(language, each_freedom_is_in_the_page_and_used_by_a_mac)
{
	char *page = file_read("doc/devices/ieee8023.md", NULL), *text = profiles(), word[96];
	const struct reg_page *device = reg_page_by_model("ieee8023");

	for (size_t i = 0; i < device->parameter_count; i++) {
		const char *name = device->parameters[i].name;
		snprintf(word, sizeof(word), "`%s`", name);
		cr_expect(strstr(page, word) != NULL, "doc/devices/ieee8023.md does not explain %s", word);
		cr_expect_neq(parameter_is_used(text, name), excused(name), "%s: %s", name,
		              excused(name) ? "is used, and needs no reason" : "no profile, variant or lie uses it");
	}
	free(page);
	free(text);
}

Test(language, each_word_of_a_line_is_in_the_page_and_used_by_a_mac)
{
	char *page = file_read("doc/reference/profile.md", NULL), *text = profiles();

	for (size_t i = 0; i < COUNT_OF(settings); i++) {
		char line[64];
		snprintf(line, sizeof(line), "`%s ", settings[i].line);
		cr_expect(has_word(page, line, settings[i].key), "doc/reference/profile.md has no %s %s", settings[i].line,
		          settings[i].key);
		for (size_t c = 0; c < COUNT_OF(settings[i].choices) && settings[i].choices[c]; c++) {
			char value[64];
			snprintf(value, sizeof(value), "%.*s", (int)strcspn(settings[i].choices[c], "="), settings[i].choices[c]);
			cr_expect(has_word(page, NULL, value), "doc/reference/profile.md has no %s=%s", settings[i].key, value);
			cr_expect(key_is_used(text, settings[i].key, value), "%s %s=%s: no profile, variant or lie uses it",
			          settings[i].line, settings[i].key, value);
		}
	}
	free(page);
	free(text);
}

Test(language, each_word_of_lacks_and_needs_is_in_the_page_and_used)
{
	char *page = file_read("doc/reference/stimulus.md", NULL), *text = profiles();
	char *needs = text_of("grep -rh '^needs ' tests/data/stimuli"),
	     *lacks = text_of("grep -rhE '(^|[+^/])lacks ' tests/data/foreign tests/data/profiles");
	const uint64_t of_the_row = CAP_GMII | CAP_XGMII | CAP_MII | CAP_OBS | CAP_RX_ER | CAP_RX_STOPS | CAP_RX_RESETS;

	for (size_t i = 0; i < CAPABILITY_COUNT; i++) {
		const struct dut_capability_row *row = &dut_capabilities[i];
		bool needed, lacked;
		if (!row->word)
			continue;
		cr_expect(has_word(page, "| `needs", row->word), "doc/reference/stimulus.md has no needs %s", row->word);
		needed = has_word(needs, NULL, row->word);
		lacked = row->bit & of_the_row || has_word(lacks, NULL, row->word);
		cr_expect(needed || excused(row->word), "%s: no stimulus needs it", row->word);
		cr_expect(lacked || excused(row->word), "%s: no profile, variant or lie lacks it", row->word);
	}
	free(page);
	free(text);
	free(needs);
	free(lacks);
}

/* ---- the tables of doc/reference/profile.md ---- */

static const char profile_page[] = "doc/reference/profile.md";

static const struct parameter *freedom_of(const char *name)
{
	const struct parameter *ret = parameter_by_name("ieee8023", name);

	cr_assert_not_null(ret, "%s is no parameter of ieee8023", name);
	return ret;
}

/* The values of S, and which of them is the default, as two cells. */
static void print_values(FILE *out, const struct setting *s)
{
	unsigned long long value = freedom_of(s->parameter)->value;
	const char *word = NULL;

	if (s->word) {
		fprintf(out, " - | %s |", value ? "there" : "not there");
		return;
	}
	if (!s->choices[0]) {
		fprintf(out, " %llu to %llu %s%s | %llu |", s->least, s->most, s->unit,
		        strcmp(s->key, "longest") != 0 ? "" : " or `any`", value);
		return;
	}
	for (size_t c = 0; c < COUNT_OF(s->choices) && s->choices[c]; c++) {
		fprintf(out, "%s `%.*s` %s", c ? "," : "", (int)strcspn(s->choices[c], "="), s->choices[c],
		        strchr(s->choices[c], '=') + 1);
		if (strtoull(strchr(s->choices[c], '=') + 1, NULL, 10) == value)
			word = s->choices[c];
	}
	if (word)
		fprintf(out, " | `%.*s` |", (int)strcspn(word, "="), word);
	else
		fprintf(out, " | not stated |");
}

static void print_words(FILE *out)
{
	fprintf(out, "| line and word | values | default | meaning | parameter |\n| --- | --- | --- | --- | --- |\n");
	for (size_t i = 0; i < COUNT_OF(settings); i++) {
		const struct setting *s = &settings[i];
		fprintf(out, "| `%s %s%s` |", s->line, s->key, s->word ? "" : "=");
		print_values(out, s);
		fprintf(out, " %s | `%s` |\n", freedom_of(s->parameter)->meaning, s->parameter);
	}
}

static void print_latencies(FILE *out)
{
	fprintf(out, "| kind | from what to what |\n| --- | --- |\n");
#define LATENCY(name, says) fprintf(out, "| `%s` | %s |\n", #name, says);
#include "profile/latencies.def"
}

static void print_freedoms(FILE *out)
{
	const struct reg_page *device = reg_page_by_model("ieee8023");

	fprintf(out, "| name | values | default | meaning |\n| --- | --- | --- | --- |\n");
	for (size_t i = 0; i < device->parameter_count; i++) {
		const struct parameter *p = &device->parameters[i];
		bool has_word = false;
		for (size_t k = 0; k < COUNT_OF(settings); k++)
			has_word = has_word || !strcmp(settings[k].parameter, p->name);
		if (!has_word)
			fprintf(out, "| `%s` | %llu to %llu | %llu | %s |\n", p->name, (unsigned long long)p->least,
			        (unsigned long long)p->most, (unsigned long long)p->value, p->meaning);
	}
}

/* Expects the table that PRINT writes on the page, and nothing else in its section. What it should be is left in a file, to be pasted. */
static void expect_table(const char *section, void (*print)(FILE *out))
{
	char *page = file_read(profile_page, NULL), *table = NULL, *at, head[64], path[96];
	size_t size;
	FILE *out = open_memstream(&table, &size);

	print(out);
	fclose(out);
	snprintf(path, sizeof(path), "build/tests/profile_%s", section);
	file_write(path, table, size);
	snprintf(head, sizeof(head), "\n## %s\n", section);
	at = strstr(page, head);
	cr_assert_not_null(at, "%s has no section %s", profile_page, section);
	at = strstr(at, "\n| ");
	cr_expect(at && !strncmp(at + 1, table, size) && at[1 + size] != '|', "%s: the table of '%s' is not that of %s",
	          profile_page, section, path);
	free(page);
	free(table);
}

Test(language, the_page_of_profiles_has_each_word_with_its_values_and_default)
{
	expect_table("Words", print_words);
	expect_table("Latencies", print_latencies);
	expect_table("Freedoms", print_freedoms);
}

/* Has a row of a table WORD in its first cell? */
static bool has_row(const char *page, const char *word)
{
	for (const char *row = strstr(page, "\n| "); row; row = strstr(row + 1, "\n| ")) {
		const char *at = strstr(row, word), *end = strstr(row + 3, " |");
		if (at && end && at < end)
			return true;
	}
	return false;
}

/* The reader has a table of lines; each of them is in the first cell of a row. */
Test(language, the_page_of_profiles_has_each_line)
{
	char *page = file_read(profile_page, NULL),
	     *lines = text_of(
		 "sed -n '/^} keywords\\[\\] = {/,/^};/p' tb/profile/profile_lines.c | grep -o '{ \"[a-z]*\"' | tr -d '{ \"'"),
	     *rest = lines;
	size_t count = 0;

	for (char *name = strtok_r(lines, "\n", &rest); name; name = strtok_r(NULL, "\n", &rest), count++) {
		char word[64];
		snprintf(word, sizeof(word), "`%s ", name);
		cr_expect(has_row(page, word), "%s has no row of the line %s", profile_page, name);
	}
	cr_expect_gt(count, 25, "%zu lines", count);
	free(page);
	free(lines);
}

/* Adds the words between backticks of the last cell of the row at ROW to OUT, a line each. Returns how many there are. */
static unsigned print_examples(FILE *out, const char *row)
{
	const char *end = row + strcspn(row, "\n"), *cell = row, *close;
	unsigned count = 0;

	for (const char *at = row; (at = strstr(at, " | ")) && at + 3 < end; at++)
		cell = at + 3;
	for (const char *open = strchr(cell, '`'); open && open < end; open = strchr(close + 1, '`'), count++) {
		close = strchr(open + 1, '`');
		cr_assert(close && close < end, "%.60s", row);
		fprintf(out, "%.*s\n", (int)(close - open - 1), open + 1);
	}
	return count;
}

/* A reader copies the examples. Together they are the whole profile that the page says they are. */
Test(language, the_examples_of_the_page_of_profiles_are_a_profile)
{
	static const char instance[] =
	    "my_mac u (.clk(clk), .txd(gmii_txd), .ready(m_axis_tready), .quanta(cfg_quanta), .refresh(cfg_refresh), "
	    ".station(cfg_station_2), .tx(cfg_pfc_tx), .events(event_bits[8:0]), .octets(port_ifOutOctets));\n";
	char *page = file_read(profile_page, NULL), *text = NULL, *row = strstr(page, "\n## Lines\n");
	struct profile_error e;
	struct profile profile;
	unsigned rows = 0;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	cr_assert_not_null(row);
	for (row = strstr(row, "\n| `"); row && !strncmp(row, "\n| `", 4); row = strchr(row + 1, '\n'), rows++)
		cr_expect_gt(print_examples(out, row + 1), 0, "%s has no example of %.60s", profile_page, row + 1);
	fclose(out);
	cr_expect_gt(rows, 40);
	cr_expect_eq(profile_parse(&profile, "my_mac.mac", text, instance, &e), 0, "%s:%u:%u: %s\n%s", e.file, e.line, e.column,
	             e.message, text);
	profile_release(&profile);
	free(text);
	free(page);
}
