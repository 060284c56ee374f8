/* SPDX-License-Identifier: Apache-2.0 */
/* The transmit wire against the model: starts and ends of frames, octets taken from the host, the close of a cycle. 802.3 clause 4. */
#include "transmit.h"

#include "check/window/window.h"
#include "check/black_box.h"
#include "check/score_parts.h"

#include <string.h>

static const char what_frame[] = "frame sent";

static const char what_start[] = "start of a frame";

/* ---- starts ---- */

static bool long_ago(const struct scoreboard *sb, uint64_t cycle, uint64_t slack)
{
	return sb->now - sb->step > cycle + slack;
}

static void check_enabled(struct scoreboard *sb)
{
	if (!(sb->watch.due.blockers & PM_BLOCK_DISABLED) || sb->watch.explained)
		return;
	if (sb->blind && !sb->watch.enable_long_ago)
		return;
	score_find(sb, RULE_TX_DISABLED, sb->now, sb->now, what_start, "no frame while disabled|a frame");
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
	score_find(sb, RULE_FAULT_SILENCE, sb->now, sb->now, what_start, "no frame under a link fault|a frame");
	sb->watch.explained = true;
}

/* Returns since when the DUT may have known of the request for a control frame. The client's request ends with the frame that it asked for, so that a
 * MAC may take the next one, made while a control frame of its own is on the wire, when that frame has ended. 802.3 31B.3.1, 31B.3.7. */
static uint64_t request_known(const struct scoreboard *sb, const struct pm_pause_memory *memory)
{
	const struct black_box *black = sb->black;
	bool during = memory->request_since > black->control.start && memory->request_since < black->control.end;

	return sb->window && during ? black->control.end : memory->request_since;
}

/* Returns the end of the control frame of the DUT's own on the wire in CYCLE, from which on it looks at requests again, or CYCLE. */
static uint64_t looked_at(const struct scoreboard *sb, uint64_t cycle)
{
	const struct black_box *black = sb->black;

	return cycle > black->control.start && cycle < black->control.end ? black->control.end : cycle;
}

/* True if a request that was there up to CYCLE, 0: never, may have had its effect on the frame that starts. */
static bool may_act(const struct scoreboard *sb, uint64_t cycle)
{
	return cycle && !long_ago(sb, looked_at(sb, cycle), sb->request_window);
}

/* What was requested within the slack may have had its effect on the frame or not; a pulse, since the newest frame about the class, too. */
static void watch_class(struct scoreboard *sb, struct tx_watch *watch, unsigned i, const struct pm_pfc_told *told)
{
	bool pulsed = told->pulses.count && told->pulses.newest + sb->request_window + sb->step >= sb->black->pfc_sent[i];
	uint8_t bit = (uint8_t)(1 << i);

	watch->pfc.compared |= bit;
	watch->pfc.enabled |= told->enabled ? bit : 0;
	watch->pfc.enabled_known |= long_ago(sb, looked_at(sb, told->enabled_since), sb->request_window) ? bit : 0;
	if ((told->enabled || may_act(sb, told->enabled_since)) && (pulsed || may_act(sb, told->asked_until)))
		watch->pfc.may_tell |= bit;
	if (told->held_since != PM_NEVER && long_ago(sb, looked_at(sb, told->held_since), sb->request_window))
		watch->pfc.held |= bit;
}

static void watch_classes(struct scoreboard *sb, struct tx_watch *watch)
{
	struct pm_pfc_told told;

	memset(&watch->pfc, 0, sizeof(watch->pfc));
	if (!(sb->dut->capabilities & CAP_PFC_REQUEST) || sb->requests_unseen)
		return;
	for (unsigned i = 0; i < PM_PFC_CLASSES; i++)
		if (pm_pfc_told(sb->m, i, &told))
			watch_class(sb, watch, i, &told);
}

/* Black box: notes which inputs of the start decision the DUT may have had otherwise, within the slack. */
static void watch_blind(struct scoreboard *sb, struct tx_watch *watch)
{
	uint64_t written = sb->window ? sb->request_window : sb->slack.write;
	struct pm_pause_memory memory;
	struct pm_owed owed;

	watch->offer_cycle = pm_host_owed(sb->m, 0, &owed) ? owed.offer_cycle : PM_NEVER;
	watch->waits_since = watch->offer_cycle != PM_NEVER && owed.ready_cycle < sb->now ? owed.ready_cycle : sb->now;
	if (watch->waits_since < sb->wire_idle_from)
		watch->waits_since = sb->wire_idle_from;
	pm_pause_memory(sb->m, &memory);
	watch->refresh = memory.refresh;
	watch->software_long_ago = memory.software && long_ago(sb, memory.software_cycle, sb->slack.write);
	watch->enable_long_ago = long_ago(sb, memory.enable_cycle, sb->slack.write);
	watch_classes(sb, watch);
	watch->request_lost = score_control_lost(sb);
	watch->request_long_ago = long_ago(sb, request_known(sb, &memory), sb->request_window);
	if (long_ago(sb, memory.xoff_quanta_cycle, written))
		return;
	watch->xoff_quanta_or = memory.xoff_quanta_before;
	watch->xoff_quanta_any = !long_ago(sb, memory.xoff_quanta_cycle_before, written);
}

/* Returns the class of the data frame EVENT; -1: it has none. 802.1Q 6.9.3, 9.6 */
static int class_of(const struct scoreboard *sb, const struct event *event)
{
	enum { TAG_TYPE = 0x8100, TAG_OCTETS = 4, PRIORITY_BIT = 13 };
	const uint8_t *type = event->octets + FRAME_HEAD_OCTETS + FRAME_TYPE_OFFSET;
	bool tagged = event->len >= FRAME_HEAD_OCTETS + FRAME_TYPE_OFFSET + TAG_OCTETS && frame_u16(type) == TAG_TYPE;

	return tagged ? frame_u16(type + 2) >> PRIORITY_BIT : sb->pfc_untagged;
}

