/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks of lines, up to a line 'end', and the one that is read several times, repeat; doc/reference/stimulus.md. */
#include "verbs.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { REPEAT_TIMES_MAX = 100000, REPEAT_ITEMS_MAX = 1000000 };

/* ---- blocks ---- */

static bool is_word(const char *text, const char *word)
{
	size_t len = strlen(word);

	text += strspn(text, " \t");
	return !strncmp(text, word, len) && (!text[len] || strchr(" \t#", text[len]));
}

/* A line that stands for those of blocks, or begins one. */
static bool is_of_blocks(const char *text)
{
	return is_word(text, "sweep") || is_word(text, "repeat") || is_word(text, "part") || is_word(text, "meets");
}

int reader_block(struct reader *r, const char *what, struct block *ret)
{
	int rc;

	ret->line = r->line;
	while ((rc = reader_next_line(r)) > 0 && !is_word(r->text, "end")) {
		if (is_of_blocks(r->text))
			return reader_refuse(r, r->text, "expected the end of %s first", what);
		if (ret->count == BLOCK_LINES_MAX)
			return reader_refuse(r, r->text, "%s has at most %d lines", what, BLOCK_LINES_MAX);
		ret->lines[ret->count] = strdup(r->text);
		if (!ret->lines[ret->count++])
			return -ENOMEM;
	}
	if (rc < 0)
		return rc;
	if (!rc) {
		r->line = ret->line;
		r->text[0] = 0;
		return reader_refuse(r, r->text, "%s has no line 'end'", what);
	}
	return 0;
}

int reader_block_lines(struct reader *r, const struct block *b, size_t from, size_t to)
{
	int err = 0;

	for (size_t i = from; i < to && !err && !r->unfit; i++) {
		r->line = b->line + 1 + (unsigned)i;
		strcpy(r->text, b->lines[i]);
		r->next = r->text;
		err = reader_item_line(r);
	}
	return err;
}

size_t block_line(const struct block *b, const char *word)
{
	size_t at = b->count;

	while (at && !is_word(b->lines[at - 1], word))
		at--;
	return at;
}

void block_free(struct block *b)
{
	for (size_t i = 0; i < b->count; i++)
		free(b->lines[i]);
	b->count = 0;
}

void reader_block_end(struct reader *r, unsigned line)
{
	r->line = line;
	r->text[0] = 0;
	r->next = r->text;
}

void reader_verb_again(struct reader *r, const struct verb *verb)
{
	r->verb = verb;
	r->keys = verb->keys;
	memset(r->given, 0, sizeof(r->given));
}

/* ---- repeat ---- */

static int read_times(struct reader *r, uint32_t *ret)
{
	char *times = reader_word(r);
	int err;

	if (!times)
		return reader_refuse(r, r->next, "expected how often the lines are read, or the name of a value");
	err = number_read(r, times, "repeat", 1, REPEAT_TIMES_MAX, ret);
	return err ? err : reader_end(r);
}

static int read_repeat(struct reader *r, struct block *b)
{
	size_t before = r->st->count;
	uint32_t times = 0;
	unsigned last;
	int err = read_times(r, &times);

	if (!err)
		err = reader_block(r, "the repeat", b);
	if (err)
		return err;
	last = r->line;
	for (uint32_t i = 0; i < times && !err && !r->unfit; i++) {
		err = reader_block_lines(r, b, 0, b->count);
		if (!err && r->st->count - before > REPEAT_ITEMS_MAX)
			err = reader_refuse(r, r->text, "a repeat makes at most %d items", REPEAT_ITEMS_MAX);
	}
	if (!err)
		reader_block_end(r, last);
	return err;
}

int words_repeat(struct reader *r, struct draft *d)
{
	const struct verb *verb = r->verb;
	struct block lines = { 0 };
	bool values = isalpha((unsigned char)r->next[strspn(r->next, " \t")]);
	int err = values ? reader_repeat_values(r) : read_repeat(r, &lines);

	(void)d;
	block_free(&lines);
	reader_verb_again(r, verb);
	return err;
}
