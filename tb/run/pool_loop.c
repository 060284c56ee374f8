/* SPDX-License-Identifier: Apache-2.0 */
/* The loop of all that starts runs in a pool. */
#include "pool_loop.h"

#include <errno.h>
#include <stdlib.h>

/* Starts runs as long as there are runs and places for them. Returns 0 or a negative errno. */
static int start_all(const struct pool_loop *loop, struct env_error *ret_error)
{
	int rc = 0;

	while (!rc && pool_running(loop->pool) < loop->most)
		rc = loop->start(loop->context, loop->pool, ret_error);
	return rc < 0 ? rc : 0;
}

int pool_loop(const struct pool_loop *loop, bool *ret_stopped, struct env_error *ret_error)
{
	struct pool_result *result = malloc(sizeof(*result));
	int rc = result ? 0 : env_fail(ret_error, ENOMEM, "cannot run");

	*ret_stopped = false;
	while (!rc) {
		if (!*ret_stopped)
			rc = start_all(loop, ret_error);
		if (rc || !pool_running(loop->pool))
			break;
		if (pool_wait(loop->pool, loop->wait_ms, result))
			rc = loop->take(loop->context, result, ret_error);
		loop->show(loop->context);
		if (!rc && !*ret_stopped && loop->stop && loop->stop()) {
			*ret_stopped = true;
			pool_stop(loop->pool);
		}
	}
	free(result);
	return rc;
}
