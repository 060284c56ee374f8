/* SPDX-License-Identifier: Apache-2.0 */
/* Finds for which values of a sweep a run failed; sweep.h. The items for each value begin with a reset. */
#include "sweep.h"

#include "report/normal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUFFIX_SIZE = STIM_CASES_NAME_MAX + 48 };

int sweep_watch_open(struct sweep_watch *watch, const struct stimulus *stim)
{
	*watch = (struct sweep_watch){ .stim = stim->sweeps[0][0] ? stim : NULL };
	if (!watch->stim)
		return 0;
	watch->room = 1; /* the reset of power-up */
	for (size_t i = 0; i < stim->count; i++)
		watch->room += stim->items[i].kind == ITEM_RESET;
	watch->resets = malloc(watch->room * sizeof(*watch->resets));
	return watch->resets ? 0 : -ENOMEM;
}

void sweep_watch_close(struct sweep_watch *watch)
{
	free(watch->resets);
	watch->resets = NULL;
}

void sweep_watch_events(struct sweep_watch *watch, const struct event *events, size_t count)
{
	for (size_t i = 0; watch->stim && i < count; i++)
		if (events[i].kind == EVENT_RESET && watch->count < watch->room)
			watch->resets[watch->count++] = events[i].cycle;
}

/* Returns the item of the newest reset at TIME, or NULL. */
static const struct item *reset_at(const struct sweep_watch *watch, uint64_t time)
{
	const struct item *reset = NULL;
	size_t seen = 0;

	for (size_t i = 0; i < watch->stim->count; i++) {
		if (watch->stim->items[i].kind != ITEM_RESET)
			continue;
		seen++;
		if (seen >= watch->count || watch->resets[seen] > time)
			break;
		reset = &watch->stim->items[i];
	}
	return reset;
}

/* Appends SUFFIX to what FINDING is about, which is cut if there is no room for both. A suffix for which there is no room at all
 * is left out. */
static void append(struct finding *finding, const char *suffix)
{
	size_t len = strlen(suffix), room = sizeof(finding->what) - 1 - len, used = strlen(finding->what);

	if (len >= sizeof(finding->what))
		return;
	strcpy(finding->what + (used < room ? used : room), suffix);
}

static void value_text(char ret[SUFFIX_SIZE], const char *name, int32_t value)
{
	if (value == STIM_VALUE_NAMED)
		snprintf(ret, SUFFIX_SIZE, " (%s)", name);
	else
		snprintf(ret, SUFFIX_SIZE, " (%s=%" PRId32 ")", name, value);
}

/* Returns a hash (FNV-1a) of the rule and of what FINDING is about, without the numbers in it. */
static uint32_t kind_of(const struct finding *finding)
{
	char text[NORMAL_MAX];
	uint32_t hash = 2166136261u ^ (uint32_t)finding->rule;

	for (const char *p = normalise(finding->what, text, sizeof(text)); *p; p++)
		hash = (hash ^ (uint8_t)*p) * 16777619u;
	return hash;
}

static void note_failure(struct sweep_failures *failures, const struct finding *finding, uint16_t sweep, int32_t value)
{
	const struct sweep_failure *last = failures->count ? &failures->failure[failures->count - 1] : NULL;

	if ((last && last->sweep == sweep && last->value == value) || failures->count == SWEEP_FAILURES_MAX)
		return;
	failures->failure[failures->count++] = (struct sweep_failure){ .sweep = sweep, .value = value, .kind = kind_of(finding) };
}

uint16_t sweep_name_findings(const struct sweep_watch *watch, struct scoreboard_result *result, int32_t *ret_value,
                             struct sweep_failures *failures)
{
	uint64_t kept = result->findings < SCOREBOARD_FINDINGS_MAX ? result->findings : SCOREBOARD_FINDINGS_MAX;
	uint16_t first = 0;

	for (uint64_t i = 0; watch->stim && i < kept; i++) {
		const struct item *reset = reset_at(watch, result->finding[i].cycle);
		char suffix[SUFFIX_SIZE];
		if (!reset || !reset->sweep || result->finding[i].rule == RULE_COVERS)
			continue;
		if (failures)
			note_failure(failures, &result->finding[i], reset->sweep, reset->value);
		value_text(suffix, watch->stim->sweeps[reset->sweep - 1], reset->value);
		append(&result->finding[i], suffix);
		if (i)
			continue;
		first = reset->sweep;
		*ret_value = reset->value;
	}
	if (failures)
		failures->more = result->findings > kept;
	return first;
}

/* ---- ranges ---- */

/* A range, and the way in which it fails. */
struct way {
	struct sweep_range range;
	uint32_t kind;
	bool chosen;
};

/* Returns the place in FAILURES, from FROM on, of the value of RESET, or .count. */
static size_t failure_of(const struct sweep_failures *failures, size_t from, const struct item *reset)
{
	size_t at = from;

	while (at < failures->count &&
	       (failures->failure[at].sweep != reset->sweep || failures->failure[at].value != reset->value))
		at++;
	return at;
}

