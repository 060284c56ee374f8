/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: MDIO and resets of the BCM5718. */
#include "scenarios.h"

static void mi_com(struct generator *g, bool is_read, uint32_t phy, uint32_t reg, uint32_t data)
{
	gen_write(g, "MI_COM", gen_field(g, "MI_COM", "BUSY") | (is_read ? 2u : 1u) << 26 | phy << 21 | reg << 16 | data);
}

static void mi_com_any(struct generator *g, uint32_t phy, uint32_t reg)
{
	bool is_read = gen_chance(g, 60);

	mi_com(g, is_read, phy, reg, gen_below(g, 0x10000));
}

static void phy_any(struct generator *g, uint32_t phy, uint32_t reg)
{
	struct item item = { .kind = ITEM_PHY, .u.phy = { .phy = (uint8_t)phy } };

	item.u.phy.present = gen_chance(g, 80);
	if (item.u.phy.present) {
		item.u.phy.reg = (uint8_t)reg;
		item.u.phy.value = (uint16_t)gen_below(g, 0x10000);
	}
	gen_item(g, &item);
}

static void mdio(struct generator *g)
{
	uint32_t phy = gen_chance(g, 60) ? 1 : gen_below(g, 32), reg = gen_below(g, 32);

	if (gen_chance(g, 70))
		phy_any(g, phy, reg);
	mi_com_any(g, phy, reg);
	gen_read(g, "MI_COM");
	if (gen_chance(g, 40)) { /* the master ignores a command while it is busy */
		gen_wait(g, gen_below(g, MDIO_CYCLES));
		mi_com_any(g, 31 - phy, 31 - reg);
	}
	if (gen_chance(g, 70))
		gen_rx_train(g, 2, 64, STIM_GAP);
	gen_wait(g, MDIO_CYCLES);
	gen_read(g, "MI_COM");
	if (gen_chance(g, 30)) /* a write without BUSY is stored and starts no frame */
		gen_write(g, "MI_COM", gen_below(g, UINT32_MAX) & ~gen_field(g, "MI_COM", "BUSY"));
	gen_read(g, "MI_COM");
}

static void mdio_busy_ends(struct generator *g)
{
	gen_wait_for(g, WAIT_REG, 200);
	mi_com_any(g, 1, 2);
	gen_wait(g, 3196 + gen_below(g, 6));
	gen_read_twice(g, "MI_COM");
}

static void chip_reset(struct generator *g)
{
	gen_wait(g, gen_below(g, 200));
	gen_item(g, &(struct item){ .kind = ITEM_RESET, .u.wait.cycles = gen_between(g, 1, 20) });
	gen_wait(g, gen_between(g, 20, 60));
	bcm5718_read_some(g);
	gen_set_up(g);
	bcm5718_begin(g);
}

const struct scenario bcm5718_management[] = {
	{ "mdio", 3, CAP_MDIO, mdio },
	{ "mdio-busy-ends", 1, CAP_MDIO, mdio_busy_ends },
	{ "chip-reset", 2, 0, chip_reset },
	{ .name = NULL },
};
