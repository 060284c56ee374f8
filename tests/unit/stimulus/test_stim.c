/* SPDX-License-Identifier: Apache-2.0 */
/* The text form of stimuli: how every kind of item is read. */
#include "stim_duts.h"
#include "support.h"

#include "part/phy.h"
#include "regs.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

static void check_frame_on(const struct dut *on, const char *line, enum item_kind kind, const void *octets, size_t len,
                           struct item_frame expected)
{
	struct stimulus st, wanted = { 0 };
	struct item item = { .kind = kind, .u.frame = expected };
	char difference[160];

	if (kind == ITEM_RX_FRAME && !expected.end_code) {
		item.u.frame.error_code = 0xFE;
		item.u.frame.end_code = 0xFD;
		item.u.frame.column = COLUMN_ANY;
	}
	item.u.frame.len = (uint32_t)len;
	item.u.frame.octets = malloc(len + 1);
	memcpy(item.u.frame.octets, octets, len);
	stimulus_append(&wanted, &item);
	wanted.seed = 1;
	read_body_on(&st, line, on);
	cr_assert_eq(st.count, 1, "%s", line);
	cr_expect_eq(st.items[0].line, 2, "%s", line);
	cr_expect_null(stimulus_difference(&st, &wanted, difference, sizeof(difference)), "%s: %s", line, difference);
	stimulus_release(&st);
	stimulus_release(&wanted);
}

static void check_frame(const char *line, enum item_kind kind, const void *octets, size_t len, struct item_frame expected)
{
	check_frame_on(dut(), line, kind, octets, len, expected);
}

#define RX_DEFAULTS .fcs = FCS_GOOD, .error_at = INT32_MIN, .preamble = 7, .sfd = 0xD5, .gap = 12, .stall_at = -1
#define TX_DEFAULTS .error_at = INT32_MIN, .stall_at = -1

static const uint8_t plain_rx[60] = { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0,
	                              1,    2,    3,    4,    5,    6,    7,    8,    9,    10,   11,   12,   13,   14,   15,
	                              16,   17,   18,   19,   20,   21,   22,   23,   24,   25,   26,   27,   28,   29,   30,
	                              31,   32,   33,   34,   35,   36,   37,   38,   39,   40,   41,   42,   43,   44,   45 };

Test(stim, received_frames)
{
	uint8_t octets[128];

	check_frame("rx.frame", ITEM_RX_FRAME, plain_rx, 60, (struct item_frame){ RX_DEFAULTS });
	check_frame("  rx.frame   # only a comment after it", ITEM_RX_FRAME, plain_rx, 60, (struct item_frame){ RX_DEFAULTS });
	check_frame("\trx.frame\tgap=1 preamble=0 sfd=0xAB", ITEM_RX_FRAME, plain_rx, 60,
	            (struct item_frame){ .error_at = INT32_MIN, .sfd = 0xAB, .gap = 1 });
	check_frame("rx.frame fcs=bad er=63 er_len=2", ITEM_RX_FRAME, plain_rx, 60,
	            (struct item_frame){ .fcs = FCS_BAD, .error_at = 63, .error_len = 2, .preamble = 7, .sfd = 0xD5, .gap = 12 });
	check_frame("rx.frame er=-8", ITEM_RX_FRAME, plain_rx, 60,
	            (struct item_frame){ .error_at = -8, .error_len = 1, .preamble = 7, .sfd = 0xD5, .gap = 12 });
	check_frame(
	    "rx.frame fcs=0x9b60E93C", ITEM_RX_FRAME, plain_rx, 60,
	    (struct item_frame){
		.fcs = FCS_VALUE, .fcs_value = 0x9B60E93C, .error_at = INT32_MIN, .preamble = 7, .sfd = 0xD5, .gap = 12 });
	check_frame("rx.frame len=60 fcs=none", ITEM_RX_FRAME, plain_rx, 60,
	            (struct item_frame){ .fcs = FCS_NONE, .error_at = INT32_MIN, .preamble = 7, .sfd = 0xD5, .gap = 12 });
	check_frame("rx.frame hex=0102 fcs=none", ITEM_RX_FRAME, "\1\2", 2,
	            (struct item_frame){ .fcs = FCS_NONE, .error_at = INT32_MIN, .preamble = 7, .sfd = 0xD5, .gap = 12 });
	memcpy(octets, "\xFF\xFF\xFF\xFF\xFF\xFF\x01\x80\xC2\x00\x00\x01\x12\x34", 14);
	memset(octets + 14, 0xFF, 70);
	check_frame("rx.frame da=broadcast sa=multicast type=0x1234 len=88 fill=ones", ITEM_RX_FRAME, octets, 84,
	            (struct item_frame){ RX_DEFAULTS });
	memset(octets + 14, 0, 70);
	check_frame("rx.frame da=ff-ff-ff-ff-ff-ff sa=01:80:c2:00:00:01 type=4660 len=88 fill=zero", ITEM_RX_FRAME, octets, 84,
	            (struct item_frame){ RX_DEFAULTS });
	memcpy(octets + 14, "\xAB\xCD", 2);
	check_frame("rx.frame da=broadcast sa=multicast type=0x1234 fill=hex:abCD", ITEM_RX_FRAME, octets, 16,
	            (struct item_frame){ RX_DEFAULTS });
	check_frame("rx.frame da=broadcast sa=multicast type=0x1234 len=30 fill=hex:abCD", ITEM_RX_FRAME, octets, 26,
	            (struct item_frame){ RX_DEFAULTS });
	check_frame("rx.frame len=5", ITEM_RX_FRAME, plain_rx, 1, (struct item_frame){ RX_DEFAULTS });
	check_frame("rx.frame len=4", ITEM_RX_FRAME, plain_rx, 0, (struct item_frame){ RX_DEFAULTS });
}

