/* SPDX-License-Identifier: Apache-2.0 */
/* The register page against literals typed from tg3.h and PG108-R p.430, in the tables and on the RTL. */
#include "answers.h"
#include "field_literals.h"
#include "strobes.h"
#include "support.h"

#include "parameters.h"
#include "regs.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct register_literal {
	const char *name;
	uint16_t address;
	uint32_t reset, writable; /* bits that keep a written value */
};

static const struct register_literal registers[] = {
	{ "MAC_MODE", 0x0400, 0x00000008, 0x00E16B9E },
	{ "MAC_STATUS", 0x0404, 0, 0 },
	{ "MAC_ADDR_0_HIGH", 0x0410, 0, 0x0000FFFF },
	{ "MAC_ADDR_0_LOW", 0x0414, 0, 0xFFFFFFFF },
	{ "MAC_ADDR_1_HIGH", 0x0418, 0, 0x0000FFFF },
	{ "MAC_ADDR_1_LOW", 0x041C, 0, 0xFFFFFFFF },
	{ "MAC_ADDR_2_HIGH", 0x0420, 0, 0x0000FFFF },
	{ "MAC_ADDR_2_LOW", 0x0424, 0, 0xFFFFFFFF },
	{ "MAC_ADDR_3_HIGH", 0x0428, 0, 0x0000FFFF },
	{ "MAC_ADDR_3_LOW", 0x042C, 0, 0xFFFFFFFF },
	{ "TX_BACKOFF_SEED", 0x0438, 0, 0x000003FF },
	{ "RX_MTU", 0x043C, 0x000005EE, 0x0000FFFF },
	{ "MI_COM", 0x044C, 0, 0x0FFFFFFF },
	{ "MI_MODE", 0x0454, 0x000C0000, 0x001F8013 },
	{ "TX_MODE", 0x045C, 0, 0x00C00172 },
	{ "TX_STATUS", 0x0460, 0x00000008, 0 },
	{ "TX_LENGTHS", 0x0464, 0x00002620, 0x00003FFF },
	{ "RX_MODE", 0x0468, 0, 0x000007FE },
	{ "RX_STATUS", 0x046C, 0, 0 },
	{ "LOW_WMARK_MAX_RX_FRAME", 0x0504, 0x00000002, 0x0000FFFF },
	{ "HOSTCC_FLOW_ATTN", 0x3C48, 0, 0 },
	{ "BUFMGR_MODE", 0x4400, 0, 0x00000016 },
	{ "BUFMGR_STATUS", 0x4404, 0, 0 },
	{ "MBUF_POOL_LENGTH", 0x440C, 0x0000A000, 0 },
	{ "READ_DMA_LOW_WATERMARK", 0x4410, 0, 0x0000003F },
	{ "MAC_RX_LOW_WATERMARK", 0x4414, 0x0000002A, 0x000001FF },
	{ "HIGH_WATERMARK", 0x4418, 0x000000A0, 0x000001FF },
	{ "FREE_RX_MBUFS", 0x4450, 0x0000013F, 0 },
};

