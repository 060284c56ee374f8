/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: frames, management and resets of the BCM1250. */
#include "scenarios.h"

static void receive_shapes(struct generator *g)
{
	for (uint32_t n = gen_between(g, 1, 5); n; n--) {
		struct item shape = gen_rx_shape(g);
		struct stim_fields fields = gen_rx_fields(g);
		uint32_t len = gen_rx_len(g);
		if (gen_chance(g, 30))
			shape.u.frame.fcs = FCS_BAD;
		if (g->modes[MODE_SPEED] != SPEED_1000) {
			shape.u.frame.dribble = gen_chance(g, 40) ? (uint8_t)gen_between(g, 1, 16) : 0;
			shape.u.frame.lead = gen_chance(g, 40);
		}
		if (gen_chance(g, 30))
			fields.type = (uint16_t)(gen_chance(g, 60) && len > 18 ? len - 20 + gen_below(g, 5) : gen_below(g, 1502));
		if (gen_chance(g, 15)) {
			shape.u.frame.error_at = (int32_t)gen_below(g, len + 2) - 2;
			shape.u.frame.error_len = gen_between(g, 1, 3);
			if (shape.u.frame.error_at >= (int32_t)len)
				shape.u.frame.error_at = INT32_MIN;
		}
		gen_rx(g, &shape, &fields, len);
	}
}

static void own_fcs(struct generator *g)
{
	for (uint32_t n = gen_between(g, 1, 3); n; n--) {
		struct item item = stim_tx_item();
		struct stim_fields fields = stim_tx_fields();
		uint32_t len = gen_chance(g, 60) ? gen_tx_len(g)
		             : gen_chance(g, 75) ? gen_between(g, 1, 70)
		                                 : gen_between(g, 1512, 1520);
		item.u.frame.host_fcs = true;
		item.u.frame.fcs = gen_chance(g, 60) ? FCS_GOOD : gen_chance(g, 50) ? FCS_BAD : FCS_NONE;
		item.u.frame.octets = stim_octets(&fields, len);
		item.u.frame.len = len;
		if (!item.u.frame.octets)
			return;
		gen_item(g, &item);
	}
	if (g->modes[MODE_HALF]) {
		uint32_t count = gen_between(g, 1, 3);
		bcm1250_collide(g, gen_between(g, 1, 150), 4, count);
	}
}

static void mdio_master(struct generator *g)
{
	static const uint8_t registers[] = { 0, 1, 2, 4, 5, 6, 9, 16, 20, 31 };
	uint64_t phy = gen_chance(g, 70) ? 1 : gen_below(g, 32), reg = GEN_PICK(g, registers);
	bool read = gen_chance(g, 60);
	uint64_t data = gen_below(g, 0x8000); /* no PHY reset */

	gen_write(g, "mdio_cmd",
	          bcm1250_bit(g, "mdio_cmd", "BUSY") | bcm1250_in_field(g, "mdio_cmd", "COMMAND", read ? 2 : 1) |
	              bcm1250_in_field(g, "mdio_cmd", "PHY", phy) | bcm1250_in_field(g, "mdio_cmd", "REGISTER", reg) |
	              (read ? 0 : bcm1250_in_field(g, "mdio_cmd", "DATA", data)));
	if (gen_chance(g, 50))
		gen_read(g, "mdio_cmd");
	if (gen_chance(g, 20)) {
		gen_wait(g, gen_below(g, 3000));
		gen_write(g, "mdio", gen_below(g, 16));
		gen_read(g, "mdio");
	}
	gen_wait(g, gen_chance(g, 70) ? MDIO_CYCLES : gen_below(g, 3300));
	gen_read(g, "mdio_cmd");
}

