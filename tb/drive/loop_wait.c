/* SPDX-License-Identifier: Apache-2.0 */
/* Says in words what a run waits for, and decides whether the wait can end.
 *
 * The receive wire and the register channel go on by themselves. A frame that waits for a stopped host, and a frame that a
 * disabled transmitter does not take, need an item after the wait. Anything else that holds a frame ends with the longest PAUSE
 * time at the latest. */
#include "loop_parts.h"
#include "stimulus/stim.h"

#include <inttypes.h>
#include <stdio.h>

enum {
	AT_REST_CYCLES = 4096,    /* if nothing has moved for so long, whatever holds the frame has taken effect */
	QUANTUM_OCTETS = 64,      /* 802.3 31B: 512 bit times */
	OWN_QUANTUM_OCTETS = 640, /* the longest quantum of a row with CAP_OWN_QUANTUM: 512 ns at 10 Gb/s */
	LONGEST_TIME = 65535,
	ENDLESS = 2 * LOOP_FRAME_MAX, /* no frame to the host has more octets, or more clocks without an octet */
};

static bool waits_for(const struct loop *l, enum item_wait what)
{
	return l->seq.waiting && (l->seq.wait == what || l->seq.wait == WAIT_IDLE);
}

/* Returns true if frames on the receive wire or register accesses are under way, which end by themselves. */
static bool goes_on(const struct loop *l)
{
	return !sequencer_empty(&l->seq, CHANNEL_RX) || !l->wires->rx_idle(l) || !sequencer_empty(&l->seq, CHANNEL_REG) ||
	       l->reg_phase || l->driving || l->cycle < l->reset_end;
}

static bool host_stopped(const struct loop *l)
{
	return l->host_stopped && l->in_host && waits_for(l, WAIT_HOST);
}

/* Returns how many cycles ago a wire or the host's stream moved last, or the host offered its frame. */
static uint64_t resting(const struct loop *l)
{
	uint64_t moved = l->last_activity > l->send_moved ? l->last_activity : l->send_moved;

	if (l->send_item && l->send_at > moved && !loop_has_clocks(l))
		moved = l->send_at;
	return l->cycle > moved ? l->cycle - moved : 0;
}

static uint64_t longest_rest(const struct loop *l)
{
	uint32_t clocks = l->link.clocks ? l->link.clocks : 1;
	uint64_t longest_pause = LONGEST_TIME * (l->dut->capabilities & CAP_OWN_QUANTUM ? OWN_QUANTUM_OCTETS : QUANTUM_OCTETS);
	uint64_t margin = longest_pause / 4; /* for latencies, the longest frames, the longest back-off */

	return (longest_pause + margin) * clocks / l->step;
}

/* Returns true if a frame to the host or on the wire is longer, or takes longer, than any frame can: the MAC has missed its end. */
static bool endless(const struct loop *l)
{
	/* The MAC must show words, whatever the host does. */
	const bool shows = !l->host_stopped && l->host_manner != DUT_HOST_WAITS;
	const bool host = l->in_host && (l->host_len > ENDLESS || (shows && l->host_bubbles > ENDLESS));
	/* At MII false carrier may be long. */
	const bool wire = l->in_tx && l->dut->phy != PHY_MII && l->tx_len >= LOOP_FRAME_MAX;

	return host || wire;
}

bool loop_stuck(struct loop *l)
{
	if (l->held_from && l->cycle - l->held_from > ENDLESS && !l->live)
		return true;
	if (!l->seq.waiting || l->seq.deadline != UINT64_MAX || l->live)
		return false;
	if (l->seq.wait != WAIT_RX && l->seq.wait != WAIT_REG && endless(l))
		return true;
	if (goes_on(l))
		return false;
	if (host_stopped(l))
		return true;
	if (resting(l) > longest_rest(l))
		return true;
	return resting(l) > AT_REST_CYCLES && l->send_item && waits_for(l, WAIT_TX) && loop_holds(l).for_good;
}

bool loop_refused(struct loop *l, uint64_t cycles)
{
	return l->send_item && l->holds && l->monitor && resting(l) + AT_REST_CYCLES > cycles && !loop_holds(l).why;
}