/* Blanks around '=' are no part of a key or a value. */
Test(stim, assignments_may_have_blanks)
{
	uint8_t same[60];

	memcpy(same, plain_rx, sizeof(same));
	check_frame("rx.frame gap = 1 preamble= 0 sfd =\t0xAB # gap = 2", ITEM_RX_FRAME, same, 60,
	            (struct item_frame){ .error_at = INT32_MIN, .sfd = 0xAB, .gap = 1 });
	check_frame("rx.frame fcs = bad er =63   er_len= 2", ITEM_RX_FRAME, same, 60,
	            (struct item_frame){ .fcs = FCS_BAD, .error_at = 63, .error_len = 2, .preamble = 7, .sfd = 0xD5, .gap = 12 });
}

Test(stim, received_pause)
{
	uint8_t octets[104] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00,
		                0x00, 0x00, 0x01, 0x88, 0x08, 0x00, 0x01, 0xFF, 0xFF };

	check_frame("rx.pause", ITEM_RX_FRAME, octets, 60, (struct item_frame){ RX_DEFAULTS });
	check_frame("rx.pause len=100", ITEM_RX_FRAME, octets, 96, (struct item_frame){ RX_DEFAULTS });
	octets[16] = 0, octets[17] = 16;
	check_frame("rx.pause time=16", ITEM_RX_FRAME, octets, 60, (struct item_frame){ RX_DEFAULTS });
	check_frame("rx.pause time=0x10 gap=40", ITEM_RX_FRAME, octets, 60,
	            (struct item_frame){ .error_at = INT32_MIN, .preamble = 7, .sfd = 0xD5, .gap = 40 });
	memset(octets + 18, 0xA5, 42);
	octets[13] = 9, octets[14] = 1, octets[15] = 2;
	memcpy(octets, "\x00\x11\x22\x33\x44\x55\xFF\xFF\xFF\xFF\xFF\xFF", 12);
	check_frame("rx.pause time=16 opcode=0x102 type=0x8809 da=station sa=broadcast reserved=0xA5", ITEM_RX_FRAME, octets, 60,
	            (struct item_frame){ RX_DEFAULTS });
}

Test(stim, tagged_pause)
{
	uint8_t octets[60] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00,
		               0x01, 0x81, 0x00, 0x60, 0x07, 0x88, 0x08, 0x00, 0x01, 0x00, 0x05 };

	check_frame("rx.pause time=5 tag=0x6007", ITEM_RX_FRAME, octets, 60, (struct item_frame){ RX_DEFAULTS });
}

