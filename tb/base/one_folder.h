/* SPDX-License-Identifier: Apache-2.0 */
/* The argument of a verb that takes one folder. */
#ifndef PAUSEBENCH_ONE_FOLDER_H
#define PAUSEBENCH_ONE_FOLDER_H
#include <argp.h>

/* To be called by the parser of a verb for the keys that it does not know. Puts the folder into *DIR, which must be NULL at
 * first, and refuses a second one. If there is none, the process ends with status 2 and the line MISSING. Returns what an argp
 * parser returns. */
error_t one_folder(int key, char *arg, struct argp_state *state, const char **dir, const char *missing);
#endif
