/* SPDX-License-Identifier: Apache-2.0 */
/* The start of the frame that ended on the transmit wire: was it allowed then? 802.3 annex 31B; doc/devices/bcm5718.md 2, 3.
 *
 * The kind of a frame is known when it has ended, so a wrong start is reported then, with the cycle of the start. */
#include "transmit.h"

#include "check/black_box.h"
#include "check/exercised.h"
#include "check/window/window.h"

static const char what_start[] = "start of a frame";

static bool is_expected(const struct tx_watch *watch)
{
	return watch->due.kind != PM_TX_NONE && watch->due.due == watch->start;
}

/* Reports why a data frame should not have started. */
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
	if (score_is_control(due->kind)) {
		score_missing_overtaken(sb, due);
		return;
	}
	if (sb->phy->data_start && sb->phy->data_start(sb))
		return;
	if (due->blockers & PM_BLOCK_XOFF)
		score_find(sb, RULE_NO_DATA_IN_XOFF, watch->start, watch->start, what_start, "no data while inhibited|data");
	else if (due->blockers & PM_BLOCK_PAUSE)
		score_find(sb, RULE_PAUSE_NOT_HELD, watch->start, watch->start, what_start, "PAUSE before data|data");
	else
		score_find(sb, RULE_TX_SPURIOUS, watch->start, watch->start, what_start, "no frame|a data frame");
}

/* The control frame or signal KIND, which was due, came. */
static void due_verdict(struct scoreboard *sb, enum pm_tx_kind kind)
{
	const struct tx_watch *watch = &sb->watch;
	const struct pm_start *due = &watch->due;

	if (due->due > watch->start)
		score_find(sb, kind == PM_TX_PFC ? RULE_PFC_TX : RULE_PAUSE_TX_LATENCY, watch->start, due->cause, what_start,
		           "%s at cycle %llu|at cycle %llu", score_pause_word(kind, due->xoff), score_clock(sb, due->due),
		           score_clock(sb, watch->start));
	score_missing_came(sb, watch->start);
}

/* A forced collision or false carrier was not due. */
static void undue_signal_verdict(struct scoreboard *sb, enum pm_tx_kind kind)
{
	const struct tx_watch *watch = &sb->watch;
	const char *signal = score_pause_word(kind, false);
	struct pm_pause_memory memory;

	if (watch->due.requests == kind && watch->due.blockers & PM_BLOCK_GAP) {
		score_find(sb, RULE_TX_GAP, watch->start, watch->gap_end, what_start, "no %s before the gap is over|%s", signal,
		           signal);
		return;
	}
	pm_pause_memory(sb->m, &memory);
	if (kind == PM_TX_FORCED && !memory.forced && (watch->repeats || sb->dropped))
		score_find(sb, RULE_TX_RETRY, watch->start, watch->start, what_start, "no frame|an attempt that ends in jam");
	else
		score_find(sb, kind == PM_TX_FORCED ? RULE_BACK_PRESSURE : RULE_FALSE_CARRIER, watch->start, watch->start,
		           what_start, "no frame|%s", signal);
}

static void undue_pfc_verdict(struct scoreboard *sb)
{
	const struct tx_watch *watch = &sb->watch;

	if (watch->due.kind == PM_TX_PAUSE)
		score_find(sb, RULE_PAUSE_NOT_HELD, watch->start, watch->due.cause, what_start, "PAUSE before PFC|PFC");
	else
		score_find(sb, RULE_PFC_TX, watch->start, watch->start, what_start, "no PFC|PFC");
}

static void undue_pause_verdict(struct scoreboard *sb, bool xoff)
{
	const struct tx_watch *watch = &sb->watch;
	const struct pm_pause_undue *undue = &watch->undue;

	score_find(sb, xoff ? undue->xoff_rule : undue->xon_rule, watch->start, xoff ? undue->xoff_cause : undue->xon_cause,
	           what_start, "no PAUSE|%s", xoff ? "XOFF" : "XON");
}

/* A control frame or signal of the MAC's own. */
static void control_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	if (sb->watch.due.kind == kind) {
		due_verdict(sb, kind);
		return;
	}
	sb->about.undue = true;
	sb->about.xoff = quanta;
	if (score_is_signal(kind))
		undue_signal_verdict(sb, kind);
	else if (kind == PM_TX_PFC)
		undue_pfc_verdict(sb);
	else
		undue_pause_verdict(sb, quanta);
}

