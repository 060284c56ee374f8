/* SPDX-License-Identifier: Apache-2.0 */
/* The sweeps of a stimulus: for which value a run failed, and the stimulus with this value alone. */
#ifndef PAUSEBENCH_SWEEP_H
#define PAUSEBENCH_SWEEP_H
#include "base/event.h"
#include "check/scoreboard.h"
#include "run/run_result.h"
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
/* The first finding for a value: its rule and what it is about, as one number. */
struct sweep_failure {
	uint16_t sweep;
	int32_t value;
	uint32_t kind;
};

enum { SWEEP_FAILURES_MAX = 512 };

/* In the order of the stimulus. */
struct sweep_failures {
	struct sweep_failure failure[SWEEP_FAILURES_MAX];
	size_t count;
	bool more; /* the run had more findings than are kept */
};

/* Names in each finding of RESULT the value for which it was found, and returns the sweep and the value of the first one; 0: it belongs to none. Appends to
 * FAILURES, unless it is NULL, each value that has a finding. */
uint16_t sweep_name_findings(const struct sweep_watch *watch, struct scoreboard_result *result, int32_t *ret_value,
                             struct sweep_failures *failures);
/* Makes of FAILURES the ranges of values of STIM that fail in the same way. If there are too many, the first range of each way goes before others. */
void sweep_find_ranges(const struct stimulus *stim, const struct sweep_failures *failures, struct sweep_ranges *ret);
/* Names the range in place of its first value in each finding of RESULT, and in the last one how many ranges are left out. */
void sweep_name_ranges(const struct stimulus *stim, const struct sweep_ranges *ranges, struct scoreboard_result *result);
/* Make RET of STIM without the items of sweeps but those for the first value of each of RANGES, or but those for values behind the newest one of
 * FAILURES. RET borrows all that its items point to: free(ret->items). Return 0 or -ENOMEM. */
int sweep_cut(const struct stimulus *stim, const struct sweep_ranges *ranges, struct stimulus *ret);
int sweep_cut_seen(const struct stimulus *stim, const struct sweep_failures *failures, struct stimulus *ret);
#endif
