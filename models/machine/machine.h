/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the machine call of each other. */
#ifndef PAUSEBENCH_MACHINE_H
#define PAUSEBENCH_MACHINE_H
#include "model.h"

static inline uint64_t min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Returns the earlier of NEXT and CYCLE; ignores CYCLE if it is not after NOW. */
static inline uint64_t earlier(uint64_t now, uint64_t next, uint64_t cycle)
{
	return cycle > now && cycle < next ? cycle : next;
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

/* The modes were BEFORE in the open cycle and are others from the next one on. */
void machine_modes_changed(struct pm_model *m, const struct pm_mode *before);
void machine_reset(struct pm_model *m);

/* ---- receive.c ---- */

/* The frames that begin in the open cycle. */
void receive_take_lanes(struct pm_model *m);
/* True if something changed. */
bool receive_step(struct pm_model *m);
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
/* The ended frame shows in the open cycle. */
void transmit_show_sent(struct pm_model *m);
/* XGMII: first cycle in which the gap allows that a start is decided. */
uint64_t transmit_gap_end(const struct pm_model *m);
/* The end of a control frame of ours in the open cycle. */
void transmit_control_ended(struct pm_model *m);
/* False carrier lasts as long as flow control is invoked. */
void transmit_carrier_over(struct pm_model *m);
/* MII: the carrier as the next cycle sees it. */
void transmit_carrier_step(struct pm_model *m);

/* ---- start.c ---- */

/* What should start, from everything visible in the open cycle. */
void start_decide(struct pm_model *m);

/* ---- inhibit.c, fault.c ---- */

/* True if something changed. */
bool inhibit_step(struct pm_model *m);
void fault_settle(struct pm_model *m);
bool fault_step(struct pm_model *m);

/* ---- registers.c ---- */

/* The register write of the open cycle takes effect. */
void registers_take_write(struct pm_model *m);
#endif
