/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: speed, duplex, collisions and carrier of the BCM1250. */
#include "scenarios.h"

#include <string.h>

static void link_change(struct generator *g)
{
	static const struct {
		uint8_t speed;
		bool half;
	} links[] = { { SPEED_100, true },  { SPEED_100, true }, { SPEED_10, true },
		      { SPEED_100, false }, { SPEED_10, false }, { SPEED_1000, false } };
	uint32_t which = gen_below(g, sizeof(links) / sizeof(links[0])), count, len;

	if (gen_chance(g, 70))
		gen_wait_for(g, WAIT_IDLE, 3000);
	bcm1250_change_link(g, links[which].speed, links[which].half);
	gen_tx_any(g, 0, 40);
	len = gen_between(g, 64, 90);
	count = gen_between(g, 1, 3);
	gen_rx_train(g, count, len, STIM_GAP);
}

static void mode_drift(struct generator *g)
{
	g->modes[MODE_BITS] = gen_chance(g, 80);
	g->modes[MODE_BITS] |= gen_below(g, 2) << 1;
	g->modes[MODE_BITS] |= gen_below(g, 8) << 4;
	g->modes[MODE_BITS] |= gen_below(g, 64) << 8;
	g->modes[MODE_DROPS] = gen_chance(g, 50) ? 0 : gen_bits(g, 0x7F, 30);
	g->modes[MODE_FLOW] = gen_chance(g, 60) ? FLOW_ON : gen_below(g, 4);
	gen_wait_for(g, WAIT_IDLE, 2000);
	bcm1250_put_modes(g);
}

static void frame_drift(struct generator *g)
{
	static const uint32_t slots[] = { 0, 0, 0x3F, 0x380, 0x200, 0x1FF, 0x3FF, 1 };

	bcm1250_speed_defaults(g);
	if (gen_chance(g, 50)) {
		g->modes[MODE_IFG] = gen_below(g, 64);
		g->modes[MODE_THRESHOLD] = gen_below(g, 64);
	}
	g->modes[MODE_SLOT] = GEN_PICK(g, slots);
	g->modes[MODE_SEED] = gen_below(g, 256);
	g->modes[MODE_MIN] = gen_chance(g, 70) ? 64 : gen_below(g, 256);
	g->modes[MODE_MAX] = gen_chance(g, 70) ? 1518 : gen_between(g, 60, 2000);
	gen_wait_for(g, WAIT_IDLE, 2000);
	bcm1250_put_modes(g);
	gen_rx_train(g, 1, gen_rx_len(g), STIM_GAP);
	gen_tx_any(g, 0, 30);
}

static void filter_drift(struct generator *g)
{
	static const uint8_t other[STIM_ADDRESS_OCTETS] = { 0x03, 0x00, 0x5E, 0x11, 0x22, 0x33 };
	uint64_t address = 0;
	const uint8_t *from = gen_chance(g, 50) ? stim_partner : gen_chance(g, 50) ? stim_multicast : other;

	for (int i = 0; i < STIM_ADDRESS_OCTETS; i++)
		address |= (uint64_t)from[i] << 8 * i;
	gen_wait_for(g, WAIT_RX, 2000);
	g->modes[MODE_FILTER] = gen_below(g, 256);
	gen_write(g, "addr_filter_5", address);
	gen_write(g, "adfilter_cfg",
	          g->modes[MODE_FILTER] | (gen_chance(g, 25) ? bcm1250_bit(g, "adfilter_cfg", "FWDPAUSE_EN") : 0));
	for (uint32_t n = gen_between(g, 2, 5); n; n--) {
		struct item shape = gen_rx_shape(g);
		struct stim_fields fields = gen_rx_fields(g);
		memcpy(fields.da, gen_chance(g, 50) ? from : stim_station, sizeof(fields.da));
		gen_rx(g, &shape, &fields, gen_rx_len(g));
	}
	gen_pause_any(g);
	gen_wait_for(g, WAIT_RX, 3000);
	gen_write(g, "adfilter_cfg", g->modes[MODE_FILTER]);
}

void bcm1250_collide(struct generator *g, uint32_t at, uint32_t len, uint32_t count)
{
	gen_item(g, &(struct item){ .kind = ITEM_COLLISION, .u.collision = { .at = at, .len = len, .count = count } });
}

static void carrier(struct generator *g, uint32_t len, bool after_tx, uint32_t at)
{
	gen_item(g, &(struct item){ .kind = ITEM_CARRIER, .u.carrier = { .len = len, .after_tx = after_tx, .at = at } });
}

static void to_half(struct generator *g)
{
	if (!g->modes[MODE_HALF])
		bcm1250_change_link(g, gen_chance(g, 70) ? SPEED_100 : SPEED_10, true);
}

