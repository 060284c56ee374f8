/* SPDX-License-Identifier: Apache-2.0 */
/* For which value of a sweep a run failed: each value begins with a reset; sweep.h. */
#include "sweep.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sweep_watch_open(struct sweep_watch *watch, const struct stimulus *stim)
{
	*watch = (struct sweep_watch){ .stim = stim->sweeps[0][0] ? stim : NULL };
	if (!watch->stim)
		return 0;
	watch->room = 1; /* power-up */
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

static void name_value(struct finding *finding, const char *name, int32_t value)
{
	char suffix[STIM_SWEEP_NAME_MAX + 16];
	int len = snprintf(suffix, sizeof(suffix), " (%s=%" PRId32 ")", name, value);
	size_t room = sizeof(finding->what) - 1 - (size_t)len, used = strlen(finding->what);

	strcpy(finding->what + (used < room ? used : room), suffix);
}

uint16_t sweep_name_findings(const struct sweep_watch *watch, struct scoreboard_result *result, int32_t *ret_value)
{
	uint64_t kept = result->findings < SCOREBOARD_FINDINGS_MAX ? result->findings : SCOREBOARD_FINDINGS_MAX;
	uint16_t first = 0;

	for (uint64_t i = 0; watch->stim && i < kept; i++) {
		const struct item *reset = reset_at(watch, result->finding[i].cycle);
		if (!reset || !reset->sweep || result->finding[i].rule == RULE_COVERS)
			continue;
		name_value(&result->finding[i], watch->stim->sweeps[reset->sweep - 1], reset->value);
		if (i)
			continue;
		first = reset->sweep;
		*ret_value = reset->value;
	}
	return first;
}

int sweep_cut(const struct stimulus *stim, uint16_t sweep, int32_t value, struct stimulus *ret)
{
	*ret = *stim;
	ret->items = malloc((stim->count + 1) * sizeof(*ret->items));
	ret->count = ret->capacity = 0;
	if (!ret->items)
		return -ENOMEM;
	for (size_t i = 0; i < stim->count; i++)
		if (!stim->items[i].sweep || (stim->items[i].sweep == sweep && stim->items[i].value == value))
			ret->items[ret->count++] = stim->items[i];
	return 0;
}
