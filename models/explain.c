/* SPDX-License-Identifier: Apache-2.0 */
/* Which rule a difference between device and model breaks: the most specific one that what happened lately explains.
 * models/rules.def; doc/bcm5718.md. */
#include "model.h"

enum {
	/* A frame may be the cause of an inhibit for this long after its last octet, on an idle wire. */
	CAUSE_CYCLES = 256,
	/* Times that agree but for a latency. */
	NEAR_CYCLES = 8,
	RX_RECORD_LENGTH = 0xFFFF,
	RX_RECORD_BAD = 1 << 16,
	RX_RECORD_PAUSE = 1 << 17,
	RX_RECORD_CONTROL = 1 << 18,
	RX_RECORD_DELIVERED = 1 << 19,
	RX_RECORD_DISCARDED = 1 << 20,
};

/* The newest rejected command with a time since cycle FROM, or NULL. */
static const struct pause_command *newest_note(const struct pm_model *m, uint64_t from)
{
	for (unsigned i = 1; i <= PAUSE_RX_NOTES && i <= m->rx.note_next; i++) {
		const struct pause_command *note = &m->rx.note[(m->rx.note_next - i) % PAUSE_RX_NOTES];
		if (note->last >= from && note->quanta)
			return note;
	}
	return NULL;
}

enum rule pm_explain_inhibited(const struct pm_model *m, uint64_t cycle, uint64_t *ret_cause)
{
	/* while a frame is on the wire a wrong load may have waited for its end */
	uint64_t from = m->tx.frame.start && m->tx.last_wire + CAUSE_CYCLES > cycle && m->tx.frame.start < cycle ?
				m->tx.frame.start : cycle;
	const struct pause_command *note = newest_note(m, from > CAUSE_CYCLES ? from - CAUSE_CYCLES : 0);

	*ret_cause = cycle;
	if (m->rx.pending && m->tx.busy) {
		*ret_cause = m->rx.load_next.last;
		return RULE_PAUSE_AFTER_FRAME;
	}
	if (note) {
		*ret_cause = note->last;
		return note->rule;
	}
	if (m->rx.commanded && !m->rx.command.quanta && m->rx.command.visible + CAUSE_CYCLES > cycle) {
		*ret_cause = m->rx.command.last;
		return RULE_PAUSE_ZERO_RESUMES;
	}
	return RULE_PAUSE_OBEYED;
}

enum rule pm_explain_not_inhibited(const struct pm_model *m, uint64_t *ret_cause)
{
	*ret_cause = m->rx.load.last;
	return m->rx.load_waited ? RULE_PAUSE_AFTER_FRAME : m->rx.load.rule;
}

static bool near(uint64_t a, uint64_t b)
{
	return a > b ? a - b <= NEAR_CYCLES : b - a <= NEAR_CYCLES;
}

static uint64_t octets_of(uint16_t quanta)
{
	return (uint64_t)PAUSE_QUANTUM_OCTETS * quanta;
}

enum rule pm_explain_end(const struct pm_model *m, uint64_t end, uint64_t *ret_cause)
{
	const struct pause_command *load = &m->rx.load;
	uint64_t sum = m->rx.old_end + octets_of(load->quanta);

	for (unsigned i = 1; i <= PAUSE_RX_NOTES && i <= m->rx.note_next; i++) {
		const struct pause_command *note = &m->rx.note[(m->rx.note_next - i) % PAUSE_RX_NOTES];
		*ret_cause = note->last;
		if (note->last >= load->last && near(end, note->visible + 1 + octets_of(note->quanta)))
			return note->rule;
	}
	*ret_cause = load->last;
	if (m->rx.load_overwrote && (near(end, m->rx.old_end) || near(end, sum)))
		return RULE_PAUSE_OVERWRITE;
	if (m->rx.load_waited && near(end, load->visible + 1 + octets_of(load->quanta)))
		return RULE_PAUSE_AFTER_FRAME;
	return PM_NO_RULE;
}

enum rule pm_explain_early(const struct pm_model *m, uint64_t cycle, uint64_t *ret_cause)
{
	enum rule rule = pm_explain_end(m, cycle, ret_cause);

	if (m->rx.pending) {
		*ret_cause = m->rx.load_next.last;
		return RULE_PAUSE_OVERWRITE;
	}
	if (rule != PM_NO_RULE)
		return rule;
	if (m->rx_reset && near(cycle, m->rx_reset)) {
		*ret_cause = m->rx_reset;
		return RULE_PAUSE_RESET;
	}
	return RULE_PAUSE_TIME;
}

enum rule pm_explain_late(const struct pm_model *m, uint64_t *ret_cause)
{
	*ret_cause = m->rx.fall_cause;
	return m->rx.fall_rule == RULE_PAUSE_EXPIRY ? PM_NO_RULE : m->rx.fall_rule;
}

enum rule pm_explain_timer(const struct pm_model *m, uint64_t end, uint64_t *ret_cause)
{
	enum rule rule = pm_explain_end(m, end, ret_cause);

