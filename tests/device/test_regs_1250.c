/* SPDX-License-Identifier: Apache-2.0 */
/* The register page of the BCM1250 against literals typed from doc/bcm1250.md 5 and 6, UM100CB p.288 and sb1250_mac.h, in the
 * tables, in the files generated from them, and on the RTL. */
#include "support.h"

#include "regs.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 32, SETUP_SEED = 21, MAC_STATUS = 0x408, MDIO = 0x428, ADDRESS = 0x208 };

struct register_literal {
	const char *name;
	uint16_t address;
	uint64_t reset, writable; /* bits that keep a written value */
};

static const struct register_literal registers[] = {
	{ "mac_cfg", 0x100, 0, 0xFFFFFFFF03FA01FE },
	{ "thrsh_cfg", 0x108, 0, UINT64_MAX },
	{ "vlantag", 0x110, 0, UINT64_MAX },
	{ "frame_cfg", 0x118, 1518ull << 48 | 64ull << 40 | 4 << 12 | 20 << 6, UINT64_MAX },
	{ "eop_count", 0x120, 0, 0 },
	{ "fifo_pointers", 0x128, 0, 0 },
	{ "adfilter_cfg", 0x200, 0, 0x1FFFFFFFF },
	{ "ethernet_addr", 0x208, 0, 0xFFFFFFFFFFFF },
	{ "pkt_type", 0x210, 0, UINT64_MAX },
	{ "hash_0", 0x240, 0, UINT64_MAX },
	{ "hash_1", 0x248, 0, UINT64_MAX },
	{ "hash_2", 0x250, 0, UINT64_MAX },
	{ "hash_3", 0x258, 0, UINT64_MAX },
	{ "hash_4", 0x260, 0, UINT64_MAX },
	{ "hash_5", 0x268, 0, UINT64_MAX },
	{ "hash_6", 0x270, 0, UINT64_MAX },
	{ "hash_7", 0x278, 0, UINT64_MAX },
	{ "addr_filter_0", 0x280, 0, 0xFFFFFFFFFFFF },
	{ "addr_filter_1", 0x288, 0, 0xFFFFFFFFFFFF },
	{ "addr_filter_2", 0x290, 0, 0xFFFFFFFFFFFF },
	{ "addr_filter_3", 0x298, 0, 0xFFFFFFFFFFFF },
	{ "addr_filter_4", 0x2A0, 0, 0xFFFFFFFFFFFF },
	{ "addr_filter_5", 0x2A8, 0, 0xFFFFFFFFFFFF },
	{ "addr_filter_6", 0x2B0, 0, 0xFFFFFFFFFFFF },
	{ "addr_filter_7", 0x2B8, 0, 0xFFFFFFFFFFFF },
	{ "enable", 0x400, 0, 0x3D33 },
	{ "mac_status", MAC_STATUS, 0, 0 },
	{ "int_mask", 0x410, 0, UINT64_MAX },
	{ "txd_ctl", 0x420, 0, UINT64_MAX },
	{ "mdio", MDIO, 2, 0xF },
	{ "status1", 0x430, 0, 0 },
	{ "mdio_cmd", 0x440, 0, 0x0FFFFFFF },
	{ "debug", 0x448, 0, 0 },
	{ "dma_config0", 0x800, 0, UINT64_MAX },
};

