/* SPDX-License-Identifier: Apache-2.0 */
/* Frames on the wire: where one begins in a run of octets, its check sequence, PAUSE frames. 802.3 clauses 3, 4, 35,
 * annex 31B. */
#ifndef PAUSEBENCH_FRAME_H
#define PAUSEBENCH_FRAME_H
#include "wire.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frame_address_type { ADDRESS_UNICAST, ADDRESS_MULTICAST, ADDRESS_BROADCAST };

/* A run of octets with the valid signal high, parsed as it comes. */
struct frame_run {
	enum { FRAME_RUN_HEAD, FRAME_RUN_DATA, FRAME_RUN_NONE } state; /* NONE: the run holds no frame */
	bool is_frame;                                                 /* preamble, SFD and at least one octet have come */
	bool code_error;                                               /* a code error was anywhere in the run */
	bool error, illegal; /* XGMII: an /E/ is in the frame; another control code is in it, or ended it */
	bool fcs_wrong;      /* true also if there are fewer octets than an FCS has */
	uint32_t offset;     /* of the first octet after the SFD */
	uint32_t len;        /* octets after the SFD, FCS included */
	uint32_t fcs;        /* right FCS of all octets but the last four */
	bool dribble;        /* MII: a nibble came after the last octet: */
	uint8_t nibble;
};

extern const uint8_t frame_pause_address[FRAME_ADDRESS_OCTETS];

/* A run begins. */
void frame_run_begin(struct frame_run *ret);
/* Parses LEN clocks more of the run, one octet each. Appends the frame's octets among them to the .len octets at FRAME, which must have room for
 * them; CLOCKS may be FRAME itself while .len is 0. */
void frame_run_octets(struct frame_run *run, uint8_t *frame, const uint8_t *clocks, uint32_t len);
/* The same for clocks of one nibble each, in bits 3:0 (the other bits are ignored), the low nibble of an octet first; .offset is
 * in nibbles. */
void frame_run_nibbles(struct frame_run *run, uint8_t *frame, const uint8_t *clocks, uint32_t len);
/* The run is over: fills in the members that are known only then. FRAME has the .len octets of the frame; CODE_ERROR: a code
 * error was in the run. */
void frame_run_end(struct frame_run *run, const uint8_t *frame, bool code_error);
/* Returns the FCS of the octets, which goes on the wire least significant octet first. */
uint32_t frame_fcs(const uint8_t *octets, size_t len);
/* Returns the FCS of the LEN octets and ZEROS zero octets after them. */
uint32_t frame_fcs_padded(const uint8_t *octets, size_t len, size_t zeros);
/* Puts the FCS at RET, 4 octets in the order of the wire. */
void frame_put_fcs(uint8_t *ret, uint32_t fcs);
/* Fills in a PAUSE frame with its FCS, PAUSE_FRAME_OCTETS octets, from SOURCE, 6 octets. */
void frame_pause(uint8_t *ret, const uint8_t *source, uint16_t quanta);
/* Returns the address type of DESTINATION, 6 octets. */
enum frame_address_type frame_address_type(const uint8_t *destination);

static inline uint32_t frame_get_fcs(const uint8_t *octets)
{
	return octets[0] | (uint32_t)octets[1] << 8 | (uint32_t)octets[2] << 16 | (uint32_t)octets[3] << 24;
}

static inline uint16_t frame_u16(const uint8_t *octets)
{
	return (uint16_t)(octets[0] << 8 | octets[1]);
}

/* Returns the address with its first octet in bits 47:40. */
static inline uint64_t frame_address(const uint8_t *octets)
{
	return (uint64_t)frame_u16(octets) << 32 | (uint64_t)frame_u16(octets + 2) << 16 | frame_u16(octets + 4);
}
#endif
