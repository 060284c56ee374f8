/* SPDX-License-Identifier: Apache-2.0 */
/* The options that say where the results of a regression go, which regress, merge and fuzz have. */
#ifndef PAUSEBENCH_CLI_RESULTS_H
#define PAUSEBENCH_CLI_RESULTS_H
#include "cli_option.h"

/* Of struct regress_options. */
extern const struct cli_option cli_results_options[];
#endif
