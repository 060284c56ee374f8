/* SPDX-License-Identifier: Apache-2.0 */
/* The PHYs at the other end of the management wires. 802.3 22.2.4 and 22.3.4 (R70-R72).
 *
 * A PHY takes one bit at each rise of MDC. At least 32 ones and then a zero start a frame. A PHY that is read drives 0 after the
 * rise of the first TA bit, so that the station sees it in the second one, then its 16 data bits, and releases the wire after the
 * rise of the last bit. A write takes effect at the rise of its last bit. A change of the wire comes the PHY's delay after the
 * rise of MDC. After bits that are no frame the PHYs wait for the next preamble. */
#include "autoneg.h"
#include "mdio.h"
#include "phy.h"

enum {
	PREAMBLE_BITS = 32,
	ADDRESS_END = 46, /* bits up to and with the register address */
	DATA_START = 48,
	FRAME_BITS = 64,
	START_READ = 6, /* ST 01, OP 10 */
	START_WRITE = 5,
};

/* Clause 22.2.4.1, 22.2.4.2, 28.2.4.1. */
enum {
	CONTROL = 0,
	STATUS = 1,
	ADVERTISED = 4,
	PARTNER = 5,
	EXPANSION = 6,
	CONTROL_RESET = 0x8000,
	CONTROL_ENABLE = 0x1000,
	CONTROL_RESTART = 0x0200,
	STATUS_COMPLETE = 0x0020,
	STATUS_LINK = 0x0004,
	EXPANSION_PAGE_RECEIVED = 0x0002,
	POWER_UP_PARTNER = 0x0DE1,
};

/* The registers of a gigabit PHY after auto-negotiation with a partner that sends and obeys PAUSE. */
static const struct {
	uint8_t reg;
	uint16_t value;
} power_up[] = {
	{ 0, 0x1140 },                 /* control: auto-negotiation, 1000, full duplex */
	{ 1, 0x796D },                 /* status: complete, link up, extended */
	{ 2, 0x0020 },                 /* identifier */
	{ 3, 0x60B0 },  { 4, 0x0DE1 }, /* advertised: 10/100, PAUSE and asymmetric PAUSE */
	{ 5, 0xCDE1 },                 /* partner: the same, acknowledged, next page */
	{ 6, 0x0007 },                 /* expansion */
	{ 9, 0x0300 },                 /* 1000BASE-T control */
	{ 10, 0x3C00 },                /* 1000BASE-T status: both receivers good, partner full and half */
	{ 15, 0x3000 },                /* extended status: 1000BASE-T full and half */
};

static void registers_power_up(struct phy *p, unsigned phy)
{
	for (unsigned i = 0; i < sizeof(power_up) / sizeof(power_up[0]); i++)
		p->registers[phy][power_up[i].reg] = power_up[i].value;
}

void phy_reset(struct phy *p)
{
	*p = (struct phy){ .present = 1u << 1, .level = true };
	for (unsigned phy = 0; phy < PHY_COUNT; phy++) {
		registers_power_up(p, phy);
		p->partner[phy] = POWER_UP_PARTNER;
	}
}

static void stuck_update(struct phy *p)
{
	p->stuck = 0;
	for (unsigned phy = 0; phy < PHY_COUNT; phy++)
		if (p->fault[phy] == PHY_FAULT_STUCK)
			p->stuck |= 1u << phy & p->present;
}

void phy_set_partner(struct phy *p, unsigned phy, uint16_t ability)
{
	p->partner[phy % PHY_COUNT] = ability;
}

void phy_set_fault(struct phy *p, unsigned phy, enum phy_fault fault)
{
	p->fault[phy % PHY_COUNT] = (uint8_t)fault;
	stuck_update(p);
}

void phy_set_delay(struct phy *p, unsigned phy, unsigned ns)
{
	p->delay[phy % PHY_COUNT] = (uint16_t)ns;
}

void phy_set(struct phy *p, unsigned phy, unsigned reg, uint16_t value)
{
	p->registers[phy % PHY_COUNT][reg % PHY_REGISTERS] = value;
}

void phy_present(struct phy *p, unsigned phy, bool present)
{
	uint32_t mask = 1u << phy % PHY_COUNT;

	p->present = present ? p->present | mask : p->present & ~mask;
	stuck_update(p);
}

/* ---- auto-negotiation ---- */

static void negotiation_begin(struct phy *p, unsigned phy)
{
	uint16_t *regs = p->registers[phy];

	regs[STATUS] &= (uint16_t) ~(STATUS_COMPLETE | STATUS_LINK);
	regs[PARTNER] = 0;
	regs[EXPANSION] &= (uint16_t)~EXPANSION_PAGE_RECEIVED;
	p->negotiating[phy] = PHY_NEGOTIATION_PERIODS;
	p->busy |= 1u << phy;
}

