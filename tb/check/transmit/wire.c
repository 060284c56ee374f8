/* SPDX-License-Identifier: Apache-2.0 */
/* The transmit wire against the model: the moment of each start, and every octet. 802.3 clause 4, annex 31B;
 * doc/bcm5718.md 2, 3.
 *
 * What started is known when the frame has ended; only then is a wrong start named, with the cycle of the start. A
 * PAUSE that is due and does not start may come late, after a data frame, or never; it stays open until that is
 * clear. */
#include "check/score_find.h"

#include "base/dut.h"
#include "part/frame.h"
#include <string.h>

enum {
	LEAST_GAP_OCTETS = 5,
	LATE_CYCLES = 16,     /* a constant latency, not another reason */
	MISSING_CYCLES = 512, /* it never comes */
	OVERTAKEN_MAX = 16,   /* data frames */
	CUT_FCS_OCTETS = FRAME_FCS_OCTETS,
	TIME_AT = FRAME_TYPE_OFFSET + 4, /* in a PAUSE */
	AFTER_TIME = TIME_AT + 2,
};

static const char what_frame[] = "frame sent";
static const char what_start[] = "start of a frame";

static bool long_ago(const struct scoreboard *sb, uint64_t cycle)
{
	return sb->now - sb->step > cycle + sb->slack;
}

/* ---- starts ---- */

static bool is_signal(enum pm_tx_kind kind)
{
	return kind == PM_TX_FORCED || kind == PM_TX_CARRIER;
}

static bool is_control(enum pm_tx_kind kind)
{
	return kind == PM_TX_PAUSE || kind == PM_TX_PFC || is_signal(kind);
}

static enum pm_tx_kind believe(const struct pm_start *start)
{
	if (start->kind != PM_TX_NONE)
		return start->kind;
	if (is_signal(start->requests))
		return (start->blockers & PM_BLOCK_NO_DATA) ? start->requests : PM_TX_DATA;
	if (start->blockers & PM_BLOCK_PAUSE)
		return (start->blockers & (PM_BLOCK_NO_DATA | PM_BLOCK_XOFF)) ? PM_TX_PAUSE : PM_TX_DATA;
	return (start->blockers & PM_BLOCK_NO_DATA) ? PM_TX_NONE : PM_TX_DATA;
}

/* XGMII: the exact lane is in the start that is due; here only what no deficit allows. */
static void check_gap_lanes(struct scoreboard *sb, unsigned lane)
{
	uint64_t gap = sb->now + lane - sb->gap.end;

	if (gap >= LEAST_GAP_OCTETS || !sb->gap.kept || sb->gap.end <= sb->reset_cycle + sb->step)
		return;
	score_find(sb, RULE_TX_GAP, sb->now, sb->gap.end, what_start, "at least 5 idle octets|%u", (unsigned)gap);
	sb->watch.explained = true;
}

/* XGMII black box: the least gap that any deficit allows which the starts so far can have left. Within the slack of a change the gap may be
 * the one before. */
static void check_deficit(struct scoreboard *sb, unsigned lane)
{
	enum { DEFICIT_MAX = 3 };
	struct gap_watch *watch = &sb->black->gap;
	uint64_t gap = sb->now + lane - sb->gap.end;
	uint32_t owed = watch->deficit + watch->ipg;

	if (!sb->gap.kept || sb->gap.end <= sb->reset_cycle + sb->step) {
		watch->deficit = 0;
		return;
	}
	if (watch->before < watch->ipg && sb->now <= watch->ipg_cycle + sb->slack)
		owed = watch->deficit + watch->before;
	watch->deficit = owed > gap ? (uint32_t)(owed - gap) : 0;
	if (watch->deficit <= DEFICIT_MAX)
		return;
	watch->deficit = DEFICIT_MAX;
	if (sb->watch.explained)
		return;
	score_find(sb, RULE_TX_DEFICIT, sb->now, sb->gap.end, what_start, "at least %u idle octets|%u", owed - DEFICIT_MAX,
	           (unsigned)gap);
	sb->watch.explained = true;
}

static void check_gap(struct scoreboard *sb)
{
	uint64_t gap = sb->now - sb->wire_idle_from;

	/* a reset forgets the frame before it */
	if (!sb->wire_known || sb->wire_idle_from <= sb->reset_cycle + 1 || gap >= FRAME_GAP_OCTETS)
		return;
	score_find(sb, RULE_TX_GAP, sb->now, sb->wire_idle_from - 1, what_start, "at least 12 idle octets|%u", (unsigned)gap);
	sb->watch.explained = true;
}

static void check_enabled(struct scoreboard *sb)
{
	if (!(sb->watch.due.blockers & PM_BLOCK_DISABLED) || sb->watch.explained)
		return;
	if (sb->blind && !sb->watch.enable_long_ago)
		return;
	score_find(sb, RULE_TX_DISABLED, sb->now, sb->now, what_start, "none while disabled|one started");
	sb->watch.explained = true;
}

static void check_fault(struct scoreboard *sb)
{
	if (!(sb->watch.due.blockers & PM_BLOCK_FAULT) || sb->watch.explained)
		return;
	if (sb->blind) {
		score_fault_start(sb);
		return;
	}
	score_find(sb, RULE_FAULT_SILENCE, sb->now, sb->now, what_start, "none under a link fault|one started");
	sb->watch.explained = true;
}

/* The start is due in this cycle: in its lane? */
static void check_lane(struct scoreboard *sb)
{
	const struct pm_start *due = &sb->watch.due;
	unsigned lane = sb->watch.lane;

	if (lane % 4) {
		score_find(sb, RULE_XGMII_START, sb->now, sb->now, what_start, "/S/ in lane 0 or 4|lane %u", lane);
		sb->watch.explained = true;
	} else if (due->lane != lane && due->due == sb->now && due->kind != PM_TX_NONE && !sb->watch.explained && !sb->blind) {
		score_find(sb, RULE_TX_DEFICIT, sb->now, sb->gap.end, what_start, "lane %u|lane %u", due->lane, lane);
	}
}

