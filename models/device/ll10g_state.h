/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the Intel Low Latency 10G MAC. doc/ll10g.md. */
#ifndef PAUSEBENCH_LL10G_STATE_H
#define PAUSEBENCH_LL10G_STATE_H
#include "ll10g.h"
#include "machine/model.h"
#include "part/pfc.h"

enum side { SIDE_RX, SIDE_TX, SIDES };

/* The modes that only this device knows. */
struct ll10g_mode {
	struct ll10g_setup setup[SIDES];
	uint16_t holdoff, pfc_holdoff[PFC_CLASSES]; /* quanta */
	uint8_t pfc_enabled;                        /* classes that take part */
};

struct ll10g_state {
	uint16_t row[SIDES][LL10G_COUNTER_COUNT]; /* fixed */
	uint32_t counters[SIDES];                 /* fixed; those that the side has */

	struct pfc_timers timers;
	struct pfc_request pause, pfc[PFC_CLASSES];
	uint8_t pulse;               /* request by register ... */
	uint64_t pulse_cycle;        /* ... visible in this cycle; 0 never */
	uint64_t clear_cycle[SIDES]; /* in which the clear bit reads 1; 0 never */
};
#endif
