/* SPDX-License-Identifier: Apache-2.0 */
/* Black box, XGMII: a frame that a link fault cuts. 802.3 46.3.4.3; doc/devices/ieee8023.md 4, FaultCuts.
 *
 * While the fault is local the reconciliation sublayer sends nothing but remote fault sequences, while it is remote nothing but idle, whatever the MAC
 * hands over. So the frame on the wire ends with the first such column, without /T/, and the MAC, which knows nothing of it, goes on with the frame: gap,
 * pause time and the next start count from the end that the frame would have had. If the fault is over before that, what is left of the frame may follow,
 * without a /S/, each octet in its own place up to /T/, or the wire stays idle.
 *
 * - The column that ends the frame comes with a fault: from the least latency of `latency fault` after the column that begins the fault on, up to the
 *   slack. A frame that is still on the wire then is a finding, too.
 * - The octets up to there are those of the frame.
 * - The rest begins with a column, when the fault is over and the slack has not passed.
 * - Which frame is cut the octets may not tell, if they are few. Then each one that can be meant gives a bound of the end. */
#include "transmit.h"

#include "check/black_box.h"
#include "check/score_parts.h"
#include "check/window/window.h"

#include <stdlib.h>
#include <string.h>

static const char what_frame[] = "frame sent";

/* ---- which frame ---- */

/* The octets that the wire showed of a frame, from DA on. */
struct seen {
	const uint8_t *octets;
	uint32_t count;
};

static bool agrees(const struct seen *seen, const uint8_t *octets, uint32_t len)
{
	return !memcmp(seen->octets, octets, seen->count < len ? seen->count : len);
}

/* What was seen can be the beginning of the frame that the host handed over as OCTETS. */
static bool fits_data(const struct seen *seen, const uint8_t *octets, uint32_t len)
{
	uint32_t whole = (len < FRAME_MIN_DATA_OCTETS ? FRAME_MIN_DATA_OCTETS : len) + FRAME_FCS_OCTETS;

	return seen->count <= whole && agrees(seen, octets, len);
}

/* ... of a control frame of the MAC's own. */
static bool fits_control(const struct seen *seen)
{
	bool type = seen->count < FRAME_OPCODE_OFFSET || frame_u16(seen->octets + FRAME_TYPE_OFFSET) == FRAME_TYPE_MAC_CONTROL;

	return type && seen->count <= PAUSE_FRAME_OCTETS && agrees(seen, frame_pause_address, FRAME_ADDRESS_OCTETS);
}

static enum pm_tx_kind control_of(const struct scoreboard *sb, const struct seen *seen)
{
	if (seen->count >= FRAME_OPCODE_OFFSET + 2)
		return frame_u16(seen->octets + FRAME_OPCODE_OFFSET) == FRAME_OPCODE_PFC ? PM_TX_PFC : PM_TX_PAUSE;
	return sb->watch.due.requests == PM_TX_PFC ? PM_TX_PFC : PM_TX_PAUSE;
}

/* Makes the model's frame one that has the octets, if there is one. Frames before it may have been lost in a fault. */
static void settle(struct scoreboard *sb, const struct seen *seen)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	struct pm_owed owed;

	if (score_is_control(frame->kind) && !fits_control(seen))
		pm_tx_retype(sb->m, PM_TX_DATA);
	else if (frame->kind == PM_TX_DATA && !fits_data(seen, frame->octets, frame->host_octets) &&
	         seen->count >= FRAME_ADDRESS_OCTETS && fits_control(seen))
		pm_tx_retype(sb->m, control_of(sb, seen));
	while (frame->kind == PM_TX_DATA && !fits_data(seen, frame->octets, frame->host_octets) &&
	       score_lost_before_start(sb, frame->ready_cycle) && pm_host_owed(sb->m, 0, &owed))
		score_ledger_overtaken(sb);
}

/* Another frame of OCTETS, DA..FCS, may be the one that is cut. */
static void may_be(struct cut_watch *cut, const struct pm_tx_frame *frame, uint32_t octets)
{
	uint64_t end = frame->start + FRAME_HEAD_OCTETS + octets;

	cut->doubtful = true;
	cut->end = end < cut->end ? end : cut->end;
	cut->last = end > cut->last ? end : cut->last;
	if (cut->end < cut->at)
		cut->end = cut->at;
}

