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

/* Bits of a register that keep their value. */
struct run_still {
	uint16_t address;
	uint64_t mask, value;
};

struct run_options {
	bool black_box;
	uint64_t max_cycles;               /* the limit; 0: 50,000,000 plus the cycles that the stimulus requests */
	double max_seconds;                /* the limit of wall-clock time; 0: 120 */
	const char *sent_pcap;             /* the file for the frames on the transmit wire (pcapng with FCS), or NULL */
	const char *received_pcap;         /* the same for the receive wire */
	const char *accesses;              /* the file for accesses to registers (report/access_out.h), or NULL */
	const char *vectors;               /* the file for the ports of the RTL, clock by clock (run/vectors.h), or NULL */
	const char *fst;                   /* traced build only: the file for the waves, or NULL */
	uint64_t fst_from, fst_to;         /* the cycles that the waves show */
	const struct finding *fst_finding; /* the finding that the waves are about, or NULL */
	const atomic_bool *stop;           /* a signal handler sets it to end the run early; may be NULL */
	bool covered;                      /* note which rules the run exercises, even if the stimulus states none */
	bool first_only; /* end the run soon after it has a finding; expectations of the wire are not checked then */
	bool coverage;   /* note what the run reaches (coverage/coverage.h) */
	struct coverage_moments *moments;         /* with .coverage: its moments are appended to these; or NULL */
	const struct measure_registers *measured; /* measure the times of the DUT's reactions; or NULL */
	struct story *story;                      /* note what happens (story/story.h), or NULL */
	const struct resolved *known; /* the moments of an earlier run of the same stimulus on the same RTL, or NULL */
	/* For the golden model, but not for the DUT, these bits keep these values whatever is written. */
	const struct run_still *still;
	size_t still_count;
	const struct dut *model_end; /* the golden model of this row drives the pins, not the RTL (model_seam.h); or NULL */
};

enum run_status { RUN_OK, RUN_FINDINGS, RUN_TIMEOUT, RUN_SKIPPED, RUN_STOPPED };

enum { SWEEP_RANGES_MAX = 8 };

/* Consecutive values of a sweep (.sweep is 1 + its place in the stimulus) for which a run failed in the same way. */
struct sweep_range {
	uint16_t sweep;
	int32_t from, to;
};

/* Ranges in the order of the stimulus; .left_out more ranges are not in the list. */
struct sweep_ranges {
	struct sweep_range range[SWEEP_RANGES_MAX];
	uint32_t count, left_out;
};

struct run_result {
	uint32_t seed; /* of the stimulus */
	enum run_status status;
	uint64_t cycles;
	double loop_seconds; /* CPU time in the cycle loop, with the checks of its events */
	/* How many items were carried out or begun; frames that wait for an inhibited or disabled transmitter may be left at the
	 * end. */
	uint64_t items;
	struct scoreboard_result score;
	bool noted;                          /* .covered and .counters_read were noted */
	struct cover_set covered;            /* the rules that the run exercised and would have found broken */
	int32_t tx_ppm, rx_ppm;              /* by how many millionths the clocks of the wires were off; 0: there is one clock */
	struct cover_counters counters_read; /* what the reads of counters saw */
	/* If not 0, the findings come from a run of only the first value of each range, and .sweep and .value are the first of
	 * these values; 0: the findings come from the whole stimulus. */
	uint16_t sweep;
	int32_t value;
	struct sweep_ranges ranges;
	struct measured measured; /* filled in if the options ask for it */
	bool covers;              /* .reached was noted */
	struct coverage_reached reached;
	char purposes[256]; /* the requirements that the stimulus names */
	/* The standard counters that the stimulus reads and the DUT does not have, with ", " between them. */
	char absent[STIM_ABSENT_SIZE];
	char skip_reason[96];
	struct resolved resolved; /* the moments of the waits */
	bool unresolved;          /* a moment of .known of the options did not come at its time, so that the run means nothing */
};
#endif
