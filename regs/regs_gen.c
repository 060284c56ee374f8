/* SPDX-License-Identifier: Apache-2.0 */
/* Build-time generator: register pages and records -> Verilog header; register pages -> storage in Verilog, documentation page. */
#include "parameters.h"
#include "regs.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void upper(const char *in, char *out)
{
	while ((*out++ = (char)toupper((unsigned char)*in++)))
		;
}

static const char *const direction_names[] = { "TX", "RX", "HOST" };
static const char *const effect_names[] = { "cleared by a read", "kept", "loaded by a write" };
static const char *const full_names[] = { "wraps", "stays 0", "sticks" };

static void print_counters(const struct reg_page *page, const char *prefix)
{
	size_t index = 0, per_direction[3] = { 0, 0, 0 };

	for (size_t i = 0; i < page->count; i++) {
		const struct reg_row *row = &page->rows[i];
		if (row->kind == REG_COUNTER_HIGH)
			printf("`define %s_CNT_%s_ADDR 16'h%04X\n", prefix, row->name, row->address);
		if (row->kind != REG_COUNTER)
			continue;
		printf("`define %s_CNT_%s %zu\n`define %s_CNT_%s_ADDR 16'h%04X\n`define %s_CNT_%s_WIDTH %u\n", prefix, row->name,
		       index++, prefix, row->name, row->address, prefix, row->name, row->width);
		per_direction[row->direction]++;
	}
	printf("`define %s_CNT_COUNT %zu\n", prefix, index);
	for (size_t d = 0; d < 3; d++)
		printf("`define %s_CNT_%s_COUNT %zu\n", prefix, direction_names[d], per_direction[d]);
}

static int word_digits(const struct reg_page *page)
{
	return (int)(2 * page->word_octets);
}

static void print_constant(const struct reg_page *page, const char *prefix, const char *name, const char *what, uint64_t value)
{
	printf("`define %s_%s_%s %u'h%0*" PRIX64 "\n", prefix, name, what, 8 * page->word_octets, word_digits(page), value);
}

/* ---- the case statements of addresses in the RTL ---- */

static void lower(const char *in, char *out)
{
	while ((*out++ = (char)tolower((unsigned char)*in++)))
		;
}

static bool is_register(const struct reg_row *row)
{
	return row->kind == REG_RW || row->kind == REG_RO || row->kind == REG_W1C;
}

/* Counts FIELDs of the register; with UNSTORED those alone that have a bit outside of its write mask. */
static size_t count_fields(const struct reg_page *page, const struct reg_row *row, bool unstored)
{
	size_t count = 0;

	for (size_t i = 0; i < page->field_count; i++)
		count += !strcmp(page->fields[i].reg, row->name) &&
		         (!unstored || (reg_field_mask(&page->fields[i]) & ~row->write_mask));
	return count;
}

/* Prints the signal that a read of a register returns. A register that is stored as it is written reads <name>_q. A register that stores
 * nothing and has no field reads a constant. For any other register the RTL gives the value itself, as <name>_read. */
static void print_value(const struct reg_page *page, const char *prefix, const struct reg_row *row)
{
	char name[64];

	lower(row->name, name);
	if (!row->write_mask && !count_fields(page, row, false))
		printf("`%s_%s_RESET", prefix, row->name);
	else if (row->kind == REG_RW && !count_fields(page, row, true))
		printf("%s_q", name);
	else
		printf("%s_read", name);
}

static void print_read_registers(const struct reg_page *page, const char *prefix)
{
	printf("`define %s_READ_REGISTERS(value)", prefix);
	for (size_t i = 0; i < page->count; i++) {
		const struct reg_row *row = &page->rows[i];
		if (!is_register(row))
			continue;
		printf(" \\\n  `%s_%s_ADDR: value = ", prefix, row->name);
		print_value(page, prefix, row);
		printf(";");
	}
	printf("\n");
}

/* Prints the case statement that gives the number of the counter that has a word at an address. */
static void print_counter_indices(const struct reg_page *page, const char *prefix)
{
	printf("`define %s_COUNTER_INDICES(index)", prefix);
	for (size_t i = 0; i < page->count; i++) {
		const struct reg_row *row = &page->rows[i];
		if (row->kind != REG_COUNTER && row->kind != REG_COUNTER_HIGH)
			continue;
		printf(" \\\n  `%s_CNT_%s_ADDR: index = `%s_CNT_%s;", prefix, row->name, prefix,
		       row->kind == REG_COUNTER ? row->name : row[row->partner].name);
	}
	printf("\n");
}

