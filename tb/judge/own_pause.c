/* SPDX-License-Identifier: Apache-2.0 */
/* The order and the times of the MAC's own PAUSE frames, as far as they follow from each other. 802.3 31B.3.1; doc/ieee8023.md 3.
 *
 * A MAC that sends by a level, with an XON at its fall, has the level up from an XOFF to the XON after it, whatever the client did. Then no XON follows an XON;
 * an XOFF follows an XOFF only as a refresh, not before its period is over; and where there is a refresh, it or an XON comes when the period
 * is over. When the first XOFF was decided is not known: it may have waited for the frame ahead of it. A write that may change a control which these
 * frames depend on begins anew. */
#include "judge_parts.h"

#include "part/frame.h"
#include "part/pause_frame.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { QUANTUM = 64, GAP = 12, LATE = 64, BY_LEVEL = 1 };
enum refresh { NONE, FROM_DECISION, FROM_END, BEFORE_EXPIRY };

static uint64_t param(const struct pm_judge *judge, const char *name)
{
	return dut_param(&judge->profile->dut, name);
}

bool judge_own_follows(const struct pm_judge *judge)
{
	return param(judge, "SendsBy") == BY_LEVEL && param(judge, "SendsXon") && param(judge, "XonExpired") &&
	       !param(judge, "XoffAgain") && !judge->options.client_control;
}

/* Returns the bits of CONTROL that the registers have now; *RET_MAPPED: it is in some. */
static uint64_t control_now(const struct pm_judge *judge, enum pm_control control, bool *ret_mapped)
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
	uint64_t clocks = dut_octet_clocks(&judge->dut, dut_first_mbps(&judge->dut)), quanta = param(judge, "RefreshPeriod");
	bool mapped;

	if (param(judge, "Refresh") == NONE)
		return 0;
	if (!quanta)
		quanta = control_now(judge, PM_CONTROL_refresh, &mapped);
	return quanta * QUANTUM * clocks;
}

/* How much later or earlier a control frame may start than is known. */
static uint64_t window(const struct pm_judge *judge)
{
	const struct profile_latency *request = &judge->profile->latency[PROFILE_LATENCY_request],
				     *write = &judge->profile->latency[PROFILE_LATENCY_write];

	return request->max + write->max + LATE + 2 * judge->options.time_error_ps * judge->hz / 1000000000000u;
}

static void find(struct pm_judge *judge, enum rule rule, uint64_t cycle, const char *expected, uint64_t at, const char *actual)
{
	uint32_t step = dut_step(&judge->dut);
	struct finding finding = { .cycle = cycle - cycle % step, .cause_cycle = judge->own.start, .rule = rule };

	snprintf(finding.what, sizeof(finding.what), "start of a frame");
	snprintf(finding.expected, sizeof(finding.expected), expected, at / step);
	snprintf(finding.actual, sizeof(finding.actual), "%s at cycle %" PRIu64, actual, cycle / step);
	scoreboard_add(judge->sb, &finding);
	judge->own.known = false;
}

/* The cycle from which the period of the newest XOFF counts, at the earliest or at the latest. */
static uint64_t period_from(const struct pm_judge *judge, bool latest, uint64_t length)
{
	const struct judge_own *own = &judge->own;
	uint64_t w = window(judge),
		 full = (uint64_t)own->quanta * QUANTUM * dut_octet_clocks(&judge->dut, dut_first_mbps(&judge->dut));

	switch ((enum refresh)param(judge, "Refresh")) {
	case FROM_END:
		return own->end;
	case BEFORE_EXPIRY:
		return own->end + full > length ? own->end + full - length : 0;
	default:
		return latest ? own->start : own->earliest > w ? own->earliest - w : 0;
	}
}

/* Returns the cycle in which the refresh, or an XON, has started at the latest; UINT64_MAX: none has to. */
static uint64_t due_by(const struct pm_judge *judge)
{
	const struct judge_own *own = &judge->own;
	uint64_t length = period(judge), due;

	if (!own->known || !own->off || !length)
		return UINT64_MAX;
	due = period_from(judge, true, length);
	if (param(judge, "Refresh") != BEFORE_EXPIRY)
		due += length;
	return (due > own->before_end + GAP ? due : own->before_end + GAP) + window(judge);
}

void judge_own_time(struct pm_judge *judge, uint64_t cycle)
{
	uint64_t due = due_by(judge);

	if (due < cycle)
		find(judge, RULE_XOFF_REFRESH, due, "XOFF or XON by cycle %" PRIu64, due, "none");
}

