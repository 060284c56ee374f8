/* SPDX-License-Identifier: Apache-2.0 */
/* The register pages of every device, and the Verilog headers that are made from them. */
#include "support.h"

#include "regs.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char *const models[] = { "bcm5718", "ll10g", "i82598", "bcm1250" };

Test(regs_pages, rows_rise_without_duplicates)
{
	for (size_t m = 0; m < COUNT_OF(models); m++) {
		const struct reg_page *page = reg_page_by_model(models[m]);
		cr_assert_not_null(page, "%s", models[m]);
		cr_expect_str_eq(page->model, models[m]);
		for (size_t i = 0; i < page->count; i++) {
			const struct reg_row *row = &page->rows[i];
			cr_expect(row->address % page->word_octets == 0 && (!i || row[-1].address < row->address),
			          "%s: 0x%04X %s", models[m], row->address, row->name);
			cr_expect(row->source[0] && row->meaning[0], "%s: 0x%04X %s", models[m], row->address, row->name);
			for (size_t j = 0; j < i && row->name[0]; j++)
				cr_expect_str_neq(row->name, page->rows[j].name, "%s", models[m]);
		}
		for (size_t i = 0; i < page->field_count; i++)
			cr_expect_not_null(reg_by_name(page, page->fields[i].reg), "%s.%s", page->fields[i].reg,
			                   page->fields[i].name);
	}
}

static int compare_strings(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A field called RESET or X_WIDTH beside X would define a macro of the Verilog header twice. */
Test(regs_pages, no_two_macros_of_a_header_have_the_same_name)
{
	for (size_t m = 0; m < COUNT_OF(models); m++) {
		struct command c;
		char *macros[2000], *save = NULL;
		size_t count = 0;
		bool otherwise = false; /* between `else and `endif, where the macros of the other branch are defined otherwise */
		command_run(&c, "build/gen/regs_gen vh %s", models[m]);
		cr_assert_eq(c.status, 0, "%s", c.err);
		for (char *line = strtok_r(c.out, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
			otherwise = !strcmp(line, "`else") || (otherwise && strcmp(line, "`endif"));
			if (strncmp(line, "`define ", 8) || otherwise)
				continue;
			cr_assert_lt(count, COUNT_OF(macros));
			line[8 + strcspn(line + 8, " (")] = 0;
			macros[count++] = line + 8;
		}
		cr_expect_gt(count, 200, "%s: %zu macros", models[m], count);
		qsort(macros, count, sizeof(macros[0]), compare_strings);
		for (size_t i = 1; i < count; i++)
			cr_expect_str_neq(macros[i - 1], macros[i], "%s", models[m]);
		command_release(&c);
	}
}
