/* SPDX-License-Identifier: Apache-2.0 */
/* Delta debugging; ddmin.h.
 *
 * A pass tries to leave out chunks of neighbours, from the last one to the first, since later parts more often only observe. The
 * chunks are halved from pass to pass; passes with chunks of one part are repeated until one of them leaves nothing out. */
#include "ddmin.h"

#include <stdlib.h>

static size_t kept_of(const bool *keep, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		kept += keep[i];
	return kept;
}

/* Sets KEEP to VALUE for the kept parts number FROM to TO - 1; WHICH has the index of each kept part. */
static void set_parts(bool *keep, const size_t *which, size_t from, size_t to, bool value)
{
	for (size_t i = from; i < to; i++)
		keep[which[i]] = value;
}

/* Makes one pass with chunks of SIZE parts. WHICH has room for COUNT indices. Returns whether it left anything out; *RET_OVER:
 * the budget is used up. */
static bool pass(const struct ddmin *d, bool *keep, size_t count, size_t size, size_t *which, bool *ret_over)
{
	size_t kept = 0;
	bool changed = false;

	for (size_t i = 0; i < count; i++)
		if (keep[i])
			which[kept++] = i;
	for (size_t end = kept; end && !*ret_over;) {
		size_t from = end > size ? end - size : 0;
		*ret_over = d->over(d->context);
		if (*ret_over)
			break;
		set_parts(keep, which, from, end, false);
		if (d->fails(d->context, keep, count))
			changed = true;
		else
			set_parts(keep, which, from, end, true);
		end = from;
	}
	return changed;
}

bool ddmin(const struct ddmin *d, bool *keep, size_t count)
{
	size_t size = (kept_of(keep, count) + 1) / 2, *which = malloc((count + 1) * sizeof(*which));
	bool over = !which, whole = which && !size;

	while (size && !over) {
		bool changed = pass(d, keep, count, size, which, &over);
		size_t kept = kept_of(keep, count);
		whole = !over && (!kept || (size == 1 && !changed));
		if (whole)
			break;
		size = size > 1 ? size / 2 : 1;
		if (size > (kept + 1) / 2)
			size = (kept + 1) / 2;
	}
	free(which);
	return whole;
}
