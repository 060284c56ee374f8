/* SPDX-License-Identifier: Apache-2.0 */
/* The constrained-random generator on the XGMII DUTs reaches every corner of doc/devices/xgmii.md and of the devices' pages, in the items and in the
 * events of the RTL. */
#include "support.h"

#include "regs.h"

#include <criterion/criterion.h>
#include <string.h>

enum { SEEDS = 120, ITEMS = 200 };

/* ---- corners of the XGMII DUTs, in the items ---- */

enum xgmii_corner {
	X_LANE_0,
	X_LANE_4,
	X_END_ALONE, /* the end code is the whole gap */
	X_SHORT_TRAIN,
	X_LANES,
	X_LOCAL_FAULT,
	X_REMOTE_FAULT,
	X_ERROR_OCTET,
	X_ILLEGAL_OCTET,
	X_ILLEGAL_END,
	X_HOST_ERROR,
	X_UNDERRUN,
	X_TAG,
	X_TWO_TAGS,
	X_LENGTH_FIELD,
	X_OVERSIZE,
	X_SENT_CONTROL,
	X_PAUSE_REQUEST,
	X_PFC_REQUEST,
	X_PFC,
	X_CORNERS
};

static const struct {
	const char *name;
	uint64_t needs;
} xgmii_corners[X_CORNERS] = {
	[X_LANE_0] = { "start in lane 0", 0 },
	[X_LANE_4] = { "start in lane 4", 0 },
	[X_END_ALONE] = { "gap of the end code alone", 0 },
	[X_SHORT_TRAIN] = { "short frames back to back", 0 },
	[X_LANES] = { "lanes that need not be a frame", 0 },
	[X_LOCAL_FAULT] = { "local fault", 0 },
	[X_REMOTE_FAULT] = { "remote fault", 0 },
	[X_ERROR_OCTET] = { "error octet", 0 },
	[X_ILLEGAL_OCTET] = { "illegal octet", 0 },
	[X_ILLEGAL_END] = { "illegal end", 0 },
	[X_HOST_ERROR] = { "frame that the host marks", 0 },
	[X_UNDERRUN] = { "underrun", 0 },
	[X_TAG] = { "tag", 0 },
	[X_TWO_TAGS] = { "two tags", CAP_PFC },
	[X_LENGTH_FIELD] = { "length field beside the payload", 0 },
	[X_OVERSIZE] = { "one octet too long", 0 },
	[X_SENT_CONTROL] = { "control frame of the host", CAP_PFC },
	[X_PAUSE_REQUEST] = { "request for PAUSE", CAP_PFC },
	[X_PFC_REQUEST] = { "request for PFC", CAP_PFC },
	[X_PFC] = { "PFC", CAP_PFC },
};

static bool is_tag(const struct item_frame *f, uint32_t at)
{
	return f->len > at + 1 &&
	       ((f->octets[at] == 0x81 && f->octets[at + 1] == 0) || (f->octets[at] == 0x88 && f->octets[at + 1] == 0xA8));
}

static void see_xgmii_frame(const struct item_frame *f, unsigned *seen)
{
	uint32_t len = f->len + (f->fcs == FCS_NONE ? 0 : 4),
		 field = f->len > 13 ? (uint32_t)f->octets[12] << 8 | f->octets[13] : 0;

	seen[X_LANE_0] += f->column == 0;
	seen[X_LANE_4] += f->column == 4;
	seen[X_END_ALONE] += f->gap == 1;
	seen[X_SHORT_TRAIN] += f->gap == 1 && len < 12;
	seen[X_ERROR_OCTET] += f->error_at >= 0 && f->error_code == 0xFE;
	seen[X_ILLEGAL_OCTET] += f->error_at >= 0 && f->error_code == 0x5C;
	seen[X_ILLEGAL_END] += f->end_code == 0x07 || f->end_code == 0xFB || f->end_code == 0x9C;
	seen[X_TAG] += is_tag(f, 12);
	seen[X_TWO_TAGS] += is_tag(f, 12) && is_tag(f, 16);
	seen[X_LENGTH_FIELD] += f->len > 13 && field && field == len - 17;
	seen[X_OVERSIZE] += len == 1519;
	seen[X_PFC] += f->len > 15 && field == 0x8808 && f->octets[14] == 1 && f->octets[15] == 1;
}

