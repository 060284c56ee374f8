/* SPDX-License-Identifier: Apache-2.0 */
/* The clocks of an MII wire: octets of one or two clocks, jam, signals. 802.3 22.2.3. */
#include "transmit.h"

#include "part/csma.h"
#include <stdlib.h>
#include <string.h>

enum { NIBBLE = 0xF, NIBBLE_CLOCKS = 2 };

static const char what_frame[] = "frame sent";

/* ---- clocks and octets ---- */

static bool reserve(struct scoreboard *sb, uint32_t octets)
{
	uint8_t *grown;

	if (octets <= sb->wire_capacity)
		return true;
	grown = realloc(sb->wire, octets + 1024);
	if (!grown)
		return false;
	sb->wire = grown;
	sb->wire_capacity = octets + 1024;
	return true;
}

/* Converts errors of whole octets. Half an octet in error is wrong in any octet, so its count stays as it is. */
static void convert_errors(struct event *ret, const struct event *event)
{
	bool whole = event->error_at < 0 || (event->error_at % NIBBLE_CLOCKS == 0 && event->value % NIBBLE_CLOCKS == 0);

	ret->error_at = event->error_at < 0 ? -1 : event->error_at / NIBBLE_CLOCKS;
	ret->value = whole ? event->value / NIBBLE_CLOCKS : event->value;
}

void score_mii_octets(struct scoreboard *sb, const struct event *event, unsigned clocks, struct event *ret)
{
	*ret = *event;
	if (clocks == 1)
		return;
	ret->len = event->len / NIBBLE_CLOCKS;
	if (!reserve(sb, ret->len + 1)) {
		score_find(sb, RULE_CRASH, sb->now, sb->now, "scoreboard", "memory for a frame of %u octets|none", ret->len);
		ret->len = 0;
		return;
	}
	for (uint32_t i = 0; i < ret->len; i++)
		sb->wire[i] = (uint8_t)((event->octets[2 * i] & NIBBLE) | event->octets[2 * i + 1] << 4);
	ret->octets = sb->wire;
	convert_errors(ret, event);
}

/* Returns the clocks per octet that the head of the run shows; 0: neither 1 nor 2 for certain. */
static unsigned spoken(const struct event *event)
{
	if (event->len >= FRAME_HEAD_OCTETS && !memcmp(event->octets, score_head_octets, FRAME_HEAD_OCTETS))
		return 1;
	if (event->len < CSMA_HEAD_CLOCKS || event->octets[CSMA_HEAD_CLOCKS - 1] != CSMA_SFD)
		return 0;
	for (unsigned i = 0; i + 1 < CSMA_HEAD_CLOCKS; i++)
		if (event->octets[i] != CSMA_PREAMBLE)
			return 0;
	return NIBBLE_CLOCKS;
}

/* A run of which the head says nothing has octets of one clock if its first one has an upper half. */
void score_mii_start_octets(struct scoreboard *sb, const struct event *event, struct event *ret)
{
	unsigned clocks = spoken(event);

	if (!clocks)
		clocks = event->len && event->octets[0] > NIBBLE ? 1 : NIBBLE_CLOCKS;
	score_mii_octets(sb, event, clocks, ret);
}

static void check_nibbles(struct scoreboard *sb, const struct event *event)
{
	for (uint32_t i = 0; i < event->len; i++) {
		if (!(event->octets[i] >> 4))
			continue;
		score_find(sb, RULE_MII_NIBBLES, sb->now, sb->watch.start, what_frame, "bits 7:4 are 0 in clock %u|0x%02x", i,
		           event->octets[i]);
		return;
	}
}

/* Checks that an octet takes the clocks of the mode; returns those that the wire shows. */
unsigned score_check_clocks(struct scoreboard *sb, const struct event *event)
{
	unsigned due = pm_tx_frame(sb->m)->clocks, actual = spoken(event);

	if (actual && actual != due) {
		if (!sb->blind)
			score_find(sb, RULE_MII_NIBBLES, sb->now, sb->watch.start, what_frame, "%u clocks for an octet|%u", due,
			           actual);
		pm_resync_clocks(sb->m, actual);
		due = actual;
	}
	if (due == NIBBLE_CLOCKS)
		check_nibbles(sb, event);
	if (due == NIBBLE_CLOCKS && event->len >= CSMA_HEAD_CLOCKS && event->octets[CSMA_HEAD_CLOCKS - 2] == CSMA_SFD &&
	    event->octets[CSMA_HEAD_CLOCKS - 1] == CSMA_PREAMBLE)
		score_find(sb, RULE_MII_NIBBLES, sb->now, sb->watch.start, what_frame,
		           "the low nibble of the SFD first|the high nibble first");
	return due;
}

/* The first octets have their nibbles exchanged. */
static bool nibbles_exchanged(const struct event *event, const struct pm_tx_frame *frame)
{
	uint32_t sent = score_sent_octets(event);
	uint32_t len = sent < frame->len ? sent : frame->len;

	if (len > FRAME_ADDRESS_OCTETS)
		len = FRAME_ADDRESS_OCTETS;
	for (uint32_t i = 0; i < len; i++) {
		uint8_t due = frame->octets[i];
		if (event->octets[FRAME_HEAD_OCTETS + i] != (uint8_t)(due >> 4 | due << 4))
			return false;
	}
	return len > 1;
}

enum rule score_mii_content(const struct scoreboard *sb, const struct event *event)
{
	const struct pm_tx_frame *frame = pm_tx_frame(sb->m);
	bool same = sb->dropped && sb->dropped_len && event->len >= FRAME_HEAD_OCTETS + sb->dropped_len &&
	            !memcmp(event->octets + FRAME_HEAD_OCTETS, sb->dropped_octets, sb->dropped_len);

	if (frame && frame->clocks > 1 && nibbles_exchanged(event, frame))
		return RULE_MII_NIBBLES;
	if (frame && frame->attempt > 1)
		return RULE_TX_RETRY;
	if (same)
		return sb->dropped_late ? RULE_TX_LATE : RULE_TX_RETRY;
	return RULE_TX_CONTENT;
}

/* ---- kinds of transmissions ---- */

static bool all(const struct event *event, uint32_t from, uint32_t to, uint8_t nibble)
{
	for (uint32_t i = from; i < to && i < event->len; i++)
		if ((event->octets[i] & NIBBLE) != nibble)
			return false;
	return to <= event->len;
}

bool score_ends_in_jam(const struct scoreboard *sb, const struct event *event)
{
	return event->len > CSMA_JAM_CLOCKS && all(event, event->len - CSMA_JAM_CLOCKS, event->len, sb->jam);
}

bool score_is_false_carrier(const struct event *event)
{
	return all(event, 0, event->len, CSMA_PREAMBLE);
}

bool score_is_forced(const struct scoreboard *sb, const struct event *event)
{
	return event->len == CSMA_FORCED_CLOCKS && spoken(event) == NIBBLE_CLOCKS && score_ends_in_jam(sb, event);
}
