/* SPDX-License-Identifier: Apache-2.0 */
/* The constrained-random generator on the BCM5718 reaches every corner of the test plan. Corners of content are counted in the items, corners
 * of time in the events of the RTL. */
#include "support.h"

#include "regs.h"

#include <criterion/criterion.h>

enum { SEEDS = 120, ITEMS = 200, GAP = 12, LOW_MARK = 0x4414, HIGH_MARK = 0x4418 };

struct corner {
	const char *name;
	unsigned seen;
};

enum corner_id {
	/* in the items */
	WRONG_DA,
	WRONG_TYPE,
	WRONG_OPCODE,
	WRONG_FCS,
	WRONG_LENGTH,
	WRONG_TOGETHER,
	TIME_0,
	TIME_1,
	TIME_FFFF,
	TIME_OTHER,
	PREAMBLE_SHORT,
	PREAMBLE_LONG,
	PREAMBLE_NONE,
	CODE_ERROR,
	RAW_RUN,
	GAP_MINIMUM,
	GAP_BELOW,
	TAGGED,
	UNDERRUN,
	HOST_STALL,
	HOST_SLOW,
	CUT_RESET,
	/* in the run */
	DURING_FRAME,
	IN_GAP,
	BACK_TO_BACK,
	WHILE_PAUSED,
	XON_WITHOUT_XOFF,
	AT_EXPIRY,
	WRITE_WHILE_PAUSED,
	READ_AT_EVENT,
	BELOW_LOW,
	AT_LOW,
	AT_HIGH,
	ABOVE_HIGH,
	PAUSE_SENT_WHILE_PAUSED,
	XOFF_SENT,
	XON_SENT,
	DISCARDED,
	DELIVERED_BAD,
	CORNER_COUNT
};

static struct corner corners[CORNER_COUNT] = {
	[WRONG_DA] = { "PAUSE with a wrong DA alone", 0 },
	[WRONG_TYPE] = { "PAUSE with a wrong type alone", 0 },
	[WRONG_OPCODE] = { "PAUSE with a wrong opcode alone", 0 },
	[WRONG_FCS] = { "PAUSE with a bad FCS alone", 0 },
	[WRONG_LENGTH] = { "PAUSE with a wrong length alone", 0 },
	[WRONG_TOGETHER] = { "PAUSE with several things wrong", 0 },
	[TIME_0] = { "time 0", 0 },
	[TIME_1] = { "time 1", 0 },
	[TIME_FFFF] = { "time 0xFFFF", 0 },
	[TIME_OTHER] = { "another time", 0 },
	[PREAMBLE_SHORT] = { "short preamble", 0 },
	[PREAMBLE_LONG] = { "long preamble", 0 },
	[PREAMBLE_NONE] = { "no preamble", 0 },
	[CODE_ERROR] = { "code error", 0 },
	[RAW_RUN] = { "a run that need not be a frame", 0 },
	[GAP_MINIMUM] = { "frames at the minimum gap", 0 },
	[GAP_BELOW] = { "frames below the minimum gap", 0 },
	[TAGGED] = { "tagged control frame", 0 },
	[UNDERRUN] = { "underrun", 0 },
	[HOST_STALL] = { "host stall", 0 },
	[HOST_SLOW] = { "slow host", 0 },
	[CUT_RESET] = { "reset", 0 },
	[DURING_FRAME] = { "PAUSE during a frame of ours", 0 },
	[IN_GAP] = { "PAUSE in the gap after a frame of ours", 0 },
	[BACK_TO_BACK] = { "PAUSE back to back", 0 },
	[WHILE_PAUSED] = { "PAUSE while paused", 0 },
	[XON_WITHOUT_XOFF] = { "XON without XOFF", 0 },
	[AT_EXPIRY] = { "expiry in the cycle of a new PAUSE", 0 },
	[WRITE_WHILE_PAUSED] = { "register write while paused", 0 },
	[READ_AT_EVENT] = { "counter read in the cycle of an event", 0 },
	[BELOW_LOW] = { "level one below the low mark", 0 },
	[AT_LOW] = { "level at the low mark", 0 },
	[AT_HIGH] = { "level at the high mark", 0 },
	[ABOVE_HIGH] = { "level one above the high mark", 0 },
	[PAUSE_SENT_WHILE_PAUSED] = { "PAUSE of ours sent while paused", 0 },
	[XOFF_SENT] = { "XOFF sent", 0 },
	[XON_SENT] = { "XON sent", 0 },
	[DISCARDED] = { "frame discarded for want of room", 0 },
	[DELIVERED_BAD] = { "bad frame delivered", 0 },
};

