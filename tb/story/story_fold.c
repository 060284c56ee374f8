/* SPDX-License-Identifier: Apache-2.0 */
/* Finds changes that deserve no line of their own: the carrier of a frame, and each single pause of a host that stops and goes on
 * all the time. */
#include "story_parts.h"

/* Changes of a host that follow each other within so many clocks belong together; if they are at least so many, one line tells
 * them. */
enum { STUTTER_CLOCKS = 32, STUTTER_CHANGES = 6 };
/* The carrier of a frame that the DUT sends may begin and end so many clocks after the frame. */
enum { CARRIER_CLOCKS = 2 };

struct story_stutter story_stutter(const struct story *story, const struct story_note *const *note, size_t count)
{
	struct story_stutter ret = { .last = note[0] };
	uint64_t clocks, takes = 0;
	unsigned changes = 1;

	for (size_t i = 1; i < count && story_clock(story, note[i]->time - ret.last->time) <= STUTTER_CLOCKS; i++) {
		if (note[i]->kind != STORY_READY)
			continue;
		clocks = story_clock(story, note[i]->time - ret.last->time);
		takes += ret.last->value ? clocks : 0;
		ret.last = note[i];
		changes++;
	}
	ret.takes = takes;
	ret.folded = changes >= STUTTER_CHANGES;
	return ret;
}

static bool is_near(uint64_t time, uint64_t of)
{
	return time >= of && time - of <= CARRIER_CLOCKS;
}

static bool is_run(const struct story_note *n)
{
	return n->kind == STORY_IN || n->kind == STORY_OUT || n->kind == STORY_NO_FRAME_IN;
}

bool story_carrier_is_of_frame(const struct story_note *const *note, size_t i, size_t count)
{
	uint64_t begin = note[i]->time, end;
	size_t over = i + 1;

	while (over < count && note[over]->kind != STORY_CARRIER)
		over++;
	if (over == count)
		return false;
	end = note[over]->time;
	for (; i > 0 && is_near(begin, note[i - 1]->time); i--)
		;
	for (; i < over && note[i]->time <= begin; i++)
		if (is_run(note[i]) && is_near(begin, note[i]->time) && is_near(end, note[i]->end))
			return true;
	return false;
}
