/* SPDX-License-Identifier: Apache-2.0 */
/* Looks ahead for a moment, so that the cursor can be placed before it.
 *
 * The simulation issues no more items and runs until the moment comes; then it goes on from where it was. So the DUT alone
 * decides the moment, and the moment is the same whenever the run is repeated. Moments are events of the monitors. The simulation
 * runs ahead in place, and its memory is put back (ahead_place.c); if it has state outside of its model, it runs ahead in a copy
 * of the process (ahead_copy.c). */
#include "loop_look.h"

#include "part/frame.h"
#include "stimulus/control.h"

#include <assert.h>

static uint8_t wire_octet(const struct look *k, const struct event *event, uint32_t at)
{
	return k->nibbles == 1 ? event->octets[at]
	                       : (uint8_t)((event->octets[2 * at] & 15) | (event->octets[2 * at + 1] & 15) << 4);
}

/* Returns the 16 bits at OFFSET of the frame that EVENT captured, or -1 if the frame has no SFD or ends before them. */
static int wire_word(const struct look *k, const struct event *event, uint32_t offset)
{
	uint32_t octets = event->len / k->nibbles, at = 0;

	while (at < octets && wire_octet(k, event, at) != FRAME_SFD)
		at++;
	at += 1 + offset;
	return at + 2 <= octets ? wire_octet(k, event, at) << 8 | wire_octet(k, event, at + 1) : -1;
}

/* EVENT is the end of a frame on the transmit wire. Returns true if the frame is a MAC control frame. */
static bool is_control(const struct look *k, const struct event *event)
{
	return wire_word(k, event, FRAME_TYPE_OFFSET) == FRAME_TYPE_MAC_CONTROL;
}

/* Returns true if it is a PAUSE frame: one with a pause time if XOFF, else one with the time 0. */
static bool is_pause(const struct look *k, const struct event *event, bool xoff)
{
	return is_control(k, event) && wire_word(k, event, FRAME_OPCODE_OFFSET) == FRAME_OPCODE_PAUSE &&
	       (wire_word(k, event, FRAME_TIME_OFFSET) > 0) == xoff;
}

/* obs_level is LEVEL. Returns true if that ends the wait. */
static bool level_reached(const struct look *k, uint64_t level)
{
	uint64_t used = control_level(k->dut, level);

	return k->what == WAIT_BELOW ? used < k->octets : k->what == WAIT_ABOVE && used > k->octets;
}

/* Returns true if EVENT, of a cycle to come, is the moment that the item waits for; *RET_MOMENT is then its time. */
static bool is_moment(struct look *k, const struct event *event, uint64_t *ret_moment)
{
	*ret_moment = event->cycle;
	switch (event->kind) {
	case EVENT_TX_START:
		k->started = event->cycle;
		return k->what == WAIT_START;
	case EVENT_TX_END:
		if (k->what == WAIT_XOFF_SENT || k->what == WAIT_XON_SENT)
			return is_pause(k, event, k->what == WAIT_XOFF_SENT);
		if (k->what != WAIT_CONTROL)
			return k->what == WAIT_END;
		*ret_moment = k->started;
		return k->started != LOOP_NO_MOMENT && is_control(k, event);
	case EVENT_OBS_XOFF:
		k->left |= k->what == (event->value ? WAIT_RESUMED : WAIT_PAUSED);
		return k->what == (event->value ? WAIT_INHIBIT : WAIT_EXPIRY) ||
		       k->what == (event->value ? WAIT_PAUSED : WAIT_RESUMED);
	case EVENT_OBS_LEVEL:
		k->left |= !level_reached(k, event->value);
		return level_reached(k, event->value);
	case EVENT_PFC_XOFF:
		return k->what == WAIT_PFC;
	case EVENT_OBS_RX:
		return k->what == WAIT_CLASSIFIED;
	case EVENT_REG_READ:
		return k->what == WAIT_READ;
	default:
		return false;
	}
}

void look_events(void *look, const struct event *events, size_t count)
{
	struct look *k = look;

	for (size_t i = 0; i < count && !k->seen; i++)
		if (events[i].cycle >= k->from)
			k->seen = is_moment(k, &events[i], &k->moment);
}

struct look look_of(const struct loop *l, const struct item *item)
{
	return (struct look){ .what = item->u.wait.what,
		              .from = l->cycle * l->step,
		              .started = LOOP_NO_MOMENT,
		              .dut = l->dut,
		              .octets = item->u.wait.octets,
		              .nibbles = l->link.clocks ? l->link.clocks : 1 };
}

uint64_t ahead_run(struct loop *l, const struct ahead *ahead)
{
	struct look look = look_of(l, ahead->item);
	uint64_t open_cycle = l->cycle;

	l->trace_path = NULL;
	l->awaited = NULL;
	l->sink = look_events;
	l->sink_context = &look;
	loop_go_on(l, l->cycle + ahead->clocks, &look.seen);
	return look.seen ? look.moment / l->step : ahead->held && !look.left ? open_cycle : LOOP_NO_MOMENT;
}

/* Returns 0 or negative errno. */
static int look(struct loop *l, const struct ahead *ahead, uint64_t *ret_cycle)
{
	return l->ops->ahead_begin ? ahead_in_place(l, ahead, ret_cycle) : ahead_in_copy(l, ahead, ret_cycle);
}

bool look_held(const struct loop *l, const struct item *item)
{
	const struct look k = { .what = item->u.wait.what, .dut = l->dut, .octets = item->u.wait.octets };
	bool wide = l->dut->phy == PHY_XGMII, xoff = l->side & (wide ? SEAM_WIDE_XOFF : SEAM_SIDE_XOFF);

	return (k.what == WAIT_PAUSED && xoff) || (k.what == WAIT_RESUMED && !xoff) ||
	       level_reached(&k, l->side >> (wide ? SEAM_WIDE_LEVEL_SHIFT : SEAM_SIDE_LEVEL_SHIFT));
}

int loop_look_ahead(struct loop *l, const struct item *item, uint64_t *ret_cycle)
{
	int err = 0;

	assert(l->monitor && !l->live);
	*ret_cycle = LOOP_NO_MOMENT;
	if (look_held(l, item))
		err = look(l, &(struct ahead){ .item = item, .clocks = 1, .held = true }, ret_cycle);
	if (err || *ret_cycle != LOOP_NO_MOMENT)
		return err;
	return look(l, &(struct ahead){ .item = item, .clocks = item->u.wait.cycles ? item->u.wait.cycles : LOOP_MOMENT_CYCLES },
	            ret_cycle);
}
