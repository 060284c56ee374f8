/* SPDX-License-Identifier: Apache-2.0 */
/* The text form of stimuli: every kind of item, every refusal with its line and column, and reading back after writing. */
#include "support.h"

#include "part/phy.h"
#include "regs.h"
#include "stimulus/source.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "pausebench-stim 1\n";

static const struct dut *dut(void)
{
	return dut_by_name("bcm5718");
}

/* A DUT with XGMII and request ports and one without these ports, independent of regs/<device>/duts.def. */
static const struct dut ten_gigabit = { .name = "ten",
	                                .phy = PHY_XGMII,
	                                .clock_hz = 156250000,
	                                .capabilities = CAP_FULL_DUPLEX | CAP_PFC | CAP_XGMII,
	                                .model = "ll10g" };
static const struct dut other_ten_gigabit = { .name = "other",
	                                      .phy = PHY_XGMII,
	                                      .clock_hz = 156250000,
	                                      .capabilities = CAP_FULL_DUPLEX | CAP_XGMII,
	                                      .model = "i82598",
	                                      .params = "BufferOctets=4096" };

static const struct dut nibbles = { .name = "nibbles",
	                            .phy = PHY_MII,
	                            .clock_hz = 125000000,
	                            .capabilities = CAP_FULL_DUPLEX | CAP_HALF_DUPLEX | CAP_MDIO | CAP_MII,
	                            .model = "bcm1250",
	                            .params = "BlockCount=63" };

/* Reads the items of BODY, which follow the first line. */
static void read_body_on(struct stimulus *st, const char *body, const struct dut *on)
{
	struct stim_error error;
	char *text = NULL;
	int rc;

	cr_assert_geq(asprintf(&text, "%s%s", head, body), 0);
	*st = (struct stimulus){ 0 };
	rc = read_text(st, text, strlen(text), on, &error);
	cr_assert_eq(rc, 0, "%s\n%u:%u: %s", text, error.line, error.column, error.message);
	free(text);
}

static void read_body(struct stimulus *st, const char *body)
{
	read_body_on(st, body, dut());
}

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
	static const char *const words[] = { "start", "end", "control", "inhibit", "expiry", NULL, "judged", "read" };
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
	cr_expect_eq(WAIT_START + COUNT_OF(words), (size_t)WAIT_KIND_COUNT);
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

/* Station address 00-11-22-33-44-55, receiver and transmitter on, flow control both ways. */
Test(stim, setup_expands_to_register_writes)
{
	struct stimulus st;
	uint32_t rx = 0, tx = 0, high = 0, low = 0;

	read_body(&st, "setup\n");
	for (size_t i = 0; i < st.count; i++) {
		const struct item *item = &st.items[i];
		if (item->kind != ITEM_REG_WRITE)
			continue;
		rx = item->u.reg.address == 0x468 ? item->u.reg.value : rx;
		tx = item->u.reg.address == 0x45C ? item->u.reg.value : tx;
		high = item->u.reg.address == 0x410 ? item->u.reg.value : high;
		low = item->u.reg.address == 0x414 ? item->u.reg.value : low;
	}
	cr_expect_eq(rx & 6, 6, "RX_MODE 0x%X", rx);
	cr_expect_eq(tx & 0x12, 0x12, "TX_MODE 0x%X", tx);
	cr_expect(high == 0x0011 && low == 0x22334455);
	stimulus_release(&st);
}

/* Returns the value that the set-up of MODEL writes to REG, or 0. */
static uint64_t setup_of(const struct dut *on, const char *reg)
{
	const struct reg_row *row = reg_by_name(reg_page_by_model(on->model), reg);
	struct stimulus st;
	uint64_t value = 0;

	cr_assert_not_null(row, "%s", reg);
	read_body_on(&st, "setup\n", on);
	for (size_t i = 0; i < st.count; i++)
		if (st.items[i].kind == ITEM_REG_WRITE && st.items[i].u.reg.address == row->address)
			value = st.items[i].u.reg.value;
	stimulus_release(&st);
	return value;
}

Test(stim, setup_of_the_10_gigabit_devices)
{
	cr_expect_eq(setup_of(&ten_gigabit, "primary_mac_addr0"), 0x22334455);
	cr_expect_eq(setup_of(&ten_gigabit, "primary_mac_addr1"), 0x0011);
	cr_expect_eq(setup_of(&ten_gigabit, "tx_pauseframe_enable") & 1, 1);
	cr_expect_gt(setup_of(&ten_gigabit, "tx_pauseframe_quanta"), 0);
	cr_expect_eq(setup_of(&ten_gigabit, "rx_frame_control") & 0x20, 0, "IGNORE_PAUSE");
	cr_expect_eq(setup_of(&other_ten_gigabit, "RAL0"), 0x33221100);
	cr_expect_eq(setup_of(&other_ten_gigabit, "RAH0"), 0x80005544);
	cr_expect_eq(setup_of(&other_ten_gigabit, "RXCTRL"), 1);
	cr_expect_eq(setup_of(&other_ten_gigabit, "RMCS"), 8);
	cr_expect_eq(setup_of(&other_ten_gigabit, "FCTRL"), 0x8500);
	cr_expect_eq(setup_of(&other_ten_gigabit, "FCRTH0"), 0x80000000 + 2048, "half of the buffer");
	cr_expect_eq(setup_of(&other_ten_gigabit, "FCRTL0"), 0x80000000 + 1024, "a quarter of it");
}