static void collisions(struct generator *g)
{
	to_half(g);
	for (uint32_t n = gen_between(g, 1, 4); n; n--) {
		uint32_t at = gen_chance(g, 70) ? gen_between(g, 1, 140) : gen_between(g, 120, 200);
		uint32_t len = gen_between(g, 1, 12), count = gen_chance(g, 60) ? 1 : gen_between(g, 1, 4);
		bcm1250_collide(g, at, len, count);
		gen_tx_any(g, 0, 30);
		if (gen_chance(g, 40))
			gen_wait_for(g, WAIT_TX, 20000);
	}
	gen_tx_any(g, 0, 300);
	gen_wait_for(g, WAIT_TX, 50000);
}

static void many_collisions(struct generator *g)
{
	uint32_t at, len, count;

	to_half(g);
	g->modes[MODE_BITS] |= 1;
	bcm1250_put_modes(g);
	count = gen_chance(g, 40) ? gen_between(g, 15, 18) : gen_between(g, 4, 9);
	len = gen_between(g, 1, 8);
	at = gen_between(g, 1, 100);
	bcm1250_collide(g, at, len, count);
	gen_tx_any(g, 0, 10);
	gen_tx(g, gen_tx_len(g), 0);
	gen_wait_for(g, WAIT_TX, LAST_FREE);
}

static void carrier_in_gap(struct generator *g)
{
	uint32_t gap;

	to_half(g);
	gen_wait_for(g, WAIT_IDLE, 5000);
	for (uint32_t n = gen_between(g, 1, 3); n; n--) {
		uint32_t at = gen_between(g, 1, 34), len = gen_between(g, 1, 40);
		carrier(g, len, true, at);
		gen_tx(g, gen_tx_len(g), 0);
	}
	gap = gen_below(g, 60);
	gen_tx(g, gen_tx_len(g), gap);
	gen_wait_for(g, WAIT_TX, 20000);
}

static void carrier_alone(struct generator *g)
{
	to_half(g);
	carrier(g, gen_between(g, 1, 300), false, 0);
	gen_tx_after(g, 0, 40);
	carrier(g, gen_between(g, 1, 30), false, 0);
}

static void meet_the_partner(struct generator *g)
{
	to_half(g);
	for (uint32_t n = gen_between(g, 2, 5); n; n--) {
		struct item shape = gen_rx_shape(g);
		struct stim_fields fields = gen_rx_fields(g);
		shape.u.frame.collides = gen_chance(g, 60);
		gen_tx_any(g, 0, 20);
		gen_wait(g, gen_below(g, 250));
		gen_rx(g, &shape, &fields, gen_rx_len(g));
	}
	gen_wait_for(g, WAIT_IDLE, 50000);
}

static void back_pressure(struct generator *g)
{
	uint32_t flow = g->modes[MODE_FLOW];

	to_half(g);
	g->modes[MODE_FLOW] = gen_chance(g, 60) ? FLOW_ON : FLOW_FALSE_CARRIER;
	for (uint32_t n = gen_between(g, 1, 3); n; n--) {
		gen_write(g, "mac_cfg", bcm1250_mac_cfg(g) | bcm1250_bit(g, "mac_cfg", "FC_SEL"));
		for (uint32_t i = gen_between(g, 1, 4); i; i--) {
			struct item shape = gen_rx_shape(g);
			struct stim_fields fields = gen_rx_fields(g);
			shape.u.frame.collides = gen_chance(g, 70);
			gen_rx(g, &shape, &fields, gen_rx_len(g));
			gen_wait(g, gen_below(g, 300));
			if (gen_chance(g, 50))
				gen_tx(g, gen_tx_len(g), 0);
		}
		gen_write(g, "mac_cfg", bcm1250_mac_cfg(g));
		gen_wait(g, gen_below(g, 400));
	}
	gen_wait_for(g, WAIT_IDLE, 20000);
	g->modes[MODE_FLOW] = flow;
	gen_write(g, "mac_cfg", bcm1250_mac_cfg(g));
}

const struct scenario bcm1250_link[] = {
	{ "link-change", 12, 0, link_change },
	{ "mode-drift", 6, 0, mode_drift },
	{ "frame-drift", 6, 0, frame_drift },
	{ "filter-drift", 5, 0, filter_drift },
	{ "collisions", 16, 0, collisions },
	{ "many-collisions", 1, 0, many_collisions },
	{ "carrier-in-gap", 8, 0, carrier_in_gap },
	{ "carrier-alone", 5, 0, carrier_alone },
	{ "meet-the-partner", 8, 0, meet_the_partner },
	{ "back-pressure", 8, 0, back_pressure },
	{ .name = NULL },
};
