/* SPDX-License-Identifier: Apache-2.0 */
/* The choice of scenarios by name, and neutral seeds, as a MAC without a device model gets them, on every row. */
#include "support.h"

#include "stimulus/stim.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

/* Returns DUT as a row that has neutral stimuli alone. */
static struct dut as_neutral(const struct dut *dut)
{
	struct dut row = *dut;

	row.capabilities |= CAP_NEUTRAL;
	return row;
}

static void run_seeds(bool black_box, uint32_t first, uint32_t last)
{
	for (size_t d = 0; d < dut_count; d++)
		for (uint32_t seed = first; seed <= last; seed++) {
			struct dut row = as_neutral(&dut_table[d]);
			struct stimulus st = { 0 };
			struct run_result result;
			char line[512];
			cr_assert_eq(stimulus_generate_of(&st, &row, seed, 150, "neutral"), 0);
			run_checked(&row, &st, black_box, &result);
			cr_expect_eq(result.status, RUN_OK, "%s%s", finding_line(&row, &st, &result, line, sizeof(line)),
			             black_box ? " (black box)" : "");
			stimulus_release(&st);
		}
}

Test(scenarios, neutral_seeds_have_no_finding)
{
	run_seeds(false, 1, 12);
}

Test(scenarios, neutral_seeds_have_no_finding_as_black_box)
{
	run_seeds(true, 13, 24);
}

/* The set-up, the reads at the end and the writes of controls are the only accesses. */
Test(scenarios, a_name_chooses)
{
	const struct dut *dut = dut_by_name("bcm5718");
	struct stimulus st = { 0 };
	size_t received = 0, sent = 0;

	cr_assert_eq(stimulus_generate_of(&st, dut, 1, 300, "tx-sizes,tx-underrun"), 0);
	for (size_t i = 0; i < st.count; i++) {
		received += st.items[i].kind == ITEM_RX_FRAME;
		sent += st.items[i].kind == ITEM_TX_FRAME;
	}
	cr_expect_eq(received, 1, "%zu: the end releases a pause", received);
	cr_expect_gt(sent, 100);
	stimulus_release(&st);
	cr_expect_eq(stimulus_generate_of(&st, dut, 1, 300, "requests"), -ENOENT);
	stimulus_release(&st);
}

static void count_neutral(void *context, const struct scenario_row *row)
{
	size_t *count = context;

	count[row->neutral]++;
	cr_expect(!row->neutral || !row->model, "%s is neutral and of the model %s", row->name, row->model);
}

Test(scenarios, the_list_has_names_that_choose)
{
	size_t count[2] = { 0 };
	char unknown[40];

	scenarios_each(count_neutral, count);
	cr_expect_geq(count[true], 55, "%zu", count[true]);
	cr_expect_gt(count[false], 100, "%zu", count[false]);
	cr_expect(scenario_names_known("neutral,tx-sizes,requests", unknown, sizeof(unknown)));
	cr_expect_not(scenario_names_known("tx-sizes,tx-size", unknown, sizeof(unknown)));
	cr_expect_str_eq(unknown, "tx-size");
}

/* What a PHY may deliver at XGMII: 802.3 4.4.2, 46.1.7.5, 46.3.3. */
static void expect_deliverable(const struct item *item, uint32_t seed)
{
	const struct item_frame *f = &item->u.frame;

	if (item->kind != ITEM_RX_FRAME && item->kind != ITEM_RX_LANES)
		return;
	cr_expect_geq(f->gap, 5, "seed %u: a gap of %u octets", seed, f->gap);
	if (item->kind == ITEM_RX_FRAME) {
		cr_expect_eq(f->preamble, 7);
		cr_expect(f->end_code != XGMII_START && f->end_code != STIM_CODE_SEQUENCE, "seed %u: ends with 0x%02x", seed,
		          f->end_code);
		cr_expect(!f->error_len || f->error_code == STIM_CODE_ERROR, "seed %u: code 0x%02x in a frame", seed,
		          f->error_code);
		cr_expect(!f->error_len || f->error_at >= 0 || f->error_at + (int32_t)f->error_len <= -1,
		          "seed %u: the SFD is lost", seed);
		return;
	}
	for (uint32_t i = 1; i < f->len; i++)
		cr_expect_not(f->control[i] && f->octets[i] == XGMII_START, "seed %u: /S/ behind other lanes", seed);
}

Test(scenarios, a_mac_without_a_device_model_gets_what_a_phy_may_deliver)
{
	struct dut row = as_neutral(dut_by_name("i82598"));

	for (uint32_t seed = 1; seed <= 150; seed++) {
		struct stimulus st = { 0 };
		cr_assert_eq(stimulus_generate_of(&st, &row, seed, 200, "neutral"), 0);
		for (size_t i = 0; i < st.count; i++)
			expect_deliverable(&st.items[i], seed);
		stimulus_release(&st);
	}
}
