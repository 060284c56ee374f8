/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the BCM1250 and the bits of its mac_status. doc/devices/bcm1250.md 5. */
#ifndef PAUSEBENCH_BCM1250_H
#define PAUSEBENCH_BCM1250_H
#include "pause_marks.h"

#include <stddef.h>

/* Bits of mac_status from STATUS_SHIFT on; m->device_bits. */
enum {
	STATUS_SHIFT = 40,
	STATUS_RX_OVERFLOW = 1 << 1,
	STATUS_TX_UNDERRUN = 1 << 2,
	STATUS_LATE_COLLISION = 1 << 4,
	STATUS_EXCESSIVE = 1 << 5,
	STATUS_COUNTER_OVERFLOW = 1 << 6,
	STATUS_EVENTS = 0x76,
	STATUS_EVENT_COUNT = 7,
	STATUS_COUNTER_SHIFT = 7,
	STATUS_COUNTER = 31 << STATUS_COUNTER_SHIFT,
	STATUS_TX_PAUSE_ON = 1 << 12,
};

struct bcm1250 {
	struct pause_tx pause;                    /* pause_marks.h */
	uint64_t event_cycle[STATUS_EVENT_COUNT]; /* cycle of the newest event of each bit */
	uint64_t read_cycle, read_before;         /* cycles of the newest read of mac_status, and of the one before */
	uint32_t shown, shown_before;             /* the events that these reads showed */
};
_Static_assert(offsetof(struct bcm1250, pause) == 0, "pause_marks() does not find the requests");

/* Returns the row of mac_status. */
unsigned bcm1250_status_row(const struct pm_model *m);
#endif
