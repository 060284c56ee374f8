/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the counters: each event is in exactly one read (tg3.c, X2); sticking (82598EB DS p.356); pairs of
 * words with and without clearing (I9; UG 683426 5.11, L4, L11). */
#include "support.h"

#include "part/counting.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static struct counting *counting_new(void)
{
	struct counting *c = calloc(1, sizeof(*c));

	cr_assert_not_null(c);
	counting_reset(c);
	return c;
}

static void set_kind(struct counting *c, unsigned row, struct counting_kind kind)
{
	c->kind[row] = kind;
	counting_reset(c);
}

Test(counting, adds_and_a_read_clears)
{
	struct counting *c = counting_new();

	counting_add(c, 3, 1, 10);
	counting_add(c, 3, 64, 20);
	counting_add(c, 4, 7, 20);
	cr_expect_eq(counting_read(c, 3, 30), 65);
	cr_expect_eq(counting_read(c, 3, 31), 0);
	cr_expect_eq(counting_read(c, 4, 32), 7, "another counter is not touched");
	free(c);
}

Test(counting, wraps_at_two_to_the_32)
{
	struct counting *c = counting_new();

	counting_add(c, 0, 0xFFFFFFFF, 10);
	counting_add(c, 0, 3, 11);
	cr_expect_eq(counting_read(c, 0, 12), 2);
	cr_expect_eq(counting_total_at(c, 0, 12), 0x100000002ull);
	free(c);
}

/* With one event in each cycle and reads at every distance, the values of the reads add up to the number of events. */
Test(counting, every_event_is_in_exactly_one_read)
{
	for (uint64_t distance = 1; distance < 12; distance++) {
		struct counting *c = counting_new();
		uint64_t sum = 0, events = 0;
		for (uint64_t cycle = 1; cycle < 500; cycle++) {
			if (cycle % 3 && cycle < 480) {
				counting_add(c, 9, 1, cycle);
				events++;
			}
			if (cycle % distance == 0)
				sum += counting_read(c, 9, cycle);
		}
		sum += counting_read(c, 9, 500);
		cr_expect_eq(sum, events, "reads %lu cycles apart: %lu of %lu events", distance, sum, events);
		free(c);
	}
}

/* An event that is visible in the setup cycle of a read belongs to this read, an event of the next cycle to the next read (doc/devices/bcm5718.md 5). */
Test(counting, an_event_in_the_cycle_of_a_read_is_in_it_and_the_next_one_is_not)
{
	struct counting *c = counting_new();

	counting_add(c, 0, 1, 100);
	cr_expect_eq(counting_read(c, 0, 100), 1);
	counting_add(c, 0, 1, 101);
	cr_expect_eq(counting_read(c, 0, 102), 1);
	free(c);
}

Test(counting, clear_without_read)
{
	struct counting *c = counting_new();

	counting_add(c, 0, 5, 10);
	counting_clear(c, 0, 5);
	counting_add(c, 0, 2, 11);
	cr_expect_eq(counting_read(c, 0, 12), 2);
	cr_expect_eq(counting_total_at(c, 0, 12), 7, "the total is never cleared");
	free(c);
}

Test(counting, total_of_an_earlier_cycle)
{
	struct counting *c = counting_new();

	counting_recall(c);
	counting_add(c, 0, 1, 10);
	counting_add(c, 1, 100, 15);
	counting_add(c, 0, 2, 20);
	counting_add(c, 0, 4, 30);
	cr_expect_eq(counting_total_at(c, 0, 9), 0);
	cr_expect_eq(counting_total_at(c, 0, 10), 1);
	cr_expect_eq(counting_total_at(c, 0, 19), 1);
	cr_expect_eq(counting_total_at(c, 0, 20), 3);
	cr_expect_eq(counting_total_at(c, 0, 30), 7);
	cr_expect_eq(counting_total_at(c, 1, 30), 100);
	free(c);
}

/* The scoreboard distinguishes a lost race between event and read from a wrong count. */
Test(counting, races_are_distinguished_from_other_errors)
{
	struct counting *c = counting_new();
	struct counting_memory before;

	counting_add(c, 0, 8, 10);
	counting_read(c, 0, 20);
	counting_add(c, 0, 3, 40);
	counting_add(c, 0, 1, 50);
	before = c->memory[0];
	cr_expect_eq(counting_read(c, 0, 50), 4);
	cr_expect(counting_read_race(&before, 1, 4, 3), "the event of the read's own cycle is missing");
	cr_expect(counting_read_race(&before, 1, 4, 12), "the read before did not clear");
	cr_expect_not(counting_read_race(&before, 1, 4, 5));
	cr_expect_not(counting_read_race(&before, 1, 4, 2));
	free(c);
}

