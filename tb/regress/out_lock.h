/* SPDX-License-Identifier: Apache-2.0 */
/* The lock of the folder of a regression's results: two regressions that write into one folder would remove each other's failures. */
#ifndef PAUSEBENCH_OUT_LOCK_H
#define PAUSEBENCH_OUT_LOCK_H
#include "base/env.h"

/* Locks the existing folder OUT for this process, until out_unlock() or until the process ends, however it ends. Processes that
 * it starts do not have the lock. Writes what out_unlock() needs into RET. Returns 0; -EBUSY if another process has the lock,
 * with a line that names that process and the remedy; or another negative errno if OUT cannot be locked. */
int out_lock(const char *out, int *ret, struct env_error *ret_error);
void out_unlock(int lock);
#endif
