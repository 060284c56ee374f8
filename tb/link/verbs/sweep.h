/* SPDX-License-Identifier: Apache-2.0 */
/* The sweep: headroom x cable x pause time x partner, the smallest loss-free headroom beside the analytic one. doc/link.md 6. */
#ifndef PAUSEBENCH_SWEEP_H
#define PAUSEBENCH_SWEEP_H
#include <stdbool.h>
#ifdef __cplusplus
extern "C" {
#endif
#include "base/env.h"

/* argv[0] is "pausebench-link sweep". STOP is asked now and then, may be NULL. The exit status: 0, 1 with findings, 2; *ret_error has the
 * line that main prints, empty if all has been said. Runs are processes of their own; this one elaborates nothing. */
int sweep_run(int argc, char **argv, bool (*stop)(void), struct env_error *ret_error);

#ifdef __cplusplus
}
#endif
#endif
