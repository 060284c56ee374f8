/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of a block that are read once for each value: sweeps, with a reset before each, and repeats, without one; doc/reference/stimulus.md. */
#include "verbs.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEP_VALUE_MAX = 1000000, SWEEP_TIMES_MAX = 4096, SWEEP_WAIT_CYCLES = 40, REPEAT_VALUES_MAX = 65536 };

struct sweep {
	const char *kind; /* "sweep" or "repeat" */
	char name[STIM_SWEEP_NAME_MAX];
	int32_t from, to, step;
	struct block block;
};

/* ---- the head ---- */

static int read_name(struct reader *r, struct sweep *s)
{
	char *name = reader_word(r);
	size_t len = 0;

	while (name && (isalnum((unsigned char)name[len]) || name[len] == '_'))
		len++;
	if (!name || !isalpha((unsigned char)*name) || name[len])
		return reader_refuse(r, name ? name : r->next, "expected the name of the %s's value: letters, digits and _",
		                     s->kind);
	if (len >= sizeof(s->name))
		return reader_refuse(r, name, "the name of a %s has at most %zu characters", s->kind, sizeof(s->name) - 1);
	strcpy(s->name, name);
	return 0;
}

/* A number, which may be negative. */
static int read_value(struct reader *r, char *text, const char *what, int32_t *ret)
{
	bool negative = *text == '-';
	uint32_t value = 0;
	int err = number_read(r, text + negative, what, 0, SWEEP_VALUE_MAX, &value);

	*ret = negative ? -(int32_t)value : (int32_t)value;
	return err;
}

static int read_range(struct reader *r, struct sweep *s)
{
	char *from = reader_word(r), *to = from ? strstr(from, "..") : NULL, *step;
	int err;

	if (!to)
		return reader_refuse(r, from ? from : r->next, "expected the values of %s, as in 0..63", s->name);
	*to = 0;
	err = read_value(r, from, "the first value", &s->from);
	if (!err)
		err = read_value(r, to + 2, "the last value", &s->to);
	if (!err && s->to < s->from)
		err = reader_refuse(r, to + 2, "the last value must not be below the first");
	step = err ? NULL : reader_word(r);
	s->step = 1;
	if (!step)
		return err;
	if (strncmp(step, "step=", 5))
		return reader_refuse(r, step, "expected step=N, not '%.*s'", READER_SHOWN_MAX, step);
	err = read_value(r, step + 5, "step", &s->step);
	if (!err && s->step < 1)
		err = reader_refuse(r, step + 5, "step must be 1 or more");
	return err;
}

/* The head of a KIND, which has at most MOST values. */
static int read_head(struct reader *r, struct sweep *s, const char *kind, int32_t most)
{
	int err;

	s->kind = kind;
	err = read_name(r, s);
	if (!err)
		err = read_range(r, s);
	if (!err && (s->to - s->from) / s->step >= most)
		err = reader_refuse(r, r->text, "a %s has at most %" PRId32 " values", kind, most);
	return err ? err : reader_end(r);
}

/* ---- the lines ---- */

/* Returns the characters of $NAME, ${NAME} or ${NAME:x} at TEXT, or 0; *RET_HEX is for the last one. */
static size_t name_at(const struct sweep *s, const char *text, bool *ret_hex)
{
	bool braced = text[1] == '{';
	const char *name = text + 1 + braced;
	size_t len = strlen(s->name);

	*ret_hex = false;
	if (strncmp(name, s->name, len))
		return 0;
	if (!braced)
		return isalnum((unsigned char)name[len]) || name[len] == '_' ? 0 : len + 1;
	*ret_hex = !strncmp(name + len, ":x", 2);
	len += *ret_hex ? 2 : 0;
	return name[len] == '}' ? len + 3 : 0;
}

