/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: the MAC of the standard alone. 802.3 clauses 4, 31, 46, annexes 31B and 31D. Where the standard leaves the MAC a
 * choice, there is a parameter (regs/ieee8023/parameters.def); page and counters come from a profile. doc/devices/ieee8023.md. */
#include "ieee8023.h"

#include <string.h>

enum {
	NO_BUFFER_OCTETS = 1 << 20, /* the buffer of the model for a MAC without a buffer that can overflow */
};

/* At XGMII a frame takes whole words. */
static uint32_t unit(const struct pm_config *config)
{
	uint32_t octets = config->ieee8023.buffer_octets ? (uint32_t)config->ieee8023.buffer_unit : MBUF_OCTETS;

	if (config->ieee8023.clock_octets != XGMII_CLOCK_OCTETS)
		return octets;
	return (octets + WORD_OCTETS - 1) / WORD_OCTETS * WORD_OCTETS;
}

static uint32_t buffer(const struct pm_config *config)
{
	uint64_t octets = config->ieee8023.buffer_octets ? config->ieee8023.buffer_octets : NO_BUFFER_OCTETS;
	uint32_t count = (uint32_t)(octets / unit(config));

	return config->ieee8023.clock_octets == XGMII_CLOCK_OCTETS ? count * unit(config) : count;
}

static void phy(const struct pm_config *config, uint32_t *ret_clock_octets, bool *ret_mii)
{
	*ret_clock_octets = (uint32_t)config->ieee8023.clock_octets;
	*ret_mii = config->ieee8023.mii;
}

static void init(struct pm_model *m)
{
	const struct ieee8023_parameters *p = ieee8023_freedoms(m);

	m->manner = (struct pm_host_manner){
		.tx = p->tx_stored ? PM_HOST_TX_STORED : PM_HOST_TX_CUT_THROUGH,
		.rx = p->rx_stored ? PM_HOST_RX_STORED : PM_HOST_RX_CUT_THROUGH,
		.control = (uint8_t)(p->control_held == CONTROL_HELD     ? PM_HOST_CONTROL_HELD
		                     : p->control_held == CONTROL_PASSES ? PM_HOST_CONTROL_PASSES
		                                                         : PM_HOST_CONTROL_EITHER),
		.starts = p->tx_stored ? 0 : (uint32_t)p->start_octets,
		.ahead = (uint16_t)p->tx_ahead,
		.unstored = p->fcs_kept ? 0 : FRAME_FCS_OCTETS,
		.no_buffer = !p->buffer_octets,
		.waits_once = p->timer_waits_once,
		.from_reception = !p->timer_from_idle,
	};
	m->lanes.head_errors = p->head_errors;
	m->head_errors_hide = !p->head_errors;
	m->rx.short_by = (uint32_t)(p->timer_granularity - 1) / m->step * m->step;
	m->tx.gap.unit = p->start_unit > XGMII_COLUMN_OCTETS ? XGMII_CLOCK_OCTETS : XGMII_COLUMN_OCTETS;
	m->tx.gap.no_deficit = !p->gap_deficit;
	ieee8023_page_init(m);
}

static void reset(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);

	s->pause = (struct ieee8023_request){ .going = false };
	standard_request_reset(&s->pause.standard);
	for (unsigned i = 0; i < PFC_CLASSES; i++)
		s->pfc[i] = s->pause;
	pfc_timers_reset(&s->timers);
	s->above = s->defers = s->deferred = false;
	s->pulse_cycle = 0;
	memset(s->unseen, 0, sizeof(s->unseen));
	s->unseen_next = s->unseen_count = 0;
	ieee8023_mode_update(m);
	s->doubt.obey_cycle = s->doubt.last = 0;
	memset(s->addressed, 0, sizeof(s->addressed));
	memset(m->doubt.more, 0, sizeof(m->doubt.more));
	memset(m->doubt.less, 0, sizeof(m->doubt.less));
}

static void sent(struct pm_model *m, uint64_t cycle)
{
	struct predicate_frame frame;

	if (m->tx.end.kind == PM_TX_NONE || (m->tx.end.unseen && !ieee8023_freedoms(m)->fault_counts))
		return;
	ieee8023_sent_frame(m, &m->tx.end, &frame);
	ieee8023_count(m, &frame, cycle);
	if (m->tx.end.doubtful)
		ieee8023_count_perhaps_not(m, &frame);
}

static uint8_t ignored(const struct pm_model *m)
{
	return (uint8_t)~ieee8023_control(m, PM_CONTROL_pfc_rx);
}

