/* SPDX-License-Identifier: Apache-2.0 */
/* The sweep: headroom x cable x pause time x partner, the smallest loss-free headroom beside the analytic one. doc/use/link.md 6. */
#ifndef PAUSEBENCH_SWEEP_H
#define PAUSEBENCH_SWEEP_H
#include <stdbool.h>
#ifdef __cplusplus
extern "C" {
#endif
#include "link_reduce.h"

/* Carries out the verb; argv[0] is "pausebench-link sweep", SELF the program as called. Failing links are put into groups and reduced. The runs stop soon after STOP, which may be NULL, returns true. Returns the exit status 0, 1
 * with findings, or 2; *ret_error then has the line that main() prints, which is empty if everything was printed already. Runs are processes of their
 * own; this one elaborates nothing. */
int sweep_run(const char *self, int argc, char **argv, link_run_fn *run, bool (*stop)(void), struct env_error *ret_error);

#ifdef __cplusplus
}
#endif
#endif