/* 1000 Mb/s full duplex, flow control both ways; every counter is written, as the document demands. */
Test(stim, setup_of_the_mii_device)
{
	static const struct dut preset = { .name = "preset", .phy = PHY_MII, .model = "bcm1250", .params = "RmonPreset=40" };
	const struct reg_page *page = reg_page_by_model("bcm1250");
	size_t counters = 0;

	cr_expect_eq(setup_of(&nibbles, "ethernet_addr"), 0x554433221100);
	cr_expect_eq(setup_of(&nibbles, "addr_filter_0"), 0x554433221100);
	cr_expect_eq(setup_of(&nibbles, "adfilter_cfg"), 1 << 1 | 1 << 5 | 1 << 7, "UCAST_EN, BCAST_EN, ALLMCAST_EN");
	cr_expect_eq(setup_of(&nibbles, "frame_cfg"), 1518ull << 48 | 64ull << 40 | 8 << 6);
	cr_expect_eq(setup_of(&nibbles, "mac_cfg"), 1ull << 55 | 1ull << 39 | 2ull << 34 | 7 << 6 | 1 << 3 | 1 << 2);
	cr_expect_eq(setup_of(&nibbles, "dma_config0"), 16ull << 48, "a quarter of 64 blocks");
	cr_expect_eq(setup_of(&preset, "dma_config0"), 42ull << 48, "the driver's choice");
	cr_expect_eq(setup_of(&nibbles, "enable"), 1 << 10 | 1 << 11);
	cr_expect_eq(setup_of(&preset, "TX_BYTES"), UINT64_MAX - 39, "this far below the wrap");
	cr_expect_eq(setup_of(&preset, "RX_ALIGN_ERROR"), UINT32_MAX - 39);
	for (size_t i = 0; i < page->count; i++) {
		struct stimulus st;
		size_t writes = 0;
		if (page->rows[i].kind != REG_COUNTER)
			continue;
		read_body_on(&st, "setup\n", &nibbles);
		for (size_t n = 0; n < st.count; n++)
			writes += st.items[n].kind == ITEM_REG_WRITE && st.items[n].u.reg.address == page->rows[i].address &&
			          !st.items[n].u.reg.value && st.items[n].u.reg.strobe == 0xFF;
		cr_expect_eq(writes, 1, "%s", page->rows[i].name);
		counters++;
		stimulus_release(&st);
	}
	cr_expect_eq(counters, 21);
}

/* Each byte of each register is written alone, with a new value and with other values in the bytes around it. */
static void check_walk(const struct dut *on)
{
	const struct reg_page *page = reg_page_by_model(on->model);
	struct stimulus st, other;
	size_t at = 0, differ = 0;

	read_body_on(&st, "reg.walk\n", on);
	read_body_on(&other, "reg.walk seed=1\n", on);
	cr_assert_eq(st.count, page->count * (page->count + page->word_octets * (1 + page->count)));
	cr_assert_eq(st.count, other.count);
	for (size_t i = 0; i < page->count; i++) {
		const struct item *around = &st.items[at];
		for (size_t j = 0; j < page->count; j++, at++) {
			cr_assert_eq(st.items[at].u.reg.address, page->rows[j].address);
			cr_assert_eq(st.items[at].u.reg.strobe, reg_strobe(page));
		}
		for (unsigned byte = 0; byte < page->word_octets; byte++, at += 1 + page->count) {
			const struct item *item = &st.items[at];
			cr_assert(item->kind == ITEM_REG_WRITE && item->u.reg.address == page->rows[i].address &&
			          item->u.reg.strobe == 1 << byte);
			differ += (item->u.reg.value ^ around[i].u.reg.value) >> 8 * byte & 0xFF ? 1 : 0;
			for (size_t j = 0; j < page->count; j++)
				cr_assert(item[1 + j].kind == ITEM_REG_READ &&
				          item[1 + j].u.reg.address == page->rows[j].address);
			cr_assert_neq(item->u.reg.value, other.items[at].u.reg.value);
		}
	}
	cr_assert_eq(at, st.count);
	cr_expect_gt(differ, page->count * page->word_octets * 95 / 100, "by chance, one byte of 256 does not");
	stimulus_release(&st);
	stimulus_release(&other);
}

Test(stim, walk_of_the_registers)
{
	check_walk(dut());
	check_walk(&ten_gigabit);
	check_walk(&nibbles);
}

struct refusal {
	const char *line, *message;
};

