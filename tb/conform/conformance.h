/* SPDX-License-Identifier: Apache-2.0 */
/* What a conformance statement says, collected from the runs of a regression. */
#ifndef PAUSEBENCH_CONFORMANCE_H
#define PAUSEBENCH_CONFORMANCE_H
#include "measure/measured.h"
#include "profile/profile.h"
#include "controls_seen.h"
#include "requirement.h"
#include "worth.h"
#include "regress/suite.h"

/* VERDICT_NOT_DECIDABLE: of captures alone, which show too little for each rule of the requirement. */
enum verdict { VERDICT_PASS, VERDICT_FAIL, VERDICT_NOT_EXERCISED, VERDICT_NOT_APPLICABLE, VERDICT_NOT_DECIDABLE, VERDICT_COUNT };
extern const char *const verdict_names[VERDICT_COUNT];

/* Findings of one kind: the same rule, the same place, with other numbers. Not to be mixed up with the groups of failing runs (regress/group.h): a run
 * belongs to one of those by its first finding, and may have findings of several kinds. */
struct finding_group {
	char what[64];                    /* as in the findings, each number an N */
	struct finding example;           /* of the smallest stimulus */
	char stimulus[96], purposes[256]; /* of captures: the time of the example */
	char *repeat;                     /* owned: the command that repeats it */
	char *blame;                      /* owned: the line of the profile that it contradicts, or NULL */
	char named[1024];                 /* the requirements that the stimuli of its runs name, each once, between blanks */
	uint64_t items;
	uint64_t findings, runs; /* .findings: of those that runs kept */
	uint64_t first_runs;     /* of .runs: so many have it as their first finding */
	bool alone; /* some run had no finding of another rule; else an expectation that failed follows from that one */
	bool first; /* it is the first finding of a run; else it may follow from another one */
};

struct requirement_result {
	enum verdict verdict;
	char reason[160];    /* of VERDICT_NOT_APPLICABLE; or what the profile says that breaks the requirement; or "" */
	uint64_t runs;       /* in which one of its rules was exercised */
	uint64_t named_runs; /* of stimuli that name its id */
	size_t
	    group; /* index + 1 of its first group of findings, or 0; a group that only follows others is no cause, and decides nothing */
};

struct waiver_result {
	uint64_t waived, runs; /* findings that it waived; runs in which it could have */
};

/* Of a statement about captures in place of runs. */
enum { CONFORMANCE_LINES = 3, CONFORMANCE_UNDECIDED = 512 /* octets of conformance_undecided() */ };
struct conformance_captures {
	char lines[CONFORMANCE_LINES][512];     /* what was judged, for the statement's head */
	const char *undecided[RULE_COUNT];      /* why the captures cannot decide the rule, or NULL */
	char when[SCOREBOARD_FINDINGS_MAX][48]; /* the time of each kept finding, in the order of the run */
};

struct conformance {
	const struct dut *dut;
	const struct conformance_captures *captures; /* NULL: runs of the bench were judged */
	const struct profile *described_by;          /* the profile whose lines findings contradict, or NULL */
	bool black_box, partial;
	bool profile_breaks; /* the profile says that the MAC breaks a requirement */
	const char *program, *version;
	const char *profile; /* name of its file, or NULL */
	char profile_hash[PROFILE_HASH_SIZE];
	const char *rtl_hash; /* or NULL */
	uint32_t seed_from, seed_to;
	uint64_t runs, skipped, broken, cycles, checks, findings;
	uint64_t failing;                                        /* of .runs */
	struct group_keys keys;                                  /* of the failing runs, as a regression groups them */
	uint64_t exercised[RULE_COUNT];                          /* runs */
	uint64_t moved[PM_COUNTERS_MAX], still[PM_COUNTERS_MAX]; /* runs */
	struct control_seen controls[PM_CONTROL_COUNT];
	bool controls_known; /* somebody looked at them */
	struct finding_group *groups;
	size_t group_count, group_room;
	struct measured_sum measured;
	struct worth worth;
	struct requirement_result *requirements; /* as requirement_table */
	struct waiver_result *waivers;           /* as dut->waivers */
	bool no_memory;
};

/* Zeroes RET for DUT. 0 or -ENOMEM; conformance_release() afterwards in any case. */
int conformance_init(struct conformance *ret, const struct dut *dut);
void conformance_release(struct conformance *c);
/* Adds a run that has ended. */
void conformance_add(struct conformance *c, const struct suite_run *run, const struct pool_result *result);
/* After the last run: decides each requirement. 0 or -ENOMEM. */
int conformance_judge(struct conformance *c);
/* Returns the id of the requirement of the counter that GROUP is about, or NULL: it is about no counter of a profile. */
const char *conformance_counter(const struct conformance *c, const struct finding_group *group);
/* Writes the rules of R that captures cannot decide into RET, each with the reason: "pause-da: why; ..."; false: there are none. */
bool conformance_undecided(const struct conformance *c, const struct requirement *r, char *ret, size_t size);
/* True if statements of the kind of C know VERDICT. */
bool conformance_knows(const struct conformance *c, enum verdict verdict);
/* "109 findings of 6 kinds in 65 runs, which are 2 groups", as the console and summary.json count them, into RET. Returns RET. */
enum { CONFORMANCE_FOUND = 160 };
const char *conformance_found(const struct conformance *c, char ret[CONFORMANCE_FOUND]);
/* Returns the name of the next counter from *I on, or of the next control, that no run has shown at work, or NULL; sets *I behind it. */
const char *conformance_idle_counter(const struct conformance *c, size_t *i);
const char *conformance_idle_control(const struct conformance *c, size_t *i);
/* Returns how many requirements have VERDICT. */
size_t conformance_total(const struct conformance *c, enum verdict verdict);
/* True if a received PAUSE or PFC frame was put to the test, or the MAC obeys none: without that a statement says nothing about flow control. */
bool conformance_decides(const struct conformance *c);
/* True if nothing was found, and every waiver was needed. */
bool conformance_clean(const struct conformance *c);
/* True if waiver number I waived nothing although it had its runs. */
bool conformance_idle(const struct conformance *c, size_t i);
/* Writes WHAT into RET with an N in place of each number. */
void finding_normalise(const char *what, char *ret, size_t size);
/* The limit of the standard for a measurement, octet times; its source in *RET_SOURCE. INT64_MAX: none. */
int64_t measure_limit(const struct dut *dut, enum measure_kind kind, const char **ret_source);
/* What the row states about a measurement: from .. to. False: nothing. */
bool measure_stated(const struct dut *dut, enum measure_kind kind, int64_t *ret_min, int64_t *ret_max);
#endif
