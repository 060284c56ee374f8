/* SPDX-License-Identifier: Apache-2.0 */
/* Says why a received PAUSE or PFC frame inhibits the transmitter, or does not: which field, mode or time decided. 802.3 31B,
 * 31D. */
#include "part/wire.h"
#include "why.h"

#include <string.h>

/* ---- frames that are no PAUSE, or have no effect ---- */

/* Says which field keeps the frame of RUN from being a PAUSE, by RULE. */
static bool say_field(struct why *w, const struct pm_run *run, enum rule rule)
{
	const struct pause_frame *f = &run->rx.pause_frame;
	unsigned at = f->tagged ? FRAME_TAG_OCTETS : 0;

	if ((rule == RULE_PAUSE_FCS && !run->frame.fcs_wrong) || (rule == RULE_PAUSE_CODE_ERROR && !run->rx.code_error) ||
	    (rule == RULE_PAUSE_DA && f->address) || (rule == RULE_PAUSE_TYPE && f->type) ||
	    (rule == RULE_PAUSE_OPCODE && f->opcode))
		return false;
	switch (rule) {
	case RULE_PAUSE_DA:
		why_say(w, "its DA is ");
		why_address(w, run->head);
		why_whose_address(w, run->head);
		return true;
	case RULE_PAUSE_TYPE:
		why_say(w, "its type is 0x%04x", frame_u16(run->head + FRAME_TYPE_OFFSET + at));
		return true;
	case RULE_PAUSE_OPCODE:
		why_say(w, "its opcode is 0x%04x", frame_u16(run->head + FRAME_TYPE_OFFSET + 2 + at));
		return true;
	case RULE_PAUSE_FCS:
		why_say(w, "its FCS is wrong");
		return true;
	case RULE_PAUSE_CODE_ERROR:
		why_say(w, "it has a code error");
		return true;
	case RULE_PAUSE_LENGTH:
		why_say(w, "it has ");
		why_octets(w, run->frame.len);
		return true;
	case RULE_PAUSE_TAGGED:
		why_say(w, "it is tagged");
		return true;
	default:
		return false;
	}
}

/* Says which mode keeps a PAUSE from having an effect, by RULE; the cause is the change of that mode. */
static void say_mode(struct why *w, enum rule rule)
{
	const struct pm_notes *n = &w->m->notes;

	switch (rule) {
	case RULE_PAUSE_HALF_DUPLEX:
		why_say(w, "half duplex");
		why_since(w, n->duplex_cycle);
		break;
	case RULE_PAUSE_RESET:
		why_say(w, "a receive reset is visible in cycle %llu", why_clock(w, w->m->rx_reset));
		break;
	case RULE_PAUSE_ZERO_RESUMES:
		why_say(w, "a PAUSE of time 0 came before it acted");
		break;
	case RULE_PAUSE_GATE:
		why_say(w, "PAUSE is not obeyed");
		why_since(w, n->flow_cycle);
		break;
	case RULE_PAUSE_FORWARD:
		why_say(w, "PAUSE is forwarded and not obeyed");
		why_since(w, n->flow_cycle);
		break;
	case RULE_TX_OFF_BIT:
		why_say(w, "software released the transmitter in cycle %llu", why_clock(w, n->tx_off_cycle));
		break;
	default:
		why_say(w, "it has no effect");
	}
}

static const struct pause_command *note_of(const struct pm_model *m, uint64_t last)
{
	for (unsigned i = 1; i <= PAUSE_RX_NOTES && i <= m->rx.note_next; i++) {
		const struct pause_command *note = &m->rx.note[(m->rx.note_next - i) % PAUSE_RX_NOTES];
		if (note->last == last)
			return note;
	}
	return NULL;
}

