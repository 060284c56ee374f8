/* SPDX-License-Identifier: Apache-2.0 */
/* Modes, constants and functions that the scenarios of the 82598EB share. */
#ifndef PAUSEBENCH_SCENARIOS_I82598_H
#define PAUSEBENCH_SCENARIOS_I82598_H
#include "generate/generate.h"

enum { MODE_FCTRL, MODE_HLREG0, MODE_RMCS, MODE_HIGH, MODE_LOW, MODE_TIME, MODE_REFRESH, MODES };
enum {
	RX_VISIBLE = 15, /* clocks from the offer of 64 octets at an idle wire to their counters */
	PAUSE_ACTS = 16,
	TX_VISIBLE = 11, /* clocks from the offer of a short frame to its counters */
	MARK_MASK = 0x7FFF8,
	MARK_ON = 1u << 31, /* FCEN, XONE */
	LMAX = 1518,
	LMAX_TAGGED = 1522,
};

uint32_t i82598_buffer(const struct generator *g);
/* Returns the octets in a unit of a mark. */
uint32_t i82598_unit(const struct generator *g);
/* Sets the modes that the set-up writes. */
void i82598_begin(struct generator *g);
void i82598_write_marks(struct generator *g, uint32_t low, uint32_t high);
void i82598_usual_marks(struct generator *g);
uint32_t i82598_filter_bits(const struct generator *g);
void i82598_xoff_on(struct generator *g);
void i82598_xoff_off(struct generator *g);
void i82598_calm(struct generator *g);
/* Return the name of a counter of the receive side or of the transmit side. */
const char *i82598_rx_counter(struct generator *g);
const char *i82598_tx_counter(struct generator *g);

extern const struct scenario i82598_frames[], i82598_flow[], i82598_registers[];
extern const struct cause i82598_causes[];
extern const struct act i82598_acts[];
#endif
