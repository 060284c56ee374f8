/* SPDX-License-Identifier: Apache-2.0 */
/* The marks as dashes in the curve of the level; dashes.h. */
#include "dashes.h"

enum {
	DASHES = 12,             /* how many dashes of each mark a view has */
	PARTS = 8,               /* a period has so many parts; a dash takes one */
	LOW_PART = 0,            /* the part in which the low mark is drawn, ... */
	HIGH_PART = 4,           /* ... the one for the high mark, ... */
	FINDING_PART = 7,        /* ... and the one that holds the finding */
	VIEW_CLOCKS = 160,       /* so many clocks a view shows before the cause and behind the finding (view.c) */
	VIEW_CLOCKS_MAX = 20000, /* a cause that is farther away is not shown */
};

struct dashes dashes_of(const struct finding *finding)
{
	uint64_t at = finding ? finding->cycle : 0, shown = finding && at > finding->cause_cycle ? at - finding->cause_cycle : 0;
	uint64_t part = ((shown <= VIEW_CLOCKS_MAX ? shown : 0) + VIEW_CLOCKS) / DASHES / PARTS;
	struct dashes ret = { .period = (part ? part : 1) * PARTS };

	ret.offset = ret.period - at % ret.period + FINDING_PART * ret.period / PARTS;
	return ret;
}

unsigned dash_drawn(const struct dashes *dashes, uint64_t clock, bool has_high)
{
	switch ((clock + dashes->offset) % dashes->period / (dashes->period / PARTS)) {
	case LOW_PART:
		return 1;
	case HIGH_PART:
		return has_high ? 2 : 0;
	default:
		return 0;
	}
}
