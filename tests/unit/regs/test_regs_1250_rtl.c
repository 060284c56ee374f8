/* SPDX-License-Identifier: Apache-2.0 */
/* The registers and counters of the BCM1250's RTL against literals typed from the documents. */
#include "answers.h"
#include "regs_1250_literals.h"
#include "strobes.h"
#include "support.h"

#include "regs.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

Test(regs_1250_rtl, reset_values_are_read)
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

Test(regs_1250_rtl, exactly_the_mapped_addresses_answer)
{
	bool mapped[ADDRESSES];

	for (uint32_t address = 0; address < ADDRESSES; address++)
		mapped[address] = is_mapped(address);
	for (size_t d = 0; d < dut_count; d++)
		if (has_page(&dut_table[d]))
			check_answers(&dut_table[d], mapped, COUNT_OF(registers) + SLOTS);
}

/* Writes ones and zeros to every bit of every register, one register after the other, with a reset between them. */
Test(regs_1250_rtl, exactly_the_writable_bits_keep_what_is_written)
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
/* Of every register, by every strobe: each bit that keeps what is written is changed by its own octet's strobe and by no other. */
Test(regs_1250_rtl, strobes_select_octets_of_every_register)
{
	for (size_t d = 0; d < dut_count; d++) {
		struct stimulus st = { .seed = 15 };
		struct recording r;
		if (!has_page(&dut_table[d]))
			continue;
		for (size_t i = 0; i < COUNT_OF(registers); i++)
			if (registers[i].writable)
				put_strobed(&st, registers[i].address, registers[i].writable, 8);
		record(&dut_table[d], &st, &r);
		for (size_t i = 0; i < COUNT_OF(registers); i++)
			if (registers[i].writable)
				check_strobed(&dut_table[d], &r, registers[i].name, registers[i].address, registers[i].writable,
				              8, 0, pin_of(&registers[i]));
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* RMON slots of both widths, and a reserved one. */
Test(regs_1250_rtl, strobes_select_octets_of_slots)
{
	static const struct {
		uint16_t address;
		uint64_t mask;
	} cases[] = { { 0, UINT64_MAX }, { 8 * 16, UINT64_MAX }, { 8 * 20, UINT32_MAX }, { 8 * 31, UINT32_MAX } };
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
	size_t count, other = 0;
	const struct parameter *parameters = parameters_of(dut->model, &count);

	for (size_t i = 0; i < count; i++)
		other += dut->parameter[i] != parameters[i].value;
	return has_page(dut) && !other;
}

/* An errored frame is counted in the slot of its error and in RX_BAD only, a good one in RX_GOOD, RX_BYTES and the slot of its address (UM100CB p.275,
 * p.288). */
Test(regs_1250_rtl, every_receive_slot_counts_at_its_literal_address)
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
Test(regs_1250_rtl, every_transmit_slot_counts_at_its_literal_address)
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
Test(regs_1250_rtl, collisions_count_at_their_literal_addresses)
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
Test(regs_1250_rtl, a_loaded_counter_wraps_and_the_status_names_it)
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
