/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of frames on the wire: where a frame begins in a run (doc/devices/bcm5718.md 1, 802.3 clause 35), address types, PAUSE octets. */
#include "support.h"

#include "part/frame.h"

#include <criterion/criterion.h>
#include <string.h>

#define P 0x55
#define S 0xD5

static const struct {
	const char *what;
	uint8_t run[16];
	uint32_t len;
	int32_t error;
	bool is_frame, code_error;
	uint32_t offset, frame_len;
} runs[] = {
	{ "seven octets of preamble", { P, P, P, P, P, P, P, S, 1, 2, 3 }, 11, -1, true, false, 8, 3 },
	{ "one octet of preamble", { P, S, 1 }, 3, -1, true, false, 2, 1 },
	{ "no preamble", { S, 1, 2 }, 3, -1, true, false, 1, 2 },
	{ "long preamble", { P, P, P, P, P, P, P, P, P, P, P, P, S, 9 }, 14, -1, true, false, 13, 1 },
	{ "no octet after the SFD", { P, P, S }, 3, -1, false, false, 0, 0 },
	{ "no SFD", { P, P, P, P }, 4, -1, false, false, 0, 0 },
	{ "another octet before the SFD", { P, 0x54, P, S, 1, 2 }, 6, -1, false, false, 0, 0 },
	{ "nibble-shifted SFD", { P, P, 0x5D, 1, 2, 3 }, 6, -1, false, false, 0, 0 },
	{ "nothing but data", { 1, 2, 3 }, 3, -1, false, false, 0, 0 },
	{ "SFD octets belong to the frame after the first", { P, S, S, S }, 4, -1, true, false, 2, 2 },
	{ "code error in the preamble", { P, P, S, 1 }, 4, 0, true, true, 3, 1 },
	{ "code error in the last octet", { P, P, S, 1 }, 4, 3, true, true, 3, 1 },
};

/* Passes the run in parts of PART octets. */
static void parse_parts(struct frame_run *ret, const uint8_t *run, uint32_t len, int32_t error, uint32_t part)
{
	uint8_t frame[80];

	frame_run_begin(ret);
	for (uint32_t at = 0; at < len; at += part)
		frame_run_octets(ret, frame, run + at, len - at < part ? len - at : part);
	frame_run_end(ret, frame, error >= 0);
}

static void parse(struct frame_run *ret, const uint8_t *run, uint32_t len, int32_t error)
{
	parse_parts(ret, run, len, error, len);
}

Test(frame, begins_after_the_first_sfd_that_only_preamble_precedes)
{
	for (size_t i = 0; i < COUNT_OF(runs); i++) {
		struct frame_run f;
		parse(&f, runs[i].run, runs[i].len, runs[i].error);
		cr_expect_eq(f.is_frame, runs[i].is_frame, "%s: frame %d", runs[i].what, f.is_frame);
		if (!runs[i].is_frame || !f.is_frame)
			continue;
		cr_expect_eq(f.offset, runs[i].offset, "%s: offset %u", runs[i].what, f.offset);
		cr_expect_eq(f.len, runs[i].frame_len, "%s: length %u", runs[i].what, f.len);
		cr_expect_eq(f.code_error, runs[i].code_error, "%s: code error %d", runs[i].what, f.code_error);
		cr_expect(f.fcs_wrong, "%s: fewer than four octets cannot be good", runs[i].what);
	}
}

Test(frame, is_the_same_however_the_run_is_divided)
{
	for (size_t i = 0; i < COUNT_OF(runs); i++)
		for (uint32_t part = 1; part < runs[i].len; part++) {
			struct frame_run whole, parts;
			parse(&whole, runs[i].run, runs[i].len, runs[i].error);
			parse_parts(&parts, runs[i].run, runs[i].len, runs[i].error, part);
			cr_expect_eq(parts.is_frame, whole.is_frame, "%s by %u", runs[i].what, part);
			cr_expect_eq(parts.offset, whole.offset, "%s by %u: offset %u", runs[i].what, part, parts.offset);
			cr_expect_eq(parts.len, whole.len, "%s by %u: length %u", runs[i].what, part, parts.len);
			cr_expect_eq(parts.fcs, whole.fcs, "%s by %u: FCS", runs[i].what, part);
		}
}

