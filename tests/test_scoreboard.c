/* SPDX-License-Identifier: Apache-2.0 */
/* The scoreboard can pass and can fail: a tape of events that was made by hand from doc/bcm5718.md has no finding, and each single change of an
 * event of the DUT is found under its rule. */
#include "support.h"

#include "check/scoreboard.h"
#include "part/frame.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TAPE_MAX = 256, WIRE = 72 };

struct tape {
	struct event events[TAPE_MAX];
	size_t count;
	uint8_t pause[WIRE], frame[WIRE], sent[WIRE], xoff[WIRE], xon[WIRE], host[64], offer[60], extra[WIRE];
};

static struct event *add(struct tape *t, uint64_t cycle, enum event_kind kind, uint32_t value)
{
	struct event *e = &t->events[t->count++];

	cr_assert_lt(t->count, TAPE_MAX);
	*e = (struct event){ .cycle = cycle, .kind = (uint8_t)kind, .value = value, .error_at = -1 };
	return e;
}

static struct event *add_octets(struct tape *t, uint64_t cycle, enum event_kind kind, const uint8_t *octets, uint32_t len)
{
	struct event *e = add(t, cycle, kind, 0);

	e->octets = octets;
	e->len = len;
	return e;
}

static void add_write(struct tape *t, uint64_t cycle, uint16_t address, uint32_t value)
{
	struct event *e = add(t, cycle, EVENT_REG_WRITE, value);

	e->address = address;
	e->strobe = 0xF;
}

static struct event *add_read(struct tape *t, uint64_t cycle, uint16_t address, uint32_t value)
{
	struct event *e = add(t, cycle, EVENT_REG_READ, value);

	e->address = address;
	e->duration = 1;
	return e;
}

/* Returns the NTH event of a kind; fails the test if there is none. */
static struct event *find(struct tape *t, enum event_kind kind, size_t nth)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->events[i].kind == kind && !nth--)
			return &t->events[i];
	cr_assert_fail("no such event");
	return NULL;
}

static struct event *find_read(struct tape *t, uint16_t address)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->events[i].kind == EVENT_REG_READ && t->events[i].address == address)
			return &t->events[i];
	cr_assert_fail("no read of 0x%04X", address);
	return NULL;
}

static void drop(struct tape *t, struct event *e)
{
	memmove(e, e + 1, (size_t)(t->events + --t->count - e) * sizeof(*e));
}

/* Makes preamble, SFD, LEN octets and their FCS. */
static void wire(uint8_t *ret, const uint8_t *octets, size_t len)
{
	memset(ret, 0x55, 7);
	ret[7] = 0xD5;
	memmove(ret + 8, octets, len);
	frame_put_fcs(ret + 8 + len, frame_fcs(ret + 8, len));
}

static void sort(struct tape *t)
{
	for (size_t i = 1; i < t->count; i++) {
		struct event e = t->events[i];
		size_t at = i;
		for (; at && (t->events[at - 1].cycle > e.cycle ||
		              (t->events[at - 1].cycle == e.cycle && t->events[at - 1].kind > e.kind));
		     at--)
			t->events[at] = t->events[at - 1];
		t->events[at] = e;
	}
}

/* Cycle for cycle from doc/bcm5718.md:
 * 100 a PAUSE of time 2 begins on the wire: B=108, MBUF taken visible in 110, E=171, J=174, inhibited 175 to 303;
 * 200 the host offers 60 octets: starts in 304 (resume = 1), last octet taken in 304+7+59, ends before 376;
 * 500 a frame for the station: J=574, host stream from 576, 64 octets to 639, MBUF back in 640;
 * 700 low mark above all: visible 701, low 702, XOFF from 703 to 775; 900 marks to 0: low ends 902, XON 903 to 975. */
static void tape_make(struct tape *t, uint32_t rx_mode, uint32_t tx_mode)
{
	static const uint8_t station[6] = { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55 };
	uint8_t octets[64];

	memset(t, 0, sizeof(*t));
	make_pause(octets, 2);
	wire(t->pause, octets, 60);
	make_frame(octets, 60, "00-11-22-33-44-55", 0x0800);
	wire(t->frame, octets, 60);
	memcpy(t->host, t->frame + 8, 64);
	make_frame(t->offer, 60, "02-00-00-00-00-02", 0x0800);
	wire(t->sent, t->offer, 60);
	frame_pause(t->xoff + 8, station, 0xFFFF);
	wire(t->xoff, t->xoff + 8, 60);
	frame_pause(t->xon + 8, station, 0);
	wire(t->xon, t->xon + 8, 60);

	add(t, 0, EVENT_RESET, 4);
	add(t, 2, EVENT_HOST_READY, 1);
	add(t, 2, EVENT_OBS_LEVEL, 319);
	add_write(t, 10, 0x0410, 0x0011);
	add_write(t, 12, 0x0414, 0x22334455);
	add_write(t, 14, 0x0468, rx_mode);
	add_write(t, 16, 0x045C, tx_mode);
	add_octets(t, 100, EVENT_RX_RUN, t->pause, WIRE);
	add(t, 110, EVENT_OBS_LEVEL, 318);
	add(t, 174, EVENT_OBS_LEVEL, 319);
	add(t, 174, EVENT_OBS_RX, 64 | 1 << 17 | 1 << 18);
	add(t, 175, EVENT_OBS_XOFF, 1)->timer = 128;
	add_octets(t, 200, EVENT_HOST_OFFER, t->offer, 60);
	add_read(t, 250, 0x0460, 0x9);
	add(t, 303, EVENT_OBS_XOFF, 0);
	add(t, 304, EVENT_TX_START, 0);
	add(t, 370, EVENT_HOST_TAKEN, 0);
	add_octets(t, 376, EVENT_TX_END, t->sent, WIRE);
	add(t, 376, EVENT_OBS_TX, 64);
	add_octets(t, 500, EVENT_RX_RUN, t->frame, WIRE);
	add(t, 510, EVENT_OBS_LEVEL, 318);
	add(t, 574, EVENT_OBS_RX, 64 | 1 << 19);
	add(t, 576, EVENT_HOST_START, 0);
	add_octets(t, 639, EVENT_HOST_FRAME, t->host, 64);
	add(t, 640, EVENT_OBS_LEVEL, 319);
	add_write(t, 700, 0x4414, 0x1FF);
	add(t, 703, EVENT_TX_START, 0);
	add_octets(t, 775, EVENT_TX_END, t->xoff, WIRE);
	add(t, 775, EVENT_OBS_TX, 64 | 1 << 16);
	add_read(t, 800, 0x046C, 0x3);
	add_read(t, 802, 0x0460, 0xA);
	add_read(t, 804, 0x4404, 0x10);
	add_write(t, 898, 0x4418, 0);
	add_write(t, 900, 0x4414, 0);
	add(t, 903, EVENT_TX_START, 0);
	add_octets(t, 975, EVENT_TX_END, t->xon, WIRE);
	add(t, 975, EVENT_OBS_TX, 64 | 1 << 16);
	add_read(t, 1000, 0x0460, 0xC);
	add_read(t, 1002, 0x0800, 3 * 64);
	add_read(t, 1004, 0x080C, 1);
	add_read(t, 1006, 0x0810, 1);
	add_read(t, 1008, 0x0808, 0);
	add_read(t, 1010, 0x086C, 1);
	add_read(t, 1012, 0x0880, 2 * 64);
	add_read(t, 1014, 0x088C, 1);
	add_read(t, 1016, 0x08A0, 0);
	add_read(t, 1018, 0x08A4, 1);
	add_read(t, 1020, 0x08A8, 0);
	add_read(t, 1022, 0x08AC, 1);
	add_read(t, 1024, 0x2250, 0);
	add_read(t, 1026, 0x2254, 0);
	add_read(t, 1028, 0x4450, 319);
	add_read(t, 1030, 0x3C48, 0);
	add_read(t, 1032, 0x0468, rx_mode);
	add_read(t, 1034, 0x044C, 0);
	add_read(t, 1036, 0x08A4, 0);
	add_read(t, 1038, 0x0408, 0)->error = true;
	add(t, 1200, EVENT_END, 0);
}

