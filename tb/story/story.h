/* SPDX-License-Identifier: Apache-2.0 */
/* The story of a run: what happened on the wires, at the host, in the registers and in the golden model, a line for each event. */
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

/* Returns a story without an event. Processes that are forked after this share its memory, so that a run in one of them fills the
 * story for its parent, up to the moment at which the process ends. Returns NULL and errno if there is no memory. */
struct story *story_new(void);
void story_free(struct story *story);

/* Begins the story of a run of DUT, whose stimulus is called NAME, and forgets what the story had. It watches SCOREBOARD from now
 * on. DUT must live as long as the run, and no longer. */
void story_begin(struct story *story, const struct dut *dut, const char *name, bool black_box, struct scoreboard *scoreboard);
/* Notes a batch of events, before the scoreboard has them. */
void story_events(struct story *story, const struct event *events, size_t count);
/* The run is over after CYCLES clocks; the scoreboard may be freed. */
void story_end(struct story *story, uint64_t cycles);

/* For a story whose reader knows no clocks. WHEN writes the time of a clock, and SAY a sentence with times in place of cycles,
 * into RET of SIZE octets. */
struct story_words {
	const char *(*when)(const void *context, uint64_t clock, char *ret, size_t size);
	const char *(*say)(const void *context, const char *text, char *ret, size_t size);
	const void *context;
};
/* Makes story_text() print times, by WORDS. */
void story_in_times(struct story *story, const struct story_words *words);
/* Prints a line for each event: cycle, kind, what happened. The findings of SCORE, in clocks, are in their places. LINES is the
 * greatest number of lines, of which those around the first finding and its cause come first; 0: all. */
void story_text(FILE *out, const struct story *story, const struct scoreboard_result *score, size_t lines);
/* Returns the story for story.json (doc/reference/json.md), which the caller owns; NULL: there is no memory. */
json_t *story_json(const struct story *story, const struct scoreboard_result *score);
#endif
