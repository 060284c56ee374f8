/* SPDX-License-Identifier: Apache-2.0 */
/* The transmit wire of a GMII DUT: the gap between frames. 802.3 4.4.2. */
#include "transmit.h"

static const char what_start[] = "start of a frame";

void score_check_gap(struct scoreboard *sb)
{
	uint64_t gap = sb->now - sb->wire_idle_from;

	/* a reset forgets the frame before it */
	if (!sb->wire_known || sb->wire_idle_from <= sb->reset_cycle + 1 || gap >= FRAME_GAP_OCTETS)
		return;
	score_find(sb, RULE_TX_GAP, sb->now, sb->wire_idle_from - 1, what_start, "at least 12 idle octets|%u", (unsigned)gap);
	sb->watch.explained = true;
}
