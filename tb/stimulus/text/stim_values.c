/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes the values of keys, each by its type; verbs.h, doc/reference/stimulus.md. */
#include "verbs.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

/* ---- where a value goes ---- */

static void store(const struct verb_key *key, struct draft *d, uint32_t value)
{
	uint8_t *to = (uint8_t *)d + key->offset, octet = (uint8_t)value;
	uint16_t half = (uint16_t)value;

	assert(key->size == sizeof(octet) || key->size == sizeof(half) || key->size == sizeof(value));
	memcpy(to, key->size == sizeof(octet) ? (void *)&octet : key->size == sizeof(half) ? (void *)&half : &value, key->size);
}

static uint32_t load(const struct verb_key *key, const struct draft *d)
{
	const uint8_t *from = (const uint8_t *)d + key->offset;
	uint32_t value = 0;
	uint16_t half;

	if (key->size == sizeof(*from))
		return *from;
	if (key->size == sizeof(half)) {
		memcpy(&half, from, sizeof(half));
		return half;
	}
	memcpy(&value, from, sizeof(value));
	return value;
}

/* ---- numbers ---- */

bool number_parse(const char *text, uint64_t *ret, bool *ret_over)
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

int number_read64(struct reader *r, const char *text, const char *what, uint64_t min, uint64_t max, uint64_t *ret)
{
	uint64_t value;
	bool over;

	if (!number_parse(text, &value, &over))
		return reader_refuse(r, text, "expected a number for %s, decimal or 0x..., not '%.*s'", what, READER_SHOWN_MAX,
		                     text);
	if (over || value < min || value > max)
		return reader_refuse(r, text, "%s must be %" PRIu64 " to %" PRIu64 " (0x%" PRIx64 "), not %.*s", what, min, max,
		                     max, READER_SHOWN_MAX, text);
	*ret = value;
	return 0;
}

int number_read(struct reader *r, const char *text, const char *what, uint32_t min, uint32_t max, uint32_t *ret)
{
	uint64_t value = *ret;
	int err = number_read64(r, text, what, min, max, &value);

	*ret = (uint32_t)value;
	return err;
}

static int number_value(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	uint32_t value = load(key, d);
	int err = number_read(r, text, key->name, r->dut->phy == PHY_XGMII ? key->min_xgmii : key->min, key->max, &value);

	store(key, d, value);
	return err;
}

static void put_number(FILE *out, const struct verb_key *key, const struct draft *d)
{
	fprintf(out, " %s=%" PRIu32, key->name, load(key, d));
}
const struct value_type value_number = { number_value, put_number };

static void put_hex_number(FILE *out, const struct verb_key *key, const struct draft *d)
{
	fprintf(out, " %s=0x%0*" PRIx32, key->name, key->digits, load(key, d));
}
const struct value_type value_hex = { number_value, put_hex_number };

/* Reads a strobe, which has a bit per byte of the bus. */
static int strobe_value(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	uint32_t value = load(key, d);
	int err = number_read(r, text, key->name, 0, reg_strobe(r->page), &value);

	store(key, d, value);
	return err;
}
const struct value_type value_strobe = { strobe_value, put_hex_number };

/* Reads a number from -.max to .max. */
static int signed_value(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	const char *digits = *text == '-' ? text + 1 : text;
	uint64_t value;
	bool over;

	if (!number_parse(digits, &value, &over))
		return reader_refuse(r, text, "expected a number for %s, not '%.*s'", key->name, READER_SHOWN_MAX, text);
	if (over || value > key->max)
		return reader_refuse(r, text, "%s must be -%" PRIu32 " to %" PRIu32 ", not %.*s", key->name, key->max, key->max,
		                     READER_SHOWN_MAX, text);
	store(key, d, (uint32_t)(digits == text ? (int32_t)value : -(int32_t)value));
	return 0;
}

static void put_signed(FILE *out, const struct verb_key *key, const struct draft *d)
{
	fprintf(out, " %s=%" PRId32, key->name, (int32_t)load(key, d));
}
const struct value_type value_signed = { signed_value, put_signed };

/* The offset of an octet. Its range depends on the length of the frame. */
const struct value_type value_offset = { NULL, put_signed };

const struct value_type value_later = { NULL, NULL };

