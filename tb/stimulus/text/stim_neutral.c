/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the lines of neutral stimuli: headers, controls, which become writes of whole registers, and counters by their standard
 * names; control.h, doc/reference/stimulus.md. */
#include "base/spelling.h"
#include "verbs.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int finish_nothing(struct reader *r, struct draft *d)
{
	(void)r;
	(void)d;
	return 0;
}

int words_neutral(struct reader *r, struct draft *d)
{
	(void)d;
	if (r->st->only_model[0] || r->st->only_dut[0])
		return reader_refuse(r, r->text, "a neutral stimulus is for every MAC: expected no header 'model' or 'dut'");
	r->st->neutral = true;
	return 0;
}

/* Reads identifiers of requirements, with blanks and commas between them. */
int words_purpose(struct reader *r, struct draft *d)
{
	char *words = reader_word(r), *rest, *id;
	size_t used = strlen(r->st->purposes);

	(void)d;
	if (!words)
		return reader_refuse(r, r->next, "expected the requirements that are tested, as in 31b-rx-multicast");
	for (; words; words = reader_word(r))
		for (rest = words; (id = strsep(&rest, ","));) {
			if (!*id)
				continue;
			used += (size_t)snprintf(r->st->purposes + used, sizeof(r->st->purposes) - used, "%s%s", used ? " " : "",
			                         id);
			if (used >= sizeof(r->st->purposes))
				return reader_refuse(r, id, "the purposes have at most %zu characters",
				                     sizeof(r->st->purposes) - 1);
		}
	return 0;
}

/* ---- controls ---- */

void reader_controls_reset(struct reader *r)
{
	for (size_t i = 0; i < PM_CONTROL_COUNT; i++)
		r->controls[i] = control_usual(r->dut, (enum pm_control)i);
}

int finish_reset(struct reader *r, struct draft *d)
{
	reader_controls_reset(r);
	return stimulus_append(r->st, &d->item);
}

static int control_value(struct reader *r, enum pm_control which, char *text)
{
	const struct control_row *row = &control_table[which];
	uint64_t most = ((uint64_t)1 << row->bits) - 1;
	uint8_t octets[STIM_ADDRESS_OCTETS];

	if (row->bits == 8 * STIM_ADDRESS_OCTETS && address_parse(text, octets)) {
		r->controls[which] = 0;
		for (size_t i = 0; i < sizeof(octets); i++)
			r->controls[which] = r->controls[which] << 8 | octets[i];
		return 0;
	}
	return number_read64(r, text, row->name, 0, most, &r->controls[which]);
}

void reader_lacks(struct reader *r, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(r->st->lacking, sizeof(r->st->lacking), format, args);
	va_end(args);
	r->unfit = true;
}

/* Returns true if the MAC has only the speeds 10 and 100 Mb/s. There the wires of MII differ only in their clock, which comes
 * from the PHY (802.3 22.2.2.1), so such a MAC needs no control for the speed. */
static bool follows_clock(const struct dut *dut)
{
	return !dut_has_speed(dut, SPEED_1000);
}

/* Adds control WHICH, called WORD in the line, with its value. */
static int add_control(struct reader *r, enum pm_control which, char *word, char *value, struct control_line *line)
{
	int err = control_value(r, which, value);

	if (err)
		return err;
	if (which == PM_CONTROL_speed && !dut_has_speed(r->dut, r->controls[which]))
		reader_lacks(r, "speed=%s", value);
	else if (!control_has(r->dut, which) && !(which == PM_CONTROL_speed && follows_clock(r->dut)))
		reader_lacks(r, "the control %s", control_table[which].name);
	if (!control_add(line, r->dut, which, r->controls))
		return reader_refuse(r, word, "these are too many controls for one line");
	return 0;
}

