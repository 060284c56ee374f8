/* SPDX-License-Identifier: Apache-2.0 */
/* The transmit wire of an MII DUT against the model: octets of clocks, attempts that end in a collision, repetitions, the
 * signals that hold others off in half duplex. 802.3 4.2.3.2, 22.2.3; doc/bcm1250.md 3, 4.
 *
 * An attempt that met a collision is compared clock for clock up to the end of its jam; any other one as octets, by
 * wire.c. When wire and model do not agree whether there was a collision, that is the finding, and the model goes on from
 * what the wire shows. A repetition may come late or never: which of the two is known when the longest wait of twice the
 * range is over. */
#include "check/score_find.h"

#include "part/csma.h"
#include "part/frame.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	NIBBLE = 0xF,
	NIBBLE_CLOCKS = 2,   /* of an octet at 10/100 */
	NEVER_CLOCKS = 1024, /* beside the range of back-offs: a repetition never comes */
	CARRIER_CLOCKS = 64, /* a false carrier that does not end */
	SHORTEST_GOOD_OCTETS = 14,
};

static const char what_frame[] = "frame sent";
static const char what_start[] = "start of a frame";
static const uint8_t head[FRAME_HEAD_OCTETS] = { 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };

/* ---- clocks and octets ---- */

static bool reserve(struct scoreboard *sb, uint32_t octets)
{
	uint8_t *grown;

	if (octets <= sb->wire_capacity)
		return true;
	grown = realloc(sb->wire, octets + 1024);
	if (!grown)
		return false;
	sb->wire = grown;
	sb->wire_capacity = octets + 1024;
	return true;
}

/* Of octets with both nibbles in error. Half an octet in error is none that may be, whatever octet it is. */
static void convert_errors(struct event *ret, const struct event *event)
{
	bool whole = event->error_at < 0 || (event->error_at % NIBBLE_CLOCKS == 0 && event->value % NIBBLE_CLOCKS == 0);

	ret->error_at = event->error_at < 0 ? -1 : event->error_at / NIBBLE_CLOCKS;
	ret->value = whole ? event->value / NIBBLE_CLOCKS : event->value;
}

void score_mii_octets(struct scoreboard *sb, const struct event *event, unsigned clocks, struct event *ret)
{
	*ret = *event;
	if (clocks == 1)
		return;
	ret->len = event->len / NIBBLE_CLOCKS;
	if (!reserve(sb, ret->len + 1)) {
		score_find(sb, RULE_CRASH, sb->now, sb->now, "scoreboard", "memory for a frame of %u octets|none", ret->len);
		ret->len = 0;
		return;
	}
	for (uint32_t i = 0; i < ret->len; i++)
		sb->wire[i] = (uint8_t)((event->octets[2 * i] & NIBBLE) | event->octets[2 * i + 1] << 4);
	ret->octets = sb->wire;
	convert_errors(ret, event);
}

/* Does the wire speak octets or nibbles? 0: neither for certain. */
static unsigned spoken(const struct event *event)
{
	if (event->len >= FRAME_HEAD_OCTETS && !memcmp(event->octets, head, sizeof(head)))
		return 1;
	if (event->len < CSMA_HEAD_CLOCKS || event->octets[CSMA_HEAD_CLOCKS - 1] != CSMA_SFD)
		return 0;
	for (unsigned i = 0; i + 1 < CSMA_HEAD_CLOCKS; i++)
		if (event->octets[i] != CSMA_PREAMBLE)
			return 0;
	return NIBBLE_CLOCKS;
}

static void check_nibbles(struct scoreboard *sb, const struct event *event)
{
	for (uint32_t i = 0; i < event->len; i++) {
		if (!(event->octets[i] >> 4))
			continue;
		score_find(sb, RULE_MII_NIBBLES, sb->now, sb->watch.start, what_frame, "bits 7:4 of clock %u 0|0x%02x", i,
		           event->octets[i]);
		return;
	}
}