static void see_xgmii(const struct item *item, unsigned *seen)
{
	const struct item_frame *f = &item->u.frame;

	switch (item->kind) {
	case ITEM_RX_FRAME:
		see_xgmii_frame(f, seen);
		break;
	case ITEM_RX_LANES:
		seen[X_LANES] += f->len % 4 != 0;
		seen[X_LOCAL_FAULT] += f->len >= 16 && !memcmp(f->octets + 12, "\x9C\0\0\1", 4);
		seen[X_REMOTE_FAULT] += f->len >= 16 && !memcmp(f->octets + 12, "\x9C\0\0\2", 4);
		break;
	case ITEM_TX_FRAME:
		seen[X_HOST_ERROR] += f->host_error;
		seen[X_UNDERRUN] += f->stall_at > 0;
		seen[X_SENT_CONTROL] += f->len > 13 && f->octets[12] == 0x88 && f->octets[13] == 0x08;
		break;
	case ITEM_PAUSE_REQ:
		seen[X_PAUSE_REQUEST] += item->u.request == 2;
		break;
	case ITEM_PFC_REQ:
		seen[X_PFC_REQUEST] += item->u.request != 0;
		break;
	default:
		break;
	}
}

Test(generate, every_corner_of_xgmii_is_reached)
{
	for (size_t d = 0; d < dut_count; d++) {
		unsigned seen[X_CORNERS] = { 0 };
		if (dut_table[d].phy != PHY_XGMII)
			continue;
		for (uint32_t seed = 1; seed <= SEEDS; seed++) {
			struct stimulus st = { 0 };
			cr_assert_eq(stimulus_generate(&st, &dut_table[d], seed, ITEMS), 0);
			for (size_t i = 0; i < st.count; i++)
				see_xgmii(&st.items[i], seen);
			stimulus_release(&st);
		}
		for (int i = 0; i < X_CORNERS; i++)
			if (!(xgmii_corners[i].needs & ~dut_table[d].capabilities))
				cr_expect_gt(seen[i], 0, "%s: %d seeds of %d items never reach: %s", dut_table[d].name, SEEDS,
				             ITEMS, xgmii_corners[i].name);
	}
}

/* ---- corners of the XGMII DUTs, in the run ---- */

enum xgmii_moment {
	M_BELOW_HIGH,
	M_AT_HIGH,
	M_ABOVE_HIGH,
	M_BELOW_LOW,
	M_AT_LOW,
	M_DISCARDED,
	M_XOFF_SENT,
	M_XON_SENT,
	M_PFC_SENT,
	M_SENT_WHILE_PAUSED,
	M_PAUSE_WHILE_PAUSED,
	M_PAUSE_WHILE_SENDING,
	M_WRITE_WHILE_PAUSED,
	M_READ_AT_EVENT,
	M_START_IN_LANE_4,
	M_REMOTE_FAULT,
	M_CLASS_PAUSED,
	M_MOMENTS
};

static const struct {
	const char *name, *model; /* NULL: both */
} moments[M_MOMENTS] = {
	[M_BELOW_HIGH] = { "level one octet below the high mark", "i82598" },
	[M_AT_HIGH] = { "level at the high mark", "i82598" },
	[M_ABOVE_HIGH] = { "level one octet above the high mark", "i82598" },
	[M_BELOW_LOW] = { "level one octet below the low mark", "i82598" },
	[M_AT_LOW] = { "level at the low mark", "i82598" },
	[M_DISCARDED] = { "frame discarded for want of room", NULL },
	[M_XOFF_SENT] = { "XOFF sent", NULL },
	[M_XON_SENT] = { "XON sent", NULL },
	[M_PFC_SENT] = { "PFC sent", "ll10g" },
	[M_SENT_WHILE_PAUSED] = { "PAUSE of ours sent while paused", NULL },
	[M_PAUSE_WHILE_PAUSED] = { "PAUSE while paused", NULL },
	[M_PAUSE_WHILE_SENDING] = { "PAUSE during a frame of ours", NULL },
	[M_WRITE_WHILE_PAUSED] = { "register write while paused", NULL },
	[M_READ_AT_EVENT] = { "register read in the cycle of an event", NULL },
	[M_START_IN_LANE_4] = { "frame of ours that starts in lane 4", NULL },
	[M_REMOTE_FAULT] = { "remote fault sequences sent", NULL },
	[M_CLASS_PAUSED] = { "class paused", "ll10g" },
};

enum { FCRTL0 = 0x3220, FCRTH0 = 0x3260 };

