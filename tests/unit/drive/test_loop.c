/* SPDX-License-Identifier: Apache-2.0 */
/* The drivers and monitors of the GMII loop: the wires carry what the items say, to the cycle. */
#include "support.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Computes the FCS bit by bit, independently of the drivers. */
static uint32_t crc_of(const uint8_t *octets, size_t len)
{
	uint32_t crc = 0xFFFFFFFF;

	for (size_t i = 0; i < len; i++) {
		crc ^= octets[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
	}
	return ~crc;
}

Test(loop, every_run_begins_with_a_reset_at_cycle_0)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;

	put_wait(&st, WAIT_CYCLES, 10);
	record(&dut_table[0], &st, &r);
	cr_assert_gt(r.count, 1);
	cr_expect(r.events[0].kind == EVENT_RESET && r.events[0].cycle == 0 && r.events[0].value > 0);
	cr_expect_eq(r.events[r.count - 1].kind, EVENT_END);
	for (size_t i = 1; i < r.count; i++)
		cr_expect_geq(r.events[i].cycle, r.events[i - 1].cycle, "event %zu", i);
	recording_release(&r);
	stimulus_release(&st);
}

/* The wire carries preamble, SFD, octets and each kind of FCS. */
Test(loop, received_runs_have_the_octets_of_their_items)
{
	static const enum item_fcs kinds[] = { FCS_GOOD, FCS_BAD, FCS_VALUE, FCS_NONE };
	struct stimulus st = { .seed = 3 };
	struct recording r;
	uint8_t octets[200];

	make_frame(octets, sizeof(octets), "00-11-22-33-44-55", 0x0800);
	for (uint32_t preamble = 0; preamble < 12; preamble++)
		for (size_t k = 0; k < 4; k++) {
			struct item_frame *f = put_rx(&st, octets, 60 + preamble, kinds[k]);
			f->preamble = preamble;
			f->fcs_value = 0x01020304;
		}
	record(&dut_table[0], &st, &r);
	cr_assert_eq(recorded_count(&r, EVENT_RX_RUN), 48);
	for (size_t n = 0; n < 48; n++) {
		const struct event *e = recorded(&r, EVENT_RX_RUN, n);
		uint32_t preamble = (uint32_t)n / 4, len = 60 + preamble, crc = crc_of(octets, len);
		const uint8_t fcs[4][4] = {
			{ (uint8_t)crc, (uint8_t)(crc >> 8), (uint8_t)(crc >> 16), (uint8_t)(crc >> 24) },
			{ (uint8_t)~crc, (uint8_t)(~crc >> 8), (uint8_t)(~crc >> 16), (uint8_t)(~crc >> 24) },
			{ 1, 2, 3, 4 },
		};
		bool none = kinds[n % 4] == FCS_NONE;
		cr_expect_eq(e->len, preamble + 1 + len + (none ? 0 : 4), "run %zu: %u octets", n, e->len);
		for (uint32_t i = 0; i < preamble; i++)
			cr_expect_eq(e->octets[i], 0x55);
		cr_expect_eq(e->octets[preamble], 0xD5);
		cr_expect_arr_eq(e->octets + preamble + 1, octets, len, "run %zu", n);
		if (!none)
			cr_expect_arr_eq(e->octets + preamble + 1 + len, fcs[n % 4], 4, "run %zu: FCS", n);
	}
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop, gaps_are_exact_when_frames_wait)
{
	static const uint32_t gaps[] = { 12, 1, 2, 11, 13, 40, 12, 5000, 1, 1 };
	struct stimulus st = { .seed = 3 };
	struct recording r;
	uint8_t octets[60];

	make_frame(octets, 60, "00-11-22-33-44-55", 0x0800);
	for (size_t i = 0; i < COUNT_OF(gaps); i++)
		put_rx(&st, octets, 60, FCS_GOOD)->gap = gaps[i];
	record(&dut_table[0], &st, &r);
	for (size_t i = 1; i < COUNT_OF(gaps); i++) {
		const struct event *before = recorded(&r, EVENT_RX_RUN, i - 1), *e = recorded(&r, EVENT_RX_RUN, i);
		cr_expect_eq(e->cycle - (before->cycle + before->len), gaps[i], "gap %zu: %" PRIu64 " instead of %u", i,
		             e->cycle - (before->cycle + before->len), gaps[i]);
	}
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop, code_errors_are_where_the_item_says)
{
	static const struct {
		int32_t at;
		int32_t in_run;
	} cases[] = { { INT32_MIN, -1 }, { 0, 8 }, { -1, 7 }, { -8, 0 }, { 63, 71 }, { 30, 38 } };
	struct stimulus st = { .seed = 3 };
	struct recording r;
	uint8_t octets[60];

	make_frame(octets, 60, "00-11-22-33-44-55", 0x0800);
	put_setup(&st, 0x102, 0x2);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct item_frame *f = put_rx(&st, octets, 60, FCS_GOOD);
		f->error_at = cases[i].at;
		f->error_len = 1;
	}
	put_wait(&st, WAIT_IDLE, 0);
	record(&dut_table[0], &st, &r);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		cr_expect_eq(recorded(&r, EVENT_RX_RUN, i)->error_at, cases[i].in_run, "case %zu: %d", i,
		             recorded(&r, EVENT_RX_RUN, i)->error_at);
		cr_expect_eq(recorded(&r, EVENT_OBS_RX, i)->value >> 16 & 1, cases[i].in_run >= 0, "case %zu: the DUT saw it", i);
	}
	recording_release(&r);
	stimulus_release(&st);
}