/* ^ marks the column that the message must name. The line is the fourth of its file. */
static const struct refusal refused[] = {
	{ "^rx.fram", "expected an item" },
	{ "^RX.FRAME", "expected an item" },
	{ "  ^frobnicate x=1", "expected an item" },
	{ "^=", "expected an item" },
	{ "rx.frame ^64", "expected key=value" },
	{ "rx.frame ^=64", "expected key=value" },
	{ "rx.frame ^size=64", "unknown key" },
	{ "rx.frame len=64 ^len=65", "given twice" },
	{ "rx.frame len=^", "expected a value" },
	{ "rx.frame len=^x", "expected a number" },
	{ "rx.frame len=^0x", "expected a number" },
	{ "rx.frame len=^0x1G", "expected a number" },
	{ "rx.frame len=^-1", "expected a number" },
	{ "rx.frame len=^1e3", "expected a number" },
	{ "rx.frame len=^3", "must be 4 to 65600" },
	{ "rx.frame len=^65601", "must be 4 to 65600" },
	{ "rx.frame len=^4294967300", "must be 4 to 65600" },
	{ "rx.frame len=^18446744073709551680", "must be 4 to 65600" },
	{ "rx.frame len=^0x100000000000000000000000000000040", "must be 4 to 65600" },
	{ "rx.frame da=^partner2", "expected station" },
	{ "rx.frame da=^00:11:22:33:44", "expected station" },
	{ "rx.frame da=^00:11:22:33:44:5", "expected station" },
	{ "rx.frame da=^00:11:22:33:44:55:66", "expected station" },
	{ "rx.frame da=^001122334455", "expected station" },
	{ "rx.frame type=^0x10000", "must be 0 to 65535" },
	{ "rx.frame fill=^random", "expected inc, zero, ones, rand" },
	{ "rx.frame fill=rand:^x", "expected a number" },
	{ "rx.frame fill=hex:123^", "even number of hex digits" },
	{ "rx.frame fill=hex:1^G", "expected hex digits" },
	{ "rx.frame len=20 fill=^hex:010203", "do not fit" },
	{ "rx.frame hex=0102 len=^64", "exclude each other" },
	{ "rx.frame da=^station hex=0102", "exclude each other" },
	{ "rx.frame hex=010^", "even number" },
	{ "rx.frame fcs=^fine", "expected good, bad, none" },
	{ "rx.frame fcs=^0x123", "expected good, bad, none" },
	{ "rx.frame fcs=^0x12345G78", "expected a number" },
	{ "rx.frame er=^64", "must be within the run" },
	{ "rx.frame er=^-9", "must be within the run" },
	{ "rx.frame er=^18446744073709551615", "must be within the run" },
	{ "rx.frame er=^-9223372036854775808", "must be within the run" },
	{ "rx.frame er=^-18446744073709551617", "must be within the run" },
	{ "rx.frame er=^x", "expected the offset" },
	{ "rx.frame er_len=^2", "er_len needs er=" },
	{ "rx.frame er=1 er_len=^0", "must be 1" },
	{ "rx.frame preamble=^256", "must be 0 to 255" },
	{ "rx.frame sfd=^256", "must be 0 to 255" },
	{ "rx.frame gap=^0", "must be 1" },
	{ "rx.pause time=^65536", "must be 0 to 65535" },
	{ "rx.pause opcode=^x", "expected a number" },
	{ "rx.pause tag=^0x10000", "must be 0 to 65535" },
	{ "rx.pause reserved=^256", "must be 0 to 255" },
	{ "rx.pause ^fill=zero", "unknown key" },
	{ "rx.raw^", "expected hex=DIGITS" },
	{ "rx.raw hex=^", "expected a value" },
	{ "rx.raw hex=55 ^preamble=1", "unknown key" },
	{ "rx.raw hex=55 er=^1", "must be within the run" },
	{ "tx.frame len=^0", "must be 1 to 65600" },
	{ "tx.frame fcs=^bad", "fcs of a sent frame is for mii" },
	{ "tx.frame stall=^3", "stall needs stall_at" },
	{ "tx.frame len=20 stall_at=^20", "must be 1 to 19" },
	{ "tx.frame len=20 stall_at=^0", "must be 1 to 19" },
	{ "tx.frame len=1 stall_at=^1", "cannot stall" },
	{ "reg.write^", "expected the name or address" },
	{ "reg.write TX_MODE^", "expected the value" },
	{ "reg.write ^NO_SUCH 1", "has no register" },
	{ "reg.write ^tx_mode 1", "has no register" },
	{ "reg.write ^0x10000 1", "must be 0 to 65535" },
	{ "reg.write TX_MODE ^0x100000000", "must be 0 to 4294967295" },
	{ "reg.write TX_MODE ^HALF_DUPLEX", "fields of TX_MODE" },
	{ "reg.write TX_MODE ENABLE|^", "fields of TX_MODE" },
	{ "reg.write TX_MODE ENABLE=^2", "must be 0 to 1" },
	{ "reg.write MI_COM ^PHY", "has 5 bits" },
	{ "reg.write TX_MODE^.ENABLE 1", "whole register" },
	{ "reg.write 0x0804 ^ENABLE", "expected a number" },
	{ "reg.write TX_MODE 1 ^2", "expected key=value" },
	{ "reg.write TX_MODE 1 strobe=^16", "must be 0 to 15" },
	{ "reg.read ^NO_SUCH", "has no register" },
	{ "reg.read TX_STATUS.^NO_SUCH expect=1", "has no field" },
	{ "reg.read TX_STATUS.XOFFED expect=^2", "must be 0 to 1" },
	{ "reg.read TX_STATUS.XOFFED^", "expected expect=" },
	{ "reg.read TX_STATUS.XOFFED expect=1 mask=^1", "its own mask" },
	{ "reg.read TX_STATUS mask=^1", "mask needs expect" },
	{ "reg.read TX_STATUS expect=1 mask=^0", "mask must not be 0" },
	{ "host.stop ^now", "expected the end of the line" },
	{ "host.start ^now", "expected the end of the line" },
	{ "host.rate on=1^", "needs off=" },
	{ "host.rate off=1^", "needs on=" },
	{ "host.rate on=^0 off=1", "must be 1" },
	{ "phy.reg phy=1 reg=2^", "needs value=" },
	{ "phy.reg phy=^32 reg=2 value=1", "must be 0 to 31" },
	{ "phy.reg phy=1 reg=^32 value=1", "must be 0 to 31" },
	{ "phy.reg phy=1 reg=2 value=^65536", "must be 0 to 65535" },
	{ "phy.absent^", "needs phy=" },
	{ "reset cycles=^0", "must be 1" },
	{ "wait^", "expected a number of cycles" },
	{ "wait ^forever", "expected a number of cycles" },
	{ "wait ^-1", "expected a number of cycles" },
	{ "wait ^1000000001", "must be 0 to 1000000000" },
	{ "wait 1 ^2", "expected the end of the line" },
	{ "wait idle max=^0", "must be 1" },
	{ "wait idle ^at=1", "unknown key" },
	{ "wait start at=^-1000001", "must be -1000000 to 1000000" },
	{ "wait start at=^soon", "expected a number for at" },
	{ "wait start max=^0", "must be 1" },
	{ "wait ^pfc", "wait pfc needs PFC, which bcm5718 has not" },
	{ "wait start ^3", "expected key=value" },
	{ "wait idle ^min=1", "unknown key" },
	{ "setup ^fast", "expected the end of the line" },
	{ "pcap^", "needs file=" },
	{ "pcap file=^no-such-file.pcap", "No such file" },
	{ "pcap file=x gaps=^open", "expected close or keep" },
	{ "pcap file=x fcs=^bad", "expected add or present" },
	{ "needs^", "expected what is needed" },
	{ "needs ^wings", "expected obs, mdio" },
	{ "needs gmii ^GMII", "pfc, gmii, xgmii or mii" },
	{ "dut^", "expected the name" },
	{ "model^", "expected the name of a model" },
	{ "model ^a_name_that_is_longer_than_any_device_has", "at most" },
	{ "model a ^b", "expected the end of the line" },
	{ "rx.pfc time0=^65536", "must be 0 to 65535" },
	{ "rx.pfc ^time8=1", "unknown key" },
	{ "rx.pfc enable=^0x10000", "must be 0 to 65535" },
	{ "rx.pfc len=^3", "must be 4 to 65600" },
	{ "  ^rx.lanes seq=\"S\"", "rx.lanes is for xgmii; bcm5718 has gmii" },
	{ "^rx.fault kind=local count=1", "is for xgmii" },
	{ "rx.frame column=^0", "column is for xgmii" },
	{ "rx.frame end=^T", "end is for xgmii" },
	{ "rx.pause er=1 er_code=^E", "er_code is for xgmii" },
	{ "tx.frame error=^1", "error is for xgmii" },
	{ "^pause.req xoff", "needs request ports, which bcm5718 has not" },
	{ "^pfc.req off=1", "needs request ports" },
	{ "dut ^a_name_that_is_longer_than_any_device_has", "at most" },
	{ "dut a ^b", "expected the end of the line" },
	{ "reg.walk seed=^65536", "must be 0 to 65535" },
	{ "reg.walk ^byte=1", "unknown key" },
	{ "seed^", "expected the seed" },
	{ "seed ^x", "expected a number" },
	{ "seed ^4294967296", "must be 0 to 4294967295" },
	{ "rx.frame lead=^1", "lead is for mii; bcm5718 has gmii" },
	{ "rx.pause dribble=^1", "dribble is for mii" },
	{ "rx.raw hex=55 collides=^1", "collides is for mii" },
	{ "  ^link", "link is for mii; bcm5718 has gmii" },
	{ "^wire.collision", "wire.collision is for mii" },
	{ "^wire.carrier len=1", "wire.carrier is for mii" },
	{ "negotiate advertise=1^", "needs phy=" },
	{ "negotiate phy=1^", "needs advertise=" },
	{ "negotiate phy=^32 advertise=1", "must be 0 to 31" },
	{ "negotiate phy=1 advertise=^65536", "must be 0 to 65535" },
	{ "negotiate phy=1 advertise=1 via=^pins", "expected register or master for via" },
	{ "negotiate phy=1 advertise=1 ^ability=1", "unknown key" },
	{ "phy.partner ability=1^", "needs phy=" },
	{ "phy.partner phy=1^", "needs ability=" },
	{ "phy.partner phy=^32 ability=1", "must be 0 to 31" },
	{ "phy.partner phy=1 ability=^0x10000", "must be 0 to 65535" },
	{ "phy.fault kind=none^", "needs phy=" },
	{ "phy.fault phy=1^", "needs kind=" },
	{ "phy.fault phy=1 kind=^broken", "expected none, turnaround, stuck, incomplete or nolink" },
	{ "phy.fault phy=1 kind=^0", "expected none, turnaround" },
	{ "phy.fault phy=1 kind=none ^reg=1", "unknown key" },
	{ "phy.delay ns=300^", "needs phy=" },
	{ "phy.delay phy=1^", "needs ns=" },
	{ "phy.delay phy=1 ns=^301", "ns must be 0 to 300" },
};

