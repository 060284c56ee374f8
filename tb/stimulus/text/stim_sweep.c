/* SPDX-License-Identifier: Apache-2.0 */
/* Reads sweeps and repeats, whose lines are read once for each value: sweeps with a reset before each, repeats without one;
 * doc/reference/stimulus.md. */
#include "verbs.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	VALUE_MAX_1 = 1000000,
	VALUE_MAX = 1000000000,
	SWEEP_TIMES_MAX = 4096,
	REPEAT_VALUES_MAX = 65536,
	RANGES_MAX = 512,
	NAMES_MAX = 8,
	WORD_SHOWN = 16,
	WAIT_CYCLES_AFTER_RESET = 40
};

struct range {
	int32_t from, to;
};

struct sweep {
	const char *kind; /* "sweep" or "repeat" */
	char name[NAMES_MAX][STIM_SWEEP_NAME_MAX];
	size_t names; /* more than one: each word has a value for each name, between commas */
	struct range range[RANGES_MAX];
	int32_t step; /* the step of all ranges */
	size_t count; /* how many of .range are used, or of .word */
	char *words;  /* NULL: the values are numbers */
	char *word[RANGES_MAX];
	struct block block;
};

/* ---- the head ---- */

/* Reads a name, which ends with the word or, in version 2, at a comma; *RET_NEXT is behind it. */
static int read_name(struct reader *r, struct sweep *s, char *name, char **ret_next)
{
	size_t len = 0;

	while (name && (isalnum((unsigned char)name[len]) || name[len] == '_'))
		len++;
	if (!name || !isalpha((unsigned char)*name) || (name[len] && (r->version < 2 || name[len] != ',')))
		return reader_refuse(r, name ? name : r->next, "expected the name of the %s's value: letters, digits and _",
		                     s->kind);
	if (len >= sizeof(s->name[0]))
		return reader_refuse(r, name, "the name of a %s has at most %zu characters", s->kind, sizeof(s->name[0]) - 1);
	*ret_next = name[len] ? name + len + 1 : NULL;
	name[len] = 0;
	for (size_t i = 0; i < s->names; i++)
		if (!strcmp(s->name[i], name))
			return reader_refuse(r, name, "the name %s is given twice", name);
	if (reader_variable(r, name, len))
		return reader_refuse(r, name, "expected another name: the values of a loop around this one are called %s", name);
	if (s->names == NAMES_MAX)
		return reader_refuse(r, name, "a %s has at most %d names", s->kind, NAMES_MAX);
	strcpy(s->name[s->names++], name);
	return 0;
}

static int read_names(struct reader *r, struct sweep *s)
{
	char *name = reader_word(r);
	int err = read_name(r, s, name, &name);

	while (!err && name)
		err = read_name(r, s, name, &name);
	return err;
}

/* A number, which may be negative. */
static int read_value(struct reader *r, char *text, const char *what, int32_t *ret)
{
	bool negative = *text == '-';
	uint32_t value = 0;
	int err = number_read(r, text + negative, what, 0, r->version < 2 ? VALUE_MAX_1 : VALUE_MAX, &value);

	*ret = negative ? -(int32_t)value : (int32_t)value;
	return err;
}

static int read_range(struct reader *r, char *text, struct range *ret)
{
	char *to = strstr(text, "..");
	int err;

	if (to)
		*to = 0;
	err = read_value(r, text, to ? "the first value" : "a value", &ret->from);
	ret->to = ret->from;
	if (!err && to)
		err = read_value(r, to + 2, "the last value", &ret->to);
	if (!err && ret->to < ret->from)
		err = reader_refuse(r, to + 2, "the last value must not be below the first");
	return err;
}

static int read_step(struct reader *r, char *word, struct sweep *s)
{
	int err;

	if (strncmp(word, "step=", 5))
		return reader_refuse(r, word, "expected step=N, not '%.*s'", READER_SHOWN_MAX, word);
	err = read_value(r, word + 5, "step", &s->step);
	if (!err && s->step < 1)
		err = reader_refuse(r, word + 5, "step must be 1 or more");
	return err ? err : reader_end(r);
}

static int no_room(struct reader *r, const char *at, const struct sweep *s)
{
	return reader_refuse(r, at, "a %s has at most %d ranges or words", s->kind, RANGES_MAX);
}

/* Reads ranges and single numbers; version 1 of the format has only one range. */
static int read_ranges(struct reader *r, struct sweep *s, char *word)
{
	if (!word || (r->version < 2 && !strstr(word, "..")))
		return reader_refuse(r, word ? word : r->next, "expected the values of %s, as in 0..63%s", s->name[0],
		                     r->version < 2 ? "" : " or 3 5 8..12, or words behind the word in");
	for (; word; word = reader_word(r)) {
		int err;
		if (s->count && (r->version < 2 || isalpha((unsigned char)*word)))
			return read_step(r, word, s);
		if (s->count == RANGES_MAX)
			return no_room(r, word, s);
		err = read_range(r, word, &s->range[s->count++]);
		if (err)
			return err;
	}
	return 0;
}