/* The clocks of an octet are those of the mode, and the wire keeps to them. */
static unsigned check_clocks(struct scoreboard *sb, const struct event *event)
{
	unsigned due = pm_tx_frame(sb->m)->clocks, actual = spoken(event);

	if (actual && actual != due) {
		if (!sb->blind)
			score_find(sb, RULE_MII_NIBBLES, sb->now, sb->watch.start, what_frame, "%u clocks for an octet|%u", due,
			           actual);
		pm_resync_clocks(sb->m, actual);
		due = actual;
	}
	if (due == NIBBLE_CLOCKS)
		check_nibbles(sb, event);
	if (due == NIBBLE_CLOCKS && event->len >= CSMA_HEAD_CLOCKS && event->octets[CSMA_HEAD_CLOCKS - 2] == CSMA_SFD &&
	    event->octets[CSMA_HEAD_CLOCKS - 1] == CSMA_PREAMBLE)
		score_find(sb, RULE_MII_NIBBLES, sb->now, sb->watch.start, what_frame,
		           "the low nibble of the SFD first|the high one");
	return due;
}

/* ---- what it was ---- */

static bool all(const struct event *event, uint32_t from, uint32_t to, uint8_t nibble)
{
	for (uint32_t i = from; i < to && i < event->len; i++)
		if ((event->octets[i] & NIBBLE) != nibble)
			return false;
	return to <= event->len;
}

static bool ends_in_jam(const struct event *event)
{
	return event->len > CSMA_JAM_CLOCKS && all(event, event->len - CSMA_JAM_CLOCKS, event->len, CSMA_JAM);
}

static bool is_false_carrier(const struct event *event)
{
	return all(event, 0, event->len, CSMA_PREAMBLE);
}

static bool is_forced(const struct event *event)
{
	return event->len == CSMA_FORCED_CLOCKS && spoken(event) == NIBBLE_CLOCKS && ends_in_jam(event);
}

/* Half duplex: a signal, whatever was believed? */
static void settle_signal(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	bool forced = is_forced(event), carrier = is_false_carrier(event);
	bool data = frame->kind == PM_TX_DATA && frame->collided && frame->jam_at == CSMA_HEAD_CLOCKS;

	if (carrier)
		pm_tx_retype(sb->m, PM_TX_CARRIER);
	else if (forced && !data)
		pm_tx_retype(sb->m, PM_TX_FORCED);
	else if (frame->kind == PM_TX_FORCED || frame->kind == PM_TX_CARRIER)
		pm_tx_retype(sb->m, PM_TX_DATA);
}

/* ---- starts ---- */

void score_mii_start(struct scoreboard *sb)
{
	struct tx_watch *watch = &sb->watch;
	struct pm_pause_memory memory;
	uint64_t resume = sb->dut->timing.resume ? sb->dut->timing.resume : 1;

	pm_pause_memory(sb->m, &memory);
	watch->idle = sb->gap.kept && sb->gap.end > sb->reset_cycle + 1 ? sb->now - sb->gap.end : PM_NEVER;
	watch->crs_since = memory.crs_since;
	watch->repeats = pm_backoff_waits(sb->m);
	watch->repeats_rightly = pm_backoff_allows(sb->m, sb->now - resume, sb->slack, &watch->backoff);
}

static void report_backoff(struct scoreboard *sb)
{
	const struct pm_backoff *b = &sb->watch.backoff;

	score_find(sb, RULE_TX_BACKOFF, sb->watch.start, b->jam_end, what_start,
	           "0 to %u slots of %u clocks behind clock %llu|at cycle %llu", csma_backoffs(b->collisions) - 1, b->slot,
	           (unsigned long long)b->jam_end, (unsigned long long)sb->watch.start);
}

/* The gap behind our own frames shows on the wire. True: it is too short for what started, which needs one. */
static bool blind_gap(struct scoreboard *sb)
{
	const struct tx_watch *watch = &sb->watch;

	if (watch->idle >= watch->due.gap)
		return false;
	score_find(sb, RULE_TX_GAP, watch->start, watch->start - watch->idle, what_start, "at least %u idle clocks|%u",
	           watch->due.gap, (unsigned)watch->idle);
	return true;
}

