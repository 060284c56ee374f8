/* SPDX-License-Identifier: Apache-2.0 */
/* Frames that end with an error or a wrong FCS: whether a frame is one, must be one, and who may have spoilt it. 802.3 clauses 3 and 4. */
#include "transmit.h"

#include "base/dut.h"

static const char what_frame[] = "frame sent";

bool score_fcs_right(const struct event *event)
{
	uint32_t octets = score_sent_octets(event);
	const uint8_t *sent = event->octets + FRAME_HEAD_OCTETS;

	return octets > FRAME_FCS_OCTETS &&
	       frame_fcs(sent, octets - FRAME_FCS_OCTETS) == frame_get_fcs(sent + octets - FRAME_FCS_OCTETS);
}

bool score_is_spoilt(const struct event *event)
{
	return event->value || event->error || event->len < FRAME_HEAD_OCTETS + FRAME_MIN_OCTETS || !score_fcs_right(event);
}

/* How a MAC spoils the end of a frame is its own choice; the frame must not look like a good one. */
void score_check_spoilt(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	uint32_t octets = score_sent_octets(event);

	if (score_is_spoilt(event))
		return;
	if (frame->underrun_at >= 0)
		score_find(sb, RULE_TX_UNDERRUN, sb->now, sb->watch.start, what_frame,
		           "an error after an underrun|a good frame of %u octets", octets);
	else
		score_find(sb, RULE_TX_HOST_ERROR, sb->now, sb->watch.start, what_frame,
		           "an error, since the host marked the frame|a good frame of %u octets", octets);
}

/* A client that always has a frame is not late with its octets. */
static bool client_may_spoil(const struct scoreboard *sb)
{
	bool marks = sb->dut->phy == PHY_MII || (sb->dut->phy == PHY_XGMII && dut_ieee8023(sb->dut)->host_errors);

	return marks || (sb->dut->capabilities & CAP_UNDERRUN && !sb->client_always);
}

/* True of a frame with an error or a wrong FCS; a fragment with a right FCS is none. */
static bool ends_wrong(const struct event *event)
{
	return event->value || event->error || !score_fcs_right(event);
}

bool score_spoilt_by_other(const struct scoreboard *sb, const struct event *event)
{
	bool decided = sb->client_unseen || event->len >= FRAME_HEAD_OCTETS + FRAME_MIN_OCTETS;

	return ends_wrong(event) && (sb->cuts_unseen || (sb->requests_unseen && decided && client_may_spoil(sb)));
}

/* A control frame of the MAC's own is whole if it has its length, whatever else is wrong. */
bool score_control_cut_by_other(const struct scoreboard *sb, const struct event *event)
{
	return sb->cuts_unseen && ends_wrong(event) && event->len < FRAME_HEAD_OCTETS + PAUSE_FRAME_OCTETS;
}