struct xgmii_watch {
	bool sending, xoff;
	uint32_t mark_octets; /* the bits of a mark */
	uint32_t low, high;
};

static void see_marks(const struct xgmii_watch *w, uint32_t level, unsigned *seen)
{
	seen[M_BELOW_HIGH] += w->high && level + 1 == w->high;
	seen[M_AT_HIGH] += w->high && level == w->high;
	seen[M_ABOVE_HIGH] += w->high && level == w->high + 1;
	seen[M_BELOW_LOW] += w->low && level + 1 == w->low;
	seen[M_AT_LOW] += w->low && level == w->low;
}

static void see_sent(const struct event *e, unsigned *seen)
{
	bool control = e->len > 26 && e->octets[20] == 0x88 && e->octets[21] == 0x08 && e->octets[8] == 0x01;

	seen[M_XOFF_SENT] += control && e->octets[22] == 0 && (e->octets[24] || e->octets[25]);
	seen[M_XON_SENT] += control && e->octets[22] == 0 && !e->octets[24] && !e->octets[25];
	seen[M_PFC_SENT] += control && e->octets[22] == 1;
}

static void see_moment(struct xgmii_watch *w, const struct event *e, unsigned *seen)
{
	switch (e->kind) {
	case EVENT_TX_START:
		w->sending = true;
		seen[M_START_IN_LANE_4] += e->lane == 4;
		break;
	case EVENT_TX_END:
		w->sending = false;
		see_sent(e, seen);
		break;
	case EVENT_TX_SIGNAL:
		seen[M_REMOTE_FAULT] += e->value == TX_SIGNAL_REMOTE_FAULT;
		break;
	case EVENT_PFC_XOFF:
		seen[M_CLASS_PAUSED] += e->value != 0;
		break;
	case EVENT_OBS_XOFF:
		w->xoff = e->value;
		break;
	case EVENT_OBS_LEVEL:
		see_marks(w, e->value, seen);
		break;
	case EVENT_OBS_RX:
		seen[M_DISCARDED] += e->value >> 20 & 1;
		seen[M_PAUSE_WHILE_PAUSED] += (e->value >> 17 & 1) && w->xoff;
		seen[M_PAUSE_WHILE_SENDING] += (e->value >> 17 & 1) && w->sending;
		break;
	case EVENT_OBS_TX:
		seen[M_SENT_WHILE_PAUSED] += (e->value >> 16 & 1) && w->xoff;
		break;
	case EVENT_REG_WRITE:
		seen[M_WRITE_WHILE_PAUSED] += w->xoff;
		if (e->address == FCRTL0)
			w->low = e->value & w->mark_octets;
		if (e->address == FCRTH0)
			w->high = e->value & w->mark_octets;
		break;
	default:
		break;
	}
}

/* Of the 82598EB: bits 18:4, 15:3 or 18:8 of a mark's register. */
static uint32_t mark_octets(const struct dut *dut)
{
	static const uint32_t bits[] = { 0x7FFF0, 0xFFF8, 0x7FF00 };

	return strcmp(dut->model, "i82598") ? 0 : bits[dut_param(dut, "MarkFormat")];
}

Test(generate, every_moment_of_xgmii_is_reached)
{
	for (size_t d = 0; d < dut_count; d++) {
		unsigned seen[M_MOMENTS] = { 0 };
		if (dut_table[d].phy != PHY_XGMII)
			continue;
		for (uint32_t seed = 1; seed <= SEEDS; seed++) {
			struct xgmii_watch w = { .mark_octets = mark_octets(&dut_table[d]) };
			struct stimulus st = { 0 };
			struct recording r;
			cr_assert_eq(stimulus_generate(&st, &dut_table[d], seed, ITEMS), 0);
			record(&dut_table[d], &st, &r);
			for (size_t i = 0; i < r.count; i++)
				see_moment(&w, &r.events[i], seen);
			seen[M_READ_AT_EVENT] += reads_at_event(&r, 0, UINT16_MAX);
			recording_release(&r);
			stimulus_release(&st);
		}
		for (int i = 0; i < M_MOMENTS; i++)
			if (!moments[i].model || !strcmp(moments[i].model, dut_table[d].model))
				cr_expect_gt(seen[i], 0, "%s: %d seeds of %d items never reach: %s", dut_table[d].name, SEEDS,
				             ITEMS, moments[i].name);
	}
}