static void print_padded(const struct reg_page *page, const struct reg_row *row, const char *value)
{
	unsigned bits = 8 * page->word_octets;

	if (row->width < bits)
		printf("{%u'd0, %s}", bits - row->width, value);
	else
		printf("%s", value);
}

/* Prints the condition that an address is that of a high word. */
static void print_is_high(const struct reg_page *page, const char *prefix)
{
	const char *separator = "";

	printf("`define %s_IS_COUNTER_HIGH(a) (", prefix);
	for (size_t i = 0; i < page->count; i++) {
		if (page->rows[i].kind != REG_COUNTER_HIGH)
			continue;
		printf("%s(a) == `%s_CNT_%s_ADDR", separator, prefix, page->rows[i].name);
		separator = " || ";
	}
	printf("%s)\n", *separator ? "" : "1'b0");
}

/* Prints the case statement that reads the counters of one word that count: by number from ARRAY[number].MEMBER, or by address from
 * ARRAY[address / STEP].MEMBER. */
static void print_counter_words(const struct reg_page *page, const char *prefix, bool by_address)
{
	char element[160];

	printf("`define %s_COUNTER_WORDS%s(data, array, member%s)", prefix, by_address ? "_AT" : "", by_address ? ", step" : "");
	for (size_t i = 0; i < page->count; i++) {
		const struct reg_row *row = &page->rows[i];
		if (row->kind != REG_COUNTER || row->partner || row->full == COUNTER_ZERO)
			continue;
		snprintf(element, sizeof(element), "array[`%s_CNT_%s%s].member", prefix, row->name,
		         by_address ? "_ADDR / step" : "");
		printf(" \\\n  `%s_CNT_%s%s: data = ", prefix, row->name, by_address ? "_ADDR" : "");
		print_padded(page, row, element);
		printf(";");
	}
	printf("\n");
}

struct record_field {
	const char *port, *name;
	int msb, lsb;
};
static const struct record_field record_fields[] = {
#define RECORD_FIELD(port, name, msb, lsb, meaning) { #port, #name, msb, lsb },
#include "records.def"
};
enum { RECORD_FIELDS = sizeof(record_fields) / sizeof(record_fields[0]), RECORD_BITS = 32 };

static void print_gap(int from, int to)
{
	if (from > to)
		printf("%d'd0, ", from - to);
}

/* Prints the macro that puts the record of PORT together from its fields, the highest first. */
static void print_record(const char *port)
{
	const char *separator = "";
	int bit = RECORD_BITS;

	printf("`define %s_RECORD(", port);
	for (size_t i = 0; i < RECORD_FIELDS; i++) {
		if (strcmp(record_fields[i].port, port))
			continue;
		printf("%s%s", separator, record_fields[i].name);
		separator = ", ";
	}
	printf(") {");
	separator = "";
	for (size_t i = 0; i < RECORD_FIELDS; i++) {
		const struct record_field *field = &record_fields[i];
		if (strcmp(field->port, port))
			continue;
		printf("%s", separator);
		print_gap(bit, field->msb + 1);
		printf("%s", field->name);
		bit = field->lsb;
		separator = ", ";
	}
	printf("}\n");
}

/* The port of a row whose runs choose their readings, and the wires of the readings, cfg_ with the name of the field. */
static void print_readings(const struct reg_page *page, const char *prefix)
{
	printf("`ifdef CAP_READINGS\n`define %s_READING_PORT input wire [31:0] turned_readings,\n`define %s_TURNED\n`else\n"
	       "`define %s_READING_PORT\n`define %s_TURNED wire [31:0] turned_readings = 32'd0;\n`endif\n",
	       prefix, prefix, prefix, prefix);
	printf("`define %s_READING_WIRES `%s_TURNED wire unused_readings = &{1'b0, turned_readings};", prefix, prefix);
	for (size_t i = 0; i < page->parameter_count; i++) {
		const struct parameter *reading = &page->parameters[i];
		if (reading->reading)
			printf(" \\\n  wire cfg_%s = (%s != 0) ^ turned_readings[%u];", reading->field, reading->name,
			       reading_bit(page->parameters, reading));
	}
	printf("\n");
}

