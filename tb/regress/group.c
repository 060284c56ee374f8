/* SPDX-License-Identifier: Apache-2.0 */
/* Puts the failing runs of a regression into groups, one for each cause: group.h. */
#include "group.h"

#include "suite.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Writes TEXT without its numbers into RET, and without what follows its first clause. The PHY decides whether a time is in octet times or in
 * clocks, so both become clocks. */
static void first_clause(const char *text, char ret[NORMAL_MAX])
{
	static const char unit[] = "octet time", same[] = "clock";
	char clause[NORMAL_MAX], *at;
	size_t len = strcspn(text, ",:(");

	while (len && text[len - 1] == ' ')
		len--;
	snprintf(clause, sizeof(clause), "%.*s", (int)(len ? len : strlen(text)), text);
	while ((at = strstr(clause, unit))) {
		memcpy(at, same, strlen(same));
		memmove(at + strlen(same), at + strlen(unit), strlen(at + strlen(unit)) + 1);
	}
	normalise(clause, ret, NORMAL_MAX);
}

bool group_of_counters(enum rule rule)
{
	switch (rule) {
	case RULE_READ_CLEARS:
	case RULE_COUNTER_CLEAR:
	case RULE_COUNTER_WRAP:
	case RULE_COUNTER_STICKS:
	case RULE_COUNTER_LATCH:
	case RULE_COUNTER_LOAD:
	case RULE_COUNTER_HOLD:
		return true;
	default:
		return false;
	}
}

void group_key(const struct finding *first, struct group_key *ret)
{
	memset(ret, 0, sizeof(*ret)); /* keys are compared octet by octet */
	ret->rule = first->rule;
	if (finding_of_process(first)) {
		normalise(first->actual, ret->actual, sizeof(ret->actual));
		return;
	}
	if (first->rule == RULE_TIMEOUT)
		snprintf(ret->what, sizeof(ret->what), "the end of the run");
	else if (group_of_counters(first->rule))
		snprintf(ret->what, sizeof(ret->what), "a counter");
	else
		normalise(first->what, ret->what, sizeof(ret->what));
	first_clause(first->expected, ret->expected);
	if (!finding_of_limit(first)) /* it does not matter what a run was doing when its limit came */
		first_clause(first->actual, ret->actual);
}

int group_keys_find(struct group_keys *keys, const struct finding *first, size_t *ret)
{
	struct group_key key;

	group_key(first, &key);
	for (size_t i = 0; i < keys->count; i++) {
		*ret = i;
		if (!memcmp(&keys->key[i], &key, sizeof(key)))
			return 0;
	}
	if (keys->count == keys->capacity) {
		size_t capacity = keys->capacity ? 2 * keys->capacity : 16;
		struct group_key *bigger = realloc(keys->key, capacity * sizeof(*bigger));
		if (!bigger)
			return -ENOMEM;
		keys->key = bigger;
		keys->capacity = capacity;
	}
	*ret = keys->count;
	memcpy(&keys->key[keys->count++], &key, sizeof(key));
	return 0;
}

void group_keys_release(struct group_keys *keys)
{
	free(keys->key);
	*keys = (struct group_keys){ 0 };
}

bool group_better(const struct suite *suite, size_t a, size_t b)
{
	const struct suite_run *one = &suite->runs[a], *other = &suite->runs[b];

	if (one->black_box != other->black_box)
		return other->black_box;
	if (one->items != other->items)
		return one->items < other->items;
	if (one->first.cycle != other->first.cycle)
		return one->first.cycle < other->first.cycle;
	if (one->dut != other->dut)
		return one->dut < other->dut;
	return strcmp(one->name, other->name) < 0;
}

size_t group_key_of(const struct suite *suite, const struct suite_run *run)
{
	const struct suite_run *twin = run->twin ? &suite->runs[run->twin - 1] : run;

	return twin->outcome == SUITE_FAILED ? twin->key : run->key;
}

const struct finding *group_shown(const struct suite *suite, const struct group *group)
{
	return group->reduced ? &group->reduced_first : &suite->runs[group->run[0]].first;
}

size_t group_counters(const struct suite *suite, const struct group *group, char ret[GROUP_COUNTERS][NORMAL_MAX])
{
	size_t count = 0, k;

	if (!group_of_counters(suite->runs[group->run[0]].first.rule))
		return 0;
	for (size_t i = 0; i < group->runs && count < GROUP_COUNTERS; i++) {
		normalise(suite->runs[group->run[i]].first.what, ret[count], NORMAL_MAX);
		for (k = 0; k < count && strcmp(ret[k], ret[count]) != 0;)
			k++;
		count += k == count;
	}
	return count;
}

static void release(struct group *group)
{
	free(group->run);
	free(group->duts);
	free(group->reduced);
	free(group->waves);
}

