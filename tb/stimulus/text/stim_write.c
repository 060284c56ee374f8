/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a stimulus as a text from which the reader makes an equal one; doc/reference/stimulus.md.
 *
 * The table of verbs (verbs.c) says how the keys of an item are written; a key that has its default value is left out unless its
 * row says otherwise. The writes of a set-up are written as one line. A frame is written in the shortest form that gives its
 * octets: rx.pause or rx.pfc, fields with a named fill, fields with hex, or the whole frame in hex. Lanes are written as rx.fault
 * if they consist of fault sequences. */
#include "verbs.h"

#include "parameters.h"
#include "part/frame.h"

#include <ctype.h>
#include <inttypes.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The item that is written (.d), and the draft that the reader makes of its verb alone, with the default of every key (.usual). */
struct writer {
	FILE *out;
	const struct dut *dut;
	const struct reg_page *page;
	const struct verb *verb;
	struct draft d, usual;
	uint32_t least_gap; /* the least gap of a received frame; a smaller one has the same effect */
};

static void put_hex(FILE *out, const uint8_t *octets, size_t len)
{
	for (size_t i = 0; i < len; i++)
		fprintf(out, "%02x", octets[i]);
}

/* ---- keys ---- */

static void begin(struct writer *w, const struct verb *verb, const struct item *item)
{
	w->verb = verb;
	w->usual = w->d = verb_draft(verb);
	w->d.item = *item;
	if (verb->item.kind == ITEM_REG_WRITE)
		w->usual.item.u.reg.strobe = reg_strobe(w->page);
}

static bool differs(const struct writer *w, const struct verb_key *key)
{
	return memcmp((const uint8_t *)&w->d + key->offset, (const uint8_t *)&w->usual + key->offset, key->size);
}

/* Writes KEY, which is one of KEYS, if its value is not what the reader takes without it. */
static void put_key(struct writer *w, const struct verb_key *keys, const struct verb_key *key)
{
	if (!key->type->write || !verb_need_met(key->need, w->dut) || !(key->shown || differs(w, key)))
		return;
	if (!key->with || differs(w, verb_key_row(keys, key->with)))
		key->type->write(w->out, key, &w->d);
}

static void put_keys(struct writer *w, const struct verb_key *keys)
{
	for (const struct verb_key *key = keys; key->name; key++)
		put_key(w, keys, key);
}

static void put_named_key(struct writer *w, const char *name)
{
	put_key(w, w->verb->keys, verb_key_row(w->verb->keys, name));
}

/* Writes the keys that received frames have in common, as far as the verb has them. */
static void put_run_keys(struct writer *w)
{
	w->usual.item.u.frame.error_len = 1; /* the default if there is er= */
	if (w->d.item.u.frame.gap < w->least_gap)
		w->d.item.u.frame.gap = w->least_gap;
	for (const struct verb_key *key = verb_run_keys; key->name; key++)
		if (w->verb->more || verb_key_row(w->verb->keys, key->name))
			put_key(w, verb_run_keys, key);
}

/* ---- frames ---- */

static bool fill_is(const uint8_t *octets, size_t len, struct stim_fields *fields, enum stim_fill fill)
{
	uint8_t chunk[ITEM_FRAME_OCTETS_MAX];

	fields->fill = fill;
	stim_fill(chunk, len, fields);
	return !memcmp(chunk, octets, len);
}

/* Returns the shortest fill that gives the payload. */
static enum stim_fill fill_of(const uint8_t *payload, size_t len, struct stim_fields *ret)
{
	static const enum stim_fill plain[] = { STIM_FILL_INC, STIM_FILL_ZERO, STIM_FILL_ONES };

	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		if (fill_is(payload, len, ret, plain[i]))
			return plain[i];
	if (len > 4) {
		ret->seed = stim_rand_seed(payload);
		if (fill_is(payload, len, ret, STIM_FILL_RAND))
			return STIM_FILL_RAND;
	}
	return STIM_FILL_HEX;
}

static void put_fill(FILE *out, const uint8_t *payload, size_t len, const struct stim_fields *fields)
{
	switch (fields->fill) {
	case STIM_FILL_INC:
		break;
	case STIM_FILL_ZERO:
		fputs(" fill=zero", out);
		break;
	case STIM_FILL_ONES:
		fputs(" fill=ones", out);
		break;
	case STIM_FILL_RAND:
		fprintf(out, " fill=rand:%u", fields->seed);
		break;
	case STIM_FILL_HEX:
		while (len > 1 && !payload[len - 1])
			len--;
		fputs(" fill=hex:", out);
		put_hex(out, payload, len);
		break;
	}
}

