/* SPDX-License-Identifier: Apache-2.0 */
/* Half duplex on MII: the gap counter with carrier deference, back-off, forced collision and false carrier. 802.3 4.2.3.2, 4.2.8;
 * UM100CB p.270, p.284; doc/devices/bcm1250.md 3, 4.
 *
 * Times are clocks. The medium is busy as long as we send or, in half duplex, there is carrier; then the gap begins, whose clocks g counts up
 * to 255. Carrier in the first part of the gap starts it anew, unless we ourselves sent while the medium was busy (own); the second part does
 * not look at carrier; carrier after the gap makes the medium busy again. Full duplex ignores carrier. The gap is over in a cycle with g >=
 * gap - 1. 802.3 4.2.8, process Deference.
 *
 * A collision in clock k of an attempt: the preamble finishes, then eight nibbles of jam. k below the slot is early: repeated
 * after a back-off of r slots from the last jam clock J on, 0 <= r < 2^min(n, 10), n the number of collisions; later, or n =
 * 16: dropped. Which r a device takes is known only from what it does: the repetition is decided in the first cycle from J +
 * r slots on in which all else allows it. */
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
	CSMA_COUNT_MAX = 255, /* of g and of the carrier's age */
	CSMA_FORCED_CLOCKS = CSMA_HEAD_CLOCKS + CSMA_JAM_CLOCKS,
};

/* How others are held off while flow control is invoked. */
enum csma_pressure { CSMA_NO_PRESSURE, CSMA_FORCED_COLLISION, CSMA_FALSE_CARRIER };

/* What registers say. */
struct csma_mode {
	bool half_duplex;
	uint32_t gap_clocks;   /* G: ifg_tx + 4 */
	uint32_t first_clocks; /* P: max(0, ifg_tx - ifg_thrsh), the part in which carrier of others counts */
	uint32_t slot_clocks;  /* T: (512 + slot_size) / 4 */
	uint32_t hit_clocks;   /* 2 ifg_rx: so long a packet that has begun may still be collided with */
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
	uint64_t idle_from;     /* first cycle without tx_en and without our own carrier, which is the clock after it */
	bool sent;              /* tx_en in the cycle before .at */
	uint64_t carrier_last;  /* newest cycle with crs, before .at */
	bool carrier;           /* crs in the cycle before .at */
	bool carrier_invoked;   /* flow control was invoked in the carrier's first clock */
	bool hit;               /* this carrier has met us */
	uint64_t carrier_since; /* first clock of the newest carrier */

	/* a repetition that waits */
	bool waits, over;    /* over: full duplex meanwhile */
	unsigned collisions; /* n */
	uint32_t slot;
	uint64_t jam_end; /* J */
	bool allowed;     /* all else allows a start since .allowed_from */
	bool was_allowed; /* and earlier, last in .allowed_last */
	uint64_t allowed_from, allowed_last;
	bool noted;               /* this wait is in .waited */
	struct csma_waits waited; /* since pm_new(): resets keep it */
};

/* The state of reset is visible from CYCLE on, and rst_n is low before UNTIL: the gap is over, and a carrier begins with UNTIL. Inputs keep
 * their values. */
void csma_reset(struct csma *c, uint64_t cycle, uint64_t until);
/* Goes on to CYCLE, .at or later; MODE and TX_EN as visible in all cycles before it. */
void csma_advance(struct csma *c, const struct csma_mode *mode, bool tx_en, uint64_t cycle);
/* The crs of .at is known: INVOKED as visible in it. */
void csma_look(struct csma *c, bool invoked);

/* In .at: */
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
/* A frame is to be repeated: N collisions, the last jam clock was JAM_END. SLOT is not 0. */
void csma_wait(struct csma *c, unsigned n, uint64_t jam_end, uint32_t slot);
/* Everything but the back-off allows a start in CYCLE, or not; the caller passes each change in its cycle. */
void csma_allow(struct csma *c, uint64_t cycle, bool allowed);
/* The repetition was decided in CYCLE. */
void csma_repeat(struct csma *c, uint64_t cycle);
/* Full duplex in CYCLE: the back-off is over. */
void csma_end_wait(struct csma *c, uint64_t cycle);
/* Returns the cycle from which on the back-off is over, whatever r is. */
uint64_t csma_latest(const struct csma *c);
/* Fills in the least and the greatest back-off with which the repetition is decided in cycle DECIDED; returns false if none is. */
bool csma_decided(const struct csma *c, uint64_t decided, int32_t *ret_min, int32_t *ret_max);
#endif
