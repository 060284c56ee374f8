/* SPDX-License-Identifier: Apache-2.0 */
/* Frames on the wire. 802.3 clauses 3, 4, 35, annex 31B; doc/devices/bcm5718.md 1. */
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

void frame_run_begin(struct frame_run *ret)
{
	*ret = (struct frame_run){ .state = FRAME_RUN_HEAD };
}

/* Takes the preamble up to the SFD, and returns how many of the clocks it took. MASK: the bits of a clock. */
static uint32_t take_head(struct frame_run *run, const uint8_t *clocks, uint32_t len, uint8_t mask)
{
	const uint8_t sfd = mask == 0xF ? FRAME_SFD >> 4 : FRAME_SFD;
	uint32_t i = 0;

	while (i < len && (clocks[i] & mask) == (FRAME_PREAMBLE & mask))
		i++;
	if (i < len) {
		run->state = (clocks[i] & mask) == sfd ? FRAME_RUN_DATA : FRAME_RUN_NONE;
		i++;
	}
	run->offset += i;
	return i;
}

void frame_run_octets(struct frame_run *run, uint8_t *frame, const uint8_t *clocks, uint32_t len)
{
	uint32_t head = run->state == FRAME_RUN_HEAD ? take_head(run, clocks, len, 0xFF) : 0;

	if (run->state != FRAME_RUN_DATA)
		return;
	memmove(frame + run->len, clocks + head, len - head);
	run->len += len - head;
	run->is_frame = run->len > 0;
}

void frame_run_nibbles(struct frame_run *run, uint8_t *frame, const uint8_t *clocks, uint32_t len)
{
	uint32_t i = run->state == FRAME_RUN_HEAD ? take_head(run, clocks, len, 0xF) : 0;

	if (run->state != FRAME_RUN_DATA)
		return;
	if (run->dribble && i < len) {
		frame[run->len++] = (uint8_t)(run->nibble | clocks[i++] << 4);
		run->dribble = false;
	}
	for (; i + 1 < len; i += 2)
		frame[run->len++] = (uint8_t)((clocks[i] & 0xF) | clocks[i + 1] << 4);
	if (i < len) {
		run->dribble = true;
		run->nibble = clocks[i] & 0xF;
	}
	run->is_frame = run->len > 0;
}

void frame_run_end(struct frame_run *run, const uint8_t *frame, bool code_error)
{
	uint32_t data = run->len > FRAME_FCS_OCTETS ? run->len - FRAME_FCS_OCTETS : 0;

	if (!run->is_frame) {
		*run = (struct frame_run){ .state = FRAME_RUN_NONE, .code_error = code_error };
		return;
	}
	run->code_error = code_error;
	run->fcs = frame_fcs(frame, data);
	run->fcs_wrong = run->len < FRAME_FCS_OCTETS || frame_get_fcs(frame + data) != run->fcs;
}

void frame_pause(uint8_t *ret, const uint8_t *source, uint16_t quanta)
{
	static const uint8_t control[] = { 0x88, 0x08, 0x00, FRAME_OPCODE_PAUSE };
	uint8_t *p = ret;

	memset(ret, 0, PAUSE_FRAME_OCTETS);
	memcpy(p, frame_pause_address, FRAME_ADDRESS_OCTETS);
	memcpy(p + FRAME_ADDRESS_OCTETS, source, FRAME_ADDRESS_OCTETS);
	memcpy(p + FRAME_TYPE_OFFSET, control, sizeof(control));
	p[FRAME_TIME_OFFSET] = (uint8_t)(quanta >> 8);
	p[FRAME_TIME_OFFSET + 1] = (uint8_t)quanta;
	frame_put_fcs(p + PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS, frame_fcs(p, PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS));
}

enum frame_address_type frame_address_type(const uint8_t *destination)
{
	static const uint8_t broadcast[FRAME_ADDRESS_OCTETS] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };

	if (!(destination[0] & 1))
		return ADDRESS_UNICAST;
	return memcmp(destination, broadcast, sizeof(broadcast)) ? ADDRESS_MULTICAST : ADDRESS_BROADCAST;
}
