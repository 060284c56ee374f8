/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of the 82598EB that do something, and what its files share. doc/devices/i82598.md. */
#ifndef PAUSEBENCH_I82598_STATE_H
#define PAUSEBENCH_I82598_STATE_H
#include "i82598.h"

enum { I82598_LONGEST = 1518, SIZE_CLASSES = 6, LENGTH_MAX = 0xFFFF };
#define TOP_BIT 0x80000000u /* FCRTL0.XONE, FCRTH0.FCEN, RAH.AV */

/* The registers that do something: their place in m->reg. REG_AT(number, name in regs/i82598/registers.def, class, rule of a
 * wrong value) */
#define REGISTERS(REG_AT)                      \
	REG_AT(RXCTRL, STORED, REG_VALUE)      \
	REG_AT(FCTTV0, STORED, REG_VALUE)      \
	REG_AT(FCRTL0, STORED, REG_VALUE)      \
	REG_AT(FCRTH0, STORED, REG_VALUE)      \
	REG_AT(FCRTV, STORED, REG_VALUE)       \
	REG_AT(RMCS, STORED, REG_VALUE)        \
	REG_AT(HLREG0, STORED, REG_VALUE)      \
	REG_AT(MHADD, STORED, REG_VALUE)       \
	REG_AT(FCTRL, STORED, REG_VALUE)       \
	REG_AT(RAL0, STORED, REG_VALUE)        \
	REG_AT(TFCS, STATUS, TX_OFF_BIT)       \
	REG_AT(LXONTXC, COUNTER, COUNT_PAUSE)  \
	REG_AT(LXOFFTXC, COUNTER, COUNT_PAUSE) \
	REG_AT(LXONRXC, COUNTER, COUNT_PAUSE)  \
	REG_AT(LXOFFRXC, COUNTER, COUNT_PAUSE) \
	REG_AT(MPC0, COUNTER, COUNT_LOST)      \
	REG_AT(CRCERRS, COUNTER, COUNT_ERROR)  \
	REG_AT(ILLERRC, COUNTER, COUNT_ERROR)  \
	REG_AT(ERRBC, COUNTER, COUNT_ERROR)    \
	REG_AT(MLFC, COUNTER, COUNT_FAULT)     \
	REG_AT(MRFC, COUNTER, COUNT_FAULT)     \
	REG_AT(RLEC, COUNTER, COUNT_ERROR)     \
	REG_AT(PRC64, COUNTER, COUNT_SIZE)     \
	REG_AT(PRC127, COUNTER, COUNT_SIZE)    \
	REG_AT(PRC255, COUNTER, COUNT_SIZE)    \
	REG_AT(PRC511, COUNTER, COUNT_SIZE)    \
	REG_AT(PRC1023, COUNTER, COUNT_SIZE)   \
	REG_AT(PRC1522, COUNTER, COUNT_SIZE)   \
	REG_AT(GPRC, COUNTER, COUNT_GOOD)      \
	REG_AT(BPRC, COUNTER, COUNT_ADDRESS)   \
	REG_AT(MPRC, COUNTER, COUNT_ADDRESS)   \
	REG_AT(GPTC, COUNTER, COUNT_GOOD)      \
	REG_AT(GORCL, COUNTER, COUNT_OCTETS)   \
	REG_AT(GORCH, COUNTER, COUNT_OCTETS)   \
	REG_AT(GOTCL, COUNTER, COUNT_OCTETS)   \
	REG_AT(GOTCH, COUNTER, COUNT_OCTETS)   \
	REG_AT(RUC, COUNTER, COUNT_SIZE)       \
	REG_AT(RFC, COUNTER, COUNT_SIZE)       \
	REG_AT(ROC, COUNTER, COUNT_SIZE)       \
	REG_AT(RJC, COUNTER, COUNT_SIZE)       \
	REG_AT(TORL, COUNTER, COUNT_OCTETS)    \
	REG_AT(TORH, COUNTER, COUNT_OCTETS)    \
	REG_AT(TPR, COUNTER, COUNT_RX)         \
	REG_AT(TPT, COUNTER, COUNT_TX)         \
	REG_AT(PTC64, COUNTER, COUNT_SIZE)     \
	REG_AT(PTC127, COUNTER, COUNT_SIZE)    \
	REG_AT(PTC255, COUNTER, COUNT_SIZE)    \
	REG_AT(PTC511, COUNTER, COUNT_SIZE)    \
	REG_AT(PTC1023, COUNTER, COUNT_SIZE)   \
	REG_AT(PTC1522, COUNTER, COUNT_SIZE)   \
	REG_AT(MPTC, COUNTER, COUNT_ADDRESS)   \
	REG_AT(BPTC, COUNTER, COUNT_ADDRESS)
enum reg_number {
#define REG_AT(name, class, rule) REG_##name,
	REGISTERS(REG_AT)
#undef REG_AT
	    REG_NUMBERS
};

static inline struct i82598_state *state_of(const struct pm_model *m)
{
	return m->state;
}

static inline uint32_t stored(const struct pm_model *m, enum reg_number number)
{
	return m->regs.value[m->reg[number]];
}

static inline void count(struct pm_model *m, enum reg_number number, uint32_t amount, uint64_t cycle)
{
	counting_add(&m->count, m->reg[number], amount, cycle);
}

/* Adds to the octet counter whose low word is LOW. With OctetsInHigh the high word is the whole counter. */
static inline void count_octets(struct pm_model *m, enum reg_number low, uint32_t amount, uint64_t cycle)
{
	count(m, m->config.i82598.octets_in_high ? low + 1 : low, amount, cycle);
}

static inline uint32_t length_of(uint32_t octets)
{
	return octets < LENGTH_MAX ? octets : LENGTH_MAX;
}

/* Returns the class of a length: 64, 65-127, 128-255, 256-511, 512-1023, or more. The counters of these classes follow each
 * other. */
static inline unsigned size_class(uint32_t len)
{
	unsigned class = 0;

	while (class + 1 < SIZE_CLASSES && len >= (class ? 64u << class : 65u))
		class ++;
	return class;
}

/* Fills in station address I, 6 octets. Returns false if it is not valid (RAH.AV). */
bool i82598_station(const struct pm_model *m, unsigned i, uint8_t *ret);
/* Classifies a received frame and counts it (struct pm_device). */
void i82598_classify(struct pm_model *m, struct pm_run *run);
#endif
