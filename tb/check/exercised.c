/* SPDX-License-Identifier: Apache-2.0 */
/* Which rules a run exercised, as tb/stimulus/cover.def says it.
 *
 * The scoreboard tells of each event, of each cycle that it closes, and of each frame and read that it compares. What was at stake is
 * the golden model's word: it agrees with the DUT where a run has no finding. A rule may be exercised in a black-box run and a wrong DUT
 * not show: where only the observation ports tell, or within the slack; so there are two sets. */
#include "exercised.h"

#include "base/dut.h"
#include "part/frame.h"

#include <stdlib.h>
#include <string.h>

enum {
	REFUSALS_OPEN = 16,
	OFFERS = 4, /* source addresses of the host's newest frames */
	STATES = SCORE_STATES_MAX,
	ADDRESSES = 1 << 16,
	NIBBLE_PREAMBLE = 0x5,
	HEAD_NIBBLES = 15,
	GAP_OCTETS = 12,
	XGMII_COLUMN = 4,
	XGMII_START = 0xFB,
	XGMII_TERMINATE = 0xFD,
	XGMII_IDLE = 0x07,
	OPCODE_PAUSE = 0x0001,
	OPCODE_PFC = 0x0101,
	TYPE_CONTROL = 0x8808,
	RECORD_PFC = 1 << 21,
	CLASSES = 8,
	CLASSES_AT = FRAME_TYPE_OFFSET + 5,
	CLASS_TIMES_AT = FRAME_TYPE_OFFSET + 6,
	PFC_END = CLASS_TIMES_AT + 2 * CLASSES,
};

/* What holds a frame that waits. */
static const struct {
	enum pm_blocker blocker;
	enum rule rule;
} holds[] = {
	{ PM_BLOCK_XOFF, RULE_NO_DATA_IN_XOFF },
	{ PM_BLOCK_DISABLED, RULE_TX_DISABLED },
	{ PM_BLOCK_FAULT, RULE_FAULT_SILENCE },
	{ PM_BLOCK_CARRIER, RULE_TX_DEFER },
};
enum { HOLD_XOFF = 0, HOLDS = sizeof(holds) / sizeof(holds[0]) };

/* A PAUSE frame without effect: had it one, no data frame would start between these cycles. */
struct refusal {
	enum rule rule;
	uint64_t from, until;
};

struct cover {
	struct cover_set exercised; /* by what the stimulus did */
	struct cover_set seen;      /* the same, where this run would have shown a difference */

	/* receiving PAUSE */
	uint64_t load_cycle, fall_cycle;
	bool overwrote;
	unsigned refusals;
	struct refusal open[REFUSALS_OPEN];
	unsigned open_next;

	/* sending */
	uint64_t closed;  /* the newest close */
	bool held[HOLDS]; /* something of holds[] holds a frame ... */
	uint64_t held_since[HOLDS];
	struct pm_past past;         /* at the newest close */
	bool waited, waited_for_gap; /* the frame that starts next */
	uint64_t crossing;
	bool asked, asked_xon; /* a request for PAUSE, for XON, takes effect */
	uint64_t xoff_at;      /* end of the newest XOFF of ours; 0 never */
	enum rule due[PM_TX_CARRIER + 1];
	bool data_ended;
	uint8_t source[OFFERS][FRAME_ADDRESS_OCTETS];
	unsigned offers, sent;
	uint64_t tx_end; /* octet time */
	bool tx_ended, fault;

	/* PFC */
	uint8_t pfc_xoff, pfc_timed;
	uint64_t pfc_visible, pfc_end[CLASSES];

	/* receiving */
	uint64_t rx_until;
	bool tx_on, host_ready, in_host;
	bool level_known;
	uint32_t level;

	/* registers */
	bool states_known;
	size_t states;
	uint16_t state[STATES];
	uint64_t at_reset[STATES];
	bool written[ADDRESSES], read[PM_COUNTERS_MAX];
	uint64_t mdio_checks;
};

