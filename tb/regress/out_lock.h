/* SPDX-License-Identifier: Apache-2.0 */
/* The lock of the folder of a regression's results: two regressions that write into one folder would remove each other's failures. */
#ifndef PAUSEBENCH_OUT_LOCK_H
#define PAUSEBENCH_OUT_LOCK_H
#include "base/env.h"

/* Locks OUT, a folder that there is, for this process until out_unlock() or its end, however it ends; processes that it starts do not have the lock. Writes
 * what out_unlock() needs into RET. 0; -EBUSY if another process has it, with a line that names that process and the remedy; other negative errno where OUT
 * cannot be locked. */
int out_lock(const char *out, int *ret, struct env_error *ret_error);
void out_unlock(int lock);
#endif
