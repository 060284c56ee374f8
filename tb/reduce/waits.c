/* SPDX-License-Identifier: Apache-2.0 */
/* Joins lines that only let time pass: two of them become one wait. */
#include "reduction.h"

#include <stdlib.h>
#include <string.h>

/* How long a wait in the place of two lines is at first; it becomes shorter later. In a stimulus of more than LINES_MAX lines
 * only waits are joined, because each pair costs runs. */
enum { SHORT_WAIT = 200, LONG_WAIT = 4000, LINES_MAX = 16 };

static bool is_plain_wait(const struct item *item)
{
	return item->kind == ITEM_WAIT && item->u.wait.what == WAIT_CYCLES;
}

/* Puts a wait of CYCLES in the place of items number I and I + 1. */
static bool try_join(struct reduction *r, size_t i, uint64_t cycles)
{
	struct item *items = cycles <= UINT32_MAX ? reduction_items(r, 0) : NULL;

	if (!items)
		return false;
	items[i] = (struct item){ .kind = ITEM_WAIT, .u.wait = { .what = WAIT_CYCLES, .cycles = (uint32_t)cycles } };
	memmove(&items[i + 1], &items[i + 2], (r->best.count - i - 2) * sizeof(*items));
	return reduction_try(r, items, r->best.count - 1, true);
}

static bool join(struct reduction *r, size_t i, bool few)
{
	const struct item *first = &r->best.items[i], *second = &r->best.items[i + 1];

	if (is_plain_wait(first) && is_plain_wait(second))
		return try_join(r, i, (uint64_t)first->u.wait.cycles + second->u.wait.cycles);
	if (!few && (first->kind != ITEM_WAIT || second->kind != ITEM_WAIT))
		return false;
	return try_join(r, i, SHORT_WAIT) || try_join(r, i, LONG_WAIT);
}

bool simpler_waits(struct reduction *r)
{
	bool changed = false;

	for (size_t i = 0; i + 1 < r->best.count && !reduction_over(r);) {
		size_t setup = reduction_setup_at(r, i), next = setup ? 0 : reduction_setup_at(r, i + 1);
		bool joined = !setup && !next && join(r, i, r->best.count <= LINES_MAX + r->setup.count);
		changed |= joined;
		i += joined ? 0 : setup ? setup : 1;
	}
	return changed;
}
