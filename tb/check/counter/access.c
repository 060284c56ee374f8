/* SPDX-License-Identifier: Apache-2.0 */
/* Black-box runs: what reads of counters have to show, after clears and loads. doc/reference/dut-contract.md; doc/develop/window.md, "Counters".
 *
 * An access may have happened in any cycle of its window, which is the slack around it, and the window ends with the access where no frame counts before
 * the least latency. The golden model says which totals the counter had in it; counts.c says what the counter may hold. */
#include "check/black_box.h"
#include "check/score_parts.h"

#include "regs.h"

#include <inttypes.h>

enum { WORD_BITS = 32 };

/* The total of COUNTER as visible in CYCLE, without what is in doubt. */
static uint64_t least_total(const struct scoreboard *sb, unsigned counter, uint64_t cycle)
{
	uint64_t total = pm_count_total(sb->m, counter, cycle), more, less;

	pm_count_doubt(sb->m, counter, &more, &less);
	return total > less ? total - less : 0;
}

/* The same with it. */
static uint64_t most_total(const struct scoreboard *sb, unsigned counter, uint64_t cycle)
{
	uint64_t total = pm_count_total(sb->m, counter, cycle), more, less;

	pm_count_doubt(sb->m, counter, &more, &less);
	if (sb->fault_loses)
		more += pm_count_unseen(sb->m, counter, cycle) + score_ledger_unseen(sb, counter) +
		        (score_control_lost(sb) ? pm_count_requested(sb->m, counter) : 0);
	return total + more;
}

static const struct reg_row *row_of(const struct scoreboard *sb, unsigned counter)
{
	const struct reg_page *page = dut_page(sb->dut);

	return page && counter < page->count ? &page->rows[counter] : NULL;
}

/* The counter of the register that INFO describes: that of the low word, if it is a high one. */
static unsigned counter_of(const struct scoreboard *sb, const struct pm_reg_info *info)
{
	const struct reg_row *row = row_of(sb, info->counter);

	return info->high_word && row ? (unsigned)((int)info->counter + row->partner) : info->counter;
}

/* A read of one word of COUNTER, a counter of two, keeps the other one for the next read. */
static bool is_latched(const struct scoreboard *sb, unsigned counter)
{
	const struct reg_row *row = row_of(sb, counter);

	return row && row->partner && !row->plain;
}

void black_access_begins(struct scoreboard *sb, struct deferred *deferred, const struct pm_reg_info *info)
{
	deferred->counter = counter_of(sb, info);
	deferred->total.least = least_total(sb, deferred->counter, deferred->from);
	deferred->late_total = deferred->total.least;
}

void black_access_began_late(struct scoreboard *sb, struct deferred *deferred, uint64_t from)
{
	deferred->late_total = least_total(sb, deferred->counter, from);
}

void black_access_remembers(struct scoreboard *sb, struct deferred *deferred, const struct pm_reg_info *info)
{
	struct counter_watch *watch = &sb->black->counter[deferred->counter];

	deferred->remembers = true;
	pm_count_then(sb->m, deferred->counter, &deferred->then);
	if (!info->keeps && !info->loads && watch->read_cycle) /* the model has not cleared it */
		deferred->then.memory.full = false;
	deferred->then.memory.read = watch->read_cycle;
	deferred->then.memory.read_cycle = watch->read_cycle;
	deferred->then.memory.read_value = watch->read_value;
	watch->read_cycle = deferred->cycle;
	watch->read_value = deferred->value;
}

/* The end of the window, or the end of the run or a reset before it. */
static uint64_t end_of(const struct scoreboard *sb, const struct deferred *deferred)
{
	return least(deferred->end, sb->now);
}

/* The totals that the counter of DEFERRED may have had at the access, now that its window is over. */
static struct counts_total total_of(const struct scoreboard *sb, const struct deferred *deferred)
{
	int64_t lead = black_counter_lead(sb, deferred->counter);
	uint64_t end = end_of(sb, deferred);
	uint64_t most = most_total(sb, deferred->counter, lead > 0 ? end - least(end, (uint64_t)lead) : end);

	return (struct counts_total){ .least = deferred->total.least, .most = greatest(most, deferred->total.least) };
}

static struct counts_view view_of(const struct scoreboard *sb, unsigned counter, const struct pm_reg_info *info)
{
	const struct reg_row *row = row_of(sb, counter);
	bool whole = dut_page(sb->dut)->word_octets == sizeof(uint64_t) && !(row && row->partner);
	struct counts_view view = {
		.end = pm_count_shown(sb->m, counter, UINT64_MAX),
		.sticks = pm_count_sticks(sb->m, counter),
		.shift = info->high_word ? WORD_BITS : 0,
		.word = whole ? UINT64_MAX : UINT32_MAX,
	};

	if (!info->keeps && !info->loads)
		view.takes = row && row->plain && !whole ? view.word << view.shift : UINT64_MAX;
	return view;
}

