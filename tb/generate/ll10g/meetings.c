/* SPDX-License-Identifier: Apache-2.0 */
/* Causes and acts (scenarios_meet.c) that may meet in a clock on the LL 10GbE MAC. */
#include "scenarios.h"

static void pause_requested(struct generator *g)
{
	if (gen_chance(g, 40))
		gen_tx(g, gen_between(g, 60, 300), 0);
	gen_request(g, ITEM_PAUSE_REQ, (uint16_t)gen_between(g, 1, 3));
}

/* The moment is that of the second PAUSE frame: the hold-off is over, or it is an XON. */
static void pause_requested_long(struct generator *g)
{
	gen_write(g, "tx_pauseframe_quanta", gen_between(g, 1, 40));
	gen_write(g, "tx_pauseframe_holdoff_quanta", gen_below(g, 10));
	gen_wait_for(g, WAIT_REG, 100);
	gen_request(g, ITEM_PAUSE_REQ, 2);
	gen_wait_clocks(g, gen_between(g, 4, 16));
	if (gen_chance(g, 40))
		gen_request(g, ITEM_PAUSE_REQ, (uint16_t)gen_below(g, 2));
}

static void pfc_requested(struct generator *g)
{
	ll10g_pfc_setup(g);
	gen_wait_for(g, WAIT_REG, 100);
	gen_request(g, ITEM_PFC_REQ, (uint16_t)gen_bits(g, 0xAAAA, 40));
	if (gen_chance(g, 50))
		gen_wait_clocks(g, gen_between(g, 4, 16));
}

static void class_paused(struct generator *g)
{
	struct stim_pfc pfc = stim_pfc_fields();
	struct item shape = stim_rx_item();

	pfc.enable = (uint16_t)gen_bits(g, 0xFF, 50);
	for (int i = 0; i < CLASSES; i++)
		pfc.time[i] = (uint16_t)gen_between(g, 1, 4);
	gen_rx_pfc(g, &shape, &pfc, STIM_FRAME_LEN);
	if (gen_chance(g, 60)) /* after the first clock of the pause, so that the next change is its end */
		gen_wait_clocks(g, 17);
}

static void class_again(struct generator *g)
{
	struct stim_pfc pfc = stim_pfc_fields();
	struct item shape = stim_rx_item();

	pfc.enable = (uint16_t)gen_bits(g, 0xFF, 60);
	for (int i = 0; i < CLASSES; i++)
		pfc.time[i] = (uint16_t)gen_below(g, 4);
	shape.u.frame.gap = 1;
	gen_rx_pfc(g, &shape, &pfc, STIM_FRAME_LEN);
}

static void request_pause(struct generator *g)
{
	gen_request(g, ITEM_PAUSE_REQ, (uint16_t)gen_below(g, 4));
}

static void request_pause_by_register(struct generator *g)
{
	gen_write(g, "tx_pauseframe_control", gen_below(g, 4));
}

static void request_pfc(struct generator *g)
{
	gen_request(g, ITEM_PFC_REQ, (uint16_t)gen_bits(g, 0xFFFF, 20));
}

static void flip_flow(struct generator *g)
{
	switch (gen_below(g, 4)) {
	case 0:
		gen_write_mode(g, MODE_RX_FRAME, g->modes[MODE_RX_FRAME] ^ gen_mode_bits(g, MODE_RX_FRAME, "IGNORE_PAUSE"));
		break;
	case 1:
		gen_write_mode(g, MODE_PAUSE, gen_below(g, 8));
		break;
	case 2:
		gen_write_mode(g, MODE_PFC_RX, gen_bits(g, 0x100FF, 50));
		break;
	default:
		gen_write_mode(g, MODE_PFC_TX, gen_bits(g, 0xFF, 50));
		break;
	}
}

static void write_quanta(struct generator *g)
{
	if (gen_chance(g, 50))
		gen_write(g, "tx_pauseframe_quanta", gen_below(g, 40));
	else
		gen_write(g, "tx_pauseframe_holdoff_quanta", gen_below(g, 10));
}

static void clear_counters(struct generator *g)
{
	gen_write(g, gen_chance(g, 50) ? "rx_stats_clr" : "tx_stats_clr", 1);
}

static void stop_some(struct generator *g)
{
	static const char *const names[] = { "tx_packet_control", "rx_transfer_control", "mac_reset_control" };
	const char *name = GEN_PICK(g, names);

	gen_write(g, name, *name == 'm' && gen_chance(g, 50) ? 0x100 : 1);
	if (gen_chance(g, 60))
		gen_write(g, name, 0);
}

static void read_receive(struct generator *g)
{
	gen_read_twice(g, ll10g_rx_counter(g));
	if (gen_chance(g, 40))
		gen_read_twice(g, ll10g_rx_counter(g));
}

static void read_transmit(struct generator *g)
{
	gen_read_twice(g, ll10g_tx_counter(g));
	if (gen_chance(g, 40))
		gen_read_twice(g, ll10g_tx_counter(g));
}

void ll10g_calm(struct generator *g)
{
	static const int touched[] = { MODE_RX_FRAME, MODE_PAUSE, MODE_PFC_RX, MODE_PFC_TX };

	gen_request(g, ITEM_PAUSE_REQ, 0);
	gen_request(g, ITEM_PFC_REQ, 0);
	gen_write(g, "mac_reset_control", 0);
	gen_write(g, "rx_transfer_control", 0);
	gen_write(g, "tx_packet_control", 0);
	for (size_t i = 0; i < sizeof(touched) / sizeof(touched[0]); i++)
		gen_put_back(g, touched[i]);
}

const struct cause ll10g_causes[] = {
	{ WAIT_CONTROL, 16, 0, 1900, pause_requested }, { WAIT_CONTROL, 20, 0, 2000, pause_requested_long },
	{ WAIT_END, 5, 0, 2000, pause_requested_long }, { WAIT_CONTROL, 12, CAP_PFC, 2000, pfc_requested },
	{ WAIT_PFC, 20, CAP_PFC, 700, class_paused },   { .run = NULL },
};

const struct act ll10g_acts[] = {
	{ GEN_AT(WAIT_CLASSIFIED), 20, 0, 0, read_receive },
	{ GEN_SENT, 14, 0, 0, read_transmit },
	{ GEN_SENT | GEN_AT(WAIT_EXPIRY), 7, 0, 0, request_pause },
	{ GEN_SENT, 6, 0, GEN_WRITE_LEAD, request_pause_by_register },
	{ GEN_SENT, 6, CAP_PFC, 0, request_pfc },
	{ GEN_ANY_MOMENT, 8, 0, GEN_WRITE_LEAD, flip_flow },
	{ GEN_SENT, 6, 0, GEN_WRITE_LEAD, write_quanta },
	{ GEN_SENT | GEN_AT(WAIT_CLASSIFIED), 8, 0, GEN_WRITE_LEAD, clear_counters },
	{ GEN_ANY_MOMENT, 5, 0, GEN_WRITE_LEAD, stop_some },
	{ GEN_AT(WAIT_PFC), 20, CAP_PFC, GEN_RUN_LEAD, class_again },
	{ .run = NULL },
};