/* Reads NAME=VALUE, or NAME and VALUE as two words. */
static int read_control(struct reader *r, char *word, struct control_line *line)
{
	char *equals = strchr(word, '='), *value = equals ? equals + 1 : NULL;
	const char *nearest;
	enum pm_control which;

	if (equals)
		*equals = 0;
	which = control_by_name(word);
	if (which == PM_CONTROL_COUNT) {
		nearest = control_nearest(word);
		return reader_refuse(r, word, "unknown control '%.*s'%s%s%s; regs/controls.def has them all", READER_SHOWN_MAX,
		                     word, nearest ? ", did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
	}
	if (!value)
		value = reader_word(r);
	if (!value || !*value)
		return reader_refuse(r, value ? value : r->next, "expected the value of %s", word);
	return add_control(r, which, word, value, line);
}

int words_control(struct reader *r, struct draft *d)
{
	struct control_line line = { .count = 0 };
	char *word = reader_word(r);
	int err = 0;

	(void)d;
	if (!word)
		return reader_refuse(r, r->next, "expected controls: NAME=VALUE ...; regs/controls.def has them all");
	for (; word && !err; word = reader_word(r))
		err = read_control(r, word, &line);
	return err ? err : control_append(r->st, r->dut, &line);
}

/* Sets the marks of the receive buffer: the controls high_mark and low_mark. */
int finish_marks(struct reader *r, struct draft *d)
{
	static const struct {
		const char *key;
		enum pm_control control;
	} marks[] = { { "high", PM_CONTROL_high_mark }, { "low", PM_CONTROL_low_mark } };
	struct control_line line = { .count = 0 };
	int err = 0;

	(void)d;
	if (!reader_key(r, "high") && !reader_key(r, "low"))
		return reader_refuse(r, r->next, "expected high=OCTETS, low=OCTETS or both");
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]) && !err; i++)
		if (reader_key(r, marks[i].key))
			err = add_control(r, marks[i].control, reader_key(r, marks[i].key), reader_key(r, marks[i].key), &line);
	return err ? err : control_append(r->st, r->dut, &line);
}

/* ---- counters ---- */

/* Notes that the DUT lacks the counter NAME. */
static void add_absent(struct stimulus *st, const char *name)
{
	size_t used = strlen(st->absent), len = strlen(name);

	for (const char *at = st->absent; (at = strstr(at, name)); at += len)
		if ((at == st->absent || at[-1] == ' ') && (!at[len] || at[len] == ','))
			return;
	if (used + len + sizeof(", ") <= sizeof(st->absent))
		snprintf(st->absent + used, sizeof(st->absent) - used, "%s%s", used ? ", " : "", name);
}

/* Refuses a name that is not that of a standard counter, since a counter that a DUT lacks is left out without a message. */
static int known_counter(struct reader *r, const char *name)
{
	static const char *const standard[] = {
#define STANDARD(name, predicate, source) #name,
#include "ieee8023/counters.def"
	};
	struct spelling spelling = spelling_of(name);
	char hint[SPELLING_HINT_MAX];

	for (size_t i = 0; i < sizeof(standard) / sizeof(standard[0]); i++) {
		if (!strcmp(name, standard[i]))
			return 0;
		spelling_offer(&spelling, standard[i]);
	}
	return reader_refuse(r, name, "unknown counter '%.*s'%s; regs/ieee8023/counters.def has those of the standards",
	                     READER_SHOWN_MAX, name, spelling_hint(&spelling, ", ", hint, sizeof(hint)));
}

int words_counter(struct reader *r, struct draft *d)
{
	char *name = reader_word(r);

	if (!name)
		return reader_refuse(r, r->next, "expected the name of a standard counter, as in dot3StatsFCSErrors, or 'all'");
	d->all = !strcmp(name, "all");
	d->reg_name = control_counter(r->dut, name, &d->item.u.reg.address) ? name : NULL;
	if (d->reg_name || d->all)
		return 0;
	add_absent(r->st, name);
	return known_counter(r, name);
}

static int read_all_counters(struct reader *r)
{
	char *expect = reader_key(r, "expect"), *word = reader_key(r, "word");

	if (expect)
		return reader_refuse(r, expect, "'counter all' expects nothing: the golden model knows each value");
	if (!word)
		return stim_read_all(r->st, r->dut);
	if (strcmp(word, "low") != 0 && strcmp(word, "high") != 0)
		return reader_refuse(r, word, "expected low or high for word");
	return stim_read_words(r->st, r->dut, !strcmp(word, "high"));
}

/* Appends the read of a counter, unless the DUT does not have it. */
int finish_counter(struct reader *r, struct draft *d)
{
	char *expect = reader_key(r, "expect"), *word = reader_key(r, "word");
	int err = 0;

	if (d->all)
		return read_all_counters(r);
	if (word)
		return reader_refuse(r, word, "word= is for 'counter all'");
	if (expect) {
		d->item.u.reg.expect_mask = UINT32_MAX;
		err = number_read64(r, expect, "expect", 0, UINT32_MAX, &d->item.u.reg.expect);
	}
	return err || !d->reg_name ? err : stimulus_append(r->st, &d->item);
}
