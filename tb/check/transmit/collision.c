/* SPDX-License-Identifier: Apache-2.0 */
/* Attempts that end in a collision, and their repetitions. 802.3 4.2.3.2; doc/devices/bcm1250.md 3.
 *
 * An attempt that met a collision is compared clock for clock up to the end of its jam, any other attempt as octets. If wire and model differ
 * in whether there was a collision, that is the finding, and the model goes on from what the wire shows. A repetition may come late or never;
 * which of the two is known when the longest wait of twice the range is over. */
#include "transmit.h"

#include "part/csma.h"
#include <string.h>

enum {
	NIBBLE = 0xF,
	NIBBLE_CLOCKS = 2,
	NEVER_CLOCKS = 1024, /* after the range of back-offs: the repetition never comes */
	SHORTEST_GOOD_OCTETS = 14,
};

static const char what_frame[] = "frame sent";

static const char what_start[] = "start of a frame";

/* ---- repetitions that do not come ---- */

bool score_repetition_missing(struct scoreboard *sb, const struct pm_start *start)
{
	struct pm_backoff *backoff = &sb->repetition.backoff;

	if (!pm_backoff_waits(sb->m))
		return false;
	if (sb->repetition.open)
		return true;
	pm_backoff_allows(sb->m, sb->now, 0, backoff);
	sb->repetition.open = true;
	sb->repetition.cycle = start->due;
	sb->repetition.cause = start->cause;
	sb->repetition.give_up = start->due + sb->slack.resume + (uint64_t)csma_backoffs(backoff->collisions) * backoff->slot +
	                         NEVER_CLOCKS;
	return true;
}

void score_repetition_never(struct scoreboard *sb)
{
	if (!sb->repetition.open)
		return;
	sb->repetition.open = false;
	score_find(sb, RULE_TX_RETRY, sb->repetition.cycle, sb->repetition.cause, what_start,
	           "a repetition up to cycle %llu|none", (unsigned long long)sb->repetition.cycle);
	pm_resync_retry_lost(sb->m);
}

void score_repetition_came(struct scoreboard *sb)
{
	if (!sb->repetition.open)
		return;
	sb->repetition.open = false;
	sb->watch.explained = true;
	sb->about.backoff = &sb->repetition.backoff;
	score_find(sb, RULE_TX_BACKOFF, sb->repetition.cycle, sb->repetition.cause, what_start,
	           "a repetition up to cycle %llu|at cycle %llu", (unsigned long long)sb->repetition.cycle,
	           (unsigned long long)sb->watch.start);
}

/* ---- attempts that end in a collision ---- */

/* The nibble that FRAME has in its clock AT. */
static uint8_t nibble_due(const struct pm_tx_frame *frame, uint32_t fcs, uint32_t at)
{
	uint32_t octet = at / NIBBLE_CLOCKS, body = frame->len;
	uint8_t value = 0;

	if (!frame->own_fcs && body < FRAME_MIN_DATA_OCTETS)
		body = FRAME_MIN_DATA_OCTETS;
	if (octet < FRAME_HEAD_OCTETS)
		value = score_head_octets[octet];
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

/* The octets before the jam must not end with the right FCS of those before them. */
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
		score_find(sb, RULE_TX_JAM, sb->now, sb->watch.start, what_frame,
		           "a wrong FCS after a collision|the right FCS 0x%08x", frame_fcs(data, len));
}

/* The DUT takes the host's last octet in the cycle before its first clock, unless the jam came earlier. */
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
	           (unsigned long long)(frame->start + first - 1), sb->watch.taken ? "taken in another cycle" : "not taken");
}

static void report_jam(struct scoreboard *sb, const struct pm_tx_frame *frame, uint32_t len)
{
	bool ignored = len == pm_tx_clocks(frame);
	enum rule rule = ignored && frame->collided_at >= frame->slot_clocks ? RULE_TX_LATE : RULE_TX_JAM;

	score_find(sb, rule, sb->now, frame->start + frame->collided_at, what_frame,
	           "collision in clock %u, jam to clock %u|%u clocks", frame->collided_at, frame->jam_at + CSMA_JAM_CLOCKS - 1,
	           len);
}

/* Compares each clock of an attempt that collided. */
void score_check_collided(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	uint32_t expected = frame->jam_at + CSMA_JAM_CLOCKS;

	score_checked(sb, CHECK_TX_FRAME);
	if (event->len != expected) {
		report_jam(sb, frame, event->len);
		if (event->len >= pm_tx_clocks(frame) && !score_ends_in_jam(sb, event))
			pm_resync_collision(sb->m, false);
		return;
	}
	if (!check_clocks_sent(sb, event, frame, frame->jam_at))
		return;
	if (!score_ends_in_jam(sb, event) || event->error_at >= 0) {
		score_find(sb, RULE_TX_JAM, sb->now, frame->start + frame->collided_at, what_frame,
		           "eight nibbles 0x%x from clock %u, no tx_er|%s", sb->jam, frame->jam_at,
		           event->error_at >= 0 ? "tx_er" : "other nibbles");
		return;
	}
	check_fragment(sb, event);
	check_taken_collided(sb, frame);
}

/* Black box: how many clocks later than the model jam may begin. */
static uint32_t jam_slack(const struct scoreboard *sb)
{
	return sb->slack.collision ? sb->slack.collision - 1 : sb->slack.wire;
}

/* A black box may notice a collision within the slack; how the attempt ends is certain. */
void score_check_collided_blind(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	uint32_t sent = event->len - CSMA_JAM_CLOCKS, least = sb->slack.collision_least,
		 first = frame->collided_at + (least ? least : 1);

	score_checked(sb, CHECK_TX_FRAME);
	if (least && first < CSMA_HEAD_CLOCKS)
		first = CSMA_HEAD_CLOCKS;
	if (sent < first || sent > frame->jam_at + jam_slack(sb)) {
		report_jam(sb, frame, event->len);
		return;
	}
	if (check_clocks_sent(sb, event, frame, sent))
		check_fragment(sb, event);
}

/* The wire shows a collision or not, and the model has one or not: resyncs the model; true if the attempt ended in jam. */
bool score_settle_collision(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	bool jam = score_ends_in_jam(sb, event) && (frame->collided || event->len != pm_tx_clocks(frame));

	if (frame->collided && sb->blind && !jam && event->len == pm_tx_clocks(frame)) {
		if (frame->collided_at + jam_slack(sb) < event->len)
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
