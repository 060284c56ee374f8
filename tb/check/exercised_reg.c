/* SPDX-License-Identifier: Apache-2.0 */
/* Rules that register accesses exercise. */
#include "exercised_parts.h"

#include "base/limits.h"

/* RULE is about the value that a register shows, not about the effect of a write. */
static bool says_state(enum rule rule)
{
	return rule != RULE_PAUSE_REQUEST && rule != RULE_COUNTER_CLEAR && rule != RULE_COUNTER_ZERO;
}

/* A counter that counts, but reads as after a reset, has not moved: that the MAC is wrong is found elsewhere. */
static bool reads_as_reset(const struct reg_row *row, uint64_t value)
{
	return value == (row->reset & UINT32_MAX);
}

/* A counter is read: has it moved since the read before this one? */
static void look_at_counter(struct scoreboard *sb, const struct event *event, const struct pm_reg_info *info)
{
	struct exercised *c = sb->exercised;
	unsigned row = info->counter;
	const struct reg_row *page_row = &dut_page(sb->dut)->rows[row];
	enum counter_direction direction = page_row->direction;
	uint64_t total = pm_count_total(sb->m, row, sb->now);

	if (info->high_word ? event->value != 0
	                    : total != c->total_read[row] && !reads_as_reset(page_row, event->value & UINT32_MAX))
		c->counters.moved[row] = true;
	else if (c->frames[direction] != c->frames_read[row])
		c->counters.still[row] = true;
	c->total_read[row] = total;
	c->frames_read[row] = c->frames[direction];
}

/* Marks what happened to the counter since it was read, cleared or loaded last. */
static void mark_past(struct exercised *c, const struct pm_count_past *past)
{
	if (past->full)
		exercised_mark(c, past->sticks ? RULE_COUNTER_STICKS : RULE_COUNTER_WRAP, true);
	if (past->cleared)
		exercised_mark(c, RULE_COUNTER_CLEAR, true);
	if (past->held)
		exercised_mark(c, RULE_COUNTER_HOLD, true);
	if (past->loaded)
		exercised_mark(c, RULE_COUNTER_LOAD, true);
}

static void read_counter(struct scoreboard *sb, const struct event *event, const struct pm_reg_info *info)
{
	struct exercised *c = sb->exercised;
	struct pm_count_past past;

	look_at_counter(sb, event, info);
	if (info->rule == RULE_COUNTER_ZERO || event->value)
		exercised_mark(c, info->rule, true);
	if (event->value && limit_counter(sb->dut) != UINT64_MAX)
		exercised_mark(c, RULE_COUNTER_VISIBLE_LIMIT, true);
	if (event->value && info->high_word)
		exercised_mark(c, RULE_COUNTER_LATCH, true);
	if (c->read[info->counter])
		exercised_mark(c, RULE_READ_CLEARS, true);
	c->read[info->counter] = event->value;
	pm_count_past(sb->m, info->counter, &past);
	mark_past(c, &past);
}

static void read_state(struct exercised *c, const struct event *event, const struct pm_reg_info *info)
{
	for (size_t i = 0; i < c->states; i++)
		if (c->state[i] == event->address && c->at_reset[i] != event->value && says_state(info->rule))
			exercised_mark(c, info->rule, true);
	if (event->value & info->events)
		exercised_mark(c, RULE_REG_EVENTS, true);
	if (event->value & info->wraps)
		exercised_mark(c, RULE_COUNTER_OVERFLOW, true);
	if (event->value & info->levels)
		exercised_mark(c, RULE_REG_STATUS, true);
}

static void read_stored(struct exercised *c, const struct event *event, const struct pm_reg_info *info)
{
	if (says_state(info->rule) && (c->written[event->address] || event->value))
		exercised_mark(c, info->rule, true);
	else if (info->rule == RULE_COUNTER_ZERO)
		exercised_mark(c, info->rule, true);
}

/* Before the model reads. */
void exercised_read(struct scoreboard *sb, const struct event *event, const struct pm_reg_info *info)
{
	struct exercised *c = sb->exercised;

	if (!info) {
		exercised_mark(c, RULE_APB_ERROR, true);
		return;
	}
	switch (info->class) {
	case PM_REG_COUNTER:
		read_counter(sb, event, info);
		break;
	case PM_REG_STATUS:
	case PM_REG_LEVEL:
		read_state(c, event, info);
		break;
	case PM_REG_STORED:
		read_stored(c, event, info);
		break;
	case PM_REG_MDIO:
		if (info->rule == RULE_MDIO_PINS ? c->written[event->address] : event->value != 0)
			exercised_mark(c, info->rule, true);
		break;
	}
}

void exercised_write(struct scoreboard *sb, const struct event *event)
{
	struct exercised *c = sb->exercised;
	struct pm_reg_info info;

	c->written[event->address] = true;
	if (!pm_reg_info(sb->m, event->address, &info))
		exercised_mark(c, RULE_APB_ERROR, true);
	else if (info.rule == RULE_PAUSE_REQUEST)
		exercised_requested(c, event->value);
}

void exercised_states_close(struct scoreboard *sb)
{
	struct exercised *c = sb->exercised;

	if (c->states_known)
		return;
	c->states_known = true;
	c->states = pm_reg_states(sb->m, c->state, SCORE_STATES_MAX);
	if (c->states > SCORE_STATES_MAX)
		c->states = SCORE_STATES_MAX;
	for (size_t i = 0; i < c->states; i++)
		c->at_reset[i] = pm_reg_peek(sb->m, c->state[i]);
}