/* Says why the frame whose last octet came in LAST is no PAUSE, or has no effect. */
static bool say_refused(struct why *w, uint64_t last)
{
	const struct pause_command *note = note_of(w->m, last);
	const struct pm_run *run = why_run(w, last);

	if (!note)
		return false;
	why_say(w, "the frame with time %u that ended in cycle %llu %s: ", note->quanta, why_clock(w, last),
	        run && !run->rx.pause ? "is no PAUSE" : "has no effect");
	if (!run || !(say_field(w, run, w->q->rule) || say_field(w, run, note->rule)))
		say_mode(w, note->rule);
	return true;
}

/* ---- PAUSE frames that count ---- */

static void say_time(struct why *w, uint16_t quanta, uint64_t from)
{
	const struct pause_rx *p = &w->m->rx;
	uint64_t time = pause_rx_time(p, quanta);

	why_say(w, "%u %s = %llu %s from cycle %llu to %llu", quanta, why_quanta(quanta), (unsigned long long)time, why_unit(w),
	        why_clock(w, from), why_clock(w, from + time));
}

/* Returns true if one of the first reserved octets of a PAUSE is not 0. */
static bool reserved_set(const struct pm_run *run)
{
	uint8_t set = 0;

	for (unsigned i = FRAME_TIME_OFFSET + 2 + (run->rx.pause_frame.tagged ? FRAME_TAG_OCTETS : 0); i < PM_HEAD_OCTETS; i++)
		set |= run->head[i];
	return set;
}

static void say_obeyed(struct why *w)
{
	const struct pause_rx *p = &w->m->rx;
	const struct pm_run *run = why_run(w, p->load.last);
	bool own = run && memcmp(run->head, frame_pause_address, FRAME_ADDRESS_OCTETS);

	why_say(w, "the PAUSE that ended in cycle %llu has %s, type, opcode and FCS right", why_clock(w, p->load.last),
	        own ? "the station's DA" : "the PAUSE DA");
	if (run)
		why_say(w, ", %u octets", run->frame.len);
	if (run && reserved_set(run))
		why_say(w, " (what its reserved octets are does not matter)");
	why_say(w, ": ");
	say_time(w, p->load.quanta, p->load_cycle);
}

/* Says what the newest load of the timer did. */
static void say_load(struct why *w)
{
	const struct pause_rx *p = &w->m->rx;

	why_cause(w, p->load.last);
	if (w->q->rule == RULE_PAUSE_LATENCY) {
		why_say(w, "the PAUSE ended in cycle %llu and inhibits from cycle %llu on, %llu octet times later",
		        why_clock(w, p->load.last), why_clock(w, p->load_cycle),
		        (unsigned long long)(p->load_cycle - p->load.last));
		return;
	}
	if (p->load_waited) {
		why_say(w, "the PAUSE that ended in cycle %llu waited for the frame on the wire: ", why_clock(w, p->load.last));
		say_time(w, p->load.quanta, p->load_cycle);
		return;
	}
	say_obeyed(w);
	if (p->load_overwrote && p->old_end != UINT64_MAX && p->old_end != p->load_cycle)
		why_say(w, ", in place of cycle %llu by the PAUSE before", why_clock(w, p->old_end));
}

static void say_pending(struct why *w)
{
	const struct pause_rx *p = &w->m->rx;

	why_cause(w, p->load_next.last);
	why_say(w, "the PAUSE of %u %s that ended in cycle %llu ", p->load_next.quanta, why_quanta(p->load_next.quanta),
	        why_clock(w, p->load_next.last));
	if (w->m->tx.busy)
		why_say(w, "waits for the end of the frame on the wire since cycle %llu", why_clock(w, w->m->tx.frame.start));
	else
		why_say(w, "inhibits from cycle %llu on", why_clock(w, p->pending_from));
}