static const struct {
	const char *reg, *field;
	uint8_t msb, lsb;
} fields[] = {
	{ "mac_cfg", "TX_HOLD_SOP_EN", 1, 1 },
	{ "mac_cfg", "RETRY_EN", 2, 2 },
	{ "mac_cfg", "RET_DRPREQ_EN", 3, 3 },
	{ "mac_cfg", "RET_UFL_EN", 4, 4 },
	{ "mac_cfg", "BURST_EN", 5, 5 },
	{ "mac_cfg", "TX_PAUSE_CNT", 8, 6 },
	{ "mac_cfg", "AP_STAT_EN", 17, 17 },
	{ "mac_cfg", "DRP_ERRPKT_EN", 19, 19 },
	{ "mac_cfg", "DRP_FCSERRPKT_EN", 20, 20 },
	{ "mac_cfg", "DRP_CODEERRPKT_EN", 21, 21 },
	{ "mac_cfg", "DRP_DRBLERRPKT_EN", 22, 22 },
	{ "mac_cfg", "DRP_RNTPKT_EN", 23, 23 },
	{ "mac_cfg", "DRP_OSZPKT_EN", 24, 24 },
	{ "mac_cfg", "DRP_LENERRPKT_EN", 25, 25 },
	{ "mac_cfg", "BYPASS_SEL", 32, 32 },
	{ "mac_cfg", "HDX_EN", 33, 33 },
	{ "mac_cfg", "SPEED_SEL", 35, 34 },
	{ "mac_cfg", "TX_CLK_EDGE_SEL", 36, 36 },
	{ "mac_cfg", "LOOPBACK_SEL", 37, 37 },
	{ "mac_cfg", "FAST_SYNC", 38, 38 },
	{ "mac_cfg", "SS_EN", 39, 39 },
	{ "mac_cfg", "BYPASS_CFG", 41, 40 },
	{ "mac_cfg", "BYPASS_16", 42, 42 },
	{ "mac_cfg", "BYPASS_FCS_CHK", 43, 43 },
	{ "mac_cfg", "FC_SEL", 54, 54 },
	{ "mac_cfg", "FC_CMD", 56, 55 },
	{ "mac_cfg", "RX_CH_SEL", 63, 57 },
	{ "frame_cfg", "IFG_RX", 5, 0 },
	{ "frame_cfg", "IFG_TX", 11, 6 },
	{ "frame_cfg", "IFG_THRSH", 17, 12 },
	{ "frame_cfg", "BACKOFF_SEL", 21, 18 },
	{ "frame_cfg", "LFSR_SEED", 29, 22 },
	{ "frame_cfg", "SLOT_SIZE", 39, 30 },
	{ "frame_cfg", "MIN_FRAMESZ", 47, 40 },
	{ "frame_cfg", "MAX_FRAMESZ", 63, 48 },
	{ "adfilter_cfg", "ALLPKT_EN", 0, 0 },
	{ "adfilter_cfg", "UCAST_EN", 1, 1 },
	{ "adfilter_cfg", "UCAST_INV", 2, 2 },
	{ "adfilter_cfg", "MCAST_EN", 3, 3 },
	{ "adfilter_cfg", "MCAST_INV", 4, 4 },
	{ "adfilter_cfg", "BCAST_EN", 5, 5 },
	{ "adfilter_cfg", "DIRECT_INV", 6, 6 },
	{ "adfilter_cfg", "ALLMCAST_EN", 7, 7 },
	{ "adfilter_cfg", "FWDPAUSE_EN", 32, 32 },
	{ "enable", "RXDMA_EN0", 0, 0 },
	{ "enable", "RXDMA_EN1", 1, 1 },
	{ "enable", "TXDMA_EN0", 4, 4 },
	{ "enable", "TXDMA_EN1", 5, 5 },
	{ "enable", "PORT_RESET", 8, 8 },
	{ "enable", "RX_ENABLE", 10, 10 },
	{ "enable", "TX_ENABLE", 11, 11 },
	{ "enable", "BYP_RX_ENABLE", 12, 12 },
	{ "enable", "BYP_TX_ENABLE", 13, 13 },
	{ "mac_status", "RX_UNDRFL", 40, 40 },
	{ "mac_status", "RX_OVRFL", 41, 41 },
	{ "mac_status", "TX_UNDRFL", 42, 42 },
	{ "mac_status", "TX_OVRFL", 43, 43 },
	{ "mac_status", "LTCOL_ERR", 44, 44 },
	{ "mac_status", "EXCOL_ERR", 45, 45 },
	{ "mac_status", "CNTR_OVRFL_ERR", 46, 46 },
	{ "mac_status", "COUNTER_ADDR", 51, 47 },
	{ "mac_status", "TX_PAUSE_ON", 52, 52 },
	{ "mdio", "MDC", 0, 0 },
	{ "mdio", "INPUT", 1, 1 },
	{ "mdio", "OUT", 2, 2 },
	{ "mdio", "GENC", 3, 3 },
	{ "mdio", "IN", 4, 4 },
	{ "mdio_cmd", "DATA", 15, 0 },
	{ "mdio_cmd", "REGISTER", 20, 16 },
	{ "mdio_cmd", "PHY", 25, 21 },
	{ "mdio_cmd", "COMMAND", 27, 26 },
	{ "mdio_cmd", "READ_FAILED", 28, 28 },
	{ "mdio_cmd", "BUSY", 29, 29 },
	{ "dma_config0", "LOW_WATERMARK", 63, 48 },
};

