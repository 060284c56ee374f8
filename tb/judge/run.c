/* SPDX-License-Identifier: Apache-2.0 */
/* A frame as it is on the wire: the octets that a capture leaves out are added. 802.3 3.2.1, 3.2.2, 22.2.3, 46.2. */
#include "judge_parts.h"

#include "base/lanes.h"
#include "part/frame.h"

#include <stdlib.h>
#include <string.h>

enum { PREAMBLE = 0x55, NIBBLE_BITS = 4, NIBBLE = 0xF, CLOCKS_BELOW_1000 = 2 };

static int reserve(struct judge_run *run, uint32_t room)
{
	uint8_t *grown;

	if (room <= run->room)
		return PM_JUDGE_OK;
	grown = realloc(run->octets, room);
	if (!grown)
		return PM_JUDGE_NO_MEMORY;
	run->octets = grown;
	run->room = room;
	return PM_JUDGE_OK;
}

/* Returns how many octets the frame has, its FCS included. */
static uint32_t put_octets(uint8_t *ret, const struct judge_item *frame)
{
	uint32_t body = frame->flags & PM_JUDGE_NO_FCS ? frame->whole : frame->whole - FRAME_FCS_OCTETS;

	memcpy(ret, frame->octets, frame->length);
	if (frame->length == frame->whole && !(frame->flags & PM_JUDGE_NO_FCS))
		return frame->whole;
	if (frame->length < body)
		memset(ret + frame->length, 0, body - frame->length);
	frame_put_fcs(ret + body, frame_fcs(ret, body));
	return body + FRAME_FCS_OCTETS;
}

/* Each octet is two nibbles, the low one first. From the end on, since both lie in the same place. */
static void to_nibbles(uint8_t *octets, uint32_t len)
{
	for (uint32_t i = len; i-- > 0;) {
		octets[2 * i + 1] = octets[i] >> NIBBLE_BITS;
		octets[2 * i] = octets[i] & NIBBLE;
	}
}

static void to_lanes(struct judge_run *run, bool error)
{
	uint32_t codes = 0;

	run->octets[0] = XGMII_START;
	run->code[codes++] = 0;
	if (error) {
		run->octets[run->len - 1] = XGMII_ERROR;
		run->code[codes++] = run->len - 1;
	}
	run->octets[run->len] = XGMII_TERMINATE;
	run->code[codes++] = run->len;
	run->codes = codes;
}

/* The octets are those of the wire; at XGMII the end code is not among them. */
static int from_pins(const struct pm_judge *judge, struct judge_run *run, const struct judge_item *frame)
{
	bool error = frame->flags & PM_JUDGE_CODE_ERROR;

	if (reserve(run, FRAME_HEAD_OCTETS + frame->length + 1)) /* a run that ends in its preamble has the place of DA, too */
		return PM_JUDGE_NO_MEMORY;
	memcpy(run->octets, frame->octets, frame->length);
	run->len = frame->length;
	run->codes = 0;
	if (judge->dut.phy == PHY_XGMII)
		to_lanes(run, error);
	run->error_at = error ? (int32_t)run->len - 1 : -1;
	return PM_JUDGE_OK;
}

int judge_run_make(const struct pm_judge *judge, struct judge_run *run, const struct judge_item *frame)
{
	bool error = frame->flags & PM_JUDGE_CODE_ERROR;
	unsigned clocks = dut_octet_clocks(&judge->dut, judge->mbps);

	if (frame->flags & PM_JUDGE_PINS)
		return from_pins(judge, run, frame);
	if (reserve(run, CLOCKS_BELOW_1000 * (FRAME_HEAD_OCTETS + frame->whole + FRAME_FCS_OCTETS + 1)))
		return PM_JUDGE_NO_MEMORY;
	memset(run->octets, PREAMBLE, FRAME_HEAD_OCTETS - 1);
	run->octets[FRAME_HEAD_OCTETS - 1] = FRAME_SFD;
	run->len = FRAME_HEAD_OCTETS + put_octets(run->octets + FRAME_HEAD_OCTETS, frame);
	run->codes = 0;
	if (judge->dut.phy == PHY_XGMII)
		to_lanes(run, error);
	if (judge->dut.phy == PHY_MII && clocks == CLOCKS_BELOW_1000) {
		to_nibbles(run->octets, run->len);
		run->len *= CLOCKS_BELOW_1000;
	}
	run->error_at = error ? (int32_t)run->len - 1 : -1;
	return PM_JUDGE_OK;
}

void judge_run_plain(const struct pm_judge *judge, const struct judge_run *run, const struct judge_item *frame,
                     struct judge_plain *ret)
{
	uint32_t clocks = judge->dut.phy == PHY_MII ? dut_octet_clocks(&judge->dut, judge->mbps) : 1,
		 head = clocks * FRAME_HEAD_OCTETS;
	struct judge_item *item = &ret->item;

	*item = *frame;
	if (!(frame->flags & PM_JUDGE_PINS))
		return;
	item->flags &= ~(unsigned)PM_JUDGE_PINS;
	item->octets = ret->octets;
	item->whole = run->len > head ? (run->len - head) / clocks : 0;
	item->length = item->whole < JUDGE_PLAIN_OCTETS ? item->whole : JUDGE_PLAIN_OCTETS;
	for (uint32_t i = 0; i < item->length; i++) {
		const uint8_t *at = run->octets + head + clocks * i;
		ret->octets[i] = clocks == 1 ? at[0] : (uint8_t)((at[0] & NIBBLE) | at[1] << NIBBLE_BITS);
	}
}
