/* SPDX-License-Identifier: Apache-2.0 */
/* A device driver's sequence for negotiated flow control, as register accesses one after another: advertise, restart, wait until complete,
 * read what both sides can do, resolve by table 28B-3, program the MAC. doc/bcm1250.md 7; 802.3 28B.3; tg3.c and sb1250-mac.c prescribe the order.
 *
 *     driver_begin(&driver, dut, item);
 *     while (driver_next(&driver, &access, &pause)) {    pause: clocks to wait before the access
 *         carry out access, an ITEM_REG_WRITE or ITEM_REG_READ;
 *         driver_result(&driver, value);                 of a read; any value after a write
 *     }
 */
#ifndef PAUSEBENCH_DRIVER_H
#define PAUSEBENCH_DRIVER_H
#include "base/dut.h"
#include "item.h"

/* How a driver reaches a PHY, and what it sets: one row per device. */
struct driver_port;

enum driver_phase {
	DRIVER_ADVERTISE,
	DRIVER_RESTART,
	DRIVER_POLL,
	DRIVER_READ_LOCAL,
	DRIVER_READ_PARTNER,
	DRIVER_PROGRAM,
	DRIVER_DONE
};

struct driver {
	const struct driver_port *port;
	enum driver_phase phase;
	uint8_t phy;
	bool master;
	uint16_t advertise, local, partner;
	unsigned polls;
	/* the management frame under way */
	uint64_t word; /* its 64 bits, the first in bit 63 */
	bool read, refused;
	unsigned bit, step;
	uint16_t data;
	/* the register of the MAC that is being changed */
	unsigned change;
	uint64_t value;
	bool writing;
	/* how it ended */
	bool completed; /* the MAC was programmed */
};

/* ITEM is an ITEM_NEGOTIATE; DUT has CAP_MDIO. */
void driver_begin(struct driver *d, const struct dut *dut, const struct item *item);
/* The next access; false: the sequence is over. */
bool driver_next(struct driver *d, struct item *ret_access, uint32_t *ret_pause);
void driver_result(struct driver *d, uint64_t value);
#endif
