/* SPDX-License-Identifier: Apache-2.0 */
/* Rules that received frames exercise: PAUSE and PFC frames with or without effect, frames of any other kind, the stream to the host. */
#include "exercised_parts.h"

#include "base/limits.h"
#include "records.h"

#include <string.h>

enum {
	NIBBLE_PREAMBLE = 0x5,
	HEAD_NIBBLES = 15,
	CLASSES_AT = FRAME_ENABLE_OFFSET + 1, /* the low octet of the enable vector */
	PFC_END = FRAME_TIMES_OFFSET + 2 * PM_PFC_CLASSES,
};

/* ---- PAUSE frames ---- */

/* A PAUSE frame had no effect. In an exact run obs_xoff would have shown one at once. */
static void refused(struct scoreboard *sb, const struct pm_pause_refused *refusal)
{
	struct exercised *c = sb->exercised;

	bool at_once = !sb->blind ||
	               (!sb->client_unseen && (refusal->rule == RULE_PAUSE_RESET || refusal->rule == RULE_PAUSE_ZERO_RESUMES));

	exercised_mark(c, refusal->rule, at_once);
	if (at_once)
		return;
	c->open[c->open_next++ % EXERCISED_REFUSALS] = (struct refusal){
		.rule = refusal->rule,
		.from = refusal->last + sb->dut->timing.inhibit + sb->slack.inhibit,
		.until = refusal->last + refusal->time,
	};
}

void exercised_data_started(struct scoreboard *sb)
{
	for (unsigned i = 0; i < EXERCISED_REFUSALS; i++) {
		const struct refusal *refusal = &sb->exercised->open[i];
		if (refusal->from < sb->watch.start && sb->watch.start < refusal->until)
			exercised_mark(sb->exercised, refusal->rule, true);
	}
}

/* The newest load of the timer. A black box sees it by the data that it holds. */
void exercised_load(struct exercised *c, const struct pm_past *past, bool overwrote, bool seen)
{
	exercised_mark(c, RULE_PAUSE_OBEYED, seen);
	exercised_mark(c, past->load_rule, seen);
	exercised_mark(c, past->load_waited ? RULE_PAUSE_AFTER_FRAME : RULE_PAUSE_LATENCY, seen);
	if (past->load_waited)
		exercised_mark(c, RULE_TX_FINISHES, true);
	if (past->load_waited && seen)
		exercised_had(c, COVER_PAUSED_LATER);
	if (overwrote)
		exercised_mark(c, RULE_PAUSE_OVERWRITE, seen);
}

static void look_at_pause(struct scoreboard *sb, const struct pm_past *past, const struct pm_view *view)
{
	struct exercised *c = sb->exercised;
	struct pm_pause_memory memory;
	struct pm_pause_refused refusal;

	pm_pause_memory(sb->m, &memory);
	if (memory.load_cycle != c->load_cycle && memory.load_cycle)
		exercised_load(c, past, memory.overwrote, !sb->blind);
	c->load_cycle = memory.load_cycle;
	c->overwrote = memory.overwrote;
	if (memory.fall_cycle != c->fall_cycle && memory.fall_cycle) {
		bool seen = !sb->blind || c->held[EXERCISED_HOLD_XOFF];
		exercised_mark(c, past->fall_rule, seen);
		if (past->fall_rule == RULE_PAUSE_EXPIRY)
			exercised_mark(c, RULE_PAUSE_TIME, seen);
	}
	c->fall_cycle = memory.fall_cycle;
	for (unsigned new = past->refusals >= c->refusals ? past->refusals - c->refusals : past->refusals; new; new --)
		if (pm_pause_refused(sb->m, new - 1, &refusal) && (refusal.quanta || view->xoff))
			refused(sb, &refusal);
	c->refusals = past->refusals;
}

/* ---- PFC frames ---- */

/* RX may be a PFC frame, or differ from one in type or opcode only. */
static void look_at_pfc_frame(struct scoreboard *sb, const struct pm_rx_frame *rx)
{
	struct exercised *c = sb->exercised;
	bool control, pfc;

	if (rx->len < PFC_END)
		return;
	control = frame_u16(rx->octets + FRAME_TYPE_OFFSET) == FRAME_TYPE_MAC_CONTROL;
	pfc = frame_u16(rx->octets + FRAME_OPCODE_OFFSET) == FRAME_OPCODE_PFC;
	if (!(rx->record & RX_RECORD_PFC)) {
		if (pfc || (control && !rx->pause && rx->not_pause == PM_NO_RULE))
			exercised_mark(c, RULE_PFC_VALID, true);
		return;
	}
	c->pfc_timed = 0;
	c->pfc_visible = rx->visible;
	for (unsigned i = 0; i < PM_PFC_CLASSES; i++) {
		uint64_t quanta = frame_u16(rx->octets + FRAME_TIMES_OFFSET + 2 * i);
		if (!(rx->octets[CLASSES_AT] >> i & 1))
			continue;
		c->pfc_timed |= (uint8_t)(quanta ? 1 << i : 0);
		c->pfc_end[i] = rx->visible + sb->step + quanta * PAUSE_QUANTUM_OCTETS;
	}
}

/* Class I becomes paused, or free. */
static void look_at_class(struct scoreboard *sb, unsigned i, bool rises, bool falls)
{
	struct exercised *c = sb->exercised;

	if (rises && c->pfc_end[i] > sb->now + limit_response(sb->dut, LIMIT_PFC, 1))
		exercised_mark(c, RULE_PFC_RESPONSE_LIMIT, true);
	if (falls && c->pfc_end[i] <= sb->now && sb->now <= c->pfc_end[i] + sb->step)
		exercised_mark(c, RULE_PFC_TIME, true);
}

