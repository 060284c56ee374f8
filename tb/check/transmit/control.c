/* SPDX-License-Identifier: Apache-2.0 */
/* The octets of the DUT's own PAUSE and PFC frames. 802.3 annex 31B and 31D. */
#include "transmit.h"

#include "check/score_words.h"

#include "base/dut.h"
#include "check/black_box.h"
#include "freedoms.h"

#include <stdio.h>
#include <string.h>

enum { VECTOR_AT = PAUSE_TIME_AT + 1, TIMES_AT = VECTOR_AT + 1 }; /* of a PFC frame */

/* The times that an XOFF of CLASS may have. */
struct xoff_times {
	uint16_t quanta, or ; /* equal: there is one */
};

/* Fills in the times of an XOFF of CLASS: that of its register, and, if it was written within the slack before the frame, or since, the one before that
 * write. A time is a number of 16 bits (31D.2), and never has an octet of each. Returns false if any time may be right, since it was written more than
 * once. The judge follows the times by itself. */
static bool xoff_times(const struct scoreboard *sb, unsigned class, struct xoff_times *ret)
{
	uint64_t written = sb->window ? sb->request_window : sb->slack.write;
	struct pm_pfc_time time;

	if (sb->client_unseen || !pm_pfc_time(sb->m, class, &time))
		return false;
	*ret = (struct xoff_times){ time.quanta, time.quanta };
	if (time.since + written < sb->watch.start)
		return true;
	ret->or = time.before;
	return time.before_since + written < sb->watch.start;
}

/* Reports the TIME of CLASS in a frame that names it. */
static void report_time(struct scoreboard *sb, unsigned class, uint8_t vector, const struct xoff_times *right, uint16_t time)
{
	char other[16] = "";

	if (right->or != right->quanta)
		snprintf(other, sizeof(other), ", 0x%04x", right->or);
	score_find(sb, RULE_PFC_TX_FORMAT, sb->now, sb->watch.start, "PFC sent",
	           "vector 0x%02x: time of class %u 0x%04x%s or 0x0000|0x%04x", vector, class, right->quanta, other, time);
}

/* Black box: the classes of the frame are known within the slack only, but each in the vector has the time of its register or 0, and one that is not in the
 * vector 0, unless the profile says that it may have any: the receiver ignores it (R42). */
static bool check_pfc_times(struct scoreboard *sb, const struct event *event)
{
	const uint8_t *sent = event->octets + FRAME_HEAD_OCTETS;
	bool any = sb->dut->profile && dut_ieee8023(sb->dut)->pfc_times;

	for (unsigned i = 0; i < PM_PFC_CLASSES; i++) {
		uint16_t time = frame_u16(sent + TIMES_AT + 2 * i);
		struct xoff_times right;
		bool named = sent[VECTOR_AT] >> i & 1;
		if (!time || (named ? !xoff_times(sb, i, &right) || time == right.quanta || time == right.or : any))
			continue;
		if (named)
			report_time(sb, i, sent[VECTOR_AT], &right, time);
		else
			score_find(sb, RULE_PFC_TX_FORMAT, sb->now, sb->watch.start, "PFC sent",
			           "vector 0x%02x: time of class %u 0x0000%s|0x%04x", sent[VECTOR_AT], i,
			           sb->dut->profile ? " (PfcTimes 0)" : "", time);
		return false;
	}
	return true;
}

/* True if an XOFF of CLASS may have the time 0, which makes it like an XON. */
static bool xoff_is_xon(const struct scoreboard *sb, unsigned class)
{
	struct xoff_times times;

	return !xoff_times(sb, class, &times) || !times.quanta || !times.or ;
}

bool score_pfc_may_be_due(const struct scoreboard *sb, const struct event *event)
{
	uint8_t named = event->octets[FRAME_HEAD_OCTETS + VECTOR_AT];

	return sb->watch.pfc.compared && event->len >= FRAME_HEAD_OCTETS + PM_PFC_OCTETS && named &&
	       !(named & sb->watch.pfc.compared & ~sb->watch.pfc.may_tell);
}

