/* SPDX-License-Identifier: Apache-2.0 */
/* The cycle loop for MII: nibbles at 10 and 100 Mb/s, octets at 1000; carrier and collision as a PHY and its partner show them (doc/reference/dut-contract.md,
 * MII).
 *
 *     crs(n) = rx_dv(n) | half & tx_en(n-1) | the stimulus's carrier
 *     col(n) = half & (rx_dv(n) & tx_en(n-1) | the stimulus's collision)
 *
 * Between two horizons neither changes: runs and the windows of the stimulus begin and end at horizons, and in half duplex each change of tx_en makes
 * a horizon. With several clocks, which are for full duplex, both are driven with the transmit clock. */
#include "loop_octets.h"

enum { TX_CLOCKS_MAX = 2 * LOOP_FRAME_MAX };

/* ---- items that wait for a transmission ---- */

/* Returns the first issued item of KIND from *NEXT on that waits for a transmission, or NULL. Items are issued in order, so that
 * the stimulus itself is the queue. */
static const struct item *waiting_item(const struct loop *l, size_t *next, enum item_kind kind)
{
	for (; *next < l->seq.next; ++*next) {
		const struct item *item = &l->seq.stim->items[*next];
		if (item->kind == kind && (kind == ITEM_COLLISION || item->u.carrier.after_tx))
			return item;
	}
	return NULL;
}

static uint32_t transmissions(const struct item *item)
{
	return item->u.collision.count ? item->u.collision.count : 1;
}

static void collision_take(struct loop *l)
{
	const struct item *item;

	l->mii.col_from = l->mii.col_until = 0;
	if (!l->mii.collisions)
		return;
	item = waiting_item(l, &l->mii.collision_next, ITEM_COLLISION);
	l->mii.collisions--;
	l->mii.col_from = l->cycle + (item->u.collision.at ? item->u.collision.at : 1);
	l->mii.col_until = l->mii.col_from + item->u.collision.len;
	if (++l->mii.collision_used >= transmissions(item)) {
		l->mii.collision_used = 0;
		l->mii.collision_next++;
	}
}

static void carrier_take(struct loop *l)
{
	if (!l->mii.carriers)
		return;
	l->mii.carriers--;
	l->mii.after = waiting_item(l, &l->mii.carrier_next, ITEM_CARRIER);
	l->mii.carrier_next++;
}

static void carrier_after(struct loop *l)
{
	if (!l->mii.after)
		return;
	l->mii.after_from = l->cycle - 1 + l->mii.after->u.carrier.at;
	l->mii.after_until = l->mii.after_from + l->mii.after->u.carrier.len;
	l->mii.after = NULL;
}

/* Returns true if the next item waits until both wires are at rest. */
static bool link_waits(const struct loop *l)
{
	return !l->seq.waiting && l->seq.wake <= l->cycle && l->seq.next < l->seq.stim->count;
}

/* tx_en rose or fell in l->cycle. */
static bool tx_edge(struct loop *l)
{
	bool due = l->link.half || l->mii.collisions || l->mii.carriers || l->mii.after || link_waits(l);

	if (l->in_tx) {
		collision_take(l);
		carrier_take(l);
	} else {
		l->mii.tx_end = l->cycle;
		carrier_after(l);
	}
	return due;
}

/* ---- items ---- */

static void link_set(struct loop *l, uint16_t mbps, bool half)
{
	l->link.mbps = mbps;
	l->link.clocks = mbps == 1000 ? 1 : 2;
	l->link.half = half;
	if (l->monitor)
		loop_emit(l, l->cycle, EVENT_LINK, mbps);
}

static void power_up(struct loop *l)
{
	uint16_t mbps = l->mbps ? l->mbps : (uint16_t)dut_first_mbps(l->dut);

	octets_power_up(l);
	if (mbps != l->link.mbps)
		link_set(l, mbps, false);
}

static void wire_item(struct loop *l, const struct item *item)
{
	switch (item->kind) {
	case ITEM_LINK:
		link_set(l, item->u.link.mbps, item->u.link.half);
		break;
	case ITEM_COLLISION:
		l->mii.collisions += transmissions(item);
		break;
	default:
		if (item->u.carrier.after_tx)
			l->mii.carriers++;
		else if (l->cycle + item->u.carrier.len > l->mii.crs_until)
			l->mii.crs_until = l->cycle + item->u.carrier.len;
		break;
	}
}

/* ---- carrier and collision ---- */

static uint64_t horizon_at(const struct loop *l, uint64_t horizon, uint64_t cycle)
{
	return cycle > l->cycle && cycle < horizon ? cycle : horizon;
}

static uint64_t rx_horizon(const struct loop *l, uint64_t horizon)
{
	horizon = horizon_at(l, horizon, l->mii.col_from);
	horizon = horizon_at(l, horizon, l->mii.col_until);
	horizon = horizon_at(l, horizon, l->mii.crs_until);
	horizon = horizon_at(l, horizon, l->mii.after_from);
	horizon = horizon_at(l, horizon, l->mii.after_until);
	return octets_rx_horizon(l, horizon);
}

static bool in_window(const struct loop *l, uint64_t from, uint64_t until)
{
	return l->cycle >= from && l->cycle < until;
}

static void carrier_drive(struct loop *l)
{
	const bool rx = l->rx_gmii.left && l->rx_gmii.flags & SEAM_RX_DV, sending = l->link.half && l->in_tx;
	bool crs = rx || sending || l->cycle < l->mii.crs_until || in_window(l, l->mii.after_from, l->mii.after_until);
	bool col = l->link.half && ((rx && sending) || in_window(l, l->mii.col_from, l->mii.col_until));
	uint8_t pins = (uint8_t)((crs ? SEAM_CARRIER_CRS : 0) | (col ? SEAM_CARRIER_COL : 0));
	uint8_t changed = pins ^ *octets_pins(l)->carrier;

	*octets_pins(l)->carrier = pins;
	if (l->monitor && (changed & SEAM_CARRIER_CRS))
		loop_emit(l, l->cycle, EVENT_CRS, crs);
	if (l->monitor && (changed & SEAM_CARRIER_COL))
		loop_emit(l, l->cycle, EVENT_COL, col);
}

static void run_until(struct loop *l, uint64_t horizon)
{
	if (!l->live)
		carrier_drive(l);
	if (l->monitor)
		octets_run(l, horizon, true, TX_CLOCKS_MAX, tx_edge);
	else
		octets_run(l, horizon, false, TX_CLOCKS_MAX, tx_edge);
}

static bool tx_sampled(struct loop *l)
{
	return octets_tx_sampled(l, TX_CLOCKS_MAX, tx_edge);
}

const struct loop_wires loop_mii = {
	.run_until = run_until,
	.power_up = power_up,
	.rx_schedule = octets_rx_schedule,
	.rx_idle = octets_rx_idle,
	.rx_horizon = rx_horizon,
	.rx_keep = octets_rx_keep,
	.send_word = octets_send_word,
	.send_none = octets_send_none,
	.stall_at = octets_stall_at,
	.other_schedule = octets_mdio_schedule,
	.other_due = octets_mdio_due,
	.request = octets_no_request,
	.wire_item = wire_item,
	.rx_sampled = octets_rx_sampled,
	.host_sampled = octets_host_sampled,
	.tx_sampled = tx_sampled,
	.rx_drive = octets_rx_drive,
	.tx_drive = carrier_drive,
	.host_fcs = true,
};