/* Priority flow control is a frame like any other: both PHYs can receive it. */
Test(stim, received_pfc)
{
	uint8_t octets[104] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x88, 0x08, 0x01, 0x01 };

	check_frame("rx.pfc", ITEM_RX_FRAME, octets, 60, (struct item_frame){ RX_DEFAULTS });
	octets[17] = 0x81, octets[18] = 0x12, octets[19] = 0x34, octets[33] = 7;
	check_frame("rx.pfc time0=0x1234 time7=7", ITEM_RX_FRAME, octets, 60, (struct item_frame){ RX_DEFAULTS });
	check_frame("rx.pfc len=100 time7=7 time0=0x1234", ITEM_RX_FRAME, octets, 96, (struct item_frame){ RX_DEFAULTS });
	octets[16] = 0xAB, octets[17] = 0xFE;
	check_frame_on(&ten_gigabit, "rx.pfc enable=0xABFE time0=0x1234 time7=7", ITEM_RX_FRAME, octets, 60,
	               (struct item_frame){ RX_DEFAULTS });
	memset(octets + 34, 0xA5, 26);
	octets[13] = 9, octets[14] = 1, octets[15] = 2;
	memcpy(octets, "\x00\x11\x22\x33\x44\x55\xFF\xFF\xFF\xFF\xFF\xFF", 12);
	check_frame("rx.pfc opcode=0x102 type=0x8809 da=station sa=broadcast reserved=0xA5 enable=0xABFE time0=0x1234 time7=7",
	            ITEM_RX_FRAME, octets, 60, (struct item_frame){ RX_DEFAULTS });
}

Test(stim, xgmii_frames)
{
	struct item_frame expected = { RX_DEFAULTS, .error_code = 0xFE, .end_code = 0xFD, .column = 4 };
	struct stimulus st;

	check_frame_on(&ten_gigabit, "rx.frame column=4", ITEM_RX_FRAME, plain_rx, 60, expected);
	expected.column = 0, expected.gap = 0, expected.end_code = 0x07, expected.error_at = -8, expected.error_len = 2,
	expected.error_code = 0x9C;
	check_frame_on(&ten_gigabit, "rx.frame column=0 gap=0 end=I er=-8 er_len=2 er_code=Q", ITEM_RX_FRAME, plain_rx, 60,
	               expected);
	expected.end_code = 0x1C, expected.error_code = 0xFF;
	check_frame_on(&ten_gigabit, "rx.frame column=0 gap=0 end=28 er=-8 er_len=2 er_code=0xff", ITEM_RX_FRAME, plain_rx, 60,
	               expected);
	read_body_on(&st, "tx.frame error=1\ntx.frame error=0\ntx.frame\n", &ten_gigabit);
	cr_assert_eq(st.count, 3);
	cr_expect(st.items[0].u.frame.host_error && !st.items[1].u.frame.host_error && !st.items[2].u.frame.host_error);
	stimulus_release(&st);
}

static void check_lanes(const char *line, const uint8_t *octets, const uint8_t *control, size_t len, uint32_t gap, uint8_t column)
{
	struct stimulus st;
	const struct item_frame *frame;

	read_body_on(&st, line, &ten_gigabit);
	cr_assert_eq(st.count, 1, "%s", line);
	frame = &st.items[0].u.frame;
	cr_expect_eq(st.items[0].kind, ITEM_RX_LANES, "%s", line);
	cr_assert_eq(frame->len, len, "%s: %u lanes", line, frame->len);
	cr_expect_arr_eq(frame->octets, octets, len, "%s", line);
	cr_expect_arr_eq(frame->control, control, len, "%s", line);
	cr_expect(frame->gap == gap && frame->column == column, "%s: gap %u, column %u", line, frame->gap, frame->column);
	stimulus_release(&st);
}

Test(stim, xgmii_lanes)
{
	static const uint8_t all[] = { 0xFB, 0x55, 0x55, 0xD5, 0xEE, 0xFE, 0xFD, 0x07, 0x07, 0x07, 0x9C, 0x5C };
	static const uint8_t control[] = { 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1 };
	static const uint8_t faults[] = { 0x9C, 0, 0, 1, 0x9C, 0, 0, 1 }, fault_control[] = { 1, 0, 0, 0, 1, 0, 0, 0 };
	static const uint8_t remote[] = { 0x9C, 0, 0, 2 };

	check_lanes("rx.lanes seq=\"S 55*2 D5 ee E T I*3 Q !5c\"", all, control, sizeof(all), 12, COLUMN_ANY);
	check_lanes("rx.lanes column=4 seq=\"  S 55 55  d5 EE E T I I I Q !5C \" gap=0 # more", all, control, sizeof(all), 0, 4);
	check_lanes("rx.lanes seq=\"S\"", all, control, 1, 12, COLUMN_ANY);
	check_lanes("rx.fault kind=local count=2", faults, fault_control, sizeof(faults), 12, COLUMN_ANY);
	check_lanes("rx.fault count=1 kind=remote gap=0 column=0", remote, fault_control, sizeof(remote), 0, 0);
}

