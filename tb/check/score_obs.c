/* SPDX-License-Identifier: Apache-2.0 */
/* The observation ports against the model: inhibit and timer, buffer level, records. doc/reference/dut-contract.md.
 *
 * When obs_xoff and the model differ, the next edge shows which rule is broken: an edge that comes a little later is a wrong latency, one that
 * never comes is a PAUSE frame not obeyed or an expiry that was missed, one at another time is a wrong time. So a difference stays open
 * until its rule is known, and is reported with the cycle in which it began. */
#include "score_parts.h"
#include "score_words.h"

#include "base/dut.h"
#include "part/frame.h"
#include "records.h"
#include "regs.h"

enum {
	RISE_EARLY_CYCLES = 16, /* within which the model may follow */
	RISE_LATE_CYCLES = 64,  /* within which the DUT may follow */
	FALL_EARLY_CYCLES = 8,
	EXPIRY_CYCLES = 4096, /* after twice the time: the inhibit never ends */
};

static const char *word(bool xoff)
{
	return xoff ? "Xoff" : "Xon";
}

static void report(struct scoreboard *sb, enum rule rule, uint64_t cause, bool expected)
{
	score_find(sb, rule, sb->issue.cycle, cause, "obs_xoff", "%s from cycle %llu|%s", word(expected),
	           score_clock(sb, sb->issue.cycle), word(!expected));
	sb->issue.kind = XOFF_REPORTED;
}

/* The same for an inhibit that ends in END: says how long it lasted, and how many times as long as it should. */
static void report_lasted(struct scoreboard *sb, enum rule rule, uint64_t cause, bool expected, uint64_t end)
{
	struct pm_pause_memory memory;

	pm_pause_memory(sb->m, &memory);
	if (!memory.time || memory.load_cycle > sb->issue.cycle || end <= memory.load_cycle) {
		report(sb, rule, cause, expected);
		return;
	}
	score_find(sb, rule, sb->issue.cycle, cause, "obs_xoff", "%s from cycle %llu|%s, lasted %llu %s, %.1f x %u quanta",
	           word(expected), score_clock(sb, sb->issue.cycle), word(!expected),
	           (unsigned long long)(end - memory.load_cycle), sb->phy->time_unit,
	           (double)(end - memory.load_cycle) / (double)memory.time, memory.quanta);
	sb->issue.kind = XOFF_REPORTED;
}

static void issue_open(struct scoreboard *sb, enum xoff_issue_kind kind, uint64_t patience)
{
	sb->issue = (struct xoff_issue){ .kind = kind, .cycle = sb->now, .deadline = sb->now + patience * sb->step };
}

/* The DUT did not resume with the model. Its timer shows when it will, or that it missed the end. */
static void watch_late_fall(struct scoreboard *sb)
{
	uint64_t cause;
	enum rule rule;

	if (sb->issue.kind != XOFF_FALL_LATE || !sb->seen.timed)
		return;
	rule = sb->seen.timer ? pm_explain_end(sb->m, sb->now + sb->seen.timer, &cause) : RULE_PAUSE_EXPIRY;
	if (!sb->seen.timer)
		cause = sb->issue.cycle;
	report_lasted(sb, rule == PM_NO_RULE ? RULE_PAUSE_TIME : rule, cause, false, sb->now + sb->seen.timer);
}

static void xoff_differs(struct scoreboard *sb, bool model)
{
	struct pm_pause_memory memory;
	enum rule rule;
	uint64_t cause;

	pm_pause_memory(sb->m, &memory);
	if (model) {
		if (memory.rise_cycle == sb->now)
			issue_open(sb, XOFF_RISE_LATE, RISE_LATE_CYCLES);
		else
			issue_open(sb, XOFF_FALL_EARLY, FALL_EARLY_CYCLES);
		sb->issue.rule = sb->issue.kind == XOFF_RISE_LATE ? pm_explain_not_inhibited(sb->m, &sb->issue.cause)
		                                                  : pm_explain_early(sb->m, sb->now, &sb->issue.cause);
		return;
	}
	if (memory.fall_cycle == sb->now) {
		issue_open(sb, XOFF_FALL_LATE, 2 * memory.time / sb->step + EXPIRY_CYCLES);
		rule = pm_explain_late(sb->m, &cause);
		if (rule != PM_NO_RULE)
			report(sb, rule, cause, false);
		else if (sb->seen.timer)
			watch_late_fall(sb);
		return;
	}
	issue_open(sb, XOFF_RISE_EARLY, RISE_EARLY_CYCLES);
	sb->issue.timer = sb->seen.xoff ? sb->seen.timer : 0;
	if (!memory.waits)
		return;
	rule = pm_explain_inhibited(sb->m, sb->now, sb->issue.timer, &cause);
	report(sb, rule, cause, false);
}