/* Says what ended the newest inhibit. */
static void say_fall(struct why *w)
{
	const struct pause_rx *p = &w->m->rx;

	why_cause(w, p->fall_rule == RULE_PAUSE_EXPIRY ? p->load.last : p->fall_cause);
	switch (p->fall_rule) {
	case RULE_PAUSE_EXPIRY:
		why_say(w, "the time of the PAUSE that ended in cycle %llu is over: ", why_clock(w, p->load.last));
		say_time(w, p->load.quanta, p->load_cycle);
		if (p->load_overwrote && p->old_end != UINT64_MAX && p->old_end != p->load_cycle)
			why_say(w, ", in place of cycle %llu by the PAUSE before", why_clock(w, p->old_end));
		break;
	case RULE_PAUSE_ZERO_RESUMES:
		why_say(w, "the PAUSE of time 0 that ended in cycle %llu releases the transmitter in cycle %llu",
		        why_clock(w, p->fall_cause), why_clock(w, p->fall_cycle));
		break;
	default:
		why_say(w, "the transmitter is Xon since cycle %llu: ", why_clock(w, p->fall_cycle));
		say_mode(w, p->fall_rule);
		if (p->fall_rule == RULE_PAUSE_GATE || p->fall_rule == RULE_PAUSE_FORWARD)
			why_cause(w, w->m->notes.flow_cycle);
	}
}

/* Says why the device has to be Xoff. */
static void say_xoff(struct why *w)
{
	const struct pm_model *m = w->m;

	if (m->mode.tx_off) {
		why_say(w, "software holds the transmitter since cycle %llu", why_clock(w, m->notes.tx_off_cycle));
		why_cause(w, m->notes.tx_off_cycle - (m->notes.tx_off_cycle == w->q->cycle ? m->step : 0)); /* the write */
	} else if (m->rx.pending && m->rx.load_next.last == w->q->cause) {
		say_pending(w);
	} else {
		say_load(w);
	}
}

static void say_xon(struct why *w)
{
	const struct pause_rx *p = &w->m->rx;

	if (p->fall_cycle > w->m->reset_until) {
		say_fall(w);
		return;
	}
	why_say(w, "no PAUSE was obeyed");
	why_since(w, 0);
	why_cause(w, w->m->reset_until);
}

/* A data frame started in spite of a PAUSE: says until when that PAUSE holds it. */
static void say_held(struct why *w)
{
	const struct pm_started *started = &w->m->notes.started;

	why_cause(w, started->load_last);
	why_say(w, "the PAUSE of %u %s that ended in cycle %llu ", started->quanta, why_quanta(started->quanta),
	        why_clock(w, started->load_last));
	if (started->pending)
		why_say(w, "is known, and holds data until its time begins, too");
	else if (started->timer_end == UINT64_MAX)
		why_say(w, "inhibits since cycle %llu", why_clock(w, started->load_cycle));
	else
		why_say(w, "inhibits from cycle %llu to %llu", why_clock(w, started->load_cycle),
		        why_clock(w, started->timer_end));
}

/* Says what the PAUSE that is the cause does if it is neither the newest one nor a refused one: the finding of a black box may
 * come later than the PAUSE frames after its cause. */
static bool say_action(struct why *w)
{
	const struct pause_rx *p = &w->m->rx;

	if (p->load.last == w->q->cause || (p->pending && p->load_next.last == w->q->cause))
		return false;
	for (unsigned i = 1; i <= PAUSE_RX_ACTIONS && i <= p->action_next; i++) {
		const struct pause_action *action = &p->action[(p->action_next - i) % PAUSE_RX_ACTIONS];
		if (action->last != w->q->cause || !action->time)
			continue;
		why_say(w, "the PAUSE that ended in cycle %llu inhibits for %llu %s, unless another one ends or replaces it",
		        why_clock(w, action->last), (unsigned long long)action->time, why_unit(w));
		return true;
	}
	return false;
}

