/* SPDX-License-Identifier: Apache-2.0 */
/* The PHYs at the other end of the management wires.
 * 802.3 22.2.4 and 22.3.4 (R70-R72).
 *
 * At each rise of MDC: 32 ones or more and a zero start a frame. A PHY that is read drives 0 after the rise of the first TA bit, so that
 * the station sees it in the second, then its 16 data bits, and lets go after the rise of the last bit. A write is stored at the rise of
 * its last bit. Anything that is no frame is waited out until the next preamble. */
#include "phy.h"
#include "mdio.h"

enum {
	PREAMBLE_BITS = 32,
	ADDRESS_END = 46, /* bits up to the register */
	DATA_START = 48,
	FRAME_BITS = 64,
	START_READ = 6, /* ST 01, OP 10 */
	START_WRITE = 5,
};

/* What a gigabit PHY shows after auto-negotiation with a partner that can pause both ways. */
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

void phy_reset(struct phy *p)
{
	*p = (struct phy){ .present = 1u << 1, .level = true };
	for (unsigned phy = 0; phy < PHY_COUNT; phy++) {
		for (unsigned i = 0; i < sizeof(power_up) / sizeof(power_up[0]); i++)
			p->registers[phy][power_up[i].reg] = power_up[i].value;
	}
}

void phy_set(struct phy *p, unsigned phy, unsigned reg, uint16_t value)
{
	p->registers[phy % PHY_COUNT][reg % PHY_REGISTERS] = value;
}

void phy_present(struct phy *p, unsigned phy, bool present)
{
	uint32_t mask = 1u << phy % PHY_COUNT;

	p->present = present ? p->present | mask : p->present & ~mask;
}

static void wait_for_preamble(struct phy *p)
{
	p->bit = p->ones = 0;
	p->answers = false;
	p->level = true;
}

/* The bit that starts a frame, or one of the ones before it. */
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

/* ST, OP and the addresses are complete: for whom is it? */
static void take_address(struct phy *p)
{
	unsigned start = p->word >> 10 & 15, phy = p->word >> 5 & 31;

	if ((start != START_READ && start != START_WRITE) || !(p->present >> phy & 1)) {
		wait_for_preamble(p);
		return;
	}
	p->answers = start == START_READ;
}

static uint16_t *addressed(struct phy *p, uint32_t address)
{
	return &p->registers[address >> 5 & 31][address & 31];
}

/* After the rise of bit .bit - 1 of a read: the next one, TA's second or data. */
static void drive(struct phy *p)
{
	unsigned next = p->bit;
	uint32_t address = p->word >> (p->bit - ADDRESS_END);

	if (next < DATA_START)
		p->level = next < DATA_START - 1;
	else
		p->level = *addressed(p, address) >> (FRAME_BITS - 1 - next) & 1;
}

static void take_bit(struct phy *p, bool bit)
{
	p->word = p->word << 1 | bit;
	p->bit++;
	if (p->bit == ADDRESS_END)
		take_address(p);
	if (p->bit == FRAME_BITS) {
		if (!p->answers)
			*addressed(p, p->word >> 18) = (uint16_t)p->word;
		wait_for_preamble(p);
	}
	if (p->answers)
		drive(p);
}

bool phy_pins(struct phy *p, unsigned pins)
{
	bool mdc = pins & MDIO_PIN_MDC, rise = mdc && !p->mdc;
	bool bit = pins & MDIO_PIN_OE ? pins & MDIO_PIN_O : p->level;

	p->mdc = mdc;
	if (!rise)
		return p->level;
	if (p->bit)
		take_bit(p, bit);
	else
		take_preamble(p, bit);
	return p->level;
}