/* Plays T on a new scoreboard and copies its result to RET. */
static void play(struct tape *t, bool black_box, struct scoreboard_result *ret)
{
	struct scoreboard *sb = scoreboard_new(dut_by_name("bcm5718"), black_box);

	cr_assert_not_null(sb);
	sort(t);
	scoreboard_events(sb, t->events, t->count);
	*ret = *scoreboard_result(sb);
	expect_causes(ret);
	scoreboard_free(sb);
}

static const char *rule_name(const struct scoreboard_result *result)
{
	return result->findings ? rule_table[result->finding[0].rule].name : "no finding";
}

static void expect_clean(struct tape *t, bool black_box, const char *what)
{
	struct scoreboard_result result;

	play(t, black_box, &result);
	cr_expect_eq(result.findings, 0, "%s: cycle %" PRIu64 ": %s: %s: expected %s, actual %s", what, result.finding[0].cycle,
	             rule_name(&result), result.finding[0].what, result.finding[0].expected, result.finding[0].actual);
}

Test(scoreboard, the_tape_made_by_hand_has_no_finding)
{
	struct tape t;

	tape_make(&t, 0x006, 0x052);
	expect_clean(&t, false, "exact");
	tape_make(&t, 0x006, 0x052);
	expect_clean(&t, true, "black box");
}

Test(scoreboard, batches_of_any_size_give_the_same)
{
	for (size_t batch = 1; batch < 9; batch++) {
		struct scoreboard *sb = scoreboard_new(dut_by_name("bcm5718"), false);
		struct scoreboard_result whole;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		find_read(&t, 0x0810)->value = 7;
		play(&t, false, &whole);
		for (size_t i = 0; i < t.count; i += batch)
			scoreboard_events(sb, t.events + i, t.count - i < batch ? t.count - i : batch);
		cr_expect(!memcmp(whole.checks, scoreboard_result(sb)->checks, sizeof(whole.checks)), "batches of %zu", batch);
		cr_expect_eq(scoreboard_result(sb)->findings, 1, "batches of %zu: %" PRIu64, batch,
		             scoreboard_result(sb)->findings);
		scoreboard_free(sb);
	}
}

Test(scoreboard, every_kind_of_check_is_counted)
{
	struct scoreboard_result result;
	struct tape t;

	tape_make(&t, 0x006, 0x052);
	play(&t, false, &result);
	for (int kind = 0; kind < CHECK_KIND_COUNT; kind++)
		if (kind != CHECK_MDIO)
			cr_expect_gt(result.checks[kind], 0, "%s", check_kind_names[kind]);
}

/* ---- one change each ---- */

static void xoff_late(struct tape *t)
{
	find(t, EVENT_OBS_XOFF, 0)->cycle++;
}
static void xoff_early(struct tape *t)
{
	find(t, EVENT_OBS_XOFF, 0)->cycle--;
}
static void xoff_never(struct tape *t)
{
	drop(t, find(t, EVENT_OBS_XOFF, 1));
	drop(t, find(t, EVENT_OBS_XOFF, 0));
}
static void xoff_timer(struct tape *t)
{
	find(t, EVENT_OBS_XOFF, 0)->timer = 127;
}
static void xon_early(struct tape *t)
{
	find(t, EVENT_OBS_XOFF, 1)->cycle--;
}
static void xon_late(struct tape *t)
{
	find(t, EVENT_OBS_XOFF, 1)->cycle++;
}
static void xon_a_quantum_late(struct tape *t)
{
	find(t, EVENT_OBS_XOFF, 1)->cycle += 64;
	find(t, EVENT_TX_START, 0)->cycle += 64;
	find(t, EVENT_HOST_TAKEN, 0)->cycle += 64;
	find(t, EVENT_TX_END, 0)->cycle += 64;
	find(t, EVENT_OBS_TX, 0)->cycle += 64;
}
static void xon_never(struct tape *t)
{
	drop(t, find(t, EVENT_OBS_XOFF, 1));
}

