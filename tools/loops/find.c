/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the periods of lines that become loops, the best ones first. */
#include "loops.h"

#include <stdlib.h>
#include <string.h>

/* True if the blocks are a loop, and a head has room for its values. */
static bool explain(const struct file *f, struct loop *l)
{
	static const struct names some = { .name = { "register", "value", "expect" } };
	char *head;
	bool fits;

	if (!list_varying(f, l))
		return false;
	if (!l->count) {
		l->by = TIMES;
		return true;
	}
	if (!(by_numbers(f, l) && all_differ(f, l)) && !(by_words(f, l) && all_differ(f, l)) && !by_columns(f, l))
		return false;
	if (l->by == WORDS && has_verb(f, l) && l->period < LEAST_AROUND_VERB)
		return false;
	head = head_of(f, l, &some);
	fits = strlen(head) <= HEAD_MAX;
	free(head);
	return fits;
}

static bool is_loop(const struct file *f, struct loop *l, unsigned times)
{
	l->times = times;
	return explain(f, l);
}

/* Finds the most blocks, at most MOST, that are a loop. */
static bool find_times(const struct file *f, struct loop *l, unsigned most)
{
	unsigned good = 1, bad = most + 1;

	if (!is_loop(f, l, 2))
		return false;
	for (good = 2; bad - good > 1;) {
		unsigned middle = good + (bad - good < 2 * good ? (bad - good) / 2 : good);
		if (is_loop(f, l, middle))
			good = middle;
		else
			bad = middle;
	}
	return is_loop(f, l, good);
}

/* Puts the loop in place of its blocks. */
static void fold(struct file *f, const struct loop *l)
{
	size_t blocks = (size_t)l->times * l->period, rest = l->first + blocks;
	const struct names names = choose_names(f, l);
	char *head;
	struct line *made = need(malloc((l->period + 2) * sizeof(*made)));

	head = head_of(f, l, &names);
	made[0] = line_of(head, f->line[l->first].blank, f->grain);
	free(head);
	for (unsigned i = 0; i < l->period; i++) {
		char *text = line_with(f, l, i, &names);
		made[1 + i] = line_of(text, i && f->line[l->first + i].blank, f->grain);
		free(text);
	}
	made[1 + l->period] = line_of("end", false, f->grain);
	for (size_t i = l->first; i < rest; i++)
		line_free(&f->line[i]);
	memcpy(&f->line[l->first], made, (l->period + 2) * sizeof(*made));
	memmove(&f->line[l->first + l->period + 2], &f->line[rest], (f->count - rest) * sizeof(*made));
	f->count -= blocks - l->period - 2;
	free(made);
}

/* True if the lines are a block of their own: as many ends as beginnings, and no part. */
static bool is_balanced(const struct file *f, size_t first, unsigned period)
{
	int depth = 0;

	for (size_t i = first; i < first + period; i++) {
		const char *text = f->line[i].text;
		if (is_word(text, "part") || is_word(text, "meets") || is_word(text, "then"))
			return false;
		depth += begins_block(text) - ends_block(text);
		if (depth < 0)
			return false;
	}
	return !depth;
}

static bool has_reset(const struct file *f, size_t first, unsigned period)
{
	for (size_t i = first; i < first + period; i++)
		if (is_word(f->line[i].text, "reset"))
			return true;
	return false;
}

/* The clocks of the wait in line AT, if it is the same in the next block; else 0. */
static long clocks_at(const struct file *f, size_t at, unsigned period)
{
	const char *text = f->line[at].text;

	if (strncmp(text, "wait ", 5) != 0 || at + period >= f->count || strcmp(text, f->line[at + period].text) != 0)
		return 0;
	return strtol(text + 5, NULL, 10);
}

/* True if the last line of the block is its longest wait, in which the MAC comes to rest, or if it has none. */
static bool ends_at_rest(const struct file *f, size_t first, unsigned period)
{
	long most = 0;

	for (unsigned i = 0; i < period; i++)
		if (clocks_at(f, first + i, period) > most)
			most = clocks_at(f, first + i, period);
	return period < LEAST_AROUND_VERB || clocks_at(f, first + period - 1, period) == most;
}

