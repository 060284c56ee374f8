/* SPDX-License-Identifier: Apache-2.0 */
/* Notes when something began and ended on the wires of a run, and which kind of frame it was (802.3 31B, 31D). It knows the events of the
 * pins only. */
#include "notes.h"

#include "part/frame.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum {
	SFD = 0xD5,
	FCS_OCTETS = 4,
	CONTROL_MIN = 64,
	TYPE_AT = 12,
	OPCODE_AT = 14,
	TIME_AT = 16, /* of PAUSE; of PFC: the enable vector */
	CLASS_TIMES_AT = 18,
	TYPE_CONTROL = 0x8808, /* 802.3 31B, 31D */
	OPCODE_PAUSE = 0x0001,
	OPCODE_PFC = 0x0101,
};

/* ---- notes ---- */

static void *list_add(struct expect *x, struct list *list)
{
	if (list->count == list->room) {
		size_t room = list->room ? 2 * list->room : 64;
		void *more = realloc(list->at, room * list->size);
		if (!more) {
			x->no_memory = true;
			return NULL;
		}
		list->at = more;
		list->room = room;
	}
	return memset((uint8_t *)list->at + list->count++ * list->size, 0, list->size);
}

static void note(struct expect *x, struct list *list, uint64_t from, uint64_t to, uint64_t value)
{
	struct done *done = list_add(x, list);

	if (done)
		*done = (struct done){ from, to, value };
}

bool expect_any(const struct stimulus *stim)
{
	for (size_t i = 0; i < stim->count; i++)
		if (stim->items[i].kind == ITEM_EXPECT)
			return true;
	return false;
}

struct expect *expect_new(const struct dut *dut, const struct stimulus *stim, bool black_box)
{
	struct expect *x = calloc(1, sizeof(*x));

	if (!x)
		return NULL;
	x->dut = dut;
	x->stim = stim;
	if (black_box || !(dut->capabilities & CAP_OBS))
		x->slack = limit_slack(dut);
	x->clocks = 1;
	x->sent.size = sizeof(struct sent);
	x->signals.size = x->paused.size = x->issued.size = x->received.size = sizeof(struct done);
	x->collisions.size = x->carriers.size = x->speeds.size = sizeof(struct done);
	note(x, &x->signals, 0, 0, TX_SIGNAL_IDLE);
	note(x, &x->paused, 0, 0, 0);
	return x;
}

void expect_free(struct expect *x)
{
	if (!x)
		return;
	free(x->sent.at);
	free(x->signals.at);
	free(x->paused.at);
	free(x->issued.at);
	free(x->received.at);
	free(x->collisions.at);
	free(x->carriers.at);
	free(x->speeds.at);
	free(x);
}

/* ---- frames ---- */

/* Copies the octets after the SFD of a transmission into RET, which has room for all of them. Returns their number; *RET_SFD: there is an SFD. */
static uint32_t octets_of(const struct expect *x, const struct event *end, uint8_t *ret, bool *ret_sfd)
{
	uint32_t at = x->dut->phy == PHY_XGMII, count = 0; /* the /S/ is one of the preamble */

	*ret_sfd = false;
	if (x->clocks == 1) {
		while (at < end->len && end->octets[at] != SFD)
			at++;
		*ret_sfd = at < end->len;
		for (at++; at < end->len; at++)
			ret[count++] = end->octets[at];
		return count;
	}
	while (at < end->len && (end->octets[at] & 15) != SFD >> 4)
		at++;
	*ret_sfd = at < end->len;
	for (at++; at + 1 < end->len; at += 2)
		ret[count++] = (uint8_t)((end->octets[at] & 15) | (end->octets[at + 1] & 15) << 4);
	return count;
}

static bool fcs_right(const uint8_t *octets, uint32_t count)
{
	uint32_t fcs = 0;

	if (count < FCS_OCTETS)
		return false;
	for (int i = 0; i < FCS_OCTETS; i++)
		fcs |= (uint32_t)octets[count - FCS_OCTETS + i] << 8 * i;
	return libdeflate_crc32(0, octets, count - FCS_OCTETS) == fcs;
}

static enum expect_what what_of(const struct expect *x, const struct event *end, const uint8_t *octets, uint32_t count, bool sfd)
{
	bool errored = end->value || end->error, right = !errored && fcs_right(octets, count);

	if (!sfd && x->dut->phy == PHY_MII)
		return EXPECT_FALSE_CARRIER;
	if (!right && !errored && x->clocks > 1)
		return EXPECT_JAM;
	if (!right || count < CONTROL_MIN || frame_u16(octets + TYPE_AT) != TYPE_CONTROL)
		return EXPECT_DATA;
	return frame_u16(octets + OPCODE_AT) == OPCODE_PAUSE ? EXPECT_PAUSE
	     : frame_u16(octets + OPCODE_AT) == OPCODE_PFC   ? EXPECT_PFC
	                                                     : EXPECT_DATA;
}

static void note_frame(struct expect *x, struct sent *sent, const struct event *end)
{
	uint8_t *octets = malloc(end->len + 1);
	bool sfd;

	if (!octets) {
		x->no_memory = true;
		return;
	}
	sent->octets = octets_of(x, end, octets, &sfd);
	sent->what = what_of(x, end, octets, sent->octets, sfd);
	if (sent->what == EXPECT_PAUSE || sent->what == EXPECT_PFC)
		sent->time = sent->enable = frame_u16(octets + TIME_AT);
	for (uint32_t i = 0; sent->what == EXPECT_PFC && i < STIM_CLASSES; i++)
		sent->class_time[i] = frame_u16(octets + CLASS_TIMES_AT + 2 * i);
	free(octets);
}

static void on_start(struct expect *x, const struct event *event)
{
	struct sent *sent = list_add(x, &x->sent);

	if (!sent)
		return;
	*sent = (struct sent){ .start = event->cycle + event->lane, .end = NO_TIME };
	x->open = true;
}

static void on_end(struct expect *x, const struct event *event)
{
	struct sent *sent = x->open ? (struct sent *)x->sent.at + x->sent.count - 1 : NULL;

	x->open = false;
	if (!sent)
		return;
	sent->end = event->cycle + event->lane;
	note_frame(x, sent, event);
}

static void on_speed(struct expect *x, const struct event *event)
{
	x->clocks = event->value == 1000 ? 1 : 2;
	note(x, &x->speeds, event->cycle, 0, event->value);
}

void expect_events(struct expect *x, const struct event *events, size_t count)
{
	for (const struct event *event = events; event < events + count; event++) {
		uint64_t time = event->cycle + event->lane;
		x->over = event->cycle;
		switch (event->kind) {
		case EVENT_RX_RUN:
			note(x, &x->received, time, time + event->len - 1, 0);
			break;
		case EVENT_RX_STOP:
			if (x->received.count)
				((struct done *)x->received.at + x->received.count - 1)->to += event->timer;
			break;
		case EVENT_COL:
			if (event->value)
				note(x, &x->collisions, time, time, 0);
			break;
		case EVENT_CRS:
			if (!event->value)
				note(x, &x->carriers, time, time, 0);
			break;
		case EVENT_LINK:
			on_speed(x, event);
			break;
		case EVENT_EXPECT:
			note(x, &x->issued, time, time, event->value);
			break;
		case EVENT_TX_START:
			on_start(x, event);
			break;
		case EVENT_TX_END:
			on_end(x, event);
			break;
		case EVENT_TX_SIGNAL:
			note(x, &x->signals, time, time, event->value);
			break;
		case EVENT_PFC_XOFF:
			note(x, &x->paused, time, time, event->value);
			break;
		default:
			break;
		}
	}
}
