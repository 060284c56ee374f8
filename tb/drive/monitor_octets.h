/* SPDX-License-Identifier: Apache-2.0 */
/* The monitors of GMII and MII: transmit wire and stream to the host, inline for the cycle loop. */
#ifndef PAUSEBENCH_MONITOR_OCTETS_H
#define PAUSEBENCH_MONITOR_OCTETS_H
#include "loop_parts.h"

/* Handles a change of the outputs that rarely change, or a record. */
void octets_side_monitor(struct loop *l, uint32_t side);

static inline void octets_host_monitor(struct loop *l, uint16_t word)
{
	if (l->cycle < l->reset_end) { /* a reset cuts the stream; its first cycle still shows what was before */
		if (l->cycle == l->reset_begin && (word & SEAM_HOST_VALID) && !l->in_host)
			loop_emit(l, l->cycle, EVENT_HOST_START, 0);
		l->in_host = l->host_held = false;
		return;
	}
	if (l->host_held && word != l->host_word)
		loop_emit(l, l->cycle, EVENT_HOST_DROP, l->host_len);
	l->host_held = false;
	if (!(word & SEAM_HOST_VALID)) {
		l->host_bubbles += l->in_host;
		return;
	}
	if (!l->in_host) {
		loop_emit(l, l->cycle, EVENT_HOST_START, 0);
		l->in_host = true;
		l->host_len = l->host_bubbles = 0;
		l->host_start = l->host_arena.used;
	}
	if (!l->host_takes && l->host_manner == DUT_HOST_WAITS) {
		loop_emit(l, l->cycle, EVENT_HOST_DROP, l->host_len);
		return;
	}
	if (!l->host_takes) {
		l->host_held = true;
		l->host_word = word;
		return;
	}
	if (l->host_len < LOOP_FRAME_MAX)
		l->host_arena.octets[l->host_arena.used++] = (uint8_t)word;
	l->host_len++;
	if (word & SEAM_HOST_LAST) {
		struct event *event = loop_emit(l, l->cycle, EVENT_HOST_FRAME, !!(word & SEAM_HOST_USER));
		event->octets = l->host_arena.octets + l->host_start;
		event->len = l->host_arena.used - l->host_start;
		event->timer = l->host_bubbles;
		l->in_host = false;
		if (l->live)
			l->live->delivered(l->live->context, event);
	} else if (l->host_chunk && l->host_len % l->host_chunk == 0) {
		loop_emit(l, l->cycle, EVENT_HOST_MBUF, l->host_len - 1);
	}
}

/* Handles a word of the transmit wire. Of a transmission MAX clocks are kept. */
static inline void octets_tx_monitor(struct loop *l, uint16_t word, const uint32_t max)
{
	if (!(word & SEAM_TX_EN)) {
		struct event *event = loop_emit(l, l->cycle, EVENT_TX_END, l->tx_errors);
		event->octets = l->tx_arena.octets + l->tx_start;
		event->len = l->tx_len;
		event->error_at = l->tx_error_at;
		l->in_tx = false;
		return;
	}
	if (!l->in_tx) {
		loop_emit(l, l->cycle, EVENT_TX_START, 0);
		l->in_tx = true;
		l->tx_start = l->tx_arena.used;
		l->tx_len = l->tx_errors = 0;
		l->tx_error_at = -1;
	}
	if (word & SEAM_TX_ER) {
		if (!l->tx_errors)
			l->tx_error_at = (int32_t)l->tx_len;
		l->tx_errors++;
	}
	if (l->tx_len < max) {
		l->tx_arena.octets[l->tx_arena.used++] = (uint8_t)word;
		l->tx_len++;
	}
}

/* The places to which the hot loop writes the next octet of each frame under way. A stream leaves the hot path at its limit. */
struct octet_streams {
	uint8_t *tx, *tx_limit, *host, *host_limit;
};

/* Returns how many octets are left before the one that makes an EVENT_HOST_MBUF. */
static inline uint32_t octets_host_room(const struct loop *l)
{
	uint32_t room = l->host_len < LOOP_FRAME_MAX ? LOOP_FRAME_MAX - l->host_len : 0;
	uint32_t chunk = l->host_chunk ? l->host_chunk - l->host_len % l->host_chunk - 1 : room;

	return chunk < room ? chunk : room;
}

static inline void octets_streams_load(const struct loop *l, struct octet_streams *s, const uint32_t tx_max)
{
	const bool taking = l->in_host && l->host_takes && !l->host_held && l->cycle >= l->reset_end;

	s->tx = l->tx_arena.octets + l->tx_arena.used;
	s->tx_limit = l->in_tx ? l->tx_arena.octets + l->tx_start + tx_max : s->tx;
	s->host = l->host_arena.octets + l->host_arena.used;
	s->host_limit = taking ? s->host + octets_host_room(l) : s->host;
}

static inline void octets_streams_store(struct loop *l, const struct octet_streams *s)
{
	uint32_t tx = (uint32_t)(s->tx - l->tx_arena.octets), host = (uint32_t)(s->host - l->host_arena.octets);

	l->tx_len += tx - l->tx_arena.used;
	l->tx_arena.used = tx;
	l->host_len += host - l->host_arena.used;
	l->host_arena.used = host;
}
#endif
