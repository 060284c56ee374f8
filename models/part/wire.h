/* SPDX-License-Identifier: Apache-2.0 */
/* The layout of frames, and the codes of XGMII, as constants. 802.3 clauses 3, 4, 46, annexes 31A, 31B, 31D. */
#ifndef PAUSEBENCH_WIRE_H
#define PAUSEBENCH_WIRE_H

enum {
	FRAME_PREAMBLE = 0x55,
	FRAME_PREAMBLE_OCTETS = 7,
	FRAME_SFD = 0xD5,
	FRAME_HEAD_OCTETS = FRAME_PREAMBLE_OCTETS + 1,
	FRAME_ADDRESS_OCTETS = 6,
	/* offsets from the first octet of DA on */
	FRAME_TYPE_OFFSET = 12,
	FRAME_OPCODE_OFFSET = 14,
	FRAME_TIME_OFFSET = 16,   /* of PAUSE */
	FRAME_ENABLE_OFFSET = 16, /* of PFC: the enable vector ... */
	FRAME_TIMES_OFFSET = 18,  /* ... and the first of eight times */
	FRAME_FCS_OCTETS = 4,
	FRAME_MIN_OCTETS = 64,      /* FCS included */
	FRAME_MIN_DATA_OCTETS = 60, /* so long a frame is padded to, without FCS */
	FRAME_GAP_OCTETS = 12,
	FRAME_LENGTH_MAX = 1500, /* type/length values up to here are a length */
	FRAME_TYPE_MAC_CONTROL = 0x8808,
	FRAME_TYPE_MIN = 0x0600, /* from here on they are a type */
	FRAME_TYPE_TAG = 0x8100,
	FRAME_TYPE_SERVICE_TAG = 0x88A8,
	FRAME_TAG_OCTETS = 4,
	FRAME_OPCODE_PAUSE = 0x0001,
	FRAME_OPCODE_PFC = 0x0101,
	PAUSE_FRAME_OCTETS = 64,
	PAUSE_QUANTUM_OCTETS = 64,
};

enum {
	XGMII_CLOCK_OCTETS = 8,
	XGMII_COLUMN_OCTETS = 4,
	XGMII_HEAD_OCTETS = 8, /* /S/ to SFD */
	XGMII_IDLE = 0x07,
	XGMII_SEQUENCE = 0x9C,
	XGMII_START = 0xFB,
	XGMII_TERMINATE = 0xFD,
	XGMII_ERROR = 0xFE,
	XGMII_DEFICIT_MAX = 3,
	/* Clocks from that of a column to the link fault that it begins or ends, in the front end of the bundled devices. */
	XGMII_FAULT_CLOCKS = 2,
};
#define XGMII_IDLE_WORD 0x0707070707070707u /* the lanes of an idle clock, lane 0 in the low octet */
#endif
