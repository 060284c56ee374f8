/* SPDX-License-Identifier: Apache-2.0 */
/* The order and the times of the MAC's own PAUSE frames, as far as they follow from each other. 802.3 31B.3.1; doc/devices/ieee8023.md 3.
 *
 * A MAC that sends by a level, with an XON at its fall, has the level up from an XOFF to the XON after it, whatever the client did. Then no XON follows an XON;
 * an XOFF follows an XOFF only as a refresh, not before its period is over; and where there is a refresh, it or an XON comes when the period
 * is over. When the first XOFF was decided is not known: it may have waited for the frame ahead of it. A write that may change a control which these
 * frames depend on begins anew. */
#include "judge_parts.h"

#include "part/frame.h"
#include "part/pause_frame.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { QUANTUM = 64, GAP = 12, LATE = 64 };
enum refresh { NONE, FROM_DECISION, FROM_END, BEFORE_EXPIRY };

/* Returns the freedoms as the profile states them. */
static const struct ieee8023_parameters *stated(const struct pm_judge *judge)
{
	return dut_ieee8023(&judge->profile->dut);
}

/* Returns how much earlier or later than it says a frame may have come. An access has its own time. */
static uint64_t error_of_frame(const struct pm_judge *judge)
{
	return judge->options.time_error_ps * judge->hz / 1000000000000u;
}

bool judge_own_follows(const struct pm_judge *judge)
{
	return !judge->options.requests_seen && judge_sends_by(judge) == JUDGE_BY_LEVEL && stated(judge)->sends_xon &&
	       stated(judge)->xon_expired && !stated(judge)->xoff_again && !judge->options.client_control;
}

uint64_t judge_control_now(const struct pm_judge *judge, enum pm_control control, bool *ret_mapped)
{
	const struct pm_profile *golden = &judge->profile->golden;
	uint64_t value = 0;

	*ret_mapped = false;
	for (size_t i = 0; i < golden->slice_count; i++) {
		const struct pm_control_slice *slice = &golden->slices[i];
		uint64_t mask = slice->len < 64 ? ((uint64_t)1 << slice->len) - 1 : UINT64_MAX, word;
		if (slice->control != control)
			continue;
		word = scoreboard_peek(judge->sb, judge->profile->page.rows[slice->row].address) >> slice->reg_bit;
		value |= ((slice->inverted ? ~word : word) & mask) << slice->at;
		*ret_mapped = true;
	}
	return value;
}

/* Returns the octet times, at MII clocks, of the period of the refresh; 0: there is none. */
static uint64_t period(const struct pm_judge *judge)
{
	uint64_t clocks = dut_octet_clocks(&judge->dut, judge->mbps), quanta = stated(judge)->refresh_period;
	bool mapped;

	if (stated(judge)->refresh == NONE)
		return 0;
	if (!quanta)
		quanta = judge_control_now(judge, PM_CONTROL_refresh, &mapped);
	return quanta * QUANTUM * clocks;
}

uint64_t judge_own_window(const struct pm_judge *judge)
{
	const struct profile_latency *request = &judge->profile->latency[PROFILE_LATENCY_request],
				     *write = &judge->profile->latency[PROFILE_LATENCY_write];

	return request->max + write->max + LATE + 2 * judge->options.time_error_ps * judge->hz / 1000000000000u;
}

void judge_own_find(struct pm_judge *judge, const struct judge_order *order, enum rule rule, uint64_t cycle, const char *format,
                    ...)
{
	uint32_t step = dut_step(&judge->dut);
	struct finding finding = { .cycle = cycle - cycle % step, .cause_cycle = order->start, .rule = rule };
	char text[sizeof(finding.expected) + sizeof(finding.actual)], *bar;
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	bar = strchr(text, '|');
	snprintf(finding.what, sizeof(finding.what), "start of a frame");
	snprintf(finding.expected, sizeof(finding.expected), "%.*s", (int)(bar - text), text);
	snprintf(finding.actual, sizeof(finding.actual), "%s at cycle %" PRIu64, bar + 1, cycle / step);
	scoreboard_add(judge->sb, &finding);
}

