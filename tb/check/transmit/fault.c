/* SPDX-License-Identifier: Apache-2.0 */
/* Words between frames on an XGMII against the model: idle, or the answer to a local fault. 802.3 46.3.4;
 * doc/devices/xgmii.md 4.
 *
 * The link fault state itself cannot be seen, only the answer. A DUT that answers too early, too late or for too long has a wrong state; a DUT
 * that answers wrongly or not at all has the state and gives the wrong signal. So a missing answer stays open until the DUT gives it after
 * all or the model ends it.
 *
 * A black box has the slack to notice a fault and its end. A difference is a finding when neither the DUT nor the model can still be about to
 * react: the DUT may be late by the slack, but not once it has answered, and early only by the latency of the model. Codes that answer
 * nothing are a finding at once. */
#include "transmit.h"

#include "check/black_box.h"
#include "check/window/window.h"

#include "base/dut.h"

static void report(struct scoreboard *sb, enum rule rule, uint64_t cycle)
{
	static const char *const signal[] = { "idle", "local fault", "remote fault", "other codes" };

	score_find(sb, rule, cycle, cycle, "words between frames", "%s|%s", signal[sb->fault.expected % 4],
	           signal[sb->fault.actual % 4]);
	sb->fault.open = false;
}

/* The missing answer is over: the model does not answer any more, or the DUT does AT_LAST. */
static void close_missing(struct scoreboard *sb, bool at_last)
{
	if (sb->fault.open)
		report(sb, at_last || sb->fault.answered ? RULE_FAULT_STATE : RULE_FAULT_SIGNAL, sb->fault.cycle);
}

static void open_difference(struct scoreboard *sb, const struct pm_view *view)
{
	enum rule rule = pm_explain_signal(sb->m, (enum pm_signal)sb->signal);

	sb->fault.differs = true;
	sb->fault.cycle = sb->now;
	sb->fault.expected = view->signal;
	sb->fault.actual = sb->signal;
	if (rule == PM_NO_RULE)
		sb->fault.open = true;
	else
		report(sb, rule == RULE_FAULT_SIGNAL && sb->fault.answered ? RULE_FAULT_STATE : rule, sb->now);
}

/* Compares the signal while no frame is on the wire. */
static void compare_signal(struct scoreboard *sb, const struct pm_view *view)
{
	bool agrees = sb->signal == (uint32_t)view->signal;

	if (agrees && sb->fault.differs) {
		close_missing(sb, view->signal == PM_SIGNAL_REMOTE_FAULT);
		sb->fault.differs = false;
	} else if (!agrees && !sb->fault.differs) {
		open_difference(sb, view);
	}
	if (view->signal != PM_SIGNAL_REMOTE_FAULT)
		sb->fault.answered = false;
	else if (agrees)
		sb->fault.answered = true;
}

/* ---- black box ---- */

/* In reset the wire is idle, and there is no fault to react to. */
static bool in_reset(const struct scoreboard *sb)
{
	return sb->now > sb->reset_cycle && sb->now < sb->reset_end;
}

/* Tells the window of a fault that begins or ends, and of what it hides. */
static void tell_window(struct scoreboard *sb, struct fault_watch *watch, bool holds)
{
	uint64_t seen;

	if (!sb->window || !sb->fault_loses || sb->client_unseen)
		return;
	if (holds != watch->holds) {
		window_fault(sb->window, sb->now, holds);
		watch->hides = !holds;
	}
	if (!watch->hides)
		return;
	seen = window_unseen_from(sb->window, watch->free_since);
	if (sb->now < seen) {
		score_wake(sb, seen);
		return;
	}
	watch->hides = false;
	window_unseen(sb->window, sb->now, score_lost_unseen_until(sb, seen), false);
}

static void note_fault(struct scoreboard *sb, struct fault_watch *watch, bool answers)
{
	bool holds = pm_fault_holds(sb->m);

	if (holds && !watch->holds)
		watch->holds_since = sb->now;
	if (!holds && watch->holds) {
		watch->free_since = sb->now;
		if (watch->started_in && sb->now < sb->watch.start + SCORE_LEAD_OCTETS) /* the MAC was the first to see the end */
			watch->started_free = sb->now;
		watch->started_in = false;
	}
	tell_window(sb, watch, holds);
	watch->holds = holds;
	if (answers == watch->answers)
		return;
	watch->answers = answers;
	watch->answered = false;
	if (answers)
		watch->answers_since = sb->now;
	else
		watch->idle_since = in_reset(sb) ? 0 : sb->now;
}

