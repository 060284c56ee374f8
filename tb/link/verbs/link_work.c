/* SPDX-License-Identifier: Apache-2.0 */
/* A run of a link as the work of a process of its own. */
#include "link_work.h"

#include <errno.h>
#include <stdlib.h>

int link_work_run(const void *work, void *ret, struct env_error *ret_error)
{
	const struct link_work *w = work;
	const struct link_options options = { .stop = w->stop };
	struct link_result *result = calloc(1, sizeof(*result));
	int rc = result ? w->run(w->link, &options, result, ret_error)
	                : env_fail(ret_error, ENOMEM, "cannot run %s", w->link->name);

	if (!rc)
		rc = w->take(w, result, ret, ret_error);
	free(result);
	return rc;
}