void why_pause(struct why *w)
{
	const struct pm_model *m = w->m;
	const struct pause_rx *p = &m->rx;

	if (w->q->rule == RULE_PAUSE_HALF_DUPLEX && w->q->undue) {
		why_sent(w);
		return;
	}
	if (w->q->read && w->q->rule != RULE_TX_OFF_BIT) {
		why_register(w);
		return;
	}
	if (!strcmp(w->q->what, "obs_rx_record")) {
		if (!say_refused(w, w->q->cause))
			why_received(w);
		return;
	}
	if (w->q->rule == RULE_NO_DATA_IN_XOFF && m->notes.started.cycle == w->q->cycle && w->q->cause == w->q->cycle &&
	    !m->mode.tx_off) {
		say_held(w);
		return;
	}
	if (say_refused(w, w->q->cause) || say_action(w))
		return;
	if (p->load.last > w->q->cycle && !p->pending) /* that PAUSE came after the finding */
		return;
	if (w->q->rule == RULE_PAUSE_ZERO_RESUMES && p->commanded && !p->command.quanta && p->command.last == w->q->cause &&
	    p->fall_cause != w->q->cause)
		why_say(w, "the PAUSE that ended in cycle %llu has time 0, which holds nothing", why_clock(w, w->q->cause));
	else if (p->pending && m->tx.busy && p->load_next.last == w->q->cause)
		say_pending(w);
	else if (p->xoff || m->mode.tx_off || p->load.last == w->q->cause)
		say_xoff(w);
	else
		say_xon(w);
}

/* ---- classes ---- */

enum { PFC_NEAR_CYCLES = 256 }; /* an ignored frame that came longer before has nothing to do with the finding */

/* Says by the bits of CLASSES "class 3", "classes 0, 2" or "each class". */
static void say_some(struct why *w, uint8_t classes)
{
	const char *joint = classes & (classes - 1) ? "classes" : "class";

	if (classes == UINT8_MAX)
		why_say(w, "each class");
	for (unsigned k = 0; k < PFC_CLASSES && classes != UINT8_MAX; k++) {
		if (!(classes >> k & 1))
			continue;
		why_say(w, "%s %u", joint, k);
		joint = ",";
	}
}

/* Says for example "the PFC frame that ended in cycle 179 pauses classes 0, 2 for 2 quanta, class 3 for 1 quantum". */
static void say_classes(struct why *w, const struct pfc_command *note, uint8_t ignored)
{
	uint8_t left = note->fields.classes & (uint8_t)~ignored;
	const char *comma = "";

	why_say(w, "the PFC frame that ended in cycle %llu pauses ", why_clock(w, note->last));
	while (left) {
		const uint16_t quanta = note->fields.quanta[__builtin_ctz(left)];
		uint8_t same = 0;
		for (unsigned k = 0; k < PFC_CLASSES; k++)
			if (left >> k & 1 && note->fields.quanta[k] == quanta)
				same |= (uint8_t)(1 << k);
		why_say(w, "%s", comma);
		say_some(w, same);
		why_say(w, " for %u %s", quanta, why_quanta(quanta));
		left &= (uint8_t)~same;
		comma = ", ";
	}
	if (note->fields.classes & ignored) {
		why_say(w, "%s", comma);
		say_some(w, note->fields.classes & ignored);
		why_say(w, " (ignored)");
	}
	if (!note->fields.classes)
		why_say(w, "no class");
	else if (note->fields.classes != UINT8_MAX)
		why_say(w, ", and no other class");
}

/* Says which classes the frame of NOTE leaves as they are, for example "; class 3 stays paused up to cycle 900 by the one that
 * ended in cycle 100". */
static void say_others(struct why *w, const struct pfc_timers *t, const struct pfc_command *note)
{
	for (unsigned k = 0; k < PFC_CLASSES; k++) {
		const struct pfc_action *action = &t->action[k];
		if (note->fields.classes >> k & 1 || !action->visible || action->last >= note->last ||
		    t->end[k] <= note->visible || t->end[k] == UINT64_MAX)
			continue;
		why_say(w, "; class %u stays paused up to cycle %llu by the one that ended in cycle %llu", k,
		        why_clock(w, t->end[k]), why_clock(w, action->last));
	}
}

