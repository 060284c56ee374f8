/* SPDX-License-Identifier: Apache-2.0 */
/* Calls in the order of time, as the events of the scoreboard. A frame's octets have to be known when it starts, so that what comes between the start of a
 * frame and the call with its end waits in a queue. */
#include "judge_parts.h"

#include "base/bounds.h"
#include "part/wire.h"
#include "story/story.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SHORTEST_CUT = 20, RESET_CLOCKS = 4 };
#define PS_PER_SECOND 1000000000000u

static const char *const wire_names[JUDGE_WIRES] = { [PM_JUDGE_RECEIVED] = "receive", [PM_JUDGE_SENT] = "transmit" };

/* ---- time ---- */

uint64_t judge_cycle_of(const struct pm_judge *judge, uint64_t time)
{
	unsigned __int128 since = (unsigned __int128)(time - judge->first_time) * judge->hz;

	return JUDGE_ORIGIN + (uint64_t)((since + PS_PER_SECOND / 2) / PS_PER_SECOND);
}

uint64_t judge_time_of(const struct pm_judge *judge, uint64_t cycle)
{
	unsigned __int128 since = (unsigned __int128)(cycle > JUDGE_ORIGIN ? cycle - JUDGE_ORIGIN : 0) * PS_PER_SECOND;

	return judge->first_time + (uint64_t)(since / judge->hz);
}

static uint64_t in_clocks(const struct pm_judge *judge, uint64_t cycle)
{
	return cycle - cycle % dut_step(&judge->dut);
}

/* ---- frames ---- */

void judge_end_sent(struct pm_judge *judge, uint64_t cycle)
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
	judge_end_sent(judge, cycle);
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
	    wire_names[frame->wire], (unsigned long long)frame->time,
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
	judge_end_sent(judge, in_clocks(judge, at));
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
	judge_end_sent(judge, event.cycle);
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

/* ---- calls ---- */

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

struct judge_queued *judge_queued_new(struct pm_judge *judge, const struct judge_item *item)
{
	struct judge_queued *queued = calloc(1, sizeof(*queued));

	if (queued && item->length && (queued->octets = malloc(item->length)))
		memcpy(queued->octets, item->octets, item->length);
	if (!queued || (item->length && !queued->octets)) {
		free(queued);
		judge_fail(judge, PM_JUDGE_NO_MEMORY, "%s", strerror(ENOMEM));
		return NULL;
	}
	queued->item = *item;
	queued->item.octets = queued->octets;
	return queued;
}

static int queue(struct pm_judge *judge, const struct judge_item *item)
{
	struct judge_queued *queued;

	if (judge->queued == JUDGE_QUEUE_MAX)
		return judge_fail(judge, PM_JUDGE_EVENTS, "more than %d events between the start of a frame and its end",
		                  JUDGE_QUEUE_MAX);
	queued = judge_queued_new(judge, item);
	if (!queued)
		return PM_JUDGE_NO_MEMORY;
	*judge->last = queued;
	judge->last = &queued->next;
	judge->queued++;
	return PM_JUDGE_OK;
}

static void pop(struct pm_judge *judge)
{
	struct judge_queued *first = judge->first;

	judge->first = first->next;
	if (!judge->first)
		judge->last = &judge->first;
	judge->queued--;
	free(first->octets);
	free(first);
}

void judge_queue_free(struct pm_judge *judge)
{
	while (judge->first)
		pop(judge);
	judge_lined_free(judge);
}

int judge_drain(struct pm_judge *judge)
{
	int err = PM_JUDGE_OK;

	while (!err && judge->first && !judge->first->item.open) {
		err = judge_carry_out(judge, &judge->first->item);
		pop(judge);
	}
	return err;
}

int judge_take(struct pm_judge *judge, const struct judge_item *item)
{
	bool waits = judge->first || item->open;
	int err = PM_JUDGE_OK;

	if (judge->options.time_error_ps && !waits)
		return judge_lined_take(judge, item);
	if (waits && !judge->first)
		err = judge_lined_release(judge, UINT64_MAX);
	return err ? err : waits ? queue(judge, item) : judge_carry_out(judge, item);
}

