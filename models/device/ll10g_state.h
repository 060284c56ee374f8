/* SPDX-License-Identifier: Apache-2.0 */
/* The state and the registers of the Intel Low Latency 10G MAC. doc/devices/ll10g.md. */
#ifndef PAUSEBENCH_LL10G_STATE_H
#define PAUSEBENCH_LL10G_STATE_H
#include "ll10g.h"
#include "machine/model.h"
#include "part/pfc.h"

enum {
	REQUEST_XON = 1, /* the codes of tx_pauseframe_control, pause_req and each class of pfc_req; 3 is reserved (L14) */
	REQUEST_XOFF = 2,
	REQUEST_BITS = 3,
};

enum side { SIDE_RX, SIDE_TX, SIDES };

/* The modes that only this device knows. */
struct ll10g_mode {
	struct ll10g_setup setup[SIDES];
	uint16_t holdoff, pfc_holdoff[PFC_CLASSES]; /* quanta */
	uint8_t pfc_enabled;                        /* the classes for which the MAC sends PFC frames */
};

struct ll10g_state {
	uint16_t row[SIDES][LL10G_COUNTER_COUNT]; /* the row of each counter; it never changes */
	uint32_t counters[SIDES];                 /* which counters the side has; it never changes */

	struct pfc_timers timers;
	struct pfc_request pause, pfc[PFC_CLASSES];
	uint8_t pulse;               /* the newest request by register, ... */
	uint64_t pulse_cycle;        /* ... which is visible in this cycle; 0: there is none */
	uint64_t clear_cycle[SIDES]; /* the cycle in which the clear bit reads 1; 0: there is none */
};

/* The registers that do something: their place in m->reg. */
#define REGISTERS(REG_AT)                          \
	REG_AT(primary_mac_addr0)                  \
	REG_AT(primary_mac_addr1)                  \
	REG_AT(mac_reset_control)                  \
	REG_AT(tx_packet_control)                  \
	REG_AT(tx_transfer_status)                 \
	REG_AT(tx_pad_control)                     \
	REG_AT(tx_crc_control)                     \
	REG_AT(tx_src_addr_override)               \
	REG_AT(tx_frame_maxlength)                 \
	REG_AT(tx_vlan_detection)                  \
	REG_AT(tx_ipg_10g)                         \
	REG_AT(tx_underflow_counter0)              \
	REG_AT(tx_pauseframe_control)              \
	REG_AT(tx_pauseframe_quanta)               \
	REG_AT(tx_pauseframe_holdoff_quanta)       \
	REG_AT(tx_pauseframe_enable)               \
	REG_AT(tx_pfc_priority_enable)             \
	REG_AT(pfc_pause_quanta_0)                 \
	REG_AT(pfc_holdoff_quanta_0)               \
	REG_AT(tx_unidir_control)                  \
	REG_AT(rx_transfer_control)                \
	REG_AT(rx_transfer_status)                 \
	REG_AT(rx_padcrc_control)                  \
	REG_AT(rx_crccheck_control)                \
	REG_AT(rx_frame_control)                   \
	REG_AT(rx_frame_maxlength)                 \
	REG_AT(rx_vlan_detection)                  \
	REG_AT(rx_frame_spaddr0_0)                 \
	REG_AT(rx_pfc_control)                     \
	REG_AT(rx_pktovrflow_error)                \
	REG_AT(rx_pktovrflow_etherStatsDropEvents) \
	REG_AT(tx_stats_clr)                       \
	REG_AT(rx_stats_clr)
enum reg_number {
#define REG_AT(name) REG_##name,
	REGISTERS(REG_AT)
#undef REG_AT
	    REG_NUMBERS
};

static inline struct ll10g_state *state_of(const struct pm_model *m)
{
	return m->state;
}

static inline const struct ll10g_mode *mode_of(const struct pm_model *m)
{
	return pm_own_mode(m);
}

static inline uint32_t stored(const struct pm_model *m, enum reg_number number)
{
	return m->regs.value[m->reg[number]];
}

/* Returns the stored value of the I-th register after NUMBER in the page. */
static inline uint32_t stored_next(const struct pm_model *m, enum reg_number number, unsigned i)
{
	return m->regs.value[m->reg[number] + i];
}

/* ll10g_request.c: hooks of struct pm_device and of its step. They act in the open cycle; CYCLE is that in which a frame ended. */
void ll10g_request(const struct pm_model *m, struct pm_request *ret);
void ll10g_started(struct pm_model *m, const struct pm_request *decided);
void ll10g_unstarted(struct pm_model *m);
void ll10g_requests_step(struct pm_model *m);
void ll10g_requests_ended(struct pm_model *m, uint64_t cycle);
void ll10g_pfc_time(const struct pm_model *m, unsigned class, struct pm_pfc_time *ret);
#endif
