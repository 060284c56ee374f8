/* SPDX-License-Identifier: Apache-2.0 */
/* The drivers and monitors of the XGMII loop: the host's streams, requests and clocks, before a DUT that returns its inputs. */
#include "fake_xgmii.h"

#include <criterion/criterion.h>
#include <string.h>

Test(loop_xgmii, host_frames_of_every_length_pass_through)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;
	uint8_t octets[80];

	for (uint32_t i = 0; i < sizeof(octets); i++)
		octets[i] = (uint8_t)(i + 1);
	for (uint32_t len = 1; len <= sizeof(octets); len++)
		put_tx(&st, octets, len)->host_error = len % 3 == 0;
	record_fake(&st, &r);
	for (uint32_t len = 1; len <= sizeof(octets); len++) {
		const struct event *e = recorded(&r, EVENT_HOST_FRAME, len - 1), *offer = recorded(&r, EVENT_HOST_OFFER, len - 1);
		cr_assert_eq(e->len, len);
		cr_expect_arr_eq(e->octets, octets, len);
		cr_expect_eq(e->value, len % 3 == 0);
		cr_expect_eq(offer->value, len % 3 == 0);
		cr_expect_eq(offer->error_at, -1);
		cr_expect_eq(e->cycle - offer->cycle, (len - 1) / 8 * 8, "a word a clock");
		cr_expect_eq(recorded(&r, EVENT_HOST_TAKEN, len - 1)->cycle, e->cycle);
	}
	cr_expect_eq(recorded_count(&r, EVENT_HOST_DROP), 0);
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop_xgmii, stalls_are_at_words_and_last_clocks)
{
	static const struct {
		int32_t at;
		int32_t reported;
	} cases[] = { { 8, 8 }, { 9, 16 }, { 1, 8 }, { 56, 56 }, { 57, -1 }, { 59, -1 }, { -1, -1 } };
	struct stimulus st = { .seed = 3 };
	struct recording r;
	uint8_t octets[60] = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct item_frame *f = put_tx(&st, octets, 60);
		f->stall_at = cases[i].at;
		f->stall = 5;
	}
	record_fake(&st, &r);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		cr_expect_eq(recorded(&r, EVENT_HOST_OFFER, i)->error_at, cases[i].reported, "case %zu: %d", i,
		             recorded(&r, EVENT_HOST_OFFER, i)->error_at);
		cr_expect_eq(recorded(&r, EVENT_HOST_FRAME, i)->timer, cases[i].reported > 0 ? 5 : 0, "case %zu", i);
		cr_expect_eq(recorded(&r, EVENT_HOST_FRAME, i)->len, 60);
	}
	recording_release(&r);
	stimulus_release(&st);
}

static size_t drops(bool stopped)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;
	uint8_t octets[60] = { 0 };
	size_t count;

	if (stopped)
		put_plain(&st, ITEM_HOST_STOP);
	put_tx(&st, octets, 60);
	put_wait(&st, WAIT_CYCLES, 100);
	put_plain(&st, ITEM_HOST_START);
	record_fake(&st, &r);
	count = recorded_count(&r, EVENT_HOST_DROP);
	recording_release(&r);
	stimulus_release(&st);
	return count;
}

Test(loop_xgmii, an_illegal_host_stream_is_reported)
{
	cr_expect_eq(drops(false), 0);
	cr_expect_eq(drops(true), 0);
	break_valid = true;
	cr_expect_eq(drops(false), 0);
	cr_expect_gt(drops(true), 5, "tvalid fell without a handshake");
	break_valid = false;
	break_keep = true;
	cr_expect_eq(drops(false), 8, "each word with a hole in tkeep");
}

/* The frame must be cut at the limit; after its first two words it is BABBLE. */
static void is_cut(const struct event *e)
{
	cr_assert_eq(e->len, LOOP_FRAME_MAX);
	for (uint32_t i = 16; i < e->len; i++)
		cr_assert_eq(e->octets[i], (uint8_t)BABBLE, "octet %u", i);
}

