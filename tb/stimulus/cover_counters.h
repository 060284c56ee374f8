/* SPDX-License-Identifier: Apache-2.0 */
/* The results of the reads of counters in a run. */
#ifndef PAUSEBENCH_COVER_COUNTERS_H
#define PAUSEBENCH_COVER_COUNTERS_H
#include "pausemodel.h"

/* For each counter of a register page, by its row: whether a read showed that it had moved since the read before, and whether a
 * read showed that it had stood still although frames of its direction had passed. */
struct cover_counters {
	bool moved[PM_COUNTERS_MAX], still[PM_COUNTERS_MAX];
};
#endif
