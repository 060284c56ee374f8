/* SPDX-License-Identifier: Apache-2.0 */
/* The drivers and monitors of the MII loop: nibbles, carrier, collision, deference. The DUT is a C program that transmits when the test tells it to
 * and takes every word. */
#include "drive/loop.h"
#include "seam/seam.h"
#include "support.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLES_MAX = 100000, SENT_MAX = 1000, SINCE_RESET = 10 };

struct seam {
	struct seam_pins pins;
	uint8_t rst_n, host_ready, apb, ready, mdio_i, carrier, pstrb_upper;
	uint16_t paddr, rx, send, tx, host;
	uint32_t pwdata, pwdata_upper, prdata, prdata_upper, pause_timer, rx_record, tx_record, side;
	uint64_t stored;
};

/* The pins of the newest run. Each test of this file has a process of its own. */
static uint16_t wire_rx[CYCLES_MAX], wire_tx[CYCLES_MAX], sent[SENT_MAX];
static uint8_t wire_carrier[CYCLES_MAX];
static size_t cycles, sent_count;

/* Transmissions of the DUT: tx_en in cycles FROM .. FROM + CLOCKS - 1. */
static struct {
	uint64_t from, clocks;
} transmissions[8];

static struct seam *fake_open(uint32_t seed)
{
	struct seam *s = calloc(1, sizeof(*s));

	(void)seed;
	cycles = sent_count = 0;
	s->pins.common = (struct seam_common){ &s->rst_n, &s->host_ready, &s->apb,         &s->paddr,     &s->pwdata,   NULL,
		                               &s->ready, &s->prdata,     &s->pause_timer, &s->rx_record, &s->tx_record };
	s->pins.upper = (struct seam_upper){ &s->pwdata_upper, &s->pstrb_upper, &s->prdata_upper };
	s->pins.gmii = (struct seam_gmii){ &s->rx, &s->send, &s->mdio_i, &s->carrier, &s->tx, &s->host, &s->side };
	return s;
}

static void fake_close(struct seam *s)
{
	free(s);
}

static const struct seam_pins *fake_pins(struct seam *s)
{
	return &s->pins;
}

static void fake_write(struct seam *s)
{
	uint64_t value = s->pwdata | (uint64_t)s->pwdata_upper << 32;
	unsigned strobe = (s->apb >> SEAM_APB_STRB_SHIFT & 15u) | (unsigned)s->pstrb_upper << 4;

	for (unsigned byte = 0; byte < 8; byte++)
		if (strobe >> byte & 1)
			s->stored = (s->stored & ~(UINT64_C(0xFF) << 8 * byte)) | (value & UINT64_C(0xFF) << 8 * byte);
}

static void fake_cycle(struct seam *s)
{
	s->tx = 0;
	for (size_t i = 0; i < COUNT_OF(transmissions); i++)
		if (cycles >= transmissions[i].from && cycles - transmissions[i].from < transmissions[i].clocks)
			s->tx = (uint16_t)(SEAM_TX_EN | (cycles & 15));
	s->ready = SEAM_READY_APB | (s->send & SEAM_SEND_VALID ? SEAM_READY_SEND : 0);
	if (s->send & SEAM_SEND_VALID && sent_count < SENT_MAX)
		sent[sent_count++] = s->send;
	s->prdata = (uint32_t)s->stored;
	s->prdata_upper = (uint32_t)(s->stored >> 32);
	if ((s->apb & (SEAM_APB_ENABLE | SEAM_APB_WRITE)) == (SEAM_APB_ENABLE | SEAM_APB_WRITE))
		fake_write(s);
	if (cycles < CYCLES_MAX) {
		wire_rx[cycles] = s->rx;
		wire_tx[cycles] = s->tx;
		wire_carrier[cycles++] = s->carrier;
	}
}

static const struct seam_ops fake_ops = {
	.dut = "fake", .open = fake_open, .close = fake_close, .pins = fake_pins, .cycle = fake_cycle, .eval = fake_cycle
};
static const struct dut fake = { .name = "fake", .phy = PHY_MII, .clock_hz = 125000000 };