/* By number, UM100CB p.288 and sb1250_regs.h; "" reserved. */
static const char *const slots[SLOTS] = {
	"TX_BYTES",
	"COLLISIONS",
	"LATE_COL",
	"EX_COL",
	"TX_FCS_ERROR",
	"TX_ABORT",
	"",
	"TX_BAD",
	"TX_GOOD",
	"TX_RUNT",
	"TX_OVERSIZE",
	"",
	"",
	"",
	"",
	"",
	"RX_BYTES",
	"RX_MCAST",
	"RX_BCAST",
	"RX_BAD",
	"RX_GOOD",
	"RX_RUNT",
	"RX_OVERSIZE",
	"RX_FCS_ERROR",
	"RX_LENGTH_ERROR",
	"RX_CODE_ERROR",
	"RX_ALIGN_ERROR",
	"",
	"",
	"",
	"",
	"",
};

static const struct reg_page *page(void)
{
	const struct reg_page *page = reg_page_by_model("bcm1250");

	cr_assert_not_null(page);
	return page;
}

static bool is_wide(unsigned slot)
{
	return slot == 0 || slot == 16;
}

static uint64_t slot_mask(unsigned slot)
{
	return is_wide(slot) ? UINT64_MAX : UINT32_MAX;
}

static bool is_mapped(uint32_t address)
{
	if (address % 8)
		return false;
	for (size_t i = 0; i < COUNT_OF(registers); i++)
		if (registers[i].address == address)
			return true;
	return address < 8 * SLOTS;
}

/* ---- the tables ---- */

Test(regs_1250, every_register_has_its_literal_address_reset_value_and_bits)
{
	for (size_t i = 0; i < COUNT_OF(registers); i++) {
		const struct register_literal *expected = &registers[i];
		const struct reg_row *row = reg_by_name(page(), expected->name);
		cr_expect_not_null(row, "%s is missing", expected->name);
		if (!row)
			continue;
		cr_expect_eq(row->address, expected->address, "%s: expected 0x%04X, actual 0x%04X", expected->name,
		             expected->address, row->address);
		cr_expect_eq(row->reset, expected->reset, "%s: reset expected 0x%" PRIX64 ", actual 0x%" PRIX64, expected->name,
		             expected->reset, row->reset);
		cr_expect_eq(row->write_mask, expected->writable, "%s: writable expected 0x%" PRIX64 ", actual 0x%" PRIX64,
		             expected->name, expected->writable, row->write_mask);
		cr_expect_eq(row->kind, expected->writable ? REG_RW : REG_RO, "%s", expected->name);
	}
}

Test(regs_1250, every_field_has_its_literal_bits)
{
	cr_expect_eq(page()->field_count, COUNT_OF(fields), "%zu fields, %zu literals", page()->field_count, COUNT_OF(fields));
	for (size_t i = 0; i < COUNT_OF(fields); i++) {
		const struct reg_field *f = reg_field_by_name(page(), fields[i].reg, fields[i].field);
		cr_expect_not_null(f, "%s.%s is missing", fields[i].reg, fields[i].field);
		if (f)
			cr_expect(f->msb == fields[i].msb && f->lsb == fields[i].lsb, "%s.%s: expected %d:%d, actual %d:%d",
			          fields[i].reg, fields[i].field, fields[i].msb, fields[i].lsb, f->msb, f->lsb);
	}
}

