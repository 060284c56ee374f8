/* SPDX-License-Identifier: Apache-2.0 */
/* Frames and link faults from lanes, and gaps, by the tables of 802.3 clause 46 and doc/devices/xgmii.md 1, 2, 4. */
#include "support.h"

#include "part/frame.h"
#include "part/xgmii.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

enum { LANES = 8192, S = XGMII_START, T = XGMII_TERMINATE, I = XGMII_IDLE, Q = XGMII_SEQUENCE, E = XGMII_ERROR };

struct lanes {
	uint8_t octets[LANES];
	uint32_t code[LANES], len, codes;
};

static void put(struct lanes *l, uint8_t octet, bool control)
{
	cr_assert_lt(l->len, LANES);
	if (control)
		l->code[l->codes++] = l->len;
	l->octets[l->len++] = octet;
}

static void put_head(struct lanes *l)
{
	put(l, S, 1);
	for (int i = 0; i < 6; i++)
		put(l, 0x55, 0);
	put(l, 0xD5, 0);
}

static void put_octets(struct lanes *l, unsigned count)
{
	while (count--)
		put(l, 0xA5, 0);
}

static void put_frame(struct lanes *l, unsigned count, uint8_t end)
{
	put_head(l);
	put_octets(l, count);
	put(l, end, 1);
}

static void put_idle(struct lanes *l, unsigned count)
{
	while (count--)
		put(l, I, 1);
}

static void put_sequences(struct lanes *l, uint8_t type, unsigned columns)
{
	while (columns--) {
		put(l, Q, 1);
		put(l, 0, 0);
		put(l, 0, 0);
		put(l, type, 0);
	}
}

static struct xgmii_rx *start(struct xgmii_rx *x, struct lanes *l)
{
	xgmii_rx_init(x);
	l->len = l->codes = 0;
	return x;
}

static void give(struct xgmii_rx *x, uint64_t at, const struct lanes *l)
{
	cr_assert_eq(xgmii_rx_lanes(x, at, l->octets, l->len, l->code, l->codes, NULL), 0);
}

Test(xgmii, the_end_code_may_be_in_any_lane)
{
	for (unsigned len = 1; len < 20; len++) {
		static struct lanes l;
		struct xgmii_frame frame;
		struct xgmii_rx x;
		start(&x, &l);
		put_frame(&l, len, T);
		give(&x, 804, &l);
		cr_expect_eq(xgmii_rx_next(&x), 804);
		cr_assert(xgmii_rx_pop(&x, &frame), "%u octets", len);
		cr_expect_eq(frame.start, 804);
		cr_expect_eq(frame.end, 804 + 8 + len);
		cr_expect_eq(frame.len, len);
		cr_expect(!frame.error && !frame.illegal && frame.fcs_wrong);
		cr_expect_not(xgmii_rx_pop(&x, &frame));
		xgmii_rx_release(&x);
	}
}

Test(xgmii, the_fcs_is_checked)
{
	static struct lanes l;
	uint8_t octets[64];
	struct xgmii_frame frame;
	struct xgmii_rx x;

	make_frame(octets, 60, "00-11-22-33-44-55", 0x0800);
	frame_put_fcs(octets + 60, frame_fcs(octets, 60));
	start(&x, &l);
	put_head(&l);
	for (int i = 0; i < 64; i++)
		put(&l, octets[i], 0);
	put(&l, T, 1);
	give(&x, 8, &l);
	cr_assert(xgmii_rx_pop(&x, &frame));
	cr_expect_not(frame.fcs_wrong);
	cr_expect_eq(frame.fcs, frame_fcs(octets, 60));
	cr_expect(!memcmp(frame.octets, octets, 64));
	xgmii_rx_release(&x);
}

/* Passes a frame of four octets that ends with CODE in its fifth lane, and the lanes after it. */
static bool frame_with(uint8_t code, struct xgmii_frame *ret)
{
	static struct lanes l;
	struct xgmii_rx x;
	bool any;

	start(&x, &l);
	put_head(&l);
	put_octets(&l, 4);
	put(&l, code, 1);
	put_octets(&l, 3);
	put(&l, T, 1);
	give(&x, 16, &l);
	any = xgmii_rx_pop(&x, ret);
	xgmii_rx_release(&x);
	return any;
}

