/* SPDX-License-Identifier: Apache-2.0 */
/* Is a received frame a PAUSE? 802.3 31B.2, 31B.3; doc/devices/<device>.md 1. */
#ifndef PAUSEBENCH_PAUSE_FRAME_H
#define PAUSEBENCH_PAUSE_FRAME_H
#include "finding/finding.h"
#include <stdbool.h>
#include <stdint.h>

struct pause_frame {
	/* the fields of the frame: */
	bool type, opcode; /* MAC control, and PAUSE */
	bool address;      /* to the PAUSE address or to the station, ... */
	bool own_address;  /* ... to the station */
	bool tagged;       /* type, opcode and time come after a VLAN tag */
	uint16_t quanta;

	/* what the device finds; each of these keeps a frame with the fields of a PAUSE from being one: */
	bool tag_refused, wrong_length, code_error, fcs_wrong, half_duplex;
	bool gate_closed; /* the registers say that no frame is a PAUSE */
};

/* Reads the fields of a frame of LEN OCTETS from DA on and clears the rest. A field that is not there does not match. TAG: type, opcode and time
 * may come after a VLAN tag. */
void pause_frame_read(struct pause_frame *ret, const uint8_t *octets, uint32_t len, const uint8_t *station, bool tag);
/* Returns true if the frame is a PAUSE. */
bool pause_frame_matches(const struct pause_frame *f);

/* For findings: the rule that a device breaks which takes the frame for a PAUSE, though it is none; PM_NO_RULE if the frame is one, or has
 * not even two of type, opcode and address. Of several rules the one about the field that comes first in the frame. */
enum rule pause_frame_taken(const struct pause_frame *f);
/* For findings: the rule that a device breaks which does not take a PAUSE of LEN octets for one. */
enum rule pause_frame_missed(const struct pause_frame *f, uint32_t len);
#endif
