/* SPDX-License-Identifier: Apache-2.0 */
/* The transmit wire of an MII DUT: starts in half duplex, the signals that hold others off, the host's octets of dropped frames.
 * 802.3 4.2.3.2, 22.2.3; doc/devices/bcm1250.md 3, 4. */
#include "transmit.h"

#include "base/dut.h"
#include "part/csma.h"
#include "records.h"
#include <string.h>

enum {
	NIBBLE = 0xF,
	NIBBLE_CLOCKS = 2,   /* of an octet at 10 and 100 Mb/s */
	CARRIER_CLOCKS = 64, /* after the due end: the false carrier does not end */
};

static const char what_frame[] = "frame sent";

static const char what_start[] = "start of a frame";

/* ---- starts ---- */

static void check_start(struct scoreboard *sb, const struct event *event)
{
	struct tx_watch *watch = &sb->watch;
	struct pm_pause_memory memory;
	uint64_t resume = sb->dut->timing.resume ? sb->dut->timing.resume : 1;

	(void)event;
	pm_pause_memory(sb->m, &memory);
	watch->idle = sb->gap.kept && sb->gap.end > sb->reset_cycle + 1 ? sb->now - sb->gap.end : PM_NEVER;
	watch->crs_since = memory.crs_since;
	watch->repeats = pm_backoff_waits(sb->m);
	if (sb->foreign_tx) /* a MAC may count its slots so that a start needs no more time, or any up to that of other frames */
		watch->repeats_rightly = pm_backoff_allows(sb->m, sb->now - 1, resume + sb->slack.resume, &watch->backoff);
	else
		watch->repeats_rightly = pm_backoff_allows(sb->m, sb->now - resume, sb->slack.resume, &watch->backoff);
	if (watch->repeats)
		watch->slot = watch->backoff.slot;
}

static void report_backoff(struct scoreboard *sb)
{
	const struct pm_backoff *b = &sb->watch.backoff;

	sb->about.backoff = b;
	score_find(sb, RULE_TX_BACKOFF, sb->watch.start, b->jam_end, what_start,
	           "0 to %u slots of %u clocks after clock %llu|at cycle %llu", csma_backoffs(b->collisions) - 1, b->slot,
	           (unsigned long long)b->jam_end, (unsigned long long)sb->watch.start);
}

/* The wire shows the gap after the DUT's previous frame. True: it is too short for the frame that started. */
static bool blind_gap(struct scoreboard *sb)
{
	const struct tx_watch *watch = &sb->watch;

	if (watch->idle == PM_NEVER || watch->idle + sb->time_error >= watch->due.gap)
		return false;
	score_find(sb, RULE_TX_GAP, watch->start, watch->start - watch->idle, what_start, "at least %u idle clocks|%u",
	           watch->due.gap, (unsigned)watch->idle);
	return true;
}

/* The errors of a start that no slack excuses. */
static bool blind_data_start(struct scoreboard *sb)
{
	struct tx_watch *watch = &sb->watch;

	if (blind_gap(sb))
		return true;
	if (watch->due.blockers & PM_BLOCK_CARRIER && watch->crs_since + sb->slack.wire + watch->due.gap < watch->start) {
		score_find(sb, RULE_TX_DEFER, watch->start, watch->crs_since, what_start, "no data while there is carrier|data");
		return true;
	}
	if (!watch->repeats || watch->repeats_rightly || watch->due.kind == PM_TX_DATA || watch->due.blockers != PM_BLOCK_BACKOFF)
		return false;
	report_backoff(sb);
	return true;
}

static bool data_start(struct scoreboard *sb)
{
	struct tx_watch *watch = &sb->watch;
	const struct pm_start *due = &watch->due;

	if (sb->blind)
		return blind_data_start(sb);
	if (watch->repeats && due->blockers == PM_BLOCK_BACKOFF) {
		report_backoff(sb);
		return true;
	}
	if (due->blockers & (PM_BLOCK_XOFF | PM_BLOCK_NO_DATA))
		return false;
	if (due->blockers & PM_BLOCK_GAP) {
		bool carrier = due->blockers & PM_BLOCK_CARRIER;
		score_find(sb, carrier ? RULE_TX_DEFER : RULE_TX_GAP, watch->start, carrier ? watch->start : watch->gap_end,
		           what_start, "no data %s|data", carrier ? "while there is carrier" : "before the gap is over");
		return true;
	}
	if (due->requests != PM_TX_FORCED && due->requests != PM_TX_CARRIER)
		return false;
	score_find(sb, due->requests == PM_TX_FORCED ? RULE_BACK_PRESSURE : RULE_FALSE_CARRIER, watch->start, due->cause,
	           what_start, "the requested signal before data|data");
	return true;
}

