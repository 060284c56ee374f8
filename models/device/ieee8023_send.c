/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: which control frames it sends, and when. ieee8023_request.c follows each request. 802.3 31B.3.2, 31D; doc/devices/ieee8023.md 3. */
#include "ieee8023.h"
#include "machine/machine.h"

static bool by_pulses(const struct pm_model *m)
{
	return ieee8023_freedoms(m)->sends_by == SENDS_BY_PULSE;
}

static uint8_t classes_enabled(const struct pm_model *m)
{
	return m->mode.send_pause || ieee8023_freedoms(m)->sends_by != SENDS_NOTHING
	         ? (uint8_t)ieee8023_control(m, PM_CONTROL_pfc_tx)
	         : 0;
}

static uint16_t class_quanta(const struct pm_model *m, unsigned class)
{
	return (uint16_t)ieee8023_control(m, (enum pm_control)(PM_CONTROL_pfc_quanta0 + class));
}

/* ---- the request of the open cycle ---- */

static enum rule rule_of_pause(const struct pm_model *m, const struct ieee8023_request *r)
{
	if (ieee8023_repeats(m, r))
		return RULE_XOFF_REFRESH;
	if (ieee8023_freedoms(m)->sends_by != SENDS_BY_MARKS)
		return RULE_PAUSE_REQUEST;
	return ieee8023_due(m, r) == STANDARD_XOFF ? RULE_XOFF_AT_HIGH : RULE_XON_BELOW_LOW;
}

/* Adds CLASS to the frame. */
static void add_class(const struct pm_model *m, struct pm_request *ret, unsigned class)
{
	const struct ieee8023_request *r = &ieee8023_state(m)->pfc[class];

	ret->pfc.classes |= (uint8_t)(1 << class);
	ret->pfc.quanta[class] = ieee8023_is_off(m, r) ? class_quanta(m, class) : 0;
	ret->xoff |= ieee8023_due(m, r) == STANDARD_XOFF;
}

/* Adds to RET the classes whose request has been there since cycle UNTIL or before. */
static void request_classes(const struct pm_model *m, struct pm_request *ret, uint64_t until)
{
	const struct ieee8023 *s = ieee8023_state(m);
	enum ieee8023_vector vector = (enum ieee8023_vector)ieee8023_freedoms(m)->pfc_vector;
	uint8_t enabled = classes_enabled(m);

	for (unsigned i = 0; i < PFC_CLASSES; i++) {
		const struct ieee8023_request *r = &s->pfc[i];
		uint64_t since = ieee8023_due_since(m, r);
		if (!(enabled >> i & 1) || ieee8023_due(m, r) == STANDARD_NOTHING || since > until)
			continue;
		if (ret->kind == PM_TX_NONE || since < ret->cause)
			ret->cause = since;
		ret->kind = PM_TX_PFC;
		ret->rule = RULE_PFC_TX;
		add_class(m, ret, i);
		if (vector == VECTOR_ONE)
			return;
	}
	for (unsigned i = 0; i < PFC_CLASSES && ret->kind == PM_TX_PFC; i++)
		if (enabled >> i & 1 && (vector == VECTOR_ENABLED || (vector == VECTOR_HELD && ieee8023_is_held(m, &s->pfc[i]))))
			add_class(m, ret, i);
}

void ieee8023_request(const struct pm_model *m, struct pm_request *ret)
{
	const struct ieee8023_request *pause = &ieee8023_state(m)->pause;
	const enum standard_due due = ieee8023_due(m, pause);

	*ret = (struct pm_request){ .kind = PM_TX_NONE };
	if (!m->mode.send_pause || due == STANDARD_NOTHING) {
		if (!m->mode.half_duplex)
			request_classes(m, ret, PM_NEVER);
		return;
	}
	ret->kind = PM_TX_PAUSE;
	ret->xoff = due == STANDARD_XOFF;
	ret->quanta = ret->xoff ? m->mode.quanta : 0;
	ret->rule = rule_of_pause(m, pause);
	ret->cause = ieee8023_due_since(m, pause);
}

void ieee8023_request_undue(const struct pm_model *m, struct pm_request *ret)
{
	bool pfc = ret->kind == PM_TX_PFC;

	if (pfc) { /* a PFC frame may also go before a PAUSE that is due */
		*ret = (struct pm_request){ .kind = PM_TX_NONE };
		if (!m->mode.half_duplex)
			request_classes(m, ret, m->tx.frame.start);
		ret->kind = PM_TX_PFC;
		return;
	}
	ret->xoff = ieee8023_state(m)->pause.standard.enabled && ieee8023_pause_level(m);
	ret->quanta = ret->xoff ? m->mode.quanta : 0;
}

