/* SPDX-License-Identifier: Apache-2.0 */
/* The stored bits of a register page. doc/bcm5718.md 5. */
#include "registers.h"

#include <assert.h>
#include <string.h>

bool registers_init(struct registers *r, const struct reg_page *page)
{
	if (page->count > REGISTERS_MAX)
		return false;
	r->page = page;
	memset(r->row_of, REGISTERS_NONE, sizeof(r->row_of));
	for (size_t i = 0; i < page->count; i++)
		r->row_of[page->rows[i].address / 4] = (uint16_t)i; /* with words of 8 octets every second one */
	registers_reset(r);
	return true;
}

void registers_reset(struct registers *r)
{
	for (size_t i = 0; i < r->page->count; i++)
		r->value[i] = r->page->rows[i].reset;
}

unsigned registers_row(const struct registers *r, uint16_t address)
{
	return address % r->page->word_octets ? REGISTERS_NONE : r->row_of[address / 4];
}

unsigned registers_named(const struct registers *r, const char *name)
{
	const struct reg_row *row = reg_by_name(r->page, name);

	assert(row);
	return (unsigned)(row - r->page->rows);
}

uint64_t registers_write(struct registers *r, unsigned row, uint64_t value, uint8_t strobe)
{
	uint64_t bytes = 0, mask;

	for (uint32_t i = 0; i < r->page->word_octets; i++)
		if (strobe >> i & 1)
			bytes |= (uint64_t)0xFF << 8 * i;
	if (r->page->rows[row].kind == REG_RW) {
		mask = bytes & r->page->rows[row].write_mask;
		r->value[row] = (r->value[row] & ~mask) | (value & mask);
	}
	return value & bytes;
}