/* ---- signals ---- */

/* Half duplex: the clocks decide whether it was a signal, whatever was assumed at its start. */
static void settle_signal(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	bool forced = score_is_forced(sb, event), carrier = score_is_false_carrier(event);
	bool data = frame->kind == PM_TX_DATA && frame->collided && frame->jam_at == CSMA_HEAD_CLOCKS;

	if (carrier)
		pm_tx_retype(sb->m, PM_TX_CARRIER);
	else if (forced && !data)
		pm_tx_retype(sb->m, PM_TX_FORCED);
	else if (frame->kind == PM_TX_FORCED || frame->kind == PM_TX_CARRIER)
		pm_tx_retype(sb->m, PM_TX_DATA);
}

static void check_forced(struct scoreboard *sb, const struct event *event)
{
	score_checked(sb, CHECK_TX_FRAME);
	if (event->error_at >= 0)
		score_find(sb, RULE_BACK_PRESSURE, sb->now, sb->watch.start, "forced collision", "no tx_er|in clock %d",
		           event->error_at);
}

static void check_carrier(struct scoreboard *sb, const struct event *event)
{
	uint64_t over = pm_tx_frame(sb->m)->over, off = over > sb->now ? over - sb->now : sb->now - over;

	score_checked(sb, CHECK_TX_FRAME);
	if (event->error_at >= 0)
		score_find(sb, RULE_FALSE_CARRIER, sb->now, sb->watch.start, "false carrier", "no tx_er|in clock %d",
		           event->error_at);
	if (over ? off <= sb->slack.request : sb->blind)
		return;
	if (over)
		score_find(sb, RULE_FALSE_CARRIER, sb->now, sb->watch.start, "false carrier", "until cycle %llu|%llu",
		           (unsigned long long)over, (unsigned long long)sb->now);
	else
		score_find(sb, RULE_FALSE_CARRIER, sb->now, sb->watch.start, "false carrier",
		           "as long as it is requested|until cycle %llu", (unsigned long long)sb->now);
}

/* Data follows a dropped frame while no frame waits: reports whether it is that frame again or the rest of it. */
static bool check_after_drop(struct scoreboard *sb, const struct event *event)
{
	struct pm_attempt_end end;
	uint32_t octets = (event->len - CSMA_HEAD_CLOCKS) / NIBBLE_CLOCKS, same = 0;

	if (pm_tx_frame(sb->m)->kind != PM_TX_NONE || !sb->dropped || sb->blind || event->len < CSMA_HEAD_CLOCKS)
		return false;
	pm_attempt_end(sb->m, &end);
	while (same < octets && same < end.len &&
	       (event->octets[CSMA_HEAD_CLOCKS + 2 * same] & NIBBLE) == (end.octets[same] & NIBBLE))
		same++;
	score_find(sb,
	           sb->drain.open && same < octets && same < FRAME_ADDRESS_OCTETS ? RULE_TX_CONTENT
	           : sb->dropped_late                                             ? RULE_TX_LATE
	                                                                          : RULE_TX_RETRY,
	           sb->watch.start, sb->watch.start, what_start, "no data: the frame before was dropped|data");
	sb->watch.explained = true;
	return true;
}

/* The transmission ends in jam and belongs to no frame: it is a forced collision of the wrong form or, if the part never forces collisions, an
 * attempt of a frame that is not due. */
static bool check_odd_signal(struct scoreboard *sb, const struct event *event)
{
	struct pm_pause_memory memory;

	if (pm_tx_frame(sb->m)->kind != PM_TX_NONE || !score_ends_in_jam(sb, event))
		return false;
	pm_pause_memory(sb->m, &memory);
	if (memory.forced)
		score_find(sb, RULE_BACK_PRESSURE, sb->watch.start, sb->watch.start, "forced collision",
		           "%u clocks: preamble, SFD, jam|%u clocks", CSMA_FORCED_CLOCKS, event->len);
	else
		score_find(sb, sb->watch.repeats || sb->dropped ? RULE_TX_RETRY : RULE_TX_JAM, sb->watch.start, sb->watch.start,
		           what_start, "no frame|an attempt of %u clocks that ends in jam", event->len);
	sb->watch.explained = true;
	return true;
}