bool ieee8023_pause_level(const struct pm_model *m)
{
	return ieee8023_state(m)->pause.standard.level;
}

/* Returns true if a frame may name CLASS although nothing is requested for it: with PfcVector 2 it names each class that is enabled, and the parameters may
 * leave it to the MAC, or to a timer within it, whether it serves a request. */
static bool may_tell_any(const struct pm_model *m)
{
	const struct ieee8023_parameters *p = ieee8023_freedoms(m);

	return p->fault_loses || p->pfc_vector == VECTOR_ENABLED ||
	       (!by_pulses(m) && (p->request_kept || p->xoff_again || !p->xon_expired));
}

/* Returns true if the MAC may have told the partner less than the model takes it to have told, or be about to tell it otherwise. */
static bool may_hold_less(const struct pm_model *m)
{
	const struct ieee8023_parameters *p = ieee8023_freedoms(m);

	return p->fault_loses || p->fault_cuts || (!by_pulses(m) && (p->request_kept || p->xoff_again || !p->xon_expired));
}

void ieee8023_pfc_told(const struct pm_model *m, unsigned class, struct pm_pfc_told *ret)
{
	const struct ieee8023_request *r = &ieee8023_state(m)->pfc[class];
	bool named = ieee8023_freedoms(m)->pfc_vector == VECTOR_HELD && ieee8023_is_held(m, r),
	     asked = named || may_tell_any(m) || ieee8023_due(m, r) != STANDARD_NOTHING;

	*ret = (struct pm_pfc_told){ .asked_until = asked ? m->now : r->asked_until,
		                     .pulses = r->pulses,
		                     .enabled = classes_enabled(m) >> class & 1,
		                     .enabled_since = ieee8023_state(m)->pfc_tx_since[class],
		                     .held_since = named && !may_hold_less(m) && m->now < r->standard.over ? r->held_since
		                                                                                           : PM_NEVER };
}

void ieee8023_pfc_time(const struct pm_model *m, unsigned class, struct pm_pfc_time *ret)
{
	const struct ieee8023 *s = ieee8023_state(m);

	*ret = (struct pm_pfc_time){ .quanta = class_quanta(m, class),
		                     .before = s->pfc_before[class],
		                     .since = s->pfc_quanta_since[class],
		                     .before_since = s->pfc_before_since[class] };
}

/* ---- its frames ---- */

void ieee8023_started(struct pm_model *m, const struct pm_request *decided)
{
	struct ieee8023 *s = ieee8023_state(m);

	if (decided->kind == PM_TX_PAUSE)
		ieee8023_request_started(m, &s->pause, decided->xoff, m->now);
	for (unsigned i = 0; decided->kind == PM_TX_PFC && i < PFC_CLASSES; i++)
		if (decided->pfc.classes >> i & 1)
			ieee8023_request_started(m, &s->pfc[i], ieee8023_is_off(m, &s->pfc[i]), m->now);
}

/* A class that the model believed to be in the frame, and that is not, still waits for its frame. */
void ieee8023_pfc_carried(struct pm_model *m, const struct pfc_fields *carried, uint8_t zero)
{
	for (unsigned i = 0; i < PFC_CLASSES; i++) {
		struct ieee8023_request *r = &ieee8023_state(m)->pfc[i];
		bool named = carried->classes >> i & 1, believed = m->tx.sent.pfc.classes >> i & 1, off = carried->quanta[i];
		if (named && !off && zero >> i & 1) /* with the time 0 an XOFF looks like an XON */
			off = believed ? r->going_off : ieee8023_due(m, r) == STANDARD_XOFF;
		if (named == believed && (!named || off == r->going_off))
			continue;
		if (named)
			ieee8023_request_started(m, r, off, m->tx.frame.start);
		else
			ieee8023_request_undo(m, r);
	}
	m->tx.sent.pfc = *carried;
}

void ieee8023_unstarted(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);

	ieee8023_request_undo(m, &s->pause);
	for (unsigned i = 0; i < PFC_CLASSES; i++)
		ieee8023_request_undo(m, &s->pfc[i]);
}

/* The frame that is due counts as sent. */
void ieee8023_resync_sent(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);
	struct pm_request request;

	ieee8023_request(m, &request);
	ieee8023_started(m, &request);
	ieee8023_request_ended(m, &s->pause, request.xoff ? ieee8023_time(m, request.quanta) : 0);
	for (unsigned i = 0; i < PFC_CLASSES; i++)
		ieee8023_request_ended(m, &s->pfc[i], ieee8023_time(m, request.pfc.quanta[i]));
}

