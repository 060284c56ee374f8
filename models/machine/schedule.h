/* SPDX-License-Identifier: Apache-2.0 */
/* The next cycle that must be visited. */
#ifndef PAUSEBENCH_SCHEDULE_H
#define PAUSEBENCH_SCHEDULE_H
#include "machine.h"

/* The first cycle after the open one in which a timer ends or something is scheduled. */
uint64_t schedule_next(const struct pm_model *m);
#endif
