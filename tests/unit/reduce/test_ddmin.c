/* SPDX-License-Identifier: Apache-2.0 */
#include "reduce/ddmin.h"

#include <criterion/criterion.h>
#include <string.h>

enum { PARTS = 300 };

struct game {
	const size_t *needed; /* it fails if all of these are there ... */
	size_t needed_count;
	size_t least; /* ... and at least so many parts */
	unsigned tests, budget;
};

static bool fails(void *context, const bool *keep, size_t count)
{
	struct game *g = context;
	size_t kept = 0;
	bool all = true;

	g->tests++;
	for (size_t i = 0; i < count; i++)
		kept += keep[i];
	for (size_t i = 0; i < g->needed_count; i++)
		all &= keep[g->needed[i]];
	return all && kept >= g->least;
}

static bool over(void *context)
{
	const struct game *g = context;

	return g->tests >= g->budget;
}

static size_t play(struct game *g, bool keep[PARTS], bool *ret_whole)
{
	const struct ddmin d = { .context = g, .fails = fails, .over = over };
	size_t kept = 0;

	memset(keep, true, PARTS);
	*ret_whole = ddmin(&d, keep, PARTS);
	for (size_t i = 0; i < PARTS; i++)
		kept += keep[i];
	return kept;
}

Test(ddmin, leaves_what_is_needed_alone)
{
	static const size_t needed[] = { 0, 17, 18, 150, 299 };
	struct game g = { .needed = needed, .budget = 1000000 };
	bool keep[PARTS], whole;

	for (g.needed_count = 0; g.needed_count <= 5; g.needed_count++) {
		g.tests = 0;
		cr_expect_eq(play(&g, keep, &whole), g.needed_count, "%zu parts", g.needed_count);
		cr_expect(whole);
		for (size_t i = 0; i < g.needed_count; i++)
			cr_expect(keep[needed[i]], "part %zu", needed[i]);
		cr_expect_leq(g.tests, 150, "%zu parts took %u tests", g.needed_count, g.tests);
	}
}

Test(ddmin, leaves_a_list_of_which_no_part_can_be_left_out)
{
	static const size_t needed[] = { 42 };
	struct game g = { .needed = needed, .needed_count = 1, .least = 7, .budget = 1000000 };
	bool keep[PARTS], whole;

	cr_expect_eq(play(&g, keep, &whole), 7);
	cr_expect(whole);
	cr_expect(keep[42]);
}

Test(ddmin, keeps_to_its_budget)
{
	static const size_t needed[] = { 3, 200 };
	bool keep[PARTS], whole;

	for (unsigned budget = 0; budget < 20; budget++) {
		struct game g = { .needed = needed, .needed_count = 2, .budget = budget };
		size_t kept = play(&g, keep, &whole);
		cr_expect_eq(g.tests, budget);
		cr_expect_not(whole);
		cr_expect(kept >= 2 && keep[3] && keep[200], "what is left still fails");
	}
}

Test(ddmin, nothing_to_leave_out)
{
	struct game g = { .budget = 100 };
	const struct ddmin d = { .context = &g, .fails = fails, .over = over };
	bool keep[1];

	cr_expect(ddmin(&d, keep, 0));
	cr_expect_eq(g.tests, 0);
}
