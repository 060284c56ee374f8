/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: which control frames it sends, and when. device/flow_request.h has the rules of a request. 802.3 31B.3.2, 31D; doc/devices/ieee8023.md 3. */
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

static enum rule rule_of_pause(const struct pm_model *m, const struct flow_request *r)
{
	if (r->repeats)
		return RULE_XOFF_REFRESH;
	if (ieee8023_freedoms(m)->sends_by != SENDS_BY_MARKS)
		return RULE_PAUSE_REQUEST;
	return r->off ? RULE_XOFF_AT_HIGH : RULE_XON_BELOW_LOW;
}

/* Returns true if a frame that names the class carries an XOFF for it. */
static bool is_off(const struct flow_request *r)
{
	return r->off || (r->told.off && !r->on);
}

/* Adds CLASS to the frame. */
static void add_class(const struct pm_model *m, struct pm_request *ret, unsigned class)
{
	const struct flow_request *r = &ieee8023_state(m)->pfc[class];

	ret->pfc.classes |= (uint8_t)(1 << class);
	ret->pfc.quanta[class] = is_off(r) ? class_quanta(m, class) : 0;
	ret->xoff |= r->off;
}

/* Adds to RET the classes whose request has been there since cycle UNTIL or before. */
static void request_classes(const struct pm_model *m, struct pm_request *ret, uint64_t until)
{
	const struct ieee8023 *s = ieee8023_state(m);
	enum ieee8023_vector vector = (enum ieee8023_vector)ieee8023_freedoms(m)->pfc_vector;
	uint8_t enabled = classes_enabled(m);

	for (unsigned i = 0; i < PFC_CLASSES; i++) {
		const struct flow_request *r = &s->pfc[i];
		if (!(enabled >> i & 1) || !(r->off || r->on) || r->since > until)
			continue;
		if (ret->kind == PM_TX_NONE || r->since < ret->cause)
			ret->cause = r->since;
		ret->kind = PM_TX_PFC;
		ret->rule = RULE_PFC_TX;
		add_class(m, ret, i);
		if (vector == VECTOR_ONE)
			return;
	}
	for (unsigned i = 0; i < PFC_CLASSES && vector == VECTOR_ENABLED && ret->kind == PM_TX_PFC; i++)
		if (enabled >> i & 1)
			add_class(m, ret, i);
}

void ieee8023_request(const struct pm_model *m, struct pm_request *ret)
{
	const struct flow_request *pause = &ieee8023_state(m)->pause;

	*ret = (struct pm_request){ .kind = PM_TX_NONE };
	if (!m->mode.send_pause || !(pause->off || pause->on)) {
		if (!m->mode.half_duplex)
			request_classes(m, ret, PM_NEVER);
		return;
	}
	ret->kind = PM_TX_PAUSE;
	ret->xoff = pause->off;
	ret->quanta = pause->off ? m->mode.quanta : 0;
	ret->rule = rule_of_pause(m, pause);
	ret->cause = pause->since;
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
	ret->xoff = ieee8023_state(m)->pause.level;
	ret->quanta = ret->xoff ? m->mode.quanta : 0;
}

bool ieee8023_pause_level(const struct pm_model *m)
{
	return ieee8023_state(m)->pause.level;
}

/* Returns true if nobody knows what a frame says about CLASS: an XOFF may have been withdrawn, or may count as none, or the
 * parameters leave it to the MAC whether it serves a request. */
static bool is_open(const struct pm_model *m, unsigned class)
{
	const struct ieee8023_parameters *p = ieee8023_freedoms(m);
	const struct flow_request *r = &ieee8023_state(m)->pfc[class];

	return p->fault_loses || (!by_pulses(m) && (p->request_kept || p->xoff_again)) || r->told.doubtful || r->forgotten ||
	       r->withdrawn;
}

/* Returns true if there is a request that says what a frame carries for the class. A level always says it. A pulse says it only
 * until its frame is sent. */
static bool has_state(const struct pm_model *m, const struct flow_request *r)
{
	return !by_pulses(m) || r->off || r->on;
}

/* With XonExpired 0 a timer within the MAC decides whether it sends an XON when a level falls. */
static bool xon_by_timer(const struct pm_model *m)
{
	return !by_pulses(m) && !ieee8023_freedoms(m)->xon_expired;
}

/* Returns true if any frame may name CLASS, whatever is requested for it: with PfcVector 2 a frame names each class that is
 * enabled. */
static bool may_tell_any(const struct pm_model *m, unsigned class)
{
	return is_open(m, class) || ieee8023_freedoms(m)->pfc_vector == VECTOR_ENABLED || xon_by_timer(m);
}