/* The same at MII. */
static const struct refusal refused_at_mii[] = {
	{ "rx.frame lead=^2", "expected 0 or 1 for lead" },
	{ "rx.frame collides=^yes", "expected 0 or 1 for collides" },
	{ "rx.frame dribble=^16", "must be 0 to 15" },
	{ "rx.raw hex=55 dribble=^x", "expected a number" },
	{ "rx.frame gap=^0", "must be 1" },
	{ "rx.frame column=^4", "column is for xgmii; nibbles has mii" },
	{ "^rx.lanes seq=\"S\"", "rx.lanes is for xgmii; nibbles has mii" },
	{ "tx.frame error=^1", "error is for xgmii" },
	{ "tx.frame fcs=^fine", "expected good, bad, none" },
	{ "tx.frame len=65597 fcs=^good", "at most 65600 octets with the FCS" },
	{ "link speed=^1", "must be 10 to 1000" },
	{ "link speed=^50", "expected 10, 100 or 1000" },
	{ "link speed=^10G", "expected a number" },
	{ "link speed=100 duplex=^auto", "expected full or half for duplex" },
	{ "link duplex=^half", "half duplex is for 10 and 100" },
	{ "link speed=1000 duplex=^half", "half duplex is for 10 and 100" },
	{ "link ^half", "expected key=value" },
	{ "link ^rate=100", "unknown key" },
	{ "wire.collision at=^0", "must be 1" },
	{ "wire.collision len=^0", "must be 1" },
	{ "wire.collision count=^0", "must be 1" },
	{ "wire.collision count=^1000000001", "must be 1 to 1000000000" },
	{ "wire.collision ^after=1", "unknown key" },
	{ "wire.carrier^", "needs len=" },
	{ "wire.carrier after=3^", "needs len=" },
	{ "wire.carrier len=^0", "must be 1" },
	{ "wire.carrier len=1 after=^0", "must be 1" },
	{ "wire.carrier len=1 ^at=1", "unknown key" },
	{ "reg.write ethernet_addr 1 strobe=^256", "must be 0 to 255" },
	{ "reg.write ethernet_addr ^0x10000000000000000", "must be 0 to 18446744073709551615" },
	{ "reg.write frame_cfg SLOT_SIZE=^1024", "must be 0 to 1023" },
	{ "reg.write mac_cfg ^SPEED_SEL", "has 2 bits" },
	{ "^pause.req xoff", "needs request ports" },
};