static void negotiation_end(struct phy *p, unsigned phy)
{
	uint16_t *regs = p->registers[phy];

	regs[PARTNER] = p->partner[phy] | AUTONEG_ACK;
	regs[STATUS] |= STATUS_COMPLETE;
	regs[EXPANSION] |= EXPANSION_PAGE_RECEIVED;
	if (p->fault[phy] != PHY_FAULT_NO_LINK && autoneg_resolve(regs[ADVERTISED], p->partner[phy]).link)
		regs[STATUS] |= STATUS_LINK;
}

/* An MDC period is over. */
static void negotiation_advance(struct phy *p)
{
	for (uint32_t left = p->busy; left; left &= left - 1) {
		unsigned phy = (unsigned)__builtin_ctz(left);
		if (p->fault[phy] == PHY_FAULT_INCOMPLETE || --p->negotiating[phy])
			continue;
		p->busy &= ~(1u << phy);
		negotiation_end(p, phy);
	}
}

/* A frame writes VALUE to a register. */
static void take_write(struct phy *p, unsigned phy, unsigned reg, uint16_t value)
{
	if (reg == STATUS || reg == 2 || reg == 3 || reg == PARTNER || reg == EXPANSION)
		return;
	if (reg == CONTROL && (value & CONTROL_RESET)) {
		p->busy &= ~(1u << phy);
		registers_power_up(p, phy);
		return;
	}
	p->registers[phy][reg] = value;
	if (reg != CONTROL)
		return;
	p->registers[phy][CONTROL] &= (uint16_t)~CONTROL_RESTART;
	if ((value & CONTROL_RESTART) && (value & CONTROL_ENABLE))
		negotiation_begin(p, phy);
}

/* ---- the wire ---- */

static void wait_for_preamble(struct phy *p)
{
	p->bit = p->ones = 0;
	p->answers = false;
	p->level = true;
}

/* Takes a bit before the frame: one of the ones of a preamble, or the zero that starts the frame. */
static void take_preamble(struct phy *p, bool bit)
{
	if (bit) {
		p->ones += p->ones < PREAMBLE_BITS;
		return;
	}
	if (p->ones == PREAMBLE_BITS) {
		p->bit = PREAMBLE_BITS + 1;
		p->word = 0;
	}
	p->ones = 0;
}

/* ST, OP and the addresses are complete: finds the PHY that they address. */
static void take_address(struct phy *p)
{
	unsigned start = p->word >> 10 & 15, phy = p->word >> 5 & 31;

	if ((start != START_READ && start != START_WRITE) || !(p->present >> phy & 1)) {
		wait_for_preamble(p);
		return;
	}
	p->answers = start == START_READ;
	p->last = phy;
}

static bool turnaround(const struct phy *p, uint32_t address)
{
	return p->fault[address >> 5 & 31] == PHY_FAULT_TURNAROUND;
}

/* Drives the next bit of a read, the second one of TA or one of data, after the rise of bit .bit - 1. */
static void drive(struct phy *p)
{
	unsigned next = p->bit;
	uint32_t address = p->word >> (p->bit - ADDRESS_END);

	if (next < DATA_START)
		p->level = next < DATA_START - 1 || turnaround(p, address);
	else
		p->level = p->registers[address >> 5 & 31][address & 31] >> (FRAME_BITS - 1 - next) & 1;
}

static void take_bit(struct phy *p, bool bit)
{
	p->word = p->word << 1 | bit;
	p->bit++;
	if (p->bit == ADDRESS_END)
		take_address(p);
	if (p->bit == FRAME_BITS) {
		if (!p->answers)
			take_write(p, p->word >> 23 & 31, p->word >> 18 & 31, (uint16_t)p->word);
		wait_for_preamble(p);
	}
	if (p->answers)
		drive(p);
}

unsigned phy_delay(const struct phy *p)
{
	return p->delay[p->last];
}

bool phy_level(const struct phy *p)
{
	return p->level && !p->stuck;
}

bool phy_pins(struct phy *p, unsigned pins)
{
	bool mdc = pins & MDIO_PIN_MDC, rise = mdc && !p->mdc;
	bool bit = pins & MDIO_PIN_OE ? pins & MDIO_PIN_O : p->level;

	p->mdc = mdc;
	if (rise) {
		if (p->busy)
			negotiation_advance(p);
		if (p->bit)
			take_bit(p, bit);
		else
			take_preamble(p, bit);
	}
	return phy_level(p);
}