/* A good place for the first line of a loop: the reset, or the loop that begins with one; without any reset what comes behind a rest. */
static bool may_begin(const struct file *f, size_t first, unsigned period)
{
	if (!has_reset(f, first, period))
		return ends_at_rest(f, first, period);
	while (first < f->count && (begins_block(f->line[first].text) || f->line[first].text[0] == '#'))
		first++;
	return first < f->count && is_word(f->line[first].text, "reset");
}

static int least_saved(const struct loop *l)
{
	if (l->period == 1)
		return l->by == TIMES ? 2 : 5;
	return l->by == WORDS ? (l->period < 4 ? 8 : 4) : 3;
}

struct places {
	struct loop *loop;
	size_t count;
};

static void note(struct places *places, const struct loop *l)
{
	if (places->count < PLACES_MAX)
		places->loop[places->count++] = *l;
}

/* Empty lines are no lines, unless they differ from block to block. */
static int lines_saved(const struct file *f, const struct loop *l)
{
	int saved = -2, count = 0;

	for (size_t i = l->first; i < l->first + (size_t)l->times * l->period; i++)
		saved += *f->line[i].text != 0;
	for (unsigned i = 0; i < l->period; i++)
		count += *f->line[l->first + i].text != 0;
	for (unsigned i = 0; i < l->count; i++)
		count += !*f->line[l->first + l->list[i].line].text;
	return saved - count;
}

/* Notes the loops of PERIOD among the lines FROM to TO - 1, whose shape repeats with it. */
static void find_in_run(const struct file *f, struct places *places, size_t from, size_t to, unsigned period)
{
	for (size_t first = from; first + 2 * period <= to;) {
		struct loop *l = need(malloc(sizeof(*l)));
		bool found;
		l->first = first;
		l->period = period;
		found = may_begin(f, first, period) && is_balanced(f, first, period) &&
		        find_times(f, l, (unsigned)((to - first) / period));
		l->saved = found ? lines_saved(f, l) : 0;
		found = found && l->saved >= least_saved(l) && (l->by != COLUMNS || l->times > 2);
		if (found)
			note(places, l);
		first += found ? (size_t)l->times * period : 1;
		free(l);
	}
}

static void find_places(const struct file *f, struct places *places)
{
	places->count = 0;
	for (unsigned period = 1; period <= PERIOD_MAX; period++)
		for (size_t i = f->head; i + period < f->count;) {
			size_t from = i;
			while (i + period < f->count && f->line[i].shape == f->line[i + period].shape)
				i++;
			if (i - from >= period)
				find_in_run(f, places, from, i + period, period);
			i++;
		}
}

static int by_saved(const void *a, const void *b)
{
	const struct loop *x = a, *y = b;

	if (x->saved != y->saved)
		return y->saved - x->saved;
	return x->period != y->period ? (int)x->period - (int)y->period : (x->first > y->first) - (x->first < y->first);
}

static int by_place(const void *a, const void *b)
{
	const struct loop *x = a, *y = b;

	return (x->first < y->first) - (x->first > y->first);
}

/* Keeps the best loops that do not overlap, the last one first. */
static void keep_best(struct places *places)
{
	size_t kept = 0;

	qsort(places->loop, places->count, sizeof(*places->loop), by_saved);
	for (size_t i = 0; i < places->count; i++) {
		const struct loop *l = &places->loop[i];
		bool apart = 2 * l->saved > places->loop[0].saved;
		for (size_t k = 0; k < kept && apart; k++)
			apart = places->loop[k].first + (size_t)places->loop[k].times * places->loop[k].period <= l->first ||
			        l->first + (size_t)l->times * l->period <= places->loop[k].first;
		if (apart)
			places->loop[kept++] = *l;
	}
	places->count = kept;
	qsort(places->loop, kept, sizeof(*places->loop), by_place);
}

void fold_all(struct file *f, enum grain from)
{
	struct places places = { .loop = need(malloc(PLACES_MAX * sizeof(*places.loop))) };

	for (f->grain = from; f->grain < GRAINS; f->grain++) {
		put_rests(f, f->grain == RESTS);
		for (size_t i = 0; i < f->count; i++)
			cut_tokens(&f->line[i], f->grain);
		for (find_places(f, &places); places.count; find_places(f, &places)) {
			keep_best(&places);
			for (size_t i = 0; i < places.count; i++)
				fold(f, &places.loop[i]);
		}
	}
	free(places.loop);
}
