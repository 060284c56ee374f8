/* SPDX-License-Identifier: Apache-2.0 */
/* The analytic worst case of the headroom at an end: all that can still arrive after its buffer's level crossed the mark. doc/link.md 6. */
#ifndef PAUSEBENCH_BOUND_H
#define PAUSEBENCH_BOUND_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link/description/link_file.h"

/* From the crossing on, one after the other: octet times (MII: clocks). The end that receives is B, its partner is A. */
enum bound_time {
	BOUND_LATE,       /* on the wire until the level shows it */
	BOUND_CLIENT,     /* the client beside the MAC sees the level and raises the request */
	BOUND_DECISION,   /* request visible until the PAUSE frame begins on an idle wire */
	BOUND_OWN,        /* B's own longest frame, decided just before, with preamble and gap */
	BOUND_PAUSE,      /* the PAUSE frame, up to its end */
	BOUND_CABLE_OUT,  /* B to A */
	BOUND_REACTION,   /* its end at A until A's last data frame begins */
	BOUND_CABLE_BACK, /* A to B */
	BOUND_TIMES
};
/* What arrives in that time and what it takes up: units of B's buffer. */
enum bound_amount {
	BOUND_ARRIVING = BOUND_TIMES, /* frames behind the crossing, A's longest one just begun with them, each in whole units */
	BOUND_CROSSING, /* octets: how far the frame that crosses the mark goes beyond it; one length: what no whole frame fits in */
	BOUND_ROUNDING, /* octets: room that the frames below the mark take and the level does not show */
	BOUND_COMPARE,  /* one, if XOFF is due below the mark and not at it */
	BOUND_TERMS
};

struct bound {
	int64_t term[BOUND_TERMS];
	int64_t window;    /* sum of the times */
	uint64_t headroom; /* units: sum of the amounts, in steps of the mark; at most the buffer */
	uint32_t frames;   /* behind the crossing, traffic of one length; else 0 */
	bool possible;     /* the buffer has so much */
	uint64_t slack;    /* units by which a measured headroom may be smaller; bound_slack() */
	int64_t time_needed,
	    time_given; /* octet times (MII: clocks) that an XOFF must last, or a refresh must come before its end */
	bool time_holds;
};

/* A bound made wrong, so that the check that compares it with measurements can be seen failing. */
struct bound_error {
	unsigned omit; /* terms left out: 1 << term */
	uint32_t add;  /* octet times (MII: clocks) too many in the window */
};

/* As in enum bound_time, "late"; NULL behind the last one. */
const char *bound_term_name(unsigned term);
/* For the end END of LINK, whose marks and times are those of link_flow(). WRONG may be NULL. 0 or negative errno, *ret_error has the line. */
int bound_of(const struct link_description *link, unsigned end, const struct bound_error *wrong, struct bound *ret,
             struct env_error *ret_error);
/* Likewise, with ret->slack for a measurement that met CROSSINGS of the mark. */
int bound_slack(const struct link_description *link, unsigned end, const struct bound_error *wrong, double crossings,
                struct bound *ret, struct env_error *ret_error);
/* The bound alone, UINT64_MAX if there is none. */
uint64_t bound_headroom(const struct link_description *link, unsigned end);
/* No frame may be lost in END's receive buffer: headroom at or above the bound, an XOFF that cannot run out, and a cable that
 * brings every PAUSE frame. */
bool bound_promises(const struct link_description *link, unsigned end);

#ifdef __cplusplus
}
#endif
#endif
