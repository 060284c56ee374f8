/* SPDX-License-Identifier: Apache-2.0 */
/* The receive pipeline. A run is an unbroken sequence of cycles of the receive wire with valid octets (XGMII: the lanes of a frame). It may
 * hold a frame or not. These are the rules:
 *
 * - Its second cycle: the receive enable that is visible then decides whether the run is received.
 * - GMII and MII: octet 0 of the frame and each 128th after it take an MBUF in the cycle after the octet. If none is free, the frame
 *   overflows: it takes no more and is not delivered. XGMII: the room for the whole frame is looked at in one cycle.
 * - The device classifies the frame at the end of a cycle, from what is visible in it: `classify` of the timing contract, less one, after the
 *   last octet. Record, counts, states and level change in the next cycle. A frame that is not delivered gives its MBUFs back.
 * - The delivered frames wait for the host in order; each starts on the host stream `host` after its last octet if the host is idle. */
#include "machine.h"

#include <errno.h>
#include <string.h>

enum { ROOM_CYCLES = 6, OCTETS_LENGTH_MAX = 0xFFFF }; /* XGMII */

/* ---- runs ---- */

static void run_keep(struct pm_run *run)
{
	octets_keep(&run->octets, run->frame.len);
	run->rx.octets = run->octets.at;
}

void receive_keep(struct pm_model *m)
{
	for (unsigned i = m->runs_live; i; i--)
		if (run_at(m, i)->live)
			run_keep(run_at(m, i));
	if (m->classified)
		run_keep(m->classified);
}

static struct pm_run *run_slot(struct pm_model *m)
{
	struct pm_run *run = m->run + m->run_next++ % PM_RUNS;

	if (m->runs_live < PM_RUNS)
		m->runs_live++;
	run->live = run->admitted = run->received = run->room_known = run->abandoned = run->overflow = false;
	run->taken = run->room = run->passed = 0;
	run->next_mbuf = m->manner.unstored; /* when this octet comes, the first one is known to be no part of the FCS */
	run->fragment = run->met = run->raw = run->open = run->error = false;
	run->clocks = 1;
	run->error_at = UINT32_MAX;
	return run;
}

uint64_t receive_takes_mbuf(const struct pm_run *run)
{
	return run->begin + (uint64_t)(run->next_mbuf + 1) * run->clocks;
}

bool receive_takes_mbufs(const struct pm_run *run)
{
	return !run->overflow && !run->abandoned && (run->next_mbuf < run->frame.len || (run->open && run->frame.len));
}

/* Parses clocks of the run; how many clocks an octet has is known. */
static void run_clocks(struct pm_run *run, const uint8_t *clocks, uint32_t len)
{
	if (run->clocks == 1)
		frame_run_octets(&run->frame, run->octets.own, clocks, len);
	else
		frame_run_nibbles(&run->frame, run->octets.own, clocks, len);
	run->begin = run->first + run->frame.offset;
	run->live = run->live && run->frame.state != FRAME_RUN_NONE;
}

/* All clocks of the run are parsed. */
static void run_over(struct pm_run *run)
{
	frame_run_end(&run->frame, run->octets.at, run->error);
	run->begin = run->first + run->frame.offset;
	run->live = run->live && run->frame.is_frame && !(run->head_errors_hide && run->error_at < run->frame.offset);
}

/* MII: the speed that is visible in the second cycle says how many clocks an octet has. */
static void run_parse(struct pm_model *m, struct pm_run *run)
{
	run->raw = false;
	run->clocks = (uint8_t)pm_octet_clocks(m, &m->mode);
	run_clocks(run, run->octets.at, run->passed);
	if (!run->open)
		run_over(run);
}

/* Returns the run whose end is not known yet, or NULL. */
static struct pm_run *run_open(const struct pm_model *m)
{
	const struct pm_run *run = &m->run[(m->run_next - 1) % PM_RUNS];

	return m->run_next && run->open ? (struct pm_run *)run : NULL;
}

void pm_rx_begin(struct pm_model *m)
{
	struct pm_run *run = run_slot(m);

	m->changed = true;
	frame_run_begin(&run->frame);
	run->first = run->begin = m->now;
	run->last = run->classify = PM_NEVER;
	run->open = run->live = true;
	run->head_errors_hide = m->head_errors_hide;
	run->raw = m->mii; /* the speed that is visible in the next cycle says how many clocks an octet has */
}

