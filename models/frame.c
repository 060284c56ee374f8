/* SPDX-License-Identifier: Apache-2.0 */
/* Frames on the wire. 802.3 clauses 3, 4, 35, annex 31B; doc/bcm5718.md 1. */
#include "frame.h"

#include <string.h>
#include <libdeflate.h>

const uint8_t frame_pause_address[FRAME_ADDRESS_OCTETS] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01 };

uint32_t frame_fcs(const uint8_t *octets, size_t len)
{
	return libdeflate_crc32(0, octets, len);
}

uint32_t frame_fcs_padded(const uint8_t *octets, size_t len, size_t zeros)
{
	static const uint8_t zero[FRAME_MIN_OCTETS];
	uint32_t crc = libdeflate_crc32(0, octets, len);

	while (zeros) {
		size_t part = zeros < sizeof(zero) ? zeros : sizeof(zero);
		crc = libdeflate_crc32(crc, zero, part);
		zeros -= part;
	}
	return crc;
}

void frame_put_fcs(uint8_t *ret, uint32_t fcs)
{
	for (int i = 0; i < FRAME_FCS_OCTETS; i++)
		ret[i] = (uint8_t)(fcs >> 8 * i);
}

uint32_t frame_get_fcs(const uint8_t *octets)
{
	return octets[0] | (uint32_t)octets[1] << 8 | (uint32_t)octets[2] << 16 | (uint32_t)octets[3] << 24;
}

/* The octets are there from .offset on, .len is known. */
static void parse_fcs(struct frame_run *ret, const uint8_t *octets)
{
	uint32_t data = ret->len > FRAME_FCS_OCTETS ? ret->len - FRAME_FCS_OCTETS : 0;

	ret->fcs = frame_fcs(octets, data);
	ret->fcs_wrong = ret->len < FRAME_FCS_OCTETS || frame_get_fcs(octets + data) != ret->fcs;
}

void frame_parse(struct frame_run *ret, const uint8_t *octets, uint32_t len, int32_t first_error)
{
	uint32_t i = 0;

	*ret = (struct frame_run){ .code_error = first_error >= 0 };
	while (i < len && octets[i] == FRAME_PREAMBLE)
		i++;
	if (i + 1 >= len || octets[i] != FRAME_SFD)
		return;
	ret->is_frame = true;
	ret->offset = i + 1;
	ret->len = len - ret->offset;
	parse_fcs(ret, octets + ret->offset);
}

void frame_parse_nibbles(struct frame_run *ret, uint8_t *nibbles, uint32_t len, int32_t first_error)
{
	uint32_t i = 0;

	*ret = (struct frame_run){ .code_error = first_error >= 0 };
	while (i < len && (nibbles[i] & 0xF) == (FRAME_PREAMBLE & 0xF))
		i++;
	if (i + 2 >= len || (nibbles[i] & 0xF) != FRAME_SFD >> 4)
		return;
	ret->is_frame = true;
	ret->offset = i + 1;
	ret->len = (len - ret->offset) / 2;
	ret->dribble = (len - ret->offset) % 2;
	for (uint32_t k = 0; k < ret->len; k++)
		nibbles[k] = (uint8_t)((nibbles[ret->offset + 2 * k] & 0xF) | nibbles[ret->offset + 2 * k + 1] << 4);
	parse_fcs(ret, nibbles);
}

void frame_pause(uint8_t *ret, const uint8_t *source, uint16_t quanta)
{
	static const uint8_t control[] = { 0x88, 0x08, 0x00, FRAME_OPCODE_PAUSE };
	uint8_t *p = ret;

	memset(ret, 0, PAUSE_FRAME_OCTETS);
	memcpy(p, frame_pause_address, FRAME_ADDRESS_OCTETS);
	memcpy(p + FRAME_ADDRESS_OCTETS, source, FRAME_ADDRESS_OCTETS);
	memcpy(p + FRAME_TYPE_OFFSET, control, sizeof(control));
	p[FRAME_TYPE_OFFSET + 4] = (uint8_t)(quanta >> 8);
	p[FRAME_TYPE_OFFSET + 5] = (uint8_t)quanta;
	frame_put_fcs(p + PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS, frame_fcs(p, PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS));
}

enum frame_cast frame_cast(const uint8_t *destination)
{
	static const uint8_t broadcast[FRAME_ADDRESS_OCTETS] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };

	if (!(destination[0] & 1))
		return CAST_UNICAST;
	return memcmp(destination, broadcast, sizeof(broadcast)) ? CAST_MULTICAST : CAST_BROADCAST;
}
