/* SPDX-License-Identifier: Apache-2.0 */
/* Intel Low Latency 10G MAC: requests for PAUSE and PFC frames, by port or register. part/pfc.c has the rules of requests. UG
 * 683426; doc/devices/ll10g.md. */
#include "ll10g_state.h"

enum {
	PAUSE_SOURCE = 3 << 1,
	PAUSE_SOURCE_PORT = 0 << 1,
	PAUSE_SOURCE_REGISTER = 1 << 1,
};

static uint16_t class_quanta(const struct pm_model *m, unsigned class)
{
	return (uint16_t)stored_next(m, REG_pfc_pause_quanta_0, class);
}

/* The value before a write is not kept, so that none is known to have held before it. */
void ll10g_pfc_time(const struct pm_model *m, unsigned class, struct pm_pfc_time *ret)
{
	uint64_t since = m->notes.written[m->reg[REG_pfc_pause_quanta_0] + class];

	*ret = (struct pm_pfc_time){
		.quanta = class_quanta(m, class), .before = class_quanta(m, class), .since = since, .before_since = since
	};
}

void ll10g_request(const struct pm_model *m, struct pm_request *ret)
{
	const struct ll10g_state *s = state_of(m);
	const struct pfc_request *pause = &s->pause;

	*ret = (struct pm_request){ .kind = PM_TX_NONE };
	if (m->mode.send_pause && (pause->request_off || pause->request_on)) {
		ret->kind = PM_TX_PAUSE;
		ret->xoff = pause->request_off;
		ret->quanta = pause->request_off ? m->mode.quanta : 0;
		ret->rule = pause->repeats || pause->freed ? RULE_PAUSE_HOLDOFF : RULE_PAUSE_REQUEST;
		ret->cause = pause->since;
		return;
	}
	for (unsigned i = 0; i < PFC_CLASSES; i++) {
		const struct pfc_request *class = &s->pfc[i];
		if (!(mode_of(m)->pfc_enabled >> i & 1) || (!class->request_off && !class->request_on))
			continue;
		ret->kind = PM_TX_PFC;
		ret->xoff |= class->request_off;
		ret->rule = RULE_PFC_TX;
		ret->cause = class->since;
		ret->pfc.classes |= (uint8_t)(1 << i);
		ret->pfc.quanta[i] = class->request_off ? class_quanta(m, i) : 0;
	}
}

void ll10g_started(struct pm_model *m, const struct pm_request *decided)
{
	struct ll10g_state *s = state_of(m);

	if (decided->kind == PM_TX_PAUSE)
		pfc_request_started(&s->pause, decided->quanta);
	for (unsigned i = 0; decided->kind == PM_TX_PFC && i < PFC_CLASSES; i++)
		if (decided->pfc.classes >> i & 1)
			pfc_request_started(&s->pfc[i], decided->pfc.quanta[i]);
}

void ll10g_unstarted(struct pm_model *m)
{
	struct ll10g_state *s = state_of(m);

	pfc_request_undo(&s->pause);
	for (unsigned i = 0; i < PFC_CLASSES; i++)
		pfc_request_undo(&s->pfc[i]);
}

static void pause_requests_step(struct pm_model *m)
{
	struct ll10g_state *s = state_of(m);
	uint32_t source = stored(m, REG_tx_pauseframe_enable) & PAUSE_SOURCE;
	unsigned port = source == PAUSE_SOURCE_PORT ? m->pause_req : 0;
	unsigned pulse = source == PAUSE_SOURCE_REGISTER && s->pulse_cycle && s->pulse_cycle == m->now ? s->pulse : 0;
	struct pfc_request_input in = { .enabled = m->mode.send_pause,
		                        .port_off = port == REQUEST_XOFF,
		                        .port_on = port == REQUEST_XON,
		                        .pulse_off = pulse == REQUEST_XOFF,
		                        .pulse_on = pulse == REQUEST_XON };

	m->changed |= pfc_request_step(&s->pause, m->now, m->step, &in);
}

void ll10g_requests_step(struct pm_model *m)
{
	struct ll10g_state *s = state_of(m);

	pause_requests_step(m);
	for (unsigned i = 0; i < PFC_CLASSES; i++) {
		unsigned bits = m->pfc_req >> 2 * i & REQUEST_BITS;
		struct pfc_request_input in = { .enabled = mode_of(m)->pfc_enabled >> i & 1,
			                        .port_off = bits == REQUEST_XOFF,
			                        .port_on = bits == REQUEST_XON };
		m->changed |= pfc_request_step(&s->pfc[i], m->now, m->step, &in);
	}
}

void ll10g_requests_ended(struct pm_model *m, uint64_t cycle)
{
	struct ll10g_state *s = state_of(m);
	const struct ll10g_mode *mode = pm_own_mode_ended(m);

	if (m->tx.end.kind == PM_TX_PAUSE)
		pfc_request_ended(&s->pause, cycle, m->step, mode->holdoff, m->tx.end.mode.send_pause);
	for (unsigned i = 0; m->tx.end.kind == PM_TX_PFC && i < PFC_CLASSES; i++)
		pfc_request_ended(&s->pfc[i], cycle, m->step, mode->pfc_holdoff[i], mode->pfc_enabled >> i & 1);
}
