/* SPDX-License-Identifier: Apache-2.0 */
/* The owner's reasons why the suite does not see something of his MAC: a file beside the profile, my.reasons of my.mac (doc/use/your-own-mac.md). It is no part
 * of the profile, since a reason changes neither what a run does nor what was measured. */
#ifndef PAUSEBENCH_REASONS_H
#define PAUSEBENCH_REASONS_H
#include "reason_lines.h"

#include <stdio.h>

/* What a line of the file is about, and what a point is that `make coverage` or `make mutants` measured. REASON_CELL is a line about a coincidence or a
 * value, and no point. */
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

/* What became of a point. */
enum point_state {
	POINT_REACHED,    /* or killed */
	POINT_OPEN,       /* not reached, or survived */
	POINT_WITHIN,     /* a branch of a line that never ran, so that the line's reason is one of the branch */
	POINT_LACKING,    /* a cell that cannot be reached, by a reason that the bench knows */
	POINT_EQUIVALENT, /* a mutant, as was proved */
	POINT_UNHUNTED,   /* a mutant of which nothing is known yet */
	POINT_STATES
};

struct reason {
	enum reason_kind kind;
	const char *what, *why; /* what it names, with * for any text */
	unsigned line;
	bool checked;                     /* its kind was measured */
	unsigned points[POINT_STATES];    /* points of its kind that it names */
	unsigned explained[REASON_KINDS]; /* points that have this reason, by their own kind */
};

struct reasons {
	char *path;   /* of the file, which need not be there */
	char *folder; /* of the profile, with a / at its end; points name files there without it */
	struct reason_lines lines;
	struct reason *list;
	size_t count;
	unsigned explained[REASON_KINDS]; /* points that have a reason, each once */
};

/* Reads the reasons beside the profile at PROFILE; without a file there are none. Returns 0, -EINVAL with *RET_ERROR, or another negative errno. */
int reasons_read(struct reasons *ret, const char *profile, struct profile_error *ret_error);
void reasons_release(struct reasons *reasons);
/* Compares reasons and POINTS, lines "STATE KIND WHAT" of a file that mk/coverage_mac.sh or tools/generated/mac.sh wrote. HOME is what these leave
 * out at the start of a path when they print it. Returns 0 or -EINVAL: POINTS has another line. */
int reasons_compare(struct reasons *reasons, FILE *points, bool mutants, const char *home);
/* Is a reason of this kind compared with the points of mutants, or with those of coverage? */
bool reason_of_mutants(const struct reason *reason);
/* Writes into RET what is wrong with REASON, and the remedy; false: nothing is. */
bool reason_wrong(const struct reason *reason, char *ret, size_t size);
/* Writes into RET what has REASON: "2 lines, 1 branch". Returns RET. */
const char *reason_explained(const unsigned explained[REASON_KINDS], char *ret, size_t size);
#endif
