/* SPDX-License-Identifier: Apache-2.0 */
/* Words for a person in place of numbers. regs/records.def; doc/reference/dut-contract.md. */
#include "score_words.h"

#include "part/frame.h"
#include "records.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Appends a part to the words, after a comma if there are some. */
static void part(char *ret, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void part(char *ret, const char *format, ...)
{
	size_t used = strlen(ret);
	va_list args;

	if (used)
		used += (size_t)snprintf(ret + used, SCORE_WORDS_SIZE - used, ", ");
	if (used >= SCORE_WORDS_SIZE)
		return;
	va_start(args, format);
	vsnprintf(ret + used, SCORE_WORDS_SIZE - used, format, args);
	va_end(args);
}

static uint32_t get(uint32_t record, uint32_t mask)
{
	return (record & mask) >> __builtin_ctz(mask);
}

const char *score_rx_words(uint32_t record, uint32_t differs, char ret[SCORE_WORDS_SIZE])
{
	static const struct {
		uint32_t bit;
		const char *set, *clear;
		bool always; /* in a whole record, too, if clear */
	} bits[] = {
		{ RX_RECORD_BAD, "bad", "good", true },
		{ RX_RECORD_PAUSE, "a PAUSE", "no PAUSE", false },
		{ RX_RECORD_PFC, "a PFC frame", "no PFC frame", false },
		{ RX_RECORD_CONTROL, "MAC control", "no MAC control", false },
		{ RX_RECORD_DELIVERED, "delivered", "not delivered", true },
		{ RX_RECORD_DISCARDED, "discarded for want of room", "not discarded for want of room", false },
	};
	bool whole = differs == RX_RECORD_ALL;

	ret[0] = 0;
	if (differs & RX_RECORD_LENGTH)
		part(ret, "%u octets", get(record, RX_RECORD_LENGTH));
	for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++)
		if (differs & bits[i].bit && (record & bits[i].bit || bits[i].always || !whole))
			part(ret, "%s", record & bits[i].bit ? bits[i].set : bits[i].clear);
	return ret;
}

static const char *kind(uint32_t record)
{
	return record & TX_RECORD_PAUSE ? "a PAUSE frame" : record & TX_RECORD_PFC ? "a PFC frame" : "a data frame";
}

/* Appends what was sent, "a data frame of 64 octets"; of a part of a record its kind and its length, each if it differs. */
static void sent_part(uint32_t record, uint32_t differs, char *ret)
{
	bool whole = differs == TX_RECORD_ALL;
	uint32_t length = get(record, TX_RECORD_LENGTH);

	if (whole && length) {
		part(ret, "%s of %u octets", kind(record), length);
		return;
	}
	if (differs & (TX_RECORD_PAUSE | TX_RECORD_PFC))
		part(ret, "%s", kind(record));
	if (!whole && differs & TX_RECORD_LENGTH)
		part(ret, "%u octets", length);
}

/* Appends how the attempts went. */
static void attempts_part(uint32_t record, uint32_t differs, char *ret)
{
	uint32_t collisions = get(record, TX_RECORD_COLLISIONS);
	bool whole = differs == TX_RECORD_ALL;

	if (record & TX_RECORD_DROPPED && differs & (TX_RECORD_DROPPED | TX_RECORD_COLLISIONS))
		part(ret, "dropped after %u collision%s", collisions, collisions == 1 ? "" : "s");
	else if (!whole && differs & TX_RECORD_DROPPED)
		part(ret, "not dropped");
	else if (whole ? collisions != 0 : differs & TX_RECORD_COLLISIONS)
		part(ret, "%u collision%s", collisions, collisions == 1 ? "" : "s");
}

const char *score_tx_words(uint32_t record, uint32_t differs, char ret[SCORE_WORDS_SIZE])
{
	ret[0] = 0;
	sent_part(record, differs, ret);
	attempts_part(record, differs, ret);
	if (record & differs & TX_RECORD_UNDERRUN)
		part(ret, "cut by an underrun or errored by the host");
	else if (differs != TX_RECORD_ALL && differs & TX_RECORD_UNDERRUN)
		part(ret, "no underrun, not errored by the host");
	return ret;
}

/* Appends the classes with their state, if there are any. */
static void class_part(uint8_t classes, const char *state, char *ret)
{
	char list[sizeof("0/1/2/3/4/5/6/7")] = "";
	size_t used = 0;

	for (unsigned i = 0; i < 8; i++)
		if (classes >> i & 1)
			used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%u", used ? "/" : "", i);
	if (used)
		part(ret, "class %s %s", list, state);
}

