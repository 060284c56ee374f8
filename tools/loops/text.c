/* SPDX-License-Identifier: Apache-2.0 */
/* The head of a loop, the names of its values, and its lines with the values. */
#include "loops.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void put_ranges(FILE *out, const struct file *f, const struct loop *l)
{
	int64_t step = base_value(f, l, 1) - base_value(f, l, 0);

	if (l->times > 2 && is_progression(f, l)) {
		fprintf(out, "%" PRId64 "..%" PRId64, base_value(f, l, 0), base_value(f, l, l->times - 1));
		if (step > 1)
			fprintf(out, " step=%" PRId64, step);
		return;
	}
	for (unsigned b = 0, next; b < l->times; b = next) {
		int64_t value = base_value(f, l, b);
		for (next = b + 1; next < l->times && base_value(f, l, next) == value + (next - b); next++)
			;
		if (next - b < 3)
			next = b + 1;
		fprintf(out, "%s%" PRId64, b ? " " : "", value);
		if (next > b + 1)
			fprintf(out, "..%" PRId64, value + (next - b - 1));
	}
}

static void put_words(FILE *out, const struct file *f, const struct loop *l)
{
	fputs("in", out);
	for (unsigned b = 0; b < l->times; b++) {
		unsigned len;
		const char *text = span_text(f, l, b, 0, &len);
		bool quoted = !len || memchr(text, ' ', len) != NULL;
		fprintf(out, quoted ? " \"%.*s\"" : " %.*s", (int)len, text);
	}
}

static void put_columns(FILE *out, const struct file *f, const struct loop *l)
{
	fputs("in", out);
	for (unsigned b = 0; b < l->times; b++) {
		bool quoted = false;
		for (unsigned c = 0; c < l->columns; c++) {
			unsigned len;
			const char *text = text_of(f, l, b, &l->list[l->first_of[c]], &len);
			quoted |= memchr(text, ' ', len) != NULL;
		}
		for (unsigned c = 0; c < l->columns; c++) {
			unsigned len;
			const char *text = text_of(f, l, b, &l->list[l->first_of[c]], &len);
			fprintf(out, "%s%.*s", c ? "," : quoted ? " \"" : " ", (int)len, text);
		}
		if (quoted)
			fputc('"', out);
	}
}

