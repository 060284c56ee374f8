/* SPDX-License-Identifier: Apache-2.0 */
/* Tells the bench what happened lately: by it the bench records which rules a run exercised, and explains why a frame did not
 * reach the host. */
#include "machine/machine.h"
#include "question.h"

enum { UNWANTED_OCTETS = 4096 /* a frame reaches the host within so many octet times, unless the host is slow */ };

void pm_past(const struct pm_model *m, struct pm_past *ret)
{
	const struct pause_rx *p = &m->rx;

	*ret = (struct pm_past){
		.load_rule = p->load.rule,
		.load_waited = p->load_waited,
		.fall_rule = p->fall_rule,
		.refusals = p->note_next,
		.held_by_software = m->mode.tx_off,
		.receives = m->mode.rx_enable,
		.low_mark = m->mode.low_mark,
		.high_mark = m->mode.high_mark,
	};
}

bool pm_level_rises(const struct pm_model *m)
{
	return is_xgmii(m);
}

bool pm_pause_refused(const struct pm_model *m, unsigned i, struct pm_pause_refused *ret)
{
	const struct pause_rx *p = &m->rx;
	const struct pause_command *note;

	if (i >= PAUSE_RX_NOTES || i >= p->note_next)
		return false;
	note = &p->note[(p->note_next - 1 - i) % PAUSE_RX_NOTES];
	*ret = (struct pm_pause_refused){
		.rule = note->rule,
		.quanta = note->quanta,
		.last = note->last,
		.time = pause_rx_time(p, note->quanta),
	};
	return true;
}

bool pm_pause_action(const struct pm_model *m, unsigned i, struct pm_pause_action *ret)
{
	const struct pause_rx *p = &m->rx;
	const struct pause_action *action;

	if (i >= PAUSE_RX_ACTIONS || i >= p->action_next)
		return false;
	action = &p->action[(p->action_next - 1 - i) % PAUSE_RX_ACTIONS];
	*ret = (struct pm_pause_action){ .last = action->last, .time = action->time, .clocks = action->clocks };
	return true;
}

void pm_count_past(const struct pm_model *m, unsigned counter, struct pm_count_past *ret)
{
	const struct counting_memory *memory = &m->count.memory[counter];

	*ret = (struct pm_count_past){
		.full = memory->full,
		.sticks = m->count.kind[counter].sticks,
		.cleared = memory->clear_cycle && memory->clear_value,
		.held = memory->held,
		.loaded = memory->load_cycle,
		.full_cycle = memory->full_cycle,
	};
}

enum rule pm_explain_unwanted(const struct pm_model *m, uint64_t start, uint64_t *ret_cause)
{
	*ret_cause = start;
	for (unsigned i = 1; i <= PM_RUNS && i <= m->run_next; i++) {
		const struct pm_run *run = &m->run[(m->run_next - i) % PM_RUNS];
		if (run->first > start || (run->frame.is_frame && run->rx.last == run->last && !run->abandoned))
			continue;
		if (run->last + UNWANTED_OCTETS < start)
			break;
		*ret_cause = run->first;
		if (run->fragment)
			return RULE_RX_FRAGMENT;
		if (run->abandoned || (!run->received && run->admitted))
			return RULE_RX_DISABLED;
		if (!run->frame.is_frame)
			return is_xgmii(m) ? RULE_XGMII_START : RULE_RX_PREAMBLE;
	}
	if (is_xgmii(m) && !m->classified)
		return RULE_XGMII_START;
	return !m->mode.rx_enable && m->notes.receive_cycle + UNWANTED_OCTETS < start ? RULE_RX_DISABLED : RULE_RX_HOST_UNWANTED;
}

bool pm_host_refused(const struct pm_model *m, const uint8_t *octets, uint32_t len, enum rule *ret_rule, uint64_t *ret_cause)
{
	uint32_t fcs = len > FRAME_FCS_OCTETS ? frame_fcs(octets, len - FRAME_FCS_OCTETS) : 0;
	uint32_t stripped = frame_fcs(octets, len);

	for (unsigned i = 1; i <= PM_REFUSED; i++) {
		const struct pm_refused *refused = &m->notes.refused[(m->notes.refused_next - i) % PM_REFUSED];
		if (!len || !refused->last ||
		    !((refused->len == len && refused->fcs == fcs) ||
		      (refused->len == len + FRAME_FCS_OCTETS && refused->fcs == stripped &&
		       m->now <= refused->last + UNWANTED_OCTETS)))
			continue;
		*ret_rule = refused->rule;
		*ret_cause = refused->last;
		return true;
	}
	return false;
}