static const struct field_literal fields[] = {
	{ "MAC_MODE", "SOFT_RESET", 0, 0 },
	{ "MAC_MODE", "HALF_DUPLEX", 1, 1 },
	{ "MAC_MODE", "PORT_MODE", 3, 2 },
	{ "MAC_MODE", "TAGGED_MAC_CONTROL", 7, 7 },
	{ "MAC_MODE", "RX_STATS_CLEAR", 12, 12 },
	{ "MAC_MODE", "TX_STATS_CLEAR", 15, 15 },
	{ "MI_COM", "DATA", 15, 0 },
	{ "MI_COM", "REGISTER", 20, 16 },
	{ "MI_COM", "PHY", 25, 21 },
	{ "MI_COM", "COMMAND", 27, 26 },
	{ "MI_COM", "READ_FAILED", 28, 28 },
	{ "MI_COM", "BUSY", 29, 29 },
	{ "TX_MODE", "SOFT_RESET", 0, 0 },
	{ "TX_MODE", "ENABLE", 1, 1 },
	{ "TX_MODE", "FLOW_ENABLE", 4, 4 },
	{ "TX_MODE", "LONG_PAUSE", 6, 6 },
	{ "TX_STATUS", "XOFFED", 0, 0 },
	{ "TX_STATUS", "SENT_XOFF", 1, 1 },
	{ "TX_STATUS", "SENT_XON", 2, 2 },
	{ "TX_STATUS", "LINK_UP", 3, 3 },
	{ "TX_STATUS", "UNDERRUN", 4, 4 },
	{ "TX_STATUS", "OVERRUN", 5, 5 },
	{ "RX_MODE", "SOFT_RESET", 0, 0 },
	{ "RX_MODE", "ENABLE", 1, 1 },
	{ "RX_MODE", "FLOW_ENABLE", 2, 2 },
	{ "RX_MODE", "KEEP_MAC_CONTROL", 3, 3 },
	{ "RX_MODE", "KEEP_PAUSE", 4, 4 },
	{ "RX_MODE", "ACCEPT_OVERSIZED", 5, 5 },
	{ "RX_MODE", "ACCEPT_RUNTS", 6, 6 },
	{ "RX_MODE", "LENGTH_CHECK", 7, 7 },
	{ "RX_MODE", "PROMISCUOUS", 8, 8 },
	{ "RX_MODE", "NO_CRC_CHECK", 9, 9 },
	{ "RX_MODE", "KEEP_VLAN_TAG", 10, 10 },
	{ "RX_STATUS", "REMOTE_TX_XOFFED", 0, 0 },
	{ "RX_STATUS", "XOFF_RCVD", 1, 1 },
	{ "RX_STATUS", "XON_RCVD", 2, 2 },
	{ "HOSTCC_FLOW_ATTN", "MBUF_LOW", 6, 6 },
	{ "BUFMGR_MODE", "MBUF_LOW_ATTENTION", 4, 4 },
	{ "BUFMGR_STATUS", "MBUF_LOW", 4, 4 },
	{ "MBUF_POOL_LENGTH", "OCTETS", 31, 0 },
	{ "FREE_RX_MBUFS", "COUNT", 15, 0 },
};