/* Finds the other frames that may be the one that is cut. */
static void find_others(struct scoreboard *sb, struct cut_watch *cut, const struct seen *seen, const struct pm_tx_frame *frame)
{
	struct pm_owed owed;
	bool lost = frame->kind == PM_TX_DATA && score_lost_before_start(sb, frame->ready_cycle);

	if (frame->kind == PM_TX_DATA && frame->underrun_at >= 0)
		may_be(cut, frame, (uint32_t)frame->underrun_at);
	if (frame->kind == PM_TX_DATA && score_is_control(sb->watch.due.requests) && fits_control(seen)) {
		may_be(cut, frame, PAUSE_FRAME_OCTETS);
		pm_unseen_may_be_control(sb->m, control_of(sb, seen), sb->watch.due.quanta);
	}
	for (unsigned i = 0; (lost || score_is_control(frame->kind)) && pm_host_owed(sb->m, i, &owed); i++) {
		if (fits_data(seen, owed.octets, owed.len) && owed.ready_cycle < sb->watch.start) {
			may_be(cut, frame,
			       (owed.len < FRAME_MIN_DATA_OCTETS ? FRAME_MIN_DATA_OCTETS : owed.len) + FRAME_FCS_OCTETS);
			pm_unseen_may_be_owed(sb->m, i);
		}
		if (!score_lost_before_start(sb, owed.ready_cycle))
			break;
	}
}

/* Returns true if a frame that the host handed over, and that is not on the wire, may have the octets. */
static bool may_be_data(const struct scoreboard *sb, const struct seen *seen)
{
	struct pm_owed owed;

	for (unsigned i = 0; pm_host_owed(sb->m, i, &owed); i++) {
		if (fits_data(seen, owed.octets, owed.len) && owed.ready_cycle < sb->watch.start)
			return true;
		if (!score_lost_before_start(sb, owed.ready_cycle))
			return false;
	}
	return false;
}

/* Tells the window which frame is cut, as far as its octets say it. */
static void tell_window(struct scoreboard *sb, const struct seen *seen, const struct pm_tx_frame *frame)
{
	enum { CLASSES_AT = PAUSE_TIME_AT + 1, TIMES_AT = PAUSE_TIME_AT + 2, TIMES_END = TIMES_AT + 2 * WINDOW_CLASSES };
	const bool data = frame->kind == PM_TX_DATA || may_be_data(sb, seen), control = fits_control(seen),
		   pfc = control_of(sb, seen) == PM_TX_PFC;
	struct window_frame ret = { .data = false };

	if (!control) {
		ret.data = !pm_tx_is_control(sb->m);
		ret.control = pm_tx_of_type_control(sb->m);
	} else if (data || seen->count < (uint32_t)(pfc ? TIMES_END : PAUSE_TIME_END)) {
		ret.may_be_control = true;
		ret.may_be_data = data;
	} else if (pfc) {
		ret.pfc = true;
		ret.classes = seen->octets[CLASSES_AT];
		for (unsigned i = 0; i < WINDOW_CLASSES; i++)
			ret.quanta[i] = frame_u16(seen->octets + TIMES_AT + 2 * i);
	} else {
		ret.pause = true;
		ret.quanta[0] = frame_u16(seen->octets + PAUSE_TIME_AT);
	}
	window_is(sb->window, &ret);
}

/* ---- the reason ---- */

/* Returns how much earlier than the model the MAC may know of a fault or its end. */
static uint64_t lead(const struct scoreboard *sb)
{
	uint32_t shown = XGMII_FAULT_CLOCKS * XGMII_CLOCK_OCTETS;

	return shown - (sb->slack.fault_least < shown ? sb->slack.fault_least : shown);
}

/* A column that is no column of the frame came in the open cycle: a fault is its reason. */
static void await_reason(struct scoreboard *sb, struct cut_watch *cut, uint8_t code)
{
	cut->unproved = true;
	cut->since = sb->now;
	cut->deadline = sb->now + lead(sb);
	cut->code = code;
}

/* The newest fault of the model explains the column. */
static bool is_reason(const struct scoreboard *sb, const struct cut_watch *cut)
{
	const struct fault_watch *fault = &sb->black->fault;
	uint32_t shown = XGMII_FAULT_CLOCKS * XGMII_CLOCK_OCTETS;
	uint64_t least = sb->slack.fault_least > shown ? sb->slack.fault_least - shown : 0;

	return fault->holds_since && fault->holds_since <= cut->deadline && fault->holds_since + least <= cut->since &&
	       cut->since <= fault->holds_since + sb->slack.wire;
}

