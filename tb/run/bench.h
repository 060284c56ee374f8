/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the speed: cycles per CPU second of checked runs, of the same runs unchecked, and of the bare clock loop. */
#ifndef PAUSEBENCH_BENCH_H
#define PAUSEBENCH_BENCH_H
#include "base/env.h"
#include "run.h"
#include "run_cost.h"
#include "start.h"

#include <stdio.h>

enum { BENCH_REPEATS_MIN = 5, BENCH_REPEATS_DEFAULT = 7, BENCH_CYCLES_DEFAULT = 3000000 };

/* Returns the median of VALUES, which it sorts. */
double bench_median(double *values, unsigned count);

/* Medians of the repeats; a ratio is the median of the ratios of each repeat. */
struct bench_row {
	const struct dut *dut;
	struct run_speed speed;
	double checked_over_bare, checked_over_driven;
	double worker_over_checked; /* the speed of the same loop in a worker of a regression, divided by .speed.checked */
};

/* Makes the traffic that is measured: the set-up, then frames of all sizes on both wires for about OCTET_TIMES, with a PAUSE and
 * reads of counters between them. Returns 0 or -ENOMEM; the caller releases STIM in any case. */
int bench_stimulus(struct stimulus *stim, const struct dut *dut, uint64_t octet_times);
/* Measures bare, driven and checked runs in turn, REPEATS times, each of about CYCLES cycles. STOP, which may be NULL, ends the
 * measurement with -EINTR. Returns 0 or negative errno; -EBADMSG: the checked run had findings. */
int bench_dut(const struct dut *dut, unsigned repeats, uint64_t cycles, const atomic_bool *stop, struct bench_row *ret,
              struct env_error *ret_error);
void bench_table(FILE *out, const struct bench_row *rows, size_t count);
/* The cost of a start of the program, and the cost of a run beside its simulation. */
struct bench_costs {
	struct start start;
	struct run_cost run;
};
/* Prints each cost in a line with its bound. */
void bench_print_costs(FILE *out, const struct bench_costs *costs);
/* Writes the results to PATH as JSON. Returns 0 or negative errno. */
int bench_write(const struct bench_row *rows, size_t count, const struct bench_costs *costs, const char *path,
                struct env_error *ret_error);
#endif
