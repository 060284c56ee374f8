/* SPDX-License-Identifier: Apache-2.0 */
/* The marks of the receive buffer as dashes in the curve of its level, since GTKWave draws no two curves in one row. */
#ifndef PAUSEBENCH_DASHES_H
#define PAUSEBENCH_DASHES_H
#include "finding/finding.h"
#include <stdbool.h>
#include <stdint.h>

struct dashes {
	uint64_t period; /* clocks from a mark's dash to its next one */
	uint64_t offset; /* added to a clock */
};
/* Returns dashes of which a view of FINDING (or NULL) and its cause shows several, and none in the finding's own clock. */
struct dashes dashes_of(const struct finding *finding);
/* Which mark is drawn in CLOCK in place of the level: 1 the low one, 2 the high one if it HAS_HIGH, 0 none. */
unsigned dash_drawn(const struct dashes *dashes, uint64_t clock, bool has_high);
#endif
