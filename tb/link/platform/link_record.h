/* SPDX-License-Identifier: Apache-2.0 */
/* What the golden models of a link's ends expect in each clock, for the waves: recorded by a run in a process of its own, because SystemC elaborates
 * one platform in a process and the record is known at the end of a run only. */
#ifndef PAUSEBENCH_LINK_RECORD_H
#define PAUSEBENCH_LINK_RECORD_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link.h"
#include "seam/expected.h"

struct link_recorded {
	struct seam_changes expected[LINK_ENDS];
	char *texts; /* of the changes */
};

/* Runs LINK by RUN, as OPTIONS say but without files, and records it from .waves_from_ps on; FIRST, its first finding, or NULL, may name a counter.
 * 0 or negative errno; link_recorded_release() in any case. */
int link_record(const struct link_description *link, link_run_fn *run, const struct link_options *options,
                const struct link_finding *first, struct link_recorded *ret, struct env_error *ret_error);
void link_recorded_release(struct link_recorded *recorded);
#ifdef __cplusplus
}
#endif
#endif
