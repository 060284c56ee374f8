/* SPDX-License-Identifier: Apache-2.0 */
/* What happens, as the events of the scoreboard: frames, accesses, resets, and what the client does. */
#include "judge_parts.h"

#include "base/bounds.h"
#include "part/wire.h"
#include "story/story.h"

#include <errno.h>
#include <string.h>

#define PS_PER_SECOND 1000000000000u

static uint64_t in_clocks(const struct pm_judge *judge, uint64_t cycle)
{
	return cycle - cycle % dut_step(&judge->dut);
}

/* ---- frames ---- */

/* Ends the frame on the transmit wire if its end is not after CYCLE. */
static void end_sent(struct pm_judge *judge, uint64_t cycle)
{
	if (!judge->sending || judge->sent.cycle > cycle)
		return;
	judge->sending = false;
	judge->cycle = judge->sent.cycle;
	judge_events(judge, &judge->sent, 1);
}

/* Events do not go back: one that is rounded to a clock before that of the newest event is in that one. */
static uint64_t next_cycle(struct pm_judge *judge, uint64_t cycle)
{
	end_sent(judge, cycle);
	if (cycle < judge->cycle)
		cycle = judge->cycle;
	judge->cycle = cycle;
	return cycle;
}

/* The unit in which frames start: a column of XGMII, else an octet time or a clock. */
static uint64_t start_unit(const struct pm_judge *judge)
{
	return judge->dut.phy == PHY_XGMII ? XGMII_COLUMN_OCTETS : 1;
}

/* Returns the clock that the word of lanes at the octet time CYCLE is. The time of the first word of the wire says where its clocks begin. */
static uint64_t word_at(const struct pm_judge *judge, struct judge_wire *wire, uint64_t cycle)
{
	uint64_t step = dut_step(&judge->dut);

	if (!wire->phased)
		wire->phase = cycle % step;
	wire->phased = true;
	cycle += (wire->phase > step / 2 ? step : 0) + step / 2 - wire->phase;
	return cycle - cycle % step;
}

/* Fills in where the frame starts. A frame that begins in the one before it by no more than times may be wrong begins after it. */
static int place(struct pm_judge *judge, const struct judge_item *frame, uint64_t *ret)
{
	struct judge_wire *wire = &judge->wire[frame->wire];
	uint64_t unit = frame->laned ? 1 : start_unit(judge), at = judge_cycle_of(judge, frame->time),
		 error = judge->options.time_error_ps ? 2 * judge->options.time_error_ps : 0;

	at = frame->laned ? word_at(judge, wire, at) + frame->lane : at + unit / 2;
	at -= at % unit;
	*ret = at;
	if (at >= wire->free)
		return PM_JUDGE_OK;
	*ret = wire->free;
	if (judge_time_of(judge, wire->free) <= frame->time + error + 2 * (PS_PER_SECOND / judge->hz) * unit && error)
		return PM_JUDGE_OK;
	return judge_fail(
	    judge, PM_JUDGE_EVENTS,
	    "two frames at a time on the %s wire: one starts at %llu ps, %llu ps before the one ahead of it is over at %u "
	    "Mb/s; are the times those of the first octet (--stamp), is the speed that of the profile, is --time-error "
	    "large enough?",
	    judge_wire_names[frame->wire], (unsigned long long)frame->time,
	    (unsigned long long)(judge_time_of(judge, wire->free) - frame->time), judge->mbps);
}

static void receive(struct pm_judge *judge, const struct judge_run *run, uint64_t at)
{
	bool lanes = judge->dut.phy == PHY_XGMII;
	struct event event = { .kind = EVENT_RX_RUN,
		               .cycle = next_cycle(judge, in_clocks(judge, at)),
		               .octets = run->octets,
		               .code = lanes ? run->code : NULL,
		               .len = run->len + lanes,
		               .codes = lanes ? run->codes : 0,
		               .error_at = run->error_at };

	event.lane = (uint8_t)(at > event.cycle ? at - event.cycle : 0);
	judge_events(judge, &event, 1);
}

