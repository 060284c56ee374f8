/* SPDX-License-Identifier: Apache-2.0 */
/* The manner in which a MAC hands frames over between the wires and its host, which 802.3 leaves to the MAC. All members are 0
 * for a device whose page states it. */
#ifndef PAUSEBENCH_MANNER_H
#define PAUSEBENCH_MANNER_H
#include <stdbool.h>
#include <stdint.h>

enum pm_host_tx {
	PM_HOST_TX_OWN,         /* as the device's page says */
	PM_HOST_TX_CUT_THROUGH, /* a frame may start, and is due, from its first word on */
	/* A frame may start, and is due, once the MAC has taken its last word. When the host withholds an octet that is no
	 * underrun. */
	PM_HOST_TX_STORED,
};

enum pm_host_rx {
	PM_HOST_RX_OWN,         /* as the device's page says */
	PM_HOST_RX_CUT_THROUGH, /* the first word may come before the frame has ended; the last one is due after its end */
	PM_HOST_RX_STORED,      /* the first word is due after the frame has ended */
};

/* The effect of an inhibit on MAC control frames that the host hands over. */
enum pm_host_control {
	PM_HOST_CONTROL_HELD, /* they wait like data, unless the device's page says otherwise */
	PM_HOST_CONTROL_PASSES,
	PM_HOST_CONTROL_EITHER, /* they may pass and need not */
};

enum { PM_AHEAD_MAX = 1024 };

struct pm_host_manner {
	uint8_t tx, rx;  /* enum pm_host_tx, enum pm_host_rx */
	uint8_t control; /* enum pm_host_control */
	/* Cut-through: how many octets of a frame the MAC takes before the frame may start, and is due; 0: one word. */
	uint32_t starts;
	uint16_t ahead;   /* frames that the MAC may take before the one on the wire has ended; 0: 2 */
	uint8_t unstored; /* octets at the end of a received frame, its FCS, that take no room in the receive buffer */
	bool no_buffer;   /* no frame is discarded for want of room */
	/* A pause time waits for one frame on the transmit wire, even if the next frame follows that one without a clock in
	 * between. */
	bool waits_once;
	bool from_reception; /* a pause time runs from the reception of its frame, even if a frame is on the transmit wire */
};

struct pm_model;
/* Returns the first cycle in which the host was free for another frame after the newest one that it took, or 0. */
uint64_t pm_host_free_since(const struct pm_model *m);
/* Returns true if a frame on the receive wire that began before CYCLE or in it is not classified yet. */
bool pm_rx_undecided(const struct pm_model *m, uint64_t cycle);
#endif
