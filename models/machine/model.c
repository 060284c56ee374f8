/* SPDX-License-Identifier: Apache-2.0 */
/* The machine that all devices share: time, the receive pipeline, the transmit decision, the order of effects within
 * a cycle. doc/bcm5718.md; doc/dut-contract.md.
 *
 * What is visible in a cycle is complete after pm_settle(). pm_close() computes from it what is visible in the next
 * one; each part reads the state of its own cycle because the order there is: decision to start (reads all), strobes,
 * judgements, inhibit, requests and watermarks, level, and the register write, which nothing sees before the next cycle,
 * last. If anything happened or changed, the next cycle must be visited; else the first one in which a timer ends or
 * something is scheduled. */
#include "model.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_STEP = 2048, JUDGE_MIN = 3, JUDGE_MAX = 4 };
enum { ROOM_CYCLES = 6, OCTETS_LENGTH_MAX = 0xFFFF }; /* XGMII */

static const struct pm_device *const devices[] = { &pm_device_bcm5718, &pm_device_i82598, &pm_device_ll10g, &pm_device_bcm1250 };

static uint64_t min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* ---- octets ---- */

static bool octets_lent(const struct pm_octets *o)
{
	return o->at != o->own;
}

/* Space for LEN octets of its own. 0 or -ENOMEM. */
static int octets_reserve(struct pm_octets *o, uint32_t len)
{
	uint32_t wanted = (len / CAPACITY_STEP + 1) * CAPACITY_STEP;
	bool lent = octets_lent(o);
	uint8_t *grown;

	if (len <= o->capacity)
		return 0;
	grown = realloc(o->own, wanted);
	if (!grown)
		return -ENOMEM;
	o->own = grown;
	o->capacity = wanted;
	if (!lent)
		o->at = grown;
	return 0;
}

/* They are not lent any longer: LEN of them, for which there is space, are copied. */
static void octets_keep(struct pm_octets *o, uint32_t len)
{
	if (octets_lent(o) && len)
		memcpy(o->own, o->at, len);
	o->at = o->own;
}

/* They are those AT, LENT or to be copied. */
static void octets_tell(struct pm_octets *o, const uint8_t *at, bool lent, uint32_t len)
{
	o->at = at;
	if (!lent)
		octets_keep(o, len);
}

/* Returns the earlier of NEXT and CYCLE; ignores CYCLE if it is not after NOW. */
static uint64_t earlier(uint64_t now, uint64_t next, uint64_t cycle)
{
	return cycle > now && cycle < next ? cycle : next;
}

/* ---- life ---- */

static bool is_control_frame(enum pm_tx_kind kind)
{
	return kind == PM_TX_PAUSE || kind == PM_TX_PFC;
}

static bool is_xgmii(const struct pm_model *m)
{
	return m->step == XGMII_CLOCK_OCTETS;
}

static const struct pm_device *device_named(const char *name)
{
	for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++)
		if (!strcmp(devices[i]->name, name))
			return devices[i];
	return NULL;
}

uint32_t pm_host_chunk(const char *device)
{
	const struct pm_device *known = device_named(device);

	return known && known->clock_octets == 1 ? MBUF_OCTETS : 0;
}

uint32_t pm_step(const struct pm_model *m)
{
	return m->step;
}

static uint64_t *parameter_in(struct pm_config *config, const struct parameter *parameter)
{
	return (uint64_t *)((char *)&config->bcm5718 + parameter->field);
}

void pm_config_set(struct pm_config *config, const struct parameter *parameter, uint64_t value)
{
	*parameter_in(config, parameter) = value;
}

void pm_config_init(struct pm_config *ret, const char *device)
{
	const struct pm_device *known = device_named(device);
	size_t count;
	const struct parameter *parameters = parameters_of(device, &count);

	*ret = (struct pm_config){ .device = device };
	if (!known)
		return;
	ret->timing = known->timing;
	for (size_t i = 0; i < count; i++)
		pm_config_set(ret, &parameters[i], parameters[i].value);
}

static bool parameters_fit(const struct pm_config *config)
{
	size_t count;
	const struct parameter *parameters = parameters_of(config->device, &count);
	struct pm_config copy = *config;

	for (size_t i = 0; i < count; i++) {
		uint64_t value = *parameter_in(&copy, &parameters[i]);
		if (value < parameters[i].least || value > parameters[i].most)
			return false;
	}
	return true;
}

static bool timing_fits(const struct pm_timing *t)
{
	return t->classify >= JUDGE_MIN && t->classify <= JUDGE_MAX && t->inhibit > t->classify && t->host > t->classify &&
	       t->resume && t->request > 1 && t->sent && t->sent <= FRAME_GAP_OCTETS;
}

/* Latencies in whole cycles of 8 octet times; those of the receive pipeline are fixed. */
static bool timing_fits_xgmii(const struct pm_timing *t, const struct pm_timing *fixed)
{
	uint32_t all = t->inhibit | t->resume | t->request | t->classify | t->host | t->sent;

	return all % XGMII_CLOCK_OCTETS == 0 && t->classify == fixed->classify && t->inhibit > t->classify &&
	       t->host > t->classify && t->resume && t->request > XGMII_CLOCK_OCTETS && t->sent == XGMII_CLOCK_OCTETS;
}

static bool config_fits(const struct pm_config *config, const struct pm_device *device)
{
	if (!parameters_fit(config))
		return false;
	if (device->clock_octets == 1)
		return timing_fits(&config->timing);
	return device->buffer(config) % WORD_OCTETS == 0 && timing_fits_xgmii(&config->timing, &device->timing);
}

/* The modes were BEFORE in the open cycle and are others from the next one on. */
static void note_changes(struct pm_model *m, const struct pm_mode *before)
{
	if (m->mode.tx_enable != before->tx_enable)
		m->enable_cycle = m->now + m->step;
	if (m->mode.quanta == before->quanta)
		return;
	m->quanta_cycle_before = m->quanta_cycle;
	m->quanta_cycle = m->now + m->step;
	m->quanta_before = before->quanta;
}

static void reset_state(struct pm_model *m)
{
	struct pm_mode before = m->mode;
	bool exact = m->mdio.exact;

	for (unsigned i = 0; i < PM_RUNS; i++)
		m->run[i].live = false;
	m->runs_live = 0;
	m->runs_due = PM_NEVER;
	m->classified = NULL;
	m->refused_next = 0;
	memset(m->refused, 0, sizeof(m->refused));
	if (is_xgmii(m))
		xgmii_rx_reset(&m->lanes, m->reset_until);
	m->fault = XGMII_FAULT_NONE;
	m->answers_fault = false;
	pause_rx_reset(&m->rx, m->now + m->step);
	pause_tx_reset(&m->pause_tx);
	csma_reset(&m->csma, m->now + m->step, m->reset_until);
	m->tx.attempt.pending = m->tx.attempt.draining = false;
	m->tx.attempt.collisions = 0;
	rx_buffer_reset(&m->buffer);
	m->tx.busy = m->tx.offered = m->tx.ended = m->tx.next_offered = false;
	xgmii_gap_reset(&m->tx.gap);
	m->tx.request = (struct pm_request){ .kind = PM_TX_NONE };
	m->tx_off_cycle = m->rose = 0;
	m->tx.gap_end = m->tx.record_cycle = 0;
	m->rx_reset = m->tx_reset = m->clear_rx = m->clear_tx = 0;
	m->write.valid = false;
	m->view.start = (struct pm_start){ .blockers = PM_BLOCK_DISABLED | PM_BLOCK_NO_DATA };
	m->last_read.counter = false;
	registers_reset(&m->regs);
	counting_reset(&m->count);
	mdio_model_reset(&m->mdio, m->now + m->step);
	m->mdio.exact = exact;
	m->device->reset(m);
	note_changes(m, &before);
	m->mode_closed = m->mode;
}

struct pm_model *pm_new(const struct pm_config *config)
{
	const struct pm_device *device = device_named(config->device);
	const struct reg_page *page = reg_page_by_model(config->device);
	struct pm_model *m;