static void mdio_pins(struct generator *g)
{
	bool read = gen_chance(g, 60);
	uint32_t phy = gen_chance(g, 80) ? 1 : gen_below(g, 32), reg = gen_chance(g, 50) ? gen_below(g, 7) : 20;
	uint64_t word = 0xFFFFFFFFull << 32 | 1ull << 30 | (read ? 2ull : 1ull) << 28 | (uint64_t)phy << 23 |
	                (uint64_t)reg << 18 | 2ull << 16 | gen_below(g, 0x8000);

	gen_wait(g, MDIO_CYCLES);
	for (int i = 0; i < 64; i++) {
		bool input = read && i >= 46;
		uint64_t pins = input ? 2 : word >> (63 - i) & 1 ? 4 : 0;
		gen_write(g, "mdio", pins);
		gen_wait(g, MDC_HALF);
		if (input)
			gen_read(g, "mdio");
		gen_write(g, "mdio", pins | 1);
		gen_wait(g, MDC_HALF);
	}
	gen_write(g, "mdio", 2);
}

/* Returns a value for register 4 of a PHY: speeds and duplex, then flow control. */
static uint16_t any_advertisement(struct generator *g)
{
	uint32_t technologies = gen_between(g, 1, 15);
	uint32_t pause = gen_below(g, 4);

	return (uint16_t)(0x0001 | technologies << 5 | pause << 10);
}

static void negotiation(struct generator *g)
{
	uint16_t abilities = any_advertisement(g);
	uint16_t partner = any_advertisement(g);

	gen_wait_for(g, WAIT_IDLE, 20000);
	gen_item(g, &(struct item){ .kind = ITEM_PHY, .u.phy = { .what = PHY_ITEM_PARTNER, .phy = 1, .value = partner } });
	gen_item(g, &(struct item){ .kind = ITEM_NEGOTIATE,
	                            .u.negotiate = { .phy = 1, .advertise = abilities, .master = gen_chance(g, 60) } });
	gen_wait_for(g, WAIT_REG, 0);
	bcm1250_change_link(g, g->modes[MODE_SPEED],
	                    g->modes[MODE_HALF]); /* back to the speed and duplex that the generator assumes */
}

static void port_reset(struct generator *g)
{
	gen_pause(g, gen_short_time(g), STIM_GAP);
	gen_tx_any(g, 0, 100);
	gen_wait(g, gen_below(g, 200));
	gen_write(g, "enable", bcm1250_enabled(g) | bcm1250_bit(g, "enable", "PORT_RESET"));
	gen_read(g, "mac_status");
	gen_wait(g, gen_below(g, 200));
	gen_write(g, "enable", bcm1250_enabled(g));
	gen_read(g, "mac_status");
}

static void halves_off(struct generator *g)
{
	uint64_t one = gen_chance(g, 50) ? bcm1250_bit(g, "enable", "RX_ENABLE") : bcm1250_bit(g, "enable", "TX_ENABLE");

	gen_write(g, "enable", one);
	bcm1250_some_traffic(g);
	gen_wait(g, gen_below(g, 600));
	gen_write(g, "enable", bcm1250_enabled(g));
}

static void chip_reset(struct generator *g)
{
	struct item link = { .kind = ITEM_LINK, .u.link = { .mbps = 1000 } };

	gen_wait(g, gen_below(g, 300));
	gen_reset(g, gen_between(g, 1, 20));
	gen_wait(g, gen_between(g, 20, 60));
	bcm1250_read_some(g);
	gen_item(g, &link);
	gen_set_up(g);
	bcm1250_begin(g);
}

const struct scenario bcm1250_frames[] = {
	{ "receive-shapes", 14, 0, receive_shapes },
	{ "own-fcs", 6, 0, own_fcs },
	{ "mdio-master", 3, CAP_MDIO, mdio_master },
	{ "mdio-pins", 1, CAP_MDIO, mdio_pins },
	{ "negotiation", 1, CAP_MDIO, negotiation },
	{ "port-reset", 4, 0, port_reset },
	{ "halves-off", 4, 0, halves_off },
	{ "chip-reset", 2, 0, chip_reset },
	{ .name = NULL },
};
