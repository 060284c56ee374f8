/* SPDX-License-Identifier: Apache-2.0 */
/* The argument of a verb that takes one folder. */
#ifndef PAUSEBENCH_ONE_FOLDER_H
#define PAUSEBENCH_ONE_FOLDER_H
#include <argp.h>

/* For the keys that a verb's parser does not know: takes the folder into *DIR, which begins as NULL, and refuses a second one; with none the process
 * ends with status 2 and the line MISSING. Returns as an argp parser does. */
error_t one_folder(int key, char *arg, struct argp_state *state, const char **dir, const char *missing);
#endif
