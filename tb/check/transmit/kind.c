/* SPDX-License-Identifier: Apache-2.0 */
/* The kind of the frame on the transmit wire: at its start it is assumed by what the model has to send, or is read from the octets if the client is not
 * seen; when it has ended its octets decide. */
#include "transmit.h"

#include "check/score_parts.h"

#include <string.h>

/* ---- at its start ---- */

/* A frame of the host that must not start yet may be the one that starts. */
static enum pm_tx_kind believe(const struct scoreboard *sb, const struct pm_start *start)
{
	struct pm_owed owed;

	if (start->kind != PM_TX_NONE)
		return start->kind;
	if (start->requests == PM_TX_NONE && start->blockers & PM_BLOCK_NO_DATA && sb->blind && pm_host_owed(sb->m, 0, &owed))
		return PM_TX_DATA;
	if (score_is_signal(start->requests))
		return (start->blockers & PM_BLOCK_NO_DATA) ? start->requests : PM_TX_DATA;
	if (start->blockers & PM_BLOCK_PAUSE)
		return (start->blockers & (PM_BLOCK_NO_DATA | PM_BLOCK_XOFF)) ? PM_TX_PAUSE : PM_TX_DATA;
	return (start->blockers & PM_BLOCK_NO_DATA) ? PM_TX_NONE : PM_TX_DATA;
}

/* A MAC that is never asked for PFC frames has none of its own. */
static bool sends_pfc(const struct scoreboard *sb)
{
	return sb->dut->capabilities & (CAP_PFC | CAP_PFC_REQUEST);
}

/* The client is not seen: a frame of type 88-08 that has the source or the destination of the MAC's own PAUSE and PFC frames is one. If the client sends such
 * frames, too, one that may be the MAC's is taken to be, since no pause holds it. */
static bool is_own_control(const struct scoreboard *sb, const struct event *event)
{
	const uint8_t *octets = event->octets + FRAME_HEAD_OCTETS;
	uint32_t len = score_sent_octets(event);

	return len >= FRAME_OPCODE_OFFSET + 2 && frame_u16(octets + FRAME_TYPE_OFFSET) == FRAME_TYPE_MAC_CONTROL &&
	       (!sb->client_control || event->timer) && pm_tx_resembles_pause(sb->m, octets, len);
}

/* Fills in RET with the start EVENT as octets: the wire may have nibbles. */
static void octets_of_start(struct scoreboard *sb, const struct event *event, struct event *ret)
{
	if (sb->phy->start_octets)
		sb->phy->start_octets(sb, event, ret);
	else
		*ret = *event;
}

bool score_is_own_control(struct scoreboard *sb, const struct event *event)
{
	struct event start;

	octets_of_start(sb, event, &start);
	return is_own_control(sb, &start);
}

/* The client is not seen: the octets of the start say the kind, and any frame but the MAC's own is what the client handed over. */
static enum pm_tx_kind kind_on_wire(struct scoreboard *sb, const struct event *event)
{
	struct event start;
	const uint8_t *octets;
	uint32_t len, fcs;

	octets_of_start(sb, event, &start);
	octets = start.octets + FRAME_HEAD_OCTETS;
	len = score_sent_octets(&start);
	fcs = len < FRAME_FCS_OCTETS ? len : FRAME_FCS_OCTETS;
	if (is_own_control(sb, &start))
		return sends_pfc(sb) && frame_u16(octets + FRAME_OPCODE_OFFSET) == FRAME_OPCODE_PFC ? PM_TX_PFC : PM_TX_PAUSE;
	if (pm_host_offer(sb->m, octets, len - fcs, -1))
		score_find(sb, RULE_CRASH, sb->now, sb->now, "scoreboard", "memory for a frame of %u octets|none", len);
	if (len > FRAME_FCS_OCTETS && (sb->dut->phy == PHY_MII ? start.error_at >= 0 : score_spoilt_by_other(sb, &start)))
		pm_host_offer_error(sb->m);
	pm_host_taken(sb->m);
	return PM_TX_DATA;
}

