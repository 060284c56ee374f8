/* SPDX-License-Identifier: Apache-2.0 */
/* The story of a run: what happened on the wires, at the host, in the registers and in the golden model, one line an event. */
#ifndef PAUSEBENCH_STORY_H
#define PAUSEBENCH_STORY_H
#include "base/dut.h"
#include "base/event.h"
#include "check/scoreboard.h"

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

struct story;

/* How many lines of a story a terminal gets unless somebody asks for more. */
enum { STORY_LINES_SHOWN = 120 };

/* A story without an event. Processes that are forked after this share its memory, so a run in one of them fills it for its parent, up to the moment
 * at which the process ended. NULL and errno if there is no memory. */
struct story *story_new(void);
void story_free(struct story *story);

/* A run of DUT begins, in which the stimulus is called NAME: forgets what the story had. SCOREBOARD is watched from now on. DUT needs to live only
 * as long as the run. */
void story_begin(struct story *story, const struct dut *dut, const char *name, bool black_box, struct scoreboard *scoreboard);
/* Notes a batch of events, before the scoreboard has them. */
void story_events(struct story *story, const struct event *events, size_t count);
/* The run is over after CYCLES clocks; the scoreboard may go. */
void story_end(struct story *story, uint64_t cycles);

/* For stories whose reader knows no clock: WHEN writes the time of a clock, SAY a sentence with times in place of cycles, into RET of SIZE octets. */
struct story_words {
	const char *(*when)(const void *context, uint64_t clock, char *ret, size_t size);
	const char *(*say)(const void *context, const char *text, char *ret, size_t size);
	const void *context;
};
/* Makes story_text() print times, which WORDS writes. */
void story_in_times(struct story *story, const struct story_words *words);
/* Prints one line an event: cycle, kind, what happened; the findings of SCORE, in clocks, are in their places. LINES: the most that are printed, those
 * around the first finding and its cause first; 0: all. */
void story_text(FILE *out, const struct story *story, const struct scoreboard_result *score, size_t lines);
/* Returns the story for story.json (doc/reference/json.md), which the caller owns; NULL: there is no memory. */
json_t *story_json(const struct story *story, const struct scoreboard_result *score);
#endif