static void mark(struct cover *c, enum rule rule, bool seen)
{
	if (rule >= RULE_COUNT)
		return;
	c->exercised.has[rule] = true;
	c->seen.has[rule] |= seen;
}

struct cover *cover_new(void)
{
	struct cover *c = calloc(1, sizeof(*c));

	if (c)
		c->host_ready = true;
	return c;
}

/* ---- receiving PAUSE ---- */

/* In an exact run obs_xoff would show it at once. */
static void refused(struct scoreboard *sb, const struct pm_pause_refused *refusal)
{
	struct cover *c = sb->cover;

	bool at_once = refusal->rule == RULE_PAUSE_RESET || refusal->rule == RULE_PAUSE_ZERO_RESUMES || !sb->blind;

	mark(c, refusal->rule, at_once);
	if (at_once)
		return;
	c->open[c->open_next++ % REFUSALS_OPEN] = (struct refusal){
		.rule = refusal->rule,
		.from = refusal->last + sb->dut->timing.inhibit + sb->slack,
		.until = refusal->last + refusal->time,
	};
}

static void data_started(struct scoreboard *sb)
{
	for (unsigned i = 0; i < REFUSALS_OPEN; i++) {
		const struct refusal *refusal = &sb->cover->open[i];
		if (refusal->from < sb->watch.start && sb->watch.start < refusal->until)
			mark(sb->cover, refusal->rule, true);
	}
}

/* The newest load of the timer. In a black box it is seen by the data that it holds. */
static void mark_load(struct cover *c, const struct pm_past *past, bool overwrote, bool seen)
{
	mark(c, RULE_PAUSE_OBEYED, seen);
	mark(c, past->load_rule, seen);
	mark(c, past->load_waited ? RULE_PAUSE_AFTER_FRAME : RULE_PAUSE_LATENCY, seen);
	if (past->load_waited)
		mark(c, RULE_TX_FINISHES, true);
	if (overwrote)
		mark(c, RULE_PAUSE_OVERWRITE, seen);
}

static void look_at_pause(struct scoreboard *sb, const struct pm_past *past, const struct pm_view *view)
{
	struct cover *c = sb->cover;
	struct pm_pause_memory memory;
	struct pm_pause_refused refusal;

	pm_pause_memory(sb->m, &memory);
	if (memory.load_cycle != c->load_cycle && memory.load_cycle)
		mark_load(c, past, memory.overwrote, !sb->blind);
	c->load_cycle = memory.load_cycle;
	c->overwrote = memory.overwrote;
	if (memory.fall_cycle != c->fall_cycle && memory.fall_cycle) {
		bool seen = !sb->blind || c->held[HOLD_XOFF];
		mark(c, past->fall_rule, seen);
		if (past->fall_rule == RULE_PAUSE_EXPIRY)
			mark(c, RULE_PAUSE_TIME, seen);
	}
	c->fall_cycle = memory.fall_cycle;
	for (unsigned new = past->refusals >= c->refusals ? past->refusals - c->refusals : past->refusals; new; new --)
		if (pm_pause_refused(sb->m, new - 1, &refusal) && (refusal.quanta || view->xoff))
			refused(sb, &refusal);
	c->refusals = past->refusals;
}

/* ---- what waits ---- */

/* A black box may see a frame start within the slack behind the beginning of what holds it. */
static void mark_held(struct scoreboard *sb)
{
	struct cover *c = sb->cover;
	struct pm_pause_memory memory;

	pm_pause_memory(sb->m, &memory);
	for (size_t i = 0; i < HOLDS; i++) {
		bool seen = sb->now > (i == HOLD_XOFF ? memory.rise_cycle : c->held_since[i]) + sb->slack;
		if (!c->held[i] || sb->now <= c->held_since[i])
			continue;
		mark(c, holds[i].rule, seen);
		if (i != HOLD_XOFF || !seen)
			continue;
		if (c->past.held_by_software)
			mark(c, RULE_TX_OFF_BIT, true);
		else
			mark_load(c, &c->past, c->overwrote, true);
	}
}