/* The received frame is no PAUSE. RECORD is that of a DUT that obeys it but records it rightly, or of one that takes it for a PAUSE altogether. */
static void no_pause(struct tape *t, uint32_t record)
{
	frame_put_fcs(t->pause + 68, frame_fcs(t->pause + 8, 60));
	find(t, EVENT_OBS_RX, 0)->value = record;
}
static void obeyed_da(struct tape *t)
{
	t->pause[13] = 2;
	no_pause(t, 64 | 1 << 18);
}
static void obeyed_broadcast(struct tape *t)
{
	memset(t->pause + 8, 0xFF, 6);
	no_pause(t, 64 | 1 << 18);
}
static void obeyed_type(struct tape *t)
{
	t->pause[21] = 9;
	no_pause(t, 64 | 1 << 17 | 1 << 18);
}
static void obeyed_opcode(struct tape *t)
{
	t->pause[23] = 2;
	no_pause(t, 64 | 1 << 18);
}
static void obeyed_fcs(struct tape *t)
{
	t->pause[71] ^= 0x80;
	find(t, EVENT_OBS_RX, 0)->value = 64 | 1 << 16;
}
static void obeyed_code_error(struct tape *t)
{
	find(t, EVENT_RX_RUN, 0)->error_at = 40;
	find(t, EVENT_OBS_RX, 0)->value = 64 | 1 << 16;
}
static void obeyed_short(struct tape *t)
{
	/* 63 octets, the last four of them a good FCS: everything comes one cycle earlier */
	frame_put_fcs(t->pause + 67, frame_fcs(t->pause + 8, 59));
	find(t, EVENT_RX_RUN, 0)->len = 71;
	find(t, EVENT_OBS_LEVEL, 2)->cycle--;
	find(t, EVENT_OBS_RX, 0)->cycle--;
	find(t, EVENT_OBS_RX, 0)->value = 63;
	find(t, EVENT_OBS_XOFF, 0)->cycle--;
}
static void obeyed_tagged(struct tape *t)
{
	memmove(t->pause + 24, t->pause + 20, 6);
	memcpy(t->pause + 20, "\x81\0\0\5", 4);
	no_pause(t, 64 | 1 << 17 | 1 << 18);
}
static void write_mode(struct tape *t, uint64_t cycle, uint16_t address, uint32_t value)
{
	add_write(t, cycle, address, value);
}
static void obeyed_gate(struct tape *t)
{
	write_mode(t, 20, 0x0468, 0x002);
}
static void obeyed_half_duplex(struct tape *t)
{
	write_mode(t, 20, 0x0400, 0x00A);
}
static void gate_closed_while_paused(struct tape *t)
{
	write_mode(t, 220, 0x0468, 0x002);
}
static void receive_reset_while_paused(struct tape *t)
{
	write_mode(t, 220, 0x0468, 0x007);
}
/* A second PAUSE comes during the inhibit; the DUT goes on with the old time. */
static void overwrite(struct tape *t, uint16_t quanta)
{
	uint8_t octets[60];

	make_pause(octets, quanta);
	wire(t->extra, octets, 60);
	add_octets(t, 190, EVENT_RX_RUN, t->extra, WIRE);
	add(t, 200, EVENT_OBS_LEVEL, 318);
	add(t, 264, EVENT_OBS_LEVEL, 319);
	add(t, 264, EVENT_OBS_RX, 64 | 1 << 17 | 1 << 18)->timer = 128 - (264 - 175);
}
static void not_overwritten(struct tape *t)
{
	overwrite(t, 5);
}
static void zero_ignored(struct tape *t)
{
	overwrite(t, 0);
}
/* A PAUSE comes while a frame is on the transmit wire; the DUT inhibits at once. */
static void inhibited_during_frame(struct tape *t)
{
	uint8_t octets[60];

	make_pause(octets, 1);
	wire(t->extra, octets, 60);
	add_octets(t, 250, EVENT_RX_RUN, t->extra, WIRE);
	add(t, 260, EVENT_OBS_LEVEL, 318);
	add(t, 324, EVENT_OBS_LEVEL, 319);
	add(t, 324, EVENT_OBS_RX, 64 | 1 << 17 | 1 << 18);
	add(t, 325, EVENT_OBS_XOFF, 1)->timer = 64;
	add(t, 389, EVENT_OBS_XOFF, 0);
}

static void data_in_xoff(struct tape *t)
{
	find(t, EVENT_TX_START, 0)->cycle -= 60;
	find(t, EVENT_HOST_TAKEN, 0)->cycle -= 60;
	find(t, EVENT_TX_END, 0)->cycle -= 60;
	find(t, EVENT_OBS_TX, 0)->cycle -= 60;
}
static void shift_data(struct tape *t, int64_t by)
{
	find(t, EVENT_TX_START, 0)->cycle += (uint64_t)by;
	find(t, EVENT_HOST_TAKEN, 0)->cycle += (uint64_t)by;
	find(t, EVENT_TX_END, 0)->cycle += (uint64_t)by;
	find(t, EVENT_OBS_TX, 0)->cycle += (uint64_t)by;
}
static void data_late(struct tape *t)
{
	shift_data(t, 1);
}
static void data_never(struct tape *t)
{
	drop(t, find(t, EVENT_OBS_TX, 0));
	drop(t, find(t, EVENT_TX_END, 0));
	drop(t, find(t, EVENT_HOST_TAKEN, 0));
	drop(t, find(t, EVENT_TX_START, 0));
}
static void data_lost(struct tape *t)
{
	drop(t, find(t, EVENT_OBS_TX, 0));
	drop(t, find(t, EVENT_TX_END, 0));
	drop(t, find(t, EVENT_TX_START, 0));
}
static void data_disabled(struct tape *t)
{
	write_mode(t, 290, 0x045C, 0x050);
}
static void data_octet(struct tape *t)
{
	t->sent[40] ^= 1;
	wire(t->sent, t->sent + 8, 60);
}
static void data_fcs(struct tape *t)
{
	t->sent[71] ^= 1;
}
static void data_preamble(struct tape *t)
{
	memmove(t->sent, t->sent + 1, WIRE - 1);
	find(t, EVENT_TX_END, 0)->len = WIRE - 1;
	find(t, EVENT_TX_END, 0)->cycle--;
	find(t, EVENT_OBS_TX, 0)->cycle--;
}
static void data_sfd(struct tape *t)
{
	t->sent[7] = 0x5D;
}
static void data_pad(struct tape *t)
{
	find(t, EVENT_HOST_OFFER, 0)->len = 50;
	find(t, EVENT_HOST_TAKEN, 0)->cycle -= 10;
	memset(t->sent + 58, 0, 10);
	t->sent[60] = 1;
	wire(t->sent, t->sent + 8, 60);
}
static void data_cut(struct tape *t)
{
	find(t, EVENT_TX_END, 0)->len = 50;
	find(t, EVENT_TX_END, 0)->cycle -= 22;
	find(t, EVENT_OBS_TX, 0)->cycle -= 22;
	find(t, EVENT_OBS_TX, 0)->value = 42;
	drop(t, find(t, EVENT_HOST_TAKEN, 0));
}
static void data_error(struct tape *t)
{
	find(t, EVENT_TX_END, 0)->error_at = 30;
	find(t, EVENT_TX_END, 0)->value = 1;
}
static void data_twice(struct tape *t)
{
	add(t, 400, EVENT_TX_START, 0);
	add_octets(t, 472, EVENT_TX_END, t->sent, WIRE);
	add(t, 472, EVENT_OBS_TX, 64);
}
/* The next frame is offered at once, so it is due 12 octet times after the first one, in 388. */
static void data_gap(struct tape *t)
{
	add_octets(t, 372, EVENT_HOST_OFFER, t->offer, 60);
	add(t, 387, EVENT_TX_START, 0);
	add(t, 387 + 66, EVENT_HOST_TAKEN, 0);
	add_octets(t, 387 + 72, EVENT_TX_END, t->sent, WIRE);
	add(t, 387 + 72, EVENT_OBS_TX, 64);
}

