/* SPDX-License-Identifier: Apache-2.0 */
/* The link's own rules, checked with facts that both ends and the cable report. Knows no simulator. doc/use/link.md 5. */
#ifndef PAUSEBENCH_LINK_CHECK_H
#define PAUSEBENCH_LINK_CHECK_H
#ifdef __cplusplus
extern "C" {
#endif
#include "finding/finding.h"
#include "link/description/link_file.h"

enum { LINK_FINDINGS_MAX = 64 }; /* so many are kept, all are counted */

enum link_fact_kind {
	LINK_OFFERED,    /* .end's source handed frame .number of .len octets DA..FCS to its MAC */
	LINK_LEFT,       /* frame .number of .end left the cable, or would have left it; .fate */
	LINK_LEFT_PAUSE, /* a PAUSE frame of .end with .value quanta left the cable, or would have left it; .fate */
	LINK_DELIVERED, /* the host at .end got the partner's frame .number of .len octets DA..FCS; .wrong if it is not as it was sent */
	LINK_ERRORED,    /* the host at .end got a frame that its MAC marks as bad */
	LINK_FOREIGN,    /* the host at .end got a good frame that no source sent */
	LINK_CONTROL,    /* the host at .end got a MAC control frame: some devices pass on the frames that they obeyed */
	LINK_DROPPED,    /* the MAC at .end dropped a good data frame for want of room */
	LINK_LEVEL,      /* .value units of the receive buffer of .end are free */
	LINK_PAUSE_SENT, /* a PAUSE frame with .value quanta ended on the wire at .end */
	LINK_INHIBITED,  /* the transmitter of .end is held by PAUSE (.value 1), or not */
	LINK_HOST,       /* the host at .end takes frames (.value 1), or none; it takes them at first */
	LINK_CUT,        /* the direction of .end is cut (.value 1), or not */
	LINK_TRAFFIC,    /* the sources begin (.value 1) or stop; .end means nothing */
	LINK_FACT_KINDS,
};
enum link_fate {
	LINK_CLEAN,
	LINK_DOUBTFUL, /* DA..FCS is as it was sent, but the octets before it are not: a MAC may take it or not */
	LINK_DAMAGED,
	LINK_LOST,
};

struct link_fact {
	uint64_t time_ps;
	enum link_fact_kind kind;
	unsigned end;
	uint64_t number;
	uint32_t len;
	uint32_t value;
	enum link_fate fate;
	const char *wrong; /* static text; NULL: nothing is wrong */
};

struct link_check_end {
	bool promised;             /* no frame may be lost in its buffer */
	bool refreshes;            /* its XOFF is sent again before it runs out, which it can do in time */
	uint32_t headroom, resume; /* free units: XOFF is due below headroom, until above resume; equal: one mark both ways */
	uint32_t longest;          /* octets DA..FCS of the longest frame that it sends */
	double octet_ps;           /* on the wire */
	/* at most: from a PAUSE frame to the inhibit, from the end of an inhibit to data, from a frame's end to the host */
	uint64_t reaction_ps;
	double load,
	    host_share; /* shares of the line rate: the traffic that it offers, and the traffic that its host takes over a long time */
};

struct link_check_config {
	struct link_check_end end[LINK_ENDS];
	uint64_t delay_ps[LINK_ENDS]; /* of the direction */
};

/* Why a frame was lost in a receive buffer. */
enum link_why {
	LINK_WHY_HEADROOM, /* XOFF came too late for the frames on their way */
	LINK_WHY_EXPIRED,  /* XOFF ran out */
	LINK_WHY_CABLE,    /* the cable damaged or lost an XOFF since the mark was crossed */
	LINK_WHY_COUNT,
};
extern const char *const link_why_names[LINK_WHY_COUNT];

/* A direction as its sender sees it; .delivered, .errored, .lost and .min_free are of its receiver. */
struct link_totals {
	uint64_t offered, offered_octets;     /* DA..FCS */
	uint64_t delivered, delivered_octets; /* DA..FCS */
	uint64_t damaged, cable_lost;         /* data frames */
	uint64_t errored;
	uint64_t lost[LINK_WHY_COUNT]; /* in the receive buffer */
	uint64_t xoff, xon;            /* PAUSE frames that the sender of this direction sent */
	uint64_t inhibited_ps;         /* the sender was held, while the sources were on */
	uint64_t crossings;            /* the receiver's free space fell below its headroom while its host took nothing */
	uint32_t min_free;             /* units; of the receiver's buffer; UINT32_MAX: not known */
};

struct link_finding {
	uint64_t time_ps, cause_ps;
	unsigned end; /* where; LINK_ENDS: the link */
	enum rule rule;
	char what[64], expected[96], actual[96];
};

struct link_check;
/* Returns a new check; NULL if there is no memory. */
struct link_check *link_check_new(const struct link_check_config *config);
void link_check_free(struct link_check *c);
/* Takes a fact; facts may come in any order of time. 0 or -ENOMEM. */
int link_check_fact(struct link_check *c, const struct link_fact *fact);
/* Checks all facts before TIME_PS; no earlier fact may come later. Facts of one time are checked in the order in which they came. */
void link_check_until(struct link_check *c, uint64_t time_ps);
/* Ends the check of a run. DRAINED: all frames that were sent had time to arrive. */
void link_check_finish(struct link_check *c, uint64_t end_ps, bool drained);

const struct link_totals *link_check_totals(const struct link_check *c, unsigned from);
/* Returns how many frames of the direction were offered and are neither delivered nor known to be lost, by the facts that were checked. */
uint64_t link_check_waiting(const struct link_check *c, unsigned from);
/* Return the number of findings, and one of the LINK_FINDINGS_MAX that are kept, or NULL. */
uint64_t link_check_findings(const struct link_check *c);
const struct link_finding *link_check_finding(const struct link_check *c, size_t i);

#ifdef __cplusplus
}
#endif
#endif
