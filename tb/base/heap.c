/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of a process that makes and releases the same things many times. */
#include "heap.h"

#include <limits.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
	HUGE_PAGE = 2 << 20,
	HEAP_OCTETS = 128 << 20, /* octets of address space; pages that nobody touches cost nothing */
};

void heap_keep(void)
{
	char *heap;
	size_t skip;

	mallopt(M_MMAP_MAX, 0);
	mallopt(M_TRIM_THRESHOLD, INT_MAX);
	mallopt(M_TOP_PAD, HEAP_OCTETS);
	heap = malloc(HEAP_OCTETS);
	if (!heap)
		return;
	skip = (HUGE_PAGE - (size_t)heap % HUGE_PAGE) % HUGE_PAGE;
	madvise(heap + skip, (HEAP_OCTETS - skip) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE); /* a kernel without them refuses */
	free(heap);
}

void heap_return(void)
{
	malloc_trim(0);
}