/* Black box: what may have been otherwise for the DUT. */
static void watch_blind(struct scoreboard *sb, struct tx_watch *watch)
{
	struct pm_pause_memory memory;
	struct pm_owed owed;

	watch->waits_since = pm_host_owed(sb->m, 0, &owed) ? owed.offer_cycle : sb->now;
	if (watch->waits_since < sb->wire_idle_from)
		watch->waits_since = sb->wire_idle_from;
	pm_pause_memory(sb->m, &memory);
	watch->software_long_ago = memory.software && long_ago(sb, memory.software_cycle);
	watch->enable_long_ago = long_ago(sb, memory.enable_cycle);
	watch->request_long_ago = long_ago(sb, memory.request_since);
	if (long_ago(sb, memory.xoff_quanta_cycle))
		return;
	watch->xoff_quanta_or = memory.xoff_quanta_before;
	watch->xoff_quanta_any = !long_ago(sb, memory.xoff_quanta_cycle_before);
}

void score_tx_start(struct scoreboard *sb, const struct event *event)
{
	struct tx_watch *watch = &sb->watch;

	watch->open = true;
	watch->taken = watch->explained = watch->repeats = watch->xoff_quanta_any = false;
	watch->start = sb->now;
	watch->lane = event->lane;
	watch->gap_end = sb->gap.end;
	watch->due = *pm_start(sb->m);
	watch->xoff_quanta = watch->xoff_quanta_or = pm_xoff_quanta(sb->m);
	if (sb->blind)
		watch_blind(sb, watch);
	pm_explain_pause_sent(sb->m, &watch->undue);
	score_checked(sb, CHECK_TX_START);
	if (sb->mii)
		score_mii_start(sb);
	else if (sb->step == 1)
		check_gap(sb);
	else
		check_gap_lanes(sb, event->lane);
	if (sb->blind && sb->step > 1)
		check_deficit(sb, event->lane);
	check_enabled(sb);
	check_fault(sb);
	if (sb->step > 1)
		check_lane(sb);
	if (watch->due.blockers & PM_BLOCK_XOFF && !watch->explained && !sb->blind)
		watch->explained = score_xoff_in_doubt(sb);
	pm_tx_start_at(sb->m, believe(&watch->due), sb->now + event->lane);
}

static const char *pause_word(enum pm_tx_kind kind, uint16_t quanta)
{
	if (is_signal(kind))
		return kind == PM_TX_FORCED ? "a forced collision" : "false carrier";
	return quanta ? "XOFF" : "XON";
}

/* The PAUSE that is due never came. */
static void missing_never(struct scoreboard *sb)
{
	struct pause_missing *missing = &sb->missing;
	enum rule rule = missing->rule;

	if (!missing->open)
		return;
	missing->open = false;
	if (!is_signal(missing->kind) && (missing->held || (missing->data_went && missing->data_went <= OVERTAKEN_MAX)))
		rule = RULE_PAUSE_NOT_HELD;
	score_find(sb, rule, missing->cycle, missing->cause, what_start, "%s at cycle %llu|none",
	           pause_word(missing->kind, missing->quanta), score_clock(sb, missing->cycle));
}

/* It came, in cycle START: late, or overtaken by data, or held by an inhibit. */
static void missing_came(struct scoreboard *sb, uint64_t start)
{
	struct pause_missing *missing = &sb->missing;
	enum rule rule = missing->rule;

	if (!missing->open)
		return;
	missing->open = false;
	if (is_signal(missing->kind))
		rule = missing->rule;
	else if (!missing->data_went && start <= missing->cycle + sb->slack + (uint64_t)LATE_CYCLES * sb->step)
		rule = RULE_PAUSE_TX_LATENCY;
	else if (missing->data_went || missing->was_held)
		rule = RULE_PAUSE_NOT_HELD;
	score_find(sb, rule, missing->cycle, missing->cause, what_start, "%s at cycle %llu|at cycle %llu",
	           pause_word(missing->kind, missing->quanta), score_clock(sb, missing->cycle), score_clock(sb, start));
}

static void missing_open(struct scoreboard *sb, const struct pm_start *start, bool held)
{
	uint64_t due = is_control(start->kind) ? start->due : sb->watch.start;

	if (sb->missing.open)
		return;
	sb->missing = (struct pause_missing){
		.open = true,
		.kind = is_control(start->kind) ? start->kind : start->requests,
		.held = held,
		.was_held = held,
		.cycle = due,
		.cause = start->cause,
		.quanta = start->quanta,
		.rule = start->rule,
		.give_up = due + sb->slack + (uint64_t)MISSING_CYCLES * sb->step,
	};
}

/* A data frame started while it was due. */
static void missing_overtaken(struct scoreboard *sb, const struct pm_start *start)
{
	missing_open(sb, start, false);
	sb->missing.held = false;
	if (++sb->missing.data_went <= OVERTAKEN_MAX)
		return;
	missing_never(sb);
	pm_resync_pause_sent(sb->m);
}

/* At the close of a cycle, with no frame on the wire: withdrawn, or given up? */
static void missing_close(struct scoreboard *sb, const struct pm_view *view)
{
	struct pause_missing *missing = &sb->missing;

	if (missing->held && view->xoff)
		missing->give_up = sb->now + (uint64_t)MISSING_CYCLES * sb->step;
	else if (!view->xoff)
		missing->held = false;
	if (sb->now > missing->cycle + sb->slack && !(view->start.blockers & PM_BLOCK_PAUSE)) {
		missing_never(sb);
	} else if (sb->now >= missing->give_up) {
		missing_never(sb);
		if (!is_signal(missing->kind))
			pm_resync_pause_sent(sb->m);
	} else {
		score_wake(sb, missing->give_up);
	}
}

static bool is_expected(const struct tx_watch *watch)
{
	return watch->due.kind != PM_TX_NONE && watch->due.due == watch->start;
}

