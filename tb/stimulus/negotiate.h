/* SPDX-License-Identifier: Apache-2.0 */
/* Negotiated flow control: makes the sequence of register accesses of a device driver. It advertises the driver's abilities, restarts
 * auto-negotiation, waits until that is complete, reads the abilities of both sides, resolves them by table 28B-3 and programs the MAC. The order is
 * that of tg3.c and sb1250-mac.c. doc/devices/bcm1250.md 7; 802.3 28B.3.
 *
 *     negotiation_begin(&negotiation, dut, item);
 *     while (negotiation_next(&negotiation, &access, &pause)) {    pause is how many clocks to wait before the access
 *         carry out access, an ITEM_REG_WRITE or ITEM_REG_READ;
 *         negotiation_result(&negotiation, value);                 the value of a read; any value after a write
 *     }
 */
#ifndef PAUSEBENCH_NEGOTIATE_H
#define PAUSEBENCH_NEGOTIATE_H
#include "base/dut.h"
#include "item.h"

/* How a driver reaches a PHY, and what it sets: one row per device. */
struct negotiation_port;

enum negotiation_phase {
	NEGOTIATION_ADVERTISE,
	NEGOTIATION_RESTART,
	NEGOTIATION_POLL,
	NEGOTIATION_READ_LOCAL,
	NEGOTIATION_READ_PARTNER,
	NEGOTIATION_PROGRAM,
	NEGOTIATION_DONE
};

struct negotiation {
	const struct negotiation_port *port;
	enum negotiation_phase phase;
	uint8_t phy;
	bool master;
	uint16_t advertise, local, partner;
	unsigned polls;
	/* The management frame in progress. */
	uint64_t word; /* its 64 bits, the first one in bit 63 */
	bool read, refused;
	unsigned bit, step;
	uint16_t data;
	/* The register of the MAC that is being changed. */
	unsigned change;
	uint64_t value;
	bool writing;
	/* The outcome. */
	bool completed; /* the MAC was programmed */
};

/* Begins the sequence. ITEM is an ITEM_NEGOTIATE; DUT has CAP_MDIO. */
void negotiation_begin(struct negotiation *d, const struct dut *dut, const struct item *item);
/* Gives the next access; returns false if the sequence is over. */
bool negotiation_next(struct negotiation *d, struct item *ret_access, uint32_t *ret_pause);
void negotiation_result(struct negotiation *d, uint64_t value);
#endif
