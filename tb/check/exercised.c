/* SPDX-License-Identifier: Apache-2.0 */
/* Which rules a run exercised, as tb/stimulus/cover.def says it.
 *
 * The scoreboard passes each event, each cycle that it closes, and each frame and read that it compares. The golden model decides whether
 * a rule was at stake, since it agrees with the DUT in a run without findings. In a black-box run a rule may be exercised and a wrong DUT
 * stay unseen, because only the observation ports show the difference or because it is within the slack; hence the two sets. */
#include "exercised_parts.h"
#include "score_parts.h"

#include <stdlib.h>

struct exercised *exercised_new(void)
{
	struct exercised *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->host_ready = true;
	for (size_t i = 0; i < sizeof(c->due) / sizeof(c->due[0]); i++)
		c->due[i] = PM_NO_RULE;
	return c;
}

void exercised_event(struct scoreboard *sb, const struct event *event)
{
	struct exercised *c = sb->exercised;

	switch ((enum event_kind)event->kind) {
	case EVENT_RESET: /* the host repeats an offer that was not taken */
		c->sent = c->offers;
		break;
	case EVENT_RX_RUN:
		exercised_run(sb, event);
		break;
	case EVENT_HOST_OFFER:
		exercised_offer(c, event);
		break;
	case EVENT_PAUSE_REQ:
		exercised_requested(c, event->value);
		break;
	case EVENT_COL:
		if (event->value && event->cycle < c->rx_until)
			exercised_mark(c, RULE_RX_FRAGMENT, true);
		break;
	case EVENT_REG_WRITE:
		exercised_write(sb, event);
		break;
	case EVENT_HOST_READY:
		c->host_ready = event->value;
		if (!event->value && c->in_host)
			exercised_mark(c, RULE_RX_AXIS, true);
		break;
	case EVENT_HOST_START:
		c->in_host = true;
		if (!c->host_ready)
			exercised_mark(c, RULE_RX_AXIS, true);
		break;
	case EVENT_HOST_FRAME:
		c->in_host = false;
		break;
	case EVENT_TX_START:
		if (sb->client_unseen && !score_is_own_control(sb, event))
			exercised_unseen_start(sb, event->cycle + event->lane);
		break;
	case EVENT_TX_END:
		c->tx_end = event->cycle + event->lane;
		c->tx_ended = true;
		break;
	case EVENT_END:
		exercised_held(sb);
		break;
	default:
		break;
	}
}

void exercised_close(struct scoreboard *sb, const struct pm_view *view)
{
	struct exercised *c = sb->exercised;
	bool fault = pm_link_fault(sb->m);
	struct pm_past past;

	pm_past(sb->m, &past);
	exercised_states_close(sb);
	exercised_received_close(sb, &past, view);
	exercised_sent_close(sb, &past, view);
	if (c->level_known && c->level != view->level)
		exercised_mark(c, RULE_BUFFER_LEVEL, true);
	c->level = view->level;
	c->level_known = true;
	if (view->signal == PM_SIGNAL_REMOTE_FAULT)
		exercised_mark(c, RULE_FAULT_SIGNAL, true);
	if (c->fault && !fault)
		exercised_mark(c, RULE_FAULT_STATE, true);
	c->fault = fault;
	if (sb->result.checks[CHECK_MDIO] > c->mdio_checks) {
		exercised_mark(c, RULE_MDIO_FRAME, true);
		exercised_mark(c, RULE_MDIO_TIMING, true);
	}
	c->mdio_checks = sb->result.checks[CHECK_MDIO];
	c->closed = sb->now;
}

void scoreboard_exercise(struct scoreboard *sb, enum rule rule)
{
	if (sb->exercised)
		exercised_mark(sb->exercised, rule, true);
}

void scoreboard_exercise_test(struct scoreboard *sb, uint64_t last)
{
	if (sb->exercised)
		exercised_test(sb->exercised, last);
}

const struct cover_set *exercised_rules(const struct exercised *c)
{
	return &c->exercised;
}

const struct cover_set *exercised_seen_rules(const struct exercised *c)
{
	return &c->seen;
}

const struct cover_counts *exercised_counts(const struct exercised *c)
{
	return &c->counts;
}

const struct cover_counters *exercised_counters(const struct exercised *c)
{
	return &c->counters;
}
