/* SPDX-License-Identifier: Apache-2.0 */
/* Black-box runs: how much later than the model the DUT counts, at least and at most. doc/reference/dut-contract.md. Of a frame whose time may be wrong that is
 * by the error earlier or later; an access has its own time. */
#include "check/black_box.h"

#include "base/limits.h"
#include "profile.h"
#include "regs.h"

/* The slack of frames with the error of a frame and an access, in place of that of two frames. */
static uint64_t of_access(const struct scoreboard *sb, uint64_t slack)
{
	return slack - sb->time_error + sb->access_error;
}

uint64_t black_counter_slack(const struct scoreboard *sb, unsigned counter, enum rule rule)
{
	const struct reg_page *page = dut_page(sb->dut);
	const struct reg_row *row = counter < page->count ? &page->rows[counter] : NULL;
	const struct dut_slack *slack = &sb->slack;
	uint64_t frames = of_access(sb, greatest(slack->classify, slack->sent));

	if (row && row->direction == COUNTER_RX)
		frames = of_access(sb, slack->classify);
	else if (row && row->direction == COUNTER_TX)
		frames = of_access(sb, slack->sent);

	if (rule == RULE_COUNT_XOFF_STATE)
		return greatest(frames, of_access(sb, slack->inhibit));
	return rule == RULE_COUNT_FAULT ? slack->wire : frames;
}

/* Returns how much before the end of a frame COUNTER may count by the profile, or 0: as the latencies say. */
static uint32_t early_of(const struct scoreboard *sb, unsigned counter)
{
	const struct pm_profile *profile = sb->dut->profile;

	for (size_t i = 0; profile && i < profile->counted_count; i++)
		if (profile->counted[i].row == counter)
			return profile->counted[i].early;
	return 0;
}

/* How much later the DUT counts at least, by the latencies. */
static int64_t least_latency(const struct scoreboard *sb, unsigned counter)
{
	const struct reg_page *page = dut_page(sb->dut);
	const struct reg_row *row = counter < page->count ? &page->rows[counter] : NULL;
	const struct dut_timing *timing = &sb->dut->timing;

	if (early_of(sb, counter))
		return -(int64_t)(early_of(sb, counter) + (row && row->direction == COUNTER_RX ? sb->classify : 0) + sb->step);
	if (row && row->direction == COUNTER_RX)
		return (int64_t)(timing->classify + sb->slack.counts - least(timing->classify, sb->classify));
	if (!row || row->direction != COUNTER_TX)
		return 0;
	return sb->slack.ahead ? -(int64_t)(sb->slack.ahead + sb->step) : (int64_t)(timing->sent - least(timing->sent, sb->step));
}

int64_t black_counter_lead(const struct scoreboard *sb, unsigned counter)
{
	return least_latency(sb, counter) - (int64_t)sb->access_error;
}

uint64_t black_counter_ahead(const struct scoreboard *sb, unsigned counter)
{
	int64_t lead = black_counter_lead(sb, counter);

	return lead < 0 ? (uint64_t)-lead : 0;
}

uint64_t black_counter_limit(const struct scoreboard *sb, uint16_t address)
{
	const struct reg_row *row = reg_by_address(dut_page(sb->dut), address);
	uint64_t limit = limit_counter(sb->dut), model = row && row->direction == COUNTER_TX ? sb->step : sb->classify;

	return limit == UINT64_MAX ? limit : limit - least(limit, model) + sb->access_error;
}
