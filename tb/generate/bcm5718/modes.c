/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: the modes of the BCM5718, changed between frames and while paused. */
#include "scenarios.h"

uint32_t bcm5718_keep_bits(const struct generator *g)
{
	return gen_mode_bits(g, MODE_RX, "KEEP_MAC_CONTROL") | gen_mode_bits(g, MODE_RX, "KEEP_PAUSE");
}

uint32_t bcm5718_accept_bits(const struct generator *g)
{
	return gen_mode_bits(g, MODE_RX, "ACCEPT_OVERSIZED") | gen_mode_bits(g, MODE_RX, "ACCEPT_RUNTS") |
	       gen_mode_bits(g, MODE_RX, "NO_CRC_CHECK") | gen_mode_bits(g, MODE_RX, "LENGTH_CHECK") |
	       gen_mode_bits(g, MODE_RX, "PROMISCUOUS");
}

/* Changes modes for the scenarios to come. */
static void mode_drift(struct generator *g)
{
	uint32_t drifting = bcm5718_keep_bits(g) | bcm5718_accept_bits(g) | gen_mode_bits(g, MODE_RX, "KEEP_VLAN_TAG");

	g->modes[MODE_RX] = (g->modes[MODE_RX] & ~drifting) | gen_bits(g, drifting, 30);
	g->modes[MODE_TX] = (g->modes[MODE_TX] & ~gen_mode_bits(g, MODE_TX, "LONG_PAUSE")) |
	                    gen_bits(g, gen_mode_bits(g, MODE_TX, "LONG_PAUSE"), 50);
	g->modes[MODE_MAC] = (g->modes[MODE_MAC] & ~gen_mode_bits(g, MODE_MAC, "TAGGED_MAC_CONTROL")) |
	                     gen_bits(g, gen_mode_bits(g, MODE_MAC, "TAGGED_MAC_CONTROL"), 40);
	for (int mode = MODE_MAC; mode <= MODE_RX; mode++)
		gen_put_back(g, mode);
}

/* A PAUSE holds data, and a mode register changes close to the moment in which the PAUSE acts, or later. */
static void change_while_paused(struct generator *g, int mode, uint32_t value)
{
	uint32_t data_at = gen_chance(g, 50) ? RUN_64 + 10 : gen_below(g, 30);
	uint32_t change_at = gen_chance(g, 60) ? gen_between(g, RUN_64 - 4, RUN_64 + 8) : gen_between(g, RUN_64, 300);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, (uint16_t)gen_between(g, 4, 10), STIM_GAP);
	gen_wait(g, data_at < change_at ? data_at : change_at);
	if (data_at < change_at) {
		gen_tx(g, gen_tx_len(g), 0);
		gen_wait(g, change_at - data_at);
	}
	gen_write_mode(g, mode, value);
	if (data_at >= change_at) {
		gen_wait(g, data_at - change_at);
		gen_tx(g, gen_tx_len(g), 0);
	}
	if (gen_chance(g, 30)) /* a PAUSE that arrives meanwhile */
		gen_pause(g, gen_short_time(g), STIM_GAP);
	gen_read(g, "TX_STATUS");
	gen_wait(g, gen_between(g, 1, 200));
	gen_put_back(g, mode);
	gen_read(g, "TX_STATUS");
}

static void gate_while_paused(struct generator *g)
{
	change_while_paused(g, MODE_RX, g->modes[MODE_RX] & ~gen_mode_bits(g, MODE_RX, "FLOW_ENABLE"));
}

static void half_duplex_while_paused(struct generator *g)
{
	change_while_paused(g, MODE_MAC, g->modes[MODE_MAC] | gen_mode_bits(g, MODE_MAC, "HALF_DUPLEX"));
}

static void soft_reset_while_paused(struct generator *g)
{
	int mode = (int)gen_below(g, 3);

	change_while_paused(g, mode, g->modes[mode] | gen_mode_bits(g, mode, "SOFT_RESET"));
}

static void transmitter_off(struct generator *g)
{
	gen_tx_after(g, 0, 39);
	gen_wait(g, gen_below(g, 100));
	gen_write_mode(g, MODE_TX, g->modes[MODE_TX] & ~gen_mode_bits(g, MODE_TX, "ENABLE"));
	gen_tx(g, gen_tx_len(g), 0);
	if (gen_chance(g, 50))
		gen_pause(g, gen_short_time(g), STIM_GAP);
	gen_wait(g, gen_between(g, 20, 250));
	gen_put_back(g, MODE_TX);
}

static void receiver_off(struct generator *g)
{
	gen_rx_train(g, 2, gen_between(g, 60, 100), STIM_GAP);
	gen_pause(g, gen_short_time(g), STIM_GAP);
	gen_wait(g, gen_below(g, 160));
	gen_write_mode(g, MODE_RX, g->modes[MODE_RX] & ~gen_mode_bits(g, MODE_RX, "ENABLE"));
	gen_wait(g, gen_between(g, 1, 120));
	gen_put_back(g, MODE_RX);
}

/* A receiver reset that meets a run: within it, in its last octets, or while the DUT classifies it. */
static void receiver_reset_in_run(struct generator *g)
{
	uint32_t len = gen_between(g, 64, 100);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_rx_train(g, 2, len, gen_between(g, 1, 12));
	gen_wait(g, gen_chance(g, 60) ? len + RX_VISIBLE - 8 + gen_below(g, 12) : gen_below(g, 2 * len));
	if (gen_chance(g, 50))
		gen_write_mode(g, MODE_RX, g->modes[MODE_RX] | gen_mode_bits(g, MODE_RX, "SOFT_RESET"));
	else
		gen_write_mode(g, MODE_MAC, g->modes[MODE_MAC] | gen_mode_bits(g, MODE_MAC, "SOFT_RESET"));
	gen_read(g, "RX_STATUS");
}

const struct scenario bcm5718_modes[] = {
	{ "mode-drift", 8, 0, mode_drift },
	{ "gate-while-paused", 8, CAP_FULL_DUPLEX, gate_while_paused },
	{ "half-duplex-while-paused", 5, CAP_FULL_DUPLEX, half_duplex_while_paused },
	{ "soft-reset-while-paused", 6, CAP_FULL_DUPLEX, soft_reset_while_paused },
	{ "transmitter-off", 4, 0, transmitter_off },
	{ "receiver-off", 4, 0, receiver_off },
	{ "receiver-reset-in-run", 4, 0, receiver_reset_in_run },
	{ .name = NULL },
};