/* START was decided behind the newest close, and has been so since. */
static void look_at_waits(struct scoreboard *sb, const struct pm_past *past, const struct pm_start *start)
{
	struct cover *c = sb->cover;
	bool data = !(start->blockers & PM_BLOCK_NO_DATA), control = start->requests != PM_TX_NONE;

	for (size_t i = 0; i < HOLDS; i++) {
		unsigned blocker = holds[i].blocker;
		bool held = start->blockers & blocker && (data || (control && blocker != PM_BLOCK_XOFF)) && !sb->watch.open;
		if (held && !c->held[i])
			c->held_since[i] = c->closed;
		c->held[i] = held;
	}
	c->past = *past;
	mark_held(sb);
	if (data && start->blockers & ~(unsigned)PM_BLOCK_NO_DATA)
		c->waited = true;
	if (start->blockers & PM_BLOCK_GAP && !sb->watch.open && (data || control))
		c->waited_for_gap = true;
	if (sb->watch.open && start->blockers & PM_BLOCK_DISABLED)
		mark(c, RULE_TX_FINISHES, true);
}

/* ---- sending PAUSE ---- */

/* The level of a buffer that counts what is in it falls below its low mark. */
static bool falls_below(const struct scoreboard *sb, const struct pm_past *past, uint32_t level)
{
	return sb->step > 1 && sb->cover->level_known && sb->cover->level >= past->low_mark && level < past->low_mark;
}

/* PAUSE frames that are not to be sent. */
static void look_at_undue(struct scoreboard *sb, const struct pm_past *past, uint32_t level)
{
	struct cover *c = sb->cover;
	struct pm_pause_undue undue;
	bool crossed, low;

	pm_explain_pause_sent(sb->m, &undue);
	crossed = undue.xon_cause != c->crossing || c->asked || falls_below(sb, past, level);
	low = undue.xoff_rule != RULE_XOFF_BELOW_LOW && undue.xoff_rule != RULE_XOFF_AT_HIGH;
	if (crossed && (undue.xoff_rule == RULE_PAUSE_TX_GATE || undue.xoff_rule == RULE_PAUSE_HALF_DUPLEX))
		mark(c, undue.xoff_rule, true);
	if (crossed && undue.xon_rule == RULE_XON_AFTER_XOFF && (c->asked ? c->asked_xon : !low))
		mark(c, RULE_XON_AFTER_XOFF, true);
	if (crossed && undue.xon_rule == RULE_XON_BELOW_LOW && !low)
		mark(c, RULE_XON_BELOW_LOW, true);
	if (undue.xoff_rule == RULE_XOFF_ONCE && c->xoff_at && sb->now > c->xoff_at + sb->dut->timing.request && !sb->watch.open)
		mark(c, RULE_XOFF_ONCE, sb->now > c->xoff_at + sb->dut->timing.request + sb->slack);
	c->crossing = undue.xon_cause;
	c->asked = c->asked_xon = false;
}

static void requested(struct cover *c, uint64_t value)
{
	enum { REQUEST_XON = 1 };

	c->asked = value != 0;
	c->asked_xon = value & REQUEST_XON;
}

/* ---- frames sent ---- */

/* The oldest offer that was not sent is that of FRAME, which ended. */
static bool source_replaced(struct cover *c, const struct pm_tx_frame *frame)
{
	const uint8_t *source = c->source[c->sent % OFFERS];

	if (c->sent == c->offers)
		return false;
	c->sent++;
	return frame->host_octets >= 2 * FRAME_ADDRESS_OCTETS &&
	       memcmp(source, frame->octets + FRAME_ADDRESS_OCTETS, FRAME_ADDRESS_OCTETS) != 0;
}

