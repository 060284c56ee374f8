/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: frames that the LL 10GbE MAC sends, and events that stop it. */
#include "scenarios.h"

#include <string.h>

static void send_options(struct generator *g)
{
	uint32_t count = gen_between(g, 2, 6);

	gen_write_mode(g, MODE_TX_PAD, gen_below(g, 2));
	gen_write_mode(g, MODE_TX_CRC, gen_chance(g, 60) ? 3 : 1);
	gen_write(g, "tx_src_addr_override", gen_below(g, 2));
	if (gen_chance(g, 70))
		gen_wait_for(g, WAIT_REG, 100);
	while (count--) {
		struct stim_fields fields = stim_tx_fields();
		struct item item = stim_tx_item();
		memcpy(fields.sa, gen_chance(g, 50) ? stim_partner : stim_station, sizeof(fields.sa));
		item.u.frame.len = gen_chance(g, 70) ? gen_between(g, 1, 70) : gen_tx_len(g);
		item.u.frame.host_error = gen_chance(g, 15);
		if (item.u.frame.len > 8 && gen_chance(g, 15))
			item.u.frame.stall_at = 8;
		item.u.frame.stall = 1;
		item.u.frame.octets = stim_octets(&fields, item.u.frame.len);
		gen_item(g, &item);
	}
	if (gen_chance(g, 40))
		gen_write(g, "tx_pauseframe_control", 2);
	gen_wait_for(g, WAIT_TX, 600);
	gen_put_back(g, MODE_TX_PAD);
	gen_put_back(g, MODE_TX_CRC);
	gen_write(g, "tx_src_addr_override", 0);
}

static void send_tags(struct generator *g)
{
	static const uint16_t limits[] = { 64, 70, 128, 1518 };
	uint32_t limit = GEN_PICK(g, limits), count = gen_between(g, 2, 5);

	gen_write_mode(g, MODE_TX_VLAN, gen_below(g, 2));
	gen_write(g, "tx_frame_maxlength", limit);
	gen_wait_for(g, WAIT_REG, 100);
	while (count--)
		ll10g_frame_any(g, gen_chance(g, 60) ? ll10g_length_near(g, limit) : gen_between(g, 60, 100), true);
	gen_wait_for(g, WAIT_TX, 2000);
	gen_write(g, "tx_frame_maxlength", MAX_LENGTH);
	gen_put_back(g, MODE_TX_VLAN);
}

/* The host sends control frames too, and they count. */
static void send_control(struct generator *g)
{
	static const uint8_t opcodes[][2] = { { 0, 1 }, { 1, 1 }, { 0, 2 }, { 0, 0 } };
	uint32_t count = gen_between(g, 1, 4);

	while (count--) {
		struct stim_fields fields = stim_tx_fields();
		uint8_t hex[] = { 0, 0, 0x00, 0x05 };
		fields.type = STIM_TYPE_CONTROL;
		memcpy(hex, opcodes[gen_below(g, 4)], 2);
		fields.fill = STIM_FILL_HEX;
		fields.hex = hex;
		fields.hex_len = sizeof(hex);
		gen_rx_address(g, fields.da);
		if (gen_chance(g, 50))
			memcpy(fields.da, stim_multicast, sizeof(fields.da));
		gen_tx_fields(g, &fields, gen_chance(g, 70) ? 60 : gen_between(g, 14, 80), 0);
	}
}

/* The station address changes around frames to and from it. */
static void own_address(struct generator *g)
{
	struct stim_pause pause = stim_pause_fields();
	struct item shape = stim_rx_item();

	gen_write(g, "tx_src_addr_override", gen_below(g, 2));
	memcpy(pause.da, stim_station, sizeof(pause.da));
	pause.time = (uint16_t)gen_between(g, 1, 4);
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	gen_tx_any(g, 0, 0);
	gen_request(g, ITEM_PAUSE_REQ, (uint16_t)gen_below(g, 4));
	gen_wait_clocks(g, gen_below(g, 20));
	gen_write(g, "primary_mac_addr0", 0x22334456);
	if (gen_chance(g, 50))
		gen_write(g, "primary_mac_addr1", 0x0211);
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	pause.da[5]++;
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	gen_tx_any(g, 0, 4);
	gen_wait_clocks(g, gen_between(g, 5, 40));
	gen_request(g, ITEM_PAUSE_REQ, 0);
	gen_write(g, "tx_src_addr_override", 0);
	gen_write(g, "primary_mac_addr1", 0x0011);
	gen_write(g, "primary_mac_addr0", 0x22334455);
}