Test(stim, xgmii_ordered_sets)
{
	static const uint8_t one[] = { 0x9C, 0x01, 0x02, 0x03 }, two[] = { 0x5C, 0, 0, 4, 0x5C, 0, 0, 4 };
	static const uint8_t control[] = { 1, 0, 0, 0, 1, 0, 0, 0 };

	check_lanes("rx.ordered set=0x010203", one, control, sizeof(one), 12, COLUMN_ANY);
	check_lanes("rx.ordered code=0x5c count=2 set=4 gap=0 column=4", two, control, sizeof(two), 0, 4);
}

/* What the wire carries without a frame, and how close frames come to it. */
Test(stim, receive_wire_without_frames)
{
	static const struct {
		uint8_t data;
		bool error;
		uint32_t len, gap;
	} expected[] = { { 0x0E, true, 0, 12 }, { 0x0D, false, 0, 12 }, { 255, true, 1, 0 }, { 0x0F, true, 1000000000, 12 } };
	static const struct dut *const duts[] = { NULL, &nibbles };
	struct stimulus st;

	for (size_t d = 0; d < COUNT_OF(duts); d++) {
		read_body_on(&st,
		             "rx.idle data=0x0e\nrx.idle data=13 error=0\nrx.idle data=255 len=1 gap=0 error=1\nrx.idle "
		             "data=0x0f len=1000000000\n"
		             "rx.frame gap=0\nrx.idle data=1 len=2 gap=0\nrx.idle data=3\nrx.raw hex=55 gap=0\n",
		             duts[d] ? duts[d] : dut());
		cr_assert_eq(st.count, 8);
		for (size_t i = 0; i < COUNT_OF(expected); i++) {
			const struct item *item = &st.items[i];
			cr_expect_eq(item->kind, ITEM_RX_IDLE);
			cr_expect(item->u.idle.data == expected[i].data && item->u.idle.error == expected[i].error &&
			              item->u.idle.len == expected[i].len && item->u.idle.gap == expected[i].gap,
			          "item %zu: data %u, error %d, len %u, gap %u", i, item->u.idle.data, item->u.idle.error,
			          item->u.idle.len, item->u.idle.gap);
		}
		cr_expect(st.items[4].u.frame.gap == 0 && st.items[7].u.frame.gap == 0);
		stimulus_release(&st);
	}
}

Test(stim, requests)
{
	static const uint16_t expected[] = { 0, 1, 2, 3, 0, 0x0082, 0x0004, 0x8001, 0xAAAA, 0xFFFF };
	struct stimulus st;

	read_body_on(&st,
	             "pause.req none\npause.req xon\npause.req xoff\npause.req both\n"
	             "pfc.req\npfc.req off=0,3\npfc.req on=1\npfc.req on=0 off=7\npfc.req off=all\npfc.req on=all off=all\n",
	             &ten_gigabit);
	cr_assert_eq(st.count, COUNT_OF(expected));
	for (size_t i = 0; i < COUNT_OF(expected); i++)
		cr_expect(st.items[i].kind == (i < 4 ? ITEM_PAUSE_REQ : ITEM_PFC_REQ) && st.items[i].u.request == expected[i],
		          "item %zu: expected 0x%04X, actual 0x%04X", i, expected[i], st.items[i].u.request);
	stimulus_release(&st);
}

Test(stim, mii_frames)
{
	struct item_frame expected = { RX_DEFAULTS, .error_code = 0xFE, .end_code = 0xFD, .column = COLUMN_ANY, .lead = true };
	struct item_frame raw = { .fcs = FCS_NONE, .error_at = INT32_MIN, .gap = 12, .stall_at = -1, .dribble = 16 };
	uint8_t pause[60] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00,
		              0x00, 0x00, 0x01, 0x88, 0x08, 0x00, 0x01, 0x00, 0x00 };

	check_frame_on(&nibbles, "rx.frame lead=1", ITEM_RX_FRAME, plain_rx, 60, expected);
	expected.lead = false, expected.dribble = 1;
	check_frame_on(&nibbles, "rx.frame dribble=0 lead=0 collides=0", ITEM_RX_FRAME, plain_rx, 60, expected);
	expected.dribble = 16, expected.collides = true, expected.gap = 1, expected.preamble = 0;
	check_frame_on(&nibbles, "rx.frame dribble=0xf collides=1 gap=1 preamble=0", ITEM_RX_FRAME, plain_rx, 60, expected);
	check_frame_on(&nibbles, "rx.pause time=0 dribble=15 collides=1 gap=1 preamble=0", ITEM_RX_FRAME, pause, 60, expected);
	check_frame_on(&nibbles, "rx.raw hex=55 dribble=15", ITEM_RX_RAW, "\x55", 1, raw);
	raw.dribble = 0, raw.lead = raw.collides = true;
	check_frame_on(&nibbles, "rx.raw hex=55d5 lead=1 collides=1", ITEM_RX_RAW, "\x55\xD5", 2, raw);
}

