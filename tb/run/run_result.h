/* SPDX-License-Identifier: Apache-2.0 */
/* The options of a run, and its result: data that a runner fills and a report prints. */
#ifndef PAUSEBENCH_RUN_RESULT_H
#define PAUSEBENCH_RUN_RESULT_H
#include "base/dut.h"
#include "check/scoreboard.h"
#include "coverage/coverage.h"
#include "measure/measure.h"
#include "stimulus/cover.h"
#include "stimulus/cover_counters.h"
#include "stimulus/item.h"
#include "stimulus/resolved.h"
#include <stdatomic.h>

struct story;

/* Bits of a register that stand still. */
struct run_still {
	uint16_t address;
	uint64_t mask, value;
};

struct run_options {
	bool black_box;
	uint64_t max_cycles;               /* budget; 0: 50,000,000 plus the cycles that the stimulus requests */
	double max_seconds;                /* wall clock; 0: 120 */
	const char *sent_pcap;             /* where frames on the transmit wire are written (pcapng with FCS), or NULL */
	const char *received_pcap;         /* the same for the receive wire */
	const char *accesses;              /* where accesses to registers are written (report/access_out.h), or NULL */
	const char *vectors;               /* where the ports of the RTL are written, clock by clock (run/vectors.h), or NULL */
	const char *fst;                   /* traced build only: where waves are written, or NULL */
	uint64_t fst_from, fst_to;         /* the cycles that the waves show */
	const struct finding *fst_finding; /* that they are about, or NULL */
	const atomic_bool *stop;           /* a signal handler sets it to end the run early; may be NULL */
	bool covered;                      /* note which rules the run exercises, also if the stimulus states none */
	bool first_only; /* end the run soon after it has a finding; expectations of the wire are not checked then */
	bool coverage;   /* note what the run reaches (coverage/coverage.h) */
	struct coverage_moments *moments;         /* with .coverage: its moments are appended to these; or NULL */
	const struct measure_registers *measured; /* measure the times of the DUT's reactions; or NULL */
	struct story *story;                      /* note what happens (story/story.h), or NULL */
	const struct resolved *known; /* the moments of an earlier run of the same stimulus on the same RTL, or NULL */
	/* The golden model, but not the DUT, is told that these bits have their values whatever is written. */
	const struct run_still *still;
	size_t still_count;
	const struct dut *model_end; /* the golden model of this row drives the pins, not the RTL (model_seam.h); or NULL */
};

enum run_status { RUN_OK, RUN_FINDINGS, RUN_TIMEOUT, RUN_SKIPPED, RUN_STOPPED };

enum { SWEEP_RANGES_MAX = 8 };

/* Values of a sweep (1 + its place in the stimulus), one after the other, for which a run failed in the same way. */
struct sweep_range {
	uint16_t sweep;
	int32_t from, to;
};

/* In the order of the stimulus; .left_out: how many more there are. */
struct sweep_ranges {
	struct sweep_range range[SWEEP_RANGES_MAX];
	uint32_t count, left_out;
};

struct run_result {
	enum run_status status;
	uint64_t cycles;
	double loop_seconds; /* CPU time in the cycle loop, with the checks of its events */
	/* carried out or begun; frames that wait for an inhibited or disabled transmitter may be left at the end */
	uint64_t items;
	struct scoreboard_result score;
	bool noted;                          /* .covered and .counters_read were noted */
	struct cover_set covered;            /* rules that the run exercised and would have found broken */
	struct cover_counters counters_read; /* what the reads of counters saw */
	/* The findings are those for the first value of each range alone, and this is the first one of all; 0: of the whole stimulus. */
	uint16_t sweep;
	int32_t value;
	struct sweep_ranges ranges;
	struct measured measured; /* if the options ask for it */
	bool covers;              /* .reached was noted */
	struct coverage_reached reached;
	char purposes[256];            /* of the stimulus: the requirements that it names */
	char absent[STIM_ABSENT_SIZE]; /* standard counters that the stimulus reads and the DUT does not have, between ", " */
	char skip_reason[96];
	struct resolved resolved; /* the moments of its waits */
	bool unresolved;          /* a moment of the options' .known did not come when it says, so that the run means nothing */
};
#endif
