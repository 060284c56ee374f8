/* SPDX-License-Identifier: Apache-2.0 */
/* The frame that ended on the transmit wire: its start and its octets are compared with those of its kind. */
#include "transmit.h"

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
	if (kind == PM_TX_DATA ? score_spoilt_by_other(sb, event) : score_control_cut_by_other(sb, event)) {
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