static void short_gap_train(struct generator *g)
{
	uint32_t count = gen_between(g, 5, 14), len = gen_between(g, 60, 90);

	gen_write_mode(g, MODE_TX_IPG, 0);
	gen_wait_for(g, WAIT_REG, 100);
	while (count--) {
		gen_tx(g, len, 0);
		len += gen_below(g, 8);
	}
	if (gen_chance(g, 50))
		gen_wait_for(g, WAIT_TX, 600);
	gen_put_back(g, MODE_TX_IPG);
	gen_tx_any(g, 0, 0);
	gen_tx_any(g, 0, 0);
}

static void stop_or_reset(struct generator *g)
{
	static const struct {
		const char *name;
		uint32_t value;
	} stops[] = { { "tx_packet_control", 1 },
		      { "rx_transfer_control", 1 },
		      { "mac_reset_control", 0x001 },
		      { "mac_reset_control", 0x100 },
		      { "mac_reset_control", 0x101 } };
	uint32_t at = gen_below(g, 5), len = gen_between(g, 60, 200);

	gen_tx_any(g, 0, 0);
	gen_tx_any(g, 0, 0);
	gen_rx_train(g, 2, len, gen_between(g, 1, 12));
	gen_pause_any(g);
	if (gen_chance(g, 40))
		gen_request(g, ITEM_PAUSE_REQ, 2);
	gen_wait_clocks(g, gen_below(g, 40));
	gen_write(g, stops[at].name, stops[at].value);
	gen_read(g, gen_chance(g, 50) ? "tx_transfer_status" : "rx_transfer_status");
	gen_wait_clocks(g, gen_between(g, 1, 30));
	gen_write(g, stops[at].name, 0);
	gen_request(g, ITEM_PAUSE_REQ, 0);
}

static void unidirectional(struct generator *g)
{
	enum stim_fault kind;

	gen_write(g, "tx_unidir_control", gen_below(g, 4));
	gen_wait_for(g, WAIT_REG, 100);
	kind = gen_chance(g, 70) ? STIM_FAULT_LOCAL : STIM_FAULT_REMOTE;
	gen_fault(g, kind, gen_between(g, 4, 10));
	gen_tx_any(g, 0, 2);
	gen_write(g, "tx_pauseframe_control", 2);
	gen_tx_any(g, 0, 2);
	gen_wait_clocks(g, gen_between(g, 10, 60));
	gen_write(g, "tx_unidir_control", gen_below(g, 4));
	gen_wait_clocks(g, gen_between(g, 10, 60));
	gen_write(g, "tx_unidir_control", 0);
}

/* Frames take the whole FIFO, or all but a word of it; the next frames find no room, or not enough. */
static void overflow(struct generator *g)
{
	uint32_t rest = dut_ll10g(g->dut)->buffer_octets, last = gen_between(g, 64, 90), next = gen_between(g, 64, 400);
	uint32_t room = (last + 7) / 8 * 8 + 8 * gen_below(g, 3) - 8;

	gen_kind(g, ITEM_HOST_STOP);
	gen_wait_for(g, WAIT_IDLE, 300);
	rest -= room;
	while (rest >= 1512 + 64) {
		gen_rx_train(g, 1, 1512, 1);
		rest -= 1512;
	}
	gen_rx_train(g, 1, rest, 1);
	gen_rx_train(g, 1, last, gen_between(g, 1, 12));
	gen_rx_train(g, 2, next, 1);
	gen_wait_for(g, WAIT_RX, 6000);
	gen_read(g, "rx_pktovrflow_error");
	gen_read(g, "rx_pktovrflow_etherStatsDropEvents");
	gen_kind(g, ITEM_HOST_START);
	gen_rx_train(g, 4, next, gen_between(g, 1, 12));
	gen_wait_for(g, WAIT_IDLE, 8000);
}

const struct scenario ll10g_send[] = {
	{ "send-options", 6, 0, send_options },
	{ "send-tags", 6, 0, send_tags },
	{ "send-control", 4, 0, send_control },
	{ "own-address", 4, CAP_PFC, own_address },
	{ "short-gap-train", 6, 0, short_gap_train },
	{ "stop-or-reset", 8, 0, stop_or_reset },
	{ "unidirectional", 4, 0, unidirectional },
	{ "overflow", 2, 0, overflow },
	{ .name = NULL },
};
