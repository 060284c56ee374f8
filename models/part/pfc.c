/* SPDX-License-Identifier: Apache-2.0 */
/* Priority flow control: class timers and requests. 802.1Qbb; 802.3 annex 31D; UG 683426; doc/devices/ll10g.md 2, 3. */
#include "pfc.h"

#include "frame.h"

#include <string.h>

enum { VECTOR_OFFSET = 17, TIMES_OFFSET = 18, NEAR_OCTETS = 64, CAUSE_OCTETS = 512 };

/* ---- frames ---- */

void pfc_parse(struct pfc_fields *ret, const uint8_t *octets)
{
	ret->classes = octets[VECTOR_OFFSET];
	for (int i = 0; i < PFC_CLASSES; i++)
		ret->quanta[i] = frame_u16(octets + TIMES_OFFSET + 2 * i);
}

void pfc_build(uint8_t *ret, const uint8_t *source, const struct pfc_fields *fields)
{
	static const uint8_t control[] = { 0x88, 0x08, 0x01, 0x01 };

	memset(ret, 0, PFC_FRAME_OCTETS);
	memcpy(ret, frame_pause_address, FRAME_ADDRESS_OCTETS);
	memcpy(ret + FRAME_ADDRESS_OCTETS, source, FRAME_ADDRESS_OCTETS);
	memcpy(ret + FRAME_TYPE_OFFSET, control, sizeof(control));
	ret[VECTOR_OFFSET] = fields->classes;
	for (int i = 0; i < PFC_CLASSES; i++) {
		ret[TIMES_OFFSET + 2 * i] = (uint8_t)(fields->quanta[i] >> 8);
		ret[TIMES_OFFSET + 2 * i + 1] = (uint8_t)fields->quanta[i];
	}
	frame_put_fcs(ret + PFC_FRAME_OCTETS - FRAME_FCS_OCTETS, frame_fcs(ret, PFC_FRAME_OCTETS - FRAME_FCS_OCTETS));
}

/* ---- timers ---- */

static uint64_t octets_of(uint16_t quanta)
{
	return (uint64_t)PAUSE_QUANTUM_OCTETS * quanta;
}

void pfc_timers_reset(struct pfc_timers *t)
{
	*t = (struct pfc_timers){ .clocks = t->clocks };
}

void pfc_timers_note(struct pfc_timers *t, const struct pfc_command *rejected)
{
	t->note[t->note_next++ % PFC_NOTES] = *rejected;
}

void pfc_timers_command(struct pfc_timers *t, const struct pfc_command *command)
{
	t->command = *command;
	t->command.rule = RULE_PFC_OBEYED;
	t->commanded = true;
	pfc_timers_note(t, &t->command);
}

static bool drop_all(struct pfc_timers *t, uint64_t cycle)
{
	bool changed = false;

	for (int i = 0; i < PFC_CLASSES; i++) {
		t->action[i] = (struct pfc_action){ .last = cycle, .visible = cycle, .obeyed = true };
		t->acted = cycle;
		if (t->end[i] <= cycle)
			continue;
		t->end[i] = cycle;
		changed = true;
	}
	return changed;
}

bool pfc_timers_step(struct pfc_timers *t, uint64_t cycle, uint32_t step, uint8_t ignore, bool reset)
{
	const struct pfc_command *command = &t->command;

	if (reset)
		return drop_all(t, cycle + step);
	if (!t->commanded || command->visible != cycle)
		return false;
	t->commanded = false;
	for (int i = 0; i < PFC_CLASSES; i++) {
		if (!(command->fields.classes >> i & 1))
			continue;
		t->action[i] = (struct pfc_action){ command->last, cycle + step, command->fields.quanta[i], !(ignore >> i & 1) };
		t->acted = cycle + step;
		if (ignore >> i & 1) {
			t->ignored[i] = cycle;
			continue;
		}
		t->end[i] = cycle + step + octets_of(command->fields.quanta[i]) * (t->clocks ? t->clocks : 1);
		t->over = t->end[i] > t->over ? t->end[i] : t->over;
		t->last[i] = command->last;
	}
	return true;
}

uint8_t pfc_timers_xoff(const struct pfc_timers *t, uint64_t cycle)
{
	uint8_t classes = 0;

	if (t->over <= cycle)
		return 0;
	for (int i = 0; i < PFC_CLASSES; i++)
		if (t->end[i] > cycle)
			classes |= (uint8_t)(1 << i);
	return classes;
}

uint64_t pfc_timers_next(const struct pfc_timers *t, uint64_t cycle)
{
	uint64_t next = UINT64_MAX;

	if (t->over <= cycle)
		return next;
	for (int i = 0; i < PFC_CLASSES; i++)
		if (t->end[i] > cycle && t->end[i] < next)
			next = t->end[i];
	return next;
}

/* Returns the newest PFC frame, obeyed or rejected, that became visible shortly before CYCLE, or NULL. */
static const struct pfc_command *recent_note(const struct pfc_timers *t, uint64_t cycle, bool rejected)
{
	for (unsigned i = 1; i <= PFC_NOTES && i <= t->note_next; i++) {
		const struct pfc_command *note = &t->note[(t->note_next - i) % PFC_NOTES];
		if (note->last + CAUSE_OCTETS > cycle && (note->rule != RULE_PFC_OBEYED) == rejected)
			return note;
	}
	return NULL;
}

