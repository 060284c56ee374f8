/* SPDX-License-Identifier: Apache-2.0 */
/* The failing runs of a regression in groups, one for each cause.
 *
 * One fault breaks many runs, and its runs break rules in the same way. So a failing run belongs to the group of its first finding: its rule, what it
 * is about, what was expected and what happened, without the numbers, which differ from run to run. Its other findings come from the same cause, or
 * from one that is seen once the first is mended; the group only counts them. */
#ifndef PAUSEBENCH_GROUP_H
#define PAUSEBENCH_GROUP_H
#include "finding/finding.h"
#include "report/normal.h"

#include <stddef.h>

/* What the first findings of a group's runs have in common. */
struct group_key {
	enum rule rule;
	char what[NORMAL_MAX], expected[NORMAL_MAX], actual[NORMAL_MAX];
};
/* Writes the key of FIRST into RET.
 *
 * What comes after a comma or in brackets at the end of .expected and .actual adds to the finding ("Xon, lasted 64 octet times, 1.0 x 1 quanta"); it
 * is there or not by chance and is no part of the key. A process that broke is compared by how it ended,
 * since .what names the run, and a run that did not come to its end by what it waited for, since .what names the place where it was. What counters have
 * in common, how they are read, cleared, loaded and wrap, mostly fails in all of them for one reason: .what is then "a counter". */
void group_key(const struct finding *first, struct group_key *ret);
/* True if findings of RULE are in one group whichever counter they are about. */
bool group_of_counters(enum rule rule);

/* The keys of a regression, in the order in which they came. Zero-initialise, group_keys_release() afterwards. */
struct group_keys {
	struct group_key *key;
	size_t count, capacity;
};
/* Finds the key of FIRST, or appends it, and writes its index into *RET. 0 or -ENOMEM. */
int group_keys_find(struct group_keys *keys, const struct finding *first, size_t *ret);
void group_keys_release(struct group_keys *keys);

struct group {
	size_t key;        /* index into the keys */
	uint64_t runs;     /* failing runs */
	uint64_t exact;    /* so many of them were exact */
	uint64_t *duts;    /* so many of them by DUT */
	uint64_t findings; /* of all its runs, the first ones too */
	size_t *run;       /* its runs, indices into those of the suite; the best to look at, the representative, comes first */
	/* The folder of the representative's reduced stimulus, or NULL; owned. With it the numbers of lines of the stimulus before and after, "setup" is
	 * one, and the first finding of the reduced run. */
	char *reduced;
	size_t lines, reduced_lines;
	struct finding reduced_first;
	char note[128]; /* why it was not reduced; "": nobody tried to, or it was */
	char *waves;    /* the command that opens the waves, or "none: " and the reason; NULL: nobody tried to make them; owned */
};
/* The groups, those with the most runs first. */
struct groups {
	struct group *group;
	size_t count;
};

struct suite;
struct suite_run;
/* Returns the finding that shows GROUP: that of the reduced run if there is one, else the first one of its representative. */
const struct finding *group_shown(const struct suite *suite, const struct group *group);
/* The counters of a group of group_of_counters(), those of the runs that are best to look at first, GROUP_COUNTERS at most. Returns how many there are in
 * RET; none of another group. */
enum { GROUP_COUNTERS = 32 };
size_t group_counters(const struct suite *suite, const struct group *group, char ret[GROUP_COUNTERS][NORMAL_MAX]);
/* Makes the groups of SUITE and notes in each failing run to which one it belongs. Those that RET had are released. 0 or -ENOMEM.
 *
 * A black-box run whose exact twin, the same stimulus on the same DUT, failed too belongs to the group of the twin: it is the same failure, and the
 * exact run sees it closer to its cause. */
int groups_make(struct groups *ret, struct suite *suite);
/* Joins the groups of SUITE whose reduced runs have first findings with one key: seen without what else their stimuli do, they are one failure. The
 * representative with the fewest lines shows them. 0 or -ENOMEM. */
int groups_join(struct groups *groups, struct suite *suite);
void groups_release(struct groups *groups);
/* True if run A is better to look at than run B: exact, with fewer items, with the finding in an earlier cycle, planned earlier. */
bool group_better(const struct suite *suite, size_t a, size_t b);
/* Returns the key of RUN, or of its exact twin if that has failed too. */
size_t group_key_of(const struct suite *suite, const struct suite_run *run);
#endif
