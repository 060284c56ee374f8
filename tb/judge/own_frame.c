/* SPDX-License-Identifier: Apache-2.0 */
/* Which frames on the transmit wire are the MAC's own, and what of that depends on what was written. 802.3 31B.3.1; doc/devices/ieee8023.md 3.
 *
 * Which of them may start when the worlds say (check/window). Where the client sends control frames, too, one counts as the MAC's if it may be. */
#include "judge_parts.h"

#include "part/frame.h"
#include "part/pause_frame.h"

#include <string.h>

enum { GAP = 12 };

/* Returns the freedoms as the profile states them. */
static const struct ieee8023_parameters *stated(const struct pm_judge *judge)
{
	return dut_ieee8023(&judge->profile->dut);
}

bool judge_own_decides(const struct pm_judge *judge, enum rule rule)
{
	const struct ieee8023_parameters *p = stated(judge);
	bool level = judge_sends_by(judge) == SENDS_BY_LEVEL || judge_sends_by(judge) == SENDS_BY_MARKS,
	     ends = p->sends_xon && p->xon_expired; /* what the partner was told ends by an XON, and never without one */

	if (judge->options.client_control || !level || p->fault_loses || p->fault_cuts)
		return false;
	if (rule == RULE_XON_AFTER_XOFF)
		return true;
	return ends && !p->xoff_again && !(rule == RULE_PFC_TX && p->pfc_vector >= VECTOR_ENABLED);
}

/* True if FRAME is a MAC control frame to 01-80-C2-00-00-01, whoever's. */
static bool is_control(const struct judge_item *frame)
{
	return frame->length >= FRAME_TIME_OFFSET + 2 && !memcmp(frame->octets, frame_pause_address, FRAME_ADDRESS_OCTETS) &&
	       frame_u16(frame->octets + FRAME_TYPE_OFFSET) == FRAME_TYPE_MAC_CONTROL;
}

uint16_t judge_own_opcode(const struct pm_judge *judge, const struct judge_item *frame)
{
	const uint8_t *octets = frame->octets;
	uint64_t station, source = 0;
	bool mapped;

	if (!is_control(frame))
		return 0;
	for (unsigned i = 0; i < FRAME_ADDRESS_OCTETS; i++)
		source = source << 8 | octets[FRAME_ADDRESS_OCTETS + i];
	station = judge_control_now(judge, PM_CONTROL_station, &mapped);
	if (source != (mapped ? station : judge->controls[PM_CONTROL_station]))
		return 0;
	return frame_u16(octets + FRAME_OPCODE_OFFSET);
}

/* Registers say that the MAC sends no PAUSE frames, or frames of a class, which exclude them (31D.1; doc/devices/ieee8023.md 2, PfcExcludes). */
static bool is_switched_off(const struct pm_judge *judge)
{
	bool mapped, classes_mapped;
	uint64_t sends = judge_control_now(judge, PM_CONTROL_tx_pause, &mapped),
		 classes = judge_control_now(judge, PM_CONTROL_pfc_tx, &classes_mapped);

	return (mapped && !sends) || (classes_mapped && classes && stated(judge)->pfc_excludes);
}

/* True if the octets of FRAME, of OPCODE, can be those of a control frame of the MAC's own: whole, with zeros in the reserved ones. 31.4, 31B.2, 31D.2 */
static bool has_own_form(const struct judge_item *frame, uint16_t opcode)
{
	enum { PFC_END = FRAME_TIME_OFFSET + 2 + 2 * PM_PFC_CLASSES, BODY_END = PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS };
	static const uint8_t zero[BODY_END];
	bool has_fcs = frame->length == PAUSE_FRAME_OCTETS && !(frame->flags & PM_JUDGE_NO_FCS);
	uint32_t whole = frame->flags & PM_JUDGE_NO_FCS ? BODY_END : PAUSE_FRAME_OCTETS,
		 end = opcode == FRAME_OPCODE_PFC ? PFC_END : FRAME_TIME_OFFSET + 2,
		 known = frame->length < BODY_END ? frame->length : BODY_END;
	uint8_t fcs[FRAME_FCS_OCTETS];

	if (has_fcs)
		frame_put_fcs(fcs, frame_fcs(frame->octets, BODY_END));
	return frame->whole == whole && !(frame->flags & (PM_JUDGE_CODE_ERROR | PM_JUDGE_PINS)) &&
	       (known <= end || !memcmp(frame->octets + end, zero, known - end)) &&
	       (!has_fcs || !memcmp(frame->octets + BODY_END, fcs, sizeof(fcs)));
}

