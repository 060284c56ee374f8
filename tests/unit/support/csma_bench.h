/* SPDX-License-Identifier: Apache-2.0 */
/* A half-duplex transmitter that is modelled clock by clock from doc/devices/bcm1250.md 3 and 4, with crs and col at random, before a scoreboard: 802.3
 * 4.2.3.2. Each of its faults deviates from the page in one thing. */
#ifndef PAUSEBENCH_TESTS_CSMA_BENCH_H
#define PAUSEBENCH_TESTS_CSMA_BENCH_H
#include "check/scoreboard.h"

enum {
	CSMA_HEAD = 8,   /* octets of preamble and SFD */
	CSMA_FRAMES = 8, /* the octets of so many frames are kept */
	CSMA_OCTETS_MAX = 256,
	CSMA_CLOCKS_MAX = 600000, /* a false carrier may be as long as the run */
};

/* Each fault with the rule that it breaks. */
#define FAULTS(FAULT_AT)                         \
	FAULT_AT(NONE, TX_DEFER)                 \
	FAULT_AT(DEFER_IGNORED, TX_DEFER)        \
	FAULT_AT(SECOND_PART_COUNTS, TX_DEFER)   \
	FAULT_AT(OWN_NOT_NOTED, TX_DEFER)        \
	FAULT_AT(OWN_NOT_FORGOTTEN, TX_DEFER)    \
	FAULT_AT(STARTS_INTO_CARRIER, TX_DEFER)  \
	FAULT_AT(GAP_SHORT, TX_GAP)              \
	FAULT_AT(JAM_SHORT, TX_JAM)              \
	FAULT_AT(JAM_LONG, TX_JAM)               \
	FAULT_AT(JAM_OTHER, TX_JAM)              \
	FAULT_AT(JAM_LATE, TX_JAM)               \
	FAULT_AT(JAM_IN_PREAMBLE, TX_JAM)        \
	FAULT_AT(JAM_ERROR, TX_JAM)              \
	FAULT_AT(COLLISION_IGNORED, TX_JAM)      \
	FAULT_AT(JAM_WITHOUT_COLLISION, TX_JAM)  \
	FAULT_AT(LATE_IGNORED, TX_LATE)          \
	FAULT_AT(LATE_REPEATED, TX_LATE)         \
	FAULT_AT(SLOT_LONGER, TX_LATE)           \
	FAULT_AT(SLOT_SHORTER, TX_RETRY)         \
	FAULT_AT(ATTEMPTS_15, TX_RETRY)          \
	FAULT_AT(ATTEMPTS_17, TX_RETRY)          \
	FAULT_AT(RETRY_EN_IGNORED, TX_RETRY)     \
	FAULT_AT(NEVER_REPEATED, TX_RETRY)       \
	FAULT_AT(REPEATED_OTHERWISE, TX_RETRY)   \
	FAULT_AT(BACKOFF_RANGE, TX_BACKOFF)      \
	FAULT_AT(BACKOFF_LATER, TX_BACKOFF)      \
	FAULT_AT(BACKOFF_SLOT, TX_BACKOFF)       \
	FAULT_AT(BACKOFF_NEVER, TX_BACKOFF)      \
	FAULT_AT(BACKOFF_HALF, TX_BACKOFF)       \
	FAULT_AT(UPPER_BITS, MII_NIBBLES)        \
	FAULT_AT(HIGH_FIRST, MII_NIBBLES)        \
	FAULT_AT(OCTETS_AT_100, MII_NIBBLES)     \
	FAULT_AT(FORCED_MISSING, BACK_PRESSURE)  \
	FAULT_AT(FORCED_TWICE, BACK_PRESSURE)    \
	FAULT_AT(FORCED_LATE, BACK_PRESSURE)     \
	FAULT_AT(FORCED_TOO_LONG, BACK_PRESSURE) \
	FAULT_AT(CARRIER_MISSING, FALSE_CARRIER) \
	FAULT_AT(CARRIER_LONG, FALSE_CARRIER)    \
	FAULT_AT(CARRIER_SHORT, FALSE_CARRIER)   \
	FAULT_AT(REST_LATER, TX_CONTENT)

