/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the rule that a difference between device and model breaks: the most specific one that explains it by what happened lately.
 * models/rules.def; doc/devices/bcm5718.md. */
#include "explain.h"

#include <stddef.h>

enum {
	/* A record that comes up to so many cycles earlier or later belongs to the same frame. */
	CLASSIFIED_NEAR_CYCLES = 3,
	/* A frame may be the cause of an inhibit for this long after its last octet, on an idle wire. */
	CAUSE_CYCLES = 256,
	/* Two moments that differ by no more may differ by a latency alone. */
	NEAR_CYCLES = 8,
};

static const struct {
	const struct pm_device *device;
	const struct pm_explainer *explainer;
} explainers[] = {
#define DEVICE(name) { &pm_device_##name, &pm_explain_##name },
#include "devices.def"
};

const struct pm_explainer *explainer_of(const struct pm_model *m)
{
	size_t i = 0;

	while (explainers[i].device != m->device)
		i++;
	return explainers[i].explainer;
}

static bool near(uint64_t a, uint64_t b)
{
	return a > b ? a - b <= NEAR_CYCLES : b - a <= NEAR_CYCLES;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t octets_of(const struct pm_model *m, uint16_t quanta)
{
	return pause_rx_time(&m->rx, quanta);
}

/* Returns the newest rejected or dropped command whose last octet is in cycles FROM to TO and whose time is about TIMER octet times, or else
 * the newest one in these cycles with a time above 0, or NULL. */
static const struct pause_command *guilty_note(const struct pm_model *m, uint64_t from, uint64_t to, uint32_t timer)
{
	const struct pause_command *newest = NULL;

	for (unsigned i = 1; i <= PAUSE_RX_NOTES && i <= m->rx.note_next; i++) {
		const struct pause_command *note = &m->rx.note[(m->rx.note_next - i) % PAUSE_RX_NOTES];
		if (note->last < from || note->last > to || !note->quanta)
			continue;
		if (near(octets_of(m, note->quanta), timer))
			return note;
		if (!newest)
			newest = note;
	}
	return newest;
}

enum rule pm_explain_inhibited(const struct pm_model *m, uint64_t cycle, uint32_t timer, uint64_t *ret_cause)
{
	/* while a frame is on the wire a wrong load may have waited for its end */
	uint64_t from = m->tx.frame.start && m->tx.last_wire + CAUSE_CYCLES > cycle && m->tx.frame.start < cycle
	                  ? m->tx.frame.start
	                  : cycle;
	const struct pause_command *note;

	from = from > CAUSE_CYCLES ? from - CAUSE_CYCLES : 0;
	note = guilty_note(m, from, cycle, timer);
	if (!note) /* the frame was still on the wire in that cycle */
		note = guilty_note(m, from, PM_NEVER, timer);
	*ret_cause = cycle;
	if (m->rx.pending && m->tx.busy) {
		*ret_cause = earlier(m->rx.load_next.last, cycle);
		return RULE_PAUSE_AFTER_FRAME;
	}
	if (m->rx.commanded && !m->rx.command.quanta && near(m->rx.command.visible, cycle)) {
		*ret_cause = earlier(m->rx.command.last, cycle);
		return RULE_PAUSE_ZERO_RESUMES;
	}
	if (note) {
		*ret_cause = earlier(note->last, cycle);
		return note->rule;
	}
	if (m->rx.commanded && !m->rx.command.quanta && m->rx.command.visible + CAUSE_CYCLES > cycle) {
		*ret_cause = earlier(m->rx.command.last, cycle);
		return RULE_PAUSE_ZERO_RESUMES;
	}
	if (m->rx.fall_cycle > m->reset_until) { /* an inhibit that was over has come back */
		*ret_cause = earlier(m->rx.fall_cause, cycle);
		return m->rx.fall_rule;
	}
	return RULE_PAUSE_OBEYED;
}

enum rule pm_explain_not_inhibited(const struct pm_model *m, uint64_t *ret_cause)
{
	*ret_cause = m->rx.load.last;
	return m->rx.load_waited ? RULE_PAUSE_AFTER_FRAME : m->rx.load.rule;
}

enum rule pm_explain_end(const struct pm_model *m, uint64_t end, uint64_t *ret_cause)
{
	const struct pause_command *load = &m->rx.load;
	uint64_t sum = m->rx.old_end + octets_of(m, load->quanta);

	for (unsigned i = 1; i <= PAUSE_RX_NOTES && i <= m->rx.note_next; i++) {
		const struct pause_command *note = &m->rx.note[(m->rx.note_next - i) % PAUSE_RX_NOTES];
		*ret_cause = note->last;
		if (note->last >= load->last && near(end, note->visible + 1 + octets_of(m, note->quanta)))
			return note->rule;
	}
	*ret_cause = load->last;
	if (m->rx.load_overwrote && (near(end, m->rx.old_end) || near(end, sum)))
		return RULE_PAUSE_OVERWRITE;
	if (m->rx.load_waited && near(end, load->visible + 1 + octets_of(m, load->quanta)))
		return RULE_PAUSE_AFTER_FRAME;
	/* when a load over a running timer is late, only the end of the inhibit shows it */
	if (m->rx.load_overwrote && near(end, m->rx.load_cycle + octets_of(m, load->quanta)))
		return RULE_PAUSE_LATENCY;
	return PM_NO_RULE;
}

enum rule pm_explain_early(const struct pm_model *m, uint64_t cycle, uint64_t *ret_cause)
{
	enum rule rule = pm_explain_end(m, cycle, ret_cause);

	if (m->mode.tx_off && !m->rx.xoff) {
		*ret_cause = m->notes.tx_off_cycle;
		return RULE_TX_OFF_BIT;
	}
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

enum rule pm_explain_timer(const struct pm_model *m, uint32_t timer, uint64_t *ret_cause)
{
	const struct pause_command *load = &m->rx.load;
	uint64_t end = m->now + timer;
	enum rule rule = pm_explain_end(m, end, ret_cause);

	if (m->rx.pending && m->tx.busy && !m->rx.xoff) {
		*ret_cause = m->rx.load_next.last;
		return RULE_PAUSE_AFTER_FRAME;
	}
	if (rule != PM_NO_RULE)
		return rule;
	if (m->rx.load_waited && !timer && load->visible + octets_of(m, load->quanta) <= m->now)
		return RULE_PAUSE_AFTER_FRAME;
	return RULE_PAUSE_TIME;
}

void pm_explain_pause_sent(const struct pm_model *m, struct pm_pause_undue *ret)
{
	*ret = (struct pm_pause_undue){ 0 }; /* a device need not fill in all members */
	explainer_of(m)->pause_sent(m, ret);
}

enum rule pm_explain_pfc(const struct pm_model *m, uint8_t actual, uint64_t *ret_cause)
{
	uint8_t ignored;

	*ret_cause = m->now;
	if (!m->device->pfc)
		return RULE_PFC_OBEYED;
	return pfc_timers_explain(m->device->pfc(m, &ignored), m->now, actual, ret_cause);
}

bool pm_pfc_action(const struct pm_model *m, unsigned class, struct pm_pfc_action *ret)
{
	uint8_t ignored;
	const struct pfc_action *action;

	if (!m->device->pfc)
		return false;
	action = &m->device->pfc(m, &ignored)->action[class];
	*ret = (struct pm_pfc_action){ action->last, action->visible, action->quanta, action->obeyed };
	return action->visible;
}

bool pm_pfc_note(const struct pm_model *m, unsigned i, struct pm_pfc_note *ret)
{
	const struct pfc_timers *t;
	const struct pfc_command *note;
	uint8_t ignored;

	if (!m->device->pfc)
		return false;
	t = m->device->pfc(m, &ignored);
	if (i >= PFC_NOTES || i >= t->note_next)
		return false;
	note = &t->note[(t->note_next - 1 - i) % PFC_NOTES];
	*ret = (struct pm_pfc_note){ .last = note->last, .classes = note->fields.classes, .rule = note->rule };
	for (unsigned k = 0; k < PFC_CLASSES; k++)
		if (note->fields.classes >> k & 1 && note->fields.quanta[k] > ret->quanta)
			ret->quanta = note->fields.quanta[k];
	return true;
}

uint8_t pm_pfc_ignored(const struct pm_model *m, uint64_t *ret_acted)
{
	uint8_t ignored = 0;

	*ret_acted = m->device->pfc ? m->device->pfc(m, &ignored)->acted : 0;
	return ignored;
}

uint32_t pm_gap_octets(const struct pm_model *m)
{
	return m->mode.ipg;
}

/* Returns the rule about a frame that either the device or the model takes for a PAUSE, and not both. */
static enum rule explain_pause(const struct pm_rx_frame *rx)
{
	if (!rx->pause && rx->not_pause == PM_NO_RULE)
		return rx->len < FRAME_MIN_OCTETS ? RULE_PAUSE_LENGTH : RULE_RX_RECORD;
	if (!rx->pause)
		return rx->not_pause;
	return pause_frame_missed(&rx->pause_frame, rx->len);
}

/* Returns the rule about a frame that either the device or the model takes for MAC control, and not both. */
static enum rule explain_control(const struct pm_rx_frame *rx, bool actual)
{
	if (rx->pause_frame.tagged)
		return RULE_PAUSE_TAGGED;
	if (!actual)
		return RULE_RX_RECORD;
	if (rx->too_long || rx->len < FRAME_MIN_OCTETS)
		return RULE_PAUSE_LENGTH;
	return rx->pause_frame.type && !rx->pause_frame.address ? RULE_PAUSE_DA : RULE_PAUSE_TYPE;
}

/* Returns the rule about a frame that is lost because there is no room: no allowance of MBUFs, or too few free words. */
static enum rule rule_of_loss(const struct pm_model *m)
{
	return m->step == XGMII_CLOCK_OCTETS || m->mii ? RULE_RX_OVERFLOW : RULE_RX_DROP_ALLOWANCE;
}

static enum rule explain_delivery(const struct pm_model *m, const struct pm_rx_frame *rx, uint32_t diff, uint32_t actual)
{
	bool full = rx->refused == RULE_RX_DROP_ALLOWANCE || rx->refused == RULE_BUFFER_LEVEL;

	if (diff & RX_RECORD_DELIVERED && actual & RX_RECORD_DELIVERED)
		return rx->refused;
	if (diff & RX_RECORD_DELIVERED)
		return actual & RX_RECORD_DISCARDED ? rule_of_loss(m) : rx->accepted;
	if (actual & RX_RECORD_DISCARDED && m->step == XGMII_CLOCK_OCTETS)
		return RULE_COUNT_LOST;
	if (actual & RX_RECORD_DISCARDED) /* the model delivers the frame, or would not deliver it even with room */
		return rx->refused == PM_NO_RULE ? RULE_RX_RECORD : rx->refused;
	if (rx->refused == RULE_RX_OVERFLOW)
		return rx->accepted != RULE_RX_HOST_MISSING ? rx->accepted : RULE_RX_OVERFLOW;
	return full && rx->accepted != RULE_RX_HOST_MISSING ? rx->accepted : RULE_COUNT_DISCARDS;
}

/* GMII: a frame takes its first MBUF with its first octet, so the level shows whether the device and the model both see a frame
 * there. */
enum rule pm_explain_level(const struct pm_model *m, uint32_t actual)
{
	const struct pm_run *run = &m->run[(m->run_next - 1) % PM_RUNS];
	bool on_wire = m->run_next && m->now > run->first && (run->open || m->now <= run->last + m->config.timing.classify);
	uint32_t head = FRAME_HEAD_OCTETS * run->clocks;

	if (!on_wire || m->step == XGMII_CLOCK_OCTETS)
		return RULE_BUFFER_LEVEL;
	if (run->fragment)
		return RULE_RX_FRAGMENT;
	if (actual < m->view.free && !run->frame.is_frame)
		return RULE_RX_PREAMBLE;
	if (actual < m->view.free && !run->received && !run->abandoned)
		return RULE_RX_DISABLED;
	if (actual != m->view.free + 1 || !run->received || m->now != run->begin + run->clocks + 1)
		return RULE_BUFFER_LEVEL;
	/* the DUT does not see this frame, because of its head or because a mode has changed since it began */
	if (m->notes.receive_cycle > run->first)
		return RULE_RX_DISABLED;
	if (m->notes.speed_cycle > run->first)
		return RULE_MII_NIBBLES;
	return run->frame.offset != head ? RULE_RX_PREAMBLE : RULE_BUFFER_LEVEL;
}

/* Returns true if the frame before the newest classified one had an error on the wire. */
static bool errored_before(const struct pm_model *m)
{
	for (unsigned i = 1; i < PM_RUNS && i < m->run_next; i++)
		if (&m->run[(m->run_next - i) % PM_RUNS] == m->classified)
			return m->run[(m->run_next - i - 1) % PM_RUNS].frame.code_error;
	return false;
}

/* Returns the rule about a frame that either the device or the model finds bad, and not both: by its FCS, a code or its end.
 * Returns PM_NO_RULE if none of these is the reason. */
static enum rule explain_bad(const struct pm_model *m, const struct pm_rx_frame *rx, bool actual, bool control, bool delivery)
{
	bool lanes = m->step == XGMII_CLOCK_OCTETS, fcs = m->classified && m->classified->frame.fcs_wrong;

	if (m->mii && actual && !fcs && !rx->code_error && m->classified && m->classified->clocks > 1)
		return RULE_MII_NIBBLES;
	if (control && (!lanes || fcs || rx->code_error))
		return rx->code_error ? RULE_PAUSE_CODE_ERROR : RULE_PAUSE_FCS;
	if (!lanes)
		return PM_NO_RULE;
	if (!actual && rx->code_error)
		return RULE_XGMII_END;
	if (actual && !rx->code_error && !fcs && errored_before(m))
		return RULE_XGMII_END;
	return delivery || (!actual && fcs) ? RULE_RX_BAD_FRAME : RULE_RX_BAD_MARK; /* its length or type is the reason */
}

enum rule pm_explain_classified(const struct pm_model *m, uint32_t actual)
{
	enum rule rule = m->step == XGMII_CLOCK_OCTETS ? RULE_XGMII_START : RULE_RX_RECORD;

	for (unsigned i = 1; i <= PM_RUNS && i <= m->run_next; i++) {
		const struct pm_run *run = &m->run[(m->run_next - i) % PM_RUNS];
		uint64_t shows = run->classify + m->step, apart = shows > m->now ? shows - m->now : m->now - shows;
		if (!run->frame.is_frame || run->open || apart > CLASSIFIED_NEAR_CYCLES * (uint64_t)m->step)
			continue;
		if (!apart && run->fragment)
			return RULE_RX_FRAGMENT;
		if (!apart && (!run->received || run->abandoned))
			return RULE_RX_DISABLED;
		if (run->frame.len == (actual & RX_RECORD_LENGTH))
			rule = RULE_RX_RECORD;
	}
	return rule;
}

enum rule pm_explain_not_classified(const struct pm_model *m, bool late)
{
	if (m->mii && !late && m->classified && m->classified->met)
		return RULE_RX_FRAGMENT;
	if (m->step != XGMII_CLOCK_OCTETS)
		return RULE_RX_RECORD;
	return late || (m->classified && m->classified->frame.illegal) ? RULE_XGMII_END : RULE_XGMII_START;
}

enum rule pm_explain_signal(const struct pm_model *m, enum pm_signal actual)
{
	if (m->view.signal == PM_SIGNAL_REMOTE_FAULT)
		return actual == PM_SIGNAL_IDLE ? PM_NO_RULE : RULE_FAULT_SIGNAL;
	if (actual != PM_SIGNAL_LOCAL_FAULT && actual != PM_SIGNAL_REMOTE_FAULT)
		return RULE_XGMII_CODES;
	return m->fault == XGMII_FAULT_NONE && actual == PM_SIGNAL_REMOTE_FAULT ? RULE_FAULT_STATE : RULE_FAULT_SIGNAL;
}

enum rule pm_reg_explain(const struct pm_model *m, uint16_t address, uint64_t expected, uint64_t actual)
{
	unsigned row = registers_row(&m->regs, address);
	struct pm_reg_info info;
	enum rule rule = PM_NO_RULE;

	if (!pm_reg_info(m, address, &info))
		return RULE_REG_VALUE;
	if (info.class != PM_REG_COUNTER && explainer_of(m)->reg)
		rule = explainer_of(m)->reg(m, row, expected, actual);
	if (info.class != PM_REG_COUNTER || info.rule == RULE_COUNTER_ZERO)
		return rule == PM_NO_RULE ? info.rule : rule;
	rule = counting_explain(&m->count, row, expected, actual);
	return rule == RULE_COUNT ? info.rule : rule;
}

enum rule pm_count_explain(const struct pm_model *m, uint16_t address, const struct pm_count_then *then, uint64_t expected,
                           uint64_t actual)
{
	unsigned row = registers_row(&m->regs, address);
	struct pm_reg_info info;
	enum rule rule;

	if (!pm_reg_info(m, address, &info) || info.rule == RULE_COUNTER_ZERO || row == REGISTERS_NONE)
		return info.rule;
	rule = counting_explain_as(&m->count, row, &then->memory, 0, expected, actual);
	return rule == RULE_COUNT ? info.rule : rule;
}

enum rule pm_explain_record(const struct pm_model *m, const struct pm_rx_frame *rx, uint32_t actual)
{
	uint32_t diff = rx->record ^ actual;
	bool lanes = m->step == XGMII_CLOCK_OCTETS;
	bool almost = rx->not_pause != PM_NO_RULE && rx->not_pause != RULE_PAUSE_TYPE;
	bool control = diff & (RX_RECORD_PAUSE | RX_RECORD_CONTROL) || almost;
	enum rule rule = PM_NO_RULE;

	if (diff & RX_RECORD_LENGTH && lanes)
		return RULE_RX_RECORD;
	if (diff & RX_RECORD_PFC)
		return RULE_PFC_VALID;
	if (diff & RX_RECORD_BAD)
		rule = explain_bad(m, rx, actual & RX_RECORD_BAD, control, diff & RX_RECORD_DELIVERED);
	if (rule != PM_NO_RULE)
		return rule;
	if (diff & RX_RECORD_PAUSE)
		return explain_pause(rx);
	if (diff & RX_RECORD_CONTROL)
		return rx->bad ? (rx->code_error ? RULE_PAUSE_CODE_ERROR : RULE_PAUSE_FCS) : explain_control(rx, actual & diff);
	if (diff & (RX_RECORD_DELIVERED | RX_RECORD_DISCARDED))
		return explain_delivery(m, rx, diff, actual);
	return RULE_RX_RECORD;
}

enum rule pm_explain_silence(const struct pm_model *m, uint64_t cycle, uint64_t *ret_cause)
{
	bool resumed = m->rx.fall_cycle && m->rx.fall_cycle > m->tx.last_wire;

	*ret_cause = m->rx.fall_cause;
	if (resumed && m->rx.fall_rule != RULE_PAUSE_EXPIRY)
		return m->rx.fall_rule;
	if (resumed && m->rx.load_overwrote)
		return RULE_PAUSE_OVERWRITE;
	for (unsigned i = 1; i <= PAUSE_RX_NOTES && i <= m->rx.note_next; i++) {
		const struct pause_command *note = &m->rx.note[(m->rx.note_next - i) % PAUSE_RX_NOTES];
		if (note->last + CAUSE_CYCLES + octets_of(m, note->quanta) <= cycle ||
		    (m->mode.half_duplex && note->rule != RULE_PAUSE_HALF_DUPLEX))
			continue;
		*ret_cause = note->last;
		return note->rule;
	}
	if (resumed)
		return RULE_PAUSE_EXPIRY;
	*ret_cause = cycle;
	return pm_backoff_waits(m) ? RULE_TX_RETRY : RULE_DATA_RESUMES;
}

uint16_t pm_xoff_quanta(const struct pm_model *m)
{
	return m->mode.quanta;
}

bool pm_pause_level(const struct pm_model *m)
{
	return m->device->pause_level && m->device->pause_level(m);
}

bool pm_pfc_told(const struct pm_model *m, unsigned class, struct pm_pfc_told *ret)
{
	if (!m->device->pfc_told)
		return false;
	m->device->pfc_told(m, class, ret);
	return true;
}

bool pm_pfc_time(const struct pm_model *m, unsigned class, struct pm_pfc_time *ret)
{
	if (!m->device->pfc_time)
		return false;
	m->device->pfc_time(m, class, ret);
	return true;
}

void pm_pause_memory(const struct pm_model *m, struct pm_pause_memory *ret)
{
	*ret = (struct pm_pause_memory){
		.rise_cycle = m->rx.rise_cycle,
		.fall_cycle = m->rx.fall_cycle,
		.load_cycle = m->rx.load_cycle,
		.load_last = m->rx.load.last,
		.drop_cycle = m->rx.drop_cycle,
		.ended_cycle = m->rx.ended_cycle,
		.enable_cycle = m->notes.enable_cycle,
		.obey_cycle = m->notes.obey_cycle,
		.request_xoff = m->notes.request == NOTES_XOFF ? m->now : m->notes.request_xoff,
		.request_xon = m->notes.request == NOTES_XON ? m->now : m->notes.request_xon,
		.xoff_quanta = m->mode.quanta,
		.xoff_quanta_cycle = m->notes.quanta_cycle,
		.xoff_quanta_before = m->notes.quanta_before,
		.xoff_quanta_cycle_before = m->notes.quanta_cycle_before,
		.quanta = m->rx.load.quanta,
		.time = octets_of(m, m->rx.load.quanta),
		.quantum = octets_of(m, 2) - octets_of(m, 1),
		.forced = m->notes.invoked_cycle[CSMA_FORCED_COLLISION],
		.carrier = m->notes.invoked_cycle[CSMA_FALSE_CARRIER],
		.deferred = m->mode.csma.half_duplex && m->csma.carrier_last >= m->csma.idle_from,
		.crs_since = m->csma.crs && m->csma.carrier ? m->csma.carrier_since : PM_NEVER,
		.fall_cause = m->rx.fall_cause,
		.dropped = m->rx.fall_rule != RULE_PAUSE_EXPIRY,
		.software_cycle = m->notes.tx_off_cycle,
		.software = m->mode.tx_off,
		.overwrote = m->rx.load_overwrote,
		.waits = m->rx.pending && m->tx.busy,
		.request_since = m->notes.request_since,
	};
	if (m->device->pause_memory)
		m->device->pause_memory(m, ret);
}

bool pm_fault_holds(const struct pm_model *m)
{
	return m->fault != XGMII_FAULT_NONE && !m->mode.ignore_faults;
}

uint64_t pm_held_until(const struct pm_model *m)
{
	if (m->mode.tx_off)
		return PM_NEVER;
	if (m->rx.pending)
		return m->rx.pending_from + octets_of(m, m->rx.load_next.quanta);
	return m->rx.xoff ? m->rx.timer_end : m->now;
}

bool pm_link_fault(const struct pm_model *m)
{
	return m->fault != XGMII_FAULT_NONE;
}
