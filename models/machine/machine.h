/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that the files of the machine call in each other, file by file. cycle.c says in which order they are called. */
#ifndef PAUSEBENCH_MACHINE_H
#define PAUSEBENCH_MACHINE_H
#include "model.h"

static inline uint64_t min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline bool is_control_frame(enum pm_tx_kind kind)
{
	return kind == PM_TX_PAUSE || kind == PM_TX_PFC;
}

static inline bool is_xgmii(const struct pm_model *m)
{
	return m->step == XGMII_CLOCK_OCTETS;
}

/* Returns the cycle that holds octet time TIME. */
static inline uint64_t cycle_of(const struct pm_model *m, uint64_t time)
{
	return time & ~(uint64_t)(m->step - 1);
}

/* ---- model.c ---- */

/* Puts the model into the state of reset, which is visible from the next cycle on. */
void machine_reset(struct pm_model *m);

/* ---- receive.c ---- */

/* Begins a run for each frame of the lanes that begins in the open cycle. */
void receive_take_lanes(struct pm_model *m);
/* The end of the open cycle: runs take MBUFs, frames are classified and delivered or refused. */
void receive_step(struct pm_model *m);
/* Returns the newest run for I = 1, the one before it for 2, and so on. */
static inline struct pm_run *run_at(const struct pm_model *m, unsigned i)
{
	return (struct pm_run *)&m->run[(m->run_next - i) % PM_RUNS];
}
/* Not XGMII: true if the run will take another MBUF. */
bool receive_takes_mbufs(const struct pm_run *run);
/* Not XGMII: returns the cycle in which the run takes its next MBUF. */
uint64_t receive_takes_mbuf(const struct pm_run *run);
/* Queues the frame of RUN for the host. */
void receive_deliver(struct pm_model *m, const struct pm_run *run);
/* Copies the octets of all runs whose octets are borrowed. */
void receive_keep(struct pm_model *m);
/* Returns true if a frame waits for its start on the host stream; that start is due in the cycle that host_due() returns. */
bool host_waits(const struct pm_model *m);
uint64_t host_due(const struct pm_model *m);

/* ---- offer.c ---- */

/* Makes the ring, with places for as many frames as the manner allows. Returns 0 or -ENOMEM; in either case the caller ends with
 * offer_release(). */
int offer_init(struct pm_model *m);
void offer_release(struct pm_model *m);
/* Copies the octets of all offered frames whose octets are borrowed. */
void offer_keep(struct pm_model *m);
/* Returns the I-th of the offered frames, in the order in which they start; the first one is 0. */
const struct pm_tx_buffer *offer_place(const struct pm_model *m, uint32_t i);
/* A reset: no frame is offered. */
void offer_none(struct pm_model *m);
/* Returns true if the first offered frame has as many octets as the device needs to start it. */
bool offer_ready(const struct pm_model *m);
/* Returns the earliest cycle in which the device may decide to start OFFER, since it then has as many octets as it needs; PM_NEVER if that is not known yet. */
uint64_t offer_ready_from(const struct pm_model *m, const struct pm_tx_buffer *offer);
/* Returns the cycle in which the first offered frame will be ready; PM_NEVER if it is ready, or if that cycle is not known yet. */
uint64_t offer_next(const struct pm_model *m);
/* Returns true if the device does not run out of octets when the host withholds one within OFFER. */
bool offer_bridges(const struct pm_model *m, const struct pm_tx_buffer *offer);
/* The first offered frame starts: it is the one on the wire. */
void offer_starts(struct pm_model *m);
/* The first offered frame will never start. */
void offer_lost(struct pm_model *m);
/* To be called after offer_again(). The frame on the wire is one that left the ring earlier: for I = 0 the newest of them, for I
 * = 1 the one before it, and so on. */
void offer_repeats(struct pm_model *m, uint32_t i);
/* The data frame that the model believed to be on the wire is another one: the frame is offered again, ahead of all that were
 * offered since. */
void offer_again(struct pm_model *m);

