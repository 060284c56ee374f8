/* SPDX-License-Identifier: Apache-2.0 */
/* Causes and acts (scenarios_meet.c) that may meet in a clock on the BCM1250. */
#include "scenarios.h"

static void invoke(struct generator *g)
{
	gen_write(g, "mac_cfg", bcm1250_mac_cfg(g) | bcm1250_bit(g, "mac_cfg", "FC_SEL"));
}

static void release(struct generator *g)
{
	gen_write(g, "mac_cfg", bcm1250_mac_cfg(g));
}

static void invoked(struct generator *g)
{
	if (gen_chance(g, 50))
		gen_tx(g, gen_between(g, 60, 200), 0);
	invoke(g);
}

static void released(struct generator *g)
{
	invoke(g);
	gen_wait(g, gen_between(g, 12, 90));
	release(g);
}

/* Makes an attempt meet a collision; the moment is the end of it, or of the attempt after it. */
static void collided(struct generator *g)
{
	if (g->modes[MODE_HALF])
		bcm1250_collide(g, gen_between(g, 1, 140), gen_between(g, 1, 8), 1);
	gen_tx(g, gen_between(g, 60, 130), 0);
}

static void load_counter(struct generator *g)
{
	const struct reg_row *row = bcm1250_any_counter(g);
	uint8_t strobe = bcm1250_any_strobe(g, 70);

	gen_write_bytes(g, row->address, bcm1250_near_wrap(g, row), strobe);
	gen_read_at(g, row->address);
}

static void load_and_read(struct generator *g, const char *name)
{
	const struct reg_row *row = reg_by_name(g->page, name);
	uint8_t strobe = bcm1250_any_strobe(g, 70);

	gen_write_bytes(g, row->address, bcm1250_near_wrap(g, row), strobe);
	gen_read(g, name);
	if (gen_chance(g, 50))
		gen_read(g, "mac_status");
}

static void load_received(struct generator *g)
{
	static const char *const names[] = { "RX_BYTES", "RX_GOOD", "RX_MCAST", "RX_BAD", "RX_FCS_ERROR", "RX_RUNT" };

	load_and_read(g, GEN_PICK(g, names));
}

static void load_sent(struct generator *g)
{
	static const char *const names[] = { "TX_BYTES", "TX_GOOD", "TX_BAD", "COLLISIONS", "LATE_COL", "EX_COL", "TX_ABORT" };

	load_and_read(g, GEN_PICK(g, names));
}

static void read_status(struct generator *g)
{
	for (uint32_t n = gen_between(g, 2, 3); n; n--)
		gen_read(g, "mac_status");
}

static void flip_forward(struct generator *g)
{
	gen_write(g, "adfilter_cfg", g->modes[MODE_FILTER] | bcm1250_bit(g, "adfilter_cfg", "FWDPAUSE_EN"));
	if (gen_chance(g, 60))
		gen_write(g, "adfilter_cfg", g->modes[MODE_FILTER]);
}

static void flip_enable(struct generator *g)
{
	static const char *const fields[] = { "RX_ENABLE", "TX_ENABLE", "PORT_RESET" };
	const char *field = GEN_PICK(g, fields);

	gen_write(g, "enable", bcm1250_enabled(g) ^ bcm1250_bit(g, "enable", field));
	if (gen_chance(g, 60))
		gen_write(g, "enable", bcm1250_enabled(g));
}

static void flip_command(struct generator *g)
{
	gen_write(g, "mac_cfg", bcm1250_mac_cfg(g) ^ bcm1250_in_field(g, "mac_cfg", "FC_CMD", gen_between(g, 1, 3)));
	if (gen_chance(g, 60))
		release(g);
}

void bcm1250_calm(struct generator *g)
{
	bcm1250_put_modes(g);
	gen_write(g, "enable", bcm1250_enabled(g));
}

const struct cause bcm1250_causes[] = {
	{ WAIT_CONTROL, 20, CAP_FULL_DUPLEX, 1900, invoked },
	{ WAIT_END, 5, CAP_FULL_DUPLEX, 1900, invoked },
	{ WAIT_CONTROL, 8, CAP_FULL_DUPLEX, 1900, released },
	{ WAIT_END, 14, CAP_HALF_DUPLEX, 1900, collided },
	{ .run = NULL },
};

const struct act bcm1250_acts[] = {
	{ GEN_AT(WAIT_CLASSIFIED), 18, 0, GEN_WRITE_LEAD, load_received },
	{ GEN_SENT, 12, 0, GEN_WRITE_LEAD, load_sent },
	{ GEN_ANY_MOMENT, 8, 0, 0, read_status },
	{ GEN_ANY_MOMENT, 5, 0, GEN_WRITE_LEAD, load_counter },
	{ GEN_SENT | GEN_AT(WAIT_EXPIRY), 7, 0, GEN_WRITE_LEAD, invoke },
	{ GEN_SENT | GEN_AT(WAIT_EXPIRY), 7, 0, GEN_WRITE_LEAD, release },
	{ GEN_PAUSED | GEN_AT(WAIT_CLASSIFIED), 7, 0, GEN_WRITE_LEAD, flip_forward },
	{ GEN_ANY_MOMENT, 8, 0, GEN_WRITE_LEAD, flip_enable },
	{ GEN_SENT, 4, 0, GEN_WRITE_LEAD, flip_command },
	{ .run = NULL },
};
