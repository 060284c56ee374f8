/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the lines of a profile that are about registers: `register`, `setup`, `event`, `counter`, and lists of these. */
#include "profile_draft.h"

#include "instance.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	ADDRESS_MAX = 0xFBFC, /* the virtual registers are above it */
	EVENTS_AT = 0xFE00,
	EVENT_OCTETS = 8,
	EVENTS_MAX = 64,
	WORD_BITS = 32,
	BITS_MAX = 64,
	WIDTH_LEAST = 8, /* models/part/counting.h */
	SHOWN = 40,
	EARLY_MAX = 65535,
};

/* Checks a name that the profile defines: it has letters, digits and _. */
static int check_name(struct profile_text *t, const char *what, const char *name)
{
	for (const char *c = name; *c; c++)
		if (!(isalpha((unsigned char)*c) || *c == '_' || (c > name && isdigit((unsigned char)*c))))
			return profile_refuse(t, c, "expected %s of letters, digits and _, not '%.*s'", what, SHOWN, name);
	return 0;
}

static int read_name(struct profile_text *t, const char *what, char **ret)
{
	int err = profile_need(t, what, ret);

	return err ? err : check_name(t, what, *ret);
}

static int read_word(struct profile_text *t, const char *word)
{
	char *text;
	int err = profile_need(t, word, &text);

	return err || !strcmp(text, word) ? err : profile_refuse(t, text, "expected '%s', not '%.*s'", word, SHOWN, text);
}

static bool is_twice(const struct profile *p, const char *name)
{
	const struct profile_owned *o = p->owned;

	for (size_t i = 0; i < o->register_count; i++)
		if (!strcmp(o->registers[i].name, name))
			return true;
	for (size_t i = 0; i < o->counter_count; i++)
		if (!strcmp(o->counters[i].name, name))
			return true;
	return false;
}

static bool is_new(const struct profile *p, struct profile_text *t, const char *name)
{
	return !is_twice(p, name) || !profile_refuse(t, name, "the name '%.*s' is given twice", SHOWN, name);
}

static int read_new_name(struct profile *p, struct profile_text *t, const char *what, char **ret)
{
	int err = read_name(t, what, ret);

	return err ? err : is_new(p, t, *ret) ? 0 : -EINVAL;
}

static int read_address(struct profile *p, struct profile_text *t, uint64_t *ret)
{
	unsigned word = p->dut.phy == PHY_MII ? 8 : 4;
	char *text;
	int err = profile_need(t, "an address", &text);

	if (!err)
		err = profile_number(t, text, "the address", 0, ADDRESS_MAX, ret);
	if (!err && *ret % word)
		err = profile_refuse(t, text, "expected an address that is a multiple of %u, not %s", word, text);
	return err;
}

/* ---- key=value ---- */

struct register_key {
	const char *name;
	const char *words[3]; /* the value is the index of the word; if there are none, the value is a number */
	uint64_t min, max;
	uint64_t *value;
	bool *given; /* may be NULL */
};

static const char *key_name(const void *list, size_t i)
{
	return ((const struct register_key *)list)[i].name;
}

/* Reads key=value words up to the end of the line, or to a word "=". */
static int read_keys(struct profile_text *t, const struct register_key *keys, bool *ret_equals)
{
	char *word;

	*ret_equals = false;
	while ((word = profile_word(t))) {
		char *equals = strchr(word, '=');
		size_t i, value;
		int err;
		if (!strcmp(word, "=") && ret_equals) {
			*ret_equals = true;
			return 0;
		}
		if (!equals)
			return profile_refuse(t, word, "expected key=value, not '%.*s'", SHOWN, word);
		*equals = 0;
		err = profile_choose(t, word, "a key of the line", key_name, keys, &i);
		if (!err && keys[i].words[0]) {
			err = profile_choose(t, equals + 1, word, profile_array_name, keys[i].words, &value);
			*keys[i].value = value;
		} else if (!err) {
			err = profile_number(t, equals + 1, word, keys[i].min, keys[i].max, keys[i].value);
		}
		if (err)
			return err;
		if (keys[i].given)
			*keys[i].given = true;
	}
	return 0;
}