static void prove(struct scoreboard *sb, struct cut_watch *cut)
{
	const struct fault_watch *fault = &sb->black->fault;

	if (is_reason(sb, cut) && sb->now == fault->holds_since) {
		score_wake(sb, sb->now + sb->step); /* the model answers a cycle later */
	} else if (is_reason(sb, cut)) {
		bool local = cut->code == XGMII_SEQUENCE;
		cut->unproved = false;
		cut->fault = fault->holds_since;
		if (fault->holds && local != fault->answers)
			score_find(sb, RULE_FAULT_SIGNAL, cut->since, fault->holds_since, "words after a frame that is cut",
			           "%s|%s", fault->answers ? "remote fault" : "idle", local ? "a sequence" : "idle");
	} else if (sb->now < cut->deadline) {
		score_wake(sb, cut->deadline);
	} else {
		cut->unproved = false;
		score_find(sb, RULE_XGMII_CODES, cut->since, sb->watch.start, what_frame,
		           "/T/ at the end, since no link fault begins|another code");
	}
}

/* ---- the cut ---- */

/* Compares the SEEN octets of a data frame with those of the host's, and with the pad. */
static void check_data(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, uint32_t seen)
{
	uint32_t len = frame->host_octets;

	if (score_check_octets(sb, event, 0, frame->octets, (uint32_t)least(seen, len), RULE_TX_CONTENT) && seen > len &&
	    seen <= frame->len && !sb->any_pad)
		score_check_octets(sb, event, len, frame->octets + len, seen - len, RULE_TX_PAD);
}

/* Compares the SEEN octets of a control frame up to its time, but for the source address. */
static void check_control(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, uint32_t seen)
{
	uint32_t source = FRAME_ADDRESS_OCTETS, type = FRAME_TYPE_OFFSET;

	if (score_check_octets(sb, event, 0, frame->octets, (uint32_t)least(seen, source), RULE_PAUSE_TX_FORMAT) && seen > type)
		score_check_octets(sb, event, type, frame->octets + type, (uint32_t)least(seen, PAUSE_TIME_AT) - type,
		                   RULE_PAUSE_TX_FORMAT);
}

/* Compares what was seen with the octets of the frame. */
static void check_octets(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	uint32_t seen = score_sent_octets(event);

	score_checked(sb, score_is_control(frame->kind) ? CHECK_PAUSE_SENT : CHECK_TX_FRAME);
	if (memcmp(event->octets, sb->phy->head, event->len < FRAME_HEAD_OCTETS ? event->len : FRAME_HEAD_OCTETS))
		score_report_preamble(sb, event);
	else if (frame->kind == PM_TX_DATA)
		check_data(sb, event, frame, seen);
	else
		check_control(sb, event, frame, seen);
	if (seen > pm_tx_octets(frame))
		score_find(sb, RULE_TX_FINISHES, sb->now, sb->watch.start, what_frame, "%u octets|%u, and no end",
		           pm_tx_octets(frame), seen);
}

bool score_cut(struct scoreboard *sb, const struct event *event)
{
	struct cut_watch *cut = &sb->black->cut;
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	struct seen seen = { event->octets + FRAME_HEAD_OCTETS, score_sent_octets(event) };

	if (!sb->fault_cuts || !event->error || event->value || !(event->timer == XGMII_SEQUENCE || event->timer == XGMII_IDLE) ||
	    event->lane % XGMII_COLUMN_OCTETS)
		return false;
	settle(sb, &seen);
	if (frame->kind == PM_TX_NONE)
		return false;
	*cut = (struct cut_watch){ .over = cut->over };
	cut->quanta = frame->quanta;
	if (seen.count >= PAUSE_TIME_END)
		cut->quanta = score_tx_quanta(event, frame->kind);
	score_cut_verdict(sb, frame->kind, cut->quanta);
	if (sb->window)
		tell_window(sb, &seen, frame);
	check_octets(sb, event, frame);
	cut->open = cut->runs = true;
	cut->at = sb->now + event->lane;
	cut->octets = pm_tx_octets(frame);
	cut->end = cut->last = frame->start + FRAME_HEAD_OCTETS + cut->octets;
	if (cut->end < cut->at)
		cut->end = cut->last = cut->at;
	find_others(sb, cut, &seen, frame);
	await_reason(sb, cut, (uint8_t)event->timer);
	pm_tx_unseen(sb->m, cut->doubtful);
	sb->watch.open = false;
	return true;
}

