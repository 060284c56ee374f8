/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: the receive buffer of the 82598EB, its marks and the PAUSE frames that they request. */
#include "scenarios.h"

/* Frames come that take exactly OCTETS in the buffer. */
static void fill_to(struct generator *g, uint32_t octets)
{
	while (octets >= 2 * 64) {
		uint32_t most = octets - 64 < LMAX ? octets - 64 : LMAX,
			 len = gen_chance(g, 50) ? most : gen_between(g, 64, most);
		gen_rx_train(g, 1, len, gen_between(g, 1, 12));
		octets -= len;
	}
	if (octets >= 64)
		gen_rx_train(g, 1, octets, gen_between(g, 1, 12));
}

static int32_t beside(struct generator *g)
{
	static const int8_t steps[] = { -16, -1, -1, -1, 0, 0, 1, 1, 16 };

	return GEN_PICK(g, steps);
}

/* The level goes to each side of the high mark, and then frame by frame to each side of the low mark. */
static void fill_to_mark(struct generator *g)
{
	uint32_t unit = i82598_unit(g), high = unit * gen_between(g, 191 / unit + 1, 1280 / unit), last = gen_between(g, 64, 150);
	uint32_t low = unit * gen_between(g, 1, high / unit), below = gen_chance(g, 30) ? gen_below(g, unit) : 0;
	uint32_t beyond = gen_chance(g, 10) ? 0x10000 : 0; /* a bit that only some readings of a mark have */
	int32_t above = beside(g);

	gen_kind(g, ITEM_HOST_STOP);
	gen_wait_for(g, WAIT_IDLE, 300);
	i82598_write_marks(g, low | below, high | below | beyond); /* bits below the unit do not belong to a mark */
	gen_wait_for(g, WAIT_REG, 100);
	if (gen_chance(g, 50)) { /* the level that remains after the first frames is just above or below the low mark */
		uint32_t rest = (uint32_t)((int32_t)low + beside(g));
		gen_rx_train(g, 1, high + 32 > rest + 64 ? high + 32 - rest : 64, STIM_GAP);
		fill_to(g, rest);
	} else {
		fill_to(g, (uint32_t)((int32_t)high + above));
	}
	gen_wait_for(g, WAIT_RX, 2000);
	gen_wait_clocks(g, gen_below(g, 30));
	if (gen_chance(g, 30))
		gen_rx_train(g, 1, last, STIM_GAP);
	if (gen_chance(g, 60))
		gen_host_rate(g, 1, gen_between(g, 1, 12));
	else
		gen_kind(g, ITEM_HOST_START);
	gen_wait_for(g, WAIT_IDLE, 4000);
	gen_kind(g, ITEM_HOST_START);
	gen_read(g, gen_chance(g, 50) ? "LXOFFTXC" : "LXONTXC");
	i82598_usual_marks(g);
}

/* Frames take the whole buffer, or all but a word of it; the next frames find no room. */
static void overflow(struct generator *g)
{
	uint32_t rest = i82598_buffer(g), last = gen_between(g, 64, 90), next = gen_between(g, 64, 400);
	uint32_t room = (last + 7) / 8 * 8 + 8 * gen_below(g, 3) - 8;

	gen_kind(g, ITEM_HOST_STOP);
	gen_wait_for(g, WAIT_IDLE, 300);
	if (gen_chance(g, 50))
		gen_write_mode(g, MODE_RMCS, 0);
	rest -= room;
	while (rest >= 1512 + 64) {
		gen_rx_train(g, 1, 1512, 1);
		rest -= 1512;
	}
	gen_rx_train(g, 1, rest, 1);
	gen_rx_train(g, 1, last, gen_between(g, 1, 12));
	gen_rx_train(g, 2, next, 1);
	gen_wait_for(g, WAIT_RX, 6000);
	gen_read(g, "MPC0");
	gen_kind(g, ITEM_HOST_START);
	gen_rx_train(g, 4, next, gen_between(g, 1, 12));
	gen_wait_for(g, WAIT_IDLE, 8000);
	gen_read(g, "MPC0");
	gen_read(g, gen_chance(g, 50) ? "GPRC" : i82598_rx_counter(g));
	gen_put_back(g, MODE_RMCS);
}

void i82598_xoff_on(struct generator *g)
{
	i82598_write_marks(g, 0, 0); /* every level has reached a mark of 0 */
}

void i82598_xoff_off(struct generator *g)
{
	uint32_t low = gen_chance(g, 70) ? i82598_buffer(g) / 4 : 0;

	i82598_write_marks(g, low, MARK_MASK);
}

