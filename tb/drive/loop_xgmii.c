/* SPDX-License-Identifier: Apache-2.0 */
/* The cycle loop for 64-bit XGMII: eight octet times per clock; doc/devices/xgmii.md. */
#include "loop_xgmii.h"

#include <string.h>

static bool other_due(const struct loop *l)
{
	(void)l;
	return false;
}

static void other_schedule(struct loop *l)
{
	(void)l;
}

/* ---- the loop ---- */

/* A frame under way on the transmit wire or the host stream, while the hot loop captures it. The word of cycle n goes to .base +
 * 8n, so that no pointer must be stored in each cycle; .from is the cycle of the first word. .goes_on and .idle are the values
 * that TXC, or the host's flags, have while the frame goes on and while nothing is on the wire. A frame longer than
 * LOOP_FRAME_MAX is captured up to the next horizon; the arenas have room for that. */
struct capture {
	uintptr_t base;
	uint64_t from;
	unsigned goes_on, idle;
};
enum {
	NEVER = 1 << 16,
	CAPTURE_AHEAD = 128, /* octets to prefetch: a store that misses the cache delays the stores of the DUT behind it */
};

/* Returns the capture that begins in CYCLE. */
static inline struct capture capture_of(const struct arena *arena, uint64_t cycle, unsigned goes_on, unsigned idle)
{
	return (struct capture){ (uintptr_t)(arena->octets + arena->used) - (uintptr_t)cycle * LANES, cycle, goes_on, idle };
}

static inline void capture(const struct capture *c, uint64_t cycle, uint64_t word)
{
	uint8_t *to = (uint8_t *)(c->base + (uintptr_t)cycle * LANES);

	memcpy(to, &word, LANES);
	__builtin_prefetch(to + CAPTURE_AHEAD);
}

/* Returns how many octets the cycles before CYCLE have. */
static inline uint32_t captured(const struct capture *c, uint64_t cycle)
{
	return c->goes_on == NEVER ? 0 : (uint32_t)(cycle - c->from) * LANES;
}

static uint32_t most(uint32_t len)
{
	return len < LOOP_FRAME_MAX ? len : LOOP_FRAME_MAX;
}

static inline struct capture tx_capture(const struct loop *l, uint64_t cycle)
{
	return capture_of(&l->tx_arena, cycle, l->in_tx && l->tx_len < LOOP_FRAME_MAX ? 0 : NEVER,
	                  l->in_tx || l->tx_signal != TX_SIGNAL_IDLE ? NEVER : ALL_LANES);
}

static inline void tx_captured(struct loop *l, const struct capture *tx, uint64_t cycle)
{
	uint32_t len = most(l->tx_len + captured(tx, cycle));

	l->tx_arena.used += len - l->tx_len;
	l->tx_len = len;
}

static inline struct capture host_capture(const struct loop *l, uint64_t cycle)
{
	const bool taking = l->host_takes && !l->host_held && !l->host_chunk && cycle >= l->reset_end;

	return capture_of(&l->host_arena, cycle,
	                  l->in_host && taking && l->host_len < LOOP_FRAME_MAX ? SEAM_HOST_VALID | SEAM_KEEP : NEVER, NEVER);
}

static inline void host_captured(struct loop *l, const struct capture *host, uint64_t cycle)
{
	uint32_t octets = captured(host, cycle);

	if (!octets)
		return;
	l->host_arena.used += most(l->host_len + octets) - l->host_len;
	l->host_len += octets;
}

/* Handles a word of the transmit wire. Returns true if the loop must stop after CYCLE. */
static inline __attribute__((always_inline)) bool tx_word(struct loop *l, struct capture *tx, uint64_t cycle, uint64_t data,
                                                          uint8_t control)
{
	bool stop;

	if (control == tx->goes_on) {
		capture(tx, cycle, data);
		return false;
	}
	if (control == tx->idle && data == IDLE_WORD)
		return false;
	l->cycle = cycle;
	tx_captured(l, tx, cycle);
	stop = words_tx_monitor(l, data, control);
	*tx = tx_capture(l, cycle + 1);
	return stop;
}

/* Handles a word of the stream to the host. */
static inline __attribute__((always_inline)) void host_word(struct loop *l, struct capture *host, uint64_t cycle, uint16_t flags,
                                                            uint64_t data)
{
	if (flags == host->goes_on) {
		capture(host, cycle, data);
	} else if ((flags & SEAM_HOST_VALID) | l->in_host) {
		l->cycle = l->last_activity = cycle;
		host_captured(l, host, cycle);
		words_host_monitor(l, flags, data);
		*host = host_capture(l, cycle + 1);
	}
}