static void put_link(struct stimulus *st, uint16_t mbps, bool half)
{
	stimulus_append(st, &(struct item){ .kind = ITEM_LINK, .u.link = { .mbps = mbps, .half = half } });
}

static void put_collision(struct stimulus *st, uint32_t at, uint32_t len, uint32_t count)
{
	stimulus_append(st, &(struct item){ .kind = ITEM_COLLISION, .u.collision = { .at = at, .len = len, .count = count } });
}

static void put_carrier(struct stimulus *st, bool after_tx, uint32_t at, uint32_t len)
{
	stimulus_append(st, &(struct item){ .kind = ITEM_CARRIER, .u.carrier = { .len = len, .after_tx = after_tx, .at = at } });
}

/* The events must agree with the pins in each cycle. */
static void expect_events_as_on_wire(const struct recording *r)
{
	uint8_t carrier = 0;
	size_t next = 0, run_end = 0;
	const struct event *run = NULL;

	for (size_t n = 0; n < cycles; n++) {
		for (; next < r->count && r->events[next].cycle <= n; next++) {
			const struct event *e = &r->events[next];
			if (e->kind == EVENT_CRS || e->kind == EVENT_COL) {
				uint8_t bit = e->kind == EVENT_CRS ? SEAM_CARRIER_CRS : SEAM_CARRIER_COL;
				cr_expect_neq(!!(carrier & bit), e->value, "cycle %zu: an event without a change", n);
				carrier = (uint8_t)((carrier & ~bit) | (e->value ? bit : 0));
			}
			if (e->kind == EVENT_RX_RUN) {
				cr_expect_eq(e->cycle, n);
				run = e;
				run_end = n + e->len;
			}
		}
		cr_assert_eq(wire_carrier[n], carrier, "carrier in cycle %zu: %u instead of %u", n, wire_carrier[n], carrier);
		cr_assert_eq(!!(wire_rx[n] & SEAM_RX_DV), run && n < run_end, "rx_dv in cycle %zu", n);
		if (run && n < run_end)
			cr_assert_eq(wire_rx[n] & 0xFF, run->octets[n - run->cycle], "rxd in cycle %zu", n);
	}
}

static void record_fake(const struct stimulus *st, struct recording *ret)
{
	record_on(&fake_ops, &fake, 0, st, ret);
	expect_events_as_on_wire(ret);
}

/* From the end of the reset on, the cycles FROM .. UNTIL - 1 and no others must have the bit. */
static void carrier_is(uint8_t bit, size_t from, size_t until)
{
	for (size_t n = SINCE_RESET; n < cycles; n++)
		cr_expect_eq(!!(wire_carrier[n] & bit), n >= from && n < until, "%s in cycle %zu",
		             bit == SEAM_CARRIER_CRS ? "crs" : "col", n);
}

Test(loop_mii, a_frame_is_nibbles_low_one_first)
{
	/* 802.3 3.2.9: the FCS of "123456789" is 26 39 F4 CB */
	static const uint8_t nibbles[] = { 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0xD, 1, 3, 2,   3,   3,
		                           3, 4, 3, 5, 3, 6, 3, 7, 3, 8, 3, 9, 3, 6, 2, 9,   3, 4, 0xF, 0xB, 0xC };
	static const uint16_t speeds[] = { 10, 100 };

	for (size_t i = 0; i < COUNT_OF(speeds); i++) {
		struct stimulus st = { .seed = 3 };
		struct recording r;
		const struct event *e;
		put_link(&st, speeds[i], false);
		put_rx(&st, "123456789", 9, FCS_GOOD);
		record_fake(&st, &r);
		e = recorded(&r, EVENT_RX_RUN, 0);
		cr_assert_eq(e->len, sizeof(nibbles));
		cr_expect_arr_eq(e->octets, nibbles, sizeof(nibbles));
		cr_expect_eq(recorded(&r, EVENT_LINK, 0)->value, speeds[i]);
		recording_release(&r);
		stimulus_release(&st);
	}
}

