/* SPDX-License-Identifier: Apache-2.0 */
/* Predicates: their grammar, and their value for a frame. doc/devices/ieee8023.md. */
#include "predicate.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERATION_WORD, OPERATION_LESS, OPERATION_EQUAL, OPERATION_AT_LEAST, OPERATION_NOT, OPERATION_AND, OPERATION_OR };
enum { TOKEN_MAX = 32, NESTING_MAX = 32, DISTANCE_MAX = 3, NUMBER_MAX = 0xFFFFFF };

const struct predicate_word_row predicate_words[PREDICATE_WORDS] = {
#define WORD(name, meaning, source) { #name, meaning, source },
#include "predicate_words.def"
};

/* ---- the text ---- */

struct reader {
	const char *text, *at; /* the whole text, and the present token */
	size_t len;            /* length of the token; 0: the text is over */
	unsigned nesting;
	struct predicate *ret;
	struct predicate_error *error;
};

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static void next(struct reader *r)
{
	const char *at = r->at + r->len;

	at += strspn(at, " \t");
	r->at = at;
	r->len = 0;
	if (is_word(*at))
		while (is_word(at[r->len]))
			r->len++;
	else if (*at)
		r->len = (*at == '<' || *at == '>' || *at == '!') && at[1] == '=' ? 2 : 1;
}

static bool is(const struct reader *r, const char *token)
{
	return r->len == strlen(token) && !strncmp(r->at, token, r->len);
}

static bool accept(struct reader *r, const char *token)
{
	if (!is(r, token))
		return false;
	next(r);
	return true;
}

__attribute__((format(printf, 2, 3))) static bool refuse(struct reader *r, const char *format, ...)
{
	va_list arguments;

	r->error->column = (unsigned)(r->at - r->text) + 1;
	va_start(arguments, format);
	vsnprintf(r->error->message, sizeof(r->error->message), format, arguments);
	va_end(arguments);
	return false;
}

/* Writes the token as a message shows it. */
static const char *token(const struct reader *r, char *ret)
{
	if (!r->len)
		return "the end";
	snprintf(ret, TOKEN_MAX, "\"%.*s\"", (int)(r->len < TOKEN_MAX - 3 ? r->len : TOKEN_MAX - 3), r->at);
	return ret;
}

/* Returns by how many insertions, deletions and replacements of a letter the token differs from NAME. */
static unsigned distance(const struct reader *r, const char *name)
{
	unsigned row[TOKEN_MAX + 1];
	size_t len = strlen(name);

	if (r->len > TOKEN_MAX || len > TOKEN_MAX)
		return TOKEN_MAX;
	for (unsigned i = 0; i <= len; i++)
		row[i] = i;
	for (unsigned k = 1; k <= r->len; k++) {
		unsigned corner = row[0];
		row[0] = k;
		for (unsigned i = 1; i <= len; i++) {
			unsigned replaced = corner + (tolower((unsigned char)r->at[k - 1]) != name[i - 1]);
			unsigned least = row[i - 1] < row[i] ? row[i - 1] + 1 : row[i] + 1;
			corner = row[i];
			row[i] = least < replaced ? least : replaced;
		}
	}
	return row[len];
}

static bool refuse_word(struct reader *r)
{
	char text[TOKEN_MAX];
	unsigned nearest = DISTANCE_MAX, best = PREDICATE_WORDS;

	for (unsigned i = 0; i < PREDICATE_WORDS; i++) {
		unsigned d = distance(r, predicate_words[i].name);
		if (d >= nearest || d >= r->len)
			continue;
		nearest = d;
		best = i;
	}
	if (best < PREDICATE_WORDS)
		return refuse(r, "%s is no word of a predicate; did you mean \"%s\"?", token(r, text),
		              predicate_words[best].name);
	return refuse(r, "expected a word of a predicate, \"octets\", \"not\" or \"(\", found %s", token(r, text));
}

static bool emit(struct reader *r, unsigned operation, unsigned word, uint32_t number)
{
	struct predicate *p = r->ret;

	if (p->count == PREDICATE_STEPS)
		return refuse(r, "the predicate is too long: it has more than %d parts", PREDICATE_STEPS);
	p->step[p->count++] = (struct predicate_step){ (uint8_t)operation, (uint8_t)word, number };
	return true;
}

static bool read_number(struct reader *r, uint32_t *ret)
{
	char text[TOKEN_MAX];

	*ret = 0;
	for (size_t i = 0; i < r->len; i++) {
		if (!isdigit((unsigned char)r->at[i]))
			return refuse(r, "expected a number of octets, found %s", token(r, text));
		*ret = *ret * 10 + (uint32_t)(r->at[i] - '0');
		if (*ret > NUMBER_MAX)
			return refuse(r, "expected a number up to %d, found %s", NUMBER_MAX, token(r, text));
	}
	if (!r->len)
		return refuse(r, "expected a number of octets, found the end");
	next(r);
	return true;
}