/* The same at XGMII. */
static const struct refusal refused_at_xgmii[] = {
	{ "^rx.raw hex=55", "rx.raw is for gmii; ten has xgmii" },
	{ "rx.frame preamble=^0", "must be 1 to 255" },
	{ "rx.frame column=^1", "expected 0 or 4" },
	{ "rx.frame column=^8", "expected 0 or 4" },
	{ "rx.frame column=^04", "expected 0 or 4" },
	{ "rx.frame end=^X", "expected a control code" },
	{ "rx.frame end=^TT", "expected a control code" },
	{ "rx.frame end=^256", "must be 0 to 255" },
	{ "rx.frame er_code=^E", "er_code needs er=" },
	{ "tx.frame error=^2", "expected 0 or 1" },
	{ "rx.lanes^", "needs seq=" },
	{ "rx.lanes seq=^S", "in quotes" },
	{ "rx.lanes seq=^\"", "in quotes" },
	{ "rx.lanes seq=^\"S T", "in quotes" },
	{ "rx.lanes seq=^\"\"", "one lane or more" },
	{ "rx.lanes seq=\"S ^5 T\"", "expected a lane" },
	{ "rx.lanes seq=\"S ^555 T\"", "expected a lane" },
	{ "rx.lanes seq=\"^SS\"", "expected a lane" },
	{ "rx.lanes seq=\"S ^!5\"", "expected a lane" },
	{ "rx.lanes seq=\"S ^X\"", "expected a lane" },
	{ "rx.lanes seq=\"S 55*^0\"", "expected how often" },
	{ "rx.lanes seq=\"S 55*^\"", "expected how often" },
	{ "rx.lanes seq=\"S 55*^x\"", "expected how often" },
	{ "rx.lanes seq=\"S 55*^2*2\"", "expected how often" },
	{ "rx.lanes seq=\"S 55*^65600\"", "more lanes than" },
	{ "rx.lanes seq=\"S 55*^18446744073709551617\"", "more lanes than" },
	{ "rx.lanes seq=\"S\" ^er=1", "unknown key" },
	{ "rx.lanes seq=\"S\" ^T", "expected key=value" },
	{ "rx.fault count=1^", "needs kind=" },
	{ "rx.fault kind=^both count=1", "expected local or remote" },
	{ "rx.fault kind=local^", "needs count=" },
	{ "rx.fault kind=local count=^0", "must be 1 to 16400" },
	{ "rx.fault kind=local count=^16401", "must be 1 to 16400" },
	{ "pause.req^", "expected none, xon, xoff or both" },
	{ "pause.req ^on", "expected none, xon, xoff or both" },
	{ "pause.req xon ^xoff", "expected the end of the line" },
	{ "pfc.req off=^8", "expected classes 0 to 7" },
	{ "pfc.req off=^12", "expected classes 0 to 7" },
	{ "pfc.req off=1,^", "expected classes 0 to 7" },
	{ "pfc.req on=1,^x", "expected classes 0 to 7" },
	{ "pfc.req ^xoff=1", "unknown key" },
};

static const struct refusal refused_without_mdio[] = {
	{ " ^negotiate phy=1 advertise=1", "negotiate needs MDIO, which other has not" },
	{ "rx.frame dribble=^0", "dribble is for mii; other has xgmii" },
	{ "tx.frame fcs=^good", "fcs of a sent frame is for mii; other has xgmii" },
	{ "^link speed=100", "link is for mii" },
};

static void check_refusal_on(const struct dut *on, const char *text, size_t len, unsigned line, unsigned column,
                             const char *message, const char *shown)
{
	struct stimulus st = { 0 };
	struct stim_error error;
	int rc = read_text(&st, text, len, on, &error);

	cr_expect_eq(rc, -EINVAL, "%s: returned %d", shown, rc);
	if (rc == -EINVAL) {
		cr_expect_str_eq(error.file, "text.stim", "%s: file %s", shown, error.file);
		cr_expect(error.line == line && error.column == column, "%s: expected %u:%u, actual %u:%u (%s)", shown, line,
		          column, error.line, error.column, error.message);
		cr_expect_not_null(strstr(error.message, message), "%s: expected '...%s...', actual '%s'", shown, message,
		                   error.message);
	}
	stimulus_release(&st);
}

