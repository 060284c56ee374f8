/* SPDX-License-Identifier: Apache-2.0 */
/* The frame that ended on the transmit wire: its octets decide its kind, since the kind that was assumed at its start may be wrong; then they
 * are compared. */
#include "transmit.h"

#include "base/dut.h"
#include <string.h>

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

/* A client that always has a frame is not late with its octets. */
static bool client_may_spoil(const struct scoreboard *sb)
{
	bool marks = sb->dut->phy == PHY_MII || (sb->dut->phy == PHY_XGMII && dut_ieee8023(sb->dut)->host_errors);

	return marks || (sb->dut->capabilities & CAP_UNDERRUN && !sb->client_always);
}

static bool is_spoilt(const struct event *event)
{
	return event->value || event->error || !score_fcs_right(event);
}

bool score_spoilt_by_other(const struct scoreboard *sb, const struct event *event)
{
	bool decided = sb->client_unseen || event->len >= FRAME_HEAD_OCTETS + FRAME_MIN_OCTETS;

	return is_spoilt(event) && (sb->cuts_unseen || (sb->requests_unseen && decided && client_may_spoil(sb)));
}

/* A control frame of the MAC's own is whole if it has its length, whatever else is wrong. */
static bool is_cut_control(const struct scoreboard *sb, const struct event *event)
{
	return sb->cuts_unseen && is_spoilt(event) && event->len < FRAME_HEAD_OCTETS + PAUSE_FRAME_OCTETS;
}

void score_tx_check(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, enum pm_tx_kind kind,
                    bool preamble_right)
{
	bool decided = sb->watch.due.kind == kind;

	score_checked(sb, score_is_control(kind) ? CHECK_PAUSE_SENT : CHECK_TX_FRAME);
	if (!preamble_right) {
		score_report_preamble(sb, event);
		return;
	}
	if (kind == PM_TX_NONE)
		return;
	if (kind == PM_TX_DATA ? score_spoilt_by_other(sb, event) : is_cut_control(sb, event)) {
		sb->result.spoilt++;
		return;
	}
	if (kind == PM_TX_DATA)
		sb->phy->check_data(sb, event, frame);
	else if (kind == PM_TX_PFC)
		score_check_pfc(sb, event, frame, decided && !sb->blind);
	else if (sb->phy->check_no_codes && !sb->phy->check_no_codes(sb, event))
		return;
	else if (event->len >= FRAME_HEAD_OCTETS + PAUSE_TIME_END)
		score_check_pause(sb, event, frame, decided && !sb->blind);
	else
		score_find(sb, RULE_TX_FINISHES, sb->now, sb->watch.start, "PAUSE sent", "64 octets|%u",
		           score_sent_octets(event));
}

uint16_t score_frame_end(struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	bool preamble_right = score_tx_preamble_right(sb, event);
	enum pm_tx_kind kind = frame->kind;
	uint16_t quanta = frame->quanta;

	if (preamble_right &&
	    !sb->client_unseen) { /* otherwise it is not known where its octets are, and the kind that was assumed holds */
		kind = score_tx_settle(sb, event, frame);
		quanta = score_tx_quanta(event, kind);
	} else if (sb->client_unseen) {
		quanta = score_tx_quanta(event, kind);
	}
	sb->watch.sent = preamble_right ? event : NULL;
	score_tx_verdict(sb, kind, quanta);
	score_tx_check(sb, event, frame, kind, preamble_right);
	if (preamble_right && kind == PM_TX_PFC)
		score_pfc_sent(sb, event);
	sb->watch.open = false;
	return quanta;
}
