/* SPDX-License-Identifier: Apache-2.0 */
/* The speed of the judge. */
#ifndef PAUSEBENCH_JUDGE_BENCH_H
#define PAUSEBENCH_JUDGE_BENCH_H
#include <stddef.h>
#include <stdint.h>

/* Judges FRAMES frames of 64 octets in each direction of a port of PROFILE, a GMII, one after the other with the least gap and a PAUSE in every hundred received
 * ones. *RET_SECONDS of CPU, *RET_MIB of memory at most. Returns 0, or -1 with a line in MESSAGE, of SIZE octets. */
int judge_bench(const char *profile, uint64_t frames, double *ret_seconds, double *ret_mib, char *message, size_t size);
#endif
