/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of moments.def and points.def. */
#include "coverage.h"

#include <string.h>

const struct moment_row moment_table[MOMENT_COUNT] = {
#define MOMENT(id, name, text) { name, text },
#include "moments.def"
#undef MOMENT
};

/* The number of the bins of a group is that of their bounds. */
#define POINTS(id, name, text, ...) enum { COLUMNS_##id = sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(const char *) };
#define BIN(id, from, to)
#define POINTS_END(id)
#include "points.def"
#undef POINTS
#undef BIN
#undef POINTS_END

#define POINTS(id, name, text, ...) static const int64_t bounds_##id[][2] = {
#define BIN(id, from, to) { from, to },
#define POINTS_END(id) \
	}              \
	;
#include "points.def"
#undef POINTS
#undef BIN
#undef POINTS_END

const struct points_row points_table[POINTS_COUNT] = {
#define POINTS(id, name, text, ...) \
	{ name, text, { __VA_ARGS__ }, bounds_##id, sizeof(bounds_##id) / sizeof(bounds_##id[0]), COLUMNS_##id },
#define BIN(id, from, to)
#define POINTS_END(id)
#include "points.def"
#undef POINTS
#undef BIN
#undef POINTS_END
};

unsigned meet_pair(enum coverage_moment a, enum coverage_moment b)
{
	return (unsigned)a * (2 * MOMENT_COUNT - (unsigned)a + 1) / 2 + (unsigned)(b - a);
}

bool meet_counts(enum coverage_moment a, enum coverage_moment b)
{
	bool own = b == MOMENT_OWN_EVENT || b == MOMENT_OWN_END;

	return !own || a == MOMENT_READ_COUNTER || a == MOMENT_LOAD_COUNTER;
}

int moment_by_name(const char *name)
{
	for (unsigned i = 0; i < MOMENT_COUNT; i++)
		if (!strcmp(moment_table[i].name, name))
			return (int)i;
	return -1;
}