Test(xgmii, a_passed_fcs_is_used_for_a_run_of_one_frame)
{
	static struct lanes l;
	const uint32_t passed = 0x12345678;
	struct xgmii_frame frame;
	struct xgmii_rx x;

	for (int more = 0; more < 4; more++) { /* the frame alone; with idle or another frame after it; with idle before it */
		start(&x, &l);
		put_idle(&l, more == 3 ? 4 : 0);
		put_head(&l);
		put_octets(&l, 60);
		for (int i = 0; i < FRAME_FCS_OCTETS; i++)
			put(&l, (uint8_t)(passed >> 8 * i), 0);
		put(&l, T, 1);
		put_idle(&l, more == 1 ? 1 : more == 2 ? 3 : 0);
		if (more == 2)
			put_frame(&l, 64, T);
		cr_assert_eq(xgmii_rx_lanes(&x, 0, l.octets, l.len, l.code, l.codes, &passed), 0);
		for (int frames = more == 2 ? 2 : 1; frames; frames--) {
			cr_assert(xgmii_rx_pop(&x, &frame));
			cr_expect_eq(frame.fcs, more ? frame_fcs(frame.octets, 60) : passed, "case %d", more);
			cr_expect_eq(frame.fcs_wrong, more > 0, "case %d", more);
		}
		cr_expect_not(xgmii_rx_pop(&x, &frame));
		xgmii_rx_release(&x);
	}
}

Test(xgmii, control_codes_inside_a_frame)
{
	static const struct {
		uint8_t code;
		uint32_t len;
		bool error, illegal;
	} cases[] = { { T, 4, false, false }, { I, 4, false, true },    { S, 4, false, true },   { Q, 4, false, true },
		      { E, 8, true, false },  { 0x1C, 8, false, true }, { 0x00, 8, false, true } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct xgmii_frame frame;
		cr_assert(frame_with(cases[i].code, &frame));
		cr_expect_eq(frame.len, cases[i].len, "0x%02X: %u octets", cases[i].code, frame.len);
		cr_expect_eq(frame.error, cases[i].error, "0x%02X", cases[i].code);
		cr_expect_eq(frame.illegal, cases[i].illegal, "0x%02X", cases[i].code);
	}
}

Test(xgmii, a_start_needs_the_first_lane_and_an_sfd)
{
	static const struct {
		unsigned lane, wrong; /* lane of /S/; index of the wrong octet of the head, 0: none */
		uint8_t octet;
		bool frame;
	} cases[] = { { 0, 0, 0, true },  { 4, 0, 0, true },     { 1, 0, 0, false }, { 3, 0, 0, false },
		      { 7, 0, 0, false }, { 0, 7, 0x55, false }, { 0, 1, 0, true },  { 0, 6, 0xD5, true } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		static struct lanes l;
		struct xgmii_frame frame;
		struct xgmii_rx x;
		start(&x, &l);
		put_idle(&l, cases[i].lane);
		put_frame(&l, 70, T);
		if (cases[i].wrong)
			l.octets[cases[i].lane + cases[i].wrong] = cases[i].octet;
		give(&x, 800, &l);
		cr_expect_eq(xgmii_rx_pop(&x, &frame), cases[i].frame, "case %zu", i);
		xgmii_rx_release(&x);
	}
}

Test(xgmii, a_malformed_start_may_be_the_next_start)
{
	static struct lanes l;
	struct xgmii_frame frame;
	struct xgmii_rx x;

	start(&x, &l);
	put(&l, S, 1);
	put_octets(&l, 3);
	put_frame(&l, 5, S); /* ends in lane 1 of a column */
	put_idle(&l, 2);
	put_frame(&l, 4, S); /* ends in the first lane of a column, and starts the next */
	l.len--, l.codes--;
	put_frame(&l, 6, T);
	give(&x, 80, &l);
	cr_assert(xgmii_rx_pop(&x, &frame));
	cr_expect_eq(frame.start, 84);
	cr_expect_eq(frame.len, 5);
	cr_expect(frame.illegal);
	cr_assert(xgmii_rx_pop(&x, &frame));
	cr_expect_eq(frame.start, 100);
	cr_expect_eq(frame.len, 4);
	cr_assert(xgmii_rx_pop(&x, &frame));
	cr_expect_eq(frame.start, 112);
	cr_expect_eq(frame.len, 6);
	cr_expect_not(frame.illegal);
	cr_expect_not(xgmii_rx_pop(&x, &frame));
	xgmii_rx_release(&x);
}

Test(xgmii, a_frame_without_octets_is_none)
{
	static struct lanes l;
	struct xgmii_frame frame;
	struct xgmii_rx x;

	start(&x, &l);
	put_frame(&l, 0, T);
	give(&x, 8, &l);
	cr_expect_not(xgmii_rx_pop(&x, &frame));
	xgmii_rx_release(&x);
}

