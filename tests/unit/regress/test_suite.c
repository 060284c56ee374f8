/* SPDX-License-Identifier: Apache-2.0 */
/* The runs of a regression: of how many runs the suite keeps details. */
#include "regress/suite.h"

#include "report/report.h"
#include "support.h"

#include <criterion/criterion.h>

enum { RUNS = 3 * SUITE_KEPT, JOBS = 4, FAILING = SUITE_KEPT + 7 };

static struct pool_result result;

/* Ends RUN with CHECKS and, if asked, a finding. */
static void end(struct suite *suite, size_t index, bool failing)
{
	memset(&result, 0, sizeof(result));
	result.tag = index;
	result.run.items = 2;
	result.run.score.checks[CHECK_XOFF] = 5;
	result.run.score.findings = failing;
	result.run.status = failing ? RUN_FINDINGS : RUN_OK;
	cr_assert_eq(suite_enter(suite, &result), 0);
}

/* With three times as many seeds as are kept, of which some run at a time, the sums are those of all seeds and the memory is bounded. */
Test(suite, passed_seeds_beyond_a_number_are_only_counted)
{
	const struct dut *dut = dut_by_name("bcm5718");
	size_t index[JOBS], listed = 0, failures = 0;
	struct suite suite;

	cr_assert_eq(suite_init(&suite, &dut, 1), 0);
	for (size_t i = 0; i < RUNS; i += JOBS) {
		for (size_t job = 0; job < JOBS; job++) {
			struct suite_run run = { .seed = true, .source = { .kind = SOURCE_SEED, .seed = (uint32_t)(i + job) } };
			cr_assert_eq(suite_place(&suite, &run, &index[job]), 0);
		}
		for (size_t job = 0; job < JOBS; job++)
			end(&suite, index[job], i + job == FAILING);
	}
	cr_expect_leq(suite.count, SUITE_KEPT + JOBS, "%zu", suite.count);
	cr_expect_eq(suite.ended, RUNS);
	cr_expect_eq(suite_total(&suite).runs, RUNS);
	cr_expect_eq(suite_total(&suite).checks, 5u * RUNS);
	cr_expect_eq(suite_total(&suite).findings, 1);
	for (size_t i = 0; i < suite.count; i++) {
		listed += suite.runs[i].outcome != SUITE_LET_GO;
		failures += suite.runs[i].outcome == SUITE_FAILED;
		if (suite.runs[i].outcome == SUITE_FAILED)
			cr_expect_eq(suite.runs[i].source.seed, FAILING, "the failure is kept");
	}
	cr_expect_eq(failures, 1);
	cr_expect_eq(suite.let_go + listed, RUNS, "%zu listed, %llu let go of", listed, (unsigned long long)suite.let_go);
	suite_release(&suite);
}

/* The run of a file is always kept. */
Test(suite, runs_of_files_keep_their_places)
{
	const struct dut *dut = dut_by_name("bcm5718");
	struct suite suite;

	cr_assert_eq(suite_init(&suite, &dut, 1), 0);
	for (size_t i = 0; i < SUITE_KEPT + 10; i++) {
		struct suite_run run = { .source = { .kind = SOURCE_FILE } };
		cr_assert_eq(suite_append(&suite, &run), 0);
	}
	for (size_t i = 0; i < SUITE_KEPT + 10; i++)
		end(&suite, i, false);
	cr_expect_eq(suite.let_go, 0);
	cr_expect_eq(suite.count, SUITE_KEPT + 10);
	suite_release(&suite);
}

/* Nor do they take the places of seeds: a suite of many files and rows remembers its seeds all the same. */
Test(suite, files_take_no_places_of_seeds)
{
	const struct dut *dut = dut_by_name("bcm5718");
	struct suite_run file = { .source = { .kind = SOURCE_FILE } };
	struct suite_run seed = { .seed = true, .source = { .kind = SOURCE_SEED, .seed = 1 } };
	struct suite suite;
	size_t index;

	cr_assert_eq(suite_init(&suite, &dut, 1), 0);
	for (size_t i = 0; i < SUITE_KEPT; i++)
		cr_assert_eq(suite_append(&suite, &file), 0);
	cr_assert_eq(suite_place(&suite, &seed, &index), 0);
	end(&suite, index, false);
	cr_expect_eq(suite.let_go, 0);
	cr_expect_eq(suite.runs[index].outcome, SUITE_PASSED);
	suite_release(&suite);
}
