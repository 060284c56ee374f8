/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the machine call of each other. */
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

static inline uint64_t cycle_of(const struct pm_model *m, uint64_t time)
{
	return time & ~(uint64_t)(m->step - 1);
}

/* ---- model.c ---- */

/* The state from the next cycle on is that of the reset. */
void machine_reset(struct pm_model *m);

/* ---- receive.c ---- */

/* The frames that begin in the open cycle. */
void receive_take_lanes(struct pm_model *m);
/* The end of the open cycle: runs take MBUFs and are classified. */
void receive_step(struct pm_model *m);
/* The newest run is number 1, the one before it 2, and so on. */
static inline struct pm_run *run_at(const struct pm_model *m, unsigned i)
{
	return (struct pm_run *)&m->run[(m->run_next - i) % PM_RUNS];
}
/* Not XGMII: the run still takes MBUFs, and the next one in the cycle in which its octet is complete. */
bool receive_takes_mbufs(const struct pm_run *run);
uint64_t receive_takes_mbuf(const struct pm_run *run);
void receive_deliver(struct pm_model *m, const struct pm_run *run);
/* The octets of all runs are copied. */
void receive_keep(struct pm_model *m);
bool host_waits(const struct pm_model *m);
/* The cycle in which the frame that waits is to start. */
uint64_t host_due(const struct pm_model *m);

/* ---- offer.c ---- */

/* The frame that was taken up is over for the host stream: the one behind it is offered. */
void transmit_next_offer(struct pm_model *m);

/* ---- transmit.c ---- */

/* The octets of the newest data frame on the wire, which may be changed then. */
uint8_t *transmit_keep(struct pm_model *m);
/* The frame on the wire is KIND. */
void transmit_set_kind(struct pm_model *m, enum pm_tx_kind kind);
/* The frame that ended becomes visible, if the open cycle is the one in which it does. */
void transmit_settle(struct pm_model *m);
/* The end of a control frame of ours in the open cycle. */
void transmit_control_ended(struct pm_model *m);
/* MII, the end of the open cycle: a collision is noticed, false carrier that is no longer invoked ends. */
void transmit_step(struct pm_model *m);
/* MII: gap and carrier as CYCLE, which opens, sees them. */
void transmit_carrier(struct pm_model *m, uint64_t cycle);

/* ---- start.c ---- */

/* What should start, from everything visible in the open cycle. */
void start_decide(struct pm_model *m);

/* ---- inhibit.c, fault.c ---- */

/* The pause time that begins or is over in the open cycle. */
void inhibit_settle(struct pm_model *m);
/* The end of the open cycle: a PAUSE, or the closed gate, acts on the inhibit. */
void inhibit_step(struct pm_model *m);
/* The link fault that is visible in the open cycle, and the answer to it that is visible in the next one. */
void fault_settle(struct pm_model *m);
void fault_step(struct pm_model *m);

/* ---- registers.c ---- */

/* The end of the open cycle: its register write takes effect. */
void registers_step(struct pm_model *m);
#endif