Test(loop_mii, a_frame_is_octets_at_1000)
{
	static const uint8_t octets[] = { 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5, '1',  '2', '3',
		                          '4',  '5',  '6',  '7',  '8',  '9',  0x26, 0x39, 0xF4, 0xCB };
	struct stimulus st = { .seed = 3 };
	struct recording r;
	struct item_frame *f = put_rx(&st, "123456789", 9, FCS_GOOD);

	f->lead = true; /* only at 10 and 100 Mb/s */
	f->dribble = 3;
	record_fake(&st, &r);
	cr_assert_eq(recorded(&r, EVENT_RX_RUN, 0)->len, sizeof(octets));
	cr_expect_arr_eq(recorded(&r, EVENT_RX_RUN, 0)->octets, octets, sizeof(octets));
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop_mii, lead_and_dribble_are_one_nibble_each)
{
	static const uint8_t nibbles[] = { 5, 5, 5, 5, 0xD, 1, 0xA, 2, 0xB, 0xE };
	struct stimulus st = { .seed = 3 };
	struct recording r;
	struct item_frame *f;

	put_link(&st, 10, false);
	f = put_rx(&st, "\xA1\xB2", 2, FCS_NONE);
	f->preamble = 1;
	f->lead = true;
	f->dribble = 0xE + 1;
	f->error_at = 1;
	f->error_len = 1;
	record_fake(&st, &r);
	cr_assert_eq(recorded(&r, EVENT_RX_RUN, 0)->len, sizeof(nibbles));
	cr_expect_arr_eq(recorded(&r, EVENT_RX_RUN, 0)->octets, nibbles, sizeof(nibbles));
	cr_expect_eq(recorded(&r, EVENT_RX_RUN, 0)->error_at, 7, "both nibbles of octet 1");
	for (size_t n = 0, run = recorded(&r, EVENT_RX_RUN, 0)->cycle; n < cycles; n++)
		cr_expect_eq(!!(wire_rx[n] & SEAM_RX_ER), n == run + 7 || n == run + 8, "rx_er in cycle %zu", n);
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop_mii, gaps_are_octet_times)
{
	static const uint16_t speeds[] = { 100, 1000 };

	for (size_t i = 0; i < COUNT_OF(speeds); i++) {
		struct stimulus st = { .seed = 3 };
		struct recording r;
		const struct event *a, *b;
		put_link(&st, speeds[i], false);
		put_rx(&st, "123456789", 9, FCS_GOOD);
		put_rx(&st, "123456789", 9, FCS_GOOD)->gap = 12;
		record_fake(&st, &r);
		a = recorded(&r, EVENT_RX_RUN, 0);
		b = recorded(&r, EVENT_RX_RUN, 1);
		cr_expect_eq(b->cycle - a->cycle - a->len, speeds[i] == 1000 ? 12 : 24);
		recording_release(&r);
		stimulus_release(&st);
	}
}

static void put_idle(struct stimulus *st, uint8_t data, bool error, uint32_t len, uint32_t gap)
{
	stimulus_append(
	    st, &(struct item){ .kind = ITEM_RX_IDLE, .u.idle = { .data = data, .error = error, .len = len, .gap = gap } });
}

