/* SPDX-License-Identifier: Apache-2.0 */
/* The verbs run and replay of pausebench-link: one link, checked; and a saved run once more. */
#ifndef PAUSEBENCH_LINK_RUN_VERB_H
#define PAUSEBENCH_LINK_RUN_VERB_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link/platform/link.h"

/* Carry out the verbs; ARGV[0] is "pausebench-link run" or "pausebench-link replay". SELF is the program's name as called. The run,
 * which is made in this process, ends soon after STOP returns true. Return the exit status, or negative errno; if it is not 0,
 * *RET_ERROR has the line that main() prints, which is empty if everything was printed already. */
int link_run_verb(const char *self, int argc, char **argv, link_run_fn *run, bool (*stop)(void), struct env_error *ret_error);
int link_replay_verb(const char *self, int argc, char **argv, link_run_fn *run, bool (*stop)(void), struct env_error *ret_error);

#ifdef __cplusplus
}
#endif
#endif
