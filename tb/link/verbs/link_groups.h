/* SPDX-License-Identifier: Apache-2.0 */
/* Puts the failing ones of several links into groups, as a regression does with its runs (tb/regress/group.h). Of each group the
 * link whose finding comes first is saved and reduced. */
#ifndef PAUSEBENCH_LINK_GROUPS_H
#define PAUSEBENCH_LINK_GROUPS_H
#include "link_reduce.h"
#include "regress/group.h"

struct link_group {
	struct link_description link; /* the one that represents the group */
	struct link_finding first;
	uint64_t links, findings;
	char names[160]; /* the names of its links, as far as there is room */
	char sum[400];   /* for the rule link-bound, how the bound of .link comes about; else empty */
};
/* Initialise it with zeros; link_groups_release() releases it. */
struct link_groups {
	struct group_keys keys;
	struct link_group *group; /* sorted by key */
	size_t capacity;
};

/* Takes LINK, whose run had so many FINDINGS, of which FIRST is the first one. LINK->name is unique. SUM is the .sum of a group,
 * or "". Returns 0 or -ENOMEM. */
int link_groups_add(struct link_groups *groups, const struct link_description *link, const struct link_finding *first,
                    uint64_t findings, const char *sum);
/* How the groups are saved and reduced. */
struct link_groups_how {
	const char *self;     /* the program's name as called */
	const char *failures; /* the folder in which the links are saved, each in a folder of its name */
	link_run_fn *run;
	bool (*stop)(void); /* may be NULL */
	double seconds;     /* the time for reducing all groups; 0: they are not reduced */
};
/* Saves the links that represent the groups, reduces them, and prints a block for each group. Returns 0 or negative errno. */
int link_groups_print(const struct link_groups *groups, const struct link_groups_how *how, struct env_error *ret_error);
void link_groups_release(struct link_groups *groups);
#endif