static unsigned length_seen[ITEM_FRAME_OCTETS_MAX + 5];

static void see(enum corner_id id)
{
	corners[id].seen++;
}

/* Counts which errors keep a received frame from being a PAUSE. */
static void see_pause(const struct item_frame *f)
{
	static const uint8_t multicast[6] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01 },
			     station[6] = { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55 };
	uint32_t len = f->len + (f->fcs == FCS_NONE ? 0 : 4);
	bool wrong[5];
	unsigned errors = 0;

	if (f->len < 18)
		return;
	wrong[0] = memcmp(f->octets, multicast, 6) && memcmp(f->octets, station, 6);
	wrong[1] = f->octets[12] != 0x88 || f->octets[13] != 0x08;
	wrong[2] = f->octets[14] != 0 || f->octets[15] != 1;
	wrong[3] = f->fcs == FCS_BAD || f->fcs == FCS_VALUE;
	wrong[4] = len < 64;
	for (int i = 0; i < 5; i++)
		errors += wrong[i];
	/* a data frame is not a PAUSE with errors: the type, or the opcode and the PAUSE address, must make it a control frame */
	if (wrong[1] && (wrong[2] || memcmp(f->octets, multicast, 6)))
		return;
	for (int i = 0; i < 5; i++)
		if (errors == 1 && wrong[i])
			see((enum corner_id)(WRONG_DA + i));
	if (errors > 1)
		see(WRONG_TOGETHER);
	if (errors)
		return;
	switch (f->octets[16] << 8 | f->octets[17]) {
	case 0:
		see(TIME_0);
		break;
	case 1:
		see(TIME_1);
		break;
	case 0xFFFF:
		see(TIME_FFFF);
		break;
	default:
		see(TIME_OTHER);
	}
}

static void see_rx(const struct item_frame *f)
{
	uint32_t len = f->len + (f->fcs == FCS_NONE ? 0 : 4);

	length_seen[len]++;
	see_pause(f);
	if (f->preamble == 0)
		see(PREAMBLE_NONE);
	else if (f->preamble != 7)
		see(f->preamble < 7 ? PREAMBLE_SHORT : PREAMBLE_LONG);
	if (f->error_at != INT32_MIN)
		see(CODE_ERROR);
	if (f->gap <= GAP)
		see(f->gap == GAP ? GAP_MINIMUM : GAP_BELOW);
	if (f->len >= 18 && f->octets[12] == 0x81 && f->octets[13] == 0 && f->octets[16] == 0x88 && f->octets[17] == 0x08)
		see(TAGGED);
}

static void see_items(const struct stimulus *st)
{
	for (size_t i = 0; i < st->count; i++) {
		const struct item *item = &st->items[i];
		if (item->kind == ITEM_RX_FRAME)
			see_rx(&item->u.frame);
		if (item->kind == ITEM_RX_RAW)
			see(RAW_RUN);
		if (item->kind == ITEM_TX_FRAME && item->u.frame.stall_at > 0)
			see(UNDERRUN);
		if (item->kind == ITEM_HOST_STOP)
			see(HOST_STALL);
		if (item->kind == ITEM_HOST_RATE && item->u.rate.off)
			see(HOST_SLOW);
		if (item->kind == ITEM_RESET)
			see(CUT_RESET);
	}
}

struct watch {
	bool sending, xoff;
	uint64_t tx_end, xoff_fall, xoff_rise, last_pause, rx_end, classified;
	uint32_t low, high;
};

static void see_pause_checked(struct watch *w, const struct event *e, bool resumes)
{
	if (w->sending)
		see(DURING_FRAME);
	else if (w->tx_end && e->cycle - w->tx_end < GAP)
		see(IN_GAP);
	if (w->last_pause && e->cycle - w->last_pause <= 8 + 64 + GAP)
		see(BACK_TO_BACK);
	if (w->xoff)
		see(WHILE_PAUSED);
	else if (resumes)
		see(XON_WITHOUT_XOFF);
	if ((w->xoff && e->timer && e->timer <= 2) || (w->xoff_fall && w->xoff_fall == e->cycle))
		see(AT_EXPIRY);
	w->last_pause = e->cycle;
}

