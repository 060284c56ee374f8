/* SPDX-License-Identifier: Apache-2.0 */
/* Frames that are due and do not start.
 *
 * A PAUSE frame that is due and does not start may come late, after a data frame, or never; it stays open until that is clear. */
#include "transmit.h"

#include "check/window/window.h"
#include "check/black_box.h"
#include "check/score_parts.h"

#include <stdio.h>

enum {
	LATE_CYCLES = 16,     /* up to here a late start is a wrong latency */
	MISSING_CYCLES = 512, /* from here on the frame never comes */
	OVERTAKEN_MAX = 16,   /* data frames that may come first */
	UNANSWERED_MAX = 4096 /* control frames in a row that never come; then the next one is awaited for ever */
};

static const char what_start[] = "start of a frame";

const char *score_pause_word(enum pm_tx_kind kind, bool xoff)
{
	if (score_is_signal(kind))
		return kind == PM_TX_FORCED ? "a forced collision" : "false carrier";
	if (kind == PM_TX_PFC)
		return xoff ? "PFC XOFF" : "PFC XON";
	return xoff ? "XOFF" : "XON";
}

/* Returns the cycle after which the wire is idle for so long that neither data nor the gap keeps the PAUSE frame from starting. */
static uint64_t idle_for_long_from(const struct scoreboard *sb)
{
	uint64_t from = sb->missing.cycle > sb->wire_idle_from ? sb->missing.cycle : sb->wire_idle_from;

	return from + sb->slack.request + 2 * (uint64_t)LATE_CYCLES * sb->step;
}

static bool is_idle_for_long(const struct scoreboard *sb)
{
	return !sb->watch.open && sb->now > idle_for_long_from(sb);
}

/* The PAUSE frame that is due never came. */
void score_missing_never(struct scoreboard *sb)
{
	struct pause_missing *missing = &sb->missing;
	enum rule rule = missing->rule;

	if (!missing->open)
		return;
	missing->open = false;
	missing->idle = missing->idle || is_idle_for_long(sb);
	if (!score_is_signal(missing->kind) &&
	    (missing->held || (missing->data_went && !missing->idle && missing->data_went <= OVERTAKEN_MAX)))
		rule = RULE_PAUSE_NOT_HELD;
	sb->about.xoff = missing->xoff;
	score_find(sb, rule, missing->cycle, missing->cause, what_start, "%s at cycle %llu|none",
	           score_pause_word(missing->kind, missing->xoff), score_clock(sb, missing->cycle));
}

/* True of rules that say themselves when a frame starts. */
static bool says_when(enum rule rule)
{
	return rule == RULE_PFC_TX || rule == RULE_PAUSE_HOLDOFF || rule == RULE_XOFF_REFRESH;
}

/* ", 8 clocks = 1 quantum late": how far START is after DUE, into RET. Returns RET. */
static const char *late_words(const struct scoreboard *sb, uint64_t due, uint64_t start, char ret[64])
{
	const unsigned long long clocks = score_clock(sb, start) - score_clock(sb, due);
	struct pm_pause_memory memory;
	int used;

	pm_pause_memory(sb->m, &memory);
	used = snprintf(ret, 64, ", %llu clock%s", clocks, clocks == 1 ? "" : "s");
	if (memory.quantum && (start - due) % memory.quantum == 0)
		used += snprintf(ret + used, 64 - (size_t)used, " = %llu quant%s",
		                 (unsigned long long)((start - due) / memory.quantum),
		                 start - due == memory.quantum ? "um" : "a");
	snprintf(ret + used, 64 - (size_t)used, " late");
	return ret;
}

/* The PAUSE frame came in cycle START: late, overtaken by data, or held by an inhibit. */
void score_missing_came(struct scoreboard *sb, uint64_t start)
{
	struct pause_missing *missing = &sb->missing;
	enum rule rule = missing->rule;
	bool soon = !missing->data_went && start <= missing->cycle + sb->slack.request + (uint64_t)LATE_CYCLES * sb->step;
	char late[64] = "";

	sb->unanswered = 0;
	if (!missing->open)
		return;
	missing->open = false;
	if (score_is_signal(missing->kind))
		rule = missing->rule;
	else if (soon)
		rule = says_when(rule) ? rule : RULE_PAUSE_TX_LATENCY;
	else if ((missing->data_went && !missing->idle) || missing->was_held)
		rule = RULE_PAUSE_NOT_HELD;
	if (soon || says_when(rule))
		late_words(sb, missing->cycle, start, late);
	sb->about.xoff = missing->xoff;
	score_find(sb, rule, missing->cycle, missing->cause, what_start, "%s at cycle %llu|at cycle %llu%s",
	           score_pause_word(missing->kind, missing->xoff), score_clock(sb, missing->cycle), score_clock(sb, start), late);
}