Test(xgmii, a_frame_cut_by_the_end_of_its_run_ends_illegally_or_goes_on)
{
	static struct lanes l, rest;
	struct xgmii_frame frame;
	struct xgmii_rx x;

	for (int popped = 0; popped < 2; popped++) {
		start(&x, &l);
		put_head(&l);
		put_octets(&l, 8);
		give(&x, 8, &l);
		if (popped) {
			cr_assert(xgmii_rx_pop(&x, &frame));
			cr_expect(frame.illegal && !frame.again);
			cr_expect_eq(frame.end, 24);
		}
		rest.len = rest.codes = 0;
		put_octets(&rest, 4);
		put(&rest, T, 1);
		give(&x, 24, &rest);
		cr_assert(xgmii_rx_pop(&x, &frame));
		cr_expect_eq(frame.start, 8);
		cr_expect_eq(frame.len, 12);
		cr_expect_eq(frame.end, 28);
		cr_expect_eq(frame.again, popped);
		cr_expect_not(frame.illegal);
		cr_expect_eq(frame.octets[11], 0xA5);
		cr_expect_not(xgmii_rx_pop(&x, &frame));
		xgmii_rx_release(&x);
	}
}

Test(xgmii, after_a_reset_the_search_begins_anew)
{
	static struct lanes l;
	struct xgmii_frame frame;
	struct xgmii_rx x;

	start(&x, &l);
	for (int i = 0; i < 4; i++)
		put_frame(&l, 3, T); /* 12 lanes each */
	put_sequences(&l, 1, 4);
	give(&x, 0, &l);
	xgmii_rx_reset(&x, 16);
	cr_assert(xgmii_rx_pop(&x, &frame));
	cr_expect_eq(frame.start, 24);
	cr_assert(xgmii_rx_pop(&x, &frame));
	cr_expect_eq(frame.start, 36);
	cr_expect_not(xgmii_rx_pop(&x, &frame));
	cr_expect_eq(xgmii_rx_fault_next(&x, 16), 72);
	xgmii_rx_reset(&x, 56); /* two of the four sequences are left */
	cr_expect_not(xgmii_rx_pop(&x, &frame));
	cr_expect_eq(xgmii_rx_fault_next(&x, 56), XGMII_NEVER);
	xgmii_rx_release(&x);
}

/* The lanes are no longer valid. */
static void take_back(struct xgmii_rx *x, struct lanes *l)
{
	xgmii_rx_keep(x);
	memset(l, 0, sizeof(*l));
}

Test(xgmii, a_frame_may_continue_in_borrowed_lanes)
{
	static struct lanes l, rest;
	struct xgmii_frame frame;
	struct xgmii_rx x;

	for (int kept = 0; kept < 2; kept++) {
		start(&x, &l)->lends = true;
		put_head(&l);
		put_octets(&l, 8);
		give(&x, 8, &l);
		cr_assert(xgmii_rx_pop(&x, &frame));
		cr_expect(frame.lent && frame.octets == l.octets + XGMII_HEAD_OCTETS);
		if (kept)
			take_back(&x, &l);
		rest.len = rest.codes = 0;
		put_octets(&rest, 4);
		put(&rest, T, 1);
		give(&x, 24, &rest);
		take_back(&x, &l);
		take_back(&x, &rest);
		cr_assert(xgmii_rx_pop(&x, &frame));
		cr_expect(frame.again && !frame.illegal && !frame.lent);
		cr_assert_eq(frame.len, 12);
		for (int i = 0; i < 12; i++)
			cr_expect_eq(frame.octets[i], 0xA5, "octet %d", i);
		xgmii_rx_release(&x);
	}
}

Test(xgmii, a_reset_searches_borrowed_lanes_again)
{
	static struct lanes l;
	struct xgmii_frame frame;
	struct xgmii_rx x;

	for (int kept = 0; kept < 2; kept++) {
		start(&x, &l)->lends = true;
		put_frame(&l, 3, T); /* 12 lanes each */
		put_frame(&l, 3, T);
		put_sequences(&l, 1, 4);
		give(&x, 0, &l);
		if (kept)
			take_back(&x, &l);
		xgmii_rx_reset(&x, 8);
		cr_assert(xgmii_rx_pop(&x, &frame));
		cr_expect_eq(frame.start, 12);
		cr_expect_eq(frame.octets[2], 0xA5);
		cr_expect_eq(frame.lent, !kept);
		cr_expect_not(xgmii_rx_pop(&x, &frame));
		cr_expect_eq(xgmii_rx_fault_next(&x, 8), 48);
		xgmii_rx_release(&x);
	}
}