static void see_level(const struct watch *w, uint32_t level)
{
	if (level + 1 == w->low)
		see(BELOW_LOW);
	if (level == w->low)
		see(AT_LOW);
	if (level == w->high)
		see(AT_HIGH);
	if (level == w->high + 1)
		see(ABOVE_HIGH);
}

static void see_event(struct watch *w, const struct event *e, bool resumes)
{
	switch (e->kind) {
	case EVENT_RESET:
		*w = (struct watch){ .low = 0x2A, .high = 0xA0 };
		break;
	case EVENT_TX_START:
		w->sending = true;
		break;
	case EVENT_TX_END:
		w->sending = false;
		w->tx_end = e->cycle;
		if (e->len == 72 && e->octets[20] == 0x88 && e->octets[21] == 0x08 && e->octets[8] == 0x01)
			see(e->octets[24] || e->octets[25] ? XOFF_SENT : XON_SENT);
		break;
	case EVENT_OBS_XOFF:
		w->xoff = e->value;
		if (!w->xoff)
			w->xoff_fall = e->cycle;
		break;
	case EVENT_OBS_LEVEL:
		see_level(w, e->value);
		break;
	case EVENT_OBS_RX:
		w->classified = e->cycle;
		if (e->value >> 17 & 1)
			see_pause_checked(w, e, resumes);
		if (e->value >> 20 & 1)
			see(DISCARDED);
		if ((e->value >> 16 & 1) && (e->value >> 19 & 1))
			see(DELIVERED_BAD);
		break;
	case EVENT_OBS_TX:
		if ((e->value >> 16 & 1) && w->xoff)
			see(PAUSE_SENT_WHILE_PAUSED);
		break;
	case EVENT_REG_WRITE:
		if (w->xoff)
			see(WRITE_WHILE_PAUSED);
		if (e->address == LOW_MARK)
			w->low = e->value & 0x1FF;
		if (e->address == HIGH_MARK)
			w->high = e->value & 0x1FF;
		break;
	default:
		break;
	}
}

/* Returns whether event I classifies a PAUSE with time 0. Its frame is the run that ended three cycles earlier. */
static bool resumes_at(const struct recording *r, size_t i)
{
	for (size_t j = i; j--;) {
		const struct event *e = &r->events[j];
		const uint8_t *p;
		if (e->kind != EVENT_RX_RUN || e->cycle + e->len - 1 + 3 != r->events[i].cycle)
			continue;
		p = memchr(e->octets, 0xD5, e->len);
		return p && p + 18 < e->octets + e->len && !p[17] && !p[18];
	}
	return false;
}

static void see_run(const struct recording *r)
{
	struct watch w = { .low = 0x2A, .high = 0xA0 };

	for (size_t i = 0; i < r->count; i++)
		see_event(&w, &r->events[i], r->events[i].kind == EVENT_OBS_RX && resumes_at(r, i));
	corners[READ_AT_EVENT].seen += reads_at_event(r, 0x880, 0x8B8);
}

Test(generate, every_corner_of_the_plan_is_reached)
{
	static const uint32_t lengths[] = { 63,  64,  65,   127,  128,  129,  255,  256,  257, 511,
		                            512, 513, 1023, 1024, 1025, 1517, 1518, 1519, 1,   9018 };

	for (uint32_t seed = 1; seed <= SEEDS; seed++) {
		struct stimulus st = { 0 };
		struct recording r;
		cr_assert_eq(stimulus_generate(&st, &dut_table[0], seed, ITEMS), 0);
		see_items(&st);
		record(&dut_table[0], &st, &r);
		see_run(&r);
		recording_release(&r);
		stimulus_release(&st);
	}
	for (int i = 0; i < CORNER_COUNT; i++)
		cr_expect_gt(corners[i].seen, 0, "%d seeds of %d items never reach: %s", SEEDS, ITEMS, corners[i].name);
	for (size_t i = 0; i < COUNT_OF(lengths); i++)
		cr_expect_gt(length_seen[lengths[i]], 0, "%d seeds of %d items never receive %u octets", SEEDS, ITEMS,
		             lengths[i]);
}