	if (!device || !page) {
		errno = ENODEV;
		return NULL;
	}
	if (!config_fits(config, device)) {
		errno = EINVAL;
		return NULL;
	}
	m = calloc(1, sizeof(*m));
	if (!m)
		return NULL;
	m->device = device;
	m->config = *config;
	m->step = m->rx.step = device->clock_octets;
	m->mii = device->mii;
	m->tx.wire = &m->tx.buffer[0];
	m->tx.offer = &m->tx.buffer[1];
	m->tx.next = &m->tx.buffer[2];
	m->state = calloc(1, device->state_size + 1);
	xgmii_rx_init(&m->lanes);
	if (!m->state || !registers_init(&m->regs, page) ||
	    (is_xgmii(m) ? rx_buffer_init_words(&m->buffer, device->buffer(config))
	                 : rx_buffer_init(&m->buffer, device->buffer(config)))) {
		pm_free(m);
		errno = ENOMEM;
		return NULL;
	}
	counting_init(&m->count, page, m->step);
	device->init(m);
	m->mdio.exact = true;
	reset_state(m);
	return m;
}

void pm_free(struct pm_model *m)
{
	if (!m)
		return;
	for (unsigned i = 0; i < PM_RUNS; i++)
		free(m->run[i].octets.own);
	for (unsigned i = 0; i < PM_TX_BUFFERS; i++)
		free(m->tx.buffer[i].octets.own);
	xgmii_rx_release(&m->lanes);
	free(m->state);
	rx_buffer_release(&m->buffer);
	free(m);
}

uint64_t pm_cycle(const struct pm_model *m)
{
	return m->now;
}

void pm_lend(struct pm_model *m)
{
	m->lent = m->lanes.lends = true;
}

/* The run that is the I-th from the newest one, which is 1. */
static struct pm_run *run_at(struct pm_model *m, unsigned i)
{
	return m->run + (m->run_next - i) % PM_RUNS;
}

static void run_keep(struct pm_run *run)
{
	octets_keep(&run->octets, run->frame.len);
	run->rx.octets = run->octets.at;
}

/* The octets of the newest data frame on the wire, which may be changed then. */
static uint8_t *wire_keep(struct pm_model *m)
{
	struct pm_tx_buffer *wire = m->tx.wire;

	octets_keep(&wire->octets, wire->len);
	if (m->tx.frame.kind == PM_TX_DATA)
		m->tx.frame.octets = wire->octets.at;
	m->tx.attempt.frame.octets = wire->octets.at;
	return wire->octets.own;
}

void pm_keep(struct pm_model *m)
{
	xgmii_rx_keep(&m->lanes);
	for (unsigned i = m->runs_live; i; i--)
		if (run_at(m, i)->live)
			run_keep(run_at(m, i));
	if (m->classified)
		run_keep(m->classified);
	rx_buffer_keep(&m->buffer);
	octets_keep(&m->tx.offer->octets, m->tx.offer->len);
	octets_keep(&m->tx.next->octets, m->tx.next->len);
	wire_keep(m);
}

/* ---- inputs ---- */

void pm_reset(struct pm_model *m, uint64_t cycles)
{
	if (m->now + cycles > m->reset_until)
		m->reset_until = m->now + cycles;
	m->touched = true;
}

static struct pm_run *run_slot(struct pm_model *m)
{
	struct pm_run *run = m->run + m->run_next++ % PM_RUNS;

	if (m->runs_live < PM_RUNS)
		m->runs_live++;
	run->live = run->received = run->abandoned = run->overflow = run->enable_known = run->room_known = false;
	run->taken = run->next_mbuf = run->room = run->told = 0;
	run->fragment = run->met = run->raw = run->open = run->error = false;
	run->clocks = 1;
	return run;
}

/* The cycle in which the octet that takes the next MBUF is complete. */
static uint64_t mbuf_cycle(const struct pm_run *run)
{
	return run->begin + (uint64_t)(run->next_mbuf + 1) * run->clocks;
}

/* The next cycle in which something about the run is decided; octets that are not told may come. */
static uint64_t run_next(const struct pm_model *m, const struct pm_run *run)
{
	bool takes = run->next_mbuf < run->frame.len || (run->open && run->frame.len);

	if (is_xgmii(m) || !takes || run->overflow || run->abandoned)
		return run->classify;
	return min_u64(run->classify, mbuf_cycle(run));
}

/* More of the run was told. */
static void run_schedule(const struct pm_model *m, struct pm_run *run)
{
	if (!run->raw)
		run->step = min_u64(run->step, run_next(m, run));
}

/* Clocks of the run, of which it is known what an octet is. */
static void run_clocks(struct pm_run *run, const uint8_t *clocks, uint32_t len)
{
	if (run->clocks == 1)
		frame_run_octets(&run->frame, run->octets.own, clocks, len);
	else
		frame_run_nibbles(&run->frame, run->octets.own, clocks, len);
	run->begin = run->first + run->frame.offset;
	run->live = run->live && run->frame.state != FRAME_RUN_NONE;
}

static void run_over(struct pm_run *run)
{
	frame_run_end(&run->frame, run->octets.at, run->error);
	run->begin = run->first + run->frame.offset;
	run->live = run->live && run->frame.is_frame;
}

static void run_parse(struct pm_model *m, struct pm_run *run)
{
	run->raw = false;
	run->clocks = (uint8_t)pm_octet_clocks(m, &m->mode);
	run_clocks(run, run->octets.at, run->told);
	if (!run->open)
		run_over(run);
}

static struct pm_run *run_open(const struct pm_model *m)
{
	const struct pm_run *run = &m->run[(m->run_next - 1) % PM_RUNS];

	return m->run_next && run->open ? (struct pm_run *)run : NULL;
}

void pm_rx_begin(struct pm_model *m)
{
	struct pm_run *run = run_slot(m);

	m->touched = true;
	frame_run_begin(&run->frame);
	run->first = run->begin = m->now;
	run->last = run->classify = PM_NEVER;
	run->step = m->now + 1;
	run->open = run->live = true;
	run->raw = m->mii; /* what of it are octets is known a cycle later */
}

int pm_rx_more(struct pm_model *m, const uint8_t *octets, uint32_t len, bool error)
{
	struct pm_run *run = run_open(m);

	if (!run)
		return 0;
	run->error = run->error || error;
	if (run->live && octets_reserve(&run->octets, (run->raw ? run->told : run->frame.len) + len)) {
		run->live = false;
		return -ENOMEM;
	}
	if (run->live && run->raw)
		memcpy(run->octets.own + run->told, octets, len);
	else if (run->live)
		run_clocks(run, octets, len);
	run->told += len;
	run_schedule(m, run);
	return 0;
}

void pm_rx_end(struct pm_model *m)
{
	struct pm_run *run = run_open(m);

	if (!run)
		return;
	run->open = false;
	run->last = run->first + run->told - 1;
	run->classify = run->last + m->config.timing.classify - 1;
	if (!run->raw)
		run_over(run);
	run_schedule(m, run);
}

bool pm_rx_head(const struct pm_model *m)
{
	const struct pm_run *run = run_open(m);

	return run && run->live && !run->frame.is_frame;
}

int pm_rx_run(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t first_error)
{
	int err;

	m->touched = true;
	if (!len)
		return 0;
	pm_rx_begin(m);
	err = pm_rx_more(m, octets, len, first_error >= 0);
	pm_rx_end(m);
	return err;
}

int pm_rx_lanes(struct pm_model *m, uint64_t at, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes,
                const uint32_t *fcs)
{
	return len ? xgmii_rx_lanes(&m->lanes, at, octets, len, code, codes, fcs) : 0;
}

int pm_rx_lanes_more(struct pm_model *m, uint64_t at, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes)
{
	return len ? xgmii_rx_more(&m->lanes, at, octets, len, code, codes) : 0;
}

bool pm_rx_lanes_open(const struct pm_model *m)
{
	return xgmii_rx_open(&m->lanes);
}

static uint64_t cycle_of(const struct pm_model *m, uint64_t time)
{
	return time & ~(uint64_t)(m->step - 1);
}

/* A frame that is not over, and is not known before it is. */
static void lanes_begin(struct pm_model *m)
{
	struct pm_run *run;
	uint64_t start;

	if (!xgmii_rx_begun(&m->lanes, &start))
		return;
	run = run_slot(m);
	run->frame = (struct frame_run){ .is_frame = true };
	run->first = cycle_of(m, start);
	run->begin = start;
	run->last = run->classify = run->step = PM_NEVER;
	run->open = run->live = true;
}