static int add_run(struct suite *suite, struct group *group, size_t index)
{
	const struct suite_run *run = &suite->runs[index];
	size_t *bigger;

	if (!(group->runs & (group->runs + 1))) { /* the room doubles */
		bigger = realloc(group->run, (2 * group->runs + 1) * sizeof(*bigger));
		if (!bigger)
			return -ENOMEM;
		group->run = bigger;
	}
	group->run[group->runs++] = index;
	group->exact += !run->black_box;
	group->findings += run->findings;
	group->duts[run->dut]++;
	return 0;
}

static int compare_runs(const void *a, const void *b, void *suite)
{
	size_t one = *(const size_t *)a, other = *(const size_t *)b;

	return one == other ? 0 : group_better(suite, one, other) ? -1 : 1;
}

/* Groups of equally many runs are in the order of the runs that are best to look at, so that the order does not depend on which run ended first. */
static int compare_groups(const void *a, const void *b, void *suite)
{
	const struct group *one = a, *other = b;

	if (one->runs != other->runs)
		return one->runs > other->runs ? -1 : 1;
	return one->runs ? compare_runs(one->run, other->run, suite) : 0;
}

/* Puts the failing runs into GROUPS, which has a group for each key. */
static int fill(struct groups *groups, struct suite *suite)
{
	for (size_t i = 0; i < groups->count; i++) {
		groups->group[i].key = i;
		groups->group[i].duts = calloc(suite->dut_count, sizeof(*groups->group[i].duts));
		if (!groups->group[i].duts)
			return -ENOMEM;
	}
	for (size_t i = 0; i < suite->count; i++)
		if (suite->runs[i].outcome == SUITE_FAILED && group_key_of(suite, &suite->runs[i]) < groups->count &&
		    add_run(suite, &groups->group[group_key_of(suite, &suite->runs[i])], i))
			return -ENOMEM;
	return 0;
}

/* Notes in each failing run to which group it belongs. */
static void number_runs(const struct groups *groups, struct suite *suite)
{
	for (size_t i = 0; i < groups->count; i++)
		for (size_t k = 0; k < groups->group[i].runs; k++)
			suite->runs[groups->group[i].run[k]].group = i + 1;
}

int groups_make(struct groups *ret, struct suite *suite)
{
	groups_release(ret);
	ret->group = calloc(suite->keys.count ? suite->keys.count : 1, sizeof(*ret->group));
	if (!ret->group)
		return -ENOMEM;
	ret->count = suite->keys.count;
	if (fill(ret, suite))
		return -ENOMEM;
	for (size_t i = 0; i < ret->count; i++)
		qsort_r(ret->group[i].run, ret->group[i].runs, sizeof(*ret->group[i].run), compare_runs, suite);
	qsort_r(ret->group, ret->count, sizeof(*ret->group), compare_groups, suite);
	while (ret->count &&
	       !ret->group[ret->count - 1].runs) /* only black-box runs have the key, and their twins failed in another way */
		release(&ret->group[--ret->count]);
	number_runs(ret, suite);
	return 0;
}

static bool is_same_reduced(const struct group *a, const struct group *b)
{
	struct group_key one, other;

	if (!a->reduced || !b->reduced)
		return false;
	group_key(&a->reduced_first, &one);
	group_key(&b->reduced_first, &other);
	return !memcmp(&one, &other, sizeof(one));
}

static void exchange(struct group *a, struct group *b)
{
	const struct group kept = *a;

	*a = *b;
	*b = kept;
}

/* Moves the runs of OTHER into GROUP, whose representative stays the first one. Returns 0 or -ENOMEM. */
static int join(struct suite *suite, struct group *group, struct group *other)
{
	if (other->reduced_lines < group->reduced_lines)
		exchange(group, other);
	for (size_t i = 0; i < other->runs; i++)
		if (add_run(suite, group, other->run[i]))
			return -ENOMEM;
	qsort_r(group->run + 1, group->runs - 1, sizeof(*group->run), compare_runs, suite);
	release(other);
	return 0;
}

int groups_join(struct groups *groups, struct suite *suite)
{
	for (size_t i = 0; i < groups->count; i++)
		for (size_t k = i + 1; k < groups->count;) {
			if (!is_same_reduced(&groups->group[i], &groups->group[k])) {
				k++;
				continue;
			}
			if (join(suite, &groups->group[i], &groups->group[k]))
				return -ENOMEM;
			groups->count--;
			memmove(&groups->group[k], &groups->group[k + 1], (groups->count - k) * sizeof(*groups->group));
		}
	qsort_r(groups->group, groups->count, sizeof(*groups->group), compare_groups, suite);
	number_runs(groups, suite);
	return 0;
}

void groups_release(struct groups *groups)
{
	for (size_t i = 0; i < groups->count; i++)
		release(&groups->group[i]);
	free(groups->group);
	*groups = (struct groups){ 0 };
}