int pm_rx_more(struct pm_model *m, const uint8_t *octets, uint32_t len, bool error)
{
	struct pm_run *run = run_open(m);

	if (!run)
		return 0;
	if (error && !run->error)
		run->error_at = run->passed;
	run->error = run->error || error;
	if (run->live && octets_reserve(&run->octets, (run->raw ? run->passed : run->frame.len) + len)) {
		run->live = false;
		return -ENOMEM;
	}
	if (run->live && run->raw)
		memcpy(run->octets.own + run->passed, octets, len);
	else if (run->live)
		run_clocks(run, octets, len);
	run->passed += len;
	return 0;
}

void pm_rx_end(struct pm_model *m)
{
	struct pm_run *run = run_open(m);

	if (!run)
		return;
	run->open = false;
	run->last = run->first + run->passed - 1;
	run->classify = run->last + m->config.timing.classify - 1;
	if (!run->raw)
		run_over(run);
}

bool pm_rx_head(const struct pm_model *m)
{
	const struct pm_run *run = run_open(m);

	return run && run->live && !run->frame.is_frame;
}

int pm_rx_run(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t first_error)
{
	int err;

	m->changed = true;
	if (!len)
		return 0;
	pm_rx_begin(m);
	err = pm_rx_more(m, octets, len, first_error >= 0);
	if (first_error >= 0)
		run_open(m)->error_at = (uint32_t)first_error;
	pm_rx_end(m);
	return err;
}

void pm_rx_stops(struct pm_model *m, uint64_t clocks)
{
	struct pm_run *run = &m->run[(m->run_next - 1) % PM_RUNS];

	if (!m->run_next || !clocks)
		return;
	m->changed = true;
	run->begin += clocks; /* of what is still to come */
	run->last += clocks;
	run->classify += clocks;
}

/* ---- lanes ---- */

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

/* Begins a run for a frame that has begun, and whose lanes the user passes as they come. */
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
	run->last = run->classify = PM_NEVER;
	run->open = run->live = true;
}

void receive_take_lanes(struct pm_model *m)
{
	struct xgmii_frame frame;
	struct pm_run *run;

	while (xgmii_rx_next(&m->lanes) < m->now + m->step && xgmii_rx_pop(&m->lanes, &frame)) {
		run = frame.again ? run_at(m, 1) : run_slot(m);
		if (octets_reserve(&run->octets, frame.count))
			continue;
		octets_set(&run->octets, frame.octets, frame.lent, frame.count);
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
		run->classify = cycle_of(m, frame.end) + m->config.timing.classify - m->step;
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

bool pm_rx_in_frame(struct pm_model *m)
{
	return xgmii_rx_in_frame(&m->lanes, m->now);
}

/* ---- classification ---- */

/* Returns true if a device that fails to deliver the good frame of RX may have taken it for a PAUSE: the frame is nearly one, and
 * PAUSE frames are obeyed. */
static bool taken_for_pause(const struct pm_model *m, const struct pm_rx_frame *rx)
{
	return m->mode.rx_flow && !rx->bad &&
	       (rx->not_pause == RULE_PAUSE_LENGTH || rx->not_pause == RULE_PAUSE_DA || rx->not_pause == RULE_PAUSE_TAGGED ||
	        rx->not_pause == RULE_PAUSE_HALF_DUPLEX);
}

void receive_deliver(struct pm_model *m, const struct pm_run *run)
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
	frame->accepted = taken_for_pause(m, &run->rx) ? run->rx.not_pause : run->rx.accepted;
	frame->bad = run->rx.bad;
	frame->optional = run->rx.optional;
	frame->loose = run->rx.loose;
}

static void run_classify(struct pm_model *m, struct pm_run *run)
{
	uint32_t unstored = run->frame.len < m->manner.unstored ? run->frame.len : m->manner.unstored;
	uint32_t words = rx_buffer_units(&m->buffer, run->frame.len - unstored);

	m->changed = true;
	run->live = false;
	if (is_xgmii(m) && !run->abandoned)
		run->overflow = words > (run->room_known ? run->room : m->buffer.free) && !m->manner.no_buffer;
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
		.not_obeyed = PM_NO_RULE,
		.refused = PM_NO_RULE,
		.accepted = PM_NO_RULE,
	};
	memcpy(run->head, run->octets.at, min_u64(run->frame.len, sizeof(run->head)));
	m->device->classify(m, run);
	if (run->rx.ignored) {
		if (m->classified == run)
			m->classified = NULL;
		return;
	}
	m->classified = run;
	notes_classified(m, run);
	inhibit_receive(m, &run->rx);
	if (run->rx.delivered) {
		if (is_xgmii(m)) {
			run->taken = words;
			m->buffer.delta -= (int32_t)words;
		}
		receive_deliver(m, run);
	} else {
		m->buffer.delta += (int32_t)run->taken;
		notes_refused(m, run);
	}
}

