/* SPDX-License-Identifier: Apache-2.0 */
/* Modes, constants and functions that the scenarios of the BCM5718 share. */
#ifndef PAUSEBENCH_SCENARIOS_BCM5718_H
#define PAUSEBENCH_SCENARIOS_BCM5718_H
#include "generate/generate.h"

enum { MODE_MAC, MODE_TX, MODE_RX };
enum {
	RUN_64 = 72,     /* cycles of a 64-octet run with preamble */
	RX_VISIBLE = 10, /* from the start of a run of L octets to its counters: L + 10 */
	TX_VISIBLE = 13, /* from the offer of N >= 60 octets to the counters: N + 13 */
	MDIO_CYCLES = 3210,
	PORT_MODE_RESET = 0x8,
	MBUF_OCTETS = 128,
	ALLOWANCE = 2,
	MTU = 1518,
	MARK_MAX = 511,
};

uint32_t bcm5718_mbufs(const struct generator *g);
void bcm5718_write_marks(struct generator *g, uint32_t low, uint32_t high);
void bcm5718_usual_marks(struct generator *g);
void bcm5718_begin(struct generator *g);
uint32_t bcm5718_keep_bits(const struct generator *g);
uint32_t bcm5718_accept_bits(const struct generator *g);
void bcm5718_low_on(struct generator *g);
void bcm5718_low_off(struct generator *g);
void bcm5718_read_some(struct generator *g);
void bcm5718_calm(struct generator *g);
/* Return the name of a counter, or of a status register, of the receive side or of the transmit side. */
const char *bcm5718_rx_counter(struct generator *g);
const char *bcm5718_tx_counter(struct generator *g);

extern const struct scenario bcm5718_modes[], bcm5718_frames[], bcm5718_flow[], bcm5718_registers[], bcm5718_management[];
extern const struct cause bcm5718_causes[];
extern const struct act bcm5718_acts[];
#endif
