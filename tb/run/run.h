/* SPDX-License-Identifier: Apache-2.0 */
/* One run: a stimulus on one DUT, checked. */
#ifndef PAUSEBENCH_RUN_H
#define PAUSEBENCH_RUN_H
#include "base/dut.h"
#include "check/scoreboard.h"
#include "finding.h"
#include "stimulus/item.h"
#include <stdatomic.h>

struct run_options {
	bool black_box;
	uint64_t max_cycles;         /* budget; 0 = 50,000,000 plus what the stimulus asks for */
	double max_seconds;          /* wall clock; 0 = 120 */
	const char *sent_pcap;       /* write frames seen on the transmit wire there (nanosecond pcap with FCS), or NULL */
	const char *received_pcap;   /* the same for the receive wire */
	const char *fst;             /* traced build only: write waves there, or NULL */
	uint64_t fst_from, fst_to;   /* window in cycles */
	const atomic_bool *stop;     /* set by a signal handler: end the run early; may be NULL */
	bool covered;                /* note which rules the run exercises, whether the stimulus states some or not */
	const struct dut *model_end; /* the golden model of this row drives the pins, not the RTL (model_seam.h); or NULL */
};

enum run_status { RUN_OK, RUN_FINDINGS, RUN_TIMEOUT, RUN_SKIPPED, RUN_STOPPED };

struct run_result {
	enum run_status status;
	uint64_t cycles;
	uint64_t items; /* carried out or begun; frames behind an inhibited or disabled transmitter may be left at the end */
	struct scoreboard_result score;
	bool asked;               /* .covered was noted */
	struct cover_set covered; /* rules that the run exercised, and would have seen broken */
	char skip_reason[96];
};

/* Runs STIM on DUT. 0 and *ret_result, or negative errno (environment). A finding is no error. */
int run_stimulus(const struct dut *dut, const struct stimulus *stim, const struct run_options *options,
                 struct run_result *ret_result);

/* Bench speeds of one DUT: cycles per CPU second. */
struct run_speed {
	double bare, driven, checked;
};
enum run_speed_kind { SPEED_BARE, SPEED_DRIVEN, SPEED_CHECKED };
/* Cycles per CPU second of one repeat of about CYCLES cycles. */
int run_speed(const struct dut *dut, const struct stimulus *stim, enum run_speed_kind kind, uint64_t cycles,
              double *ret_cycles_per_s);
/* True if this binary was built with tracing. */
bool run_can_trace(void);
#endif
