/* SPDX-License-Identifier: Apache-2.0 */
/* Modes, constants and functions that the scenarios of the BCM1250 share. */
#ifndef PAUSEBENCH_SCENARIOS_BCM1250_H
#define PAUSEBENCH_SCENARIOS_BCM1250_H
#include "generate/generate.h"

enum {
	MODE_SPEED,
	MODE_HALF,
	MODE_FLOW,
	MODE_BITS,
	MODE_DROPS,
	MODE_FILTER,
	MODE_IFG,
	MODE_THRESHOLD,
	MODE_SLOT,
	MODE_SEED,
	MODE_MIN,
	MODE_MAX
};
enum {
	RX_VISIBLE = 10, /* from the start of a run of L octets at 1000 Mb/s to its counters: L + 10 */
	TX_VISIBLE = 13,
	MDIO_CYCLES = 3210,
	MDC_HALF = 24,
	LAST_FREE = 1000000, /* clocks: the longest back-offs */
	DRIVER_MARK = 42,    /* blocks */
	FLOW_OFF = 0,
	FLOW_ON = 1,
	FLOW_FALSE_CARRIER = 2,
};

uint64_t bcm1250_bit(const struct generator *g, const char *reg, const char *field);
uint64_t bcm1250_in_field(const struct generator *g, const char *reg, const char *field, uint64_t value);
uint64_t bcm1250_mac_cfg(const struct generator *g);
uint64_t bcm1250_enabled(const struct generator *g);
void bcm1250_put_modes(struct generator *g);
void bcm1250_speed_defaults(struct generator *g);
void bcm1250_begin(struct generator *g);
/* Stops the MAC, changes the link of the PHY when the wires are at rest, and starts the MAC again. */
void bcm1250_change_link(struct generator *g, uint32_t speed, bool half);
/* Writes the mark that the set-up writes. */
void bcm1250_usual_mark(struct generator *g);
void bcm1250_collide(struct generator *g, uint32_t at, uint32_t len, uint32_t count);
const struct reg_row *bcm1250_any_counter(struct generator *g);
uint64_t bcm1250_near_wrap(struct generator *g, const struct reg_row *row);
/* Returns strobes: with a chance of PERCENT those of all bytes of the bus, else any. */
uint8_t bcm1250_any_strobe(struct generator *g, uint32_t percent);
void bcm1250_some_traffic(struct generator *g);
void bcm1250_read_some(struct generator *g);
void bcm1250_calm(struct generator *g);

extern const struct scenario bcm1250_link[], bcm1250_flow[], bcm1250_counters[], bcm1250_frames[];
extern const struct cause bcm1250_causes[];
extern const struct act bcm1250_acts[];
#endif
