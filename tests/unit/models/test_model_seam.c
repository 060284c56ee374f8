/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of each row behind the pins (tb/model_end/model_seam.h), under the ordinary bench: loop, monitors, scoreboard. */
#include "support.h"

#include "base/env.h"
#include "model_end/model_seam.h"
#include "part/frame.h"
#include "pausemodel.h"
#include "run/source.h"
#include "stimulus/stimuli.h"

#include <criterion/criterion.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 40, ITEMS = 200 };

/* Where a model stands in for the RTL, looking ahead copies the process (tb/drive/ahead_copy.c). So these tests give back what a large stimulus needed. */
static void stay_small(void)
{
	mallopt(M_MMAP_THRESHOLD, 128 << 10);
	mallopt(M_TRIM_THRESHOLD, 128 << 10);
}

TestSuite(model_seam, .init = stay_small);

/* Runs SOURCE on the model of row END; *RET_LONG: it has the header long. Returns false if DUT cannot take it. */
static bool run_any(const struct dut *dut, const struct dut *end, const struct source *source, struct run_result *ret,
                    bool *ret_long)
{
	const struct run_options options = { .model_end = end };
	struct stimulus st = { 0 };
	struct env_error error = { "" };
	char reason[96], line[512];
	bool fits = !source_load(source, dut, &st, &error) && !stimulus_unfit(&st, dut, reason, sizeof(reason));

	if (fits) {
		cr_assert_eq(run_stimulus(dut, &st, &options, ret), 0);
		if (dut == end)
			cr_expect_eq(ret->status, RUN_OK, "%s", finding_line(dut, &st, ret, line, sizeof(line)));
	}
	if (fits)
		*ret_long = st.is_long;
	stimulus_release(&st);
	return fits;
}

static bool run_source(const struct dut *dut, const struct dut *end, const struct source *source, struct run_result *ret)
{
	bool is_long = false;

	return run_any(dut, end, source, ret, &is_long);
}

static void no_finding_by_seed(enum phy_kind phy)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct dut row = model_seam_row(&dut_table[d]);
		struct run_result result;
		for (uint32_t seed = 1; row.phy == phy && seed <= SEEDS; seed++) {
			const struct source source = { .kind = SOURCE_SEED, .seed = seed, .items = ITEMS };
			cr_assert(run_source(&row, &row, &source, &result));
		}
	}
}

Test(model_seam, random_stimuli_find_nothing_at_gmii)
{
	no_finding_by_seed(PHY_GMII);
}

Test(model_seam, random_stimuli_find_nothing_at_mii)
{
	no_finding_by_seed(PHY_MII);
}

Test(model_seam, random_stimuli_find_nothing_at_xgmii)
{
	no_finding_by_seed(PHY_XGMII);
}

/* Those that take more clocks than this on a row have the header long. */
enum { LONG_CLOCKS = 50000, LONG_CLOCKS_MII = 500000 };

Test(model_seam, stimuli_find_nothing_and_long_ones_say_so)
{
	struct env_error error = { "" };
	char **paths;
	size_t count;
	struct {
		bool is, says;
	} * lasts;

	cr_assert_eq(stimuli_list("tests/data/stimuli", &paths, &count, &error), 0, "%s", error.text);
	lasts = calloc(count, sizeof(*lasts));
	cr_assert(lasts);
	for (size_t d = 0; d < dut_count; d++) {
		const struct dut row = model_seam_row(&dut_table[d]);
		struct run_result result;
		unsigned runs = 0;
		for (size_t i = 0; i < count; i++) {
			const struct source source = { .kind = SOURCE_FILE, .path = paths[i] };
			if (!run_any(&row, &row, &source, &result, &lasts[i].says))
				continue;
			lasts[i].is |= result.cycles > (row.phy == PHY_MII ? LONG_CLOCKS_MII : LONG_CLOCKS);
			runs++;
		}
		cr_expect_gt(runs, 10, "%s: too few stimuli", row.name);
	}
	for (size_t i = 0; i < count; i++)
		cr_expect_eq(lasts[i].is, lasts[i].says, "%s: %s the header 'long'", paths[i],
		             lasts[i].is ? "give it" : "take away");
	free(lasts);
	stimuli_free(paths, count);
}

static uint32_t *latency(struct dut_timing *t, unsigned i)
{
	uint32_t *const latencies[] = { &t->inhibit, &t->resume, &t->request, &t->host };

	return i < COUNT_OF(latencies) ? latencies[i] : NULL;
}

