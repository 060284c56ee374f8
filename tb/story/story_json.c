/* SPDX-License-Identifier: Apache-2.0 */
/* A story as JSON, for the browser's report and for programs. doc/reference/json.md. */
#include "story_parts.h"

#include "regs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEMA_VERSION = 1 };

static json_t *text_of(const char *text)
{
	json_t *value = json_string(text);

	return value ? value : json_string("?");
}

static void set_number(json_t *event, const char *key, uint64_t value)
{
	json_object_set_new(event, key, json_integer((json_int_t)value));
}

static void set_hex(json_t *event, const char *key, uint64_t value)
{
	char hex[24];

	snprintf(hex, sizeof(hex), "0x%" PRIX64, value);
	json_object_set_new(event, key, json_string(hex));
}

static void set_frame(json_t *event, const struct story *story, const struct story_note *n)
{
	char name[160];

	set_number(event, "number", n->number);
	set_number(event, "end", story_clock(story, n->end > n->time ? n->end - 1 : n->end));
	if (story->step > 1)
		set_number(event, "lane", n->time % story->step);
	json_object_set_new(event, "frame", text_of(story_frame_name(&n->frame, name, sizeof(name))));
	set_number(event, "octets", n->frame.len);
	json_object_set_new(event, "bad", json_boolean(n->frame.fcs_wrong || n->frame.code_error));
	if (n->frame.kind == STORY_PAUSE)
		set_number(event, "quanta", n->frame.quanta[0]);
}

static void set_access(json_t *event, const struct story *story, const struct story_note *n)
{
	const struct reg_page *page = story_page(story);
	const struct reg_row *row = page ? reg_by_address(page, n->address) : NULL;

	set_hex(event, "address", n->address);
	set_hex(event, "value", n->value);
	if (row && *row->name)
		json_object_set_new(event, "register", text_of(row->name));
}

static json_t *event_json(const struct story *story, const struct story_line *l, const struct scoreboard_result *score)
{
	json_t *event = json_object();

	if (!event)
		return NULL;
	set_number(event, "cycle", l->cycle);
	json_object_set_new(event, "kind", json_string(l->kind));
	json_object_set_new(event, "head", json_string(l->head));
	json_object_set_new(event, "text", text_of(l->text));
	if (l->note && (l->note->kind == STORY_IN || l->note->kind == STORY_OUT))
		set_frame(event, story, l->note);
	if (l->note && (l->note->kind == STORY_NO_FRAME_IN || l->note->kind == STORY_NO_FRAME_OUT))
		set_number(event, "end", story_clock(story, l->note->end - 1));
	if (l->note && (l->note->kind == STORY_WRITE || l->note->kind == STORY_READ))
		set_access(event, story, l->note);
	if (l->by_model || l->by_dut) {
		json_object_set_new(event, "by_model", json_boolean(l->by_model));
		json_object_set_new(event, "by_dut", json_boolean(l->by_dut));
	}
	if (l->finding) {
		set_number(event, "finding", (uint64_t)(l->finding - score->finding));
		json_object_set_new(event, "rule", json_string(rule_table[l->finding->rule].name));
	}
	return event;
}

static json_t *events_json(const struct story *story, const struct story_lines *lines, const struct scoreboard_result *score)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < lines->count; i++)
		json_array_append_new(list, event_json(story, &lines->line[i], score));
	return list;
}

static int point_by_cycle(const void *a, const void *b)
{
	const struct story_note *x = *(const struct story_note *const *)a, *y = *(const struct story_note *const *)b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* Returns the values of KIND over the cycles: [[cycle, value], ...]. HIGH: the high mark of STORY_MARKS. */
static json_t *series_json(const struct story *story, enum story_kind kind, bool high)
{
	const struct story_note **notes = malloc((story->count + 1) * sizeof(*notes));
	json_t *list = json_array();
	size_t count = 0;

	for (size_t i = 0; notes && i < story->count; i++)
		if (story->note[i].kind == kind)
			notes[count++] = &story->note[i];
	if (count)
		qsort(notes, count, sizeof(*notes), point_by_cycle);
	for (size_t i = 0; i < count; i++) {
		uint64_t value = kind == STORY_MARKS ? high ? notes[i]->marks.high : notes[i]->marks.low : notes[i]->value;
		json_array_append_new(list,
		                      json_pack("[I, I]", (json_int_t)story_clock(story, notes[i]->time), (json_int_t)value));
	}
	free(notes);
	return list;
}

static json_t *all_series_json(const struct story *story)
{
	json_t *none = json_array(), *ret;
	bool blind = story->black_box;

	ret = json_pack("{s:{s:o, s:o}, s:{s:o, s:o}, s:{s:o, s:o}, s:o, s:o}", "xoff", "expected",
	                series_json(story, STORY_XOFF_EXPECTED, false), "actual",
	                blind ? json_incref(none) : series_json(story, STORY_XOFF_ACTUAL, false), "pfc", "expected",
	                series_json(story, STORY_PFC_EXPECTED, false), "actual", series_json(story, STORY_PFC_ACTUAL, false),
	                "level", "expected", series_json(story, STORY_LEVEL_EXPECTED, false), "actual",
	                blind ? json_incref(none) : series_json(story, STORY_LEVEL_ACTUAL, false), "low_mark",
	                series_json(story, STORY_MARKS, false), "high_mark", series_json(story, STORY_MARKS, true));
	json_decref(none);
	return ret;
}

json_t *story_json(const struct story *story, const struct scoreboard_result *score)
{
	const struct reg_page *page = story_page(story);
	struct story_lines lines;
	json_t *ret;

	if (story_lines(story, score, &lines))
		return NULL;
	ret = json_pack("{s:i, s:s, s:o, s:b, s:I, s:i, s:I, s:s, s:I, s:o, s:o}", "schema_version", (int)SCHEMA_VERSION, "dut",
	                story->dut_name, "stimulus", text_of(story->name), "black_box", (int)story->black_box, "clock_ps",
	                (json_int_t)phy_table[story->dut.phy].clock_ps, "octets_per_cycle", (int)story->step, "cycles",
	                (json_int_t)story->cycles, "level_unit", page && page->level ? page->level : "octets", "left_out",
	                (json_int_t)story->left_out, "events", events_json(story, &lines, score), "series",
	                all_series_json(story));
	free(lines.line);
	return ret;
}