/* ---- registers and controls ---- */

static int add_setup(struct profile *p, const char *name, uint64_t value, struct draft_place at)
{
	struct profile_owned *o = p->owned;
	struct draft_setup *place = draft_grow(&o->setups, &o->setup_count, sizeof(*place));

	if (!place)
		return -ENOMEM;
	*place = (struct draft_setup){ name, value, at };
	return 0;
}

int profile_register(struct profile *p, struct profile_text *t)
{
	uint64_t bus = p->dut.phy == PHY_MII ? UINT64_MAX : UINT32_MAX, address, reset = 0, mask = bus, setup = 0;
	bool written = false;
	const struct register_key keys[] = {
		{ "reset", { NULL }, 0, bus, &reset, NULL },
		{ "mask", { NULL }, 0, bus, &mask, NULL },
		{ "setup", { NULL }, 0, bus, &setup, &written },
		{ NULL, { NULL }, 0, 0, NULL, NULL },
	};
	struct profile_owned *o = p->owned;
	struct draft_register *place;
	bool equals;
	char *name;
	int err = read_new_name(p, t, "the name of a register", &name);

	if (!err)
		err = read_word(t, "at");
	if (!err)
		err = read_address(p, t, &address);
	if (!err)
		err = read_keys(t, keys, &equals);
	if (err)
		return err;
	place = draft_grow(&o->registers, &o->register_count, sizeof(*place));
	if (!place)
		return -ENOMEM;
	*place = (struct draft_register){ name, (uint16_t)address, reset, mask, draft_place_of(t, name) };
	err = draft_line(p, t->line, "register %s", name);
	if (!err && written)
		err = add_setup(p, name, setup, draft_place_of(t, name));
	return err || !equals ? err : profile_control_list(p, t, name, draft_place_of(t, name));
}

int profile_setup(struct profile *p, struct profile_text *t)
{
	uint64_t bus = p->dut.phy == PHY_MII ? UINT64_MAX : UINT32_MAX, value;
	char *name, *text;
	int err = profile_need(t, "the name of a register", &name);

	if (!err)
		err = profile_need(t, "the value", &text);
	if (!err)
		err = profile_number(t, text, "the value", 0, bus, &value);
	if (!err)
		err = add_setup(p, name, value, draft_place_of(t, name));
	return err ? err : profile_end(t);
}

/* ---- counters ---- */

static const struct {
	const char *name, *predicate;
} standard[] = {
#define STANDARD(name, predicate, source) { #name, predicate },
#include "ieee8023/counters.def"
};

static const char *standard_name(const void *list, size_t i)
{
	(void)list;
	return i < sizeof(standard) / sizeof(standard[0]) ? standard[i].name : NULL;
}

/* Reads the predicate TEXT, which is a part of the line; NULL: takes the predicate of the standard counter NAME. */
static int read_predicate(struct profile_text *t, char *name, const char *text, struct draft_counter *ret)
{
	struct predicate_error e = { 0 };
	size_t i;

	if (!text) {
		if (profile_choose(t, name, "a standard counter, or 'NAME = PREDICATE', in a list 'NAME(PREDICATE)'",
		                   standard_name, NULL, &i))
			return -EINVAL;
		ret->meaning = standard[i].predicate;
		ret->predicate = predicate_parse(ret->meaning, &e);
		return ret->predicate ? 0 : -ENOMEM;
	}
	errno = 0;
	ret->meaning = text;
	ret->predicate = predicate_parse(text, &e);
	if (ret->predicate)
		return 0;
	return errno == ENOMEM ? -ENOMEM : profile_refuse(t, text + (e.column ? e.column - 1 : 0), "%s", e.message);
}

