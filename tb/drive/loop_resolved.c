/* SPDX-License-Identifier: Apache-2.0 */
/* Takes the moment of a wait from an earlier run instead of looking ahead for it, and checks that the moment comes.
 *
 * A moment is taken if the earlier run has it for the same item with the cursor in the same clock. Until the moment comes, no
 * items are issued, as in a look ahead. So the moment is right if and only if the first event from that clock on that is such a
 * moment is in the clock of the moment. */
#include "loop_look.h"

#include <errno.h>
#include <stdlib.h>

/* A moment that was taken from the earlier run. */
struct awaited {
	struct look look;
	uint64_t from, at;
	bool held;
};

struct loop_awaited {
	struct awaited moment[RESOLVED_MAX];
	uint32_t count;
};

/* Returns true if the moment of ITEM can be checked when it comes. The start of a control frame cannot: only the end of a frame
 * shows what it was. */
static bool can_be_checked(const struct item *item)
{
	return item->u.wait.at >= 0 && item->u.wait.what != WAIT_CONTROL;
}

static const struct resolved_moment *find(const struct loop *l, const struct item *item)
{
	size_t index = (size_t)(item - l->seq.stim->items);
	uint64_t last = l->cycle + (item->u.wait.cycles ? item->u.wait.cycles : LOOP_MOMENT_CYCLES);

	for (uint32_t i = 0; l->known && i < l->known->count; i++) {
		const struct resolved_moment *m = &l->known->moment[i];
		if (m->item == index && m->from == l->cycle && m->at >= l->cycle && m->at < last && can_be_checked(item))
			return m;
	}
	return NULL;
}

static void note(struct loop *l, const struct item *item, uint64_t at)
{
	struct resolved *r = l->resolved;

	if (r && at != LOOP_NO_MOMENT && r->count < RESOLVED_MAX && can_be_checked(item))
		r->moment[r->count++] = (struct resolved_moment){ .item = (uint32_t)(item - l->seq.stim->items),
			                                          .from = l->cycle,
			                                          .at = at };
}

void resolved_events(struct loop *l, const struct event *events, size_t count)
{
	for (struct awaited *a = l->awaited->moment; a < l->awaited->moment + l->awaited->count; a++)
		for (size_t i = 0; i < count; i++)
			if (events[i].cycle < (a->at + 1) * l->step)
				look_events(&a->look, &events[i], 1);
}

void resolved_end(struct loop *l)
{
	for (uint32_t i = 0; l->awaited && i < l->awaited->count; i++) {
		const struct awaited *a = &l->awaited->moment[i];
		bool held = a->held && a->at == a->from && !a->look.left;
		l->unresolved |= a->look.seen ? a->look.moment / l->step != a->at : l->cycle > a->at && !held;
	}
}

static int await(struct loop *l, const struct item *item, uint64_t at)
{
	if (!l->awaited && !(l->awaited = calloc(1, sizeof(*l->awaited))))
		return -ENOMEM;
	if (l->awaited->count == RESOLVED_MAX)
		return -E2BIG;
	l->awaited->moment[l->awaited->count++] = (struct awaited){
		.look = look_of(l, item), .from = l->cycle, .at = at, .held = look_held(l, item)
	};
	return 0;
}

int loop_resolve(struct loop *l, const struct item *item, uint64_t *ret_cycle)
{
	const struct resolved_moment *m = find(l, item);
	int err;

	*ret_cycle = m ? m->at : LOOP_NO_MOMENT;
	err = m ? await(l, item, m->at) : loop_look_ahead(l, item, ret_cycle);
	if (!err)
		note(l, item, *ret_cycle);
	return err;
}

void resolved_release(struct loop *l)
{
	free(l->awaited);
	l->awaited = NULL;
}
