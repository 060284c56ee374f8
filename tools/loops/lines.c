/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of a stimulus and their tokens: how they are read, cut and written. */
#include "loops.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void fail(const char *path, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "loops: %s: ", path);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(2);
}

void *need(void *memory)
{
	if (!memory)
		fail("loops", "%s", strerror(ENOMEM));
	return memory;
}

bool is_word(const char *text, const char *word)
{
	size_t len = strlen(word);

	return !strncmp(text, word, len) && (!text[len] || text[len] == ' ');
}

static bool begins_loop(const char *text)
{
	return is_word(text, "repeat") || is_word(text, "sweep");
}

bool begins_block(const char *text)
{
	return begins_loop(text) || is_word(text, "part");
}

bool ends_block(const char *text)
{
	return is_word(text, "end");
}

bool in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The length of "5q", "8clk" and the like is that of the number. */
static size_t unit_at(const char *text, size_t len)
{
	static const char *const units[] = { "q", "clk", "ns", "us", "ms" };
	size_t digits = 0;

	while (digits < len && isdigit((unsigned char)text[digits]))
		digits++;
	for (size_t i = 0; digits && i < sizeof(units) / sizeof(units[0]); i++)
		if (len - digits == strlen(units[i]) && !strncmp(text + digits, units[i], len - digits))
			return digits;
	return len;
}

static bool all_digits(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!isdigit((unsigned char)text[i]))
			return false;
	return len > 0 && len < 16 && (len == 1 || *text != '0');
}

static bool all_hexadecimal(const char *text, size_t len)
{
	if (len < 3 || len > 17 || text[0] != '0' || text[1] != 'x')
		return false;
	for (size_t i = 2; i < len; i++)
		if (!isdigit((unsigned char)text[i]) && (text[i] < 'a' || text[i] > 'f'))
			return false;
	return true;
}

/* True at the digits of octets, of which LEN are left. */
static bool are_octets(const char *text, unsigned at, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!isxdigit((unsigned char)text[at + i]) || isupper((unsigned char)text[at + i]))
			return false;
	while (at && isxdigit((unsigned char)text[at - 1]))
		at--;
	return len >= LAST_DIGITS && at > 4 && (!strncmp(text + at - 4, "hex=", 4) || !strncmp(text + at - 4, "hex:", 4));
}

static struct token token_at(const char *text, unsigned at)
{
	struct token t = { .kind = FIXED, .at = at, .len = 1 };
	const char *p = text + at;
	bool negative = *p == '-' && isdigit((unsigned char)p[1]) && at && strchr(" =", p[-1]);

	if (*p == '#') {
		t.len = (unsigned)strlen(p);
	} else if (*p == '$') {
		t.len = p[1] == '{' ? (unsigned)strcspn(p, "}") + 1 : 1;
		while (p[1] != '{' && in_name(p[t.len]))
			t.len++;
	} else if (in_name(*p) || negative) {
		size_t len = negative;
		while (in_name(p[len]) || (p[len] == '.' && p[len + 1] != '.'))
			len++;
		if (are_octets(text, at, len)) {
			t.kind = len == LAST_DIGITS ? OCTETS : WORD;
			t.len = (unsigned)(len == LAST_DIGITS ? len : len - LAST_DIGITS);
			t.value = t.kind == OCTETS ? strtoll(p, NULL, 16) : 0;
			return t;
		}
		if (len > 3 && !strncmp(p + len - 3, "_hi", 3)) /* the upper half of the register of this name */
			len -= 3;
		else if (len == 3 && !strncmp(p, "_hi", 3))
			return (struct token){ .kind = FIXED, .at = at, .len = 3 };
		t.len = (unsigned)(negative + unit_at(p + negative, len - negative));
		t.kind = all_digits(p + negative, t.len - negative) ? NUMBER : all_hexadecimal(p, t.len) ? HEXADECIMAL : WORD;
		if (t.kind != WORD)
			t.value = strtoll(p, NULL, t.kind == NUMBER ? 10 : 16);
		else if (negative)
			t.kind = FIXED;
	}
	return t;
}

static uint64_t mix(uint64_t hash, const void *data, size_t size)
{
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ ((const uint8_t *)data)[i]) * 1099511628211u;
	return hash;
}

/* The head of a loop differs from another one in how often its lines are read, or in nothing. */
static void fix_head(struct line *line)
{
	bool times = is_word(line->text, "repeat") && line->tokens == 3 && line->token[2].kind == NUMBER;

	for (unsigned i = 0; i < line->tokens; i++)
		if (begins_block(line->text) && !(times && i == 2))
			line->token[i].kind = FIXED;
}

static bool is_fixed(const char *text)
{
	return *text == '#' || begins_block(text) || ends_block(text) || is_word(text, "reset") || strpbrk(text, "$#\"");
}

/* A token of a coarse grain. */
static struct token coarse_at(const char *text, unsigned at, enum grain grain)
{
	struct token t = { .kind = WORD, .at = at, .len = 1 };

	if (is_fixed(text))
		return (struct token){ .kind = FIXED, .at = at, .len = (unsigned)strlen(text + at) };
	if (grain == WHOLE_LINES)
		t.len = (unsigned)strlen(text + at);
	else if (text[at] == ' ')
		t.kind = FIXED;
	else
		t.len = (unsigned)strcspn(text + at, " ");
	return t;
}