static int rest_of_predicate(struct profile_text *t, char **ret)
{
	*ret = profile_rest(t);
	return *ret ? 0 : profile_refuse(t, t->next, "expected a predicate after '='");
}

/* Adds the draft, with its predicate, to the list. */
static int add_counter(struct profile *p, struct profile_text *t, struct draft_counter *draft)
{
	struct profile_owned *o = p->owned;
	struct draft_counter *place = draft_grow(&o->counters, &o->counter_count, sizeof(*place));

	if (!place) {
		predicate_free(draft->predicate);
		return -ENOMEM;
	}
	*place = *draft;
	return draft_line(p, t->line, "counter %s", draft->name);
}

/* Adds a counter of the generated module, with the next number. */
static int add_strobe(struct profile *p, struct profile_text *t, struct profile_strobe strobe, char *name, const char *predicate)
{
	struct profile_build *b = &p->build;
	struct draft_counter draft = { .name = name,
		                       .width = strobe.port ? strobe.width : WORD_BITS,
		                       .effect = COUNTER_KEEP,
		                       .full = COUNTER_WRAP,
		                       .made = true,
		                       .place = draft_place_of(t, name) };
	struct profile_strobe *place;
	int err;

	if (b->strobe_count == EVENTS_MAX)
		return profile_refuse(t, NULL, "expected at most %d lines of events and ports", EVENTS_MAX);
	err = read_predicate(t, name, predicate, &draft);
	if (err)
		return err;
	strobe.name = name;
	strobe.line = t->line;
	strobe.address = draft.address = (uint16_t)(EVENTS_AT + EVENT_OCTETS * b->strobe_count);
	draft.high = draft.address + 4;
	place = draft_grow(&b->strobes, &b->strobe_count, sizeof(*place));
	if (!place) {
		predicate_free(draft.predicate);
		return -ENOMEM;
	}
	*place = strobe;
	return add_counter(p, t, &draft);
}

int profile_event(struct profile *p, struct profile_text *t)
{
	struct profile_strobe strobe = { 0 };
	char *bits, *colon, *name, *predicate = NULL, *word;
	uint64_t msb, lsb;
	int err = profile_need(t, "a bit of event_bits, or MSB:LSB", &bits);

	if (err)
		return err;
	colon = strchr(bits, ':');
	if (colon)
		*colon = 0;
	err = profile_number(t, bits, "the bit", 0, PROFILE_EVENT_BITS - 1, &msb);
	lsb = msb;
	if (!err && colon)
		err = profile_number(t, colon + 1, "the lowest bit", 0, msb, &lsb);
	if (!err && msb - lsb >= 32)
		err = profile_refuse(t, bits, "expected at most 32 bits");
	if (!err)
		err = profile_equals(t, "event");
	if (!err)
		err = read_new_name(p, t, "the name of a counter", &name);
	if (err)
		return err;
	word = profile_word(t);
	if (word && strcmp(word, "="))
		return profile_refuse(t, word, "expected '= PREDICATE' or the end of the line, not '%.*s'", SHOWN, word);
	if (word)
		err = rest_of_predicate(t, &predicate);
	strobe.msb = (uint8_t)msb;
	strobe.lsb = (uint8_t)lsb;
	return err ? err : add_strobe(p, t, strobe, name, predicate);
}

/* Reads the next word of a list of counters: a standard counter, or "NAME(PREDICATE)". *RET is NULL at the end of the line;
 * *RET_PREDICATE is NULL for a standard counter. */
static int read_listed(struct profile *p, struct profile_text *t, char **ret, char **ret_predicate)
{
	static const char what[] = "the name of a counter";
	int err = profile_item(t, ret, ret_predicate);

	if (!err && *ret && *ret_predicate)
		err = check_name(t, what, *ret);
	return err ? err : !*ret || !strcmp(*ret, "-") || is_new(p, t, *ret) ? 0 : -EINVAL;
}