/* RMON slot n is at 8n; 0 and 16 have 64 bits (UM100CB p.288). */
Test(regs_1250, every_slot_has_its_number_and_width)
{
	for (unsigned n = 0; n < SLOTS; n++) {
		const struct reg_row *row = reg_by_address(page(), (uint16_t)(8 * n));
		cr_expect_not_null(row, "slot %u is missing", n);
		if (!row)
			continue;
		cr_expect_str_eq(row->name, slots[n], "slot %u: expected '%s', actual '%s'", n, slots[n], row->name);
		if (!slots[n][0]) {
			cr_expect_eq(row->kind, REG_RESERVED, "slot %u", n);
			continue;
		}
		cr_expect(row->kind == REG_COUNTER && row->width == (is_wide(n) ? 64 : 32) && !row->partner, "%s: %u bits",
		          row->name, row->width);
		cr_expect(row->effect == COUNTER_LOAD && row->full == COUNTER_WRAP && row->write_mask == slot_mask(n), "%s",
		          row->name);
		cr_expect_eq(row->direction, n < 16 ? COUNTER_TX : COUNTER_RX, "%s", row->name);
	}
}

Test(regs_1250, no_row_is_without_a_literal_and_words_have_eight_octets)
{
	cr_expect_eq(page()->count, COUNT_OF(registers) + SLOTS, "%zu rows", page()->count);
	cr_expect_eq(page()->word_octets, 8);
	cr_expect_eq(reg_mask(page()), UINT64_MAX);
	cr_expect_eq(reg_strobe(page()), 0xFF);
	for (size_t i = 0; i < page()->count; i++)
		cr_expect(is_mapped(page()->rows[i].address), "0x%04X %s has no literal", page()->rows[i].address,
		          page()->rows[i].name);
}

Test(regs_1250, masks_of_fields_reach_bit_63)
{
	cr_expect_eq(reg_field_mask(reg_field_by_name(page(), "dma_config0", "LOW_WATERMARK")), 0xFFFF000000000000);
	cr_expect_eq(reg_field_mask(reg_field_by_name(page(), "mac_cfg", "FC_CMD")), 0x0180000000000000);
	cr_expect_eq(reg_field_mask(reg_field_by_name(page(), "mac_cfg", "RETRY_EN")), 4);
}

/* ---- the generated files ---- */

Test(regs_1250, header_and_page_have_words_of_64_bits)
{
	static const char *const wanted[][2] = {
		{ "vh", "`define BCM1250_frame_cfg_RESET 64'h05EE400000004500\n" },
		{ "vh", "`define BCM1250_mac_cfg_MASK 64'hFFFFFFFF03FA01FE\n" },
		{ "vh", "`define BCM1250_mac_cfg_SPEED_SEL 34\n`define BCM1250_mac_cfg_SPEED_SEL_WIDTH 2\n" },
		{ "vh", "`define BCM1250_CNT_RX_BYTES_ADDR 16'h0080\n`define BCM1250_CNT_RX_BYTES_WIDTH 64\n" },
		{ "vh", "`define BCM1250_CNT_COUNT 21\n" },
		{ "vh", "(a) == 16'h0030" },
		{ "md", "| 0x0118 | frame_cfg | RW | 0xFFFFFFFFFFFFFFFF | 0x05EE400000004500 |" },
		{ "md", "| 0x0008 | COLLISIONS | TX counter, 32 bits, loaded by a write, wraps | 0x00000000FFFFFFFF |" },
		{ "md", "| mac_status | COUNTER_ADDR | 51:47 |" },
	};

	for (size_t i = 0; i < COUNT_OF(wanted); i++) {
		struct command c;
		command_run(&c, "build/gen/regs_gen %s bcm1250", wanted[i][0]);
		cr_expect_eq(c.status, 0, "%s", c.err);
		cr_expect_not_null(strstr(c.out, wanted[i][1]), "no '%s'", wanted[i][1]);
		command_release(&c);
	}
}