/* Every word of the statistics block and the receive-list counters. .one_of_each is its value after one_of_each(). */
static const struct {
	uint16_t address;
	const char *name; /* "" reserved */
	uint32_t one_of_each;
} counters[] = {
	{ 0x0800, "ifHCOutOctets", 64 + 70 + 64 + 14 + 4 + 2 * 64 },
	{ 0x0804, "", 0 },
	{ 0x0808, "etherStatsCollisions", 0 },
	{ 0x080C, "outXonSent", 1 },
	{ 0x0810, "outXoffSent", 1 },
	{ 0x0814, "", 0 },
	{ 0x0818, "internalMacTransmitErrors", 1 },
	{ 0x081C, "singleCollisionFrames", 0 },
	{ 0x0820, "multipleCollisionFrames", 0 },
	{ 0x0824, "deferredTransmissions", 0 },
	{ 0x0828, "", 0 },
	{ 0x082C, "excessiveCollisions", 0 },
	{ 0x0830, "lateCollisions", 0 },
	{ 0x0834, "", 0 },
	{ 0x0838, "", 0 },
	{ 0x083C, "", 0 },
	{ 0x0840, "", 0 },
	{ 0x0844, "", 0 },
	{ 0x0848, "", 0 },
	{ 0x084C, "", 0 },
	{ 0x0850, "", 0 },
	{ 0x0854, "", 0 },
	{ 0x0858, "", 0 },
	{ 0x085C, "", 0 },
	{ 0x0860, "", 0 },
	{ 0x0864, "", 0 },
	{ 0x0868, "", 0 },
	{ 0x086C, "ifHCOutUcastPkts", 1 },
	{ 0x0870, "ifHCOutMulticastPkts", 1 },
	{ 0x0874, "ifHCOutBroadcastPkts", 1 },
	{ 0x0878, "", 0 },
	{ 0x087C, "", 0 },
	{ 0x0880, "ifHCInOctets", 3 * 64 + 3 * 64 + 64 + 2 * 40 + 64 + 2 * 101 + 64 },
	{ 0x0884, "", 0 },
	{ 0x0888, "etherStatsFragments", 1 },
	{ 0x088C, "ifHCInUcastPkts", 1 },
	{ 0x0890, "ifHCInMulticastPkts", 1 },
	{ 0x0894, "ifHCInBroadcastPkts", 1 },
	{ 0x0898, "dot3StatsFCSErrors", 1 },
	{ 0x089C, "dot3StatsAlignmentErrors", 0 },
	{ 0x08A0, "xonPauseFramesReceived", 1 },
	{ 0x08A4, "xoffPauseFramesReceived", 2 },
	{ 0x08A8, "macControlFramesReceived", 1 },
	{ 0x08AC, "xoffStateEntered", 2 },
	{ 0x08B0, "dot3StatsFramesTooLong", 1 },
	{ 0x08B4, "etherStatsJabbers", 1 },
	{ 0x08B8, "etherStatsUndersizePkts", 1 },
	{ 0x08BC, "", 0 },
	{ 0x224C, "rxNoBufferDescriptors", 0 },
	{ 0x2250, "ifInDiscards", 1 },
	{ 0x2254, "ifInErrors", 5 },
};

static const struct reg_page *page(void)
{
	const struct reg_page *p = reg_page_by_model("bcm5718");

	cr_assert_not_null(p);
	return p;
}

static bool is_mapped(uint32_t address)
{
	for (size_t i = 0; i < COUNT_OF(registers); i++)
		if (registers[i].address == address)
			return true;
	for (size_t i = 0; i < COUNT_OF(counters); i++)
		if (counters[i].address == address)
			return true;
	return false;
}

/* Only the parameter MbufCount changes these values. */
static uint32_t reset_value(const struct dut *dut, const struct register_literal *reg)
{
	uint32_t mbufs = strcmp(dut->name, "bcm5718") ? 95 : 319;

	if (reg->address == 0x440C)
		return 128 * (mbufs + 1);
	return reg->address == 0x4450 ? mbufs : reg->reset;
}

/* In the row with StatPreset the counters begin two below the wrap, except those that count nothing, which begin at 0. */
static uint32_t counter_reset(const struct dut *dut, size_t i)
{
	return counters[i].one_of_each && !strcmp(dut->name, "bcm5718_alt") ? 0xFFFFFFFE : 0;
}

Test(regs, every_register_has_its_literal_address_and_reset_value)
{
	for (size_t i = 0; i < COUNT_OF(registers); i++) {
		const struct reg_row *row = reg_by_name(page(), registers[i].name);
		cr_expect_not_null(row, "%s is missing", registers[i].name);
		if (!row)
			continue;
		cr_expect_eq(row->address, registers[i].address, "%s: expected 0x%04X, actual 0x%04X", registers[i].name,
		             registers[i].address, row->address);
		cr_expect_eq(row->reset, registers[i].reset, "%s: reset expected 0x%08X, actual 0x%08" PRIX64, registers[i].name,
		             registers[i].reset, row->reset);
		cr_expect_eq(row->kind == REG_RW ? row->write_mask : 0, registers[i].writable,
		             "%s: writable expected 0x%08X, actual 0x%08" PRIX64, registers[i].name, registers[i].writable,
		             row->write_mask);
	}
}

