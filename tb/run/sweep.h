/* SPDX-License-Identifier: Apache-2.0 */
/* Finds for which values of a sweep a run failed, and makes the stimulus for these values alone. */
#ifndef PAUSEBENCH_SWEEP_H
#define PAUSEBENCH_SWEEP_H
#include "base/event.h"
#include "check/scoreboard.h"
#include "run/run_result.h"
#include "stimulus/item.h"

/* The times of the resets of a run, which show which items were carried out at what time. */
struct sweep_watch {
	const struct stimulus *stim; /* NULL: it has no sweep */
	uint64_t *resets;
	size_t count, room;
};

/* Prepares to note the resets of a run of STIM. Returns 0 or -ENOMEM. */
int sweep_watch_open(struct sweep_watch *watch, const struct stimulus *stim);
void sweep_watch_close(struct sweep_watch *watch);
void sweep_watch_events(struct sweep_watch *watch, const struct event *events, size_t count);
/* The first finding for a value; .kind is a hash of its rule and of what it is about. */
struct sweep_failure {
	uint16_t sweep;
	int32_t value;
	uint32_t kind;
};

enum { SWEEP_FAILURES_MAX = 512 };

/* The values that failed, in the order of the stimulus. */
struct sweep_failures {
	struct sweep_failure failure[SWEEP_FAILURES_MAX];
	size_t count;
	bool more; /* the run had more findings than are kept */
};

/* Names in each finding of RESULT the value for which it was found. Returns the sweep of the first finding, with its value in
 * *RET_VALUE; 0: it belongs to no sweep. Appends to FAILURES, unless it is NULL, each value that has a finding. */
uint16_t sweep_name_findings(const struct sweep_watch *watch, struct scoreboard_result *result, int32_t *ret_value,
                             struct sweep_failures *failures);
/* Gives the ranges of values of STIM that fail in the same way, from FAILURES. If there are too many, the first range of each way
 * is preferred to others. */
void sweep_find_ranges(const struct stimulus *stim, const struct sweep_failures *failures, struct sweep_ranges *ret);
/* Replaces the first value of a range by the range in each finding of RESULT, and adds to the last finding how many ranges are
 * left out. */
void sweep_name_ranges(const struct stimulus *stim, const struct sweep_ranges *ranges, struct scoreboard_result *result);
/* Make RET from STIM. Of the items of sweeps RET has only those for the first value of each of RANGES, or those for the values
 * after the newest one of FAILURES. What the items point to belongs to STIM, so that the caller releases RET with
 * free(ret->items). Return 0 or -ENOMEM. */
int sweep_cut(const struct stimulus *stim, const struct sweep_ranges *ranges, struct stimulus *ret);
int sweep_cut_seen(const struct stimulus *stim, const struct sweep_failures *failures, struct stimulus *ret);
#endif
