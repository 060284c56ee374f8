/* SPDX-License-Identifier: Apache-2.0 */
/* Reads what the table of verbs cannot express about headers, registers and the other verbs but frames: their own words, and
 * rules between keys; verbs.h, doc/reference/stimulus.md. */
#include "verbs.h"

#include "parameters.h"
#include "base/spelling.h"
#include "stimulus/pcap_in.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- headers ---- */

static const struct dut_capability_row *capability_by_word(const char *word)
{
	for (size_t i = 0; i < CAPABILITY_COUNT; i++)
		if (dut_capabilities[i].word && !strcmp(dut_capabilities[i].word, word))
			return &dut_capabilities[i];
	return NULL;
}

static int unknown_capability(struct reader *r, const char *name)
{
	struct spelling spelling = spelling_of(name);
	char hint[SPELLING_HINT_MAX];

	for (size_t i = 0; i < CAPABILITY_COUNT; i++)
		spelling_offer(&spelling, dut_capabilities[i].word);
	return reader_refuse(r, name, "expected what is needed, as in obs, pfc or request; not '%.*s'%s", READER_SHOWN_MAX, name,
	                     spelling_hint(&spelling, "; ", hint, sizeof(hint)));
}

int words_needs(struct reader *r, struct draft *d)
{
	char *name = reader_word(r);

	(void)d;
	if (!name)
		return reader_refuse(r, r->next, "expected what is needed, as in obs, pfc or request");
	for (; name; name = reader_word(r)) {
		const struct dut_capability_row *capability = capability_by_word(name);
		if (!strcmp(name, "obeys")) { /* only a profile can exclude it, so it is no capability */
			if (!dut_obeys(r->dut))
				snprintf(r->st->lacking, sizeof(r->st->lacking), "PAUSE frames that are obeyed");
			continue;
		}
		if (!capability)
			return unknown_capability(r, name);
		r->st->needs |= capability->bit;
	}
	return 0;
}

