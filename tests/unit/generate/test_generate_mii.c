/* SPDX-License-Identifier: Apache-2.0 */
/* The constrained-random generator on the MII DUTs reaches every corner of doc/devices/bcm1250.md, in the items and in the events of the RTL. */
#include "support.h"

#include <criterion/criterion.h>

enum {
	SEEDS = 120,
	ITEMS = 200,
	SLOTS = 32,
	MAC_CFG = 0x100,
	FRAME_CFG = 0x118,
	MAC_STATUS = 0x408,
	PREAMBLE_CLOCKS = 16, /* including the SFD, at 10 and 100 Mb/s */
	JAM_CLOCKS = 8,
	GAP_CLOCKS = 24, /* of 802.3, as the driver programs it; the first part of it is 16 clocks */
	FIRST_PART = 16,
};

enum moment {
	/* in the items */
	M_LINK_10,
	M_LINK_10_HALF,
	M_LINK_100,
	M_LINK_100_HALF,
	M_LINK_1000,
	M_LEAD,
	M_DRIBBLE,
	M_DRIBBLE_BAD,
	M_COLLIDES,
	M_OWN_FCS,
	M_OWN_FCS_BAD,
	M_OWN_FCS_SHORT,
	M_OWN_FCS_LONG,
	M_BY_MASTER,
	M_BY_PINS,
	M_LENGTH_ERROR,
	/* in the run */
	M_IN_PREAMBLE,
	M_IN_FRAME,
	M_JUST_EARLY,
	M_JUST_LATE,
	M_RETRIED,
	M_RETRIED_OFTEN,
	M_LATE,
	M_EXCESSIVE,
	M_ABORT,
	M_FORCED,
	M_FALSE_CARRIER,
	M_FIRST_PART,
	M_SECOND_PART,
	M_DEFERS,
	M_PAUSE_SENT,
	M_PAUSE_SENT_SLOWLY,
	M_XON_SENT,
	M_PAUSED_SLOWLY,
	M_LOST,
	M_FIFO,
	M_OVERFLOW,
	M_OVERFLOW_WIDE,
	M_WRITE_AT_EVENT,
	M_STATUS_AT_EVENT,
	M_MOMENTS
};

static const struct {
	const char *name;
	const char *param; /* a parameter that the row must have, or NULL */
} moments[M_MOMENTS] = {
	[M_LINK_10] = { "10 Mb/s full duplex", NULL },
	[M_LINK_10_HALF] = { "10 Mb/s half duplex", NULL },
	[M_LINK_100] = { "100 Mb/s full duplex", NULL },
	[M_LINK_100_HALF] = { "100 Mb/s half duplex", NULL },
	[M_LINK_1000] = { "back to 1000 Mb/s", NULL },
	[M_LEAD] = { "odd nibble in the preamble", NULL },
	[M_DRIBBLE] = { "dribble after a good FCS", NULL },
	[M_DRIBBLE_BAD] = { "dribble after a wrong FCS", NULL },
	[M_COLLIDES] = { "partner that does not defer", NULL },
	[M_OWN_FCS] = { "right FCS by the host", NULL },
	[M_OWN_FCS_BAD] = { "wrong FCS by the host", NULL },
	[M_OWN_FCS_SHORT] = { "FCS by the host, short frame", NULL },
	[M_OWN_FCS_LONG] = { "FCS by the host, long frame", NULL },
	[M_BY_MASTER] = { "negotiation by the master", NULL },
	[M_BY_PINS] = { "negotiation by the pins", NULL },
	[M_LENGTH_ERROR] = { "length field beside the payload", NULL },
	[M_IN_PREAMBLE] = { "collision in the preamble", NULL },
	[M_IN_FRAME] = { "collision in the frame", NULL },
	[M_JUST_EARLY] = { "collision in the last clocks of the slot", NULL },
	[M_JUST_LATE] = { "collision in the first clocks after the slot", NULL },
	[M_RETRIED] = { "frame sent after a collision", NULL },
	[M_RETRIED_OFTEN] = { "frame sent after five collisions or more", NULL },
	[M_LATE] = { "late collision", NULL },
	[M_EXCESSIVE] = { "excessive collisions", NULL },
	[M_ABORT] = { "underrun", NULL },
	[M_FORCED] = { "forced collision", NULL },
	[M_FALSE_CARRIER] = { "false carrier", NULL },
	[M_FIRST_PART] = { "carrier in the first part of the gap", NULL },
	[M_SECOND_PART] = { "carrier in the second part of the gap", NULL },
	[M_DEFERS] = { "transmission that waited for carrier of others", NULL },
	[M_PAUSE_SENT] = { "PAUSE sent at 1000 Mb/s", NULL },
	[M_PAUSE_SENT_SLOWLY] = { "PAUSE sent at 10 or 100 Mb/s", NULL },
	[M_XON_SENT] = { "XON sent", "XonFrames" },
	[M_PAUSED_SLOWLY] = { "paused at 10 or 100 Mb/s", NULL },
	[M_LOST] = { "frame lost for want of room", NULL },
	[M_FIFO] = { "frame in FIFO mode", NULL },
	[M_OVERFLOW] = { "overflow of a slot of 32 bits", NULL },
	[M_OVERFLOW_WIDE] = { "overflow of a slot of 64 bits", NULL },
	[M_WRITE_AT_EVENT] = { "slot written in the cycle of an event", NULL },
	[M_STATUS_AT_EVENT] = { "status read in the cycle of an event", NULL },
};