/* The hot loop: runs from l->cycle to HORIZON, or to an earlier cycle in which something must be scheduled. */
static inline __attribute__((always_inline)) void run(struct loop *l, uint64_t horizon, const bool rx_on, const bool monitor)
{
	const struct seam_xgmii pins = *words_pins(l);
	const uint8_t *const ready = l->pins->common.ready;
	void (*const cycle_once)(struct seam *) = l->ops->cycle;
	struct seam *const seam = l->seam;
	const bool accessing = l->reg_phase; /* if true, HORIZON is the next cycle */
	const uint64_t *rx_data = l->rx_xgmii.data + l->rx_xgmii.pos;
	const uint8_t *rx_control = l->rx_xgmii.control + l->rx_xgmii.pos;
	const uint8_t *send = NULL, *send_limit = NULL; /* the limit is before the last word of the frame, and before a stall */
	uint64_t cycle = l->cycle, first = l->cycle, word;
	struct capture tx = { 0 }, host = { 0 };

	if (monitor) {
		tx = tx_capture(l, cycle);
		host = host_capture(l, cycle);
	}
	if (l->send_active) {
		const struct item_frame *frame = &l->send_item->u.frame;
		send = frame->octets + l->send_pos;
		send_limit = frame->octets + least(frame->len > LANES ? frame->len - LANES : 0, l->send_stop);
	}
	if (!rx_on) {
		*pins.rxd = IDLE_WORD;
		*pins.rxc = ALL_LANES;
	}
	while (cycle < horizon) {
		if (rx_on) {
			*pins.rxd = *rx_data++;
			*pins.rxc = *rx_control++;
		}
		cycle_once(seam);
		if (accessing) {
			l->cycle = cycle;
			loop_register_monitor(l);
		}
		if (monitor) {
			if (tx_word(l, &tx, cycle, *pins.txd, *pins.txc))
				horizon = cycle; /* this cycle is the last one */
			host_word(l, &host, cycle, *pins.host, *pins.host_data);
		}
		if (l->send_active && (*ready & SEAM_READY_SEND)) {
			send += LANES;
			if (send < send_limit) {
				memcpy(&word, send, LANES);
				*pins.send_data = word;
			} else {
				l->cycle = cycle;
				if (words_send_next(l, (uint32_t)(send - l->send_item->u.frame.octets)))
					horizon = cycle;
			}
		}
		if (monitor) {
			uint64_t side = *pins.side;
			if (side != l->side) {
				l->cycle = cycle;
				words_side_monitor(l, side);
			}
		}
		cycle++;
	}
	l->cycle = cycle;
	if (l->send_active)
		l->send_pos = (uint32_t)(send - l->send_item->u.frame.octets);
	if (monitor) {
		tx_captured(l, &tx, cycle);
		host_captured(l, &host, cycle);
	}
	if (l->in_tx | l->in_host)
		l->last_activity = cycle - 1;
	if (rx_on) {
		l->rx_xgmii.pos += (uint32_t)(cycle - first);
		l->last_activity = cycle;
	}
}

static void run_until(struct loop *l, uint64_t horizon)
{
	const bool rx_on = l->rx_xgmii.until > l->cycle;

	if (l->monitor && rx_on)
		run(l, horizon, true, true);
	else if (l->monitor)
		run(l, horizon, false, true);
	else if (rx_on)
		run(l, horizon, true, false);
	else
		run(l, horizon, false, false);
}

static void power_up(struct loop *l)
{
	l->side = *words_pins(l)->side & ~SIDE_PULSES & ~(uint64_t)(SEAM_KEEP << SEAM_WIDE_PFC_SHIFT);
	if (!l->monitor)
		return;
	loop_emit(l, l->cycle, EVENT_OBS_XOFF, l->side & SEAM_WIDE_XOFF)->timer = *l->pins->common.pause_timer;
	loop_emit(l, l->cycle, EVENT_OBS_LEVEL, (uint32_t)(l->side >> SEAM_WIDE_LEVEL_SHIFT));
}

const struct loop_wires loop_xgmii = {
	.run_until = run_until,
	.power_up = power_up,
	.rx_schedule = words_rx_schedule,
	.rx_idle = words_rx_idle,
	.rx_horizon = words_rx_horizon,
	.rx_keep = words_rx_keep,
	.send_word = words_send_word,
	.send_none = words_send_none,
	.stall_at = words_stall_at,
	.other_schedule = other_schedule,
	.other_due = other_due,
	.request = words_request,
	.rx_sampled = words_rx_sampled,
	.host_sampled = words_host_sampled,
	.tx_sampled = words_tx_sampled,
	.rx_drive = words_rx_drive,
	.codes = true,
};
