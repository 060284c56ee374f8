/* SPDX-License-Identifier: Apache-2.0 */
/* Modes, constants and functions that the scenarios of the LL 10GbE MAC share. */
#ifndef PAUSEBENCH_SCENARIOS_LL10G_H
#define PAUSEBENCH_SCENARIOS_LL10G_H
#include "generate/generate.h"

enum {
	MODE_RX_FRAME,
	MODE_RX_REMOVE,
	MODE_RX_CRC,
	MODE_RX_VLAN,
	MODE_TX_VLAN,
	MODE_TX_PAD,
	MODE_TX_CRC,
	MODE_TX_IPG,
	MODE_PAUSE,
	MODE_PFC_RX,
	MODE_PFC_TX,
	MODES
};
enum {
	RX_VISIBLE = 15, /* clocks from the offer of 64 octets at an idle wire to their counters */
	TX_VISIBLE = 11, /* clocks from the offer of a short frame to its counters */
	PAUSE_ACTS = 16,
	MAX_LENGTH = 1518,
	CLASSES = STIM_CLASSES,
	TYPE_STACKED = 0x88A8,
	SOURCE_REGISTER = 2,
};

void ll10g_begin(struct generator *g);
void ll10g_frame_any(struct generator *g, uint32_t len, bool send);
uint32_t ll10g_length_near(struct generator *g, uint32_t limit);
void ll10g_pfc_setup(struct generator *g);
void ll10g_calm(struct generator *g);
/* Return the name of a counter of the receive side or of the transmit side. */
const char *ll10g_rx_counter(struct generator *g);
const char *ll10g_tx_counter(struct generator *g);

extern const struct scenario ll10g_receive[], ll10g_flow[], ll10g_send[], ll10g_registers[];
extern const struct cause ll10g_causes[];
extern const struct act ll10g_acts[];
#endif
