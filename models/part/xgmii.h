/* SPDX-License-Identifier: Apache-2.0 */
/* The 64-bit XGMII: frames and fault sequences among lanes, the link fault state, gaps with deficit idle count.
 * 802.3 clause 46; doc/devices/xgmii.md 1, 2, 4.
 *
 * Receive, column by column (4 lanes). IDLE: /S/ and three data octets -> HEAD; a fault sequence is taken note of.
 * HEAD: four data octets, the last of them the SFD -> DATA; anything else: a malformed start, the column is looked at
 * as in IDLE. DATA: data octets and unknown control codes belong to the frame; /T/ ends it; /I/, /S/ and /Q/ end it
 * too, illegally, and in the first lane of a column have it looked at as in IDLE.
 *
 * Lanes are known when their run begins, so frames are found before they are over; a reset forgets what was found and
 * looks again at what is left of the run after it. Lanes may be passed as they come instead (xgmii_rx_more()): then a frame is
 * found when it is over, and xgmii_rx_begun() reports its beginning before. */
#ifndef PAUSEBENCH_XGMII_H
#define PAUSEBENCH_XGMII_H
#include "wire.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { XGMII_LENGTH_MAX = 0xFFFF };
#define XGMII_NEVER UINT64_MAX

enum xgmii_fault { XGMII_FAULT_NONE, XGMII_FAULT_LOCAL, XGMII_FAULT_REMOTE };

/* A frame on the receive wire; times are octet times. */
struct xgmii_frame {
	uint64_t start, end;   /* of its /S/ and of its end code */
	const uint8_t *octets; /* DA..FCS, valid until the next xgmii_rx_lanes() or xgmii_rx_reset() ... */
	bool lent;             /* ... or, of lanes that were lent, until xgmii_rx_keep() */
	uint32_t count;        /* how many */
	uint32_t len;          /* the same, saturated at XGMII_LENGTH_MAX */
	uint32_t fcs;          /* right FCS of all octets but the last four */
	bool fcs_wrong;        /* or fewer octets than an FCS has */
	bool error;            /* an /E/ is in it */
	bool illegal;          /* another control code is in it, or ended it */
	bool again;            /* the frame popped before goes on in the next run: this replaces it */
};

struct xgmii_found {
	uint64_t start, end;
	size_t offset;
	uint32_t count;
	bool error, illegal, again;
	bool fcs_known;
	uint32_t fcs;
};

/* For models/explain: the newest /S/ that begins no frame. */
struct xgmii_spoilt {
	bool known;
	bool code;      /* what spoils it is a control code, */
	uint8_t octet;  /* this one */
	unsigned lane;  /* so many lanes after the /S/ */
	uint64_t start; /* octet time of the /S/ */
};

struct xgmii_transition {
	uint64_t visible; /* octet time of the cycle */
	enum xgmii_fault fault;
};

/* The receive state is within a frame, or not, from the columns before octet time .time on. */
struct xgmii_change {
	uint64_t time;
	bool in_frame;
};

struct xgmii_rx {
	enum { XGMII_RX_IDLE, XGMII_RX_HEAD, XGMII_RX_DATA } state;
	struct xgmii_found now; /* of HEAD and DATA */
	bool told;              /* the frame in DATA was popped with the end of its run as its end, or xgmii_rx_begun() */
	bool more;              /* lanes come one after the other: what follows the newest run is not known */
	/* lanes that are needed yet; the newest run, of .len lanes, is at .run */
	uint8_t *octets;
	size_t used, capacity;
	size_t run;
	uint32_t len, codes;
	uint64_t run_at, run_end; /* octet times; the end of its last column */
	uint64_t from;            /* lanes before are not looked at */
	uint32_t *code;           /* offsets of its control codes */
	bool fcs_known;           /* if it is one frame */
	uint32_t fcs;
	bool lends;          /* lanes stay valid until xgmii_rx_keep(): they are copied then, if at all */
	const uint8_t *lent; /* the newest run, not copied; then no other lanes are needed, and .run is 0 */
	const uint32_t *lent_code;
	struct xgmii_found *found;
	size_t found_first, found_count;

	bool head_errors; /* set by the user: /E/ in the preamble is an error of the frame; else there is no frame */
	bool watched;     /* set by the user: .change is kept, for xgmii_rx_in_frame() */
	struct xgmii_change *change;
	size_t change_first, change_count;
	bool in_frame; /* as shown last */

	struct xgmii_spoilt spoilt;

