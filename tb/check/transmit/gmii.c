/* SPDX-License-Identifier: Apache-2.0 */
/* The transmit wire of a GMII DUT: the gap between frames. 802.3 4.4.2. */
#include "transmit.h"

static const char what_start[] = "start of a frame";

static void check_gap(struct scoreboard *sb, const struct event *event)
{
	uint64_t gap = sb->now - sb->wire_idle_from;

	(void)event;
	/* a reset forgets the frame before it */
	if (!sb->wire_known || sb->wire_idle_from <= sb->reset_cycle + 1 || gap + sb->time_error >= FRAME_GAP_OCTETS)
		return;
	score_find(sb, RULE_TX_GAP, sb->now, sb->wire_idle_from - 1, what_start, "at least 12 idle octets|%u", (unsigned)gap);
	sb->watch.explained = true;
}

static void end(struct scoreboard *sb, const struct event *event)
{
	uint16_t quanta = score_frame_end(sb, event);

	pm_tx_end(sb->m, event->len, quanta);
}

const struct score_phy score_gmii = {
	.time_unit = "octet times",
	.head = score_head_octets,
	.rx_run = score_rx_octets,
	.start = check_gap,
	.end = end,
	.body = score_data_body,
	.check_data = score_check_data,
};
