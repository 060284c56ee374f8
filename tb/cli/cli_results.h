/* SPDX-License-Identifier: Apache-2.0 */
/* The options that say where the results of a regression go; the verbs regress and merge have them. */
#ifndef PAUSEBENCH_CLI_RESULTS_H
#define PAUSEBENCH_CLI_RESULTS_H
#include <argp.h>

/* Its input is the struct regress_options that gets .out, .junit, .exercised and .traced. */
extern const struct argp cli_results_argp;
#endif
