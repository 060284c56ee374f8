/* SPDX-License-Identifier: Apache-2.0 */
/* A run of a link as the work of a process of its own. */
#ifndef PAUSEBENCH_LINK_WORK_H
#define PAUSEBENCH_LINK_WORK_H
#include "link/platform/link.h"

/* What the process has. */
struct link_work {
	const struct link_description *link;
	link_run_fn *run;
	bool (*stop)(void); /* may be NULL */
	/* Takes of RESULT what the other process gets, into RET, POOL_RESULT_OCTETS of zeros. 0 or a negative errno. */
	int (*take)(const struct link_work *work, const struct link_result *result, void *ret, struct env_error *ret_error);
	const void *context; /* of .take */
};

/* The .work of a pool_job, whose .context is a struct link_work. */
int link_work_run(const void *work, void *ret, struct env_error *ret_error);
#endif
