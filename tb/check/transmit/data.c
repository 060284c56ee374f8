/* SPDX-License-Identifier: Apache-2.0 */
/* A data frame as GMII and MII send it: the host's octets, pad, FCS, or the cut after an underrun. 802.3 clauses 3 and 4. */
#include "transmit.h"

enum { CUT_FCS_OCTETS = FRAME_FCS_OCTETS };

static const char what_frame[] = "frame sent";

static enum rule content_rule(const struct scoreboard *sb, const struct event *event)
{
	return sb->phy->content ? sb->phy->content(sb, event) : RULE_TX_CONTENT;
}

/* An underrun cut the frame: it has the octets before it, a zero with tx_er and the complement of the right FCS. */
static void check_cut(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	uint32_t cut = (uint32_t)frame->underrun_at, expected = cut + 1 + CUT_FCS_OCTETS;
	const uint8_t zero = 0;

	if (sb->foreign_tx) {
		score_check_spoilt(sb, event, frame);
		return;
	}
	if (event->len != FRAME_HEAD_OCTETS + expected) {
		score_find(sb, RULE_TX_UNDERRUN, sb->now, sb->watch.start, what_frame,
		           "%u octets: %u of the host, one with tx_er, %u of the FCS|%u", expected, cut, CUT_FCS_OCTETS,
		           score_sent_octets(event));
		return;
	}
	if (event->value != 1 || event->error_at != (int32_t)(FRAME_HEAD_OCTETS + cut)) {
		score_find(sb, RULE_TX_UNDERRUN, sb->now, sb->watch.start, what_frame,
		           "tx_er in octet %u only|in %u octets from %d", cut, (unsigned)event->value,
		           event->error_at < 0 ? -1 : event->error_at - FRAME_HEAD_OCTETS);
		return;
	}
	if (!score_check_octets(sb, event, 0, frame->octets, cut, content_rule(sb, event)) ||
	    !score_check_octets(sb, event, cut, &zero, 1, RULE_TX_UNDERRUN))
		return;
	score_check_fcs(sb, event, cut + 1, ~frame_fcs_padded(frame->octets, cut, 1), RULE_TX_UNDERRUN);
}

bool score_check_no_error(struct scoreboard *sb, const struct event *event)
{
	if (event->error_at < 0)
		return true;
	score_find(sb, RULE_TX_UNDERRUN, sb->now, sb->watch.start, what_frame, "no tx_er|in octet %d",
	           event->error_at - FRAME_HEAD_OCTETS);
	return false;
}

/* The DUT takes the host's last octet in the cycle before it is on the wire. */
static void check_taken(struct scoreboard *sb, const struct pm_tx_frame *frame)
{
	uint64_t due = frame->start + (uint64_t)(FRAME_HEAD_OCTETS + frame->len - 1) * frame->clocks - 1;

	if (frame->held == frame->len || (frame->taken && frame->taken_cycle < frame->start))
		return;
	if (!sb->watch.taken)
		score_find(sb, RULE_TX_CONTENT, sb->now, frame->start, "s_axis", "tlast taken in cycle %llu|not taken",
		           score_clock(sb, due));
	else if (sb->watch.taken_cycle != due)
		score_find(sb, RULE_TX_CONTENT, sb->watch.taken_cycle, frame->start, "s_axis",
		           "tlast taken in cycle %llu|in cycle %llu", score_clock(sb, due),
		           score_clock(sb, sb->watch.taken_cycle));
}

int score_rx_octets(struct scoreboard *sb, const struct event *event)
{
	return pm_rx_run(sb->m, event->octets, event->len, event->error_at);
}

uint32_t score_data_body(const struct pm_tx_frame *frame)
{
	bool padded = frame->kind == PM_TX_DATA && frame->len < FRAME_MIN_DATA_OCTETS && !frame->own_fcs;

	return padded ? FRAME_MIN_DATA_OCTETS : frame->len;
}

void score_check_data(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	static const uint8_t pad[FRAME_MIN_DATA_OCTETS];
	uint32_t pads = frame->len < FRAME_MIN_DATA_OCTETS && !frame->own_fcs ? FRAME_MIN_DATA_OCTETS - frame->len : 0;
	uint32_t body = frame->len + pads, sent = score_sent_octets(event);
	uint32_t whole = frame->own_fcs ? body : body + FRAME_FCS_OCTETS;

	if (frame->underrun_at >= 0) {
		check_cut(sb, event, frame);
		return;
	}
	if (!score_check_no_error(sb, event) ||
	    !score_check_octets(sb, event, 0, frame->octets, sent < frame->len ? sent : frame->len, content_rule(sb, event)) ||
	    !score_check_length(sb, event, whole, frame->own_fcs ? FRAME_MIN_DATA_OCTETS : frame->len) ||
	    (!sb->any_pad && !score_check_octets(sb, event, frame->len, pad, pads, RULE_TX_PAD)))
		return;
	if (!frame->own_fcs)
		score_check_fcs(sb, event, body,
		                sb->any_pad ? frame_fcs(event->octets + FRAME_HEAD_OCTETS, body)
		                            : frame_fcs_padded(frame->octets, frame->len, pads),
		                RULE_TX_FCS);
	if (!sb->blind)
		check_taken(sb, frame);
}