Test(stim, frames_sent_with_their_own_fcs)
{
	static const enum item_fcs kinds[] = { FCS_GOOD, FCS_BAD, FCS_NONE, FCS_VALUE, FCS_GOOD };
	struct stimulus st;

	read_body_on(&st, "tx.frame fcs=good\ntx.frame fcs=bad\ntx.frame fcs=none\ntx.frame fcs=0x01020304\ntx.frame\n",
	             &nibbles);
	cr_assert_eq(st.count, COUNT_OF(kinds));
	for (size_t i = 0; i < st.count; i++) {
		const struct item_frame *frame = &st.items[i].u.frame;
		cr_expect(frame->fcs == kinds[i] && frame->host_fcs == (i < 4) && frame->len == 60, "item %zu", i);
	}
	cr_expect_eq(st.items[3].u.frame.fcs_value, 0x01020304);
	stimulus_release(&st);
	read_body_on(&st, "tx.frame len=65596 fcs=bad\ntx.frame len=65600 fcs=none\n", &nibbles);
	cr_expect(st.items[0].u.frame.len == 65596 && st.items[1].u.frame.len == 65600);
	stimulus_release(&st);
}

Test(stim, links_collisions_and_carrier)
{
	struct stimulus st;
	const struct item *i;

	read_body_on(&st,
	             "link\nlink speed=10 duplex=half\nlink duplex=full speed=100\n"
	             "wire.collision\nwire.collision at=40 len=1 count=16\n"
	             "wire.carrier len=7\nwire.carrier after=20 len=1\n",
	             &nibbles);
	cr_assert_eq(st.count, 7);
	i = st.items;
	cr_expect(i[0].kind == ITEM_LINK && i[0].u.link.mbps == 1000 && !i[0].u.link.half);
	cr_expect(i[1].kind == ITEM_LINK && i[1].u.link.mbps == 10 && i[1].u.link.half);
	cr_expect(i[2].kind == ITEM_LINK && i[2].u.link.mbps == 100 && !i[2].u.link.half);
	cr_expect(i[3].kind == ITEM_COLLISION && i[3].u.collision.at == 1 && i[3].u.collision.len == 8 &&
	          i[3].u.collision.count == 1);
	cr_expect(i[4].u.collision.at == 40 && i[4].u.collision.len == 1 && i[4].u.collision.count == 16);
	cr_expect(i[5].kind == ITEM_CARRIER && i[5].u.carrier.len == 7 && !i[5].u.carrier.after_tx);
	cr_expect(i[6].kind == ITEM_CARRIER && i[6].u.carrier.len == 1 && i[6].u.carrier.after_tx && i[6].u.carrier.at == 20);
	stimulus_release(&st);
}

Test(stim, partners_faults_and_negotiation)
{
	static const enum phy_fault faults[] = { PHY_FAULT_NONE, PHY_FAULT_TURNAROUND, PHY_FAULT_STUCK, PHY_FAULT_INCOMPLETE,
		                                 PHY_FAULT_NO_LINK };
	struct stimulus st;
	const struct item *i;

	read_body(&st, "phy.fault phy=0 kind=none\nphy.fault phy=1 kind=turnaround\nphy.fault phy=2 kind=stuck\n"
	               "phy.fault phy=3 kind=incomplete\nphy.fault phy=4 kind=nolink\nphy.partner phy=31 ability=0xcde1\n"
	               "negotiate phy=1 advertise=0x0de1\nnegotiate phy=30 advertise=1 via=register\n"
	               "negotiate via=master phy=2 advertise=65535\n");
	i = st.items;
	cr_assert_eq(st.count, 9);
	for (unsigned n = 0; n < COUNT_OF(faults); n++)
		cr_expect(i[n].kind == ITEM_PHY && i[n].u.phy.what == PHY_ITEM_FAULT && i[n].u.phy.phy == n &&
		              i[n].u.phy.value == faults[n],
		          "fault %u", n);
	cr_expect(i[5].kind == ITEM_PHY && i[5].u.phy.what == PHY_ITEM_PARTNER && i[5].u.phy.phy == 31 &&
	          i[5].u.phy.value == 0xCDE1);
	cr_expect(i[6].kind == ITEM_NEGOTIATE && i[6].u.negotiate.phy == 1 && !i[6].u.negotiate.master &&
	          i[6].u.negotiate.advertise == 0x0DE1);
	cr_expect(i[7].u.negotiate.phy == 30 && !i[7].u.negotiate.master && i[7].u.negotiate.advertise == 1);
	cr_expect(i[8].u.negotiate.phy == 2 && i[8].u.negotiate.master && i[8].u.negotiate.advertise == UINT16_MAX);
	stimulus_release(&st);
}