/* The MAC's own end of the frame that was cut has come. */
static void over(struct scoreboard *sb, uint64_t end)
{
	struct cut_watch *cut = &sb->black->cut;

	cut->runs = false;
	sb->gap.kept = true;
	sb->gap.end = end;
	sb->wire_idle_from = sb->now;
	if (sb->window)
		window_ends_by(sb->window, end, cut->last > end ? cut->last : end);
	if (cut->last > sb->black->fault.lost_until)
		sb->black->fault.lost_until = cut->last;
	pm_tx_end_at(sb->m, end, cut->octets + FRAME_HEAD_OCTETS, cut->quanta);
}

void score_cut_settle(struct scoreboard *sb)
{
	struct cut_watch *cut = &sb->black->cut;

	if (cut->runs && sb->now >= dut_clock_begin(sb->dut, cut->end))
		over(sb, cut->end);
}

void score_cut_start(struct scoreboard *sb)
{
	struct cut_watch *cut = &sb->black->cut;

	if (!cut->open || !cut->runs)
		return;
	score_find(sb, RULE_TX_GAP, sb->now, cut->at, "start of a frame",
	           "no start before the frame that a fault cut is over in cycle %llu|a start", score_clock(sb, cut->end));
	cut->open = false;
	over(sb, sb->now);
}

/* ---- what is left of it ---- */

/* LEN octets of the wire, the last ones of a frame of which the host handed over HOST OCTETS, have the CRC-32 CRC. */
static bool is_rest_of(const struct scoreboard *sb, const uint8_t *octets, uint32_t host, uint32_t len, uint32_t crc)
{
	uint32_t body = host < FRAME_MIN_DATA_OCTETS ? FRAME_MIN_DATA_OCTETS : host,
		 whole = FRAME_HEAD_OCTETS + body + FRAME_FCS_OCTETS;
	uint8_t *wire = len <= whole ? calloc(1, whole) : NULL;
	bool right = len <= whole;

	if (wire && !sb->any_pad) {
		memcpy(wire, sb->phy->head, FRAME_HEAD_OCTETS);
		memcpy(wire + FRAME_HEAD_OCTETS, octets, host);
		frame_put_fcs(wire + FRAME_HEAD_OCTETS + body, frame_fcs(wire + FRAME_HEAD_OCTETS, body));
		right = frame_fcs(wire + whole - len, len) == crc;
	}
	free(wire);
	return right;
}

/* The octets of EVENT, up to the end of the frame that was cut, are those of it. */
static bool is_rest_of_cut(const struct scoreboard *sb, const struct cut_watch *cut, const struct event *event, bool whole)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);

	if (!whole || cut->doubtful || !frame || frame->host_error || score_is_control(frame->kind))
		return true;
	return is_rest_of(sb, frame->octets, frame->host_octets, event->len, (uint32_t)event->value);
}

/* ... those of a frame that began in the fault, so that its beginning was not seen: one of the host's, or one that the MAC was requested to send. */
static bool is_rest_of_lost(const struct scoreboard *sb, const struct event *event, bool whole)
{
	struct pm_owed owed;

	for (unsigned i = 0; score_lost_owed(sb, i, &owed); i++)
		if (!whole || owed.error || is_rest_of(sb, owed.octets, owed.len, event->len, (uint32_t)event->value))
			return true;
	return score_control_lost(sb) && event->len <= FRAME_HEAD_OCTETS + PAUSE_FRAME_OCTETS;
}

/* The rest begins and ends when that of the frame that was cut does, or that of one that was lost. */
static bool rest_in_time(const struct scoreboard *sb, const struct cut_watch *cut, uint64_t begin, uint64_t end, bool whole)
{
	const struct fault_watch *fault = &sb->black->fault;
	bool free = !fault->holds || fault->free_since > cut->fault;

	if (begin % XGMII_COLUMN_OCTETS)
		return false;
	if (free &&
	    (begin + lead(sb) < fault->free_since || dut_clock_begin(sb->dut, begin) > fault->free_since + sb->slack.wire))
		return false;
	if (!cut->open)
		return true;
	return begin >= cut->at && (whole ? end >= cut->end && end <= cut->last : end < cut->last);
}

