/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of the BCM1250 through the library's public functions: classes of received frames, PAUSE, filter, drops, resets,
 * registers. doc/devices/bcm1250.md 1, 2, 4, 6. Bits and addresses are typed from the documents. */
#include "bcm1250_drive.h"
#include "support.h"

#include "part/frame.h"
#include "regs.h"

#include <criterion/criterion.h>
#include <string.h>

enum {
	RX_BYTES = 16,
	RX_MCAST = 17,
	RX_BCAST = 18,
	RX_BAD = 19,
	RX_GOOD = 20,
	RX_RUNT = 21,
	RX_OVERSIZE = 22,
	RX_FCS_ERROR = 23,
	RX_LENGTH_ERROR = 24,
	RX_CODE_ERROR = 25,
	RX_ALIGN_ERROR = 26,
	RECORD_BAD = 1 << 16,
	RECORD_PAUSE = 1 << 17,
	RECORD_CONTROL = 1 << 18,
	RECORD_DELIVERED = 1 << 19,
	RECORD_LOST = 1 << 20,
	LONGEST = 1518,
	FCS = 4,
};

#define FORWARD (1ull << 32)
#define OTHER "02-00-00-00-00-09"

static void with_fcs(uint8_t *frame, uint32_t len)
{
	frame_put_fcs(frame + len - FCS, frame_fcs(frame, len - FCS));
}

/* ---- classes ---- */

struct received {
	const char *name;
	uint32_t len; /* FCS included */
	uint16_t type;
	bool fcs_wrong, error, dribble;
	bool mii;       /* at 100 Mb/s */
	unsigned slots; /* error slots that count the frame, bit (slot - RX_RUNT); 0: the frame is good */
};

#define SLOT(n) (1u << ((n)-RX_RUNT))
static const struct received received[] = {
	{ "shortest", 64, 0x0800, false, false, false, false, 0 },
	{ "longest", LONGEST, 0x0800, false, false, false, false, 0 },
	{ "runt", 63, 0x0800, false, false, false, false, SLOT(RX_RUNT) },
	{ "runt of one octet", 1, 0, true, false, false, false, SLOT(RX_RUNT) | SLOT(RX_FCS_ERROR) },
	{ "oversize", LONGEST + 1, 0x0800, false, false, false, false, SLOT(RX_OVERSIZE) },
	{ "FCS", 64, 0x0800, true, false, false, false, SLOT(RX_FCS_ERROR) },
	{ "code", 64, 0x0800, false, true, false, false, SLOT(RX_CODE_ERROR) },
	{ "FCS and code", 64, 0x0800, true, true, false, false, SLOT(RX_FCS_ERROR) | SLOT(RX_CODE_ERROR) },
	{ "runt with all", 30, 1000, true, true, false, false,
	  SLOT(RX_RUNT) | SLOT(RX_FCS_ERROR) | SLOT(RX_CODE_ERROR) | SLOT(RX_LENGTH_ERROR) },
	{ "length right", 118, 100, false, false, false, false, 0 },
	{ "length too long", 117, 100, false, false, false, false, SLOT(RX_LENGTH_ERROR) },
	{ "more than the length", 119, 100, false, false, false, false, SLOT(RX_LENGTH_ERROR) },
	{ "padded", 64, 10, false, false, false, false, 0 },
	{ "padded too far", 65, 10, false, false, false, false, SLOT(RX_LENGTH_ERROR) },
	{ "length 1500", LONGEST, 1500, false, false, false, false, 0 },
	{ "type 1501", 64, 1501, false, false, false, false, 0 },
	{ "MII", 64, 0x0800, false, false, false, true, 0 },
	{ "MII, dribble", 64, 0x0800, false, false, true, true, 0 },
	{ "MII, FCS", 64, 0x0800, true, false, false, true, SLOT(RX_FCS_ERROR) },
	{ "MII, alignment", 64, 0x0800, true, false, true, true, SLOT(RX_ALIGN_ERROR) },
	{ "MII, alignment and code", 64, 0x0800, true, true, true, true, SLOT(RX_ALIGN_ERROR) | SLOT(RX_CODE_ERROR) },
};