/* A data frame started: was it allowed? */
static void data_verdict(struct scoreboard *sb)
{
	struct tx_watch *watch = &sb->watch;
	const struct pm_start *due = &watch->due;

	if (due->kind == PM_TX_DATA) {
		if (due->due > watch->start)
			score_find(sb, RULE_DATA_RESUMES, watch->start, due->cause, what_start,
			           "data at cycle %llu|at cycle %llu", score_clock(sb, due->due), score_clock(sb, watch->start));
		return;
	}
	if (is_control(due->kind)) {
		missing_overtaken(sb, due);
		return;
	}
	if (sb->mii && score_mii_data_start(sb))
		return;
	if (due->blockers & PM_BLOCK_XOFF)
		score_find(sb, RULE_NO_DATA_IN_XOFF, watch->start, due->cause, what_start, "no data while inhibited|data");
	else if (due->blockers & PM_BLOCK_GAP && sb->step > 1)
		score_find(sb, RULE_TX_DEFICIT, watch->start, watch->gap_end, what_start, "later: the gap is too short|data");
	else if (due->blockers & PM_BLOCK_PAUSE)
		score_find(sb, RULE_PAUSE_NOT_HELD, watch->start, due->cause, what_start, "PAUSE before data|data");
	else
		score_find(sb, RULE_TX_SPURIOUS, watch->start, watch->start, what_start, "none|data");
}

static void pause_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	struct tx_watch *watch = &sb->watch;
	const struct pm_start *due = &watch->due;

	if (due->kind == kind) {
		if (due->due > watch->start)
			score_find(sb, RULE_PAUSE_TX_LATENCY, watch->start, due->cause, what_start,
			           "PAUSE at cycle %llu|at cycle %llu", score_clock(sb, due->due), score_clock(sb, watch->start));
		missing_came(sb, watch->start);
		return;
	}
	if (is_signal(kind)) {
		score_find(sb, kind == PM_TX_FORCED ? RULE_BACK_PRESSURE : RULE_FALSE_CARRIER, watch->start, watch->start,
		           what_start, "none|%s", pause_word(kind, 0));
		return;
	}
	if (kind == PM_TX_PFC && due->kind == PM_TX_PAUSE) {
		score_find(sb, RULE_PAUSE_NOT_HELD, watch->start, due->cause, what_start, "PAUSE before PFC|PFC");
		return;
	}
	if (kind == PM_TX_PFC) {
		score_find(sb, RULE_PFC_TX, watch->start, watch->start, what_start, "no PFC|PFC");
		return;
	}
	score_find(sb, quanta ? watch->undue.xoff_rule : watch->undue.xon_rule, watch->start,
	           quanta ? watch->undue.xoff_cause : watch->undue.xon_cause, what_start, "no PAUSE|%s", quanta ? "XOFF" : "XON");
}

/* The frame that started at watch->start was KIND, and should not have been. */
static void undue_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	struct tx_watch *watch = &sb->watch;

	if (kind == PM_TX_DATA && watch->repeats && watch->due.blockers == PM_BLOCK_BACKOFF && watch->repeats_rightly)
		return;
	if (kind == PM_TX_DATA)
		data_verdict(sb);
	else if (is_control(kind))
		pause_verdict(sb, kind, quanta);
	else
		score_find(sb, RULE_TX_SPURIOUS, watch->start, watch->start, what_start,
		           "nothing that was not asked for|a frame");
}

static void start_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	const struct tx_watch *watch = &sb->watch;

	if (is_control(kind) && watch->due.kind == kind)
		missing_came(sb, watch->start);
	if (!watch->explained && !(watch->due.kind == kind && is_expected(watch)))
		undue_verdict(sb, kind, quanta);
}

/* ---- starts, black box ---- */

/* The hold that keeps data from starting at START whatever the DUT's latency is; NULL: there is none. It has obeyed each PAUSE that is
 * further back than the slack, and the newer ones or not; it may be that it resumes by any of them. Late is a matter of latency, early is
 * not: the inhibit lasts as long as the PAUSE says, from its last octet, or the end of the frame on the wire, on. 802.3 31B.3. */
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
		if (hold->at + sb->slack <= start)
			return start + sb->early < first->until ? first : NULL;
	}
	return NULL;
}

static void hold_add(struct black_box *black, const struct hold *hold)
{
	black->hold[black->holds++ % SCORE_HOLDS_MAX] = *hold;
}

/* What the model loaded or dropped since the cycle that was closed before. */
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

/* The data frame that started was held back until then if it had waited for longer than the slack. */
static void report_early(struct scoreboard *sb, const struct hold *hold)
{
	uint64_t start = sb->black->data_in_xoff.start, from = hold->until - hold->time;
	bool obeyed = sb->black->data_in_xoff.waits_since + sb->slack < start && from + sb->slack < start;
	uint64_t held = start > from ? start - from : 0;

	score_find(sb, obeyed ? RULE_PAUSE_TIME : RULE_NO_DATA_IN_XOFF, start, hold->cause, what_start,
	           "no data before cycle %llu|data at cycle %llu: lasted %llu %s, %.1f x %u quanta", score_clock(sb, hold->until),
	           score_clock(sb, start), (unsigned long long)held, sb->mii ? "clocks" : "octet times",
	           (double)held / (double)hold->time, hold->quanta);
}

static void data_in_xoff_check(struct scoreboard *sb)
{
	const struct hold *hold = held_at(sb, sb->black->data_in_xoff.start);

	sb->black->data_in_xoff.open = false;
	if (hold)
		report_early(sb, hold);
}

/* A data frame started and the model is inhibited. */
static void blind_data_in_xoff(struct scoreboard *sb)
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
	                     watch->lane)) /* for the DUT the inhibit may have waited for this frame, and count from its end */
		black->resume_from = sb->now + memory.time;
	if (black->data_in_xoff.open)
		data_in_xoff_check(sb);
	black->data_in_xoff.open = true;
	black->data_in_xoff.start = watch->start + watch->lane;
	black->data_in_xoff.until = watch->start + 2 * sb->latency;
	black->data_in_xoff.waits_since = watch->waits_since;
}