static void send(struct pm_judge *judge, const struct judge_run *run, uint64_t at)
{
	bool lanes = judge->dut.phy == PHY_XGMII;
	uint64_t end = at + run->len;
	struct event event = { .kind = EVENT_TX_START,
		               .cycle = next_cycle(judge, in_clocks(judge, at)),
		               .octets = run->octets,
		               .code = lanes ? run->code : NULL,
		               .len = run->len,
		               .codes = lanes ? run->codes - 1 : 0,
		               .error_at = run->error_at,
		               .value = run->error_at >= 0 };

	event.timer = judge->own.may_be;
	judge->sent = event;
	judge->sent.timer = 0;
	judge->sent.kind = EVENT_TX_END;
	judge->sent.cycle = in_clocks(judge, end);
	judge->sent.lane = (uint8_t)(end - judge->sent.cycle);
	judge->sending = true;
	event.lane = (uint8_t)(at > event.cycle ? at - event.cycle : 0);
	judge_events(judge, &event, 1);
}

/* What a frame in half duplex was to do depends on carrier and collisions. */
static int check_duplex(struct pm_judge *judge)
{
	return judge->half_duplex ? judge_fail(judge, PM_JUDGE_EVENTS,
	                                       "a frame in half duplex, of which carrier and collisions are not seen; nothing "
	                                       "is decided")
	                          : PM_JUDGE_OK;
}

static int take_frame(struct pm_judge *judge, const struct judge_item *frame)
{
	struct judge_wire *wire = &judge->wire[frame->wire];
	struct judge_plain plain;
	uint64_t at;
	int err = place(judge, frame, &at);

	if (!err)
		err = check_duplex(judge);
	if (!err)
		err = judge_check_speed(judge);
	if (err)
		return err;
	/* the octets of the frame before it are needed up to its end */
	end_sent(judge, in_clocks(judge, at));
	if (judge_run_make(judge, &wire->run, frame))
		return judge_fail(judge, PM_JUDGE_NO_MEMORY, "%s", strerror(ENOMEM));
	judge->without_fcs += (frame->flags & PM_JUDGE_NO_FCS) != 0;
	wire->free = at + wire->run.len + (frame->laned ? 1 : start_unit(judge)); /* /T/, or the column that has it */
	if (!frame->laned)
		wire->free += (start_unit(judge) - wire->free % start_unit(judge)) % start_unit(judge);
	judge->code_errors |= frame->wire == PM_JUDGE_RECEIVED && frame->flags & PM_JUDGE_CODE_ERROR &&
	                      !(frame->flags & PM_JUDGE_PINS);
	/* what was written before is in the registers then; the cycle of the frame itself is not looked at before its event is there */
	scoreboard_awaits(judge->sb, in_clocks(judge, at) - dut_step(&judge->dut));
	judge_run_plain(judge, &wire->run, frame, &plain);
	if (frame->wire == PM_JUDGE_RECEIVED)
		judge_take_room(judge, &plain.item);
	else
		judge_own_sent(judge, &plain.item, at, at + wire->run.len);
	(frame->wire == PM_JUDGE_RECEIVED ? receive : send)(judge, &wire->run, at);
	return PM_JUDGE_OK;
}

/* ---- resets, also those by which the model forgets what it cannot know any more ---- */

static void reset(struct pm_judge *judge, uint64_t cycle, uint64_t clocks)
{
	struct event event = { .kind = EVENT_RESET, .value = clocks * dut_step(&judge->dut) };

	/* A frame that ends in the clock in which the reset begins was cut by it, so that its end comes after the reset. */
	event.cycle = in_clocks(judge, cycle);
	if (judge->sending && judge->sent.cycle == event.cycle)
		judge->cycle = event.cycle;
	else
		event.cycle = next_cycle(judge, event.cycle);
	judge_own_forget(judge);
	judge_events(judge, &event, 1);
	end_sent(judge, event.cycle);
	judge->room_known = true;
	judge->room_taken = 0;
	judge->was_half_duplex = false;
	judge_duplex_reset(judge);
	judge->cycle += event.value;
}

