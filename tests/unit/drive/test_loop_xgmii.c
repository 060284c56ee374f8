/* SPDX-License-Identifier: Apache-2.0 */
/* The drivers and monitors of the XGMII loop: the two wires, before a DUT that returns its inputs. */
#include "fake_xgmii.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* Returns the octet time of the first lane of an event. */
static uint64_t time_of(const struct event *e)
{
	return e->cycle + e->lane;
}

static void expect_events_as_on_wire(const struct recording *r)
{
	size_t lanes = wire_words * 8, runs = recorded_count(r, EVENT_RX_RUN);
	uint8_t *octets = malloc(lanes), *control = malloc(lanes);

	memset(octets, 0x07, lanes);
	memset(control, 1, lanes);
	for (size_t n = 0; n < runs; n++) {
		const struct event *e = recorded(r, EVENT_RX_RUN, n);
		cr_assert_eq(e->cycle % 8, 0);
		cr_assert_eq(e->lane % 4, 0);
		cr_assert_leq(time_of(e) + e->len, lanes);
		memcpy(octets + time_of(e), e->octets, e->len);
		memset(control + time_of(e), 0, e->len);
		for (uint32_t i = 0; i < e->codes; i++)
			control[time_of(e) + e->code[i]] = 1;
	}
	for (size_t i = 0; i < lanes; i++) {
		cr_assert_eq(wire_data[i / 8] >> 8 * (i % 8) & 0xFF, octets[i], "octet time %zu", i);
		cr_assert_eq(wire_control[i / 8] >> i % 8 & 1, control[i], "control of octet time %zu", i);
	}
	free(octets);
	free(control);
}

Test(loop_xgmii, a_frame_has_start_preamble_fcs_and_end)
{
	/* 802.3 3.2.9: the FCS of "123456789" is 26 39 F4 CB */
	static const uint8_t octets[] = "123456789";
	static const uint8_t lanes[] = { 0xFB, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5, '1',  '2',  '3',
		                         '4',  '5',  '6',  '7',  '8',  '9',  0x26, 0x39, 0xF4, 0xCB, 0xFD };
	struct stimulus st = { .seed = 3 };
	struct recording r;
	const struct event *e;

	put_rx(&st, octets, 9, FCS_GOOD);
	record_fake(&st, &r);
	e = recorded(&r, EVENT_RX_RUN, 0);
	cr_assert_eq(e->len, sizeof(lanes));
	cr_expect_arr_eq(e->octets, lanes, sizeof(lanes));
	cr_assert_eq(e->codes, 2);
	cr_expect(e->code[0] == 0 && e->code[1] == e->len - 1);
	expect_events_as_on_wire(&r);
	recording_release(&r);
	stimulus_release(&st);
}

