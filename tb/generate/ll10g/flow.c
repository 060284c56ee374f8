/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: PAUSE and PFC of the LL 10GbE MAC, received and sent. */
#include "scenarios.h"

/* When a PAUSE acts. */
static const struct pause_acts pause_acts = { .from = PAUSE_ACTS - 5, .at = PAUSE_ACTS, .to = PAUSE_ACTS + 3 };

static void ignore_while_paused(struct generator *g)
{
	uint32_t usual = g->modes[MODE_RX_FRAME];

	gen_change_while_paused(g, &pause_acts, g->mode_names[MODE_RX_FRAME],
	                        usual | gen_mode_bits(g, MODE_RX_FRAME, "IGNORE_PAUSE"), usual);
}

static void reset_while_paused(struct generator *g)
{
	gen_change_while_paused(g, &pause_acts, "mac_reset_control", gen_chance(g, 70) ? 0x100 : gen_bits(g, 0x101, 60), 0);
}

static void pfc_received(struct generator *g)
{
	uint32_t count = gen_between(g, 1, 5);

	while (count--) {
		struct stim_pfc pfc = stim_pfc_fields();
		struct item shape = gen_rx_shape(g);
		pfc.enable = (uint16_t)gen_bits(g, 0xFF, gen_chance(g, 50) ? 20 : 60);
		if (gen_chance(g, 20))
			pfc.enable |= (uint16_t)(gen_below(g, 256) << 8);
		for (int i = 0; i < CLASSES; i++)
			pfc.time[i] = gen_chance(g, 5) ? 0xFFFF : gen_short_time(g);
		if (gen_chance(g, 15))
			shape.u.frame.fcs = FCS_BAD;
		if (gen_chance(g, 10))
			gen_rx_address(g, pfc.da);
		pfc.reserved = gen_chance(g, 20) ? 0xA5 : 0;
		gen_rx_pfc(g, &shape, &pfc, gen_chance(g, 85) ? STIM_FRAME_LEN : gen_between(g, 60, 80));
		gen_wait_clocks(g, gen_below(g, 40));
	}
	if (gen_chance(g, 50))
		gen_tx_any(g, 0, 3);
}

/* The same class is paused again while it is paused, at its expiry or close to it. */
static void pfc_again(struct generator *g)
{
	struct stim_pfc pfc = stim_pfc_fields();
	struct item shape = stim_rx_item();
	uint32_t class = gen_below(g, CLASSES), time = gen_between(g, 2, 5);

	gen_wait_for(g, WAIT_IDLE, 1500);
	pfc.enable = (uint16_t)(1u << class);
	pfc.time[class] = (uint16_t)time;
	gen_rx_pfc(g, &shape, &pfc, STIM_FRAME_LEN);
	gen_wait_clocks(g, gen_chance(g, 60) ? 8 * time - 2 + gen_below(g, 5) : gen_below(g, 30));
	pfc.time[class] = (uint16_t)gen_below(g, 4);
	if (gen_chance(g, 20))
		pfc.enable ^= (uint16_t)(1u << gen_below(g, CLASSES));
	gen_rx_pfc(g, &shape, &pfc, STIM_FRAME_LEN);
	gen_wait_clocks(g, gen_below(g, 30));
	if (gen_chance(g, 40)) {
		gen_write_mode(g, MODE_PFC_RX, gen_bits(g, 0xFF, 50));
		gen_wait_clocks(g, gen_below(g, 30));
		gen_put_back(g, MODE_PFC_RX);
	}
	if (gen_chance(g, 20)) {
		gen_write(g, "mac_reset_control", 0x100);
		gen_write(g, "mac_reset_control", 0);
	}
}