/* ---- the RTL ---- */

static bool has_page(const struct dut *dut)
{
	return !strcmp(dut->model, "bcm1250");
}

/* Returns the value of a slot after a reset (S10: the document calls it unpredictable). */
static uint64_t preset_of(const struct dut *dut, unsigned slot)
{
	uint64_t below = dut_param(dut, "RmonPreset");

	return slots[slot][0] ? -below & slot_mask(slot) : 0;
}

/* Bit 4 of mdio reads the pin, which is pulled up while no PHY drives it. */
static uint64_t pin_of(const struct register_literal *reg)
{
	return reg->address == MDIO ? 0x10 : 0;
}

Test(regs_1250_rtl, there_is_a_row)
{
	size_t count = 0;

	for (size_t d = 0; d < dut_count; d++)
		count += has_page(&dut_table[d]);
	cr_expect_gt(count, 0);
}

Test(regs_1250_rtl, reset_values_are_read, .timeout = 60)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct dut *dut = &dut_table[d];
		struct stimulus st = { .seed = 11 };
		struct recording r;
		if (!has_page(dut))
			continue;
		for (size_t i = 0; i < COUNT_OF(registers); i++)
			put_read(&st, registers[i].address);
		for (unsigned n = 0; n < SLOTS; n++)
			put_read(&st, (uint16_t)(8 * n));
		record(dut, &st, &r);
		for (size_t i = 0; i < COUNT_OF(registers); i++) {
			uint64_t expected = registers[i].reset | pin_of(&registers[i]);
			uint64_t actual = recorded_wide_read(&r, registers[i].address, 0);
			cr_expect_eq(actual, expected, "dut %s seed 11: %s expected 0x%" PRIX64 ", actual 0x%" PRIX64, dut->name,
			             registers[i].name, expected, actual);
		}
		for (unsigned n = 0; n < SLOTS; n++) {
			uint64_t actual = recorded_wide_read(&r, (uint16_t)(8 * n), 0);
			cr_expect_eq(actual, preset_of(dut, n),
			             "dut %s seed 11: slot %u expected 0x%" PRIX64 ", actual 0x%" PRIX64, dut->name, n,
			             preset_of(dut, n), actual);
		}
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* All 65,536 addresses: exactly the mapped ones answer without pslverr; the others read 0. */
Test(regs_1250_rtl, exactly_the_mapped_addresses_answer, .timeout = 120)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct dut *dut = &dut_table[d];
		struct stimulus st = { .seed = 12 };
		struct recording r;
		size_t answers = 0;
		if (!has_page(dut))
			continue;
		for (uint32_t address = 0; address < 0x10000; address++)
			put_read(&st, (uint16_t)address);
		record(dut, &st, &r);
		cr_assert_eq(recorded_count(&r, EVENT_REG_READ), 0x10000);
		for (size_t i = 0; i < r.count; i++) {
			const struct event *e = &r.events[i];
			if (e->kind != EVENT_REG_READ)
				continue;
			if (e->error == is_mapped(e->address) || (e->error && e->value))
				cr_expect_fail("dut %s cycle %" PRIu64 ": 0x%04X: pslverr expected %d, actual %d, data 0x%" PRIX64
				               " (AMBA APB4 3.4)",
				               dut->name, e->cycle, e->address, !is_mapped(e->address), e->error, e->value);
			answers += !e->error;
		}
		cr_expect_eq(answers, COUNT_OF(registers) + SLOTS, "dut %s", dut->name);
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* Writes ones and zeros to every bit of every register, one register after the other, with a reset between them. */
Test(regs_1250_rtl, exactly_the_writable_bits_keep_what_is_written, .timeout = 60)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct dut *dut = &dut_table[d];
		struct stimulus st = { .seed = 14 };
		struct recording r;
		if (!has_page(dut))
			continue;
		for (size_t i = 0; i < COUNT_OF(registers); i++) {
			for (int ones = 1; ones >= 0; ones--) {
				put_wide_write(&st, registers[i].address, ones ? UINT64_MAX : 0, 0xFF);
				put_settle(&st);
				put_read(&st, registers[i].address);
			}
			put_settle(&st);
			put_plain(&st, ITEM_RESET);
			st.items[st.count - 1].u.wait.cycles = 4;
			put_wait(&st, WAIT_CYCLES, 16);
		}
		record(dut, &st, &r);
		for (size_t i = 0; i < COUNT_OF(registers); i++) {
			const struct register_literal *reg = &registers[i];
			uint64_t ones = recorded_wide_read(&r, reg->address, 0) & ~pin_of(reg);
			uint64_t zeros = recorded_wide_read(&r, reg->address, 1) & ~pin_of(reg);
			cr_expect_eq(ones, reg->writable,
			             "dut %s seed 14: %s: ones written, expected 0x%" PRIX64 ", actual 0x%" PRIX64, dut->name,
			             reg->name, reg->writable, ones);
			cr_expect_eq(zeros, 0, "dut %s seed 14: %s: zeros written, actual 0x%" PRIX64, dut->name, reg->name,
			             zeros);
		}
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* Returns BEFORE with the octets of STROBE replaced by those of VALUE. */
static uint64_t strobed(uint64_t before, uint64_t value, unsigned strobe)
{
	for (unsigned octet = 0; octet < 8; octet++)
		if (strobe >> octet & 1)
			before = (before & ~(UINT64_C(0xFF) << 8 * octet)) | (value & UINT64_C(0xFF) << 8 * octet);
	return before;
}