static void check_again(struct pm_judge *judge, uint64_t start)
{
	uint64_t length = period(judge), from = length ? period_from(judge, false, length) : 0,
		 first = param(judge, "Refresh") == BEFORE_EXPIRY ? from : from + length, w = window(judge);

	if (start <= judge->own.end + w) /* requests that met may each have their frame */
		return;
	scoreboard_exercise(judge->sb, length ? RULE_XOFF_REFRESH : RULE_XOFF_ONCE);
	if (!length)
		find(judge, RULE_XOFF_ONCE, start, "no XOFF after that of cycle %" PRIu64, judge->own.start, "XOFF");
	else if (start + w < first)
		find(judge, RULE_XOFF_REFRESH, start, "no XOFF before cycle %" PRIu64, first, "XOFF");
}

static bool is_own_pause(const struct pm_judge *judge, const struct judge_item *frame)
{
	const uint8_t *octets = frame->octets;
	uint64_t station, source = 0;
	bool mapped;

	if (frame->length < FRAME_TIME_OFFSET + 2 || memcmp(octets, frame_pause_address, FRAME_ADDRESS_OCTETS) ||
	    frame_u16(octets + FRAME_TYPE_OFFSET) != FRAME_TYPE_MAC_CONTROL || frame_u16(octets + FRAME_OPCODE_OFFSET) != 1)
		return false;
	for (unsigned i = 0; i < FRAME_ADDRESS_OCTETS; i++)
		source = source << 8 | octets[FRAME_ADDRESS_OCTETS + i];
	station = control_now(judge, PM_CONTROL_station, &mapped);
	return source == (mapped ? station : judge->controls[PM_CONTROL_station]);
}

/* The PAUSE frame that started at START was decided no earlier than EARLIEST, less the window. */
static void check_gate(struct pm_judge *judge, uint64_t start, uint64_t earliest)
{
	bool mapped;
	uint64_t sends = control_now(judge, PM_CONTROL_tx_pause, &mapped);

	if (mapped && !sends && !judge->options.client_control && earliest > judge->own.written + 2 * window(judge))
		find(judge, RULE_PAUSE_TX_GATE, start, "no PAUSE frame since cycle %" PRIu64, judge->own.written, "one");
}

void judge_own_sent(struct pm_judge *judge, const struct judge_item *frame, uint64_t start, uint64_t end)
{
	struct judge_own *own = &judge->own;
	bool waited = own->before_end && start <= own->before_end + GAP + window(judge), pause = is_own_pause(judge, frame);
	uint64_t before_start = own->before_start;
	uint16_t quanta = pause ? frame_u16(frame->octets + FRAME_TIME_OFFSET) : 0;

	own->before_start = start;
	own->before_end = end;
	if (!pause)
		return;
	check_gate(judge, start, waited ? before_start : start);
	if (own->known && judge_own_follows(judge) && !quanta)
		scoreboard_exercise(judge->sb, RULE_XON_AFTER_XOFF);
	if (own->known && judge_own_follows(judge) && quanta && own->off)
		check_again(judge, start);
	else if (own->known && judge_own_follows(judge) && !quanta && !own->off)
		find(judge, RULE_XON_AFTER_XOFF, start, "no XON after that of cycle %" PRIu64, own->start, "XON");
	own->known = judge_own_follows(judge);
	own->off = quanta;
	own->quanta = quanta;
	own->start = start;
	own->end = end;
	own->earliest = waited ? before_start : start;
}

void judge_own_forget(struct pm_judge *judge)
{
	judge->own.known = false;
	judge->own.written = judge->cycle;
}

void judge_own_written(struct pm_judge *judge, uint16_t address)
{
	static const enum pm_control concerned[] = { PM_CONTROL_tx_pause,   PM_CONTROL_tx_enable, PM_CONTROL_quanta,
		                                     PM_CONTROL_refresh,    PM_CONTROL_station,   PM_CONTROL_pfc_tx,
		                                     PM_CONTROL_half_duplex };
	const struct pm_profile *golden = &judge->profile->golden;

	for (size_t i = 0; i < golden->slice_count; i++)
		for (size_t j = 0; j < sizeof(concerned) / sizeof(concerned[0]); j++)
			if (golden->slices[i].control == concerned[j] &&
			    judge->profile->page.rows[golden->slices[i].row].address == address)
				judge_own_forget(judge);
}
