/* SPDX-License-Identifier: Apache-2.0 */
/* The first finding of a link's run: of a run whose process broke, and as a line. */
#ifndef PAUSEBENCH_LINK_FINDING_H
#define PAUSEBENCH_LINK_FINDING_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link/platform/link.h"

struct pool_result;
/* Gives the finding of a run whose process ended before the run did. */
void link_finding_broken(const struct pool_result *result, struct link_finding *ret);
/* Writes "rule: what, seen at a: expected X, found Y". Returns RET. */
char *link_finding_line(const struct link_finding *finding, char *ret, size_t size);

#ifdef __cplusplus
}
#endif
#endif