/* What the black box cannot be wrong about. */
static bool blind_data_start(struct scoreboard *sb)
{
	struct tx_watch *watch = &sb->watch;

	if (blind_gap(sb))
		return true;
	if (watch->due.blockers & PM_BLOCK_CARRIER && watch->crs_since + sb->slack + watch->due.gap < watch->start) {
		score_find(sb, RULE_TX_DEFER, watch->start, watch->crs_since, what_start, "none while there is carrier|data");
		return true;
	}
	if (!watch->repeats || watch->repeats_rightly || watch->due.kind == PM_TX_DATA || watch->due.blockers != PM_BLOCK_BACKOFF)
		return false;
	report_backoff(sb);
	return true;
}

bool score_mii_data_start(struct scoreboard *sb)
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
		           what_start, "later: %s|data", carrier ? "there is carrier" : "the gap is not over");
		return true;
	}
	if (due->requests != PM_TX_FORCED && due->requests != PM_TX_CARRIER)
		return false;
	score_find(sb, due->requests == PM_TX_FORCED ? RULE_BACK_PRESSURE : RULE_FALSE_CARRIER, watch->start, due->cause,
	           what_start, "the signal before data|data");
	return true;
}

/* The first octets as if their high nibbles had gone first. */
static bool nibbles_exchanged(const struct event *event, const struct pm_tx_frame *frame)
{
	uint32_t sent = event->len > FRAME_HEAD_OCTETS ? event->len - FRAME_HEAD_OCTETS : 0;
	uint32_t len = sent < frame->len ? sent : frame->len;

	if (len > FRAME_ADDRESS_OCTETS)
		len = FRAME_ADDRESS_OCTETS;
	for (uint32_t i = 0; i < len; i++) {
		uint8_t due = frame->octets[i];
		if (event->octets[FRAME_HEAD_OCTETS + i] != (uint8_t)(due >> 4 | due << 4))
			return false;
	}
	return len > 1;
}

enum rule score_mii_content(const struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	bool same = sb->dropped && sb->dropped_len && event->len >= FRAME_HEAD_OCTETS + sb->dropped_len &&
	            !memcmp(event->octets + FRAME_HEAD_OCTETS, sb->dropped_octets, sb->dropped_len);

	if (sb->mii && frame && frame->clocks > 1 && nibbles_exchanged(event, frame))
		return RULE_MII_NIBBLES;
	if (sb->mii && frame && frame->attempt > 1)
		return RULE_TX_RETRY;
	if (sb->mii && same)
		return sb->dropped_late ? RULE_TX_LATE : RULE_TX_RETRY;
	return RULE_TX_CONTENT;
}

/* ---- repetitions that do not come ---- */

void score_mii_missing(struct scoreboard *sb, const struct pm_start *start)
{
	struct pm_backoff backoff;

	if (sb->repetition.open)
		return;
	pm_backoff_allows(sb->m, sb->now, 0, &backoff);
	sb->repetition.open = true;
	sb->repetition.cycle = start->due;
	sb->repetition.cause = start->cause;
	sb->repetition.give_up = start->due + sb->slack + (uint64_t)csma_backoffs(backoff.collisions) * backoff.slot +
	                         NEVER_CLOCKS;
}

static void repetition_never(struct scoreboard *sb)
{
	if (!sb->repetition.open)
		return;
	sb->repetition.open = false;
	score_find(sb, RULE_TX_RETRY, sb->repetition.cycle, sb->repetition.cause, what_start,
	           "a repetition up to cycle %llu|none", (unsigned long long)sb->repetition.cycle);
	pm_resync_retry_lost(sb->m);
}

static void repetition_came(struct scoreboard *sb)
{
	if (!sb->repetition.open)
		return;
	sb->repetition.open = false;
	sb->watch.explained = true;
	score_find(sb, RULE_TX_BACKOFF, sb->repetition.cycle, sb->repetition.cause, what_start,
	           "a repetition up to cycle %llu|at cycle %llu", (unsigned long long)sb->repetition.cycle,
	           (unsigned long long)sb->watch.start);
}