/* The newest PFC frame has had its effect, if any: a class that it names, and that is free before its time is over, ignored it. */
static void look_at_ignored(struct scoreboard *sb, uint8_t xoff)
{
	struct exercised *c = sb->exercised;

	for (unsigned i = 0; i < PM_PFC_CLASSES && c->pfc_timed; i++)
		if (c->pfc_timed >> i & 1 && !(xoff >> i & 1) && sb->now < c->pfc_end[i])
			exercised_mark(c, RULE_PFC_IGNORE, true);
	c->pfc_timed = 0;
}

static void look_at_pfc(struct scoreboard *sb, uint8_t xoff)
{
	struct exercised *c = sb->exercised;
	uint8_t rises = xoff & (uint8_t)~c->pfc_xoff, falls = c->pfc_xoff & (uint8_t)~xoff;

	if (rises)
		exercised_mark(c, RULE_PFC_OBEYED, true);
	for (unsigned i = 0; i < PM_PFC_CLASSES && (rises | falls); i++)
		look_at_class(sb, i, rises >> i & 1, falls >> i & 1);
	if (sb->now > c->pfc_visible + sb->step)
		look_at_ignored(sb, xoff);
	c->pfc_xoff = xoff;
}

/* ---- frames and runs ---- */

static void look_at_frame(struct scoreboard *sb, const struct pm_rx_frame *rx)
{
	struct exercised *c = sb->exercised;

	if (!rx || rx->ignored)
		return;
	exercised_frame(c, COUNTER_RX);
	c->counts.pauses += rx->pause;
	c->counts.pfcs += (rx->record & RX_RECORD_PFC) != 0;
	exercised_mark(c, RULE_RX_RECORD, true);
	exercised_mark(c, rx->refused, true);
	if (rx->refused == PM_NO_RULE && rx->delivered)
		exercised_mark(c, rx->accepted, true);
	else if (rx->refused != PM_NO_RULE)
		exercised_mark(c, RULE_RX_HOST_UNWANTED, true);
	if (sb->dut->capabilities & CAP_PFC && !sb->client_unseen)
		look_at_pfc_frame(sb, rx);
}

/* The run begins with seven octets of preamble and an SFD. */
static bool preamble_usual(const struct event *event)
{
	static const uint8_t head[FRAME_HEAD_OCTETS] = { 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };
	uint32_t nibbles = 0;

	if (event->len >= FRAME_HEAD_OCTETS && !memcmp(event->octets, head, sizeof(head)))
		return true;
	while (nibbles < event->len && event->octets[nibbles] == NIBBLE_PREAMBLE)
		nibbles++;
	return nibbles == HEAD_NIBBLES && nibbles < event->len && event->octets[nibbles] == 0xD;
}

/* The run begins with /S/, preamble and SFD, and no other code is among them. */
static bool begins_right(const struct event *event)
{
	if (!event->codes || event->code[0] || event->octets[0] != XGMII_START || event->len <= FRAME_HEAD_OCTETS)
		return false;
	for (uint32_t i = 1; i < FRAME_HEAD_OCTETS; i++)
		if (event->octets[i] != (i + 1 < FRAME_HEAD_OCTETS ? 0x55 : 0xD5))
			return false;
	for (uint32_t i = 0; i < event->codes; i++)
		if (event->code[i] && event->code[i] < FRAME_HEAD_OCTETS)
			return false;
	return true;
}

/* The lanes of one run: marks a wrong start, and any control code after the start but a /T/ and idle. */
static void look_at_lanes(struct exercised *c, const struct event *event)
{
	uint32_t starts = 0, inside = 0;

	for (uint32_t i = 0; i < event->codes; i++) {
		uint8_t code = event->octets[event->code[i]];
		starts += code == XGMII_START;
		inside += code != XGMII_START && code != XGMII_TERMINATE && code != XGMII_IDLE;
	}
	if (!starts)
		return;
	if (!begins_right(event))
		exercised_mark(c, RULE_XGMII_START, true);
	if (inside || event->codes < 2 || event->octets[event->code[1]] != XGMII_TERMINATE)
		exercised_mark(c, RULE_XGMII_END, true);
}

void exercised_run(struct scoreboard *sb, const struct event *event)
{
	struct exercised *c = sb->exercised;
	struct pm_past past;

	pm_past(sb->m, &past);
	if (!past.receives)
		exercised_mark(c, RULE_RX_DISABLED, true);
	if (event->code) {
		look_at_lanes(c, event);
		return;
	}
	if (!preamble_usual(event))
		exercised_mark(c, RULE_RX_PREAMBLE, true);
	else if (event->octets[0] == NIBBLE_PREAMBLE)
		exercised_mark(c, RULE_MII_NIBBLES, true);
	c->rx_until = event->cycle + event->len;
}

void exercised_delivered(struct scoreboard *sb, const struct pm_host_frame *frame)
{
	struct exercised *c = sb->exercised;

	exercised_mark(c, RULE_RX_HOST_CONTENT, true);
	exercised_mark(c, RULE_RX_HOST_MISSING, true);
	if (frame->bad)
		exercised_mark(c, RULE_RX_BAD_MARK, true);
	if (frame->wire_len && frame->len < frame->wire_len)
		exercised_mark(c, RULE_RX_STRIP, true);
}

void exercised_received_close(struct scoreboard *sb, const struct pm_past *past, const struct pm_view *view)
{
	look_at_pause(sb, past, view);
	look_at_frame(sb, view->rx);
	if (sb->dut->capabilities & CAP_PFC && !sb->client_unseen) /* else data frames show what a class does: score_pfc.c */
		look_at_pfc(sb, view->pfc_xoff);
}
