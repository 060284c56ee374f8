/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios on the registers of the Intel LL 10G MAC: classes of frames with and without tags, filters, what the client gets, PAUSE and
 * PFC both ways, options of the transmitter, wide counters, clears, stops and resets. doc/devices/ll10g.md; UG 683426.
 *
 * What the mode registers hold between scenarios is kept in modes[], so that a scenario can change a bit and put it back. */
#include "scenarios.h"

static const char *const mode_names[MODES] = {
	[MODE_RX_FRAME] = "rx_frame_control",     [MODE_RX_REMOVE] = "rx_padcrc_control",
	[MODE_RX_CRC] = "rx_crccheck_control",    [MODE_RX_VLAN] = "rx_vlan_detection",
	[MODE_TX_VLAN] = "tx_vlan_detection",     [MODE_TX_PAD] = "tx_pad_control",
	[MODE_TX_CRC] = "tx_crc_control",         [MODE_TX_IPG] = "tx_ipg_10g",
	[MODE_PAUSE] = "tx_pauseframe_enable",    [MODE_PFC_RX] = "rx_pfc_control",
	[MODE_PFC_TX] = "tx_pfc_priority_enable",
};

/* The modes that the set-up writes. */
static const uint32_t usual_modes[MODES] = {
	[MODE_RX_FRAME] = 3, [MODE_RX_REMOVE] = 1, [MODE_RX_CRC] = 2, [MODE_TX_PAD] = 1,
	[MODE_TX_CRC] = 3,   [MODE_TX_IPG] = 1,    [MODE_PAUSE] = 1,
};

void ll10g_begin(struct generator *g)
{
	g->mode_names = mode_names;
	for (int mode = 0; mode < MODES; mode++)
		g->modes[mode] = usual_modes[mode];
}

static void restore(struct generator *g)
{
	ll10g_begin(g);
	gen_write(g, "mac_reset_control", 0);
	gen_write(g, "rx_transfer_control", 0);
	gen_write(g, "tx_packet_control", 0);
	gen_write(g, "tx_unidir_control", 0);
	gen_write(g, "rx_frame_maxlength", MAX_LENGTH);
	gen_write(g, "tx_frame_maxlength", MAX_LENGTH);
	gen_write(g, "tx_pauseframe_quanta", 0xFFFF);
	gen_write(g, "tx_pauseframe_holdoff_quanta", 0x7FFF);
	for (int mode = 0; mode < MODES; mode++)
		gen_put_back(g, mode);
	gen_request(g, ITEM_PAUSE_REQ, 0);
	gen_request(g, ITEM_PFC_REQ, 0);
}

const struct scenario_set scenarios_ll10g = {
	.model = "ll10g",
	.lists = (const struct scenario *const[]){ ll10g_receive, ll10g_flow, ll10g_send, ll10g_registers, NULL },
	.begin = ll10g_begin,
	.restore = restore,
	.causes = ll10g_causes,
	.acts = ll10g_acts,
	.calm = ll10g_calm,
};
