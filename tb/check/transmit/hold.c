/* SPDX-License-Identifier: Apache-2.0 */
/* Black-box runs: how long a received PAUSE frame keeps data from starting. 802.3 31B.3. */
#include "transmit.h"

#include "check/black_box.h"

#include "base/dut.h"

static const char what_start[] = "start of a frame";

/* Returns the hold that keeps data from starting at START whatever the latency of the DUT is, or NULL. The DUT has obeyed each PAUSE frame
 * that is older than the slack, and may or may not have obeyed the newer ones; it may resume by any of them. It may resume late by its
 * latency, but not early: the inhibit lasts for the time of the PAUSE frame, counted from its last octet or from the end of the frame on the
 * wire. 802.3 31B.3. */
static const struct hold *held_at(const struct scoreboard *sb, uint64_t start)
{
	const struct black_box *black = sb->black;
	const struct hold *first = NULL;

	for (uint32_t i = 1; i <= black->holds && i <= SCORE_HOLDS_MAX; i++) {
		const struct hold *hold = &black->hold[(black->holds - i) % SCORE_HOLDS_MAX];
		if (hold->at > start)
			continue;
		if (!first || hold->until < first->until)
			first = hold;
		if (hold->at + sb->slack.inhibit <= start)
			return start + sb->early < first->until ? first : NULL;
	}
	return NULL;
}

static void hold_add(struct black_box *black, const struct hold *hold)
{
	black->hold[black->holds++ % SCORE_HOLDS_MAX] = *hold;
}

/* Notes the inhibits that the model began or ended since the previous visit. */
static void holds_follow(struct scoreboard *sb)
{
	struct black_box *black = sb->black;
	struct pm_pause_memory memory;

	pm_pause_memory(sb->m, &memory);
	if (memory.fall_cycle != black->held_fall && memory.dropped)
		hold_add(black, &(struct hold){ .at = memory.fall_cause, .cause = memory.fall_cause });
	if (memory.load_cycle != black->held_load)
		hold_add(black, &(struct hold){ .at = memory.load_last + sb->dut->timing.inhibit,
		                                .until = memory.load_cycle + memory.time,
		                                .cause = memory.load_last,
		                                .time = memory.time,
		                                .quanta = memory.quanta });
	black->held_fall = memory.fall_cycle;
	black->held_load = memory.load_cycle;
}

/* A data frame that had waited for longer than the slack shows that the DUT obeyed the PAUSE frame and resumed too early. */
static void report_early(struct scoreboard *sb, const struct hold *hold)
{
	uint64_t start = sb->black->data_in_xoff.start, from = hold->until - hold->time;
	bool obeyed = sb->black->data_in_xoff.waits_since + sb->slack.resume < start && from + sb->slack.resume < start;
	uint64_t held = start > from ? start - from : 0;

	score_find(sb, obeyed ? RULE_PAUSE_TIME : RULE_NO_DATA_IN_XOFF, start, hold->cause, what_start,
	           "no data before cycle %llu|data at cycle %llu: lasted %llu %s, %.1f x %u quanta", score_clock(sb, hold->until),
	           score_clock(sb, start), (unsigned long long)held, sb->phy->time_unit, (double)held / (double)hold->time,
	           hold->quanta);
}

static void data_in_xoff_check(struct scoreboard *sb)
{
	const struct hold *hold = held_at(sb, sb->black->data_in_xoff.start);

	sb->black->data_in_xoff.open = false;
	if (hold)
		report_early(sb, hold);
	else
		score_limit_data(sb, sb->black->data_in_xoff.start);
}

/* A data frame started while the model is inhibited. */
void score_hold_data(struct scoreboard *sb)
{
	struct tx_watch *watch = &sb->watch;
	struct black_box *black = sb->black;
	struct pm_pause_memory memory;

	pm_pause_memory(sb->m, &memory);
	if (watch->software_long_ago) {
		score_find(sb, RULE_TX_OFF_BIT, watch->start, memory.software_cycle, what_start,
		           "no data while held by software|data");
		return;
	}
	if (!held_at(sb, watch->start +
	                     watch->lane)) /* in the DUT the inhibit may have waited for this frame and last from its end */
		black->resume_from = sb->now + memory.time;
	if (black->data_in_xoff.open)
		data_in_xoff_check(sb);
	black->data_in_xoff.open = true;
	black->data_in_xoff.start = watch->start + watch->lane;
	black->data_in_xoff.until = watch->start + 2 * sb->latency;
	black->data_in_xoff.waits_since = watch->waits_since;
}

void score_hold_close(struct scoreboard *sb)
{
	struct black_box *black = sb->black;

	holds_follow(sb);
	if (!black->data_in_xoff.open)
		return;
	if (sb->now >= black->data_in_xoff.until)
		data_in_xoff_check(sb);
	else
		score_wake(sb, black->data_in_xoff.until);
}
