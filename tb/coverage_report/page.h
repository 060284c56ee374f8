/* SPDX-License-Identifier: Apache-2.0 */
/* What regressions reached, as a page for a browser. */
#ifndef PAUSEBENCH_COVERAGE_PAGE_H
#define PAUSEBENCH_COVERAGE_PAGE_H
#include "coverage/rules.h"
#include "coverage/sum.h"

/* Writes a page about the COUNT MODELS and their sums to PATH; RUNS: the names of runs, by the numbers in the sums; FAULTS: as in coverage_print_rules().
 * 0 or negative errno. */
int coverage_page(const char *path, const char *const *models, const struct coverage_sum *const *sums, size_t count,
                  const json_t *runs, const struct coverage_faults *faults, struct env_error *ret_error);
#endif