static void data_sent(struct scoreboard *sb, const struct pm_tx_frame *frame)
{
	struct cover *c = sb->cover;
	bool lanes = sb->step > 1, cut = frame->underrun_at >= 0;
	bool own = lanes ? frame->fcs_inserted && !frame->host_error : !frame->own_fcs;

	data_started(sb);
	if (c->waited)
		mark(c, RULE_DATA_RESUMES, true);
	if (cut)
		mark(c, RULE_TX_UNDERRUN, true);
	if (frame->host_error)
		mark(c, RULE_TX_HOST_ERROR, true);
	if (sb->watch.repeats) {
		mark(c, RULE_TX_BACKOFF, true);
		mark(c, RULE_TX_RETRY, true);
	}
	if (frame->collided)
		mark(c, RULE_TX_JAM, true);
	c->data_ended = true;
	if (lanes && source_replaced(c, frame))
		mark(c, RULE_TX_SOURCE, true);
	if (cut || frame->collided)
		return;
	mark(c, RULE_TX_CONTENT, true);
	mark(c, RULE_TX_LOST, true);
	if (own)
		mark(c, RULE_TX_FCS, true);
	if (lanes ? frame->host_octets < frame->len : own && frame->len < FRAME_MIN_OCTETS - FRAME_FCS_OCTETS)
		mark(c, RULE_TX_PAD, true);
}

static void control_sent(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	struct cover *c = sb->cover;
	const struct pm_start *due = &sb->watch.due;

	mark(c, due->kind == kind ? due->rule : c->due[kind], true);
	mark(c, RULE_PAUSE_TX_LATENCY, true);
	if (kind == PM_TX_FORCED || kind == PM_TX_CARRIER) {
		mark(c, kind == PM_TX_FORCED ? RULE_BACK_PRESSURE : RULE_FALSE_CARRIER, true);
		return;
	}
	if (due->blockers & PM_BLOCK_XOFF || !(due->blockers & PM_BLOCK_NO_DATA))
		mark(c, RULE_PAUSE_NOT_HELD, true);
	mark(c, RULE_TX_FCS, true);
	if (kind == PM_TX_PFC) {
		mark(c, RULE_PFC_TX_FORMAT, true);
		return;
	}
	mark(c, RULE_PAUSE_TX_QUANTA, true);
	mark(c, RULE_PAUSE_TX_FORMAT, true);
	if (quanta)
		c->xoff_at = sb->now;
}

void cover_sent(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	struct cover *c = sb->cover;
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	uint64_t gap = sb->watch.start + sb->watch.lane - c->tx_end;

	if (!frame || kind == PM_TX_NONE)
		return;
	mark(c, RULE_TX_PREAMBLE, true);
	mark(c, RULE_TX_RECORD, true);
	if (c->waited_for_gap && c->tx_ended)
		mark(c, RULE_TX_GAP, true);
	if (c->waited_for_gap && c->tx_ended && sb->step > 1 && gap != GAP_OCTETS)
		mark(c, RULE_TX_DEFICIT, true);
	if (sb->step > 1)
		mark(c, RULE_XGMII_CODES, true);
	if (frame->clocks > 1)
		mark(c, RULE_MII_NIBBLES, true);
	if (kind == PM_TX_DATA)
		data_sent(sb, frame);
	else
		control_sent(sb, kind, quanta);
	c->waited_for_gap = false;
	if (kind == PM_TX_DATA)
		c->waited = false;
}

/* MII: what became of the data frame that ended. */
static void look_at_attempt(struct scoreboard *sb)
{
	struct cover *c = sb->cover;
	struct pm_attempt_end end;

	if (!c->data_ended || !sb->mii)
		return;
	c->data_ended = false;
	pm_attempt_end(sb->m, &end);
	if (end.collision && end.late)
		mark(c, RULE_TX_LATE, true);
	else if (end.collision && end.dropped)
		mark(c, RULE_TX_RETRY, true);
}

/* ---- frames received ---- */

