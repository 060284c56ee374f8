/* SPDX-License-Identifier: Apache-2.0 */
/* doc/reference/stimulus.md against the table of verbs: the page names every verb and key, no others, and its examples are taken by a DUT. */
#include "support.h"

#include "stimulus/text/verbs.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The code of a section of the page: what stands between backticks and the indented lines, with blanks around each piece. */
struct section {
	char title[80];
	char *code;
	size_t size;
};

static bool is_key_character(char c)
{
	return islower((unsigned char)c) || isdigit((unsigned char)c) || c == '_';
}

/* Whether NAME is a word of CODE: a verb, or a key with or without its value. */
static bool has_word(const char *code, const char *name)
{
	size_t len = strlen(name);

	for (const char *p = code; (p = strstr(p, name)); p++)
		if (p[-1] == ' ' && !is_key_character(p[len]) && p[len] != '.')
			return true;
	return false;
}

/* Appends the code of LINE. *IN_CODE: a backtick of a line before is open. */
static void put_code(FILE *out, const char *line, bool *in_code)
{
	if (!strncmp(line, "    ", 4)) {
		fprintf(out, " %.*s ", (int)strcspn(line + 4, "#"), line + 4);
		return;
	}
	*in_code &= *line != 0;
	fputc(' ', out);
	for (const char *p = line; *p; p++) {
		*in_code ^= *p == '`';
		fputc(*in_code && *p != '`' ? *p : ' ', out);
	}
}

/* Calls SEE with each section of the page. */
static void each_section(void (*see)(const struct section *section))
{
	char *page = file_read("doc/reference/stimulus.md", NULL), *rest = page, *line;
	struct section section = { .title = "" };
	FILE *out = open_memstream(&section.code, &section.size);
	bool in_code = false;

	while ((line = strsep(&rest, "\n"))) {
		if (!strncmp(line, "## ", 3)) {
			fclose(out);
			see(&section);
			free(section.code);
			out = open_memstream(&section.code, &section.size);
			snprintf(section.title, sizeof(section.title), "%s", line + 3);
		}
		put_code(out, line, &in_code);
	}
	fclose(out);
	see(&section);
	free(section.code);
	free(page);
}

enum { VERBS_MAX = 64, KEYS_MAX = 32 };
static bool verb_seen[VERBS_MAX], key_seen[VERBS_MAX][KEYS_MAX];

static const struct verb_key *key_of(const struct verb *verb, size_t index)
{
	size_t own = 0;

	while (verb->keys[own].name)
		own++;
	if (index < own)
		return &verb->keys[index];
	return verb->more && verb->more[index - own].name ? &verb->more[index - own] : NULL;
}

static void see_verbs(const struct section *section)
{
	for (size_t v = 0; v < verb_count; v++) {
		if (!has_word(section->code, verb_table[v].name))
			continue;
		verb_seen[v] = true;
		for (size_t k = 0; key_of(&verb_table[v], k); k++)
			key_seen[v][k] |= has_word(section->code, key_of(&verb_table[v], k)->name);
	}
}

Test(stim_page, every_verb_and_key_is_on_the_page)
{
	cr_assert_leq(verb_count, (size_t)VERBS_MAX);
	each_section(see_verbs);
	for (size_t v = 0; v < verb_count; v++) {
		cr_expect(verb_seen[v], "%s is not on the page", verb_table[v].name);
		for (size_t k = 0; key_of(&verb_table[v], k); k++)
			cr_expect(key_seen[v][k], "no section with %s shows its key %s", verb_table[v].name,
			          key_of(&verb_table[v], k)->name);
	}
}

/* Whether a verb that the section names has the key. */
static bool is_key(const struct section *section, const char *name)
{
	for (size_t v = 0; v < verb_count; v++)
		for (size_t k = 0; has_word(section->code, verb_table[v].name) && key_of(&verb_table[v], k); k++)
			if (!strcmp(key_of(&verb_table[v], k)->name, name))
				return true;
	if (has_word(section->code, "control") && control_by_name(name) != PM_CONTROL_COUNT)
		return true;
	/* read before the keys */
	return ((has_word(section->code, "sweep") || has_word(section->code, "repeat")) && !strcmp(name, "step")) ||
	       (has_word(section->code, "part") && !strcmp(name, "span"));
}

static size_t words_seen;

/* A word of the page is a key if a '=' follows it, and a verb if it is two words with a dot between them. */
static void check_words(const struct section *section)
{
	for (const char *p = section->code; *p; p += strcspn(p, " ")) {
		char word[40];
		size_t len = 0, dots = 0;
		p += strspn(p, " ");
		while (len < sizeof(word) - 1 && (is_key_character(p[len]) || p[len] == '.'))
			dots += p[len++] == '.';
		snprintf(word, sizeof(word), "%.*s", (int)len, p);
		if (p[len] == '=' && len && !dots)
			cr_expect(is_key(section, word), "%s: no verb of this section has the key %s", section->title, word);
		else if (dots == 1 && len > 2 && word[0] != '.' && (p[len] == ' ' || !p[len]))
			cr_expect_not_null(verb_by_name(word), "%s: there is no verb %s", section->title, word);
		else
			continue;
		words_seen++;
	}
}

Test(stim_page, no_other_verb_or_key_is_on_the_page)
{
	each_section(check_words);
	cr_expect_geq(words_seen, 100, "%zu words", words_seen);
}

static bool any_dut_takes(const char *line)
{
	bool taken = false;

	for (size_t d = 0; d < dut_count && !taken; d++) {
		struct stimulus st = { 0 };
		struct stim_error error;
		char text[1000];
		/* the lines from which an expectation may count */
		snprintf(text, sizeof(text), STIM_MAGIC " %d\nrx.pause\nexpect xoff within=1\n%s\n", STIM_VERSION, line);
		taken = !read_text(&st, text, strlen(text), &dut_table[d], &error) && st.count > 2;
		stimulus_release(&st);
	}
	return taken;
}

Test(stim_page, every_example_is_taken)
{
	char *page = file_read("doc/reference/stimulus.md", NULL), *rest = page, *line;
	size_t examples = 0;
	char loop[600] = "";  /* the lines of a loop up to now */
	char parts[600] = ""; /* the lines from the first part to the line meets */

	while ((line = strsep(&rest, "\n"))) {
		char verb[24] = "";
		if (*loop || !strncmp(line, "    sweep ", 10) || !strncmp(line, "    repeat ", 11)) {
			strcat(strcat(loop, line), "\n");
			if (!strcmp(line, "    end")) {
				cr_expect(any_dut_takes(loop), "no DUT takes\n%s", loop);
				*loop = 0;
				examples++;
			}
			continue;
		}
		if (!strncmp(line, "    part ", 9) || *parts) {
			strcat(strcat(parts, line), "\n");
			if (!strncmp(line, "    meets ", 10)) {
				cr_expect(any_dut_takes(parts), "no DUT takes\n%s", parts);
				*parts = 0;
			}
			continue;
		}
		if (strncmp(line, "    ", 4) || sscanf(line, "%23s", verb) != 1 || !verb_by_name(verb) ||
		    verb_by_name(verb)->header)
			continue;
		cr_expect(any_dut_takes(line), "no DUT takes the line '%s'", line);
		examples++;
	}
	cr_expect_geq(examples, 30, "%zu examples", examples);
	free(page);
}
