/* SPDX-License-Identifier: Apache-2.0 */
/* The failing links of several in groups, as those of a regression (tb/regress/group.h): the one of a group that fails first is saved and reduced. */
#ifndef PAUSEBENCH_LINK_GROUPS_H
#define PAUSEBENCH_LINK_GROUPS_H
#include "link_reduce.h"
#include "regress/group.h"

struct link_group {
	struct link_description link; /* the one that represents the group */
	struct link_finding first;
	uint64_t links, findings;
	char names[160]; /* of its links, as far as there is room */
	char sum[400];   /* how the bound of LINK comes about, of the rule link-bound; or empty */
};
/* Zero-initialise, link_groups_release() afterwards. */
struct link_groups {
	struct group_keys keys;
	struct link_group *group; /* by key */
	size_t capacity;
};

/* Takes LINK, whose run had so many FINDINGS, FIRST before the others. LINK->name is unique. SUM: see above, or "". 0 or -ENOMEM. */
int link_groups_add(struct link_groups *groups, const struct link_description *link, const struct link_finding *first,
                    uint64_t findings, const char *sum);
/* How the groups are looked at. */
struct link_groups_how {
	const char *self;     /* the program as called */
	const char *failures; /* the folder in which the links are saved, each in a folder of its name */
	link_run_fn *run;
	bool (*stop)(void); /* may be NULL */
	double seconds;     /* for reducing all of them; 0: they are not reduced */
};
/* Saves the links that represent the groups, reduces them, and prints a block for each group. 0 or negative errno. */
int link_groups_print(const struct link_groups *groups, const struct link_groups_how *how, struct env_error *ret_error);
void link_groups_release(struct link_groups *groups);
#endif
