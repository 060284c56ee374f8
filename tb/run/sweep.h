/* SPDX-License-Identifier: Apache-2.0 */
/* The sweeps of a stimulus: for which value a run failed, and the stimulus with this value alone. */
#ifndef PAUSEBENCH_SWEEP_H
#define PAUSEBENCH_SWEEP_H
#include "base/event.h"
#include "check/scoreboard.h"
#include "stimulus/item.h"

/* The resets of a run, which tell at what time which items were carried out. */
struct sweep_watch {
	const struct stimulus *stim; /* NULL: it has no sweep */
	uint64_t *resets;
	size_t count, room;
};

/* Returns 0 or -ENOMEM. */
int sweep_watch_open(struct sweep_watch *watch, const struct stimulus *stim);
void sweep_watch_close(struct sweep_watch *watch);
void sweep_watch_events(struct sweep_watch *watch, const struct event *events, size_t count);
/* Names in each finding of RESULT the value for which it was found, and returns the sweep and the value of the first one; 0: it belongs to none. */
uint16_t sweep_name_findings(const struct sweep_watch *watch, struct scoreboard_result *result, int32_t *ret_value);
/* Makes RET of STIM without the items for other values than VALUE of SWEEP; RET borrows all that its items point to: free(ret->items). Returns
 * 0 or -ENOMEM. */
int sweep_cut(const struct stimulus *stim, uint16_t sweep, int32_t value, struct stimulus *ret);
#endif