/* A frame of several horizons and batches: words after the limit are not kept, and the event has the time at which the frame really ends. */
Test(loop_xgmii, a_frame_is_kept_up_to_the_limit)
{
	enum { WORDS = LOOP_FRAME_MAX / 8 + 1000 };
	struct stimulus st = { .seed = 3 };
	struct recording r;
	uint8_t octets[60];

	make_frame(octets, 60, "00-11-22-33-44-55", 0x0800);
	put_rx(&st, octets, 9, FCS_GOOD);
	put_tx(&st, octets, 9);
	put_wait(&st, WAIT_IDLE, 0);
	put_rx(&st, octets, 60, FCS_GOOD);
	put_tx(&st, octets, 60);
	babble_wire = babble_host = WORDS;
	record_fake(&st, &r);
	is_cut(recorded(&r, EVENT_TX_END, 0));
	cr_expect_eq(recorded(&r, EVENT_TX_END, 0)->cycle, recorded(&r, EVENT_TX_START, 0)->cycle + (WORDS + 2) * 8);
	is_cut(recorded(&r, EVENT_HOST_FRAME, 0));
	cr_expect_eq(recorded(&r, EVENT_HOST_FRAME, 0)->cycle, recorded(&r, EVENT_HOST_START, 0)->cycle + (WORDS + 1) * 8);
	cr_expect_eq(recorded(&r, EVENT_TX_END, 1)->len, 72, "the next one is whole");
	cr_expect_eq(recorded(&r, EVENT_HOST_FRAME, 1)->len, 60);
	cr_expect_arr_eq(recorded(&r, EVENT_HOST_FRAME, 1)->octets, octets, 60);
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop_xgmii, a_run_that_ends_inside_a_frame_reports_it)
{
	for (int host = 0; host < 2; host++) {
		struct stimulus st = { .seed = 3 };
		struct recording r;
		uint8_t octets[61];
		const struct event *open;
		make_frame(octets, 61, "00-11-22-33-44-55", 0x0800);
		babble_wire = host ? 0 : UINT32_MAX;
		babble_host = host ? UINT32_MAX : 0;
		if (host)
			put_tx(&st, octets, 61);
		else
			put_rx(&st, octets, 61, FCS_GOOD);
		record_fake(&st, &r);
		cr_assert_eq(recorded_count(&r, EVENT_TX_OPEN), (size_t)!host);
		cr_assert_eq(recorded_count(&r, EVENT_HOST_OPEN), (size_t)host);
		cr_expect_eq(recorded_count(&r, EVENT_TX_END) + recorded_count(&r, EVENT_HOST_FRAME), 0);
		open = recorded(&r, host ? EVENT_HOST_OPEN : EVENT_TX_OPEN, 0);
		cr_expect_eq(open->cycle, recorded(&r, EVENT_END, 0)->cycle);
		if (host) /* one word in each clock from the start on */
			cr_expect_eq(open->len, open->cycle - recorded(&r, EVENT_HOST_START, 0)->cycle);
		cr_expect_eq(open->timer, 0);
		recording_release(&r);
		stimulus_release(&st);
	}
}

Test(loop_xgmii, requests_move_the_pins_at_once)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;
	const struct event *pause, *pfc;

	put_wait(&st, WAIT_CYCLES, 20); /* the first item is issued in clock 2 */
	put_request(&st, ITEM_PAUSE_REQ, 2);
	put_request(&st, ITEM_PFC_REQ, 0x81);
	put_wait(&st, WAIT_CYCLES, 10);
	put_request(&st, ITEM_PAUSE_REQ, 1);
	put_wait(&st, WAIT_CYCLES, 10);
	record_fake(&st, &r);
	pause = recorded(&r, EVENT_PAUSE_REQ, 0);
	pfc = recorded(&r, EVENT_PFC_REQ, 0);
	cr_expect(pause->value == 2 && pfc->value == 0x81 && pause->cycle == pfc->cycle && pause->cycle == 22 * 8);
	cr_expect_eq(recorded(&r, EVENT_PFC_XOFF, 0)->value, 0x81);
	cr_expect_eq(recorded(&r, EVENT_PFC_XOFF, 0)->cycle, pfc->cycle);
	cr_expect_eq(recorded(&r, EVENT_OBS_XOFF, 1)->cycle, pause->cycle);
	cr_expect_eq(recorded(&r, EVENT_OBS_XOFF, 1)->timer, 640);
	cr_expect_eq(recorded(&r, EVENT_OBS_XOFF, 2)->cycle, 32 * 8);
	cr_expect_eq(recorded(&r, EVENT_OBS_LEVEL, 2)->value, 1);
	cr_expect_eq(recorded_count(&r, EVENT_PFC_XOFF), 1, "the classes stay");
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop_xgmii, clocks_are_eight_octet_times)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;

	put_write(&st, 0, 77);
	put_read(&st, 0);
	put_read(&st, 4);
	put_wait(&st, WAIT_CYCLES, 50);
	stimulus_append(&st, &(struct item){ .kind = ITEM_RESET, .u.wait = { .cycles = 17 } });
	put_wait(&st, WAIT_CYCLES, 100);
	record_fake(&st, &r);
	cr_expect_eq(recorded_read(&r, 0, 0), 77);
	cr_expect_not(recorded(&r, EVENT_REG_READ, 0)->error);
	cr_expect(recorded(&r, EVENT_REG_READ, 1)->error);
	cr_expect_eq(recorded(&r, EVENT_REG_READ, 0)->duration, 1);
	cr_expect_eq(recorded(&r, EVENT_REG_READ, 1)->cycle - recorded(&r, EVENT_REG_READ, 0)->cycle, 16);
	cr_expect_eq(recorded(&r, EVENT_RESET, 1)->value, 17 * 8);
	cr_expect_eq(recorded(&r, EVENT_RESET, 1)->cycle, 52 * 8);
	cr_expect_eq(recorded(&r, EVENT_END, 0)->cycle, r.cycles * 8);
	cr_expect_lt(r.cycles, 1000);
	recording_release(&r);
	stimulus_release(&st);
}