/* The cycle from which the period of the newest XOFF counts, at the earliest or at the latest. */
static uint64_t period_from(const struct pm_judge *judge, const struct judge_order *order, bool latest, uint64_t length)
{
	uint64_t w = judge_own_window(judge),
		 full = (uint64_t)order->quanta * QUANTUM * dut_octet_clocks(&judge->dut, judge->mbps);

	switch ((enum refresh)stated(judge)->refresh) {
	case FROM_END:
		return order->end;
	case BEFORE_EXPIRY:
		return order->end + full > length ? order->end + full - length : 0;
	default:
		return latest ? order->start : order->earliest > w ? order->earliest - w : 0;
	}
}

/* Returns the cycle in which the refresh, or an XON, has started at the latest; UINT64_MAX: none has to. */
static uint64_t due_by(const struct pm_judge *judge, const struct judge_order *order)
{
	uint64_t length = period(judge), due, free = judge->own.before_end + GAP;

	if (!order->known || !order->off || !length)
		return UINT64_MAX;
	due = period_from(judge, order, true, length);
	if (stated(judge)->refresh != BEFORE_EXPIRY)
		due += length;
	return (due > free ? due : free) + judge_own_window(judge);
}

void judge_order_time(struct pm_judge *judge, struct judge_order *order, enum rule rule, const char *of, uint64_t cycle)
{
	uint64_t due = due_by(judge, order);

	if (due >= cycle)
		return;
	judge_own_find(judge, order, rule, due, "XOFF or XON%s by cycle %" PRIu64 "|none", of, due / dut_step(&judge->dut));
	order->known = false;
}

void judge_own_time(struct pm_judge *judge, uint64_t cycle)
{
	judge_order_time(judge, &judge->own.pause, RULE_XOFF_REFRESH, "", cycle);
	judge_own_pfc_time(judge, cycle);
}

/* An XOFF started at START after another one. */
static void check_again(struct pm_judge *judge, struct judge_order *order, const struct judge_order_rules *rules, uint64_t start,
                        bool *ret_again)
{
	uint64_t length = period(judge), from = length ? period_from(judge, order, false, length) : 0,
		 first = stated(judge)->refresh == BEFORE_EXPIRY ? from : from + length, w = judge_own_window(judge);
	uint32_t step = dut_step(&judge->dut);

	if (start <= order->end + w &&
	    !order->again) { /* two requests that met may each have their frame (doc/devices/ieee8023.md 3) */
		*ret_again = true;
		return;
	}
	scoreboard_exercise(judge->sb, length ? rules->refresh : rules->once);
	if (!length)
		judge_own_find(judge, order, rules->once, start, "no XOFF%s after that of cycle %" PRIu64 "|XOFF", rules->of,
		               order->start / step);
	else if (start + w < first)
		judge_own_find(judge, order, rules->refresh, start, "no XOFF%s before cycle %" PRIu64 "|XOFF", rules->of,
		               first / step);
}

void judge_order_sent(struct pm_judge *judge, struct judge_order *order, const struct judge_order_rules *rules,
                      const struct judge_order *sent)
{
	bool follows = judge_own_follows(judge), again = false;

	if (order->known && follows && !sent->off)
		scoreboard_exercise(judge->sb, rules->xon);
	if (order->known && follows && sent->off && order->off)
		check_again(judge, order, rules, sent->start, &again);
	else if (order->known && follows && !sent->off && !order->off)
		judge_own_find(judge, order, rules->xon, sent->start, "no XON%s after that of cycle %" PRIu64 "|XON", rules->of,
		               order->start / dut_step(&judge->dut));
	*order = *sent;
	order->known = follows;
	order->again = again;
}