static void print_verilog(const struct reg_page *page)
{
	char prefix[32];
	const char *separator = "";

	upper(page->model, prefix);
	printf("// Generated from regs/%s/registers.def\n`ifndef %s_REGS_VH\n`define %s_REGS_VH\n", page->model, prefix, prefix);
	for (size_t i = 0; i < page->count; i++) {
		const struct reg_row *row = &page->rows[i];
		if (row->kind == REG_COUNTER || row->kind == REG_COUNTER_HIGH || row->kind == REG_RESERVED)
			continue;
		printf("`define %s_%s_ADDR 16'h%04X\n", prefix, row->name, row->address);
		print_constant(page, prefix, row->name, "MASK", row->write_mask);
		print_constant(page, prefix, row->name, "RESET", row->reset);
	}
	for (size_t i = 0; i < page->field_count; i++) {
		const struct reg_field *field = &page->fields[i];
		printf("`define %s_%s_%s %d\n`define %s_%s_%s_WIDTH %d\n", prefix, field->reg, field->name, field->lsb, prefix,
		       field->reg, field->name, field->msb - field->lsb + 1);
	}
	print_counters(page, prefix);
	printf("`define %s_IS_RESERVED(a) (", prefix);
	for (size_t i = 0; i < page->count; i++) {
		if (page->rows[i].kind != REG_RESERVED)
			continue;
		printf("%s(a) == 16'h%04X", separator, page->rows[i].address);
		separator = " || ";
	}
	printf("%s)\n", *separator ? "" : "1'b0");
	print_read_registers(page, prefix);
	print_counter_indices(page, prefix);
	print_is_high(page, prefix);
	print_counter_words(page, prefix, false);
	print_counter_words(page, prefix, true);
	print_record("RX");
	print_record("TX");
	print_readings(page, prefix);
	printf("`endif\n");
}

/* ---- the registers that are stored as they are written ---- */

struct own_storage {
	const char *model, *name;
};
/* Registers that the RTL stores itself. */
static const struct own_storage own_storage[] = {
#define DEVICE_BEGIN(model_) { .model = #model_ },
#define STORED_BY_RTL(reg) { .name = #reg },
#define DEVICE_END(model)
#define BUS_OCTETS(octets)
#define COUNTERS_WITHIN(ns, source)
#define LEVEL(unit)
#define REG(name, offset, access, mask, reset, meaning, source)
#define FIELD(reg, name, msb, lsb, meaning, source)
#define COUNTER(name, offset, dir, width, effect, full, meaning, source)
#define COUNTER_PAIR(low, high, offset, dir, width, effect, full, meaning, source)
#define RESERVED(offset, meaning, source)
#include "each/registers.def"
};

static bool is_stored(const struct reg_page *page, const struct reg_row *row)
{
	bool here = false;

	for (size_t i = 0; i < sizeof(own_storage) / sizeof(own_storage[0]); i++) {
		if (own_storage[i].model)
			here = !strcmp(own_storage[i].model, page->model);
		else if (here && !strcmp(own_storage[i].name, row->name))
			return false;
	}
	return row->kind == REG_RW && row->write_mask;
}

/* Calls PRINT for each register that is stored as it is written, with its name in lower case. */
static void each_stored(const struct reg_page *page, const char *prefix,
                        void print(const struct reg_page *page, const char *prefix, const char *name, const char *lower_name))
{
	char lower_name[64];

	for (size_t i = 0; i < page->count; i++) {
		if (!is_stored(page, &page->rows[i]))
			continue;
		lower(page->rows[i].name, lower_name);
		print(page, prefix, page->rows[i].name, lower_name);
	}
}

static void print_declaration(const struct reg_page *page, const char *prefix, const char *name, const char *lower_name)
{
	(void)prefix;
	(void)name;
	printf("  reg [%u:0] %s_q;\n", 8 * page->word_octets - 1, lower_name);
}

static void print_reset(const struct reg_page *page, const char *prefix, const char *name, const char *lower_name)
{
	(void)page;
	printf("      %s_q <= `%s_%s_RESET;\n", lower_name, prefix, name);
}

static void print_write(const struct reg_page *page, const char *prefix, const char *name, const char *lower_name)
{
	(void)page;
	printf("        `%s_%s_ADDR: %s_q <= merge(%s_q, pwdata, byte_mask & `%s_%s_MASK);\n", prefix, name, lower_name,
	       lower_name, prefix, name);
}

/* Prints a part of a module: storage, reset and write of each register that is stored as it is written. The module has clk, rst_n, write,
 * paddr, pwdata, byte_mask and the function merge. */