/* A PFC frame, or what looks like one. */
static void look_at_pfc_frame(struct scoreboard *sb, const struct pm_rx_frame *rx)
{
	struct cover *c = sb->cover;
	bool control, pfc;

	if (rx->len < PFC_END)
		return;
	control = frame_u16(rx->octets + FRAME_TYPE_OFFSET) == TYPE_CONTROL;
	pfc = frame_u16(rx->octets + FRAME_TYPE_OFFSET + 2) == OPCODE_PFC;
	if (!(rx->record & RECORD_PFC)) {
		if (pfc || (control && !rx->pause && rx->not_pause == PM_NO_RULE))
			mark(c, RULE_PFC_VALID, true);
		return;
	}
	c->pfc_timed = 0;
	c->pfc_visible = rx->visible;
	for (unsigned i = 0; i < CLASSES; i++) {
		uint64_t quanta = frame_u16(rx->octets + CLASS_TIMES_AT + 2 * i);
		if (!(rx->octets[CLASSES_AT] >> i & 1))
			continue;
		c->pfc_timed |= (uint8_t)(quanta ? 1 << i : 0);
		c->pfc_end[i] = rx->visible + sb->step + quanta * PAUSE_QUANTUM_OCTETS;
	}
}

static void look_at_pfc(struct scoreboard *sb, uint8_t xoff)
{
	struct cover *c = sb->cover;
	uint8_t rises = xoff & (uint8_t)~c->pfc_xoff, falls = c->pfc_xoff & (uint8_t)~xoff;

	if (rises)
		mark(c, RULE_PFC_OBEYED, true);
	for (unsigned i = 0; i < CLASSES; i++)
		if (falls >> i & 1 && c->pfc_end[i] <= sb->now && sb->now <= c->pfc_end[i] + sb->step)
			mark(c, RULE_PFC_TIME, true);
	for (unsigned i = 0; i < CLASSES && c->pfc_timed && sb->now > c->pfc_visible + sb->step; i++)
		if (c->pfc_timed >> i & 1 && !(xoff >> i & 1) && sb->now < c->pfc_end[i])
			mark(c, RULE_PFC_IGNORE, true);
	if (sb->now > c->pfc_visible + sb->step)
		c->pfc_timed = 0;
	c->pfc_xoff = xoff;
}

static void look_at_received(struct scoreboard *sb, const struct pm_rx_frame *rx)
{
	struct cover *c = sb->cover;

	if (!rx || rx->ignored)
		return;
	mark(c, RULE_RX_RECORD, true);
	mark(c, rx->refused, true);
	if (rx->refused == PM_NO_RULE && rx->delivered)
		mark(c, rx->accepted, true);
	else if (rx->refused != PM_NO_RULE)
		mark(c, RULE_RX_HOST_UNWANTED, true);
	if (sb->dut->capabilities & CAP_PFC)
		look_at_pfc_frame(sb, rx);
}

/* Seven octets of preamble and an SFD. */
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

/* Lanes of one frame: the start as it must be? The codes behind it no more than a /T/ and idle? */
static void look_at_lanes(struct cover *c, const struct event *event)
{
	uint32_t starts = 0, inside = 0;
	bool right = event->codes && !event->code[0] && event->octets[0] == XGMII_START && event->len > FRAME_HEAD_OCTETS;

	for (uint32_t i = 1; right && i < FRAME_HEAD_OCTETS; i++)
		right = event->octets[i] == (i + 1 < FRAME_HEAD_OCTETS ? 0x55 : 0xD5);
	for (uint32_t i = 0; i < event->codes; i++) {
		uint8_t code = event->octets[event->code[i]];
		right = right && (!event->code[i] || event->code[i] >= FRAME_HEAD_OCTETS);
		starts += code == XGMII_START;
		inside += code != XGMII_START && code != XGMII_TERMINATE && code != XGMII_IDLE;
	}
	if (!right && starts)
		mark(c, RULE_XGMII_START, true);
	if (starts && (inside || event->codes < 2 || event->octets[event->code[1]] != XGMII_TERMINATE))
		mark(c, RULE_XGMII_END, true);
}

