/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the Intel Low Latency 10G MAC. doc/ll10g.md. */
#ifndef PAUSEBENCH_LL10G_STATE_H
#define PAUSEBENCH_LL10G_STATE_H
#include "ll10g.h"
#include "machine/model.h"
#include "part/pfc.h"

enum side { SIDE_RX, SIDE_TX, SIDES };

struct ll10g_state {
	uint16_t row[SIDES][LL10G_COUNTER_COUNT]; /* fixed */
	uint32_t counters[SIDES];                 /* fixed; those that the side has */

	struct ll10g_setup setup[SIDES]; /* as visible in the open cycle */
	struct pfc_timers timers;
	struct pfc_request pause, pfc[PFC_CLASSES];
	uint8_t pfc_enabled; /* classes that take part */
	bool pause_enabled;
	uint8_t pulse;               /* request by register ... */
	uint64_t pulse_cycle;        /* ... visible in this cycle; 0 never */
	uint64_t clear_cycle[SIDES]; /* in which the clear bit reads 1; 0 never */
	/* what the newest closed cycle saw */
	struct {
		uint64_t cycle;
		bool kept; /* no register was written since: it is what the open cycle sees, too */
		struct ll10g_setup setup;
		uint16_t holdoff, pfc_holdoff[PFC_CLASSES];
		uint8_t pfc_enabled;
		bool pause_enabled;
	} closed;
};
#endif