/* The MAC does not send the frame that is due. */
void ieee8023_resync_withdrawn(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);
	struct pm_request request;

	ieee8023_request(m, &request);
	if (request.kind == PM_TX_PAUSE)
		ieee8023_request_withdraw(m, &s->pause);
	for (unsigned i = 0; i < PFC_CLASSES; i++)
		if (request.pfc.classes >> i & 1)
			ieee8023_request_withdraw(m, &s->pfc[i]);
}

void ieee8023_ended(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);

	if (m->tx.end.kind == PM_TX_PAUSE && !m->tx.end.quanta != !m->tx.sent.quanta)
		ieee8023_request_ended_other(m, &s->pause, ieee8023_time(m, m->tx.end.quanta));
	else if (m->tx.end.kind == PM_TX_PAUSE)
		ieee8023_request_ended(m, &s->pause, ieee8023_time(m, m->tx.end.quanta));
	for (unsigned i = 0; m->tx.end.kind == PM_TX_PFC && i < PFC_CLASSES; i++)
		ieee8023_request_ended(m, &s->pfc[i], ieee8023_time(m, m->tx.sent.pfc.quanta[i]));
}

/* ---- the end of a cycle ---- */

/* Returns how many octets of the buffer are in use. At GMII and MII the model counts free units instead. */
static uint64_t octets_in_use(const struct pm_model *m)
{
	const struct ieee8023_parameters *p = ieee8023_freedoms(m);

	if (is_xgmii(m))
		return m->buffer.level;
	return p->buffer_octets - p->buffer_octets % p->buffer_unit - (uint64_t)m->buffer.free * p->buffer_unit;
}

/* Returns the level that the marks make of the octets in use: up from the high mark on, until below the low mark. A high mark of
 * 0 means no mark. */
static bool level_of_marks(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);
	uint64_t used = octets_in_use(m), high = ieee8023_control(m, PM_CONTROL_high_mark);

	s->above = (high && used >= high) || (s->above && used >= m->mode.low_mark);
	return s->above;
}

/* A pulse comes while the frame of the pulse before it still waits. The MAC may have sent that frame in a link fault. CLASS: that
 * of a PFC frame, or -1 for a PAUSE. */
static void note_replaced(struct pm_model *m, const struct ieee8023_request *r, const struct ieee8023_request_input *in,
                          int class)
{
	struct pm_request request = { .kind = class < 0 ? PM_TX_PAUSE : PM_TX_PFC };
	const struct ieee8023_parameters *p = ieee8023_freedoms(m);

	if (!p->fault_counts || !p->fault_loses || !(in->pulse_off || in->pulse_on) || ieee8023_due(m, r) == STANDARD_NOTHING ||
	    !unseen_in_fault(m))
		return;
	if (class < 0)
		request.quanta = ieee8023_due(m, r) == STANDARD_XOFF ? m->mode.quanta : 0;
	else
		add_class(m, &request, (unsigned)class);
	unseen_perhaps(m, &request);
}

void ieee8023_requests_step(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);
	const struct ieee8023_parameters *p = ieee8023_freedoms(m);
	bool pulse = s->pulse_cycle && s->pulse_cycle == m->now;
	uint8_t enabled = m->mode.half_duplex ? 0 : classes_enabled(m);
	struct ieee8023_request_input in = { .enabled = m->mode.send_pause };

	in.level = p->sends_by == SENDS_BY_MARKS ? level_of_marks(m) : ieee8023_control(m, PM_CONTROL_request_xoff);
	in.pulse_off = pulse && s->pulse[PM_CONTROL_request_xoff];
	in.pulse_on = pulse && s->pulse[PM_CONTROL_request_xon];
	note_replaced(m, &s->pause, &in, -1);
	ieee8023_request_step(m, &s->pause, &in);
	for (unsigned i = 0; i < PFC_CLASSES; i++) {
		in.enabled = enabled >> i & 1;
		in.level = ieee8023_control(m, PM_CONTROL_pfc_xoff) >> i & 1;
		in.pulse_off = pulse && s->pulse[PM_CONTROL_pfc_xoff] >> i & 1;
		in.pulse_on = pulse && s->pulse[PM_CONTROL_pfc_xon] >> i & 1;
		note_replaced(m, &s->pfc[i], &in, (int)i);
		ieee8023_request_step(m, &s->pfc[i], &in);
	}
}

uint64_t ieee8023_requests_next(const struct pm_model *m)
{
	const struct ieee8023 *s = ieee8023_state(m);
	uint64_t next = ieee8023_request_next(m, &s->pause);

	for (unsigned i = 0; i < PFC_CLASSES; i++) {
		uint64_t cycle = ieee8023_request_next(m, &s->pfc[i]);
		next = cycle < next ? cycle : next;
	}
	return next;
}