/* A run must start as early after the previous one as gap and column allow. */
Test(loop_xgmii, gaps_go_to_the_next_column)
{
	static const struct {
		uint32_t len, gap;
		uint8_t column;
		uint32_t distance; /* /S/, seven octets, len octets, FCS; gap from the end code on; multiples of 4 */
	} cases[] = {
		{ 60, 12, COLUMN_ANY, 84 }, /* 8 + 64 + 12 */
		{ 61, 12, COLUMN_ANY, 88 }, /* 85 */
		{ 60, 12, 0, 88 },          /* lane 0 after a start in lane 0 */
		{ 60, 5, COLUMN_ANY, 80 },  /* 77 */
		{ 59, 1, COLUMN_ANY, 72 },  /* the /T/ is the last octet of a column */
		{ 1, 1, COLUMN_ANY, 16 },   /* 14; a frame shorter than a word */
		{ 3, 1, COLUMN_ANY, 16 },   /* 16 */
		{ 100, 400, 4, 512 },       /* 8 + 104 + 400 */
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct stimulus st = { .seed = 3 };
		struct recording r;
		uint8_t octets[100];
		make_frame(octets, sizeof(octets), "00-11-22-33-44-55", 0x0800);
		put_rx(&st, octets, cases[i].len, FCS_GOOD)->column = cases[i].column == 4 ? 4 : 0;
		put_rx(&st, octets, 60, FCS_GOOD)->gap = cases[i].gap;
		st.items[1].u.frame.column = cases[i].column;
		record_fake(&st, &r);
		cr_expect_eq(time_of(recorded(&r, EVENT_RX_RUN, 1)) - time_of(recorded(&r, EVENT_RX_RUN, 0)), cases[i].distance,
		             "case %zu: %" PRIu64, i,
		             time_of(recorded(&r, EVENT_RX_RUN, 1)) - time_of(recorded(&r, EVENT_RX_RUN, 0)));
		expect_events_as_on_wire(&r);
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* For any sequence of frames the wire carries in each lane what the items say, and the transmit monitor reports the same frames. */
Test(loop_xgmii, frames_of_all_kinds_are_on_the_wire_as_the_items_say)
{
	uint32_t random = 12345;

	for (uint32_t seed = 0; seed < 60; seed++) {
		struct stimulus st = { .seed = 3 };
		struct recording r;
		uint8_t octets[300];
		size_t frames = 0;
		make_frame(octets, sizeof(octets), "00-11-22-33-44-55", 0x0800);
		for (int n = 0; n < 200; n++) {
			struct item_frame *f;
			random = random * 1103515245 + 12345;
			f = put_rx(&st, octets, random >> 8 & (n % 7 ? 15 : 255), n % 3 ? FCS_GOOD : FCS_NONE);
			f->gap = 1 + (random >> 16) % (seed < 20 ? 8 : 40);
			f->column = (uint8_t)(random >> 20 & 3 ? COLUMN_ANY : random >> 22 & 4);
			if (n % 11 == 10)
				put_wait(&st, WAIT_RX, 0);
			frames++;
		}
		record_fake(&st, &r);
		expect_events_as_on_wire(&r);
		cr_assert_eq(recorded_count(&r, EVENT_RX_RUN), frames);
		cr_assert_eq(recorded_count(&r, EVENT_TX_END), frames);
		for (size_t n = 0; n < frames; n++) {
			const struct event *rx = recorded(&r, EVENT_RX_RUN, n), *start = recorded(&r, EVENT_TX_START, n),
					   *end = recorded(&r, EVENT_TX_END, n);
			cr_assert_eq(time_of(start), time_of(rx) + 8, "frame %zu", n);
			cr_assert_eq(time_of(end), time_of(rx) + 8 + rx->len - 1, "frame %zu", n);
			cr_assert_eq(end->len, rx->len - 1);
			cr_assert_arr_eq(end->octets, rx->octets, end->len);
			cr_assert_eq(end->codes, rx->codes - 1);
			cr_assert_arr_eq(end->code, rx->code, end->codes * sizeof(*end->code));
			cr_assert(!end->error && end->error_at == -1 && !end->value);
		}
		cr_assert_eq(recorded_count(&r, EVENT_TX_SIGNAL), 0);
		for (size_t i = 1; i < r.count; i++)
			cr_assert_geq(r.events[i].cycle, r.events[i - 1].cycle, "event %zu", i);
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* .value of a run is the FCS that zlib computes, but only if the frame is whole and begins after eight lanes. */
Test(loop_xgmii, a_run_says_which_fcs_is_right)
{
	static const struct {
		uint32_t len;
		enum item_fcs fcs;
		uint8_t preamble;
		int32_t error_at;
		bool known;
	} cases[] = {
		{ 60, FCS_GOOD, 7, INT32_MIN, true },   { 61, FCS_BAD, 7, INT32_MIN, true },
		{ 300, FCS_VALUE, 7, INT32_MIN, true }, { 1, FCS_GOOD, 7, INT32_MIN, true },
		{ 64, FCS_NONE, 7, INT32_MIN, false },  { 60, FCS_GOOD, 6, INT32_MIN, false },
		{ 60, FCS_GOOD, 8, INT32_MIN, false },  { 60, FCS_GOOD, 0, INT32_MIN, false },
		{ 60, FCS_GOOD, 7, 20, false },         { 60, FCS_GOOD, 7, -4, false },
		{ 60, FCS_GOOD, 7, 64, true }, /* after the frame */
	};
	struct stimulus st = { .seed = 3 };
	struct recording r;
	uint8_t octets[300];

	make_frame(octets, sizeof(octets), "00-11-22-33-44-55", 0x0800);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct item_frame *f = put_rx(&st, octets, cases[i].len, cases[i].fcs);
		f->preamble = cases[i].preamble;
		f->error_at = cases[i].error_at;
		f->fcs_value = 0x12345678;
	}
	record_fake(&st, &r);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct event *e = recorded(&r, EVENT_RX_RUN, i);
		uint64_t right = EVENT_FCS_KNOWN | crc32(0, e->octets + 8, e->len - 13);
		cr_expect_eq(e->value, cases[i].known ? right : 0, "case %zu: %" PRIx64, i, e->value);
	}
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop_xgmii, errors_and_end_codes_are_where_the_item_says)
{
	static const struct {
		int32_t at;
		uint32_t len;
		uint8_t code, end;
		int32_t seen_at; /* counted from the /S/ */
		uint32_t seen;
		bool error;
	} cases[] = {
		{ INT32_MIN, 0, 0xFE, 0xFD, -1, 0, false }, { 0, 1, 0xFE, 0xFD, 8, 1, false },
		{ 63, 1, 0xFE, 0xFD, 71, 1, false },        { 60, 9, 0xFE, 0xFD, 68, 4, false }, /* ends with the FCS */
		{ 30, 3, 0x1C, 0xFD, 38, 3, false },        { INT32_MIN, 0, 0xFE, 0x07, -1, 0, true },
		{ INT32_MIN, 0, 0xFE, 0x9C, -1, 0, true },  { -3, 1, 0xFE, 0xFD, 5, 1, false },
	};
	struct stimulus st = { .seed = 3 };
	struct recording r;
	uint8_t octets[60];

	make_frame(octets, 60, "00-11-22-33-44-55", 0x0800);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct item_frame *f = put_rx(&st, octets, 60, FCS_GOOD);
		f->error_at = cases[i].at;
		f->error_len = cases[i].len;
		f->error_code = cases[i].code;
		f->end_code = cases[i].end;
	}
	record_fake(&st, &r);
	expect_events_as_on_wire(&r);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct event *end = recorded(&r, EVENT_TX_END, i);
		cr_expect_eq(end->error_at, cases[i].seen_at, "case %zu: %d", i, end->error_at);
		cr_expect_eq(end->value, cases[i].seen, "case %zu: %" PRIu64, i, end->value);
		cr_expect_eq(end->error, cases[i].error, "case %zu", i);
		cr_expect_eq(end->len, 72, "case %zu: %u", i, end->len);
	}
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop_xgmii, a_start_that_is_an_error_is_one_control_code)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;
	const struct event *e;
	uint8_t octets[60];
	struct item_frame *f;

	make_frame(octets, 60, "00-11-22-33-44-55", 0x0800);
	f = put_rx(&st, octets, 60, FCS_GOOD);
	f->error_at = -8;
	f->error_len = 2;
	record_fake(&st, &r);
	expect_events_as_on_wire(&r);
	e = recorded(&r, EVENT_RX_RUN, 0);
	cr_assert_eq(e->codes, 3);
	cr_expect(e->code[0] == 0 && e->code[1] == 1 && e->code[2] == e->len - 1);
	cr_expect(e->octets[0] == 0xFE && e->octets[1] == 0xFE && e->error_at == 0);
	cr_expect_eq(recorded_count(&r, EVENT_TX_START), 0);
	recording_release(&r);
	stimulus_release(&st);
}