	/* link fault, as far as lanes are known */
	uint64_t sequence_at; /* newest fault sequence */
	unsigned sequences;
	enum xgmii_fault sequence_type, fault;
	enum xgmii_fault shown;
	struct xgmii_transition *transition;
	size_t transition_first, transition_count;
	size_t mark_capacity; /* of .code, .found, .change and .transition */
};

/* Makes *X empty, at reset; xgmii_rx_release() frees what it will own. */
void xgmii_rx_init(struct xgmii_rx *x);
void xgmii_rx_release(struct xgmii_rx *x);
/* In reset: IDLE, no fault; lanes are looked at again from octet time UNTIL on. */
void xgmii_rx_reset(struct xgmii_rx *x, uint64_t until);
/* LEN lanes from octet time AT on, a multiple of 4 not before the end of the run before; CODE: the offsets of the
 * CODES that are control codes, in ascending order. Outside runs the wire is idle. Copied, unless .lends. FCS: if all lanes are those of
 * one frame, /S/ and end code included, the right FCS of its octets but the last four; NULL: not known. 0 or -ENOMEM. */
int xgmii_rx_lanes(struct xgmii_rx *x, uint64_t at, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes,
                   const uint32_t *fcs);
/* The same for lanes of which the following ones are not known yet. While xgmii_rx_open(), all that follow are to be passed, idle ones
 * too. Not to be mixed with xgmii_rx_lanes(). */
int xgmii_rx_more(struct xgmii_rx *x, uint64_t at, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes);
/* Lanes that were lent are no longer valid. */
void xgmii_rx_keep(struct xgmii_rx *x);
/* True if the receive state is HEAD or DATA after the newest lanes. */
bool xgmii_rx_open(const struct xgmii_rx *x);
/* True, once, if a frame began and is not over by the lanes that were passed. It is popped later as one that replaces itself (.again). */
bool xgmii_rx_begun(struct xgmii_rx *x, uint64_t *ret_start);
/* Returns the octet time of the /S/ of the oldest frame that was not popped, or XGMII_NEVER. */
static inline uint64_t xgmii_rx_next(const struct xgmii_rx *x)
{
	return x->found_first < x->found_count ? x->found[x->found_first].start : XGMII_NEVER;
}
/* Pops the oldest frame into *ret; returns false if there is none. */
bool xgmii_rx_pop(struct xgmii_rx *x, struct xgmii_frame *ret);

/* Returns true if the receive state is HEAD or DATA after the columns before octet time NOW. Times must not go back. Only if .watched. */
bool xgmii_rx_in_frame(struct xgmii_rx *x, uint64_t now);

/* Returns true if there is no fault, and none will come as far as lanes are known. */
static inline bool xgmii_rx_faultless(const struct xgmii_rx *x)
{
	return x->fault == XGMII_FAULT_NONE && x->transition_first == x->transition_count;
}

/* Returns the link fault that is visible in the cycle of octet time NOW; times must not go back. */
enum xgmii_fault xgmii_rx_fault(struct xgmii_rx *x, uint64_t now);
/* Returns the first cycle after NOW in which another link fault is visible, as far as lanes are known, or XGMII_NEVER. */
uint64_t xgmii_rx_fault_next(const struct xgmii_rx *x, uint64_t now);

/* Gaps on the transmit wire. */
struct xgmii_gap {
	/* set by the user, kept by a reset: */
	uint32_t unit;   /* octet times to which a start is aligned, 4 or 8; 0 is 4 */
	bool no_deficit; /* no gap is shorter than the average */

	bool kept;    /* a frame ended since reset */
	uint64_t end; /* octet time of its end code */
	uint32_t deficit;
};

void xgmii_gap_reset(struct xgmii_gap *g);
/* A frame ended: its end code is at octet time END. */
void xgmii_gap_end(struct xgmii_gap *g, uint64_t end);
/* Returns the first octet time, a multiple of 4, at which a start keeps the gap of IPG octets on average. */
uint64_t xgmii_gap_earliest(const struct xgmii_gap *g, uint32_t ipg);
/* Returns the lane of a start in the cycle of octet time CYCLE: 0, 4, or -1 if no start is allowed in it. */
int xgmii_gap_lane(const struct xgmii_gap *g, uint64_t cycle, uint32_t ipg);
/* A frame starts: /S/ is at octet time START. */
void xgmii_gap_start(struct xgmii_gap *g, uint64_t start, uint32_t ipg);
#endif