/* The DUT was inhibited before the model, which is by now, too, if XOFF; else the DUT is not any more. */
static void close_early_rise(struct scoreboard *sb, bool xoff)
{
	uint64_t cause = sb->issue.cycle, loaded;
	enum rule rule = pm_explain_inhibited(sb->m, sb->issue.cycle, sb->issue.timer, &cause);

	if (xoff) {
		enum rule missed = pm_explain_not_inhibited(sb->m, &loaded);
		if (missed == RULE_PAUSE_AFTER_FRAME)
			rule = missed;
		else if (loaded <= sb->issue.cycle || rule == RULE_PAUSE_OBEYED) /* else that PAUSE ended after the rise */
			rule = RULE_PAUSE_LATENCY;
		if (rule == missed || rule == RULE_PAUSE_LATENCY)
			cause = loaded;
	}
	if (cause > sb->issue.cycle) /* the PAUSE frame was still on the wire */
		cause = sb->issue.cycle;
	report(sb, rule, cause, false);
}

/* The model resumed after the DUT, for a reason of its own, to which the DUT reacted too early; or the DUT is inhibited again, if XOFF. */
static void close_early_fall(struct scoreboard *sb, bool xoff)
{
	uint64_t cause = sb->issue.cycle;
	enum rule rule = xoff ? PM_NO_RULE : pm_explain_late(sb->m, &cause);

	if (rule == PM_NO_RULE) {
		rule = sb->issue.rule;
		cause = sb->issue.cause;
	}
	report_lasted(sb, rule, cause, true, sb->issue.cycle);
}

/* The DUT resumed after the model; or the model is inhibited again, if XOFF. */
static void close_late_fall(struct scoreboard *sb, bool xoff)
{
	struct pm_pause_memory memory;
	uint64_t cause = sb->issue.cycle;
	enum rule rule;

	pm_pause_memory(sb->m, &memory);
	if (xoff || memory.drop_cycle == sb->now) /* the inhibit ended for another reason than its time, or another one began */
		rule = memory.overwrote ? RULE_PAUSE_OVERWRITE : RULE_PAUSE_EXPIRY;
	else
		rule = pm_explain_end(sb->m, sb->now, &cause);
	if (cause > sb->issue.cycle) /* a PAUSE frame came since then */
		cause = sb->issue.cycle;
	report_lasted(sb, rule == PM_NO_RULE ? RULE_PAUSE_TIME : rule, cause, false, sb->now);
}

/* Model and DUT agree again: reports the rule that was broken. */
static void issue_close(struct scoreboard *sb, bool xoff)
{
	enum rule rule = sb->issue.rule;

	switch (sb->issue.kind) {
	case XOFF_RISE_EARLY:
		close_early_rise(sb, xoff);
		break;
	case XOFF_RISE_LATE:
		report(sb, xoff && rule != RULE_PAUSE_AFTER_FRAME ? RULE_PAUSE_LATENCY : rule, sb->issue.cause, true);
		break;
	case XOFF_FALL_EARLY:
		close_early_fall(sb, xoff);
		break;
	case XOFF_FALL_LATE:
		close_late_fall(sb, xoff);
		break;
	default:
		break;
	}
	sb->issue.kind = XOFF_AGREES;
}

/* The deadline passed, or the run is over: reports the rule that was broken. */
static void issue_expire(struct scoreboard *sb)
{
	struct pm_pause_memory memory;
	uint64_t cause;
	enum rule rule;

	pm_pause_memory(sb->m, &memory);
	switch (sb->issue.kind) {
	case XOFF_RISE_EARLY:
		rule = pm_explain_inhibited(sb->m, sb->issue.cycle, sb->issue.timer, &cause);
		report(sb, rule, cause, false);
		break;
	case XOFF_RISE_LATE:
		report(sb, sb->issue.rule, sb->issue.cause, true);
		break;
	case XOFF_FALL_EARLY:
		report_lasted(sb, sb->issue.rule, sb->issue.cause, true, sb->issue.cycle);
		break;
	case XOFF_FALL_LATE:
		rule = sb->now - sb->issue.cycle > memory.time + memory.quantum ? RULE_PAUSE_EXPIRY : RULE_PAUSE_TIME;
		if (memory.overwrote)
			rule = RULE_PAUSE_OVERWRITE;
		report(sb, rule, sb->issue.cycle, false);
		break;
	default:
		break;
	}
}