static size_t count_columns(const char *word)
{
	size_t columns = 1;

	for (; *word; word++)
		columns += *word == ',';
	return columns;
}

/* Words that stand in " may have blanks, and stand without the " in the lines. */
static int read_word_list(struct reader *r, struct sweep *s)
{
	char *word;

	r->next += strspn(r->next, " \t");
	s->words = malloc(strlen(r->next) + 1);
	if (!s->words)
		return -ENOMEM;
	for (char *to = s->words; (word = reader_word(r)); to += strlen(to) + 1) {
		size_t len = strlen(word);
		bool quoted = len > 1 && word[0] == '"' && word[len - 1] == '"';
		if (s->count == RANGES_MAX)
			return no_room(r, word, s);
		memcpy(to, word + quoted, len - 2 * quoted);
		to[len - 2 * quoted] = 0;
		if (s->names > 1 && count_columns(to) != s->names)
			return reader_refuse(r, word, "expected %zu values with commas between them, one for each name",
			                     s->names);
		s->word[s->count++] = to;
	}
	return s->count ? 0 : reader_refuse(r, r->next, "expected the words that are the values of %s", s->name[0]);
}

static int count_values(struct reader *r, const struct sweep *s, int64_t most)
{
	int64_t count = s->words ? (int64_t)s->count : 0;

	for (size_t i = 0; !s->words && i < s->count; i++)
		count += ((int64_t)s->range[i].to - s->range[i].from) / s->step + 1;
	return count <= most ? 0 : reader_refuse(r, r->text, "a %s has at most %" PRId64 " values", s->kind, most);
}

/* Reads the head of a KIND of loop, which has at most MOST values. */
static int read_head(struct reader *r, struct sweep *s, const char *kind, int32_t most)
{
	char *word;
	int err;

	s->kind = kind;
	s->step = 1;
	err = read_names(r, s);
	if (err)
		return err;
	word = reader_word(r);
	if (s->names > 1 && (!word || strcmp(word, "in") != 0))
		return reader_refuse(r, word ? word : r->next, "expected 'in' and words with a value for each name, as in 1,2");
	if (r->version >= 2 && word && !strcmp(word, "in"))
		err = read_word_list(r, s);
	else
		err = read_ranges(r, s, word);
	return err ? err : count_values(r, s, most);
}

/* ---- cases: the items for one value ---- */

int reader_append_wait(struct reader *r, unsigned line, uint32_t clocks)
{
	struct item wait = { .kind = ITEM_WAIT, .line = line, .u.wait = { .what = WAIT_CYCLES, .cycles = clocks } };

	if (r->out)
		return fprintf(r->out, "wait %" PRIu32 "\n", clocks) < 0 ? -EIO : 0;
	return stimulus_append(r->st, &wait);
}

int reader_append_reset(struct reader *r, unsigned line)
{
	struct item reset = { .kind = ITEM_RESET, .line = line, .u.wait = { .cycles = STIM_RESET_CYCLES } };
	int err = 0;

	if (r->out) {
		fprintf(r->out, "reset\n");
	} else {
		err = stimulus_append(r->st, &reset);
		reader_controls_reset(r);
	}
	return err ? err : reader_append_wait(r, line, WAIT_CYCLES_AFTER_RESET);
}

/* Writes the values of the loops around the line, that of the outermost loop first. */
static void put_outer(FILE *out, const struct variable *v)
{
	if (!v)
		return;
	put_outer(out, v->outer);
	fprintf(out, "%s=%.*s ", v->name, WORD_SHOWN, v->text);
}

int reader_sweep_place(struct reader *r, const char *name, uint16_t *ret_place)
{
	uint16_t place = 0;
	char *whole = NULL;
	size_t size, most = sizeof(r->st->sweeps[0]) - 1;
	FILE *out;

	while (place < STIM_SWEEPS_MAX && r->st->sweeps[place][0])
		place++;
	if (place == STIM_SWEEPS_MAX)
		return reader_refuse(r, r->text, "a stimulus has at most %d sweeps and lines of meets", STIM_SWEEPS_MAX);
	out = open_memstream(&whole, &size);
	if (!out)
		return -ENOMEM;
	put_outer(out, r->variables);
	fputs(name, out);
	if (fclose(out)) {
		free(whole);
		return -ENOMEM;
	}
	/* the values of outer loops are left out first */
	memcpy(r->st->sweeps[place], whole + (size > most ? size - most : 0), size > most ? most : size);
	free(whole);
	*ret_place = (uint16_t)(place + 1);
	return 0;
}

void reader_note_case(struct reader *r, size_t before, uint16_t place, int32_t value)
{
	for (size_t i = before; place && i < r->st->count; i++) {
		if (r->st->items[i].sweep)
			continue;
		r->st->items[i].sweep = place;
		r->st->items[i].value = value;
	}
}

/* ---- the lines ---- */