/* The frames that begin in the open cycle. */
static void lanes_pop(struct pm_model *m)
{
	struct xgmii_frame frame;
	struct pm_run *run;

	if (m->lanes.found_first == m->lanes.found_count && !m->lanes.more)
		return;
	while (xgmii_rx_next(&m->lanes) < m->now + m->step && xgmii_rx_pop(&m->lanes, &frame)) {
		run = frame.again ? run_at(m, 1) : run_slot(m);
		if (octets_reserve(&run->octets, frame.count))
			continue;
		octets_tell(&run->octets, frame.octets, frame.lent, frame.count);
		run->frame = (struct frame_run){
			.is_frame = true,
			.code_error = frame.error || frame.illegal,
			.error = frame.error,
			.illegal = frame.illegal,
			.fcs_wrong = frame.fcs_wrong,
			.len = frame.count,
			.fcs = frame.fcs,
		};
		run->last = frame.end;
		run->classify = run->step = cycle_of(m, frame.end) + m->config.timing.classify - m->step;
		m->runs_due = min_u64(m->runs_due, run->step);
		run->open = false;
		if (frame.again)
			continue;
		run->first = cycle_of(m, frame.start);
		run->begin = frame.start;
		run->live = true;
	}
	if (m->lanes.more)
		lanes_begin(m);
}

void pm_crs(struct pm_model *m, bool value)
{
	m->touched = true;
	m->csma.crs = value;
}

void pm_col(struct pm_model *m, bool value)
{
	m->touched = true;
	m->csma.col = value;
}

void pm_pause_req(struct pm_model *m, uint8_t value)
{
	m->touched = true;
	m->pause_req = value;
}

void pm_pfc_req(struct pm_model *m, uint16_t value)
{
	m->touched = true;
	m->pfc_req = value;
}

int pm_host_offer(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t withheld_at)
{
	bool waits = m->tx.offered && m->tx.offer->taken;
	struct pm_tx_buffer *offer = waits ? m->tx.next : m->tx.offer;

	m->touched = true;
	if (octets_reserve(&offer->octets, len + FRAME_MIN_OCTETS))
		return -ENOMEM;
	octets_tell(&offer->octets, octets, m->lent, len);
	offer->len = len;
	offer->underrun_at = withheld_at > 0 && (uint32_t)withheld_at < len ? withheld_at : -1;
	offer->offer_cycle = m->now;
	offer->withheld = 0;
	offer->host_error = offer->taken = offer->open = false;
	m->tx.next_offered = waits;
	m->tx.offered = true;
	return 0;
}

int pm_host_offer_begin(struct pm_model *m)
{
	bool waits = m->tx.offered && m->tx.offer->taken;
	int err = pm_host_offer(m, NULL, 0, -1);

	if (!err)
		(waits ? m->tx.next : m->tx.offer)->open = true;
	return err;
}

void pm_host_offer_withheld(struct pm_model *m, uint32_t clocks)
{
	if (m->tx.next_offered)
		m->tx.next->withheld = clocks;
	else
		m->tx.offer->withheld = clocks;
}

void pm_host_offer_error(struct pm_model *m)
{
	if (m->tx.next_offered)
		m->tx.next->host_error = true;
	else
		m->tx.offer->host_error = true;
}

/* The frame that was taken up is over for the host stream: the one behind it is offered. */
static void offer_next(struct pm_model *m)
{
	struct pm_tx_buffer *done = m->tx.offer;

	m->tx.offered = m->tx.next_offered;
	m->tx.next_offered = false;
	if (!m->tx.offered)
		return;
	m->tx.offer = m->tx.next;
	m->tx.next = done;
}

void pm_host_taken(struct pm_model *m)
{
	struct pm_tx_buffer *offer = m->tx.next_offered ? m->tx.next : m->tx.offer;

	m->touched = true;
	if (m->tx.busy && m->tx.frame.kind == PM_TX_DATA && !m->tx.frame.taken) {
		m->tx.frame.taken = true;
		m->tx.frame.taken_cycle = m->now;
		return;
	}
	if (m->tx.attempt.draining || (m->tx.attempt.pending && !m->tx.attempt.frame.taken)) {
		m->tx.attempt.draining = false;
		return;
	}
	if (!m->tx.offered)
		return;
	offer->taken = true; /* and not on the wire: at XGMII the first word goes the cycle before the start */
	offer->taken_cycle = m->now;
}

static void owed(const struct pm_tx_buffer *offer, struct pm_owed *ret)
{
	*ret = (struct pm_owed){
		.octets = offer->octets.at,
		.len = offer->len,
		.offer_cycle = offer->offer_cycle,
		.taken = offer->taken,
		.taken_cycle = offer->taken_cycle,
	};
}

bool pm_host_owed(const struct pm_model *m, unsigned i, struct pm_owed *ret)
{
	if (i == 0 && m->tx.offered)
		owed(m->tx.offer, ret);
	else if (i == 1 && m->tx.next_offered)
		owed(m->tx.next, ret);
	else
		return false;
	return true;
}

void pm_host_took_mbuf(struct pm_model *m)
{
	m->touched = true;
	rx_buffer_took_mbuf(&m->buffer);
}

void pm_host_took_frame(struct pm_model *m)
{
	m->touched = true;
	rx_buffer_took_frame(&m->buffer, m->now);
	m->buffer.host_after = m->now + m->step;
}

void pm_host_took_other(struct pm_model *m)
{
	m->touched = true;
	m->buffer.host_after = m->now + m->step;
	m->buffer.started = false;
}

void pm_host_started(struct pm_model *m)
{
	m->touched = true;
	if (m->buffer.queued)
		m->buffer.started = true;
}

void pm_reg_write(struct pm_model *m, uint16_t address, uint64_t value, uint8_t strobe)
{
	m->touched = true;
	m->write = (struct pm_write){ .valid = true, .address = address, .value = value, .strobe = strobe };
}

/* ---- the transmit wire ---- */

static void wire_source(struct pm_model *m, const struct pm_mode *mode)
{
	uint8_t *octets = wire_keep(m);

	for (uint32_t i = 0; i < FRAME_ADDRESS_OCTETS; i++)
		if (FRAME_ADDRESS_OCTETS + i < m->tx.frame.len)
			octets[FRAME_ADDRESS_OCTETS + i] = mode->station[i];
}

static void wire_underrun(struct pm_model *m)
{
	struct pm_tx_frame *frame = &m->tx.frame;

	memset(wire_keep(m) + frame->underrun_at, XGMII_ERROR, WORD_OCTETS);
	frame->len = (uint32_t)frame->underrun_at + WORD_OCTETS;
	frame->fcs_inserted = frame->host_error = false;
}

static void wire_pad(struct pm_model *m)
{
	struct pm_tx_frame *frame = &m->tx.frame;

	memset(wire_keep(m) + frame->len, 0, FRAME_MIN_DATA_OCTETS - frame->len);
	frame->len = FRAME_MIN_DATA_OCTETS;
}

/* The host's octets become those on the wire. Room for the pad is there. */
static void wire_octets(struct pm_model *m, const struct pm_mode *mode)
{
	struct pm_tx_frame *frame = &m->tx.frame;

	frame->fcs_inserted = mode->insert_fcs;
	if (mode->override_source)
		wire_source(m, mode);
	if (frame->underrun_at >= 0)
		wire_underrun(m);
	else if (mode->insert_fcs && mode->pad && frame->len < FRAME_MIN_DATA_OCTETS)
		wire_pad(m);
}

/* The same, as far as it is known before the octets are. */
static void wire_open(struct pm_model *m)
{
	m->tx.open = m->tx.mode;
	m->tx.frame.source = m->tx.open.override_source ? m->tx.open.station : NULL;
}

uint32_t pm_octet_clocks(const struct pm_model *m, const struct pm_mode *mode)
{
	return m->mii && !mode->gig ? 2 : 1;
}

const struct pm_mode *pm_mode_in(const struct pm_model *m, uint64_t cycle)
{
	return cycle <= m->closed_cycle && cycle < m->now ? &m->mode_closed : &m->mode;
}

/* ---- what is on the transmit wire ---- */

static void take_offer(struct pm_model *m)
{
	struct pm_tx_buffer *offer = m->tx.offer;

	m->tx.offer = m->tx.wire;
	m->tx.wire = offer;
	m->tx.frame.octets = offer->octets.at;
	m->tx.frame.len = m->tx.frame.host_octets = offer->len;
	m->tx.frame.underrun_at = offer->underrun_at;
	m->tx.frame.host_error = offer->host_error;
	m->tx.frame.taken = offer->taken;
	m->tx.frame.taken_cycle = offer->taken_cycle;
	offer_next(m);
	if (is_xgmii(m) && m->tx.wire->open)
		wire_open(m);
	else if (is_xgmii(m))
		wire_octets(m, &m->tx.mode);
	if (m->mii)
		pm_attempt_first(m);
}