static int cover_rule(struct reader *r, const char *name)
{
	int rule = rule_by_name(name);
	const char *nearest;

	if (rule >= 0 && cover_table[rule].kind != COVER_EXERCISED)
		return reader_refuse(r, name, "a stimulus cannot cover %s: %s", name, cover_table[rule].when);
	if (rule >= 0) {
		r->st->covers.has[rule] = true;
		return 0;
	}
	nearest = cover_nearest(name);
	return reader_refuse(r, name, "unknown rule '%.*s'%s%s%s; 'pausebench list rules' shows them all", READER_SHOWN_MAX, name,
	                     nearest ? ", did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

/* Reads names of rules, with blanks and commas between them. */
int words_long(struct reader *r, struct draft *d)
{
	(void)d;
	r->st->is_long = true;
	return 0;
}

int words_covers(struct reader *r, struct draft *d)
{
	char *words = reader_word(r), *rest, *name;
	int err = 0;

	(void)d;
	if (!words || !words[strspn(words, ",")])
		return reader_refuse(r, words ? words : r->next,
		                     "expected the rules that are covered, as 'pausebench list rules' shows them");
	for (; words && !err; words = reader_word(r))
		for (rest = words; !err && (name = strsep(&rest, ","));)
			if (*name)
				err = cover_rule(r, name);
	return err;
}

static int read_name(struct reader *r, const char *what, char *ret, size_t size)
{
	char *name = reader_word(r);

	if (r->st->neutral)
		return reader_refuse(r, r->text, "a neutral stimulus is for every MAC: expected no header 'model' or 'dut'");
	if (!name)
		return reader_refuse(r, r->next, "expected the name of a %s", what);
	if (strlen(name) >= size)
		return reader_refuse(r, name, "the name of a %s has at most %zu characters", what, size - 1);
	strcpy(ret, name);
	return 0;
}

int words_dut(struct reader *r, struct draft *d)
{
	(void)d;
	return read_name(r, "DUT", r->st->only_dut, sizeof(r->st->only_dut));
}

int words_model(struct reader *r, struct draft *d)
{
	(void)d;
	return read_name(r, "model", r->st->only_model, sizeof(r->st->only_model));
}

int words_seed(struct reader *r, struct draft *d)
{
	char *text = reader_word(r);

	(void)d;
	if (!text)
		return reader_refuse(r, r->next, "expected the seed of the power-up state");
	return number_read(r, text, "seed", 0, UINT32_MAX, &r->st->seed);
}

static int refuse_reading(struct reader *r, const char *name)
{
	struct spelling spelling = spelling_of(name);
	char hint[SPELLING_HINT_MAX];
	size_t count;
	const struct parameter *parameters = parameters_of(r->dut->model, &count);

	if (parameter_by_name(r->dut->model, name))
		return reader_refuse(r, name, "%s is a parameter of the row and no reading", name);
	for (size_t i = 0; i < count; i++)
		spelling_offer(&spelling, parameters[i].reading ? parameters[i].name : NULL);
	spelling_hint(&spelling, ", ", hint, sizeof(hint));
	return reader_refuse(r, name, "unknown reading '%.*s' of %s%s; regs/%s/parameters.def has them all", READER_SHOWN_MAX,
	                     name, r->dut->model, hint, r->dut->model);
}

/* Reads one NAME=0 or NAME=1. The readings of another device have no effect: its stimuli are not for this DUT. */
static int read_reading(struct reader *r, char *text)
{
	char *equals = strchr(text, '=');
	size_t count;
	const struct parameter *parameters = parameters_of(r->dut->model, &count), *reading;
	uint32_t bit;

	if (!equals || (strcmp(equals, "=0") && strcmp(equals, "=1")))
		return reader_refuse(r, text, "expected NAME=0 or NAME=1, not '%.*s'", READER_SHOWN_MAX, text);
	*equals = 0;
	reading = parameter_by_name(r->dut->model, text);
	if (!reading || !reading->reading)
		return refuse_reading(r, text);
	bit = 1u << reading_bit(parameters, reading);
	if (r->st->readings_named & bit)
		return reader_refuse(r, text, "the reading %s is given twice", text);
	r->st->readings_named |= bit;
	r->st->readings |= equals[1] == '1' ? bit : 0;
	return 0;
}

/* Reads the header "reading". Readings belong to a model, so that the header "model" comes first; the readings of another model
 * are skipped. */
int words_reading(struct reader *r, struct draft *d)
{
	char *text = reader_word(r);
	int err = 0;

	(void)d;
	if (!text)
		return reader_refuse(r, r->next, "expected readings: NAME=0 or NAME=1");
	if (!r->st->only_model[0] && !r->st->only_dut[0])
		return reader_refuse(r, text, "expected header 'model' or 'dut' before the readings of its documents");
	if ((r->st->only_model[0] && strcmp(r->st->only_model, r->dut->model)) ||
	    (r->st->only_dut[0] && strcmp(r->st->only_dut, r->dut->name))) {
		while (reader_word(r))
			;
		return 0;
	}
	for (; text && !err; text = reader_word(r))
		err = read_reading(r, text);
	return err;
}

/* Completes a header, which makes no item: its words have gone into the stimulus. */
int finish_header(struct reader *r, struct draft *d)
{
	(void)r;
	(void)d;
	return 0;
}

/* ---- registers ---- */

static int unknown_register(struct reader *r, const char *name)
{
	struct spelling spelling = spelling_of(name);
	char hint[SPELLING_HINT_MAX];
	const char *other = reg_model_with(name);

	if (other)
		return reader_refuse(r, name, "%s has no register '%.*s': it is one of %s", r->dut->name, READER_SHOWN_MAX, name,
		                     other);
	for (size_t i = 0; i < r->page->count; i++)
		spelling_offer(&spelling, r->page->rows[i].name);
	return reader_refuse(r, name, "%s has no register '%.*s'%s", r->dut->name, READER_SHOWN_MAX, name,
	                     spelling_hint(&spelling, ", ", hint, sizeof(hint)));
}

/* Writes into RET which field of REG is like NAME, or an empty text. Returns RET. */
static char *field_hint(const struct reader *r, const char *reg, const char *name, char ret[SPELLING_HINT_MAX])
{
	struct spelling spelling = spelling_of(name);

	for (size_t i = 0; i < r->page->field_count; i++)
		if (!strcmp(r->page->fields[i].reg, reg))
			spelling_offer(&spelling, r->page->fields[i].name);
	return spelling_hint(&spelling, ", ", ret, SPELLING_HINT_MAX);
}

/* Reads one FIELD or FIELD=n of a register, and ORs its value into *RET. */
static int field_value(struct reader *r, const char *reg, char *text, uint64_t *ret)
{
	char *equals = strchr(text, '=');
	const struct reg_field *field;
	char hint[SPELLING_HINT_MAX];
	uint64_t value = 0;
	int err;

	if (equals)
		*equals = 0;
	field = reg_field_by_name(r->page, reg, text);
	if (!field)
		return reader_refuse(r, text, "expected a number or fields of %s, not '%.*s'%s", reg, READER_SHOWN_MAX, text,
		                     field_hint(r, reg, text, hint));
	if (!equals && field->msb != field->lsb)
		return reader_refuse(r, text, "field %s has %d bits: write %s=VALUE", text, field->msb - field->lsb + 1, text);
	if (!equals) {
		*ret |= reg_field_mask(field);
		return 0;
	}
	err = number_read64(r, equals + 1, text, 0, reg_field_mask(field) >> field->lsb, &value);
	*ret |= value << field->lsb;
	return err;
}

/* Reads a number, or FIELD|FIELD=n|... of REG. */
static int reg_value(struct reader *r, const char *reg, char *text, uint64_t *ret)
{
	int err = 0;

	if (isdigit((unsigned char)*text))
		return number_read64(r, text, "a register value", 0, reg_mask(r->page), ret);
	if (!reg[0])
		return reader_refuse(r, text, "expected a number, not '%.*s'", READER_SHOWN_MAX, text);
	*ret = 0;
	for (char *next; text && !err; text = next) {
		next = strchr(text, '|');
		if (next)
			*next++ = 0;
		err = field_value(r, reg, text, ret);
	}
	return err;
}

/* Reads a register, which is given by name or address. */
static int reg_address(struct reader *r, char *text, struct draft *d)
{
	const struct reg_row *row;
	uint32_t address = 0;
	int err;

	if (!text)
		return reader_refuse(r, r->next, "expected the name or address of a register");
	if (isdigit((unsigned char)*text)) {
		err = number_read(r, text, "a register address", 0, UINT16_MAX, &address);
		d->item.u.reg.address = (uint16_t)address;
		row = reg_by_address(r->page, d->item.u.reg.address);
		d->reg_name = row ? row->name : "";
		return err;
	}
	row = *text ? reg_by_name(r->page, text) : NULL;
	if (!row)
		return unknown_register(r, text);
	d->item.u.reg.address = row->address;
	d->reg_name = row->name;
	return 0;
}

int words_reg_write(struct reader *r, struct draft *d)
{
	char *where = reader_word(r), *what, *dot = where ? strchr(where, '.') : NULL;
	int err;

	if (dot)
		return reader_refuse(r, dot, "a write is of a whole register: reg.write NAME FIELD=VALUE|FIELD|...");
	d->item.u.reg.strobe = reg_strobe(r->page);
	err = reg_address(r, where, d);
	if (err)
		return err;
	what = reader_word(r);
	if (!what)
		return reader_refuse(r, r->next, "expected the value to write");
	return reg_value(r, d->reg_name, what, &d->item.u.reg.value);
}

int words_reg_read(struct reader *r, struct draft *d)
{
	char *where = reader_word(r), *dot = where ? strchr(where, '.') : NULL, hint[SPELLING_HINT_MAX];
	int err;

	if (dot)
		*dot = 0;
	err = reg_address(r, where, d);
	if (err || !dot)
		return err;
	d->field = reg_field_by_name(r->page, d->reg_name, dot + 1);
	if (d->field)
		return 0;
	return reader_refuse(r, dot + 1, "%s has no field '%.*s'%s", d->reg_name[0] ? d->reg_name : "this address",
	                     READER_SHOWN_MAX, dot + 1, field_hint(r, d->reg_name, dot + 1, hint));
}

/* Reads expect= for the bits of a field. */
static int expect_field(struct reader *r, struct draft *d)
{
	char *expect = reader_key(r, "expect"), *mask = reader_key(r, "mask");
	const struct reg_field *field = d->field;
	int err;

	if (!expect)
		return reader_refuse(r, r->next, "expected expect=VALUE of the field");
	if (mask)
		return reader_refuse(r, mask, "a field is its own mask");
	d->item.u.reg.expect_mask = reg_field_mask(field);
	err = number_read64(r, expect, field->name, 0, reg_field_mask(field) >> field->lsb, &d->item.u.reg.expect);
	d->item.u.reg.expect <<= field->lsb;
	return err;
}

/* Reads expect= and mask= for a whole register. */
static int expect_register(struct reader *r, struct draft *d)
{
	char *expect = reader_key(r, "expect"), *mask = reader_key(r, "mask");
	int err;

	if (!expect)
		return 0;
	d->item.u.reg.expect_mask = reg_mask(r->page);
	err = reg_value(r, d->reg_name, expect, &d->item.u.reg.expect);
	if (!err && mask)
		err = reg_value(r, d->reg_name, mask, &d->item.u.reg.expect_mask);
	if (!err && !d->item.u.reg.expect_mask)
		err = reader_refuse(r, mask, "mask must not be 0");
	return err;
}

int finish_reg_read(struct reader *r, struct draft *d)
{
	int err = d->field ? expect_field(r, d) : expect_register(r, d);

	return err ? err : stimulus_append(r->st, &d->item);
}

int finish_reg_walk(struct reader *r, struct draft *d)
{
	size_t before = r->st->count;
	int err = r->st->neutral ? control_walk(r->st, r->dut, r->controls, d->seed, d->reads)
	                         : stim_walk(r->st, r->dut, d->seed, d->reads);

	if (!err && r->st->count == before)
		reader_lacks(r, "a control in a register");
	return err;
}

int finish_reg_holes(struct reader *r, struct draft *d)
{
	(void)d;
	return stim_holes(r->st, r->dut);
}

int finish_setup(struct reader *r, struct draft *d)
{
	(void)d;
	return stimulus_setup(r->st, r->dut);
}

/* ---- requests, link, carrier ---- */

int words_pause_req(struct reader *r, struct draft *d)
{
	const char *name = reader_word(r);
	size_t i = 0;

	while (name && i < STIM_REQUESTS && strcmp(stim_requests[i], name))
		i++;
	if (!name || i == STIM_REQUESTS)
		return reader_refuse(r, name ? name : r->next, "expected none, xon, xoff or both");
	d->item.u.request = (uint16_t)i;
	return 0;
}

int finish_link(struct reader *r, struct draft *d)
{
	uint16_t mbps = d->item.u.link.mbps;

	if (mbps != 10 && mbps != 100 && mbps != 1000)
		return reader_refuse(r, reader_key(r, "speed"), "expected 10, 100 or 1000 for speed");
	if (d->item.u.link.half && mbps == 1000)
		return reader_refuse(r, reader_key(r, "duplex"), "half duplex is for 10 and 100 Mb/s");
	for (unsigned speed = SPEED_10; speed <= SPEED_1000; speed++)
		if (dut_mbps(speed) == mbps && !dut_has_speed(r->dut, speed)) {
			if (!r->st->neutral)
				return reader_refuse(r, reader_key(r, "speed"), "%s has no %u Mb/s", r->dut->name, mbps);
			reader_lacks(r, "%u Mb/s", mbps);
		}
	r->mbps = mbps;
	return stimulus_append(r->st, &d->item);
}

int finish_carrier(struct reader *r, struct draft *d)
{
	d->item.u.carrier.after_tx = reader_key(r, "after");
	return stimulus_append(r->st, &d->item);
}

/* ---- waits ---- */

#define STIM_WAIT_WORDS "rx, tx, host, reg, idle, until, or start, end, control, inhibit, expiry, pfc, classified or read"
#define STIM_UNTIL_WORDS "xoff-sent, xon-sent, paused, resumed, level<OCTETS or level>OCTETS"

/* Refuses a moment or state that shows at a port which the DUT does not have. */
static int moment_ports(struct reader *r, const char *what, enum item_wait moment)
{
	bool observed = moment == WAIT_INHIBIT || moment == WAIT_EXPIRY || moment == WAIT_CLASSIFIED || moment >= WAIT_PAUSED;

	if (observed && !(r->dut->capabilities & CAP_OBS))
		return reader_refuse(r, what, "wait %s%s needs observation ports, which %s has not",
		                     moment >= WAIT_PAUSED ? "until " : "", what, r->dut->name);
	if (moment == WAIT_PFC && !(r->dut->capabilities & CAP_PFC))
		return reader_refuse(r, what, "wait pfc needs PFC, which %s has not", r->dut->name);
	return 0;
}

/* Reads a wait in cycles, or in a time at the speed that the file has set so far. A time is rounded up, since a wait lasts at
 * least so long. */
static int read_cycles(struct reader *r, char *text, struct draft *d)
{
	static const struct {
		const char *name;
		uint64_t ns, octets; /* how many of each one unit has */
	} units[] = { { "ns", 1, 0 }, { "us", 1000, 0 }, { "ms", 1000000, 0 }, { "q", 0, 64 } };
	enum { UNITS = sizeof(units) / sizeof(units[0]), NS_PER_S = 1000000000 };
	char *unit = text + strspn(text, "0123456789");
	uint64_t number, octets, clocks;
	size_t i = 0;
	int err;

	while (r->keys->name)
		r->keys++;
	if (!*unit || !strncmp(text, "0x", 2))
		return number_read(r, text, "the cycles of a wait", 0, STIM_CYCLES_MAX, &d->item.u.wait.cycles);
	while (i < UNITS && strcmp(units[i].name, unit))
		i++;
	if (i == UNITS)
		return reader_refuse(r, unit, "expected cycles (no unit), ns, us, ms or q (quanta), not '%.*s'", READER_SHOWN_MAX,
		                     unit);
	*unit = 0;
	err = number_read64(r, text, "the time of a wait", 0, STIM_CYCLES_MAX, &number);
	if (err)
		return err;
	octets = number * units[i].octets * dut_octet_clocks(r->dut, r->mbps);
	clocks = (octets + dut_step(r->dut) - 1) / dut_step(r->dut);
	if (units[i].ns && number <= UINT64_MAX / units[i].ns / dut_clock_hz(r->dut, r->mbps))
		clocks = (number * units[i].ns * dut_clock_hz(r->dut, r->mbps) + NS_PER_S - 1) / NS_PER_S;
	else if (units[i].ns)
		clocks = UINT64_MAX;
	if (clocks > STIM_CYCLES_MAX)
		return reader_refuse(r, text, "the wait has more than %d cycles", STIM_CYCLES_MAX);
	d->item.u.wait.cycles = (uint32_t)clocks;
	return 0;
}

/* Reads the state after "wait until". */
static int read_until(struct reader *r, struct draft *d)
{
	char *what = reader_word(r);
	enum item_wait wait = WAIT_XOFF_SENT;
	size_t word = strlen("level<");
	bool level;

	if (!what)
		return reader_refuse(r, r->next, "expected " STIM_UNTIL_WORDS);
	level = !strncmp(what, "level", word - 1);
	while (wait < WAIT_KIND_COUNT && (level ? strncmp(stim_wait_word(wait), what, word) : strcmp(stim_wait_word(wait), what)))
		wait++;
	if (wait == WAIT_KIND_COUNT)
		return reader_refuse(r, what, "expected " STIM_UNTIL_WORDS ", not '%.*s'", READER_SHOWN_MAX, what);
	d->item.u.wait.what = wait;
	if (level && number_read(r, what + word, "the level", 0, STIM_CYCLES_MAX, &d->item.u.wait.octets))
		return -EINVAL;
	if (level && control_level(r->dut, 0) == CONTROL_NO_LEVEL)
		return reader_refuse(r, what, "%s shows no level of a receive buffer", r->dut->name);
	return moment_ports(r, what, wait);
}

/* Reads the words of a wait. The key at= is for moments and states; a number of cycles has no key. */
static int words_rx(struct reader *r, struct draft *d, const char *which)
{
	static const char *const names[] = CLOCK_NAMES;
	const char *clock = reader_word(r);

	if (!clock || strcmp(clock, names[CLOCK_RX]) != 0)
		return reader_refuse(r, clock ? clock : r->next, "expected rx, the clock that %s%s%.*s%s", which,
		                     clock ? ", not '" : "", READER_SHOWN_MAX, clock ? clock : "", clock ? "'" : "");
	d->item.u.clock.domain = CLOCK_RX;
	return 0;
}

/* A run counts in clocks of the transmit wire, and no profile says that those of host and bus stop: what waits for them then is not known. */
int words_stop(struct reader *r, struct draft *d)
{
	return words_rx(r, d, "a PHY may stop");
}

int words_reset_clock(struct reader *r, struct draft *d)
{
	return words_rx(r, d, "may be reset alone");
}

int words_wait(struct reader *r, struct draft *d)
{
	char *what = reader_word(r);
	enum item_wait wait = WAIT_CYCLES + 1;

	if (!what)
		return reader_refuse(r, r->next, "expected a number of cycles, " STIM_WAIT_WORDS);
	if (isdigit((unsigned char)*what))
		return read_cycles(r, what, d);
	if (!strcmp(what, "until"))
		return read_until(r, d);
	while (wait < WAIT_XOFF_SENT && strcmp(stim_wait_word(wait), what))
		wait++;
	if (wait == WAIT_XOFF_SENT)
		return reader_refuse(r, what, "expected a number of cycles, " STIM_WAIT_WORDS ", not '%.*s'", READER_SHOWN_MAX,
		                     what);
	d->item.u.wait.what = wait;
	if (wait < WAIT_START)
		r->keys = verb_key_row(r->keys, "max");
	return moment_ports(r, what, wait);
}

/* ---- captures ---- */

/* Returns the path of NAME, which is relative to the folder of the stimulus file. The caller frees it. */
static char *beside(const char *stim_path, const char *name)
{
	const char *slash = strrchr(stim_path, '/');
	char *path = NULL;

	if (name[0] == '/' || !slash)
		return strdup(name);
	if (asprintf(&path, "%.*s/%s", (int)(slash - stim_path), stim_path, name) < 0)
		return NULL;
	return path;
}

int finish_pcap(struct reader *r, struct draft *d)
{
	const char *name = reader_key(r, "file");
	char message[160] = "", *path = beside(r->path, name);
	int err;

	if (!path)
		return -ENOMEM;
	err = pcap_in_append(r->st, path, r->dut, &d->pcap, message, sizeof(message));
	if (err && err != -ENOMEM)
		err = reader_refuse(r, name, "%s: %s", name, message);
	free(path);
	return err;
}
