/* SPDX-License-Identifier: Apache-2.0 */
/* Rules that the transmitter exercises: frames that wait and what holds them, PAUSE frames that are not to be sent, frames sent. */
#include "exercised_parts.h"

#include "base/limits.h"

#include <string.h>

enum { GAP_OCTETS = 12 };

/* The blockers that hold a frame, the rule that each exercises, and the slack of a black box in it. */
static const struct {
	enum pm_blocker blocker;
	enum rule rule;
	size_t slack; /* in struct dut_slack */
} holds[EXERCISED_HOLDS] = {
	{ PM_BLOCK_XOFF, RULE_NO_DATA_IN_XOFF, offsetof(struct dut_slack, inhibit) },
	{ PM_BLOCK_DISABLED, RULE_TX_DISABLED, offsetof(struct dut_slack, write) },
	{ PM_BLOCK_FAULT, RULE_FAULT_SILENCE, offsetof(struct dut_slack, wire) },
	{ PM_BLOCK_CARRIER, RULE_TX_DEFER, offsetof(struct dut_slack, wire) },
};

static uint32_t slack_of(const struct scoreboard *sb, size_t hold)
{
	if (holds[hold].blocker == PM_BLOCK_XOFF && sb->exercised->past.held_by_software)
		return sb->slack.write;
	return *(const uint32_t *)((const char *)&sb->slack + holds[hold].slack);
}

/* ---- frames that wait ---- */

/* A PAUSE frame came so long ago that no slack allows data any more. */
static bool beyond_limit(const struct scoreboard *sb)
{
	struct pm_pause_action action;
	uint64_t limit;

	if (!pm_pause_action(sb->m, 0, &action))
		return false;
	limit = limit_response(sb->dut, LIMIT_PAUSE, action.clocks) + 1;
	return action.time > limit && sb->now > action.last + limit;
}

/* In a black-box run a frame may start within the slack after the blocker began, so only a longer hold would show a wrong DUT. */
void exercised_held(struct scoreboard *sb)
{
	struct exercised *c = sb->exercised;
	struct pm_pause_memory memory;

	pm_pause_memory(sb->m, &memory);
	for (size_t i = 0; i < EXERCISED_HOLDS; i++) {
		bool seen = sb->now > (i == EXERCISED_HOLD_XOFF ? memory.rise_cycle : c->held_since[i]) + slack_of(sb, i);
		if (!c->held[i] || sb->now <= c->held_since[i])
			continue;
		exercised_mark(c, holds[i].rule, seen);
		if (i == EXERCISED_HOLD_XOFF && beyond_limit(sb))
			exercised_mark(c, RULE_PAUSE_RESPONSE_LIMIT, true);
		if (i != EXERCISED_HOLD_XOFF || !seen)
			continue;
		if (c->past.held_by_software) {
			exercised_mark(c, RULE_TX_OFF_BIT, true);
		} else {
			exercised_load(c, &c->past, c->overwrote, true);
			exercised_test(c, memory.load_last);
		}
	}
}

/* Notes which blockers of START hold a frame of the host's, or one of the MAC's own, which no inhibit holds. */
static void note_holds(struct scoreboard *sb, const struct pm_start *start)
{
	struct exercised *c = sb->exercised;
	bool data = !(start->blockers & PM_BLOCK_NO_DATA), control = start->requests != PM_TX_NONE;

	for (size_t i = 0; i < EXERCISED_HOLDS; i++) {
		unsigned blocker = holds[i].blocker;
		bool held = start->blockers & blocker && (data || (control && blocker != PM_BLOCK_XOFF)) && !sb->watch.open;
		if (held && !c->held[i])
			c->held_since[i] = c->closed;
		c->held[i] = held;
	}
}

