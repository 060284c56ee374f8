/* SPDX-License-Identifier: Apache-2.0 */
/* The states of the searches of the property tests of the worlds: struct right_mac, a right MAC in a moment, and STATES_MAX are the includer's. */
#ifndef PAUSEBENCH_WINDOW_STATES_H
#define PAUSEBENCH_WINDOW_STATES_H
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* The states of a moment. */
struct states {
	struct right_mac *mac;
	unsigned count;
};

static void add(struct states *states, const struct right_mac *mac)
{
	cr_assert_lt(states->count, STATES_MAX, "the search has too many states");
	states->mac[states->count++] = *mac;
}

static int compare_macs(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct right_mac));
}

static void unite(struct states *states)
{
	unsigned kept = 0;

	qsort(states->mac, states->count, sizeof(*states->mac), compare_macs);
	for (unsigned i = 0; i < states->count; i++)
		if (!i || memcmp(&states->mac[i], &states->mac[kept - 1], sizeof(*states->mac)))
			states->mac[kept++] = states->mac[i];
	states->count = kept;
}

static int larger(int a, int b)
{
	return a > b ? a : b;
}
#endif