/* Frames of every length around the sizes of the loop's buffers, and the longest one, reach the host unchanged. */
Test(loop, captures_hold_whole_frames)
{
	static const uint32_t lens[] = { 14, 60, 124, 1514, 9014, 20000, 30000, 65531 };
	struct stimulus st = { .seed = 3 };
	struct recording r;
	uint8_t *octets = malloc(65536);

	for (size_t i = 0; i < 65536; i++)
		octets[i] = (uint8_t)(i * 7 + (i >> 8));
	parse_address(octets, "00-11-22-33-44-55");
	put_setup(&st, 0x162, 0x2); /* accept oversized frames, runts and all addresses */
	for (size_t i = 0; i < COUNT_OF(lens); i++) {
		put_rx(&st, octets, lens[i], FCS_GOOD);
		put_wait(&st, WAIT_HOST, 0);
	}
	for (size_t i = 0; i < COUNT_OF(lens); i++) {
		put_tx(&st, octets, lens[i]);
		put_wait(&st, WAIT_TX, 0);
	}
	record(&dut_table[0], &st, &r);
	for (size_t i = 0, host = 0; i < COUNT_OF(lens); i++) {
		const struct event *sent = recorded(&r, EVENT_TX_END, i);
		uint32_t wire = lens[i] < 60 ? 60 : lens[i];
		cr_assert_not_null(sent, "%u octets", lens[i]);
		cr_expect_eq(sent->len, 8 + wire + 4, "%u octets: %u on the wire", lens[i], sent->len);
		cr_expect(!memcmp(sent->octets + 8, octets, lens[i]), "%u octets", lens[i]);
		if (lens[i] + 4 > 319 * 128) /* more than the receive buffer holds */
			continue;
		const struct event *e = recorded(&r, EVENT_HOST_FRAME, host++);
		cr_assert_not_null(e, "%u octets", lens[i]);
		cr_expect(e->len == lens[i] + 4 && !memcmp(e->octets, octets, lens[i]), "%u octets: %u at the host", lens[i],
		          e->len);
	}
	free(octets);
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop, a_stalled_host_transmit_is_an_underrun)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;
	uint8_t octets[60];

	make_frame(octets, 60, "02-00-00-00-00-02", 0x0800);
	put_setup(&st, 0x2, 0x2);
	put_tx(&st, octets, 60)->stall_at = 20;
	st.items[st.count - 1].u.frame.stall = 3;
	put_wait(&st, WAIT_TX, 0);
	put_tx(&st, octets, 60);
	put_wait(&st, WAIT_TX, 0);
	record(&dut_table[0], &st, &r);
	cr_expect_eq(recorded(&r, EVENT_HOST_OFFER, 0)->error_at, 20);
	cr_expect_eq(recorded(&r, EVENT_TX_END, 0)->error_at, 8 + 20);
	cr_expect_eq(recorded(&r, EVENT_TX_END, 0)->value, 1);
	cr_expect_eq(recorded(&r, EVENT_HOST_OFFER, 1)->error_at, -1);
	cr_expect_eq(recorded(&r, EVENT_TX_END, 1)->error_at, -1);
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop, host_rate_and_stops_are_applied)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;
	uint8_t octets[60];
	const struct event *frame;
	uint32_t ready_cycles = 0;
	uint64_t last = 0;
	bool ready = false;

	make_frame(octets, 60, "00-11-22-33-44-55", 0x0800);
	put_setup(&st, 0x2, 0x2);
	put_plain(&st, ITEM_HOST_STOP);
	put_rx(&st, octets, 60, FCS_GOOD);
	put_wait(&st, WAIT_CYCLES, 300);
	stimulus_append(&st, &(struct item){ .kind = ITEM_HOST_RATE, .u.rate = { .on = 1, .off = 3 } });
	put_wait(&st, WAIT_IDLE, 0);
	record(&dut_table[0], &st, &r);
	frame = recorded(&r, EVENT_HOST_FRAME, 0);
	cr_assert_not_null(frame);
	for (size_t i = 0; i < r.count; i++) {
		const struct event *e = &r.events[i];
		if (e->kind != EVENT_HOST_READY || e->cycle > frame->cycle)
			continue;
		if (ready && last > recorded(&r, EVENT_HOST_START, 0)->cycle)
			ready_cycles += (uint32_t)(e->cycle - last);
		ready = e->value;
		last = e->cycle;
	}
	cr_expect_geq(ready_cycles, 60, "%u cycles with tready for 64 octets", ready_cycles);
	cr_expect_leq(ready_cycles, 64);
	cr_expect_geq(frame->cycle - recorded(&r, EVENT_HOST_START, 0)->cycle, 4 * 60, "one octet in four cycles");
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop, a_register_read_stands_at_its_setup_cycle)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;

	for (int i = 0; i < 5; i++)
		put_read(&st, 0x0460);
	record(&dut_table[0], &st, &r);
	for (size_t i = 0; i < 5; i++) {
		cr_expect_eq(recorded(&r, EVENT_REG_READ, i)->duration, 1, "no wait states");
		cr_expect_eq(recorded(&r, EVENT_REG_READ, i)->value, 8);
		if (i)
			cr_expect_eq(recorded(&r, EVENT_REG_READ, i)->cycle - recorded(&r, EVENT_REG_READ, i - 1)->cycle, 2,
			             "two cycles each");
	}
	recording_release(&r);
	stimulus_release(&st);
}

