/* SPDX-License-Identifier: Apache-2.0 */
/* The marks of the receive buffer as dashes in the curve of its level, since GTKWave draws no two curves in one row. */
#ifndef PAUSEBENCH_DASHES_H
#define PAUSEBENCH_DASHES_H
#include "finding/finding.h"
#include <stdbool.h>
#include <stdint.h>

struct dashes {
	uint64_t period; /* clocks from a dash of a mark to its next one */
	uint64_t offset; /* to be added to a clock */
};
/* Returns dashes for a view of FINDING (or NULL) and its cause: the view shows several of them, and none in the clock of the
 * finding. */
struct dashes dashes_of(const struct finding *finding);
/* Returns which mark is drawn in CLOCK in place of the level: 1 the low one, 2 the high one if HAS_HIGH, 0 none. */
unsigned dash_drawn(const struct dashes *dashes, uint64_t clock, bool has_high);
#endif
