/* SPDX-License-Identifier: Apache-2.0 */
/* What the reads of counters in a run saw. */
#ifndef PAUSEBENCH_COVER_COUNTERS_H
#define PAUSEBENCH_COVER_COUNTERS_H
#include "pausemodel.h"

/* The counters of a register page, by its rows: a read saw the counter move since the read before it, or stand still although frames of
 * its direction had passed. */
struct cover_counters {
	bool moved[PM_COUNTERS_MAX], still[PM_COUNTERS_MAX];
};
#endif