/* A run goes on until a wait at its end is over, whatever its length. */
Test(loop, a_run_lasts_as_long_as_its_waits)
{
	static const uint32_t waits[] = { 1, 100, 4095, 4096, 4097, 20000, 500000 };

	for (size_t i = 0; i < COUNT_OF(waits); i++) {
		struct stimulus st = { .seed = 3 };
		struct recording r;
		put_write(&st, 0x0468, 2);
		put_wait(&st, WAIT_CYCLES, waits[i]);
		record(&dut_table[0], &st, &r);
		cr_expect_geq(r.cycles, waits[i], "wait %u: %" PRIu64 " cycles", waits[i], r.cycles);
		cr_expect_leq(r.cycles, waits[i] + 8300, "wait %u: %" PRIu64 " cycles", waits[i], r.cycles);
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* The item after a wait is carried out in the next cycle, not when the loop next polls. */
Test(loop, items_after_a_wait_are_punctual)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;

	for (int i = 0; i < 20; i++) {
		put_write(&st, 0x0504, (uint32_t)i);
		put_wait(&st, WAIT_CYCLES, 100);
	}
	record(&dut_table[0], &st, &r);
	for (size_t i = 2; i < 20; i++) /* the first item waited for the end of the reset */
		cr_expect_eq(recorded(&r, EVENT_REG_WRITE, i)->cycle - recorded(&r, EVENT_REG_WRITE, i - 1)->cycle, 100,
		             "write %zu: %" PRIu64, i,
		             recorded(&r, EVENT_REG_WRITE, i)->cycle - recorded(&r, EVENT_REG_WRITE, i - 1)->cycle);
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop, a_reset_item_holds_the_reset_for_its_cycles)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;

	put_write(&st, 0x0504, 77);
	put_wait(&st, WAIT_CYCLES, 50);
	stimulus_append(&st, &(struct item){ .kind = ITEM_RESET, .u.wait = { .cycles = 17 } });
	put_wait(&st, WAIT_CYCLES, 50);
	put_read(&st, 0x0504);
	record(&dut_table[0], &st, &r);
	cr_assert_not_null(recorded(&r, EVENT_RESET, 1));
	cr_expect_eq(recorded(&r, EVENT_RESET, 1)->value, 17);
	cr_expect_eq(recorded_read(&r, 0x0504, 0), 2);
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop, queued_frames_are_received_however_long_their_gaps)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;
	uint8_t octets[60];

	make_frame(octets, sizeof(octets), "00-11-22-33-44-55", 0x0800);
	for (int n = 0; n < 4; n++)
		put_rx(&st, octets, sizeof(octets), FCS_GOOD)->gap = 300000;
	record(&dut_table[0], &st, &r);
	cr_expect_eq(recorded_count(&r, EVENT_RX_RUN), 4);
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop, queued_host_frames_are_sent_to_the_last)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;
	static uint8_t octets[1500];

	make_frame(octets, sizeof(octets), "00-11-22-33-44-55", 0x0800);
	put_setup(&st, 2, 2);
	for (int n = 0; n < 300; n++)
		put_tx(&st, octets, sizeof(octets));
	record(&dut_table[0], &st, &r);
	cr_expect_eq(recorded_count(&r, EVENT_TX_END), 300, "sent %zu of 300", recorded_count(&r, EVENT_TX_END));
	recording_release(&r);
	stimulus_release(&st);
}