/* True if FRAME, which SENT says of, may be the MAC's where the client sends control frames, too: it looks like one, and nothing that was written long ago
 * excludes it. */
static bool may_be_own(const struct pm_judge *judge, const struct judge_item *frame, uint16_t opcode,
                       const struct judge_sent *sent)
{
	bool mapped, settled = judge_own_settled(judge, sent);
	uint64_t quanta = judge_control_now(judge, PM_CONTROL_quanta, &mapped);
	uint16_t time;

	if ((opcode != FRAME_OPCODE_PAUSE && opcode != FRAME_OPCODE_PFC) || !has_own_form(frame, opcode))
		return false;
	if (opcode == FRAME_OPCODE_PFC)
		return judge->dut.capabilities & (CAP_PFC | CAP_PFC_REQUEST);
	time = frame_u16(frame->octets + FRAME_TIME_OFFSET);
	return judge_sends_by(judge) != SENDS_NOTHING &&
	       !(settled && (is_switched_off(judge) || (time && time != (mapped ? quanta : judge->controls[PM_CONTROL_quanta]))));
}

void judge_own_sent(struct pm_judge *judge, const struct judge_item *frame, uint64_t start, uint64_t end)
{
	struct judge_own *own = &judge->own;
	bool waited = own->before_end && start <= own->before_end + GAP + judge_own_window(judge);
	uint16_t opcode = judge_own_opcode(judge, frame);
	struct judge_sent sent = { .start = start, .earliest = start };

	judge_own_pfc_written(judge);

	if (waited) /* a PFC frame may have waited for a PAUSE frame, and that for the frame ahead of it */
		sent.earliest = opcode == FRAME_OPCODE_PFC ? own->before_earliest : own->before_start;
	own->before_start = start;
	own->before_end = end;
	own->before_earliest = opcode ? sent.earliest : start;
	own->may_be = judge->options.client_control && may_be_own(judge, frame, opcode, &sent);
	judge->own_short |= opcode && frame->whole < PAUSE_FRAME_OCTETS;
	if (opcode == FRAME_OPCODE_PFC)
		judge_own_pfc_sent(judge, frame, &sent);
}

/* What the MAC sends may depend on what it was told from the open cycle on. */
void judge_own_forget(struct pm_judge *judge)
{
	judge_own_pfc_written(judge);
	judge->own.written = judge->cycle;
}

void judge_own_written(struct pm_judge *judge, uint16_t address)
{
	static const enum pm_control concerned[] = { PM_CONTROL_tx_pause,   PM_CONTROL_tx_enable, PM_CONTROL_quanta,
		                                     PM_CONTROL_refresh,    PM_CONTROL_station,   PM_CONTROL_pfc_tx,
		                                     PM_CONTROL_half_duplex };
	const struct pm_profile *golden = &judge->profile->golden;

	for (size_t i = 0; i < golden->slice_count; i++) {
		const struct pm_control_slice *slice = &golden->slices[i];
		bool concerns = judge_own_is_pfc_quanta(slice->control);
		if (judge->profile->page.rows[slice->row].address != address)
			continue;
		for (size_t j = 0; j < sizeof(concerned) / sizeof(concerned[0]); j++)
			concerns |= slice->control == concerned[j];
		if (concerns)
			judge_own_forget(judge);
	}
}