static void blind_data_verdict(struct scoreboard *sb)
{
	struct tx_watch *watch = &sb->watch;

	if (sb->mii && score_mii_data_start(sb))
		return;
	if (!is_signal(watch->due.requests) && watch->due.blockers & PM_BLOCK_PAUSE && watch->request_long_ago) {
		missing_overtaken(sb, &watch->due);
		return;
	}
	if (watch->due.blockers & PM_BLOCK_XOFF)
		blind_data_in_xoff(sb);
}

static void blind_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	struct tx_watch *watch = &sb->watch;
	struct pm_pause_memory memory;

	if (is_control(kind))
		missing_came(sb, watch->start);
	if (watch->explained)
		return;
	if (kind == PM_TX_DATA) {
		blind_data_verdict(sb);
	} else if (is_control(kind)) {
		uint64_t request;
		pm_pause_memory(sb->m, &memory);
		request = quanta ? memory.request_xoff : memory.request_xon;
		if (is_signal(kind))
			request = kind == PM_TX_FORCED ? memory.forced : memory.carrier;
		if (kind == PM_TX_PFC)
			request = memory.request_xoff > memory.request_xon ? memory.request_xoff : memory.request_xon;
		if (!request || request + sb->slack + sb->step < watch->start)
			pause_verdict(sb, kind, quanta);
		if (kind == PM_TX_PAUSE && !quanta && (!request || request + sb->slack + sb->step < watch->start) &&
		    watch->due.kind == kind && watch->due.quanta && watch->xoff_quanta && watch->xoff_quanta_or &&
		    !watch->xoff_quanta_any)
			score_find(sb, RULE_PAUSE_TX_QUANTA, watch->start, watch->due.cause, "PAUSE sent",
			           "time 0x%04x: no XON is due|0x0000", watch->due.quanta);
	} else {
		score_find(sb, RULE_TX_SPURIOUS, watch->start, watch->start, what_start,
		           "nothing that was not asked for|a frame");
	}
}

static void blind_close(struct scoreboard *sb)
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

/* ---- starts that do not come ---- */

static void data_missing(struct scoreboard *sb, const struct pm_start *start)
{
	struct pm_pause_memory memory;
	enum rule rule = RULE_DATA_RESUMES;
	uint64_t cause = start->cause;

	if (sb->issue.kind != XOFF_AGREES)
		return;
	if (pm_backoff_waits(sb->m)) {
		score_mii_missing(sb, start);
		return;
	}
	pm_pause_memory(sb->m, &memory);
	if (sb->blind)
		rule = pm_explain_silence(sb->m, sb->now, &cause);
	else if (memory.deferred)
		rule = RULE_TX_DEFER;
	else if (pm_link_fault(sb->m))
		rule = RULE_FAULT_SILENCE;
	if (!score_ledger_silence(sb, rule, start->due))
		score_find(sb, rule, start->due, cause, what_start, "data at cycle %llu|none", score_clock(sb, start->due));
}

/* What should start did not in the open cycle. */
static void start_waits(struct scoreboard *sb, const struct pm_view *view)
{
	const struct pm_start *start = &view->start;
	uint64_t due = start->due + sb->slack;

	if (sb->blind && start->kind == PM_TX_DATA && due < sb->black->resume_from + sb->slack)
		due = sb->black->resume_from + sb->slack;
	if (due > sb->now) {
		score_wake(sb, due);
		return;
	}
	if (sb->reported_any && sb->reported_start == start->since)
		return;
	sb->reported_any = true;
	sb->reported_start = start->since;
	if (start->kind == PM_TX_DATA)
		data_missing(sb, start);
	else
		missing_open(sb, start, view->xoff);
}

void score_tx_close(struct scoreboard *sb, const struct pm_view *view)
{
	if (sb->blind)
		blind_close(sb);
	if (sb->owed.open)
		score_ledger_close(sb);
	if (view->start.kind != PM_TX_NONE && sb->watch.start != sb->now)
		start_waits(sb, view);
	if (sb->step > 1)
		score_fault_close(sb, view);
	if (sb->mii)
		score_mii_close(sb);
	if (sb->missing.open && !sb->watch.open)
		missing_close(sb, view);
}

/* ---- octets ---- */

static bool is_pause(const struct scoreboard *sb, const struct event *event)
{
	return event->len > FRAME_HEAD_OCTETS &&
	       pm_tx_resembles_pause(sb->m, event->octets + FRAME_HEAD_OCTETS, event->len - FRAME_HEAD_OCTETS);
}

/* EVENT is_pause(). */
static bool is_pfc(const struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	enum { OPCODE_AT = FRAME_HEAD_OCTETS + FRAME_TYPE_OFFSET + 2, OPCODE_PFC = 0x0101 };

	/* a PAUSE that is due with its time, but for the opcode, is a wrong PAUSE */
	return sb->dut->capabilities & CAP_PFC && event->len >= OPCODE_AT + 4 &&
	       frame_u16(event->octets + OPCODE_AT) == OPCODE_PFC &&
	       !(frame->kind == PM_TX_PAUSE && frame_u16(event->octets + OPCODE_AT + 2) == frame->quanta);
}

/* Not what was believed to be on the wire, FRAME. */
static bool is_other(const struct event *event, const struct pm_tx_frame *frame)
{
	uint32_t len = frame->len < FRAME_TYPE_OFFSET + 2 ? frame->len : FRAME_TYPE_OFFSET + 2;

	return frame->kind == PM_TX_NONE || frame->kind == PM_TX_PAUSE || event->len < FRAME_HEAD_OCTETS + len ||
	       memcmp(event->octets + FRAME_HEAD_OCTETS, frame->octets, len);
}