/* ---- attempts that end in a collision ---- */

/* The nibble of clock AT of FRAME. */
static uint8_t nibble_due(const struct pm_tx_frame *frame, uint32_t fcs, uint32_t at)
{
	uint32_t octet = at / NIBBLE_CLOCKS, body = frame->len;
	uint8_t value = 0;

	if (!frame->own_fcs && body < FRAME_MIN_DATA_OCTETS)
		body = FRAME_MIN_DATA_OCTETS;
	if (octet < FRAME_HEAD_OCTETS)
		value = head[octet];
	else if (octet - FRAME_HEAD_OCTETS < frame->len)
		value = frame->octets[octet - FRAME_HEAD_OCTETS];
	else if (octet - FRAME_HEAD_OCTETS >= body)
		value = (uint8_t)(fcs >> 8 * (octet - FRAME_HEAD_OCTETS - body));
	return at % NIBBLE_CLOCKS ? value >> 4 : value & NIBBLE;
}

static bool check_clocks_sent(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, uint32_t count)
{
	uint32_t pads = frame->own_fcs || frame->len >= FRAME_MIN_DATA_OCTETS ? 0 : FRAME_MIN_DATA_OCTETS - frame->len;
	uint32_t fcs = frame->own_fcs ? 0 : frame_fcs_padded(frame->octets, frame->len, pads);
	struct event octets;

	for (uint32_t i = 0; i < count && i < event->len; i++) {
		uint8_t due = nibble_due(frame, fcs, i), actual = event->octets[i] & NIBBLE;
		if (due == actual)
			continue;
		score_mii_octets(sb, event, NIBBLE_CLOCKS, &octets);
		score_find(sb, i < CSMA_HEAD_CLOCKS ? RULE_TX_PREAMBLE : score_mii_content(sb, &octets), sb->now, sb->watch.start,
		           what_frame, "clock %u is 0x%x|0x%x", i, due, actual);
		return false;
	}
	return true;
}

/* What was sent before the jam is not to end with the right FCS of what it is. */
static void check_fragment(struct scoreboard *sb, const struct event *event)
{
	struct event octets;
	const uint8_t *data;
	uint32_t len;

	score_mii_octets(sb, event, NIBBLE_CLOCKS, &octets);
	if (octets.len < FRAME_HEAD_OCTETS + SHORTEST_GOOD_OCTETS + FRAME_FCS_OCTETS)
		return;
	data = octets.octets + FRAME_HEAD_OCTETS;
	len = octets.len - FRAME_HEAD_OCTETS - FRAME_FCS_OCTETS;
	if (frame_fcs(data, len) == frame_get_fcs(data + len))
		score_find(sb, RULE_TX_JAM, sb->now, sb->watch.start, what_frame, "no right FCS behind a collision|FCS 0x%08x",
		           frame_fcs(data, len));
}

/* The host's last octet: taken in the cycle before its first clock, if the jam did not come before. */
static void check_taken_collided(struct scoreboard *sb, const struct pm_tx_frame *frame)
{
	uint32_t first = (FRAME_HEAD_OCTETS + frame->len - 1) * frame->clocks;
	bool due = frame->held < frame->len && first < frame->jam_at;

	if (frame->held == frame->len || first == frame->jam_at || (frame->taken && frame->taken_cycle < frame->start))
		return;
	if (due == sb->watch.taken && (!due || sb->watch.taken_cycle == frame->start + first - 1))
		return;
	score_find(sb, RULE_TX_CONTENT, sb->now, frame->start, "s_axis",
	           due ? "tlast taken in cycle %llu|%s" : "tlast not taken (cycle %llu)|%s",
	           (unsigned long long)(frame->start + first - 1), sb->watch.taken ? "in another" : "not taken");
}

static void report_jam(struct scoreboard *sb, const struct pm_tx_frame *frame, uint32_t len)
{
	bool ignored = len == pm_tx_clocks(frame);
	enum rule rule = ignored && frame->collided_at >= frame->slot_clocks ? RULE_TX_LATE : RULE_TX_JAM;

	score_find(sb, rule, sb->now, frame->start + frame->collided_at, what_frame,
	           "collision in clock %u, jam to clock %u|%u clocks", frame->collided_at, frame->jam_at + CSMA_JAM_CLOCKS - 1,
	           len);
}

