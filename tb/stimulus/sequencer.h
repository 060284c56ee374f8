/* SPDX-License-Identifier: Apache-2.0 */
/* The sequencer: issues a stimulus's items, in order, to the queues of the channels. */
#ifndef PAUSEBENCH_SEQUENCER_H
#define PAUSEBENCH_SEQUENCER_H
#include "item.h"

enum channel { CHANNEL_RX, CHANNEL_SEND, CHANNEL_REG, CHANNEL_COUNT };

/* What the drivers tell the sequencer about themselves, for waits. */
struct channel_state {
	bool rx_idle, send_idle, reg_idle; /* queue aside: nothing in progress */
	bool wire_idle;                    /* transmit wire */
	uint64_t quiet;                    /* cycles since anything moved on any wire */
};

struct channel_queue {
	uint32_t *index; /* of items, in order of issue */
	uint32_t head, tail;
};

struct sequencer {
	const struct stimulus *stim;
	size_t next;
	uint64_t wake; /* no item is issued before this cycle */
	bool waiting;  /* for .wait, at the latest until .deadline */
	uint64_t deadline;
	enum item_wait wait;
	struct channel_queue queue[CHANNEL_COUNT];
};

int sequencer_init(struct sequencer *seq, const struct stimulus *stim);
void sequencer_release(struct sequencer *seq);
/* Issues what is due in CYCLE. Returns an item that the loop must carry out itself now (host control, requests, PHY, reset, a wait for a
 * moment to come), or NULL when nothing more is due; call again until NULL. */
const struct item *sequencer_step(struct sequencer *seq, uint64_t cycle, const struct channel_state *state);
/* Whatever the channels' drivers do, sequencer_step() has nothing for CYCLE. */
bool sequencer_rests(const struct sequencer *seq, uint64_t cycle);
/* The next queued item of a channel, or NULL / the same, taken off. */
const struct item *sequencer_next(const struct sequencer *seq, enum channel channel);
const struct item *sequencer_take(struct sequencer *seq, enum channel channel);
bool sequencer_empty(const struct sequencer *seq, enum channel channel);
/* Items that have been carried out or begun. */
size_t sequencer_carried_out(const struct sequencer *seq);
/* All items are issued and the queues are empty. */
bool sequencer_done(const struct sequencer *seq);
#endif
