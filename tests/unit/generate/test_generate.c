/* SPDX-License-Identifier: Apache-2.0 */
/* The constrained-random generator: a seed always gives the same items, other seeds give others. */
#include "support.h"

#include "regs.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 120, ITEMS = 200 };

static void generate(struct stimulus *st, const struct dut *dut, uint32_t seed, size_t items)
{
	*st = (struct stimulus){ 0 };
	cr_assert_eq(stimulus_generate(st, dut, seed, items), 0);
}

Test(generate, the_same_seed_gives_the_same_items)
{
	for (size_t d = 0; d < dut_count; d++)
		for (uint32_t seed = 0; seed < 40; seed++) {
			struct stimulus a, b;
			char difference[160];
			generate(&a, &dut_table[d], seed, ITEMS);
			generate(&b, &dut_table[d], seed, ITEMS);
			cr_expect_null(stimulus_difference(&a, &b, difference, sizeof(difference)), "%s seed %u: %s",
			               dut_table[d].name, seed, difference);
			stimulus_release(&a);
			stimulus_release(&b);
		}
}

/* Random stimuli place accesses within three clocks of every kind of moment that a wait can name. */
Test(generate, accesses_meet_every_kind_of_moment)
{
	for (size_t d = 0; d < dut_count; d++) {
		unsigned met[WAIT_KIND_COUNT] = { 0 }, beside[7] = { 0 };
		for (uint32_t seed = 1; seed <= SEEDS; seed++) {
			struct stimulus st;
			generate(&st, &dut_table[d], seed, ITEMS);
			for (size_t i = 0; i + 1 < st.count; i++) {
				const struct item *item = &st.items[i];
				if (item->kind != ITEM_WAIT || item->u.wait.what < WAIT_START)
					continue;
				cr_expect(item->u.wait.cycles,
				          "the wait needs a bound: the moment never comes if the DUT is wrong or disabled");
				met[item->u.wait.what]++;
				if (st.items[i + 1].kind == ITEM_REG_READ && item->u.wait.at >= -3 && item->u.wait.at <= 3)
					beside[item->u.wait.at + 3]++;
			}
			stimulus_release(&st);
		}
		for (int what = WAIT_START; what < WAIT_XOFF_SENT; what++)
			cr_expect(met[what] >= 5 || what == WAIT_READ ||
			              (what == WAIT_PFC && !(dut_table[d].capabilities & CAP_PFC)),
			          "%s: %u waits for moment %d", dut_table[d].name, met[what], what);
		for (size_t i = 0; i < COUNT_OF(beside); i++)
			cr_expect_gt(beside[i], 2, "%s: %u reads at %d", dut_table[d].name, beside[i], (int)i - 3);
	}
}

Test(generate, other_seeds_give_other_items)
{
	for (uint32_t seed = 0; seed < 40; seed++) {
		struct stimulus a, b;
		char difference[160];
		generate(&a, &dut_table[0], seed, ITEMS);
		generate(&b, &dut_table[0], seed + 1, ITEMS);
		b.seed = a.seed; /* the seed of the power-up state differs anyway */
		cr_expect_not_null(stimulus_difference(&a, &b, difference, sizeof(difference)), "seeds %u and %u", seed,
		                   seed + 1);
		stimulus_release(&a);
		stimulus_release(&b);
	}
}

Test(generate, power_up_state_follows_the_seed)
{
	for (uint32_t seed = 0; seed < 20; seed++) {
		struct stimulus st;
		char name[32];
		generate(&st, &dut_table[0], seed, ITEMS);
		snprintf(name, sizeof(name), "seed-%u", seed);
		cr_expect_str_eq(st.name, name);
		cr_expect_eq(st.seed, seed, "seed %u: power-up seed %u", seed, st.seed);
		stimulus_release(&st);
	}
}

/* ---- a seed means the same everywhere ---- */

/* One line for each row of regs/<device>/duts.def, with its name and a hash of the items of its first seeds; and comments. */
#define SUMS_KEPT "tests/unit/generate/seeds.sum"
#define SUMS_FOUND "build/tests/seeds.sum"

enum { SUM_SEEDS = 200, SUM_LINE = 64 };

