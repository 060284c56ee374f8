/* SPDX-License-Identifier: Apache-2.0 */
/* How a MAC hands frames over between the wires and its host: freedoms that 802.3 leaves. All 0 for a device whose page states them. */
#ifndef PAUSEBENCH_MANNER_H
#define PAUSEBENCH_MANNER_H
#include <stdbool.h>
#include <stdint.h>

enum pm_host_tx {
	PM_HOST_TX_OWN,         /* as the device's page says */
	PM_HOST_TX_CUT_THROUGH, /* a frame may start, and is due, from its first word on */
	PM_HOST_TX_STORED, /* a frame may start, and is due, once its last word was taken; a pause of the host is no underrun */
};

enum pm_host_rx {
	PM_HOST_RX_OWN,         /* as the device's page says */
	PM_HOST_RX_CUT_THROUGH, /* the first word may come before the frame has ended; the last one is due after its end */
	PM_HOST_RX_STORED,      /* the first word is due after the frame has ended */
};

/* What an inhibit does to MAC control frames that the host hands over. */
enum pm_host_control {
	PM_HOST_CONTROL_HELD, /* they wait like data, unless the device's page says otherwise */
	PM_HOST_CONTROL_PASSES,
	PM_HOST_CONTROL_EITHER, /* they may pass and need not */
};

enum { PM_AHEAD_MAX = 1024 };

struct pm_host_manner {
	uint8_t tx, rx;  /* enum pm_host_tx, enum pm_host_rx */
	uint8_t control; /* enum pm_host_control */
	uint32_t
	    starts; /* cut-through: a frame may start, and is due, once so many octets of it or all were taken; 0: the first word */
	uint16_t ahead;   /* frames that the MAC may take before the one on the wire has ended; 0: 2 */
	uint8_t unstored; /* octets at the end of a received frame, its FCS, that take no room in the receive buffer */
	bool no_buffer;   /* no frame is discarded for want of room */
	bool
	    waits_once; /* a pause time waits for one frame on the transmit wire, even if no clock lies between it and the next one */
	bool from_reception; /* a pause time runs from the reception of its frame, even if a frame is on the transmit wire */
};

struct pm_model;
/* Returns the first cycle in which the host was free for another frame after the newest one that it took, or 0. */
uint64_t pm_host_free_since(const struct pm_model *m);
/* Returns true if a frame on the receive wire that began before CYCLE or in it is not classified yet. */
bool pm_rx_undecided(const struct pm_model *m, uint64_t cycle);
#endif
