/* SPDX-License-Identifier: Apache-2.0 */
/* The PHYs at the other end of the management wires: 32 addresses with 32 registers each.
 * 802.3 22.2.4 and 22.3.4 (R70-R72). */
#ifndef PAUSEBENCH_PHY_H
#define PAUSEBENCH_PHY_H
#include <stdbool.h>
#include <stdint.h>

enum { PHY_COUNT = 32, PHY_REGISTERS = 32 };

struct phy {
	uint16_t registers[PHY_COUNT][PHY_REGISTERS];
	uint32_t present; /* bit per address */

	unsigned ones; /* of the preamble, saturating */
	unsigned bit;  /* of the frame, from 32 on; 0: waits for a preamble */
	uint32_t word; /* bits since ST, newest in bit 0 */
	bool answers;  /* drives the wire in this frame */
	bool level;    /* what mdio_i is now */
	bool mdc;
};

/* Power-up: PHY 1 is there, a gigabit PHY with its link up; the others are not. */
void phy_reset(struct phy *p);
void phy_set(struct phy *p, unsigned phy, unsigned reg, uint16_t value);
/* A PHY that is not present neither answers nor takes writes. */
void phy_present(struct phy *p, unsigned phy, bool present);
/* mdc, mdio_o or mdio_oe changed to PINS (enum mdio_pin). Returns mdio_i, which follows the rise of MDC; 1 when no PHY drives it (pull-up). */
bool phy_pins(struct phy *p, unsigned pins);
#endif
