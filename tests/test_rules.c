/* SPDX-License-Identifier: Apache-2.0 */
/* The tables that findings and runs refer to: rules, kinds of checks, DUTs. */
#include "support.h"

#include "finding.h"

#include <criterion/criterion.h>
#include <string.h>

Test(rules, every_rule_has_a_name_of_its_own_a_text_and_a_document)
{
	cr_expect_gt(RULE_COUNT, 50);
	for (int i = 0; i < RULE_COUNT; i++) {
		cr_expect(rule_table[i].name[0] && rule_table[i].text[0] && rule_table[i].document[0], "rule %d", i);
		cr_expect_eq(rule_by_name(rule_table[i].name), i, "%s", rule_table[i].name);
		cr_expect_eq(strspn(rule_table[i].name, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(rule_table[i].name),
		             "%s", rule_table[i].name);
	}
	cr_expect_eq(rule_by_name("no-such-rule"), -1);
	cr_expect_eq(rule_by_name(""), -1);
}

Test(rules, every_kind_of_check_has_a_name)
{
	for (int i = 0; i < CHECK_KIND_COUNT; i++)
		for (int j = 0; j < i; j++)
			cr_expect_str_neq(check_kind_names[i], check_kind_names[j]);
}

Test(duts, rows_are_found_by_name)
{
	cr_expect_geq(dut_count, 2);
	for (size_t i = 0; i < dut_count; i++) {
		cr_expect_eq(dut_by_name(dut_table[i].name), &dut_table[i], "%s", dut_table[i].name);
		cr_expect(dut_table[i].top[0] && dut_table[i].sources[0] && dut_table[i].document[0] && dut_table[i].clock_hz,
		          "%s", dut_table[i].name);
	}
	cr_expect_null(dut_by_name("bcm0000"));
	cr_expect_null(dut_by_name(""));
	cr_expect_null(dut_by_name("bcm571"));
}

/* The contract of doc/dut-contract.md: inhibit 4, resume 1, request 2, judge 3, host 5, sent 1, slack 2 quanta. */
Test(duts, timing_contract_in_octet_times)
{
	const struct dut_timing *t = &dut_by_name("bcm5718")->timing;

	cr_expect(t->inhibit == 4 && t->resume == 1 && t->request == 2 && t->judge == 3 && t->host == 5 && t->sent == 1 &&
	          t->slack == 128);
	cr_expect_eq(dut_by_name("bcm5718")->clock_hz, 125000000);
}

Test(duts, parameters_are_read_from_the_row)
{
	const struct dut *plain = dut_by_name("bcm5718"), *alt = dut_by_name("bcm5718_alt");
	struct dut odd = *plain;

	cr_expect_eq(dut_param(plain, "LongQuanta", 0xFFFF), 0xFFFF, "the fallback");
	cr_expect_eq(dut_param(alt, "LongQuanta", 0xFFFF), 64);
	cr_expect_eq(dut_param(alt, "ShortQuanta", 0), 9);
	cr_expect_eq(dut_param(alt, "MbufCount", 319), 95);
	cr_expect_eq(dut_param(alt, "Quanta", 7), 7, "no part of a name is a name");
	odd.params = "XLong=1 Long=0x20 LongX=3";
	cr_expect_eq(dut_param(&odd, "Long", 9), 0x20);
}