/* True if FRAME is a MAC control frame to 01-80-C2-00-00-01, whoever's. */
static bool is_control(const struct judge_item *frame)
{
	return frame->length >= FRAME_TIME_OFFSET + 2 && !memcmp(frame->octets, frame_pause_address, FRAME_ADDRESS_OCTETS) &&
	       frame_u16(frame->octets + FRAME_TYPE_OFFSET) == FRAME_TYPE_MAC_CONTROL;
}

uint16_t judge_own_opcode(const struct pm_judge *judge, const struct judge_item *frame)
{
	const uint8_t *octets = frame->octets;
	uint64_t station, source = 0;
	bool mapped;

	if (!is_control(frame))
		return 0;
	for (unsigned i = 0; i < FRAME_ADDRESS_OCTETS; i++)
		source = source << 8 | octets[FRAME_ADDRESS_OCTETS + i];
	station = judge_control_now(judge, PM_CONTROL_station, &mapped);
	if (source != (mapped ? station : judge->controls[PM_CONTROL_station]))
		return 0;
	return frame_u16(octets + FRAME_OPCODE_OFFSET);
}

/* Registers say that the MAC sends no PAUSE frames, or frames of a class, which exclude them (31D.1; doc/devices/ieee8023.md 2, PfcExcludes). */
static bool is_switched_off(const struct pm_judge *judge)
{
	bool mapped, classes_mapped;
	uint64_t sends = judge_control_now(judge, PM_CONTROL_tx_pause, &mapped),
		 classes = judge_control_now(judge, PM_CONTROL_pfc_tx, &classes_mapped);

	return (mapped && !sends) || (classes_mapped && classes && stated(judge)->pfc_excludes);
}

/* The PAUSE frame SENT was decided no earlier than SENT.earliest, less the window. */
static void check_gate(struct pm_judge *judge, const struct judge_order *sent)
{
	if (!is_switched_off(judge) || judge->options.client_control || judge->options.requests_seen ||
	    !judge_own_settled(judge, sent))
		return;
	judge_own_find(judge, &judge->own.pause, RULE_PAUSE_TX_GATE, sent->start, "no PAUSE frame since cycle %" PRIu64 "|one",
	               judge->own.written / dut_step(&judge->dut));
}

/* True if an XON needs an XOFF that came before it, and both are seen: a link fault hides no frame. */
static bool xon_needs_xoff(const struct pm_judge *judge)
{
	bool by_level = judge_sends_by(judge) == JUDGE_BY_LEVEL || judge_sends_by(judge) == JUDGE_BY_MARKS;

	return by_level && !judge->options.requests_seen && !judge->options.client_control && !stated(judge)->fault_loses &&
	       !stated(judge)->fault_cuts;
}

/* The first PAUSE frame since a reset, or since sending was enabled, is no XON, but for that of an XOFF which was on the wire when sending was disabled: it
 * starts as soon as it may. doc/devices/ieee8023.md 3. */
static void check_first(struct pm_judge *judge, const struct judge_order *sent)
{
	struct judge_own *own = &judge->own;
	uint64_t from = own->enabled, free = own->ahead_end + GAP, doubt = error_of_frame(judge);
	bool follows = own->cut && sent->start <= (from > free ? from : free) + judge_own_window(judge);

	own->enabled = 0;
	if (from && sent->start > from + doubt && xon_needs_xoff(judge) && !sent->off && !follows)
		judge_own_find(judge, &own->pause, RULE_XON_AFTER_XOFF, sent->start,
		               "no XON before an XOFF since cycle %" PRIu64 "|XON", from / dut_step(&judge->dut));
}

bool judge_own_settled(const struct pm_judge *judge, const struct judge_order *sent)
{
	return sent->earliest > judge->own.written + 2 * judge_own_window(judge);
}