/* ---- in the items ---- */

static void see_rx(const struct item_frame *f, unsigned *seen)
{
	uint32_t len = f->len + (f->fcs == FCS_NONE ? 0 : 4), field;

	seen[M_LEAD] += f->lead;
	seen[M_COLLIDES] += f->collides;
	seen[M_DRIBBLE] += f->dribble && f->fcs == FCS_GOOD;
	seen[M_DRIBBLE_BAD] += f->dribble && f->fcs != FCS_GOOD;
	if (f->len < 14 || len < 64 || f->fcs != FCS_GOOD)
		return;
	field = (uint32_t)f->octets[12] << 8 | f->octets[13];
	seen[M_LENGTH_ERROR] += field <= 1500 && (len - 18 < field || len - 18 > (field > 46 ? field : 46));
}

static void see_tx(const struct item_frame *f, unsigned *seen)
{
	uint32_t len = f->len + (f->fcs == FCS_NONE ? 0 : 4);

	if (!f->host_fcs)
		return;
	seen[M_OWN_FCS] += f->fcs == FCS_GOOD && len >= 64 && len <= 1518;
	seen[M_OWN_FCS_BAD] += f->fcs == FCS_BAD;
	seen[M_OWN_FCS_SHORT] += len < 64;
	seen[M_OWN_FCS_LONG] += len > 1518;
}

static void see_link(const struct item *item, unsigned *seen)
{
	seen[M_LINK_10] += item->u.link.mbps == 10 && !item->u.link.half;
	seen[M_LINK_10_HALF] += item->u.link.mbps == 10 && item->u.link.half;
	seen[M_LINK_100] += item->u.link.mbps == 100 && !item->u.link.half;
	seen[M_LINK_100_HALF] += item->u.link.mbps == 100 && item->u.link.half;
	seen[M_LINK_1000] += item->u.link.mbps == 1000;
}

static void see_items(const struct stimulus *st, unsigned *seen)
{
	for (size_t i = 0; i < st->count; i++) {
		const struct item *item = &st->items[i];
		if (item->kind == ITEM_RX_FRAME)
			see_rx(&item->u.frame, seen);
		if (item->kind == ITEM_TX_FRAME)
			see_tx(&item->u.frame, seen);
		if (item->kind == ITEM_LINK)
			see_link(item, seen);
		if (item->kind == ITEM_NEGOTIATE)
			seen[item->u.negotiate.master ? M_BY_MASTER : M_BY_PINS]++;
	}
}

/* ---- in the run ---- */