Test(xgmii, four_sequences_make_a_fault_and_128_columns_end_it)
{
	static struct lanes l;
	struct xgmii_rx x;

	start(&x, &l);
	put_sequences(&l, 1, 3);
	put_idle(&l, 127 * 4);
	put_sequences(&l, 1, 1);
	give(&x, 0, &l);
	/* the fourth is column 130: octet time 520, cycle 65, shows in cycle 67 */
	cr_expect_eq(xgmii_rx_fault(&x, 8 * 66), XGMII_FAULT_NONE);
	cr_expect_eq(xgmii_rx_fault_next(&x, 8 * 66), 8 * 67);
	cr_expect_eq(xgmii_rx_fault(&x, 8 * 67), XGMII_FAULT_LOCAL);
	/* the 128th column after it: octet time 1032, cycle 129, shows in 131 */
	cr_expect_eq(xgmii_rx_fault_next(&x, 8 * 67), 8 * 131);
	cr_expect_eq(xgmii_rx_fault(&x, 8 * 130), XGMII_FAULT_LOCAL);
	cr_expect_eq(xgmii_rx_fault(&x, 8 * 131), XGMII_FAULT_NONE);
	cr_expect_eq(xgmii_rx_fault_next(&x, 8 * 131), XGMII_NEVER);
	xgmii_rx_release(&x);
}

Test(xgmii, sequences_of_another_type_or_too_late_count_from_one)
{
	static struct lanes l;
	struct xgmii_rx x;

	start(&x, &l);
	put_sequences(&l, 1, 3);
	put_sequences(&l, 2, 3);
	put_sequences(&l, 1, 3);
	put_idle(&l, 128 * 4);
	put_sequences(&l, 1, 3);
	put_sequences(&l, 3, 4); /* not a fault */
	give(&x, 0, &l);
	cr_expect_eq(xgmii_rx_fault(&x, 10000), XGMII_FAULT_NONE);
	l.len = l.codes = 0;
	put_sequences(&l, 2, 4);
	put_sequences(&l, 1, 4);
	give(&x, 10000, &l);
	cr_expect_eq(xgmii_rx_fault(&x, 10024), XGMII_FAULT_REMOTE);
	cr_expect_eq(xgmii_rx_fault_next(&x, 10024), 10040);
	cr_expect_eq(xgmii_rx_fault(&x, 10040), XGMII_FAULT_LOCAL);
	xgmii_rx_release(&x);
}

Test(xgmii, a_sequence_ends_a_frame_and_counts_in_the_first_lane_of_a_column)
{
	static struct lanes l;
	struct xgmii_frame frame;
	struct xgmii_rx x;

	start(&x, &l);
	put_sequences(&l, 2, 3);
	put_head(&l);
	put_octets(&l, 4);
	put_sequences(&l, 2, 1);
	give(&x, 0, &l);
	cr_assert(xgmii_rx_pop(&x, &frame));
	cr_expect(frame.illegal);
	cr_expect_eq(frame.len, 4);
	cr_expect_eq(xgmii_rx_fault(&x, 40), XGMII_FAULT_REMOTE);
	xgmii_rx_release(&x);
}

Test(xgmii, the_deficit_keeps_twelve_octets_on_average)
{
	/* 802.3 46.3.1.4: if frames end in lane 1, each gap of 11 borrows an octet, and the fourth gap returns them */
	static const uint64_t gaps_of_lane_1[] = { 11, 11, 11, 15, 11, 11, 11, 15 };
	struct xgmii_gap g = { .unit = 0 };
	uint64_t end = 9;

	xgmii_gap_reset(&g);
	cr_expect_eq(xgmii_gap_earliest(&g, 12), 0);
	cr_expect_eq(xgmii_gap_lane(&g, 800, 12), 0);
	for (size_t i = 0; i < COUNT_OF(gaps_of_lane_1); i++) {
		uint64_t next;
		xgmii_gap_end(&g, end);
		next = xgmii_gap_earliest(&g, 12);
		cr_expect_eq(next - end, gaps_of_lane_1[i], "gap %zu: %" PRIu64, i, next - end);
		cr_expect_eq(next % 4, 0);
		xgmii_gap_start(&g, next, 12);
		end = next + 8 + 65; /* again in lane 1 or 5 */
	}
	xgmii_gap_reset(&g);
	xgmii_gap_end(&g, 803);
	cr_expect_eq(xgmii_gap_lane(&g, 800, 12), -1);
	cr_expect_eq(xgmii_gap_lane(&g, 808, 12), 4);
	cr_expect_eq(xgmii_gap_lane(&g, 816, 12), 0);
	cr_expect_eq(xgmii_gap_lane(&g, 800, 8), -1);
	cr_expect_eq(xgmii_gap_lane(&g, 808, 8), 0);
}