/* A frame of KIND started and was not due. */
static void undue_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	struct tx_watch *watch = &sb->watch;

	if (kind == PM_TX_DATA && watch->repeats && watch->due.blockers == PM_BLOCK_BACKOFF && watch->repeats_rightly)
		return;
	if (kind == PM_TX_DATA)
		data_verdict(sb);
	else if (score_is_control(kind))
		control_verdict(sb, kind, quanta);
	else
		score_find(sb, RULE_TX_SPURIOUS, watch->start, watch->start, what_start, "no frame|an unrequested frame");
}

static void start_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	const struct tx_watch *watch = &sb->watch;

	if (score_is_control(kind) && watch->due.kind == kind)
		score_missing_came(sb, watch->start);
	if (!watch->explained && !(watch->due.kind == kind && is_expected(watch)))
		undue_verdict(sb, kind, quanta);
}

/* ---- black box ---- */

/* The data frame starts before the MAC has taken of it what its row says. */
static void check_taken_first(struct scoreboard *sb)
{
	const struct tx_watch *watch = &sb->watch;
	const struct pm_host_manner *manner = pm_host_manner(sb->m);

	if (sb->client_unseen || watch->due.kind != PM_TX_NONE || !(watch->due.blockers & PM_BLOCK_NO_DATA))
		return;
	if (manner->starts)
		score_find(sb, RULE_HOST_MANNER, watch->start, watch->start, what_start,
		           "no start before %u octets, or all, were taken (host starts)|a start", manner->starts);
	else if (manner->tx == PM_HOST_TX_STORED)
		score_find(sb, RULE_HOST_MANNER, watch->start, watch->start, what_start,
		           "no start before the last word was taken (host tx stored)|a start");
}

/* Returns true if a control frame was requested so long ago that it goes first: the data frame has overtaken it, unless a link fault took it. */
static bool overtakes_control(struct scoreboard *sb)
{
	const struct tx_watch *watch = &sb->watch;

	if (!(watch->due.blockers & PM_BLOCK_PAUSE) || !watch->request_long_ago)
		return false;
	if (watch->request_lost)
		score_control_unseen(sb);
	else if (score_is_signal(watch->due.requests))
		return false;
	else if (sb->window)
		pm_resync_withdrawn(sb->m);
	else
		score_missing_overtaken(sb, &watch->due);
	return true;
}

static void blind_data_verdict(struct scoreboard *sb)
{
	if (sb->phy->data_start && sb->phy->data_start(sb))
		return;
	check_taken_first(sb);
	if (overtakes_control(sb) || sb->window)
		return;
	if (!pm_tx_is_control(sb->m) && sb->watch.due.blockers & PM_BLOCK_XOFF)
		score_hold_data(sb);
	else
		score_hold_waits(sb);
}

static void allow_time(struct tx_watch *watch, uint16_t quanta)
{
	if (quanta == watch->xoff_quanta || quanta == watch->xoff_quanta_or)
		return;
	if (watch->xoff_quanta_or == watch->xoff_quanta)
		watch->xoff_quanta_or = quanta;
	else
		watch->xoff_quanta_any = true;
}

/* The time is a parameter of the request (802.3 31B.2), and nothing says when a MAC reads it: what is written before the field of the time is over may be
 * in the frame. */
static void allow_late_time(struct scoreboard *sb)
{
	struct tx_watch *watch = &sb->watch;
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	uint64_t field_end = watch->start + watch->lane +
	                     (uint64_t)(FRAME_HEAD_OCTETS + PAUSE_TIME_END) * (frame ? frame->clocks : 1);
	struct pm_pause_memory memory;

	if (sb->client_unseen) /* the model shows a write a clock after it, and the two times have their errors */
		field_end += sb->access_error + sb->step;
	pm_pause_memory(sb->m, &memory);
	if (memory.xoff_quanta_cycle < watch->start)
		return;
	if (memory.xoff_quanta_cycle <= field_end)
		allow_time(watch, memory.xoff_quanta);
	if (memory.xoff_quanta_cycle_before >= watch->start && memory.xoff_quanta_cycle_before <= field_end)
		allow_time(watch, memory.xoff_quanta_before);
	else if (memory.xoff_quanta_cycle_before > field_end)
		watch->xoff_quanta_any = true; /* it changed more often than is kept */
}

/* True if the time of an XOFF that starts now may be 0, so that it has the octets of an XON. 802.3 31B.2. */
static bool xoff_may_be_xon(const struct tx_watch *watch)
{
	return !watch->xoff_quanta || !watch->xoff_quanta_or || watch->xoff_quanta_any;
}