/* The driver's accesses go over the register channel, before the items that were queued after them. */
Test(loop, a_negotiation_programs_the_mac)
{
	enum { TX_MODE = 0x045C, RX_MODE = 0x0468, TX_FLOW = 1 << 4, RX_FLOW = 1 << 2 };
	enum { PAUSE = 0x0400, ASM_DIR = 0x0800, FULL_100 = 0x0101 };
	static const struct {
		uint16_t partner;
		uint32_t tx, rx;
	} cases[] = { { FULL_100 | PAUSE, TX_FLOW, RX_FLOW }, { FULL_100 | ASM_DIR, 0, RX_FLOW }, { FULL_100, 0, 0 } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct stimulus st = { .seed = 3 };
		struct recording r;
		struct item partner = { .kind = ITEM_PHY }, negotiate = { .kind = ITEM_NEGOTIATE };
		partner.u.phy.what = PHY_ITEM_PARTNER;
		partner.u.phy.phy = negotiate.u.negotiate.phy = 1;
		partner.u.phy.value = cases[i].partner;
		negotiate.u.negotiate.master = true;
		negotiate.u.negotiate.advertise = FULL_100 | PAUSE | ASM_DIR;
		put_setup(&st, 0x2, 0x2);
		stimulus_append(&st, &partner);
		stimulus_append(&st, &negotiate);
		put_read(&st, TX_MODE);
		put_read(&st, RX_MODE);
		put_wait(&st, WAIT_REG, 0);
		record(&dut_table[0], &st, &r);
		cr_expect_eq(recorded_read(&r, TX_MODE, 1) & TX_FLOW, cases[i].tx, "case %zu", i);
		cr_expect_eq(recorded_read(&r, RX_MODE, 1) & RX_FLOW, cases[i].rx, "case %zu", i);
		recording_release(&r);
		stimulus_release(&st);
	}
}