/* Says which classes ignore a PFC frame that came lately. */
static void say_ignored(struct why *w, const struct pfc_timers *t)
{
	uint64_t newest = 0;
	uint8_t classes = 0;

	for (unsigned k = 0; k < PFC_CLASSES; k++)
		if (t->ignored[k] && t->ignored[k] + PFC_NEAR_CYCLES * (uint64_t)w->m->step > w->q->cause &&
		    t->ignored[k] > newest)
			newest = t->ignored[k];
	for (unsigned k = 0; k < PFC_CLASSES && newest; k++)
		classes |= (uint8_t)((t->ignored[k] == newest) << k);
	if (!classes)
		return;
	say_some(w, classes);
	why_say(w, " ignore%s the PFC frame that acts in cycle %llu", classes & (classes - 1) && classes != UINT8_MAX ? "" : "s",
	        why_clock(w, newest));
}

/* Says what keeps the frame of RUN from being a PFC frame. */
static void say_no_pfc(struct why *w, const struct pm_run *run)
{
	uint16_t type = frame_u16(run->head + FRAME_TYPE_OFFSET), opcode = frame_u16(run->head + FRAME_TYPE_OFFSET + 2);

	if (run->rx.bad) {
		why_say(w, ": it is bad, and has ");
		why_octets(w, run->frame.len);
	} else if (memcmp(run->head, frame_pause_address, FRAME_ADDRESS_OCTETS)) {
		why_say(w, ": its DA is ");
		why_address(w, run->head);
		why_whose_address(w, run->head);
	} else if (type != FRAME_TYPE_MAC_CONTROL || opcode != FRAME_OPCODE_PFC) {
		why_say(w, ": its type is 0x%04x, its opcode 0x%04x", type, opcode);
	} else {
		why_say(w, ": it has ");
		why_octets(w, run->frame.len);
	}
}

void why_pfc(struct why *w)
{
	const struct pm_model *m = w->m;
	const struct pfc_timers *t;
	uint8_t ignored;

	if (!m->device->pfc)
		return;
	t = m->device->pfc(m, &ignored);
	if (w->q->rule == RULE_PFC_IGNORE) {
		say_ignored(w, t);
		return;
	}
	for (unsigned i = 1; i <= PFC_NOTES && i <= t->note_next; i++) {
		const struct pfc_command *note = &t->note[(t->note_next - i) % PFC_NOTES];
		const struct pm_run *run;
		if (note->last != w->q->cause)
			continue;
		run = why_run(w, note->last);
		if (note->rule != RULE_PFC_OBEYED && note->rule != PM_NO_RULE) {
			why_say(w, "the frame that ended in cycle %llu is no PFC frame", why_clock(w, note->last));
			if (run)
				say_no_pfc(w, run);
			return;
		}
		say_classes(w, note, ignored);
		say_others(w, t, note);
		return;
	}
	for (unsigned k = 0; k < PFC_CLASSES; k++)
		if (t->action[k].visible && t->action[k].last == w->q->cause) {
			why_say(w, "class %u has the time %u from cycle %llu on, so it is paused up to cycle %llu", k,
			        t->action[k].quanta, why_clock(w, t->action[k].visible), why_clock(w, t->end[k]));
			return;
		}
	for (unsigned i = 1; i <= PFC_NOTES && i <= t->note_next; i++) { /* no frame names the class: the newest frame */
		const struct pfc_command *note = &t->note[(t->note_next - i) % PFC_NOTES];
		if (note->last >= w->q->cycle || note->rule != RULE_PFC_OBEYED)
			continue;
		say_classes(w, note, ignored);
		say_others(w, t, note);
		why_cause(w, note->last);
		return;
	}
	why_say(w, "no PFC frame paused the class");
	why_since(w, 0);
	why_cause(w, m->reset_until);
}
