/* SPDX-License-Identifier: Apache-2.0 */
/* The moments to which the waits of a run resolved, so that a run that is repeated need not look ahead for them. */
#ifndef PAUSEBENCH_RESOLVED_H
#define PAUSEBENCH_RESOLVED_H
#include <stdint.h>

enum { RESOLVED_MAX = 32 };

/* In clocks: the cursor stood at the wait, an item of the stimulus, in .from; its moment came in .at. */
struct resolved_moment {
	uint32_t item;
	uint64_t from, at;
};

/* The first moments of a run that a repetition can check when they come: no item is issued before them, so that nothing may change them. The bench looks
 * ahead for all others. */
struct resolved {
	uint32_t count;
	struct resolved_moment moment[RESOLVED_MAX];
};
#endif
