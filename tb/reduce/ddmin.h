/* SPDX-License-Identifier: Apache-2.0 */
/* Delta debugging (Zeller, Hildebrandt: Simplifying and Isolating Failure-Inducing Input): leaves parts out of a list as long as a test of what is left
 * still fails. It knows nothing of what the parts are. */
#ifndef PAUSEBENCH_DDMIN_H
#define PAUSEBENCH_DDMIN_H
#include <stdbool.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

struct ddmin {
	void *context;
	/* Returns whether the list of the parts whose KEEP is true still fails. */
	bool (*fails)(void *context, const bool *keep, size_t count);
	/* Returns whether the budget is used up; asked before each test. */
	bool (*over)(void *context);
};

/* Leaves parts out of the list of COUNT parts of which KEEP says which there are, and which fails. Afterwards KEEP is a list that fails as well. Returns
 * true if none of its parts can be left out alone; false: the budget was used up before this was known. */
bool ddmin(const struct ddmin *d, bool *keep, size_t count);
#ifdef __cplusplus
}
#endif
#endif
