/* SPDX-License-Identifier: Apache-2.0 */
/* How late a PAUSE frame may be obeyed at all: 802.3 31B.3.7, regs/limits.def.
 *
 * From the end of the PAUSE frame on the receive wire to the last start of a data frame at most the limit may pass; then no data frame starts
 * before the time of the PAUSE is over, counted from its end. Timing contract and slack of the row have no part in this, in exact runs and in
 * black-box runs. A PAUSE that came within the limit may have been obeyed or not. A start that another rule explains is not reported twice. */
#include "transmit.h"

#include "base/limits.h"

/* Octet time, at MII the clock, in which the frame with this last octet is over on the receive wire: RX_DV is low, or /T/ is there. */
static uint64_t end_of(const struct scoreboard *sb, uint64_t last)
{
	return sb->step > 1 ? last : last + 1;
}

/* Finds the PAUSE frame that holds data at START whatever the DUT's latency is. */
static bool held_at(const struct scoreboard *sb, uint64_t start, struct pm_pause_action *ret)
{
	for (unsigned i = 0; pm_pause_action(sb->m, i, ret); i++) {
		uint64_t end = end_of(sb, ret->last);
		if (end > start || ret->last < sb->forgotten)
			continue;
		if (start + sb->early_expiry >= end + ret->time)
			return false;
		if (start > end + limit_response(sb->dut, LIMIT_PAUSE, ret->clocks) + sb->time_error)
			return true;
	}
	return false;
}

void score_limit_data(struct scoreboard *sb, uint64_t start)
{
	struct pm_pause_action held;

	if (held_at(sb, start, &held))
		score_find(sb, RULE_PAUSE_RESPONSE_LIMIT, start - start % sb->step, held.last, "start of a frame",
		           "no data from %llu %s after the PAUSE frame on|%llu after it",
		           (unsigned long long)limit_response(sb->dut, LIMIT_PAUSE, held.clocks), sb->phy->time_unit,
		           (unsigned long long)(start - end_of(sb, held.last)));
}