static void take_control(struct pm_model *m, enum pm_tx_kind kind)
{
	struct pm_request *sent = &m->tx.sent;
	bool decided = m->view.start.kind == kind;

	*sent = decided ? m->tx.request : (struct pm_request){ 0 };
	if (!decided)
		m->device->request(m, sent);
	if (sent->kind != kind)
		*sent = (struct pm_request){ .kind = kind,
			                     .xoff = m->pause_tx.low,
			                     .quanta = m->pause_tx.low ? m->mode.quanta : 0 };
	if (kind == PM_TX_PAUSE)
		frame_pause(m->tx.pause, decided ? m->tx.mode.station : m->mode.station, sent->quanta);
	else
		pfc_build(m->tx.pause, decided ? m->tx.mode.station : m->mode.station, &sent->pfc);
	m->tx.frame.octets = m->tx.pause;
	m->tx.frame.len = PAUSE_FRAME_OCTETS;
	m->tx.frame.underrun_at = -1;
	m->tx.frame.quanta = sent->quanta;
	m->device->started(m, sent);
}

/* A signal of half duplex: nothing of a frame. */
static void take_signal(struct pm_model *m)
{
	m->tx.sent = (struct pm_request){ .kind = m->tx.frame.kind };
	m->tx.frame.underrun_at = -1;
}

static void set_kind(struct pm_model *m, enum pm_tx_kind kind)
{
	struct pm_tx_frame *frame = &m->tx.frame;

	*frame = (struct pm_tx_frame){
		.kind = kind,
		.start = frame->start,
		.underrun_at = -1,
		.clocks = (uint8_t)pm_octet_clocks(m, &m->tx.mode),
		.half_duplex = m->mii && m->tx.mode.half_duplex,
	};
	if (kind == PM_TX_DATA && m->tx.attempt.pending)
		pm_attempt_again(m);
	else if (kind == PM_TX_DATA && m->tx.offered)
		take_offer(m);
	else if (kind == PM_TX_FORCED || kind == PM_TX_CARRIER)
		take_signal(m);
	else if (kind == PM_TX_DATA)
		frame->kind = PM_TX_NONE;
	else if (kind != PM_TX_NONE)
		take_control(m, kind);
}

int pm_host_offer_known(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t underrun_at, bool error)
{
	struct pm_tx_frame *frame = &m->tx.frame;
	struct pm_tx_buffer *wire = m->tx.wire;

	if (!m->tx.busy || frame->kind != PM_TX_DATA || !wire->open)
		return 0;
	if (octets_reserve(&wire->octets, len + FRAME_MIN_OCTETS))
		return -ENOMEM;
	octets_tell(&wire->octets, octets, false, len);
	wire->open = false;
	wire->len = len;
	wire->underrun_at = underrun_at;
	wire->host_error = error;
	frame->octets = wire->octets.at;
	frame->len = frame->host_octets = len;
	frame->underrun_at = underrun_at;
	frame->host_error = error;
	if (is_xgmii(m))
		wire_octets(m, &m->tx.open);
	if (m->mii)
		pm_attempt_begin(m);
	return 0;
}

void pm_start_slack(struct pm_model *m, uint64_t clocks)
{
	m->gap_slack = clocks;
}

const struct pm_start *pm_start(const struct pm_model *m)
{
	return &m->view.start;
}

/* MII: the rest of the record; false: there is none. */
static bool show_attempt(struct pm_model *m)
{
	enum pm_tx_kind kind = m->tx.end.kind;

	if (m->tx.end.dropped)
		m->tx.record = TX_RECORD_DROPPED;
	m->tx.record |= (uint32_t)m->tx.end.collisions << TX_RECORD_COLLISIONS_SHIFT;
	return !m->tx.end.repeat && kind != PM_TX_FORCED && kind != PM_TX_CARRIER;
}

/* The ended frame shows in the open cycle. */
static void show_sent(struct pm_model *m)
{
	uint32_t octets = m->tx.end.octets;

	m->tx.ended = false;
	m->tx.record_cycle = m->now;
	m->tx.record = octets < TX_RECORD_LENGTH ? octets : TX_RECORD_LENGTH;
	if (m->tx.end.kind == PM_TX_PAUSE)
		m->tx.record |= TX_RECORD_PAUSE;
	if (m->tx.end.kind == PM_TX_PFC)
		m->tx.record |= TX_RECORD_PFC;
	if (m->tx.end.underrun || m->tx.end.host_error)
		m->tx.record |= TX_RECORD_UNDERRUN;
	if (m->mii && !show_attempt(m))
		m->tx.record_cycle = 0;
	m->device->sent(m, m->now);
	m->touched |= m->tx.end.kind != PM_TX_DATA;
}

void pm_tx_start(struct pm_model *m, enum pm_tx_kind kind)
{
	pm_tx_start_at(m, kind, m->now);
}

void pm_tx_start_at(struct pm_model *m, enum pm_tx_kind kind, uint64_t start)
{
	m->touched = true;
	if (m->tx.ended && m->tx.ended_visible <= m->now)
		show_sent(m);
	m->tx.busy = true;
	m->tx.frame.start = start;
	xgmii_gap_start(&m->tx.gap, start, m->tx.mode.ipg);
	set_kind(m, kind);
}

/* The data frame that was believed to be on the wire is not: it goes before what was offered since. */
static void offer_again(struct pm_model *m)
{
	struct pm_tx_buffer *wire = m->tx.wire;

	if (m->tx.offered) {
		m->tx.wire = m->tx.next;
		m->tx.next = m->tx.offer;
		m->tx.next_offered = true;
	} else {
		m->tx.wire = m->tx.offer;
	}
	m->tx.offer = wire;
	m->tx.offered = true;
	wire->taken = m->tx.frame.taken;
	wire->taken_cycle = m->tx.frame.taken_cycle;
}

void pm_tx_retype(struct pm_model *m, enum pm_tx_kind kind)
{
	if (!m->tx.busy || m->tx.frame.kind == kind)
		return;
	m->touched = true;
	if (is_control_frame(m->tx.frame.kind))
		m->device->unstarted(m);
	if (m->tx.frame.kind == PM_TX_DATA && m->tx.frame.attempt > 1) {
		m->tx.attempt.pending = m->csma.waits = true;
	} else if (m->tx.frame.kind == PM_TX_DATA && !m->tx.next_offered) {
		offer_again(m);
	}
	set_kind(m, kind);
}

const struct pm_tx_frame *pm_tx_frame(const struct pm_model *m)
{
	return m->tx.busy ? &m->tx.frame : NULL;
}

const struct pm_tx_frame *pm_tx_cut(const struct pm_model *m)
{
	return !m->tx.busy && m->in_reset && m->tx.frame.kind != PM_TX_NONE ? &m->tx.frame : NULL;
}

bool pm_tx_resembles_pause(const struct pm_model *m, const uint8_t *octets, uint32_t len)
{
	if (len < FRAME_TYPE_OFFSET + 6)
		return false;
	return !memcmp(octets, frame_pause_address, FRAME_ADDRESS_OCTETS) +
	           !memcmp(octets + FRAME_ADDRESS_OCTETS, m->mode.station, FRAME_ADDRESS_OCTETS) +
	           (frame_u16(octets + FRAME_TYPE_OFFSET) == FRAME_TYPE_MAC_CONTROL) >=
	       2;
}

static enum frame_address_type address_type_of(const struct pm_tx_frame *frame)
{
	uint8_t destination[FRAME_ADDRESS_OCTETS] = { 0 };

	if (frame->octets && frame->len >= sizeof(destination))
		return frame_address_type(frame->octets);
	if (frame->octets)
		memcpy(destination, frame->octets, frame->len);
	return frame_address_type(destination);
}

