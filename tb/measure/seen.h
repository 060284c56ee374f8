/* SPDX-License-Identifier: Apache-2.0 */
/* What the pins of a MAC showed in a run. measure.c notes it, reactions.c measures the times between. */
#ifndef PAUSEBENCH_SEEN_H
#define PAUSEBENCH_SEEN_H
#include "measure.h"

#define NO_TIME UINT64_MAX
enum { HEAD_OCTETS = 32, COLUMN_OCTETS = 4 };

enum seen_what {
	SEEN_DATA,    /* any other frame */
	SEEN_PAUSE,   /* right in every way; .time */
	SEEN_PFC,     /* likewise */
	SEEN_CONTROL, /* another frame of type 0x8808 */
	SEEN_BAD,
};

/* A frame on a wire, or at the host. */
struct seen_frame {
	uint64_t start;
	uint64_t last; /* its last octet when it was received, the first clock behind it when it was sent; XGMII: its end code */
	enum seen_what what;
	uint16_t time;
	uint32_t len;    /* DA..FCS; at the host what it got */
	unsigned clocks; /* per octet at MII, 1 elsewhere */
	bool stalled;    /* at the host: it was not ready at some time since the frame before */
	uint8_t head[HEAD_OCTETS];
};

/* An access of a register, a request at a port, a change of pfc_xoff, a frame that the host offers. */
struct seen_access {
	uint64_t cycle, value; /* of an offer: when the last octet was taken, or 0 */
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
	uint64_t collision; /* first clock of the one that the frame on the wire met; NO_TIME: none */
	/* frames: sent, received, delivered; accesses: offers, reads, writes, requests (.value: 1 XOFF, 0 XON), classes (pfc_xoff), resets, collisions (.value: the first clock of
	 * jam), faults (fault sequences of a local fault without a break; .value: the octet time of the last one), signals (between frames, enum tx_signal) */
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

/* Measures all kinds. */
void seen_measure(const struct measure *m, struct measured *ret);
#endif
