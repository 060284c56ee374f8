/* SPDX-License-Identifier: Apache-2.0 */
/* The receive buffer. PG108-R p.430-431; doc/devices/bcm5718.md 1. */
#include "rx_buffer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int rx_buffer_init(struct rx_buffer *b, uint32_t count, uint32_t unit)
{
	b->unit = unit;
	b->count = b->free = count;
	/* each frame lies in one piece, so that as much again may stay unused at the end of the ring */
	b->size = 2 * count * unit + (unit > MBUF_OCTETS ? unit : MBUF_OCTETS);
	b->octets = malloc(b->size);
	rx_buffer_reset(b);
	return b->octets ? 0 : -ENOMEM;
}

void rx_buffer_release(struct rx_buffer *b)
{
	free(b->octets);
}

void rx_buffer_reset(struct rx_buffer *b)
{
	b->free = b->count;
	b->delta = 0;
	b->level = 0;
	b->level_delta = 0;
	b->head = b->queued = 0;
	b->started = b->lent = false;
	b->host_after = 0;
}

bool rx_buffer_step(struct rx_buffer *b)
{
	int64_t sum = (int64_t)b->free + b->delta;
	int64_t level = (int64_t)b->level + b->level_delta;

	if (!rx_buffer_moves(b))
		return false;
	b->delta = 0;
	b->level_delta = 0;
	b->level = level < 0 ? 0 : (uint32_t)level;
	b->free = sum < 0 ? 0 : (uint32_t)sum;
	return true;
}

/* Returns the offset at which LEN octets fit in one piece, or -1. */
static int64_t place(const struct rx_buffer *b, uint32_t len)
{
	const struct rx_buffer_frame *first = rx_buffer_at(b, 0), *newest;
	uint32_t end;

	if (!first)
		return len <= b->size ? 0 : -1;
	newest = rx_buffer_at(b, b->queued - 1);
	end = newest->offset + newest->len;
	if (newest->offset >= first->offset) {
		if (end + len <= b->size)
			return end;
		return len <= first->offset ? 0 : -1;
	}
	return end + len <= first->offset ? (int64_t)end : -1;
}

static void keep(struct rx_buffer *b, struct rx_buffer_frame *frame)
{
	if (frame->lent)
		memcpy(b->octets + frame->offset, frame->lent, frame->len);
	frame->lent = NULL;
}

void rx_buffer_keep(struct rx_buffer *b)
{
	for (unsigned i = 0; b->lent && i < b->queued; i++)
		keep(b, rx_buffer_at(b, i));
	b->lent = false;
}

struct rx_buffer_frame *rx_buffer_push(struct rx_buffer *b, const uint8_t *octets, bool lent, uint32_t len, uint32_t wire_len)
{
	struct rx_buffer_frame *frame;
	int64_t offset;

	if (len > b->size)
		return NULL;
	/* More frames wait than the MBUFs hold only if the device did other than the model. The oldest one is given up. */
	while (b->queued == RX_BUFFER_FRAMES || (offset = place(b, len)) < 0)
		rx_buffer_lost(b);
	frame = &b->frame[(b->head + b->queued++) % RX_BUFFER_FRAMES];
	*frame = (struct rx_buffer_frame){ .offset = (uint32_t)offset, .len = len, .lent = octets, .wire_len = wire_len };
	b->level_delta += wire_len;
	b->lent |= lent;
	if (!lent)
		keep(b, frame);
	return frame;
}

void rx_buffer_unpush(struct rx_buffer *b)
{
	if (!b->queued)
		return;
	b->level_delta -= rx_buffer_at(b, b->queued - 1)->wire_len;
	b->queued--;
}

static void pop(struct rx_buffer *b)
{
	b->queued--;
	b->head = b->queued ? (b->head + 1) % RX_BUFFER_FRAMES : 0; /* an empty ring begins again at its first entry */
	b->started = false;
}

void rx_buffer_took_mbuf(struct rx_buffer *b)
{
	struct rx_buffer_frame *frame = rx_buffer_at(b, 0);

	uint32_t units = rx_buffer_chunk(b->unit) / b->unit;

	if (!frame || frame->given + units >= frame->taken)
		return;
	frame->given += units;
	b->delta += (int32_t)units;
}

void rx_buffer_took_frame(struct rx_buffer *b, uint64_t next)
{
	b->host_after = next;
	if (b->queued)
		rx_buffer_lost(b);
}

void rx_buffer_lost(struct rx_buffer *b)
{
	struct rx_buffer_frame *frame = rx_buffer_at(b, 0);

	b->delta += (int32_t)(frame->taken - frame->given);
	b->level_delta -= frame->wire_len;
	pop(b);
}