/* Control, or what the host may not have given: the octets tell. */
static enum pm_tx_kind settle_by_octets(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	bool pause = is_pause(sb, event);
	enum pm_tx_kind control = pause && is_pfc(sb, event, frame) ? PM_TX_PFC : PM_TX_PAUSE;

	if (pause && frame->kind != control && !sb->watch.taken && is_other(event, frame))
		pm_tx_retype(sb->m, control);
	else if (!pause && is_control(frame->kind) && is_other(event, frame))
		pm_tx_retype(sb->m, PM_TX_DATA);
	return frame->kind;
}

/* What the frame on the wire turned out to be: data if the host's last octet was taken for it. */
enum pm_tx_kind score_tx_settle(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	bool taken = sb->watch.taken && !is_control(frame->kind);
	enum pm_tx_kind kind = taken ? frame->kind : settle_by_octets(sb, event, frame);

	if (sb->blind && kind == PM_TX_DATA)
		score_ledger_settle(sb, event);
	return kind;
}

static const uint8_t head_gmii[FRAME_HEAD_OCTETS] = { 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };
static const uint8_t head_xgmii[FRAME_HEAD_OCTETS] = { 0xFB, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };

static const uint8_t *head_of(const struct event *event)
{
	return event->code ? head_xgmii : head_gmii;
}

bool score_tx_preamble_right(const struct event *event)
{
	return event->len >= FRAME_HEAD_OCTETS && !memcmp(event->octets, head_of(event), FRAME_HEAD_OCTETS) &&
	       !(event->code && event->error_at >= 0 && event->error_at < FRAME_HEAD_OCTETS);
}

static void report_preamble(struct scoreboard *sb, const struct event *event)
{
	const uint8_t *head = head_of(event);

	for (unsigned i = 0; i < FRAME_HEAD_OCTETS; i++) {
		if (i < event->len && event->octets[i] == head[i])
			continue;
		score_find(sb, RULE_TX_PREAMBLE, sb->now, sb->watch.start, what_frame, "octet %u of the preamble 0x%02x|0x%02x",
		           i, head[i], i < event->len ? event->octets[i] : 0);
		break;
	}
}

/* The first of LEN octets at AT of the frame that is wrong. */
static void report_octet(struct scoreboard *sb, const struct event *event, uint32_t at, const uint8_t *expected, uint32_t len,
                         enum rule rule)
{
	const uint8_t *actual = event->octets + FRAME_HEAD_OCTETS + at;

	for (uint32_t i = 0; i < len; i++) {
		if (actual[i] == expected[i])
			continue;
		score_find(sb, rule, sb->now, sb->watch.start, what_frame, "octet %u is 0x%02x|0x%02x", at + i, expected[i],
		           actual[i]);
		break;
	}
}

static bool octets_right(const struct event *event, uint32_t at, const uint8_t *expected, uint32_t len)
{
	return !memcmp(event->octets + FRAME_HEAD_OCTETS + at, expected, len);
}

static bool check_octets(struct scoreboard *sb, const struct event *event, uint32_t at, const uint8_t *expected, uint32_t len,
                         enum rule rule)
{
	if (octets_right(event, at, expected, len))
		return true;
	report_octet(sb, event, at, expected, len, rule);
	return false;
}

static bool check_length(struct scoreboard *sb, const struct event *event, uint32_t expected, uint32_t data)
{
	uint32_t actual = event->len - FRAME_HEAD_OCTETS;
	enum rule rule = RULE_TX_CONTENT;

	if (actual == expected)
		return true;
	if (pm_tx_frame(sb->m)->attempt > 1)
		rule = RULE_TX_RETRY;
	else if (data < FRAME_MIN_DATA_OCTETS && actual >= data)
		rule = RULE_TX_PAD;
	else if (actual < expected)
		rule = RULE_TX_FINISHES;
	score_find(sb, rule, sb->now, sb->watch.start, what_frame, "%u octets|%u", expected, actual);
	return false;
}

static void check_fcs(struct scoreboard *sb, const struct event *event, uint32_t at, uint32_t fcs, enum rule rule)
{
	uint32_t actual = frame_get_fcs(event->octets + FRAME_HEAD_OCTETS + at);

	if (actual != fcs)
		score_find(sb, rule, sb->now, sb->watch.start, what_frame, "FCS 0x%08x|0x%08x", fcs, actual);
}

/* Cut by an underrun: the octets before it, a zero with tx_er, the complement of the right FCS. */
static void check_cut(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	uint32_t cut = (uint32_t)frame->underrun_at, expected = cut + 1 + CUT_FCS_OCTETS;
	const uint8_t zero = 0;

	if (event->len != FRAME_HEAD_OCTETS + expected) {
		score_find(sb, RULE_TX_UNDERRUN, sb->now, sb->watch.start, what_frame, "cut after %u octets: %u|%u", cut,
		           expected, event->len - FRAME_HEAD_OCTETS);
		return;
	}
	if (event->value != 1 || event->error_at != (int32_t)(FRAME_HEAD_OCTETS + cut)) {
		score_find(sb, RULE_TX_UNDERRUN, sb->now, sb->watch.start, what_frame,
		           "tx_er in octet %u only|in %u octets from %d", cut, (unsigned)event->value,
		           event->error_at < 0 ? -1 : event->error_at - FRAME_HEAD_OCTETS);
		return;
	}
	if (!check_octets(sb, event, 0, frame->octets, cut, score_mii_content(sb, event)) ||
	    !check_octets(sb, event, cut, &zero, 1, RULE_TX_UNDERRUN))
		return;
	check_fcs(sb, event, cut + 1, ~frame_fcs_padded(frame->octets, cut, 1), RULE_TX_UNDERRUN);
}

static bool check_no_error(struct scoreboard *sb, const struct event *event)
{
	if (event->error_at < 0)
		return true;
	score_find(sb, RULE_TX_UNDERRUN, sb->now, sb->watch.start, what_frame, "no tx_er|in octet %d",
	           event->error_at - FRAME_HEAD_OCTETS);
	return false;
}