struct watch {
	uint64_t mac_cfg, frame_cfg;
	uint64_t started, ended, crs_fell, collided; /* cycles; collided is 0 if the transmission has no collision */
	bool sending, crs, against;                  /* against: the transmission began while others were sending */
};

static bool is_half(const struct watch *w)
{
	return (w->mac_cfg >> 33 & 1) && !(w->mac_cfg >> 35 & 1);
}

/* Returns the slot in clocks. */
static uint64_t slot_of(const struct watch *w)
{
	int64_t change = (int64_t)(w->frame_cfg >> 30 & 0x3FF);

	return (uint64_t)(512 + (change < 512 ? change : change - 1024)) / 4;
}

static uint64_t gap_of(const struct watch *w)
{
	return (w->frame_cfg >> 6 & 63) + 4;
}

static void see_collision(struct watch *w, uint64_t cycle, unsigned *seen)
{
	uint64_t at = cycle - w->started, slot = slot_of(w);

	if (!w->sending || !is_half(w) || w->collided)
		return;
	w->collided = cycle;
	seen[M_IN_PREAMBLE] += at < PREAMBLE_CLOCKS;
	seen[M_IN_FRAME] += at >= PREAMBLE_CLOCKS;
	seen[M_JUST_EARLY] += at < slot && at + 4 >= slot;
	seen[M_JUST_LATE] += at >= slot && at < slot + 4;
}

static bool all_are(const uint8_t *nibbles, uint32_t len, uint8_t value)
{
	for (uint32_t i = 0; i < len; i++)
		if (nibbles[i] != value)
			return false;
	return true;
}

/* Returns octet AT of a sent frame, counted from the end of preamble and SFD. */
static uint8_t octet_of(const struct event *e, bool slow, uint32_t at)
{
	uint32_t clock = slow ? PREAMBLE_CLOCKS + 2 * at : 8 + at;

	if (clock + slow >= e->len)
		return 0;
	return slow ? (uint8_t)((e->octets[clock] & 15) | e->octets[clock + 1] << 4) : e->octets[clock];
}

static void see_sent(struct watch *w, const struct event *e, unsigned *seen)
{
	bool slow = !(w->mac_cfg >> 35 & 1);

	w->sending = false;
	w->ended = e->cycle;
	if (is_half(w)) {
		seen[M_FORCED] += w->against && e->len == PREAMBLE_CLOCKS + JAM_CLOCKS;
		seen[M_FALSE_CARRIER] += all_are(e->octets, e->len, 5);
		return;
	}
	if (octet_of(e, slow, 0) != 0x01 || octet_of(e, slow, 12) != 0x88 || octet_of(e, slow, 13) != 0x08)
		return;
	seen[slow ? M_PAUSE_SENT_SLOWLY : M_PAUSE_SENT]++;
	seen[M_XON_SENT] += !octet_of(e, slow, 16) && !octet_of(e, slow, 17);
}

static void see_carrier(struct watch *w, const struct event *e, unsigned *seen)
{
	uint64_t idle = e->cycle - w->ended;

	w->crs = e->value;
	if (!w->crs)
		w->crs_fell = e->cycle;
	if (!w->crs || w->sending || !is_half(w) || !w->ended)
		return;
	seen[M_FIRST_PART] += idle > 1 && idle < FIRST_PART;
	seen[M_SECOND_PART] += idle >= FIRST_PART && idle < GAP_CLOCKS;
}

/* Counts the corners of the record of a sent frame. */
static void see_record(const struct event *e, unsigned *seen)
{
	unsigned collisions = e->value >> 24 & 31;
	bool dropped = e->value >> 19 & 1;

	seen[M_ABORT] += e->value >> 17 & 1;
	seen[M_RETRIED] += collisions && !dropped;
	seen[M_RETRIED_OFTEN] += collisions >= 5 && !dropped;
	seen[M_LATE] += dropped && collisions < 16;
	seen[M_EXCESSIVE] += dropped && collisions == 16;
}

