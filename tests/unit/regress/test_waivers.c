/* SPDX-License-Identifier: Apache-2.0 */
/* Waivers: their findings are counted apart, in one run and in a regression, and none of them is silent. */
#include "report/report.h"
#include "regress/suite_waivers.h"
#include "support.h"

#include <criterion/criterion.h>
#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>

static const char wrong[] = "pausebench-stim 1\nsetup\nwait 100\nreg.read 0x460 expect=0x12345678\nrx.frame fcs=bad\nwait 400\n";
static const struct dut_waiver here[] = { { RULE_EXPECT, "wrong", "We know that one.", 7 } };
static const struct dut_waiver elsewhere[] = { { RULE_EXPECT, "another", "It is not here.", 8 },
	                                       { RULE_EXPECT, "seeds", "Nor here.", 9 } };

static struct run_result result;

static void run_waived(struct dut *dut, const struct dut_waiver *waivers, size_t count)
{
	struct stim_error where;
	struct stimulus st = { 0 };

	*dut = *dut_by_name("bcm5718");
	dut->waivers = waivers;
	dut->waiver_count = count;
	cr_assert_eq(read_text(&st, wrong, strlen(wrong), dut, &where), 0, "%s", where.message);
	snprintf(st.name, sizeof(st.name), "wrong");
	run_checked(dut, &st, true, &result);
	stimulus_release(&st);
}

Test(waivers, a_waived_finding_is_counted_apart)
{
	struct dut dut;

	run_waived(&dut, NULL, 0);
	cr_expect_eq(result.score.findings, 1);
	cr_expect_eq(result.status, RUN_FINDINGS);
	run_waived(&dut, here, COUNT_OF(here));
	cr_expect_eq(result.score.findings, 0);
	cr_expect_eq(result.score.waived[RULE_EXPECT], 1);
	cr_expect_eq(result.status, RUN_OK);
	run_waived(&dut, elsewhere, COUNT_OF(elsewhere));
	cr_expect_eq(result.score.findings, 1);
	cr_expect_eq(result.score.waived[RULE_EXPECT], 0);
}

Test(waivers, a_report_says_what_was_waived)
{
	struct run_options options = { 0 };
	struct report report = { .name = "wrong", .options = &options, .result = &result };
	char *text = NULL;
	struct dut dut;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	json_t *json;

	run_waived(&dut, here, COUNT_OF(here));
	report.dut = &dut;
	report_text(out, &report, 1);
	fclose(out);
	cr_expect(strstr(text, "waived    1 of expect: We know that one.\nfindings  0\n"), "%s", text);
	free(text);
	json = report_json(&report);
	cr_expect_eq(json_integer_value(json_object_get(json_object_get(json, "waived"), "expect")), 1);
	json_decref(json);
}

/* ---- a regression ---- */

static struct suite suite;
static const struct dut *rows[1];
static struct dut row;

static void enter(const char *name, uint32_t waived)
{
	static struct pool_result ended;
	struct suite_run run = { .dut = 0 };

	snprintf(run.name, sizeof(run.name), "%s", name);
	cr_assert_eq(suite_append(&suite, &run), 0);
	memset(&ended, 0, sizeof(ended));
	ended.tag = suite.count - 1;
	snprintf(ended.name, sizeof(ended.name), "%s", name);
	ended.run.score.checks[0] = 1;
	ended.run.score.waived[RULE_EXPECT] = waived;
	cr_assert_eq(suite_enter(&suite, &ended), 0);
}

static void begin(const struct dut_waiver *waivers, size_t count)
{
	row = *dut_by_name("bcm5718");
	row.waivers = waivers;
	row.waiver_count = count;
	rows[0] = &row;
	cr_assert_eq(suite_init(&suite, rows, 1), 0);
	suite.program = "build/pausebench";
}

Test(waivers, one_that_waives_nothing_is_a_finding_of_the_regression)
{
	begin(here, COUNT_OF(here));
	enter("other", 0);
	cr_expect_eq(suite_total(&suite).findings, 0); /* its stimulus did not run */
	enter("wrong", 0);
	cr_expect_eq(suite_waivers_idle(&suite), 1);
	cr_expect_eq(suite_total(&suite).findings, 1);
	suite.partial = true;
	cr_expect_eq(suite_total(&suite).findings, 0);
	suite.partial = false;
	enter("wrong", 2);
	cr_expect_eq(suite_total(&suite).findings, 0);
	suite_release(&suite);
}

Test(waivers, summary_and_junit_have_each_of_them)
{
	struct env_error error = { "" };
	const char *reason;
	int waived, idle;
	xmlDocPtr doc;
	json_t *root;
	char *junit;

	begin(here, COUNT_OF(here));
	enter("wrong", 3);
	cr_assert_eq(suite_write_summary(&suite, "build/tests/waivers.json", &error), 0, "%s", error.text);
	root = json_load_file("build/tests/waivers.json", 0, NULL);
	cr_assert_eq(json_unpack(root, "{s:[{s:s, s:i, s:b}]}", "waivers", "reason", &reason, "waived", &waived, "idle", &idle),
	             0);
	cr_expect_str_eq(reason, "We know that one.");
	cr_expect(waived == 3 && !idle);
	json_decref(root);
	cr_assert_eq(suite_write_junit(&suite, "build/tests/waivers.xml", &error), 0, "%s", error.text);
	doc = xmlReadFile("build/tests/waivers.xml", NULL, 0);
	cr_assert_not_null(doc);
	xmlFreeDoc(doc);
	junit = file_read("build/tests/waivers.xml", NULL);
	cr_expect(strstr(junit, "tests=\"2\" failures=\"0\""), "%s", junit);
	cr_expect(strstr(junit, "3 findings are waived: We know that one."), "%s", junit);
	free(junit);
	suite_release(&suite);
}