/* Returns the cycle of the newest request that may have its effect in a control frame of KIND with QUANTA; 0: there was none. */
static uint64_t newest_request(const struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	const struct tx_watch *watch = &sb->watch;
	struct pm_pause_memory memory;

	pm_pause_memory(sb->m, &memory);
	if (score_is_signal(kind))
		return kind == PM_TX_FORCED ? memory.forced : memory.carrier;
	if (kind == PM_TX_PFC || (!quanta && xoff_may_be_xon(watch)))
		return greatest(memory.request_xoff, memory.request_xon);
	if (!quanta)
		return memory.request_xon;
	if (watch->refresh && watch->refresh <= watch->start + sb->slack.request)
		return watch->start; /* a refresh, early by no more than the XOFF before it was late */
	return memory.request_xoff;
}

/* A control frame that was not requested within the slack of its start. */
static void blind_control_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	const struct tx_watch *watch = &sb->watch;
	uint64_t request = newest_request(sb, kind, quanta);

	if (request && request + sb->request_window + sb->step >= watch->start)
		return;
	control_verdict(sb, kind, quanta);
	if (kind == PM_TX_PAUSE && !quanta && watch->due.kind == kind && watch->due.quanta && !xoff_may_be_xon(watch))
		score_find(sb, RULE_PAUSE_TX_QUANTA, watch->start, watch->due.cause, "PAUSE sent",
		           "time 0x%04x: no XON is due|0x0000", watch->due.quanta);
}

static void blind_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	struct tx_watch *watch = &sb->watch;

	if (kind == PM_TX_PAUSE && sb->window)
		allow_late_time(sb);
	if (score_is_control(kind)) {
		sb->black->control.start = watch->start;
		sb->black->control.end = sb->now;
	}
	if (score_is_control(kind) && (!sb->window || score_is_signal(kind))) {
		score_missing_came(sb, watch->start);
		score_hold_waits(sb);
	}
	if (kind == PM_TX_DATA)
		score_missing_guessed(sb, watch->start);
	if (watch->explained)
		return;
	if (kind == PM_TX_DATA)
		blind_data_verdict(sb);
	else if (!score_is_control(kind))
		score_find(sb, RULE_TX_SPURIOUS, watch->start, watch->start, what_start, "no frame|an unrequested frame");
	else if (!sb->window || (score_is_signal(kind) && !sb->requests_unseen))
		blind_control_verdict(sb, kind, quanta);
}

/* The data frame that ended started as contract and slack of the row allow. */
static void check_limit(struct scoreboard *sb)
{
	uint64_t start = sb->watch.start + sb->watch.lane;

	if (sb->blind && sb->black->data_in_xoff.open && sb->black->data_in_xoff.start == start)
		return; /* it is checked with that start */
	if (sb->now > start + sb->classify)
		score_limit_data(sb, start);
}

/* What the frame on the wire is, for the window. */
static void tell_window(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	struct window_frame frame = { .data = kind == PM_TX_DATA && !pm_tx_is_control(sb->m),
		                      .control = kind == PM_TX_DATA && pm_tx_of_type_control(sb->m),
		                      .pause = kind == PM_TX_PAUSE,
		                      .quanta = { quanta } };
	const struct event *sent = sb->watch.sent;

	if (kind == PM_TX_PFC && sent && sent->len >= FRAME_HEAD_OCTETS + PM_PFC_OCTETS) {
		const uint8_t *octets = sent->octets + FRAME_HEAD_OCTETS;
		frame.pfc = true;
		frame.classes = octets[PAUSE_TIME_AT + 1];
		for (unsigned i = 0; i < PM_PFC_CLASSES; i++)
			frame.quanta[i] = frame_u16(octets + PAUSE_TIME_AT + 2 + 2 * i);
	}
	window_is(sb->window, &frame);
	sb->watch.sent = NULL;
}

void score_tx_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	if (sb->window) {
		tell_window(sb, kind, quanta);
		window_ends(sb->window, sb->gap.end);
	}
	score_cut_verdict(sb, kind, quanta);
}

void score_cut_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta)
{
	uint64_t findings = sb->result.findings;

	if (sb->exercised)
		exercised_sent(sb, kind, quanta);
	if (sb->blind)
		blind_verdict(sb, kind, quanta);
	else
		start_verdict(sb, kind, quanta);
	if (kind == PM_TX_DATA && !pm_tx_is_control(sb->m) && !sb->watch.explained && !sb->window &&
	    sb->result.findings == findings)
		check_limit(sb);
}
