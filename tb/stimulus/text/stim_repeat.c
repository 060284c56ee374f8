/* SPDX-License-Identifier: Apache-2.0 */
/* Reads blocks of lines, which a line `end` ends, and `repeat`, whose block is read several times; doc/reference/stimulus.md. */
#include "verbs.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Each line that is read counts as LINE_OCTETS more than it has. */
enum { REPEAT_TIMES_MAX = 100000, REPEAT_ITEMS_MAX = 1000000, LINE_OCTETS = 16 };

/* ---- blocks ---- */

static bool is_word(const char *text, const char *word)
{
	size_t len = strlen(word);

	text += strspn(text, " \t");
	return !strncmp(text, word, len) && (!text[len] || strchr(" \t#", text[len]));
}

/* Returns true for a line that begins a block, or that stands for the lines of blocks. */
static bool is_of_blocks(const char *text)
{
	return is_word(text, "sweep") || is_word(text, "repeat") || is_word(text, "part") || is_word(text, "meets");
}

static bool is_loop(const char *text)
{
	return is_word(text, "sweep") || is_word(text, "repeat");
}

/* Refuses the line, which begins a block within DEPTH others, if it must not stand there. */
static int check_inner(struct reader *r, const char *what, unsigned depth)
{
	if (r->version < 2 || !is_loop(r->text))
		return reader_refuse(r, r->text, "expected the end of %s first", what);
	if (depth == BLOCK_DEPTH_MAX)
		return reader_refuse(r, r->text, "at most %d blocks lie within each other", BLOCK_DEPTH_MAX);
	return 0;
}

int reader_block(struct reader *r, const char *what, struct block *ret)
{
	unsigned depth = 1;
	int rc, err;

	ret->line = r->line;
	while ((rc = reader_next_line(r)) > 0) {
		if (is_word(r->text, "end") && !--depth)
			break;
		if (is_of_blocks(r->text) && (err = check_inner(r, what, depth++)))
			return err;
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

/* Counts a line of a block and refuses too many, since a few lines can ask for any number of others, even of such that make no
 * item. */
static int count_line(struct reader *r, const char *line)
{
	r->loop_octets += LINE_OCTETS + strlen(line);
	if (r->version < 2 || r->loop_octets <= STIM_MEMORY_MAX)
		return 0;
	return reader_refuse(r, r->text, "the loops up to this line read more than %d MiB of lines", STIM_MEMORY_MAX >> 20);
}

int reader_block_lines(struct reader *r, const struct block *b, size_t from, size_t to)
{
	struct line_source source = { .block = b, .at = from, .to = to, .outer = r->source };
	int err = count_line(r, "");

	r->source = &source;
	while (!err && !r->unfit && reader_next_line(r)) {
		err = count_line(r, r->text);
		if (!err)
			err = reader_put_values(r);
		if (!err)
			err = reader_item_line(r);
	}
	r->source = source.outer;
	return err;
}

size_t block_line(const struct block *b, const char *word)
{
	unsigned depth = 0;
	size_t found = 0;

	for (size_t i = 0; i < b->count; i++) {
		if (is_loop(b->lines[i]))
			depth++;
		else if (is_word(b->lines[i], "end"))
			depth--;
		else if (!depth && is_word(b->lines[i], word))
			found = i + 1;
	}
	return found;
}

bool block_begins(const struct block *b, const char *word)
{
	size_t first = 0;

	while (first < b->count && strchr("#", b->lines[first][strspn(b->lines[first], " \t")]))
		first++;
	return first < b->count && is_word(b->lines[first], word);
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
