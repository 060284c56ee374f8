/* SPDX-License-Identifier: Apache-2.0 */
/* The failing runs of a regression in groups, one for each cause.
 *
 * One fault makes many runs fail, and all of them break rules in the same way. So a failing run belongs to the group of its first
 * finding: of its rule, of the thing that it is about, of what was expected and what happened, without the numbers, which differ
 * from run to run. Its other findings come from the same cause, or from one that will be seen once the first is mended; the group
 * only counts them. */
#ifndef PAUSEBENCH_GROUP_H
#define PAUSEBENCH_GROUP_H
#include "finding/finding.h"
#include "report/normal.h"

#include <stddef.h>

/* The properties that the first findings of a group's runs have in common. */
struct group_key {
	enum rule rule;
	char what[NORMAL_MAX], expected[NORMAL_MAX], actual[NORMAL_MAX];
};
/* Writes the key of FIRST into RET.
 *
 * Text after a comma, or in brackets at the end of .expected and .actual, only adds to the finding ("Xon, lasted 64 octet times,
 * 1.0 x 1 quanta"); whether it is there depends on chance, so that it is no part of the key. Of a process that crashed the key
 * has how it ended, since .what names the run. Of a run that did not come to its end the key has what it waited for, since .what
 * names the place where it was. Rules about how counters are read, cleared and loaded, and how they wrap, mostly fail in all
 * counters for one reason: .what is then "a counter". */
void group_key(const struct finding *first, struct group_key *ret);
/* Returns true if findings of RULE are in one group whichever counter they are about. */
bool group_of_counters(enum rule rule);

/* The keys of a regression, in the order in which they came. Zero-initialise it, and call group_keys_release() in the end. */
struct group_keys {
	struct group_key *key;
	size_t count, capacity;
};
/* Finds the key of FIRST, or appends it, and writes its index into *RET. Returns 0 or -ENOMEM. */
int group_keys_find(struct group_keys *keys, const struct finding *first, size_t *ret);
void group_keys_release(struct group_keys *keys);

struct group {
	size_t key;        /* index into the keys */
	uint64_t runs;     /* how many failing runs it has, ... */
	uint64_t exact;    /* ... how many of them were exact, ... */
	uint64_t *duts;    /* ... and how many each DUT has */
	uint64_t findings; /* all findings of its runs, the first ones included */
	size_t *run; /* its runs, indices into those of the suite; the representative, which is best to look at, comes first */
	/* The folder of the representative's reduced stimulus, or NULL; owned. The next members have how many lines the stimulus
	 * had before and has after ("setup" is one line), and the first finding of the reduced run. */
	char *reduced;
	size_t lines, reduced_lines;
	struct finding reduced_first;
	char note[128]; /* why it was not reduced; "" if it was, or if nobody tried to */
	char *waves; /* the command that opens the waves, or "none: " and the reason; NULL: nobody tried to make waves; owned */
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
/* Fills in the counters of a group whose rule is one of group_of_counters(), at most GROUP_COUNTERS; those of the runs that are
 * best to look at come first. Returns how many it filled in; 0 for another group. */
enum { GROUP_COUNTERS = 32 };
size_t group_counters(const struct suite *suite, const struct group *group, char ret[GROUP_COUNTERS][NORMAL_MAX]);
/* Makes the groups of SUITE, and notes in each failing run to which one it belongs. Groups that RET had are released. Returns 0
 * or -ENOMEM.
 *
 * A black-box run whose exact twin, the same stimulus on the same DUT, failed too belongs to the group of the twin: it is the
 * same failure, and the exact run sees it closer to its cause. */
int groups_make(struct groups *ret, struct suite *suite);
/* Joins groups of SUITE whose reduced runs have first findings with the same key: without the other items of their stimuli they
 * are one failure. The representative with the fewest lines shows them. Returns 0 or -ENOMEM. */
int groups_join(struct groups *groups, struct suite *suite);
void groups_release(struct groups *groups);
/* Returns true if run A is better to look at than run B: exact, with fewer items, with the finding in an earlier cycle, planned
 * earlier. */
bool group_better(const struct suite *suite, size_t a, size_t b);
/* Returns the key of RUN, or of its exact twin if that has failed too. */
size_t group_key_of(const struct suite *suite, const struct suite_run *run);
#endif