const char *score_class_words(uint8_t classes, uint8_t differs, char ret[SCORE_WORDS_SIZE])
{
	ret[0] = 0;
	class_part(classes & differs, "paused", ret);
	class_part(differs & (uint8_t)~classes, "not paused", ret);
	return ret;
}

/* Appends the fields with a bit in BITS, each with its number in VALUE; OTHER: with what it should be, since each of the BITS is wrong. Returns the
 * bits that are in no field. */
static uint64_t fields_words(const struct reg_page *page, uint16_t address, uint64_t value, uint64_t bits, bool other, char *ret)
{
	const struct reg_row *row = reg_by_address(page, address);

	for (size_t i = 0; row && i < page->field_count; i++) {
		const struct reg_field *field = &page->fields[i];
		uint64_t mask = reg_field_mask(field), number = (value & mask) >> field->lsb;
		bool one = !(mask & (mask - 1));
		if (strcmp(field->reg, row->name) || !(mask & bits))
			continue;
		number ^= other && one;
		part(ret, number < 10 ? "%s%s %" PRIu64 : "%s%s 0x%" PRIx64, field->name, other && !one ? " not" : "", number);
		bits &= ~mask;
	}
	return bits;
}

const char *score_value_words(const struct reg_page *page, uint16_t address, uint64_t value, uint64_t differs,
                              char ret[SCORE_WORDS_SIZE])
{
	uint64_t rest;

	ret[0] = 0;
	rest = fields_words(page, address, value, differs, false, ret);
	if (rest && ret[0])
		part(ret, "bits 0x%" PRIx64 ": 0x%" PRIx64, rest, value & rest);
	else if (rest)
		part(ret, "0x%08" PRIx64, value);
	return ret;
}

const char *score_other_words(const struct reg_page *page, uint16_t address, uint64_t value, uint64_t wrong,
                              char ret[SCORE_WORDS_SIZE])
{
	uint64_t rest;

	ret[0] = 0;
	rest = fields_words(page, address, value, wrong, true, ret);
	if (rest)
		part(ret, "another value of bits 0x%08" PRIx64, rest);
	return ret;
}

/* ---- octets too many, or too few ---- */

enum { SHIFT_MAX = 8, SHIFT_SURE = 4 /* octets behind the place that agree */ };

/* "octet 14 is" or "octets 14 to 15 are" */
static int octets_are(char *ret, size_t size, uint32_t first, uint32_t count)
{
	if (count == 1)
		return snprintf(ret, size, ": octet %u is", first);
	return snprintf(ret, size, ": octets %u to %u are", first, first + count - 1);
}

/* The LEN octets at A and B agree, and are enough to say so. */
static bool agree(const uint8_t *a, const uint8_t *b, uint32_t len)
{
	return len >= SHIFT_SURE && !memcmp(a, b, len);
}

const char *score_shift_words(const uint8_t *expected, uint32_t len, const uint8_t *actual, uint32_t actual_len, uint32_t i,
                              uint32_t at, char ret[SCORE_WORDS_SIZE])
{
	ret[0] = 0;
	for (uint32_t by = 1; by <= SHIFT_MAX; by++) {
		uint32_t more = actual_len > i + by ? actual_len - i - by : 0, fewer = len > i + by ? len - i - by : 0;
		bool twice = i >= by && !memcmp(actual + i - by, actual + i, by < actual_len - i ? by : actual_len - i);
		int used;
		more = more < len - i ? more : len - i;
		fewer = fewer < actual_len - i ? fewer : actual_len - i;
		if (agree(actual + i + by, expected + i, more)) {
			used = octets_are(ret, SCORE_WORDS_SIZE, at + i - (twice ? by : 0), by);
			snprintf(ret + used, SCORE_WORDS_SIZE - (size_t)used, twice ? " there twice" : " too many");
			return ret;
		}
		if (agree(actual + i, expected + i + by, fewer)) {
			used = octets_are(ret, SCORE_WORDS_SIZE, at + i, by);
			snprintf(ret + used, SCORE_WORDS_SIZE - (size_t)used, " missing");
			return ret;
		}
	}
	return ret;
}

const char *score_fcs_words(const uint8_t *sent, uint32_t len, char ret[SCORE_WORDS_SIZE])
{
	ret[0] = 0;
	for (uint32_t by = 0; by <= SHIFT_MAX && len > by + FRAME_FCS_OCTETS && !ret[0]; by++) {
		uint32_t octets = len - by - FRAME_FCS_OCTETS;
		if (frame_fcs(sent, octets) != frame_get_fcs(sent + octets))
			continue;
		if (!by)
			return ret;
		snprintf(ret, SCORE_WORDS_SIZE, ": a right FCS stands %u octet%s earlier", by, by == 1 ? "" : "s");
	}
	return ret;
}
