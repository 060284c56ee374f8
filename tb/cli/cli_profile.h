/* SPDX-License-Identifier: Apache-2.0 */
/* The program of a profile, in which verbs that take a profile go on. */
#ifndef PAUSEBENCH_CLI_PROFILE_H
#define PAUSEBENCH_CLI_PROFILE_H
#include "cli.h"

/* Builds the program of the profile at PATH with make and goes on in it with the arguments of this process. It returns only if
 * that fails, with a negative errno and the message; or, in a program of a profile, with 0 if PATH is that profile. */
int cli_profile(const struct cli *cli, const char *path, struct env_error *ret_error);
#endif