Test(frame, nibbles_are_the_same_however_they_are_divided)
{
	static const uint8_t nibbles[] = { 5, 5, 0x95, 0xD, 1, 2, 0xF3, 4, 5, 6, 7 };
	static const uint8_t octets[] = { 0x21, 0x43, 0x65 };

	for (uint32_t part = 1; part <= sizeof(nibbles); part++) {
		struct frame_run f;
		uint8_t frame[16];
		frame_run_begin(&f);
		for (uint32_t at = 0; at < sizeof(nibbles); at += part)
			frame_run_nibbles(&f, frame, nibbles + at,
			                  sizeof(nibbles) - at < part ? (uint32_t)sizeof(nibbles) - at : part);
		frame_run_end(&f, frame, false);
		cr_assert(f.is_frame && f.len == sizeof(octets), "by %u", part);
		cr_expect_eq(f.offset, 4, "by %u: offset %u", part, f.offset);
		cr_expect(f.dribble, "by %u", part);
		cr_expect_eq(memcmp(frame, octets, sizeof(octets)), 0, "by %u", part);
	}
}

/* The literal vector with any single bit inverted is not good. */
Test(frame, every_single_bit_error_is_seen)
{
	uint8_t run[72] = { P,    P,    P,    P,    P,    P,    P,    S,    0x01, 0x80, 0xC2, 0x00, 0x00,
		            0x01, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0x08, 0x00, 0x01, 0xFF, 0xFF };
	static const uint8_t fcs[4] = { 0x9B, 0x60, 0xE9, 0x3C };
	struct frame_run f;

	memcpy(run + 68, fcs, 4);
	parse(&f, run, 72, -1);
	cr_assert(f.is_frame && f.len == 64);
	cr_expect_not(f.fcs_wrong);
	for (int bit = 64; bit < 576; bit++) {
		run[bit / 8] ^= (uint8_t)(1 << bit % 8);
		parse(&f, run, 72, -1);
		if (!f.fcs_wrong)
			cr_expect_fail("bit %d of the frame", bit - 64);
		run[bit / 8] ^= (uint8_t)(1 << bit % 8);
	}
}

Test(frame, truncated_and_lengthened_vectors_are_bad)
{
	uint8_t run[73] = { P,    P,    P,    P,    P,    P,    P,    S,    0x01, 0x80, 0xC2, 0x00, 0x00,
		            0x01, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0x08, 0x00, 0x01, 0x00, 0x10 };
	static const uint8_t fcs[4] = { 0x29, 0x71, 0xFF, 0xEF };

	memcpy(run + 68, fcs, 4);
	for (uint32_t len = 9; len < 74; len++) {
		struct frame_run f;
		parse(&f, run, len, -1);
		cr_expect_eq(!f.fcs_wrong, len == 72, "%u octets after the SFD", len - 8);
	}
}

Test(frame, casts)
{
	static const struct {
		uint8_t address[6];
		enum frame_address_type address_type;
	} cases[] = {
		{ { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55 }, ADDRESS_UNICAST },
		{ { 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF }, ADDRESS_UNICAST },
		{ { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01 }, ADDRESS_MULTICAST },
		{ { 0x01, 0x00, 0x00, 0x00, 0x00, 0x00 }, ADDRESS_MULTICAST },
		{ { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE }, ADDRESS_MULTICAST },
		{ { 0xFD, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF }, ADDRESS_MULTICAST },
		{ { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF }, ADDRESS_BROADCAST },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		cr_expect_eq(frame_address_type(cases[i].address), cases[i].address_type, "case %zu: %d", i,
		             frame_address_type(cases[i].address));
}

Test(frame, wide_numbers_are_most_significant_octet_first)
{
	static const uint8_t octets[2] = { 0x88, 0x08 };

	cr_expect_eq(frame_u16(octets), 0x8808);
}
