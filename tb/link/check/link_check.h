/* SPDX-License-Identifier: Apache-2.0 */
/* Checks the link's own rules with the facts that both ends and the cable report. It knows no simulator. doc/use/link.md 5. */
#ifndef PAUSEBENCH_LINK_CHECK_H
#define PAUSEBENCH_LINK_CHECK_H
#ifdef __cplusplus
extern "C" {
#endif
#include "finding/finding.h"
#include "link/description/link_file.h"

enum { LINK_FINDINGS_MAX = 64 }; /* so many findings are kept; all are counted */

enum link_fact_kind {
	LINK_OFFERED,    /* .end's source handed frame .number of .len octets DA..FCS to its MAC */
	LINK_LEFT,       /* frame .number of .end left the cable, or would have left it; .fate */
	LINK_LEFT_PAUSE, /* a PAUSE frame of .end with .value quanta left the cable, or would have left it; .fate */
	/* The host at .end got the partner's frame .number of .len octets DA..FCS; .wrong says how it differs from what was sent. */
	LINK_DELIVERED,
	LINK_ERRORED,    /* the host at .end got a frame that its MAC marks as bad */
	LINK_FOREIGN,    /* the host at .end got a good frame that no source sent */
	LINK_CONTROL,    /* the host at .end got a MAC control frame: some devices deliver the PAUSE frames that they obeyed */
	LINK_DROPPED,    /* the MAC at .end dropped a good data frame because its buffer had no room */
	LINK_LEVEL,      /* .value units of the receive buffer of .end are free */
	LINK_PAUSE_SENT, /* a PAUSE frame with .value quanta ended on the wire at .end */
	LINK_INHIBITED,  /* PAUSE holds the transmitter of .end (.value 1), or does not */
	LINK_HOST,       /* the host at .end takes frames (.value 1), or takes none; at first it takes them */
	LINK_CUT,        /* the cable is cut in the direction of .end (.value 1), or is not */
	LINK_TRAFFIC,    /* the sources begin (.value 1) or stop; .end is not used */
	LINK_FACT_KINDS,
};
enum link_fate {
	LINK_CLEAN,
	LINK_DOUBTFUL, /* DA..FCS is as it was sent, but the octets before it are not: a MAC may accept the frame or not */
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
	const char *wrong; /* a static text; NULL: nothing is wrong */
};

struct link_check_end {
	bool promised;  /* no frame may be lost in its buffer */
	bool refreshes; /* it sends XOFF again before the time of the last one is over, and has time for that */
	/* XOFF is due from fewer free units than headroom until more than resume; equal: there is one mark. */
	uint32_t headroom, resume;
	uint32_t longest; /* octets DA..FCS of the longest frame that it sends */
	double octet_ps;  /* the time of an octet on the wire */
	/* A bound of three times: from a PAUSE frame to the inhibit, from the end of an inhibit to data, and from a frame's end to
	 * the host. */
	uint64_t reaction_ps;
	/* As shares of the line rate: how much traffic it offers, and how much its host takes over a long time. */
	double load, host_share;
};

struct link_check_config {
	struct link_check_end end[LINK_ENDS];
	uint64_t delay_ps[LINK_ENDS]; /* the cable's delay, by the end that sends */
};

/* The causes of a loss in a receive buffer. */
enum link_why {
	LINK_WHY_HEADROOM, /* XOFF came too late for the frames on their way */
	LINK_WHY_EXPIRED,  /* the time of the XOFF was over */
	LINK_WHY_CABLE,    /* the cable damaged or lost an XOFF since the mark was crossed */
	LINK_WHY_COUNT,
};
extern const char *const link_why_names[LINK_WHY_COUNT];

/* The totals of a direction, at its sender; .delivered, .errored, .lost, .crossings and .min_free are the receiver's. */
struct link_totals {
	uint64_t offered, offered_octets;     /* DA..FCS */
	uint64_t delivered, delivered_octets; /* DA..FCS */
	uint64_t damaged, cable_lost;         /* data frames */
	uint64_t errored;
	uint64_t lost[LINK_WHY_COUNT]; /* in the receive buffer */
	uint64_t xoff, xon;            /* PAUSE frames that the sender of this direction sent */
	uint64_t inhibited_ps;         /* for how long PAUSE held the sender while the sources were on */
	uint64_t crossings;            /* the receiver's free space fell below its headroom while its host took nothing */
	uint32_t min_free;             /* the fewest free units of the receiver's buffer; UINT32_MAX: not known */
};

struct link_finding {
	uint64_t time_ps, cause_ps;
	unsigned end;         /* the end at which it was seen; LINK_ENDS: the link */
	struct finding plain; /* as the rest of the bench has it; its cycles are not used, since each end has clocks of its own */
};

struct link_check;
/* Returns a new check; NULL if there is no memory. */
struct link_check *link_check_new(const struct link_check_config *config);
void link_check_free(struct link_check *c);
/* Takes a fact; facts may come in any order of time. Returns 0 or -ENOMEM. */
int link_check_fact(struct link_check *c, const struct link_fact *fact);
/* Checks all facts before TIME_PS; no earlier fact may come later. Facts of one time are checked in the order in which they came. */
void link_check_until(struct link_check *c, uint64_t time_ps);
/* Ends the check of a run. DRAINED says that all frames that were sent had time to arrive. */
void link_check_finish(struct link_check *c, uint64_t end_ps, bool drained);

const struct link_totals *link_check_totals(const struct link_check *c, unsigned from);
/* Returns how many frames of the direction, by the facts that were checked, were offered and are neither delivered nor known to
 * be lost. */
uint64_t link_check_waiting(const struct link_check *c, unsigned from);
/* Return the number of all findings; and a finding of the LINK_FINDINGS_MAX that are kept, or NULL. */
uint64_t link_check_findings(const struct link_check *c);
const struct link_finding *link_check_finding(const struct link_check *c, size_t i);

#ifdef __cplusplus
}
#endif
#endif