static void receive(struct drive *d, const struct received *r)
{
	uint8_t frame[DRIVE_FRAME_MAX];

	make_frame(frame, r->len < 14 ? 14 : r->len, OTHER, r->type);
	if (r->len > FCS)
		with_fcs(frame, r->len);
	frame[r->len - 1] ^= r->fcs_wrong ? 0x80 : 0;
	drive_rx(d, frame, r->len, r->error, r->dribble);
}

static void check_slots(struct drive *d, const char *name, unsigned slots, uint32_t len)
{
	cr_expect_eq(drive_slot(d, RX_GOOD), !slots, "%s", name);
	cr_expect_eq(drive_slot(d, RX_BAD), !!slots, "%s", name);
	cr_expect_eq(drive_slot(d, RX_BYTES), slots ? 0 : len, "%s", name);
	for (unsigned slot = RX_RUNT; slot <= RX_ALIGN_ERROR; slot++)
		cr_expect_eq(drive_slot(d, slot), !!(slots & SLOT(slot)), "%s: slot %u", name, slot);
}

Test(bcm1250_model, classes_of_received_frames)
{
	static const unsigned marks = SLOT(RX_FCS_ERROR) | SLOT(RX_CODE_ERROR) | SLOT(RX_ALIGN_ERROR);

	for (size_t i = 0; i < COUNT_OF(received); i++) {
		const struct received *r = &received[i];
		struct drive d;
		uint32_t expected = r->len | (r->slots & marks ? RECORD_BAD : 0) | (r->len >= 14 ? RECORD_DELIVERED : 0);
		drive_open(&d, NULL, r->mii ? DRIVE_100 : DRIVE_GIG, 0);
		receive(&d, r);
		drive_run(&d, r->len);
		cr_assert_eq(d.classified, 1, "%s", r->name);
		cr_expect_eq(d.rx.record, expected, "%s: 0x%08x", r->name, d.rx.record);
		cr_expect_eq(d.rx.bad, !!r->slots, "%s: any error marks it for the host", r->name);
		check_slots(&d, r->name, r->slots, r->len);
		drive_close(&d);
	}
}

Test(bcm1250_model, a_dribble_with_a_right_fcs_by_parameter)
{
	static const struct received dribble = { "dribble", 64, 0x0800, false, false, true, true, SLOT(RX_ALIGN_ERROR) };
	struct pm_config config;
	struct drive d;

	pm_config_init(&config, "bcm1250");
	config.bcm1250.dribble_always = true;
	drive_open(&d, &config, DRIVE_100, 0);
	receive(&d, &dribble);
	check_slots(&d, dribble.name, dribble.slots, 64);
	drive_close(&d);
}

Test(bcm1250_model, lengths_by_frame_cfg)
{
	static const struct received frame = { "frame of 100 octets", 100, 0x0800, false, false, false, false, 0 };
	static const struct {
		uint64_t min, max;
		unsigned slots;
	} cases[] = { { 100, 100, 0 },
		      { 101, 200, SLOT(RX_RUNT) },
		      { 9, 99, SLOT(RX_OVERSIZE) },
		      { 101, 99, SLOT(RX_RUNT) | SLOT(RX_OVERSIZE) } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct drive d;
		drive_open(&d, NULL, DRIVE_GIG, 0);
		drive_write(&d, "frame_cfg", cases[i].max << 48 | cases[i].min << 40 | 8 << 6);
		receive(&d, &frame);
		check_slots(&d, frame.name, cases[i].slots, frame.len);
		drive_close(&d);
	}
}

