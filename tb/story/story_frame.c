/* SPDX-License-Identifier: Apache-2.0 */
/* Classifies a frame by its octets alone. 802.3 clause 3, annexes 31A, 31B, 31D. */
#include "story_frame.h"

#include "part/wire.h"

#include <inttypes.h>
#include <libdeflate.h>
#include <stdio.h>
#include <string.h>

static const uint8_t control_address[] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01 };

static uint16_t word_at(const uint8_t *octets, uint32_t len, uint32_t at)
{
	return at + 2 <= len ? (uint16_t)(octets[at] << 8 | octets[at + 1]) : 0;
}

static bool fcs_wrong(const uint8_t *octets, uint32_t len)
{
	uint32_t fcs = 0;

	if (len < FRAME_FCS_OCTETS)
		return true;
	for (int i = 0; i < FRAME_FCS_OCTETS; i++)
		fcs |= (uint32_t)octets[len - FRAME_FCS_OCTETS + (uint32_t)i] << 8 * i;
	return libdeflate_crc32(0, octets, len - FRAME_FCS_OCTETS) != fcs;
}

/* Reads the fields of a MAC control frame, whose opcode is at AT. */
static void read_control(struct story_frame *ret, const uint8_t *octets, uint32_t len, uint32_t at)
{
	uint32_t times = at + FRAME_TIMES_OFFSET - FRAME_OPCODE_OFFSET;

	ret->opcode = word_at(octets, len, at);
	ret->kind = STORY_CONTROL;
	if (ret->opcode == FRAME_OPCODE_PAUSE) {
		ret->kind = STORY_PAUSE;
		ret->quanta[0] = word_at(octets, len, at + 2);
	} else if (ret->opcode == FRAME_OPCODE_PFC) {
		ret->kind = STORY_PFC;
		ret->vector = word_at(octets, len, at + 2);
		for (uint32_t i = 0; i < 8; i++)
			ret->quanta[i] = word_at(octets, len, times + 2 * i);
	}
}

void story_frame_read(struct story_frame *ret, const uint8_t *octets, uint32_t len, bool fcs)
{
	uint32_t type_at = FRAME_TYPE_OFFSET;

	*ret = (struct story_frame){ .len = len, .fcs_wrong = fcs && fcs_wrong(octets, len) };
	memcpy(ret->destination, octets, len < FRAME_ADDRESS_OCTETS ? len : FRAME_ADDRESS_OCTETS);
	if (len >= 2 * FRAME_ADDRESS_OCTETS)
		memcpy(ret->source, octets + FRAME_ADDRESS_OCTETS, FRAME_ADDRESS_OCTETS);
	ret->type = word_at(octets, len, type_at);
	if (len < FRAME_TYPE_OFFSET + 2) {
		ret->kind = STORY_SHORT;
		return;
	}
	if (ret->type == FRAME_TYPE_TAG && len >= type_at + FRAME_TAG_OCTETS + 2) {
		ret->tagged = true;
		type_at += FRAME_TAG_OCTETS;
		ret->type = word_at(octets, len, type_at);
	}
	if (ret->type == FRAME_TYPE_MAC_CONTROL)
		read_control(ret, octets, len, type_at + 2);
}

static char *address_words(const uint8_t a[6], char *ret, size_t size)
{
	snprintf(ret, size, "%02X-%02X-%02X-%02X-%02X-%02X", a[0], a[1], a[2], a[3], a[4], a[5]);
	return ret;
}

/* Writes for example "PFC 2:65535 3:0", the times of the classes whose bit is set. */
static void pfc_words(const struct story_frame *frame, char *ret, size_t size)
{
	size_t used = (size_t)snprintf(ret, size, "PFC");

	for (unsigned i = 0; i < 8; i++)
		if (frame->vector >> i & 1 && used < size)
			used += (size_t)snprintf(ret + used, size - used, " %u:%" PRIu16, i, frame->quanta[i]);
	if (frame->vector >> 8 && used < size)
		used += (size_t)snprintf(ret + used, size - used, " vector 0x%04" PRIX16, frame->vector);
	if (!frame->vector && used < size)
		snprintf(ret + used, size - used, " of no class");
}

char *story_frame_name(const struct story_frame *frame, char *ret, size_t size)
{
	static const char *const names[] = { [STORY_DATA] = "data", [STORY_SHORT] = "fragment" };
	size_t used = 0;

	if (frame->open) {
		snprintf(ret, size, "frame under way");
		return ret;
	}
	if (frame->tagged)
		used = (size_t)snprintf(ret, size, "tagged ");
	if (frame->kind == STORY_PAUSE)
		snprintf(ret + used, size - used, "PAUSE %" PRIu16, frame->quanta[0]);
	else if (frame->kind == STORY_PFC)
		pfc_words(frame, ret + used, size - used);
	else if (frame->kind == STORY_CONTROL)
		snprintf(ret + used, size - used, "control 0x%04" PRIX16, frame->opcode);
	else
		snprintf(ret + used, size - used, "%s", names[frame->kind]);
	return ret;
}

char *story_frame_words(const struct story_frame *frame, char *ret, size_t size)
{
	static const uint8_t broadcast[] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };
	char name[160], address[24], to[32] = "";
	bool control = frame->kind == STORY_PAUSE || frame->kind == STORY_PFC || frame->kind == STORY_CONTROL;

	story_frame_name(frame, name, sizeof(name));
	if (frame->open || frame->kind == STORY_SHORT)
		to[0] = 0;
	else if (!memcmp(frame->destination, broadcast, sizeof(broadcast)))
		snprintf(to, sizeof(to), " to all");
	else if (!control || memcmp(frame->destination, control_address, sizeof(control_address)))
		snprintf(to, sizeof(to), " to %s", address_words(frame->destination, address, sizeof(address)));
	snprintf(ret, size, "%s%s", name, to);
	if (!frame->open)
		snprintf(ret + strlen(ret), size - strlen(ret), ", %" PRIu32 " octets%s%s", frame->len,
		         frame->code_error ? ", code error" : "",
		         frame->fcs_wrong && frame->kind != STORY_SHORT ? ", bad FCS" : "");
	return ret;
}
