/* SPDX-License-Identifier: Apache-2.0 */
/* Calls about the wires: each is refused, or taken in the order of time (feed.c). */
#include "judge_parts.h"

#include "part/frame.h"

#include <string.h>

enum { SHORTEST_CUT = 20 };

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
		                  judge_wire_names[wire]);
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

/* Returns how many of the LENGTH OCTETS of a received frame that is cut must be there: with the times that it tells. */
static uint32_t needed_octets(const struct pm_judge *judge, const uint8_t *octets, uint32_t length)
{
	const struct ieee8023_parameters *p = dut_ieee8023(&judge->profile->dut);
	uint16_t type = frame_u16(octets + FRAME_TYPE_OFFSET);
	uint32_t ret = 0;

	if (length < SHORTEST_CUT)
		return SHORTEST_CUT;
	if (p->obeys_tagged && (type == FRAME_TYPE_TAG || type == FRAME_TYPE_SERVICE_TAG))
		return FRAME_TIME_OFFSET + FRAME_TAG_OCTETS + 2;
	if (!p->obeys_pfc || type != FRAME_TYPE_MAC_CONTROL || frame_u16(octets + FRAME_OPCODE_OFFSET) != FRAME_OPCODE_PFC)
		return SHORTEST_CUT;
	for (unsigned i = 0; i < PM_PFC_CLASSES; i++)
		if (octets[FRAME_ENABLE_OFFSET + 1] >> i & 1)
			ret = FRAME_TIMES_OFFSET + 2 * (i + 1);
	return ret > SHORTEST_CUT ? ret : SHORTEST_CUT;
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
	if (!err && wire == PM_JUDGE_RECEIVED && length < whole && length < needed_octets(judge, octets, length))
		err = judge_fail(judge, PM_JUDGE_USAGE,
		                 "the first %u of %u octets of a control frame lack a time that it tells; keep %u", length, whole,
		                 needed_octets(judge, octets, length));
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
	int err = judge_admit(judge, time);

	if (!err && (judge->open[PM_JUDGE_RECEIVED] || judge->open[PM_JUDGE_SENT]))
		err = judge_fail(judge, PM_JUDGE_ORDER, "a frame has started on the %s wire and has no end",
		                 judge_wire_names[judge->open[PM_JUDGE_RECEIVED] ? PM_JUDGE_RECEIVED : PM_JUDGE_SENT]);
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
	judge_carry_out_end(judge, time);
	return PM_JUDGE_OK;
}