/* Returns the FNV-1a hash of the seeds 1 to SUM_SEEDS as stimulus_write() writes them, which does not depend on how a compiler lays out an item. */
static uint64_t sum_of_seeds(const struct dut *dut)
{
	uint64_t hash = 0xCBF29CE484222325;

	for (uint32_t seed = 1; seed <= SUM_SEEDS; seed++) {
		struct stimulus st;
		char *text = NULL;
		size_t len = 0;
		FILE *out = open_memstream(&text, &len);

		cr_assert_not_null(out);
		generate(&st, dut, seed, ITEMS);
		cr_assert_eq(stimulus_write(&st, out, dut), 0);
		cr_assert_eq(fclose(out), 0);
		for (size_t i = 0; i < len; i++)
			hash = (hash ^ (uint8_t)text[i]) * 0x100000001B3;
		free(text);
		stimulus_release(&st);
	}
	return hash;
}

/* Copies the line of DUT in SUMS_KEPT to RET, which has SUM_LINE characters; "" if there is none. Copies the comments of SUMS_KEPT to FOUND if that
 * is not NULL. */
static void kept_sum(const struct dut *dut, FILE *found, char *ret)
{
	FILE *in = fopen(SUMS_KEPT, "r");
	char line[4 * SUM_LINE], name[4 * SUM_LINE];

	cr_assert_not_null(in, "cannot read " SUMS_KEPT);
	*ret = 0;
	while (fgets(line, sizeof(line), in)) {
		if (found && *line == '#')
			fputs(line, found);
		if (sscanf(line, "%s", name) == 1 && !strcmp(name, dut->name))
			snprintf(ret, SUM_LINE, "%.*s", (int)strcspn(line, "\n"), line);
	}
	fclose(in);
}

/* C leaves open in which order the arguments of a call are evaluated. If the generator drew two random numbers in the arguments of one call, a
 * seed would mean something else with another compiler. */
Test(generate, seeds_mean_the_same_with_every_compiler)
{
	FILE *found = fopen(SUMS_FOUND, "w");

	cr_assert_not_null(found, "cannot write " SUMS_FOUND);
	for (size_t d = 0; d < dut_count; d++) {
		char sum[SUM_LINE], kept[SUM_LINE];
		kept_sum(&dut_table[d], d ? NULL : found, kept);
		snprintf(sum, sizeof(sum), "%s %016" PRIx64, dut_table[d].name, sum_of_seeds(&dut_table[d]));
		fprintf(found, "%s\n", sum);
		cr_expect_str_eq(sum, kept, "the items of seeds 1 to %d are '%s', " SUMS_KEPT " says '%s'", SUM_SEEDS, sum, kept);
	}
	cr_assert_eq(fclose(found), 0);
}

Test(generate, count_is_close_to_the_requested_one)
{
	static const size_t counts[] = { 1, 50, 200, 2000 };

	for (size_t i = 0; i < COUNT_OF(counts); i++) {
		struct stimulus st;
		generate(&st, &dut_table[0], 5, counts[i]);
		/* the set-up and the reads at the end are extra */
		cr_expect(st.count >= counts[i] && st.count <= counts[i] + 300, "%zu requested, %zu made", counts[i], st.count);
		stimulus_release(&st);
	}
}

/* Returns the value of the newest write to ADDRESS. */
static uint64_t newest_write(const struct stimulus *st, uint16_t address)
{
	for (size_t i = st->count; i--;)
		if (st->items[i].kind == ITEM_REG_WRITE && st->items[i].u.reg.address == address)
			return st->items[i].u.reg.value;
	return 0;
}

static bool is_counter(const struct dut *dut, uint16_t address)
{
	const struct reg_row *row = reg_by_address(reg_page_by_model(dut->model), address);

	return row && row->kind == REG_COUNTER;
}

/* Scenarios restore the modes that they change: at the end every register of the set-up holds the value that the set-up wrote. */
Test(generate, the_modes_are_restored_at_the_end)
{
	for (size_t d = 0; d < dut_count; d++)
		for (uint32_t seed = 1; seed <= 20; seed++) {
			struct stimulus st, setup = { 0 };
			generate(&st, &dut_table[d], seed, ITEMS);
			cr_assert_eq(stimulus_setup(&setup, &dut_table[d]), 0);
			for (size_t i = 0; i < setup.count; i++) {
				const struct item *item = &setup.items[i];
				uint16_t address = item->u.reg.address;
				if (item->kind == ITEM_REG_WRITE && !is_counter(&dut_table[d], address))
					cr_expect_eq(newest_write(&st, address), item->u.reg.value, "%s seed %u: 0x%04x",
					             dut_table[d].name, seed, address);
			}
			stimulus_release(&setup);
			stimulus_release(&st);
		}
}
