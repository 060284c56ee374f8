/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of the RTL of the 10 Gb/s devices against the literals of their documents. */
#include "answers.h"
#include "regs_10g_literals.h"
#include "strobes.h"

#include <inttypes.h>

/* Returns whether the counters of a row begin near their end. */
static bool counters_preset(const struct dut *dut)
{
	return dut_param(dut, "StatPreset") || (parameter_by_name(dut->model, "OctetPreset") && dut_param(dut, "OctetPreset"));
}

Test(regs_10g_rtl, reset_values_are_read)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct page_literals *p = literals_of(dut_table[d].model);
		struct stimulus st = { .seed = 11 };
		struct recording r;
		if (!p)
			continue;
		for (size_t i = 0; i < p->register_count; i++)
			put_read(&st, p->registers[i].address);
		for (size_t i = 0; i < p->hole_count; i++)
			put_read(&st, (uint16_t)(4 * p->holes[i]));
		for (size_t i = 0; i < p->counter_count; i++)
			put_read(&st, (uint16_t)(4 * p->counters[i].word));
		record(&dut_table[d], &st, &r);
		for (size_t i = 0; i < p->register_count; i++)
			cr_expect_eq(recorded_read(&r, p->registers[i].address, 0), p->registers[i].reset,
			             "dut %s seed 11: 0x%04X %s expected 0x%08X, actual 0x%08X", dut_table[d].name,
			             p->registers[i].address, p->registers[i].name, p->registers[i].reset,
			             recorded_read(&r, p->registers[i].address, 0));
		for (size_t i = 0; i < p->hole_count; i++)
			cr_expect_eq(recorded_read(&r, (uint16_t)(4 * p->holes[i]), 0), 0, "dut %s: word 0x%03X",
			             dut_table[d].name, p->holes[i]);
		for (size_t i = 0; i < p->counter_count && !counters_preset(&dut_table[d]); i++)
			cr_expect_eq(recorded_read(&r, (uint16_t)(4 * p->counters[i].word), 0), 0, "dut %s: %s",
			             dut_table[d].name, p->counters[i].name);
		recording_release(&r);
		stimulus_release(&st);
	}
}

Test(regs_10g_rtl, exactly_the_mapped_addresses_answer)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct page_literals *p = literals_of(dut_table[d].model);
		bool words[ADDRESSES / 4] = { false }, mapped[ADDRESSES] = { false };
		size_t count;
		if (!p)
			continue;
		count = mapped_words(p, words);
		for (size_t word = 0; word < COUNT_OF(words); word++)
			mapped[4 * word] = words[word];
		check_answers(&dut_table[d], mapped, count);
	}
}

/* Writes ones and zeros to every bit of every register, one register after the other, with a reset between them. */
Test(regs_10g_rtl, exactly_the_writable_bits_keep_what_is_written)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct page_literals *p = literals_of(dut_table[d].model);
		struct stimulus st = { .seed = 14 };
		struct recording r;
		if (!p)
			continue;
		for (size_t i = 0; i < p->register_count; i++) {
			for (int ones = 1; ones >= 0; ones--) {
				put_write(&st, p->registers[i].address, ones ? 0xFFFFFFFF : 0);
				put_settle(&st);
				put_read(&st, p->registers[i].address);
			}
			put_settle(&st);
			put_plain(&st, ITEM_RESET);
			put_wait(&st, WAIT_CYCLES, 16);
		}
		record(&dut_table[d], &st, &r);
		for (size_t i = 0; i < p->register_count; i++) {
			const struct register_literal *reg = &p->registers[i];
			/* a state that software may set and that hardware clears */
			uint32_t state = !strcmp(reg->name, "TFCS"), fixed = reg->reset & ~reg->writable;
			uint32_t ones = recorded_read(&r, reg->address, 0), zeros = recorded_read(&r, reg->address, 1);
			cr_expect_eq(ones, reg->writable | fixed | state,
			             "dut %s seed 14: %s: ones written, expected 0x%08X, actual 0x%08X", dut_table[d].name,
			             reg->name, reg->writable | fixed | state, ones);
			cr_expect_eq(zeros, fixed, "dut %s seed 14: %s: zeros written, expected 0x%08X, actual 0x%08X",
			             dut_table[d].name, reg->name, fixed, zeros);
		}
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* Writes to words that keep nothing change nothing; writes to unmapped addresses are errors. */
Test(regs_10g_rtl, writes_to_counters_holes_and_unmapped_words_change_nothing)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct dut *dut = &dut_table[d];
		const struct page_literals *p = literals_of(dut->model);
		bool mapped[0x4000] = { false };
		struct stimulus st = { .seed = 13 };
		struct recording r;
		if (!p)
			continue;
		mapped_words(p, mapped);
		for (uint32_t word = 0; word < 0x4000; word++) {
			const struct reg_row *row = reg_by_address(page_of(p->model), (uint16_t)(4 * word));
			if (!row || row->kind == REG_COUNTER || row->kind == REG_COUNTER_HIGH || row->kind == REG_RESERVED)
				put_write(&st, (uint16_t)(4 * word), 0xFFFFFFFF);
		}
		put_write(&st, 0x3002, 0xFFFFFFFF);
		for (size_t i = 0; i < p->register_count; i++)
			put_read(&st, p->registers[i].address);
		for (size_t i = 0; i < p->counter_count; i++)
			put_read(&st, (uint16_t)(4 * p->counters[i].word));
		record(dut, &st, &r);
		for (size_t i = 0; i < r.count; i++)
			if (r.events[i].kind == EVENT_REG_WRITE)
				cr_expect_eq(r.events[i].error, r.events[i].address % 4 || !mapped[r.events[i].address / 4],
				             "dut %s: 0x%04X", dut->name, r.events[i].address);
		for (size_t i = 0; i < p->register_count; i++)
			cr_expect_eq(recorded_read(&r, p->registers[i].address, 0), p->registers[i].reset, "dut %s: %s",
			             dut->name, p->registers[i].name);
		for (size_t i = 0; i < p->counter_count && !counters_preset(dut); i++)
			cr_expect_eq(recorded_read(&r, (uint16_t)(4 * p->counters[i].word), 0), 0, "dut %s: %s", dut->name,
			             p->counters[i].name);
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* Of every register, by every strobe: each bit that keeps what is written is changed by its own octet's strobe and by no other. */
Test(regs_10g_rtl, strobes_select_octets)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct page_literals *p = literals_of(dut_table[d].model);
		struct stimulus st = { .seed = 15 };
		struct recording r;
		if (!p)
			continue;
		for (size_t i = 0; i < p->register_count; i++)
			put_strobed(&st, p->registers[i].address, p->registers[i].writable, 4);
		record(&dut_table[d], &st, &r);
		for (size_t i = 0; i < p->register_count; i++)
			if (p->registers[i].writable)
				check_strobed(&dut_table[d], &r, p->registers[i].name, p->registers[i].address,
				              p->registers[i].writable, 4, p->registers[i].reset & ~p->registers[i].writable, 0);
		recording_release(&r);
		stimulus_release(&st);
	}
}
