/* SPDX-License-Identifier: Apache-2.0 */
/* Lists the stimulus files of a folder. */
#ifndef PAUSEBENCH_STIMULI_H
#define PAUSEBENCH_STIMULI_H
#include "base/env.h"

#include <stddef.h>

/* Lists the stimulus files (*.stim) of FOLDER and then of the folders in it, each in order. Returns 0 or negative errno; it is an
 * error if there is no file. The caller releases the list with stimuli_free(). */
int stimuli_list(const char *folder, char ***ret_paths, size_t *ret_count, struct env_error *ret_error);
void stimuli_free(char **paths, size_t count);
#endif