/* The head of a frame of LEN octets, fewer than a head has: what comes behind them, too, and zeros. */
static void keep_whole(struct pm_model *m, uint32_t len)
{
	const struct pm_tx_frame *frame = &m->tx.frame;
	uint8_t *head = m->tx.end.head;
	uint32_t fcs;

	memset(head, 0, PM_HEAD_OCTETS);
	if (len)
		memcpy(head, frame->octets, len);
	if (frame->kind != PM_TX_DATA)
		return;
	fcs = frame->fcs_inserted && !frame->host_error ? frame_fcs(frame->octets, frame->len) : 0xFEFEFEFE;
	if (frame->fcs_inserted || frame->host_error)
		for (uint32_t i = 0; i < FRAME_FCS_OCTETS && len + i < PM_HEAD_OCTETS; i++)
			head[len + i] = (uint8_t)(fcs >> 8 * i);
}

/* What of the frame on the wire is to be seen in the header; with /E/ for octets that have no other value. */
static void keep_head(struct pm_model *m)
{
	const struct pm_tx_frame *frame = &m->tx.frame;

	if (frame->kind == PM_TX_NONE)
		keep_whole(m, 0);
	else if (frame->len < PM_HEAD_OCTETS)
		keep_whole(m, frame->len);
	else
		memcpy(m->tx.end.head, frame->octets, PM_HEAD_OCTETS);
}

/* XGMII: first cycle in which the gap allows that a start is decided. */
static uint64_t start_cycle(const struct pm_model *m)
{
	uint64_t earliest = cycle_of(m, xgmii_gap_earliest(&m->tx.gap, m->mode.ipg));

	return earliest ? earliest - m->step : 0;
}

void pm_tx_end(struct pm_model *m, uint32_t wire_len, uint16_t quanta)
{
	m->tx.ended_visible = m->now - m->step + m->config.timing.sent;
	m->tx.gap_end = m->now - m->step + FRAME_GAP_OCTETS;
	pm_tx_end_at(m, m->now - 1, wire_len, quanta);
}

/* MII: what else is known at the end. */
static void attempt_over(struct pm_model *m)
{
	struct pm_tx *tx = &m->tx;

	tx->end.mode = *pm_mode_in(m, tx->last_wire);
	tx->end.collision = tx->end.late = tx->end.excessive = tx->end.repeat = tx->end.dropped = false;
	tx->end.own_fcs = tx->end.fcs_wrong = tx->end.host_error = false;
	tx->end.collisions = 0;
	m->pause_tx.clocks = pm_octet_clocks(m, &tx->end.mode);
	if (tx->frame.kind == PM_TX_DATA)
		pm_attempt_fate(m);
	if (!tx->attempt.pending)
		m->csma.waits = false;
}

void pm_tx_end_at(struct pm_model *m, uint64_t end, uint32_t wire_len, uint16_t quanta)
{
	struct pm_tx *tx = &m->tx;

	if (!tx->busy)
		return;
	m->touched = true;
	tx->busy = false;
	tx->last_wire = end;
	tx->ended = true;
	tx->end_cycle = m->now;
	if (is_xgmii(m)) {
		tx->ended_visible = m->now + m->config.timing.sent;
		xgmii_gap_end(&tx->gap, end);
		tx->gap_end = start_cycle(m);
	} else {
		tx->end.advertise = m->closed_cycle == tx->last_wire ? m->send_before : m->mode.send_pause;
		tx->end.was_reset = m->tx_reset && m->tx_reset == tx->last_wire;
	}
	tx->end.kind = tx->frame.kind;
	if (m->mii)
		wire_len /= tx->frame.clocks;
	tx->end.octets = wire_len > FRAME_HEAD_OCTETS ? wire_len - FRAME_HEAD_OCTETS : 0;
	tx->end.quanta = quanta;
	tx->end.xoff = tx->sent.xoff;
	tx->end.underrun = tx->frame.underrun_at >= 0;
	tx->end.host_error = tx->frame.host_error;
	if (m->device->reads_sent)
		keep_head(m);
	else
		tx->end.address_type = address_type_of(&tx->frame);
	if (m->mii)
		attempt_over(m);
	if (tx->ended_visible == m->now)
		show_sent(m);
}

bool pm_tx_on_wire(const struct pm_model *m)
{
	return m->tx.busy || (is_xgmii(m) && m->tx.ended && m->tx.end_cycle == m->now);
}

bool pm_pause_on_wire(const struct pm_model *m, bool xoff)
{
	return pm_tx_on_wire(m) && m->tx.frame.kind == PM_TX_PAUSE && m->tx.sent.xoff == xoff;
}

bool pm_pause_on_way(const struct pm_model *m, bool xoff)
{
	return (m->view.start.kind == PM_TX_PAUSE && m->tx.request.xoff == xoff) || pm_pause_on_wire(m, xoff);
}

bool pm_rx_in_frame(struct pm_model *m)
{
	return xgmii_rx_in_frame(&m->lanes, m->now);
}

/* ---- a cycle ---- */

static bool host_waits(const struct pm_model *m)
{
	return !m->buffer.started && m->buffer.queued;
}

/* The cycle in which the frame that waits is to start. */
static uint64_t host_due(const struct pm_model *m)
{
	const struct rx_buffer_frame *frame = rx_buffer_at(&m->buffer, 0);

	return (frame->visible > m->buffer.host_after ? frame->visible : m->buffer.host_after) + m->config.timing.host -
	       m->config.timing.classify;
}

bool pm_host_waiting(const struct pm_model *m, uint64_t *ret_due, uint64_t *ret_cause)
{
	if (!host_waits(m))
		return false;
	*ret_due = host_due(m);
	*ret_cause = rx_buffer_at(&m->buffer, 0)->last;
	return true;
}

static void settle_fault(struct pm_model *m)
{
	enum xgmii_fault fault = XGMII_FAULT_NONE;

	if (m->now >= m->reset_until && !xgmii_rx_faultless(&m->lanes))
		fault = xgmii_rx_fault(&m->lanes, m->now);
	if (fault == m->fault)
		return;
	m->fault = fault;
	m->touched = true;
	if (m->device->fault)
		m->device->fault(m, fault);
}

const struct pm_view *pm_settle(struct pm_model *m)
{
	struct pm_view *view = &m->view;

	if (m->settled)
		return view;
	m->settled = true;
	if (m->tx.ended && m->tx.ended_visible <= m->now)
		show_sent(m);
	if (is_xgmii(m))
		settle_fault(m);
	if (m->mii && m->now)
		m->rx.clocks = pm_octet_clocks(m, pm_mode_in(m, m->now - 1));
	if ((m->rx.pending || m->rx.xoff) && pause_rx_settle(&m->rx, m->now, pm_tx_on_wire(m)))
		m->touched = true;
	view->xoff = m->rx.xoff || m->mode.tx_off;
	view->timer = pause_rx_timer(&m->rx, m->now);
	view->free = m->buffer.free;
	view->level = is_xgmii(m) ? m->buffer.level : m->buffer.free;
	view->signal = m->answers_fault ? PM_SIGNAL_REMOTE_FAULT : PM_SIGNAL_IDLE;
	view->tx_record_valid = m->tx.record_cycle && m->tx.record_cycle == m->now;
	view->tx_record = m->tx.record;
	view->rx = m->classified && m->classified->rx.visible == m->now ? &m->classified->rx : NULL;
	view->host_waiting = pm_host_waiting(m, &view->host_due, &view->host_cause);
	if (m->device->settle)
		m->device->settle(m);
	return view;
}

/* May a start in the cycle after the open one keep the gap? */
static bool gap_kept(const struct pm_model *m, int *ret_lane)
{
	*ret_lane = 0;
	if (m->tx.busy)
		return false;
	if (m->mii)
		return csma_gap_over(&m->csma, &m->mode.csma);
	if (!is_xgmii(m))
		return m->now >= m->tx.gap_end;
	*ret_lane = xgmii_gap_lane(&m->tx.gap, m->now + m->step, m->mode.ipg);
	return *ret_lane >= 0;
}

static unsigned blockers_of(const struct pm_model *m, bool control, bool gap)
{
	unsigned blockers = control ? PM_BLOCK_PAUSE : 0;

	if (!gap)
		blockers |= PM_BLOCK_GAP;
	if (!m->mode.tx_enable)
		blockers |= PM_BLOCK_DISABLED;
	if (m->rx.xoff || m->mode.tx_off || (m->rx.pending && is_xgmii(m)))
		blockers |= PM_BLOCK_XOFF;
	if (!(m->tx.offered || m->tx.attempt.pending) || m->tx.attempt.draining)
		blockers |= PM_BLOCK_NO_DATA;
	if (m->fault != XGMII_FAULT_NONE && !m->mode.ignore_faults)
		blockers |= PM_BLOCK_FAULT;
	return blockers;
}