/* Reads a number, of which the item keeps the successor, so that 0 means that there is none. */
static int maybe_value(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	uint32_t value = 0;
	int err = number_read(r, text, key->name, key->min, key->max, &value);

	store(key, d, value + 1);
	return err;
}

static void put_maybe(FILE *out, const struct verb_key *key, const struct draft *d)
{
	fprintf(out, " %s=%" PRIu32, key->name, load(key, d) - 1);
}
const struct value_type value_maybe = { maybe_value, put_maybe };

/* ---- XGMII lanes: two hex digits are a data octet, a letter or !hh is a control code, *N repeats ---- */

static int hex_digit(char c)
{
	int lower = tolower((unsigned char)c);

	return lower >= '0' && lower <= '9' ? lower - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

enum { RUN_MIN = 3 }; /* shorter runs are written lane by lane */

static const struct {
	char letter;
	uint8_t code;
} codes[] = {
	{ 'S', XGMII_START }, { 'T', XGMII_TERMINATE }, { 'E', XGMII_ERROR }, { 'I', XGMII_IDLE }, { 'Q', XGMII_SEQUENCE },
};

int lanes_code(char letter)
{
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		if (codes[i].letter == letter)
			return codes[i].code;
	return -1;
}

char lanes_letter(uint8_t code)
{
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		if (codes[i].code == code)
			return codes[i].letter;
	return 0;
}

/* Returns true if a lane may end at C. */
static bool ends(char c)
{
	return !c || c == ' ' || c == '\t' || c == '*';
}

/* Reads one lane at *TEXT and moves *TEXT after it. */
static bool parse_lane(const char **text, uint8_t *octet, uint8_t *control)
{
	const char *p = *text;
	int code = lanes_code(*p);

	if (code >= 0 && ends(p[1])) {
		*octet = (uint8_t)code;
		*control = 1;
		*text = p + 1;
		return true;
	}
	*control = *p == '!';
	p += *control;
	if (hex_digit(p[0]) < 0 || hex_digit(p[1]) < 0 || !ends(p[2]))
		return false;
	*octet = (uint8_t)(hex_digit(p[0]) << 4 | hex_digit(p[1]));
	*text = p + 2;
	return true;
}

/* Reads the count after '*'; 0 if there is none. */
static uint32_t parse_count(const char **text, uint32_t max)
{
	uint32_t count = 0;

	for (; isdigit((unsigned char)**text); (*text)++)
		if (count <= max)
			count = count * 10 + (uint32_t)(**text - '0');
	return ends(**text) && **text != '*' ? count : 0;
}

const char *lanes_parse(const char *text, uint8_t *octets, uint8_t *control, uint32_t max, uint32_t *ret_len,
                        const char **ret_expected)
{
	*ret_len = 0;
	for (;;) {
		uint8_t octet = 0, is_control = 0;
		uint32_t count = 1;
		const char *at;
		text += strspn(text, " \t");
		at = text;
		if (!*text)
			return NULL;
		*ret_expected =
		    "expected a lane: two hex digits, a control code S T E I Q or !hh, each with *COUNT if it repeats";
		if (!parse_lane(&text, &octet, &is_control))
			return at;
		if (*text == '*') {
			at = ++text;
			count = parse_count(&text, max);
			*ret_expected = "expected how often, 1 or more, after *";
			if (!count)
				return at;
		}
		*ret_expected = "these are more lanes than a run can have";
		if (count > max - *ret_len)
			return at;
		memset(octets + *ret_len, octet, count);
		memset(control + *ret_len, is_control, count);
		*ret_len += count;
	}
}

void lanes_write(FILE *out, const uint8_t *octets, const uint8_t *control, uint32_t len)
{
	for (uint32_t i = 0, run; i < len; i += run) {
		char letter = control[i] ? lanes_letter(octets[i]) : 0;
		run = 1;
		while (i + run < len && octets[i + run] == octets[i] && control[i + run] == control[i])
			run++;
		if (run < RUN_MIN)
			run = 1;
		if (i)
			fputc(' ', out);
		if (letter)
			fputc(letter, out);
		else
			fprintf(out, "%s%02x", control[i] ? "!" : "", octets[i]);
		if (run > 1)
			fprintf(out, "*%u", run);
	}
}

/* ---- words ---- */

/* Writes WORDS as "a, b or c". Returns RET. */
static const char *alternatives(const char *const *words, char *ret, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; words[i] && used < size; i++)
		used += (size_t)snprintf(ret + used, size - used, "%s%s", !i ? "" : words[i + 1] ? ", " : " or ", words[i]);
	return ret;
}

