/* SPDX-License-Identifier: Apache-2.0 */
/* The 64-bit XGMII: frames and fault sequences among lanes, the link fault state, gaps with deficit idle count.
 * 802.3 clause 46; doc/devices/xgmii.md 1, 2, 4.
 *
 * The receiver goes column by column (4 lanes) and has three states. In IDLE, /S/ and three data octets lead to HEAD; a fault
 * sequence is counted. In HEAD, four data octets, the last of which is the SFD, lead to DATA; anything else is a malformed
 * start, and the column is treated as in IDLE. In DATA, data octets and unknown control codes belong to the frame. /T/ ends
 * it. /I/, /S/ and /Q/ end it, too, illegally; in the first lane of a column they have the column treated as in IDLE.
 *
 * The user passes a whole run of lanes at its beginning, so that frames are found before they are over. A reset forgets the
 * frames that were found, and looks again at the lanes of the run that come after it. The user may also pass lanes as they
 * come (xgmii_rx_more()): then a frame is found when it is over, and xgmii_rx_begun() reports its beginning before. */
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
	uint64_t start, end;   /* octet times of its /S/ and of its end code */
	const uint8_t *octets; /* DA..FCS, valid until the next xgmii_rx_lanes() or xgmii_rx_reset(); ... */
	bool lent;             /* ... if true, until xgmii_rx_keep(), since the user has lent them */
	uint32_t count;        /* how many octets the frame has */
	uint32_t len;          /* .count, saturated at XGMII_LENGTH_MAX */
	uint32_t fcs;          /* right FCS of all octets but the last four */
	bool fcs_wrong;        /* true also if there are fewer octets than an FCS has */
	bool error;            /* an /E/ is in it */
	bool illegal;          /* another control code is in it, or ended it */
	bool again;            /* this frame takes the place of the one popped before it, which did not end with its run */
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
	bool code;      /* a control code spoils the frame; false: a data octet does */
	uint8_t octet;  /* that code or octet, ... */
	unsigned lane;  /* ... so many lanes after the /S/ */
	uint64_t start; /* octet time of the /S/ */
};

struct xgmii_transition {
	uint64_t visible; /* octet time of the cycle in which the fault is visible */
	enum xgmii_fault fault;
};

/* After the columns before octet time .time the receiver is within a frame, or is not. */
struct xgmii_change {
	uint64_t time;
	bool in_frame;
};

struct xgmii_rx {
	enum { XGMII_RX_IDLE, XGMII_RX_HEAD, XGMII_RX_DATA } state;
	struct xgmii_found now; /* in HEAD and DATA: the frame */
	/* In DATA: the user knows of the frame already, since xgmii_rx_begun() has reported it, or since the user has popped it
	 * as a frame that ends with the run. */
	bool told;
	bool more; /* the user passes lanes as they come, so that those after the newest run are not known */
	/* The lanes that are still needed; the newest run, of .len lanes, is at .run. */
	uint8_t *octets;
	size_t used, capacity;
	size_t run;
	uint32_t len, codes;
	uint64_t run_at, run_end; /* octet times: the beginning of the newest run, and the end of its last column */
	uint64_t from;            /* lanes before this octet time are not looked at */
	uint32_t *code;           /* offsets of the control codes of the newest run */
	bool fcs_known;           /* the newest run is one frame with this FCS: */
	uint32_t fcs;
	bool lends;          /* the user's lanes stay valid until xgmii_rx_keep(), which copies those that are needed */
	const uint8_t *lent; /* the newest run, if it is not copied; then no other lanes are needed, and .run is 0 */
	const uint32_t *lent_code;
	struct xgmii_found *found;
	size_t found_first, found_count;

	bool head_errors; /* set by the user: /E/ in the preamble is an error of the frame; false: it leaves no frame */
	bool watched;     /* set by the user: .change is filled, for xgmii_rx_in_frame() */
	struct xgmii_change *change;
	size_t change_first, change_count;
	bool in_frame; /* what xgmii_rx_in_frame() returned last */