/* A bus with words of 64 bits: values, strobes and fields reach bit 63. */
Test(stim, wide_registers)
{
	struct stimulus st;
	const struct item *i;

	read_body_on(
	    &st,
	    "reg.write dma_config0 0xffffffffffffffff\nreg.write dma_config0 LOW_WATERMARK=0xffff strobe=0xc0\n"
	    "reg.write mac_cfg FC_CMD=2|HDX_EN|RETRY_EN\nreg.read mac_status\nreg.read mac_status.COUNTER_ADDR expect=31\n"
	    "reg.read RX_BYTES expect=18446744073709551615\nreg.read 0x80 expect=1 mask=0xffffffff00000000\n",
	    &nibbles);
	i = st.items;
	cr_assert_eq(st.count, 7);
	cr_expect(i[0].u.reg.value == UINT64_MAX && i[0].u.reg.strobe == 0xFF);
	cr_expect(i[1].u.reg.value == 0xFFFF000000000000 && i[1].u.reg.strobe == 0xC0);
	cr_expect_eq(i[2].u.reg.value, 2ull << 55 | 1ull << 33 | 4);
	cr_expect(i[3].u.reg.address == 0x408 && !i[3].u.reg.expect_mask);
	cr_expect(i[4].u.reg.expect == 31ull << 47 && i[4].u.reg.expect_mask == 31ull << 47);
	cr_expect(i[5].u.reg.expect == UINT64_MAX && i[5].u.reg.expect_mask == UINT64_MAX);
	cr_expect(i[6].u.reg.address == 0x80 && i[6].u.reg.expect_mask == 0xFFFFFFFF00000000);
	stimulus_release(&st);
}

/* If the head excludes a DUT, reading ends there, since the items may name registers that this DUT does not have. */
Test(stim, a_file_for_other_duts_is_read_to_its_first_item)
{
	static const struct {
		const char *body;
		const struct dut *on;
		bool fits;
	} cases[] = {
		{ "model ll10g\nreg.read tx_stats_framesOK\n", &ten_gigabit, true },
		{ "model ll10g\nreg.read tx_stats_framesOK\n", &other_ten_gigabit, false },
		{ "needs pfc\npause.req xoff\n", &ten_gigabit, true },
		{ "needs pfc\npause.req xoff\n", &other_ten_gigabit, false },
		{ "needs xgmii\nrx.fault kind=local count=4\n", &other_ten_gigabit, true },
		{ "needs gmii\nrx.raw hex=55\n", &ten_gigabit, false },
		{ "needs gmii\nrx.raw hex=55\n", &nibbles, false },
		{ "needs mii half-duplex\nlink\n", &nibbles, true },
		{ "needs mii\nlink\n", &ten_gigabit, false },
		{ "needs half-duplex\nlink\n", &ten_gigabit, false },
		{ "dut ten\nreg.read no such line\n", &other_ten_gigabit, false },
		{ "seed 3\ndut ten\nneeds xgmii\nreg.read tx_stats_framesOK\n", &ten_gigabit, true },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct stimulus st;
		char reason[96];
		read_body_on(&st, cases[i].body, cases[i].on);
		cr_expect_eq(st.count, cases[i].fits, "%s on %s: %zu items", cases[i].body, cases[i].on->name, st.count);
		cr_expect_eq(stimulus_unfit(&st, cases[i].on, reason, sizeof(reason)), !cases[i].fits, "%s", cases[i].body);
		stimulus_release(&st);
	}
}

