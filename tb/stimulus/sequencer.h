/* SPDX-License-Identifier: Apache-2.0 */
/* The sequencer issues the items of a stimulus, in order, to the queues of the channels. */
#ifndef PAUSEBENCH_SEQUENCER_H
#define PAUSEBENCH_SEQUENCER_H
#include "item.h"

enum channel { CHANNEL_RX, CHANNEL_SEND, CHANNEL_REG, CHANNEL_COUNT };

/* The state of the drivers, by which the sequencer decides whether a wait is over. */
struct channel_state {
	bool rx_idle, send_idle, reg_idle; /* no item is in progress; items may still be in the queue */
	bool wire_idle;                    /* the transmit wire is idle */
	bool receiver_idle; /* nothing is under way from the receive wire to the host, nor to or from its registers */
	bool clock_stopped; /* a clock has stopped, or is about to */
	uint64_t quiet;     /* for how many cycles nothing has moved on any wire */
};

struct channel_queue {
	uint32_t *index; /* the indices of items, in order of issue */
	uint32_t head, tail;
};

struct sequencer {
	const struct stimulus *stim;
	size_t next;
	uint64_t wake; /* no item is issued before this cycle */
	bool waiting;  /* it waits for .wait, until .deadline at the latest */
	uint64_t deadline;
	enum item_wait wait;
	struct channel_queue queue[CHANNEL_COUNT];
};

int sequencer_init(struct sequencer *seq, const struct stimulus *stim);
void sequencer_release(struct sequencer *seq);
/* Issues the items that are due in CYCLE. Returns an item that the loop must carry out itself now (host control, requests, PHY, reset, a
 * wait for a moment), or NULL. NULL means that no more items are due, or that a wait has just begun (.waiting is set, and .next is another one): then
 * the caller brings STATE up to date and calls again. */
const struct item *sequencer_step(struct sequencer *seq, uint64_t cycle, const struct channel_state *state);
/* Returns true if sequencer_step() would issue no item in CYCLE, whatever the drivers of the channels do. */
bool sequencer_rests(const struct sequencer *seq, uint64_t cycle);
/* Returns the next queued item of a channel, or NULL. */
const struct item *sequencer_next(const struct sequencer *seq, enum channel channel);
/* Returns the same item and takes it off the queue. */
const struct item *sequencer_take(struct sequencer *seq, enum channel channel);
bool sequencer_empty(const struct sequencer *seq, enum channel channel);
/* Returns how many items have been carried out or begun. */
size_t sequencer_carried_out(const struct sequencer *seq);
/* Returns true if all items are issued and the queues are empty. */
bool sequencer_done(const struct sequencer *seq);
#endif
