/* SPDX-License-Identifier: Apache-2.0 */
/* The speed of a link's simulation, compared with two bare DUTs without SystemC. doc/use/link.md, doc/quality/performance.md. */
#ifndef PAUSEBENCH_LINK_BENCH_H
#define PAUSEBENCH_LINK_BENCH_H
#include "base/env.h"
#ifdef __cplusplus
extern "C" {
#endif

/* `pausebench-link bench`: ARGV[0] is that name, the rest are its options. Prints a table. Returns the exit status; *RET_ERROR is the
 * line to print if that is 2. */
int link_bench(int argc, char **argv, struct env_error *ret_error);

#ifdef __cplusplus
}
#endif
#endif
