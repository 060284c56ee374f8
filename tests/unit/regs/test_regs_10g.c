/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of the 10 Gb/s devices against the literals of their documents. */
#include "regs_10g_literals.h"

#include <ctype.h>
#include <inttypes.h>

Test(regs_10g, every_register_has_its_literal_address_reset_value_and_bits)
{
	for (size_t n = 0; n < COUNT_OF(pages); n++)
		for (size_t i = 0; i < pages[n].register_count; i++) {
			const struct register_literal *reg = &pages[n].registers[i];
			const struct reg_row *row = reg_by_name(page_of(pages[n].model), reg->name);
			cr_expect_not_null(row, "%s is missing", reg->name);
			if (!row)
				continue;
			cr_expect_eq(row->address, reg->address, "%s: expected 0x%04X, actual 0x%04X", reg->name, reg->address,
			             row->address);
			cr_expect_eq(row->reset, reg->reset, "%s: reset expected 0x%08X, actual 0x%08" PRIX64, reg->name,
			             reg->reset, row->reset);
			cr_expect_eq(row->kind == REG_RW ? row->write_mask : 0, reg->writable,
			             "%s: writable expected 0x%08X, actual 0x%08" PRIX64, reg->name, reg->writable,
			             row->write_mask);
		}
}

Test(regs_10g, every_field_has_its_literal_bits)
{
	for (size_t n = 0; n < COUNT_OF(pages); n++)
		check_fields(page_of(pages[n].model), pages[n].fields, pages[n].field_count);
}

static void check_high(const struct page_literals *p, const struct counter_literal *literal, const struct reg_row *low)
{
	const struct reg_row *high = low + low->partner;
	char name[64];

	cr_expect_eq(low->partner, 1, "%s", literal->name);
	cr_expect(high->kind == REG_COUNTER_HIGH && high->partner == -1 && high->address == low->address + 4, "%s: 0x%04X %s",
	          literal->name, high->address, high->name);
	cr_expect(high->width == low->width && high->direction == low->direction && high->effect == low->effect &&
	              high->full == low->full,
	          "%s: its words differ", literal->name);
	/* GORCL and GORCH, tx_underflow_counter0 and 1, all others with _hi */
	snprintf(name, sizeof(name), "%s", literal->name);
	if (!strcmp(p->model, "i82598"))
		name[strlen(name) - 1] = 'H';
	else if (isdigit((unsigned char)name[strlen(name) - 1]))
		name[strlen(name) - 1] = '1';
	else
		strcat(name, "_hi");
	cr_expect_str_eq(high->name, name);
}

Test(regs_10g, every_counter_has_its_literal_address_and_width)
{
	for (size_t n = 0; n < COUNT_OF(pages); n++)
		for (size_t i = 0; i < pages[n].counter_count; i++) {
			const struct counter_literal *literal = &pages[n].counters[i];
			const struct reg_row *row = reg_by_address(page_of(pages[n].model), (uint16_t)(4 * literal->word));
			cr_expect_not_null(row, "word 0x%03X %s is missing", literal->word, literal->name);
			if (!row)
				continue;
			cr_expect_str_eq(row->name, literal->name, "word 0x%03X: expected %s, actual %s", literal->word,
			                 literal->name, row->name);
			cr_expect(row->kind == REG_COUNTER && row->width == literal->width, "%s: kind %d, %u bits", literal->name,
			          row->kind, row->width);
			cr_expect_eq(row->effect, pages[n].effect, "%s", literal->name);
			cr_expect(row->full == pages[n].full || row->full == COUNTER_ZERO, "%s: full %d", literal->name,
			          row->full);
			if (literal->width > 32)
				check_high(&pages[n], literal, row);
			else
				cr_expect_eq(row->partner, 0, "%s", literal->name);
		}
}

/* A receive counter is 0x80 words after its transmit counter if both exist. The clear registers work by direction, so the direction must be right. */
Test(regs_10g, counters_of_the_statistics_block_have_their_direction)
{
	const struct reg_page *page = page_of("ll10g");
	size_t count[3] = { 0 };

	for (size_t i = 0; i < page->count; i++) {
		const struct reg_row *row = &page->rows[i], *twin;
		char name[64];
		if (row->kind != REG_COUNTER)
			continue;
		count[row->direction]++;
		if (row->address < 0x500) {
			cr_expect_eq(row->direction, COUNTER_HOST, "%s", row->name);
			continue;
		}
		cr_expect_eq(row->direction, row->address < 0x700 ? COUNTER_TX : COUNTER_RX, "%s", row->name);
		if (row->direction == COUNTER_RX)
			continue;
		snprintf(name, sizeof(name), "rx%s", row->name + 2);
		twin = reg_by_name(page, name);
		cr_assert_not_null(twin, "%s", name);
		cr_expect_eq(twin->address, row->address + 4 * 0x80, "%s", name);
	}
	cr_expect(count[COUNTER_TX] == 26 && count[COUNTER_RX] == 30 && count[COUNTER_HOST] == 3, "%zu, %zu, %zu",
	          count[COUNTER_TX], count[COUNTER_RX], count[COUNTER_HOST]);
}

Test(regs_10g, exactly_the_words_of_the_documents_are_mapped)
{
	for (size_t n = 0; n < COUNT_OF(pages); n++) {
		const struct reg_page *page = page_of(pages[n].model);
		bool mapped[0x4000] = { false };
		size_t count = mapped_words(&pages[n], mapped);
		cr_expect_eq(page->count, count, "%s: %zu rows, %zu literals", page->model, page->count, count);
		for (size_t i = 0; i < page->count; i++)
			cr_expect(mapped[page->rows[i].address / 4], "%s: 0x%04X %s has no literal", page->model,
			          page->rows[i].address, page->rows[i].name);
		for (size_t i = 0; i < pages[n].hole_count; i++) {
			const struct reg_row *row = reg_by_address(page, (uint16_t)(4 * pages[n].holes[i]));
			cr_expect(row && row->kind == REG_RESERVED && !row->name[0], "word 0x%03X", pages[n].holes[i]);
		}
	}
	for (uint16_t address = 0x500; address <= 0x5FC; address += 4) {
		cr_expect_not_null(reg_by_address(page_of("ll10g"), address), "0x%04X", address);
		cr_expect_not_null(reg_by_address(page_of("ll10g"), address + 0x200), "0x%04X", address + 0x200);
	}
}

Test(regs_pages, every_dut_has_a_page)
{
	for (size_t d = 0; d < dut_count; d++)
		cr_expect(literals_of(dut_table[d].model) || !strncmp(dut_table[d].model, "bcm", 3),
		          "%s: no literals for the page %s", dut_table[d].name, dut_table[d].model);
}