/* Writes the fields of a frame. EXTRA is the number of FCS octets that len= counts. */
static void put_fields(struct writer *w, uint32_t extra)
{
	const struct item_frame *frame = &w->d.item.u.frame;
	const uint8_t *octets = frame->octets, *payload = octets + STIM_HEADER_OCTETS;
	uint32_t usual = w->d.item.kind == ITEM_TX_FRAME ? STIM_SEND_LEN : STIM_FRAME_LEN;
	struct stim_fields fields = { 0 };

	if (frame->len && frame->len < STIM_HEADER_OCTETS) {
		fputs(" hex=", w->out);
		put_hex(w->out, octets, frame->len);
		return;
	}
	if (!frame->len) {
		fprintf(w->out, " len=%u", extra);
		return;
	}
	memcpy(w->d.fields.da, octets, STIM_ADDRESS_OCTETS);
	memcpy(w->d.fields.sa, octets + STIM_ADDRESS_OCTETS, STIM_ADDRESS_OCTETS);
	w->d.fields.type = frame_u16(octets + FRAME_TYPE_OFFSET);
	put_named_key(w, "da");
	put_named_key(w, "sa");
	put_named_key(w, "type");
	fields.fill = fill_of(payload, frame->len - STIM_HEADER_OCTETS, &fields);
	if (frame->len + extra != usual || fields.fill == STIM_FILL_HEX) /* without len= such a frame ends with the last digit */
		fprintf(w->out, " len=%u", frame->len + extra);
	put_fill(w->out, payload, frame->len - STIM_HEADER_OCTETS, &fields);
}

/* Writes the times of the classes that are enabled or have a time, and enable= if it is not the mask of these classes. */
static void put_pfc_keys(struct writer *w)
{
	const struct stim_pfc *pfc = &w->d.pfc;
	const struct verb_key *time = verb_key_row(w->verb->keys, "time0");

	for (unsigned i = 0; i < STIM_CLASSES; i++) {
		if (!pfc->time[i] && !(pfc->enable >> i & 1))
			continue;
		time[i].type->write(w->out, &time[i], &w->d);
		w->usual.pfc.enable |= (uint16_t)(1u << i);
	}
	put_named_key(w, "enable");
	put_named_key(w, "da");
	put_named_key(w, "sa");
	put_named_key(w, "reserved");
}

static void put_rx_frame(struct writer *w, const struct item *item)
{
	const struct item_frame *frame = &item->u.frame;
	uint32_t extra = frame->fcs == FCS_NONE ? 0 : STIM_FCS_OCTETS;
	struct stim_pause pause;
	struct stim_pfc pfc;
	bool is_pfc = stim_pfc_of(frame, &pfc), is_pause = !is_pfc && stim_pause_of(frame, &pause);

	begin(w, verb_by_name(is_pfc ? "rx.pfc" : is_pause ? "rx.pause" : "rx.frame"), item);
	fputs(w->verb->name, w->out);
	if (is_pfc) {
		w->d.pfc = pfc;
		put_pfc_keys(w);
	} else if (is_pause) {
		w->d.pause = pause;
		put_keys(w, w->verb->keys);
	} else {
		put_fields(w, extra);
	}
	if ((is_pfc || is_pause) && frame->len + extra != STIM_FRAME_LEN)
		fprintf(w->out, " len=%u", frame->len + extra);
	put_run_keys(w);
}

/* Returns the kind of fault sequence of which the lanes consist, or 0. */
static unsigned fault_kind(const struct item_frame *frame)
{
	struct item same = stim_lanes_item();
	uint32_t columns = frame->len / STIM_COLUMN_LANES;
	unsigned kind = frame->len >= STIM_COLUMN_LANES ? frame->octets[STIM_COLUMN_LANES - 1] : 0;

	if (frame->len % STIM_COLUMN_LANES || (kind != STIM_FAULT_LOCAL && kind != STIM_FAULT_REMOTE))
		return 0;
	if (stim_fault_lanes(&same, (enum stim_fault)kind, columns))
		return 0;
	if (memcmp(same.u.frame.octets, frame->octets, frame->len) || memcmp(same.u.frame.control, frame->control, frame->len))
		kind = 0;
	free(same.u.frame.octets);
	free(same.u.frame.control);
	return kind;
}

