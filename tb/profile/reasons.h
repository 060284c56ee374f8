/* SPDX-License-Identifier: Apache-2.0 */
/* The owner's reasons why the suite does not see something of his MAC: a file beside the profile, my.reasons for my.mac
 * (doc/use/your-own-mac.md). It is no part of the profile, since a reason changes neither what a run does nor what was measured. */
#ifndef PAUSEBENCH_REASONS_H
#define PAUSEBENCH_REASONS_H
#include "reason_lines.h"

#include <stdio.h>

/* The kinds of points that `make coverage` and `make mutants` measure, and of lines of the file. REASON_CELL is only a kind of
 * line, which is about coincidences or values. */
enum reason_kind {
	REASON_LINE,
	REASON_BRANCH,
	REASON_TOGGLE,
	REASON_CELL,
	REASON_MUTANT,
	REASON_COINCIDENCE,
	REASON_VALUE,
	REASON_KINDS
};
extern const char *const reason_kind_names[REASON_KINDS];

/* The state of a point. */
enum point_state {
	POINT_REACHED,    /* the suite reached it, or killed it */
	POINT_OPEN,       /* the suite did not reach it, or it survived */
	POINT_WITHIN,     /* it is a branch of a line that never ran, so that a reason of the line is also one of the branch */
	POINT_LACKING,    /* it is a cell that cannot be reached, for a reason that the bench knows */
	POINT_EQUIVALENT, /* it is a mutant that was proved to be equivalent */
	POINT_UNHUNTED,   /* it is a mutant of which nothing is known yet */
	POINT_STATES
};

struct reason {
	enum reason_kind kind;
	const char *what, *why; /* .what names points, with * for any text */
	unsigned line;
	bool checked;                     /* its kind was measured */
	unsigned points[POINT_STATES];    /* how many points of its kind it names */
	unsigned explained[REASON_KINDS]; /* how many points of each kind have this reason */
};

struct reasons {
	char *path;   /* the path of the file, which need not exist */
	char *folder; /* the folder of the profile, with a / at its end; reasons may name files there without it */
	struct reason_lines lines;
	struct reason *list;
	size_t count;
	unsigned explained[REASON_KINDS]; /* how many points of each kind have a reason, each counted once */
};

/* Reads the reasons beside the profile at PROFILE; without a file there are none. Returns 0, -EINVAL with *RET_ERROR, or another negative errno. */
int reasons_read(struct reasons *ret, const char *profile, struct profile_error *ret_error);
void reasons_release(struct reasons *reasons);
/* Compares the reasons with POINTS, lines "STATE KIND WHAT" of a file that mk/coverage_mac.sh or tools/generated/mac.sh wrote.
 * HOME is the start of paths that these scripts leave out when they print one. Returns 0, or -EINVAL if POINTS has another line. */
int reasons_compare(struct reasons *reasons, FILE *points, bool mutants, const char *home);
/* Returns true if a reason of this kind is compared with the points of mutants, false if with those of coverage. */
bool reason_of_mutants(const struct reason *reason);
/* Writes into RET what is wrong with REASON, and the remedy. Returns false if nothing is wrong. */
bool reason_wrong(const struct reason *reason, char *ret, size_t size);
/* Writes into RET how many points of each kind have a reason, such as "2 lines, 1 branch". Returns RET. */
const char *reason_explained(const unsigned explained[REASON_KINDS], char *ret, size_t size);
#endif