/* The counter of DEFERRED showed none of what its worlds may show. */
static void find_count(struct scoreboard *sb, const struct deferred *deferred, const struct pm_reg_info *info,
                       const struct counts_view *view, struct counts_total total)
{
	struct counts *counts = &sb->black->counter[deferred->counter].counts;
	const uint64_t bits = view->end >> view->shift & view->word;
	struct counts_total later = { .least = deferred->late_total, .most = total.most }, expected, held;
	struct counts trial = *counts;
	enum rule rule;

	counts_nearest(counts, view, total, deferred->value, &expected);
	if (later.least < total.least && counts_read(&trial, view, later, deferred->value, &held))
		rule = RULE_COUNTER_VISIBLE_LIMIT;
	else
		rule = pm_count_explain(sb->m, deferred->address, &deferred->then, expected.least, deferred->value);
	sb->about.expected = ((expected.least - deferred->value) & bits) < ((deferred->value - expected.most) & bits)
	                       ? expected.least
	                       : expected.most;
	sb->about.actual = deferred->value;
	score_find(sb, rule, deferred->cycle, deferred->cycle, info->name, "%" PRIu64 " to %" PRIu64 "|%" PRIu64, expected.least,
	           expected.most, deferred->value);
	if (view->takes == UINT64_MAX)
		counts_begin(counts, 0, total);
	else if (view->takes)
		counts->worlds = 0;
}

/* The read of the low word says which of the values within its window the counter had, since they differ in their low words; so what the upper word must be is
 * known, and the next read of it is checked. */
static void check_latch(struct scoreboard *sb, const struct deferred *deferred, const struct pm_reg_info *info)
{
	struct counter_watch *watch = &sb->black->counter[deferred->counter];

	/* the counters of a device model may share a latch */
	if (!watch->upper_known || (!sb->dut->profile && sb->black->upper_newest != deferred->counter))
		return;
	watch->upper_known = false;
	if (deferred->value != watch->upper)
		score_find(sb, RULE_COUNTER_LATCH, deferred->cycle, deferred->cycle, info->name, "%" PRIu32 "|%" PRIu64,
		           watch->upper, deferred->value);
}

static void check_read(struct scoreboard *sb, const struct deferred *deferred, const struct pm_reg_info *info)
{
	struct counter_watch *watch = &sb->black->counter[deferred->counter];
	const struct counts_view view = view_of(sb, deferred->counter, info);
	struct counts_total total = total_of(sb, deferred), held;
	bool known;

	watch->upper_known = false;
	sb->black->upper_newest = deferred->counter;
	/* where the total is without what a wrap to 0 loses, and the moment of the wrap is not known, only the read tells */
	if (info->to_zero && watch->vague)
		watch->counts.worlds = 0;
	known = watch->counts.worlds;
	if (!counts_read(&watch->counts, &view, total, deferred->value, &held)) {
		find_count(sb, deferred, info, &view, total);
		return;
	}
	watch->upper = (uint32_t)(held.least >> WORD_BITS);
	watch->upper_known = known && is_latched(sb, deferred->counter) && held.least >> WORD_BITS == held.most >> WORD_BITS;
}

static void check_load(struct scoreboard *sb, const struct deferred *deferred, const struct pm_reg_info *info)
{
	struct counter_watch *watch = &sb->black->counter[deferred->counter];
	const struct counts_view view = view_of(sb, deferred->counter, info);
	struct counts_total total = total_of(sb, deferred);

	counts_load(&watch->counts, &view, total, deferred->value, deferred->mask);
	watch->vague = !watch->counts.worlds || total.least != total.most;
}

void black_access_check(struct scoreboard *sb, const struct deferred *deferred)
{
	struct counts *counts = &sb->black->counter[deferred->counter].counts;
	struct pm_reg_info info;

	counts_settle(counts, deferred->cycle);
	if (deferred->kind == DEFERRED_CLEAR) {
		counts_clear(counts, total_of(sb, deferred), deferred->end);
		return;
	}
	pm_reg_info(sb->m, deferred->address, &info);
	if (deferred->kind == DEFERRED_LOAD)
		check_load(sb, deferred, &info);
	else if (info.high_word && is_latched(sb, deferred->counter))
		check_latch(sb, deferred, &info);
	else
		check_read(sb, deferred, &info);
}

bool black_access_event(struct scoreboard *sb, const struct deferred *deferred, unsigned counter, bool set)
{
	static const struct counts_view view = { .end = 1, .sticks = true, .word = 1, .takes = 1 };
	struct counts *counts = &sb->black->counter[counter].counts;
	struct counts_total total = { .least = pm_count_total(sb->m, counter, deferred->from),
		                      .most = pm_count_total(sb->m, counter, end_of(sb, deferred)) },
			    held;

	if (counts_read(counts, &view, total, set, &held))
		return true;
	counts_begin(counts, 0, total);
	return false;
}

bool black_access_wraps_vague(const struct scoreboard *sb)
{
	for (unsigned i = 0; i < PM_COUNTERS_MAX; i++)
		if (sb->black->counter[i].vague)
			return true;
	return false;
}

uint64_t black_access_crowds(const struct scoreboard *sb)
{
	uint64_t crowds = 0;

	for (unsigned i = 0; i < PM_COUNTERS_MAX; i++)
		crowds += sb->black->counter[i].counts.crowds;
	return crowds;
}

static void restart(struct scoreboard *sb, unsigned counter)
{
	struct counter_watch *watch = &sb->black->counter[counter];
	const uint64_t total = pm_count_total(sb->m, counter, sb->now);

	counts_begin(&watch->counts, pm_count_preset(sb->m, counter), (struct counts_total){ total, total });
	watch->vague = watch->upper_known = false;
	watch->read_cycle = 0;
}

void black_access_reset(struct scoreboard *sb)
{
	for (unsigned i = 0; i < PM_COUNTERS_MAX; i++)
		restart(sb, i);
}

void black_access_rx_reset(struct scoreboard *sb)
{
	for (unsigned i = 0; i < PM_COUNTERS_MAX; i++) {
		const struct reg_row *row = row_of(sb, i);
		if (row && row->kind == REG_COUNTER && row->direction == COUNTER_RX)
			restart(sb, i);
	}
}
