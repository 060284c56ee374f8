/* SPDX-License-Identifier: Apache-2.0 */
/* What differs between blocks of lines, and whether the values of a loop can write it. */
#include "loops.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct token *token_of(const struct file *f, const struct loop *l, unsigned block, const struct varying *v)
{
	return &f->line[l->first + (size_t)block * l->period + v->line].token[v->token];
}

const char *text_of(const struct file *f, const struct loop *l, unsigned block, const struct varying *v, unsigned *ret_len)
{
	const struct token *t = token_of(f, l, block, v);

	*ret_len = t->len - v->skip;
	return f->line[l->first + (size_t)block * l->period + v->line].text + t->at + v->skip;
}

static enum kind kind_of(const struct file *f, const struct loop *l, unsigned block, const struct varying *v)
{
	enum kind kind = token_of(f, l, block, v)->kind;

	return kind == REST ? (v->skip ? NUMBER : WORD) : kind;
}

static bool same_token(const struct file *f, const struct loop *l, unsigned a, unsigned b, const struct varying *v)
{
	unsigned len, other;
	const char *text = text_of(f, l, a, v, &len), *text2 = text_of(f, l, b, v, &other);

	return len == other && !memcmp(text, text2, len);
}

/* True if the rests are numbers of clocks in each block; *RET_FEW: they have few texts otherwise. */
static bool are_clocks(const struct file *f, const struct loop *l, const struct varying *v, bool *ret_few)
{
	const char *text[RESTS_MAX];
	unsigned count = 0;
	bool clocks = true;

	*ret_few = true;
	for (unsigned b = 0; b < l->times; b++) {
		const char *rest = f->line[l->first + (size_t)b * l->period + v->line].text;
		unsigned i = 0;
		clocks &= *rest != 0;
		while (i < count && strcmp(text[i], rest) != 0)
			i++;
		if (i == RESTS_MAX)
			*ret_few = false;
		else if (i == count)
			text[count++] = rest;
	}
	return clocks;
}

bool list_varying(const struct file *f, struct loop *l)
{
	l->count = 0;
	for (unsigned i = 0; i < l->period; i++)
		for (unsigned t = 0; t < f->line[l->first + i].tokens; t++) {
			struct varying v = { i, t, 0 };
			bool differs = false, few;
			for (unsigned b = 1; b < l->times && !differs; b++)
				differs = !same_token(f, l, 0, b, &v);
			if (!differs)
				continue;
			if (l->count == VARYING_MAX)
				return false;
			if (token_of(f, l, 0, &v)->kind == REST) {
				v.skip = are_clocks(f, l, &v, &few) ? strlen("wait ") : 0;
				if (!v.skip && !few)
					return false;
			}
			l->list[l->count++] = v;
		}
	return true;
}

int64_t base_value(const struct file *f, const struct loop *l, unsigned block)
{
	return l->base == l->count ? block : token_of(f, l, block, &l->list[l->base])->value;
}

/* The digits with which all values of the hexadecimal token are written, or 0. */
static int digits_of(const struct file *f, const struct loop *l, const struct varying *v)
{
	int digits = 1;

	for (unsigned b = 0; b < l->times; b++) {
		unsigned len;
		const char *text = text_of(f, l, b, v, &len);
		if (text[2] == '0' && len > 3)
			digits = (int)len - 2;
	}
	for (unsigned b = 0; b < l->times; b++) {
		unsigned len;
		const char *text = text_of(f, l, b, v, &len);
		char made[40];
		snprintf(made, sizeof(made), "0x%0*" PRIx64, digits, (uint64_t)token_of(f, l, b, v)->value);
		if (strlen(made) != len || strncmp(made, text, len))
			return 0;
	}
	return digits;
}

/* True if token number I is FACTOR times the base plus a sum in each block. */
static bool is_linear(const struct file *f, struct loop *l, unsigned i)
{
	const struct varying *v = &l->list[i];
	enum kind kind = kind_of(f, l, 0, v);
	int64_t x0 = base_value(f, l, 0), y0 = token_of(f, l, 0, v)->value, dx = 0, dy = 0;

	for (unsigned b = 1; b < l->times && !dx; b++) {
		dx = base_value(f, l, b) - x0;
		dy = token_of(f, l, b, v)->value - y0;
	}
	if (!dx || dy % dx)
		return false;
	l->factor[i] = dy / dx;
	l->sum[i] = y0 - l->factor[i] * x0;
	for (unsigned b = 0; b < l->times; b++) {
		const struct token *t = token_of(f, l, b, v);
		if (kind_of(f, l, b, v) != kind || t->value != l->factor[i] * base_value(f, l, b) + l->sum[i])
			return false;
	}
	/* what two blocks have in common may be chance */
	if (l->times == 2 && l->factor[i] != 1)
		return false;
	l->digits[i] = kind == OCTETS ? LAST_DIGITS : kind == HEXADECIMAL ? digits_of(f, l, v) : 0;
	return l->factor[i] && (kind == NUMBER || l->digits[i]);
}