/* ---- other kinds of counters ---- */

Test(counting, sticks_at_all_ones)
{
	struct counting *c = counting_new();

	set_kind(c, 0, (struct counting_kind){ .width = 8, .sticks = true });
	counting_add(c, 0, 254, 10);
	counting_add(c, 0, 1, 11);
	cr_expect_eq(counting_peek(c, 0), 255);
	counting_add(c, 0, 1, 12);
	cr_expect_eq(counting_read(c, 0, 13), 255);
	counting_add(c, 0, 300, 14);
	cr_expect_eq(counting_read(c, 0, 15), 255, "an amount that would pass it sticks too");
	cr_expect_eq(counting_read(c, 0, 16), 0);
	free(c);
}

/* Makes a pair of rows 4 and 5. */
static struct counting *pair_new(unsigned width, bool keeps)
{
	struct counting *c = counting_new();

	set_kind(c, 4, (struct counting_kind){ .width = (uint8_t)width, .keeps = keeps, .latch = 4 });
	set_kind(c, 5, (struct counting_kind){ .width = (uint8_t)width, .keeps = keeps, .high = true });
	return c;
}

Test(counting, a_pair_that_a_read_clears)
{
	struct counting *c = pair_new(64, false);

	counting_add(c, 4, 0x1234567890ull, 10);
	cr_expect_eq(counting_read(c, 4, 20), 0x34567890);
	counting_add(c, 4, 0x700000000ull, 21);
	cr_expect_eq(counting_read(c, 5, 22), 0x12, "as it was when the low word was read");
	cr_expect_eq(counting_read(c, 5, 23), 0, "the high word is cleared by its read");
	cr_expect_eq(counting_read(c, 4, 24), 0);
	cr_expect_eq(counting_read(c, 5, 25), 7);
	free(c);
}

Test(counting, a_pair_that_keeps_its_value)
{
	struct counting *c = pair_new(36, true);

	c->kind[4].preset = 0xFFFFFFFFEull;
	counting_reset(c);
	cr_expect_eq(counting_read(c, 4, 10), 0xFFFFFFFE);
	counting_add(c, 4, 3, 11);
	cr_expect_eq(counting_read(c, 5, 12), 0xF, "latched before the wrap; bits 31:4 are 0");
	cr_expect_eq(counting_read(c, 4, 13), 1, "wraps at 2^36");
	cr_expect_eq(counting_read(c, 5, 14), 0);
	cr_expect_eq(counting_read(c, 4, 15), 1, "a read clears nothing");
	free(c);
}

Test(counting, a_pair_without_a_latch)
{
	for (int keeps = 0; keeps < 2; keeps++) {
		struct counting *c = counting_new();
		set_kind(c, 4, (struct counting_kind){ .width = 40, .keeps = keeps, .plain = true, .latch = 4 });
		set_kind(c, 2, (struct counting_kind){ .width = 40, .keeps = keeps, .high = true, .low = 2 });
		counting_add(c, 4, 0x12FFFFFFFFull, 10);
		cr_expect_eq(counting_read(c, 4, 20), 0xFFFFFFFF);
		counting_add(c, 4, 0x100000002ull, 21);
		cr_expect_eq(counting_peek(c, 2), keeps ? 0x14 : 0x13, "as it is now");
		cr_expect_eq(counting_read(c, 2, 22), keeps ? 0x14 : 0x13, "each word clears itself alone");
		cr_expect_eq(counting_read(c, 2, 23), keeps ? 0x14 : 0);
		cr_expect_eq(counting_read(c, 4, 24), keeps ? 1 : 2);
		free(c);
	}
}

/* All counters of a direction share one latch; a read is masked to the width of the counter that it reads. */
Test(counting, a_latch_in_common)
{
	struct counting *c = pair_new(36, true);

	set_kind(c, 8, (struct counting_kind){ .width = 64, .keeps = true, .latch = 4 });
	set_kind(c, 9, (struct counting_kind){ .width = 64, .keeps = true, .high = true });
	counting_add(c, 8, 0xABCDEF0100000007ull, 10);
	counting_add(c, 4, 0x300000000ull, 10);
	cr_expect_eq(counting_read(c, 4, 11), 0);
	cr_expect_eq(counting_read(c, 8, 12), 7);
	cr_expect_eq(counting_read(c, 5, 13), 1, "bits 3:0 of the latch");
	cr_expect_eq(counting_read(c, 9, 14), 0xABCDEF01);
	free(c);
}