/* True if the octets of FRAME, of OPCODE, can be those of a control frame of the MAC's own: whole, with zeros in the reserved ones. 31.4, 31B.2, 31D.2 */
static bool has_own_form(const struct judge_item *frame, uint16_t opcode)
{
	enum { PFC_END = FRAME_TIME_OFFSET + 2 + 2 * PM_PFC_CLASSES, BODY_END = PAUSE_FRAME_OCTETS - FRAME_FCS_OCTETS };
	static const uint8_t zero[BODY_END];
	bool has_fcs = frame->length == PAUSE_FRAME_OCTETS && !(frame->flags & PM_JUDGE_NO_FCS);
	uint32_t whole = frame->flags & PM_JUDGE_NO_FCS ? BODY_END : PAUSE_FRAME_OCTETS,
		 end = opcode == FRAME_OPCODE_PFC ? PFC_END : FRAME_TIME_OFFSET + 2,
		 known = frame->length < BODY_END ? frame->length : BODY_END;
	uint8_t fcs[FRAME_FCS_OCTETS];

	if (has_fcs)
		frame_put_fcs(fcs, frame_fcs(frame->octets, BODY_END));
	return frame->whole == whole && !(frame->flags & (PM_JUDGE_CODE_ERROR | PM_JUDGE_PINS)) &&
	       (known <= end || !memcmp(frame->octets + end, zero, known - end)) &&
	       (!has_fcs || !memcmp(frame->octets + BODY_END, fcs, sizeof(fcs)));
}

/* True if FRAME, which SENT says of, may be the MAC's where the client sends control frames, too: it looks like one, and nothing that was written long ago
 * excludes it. */
static bool may_be_own(const struct pm_judge *judge, const struct judge_item *frame, uint16_t opcode,
                       const struct judge_order *sent)
{
	bool mapped, settled = judge_own_settled(judge, sent);
	uint64_t quanta = judge_control_now(judge, PM_CONTROL_quanta, &mapped);
	uint16_t time;

	if ((opcode != FRAME_OPCODE_PAUSE && opcode != FRAME_OPCODE_PFC) || !has_own_form(frame, opcode))
		return false;
	if (opcode == FRAME_OPCODE_PFC)
		return judge->dut.capabilities & (CAP_PFC | CAP_PFC_REQUEST);
	time = frame_u16(frame->octets + FRAME_TIME_OFFSET);
	return judge_sends_by(judge) != JUDGE_BY_NONE &&
	       !(settled && (is_switched_off(judge) || (time && time != (mapped ? quanta : judge->controls[PM_CONTROL_quanta]))));
}

/* True if an XOFF may have time 0, like an XON: the frames of a level do not say then what it does. */
static bool xoff_is_xon(const struct pm_judge *judge, enum pm_control quanta)
{
	bool mapped;
	uint64_t now = judge_control_now(judge, quanta, &mapped);

	return !(mapped ? now : judge->controls[quanta]);
}