static void check_refusal(const char *text, size_t len, unsigned line, unsigned column, const char *message, const char *shown)
{
	check_refusal_on(dut(), text, len, line, column, message, shown);
}

static void check_refusals(const struct dut *on, const struct refusal *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char text[256], line[200];
		const char *mark = strchr(list[i].line, '^');
		snprintf(line, sizeof(line), "%.*s%s", (int)(mark - list[i].line), list[i].line, mark + 1);
		snprintf(text, sizeof(text), "%s# comment\r\n\n%s\nwait 1\n", head, line);
		check_refusal_on(on, text, strlen(text), 4, (unsigned)(mark - list[i].line) + 1, list[i].message, list[i].line);
	}
}

Test(stim, every_refusal_names_line_column_and_what_was_expected)
{
	check_refusals(dut(), refused, COUNT_OF(refused));
	check_refusals(&ten_gigabit, refused_at_xgmii, COUNT_OF(refused_at_xgmii));
	check_refusals(&nibbles, refused_at_mii, COUNT_OF(refused_at_mii));
	check_refusals(&other_ten_gigabit, refused_without_mdio, COUNT_OF(refused_without_mdio));
}

Test(stim, headers_stand_before_items_and_once)
{
	static const char late[] = "pausebench-stim 1\nwait 1\nseed 2\n", twice[] = "pausebench-stim 1\nseed 1\nseed 2\n";

	check_refusal(late, strlen(late), 3, 1, "before the first item", late);
	check_refusal(twice, strlen(twice), 3, 1, "given twice", twice);
}

Test(stim, foreign_files_and_other_versions_are_refused)
{
	static const struct {
		const char *text;
		unsigned column;
		const char *message;
	} files[] = {
		{ "", 1, "expected 'pausebench-stim 1' in the first line" },
		{ "\n", 1, "in the first line" },
		{ "# comment first\npausebench-stim 1\n", 1, "in the first line" },
		{ "wait 1\n", 1, "in the first line" },
		{ "pausebench-stim\n", 16, "expected the version" },
		{ "pausebench-stim one\n", 17, "expected the version" },
		{ "pausebench-stim 2\nwait 1\n", 17, "version 2 of the format is not known" },
		{ "pausebench-stim 0\n", 17, "version 0 of the format is not known" },
		{ "pausebench-stim 4294967297\n", 17, "of the format is not known" },
		{ "pausebench-stim 18446744073709551617\n", 17, "of the format is not known" },
		{ "pausebench-stim 1 2\n", 19, "expected the end of the line" },
		{ "\xD4\xC3\xB2\xA1", 1, "in the first line" },
		{ "\x7F"
		  "ELF",
		  1, "in the first line" },
	};

	for (size_t i = 0; i < COUNT_OF(files); i++)
		check_refusal(files[i].text, strlen(files[i].text), 1, files[i].column, files[i].message, files[i].text);
}

Test(stim, nul_octets_are_refused)
{
	static const char in_item[] = "pausebench-stim 1\nwait 1\nwa\0it 1\n",
			  in_comment[] = "pausebench-stim 1\n# a\0b\nwait 1\n";

	check_refusal(in_item, sizeof(in_item) - 1, 3, 3, "NUL", "NUL in an item");
	check_refusal(in_comment, sizeof(in_comment) - 1, 2, 4, "NUL", "NUL in a comment");
}

Test(stim, control_characters_do_not_reach_the_message)
{
	struct stimulus st = { 0 };
	struct stim_error error;
	static const char text[] = "pausebench-stim 1\nrx.frame da=\x1B[31mred\xFF\n";

	cr_expect_eq(read_text(&st, text, strlen(text), dut(), &error), -EINVAL);
	for (const char *p = error.message; *p; p++)
		cr_expect(*p >= ' ' && *p < 0x7F, "octet 0x%02X in '%s'", (unsigned char)*p, error.message);
	stimulus_release(&st);
}