static void pause_requests(struct generator *g)
{
	uint32_t steps = gen_between(g, 4, 12);

	gen_write(g, "tx_pauseframe_quanta", gen_chance(g, 80) ? gen_between(g, 1, 0xFFFF) : 0);
	gen_write(g, "tx_pauseframe_holdoff_quanta", gen_chance(g, 80) ? gen_between(g, 0, 12) : 0x7FFF);
	if (gen_chance(g, 40))
		gen_write_mode(g, MODE_PAUSE, 1 | SOURCE_REGISTER);
	while (steps--) {
		switch (gen_below(g, 9)) {
		case 0:
		case 1:
			gen_request(g, ITEM_PAUSE_REQ, (uint16_t)gen_below(g, 4));
			break;
		case 2:
		case 3:
			gen_write(g, "tx_pauseframe_control", gen_below(g, 4));
			break;
		case 4:
			gen_tx_any(g, 0, 3);
			break;
		case 5:
			gen_pause_any(g);
			break;
		case 6:
			gen_write_mode(g, MODE_PAUSE, gen_below(g, 8));
			break;
		default:
			gen_wait_clocks(g, gen_chance(g, 50) ? gen_between(g, 1, 16) : gen_between(g, 8, 120));
			break;
		}
	}
	gen_request(g, ITEM_PAUSE_REQ, 0);
	gen_put_back(g, MODE_PAUSE);
}

/* A request that stays, so that XOFF comes again after each hold-off. */
static void pause_held(struct generator *g)
{
	uint32_t hold = gen_between(g, 0, 14);

	gen_write(g, "tx_pauseframe_holdoff_quanta", hold);
	gen_write(g, "tx_pauseframe_quanta", gen_between(g, 1, 50));
	gen_wait_for(g, WAIT_REG, 100);
	gen_request(g, ITEM_PAUSE_REQ, 2);
	if (gen_chance(g, 50))
		gen_tx_any(g, 0, 10);
	gen_wait_clocks(g, gen_between(g, 10, 3 * (8 * hold + 14)));
	if (gen_chance(g, 30))
		gen_write(g, "tx_pauseframe_control", 2);
	gen_request(g, ITEM_PAUSE_REQ, (uint16_t)gen_below(g, 2));
	gen_wait_clocks(g, gen_between(g, 1, 40));
	gen_request(g, ITEM_PAUSE_REQ, 0);
}

void ll10g_pfc_setup(struct generator *g)
{
	for (int i = 0; i < 2; i++) {
		const struct reg_row *quanta = reg_by_name(g->page, "pfc_pause_quanta_0"),
				     *hold = reg_by_name(g->page, "pfc_holdoff_quanta_0");
		uint32_t class = gen_below(g, CLASSES);
		gen_write_bytes(g, (uint16_t)(quanta->address + 4 * class), gen_below(g, 40), 0xF);
		gen_write_bytes(g, (uint16_t)(hold->address + 4 * class), gen_below(g, 12), 0xF);
	}
	gen_write_mode(g, MODE_PFC_TX, gen_bits(g, 0xFF, 70));
}

static void pfc_requests(struct generator *g)
{
	uint32_t steps = gen_between(g, 4, 12);
	uint16_t request = 0;

	ll10g_pfc_setup(g);
	while (steps--) {
		switch (gen_below(g, 8)) {
		case 0:
		case 1:
		case 2:
			request ^= (uint16_t)gen_bits(g, 0xFFFF, 12);
			gen_request(g, ITEM_PFC_REQ, request);
			break;
		case 3:
			request = (uint16_t)gen_bits(g, gen_chance(g, 50) ? 0x5555 : 0xAAAA, 60);
			gen_request(g, ITEM_PFC_REQ, request);
			break;
		case 4:
			gen_tx_any(g, 0, 3);
			break;
		case 5:
			gen_request(g, ITEM_PAUSE_REQ, (uint16_t)gen_below(g, 4));
			break;
		case 6:
			gen_write_mode(g, MODE_PFC_TX, gen_bits(g, 0xFF, 70));
			break;
		default:
			gen_wait_clocks(g, gen_chance(g, 50) ? gen_between(g, 1, 16) : gen_between(g, 8, 100));
			break;
		}
	}
	gen_request(g, ITEM_PAUSE_REQ, 0);
	gen_request(g, ITEM_PFC_REQ, 0);
	gen_wait_clocks(g, gen_below(g, 30));
	gen_put_back(g, MODE_PFC_TX);
}

const struct scenario ll10g_flow[] = {
	{ "ignore-while-paused", 6, 0, ignore_while_paused }, { "reset-while-paused", 4, 0, reset_while_paused },
	{ "pfc-received", 10, CAP_PFC, pfc_received },        { "pfc-again", 8, CAP_PFC, pfc_again },
	{ "pause-requests", 12, CAP_PFC, pause_requests },    { "pause-held", 8, CAP_PFC, pause_held },
	{ "pfc-requests", 12, CAP_PFC, pfc_requests },        { .name = NULL },
};