static void shift_pause(struct tape *t, size_t nth, uint64_t by)
{
	find(t, EVENT_TX_START, nth)->cycle += by;
	find(t, EVENT_TX_END, nth)->cycle += by;
	find(t, EVENT_OBS_TX, nth)->cycle += by;
}
static void pause_late(struct tape *t)
{
	shift_pause(t, 1, 1);
}
static void drop_sent(struct tape *t, size_t nth)
{
	drop(t, find(t, EVENT_OBS_TX, nth));
	drop(t, find(t, EVENT_TX_END, nth));
	drop(t, find(t, EVENT_TX_START, nth));
}
static void pause_never(struct tape *t)
{
	drop_sent(t, 1);
}
static void resume_never(struct tape *t)
{
	drop_sent(t, 2);
}
static void pause_source(struct tape *t)
{
	t->xoff[19] ^= 1;
	wire(t->xoff, t->xoff + 8, 60);
}
static void pause_destination(struct tape *t)
{
	t->xoff[13] = 0;
	wire(t->xoff, t->xoff + 8, 60);
}
static void pause_quanta(struct tape *t)
{
	t->xoff[24] = 0x1F;
	wire(t->xoff, t->xoff + 8, 60);
}
static void pause_reserved(struct tape *t)
{
	t->xoff[50] = 1;
	wire(t->xoff, t->xoff + 8, 60);
}
static void pause_fcs(struct tape *t)
{
	t->xoff[70] ^= 4;
}
static void add_sent(struct tape *t, uint64_t cycle, const uint8_t *octets)
{
	add(t, cycle, EVENT_TX_START, 0);
	add_octets(t, cycle + WIRE, EVENT_TX_END, octets, WIRE);
	add(t, cycle + WIRE, EVENT_OBS_TX, 64 | 1 << 16);
}
static void pause_twice(struct tape *t)
{
	add_sent(t, 810, t->xoff);
}
static void resume_at_start_up(struct tape *t)
{
	add_sent(t, 400, t->xon);
}
static void pause_at_equality(struct tape *t)
{
	/* the low mark equals the free count, which is no event */
	find(t, EVENT_REG_WRITE, 4)->value = 319;
}
static void resume_at_equality(struct tape *t)
{
	/* both marks equal the free count, which is no event */
	find(t, EVENT_REG_WRITE, 5)->value = 319;
	find(t, EVENT_REG_WRITE, 6)->value = 319;
}
static void pause_gate(struct tape *t)
{
	write_mode(t, 680, 0x045C, 0x042);
}
static void pause_half_duplex(struct tape *t)
{
	write_mode(t, 680, 0x0400, 0x00A);
}
/* XOFF is due during an inhibit; the DUT holds it back. */
static void pause_held(struct tape *t)
{
	find(t, EVENT_REG_WRITE, 4)->cycle = 180;
	shift_data(t, 84);
	shift_pause(t, 1, (uint64_t)-399); /* in 304, when the inhibit is over, instead of 183 */
}

static void host_octet(struct tape *t)
{
	t->host[30] ^= 1;
}
static void host_short(struct tape *t)
{
	find(t, EVENT_HOST_FRAME, 0)->len = 63;
}
static void host_mark(struct tape *t)
{
	find(t, EVENT_HOST_FRAME, 0)->value = 1;
}
static void host_late(struct tape *t)
{
	find(t, EVENT_HOST_START, 0)->cycle++;
	find(t, EVENT_HOST_FRAME, 0)->cycle++;
	find(t, EVENT_OBS_LEVEL, 4)->cycle++;
}
static void host_never(struct tape *t)
{
	drop(t, find(t, EVENT_HOST_FRAME, 0));
	drop(t, find(t, EVENT_HOST_START, 0));
	drop(t, find(t, EVENT_OBS_LEVEL, 4));
}
static void host_twice(struct tape *t)
{
	add(t, 645, EVENT_HOST_START, 0);
	add_octets(t, 645 + 63, EVENT_HOST_FRAME, t->host, 64);
}
static void host_bubble(struct tape *t)
{
	find(t, EVENT_HOST_FRAME, 0)->cycle++;
	find(t, EVENT_HOST_FRAME, 0)->timer = 1;
	find(t, EVENT_OBS_LEVEL, 4)->cycle++;
}
static void host_drop(struct tape *t)
{
	add(t, 600, EVENT_HOST_DROP, 24);
}
/* The PAUSE reaches the host although keep-pause is off. */
static void host_pause(struct tape *t)
{
	add(t, 176, EVENT_HOST_START, 0);
	add_octets(t, 176 + 63, EVENT_HOST_FRAME, t->pause + 8, 64);
}
/* The same for a frame to another station, a control frame and a bad frame, each with the right mark. */
static void host_instead(struct tape *t, uint32_t record, bool bad)
{
	if (!bad)
		frame_put_fcs(t->frame + 68, frame_fcs(t->frame + 8, 60));
	memcpy(t->host, t->frame + 8, 64);
	find(t, EVENT_OBS_RX, 1)->value = record;
	find(t, EVENT_HOST_FRAME, 0)->value = bad;
	find(t, EVENT_OBS_LEVEL, 4)->cycle = 574;
}
static void host_foreign(struct tape *t)
{
	t->frame[13] = 0x56;
	host_instead(t, 64, false);
}
static void host_control(struct tape *t)
{
	memcpy(t->frame + 20, "\x88\x08\x00\x02", 4);
	host_instead(t, 64 | 1 << 18, false);
}
static void host_bad(struct tape *t)
{
	t->frame[71] ^= 1;
	host_instead(t, 64 | 1 << 16, true);
}
static void host_discarded(struct tape *t)
{
	find(t, EVENT_OBS_RX, 1)->value = 64 | 1 << 20;
	find(t, EVENT_OBS_LEVEL, 4)->cycle = 574;
	drop(t, find(t, EVENT_HOST_FRAME, 0));
	drop(t, find(t, EVENT_HOST_START, 0));
}