/* Preamble alone in full duplex, whatever was due. */
static bool check_duplex(struct scoreboard *sb, const struct event *event)
{
	if (sb->blind || pm_tx_frame(sb->m)->half_duplex || event->len <= CSMA_HEAD_CLOCKS || !score_is_false_carrier(event))
		return false;
	score_find(sb, RULE_FALSE_CARRIER, sb->watch.start, sb->watch.start, "false carrier", "none in full duplex|%u clocks",
	           event->len);
	sb->watch.explained = true;
	return true;
}

/* ---- the end ---- */

static void remember_end(struct scoreboard *sb, enum pm_tx_kind kind)
{
	struct pm_attempt_end end;

	if (kind != PM_TX_DATA)
		return;
	pm_attempt_end(sb->m, &end);
	sb->dropped = end.dropped;
	sb->dropped_late = end.late;
	sb->rest_due = end.draining || (end.underrun && !sb->watch.taken);
	sb->dropped_len = end.len < sizeof(sb->dropped_octets) ? end.len : (uint32_t)sizeof(sb->dropped_octets);
	if (end.dropped)
		memcpy(sb->dropped_octets, end.octets, sb->dropped_len);
	if (!end.dropped || !end.draining || !end.drained || sb->blind)
		return;
	sb->drain.open = true;
	sb->drain.due = end.drained;
	sb->drain.earlier = end.drained_earlier;
	sb->drain.cause = sb->watch.start;
}

static void check_octets_sent(struct scoreboard *sb, const struct event *event, unsigned clocks)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	enum pm_tx_kind kind = frame->kind;
	struct event octets;
	bool preamble_right;
	uint16_t quanta = 0;

	score_mii_octets(sb, event, clocks, &octets);
	preamble_right = score_tx_preamble_right(sb, &octets);
	if (preamble_right) {
		kind = score_tx_settle(sb, &octets, frame);
		quanta = score_tx_quanta(&octets, kind);
	}
	if (kind == PM_TX_DATA)
		score_repetition_came(sb);
	if (sb->blind && kind == PM_TX_PAUSE && blind_gap(sb))
		sb->watch.explained = true;
	sb->watch.sent = preamble_right ? &octets : NULL;
	score_tx_verdict(sb, kind, quanta);
	if (clocks == NIBBLE_CLOCKS && event->len % NIBBLE_CLOCKS)
		score_find(sb, RULE_MII_NIBBLES, sb->now, sb->watch.start, what_frame, "whole octets|%u nibbles", event->len);
	score_tx_check(sb, &octets, frame, kind, preamble_right);
	if (preamble_right && kind == PM_TX_PFC)
		score_pfc_sent(sb, &octets);
	pm_tx_end(sb->m, event->len, quanta);
	remember_end(sb, kind);
}

/* A forced collision or false carrier ended. */
static void signal_ended(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);

	if (sb->blind && frame->kind == PM_TX_CARRIER && blind_gap(sb))
		sb->watch.explained = true;
	score_tx_verdict(sb, frame->kind, 0);
	if (frame->kind == PM_TX_FORCED)
		check_forced(sb, event);
	else
		check_carrier(sb, event);
	pm_tx_end(sb->m, event->len, 0);
}

/* An attempt to send a data frame ended after a collision. SETTLED: in the jam that the wire shows; else the model took over the collision, so that the
 * octets are not compared. */
static void attempt_ended(struct scoreboard *sb, const struct event *event, bool settled)
{
	score_repetition_came(sb);
	score_tx_verdict(sb, PM_TX_DATA, 0);
	if (settled && sb->blind && score_ends_in_jam(sb, event))
		score_check_collided_blind(sb, event);
	else if (settled)
		score_check_collided(sb, event);
	pm_tx_end(sb->m, event->len, 0);
	remember_end(sb, PM_TX_DATA);
}

static void end(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	unsigned clocks = score_check_clocks(sb, event);
	bool nibbles = clocks == NIBBLE_CLOCKS;

	if (nibbles && (frame->half_duplex || sb->blind) && !sb->full_duplex)
		settle_signal(sb, event);
	if (score_is_signal(frame->kind))
		signal_ended(sb, event);
	else if (frame->kind == PM_TX_DATA && nibbles && score_settle_collision(sb, event))
		attempt_ended(sb, event, true);
	else if (frame->kind == PM_TX_DATA && frame->collided)
		attempt_ended(sb, event, false);
	else if (nibbles && (check_duplex(sb, event) || check_after_drop(sb, event) || check_odd_signal(sb, event)))
		pm_tx_end(sb->m, event->len, 0);
	else
		check_octets_sent(sb, event, clocks);
	sb->watch.open = false;
}