/* Reads a list of counters with a strobe for each, from a bit of event_bits on; "-" stands for a bit that is no strobe. */
int profile_events(struct profile *p, struct profile_text *t)
{
	char *text, *word, *predicate;
	uint64_t bit = 0;
	int err = read_word(t, "from");

	if (!err)
		err = profile_need(t, "a bit of event_bits", &text);
	if (!err)
		err = profile_number(t, text, "the bit", 0, PROFILE_EVENT_BITS - 1, &bit);
	if (!err)
		err = profile_equals(t, "events");
	if (!err)
		err = read_listed(p, t, &word, &predicate);
	if (!err && !word)
		err = profile_refuse(t, t->next, "expected a counter, or '-' for a bit that is none, after 'events'");
	for (; !err && word; err = err ? err : read_listed(p, t, &word, &predicate), bit++) {
		struct profile_strobe strobe = { .msb = (uint8_t)bit, .lsb = (uint8_t)bit };
		if (bit >= PROFILE_EVENT_BITS)
			err = profile_refuse(t, word, "event_bits has %d bits, and '%.*s' has no place left", PROFILE_EVENT_BITS,
			                     SHOWN, word);
		else if (strcmp(word, "-"))
			err = add_strobe(p, t, strobe, word, predicate);
	}
	return err;
}

static int read_port(struct profile *p, struct profile_text *t, char *name)
{
	struct profile_strobe strobe = { .port = true };
	uint64_t width = 32;
	const struct register_key keys[] = {
		{ "width", { NULL }, WIDTH_LEAST, BITS_MAX, &width, NULL },
		{ NULL, { NULL }, 0, 0, NULL, NULL },
	};
	char *predicate = NULL;
	bool equals;
	int err = read_keys(t, keys, &equals);

	if (!err && equals)
		err = rest_of_predicate(t, &predicate);
	strobe.width = (uint8_t)width;
	return err ? err : add_strobe(p, t, strobe, name, predicate);
}

/* The properties of counters that the words of their line state. */
struct counter_form {
	uint64_t width, keep, stick, plain, high, reset, step;
};

/* Reads these words. LIST says that the line is about more than one counter. */
static int read_form(struct profile_text *t, struct counter_form *form, bool list, bool *ret_equals)
{
	const struct register_key keys[] = {
		{ "width", { NULL }, WIDTH_LEAST, BITS_MAX, &form->width, NULL },
		{ "read", { "keep", "clear", NULL }, 0, 0, &form->keep, NULL },
		{ "full", { "wrap", "stick", NULL }, 0, 0, &form->stick, NULL },
		{ "pair", { "plain", "latched", NULL }, 0, 0, &form->plain, NULL },
		{ list ? "step" : "high", { NULL }, list, ADDRESS_MAX, list ? &form->step : &form->high, NULL },
		{ list ? NULL : "reset", { NULL }, 0, UINT64_MAX, &form->reset, NULL },
		{ NULL, { NULL }, 0, 0, NULL, NULL },
	};

	*form = (struct counter_form){ .width = WORD_BITS, .high = UINT64_MAX };
	return read_keys(t, keys, ret_equals);
}

/* Adds the counter NAME at ADDRESS; PREDICATE is NULL for a standard counter. */
static int put_counter(struct profile *p, struct profile_text *t, char *name, uint64_t address, const struct counter_form *form,
                       const char *predicate)
{
	unsigned bus = p->dut.phy == PHY_MII ? BITS_MAX : WORD_BITS;
	struct draft_counter draft = { 0 };
	int err = 0;

	if (form->width <= bus && (form->high != UINT64_MAX || form->plain))
		err = profile_refuse(t, name, "a counter of %u bits is one word: expected no 'high' and no 'pair'",
		                     (unsigned)form->width);
	if (!err)
		err = read_predicate(t, name, predicate, &draft);
	if (err)
		return err;
	draft.name = name;
	draft.address = (uint16_t)address;
	draft.high = (uint16_t)(form->high == UINT64_MAX ? address + bus / 8 : form->high);
	draft.width = (uint8_t)form->width;
	draft.effect = form->keep ? COUNTER_CLEAR : COUNTER_KEEP;
	draft.full = form->stick ? COUNTER_STICK : COUNTER_WRAP;
	draft.latched = form->plain != 0;
	draft.reset = form->reset;
	draft.place = draft_place_of(t, name);
	return add_counter(p, t, &draft);
}

