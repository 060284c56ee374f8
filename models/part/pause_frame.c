/* SPDX-License-Identifier: Apache-2.0 */
/* Decides whether a received frame is a PAUSE. 802.3 31B.2, 31B.3; doc/devices/<device>.md 1. */
#include "pause_frame.h"

#include "frame.h"

#include <string.h>

/* offsets from the type, whose own place depends on a tag */
enum { OPCODE_OFFSET = FRAME_OPCODE_OFFSET - FRAME_TYPE_OFFSET, QUANTA_OFFSET = FRAME_TIME_OFFSET - FRAME_TYPE_OFFSET };

static bool u16_is(const uint8_t *octets, uint32_t len, uint32_t at, uint16_t value)
{
	return len >= at + 2 && frame_u16(octets + at) == value;
}

void pause_frame_read(struct pause_frame *ret, const uint8_t *octets, uint32_t len, const uint8_t *station, bool tag)
{
	uint32_t at = FRAME_TYPE_OFFSET;

	*ret = (struct pause_frame){ 0 };
	if (len < FRAME_ADDRESS_OCTETS)
		return;
	ret->own_address = !memcmp(octets, station, FRAME_ADDRESS_OCTETS);
	ret->address = ret->own_address || !memcmp(octets, frame_pause_address, FRAME_ADDRESS_OCTETS);
	ret->tagged = tag && u16_is(octets, len, at, FRAME_TYPE_TAG) &&
	              u16_is(octets, len, at + FRAME_TAG_OCTETS, FRAME_TYPE_MAC_CONTROL);
	if (ret->tagged)
		at += FRAME_TAG_OCTETS;
	ret->type = u16_is(octets, len, at, FRAME_TYPE_MAC_CONTROL);
	ret->opcode = u16_is(octets, len, at + OPCODE_OFFSET, FRAME_OPCODE_PAUSE);
	if (len >= at + QUANTA_OFFSET + 2)
		ret->quanta = frame_u16(octets + at + QUANTA_OFFSET);
}

bool pause_frame_matches(const struct pause_frame *f)
{
	return f->type && f->opcode && f->address && !f->tag_refused && !f->wrong_length && !f->code_error && !f->fcs_wrong &&
	       !f->half_duplex && !f->gate_closed;
}

/* ---- for findings ---- */

enum rule pause_frame_taken(const struct pause_frame *f)
{
	if (f->type + f->opcode + f->address < 2)
		return PM_NO_RULE;
	return !f->type        ? RULE_PAUSE_TYPE
	     : !f->opcode      ? RULE_PAUSE_OPCODE
	     : !f->address     ? RULE_PAUSE_DA
	     : f->tag_refused  ? RULE_PAUSE_TAGGED
	     : f->wrong_length ? RULE_PAUSE_LENGTH
	     : f->code_error   ? RULE_PAUSE_CODE_ERROR
	     : f->fcs_wrong    ? RULE_PAUSE_FCS
	     : f->half_duplex  ? RULE_PAUSE_HALF_DUPLEX
	     : f->gate_closed  ? RULE_PAUSE_GATE
	                       : PM_NO_RULE;
}

enum rule pause_frame_missed(const struct pause_frame *f, uint32_t len)
{
	return f->own_address            ? RULE_PAUSE_DA
	     : f->tagged                 ? RULE_PAUSE_TAGGED
	     : len != PAUSE_FRAME_OCTETS ? RULE_PAUSE_LENGTH
	                                 : RULE_PAUSE_OBEYED;
}
