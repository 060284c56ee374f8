/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of a device and the bits of its records: the page, the RTL and the contract say the same. */
#include "support.h"

#include "parameters.h"
#include "regs.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void read_page(const char *path, char *ret, size_t size)
{
	FILE *file = fopen(path, "r");
	size_t len;

	cr_assert_not_null(file, "%s", path);
	len = fread(ret, 1, size - 1, file);
	cr_assert(len < size - 1, "%s is longer than the test allows", path);
	ret[len] = 0;
	fclose(file);
}

/* Returns the value of "parameter NAME = VALUE" in a Verilog source; fails the test if there is no such parameter. */
static uint64_t verilog_default(const char *source, const char *name)
{
	char pattern[64];
	const char *p = source;

	snprintf(pattern, sizeof(pattern), "parameter %s", name);
	while ((p = strstr(p, pattern)) && p[strlen(pattern)] != ' ')
		p++;
	cr_assert_not_null(p, "no %s", pattern);
	return strtoull(strchr(p, '=') + 1, NULL, 0);
}

/* Every parameter of a model has a row on the device's page, and the same default in the RTL and in the model's configuration. */
Test(regs, parameters_are_those_of_page_and_rtl)
{
	static const char *const models[] = { "bcm5718", "i82598", "ll10g", "bcm1250" };
	static char page[65536], source[65536];
	char path[64], row[512];

	for (size_t m = 0; m < COUNT_OF(models); m++) {
		size_t count, rows = 0;
		const struct parameter *parameters = parameters_of(models[m], &count);
		cr_assert_gt(count, 0);
		snprintf(path, sizeof(path), "doc/devices/%s.md", models[m]);
		read_page(path, page, sizeof(page));
		snprintf(path, sizeof(path), "rtl/%s/%s_mac.v", models[m], models[m]);
		read_page(path, source, sizeof(source));
		for (size_t i = 0; i < count; i++) {
			const struct parameter *p = &parameters[i];
			cr_expect(p->value >= p->least && p->value <= p->most, "%s %s", models[m], p->name);
			cr_expect_eq(verilog_default(source, p->name), p->value, "%s %s: the RTL's default", models[m], p->name);
			snprintf(row, sizeof(row), "| %s | %s |\n", p->meaning, p->source);
			cr_expect_not_null(strstr(page, row), "doc/devices/%s.md has no row %s", models[m], row);
			snprintf(row, sizeof(row), "| `%s` | ", p->name);
			cr_expect_not_null(strstr(page, row), "doc/devices/%s.md has no row %s", models[m], row);
		}
		for (const char *p = strstr(page, "| --- | --- | --- | --- |\n"); p && (p = strchr(p, '\n')) && p[1] == '|'; p++)
			rows++;
		cr_expect_eq(rows, count, "doc/devices/%s.md: %zu rows, %zu parameters", models[m], rows, count);
	}
}

/* The table of record bits in the contract agrees with regs/records.def. */
Test(regs, the_contract_has_the_record_bits)
{
	static const struct {
		const char *port, *meaning;
		int msb, lsb;
	} bits[] = {
#define RECORD_FIELD(port, name, msb, lsb, meaning) { #port, meaning, msb, lsb },
#include "records.def"
	};
	static char page[65536];
	char row[160];
	size_t rows = 0;

	read_page("doc/reference/dut-contract.md", page, sizeof(page));
	for (size_t i = 0; i < COUNT_OF(bits); i++) {
		const char *word = strcmp(bits[i].port, "RX") ? "obs_tx_record" : "obs_rx_record";
		if (bits[i].msb == bits[i].lsb)
			snprintf(row, sizeof(row), "| `%s` | %d | %s |\n", word, bits[i].lsb, bits[i].meaning);
		else
			snprintf(row, sizeof(row), "| `%s` | %d:%d | %s |\n", word, bits[i].msb, bits[i].lsb, bits[i].meaning);
		cr_expect_not_null(strstr(page, row), "doc/reference/dut-contract.md has no row %s", row);
	}
	for (const char *p = page; (p = strstr(p, "_record` | ")); p++)
		rows++;
	cr_expect_eq(rows, COUNT_OF(bits), "%zu rows, %zu fields", rows, COUNT_OF(bits));
}