static void put_rx_lanes(struct writer *w, const struct item *item)
{
	const struct item_frame *frame = &item->u.frame;
	unsigned fault = fault_kind(frame);

	begin(w, verb_by_name(fault ? "rx.fault" : "rx.lanes"), item);
	fputs(w->verb->name, w->out);
	w->d.remote = fault == STIM_FAULT_REMOTE;
	w->d.count = frame->len / STIM_COLUMN_LANES;
	if (!fault) {
		fputs(" seq=\"", w->out);
		lanes_write(w->out, frame->octets, frame->control, frame->len);
		fputc('"', w->out);
	}
	put_keys(w, w->verb->keys);
}

/* ---- the words between verb and keys ---- */

static void put_register(FILE *out, const struct reg_page *page, uint16_t address)
{
	const struct reg_row *row = reg_by_address(page, address);

	if (row && row->name[0])
		fprintf(out, " %s", row->name);
	else
		fprintf(out, " 0x%04x", address);
}

static bool fields_cover(const struct reg_page *page, const char *reg, uint64_t value)
{
	for (size_t i = 0; i < page->field_count; i++)
		if (!strcmp(page->fields[i].reg, reg))
			value &= ~reg_field_mask(&page->fields[i]);
	return !value;
}

/* Writes a value by the names of its fields if they make up all of it, otherwise as a number. */
static void put_value(FILE *out, const struct reg_page *page, uint16_t address, uint64_t value)
{
	const struct reg_row *row = reg_by_address(page, address);
	const char *separator = "";

	if (!row || !value || !fields_cover(page, row->name, value)) {
		fprintf(out, "0x%" PRIx64, value);
		return;
	}
	for (size_t i = 0; i < page->field_count; i++) {
		const struct reg_field *field = &page->fields[i];
		uint64_t part = value & reg_field_mask(field);
		if (strcmp(field->reg, row->name) || !part)
			continue;
		fprintf(out, "%s%s", separator, field->name);
		if (field->msb != field->lsb)
			fprintf(out, "=%" PRIu64, part >> field->lsb);
		separator = "|";
	}
}

/* Writes the words of an access to a register, and of a read also the expectation, for which the register is needed. */
static void put_register_words(struct writer *w)
{
	const struct item *item = &w->d.item;
	uint16_t address = item->u.reg.address;

	put_register(w->out, w->page, address);
	if (item->kind == ITEM_REG_WRITE) {
		fputc(' ', w->out);
		put_value(w->out, w->page, address, item->u.reg.value);
	} else if (item->u.reg.expect_mask) {
		fputs(" expect=", w->out);
		put_value(w->out, w->page, address, item->u.reg.expect);
		if (item->u.reg.expect_mask != reg_mask(w->page))
			fprintf(w->out, " mask=0x%" PRIx64, item->u.reg.expect_mask);
	}
}

const char *stim_wait_word(enum item_wait what)
{
	switch (what) {
#define WAIT(what_, name) \
	case what_:       \
		return name;
		STIM_WAITS(WAIT)
		STIM_MOMENTS(WAIT)
		STIM_UNTILS(WAIT)
#undef WAIT
	case WAIT_CYCLES:
	case WAIT_KIND_COUNT:
		break;
	}
	return "";
}

char *stim_wait_text(const struct item *item, char *ret, size_t size)
{
	enum item_wait what = item->u.wait.what;

	if (what == WAIT_CYCLES)
		snprintf(ret, size, "%u", item->u.wait.cycles);
	else if (what == WAIT_BELOW || what == WAIT_ABOVE)
		snprintf(ret, size, "until %s%u", stim_wait_word(what), item->u.wait.octets);
	else
		snprintf(ret, size, "%s%s", what >= WAIT_XOFF_SENT ? "until " : "", stim_wait_word(what));
	return ret;
}

static void put_wait_words(struct writer *w)
{
	const struct item *item = &w->d.item;

	char text[64];

	fprintf(w->out, " %s", stim_wait_text(item, text, sizeof(text)));
	if (item->u.wait.what == WAIT_CYCLES)
		w->usual.item.u.wait = item->u.wait; /* then no key differs, since this wait has none */
}