static void level_value(struct tape *t)
{
	find(t, EVENT_OBS_LEVEL, 3)->value = 317;
}
static void level_late(struct tape *t)
{
	find(t, EVENT_OBS_LEVEL, 3)->cycle++;
}
static void level_never(struct tape *t)
{
	drop(t, find(t, EVENT_OBS_LEVEL, 4));
}
static void level_at_reset(struct tape *t)
{
	find(t, EVENT_OBS_LEVEL, 0)->value = 320;
}
static void level_by_itself(struct tape *t)
{
	add(t, 450, EVENT_OBS_LEVEL, 318);
}
static void rx_record_length(struct tape *t)
{
	find(t, EVENT_OBS_RX, 1)->value ^= 1;
}
static void rx_record_missing(struct tape *t)
{
	drop(t, find(t, EVENT_OBS_RX, 1));
}
static void rx_record_late(struct tape *t)
{
	find(t, EVENT_OBS_RX, 1)->cycle++;
}
static void rx_record_extra(struct tape *t)
{
	add(t, 450, EVENT_OBS_RX, 64);
}
static void tx_record_length(struct tape *t)
{
	find(t, EVENT_OBS_TX, 0)->value ^= 1;
}
static void tx_record_kind(struct tape *t)
{
	find(t, EVENT_OBS_TX, 0)->value |= 1 << 16;
}
static void tx_record_missing(struct tape *t)
{
	drop(t, find(t, EVENT_OBS_TX, 0));
}
static void tx_record_late(struct tape *t)
{
	find(t, EVENT_OBS_TX, 0)->cycle++;
}
static void tx_record_extra(struct tape *t)
{
	add(t, 450, EVENT_OBS_TX, 64);
}
static void read_not_cleared(struct tape *t)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->events[i].kind == EVENT_REG_READ && t->events[i].cycle == 1036)
			t->events[i].value = 1;
}
static void read_error(struct tape *t)
{
	find_read(t, 0x0810)->error = true;
}
static void read_no_error(struct tape *t)
{
	find_read(t, 0x0408)->error = false;
}
static void write_error(struct tape *t)
{
	find(t, EVENT_REG_WRITE, 2)->error = true;
}
static void mdc_by_itself(struct tape *t)
{
	add(t, 450, EVENT_MDIO, 1);
}
static void expectation(struct tape *t)
{
	struct event *e = find_read(t, 0x0810);

	e->expect = 2;
	e->expect_mask = 0xFF;
}

static const struct {
	const char *what;
	void (*change)(struct tape *t);
	enum rule rule;
} changes[] = {
	{ "inhibited one cycle late", xoff_late, RULE_PAUSE_LATENCY },
	{ "inhibited one cycle early", xoff_early, RULE_PAUSE_LATENCY },
	{ "never inhibited", xoff_never, RULE_PAUSE_OBEYED },
	{ "timer one short", xoff_timer, RULE_PAUSE_TIME },
	{ "resumed one cycle early", xon_early, RULE_PAUSE_TIME },
	{ "resumed one cycle late", xon_late, RULE_PAUSE_TIME },
	{ "resumed a quantum late", xon_a_quantum_late, RULE_PAUSE_TIME },
	{ "never resumed", xon_never, RULE_PAUSE_EXPIRY },
	{ "obeyed another multicast address", obeyed_da, RULE_PAUSE_DA },
	{ "obeyed a broadcast", obeyed_broadcast, RULE_PAUSE_DA },
	{ "obeyed another type", obeyed_type, RULE_PAUSE_TYPE },
	{ "obeyed another opcode", obeyed_opcode, RULE_PAUSE_OPCODE },
	{ "obeyed a bad FCS", obeyed_fcs, RULE_PAUSE_FCS },
	{ "obeyed a code error", obeyed_code_error, RULE_PAUSE_CODE_ERROR },
	{ "obeyed 63 octets", obeyed_short, RULE_PAUSE_LENGTH },
	{ "obeyed a tagged frame", obeyed_tagged, RULE_PAUSE_TAGGED },
	{ "obeyed with RX_MODE[2] = 0", obeyed_gate, RULE_PAUSE_GATE },
	{ "obeyed in half duplex", obeyed_half_duplex, RULE_PAUSE_HALF_DUPLEX },
	{ "still inhibited after RX_MODE[2] was cleared", gate_closed_while_paused, RULE_PAUSE_GATE },
	{ "still inhibited after a receive reset", receive_reset_while_paused, RULE_PAUSE_RESET },
	{ "a longer time did not replace the running one", not_overwritten, RULE_PAUSE_OVERWRITE },
	{ "time 0 did not resume", zero_ignored, RULE_PAUSE_ZERO_RESUMES },
	{ "inhibited before the frame in progress had ended", inhibited_during_frame, RULE_PAUSE_AFTER_FRAME },
	{ "data started while inhibited", data_in_xoff, RULE_NO_DATA_IN_XOFF },
	{ "data started one cycle late", data_late, RULE_DATA_RESUMES },
	{ "data never started", data_never, RULE_DATA_RESUMES },
	{ "data taken and never sent", data_lost, RULE_TX_LOST },
	{ "data started while disabled", data_disabled, RULE_TX_DISABLED },
	{ "a sent octet is wrong", data_octet, RULE_TX_CONTENT },
	{ "the FCS of a sent frame is wrong", data_fcs, RULE_TX_FCS },
	{ "six octets of preamble", data_preamble, RULE_TX_PREAMBLE },
	{ "a wrong SFD", data_sfd, RULE_TX_PREAMBLE },
	{ "a pad that is not zero", data_pad, RULE_TX_PAD },
	{ "a frame cut on the wire", data_cut, RULE_TX_FINISHES },
	{ "tx_er in a good frame", data_error, RULE_TX_UNDERRUN },
	{ "a frame sent twice", data_twice, RULE_TX_SPURIOUS },
	{ "eleven idle octets", data_gap, RULE_TX_GAP },
	{ "XOFF one cycle late", pause_late, RULE_PAUSE_TX_LATENCY },
	{ "XOFF never sent", pause_never, RULE_XOFF_BELOW_LOW },
	{ "XON never sent", resume_never, RULE_XON_ABOVE_HIGH },
	{ "XOFF with another SA", pause_source, RULE_PAUSE_TX_FORMAT },
	{ "XOFF with another DA", pause_destination, RULE_PAUSE_TX_FORMAT },
	{ "XOFF with the short time", pause_quanta, RULE_PAUSE_TX_QUANTA },
	{ "XOFF with a reserved octet", pause_reserved, RULE_PAUSE_TX_FORMAT },
	{ "XOFF with a bad FCS", pause_fcs, RULE_TX_FCS },
	{ "XOFF twice for one crossing", pause_twice, RULE_XOFF_ONCE },
	{ "XON without XOFF", resume_at_start_up, RULE_XON_AFTER_XOFF },
	{ "XOFF at equality with the low mark", pause_at_equality, RULE_XOFF_BELOW_LOW },
	{ "XON at equality with the high mark", resume_at_equality, RULE_XON_ABOVE_HIGH },
	{ "PAUSE sent with TX_MODE[4] = 0", pause_gate, RULE_PAUSE_TX_GATE },
	{ "PAUSE sent in half duplex", pause_half_duplex, RULE_PAUSE_HALF_DUPLEX },
	{ "a PAUSE held by the inhibit", pause_held, RULE_PAUSE_NOT_HELD },
	{ "a wrong octet to the host", host_octet, RULE_RX_HOST_CONTENT },
	{ "an octet less to the host", host_short, RULE_RX_HOST_CONTENT },
	{ "a good frame marked bad", host_mark, RULE_RX_BAD_MARK },
	{ "offered to the host one cycle late", host_late, RULE_RX_HOST_MISSING },
	{ "never offered to the host", host_never, RULE_RX_HOST_MISSING },
	{ "twice to the host", host_twice, RULE_RX_HOST_UNWANTED },
	{ "tvalid fell", host_drop, RULE_RX_AXIS },
	{ "a bubble inside a frame", host_bubble, RULE_RX_AXIS },
	{ "PAUSE to the host", host_pause, RULE_KEEP_PAUSE },
	{ "a foreign frame to the host", host_foreign, RULE_RX_FILTER },
	{ "a control frame to the host", host_control, RULE_KEEP_MAC_CONTROL },
	{ "a bad frame to the host", host_bad, RULE_RX_BAD_FRAME },
	{ "a frame for the host discarded", host_discarded, RULE_RX_DROP_ALLOWANCE },
	{ "level one too low", level_value, RULE_BUFFER_LEVEL },
	{ "level one cycle late", level_late, RULE_BUFFER_LEVEL },
	{ "an MBUF never given back", level_never, RULE_BUFFER_LEVEL },
	{ "one MBUF too many at reset", level_at_reset, RULE_BUFFER_LEVEL },
	{ "a level change by itself", level_by_itself, RULE_BUFFER_LEVEL },
	{ "rx record with another length", rx_record_length, RULE_RX_RECORD },
	{ "rx record missing", rx_record_missing, RULE_RX_RECORD },
	{ "rx record one cycle late", rx_record_late, RULE_RX_RECORD },
	{ "rx record by itself", rx_record_extra, RULE_RX_RECORD },
	{ "tx record with another length", tx_record_length, RULE_TX_RECORD },
	{ "tx record of another kind", tx_record_kind, RULE_TX_RECORD },
	{ "tx record missing", tx_record_missing, RULE_TX_RECORD },
	{ "tx record one cycle late", tx_record_late, RULE_TX_RECORD },
	{ "tx record by itself", tx_record_extra, RULE_TX_RECORD },
	{ "a read that did not clear", read_not_cleared, RULE_READ_CLEARS },
	{ "pslverr at a mapped address", read_error, RULE_APB_ERROR },
	{ "no pslverr at an unmapped address", read_no_error, RULE_APB_ERROR },
	{ "pslverr for a write", write_error, RULE_APB_ERROR },
	{ "MDC by itself", mdc_by_itself, RULE_MDIO_TIMING },
	{ "the stimulus expected something else", expectation, RULE_EXPECT },
};

