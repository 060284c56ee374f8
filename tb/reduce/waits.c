/* SPDX-License-Identifier: Apache-2.0 */
/* Joins waits: two that follow each other become one. */
#include "reduction.h"

#include <stdlib.h>
#include <string.h>

enum { LONG_ENOUGH = 4000 /* cycles instead of a wait until channels are at rest; the fields become smaller later */ };

static bool is_wait(const struct item *item)
{
	return item->kind == ITEM_WAIT && item->u.wait.what < WAIT_START;
}

static uint64_t cycles_of(const struct item *item)
{
	return item->u.wait.what == WAIT_CYCLES ? item->u.wait.cycles : 0;
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

bool simpler_waits(struct reduction *r)
{
	bool changed = false;

	for (size_t i = 0; i + 1 < r->best.count && !reduction_over(r);) {
		const struct item *first = &r->best.items[i], *second = &r->best.items[i + 1];
		size_t setup = reduction_setup_at(r, i);
		uint64_t sum = cycles_of(first) + cycles_of(second);
		bool plain = first->u.wait.what == WAIT_CYCLES && second->u.wait.what == WAIT_CYCLES;
		bool joined = !setup && is_wait(first) && is_wait(second) && (try_join(r, i, sum + (plain ? 0 : LONG_ENOUGH)));
		changed |= joined;
		i += joined ? 0 : setup ? setup : 1;
	}
	return changed;
}
