/* SPDX-License-Identifier: Apache-2.0 */
/* The transmit wire of an XGMII DUT: lanes of starts, gaps and their deficit, control codes, octets of data frames. 802.3 clause 46; doc/devices/xgmii.md. */
#include "transmit.h"

#include "check/black_box.h"

#include <string.h>

enum { LEAST_GAP_OCTETS = 5 };

static const char what_frame[] = "frame sent";

static const uint8_t head[FRAME_HEAD_OCTETS] = { 0xFB, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };
static const char what_start[] = "start of a frame";

/* ---- starts ---- */

/* Reports a gap that is too short for any deficit. In an exact run check_lane() compares the lane itself. */
static void check_gap_lanes(struct scoreboard *sb, unsigned lane)
{
	uint64_t gap = sb->now + lane - sb->gap.end;

	if (gap + sb->time_error >= LEAST_GAP_OCTETS || !sb->gap.kept || sb->gap.end <= sb->reset_cycle + sb->step)
		return;
	score_find(sb, RULE_TX_GAP, sb->now, sb->gap.end, what_start, "at least 5 idle octets|%u", (unsigned)gap);
	sb->watch.explained = true;
}

/* Black box: the gap must be as long as some deficit allows that the starts so far can have left. Within the slack of a change the average
 * gap may be the one before. */
static void check_deficit(struct scoreboard *sb, unsigned lane)
{
	struct gap_watch *watch = &sb->black->gap;
	uint32_t most = sb->no_deficit ? 0 : 3;
	uint64_t gap = sb->now + lane - sb->gap.end;
	uint32_t owed = watch->deficit + watch->ipg;

	if (!sb->gap.kept || sb->gap.end <= sb->reset_cycle + sb->step) {
		watch->deficit = 0;
		return;
	}
	if (watch->before < watch->ipg && sb->now <= watch->ipg_cycle + sb->slack.write)
		owed = watch->deficit + watch->before;
	watch->deficit = owed > gap ? (uint32_t)(owed - gap) : 0;
	if (watch->deficit <= most)
		return;
	watch->deficit = most;
	if (sb->watch.explained)
		return;
	score_find(sb, RULE_TX_DEFICIT, sb->now, sb->gap.end, what_start, "at least %u idle octets|%u", owed - most,
	           (unsigned)gap);
	sb->watch.explained = true;
}

/* The start is due in the open cycle: compares its lane. */
static void check_lane(struct scoreboard *sb)
{
	const struct pm_start *due = &sb->watch.due;
	unsigned lane = sb->watch.lane;

	if (lane % sb->start_unit) {
		score_find(sb, RULE_XGMII_START, sb->now, sb->now, what_start, "/S/ in lane 0%s|lane %u",
		           sb->start_unit == XGMII_COLUMN_OCTETS ? " or 4" : "", lane);
		sb->watch.explained = true;
	} else if (due->lane != lane && due->due == sb->now && due->kind != PM_TX_NONE && !sb->watch.explained && !sb->blind) {
		score_find(sb, RULE_TX_DEFICIT, sb->now, sb->gap.end, what_start, "lane %u|lane %u", due->lane, lane);
	}
}

static void check_start(struct scoreboard *sb, const struct event *event)
{
	check_gap_lanes(sb, event->lane);
	if (sb->blind && !sb->time_error)
		check_deficit(sb, event->lane);
}

static bool data_start(struct scoreboard *sb)
{
	const struct tx_watch *watch = &sb->watch;

	if (sb->blind || watch->due.blockers & PM_BLOCK_XOFF || !(watch->due.blockers & PM_BLOCK_GAP))
		return false;
	score_find(sb, RULE_TX_DEFICIT, watch->start, watch->gap_end, what_start, "no data before the gap is over|data");
	return true;
}

/* ---- codes and octets ---- */

static const uint8_t error_octets[FRAME_FCS_OCTETS] = { 0xFE, 0xFE, 0xFE, 0xFE };

/* True if the frame ends with /T/ and its control codes are ERRORS octets from AT on. */
static bool codes_right(const struct event *event, uint32_t at, uint32_t errors)
{
	return !event->error && event->value == errors && event->error_at == (errors ? (int32_t)(FRAME_HEAD_OCTETS + at) : -1);
}

static void report_codes(struct scoreboard *sb, const struct event *event, uint32_t at, uint32_t errors, enum rule rule)
{
	if (event->error)
		score_find(sb, RULE_XGMII_CODES, sb->now, sb->watch.start, what_frame, "/T/ at the end|another code");
	else
		score_find(sb, rule, sb->now, sb->watch.start, what_frame, "%u error codes from octet %d|%u from %d", errors,
		           errors ? (int32_t)at : -1, (unsigned)event->value,
		           event->error_at < 0 ? -1 : event->error_at - FRAME_HEAD_OCTETS);
}

static bool check_no_codes(struct scoreboard *sb, const struct event *event)
{
	if (codes_right(event, 0, 0))
		return true;
	report_codes(sb, event, 0, 0, RULE_XGMII_CODES);
	return false;
}

/* The rule that the first wrong octet breaks. */
static enum rule rule_of_octets(const struct event *event, const struct pm_tx_frame *frame)
{
	const uint8_t *actual = event->octets + FRAME_HEAD_OCTETS;
	uint32_t source = FRAME_ADDRESS_OCTETS, type = FRAME_TYPE_OFFSET, len = score_sent_octets(event);

	if (len < type || frame->len < type || memcmp(actual, frame->octets, source) ||
	    !memcmp(actual + source, frame->octets + source, type - source))
		return RULE_TX_CONTENT;
	return RULE_TX_SOURCE;
}

