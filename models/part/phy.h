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

/* A PHY drives the wire, and releases it, at most so many ns after the rise of MDC (802.3 22.3.4). */
enum { PHY_DELAY_MAX_NS = 300 };

enum phy_fault {
	PHY_FAULT_NONE,
	PHY_FAULT_TURNAROUND, /* drives 1 in the second TA bit of a read */
	PHY_FAULT_STUCK,      /* holds mdio_i at 0 */
	PHY_FAULT_INCOMPLETE, /* auto-negotiation never completes */
	PHY_FAULT_NO_LINK,    /* auto-negotiation completes, and the link stays down */
	PHY_FAULT_COUNT
};

struct phy {
	uint16_t registers[PHY_COUNT][PHY_REGISTERS];
	uint16_t partner[PHY_COUNT];     /* register 4 of each link partner */
	uint16_t negotiating[PHY_COUNT]; /* MDC periods until auto-negotiation is complete; 0: it is not under way */
	uint8_t fault[PHY_COUNT];        /* enum phy_fault */
	uint16_t delay[PHY_COUNT];       /* ns from the rise of MDC to the change of the wire */
	uint32_t present;                /* a bit for each address at which there is a PHY */
	uint32_t stuck;                  /* ... which has the fault PHY_FAULT_STUCK */
	uint32_t busy;                   /* ... which negotiates */

	unsigned ones; /* the ones of the preamble so far, saturating */
	unsigned bit;  /* the bit of the frame that comes next, from 32 on; 0: a preamble is to come */
	uint32_t word; /* the bits since ST, the newest in bit 0 */
	bool answers;  /* a PHY drives the wire in this frame */
	unsigned last; /* the PHY that drove the wire last */
	bool level;    /* the present level of mdio_i */
	bool mdc;
};

/* Power-up: there is one PHY, at address 1, a gigabit PHY with its link up. Registers 0 to 6 behave as clause 22.2.4 says: 0
 * restarts and resets; the bus cannot write 1 to 3, 5 and 6; 5 shows what the partner advertises when auto-negotiation is
 * complete. All others are storage. */
void phy_reset(struct phy *p);
/* Sets any register, read-only ones too. */
void phy_set(struct phy *p, unsigned phy, unsigned reg, uint16_t value);
/* The link partner advertises ABILITY (its register 4); register 5 shows that after the next negotiation. */
void phy_set_partner(struct phy *p, unsigned phy, uint16_t ability);
void phy_set_fault(struct phy *p, unsigned phy, enum phy_fault fault);
/* Sets the delay of the PHY, 0 to PHY_DELAY_MAX_NS; it is 0 at first. */
void phy_set_delay(struct phy *p, unsigned phy, unsigned ns);
/* Puts a PHY at the address, or takes it away; one that is not present neither answers nor takes writes. */
void phy_present(struct phy *p, unsigned phy, bool present);
/* mdc, mdio_o or mdio_oe changed to PINS (enum mdio_pin). Returns mdio_i, which follows the rise of MDC; 1 when no PHY drives it (pull-up). */
bool phy_pins(struct phy *p, unsigned pins);
/* Returns the delay, in ns, of the PHY whose change phy_pins() returned last. */
unsigned phy_delay(const struct phy *p);
/* Returns the present level of mdio_i. */
bool phy_level(const struct phy *p);
#endif
