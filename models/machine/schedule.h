/* SPDX-License-Identifier: Apache-2.0 */
/* The schedule: which cycle must be visited next. */
#ifndef PAUSEBENCH_SCHEDULE_H
#define PAUSEBENCH_SCHEDULE_H
#include "machine.h"

/* Returns the cycle that must be visited after the open one, whose end is computed, or PM_NEVER; clears m->changed. */
uint64_t schedule_next(struct pm_model *m);
#endif
