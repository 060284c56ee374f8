/* SPDX-License-Identifier: Apache-2.0 */
/* A frame on one of the two wires, octet for octet (802.3 3.2, 31.4, 31B.2, 31D.2). */
#ifndef PORTS_FRAME_H
#define PORTS_FRAME_H

#include <stdbool.h>
#include <stdint.h>

enum { FRAME_OCTETS = 1600, PREAMBLE_OCTETS = 8, SHORTEST_FRAME = 64, LONGEST_FRAME = 1518, LEAST_GAP = 12 };
enum { TYPE_CONTROL = 0x8808, TYPE_TAG = 0x8100, TYPE_DATA = 0x88B5, OPCODE_PAUSE = 0x0001, OPCODE_PFC = 0x0101 };

struct frame {
	int64_t start, end; /* ticks: the first octet of the preamble; the moment after the last octet */
	int length;         /* octets from the destination to the FCS */
	bool lost;          /* sent: a link fault took it from the wire */
	bool control;       /* sent: the MAC's own PAUSE or PFC frame */
	int queue, index;   /* sent: which frame of the client */
	uint8_t octets[FRAME_OCTETS];
};

#define ADDRESS_CONTROL UINT64_C(0x0180C2000001)

void frame_begin(struct frame *f, uint64_t destination, uint64_t source, int type);
void frame_put16(struct frame *f, int at, int value);
int frame_get16(const struct frame *f, int at);
uint64_t frame_destination(const struct frame *f);

/* Makes the frame LENGTH octets long, FCS included, with zeros behind what was put, and appends the FCS. */
void frame_finish(struct frame *f, int length);
/* Computes the FCS anew after octets were changed. */
void frame_check(struct frame *f);
bool frame_check_fits(const struct frame *f);

/* Makes a PAUSE frame, and a PFC frame. */
void frame_pause(struct frame *f, uint64_t source, int quanta);
void frame_pfc(struct frame *f, uint64_t source, int vector, const int *quanta);

/* What a frame is, by its octets alone. */
bool frame_is_control(const struct frame *f);

#endif
