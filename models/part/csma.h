/* SPDX-License-Identifier: Apache-2.0 */
/* Half duplex on MII: the gap counter with carrier deference, back-off, forced collision and false carrier. 802.3 4.2.3.2, 4.2.8;
 * UM100CB p.270, p.284; doc/devices/bcm1250.md 3, 4.
 *
 * Times are clocks, and "we" is the station. The medium is busy as long as we send or, in half duplex, as long as there is
 * carrier. Then the gap begins; g counts its clocks, up to 255. Carrier in the first part of the gap starts it anew, unless we
 * ourselves sent while the medium was busy (own). In the second part carrier has no effect. Carrier after the gap makes the
 * medium busy again. Full duplex ignores carrier. The gap is over in a cycle with g >= gap - 1. 802.3 4.2.8, process Deference.
 *
 * After a collision in clock k of an attempt the preamble finishes, and eight nibbles of jam follow. If k is below the slot, the
 * collision is early: the attempt is repeated after a back-off of r slots from the last jam clock J on, where 0 <= r < 2^min(n,
 * 10) and n is the number of collisions. If k is not below the slot, or if n is 16, the frame is dropped. Which r a device
 * chooses shows only in what it does: it decides the repetition in the first cycle from J + r slots on in which everything else
 * allows it. */
#ifndef PAUSEBENCH_CSMA_H
#define PAUSEBENCH_CSMA_H
#include <stdbool.h>
#include <stdint.h>

enum {
	CSMA_HEAD_CLOCKS = 16, /* preamble and SFD, nibbles */
	CSMA_JAM_CLOCKS = 8,
	CSMA_JAM = 0x6, /* nibble */
	CSMA_PREAMBLE = 0x5,
	CSMA_SFD = 0xD, /* its last nibble */
	CSMA_ATTEMPTS = 16,
	CSMA_BACKOFF_LIMIT = 10,
	CSMA_COUNT_MAX = 255, /* where g, and the age of the carrier, stop */
	CSMA_FORCED_CLOCKS = CSMA_HEAD_CLOCKS + CSMA_JAM_CLOCKS,
};

/* The signal that holds other stations off while flow control is invoked. */
enum csma_pressure { CSMA_NO_PRESSURE, CSMA_FORCED_COLLISION, CSMA_FALSE_CARRIER };

/* The settings in registers. */
struct csma_mode {
	bool half_duplex;
	uint32_t gap_clocks;   /* G: ifg_tx + 4 */
	uint32_t first_clocks; /* P: max(0, ifg_tx - ifg_thrsh), the part in which carrier of others counts */
	uint32_t slot_clocks;  /* T: (512 + slot_size) / 4 */
	uint32_t hit_clocks;   /* 2 ifg_rx: for so long after its beginning a packet may still be hit by a forced collision */
	enum csma_pressure pressure;
};

/* How often each back-off occurred. The first index is min(n, 10) - 1 after collision n, the second one a number of slots. A wait whose
 * repetition the device decided in slot r is in decided[][r]. A wait in which something other than the back-off, such as carrier, came to
 * hold the frame after r whole slots is in held[][r]: of it only a lower bound is known. A wait counts only if, from some moment of slot 0
 * on, nothing but the back-off held the frame; otherwise its length says nothing about r. */
enum { CSMA_BACKOFF_SLOTS = 1 << CSMA_BACKOFF_LIMIT };
struct csma_waits {
	uint32_t decided[CSMA_BACKOFF_LIMIT][CSMA_BACKOFF_SLOTS], held[CSMA_BACKOFF_LIMIT][CSMA_BACKOFF_SLOTS + 1];
};

/* What is visible in cycle .at, and how it goes on while crs, tx_en and the modes stay as they are. */
struct csma {
	uint64_t at;
	uint32_t g;
	bool own; /* we sent while the medium was busy before this gap */
	bool crs, col;
	uint64_t idle_from;     /* first cycle without tx_en and without our own carrier, which lasts one clock longer */
	bool sent;              /* tx_en in the cycle before .at */
	uint64_t carrier_last;  /* newest cycle with crs, before .at */
	bool carrier;           /* crs in the cycle before .at */
	bool carrier_invoked;   /* flow control was invoked in the carrier's first clock */
	bool hit;               /* this carrier has met a transmission of ours */
	uint64_t carrier_since; /* first clock of the newest carrier */

	/* a repetition that waits */
	bool waits, over;    /* over: the mode has become full duplex, so that no back-off holds it */
	unsigned collisions; /* n */
	uint32_t slot;
	uint64_t jam_end; /* J */
	bool allowed;     /* everything but the back-off has allowed a start since .allowed_from */
	bool was_allowed; /* it also did at an earlier time, which ended with .allowed_last */
	uint64_t allowed_from, allowed_last;
	bool noted;               /* .waited counts this wait already, or must not count it */
	struct csma_waits waited; /* waits since pm_new(); a reset keeps them */
};

/* Puts C into the state of reset, which is visible from CYCLE on; rst_n is low before UNTIL. The gap is over. If crs is high, a
 * carrier begins in UNTIL. Inputs keep their values. */
void csma_reset(struct csma *c, uint64_t cycle, uint64_t until);
/* Goes on to CYCLE, which is not before .at; MODE and TX_EN are those that were visible in all cycles from .at to the one before
 * it. */
void csma_advance(struct csma *c, const struct csma_mode *mode, bool tx_en, uint64_t cycle);
/* To be called when crs of the cycle .at is known; INVOKED: flow control is invoked, as visible in that cycle. */
void csma_look(struct csma *c, bool invoked);

/* Return true if, in the cycle .at, the gap is over / a forced collision is requested. */
bool csma_gap_over(const struct csma *c, const struct csma_mode *mode);
bool csma_forced_requested(const struct csma *c, const struct csma_mode *mode, bool invoked, bool tx_en);
/* Returns the next cycle after .at in which the gap begins or ceases to be over, or UINT64_MAX. */
uint64_t csma_gap_next(const struct csma *c, const struct csma_mode *mode, bool tx_en);
/* Returns true if carrier alone keeps the gap from being over in .at. */
bool csma_defers(const struct csma *c, const struct csma_mode *mode);
/* Returns the next cycle after .at in which csma_defers() becomes true, or UINT64_MAX. */
uint64_t csma_defers_next(const struct csma *c, const struct csma_mode *mode, bool tx_en);

/* Returns the number of back-offs to choose from after N collisions: 2^min(N, 10). */
uint32_t csma_backoffs(unsigned n);
/* A frame that has had N collisions is to be repeated; its last jam clock was JAM_END. SLOT is not 0. */
void csma_wait(struct csma *c, unsigned n, uint64_t jam_end, uint32_t slot);
/* ALLOWED: everything but the back-off allows a start in CYCLE. The caller passes each change in the cycle in which it happens. */
void csma_allow(struct csma *c, uint64_t cycle, bool allowed);
/* The repetition was decided in CYCLE. */
void csma_repeat(struct csma *c, uint64_t cycle);
/* The mode is full duplex in CYCLE, so that the back-off is over. */
void csma_end_wait(struct csma *c, uint64_t cycle);
/* Returns the cycle from which on the back-off is over, whatever r is. */
uint64_t csma_latest(const struct csma *c);
/* Fills in the least and the greatest back-off, in slots, by which a device decides the repetition in cycle DECIDED. Returns
 * false if none does. */
bool csma_decided(const struct csma *c, uint64_t decided, int32_t *ret_min, int32_t *ret_max);
#endif
