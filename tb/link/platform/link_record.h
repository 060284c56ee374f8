/* SPDX-License-Identifier: Apache-2.0 */
/* Records for the waves what the golden models of a link's ends expect in each clock. A run in a process of its own records it,
 * because SystemC elaborates one platform in a process and the record is complete only at the end of a run. */
#ifndef PAUSEBENCH_LINK_RECORD_H
#define PAUSEBENCH_LINK_RECORD_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link.h"
#include "seam/expected.h"

struct link_recorded {
	struct seam_changes expected[LINK_ENDS];
	char *texts; /* the texts of the changes */
};

/* Runs LINK with RUN, with OPTIONS but without files, and records it from .waves_from_ps on. FIRST is its first finding, which
 * may name a counter, or NULL. Returns 0 or negative errno; the caller calls link_recorded_release() in any case. */
int link_record(const struct link_description *link, link_run_fn *run, const struct link_options *options,
                const struct link_finding *first, struct link_recorded *ret, struct env_error *ret_error);
void link_recorded_release(struct link_recorded *recorded);
#ifdef __cplusplus
}
#endif
#endif
