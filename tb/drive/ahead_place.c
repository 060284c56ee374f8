/* SPDX-License-Identifier: Apache-2.0 */
/* Runs ahead in place: keeps the state that the loop and the simulation change, runs, and puts the state back.
 *
 * The state of the loop is struct loop (with the heads of the sequencer, the PHYs and a negotiation), the batch of events and the
 * buffers of octets. The loop issues no items meanwhile, so that the queues of the sequencer stay as they are. Of the batch and
 * of each buffer only the part in use is kept, since the rest means nothing. The batch is not handed on before a look, so that
 * the sink sees the same events with and without it. The memory is allocated when a run first looks ahead, and serves all its
 * looks. */
#include "loop_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct loop_ahead {
	struct loop loop;
	uint8_t *memory; /* the used parts of the buffers, one after another */
	size_t size;
};

/* A part of a buffer that the loop changes. */
struct part {
	void *at;
	size_t size;
};
enum { PARTS = 10 };

static size_t arena_parts(const struct arena *arena, struct part *ret)
{
	ret[0] = (struct part){ arena->octets, arena->used };
	ret[1] = (struct part){ arena->code, arena->codes * sizeof(*arena->code) };
	return 2;
}

/* Fills in the parts in use, always in the same order. Returns their size in all. */
static size_t parts_of(const struct loop *l, struct part ret[PARTS])
{
	const uint64_t now = loop_now(l, CLOCK_RX);
	size_t count = 0, size = 0, words = l->rx_xgmii.until > now ? (size_t)(l->rx_xgmii.until - now) : 0;

	ret[count++] = (struct part){ l->events, l->event_count * sizeof(*l->events) };
	ret[count++] = (struct part){ l->rx_xgmii.control, l->rx_xgmii.control ? l->rx_xgmii.pos + words : 0 };
	count += arena_parts(&l->rx_arena, ret + count);
	count += arena_parts(&l->tx_arena, ret + count);
	count += arena_parts(&l->host_arena, ret + count);
	count += arena_parts(&l->send_arena, ret + count);
	for (size_t i = 0; i < count; i++)
		size += ret[i].size;
	return size;
}

static int room(struct loop *l, size_t size)
{
	struct loop_ahead *kept = l->kept ? l->kept : calloc(1, sizeof(*kept));
	uint8_t *grown;

	if (!kept)
		return -ENOMEM;
	l->kept = kept;
	if (size <= kept->size)
		return 0;
	grown = realloc(kept->memory, 2 * size);
	if (!grown)
		return -ENOMEM;
	kept->memory = grown;
	kept->size = 2 * size;
	return 0;
}

static void keep(struct loop *l, const struct part *parts)
{
	uint8_t *to = l->kept->memory;

	l->kept->loop = *l;
	for (size_t i = 0; i < PARTS; to += parts[i++].size)
		if (parts[i].size)
			memcpy(to, parts[i].at, parts[i].size);
}

static void put_back(struct loop *l, const struct part *parts)
{
	const uint8_t *from = l->kept->memory;

	*l = l->kept->loop;
	for (size_t i = 0; i < PARTS; from += parts[i++].size)
		if (parts[i].size)
			memcpy(parts[i].at, from, parts[i].size);
}

int ahead_in_place(struct loop *l, const struct ahead *ahead, uint64_t *ret_cycle)
{
	struct part parts[PARTS] = { { NULL, 0 } };
	int err = room(l, parts_of(l, parts));

	if (err)
		return err;
	keep(l, parts);
	if (!l->ops->ahead_begin(l->seam))
		return -ENOMEM;
	*ret_cycle = ahead_run(l, ahead);
	l->ops->ahead_end(l->seam);
	put_back(l, parts);
	return 0;
}

void ahead_release(struct loop *l)
{
	if (l->kept)
		free(l->kept->memory);
	free(l->kept);
	l->kept = NULL;
}