Test(stim, raw_runs_and_sent_frames)
{
	uint8_t sent[60];

	memcpy(sent, plain_rx, 60);
	memcpy(sent, plain_rx + 6, 6);
	memcpy(sent + 6, plain_rx, 6);
	check_frame("rx.raw hex=5555D501", ITEM_RX_RAW, "\x55\x55\xD5\x01", 4,
	            (struct item_frame){ .fcs = FCS_NONE, .error_at = INT32_MIN, .gap = 12, .stall_at = -1 });
	check_frame("rx.raw hex=55 gap=3 er=0", ITEM_RX_RAW, "\x55", 1,
	            (struct item_frame){ .fcs = FCS_NONE, .error_at = 0, .error_len = 1, .gap = 3, .stall_at = -1 });
	check_frame("tx.frame", ITEM_TX_FRAME, sent, 60, (struct item_frame){ TX_DEFAULTS });
	check_frame("tx.frame len=20 gap=5 stall_at=19 stall=3", ITEM_TX_FRAME, sent, 20,
	            (struct item_frame){ .error_at = INT32_MIN, .gap = 5, .stall_at = 19, .stall = 3 });
	check_frame("tx.frame hex=ff", ITEM_TX_FRAME, "\xFF", 1, (struct item_frame){ TX_DEFAULTS });
}

/* The same seed gives the same octets in a longer frame; another seed gives others. */
Test(stim, random_fill_depends_on_its_seed_only)
{
	struct stimulus st;

	read_body(&st, "rx.frame len=100 fill=rand:7\nrx.frame len=200 fill=rand:7\nrx.frame len=100 fill=rand:8\n");
	cr_assert_eq(st.count, 3);
	cr_expect_arr_eq(st.items[0].u.frame.octets, st.items[1].u.frame.octets, 96);
	cr_expect_arr_neq(st.items[0].u.frame.octets + 14, st.items[2].u.frame.octets + 14, 82);
	stimulus_release(&st);
}

Test(stim, other_items)
{
	struct stimulus st;

	read_body(&st, "reg.write TX_MODE ENABLE|FLOW_ENABLE\n"
	               "reg.write 0x468 6 strobe=1\n"
	               "reg.write MI_COM BUSY|COMMAND=2|PHY=31|REGISTER=1\n"
	               "reg.read TX_STATUS\n"
	               "reg.read RX_STATUS expect=0x5 mask=0x7\n"
	               "reg.read TX_STATUS.XOFFED expect=1\n"
	               "reg.read MI_COM.COMMAND expect=2\n"
	               "reg.read outXoffSent expect=3\n"
	               "reg.read 0x0812\n"
	               "host.stop\n"
	               "host.start\n"
	               "host.rate on=3 off=5\n"
	               "phy.reg phy=3 reg=1 value=0x7949\n"
	               "phy.absent phy=1\n"
	               "phy.present phy=1\n"
	               "reset\n"
	               "reset cycles=3\n"
	               "wait 100\n"
	               "wait rx\n"
	               "wait tx max=500\n"
	               "wait host\n"
	               "wait reg\n"
	               "wait idle\n");
	struct item *i = st.items;
	cr_assert_eq(st.count, 23);
	cr_expect(i[0].kind == ITEM_REG_WRITE && i[0].u.reg.address == 0x45C && i[0].u.reg.value == 0x12 &&
	          i[0].u.reg.strobe == 0xF);
	cr_expect(i[1].u.reg.address == 0x468 && i[1].u.reg.value == 6 && i[1].u.reg.strobe == 1);
	cr_expect_eq(i[2].u.reg.value, 1u << 29 | 2u << 26 | 31u << 21 | 1u << 16, "0x%08" PRIX64, i[2].u.reg.value);
	cr_expect(i[3].kind == ITEM_REG_READ && i[3].u.reg.address == 0x460 && !i[3].u.reg.expect_mask);
	cr_expect(i[4].u.reg.expect == 5 && i[4].u.reg.expect_mask == 7);
	cr_expect(i[5].u.reg.expect == 1 && i[5].u.reg.expect_mask == 1);
	cr_expect(i[6].u.reg.expect == 2u << 26 && i[6].u.reg.expect_mask == 3u << 26);
	cr_expect(i[7].u.reg.address == 0x810 && i[7].u.reg.expect == 3 && i[7].u.reg.expect_mask == UINT32_MAX);
	cr_expect_eq(i[8].u.reg.address, 0x812);
	cr_expect(i[9].kind == ITEM_HOST_STOP && i[10].kind == ITEM_HOST_START);
	cr_expect(i[11].kind == ITEM_HOST_RATE && i[11].u.rate.on == 3 && i[11].u.rate.off == 5);
	cr_expect(i[12].kind == ITEM_PHY && i[12].u.phy.phy == 3 && i[12].u.phy.reg == 1 && i[12].u.phy.value == 0x7949 &&
	          i[12].u.phy.present);
	cr_expect(i[13].kind == ITEM_PHY && i[13].u.phy.phy == 1 && !i[13].u.phy.present && i[14].u.phy.present);
	cr_expect(i[15].kind == ITEM_RESET && i[15].u.wait.cycles > 0 && i[16].u.wait.cycles == 3);
	cr_expect(i[17].kind == ITEM_WAIT && i[17].u.wait.what == WAIT_CYCLES && i[17].u.wait.cycles == 100);
	cr_expect(i[18].u.wait.what == WAIT_RX && i[19].u.wait.what == WAIT_TX && i[19].u.wait.cycles == 500);
	cr_expect(i[20].u.wait.what == WAIT_HOST && i[21].u.wait.what == WAIT_REG && i[22].u.wait.what == WAIT_IDLE);
	stimulus_release(&st);
}