/* Notes the class of the data frame EVENT, which starts. */
static void note_class(struct scoreboard *sb, const struct event *event)
{
	int class = class_of(sb, event);

	if (sb->window)
		window_class(sb->window, class);
	if (class >= 0)
		black_box_pfc_data(sb, (unsigned)class, sb->now + event->lane);
}

void score_tx_start(struct scoreboard *sb, const struct event *event)
{
	struct tx_watch *watch = &sb->watch;

	if (sb->fault_cuts)
		score_cut_start(sb);
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
	if (sb->window)
		window_starts(sb->window, sb->now + event->lane);
	score_checked(sb, CHECK_TX_START);
	sb->phy->start(sb, event);
	check_enabled(sb);
	check_fault(sb);
	if (sb->blind)
		score_fault_before(sb);
	if (sb->phy->start_lane)
		sb->phy->start_lane(sb);
	if (watch->due.blockers & PM_BLOCK_XOFF && !watch->explained && !sb->blind)
		watch->explained = score_xoff_in_doubt(sb);
	pm_tx_start_at(sb->m, score_tx_assume(sb, event), sb->now + event->lane);
	if (sb->pfc_by_priority && pm_tx_frame(sb->m)->kind == PM_TX_DATA)
		note_class(sb, event);
	if (sb->client_always && pm_tx_frame(sb->m)->kind == PM_TX_DATA && pm_host_offer_begin(sb->m))
		score_find(sb, RULE_CRASH, sb->now, sb->now, "scoreboard", "memory for a frame|none");
}

/* ---- ends ---- */

/* Octet AT of a frame without underrun: first its octets, then pad, then the FCS. */
static uint8_t octet_due(const struct pm_tx_frame *frame, uint32_t body, uint32_t fcs, uint32_t at)
{
	if (at < frame->len)
		return frame->octets[at];
	return at < body ? 0 : (uint8_t)(fcs >> 8 * (at - body));
}

/* How many of the SENT octets of FRAME, whose FCS begins at BODY, are compared: up to the end of the frame, or to its underrun. */
static uint32_t octets_compared(const struct pm_tx_frame *frame, uint32_t body, uint32_t sent)
{
	uint64_t whole = body + (frame->own_fcs ? 0 : FRAME_FCS_OCTETS);

	return (uint32_t)least(sent, frame->underrun_at >= 0 ? least(whole, (uint32_t)frame->underrun_at) : whole);
}

/* Compares the octets that were sent before a reset cut the frame. */
static void check_cut_by_reset(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_cut(sb->m);
	uint32_t body, fcs, sent;
	struct event octets;

	if (sb->blind || !sb->watch.open || !frame || score_is_signal(frame->kind) || frame->collided)
		return;
	if (sb->phy->octets) {
		sb->phy->octets(sb, event, frame->clocks, &octets);
		event = &octets;
	}
	if (event->len <= FRAME_HEAD_OCTETS)
		return;
	body = sb->phy->body(frame);
	sent = octets_compared(frame, body, score_sent_octets(event));
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

void score_tx_end(struct scoreboard *sb, const struct event *event)
{
	sb->gap.kept = true;
	sb->gap.end = sb->now + event->lane;
	sb->wire_idle_from = sb->now;
	sb->wire_known = true;
	if (!pm_tx_frame(sb->m) || score_reset_begins(sb)) { /* a reset cut the frame */
		check_cut_by_reset(sb, event);
		sb->watch.open = sb->wire_known = sb->gap.kept = false;
		if (sb->now > sb->reset_cycle + sb->step)
			score_find(sb, RULE_TX_SPURIOUS, sb->now, sb->reset_cycle, what_frame, "an idle wire in reset|a frame");
		return;
	}
	sb->phy->end(sb, event);
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

	if (sb->phy->taken)
		sb->phy->taken(sb);
	if (!sb->blind && frame && frame->kind != PM_TX_DATA &&
	    !pm_host_header_whole(sb->m)) /* the frame on the wire is the offered one after all */
		resync_data(sb);
	pm_host_taken(sb->m);
	score_ledger_taken(sb);
	if (sb->watch.open && frame && frame->kind == PM_TX_DATA && !sb->watch.taken) {
		sb->watch.taken = true;
		sb->watch.taken_cycle = sb->now;
	}
}

/* ---- the close of a cycle, and of the run ---- */

void score_tx_close(struct scoreboard *sb, const struct pm_view *view)
{
	if (sb->access_error)
		score_control_written(sb);
	if (sb->blind && !sb->window)
		score_hold_close(sb);
	if (sb->owed.open)
		score_ledger_close(sb);
	if (view->start.kind != PM_TX_NONE && sb->watch.start != sb->now)
		score_start_waits(sb, view);
	if (sb->phy->close)
		sb->phy->close(sb, view);
	if (sb->missing.open && !sb->watch.open)
		score_missing_close(sb, view);
}

/* In a black-box run another frame may be on the wire than the model assumes, but none longer than this. */
enum { LONGEST_FRAME = 66000 };

void score_tx_open(struct scoreboard *sb)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	uint32_t body = frame && frame->len > FRAME_MIN_DATA_OCTETS ? frame->len : FRAME_MIN_DATA_OCTETS;
	uint32_t whole = sb->blind ? LONGEST_FRAME : FRAME_HEAD_OCTETS + body + FRAME_FCS_OCTETS;
	uint64_t sent;

	if (!sb->watch.open || !frame || score_is_signal(frame->kind) || frame->collided)
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
	if (sb->phy->finish)
		sb->phy->finish(sb);
	score_missing_never(sb);
}