/* MII: the signal of half duplex that wants to go in the open cycle. RET is zeroed. */
static void request_signal(struct pm_model *m, bool invoked, struct pm_request *ret)
{
	if (csma_forced_requested(&m->csma, &m->mode.csma, invoked, m->tx.busy)) {
		ret->kind = PM_TX_FORCED;
		ret->rule = RULE_BACK_PRESSURE;
		ret->cause = m->csma.carrier_since;
	} else if (invoked && m->mode.csma.half_duplex && m->mode.csma.pressure == CSMA_FALSE_CARRIER) {
		ret->kind = PM_TX_CARRIER;
		ret->rule = RULE_FALSE_CARRIER;
		ret->cause = m->pause_tx.crossing;
	}
}

/* MII: the same, or the control frame. */
static void request_control_mii(struct pm_model *m, struct pm_request *ret)
{
	bool invoked = m->device->invoked(m);

	m->invoked = invoked;
	if (invoked && m->mode.csma.half_duplex)
		m->invoked_cycle[m->mode.csma.pressure] = m->now;
	csma_look(&m->csma, invoked);
	if (m->mode.csma.half_duplex)
		request_signal(m, invoked, ret);
	else
		m->device->request(m, ret);
}

/* MII: a repetition may go from the end of its back-off on, which is the device's choice; it must at the latest one. */
static bool back_off_over(struct pm_model *m, bool allowed)
{
	if (!m->csma.waits)
		return true;
	if (!m->mode.csma.half_duplex)
		csma_end_wait(&m->csma, m->now);
	csma_allow(&m->csma, m->now, allowed);
	return m->now >= csma_latest(&m->csma);
}

/* MII: what else keeps data from going, beside BLOCKERS. */
static unsigned blockers_of_mii(struct pm_model *m, unsigned blockers)
{
	if (blockers & PM_BLOCK_GAP && csma_defers(&m->csma, &m->mode.csma))
		blockers |= PM_BLOCK_CARRIER;
	return back_off_over(m, !blockers) ? blockers : blockers | PM_BLOCK_BACKOFF;
}

/* Nothing but a forced collision goes within the gap. */
static bool may_go(const struct pm_model *m, enum pm_tx_kind control, unsigned blockers)
{
	if (control == PM_TX_FORCED)
		return !m->tx.busy;
	return control != PM_TX_NONE && !(blockers & (PM_BLOCK_DISABLED | PM_BLOCK_GAP | PM_BLOCK_FAULT));
}

/* For explanations; signals are none. */
static void remember_request(struct pm_model *m, const struct pm_request *request)
{
	bool frame = is_control_frame(request->kind);

	if (frame || m->pause_tx.request != PAUSE_REQUEST_NONE)
		pause_tx_remember(&m->pause_tx, m->now,
		                  !frame          ? PAUSE_REQUEST_NONE
		                  : request->xoff ? PAUSE_REQUEST_XOFF
		                                  : PAUSE_REQUEST_XON);
}

/* What should start, from everything visible in the open cycle. */
static void decide_start(struct pm_model *m)
{
	struct pm_start *start = &m->view.start;
	struct pm_request *request = &m->tx.request;
	enum pm_tx_kind kind = PM_TX_NONE;
	unsigned blockers;
	int lane;

	*request = (struct pm_request){ .kind = PM_TX_NONE };
	if (m->mii)
		request_control_mii(m, request);
	else
		m->device->request(m, request);
	blockers = blockers_of(m, request->kind != PM_TX_NONE, gap_kept(m, &lane));
	if (m->mii)
		blockers = blockers_of_mii(m, blockers);
	remember_request(m, request);
	if (!blockers)
		kind = PM_TX_DATA;
	else if (may_go(m, request->kind, blockers))
		kind = request->kind;
	start->blockers = blockers;
	if (kind != start->kind)
		start->since = m->now;
	start->kind = kind;
	start->requests = request->kind;
	if (m->mii)
		start->gap = m->gap_slack && m->now < m->gap_cycle + m->gap_slack ? 0 : m->mode.csma.gap_clocks;
	m->tx.mode = m->mode;
	if (kind == PM_TX_NONE)
		return;
	start->lane = (uint8_t)lane;
	start->rule = request->rule;
	start->quanta = request->quanta;
	if (kind == PM_TX_DATA) {
		start->due = start->since + m->config.timing.resume;
		start->cause = m->rx.fall_cycle > m->tx.offer->offer_cycle ? m->rx.fall_cause : m->tx.offer->offer_cycle;
		if (m->csma.waits)
			start->cause = m->csma.jam_end;
	} else {
		start->due = start->since + m->config.timing.request - m->step;
		start->cause = request->cause;
	}
}

static void refuse(struct pm_model *m, const struct pm_run *run)
{
	m->refused[m->refused_next++ % PM_REFUSED] = (struct pm_refused){
		.len = run->frame.len, .fcs = run->frame.fcs, .last = run->last, .rule = run->rx.refused
	};
}

static void deliver(struct pm_model *m, const struct pm_run *run)
{
	uint32_t wire_len = (uint32_t)min_u64(run->frame.len, OCTETS_LENGTH_MAX);
	struct rx_buffer_frame *frame = rx_buffer_push(&m->buffer, run->octets.at, octets_lent(&run->octets), run->rx.host_len,
	                                               wire_len);

	if (!frame)
		return;
	frame->fcs = run->frame.fcs;
	frame->taken = run->taken;
	frame->visible = run->rx.visible;
	frame->last = run->last;
	frame->accepted = run->rx.accepted;
	frame->bad = run->rx.bad;
}

/* RUN is no longer the newest one judged: the octets of the next run go where those of RUN are, for the cache has the place. */
static void run_reuse(struct pm_model *m, struct pm_run *run)
{
	struct pm_run *next = &m->run[m->run_next % PM_RUNS];
	struct pm_octets octets = next->octets;

	if (next->live || run->live)
		return;
	next->octets = run->octets;
	run->octets = octets;
}

static void run_classify(struct pm_model *m, struct pm_run *run)
{
	uint32_t words = (run->frame.len + WORD_OCTETS - 1) / WORD_OCTETS;

	run->live = false;
	if (is_xgmii(m) && !run->abandoned)
		run->overflow = words > run->room;
	if (run->abandoned) {
		m->buffer.delta += (int32_t)run->taken;
		return;
	}
	run->rx = (struct pm_rx_frame){
		.first = run->first,
		.last = run->last,
		.visible = m->now + m->step,
		.octets = run->octets.at,
		.len = run->frame.len,
		.fcs = run->frame.fcs,
		.host_len = run->frame.len,
		.code_error = run->frame.code_error,
		.low = m->pause_tx.low,
		.not_pause = PM_NO_RULE,
		.refused = PM_NO_RULE,
		.accepted = PM_NO_RULE,
	};
	m->device->classify(m, run);
	if (run->rx.ignored) {
		if (m->classified == run)
			m->classified = NULL;
		return;
	}
	if (m->classified && m->classified != run)
		run_reuse(m, m->classified);
	m->classified = run;
	if (run->rx.delivered) {
		if (is_xgmii(m)) {
			run->taken = words;
			m->buffer.delta -= (int32_t)words;
		}
		deliver(m, run);
	} else {
		m->buffer.delta += (int32_t)run->taken;
		refuse(m, run);
	}
}

static void run_take_mbuf(struct pm_model *m, struct pm_run *run)
{
	run->next_mbuf += MBUF_OCTETS;
	if (!m->buffer.free) {
		run->overflow = true;
		return;
	}
	run->taken++;
	m->buffer.delta--;
}

/* XGMII: the room is fixed when the first word would be stored. */
static uint64_t room_cycle(const struct pm_model *m, const struct pm_run *run)
{
	return run->first + ROOM_CYCLES * m->step;
}

/* What was visible in a cycle that went by since the visit before, for nothing changes between two. */
static void run_note(struct pm_model *m, struct pm_run *run)
{
	if (!run->room_known && m->now >= room_cycle(m, run)) {
		run->room_known = true;
		run->room = m->buffer.free;
	}
	if (run->enable_known || m->now < run->first + m->step)
		return;
	run->enable_known = true;
	run->live = run->received = m->mode.rx_enable;
	if (run->raw)
		run_parse(m, run);
}