bool score_xoff_in_doubt(struct scoreboard *sb)
{
	if (sb->issue.kind == XOFF_RISE_LATE)
		issue_expire(sb);
	return sb->issue.kind != XOFF_AGREES;
}

/* Model and DUT differ, or did in the cycle that was visited before. */
static void watch_xoff(struct scoreboard *sb, const struct pm_view *view)
{
	if (sb->issue.kind == XOFF_AGREES) {
		xoff_differs(sb, view->xoff);
	} else if (view->xoff == sb->xoff) {
		issue_close(sb, view->xoff);
	} else if (sb->now >= sb->issue.deadline) {
		issue_expire(sb);
	} else {
		watch_late_fall(sb);
	}
	if (sb->issue.kind != XOFF_AGREES && sb->issue.kind != XOFF_REPORTED)
		score_wake(sb, sb->issue.deadline);
}

static void observe_xoff(struct scoreboard *sb, const struct pm_view *view)
{
	if (sb->seen.xoff)
		score_checked(sb, CHECK_XOFF);
	if (sb->issue.kind != XOFF_AGREES || view->xoff != sb->xoff)
		watch_xoff(sb, view);
}

static void timer_differs(struct scoreboard *sb, const struct pm_view *view)
{
	uint64_t cause;
	enum rule rule;

	if (sb->timer_muted)
		return;
	rule = pm_explain_timer(sb->m, sb->seen.timer, &cause);
	score_find(sb, rule, sb->now, cause, "obs_pause_timer", "%u %s|%u", view->timer, sb->phy->time_unit, sb->seen.timer);
	if (view->xoff && sb->seen.timer)
		pm_resync_xoff(sb->m, true, sb->seen.timer);
	else
		sb->timer_muted = true;
}

static void observe_timer(struct scoreboard *sb, const struct pm_view *view)
{
	if (!sb->seen.timed || sb->issue.kind != XOFF_AGREES)
		return;
	score_checked(sb, CHECK_XOFF);
	if (sb->seen.timer == view->timer)
		sb->timer_muted = false;
	else
		timer_differs(sb, view);
}

/* The model has a record that the DUT did not show. Reports whether it came a cycle later; true if it did, in the open cycle. */
static bool record_missing_close(struct scoreboard *sb, const struct pm_rx_frame *rx)
{
	char words[SCORE_WORDS_SIZE];
	bool late;

	if (sb->now == sb->record_missing.cycle)
		return false;
	late = sb->seen.rx && !(rx && rx->record == sb->seen.rx_record);
	sb->record_missing.open = false;
	score_find(sb, late ? sb->record_missing.late : sb->record_missing.never, sb->record_missing.cycle,
	           sb->record_missing.cause, "obs_rx_record", "a record: %s|%s",
	           score_rx_words(sb->record_missing.record, RX_RECORD_ALL, words), late ? "a cycle later" : "no record");
	return late;
}

static void record_missing_open(struct scoreboard *sb, const struct pm_rx_frame *rx)
{
	sb->record_missing.open = true;
	sb->record_missing.cycle = sb->now;
	sb->record_missing.cause = rx->last;
	sb->record_missing.record = rx->record;
	sb->record_missing.never = pm_explain_not_classified(sb->m, false);
	sb->record_missing.late = pm_explain_not_classified(sb->m, true);
	score_wake(sb, sb->now + sb->step);
}

static void rx_differs(struct scoreboard *sb, const struct pm_view *view)
{
	const struct pm_rx_frame *rx = view->rx;
	uint32_t record = sb->seen.rx_record;
	char expected[SCORE_WORDS_SIZE], actual[SCORE_WORDS_SIZE];

	if (!rx) {
		score_find(sb, pm_explain_classified(sb->m, record), sb->now, sb->now, "obs_rx_record",
		           "no frame classified|a record: %s", score_rx_words(record, RX_RECORD_ALL, actual));
	} else if (!sb->seen.rx) {
		record_missing_open(sb, rx);
	} else {
		/* a level as in the model says that the frame went as in the model, too */
		bool delivery = (rx->record ^ record) & RX_RECORD_DELIVERED && sb->level != view->level;
		bool only_recorded = (rx->record ^ record) == RX_RECORD_DELIVERED && !delivery;
		score_find(sb, only_recorded ? RULE_RX_RECORD : pm_explain_record(sb->m, rx, record), sb->now, rx->last,
		           "obs_rx_record", "%s|%s", score_rx_words(rx->record, rx->record ^ record, expected),
		           score_rx_words(record, rx->record ^ record, actual));
		if (delivery)
			pm_resync_delivered(sb->m, record & RX_RECORD_DELIVERED);
	}
}