struct loop_hold loop_holds(struct loop *l)
{
	loop_flush(l);
	return l->holds ? l->holds(l->sink_context) : (struct loop_hold){ .why = NULL };
}

/* ---- words ---- */

static void say_line(const struct loop *l, char *ret, size_t size)
{
	static const char *const names[] = {
#define WAIT(what, name) [what] = name,
		STIM_WAITS(WAIT)
#undef WAIT
	};
	const struct item *item = l->seq.next ? &l->seq.stim->items[l->seq.next - 1] : NULL;

	if (!item)
		snprintf(ret, size, "the run, before its first item");
	else if (l->seq.waiting)
		snprintf(ret, size, "wait %s, line %u", names[l->seq.wait], item->line);
	else
		snprintf(ret, size, "the run, after line %u", item->line);
}

static void say_sending(struct loop *l, char *ret, size_t size)
{
	struct loop_hold hold = loop_holds(l);

	snprintf(ret, size, "host transmit: frame %u, %u octets, not taken since cycle %" PRIu64 "%s%s",
	         l->seq.queue[CHANNEL_SEND].head, l->send_len, l->send_at, hold.why ? ": " : "", hold.why ? hold.why : "");
}

static uint32_t queued(const struct loop *l, enum channel channel)
{
	return l->seq.queue[channel].tail - l->seq.queue[channel].head;
}

static void say_why(struct loop *l, char *ret, size_t size)
{
	bool all = !l->seq.waiting;

	if (host_stopped(l) && !goes_on(l))
		snprintf(ret, size, "host stream: stopped with a frame waiting");
	else if ((all || waits_for(l, WAIT_RX) || l->seq.wait == WAIT_HOST) &&
	         (!sequencer_empty(&l->seq, CHANNEL_RX) || !l->wires->rx_idle(l)))
		snprintf(ret, size, "receive wire: %u frames to come", queued(l, CHANNEL_RX));
	else if ((all || waits_for(l, WAIT_REG)) && (!sequencer_empty(&l->seq, CHANNEL_REG) || l->reg_phase || l->driving))
		snprintf(ret, size, "registers: %u accesses to come", queued(l, CHANNEL_REG));
	else if ((all || waits_for(l, WAIT_TX)) && l->in_tx)
		snprintf(ret, size, "transmit wire: inside a transmission of %u octets", l->tx_len);
	else if ((all || waits_for(l, WAIT_TX)) && l->send_item)
		say_sending(l, ret, size);
	else if ((all || waits_for(l, WAIT_TX)) && l->send_unasked)
		snprintf(ret, size, "host transmit: a frame that was taken is not on the wire");
	else if ((all || waits_for(l, WAIT_HOST)) && l->in_host)
		snprintf(ret, size, "host stream: inside a frame of %u octets%s", l->host_len,
		         l->host_stopped ? ", stopped" : "");
	else
		snprintf(ret, size, "still running");
}

static bool seen(const struct loop *l, enum event_kind kind)
{
	return l->seen >> kind & 1;
}

/* Names the reset after which a MAC has not gone on in the direction for which the run waits. The reset at power-up does not
 * count, since no stimulus has it. */
static void say_since(const struct loop *l, struct loop_wait *ret)
{
	const bool sending = l->in_tx || l->send_item || l->send_unasked;
	const bool sent = seen(l, EVENT_TX_END), taken = seen(l, EVENT_HOST_TAKEN), got = seen(l, EVENT_HOST_FRAME);
	const char *what = NULL;

	if (!l->reset_begin || l->cycle < l->reset_end)
		return;
	if (sending && !sent)
		what = taken ? "no frame was sent to its end" : "no frame of the host was taken whole, and none was sent";
	else if (!sending && l->in_host && !got)
		what = "the host got no frame to its end";
	if (!what)
		return;
	ret->since_cycle = l->reset_begin;
	snprintf(ret->since, sizeof(ret->since), "%s since the reset that began in cycle %" PRIu64, what, l->reset_begin);
}

void loop_waits_for(struct loop *l, struct loop_wait *ret)
{
	*ret = (struct loop_wait){ .since_cycle = 0 };
	say_line(l, ret->where, sizeof(ret->where));
	say_why(l, ret->why, sizeof(ret->why));
	say_since(l, ret);
}