/* Puts LINE with VALUE in place of each $NAME into the reader. */
static int put_line(struct reader *r, const struct sweep *s, const char *line, int32_t value)
{
	size_t used = 0;
	bool hex;

	for (const char *p = line; *p && *p != '#' && used + 16 < READER_LINE_MAX;) {
		size_t len = *p == '$' ? name_at(s, p, &hex) : 0;
		if (*p == '$' && !len) {
			strcpy(r->text, line);
			return reader_refuse(r, r->text + (p - line), "expected $%s or ${%s}, the value of the %s", s->name,
			                     s->name, s->kind);
		}
		if (len && hex && value < 0) {
			strcpy(r->text, line);
			return reader_refuse(r, r->text + (p - line), "%" PRId32 " is below 0 and has no hexadecimal form here",
			                     value);
		}
		if (len)
			used += (size_t)(hex ? snprintf(r->text + used, 16, "%02" PRIx32, (uint32_t)value)
			                     : snprintf(r->text + used, 16, "%" PRId32, value));
		else
			r->text[used++] = *p;
		p += len ? len : 1;
	}
	r->text[used] = 0;
	r->next = r->text;
	return 0;
}

int reader_append_reset(struct reader *r, unsigned line)
{
	struct item reset = { .kind = ITEM_RESET, .line = line, .u.wait = { .cycles = STIM_RESET_CYCLES } };
	struct item wait = { .kind = ITEM_WAIT, .line = line, .u.wait = { .what = WAIT_CYCLES, .cycles = SWEEP_WAIT_CYCLES } };
	int err = stimulus_append(r->st, &reset);

	reader_controls_reset(r);
	return err ? err : stimulus_append(r->st, &wait);
}

/* Reads the lines of S with VALUE. */
static int read_value_lines(struct reader *r, const struct sweep *s, int32_t value)
{
	int err = 0;

	for (size_t i = 0; i < s->block.count && !err && !r->unfit; i++) {
		r->line = s->block.line + 1 + (unsigned)i;
		err = put_line(r, s, s->block.lines[i], value);
		if (!err)
			err = reader_item_line(r);
	}
	return err;
}

/* A reset, and the lines for one value. */
static int expand(struct reader *r, const struct sweep *s, int32_t value, uint16_t place)
{
	size_t before = r->st->count;
	int err = reader_append_reset(r, s->block.line);

	if (!err)
		err = read_value_lines(r, s, value);
	for (size_t i = before; i < r->st->count; i++) {
		r->st->items[i].sweep = place;
		r->st->items[i].value = value;
	}
	return err;
}

int reader_sweep_place(struct reader *r, const char *name, uint16_t *ret_place)
{
	uint16_t place = 0;

	while (place < STIM_SWEEPS_MAX && r->st->sweeps[place][0])
		place++;
	if (place == STIM_SWEEPS_MAX)
		return reader_refuse(r, r->text, "a stimulus has at most %d sweeps and lines of meets", STIM_SWEEPS_MAX);
	strcpy(r->st->sweeps[place], name);
	*ret_place = (uint16_t)(place + 1);
	return 0;
}

static int read_sweep(struct reader *r, struct sweep *s)
{
	char what[STIM_SWEEP_NAME_MAX + 16];
	unsigned last;
	uint16_t place = 0;
	int err = read_head(r, s, "sweep", SWEEP_TIMES_MAX);

	if (!err)
		err = reader_sweep_place(r, s->name, &place);
	snprintf(what, sizeof(what), "the sweep of %s", s->name);
	if (!err)
		err = reader_block(r, what, &s->block);
	if (err)
		return err;
	last = r->line;
	for (int32_t value = s->from; value <= s->to && !err && !r->unfit; value += s->step)
		err = expand(r, s, value, place);
	if (!err)
		reader_block_end(r, last);
	return err;
}

static int read_values(struct reader *r, struct sweep *s)
{
	unsigned last;
	int err = read_head(r, s, "repeat", REPEAT_VALUES_MAX);

	if (!err)
		err = reader_block(r, "the repeat", &s->block);
	if (err)
		return err;
	last = r->line;
	for (int32_t value = s->from; value <= s->to && !err && !r->unfit; value += s->step)
		err = read_value_lines(r, s, value);
	if (!err)
		reader_block_end(r, last);
	return err;
}

int reader_repeat_values(struct reader *r)
{
	struct sweep sweep = { 0 };
	int err = read_values(r, &sweep);

	block_free(&sweep.block);
	return err;
}

int words_sweep(struct reader *r, struct draft *d)
{
	const struct verb *verb = r->verb;
	struct sweep sweep = { 0 };
	int err = read_sweep(r, &sweep);

	(void)d;
	block_free(&sweep.block);
	reader_verb_again(r, verb);
	return err;
}
