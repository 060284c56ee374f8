/* SPDX-License-Identifier: Apache-2.0 */
/* The program of a profile: verbs that take one hand over to it. */
#ifndef PAUSEBENCH_CLI_PROFILE_H
#define PAUSEBENCH_CLI_PROFILE_H
#include "cli.h"

/* Builds the program of the profile at PATH through make and goes on in it with the arguments of this process. Returns only on failure: a negative
 * errno with the line. In a program that was built with a profile it returns 0 if PATH is that profile. */
int cli_profile(const struct cli *cli, const char *path, struct env_error *ret_error);
#endif
