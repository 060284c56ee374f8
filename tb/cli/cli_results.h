/* SPDX-License-Identifier: Apache-2.0 */
/* The options that say where the results of a regression go: a child of the options of regress and merge. */
#ifndef PAUSEBENCH_CLI_RESULTS_H
#define PAUSEBENCH_CLI_RESULTS_H
#include <argp.h>

/* Its input is the struct regress_options that gets .out, .junit, .exercised and .traced. */
extern const struct argp cli_results_argp;
#endif
