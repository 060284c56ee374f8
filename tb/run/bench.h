/* SPDX-License-Identifier: Apache-2.0 */
/* How fast: checked cycles per CPU second against the same drive unchecked and against the bare clock loop. */
#ifndef PAUSEBENCH_BENCH_H
#define PAUSEBENCH_BENCH_H
#include "base/env.h"
#include "run.h"

#include <stdio.h>

enum { BENCH_REPEATS_MIN = 5, BENCH_REPEATS_DEFAULT = 7, BENCH_CYCLES_DEFAULT = 3000000 };

/* Medians; the ratios are medians of the ratios of each repeat. */
struct bench_row {
	const struct dut *dut;
	struct run_speed speed;
	double checked_over_bare, checked_over_driven;
};

/* The traffic of the bench: setup, then both wires busy for about OCTET_TIMES with frames of all sizes, a PAUSE now and then and
 * counters read. 0 or -ENOMEM; STIM is to be released in any case. */
int bench_stimulus(struct stimulus *stim, const struct dut *dut, uint64_t octet_times);
/* REPEATS times bare, driven and checked in turn, each of about CYCLES cycles. STOP (may be NULL) ends it with -EINTR.
 * 0 or negative errno; -EBADMSG: the checked run had findings. */
int bench_dut(const struct dut *dut, unsigned repeats, uint64_t cycles, const atomic_bool *stop, struct bench_row *ret,
              struct env_error *ret_error);
void bench_table(FILE *out, const struct bench_row *rows, size_t count);
/* 0 or negative errno. */
int bench_write(const struct bench_row *rows, size_t count, const char *path, struct env_error *ret_error);
#endif