static bool read_comparison(struct reader *r)
{
	static const struct {
		const char *sign;
		uint8_t operation, more;
		bool inverted;
	} signs[] = {
		{ "<", OPERATION_LESS, 0, false },      { "<=", OPERATION_LESS, 1, false }, { ">", OPERATION_AT_LEAST, 1, false },
		{ ">=", OPERATION_AT_LEAST, 0, false }, { "=", OPERATION_EQUAL, 0, false }, { "!=", OPERATION_EQUAL, 0, true },
	};
	char text[TOKEN_MAX];
	uint32_t number;

	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
		if (!accept(r, signs[i].sign))
			continue;
		return read_number(r, &number) && emit(r, signs[i].operation, 0, number + signs[i].more) &&
		       (!signs[i].inverted || emit(r, OPERATION_NOT, 0, 0));
	}
	return refuse(r, "expected <, <=, =, !=, >= or > after \"octets\", found %s", token(r, text));
}

static bool read_or(struct reader *r);

static bool read_primary(struct reader *r)
{
	char text[TOKEN_MAX];

	if (accept(r, "(")) {
		if (!read_or(r))
			return false;
		return accept(r, ")") || refuse(r, "expected \"and\", \"or\" or \")\", found %s", token(r, text));
	}
	if (accept(r, "octets"))
		return read_comparison(r);
	for (unsigned i = 0; i < PREDICATE_WORDS; i++)
		if (accept(r, predicate_words[i].name))
			return emit(r, OPERATION_WORD, i, 0);
	return refuse_word(r);
}

static bool read_not(struct reader *r)
{
	bool inverted = false, good;

	if (++r->nesting > NESTING_MAX)
		return refuse(r, "brackets are nested too deeply");
	while (accept(r, "not"))
		inverted = !inverted;
	good = read_primary(r) && (!inverted || emit(r, OPERATION_NOT, 0, 0));
	r->nesting--;
	return good;
}

static bool read_and(struct reader *r)
{
	if (!read_not(r))
		return false;
	while (accept(r, "and"))
		if (!read_not(r) || !emit(r, OPERATION_AND, 0, 0))
			return false;
	return true;
}

static bool read_or(struct reader *r)
{
	if (!read_and(r))
		return false;
	while (accept(r, "or"))
		if (!read_and(r) || !emit(r, OPERATION_OR, 0, 0))
			return false;
	return true;
}

/* "octets of" or "data of" begins the text; "octets" alone begins a comparison. */
static bool read_measure(struct reader *r)
{
	struct reader before = *r;
	char text[TOKEN_MAX];

	r->ret->measure = accept(r, "octets") ? PREDICATE_OCTETS : accept(r, "data") ? PREDICATE_DATA : PREDICATE_FRAMES;
	if (r->ret->measure == PREDICATE_FRAMES || accept(r, "of"))
		return true;
	if (r->ret->measure == PREDICATE_DATA)
		return refuse(r, "expected \"of\" after \"data\", found %s", token(r, text));
	*r = before;
	r->ret->measure = PREDICATE_FRAMES;
	return true;
}

bool predicate_read(struct predicate *ret, const char *text, struct predicate_error *ret_error)
{
	struct reader r = { .text = text, .at = text, .ret = ret, .error = ret_error };
	char found[TOKEN_MAX];

	*ret = (struct predicate){ .count = 0 };
	*ret_error = (struct predicate_error){ .column = 0 };
	next(&r);
	if (!read_measure(&r) || !read_or(&r))
		return false;
	return !r.len || refuse(&r, "expected \"and\", \"or\" or the end, found %s", token(&r, found));
}

struct predicate *predicate_parse(const char *text, struct predicate_error *ret_error)
{
	struct predicate *p = malloc(sizeof(*p));

	if (!p)
		return NULL;
	if (predicate_read(p, text, ret_error))
		return p;
	free(p);
	errno = EINVAL;
	return NULL;
}

void predicate_free(struct predicate *p)
{
	free(p);
}

/* ---- the value ---- */

bool predicate_octets(const struct predicate *p)
{
	return p->measure != PREDICATE_FRAMES;
}

bool predicate_true(const struct predicate *p, const struct predicate_frame *frame)
{
	bool stack[PREDICATE_STEPS];
	unsigned depth = 0;

	stack[0] = false;
	for (const struct predicate_step *step = p->step; step < p->step + p->count; step++) {
		switch (step->operation) {
		case OPERATION_WORD:
			stack[depth++] = frame->words >> step->word & 1;
			break;
		case OPERATION_LESS:
			stack[depth++] = frame->octets < step->number;
			break;
		case OPERATION_EQUAL:
			stack[depth++] = frame->octets == step->number;
			break;
		case OPERATION_AT_LEAST:
			stack[depth++] = frame->octets >= step->number;
			break;
		case OPERATION_NOT:
			stack[depth - 1] = !stack[depth - 1];
			break;
		case OPERATION_AND:
			depth--;
			stack[depth - 1] = stack[depth - 1] && stack[depth];
			break;
		default:
			depth--;
			stack[depth - 1] = stack[depth - 1] || stack[depth];
		}
	}
	return stack[0];
}

uint64_t predicate_amount(const struct predicate *p, const struct predicate_frame *frame)
{
	if (!predicate_true(p, frame))
		return 0;
	return p->measure == PREDICATE_OCTETS ? frame->octets : p->measure == PREDICATE_DATA ? frame->data : 1;
}

bool predicate_names(const struct predicate *p, enum predicate_word word)
{
	for (unsigned i = 0; i < p->count; i++)
		if (p->step[i].operation == OPERATION_WORD && p->step[i].word == word)
			return true;
	return false;
}