Test(regs, every_counter_has_its_literal_address)
{
	for (size_t i = 0; i < COUNT_OF(counters); i++) {
		const struct reg_row *row = reg_by_address(page(), counters[i].address);
		cr_expect_not_null(row, "0x%04X is missing", counters[i].address);
		if (!row)
			continue;
		cr_expect_str_eq(row->name, counters[i].name, "0x%04X: expected %s, actual %s", counters[i].address,
		                 counters[i].name, row->name);
		cr_expect_eq(row->kind, counters[i].name[0] ? REG_COUNTER : REG_RESERVED, "0x%04X %s: kind %d",
		             counters[i].address, row->name, row->kind);
		if (row->kind == REG_COUNTER && counters[i].address < 0x2000)
			cr_expect_eq(row->direction, counters[i].address < 0x880 ? COUNTER_TX : COUNTER_RX, "%s: direction %d",
			             row->name, row->direction);
	}
}

/* The two enable bits of flow control, and the order of the counters of XON and XOFF, among them (tg3.h). */
Test(regs, every_field_has_its_literal_bits)
{
	check_fields(page(), fields, COUNT_OF(fields));
}

Test(regs, no_row_or_field_is_without_a_literal_here)
{
	cr_expect_eq(page()->count, COUNT_OF(registers) + COUNT_OF(counters), "%zu rows, %zu literals", page()->count,
	             COUNT_OF(registers) + COUNT_OF(counters));
	cr_expect_eq(page()->field_count, COUNT_OF(fields), "%zu fields, %zu literals", page()->field_count, COUNT_OF(fields));
	for (size_t i = 0; i < page()->count; i++)
		cr_expect(is_mapped(page()->rows[i].address), "0x%04X %s has no literal", page()->rows[i].address,
		          page()->rows[i].name);
}

Test(regs, rows_rise_without_duplicates_and_are_word_aligned)
{
	for (size_t i = 0; i < page()->count; i++) {
		const struct reg_row *row = &page()->rows[i];
		cr_expect_eq(row->address % 4, 0, "0x%04X %s", row->address, row->name);
		cr_expect(!i || row[-1].address < row->address, "0x%04X %s does not follow 0x%04X %s", row->address, row->name,
		          i ? row[-1].address : 0, i ? row[-1].name : "");
		for (size_t j = 0; j < i && row->name[0]; j++)
			cr_expect_str_neq(row->name, page()->rows[j].name, "0x%04X and 0x%04X", row->address,
			                  page()->rows[j].address);
	}
}

Test(regs, every_row_and_field_names_its_source_and_meaning)
{
	for (size_t i = 0; i < page()->count; i++)
		cr_expect(page()->rows[i].source[0] && page()->rows[i].meaning[0], "0x%04X %s", page()->rows[i].address,
		          page()->rows[i].name);
	for (size_t i = 0; i < page()->field_count; i++) {
		const struct reg_field *f = &page()->fields[i];
		cr_expect(f->source[0] && f->meaning[0], "%s.%s", f->reg, f->name);
		cr_expect_not_null(reg_by_name(page(), f->reg), "%s.%s belongs to no register", f->reg, f->name);
		cr_expect(f->msb >= f->lsb && f->msb < 32, "%s.%s: %d:%d", f->reg, f->name, f->msb, f->lsb);
	}
}

Test(regs, look_ups_find_nothing_that_is_not_there)
{
	cr_expect_null(reg_page_by_model("bcm0000"));
	cr_expect_null(reg_by_name(page(), ""));
	cr_expect_null(reg_by_name(page(), "mac_mode"));
	cr_expect_null(reg_by_address(page(), 0x0402));
	cr_expect_null(reg_by_address(page(), 0x0408));
	cr_expect_null(reg_field_by_name(page(), "TX_MODE", "HALF_DUPLEX"));
}

/* ---- the RTL ---- */

