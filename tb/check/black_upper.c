/* SPDX-License-Identifier: Apache-2.0 */
/* Black-box runs: the upper word of a counter. The read of the low word says which of the values within the window the counter had, since they
 * differ in their low words; so what the upper word must be is known, and the next read of it is checked. */
#include "black_box.h"
#include "score_parts.h"

#include "../models/profile.h"

#include <inttypes.h>

enum { UPPER_SHIFT = 32, WINDOW_MAX = 1 << 30 };

/* The row of the pair that ROW belongs to, or NULL: there is no pair, or no latch keeps its upper word. */
static const struct reg_row *latched_row(const struct scoreboard *sb, unsigned row)
{
	const struct reg_page *page = dut_page(sb->dut);

	if (!page || row >= page->count || !page->rows[row].partner || page->rows[row].plain)
		return NULL;
	return &page->rows[row];
}

void black_upper_low(struct scoreboard *sb, const struct deferred *deferred, bool keeps, uint64_t high_total)
{
	struct black_box *black = sb->black;
	unsigned counter = deferred->counter;
	uint64_t preset = keeps || !black->was_read[counter] ? pm_count_preset(sb->m, counter) : 0;
	uint64_t least = deferred->low_total > black->read_high[counter] ? deferred->low_total - black->read_high[counter] : 0;
	uint64_t most = high_total - black->read_low[counter],
		 more = (uint32_t)((uint32_t)deferred->value - (uint32_t)(least + preset));

	black->upper_newest = counter;
	black->upper[counter].known = latched_row(sb, counter) && most - least < WINDOW_MAX && more <= most - least &&
	                              !(preset >> UPPER_SHIFT &&
	                                black->was_cleared[counter]); /* it counts from the preset or from 0 */
	black->upper[counter].word = (uint32_t)(pm_count_shown(sb->m, counter, least + preset + more) >> UPPER_SHIFT);
}

void black_upper_read(struct scoreboard *sb, const struct deferred *deferred, const struct pm_reg_info *info)
{
	const struct reg_row *row = latched_row(sb, deferred->counter);
	unsigned low = row ? (unsigned)((int)deferred->counter + row->partner) : 0;

	/* the counters of a device model may share a latch */
	if (!row || !sb->black->upper[low].known || (!sb->dut->profile && sb->black->upper_newest != low))
		return;
	sb->black->upper[low].known = false;
	if (deferred->value != sb->black->upper[low].word)
		score_find(sb, RULE_COUNTER_LATCH, deferred->cycle, deferred->cycle, info->name, "%" PRIu32 "|%" PRIu64,
		           sb->black->upper[low].word, deferred->value);
}
