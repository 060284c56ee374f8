/* SPDX-License-Identifier: Apache-2.0 */
/* What GMII and MII do at the edges of a clock, if the MAC has several (loop_clocks.c). */
#include "loop_octets.h"

void octets_rx_drive(struct loop *l)
{
	static const uint8_t idle_octet;
	const bool busy = l->rx_item;
	const struct item *rest;
	uint32_t done;
	uint16_t flags;

	octets_rx_schedule(l);
	l->clocks.wakes |= busy && !l->rx_item;
	rest = l->rx_gmii.rest;
	done = l->rx_gmii.len - l->rx_gmii.left;
	if (!l->rx_gmii.left) {
		*octets_pins(l)->rx = (uint16_t)((rest && rest->u.idle.error ? SEAM_RX_ER : 0) |
		                                 (rest ? rest->u.idle.data : idle_octet));
		return;
	}
	flags = (uint16_t)(l->rx_gmii.flags | (done >= l->rx_gmii.er_from && done < l->rx_gmii.er_to ? SEAM_RX_ER : 0));
	*octets_pins(l)->rx = (uint16_t)(flags | *l->rx_gmii.octet);
	l->rx_gmii.octet += !!(flags & SEAM_RX_DV);
	l->rx_gmii.left--;
	l->last_activity = l->cycle;
}

void octets_host_sampled(struct loop *l)
{
	const struct seam_gmii *pins = octets_pins(l);

	if (l->monitor && ((*pins->host & SEAM_HOST_VALID) | l->in_host)) {
		l->last_activity = l->clocks.host_moved = l->cycle;
		octets_host_monitor(l, *pins->host);
	}
	if (l->send_active && (*l->pins->common.ready & SEAM_READY_SEND)) {
		if (++l->send_pos < l->send_stop) {
			octets_send_next(l);
		} else {
			loop_send_boundary(l);
			l->clocks.wakes = true;
		}
	}
}