int profile_counter(struct profile *p, struct profile_text *t)
{
	struct counter_form form;
	char *name, *word, *predicate = NULL;
	uint64_t address;
	bool equals;
	int err = read_new_name(p, t, "the name of a counter", &name);

	if (!err)
		err = profile_need(t, "'at ADDRESS' or 'port'", &word);
	if (!err && !strcmp(word, "port"))
		return read_port(p, t, name);
	if (!err && strcmp(word, "at"))
		err = profile_refuse(t, word, "expected 'at ADDRESS' or 'port', not '%.*s'", SHOWN, word);
	if (!err)
		err = read_address(p, t, &address);
	if (!err)
		err = read_form(t, &form, false, &equals);
	if (!err && equals)
		err = rest_of_predicate(t, &predicate);
	return err ? err : put_counter(p, t, name, address, &form, predicate);
}

static struct draft_counter *counter_called(struct profile *p, const char *name)
{
	for (size_t i = 0; i < p->owned->counter_count; i++)
		if (!strcmp(p->owned->counters[i].name, name))
			return &p->owned->counters[i];
	return NULL;
}

/* Reads which counters count before the end of a frame. */
int profile_early(struct profile *p, struct profile_text *t)
{
	char *text, *name;
	uint64_t early = 0;
	int err = profile_need(t, "how many octet times before the end of a frame", &text);

	if (!err)
		err = profile_number(t, text, "how early", 1, EARLY_MAX, &early);
	if (!err)
		err = profile_equals(t, "early");
	if (!err)
		err = profile_need(t, "a counter of a line before", &name);
	for (; !err && name; name = profile_word(t)) {
		struct draft_counter *counter = counter_called(p, name);
		if (!counter)
			return profile_refuse(t, name, "'%.*s' is no counter of a line before this one", SHOWN, name);
		counter->early = (uint32_t)early;
	}
	return err;
}

/* Reads a list of counters of one kind at consecutive addresses; "-" stands for an address without a counter. */
int profile_counters(struct profile *p, struct profile_text *t)
{
	unsigned octets = p->dut.phy == PHY_MII ? BITS_MAX / 8 : WORD_BITS / 8;
	struct counter_form form;
	uint64_t address = 0;
	bool equals = false;
	char *word, *predicate;
	int err = read_word(t, "from");

	if (!err)
		err = read_address(p, t, &address);
	if (!err)
		err = read_form(t, &form, true, &equals);
	if (!err && !equals)
		err = profile_refuse(t, t->next, "expected '= NAME NAME ...' after 'counters from ADDRESS'");
	if (!err && form.step % octets)
		err = profile_refuse(t, NULL, "expected a step that is a multiple of %u", octets);
	if (!err && !form.step)
		form.step = form.width > 8 * octets ? 2 * octets : octets;
	if (!err)
		err = read_listed(p, t, &word, &predicate);
	if (!err && !word)
		err = profile_refuse(t, t->next, "expected a counter, or '-' for an address without one, after 'counters'");
	for (; !err && word; err = err ? err : read_listed(p, t, &word, &predicate), address += form.step) {
		if (address > ADDRESS_MAX)
			err = profile_refuse(t, word, "the address of '%.*s' must be 0 to %d (0x%x)", SHOWN, word, ADDRESS_MAX,
			                     ADDRESS_MAX);
		else if (strcmp(word, "-"))
			err = put_counter(p, t, word, address, &form, predicate);
	}
	return err;
}
