/* SPDX-License-Identifier: Apache-2.0 */
/* The coverage of regressions as a page for a browser. */
#ifndef PAUSEBENCH_COVERAGE_PAGE_H
#define PAUSEBENCH_COVERAGE_PAGE_H
#include "coverage/rules.h"
#include "coverage/sum.h"

/* Writes a page about COUNT models and their sums to PATH. RUNS has the names of runs, by the numbers in the sums; FAULTS is that
 * of coverage_print_rules(). Returns 0 or negative errno. */
int coverage_page(const char *path, const char *const *models, const struct coverage_sum *const *sums, size_t count,
                  const json_t *runs, const struct coverage_faults *faults, struct env_error *ret_error);
#endif