Test(scoreboard, every_change_is_found_under_its_rule)
{
	for (size_t i = 0; i < COUNT_OF(changes); i++) {
		struct scoreboard_result result;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		changes[i].change(&t);
		play(&t, false, &result);
		cr_expect_gt(result.findings, 0, "%s: no finding", changes[i].what);
		/* the model resyncs to the device, so that later events are not all wrong */
		cr_expect_leq(result.findings, 8, "%s: %" PRIu64 " findings", changes[i].what, result.findings);
		if (result.findings)
			cr_expect_eq(result.finding[0].rule, changes[i].rule,
			             "%s: expected rule %s, actual %s: cycle %" PRIu64 ", %s: expected %s, actual %s",
			             changes[i].what, rule_table[changes[i].rule].name, rule_name(&result),
			             result.finding[0].cycle, result.finding[0].what, result.finding[0].expected,
			             result.finding[0].actual);
	}
}

Test(scoreboard, a_wrong_inhibit_is_reported_with_its_length)
{
	static const struct {
		void (*change)(struct tape *t);
		const char *text;
	} cases[] = {
		{ xon_a_quantum_late, "lasted 192 octet times, 1.5 x 2 quanta" },
		{ xon_early, "lasted 127 octet times, 1.0 x 2 quanta" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scoreboard_result result;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		cases[i].change(&t);
		play(&t, false, &result);
		cr_expect(result.findings && strstr(result.finding[0].actual, cases[i].text), "%s: %s", rule_name(&result),
		          result.finding[0].actual);
	}
}

/* Each read of a counter or register is one too high. */
Test(scoreboard, every_wrong_read_is_found_under_its_rule)
{
	static const struct {
		uint16_t address;
		enum rule rule;
	} reads[] = {
		{ 0x0800, RULE_COUNT_TX },          { 0x080C, RULE_COUNT_OUT_XON },      { 0x0810, RULE_COUNT_OUT_XOFF },
		{ 0x0808, RULE_COUNTER_ZERO },      { 0x086C, RULE_COUNT_TX },           { 0x0880, RULE_COUNT_RX },
		{ 0x088C, RULE_COUNT_RX },          { 0x08A0, RULE_COUNT_XON_RECEIVED }, { 0x08A4, RULE_COUNT_XOFF_RECEIVED },
		{ 0x08A8, RULE_COUNT_MAC_CONTROL }, { 0x08AC, RULE_COUNT_XOFF_STATE },   { 0x2250, RULE_COUNT_DISCARDS },
		{ 0x2254, RULE_COUNT_DISCARDS },    { 0x4450, RULE_REG_FREE_MBUFS },     { 0x3C48, RULE_REG_ATTENTION },
		{ 0x4404, RULE_REG_ATTENTION },     { 0x0468, RULE_REG_VALUE },          { 0x0460, RULE_REG_STATUS },
		{ 0x046C, RULE_REG_STATUS },        { 0x044C, RULE_MDIO_RESULT },
	};

	for (size_t i = 0; i < COUNT_OF(reads); i++) {
		struct scoreboard_result result;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		find_read(&t, reads[i].address)->value += 1;
		play(&t, false, &result);
		cr_expect_eq(result.findings, 1, "0x%04X: %" PRIu64 " findings", reads[i].address, result.findings);
		if (result.findings)
			cr_expect(result.finding[0].rule == reads[i].rule &&
			              result.finding[0].cycle == find_read(&t, reads[i].address)->cycle,
			          "0x%04X: expected rule %s, actual %s at cycle %" PRIu64 ": expected %s, actual %s",
			          reads[i].address, rule_table[reads[i].rule].name, rule_name(&result), result.finding[0].cycle,
			          result.finding[0].expected, result.finding[0].actual);
	}
}

/* A black-box run has no observation ports and accepts times within the slack, but still checks wires and registers. */
Test(scoreboard, black_box_checks_wires_and_registers)
{
	static const struct {
		const char *what;
		void (*change)(struct tape *t);
		bool found;
	} cases[] = {
		{ "obs_xoff", xoff_never, false },
		{ "obs_level", level_value, false },
		{ "obs_rx", rx_record_length, false },
		{ "obs_tx", tx_record_missing, false },
		{ "data one cycle late", data_late, false },
		{ "host one cycle late", host_late, false },
		{ "XOFF one cycle late", pause_late, false },
		{ "data never", data_never, true },
		{ "data taken and never sent", data_lost, true },
		{ "a sent octet", data_octet, true },
		{ "a sent FCS", data_fcs, true },
		{ "preamble", data_preamble, true },
		{ "gap", data_gap, true },
		{ "sent twice", data_twice, true },
		{ "XOFF never", pause_never, true },
		{ "XON never", resume_never, true },
		{ "XOFF time", pause_quanta, true },
		{ "XON at start-up", resume_at_start_up, true },
		{ "a host octet", host_octet, true },
		{ "host never", host_never, true },
		{ "host twice", host_twice, true },
		{ "tuser", host_mark, true },
		{ "PAUSE to the host", host_pause, true },
		{ "no clear on read", read_not_cleared, true },
		{ "pslverr", read_no_error, true },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scoreboard_result result;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		cases[i].change(&t);
		play(&t, true, &result);
		cr_expect_eq(result.findings > 0, cases[i].found, "%s: %" PRIu64 " findings (%s)", cases[i].what, result.findings,
		             rule_name(&result));
	}
}

Test(scoreboard, black_box_finds_wrong_counters_and_states)
{
	static const uint16_t addresses[] = { 0x0800, 0x080C, 0x0810, 0x086C, 0x0880, 0x088C, 0x08A0, 0x08A4,
		                              0x08A8, 0x08AC, 0x2250, 0x0468, 0x0460, 0x046C, 0x4404, 0x4450 };

	for (size_t i = 0; i < COUNT_OF(addresses); i++) {
		struct scoreboard_result result;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		find_read(&t, addresses[i])->value += 1;
		play(&t, true, &result);
		cr_expect_gt(result.findings, 0, "0x%04X", addresses[i]);
	}
}

/* Data in the middle of an inhibit are found on the wire alone. test_black_early.c tests that an inhibit may not be too short at all. */
Test(scoreboard, black_box_finds_a_pause_that_is_not_obeyed)
{
	struct scoreboard_result result;
	struct tape t;
	uint8_t octets[60];

	tape_make(&t, 0x006, 0x052);
	make_pause(octets, 20); /* 1,280 octet times, but the data goes after 189 */
	wire(t.pause, octets, 60);
	shift_data(&t, 60);
	drop(&t, find_read(&t, 0x0460));
	play(&t, true, &result);
	cr_expect_gt(result.findings, 0);
	if (result.findings)
		cr_expect_eq(result.finding[0].rule, RULE_PAUSE_TIME, "%s", rule_name(&result));
}

/* ---- the ledger of the frames that the host handed over ---- */

/* The host hands over a frame of LEN octets while the transmitter is inhibited, and then, in cycle 263, the one that is sent in 304. */
static void tape_make_ahead(struct tape *t, const uint8_t *octets, uint32_t len)
{
	tape_make(t, 0x006, 0x052);
	find(t, EVENT_HOST_OFFER, 0)->cycle = 263;
	add_octets(t, 200, EVENT_HOST_OFFER, octets, len);
	add(t, 262, EVENT_HOST_TAKEN, 0);
}

static void expect_lost(struct tape *t, bool black_box, uint64_t cycle, const char *what)
{
	struct scoreboard_result result;

	play(t, black_box, &result);
	cr_expect_eq(result.findings, 1, "%s: %" PRIu64 " findings", what, result.findings);
	cr_expect(result.findings && result.finding[0].rule == RULE_TX_LOST && result.finding[0].cycle == cycle,
	          "%s: %s in cycle %" PRIu64, what, rule_name(&result), result.finding[0].cycle);
}

Test(ledger, a_frame_that_another_one_overtakes_is_lost_and_no_more)
{
	uint8_t octets[60];
	struct tape t;

	make_frame(octets, sizeof(octets), "02-00-00-00-00-03", 0x0800);
	tape_make_ahead(&t, octets, sizeof(octets));
	expect_lost(&t, false, 262, "exact");
	tape_make_ahead(&t, octets, sizeof(octets));
	expect_lost(&t, true, 304, "black box");
}

Test(ledger, a_frame_that_is_taken_while_another_one_is_on_the_wire_and_never_sent_is_lost)
{
	struct tape t;

	for (int black_box = 0; black_box < 2; black_box++) {
		tape_make(&t, 0x006, 0x052);
		add_octets(&t, 371, EVENT_HOST_OFFER, t.offer, 7);
		add(&t, 377, EVENT_HOST_TAKEN, 0);
		expect_lost(&t, black_box, 377, black_box ? "black box" : "exact");
	}
}

/* A DUT with observation ports takes the octets while it sends them; a black box may take them earlier. */
Test(ledger, a_black_box_may_take_a_frame_before_it_is_sent)
{
	struct tape t;

	tape_make(&t, 0x006, 0x052);
	find(&t, EVENT_HOST_TAKEN, 0)->cycle = 262;
	expect_clean(&t, true, "black box");
}

Test(ledger, a_reset_and_a_closed_transmitter_are_reasons)
{
	struct scoreboard_result result;
	struct tape t;

	for (int reset = 0; reset < 2; reset++) {
		tape_make(&t, 0x006, 0x052);
		data_lost(&t);
		while (t.events[t.count - 1].cycle > 370)
			t.count--;
		if (reset)
			add(&t, 372, EVENT_RESET, 4);
		else
			write_mode(&t, 290, 0x045C, 0x050);
		add(&t, 3000, EVENT_END, 0);
		play(&t, true, &result);
		cr_expect_eq(result.findings, 0, "reset %d: %s", reset, rule_name(&result));
	}
}

/* A run goes on until all frames that are due have come: within the slack of a black box, or until a PAUSE is over. */
Test(ledger, a_run_ends_after_the_frames_that_are_due)
{
	struct scoreboard *sb = scoreboard_new(dut_by_name("bcm5718"), true);
	struct tape t;
	size_t count = 0;

	tape_make(&t, 0x006, 0x052);
	find(&t, EVENT_HOST_TAKEN, 0)->cycle = 262;
	sort(&t);
	while (t.events[count].cycle < 304)
		count++;
	scoreboard_events(sb, t.events, count);
	cr_expect(scoreboard_owes(sb, 270), "a frame was taken and is not on the wire");
	cr_expect_geq(scoreboard_awaits(sb, 280), 303, "the PAUSE is not over: %" PRIu64, scoreboard_awaits(sb, 280));
	cr_expect_geq(scoreboard_awaits(sb, 304), 304 + 128, "%" PRIu64, scoreboard_awaits(sb, 304));
	scoreboard_events(sb, t.events + count, 1);
	cr_expect(!scoreboard_owes(sb, 305), "it is on the wire");
	cr_expect_leq(scoreboard_awaits(sb, 306), 306, "%" PRIu64, scoreboard_awaits(sb, 306));
	scoreboard_free(sb);
}

/* ---- runs that check nothing, or end early ---- */

Test(scoreboard, a_run_that_checks_nothing_is_a_finding)
{
	for (int black_box = 0; black_box < 2; black_box++) {
		struct scoreboard_result result;
		struct tape t = { .count = 0 };
		add(&t, 0, EVENT_RESET, 4);
		add(&t, 500, EVENT_END, 0);
		play(&t, black_box, &result);
		cr_expect_eq(result.findings, 1, "%" PRIu64, result.findings);
		cr_expect_eq(result.finding[0].rule, RULE_CHECKED_NOTHING, "%s", rule_name(&result));
	}
}

/* A frame that is due when the run ends is reported as missing, even if no event comes any more. */
Test(scoreboard, the_end_of_a_run_finds_missing_frames)
{
	struct scoreboard_result result;
	struct tape t;

	tape_make(&t, 0x006, 0x052);
	while (t.events[t.count - 1].cycle > 640)
		t.count--;
	host_never(&t);
	add(&t, 1200, EVENT_END, 0);
	play(&t, true, &result);
	cr_expect_gt(result.findings, 0, "black box: a frame that never reached the host");
	if (result.findings)
		cr_expect_eq(result.finding[0].rule, RULE_RX_HOST_MISSING, "%s", rule_name(&result));
}

/* A run may end inside a frame. But a frame that should have ended before, or that does not go on, is found. */
Test(scoreboard, a_frame_that_does_not_end_is_found)
{
	enum { SENT = 304, HOST = 576, UNWANTED = 645 };
	static const struct {
		uint64_t start, end; /* the start of the frame and the end of the run */
		enum event_kind kind;
		uint32_t octets, rests;
		enum rule exact, black_box; /* the broken rule, or RULE_COUNT */
	} cases[] = {
		{ SENT, 340, EVENT_TX_OPEN, 0, 0, RULE_COUNT, RULE_COUNT },
		{ SENT, SENT + 72, EVENT_TX_OPEN, 0, 0, RULE_COUNT, RULE_COUNT },
		{ SENT, SENT + 73, EVENT_TX_OPEN, 0, 0, RULE_TX_FINISHES, RULE_COUNT },
		{ SENT, SENT + 66000, EVENT_TX_OPEN, 0, 0, RULE_TX_FINISHES, RULE_COUNT },
		{ SENT, SENT + 66001, EVENT_TX_OPEN, 0, 0, RULE_TX_FINISHES, RULE_TX_FINISHES },
		{ HOST, HOST + 63, EVENT_HOST_OPEN, 63, 0, RULE_COUNT, RULE_COUNT },
		{ HOST, HOST + 200, EVENT_HOST_OPEN, 64, 0, RULE_RX_HOST_CONTENT, RULE_RX_HOST_CONTENT },
		{ HOST, HOST + 5000, EVENT_HOST_OPEN, 5000, 0, RULE_RX_HOST_CONTENT, RULE_RX_HOST_CONTENT },
		{ HOST, HOST + 5000, EVENT_HOST_OPEN, 30, 0, RULE_COUNT, RULE_COUNT }, /* the host takes no more octets */
		{ HOST, HOST + 5000, EVENT_HOST_OPEN, 30, 1, RULE_RX_AXIS, RULE_COUNT },
		{ HOST, HOST + 5000, EVENT_HOST_OPEN, 30, 4096, RULE_RX_AXIS, RULE_COUNT },
		{ HOST, HOST + 5000, EVENT_HOST_OPEN, 30, 4097, RULE_RX_AXIS, RULE_RX_AXIS },
		{ UNWANTED, UNWANTED + 5000, EVENT_HOST_OPEN, 30, 0, RULE_RX_HOST_UNWANTED, RULE_RX_HOST_UNWANTED },
		{ UNWANTED, UNWANTED + 50, EVENT_HOST_OPEN, 50, 0, RULE_RX_HOST_UNWANTED, RULE_COUNT }, /* within the slack */
	};

	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		bool black_box = i % 2;
		enum rule expected = black_box ? cases[i / 2].black_box : cases[i / 2].exact, actual;
		struct scoreboard_result result;
		struct event *open;
		struct tape t;
		tape_make(&t, 0x006, 0x052);
		while (t.events[t.count - 1].cycle > cases[i / 2].start)
			t.count--;
		if (cases[i / 2].start == UNWANTED)
			add(&t, UNWANTED, EVENT_HOST_START, 0);
		open = add(&t, cases[i / 2].end, cases[i / 2].kind, 0);
		open->len = cases[i / 2].octets;
		open->timer = cases[i / 2].rests;
		add(&t, cases[i / 2].end, EVENT_END, 0);
		play(&t, black_box, &result);
		actual = result.findings ? result.finding[0].rule : RULE_COUNT;
		cr_expect(result.findings <= 1 && actual == expected, "case %zu%s: %" PRIu64 " findings, %s", i / 2,
		          black_box ? ", black box" : "", result.findings, rule_name(&result));
	}
}

Test(scoreboard, findings_of_the_bench_are_kept_in_order_of_cycles)
{
	struct scoreboard *sb = scoreboard_new(dut_by_name("bcm5718"), false);

	for (uint64_t i = 0; i < 2 * SCOREBOARD_FINDINGS_MAX; i++)
		scoreboard_add(sb, &(struct finding){ .cycle = 1000 - i, .rule = RULE_TIMEOUT });
	cr_expect_eq(scoreboard_result(sb)->findings, 2 * SCOREBOARD_FINDINGS_MAX);
	for (size_t i = 1; i < SCOREBOARD_FINDINGS_MAX; i++)
		cr_expect_leq(scoreboard_result(sb)->finding[i - 1].cycle, scoreboard_result(sb)->finding[i].cycle);
	cr_expect_eq(scoreboard_result(sb)->finding[0].cycle, 1000 - 2 * SCOREBOARD_FINDINGS_MAX + 1, "the earliest is kept");
	scoreboard_free(sb);
}
