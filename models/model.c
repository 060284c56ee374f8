/* SPDX-License-Identifier: Apache-2.0 */
/* The machine that all devices share: time, the receive pipeline, the transmit decision, the order of effects within
 * a cycle. doc/bcm5718.md; doc/dut-contract.md.
 *
 * What is visible in a cycle is complete after pm_settle(). pm_close() computes from it what is visible in the next
 * one; each part reads the state of its own cycle because the order there is: decision to start (reads all), strobes,
 * judgements, inhibit, watermarks, free count, and the register write, which nothing sees before the next cycle,
 * last. If anything happened or changed, the next cycle must be visited; else the first one in which a timer ends or
 * something is scheduled. */
#include "model.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_STEP = 2048, JUDGE_MIN = 3, JUDGE_MAX = 2 * PM_RUNS - 4, RECORD_LENGTH_MAX = 0xFFFF };
enum { TX_RECORD_PAUSE = 1 << 16, TX_RECORD_UNDERRUN = 1 << 17 };

static const struct pm_device *const devices[] = { &pm_device_bcm5718 };

static uint64_t min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

int pm_reserve(uint8_t **octets, uint32_t *capacity, uint32_t len)
{
	uint32_t wanted = (len / CAPACITY_STEP + 1) * CAPACITY_STEP;
	uint8_t *grown;

	if (len <= *capacity)
		return 0;
	grown = realloc(*octets, wanted);
	if (!grown)
		return -ENOMEM;
	*octets = grown;
	*capacity = wanted;
	return 0;
}

/* ---- life ---- */

void pm_config_init(struct pm_config *ret, const char *device)
{
	*ret = (struct pm_config){
		.device = device,
		.long_quanta = 0xFFFF,
		.short_quanta = 0x1FFF,
		.mbuf_count = 319,
		.timing = { .inhibit = 4, .resume = 1, .request = 2, .judge = 3, .host = 5, .sent = 1 },
	};
}

static bool config_fits(const struct pm_config *config)
{
	const struct pm_timing *t = &config->timing;

	return config->long_quanta && config->short_quanta && config->mbuf_count && config->mbuf_count <= 0xFFFF &&
	       t->judge >= JUDGE_MIN && t->judge <= JUDGE_MAX && t->inhibit > t->judge && t->host > t->judge && t->resume &&
	       t->request > 1 && t->sent && t->sent <= FRAME_GAP_OCTETS;
}

static void reset_state(struct pm_model *m)
{
	bool exact = m->mdio.exact;

	for (unsigned i = 0; i < PM_RUNS; i++)
		m->run[i].live = false;
	m->runs_live = 0;
	m->judged = NULL;
	m->refused_next = 0;
	memset(m->refused, 0, sizeof(m->refused));
	pause_rx_reset(&m->rx, m->now + 1);
	pause_tx_reset(&m->pause_tx);
	rx_buffer_reset(&m->buffer);
	m->tx.busy = m->tx.offered = m->tx.ended = false;
	m->tx.gap_end = m->tx.record_cycle = 0;
	m->rx_reset = m->tx_reset = m->clear_rx = m->clear_tx = 0;
	m->write.valid = false;
	m->view.start = (struct pm_start){ .blockers = PM_BLOCK_DISABLED | PM_BLOCK_NO_DATA };
	m->last_read.counter = false;
	registers_reset(&m->regs);
	memset(m->count.value, 0, sizeof(m->count.value));
	memset(m->count.memory, 0, sizeof(m->count.memory));
	mdio_model_reset(&m->mdio);
	m->mdio.exact = exact;
	m->device->reset(m);
}

struct pm_model *pm_new(const struct pm_config *config)
{
	const struct pm_device *device = NULL;
	const struct reg_page *page = reg_page_by_model(config->device);
	struct pm_model *m;

	for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++)
		if (!strcmp(devices[i]->name, config->device))
			device = devices[i];
	if (!device || !page || !config_fits(config)) {
		errno = device && page ? EINVAL : ENODEV;
		return NULL;
	}
	m = calloc(1, sizeof(*m));
	if (!m)
		return NULL;
	m->device = device;
	m->config = *config;
	m->open = true;
	if (!registers_init(&m->regs, page) || rx_buffer_init(&m->buffer, config->mbuf_count)) {
		pm_free(m);
		errno = ENOMEM;
		return NULL;
	}
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
		free(m->run[i].octets);
	free(m->tx.wire.octets);
	free(m->tx.offer.octets);
	rx_buffer_release(&m->buffer);
	free(m);
}

