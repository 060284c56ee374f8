/* SPDX-License-Identifier: Apache-2.0 */
/* The analytic worst case of the headroom at an end: all frames that can still arrive after the level of its buffer crossed the mark.
 * doc/use/link.md 6. */
#ifndef PAUSEBENCH_BOUND_H
#define PAUSEBENCH_BOUND_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link/description/link_file.h"

/* The times after the crossing, one after the other, in octet times (MII: clocks) of B, with the last one those of A. The end that receives is
 * B, its partner is A. */
enum bound_time {
	BOUND_LATE,       /* from an octet on the wire until the level shows it */
	BOUND_CLIENT,     /* the client beside the MAC sees the level and raises the request */
	BOUND_DECISION,   /* from the visible request until the PAUSE frame begins on an idle wire */
	BOUND_OWN,        /* B's own longest frame, which B decided to send just before, with preamble and gap */
	BOUND_PAUSE,      /* the PAUSE frame, up to its end */
	BOUND_CABLE_OUT,  /* the cable from B to A */
	BOUND_REACTION,   /* from the end of the PAUSE frame at A until A's last data frame begins */
	BOUND_CABLE_BACK, /* the cable from A to B */
	BOUND_DRIFT,      /* what A's clock counts more than B's in that time */
	BOUND_TIMES
};
/* The units of B's buffer that the frames take up which arrive in that time. */
enum bound_amount {
	BOUND_ARRIVING =
	    BOUND_TIMES, /* the frames after the crossing, among them A's longest one that has just begun, each in whole units */
	/* In a buffer that counts octets: how far the frame that crosses the mark goes beyond it; with frames of one length: the
	 * rest into which no whole frame fits. */
	BOUND_CROSSING,
	/* In a buffer that counts octets: the room that the frames below the mark take and the level does not show. */
	BOUND_ROUNDING,
	BOUND_COMPARE, /* one if XOFF is due below the mark and not at it */
	BOUND_TERMS
};

struct bound {
	int64_t term[BOUND_TERMS];
	int64_t window;    /* the sum of the times */
	uint64_t headroom; /* the sum of the amounts in units, rounded up to a step of the mark; at most the buffer */
	uint32_t frames;   /* how many frames arrive after the crossing if all have one length; else 0 */
	bool possible;     /* the sum is smaller than the buffer */
	uint64_t slack;    /* by how many units a measured headroom may be smaller; see bound_slack() */
	/* In octet times (MII: clocks) of B: how long an XOFF must last and how long it lasts; with a refresh: how long before the end
	 * of an XOFF the refresh must begin, and begins. A counts the time of an XOFF, by its own clock. */
	int64_t time_needed, time_given;
	bool time_holds;
};

/* An error that a test puts into a bound to see that the comparison with measurements fails. */
struct bound_error {
	unsigned omit; /* the terms that are left out, as 1 << term */
	uint32_t add;  /* how many octet times (MII: clocks) the window is too long */
};

/* Returns the name of a term, such as "late"; NULL after the last one. */
const char *bound_term_name(unsigned term);
/* Computes the bound for the end END of LINK with the marks and times of link_flow(). WRONG may be NULL. Returns 0, or negative
 * errno with the message in *ret_error. */
int bound_of(const struct link_description *link, unsigned end, const struct bound_error *wrong, struct bound *ret,
             struct env_error *ret_error);
/* Does the same, and gives ret->slack for a measurement that had CROSSINGS crossings of the mark. */
int bound_slack(const struct link_description *link, unsigned end, const struct bound_error *wrong, double crossings,
                struct bound *ret, struct env_error *ret_error);
/* Returns the headroom of the bound alone; UINT64_MAX if there is none. */
uint64_t bound_headroom(const struct link_description *link, unsigned end);
/* Returns true if no frame may be lost in END's receive buffer: its headroom is at least the bound, its XOFF cannot run out, and
 * the cable delivers every PAUSE frame. */
bool bound_promises(const struct link_description *link, unsigned end);

/* Returns how many octet times (MII: clocks) of END are left of an XOFF when END begins to refresh it; 0 if it does not refresh, or too late. */
int64_t bound_refresh(const struct link_description *link, unsigned end);

#ifdef __cplusplus
}
#endif
#endif