static void look_at_run(struct scoreboard *sb, const struct event *event)
{
	struct cover *c = sb->cover;
	struct pm_past past;

	pm_past(sb->m, &past);
	if (!past.receives)
		mark(c, RULE_RX_DISABLED, true);
	if (event->code) {
		look_at_lanes(c, event);
		return;
	}
	if (!preamble_usual(event))
		mark(c, RULE_RX_PREAMBLE, true);
	else if (event->octets[0] == NIBBLE_PREAMBLE)
		mark(c, RULE_MII_NIBBLES, true);
	c->rx_until = event->cycle + event->len;
}

void cover_delivered(struct scoreboard *sb, const struct pm_host_frame *frame)
{
	struct cover *c = sb->cover;

	mark(c, RULE_RX_HOST_CONTENT, true);
	mark(c, RULE_RX_HOST_MISSING, true);
	if (frame->bad)
		mark(c, RULE_RX_BAD_MARK, true);
	if (frame->wire_len && frame->len < frame->wire_len)
		mark(c, RULE_RX_STRIP, true);
}

/* ---- registers ---- */

/* A rule about what a register shows, not about what a write of it does. */
static bool says_state(enum rule rule)
{
	return rule != RULE_PAUSE_REQUEST && rule != RULE_COUNTER_CLEAR && rule != RULE_COUNTER_ZERO;
}

/* Before the model reads. */
void cover_read(struct scoreboard *sb, const struct event *event, const struct pm_reg_info *info)
{
	struct cover *c = sb->cover;
	struct pm_count_past past;

	if (!info) {
		mark(c, RULE_APB_ERROR, true);
		return;
	}
	switch (info->class) {
	case PM_REG_COUNTER:
		if (info->rule == RULE_COUNTER_ZERO || event->value)
			mark(c, info->rule, true);
		if (event->value && info->high_word)
			mark(c, RULE_COUNTER_LATCH, true);
		if (c->read[info->counter] && !info->keeps)
			mark(c, RULE_READ_CLEARS, true);
		c->read[info->counter] = event->value;
		pm_count_past(sb->m, info->counter, &past);
		if (past.full)
			mark(c, past.sticks ? RULE_COUNTER_STICKS : RULE_COUNTER_WRAP, true);
		if (past.cleared)
			mark(c, RULE_COUNTER_CLEAR, true);
		if (past.held)
			mark(c, RULE_COUNTER_HOLD, true);
		if (past.loaded)
			mark(c, RULE_COUNTER_LOAD, true);
		break;
	case PM_REG_STATUS:
	case PM_REG_LEVEL:
		for (size_t i = 0; i < c->states; i++)
			if (c->state[i] == event->address && c->at_reset[i] != event->value && says_state(info->rule))
				mark(c, info->rule, true);
		if (event->value & info->events)
			mark(c, RULE_REG_EVENTS, true);
		if (event->value & info->wraps)
			mark(c, RULE_COUNTER_OVERFLOW, true);
		break;
	case PM_REG_STORED:
		if (says_state(info->rule) && (c->written[event->address] || event->value))
			mark(c, info->rule, true);
		else if (info->rule == RULE_COUNTER_ZERO)
			mark(c, info->rule, true);
		break;
	case PM_REG_MDIO:
		if (info->rule == RULE_MDIO_PINS ? c->written[event->address] : event->value != 0)
			mark(c, info->rule, true);
		break;
	}
}

static void look_at_write(struct scoreboard *sb, const struct event *event)
{
	struct cover *c = sb->cover;
	struct pm_reg_info info;

	c->written[event->address] = true;
	if (!pm_reg_info(sb->m, event->address, &info))
		mark(c, RULE_APB_ERROR, true);
	else if (info.rule == RULE_PAUSE_REQUEST)
		requested(c, event->value);
}

