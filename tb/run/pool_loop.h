/* SPDX-License-Identifier: Apache-2.0 */
/* The loop of all that starts runs in a pool and takes their results until there is none left. */
#ifndef PAUSEBENCH_POOL_LOOP_H
#define PAUSEBENCH_POOL_LOOP_H
#include "pool.h"

struct pool_loop {
	void *context;
	struct pool *pool;
	unsigned most; /* so many runs are under way or wait behind one, at most */
	int wait_ms;   /* .show and .stop are called as often, at least */
	/* Starts a run. 0, 1 if there is none to start now, or a negative errno. */
	int (*start)(void *context, struct pool *pool, struct env_error *ret_error);
	/* Takes the result of a run. 0 or a negative errno. */
	int (*take)(void *context, const struct pool_result *result, struct env_error *ret_error);
	/* Shows how far it is. */
	void (*show)(void *context);
	/* Returns whether the runs are to end with what they have, and none is to be started any more; NULL: never. */
	bool (*stop)(void);
};

/* Returns 0, also if *RET_STOPPED, or the negative errno that ended it; what runs then is left to pool_free(). */
int pool_loop(const struct pool_loop *loop, bool *ret_stopped, struct env_error *ret_error);
#endif
