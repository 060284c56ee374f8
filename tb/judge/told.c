/* SPDX-License-Identifier: Apache-2.0 */
/* The story of a judge. */
#include "judge_parts.h"

#include "story/story.h"

#include <stdio.h>
#include <stdlib.h>

static void tell(void *context, const struct event *events, size_t count)
{
	story_events(context, events, count);
}

static const char *when(const void *context, uint64_t clock, char *ret, size_t size)
{
	const struct pm_judge *judge = context;

	return judge_time_text(judge_time_of(judge, clock * dut_step(&judge->dut)), ret, size);
}

static const char *say(const void *context, const char *text, char *ret, size_t size)
{
	return judge_say(context, text, ret, size);
}

int judge_story_begin(struct pm_judge *judge)
{
	if (!judge->options.story)
		return PM_JUDGE_OK;
	judge->story = story_new();
	if (!judge->story)
		return PM_JUDGE_NO_MEMORY;
	story_begin(judge->story, &judge->dut, "events", true, judge->sb);
	story_in_times(judge->story, &(struct story_words){ when, say, judge });
	judge->tap = tell;
	judge->tap_context = judge->story;
	return PM_JUDGE_OK;
}

const char *pm_judge_story(struct pm_judge *judge, size_t lines)
{
	struct scoreboard_result score;
	size_t size;
	FILE *out;

	if (!judge || !judge->story || !judge->finished)
		return "";
	free(judge->told);
	judge->told = NULL;
	out = open_memstream(&judge->told, &size);
	if (!out)
		return NULL;
	judge_result(judge, &score);
	story_text(out, judge->story, &score, lines);
	return fclose(out) ? NULL : judge->told;
}
