/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the read-clearing counters: tg3.c, spec 5.3: each event is in exactly one read; 32 bits, wrapping. */
#include "support.h"

#include "counting.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static struct counting *counting_new(void)
{
	struct counting *c = calloc(1, sizeof(*c));

	cr_assert_not_null(c);
	return c;
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

/* Events one a cycle, reads at every distance: the reads add up to the events, whatever the alignment. */
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

/* An event visible in the setup cycle belongs to this read, one in the next cycle to the next (doc/bcm5718.md 5). */
Test(counting, an_event_that_meets_a_read_is_in_it_and_the_next_one_is_not)
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
	counting_clear(c, 0);
	counting_add(c, 0, 2, 11);
	cr_expect_eq(counting_read(c, 0, 12), 2);
	cr_expect_eq(counting_total_at(c, 0, 12), 7, "the total is never cleared");
	free(c);
}

Test(counting, total_of_an_earlier_cycle)
{
	struct counting *c = counting_new();

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

/* What the scoreboard needs to tell a race from a wrong count. */
Test(counting, races_are_told_from_other_errors)
{
	struct counting *c = counting_new();
	struct counting_memory before;

	counting_add(c, 0, 8, 10);
	counting_read(c, 0, 20);
	counting_add(c, 0, 3, 40);
	counting_add(c, 0, 1, 50);
	before = c->memory[0];
	cr_expect_eq(counting_read(c, 0, 50), 4);
	cr_expect(counting_read_race(&before, 50, 4, 3), "the event of the read's own cycle is missing");
	cr_expect(counting_read_race(&before, 50, 4, 12), "the read before did not clear");
	cr_expect_not(counting_read_race(&before, 50, 4, 5));
	cr_expect_not(counting_read_race(&before, 50, 4, 2));
	free(c);
}
