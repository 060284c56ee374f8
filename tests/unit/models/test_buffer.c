/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the receive buffer: MBUFs of 128 octets taken, given back and read out (PG108-R p.430-431; doc/devices/bcm5718.md 1). */
#include "support.h"

#include "part/rx_buffer.h"

#include <criterion/criterion.h>
#include <string.h>

static void fill(struct rx_buffer *b, uint32_t len, uint8_t mark, uint32_t mbufs)
{
	static uint8_t octets[65535];
	struct rx_buffer_frame *frame;

	memset(octets, mark, len);
	b->delta -= (int32_t)mbufs;
	rx_buffer_step(b);
	frame = rx_buffer_push(b, octets, false, len, 0);
	frame->taken = mbufs;
	frame->visible = 100;
	frame->fcs = mark;
}

Test(buffer, all_mbufs_are_free_at_reset)
{
	struct rx_buffer b;

	cr_assert_eq(rx_buffer_init(&b, 319, MBUF_OCTETS), 0);
	cr_expect_eq(b.free, 0x13F, "0x4450 at reset (p.431)");
	fill(&b, 64, 1, 1);
	rx_buffer_reset(&b);
	cr_expect_eq(b.free, 0x13F);
	cr_expect_null(rx_buffer_at(&b, 0));
	rx_buffer_release(&b);
}

Test(buffer, changes_of_one_cycle_add_up)
{
	struct rx_buffer b;

	cr_assert_eq(rx_buffer_init(&b, 10, MBUF_OCTETS), 0);
	b.delta = -3;
	cr_expect(rx_buffer_step(&b));
	cr_expect_eq(b.free, 7);
	b.delta = -1;
	b.delta += 2;
	rx_buffer_step(&b);
	cr_expect_eq(b.free, 8);
	cr_expect_not(rx_buffer_step(&b));
	cr_expect_eq(b.free, 8, "a change counts once");
	rx_buffer_release(&b);
}

Test(buffer, frames_come_out_in_order_with_their_octets)
{
	struct rx_buffer b;

	cr_assert_eq(rx_buffer_init(&b, 319, MBUF_OCTETS), 0);
	for (uint8_t i = 1; i < 40; i++)
		fill(&b, 60u + i, i, 1);
	for (uint8_t i = 1; i < 40; i++) {
		const struct rx_buffer_frame *f = rx_buffer_at(&b, 0);
		cr_assert_not_null(f);
		cr_expect_eq(f->len, 60u + i);
		cr_expect(b.octets[f->offset] == i && b.octets[f->offset + f->len - 1] == i, "frame %d", i);
		rx_buffer_took_frame(&b, 1000 + i);
		rx_buffer_step(&b);
	}
	cr_expect_null(rx_buffer_at(&b, 0));
	cr_expect_eq(b.free, 319);
	rx_buffer_release(&b);
}

/* 300 octets lie in three MBUFs: two come back while the frame is read out, the last with its end. */
Test(buffer, mbufs_come_back_as_the_host_reads)
{
	struct rx_buffer b;

	cr_assert_eq(rx_buffer_init(&b, 319, MBUF_OCTETS), 0);
	fill(&b, 300, 7, 3);
	cr_expect_eq(b.free, 316);
	for (uint32_t given = 1; given < 3; given++) {
		rx_buffer_took_mbuf(&b);
		rx_buffer_step(&b);
		cr_expect_eq(b.free, 316 + given);
	}
	rx_buffer_took_frame(&b, 901);
	rx_buffer_step(&b);
	cr_expect_eq(b.free, 319);
	cr_expect_eq(b.host_after, 901, "the next frame is taken up after it");
	rx_buffer_release(&b);
}

Test(buffer, a_lost_frame_gives_everything_back)
{
	struct rx_buffer b;

	cr_assert_eq(rx_buffer_init(&b, 319, MBUF_OCTETS), 0);
	fill(&b, 1518, 7, 12);
	fill(&b, 64, 8, 1);
	rx_buffer_took_mbuf(&b);
	rx_buffer_lost(&b);
	rx_buffer_step(&b);
	cr_expect_eq(b.free, 318);
	cr_expect_eq(rx_buffer_at(&b, 0)->len, 64);
	rx_buffer_release(&b);
}

/* The ring wraps many times, and stored octets are never overwritten. */
Test(buffer, long_use_keeps_every_octet)
{
	struct rx_buffer b;
	uint32_t random = 12345, in = 0, out = 0, lens[4096];

	cr_assert_eq(rx_buffer_init(&b, 319, MBUF_OCTETS), 0);
	for (int i = 0; i < 4000; i++) {
		uint32_t len;
		random = random * 1664525 + 1013904223;
		len = 64 + (random >> 12) % 3000;
		while (b.free < (len + 127) / 128) {
			const struct rx_buffer_frame *f = rx_buffer_at(&b, 0);
			cr_assert_eq(f->len, lens[out]);
			for (uint32_t j = 0; j < f->len; j++)
				if (b.octets[f->offset + j] != (uint8_t)out)
					cr_assert_fail("frame %u octet %u", out, j);
			rx_buffer_took_frame(&b, 1);
			rx_buffer_step(&b);
			out++;
		}
		lens[in] = len;
		fill(&b, len, (uint8_t)in++, (len + 127) / 128);
	}
	cr_expect_gt(out, 3900);
	rx_buffer_release(&b);
}

/* A MAC of a profile counts its buffer in octets, words or larger pieces. */
Test(buffer, a_frame_takes_whole_pieces_and_gives_them_back)
{
	static const struct {
		uint32_t unit, len, units, chunk;
	} cases[] = { { 1, 65, 65, 64 }, { 8, 65, 9, 64 }, { 48, 64, 2, 48 }, { 256, 64, 1, 256 }, { 128, 129, 2, 128 } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		static struct rx_buffer b;
		static const uint8_t octets[256];
		struct rx_buffer_frame *frame;
		cr_assert_eq(rx_buffer_init(&b, 1000, cases[i].unit), 0);
		cr_expect_eq(rx_buffer_units(&b, cases[i].len), cases[i].units, "unit %u", cases[i].unit);
		cr_expect_eq(rx_buffer_chunk(cases[i].unit), cases[i].chunk, "unit %u", cases[i].unit);
		frame = rx_buffer_push(&b, octets, false, cases[i].len, cases[i].len);
		frame->taken = cases[i].units;
		b.free -= frame->taken;
		for (uint32_t at = cases[i].chunk; at < cases[i].len; at += cases[i].chunk)
			rx_buffer_took_mbuf(&b);
		rx_buffer_took_frame(&b, 0);
		rx_buffer_step(&b);
		cr_expect_eq(b.free, 1000, "unit %u", cases[i].unit);
		rx_buffer_release(&b);
	}
}
