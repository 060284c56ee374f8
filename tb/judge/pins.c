/* SPDX-License-Identifier: Apache-2.0 */
/* Frames out of what the pins of a PHY carry, clock by clock. 802.3 22.2.2, 35.2.2, 46.2. */
#include "judge_parts.h"

#include "part/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NIBBLE = 0xF, FIRST_ROOM = 2048, PINS_MAX = 2 * (JUDGE_FRAME_MAX + FRAME_HEAD_OCTETS) };

static int reserve(struct pm_judge *judge, struct judge_pins *pins)
{
	uint32_t room = pins->room ? 2 * pins->room : FIRST_ROOM;
	uint8_t *grown;

	if (pins->len < pins->room)
		return PM_JUDGE_OK;
	if (pins->len >= PINS_MAX)
		return judge_fail(judge, PM_JUDGE_EVENTS, "a frame of more than %d octets on the pins", JUDGE_FRAME_MAX);
	grown = realloc(pins->octets, room);
	if (!grown)
		return judge_fail(judge, PM_JUDGE_NO_MEMORY, "%s", strerror(ENOMEM));
	pins->octets = grown;
	pins->room = room;
	return PM_JUDGE_OK;
}

static int begin(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, int lane)
{
	struct judge_pins *pins = &judge->pins[wire];
	int err = judge_start(judge, wire, time, lane);

	if (err)
		return err;
	pins->busy = true;
	pins->error = false;
	pins->len = 0;
	return PM_JUDGE_OK;
}

static int more(struct pm_judge *judge, enum pm_judge_wire wire, uint8_t octet)
{
	struct judge_pins *pins = &judge->pins[wire];
	int err = reserve(judge, pins);

	if (!err)
		pins->octets[pins->len++] = octet;
	return err;
}

static int finish(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time)
{
	struct judge_pins *pins = &judge->pins[wire];

	pins->busy = false;
	judge->pins_seen[wire] = true;
	return judge_end(judge, wire, time, pins->octets, pins->len, PM_JUDGE_PINS | (pins->error ? PM_JUDGE_CODE_ERROR : 0));
}

/* At 1000 Mb/s the pins of an MII row are those of GMII. */
static enum phy_kind pins_of(const struct pm_judge *judge)
{
	return judge->dut.phy == PHY_MII && dut_octet_clocks(&judge->dut, judge->mbps) == 1 ? PHY_GMII : judge->dut.phy;
}

/* Within a frame each clock of CLOCK_PS has a call: without one the frame would be a shorter one. */
static int check_clock(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, uint64_t clock_ps)
{
	struct judge_pins *pins = &judge->pins[wire];
	uint64_t passed = time - pins->time;

	pins->time = time;
	if (!pins->busy || (2 * passed > clock_ps && 2 * passed < 3 * clock_ps))
		return PM_JUDGE_OK;
	return judge_fail(judge, PM_JUDGE_EVENTS,
	                  "%llu ps passed on the %s wire between two calls within a frame, and a clock lasts %llu ps; pass each "
	                  "clock of a frame, and the first one after it",
	                  (unsigned long long)passed, wire == PM_JUDGE_RECEIVED ? "receive" : "transmit",
	                  (unsigned long long)clock_ps);
}

/* A call for pins of PHY on WIRE; a judge whose profile has another PHY has no verdict about them. */
static int admit(struct pm_judge *judge, enum phy_kind phy, enum pm_judge_wire wire, uint64_t time)
{
	int err = judge_admit(judge, time);

	if (!err && wire != PM_JUDGE_RECEIVED && wire != PM_JUDGE_SENT)
		return judge_fail(judge, PM_JUDGE_USAGE, "there is no wire %d", (int)wire);
	if (!err && pins_of(judge) != phy)
		return judge_fail(judge, PM_JUDGE_USAGE, "%s has the pins of %s by its profile; call pm_judge_%s()",
		                  judge->dut.name, phy_table[pins_of(judge)].name, phy_table[pins_of(judge)].name);
	return err;
}

static int octet_or_nibble(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, uint8_t value, int enable, int error)
{
	struct judge_pins *pins = &judge->pins[wire];
	int err = check_clock(judge, wire, time, 1000000000000u / judge->hz);

	if (err)
		return err;
	if (!enable)
		return pins->busy ? finish(judge, wire, time) : PM_JUDGE_OK;
	if (!pins->busy)
		err = begin(judge, wire, time, -1);
	if (err)
		return err;
	pins->error = pins->error || error;
	return more(judge, wire, value);
}

/* A call for octets or nibbles, which makes those of frames. */
static int octets_call(struct pm_judge *judge, enum phy_kind phy, enum pm_judge_wire wire, uint64_t time, uint8_t value,
                       int enable, int error)
{
	int err = admit(judge, phy, wire, time);

	if (err)
		return err;
	judge->within = true;
	err = octet_or_nibble(judge, wire, time, value, enable, error);
	judge->within = false;
	return err;
}

int pm_judge_gmii(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, uint8_t data, int enable, int error)
{
	return octets_call(judge, PHY_GMII, wire, time, data, enable, error);
}

int pm_judge_mii(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, uint8_t nibble, int enable, int error)
{
	return octets_call(judge, PHY_MII, wire, time, nibble & NIBBLE, enable, error);
}

/* Lane NUMBER of a word. A frame ends with any control code but an error, which is the frame's; /S/ begins the next one. */
static int lane(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, unsigned number, uint8_t value, bool control)
{
	struct judge_pins *pins = &judge->pins[wire];
	int err = PM_JUDGE_OK;

	if (!pins->busy && (!control || value != XGMII_START))
		return PM_JUDGE_OK;
	if (pins->busy && control && value != XGMII_ERROR)
		err = finish(judge, wire, time);
	if (err || (!pins->busy && value != XGMII_START))
		return err;
	err = pins->busy ? PM_JUDGE_OK : begin(judge, wire, time, (int)number);
	pins->error = pins->error || (control && value == XGMII_ERROR);
	return err ? err : more(judge, wire, value);
}

int pm_judge_xgmii(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, uint64_t clock_ps, uint64_t data,
                   uint8_t control)
{
	int err = admit(judge, PHY_XGMII, wire, time);

	if (!err && !clock_ps)
		err = judge_fail(judge, PM_JUDGE_USAGE, "a clock of 0 ps");
	if (err)
		return err;
	judge->within = true;
	err = check_clock(judge, wire, time, clock_ps);
	for (unsigned i = 0; !err && wire == PM_JUDGE_RECEIVED && i < XGMII_CLOCK_OCTETS; i++)
		judge_fault(judge, control >> i & 1 && (uint8_t)(data >> 8 * i) == XGMII_SEQUENCE);
	for (unsigned i = 0; !err && i < XGMII_CLOCK_OCTETS; i++)
		err = lane(judge, wire, time, i, (uint8_t)(data >> 8 * i), control >> i & 1);
	judge->within = false;
	return err;
}