/* ---- the host's octets of a dropped frame ---- */

static void taken(struct scoreboard *sb)
{
	bool earlier = sb->drain.earlier && sb->now + 1 == sb->drain.due, rest = sb->rest_due;
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	struct pm_owed owed;

	if (!frame || (frame->kind != PM_TX_DATA && frame->kind != PM_TX_NONE)) {
		sb->rest_due = false;
		if (!rest && !sb->blind && sb->now > sb->reset_end && !pm_host_owed(sb->m, 0, &owed))
			score_find(sb, RULE_TX_CONTENT, sb->now, sb->now, "s_axis",
			           "tlast taken with its frame on the wire or dropped|taken without such a frame");
	}
	if (!sb->drain.open)
		return;
	sb->drain.open = false;
	if (sb->now != sb->drain.due && !earlier)
		score_find(sb, RULE_TX_CONTENT, sb->now, sb->drain.cause, "s_axis",
		           "rest of a dropped frame taken in cycle %llu|in cycle %llu", (unsigned long long)sb->drain.due,
		           (unsigned long long)sb->now);
}

static void drain_close(struct scoreboard *sb)
{
	if (!sb->drain.open)
		return;
	if (sb->now < sb->reset_end && sb->reset_cycle + 1 >= sb->now) {
		sb->drain.open = false;
	} else if (sb->now > sb->drain.due) {
		sb->drain.open = false;
		score_find(sb, RULE_TX_CONTENT, sb->drain.due, sb->drain.cause, "s_axis",
		           "rest of a dropped frame taken in cycle %llu|not taken", (unsigned long long)sb->drain.due);
	} else {
		score_wake(sb, sb->drain.due + 1);
	}
}

static void carrier_close(struct scoreboard *sb)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	uint64_t limit;

	if (!frame || frame->kind != PM_TX_CARRIER || !frame->over || sb->carrier_reported == frame->start)
		return;
	limit = frame->over + sb->slack.request + CARRIER_CLOCKS;
	if (sb->now < limit) {
		score_wake(sb, limit);
		return;
	}
	sb->carrier_reported = frame->start;
	score_find(sb, RULE_FALSE_CARRIER, frame->over, frame->start, "false carrier", "until cycle %llu|longer",
	           (unsigned long long)frame->over);
}

static void close_cycle(struct scoreboard *sb, const struct pm_view *view)
{
	(void)view;
	if (sb->now <= sb->reset_end)
		sb->rest_due = false;
	if (sb->now <= sb->reset_end && sb->reset_end)
		sb->repetition.open = sb->repetition.open && sb->now < sb->reset_cycle;
	drain_close(sb);
	carrier_close(sb);
	if (!sb->repetition.open || sb->watch.open)
		return;
	if (sb->now >= sb->repetition.give_up)
		score_repetition_never(sb);
	else
		score_wake(sb, sb->repetition.give_up);
}

static void finish(struct scoreboard *sb)
{
	if (sb->slack.resume < sb->watch.slot) /* otherwise the wire does not show which slot it was */
		score_backoffs(sb);
	score_repetition_never(sb);
}

/* ---- other ports ---- */

/* The record of model or DUT alone says that the frame was dropped, or that a frame ended at all. */
static enum rule record_rule(struct scoreboard *sb, uint32_t differs)
{
	struct pm_attempt_end end;

	pm_attempt_end(sb->m, &end);
	if (!end.collision || !(differs & TX_RECORD_DROPPED))
		return RULE_TX_RECORD;
	return end.late ? RULE_TX_LATE : RULE_TX_RETRY;
}

const struct score_phy score_mii = {
	.time_unit = "clocks",
	.head = score_head_octets,
	.rx_run = score_rx_octets,
	.record_rule = record_rule,
	.start = check_start,
	.start_octets = score_mii_start_octets,
	.data_start = data_start,
	.repetition_missing = score_repetition_missing,
	.end = end,
	.octets = score_mii_octets,
	.body = score_data_body,
	.check_data = score_check_data,
	.content = score_mii_content,
	.taken = taken,
	.close = close_cycle,
	.finish = finish,
};
