/* SPDX-License-Identifier: Apache-2.0 */
/* The cycle loop for GMII and MII, which have one octet or nibble in each clock. The code that runs in every cycle is inline here
 * and in monitor_octets.h; the code that runs at horizons is in driver_octets.c. */
#ifndef PAUSEBENCH_LOOP_OCTETS_H
#define PAUSEBENCH_LOOP_OCTETS_H
#include "monitor_octets.h"

/* driver_octets.c: struct loop_wires of both kinds. */
void octets_power_up(struct loop *l);
void octets_rx_schedule(struct loop *l);
bool octets_rx_idle(const struct loop *l);
uint64_t octets_rx_horizon(const struct loop *l, uint64_t horizon);
void octets_rx_keep(struct loop *l);
void octets_send_word(struct loop *l);
void octets_send_none(struct loop *l);
uint32_t octets_stall_at(const struct item_frame *frame);
void octets_mdio_schedule(struct loop *l);
void octets_phy(struct loop *l, uint32_t side); /* the management pins changed in the open cycle */
bool octets_mdio_due(const struct loop *l);
void octets_no_request(struct loop *l, const struct item *item);
/* edges_octets.c: likewise, for a MAC with several clocks. */
void octets_rx_drive(struct loop *l);
void octets_host_sampled(struct loop *l);

static inline const struct seam_gmii *octets_pins(const struct loop *l)
{
	return &l->pins->gmii;
}

static inline void octets_send_next(struct loop *l)
{
	*octets_pins(l)->send = (uint16_t)(SEAM_SEND_VALID | l->send_octets[l->send_pos] |
	                                   (l->send_pos + 1 == l->send_len ? l->send_last : 0));
}

/* Without a monitor: tx_en rose or fell. Returns true if something must be scheduled. */
static inline bool octets_tx_turns(struct loop *l, bool (*const edge)(struct loop *))
{
	l->last_activity = l->cycle;
	l->in_tx = !l->in_tx;
	return (edge && edge(l)) || (!l->in_tx && loop_polls(l));
}

/* Handles a cycle of the transmit wire that is not one more octet within a frame. Returns true if something must be scheduled. */
static inline bool octets_tx_other(struct loop *l, uint16_t tx, const uint32_t tx_max, bool (*const edge)(struct loop *))
{
	bool was = l->in_tx;

	l->last_activity = l->cycle;
	octets_tx_monitor(l, tx, tx_max);
	if (was == l->in_tx)
		return false;
	return (edge && edge(l)) || (was && loop_polls(l));
}

/* Handles a word of the transmit wire. Returns true if the loop must stop after CYCLE. */
static inline __attribute__((always_inline)) bool octets_tx_word(struct loop *l, struct octet_streams *s, uint64_t cycle,
                                                                 uint16_t tx, const uint32_t tx_max,
                                                                 bool (*const edge)(struct loop *))
{
	bool stop;

	if ((tx & (SEAM_TX_EN | SEAM_TX_ER)) == SEAM_TX_EN && s->tx < s->tx_limit) {
		*s->tx++ = (uint8_t)tx;
		return false;
	}
	if (!((tx & SEAM_TX_EN) | l->in_tx))
		return false;
	l->cycle = cycle;
	octets_streams_store(l, s);
	stop = octets_tx_other(l, tx, tx_max, edge);
	octets_streams_load(l, s, tx_max);
	return stop;
}

/* Does the same without a monitor, when only the beginning and the end of a frame matter. */
static inline __attribute__((always_inline)) bool octets_tx_edge(struct loop *l, uint64_t cycle, uint16_t tx,
                                                                 bool (*const edge)(struct loop *))
{
	if (l->in_tx == !!(tx & SEAM_TX_EN))
		return false;
	l->cycle = cycle;
	l->in_tx = !l->in_tx;
	return edge(l);
}

/* Handles a word of the stream to the host. */
static inline __attribute__((always_inline)) void octets_host_word(struct loop *l, struct octet_streams *s, uint64_t cycle,
                                                                   uint16_t host, const uint32_t tx_max)
{
	if ((host & (SEAM_HOST_VALID | SEAM_HOST_LAST)) == SEAM_HOST_VALID && s->host < s->host_limit) {
		*s->host++ = (uint8_t)host;
	} else if ((host & SEAM_HOST_VALID) | l->in_host) {
		l->cycle = l->last_activity = cycle;
		octets_streams_store(l, s);
		octets_host_monitor(l, host);
		octets_streams_load(l, s, tx_max);
	}
}