uint64_t pm_cycle(const struct pm_model *m)
{
	return m->now;
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
	struct pm_run *run = &m->run[m->run_next++ % PM_RUNS];

	if (m->runs_live < PM_RUNS)
		m->runs_live++;
	run->live = run->received = run->abandoned = run->overflow = false;
	run->taken = run->next_mbuf = 0;
	return run;
}

int pm_rx_run(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t first_error)
{
	struct pm_run *run;

	m->touched = true;
	if (!len)
		return 0;
	run = run_slot(m);
	frame_parse(&run->frame, octets, len, first_error);
	run->first = m->now;
	run->last = m->now + len - 1;
	if (!run->frame.is_frame)
		return 0;
	if (pm_reserve(&run->octets, &run->capacity, run->frame.len))
		return -ENOMEM;
	memcpy(run->octets, octets + run->frame.offset, run->frame.len);
	run->begin = m->now + run->frame.offset;
	run->judge = run->last + m->config.timing.judge - 1;
	run->step = m->now + 1;
	run->live = true;
	return 0;
}

int pm_host_offer(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t withheld_at)
{
	struct pm_tx_buffer *offer = &m->tx.offer;

	m->touched = true;
	if (pm_reserve(&offer->octets, &offer->capacity, len + FRAME_MIN_OCTETS))
		return -ENOMEM;
	memcpy(offer->octets, octets, len);
	offer->len = len;
	offer->underrun_at = withheld_at > 0 && (uint32_t)withheld_at < len ? withheld_at : -1;
	m->tx.offered = true;
	m->tx.offer_cycle = m->now;
	return 0;
}

void pm_host_taken(struct pm_model *m)
{
	m->touched = true;
	if (!m->tx.offered)
		return;
	/* an offered frame that was not believed to be on the wire is */
	if (m->tx.busy && m->tx.frame.kind != PM_TX_DATA)
		pm_tx_retype(m, PM_TX_DATA);
	m->tx.offered = false;
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
}

void pm_host_took_other(struct pm_model *m)
{
	m->touched = true;
	m->buffer.host_after = m->now + 1;
	m->buffer.started = false;
}

void pm_host_started(struct pm_model *m)
{
	if (m->buffer.queued)
		m->buffer.started = true;
}

void pm_reg_write(struct pm_model *m, uint16_t address, uint32_t value, uint8_t strobe)
{
	m->touched = true;
	m->write = (struct pm_write){ .valid = true, .address = address, .value = value, .strobe = strobe };
}

/* ---- the transmit wire ---- */

static void take_offer(struct pm_model *m)
{
	struct pm_tx_buffer offer = m->tx.offer;

	m->tx.offer = m->tx.wire;
	m->tx.wire = offer;
	m->tx.offered = false;
	m->tx.frame.octets = offer.octets;
	m->tx.frame.len = offer.len;
	m->tx.frame.underrun_at = offer.underrun_at;
}

static void take_pause(struct pm_model *m)
{
	const struct pm_start *start = &m->view.start;
	bool decided = start->kind == PM_TX_PAUSE;
	uint16_t quanta = decided ? start->quanta : m->pause_tx.low ? m->mode.quanta : 0;

	frame_pause(m->tx.pause, decided ? m->tx.source : m->mode.station, quanta);
	m->tx.frame.octets = m->tx.pause;
	m->tx.frame.len = PAUSE_FRAME_OCTETS;
	m->tx.frame.underrun_at = -1;
	m->tx.frame.quanta = quanta;
	if (quanta)
		m->pause_tx.done = !m->tx_reset || m->tx_reset + 1 != m->tx.frame.start;
}

static void set_kind(struct pm_model *m, enum pm_tx_kind kind)
{
	struct pm_tx_frame *frame = &m->tx.frame;

	*frame = (struct pm_tx_frame){ .kind = kind, .start = frame->start, .underrun_at = -1 };
	if (kind == PM_TX_DATA && m->tx.offered)
		take_offer(m);
	else if (kind == PM_TX_DATA)
		frame->kind = PM_TX_NONE;
	else if (kind == PM_TX_PAUSE)
		take_pause(m);
}

