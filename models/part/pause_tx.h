/* SPDX-License-Identifier: Apache-2.0 */
/* When PAUSE frames are to be sent by a device that counts free units of its receive buffer. PG108-R p.223-225, p.430; A3-A8, B2-B5; doc/bcm5718.md 3.
 *
 * low: free MBUFs fell below the low mark and did not yet rise above the XON mark (equality is no event). While low
 * and not yet done for this crossing: XOFF. While not low and the partner still held off by us (advertised time not
 * over): XON. */
#ifndef PAUSEBENCH_PAUSE_TX_H
#define PAUSEBENCH_PAUSE_TX_H
#include <stdbool.h>
#include <stdint.h>

enum pause_request { PAUSE_REQUEST_NONE, PAUSE_REQUEST_XOFF, PAUSE_REQUEST_XON };

struct pause_tx {
	/* set by the device, again after a reset */
	bool no_xon;     /* no XON is ever requested */
	bool no_memory;  /* low exactly when the free count was below the low mark in the cycle before */
	uint32_t clocks; /* of an octet, where time is counted in clocks, as a frame that ended sees it; 0 is 1 */
	bool forced;     /* as good as low, as visible in the cycle */

	bool low, done;
	uint64_t adv_end;  /* the advertised time is over from here on */
	uint16_t quanta;   /* of the newest XOFF */
	uint64_t half;     /* of the advertised time */
	uint64_t crossing; /* newest change of low */
};

/* What is visible in a cycle. */
struct pause_tx_input {
	bool send;      /* flow control enabled and full duplex */
	bool reset;     /* transmit reset */
	bool refresh;   /* XoffRefresh */
	bool xoff_busy; /* an XOFF of ours is on the wire or just decided */
	uint32_t free, low_mark, xon_mark;
};

void pause_tx_reset(struct pause_tx *p);
enum pause_request pause_tx_request(const struct pause_tx *p, uint64_t cycle, bool send);
/* Low, or forced. */
bool pause_tx_low(const struct pause_tx *p);
/* The end of CYCLE: true if something changed; *ret_rose: low is visible from the next cycle on. */
bool pause_tx_step(struct pause_tx *p, uint64_t cycle, const struct pause_tx_input *in, bool *ret_rose);
/* A PAUSE frame ended, visible in CYCLE. */
void pause_tx_sent(struct pause_tx *p, uint64_t cycle, uint16_t quanta, bool advertise);
/* Cycle from which a refresh is due, 0 if there is none ahead. */
uint64_t pause_tx_refresh_cycle(const struct pause_tx *p);
#endif
