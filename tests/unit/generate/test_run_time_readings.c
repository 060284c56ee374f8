/* SPDX-License-Identifier: Apache-2.0 */
/* Rows with CAP_READINGS: a stimulus names readings of the documents, a seed draws them, and RTL and model have them. */
#include "support.h"

#include "generate/seed.h"
#include "parameters.h"
#include "run/run.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

#define HEAD "pausebench-stim 1\n"
#define MODEL HEAD "model bcm5718\n"

static int read_for(struct stimulus *st, const char *text, const char *dut, struct stim_error *ret_error)
{
	*st = (struct stimulus){ 0 };
	*ret_error = (struct stim_error){ .line = 0 };
	return read_text(st, text, strlen(text), dut_by_name(dut), ret_error);
}

Test(run_time_readings, a_stimulus_names_them)
{
	struct stim_error error;
	struct stimulus st;
	struct dut row;

	cr_assert_eq(read_for(&st, MODEL "reading XonUsesLowWm=1\nreading PauseExact64=0\nwait 1\n", "bcm5718_any", &error), 0,
	             "%s", error.message);
	row = stimulus_dut(&st, dut_by_name("bcm5718_any"));
	cr_expect_eq(dut_param(&row, "XonUsesLowWm"), 1);
	cr_expect_eq(dut_param(&row, "PauseExact64"), 0);
	cr_expect_eq(dut_param(&row, "XoffRefresh"), 0, "a reading that is not named is the row's");
	stimulus_release(&st);
}

Test(run_time_readings, what_is_wrong_is_refused_with_its_place)
{
	static const struct {
		const char *text, *message;
		unsigned line, column;
	} wrong[] = {
		{ HEAD "reading XonUsesLowWm=1\n", "expected header 'model' or 'dut' before", 2, 9 },
		{ MODEL "reading\n", "expected readings", 3, 8 },
		{ MODEL "reading XonUsesLowWm\n", "expected NAME=0 or NAME=1, not 'XonUsesLowWm'", 3, 9 },
		{ MODEL "reading XonUsesLowWm=2\n", "expected NAME=0 or NAME=1", 3, 9 },
		{ MODEL "reading XonUsesLowWn=1\n", "unknown reading 'XonUsesLowWn' of bcm5718, did you mean 'XonUsesLowWm'?", 3,
		  9 },
		{ MODEL "reading MbufCount=1\n", "MbufCount is a parameter of the row and no reading", 3, 9 },
		{ MODEL "reading XoffRefresh=1 XoffRefresh=1\n", "the reading XoffRefresh is given twice", 3, 23 },
		{ MODEL "wait 1\nreading XoffRefresh=1\n", "must stand before the first item", 4, 1 },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct stim_error error;
		struct stimulus st;
		cr_expect_eq(read_for(&st, wrong[i].text, "bcm5718_any", &error), -EINVAL, "%s", wrong[i].text);
		cr_expect_not_null(strstr(error.message, wrong[i].message), "%s: %s", wrong[i].text, error.message);
		cr_expect(error.line == wrong[i].line && error.column == wrong[i].column, "%s: %u:%u", wrong[i].text, error.line,
		          error.column);
		stimulus_release(&st);
	}
}

Test(run_time_readings, a_row_with_other_readings_skips_the_stimulus)
{
	static const struct {
		const char *dut, *reason;
	} rows[] = {
		{ "bcm5718", "needs the reading XoffRefresh=1" },
		{ "bcm5718_alt", "" },
		{ "bcm5718_any", "" },
		{ "bcm1250_any", "only for the model bcm5718" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct dut *dut = dut_by_name(rows[i].dut);
		struct run_result result;
		struct stim_error error;
		struct stimulus st;
		cr_assert_eq(read_for(&st, MODEL "reading XoffRefresh=1\nwait 1\n", rows[i].dut, &error), 0, "%s", error.message);
		cr_assert_eq(run_stimulus(dut, &st, &(struct run_options){ .covered = false }, &result), 0);
		cr_expect_eq(result.status, *rows[i].reason ? RUN_SKIPPED : RUN_OK, "%s", rows[i].dut);
		cr_expect_str_eq(result.skip_reason, rows[i].reason);
		stimulus_release(&st);
	}
}

/* The stimulus states itself what the RTL has to do: with PauseExact64 a PAUSE of 65 octets is none. */
Test(run_time_readings, the_rtl_has_them)
{
	for (unsigned exact = 0; exact < 2; exact++)
		for (unsigned counts = 0; counts < 2; counts++) {
			struct run_result result;
			struct stim_error error;
			struct stimulus st;
			char text[512];
			snprintf(text, sizeof(text),
			         MODEL "reading PauseExact64=%u\nsetup\nwait idle\nrx.pause time=1 len=65\nwait 400\n"
			               "reg.read xoffPauseFramesReceived expect=%u\n",
			         exact, counts);
			cr_assert_eq(read_for(&st, text, "bcm5718_any", &error), 0, "%s", error.message);
			cr_assert_eq(
			    run_stimulus(dut_by_name("bcm5718_any"), &st, &(struct run_options){ .covered = false }, &result), 0);
			cr_expect_eq(result.status, exact == counts ? RUN_FINDINGS : RUN_OK, "exact %u, counts %u", exact,
			             counts);
			stimulus_release(&st);
		}
}

/* Over some seeds any two readings of a device meet in all four ways, so that no row for each mixture is built. */
Test(run_time_readings, seeds_mix_them)
{
	for (size_t d = 0; d < dut_count; d++) {
		unsigned met[READINGS_MAX][READINGS_MAX] = { { 0 } };
		size_t count, readings = 0;
		const struct parameter *parameters = parameters_of(dut_table[d].model, &count);

		for (size_t i = 0; i < count; i++)
			readings += parameters[i].reading;
		for (uint32_t seed = 1; seed <= 100; seed++) {
			struct stimulus st = { 0 };
			struct dut row;
			cr_assert_eq(stimulus_generate(&st, &dut_table[d], seed, 1), 0);
			row = stimulus_dut(&st, &dut_table[d]);
			cr_expect_eq(st.readings_named, dut_table[d].capabilities & CAP_READINGS ? (1ull << readings) - 1 : 0);
			for (size_t i = 0; i < readings; i++)
				for (size_t j = 0; j < readings; j++)
					met[i][j] |= 1u << ((dut_readings(&row) >> i & 1) * 2 + (dut_readings(&row) >> j & 1));
			stimulus_release(&st);
		}
		for (size_t i = 0; dut_table[d].capabilities & CAP_READINGS && i < readings; i++)
			for (size_t j = 0; j < i; j++)
				cr_expect_eq(met[i][j], 15, "%s: readings %zu and %zu", dut_table[d].name, i, j);
	}
}