/* Registers, RMON slots of both widths, and a reserved one. */
Test(regs_1250_rtl, strobes_select_octets, .timeout = 60)
{
	static const struct {
		uint16_t address;
		uint64_t mask;
	} cases[] = { { ADDRESS, 0xFFFFFFFFFFFF }, { 0x108, UINT64_MAX },  { 0, UINT64_MAX },
		      { 8 * 16, UINT64_MAX },      { 8 * 20, UINT32_MAX }, { 8 * 31, UINT32_MAX } };
	const uint64_t first = 0x1122334455667788, second = 0x99AABBCCDDEEFF01;

	for (size_t d = 0; d < dut_count; d++)
		for (size_t n = 0; n < COUNT_OF(cases); n++) {
			const struct dut *dut = &dut_table[d];
			struct stimulus st = { .seed = 15 };
			struct recording r;
			uint64_t mask = cases[n].mask;
			if (!has_page(dut))
				continue;
			if (cases[n].address == 8 * 31 && !dut_param(dut, "ReservedStorage"))
				mask = 0;
			for (unsigned strobe = 0; strobe < 256; strobe++) {
				put_wide_write(&st, cases[n].address, first, 0xFF);
				put_wide_write(&st, cases[n].address, second, (uint8_t)strobe);
				put_read(&st, cases[n].address);
			}
			record(dut, &st, &r);
			for (unsigned strobe = 0; strobe < 256; strobe++) {
				uint64_t expected = strobed(first, second, strobe) & mask;
				uint64_t actual = recorded_wide_read(&r, cases[n].address, strobe);
				cr_expect_eq(actual, expected,
				             "dut %s 0x%04X strobe %02X: expected 0x%" PRIX64 ", actual 0x%" PRIX64, dut->name,
				             cases[n].address, strobe, expected, actual);
			}
			recording_release(&r);
			stimulus_release(&st);
		}
}

/* ---- every counter at its address ---- */

struct shown {
	uint16_t address;
	uint64_t value;
};