/* START was decided after the newest close and holds since then. */
static void look_at_waits(struct scoreboard *sb, const struct pm_past *past, const struct pm_start *start)
{
	struct exercised *c = sb->exercised;
	bool data = !(start->blockers & PM_BLOCK_NO_DATA), control = start->requests != PM_TX_NONE;

	note_holds(sb, start);
	c->past = *past;
	exercised_held(sb);
	if (data && start->blockers & ~(unsigned)PM_BLOCK_NO_DATA)
		c->waited = true;
	if (data && start->blockers & PM_BLOCK_XOFF && !past->held_by_software)
		c->waited_paused = true;
	if (start->blockers & PM_BLOCK_GAP && !sb->watch.open && (data || control))
		c->waited_for_gap = true;
	if (sb->watch.open && start->blockers & PM_BLOCK_DISABLED)
		exercised_mark(c, RULE_TX_FINISHES, true);
}

/* ---- PAUSE frames that are not to be sent ---- */

/* The level of a buffer that counts octets in use falls below the low mark. */
static bool falls_below(const struct scoreboard *sb, const struct pm_past *past, uint32_t level)
{
	return pm_level_rises(sb->m) && sb->exercised->level_known && sb->exercised->level >= past->low_mark &&
	       level < past->low_mark;
}

/* The level crossed a mark, or a request came: marks the rules by which no PAUSE frame follows. */
static void mark_undue(struct exercised *c, const struct pm_pause_undue *undue)
{
	bool low = undue->xoff_rule != RULE_XOFF_BELOW_LOW && undue->xoff_rule != RULE_XOFF_AT_HIGH;

	if (undue->xoff_rule == RULE_PAUSE_TX_GATE || undue->xoff_rule == RULE_PAUSE_HALF_DUPLEX)
		exercised_mark(c, undue->xoff_rule, true);
	if (undue->xon_rule == RULE_XON_AFTER_XOFF && (c->requested ? c->requested_xon : !low))
		exercised_mark(c, RULE_XON_AFTER_XOFF, true);
	if (undue->xon_rule == RULE_XON_BELOW_LOW && !low)
		exercised_mark(c, RULE_XON_BELOW_LOW, true);
}

/* Marks the rules by which no PAUSE frame is to be sent. */
static void look_at_undue(struct scoreboard *sb, const struct pm_past *past, uint32_t level)
{
	struct exercised *c = sb->exercised;
	struct pm_pause_undue undue;

	pm_explain_pause_sent(sb->m, &undue);
	if (undue.xon_cause != c->crossing || c->requested || falls_below(sb, past, level))
		mark_undue(c, &undue);
	if (undue.once && c->xoff_at && sb->now > c->xoff_at + sb->dut->timing.request && !sb->watch.open)
		exercised_mark(c, RULE_XOFF_ONCE, sb->now > c->xoff_at + sb->dut->timing.request + sb->slack.request);
	c->crossing = undue.xon_cause;
	c->requested = c->requested_xon = false;
}

void exercised_requested(struct exercised *c, uint64_t value)
{
	enum { REQUEST_XON = 1 };

	c->requested = value != 0;
	c->requested_xon = value & REQUEST_XON;
}

/* ---- frames sent ---- */

void exercised_offer(struct exercised *c, const struct event *event)
{
	uint8_t *source = c->source[c->offers++ % EXERCISED_OFFERS];

	if (event->len >= 2 * FRAME_ADDRESS_OCTETS)
		memcpy(source, event->octets + FRAME_ADDRESS_OCTETS, FRAME_ADDRESS_OCTETS);
}

/* The functions in which the PHY kinds differ. */
struct sent_phy {
	/* Of a data frame that was sent whole: did the MAC add the FCS, or pad? Did it replace the source address? */
	bool (*fcs_added)(const struct pm_tx_frame *frame);
	bool (*padded)(const struct pm_tx_frame *frame);
	bool (*source_replaced)(struct exercised *c, const struct pm_tx_frame *frame); /* may be NULL */
	void (*wire)(struct exercised *c, uint64_t gap); /* a frame was sent, GAP octets after the one before; may be NULL */
	void (*attempt)(struct scoreboard *sb);          /* a data frame ended; may be NULL */
};

static bool octets_fcs_added(const struct pm_tx_frame *frame)
{
	return !frame->own_fcs;
}

static bool octets_padded(const struct pm_tx_frame *frame)
{
	return !frame->own_fcs && frame->len < FRAME_MIN_OCTETS - FRAME_FCS_OCTETS;
}