Test(stim, moments)
{
	static const char *const words[] = { "start", "end", "control", "inhibit", "expiry", NULL, "classified", "read" };
	struct stimulus st;

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		char text[128];
		if (!words[i])
			continue; /* "pfc" is not possible with this DUT */
		snprintf(text, sizeof(text), "wait %s\nwait %s at=-3 max=700\nwait %s at=0x10\n", words[i], words[i], words[i]);
		read_body(&st, text);
		cr_assert_eq(st.count, 3);
		for (int k = 0; k < 3; k++)
			cr_expect(st.items[k].kind == ITEM_WAIT && st.items[k].u.wait.what == WAIT_START + i, "%s", words[i]);
		cr_expect(st.items[0].u.wait.at == 0 && !st.items[0].u.wait.cycles);
		cr_expect(st.items[1].u.wait.at == -3 && st.items[1].u.wait.cycles == 700);
		cr_expect_eq(st.items[2].u.wait.at, 16);
		stimulus_release(&st);
	}
	cr_expect_eq(WAIT_START + COUNT_OF(words), (size_t)WAIT_XOFF_SENT);
}

Test(stim, headers)
{
	struct stimulus st;

	read_body(
	    &st, "# what it is\nneeds obs mdio full-duplex jumbo pfc gmii xgmii mii half-duplex\ndut bcm5718_alt\nmodel bcm5718\n"
		 "seed 0xFFFFFFFF\nwait 1\n");
	cr_expect_eq(st.needs, CAP_OBS | CAP_MDIO | CAP_FULL_DUPLEX | CAP_JUMBO | CAP_PFC | CAP_GMII | CAP_XGMII | CAP_MII |
	                           CAP_HALF_DUPLEX);
	cr_expect_str_eq(st.only_model, "bcm5718");
	cr_expect_str_eq(st.only_dut, "bcm5718_alt");
	cr_expect_eq(st.seed, UINT32_MAX);
	cr_expect_str_eq(st.name, "text");
	stimulus_release(&st);
	read_body(&st, "wait 1\n");
	cr_expect(st.needs == 0 && !st.only_dut[0] && !st.only_model[0] && st.seed == 1, "defaults");
	stimulus_release(&st);
}

Test(stim, dos_line_ends_and_a_missing_last_one_are_fine)
{
	struct stimulus unix_ends, dos_ends = { 0 };
	struct stim_error error;
	char difference[160];
	static const char dos[] = "pausebench-stim 1\r\nseed 3\r\n\r\nrx.pause time=3\r\nwait 5 # end\r\nreg.read TX_STATUS";

	read_body(&unix_ends, "seed 3\n\nrx.pause time=3\nwait 5 # end\nreg.read TX_STATUS\n");
	cr_assert_eq(read_text(&dos_ends, dos, strlen(dos), dut(), &error), 0, "%u:%u: %s", error.line, error.column,
	             error.message);
	cr_expect_null(stimulus_difference(&unix_ends, &dos_ends, difference, sizeof(difference)), "%s", difference);
	stimulus_release(&unix_ends);
	stimulus_release(&dos_ends);
}