/* Returns true if a frame that R requests is due for certain. When a refresh is due, only a timer within the MAC knows. */
static bool waits(const struct pm_model *m, const struct flow_request *r)
{
	return (r->off && !r->repeats) || (r->on && !xon_by_timer(m));
}

/* An XOFF with the time 0 looks like an XON, so that nothing is decided for a class whose time is 0. */
void ieee8023_pfc_told(const struct pm_model *m, unsigned class, struct pm_pfc_told *ret)
{
	const struct ieee8023_parameters *p = ieee8023_freedoms(m);
	const struct flow_request *r = &ieee8023_state(m)->pfc[class];
	const uint64_t changes[] = { r->since, r->rise, r->fall, r->fell, r->pulses.newest, m->notes.send_cycle };
	bool any = may_tell_any(m, class);

	*ret = (struct pm_pfc_told){ .decided = classes_enabled(m) >> class & 1 && !is_open(m, class) && has_state(m, r) &&
		                                class_quanta(m, class),
		                     .xoff = is_off(r),
		                     .asks = waits(m, r) && p->pfc_vector == VECTOR_REQUESTED,
		                     .xoff_until = any || r->off ? m->now : r->off_until,
		                     .xon_until = any || r->on ? m->now : r->on_until,
		                     .refresh = r->told.off ? r->told.refresh : 0,
		                     .pulses = r->pulses.count,
		                     .pulse = r->pulses.newest,
		                     .pulse_off = r->pulses.off,
		                     .enabled = classes_enabled(m) >> class & 1,
		                     .enabled_since = ieee8023_state(m)->pfc_tx_since[class] };
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++)
		ret->since = changes[i] > ret->since ? changes[i] : ret->since;
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

/* Returns the octet times, at MII the clocks, of QUANTA. */
static uint64_t time_of(const struct pm_model *m, uint16_t quanta)
{
	return (uint64_t)PAUSE_QUANTUM_OCTETS * quanta * pm_octet_clocks(m, &m->mode);
}

static enum flow_refresh refresh_of(const struct pm_model *m)
{
	switch (ieee8023_freedoms(m)->refresh) {
	case REFRESH_FROM_END:
		return FLOW_REFRESH_FROM_END;
	case REFRESH_BEFORE_EXPIRY:
		return FLOW_REFRESH_BEFORE_EXPIRY;
	default:
		return FLOW_REFRESH_FROM_DECISION;
	}
}

static uint64_t refresh_period(const struct pm_model *m)
{
	uint64_t quanta = ieee8023_freedoms(m)->refresh == REFRESH_NONE ? 0 : ieee8023_control(m, PM_CONTROL_refresh);

	return time_of(m, (uint16_t)quanta);
}

/* Returns the cycle in which the frame on the wire was decided. */
static uint64_t decided_in(const struct pm_model *m)
{
	uint64_t cycle = m->tx.frame.start & ~(uint64_t)(m->step - 1);

	return cycle > m->config.timing.request ? cycle + m->step - m->config.timing.request : 0;
}

static void start(struct pm_model *m, struct flow_request *r, bool off)
{
	flow_request_started(r, off, decided_in(m), refresh_period(m), refresh_of(m));
}

void ieee8023_started(struct pm_model *m, const struct pm_request *decided)
{
	struct ieee8023 *s = ieee8023_state(m);

	if (decided->kind == PM_TX_PAUSE)
		start(m, &s->pause, decided->xoff);
	for (unsigned i = 0; decided->kind == PM_TX_PFC && i < PFC_CLASSES; i++)
		if (decided->pfc.classes >> i & 1)
			start(m, &s->pfc[i], is_off(&s->pfc[i]));
}

/* A class that the model believed to be in the frame, and that is not, still waits for its frame. */
void ieee8023_pfc_carried(struct pm_model *m, const struct pfc_fields *carried, uint8_t zero)
{
	for (unsigned i = 0; i < PFC_CLASSES; i++) {
		struct flow_request *r = &ieee8023_state(m)->pfc[i];
		bool named = carried->classes >> i & 1, believed = m->tx.sent.pfc.classes >> i & 1, off = carried->quanta[i];
		if (named && !off && zero >> i & 1) /* with the time 0 an XOFF looks like an XON */
			off = believed ? r->going_off : r->off;
		if (named == believed && (!named || off == r->going_off))
			continue;
		if (named)
			flow_request_carried(r, off, m->tx.frame.start, decided_in(m), refresh_period(m), refresh_of(m));
		else
			flow_request_undo(r);
	}
	m->tx.sent.pfc = *carried;
}

