/* SPDX-License-Identifier: Apache-2.0 */
/* The register pages as C tables. A row without a source does not compile. */
#include "regs.h"

#include <string.h>

/* First pass: every row must name its source. */
#define REG(name, offset, access, mask, reset, meaning, source) _Static_assert(sizeof(source) > 1, #name ": no source");
#define FIELD(reg, name, msb, lsb, meaning, source) _Static_assert(sizeof(source) > 1 && (msb) >= (lsb), #reg "." #name);
#define COUNTER(name, offset, dir, width, effect, full, meaning, source) \
	_Static_assert(sizeof(source) > 1 && (width) == 32, #name ": no source or width");
#define RESERVED(offset, meaning, source) _Static_assert(sizeof(source) > 1, #offset ": no source");
#include "bcm5718.def"
#undef REG
#undef FIELD
#undef COUNTER
#undef RESERVED

#define REG(name, offset, access, mask, reset, meaning, source) \
	{ #name, offset, REG_##access, mask, reset, COUNTER_HOST, COUNTER_WRAP, meaning, source },
#define FIELD(reg, name, msb, lsb, meaning, source)
#define COUNTER(name, offset, dir, width, effect, full, meaning, source) \
	{ #name, offset, REG_COUNTER, 0, 0, COUNTER_##dir, COUNTER_##full, meaning, source },
#define RESERVED(offset, meaning, source) { "", offset, REG_RESERVED, 0, 0, COUNTER_HOST, COUNTER_ZERO, meaning, source },
static const struct reg_row bcm5718_rows[] = {
#include "bcm5718.def"
};
#undef REG
#undef FIELD
#undef COUNTER
#undef RESERVED

#define REG(name, offset, access, mask, reset, meaning, source)
#define FIELD(reg, name, msb, lsb, meaning, source) { #reg, #name, msb, lsb, meaning, source },
#define COUNTER(name, offset, dir, width, effect, full, meaning, source)
#define RESERVED(offset, meaning, source)
static const struct reg_field bcm5718_fields[] = {
#include "bcm5718.def"
};
#undef REG
#undef FIELD
#undef COUNTER
#undef RESERVED

#define PAGE(model)                                                                                   \
	{                                                                                             \
#model, model##_rows, sizeof(model##_rows) / sizeof(model##_rows[0]), model##_fields, \
		    sizeof(model##_fields) / sizeof(model##_fields[0])                                \
	}
static const struct reg_page pages[] = {
	PAGE(bcm5718),
};

const struct reg_page *reg_page_by_model(const char *model)
{
	for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
		if (!strcmp(pages[i].model, model))
			return &pages[i];
	return NULL;
}

const struct reg_row *reg_by_name(const struct reg_page *page, const char *name)
{
	for (size_t i = 0; i < page->count; i++)
		if (page->rows[i].name[0] && !strcmp(page->rows[i].name, name))
			return &page->rows[i];
	return NULL;
}

const struct reg_row *reg_by_address(const struct reg_page *page, uint16_t address)
{
	for (size_t i = 0; i < page->count; i++)
		if (page->rows[i].address == address)
			return &page->rows[i];
	return NULL;
}

const struct reg_field *reg_field_by_name(const struct reg_page *page, const char *reg, const char *name)
{
	for (size_t i = 0; i < page->field_count; i++)
		if (!strcmp(page->fields[i].reg, reg) && !strcmp(page->fields[i].name, name))
			return &page->fields[i];
	return NULL;
}