static bool is_rest(const char *text)
{
	return !*text || (!strncmp(text, "wait ", 5) && isdigit((unsigned char)text[5]) && !strpbrk(text, "#$") &&
	                  all_digits(text + 5, strlen(text + 5)));
}

void cut_tokens(struct line *line, enum grain grain)
{
	struct token list[TOKENS_MAX];
	unsigned count = 0;

	if (grain == RESTS && is_rest(line->text))
		list[count++] = (struct token){ .kind = REST,
			                        .len = (unsigned)strlen(line->text),
			                        .value = *line->text ? strtoll(line->text + 5, NULL, 10) : 0 };
	for (unsigned at = count ? list[0].len : 0; line->text[at]; at += list[count++].len) {
		if (count == TOKENS_MAX) { /* a long line is no part of a loop unless it is the same each time */
			count = 0;
			list[count] = (struct token){ .kind = FIXED, .len = (unsigned)strlen(line->text) };
			at = 0;
			continue;
		}
		list[count] = grain <= FINE ? token_at(line->text, at) : coarse_at(line->text, at, grain);
	}
	free(line->token);
	line->tokens = count;
	line->token = memcpy(need(malloc((count + 1) * sizeof(*list))), list, count * sizeof(*list));
	fix_head(line);
	line->shape = 14695981039346656037u;
	for (unsigned i = 0; i < count; i++) {
		const struct token *t = &line->token[i];
		enum kind kind = t->kind == HEXADECIMAL ? NUMBER : t->kind;
		line->shape = mix(line->shape, &kind, sizeof(kind));
		if (kind == FIXED)
			line->shape = mix(line->shape, line->text + t->at, t->len);
	}
}

struct line line_of(const char *text, bool blank, enum grain grain)
{
	struct line line = { .text = need(strdup(text)), .blank = blank };

	cut_tokens(&line, grain);
	return line;
}

static bool is_header(const char *text)
{
	static const char *const headers[] = { "#",       "needs", "neutral", "purpose", "model",          "dut",
		                               "reading", "seed",  "long",    "covers",  "pausebench-stim" };

	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		if (!strncmp(text, headers[i], strlen(headers[i])))
			return true;
	return false;
}

void read_file(struct file *f)
{
	FILE *in = fopen(f->path, "r");
	char *text = NULL;
	size_t room = 0;
	ssize_t len;
	bool blank = false, items = false;

	if (!in)
		fail(f->path, "%s", strerror(errno));
	f->count = f->head = 0;
	f->grain = FINE;
	while ((len = getline(&text, &room, in)) >= 0) {
		char *from = text + strspn(text, " \t");
		while (len > 0 && strchr(" \t\r\n", text[len - 1]) && text + len > from)
			text[--len] = 0;
		if (!*from) {
			blank = true;
			continue;
		}
		if (f->count == LINES_MAX)
			fail(f->path, "it has more than %d lines", LINES_MAX);
		items |= !is_header(from);
		f->head += !items;
		f->line[f->count++] = line_of(from, blank, f->grain);
		blank = false;
	}
	fclose(in);
	free(text);
	/* comments that stand right before the first item, behind a header and an empty line, belong to the items */
	while (f->head && f->line[f->head - 1].text[0] == '#' && f->line[f->head - 1].blank)
		f->head--;
}

size_t write_lines(const struct file *f, FILE *out)
{
	size_t depth = 0, lines = 0;

	for (size_t i = 0; i < f->count; i++) {
		const struct line *line = &f->line[i];
		if (ends_block(line->text)) /* of a part, if there is no depth */
			depth -= depth > 0;
		if (line->blank)
			lines += fputc('\n', out) != EOF;
		if (!*line->text)
			continue;
		for (size_t tab = 0; tab < depth; tab++)
			fputc('\t', out);
		fprintf(out, "%s\n", line->text);
		lines++;
		depth += begins_loop(line->text);
	}
	return lines;
}

/* True if a rest may stand behind the line. */
static bool may_rest(const struct line *line)
{
	return !is_rest(line->text) && line->text[0] != '#' && !begins_block(line->text) && !ends_block(line->text) &&
	       !is_word(line->text, "then") && !is_word(line->text, "meets");
}

void line_free(struct line *line)
{
	free(line->text);
	free(line->token);
}

void put_rests(struct file *f, bool put)
{
	struct line *lines = need(malloc(sizeof(f->line)));
	size_t count = 0;

	for (size_t i = 0; i < f->count; i++) {
		if (!put && !*f->line[i].text) {
			line_free(&f->line[i]);
			continue;
		}
		if (count + 2 > LINES_MAX)
			fail(f->path, "it has more than %d lines", LINES_MAX / 2);
		lines[count++] = f->line[i];
		if (put && i >= f->head && may_rest(&f->line[i]) && !(i + 1 < f->count && is_rest(f->line[i + 1].text)))
			lines[count++] = line_of("", false, RESTS);
	}
	memcpy(f->line, lines, count * sizeof(*lines));
	f->count = count;
	free(lines);
}
