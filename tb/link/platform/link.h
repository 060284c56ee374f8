/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a link from its description: two MACs, the cable, traffic, hosts, programming over TLM, a scoreboard per end.
 * doc/use/link.md. */
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
/* Errors that tests of the rules put into a run; each may be NULL. */
struct link_faults {
	/* Changes the register writes of END, which are carried out one after the other. Returns 0 or negative errno. */
	int (*setup)(unsigned end, struct stimulus *setup);
	/* Returns how many times the host at END gets its I-th frame. */
	unsigned (*copies)(unsigned end, uint64_t i);
};

struct link_options {
	const char *out; /* a folder that exists, for a-to-b.pcapng and b-to-a.pcapng; NULL: no captures */
	bool waves;      /* a traced build writes waves.fst and waves.gtkw into .out, from .waves_from_ps to .waves_to_ps */
	uint64_t waves_from_ps, waves_to_ps;
	struct waves_record *record[LINK_ENDS]; /* records what each end's golden model expects; NULL: it is not recorded */
	const struct seam_changes *expected[LINK_ENDS]; /* what the waves show as expected; NULL: nothing */
	bool (*stop)(void);                             /* the run ends soon after this returns true; may be NULL */
	double max_seconds;               /* a run that takes more wall-clock time ends soon, with a finding; 0: no limit */
	const struct link_faults *faults; /* NULL: none */
};

struct link_result {
	bool stopped;                 /* .stop ended the run */
	bool drained;                 /* all frames that were sent had time to arrive */
	uint64_t start_ps, stop_ps;   /* when the traffic began and stopped */
	uint64_t end_ps;              /* when the run ended */
	uint64_t clocks[LINK_ENDS];   /* how many clocks each MAC ran */
	uint64_t accesses[LINK_ENDS]; /* how many accesses came over TLM */
	double seconds;               /* CPU time */

	struct link_totals totals[LINK_ENDS]; /* by the end that sends */
	/* What was delivered while traffic was on, with preamble and gap, as a share of the line rate. */
	double throughput[LINK_ENDS];
	/* In units of each end's buffer: the headroom mark, and how far the free space fell below it. */
	uint32_t headroom[LINK_ENDS], overshoot[LINK_ENDS];
	uint64_t bound[LINK_ENDS]; /* the analytic headroom, or UINT64_MAX if there is none */
	bool promised[LINK_ENDS];  /* no frame may be lost there: the rule link-lost applies */

	struct scoreboard_result score[LINK_ENDS]; /* with times in clocks of that end */
	uint64_t findings;                         /* how many findings the link's own rules made, kept or not */
	struct link_finding finding[LINK_FINDINGS_MAX];
};

/* Returns how many frames of a direction were lost in the receive buffer. */
uint64_t link_lost(const struct link_totals *totals);
/* Returns the number of all findings, of both ends and the link. */
uint64_t link_findings(const struct link_result *result);
/* Gives the earliest finding that is kept, of both ends and the link. Returns false if there is none. */
bool link_first_finding(const struct link_description *link, const struct link_result *result, struct link_finding *ret);
/* Returns true if this build can write waves. */
bool link_can_trace(void);

/* Simulates LINK, which link_file_check() has accepted. The findings and counts depend on LINK alone. It may be called once in a
 * process, since SystemC elaborates one platform. Returns 0 with the result in RET, or negative errno. */
int link_run(const struct link_description *link, const struct link_options *options, struct link_result *ret,
             struct env_error *ret_error);
/* The type of link_run(), in whose place a test may put another function. */
typedef int link_run_fn(const struct link_description *link, const struct link_options *options, struct link_result *ret,
                        struct env_error *ret_error);

#ifdef __cplusplus
}
#endif
#endif