/* True if each block is several of the same shape. */
static bool has_smaller(const struct file *f, const struct loop *l)
{
	for (unsigned parts = 2; parts <= 4; parts++) {
		unsigned period = l->period / parts, same = 0;
		while (l->period % parts == 0 && same < l->period - period &&
		       f->line[l->first + same].shape == f->line[l->first + same + period].shape)
			same++;
		if (l->period % parts == 0 && same == l->period - period)
			return true;
	}
	return false;
}

/* True if the values are few sums and products of one: of a few blocks by chance if they are many. */
static bool all_linear(const struct file *f, struct loop *l)
{
	unsigned kinds = 0, most = l->times < 4 ? 2 : 6;

	for (unsigned i = 0; i < l->count; i++) {
		bool known = false;
		if (!is_linear(f, l, i))
			return false;
		for (unsigned k = 0; k < i && !known; k++)
			known = l->factor[k] == l->factor[i] && l->sum[k] == l->sum[i];
		kinds += !known;
	}
	return kinds <= most && (kinds == 1 || !has_smaller(f, l));
}

const char *span_text(const struct file *f, const struct loop *l, unsigned block, unsigned span, unsigned *ret_len)
{
	unsigned len, from_len;
	const char *from = text_of(f, l, block, &l->from[span], &from_len), *to = text_of(f, l, block, &l->to[span], &len);

	*ret_len = (unsigned)(to + len - from) - l->before - l->behind;
	return from + l->before;
}

static bool same_span(const struct file *f, const struct loop *l, unsigned a, unsigned b)
{
	unsigned len, other;
	const char *text = span_text(f, l, a, 0, &len), *text2 = span_text(f, l, b, 0, &other);

	return len == other && !memcmp(text, text2, len);
}

bool all_differ(const struct file *f, const struct loop *l)
{
	unsigned twice = 0;

	for (unsigned b = 1; b < l->times; b++)
		for (unsigned a = 0; a < b; a++) {
			twice += l->by == NUMBERS && base_value(f, l, a) == base_value(f, l, b);
			if (l->by == WORDS && same_span(f, l, a, b))
				return false;
		}
	return OF_TWICE * twice <= l->times; /* some random numbers are the same */
}

bool is_progression(const struct file *f, const struct loop *l)
{
	int64_t step = base_value(f, l, 1) - base_value(f, l, 0);

	for (unsigned b = 1; b < l->times; b++)
		if (base_value(f, l, b) - base_value(f, l, b - 1) != step || step <= 0)
			return false;
	return true;
}

bool by_numbers(const struct file *f, struct loop *l)
{
	l->by = NUMBERS;
	l->before = l->behind = 0;
	for (unsigned i = 0; i < l->count; i++)
		if (kind_of(f, l, 0, &l->list[i]) >= WORD)
			return false;
	for (l->base = 0; l->base < l->count; l->base++) {
		bool number = kind_of(f, l, 0, &l->list[l->base]) == NUMBER;
		if (llabs(base_value(f, l, 0)) < 1000000000 && llabs(base_value(f, l, l->times - 1)) < 1000000000 &&
		    (number || (l->times > 3 && is_progression(f, l))) && all_linear(f, l))
			return true;
	}
	return l->times > 3 && all_linear(f, l); /* by the number of the block */
}

static bool all_have(const struct file *f, const struct loop *l, unsigned at, bool from_end)
{
	unsigned first_len;
	const char *first = span_text(f, l, 0, 0, &first_len);

	for (unsigned b = 0; b < l->times; b++) {
		unsigned len;
		const char *text = span_text(f, l, b, 0, &len);
		if (at + 1 >= len || at >= first_len ||
		    text[from_end ? len - 1 - at : at] != first[from_end ? first_len - 1 - at : at])
			return false;
	}
	return true;
}

/* Leaves what all words begin and end with in the lines: whole fields, as between '|' and '|'. */
static void trim_spans(const struct file *f, struct loop *l)
{
	unsigned len, before = 0, behind = 0;
	const char *text = span_text(f, l, 0, 0, &len);

	for (unsigned at = 0; all_have(f, l, at, false); at++)
		if (strchr("| ", text[at]))
			before = at + 1;
	l->before = before;
	text = span_text(f, l, 0, 0, &len);
	for (unsigned at = 0; all_have(f, l, at, true); at++)
		if (strchr("| ", text[len - 1 - at]))
			behind = at + 1;
	l->behind = behind;
}

static bool good_word(const char *text, unsigned len)
{
	for (unsigned i = 0; i < len; i++)
		if (strchr("\"#$", text[i]))
			return false;
	return true;
}

