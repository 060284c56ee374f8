/* SPDX-License-Identifier: Apache-2.0 */
/* The receive buffer: its free units, which are MBUFs or words, and the frames that wait for the host. PG108-R p.430-431;
 * doc/devices/bcm5718.md 1. */
#ifndef PAUSEBENCH_RX_BUFFER_H
#define PAUSEBENCH_RX_BUFFER_H
#include "finding/finding.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MBUF_OCTETS = 128, RX_BUFFER_FRAMES = 8192, WORD_OCTETS = 8 };

struct rx_buffer_frame {
	uint32_t offset, len;  /* in the ring of octets */
	const uint8_t *lent;   /* octets that are not copied to the ring, or NULL */
	uint32_t fcs;          /* key by which the frame is found */
	uint32_t wire_len;     /* its length on the wire, which a level in octets counts; .len octets are stored */
	uint32_t taken, given; /* units that it has taken, and of them those given back */
	uint64_t visible;      /* cycle in which its record is visible */
	uint64_t last;         /* cycle of its last octet on the wire */
	enum rule accepted;
	bool bad, optional, loose;
};

struct rx_buffer {
	uint32_t unit; /* octets of a unit */
	uint32_t count, free;
	int32_t delta;  /* what the open cycle adds to .free */
	uint32_t level; /* octets of all frames on the wire */
	int64_t level_delta;

	uint8_t *octets;
	uint32_t size;
	bool lent;    /* some frames may have octets that are lent */
	bool started; /* the first frame is on the host stream */
	unsigned head, queued;
	uint64_t host_after; /* first cycle in which the host may begin the next frame */
	struct rx_buffer_frame frame[RX_BUFFER_FRAMES];
};

/* Makes an empty buffer of COUNT units of UNIT octets. Returns 0 or -ENOMEM; in either case the caller ends with
 * rx_buffer_release(). */
int rx_buffer_init(struct rx_buffer *b, uint32_t count, uint32_t unit);
/* Returns how many units LEN octets take. */
static inline uint32_t rx_buffer_units(const struct rx_buffer *b, uint32_t len)
{
	return (len + b->unit - 1) / b->unit;
}
/* Returns how many octets the host takes between two calls of rx_buffer_took_mbuf(): whole units of UNIT octets, and so many that
 * calls are rare. */
static inline uint32_t rx_buffer_chunk(uint32_t unit)
{
	enum { CHUNK_LEAST = 64 };

	return unit >= CHUNK_LEAST ? unit : CHUNK_LEAST / unit * unit;
}
void rx_buffer_release(struct rx_buffer *b);
void rx_buffer_reset(struct rx_buffer *b);
/* Returns true if the level of the next cycle differs. */
static inline bool rx_buffer_moves(const struct rx_buffer *b)
{
	return (b->delta | b->level_delta) != 0;
}
/* The open cycle ends. Returns true if the level changed. */
bool rx_buffer_step(struct rx_buffer *b);
/* Queues a frame of LEN octets, WIRE_LEN of them on the wire. The octets are copied; if they are LENT, they are not, and must
 * stay valid until rx_buffer_keep(). The caller fills in the other members of the frame. Returns NULL if it is too long. */
struct rx_buffer_frame *rx_buffer_push(struct rx_buffer *b, const uint8_t *octets, bool lent, uint32_t len, uint32_t wire_len);
/* Copies all octets that are lent, since they become invalid. */
void rx_buffer_keep(struct rx_buffer *b);
static inline const uint8_t *rx_buffer_octets(const struct rx_buffer *b, const struct rx_buffer_frame *frame)
{
	return frame->lent ? frame->lent : b->octets + frame->offset;
}
/* Takes the newest frame out again: it is not delivered after all. */
void rx_buffer_unpush(struct rx_buffer *b);
/* Returns the I-th frame that waits for the host, from 0, or NULL. */
static inline struct rx_buffer_frame *rx_buffer_at(const struct rx_buffer *b, unsigned i)
{
	return i < b->queued ? (struct rx_buffer_frame *)&b->frame[(b->head + i) % RX_BUFFER_FRAMES] : NULL;
}
/* rx_buffer_took_mbuf(): the host took an MBUF of the first frame that is not the last one of it. rx_buffer_took_frame(): it took
 * the last octet of the frame, and may begin another one from cycle NEXT on. */
void rx_buffer_took_mbuf(struct rx_buffer *b);
void rx_buffer_took_frame(struct rx_buffer *b, uint64_t next);
/* Drops the first frame, which the host did not take. There must be one. */
void rx_buffer_lost(struct rx_buffer *b);
#endif