/* The name for what differs at V: that of its key, or by the verb of its line. */
static void name_of(const struct file *f, const struct loop *l, const struct varying *v, char ret[NAME_SIZE])
{
	const struct line *line = &f->line[l->first + v->line];
	const struct token *t = &line->token[v->token];
	const char *name = "value";
	unsigned len = 0, end = t->at;

	while (end && !strchr("= |", line->text[end - 1])) /* of the value, as in da=01:80:... */
		end--;
	if (t->kind == REST) {
		name = v->skip ? "at" : "rest";
	} else if (end && line->text[end - 1] == '=') {
		while (end - 1 - len > 0 && in_name(line->text[end - 2 - len]))
			len++;
		name = line->text + end - 1 - len;
	} else if (is_word(line->text, "wait")) {
		name = l->by == WORDS ? "rest" : "at";
	} else if (!v->token) {
		name = "what";
	} else if (v->token == 2 && !strncmp(line->text, "reg.", 4)) {
		name = l->by == WORDS && l->from[0].token != l->to[0].token ? "access" : "register";
	} else if (l->by == WORDS && !strncmp(line->text, "reg.", 4)) {
		name = "fields";
	}
	snprintf(ret, NAME_SIZE - 3, "%.*s", len ? (int)len : (int)strlen(name), name);
	for (char *p = ret; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	if (!isalpha((unsigned char)*ret))
		strcpy(ret, "value");
}

/* True if LIST, names between commas, begins a text and has NAME. */
static bool has_name(const char *list, const char *name)
{
	size_t len = strlen(name);

	for (; *list && *list != ' '; list += *list == ',') {
		if (!strncmp(list, name, len) && (!list[len] || strchr(", ", list[len])))
			return true;
		list += strcspn(list, ", ");
	}
	return false;
}

/* True if a loop around the line FIRST has the variable NAME. */
static bool is_outer(const struct file *f, size_t first, const char *name)
{
	unsigned depth = 0;

	while (first-- > f->head) {
		const char *text = f->line[first].text, *word = strchr(text, ' ');
		depth += ends_block(text);
		if (!begins_block(text) || depth) {
			depth -= begins_block(text);
			continue;
		}
		if (word && has_name(word + 1, name))
			return true;
	}
	return false;
}

/* True if a line of the loop, or a loop around it, has the variable NAME. */
static bool is_taken(const struct file *f, const struct loop *l, const char *name)
{
	size_t len = strlen(name);

	if (is_outer(f, l->first, name))
		return true;
	for (unsigned i = 0; i < l->period; i++) {
		const char *text = f->line[l->first + i].text;
		for (const char *p = text; (p = strstr(p, name)); p++)
			if (p > text && !in_name(p[-1]) && !in_name(p[len]) && (strchr(text, '$') || begins_block(text)))
				return true;
	}
	return false;
}

static bool is_given(const struct names *names, unsigned before, const char *name)
{
	for (unsigned i = 0; i < before; i++)
		if (!strcmp(names->name[i], name))
			return true;
	return false;
}

/* Chooses the name for column C; there is one unless the loop is by columns. */
static void choose_name(const struct file *f, const struct loop *l, struct names *names, unsigned c)
{
	const struct varying *v = l->by == WORDS ? &l->from[0] : &l->list[l->by == COLUMNS ? l->first_of[c] : l->base];
	char *ret = names->name[c];
	size_t len;

	if (l->by == NUMBERS && l->base == l->count)
		strcpy(ret, "n");
	else
		name_of(f, l, v, ret);
	if (l->by == COLUMNS && is_given(names, c, ret) && !strcmp(ret, "at"))
		strcpy(ret, "rest");
	len = strlen(ret);
	for (int i = 2; is_taken(f, l, ret) || is_given(names, c, ret); i++)
		sprintf(ret + len, "%d", i);
}

struct names choose_names(const struct file *f, const struct loop *l)
{
	struct names names = { .name = { "" } };
	unsigned count = l->by == TIMES ? 0 : l->by == COLUMNS ? l->columns : 1;

	for (unsigned c = 0; c < count; c++)
		choose_name(f, l, &names, c);
	return names;
}

char *head_of(const struct file *f, const struct loop *l, const struct names *names)
{
	char *text = NULL;
	size_t size;
	FILE *out = need(open_memstream(&text, &size));

	if (l->by == TIMES) {
		fprintf(out, "repeat %u", l->times);
	} else {
		fprintf(out, "repeat %s", names->name[0]);
		for (unsigned c = 1; l->by == COLUMNS && c < l->columns; c++)
			fprintf(out, ",%s", names->name[c]);
		fputc(' ', out);
		(l->by == NUMBERS ? put_ranges : l->by == WORDS ? put_words : put_columns)(out, f, l);
	}
	fclose(out);
	return text;
}

static void put_value(FILE *out, const struct file *f, const struct loop *l, unsigned i, const char *name, char next)
{
	bool octets = token_of(f, l, 0, &l->list[i])->kind == OCTETS;
	int64_t factor = l->factor[i], sum = l->sum[i];
	bool plain = factor == 1 && !sum;

	if (l->digits[i] && !octets)
		fputs("0x", out);
	if (plain && !l->digits[i]) {
		fprintf(out, in_name(next) ? "${%s}" : "$%s", name);
		return;
	}
	fputs("${", out);
	if (factor == -1)
		fprintf(out, "%" PRId64 "-%s", sum, name);
	else if (factor == 1)
		fputs(name, out);
	else
		fprintf(out, "%" PRId64 "*%s", factor, name);
	if (sum && factor != -1)
		fprintf(out, "%+" PRId64, sum);
	if (l->digits[i])
		fprintf(out, ":x%d", l->digits[i]);
	fputc('}', out);
}

char *line_with(const struct file *f, const struct loop *l, unsigned i, const struct names *names)
{
	const struct line *line = &f->line[l->first + i];
	char *text = NULL;
	size_t size;
	FILE *out = need(open_memstream(&text, &size));
	unsigned at = 0, count = l->by == WORDS ? l->spans : l->by == TIMES ? 0 : l->count;

	for (unsigned v = 0; v < count; v++) {
		const struct varying *from = l->by == WORDS ? &l->from[v] : &l->list[v], *to = l->by == WORDS ? &l->to[v] : from;
		const struct token *end = &line->token[to->token];
		if (from->line != i)
			continue;
		fprintf(out, "%.*s", (int)(line->token[from->token].at + from->skip + l->before - at), line->text + at);
		at = end->at + end->len - l->behind;
		if (l->by != NUMBERS)
			fprintf(out, in_name(line->text[at]) ? "${%s}" : "$%s", names->name[l->by == COLUMNS ? l->column[v] : 0]);
		else
			put_value(out, f, l, v, names->name[0], line->text[at]);
	}
	fputs(line->text + at, out);
	fclose(out);
	return text;
}