/* Joins consecutive values that fail in the same way to ranges. WAYS has room for each failure. Returns how many ranges there
 * are. */
static size_t join_values(const struct stimulus *stim, const struct sweep_failures *failures, struct way *ways)
{
	size_t count = 0, at = 0;
	bool follows = false;

	for (size_t i = 0; i < stim->count && at < failures->count; i++) {
		const struct item *reset = &stim->items[i];
		const struct sweep_failure *failure = &failures->failure[at];
		struct way *last = count ? &ways[count - 1] : NULL;
		if (reset->kind != ITEM_RESET || !reset->sweep)
			continue;
		if (failure_of(failures, at, reset) != at) {
			follows = false;
			continue;
		}
		at++;
		if (follows && last->kind == failure->kind && last->range.sweep == failure->sweep) {
			last->range.to = failure->value;
			continue;
		}
		ways[count++] = (struct way){ { failure->sweep, failure->value, failure->value }, failure->kind, false };
		follows = true;
	}
	return count;
}

static bool is_new_kind(const struct way *ways, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (ways[i].kind == ways[at].kind)
			return false;
	return true;
}

void sweep_find_ranges(const struct stimulus *stim, const struct sweep_failures *failures, struct sweep_ranges *ret)
{
	struct way ways[SWEEP_FAILURES_MAX];
	size_t count = join_values(stim, failures, ways), chosen = 0;

	*ret = (struct sweep_ranges){ .count = 0 };
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < count && chosen < SWEEP_RANGES_MAX; i++)
			if (!ways[i].chosen && (pass || is_new_kind(ways, i))) {
				ways[i].chosen = true;
				chosen++;
			}
	for (size_t i = 0; i < count; i++)
		if (ways[i].chosen)
			ret->range[ret->count++] = ways[i].range;
	ret->left_out = (uint32_t)(count - chosen);
}

/* Replaces the first value of RANGE at the end of FINDING's text, if it is there, by the range. */
static void name_range(struct finding *finding, const char *name, const struct sweep_range *range)
{
	char first[SUFFIX_SIZE], all[SUFFIX_SIZE];
	size_t len = strlen(finding->what), first_len;

	value_text(first, name, range->from);
	first_len = strlen(first);
	if (range->to == range->from || len < first_len || strcmp(finding->what + len - first_len, first))
		return;
	finding->what[len - first_len] = 0;
	snprintf(all, sizeof(all), " (%s=%" PRId32 "..%" PRId32 ")", name, range->from, range->to);
	append(finding, all);
}

void sweep_name_ranges(const struct stimulus *stim, const struct sweep_ranges *ranges, struct scoreboard_result *result)
{
	uint64_t kept = result->findings < SCOREBOARD_FINDINGS_MAX ? result->findings : SCOREBOARD_FINDINGS_MAX;
	char more[SUFFIX_SIZE], *end;

	for (uint64_t i = 0; i < kept; i++)
		for (uint32_t n = 0; n < ranges->count; n++)
			name_range(&result->finding[i], stim->sweeps[ranges->range[n].sweep - 1], &ranges->range[n]);
	end = kept ? result->finding[kept - 1].what + strlen(result->finding[kept - 1].what) - 1 : NULL;
	if (!ranges->left_out || !end || *end != ')')
		return;
	*end = 0;
	snprintf(more, sizeof(more), "; %" PRIu32 " ranges more)", ranges->left_out);
	append(&result->finding[kept - 1], more);
}

/* ---- cuts ---- */

static int begin_cut(const struct stimulus *stim, struct stimulus *ret)
{
	*ret = *stim;
	ret->items = malloc((stim->count + 1) * sizeof(*ret->items));
	ret->count = ret->capacity = 0;
	return ret->items ? 0 : -ENOMEM;
}

static bool begins_range(const struct sweep_ranges *ranges, const struct item *item)
{
	for (uint32_t i = 0; i < ranges->count; i++)
		if (ranges->range[i].sweep == item->sweep && ranges->range[i].from == item->value)
			return true;
	return false;
}

int sweep_cut(const struct stimulus *stim, const struct sweep_ranges *ranges, struct stimulus *ret)
{
	int err = begin_cut(stim, ret);

	for (size_t i = 0; !err && i < stim->count; i++)
		if (!stim->items[i].sweep || begins_range(ranges, &stim->items[i]))
			ret->items[ret->count++] = stim->items[i];
	return err;
}

int sweep_cut_seen(const struct stimulus *stim, const struct sweep_failures *failures, struct stimulus *ret)
{
	const struct sweep_failure *last = &failures->failure[failures->count - 1];
	size_t behind = stim->count;
	int err = begin_cut(stim, ret);

	while (behind && (stim->items[behind - 1].sweep != last->sweep || stim->items[behind - 1].value != last->value))
		behind--;
	for (size_t i = 0; !err && i < stim->count; i++)
		if (!stim->items[i].sweep || i >= behind)
			ret->items[ret->count++] = stim->items[i];
	return err;
}