void score_pfc_sent(struct scoreboard *sb, const struct event *event)
{
	const uint8_t *sent = event->octets + FRAME_HEAD_OCTETS;
	uint8_t zero = 0;

	if (!sb->blind || event->len < FRAME_HEAD_OCTETS + PM_PFC_OCTETS)
		return;
	for (unsigned i = 0; i < PM_PFC_CLASSES; i++) {
		zero |= (uint8_t)(xoff_is_xon(sb, i) << i);
		if (sent[VECTOR_AT] >> i & 1)
			sb->black->pfc_sent[i] = sb->watch.start;
	}
	pm_resync_pfc_sent(sb->m, sent, zero);
}

/* The classes that the frame on the wire has to name besides those that were asked for: they were held when it started, and still are. */
static uint8_t classes_held(const struct scoreboard *sb)
{
	struct pm_pfc_told told;
	uint8_t ret = 0;

	for (unsigned i = 0; i < PM_PFC_CLASSES; i++)
		if (sb->watch.pfc.held >> i & 1 && pm_pfc_told(sb->m, i, &told) && told.held_since < sb->watch.start)
			ret |= (uint8_t)(1 << i);
	return ret;
}

/* Black box: whether the vector names as many classes as the profile says; a request is about a class at least (31D.2), which may have been disabled
 * since the frame was decided. */
static bool check_pfc_vector(struct scoreboard *sb, const struct event *event)
{
	uint64_t kind = sb->dut->profile ? dut_ieee8023(sb->dut)->pfc_vector : VECTOR_REQUESTED;
	uint8_t named = event->octets[FRAME_HEAD_OCTETS + VECTOR_AT],
		disabled = sb->watch.pfc.may_tell & (uint8_t)~sb->watch.pfc.enabled;

	if (!sb->watch.pfc.compared)
		return true;
	if (!named && !disabled)
		score_find(sb, RULE_PFC_TX_FORMAT, sb->now, sb->watch.start, "PFC sent", "a class in the vector|none");
	else if (kind == VECTOR_ONE && named & (named - 1))
		score_find(sb, RULE_PFC_TX_FORMAT, sb->now, sb->watch.start, "PFC sent", "one class in the vector|0x%02x", named);
	else if (kind == VECTOR_ENABLED && (named ^ sb->watch.pfc.enabled) & sb->watch.pfc.enabled_known)
		score_find(sb, RULE_PFC_TX_FORMAT, sb->now, sb->watch.start, "PFC sent",
		           "vector 0x%02x, the classes of pfc_tx|0x%02x", sb->watch.pfc.enabled, named);
	else if (kind == VECTOR_HELD && classes_held(sb) & ~named)
		score_find(sb, RULE_PFC_TX_FORMAT, sb->now, sb->watch.start, "PFC sent",
		           "vector 0x%02x, with the classes that are held|0x%02x", classes_held(sb) | named, named);
	else
		return true;
	return false;
}

/* The octets that no request changes: the first one of the vector, and those behind the last time. */
static bool check_pfc_reserved(struct scoreboard *sb, const struct event *event)
{
	enum { TIMES_END = PAUSE_TIME_AT + 2 + 2 * PM_PFC_CLASSES, BODY_END = PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS };
	static const uint8_t zero[BODY_END];

	return score_check_octets(sb, event, PAUSE_TIME_AT, zero, 1, RULE_PFC_TX_FORMAT) &&
	       score_check_octets(sb, event, TIMES_END, zero, BODY_END - TIMES_END, RULE_PFC_TX_FORMAT);
}

/* The finding of RULE that the frame on the wire has in this cycle is none if CONTROL becomes VALUE within the error of the frame's time: the write came first. */
static void unless_written(struct scoreboard *sb, enum rule rule, enum pm_control control, uint64_t value)
{
	struct black_box *black = sb->black;

	if (!sb->access_error)
		return;
	black->unwritten[black->unwritten_next++ % UNWRITTEN_MAX] = (struct unwritten){ .control = control,
		                                                                        .value = value,
		                                                                        .cycle = sb->now,
		                                                                        .until = sb->watch.start +
		                                                                                 sb->access_error + sb->step,
		                                                                        .rule = rule };
}

void score_control_written(struct scoreboard *sb)
{
	for (unsigned i = 0; i < UNWRITTEN_MAX; i++) {
		struct unwritten *unwritten = &sb->black->unwritten[i];
		if (sb->now > unwritten->until || pm_control_value(sb->m, unwritten->control) != unwritten->value)
			continue;
		scoreboard_withdraw(sb, unwritten->rule, unwritten->cycle);
		unwritten->until = 0;
	}
}

