/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the speed of a link's simulation, in comparison with two bare DUTs without SystemC. doc/use/link.md,
 * doc/quality/performance.md. */
#ifndef PAUSEBENCH_LINK_BENCH_H
#define PAUSEBENCH_LINK_BENCH_H
#include "base/env.h"
#ifdef __cplusplus
extern "C" {
#endif

/* Carries out `pausebench-link bench`: ARGV[0] is that name, the rest are its options. Prints a table. Returns the exit status;
 * if it is 2, *RET_ERROR has the line to print. */
int link_bench(int argc, char **argv, struct env_error *ret_error);

#ifdef __cplusplus
}
#endif
#endif
