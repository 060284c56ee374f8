/* SPDX-License-Identifier: Apache-2.0 */
/* The inhibit by received PAUSE frames. PG108-R p.223; 802.3 annex 31B; doc/devices/bcm5718.md 2. */
#include "pause_rx.h"

#include "frame.h"

uint64_t pause_rx_time(const struct pause_rx *p, uint16_t quanta)
{
	uint64_t octets = (uint64_t)(p->quantum ? p->quantum : PAUSE_QUANTUM_OCTETS) * quanta;

	return (octets > p->short_by ? octets - p->short_by : 0) * (p->clocks ? p->clocks : 1);
}

void pause_rx_reset(struct pause_rx *p, uint64_t cycle)
{
	bool xoff = p->xoff;

	*p = (struct pause_rx){ .step = p->step,
		                .quantum = p->quantum,
		                .clocks = p->clocks,
		                .at_once = p->at_once,
		                .short_by = p->short_by,
		                .fall_cycle = cycle,
		                .fall_cause = cycle,
		                .fall_rule = RULE_PAUSE_RESET,
		                .drop_cycle = cycle };
	if (!xoff)
		p->fall_cycle = 0;
}

void pause_rx_command(struct pause_rx *p, const struct pause_command *command)
{
	p->command = *command;
	p->commanded = true;
}

void pause_rx_note(struct pause_rx *p, const struct pause_command *rejected)
{
	p->note[p->note_next++ % PAUSE_RX_NOTES] = *rejected;
}

static void act(struct pause_rx *p, uint64_t last, uint16_t quanta)
{
	p->action[p->action_next++ % PAUSE_RX_ACTIONS] = (struct pause_action){ .last = last,
		                                                                .time = pause_rx_time(p, quanta),
		                                                                .clocks = p->clocks ? p->clocks : 1 };
}

/* MII: the speed when the pause begins says how long its quanta are. A MAC may also count them at the speed of the frame, so the
 * shorter of both times is kept. */
static void reload(struct pause_rx *p)
{
	struct pause_action *newest = &p->action[(p->action_next - 1) % PAUSE_RX_ACTIONS];
	uint64_t time = pause_rx_time(p, p->load.quanta);

	if (newest->last == p->load.last && time < newest->time)
		newest->time = time;
}

bool pause_rx_settle(struct pause_rx *p, uint64_t cycle, bool wire_busy)
{
	if (p->pending && cycle >= p->pending_from) {
		if (wire_busy && !p->at_once) {
			p->next_waited = true;
		} else {
			p->pending = false;
			p->load = p->load_next;
			reload(p);
			p->load_waited = p->next_waited;
			p->load_overwrote = p->xoff;
			p->old_end = p->timer_end;
			p->load_cycle = cycle;
			if (!p->xoff)
				p->rise_cycle = cycle;
			p->xoff = true;
			p->timer_end = cycle + pause_rx_time(p, p->load.quanta);
			return true;
		}
	}
	if (p->xoff && !p->pending && p->timer_end <= cycle) {
		p->xoff = false;
		p->fall_cycle = p->fall_cause = cycle;
		p->fall_rule = RULE_PAUSE_EXPIRY;
		return true;
	}
	return false;
}

/* Makes the transmitter Xon, visible in the cycle after CYCLE. Returns true if that changed anything. */
static bool drop(struct pause_rx *p, uint64_t cycle, enum rule rule, uint64_t cause)
{
	bool changed = p->xoff || p->pending;
	uint64_t next = cycle + (p->step ? p->step : 1);

	if (p->xoff) {
		p->fall_cycle = next;
		p->fall_cause = cause;
		p->fall_rule = rule;
	}
	p->drop_cycle = next;
	if (changed) {
		p->ended_cycle = next;
		act(p, cause, 0);
	}
	p->xoff = p->pending = false;
	if (p->timer_end > next)
		p->timer_end = next;
	return changed;
}

static void note_dropped(struct pause_rx *p, const struct pause_command *command, enum rule rule)
{
	struct pause_command note = *command;

	note.rule = rule;
	pause_rx_note(p, &note);
}

bool pause_rx_step(struct pause_rx *p, uint64_t cycle, const struct pause_rx_gate *gate)
{
	bool command = p->commanded && p->command.visible == cycle;
	enum rule rule = gate->reset ? RULE_PAUSE_RESET : gate->rule;

	if (gate->closed || gate->reset) {
		if (command && p->command.quanta)
			note_dropped(p, &p->command, rule);
		if (p->pending)
			note_dropped(p, &p->load_next, rule);
		return drop(p, cycle, rule, cycle);
	}
	if (command && gate->ignores && p->command.quanta)
		note_dropped(p, &p->command, gate->rule);
	if (!command || gate->ignores)
		return false;
	if (!p->command.quanta) {
		if (p->pending)
			note_dropped(p, &p->load_next, RULE_PAUSE_ZERO_RESUMES);
		return drop(p, cycle, RULE_PAUSE_ZERO_RESUMES, p->command.last);
	}
	p->pending = true;
	p->pending_from = cycle + gate->load_delay;
	p->load_next = p->command;
	p->next_waited = false;
	act(p, p->command.last, p->command.quanta);
	return true;
}

void pause_rx_release(struct pause_rx *p, uint64_t cycle)
{
	act(p, cycle, 0);
}

bool pause_rx_end(struct pause_rx *p, uint64_t cycle, enum rule rule, uint64_t cause)
{
	if (p->pending)
		note_dropped(p, &p->load_next, rule);
	if (p->commanded && p->command.visible == cycle + (p->step ? p->step : 1)) {
		note_dropped(p, &p->command, rule);
		p->commanded = false;
	}
	return drop(p, cycle, rule, cause);
}