/* Reads the lines of S once, with its COUNT variables V. Their items belong to VALUE of the sweep that has PLACE. */
static int read_case(struct reader *r, const struct sweep *s, struct variable *v, size_t count, uint16_t place, int32_t value)
{
	const struct variable *outer = r->variables;
	size_t before = r->st->count;
	/* If the block begins with a sweep, each value of that one has a reset of its own. */
	bool reset = *s->kind == 's' && !block_begins(&s->block, "sweep");
	int err = reset ? reader_append_reset(r, s->block.line) : 0;

	for (size_t i = 0; i < count; i++) {
		v[i].name = s->name[i];
		v[i].kind = s->kind;
		v[i].outer = r->variables;
		r->variables = &v[i];
	}
	if (!err)
		err = reader_block_lines(r, &s->block, 0, s->block.count);
	r->variables = outer;
	reader_note_case(r, before, place, value);
	return err;
}

/* Returns whether findings name the values of S, and whether a run can be repeated with one of them alone: the items for each
 * value must begin with a reset. In version 1 only those of sweeps do. */
static bool has_cases(const struct reader *r, const struct sweep *s)
{
	if (*s->kind == 's')
		return !block_begins(&s->block, "sweep");
	return r->version >= 2 && block_begins(&s->block, "reset");
}

/* Gives the place of a sweep's values in .sweeps, or 0 if findings do not name them. A repeat gets 0, too, if no place is left. */
static int place_of(struct reader *r, const struct sweep *s, const char *name, uint16_t *ret)
{
	*ret = 0;
	if (!has_cases(r, s) || (*s->kind == 'r' && r->st->sweeps[STIM_SWEEPS_MAX - 1][0]))
		return 0;
	r->line = s->block.line;
	return reader_sweep_place(r, name, ret);
}

static int read_numbers(struct reader *r, const struct sweep *s, const struct range *range)
{
	uint16_t place;
	int err = place_of(r, s, s->name[0], &place);

	for (int64_t value = range->from; value <= range->to && !err && !r->unfit; value += s->step) {
		char text[24];
		struct variable v = { .text = text, .is_number = true, .value = value };
		snprintf(text, sizeof(text), "%" PRId64, value);
		err = read_case(r, s, &v, 1, place, (int32_t)value);
	}
	return err;
}

static struct variable variable_of(const char *text)
{
	struct variable v = { .text = text };
	const char *digits = text + (*text == '-');
	uint64_t value;
	bool over;

	v.is_number = number_parse(digits, &value, &over) && !over && value <= INT64_MAX;
	v.value = v.is_number ? (digits == text ? (int64_t)value : -(int64_t)value) : 0;
	return v;
}

/* WORD is cut at its commas if there are several names. */
static int read_for_word(struct reader *r, const struct sweep *s, char *word)
{
	char name[NAMES_MAX * (STIM_SWEEP_NAME_MAX + WORD_SHOWN + 2)] = "", *rest = word;
	struct variable v[NAMES_MAX];
	uint16_t place;
	int err;

	for (size_t i = 0; i < s->names; i++) {
		char *text = s->names > 1 ? strsep(&rest, ",") : word;
		size_t used = strlen(name);
		v[i] = variable_of(text);
		snprintf(name + used, sizeof(name) - used, "%s%s=%.*s", i ? " " : "", s->name[i], WORD_SHOWN, text);
	}
	err = place_of(r, s, name, &place);
	return err ? err : read_case(r, s, v, s->names, place, STIM_VALUE_NAMED);
}

static int read_loop(struct reader *r, struct sweep *s, const char *kind, int32_t most)
{
	char what[STIM_SWEEP_NAME_MAX + 16];
	unsigned last;
	int err = read_head(r, s, kind, most);

	snprintf(what, sizeof(what), *kind == 's' ? "the sweep of %s" : "the repeat", s->name[0]);
	if (!err)
		err = reader_block(r, what, &s->block);
	if (err)
		return err;
	last = r->line;
	for (size_t i = 0; i < s->count && !err && !r->unfit; i++)
		err = s->words ? read_for_word(r, s, s->word[i]) : read_numbers(r, s, &s->range[i]);
	if (!err)
		reader_block_end(r, last);
	return err;
}

static int read_whole(struct reader *r, const char *kind, int32_t most)
{
	struct sweep *sweep = calloc(1, sizeof(*sweep));
	int err = sweep ? read_loop(r, sweep, kind, most) : -ENOMEM;

	if (!sweep)
		return err;
	block_free(&sweep->block);
	free(sweep->words);
	free(sweep);
	return err;
}

int reader_repeat_values(struct reader *r)
{
	return read_whole(r, "repeat", REPEAT_VALUES_MAX);
}

int words_sweep(struct reader *r, struct draft *d)
{
	const struct verb *verb = r->verb;
	int err = read_whole(r, "sweep", SWEEP_TIMES_MAX);

	(void)d;
	reader_verb_again(r, verb);
	return err;
}