/* rx_er and data without rx_dv: for some clocks between frames, which may touch them, and whenever the wire carries nothing else; neither is carrier. */
Test(loop_mii, idle_wire_carries_what_the_item_says)
{
	static const uint16_t speeds[] = { 100, 1000 };

	for (size_t i = 0; i < COUNT_OF(speeds); i++) {
		struct stimulus st = { .seed = 3 };
		struct recording r;
		const uint32_t octet = speeds[i] == 1000 ? 1 : 2;
		const struct event *a, *b;
		size_t at;
		put_link(&st, speeds[i], false);
		put_rx(&st, "123456789", 9, FCS_GOOD);
		put_idle(&st, 0x0F, true, 3, 0);
		put_idle(&st, 0x0D, false, 0, 0);
		put_idle(&st, 0x0E, true, 5, 2);
		put_rx(&st, "123456789", 9, FCS_GOOD)->gap = 0;
		put_idle(&st, 0x01, true, 0, 0);
		put_rx(&st, "123456789", 9, FCS_GOOD)->gap = 4;
		put_wait(&st, WAIT_RX, 0);
		put_wait(&st, WAIT_CYCLES, 20);
		record_fake(&st, &r);
		expect_events_as_on_wire(&r);
		cr_assert_eq(recorded_count(&r, EVENT_RX_IDLE), 4);
		a = recorded(&r, EVENT_RX_RUN, 0);
		b = recorded(&r, EVENT_RX_RUN, 1);
		at = a->cycle + a->len;
		cr_expect_eq(b->cycle, at + 3 + 2 * octet + 5, "%u Mb/s: the second frame touches what comes before", speeds[i]);
		for (size_t n = at; n < b->cycle; n++) {
			uint16_t expected = n < at + 3 ? SEAM_RX_ER | 0x0F : n < at + 3 + 2 * octet ? 0x0D : SEAM_RX_ER | 0x0E;
			cr_expect_eq(wire_rx[n], expected, "%u Mb/s, clock %zu behind the frame: 0x%03x", speeds[i], n - at,
			             wire_rx[n]);
			cr_expect_eq(wire_carrier[n], 0);
		}
		at = b->cycle + b->len;
		b = recorded(&r, EVENT_RX_RUN, 2);
		cr_expect_eq(b->cycle, at + 4 * octet);
		for (size_t n = at; n < b->cycle; n++)
			cr_expect_eq(wire_rx[n], SEAM_RX_ER | 0x01);
		for (size_t n = b->cycle + b->len; n < cycles; n++)
			cr_expect_eq(wire_rx[n], SEAM_RX_ER | 0x01);
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* In half duplex the DUT's own transmission is carrier, one clock later; in full duplex it is not. */
Test(loop_mii, own_transmission_is_carrier_in_half_duplex)
{
	for (int half = 0; half <= 1; half++) {
		struct stimulus st = { .seed = 3 };
		struct recording r;
		transmissions[0].from = 100;
		transmissions[0].clocks = 50;
		put_link(&st, 100, half);
		put_wait(&st, WAIT_CYCLES, 300);
		record_fake(&st, &r);
		carrier_is(SEAM_CARRIER_CRS, half ? 101 : 0, half ? 151 : 0);
		carrier_is(SEAM_CARRIER_COL, 0, 0);
		cr_expect_eq(recorded(&r, EVENT_TX_START, 0)->cycle, 100);
		cr_expect_eq(recorded(&r, EVENT_TX_END, 0)->cycle, 150);
		cr_expect_eq(recorded(&r, EVENT_TX_END, 0)->len, 50, "one entry per clock");
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* rx_dv in 90 .. 131 (42 nibbles), tx_en in FROM .. FROM + 19. */
Test(loop_mii, both_wires_at_once_are_a_collision)
{
	static const struct {
		uint64_t from;
		bool half;
		size_t col_from, col_until;
	} cases[] = {
		{ 100, true, 101, 121 }, { 100, false, 0, 0 },  { 80, true, 90, 101 }, { 125, true, 126, 132 },
		{ 131, true, 0, 0 },     { 90, true, 91, 111 }, { 69, true, 90, 90 },  { 70, true, 90, 91 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct stimulus st = { .seed = 3 };
		struct recording r;
		transmissions[0].from = cases[i].from;
		transmissions[0].clocks = 20;
		put_link(&st, 10, cases[i].half);
		put_wait(&st, WAIT_CYCLES, 88);
		put_rx(&st, "123456789", 9, FCS_GOOD)->collides = true;
		record_fake(&st, &r);
		cr_assert_eq(recorded(&r, EVENT_RX_RUN, 0)->cycle, 90);
		carrier_is(SEAM_CARRIER_COL, cases[i].col_from, cases[i].col_until);
		recording_release(&r);
		stimulus_release(&st);
	}
}

Test(loop_mii, the_partner_defers_in_half_duplex)
{
	static const struct {
		bool half, collides;
		uint64_t start;
	} cases[] = {
		{ true, false, 150 + 24 }, /* 12 octet times */
		{ true, true, 120 },
		{ false, false, 120 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct stimulus st = { .seed = 3 };
		struct recording r;
		transmissions[0].from = 100;
		transmissions[0].clocks = 50;
		put_link(&st, 100, cases[i].half);
		put_wait(&st, WAIT_CYCLES, 118);
		put_rx(&st, "123456789", 9, FCS_GOOD)->collides = cases[i].collides;
		put_wait(&st, WAIT_RX, 0);
		record_fake(&st, &r);
		cr_expect_eq(recorded(&r, EVENT_RX_RUN, 0)->cycle, cases[i].start, "case %zu: %" PRIu64, i,
		             recorded(&r, EVENT_RX_RUN, 0)->cycle);
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* A transmission that begins within the gap restarts the gap; one that begins together with the frame collides with it. */
Test(loop_mii, deference_counts_from_the_last_transmission)
{
	static const struct {
		uint64_t second, start;
	} cases[] = { { 173, 173 + 20 + 24 }, { 174, 174 }, { 160, 160 + 20 + 24 } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct stimulus st = { .seed = 3 };
		struct recording r;
		transmissions[0].from = 100;
		transmissions[0].clocks = 50;
		transmissions[1].from = cases[i].second;
		transmissions[1].clocks = 20;
		put_link(&st, 100, true);
		put_wait(&st, WAIT_CYCLES, 118);
		put_rx(&st, "123456789", 9, FCS_GOOD);
		put_wait(&st, WAIT_RX, 0);
		record_fake(&st, &r);
		cr_expect_eq(recorded(&r, EVENT_RX_RUN, 0)->cycle, cases[i].start, "case %zu: %" PRIu64, i,
		             recorded(&r, EVENT_RX_RUN, 0)->cycle);
		cr_expect_eq(recorded_count(&r, EVENT_COL), cases[i].start == cases[i].second ? 2 : 0);
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* Five transmissions of 40 clocks begin at 100, 200 ... 500; the collision items apply to 2, 1 and 1 of them. The window of the second item ends after
 * its transmission. */
Test(loop_mii, each_transmission_takes_the_next_collision)
{
	static const size_t windows[][2] = { { 101, 109 }, { 201, 209 }, { 335, 355 }, { 417, 418 } };
	struct stimulus st = { .seed = 3 };
	struct recording r;

	for (size_t i = 0; i < 5; i++) {
		transmissions[i].from = 100 + 100 * i;
		transmissions[i].clocks = 40;
	}
	put_link(&st, 100, true);
	put_collision(&st, 1, 8, 2);
	put_collision(&st, 35, 20, 1);
	put_wait(&st, WAIT_CYCLES, 148);
	put_collision(&st, 17, 1, 0);
	put_wait(&st, WAIT_CYCLES, 600);
	record_fake(&st, &r);
	for (size_t n = SINCE_RESET; n < cycles; n++) {
		bool in = false;
		for (size_t w = 0; w < COUNT_OF(windows); w++)
			in |= n >= windows[w][0] && n < windows[w][1];
		cr_expect_eq(!!(wire_carrier[n] & SEAM_CARRIER_COL), in, "col in cycle %zu", n);
	}
	recording_release(&r);
	stimulus_release(&st);
}

/* The transmission at 350 begins inside the collision window of the one at 300. */
Test(loop_mii, a_collision_ends_when_the_next_transmission_has_begun)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;

	transmissions[0].from = 300;
	transmissions[0].clocks = 40;
	transmissions[1].from = 350;
	transmissions[1].clocks = 40;
	put_link(&st, 100, true);
	put_collision(&st, 5, 100, 1);
	put_wait(&st, WAIT_CYCLES, 600);
	record_fake(&st, &r);
	carrier_is(SEAM_CARRIER_COL, 305, 351);
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop_mii, carrier_of_the_stimulus)
{
	static const struct {
		bool after;
		uint32_t at, len;
		bool half;
		size_t from, until;
	} cases[] = {
		{ false, 0, 30, false, 52, 82 },  { false, 0, 1, true, 52, 53 },     { true, 1, 10, true, 101, 150 },
		{ true, 5, 10, false, 144, 154 }, { true, 100, 3, false, 239, 242 }, { true, 2, 1, false, 141, 142 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct stimulus st = { .seed = 3 };
		struct recording r;
		transmissions[0].from = cases[i].after ? 100 : 0;
		transmissions[0].clocks = cases[i].after ? 40 : 0;
		put_link(&st, 100, cases[i].half);
		put_wait(&st, WAIT_CYCLES, 50);
		put_carrier(&st, cases[i].after, cases[i].at, cases[i].len);
		put_wait(&st, WAIT_CYCLES, 300);
		record_fake(&st, &r);
		carrier_is(SEAM_CARRIER_CRS, cases[i].from, cases[i].until);
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* Between a frame at 100 Mb/s and one at 1000 the link changes its speed, but not before the DUT is silent. */
Test(loop_mii, a_link_change_waits_for_both_wires)
{
	struct stimulus st = { .seed = 3 };
	struct recording r;
	const struct event *a, *b, *link;

	transmissions[0].from = 20;
	transmissions[0].clocks = 200;
	put_link(&st, 100, false);
	put_wait(&st, WAIT_CYCLES, 40);
	put_rx(&st, "123456789", 9, FCS_GOOD);
	put_link(&st, 1000, false);
	put_rx(&st, "123456789", 9, FCS_GOOD);
	record_fake(&st, &r);
	a = recorded(&r, EVENT_RX_RUN, 0);
	b = recorded(&r, EVENT_RX_RUN, 1);
	link = recorded(&r, EVENT_LINK, 1);
	cr_expect_eq(a->len, 42);
	cr_expect_eq(link->cycle, 221, "%" PRIu64, link->cycle);
	cr_expect_eq(b->cycle, 221, "%" PRIu64, b->cycle);
	cr_expect_eq(b->len, 21);
	recording_release(&r);
	stimulus_release(&st);
}

Test(loop_mii, registers_have_64_bits_and_a_strobe_per_byte)
{
	struct item item = { .kind = ITEM_REG_WRITE };
	struct stimulus st = { .seed = 3 };
	struct recording r;

	item.u.reg.value = UINT64_C(0x8877665544332211);
	item.u.reg.strobe = 0xFF;
	stimulus_append(&st, &item);
	put_read(&st, 0);
	item.u.reg.value = UINT64_C(0x0102030405060708);
	item.u.reg.strobe = 0xA1;
	stimulus_append(&st, &item);
	put_read(&st, 0);
	record_fake(&st, &r);
	cr_expect_eq(recorded(&r, EVENT_REG_WRITE, 0)->value, UINT64_C(0x8877665544332211));
	cr_expect_eq(recorded(&r, EVENT_REG_WRITE, 1)->strobe, 0xA1);
	cr_expect_eq(recorded(&r, EVENT_REG_READ, 0)->value, UINT64_C(0x8877665544332211));
	cr_expect_eq(recorded(&r, EVENT_REG_READ, 1)->value, UINT64_C(0x0177035544332208));
	recording_release(&r);
	stimulus_release(&st);
}

/* There are so many frames that the buffer into which the host's FCS is written must be moved. */
Test(loop_mii, the_host_sends_its_own_fcs)
{
	static const uint8_t good[] = { 0x26, 0x39, 0xF4, 0xCB };
	struct stimulus st = { .seed = 3 };
	struct recording r;
	struct item_frame *f;

	f = put_tx(&st, "123456789", 9);
	f->host_fcs = true;
	f = put_tx(&st, "123456789", 9);
	f->host_fcs = true;
	f->fcs = FCS_NONE;
	put_tx(&st, "123456789", 9);
	f = put_tx(&st, "123456789", 9);
	f->host_fcs = true;
	f->fcs = FCS_BAD;
	record_fake(&st, &r);
	cr_assert_eq(sent_count, 13 + 9 + 9 + 13);
	for (size_t i = 0; i < 13; i++) {
		uint8_t octet = i < 9 ? (uint8_t)('1' + i) : good[i - 9];
		cr_expect_eq(sent[i], SEAM_SEND_VALID | octet | (i == 12 ? SEAM_SEND_LAST | SEAM_SEND_USER : 0), "octet %zu", i);
	}
	cr_expect_eq(sent[21], SEAM_SEND_VALID | SEAM_SEND_LAST | SEAM_SEND_USER | '9');
	cr_expect_eq(sent[30], SEAM_SEND_VALID | SEAM_SEND_LAST | '9');
	cr_expect_eq(sent[40], SEAM_SEND_VALID | (uint8_t)~0x26);
	cr_expect(recorded(&r, EVENT_HOST_OFFER, 0)->len == 13 && recorded(&r, EVENT_HOST_OFFER, 0)->value == 1);
	cr_expect_arr_eq(recorded(&r, EVENT_HOST_OFFER, 0)->octets + 9, good, 4);
	cr_expect(recorded(&r, EVENT_HOST_OFFER, 2)->len == 9 && recorded(&r, EVENT_HOST_OFFER, 2)->value == 0);
	recording_release(&r);
	stimulus_release(&st);
}

/* Of the longest frames in both directions every clock is kept. */
Test(loop_mii, captures_hold_whole_frames)
{
	static uint8_t octets[65000];
	struct stimulus st = { .seed = 3 };
	struct recording r;

	transmissions[0].from = 50;
	transmissions[0].clocks = 99000;
	for (size_t i = 0; i < sizeof(octets); i++)
		octets[i] = (uint8_t)(i * 7 + (i >> 8));
	put_link(&st, 100, false);
	put_rx(&st, octets, 40000, FCS_GOOD);
	put_tx(&st, octets, sizeof(octets))->host_fcs = true;
	put_tx(&st, octets, sizeof(octets))->host_fcs = true;
	record_fake(&st, &r);
	cr_expect_eq(recorded(&r, EVENT_TX_END, 0)->len, 99000);
	for (uint32_t i = 0; i < 99000; i++)
		cr_assert_eq(recorded(&r, EVENT_TX_END, 0)->octets[i], (50 + i) & 15, "clock %u", i);
	for (size_t k = 0; k < 2; k++) {
		cr_assert_eq(recorded(&r, EVENT_HOST_OFFER, k)->len, sizeof(octets) + 4);
		cr_expect(!memcmp(recorded(&r, EVENT_HOST_OFFER, k)->octets, octets, sizeof(octets)));
	}
	recording_release(&r);
	stimulus_release(&st);
}

/* Without a monitor, as for the bench's speed, the wires are the same. */
Test(loop_mii, wires_do_not_depend_on_the_monitor)
{
	static uint16_t rx[CYCLES_MAX];
	static uint8_t carrier[CYCLES_MAX];
	struct loop loop = { .ops = &fake_ops, .max_cycles = 100000, .max_seconds = HANG_SECONDS };
	struct stimulus st = { .seed = 3 };
	struct recording r;
	size_t count;

	for (size_t i = 0; i < 5; i++) {
		transmissions[i].from = 100 + 100 * i;
		transmissions[i].clocks = 40;
	}
	put_link(&st, 100, true);
	put_collision(&st, 7, 8, 3);
	put_carrier(&st, true, 20, 9);
	for (size_t i = 0; i < 20; i++)
		put_rx(&st, "123456789", 9, FCS_GOOD)->collides = i % 3 == 0;
	put_tx(&st, "123456789", 9)->host_fcs = true;
	put_link(&st, 1000, false);
	put_rx(&st, "123456789", 9, FCS_GOOD);
	record_fake(&st, &r);
	memcpy(rx, wire_rx, sizeof(rx));
	memcpy(carrier, wire_carrier, sizeof(carrier));
	count = cycles;
	cr_assert_eq(sequencer_init(&loop.seq, &st), 0);
	loop.seam = fake_open(st.seed);
	cr_assert_eq(loop_run(&loop, &fake), 0);
	cr_expect_leq(cycles, count + 64);
	for (size_t n = 0; n < cycles && n < count; n++)
		cr_assert(rx[n] == wire_rx[n] && carrier[n] == wire_carrier[n], "cycle %zu", n);
	fake_close(loop.seam);
	sequencer_release(&loop.seq);
	recording_release(&r);
	stimulus_release(&st);
}