/* A model with one latency that is a clock too long has findings. */
Test(model_seam, each_wrong_latency_is_found)
{
	for (size_t d = 0; d < dut_count; d++)
		for (unsigned i = 0; latency(&(struct dut_timing){ 0 }, i); i++) {
			const struct dut row = model_seam_row(&dut_table[d]);
			struct dut late = row;
			struct run_result result = { .status = RUN_OK };
			*latency(&late.timing, i) += dut_step(&row);
			for (uint32_t seed = 1; seed <= 8 && result.status == RUN_OK; seed++) {
				const struct source source = { .kind = SOURCE_SEED, .seed = seed, .items = ITEMS };
				cr_assert(run_source(&row, &late, &source, &result));
			}
			cr_expect_eq(result.status, RUN_FINDINGS, "%s: latency %u", row.name, i);
		}
}

/* A model with a wrong parameter has findings. */
Test(model_seam, a_model_of_another_row_is_found)
{
	const struct source source = { .kind = SOURCE_SEED, .seed = 1, .items = ITEMS };

	for (size_t d = 0; d + 1 < dut_count; d++) {
		const struct dut row = model_seam_row(&dut_table[d]), other = model_seam_row(&dut_table[d + 1]);
		struct run_result result = { .status = RUN_OK };
		if (strcmp(row.model, other.model))
			continue;
		cr_assert(run_source(&row, &other, &source, &result));
		cr_expect_eq(result.status, RUN_FINDINGS, "%s", row.name);
	}
}

/* One model gets a run as a whole when it begins, the other octet by octet as the pins show it; both must show the same in every cycle. */
Test(model_seam, a_run_is_checked_the_same_whole_and_octet_by_octet)
{
	enum { HEAD = 8, LEN = 300, RUN = HEAD + LEN, BEGIN = 10, CYCLES = 400 };
	uint8_t run[RUN] = { 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };
	struct pm_config config;
	struct pm_model *whole, *parts;

	make_frame(run + HEAD, LEN - FRAME_FCS_OCTETS, "00-11-22-33-44-55", 0x0800);
	frame_put_fcs(run + RUN - FRAME_FCS_OCTETS, frame_fcs(run + HEAD, LEN - FRAME_FCS_OCTETS));
	pm_config_init(&config, "bcm5718");
	whole = pm_new(&config);
	parts = pm_new(&config);
	cr_assert(whole && parts);
	for (uint64_t cycle = 0; cycle < CYCLES; cycle++) {
		const struct pm_view *a, *b;
		pm_open(whole, cycle);
		pm_open(parts, cycle);
		if (cycle == 1) {
			pm_reg_write(whole, 0x0468, 0x102, 15); /* RX_MODE: enable, promiscuous */
			pm_reg_write(parts, 0x0468, 0x102, 15);
		}
		if (cycle == BEGIN) {
			cr_assert_eq(pm_rx_run(whole, run, RUN, -1), 0);
			pm_rx_begin(parts);
		}
		if (cycle >= BEGIN && cycle < BEGIN + RUN)
			cr_assert_eq(pm_rx_more(parts, run + (cycle - BEGIN), 1, false), 0);
		if (cycle == BEGIN + RUN)
			pm_rx_end(parts);
		a = pm_settle(whole);
		b = pm_settle(parts);
		cr_expect_eq(a->level, b->level, "cycle %d: level %u, %u", (int)cycle, a->level, b->level);
		cr_expect_eq(!a->rx, !b->rx, "cycle %d: classified", (int)cycle);
		cr_expect(!a->rx || !b->rx || a->rx->record == b->rx->record, "cycle %d: record", (int)cycle);
		cr_expect_eq(a->host_waiting, b->host_waiting, "cycle %d: host", (int)cycle);
		pm_close(whole);
		pm_close(parts);
	}
	cr_expect_eq(pm_reg_peek(parts, 0x880), LEN);
	pm_free(whole);
	pm_free(parts);
}

Test(model_seam, command_line_runs_and_repeats_it)
{
	struct command c;
	char dir[256];

	scratch_make(dir, sizeof(dir), "as-model");
	command_run(&c, "build/pausebench run --dut bcm5718 --as model --seed 1 --items 50 --out %s", dir);
	cr_expect_eq(c.status, 0, "%s", c.err);
	cr_expect_not_null(strstr(c.out, "bcm5718 (golden model)"), "%s", c.out);
	command_release(&c);
	command_run(&c, "build/pausebench replay %s", dir);
	cr_expect_eq(c.status, 0, "%s", c.err);
	cr_expect_not_null(strstr(c.out, "bcm5718 (golden model)"), "%s", c.out);
	command_release(&c);
	command_run(&c, "build/pausebench run --dut bcm5718 --as silicon --seed 1");
	cr_expect_eq(c.status, 2);
	cr_expect_not_null(strstr(c.err, "--as: 'silicon'"), "%s", c.err);
	command_release(&c);
}