/* Marks how the attempt to send a data frame ended. */
static void look_at_attempt(struct scoreboard *sb)
{
	struct exercised *c = sb->exercised;
	struct pm_attempt_end end;

	pm_attempt_end(sb->m, &end);
	if (end.collision && end.late)
		exercised_mark(c, RULE_TX_LATE, true);
	else if (end.collision && end.dropped)
		exercised_mark(c, RULE_TX_RETRY, true);
}

static bool xgmii_fcs_added(const struct pm_tx_frame *frame)
{
	return frame->fcs_inserted && !frame->host_error;
}

static bool xgmii_padded(const struct pm_tx_frame *frame)
{
	return frame->host_octets < frame->len;
}

static void xgmii_wire(struct exercised *c, uint64_t gap)
{
	if (c->waited_for_gap && c->tx_ended && gap != GAP_OCTETS)
		exercised_mark(c, RULE_TX_DEFICIT, true);
	exercised_mark(c, RULE_XGMII_CODES, true);
}

/* The frame that ended, FRAME, is the oldest offer that was not sent. True: its source address is another on the wire. */
static bool source_replaced(struct exercised *c, const struct pm_tx_frame *frame)
{
	const uint8_t *source = c->source[c->sent % EXERCISED_OFFERS];

	if (c->sent == c->offers)
		return false;
	c->sent++;
	return frame->host_octets >= 2 * FRAME_ADDRESS_OCTETS &&
	       memcmp(source, frame->octets + FRAME_ADDRESS_OCTETS, FRAME_ADDRESS_OCTETS) != 0;
}

static const struct sent_phy phys[] = {
	[PHY_GMII] = { .fcs_added = octets_fcs_added, .padded = octets_padded },
	[PHY_MII] = { .fcs_added = octets_fcs_added, .padded = octets_padded, .attempt = look_at_attempt },
	[PHY_XGMII] = { .fcs_added = xgmii_fcs_added,
	                .padded = xgmii_padded,
	                .source_replaced = source_replaced,
	                .wire = xgmii_wire },
};

static void data_sent(struct scoreboard *sb, const struct pm_tx_frame *frame)
{
	struct exercised *c = sb->exercised;
	const struct sent_phy *phy = &phys[sb->dut->phy];
	bool cut = frame->underrun_at >= 0;

	exercised_data_started(sb);
	if (c->waited)
		exercised_mark(c, RULE_DATA_RESUMES, true);
	if (c->waited_paused)
		exercised_had(c, COVER_RESUMED);
	if (cut)
		exercised_mark(c, RULE_TX_UNDERRUN, true);
	if (frame->host_error)
		exercised_mark(c, RULE_TX_HOST_ERROR, true);
	if (sb->watch.repeats) {
		exercised_mark(c, RULE_TX_BACKOFF, true);
		exercised_mark(c, RULE_TX_RETRY, true);
	}
	if (frame->collided)
		exercised_mark(c, RULE_TX_JAM, true);
	c->data_ended = true;
	if (phy->source_replaced && phy->source_replaced(c, frame))
		exercised_mark(c, RULE_TX_SOURCE, true);
	if (cut || frame->collided)
		return;
	exercised_mark(c, RULE_TX_CONTENT, true);
	exercised_mark(c, RULE_TX_LOST, true);
	if (phy->fcs_added(frame))
		exercised_mark(c, RULE_TX_FCS, true);
	if (phy->padded(frame))
		exercised_mark(c, RULE_TX_PAD, true);
}