/* MII, half duplex: a run that meets our transmission is a fragment; an octet that is complete in that very cycle still takes
 * its MBUF. True from the next visit on. */
static bool run_meets(const struct pm_model *m, struct pm_run *run)
{
	bool before = run->fragment, meets = m->tx.busy && m->now <= run->last;

	run->met = run->met || meets;
	run->fragment = run->fragment || (meets && m->mode.csma.half_duplex);
	run->abandoned = run->abandoned || before;
	return before;
}

/* True if something changed. */
static bool run_step(struct pm_model *m, struct pm_run *run)
{
	bool changed = false;

	if ((m->rx_reset == m->now || m->mode.rx_reset) && m->now > run->first && m->now <= run->classify)
		run->abandoned = true;
	if (!run->room_known)
		run_note(m, run);
	if (m->mii && run_meets(m, run))
		run->step = run->classify;
	if (run->step > m->now || !run->live)
		return false;
	if (m->now == run->classify) {
		run_classify(m, run);
		return true;
	}
	if (!run->abandoned && run->next_mbuf < run->frame.len && m->now == mbuf_cycle(run)) {
		run_take_mbuf(m, run);
		changed = true;
	}
	run->step = run_next(m, run);
	return changed;
}

/* True if something changed. */
static bool runs_step(struct pm_model *m)
{
	bool changed = false;

	m->runs_due = PM_NEVER;
	for (unsigned i = m->runs_live; i; i--) {
		struct pm_run *run = run_at(m, i);
		if (run->live)
			changed |= run_step(m, run);
		if (run->live)
			m->runs_due = earlier(m->now, m->runs_due, run->step);
		else if (i == m->runs_live)
			m->runs_live--;
	}
	return changed;
}

/* The end of a control frame of ours in the open cycle. */
static void control_ends(struct pm_model *m)
{
	if (m->device->control_ended && m->tx.ended && m->tx.end_cycle == m->now && m->tx.end.kind != PM_TX_DATA)
		m->device->control_ended(m);
}

void pm_open(struct pm_model *m, uint64_t cycle)
{
	if (m->mii)
		csma_advance(&m->csma, &m->mode.csma, m->tx.busy, cycle);
	m->now = cycle;
	m->settled = false;
}

static bool pause_step(struct pm_model *m)
{
	bool closed = !m->mode.rx_flow || m->mode.half_duplex, reset = m->rx_reset == m->now && m->now;
	struct pause_rx_gate gate;

	if (!closed && !reset && !(m->rx.commanded && m->rx.command.visible == m->now))
		return false;
	gate = (struct pause_rx_gate){
		.closed = closed,
		.reset = reset,
		.rule = m->mode.half_duplex ? RULE_PAUSE_HALF_DUPLEX
		      : m->mode.flow_rule   ? m->mode.flow_rule
		                            : RULE_PAUSE_GATE,
		.load_delay = m->config.timing.inhibit - m->config.timing.classify,
	};
	return pause_rx_step(&m->rx, m->now, &gate);
}

/* MII: the end of the gap, of the longest back-off, of the time in which a packet may be collided with. */
static uint64_t next_csma(const struct pm_model *m, uint64_t next)
{
	const struct csma_mode *mode = &m->mode.csma;

	next = earlier(m->now, next, csma_gap_next(&m->csma, mode, m->tx.busy));
	next = earlier(m->now, next, csma_defers_next(&m->csma, mode, m->tx.busy));
	if (m->tx.attempt.pending)
		next = earlier(m->now, next, csma_latest(&m->csma));
	if (m->tx.request.kind == PM_TX_FORCED)
		next = earlier(m->now, next, m->csma.carrier_since + mode->hit_clocks);
	return next;
}

/* XGMII: the next frame on the receive wire and the next change of the link fault. */
static uint64_t next_lanes(const struct pm_model *m, uint64_t next)
{
	uint64_t start = xgmii_rx_next(&m->lanes);

	if (start != XGMII_NEVER)
		next = earlier(m->now, next, cycle_of(m, start));
	if (!xgmii_rx_faultless(&m->lanes))
		next = earlier(m->now, next, xgmii_rx_fault_next(&m->lanes, m->now));
	return next;
}

/* The first cycle after the open one in which a timer ends or something is scheduled. */
static uint64_t next_visit(const struct pm_model *m)
{
	uint64_t next = m->runs_due;

	if (m->rx.xoff)
		next = earlier(m->now, next, m->rx.timer_end);
	if (m->rx.pending)
		next = earlier(m->now, next, m->rx.pending_from);
	if (m->device->next)
		next = earlier(m->now, next, m->device->next(m));
	if (m->tx.ended)
		next = earlier(m->now, next, m->tx.ended_visible);
	if (m->view.start.kind != PM_TX_NONE)
		next = earlier(m->now, next, m->view.start.due);
	if (host_waits(m))
		next = earlier(m->now, next, host_due(m));
	if (m->mii)
		return next_csma(m, next);
	if (!m->tx.busy)
		next = earlier(m->now, next, m->tx.gap_end);
	return is_xgmii(m) ? next_lanes(m, next) : next;
}

static bool answer_fault(struct pm_model *m)
{
	bool answers = m->fault == XGMII_FAULT_LOCAL && !m->mode.no_remote_fault, changed = answers != m->answers_fault;

	m->answers_fault = answers;
	return changed;
}

static uint64_t close_in_reset(struct pm_model *m)
{
	bool was = m->in_reset && !m->touched;

	if (!was)
		reset_state(m);
	m->in_reset = true;
	m->touched = false;
	return was ? m->reset_until : m->now + m->step;
}

/* False carrier lasts as long as flow control is invoked. */
static void carrier_over(struct pm_model *m)
{
	if (m->tx.busy && m->tx.frame.kind == PM_TX_CARRIER && !m->tx.frame.over && !m->invoked)
		m->tx.frame.over = m->now + 1;
}

/* MII: the carrier as the next cycle sees it. */
static void csma_step(struct pm_model *m)
{
	csma_advance(&m->csma, &m->mode_closed.csma, m->tx.busy, m->now + 1);
	if (m->mode.csma.gap_clocks != m->mode_closed.csma.gap_clocks)
		m->gap_cycle = m->now + 1;
	if (m->view.start.kind == PM_TX_FORCED)
		m->csma.hit = true;
}

static void write_registers(struct pm_model *m)
{
	struct pm_mode before = m->mode;

	m->device->write(m, m->rose);
	note_changes(m, &before);
	m->rose = 0;
	m->write.valid = false;
	if (is_xgmii(m))
		m->tx.gap_end = start_cycle(m);
}

/* What the open cycle brings about, in the order of doc/dut-contract.md. True if something changed. */
static bool take_effect(struct pm_model *m)
{
	bool changed = m->touched;

	m->touched = false;
	if (m->device->strobes)
		changed |= m->device->strobes(m);
	changed |= runs_step(m);
	changed |= pause_step(m);
	changed |= m->device->step(m);
	control_ends(m);
	changed |= rx_buffer_step(&m->buffer);
	changed |= answer_fault(m);
	if (m->mii)
		m->mode_closed = m->mode;
	if (m->write.valid || m->rose)
		write_registers(m);
	return changed;
}

uint64_t pm_close(struct pm_model *m)
{
	bool changed, send = m->mode.send_pause;
	uint64_t next;

	pm_settle(m);
	lanes_pop(m);
	m->in_reset &= m->now < m->reset_until;
	m->closed_cycle = m->now;
	if (m->now < m->reset_until)
		return close_in_reset(m);
	if (m->mii)
		pm_attempt_collides(m);
	decide_start(m);
	if (m->mii)
		carrier_over(m);
	changed = take_effect(m);
	m->send_before = send;
	next = changed ? m->now + m->step : next_visit(m);
	if (m->mii)
		csma_step(m);
	return next;
}

/* ---- delivered frames ---- */

bool pm_host_frame(const struct pm_model *m, unsigned i, struct pm_host_frame *ret)
{
	const struct rx_buffer_frame *frame = rx_buffer_at(&m->buffer, i);

	if (!frame)
		return false;
	*ret = (struct pm_host_frame){
		.octets = rx_buffer_octets(&m->buffer, frame),
		.len = frame->len,
		.wire_len = m->device->strips ? frame->wire_len : 0,
		.bad = frame->bad,
		.last = frame->last,
		.accepted = frame->accepted,
	};
	return true;
}

