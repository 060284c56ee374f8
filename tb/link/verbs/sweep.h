/* SPDX-License-Identifier: Apache-2.0 */
/* The sweep measures, for each partner, cable and pause time, the smallest headroom with which no frame is lost, and compares it
 * with the analytic one. doc/use/link.md 6. */
#ifndef PAUSEBENCH_SWEEP_H
#define PAUSEBENCH_SWEEP_H
#include <stdbool.h>
#ifdef __cplusplus
extern "C" {
#endif
#include "link_reduce.h"

/* Carries out the verb; ARGV[0] is "pausebench-link sweep". The rest is as for link_suite_run(). */
int sweep_run(const char *self, int argc, char **argv, link_run_fn *run, bool (*stop)(void), struct env_error *ret_error);

#ifdef __cplusplus
}
#endif
#endif