Test(regs_rtl, reset_values_are_read)
{
	for (size_t d = 0; d < dut_count; d++) {
		struct stimulus st = { .seed = 11 };
		struct recording r;
		if (strcmp(dut_table[d].model, "bcm5718"))
			continue;
		for (size_t i = 0; i < COUNT_OF(registers); i++)
			put_read(&st, registers[i].address);
		for (size_t i = 0; i < COUNT_OF(counters); i++)
			put_read(&st, counters[i].address);
		record(&dut_table[d], &st, &r);
		for (size_t i = 0; i < COUNT_OF(registers); i++)
			cr_expect_eq(recorded_read(&r, registers[i].address, 0), reset_value(&dut_table[d], &registers[i]),
			             "dut %s seed 11: 0x%04X %s expected 0x%08X, actual 0x%08X", dut_table[d].name,
			             registers[i].address, registers[i].name, reset_value(&dut_table[d], &registers[i]),
			             recorded_read(&r, registers[i].address, 0));
		for (size_t i = 0; i < COUNT_OF(counters); i++)
			cr_expect_eq(recorded_read(&r, counters[i].address, 0), counter_reset(&dut_table[d], i),
			             "dut %s seed 11: 0x%04X %s expected %u, actual %u", dut_table[d].name, counters[i].address,
			             counters[i].name, counter_reset(&dut_table[d], i),
			             recorded_read(&r, counters[i].address, 0));
		recording_release(&r);
		stimulus_release(&st);
	}
}

Test(regs_rtl, exactly_the_mapped_addresses_answer)
{
	bool mapped[ADDRESSES];

	for (uint32_t address = 0; address < ADDRESSES; address++)
		mapped[address] = is_mapped(address);
	check_answers(&dut_table[0], mapped, COUNT_OF(registers) + COUNT_OF(counters));
}

Test(regs_rtl, unmapped_writes_err_and_change_nothing)
{
	struct stimulus st = { .seed = 13 };
	struct recording r;

	put_write(&st, 0x0412, 0xFFFFFFFF);
	put_write(&st, 0x0402, 0xFFFFFFFF);
	put_write(&st, 0x0408, 0xFFFFFFFF);
	put_write(&st, 0x8414, 0xFFFFFFFF);
	put_write(&st, 0x0814, 0xFFFFFFFF);
	put_write(&st, 0x0404, 0xFFFFFFFF);
	for (size_t i = 0; i < COUNT_OF(registers); i++)
		put_read(&st, registers[i].address);
	record(&dut_table[0], &st, &r);
	for (size_t i = 0; i < 6; i++)
		cr_expect_eq(recorded(&r, EVENT_REG_WRITE, i)->error, i < 4, "0x%04X", recorded(&r, EVENT_REG_WRITE, i)->address);
	for (size_t i = 0; i < COUNT_OF(registers); i++)
		cr_expect_eq(recorded_read(&r, registers[i].address, 0), registers[i].reset, "%s", registers[i].name);
	recording_release(&r);
	stimulus_release(&st);
}

