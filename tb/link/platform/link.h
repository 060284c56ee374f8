/* SPDX-License-Identifier: Apache-2.0 */
/* A link from its description: two MACs, the cable, traffic, hosts, programming over TLM, a scoreboard per end. doc/use/link.md. */
#ifndef PAUSEBENCH_LINK_H
#define PAUSEBENCH_LINK_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link/check/link_check.h"
#include "link/description/link_file.h"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* in C a function may have the name of a struct */
#include "check/scoreboard.h"
#pragma GCC diagnostic pop

struct stimulus;
struct waves_record;
struct seam_changes;
/* Errors that tests of the rules put in; each may be NULL. */
struct link_faults {
	/* Changes the register writes of END, which are carried out one after the other. 0 or negative errno. */
	int (*setup)(unsigned end, struct stimulus *setup);
	/* Returns how often the host at END gets its I-th frame. */
	unsigned (*copies)(unsigned end, uint64_t i);
};

struct link_options {
	const char *out; /* a folder that exists, for a-to-b.pcapng and b-to-a.pcapng; NULL: no captures */
	bool waves;      /* traced build: waves.fst and waves.gtkw in .out, from .waves_from_ps to .waves_to_ps */
	uint64_t waves_from_ps, waves_to_ps;
	struct waves_record *record[LINK_ENDS];         /* records what each end's golden model expects; NULL: nobody does */
	const struct seam_changes *expected[LINK_ENDS]; /* what the waves show of it; NULL: nothing */
	bool (*stop)(void);                             /* the run ends soon after it returns true; may be NULL */
	double max_seconds;               /* wall clock; a run that takes longer ends soon, with a finding; 0: no limit */
	const struct link_faults *faults; /* NULL: none */
};

struct link_result {
	bool stopped;                 /* by .stop */
	bool drained;                 /* all frames that were sent had time to arrive */
	uint64_t start_ps, stop_ps;   /* of the traffic */
	uint64_t end_ps;              /* of the run */
	uint64_t clocks[LINK_ENDS];   /* of each MAC */
	uint64_t accesses[LINK_ENDS]; /* over TLM */
	double seconds;               /* CPU */

	struct link_totals totals[LINK_ENDS]; /* by the end that sends */
	double throughput[LINK_ENDS]; /* delivered while traffic was on, as a share of the line rate: with preamble and gap */
	/* in units of each end's buffer: the headroom mark, and how far the free space fell below it */
	uint32_t headroom[LINK_ENDS], overshoot[LINK_ENDS];
	uint64_t bound[LINK_ENDS]; /* analytic headroom, UINT64_MAX: there is none */
	bool promised[LINK_ENDS];  /* no frame may be lost there: link-lost applies */

	struct scoreboard_result score[LINK_ENDS]; /* times are clocks of that end */
	uint64_t findings;                         /* of the link's own rules, kept or not */
	struct link_finding finding[LINK_FINDINGS_MAX];
};

/* Returns how many frames of a direction were lost in the receive buffer. */
uint64_t link_lost(const struct link_totals *totals);
/* Returns the number of all findings, of both ends and the link. */
uint64_t link_findings(const struct link_result *result);
/* Gives the earliest kept finding of both ends and the link. False if there is none. */
bool link_first_finding(const struct link_description *link, const struct link_result *result, struct link_finding *ret);
/* True if this build can write waves. */
bool link_can_trace(void);

/* Simulates LINK, which link_file_check() found good. The result depends on LINK alone. May be called once in a process, since SystemC elaborates one
 * platform. 0 with the result in RET, or negative errno. */
int link_run(const struct link_description *link, const struct link_options *options, struct link_result *ret,
             struct env_error *ret_error);
/* link_run(), or the function that a test puts in its place. */
typedef int link_run_fn(const struct link_description *link, const struct link_options *options, struct link_result *ret,
                        struct env_error *ret_error);

#ifdef __cplusplus
}
#endif
#endif
