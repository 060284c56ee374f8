/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the lines of a profile that say where a control is in the MAC's own registers: `control` and `controls`. */
#include "profile_draft.h"

#include "instance.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { WORD_BITS = 32, BITS_MAX = 64, SHOWN = 40 };

static const uint8_t control_bits[] = {
#define CONTROL(name, bits, default_, meaning, source) bits,
#include "controls.def"
};

/* Reads "[7:0]" or "[3]" at the end of WORD, and cuts it off. Without it the range is all bits, of which there are WHOLE. */
static int read_range(struct profile_text *t, char *word, unsigned whole, uint64_t *ret_msb, uint64_t *ret_lsb)
{
	char *open = strchr(word, '['), *colon, *close;
	int err;

	*ret_msb = whole - 1;
	*ret_lsb = 0;
	if (!open)
		return 0;
	close = strchr(open, ']');
	if (!close || close[1])
		return profile_refuse(t, open, "expected [msb:lsb] at the end of '%.*s'", SHOWN, word);
	*open = *close = 0;
	colon = strchr(open + 1, ':');
	if (colon)
		*colon = 0;
	err = profile_number(t, open + 1, "the bit", 0, whole - 1, ret_msb);
	*ret_lsb = *ret_msb;
	if (!err && colon)
		err = profile_number(t, colon + 1, "the lowest bit", 0, *ret_msb, ret_lsb);
	return err;
}

/* Reads the control with which WORD begins, and its bits; WORD may be "station[47:32]". */
static int read_control_word(struct profile_text *t, char *word, size_t *ret, uint64_t *ret_msb, uint64_t *ret_lsb)
{
	char *open = strchr(word, '['), saved[64];
	int err;

	snprintf(saved, sizeof(saved), "%.*s", open ? (int)(open - word) : (int)sizeof(saved) - 1, word);
	err = profile_choose(t, saved, "a control", profile_array_name, pm_control_names, ret);
	if (err)
		t->error->column = (unsigned)(word - t->begin) + 1;
	return err ? err : read_range(t, word, control_bits[*ret], ret_msb, ret_lsb);
}

static int add_control(struct profile *p, struct profile_text *t, const struct draft_control *draft)
{
	struct draft_control *place = draft_grow(&p->owned->controls, &p->owned->control_count, sizeof(*place));

	if (!place)
		return -ENOMEM;
	*place = *draft;
	return draft_line(p, t->line, "control %s", pm_control_names[draft->control]);
}

/* Reads a list such as "20,20,8" of "values=20,20,8": the values that the register has for the values 0, 1, ... of the control. */
static int read_values(struct profile_text *t, char *list, struct draft_control *draft)
{
	unsigned bits = control_bits[draft->control], most = 1U << bits;
	uint64_t value, largest = UINT64_MAX >> (BITS_MAX - 1 - (draft->msb - draft->lsb));
	int err = 0;

	if (most > PM_CONTROL_VALUES || draft->at)
		return profile_refuse(t, list, "%s takes no 'values=': it has more than %d values",
		                      pm_control_names[draft->control], PM_CONTROL_VALUES);
	for (char *comma; !err && list; list = comma) {
		comma = strchr(list, ',');
		if (comma)
			*comma++ = 0;
		if (draft->value_count == most)
			return profile_refuse(t, list, "expected at most %u values of %s", most,
			                      pm_control_names[draft->control]);
		err = profile_number(t, list, "the value", 0, largest < UINT32_MAX ? largest : UINT32_MAX, &value);
		if (!err)
			draft->value[draft->value_count++] = (uint32_t)value;
	}
	return err;
}

/* Reads what may follow the register: nothing, "inverted" or the values. */
static int read_meaning(struct profile_text *t, char *reg, bool ranged, unsigned bits, struct draft_control *draft)
{
	static const char values[] = "values=";
	char *word = profile_word(t);

	if (!ranged) /* then they are the lowest bits */
		draft->msb = (uint8_t)(bits - 1);
	if (word && !strncmp(word, values, strlen(values)))
		return read_values(t, word + strlen(values), draft);
	if (draft->msb - draft->lsb + 1U != bits)
		return profile_refuse(t, reg, "expected %u bits of %.*s for %s, not %u", bits, SHOWN, reg,
		                      pm_control_names[draft->control], draft->msb - draft->lsb + 1U);
	draft->inverted = word != NULL;
	if (word && strcmp(word, "inverted"))
		return profile_refuse(t, word, "expected 'inverted', 'values=' or the end of the line, not '%.*s'", SHOWN, word);
	return 0;
}

int profile_control(struct profile *p, struct profile_text *t)
{
	struct draft_control draft = { 0 };
	uint64_t control_msb = 0, control_lsb = 0, msb = 0, lsb = 0;
	unsigned bus = p->dut.phy == PHY_MII ? BITS_MAX : WORD_BITS;
	char *name, *reg;
	bool ranged = false;
	size_t control = 0;
	int err = profile_need(t, "a control", &name);

	if (!err)
		err = read_control_word(t, name, &control, &control_msb, &control_lsb);
	if (!err)
		err = profile_equals(t, "control");
	if (!err)
		err = profile_need(t, "REGISTER[msb:lsb]", &reg);
	if (!err) {
		draft.place = draft_place_of(t, reg);
		ranged = strchr(reg, '[') != NULL;
		err = read_range(t, reg, bus, &msb, &lsb);
	}
	if (err)
		return err;
	draft.control = (enum pm_control)control;
	draft.name = reg;
	draft.at = (uint8_t)control_lsb;
	draft.msb = (uint8_t)msb;
	draft.lsb = (uint8_t)lsb;
	err = read_meaning(t, reg, ranged, (unsigned)(control_msb - control_lsb + 1), &draft);
	if (!err)
		err = add_control(p, t, &draft);
	return err ? err : profile_end(t);
}

/* Reads the controls of the register NAME; "-" stands for a bit that belongs to no control. */
int profile_control_list(struct profile *p, struct profile_text *t, char *name, struct draft_place place)
{
	unsigned bus = p->dut.phy == PHY_MII ? BITS_MAX : WORD_BITS;
	struct draft_control draft = { .name = name, .place = place };
	char *word;
	uint64_t at = 0;
	int err = profile_need(t, "a control, or '-' for a bit that is none", &word);

	for (; !err && word; word = profile_word(t)) {
		uint64_t msb = 0, lsb = 0;
		size_t control = 0;
		bool none = !strcmp(word, "-");
		if (!none)
			err = read_control_word(t, word, &control, &msb, &lsb);
		if (!err && at + (msb - lsb) >= bus)
			err = profile_refuse(t, word, "%s has %u bits, and '%.*s' has no place left", name, bus, SHOWN, word);
		if (!err && !none) {
			draft.control = (enum pm_control)control;
			draft.at = (uint8_t)lsb;
			draft.lsb = (uint8_t)at;
			draft.msb = (uint8_t)(at + (msb - lsb));
			err = add_control(p, t, &draft);
		}
		at += msb - lsb + 1;
	}
	return err;
}

int profile_controls(struct profile *p, struct profile_text *t)
{
	char *name;
	int err = profile_need(t, "a register", &name);

	if (!err)
		err = profile_equals(t, "controls");
	return err ? err : profile_control_list(p, t, name, draft_place_of(t, name));
}