const struct pm_start *pm_start(const struct pm_model *m)
{
	return &m->view.start;
}

void pm_tx_start(struct pm_model *m, enum pm_tx_kind kind)
{
	m->touched = true;
	m->tx.busy = true;
	m->tx.frame.start = m->now;
	set_kind(m, kind);
}

void pm_tx_retype(struct pm_model *m, enum pm_tx_kind kind)
{
	if (!m->tx.busy || m->tx.frame.kind == kind)
		return;
	m->touched = true;
	if (m->tx.frame.kind == PM_TX_PAUSE && m->tx.frame.quanta)
		m->pause_tx.done = false;
	if (m->tx.frame.kind == PM_TX_DATA && !m->tx.offered) {
		struct pm_tx_buffer wire = m->tx.wire;
		m->tx.wire = m->tx.offer;
		m->tx.offer = wire;
		m->tx.offered = true;
	}
	set_kind(m, kind);
}

const struct pm_tx_frame *pm_tx_frame(const struct pm_model *m)
{
	return m->tx.busy ? &m->tx.frame : NULL;
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

static enum frame_cast cast_of(const struct pm_tx_frame *frame)
{
	uint8_t destination[FRAME_ADDRESS_OCTETS] = { 0 };

	if (!frame->octets)
		return CAST_UNICAST;
	memcpy(destination, frame->octets, min_u64(frame->len, sizeof(destination)));
	return frame_cast(destination);
}

/* The ended frame shows in the open cycle. */
static void show_sent(struct pm_model *m)
{
	uint32_t octets = m->tx.end.octets;

	m->tx.ended = false;
	m->tx.record_cycle = m->now;
	m->tx.record = octets < RECORD_LENGTH_MAX ? octets : RECORD_LENGTH_MAX;
	if (m->tx.end.kind == PM_TX_PAUSE) {
		m->tx.record |= TX_RECORD_PAUSE;
		pause_tx_sent(&m->pause_tx, m->now, m->tx.end.quanta, m->tx.end.advertise && !m->tx.end.was_reset);
	}
	if (m->tx.end.underrun)
		m->tx.record |= TX_RECORD_UNDERRUN;
	m->device->sent(m, m->now);
	m->touched = true;
}

void pm_tx_end(struct pm_model *m, uint32_t wire_len, uint16_t quanta)
{
	struct pm_tx *tx = &m->tx;

	if (!tx->busy)
		return;
	m->touched = true;
	tx->busy = false;
	tx->last_wire = m->now - 1;
	tx->gap_end = tx->last_wire + FRAME_GAP_OCTETS;
	tx->ended = true;
	tx->ended_visible = tx->last_wire + m->config.timing.sent;
	tx->end.kind = tx->frame.kind;
	tx->end.octets = wire_len > FRAME_HEAD_OCTETS ? wire_len - FRAME_HEAD_OCTETS : 0;
	tx->end.quanta = quanta;
	tx->end.underrun = tx->frame.underrun_at >= 0;
	tx->end.cast = cast_of(&tx->frame);
	tx->end.advertise = m->closed_cycle == tx->last_wire ? m->send_before : m->mode.send_pause;
	tx->end.was_reset = m->tx_reset && m->tx_reset == tx->last_wire;
	if (tx->ended_visible == m->now)
		show_sent(m);
}

/* ---- a cycle ---- */

void pm_open(struct pm_model *m, uint64_t cycle)
{
	m->now = cycle;
	m->open = true;
	m->settled = false;
}

const struct pm_view *pm_settle(struct pm_model *m)
{
	struct pm_view *view = &m->view;
	const struct rx_buffer_frame *frame;

	if (m->settled)
		return view;
	m->settled = true;
	if (m->tx.ended && m->tx.ended_visible <= m->now)
		show_sent(m);
	if (pause_rx_settle(&m->rx, m->now, m->tx.busy))
		m->touched = true;
	view->xoff = m->rx.xoff;
	view->timer = pause_rx_timer(&m->rx, m->now);
	view->free = m->buffer.free;
	view->tx_record_valid = m->tx.record_cycle && m->tx.record_cycle == m->now;
	view->tx_record = m->tx.record;
	view->rx = m->judged && m->judged->rx.visible == m->now ? &m->judged->rx : NULL;
	view->host_waiting = m->buffer.queued && !m->buffer.started;
	if (view->host_waiting) {
		frame = rx_buffer_at(&m->buffer, 0);
		view->host_cause = frame->last;
		view->host_due = (frame->visible > m->buffer.host_after ? frame->visible : m->buffer.host_after) +
		                 m->config.timing.host - m->config.timing.judge;
	}
	return view;
}

/* What should start, from everything visible in the open cycle. */
static void decide_start(struct pm_model *m)
{
	struct pm_start *start = &m->view.start;
	enum pause_want want = pause_tx_want(&m->pause_tx, m->now, m->mode.send_pause);
	enum pm_tx_kind kind = PM_TX_NONE;
	unsigned blockers = (m->mode.tx_enable ? 0 : PM_BLOCK_DISABLED) | (m->rx.xoff ? PM_BLOCK_XOFF : 0) |
	                    (want ? PM_BLOCK_PAUSE : 0) | (m->tx.busy || m->now < m->tx.gap_end ? PM_BLOCK_GAP : 0) |
	                    (m->tx.offered ? 0 : PM_BLOCK_NO_DATA);

	pause_tx_remember(&m->pause_tx, m->now, want);
	if (!blockers)
		kind = PM_TX_DATA;
	else if (want && !(blockers & (PM_BLOCK_DISABLED | PM_BLOCK_GAP)))
		kind = PM_TX_PAUSE;
	start->blockers = blockers;
	if (kind != start->kind)
		start->since = m->now;
	start->kind = kind;
	if (kind == PM_TX_NONE)
		return;
	if (kind == PM_TX_PAUSE) {
		start->due = start->since + m->config.timing.request - 1;
		start->quanta = want == PAUSE_WANT_XOFF ? m->mode.quanta : 0;
		start->cause = m->pause_tx.crossing;
		memcpy(m->tx.source, m->mode.station, sizeof(m->tx.source));
	} else {
		start->due = start->since + m->config.timing.resume;
		start->cause = m->rx.fall_cycle > m->tx.offer_cycle ? m->rx.fall_cause : m->tx.offer_cycle;
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
	struct rx_buffer_frame frame = {
		.len = run->frame.len,
		.fcs = run->frame.fcs,
		.taken = run->taken,
		.visible = run->rx.visible,
		.last = run->last,
		.accepted = run->rx.accepted,
		.bad = run->rx.bad,
	};

	rx_buffer_push(&m->buffer, &frame, run->octets);
}

static void run_judge(struct pm_model *m, struct pm_run *run)
{
	run->live = false;
	if (run->abandoned) {
		m->buffer.delta += (int32_t)run->taken;
		return;
	}
	run->rx = (struct pm_rx_frame){
		.first = run->first,
		.last = run->last,
		.visible = m->now + 1,
		.octets = run->octets,
		.len = run->frame.len,
		.fcs = run->frame.fcs,
		.code_error = run->frame.code_error,
		.low = m->pause_tx.low,
		.not_pause = PM_NO_RULE,
		.refused = PM_NO_RULE,
		.accepted = PM_NO_RULE,
	};
	m->device->judge(m, run);
	m->judged = run;
	if (run->rx.delivered) {
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

/* True if something changed. */
static bool run_step(struct pm_model *m, struct pm_run *run)
{
	bool changed = false;

	if (m->rx_reset == m->now && m->now > run->first && m->now <= run->judge)
		run->abandoned = true;
	if (run->step > m->now)
		return false;
	if (m->now == run->first + 1) {
		run->received = m->mode.rx_enable;
		run->live = run->received;
	} else if (m->now == run->judge) {
		run_judge(m, run);
		changed = true;
	} else if (!run->abandoned && m->now == run->begin + run->next_mbuf + 1) {
		run_take_mbuf(m, run);
		changed = true;
	}
	run->step = run->judge;
	if (run->next_mbuf < run->frame.len && !run->overflow && !run->abandoned)
		run->step = min_u64(run->step, run->begin + run->next_mbuf + 1);
	return changed;
}

static bool runs_step(struct pm_model *m)
{
	unsigned live = m->runs_live;
	bool changed = false, front = true;

	for (unsigned i = live; i; i--) {
		struct pm_run *run = &m->run[(m->run_next - i) % PM_RUNS];
		if (run->live)
			changed |= run_step(m, run);
		front = front && !run->live;
		m->runs_live -= front;
	}
	return changed;
}

static bool pauses_step(struct pm_model *m, bool *ret_rose)
{
	const struct pm_start *start = &m->view.start;
	struct pause_rx_gate gate = {
		.closed = !m->mode.rx_flow || m->mode.half_duplex,
		.reset = m->rx_reset == m->now && m->now,
		.rule = m->mode.half_duplex ? RULE_PAUSE_HALF_DUPLEX : RULE_PAUSE_GATE,
		.load_delay = m->config.timing.inhibit - m->config.timing.judge,
	};
	struct pause_tx_input in = {
		.send = m->mode.send_pause,
		.reset = m->tx_reset == m->now && m->now,
		.refresh = m->config.xoff_refresh,
		.xoff_busy = (m->tx.busy && m->tx.frame.kind == PM_TX_PAUSE && m->tx.frame.quanta) ||
		             (start->kind == PM_TX_PAUSE && start->quanta),
		.free = m->buffer.free,
		.low_mark = m->mode.low_mark,
		.xon_mark = m->mode.xon_mark,
	};
	bool changed = pause_rx_step(&m->rx, m->now, &gate);

	return pause_tx_step(&m->pause_tx, m->now, &in, ret_rose) || changed;
}

static uint64_t ahead(const struct pm_model *m, uint64_t next, uint64_t cycle)
{
	return cycle > m->now && cycle < next ? cycle : next;
}

static uint64_t next_visit(struct pm_model *m)
{
	uint64_t next = PM_NEVER;
	const struct rx_buffer_frame *frame = m->buffer.started ? NULL : rx_buffer_at(&m->buffer, 0);

	for (unsigned i = m->runs_live; i; i--) {
		const struct pm_run *run = &m->run[(m->run_next - i) % PM_RUNS];
		if (run->live)
			next = ahead(m, next, run->step);
	}
	if (m->rx.xoff)
		next = ahead(m, next, m->rx.timer_end);
	if (m->rx.pending)
		next = ahead(m, next, m->rx.pending_from);
	next = ahead(m, next, m->pause_tx.adv_end);
	if (m->config.xoff_refresh)
		next = ahead(m, next, pause_tx_refresh_cycle(&m->pause_tx));
	if (!m->tx.busy)
		next = ahead(m, next, m->tx.gap_end);
	if (m->view.start.kind != PM_TX_NONE)
		next = ahead(m, next, m->view.start.due);
	if (m->tx.ended)
		next = ahead(m, next, m->tx.ended_visible);
	if (frame)
		next = ahead(m, next,
		             (frame->visible > m->buffer.host_after ? frame->visible : m->buffer.host_after) +
		                 m->config.timing.host - m->config.timing.judge);
	return next;
}

static uint64_t close_in_reset(struct pm_model *m)
{
	bool was = m->in_reset && !m->touched;

	if (!was)
		reset_state(m);
	m->in_reset = true;
	m->touched = false;
	return was ? m->reset_until : m->now + 1;
}

uint64_t pm_close(struct pm_model *m)
{
	bool changed, rose, send = m->mode.send_pause;
	uint32_t states = 0;

	pm_settle(m);
	m->open = false;
	if (m->now < m->reset_until) {
		m->closed_cycle = m->now;
		return close_in_reset(m);
	}
	m->in_reset = false;
	changed = m->touched;
	m->touched = false;
	decide_start(m);
	changed |= m->device->strobes(m);
	changed |= runs_step(m);
	changed |= pauses_step(m, &rose);
	changed |= rx_buffer_step(&m->buffer);
	if (rose) {
		m->buffer.allowance = m->mode.allowance;
		states = m->device->low_rose(m);
	}
	if (m->write.valid || states)
		m->device->write(m, states);
	m->write.valid = false;
	m->send_before = send;
	m->closed_cycle = m->now;
	return changed ? m->now + 1 : next_visit(m);
}

/* ---- delivered frames ---- */

bool pm_host_frame(const struct pm_model *m, unsigned i, struct pm_host_frame *ret)
{
	const struct rx_buffer_frame *frame = rx_buffer_at(&m->buffer, i);

	if (!frame)
		return false;
	*ret = (struct pm_host_frame){
		.octets = m->buffer.octets + frame->offset,
		.len = frame->len,
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

uint32_t pm_reg_read(struct pm_model *m, uint16_t address)
{
	unsigned row = registers_row(&m->regs, address);

	m->last_read.counter = false;
	if (row == REGISTERS_NONE)
		return 0;
	pm_settle(m);
	if (m->regs.page->rows[row].kind != REG_COUNTER)
		return m->device->read(m, row);
	m->last_read.before = m->count.memory[row];
	m->last_read.cycle = m->now;
	m->last_read.counter = true;
	m->last_read.value = counting_read(&m->count, row, m->now);
	return m->last_read.value;
}

uint32_t pm_reg_peek(struct pm_model *m, uint16_t address)
{
	unsigned row = registers_row(&m->regs, address);

	if (row == REGISTERS_NONE)
		return 0;
	pm_settle(m);
	return m->regs.page->rows[row].kind == REG_COUNTER ? m->count.value[row] : m->device->read(m, row);
}

bool pm_reg_read_race(const struct pm_model *m, uint32_t actual)
{
	return m->last_read.counter && counting_read_race(&m->last_read.before, m->last_read.cycle, m->last_read.value, actual);
}

static void row_info(const struct pm_model *m, unsigned row, struct pm_reg_info *ret)
{
	const struct reg_row *page_row = &m->regs.page->rows[row];

	*ret = (struct pm_reg_info){ .name = page_row->name, .class = PM_REG_STORED, .rule = RULE_REG_VALUE, .counter = row };
	if (page_row->kind == REG_COUNTER)
		ret->class = PM_REG_COUNTER;
	if (page_row->kind == REG_RESERVED) {
		ret->name = "reserved";
		ret->rule = RULE_COUNTER_ZERO;
	}
	ret->write_clears = page_row->kind == REG_W1C;
	m->device->info(m, row, ret);
	if (page_row->kind == REG_COUNTER && page_row->full == COUNTER_ZERO)
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

uint64_t pm_count_total(const struct pm_model *m, unsigned counter, uint64_t cycle)
{
	return counting_total_at(&m->count, counter, cycle);
}

uint32_t pm_count_next(const struct pm_model *m, unsigned counter)
{
	return m->count.memory[counter].next_amount;
}

void pm_reg_write_clears(const struct pm_model *m, uint16_t address, uint32_t value, uint8_t strobe,
                         void (*back)(void *context, unsigned counter), void *context)
{
	unsigned row = registers_row(&m->regs, address), sides;
	uint32_t bytes = 0;

	if (row == REGISTERS_NONE)
		return;
	for (int i = 0; i < 4; i++)
		if (strobe >> i & 1)
			bytes |= 0xFFu << 8 * i;
	sides = m->device->clears(m, row, value & bytes);
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

void pm_adopt_xoff(struct pm_model *m, bool xoff, uint32_t timer)
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

void pm_adopt_level(struct pm_model *m, uint32_t level)
{
	m->touched = true;
	m->buffer.free = m->view.free = level;
}

void pm_adopt_delivered(struct pm_model *m, bool delivered)
{
	struct pm_run *run = m->judged ? (struct pm_run *)m->judged : NULL;

	if (!run || run->rx.delivered == delivered)
		return;
	m->touched = true;
	run->rx.delivered = delivered;
	if (delivered) {
		deliver(m, run);
		m->buffer.free -= min_u64(m->buffer.free, run->taken);
	} else {
		rx_buffer_unpush(&m->buffer);
		m->buffer.free += run->taken;
	}
	m->view.free = m->buffer.free;
}

void pm_adopt_host_lost(struct pm_model *m)
{
	m->touched = true;
	if (m->buffer.queued)
		rx_buffer_lost(&m->buffer);
}

void pm_adopt_pause_sent(struct pm_model *m)
{
	m->touched = true;
	if (m->pause_tx.low)
		m->pause_tx.done = true;
	else
		m->pause_tx.adv_end = m->now;
}