static void put_text(struct stimulus *st, const char *lanes, uint32_t gap)
{
	uint8_t octets[64], control[64];
	size_t len = 0;

	for (const char *p = lanes; *p; p += strspn(p, " ")) {
		control[len] = *p == '/';
		p += *p == '/';
		octets[len++] = (uint8_t)strtoul(p, (char **)&p, 16);
	}
	put_lanes(st, octets, control, len)->gap = gap;
	st->items[st->count - 1].u.frame.column = gap ? 0 : COLUMN_ANY;
}

Test(loop_xgmii, words_outside_frames_are_signals)
{
	static const struct {
		const char *lanes;
		uint32_t gap;
		enum tx_signal expected;
	} cases[] = {
		{ "/9C 00 00 01 /9C 00 00 01 /9C 00 00 01 /9C 00 00 01", 50, TX_SIGNAL_LOCAL_FAULT },
		{ "/9C 00 00 02 /9C 00 00 02", 0, TX_SIGNAL_REMOTE_FAULT },
		{ "/07 /07 /07 /07 /9C 00 00 02", 8, TX_SIGNAL_REMOTE_FAULT }, /* 46.3.4 is about columns: the answer begins */
		{ "/07 /07 /07 /07 /07 /07 00 /07", 8, TX_SIGNAL_OTHER },
	};
	static const enum tx_signal expected[] = { TX_SIGNAL_LOCAL_FAULT,  TX_SIGNAL_REMOTE_FAULT, TX_SIGNAL_IDLE,
		                                   TX_SIGNAL_REMOTE_FAULT, TX_SIGNAL_IDLE,         TX_SIGNAL_OTHER,
		                                   TX_SIGNAL_IDLE };
	struct stimulus st = { .seed = 3 };
	struct recording r;

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		put_text(&st, cases[i].lanes, cases[i].gap);
	record_fake(&st, &r);
	expect_events_as_on_wire(&r);
	cr_assert_eq(recorded_count(&r, EVENT_TX_SIGNAL), COUNT_OF(expected), "%zu", recorded_count(&r, EVENT_TX_SIGNAL));
	for (size_t i = 0; i < COUNT_OF(expected); i++)
		cr_expect_eq(recorded(&r, EVENT_TX_SIGNAL, i)->value, (unsigned)expected[i], "signal %zu: %" PRIu64, i,
		             recorded(&r, EVENT_TX_SIGNAL, i)->value);
	cr_expect_eq(recorded(&r, EVENT_TX_SIGNAL, 1)->cycle - recorded(&r, EVENT_TX_SIGNAL, 0)->cycle, 16);
	cr_expect_eq(recorded_count(&r, EVENT_TX_START), 0);
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop_xgmii, malformed_frames_are_reported)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;
	const struct event *end;

	put_text(&st, "/07 /FB 55 55 55 /FD /07 /07", 50);              /* starts in lane 1 */
	put_text(&st, "/FB 55 55 55 /FB 55 55 55 /FD /07 /07 /07", 50); /* a start ends a frame and begins one */
	put_text(&st, "/FB 55 /FD 00 /07 /07 /07 /07", 50);             /* an octet after the end */
	put_text(&st, "/FB 55 /FD /07 /07 07 /07 /07", 50);             /* an octet with the value of an idle code */
	put_text(&st, "/07 /07 07 /07 /FB 55 55 /FD", 50);              /* such an octet before a start */
	record_fake(&st, &r);
	cr_expect_eq(recorded(&r, EVENT_TX_START, 0)->lane, 1);
	end = recorded(&r, EVENT_TX_END, 1);
	cr_expect(end->error && end->lane == 4 && end->len == 4);
	cr_expect_eq(recorded(&r, EVENT_TX_START, 2)->lane, 4);
	cr_expect_eq(recorded(&r, EVENT_TX_START, 2)->cycle, end->cycle);
	cr_expect_not(recorded(&r, EVENT_TX_END, 2)->error);
	cr_expect_eq(recorded_count(&r, EVENT_TX_END), 6);
	cr_assert_eq(recorded_count(&r, EVENT_TX_SIGNAL), 6);
	for (size_t i = 0; i < 3; i++) {
		cr_expect_eq(recorded(&r, EVENT_TX_SIGNAL, 2 * i)->value, (unsigned)TX_SIGNAL_OTHER);
		cr_expect_eq(recorded(&r, EVENT_TX_SIGNAL, 2 * i)->cycle, recorded(&r, EVENT_TX_END, 3 + i)->cycle);
		cr_expect_eq(recorded(&r, EVENT_TX_SIGNAL, 2 * i + 1)->value, (unsigned)TX_SIGNAL_IDLE);
	}
	recording_release(&r);
	stimulus_release(&st);
}
