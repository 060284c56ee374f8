/* SPDX-License-Identifier: Apache-2.0 */
/* MII: the attempts of a data frame: its collision and jam, whether it is repeated or dropped, and which octets of the host it has taken.
 * Gap, deference and back-off are in part/csma.c. 802.3 4.2.3.2; doc/devices/bcm1250.md 3. */
#include "machine.h"

/* Returns the cycle in which the attempt of FRAME takes the host's octet AT. */
static uint64_t take_cycle(const struct pm_tx_frame *frame, uint32_t at)
{
	return frame->start + (uint64_t)(FRAME_HEAD_OCTETS + at) * frame->clocks - 1;
}

/* Returns true if octet AT is missing when the attempt needs it: the host withholds it for a while after the octet before it was
 * taken. */
static bool will_be_missing(const struct pm_model *m, const struct pm_tx_frame *frame, uint32_t at)
{
	uint32_t withheld = m->tx.wire.withheld;

	if (m->tx.attempt.held > at)
		return false;
	if (!withheld)
		return true;
	if (m->tx.attempt.held == at)
		return m->tx.attempt.held_cycle + withheld >= take_cycle(frame, at);
	return frame->clocks <= withheld;
}

void pm_attempt_begin(struct pm_model *m)
{
	struct pm_tx_frame *frame = &m->tx.frame;

	frame->attempt = (uint8_t)(m->tx.attempt.collisions + 1);
	frame->own_fcs = m->tx.wire.host_error;
	frame->host_error = frame->collided = false;
	frame->held = m->tx.attempt.held;
	frame->slot_clocks = m->tx.mode.csma.slot_clocks;
	frame->underrun_at = m->tx.wire.underrun_at;
	if (frame->underrun_at >= 0 && !will_be_missing(m, frame, (uint32_t)frame->underrun_at))
		frame->underrun_at = -1;
}

void pm_attempt_first(struct pm_model *m)
{
	m->tx.attempt.pending = m->csma.waits = false;
	m->tx.attempt.collisions = 0;
	m->tx.attempt.held = 0;
	pm_attempt_begin(m);
}

static void note_backoff(struct pm_model *m)
{
	struct pm_backoff *seen = &m->backoff[m->backoffs % PM_BACKOFFS_KEPT];

	if (!pm_backoff_allows(m, m->tx.frame.start - m->config.timing.resume, 0, seen))
		return;
	seen->start = m->tx.frame.start;
	m->backoffs++;
}

void pm_attempt_again(struct pm_model *m)
{
	struct pm_tx_frame *frame = &m->tx.frame, now = *frame;

	note_backoff(m);
	csma_repeat(&m->csma, m->tx.frame.start - m->config.timing.resume);
	*frame = m->tx.attempt.frame;
	frame->start = now.start;
	frame->clocks = now.clocks;
	frame->half_duplex = now.half_duplex;
	m->tx.attempt.pending = m->csma.waits = false;
	pm_attempt_begin(m);
}

uint32_t pm_tx_clocks(const struct pm_tx_frame *frame)
{
	uint32_t octets = frame->len;

	if (frame->underrun_at >= 0)
		octets = (uint32_t)frame->underrun_at + 1 + FRAME_FCS_OCTETS;
	else if (!frame->own_fcs)
		octets = (octets < FRAME_MIN_DATA_OCTETS ? FRAME_MIN_DATA_OCTETS : octets) + FRAME_FCS_OCTETS;
	return (FRAME_HEAD_OCTETS + octets) * frame->clocks;
}

void pm_attempt_collides(struct pm_model *m)
{
	struct pm_tx_frame *frame = &m->tx.frame;
	uint64_t clock = m->now - frame->start;

	if (!m->csma.col || !m->tx.busy || frame->kind != PM_TX_DATA || !frame->half_duplex || frame->collided)
		return;
	if ((clock >= pm_tx_clocks(frame) && !m->tx.wire.open) ||
	    (frame->underrun_at >= 0 && clock >= (FRAME_HEAD_OCTETS + (uint32_t)frame->underrun_at) * frame->clocks))
		return;
	frame->collided = true;
	frame->collided_at = (uint32_t)clock;
	frame->jam_at = clock + 1 > CSMA_HEAD_CLOCKS ? (uint32_t)clock + 1 : CSMA_HEAD_CLOCKS;
}

void pm_resync_collision(struct pm_model *m, bool collided)
{
	struct pm_tx_frame *frame = &m->tx.frame;
	uint64_t clocks = m->now - frame->start;

	if (!m->tx.busy || frame->kind != PM_TX_DATA)
		return;
	frame->collided = collided;
	frame->jam_at = (uint32_t)(clocks > CSMA_JAM_CLOCKS ? clocks - CSMA_JAM_CLOCKS : 0);
	frame->collided_at = frame->jam_at ? frame->jam_at - 1 : 0;
}

void pm_resync_clocks(struct pm_model *m, unsigned clocks)
{
	m->tx.frame.clocks = (uint8_t)clocks;
}

