/* SPDX-License-Identifier: Apache-2.0 */
/* The moments at which the waits of a run ended, so that a repetition of the run need not look ahead for them. */
#ifndef PAUSEBENCH_RESOLVED_H
#define PAUSEBENCH_RESOLVED_H
#include <stdint.h>

enum { RESOLVED_MAX = 32 };

/* A wait, which is an item of the stimulus, and its clocks: the cursor reached the wait in .from, and the moment came in .at. */
struct resolved_moment {
	uint32_t item;
	uint64_t from, at;
};

/* The first moments of a run that a repetition can check when they come, since no item is issued before them that could change
 * them. The bench looks ahead for all others. */
struct resolved {
	uint32_t count;
	struct resolved_moment moment[RESOLVED_MAX];
};
#endif
