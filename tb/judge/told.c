/* SPDX-License-Identifier: Apache-2.0 */
/* Captures and the story, for programs that have only the library. */
#include "judge_captures.h"
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

int pm_judge_captures(struct pm_judge **ret, const struct pm_judge_options *options, const char *received, const char *sent,
                      const char *const *controls, char *message, size_t size)
{
	struct judge_captures captures;
	struct judge_read read;

	if (!message)
		size = 0;
	if (!ret || !options || !received) {
		snprintf(message, size, "there are no options, no capture, or there is no place for the judge");
		return PM_JUDGE_USAGE;
	}
	if (options->client_seen || options->requests_seen) {
		snprintf(message, size, "there are no client and no requests in captures");
		return PM_JUDGE_USAGE;
	}
	if ((unsigned)options->fcs > PM_JUDGE_FCS_ABSENT || (unsigned)options->stamp > PM_JUDGE_STAMP_END) {
		snprintf(message, size, "there is no fcs %d or no stamp %d", (int)options->fcs, (int)options->stamp);
		return PM_JUDGE_USAGE;
	}
	captures = (struct judge_captures){ .profile = options->profile,
		                            .profile_text = options->profile_text,
		                            .story = options->story,
		                            .received = received,
		                            .sent = sent ? sent : received,
		                            .time_error_ps = options->time_error_ps,
		                            .damaged = options->damaged_seen,
		                            .fcs = options->fcs,
		                            .stamp = options->stamp,
		                            .client_control = options->client_control,
		                            .client_always = options->client_always };
	*ret = NULL;
	for (size_t i = 0; controls && controls[i]; i++) {
		if (captures.sets == JUDGE_SETS_MAX) {
			snprintf(message, size, "more than %d controls", JUDGE_SETS_MAX);
			return PM_JUDGE_USAGE;
		}
		captures.set[captures.sets++] = controls[i];
	}
	return judge_captures(&captures, NULL, NULL, ret, &read, message, size) ? PM_JUDGE_EVENTS : PM_JUDGE_OK;
}