int judge_close(struct pm_judge *judge, enum judge_item_kind kind, enum pm_judge_wire wire, const uint8_t *octets,
                uint32_t length, uint32_t whole, unsigned flags)
{
	struct judge_queued *queued = judge->first;

	while (!queued->item.open || queued->item.kind != kind || queued->item.wire != wire)
		queued = queued->next;
	queued->octets = malloc(length);
	if (!queued->octets)
		return judge_fail(judge, PM_JUDGE_NO_MEMORY, "%s", strerror(ENOMEM));
	memcpy(queued->octets, octets, length);
	queued->item.octets = queued->octets;
	queued->item.length = length;
	queued->item.whole = whole;
	queued->item.flags = flags;
	queued->item.clocks = kind == JUDGE_OFFER ? judge->paused_clocks : 0;
	queued->item.open = false;
	return PM_JUDGE_OK;
}

static bool needs_station(const struct pm_judge *judge)
{
	return dut_ieee8023(&judge->profile->dut)->sends_by || dut_ieee8023(&judge->profile->dut)->obeys_own ||
	       dut_ieee8023(&judge->profile->dut)->address_filter;
}

static int check_wire(struct pm_judge *judge, enum pm_judge_wire wire)
{
	if (wire != PM_JUDGE_RECEIVED && wire != PM_JUDGE_SENT)
		return judge_fail(judge, PM_JUDGE_USAGE, "there is no wire %d", (int)wire);
	if (!judge->station_known && needs_station(judge))
		return judge_fail(judge, PM_JUDGE_USAGE,
		                  "the station's address is not known; state the control station before the first frame (--set "
		                  "station=00:11:22:33:44:55)");
	if (judge->open[wire])
		return judge_fail(judge, PM_JUDGE_ORDER, "a frame starts on the %s wire before the one ahead of it has ended",
		                  wire_names[wire]);
	return PM_JUDGE_OK;
}

static int check_octets(struct pm_judge *judge, const uint8_t *octets, uint32_t length, uint32_t whole, unsigned flags)
{
	if (!octets || !length)
		return judge_fail(judge, PM_JUDGE_USAGE, "a frame without octets");
	if (whole > JUDGE_FRAME_MAX)
		return judge_fail(judge, PM_JUDGE_USAGE, "a frame of %u octets; no frame has more than %d", whole,
		                  JUDGE_FRAME_MAX);
	if (length > whole || (length < whole && length < SHORTEST_CUT))
		return judge_fail(judge, PM_JUDGE_USAGE, "the first %u of %u octets are too few; keep %d", length, whole,
		                  SHORTEST_CUT);
	if (flags & ~(unsigned)(PM_JUDGE_NO_FCS | PM_JUDGE_CODE_ERROR | PM_JUDGE_CUT))
		return judge_fail(judge, PM_JUDGE_USAGE, "unknown flags 0x%x of a frame", flags);
	return PM_JUDGE_OK;
}

int pm_judge_cut_frame(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, const uint8_t *octets, uint32_t length,
                       uint32_t whole, unsigned flags)
{
	const struct judge_item item = { .kind = JUDGE_FRAME,
		                         .wire = wire,
		                         .time = time,
		                         .octets = octets,
		                         .length = length,
		                         .whole = whole,
		                         .flags = flags };
	int err = judge_admit(judge, time);

	if (!err)
		err = check_wire(judge, wire);
	if (!err)
		err = check_octets(judge, octets, length, whole, flags);
	return err ? err : judge_take(judge, &item);
}

int pm_judge_frame(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, const uint8_t *octets, uint32_t length,
                   unsigned flags)
{
	return pm_judge_cut_frame(judge, wire, time, octets, length, length, flags);
}

int judge_start(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, int lane)
{
	const struct judge_item item = {
		.kind = JUDGE_FRAME, .wire = wire, .time = time, .open = true, .laned = lane >= 0, .lane = (uint8_t)lane
	};
	int err = judge_admit(judge, time);

	if (!err)
		err = check_wire(judge, wire);
	if (!err)
		err = judge_take(judge, &item);
	if (!err)
		judge->open[wire] = true;
	return err;
}