static void missing_open(struct scoreboard *sb, const struct pm_start *start, bool held)
{
	uint64_t due = score_is_control(start->kind) ? start->due : sb->watch.start;

	if (sb->missing.open)
		return;
	sb->missing = (struct pause_missing){
		.open = true,
		.kind = score_is_control(start->kind) ? start->kind : start->requests,
		.held = held,
		.was_held = held,
		.cycle = due,
		.cause = start->cause,
		.xoff = start->xoff,
		.rule = start->rule,
		.give_up = due + sb->slack.request + (uint64_t)MISSING_CYCLES * sb->step,
	};
}

/* A data frame started while the PAUSE frame was due. */
void score_missing_overtaken(struct scoreboard *sb, const struct pm_start *start)
{
	missing_open(sb, start, false);
	sb->missing.held = false;
	if (++sb->missing.data_went <= OVERTAKEN_MAX)
		return;
	score_missing_never(sb);
	pm_resync_pause_sent(sb->m);
}

/* At the close of a cycle without a frame on the wire: the request may be withdrawn, or the time to wait for the frame be over. */
void score_missing_close(struct scoreboard *sb, const struct pm_view *view)
{
	struct pause_missing *missing = &sb->missing;

	if (!missing->idle) {
		missing->idle = is_idle_for_long(sb);
		score_wake(sb, idle_for_long_from(sb) + sb->step);
	}
	if (missing->held && view->xoff)
		missing->give_up = sb->now + (uint64_t)MISSING_CYCLES * sb->step;
	else if (!view->xoff)
		missing->held = false;
	if (sb->now > missing->cycle + sb->slack.request && !(view->start.blockers & PM_BLOCK_PAUSE)) {
		score_missing_never(sb);
	} else if (sb->now >= missing->give_up) {
		score_missing_never(sb);
		/* A MAC that sends none of them for so long says nothing more by the next; a capture may be silent for days. */
		if (++sb->unanswered > UNANSWERED_MAX) {
			missing->open = true;
			missing->give_up = PM_NEVER;
		} else if (!score_is_signal(missing->kind)) {
			pm_resync_pause_sent(sb->m);
		}
	} else {
		score_wake(sb, missing->give_up);
	}
}

/* ---- starts that do not come ---- */

/* The finding of the silence in CYCLE says that the DUT obeys the frame that ended at LAST, by RULE. */
static void guess(struct scoreboard *sb, enum rule rule, uint64_t cycle, uint64_t last)
{
	struct pm_pause_refused refused;

	for (unsigned i = 0; pm_pause_refused(sb->m, i, &refused); i++)
		if (refused.last == last && refused.rule == rule) {
			sb->guessed.known = true;
			sb->guessed.rule = rule;
			sb->guessed.cycle = cycle;
			sb->guessed.last = last;
			sb->guessed.time = refused.time;
			return;
		}
}

/* A frame that is obeyed holds data until its time is over. One that starts sooner was late by itself. */
void score_missing_guessed(struct scoreboard *sb, uint64_t start)
{
	struct pm_pause_memory memory;
	uint64_t early;

	if (!sb->guessed.known)
		return;
	sb->guessed.known = false;
	pm_pause_memory(sb->m, &memory);
	early = memory.quantum + sb->dut->timing.inhibit + sb->slack.inhibit + sb->slack.resume;
	if (start + early >= sb->guessed.last + sb->guessed.time)
		return;
	scoreboard_withdraw(sb, sb->guessed.rule, sb->guessed.cycle);
	score_find(sb, RULE_DATA_RESUMES, sb->guessed.cycle, sb->guessed.cycle, what_start, "data at cycle %llu|at cycle %llu",
	           score_clock(sb, sb->guessed.cycle), score_clock(sb, start));
}