static void print_storage(const struct reg_page *page)
{
	char prefix[32];

	upper(page->model, prefix);
	printf("  // Generated from regs/%s/registers.def: the registers that are stored as they are written.\n", page->model);
	each_stored(page, prefix, print_declaration);
	printf("\n  always @(posedge clk) begin\n    if (!rst_n) begin\n");
	each_stored(page, prefix, print_reset);
	printf("    end else if (write) begin\n      case (paddr)\n");
	each_stored(page, prefix, print_write);
	printf("        default: ;\n      endcase\n    end\n  end\n");
}

static void print_kind(const struct reg_row *row)
{
	static const char *const names[] = { "RW", "RO", "W1C", "", "", "reserved" };

	if (row->kind != REG_COUNTER && row->kind != REG_COUNTER_HIGH)
		printf("%s", names[row->kind]);
	else if (row->kind == REG_COUNTER_HIGH)
		printf("%s counter, high word", direction_names[row->direction]);
	else
		printf("%s counter, %u bits, %s, %s", direction_names[row->direction], row->width, effect_names[row->effect],
		       full_names[row->full]);
}

/* Prints the bits of MASK as "21:18, 5". */
static void print_bits(uint64_t mask)
{
	const char *separator = "";

	for (int msb = 63; msb >= 0; msb--) {
		int lsb = msb;
		if (!(mask >> msb & 1))
			continue;
		while (lsb > 0 && mask >> (lsb - 1) & 1)
			lsb--;
		if (lsb < msb)
			printf("%s%d:%d", separator, msb, lsb);
		else
			printf("%s%d", separator, msb);
		separator = ", ";
		msb = lsb;
	}
}

static void print_no_function_row(const char *name, uint64_t bits, const char *why)
{
	printf("| %s | ", name);
	print_bits(bits);
	printf(" | %.*s |\n", (int)strcspn(why, ")"), why);
}

/* Lists the registers and fields of the device that have no function in this part, so that nobody takes them for checked. */
static void print_no_function(const struct reg_page *page)
{
	char count[256];

	printf("\n## Without a function in this part\n\n%s.\n\n| register | bits | why |\n| --- | --- | --- |\n",
	       reg_no_function_count(page, count, sizeof(count)));
	for (size_t i = 0; i < page->count; i++) {
		const struct reg_row *row = &page->rows[i];
		const char *why = reg_no_function(row->meaning);
		if (why)
			print_no_function_row(row->name, reg_mask(page), why);
		for (size_t f = 0; !why && f < page->field_count; f++) {
			const struct reg_field *field = &page->fields[f];
			const char *field_why = reg_no_function(field->meaning);
			if (field_why && !strcmp(field->reg, row->name))
				print_no_function_row(row->name, reg_field_mask(field), field_why);
		}
		if (!why && reg_spare_bits(page, row))
			print_no_function_row(row->name, reg_spare_bits(page, row), "storage: no field of this part");
	}
}

static void print_markdown(const struct reg_page *page)
{
	printf("# Registers of %s\n\nGenerated from `regs/%s/registers.def`.\n\n| address | name | kind | write mask | reset | "
	       "meaning | "
	       "source |\n"
	       "| --- | --- | --- | --- | --- | --- | --- |\n",
	       page->model, page->model);
	for (size_t i = 0; i < page->count; i++) {
		const struct reg_row *row = &page->rows[i];
		printf("| 0x%04X | %s | ", row->address, row->name[0] ? row->name : "-");
		print_kind(row);
		printf(" | 0x%0*" PRIX64 " | 0x%0*" PRIX64 " | %s | %s |\n", word_digits(page), row->write_mask,
		       word_digits(page), row->reset, row->meaning, row->source);
	}
	printf("\n## Fields\n\n| register | field | bits | meaning | source |\n| --- | --- | --- | --- | --- |\n");
	for (size_t i = 0; i < page->field_count; i++) {
		const struct reg_field *field = &page->fields[i];
		printf("| %s | %s | %d:%d | %s | %s |\n", field->reg, field->name, field->msb, field->lsb, field->meaning,
		       field->source);
	}
	print_no_function(page);
}

int main(int argc, char **argv)
{
	const struct reg_page *page = argc == 3 ? reg_page_by_model(argv[2]) : NULL;

	if (!page) {
		fprintf(stderr, "usage: regs_gen vh|storage|md MODEL\n");
		return 2;
	}
	if (!strcmp(argv[1], "vh"))
		print_verilog(page);
	else if (!strcmp(argv[1], "storage"))
		print_storage(page);
	else
		print_markdown(page);
	return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