void judge_own_sent(struct pm_judge *judge, const struct judge_item *frame, uint64_t start, uint64_t end)
{
	static const struct judge_order_rules rules = { RULE_XOFF_REFRESH, RULE_XOFF_ONCE, RULE_XON_AFTER_XOFF, "" };
	struct judge_own *own = &judge->own;
	bool waited = own->before_end && start <= own->before_end + GAP + judge_own_window(judge);
	uint16_t opcode = judge_own_opcode(judge, frame);
	struct judge_order sent = { .start = start, .end = end, .earliest = start };

	if (waited) /* a PFC frame may have waited for a PAUSE frame, and that for the frame ahead of it */
		sent.earliest = opcode == FRAME_OPCODE_PFC ? own->before_earliest : own->before_start;
	own->ahead_end = own->before_end;
	own->before_start = start;
	own->before_end = end;
	own->before_earliest = opcode ? sent.earliest : start;
	if (opcode == FRAME_OPCODE_PAUSE ? frame_u16(frame->octets + FRAME_TIME_OFFSET) || xoff_is_xon(judge, PM_CONTROL_quanta)
	                                 : !opcode && is_control(frame))
		own->newest_off = start;
	own->may_be = judge->options.client_control && may_be_own(judge, frame, opcode, &sent);
	judge->own_short |= opcode && frame->whole < PAUSE_FRAME_OCTETS;
	if (opcode == FRAME_OPCODE_PAUSE) {
		sent.quanta = frame_u16(frame->octets + FRAME_TIME_OFFSET);
		sent.off = sent.quanta;
		check_gate(judge, &sent);
		if (xoff_is_xon(judge, PM_CONTROL_quanta)) {
			own->pause.known = false;
			own->enabled = 0;
			return;
		}
		check_first(judge, &sent);
		judge_order_sent(judge, &own->pause, &rules, &sent);
		own->pause.known &= !own->disabled &&
		                    !is_switched_off(judge); /* what is sent just after that is forgotten, too */
	} else if (opcode == FRAME_OPCODE_PFC) {
		judge_own_pfc_sent(judge, frame, &sent);
	} else if (is_control(frame)) { /* perhaps an XOFF with the station's address as it was before a write */
		own->enabled = 0;
	}
}

void judge_own_forget(struct pm_judge *judge)
{
	judge->own.pause.known = false;
	for (unsigned i = 0; i < PM_PFC_CLASSES; i++)
		judge->own.class[i].known = false;
	judge->own.written = judge->cycle;
}

void judge_own_lose(struct pm_judge *judge)
{
	judge_own_forget(judge);
	judge->own.enabled = judge->own.disabled = 0;
}

/* The MAC may send from the open cycle on. An XOFF that came before it by no more than times may be wrong may have come after it. */
static void note_enabled(struct pm_judge *judge)
{
	struct judge_own *own = &judge->own;
	bool near = own->newest_off && own->newest_off + error_of_frame(judge) >= judge->cycle;

	own->enabled = near ? 0 : judge->cycle;
}

void judge_own_reset(struct pm_judge *judge)
{
	judge_own_lose(judge);
	note_enabled(judge);
	judge->own.cut = false;
}

/* Sending PAUSE frames is enabled or disabled by the word VALUE of the register in row ROW: what was sent before it was disabled is forgotten. */
static void note_gate(struct pm_judge *judge, const struct pm_control_slice *slice, uint64_t value)
{
	struct judge_own *own = &judge->own;
	bool sends = ((slice->inverted ? ~value : value) >> slice->reg_bit) & 1;

	if (!sends && !own->disabled) { /* an XOFF that is on the wire may count as sent or not */
		own->disabled = judge->cycle;
		own->cut = own->pause.off && own->pause.end + judge_own_window(judge) >= judge->cycle;
	}
	if (sends && own->disabled && own->disabled + judge_own_window(judge) < judge->cycle)
		note_enabled(judge);
	if (sends)
		own->disabled = 0;
}

void judge_own_written(struct pm_judge *judge, uint16_t address, uint64_t value)
{
	static const enum pm_control concerned[] = { PM_CONTROL_tx_pause,   PM_CONTROL_tx_enable, PM_CONTROL_quanta,
		                                     PM_CONTROL_refresh,    PM_CONTROL_station,   PM_CONTROL_pfc_tx,
		                                     PM_CONTROL_half_duplex };
	const struct pm_profile *golden = &judge->profile->golden;

	for (size_t i = 0; i < golden->slice_count; i++) {
		const struct pm_control_slice *slice = &golden->slices[i];
		bool concerns = judge_own_is_pfc_quanta(slice->control);
		if (judge->profile->page.rows[slice->row].address != address)
			continue;
		for (size_t j = 0; j < sizeof(concerned) / sizeof(concerned[0]); j++)
			concerns |= slice->control == concerned[j];
		if (slice->control == PM_CONTROL_tx_pause)
			note_gate(judge, slice, value);
		if (concerns)
			judge_own_forget(judge);
	}
}
