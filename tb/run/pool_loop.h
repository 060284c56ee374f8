/* SPDX-License-Identifier: Apache-2.0 */
/* The loop of all that starts runs in a pool and takes their results until there is none left. */
#ifndef PAUSEBENCH_POOL_LOOP_H
#define PAUSEBENCH_POOL_LOOP_H
#include "pool.h"

struct pool_loop {
	void *context;
	struct pool *pool;
	unsigned most; /* at most so many runs are under way, or wait behind such a run */
	int wait_ms;   /* .show and .stop are called at least once in so many milliseconds */
	/* Starts a run. Returns 0, 1 if there is none to start now, or a negative errno. */
	int (*start)(void *context, struct pool *pool, struct env_error *ret_error);
	/* Takes the result of a run. Returns 0 or a negative errno. */
	int (*take)(void *context, const struct pool_result *result, struct env_error *ret_error);
	/* Shows how far the work is. */
	void (*show)(void *context);
	/* Returns true if no other run is to be started, and those under way are to end with what they have; NULL: never. */
	bool (*stop)(void);
};

/* Returns 0, also if .stop ended it (*RET_STOPPED), or the negative errno that did; runs that are under way then are left to
 * pool_free(). */
int pool_loop(const struct pool_loop *loop, bool *ret_stopped, struct env_error *ret_error);
#endif
