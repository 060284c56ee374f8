/* SPDX-License-Identifier: Apache-2.0 */
/* The PHYs at the other end of the management wires: 32 addresses with 32 registers each.
 * 802.3 22.2.4 and 22.3.4 (R70-R72). */
#ifndef PAUSEBENCH_PHY_H
#define PAUSEBENCH_PHY_H
#include <stdbool.h>
#include <stdint.h>

enum { PHY_COUNT = 32, PHY_REGISTERS = 32 };
/* Auto-negotiation is complete so many MDC periods after its start: the PHY knows no other clock. */
enum { PHY_NEGOTIATION_PERIODS = 200 };

/* A PHY drives the wire, and lets go of it, 0 to so many ns after the rise of MDC (802.3 22.3.4). */
enum { PHY_DELAY_MAX_NS = 300 };

enum phy_fault {
	PHY_FAULT_NONE,
	PHY_FAULT_TURNAROUND, /* drives 1 in the second TA bit of a read */
	PHY_FAULT_STUCK,      /* holds mdio_i at 0 */
	PHY_FAULT_INCOMPLETE, /* auto-negotiation never completes */
	PHY_FAULT_NO_LINK,    /* it completes, and the link stays down */
	PHY_FAULT_COUNT
};

struct phy {
	uint16_t registers[PHY_COUNT][PHY_REGISTERS];
	uint16_t partner[PHY_COUNT];     /* register 4 of each link partner */
	uint16_t negotiating[PHY_COUNT]; /* MDC periods until complete, 0: not under way */
	uint8_t fault[PHY_COUNT];        /* enum phy_fault */
	uint16_t delay[PHY_COUNT];       /* ns from the rise of MDC to the change of the wire */
	uint32_t present;                /* bit per address */
	uint32_t stuck;                  /* likewise: present and PHY_FAULT_STUCK */
	uint32_t busy;                   /* likewise: negotiating */

	unsigned ones; /* of the preamble, saturating */
	unsigned bit;  /* of the frame, from 32 on; 0: waits for a preamble */
	uint32_t word; /* bits since ST, newest in bit 0 */
	bool answers;  /* drives the wire in this frame */
	unsigned last; /* the PHY that drove it last */
	bool level;    /* what mdio_i is now */
	bool mdc;
};

/* Power-up: PHY 1 is there, a gigabit PHY with its link up; the others are not. Registers 0 to 6 behave as clause 22.2.4 says: 0 restarts and
 * resets, 1 to 3, 5 and 6 are read-only to the bus, 5 shows the partner when auto-negotiation is complete; the rest is storage. */
void phy_reset(struct phy *p);
/* Sets any register, read-only ones too. */
void phy_set(struct phy *p, unsigned phy, unsigned reg, uint16_t value);
/* What the link partner advertises (its register 4): register 5 shows it after the next negotiation. */
void phy_set_partner(struct phy *p, unsigned phy, uint16_t ability);
void phy_set_fault(struct phy *p, unsigned phy, enum phy_fault fault);
/* The PHY's delay, 0 to PHY_DELAY_MAX_NS; 0 as long as nothing is set. */
void phy_set_delay(struct phy *p, unsigned phy, unsigned ns);
/* A PHY that is not present neither answers nor takes writes. */
void phy_present(struct phy *p, unsigned phy, bool present);
/* mdc, mdio_o or mdio_oe changed to PINS (enum mdio_pin). Returns mdio_i, which follows the rise of MDC; 1 when no PHY drives it (pull-up). */
bool phy_pins(struct phy *p, unsigned pins);
/* The delay of the PHY whose change phy_pins() returned last, in ns. */
unsigned phy_delay(const struct phy *p);
/* mdio_i as it is now. */
bool phy_level(const struct phy *p);
#endif
