/* SPDX-License-Identifier: Apache-2.0 */
/* The data of a conformance statement, collected from the runs of a regression. */
#ifndef PAUSEBENCH_CONFORMANCE_H
#define PAUSEBENCH_CONFORMANCE_H
#include "measure/measured.h"
#include "profile/profile.h"
#include "controls_seen.h"
#include "requirement.h"
#include "worth.h"
#include "regress/suite.h"

/* VERDICT_NOT_DECIDABLE: only captures have it, if they show too little to decide any rule of the requirement. */
enum verdict { VERDICT_PASS, VERDICT_FAIL, VERDICT_NOT_EXERCISED, VERDICT_NOT_APPLICABLE, VERDICT_NOT_DECIDABLE, VERDICT_COUNT };
extern const char *const verdict_names[VERDICT_COUNT];

/* Findings of one kind: of the same rule and the same place, with other numbers. They are not the groups of failing runs
 * (regress/group.h): a run belongs to one of those by its first finding, and may have findings of several kinds. */
struct finding_group {
	char what[64];                    /* as in the findings, with an N for each number */
	struct finding example;           /* the finding of the smallest stimulus */
	char stimulus[96], purposes[256]; /* .stimulus: for captures the time of the example */
	char *repeat;                     /* the command that repeats the example; owned */
	char *blame;                      /* the line of the profile that it contradicts, or NULL; owned */
	char named[1024];                 /* the requirements that the stimuli of its runs name, each once, between blanks */
	uint64_t items;
	uint64_t findings, runs; /* .findings counts those that runs kept */
	/* In how many of .runs the clocks of both wires were off in opposite directions (clocks_apart()), and in how many equally. */
	uint64_t apart_runs, equal_runs;
	uint64_t first_runs; /* in how many of .runs it is the first finding */
	bool alone; /* some run had no finding of another rule; if false, an expectation that failed follows from that rule */
	bool first; /* it is the first finding of some run; if false, it may follow from another finding */
};

struct requirement_result {
	enum verdict verdict;
	/* The reason for VERDICT_NOT_APPLICABLE; or the line of the profile that breaks the requirement; or why the clocks of the MAC leave it
	 * VERDICT_NOT_EXERCISED, with the remedy; or "". */
	char reason[192];
	uint64_t runs;       /* how many runs exercised one of its rules */
	uint64_t named_runs; /* how many runs had stimuli that name its id */
	/* Index + 1 of its first group of findings, or 0. A group that only follows from others is no cause, and decides nothing. */
	size_t group;
};

struct waiver_result {
	uint64_t waived, runs; /* how many findings it waived, and in how many runs it could have */
};

/* Data of a statement about captures in place of runs. */
enum { CONFORMANCE_LINES = 3, CONFORMANCE_UNDECIDED = 512 /* octets of conformance_undecided() */ };
struct conformance_captures {
	char lines[CONFORMANCE_LINES][512];     /* lines about the captures, for the statement's head */
	const char *undecided[RULE_COUNT];      /* the reason why the captures cannot decide the rule, or NULL */
	char when[SCOREBOARD_FINDINGS_MAX][48]; /* the time of each kept finding, in the order of the run */
};

struct conformance {
	const struct dut *dut;
	const struct conformance_captures *captures; /* NULL: the statement is about runs of the bench */
	const struct profile *described_by;          /* the profile whose lines findings contradict, or NULL */
	bool black_box, partial;
	bool profile_breaks; /* the profile says that the MAC breaks a requirement */
	const char *program, *version;
	const char *profile; /* name of the profile's file, or NULL */
	char profile_hash[PROFILE_HASH_SIZE];
	const char *rtl_hash; /* or NULL */
	uint32_t seed_from, seed_to;
	uint64_t runs, skipped, broken, cycles, checks, findings;
	uint64_t failing;                                        /* how many of .runs failed */
	struct group_keys keys;                                  /* the keys of the failing runs, as a regression groups them */
	uint64_t exercised[RULE_COUNT];                          /* how many runs exercised the rule */
	uint64_t moved[PM_COUNTERS_MAX], still[PM_COUNTERS_MAX]; /* in how many runs reads saw the counter move, stand still */
	struct control_seen controls[PM_CONTROL_COUNT];
	bool controls_known; /* .controls are filled in */
	struct finding_group *groups;
	size_t group_count, group_room;
	struct measured_sum measured;
	struct worth worth;
	struct requirement_result *requirements; /* in the order of requirement_table */
	struct waiver_result *waivers;           /* in the order of dut->waivers */
	bool no_memory;
};

/* Makes RET empty, for DUT. Returns 0 or -ENOMEM; the caller ends with conformance_release() in any case. */
int conformance_init(struct conformance *ret, const struct dut *dut);
void conformance_release(struct conformance *c);
/* Adds a run that has ended. */
void conformance_add(struct conformance *c, const struct suite_run *run, const struct pool_result *result);
/* To be called after the last run: decides each requirement. Returns 0 or -ENOMEM. */
int conformance_judge(struct conformance *c);
/* Returns the id of the requirement about the counter of GROUP, or NULL if GROUP is about no counter of a profile. */
const char *conformance_counter(const struct conformance *c, const struct finding_group *group);
/* Writes the rules of R that captures cannot decide into RET, each with the reason: "pause-da: why; ...". Returns false if there
 * are none. */
bool conformance_undecided(const struct conformance *c, const struct requirement *r, char *ret, size_t size);
/* Returns true if a statement of the kind of C can have VERDICT. */
bool conformance_knows(const struct conformance *c, enum verdict verdict);
/* Writes for example "109 findings of 6 kinds in 65 runs, which are 2 groups" into RET; the console and summary.json count in the
 * same way. Returns RET. */
enum { CONFORMANCE_FOUND = 160 };
const char *conformance_found(const struct conformance *c, char ret[CONFORMANCE_FOUND]);
/* Return the name of the next counter, or control, from *I on that no run has shown to work, or NULL, and set *I behind it. */
const char *conformance_idle_counter(const struct conformance *c, size_t *i);
const char *conformance_idle_control(const struct conformance *c, size_t *i);
/* Returns how many requirements have VERDICT. */
size_t conformance_total(const struct conformance *c, enum verdict verdict);
/* Returns true if the runs tested a received PAUSE or PFC frame, or if the MAC obeys none; otherwise the statement says nothing
 * about flow control. */
bool conformance_decides(const struct conformance *c);
/* Returns true if there is no finding, and every waiver was needed. */
bool conformance_clean(const struct conformance *c);
/* Returns true if waiver number I waived nothing although it had its runs. */
bool conformance_idle(const struct conformance *c, size_t i);
/* Writes WHAT into RET with an N in place of each number. */
void finding_normalise(const char *what, char *ret, size_t size);
/* Returns the limit of the standard for a measurement, in octet times, and its source in *RET_SOURCE; INT64_MAX if there is none. */
int64_t measure_limit(const struct dut *dut, enum measure_kind kind, const char **ret_source);
/* Fills in the range that the row states for a measurement. Returns false if it states none. */
bool measure_stated(const struct dut *dut, enum measure_kind kind, int64_t *ret_min, int64_t *ret_max);
#endif