/* The marks move across the level, in turn with everything that competes with the PAUSE frame. */
static void xoff_dance(struct generator *g)
{
	uint32_t steps = gen_between(g, 4, 10),
		 rmcs = gen_mode_bits(g, MODE_RMCS, "TFCE_802_3X") | gen_mode_bits(g, MODE_RMCS, "TFCE_PRIORITY");

	while (steps--) {
		switch (gen_below(g, 12)) {
		case 0:
		case 1:
		case 2:
			i82598_xoff_on(g);
			break;
		case 3:
		case 4:
			i82598_xoff_off(g);
			break;
		case 5:
			gen_tx(g, gen_between(g, 60, 200), 0);
			break;
		case 6:
			gen_pause(g, (uint16_t)gen_below(g, 6), STIM_GAP);
			break;
		case 7:
			gen_write_mode(g, MODE_RMCS, gen_bits(g, rmcs, 50));
			break;
		case 8:
			gen_write_mode(g, MODE_HIGH, gen_bits(g, MARK_ON, 50));
			break;
		case 9:
			gen_write_mode(g, MODE_LOW, gen_bits(g, MARK_ON, 50) | i82598_buffer(g) / 4);
			break;
		case 10:
			gen_put_back(g, MODE_RMCS);
			gen_write(g, "FCTTV0", gen_chance(g, 50) ? 0 : gen_between(g, 1, 0x1FFFF));
			break;
		default:
			gen_wait_clocks(g, gen_chance(g, 60) ? gen_between(g, 1, 8) : gen_between(g, 8, 40));
			break;
		}
	}
	gen_read(g, "LXOFFTXC");
	gen_read(g, "LXONTXC");
	gen_put_back(g, MODE_RMCS);
	gen_put_back(g, MODE_TIME);
	i82598_usual_marks(g);
}

/* The level stays above the mark for a multiple of the advertised time: refreshes, and each event that ends them. */
static void refresh(struct generator *g)
{
	uint32_t time = gen_between(g, 1, 30), threshold = gen_chance(g, 80) ? gen_between(g, 0, time + 1) : 0xFFFF;

	gen_write(g, "FCTTV0", time | gen_below(g, 0x10000) << 16);
	gen_write(g, "FCRTV", threshold);
	gen_wait_for(g, WAIT_REG, 100);
	i82598_xoff_on(g);
	gen_wait_clocks(g, gen_between(g, 4, 8 * time + 60));
	switch (gen_below(g, 5)) {
	case 0:
		gen_tx(g, gen_between(g, 60, 400), 0);
		break;
	case 1:
		gen_write(g, "FCRTV", gen_below(g, 4));
		break;
	case 2:
		i82598_xoff_off(g);
		gen_wait_clocks(g, gen_below(g, 20));
		i82598_xoff_on(g);
		break;
	case 3:
		gen_write_mode(g, MODE_RMCS, 0);
		gen_wait_clocks(g, gen_below(g, 12));
		gen_put_back(g, MODE_RMCS);
		break;
	default:
		gen_fault(g, STIM_FAULT_LOCAL, gen_between(g, 3, 6));
		break;
	}
	gen_wait_clocks(g, gen_between(g, 4, 8 * time + 60));
	gen_read(g, "LXOFFTXC");
	i82598_xoff_off(g);
	gen_wait_clocks(g, gen_between(g, 1, 40));
	gen_put_back(g, MODE_TIME);
	gen_put_back(g, MODE_REFRESH);
	i82598_usual_marks(g);
}

static void xoff_while_paused(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, (uint16_t)gen_between(g, 5, 10), STIM_GAP);
	gen_tx_after(g, 60, 140);
	gen_wait_clocks(g, gen_between(g, 1, 30));
	i82598_xoff_on(g);
	gen_wait_clocks(g, gen_between(g, 1, 20));
	i82598_xoff_off(g);
	gen_wait_clocks(g, gen_between(g, 1, 20));
	i82598_usual_marks(g);
}

/* The reason for a PAUSE frame goes away while the wire is busy. */
static void decision_cancelled(struct generator *g)
{
	uint32_t len = gen_between(g, 100, 300);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_tx(g, len, 0);
	gen_tx(g, 60, 0);
	gen_wait_clocks(g, gen_between(g, 1, 8));
	i82598_xoff_on(g);
	gen_wait_clocks(g, gen_chance(g, 50) ? gen_between(g, 1, 10) : len / 8 - gen_below(g, 6));
	if (gen_chance(g, 70))
		i82598_xoff_off(g);
	else
		gen_write_mode(g, MODE_RMCS, 0);
	gen_wait_clocks(g, gen_between(g, 2, 40));
	gen_put_back(g, MODE_RMCS);
	gen_read(g, "LXOFFTXC");
	gen_read(g, "LXONTXC");
	i82598_usual_marks(g);
}

const struct scenario i82598_flow[] = {
	{ "fill-to-mark", 18, 0, fill_to_mark },
	{ "overflow", 2, 0, overflow },
	{ "xoff-dance", 12, 0, xoff_dance },
	{ "refresh", 10, 0, refresh },
	{ "xoff-while-paused", 5, 0, xoff_while_paused },
	{ "decision-cancelled", 6, 0, decision_cancelled },
	{ .name = NULL },
};