static void run_take_mbuf(struct pm_model *m, struct pm_run *run)
{
	m->changed = true;
	run->next_mbuf += m->buffer.unit;
	if (!m->buffer.free && !m->manner.no_buffer) {
		run->overflow = true;
		return;
	}
	run->taken++;
	m->buffer.delta--;
}

/* The receive enable that is visible in the second cycle of a run decides whether the run is received. */
static void run_admit(struct pm_model *m, struct pm_run *run)
{
	if (run->admitted || m->now < run->first + m->step)
		return;
	run->admitted = true;
	run->live = run->received = m->mode.rx_enable;
	if (run->raw)
		run_parse(m, run);
}

/* XGMII: whether a frame has room is decided in the cycle in which its first word would be stored. */
static void run_look_for_room(struct pm_model *m, struct pm_run *run)
{
	if (run->room_known || m->now < run->first + ROOM_CYCLES * m->step)
		return;
	run->room_known = true;
	run->room = m->buffer.free;
}

/* A receive reset, or a receiver that is held in reset, abandons a run: from the second cycle of the run on, until the run is
 * classified. */
static bool run_is_reset(const struct pm_model *m, const struct pm_run *run)
{
	return (m->rx_reset == m->now || m->mode.rx_reset) && m->now > run->first && m->now <= run->classify;
}

/* MII, half duplex: a run that meets our transmission is a fragment and is abandoned. An octet that is complete in the very cycle
 * in which the two meet still takes its MBUF. */
static void run_meet(const struct pm_model *m, struct pm_run *run)
{
	bool meets = m->tx.busy && m->now <= run->last;

	run->abandoned |= run->fragment;
	run->met |= meets;
	run->fragment |= meets && m->mode.csma.half_duplex;
}

static void run_step(struct pm_model *m, struct pm_run *run)
{
	if (run_is_reset(m, run))
		run->abandoned = true;
	run_look_for_room(m, run);
	run_admit(m, run);
	if (m->mii)
		run_meet(m, run);
	if (!run->live)
		return;
	if (m->now == run->classify)
		run_classify(m, run);
	else if (!is_xgmii(m) && receive_takes_mbufs(run) && m->now == receive_takes_mbuf(run))
		run_take_mbuf(m, run);
}

/* Runs leave in the order in which they came: one that is over stays until all older ones have left. */
void receive_step(struct pm_model *m)
{
	for (unsigned i = m->runs_live; i; i--) {
		struct pm_run *run = run_at(m, i);
		if (run->live)
			run_step(m, run);
		if (!run->live && i == m->runs_live)
			m->runs_live--;
	}
}

/* ---- the host stream ---- */

void pm_host_took_mbuf(struct pm_model *m)
{
	if (is_xgmii(m))
		return;
	m->changed = true;
	rx_buffer_took_mbuf(&m->buffer);
}

void pm_host_took_frame(struct pm_model *m)
{
	m->changed = true;
	rx_buffer_took_frame(&m->buffer, m->now + m->step);
}

void pm_host_took_other(struct pm_model *m)
{
	m->changed = true;
	m->buffer.host_after = m->now + m->step;
	m->buffer.started = false;
}

void pm_host_started(struct pm_model *m)
{
	m->changed = true;
	if (m->buffer.queued)
		m->buffer.started = true;
}

bool host_waits(const struct pm_model *m)
{
	return !m->buffer.started && m->buffer.queued;
}

uint64_t host_due(const struct pm_model *m)
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

bool pm_host_frame(const struct pm_model *m, unsigned i, struct pm_host_frame *ret)
{
	const struct rx_buffer_frame *frame = rx_buffer_at(&m->buffer, i);

	if (!frame)
		return false;
	*ret = (struct pm_host_frame){
		.octets = rx_buffer_octets(&m->buffer, frame),
		.len = frame->len,
		.wire_len = m->device->strips || m->manner.rx != PM_HOST_RX_OWN ? frame->wire_len : 0,
		.bad = frame->bad,
		.last = frame->last,
		.accepted = frame->accepted,
		.optional = frame->optional,
		.loose = frame->loose,
	};
	return true;
}

uint64_t pm_host_free_since(const struct pm_model *m)
{
	return m->buffer.host_after;
}

bool pm_rx_undecided(const struct pm_model *m, uint64_t cycle)
{
	for (unsigned i = m->runs_live; i; i--)
		if (run_at(m, i)->live && run_at(m, i)->first <= cycle)
			return true;
	return false;
}