static void look_at_states(struct scoreboard *sb)
{
	struct cover *c = sb->cover;

	if (c->states_known)
		return;
	c->states_known = true;
	c->states = pm_reg_states(sb->m, c->state, STATES);
	if (c->states > STATES)
		c->states = STATES;
	for (size_t i = 0; i < c->states; i++)
		c->at_reset[i] = pm_reg_peek(sb->m, c->state[i]);
}

/* ---- events and cycles ---- */

static void look_at_offer(struct cover *c, const struct event *event)
{
	uint8_t *source = c->source[c->offers++ % OFFERS];

	if (event->len >= 2 * FRAME_ADDRESS_OCTETS)
		memcpy(source, event->octets + FRAME_ADDRESS_OCTETS, FRAME_ADDRESS_OCTETS);
}

void cover_event(struct scoreboard *sb, const struct event *event)
{
	struct cover *c = sb->cover;

	switch ((enum event_kind)event->kind) {
	case EVENT_RESET: /* an offer that was not taken comes again */
		c->sent = c->offers;
		break;
	case EVENT_RX_RUN:
		look_at_run(sb, event);
		break;
	case EVENT_HOST_OFFER:
		look_at_offer(c, event);
		break;
	case EVENT_PAUSE_REQ:
		requested(c, event->value);
		break;
	case EVENT_COL:
		if (event->value && event->cycle < c->rx_until)
			mark(c, RULE_RX_FRAGMENT, true);
		break;
	case EVENT_REG_WRITE:
		look_at_write(sb, event);
		break;
	case EVENT_HOST_READY:
		c->host_ready = event->value;
		if (!event->value && c->in_host)
			mark(c, RULE_RX_AXIS, true);
		break;
	case EVENT_HOST_START:
		c->in_host = true;
		if (!c->host_ready)
			mark(c, RULE_RX_AXIS, true);
		break;
	case EVENT_HOST_FRAME:
		c->in_host = false;
		break;
	case EVENT_TX_END:
		c->tx_end = event->cycle + event->lane;
		c->tx_ended = true;
		break;
	case EVENT_END:
		mark_held(sb);
		break;
	default:
		break;
	}
}

void cover_close(struct scoreboard *sb, const struct pm_view *view)
{
	struct cover *c = sb->cover;
	bool fault = pm_link_fault(sb->m);
	struct pm_past past;

	pm_past(sb->m, &past);
	look_at_states(sb);
	look_at_pause(sb, &past, view);
	look_at_waits(sb, &past, &view->start);
	look_at_undue(sb, &past, view->level);
	look_at_attempt(sb);
	look_at_received(sb, view->rx);
	if (sb->dut->capabilities & CAP_PFC)
		look_at_pfc(sb, view->pfc_xoff);
	if (view->start.requests != PM_TX_NONE && view->start.kind == view->start.requests)
		c->due[view->start.kind] = view->start.rule;
	if (c->level_known && c->level != view->level)
		mark(c, RULE_BUFFER_LEVEL, true);
	c->level = view->level;
	c->level_known = true;
	if (view->signal == PM_SIGNAL_REMOTE_FAULT)
		mark(c, RULE_FAULT_SIGNAL, true);
	if (c->fault && !fault)
		mark(c, RULE_FAULT_STATE, true);
	c->fault = fault;
	if (sb->result.checks[CHECK_MDIO] > c->mdio_checks) {
		mark(c, RULE_MDIO_FRAME, true);
		mark(c, RULE_MDIO_TIMING, true);
	}
	c->mdio_checks = sb->result.checks[CHECK_MDIO];
	c->closed = sb->now;
}

const struct cover_set *cover_exercised(const struct cover *c)
{
	return &c->exercised;
}

const struct cover_set *cover_seen(const struct cover *c)
{
	return &c->seen;
}