static int word_value(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	char list[120];
	uint32_t i = 0;

	while (key->words[i] && strcmp(key->words[i], text))
		i++;
	if (!key->words[i])
		return reader_refuse(r, text, "expected %s for %s, not '%.*s'", alternatives(key->words, list, sizeof(list)),
		                     key->name, READER_SHOWN_MAX, text);
	store(key, d, i);
	return 0;
}

static void put_word(FILE *out, const struct verb_key *key, const struct draft *d)
{
	fprintf(out, " %s=%s", key->name, key->words[load(key, d)]);
}
const struct value_type value_word = { word_value, put_word };

static int column_value(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	if (strcmp(text, "0") && strcmp(text, "4"))
		return reader_refuse(r, text, "expected 0 or 4, the lane in which it begins, for %s, not '%.*s'", key->name,
		                     READER_SHOWN_MAX, text);
	store(key, d, (uint32_t)(*text - '0'));
	return 0;
}
const struct value_type value_column = { column_value, put_number };

/* Reads a control code, which has a letter or a number. */
static int code_value(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	int code = text[1] ? -1 : lanes_code(text[0]);

	if (code < 0 && isdigit((unsigned char)*text))
		return number_value(r, key, text, d);
	if (code < 0)
		return reader_refuse(r, text, "expected a control code S, T, E, I, Q or a number for %s, not '%.*s'", key->name,
		                     READER_SHOWN_MAX, text);
	store(key, d, (uint32_t)code);
	return 0;
}

static void put_code(FILE *out, const struct verb_key *key, const struct draft *d)
{
	uint8_t code = (uint8_t)load(key, d);

	if (lanes_letter(code))
		fprintf(out, " %s=%c", key->name, lanes_letter(code));
	else
		fprintf(out, " %s=0x%02x", key->name, code);
}
const struct value_type value_code = { code_value, put_code };

/* ---- octets ---- */

int hex_read(struct reader *r, char *text, uint8_t **ret, size_t *ret_len)
{
	size_t digits = strlen(text);
	uint8_t *octets = (uint8_t *)text;

	for (size_t i = 0; i < digits; i++)
		if (hex_digit(text[i]) < 0)
			return reader_refuse(r, text + i, "expected hex digits, two for each octet");
	if (!digits || digits % 2)
		return reader_refuse(r, text + digits, "expected an even number of hex digits, two for each octet");
	for (size_t i = 0; i < digits / 2; i++)
		octets[i] = (uint8_t)(hex_digit(text[2 * i]) << 4 | hex_digit(text[2 * i + 1]));
	*ret = octets;
	*ret_len = digits / 2;
	return 0;
}

/* Reads mix:N: octet i is that of the station's address if bit i of N is 1, else that of the multicast address of PAUSE frames. */
static bool mix_parse(const char *text, uint8_t ret[STIM_ADDRESS_OCTETS])
{
	uint64_t bits;
	bool over;

	if (strncmp(text, "mix:", 4) || !number_parse(text + 4, &bits, &over) || bits >> STIM_ADDRESS_OCTETS)
		return false;
	for (int i = 0; i < STIM_ADDRESS_OCTETS; i++)
		ret[i] = bits >> i & 1 ? stim_station[i] : stim_multicast[i];
	return true;
}

