/* SPDX-License-Identifier: Apache-2.0 */
/* BCM1250: which rules a wrong mac_status breaks. doc/bcm1250.md 5. */
#include "device/bcm1250.h"

#include "explain.h"

/* True if event BIT was not cleared by a read, was cleared too early, or came together with a read. */
static bool event_met_read(const struct bcm1250 *state, unsigned bit, bool actual)
{
	if (actual)
		return state->shown_before >> bit & 1;
	return state->read_before && state->event_cycle[bit] <= state->read_before + 1;
}

static enum rule explain_reg(const struct pm_model *m, unsigned row, uint64_t expected, uint64_t actual)
{
	uint32_t diff = (uint32_t)((expected ^ actual) >> STATUS_SHIFT), overflow = STATUS_COUNTER_OVERFLOW | STATUS_COUNTER;
	unsigned bit = (unsigned)__builtin_ctz(STATUS_COUNTER_OVERFLOW);

	if (row != bcm1250_status_row(m))
		return PM_NO_RULE;
	if (diff & STATUS_EVENTS & ~overflow)
		return RULE_REG_EVENTS;
	if (diff & overflow) {
		bool met = (diff & overflow) == STATUS_COUNTER_OVERFLOW &&
		           event_met_read(m->state, bit, actual >> (STATUS_SHIFT + bit) & 1);
		return met ? RULE_REG_EVENTS : RULE_COUNTER_OVERFLOW;
	}
	return diff & STATUS_TX_PAUSE_ON ? RULE_REG_STATUS : PM_NO_RULE;
}

const struct pm_explainer pm_explain_bcm1250 = { .pause_sent = explain_pause_marks,
	                                         .why_sent = why_pause_marks,
	                                         .reg = explain_reg };