/* The host's last octet is taken just before it is on the wire. */
static void check_taken(struct scoreboard *sb, const struct pm_tx_frame *frame)
{
	uint64_t due = frame->start + (uint64_t)(FRAME_HEAD_OCTETS + frame->len - 1) * frame->clocks - 1;

	if (frame->held == frame->len || (frame->taken && frame->taken_cycle < frame->start))
		return;
	if (!sb->watch.taken)
		score_find(sb, RULE_TX_CONTENT, sb->now, frame->start, "s_axis", "tlast taken in cycle %llu|not taken",
		           score_clock(sb, due));
	else if (sb->watch.taken_cycle != due)
		score_find(sb, RULE_TX_CONTENT, sb->watch.taken_cycle, frame->start, "s_axis",
		           "tlast taken in cycle %llu|in cycle %llu", score_clock(sb, due),
		           score_clock(sb, sb->watch.taken_cycle));
}

static void check_data(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	static const uint8_t pad[FRAME_MIN_DATA_OCTETS];
	uint32_t pads = frame->len < FRAME_MIN_DATA_OCTETS && !frame->own_fcs ? FRAME_MIN_DATA_OCTETS - frame->len : 0;
	uint32_t body = frame->len + pads, sent = event->len - FRAME_HEAD_OCTETS;
	uint32_t whole = frame->own_fcs ? body : body + FRAME_FCS_OCTETS;

	if (frame->underrun_at >= 0) {
		check_cut(sb, event, frame);
		return;
	}
	if (!check_no_error(sb, event) ||
	    !check_octets(sb, event, 0, frame->octets, sent < frame->len ? sent : frame->len, score_mii_content(sb, event)) ||
	    !check_length(sb, event, whole, frame->own_fcs ? FRAME_MIN_DATA_OCTETS : frame->len) ||
	    !check_octets(sb, event, frame->len, pad, pads, RULE_TX_PAD))
		return;
	if (!frame->own_fcs)
		check_fcs(sb, event, body, frame_fcs_padded(frame->octets, frame->len, pads), RULE_TX_FCS);
	if (!sb->blind)
		check_taken(sb, frame);
}

static const uint8_t error_octets[FRAME_FCS_OCTETS] = { 0xFE, 0xFE, 0xFE, 0xFE };

/* XGMII: which octets are control codes, and the end: ERRORS from octet AT on. */
static bool codes_right(const struct event *event, uint32_t at, uint32_t errors)
{
	return !event->error && event->value == errors && event->error_at == (errors ? (int32_t)(FRAME_HEAD_OCTETS + at) : -1);
}

static void report_codes(struct scoreboard *sb, const struct event *event, uint32_t at, uint32_t errors, enum rule rule)
{
	if (event->error)
		score_find(sb, RULE_XGMII_CODES, sb->now, sb->watch.start, what_frame, "/T/ at the end|another code");
	else
		score_find(sb, rule, sb->now, sb->watch.start, what_frame, "%u error codes from octet %d|%u from %d", errors,
		           errors ? (int32_t)at : -1, (unsigned)event->value,
		           event->error_at < 0 ? -1 : event->error_at - FRAME_HEAD_OCTETS);
}

static bool check_no_codes(struct scoreboard *sb, const struct event *event)
{
	if (codes_right(event, 0, 0))
		return true;
	report_codes(sb, event, 0, 0, RULE_XGMII_CODES);
	return false;
}

/* The rule of the octet that is wrong. */
static enum rule rule_of_octets(const struct event *event, const struct pm_tx_frame *frame)
{
	const uint8_t *actual = event->octets + FRAME_HEAD_OCTETS;
	uint32_t source = FRAME_ADDRESS_OCTETS, type = FRAME_TYPE_OFFSET, len = event->len - FRAME_HEAD_OCTETS;

	if (len < type || frame->len < type || memcmp(actual, frame->octets, source) ||
	    !memcmp(actual + source, frame->octets + source, type - source))
		return RULE_TX_CONTENT;
	return RULE_TX_SOURCE;
}

/* Word j is taken j cycles after the first, that in the cycle before the start. */
static void check_taken_words(struct scoreboard *sb, const struct pm_tx_frame *frame)
{
	uint64_t due = sb->watch.start - sb->step + ((frame->host_octets - 1) & ~(sb->step - 1));

	if (sb->blind || frame->underrun_at >= 0 || (frame->taken && frame->taken_cycle == due))
		return;
	if (!frame->taken)
		score_find(sb, RULE_TX_CONTENT, sb->now, sb->watch.start, "s_axis", "tlast taken in cycle %llu|not taken",
		           score_clock(sb, due));
	else
		score_find(sb, RULE_TX_CONTENT, frame->taken_cycle, sb->watch.start, "s_axis",
		           "tlast taken in cycle %llu|in cycle %llu", score_clock(sb, due), score_clock(sb, frame->taken_cycle));
}

/* The length with an FCS (and pad) that is not inserted, or without one that is. */
static uint32_t fcs_exchanged(const struct pm_tx_frame *frame)
{
	if (frame->host_error)
		return UINT32_MAX;
	if (frame->fcs_inserted)
		return frame->len;
	return (frame->len < FRAME_MIN_DATA_OCTETS ? FRAME_MIN_DATA_OCTETS : frame->len) + FRAME_FCS_OCTETS;
}

/* What is wrong with the error codes of a frame, if they are. */
static enum rule rule_of_codes(const struct pm_tx_frame *frame)
{
	if (frame->underrun_at >= 0)
		return RULE_TX_UNDERRUN;
	return frame->host_error ? RULE_TX_HOST_ERROR : RULE_XGMII_CODES;
}

/* There are not as many octets as of FRAME with END octets behind them. */
static void report_lanes(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, uint32_t end)
{
	bool cut = frame->underrun_at >= 0;
	uint32_t sent = event->len - FRAME_HEAD_OCTETS;

	if (!cut && sent == fcs_exchanged(frame))
		score_find(sb, RULE_TX_FCS, sb->now, sb->watch.start, what_frame, "%u octets, %s|%u octets", frame->len + end,
		           frame->fcs_inserted ? "FCS inserted" : "no FCS inserted", sent);
	else
		check_length(sb, event, frame->len + end, cut ? frame->len : frame->host_octets);
}