int pm_judge_start(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time)
{
	return judge_start(judge, wire, time, -1);
}

int judge_end(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, const uint8_t *octets, uint32_t length,
              unsigned flags)
{
	int err = judge_admit(judge, time);

	if (!err && ((wire != PM_JUDGE_RECEIVED && wire != PM_JUDGE_SENT) || !judge->open[wire]))
		err = judge_fail(judge, PM_JUDGE_ORDER, "the end of a frame without its start");
	if (!err && !(flags & PM_JUDGE_PINS))
		err = check_octets(judge, octets, length, length, flags);
	if (err)
		return err;
	judge->open[wire] = false;
	err = judge_close(judge, JUDGE_FRAME, wire, octets, length, length, flags);
	return err ? err : judge_drain(judge);
}

int pm_judge_end(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, const uint8_t *octets, uint32_t length,
                 unsigned flags)
{
	return judge_end(judge, wire, time, octets, length, flags & ~(unsigned)PM_JUDGE_PINS);
}

int pm_judge_reset(struct pm_judge *judge, uint64_t time, uint64_t lasting)
{
	int err = judge_admit(judge, time);

	if (!err && lasting > JUDGE_TIME_MAX - time)
		err = judge_fail(judge, PM_JUDGE_USAGE, "a reset of %llu ps from %llu ps on; times end at %llu ps",
		                 (unsigned long long)lasting, (unsigned long long)time, (unsigned long long)JUDGE_TIME_MAX);
	if (!err)
		memset(judge->was_written, 0, sizeof(judge->was_written));
	if (!err)
		judge->stream[PM_JUDGE_RECEIVED].held = false;
	for (size_t i = 0; !err && i < JUDGE_COUNTERS_MAX; i++)
		judge->counter[i].from = 0;
	return err ? err : judge_take(judge, &(struct judge_item){ .kind = JUDGE_RESET, .time = time, .value = lasting });
}

int pm_judge_lost(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time)
{
	int err = judge_admit(judge, time);

	if (!err && wire != PM_JUDGE_RECEIVED && wire != PM_JUDGE_SENT)
		err = judge_fail(judge, PM_JUDGE_USAGE, "there is no wire %d", (int)wire);
	if (!err && judge->options.client_seen)
		err = judge_fail(judge, PM_JUDGE_USAGE, "events in which the client is seen may lack no frame");
	return err ? err : judge_take(judge, &(struct judge_item){ .kind = JUDGE_LOST, .wire = wire, .time = time });
}

int pm_judge_finish(struct pm_judge *judge, uint64_t time)
{
	struct event end = { .kind = EVENT_END };
	int err = judge_admit(judge, time);

	if (!err && (judge->open[PM_JUDGE_RECEIVED] || judge->open[PM_JUDGE_SENT]))
		err = judge_fail(judge, PM_JUDGE_ORDER, "a frame has started on the %s wire and has no end",
		                 wire_names[judge->open[PM_JUDGE_RECEIVED] ? PM_JUDGE_RECEIVED : PM_JUDGE_SENT]);
	if (!err)
		err = judge_lined_release(judge, UINT64_MAX);
	if (!err && !judge->began)
		err = judge_fail(judge, PM_JUDGE_EVENTS, "there were no events; nothing is decided");
	if (err)
		return err;
	if (judge->options.client_seen)
		err = judge_client_ends(judge);
	if (err)
		return err;
	judge_own_pfc_written(judge);
	judge->finished = true;
	if (judge->options.client_seen || judge->options.client_always)
		rest(judge, next_cycle(judge, in_clocks(judge, judge_cycle_of(judge, time))));
	judge_end_sent(judge, UINT64_MAX);
	end.cycle = next_cycle(
	    judge, greatest(judge->wire[PM_JUDGE_RECEIVED].free + JUDGE_ORIGIN, in_clocks(judge, judge_cycle_of(judge, time))));
	end.cycle -= end.cycle % dut_step(&judge->dut);
	judge_events(judge, &end, 1);
	if (judge->story)
		story_end(judge->story, judge->cycle / dut_step(&judge->dut));
	return PM_JUDGE_OK;
}
