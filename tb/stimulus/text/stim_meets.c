/* SPDX-License-Identifier: Apache-2.0 */
/* Reads parts and their meetings: each number of a line `meets P Q N ...` stands for a reset, the lines of P, a wait of N clocks
 * and the lines of Q; doc/reference/stimulus.md. */
#include "verbs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 128, MEETS_CLOCKS_MAX = 100000, MEETS_TIMES_MAX = 4096 };

struct part {
	char name[STIM_SWEEP_NAME_MAX / 2];
	struct block block;
	/* The first line of what the part begins: the line after the line `then`, or the first line if there is none. */
	size_t then;
};
struct reader_parts {
	struct part part[PARTS_MAX];
	size_t count;
};

void reader_parts_free(struct reader_parts *parts)
{
	for (size_t i = 0; parts && i < parts->count; i++)
		block_free(&parts->part[i].block);
	free(parts);
}

static const struct part *part_by_name(const struct reader *r, const char *name)
{
	for (size_t i = 0; r->parts && i < r->parts->count; i++)
		if (!strcmp(r->parts->part[i].name, name))
			return &r->parts->part[i];
	return NULL;
}

/* ---- part ---- */

static int read_head(struct reader *r, struct part *p)
{
	const char *name = reader_word(r), *key;

	if (!name)
		return reader_refuse(r, r->next, "expected the name of the part");
	if (strlen(name) >= sizeof(p->name))
		return reader_refuse(r, name, "the name of a part has at most %zu characters", sizeof(p->name) - 1);
	if (part_by_name(r, name))
		return reader_refuse(r, name, "part '%s' is given twice", name);
	strcpy(p->name, name);
	key = reader_word(r);
	if (key && strncmp(key, "span=", 5))
		return reader_refuse(r, key, "expected span=N, not '%.*s'", READER_SHOWN_MAX, key);
	if (key) {
		uint32_t span;
		int err = number_read(r, key + 5, "span", 0, MEETS_CLOCKS_MAX, &span);
		if (err)
			return err;
	}
	return reader_end(r);
}

int words_part(struct reader *r, struct draft *d)
{
	char what[sizeof("part ") + sizeof(((struct part *)0)->name)];
	struct part *p;
	int err;

	(void)d;
	if (!r->parts && !(r->parts = calloc(1, sizeof(*r->parts))))
		return -ENOMEM;
	if (r->parts->count == PARTS_MAX)
		return reader_refuse(r, r->text, "a stimulus has at most %d parts", PARTS_MAX);
	p = &r->parts->part[r->parts->count];
	err = read_head(r, p);
	r->parts->count++;
	snprintf(what, sizeof(what), "part %s", p->name);
	if (!err)
		err = reader_block(r, what, &p->block);
	if (err)
		return err;
	p->then = block_line(&p->block, "then");
	reader_block_end(r, r->line);
	return 0;
}

/* ---- meets ---- */

/* Appends the items that prepare P. */
static int append_before(struct reader *r, const struct part *p)
{
	return p->then ? reader_block_lines(r, &p->block, 0, p->then - 1) : 0;
}

/* Appends the items of what P begins. */
static int append_begun(struct reader *r, const struct part *p)
{
	return reader_block_lines(r, &p->block, p->then, p->block.count);
}

/* Appends all items of P; NULL has none. */
static int append_part(struct reader *r, const struct part *p)
{
	int err = p ? append_before(r, p) : 0;

	return p && !err ? append_begun(r, p) : err;
}

struct meeting {
	const struct part *begin, *first, *second, *finish;
	unsigned line;
	uint16_t place;
};

static int append_meeting(struct reader *r, const struct meeting *m, uint32_t clocks)
{
	size_t before = r->st->count;
	int err = reader_append_reset(r, m->line);

	if (!err)
		err = append_part(r, m->begin);
	if (!err)
		err = append_before(r, m->first);
	if (!err)
		err = append_before(r, m->second);
	if (!err)
		err = append_begun(r, m->first);
	if (!err && clocks)
		err = reader_append_wait(r, m->line, clocks);
	if (!err)
		err = append_begun(r, m->second);
	if (!err)
		err = append_part(r, m->finish);
	reader_note_case(r, before, m->place, (int32_t)clocks);
	return err;
}

/* Reads "12" or "12..15" and appends its meetings. */
static int read_clocks(struct reader *r, const struct meeting *m, char *text)
{
	char *to = strstr(text, "..");
	uint32_t first, last;
	int err;

	if (to)
		*to = 0;
	err = number_read(r, text, "the clocks", 0, MEETS_CLOCKS_MAX, &first);
	last = first;
	if (!err && to)
		err = number_read(r, to + 2, "the last clocks", first, MEETS_CLOCKS_MAX, &last);
	if (!err && last - first >= MEETS_TIMES_MAX)
		err = reader_refuse(r, text, "a line meets has at most %d numbers in a range", MEETS_TIMES_MAX);
	for (uint32_t clocks = first; clocks <= last && !err && !r->unfit; clocks++)
		err = append_meeting(r, m, clocks);
	return err;
}

static int read_part(struct reader *r, const struct part **ret)
{
	const char *name = reader_word(r);

	*ret = name ? part_by_name(r, name) : NULL;
	return *ret ? 0 : reader_refuse(r, name ? name : r->next, "expected the name of a part that stands above");
}

/* Appends the meetings of all numbers in NUMBERS, which have blanks between them. */
static int read_numbers(struct reader *r, const struct meeting *m, char *numbers)
{
	char *rest = NULL, *word = strtok_r(numbers, " \t", &rest);
	int err = 0;

	for (; word && *word != '#' && !err && !r->unfit; word = strtok_r(NULL, " \t", &rest)) {
		char copy[64], *start = r->text;
		/* This is a copy, since a refusal shows a place in the line, whose text the lines of the parts replace. */
		snprintf(copy, sizeof(copy), "%s", word);
		strcpy(start, copy);
		r->line = m->line;
		err = read_clocks(r, m, start);
	}
	return err;
}

int words_meets(struct reader *r, struct draft *d)
{
	const struct verb *verb = r->verb;
	struct meeting m = { .line = r->line, .begin = part_by_name(r, "begin"), .finish = part_by_name(r, "finish") };
	char name[STIM_SWEEP_NAME_MAX], *numbers;
	int err;

	(void)d;
	err = read_part(r, &m.first);
	if (!err)
		err = read_part(r, &m.second);
	if (err)
		return err;
	if (!r->next[strspn(r->next, " \t")])
		return reader_refuse(r, r->next, "expected the clocks between the two parts, as in 3 5 12..15");
	snprintf(name, sizeof(name), "%s+%s", m.first->name, m.second->name);
	err = reader_sweep_place(r, name, &m.place);
	if (err)
		return err;
	numbers = strdup(r->next);
	if (!numbers)
		return -ENOMEM;
	err = read_numbers(r, &m, numbers);
	free(numbers);
	if (err)
		return err;
	reader_block_end(r, m.line);
	reader_verb_again(r, verb);
	return 0;
}