	struct xgmii_spoilt spoilt;

	/* link fault, as far as lanes are known */
	uint64_t sequence_at; /* newest fault sequence */
	unsigned sequences;
	enum xgmii_fault sequence_type, fault;
	enum xgmii_fault shown;
	struct xgmii_transition *transition;
	size_t transition_first, transition_count;
	size_t mark_capacity; /* how many entries .code, .found, .change and .transition each have room for */
};

/* Makes *X empty, in the state of reset. The caller ends with xgmii_rx_release(). */
void xgmii_rx_init(struct xgmii_rx *x);
void xgmii_rx_release(struct xgmii_rx *x);
/* A reset: the state is IDLE, there is no fault, and the lanes from octet time UNTIL on are looked at again. */
void xgmii_rx_reset(struct xgmii_rx *x, uint64_t until);
/* Takes a run of LEN lanes from octet time AT on, a multiple of 4 that is not before the end of the newest run. CODE has the
 * offsets of the control codes among them, CODES of them, in ascending order. Outside runs the wire is idle. The lanes are
 * copied, unless .lends is set. FCS: if the lanes are those of one frame, from its /S/ to its end code, and the user knows it,
 * the right FCS of all octets of the frame but the last four; else NULL. Returns 0 or -ENOMEM. */
int xgmii_rx_lanes(struct xgmii_rx *x, uint64_t at, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes,
                   const uint32_t *fcs);
/* Takes the place of xgmii_rx_lanes() where the lanes that follow are not known yet. While xgmii_rx_open() is true the user must
 * pass all lanes, idle ones too. A user calls only one of the two functions. */
int xgmii_rx_more(struct xgmii_rx *x, uint64_t at, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes);
/* To be called before lanes that were lent become invalid: copies those that are still needed. */
void xgmii_rx_keep(struct xgmii_rx *x);
/* Returns true if the receive state is HEAD or DATA after the newest lanes. */
bool xgmii_rx_open(const struct xgmii_rx *x);
/* Returns true, once for each frame, if a frame has begun and the lanes passed so far do not end it. It is popped later with
 * .again set. */
bool xgmii_rx_begun(struct xgmii_rx *x, uint64_t *ret_start);
/* Returns the octet time of the /S/ of the oldest frame that has not been popped, or XGMII_NEVER. */
static inline uint64_t xgmii_rx_next(const struct xgmii_rx *x)
{
	return x->found_first < x->found_count ? x->found[x->found_first].start : XGMII_NEVER;
}
/* Pops the oldest frame into *ret; returns false if there is none. */
bool xgmii_rx_pop(struct xgmii_rx *x, struct xgmii_frame *ret);

/* Returns true if the receive state is HEAD or DATA after the columns before octet time NOW. Times must not go back. Needs
 * .watched. */
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

	bool kept;    /* a frame has ended since reset, so that a gap is to be kept: */
	uint64_t end; /* octet time of its end code */
	uint32_t deficit;
};

void xgmii_gap_reset(struct xgmii_gap *g);
/* A frame ended: its end code is at octet time END. */
void xgmii_gap_end(struct xgmii_gap *g, uint64_t end);
/* Returns the first octet time, a multiple of 4, at which a frame may start so that gaps have IPG octets on average. */
uint64_t xgmii_gap_earliest(const struct xgmii_gap *g, uint32_t ipg);
/* Returns the lane of a start in the cycle of octet time CYCLE: 0, 4, or -1 if no start is allowed in it. */
int xgmii_gap_lane(const struct xgmii_gap *g, uint64_t cycle, uint32_t ipg);
/* A frame starts: /S/ is at octet time START. */
void xgmii_gap_start(struct xgmii_gap *g, uint64_t start, uint32_t ipg);
#endif