enum csma_fault {
#define FAULT_AT(name, rule) FAULT_##name,
	FAULTS(FAULT_AT)
#undef FAULT_AT
	    FAULT_COUNT
};

struct csma_fault_row {
	const char *name;
	enum rule rule;
};
extern const struct csma_fault_row csma_faults[FAULT_COUNT];

enum csma_sends { NOTHING, DATA, FORCED, CARRIER };

struct csma_config {
	uint64_t mac, frame, enable; /* registers */
};

struct csma_mac {
	struct csma_config now, next; /* visible in this cycle, and from the next one on */
	enum csma_fault fault;
	uint32_t g;
	bool own; /* sent while the medium was busy */
	uint32_t age;
	bool crs_before, hit, hit_invoked;

	enum csma_sends sends;
	uint64_t start;
	int64_t jam;     /* its first clock, or -1 */
	uint32_t clocks; /* of the attempt if it does not collide */
	uint32_t slot;
	bool hdx, gig, underrun;
	uint32_t underrun_at;
	uint8_t wire[CSMA_CLOCKS_MAX];
	uint32_t sent;
	int32_t error_at;
	uint32_t errors;

	/* the frame */
	uint8_t octets[CSMA_OCTETS_MAX];
	uint32_t len, held;
	bool own_fcs, busy; /* busy: begun, not over */
	unsigned number;    /* counts the host's frames */
	unsigned collisions;
	bool waits, draining;
	uint64_t back_off_end, drain_from;
};

struct csma_host {
	uint8_t octets[CSMA_FRAMES][CSMA_OCTETS_MAX];
	unsigned number;
	uint32_t len, pos;
	int32_t stall_at;
	uint32_t stall, stalled;
	bool offers, own_fcs;
	uint64_t next;
};

struct csma_bench {
	struct csma_mac mac;
	struct csma_host host;
	struct scoreboard *sb;
	uint64_t now;
	uint32_t random;
	bool crs, col, crs_noise, echo;
	uint32_t col_at, col_len; /* of this transmission */
	uint64_t crs_until;
	bool quiet_host, steady; /* steady: registers do not change */
	bool early, lingered;    /* early: all collisions come early in the slot */
	unsigned collide;        /* how many of 16 transmissions collide */
	unsigned attempts[17], drops, lates, forced, carriers;
	uint8_t end[2][CSMA_CLOCKS_MAX];
};

/* A number below BELOW. */
uint32_t csma_random(struct csma_bench *b, uint32_t below);
/* Hands an event of the present cycle to the scoreboard. */
void csma_event(struct csma_bench *b, struct event e);
void csma_value(struct csma_bench *b, enum event_kind kind, uint64_t value);
bool csma_sending(const struct csma_bench *b);
/* Makes all clocks of an attempt that neither a collision nor an underrun ends. */
void csma_wire_build(struct csma_mac *m);
/* The host does not deliver octet OCTET in time: the frame ends with tx_er and a wrong FCS. */
void csma_wire_cut(struct csma_mac *m, uint32_t octet);
bool csma_host_valid(const struct csma_host *h);
void csma_host_offer(struct csma_bench *b);
/* The DUT raises tready in this cycle. Returns true if it takes an octet. */
bool csma_host_take(struct csma_bench *b, uint8_t *ret);
/* Opens a transmitter with FAULT, whose collisions, frames and registers follow SEED, in half duplex at 100 Mb/s. */
void csma_bench_open(struct csma_bench *b, enum csma_fault fault, uint32_t seed, bool black_box);
/* Makes collisions come in the first clocks and the slot hardly longer, so that there are many attempts. */
void csma_collide_early(struct csma_bench *b);
void csma_bench_run(struct csma_bench *b, uint64_t cycles);
void csma_bench_close(struct csma_bench *b, struct scoreboard_result *ret);

#endif
