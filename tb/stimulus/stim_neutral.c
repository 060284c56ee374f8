/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of neutral stimuli: headers, controls, which become writes of whole registers, and counters by their standard names; control.h,
 * doc/stimulus.md. */
#include "verbs.h"

#include <errno.h>
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

/* Identifiers between blanks and commas. */
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
		r->controls[i] = control_table[i].usual;
}

int finish_reset(struct reader *r, struct draft *d)
{
	reader_controls_reset(r);
	return stimulus_append(r->st, &d->item);
}

/* Returns what the items so far leave in the register at ADDRESS: the bytes of the newest writes since the newest reset, as far as they are
 * stored. */
static uint64_t shadow_of(const struct reader *r, uint16_t address)
{
	const struct reg_row *row = reg_by_address(r->page, address);
	uint8_t known = 0;
	uint64_t value = 0;

	for (size_t i = r->st->count; i-- && known != reg_strobe(r->page);) {
		const struct item *item = &r->st->items[i];
		uint8_t fresh;
		if (item->kind == ITEM_RESET)
			break;
		if (item->kind != ITEM_REG_WRITE || item->u.reg.address != address)
			continue;
		fresh = (uint8_t)(item->u.reg.strobe & ~known);
		value |= item->u.reg.value & row->write_mask & reg_bytes(fresh);
		known |= fresh;
	}
	return value | (row->reset & ~reg_bytes(known));
}

enum { LINE_WRITES_MAX = 4 * CONTROL_WRITES_MAX };
struct line_writes {
	struct control_write at[LINE_WRITES_MAX];
	size_t count;
};

/* Adds W to the writes of the line; those of one register become one. */
static void merge(struct line_writes *line, const struct control_write *w)
{
	size_t i = 0;

	while (i < line->count && (w->port || line->at[i].port || line->at[i].address != w->address))
		i++;
	if (i == line->count) {
		line->at[line->count++] = *w;
		return;
	}
	line->at[i].value = (line->at[i].value & ~w->mask) | w->value;
	line->at[i].mask |= w->mask;
}

static int append_writes(struct reader *r, const struct line_writes *line)
{
	int err = 0;

	for (size_t i = 0; i < line->count && !err; i++) {
		const struct control_write *w = &line->at[i];
		struct item item = { .kind = ITEM_PAUSE_REQ, .u.request = (uint16_t)w->value };
		if (!w->port) {
			item = (struct item){ .kind = ITEM_REG_WRITE, .u.reg = { .address = w->address } };
			item.u.reg.strobe = reg_strobe(r->page);
			item.u.reg.value = (shadow_of(r, w->address) & ~w->mask) | w->value;
		}
		err = stimulus_append(r->st, &item);
	}
	return err;
}

static int control_value(struct reader *r, enum pm_control which, char *text)
{
	const struct control_row *row = &control_table[which];
	uint64_t most = ((uint64_t)1 << row->bits) - 1;
	uint8_t octets[STIM_ADDRESS_OCTETS];

	if (which == PM_CONTROL_station && address_parse(text, octets)) {
		r->controls[which] = 0;
		for (size_t i = 0; i < sizeof(octets); i++)
			r->controls[which] = r->controls[which] << 8 | octets[i];
		return 0;
	}
	return number_read64(r, text, row->name, 0, most, &r->controls[which]);
}

/* NAME=VALUE, or NAME and VALUE as two words. */
static int read_control(struct reader *r, char *word, struct line_writes *line)
{
	char *equals = strchr(word, '='), *value = equals ? equals + 1 : NULL;
	struct control_write writes[CONTROL_WRITES_MAX];
	const char *nearest;
	enum pm_control which;
	size_t count;
	int err;

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
	err = control_value(r, which, value);
	if (err)
		return err;
	count = control_writes(r->dut, which, r->controls, writes);
	if (!count) {
		snprintf(r->st->lacking, sizeof(r->st->lacking), "%s", word);
		r->unfit = true;
	}
	if (line->count + count > LINE_WRITES_MAX)
		return reader_refuse(r, word, "these are too many controls for one line");
	for (size_t i = 0; i < count; i++)
		merge(line, &writes[i]);
	return 0;
}

int words_control(struct reader *r, struct draft *d)
{
	struct line_writes line = { .count = 0 };
	char *word = reader_word(r);
	int err = 0;

	(void)d;
	if (!word)
		return reader_refuse(r, r->next, "expected controls: NAME=VALUE ...; regs/controls.def has them all");
	for (; word && !err; word = reader_word(r))
		err = read_control(r, word, &line);
	return err ? err : append_writes(r, &line);
}

/* ---- counters ---- */

int words_counter(struct reader *r, struct draft *d)
{
	char *name = reader_word(r);

	if (!name)
		return reader_refuse(r, r->next, "expected the name of a standard counter, as in dot3StatsFCSErrors");
	d->reg_name = control_counter(r->dut, name, &d->item.u.reg.address) ? name : NULL;
	return 0;
}

/* A DUT without the counter does not read it. */
int finish_counter(struct reader *r, struct draft *d)
{
	char *expect = reader_key(r, "expect");
	int err = 0;

	if (expect) {
		d->item.u.reg.expect_mask = UINT32_MAX;
		err = number_read64(r, expect, "expect", 0, UINT32_MAX, &d->item.u.reg.expect);
	}
	if (!err && !d->reg_name)
		r->st->absent_counters++;
	return err || !d->reg_name ? err : stimulus_append(r->st, &d->item);
}
