/* SPDX-License-Identifier: Apache-2.0 */
/* What a device has and our part does nothing with: each such row says so and why, and lists and pages count them. */
#include "support.h"

#include "base/dut.h"
#include "regs.h"

#include <criterion/criterion.h>
#include <string.h>

/* Where LINE has one of the words, it is in the form that reg_no_function() reads, with a reason. */
static void check_meaning(const char *model, const char *name, const char *meaning)
{
	static const char *const words[] = {
		"storage", "reads 0", "read 0", "constant 0", "fixed 0 in this part", "in this part)"
	};
	const char *why = reg_no_function(meaning);

	for (size_t i = 0; i < COUNT_OF(words); i++)
		cr_expect(why || !strstr(meaning, words[i]), "%s %s: '%s' does not say \"(storage: WHY)\" or \"(reads 0: WHY)\"",
		          model, name, meaning);
	if (!why)
		return;
	cr_expect(strlen(strchr(why, ':')) > strlen(": )"), "%s %s: '%s' has no reason", model, name, meaning);
	cr_expect_str_eq(why + strlen(why) - 1, ")", "%s %s: '%s' goes on after the reason", model, name, meaning);
}

static void check_row(const char *model, const struct reg_row *row)
{
	const char *why = reg_no_function(row->meaning);

	if (row->kind == REG_RESERVED || row->kind == REG_COUNTER_HIGH)
		return;
	check_meaning(model, row->name, row->meaning);
	if (row->kind == REG_COUNTER)
		cr_expect_eq(row->full == COUNTER_ZERO, why != NULL,
		             "%s %s: a counter says why it reads 0 if and only if it does", model, row->name);
	else if (why && !strncmp(why, "reads 0", 7))
		cr_expect(!row->write_mask && !row->reset, "%s %s cannot read 0 only", model, row->name);
	else if (why)
		cr_expect(row->write_mask, "%s %s is no storage", model, row->name);
}

Test(no_function, each_row_without_a_function_says_why)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct reg_page *page = reg_page_by_model(dut_table[d].model);
		for (size_t i = 0; i < page->count; i++)
			check_row(page->model, &page->rows[i]);
		for (size_t i = 0; i < page->field_count; i++)
			check_meaning(page->model, page->fields[i].name, page->fields[i].meaning);
	}
}

Test(no_function, the_list_of_counters_and_the_register_pages_count_them)
{
	static const char *const models[] = { "bcm5718", "i82598", "ll10g", "bcm1250" };
	struct command list, page;

	command_run(&list, "build/pausebench list counters");
	cr_expect_eq(list.status, 0);
	for (size_t i = 0; i < COUNT_OF(models); i++) {
		char count[256], line[512];
		reg_no_function_count(reg_page_by_model(models[i]), count, sizeof(count));
		snprintf(line, sizeof(line), "\n%-10s %s\n", models[i], count);
		cr_expect(strstr(list.out, line), "'%s' is missing", line);
		command_run(&page, "build/gen/regs_gen md %s", models[i]);
		cr_expect(strstr(page.out, count), "%s: '%s' is missing in its page", models[i], count);
		command_release(&page);
	}
	cr_expect(strstr(list.out, "\ni82598     47 of 85 counters read 0 in this part; "));
	cr_expect(strstr(list.out, "(reads 0: no priority mode in this part)"));
	command_release(&list);
}

/* One of each: a counter, a register, a field, bits without a field. */
Test(no_function, the_register_page_lists_bits_and_reasons)
{
	static const struct {
		const char *model, *row;
	} rows[] = {
		{ "i82598", "| RNBC7 | 31:0 | reads 0: no rings in this part |" },
		{ "i82598", "| FCRTH7 | 31:0 | storage: one buffer in this part |" },
		{ "i82598", "| FCTTV0 | 31:16 | storage: no priority mode in this part |" },
		{ "bcm5718", "| MAC_MODE | 23:21, 16, 14:13, 11, 9:8, 4 | storage: no field of this part |" },
		{ "bcm1250", "| mac_cfg | 63:57 | storage: one channel in this part |" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct command c;
		command_run(&c, "build/gen/regs_gen md %s", rows[i].model);
		cr_expect(strstr(c.out, rows[i].row), "%s: '%s' is missing", rows[i].model, rows[i].row);
		command_release(&c);
	}
}
