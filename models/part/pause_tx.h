/* SPDX-License-Identifier: Apache-2.0 */
/* Decides when a device that counts the free units of its receive buffer requests PAUSE frames. PG108-R p.223-225, p.430; A3-A8,
 * B2-B5; doc/devices/bcm5718.md 3; UM100CB p.283, doc/devices/bcm1250.md.
 *
 * The buffer becomes low when fewer units are free than the low mark, and stays low until more are free than the XON mark; a
 * count equal to a mark changes nothing. The XON mark of the BCM5718 is HIGH_WATERMARK, or by a parameter the low mark. The
 * device requests an XOFF while the buffer is low and no XOFF has been sent since it became low (done). It requests an XON while
 * the buffer is not low and the time that the newest XOFF advertised is not over. If a count passes its mark in cycle c,
 * pause_tx_step() makes low visible in c + 1; in that cycle pause_tx_request() returns the request, and the frame is on an idle
 * wire in c + 2 (machine/cycle.c). Times are octet times, at MII clocks. */
#ifndef PAUSEBENCH_PAUSE_TX_H
#define PAUSEBENCH_PAUSE_TX_H
#include <stdbool.h>
#include <stdint.h>

enum pause_request { PAUSE_REQUEST_NONE, PAUSE_REQUEST_XOFF, PAUSE_REQUEST_XON };

struct pause_tx {
	/* set by the device, again after a reset */
	bool no_xon;     /* no XON is ever requested */
	bool no_memory;  /* no XON mark: the buffer is low exactly if the free count was below the low mark in the cycle before */
	uint32_t clocks; /* MII: the clocks of an octet of the frame that ended, in which times are counted; 0 stands for 1 */
	bool forced;     /* a register bit makes the buffer count as low */
	bool refreshes;  /* an XOFF is sent again before its time is over */

	bool low, done;
	uint64_t adv_end;  /* the advertised time is over from this cycle on */
	uint16_t quanta;   /* the time of the newest XOFF */
	uint64_t half;     /* half of the time that the newest XOFF advertised */
	uint64_t crossing; /* newest change of low, or of forced while the buffer is not low */
	/* Newest cycle in which a refresh requested the XOFF again, unless another reason for an XOFF has come since; 0: there is
	 * none. */
	uint64_t again;
};

/* The states that are visible in a cycle. */
struct pause_tx_input {
	bool send;      /* flow control enabled and full duplex */
	bool reset;     /* transmit reset */
	bool xoff_busy; /* an XOFF is on the transmit wire, or has just been decided */
	uint32_t free, low_mark, xon_mark;
};

void pause_tx_reset(struct pause_tx *p);
/* Returns what is requested in CYCLE; SEND: flow control is enabled and full duplex. */
enum pause_request pause_tx_request(const struct pause_tx *p, uint64_t cycle, bool send);
/* Returns true if the buffer is low, or forced to count as low. */
bool pause_tx_low(const struct pause_tx *p);
/* The end of CYCLE. Returns true if something changed; sets *ret_rose if the buffer becomes low with the next cycle. */
bool pause_tx_step(struct pause_tx *p, uint64_t cycle, const struct pause_tx_input *in, bool *ret_rose);
/* The end of a PAUSE frame with the time QUANTA is visible in CYCLE. ADVERTISE: the partner is taken as held off for that time,
 * since flow control is enabled and there is no reset. */
void pause_tx_sent(struct pause_tx *p, uint64_t cycle, uint16_t quanta, bool advertise);
/* Returns the cycle from which a refresh is due, or 0 if there is none ahead. */
uint64_t pause_tx_refresh_cycle(const struct pause_tx *p);
/* Returns the first cycle after CYCLE in which the advertised time is over or a refresh is due, or UINT64_MAX. */
uint64_t pause_tx_next(const struct pause_tx *p, uint64_t cycle);
#endif
