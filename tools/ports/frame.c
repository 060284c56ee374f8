/* SPDX-License-Identifier: Apache-2.0 */
/* The octets of frames, and the frame check sequence (802.3 3.2.9). */
#include "frame.h"

#include <string.h>

enum { AT_SOURCE = 6, AT_TYPE = 12, AT_OPCODE = 14, AT_OPERANDS = 16, FCS_OCTETS = 4 };

/* The remainder of the polynomial of 3.2.9, bit by bit in the order of the wire. */
static uint32_t fcs_of(const uint8_t *octets, int count)
{
	static uint32_t table[256];
	uint32_t crc = 0xFFFFFFFF;

	if (!table[1])
		for (uint32_t i = 0; i < 256; i++) {
			table[i] = i;
			for (int bit = 0; bit < 8; bit++)
				table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320 : 0);
		}
	for (int i = 0; i < count; i++)
		crc = crc >> 8 ^ table[(crc ^ octets[i]) & 0xFF];
	return ~crc;
}

static void put48(uint8_t *octets, uint64_t address)
{
	for (int i = 0; i < 6; i++)
		octets[i] = (uint8_t)(address >> (40 - 8 * i));
}

void frame_begin(struct frame *f, uint64_t destination, uint64_t source, int type)
{
	memset(f, 0, sizeof(*f));
	put48(f->octets, destination);
	put48(f->octets + AT_SOURCE, source);
	frame_put16(f, AT_TYPE, type);
}

void frame_put16(struct frame *f, int at, int value)
{
	f->octets[at] = (uint8_t)(value >> 8);
	f->octets[at + 1] = (uint8_t)value;
}

int frame_get16(const struct frame *f, int at)
{
	return f->octets[at] << 8 | f->octets[at + 1];
}

uint64_t frame_destination(const struct frame *f)
{
	uint64_t address = 0;

	for (int i = 0; i < 6; i++)
		address = address << 8 | f->octets[i];
	return address;
}

void frame_check(struct frame *f)
{
	uint32_t fcs = fcs_of(f->octets, f->length - FCS_OCTETS);

	for (int i = 0; i < FCS_OCTETS; i++)
		f->octets[f->length - FCS_OCTETS + i] = (uint8_t)(fcs >> 8 * i);
}

void frame_finish(struct frame *f, int length)
{
	f->length = length;
	frame_check(f);
}

bool frame_check_fits(const struct frame *f)
{
	uint32_t fcs = fcs_of(f->octets, f->length - FCS_OCTETS);
	bool fits = true;

	for (int i = 0; i < FCS_OCTETS; i++)
		fits &= f->octets[f->length - FCS_OCTETS + i] == (uint8_t)(fcs >> 8 * i);
	return fits;
}

void frame_pause(struct frame *f, uint64_t source, int quanta)
{
	frame_begin(f, ADDRESS_CONTROL, source, TYPE_CONTROL);
	frame_put16(f, AT_OPCODE, OPCODE_PAUSE);
	frame_put16(f, AT_OPERANDS, quanta);
	frame_finish(f, SHORTEST_FRAME);
}

void frame_pfc(struct frame *f, uint64_t source, int vector, const int *quanta)
{
	frame_begin(f, ADDRESS_CONTROL, source, TYPE_CONTROL);
	frame_put16(f, AT_OPCODE, OPCODE_PFC);
	frame_put16(f, AT_OPERANDS, vector);
	for (int i = 0; i < 8; i++)
		frame_put16(f, AT_OPERANDS + 2 + 2 * i, quanta[i]);
	frame_finish(f, SHORTEST_FRAME);
}

bool frame_is_control(const struct frame *f)
{
	return frame_get16(f, AT_TYPE) == TYPE_CONTROL;
}
