/* SPDX-License-Identifier: Apache-2.0 */
/* Every stimulus of tests/stimuli on every DUT that can take it: exact, and with the observation ports ignored. */
#include "support.h"

#include "env.h"
#include "regress.h"
#include "source.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

/* Reads PATH for DUT; false if the DUT cannot take it. */
static bool load(const char *path, const struct dut *dut, struct stimulus *st)
{
	const struct source source = { .kind = SOURCE_FILE, .path = path };
	struct env_error error = { "" };
	char reason[96];
	int rc = source_load(&source, dut, st, &error);
	bool unfit = (!rc || st->only_dut[0]) && stimulus_unfit(st, dut, reason, sizeof(reason));

	cr_assert(!rc || unfit, "%s on %s: %s", path, dut->name, error.text);
	return !unfit;
}

static unsigned run_all(bool black_box)
{
	struct env_error error = { "" };
	char **paths;
	size_t count;
	unsigned runs = 0;

	cr_assert_eq(stimuli_list("tests/stimuli", &paths, &count, &error), 0, "%s", error.text);
	for (size_t d = 0; d < dut_count; d++)
		for (size_t i = 0; i < count; i++) {
			struct stimulus st = { 0 };
			struct run_result result;
			char line[512];
			if (load(paths[i], &dut_table[d], &st)) {
				run_checked(&dut_table[d], &st, black_box, &result);
				cr_expect_eq(result.status, RUN_OK, "%s%s",
				             finding_line(&dut_table[d], &st, &result, line, sizeof(line)),
				             black_box ? " (black box)" : "");
				cr_expect_eq(result.items, st.count, "%s on %s: %zu items, carried out %zu", st.name,
				             dut_table[d].name, st.count, (size_t)result.items);
				runs++;
			}
			stimulus_release(&st);
		}
	stimuli_free(paths, count);
	return runs;
}

Test(stimuli, no_finding_on_any_dut, .timeout = 100)
{
	cr_expect_gt(run_all(false), 20, "too few stimuli");
}

Test(stimuli, no_finding_on_any_dut_as_black_box, .timeout = 100)
{
	cr_expect_gt(run_all(true), 20, "too few stimuli");
}

/* A directed stimulus says itself what must come out: it has expectations, or it would test the model against nothing but itself. */
Test(stimuli, the_directed_ones_have_expectations_of_their_own)
{
	struct env_error error = { "" };
	char **paths;
	size_t count, with = 0;

	cr_assert_eq(stimuli_list("tests/stimuli", &paths, &count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++) {
		struct stimulus st = { 0 };
		bool expects = false;
		if (load(paths[i], &dut_table[0], &st))
			for (size_t n = 0; n < st.count; n++)
				expects |= st.items[n].kind == ITEM_REG_READ && st.items[n].u.reg.expect_mask;
		with += expects;
		stimulus_release(&st);
	}
	stimuli_free(paths, count);
	cr_expect_geq(2 * with, count, "%zu of %zu have", with, count);
}

/* Each wrong expectation alone is the finding of its run. */
Test(stimuli, a_wrong_expectation_is_found, .timeout = 60)
{
	struct env_error error = { "" };
	char **paths;
	size_t count;
	unsigned tried = 0;

	cr_assert_eq(stimuli_list("tests/stimuli", &paths, &count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++) {
		struct stimulus st = { 0 };
		struct run_result result;
		bool taken = load(paths[i], &dut_table[0], &st);
		size_t n = taken ? 0 : st.count;
		while (n < st.count && !(st.items[n].kind == ITEM_REG_READ && st.items[n].u.reg.expect_mask))
			n++;
		if (n < st.count && st.count < 5000) {
			st.items[n].u.reg.expect ^= st.items[n].u.reg.expect_mask;
			run_checked(&dut_table[0], &st, false, &result);
			cr_expect(result.status == RUN_FINDINGS && result.score.findings == 1 &&
			              result.score.finding[0].rule == RULE_EXPECT,
			          "%s: %" PRIu64 " findings, the first under %s", paths[i], result.score.findings,
			          rule_table[result.score.finding[0].rule].name);
			tried++;
		}
		stimulus_release(&st);
	}
	stimuli_free(paths, count);
	cr_expect_gt(tried, 5, "%u", tried);
}

/* The storm of the AX88772 adapter is among them, with all its frames. */
Test(stimuli, the_storm_is_replayed)
{
	struct env_error error = { "" };
	char **paths;
	size_t count;
	unsigned longest = 0;

	cr_assert_eq(stimuli_list("tests/stimuli", &paths, &count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++) {
		struct stimulus st = { 0 };
		unsigned pauses = 0;
		if (load(paths[i], &dut_table[0], &st))
			for (size_t n = 0; n < st.count; n++) {
				const struct item_frame *f = &st.items[n].u.frame;
				pauses += st.items[n].kind == ITEM_RX_FRAME && f->len == 60 &&
				          !memcmp(f->octets, "\x01\x80\xC2\0\0\x01\0\0\0\0\0\0\x88\x08\0\x01", 16);
			}
		longest = pauses > longest ? pauses : longest;
		stimulus_release(&st);
	}
	stimuli_free(paths, count);
	cr_expect_geq(longest, 100, "the longest storm has %u PAUSE frames", longest);
}