Test(bcm1250_model, group_frames_count_by_da_when_good)
{
	static const struct {
		const char *destination;
		unsigned mcast, bcast;
	} cases[] = { { OTHER, 0, 0 }, { "01-00-5E-00-00-01", 1, 0 }, { "FF-FF-FF-FF-FF-FF", 0, 1 } };

	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		struct drive d;
		uint8_t frame[64];
		bool bad = i % 2;
		drive_open(&d, NULL, DRIVE_GIG, 0);
		make_frame(frame, sizeof(frame), cases[i / 2].destination, 0x0800);
		with_fcs(frame, sizeof(frame));
		drive_rx(&d, frame, sizeof(frame), bad, false);
		cr_expect_eq(drive_slot(&d, RX_MCAST), bad ? 0 : cases[i / 2].mcast, "%s", cases[i / 2].destination);
		cr_expect_eq(drive_slot(&d, RX_BCAST), bad ? 0 : cases[i / 2].bcast, "%s", cases[i / 2].destination);
		drive_close(&d);
	}
}

/* ---- filter and drops ---- */

Test(bcm1250_model, address_filter)
{
	static const struct {
		uint32_t filter;
		const char *destination; /* 02-00-00-00-00-09 and 01-00-5E-00-00-01 are in the table */
		bool passes;
	} cases[] = {
		{ 0x00, OTHER, false },
		{ 0x01, "02-00-00-00-00-55", true },
		{ 0x02, OTHER, true },
		{ 0x02, "02-00-00-00-00-55", false },
		{ 0x04, "02-00-00-00-00-55", false },
		{ 0x06, OTHER, false },
		{ 0x06, "02-00-00-00-00-55", true },
		{ 0x02, "01-00-5E-00-00-01", false },
		{ 0x08, "01-00-5E-00-00-01", true },
		{ 0x08, "01-00-5E-00-00-02", false },
		{ 0x18, "01-00-5E-00-00-01", false },
		{ 0x18, "01-00-5E-00-00-02", true },
		{ 0x80, "01-00-5E-00-00-02", true },
		{ 0x10, "01-00-5E-00-00-02", false },
		{ 0x80, "FF-FF-FF-FF-FF-FF", false },
		{ 0x20, "FF-FF-FF-FF-FF-FF", true },
		{ 0x88, "FF-FF-FF-FF-FF-FF", false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct drive d;
		uint8_t frame[60];
		drive_open(&d, NULL, DRIVE_GIG, 0);
		drive_write(&d, "adfilter_cfg", cases[i].filter);
		drive_write(&d, "addr_filter_7", 0x090000000002);
		drive_write(&d, "addr_filter_3", 0x0100005E0001);
		make_frame(frame, sizeof(frame), cases[i].destination, 0x0800);
		drive_rx_good(&d, frame, sizeof(frame));
		cr_expect_eq(d.rx.delivered, cases[i].passes, "case %zu", i);
		cr_expect_eq(drive_slot(&d, RX_GOOD), 1, "case %zu: counts whatever its address", i);
		drive_close(&d);
	}
}

Test(bcm1250_model, drop_bits)
{
	static const struct {
		unsigned bit;
		struct received frame;
	} cases[] = {
		{ 20, { "FCS", 64, 0x0800, true, false, false, false, 0 } },
		{ 21, { "code", 64, 0x0800, false, true, false, false, 0 } },
		{ 22, { "alignment", 64, 0x0800, true, false, true, true, 0 } },
		{ 23, { "runt", 60, 0x0800, false, false, false, false, 0 } },
		{ 24, { "oversize", 1600, 0x0800, false, false, false, false, 0 } },
		{ 25, { "length", 80, 1500, false, false, false, false, 0 } },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		for (unsigned bit = 18; bit < 27; bit++) {
			struct drive d;
			bool dropped = bit == 19 || bit == cases[i].bit;
			drive_open(&d, NULL, cases[i].frame.mii ? DRIVE_100 : DRIVE_GIG, 1ull << bit);
			receive(&d, &cases[i].frame);
			cr_expect_eq(d.rx.delivered, !dropped, "%s, bit %u", cases[i].frame.name, bit);
			cr_expect_eq(drive_slot(&d, RX_BAD), 1);
			drive_close(&d);
		}
	}
}

Test(bcm1250_model, a_frame_without_room_sets_the_event)
{
	struct pm_config config;
	struct drive d;
	uint8_t frame[300];
	uint32_t free;

	pm_config_init(&config, "bcm1250");
	config.bcm1250.block_count = 5;
	drive_open(&d, &config, DRIVE_GIG, 0);
	d.host_stopped = true;
	make_frame(frame, sizeof(frame), OTHER, 0x0800);
	drive_rx_good(&d, frame, sizeof(frame));
	cr_expect(d.rx.delivered);
	free = d.free;
	cr_expect_eq(free, 2);
	cr_expect_eq(drive_read(&d, "mac_status"), 0);
	drive_rx_good(&d, frame, sizeof(frame));
	cr_expect_eq(d.rx.record, 304u | RECORD_LOST);
	cr_expect_eq(d.free, free, "its blocks are given back");
	cr_expect_eq(drive_slot(&d, RX_GOOD), 2);
	drive_write(&d, "adfilter_cfg", 0);
	cr_expect_eq(drive_read(&d, "mac_status"), 1ull << 41);
	drive_rx_good(&d, frame, sizeof(frame));
	cr_expect_eq(d.rx.record, 304u);
	cr_expect_eq(drive_read(&d, "mac_status"), 0, "a frame that is not for the host does not count as lost");
	drive_close(&d);
}

/* ---- PAUSE received ---- */

static void pause_of(uint8_t *frame, uint16_t quanta)
{
	make_pause(frame, quanta);
	with_fcs(frame, 64);
}

Test(bcm1250_model, a_pause_inhibits_for_its_time_in_clocks)
{
	static const int modes[] = { DRIVE_GIG, DRIVE_100 };

	for (size_t i = 0; i < COUNT_OF(modes); i++) {
		struct drive d;
		uint8_t frame[64];
		drive_open(&d, NULL, modes[i], 0);
		pause_of(frame, 3);
		drive_rx(&d, frame, sizeof(frame), false, false);
		cr_expect_eq(d.rx.record, 64u | RECORD_PAUSE | RECORD_CONTROL, "consumed");
		cr_expect_eq(d.rise, d.rx_at + 1, "inhibited four clocks after its last one");
		cr_expect_eq(drive_read(&d, "mac_status"), 1ull << 52);
		drive_run(&d, 600);
		cr_expect_eq(d.fall, d.rise + 3 * 64 * d.clocks);
		cr_expect_eq(drive_read(&d, "mac_status"), 0);
		cr_expect_eq(drive_slot(&d, RX_GOOD), 1, "it counts as any frame");
		cr_expect_eq(drive_slot(&d, RX_MCAST), 1);
		cr_expect_eq(d.delivered, 0);
		drive_close(&d);
	}
}

Test(bcm1250_model, what_is_no_pause)
{
	static const struct {
		const char *name;
		int mode;
		uint64_t mac, filter;
		unsigned at; /* index of the octet that is changed */
		uint8_t to;
		uint32_t record;
		bool obeyed;
	} cases[] = {
		{ "good", DRIVE_GIG, 0, 0, 20, 0, RECORD_PAUSE | RECORD_CONTROL, true },
		{ "own address", DRIVE_GIG, 0, 0, 0, 0x00, RECORD_PAUSE | RECORD_CONTROL, true },
		{ "DA", DRIVE_GIG, 0, 1, 5, 2, RECORD_CONTROL | RECORD_DELIVERED, false },
		{ "type", DRIVE_GIG, 0, 1, 13, 9, RECORD_DELIVERED, false },
		{ "opcode", DRIVE_GIG, 0, 1, 15, 2, RECORD_CONTROL | RECORD_DELIVERED, false },
		{ "half duplex", DRIVE_100_HDX, 0, 1, 20, 0, RECORD_CONTROL | RECORD_DELIVERED, false },
		{ "half duplex, filtered", DRIVE_100_HDX, 0, 0, 20, 0, RECORD_CONTROL, false },
		{ "packet FIFO mode", DRIVE_GIG, 1ull << 32, 1, 20, 0, RECORD_CONTROL | RECORD_DELIVERED, false },
		{ "forwarded", DRIVE_GIG, 0, FORWARD, 20, 0, RECORD_PAUSE | RECORD_CONTROL | RECORD_DELIVERED, false },
		{ "forwarded whatever drops", DRIVE_GIG, 0x7Full << 19, FORWARD, 20, 0,
		  RECORD_PAUSE | RECORD_CONTROL | RECORD_DELIVERED, false },
	};
	static const uint8_t own[] = { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct drive d;
		uint8_t frame[64];
		drive_open(&d, NULL, cases[i].mode, cases[i].mac);
		drive_write(&d, "enable", 0x3C00);
		drive_write(&d, "adfilter_cfg", cases[i].filter);
		make_pause(frame, 9);
		frame[cases[i].at] = cases[i].to;
		if (!cases[i].at)
			memcpy(frame, own, sizeof(own));
		with_fcs(frame, sizeof(frame));
		drive_rx(&d, frame, sizeof(frame), false, false);
		cr_expect_eq(d.rx.record, 64u | cases[i].record, "%s: 0x%08x", cases[i].name, d.rx.record);
		cr_expect_eq(d.xoff, cases[i].obeyed, "%s", cases[i].name);
		drive_close(&d);
	}
}

Test(bcm1250_model, a_longer_pause_by_parameter)
{
	for (int exact = 0; exact < 2; exact++) {
		struct pm_config config;
		struct drive d;
		uint8_t frame[65] = { 0 };
		pm_config_init(&config, "bcm1250");
		config.bcm1250.pause_exact64 = exact;
		drive_open(&d, &config, DRIVE_GIG, 0);
		make_pause(frame, 3);
		frame[60] = 0;
		with_fcs(frame, sizeof(frame));
		drive_rx(&d, frame, sizeof(frame), false, false);
		cr_expect_eq(d.xoff, !exact, "exact %d", exact);
		cr_expect_eq(d.rx.record & RECORD_PAUSE, exact ? 0u : RECORD_PAUSE, "exact %d", exact);
		cr_expect_eq(d.rx.record & RECORD_CONTROL, RECORD_CONTROL, "MAC control all the same");
		pause_of(frame, 3);
		drive_rx(&d, frame, 64, false, false);
		cr_expect(d.rx.record & RECORD_PAUSE, "exact %d: 64 octets", exact);
		drive_close(&d);
	}
}

Test(bcm1250_model, a_pause_with_an_error_does_nothing)
{
	static const struct {
		const char *name;
		uint32_t len;
		bool fcs_wrong, error, dribble;
	} cases[] = {
		{ "FCS", 64, true, false, false },
		{ "code", 64, false, true, false },
		{ "alignment", 64, true, false, true },
		{ "runt", 63, false, false, false },
		{ "oversize", LONGEST + 1, false, false, false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct drive d;
		uint8_t frame[DRIVE_FRAME_MAX] = { 0 };
		drive_open(&d, NULL, DRIVE_100, 0);
		make_pause(frame, 9);
		with_fcs(frame, cases[i].len);
		frame[cases[i].len - 1] ^= cases[i].fcs_wrong;
		drive_rx(&d, frame, cases[i].len, cases[i].error, cases[i].dribble);
		cr_expect_eq(d.rx.record & (RECORD_PAUSE | RECORD_CONTROL), 0, "%s", cases[i].name);
		cr_expect_not(d.xoff, "%s", cases[i].name);
		drive_close(&d);
	}
}

Test(bcm1250_model, time_zero_and_port_reset_and_forwarding_end_the_inhibit)
{
	uint8_t frame[64], zero[64];

	pause_of(frame, 1000);
	pause_of(zero, 0);
	for (int how = 0; how < 3; how++) {
		struct drive d;
		drive_open(&d, NULL, DRIVE_GIG, 0);
		drive_rx(&d, frame, sizeof(frame), false, false);
		cr_assert(d.xoff);
		if (how == 0)
			drive_rx(&d, zero, sizeof(zero), false, false);
		else if (how == 1)
			drive_write(&d, "enable", 0xD00);
		else
			drive_write(&d, "adfilter_cfg", FORWARD | 1);
		drive_run(&d, 3);
		cr_expect_not(d.xoff, "%d", how);
		drive_close(&d);
	}
}

Test(bcm1250_model, port_reset_is_a_level_that_turns_both_directions_off)
{
	struct drive d;
	uint8_t frame[60];
	uint64_t free;

	drive_open(&d, NULL, DRIVE_GIG, 0);
	make_frame(frame, sizeof(frame), OTHER, 0x0800);
	drive_slot_write(&d, RX_GOOD, UINT32_MAX, 0xFF);
	drive_rx_good(&d, frame, sizeof(frame));
	drive_run(&d, 100);
	free = d.free;
	drive_write(&d, "enable", 0xD00);
	drive_rx_good(&d, frame, sizeof(frame));
	cr_expect_eq(d.classified, 1, "nothing is received");
	cr_expect_eq(d.free, free);
	cr_assert_eq(pm_host_offer(d.m, frame, sizeof(frame), -1), 0);
	drive_run(&d, 200);
	cr_expect_eq(d.attempts, 0, "nothing is sent");
	cr_expect_eq(drive_read(&d, "mac_status") >> 46 & 1, 1, "events are kept");
	drive_write(&d, "enable", 0xC00);
	drive_run(&d, 3);
	cr_expect_eq(d.attempts, 1);
	drive_close(&d);
}

/* ---- registers ---- */

Test(bcm1250_model, reset_values_and_constant_registers)
{
	static const struct {
		const char *name;
		uint64_t value;
	} cases[] = { { "mac_cfg", 0 },      { "frame_cfg", 0x05EE400000004500 },
		      { "enable", 0 },       { "mac_status", 0 },
		      { "mdio", 0x12 },      { "status1", 0 },
		      { "debug", 0 },        { "eop_count", 0 },
		      { "fifo_pointers", 0 } };
	struct pm_config config;
	struct pm_model *m;

	pm_config_init(&config, "bcm1250");
	m = pm_new(&config);
	cr_assert_not_null(m);
	pm_close(m);
	pm_open(m, 1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct reg_row *row = reg_by_name(reg_page_by_model("bcm1250"), cases[i].name);
		cr_expect_eq(pm_reg_read(m, row->address), cases[i].value, "%s", cases[i].name);
	}
	cr_expect_not(pm_reg_mapped(m, 0x004), "half of a slot");
	cr_expect_not(pm_reg_mapped(m, 0x130));
	pm_free(m);
}

Test(bcm1250_model, each_byte_of_a_register_by_its_strobe)
{
	struct pm_config config;
	struct pm_model *m;

	pm_config_init(&config, "bcm1250");
	m = pm_new(&config);
	cr_assert_not_null(m);
	pm_close(m);
	for (uint64_t byte = 0; byte < 8; byte++) {
		pm_open(m, 1 + 2 * byte);
		pm_reg_write(m, 0x410, UINT64_MAX, (uint8_t)(1 << byte));
		pm_close(m);
		pm_open(m, 2 + 2 * byte);
		cr_expect_eq(pm_reg_read(m, 0x410), UINT64_MAX >> (56 - 8 * byte));
		pm_close(m);
	}
	pm_free(m);
}
