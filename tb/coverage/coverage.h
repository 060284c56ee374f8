/* SPDX-License-Identifier: Apache-2.0 */
/* What a run reached: which moments met within three clocks (moments.def), and which bins values fell into (points.def). The golden model of the run's
 * scoreboard decides both, so that a cell says what a stimulus did and not what the DUT made of it. */
#ifndef PAUSEBENCH_COVERAGE_H
#define PAUSEBENCH_COVERAGE_H
#include "base/dut.h"
#include "base/event.h"
#include "stimulus/cover.h"

struct scoreboard;

enum coverage_moment {
#define MOMENT(id, name, text) MOMENT_##id,
#include "moments.def"
#undef MOMENT
	MOMENT_COUNT
};
struct moment_row {
	const char *name, *text;
};
extern const struct moment_row moment_table[MOMENT_COUNT];
/* -1: there is none. */
int moment_by_name(const char *name);

/* Moment B comes so many clocks after moment A: -3 to 3, the distances of a pair. Pairs of A and B, and of a moment with an earlier one of its own
 * kind, are counted once, with A before or at B in the table. */
enum {
	MEET_CLOCKS = 3,
	MEET_DISTANCES = 2 * MEET_CLOCKS + 1,
	MEET_PAIRS = MOMENT_COUNT * (MOMENT_COUNT + 1) / 2,
};
/* The number of the pair of A and B, A <= B. */
unsigned meet_pair(enum coverage_moment a, enum coverage_moment b);
/* False: the two are of no interest together; moments.def says so in its text. */
bool meet_counts(enum coverage_moment a, enum coverage_moment b);

enum points {
#define POINTS(id, name, text, ...) POINTS_##id,
#define BIN(id, from, to)
#define POINTS_END(id)
#include "points.def"
#undef POINTS
#undef BIN
#undef POINTS_END
	POINTS_COUNT
};
enum { POINTS_COLUMNS_MAX = 5, POINTS_BINS_MAX = 32 };
struct points_row {
	const char *name, *text;
	const char *column[POINTS_COLUMNS_MAX]; /* with a NULL after the last one */
	const int64_t (*bounds)[2];             /* of its bins, both included */
	unsigned bins, columns;
};
extern const struct points_row points_table[POINTS_COUNT];

/* What a run reached. */
struct coverage_reached {
	uint8_t meets[MEET_PAIRS];                     /* bit i: the distance i - MEET_CLOCKS */
	uint8_t points[POINTS_COUNT][POINTS_BINS_MAX]; /* bit i: with column i */
	struct cover_counts rules;
};

/* The moments of a run with their clocks, in the order in which they were noted. Zero-initialise; the caller frees .item. */
struct coverage_moments {
	struct coverage_noted {
		enum coverage_moment moment;
		uint64_t clock;
	} * item;
	size_t count, room;
};

struct coverage;
/* For a run of DUT, whose golden model is that of SCOREBOARD; both must outlive it. It watches the scoreboard (scoreboard_watch()), and appends each
 * moment to MOMENTS unless that is NULL. NULL: no memory. */
struct coverage *coverage_new(const struct dut *dut, struct scoreboard *scoreboard, struct coverage_moments *moments);
void coverage_free(struct coverage *c);
/* Notes a batch of events, which continues the one before, ahead of the scoreboard. */
void coverage_events(struct coverage *c, const struct event *events, size_t count);
/* After the run. 0, or -ENOMEM if something was not noted. */
int coverage_finish(const struct coverage *c, struct coverage_reached *ret);
#endif