/* The DUT took the octet that is offered. Returns true if the loop must stop after CYCLE. */
static inline __attribute__((always_inline)) bool octets_sent(struct loop *l, uint64_t cycle)
{
	l->cycle = cycle;
	if (++l->send_pos == l->send_stop) {
		loop_send_boundary(l);
		return true;
	}
	octets_send_next(l);
	return false;
}

/* Handles the management pins and the observation ports. Returns true if the loop must stop after CYCLE. */
static inline __attribute__((always_inline)) bool octets_side(struct loop *l, uint64_t cycle, uint32_t side, const bool monitor)
{
	bool stop = false;

	if (side == l->side && !(side & (SEAM_SIDE_RX_VALID | SEAM_SIDE_TX_VALID)))
		return false;
	l->cycle = cycle;
	if (monitor)
		octets_side_monitor(l, side);
	if ((side ^ (uint32_t)l->side) & SEAM_SIDE_MDIO) {
		octets_phy(l, side);
		stop = true;
	}
	l->side = side;
	return stop;
}

/* The hot loop: runs from l->cycle to HORIZON, or to an earlier cycle in which something must be scheduled. EDGE, unless NULL, is
 * called when tx_en has changed to l->in_tx in l->cycle; it returns true if something must be scheduled because of that. */
static inline __attribute__((always_inline)) void octets_run(struct loop *l, uint64_t horizon, const bool monitor,
                                                             const uint32_t tx_max, bool (*const edge)(struct loop *))
{
	static const uint8_t idle_octet;
	const struct seam_gmii pins = *octets_pins(l);
	const uint8_t *const ready = l->pins->common.ready;
	void (*const cycle_once)(struct seam *) = l->ops->cycle;
	struct seam *const seam = l->seam;
	const uint32_t done = l->rx_gmii.len - l->rx_gmii.left;
	const bool rx_on = l->rx_gmii.left, accessing = l->reg_phase;
	const struct item *const rest = l->rx_gmii.rest;
	const uint16_t rx_flags = (uint16_t)(rx_on ? l->rx_gmii.flags |
	                                                 (done >= l->rx_gmii.er_from && done < l->rx_gmii.er_to ? SEAM_RX_ER : 0)
	                                     : rest && rest->u.idle.error ? SEAM_RX_ER
	                                                                  : 0);
	const bool rx_run = rx_flags & SEAM_RX_DV;
	const uint8_t *rx_octet = rx_on ? l->rx_gmii.octet : rest ? &rest->u.idle.data : &idle_octet;
	uint64_t cycle = l->cycle, first = l->cycle;
	struct octet_streams s = { 0 };

	if (monitor)
		octets_streams_load(l, &s, tx_max);
	while (cycle < horizon) {
		*pins.rx = (uint16_t)(rx_flags | *rx_octet);
		rx_octet += rx_run;
		cycle_once(seam);
		if (accessing) {
			l->cycle = cycle;
			loop_register_monitor(l);
		}
		if (monitor) {
			if (octets_tx_word(l, &s, cycle, *pins.tx, tx_max, edge))
				horizon = cycle + 1;
			octets_host_word(l, &s, cycle, *pins.host, tx_max);
		} else if (edge && octets_tx_edge(l, cycle, *pins.tx, edge)) {
			horizon = cycle + 1;
		}
		if (l->send_active && (*ready & SEAM_READY_SEND) && octets_sent(l, cycle))
			horizon = cycle + 1;
		if (octets_side(l, cycle, *pins.side, monitor))
			horizon = cycle + 1;
		cycle++;
	}
	l->cycle = cycle;
	if (monitor)
		octets_streams_store(l, &s);
	if (l->in_tx | l->in_host)
		l->last_activity = cycle - 1;
	if (rx_on) {
		l->rx_gmii.octet = rx_octet;
		l->rx_gmii.left -= (uint32_t)(cycle - first);
		l->last_activity = cycle;
	}
}

/* With several clocks: .tx_sampled of struct loop_wires. */
static inline bool octets_tx_sampled(struct loop *l, const uint32_t tx_max, bool (*const edge)(struct loop *))
{
	const uint16_t tx = *octets_pins(l)->tx;
	bool stop = false;

	if (l->monitor && ((tx & SEAM_TX_EN) | l->in_tx))
		stop = octets_tx_other(l, tx, tx_max, edge);
	else if (!l->monitor && l->in_tx != !!(tx & SEAM_TX_EN))
		stop = octets_tx_turns(l, edge);
	return octets_side(l, l->cycle, *octets_pins(l)->side, l->monitor) || stop;
}
#endif
