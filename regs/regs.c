/* SPDX-License-Identifier: Apache-2.0 */
/* The register pages as C tables. A row without a source does not compile. */
#include "regs.h"

#include "parameters.h"

#include <stdio.h>
#include <string.h>

/* First pass: every row must name its source and be possible. */
#define DEVICE_BEGIN(model)
#define DEVICE_END(model)
#define BUS_OCTETS(octets)
#define COUNTERS_WITHIN(ns, source) _Static_assert((ns) > 0 && sizeof(source) > 1, "COUNTERS_WITHIN: no source");
#define LEVEL(unit)
#define STORED_BY_RTL(reg)
#define AT(offset, source) \
	_Static_assert(sizeof(source) > 1 && (offset) % 4 == 0 && (offset) < 0x10000, #offset ": no source or word");
#define REG(name, offset, access, mask, reset, meaning, source) AT(offset, source)
#define FIELD(reg, name, msb, lsb, meaning, source) \
	_Static_assert(sizeof(source) > 1 && (msb) >= (lsb) && (msb) < 64, #reg "." #name ": no source or bits");
#define COUNTER(name, offset, dir, width, effect, full, meaning, source) \
	AT(offset, source) _Static_assert((width) == 32 || (width) == 64, #name ": one word has 32 or 64 bits");
#define COUNTER_PAIR(low, high, offset, dir, width, effect, full, meaning, source) \
	AT(offset, source) _Static_assert((width) > 32 && (width) <= 64, #low ": two words have 33 to 64 bits");
#define RESERVED(offset, meaning, source) AT(offset, source)
#include "each/registers.def"
#undef REG
#undef FIELD
#undef COUNTER
#undef COUNTER_PAIR
#undef RESERVED
#undef AT
#undef COUNTERS_WITHIN
#define COUNTERS_WITHIN(ns, source)

/* clang-format off */
#define DEVICE_BEGIN(model) static const struct reg_row model##_rows[] = {
#define DEVICE_END(model) };
/* clang-format on */
#define REG(name_, offset, access, mask, reset_, meaning_, source_) \
	{ .name = #name_,                                           \
	  .address = offset,                                        \
	  .kind = REG_##access,                                     \
	  .write_mask = mask,                                       \
	  .reset = reset_,                                          \
	  .direction = COUNTER_HOST,                                \
	  .meaning = meaning_,                                      \
	  .source = source_ },
#define FIELD(reg, name, msb, lsb, meaning, source)
#define COUNTER_ROW(name_, offset, kind_, dir, width_, effect_, full_, partner_, meaning_, source_) \
	{ .name = #name_,                                                                           \
	  .address = offset,                                                                        \
	  .kind = kind_,                                                                            \
	  .write_mask = COUNTER_##effect_ == COUNTER_LOAD ? UINT64_MAX >> (64 - (width_)) : 0,      \
	  .direction = COUNTER_##dir,                                                               \
	  .effect = COUNTER_##effect_,                                                              \
	  .full = COUNTER_##full_,                                                                  \
	  .width = width_,                                                                          \
	  .partner = partner_,                                                                      \
	  .meaning = meaning_,                                                                      \
	  .source = source_ },
#define COUNTER(name, offset, dir, width, effect, full, meaning, source) \
	COUNTER_ROW(name, offset, REG_COUNTER, dir, width, effect, full, 0, meaning, source)
#define COUNTER_PAIR(low, high, offset, dir, width, effect, full, meaning, source)          \
	COUNTER_ROW(low, offset, REG_COUNTER, dir, width, effect, full, 1, meaning, source) \
	COUNTER_ROW(high, (offset) + 4, REG_COUNTER_HIGH, dir, width, effect, full, -1, "high word of " #low, source)
#define RESERVED(offset, meaning_, source_) \
	{ .name = "",                       \
	  .address = offset,                \
	  .kind = REG_RESERVED,             \
	  .direction = COUNTER_HOST,        \
	  .full = COUNTER_ZERO,             \
	  .meaning = meaning_,              \
	  .source = source_ },
#include "each/registers.def"
#undef REG
#undef FIELD
#undef COUNTER
#undef COUNTER_PAIR
#undef COUNTER_ROW
#undef RESERVED

/* clang-format off */
#define DEVICE_BEGIN(model) static const struct reg_field model##_fields[] = {
#define DEVICE_END(model) };
/* clang-format on */
#define REG(name, offset, access, mask, reset, meaning, source)
#define FIELD(reg, name, msb, lsb, meaning, source) { #reg, #name, msb, lsb, meaning, source },
#define COUNTER(name, offset, dir, width, effect, full, meaning, source)
#define COUNTER_PAIR(low, high, offset, dir, width, effect, full, meaning, source)
#define RESERVED(offset, meaning, source)
#include "each/registers.def"
#undef REG
#undef FIELD
#undef COUNTER
#undef COUNTER_PAIR
#undef RESERVED

#undef BUS_OCTETS
/* clang-format off */
#define DEVICE_BEGIN(model) enum { model##_word_octets =
#define DEVICE_END(model) };
/* clang-format on */
#define BUS_OCTETS(octets) octets
#define REG(name, offset, access, mask, reset, meaning, source)
#define FIELD(reg, name, msb, lsb, meaning, source)
#define COUNTER(name, offset, dir, width, effect, full, meaning, source)
#define COUNTER_PAIR(low, high, offset, dir, width, effect, full, meaning, source)
#define RESERVED(offset, meaning, source)
#include "each/registers.def"
#undef BUS_OCTETS
#undef LEVEL

/* clang-format off */
#define DEVICE_BEGIN(model) static const char *const model##_level =
#define DEVICE_END(model) ;
/* clang-format on */
#define BUS_OCTETS(octets)
#define LEVEL(unit) unit
#include "each/registers.def"

#undef BUS_OCTETS
#undef LEVEL
#undef COUNTERS_WITHIN
/* clang-format off */
#define DEVICE_BEGIN(model) enum { model##_counters_within = 0
#define DEVICE_END(model) };
/* clang-format on */
#define BUS_OCTETS(octets)
#define LEVEL(unit)
#define COUNTERS_WITHIN(ns, source) +(ns)
#include "each/registers.def"

/* A row without a source does not compile. */
/* clang-format off */
#define DEVICE_BEGIN(model) static const struct parameter model##_parameters[] = {
#define DEVICE_END(model) };
/* clang-format on */
#define PARAMETER_ROW(name_, field_, value_, least_, most_, reading_, meaning_, source_) \
	{ .name = #name_,                                                                \
	  .field = #field_,                                                              \
	  .reading = reading_,                                                           \
	  .value = (value_) + 0 * sizeof(char[sizeof(source_) > 1 ? 1 : -1]),            \
	  .least = least_,                                                               \
	  .most = most_,                                                                 \
	  .meaning = meaning_,                                                           \
	  .source = source_ },
#define PARAMETER(name, field, value, least, most, meaning, source) \
	PARAMETER_ROW(name, field, value, least, most, false, meaning, source)
#define READING(name, field, value, meaning, source) PARAMETER_ROW(name, field, value, 0, 1, true, meaning, source)
#include "each/parameters.def"

#define COUNT(table) (sizeof(table) / sizeof(table[0]))
#define DEVICE(model) _Static_assert(COUNT(model##_parameters) <= PARAMETERS_MAX, #model ": more parameters than PARAMETERS_MAX");
#include "devices.def"

#define DEVICE(device)                                    \
	{ .model = #device,                               \
	  .rows = device##_rows,                          \
	  .count = COUNT(device##_rows),                  \
	  .word_octets = device##_word_octets,            \
	  .counters_within_ns = device##_counters_within, \
	  .level = device##_level,                        \
	  .fields = device##_fields,                      \
	  .field_count = COUNT(device##_fields),          \
	  .parameters = device##_parameters,              \
	  .parameter_count = COUNT(device##_parameters) },
static const struct reg_page pages[] = {
#include "devices.def"
};

const struct reg_page *reg_page_by_model(const char *model)
{
	for (size_t i = 0; i < COUNT(pages); i++)
		if (!strcmp(pages[i].model, model))
			return &pages[i];
	return NULL;
}

const char *reg_model_with(const char *name)
{
	for (size_t i = 0; i < COUNT(pages); i++)
		if (reg_by_name(&pages[i], name))
			return pages[i].model;
	return NULL;
}

const struct parameter *parameters_of(const char *model, size_t *ret_count)
{
	const struct reg_page *page = reg_page_by_model(model);

	*ret_count = page ? page->parameter_count : 0;
	return page ? page->parameters : NULL;
}

const struct parameter *parameter_by_name(const char *model, const char *name)
{
	size_t count;
	const struct parameter *parameters = parameters_of(model, &count);

	for (size_t i = 0; i < count; i++)
		if (!strcmp(parameters[i].name, name))
			return &parameters[i];
	return NULL;
}

unsigned reading_bit(const struct parameter *parameters, const struct parameter *reading)
{
	unsigned bit = 0;

	for (; parameters < reading; parameters++)
		bit += parameters->reading;
	return bit;
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

uint64_t reg_field_mask(const struct reg_field *field)
{
	return UINT64_MAX >> (63 - (field->msb - field->lsb)) << field->lsb;
}

const char *reg_no_function(const char *meaning)
{
	static const char *const words[] = { "(storage: ", "(reads 0: " };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		const char *found = strstr(meaning, words[i]);
		if (found)
			return found + 1;
	}
	return NULL;
}

uint64_t reg_spare_bits(const struct reg_page *page, const struct reg_row *row)
{
	uint64_t spare = row->write_mask;
	size_t fields = 0;

	for (size_t i = 0; i < page->field_count; i++) {
		if (strcmp(page->fields[i].reg, row->name))
			continue;
		spare &= ~reg_field_mask(&page->fields[i]);
		fields++;
	}
	return fields ? spare : 0;
}

const char *reg_no_function_count(const struct reg_page *page, char *ret, size_t size)
{
	size_t counters = 0, zero = 0, registers = 0, without = 0, reserved = 0;

	for (size_t i = 0; i < page->count; i++) {
		const struct reg_row *row = &page->rows[i];
		if (row->kind == REG_COUNTER) {
			counters++;
			zero += row->full == COUNTER_ZERO;
		} else if (row->kind == REG_RESERVED) {
			reserved++;
		} else if (row->kind != REG_COUNTER_HIGH) {
			registers++;
			without += !!reg_no_function(row->meaning);
		}
	}
	snprintf(
	    ret, size,
	    "%zu of %zu counters read 0 in this part; %zu of %zu other registers are storage or read 0; %zu words are reserved",
	    zero, counters, without, registers, reserved);
	return ret;
}

uint64_t reg_mask(const struct reg_page *page)
{
	return UINT64_MAX >> (64 - 8 * page->word_octets);
}

uint8_t reg_strobe(const struct reg_page *page)
{
	return (uint8_t)((1u << page->word_octets) - 1);
}

uint64_t reg_bytes(uint8_t strobe)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < 8; i++)
		bits |= strobe >> i & 1 ? UINT64_C(0xFF) << 8 * i : 0;
	return bits;
}
