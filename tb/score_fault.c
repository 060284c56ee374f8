/* SPDX-License-Identifier: Apache-2.0 */
/* Words between frames on an XGMII against the model: idle, or the answer to a local fault. 802.3 46.3.4;
 * doc/xgmii.md 4.
 *
 * The link fault state itself is not to be seen, only the answer. A DUT that answers too early, too late or for too
 * long has a wrong state; one that answers wrongly, or not at all, has the state and gives the wrong signal. So a
 * missing answer stays open until the DUT gives it after all or the model ends it. */
#include "score.h"

#include "dut.h"

static void report(struct scoreboard *sb, enum rule rule, uint64_t cycle)
{
	static const char *const signal[] = { "idle", "local fault", "remote fault", "other codes" };

	score_find(sb, rule, cycle, cycle, "words between frames", "%s|%s", signal[sb->fault.expected % 4],
	           signal[sb->fault.actual % 4]);
	sb->fault.open = false;
}

/* Ended: the model does not answer any more, or the DUT does at last. */
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

/* With no frame on the wire. */
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

void score_fault_close(struct scoreboard *sb, const struct pm_view *view)
{
	if (sb->seen.signal)
		score_checked(sb, CHECK_TX_START);
	if (sb->blind)
		return;
	if (!sb->watch.open && sb->wire_idle_from != sb->now)
		compare_signal(sb, view);
	else if (sb->seen.signal && sb->signal == TX_SIGNAL_OTHER)
		score_find(sb, RULE_XGMII_CODES, sb->now, sb->now, "lanes beside a frame", "idle|other codes");
}

void score_fault_finish(struct scoreboard *sb)
{
	close_missing(sb, false);
}
