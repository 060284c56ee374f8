/* SPDX-License-Identifier: Apache-2.0 */
/* A story as text. */
#include "story_parts.h"

#include <inttypes.h>
#include <stdlib.h>

/* How many lines of a story that is cut are kept at the beginning, and after the first finding. */
enum { KEPT_FIRST = 10, KEPT_AFTER = 10 };

static const struct story_line *first_of(const struct story_lines *lines, const char *kind)
{
	for (size_t i = 0; i < lines->count; i++)
		if (lines->line[i].finding && lines->line[i].kind[0] == kind[0])
			return &lines->line[i];
	return NULL;
}

static void keep(bool *kept, size_t count, size_t from, size_t to, size_t *room)
{
	for (size_t i = from; i < to && i < count && *room; i++)
		if (!kept[i]) {
			kept[i] = true;
			--*room;
		}
}

/* Keeps ROOM lines: the first ones, those around the first finding's cause, and those before and after the finding; without a finding the first
 * and the last ones. */
static void choose(const struct story_lines *lines, size_t room, bool *kept)
{
	const struct story_line *finding = first_of(lines, "finding"), *cause = first_of(lines, "cause");
	size_t at = finding ? (size_t)(finding - lines->line) : lines->count - 1, around;

	if (room >= lines->count)
		room = lines->count;
	keep(kept, lines->count, at, at + 1, &room);
	if (cause) {
		around = (size_t)(cause - lines->line);
		keep(kept, lines->count, around, around + 1, &room);
		keep(kept, lines->count, around > room / 8 ? around - room / 8 : 0, around + room / 8, &room);
	}
	keep(kept, lines->count, 0, finding ? KEPT_FIRST : room / 2, &room);
	keep(kept, lines->count, at, at + KEPT_AFTER, &room);
	for (size_t i = at; i-- > 0 && room;)
		keep(kept, lines->count, i, i + 1, &room);
	keep(kept, lines->count, at, lines->count, &room);
}

static void print_line(FILE *out, const struct story *story, const struct story_line *l)
{
	const struct story_words *words = &story->words;
	char when[48], text[2 * sizeof(l->text)];

	if (words->when)
		fprintf(out, "%c%18s  %-9s %s\n", l->finding ? '>' : ' ',
		        words->when(words->context, l->cycle, when, sizeof(when)), l->head,
		        words->say(words->context, l->text, text, sizeof(text)));
	else
		fprintf(out, "%c%9" PRIu64 "  %-9s %s\n", l->finding ? '>' : ' ', l->cycle, l->head, l->text);
}

static void print_lines(FILE *out, const struct story *story, const struct story_lines *lines, const bool *kept)
{
	size_t left_out = 0;

	for (size_t i = 0; i < lines->count; i++) {
		const struct story_line *l = &lines->line[i];
		if (!kept[i]) {
			left_out++;
			continue;
		}
		if (left_out)
			fprintf(out, "            ... %zu line%s left out; --story=all prints all\n", left_out,
			        left_out > 1 ? "s" : "");
		left_out = 0;
		print_line(out, story, l);
	}
	if (left_out)
		fprintf(out, "            ... %zu line%s left out; --story=all prints all\n", left_out, left_out > 1 ? "s" : "");
}

void story_in_times(struct story *story, const struct story_words *words)
{
	story->words = *words;
}

void story_text(FILE *out, const struct story *story, const struct scoreboard_result *score, size_t lines)
{
	struct story_lines made;
	bool *kept;

	if (story_lines(story, score, &made)) {
		fprintf(out, "story     none: there is no memory for it\n");
		return;
	}
	kept = calloc(made.count + 1, sizeof(*kept));
	fprintf(out, "story     %zu lines: %s, kind, event%s\n", made.count, story->words.when ? "time" : "cycle",
	        story->black_box ? "; Xoff, Xon, level and what is due are the golden model's alone (black box)" : "");
	if (kept && made.count) {
		choose(&made, lines ? lines : made.count, kept);
		print_lines(out, story, &made, kept);
	}
	if (story->left_out)
		fprintf(out, "            ... %" PRIu64 " later events had no place\n", story->left_out);
	free(kept);
	free(made.line);
}
