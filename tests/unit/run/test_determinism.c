/* SPDX-License-Identifier: Apache-2.0 */
/* A repeated run is identical; the power-up state varies and changes nothing; exact and black-box runs agree on random stimuli. */
#include "support.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

enum { ITEMS = 200 };

static void make(struct stimulus *st, const struct dut *dut, uint32_t seed)
{
	*st = (struct stimulus){ 0 };
	cr_assert_eq(stimulus_generate(st, dut, seed, ITEMS), 0);
}

Test(determinism, the_same_seed_gives_the_same_run)
{
	for (size_t d = 0; d < dut_count; d++)
		for (uint32_t seed = 500; seed < 510; seed++) {
			struct run_result result[2];
			for (int i = 0; i < 2; i++) {
				struct stimulus st;
				make(&st, &dut_table[d], seed);
				run_checked(&dut_table[d], &st, false, &result[i]);
				stimulus_release(&st);
			}
			cr_expect_eq(result[0].cycles, result[1].cycles, "dut %s seed %u: %" PRIu64 " and %" PRIu64 " cycles",
			             dut_table[d].name, seed, result[0].cycles, result[1].cycles);
			cr_expect_arr_eq(result[0].score.checks, result[1].score.checks, sizeof(result[0].score.checks),
			                 "dut %s seed %u: checks", dut_table[d].name, seed);
			cr_expect_eq(result[0].score.findings, result[1].score.findings);
		}
}

Test(determinism, every_event_is_the_same)
{
	struct stimulus st;
	struct recording a, b;

	make(&st, &dut_table[0], 511);
	record(&dut_table[0], &st, &a);
	record(&dut_table[0], &st, &b);
	cr_assert_eq(a.count, b.count);
	for (size_t i = 0; i < a.count; i++)
		if (a.events[i].cycle != b.events[i].cycle || a.events[i].kind != b.events[i].kind ||
		    a.events[i].value != b.events[i].value || a.events[i].len != b.events[i].len ||
		    (a.events[i].len && memcmp(a.events[i].octets, b.events[i].octets, a.events[i].len)))
			cr_assert_fail("dut %s seed 511: event %zu differs at cycle %" PRIu64, dut_table[0].name, i,
			               a.events[i].cycle);
	recording_release(&a);
	recording_release(&b);
	stimulus_release(&st);
}

/* A register without a reset value would make this test fail. */
Test(determinism, power_up_state_changes_nothing_after_reset)
{
	for (size_t d = 0; d < dut_count; d++) {
		struct stimulus st;
		struct run_result first, result;
		char line[512];
		make(&st, &dut_table[d], 512);
		run_checked(&dut_table[d], &st, false, &first);
		for (uint32_t power_up = 1; power_up < 12; power_up++) {
			st.seed = power_up * 0x9E3779B9u;
			run_checked(&dut_table[d], &st, false, &result);
			cr_expect_eq(result.status, RUN_OK, "%s", finding_line(&dut_table[d], &st, &result, line, sizeof(line)));
			cr_expect_eq(result.cycles, first.cycles, "dut %s power-up seed %u: %" PRIu64 " cycles, first %" PRIu64,
			             dut_table[d].name, st.seed, result.cycles, first.cycles);
		}
		stimulus_release(&st);
	}
}

Test(determinism, exact_and_black_box_pass_for_random_stimuli)
{
	for (size_t d = 0; d < dut_count; d++)
		for (uint32_t seed = 600; seed < 640; seed++) {
			uint64_t cycles[2];
			for (int black_box = 0; black_box < 2; black_box++) {
				struct stimulus st;
				struct run_result result;
				char line[512];
				make(&st, &dut_table[d], seed);
				run_checked(&dut_table[d], &st, black_box, &result);
				cr_expect_eq(result.status, RUN_OK, "%s%s",
				             finding_line(&dut_table[d], &st, &result, line, sizeof(line)),
				             black_box ? " (black box)" : "");
				cycles[black_box] = result.cycles;
				stimulus_release(&st);
			}
			cr_expect_eq(cycles[0], cycles[1], "dut %s seed %u", dut_table[d].name, seed);
		}
}

/* Without the observation ports there are fewer checks, but never none. */
Test(determinism, black_box_checks_less_but_something)
{
	struct stimulus st;
	struct run_result exact, black;
	uint64_t sum[2] = { 0, 0 };

	make(&st, &dut_table[0], 513);
	run_checked(&dut_table[0], &st, false, &exact);
	run_checked(&dut_table[0], &st, true, &black);
	for (int i = 0; i < CHECK_KIND_COUNT; i++) {
		sum[0] += exact.score.checks[i];
		sum[1] += black.score.checks[i];
	}
	cr_expect(sum[1] > 0 && sum[1] < sum[0], "%" PRIu64 " exact, %" PRIu64 " as black box", sum[0], sum[1]);
	cr_expect_eq(black.score.checks[CHECK_XOFF], 0);
	cr_expect_eq(black.score.checks[CHECK_LEVEL], 0);
	cr_expect_eq(black.score.checks[CHECK_RECORD], 0);
	cr_expect_gt(exact.score.checks[CHECK_XOFF], 0);
	stimulus_release(&st);
}