static void see_status(const struct event *e, unsigned *seen)
{
	unsigned slot = e->value >> 47 & 31;

	if (!(e->value >> 46 & 1))
		return;
	seen[slot % 16 ? M_OVERFLOW : M_OVERFLOW_WIDE]++;
}

static void see_event(struct watch *w, const struct event *e, unsigned *seen)
{
	switch (e->kind) {
	case EVENT_RESET:
		*w = (struct watch){ .frame_cfg = w->frame_cfg };
		break;
	case EVENT_TX_START:
		w->sending = true;
		w->against = w->crs && is_half(w) && e->cycle - w->ended > gap_of(w) + 2;
		w->started = e->cycle;
		w->collided = 0;
		seen[M_DEFERS] += is_half(w) && w->crs_fell > w->ended && e->cycle - w->crs_fell <= GAP_CLOCKS + 1;
		break;
	case EVENT_TX_END:
		see_sent(w, e, seen);
		break;
	case EVENT_COL:
		if (e->value)
			see_collision(w, e->cycle, seen);
		break;
	case EVENT_CRS:
		see_carrier(w, e, seen);
		break;
	case EVENT_OBS_TX:
		see_record(e, seen);
		break;
	case EVENT_OBS_XOFF:
		seen[M_PAUSED_SLOWLY] += e->value && !(w->mac_cfg >> 35 & 1);
		break;
	case EVENT_OBS_RX:
		seen[M_LOST] += e->value >> 20 & 1;
		seen[M_FIFO] += w->mac_cfg >> 32 & 1;
		break;
	case EVENT_REG_READ:
		if (e->address == MAC_STATUS)
			see_status(e, seen);
		break;
	case EVENT_REG_WRITE:
		if (e->address == MAC_CFG)
			w->mac_cfg = e->value;
		if (e->address == FRAME_CFG)
			w->frame_cfg = e->value;
		break;
	default:
		break;
	}
}

/* Counts accesses that meet an event: a write in the cycle before the event takes effect together with it, and so does a read of the status. */
static void see_meetings(const struct recording *r, unsigned *seen)
{
	for (size_t i = 0; i < r->count; i++) {
		const struct event *e = &r->events[i];
		if (e->kind != EVENT_REG_WRITE && e->kind != EVENT_REG_READ)
			continue;
		for (size_t j = i > 8 ? i - 8 : 0; j < i + 8 && j < r->count; j++) {
			const struct event *other = &r->events[j];
			if ((other->kind != EVENT_OBS_RX && other->kind != EVENT_OBS_TX) || other->cycle != e->cycle + 1)
				continue;
			seen[M_WRITE_AT_EVENT] += e->kind == EVENT_REG_WRITE && e->address < 8 * SLOTS;
			seen[M_STATUS_AT_EVENT] += e->kind == EVENT_REG_READ && e->address == MAC_STATUS;
		}
	}
}

Test(generate, every_moment_of_mii_is_reached)
{
	size_t duts = 0;

	for (size_t d = 0; d < dut_count; d++) {
		unsigned seen[M_MOMENTS] = { 0 };
		if (dut_table[d].phy != PHY_MII)
			continue;
		duts++;
		for (uint32_t seed = 1; seed <= SEEDS; seed++) {
			struct watch w = { .sending = false };
			struct stimulus st = { 0 };
			struct recording r;
			cr_assert_eq(stimulus_generate(&st, &dut_table[d], seed, ITEMS), 0);
			see_items(&st, seen);
			record(&dut_table[d], &st, &r);
			for (size_t i = 0; i < r.count; i++)
				see_event(&w, &r.events[i], seen);
			see_meetings(&r, seen);
			recording_release(&r);
			stimulus_release(&st);
		}
		for (int i = 0; i < M_MOMENTS; i++)
			if (!moments[i].param || dut_param(&dut_table[d], moments[i].param))
				cr_expect_gt(seen[i], 0, "%s: %d seeds of %d items never reach: %s", dut_table[d].name, SEEDS,
				             ITEMS, moments[i].name);
	}
	cr_expect_gt(duts, 0);
}
