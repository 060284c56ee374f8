/* SPDX-License-Identifier: Apache-2.0 */
/* Black box: frames that a link fault may have taken, of which the wire shows nothing. 802.3 46.3.4.3; doc/devices/ieee8023.md 4, FaultLoses.
 *
 * The MAC sends as if there were no fault, and the reconciliation sublayer sends other codes in the place of its frames. So a frame that was in the MAC at any
 * time of a fault may never come, and nobody sees until when the MAC is busy with it. */
#include "transmit.h"

#include "check/black_box.h"
#include "check/score_parts.h"

#include "base/bounds.h"

#include <string.h>

/* True if the profile says that frames are lost in a link fault, and one that might start from cycle READY on may be: then it was in the MAC before cycle
 * FREE, when the link was free of the fault. A MAC that cuts through has the rest of such a frame still to come: by 46.3.4.3 it sends the frame, and the
 * reconciliation sublayer other codes in the place of its beginning. */
static bool lost_before(const struct scoreboard *sb, uint64_t ready, uint64_t free)
{
	return sb->fault_loses && free && ready != PM_NEVER && ready <= free + sb->slack.wire + sb->step;
}

/* True if the frame that might start from cycle READY on, and is not on the wire yet, may be one that is lost in a link fault: it came in the fault, or
 * waited in the MAC when the fault began. */
bool score_lost_in_fault(const struct scoreboard *sb, uint64_t ready)
{
	const struct fault_watch *fault = sb->blind ? &sb->black->fault : NULL;

	return fault && lost_before(sb, ready, fault->holds ? sb->now : fault->free_since);
}

/* Likewise of a frame before the one that is or was on the wire: a fault that began when this had started is no reason. */
bool score_lost_before_start(const struct scoreboard *sb, uint64_t ready)
{
	return sb->blind && lost_before(sb, ready, sb->black->fault.started_free);
}

/* Returns the FCS of LEN octets of the host's with a pad of zeros: frames with the same one look the same on the wire. */
static uint32_t padded_fcs(const uint8_t *octets, uint32_t len)
{
	uint8_t padded[FRAME_MIN_DATA_OCTETS] = { 0 };

	if (len >= FRAME_MIN_DATA_OCTETS)
		return frame_fcs(octets, len);
	memcpy(padded, octets, len);
	return frame_fcs(padded, sizeof(padded));
}

/* A frame is on the wire that may have been lost in a link fault: then it is a later one with the same octets. */
void score_lost_doubt(struct scoreboard *sb, const struct pm_tx_frame *frame)
{
	bool doubtful = score_lost_before_start(sb, frame->ready_cycle);

	if (!sb->blind)
		return;
	sb->black->fault.doubtful_len = doubtful ? (uint32_t)greatest(frame->host_octets, FRAME_MIN_DATA_OCTETS) : 0;
	if (doubtful)
		sb->black->fault.doubtful_fcs = padded_fcs(frame->octets, frame->host_octets);
}

/* True if the frame of LEN OCTETS is the newest one on the wire already, in place of one that was lost in a link fault. */
bool score_lost_came_in_place(const struct scoreboard *sb, const uint8_t *octets, uint32_t len)
{
	return sb->blind && sb->black->fault.doubtful_len == greatest(len, FRAME_MIN_DATA_OCTETS) &&
	       padded_fcs(octets, len) == sb->black->fault.doubtful_fcs;
}

bool score_lost_owed(const struct scoreboard *sb, unsigned i, struct pm_owed *ret)
{
	return pm_host_owed(sb->m, i, ret) && score_lost_in_fault(sb, ret->ready_cycle);
}

/* By 46.3.4.3 the MAC sends the frame of LEN octets, and the reconciliation sublayer other codes: if this begins in the fault, it may end behind it. */
static void takes_its_time(struct scoreboard *sb, uint32_t len)
{
	struct fault_watch *fault = &sb->black->fault;
	uint64_t from = fault->holds ? sb->now : fault->free_since;

	if (from + len + FRAME_MIN_OCTETS > fault->lost_until)
		fault->lost_until = from + len + FRAME_MIN_OCTETS;
}

/* The first frame in the ledger was lost in a fault: it counts, if such frames do, when its time is over. */
void score_lost_unseen(struct scoreboard *sb, uint32_t len)
{
	takes_its_time(sb, len);
	pm_lost_unseen(sb->m, sb->black->fault.lost_until);
}

/* A MAC that cuts through may be sending the first frame, which began in the fault, while the host still hands it over. The host may stay away for longer
 * than the MAC has octets; then the MAC is done with the frame. */
uint64_t score_lost_hidden_until(const struct scoreboard *sb)
{
	const struct fault_watch *fault = &sb->black->fault;
	struct pm_owed owed;

	if (!score_lost_owed(sb, 0, &owed) || (owed.taken && owed.taken_cycle <= fault->free_since))
		return 0;
	return fault->free_since + sb->slack.wire + owed.len + FRAME_MIN_OCTETS;
}

uint64_t score_lost_unseen_until(const struct scoreboard *sb, uint64_t from)
{
	uint64_t until = sb->black->fault.lost_until;
	struct pm_owed owed;

	for (unsigned i = 0; score_lost_owed(sb, i, &owed); i++)
		until = greatest(until, from + FRAME_HEAD_OCTETS + greatest(owed.len, FRAME_MIN_DATA_OCTETS) + FRAME_FCS_OCTETS);
	return until;
}

bool score_control_lost(const struct scoreboard *sb)
{
	const struct fault_watch *fault = sb->blind ? &sb->black->fault : NULL;
	struct pm_pause_memory memory;
	uint64_t until = 0;

	if (fault && sb->fault_loses)
		until = fault->holds ? sb->now : fault->free_since ? fault->free_since + sb->slack.wire + sb->step : 0;
	if (!until || !score_is_control(pm_start(sb->m)->requests))
		return false;
	pm_pause_memory(sb->m, &memory);
	return memory.request_since && memory.request_since <= until;
}

void score_control_unseen(struct scoreboard *sb)
{
	struct fault_watch *fault = &sb->black->fault;
	uint64_t from = fault->holds ? sb->now : fault->free_since;

	if (from + 2 * PAUSE_FRAME_OCTETS > fault->lost_until)
		fault->lost_until = from + 2 * PAUSE_FRAME_OCTETS;
	pm_control_unseen(sb->m);
	pm_resync_pause_sent(sb->m);
}