Test(counting, a_clear_wins_over_the_event_of_its_cycle)
{
	struct counting *c = pair_new(36, true);

	c->kind[4].preset = 100;
	counting_reset(c);
	counting_add(c, 4, 1, 10);
	counting_add(c, 4, 2, 20);
	counting_clear_at(c, 4, 20);
	counting_add(c, 4, 4, 20);
	counting_add(c, 4, 8, 21);
	cr_expect_eq(counting_read(c, 4, 22), 8);
	cr_expect_eq(counting_total_at(c, 4, 22), 15, "the total has no preset and is never cleared");
	counting_reset(c);
	cr_expect_eq(counting_read(c, 4, 30), 100, "a reset presets");
	free(c);
}

Test(counting, wrong_reads_are_explained)
{
	struct counting *c = pair_new(36, true);
	uint32_t low;

	c->kind[4].preset = 0xFFFFFFFFFull;
	counting_reset(c);
	cr_expect_eq(counting_read(c, 4, 10), 0xFFFFFFFF);
	cr_expect_eq(counting_explain(c, 4, 0xFFFFFFFF, 7), RULE_COUNT, "just a wrong number");
	counting_add(c, 4, 1, 11);
	cr_expect_eq(counting_read(c, 5, 12), 0xF);
	cr_expect_eq(counting_explain(c, 5, 0xF, 0), RULE_COUNTER_LATCH, "not latched");
	low = counting_read(c, 4, 13);
	cr_expect_eq(low, 0);
	cr_expect_eq(counting_explain(c, 4, 0, 0xFFFFFFFF), RULE_COUNTER_WRAP, "it sticks");
	cr_expect_eq(counting_read(c, 5, 14), 0);
	cr_expect_eq(counting_explain(c, 5, 0, 0x10), RULE_COUNTER_WRAP, "it is wider");
	counting_add(c, 4, 5, 20);
	counting_clear_at(c, 4, 30);
	counting_add(c, 4, 1, 30);
	counting_add(c, 4, 2, 31);
	cr_expect_eq(counting_read(c, 4, 40), 2);
	cr_expect_eq(counting_explain(c, 4, 2, 7), RULE_COUNTER_CLEAR, "not cleared");
	cr_expect_eq(counting_explain(c, 4, 2, 3), RULE_COUNTER_CLEAR, "the event is not lost");
	cr_expect_eq(counting_explain(c, 4, 2, 4), RULE_COUNT);
	free(c);
}

Test(counting, wrong_sticking_is_explained)
{
	struct counting *c = counting_new();

	set_kind(c, 2, (struct counting_kind){ .width = 8, .sticks = true });
	counting_add(c, 2, 260, 10);
	cr_expect_eq(counting_read(c, 2, 20), 255);
	cr_expect_eq(counting_explain(c, 2, 255, 4), RULE_COUNTER_STICKS);
	counting_add(c, 2, 3, 30);
	cr_expect_eq(counting_read(c, 2, 40), 3);
	cr_expect_eq(counting_explain(c, 2, 3, 258), RULE_READ_CLEARS, "the read before did not clear");
	free(c);
}

/* Width and kind of each counter come from its row on the register page. */
Test(counting, kinds_come_from_the_page)
{
	struct counting *c = counting_new();
	const struct reg_page *page = reg_page_by_model("ll10g");
	const struct reg_row *row = reg_by_name(page, "rx_stats_octetsOK");
	unsigned at = (unsigned)(row - page->rows);

	counting_init(c, page, 8);
	cr_expect_eq(row->address, 0x720);
	cr_expect_eq(c->kind[at].width, 64);
	cr_expect(c->kind[at].keeps && !c->kind[at].sticks && !c->kind[at].high && c->kind[at + 1].high);
	at = (unsigned)(reg_by_name(page, "tx_underflow_counter0") - page->rows);
	cr_expect_eq(c->kind[at].width, 36);
	page = reg_page_by_model("i82598");
	at = (unsigned)(reg_by_name(page, "GORCL") - page->rows);
	counting_init(c, page, 8);
	cr_expect(c->kind[at].width == 64 && !c->kind[at].keeps && c->kind[at].sticks && c->kind[at + 1].high);
	free(c);
}
