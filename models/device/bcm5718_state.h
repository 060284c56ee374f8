/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the BCM5718, which its explanations read, too. doc/devices/bcm5718.md. */
#ifndef PAUSEBENCH_BCM5718_STATE_H
#define PAUSEBENCH_BCM5718_STATE_H
#include "pause_marks.h"

struct bcm5718 {
	struct pause_tx pause;       /* pause_marks.h */
	uint32_t allowance;          /* how many frames the device still accepts while the buffer is low */
	uint64_t tx_reset;           /* cycle in which a transmit reset is visible; 0: there was none yet */
	uint64_t clear_rx, clear_tx; /* cycles in which a clear of the statistics is visible */
	bool end_reset;              /* a transmit reset was visible with the last octet of the newest frame */
	bool attention_rises; /* HOSTCC_FLOW_ATTN[6] is set from the next cycle on, whatever a write of the open cycle clears */
};
#endif