/* Runs TEXT after the set-up and compares the value of the last read. */
static void check_shown(const struct dut *dut, const char *text, const struct shown *expected, size_t count)
{
	struct stimulus st = { 0 };
	struct stim_error error;
	struct recording r;
	char *whole = NULL;

	cr_assert_geq(asprintf(&whole, "pausebench-stim 1\nseed %d\nsetup\n%swait idle max=40000\n", SETUP_SEED, text), 0);
	cr_assert_eq(read_text(&st, whole, strlen(whole), dut, &error), 0, "%u:%u: %s", error.line, error.column, error.message);
	for (size_t i = 0; i < count; i++)
		put_read(&st, expected[i].address);
	record(dut, &st, &r);
	for (size_t i = 0; i < count; i++) {
		uint64_t actual = recorded_wide_read(&r, expected[i].address, 0);
		cr_expect_eq(actual, expected[i].value, "dut %s: 0x%04X: expected 0x%" PRIX64 ", actual 0x%" PRIX64 "\n%s",
		             dut->name, expected[i].address, expected[i].value, actual, text);
	}
	recording_release(&r);
	stimulus_release(&st);
	free(whole);
}

/* Returns whether the row has the first reading of each parameter. */
static bool is_default(const struct dut *dut)
{
	return has_page(dut) && !dut->params[0];
}

/* An errored frame is counted in the slot of its error and in RX_BAD only, a good one in RX_GOOD, RX_BYTES and the slot of its address (UM100CB p.275,
 * p.288). */
Test(regs_1250_rtl, every_receive_slot_counts_at_its_literal_address, .timeout = 60)
{
	static const char text[] =
	    "rx.frame len=100\n"
	    "rx.frame da=broadcast len=70\n"
	    "rx.frame da=03:00:00:00:00:07 len=80\nrx.frame da=03:00:00:00:00:07 len=81\n"
	    "rx.frame len=63\n"
	    "rx.frame len=1519\nrx.frame len=2000\n"
	    "rx.frame fcs=bad\nrx.frame fcs=bad\nrx.frame fcs=bad\n"
	    "rx.frame type=100 len=64\nrx.frame type=46 len=64\nrx.frame type=20 len=64\nrx.frame type=20 len=65\n"
	    "rx.frame er=20\n"
	    "wait rx\nwait reg\n"
	    "reg.write mac_cfg SPEED_SEL=1|SS_EN\nwait reg\nwait 8\nlink speed=100\n"
	    "rx.frame fcs=bad dribble=3\nrx.frame dribble=3 len=90\n";
	static const struct shown expected[] = {
		{ 8 * 16, 100 + 70 + 80 + 81 + 64 + 64 + 90 },
		{ 8 * 17, 2 },
		{ 8 * 18, 1 },
		{ 8 * 19, 1 + 2 + 3 + 2 + 1 + 1 },
		{ 8 * 20, 1 + 1 + 2 + 2 + 1 },
		{ 8 * 21, 1 },
		{ 8 * 22, 2 },
		{ 8 * 23, 3 },
		{ 8 * 24, 2 },
		{ 8 * 25, 1 },
		{ 8 * 26, 1 },
		{ 8 * 27, 0 },
		{ 8 * 6, 0 },
		{ 0, 0 },
	};

	for (size_t d = 0; d < dut_count; d++)
		if (is_default(&dut_table[d]))
			check_shown(&dut_table[d], text, expected, COUNT_OF(expected));
}

/* Full duplex: a good frame, one with a wrong FCS of the host, one too short, one too long, one cut. */
Test(regs_1250_rtl, every_transmit_slot_counts_at_its_literal_address, .timeout = 60)
{
	static const char text[] = "tx.frame len=60\ntx.frame len=20\ntx.frame len=96 fcs=good\nwait tx\n"
				   "tx.frame len=80 fcs=bad\nwait tx\n"
				   "tx.frame len=59 fcs=good\ntx.frame len=40 fcs=good\nwait tx\n"
				   "tx.frame len=1515\nwait tx\n"
				   "tx.frame len=60 stall_at=30 stall=50\nwait tx\n";
	static const struct shown expected[] = {
		{ 0, 64 + 64 + 100 },       { 8 * 1, 0 }, { 8 * 4, 1 }, { 8 * 5, 1 },
		{ 8 * 7, 1 + 2 + 1 + 1 },   { 8 * 8, 3 }, { 8 * 9, 2 }, { 8 * 10, 1 },
		{ MAC_STATUS, 1ull << 42 },
	};

	for (size_t d = 0; d < dut_count; d++)
		if (is_default(&dut_table[d]))
			check_shown(&dut_table[d], text, expected, COUNT_OF(expected));
}

