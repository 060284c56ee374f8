/* SPDX-License-Identifier: Apache-2.0 */
/* The sequencer issues the items of a stimulus, in order, to the queues of the channels.
 *
 * Items are issued at the cursor; item.h says what moves it. A wait for an idle channel ends when the channel's queue is empty
 * and its driver is idle; a wait for the host stream ends when no wire has moved for QUIET_CYCLES, since a frame may still be on
 * its way through the DUT. */
#include "sequencer.h"

#include <errno.h>
#include <stdlib.h>

enum { QUIET_CYCLES = 32, ISSUE_AHEAD = 16, TAKE_AHEAD = 1, CACHE_LINE = 64 };

/* Fetches the item at INDEX before it is needed, since a stimulus is larger than the caches. */
static void prefetch(const struct stimulus *stim, size_t index)
{
	const char *item = (const char *)&stim->items[index];

	for (size_t at = 0; index < stim->count && at < sizeof(*stim->items); at += CACHE_LINE)
		__builtin_prefetch(item + at);
}

int sequencer_init(struct sequencer *seq, const struct stimulus *stim)
{
	*seq = (struct sequencer){ .stim = stim };
	for (int c = 0; c < CHANNEL_COUNT; c++) {
		seq->queue[c].index = malloc((stim->count + 1) * sizeof(*seq->queue[c].index));
		if (!seq->queue[c].index) {
			sequencer_release(seq);
			return -ENOMEM;
		}
	}
	return 0;
}

void sequencer_release(struct sequencer *seq)
{
	for (int c = 0; c < CHANNEL_COUNT; c++) {
		free(seq->queue[c].index);
		seq->queue[c].index = NULL;
	}
}

bool sequencer_empty(const struct sequencer *seq, enum channel channel)
{
	return seq->queue[channel].head == seq->queue[channel].tail;
}

size_t sequencer_carried_out(const struct sequencer *seq)
{
	size_t queued = 0;

	for (int c = 0; c < CHANNEL_COUNT; c++)
		queued += seq->queue[c].tail - seq->queue[c].head;
	return seq->next - queued;
}

bool sequencer_done(const struct sequencer *seq)
{
	return seq->next == seq->stim->count && !seq->waiting && sequencer_empty(seq, CHANNEL_RX) &&
	       sequencer_empty(seq, CHANNEL_SEND) && sequencer_empty(seq, CHANNEL_REG);
}

const struct item *sequencer_next(const struct sequencer *seq, enum channel channel)
{
	const struct channel_queue *queue = &seq->queue[channel];

	return queue->head == queue->tail ? NULL : &seq->stim->items[queue->index[queue->head]];
}

static void note(const struct sequencer *seq)
{
	if (seq->stim->carried_out)
		__atomic_store_n(seq->stim->carried_out, sequencer_carried_out(seq), __ATOMIC_RELAXED);
}

const struct item *sequencer_take(struct sequencer *seq, enum channel channel)
{
	const struct item *item = sequencer_next(seq, channel);
	struct channel_queue *queue = &seq->queue[channel];

	if (!item)
		return NULL;
	queue->head++;
	if (queue->head + TAKE_AHEAD < queue->tail)
		prefetch(seq->stim, queue->index[queue->head + TAKE_AHEAD]);
	note(seq);
	return item;
}

static bool wait_over(const struct sequencer *seq, const struct channel_state *state)
{
	bool rx = sequencer_empty(seq, CHANNEL_RX) && state->rx_idle;
	bool send = sequencer_empty(seq, CHANNEL_SEND) && state->send_idle && state->wire_idle;
	bool reg = sequencer_empty(seq, CHANNEL_REG) && state->reg_idle;
	bool quiet = state->quiet >= QUIET_CYCLES;

	switch (seq->wait) {
	case WAIT_RX:
		return rx;
	case WAIT_TX:
		return send;
	case WAIT_HOST:
		return quiet && rx;
	case WAIT_REG:
		return reg;
	case WAIT_IDLE:
		return rx && send && reg && quiet;
	default:
		return true;
	}
}