/* Clock for clock. */
static void check_collided(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	uint32_t expected = frame->jam_at + CSMA_JAM_CLOCKS;

	score_checked(sb, CHECK_TX_FRAME);
	if (event->len != expected) {
		report_jam(sb, frame, event->len);
		if (event->len >= pm_tx_clocks(frame) && !ends_in_jam(event))
			pm_resync_collision(sb->m, false);
		return;
	}
	if (!check_clocks_sent(sb, event, frame, frame->jam_at))
		return;
	if (!ends_in_jam(event) || event->error_at >= 0) {
		score_find(sb, RULE_TX_JAM, sb->now, frame->start + frame->collided_at, what_frame,
		           "eight nibbles 0x6 from clock %u, no tx_er|%s", frame->jam_at,
		           event->error_at >= 0 ? "tx_er" : "others");
		return;
	}
	check_fragment(sb, event);
	check_taken_collided(sb, frame);
}

/* The black box may see a collision somewhat later; how it ends is certain. */
static void check_collided_blind(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	uint32_t sent = event->len - CSMA_JAM_CLOCKS;

	score_checked(sb, CHECK_TX_FRAME);
	if (sent <= frame->collided_at || sent > frame->jam_at + sb->slack) {
		report_jam(sb, frame, event->len);
		return;
	}
	if (check_clocks_sent(sb, event, frame, sent))
		check_fragment(sb, event);
}

/* Collided, as the wire shows, and as the model thinks: settles who is right; true if the attempt ended in jam. */
static bool settle_collision(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	bool jam = ends_in_jam(event) && (frame->collided || event->len != pm_tx_clocks(frame));

	if (frame->collided && sb->blind && !jam && event->len == pm_tx_clocks(frame)) {
		if (frame->collided_at + sb->slack < event->len)
			report_jam(sb, frame, event->len);
		pm_resync_collision(sb->m, false);
		return false;
	}
	if (frame->collided || !jam)
		return frame->collided;
	score_find(sb, RULE_TX_JAM, sb->now, sb->watch.start, what_frame, "%u clocks, no collision|%u clocks, jam at the end",
	           pm_tx_clocks(frame), event->len);
	pm_resync_collision(sb->m, true);
	return false;
}

/* ---- signals ---- */

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
	if (over ? off <= sb->slack : sb->blind)
		return;
	if (over)
		score_find(sb, RULE_FALSE_CARRIER, sb->now, sb->watch.start, "false carrier", "until cycle %llu|%llu",
		           (unsigned long long)over, (unsigned long long)sb->now);
	else
		score_find(sb, RULE_FALSE_CARRIER, sb->now, sb->watch.start, "false carrier",
		           "as long as invoked|until cycle %llu", (unsigned long long)sb->now);
}

/* Data after a frame that was dropped, when nothing waits: that frame again, or the rest of it? */
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
	           sb->watch.start, sb->watch.start, what_start, "none: the frame before was dropped|data");
	sb->watch.explained = true;
	return true;
}

/* A wire that ends in jam, has no frame for it: a forced collision of the wrong form. */
static bool check_odd_signal(struct scoreboard *sb, const struct event *event)
{
	if (pm_tx_frame(sb->m)->kind != PM_TX_NONE || !ends_in_jam(event))
		return false;
	score_find(sb, RULE_BACK_PRESSURE, sb->watch.start, sb->watch.start, "forced collision",
	           "%u clocks: preamble, SFD, jam|%u clocks", CSMA_FORCED_CLOCKS, event->len);
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
	preamble_right = score_tx_preamble_right(&octets);
	if (preamble_right) {
		kind = score_tx_settle(sb, &octets, frame);
		quanta = score_tx_quanta(&octets, kind);
	}
	if (kind == PM_TX_DATA)
		repetition_came(sb);
	if (sb->blind && kind == PM_TX_PAUSE && blind_gap(sb))
		sb->watch.explained = true;
	score_tx_verdict(sb, kind, quanta);
	if (clocks == NIBBLE_CLOCKS && event->len % NIBBLE_CLOCKS)
		score_find(sb, RULE_MII_NIBBLES, sb->now, sb->watch.start, what_frame, "whole octets|%u nibbles", event->len);
	score_tx_check(sb, &octets, frame, kind, preamble_right);
	pm_tx_end(sb->m, event->len, quanta);
	remember_end(sb, kind);
}