/* The device pauses class I although it should not: returns the rule that it breaks. */
static enum rule explain_held(const struct pfc_timers *t, uint64_t cycle, int i, uint64_t *ret_cause)
{
	const struct pfc_command *note = recent_note(t, cycle, true), *obeyed = recent_note(t, cycle, false);

	if (obeyed && obeyed->last == t->last[i] && obeyed->fields.classes >> i & 1 && !obeyed->fields.quanta[i]) {
		*ret_cause = obeyed->last; /* a frame with time 0 for the class */
		return RULE_PFC_OBEYED;
	}
	if (t->end[i] && t->end[i] <= cycle && t->end[i] + NEAR_OCTETS > cycle) {
		*ret_cause = t->last[i];
		return RULE_PFC_TIME;
	}
	if (t->ignored[i] && t->ignored[i] + CAUSE_OCTETS > cycle) {
		*ret_cause = t->ignored[i];
		return RULE_PFC_IGNORE;
	}
	if (note && note->fields.classes >> i & 1) {
		*ret_cause = note->last;
		return note->rule;
	}
	*ret_cause = cycle;
	return RULE_PFC_OBEYED;
}

enum rule pfc_timers_explain(const struct pfc_timers *t, uint64_t cycle, uint8_t actual, uint64_t *ret_cause)
{
	uint8_t differ = actual ^ pfc_timers_xoff(t, cycle);
	const struct pfc_command *note = recent_note(t, cycle, false), *rejected = recent_note(t, cycle, true);

	for (int i = 0; i < PFC_CLASSES; i++) {
		if (!(differ >> i & 1))
			continue;
		if (actual >> i & 1)
			return explain_held(t, cycle, i, ret_cause);
		*ret_cause = t->last[i];
		if (rejected && rejected->last > t->last[i] && rejected->fields.classes >> i & 1) {
			*ret_cause = rejected->last;
			return rejected->rule;
		}
		if (t->ignored[i] > t->last[i] && t->ignored[i] + CAUSE_OCTETS > cycle)
			return RULE_PFC_IGNORE;
		return note && note->last == t->last[i] && note->fields.classes >> i & 1 ? RULE_PFC_OBEYED : RULE_PFC_TIME;
	}
	*ret_cause = cycle;
	return RULE_PFC_TIME;
}

void pfc_timers_resync(struct pfc_timers *t, uint64_t cycle, uint8_t actual)
{
	for (int i = 0; i < PFC_CLASSES; i++) {
		bool held = actual >> i & 1;
		if (held && t->end[i] <= cycle)
			t->over = t->end[i] = UINT64_MAX;
		else if (!held && t->end[i] > cycle)
			t->end[i] = cycle;
	}
}

/* ---- requests ---- */

static void request_off(struct pfc_request *r, uint64_t cycle)
{
	r->request_off = r->request_on = r->sent = r->freed = false;
	if (r->hold_end > cycle) {
		r->freed_end = r->hold_end;
		r->freed_cycle = cycle;
	}
	r->hold_end = 0;
}

bool pfc_request_step(struct pfc_request *r, uint64_t cycle, uint32_t step, const struct pfc_request_input *in)
{
	bool had = r->request_off || r->request_on || r->sent || r->hold_end > cycle;

	if (!in->enabled) {
		request_off(r, cycle);
		return had;
	}
	if (r->request_off || r->request_on || r->going)
		return false;
	if (in->pulse_off || (in->port_off && r->hold_end <= cycle)) {
		r->request_off = true;
		r->repeats = !in->pulse_off && r->hold_end == cycle;
		r->freed = !in->pulse_off && r->freed_end > cycle;
	} else {
		r->request_on = (in->pulse_on || in->port_on) && r->sent;
		r->repeats = r->freed = false;
	}
	if (!r->request_off && !r->request_on)
		return false;
	r->since = cycle + step;
	return true;
}

void pfc_request_started(struct pfc_request *r, uint16_t quanta)
{
	r->going = true;
	r->going_off = r->request_off;
	r->request_off = r->request_on = false;
	r->sent = quanta;
}

void pfc_request_undo(struct pfc_request *r)
{
	if (!r->going)
		return;
	r->going = false;
	r->request_off = r->going_off;
	r->request_on = !r->going_off;
}

void pfc_request_ended(struct pfc_request *r, uint64_t cycle, uint32_t step, uint16_t holdoff, bool enabled)
{
	if (!r->going)
		return;
	r->going = false;
	if (r->going_off && enabled) {
		r->hold_end = cycle + step + octets_of(holdoff);
		r->hold_from = cycle;
		r->hold = holdoff;
	}
	r->freed_end = 0;
}

uint64_t pfc_request_next(const struct pfc_request *r, uint64_t cycle)
{
	return r->hold_end > cycle ? r->hold_end : UINT64_MAX;
}