bool pm_host_refused(const struct pm_model *m, const uint8_t *octets, uint32_t len, enum rule *ret_rule, uint64_t *ret_cause)
{
	uint32_t fcs = len > FRAME_FCS_OCTETS ? frame_fcs(octets, len - FRAME_FCS_OCTETS) : 0;

	for (unsigned i = 1; i <= PM_REFUSED; i++) {
		const struct pm_refused *refused = &m->refused[(m->refused_next - i) % PM_REFUSED];
		if (refused->len != len || refused->fcs != fcs || !len)
			continue;
		*ret_rule = refused->rule;
		*ret_cause = refused->last;
		return true;
	}
	return false;
}

/* ---- registers ---- */

bool pm_reg_mapped(const struct pm_model *m, uint16_t address)
{
	return registers_row(&m->regs, address) != REGISTERS_NONE;
}

static bool is_counter(const struct pm_model *m, unsigned row)
{
	return m->regs.page->rows[row].kind == REG_COUNTER || m->regs.page->rows[row].kind == REG_COUNTER_HIGH;
}

uint64_t pm_reg_read(struct pm_model *m, uint16_t address)
{
	unsigned row = registers_row(&m->regs, address);

	m->last_read.counter = false;
	if (row == REGISTERS_NONE)
		return 0;
	pm_settle(m);
	if (!is_counter(m, row)) {
		uint64_t value = m->device->read(m, row);
		if (m->device->was_read) {
			m->touched = true;
			m->device->was_read(m, row);
		}
		return value;
	}
	m->last_read.before = m->count.memory[row];
	m->last_read.met = counting_met(&m->count, row, m->now);
	m->last_read.counter = true;
	m->last_read.value = counting_read(&m->count, row, m->now);
	return m->last_read.value;
}

uint64_t pm_reg_peek(struct pm_model *m, uint16_t address)
{
	unsigned row = registers_row(&m->regs, address);

	if (row == REGISTERS_NONE)
		return 0;
	pm_settle(m);
	return is_counter(m, row) ? counting_peek(&m->count, row) : m->device->read(m, row);
}

bool pm_reg_read_race(const struct pm_model *m, uint64_t actual)
{
	return m->last_read.counter && counting_read_race(&m->last_read.before, m->last_read.met, m->last_read.value, actual);
}

static void row_info(const struct pm_model *m, unsigned row, struct pm_reg_info *ret)
{
	const struct reg_row *page_row = &m->regs.page->rows[row];

	*ret = (struct pm_reg_info){ .name = page_row->name, .class = PM_REG_STORED, .rule = RULE_REG_VALUE, .counter = row };
	if (is_counter(m, row)) {
		ret->class = PM_REG_COUNTER;
		ret->high_word = page_row->kind == REG_COUNTER_HIGH;
		ret->keeps = m->count.kind[row].keeps;
	}
	if (page_row->kind == REG_RESERVED) {
		ret->name = "reserved";
		ret->rule = RULE_COUNTER_ZERO;
	}
	ret->write_clears = page_row->kind == REG_W1C;
	m->device->info(m, row, ret);
	if (is_counter(m, row) && page_row->full == COUNTER_ZERO)
		ret->rule = RULE_COUNTER_ZERO;
}

bool pm_reg_info(const struct pm_model *m, uint16_t address, struct pm_reg_info *ret)
{
	unsigned row = registers_row(&m->regs, address);

	if (row == REGISTERS_NONE)
		return false;
	row_info(m, row, ret);
	return true;
}

size_t pm_reg_states(const struct pm_model *m, uint16_t *ret, size_t max)
{
	struct pm_reg_info info;
	size_t count = 0;

	for (unsigned row = 0; row < m->regs.page->count; row++) {
		row_info(m, row, &info);
		if (info.class != PM_REG_STATUS && info.class != PM_REG_LEVEL)
			continue;
		if (count < max)
			ret[count] = m->regs.page->rows[row].address;
		count++;
	}
	return count;
}

void pm_count_recalls(struct pm_model *m)
{
	counting_recall(&m->count);
}

uint64_t pm_count_total(const struct pm_model *m, unsigned counter, uint64_t cycle)
{
	return counting_total_at(&m->count, counter, cycle);
}

uint64_t pm_count_shown(const struct pm_model *m, unsigned counter, uint64_t sum)
{
	return counting_shown(&m->count, counter, sum);
}

uint64_t pm_count_preset(const struct pm_model *m, unsigned counter)
{
	return m->count.kind[counter].preset;
}

uint32_t pm_count_next(const struct pm_model *m, unsigned counter)
{
	return m->count.memory[counter].next_amount;
}

void pm_reg_write_clears(const struct pm_model *m, uint16_t address, uint64_t value, uint8_t strobe,
                         void (*back)(void *context, unsigned counter), void *context)
{
	unsigned row = registers_row(&m->regs, address), sides;
	uint32_t bytes = 0;

	if (row == REGISTERS_NONE)
		return;
	for (int i = 0; i < 4; i++)
		if (strobe >> i & 1)
			bytes |= 0xFFu << 8 * i;
	sides = m->device->clears ? m->device->clears(m, row, value & bytes) : 0;
	for (unsigned i = 0; sides && i < m->regs.page->count; i++) {
		const struct reg_row *counter = &m->regs.page->rows[i];
		if (counter->kind != REG_COUNTER)
			continue;
		if ((counter->direction == COUNTER_RX && sides & 1) || (counter->direction == COUNTER_TX && sides & 2))
			back(context, i);
	}
}

struct mdio_model *pm_mdio(struct pm_model *m)
{
	return &m->mdio;
}

/* ---- going on after a difference ---- */

void pm_resync_xoff(struct pm_model *m, bool xoff, uint32_t timer)
{
	m->touched = true;
	if (xoff && !m->rx.xoff)
		m->rx.rise_cycle = m->now;
	if (!xoff && m->rx.xoff)
		m->rx.fall_cycle = m->rx.fall_cause = m->now;
	m->rx.xoff = xoff;
	m->rx.pending = m->rx.pending && !xoff;
	m->rx.timer_end = timer == UINT32_MAX ? UINT64_MAX : m->now + timer;
	m->view.xoff = xoff;
	m->view.timer = timer == UINT32_MAX ? 0 : timer;
}

void pm_resync_level(struct pm_model *m, uint32_t level)
{
	m->touched = true;
	m->view.level = level;
	if (is_xgmii(m))
		m->buffer.level = level;
	else
		m->buffer.free = m->view.free = level;
}

void pm_resync_pfc_xoff(struct pm_model *m, uint8_t actual)
{
	m->touched = true;
	if (m->device->resync_pfc)
		m->device->resync_pfc(m, actual);
	m->view.pfc_xoff = actual;
}

void pm_resync_delivered(struct pm_model *m, bool delivered)
{
	struct pm_run *run = m->classified;

	if (!run || run->rx.delivered == delivered)
		return;
	m->touched = true;
	run->rx.delivered = delivered;
	if (is_xgmii(m))
		run->taken = (run->frame.len + WORD_OCTETS - 1) / WORD_OCTETS;
	if (delivered) {
		deliver(m, run);
		m->buffer.free -= min_u64(m->buffer.free, run->taken);
	} else {
		rx_buffer_unpush(&m->buffer);
		m->buffer.free += run->taken;
	}
	m->buffer.level = (uint32_t)((int64_t)m->buffer.level + m->buffer.level_delta);
	m->buffer.level_delta = 0;
	m->view.free = m->buffer.free;
	m->view.level = is_xgmii(m) ? m->buffer.level : m->buffer.free;
}

void pm_resync_host_lost(struct pm_model *m)
{
	m->touched = true;
	if (m->buffer.queued)
		rx_buffer_lost(&m->buffer);
}

void pm_resync_owed_lost(struct pm_model *m)
{
	m->touched = true;
	m->view.start.kind = PM_TX_NONE; /* the frame behind it is decided anew */
	if (m->tx.offered)
		offer_next(m);
}

void pm_resync_overtaken(struct pm_model *m)
{
	if (!m->tx.busy || m->tx.frame.kind != PM_TX_DATA || !m->tx.offered)
		return;
	m->touched = true;
	set_kind(m, PM_TX_DATA);
}

void pm_resync_pause_sent(struct pm_model *m)
{
	m->touched = true;
	if (m->device->resync_sent)
		m->device->resync_sent(m);
}
