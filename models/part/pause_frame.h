/* SPDX-License-Identifier: Apache-2.0 */
/* Decides whether a received frame is a PAUSE. 802.3 31B.2, 31B.3; doc/devices/<device>.md 1. */
#ifndef PAUSEBENCH_PAUSE_FRAME_H
#define PAUSEBENCH_PAUSE_FRAME_H
#include "finding/finding.h"
#include <stdbool.h>
#include <stdint.h>

struct pause_frame {
	/* the fields of the frame: */
	bool type, opcode; /* the type is that of MAC control; the opcode is that of PAUSE */
	bool address;      /* the destination is the PAUSE address or the station */
	bool own_address;  /* the destination is the station */
	bool tagged;       /* type, opcode and time come after a VLAN tag */
	uint16_t quanta;

	/* set by the device; each of these keeps a frame that has the fields of a PAUSE from being one: */
	bool tag_refused, wrong_length, code_error, fcs_wrong, half_duplex;
	bool gate_closed; /* the registers say that no frame is a PAUSE */
};

/* Reads the fields of a frame of LEN OCTETS from DA on, and clears the other members. A field that the frame is too short for
 * does not match. TAG: type, opcode and time may come after a VLAN tag. */
void pause_frame_read(struct pause_frame *ret, const uint8_t *octets, uint32_t len, const uint8_t *station, bool tag);
/* Returns true if the frame is a PAUSE. */
bool pause_frame_matches(const struct pause_frame *f);

/* For findings: returns the rule that a device breaks by taking the frame for a PAUSE although it is none. Returns PM_NO_RULE if
 * the frame is a PAUSE, or if it has fewer than two of type, opcode and address. Of several rules it returns the one about the
 * field that comes first in the frame. */
enum rule pause_frame_taken(const struct pause_frame *f);
/* For findings: returns the rule that a device breaks by not taking this PAUSE, of LEN octets, for one. */
enum rule pause_frame_missed(const struct pause_frame *f, uint32_t len);
#endif
