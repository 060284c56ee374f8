/* SPDX-License-Identifier: Apache-2.0 */
/* The coverage of a run: which moments met within three clocks (moments.def), and into which bins values fell (points.def). The
 * golden model of the run's scoreboard decides both, so that a cell shows what the stimulus did, whatever the DUT did. */
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
/* Returns the moment called NAME, or -1. */
int moment_by_name(const char *name);

/* The distance of a pair is how many clocks moment B comes after moment A: -3 to 3. A pair of two moments, or of a moment with an
 * earlier one of its own kind, is counted once; A is not after B in the table. */
enum {
	MEET_CLOCKS = 3,
	MEET_DISTANCES = 2 * MEET_CLOCKS + 1,
	MEET_PAIRS = MOMENT_COUNT * (MOMENT_COUNT + 1) / 2,
};
/* Returns the number of the pair of A and B, A <= B. */
unsigned meet_pair(enum coverage_moment a, enum coverage_moment b);
/* Returns false if the two are of no interest together, as the text in moments.def says. */
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
	const int64_t (*bounds)[2];             /* the bounds of its bins, both included */
	unsigned bins, columns;
};
extern const struct points_row points_table[POINTS_COUNT];

/* The cells that a run reached. */
struct coverage_reached {
	uint8_t meets[MEET_PAIRS];                     /* bit i: the pair met at the distance i - MEET_CLOCKS */
	uint8_t points[POINTS_COUNT][POINTS_BINS_MAX]; /* bit i: a value fell into the bin in column i */
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
/* Returns the coverage of a run of DUT, whose golden model is that of SCOREBOARD; NULL if there is no memory. DUT and SCOREBOARD
 * must outlive it. It watches the scoreboard (scoreboard_watch()), and appends each moment to MOMENTS unless that is NULL. */
struct coverage *coverage_new(const struct dut *dut, struct scoreboard *scoreboard, struct coverage_moments *moments);
void coverage_free(struct coverage *c);
/* Takes a batch of events, which continues the one before. To be called before the scoreboard has the batch. */
void coverage_events(struct coverage *c, const struct event *events, size_t count);
/* To be called after the run: fills in RET. Returns 0, or -ENOMEM if there was no memory for some events. */
int coverage_finish(const struct coverage *c, struct coverage_reached *ret);
#endif
