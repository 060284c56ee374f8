/* SPDX-License-Identifier: Apache-2.0 */
/* Black-box runs of the devices with models of their own: how long a received PAUSE frame keeps data from starting. For a MAC by its profile the sets of worlds
 * say it (check/window). 802.3 31B.3. */
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
		if (hold->at > start || hold->cause < sb->forgotten)
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
	uint64_t waits_since = sb->client_unseen ? 0 : sb->black->data_in_xoff.waits_since;
	bool obeyed = waits_since + sb->slack.resume < start && from + sb->slack.resume < start &&
	              sb->black->data_in_xoff.free_from + sb->slack.resume < start;
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

/* The shortest time of a pause may be over before a DUT with a coarse timer has to know of it. */
static bool over_unnoticed(const struct scoreboard *sb, const struct hold *newest, uint64_t start)
{
	return sb->late_expiry && sb->black->holds && newest->quanta && newest->at <= start &&
	       start <= newest->at + sb->slack.inhibit;
}

void score_hold_waits(struct scoreboard *sb)
{
	const struct black_box *black = sb->black;
	const struct hold *newest = &black->hold[(black->holds - 1) % SCORE_HOLDS_MAX];
	uint64_t start = sb->watch.start + sb->watch.lane;
	struct pm_pause_memory memory;
	bool passes = black->holds && pm_tx_is_control(sb->m) && newest->at <= start && start < newest->until;

	if (!(sb->watch.due.blockers & PM_BLOCK_XOFF) && !passes && !over_unnoticed(sb, newest, start))
		return;
	if (held_at(sb, start))
		return;
	pm_pause_memory(sb->m, &memory);
	sb->black->resume_from = sb->now + memory.time;
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
	score_hold_waits(sb);
	if (black->data_in_xoff.open)
		data_in_xoff_check(sb);
	black->data_in_xoff.open = true;
	black->data_in_xoff.start = watch->start + watch->lane;
	black->data_in_xoff.until = watch->start + 2 * sb->latency;
	black->data_in_xoff.waits_since = watch->waits_since;
	black->data_in_xoff.free_from = watch->gap_end + (watch->due.gap ? watch->due.gap : FRAME_GAP_OCTETS);
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