/* The rest of a frame that was lost ended on the wire in octet time END, with its /T/ if WHOLE: the MAC sent the frame, of which the wire shows no start. */
static void lost_ends(struct scoreboard *sb, uint64_t end, bool whole)
{
	if (sb->window && whole)
		window_unseen(sb->window, sb->now, end, true);
	sb->black->gap.deficit = 0; /* that of the start that was not seen is not known */
	sb->gap.kept = true;
	sb->gap.end = end;
	sb->wire_idle_from = sb->now;
	if (end + FRAME_MIN_OCTETS > sb->black->fault.lost_until)
		sb->black->fault.lost_until = end + FRAME_MIN_OCTETS;
}

void score_cut_rest(struct scoreboard *sb, const struct event *event)
{
	struct cut_watch *cut = &sb->black->cut;
	uint64_t end = sb->now + event->lane, begin = end - event->len;
	bool whole = event->timer == XGMII_TERMINATE, open = cut->open;

	cut->rest_since = 0;
	cut->rested = sb->now + 1;
	if (!rest_in_time(sb, cut, begin, end, whole) || (!open && !(sb->fault_loses && is_rest_of_lost(sb, event, whole)))) {
		cut->open = false;
		score_find(sb, RULE_XGMII_CODES, sb->now, cut->at, "words between frames", "%s|%u octets without a start",
		           open ? "idle, or the rest of the frame that was cut in its place" : "idle", event->len);
		return;
	}
	score_checked(sb, CHECK_TX_FRAME);
	if (!whole && (event->timer == XGMII_SEQUENCE || event->timer == XGMII_IDLE))
		await_reason(sb, cut, (uint8_t)event->timer);
	if (!open)
		lost_ends(sb, end, whole);
	else if (event->len && !is_rest_of_cut(sb, cut, event, whole))
		score_find(sb, RULE_TX_CONTENT, sb->now, cut->at, "rest of a frame that a fault cut", "its last %u octets|others",
		           event->len);
}

/* The rest of a frame that was lost may be on the wire. */
static bool may_rest_lost(const struct scoreboard *sb)
{
	const struct fault_watch *fault = &sb->black->fault;
	const struct cut_watch *cut = &sb->black->cut;
	struct pm_owed owed;

	if (!sb->fault_loses || (!score_lost_owed(sb, 0, &owed) && !score_control_lost(sb)))
		return false;
	return fault->holds || !cut->rest_since || cut->rest_since <= fault->free_since + sb->slack.wire;
}

bool score_cut_may_rest(struct scoreboard *sb)
{
	struct cut_watch *cut = &sb->black->cut;
	bool other = sb->fault_cuts && sb->signal == TX_SIGNAL_OTHER, rests;

	if (!other || cut->rested == sb->now + 1)
		return other;
	rests = cut->open ? sb->now <= dut_clock_begin(sb->dut, cut->last) : may_rest_lost(sb);
	if (rests && !cut->rest_since)
		cut->rest_since = sb->now;
	if (!rests || !sb->black->fault.holds || sb->black->fault.free_since > cut->fault)
		return rests;
	if (sb->now < cut->rest_since + lead(sb)) /* the MAC may be the first to see the end of the fault */
		score_wake(sb, cut->rest_since + lead(sb));
	else
		rests = cut->open = false;
	return rests;
}

/* ---- the close of a cycle ---- */

/* A frame that is on the wire although the fault is older than the MAC may take to notice it. */
static void check_goes_on(struct scoreboard *sb, struct cut_watch *cut)
{
	const struct fault_watch *fault = &sb->black->fault;
	uint64_t latest = fault->holds_since + sb->slack.wire;

	if (!fault->holds || !sb->watch.open || sb->watch.start > latest || cut->over == sb->watch.start + 1)
		return;
	if (sb->now < latest) {
		score_wake(sb, latest);
		return;
	}
	cut->over = sb->watch.start + 1;
	score_find(sb, RULE_FAULT_SILENCE, latest, fault->holds_since, what_frame,
	           "no column of it after cycle %llu, since a link fault cuts it|it goes on", score_clock(sb, latest));
}

void score_cut_close(struct scoreboard *sb)
{
	struct cut_watch *cut = &sb->black->cut;

	if (!sb->fault_cuts)
		return;
	check_goes_on(sb, cut);
	if (cut->unproved)
		prove(sb, cut);
	if (cut->runs)
		score_wake(sb, dut_clock_begin(sb->dut, cut->end));
	else if (cut->open && sb->now >= dut_clock_begin(sb->dut, cut->last))
		cut->open = false;
	else if (cut->open)
		score_wake(sb, dut_clock_begin(sb->dut, cut->last));
}
