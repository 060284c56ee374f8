/* SPDX-License-Identifier: Apache-2.0 */
/* BCM1250: which rules a wrong mac_status breaks. doc/devices/bcm1250.md 5. */
#include "device/bcm1250.h"

#include "explain.h"

#include <string.h>

/* Returns true if event BIT was not cleared by a read, was cleared too early, or came together with a read. */
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

/* Returns the name of the field of mac_status that has BIT. */
static const char *field_name(const struct pm_model *m, unsigned row, unsigned bit)
{
	const struct reg_page *page = m->regs.page;

	for (size_t i = 0; i < page->field_count; i++)
		if (!strcmp(page->fields[i].reg, page->rows[row].name) && page->fields[i].lsb <= bit &&
		    bit <= page->fields[i].msb)
			return page->fields[i].name;
	return "a bit";
}

static bool why_status(struct why *w, unsigned row)
{
	const struct bcm1250 *s = w->m->state;
	uint32_t diff = (uint32_t)((w->q->expected ^ w->q->actual) >> STATUS_SHIFT), events = diff & STATUS_EVENTS;
	unsigned overflow = (unsigned)__builtin_ctz(STATUS_COUNTER_OVERFLOW),
		 bit = events ? (unsigned)__builtin_ctz(events) : overflow;

	if (row != bcm1250_status_row(w->m) || !(diff & (STATUS_EVENTS | STATUS_COUNTER)))
		return false;
	if (diff & STATUS_COUNTER)
		why_say(w, "counter_addr is the number %u of the counter that wrapped last; ",
		        (w->m->device_bits & STATUS_COUNTER) >> STATUS_COUNTER_SHIFT);
	why_say(w, "%s: ", field_name(w->m, row, STATUS_SHIFT + bit));
	if (s->event_cycle[bit])
		why_say(w, "newest event in cycle %llu", (unsigned long long)s->event_cycle[bit]);
	else
		why_say(w, "no event since the reset");
	if (s->read_before)
		why_say(w, ", read and cleared in cycle %llu", (unsigned long long)s->read_before);
	why_cause(w, s->event_cycle[bit] && s->event_cycle[bit] < w->q->cycle ? s->event_cycle[bit]
	             : s->read_before                                         ? s->read_before
	                                                                      : w->m->reset_until);
	return true;
}

static const struct pm_filter filter = { .modes = "adfilter_cfg", .low = "addr_filter_%u" };

static const struct why_field fields[] = {
	{ WHY_BOUND | WHY_SHORT, "frame_cfg", "MIN_FRAMESZ" },
	{ WHY_BOUND | WHY_LONG, "frame_cfg", "MAX_FRAMESZ" },
	{ WHY_ERROR, "mac_cfg", "DRP_ERRPKT_EN" },
	{ WHY_FCS, "mac_cfg", "DRP_FCSERRPKT_EN" },
	{ WHY_CODE, "mac_cfg", "DRP_CODEERRPKT_EN" },
	{ WHY_DRIBBLE, "mac_cfg", "DRP_DRBLERRPKT_EN" },
	{ WHY_SHORT, "mac_cfg", "DRP_RNTPKT_EN" },
	{ WHY_LONG, "mac_cfg", "DRP_OSZPKT_EN" },
	{ WHY_LENGTH, "mac_cfg", "DRP_LENERRPKT_EN" },
	{ WHY_PAUSE, "adfilter_cfg", "FWDPAUSE_EN" },
	{ 0, NULL, NULL },
};

const struct pm_explainer pm_explain_bcm1250 = { .fields = fields,
	                                         .filter = &filter,
	                                         .pause_sent = explain_pause_marks,
	                                         .why_sent = why_pause_marks,
	                                         .reg = explain_reg,
	                                         .why_status = why_status };
