/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of the BCM1250 that do something, its modes, and what its files share. doc/devices/bcm1250.md. */
#ifndef PAUSEBENCH_BCM1250_STATE_H
#define PAUSEBENCH_BCM1250_STATE_H
#include "bcm1250.h"

/* The registers that do something: their place in m->reg. REG_AT(number, name in regs/bcm1250/registers.def, class, rule of a wrong value) */
#define REGISTERS(REG_AT)                             \
	REG_AT(TX_BYTES, COUNTER, COUNT_OCTETS)       \
	REG_AT(COLLISIONS, COUNTER, COUNT_COLLISION)  \
	REG_AT(LATE_COL, COUNTER, COUNT_COLLISION)    \
	REG_AT(EX_COL, COUNTER, COUNT_COLLISION)      \
	REG_AT(TX_FCS_ERROR, COUNTER, COUNT_ERROR)    \
	REG_AT(TX_ABORT, COUNTER, COUNT_ABORT)        \
	REG_AT(TX_BAD, COUNTER, COUNT_ABORT)          \
	REG_AT(TX_GOOD, COUNTER, COUNT_ABORT)         \
	REG_AT(TX_RUNT, COUNTER, COUNT_SIZE)          \
	REG_AT(TX_OVERSIZE, COUNTER, COUNT_SIZE)      \
	REG_AT(RX_BYTES, COUNTER, COUNT_OCTETS)       \
	REG_AT(RX_MCAST, COUNTER, COUNT_ADDRESS)      \
	REG_AT(RX_BCAST, COUNTER, COUNT_ADDRESS)      \
	REG_AT(RX_BAD, COUNTER, COUNT_ERROR)          \
	REG_AT(RX_GOOD, COUNTER, COUNT_GOOD)          \
	REG_AT(RX_RUNT, COUNTER, COUNT_SIZE)          \
	REG_AT(RX_OVERSIZE, COUNTER, COUNT_SIZE)      \
	REG_AT(RX_FCS_ERROR, COUNTER, COUNT_ERROR)    \
	REG_AT(RX_LENGTH_ERROR, COUNTER, COUNT_ERROR) \
	REG_AT(RX_CODE_ERROR, COUNTER, COUNT_ERROR)   \
	REG_AT(RX_ALIGN_ERROR, COUNTER, COUNT_ERROR)  \
	REG_AT(mac_cfg, STORED, REG_VALUE)            \
	REG_AT(frame_cfg, STORED, REG_VALUE)          \
	REG_AT(adfilter_cfg, STORED, REG_VALUE)       \
	REG_AT(ethernet_addr, STORED, REG_VALUE)      \
	REG_AT(addr_filter_0, STORED, REG_VALUE)      \
	REG_AT(enable, STORED, REG_VALUE)             \
	REG_AT(mac_status, STATUS, REG_EVENTS)        \
	REG_AT(mdio, MDIO, MDIO_PINS)                 \
	REG_AT(mdio_cmd, MDIO, MDIO_RESULT)           \
	REG_AT(dma_config0, STORED, REG_VALUE)
enum reg_number {
#define REG_AT(name, class, rule) REG_##name,
	REGISTERS(REG_AT)
#undef REG_AT
	    REG_NUMBERS
};

/* The modes that only this device knows. */
struct bcm1250_mode {
	bool fifo;                       /* packet FIFO mode */
	bool report_drop;                /* mac_cfg.ret_drpreq_en */
	uint32_t min_octets, max_octets; /* of a frame with its FCS */
};

static inline struct bcm1250 *state_of(const struct pm_model *m)
{
	return m->state;
}

static inline const struct bcm1250_mode *mode_of(const struct pm_model *m)
{
	return pm_own_mode(m);
}

static inline uint64_t stored(const struct pm_model *m, enum reg_number number)
{
	return m->regs.value[m->reg[number]];
}

/* Counts an event; in packet FIFO mode, FIFO, the slot is held. */
static inline void count(struct pm_model *m, bool fifo, enum reg_number counter, uint64_t amount, uint64_t cycle)
{
	if (fifo)
		counting_hold(&m->count, m->reg[counter], amount);
	else
		counting_add(&m->count, m->reg[counter], amount, cycle);
}

/* Sets EVENTS of mac_status in CYCLE. */
void bcm1250_set_events(struct pm_model *m, uint32_t events, uint64_t cycle);
/* Fills in the 6 octets of an address from the VALUE of its register. */
void bcm1250_address_of(uint64_t value, uint8_t *ret);
/* Returns true if a received PAUSE frame goes to the host. */
bool bcm1250_forwards_pause(const struct pm_model *m);
/* Classifies a received frame and counts it (struct pm_device). */
void bcm1250_classify(struct pm_model *m, struct pm_run *run);
#endif