void pm_resync_retry_lost(struct pm_model *m)
{
	m->changed = true;
	m->tx.attempt.pending = m->csma.waits = false;
	m->tx.attempt.draining = !m->tx.attempt.frame.taken;
}

/* Notes how many octets the attempt that ended in a collision took from the host: those that were on the wire. */
static void attempt_hold(struct pm_model *m)
{
	const struct pm_tx_frame *frame = &m->tx.frame;
	uint32_t head = FRAME_HEAD_OCTETS * frame->clocks, count;

	count = frame->jam_at > head ? (frame->jam_at - head + frame->clocks - 1) / frame->clocks : 0;
	if (count > frame->len && !m->tx.wire.open)
		count = frame->len;
	if (count <= m->tx.attempt.held)
		return;
	m->tx.attempt.held = count;
	m->tx.attempt.held_cycle = take_cycle(frame, count - 1);
}

void pm_attempt_fate(struct pm_model *m)
{
	struct pm_tx_frame *frame = &m->tx.frame;
	bool retry = m->tx.end.mode.retry, early = frame->collided_at < frame->slot_clocks;

	m->tx.end.own_fcs = frame->own_fcs;
	m->tx.end.fcs_wrong = frame->own_fcs &&
	                      (frame->len < FRAME_FCS_OCTETS || frame_fcs(frame->octets, frame->len - FRAME_FCS_OCTETS) !=
	                                                            frame_get_fcs(frame->octets + frame->len - FRAME_FCS_OCTETS));
	m->tx.end.collisions = m->tx.attempt.collisions;
	if (!frame->collided)
		return;
	m->changed = true;
	m->tx.end.underrun = false;
	m->tx.end.collision = true;
	m->tx.end.late = !early;
	m->tx.end.collisions = ++m->tx.attempt.collisions;
	m->tx.end.excessive = early && retry && m->tx.attempt.collisions >= CSMA_ATTEMPTS;
	m->tx.end.repeat = early && retry && !m->tx.end.excessive;
	m->tx.end.dropped = !m->tx.end.repeat;
	attempt_hold(m);
	if (m->tx.end.dropped) {
		m->tx.attempt.draining = !frame->taken;
		return;
	}
	m->tx.attempt.pending = true;
	m->tx.attempt.frame = *frame;
	csma_wait(&m->csma, m->tx.attempt.collisions, m->now - 1, frame->slot_clocks);
}

void pm_attempt_end(const struct pm_model *m, struct pm_attempt_end *ret)
{
	const struct pm_tx_frame *frame = &m->tx.frame;
	uint32_t next = m->tx.attempt.held, rest = m->tx.wire.len - next;
	bool withheld = m->tx.wire.underrun_at >= (int32_t)next;

	*ret = (struct pm_attempt_end){
		.collision = m->tx.end.collision,
		.late = m->tx.end.late,
		.excessive = m->tx.end.excessive,
		.repeat = m->tx.end.repeat,
		.dropped = m->tx.end.dropped,
		.underrun = m->tx.end.underrun,
		.collisions = m->tx.end.collisions,
		.draining = m->tx.attempt.draining,
		.octets = m->tx.wire.octets.at,
		.len = m->tx.wire.len,
	};
	if (!ret->draining || withheld)
		return;
	ret->drained = m->tx.last_wire + rest;
	ret->drained_earlier = frame->jam_at == (FRAME_HEAD_OCTETS + next) * frame->clocks;
}

bool pm_backoff_waits(const struct pm_model *m)
{
	return m->tx.attempt.pending;
}

bool pm_backoff_allows(const struct pm_model *m, uint64_t decided, uint64_t slack, struct pm_backoff *ret)
{
	const struct csma *c = &m->csma;
	bool allowed;

	*ret = (struct pm_backoff){ .jam_end = c->jam_end, .slot = c->slot, .collisions = c->collisions, .r = -1 };
	if (!c->waits)
		return false;
	allowed = csma_decided(c, decided, &ret->r_min, &ret->r_max);
	if (ret->r_min == ret->r_max && allowed)
		ret->r = ret->r_min;
	if (allowed || !slack)
		return allowed;
	/* the device may be late by the slack: if no slot is longer than the slack, some r always fits */
	return decided >= c->jam_end && (slack >= c->slot || (decided - c->jam_end) % c->slot <= slack);
}

uint64_t pm_backoffs(const struct pm_model *m)
{
	return m->backoffs;
}

void pm_backoffs_of(const struct pm_model *m, unsigned range, struct pm_backoffs *ret)
{
	ret->decided = m->csma.waited.decided[range - 1];
	ret->held = m->csma.waited.held[range - 1];
	ret->count = csma_backoffs(range);
}

bool pm_backoff_seen(const struct pm_model *m, unsigned i, struct pm_backoff *ret)
{
	if (i >= m->backoffs || i >= PM_BACKOFFS_KEPT)
		return false;
	*ret = m->backoff[(m->backoffs - 1 - i) % PM_BACKOFFS_KEPT];
	return true;
}