/* ---- unseen.c ---- */

/* The device may have sent the frame of REQUEST, which the wire does not show, and may have counted it. */
void unseen_perhaps(struct pm_model *m, const struct pm_request *request);
/* Returns true if the device may send, or may just have sent, a requested control frame in a link fault. */
bool unseen_in_fault(const struct pm_model *m);

/* ---- header.c ---- */

/* Returns true if no inhibit holds the offered frame, since it is a MAC control frame whose header the device holds. */
bool header_passes(const struct pm_model *m);
/* The end of the open cycle: the device takes an octet of the header, if it can. */
void header_step(struct pm_model *m);
/* Before CYCLE is opened: the device takes octets of the header in the cycles since the open one that were not visited. */
void header_open(struct pm_model *m, uint64_t cycle);
/* Returns the next cycle in which the device holds the whole header of a control frame, or PM_NEVER. */
uint64_t header_next(const struct pm_model *m);
/* Returns true if the octet of OFFER that the host withholds is missing when the frame that starts in cycle START needs it. */
bool header_missing(const struct pm_tx_buffer *offer, uint64_t start);

/* ---- transmit.c ---- */

/* Copies the octets of the newest data frame on the wire if they are borrowed. Returns the copy, which the caller may change. */
uint8_t *transmit_keep(struct pm_model *m);
/* The data frame on the wire is WIRE, which the device had sent or given up before. */
void transmit_is(struct pm_model *m, const struct pm_tx_buffer *wire);
/* Makes the frame on the wire one of KIND. */
void transmit_set_kind(struct pm_model *m, enum pm_tx_kind kind);
/* MII: advances gap and carrier to CYCLE, which is about to be opened. */
void transmit_carrier(struct pm_model *m, uint64_t cycle);
/* Makes the record and the counts of the frame that ended visible, if they are to be visible in the open cycle. */
void transmit_settle(struct pm_model *m);
/* MII, the end of the open cycle: a collision is noticed, false carrier that is no longer invoked ends. */
void transmit_step(struct pm_model *m);
/* The end of the open cycle: if a control frame of the device ended in it, applies the effect that the frame has on the requests. */
void transmit_control_ended(struct pm_model *m);

/* ---- attempt.c, MII ---- */

/* The data frame on the wire begins its first attempt / another one. */
void pm_attempt_first(struct pm_model *m);
void pm_attempt_again(struct pm_model *m);
/* Fills in the attempt. The octets of the frame that matter for it are known. */
void pm_attempt_begin(struct pm_model *m);
/* Notices a collision of the open cycle, if it is the one that ends the attempt. */
void pm_attempt_collides(struct pm_model *m);
/* Decides what becomes of the data frame whose attempt ended in the cycle before the open one. */
void pm_attempt_fate(struct pm_model *m);

/* ---- start.c ---- */

/* The end of the open cycle: decides whether a frame starts, and which, from everything that is visible in it. */
void start_decide(struct pm_model *m);

/* ---- inhibit.c ---- */

/* The frame RX was classified: a PAUSE becomes a command to the inhibit, a frame that only looks like one is noted. */
void inhibit_receive(struct pm_model *m, struct pm_rx_frame *rx);
/* The inhibit of the open cycle: a pending time begins if the transmit wire is idle, or the time is over. */
void inhibit_settle(struct pm_model *m);
/* The end of the open cycle: a PAUSE, or the closed gate, acts on the inhibit. */
void inhibit_step(struct pm_model *m);

/* ---- fault.c, XGMII ---- */

/* Finds the link fault that is visible in the open cycle. */
void fault_settle(struct pm_model *m);
/* The end of the open cycle: the answer to the fault, for the next one. */
void fault_step(struct pm_model *m);

/* ---- registers.c ---- */

/* To be called before the modes change: keeps the present ones as those that hold up to the open cycle. */
void registers_keep_modes(struct pm_model *m);
/* The end of the open cycle: its register write takes effect. */
void registers_step(struct pm_model *m);
#endif