static void check_data_lanes(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	bool cut = frame->underrun_at >= 0;
	uint32_t sent = event->len - FRAME_HEAD_OCTETS, end = frame->fcs_inserted || frame->host_error ? FRAME_FCS_OCTETS : 0;
	uint32_t errors = cut ? 8 : frame->host_error ? FRAME_FCS_OCTETS : 0;
	uint32_t errors_at = cut ? (uint32_t)frame->underrun_at : frame->len;
	uint32_t common = sent < frame->host_octets ? sent : frame->host_octets;

	check_taken_words(sb, frame);
	if (common > frame->len)
		common = frame->len;
	if (!codes_right(event, errors_at, errors)) {
		report_codes(sb, event, errors_at, errors, rule_of_codes(frame));
		return;
	}
	if (!octets_right(event, 0, frame->octets, common)) {
		report_octet(sb, event, 0, frame->octets, common, rule_of_octets(event, frame));
		return;
	}
	if (sent != frame->len + end) {
		report_lanes(sb, event, frame, end);
		return;
	}
	if (common < frame->len &&
	    !check_octets(sb, event, common, frame->octets + common, frame->len - common, cut ? RULE_TX_UNDERRUN : RULE_TX_PAD))
		return;
	if (cut)
		return;
	if (frame->host_error)
		check_octets(sb, event, frame->len, error_octets, FRAME_FCS_OCTETS, RULE_TX_HOST_ERROR);
	else if (frame->fcs_inserted)
		check_fcs(sb, event, frame->len, frame_fcs(frame->octets, frame->len), RULE_TX_FCS);
}

/* Black box: which classes go is known within the slack only, but one that is not in the vector has no time. */
static bool check_pfc_times(struct scoreboard *sb, const struct event *event)
{
	enum { VECTOR_AT = TIME_AT + 1, TIMES_AT = VECTOR_AT + 1 };
	const uint8_t *sent = event->octets + FRAME_HEAD_OCTETS;

	for (unsigned i = 0; i < PM_PFC_CLASSES; i++) {
		uint16_t time = frame_u16(sent + TIMES_AT + 2 * i);
		if (sent[VECTOR_AT] >> i & 1 || !time)
			continue;
		score_find(sb, RULE_PFC_TX_FORMAT, sb->now, sb->watch.start, "PFC sent",
		           "vector 0x%02x: time of class %u 0x0000|0x%04x", sent[VECTOR_AT], i, time);
		return false;
	}
	return true;
}

static void check_pfc(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, bool decided)
{
	uint32_t body = PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS, sent = event->len - FRAME_HEAD_OCTETS;

	if (!check_no_codes(sb, event))
		return;
	if (sent != PAUSE_FRAME_OCTETS) {
		score_find(sb, RULE_PFC_TX_FORMAT, sb->now, sb->watch.start, "PFC sent", "64 octets|%u", sent);
		return;
	}
	if (sb->blind && !check_pfc_times(sb, event))
		return;
	if (check_octets(sb, event, 0, frame->octets, decided ? body : AFTER_TIME - 2, RULE_PFC_TX_FORMAT))
		check_fcs(sb, event, body, frame_fcs(event->octets + FRAME_HEAD_OCTETS, body), RULE_TX_FCS);
}

static void check_pause(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, bool decided)
{
	const uint8_t *sent = event->octets + FRAME_HEAD_OCTETS;
	uint32_t rest = PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS - AFTER_TIME;
	uint16_t quanta = frame_u16(sent + TIME_AT);

	if (!check_no_error(sb, event) || !check_octets(sb, event, 0, frame->octets, TIME_AT, RULE_PAUSE_TX_FORMAT))
		return;
	if (decided
	        ? quanta != frame->quanta
	        : quanta && !sb->watch.xoff_quanta_any && quanta != sb->watch.xoff_quanta && quanta != sb->watch.xoff_quanta_or) {
		score_find(sb, RULE_PAUSE_TX_QUANTA, sb->now, sb->watch.start, "PAUSE sent", "time 0x%04x|0x%04x",
		           decided ? frame->quanta : sb->watch.xoff_quanta, quanta);
		return;
	}
	if (event->len != FRAME_HEAD_OCTETS + PAUSE_FRAME_OCTETS) {
		score_find(sb, RULE_PAUSE_TX_FORMAT, sb->now, sb->watch.start, "PAUSE sent", "64 octets|%u",
		           event->len - FRAME_HEAD_OCTETS);
		return;
	}
	if (!check_octets(sb, event, AFTER_TIME, frame->octets + AFTER_TIME, rest, RULE_PAUSE_TX_FORMAT))
		return;
	check_fcs(sb, event, PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS, frame_fcs(sent, PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS),
	          RULE_TX_FCS);
}

void score_tx_check(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, enum pm_tx_kind kind,
                    bool preamble_right)
{
	bool decided = sb->watch.due.kind == kind;

	score_checked(sb, is_control(kind) ? CHECK_PAUSE_SENT : CHECK_TX_FRAME);
	if (!preamble_right) {
		report_preamble(sb, event);
		return;
	}
	if (kind == PM_TX_NONE)
		return;
	if (kind == PM_TX_DATA && event->code)
		check_data_lanes(sb, event, frame);
	else if (kind == PM_TX_DATA)
		check_data(sb, event, frame);
	else if (kind == PM_TX_PFC)
		check_pfc(sb, event, frame, decided && !sb->blind);
	else if (event->code && !check_no_codes(sb, event))
		return;
	else if (event->len >= FRAME_HEAD_OCTETS + AFTER_TIME)
		check_pause(sb, event, frame, decided && !sb->blind);
	else
		score_find(sb, RULE_TX_FINISHES, sb->now, sb->watch.start, "PAUSE sent", "64 octets|%u",
		           event->len - FRAME_HEAD_OCTETS);
}