/* Half duplex at 100 Mb/s: three early collisions, a late one, and sixteen in a row (UM100CB p.288: 16 in all). */
Test(regs_1250_rtl, collisions_count_at_their_literal_addresses, .timeout = 60)
{
	static const char text[] =
	    "reg.write enable 0\nwait reg\n"
	    "reg.write frame_cfg MAX_FRAMESZ=1518|MIN_FRAMESZ=64|IFG_TX=20|IFG_THRSH=4\n"
	    "reg.write mac_cfg HDX_EN|SPEED_SEL=1|SS_EN|RETRY_EN|RET_DRPREQ_EN\nreg.write enable "
	    "RX_ENABLE|TX_ENABLE\nwait reg\nwait 8\n"
	    "link speed=100 duplex=half\n"
	    "wire.collision at=40 count=3\ntx.frame len=60\nwait 6000\nwait tx\n"
	    "wire.collision at=140\ntx.frame len=200\nwait 3000\nwait tx\n"
	    "reg.write frame_cfg MAX_FRAMESZ=1518|MIN_FRAMESZ=64|SLOT_SIZE=608|IFG_TX=20|IFG_THRSH=4\nwait reg\nwait 8\n" /* 24 clocks */
	    "wire.collision at=20 count=16\ntx.frame len=60\nwait 175000\nwait tx\n"
	    "tx.frame len=100\nwait tx\n";
	static const struct shown expected[] = {
		{ 0, 64 + 104 }, { 8 * 1, 3 + 1 + 16 }, { 8 * 2, 1 },
		{ 8 * 3, 1 },    { 8 * 4, 0 },          { 8 * 5, 2 },
		{ 8 * 7, 2 },    { 8 * 8, 2 },          { MAC_STATUS, 1ull << 44 | 1ull << 45 },
	};

	for (size_t d = 0; d < dut_count; d++)
		if (is_default(&dut_table[d]))
			check_shown(&dut_table[d], text, expected, COUNT_OF(expected));
}

/* A loaded counter goes on from the written value and wraps with the residue kept. The status then names the slot; a read clears the event only. */
Test(regs_1250_rtl, a_loaded_counter_wraps_and_the_status_names_it, .timeout = 60)
{
	static const char text[] =
	    "reg.write RX_GOOD 0xffffffff\nreg.write RX_BYTES 0xffffffffffffffc0\nreg.write TX_GOOD 5\nwait reg\n"
	    "rx.frame len=100\nwait rx\nwait 40\n"
	    "reg.read mac_status\ntx.frame len=60\nwait tx\n";
	static const struct shown expected[] = { { 8 * 20, 0 }, { 8 * 16, 36 }, { 8 * 8, 6 } };

	for (size_t d = 0; d < dut_count; d++) {
		const struct dut *dut = &dut_table[d];
		struct stimulus st = { 0 };
		struct stim_error error;
		struct recording r;
		char *whole = NULL;
		if (!is_default(dut))
			continue;
		check_shown(dut, text, expected, COUNT_OF(expected));
		cr_assert_geq(asprintf(&whole, "pausebench-stim 1\nsetup\n%sreg.read mac_status\n", text), 0);
		cr_assert_eq(read_text(&st, whole, strlen(whole), dut, &error), 0, "%u:%u: %s", error.line, error.column,
		             error.message);
		record(dut, &st, &r);
		cr_expect_eq(recorded_wide_read(&r, MAC_STATUS, 0), 1ull << 46 | 20ull << 47, "0x%" PRIX64,
		             recorded_wide_read(&r, MAC_STATUS, 0));
		cr_expect_eq(recorded_wide_read(&r, MAC_STATUS, 1), 20ull << 47, "0x%" PRIX64,
		             recorded_wide_read(&r, MAC_STATUS, 1));
		recording_release(&r);
		stimulus_release(&st);
		free(whole);
	}
}