bool address_parse(const char *text, uint8_t ret[STIM_ADDRESS_OCTETS])
{
	const uint8_t *named = stim_address_by_name(text);

	if (mix_parse(text, ret))
		return true;
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

static int address_value(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	if (address_parse(text, (uint8_t *)d + key->offset))
		return 0;
	return reader_refuse(
	    r, text,
	    "expected station, partner, multicast, broadcast, mix:0 to mix:63 or six octets aa:bb:cc:dd:ee:ff for %s, not '%.*s'",
	    key->name, READER_SHOWN_MAX, text);
}

static void put_address(FILE *out, const struct verb_key *key, const struct draft *d)
{
	const uint8_t *octets = (const uint8_t *)d + key->offset;
	const char *name = stim_address_name(octets);

	fprintf(out, " %s=", key->name);
	if (name)
		fputs(name, out);
	for (int i = 0; i < STIM_ADDRESS_OCTETS && !name; i++)
		fprintf(out, "%s%02x", i ? ":" : "", octets[i]);
}
const struct value_type value_address = { address_value, put_address };

/* Reads the payload of a frame into D->fields. */
static int fill_value(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	static const char *const words[] = { "inc", "zero", "ones" }; /* indexed by enum stim_fill */
	struct stim_fields *fields = &d->fields;
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
		return number_read(r, text + 5, "the seed of rand", 0, UINT32_MAX, &fields->seed);
	}
	if (strncmp(text, "hex:", 4))
		return reader_refuse(r, text, "expected inc, zero, ones, rand:SEED or hex:DIGITS for %s, not '%.*s'", key->name,
		                     READER_SHOWN_MAX, text);
	fields->fill = STIM_FILL_HEX;
	err = hex_read(r, text + 4, &octets, &fields->hex_len);
	fields->hex = octets;
	return err;
}
const struct value_type value_fill = { fill_value, NULL };

static int fcs_value(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	struct item_frame *frame = &d->item.u.frame;

	frame->fcs = !strcmp(text, "good") ? FCS_GOOD
	           : !strcmp(text, "bad")  ? FCS_BAD
	           : !strcmp(text, "none") ? FCS_NONE
	                                   : FCS_VALUE;
	if (frame->fcs != FCS_VALUE)
		return 0;
	if (strlen(text) != 10 || strncmp(text, "0x", 2))
		return reader_refuse(r, text, "expected good, bad, none or the four octets 0xAABBCCDD as on the wire for %s",
		                     key->name);
	return number_read(r, text, key->name, 0, UINT32_MAX, &frame->fcs_value);
}

static void put_fcs(FILE *out, const struct verb_key *key, const struct draft *d)
{
	const struct item_frame *frame = &d->item.u.frame;

	if (frame->fcs == FCS_VALUE)
		fprintf(out, " %s=0x%08" PRIx32, key->name, frame->fcs_value);
	else
		fprintf(out, " %s=%s", key->name, frame->fcs == FCS_BAD ? "bad" : frame->fcs == FCS_NONE ? "none" : "good");
}
const struct value_type value_fcs = { fcs_value, put_fcs };

/* Reads which FCS the host gives at the end of its octets. */
static int host_fcs_value(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	int err = reader_need(r, NEED_MII, "fcs of a sent frame", text);

	d->item.u.frame.host_fcs = true;
	return err ? err : fcs_value(r, key, text, d);
}
const struct value_type value_host_fcs = { host_fcs_value, put_fcs };

/* ---- classes of priority flow control ---- */

/* Reads timeN=, which also enables the class. */
static int class_time_value(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	d->pfc.enable |= (uint16_t)(1u << (key->name[4] - '0'));
	return number_value(r, key, text, d);
}

const struct value_type value_class_time = { class_time_value, put_number };

/* Returns the bit of a request for CLASS. Of the two bits that a port has for each class, the upper one requests XOFF and the
 * lower one XON. */
static unsigned request_bit(const struct verb_key *key, unsigned class)
{
	return 2 * class + !strcmp(key->name, "off");
}

/* Reads classes, such as "0,3" or "all". */
static int classes_value(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	bool all = !strcmp(text, "all");

	for (unsigned i = 0; all && i < STIM_CLASSES; i++)
		store(key, d, load(key, d) | 1u << request_bit(key, i));
	for (const char *p = text; !all; p++) {
		if (*p < '0' || *p >= '0' + STIM_CLASSES || (p[1] && p[1] != ','))
			return reader_refuse(r, p, "expected classes 0 to 7, as in 0,3, or all for %s", key->name);
		store(key, d, load(key, d) | 1u << request_bit(key, (unsigned)(*p - '0')));
		if (!*++p)
			break;
	}
	return 0;
}

static void put_classes(FILE *out, const struct verb_key *key, const struct draft *d)
{
	const char *separator = "";

	for (unsigned i = 0; i < STIM_CLASSES; i++) {
		if (!(load(key, d) >> request_bit(key, i) & 1))
			continue;
		if (!*separator)
			fprintf(out, " %s=", key->name);
		fprintf(out, "%s%u", separator, i);
		separator = ",";
	}
}
const struct value_type value_classes = { classes_value, put_classes };