/* The DUT takes the first word in the cycle before the start, and word j j cycles later. */
static void check_taken_words(struct scoreboard *sb, const struct pm_tx_frame *frame)
{
	uint64_t due = sb->watch.start - sb->step + ((frame->host_octets - 1) & ~(sb->step - 1));

	if (sb->blind || frame->underrun_at >= 0 || (frame->taken && frame->taken_cycle == due))
		return;
	if (!frame->taken)
		score_find(sb, RULE_TX_CONTENT, sb->now, sb->watch.start, "s_axis", "tlast taken in cycle %llu|not taken",
		           score_clock(sb, due));
	else
		score_find(sb, RULE_TX_CONTENT, frame->taken_cycle, sb->watch.start, "s_axis",
		           "tlast taken in cycle %llu|in cycle %llu", score_clock(sb, due), score_clock(sb, frame->taken_cycle));
}

/* The length of the frame if the MAC had done the opposite with its FCS and pad: added them, or not. */
static uint32_t fcs_exchanged(const struct pm_tx_frame *frame)
{
	if (frame->host_error)
		return UINT32_MAX;
	if (frame->fcs_inserted)
		return frame->len;
	return (frame->len < FRAME_MIN_DATA_OCTETS ? FRAME_MIN_DATA_OCTETS : frame->len) + FRAME_FCS_OCTETS;
}

/* The rule that wrong control codes of FRAME break. */
static enum rule rule_of_codes(const struct pm_tx_frame *frame)
{
	if (frame->underrun_at >= 0)
		return RULE_TX_UNDERRUN;
	return frame->host_error ? RULE_TX_HOST_ERROR : RULE_XGMII_CODES;
}

/* The length is not that of FRAME with END octets after it. */
static void report_lanes(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, uint32_t end)
{
	bool cut = frame->underrun_at >= 0;
	uint32_t sent = score_sent_octets(event);

	if (!cut && sent == fcs_exchanged(frame))
		score_find(sb, RULE_TX_FCS, sb->now, sb->watch.start, what_frame, "%u octets, %s|%u octets", frame->len + end,
		           frame->fcs_inserted ? "FCS inserted" : "no FCS inserted", sent);
	else
		score_check_length(sb, event, frame->len + end, cut ? frame->len : frame->host_octets);
}

/* The frame ends with /T/ and has no other error codes than those of an underrun, or in the place of the FCS of a frame that the host marked. */
static bool check_codes(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	enum { UNDERRUN_CODES = 8 };
	bool cut = frame->underrun_at >= 0;
	uint32_t errors = cut ? UNDERRUN_CODES : frame->host_error ? FRAME_FCS_OCTETS : 0;
	uint32_t at = cut ? (uint32_t)frame->underrun_at : frame->len;

	if (codes_right(event, at, errors))
		return true;
	report_codes(sb, event, at, errors, rule_of_codes(frame));
	return false;
}

/* Compares the pad, or what follows an underrun, from octet AT on. */
static bool check_filling(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, uint32_t at)
{
	bool cut = frame->underrun_at >= 0;

	return at >= frame->len || (!cut && sb->any_pad) ||
	       score_check_octets(sb, event, at, frame->octets + at, frame->len - at, cut ? RULE_TX_UNDERRUN : RULE_TX_PAD);
}

/* Compares what follows a whole frame: its FCS, or error codes in its place. */
static void check_tail(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	const uint8_t *covered = sb->any_pad ? event->octets + FRAME_HEAD_OCTETS : frame->octets;

	if (frame->host_error)
		score_check_octets(sb, event, frame->len, error_octets, FRAME_FCS_OCTETS, RULE_TX_HOST_ERROR);
	else if (frame->fcs_inserted)
		score_check_fcs(sb, event, frame->len, frame_fcs(covered, frame->len), RULE_TX_FCS);
}

static void check_data_lanes(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	bool cut = frame->underrun_at >= 0;
	uint32_t sent = score_sent_octets(event), end = frame->fcs_inserted || frame->host_error ? FRAME_FCS_OCTETS : 0;
	uint32_t common = (uint32_t)least(least(sent, frame->host_octets), frame->len);

	check_taken_words(sb, frame);
	if (sb->foreign_tx && (cut || frame->host_error))
		score_check_spoilt(sb, event, frame);
	else if (!check_codes(sb, event, frame))
		return;
	else if (!score_octets_right(event, 0, frame->octets, common))
		score_report_octet(sb, event, 0, frame->octets, common, rule_of_octets(event, frame));
	else if (sent != frame->len + end)
		report_lanes(sb, event, frame, end);
	else if (check_filling(sb, event, frame, common) && !cut)
		check_tail(sb, event, frame);
}

static uint32_t body(const struct pm_tx_frame *frame)
{
	return frame->len;
}

static void end(struct scoreboard *sb, const struct event *event)
{
	uint16_t quanta;

	if (sb->blind && score_cut(sb, event))
		return;
	quanta = score_frame_end(sb, event);
	pm_tx_end_at(sb->m, sb->now + event->lane, event->len, quanta);
}

/* ---- receive wire ---- */

static int rx_run(struct scoreboard *sb, const struct event *event)
{
	uint32_t fcs = (uint32_t)event->value;

	return pm_rx_lanes(sb->m, event->cycle + event->lane, event->octets, event->len, event->code, event->codes,
	                   event->value & EVENT_FCS_KNOWN ? &fcs : NULL);
}

const struct score_phy score_xgmii = {
	.time_unit = "octet times",
	.head = head,
	.start_delay = 8,
	.rx_run = rx_run,
	.start = check_start,
	.start_lane = check_lane,
	.data_start = data_start,
	.end = end,
	.body = body,
	.check_data = check_data_lanes,
	.check_no_codes = check_no_codes,
	.close = score_fault_close,
	.finish = score_fault_finish,
};