Test(stim, endless_lines_are_refused)
{
	size_t len = 1 << 19;
	char *text = malloc(len + 1);

	memcpy(text, head, strlen(head));
	memset(text + strlen(head), 'x', len - strlen(head));
	check_refusal(text, len, 2, (1 << 18) + 1, "line of at most", "half a megabyte without a line end");
	free(text);
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

Test(stim, a_missing_file_is_an_error_of_the_environment)
{
	struct stimulus st = { 0 };
	struct stim_error error;

	cr_expect_eq(stimulus_read(&st, "build/tests/no-such.stim", dut(), &error), -ENOENT);
	stimulus_release(&st);
}

/* Writes ST, reads it back, and writes that again. */
static void check_round_trip(const struct stimulus *st, const struct dut *on)
{
	struct stimulus again = { 0 };
	struct stim_error error = { .message = "" };
	char difference[160], *text[2] = { NULL, NULL };
	size_t size[2];
	int rc = 0;

	for (int i = 0; i < 2 && !rc; i++) {
		FILE *out = open_memstream(&text[i], &size[i]);
		cr_assert_eq(stimulus_write(i ? &again : st, out, on), 0);
		fclose(out);
		if (!i)
			rc = read_text(&again, text[0], size[0], on, &error);
	}
	cr_expect_eq(rc, 0, "%s %s: %u:%u: %s", on->name, st->name, error.line, error.column, error.message);
	if (!rc) {
		cr_expect_null(stimulus_difference(st, &again, difference, sizeof(difference)), "%s %s: %s", on->name, st->name,
		               difference);
		/* only the comment with the name may differ */
		cr_expect_str_eq(strstr(text[0], "\nseed"), strstr(text[1], "\nseed"), "%s %s: the second writing differs",
		                 on->name, st->name);
	}
	free(text[0]);
	free(text[1]);
	stimulus_release(&again);
}

Test(stim, generated_stimuli_read_back_equal, .timeout = 60)
{
	for (size_t d = 0; d < dut_count; d++)
		for (uint32_t seed = 0; seed < 60; seed++) {
			struct stimulus st = { 0 };
			cr_assert_eq(stimulus_generate(&st, &dut_table[d], seed, 200), 0);
			check_round_trip(&st, &dut_table[d]);
			stimulus_release(&st);
		}
}

/* Unusual items that the generator may never make. */
Test(stim, corner_items_read_back_equal)
{
	static const enum item_fcs kinds[] = { FCS_GOOD, FCS_BAD, FCS_VALUE, FCS_NONE };
	struct stimulus st = { .seed = 0xFFFFFFFF, .needs = CAP_JUMBO | CAP_MDIO };
	uint8_t octets[2000];

	for (size_t i = 0; i < sizeof(octets); i++)
		octets[i] = (uint8_t)(i * 37 + (i >> 5));
	for (size_t len = 1; len < 80; len++)
		for (size_t k = 0; k < COUNT_OF(kinds); k++)
			put_rx(&st, octets, len, kinds[k])->fcs_value = kinds[k] == FCS_VALUE ? 0x01020304 : 0;
	put_rx(&st, octets, 0, FCS_GOOD);
	put_rx(&st, octets, 1990, FCS_GOOD)->error_at = -8;
	st.items[st.count - 1].u.frame.error_len = 2000;
	for (size_t len = 1; len < 30; len++)
		put_tx(&st, octets, len);
	put_write(&st, 0x0002, 0xFFFFFFFF);
	put_write(&st, 0x045C, 0);
	put_write(&st, 0x045C, 0xFFFFFFFF);
	st.items[st.count - 1].u.reg.strobe = 0;
	put_read(&st, 0xFFFF);
	put_read(&st, 0x460);
	st.items[st.count - 1].u.reg.expect_mask = 0x80000000;
	put_wait(&st, WAIT_CYCLES, 0);
	put_wait(&st, WAIT_IDLE, 1000000000);
	/* looks like a tagged PAUSE, cut short */
	memcpy(octets + 12, "\x81\x00\x00\x00\x88\x08\x00\x01\x00\x05", 10);
	for (size_t len = 12; len < 30; len++)
		put_rx(&st, octets, len, FCS_GOOD);
	check_round_trip(&st, dut());
	stimulus_release(&st);
}

Test(stim, corner_items_of_xgmii_read_back_equal)
{
	static const uint8_t fault[] = { 0x9C, 0, 0, 2, 0x9C, 0, 0, 2 }, columns[] = { 1, 0, 0, 0, 1, 0, 0, 0 };
	struct stimulus st = { .seed = 1, .needs = CAP_XGMII | CAP_PFC, .only_model = "ll10g" };
	uint8_t octets[600], control[600];

	for (size_t i = 0; i < sizeof(octets); i++) {
		octets[i] = (uint8_t)(i & 0x100 ? i : i / 5);
		control[i] = i % 7 < 3;
	}
	for (size_t len = 1; len < sizeof(octets); len += 37)
		put_lanes(&st, octets, control, len)->column = len & 1 ? 4 : COLUMN_ANY;
	for (size_t len = 1; len <= sizeof(fault); len++)
		put_lanes(&st, fault, columns, len)->gap = 0;
	put_lanes(&st, fault, control, sizeof(fault));
	for (unsigned code = 0; code < 256; code++) {
		struct item_frame *frame = put_rx(&st, octets, 60, FCS_GOOD);
		frame->end_code = (uint8_t)code;
		frame->error_at = (int32_t)(code % 72) - 8;
		frame->error_len = 3;
		frame->error_code = (uint8_t)~code;
		frame->column = code & 4;
	}
	put_rx(&st, octets, 60, FCS_GOOD)->preamble = 1;
	put_tx(&st, octets, 60)->host_error = true;
	for (uint16_t expected = 0; expected < 4; expected++)
		put_request(&st, ITEM_PAUSE_REQ, expected);
	for (unsigned bit = 0; bit < 16; bit++)
		put_request(&st, ITEM_PFC_REQ, (uint16_t)(0xA5C3 ^ 1u << bit));
	put_request(&st, ITEM_PFC_REQ, 0);
	/* PFC frames of any length, some with a time without its bit and a bit without its time */
	memcpy(octets + 12, "\x88\x08\x01\x01\x00\x5A\x00\x00\x00\x01\x00\x00\x00\x02\x00\x03", 16);
	memset(octets + 28, 0, 100);
	for (size_t len = 14; len < 100; len++)
		put_rx(&st, octets, len, len & 1 ? FCS_GOOD : FCS_NONE);
	octets[16] = 1, octets[34] = 1;
	put_rx(&st, octets, 60, FCS_BAD);
	memset(octets + 34, 0xEE, 26);
	put_rx(&st, octets, 60, FCS_BAD);
	check_round_trip(&st, &ten_gigabit);
	stimulus_release(&st);
}

/* Appends COUNT copies of ITEM, each changed by VARY. */
static void put_varied(struct stimulus *st, struct item item, size_t count, void (*vary)(struct item *item, size_t n))
{
	for (size_t n = 0; n < count; n++) {
		vary(&item, n);
		cr_assert_eq(stimulus_append(st, &item), 0);
	}
}

static void vary_phy(struct item *item, size_t n)
{
	static const enum item_phy kinds[] = { PHY_ITEM_REGISTER, PHY_ITEM_PARTNER, PHY_ITEM_FAULT, PHY_ITEM_DELAY };

	item->u.phy.what = kinds[n % COUNT_OF(kinds)];
	item->u.phy.phy = n % 32;
	item->u.phy.reg = item->u.phy.what == PHY_ITEM_REGISTER ? 31 - n % 32 : 0;
	item->u.phy.value = (uint16_t)(n * 0x1357);
	if (item->u.phy.what == PHY_ITEM_FAULT)
		item->u.phy.value = n % PHY_FAULT_COUNT;
	else if (item->u.phy.what == PHY_ITEM_DELAY)
		item->u.phy.value = (uint16_t)(n * 3);
	item->u.phy.present = item->u.phy.what == PHY_ITEM_REGISTER;
}

static void vary_negotiation(struct item *item, size_t n)
{
	item->u.negotiate.phy = n % 32;
	item->u.negotiate.master = n / 7 & 1;
	item->u.negotiate.advertise = (uint16_t)(n * 0x2b67);
}

static void vary_link(struct item *item, size_t n)
{
	static const uint16_t speeds[] = { 1000, 100, 10, 100, 10 };

	item->u.link.mbps = speeds[n % 5];
	item->u.link.half = n % 5 > 2;
}

static void vary_collision(struct item *item, size_t n)
{
	item->u.collision.at = (uint32_t)(n * n + 1);
	item->u.collision.len = n & 1 ? 8 : (uint32_t)n + 1;
	item->u.collision.count = n & 2 ? 1 : 1000000000;
}

static void vary_carrier(struct item *item, size_t n)
{
	item->u.carrier.len = (uint32_t)(n * n + 1);
	item->u.carrier.after_tx = n & 1;
	item->u.carrier.at = n & 1 ? (uint32_t)n : 0;
}

Test(stim, corner_items_of_mii_read_back_equal)
{
	static const enum item_fcs kinds[] = { FCS_GOOD, FCS_BAD, FCS_VALUE, FCS_NONE };
	struct stimulus st = { .seed = 1, .needs = CAP_MII | CAP_HALF_DUPLEX, .only_model = "bcm1250" };
	const struct reg_page *page = reg_page_by_model("bcm1250");
	uint8_t octets[100];

	for (size_t i = 0; i < sizeof(octets); i++)
		octets[i] = (uint8_t)(i * 73);
	for (unsigned n = 0; n < 17 * 4 * 4; n++) {
		struct item_frame *frame = put_rx(&st, octets, 1 + n % 100, kinds[n % 4]);
		frame->fcs_value = frame->fcs == FCS_VALUE ? n : 0;
		frame->dribble = n % 17;
		frame->lead = n / 4 & 1;
		frame->collides = n / 8 & 1;
		if (n % 3)
			continue;
		st.items[st.count - 1].kind = ITEM_RX_RAW;
		frame->fcs = FCS_NONE;
	}
	for (unsigned n = 0; n < 40; n++) {
		struct item_frame *frame = put_tx(&st, octets, 1 + n);
		frame->host_fcs = n % 5 < 4;
		frame->fcs = n % 5 < 4 ? kinds[n % 5] : FCS_GOOD;
		frame->fcs_value = frame->host_fcs && frame->fcs == FCS_VALUE ? 0xFFFFFF00 + n : 0;
		frame->stall_at = n > 20 ? 20 : -1;
		frame->stall = n > 20 ? n : 0;
	}
	put_varied(&st, (struct item){ .kind = ITEM_PHY }, 96, vary_phy);
	put_varied(&st, (struct item){ .kind = ITEM_NEGOTIATE }, 32, vary_negotiation);
	put_varied(&st, (struct item){ .kind = ITEM_LINK }, 5, vary_link);
	put_varied(&st, (struct item){ .kind = ITEM_COLLISION }, 50, vary_collision);
	put_varied(&st, (struct item){ .kind = ITEM_CARRIER }, 50, vary_carrier);
	for (size_t i = 0; i < page->count; i++) {
		put_wide_write(&st, page->rows[i].address, 0x8000000000000001 << i % 60, (uint8_t)(255 - i));
		put_wide_write(&st, page->rows[i].address, UINT64_MAX, 0xFF);
		put_read(&st, page->rows[i].address);
		st.items[st.count - 1].u.reg.expect_mask = UINT64_MAX << i % 64;
		st.items[st.count - 1].u.reg.expect = 0xFEDCBA9876543210;
	}
	for (size_t i = 0; i < page->field_count; i++)
		put_wide_write(&st, reg_by_name(page, page->fields[i].reg)->address, reg_field_mask(&page->fields[i]), 0xFF);
	check_round_trip(&st, &nibbles);
	stimulus_release(&st);
}

Test(stim, a_full_device_is_reported)
{
	struct stimulus st = { .seed = 1 };
	FILE *out = fopen("/dev/full", "w");

	cr_assert_not_null(out);
	put_wait(&st, WAIT_CYCLES, 1);
	cr_expect_eq(stimulus_write(&st, out, dut()), -ENOSPC);
	fclose(out);
	stimulus_release(&st);
}
