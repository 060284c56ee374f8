/* SPDX-License-Identifier: Apache-2.0 */
/* The monitor of the outputs of GMII and MII that rarely change. */
#include "monitor_octets.h"

void octets_side_monitor(struct loop *l, uint32_t side)
{
	const struct seam_common *pins = &l->pins->common;
	uint32_t changed = side ^ (uint32_t)l->side;
	struct event *event;

	if (changed & SEAM_SIDE_XOFF) {
		event = loop_emit(l, l->cycle, EVENT_OBS_XOFF, !!(side & SEAM_SIDE_XOFF));
		event->timer = *pins->pause_timer;
	}
	if (changed >> SEAM_SIDE_LEVEL_SHIFT)
		loop_emit(l, l->cycle, EVENT_OBS_LEVEL, side >> SEAM_SIDE_LEVEL_SHIFT);
	if (side & SEAM_SIDE_RX_VALID) {
		event = loop_emit(l, l->cycle, EVENT_OBS_RX, *pins->rx_record);
		event->timer = *pins->pause_timer;
	}
	if (side & SEAM_SIDE_TX_VALID) {
		event = loop_emit(l, l->cycle, EVENT_OBS_TX, *pins->tx_record);
		event->timer = *pins->pause_timer;
	}
	if (changed & SEAM_SIDE_MDIO)
		loop_emit(l, l->cycle, EVENT_MDIO, side & SEAM_SIDE_MDIO);
}