static void control_sent(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	struct exercised *c = sb->exercised;
	const struct pm_start *due = &sb->watch.due;

	exercised_mark(c, due->kind == kind ? due->rule : c->due[kind], true);
	exercised_mark(c, RULE_PAUSE_TX_LATENCY, true);
	if (kind == PM_TX_FORCED || kind == PM_TX_CARRIER) {
		exercised_mark(c, kind == PM_TX_FORCED ? RULE_BACK_PRESSURE : RULE_FALSE_CARRIER, true);
		return;
	}
	if (due->blockers & PM_BLOCK_XOFF || !(due->blockers & PM_BLOCK_NO_DATA))
		exercised_mark(c, RULE_PAUSE_NOT_HELD, true);
	exercised_mark(c, RULE_TX_FCS, true);
	if (kind == PM_TX_PFC) {
		exercised_mark(c, RULE_PFC_TX_FORMAT, true);
		return;
	}
	exercised_mark(c, RULE_PAUSE_TX_QUANTA, true);
	exercised_mark(c, RULE_PAUSE_TX_FORMAT, true);
	exercised_had(c, COVER_PAUSE_SENT);
	if (!quanta && c->xoff_at)
		exercised_had(c, COVER_XON_SENT);
	if (due->blockers & PM_BLOCK_XOFF)
		exercised_had(c, COVER_SENT_PAUSED);
	if (quanta)
		c->xoff_at = sb->now;
}

/* The client is not seen, and a frame starts at START: nobody knows whether it waited. One that starts as soon as a gap, or a pause, allows has waited for
 * that, or would have come just then by chance. */
void exercised_unseen_start(struct scoreboard *sb, uint64_t start)
{
	struct exercised *c = sb->exercised;
	uint64_t window = (uint64_t)sb->slack.resume + sb->dut->timing.resume + sb->late_expiry + sb->time_error + 2 * sb->step,
		 gap = pm_gap_octets(sb->m);
	struct pm_pause_memory memory;
	struct pm_past past;

	pm_pause_memory(sb->m, &memory);
	pm_past(sb->m, &past);
	c->waited_for_gap = c->tx_ended && start <= c->tx_end + gap + window;
	if (!memory.fall_cycle || memory.fall_cycle <= memory.load_cycle || past.held_by_software)
		return;
	if (start < memory.fall_cycle || start > memory.fall_cycle + window || start <= memory.load_last + sb->slack.inhibit)
		return;
	exercised_mark(c, RULE_NO_DATA_IN_XOFF, true);
	exercised_mark(c, past.fall_rule, true);
	if (past.fall_rule == RULE_PAUSE_EXPIRY)
		exercised_mark(c, RULE_PAUSE_TIME, true);
	exercised_had(c, COVER_RESUMED);
	exercised_load(c, &past, memory.overwrote, true);
	exercised_test(c, memory.load_last);
	if (memory.fall_cycle > memory.load_last + limit_response(sb->dut, LIMIT_PAUSE, 1))
		exercised_mark(c, RULE_PAUSE_RESPONSE_LIMIT, true);
}

void exercised_sent(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	struct exercised *c = sb->exercised;
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	uint64_t gap = sb->watch.start + sb->watch.lane - c->tx_end;

	if (!frame || kind == PM_TX_NONE)
		return;
	exercised_frame(c, COUNTER_TX);
	exercised_mark(c, RULE_TX_PREAMBLE, true);
	exercised_mark(c, RULE_TX_RECORD, true);
	if (c->waited_for_gap && c->tx_ended)
		exercised_mark(c, RULE_TX_GAP, true);
	if (phys[sb->dut->phy].wire)
		phys[sb->dut->phy].wire(c, gap);
	if (frame->clocks > 1)
		exercised_mark(c, RULE_MII_NIBBLES, true);
	if (kind == PM_TX_DATA)
		data_sent(sb, frame);
	else
		control_sent(sb, kind, quanta);
	c->waited_for_gap = false;
	if (kind == PM_TX_DATA)
		c->waited = c->waited_paused = false;
}

void exercised_sent_close(struct scoreboard *sb, const struct pm_past *past, const struct pm_view *view)
{
	struct exercised *c = sb->exercised;
	const struct pm_start *start = &view->start;

	look_at_waits(sb, past, start);
	if (!sb->client_unseen)
		look_at_undue(sb, past, view->level);
	if (c->data_ended && phys[sb->dut->phy].attempt)
		phys[sb->dut->phy].attempt(sb);
	c->data_ended = false;
	if (start->requests != PM_TX_NONE && start->kind == start->requests)
		c->due[start->kind] = start->rule;
}
