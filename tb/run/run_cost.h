/* SPDX-License-Identifier: Apache-2.0 */
/* Measures what a run costs beside its simulation, in counts that are the same on every machine. */
#ifndef PAUSEBENCH_RUN_COST_H
#define PAUSEBENCH_RUN_COST_H
#include "base/atomics.h"
#include "base/dut.h"
#include "base/env.h"

enum { RUN_COST_RUNS = 100, RUN_COST_ITEMS = 200 };
/* The most that a run of a regression may cost. */
enum { RUN_FAULTS_MAX = 20 };
static const double run_forks_max = 0.05;

/* The costs of all processes, divided by the number of runs. */
struct run_cost {
	double page_faults, forks;
};

/* Lets one worker carry out RUN_COST_RUNS seeds of each of the DUTs, and gives what they cost. STOP, which may be NULL, ends the
 * measurement with -EINTR. Returns 0 or negative errno. */
int run_cost_measure(const struct dut *const *duts, size_t count, const atomic_bool *stop, struct run_cost *ret,
                     struct env_error *ret_error);
#endif
