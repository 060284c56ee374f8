/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the text form of a stimulus; doc/stimulus.md.
 *
 * A line is read into a bounded buffer and cut into words in place. The first word chooses a row of verbs[]; its function
 * takes the positional words, then keys_read() sorts the key=value words into struct keys, and typed getters turn them into
 * numbers, octets and names.
 * Everything that is wrong ends in bad(), which notes file, line, column and what was expected. */
#include "item.h"

#include "base/dut.h"
#include "part/phy.h"
#include "pcap_in.h"
#include "regs.h"
#include "source.h"
#include "stim.h"
#include "stim_lanes.h"
#include "stim_text.h"

#include <inttypes.h>
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_OCTETS_MAX = 1 << 18, KEYS_MAX = 32, SHOWN_MAX = 40 };

struct keys {
	const char *const *names; /* NULL-terminated */
	char *value[KEYS_MAX];    /* NULL: not given */
};

struct reader {
	FILE *in;
	const char *path;
	const struct dut *dut;
	const struct reg_page *page;
	struct stimulus *st;
	struct stim_error *error;
	char *text, *next; /* the line and its unread rest */
	unsigned line;
	uint64_t headers; /* seen, by bit */
	bool in_items;
	bool unfit; /* the headers rule the DUT out: its page does not know the registers of the items */
	char verb[24];
	const char *verb_at;
};