/* Returns true if the sequencer waits for a channel whose queue is not empty. */
static bool queue_waited_for(const struct sequencer *seq)
{
	bool idle = seq->wait == WAIT_IDLE, rx = idle || seq->wait == WAIT_RX || seq->wait == WAIT_HOST;

	return (rx && !sequencer_empty(seq, CHANNEL_RX)) ||
	       ((idle || seq->wait == WAIT_TX) && !sequencer_empty(seq, CHANNEL_SEND)) ||
	       ((idle || seq->wait == WAIT_REG) && !sequencer_empty(seq, CHANNEL_REG));
}

bool sequencer_rests(const struct sequencer *seq, uint64_t cycle)
{
	if (cycle < seq->wake)
		return true;
	return seq->waiting ? cycle < seq->deadline && queue_waited_for(seq) : seq->next == seq->stim->count;
}

static enum channel channel_of(enum item_kind kind)
{
	switch (kind) {
	case ITEM_RX_FRAME:
	case ITEM_RX_RAW:
	case ITEM_RX_LANES:
	case ITEM_RX_IDLE:
		return CHANNEL_RX;
	case ITEM_TX_FRAME:
		return CHANNEL_SEND;
	case ITEM_REG_WRITE:
	case ITEM_REG_READ:
	case ITEM_NEGOTIATE:
		return CHANNEL_REG;
	default:
		return CHANNEL_COUNT;
	}
}

static void wait_begin(struct sequencer *seq, uint64_t cycle, const struct item *item)
{
	if (item->u.wait.what == WAIT_CYCLES) {
		seq->wake = cycle + item->u.wait.cycles;
		return;
	}
	seq->waiting = true;
	seq->wait = item->u.wait.what;
	seq->deadline = item->u.wait.cycles ? cycle + item->u.wait.cycles : UINT64_MAX;
}

/* Returns true if ITEM must not be issued yet: a reset waits for the register channel and a clock that has stopped, a reset of the receive clock until nothing is
 * under way in the receiver, and a change of the link waits until both wires
 * are at rest. */
static bool held_back(const struct sequencer *seq, const struct item *item, const struct channel_state *state)
{
	if (item->kind == ITEM_RESET)
		return state->clock_stopped || !sequencer_empty(seq, CHANNEL_REG) || !state->reg_idle;
	if (item->kind == ITEM_CLOCK_RESET)
		return !sequencer_empty(seq, CHANNEL_REG) || !sequencer_empty(seq, CHANNEL_RX) || !state->receiver_idle;
	if (item->kind == ITEM_LINK)
		return !sequencer_empty(seq, CHANNEL_RX) || !state->rx_idle || !state->wire_idle;
	return false;
}

const struct item *sequencer_step(struct sequencer *seq, uint64_t cycle, const struct channel_state *state)
{
	while (cycle >= seq->wake) {
		const struct item *item;
		enum channel channel;

		if (seq->waiting) {
			if (cycle < seq->deadline && !wait_over(seq, state))
				return NULL;
			seq->waiting = false;
		}
		if (seq->next == seq->stim->count)
			return NULL;
		prefetch(seq->stim, seq->next + ISSUE_AHEAD);
		item = &seq->stim->items[seq->next];
		channel = channel_of(item->kind);
		if (channel != CHANNEL_COUNT) {
			seq->queue[channel].index[seq->queue[channel].tail++] = (uint32_t)seq->next++;
			continue;
		}
		if (item->kind == ITEM_WAIT && item->u.wait.what < WAIT_START) {
			seq->next++;
			note(seq);
			wait_begin(seq, cycle, item);
			if (seq->waiting) /* the loop sets STATE anew, which also depends on what the sequencer waits for */
				return NULL;
			continue;
		}
		if (held_back(seq, item, state))
			return NULL;
		seq->next++;
		note(seq);
		return item;
	}
	return NULL;
}
