/* SPDX-License-Identifier: Apache-2.0 */
/* Delta debugging (Zeller, Hildebrandt: Simplifying and Isolating Failure-Inducing Input): leaves parts out of a list as long as
 * a test of the other parts still fails. It does not know what the parts are. */
#ifndef PAUSEBENCH_DDMIN_H
#define PAUSEBENCH_DDMIN_H
#include <stdbool.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

struct ddmin {
	void *context;
	/* Returns whether the list of those parts whose KEEP is true still fails. */
	bool (*fails)(void *context, const bool *keep, size_t count);
	/* Returns whether the budget is used up; called before each test. */
	bool (*over)(void *context);
};

/* KEEP says which of COUNT parts are in a list that fails. Leaves out some of them; afterwards KEEP is a list that fails as well.
 * Returns true if none of its parts can be left out alone; false if the budget was used up before that was known. */
bool ddmin(const struct ddmin *d, bool *keep, size_t count);
#ifdef __cplusplus
}
#endif
#endif
