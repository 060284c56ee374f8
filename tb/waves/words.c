/* SPDX-License-Identifier: Apache-2.0 */
/* Words for the waves. */
#include "words.h"

#include "part/frame.h"
#include "story/story_frame.h"

#include <stdio.h>

enum { MIN_OCTETS = 64 };

void waves_frame_words(const uint8_t *octets, uint32_t len, bool fcs, bool error, unsigned number, char ret[WAVES_WORDS_MAX])
{
	struct story_frame frame;
	char name[48];

	story_frame_read(&frame, octets, len, fcs);
	if (error)
		snprintf(ret, WAVES_WORDS_MAX, "ERROR %u #%u", len, number);
	else if (frame.fcs_wrong && len < MIN_OCTETS)
		snprintf(ret, WAVES_WORDS_MAX, "fragment %u #%u", len, number);
	else if (frame.fcs_wrong)
		snprintf(ret, WAVES_WORDS_MAX, "bad FCS %u #%u", len, number);
	else if (frame.kind == STORY_DATA)
		snprintf(ret, WAVES_WORDS_MAX, "data %u #%u", len, number);
	else
		snprintf(ret, WAVES_WORDS_MAX, "%s", story_frame_name(&frame, name, sizeof(name)));
}

void waves_kind_words(enum pm_tx_kind kind, const uint16_t *quanta, char ret[WAVES_WORDS_MAX])
{
	static const char *const names[] = {
		[PM_TX_NONE] = "",   [PM_TX_DATA] = "data",        [PM_TX_PAUSE] = "PAUSE",
		[PM_TX_PFC] = "PFC", [PM_TX_FORCED] = "collision", [PM_TX_CARRIER] = "false carrier",
	};

	if (kind == PM_TX_PAUSE && quanta)
		snprintf(ret, WAVES_WORDS_MAX, "PAUSE %u", *quanta);
	else
		snprintf(ret, WAVES_WORDS_MAX, "%s", names[kind]);
}

void waves_due_words(const struct pm_tx_frame *frame, bool pads, char ret[WAVES_WORDS_MAX])
{
	uint32_t len = frame->len + (frame->own_fcs ? 0 : FRAME_FCS_OCTETS);
	struct story_frame octets = { .kind = STORY_DATA };

	if (frame->kind != PM_TX_DATA) {
		waves_kind_words(frame->kind, &frame->quanta, ret);
		return;
	}
	if (frame->octets && frame->len)
		story_frame_read(&octets, frame->octets, frame->len, false);
	if (octets.kind == STORY_PAUSE || octets.kind == STORY_PFC || octets.kind == STORY_CONTROL) /* the host's own */
		story_frame_name(&octets, ret, WAVES_WORDS_MAX);
	else if (frame->collided)
		snprintf(ret, WAVES_WORDS_MAX, "jam from clock %u", frame->jam_at);
	else if (frame->underrun_at >= 0)
		snprintf(ret, WAVES_WORDS_MAX, "underrun at %d", frame->underrun_at);
	else
		snprintf(ret, WAVES_WORDS_MAX, "data %u", pads && !frame->own_fcs && len < MIN_OCTETS ? MIN_OCTETS : len);
}

void waves_held_words(unsigned blockers, char ret[WAVES_WORDS_MAX])
{
	/* the first blocker that holds is shown, and "+" if there are more */
	static const struct {
		unsigned bit;
		const char *word;
	} words[] = {
		{ PM_BLOCK_NO_DATA, "no data" },  { PM_BLOCK_DISABLED, "disabled" },   { PM_BLOCK_XOFF, "XOFF" },
		{ PM_BLOCK_FAULT, "link fault" }, { PM_BLOCK_PAUSE, "control first" }, { PM_BLOCK_BACKOFF, "back-off" },
		{ PM_BLOCK_CARRIER, "carrier" },  { PM_BLOCK_GAP, "wire, gap" },
	};

	snprintf(ret, WAVES_WORDS_MAX, "nothing");
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (blockers & words[i].bit) {
			bool more = blockers & ~words[i].bit & ~(unsigned)(PM_BLOCK_GAP | PM_BLOCK_CARRIER);
			snprintf(ret, WAVES_WORDS_MAX, "%s%s", words[i].word,
			         more && words[i].bit != PM_BLOCK_NO_DATA ? " +" : "");
			return;
		}
}

void waves_level_words(uint32_t level, const struct pm_past *past, char ret[WAVES_WORDS_MAX])
{
	const uint32_t low = past->low_mark, high = past->high_mark;

	if (level <= low || !high)
		snprintf(ret, WAVES_WORDS_MAX, "%u %s low %u", level, level < low ? "<" : level == low ? "=" : ">", low);
	else
		snprintf(ret, WAVES_WORDS_MAX, "%u %s high %u", level, level < high ? "<" : level == high ? "=" : ">", high);
}

void waves_mdio_words(unsigned bit, unsigned pins, char ret[WAVES_WORDS_MAX])
{
	if (bit >= 64)
		ret[0] = 0;
	else if (pins & MDIO_PIN_OE)
		snprintf(ret, WAVES_WORDS_MAX, "%s %d", mdio_field(bit), (pins & MDIO_PIN_O) != 0);
	else
		snprintf(ret, WAVES_WORDS_MAX, "%s, of the PHY", mdio_field(bit));
}
