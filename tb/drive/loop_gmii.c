/* SPDX-License-Identifier: Apache-2.0 */
/* The cycle loop for GMII: one octet time per clock. */
#include "loop_octets.h"

static void run_until(struct loop *l, uint64_t horizon)
{
	if (l->monitor)
		octets_run(l, horizon, true, LOOP_FRAME_MAX, NULL);
	else
		octets_run(l, horizon, false, LOOP_FRAME_MAX, NULL);
}

static bool tx_sampled(struct loop *l)
{
	return octets_tx_sampled(l, LOOP_FRAME_MAX, NULL);
}

const struct loop_wires loop_gmii = {
	.run_until = run_until,
	.power_up = octets_power_up,
	.rx_schedule = octets_rx_schedule,
	.rx_idle = octets_rx_idle,
	.rx_horizon = octets_rx_horizon,
	.rx_keep = octets_rx_keep,
	.send_word = octets_send_word,
	.send_none = octets_send_none,
	.stall_at = octets_stall_at,
	.other_schedule = octets_mdio_schedule,
	.other_due = octets_mdio_due,
	.request = octets_no_request,
	.rx_sampled = octets_rx_sampled,
	.host_sampled = octets_host_sampled,
	.tx_sampled = tx_sampled,
	.rx_drive = octets_rx_drive,
};
