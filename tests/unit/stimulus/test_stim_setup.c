/* SPDX-License-Identifier: Apache-2.0 */
/* What a set-up and a walk of the registers expand to. */
#include "stim_duts.h"
#include "support.h"

#include "part/phy.h"
#include "regs.h"

#include <criterion/criterion.h>

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
	static const struct dut preset = {
		.name = "preset", .phy = PHY_MII, .model = "bcm1250", .bcm1250 = { .rmon_preset = 40, .block_count = 255 }
	};
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

/* Each byte of each register is written alone, with the complement of what it has, and with other values in the bytes around it; an odd seed has the
 * complements. */
static void check_walk(const struct dut *on)
{
	const struct reg_page *page = reg_page_by_model(on->model);
	struct stimulus st, other;
	size_t at = 0;

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
			cr_assert_eq(item->u.reg.value, ~around[i].u.reg.value);
			for (size_t j = 0; j < page->count; j++)
				cr_assert(item[1 + j].kind == ITEM_REG_READ &&
				          item[1 + j].u.reg.address == page->rows[j].address);
			cr_assert_eq(item->u.reg.value, ~other.items[at].u.reg.value);
		}
	}
	cr_assert_eq(at, st.count);
	stimulus_release(&st);
	stimulus_release(&other);
}

/* Each address next to a register, by one bit, has one or is written and read once. */
static void check_holes(const struct dut *on)
{
	const struct reg_page *page = reg_page_by_model(on->model);
	struct stimulus st;
	unsigned visits[UINT16_MAX + 1] = { 0 };

	read_body_on(&st, "reg.holes\n", on);
	for (size_t i = 0; i < st.count; i += 2) {
		const struct item *write = &st.items[i], *read = write + 1;
		cr_assert(write->kind == ITEM_REG_WRITE && read->kind == ITEM_REG_READ);
		cr_assert_eq(write->u.reg.address, read->u.reg.address);
		cr_assert(write->u.reg.value == reg_mask(page) && write->u.reg.strobe == reg_strobe(page));
		cr_assert_null(reg_by_address(page, read->u.reg.address));
		visits[read->u.reg.address]++;
	}
	for (size_t i = 0; i < page->count; i++)
		for (unsigned bit = 0; bit < 16; bit++) {
			uint16_t address = (uint16_t)(page->rows[i].address ^ 1U << bit);
			cr_assert(reg_by_address(page, address) || visits[address] == 1, "%s: 0x%04x", on->name, address);
		}
	stimulus_release(&st);
}

Test(stim, holes_next_to_the_registers)
{
	check_holes(dut());
	check_holes(&ten_gigabit);
	check_holes(&other_ten_gigabit);
}

Test(stim, walk_of_the_registers)
{
	check_walk(dut());
	check_walk(&ten_gigabit);
	check_walk(&nibbles);
}
