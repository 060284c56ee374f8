/* SPDX-License-Identifier: Apache-2.0 */
/* The octets of a frame on the transmit wire against those that are due: preamble, body, length, FCS. 802.3 clause 3. */
#include "transmit.h"

#include "check/score_words.h"

#include <string.h>

static const char what_frame[] = "frame sent";

const uint8_t score_head_octets[FRAME_HEAD_OCTETS] = { 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };

bool score_tx_preamble_right(const struct scoreboard *sb, const struct event *event)
{
	return event->len >= FRAME_HEAD_OCTETS && !memcmp(event->octets, sb->phy->head, FRAME_HEAD_OCTETS) &&
	       !(event->code && event->error_at >= 0 && event->error_at < FRAME_HEAD_OCTETS);
}

void score_report_preamble(struct scoreboard *sb, const struct event *event)
{
	const uint8_t *head = sb->phy->head;

	for (unsigned i = 0; i < FRAME_HEAD_OCTETS; i++) {
		if (i < event->len && event->octets[i] == head[i])
			continue;
		score_find(sb, RULE_TX_PREAMBLE, sb->now, sb->watch.start, what_frame, "octet %u of the preamble 0x%02x|0x%02x",
		           i, head[i], i < event->len ? event->octets[i] : 0);
		break;
	}
}

/* Reports the first wrong one of LEN octets from offset AT on. */
void score_report_octet(struct scoreboard *sb, const struct event *event, uint32_t at, const uint8_t *expected, uint32_t len,
                        enum rule rule)
{
	const uint8_t *actual = event->octets + FRAME_HEAD_OCTETS + at;
	char words[SCORE_WORDS_SIZE];

	for (uint32_t i = 0; i < len; i++) {
		if (actual[i] == expected[i])
			continue;
		score_find(sb, rule, sb->now, sb->watch.start, what_frame, "octet %u is 0x%02x|0x%02x%s", at + i, expected[i],
		           actual[i], score_shift_words(expected, len, actual, score_sent_octets(event) - at, i, at, words));
		break;
	}
}

bool score_octets_right(const struct event *event, uint32_t at, const uint8_t *expected, uint32_t len)
{
	return !memcmp(event->octets + FRAME_HEAD_OCTETS + at, expected, len);
}

bool score_check_octets(struct scoreboard *sb, const struct event *event, uint32_t at, const uint8_t *expected, uint32_t len,
                        enum rule rule)
{
	if (score_octets_right(event, at, expected, len))
		return true;
	score_report_octet(sb, event, at, expected, len, rule);
	return false;
}

bool score_check_length(struct scoreboard *sb, const struct event *event, uint32_t expected, uint32_t data)
{
	uint32_t actual = score_sent_octets(event);
	enum rule rule = RULE_TX_CONTENT;
	char words[SCORE_WORDS_SIZE];

	if (actual == expected)
		return true;
	if (pm_tx_frame(sb->m)->attempt > 1)
		rule = RULE_TX_RETRY;
	else if (data < FRAME_MIN_DATA_OCTETS && actual >= data)
		rule = RULE_TX_PAD;
	else if (actual < expected)
		rule = RULE_TX_FINISHES;
	score_find(sb, rule, sb->now, sb->watch.start, what_frame, "%u octets|%u%s", expected, actual,
	           score_fcs_words(event->octets + FRAME_HEAD_OCTETS, actual, words));
	return false;
}

void score_check_fcs(struct scoreboard *sb, const struct event *event, uint32_t at, uint32_t fcs, enum rule rule)
{
	uint32_t actual = frame_get_fcs(event->octets + FRAME_HEAD_OCTETS + at);

	if (actual != fcs)
		score_find(sb, rule, sb->now, sb->watch.start, what_frame, "FCS 0x%08x|0x%08x", fcs, actual);
}

uint16_t score_tx_quanta(const struct event *event, enum pm_tx_kind kind)
{
	if (kind != PM_TX_PAUSE || event->len < FRAME_HEAD_OCTETS + PAUSE_TIME_END)
		return 0;
	return frame_u16(event->octets + FRAME_HEAD_OCTETS + PAUSE_TIME_AT);
}
