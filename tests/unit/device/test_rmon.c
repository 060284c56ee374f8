/* SPDX-License-Identifier: Apache-2.0 */
/* RMON slots of the BCM1250: loads, wraps, overflow, accesses and events in one cycle, packet FIFO mode. UM100CB p.288; doc/devices/bcm1250.md 5. Slots, widths
 * and bits are typed from the document. */
#include "bcm1250_drive.h"
#include "support.h"

#include "part/counting.h"
#include "part/frame.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum {
	TX_BYTES = 0,
	COLLISIONS = 1,
	LATE_COL = 2,
	EX_COL = 3,
	TX_FCS_ERROR = 4,
	TX_ABORT = 5,
	TX_BAD = 7,
	TX_GOOD = 8,
	RX_BYTES = 16,
	RX_MCAST = 17,
	RX_BAD = 19,
	RX_GOOD = 20,
	RX_RUNT = 21,
	RX_FCS_ERROR = 23,
	OVERFLOW_BIT = 46,
	ADDRESS_BIT = 47,
	FRAME = 60, /* without FCS */
	ROW = 3,    /* a 32-bit row of the page, and a 64-bit one, for counting alone */
	WIDE_ROW = 0,
};

#define RETRY (1ull << 2)
#define REPORT (1ull << 3)
#define FIFO (1ull << 32)

static void frame_of(uint8_t *ret)
{
	make_frame(ret, FRAME, "02-00-00-00-00-09", 0x0800);
}

static uint64_t overflow_of(uint64_t status)
{
	return status >> OVERFLOW_BIT & 1;
}

static uint64_t address_of(uint64_t status)
{
	return status >> ADDRESS_BIT & 31;
}

/* ---- counting alone ---- */

static struct counting *slots_new(void)
{
	struct counting *c = calloc(1, sizeof(*c));

	cr_assert_not_null(c);
	counting_init(c, reg_page_by_model("bcm1250"), 1);
	counting_reset(c);
	return c;
}

Test(rmon, one_word_has_64_bits_and_no_latch)
{
	struct counting *c = slots_new();

	counting_load(c, WIDE_ROW, 0x1234567890ABCDEF, UINT64_MAX, 10);
	cr_expect_eq(counting_read(c, WIDE_ROW, 11), 0x1234567890ABCDEF);
	cr_expect_eq(counting_read(c, WIDE_ROW, 12), 0x1234567890ABCDEF, "a read has no effect");
	counting_load(c, ROW, 0x1234567890ABCDEF, UINT64_MAX, 13);
	cr_expect_eq(counting_read(c, ROW, 14), 0x90ABCDEF, "the upper half of a 32-bit slot is ignored");
	free(c);
}

Test(rmon, each_byte_of_a_load_by_its_strobe)
{
	for (unsigned byte = 0; byte < 8; byte++) {
		struct counting *c = slots_new();
		uint64_t mask = 0xFFull << 8 * byte;
		counting_load(c, WIDE_ROW, 0x1111111111111111, UINT64_MAX, 10);
		counting_load(c, WIDE_ROW, 0xEEEEEEEEEEEEEEEE, mask, 12);
		cr_expect_eq(counting_read(c, WIDE_ROW, 13), (0x1111111111111111 & ~mask) | (0xEEEEEEEEEEEEEEEE & mask));
		free(c);
	}
}

Test(rmon, an_event_of_the_load_s_cycle_is_lost_and_so_is_its_overflow)
{
	struct counting *c = slots_new();

	counting_load(c, ROW, 0xFFFFFFFF, UINT64_MAX, 10);
	counting_add(c, ROW, 1, 20);
	counting_load(c, ROW, 7, UINT64_MAX, 20);
	cr_expect_eq(counting_overflowed(c, 20), -1, "reported before the load");
	cr_expect_eq(counting_read(c, ROW, 20), 7);
	counting_load(c, ROW, 0xFFFFFFFF, UINT64_MAX, 30);
	counting_add(c, ROW, 1, 30);
	cr_expect_eq(counting_overflowed(c, 30), -1, "reported after it");
	cr_expect_eq(counting_read(c, ROW, 30), 0xFFFFFFFF);
	counting_add(c, ROW, 1, 31);
	cr_expect_eq(counting_overflowed(c, 31), ROW);
	cr_expect_eq(counting_read(c, ROW, 31), 0);
	free(c);
}