static void put_words(struct writer *w)
{
	static const char *const clock_names[] = CLOCK_NAMES;

	switch (w->d.item.kind) {
	case ITEM_RX_RAW:
		fputs(" hex=", w->out);
		put_hex(w->out, w->d.item.u.frame.octets, w->d.item.u.frame.len);
		break;
	case ITEM_TX_FRAME:
		put_fields(w, 0);
		break;
	case ITEM_REG_WRITE:
	case ITEM_REG_READ:
		put_register_words(w);
		break;
	case ITEM_PAUSE_REQ:
		fprintf(w->out, " %s", stim_requests[w->d.item.u.request % STIM_REQUESTS]);
		break;
	case ITEM_CLOCK_STOP:
	case ITEM_CLOCK_RESET:
		fprintf(w->out, " %s", clock_names[w->d.item.u.clock.domain]);
		break;
	case ITEM_WAIT:
		put_wait_words(w);
		break;
	case ITEM_EXPECT:
		fprintf(w->out, "%s %s", w->d.item.u.expect.none ? " no" : "", stim_expect_what[w->d.item.u.expect.what]);
		break;
	default:
		break;
	}
}

static void put_item(struct writer *w, const struct item *item)
{
	if (item->kind == ITEM_RX_FRAME) {
		put_rx_frame(w, item);
	} else if (item->kind == ITEM_RX_LANES) {
		put_rx_lanes(w, item);
	} else {
		begin(w, verb_of_item(item), item);
		fputs(w->verb->name, w->out);
		put_words(w);
		if (item->kind == ITEM_RX_RAW)
			put_run_keys(w);
		else
			put_keys(w, item->kind == ITEM_TX_FRAME ? verb_key_row(w->verb->keys, "gap") : w->verb->keys);
	}
	fputc('\n', w->out);
}

static void put_readings(const struct stimulus *st, FILE *out, const struct dut *dut)
{
	size_t count;
	const struct parameter *parameters = parameters_of(dut->model, &count);

	if (!st->readings_named)
		return;
	if (!st->only_model[0] && !st->only_dut[0])
		fprintf(out, "model %s\n", dut->model);
	fputs("reading", out);
	for (size_t i = 0; i < count; i++) {
		uint32_t bit = parameters[i].reading ? 1u << reading_bit(parameters, &parameters[i]) : 0;
		if (st->readings_named & bit)
			fprintf(out, " %s=%d", parameters[i].name, (st->readings & bit) != 0);
	}
	fputc('\n', out);
}

static void put_headers(const struct stimulus *st, FILE *out, const struct dut *dut)
{
	fputs(STIM_MAGIC " 1\n", out);
	if (st->name[0]) {
		fputs("# ", out);
		for (const char *p = st->name; *p; p++)
			fputc(isprint((unsigned char)*p) ? *p : '?', out);
		fputc('\n', out);
	}
	if (st->needs) {
		fputs("needs", out);
		for (size_t i = 0; i < CAPABILITY_COUNT; i++)
			if (dut_capabilities[i].word && st->needs & dut_capabilities[i].bit)
				fprintf(out, " %s", dut_capabilities[i].word);
		fputc('\n', out);
	}
	if (st->only_dut[0])
		fprintf(out, "dut %s\n", st->only_dut);
	if (st->only_model[0])
		fprintf(out, "model %s\n", st->only_model);
	put_readings(st, out, dut);
	if (st->seed != 1)
		fprintf(out, "seed %u\n", st->seed);
	for (size_t i = 0; i < RULE_COUNT; i++)
		if (st->covers.has[i])
			fprintf(out, "covers %s\n", rule_table[i].name);
}

int stimulus_write(const struct stimulus *st, FILE *out, const struct dut *dut)
{
	struct writer w = { .out = out, .dut = dut, .page = dut_page(dut) };
	struct stimulus setup = { 0 };
	int err = stimulus_setup(&setup, dut);

	errno = 0;
	if (!err)
		put_headers(st, out, dut);
	for (size_t i = 0; i < st->count && !ferror(out) && !err;) {
		size_t count = stimulus_setup_at(st, i, &setup);
		w.least_gap = dut->phy == PHY_XGMII || stim_after_idle(st, i) ? 0 : 1;
		if (count)
			fputs("setup\n", out);
		else
			put_item(&w, &st->items[i]);
		i += count ? count : 1;
	}
	stimulus_release(&setup);
	if (err)
		return err;
	if (fflush(out) || ferror(out))
		return errno ? -errno : -EIO;
	return 0;
}