void score_mii_end(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	unsigned clocks = check_clocks(sb, event);

	if (clocks == NIBBLE_CLOCKS && (frame->half_duplex || sb->blind))
		settle_signal(sb, event);
	if (frame->kind == PM_TX_FORCED || frame->kind == PM_TX_CARRIER) {
		if (sb->blind && frame->kind == PM_TX_CARRIER && blind_gap(sb))
			sb->watch.explained = true;
		score_tx_verdict(sb, frame->kind, 0);
		if (frame->kind == PM_TX_FORCED)
			check_forced(sb, event);
		else
			check_carrier(sb, event);
		pm_tx_end(sb->m, event->len, 0);
	} else if (frame->kind == PM_TX_DATA && clocks == NIBBLE_CLOCKS && settle_collision(sb, event)) {
		repetition_came(sb);
		score_tx_verdict(sb, PM_TX_DATA, 0);
		if (sb->blind && ends_in_jam(event))
			check_collided_blind(sb, event);
		else
			check_collided(sb, event);
		pm_tx_end(sb->m, event->len, 0);
		remember_end(sb, PM_TX_DATA);
	} else if (frame->kind == PM_TX_DATA && frame->collided) { /* believed since: nothing more to say about its octets */
		repetition_came(sb);
		score_tx_verdict(sb, PM_TX_DATA, 0);
		pm_tx_end(sb->m, event->len, 0);
		remember_end(sb, PM_TX_DATA);
	} else if (clocks == NIBBLE_CLOCKS && (check_after_drop(sb, event) || check_odd_signal(sb, event))) {
		pm_tx_end(sb->m, event->len, 0);
	} else {
		check_octets_sent(sb, event, clocks);
	}
	sb->watch.open = false;
}

/* ---- the host's octets of a dropped frame ---- */

void score_mii_taken(struct scoreboard *sb)
{
	bool earlier = sb->drain.earlier && sb->now + 1 == sb->drain.due, rest = sb->rest_due;
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	struct pm_owed owed;

	if (!frame || (frame->kind != PM_TX_DATA && frame->kind != PM_TX_NONE)) {
		sb->rest_due = false;
		if (!rest && !sb->blind && sb->now > sb->reset_end && !pm_host_owed(sb->m, 0, &owed))
			score_find(sb, RULE_TX_CONTENT, sb->now, sb->now, "s_axis",
			           "tlast taken with its frame on the wire, or dropped|without");
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
	limit = frame->over + sb->slack + CARRIER_CLOCKS;
	if (sb->now < limit) {
		score_wake(sb, limit);
		return;
	}
	sb->carrier_reported = frame->start;
	score_find(sb, RULE_FALSE_CARRIER, frame->over, frame->start, "false carrier", "until cycle %llu|longer",
	           (unsigned long long)frame->over);
}

void score_mii_close(struct scoreboard *sb)
{
	if (sb->now <= sb->reset_end)
		sb->rest_due = false;
	if (sb->now <= sb->reset_end && sb->reset_end)
		sb->repetition.open = sb->repetition.open && sb->now < sb->reset_cycle;
	drain_close(sb);
	carrier_close(sb);
	if (!sb->repetition.open || sb->watch.open)
		return;
	if (sb->now >= sb->repetition.give_up)
		repetition_never(sb);
	else
		score_wake(sb, sb->repetition.give_up);
}

void score_mii_finish(struct scoreboard *sb)
{
	if (!sb->blind)
		score_backoffs(sb);
	repetition_never(sb);
}
