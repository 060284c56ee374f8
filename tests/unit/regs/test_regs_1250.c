/* SPDX-License-Identifier: Apache-2.0 */
/* The register page of the BCM1250 against literals typed from the documents, in the tables and in the files generated from them. */
#include "field_literals.h"
#include "regs_1250_literals.h"
#include "support.h"

#include "regs.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

static const struct field_literal fields[] = {
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

static const struct reg_page *page(void)
{
	const struct reg_page *page = reg_page_by_model("bcm1250");

	cr_assert_not_null(page);
	return page;
}

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
	check_fields(page(), fields, COUNT_OF(fields));
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