/* A frame is deferred if carrier alone keeps its first attempt from starting. 802.3 30.3.1.1.9. */
static void defer(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);
	bool starts = m->tx.busy && m->tx.frame.kind == PM_TX_DATA && m->tx.frame.start == m->now;

	if (starts && m->tx.frame.attempt == 1) {
		s->deferred = s->defers;
		s->defers = false;
	}
	if (!m->tx.busy && m->mode.half_duplex && !m->tx.attempt.pending)
		s->defers |= m->view.start.blockers & PM_BLOCK_CARRIER && !(m->view.start.blockers & PM_BLOCK_NO_DATA);
}

static void step(struct pm_model *m)
{
	if (m->mii)
		defer(m);
	ieee8023_state(m)->timers.clocks = pm_octet_clocks(m, &m->mode);
	ieee8023_requests_step(m);
	m->changed |= pfc_timers_step(&ieee8023_state(m)->timers, m->now, m->step, ignored(m), false);
}

static uint64_t next(const struct pm_model *m)
{
	uint64_t timer = pfc_timers_next(&ieee8023_state(m)->timers, m->now), request = ieee8023_requests_next(m);
	uint64_t unseen = ieee8023_unseen_next(m), next = timer < request ? timer : request;

	return unseen < next ? unseen : next;
}

static void settle(struct pm_model *m)
{
	ieee8023_unseen_settle(m);
	m->view.pfc_xoff = pfc_timers_xoff(&ieee8023_state(m)->timers, m->now);
}

static bool invoked(const struct pm_model *m, uint64_t *ret_since)
{
	(void)m;
	*ret_since = 0;
	return false;
}

static void pause_memory(const struct pm_model *m, struct pm_pause_memory *ret)
{
	const struct ieee8023_request *pause = &ieee8023_state(m)->pause;
	const struct standard_request *r = &pause->standard;

	ret->refresh = r->told && r->refresh != STANDARD_NEVER ? r->refresh : 0;
	ret->remote = r->told && r->over > m->now;
	ret->pulses = pause->pulses;
}

static uint64_t read(struct pm_model *m, unsigned row)
{
	return m->regs.value[row];
}

static void info(const struct pm_model *m, unsigned row, struct pm_reg_info *ret)
{
	if (ret->class != PM_REG_COUNTER)
		return;
	ret->rule = ieee8023_counter_rule(m, row);
	ret->loads = m->regs.page->rows[row].effect == COUNTER_LOAD;
}

static void resync_pfc(struct pm_model *m, uint8_t actual)
{
	pfc_timers_resync(&ieee8023_state(m)->timers, m->now, actual);
}

static const struct pfc_timers *pfc(const struct pm_model *m, uint8_t *ret_ignored)
{
	*ret_ignored = ignored(m);
	return &ieee8023_state(m)->timers;
}

const struct pm_device pm_device_ieee8023 = {
	.name = "ieee8023",
	.timing = { .inhibit = 4, .resume = 1, .request = 2, .classify = 3, .host = 5, .sent = 1 },
	.buffer = buffer,
	.unit = unit,
	.phy = phy,
	.clock_octets = 1,
	.reads_sent = true,
	.strips = true,
	.state_size = sizeof(struct ieee8023),
	.mode_size = sizeof(struct ieee8023_mode),
	.init = init,
	.reset = reset,
	.classify = ieee8023_classify,
	.request = ieee8023_request,
	.request_undue = ieee8023_request_undue,
	.started = ieee8023_started,
	.unstarted = ieee8023_unstarted,
	.resync_sent = ieee8023_resync_sent,
	.resync_withdrawn = ieee8023_resync_withdrawn,
	.sent = sent,
	.ended = ieee8023_ended,
	.step = step,
	.next = next,
	.settle = settle,
	.invoked = invoked,
	.pause_memory = pause_memory,
	.write = ieee8023_write,
	.read = read,
	.info = info,
	.resync_pfc = resync_pfc,
	.pfc = pfc,
	.pause_level = ieee8023_pause_level,
	.pfc_told = ieee8023_pfc_told,
	.pfc_time = ieee8023_pfc_time,
	.pfc_carried = ieee8023_pfc_carried,
	.unseen = ieee8023_unseen,
	.unseen_perhaps = ieee8023_unseen_perhaps,
	.unseen_amount = ieee8023_unseen_amount,
	.unseen_pending = ieee8023_unseen_pending,
};