	if (m->rx.pending && m->tx.busy && !m->rx.xoff) {
		*ret_cause = m->rx.load_next.last;
		return RULE_PAUSE_AFTER_FRAME;
	}
	return rule == PM_NO_RULE ? RULE_PAUSE_TIME : rule;
}

enum rule pm_explain_pause_sent(const struct pm_model *m, uint16_t quanta, uint64_t *ret_cause)
{
	*ret_cause = m->pause_tx.crossing;
	if (!m->mode.send_pause)
		return m->mode.half_duplex ? RULE_PAUSE_HALF_DUPLEX : RULE_PAUSE_TX_GATE;
	if (quanta && !m->pause_tx.low)
		return RULE_XOFF_BELOW_LOW;
	if (quanta)
		return m->pause_tx.done ? RULE_XOFF_ONCE : RULE_PAUSE_TX_LATENCY;
	if (m->pause_tx.adv_end <= m->now)
		return RULE_XON_AFTER_XOFF;
	return m->pause_tx.low ? RULE_XON_ABOVE_HIGH : RULE_PAUSE_TX_LATENCY;
}

/* A frame that is a PAUSE (or control) for one side only. */
static enum rule explain_control(const struct pm_rx_frame *rx, uint32_t diff, uint32_t actual)
{
	if (rx->not_pause != PM_NO_RULE && actual & diff)
		return rx->not_pause;
	if (rx->tagged)
		return RULE_PAUSE_TAGGED;
	if (rx->pause && rx->own_address)
		return RULE_PAUSE_DA;
	if (rx->pause && rx->len != PAUSE_FRAME_OCTETS)
		return RULE_PAUSE_LENGTH;
	if (rx->pause)
		return RULE_PAUSE_OBEYED;
	if (rx->code_error)
		return RULE_PAUSE_CODE_ERROR;
	if (rx->bad)
		return RULE_PAUSE_FCS;
	return diff & RX_RECORD_CONTROL && actual & diff ? RULE_PAUSE_TYPE : RULE_RX_RECORD;
}

enum rule pm_explain_record(const struct pm_rx_frame *rx, uint32_t actual)
{
	uint32_t diff = rx->record ^ actual;

	if (diff & (RX_RECORD_PAUSE | RX_RECORD_CONTROL))
		return explain_control(rx, diff & RX_RECORD_PAUSE ? RX_RECORD_PAUSE : RX_RECORD_CONTROL, actual);
	if (diff & RX_RECORD_BAD && rx->not_pause != PM_NO_RULE)
		return rx->not_pause;
	if (diff & RX_RECORD_DELIVERED && actual & RX_RECORD_DELIVERED)
		return rx->refused;
	if (diff & RX_RECORD_DELIVERED)
		return actual & RX_RECORD_DISCARDED && rx->accepted == RULE_RX_HOST_MISSING ? RULE_RX_DROP_ALLOWANCE : rx->accepted;
	if (diff & RX_RECORD_DISCARDED && rx->low)
		return RULE_RX_DROP_ALLOWANCE;
	return RULE_RX_RECORD;
}

enum rule pm_explain_silence(const struct pm_model *m, uint64_t cycle, uint64_t *ret_cause)
{
	for (unsigned i = 1; i <= PAUSE_RX_NOTES && i <= m->rx.note_next; i++) {
		const struct pause_command *note = &m->rx.note[(m->rx.note_next - i) % PAUSE_RX_NOTES];
		if (note->last + CAUSE_CYCLES + octets_of(note->quanta) <= cycle)
			continue;
		*ret_cause = note->last;
		return note->rule;
	}
	if (m->rx.fall_cycle && m->rx.fall_cycle > m->tx.last_wire) {
		enum rule rule = pm_explain_late(m, ret_cause);
		return rule == PM_NO_RULE ? RULE_PAUSE_EXPIRY : rule;
	}
	*ret_cause = cycle;
	return RULE_DATA_RESUMES;
}

void pm_pause_memory(const struct pm_model *m, struct pm_pause_memory *ret)
{
	*ret = (struct pm_pause_memory){
		.rise_cycle = m->rx.rise_cycle,
		.fall_cycle = m->rx.fall_cycle,
		.load_cycle = m->rx.load_cycle,
		.enable_cycle = m->enable_cycle,
		.want_xoff = m->pause_tx.want == PAUSE_WANT_XOFF ? m->now : m->pause_tx.want_xoff,
		.want_xon = m->pause_tx.want == PAUSE_WANT_XON ? m->now : m->pause_tx.want_xon,
		.crossing = m->pause_tx.crossing,
		.quanta = m->rx.load.quanta,
		.waits = m->rx.pending && m->tx.busy,
		.due = m->rx.pending && !m->tx.busy,
		.want_since = m->pause_tx.want_since,
		.remote = m->pause_tx.adv_end > m->now,
	};
}