Test(rmon, bytes_that_are_not_written_keep_what_is_visible_in_the_access_cycle)
{
	struct counting *c = slots_new();

	counting_load(c, ROW, 0x1FF, UINT64_MAX, 10);
	counting_add(c, ROW, 1, 20); /* access cycle 19 */
	counting_load(c, ROW, 5, 0xFF, 20);
	cr_expect_eq(counting_read(c, ROW, 21), 0x105, "not the carry of the event that is lost");
	free(c);
}

Test(rmon, wraps_keep_the_residue)
{
	static const struct {
		unsigned row;
		uint64_t from, amount, to;
	} cases[] = {
		{ ROW, 0xFFFFFFFE, 2, 0 },
		{ ROW, 0xFFFFFFFE, 16, 14 },
		{ WIDE_ROW, UINT64_MAX - 1, 2, 0 },
		{ WIDE_ROW, UINT64_MAX - 1, 64, 62 },
		{ WIDE_ROW, UINT64_MAX - 1, 9216, 9214 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct counting *c = slots_new();
		counting_load(c, cases[i].row, cases[i].from, UINT64_MAX, 10);
		counting_add(c, cases[i].row, 1, 20);
		cr_expect_eq(counting_overflowed(c, 20), -1, "case %zu: the last value before the end", i);
		counting_add(c, cases[i].row, cases[i].amount - 1, 21);
		cr_expect_eq(counting_overflowed(c, 21), (int)cases[i].row, "case %zu", i);
		cr_expect_eq(counting_read(c, cases[i].row, 21), cases[i].to, "case %zu", i);
		cr_expect_eq(counting_overflowed(c, 22), -1, "case %zu: once", i);
		free(c);
	}
}

Test(rmon, wraps_to_zero_by_parameter)
{
	static const struct {
		unsigned row;
		uint64_t from, amount, to;
	} cases[] = {
		{ ROW, 0xFFFFFFFE, 2, 0 },
		{ ROW, 0xFFFFFFFE, 16, 0 },
		{ WIDE_ROW, UINT64_MAX - 1, 2, 0 },
		{ WIDE_ROW, UINT64_MAX - 1, 9216, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct counting *c = slots_new();
		uint64_t base = cases[i].from, all = cases[i].row == ROW ? UINT32_MAX : UINT64_MAX;
		c->kind[cases[i].row].to_zero = true;
		counting_load(c, cases[i].row, cases[i].from, UINT64_MAX, 10);
		counting_add(c, cases[i].row, cases[i].amount, 20);
		cr_expect_eq(counting_overflowed(c, 20), (int)cases[i].row, "case %zu", i);
		cr_expect_eq(counting_read(c, cases[i].row, 20), cases[i].to, "case %zu", i);
		counting_add(c, cases[i].row, 3, 21);
		cr_expect_eq(counting_read(c, cases[i].row, 21), (cases[i].to + 3) & all, "case %zu: it goes on", i);
		cr_expect_eq((base + c->counter[cases[i].row].total) & all, (cases[i].to + 3) & all, "case %zu: what counted", i);
		free(c);
	}
}

Test(rmon, 32_bits_are_not_the_end_of_64)
{
	struct counting *c = slots_new();

	counting_load(c, WIDE_ROW, UINT32_MAX - 1ull, UINT64_MAX, 10);
	counting_add(c, WIDE_ROW, 64, 20);
	cr_expect_eq(counting_overflowed(c, 20), -1);
	cr_expect_eq(counting_read(c, WIDE_ROW, 21), 0x10000003Eull);
	free(c);
}

/* Returns the rule that explains a wrong read. */
static enum rule blamed(struct counting *c, unsigned row, uint64_t cycle, uint64_t actual)
{
	uint64_t expected = counting_read(c, row, cycle);

	return counting_explain(c, row, expected, actual);
}

Test(rmon, a_wrong_read_is_explained)
{
	struct counting *c = slots_new();

	counting_load(c, ROW, 0x1000, UINT64_MAX, 10);
	cr_expect_eq(blamed(c, ROW, 11, 0), RULE_COUNTER_LOAD, "the load did nothing");
	counting_load(c, ROW, 0xAABB, 0xFF, 20);
	cr_expect_eq(blamed(c, ROW, 21, 0xAABB), RULE_COUNTER_LOAD, "the strobes did nothing");
	counting_add(c, ROW, 1, 30);
	counting_load(c, ROW, 0x500, UINT64_MAX, 30);
	cr_expect_eq(blamed(c, ROW, 31, 0x501), RULE_COUNTER_LOAD, "the event won");
	counting_add(c, ROW, 1, 33);
	cr_expect_eq(blamed(c, ROW, 34, 0x500), RULE_COUNT, "an event is missing, but not because of the load");
	counting_load(c, ROW, 0x4FF, UINT64_MAX, 36);
	counting_add(c, ROW, 1, 37);
	cr_expect_eq(blamed(c, ROW, 38, 0x4FF), RULE_COUNTER_LOAD, "the event after the load is missing");
	counting_load(c, ROW, 1, UINT64_MAX, 39);
	counting_add(c, ROW, 1, 41);
	cr_expect_eq(blamed(c, ROW, 42, 1), RULE_COUNT, "an event is missing, or the load");
	counting_load(c, ROW, 0xFFFFFFFF, UINT64_MAX, 42);
	cr_expect_eq(blamed(c, ROW, 43, 0), RULE_COUNT, "one event too many, or the load");
	counting_load(c, ROW, 0x500, UINT64_MAX, 43);
	counting_hold(c, ROW, 3);
	cr_expect_eq(blamed(c, ROW, 44, 0x503), RULE_COUNTER_HOLD, "a counter on hold counts");
	counting_load(c, ROW, 0xFFFFFFFF, UINT64_MAX, 50);
	counting_add(c, ROW, 16, 60);
	cr_expect_eq(blamed(c, ROW, 61, 0), RULE_COUNTER_WRAP, "the residue is lost");
	cr_expect_eq(blamed(c, ROW, 62, 0xFFFFFFFF), RULE_COUNTER_WRAP, "it stuck");
	cr_expect_eq(blamed(c, ROW, 63, 0x10000000F), RULE_COUNTER_WRAP, "it has 33 bits");
	counting_load(c, WIDE_ROW, UINT32_MAX, UINT64_MAX, 70);
	counting_add(c, WIDE_ROW, 64, 80);
	cr_expect_eq(blamed(c, WIDE_ROW, 81, 63), RULE_COUNTER_WRAP, "it has 32 bits");
	cr_expect_eq(blamed(c, WIDE_ROW, 82, 0x100000040), RULE_COUNT, "just wrong");
	c->kind[ROW].to_zero = true;
	counting_load(c, ROW, 0xFFFFFFFF, UINT64_MAX, 90);
	counting_add(c, ROW, 16, 100);
	cr_expect_eq(blamed(c, ROW, 101, 15), RULE_COUNTER_WRAP, "the residue is kept");
	free(c);
}

/* ---- the device ---- */

Test(rmon, frames_count_in_the_slots_of_the_document)
{
	struct drive d;
	uint8_t frame[FRAME];

	drive_open(&d, NULL, DRIVE_GIG, 0);
	frame_of(frame);
	drive_rx_good(&d, frame, FRAME);
	drive_tx(&d, frame, FRAME, false);
	drive_tx(&d, frame, 20, false);
	drive_tx(&d, frame, FRAME, true);
	cr_expect_eq(drive_slot(&d, RX_GOOD), 1);
	cr_expect_eq(drive_slot(&d, RX_BYTES), 64);
	cr_expect_eq(drive_slot(&d, TX_GOOD), 2);
	cr_expect_eq(drive_slot(&d, TX_BYTES), 128, "padded to 64 octets each");
	cr_expect_eq(drive_slot(&d, TX_FCS_ERROR), 1, "the host's own FCS is wrong");
	cr_expect_eq(drive_slot(&d, 9), 1, "and the frame is a runt");
	cr_expect_eq(drive_slot(&d, TX_BAD), 1, "once");
	for (unsigned slot = 0; slot < 32; slot++)
		drive_slot_write(&d, slot, 0, 0xFF);
	for (unsigned slot = 0; slot < 32; slot++)
		cr_expect_eq(drive_slot(&d, slot), 0, "slot %u", slot);
	drive_close(&d);
}

Test(rmon, byte_counters_wrap_at_2_to_the_64_with_the_residue)
{
	static const unsigned slots[] = { TX_BYTES, RX_BYTES };
	uint8_t frame[FRAME];

	frame_of(frame);
	for (size_t i = 0; i < COUNT_OF(slots); i++) {
		struct drive d;
		uint64_t status;
		drive_open(&d, NULL, DRIVE_GIG, 0);
		drive_slot_write(&d, slots[i], UINT64_MAX - 1, 0xFF);
		if (slots[i] == TX_BYTES)
			drive_tx(&d, frame, FRAME, false);
		else
			drive_rx_good(&d, frame, FRAME);
		cr_expect_eq(drive_slot(&d, slots[i]), 62);
		status = drive_read(&d, "mac_status");
		cr_expect_eq(overflow_of(status), 1);
		cr_expect_eq(address_of(status), slots[i]);
		status = drive_read(&d, "mac_status");
		cr_expect_eq(overflow_of(status), 0, "a read clears the event");
		cr_expect_eq(address_of(status), slots[i], "and keeps the number");
		drive_close(&d);
	}
}

Test(rmon, of_two_overflows_in_a_cycle_the_highest_number_shows)
{
	struct drive d;
	uint8_t frame[FRAME];
	uint64_t status;

	drive_open(&d, NULL, DRIVE_GIG, 0);
	frame_of(frame);
	drive_slot_write(&d, RX_RUNT, UINT32_MAX, 0xFF);
	drive_slot_write(&d, RX_FCS_ERROR, UINT32_MAX, 0xFF);
	drive_slot_write(&d, RX_BAD, UINT32_MAX, 0xFF);
	drive_rx(&d, frame, 40, false, false); /* short, and octets 36 to 39 are no right FCS */
	cr_expect_eq(drive_slot(&d, RX_RUNT), 0);
	cr_expect_eq(drive_slot(&d, RX_FCS_ERROR), 0);
	cr_expect_eq(drive_slot(&d, RX_BAD), 0);
	status = drive_read(&d, "mac_status");
	cr_expect_eq(overflow_of(status), 1);
	cr_expect_eq(address_of(status), RX_FCS_ERROR);
	drive_close(&d);
}

Test(rmon, of_two_overflows_before_a_read_the_last_one_shows)
{
	struct drive d;
	uint8_t frame[FRAME];

	drive_open(&d, NULL, DRIVE_GIG, 0);
	frame_of(frame);
	drive_slot_write(&d, RX_GOOD, UINT32_MAX, 0xFF);
	drive_slot_write(&d, TX_GOOD, UINT32_MAX, 0xFF);
	drive_rx_good(&d, frame, FRAME);
	drive_tx(&d, frame, FRAME, false);
	cr_expect_eq(address_of(drive_read(&d, "mac_status")), TX_GOOD);
	drive_close(&d);
}

/* A load and a read come at every distance from the cycle in which a frame's events become visible. */
Test(rmon, read_write_and_event_at_every_distance)
{
	uint8_t frame[FRAME + 4];

	make_frame(frame, FRAME, "02-00-00-00-00-09", 0x0800);
	frame_put_fcs(frame + FRAME, frame_fcs(frame, FRAME));
	for (int distance = -3; distance <= 3; distance++) {
		struct drive d;
		uint64_t visible, status, value;
		drive_open(&d, NULL, DRIVE_GIG, 0);
		drive_slot_write(&d, RX_GOOD, UINT32_MAX, 0xFF);
		visible = d.now + drive_rx_cycles(&d, FRAME + 4);
		drive_rx_begin(&d, frame, FRAME + 4, false, false);
		drive_run(&d, visible - 1 + (uint64_t)(int64_t)distance - d.now);
		drive_slot_write(&d, RX_GOOD, 100, 0xFF); /* visible in VISIBLE + DISTANCE */
		value = drive_slot(&d, RX_GOOD);
		drive_run(&d, 10);
		status = drive_read(&d, "mac_status");
		cr_expect_eq(d.rx_at, visible);
		cr_expect_eq(value, 100u, "distance %d: %lu", distance, (unsigned long)value);
		cr_expect_eq(drive_slot(&d, RX_GOOD), distance < 0 ? 101u : 100u,
		             "distance %d: a write wins over the event of its cycle", distance);
		cr_expect_eq(overflow_of(status), distance > 0, "distance %d", distance);
		drive_close(&d);
	}
}

Test(rmon, an_event_that_meets_the_read_of_mac_status_is_kept)
{
	uint8_t frame[FRAME + 4];

	make_frame(frame, FRAME, "02-00-00-00-00-09", 0x0800);
	frame_put_fcs(frame + FRAME, frame_fcs(frame, FRAME));
	for (int distance = -2; distance <= 2; distance++) {
		struct drive d;
		uint64_t visible, first;
		drive_open(&d, NULL, DRIVE_GIG, 0);
		drive_slot_write(&d, RX_GOOD, UINT32_MAX, 0xFF);
		visible = d.now + drive_rx_cycles(&d, FRAME + 4);
		drive_rx_begin(&d, frame, FRAME + 4, false, false);
		drive_run(&d, visible + (uint64_t)(int64_t)distance - d.now);
		first = drive_read(&d, "mac_status");
		drive_run(&d, 5);
		cr_expect_eq(overflow_of(first), distance >= 0, "distance %d", distance);
		cr_expect_eq(overflow_of(drive_read(&d, "mac_status")), distance < 0, "distance %d: in exactly one read",
		             distance);
		cr_expect_eq(overflow_of(drive_read(&d, "mac_status")), 0);
		drive_close(&d);
	}
}

Test(rmon, packet_fifo_mode_holds_all_slots)
{
	struct drive d;
	uint8_t frame[FRAME];

	drive_open(&d, NULL, DRIVE_GIG, FIFO);
	drive_write(&d, "enable", 0x3000);
	frame_of(frame);
	drive_slot_write(&d, RX_GOOD, UINT32_MAX, 0xFF);
	drive_rx_good(&d, frame, FRAME);
	drive_rx(&d, frame, 40, true, false);
	drive_tx(&d, frame, FRAME, false);
	cr_expect_eq(d.delivered, 2, "frames pass");
	for (unsigned slot = 0; slot < 32; slot++)
		cr_expect_eq(drive_slot(&d, slot), slot == RX_GOOD ? UINT32_MAX : 0, "slot %u", slot);
	cr_expect_eq(drive_read(&d, "mac_status"), 0);
	drive_mac(&d, DRIVE_GIG, 0);
	drive_write(&d, "enable", 0xC00);
	drive_rx_good(&d, frame, FRAME);
	cr_expect_eq(drive_slot(&d, RX_GOOD), 0, "and go on from there");
	drive_close(&d);
}

/* A packet has K collisions and is then sent or dropped. */
static void collide(struct drive *d, bool at_end, uint64_t mac, unsigned collisions, int32_t at)
{
	struct pm_config config;
	uint8_t frame[200];

	pm_config_init(&config, "bcm1250");
	config.bcm1250.collisions_at_end = at_end;
	drive_open(d, &config, DRIVE_100_HDX, mac);
	make_frame(frame, sizeof(frame), "02-00-00-00-00-09", 0x0800);
	d->collisions = collisions;
	d->collide_at = at;
	drive_tx(d, frame, sizeof(frame), false);
}

Test(rmon, collisions_of_a_packet)
{
	static const struct {
		uint64_t mac;
		unsigned collisions;
		int32_t at;
		unsigned slots[4]; /* 1, 2, 3, 5 */
		uint64_t event;
	} cases[] = {
		{ RETRY, 0, 30, { 0, 0, 0, 0 }, 0 },
		{ RETRY, 1, 30, { 1, 0, 0, 0 }, 0 },
		{ RETRY, 5, 127, { 5, 0, 0, 0 }, 0 },
		{ RETRY, 15, 0, { 15, 0, 0, 0 }, 0 },
		{ RETRY, 16, 30, { 16, 0, 1, 1 }, 0 },
		{ RETRY | REPORT, 16, 30, { 16, 0, 1, 1 }, 1ull << 45 },
		{ RETRY, 1, 128, { 1, 1, 0, 1 }, 0 },
		{ RETRY | REPORT, 1, 300, { 1, 1, 0, 1 }, 1ull << 44 },
		{ REPORT, 1, 300, { 1, 1, 0, 1 }, 1ull << 44 },
		{ REPORT, 1, 30, { 1, 0, 0, 1 }, 0 },
	};

	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		size_t n = i / 2;
		struct drive d;
		bool sent = !cases[n].slots[3];
		collide(&d, i % 2, cases[n].mac, cases[n].collisions, cases[n].at);
		cr_expect_eq(drive_slot(&d, COLLISIONS), cases[n].slots[0], "case %zu", n);
		cr_expect_eq(drive_slot(&d, LATE_COL), cases[n].slots[1], "case %zu", n);
		cr_expect_eq(drive_slot(&d, EX_COL), cases[n].slots[2], "case %zu", n);
		cr_expect_eq(drive_slot(&d, TX_ABORT), cases[n].slots[3], "case %zu", n);
		cr_expect_eq(drive_slot(&d, TX_BAD), cases[n].slots[3], "case %zu", n);
		cr_expect_eq(drive_slot(&d, TX_GOOD), sent, "case %zu", n);
		cr_expect_eq(drive_slot(&d, TX_BYTES), sent ? 204u : 0u, "case %zu: failed attempts add nothing", n);
		cr_expect_eq(drive_read(&d, "mac_status"), cases[n].event, "case %zu", n);
		cr_expect_eq(d.attempts, cases[n].collisions + sent, "case %zu", n);
		drive_close(&d);
	}
}

Test(rmon, sixteen_collisions_at_once_wrap_with_the_residue)
{
	struct pm_config config;
	struct drive d;
	uint8_t frame[FRAME];
	uint64_t status;

	pm_config_init(&config, "bcm1250");
	config.bcm1250.collisions_at_end = true;
	drive_open(&d, &config, DRIVE_100_HDX, RETRY);
	drive_slot_write(&d, COLLISIONS, UINT32_MAX - 1, 0xFF);
	frame_of(frame);
	d.collisions = 16;
	d.collide_at = 20;
	drive_tx(&d, frame, FRAME, false);
	cr_expect_eq(drive_slot(&d, COLLISIONS), 14);
	status = drive_read(&d, "mac_status");
	cr_expect_eq(overflow_of(status), 1);
	cr_expect_eq(address_of(status), COLLISIONS);
	drive_close(&d);
}

Test(rmon, sixteen_collisions_at_once_wrap_to_zero_by_parameter)
{
	struct pm_config config;
	struct drive d;
	uint8_t frame[FRAME];

	pm_config_init(&config, "bcm1250");
	config.bcm1250.collisions_at_end = config.bcm1250.wrap_to_zero = true;
	drive_open(&d, &config, DRIVE_100_HDX, RETRY);
	drive_slot_write(&d, COLLISIONS, UINT32_MAX - 1, 0xFF);
	frame_of(frame);
	d.collisions = 16;
	d.collide_at = 20;
	drive_tx(&d, frame, FRAME, false);
	cr_expect_eq(drive_slot(&d, COLLISIONS), 0);
	cr_expect_eq(address_of(drive_read(&d, "mac_status")), COLLISIONS);
	drive_close(&d);
}

Test(rmon, reserved_slots_by_parameter)
{
	static const unsigned reserved[] = { 6, 11, 12, 13, 14, 15, 27, 28, 29, 30, 31 };

	for (int storage = 0; storage < 2; storage++) {
		struct pm_config config;
		struct drive d;
		pm_config_init(&config, "bcm1250");
		config.bcm1250.reserved_storage = storage;
		drive_open(&d, &config, DRIVE_GIG, 0);
		for (size_t i = 0; i < COUNT_OF(reserved); i++) {
			drive_slot_write(&d, reserved[i], 0x8877665544332211, 0x13);
			cr_expect_eq(drive_slot(&d, reserved[i]), storage ? 0x2211u : 0u, "slot %u", reserved[i]);
		}
		drive_close(&d);
	}
}

Test(rmon, preset)
{
	struct pm_config config;
	struct drive d;
	uint8_t frame[FRAME];

	pm_config_init(&config, "bcm1250");
	config.bcm1250.rmon_preset = 3;
	drive_open(&d, &config, DRIVE_GIG, 0);
	cr_expect_eq(drive_slot(&d, RX_BYTES), UINT64_MAX - 2);
	cr_expect_eq(drive_slot(&d, RX_RUNT), UINT32_MAX - 2);
	cr_expect_eq(drive_slot(&d, 6), 0);
	frame_of(frame);
	drive_rx_good(&d, frame, FRAME);
	cr_expect_eq(drive_slot(&d, RX_BYTES), 61);
	cr_expect_eq(drive_slot(&d, RX_GOOD), UINT32_MAX - 1);
	drive_close(&d);
}
