/* SPDX-License-Identifier: Apache-2.0 */
/* Checks several links, each in a process of its own, and prints a line for each. */
#ifndef PAUSEBENCH_LINK_SUITE_H
#define PAUSEBENCH_LINK_SUITE_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link_reduce.h"

/* Carries out the verb; ARGV[0] is "pausebench-link check", SELF the program's name as called. Failing links are put into groups
 * and reduced. The runs stop soon after STOP, which may be NULL, returns true. Returns the exit status: 0, 1 with findings, or 2;
 * with 2, *ret_error has the line that main() prints, which is empty if everything was printed already. Runs are processes of
 * their own; this process elaborates nothing. */
int link_suite_run(const char *self, int argc, char **argv, link_run_fn *run, bool (*stop)(void), struct env_error *ret_error);

#ifdef __cplusplus
}
#endif
#endif
