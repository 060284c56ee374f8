/* SPDX-License-Identifier: Apache-2.0 */
/* Causes and acts (scenarios_meet.c) that may meet in a clock on the BCM5718. */
#include "scenarios.h"

static void mark_crossed(struct generator *g)
{
	if (gen_chance(g, 50))
		gen_tx(g, gen_between(g, 60, 200), 0);
	bcm5718_low_on(g);
}

/* The moment is that of the XON, or the end of the time that the newest XOFF advertised. */
static void mark_crossed_back(struct generator *g)
{
	if (gen_chance(g, 40)) {
		gen_write_mode(g, MODE_TX, g->modes[MODE_TX] & ~gen_mode_bits(g, MODE_TX, "LONG_PAUSE"));
		gen_wait_for(g, WAIT_REG, 100);
	}
	bcm5718_low_on(g);
	gen_wait(g, gen_between(g, 12, 90));
	if (gen_chance(g, 70))
		bcm5718_low_off(g);
}

static void flip(struct generator *g, int mode, const char *field)
{
	gen_write_mode(g, mode, g->modes[mode] ^ gen_mode_bits(g, mode, field));
	if (gen_chance(g, 60))
		gen_put_back(g, mode);
}

static void flip_receive_flow(struct generator *g)
{
	flip(g, MODE_RX, "FLOW_ENABLE");
}

static void flip_send_flow(struct generator *g)
{
	flip(g, MODE_TX, gen_chance(g, 70) ? "FLOW_ENABLE" : "LONG_PAUSE");
}

static void flip_enable(struct generator *g)
{
	if (gen_chance(g, 50))
		flip(g, MODE_TX, "ENABLE");
	else
		flip(g, MODE_RX, "ENABLE");
}

static void flip_duplex(struct generator *g)
{
	flip(g, MODE_MAC, "HALF_DUPLEX");
}

static void soft_reset(struct generator *g)
{
	int mode = gen_chance(g, 50) ? MODE_TX : gen_chance(g, 80) ? MODE_RX : MODE_MAC;

	flip(g, mode, "SOFT_RESET");
}

static void statistics_clear(struct generator *g)
{
	flip(g, MODE_MAC, gen_chance(g, 50) ? "RX_STATS_CLEAR" : "TX_STATS_CLEAR");
}

static void read_receive(struct generator *g)
{
	const char *name = bcm5718_rx_counter(g);

	gen_read_twice(g, name);
	gen_read(g, name);
}

static void read_transmit(struct generator *g)
{
	const char *name = bcm5718_tx_counter(g);

	gen_read_twice(g, name);
	gen_read(g, name);
}

static void read_flow(struct generator *g)
{
	static const char *const names[] = { "xoffStateEntered", "outXoffSent", "outXonSent",
		                             "TX_STATUS",        "RX_STATUS",   "FREE_RX_MBUFS" };
	const char *name = GEN_PICK(g, names);

	gen_read_twice(g, name);
	gen_read(g, name);
}

static void clear_attention(struct generator *g)
{
	gen_write(g, "HOSTCC_FLOW_ATTN", 0x40);
}

void bcm5718_calm(struct generator *g)
{
	gen_read(g, gen_chance(g, 50) ? "RX_STATUS" : "TX_STATUS");
	for (int mode = MODE_MAC; mode <= MODE_RX; mode++)
		gen_put_back(g, mode);
	bcm5718_usual_marks(g);
}

const struct cause bcm5718_causes[] = {
	{ WAIT_CONTROL, 20, CAP_FULL_DUPLEX, 1900, mark_crossed },
	{ WAIT_CONTROL, 16, CAP_FULL_DUPLEX, 1900, mark_crossed_back },
	{ WAIT_END, 6, CAP_FULL_DUPLEX, 1900, mark_crossed },
	{ WAIT_END, 6, CAP_FULL_DUPLEX, 1900, mark_crossed_back },
	{ .run = NULL },
};

const struct act bcm5718_acts[] = {
	{ GEN_AT(WAIT_CLASSIFIED), 20, 0, 0, read_receive },
	{ GEN_SENT, 10, 0, 0, read_transmit },
	{ GEN_SENT | GEN_PAUSED | GEN_AT(WAIT_CLASSIFIED), 12, 0, 0, read_flow },
	{ GEN_SENT | GEN_AT(WAIT_EXPIRY), 8, CAP_FULL_DUPLEX, GEN_WRITE_LEAD, bcm5718_low_on },
	{ GEN_SENT | GEN_AT(WAIT_EXPIRY), 8, CAP_FULL_DUPLEX, GEN_WRITE_LEAD, bcm5718_low_off },
	{ GEN_PAUSED | GEN_AT(WAIT_CLASSIFIED), 7, CAP_FULL_DUPLEX, GEN_WRITE_LEAD, flip_receive_flow },
	{ GEN_SENT, 6, CAP_FULL_DUPLEX, GEN_WRITE_LEAD, flip_send_flow },
	{ GEN_ANY_MOMENT, 4, 0, GEN_WRITE_LEAD, flip_enable },
	{ GEN_PAUSED | GEN_SENT, 3, CAP_FULL_DUPLEX, GEN_WRITE_LEAD, flip_duplex },
	{ GEN_ANY_MOMENT, 6, 0, GEN_WRITE_LEAD, soft_reset },
	{ GEN_SENT | GEN_AT(WAIT_CLASSIFIED), 6, 0, GEN_WRITE_LEAD, statistics_clear },
	{ GEN_SENT, 2, 0, GEN_WRITE_LEAD, clear_attention },
	{ .run = NULL },
};