static void observe_rx(struct scoreboard *sb, const struct pm_view *view)
{
	const struct pm_rx_frame *rx = view->rx;
	bool late = sb->record_missing.open && record_missing_close(sb, rx);

	if (!rx && !sb->seen.rx)
		return;
	score_checked(sb, CHECK_RECORD);
	if (!late && !(rx && sb->seen.rx && rx->record == sb->seen.rx_record))
		rx_differs(sb, view);
}

static enum rule rule_of_record(struct scoreboard *sb, uint32_t differs)
{
	return sb->phy->record_rule ? sb->phy->record_rule(sb, differs) : RULE_TX_RECORD;
}

static void tx_differs(struct scoreboard *sb, const struct pm_view *view)
{
	uint32_t record = sb->seen.tx_record, differs = record ^ view->tx_record;
	char expected[SCORE_WORDS_SIZE], actual[SCORE_WORDS_SIZE];
	struct pm_attempt_end end;

	pm_attempt_end(sb->m, &end);
	if (!view->tx_record_valid)
		score_find(sb, rule_of_record(sb, record), sb->now, sb->now, "obs_tx_record", "no frame ended|a record: %s",
		           score_tx_words(record, TX_RECORD_ALL, actual));
	else if (!sb->seen.tx)
		score_find(sb, rule_of_record(sb, view->tx_record), sb->now, sb->now, "obs_tx_record", "a record: %s%s|no record",
		           score_tx_words(view->tx_record, TX_RECORD_ALL, expected), end.dropped && end.late ? ", late" : "");
	else
		score_find(sb, rule_of_record(sb, differs), sb->now, sb->now, "obs_tx_record", "%s|%s",
		           score_tx_words(view->tx_record, differs, expected), score_tx_words(record, differs, actual));
}

static void observe_tx(struct scoreboard *sb, const struct pm_view *view)
{
	if (!view->tx_record_valid && !sb->seen.tx)
		return;
	score_checked(sb, CHECK_RECORD);
	if (!view->tx_record_valid || !sb->seen.tx || view->tx_record != sb->seen.tx_record)
		tx_differs(sb, view);
}

static void level_differs(struct scoreboard *sb, const struct pm_view *view)
{
	if (!sb->record_missing.open)
		score_find(sb, pm_explain_level(sb->m, sb->level), sb->now, view->rx ? view->rx->last : sb->now, "obs_level",
		           "%u %s|%u", view->level, dut_page(sb->dut)->level, sb->level);
	pm_resync_level(sb->m, sb->level);
}

static void observe_level(struct scoreboard *sb, const struct pm_view *view)
{
	if (sb->seen.level)
		score_checked(sb, CHECK_LEVEL);
	if (sb->level_known && sb->level != view->level)
		level_differs(sb, view);
}

static void pfc_differs(struct scoreboard *sb, const struct pm_view *view)
{
	char expected[SCORE_WORDS_SIZE], actual[SCORE_WORDS_SIZE];
	uint64_t cause;
	uint8_t differs = (uint8_t)(view->pfc_xoff ^ sb->pfc_xoff);
	enum rule rule = pm_explain_pfc(sb->m, sb->pfc_xoff, &cause);

	score_find(sb, rule, sb->now, cause, "pfc_xoff", "%s|%s", score_class_words(view->pfc_xoff, differs, expected),
	           score_class_words(sb->pfc_xoff, differs, actual));
	pm_resync_pfc_xoff(sb->m, sb->pfc_xoff);
}

/* pfc_xoff, which shows the classes that PFC frames pause. */
static void observe_pfc(struct scoreboard *sb, const struct pm_view *view)
{
	if (sb->seen.pfc_xoff)
		score_checked(sb, CHECK_XOFF);
	if (sb->pfc_xoff != view->pfc_xoff && sb->dut->capabilities & CAP_PFC)
		pfc_differs(sb, view);
}

void score_observe(struct scoreboard *sb, const struct pm_view *view)
{
	observe_rx(sb, view);
	observe_xoff(sb, view);
	observe_timer(sb, view);
	observe_pfc(sb, view);
	observe_tx(sb, view);
	observe_level(sb, view);
}

void score_observe_end(struct scoreboard *sb)
{
	if (sb->record_missing.open)
		record_missing_close(sb, NULL);
	issue_expire(sb);
}
