/* SPDX-License-Identifier: Apache-2.0 */
/* Causes and acts (scenarios_meet.c) that may meet in a clock on the 82598EB. */
#include "scenarios.h"

/* The high mark is moved below the level. */
static void mark_crossed(struct generator *g)
{
	if (gen_chance(g, 50)) {
		gen_kind(g, ITEM_HOST_STOP);
		gen_rx_train(g, 2, 64, STIM_GAP);
		gen_wait_for(g, WAIT_RX, 100);
	}
	if (gen_chance(g, 40))
		gen_tx(g, gen_between(g, 60, 300), 0);
	i82598_xoff_on(g);
}

/* The moment is that of the second PAUSE frame, a refresh or an XON. */
static void mark_crossed_long(struct generator *g)
{
	uint32_t time = gen_between(g, 2, 12);

	gen_write(g, "FCTTV0", time);
	gen_write(g, "FCRTV", gen_between(g, 1, time));
	gen_wait_for(g, WAIT_REG, 100);
	mark_crossed(g);
	gen_wait_clocks(g, gen_between(g, 4, 20));
	if (gen_chance(g, 30))
		i82598_xoff_off(g);
}

static void flip_flow(struct generator *g)
{
	bool receive = gen_chance(g, 50);

	if (receive)
		gen_write_mode(g, MODE_FCTRL, g->modes[MODE_FCTRL] ^ gen_mode_bits(g, MODE_FCTRL, "RFCE"));
	else
		gen_write_mode(g, MODE_RMCS, g->modes[MODE_RMCS] ^ gen_mode_bits(g, MODE_RMCS, "TFCE_802_3X"));
	if (gen_chance(g, 60))
		gen_put_back(g, receive ? MODE_FCTRL : MODE_RMCS);
}

static void write_time(struct generator *g)
{
	if (gen_chance(g, 50))
		gen_write(g, "FCTTV0", gen_below(g, 20));
	else
		gen_write(g, "FCRTV", gen_below(g, 20));
}

static void write_tx_off(struct generator *g)
{
	gen_write(g, "TFCS", gen_chance(g, 60));
	if (gen_chance(g, 50))
		gen_write(g, "TFCS", 0);
}

static void receiver_stop(struct generator *g)
{
	gen_write(g, "RXCTRL", 0);
	if (gen_chance(g, 60))
		gen_write(g, "RXCTRL", 1);
}

static void read_receive(struct generator *g)
{
	gen_read_twice(g, i82598_rx_counter(g));
	if (gen_chance(g, 40))
		gen_read_twice(g, i82598_rx_counter(g));
}

static void read_transmit(struct generator *g)
{
	gen_read_twice(g, i82598_tx_counter(g));
	if (gen_chance(g, 40))
		gen_read_twice(g, i82598_tx_counter(g));
}

static void read_flow(struct generator *g)
{
	static const char *const names[] = { "LXOFFTXC", "LXONTXC", "LXOFFRXC", "LXONRXC", "TFCS" };
	const char *name = GEN_PICK(g, names);

	gen_read_twice(g, name);
	if (gen_chance(g, 40))
		gen_read(g, name);
}

void i82598_calm(struct generator *g)
{
	static const int touched[] = { MODE_FCTRL, MODE_RMCS, MODE_TIME, MODE_REFRESH };

	gen_write(g, "TFCS", 0);
	gen_write(g, "RXCTRL", 1);
	for (size_t i = 0; i < sizeof(touched) / sizeof(touched[0]); i++)
		gen_put_back(g, touched[i]);
	i82598_usual_marks(g);
}

const struct cause i82598_causes[] = {
	{ WAIT_CONTROL, 20, 0, 1900, mark_crossed },
	{ WAIT_CONTROL, 24, 0, 2000, mark_crossed_long },
	{ WAIT_END, 5, 0, 1900, mark_crossed },
	{ WAIT_END, 6, 0, 2000, mark_crossed_long },
	{ .run = NULL },
};

const struct act i82598_acts[] = {
	{ GEN_AT(WAIT_CLASSIFIED), 20, 0, 0, read_receive },
	{ GEN_SENT, 10, 0, 0, read_transmit },
	{ GEN_SENT | GEN_PAUSED | GEN_AT(WAIT_CLASSIFIED), 12, 0, 0, read_flow },
	{ GEN_SENT | GEN_AT(WAIT_EXPIRY), 8, 0, GEN_WRITE_LEAD, i82598_xoff_on },
	{ GEN_SENT | GEN_AT(WAIT_EXPIRY), 8, 0, GEN_WRITE_LEAD, i82598_xoff_off },
	{ GEN_ANY_MOMENT, 8, 0, GEN_WRITE_LEAD, flip_flow },
	{ GEN_SENT, 6, 0, GEN_WRITE_LEAD, write_time },
	{ GEN_ANY_MOMENT, 6, 0, GEN_WRITE_LEAD, write_tx_off },
	{ GEN_PAUSED | GEN_AT(WAIT_CLASSIFIED), 4, 0, GEN_WRITE_LEAD, receiver_stop },
	{ .run = NULL },
};
