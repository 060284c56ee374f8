/* SPDX-License-Identifier: Apache-2.0 */
/* The events that were seen at the pins of a MAC in a run. measure.c notes them, reactions.c measures the times between them. */
#ifndef PAUSEBENCH_SEEN_H
#define PAUSEBENCH_SEEN_H
#include "measure.h"

#define NO_TIME UINT64_MAX
enum { HEAD_OCTETS = 32, COLUMN_OCTETS = 4 };

enum seen_what {
	SEEN_DATA,    /* any other frame */
	SEEN_PAUSE,   /* a PAUSE that is right in every way, with .time */
	SEEN_PFC,     /* a PFC frame that is right in every way */
	SEEN_CONTROL, /* another frame of type 0x8808 */
	SEEN_BAD,
};

/* A frame on a wire, or at the host. */
struct seen_frame {
	uint64_t start;
	uint64_t last; /* of a received frame its last octet, of a sent one the first clock behind it; XGMII: its end code */
	enum seen_what what;
	uint16_t time;
	uint32_t len;    /* DA..FCS; at the host as many octets as it got */
	unsigned clocks; /* clocks of an octet at MII, 1 at other PHYs */
	bool stalled;    /* at the host: the host was not ready at some time since the frame before */
	uint8_t head[HEAD_OCTETS];
};

/* An access of a register, a request at a port, a change of pfc_xoff, a frame that the host offers. */
struct seen_access {
	uint64_t cycle, value; /* .value of an offer: when the MAC took the last octet, or 0 */
	uint16_t address;
	uint8_t head[HEAD_OCTETS]; /* of an offer */
	uint32_t len;
};

struct seen_list {
	void *at;
	size_t count, room, size;
};

struct measure {
	const struct dut *dut;
	struct measure_registers registers;
	bool no_memory, stopped; /* .stopped: the host is not ready */
	bool stalled;
	unsigned clocks;
	uint64_t tx_start, host_start;
	uint64_t collision; /* first clock of the collision that the frame on the wire met; NO_TIME: there was none */
	/* Lists of frames: sent, received, delivered. Lists of accesses: offers, reads, writes; requests (.value: 1 XOFF, 0 XON);
	 * classes (.value: pfc_xoff); resets; collisions (.value: the first clock of the jam); faults, unbroken fault sequences
	 * of a local fault (.value: octet time of the last one); signals between frames (.value: enum tx_signal). */
	struct seen_list sent, received, delivered, offers, reads, writes, requests, classes, resets, collisions, faults, signals;
};

static inline const struct seen_frame *seen_frame(const struct seen_list *list, size_t i)
{
	return (const struct seen_frame *)list->at + i;
}

static inline const struct seen_access *seen_access(const struct seen_list *list, size_t i)
{
	return (const struct seen_access *)list->at + i;
}

/* Measures the times of all kinds. */
void seen_measure(const struct measure *m, struct measured *ret);
#endif