static void data_missing(struct scoreboard *sb, const struct pm_start *start)
{
	struct pm_pause_memory memory;
	enum rule rule = start->rule;
	uint64_t cause = start->cause;

	if (sb->issue.kind != XOFF_AGREES)
		return;
	if (sb->phy->repetition_missing && sb->phy->repetition_missing(sb, start))
		return;
	pm_pause_memory(sb->m, &memory);
	/* The window says it, but for control frames of the client's; a link fault may have taken the frame. */
	if (sb->window && rule != RULE_PAUSE_NOT_HELD) {
		if (sb->fault_loses || sb->fault_cuts)
			score_ledger_silence(sb, rule, start->due);
		return;
	}
	if (sb->blind && rule == RULE_DATA_RESUMES)
		rule = pm_explain_silence(sb->m, sb->now, &cause);
	else if (memory.deferred)
		rule = RULE_TX_DEFER;
	else if (pm_link_fault(sb->m))
		rule = RULE_FAULT_SILENCE;
	if (score_ledger_silence(sb, rule, start->due))
		return;
	sb->about.client = rule == RULE_PAUSE_NOT_HELD;
	score_find(sb, rule, start->due, cause, what_start, "data at cycle %llu|none", score_clock(sb, start->due));
	if (sb->blind)
		guess(sb, rule, start->due, cause);
}

/* Until then a pause may hold data whose time began when a frame that a link fault hides was over (figure 31B-2). */
static uint64_t hidden_pause_until(const struct scoreboard *sb)
{
	uint64_t over = greatest(sb->black->fault.lost_until, score_lost_hidden_until(sb));
	struct pm_pause_action newest;

	if (pm_host_manner(sb->m)->from_reception || !pm_pause_action(sb->m, 0, &newest) || newest.last >= over)
		return over;
	return over + newest.time + sb->slack.inhibit + sb->late_expiry;
}

/* A black box may be late with what held the frame, and then with the start itself. */
uint64_t score_starts_by(const struct scoreboard *sb, const struct pm_start *start)
{
	const struct dut_slack *slack = &sb->slack;
	const uint32_t contract = sb->dut->timing.resume;
	struct pm_pause_memory memory;
	uint64_t due = start->due;

	if (!sb->blind)
		return due;
	pm_pause_memory(sb->m, &memory);
	due = greatest(due, memory.enable_cycle + slack->write + contract);
	due = greatest(due, sb->black->fault.free_since + slack->wire + contract);
	due = greatest(due, sb->black->fault.lost_until + contract);
	due = greatest(due, score_lost_hidden_until(sb) + contract);
	if (sb->black->cut.rest_since) /* the MAC is sending a frame of which the wire shows the rest */
		due = greatest(due, sb->now + sb->step);
	if (memory.deferred)
		due += slack->wire;
	if (start->kind != PM_TX_DATA)
		return due + slack->request;
	due = greatest(due, memory.fall_cycle +
	                        (memory.dropped ? greatest(slack->inhibit, slack->write) : slack->inhibit + sb->late_expiry) +
	                        contract);
	due = greatest(due, memory.software_cycle + slack->write + contract);
	due = greatest(due, hidden_pause_until(sb) + contract);
	if (sb->window && start->rule != RULE_PAUSE_NOT_HELD) /* a control frame of the client's, which no pause holds */
		due = greatest(due, window_free_from(sb->window, sb->now) + contract);
	return greatest(due, sb->black->resume_from + slack->inhibit + sb->late_expiry) + slack->resume;
}

/* The frame that should start did not in the open cycle. */
void score_start_waits(struct scoreboard *sb, const struct pm_view *view)
{
	const struct pm_start *start = &view->start;
	uint64_t due = score_starts_by(sb, start);

	if (due > sb->now) {
		score_wake(sb, due);
		return;
	}
	if (score_reset_begins(sb))
		return;
	if (sb->reported_any && sb->reported_start == start->since)
		return;
	sb->reported_any = true;
	sb->reported_start = start->since;
	if (start->kind == PM_TX_DATA)
		data_missing(sb, start);
	else if (score_control_lost(sb))
		score_control_unseen(sb);
	else if (sb->window && !score_is_signal(start->kind)) /* it says what that means */
		pm_resync_withdrawn(sb->m);
	else
		missing_open(sb, start, view->xoff);
}
