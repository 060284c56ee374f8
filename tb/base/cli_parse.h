/* SPDX-License-Identifier: Apache-2.0 */
/* Reading the arguments of a verb, of each of the programs. */
#ifndef PAUSEBENCH_CLI_PARSE_H
#define PAUSEBENCH_CLI_PARSE_H
#include <argp.h>

/* Reads ARGV by ARGP, with its FLAGS and INPUT. An option that ARGP does not have, or one without its value, ends the process with one line and status
 * 2. */
void cli_parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input);
#endif