/* True if in each block all spans are the same text. */
static bool spans_agree(const struct file *f, const struct loop *l)
{
	for (unsigned b = 0; b < l->times; b++)
		for (unsigned s = 0; s < l->spans; s++) {
			unsigned len, first_len;
			const char *first = span_text(f, l, b, 0, &first_len), *text = span_text(f, l, b, s, &len);
			if (len != first_len || memcmp(text, first, len) || !good_word(text, len))
				return false;
		}
	return true;
}

/* Each token that differs is a span, or what stands between the first and the last one of each line. */
static bool find_spans(const struct file *f, struct loop *l)
{
	l->by = WORDS;
	l->spans = l->count;
	l->before = l->behind = 0;
	for (unsigned i = 0; i < l->count; i++)
		l->from[i] = l->to[i] = l->list[i];
	if (spans_agree(f, l))
		return true;
	l->spans = 0;
	for (unsigned i = 0; i < l->count; i++) {
		if (l->spans && l->from[l->spans - 1].line == l->list[i].line) {
			l->to[l->spans - 1] = l->list[i];
			continue;
		}
		l->from[l->spans] = l->to[l->spans] = l->list[i];
		l->spans++;
	}
	return spans_agree(f, l);
}

bool by_words(const struct file *f, struct loop *l)
{
	if (!find_spans(f, l) || (l->times > 2 && token_of(f, l, 0, &l->from[0])->kind == REST))
		return false;
	trim_spans(f, l);
	return true;
}

/* Returns the column of token number I: that of a token which has the same text in each block, or a new one; COLUMNS_MAX: there are too many. */
static unsigned column_of(const struct file *f, struct loop *l, unsigned i)
{
	for (unsigned c = 0; c < l->columns; c++) {
		bool same = true;
		for (unsigned b = 0; b < l->times && same; b++) {
			unsigned len, other;
			const char *text = text_of(f, l, b, &l->list[i], &len),
				   *text2 = text_of(f, l, b, &l->list[l->first_of[c]], &other);
			same = len == other && !memcmp(text, text2, len);
		}
		if (same)
			return c;
	}
	if (l->columns == COLUMNS_MAX)
		return COLUMNS_MAX;
	l->first_of[l->columns] = i;
	return l->columns++;
}

/* True if no two blocks have the same text of token number I. */
static bool differs_always(const struct file *f, const struct loop *l, unsigned i)
{
	for (unsigned b = 1; b < l->times; b++)
		for (unsigned a = 0; a < b; a++)
			if (same_token(f, l, a, b, &l->list[i]))
				return false;
	return true;
}

/* True if the numbers of token I and those of token K take turns in growing. */
static bool take_turns(const struct file *f, const struct loop *l, unsigned i, unsigned k)
{
	const struct varying *v = &l->list[i], *w = &l->list[k];

	for (unsigned b = 0; b < l->times; b++) {
		if (kind_of(f, l, b, v) != NUMBER || kind_of(f, l, b, w) != NUMBER ||
		    token_of(f, l, b, v)->value >= token_of(f, l, b, w)->value)
			return false;
		if (b + 1 < l->times && token_of(f, l, b, w)->value > token_of(f, l, b + 1, v)->value)
			return false;
	}
	return true;
}

static bool any_turns(const struct file *f, const struct loop *l)
{
	for (unsigned c = 0; c < l->columns; c++)
		for (unsigned d = 0; d < l->columns; d++)
			if (c != d && take_turns(f, l, l->first_of[c], l->first_of[d]))
				return true;
	return false;
}

bool by_columns(const struct file *f, struct loop *l)
{
	unsigned different = 0;

	l->by = COLUMNS;
	l->columns = 0;
	l->before = l->behind = 0;
	for (unsigned i = 0; i < l->count; i++) {
		l->column[i] = column_of(f, l, i);
		if (l->column[i] == COLUMNS_MAX || (!l->list[i].token && token_of(f, l, 0, &l->list[i])->kind != REST))
			return false;
		different += l->first_of[l->column[i]] == i &&
		             (token_of(f, l, 0, &l->list[i])->kind != REST || l->list[i].skip) && differs_always(f, l, i);
		for (unsigned b = 0; b < l->times; b++) {
			unsigned len;
			const char *text = text_of(f, l, b, &l->list[i], &len);
			if (!good_word(text, len) || memchr(text, ',', len))
				return false;
		}
	}
	return different > 0 && l->columns > 1 && l->period >= LEAST_AROUND_VERB && (l->times < 3 || !any_turns(f, l)) &&
	       !has_smaller(f, l);
}

bool has_verb(const struct file *f, const struct loop *l)
{
	for (unsigned s = 0; s < l->spans; s++)
		if (!l->from[s].token && token_of(f, l, 0, &l->from[s])->kind != REST)
			return true;
	return false;
}
