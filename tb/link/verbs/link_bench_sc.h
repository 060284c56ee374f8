/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the cost of SystemC itself: DUTs made by `verilator --sc`, with constant inputs, a wait() for each clock and nothing
 * around them. */
#ifndef PAUSEBENCH_LINK_BENCH_SC_H
#define PAUSEBENCH_LINK_BENCH_SC_H
#include "base/dut.h"
#ifdef __cplusplus
extern "C" {
#endif

/* Runs CLOCKS clocks of both DUTs; may be called once in a process. Returns the CPU seconds, or a negative number if there is no
 * memory. */
double link_bench_kernel(const struct dut *a, const struct dut *b, uint64_t clocks);

#ifdef __cplusplus
}
#endif
#endif