/* Returns the cycle up to which the difference may be due to a reaction that is still to come, of the DUT or of the model. */
static uint64_t excused_until(const struct scoreboard *sb, const struct fault_watch *watch)
{
	uint64_t lead = watch->difference_cycle + SCORE_LEAD_OCTETS, late = 0;

	if (in_reset(sb))
		return 0;
	if (watch->answers && !watch->answered)
		late = watch->answers_since + sb->slack.wire;
	else if (!watch->answers && watch->idle_since)
		late = watch->idle_since + sb->slack.wire;
	return late > lead ? late : lead;
}

static void report_blind(struct scoreboard *sb, struct fault_watch *watch, enum rule rule)
{
	sb->fault.expected = watch->answers ? PM_SIGNAL_REMOTE_FAULT : PM_SIGNAL_IDLE;
	sb->fault.actual = sb->signal;
	report(sb, rule, watch->difference_cycle);
	watch->reported = true;
}

static void differs_blind(struct scoreboard *sb, struct fault_watch *watch)
{
	bool never = sb->signal == TX_SIGNAL_LOCAL_FAULT || sb->signal == TX_SIGNAL_OTHER;

	if (!watch->differs) {
		watch->rule = pm_explain_signal(sb->m, (enum pm_signal)sb->signal);
		if (watch->rule == PM_NO_RULE)
			watch->rule = watch->answered ? RULE_FAULT_STATE : RULE_FAULT_SIGNAL;
		watch->differs = true;
		watch->reported = false;
		watch->difference_cycle = sb->now;
	}
	if (watch->reported)
		return;
	if (never)
		report_blind(sb, watch, pm_explain_signal(sb->m, (enum pm_signal)sb->signal));
	else if (sb->now >= excused_until(sb, watch))
		report_blind(sb, watch, watch->rule);
	else
		score_wake(sb, excused_until(sb, watch));
}

static void start_blind(struct scoreboard *sb, struct fault_watch *watch)
{
	if (!watch->holds) {
		watch->start_open = false;
	} else if (sb->now < watch->start + SCORE_LEAD_OCTETS) {
		score_wake(sb, watch->start + SCORE_LEAD_OCTETS);
	} else {
		watch->start_open = false;
		score_find(sb, RULE_FAULT_SILENCE, watch->start, watch->holds_since, "start of a frame",
		           "no frame under a link fault|a frame");
	}
}

/* The DUT gives the answer that the model gives: true if it is to the present fault. Within the slack it may still be that to a fault before. */
static bool answers_now(const struct scoreboard *sb, const struct fault_watch *watch)
{
	return watch->signal_since + SCORE_LEAD_OCTETS >= watch->answers_since || sb->now > watch->answers_since + sb->slack.wire;
}

static void close_blind(struct scoreboard *sb, const struct pm_view *view)
{
	struct fault_watch *watch = &sb->black->fault;

	if (sb->seen.signal)
		watch->signal_since = sb->now;
	note_fault(sb, watch, view->signal == PM_SIGNAL_REMOTE_FAULT);
	if (watch->start_open)
		start_blind(sb, watch);
	score_cut_close(sb);
	if (sb->watch.open || sb->wire_idle_from == sb->now) {
		if (sb->seen.signal && sb->signal == TX_SIGNAL_OTHER && !score_cut_may_rest(sb))
			score_find(sb, RULE_XGMII_CODES, sb->now, sb->now, "lanes beside a frame", "idle|other codes");
		return;
	}
	if (score_cut_may_rest(sb))
		return;
	if (sb->signal != (uint32_t)view->signal) {
		differs_blind(sb, watch);
		return;
	}
	watch->differs = false;
	watch->answered = watch->answers && answers_now(sb, watch);
}

/* Black box: notes which faults are over for the frame that starts. */
void score_fault_before(struct scoreboard *sb)
{
	struct fault_watch *watch = &sb->black->fault;

	watch->started_in = watch->holds;
	watch->started_free = watch->free_since;
}

/* A DUT that has answered knows of the fault; before that it has the slack to notice. */
void score_fault_start(struct scoreboard *sb)
{
	struct fault_watch *watch = &sb->black->fault;

	if (watch->start_open || (!watch->answered && sb->now <= watch->holds_since + sb->slack.wire))
		return;
	watch->start_open = true;
	watch->start = sb->now;
	score_wake(sb, sb->now + SCORE_LEAD_OCTETS);
}

void score_fault_close(struct scoreboard *sb, const struct pm_view *view)
{
	if (sb->seen.signal)
		score_checked(sb, CHECK_TX_START);
	if (sb->blind) {
		close_blind(sb, view);
		return;
	}
	if (!sb->watch.open && sb->wire_idle_from != sb->now)
		compare_signal(sb, view);
	else if (sb->seen.signal && sb->signal == TX_SIGNAL_OTHER)
		score_find(sb, RULE_XGMII_CODES, sb->now, sb->now, "lanes beside a frame", "idle|other codes");
}

void score_fault_finish(struct scoreboard *sb)
{
	close_missing(sb, false);
}
