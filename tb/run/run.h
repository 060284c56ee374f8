/* SPDX-License-Identifier: Apache-2.0 */
/* Runs one stimulus on one DUT, and checks it. */
#ifndef PAUSEBENCH_RUN_H
#define PAUSEBENCH_RUN_H
#include "run/run_result.h"
#include "stimulus/item.h"

/* Runs STIM on DUT. Returns 0 with *RET_RESULT, even if there are findings, or a negative errno of the environment. */
int run_stimulus(const struct dut *dut, const struct stimulus *stim, const struct run_options *options,
                 struct run_result *ret_result);

/* The speeds of one DUT in cycles per CPU second. */
struct run_speed {
	double bare, driven, checked;
};
enum run_speed_kind { SPEED_BARE, SPEED_DRIVEN, SPEED_CHECKED };
/* Measures one repeat of about CYCLES cycles. Returns 0 or negative errno. */
int run_speed(const struct dut *dut, const struct stimulus *stim, enum run_speed_kind kind, uint64_t cycles,
              double *ret_cycles_per_s);
/* Returns true if this program was built with tracing. */
bool run_can_trace(void);
#endif