/* Octet AT on the wire of a frame without underrun: its octets, pad, then the FCS. */
static uint8_t octet_due(const struct pm_tx_frame *frame, uint32_t body, uint32_t fcs, uint32_t at)
{
	if (at < frame->len)
		return frame->octets[at];
	return at < body ? 0 : (uint8_t)(fcs >> 8 * (at - body));
}

/* What a reset left of a frame. */
static void check_cut_by_reset(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_cut(sb->m);
	bool pads = sb->step == 1 && frame && frame->kind == PM_TX_DATA && frame->len < FRAME_MIN_DATA_OCTETS && !frame->own_fcs;
	uint32_t body, fcs, sent;
	struct event octets;

	if (sb->blind || !sb->watch.open || !frame || is_signal(frame->kind) || frame->collided)
		return;
	if (sb->mii) {
		score_mii_octets(sb, event, frame->clocks, &octets);
		event = &octets;
	}
	if (event->len <= FRAME_HEAD_OCTETS)
		return;
	body = pads ? FRAME_MIN_DATA_OCTETS : frame->len;
	sent = event->len - FRAME_HEAD_OCTETS;
	if (sent > body + (frame->own_fcs ? 0 : FRAME_FCS_OCTETS))
		sent = body + (frame->own_fcs ? 0 : FRAME_FCS_OCTETS);
	if (frame->underrun_at >= 0 && sent > (uint32_t)frame->underrun_at)
		sent = (uint32_t)frame->underrun_at;
	fcs = frame->host_error ? 0xFEFEFEFE : frame_fcs_padded(frame->octets, frame->len, body - frame->len);
	for (uint32_t i = 0; i < sent; i++) {
		uint8_t due = octet_due(frame, body, fcs, i), actual = event->octets[FRAME_HEAD_OCTETS + i];
		if (due == actual)
			continue;
		score_find(sb, RULE_TX_CONTENT, sb->now, sb->watch.start, what_frame, "octet %u is 0x%02x|0x%02x", i, due,
		           actual);
		return;
	}
}

void score_tx_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	if (sb->cover)
		cover_sent(sb, kind, quanta);
	if (sb->blind)
		blind_verdict(sb, kind, quanta);
	else
		start_verdict(sb, kind, quanta);
}

uint16_t score_tx_quanta(const struct event *event, enum pm_tx_kind kind)
{
	if (kind != PM_TX_PAUSE || event->len < FRAME_HEAD_OCTETS + AFTER_TIME)
		return 0;
	return frame_u16(event->octets + FRAME_HEAD_OCTETS + TIME_AT);
}

void score_tx_end(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	bool preamble_right;
	enum pm_tx_kind kind;
	uint16_t quanta;

	sb->gap.kept = true;
	sb->gap.end = sb->now + event->lane;
	sb->wire_idle_from = sb->now;
	sb->wire_known = true;
	if (!frame) { /* cut by a reset */
		check_cut_by_reset(sb, event);
		sb->watch.open = sb->wire_known = sb->gap.kept = false;
		if (sb->now > sb->reset_cycle + sb->step)
			score_find(sb, RULE_TX_SPURIOUS, sb->now, sb->reset_cycle, what_frame, "an idle wire in reset|a frame");
		return;
	}
	if (sb->mii) {
		score_mii_end(sb, event);
		return;
	}
	preamble_right = score_tx_preamble_right(event);
	if (preamble_right) {
		kind = score_tx_settle(sb, event, frame);
		quanta = score_tx_quanta(event, kind);
	} else { /* where its octets are is unknown: what it was believed to be */
		kind = frame->kind;
		quanta = frame->quanta;
	}
	score_tx_verdict(sb, kind, quanta);
	score_tx_check(sb, event, frame, kind, preamble_right);
	sb->watch.open = false;
	if (event->code)
		pm_tx_end_at(sb->m, sb->now + event->lane, event->len, quanta);
	else
		pm_tx_end(sb->m, event->len, quanta);
}

static void resync_data(struct scoreboard *sb)
{
	struct pm_owed owed;

	if (pm_host_owed(sb->m, 0, &owed) && !owed.taken)
		pm_tx_retype(sb->m, PM_TX_DATA);
}

void score_tx_taken(struct scoreboard *sb)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);

	if (sb->mii)
		score_mii_taken(sb);
	if (!sb->blind && frame && frame->kind != PM_TX_DATA) /* an offered frame that was not believed to be on the wire is */
		resync_data(sb);
	pm_host_taken(sb->m);
	score_ledger_taken(sb);
	if (sb->watch.open && frame && frame->kind == PM_TX_DATA && !sb->watch.taken) {
		sb->watch.taken = true;
		sb->watch.taken_cycle = sb->now;
	}
}

/* A black box may send another frame than the model believes, but none that is longer than this. */
enum { LONGEST_FRAME = 66000 };

void score_tx_open(struct scoreboard *sb)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	uint32_t body = frame && frame->len > FRAME_MIN_DATA_OCTETS ? frame->len : FRAME_MIN_DATA_OCTETS;
	uint32_t whole = sb->blind ? LONGEST_FRAME : FRAME_HEAD_OCTETS + body + FRAME_FCS_OCTETS;
	uint64_t sent;

	if (!sb->watch.open || !frame || is_signal(frame->kind) || frame->collided)
		return;
	sent = (sb->now - sb->watch.start) / frame->clocks;
	if (sent > whole)
		score_find(sb, RULE_TX_FINISHES, sb->watch.start + (uint64_t)whole * frame->clocks, sb->watch.start, what_frame,
		           "at most %u octets|%llu, and no end", whole, (unsigned long long)sent);
}

/* The run is over. */
void score_tx_finish(struct scoreboard *sb)
{
	score_ledger_finish(sb);
	score_fault_finish(sb);
	if (sb->mii)
		score_mii_finish(sb);
	missing_never(sb);
}