/* Notes an error at AT within the line (NULL: its start). */
static int bad(struct reader *r, const char *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int bad(struct reader *r, const char *at, const char *format, ...)
{
	struct stim_error *e = r->error;
	va_list args;

	snprintf(e->file, sizeof(e->file), "%s", r->path);
	e->line = r->line;
	e->column = at ? (unsigned)(at - r->text) + 1 : 1;
	va_start(args, format);
	vsnprintf(e->message, sizeof(e->message), format, args);
	va_end(args);
	for (char *p = e->message; *p; p++)
		if (!isprint((unsigned char)*p))
			*p = '?';
	return -EINVAL;
}

/* ---- words and numbers ---- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The next word of the line, or NULL with the cursor at the end of the line or at a comment. Within "" blanks do not end a word. */
static char *word(struct reader *r)
{
	char *begin;

	while (is_blank(*r->next))
		r->next++;
	if (!*r->next || *r->next == '#')
		return NULL;
	begin = r->next;
	for (bool quoted = false; *r->next && (quoted || !is_blank(*r->next)); r->next++)
		quoted ^= *r->next == '"';
	if (*r->next)
		*r->next++ = 0;
	return begin;
}

/* *RET_OVER: it has more than 64 bits. */
static bool number_parse(const char *text, uint64_t *ret, bool *ret_over)
{
	bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *p = hex ? text + 2 : text;
	uint64_t value = 0, base = hex ? 16 : 10;
	bool over = false;

	if (!*p)
		return false;
	for (; *p; p++) {
		int c = tolower((unsigned char)*p);
		uint64_t digit = c >= '0' && c <= '9' ? (uint64_t)(c - '0')
		               : c >= 'a' && c <= 'f' ? (uint64_t)(c - 'a') + 10
		                                      : 99;
		if (digit >= base)
			return false;
		if (__builtin_mul_overflow(value, base, &value) || __builtin_add_overflow(value, digit, &value))
			over = true;
	}
	*ret = over ? INT64_MAX : value;
	*ret_over = over;
	return true;
}

static int number64(struct reader *r, const char *text, const char *what, uint64_t min, uint64_t max, uint64_t *ret)
{
	uint64_t value;
	bool over;

	if (!number_parse(text, &value, &over))
		return bad(r, text, "expected a number for %s, decimal or 0x..., not '%.*s'", what, SHOWN_MAX, text);
	if (over || value < min || value > max)
		return bad(r, text, "%s must be %" PRIu64 " to %" PRIu64 " (0x%" PRIx64 "), not %.*s", what, min, max, max,
		           SHOWN_MAX, text);
	*ret = value;
	return 0;
}

static int number(struct reader *r, const char *text, const char *what, uint32_t min, uint32_t max, uint32_t *ret)
{
	uint64_t value = *ret;
	int err = number64(r, text, what, min, max, &value);

	*ret = (uint32_t)value;
	return err;
}

static int end_of_line(struct reader *r)
{
	char *extra = word(r);

	return extra ? bad(r, extra, "expected the end of the line after %s, not '%.*s'", r->verb, SHOWN_MAX, extra) : 0;
}

/* ---- key=value ---- */

static int unknown_key(struct reader *r, const char *at, const char *const *names)
{
	char list[200] = "";

	for (size_t i = 0; names[i]; i++) {
		size_t used = strlen(list);
		snprintf(list + used, sizeof(list) - used, " %s", names[i]);
	}
	if (!list[0])
		return bad(r, at, "expected the end of the line after %s, not '%.*s'", r->verb, SHOWN_MAX, at);
	return bad(r, at, "unknown key '%.*s'; %s takes%s", 24, at, r->verb, list);
}

/* The rest of the line as key=value words with keys of NAMES. */
static int keys_read(struct reader *r, struct keys *keys, const char *const *names)
{
	char *at;

	*keys = (struct keys){ .names = names };
	while ((at = word(r))) {
		char *equals = strchr(at, '=');
		size_t i = 0;
		if (!equals || equals == at)
			return bad(r, at, "expected key=value, not '%.*s'", SHOWN_MAX, at);
		*equals = 0;
		while (names[i] && strcmp(names[i], at))
			i++;
		if (!names[i])
			return unknown_key(r, at, names);
		if (keys->value[i])
			return bad(r, at, "key '%s' is given twice", at);
		if (!equals[1])
			return bad(r, equals + 1, "expected a value after %s=", at);
		keys->value[i] = equals + 1;
	}
	return 0;
}

static char *key(const struct keys *keys, const char *name)
{
	for (size_t i = 0; keys->names[i]; i++)
		if (!strcmp(keys->names[i], name))
			return keys->value[i];
	return NULL;
}

/* *RET keeps its value when the key is not given. */
static int key_number(struct reader *r, const struct keys *keys, const char *name, uint32_t min, uint32_t max, uint32_t *ret)
{
	const char *text = key(keys, name);

	return text ? number(r, text, name, min, max, ret) : 0;
}

static int key_u16(struct reader *r, const struct keys *keys, const char *name, uint16_t *ret)
{
	uint32_t value = *ret;
	int err = key_number(r, keys, name, 0, UINT16_MAX, &value);

	*ret = (uint16_t)value;
	return err;
}

static int key_u8(struct reader *r, const struct keys *keys, const char *name, uint8_t *ret)
{
	uint32_t value = *ret;
	int err = key_number(r, keys, name, 0, UINT8_MAX, &value);

	*ret = (uint8_t)value;
	return err;
}

static int required(struct reader *r, const struct keys *keys, const char *name)
{
	return key(keys, name) ? 0 : bad(r, r->next, "%s needs %s=", r->verb, name);
}

static int key_choice(struct reader *r, const struct keys *keys, const char *name, const char *off, const char *on, bool *ret)
{
	const char *text = key(keys, name);

	*ret = text && !strcmp(text, on);
	if (!text || *ret || !strcmp(text, off))
		return 0;
	return bad(r, text, "expected %s or %s for %s, not '%.*s'", off, on, name, SHOWN_MAX, text);
}

static int hex_digit(char c)
{
	int lower = tolower((unsigned char)c);

	return lower >= '0' && lower <= '9' ? lower - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

static bool address_parse(const char *text, uint8_t ret[STIM_ADDRESS_OCTETS])
{
	const uint8_t *named = stim_address_by_name(text);

	if (named) {
		memcpy(ret, named, STIM_ADDRESS_OCTETS);
		return true;
	}
	for (int i = 0; i < STIM_ADDRESS_OCTETS; i++, text += 3) {
		int high = hex_digit(text[0]), low = high < 0 ? -1 : hex_digit(text[1]);
		char after = low < 0 ? 'x' : text[2];
		if (low < 0 || (i < STIM_ADDRESS_OCTETS - 1 ? after != ':' && after != '-' : after != 0))
			return false;
		ret[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

static int key_address(struct reader *r, const struct keys *keys, const char *name, uint8_t ret[STIM_ADDRESS_OCTETS])
{
	const char *text = key(keys, name);

	if (!text || address_parse(text, ret))
		return 0;
	return bad(r, text, "expected station, partner, multicast, broadcast or six octets aa:bb:cc:dd:ee:ff for %s, not '%.*s'",
	           name, SHOWN_MAX, text);
}

/* Decodes hex digits in place: the octets replace the text. */
static int hex_octets(struct reader *r, char *text, uint8_t **ret, size_t *ret_len)
{
	size_t digits = strlen(text);
	uint8_t *octets = (uint8_t *)text;

	for (size_t i = 0; i < digits; i++)
		if (hex_digit(text[i]) < 0)
			return bad(r, text + i, "expected hex digits, two for each octet");
	if (!digits || digits % 2)
		return bad(r, text + digits, "expected an even number of hex digits, two for each octet");
	for (size_t i = 0; i < digits / 2; i++)
		octets[i] = (uint8_t)(hex_digit(text[2 * i]) << 4 | hex_digit(text[2 * i + 1]));
	*ret = octets;
	*ret_len = digits / 2;
	return 0;
}

/* ---- frames ---- */

static int key_fcs(struct reader *r, const struct keys *keys, struct item_frame *frame)
{
	const char *text = key(keys, "fcs");

	frame->fcs = FCS_GOOD;
	if (!text || !strcmp(text, "good"))
		return 0;
	frame->fcs = !strcmp(text, "bad") ? FCS_BAD : !strcmp(text, "none") ? FCS_NONE : FCS_VALUE;
	if (frame->fcs != FCS_VALUE)
		return 0;
	if (strlen(text) != 10 || strncmp(text, "0x", 2))
		return bad(r, text, "expected good, bad, none or the four octets 0xAABBCCDD as on the wire for fcs");
	return number(r, text, "fcs", 0, UINT32_MAX, &frame->fcs_value);
}

/* er and er_len; FIRST..END are the offsets that the run has. */
static int key_error(struct reader *r, const struct keys *keys, struct item_frame *frame, int64_t first, int64_t end)
{
	const char *text = key(keys, "er"), *digits = text && *text == '-' ? text + 1 : text;
	uint64_t value;
	bool over;
	int64_t at;

	if (!text)
		return key(keys, "er_len") ? bad(r, key(keys, "er_len"), "er_len needs er=OFFSET") : 0;
	if (!number_parse(digits, &value, &over))
		return bad(r, text, "expected the offset of an octet for er, not '%.*s'", SHOWN_MAX, text);
	if (value > INT32_MAX)
		value = INT32_MAX;
	at = digits == text ? (int64_t)value : -(int64_t)value;
	if (at < first || at >= end)
		return bad(r, text, "er must be within the run, %lld to %lld, not %.*s", (long long)first, (long long)end - 1,
		           SHOWN_MAX, text);
	frame->error_at = (int32_t)at;
	frame->error_len = 1;
	return key_number(r, keys, "er_len", 1, ITEM_FRAME_OCTETS_MAX, &frame->error_len);
}

/* What AT asks for is there at one PHY only. */
static int phy_only(struct reader *r, const char *at, const char *what, enum phy_kind phy)
{
	if (r->dut->phy == phy)
		return 0;
	return bad(r, at, "%s is for %s; %s has %s", what, phy_table[phy].name, r->dut->name, phy_table[r->dut->phy].name);
}

/* A run of rx_dv: GMII and MII. */
static int runs_only(struct reader *r)
{
	return r->dut->phy == PHY_XGMII ? phy_only(r, r->verb_at, r->verb, PHY_GMII) : 0;
}

/* 0 or 1, at MII only. */
static int key_mii_flag(struct reader *r, const struct keys *keys, const char *name, bool *ret)
{
	const char *text = key(keys, name);
	int err = text ? phy_only(r, text, name, PHY_MII) : 0;

	return err ? err : key_choice(r, keys, name, "0", "1", ret);
}

/* What a run has at MII besides. */
static int mii_keys(struct reader *r, const struct keys *keys, struct item_frame *frame)
{
	const char *dribble = key(keys, "dribble");
	uint32_t nibble = 0;
	int err = key_mii_flag(r, keys, "lead", &frame->lead);

	if (!err)
		err = key_mii_flag(r, keys, "collides", &frame->collides);
	if (err || !dribble)
		return err;
	err = phy_only(r, dribble, "dribble", PHY_MII);
	if (!err)
		err = key_number(r, keys, "dribble", 0, 15, &nibble);
	frame->dribble = (uint8_t)(nibble + 1);
	return err;
}

static int key_gap(struct reader *r, const struct keys *keys, struct item_frame *frame)
{
	return key_number(r, keys, "gap", r->dut->phy != PHY_XGMII, STIM_CYCLES_MAX, &frame->gap);
}

static int key_column(struct reader *r, const struct keys *keys, struct item_frame *frame)
{
	const char *text = key(keys, "column");
	int err;

	if (!text)
		return 0;
	err = phy_only(r, text, "column", PHY_XGMII);
	if (!err && strcmp(text, "0") && strcmp(text, "4"))
		err = bad(r, text, "expected 0 or 4, the lane in which it begins, for column, not '%.*s'", SHOWN_MAX, text);
	frame->column = (uint8_t)(*text - '0');
	return err;
}

/* A control code by its letter or number. */
static int key_code(struct reader *r, const struct keys *keys, const char *name, uint8_t *ret)
{
	const char *text = key(keys, name);
	int code, err;

	if (!text)
		return 0;
	err = phy_only(r, text, name, PHY_XGMII);
	if (err)
		return err;
	code = text[1] ? -1 : lanes_code(text[0]);
	if (code >= 0)
		*ret = (uint8_t)code;
	else if (isdigit((unsigned char)*text))
		err = key_u8(r, keys, name, ret);
	else
		err = bad(r, text, "expected a control code S, T, E, I, Q or a number for %s, not '%.*s'", name, SHOWN_MAX, text);
	return err;
}

static int rx_keys(struct reader *r, const struct keys *keys, struct item_frame *frame)
{
	/* at XGMII the first preamble octet is the start code */
	int err = key_number(r, keys, "preamble", r->dut->phy == PHY_XGMII, STIM_PREAMBLE_MAX, &frame->preamble);

	if (!err)
		err = key_u8(r, keys, "sfd", &frame->sfd);
	if (!err)
		err = key_gap(r, keys, frame);
	if (!err)
		err = key_column(r, keys, frame);
	if (!err)
		err = key_code(r, keys, "er_code", &frame->error_code);
	if (!err && key(keys, "er_code") && !key(keys, "er"))
		err = bad(r, key(keys, "er_code"), "er_code needs er=OFFSET");
	if (!err)
		err = key_code(r, keys, "end", &frame->end_code);
	if (!err)
		err = mii_keys(r, keys, frame);
	return err ? err
	           : key_error(r, keys, frame, -(int64_t)frame->preamble - 1,
	                       (int64_t)frame->len + (frame->fcs == FCS_NONE ? 0 : STIM_FCS_OCTETS));
}

/* Appends ITEM with OCTETS, which it then owns; NULL is no memory. */
static int append_octets(struct reader *r, struct item *item, uint8_t *octets)
{
	if (!octets)
		return -ENOMEM;
	item->u.frame.octets = octets;
	return stimulus_append(r->st, item);
}

static int append_copy(struct reader *r, struct item *item, const uint8_t *octets, size_t len)
{
	uint8_t *copy = malloc(len + 1);

	if (copy)
		memcpy(copy, octets, len);
	return append_octets(r, item, copy);
}

/* Appends lanes, which have their octets in two buffers of the greatest size. */
static int append_lanes(struct reader *r, struct item *item)
{
	struct item_frame *frame = &item->u.frame;
	uint8_t *octets = realloc(frame->octets, frame->len), *control = realloc(frame->control, frame->len);

	frame->octets = octets ? octets : frame->octets;
	frame->control = control ? control : frame->control;
	return stimulus_append(r->st, item);
}

static int fill_parse(struct reader *r, char *text, struct stim_fields *fields)
{
	static const char *const words[] = { "inc", "zero", "ones" };
	uint8_t *octets = NULL;
	int err;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(text, words[i]))
			continue;
		fields->fill = (enum stim_fill)i;
		return 0;
	}
	if (!strncmp(text, "rand:", 5)) {
		fields->fill = STIM_FILL_RAND;
		return number(r, text + 5, "the seed of rand", 0, UINT32_MAX, &fields->seed);
	}
	if (strncmp(text, "hex:", 4))
		return bad(r, text, "expected inc, zero, ones, rand:SEED or hex:DIGITS for fill, not '%.*s'", SHOWN_MAX, text);
	fields->fill = STIM_FILL_HEX;
	err = hex_octets(r, text + 4, &octets, &fields->hex_len);
	fields->hex = octets;
	return err;
}

/* The octets of a frame by its fields. FCS_LEN counts in len=. On return item.len is set. */
static int frame_by_fields(struct reader *r, const struct keys *keys, struct item *item, struct stim_fields *fields, uint32_t len,
                           uint32_t fcs_len)
{
	char *fill = key(keys, "fill");
	int err = key_address(r, keys, "da", fields->da);

	if (!err)
		err = key_address(r, keys, "sa", fields->sa);
	if (!err)
		err = key_u16(r, keys, "type", &fields->type);
	if (!err && fill)
		err = fill_parse(r, fill, fields);
	if (fields->fill == STIM_FILL_HEX && STIM_HEADER_OCTETS + fields->hex_len + fcs_len <= ITEM_FRAME_OCTETS_MAX)
		len = (uint32_t)(STIM_HEADER_OCTETS + fields->hex_len + fcs_len);
	if (!err)
		err = key_number(r, keys, "len", fcs_len, ITEM_FRAME_OCTETS_MAX, &len);
	if (!err && fields->fill == STIM_FILL_HEX && STIM_HEADER_OCTETS + fields->hex_len + fcs_len > len)
		err = bad(r, fill, "%zu octets of fill do not fit in a frame of %u", fields->hex_len, len);
	item->u.frame.len = len - fcs_len;
	return err;
}

/* hex= gives every octet and excludes the fields. */
static int frame_by_hex(struct reader *r, const struct keys *keys, struct item *item, uint8_t **ret)
{
	static const char *const fields[] = { "da", "sa", "type", "len", "fill" };
	char *text = key(keys, "hex");
	size_t len = 0;
	int err;

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (key(keys, fields[i]))
			return bad(r, key(keys, fields[i]), "%s and hex exclude each other: hex is the whole frame", fields[i]);
	err = hex_octets(r, text, ret, &len);
	if (!err && len > ITEM_FRAME_OCTETS_MAX)
		err = bad(r, text, "expected at most %d octets, not %zu", ITEM_FRAME_OCTETS_MAX, len);
	item->u.frame.len = (uint32_t)len;
	return err;
}

/* The end of a list of keys. */
#define RX_KEYS "fcs", "er", "er_len", "preamble", "sfd", "gap", "column", "er_code", "end", "lead", "dribble", "collides", NULL

static int read_rx_frame(struct reader *r)
{
	static const char *const names[] = { "da", "sa", "type", "len", "fill", "hex", RX_KEYS };
	struct stim_fields fields = stim_rx_fields();
	struct item item = stim_rx_item();
	uint8_t *octets = NULL;
	struct keys keys;
	uint32_t fcs_len;
	int err = keys_read(r, &keys, names);

	if (!err)
		err = key_fcs(r, &keys, &item.u.frame);
	if (err)
		return err;
	fcs_len = item.u.frame.fcs == FCS_NONE ? 0 : STIM_FCS_OCTETS;
	err = key(&keys, "hex") ? frame_by_hex(r, &keys, &item, &octets)
	                        : frame_by_fields(r, &keys, &item, &fields, STIM_FRAME_LEN, fcs_len);
	if (!err && item.u.frame.len + fcs_len > ITEM_FRAME_OCTETS_MAX)
		err = bad(r, key(&keys, "hex"), "expected at most %d octets with the FCS", ITEM_FRAME_OCTETS_MAX);
	if (!err)
		err = rx_keys(r, &keys, &item.u.frame);
	if (err)
		return err;
	return octets ? append_copy(r, &item, octets, item.u.frame.len)
	              : append_octets(r, &item, stim_octets(&fields, item.u.frame.len));
}

static int read_rx_pause(struct reader *r)
{
	static const char *const names[] = { "time", "da", "sa", "type", "opcode", "len", "tag", "reserved", RX_KEYS };
	struct stim_pause pause = stim_pause_fields();
	struct item item = stim_rx_item();
	uint32_t len = STIM_FRAME_LEN, tag = UINT32_MAX, fcs_len;
	struct keys keys;
	int err = keys_read(r, &keys, names);

	if (!err)
		err = key_fcs(r, &keys, &item.u.frame);
	fcs_len = item.u.frame.fcs == FCS_NONE ? 0 : STIM_FCS_OCTETS;
	if (!err)
		err = key_u16(r, &keys, "time", &pause.time);
	if (!err)
		err = key_address(r, &keys, "da", pause.da);
	if (!err)
		err = key_address(r, &keys, "sa", pause.sa);
	if (!err)
		err = key_u16(r, &keys, "type", &pause.type);
	if (!err)
		err = key_u16(r, &keys, "opcode", &pause.opcode);
	if (!err)
		err = key_number(r, &keys, "tag", 0, UINT16_MAX, &tag);
	if (!err)
		err = key_u8(r, &keys, "reserved", &pause.reserved);
	if (!err)
		err = key_number(r, &keys, "len", fcs_len, ITEM_FRAME_OCTETS_MAX, &len);
	if (err)
		return err;
	pause.tag = tag == UINT32_MAX ? -1 : (int32_t)tag;
	item.u.frame.len = len - fcs_len;
	err = rx_keys(r, &keys, &item.u.frame);
	return err ? err : append_octets(r, &item, stim_pause_octets(&pause, item.u.frame.len));
}

/* timeN of the classes, and enable: if it is not given, the classes that have a time. */
static int pfc_classes(struct reader *r, const struct keys *keys, struct stim_pfc *pfc)
{
	int err = 0;

	for (unsigned i = 0; i < STIM_CLASSES && !err; i++) {
		char name[] = "time0";
		name[4] = (char)('0' + i);
		err = key_u16(r, keys, name, &pfc->time[i]);
		if (key(keys, name))
			pfc->enable |= (uint16_t)(1u << i);
	}
	return err ? err : key_u16(r, keys, "enable", &pfc->enable);
}

static int read_rx_pfc(struct reader *r)
{
	static const char *const names[] = { "time0", "time1", "time2", "time3", "time4",  "time5",  "time6",    "time7",
		                             "da",    "sa",    "type",  "len",   "opcode", "enable", "reserved", RX_KEYS };
	struct stim_pfc pfc = stim_pfc_fields();
	struct item item = stim_rx_item();
	uint32_t len = STIM_FRAME_LEN, fcs_len;
	struct keys keys;
	int err = keys_read(r, &keys, names);

	if (!err)
		err = key_fcs(r, &keys, &item.u.frame);
	fcs_len = item.u.frame.fcs == FCS_NONE ? 0 : STIM_FCS_OCTETS;
	if (!err)
		err = pfc_classes(r, &keys, &pfc);
	if (!err)
		err = key_address(r, &keys, "da", pfc.da);
	if (!err)
		err = key_address(r, &keys, "sa", pfc.sa);
	if (!err)
		err = key_u16(r, &keys, "type", &pfc.type);
	if (!err)
		err = key_u16(r, &keys, "opcode", &pfc.opcode);
	if (!err)
		err = key_u8(r, &keys, "reserved", &pfc.reserved);
	if (!err)
		err = key_number(r, &keys, "len", fcs_len, ITEM_FRAME_OCTETS_MAX, &len);
	if (err)
		return err;
	item.u.frame.len = len - fcs_len;
	err = rx_keys(r, &keys, &item.u.frame);
	return err ? err : append_octets(r, &item, stim_pfc_octets(&pfc, item.u.frame.len));
}

/* The lanes of seq="...", whose quotes are part of the word. */
static int seq_octets(struct reader *r, char *text, struct item_frame *frame)
{
	char *end = text + strlen(text) - 1;
	const char *at, *expected;

	if (*text != '"' || end == text || *end != '"')
		return bad(r, text, "expected the lanes in quotes, as in seq=\"S 55*6 d5 00 T\"");
	*end = 0;
	at = lanes_parse(text + 1, frame->octets, frame->control, ITEM_FRAME_OCTETS_MAX, &frame->len, &expected);
	if (at)
		return bad(r, at, "%s", expected);
	return frame->len ? 0 : bad(r, text, "expected one lane or more");
}

static int read_rx_lanes(struct reader *r)
{
	static const char *const names[] = { "seq", "gap", "column", NULL };
	struct item item = stim_lanes_item();
	struct item_frame *frame = &item.u.frame;
	struct keys keys;
	int err = phy_only(r, r->verb_at, r->verb, PHY_XGMII);

	if (!err)
		err = keys_read(r, &keys, names);
	if (!err)
		err = required(r, &keys, "seq");
	if (!err)
		err = key_gap(r, &keys, frame);
	if (!err)
		err = key_column(r, &keys, frame);
	if (err)
		return err;
	frame->octets = malloc(ITEM_FRAME_OCTETS_MAX);
	frame->control = malloc(ITEM_FRAME_OCTETS_MAX);
	if (!frame->octets || !frame->control)
		err = -ENOMEM;
	if (!err)
		err = seq_octets(r, key(&keys, "seq"), frame);
	if (err) {
		free(frame->octets);
		free(frame->control);
		return err;
	}
	return append_lanes(r, &item);
}

static int read_rx_fault(struct reader *r)
{
	static const char *const names[] = { "kind", "count", "gap", "column", NULL };
	struct item item = stim_lanes_item();
	uint32_t count = 0;
	struct keys keys;
	bool remote;
	int err = phy_only(r, r->verb_at, r->verb, PHY_XGMII);

	if (!err)
		err = keys_read(r, &keys, names);
	if (!err)
		err = required(r, &keys, "kind");
	if (!err)
		err = key_choice(r, &keys, "kind", "local", "remote", &remote);
	if (!err)
		err = required(r, &keys, "count");
	if (!err)
		err = key_number(r, &keys, "count", 1, ITEM_FRAME_OCTETS_MAX / STIM_COLUMN_LANES, &count);
	if (!err)
		err = key_gap(r, &keys, &item.u.frame);
	if (!err)
		err = key_column(r, &keys, &item.u.frame);
	if (!err)
		err = stim_fault_lanes(&item, remote ? STIM_FAULT_REMOTE : STIM_FAULT_LOCAL, count);
	return err ? err : stimulus_append(r->st, &item);
}

static int read_rx_raw(struct reader *r)
{
	static const char *const names[] = { "hex", "gap", "er", "er_len", "lead", "dribble", "collides", NULL };
	struct item item = stim_raw_item();
	uint8_t *octets = NULL;
	struct keys keys;
	int err = runs_only(r);

	if (!err)
		err = keys_read(r, &keys, names);
	if (err)
		return err;
	if (!key(&keys, "hex"))
		return bad(r, r->next, "expected hex=DIGITS, the octets of the run");
	err = frame_by_hex(r, &keys, &item, &octets);
	if (!err)
		err = key_gap(r, &keys, &item.u.frame);
	if (!err)
		err = key_error(r, &keys, &item.u.frame, 0, item.u.frame.len);
	if (!err)
		err = mii_keys(r, &keys, &item.u.frame);
	return err ? err : append_copy(r, &item, octets, item.u.frame.len);
}

static int stall_keys(struct reader *r, const struct keys *keys, struct item_frame *frame)
{
	uint32_t at;
	int err;

	if (!key(keys, "stall_at"))
		return key(keys, "stall") ? bad(r, key(keys, "stall"), "stall needs stall_at=OFFSET") : 0;
	if (frame->len < 2)
		return bad(r, key(keys, "stall_at"), "a frame of one octet cannot stall inside");
	err = key_number(r, keys, "stall_at", 1, frame->len - 1, &at);
	if (err)
		return err;
	frame->stall_at = (int32_t)at;
	frame->stall = 1;
	return key_number(r, keys, "stall", 1, STIM_CYCLES_MAX, &frame->stall);
}

static int key_host_error(struct reader *r, const struct keys *keys, struct item_frame *frame)
{
	const char *text = key(keys, "error");
	int err = text ? phy_only(r, text, "error", PHY_XGMII) : 0;

	return err ? err : key_choice(r, keys, "error", "0", "1", &frame->host_error);
}

/* The host's octets end with an FCS of its own. */
static int key_host_fcs(struct reader *r, const struct keys *keys, struct item_frame *frame)
{
	const char *text = key(keys, "fcs");
	int err;

	if (!text)
		return 0;
	err = phy_only(r, text, "fcs of a sent frame", PHY_MII);
	frame->host_fcs = true;
	if (!err)
		err = key_fcs(r, keys, frame);
	if (!err && frame->fcs != FCS_NONE && frame->len + STIM_FCS_OCTETS > ITEM_FRAME_OCTETS_MAX)
		err = bad(r, text, "expected at most %d octets with the FCS", ITEM_FRAME_OCTETS_MAX);
	return err;
}

static int read_tx_frame(struct reader *r)
{
	static const char *const names[] = { "da",  "sa",       "type",  "len",   "fill", "hex",
		                             "gap", "stall_at", "stall", "error", "fcs",  NULL };
	struct stim_fields fields = stim_tx_fields();
	struct item item = stim_tx_item();
	uint8_t *octets = NULL;
	struct keys keys;
	int err = keys_read(r, &keys, names);

	if (err)
		return err;
	err = key(&keys, "hex") ? frame_by_hex(r, &keys, &item, &octets)
	                        : frame_by_fields(r, &keys, &item, &fields, STIM_SEND_LEN, 0);
	if (!err && !item.u.frame.len)
		err = bad(r, key(&keys, "len"), "len must be 1 to %d, not 0", ITEM_FRAME_OCTETS_MAX);
	if (!err)
		err = key_number(r, &keys, "gap", 0, STIM_CYCLES_MAX, &item.u.frame.gap);
	if (!err)
		err = stall_keys(r, &keys, &item.u.frame);
	if (!err)
		err = key_host_error(r, &keys, &item.u.frame);
	if (!err)
		err = key_host_fcs(r, &keys, &item.u.frame);
	if (err)
		return err;
	return octets ? append_copy(r, &item, octets, item.u.frame.len)
	              : append_octets(r, &item, stim_octets(&fields, item.u.frame.len));
}

/* ---- registers ---- */

/* One FIELD or FIELD=n of a register, ORed into *RET. */
static int field_value(struct reader *r, const char *reg, char *text, uint64_t *ret)
{
	char *equals = strchr(text, '=');
	const struct reg_field *field;
	uint64_t value = 0;
	int err;

	if (equals)
		*equals = 0;
	field = reg_field_by_name(r->page, reg, text);
	if (!field)
		return bad(r, text, "expected a number or fields of %s, not '%.*s'", reg, SHOWN_MAX, text);
	if (!equals && field->msb != field->lsb)
		return bad(r, text, "field %s has %d bits: write %s=VALUE", text, field->msb - field->lsb + 1, text);
	if (!equals) {
		*ret |= reg_field_mask(field);
		return 0;
	}
	err = number64(r, equals + 1, text, 0, reg_field_mask(field) >> field->lsb, &value);
	*ret |= value << field->lsb;
	return err;
}

/* A number, or FIELD|FIELD=n|... of REG. */
static int reg_value(struct reader *r, const char *reg, char *text, uint64_t *ret)
{
	int err = 0;

	if (isdigit((unsigned char)*text))
		return number64(r, text, "a register value", 0, reg_mask(r->page), ret);
	if (!reg[0])
		return bad(r, text, "expected a number, not '%.*s'", SHOWN_MAX, text);
	*ret = 0;
	for (char *next; text && !err; text = next) {
		next = strchr(text, '|');
		if (next)
			*next++ = 0;
		err = field_value(r, reg, text, ret);
	}
	return err;
}

/* A register by name or address. *RET_NAME is "" for addresses without a name. */
static int reg_address(struct reader *r, char *text, uint16_t *ret, const char **ret_name)
{
	const struct reg_row *row;
	uint32_t address = 0;
	int err;

	*ret_name = "";
	if (!text)
		return bad(r, r->next, "expected the name or address of a register");
	if (isdigit((unsigned char)*text)) {
		err = number(r, text, "a register address", 0, UINT16_MAX, &address);
		*ret = (uint16_t)address;
		row = reg_by_address(r->page, *ret);
		*ret_name = row ? row->name : "";
		return err;
	}
	row = *text ? reg_by_name(r->page, text) : NULL;
	if (!row)
		return bad(r, text, "%s has no register '%.*s'", r->dut->name, SHOWN_MAX, text);
	*ret = row->address;
	*ret_name = row->name;
	return 0;
}

static int read_reg_write(struct reader *r)
{
	static const char *const names[] = { "strobe", NULL };
	struct item item = { .kind = ITEM_REG_WRITE, .u.reg = { .strobe = reg_strobe(r->page) } };
	char *where = word(r), *what, *dot = where ? strchr(where, '.') : NULL;
	uint32_t strobe = reg_strobe(r->page);
	struct keys keys;
	const char *name;
	int err;

	if (dot)
		return bad(r, dot, "a write is of a whole register: reg.write NAME FIELD=VALUE|FIELD|...");
	err = reg_address(r, where, &item.u.reg.address, &name);
	if (err)
		return err;
	what = word(r);
	if (!what)
		return bad(r, r->next, "expected the value to write");
	err = reg_value(r, name, what, &item.u.reg.value);
	if (!err)
		err = keys_read(r, &keys, names);
	if (!err)
		err = key_number(r, &keys, "strobe", 0, reg_strobe(r->page), &strobe);
	item.u.reg.strobe = (uint8_t)strobe;
	return err ? err : stimulus_append(r->st, &item);
}

/* expect= and mask= of a whole register or, with FIELD, of its bits. */
static int expectation(struct reader *r, const struct keys *keys, const char *name, const struct reg_field *field,
                       struct item *item)
{
	char *expect = key(keys, "expect"), *mask = key(keys, "mask");
	int err;

	if (!expect)
		return mask  ? bad(r, mask, "mask needs expect=VALUE")
		     : field ? bad(r, r->next, "expected expect=VALUE of the field")
		             : 0;
	if (field) {
		if (mask)
			return bad(r, mask, "a field is its own mask");
		item->u.reg.expect_mask = reg_field_mask(field);
		err = number64(r, expect, field->name, 0, reg_field_mask(field) >> field->lsb, &item->u.reg.expect);
		item->u.reg.expect <<= field->lsb;
		return err;
	}
	item->u.reg.expect_mask = reg_mask(r->page);
	err = reg_value(r, name, expect, &item->u.reg.expect);
	if (!err && mask)
		err = reg_value(r, name, mask, &item->u.reg.expect_mask);
	if (!err && !item->u.reg.expect_mask)
		err = bad(r, mask, "mask must not be 0");
	return err;
}

static int read_reg_read(struct reader *r)
{
	static const char *const names[] = { "expect", "mask", NULL };
	struct item item = { .kind = ITEM_REG_READ };
	char *where = word(r), *dot = where ? strchr(where, '.') : NULL;
	const struct reg_field *field = NULL;
	struct keys keys;
	const char *name;
	int err;

	if (dot)
		*dot = 0;
	err = reg_address(r, where, &item.u.reg.address, &name);
	if (!err && dot) {
		field = reg_field_by_name(r->page, name, dot + 1);
		if (!field)
			err = bad(r, dot + 1, "%s has no field '%.*s'", name[0] ? name : "this address", SHOWN_MAX, dot + 1);
	}
	if (!err)
		err = keys_read(r, &keys, names);
	if (!err)
		err = expectation(r, &keys, name, field, &item);
	return err ? err : stimulus_append(r->st, &item);
}

/* ---- host, PHY, reset, wait ---- */

static int read_host_stop(struct reader *r)
{
	struct item item = { .kind = ITEM_HOST_STOP };
	int err = end_of_line(r);

	return err ? err : stimulus_append(r->st, &item);
}

static int read_host_start(struct reader *r)
{
	struct item item = { .kind = ITEM_HOST_START };
	int err = end_of_line(r);

	return err ? err : stimulus_append(r->st, &item);
}

static int request_ports(struct reader *r)
{
	if (r->dut->capabilities & CAP_PFC)
		return 0;
	return bad(r, r->verb_at, "%s needs request ports, which %s has not", r->verb, r->dut->name);
}

static int read_pause_req(struct reader *r)
{
	struct item item = { .kind = ITEM_PAUSE_REQ };
	const char *name = word(r);
	int err = request_ports(r);
	size_t i = 0;

	if (err)
		return err;
	while (name && i < STIM_REQUESTS && strcmp(stim_requests[i], name))
		i++;
	if (!name || i == STIM_REQUESTS)
		return bad(r, name ? name : r->next, "expected none, xon, xoff or both");
	item.u.request = (uint16_t)i;
	err = end_of_line(r);
	return err ? err : stimulus_append(r->st, &item);
}

/* "0,3" or "all": bit 2i + SHIFT of *RET for class i. */
static int key_classes(struct reader *r, const struct keys *keys, const char *name, unsigned shift, uint16_t *ret)
{
	const char *p = key(keys, name);
	bool all = p && !strcmp(p, "all");

	for (unsigned i = 0; all && i < STIM_CLASSES; i++)
		*ret |= (uint16_t)(1u << (2 * i + shift));
	for (; p && !all; p++) {
		if (*p < '0' || *p >= '0' + STIM_CLASSES || (p[1] && p[1] != ','))
			return bad(r, p, "expected classes 0 to 7, as in 0,3, or all for %s", name);
		*ret |= (uint16_t)(1u << (2 * (*p - '0') + (int)shift));
		if (!*++p)
			break;
	}
	return 0;
}

static int read_pfc_req(struct reader *r)
{
	static const char *const names[] = { "off", "on", NULL };
	struct item item = { .kind = ITEM_PFC_REQ };
	struct keys keys;
	int err = request_ports(r);

	if (!err)
		err = keys_read(r, &keys, names);
	if (!err)
		err = key_classes(r, &keys, "on", 0, &item.u.request);
	if (!err)
		err = key_classes(r, &keys, "off", 1, &item.u.request);
	return err ? err : stimulus_append(r->st, &item);
}

static int read_host_rate(struct reader *r)
{
	static const char *const names[] = { "on", "off", NULL };
	struct item item = { .kind = ITEM_HOST_RATE, .u.rate = { .on = 1 } };
	struct keys keys;
	int err = keys_read(r, &keys, names);

	if (!err)
		err = required(r, &keys, "on");
	if (!err)
		err = required(r, &keys, "off");
	if (!err)
		err = key_number(r, &keys, "on", 1, STIM_CYCLES_MAX, &item.u.rate.on);
	if (!err)
		err = key_number(r, &keys, "off", 0, STIM_CYCLES_MAX, &item.u.rate.off);
	return err ? err : stimulus_append(r->st, &item);
}

static int phy_address(struct reader *r, const struct keys *keys, struct item *item)
{
	uint32_t phy = 0;
	int err = required(r, keys, "phy");

	if (!err)
		err = key_number(r, keys, "phy", 0, 31, &phy);
	item->u.phy.phy = (uint8_t)phy;
	return err;
}

static int read_phy_reg(struct reader *r)
{
	static const char *const names[] = { "phy", "reg", "value", NULL };
	struct item item = { .kind = ITEM_PHY, .u.phy = { .present = true } };
	uint32_t reg = 0;
	struct keys keys;
	int err = keys_read(r, &keys, names);

	if (!err)
		err = phy_address(r, &keys, &item);
	if (!err)
		err = required(r, &keys, "reg");
	if (!err)
		err = key_number(r, &keys, "reg", 0, 31, &reg);
	item.u.phy.reg = (uint8_t)reg;
	if (!err)
		err = required(r, &keys, "value");
	if (!err)
		err = key_u16(r, &keys, "value", &item.u.phy.value);
	return err ? err : stimulus_append(r->st, &item);
}

static int read_phy_partner(struct reader *r)
{
	static const char *const names[] = { "phy", "ability", NULL };
	struct item item = { .kind = ITEM_PHY, .u.phy = { .what = PHY_ITEM_PARTNER } };
	struct keys keys;
	int err = keys_read(r, &keys, names);

	if (!err)
		err = phy_address(r, &keys, &item);
	if (!err)
		err = required(r, &keys, "ability");
	if (!err)
		err = key_u16(r, &keys, "ability", &item.u.phy.value);
	return err ? err : stimulus_append(r->st, &item);
}

static int read_phy_delay(struct reader *r)
{
	static const char *const names[] = { "phy", "ns", NULL };
	struct item item = { .kind = ITEM_PHY, .u.phy = { .what = PHY_ITEM_DELAY } };
	uint32_t ns = 0;
	struct keys keys;
	int err = keys_read(r, &keys, names);

	if (!err)
		err = phy_address(r, &keys, &item);
	if (!err)
		err = required(r, &keys, "ns");
	if (!err)
		err = key_number(r, &keys, "ns", 0, PHY_DELAY_MAX_NS, &ns);
	item.u.phy.value = (uint16_t)ns;
	return err ? err : stimulus_append(r->st, &item);
}

static int read_phy_fault(struct reader *r)
{
	static const char *const names[] = { "phy", "kind", NULL };
	static const char *const kinds[] = STIM_PHY_FAULTS;
	enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };
	_Static_assert((int)KINDS == (int)PHY_FAULT_COUNT, "a fault without a word");
	struct item item = { .kind = ITEM_PHY, .u.phy = { .what = PHY_ITEM_FAULT } };
	const char *kind;
	struct keys keys;
	int err = keys_read(r, &keys, names);

	if (!err)
		err = phy_address(r, &keys, &item);
	if (!err)
		err = required(r, &keys, "kind");
	if (err)
		return err;
	kind = key(&keys, "kind");
	while (item.u.phy.value < KINDS && strcmp(kinds[item.u.phy.value], kind))
		item.u.phy.value++;
	if (item.u.phy.value == KINDS)
		return bad(r, kind, "expected none, turnaround, stuck, incomplete or nolink for kind, not '%.*s'", SHOWN_MAX,
		           kind);
	return stimulus_append(r->st, &item);
}

static int read_negotiate(struct reader *r)
{
	static const char *const names[] = { "phy", "advertise", "via", NULL };
	struct item item = { .kind = ITEM_NEGOTIATE };
	uint32_t phy = 0;
	struct keys keys;
	int err = r->dut->capabilities & CAP_MDIO ? 0
	                                          : bad(r, r->verb_at, "%s needs MDIO, which %s has not", r->verb, r->dut->name);

	if (!err)
		err = keys_read(r, &keys, names);
	if (!err)
		err = required(r, &keys, "phy");
	if (!err)
		err = key_number(r, &keys, "phy", 0, 31, &phy);
	item.u.negotiate.phy = (uint8_t)phy;
	if (!err)
		err = required(r, &keys, "advertise");
	if (!err)
		err = key_u16(r, &keys, "advertise", &item.u.negotiate.advertise);
	if (!err)
		err = key_choice(r, &keys, "via", "register", "master", &item.u.negotiate.master);
	return err ? err : stimulus_append(r->st, &item);
}

static int read_link(struct reader *r)
{
	static const char *const names[] = { "speed", "duplex", NULL };
	struct item item = { .kind = ITEM_LINK };
	uint32_t mbps = 1000;
	struct keys keys;
	int err = phy_only(r, r->verb_at, r->verb, PHY_MII);

	if (!err)
		err = keys_read(r, &keys, names);
	if (!err)
		err = key_number(r, &keys, "speed", 10, 1000, &mbps);
	if (!err && mbps != 10 && mbps != 100 && mbps != 1000)
		err = bad(r, key(&keys, "speed"), "expected 10, 100 or 1000 for speed");
	if (!err)
		err = key_choice(r, &keys, "duplex", "full", "half", &item.u.link.half);
	if (!err && item.u.link.half && mbps == 1000)
		err = bad(r, key(&keys, "duplex"), "half duplex is for 10 and 100 Mb/s");
	item.u.link.mbps = (uint16_t)mbps;
	return err ? err : stimulus_append(r->st, &item);
}

static int read_wire_collision(struct reader *r)
{
	static const char *const names[] = { "at", "len", "count", NULL };
	struct item item = { .kind = ITEM_COLLISION, .u.collision = { .at = 1, .len = 8, .count = 1 } };
	struct keys keys;
	int err = phy_only(r, r->verb_at, r->verb, PHY_MII);

	if (!err)
		err = keys_read(r, &keys, names);
	if (!err)
		err = key_number(r, &keys, "at", 1, STIM_CYCLES_MAX, &item.u.collision.at);
	if (!err)
		err = key_number(r, &keys, "len", 1, STIM_CYCLES_MAX, &item.u.collision.len);
	if (!err)
		err = key_number(r, &keys, "count", 1, STIM_CYCLES_MAX, &item.u.collision.count);
	return err ? err : stimulus_append(r->st, &item);
}

static int read_wire_carrier(struct reader *r)
{
	static const char *const names[] = { "len", "after", NULL };
	struct item item = { .kind = ITEM_CARRIER };
	struct keys keys;
	int err = phy_only(r, r->verb_at, r->verb, PHY_MII);

	if (!err)
		err = keys_read(r, &keys, names);
	if (!err)
		err = required(r, &keys, "len");
	if (!err)
		err = key_number(r, &keys, "len", 1, STIM_CYCLES_MAX, &item.u.carrier.len);
	item.u.carrier.after_tx = !err && key(&keys, "after");
	if (!err)
		err = key_number(r, &keys, "after", 1, STIM_CYCLES_MAX, &item.u.carrier.at);
	return err ? err : stimulus_append(r->st, &item);
}

static int phy_presence(struct reader *r, bool present)
{
	static const char *const names[] = { "phy", NULL };
	struct item item = { .kind = ITEM_PHY, .u.phy = { .present = present, .value = present ? STIM_PHY_CONTROL : 0 } };
	struct keys keys;
	int err = keys_read(r, &keys, names);

	if (!err)
		err = phy_address(r, &keys, &item);
	return err ? err : stimulus_append(r->st, &item);
}

static int read_phy_present(struct reader *r)
{
	return phy_presence(r, true);
}

static int read_phy_absent(struct reader *r)
{
	return phy_presence(r, false);
}

static int read_reset(struct reader *r)
{
	static const char *const names[] = { "cycles", NULL };
	struct item item = { .kind = ITEM_RESET, .u.wait = { .cycles = STIM_RESET_CYCLES } };
	struct keys keys;
	int err = keys_read(r, &keys, names);

	if (!err)
		err = key_number(r, &keys, "cycles", 1, STIM_CYCLES_MAX, &item.u.wait.cycles);
	return err ? err : stimulus_append(r->st, &item);
}

#define STIM_WAIT_WORDS "rx, tx, host, reg, idle, or start, end, control, inhibit, expiry, pfc, judged or read"

static int key_signed(struct reader *r, const struct keys *keys, const char *name, uint32_t max, int32_t *ret)
{
	const char *text = key(keys, name), *digits = text && *text == '-' ? text + 1 : text;
	uint64_t value;
	bool over;

	if (!text)
		return 0;
	if (!number_parse(digits, &value, &over))
		return bad(r, text, "expected a number for %s, not '%.*s'", name, SHOWN_MAX, text);
	if (over || value > max)
		return bad(r, text, "%s must be -%" PRIu32 " to %" PRIu32 ", not %.*s", name, max, max, SHOWN_MAX, text);
	*ret = digits == text ? (int32_t)value : -(int32_t)value;
	return 0;
}

/* Some moments show at ports that a DUT need not have. */
static int moment_ports(struct reader *r, char *what, enum item_wait moment)
{
	bool observed = moment == WAIT_INHIBIT || moment == WAIT_EXPIRY || moment == WAIT_JUDGED;

	if (observed && !(r->dut->capabilities & CAP_OBS))
		return bad(r, what, "wait %s needs observation ports, which %s has not", what, r->dut->name);
	if (moment == WAIT_PFC && !(r->dut->capabilities & CAP_PFC))
		return bad(r, what, "wait pfc needs PFC, which %s has not", r->dut->name);
	return 0;
}

static int wait_word(struct reader *r, char *what, struct item *item)
{
	static const char *const names[] = { "max", NULL }, *const moment_names[] = { "at", "max", NULL };
	static const struct {
		enum item_wait what;
		const char *name;
	} waits[] = {
#define WAIT(what_, name_) { what_, name_ },
		STIM_WAITS(WAIT) STIM_MOMENTS(WAIT)
#undef WAIT
	};
	struct keys keys;
	int err;

	for (size_t i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
		bool moment = waits[i].what >= WAIT_START;
		if (strcmp(waits[i].name, what))
			continue;
		item->u.wait.what = waits[i].what;
		err = moment_ports(r, what, waits[i].what);
		if (!err)
			err = keys_read(r, &keys, moment ? moment_names : names);
		if (!err && moment)
			err = key_signed(r, &keys, "at", STIM_AT_MAX, &item->u.wait.at);
		return err ? err : key_number(r, &keys, "max", 1, STIM_CYCLES_MAX, &item->u.wait.cycles);
	}
	return bad(r, what, "expected a number of cycles, " STIM_WAIT_WORDS ", not '%.*s'", SHOWN_MAX, what);
}

static int read_wait(struct reader *r)
{
	struct item item = { .kind = ITEM_WAIT };
	char *what = word(r);
	int err;

	if (!what)
		return bad(r, r->next, "expected a number of cycles, " STIM_WAIT_WORDS);
	if (isdigit((unsigned char)*what)) {
		err = number(r, what, "the cycles of a wait", 0, STIM_CYCLES_MAX, &item.u.wait.cycles);
		if (!err)
			err = end_of_line(r);
	} else {
		err = wait_word(r, what, &item);
	}
	return err ? err : stimulus_append(r->st, &item);
}

/* ---- lines that expand ---- */

static int read_setup(struct reader *r)
{
	int err = end_of_line(r);

	return err ? err : stimulus_setup(r->st, r->dut);
}

static int read_reg_walk(struct reader *r)
{
	static const char *const names[] = { "seed", NULL };
	struct keys keys;
	uint32_t seed = 0;
	int err = keys_read(r, &keys, names);

	if (!err)
		err = key_number(r, &keys, "seed", 0, UINT16_MAX, &seed);
	return err ? err : stim_walk(r->st, r->dut, seed);
}

/* NAME relative to the folder of the stimulus file, for the caller to free. */
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

static int read_pcap(struct reader *r)
{
	static const char *const names[] = { "file", "gaps", "fcs", "max_gap", NULL };
	struct pcap_options options = { 0 };
	char message[160] = "", *path;
	struct keys keys;
	int err = keys_read(r, &keys, names);

	if (!err)
		err = required(r, &keys, "file");
	if (!err)
		err = key_choice(r, &keys, "gaps", "close", "keep", &options.keep_gaps);
	if (!err)
		err = key_choice(r, &keys, "fcs", "add", "present", &options.fcs_present);
	if (!err)
		err = key_number(r, &keys, "max_gap", 1, STIM_CYCLES_MAX, &options.max_gap);
	if (err)
		return err;
	path = beside(r->path, key(&keys, "file"));
	if (!path)
		return -ENOMEM;
	err = pcap_in_append(r->st, path, r->dut, &options, message, sizeof(message));
	if (err && err != -ENOMEM)
		err = bad(r, key(&keys, "file"), "%s: %s", key(&keys, "file"), message);
	free(path);
	return err;
}

/* ---- headers ---- */

#define NEEDS_WORDS "obs, mdio, full-duplex, half-duplex, jumbo, pfc, gmii, xgmii or mii"

static int read_needs(struct reader *r)
{
	static const struct {
		unsigned bit;
		const char *name;
	} capabilities[] = {
#define CAPABILITY(bit_, name_, what) { bit_, name_ },
		STIM_CAPABILITIES(CAPABILITY)
#undef CAPABILITY
	};
	enum { COUNT = sizeof(capabilities) / sizeof(capabilities[0]) };
	char *name = word(r);

	if (!name)
		return bad(r, r->next, "expected what is needed: " NEEDS_WORDS);
	for (; name; name = word(r)) {
		size_t i = 0;
		while (i < COUNT && strcmp(capabilities[i].name, name))
			i++;
		if (i == COUNT)
			return bad(r, name, "expected " NEEDS_WORDS ", not '%.*s'", SHOWN_MAX, name);
		r->st->needs |= capabilities[i].bit;
	}
	return 0;
}

static int cover_rule(struct reader *r, const char *name)
{
	int rule = rule_by_name(name);
	const char *nearest;

	if (rule >= 0 && cover_table[rule].kind != COVER_EXERCISED)
		return bad(r, name, "a stimulus cannot cover %s: %s", name, cover_table[rule].when);
	if (rule >= 0) {
		r->st->covers.has[rule] = true;
		return 0;
	}
	nearest = cover_nearest(name);
	return bad(r, name, "unknown rule '%.*s'%s%s%s; 'pausebench list rules' shows them all", SHOWN_MAX, name,
	           nearest ? ", did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

/* Rules between blanks and commas; several lines add up. */
static int read_covers(struct reader *r)
{
	char *words = word(r), *rest, *name;
	int err = 0;

	if (!words || !words[strspn(words, ",")])
		return bad(r, words ? words : r->next,
		           "expected the rules that are covered, as 'pausebench list rules' shows them");
	for (; words && !err; words = word(r))
		for (rest = words; !err && (name = strsep(&rest, ","));)
			if (*name)
				err = cover_rule(r, name);
	return err;
}

static int read_name(struct reader *r, const char *what, char *ret, size_t size)
{
	char *name = word(r);

	if (!name)
		return bad(r, r->next, "expected the name of a %s", what);
	if (strlen(name) >= size)
		return bad(r, name, "the name of a %s has at most %zu characters", what, size - 1);
	strcpy(ret, name);
	return end_of_line(r);
}

static int read_dut(struct reader *r)
{
	return read_name(r, "DUT", r->st->only_dut, sizeof(r->st->only_dut));
}

static int read_model(struct reader *r)
{
	return read_name(r, "model", r->st->only_model, sizeof(r->st->only_model));
}

static int read_seed(struct reader *r)
{
	char *text = word(r);
	int err;

	if (!text)
		return bad(r, r->next, "expected the seed of the power-up state");
	err = number(r, text, "seed", 0, UINT32_MAX, &r->st->seed);
	return err ? err : end_of_line(r);
}

/* ---- lines ---- */

static const struct verb {
	const char *name;
	int (*read)(struct reader *r);
	bool header;
} verbs[] = {
	{ "needs", read_needs, true },
	{ "dut", read_dut, true },
	{ "model", read_model, true },
	{ "seed", read_seed, true },
	{ "covers", read_covers, true },
	{ "rx.frame", read_rx_frame, false },
	{ "rx.pause", read_rx_pause, false },
	{ "rx.pfc", read_rx_pfc, false },
	{ "rx.raw", read_rx_raw, false },
	{ "rx.lanes", read_rx_lanes, false },
	{ "rx.fault", read_rx_fault, false },
	{ "tx.frame", read_tx_frame, false },
	{ "reg.write", read_reg_write, false },
	{ "reg.read", read_reg_read, false },
	{ "host.stop", read_host_stop, false },
	{ "host.start", read_host_start, false },
	{ "host.rate", read_host_rate, false },
	{ "pause.req", read_pause_req, false },
	{ "pfc.req", read_pfc_req, false },
	{ "phy.reg", read_phy_reg, false },
	{ "phy.partner", read_phy_partner, false },
	{ "phy.fault", read_phy_fault, false },
	{ "phy.delay", read_phy_delay, false },
	{ "negotiate", read_negotiate, false },
	{ "link", read_link, false },
	{ "wire.collision", read_wire_collision, false },
	{ "wire.carrier", read_wire_carrier, false },
	{ "phy.absent", read_phy_absent, false },
	{ "phy.present", read_phy_present, false },
	{ "reset", read_reset, false },
	{ "wait", read_wait, false },
	{ "setup", read_setup, false },
	{ "reg.walk", read_reg_walk, false },
	{ "pcap", read_pcap, false },
};

static bool is_unfit(const struct reader *r)
{
	char reason[128];

	return stimulus_unfit(r->st, r->dut, reason, sizeof(reason));
}

static int read_verb(struct reader *r, const struct verb *verb, char *at)
{
	uint64_t bit = 1ull << (verb - verbs);
	size_t before = r->st->count;
	int err;

	if (verb->header && r->in_items)
		return bad(r, at, "header '%s' must stand before the first item", verb->name);
	if (verb->header && verb->read != read_covers && (r->headers & bit))
		return bad(r, at, "header '%s' is given twice", verb->name);
	if (verb->header)
		r->headers |= bit;
	else if (!r->in_items)
		r->unfit = is_unfit(r);
	if (r->unfit)
		return 0;
	r->in_items = !verb->header;
	snprintf(r->verb, sizeof(r->verb), "%s", verb->name);
	r->verb_at = at;
	err = verb->read(r);
	for (size_t i = before; i < r->st->count; i++)
		r->st->items[i].line = r->line;
	return err;
}

static int read_item_line(struct reader *r)
{
	char *at = word(r);

	if (!at)
		return 0;
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (!strcmp(verbs[i].name, at))
			return read_verb(r, &verbs[i], at);
	return bad(
	    r, at,
	    "expected an item (rx.frame, rx.pause, rx.pfc, rx.raw, rx.lanes, rx.fault, tx.frame, reg.*, host.*, pause.req, "
	    "pfc.req, phy.*, negotiate, link, wire.*, reset, wait, setup, pcap), not '%.*s'",
	    SHOWN_MAX, at);
}

static int read_first_line(struct reader *r)
{
	char *magic = word(r), *version;
	uint64_t number;
	bool over;

	if (!magic || strcmp(magic, STIM_MAGIC))
		return bad(r, NULL, "expected '" STIM_MAGIC " %d' in the first line", STIM_VERSION);
	version = word(r);
	if (!version || !number_parse(version, &number, &over))
		return bad(r, version ? version : r->next, "expected the version %d after " STIM_MAGIC, STIM_VERSION);
	if (number != STIM_VERSION)
		return bad(r, version, "version %.*s of the format is not known; this program reads version %d", SHOWN_MAX,
		           version, STIM_VERSION);
	snprintf(r->verb, sizeof(r->verb), STIM_MAGIC);
	return end_of_line(r);
}

/* One line without its end into r->text. 1: a line, 0: end of file, or negative errno. */
static int get_line(struct reader *r)
{
	size_t len = 0;
	int c;

	errno = 0;
	r->line++;
	while ((c = getc(r->in)) != EOF && c != '\n') {
		r->text[len] = 0;
		if (len == LINE_OCTETS_MAX)
			return bad(r, r->text + len, "expected a line of at most %d characters", LINE_OCTETS_MAX);
		if (!c)
			return bad(r, r->text + len, "expected text, not a NUL octet");
		r->text[len++] = (char)c;
	}
	if (ferror(r->in))
		return errno ? -errno : -EIO;
	if (c == EOF && !len)
		return 0;
	if (len && r->text[len - 1] == '\r')
		len--;
	r->text[len] = 0;
	r->next = r->text;
	return 1;
}

static int read_lines(struct reader *r)
{
	int rc = get_line(r), err = 0;

	if (rc < 0)
		return rc;
	if (!rc) {
		r->text[0] = 0;
		r->next = r->text;
	}
	err = read_first_line(r);
	while (!err && !r->unfit && (rc = get_line(r)) > 0)
		err = read_item_line(r);
	return err || r->unfit ? err : rc;
}

int stimulus_read_stream(struct stimulus *st, FILE *in, const char *path, const struct dut *dut, struct stim_error *ret_error)
{
	struct reader r = { .in = in, .path = path, .dut = dut, .st = st, .error = ret_error };
	int err;

	r.page = reg_page_by_model(dut->model);
	assert(r.page);
	memset(ret_error, 0, sizeof(*ret_error));
	st->seed = 1;
	stim_name(st, path);
	r.text = malloc(LINE_OCTETS_MAX + 1);
	if (!r.text)
		return -ENOMEM;
	err = read_lines(&r);
	free(r.text);
	return err;
}

int stimulus_read(struct stimulus *st, const char *path, const struct dut *dut, struct stim_error *ret_error)
{
	FILE *in = fopen(path, "r");
	int err;

	memset(ret_error, 0, sizeof(*ret_error));
	if (!in)
		return -errno;
	err = stimulus_read_stream(st, in, path, dut, ret_error);
	fclose(in);
	return err;
}