/* A MAC of another manner may send the station's address as it was before a write that came within the slack. */
static bool check_head(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, enum rule rule)
{
	enum { SOURCE_END = 2 * FRAME_ADDRESS_OCTETS };
	struct pm_pause_memory memory;

	pm_pause_memory(sb->m, &memory);
	if (!sb->window || memory.obey_cycle + sb->request_window < sb->watch.start) {
		const uint8_t *source = event->octets + FRAME_HEAD_OCTETS + FRAME_ADDRESS_OCTETS;
		if (score_check_octets(sb, event, 0, frame->octets, PAUSE_TIME_AT, rule))
			return true;
		if (score_octets_right(event, 0, frame->octets, FRAME_ADDRESS_OCTETS) &&
		    score_octets_right(event, SOURCE_END, frame->octets + SOURCE_END, PAUSE_TIME_AT - SOURCE_END))
			unless_written(sb, rule, PM_CONTROL_station, frame_address(source));
		return false;
	}
	return score_check_octets(sb, event, 0, frame->octets, FRAME_ADDRESS_OCTETS, rule) &&
	       score_check_octets(sb, event, SOURCE_END, frame->octets + SOURCE_END, PAUSE_TIME_AT - SOURCE_END, rule);
}

void score_check_pfc(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, bool decided)
{
	uint32_t body = PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS, sent = score_sent_octets(event);
	char words[SCORE_WORDS_SIZE];

	if (sb->phy->check_no_codes && !sb->phy->check_no_codes(sb, event))
		return;
	if (sent != PAUSE_FRAME_OCTETS) {
		score_find(sb, RULE_PFC_TX_FORMAT, sb->now, sb->watch.start, "PFC sent", "64 octets|%u%s", sent,
		           score_fcs_words(event->octets + FRAME_HEAD_OCTETS, sent, words));
		return;
	}
	if (check_head(sb, event, frame, RULE_PFC_TX_FORMAT) &&
	    (!decided || score_check_octets(sb, event, PAUSE_TIME_AT, frame->octets + PAUSE_TIME_AT, body - PAUSE_TIME_AT,
	                                    RULE_PFC_TX_FORMAT)) &&
	    check_pfc_reserved(sb, event) && (!sb->blind || (check_pfc_vector(sb, event) && check_pfc_times(sb, event))))
		score_check_fcs(sb, event, body, frame_fcs(event->octets + FRAME_HEAD_OCTETS, body), RULE_TX_FCS);
}

void score_check_pause(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, bool decided)
{
	const uint8_t *sent = event->octets + FRAME_HEAD_OCTETS;
	uint32_t rest = PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS - PAUSE_TIME_END;
	uint16_t quanta = frame_u16(sent + PAUSE_TIME_AT);
	char words[SCORE_WORDS_SIZE];

	if (!score_check_no_error(sb, event) || !check_head(sb, event, frame, RULE_PAUSE_TX_FORMAT))
		return;
	if (decided
	        ? quanta != frame->quanta
	        : quanta && !sb->watch.xoff_quanta_any && quanta != sb->watch.xoff_quanta && quanta != sb->watch.xoff_quanta_or) {
		score_find(sb, RULE_PAUSE_TX_QUANTA, sb->now, sb->watch.start, "PAUSE sent", "time 0x%04x|0x%04x",
		           decided ? frame->quanta : sb->watch.xoff_quanta, quanta);
		if (!decided)
			unless_written(sb, RULE_PAUSE_TX_QUANTA, PM_CONTROL_quanta, quanta);
		return;
	}
	if (event->len != FRAME_HEAD_OCTETS + PAUSE_FRAME_OCTETS) {
		score_find(sb, RULE_PAUSE_TX_FORMAT, sb->now, sb->watch.start, "PAUSE sent", "64 octets|%u%s",
		           score_sent_octets(event), score_fcs_words(sent, score_sent_octets(event), words));
		return;
	}
	if (!score_check_octets(sb, event, PAUSE_TIME_END, frame->octets + PAUSE_TIME_END, rest, RULE_PAUSE_TX_FORMAT))
		return;
	score_check_fcs(sb, event, PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS, frame_fcs(sent, PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS),
	                RULE_TX_FCS);
}
