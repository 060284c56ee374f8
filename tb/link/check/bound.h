/* SPDX-License-Identifier: Apache-2.0 */
/* The analytic worst case of the headroom at an end: all frames that can still arrive after the level of its buffer crossed the mark.
 * doc/use/link.md 6. */
#ifndef PAUSEBENCH_BOUND_H
#define PAUSEBENCH_BOUND_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link/description/link_file.h"

/* The times from the crossing on, which follow each other, in octet times (MII: clocks). The end that receives is B, its partner is A. */
enum bound_time {
	BOUND_LATE,       /* from an octet on the wire until the level shows it */
	BOUND_CLIENT,     /* the client beside the MAC sees the level and raises the request */
	BOUND_DECISION,   /* from the visible request until the PAUSE frame begins on an idle wire */
	BOUND_OWN,        /* B's own longest frame, decided just before, with preamble and gap */
	BOUND_PAUSE,      /* the PAUSE frame, up to its end */
	BOUND_CABLE_OUT,  /* B to A */
	BOUND_REACTION,   /* from its end at A until A's last data frame begins */
	BOUND_CABLE_BACK, /* A to B */
	BOUND_TIMES
};
/* The frames that arrive in that time, in units of B's buffer that they take up. */
enum bound_amount {
	BOUND_ARRIVING =
	    BOUND_TIMES, /* frames after the crossing, with A's longest one that has just begun, each in whole units */
	BOUND_CROSSING, /* octets: how far the frame that crosses the mark goes beyond it; one length: the rest into which no whole frame fits */
	BOUND_ROUNDING, /* octets: room that the frames below the mark take and the level does not show */
	BOUND_COMPARE,  /* one, if XOFF is due below the mark and not at it */
	BOUND_TERMS
};

struct bound {
	int64_t term[BOUND_TERMS];
	int64_t window;    /* sum of the times */
	uint64_t headroom; /* units: sum of the amounts, in steps of the mark; at most the buffer */
	uint32_t frames;   /* after the crossing, with traffic of one length; else 0 */
	bool possible;     /* the buffer is as large as that */
	uint64_t slack;    /* units by which a measured headroom may be smaller; bound_slack() */
	int64_t time_needed,
	    time_given; /* octet times (MII: clocks) that an XOFF must last, or a refresh must come before its end */
	bool time_holds;
};

/* An error that is put into a bound, so that the comparison with measurements can be seen to fail. */
struct bound_error {
	unsigned omit; /* terms left out: 1 << term */
	uint32_t add;  /* octet times (MII: clocks) too many in the window */
};

/* Returns the name of a term, as "late"; NULL after the last one. */
const char *bound_term_name(unsigned term);
/* Computes the bound for the end END of LINK with the marks and times of link_flow(). WRONG may be NULL. 0 or negative errno with the line in
 * *ret_error. */
int bound_of(const struct link_description *link, unsigned end, const struct bound_error *wrong, struct bound *ret,
             struct env_error *ret_error);
/* As bound_of(), with ret->slack for a measurement that had CROSSINGS crossings of the mark. */
int bound_slack(const struct link_description *link, unsigned end, const struct bound_error *wrong, double crossings,
                struct bound *ret, struct env_error *ret_error);
/* Returns the headroom of the bound alone; UINT64_MAX if there is none. */
uint64_t bound_headroom(const struct link_description *link, unsigned end);
/* True if no frame may be lost in END's receive buffer: its headroom is at least the bound, its XOFF cannot run out, and the cable delivers every
 * PAUSE frame. */
bool bound_promises(const struct link_description *link, unsigned end);

#ifdef __cplusplus
}
#endif
#endif