enum pm_tx_kind score_tx_assume(struct scoreboard *sb, const struct event *event)
{
	return sb->client_unseen ? kind_on_wire(sb, event) : believe(sb, &sb->watch.due);
}

/* ---- at its end ---- */

static bool is_pause(const struct scoreboard *sb, const struct event *event)
{
	return event->len > FRAME_HEAD_OCTETS &&
	       pm_tx_resembles_pause(sb->m, event->octets + FRAME_HEAD_OCTETS, score_sent_octets(event));
}

/* EVENT resembles a PAUSE frame: true if it is a PFC frame. */
static bool is_pfc(const struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	enum { OPCODE_AT = FRAME_HEAD_OCTETS + FRAME_OPCODE_OFFSET };

	/* the PAUSE frame that is due, with its time and a wrong opcode, is a wrong PAUSE frame, unless it may be a PFC frame that is due, too */
	return sb->dut->capabilities & (CAP_PFC | CAP_PFC_REQUEST) && event->len >= OPCODE_AT + 4 &&
	       frame_u16(event->octets + OPCODE_AT) == FRAME_OPCODE_PFC &&
	       !(frame->kind == PM_TX_PAUSE && frame_u16(event->octets + OPCODE_AT + 2) == frame->quanta &&
	         !score_pfc_may_be_due(sb, event));
}

/* The octets of EVENT have the destination and the type of a PAUSE frame. */
static bool has_head_of_control(const struct event *event)
{
	const uint8_t *octets = event->octets + FRAME_HEAD_OCTETS;

	return event->len >= FRAME_HEAD_OCTETS + FRAME_OPCODE_OFFSET &&
	       !memcmp(octets, frame_pause_address, FRAME_ADDRESS_OCTETS) &&
	       frame_u16(octets + FRAME_TYPE_OFFSET) == FRAME_TYPE_MAC_CONTROL;
}

/* EVENT is another frame than FRAME, which was assumed at its start. A fragment of the host has no type, and no pad makes one of a control frame. */
static bool is_other(const struct event *event, const struct pm_tx_frame *frame)
{
	uint32_t len = frame->len < FRAME_OPCODE_OFFSET ? frame->len : FRAME_OPCODE_OFFSET;

	return frame->kind == PM_TX_NONE || frame->kind == PM_TX_PAUSE || event->len < FRAME_HEAD_OCTETS + len ||
	       memcmp(event->octets + FRAME_HEAD_OCTETS, frame->octets, len) ||
	       (len && len < FRAME_OPCODE_OFFSET && has_head_of_control(event));
}

/* The host's last octet was taken while the frame was on the wire, and that says what the frame is. */
static bool taken_from_it(const struct scoreboard *sb)
{
	return sb->watch.taken && !sb->foreign_tx;
}

/* The octets decide whether it is a control frame or data of the host. */
static enum pm_tx_kind settle_by_octets(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	bool pause = is_pause(sb, event) && !(sb->blind && score_ledger_owes(sb, event));
	enum pm_tx_kind control = pause && is_pfc(sb, event, frame) ? PM_TX_PFC : PM_TX_PAUSE;

	if (pause && frame->kind != control && !taken_from_it(sb) && is_other(event, frame))
		pm_tx_retype(sb->m, control);
	else if (!pause && score_is_control(frame->kind) && is_other(event, frame))
		pm_tx_retype(sb->m, PM_TX_DATA);
	return frame->kind;
}

/* The frame is data if the host's last octet was taken while it was on the wire. */
enum pm_tx_kind score_tx_settle(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame)
{
	bool taken = taken_from_it(sb) && !score_is_control(frame->kind);
	enum pm_tx_kind kind = taken ? frame->kind : settle_by_octets(sb, event, frame);

	if (sb->blind && kind == PM_TX_DATA)
		score_ledger_settle(sb, event);
	return kind;
}