/* Writes ones and zeros to every bit of every register, one register after the other, with a reset between them. */
Test(regs_rtl, exactly_the_writable_bits_keep_what_is_written)
{
	for (size_t d = 0; d < dut_count; d++) {
		struct stimulus st = { .seed = 14 };
		struct recording r;
		if (strcmp(dut_table[d].model, "bcm5718"))
			continue;
		for (size_t i = 0; i < COUNT_OF(registers); i++) {
			put_write(&st, registers[i].address, 0xFFFFFFFF);
			put_read(&st, registers[i].address);
			put_write(&st, registers[i].address, 0);
			put_read(&st, registers[i].address);
			put_settle(&st);
			put_plain(&st, ITEM_RESET);
			put_wait(&st, WAIT_CYCLES, 16);
		}
		record(&dut_table[d], &st, &r);
		for (size_t i = 0; i < COUNT_OF(registers); i++) {
			const struct register_literal *reg = &registers[i];
			uint32_t kept = reg->writable ? 0 : reset_value(&dut_table[d], reg);
			uint32_t ones = recorded_read(&r, reg->address, 0), zeros = recorded_read(&r, reg->address, 1);
			cr_expect_eq(ones, kept | reg->writable,
			             "dut %s seed 14: %s: ones written, expected 0x%08X, actual 0x%08X", dut_table[d].name,
			             reg->name, kept | reg->writable, ones);
			cr_expect_eq(zeros, kept, "dut %s seed 14: %s: zeros written, expected 0x%08X, actual 0x%08X",
			             dut_table[d].name, reg->name, kept, zeros);
		}
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* Of every register, by every strobe: each bit that keeps what is written is changed by its own octet's strobe and by no other. */
Test(regs_rtl, strobes_select_octets)
{
	for (size_t d = 0; d < dut_count; d++) {
		struct stimulus st = { .seed = 15 };
		struct recording r;
		if (strcmp(dut_table[d].model, "bcm5718"))
			continue;
		for (size_t i = 0; i < COUNT_OF(registers); i++)
			put_strobed(&st, registers[i].address, registers[i].writable, 4);
		record(&dut_table[d], &st, &r);
		for (size_t i = 0; i < COUNT_OF(registers); i++)
			if (registers[i].writable)
				check_strobed(&dut_table[d], &r, registers[i].name, registers[i].address, registers[i].writable,
				              4, 0, 0);
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* The enable bits differ: RX_MODE bit 2 alone makes the transmitter obey, TX_MODE bit 4 alone makes it send. */
Test(regs_rtl, flow_control_bits_act_at_their_places)
{
	uint8_t pause[60];

	make_pause(pause, 10);
	for (unsigned bit = 1; bit < 11; bit++) {
		struct stimulus st = { .seed = 16 };
		struct recording r;
		put_setup(&st, 2 | 1u << bit, 2);
		put_rx(&st, pause, sizeof(pause), FCS_GOOD);
		put_wait(&st, WAIT_RX, 0);
		put_wait(&st, WAIT_CYCLES, 16);
		put_read(&st, 0x0460);
		record(&dut_table[0], &st, &r);
		cr_expect_eq(recorded_read(&r, 0x0460, 0) & 1, bit == 2, "RX_MODE bit %u: TX_STATUS 0x%X", bit,
		             recorded_read(&r, 0x0460, 0));
		recording_release(&r);
		stimulus_release(&st);
	}
	for (unsigned bit = 1; bit < 9; bit++) {
		struct stimulus st = { .seed = 17 };
		struct recording r;
		put_setup(&st, 2, 2 | 1u << bit);
		put_write(&st, 0x4414, 0x1FF);
		put_settle(&st);
		put_wait(&st, WAIT_CYCLES, 200);
		put_read(&st, 0x0810);
		record(&dut_table[0], &st, &r);
		cr_expect_eq(recorded_read(&r, 0x0810, 0), bit == 4, "TX_MODE bit %u: outXoffSent %u", bit,
		             recorded_read(&r, 0x0810, 0));
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* Makes one event for every counter that can count. */
static void one_of_each(struct stimulus *st)
{
	static const char *const destinations[] = { "00-11-22-33-44-55", "01-00-5E-00-00-01", "FF-FF-FF-FF-FF-FF" };
	uint8_t frame[128];

	put_setup(st, 0x006, 0x012);
	for (int i = 0; i < 3; i++) { /* delivered frames: unicast, multicast, broadcast */
		make_frame(frame, 60, destinations[i], 0x0800);
		put_rx(st, frame, 60, FCS_GOOD);
	}
	make_pause(frame, 1);
	put_rx(st, frame, 60, FCS_GOOD);
	make_pause(frame, 2);
	put_rx(st, frame, 60, FCS_GOOD);
	make_pause(frame, 0);
	put_rx(st, frame, 60, FCS_GOOD);
	frame[15] = 2; /* MAC control, not PAUSE */
	put_rx(st, frame, 60, FCS_GOOD);
	make_frame(frame, 97, destinations[0], 0x0800);
	put_rx(st, frame, 36, FCS_GOOD); /* undersize */
	put_rx(st, frame, 36, FCS_BAD);  /* fragment */
	put_rx(st, frame, 60, FCS_BAD);  /* FCS error */
	put_wait(st, WAIT_IDLE, 0);
	put_write(st, 0x043C, 100);
	put_settle(st);
	put_rx(st, frame, 97, FCS_GOOD); /* too long */
	put_rx(st, frame, 97, FCS_BAD);  /* jabber */
	put_wait(st, WAIT_IDLE, 0);
	for (int i = 0; i < 3; i++) {
		make_frame(frame, 66, destinations[i], 0x0800);
		put_tx(st, frame, i == 1 ? 66 : 60);
	}
	put_tx(st, frame, 40)->stall_at = 13; /* 13 octets, the octet at which the frame is cut, FCS */
	st->items[st->count - 1].u.frame.stall = 4;
	put_wait(st, WAIT_TX, 0);
	put_write(st, 0x0504, 0);
	put_write(st, 0x4414, 0x1FF); /* below the low mark: XOFF, and no allowance */
	put_settle(st);
	put_wait(st, WAIT_TX, 0);
	make_frame(frame, 60, destinations[0], 0x0800);
	put_rx(st, frame, 60, FCS_GOOD); /* discarded */
	put_wait(st, WAIT_RX, 0);
	put_wait(st, WAIT_CYCLES, 200);
	put_write(st, 0x4414, 0);
	put_write(st, 0x4418, 0); /* above the high mark: XON */
	put_settle(st);
	put_wait(st, WAIT_CYCLES, 200);
}

Test(regs_rtl, every_counter_counts_at_its_literal_address)
{
	struct stimulus st = { .seed = 18 };
	struct recording r;

	one_of_each(&st);
	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < COUNT_OF(counters); i++)
			put_read(&st, counters[i].address);
	record(&dut_table[0], &st, &r);
	for (size_t i = 0; i < COUNT_OF(counters); i++) {
		uint32_t actual = recorded_read(&r, counters[i].address, 0), again = recorded_read(&r, counters[i].address, 1);
		cr_expect_eq(actual, counters[i].one_of_each, "dut %s seed 18: 0x%04X %s: expected %u, actual %u",
		             dut_table[0].name, counters[i].address, counters[i].name, counters[i].one_of_each, actual);
		cr_expect_eq(again, 0, "dut %s seed 18: 0x%04X %s: the read did not clear, %u (tg3.c)", dut_table[0].name,
		             counters[i].address, counters[i].name, again);
	}
	recording_release(&r);
	stimulus_release(&st);
}

/* A read of a word clears no other word of the block. */
Test(regs_rtl, a_read_clears_its_own_counter_only)
{
	for (size_t victim = 0; victim < COUNT_OF(counters); victim++) {
		struct stimulus st = { .seed = 19 };
		struct recording r;
		if (!counters[victim].one_of_each)
			continue;
		one_of_each(&st);
		put_read(&st, counters[victim].address);
		for (size_t i = 0; i < COUNT_OF(counters); i++)
			if (counters[i].one_of_each)
				put_read(&st, counters[i].address);
		record(&dut_table[0], &st, &r);
		for (size_t i = 0; i < COUNT_OF(counters); i++) {
			if (!counters[i].one_of_each)
				continue;
			uint32_t actual = recorded_read(&r, counters[i].address, i == victim);
			uint32_t expected = i == victim ? 0 : counters[i].one_of_each;
			cr_expect_eq(actual, expected, "%s was read: %s expected %u, actual %u", counters[victim].name,
			             counters[i].name, expected, actual);
		}
		recording_release(&r);
		stimulus_release(&st);
	}
}