void ieee8023_unstarted(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);

	flow_request_undo(&s->pause);
	for (unsigned i = 0; i < PFC_CLASSES; i++)
		flow_request_undo(&s->pfc[i]);
}

/* The frame that is due counts as sent. */
void ieee8023_resync_sent(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);
	struct pm_request request;

	ieee8023_request(m, &request);
	ieee8023_started(m, &request);
	flow_request_ended(&s->pause, m->now, request.xoff ? time_of(m, request.quanta) : 0);
	for (unsigned i = 0; i < PFC_CLASSES; i++)
		flow_request_ended(&s->pfc[i], m->now, time_of(m, request.pfc.quanta[i]));
}

/* The MAC did not see the request for the frame that is due, since its level was up only briefly: takes the request back. */
void ieee8023_resync_withdrawn(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);

	flow_request_withdraw(&s->pause, m->now);
	for (unsigned i = 0; i < PFC_CLASSES; i++)
		flow_request_withdraw(&s->pfc[i], m->now);
}

uint64_t ieee8023_request_brief(const struct pm_model *m)
{
	const struct ieee8023 *s = ieee8023_state(m);
	struct pm_request request;
	uint64_t longest = 0;

	ieee8023_request(m, &request);
	if (request.kind != PM_TX_PFC)
		return request.kind == PM_TX_PAUSE ? flow_request_brief(&s->pause) : 0;
	for (unsigned i = 0; i < PFC_CLASSES; i++) {
		uint64_t brief = flow_request_brief(&s->pfc[i]);
		if (!(request.pfc.classes >> i & 1))
			continue;
		if (!brief)
			return 0;
		longest = brief > longest ? brief : longest;
	}
	return longest;
}

void ieee8023_ended(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);

	if (m->tx.end.kind == PM_TX_PAUSE && !m->tx.end.quanta != !m->tx.sent.quanta)
		flow_request_ended_other(&s->pause, m->now, time_of(m, m->tx.end.quanta));
	else if (m->tx.end.kind == PM_TX_PAUSE)
		flow_request_ended(&s->pause, m->now, time_of(m, m->tx.end.quanta));
	for (unsigned i = 0; m->tx.end.kind == PM_TX_PFC && i < PFC_CLASSES; i++)
		flow_request_ended(&s->pfc[i], m->now, time_of(m, m->tx.sent.pfc.quanta[i]));
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
static void note_replaced(struct pm_model *m, const struct flow_request *r, const struct flow_request_input *in, int class)
{
	struct pm_request request = { .kind = class < 0 ? PM_TX_PAUSE : PM_TX_PFC };
	const struct ieee8023_parameters *p = ieee8023_freedoms(m);

	if (!p->fault_counts || !p->fault_loses || !(in->pulse_off || in->pulse_on) || !(r->off || r->on) || !unseen_in_fault(m))
		return;
	if (class < 0)
		request.quanta = r->off ? m->mode.quanta : 0;
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
	struct flow_request_input in = { .pulses = by_pulses(m),
		                         .xon = p->sends_xon,
		                         .expired = p->xon_expired,
		                         .kept = p->request_kept == 1,
		                         .again = p->xoff_again };

	in.enabled = m->mode.send_pause;
	in.level = p->sends_by == SENDS_BY_MARKS ? level_of_marks(m) : ieee8023_control(m, PM_CONTROL_request_xoff);
	in.pulse_off = pulse && s->pulse[PM_CONTROL_request_xoff];
	in.pulse_on = pulse && s->pulse[PM_CONTROL_request_xon];
	note_replaced(m, &s->pause, &in, -1);
	m->changed |= flow_request_step(&s->pause, m->now, m->step, &in);
	for (unsigned i = 0; i < PFC_CLASSES; i++) {
		in.enabled = enabled >> i & 1;
		in.level = ieee8023_control(m, PM_CONTROL_pfc_xoff) >> i & 1;
		in.pulse_off = pulse && s->pulse[PM_CONTROL_pfc_xoff] >> i & 1;
		in.pulse_on = pulse && s->pulse[PM_CONTROL_pfc_xon] >> i & 1;
		note_replaced(m, &s->pfc[i], &in, (int)i);
		m->changed |= flow_request_step(&s->pfc[i], m->now, m->step, &in);
	}
}

uint64_t ieee8023_requests_next(const struct pm_model *m)
{
	const struct ieee8023 *s = ieee8023_state(m);
	uint64_t next = flow_request_next(&s->pause, m->now, m->step);

	for (unsigned i = 0; i < PFC_CLASSES; i++) {
		uint64_t cycle = flow_request_next(&s->pfc[i], m->now, m->step);
		next = cycle < next ? cycle : next;
	}
	return next;
}