/* Frames may be missing: no pause that runs is known any more. */
static void forget(struct pm_judge *judge)
{
	judge->counters_lost = true;
	judge_own_forget(judge);
	scoreboard_forget(judge->sb);
}

/* Nothing more is known of the client; the cycles before this one are judged by what is. */
static void rest(struct pm_judge *judge, uint64_t cycle)
{
	scoreboard_awaits(judge->sb, cycle);
	scoreboard_client_leaves(judge->sb);
}

/* ---- the client ---- */

void judge_client(struct pm_judge *judge, const struct judge_item *item, uint64_t cycle)
{
	static const enum event_kind kinds[] = {
		[JUDGE_OFFER] = EVENT_HOST_OFFER,     [JUDGE_TAKEN] = EVENT_HOST_TAKEN, [JUDGE_DELIVERY] = EVENT_HOST_START,
		[JUDGE_DELIVERED] = EVENT_HOST_FRAME, [JUDGE_READY] = EVENT_HOST_READY, [JUDGE_WITHHOLDS] = EVENT_HOST_WITHHOLDS,
		[JUDGE_TAKES] = EVENT_HOST_MBUF,      [JUDGE_DROPS] = EVENT_HOST_DROP
	};
	struct event event = { .kind = (uint8_t)kinds[item->kind], .cycle = cycle };

	event.octets = item->octets;
	event.len = item->length;
	event.value = item->kind == JUDGE_READY || item->kind == JUDGE_DROPS ? (uint32_t)item->value
	                                                                     : (item->flags & PM_JUDGE_CLIENT_ERROR) != 0;
	event.timer = item->clocks;
	event.error_at = item->kind == JUDGE_OFFER && item->whole ? (int32_t)item->whole : -1;
	judge_events(judge, &event, 1);
}

/* ---- what happens ---- */

int judge_carry_out(struct pm_judge *judge, const struct judge_item *item)
{
	uint64_t cycle;

	if (!judge->began) {
		judge->first_time = judge->begins_at_0 ? 0 : item->time;
		if (!judge->options.client_seen)
			scoreboard_joins(judge->sb);
	}
	judge->began = true;
	if (item->kind == JUDGE_FRAME)
		return take_frame(judge, item);
	cycle = in_clocks(judge, judge_cycle_of(judge, item->time));
	if (item->kind == JUDGE_ACCESS)
		judge_access(judge, item, next_cycle(judge, cycle));
	else if (item->kind == JUDGE_LOST)
		forget(judge);
	else if (item->kind == JUDGE_RESTS)
		rest(judge, next_cycle(judge, cycle));
	else if (item->kind >= JUDGE_OFFER)
		judge_client(judge, item, next_cycle(judge, cycle));
	else
		reset(judge, cycle,
		      greatest(1, judge_cycle_of(judge, judge->first_time + item->value) - JUDGE_ORIGIN) / dut_step(&judge->dut));
	return PM_JUDGE_OK;
}

void judge_carry_out_end(struct pm_judge *judge, uint64_t time)
{
	struct event end = { .kind = EVENT_END };

	judge_own_pfc_written(judge);
	judge->finished = true;
	if (judge->options.client_seen || judge->options.client_always)
		rest(judge, next_cycle(judge, in_clocks(judge, judge_cycle_of(judge, time))));
	end_sent(judge, UINT64_MAX);
	end.cycle = next_cycle(
	    judge, greatest(judge->wire[PM_JUDGE_RECEIVED].free + JUDGE_ORIGIN, in_clocks(judge, judge_cycle_of(judge, time))));
	end.cycle -= end.cycle % dut_step(&judge->dut);
	judge_events(judge, &end, 1);
	if (judge->story)
		story_end(judge->story, judge->cycle / dut_step(&judge->dut));
}
