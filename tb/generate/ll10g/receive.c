/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: the modes of the LL 10GbE MAC and received frames. */
#include "scenarios.h"

#include <string.h>

/* Changes modes for the scenarios to come. */
static void mode_drift(struct generator *g)
{
	static const uint8_t removes[] = { 0, 1, 1, 2, 3, 3 };

	g->modes[MODE_RX_FRAME] = gen_bits(g, 0xF0018, 50);
	g->modes[MODE_RX_FRAME] |= gen_bits(g, 3, 80);
	g->modes[MODE_RX_REMOVE] = GEN_PICK(g, removes);
	g->modes[MODE_RX_CRC] = gen_chance(g, 80) ? 2 : 0;
	g->modes[MODE_RX_VLAN] = gen_below(g, 2);
	g->modes[MODE_TX_VLAN] = gen_below(g, 2);
	g->modes[MODE_TX_PAD] = gen_chance(g, 80);
	g->modes[MODE_TX_CRC] = gen_chance(g, 80) ? 3 : 1;
	g->modes[MODE_TX_IPG] = gen_chance(g, 60);
	g->modes[MODE_PFC_RX] = gen_chance(g, 60) ? 0 : gen_bits(g, 0x100FF, 40);
	for (int mode = 0; mode < MODES; mode++)
		gen_put_back(g, mode);
}

/* Gives the first octets after the SA: no, one or two tags, then TYPE. Returns how many octets HEX has. */
static uint32_t tag_octets(struct generator *g, uint32_t tags, uint16_t type, uint16_t *ret_first, uint8_t hex[12])
{
	static const uint16_t tag_types[] = { STIM_TYPE_TAG, TYPE_STACKED };
	uint32_t len = 0;

	*ret_first = tags ? GEN_PICK(g, tag_types) : type;
	for (uint32_t i = 0; i < tags; i++) {
		uint16_t next = i + 1 < tags ? GEN_PICK(g, tag_types) : type;
		hex[len++] = (uint8_t)gen_below(g, 256);
		hex[len++] = (uint8_t)gen_below(g, 256);
		hex[len++] = (uint8_t)(next >> 8);
		hex[len++] = (uint8_t)next;
	}
	return len;
}

static uint16_t any_type(struct generator *g, uint32_t len, uint32_t tags)
{
	static const uint16_t edges[] = { 0, 1, 45, 46, 1499, 1500, 1501, 1535, 1536, 0x8808, 0x88A9, 0x8101 };
	uint32_t payload = len - 18 - 4 * tags;

	if (gen_chance(g, 50))
		return STIM_TYPE;
	return gen_chance(g, 60) ? (uint16_t)(payload - 1 + gen_below(g, 3)) : GEN_PICK(g, edges);
}

void ll10g_frame_any(struct generator *g, uint32_t len, bool send)
{
	uint32_t tags = gen_chance(g, 40) ? 0 : gen_between(g, 1, 3);
	struct stim_fields fields = send ? stim_tx_fields() : gen_rx_fields(g);
	struct item shape = gen_rx_shape(g);
	uint16_t type = any_type(g, len, tags);
	uint8_t hex[12];

	fields.fill = STIM_FILL_HEX;
	fields.hex_len = tag_octets(g, tags, type, &fields.type, hex);
	fields.hex = hex;
	if (gen_chance(g, 15))
		shape.u.frame.fcs = FCS_BAD;
	if (send)
		gen_tx_fields(g, &fields, len > 5 ? len - 4 : 1, gen_chance(g, 80) ? 0 : 3);
	else
		gen_rx(g, &shape, &fields, len);
}

uint32_t ll10g_length_near(struct generator *g, uint32_t limit)
{
	static const uint8_t bonus[] = { 0, 0, 4, 8 };
	uint32_t base = limit + GEN_PICK(g, bonus);

	return base - 1 + gen_below(g, 3);
}

/* Frames of the longest and the shortest length come, each with no, one and two tags. */
static void rx_lengths(struct generator *g)
{
	static const uint16_t limits[] = { 64, 65, 100, 128, 600, 1518, 1518, 1540, 2000 };
	uint32_t limit = GEN_PICK(g, limits), count = gen_between(g, 2, 5);

	gen_write_mode(g, MODE_RX_VLAN, gen_below(g, 2));
	gen_write(g, "rx_frame_maxlength", limit);
	gen_wait_for(g, WAIT_REG, 100);
	while (count--)
		ll10g_frame_any(g, gen_chance(g, 70) ? ll10g_length_near(g, limit) : gen_between(g, 60, 90), false);
	gen_wait_for(g, WAIT_RX, 3000);
	gen_write(g, "rx_frame_maxlength", MAX_LENGTH);
	gen_put_back(g, MODE_RX_VLAN);
}

static void rx_tags(struct generator *g)
{
	uint32_t count = gen_between(g, 3, 8);

	gen_write_mode(g, MODE_RX_VLAN, gen_below(g, 2));
	gen_write_mode(g, MODE_RX_REMOVE, gen_below(g, 4));
	gen_wait_for(g, WAIT_REG, 100);
	while (count--)
		ll10g_frame_any(g, gen_between(g, 58, 110), false);
	gen_wait_for(g, WAIT_RX, 600);
	gen_put_back(g, MODE_RX_VLAN);
	gen_put_back(g, MODE_RX_REMOVE);
}

static void rx_filter(struct generator *g)
{
	static const char *const low[] = { "rx_frame_spaddr0_0", "rx_frame_spaddr1_0", "rx_frame_spaddr2_0",
		                           "rx_frame_spaddr3_0" };
	static const char *const high[] = { "rx_frame_spaddr0_1", "rx_frame_spaddr1_1", "rx_frame_spaddr2_1",
		                            "rx_frame_spaddr3_1" };
	uint32_t which = gen_below(g, 4), count = gen_between(g, 4, 8);
	struct stim_fields fields = stim_rx_fields();

	gen_write(g, low[which], 0x06080A00 | which);
	gen_write(g, high[which], 0x0204);
	gen_write_mode(g, MODE_RX_FRAME, (g->modes[MODE_RX_FRAME] & ~0xF0003u) | gen_bits(g, 0xF0003, 40));
	gen_wait_for(g, WAIT_REG, 100);
	while (count--) {
		struct item shape = gen_rx_shape(g);
		uint8_t da[] = { 0x02, 0x04, 0x06, 0x08, 0x0A, 0 };
		da[5] = (uint8_t)gen_below(g, 4);
		if (gen_chance(g, 50))
			gen_rx_address(g, da);
		else if (gen_chance(g, 20))
			gen_flip_bit(g, da);
		memcpy(fields.da, da, sizeof(da));
		if (gen_chance(g, 20))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx(g, &shape, &fields, gen_between(g, 60, 68));
	}
	gen_wait_for(g, WAIT_RX, 600);
	gen_put_back(g, MODE_RX_FRAME);
}

static void forward_control(struct generator *g)
{
	static const uint16_t opcodes[] = { 1, 1, STIM_OPCODE_PFC, STIM_OPCODE_PFC, 0, 2, 0x0100 };
	struct stim_pause pause = stim_pause_fields();
	uint32_t bits = gen_mode_bits(g, MODE_RX_FRAME, "FWD_CONTROL") | gen_mode_bits(g, MODE_RX_FRAME, "FWD_PAUSE") |
	                gen_mode_bits(g, MODE_RX_FRAME, "IGNORE_PAUSE") | gen_mode_bits(g, MODE_RX_FRAME, "EN_ALLMCAST");

	gen_write_mode(g, MODE_RX_FRAME, (g->modes[MODE_RX_FRAME] & ~bits) | gen_bits(g, bits, 50));
	gen_write_mode(g, MODE_PFC_RX, gen_bits(g, 0x100FF, 40));
	gen_wait_for(g, WAIT_REG, 100);
	for (int i = 0; i < 4; i++) {
		struct item shape = gen_rx_shape(g);
		pause.opcode = GEN_PICK(g, opcodes);
		pause.time = gen_short_time(g);
		memcpy(pause.da, stim_multicast, sizeof(pause.da));
		if (gen_chance(g, 40))
			gen_rx_address(g, pause.da);
		if (gen_chance(g, 15))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx_pause(g, &shape, &pause, gen_chance(g, 80) ? STIM_FRAME_LEN : gen_between(g, 60, 80));
	}
	gen_wait_for(g, WAIT_RX, 600);
	gen_put_back(g, MODE_RX_FRAME);
	gen_put_back(g, MODE_PFC_RX);
}

const struct scenario ll10g_receive[] = {
	{ "mode-drift", 6, 0, mode_drift }, { "rx-lengths", 8, 0, rx_lengths },           { "rx-tags", 8, 0, rx_tags },
	{ "rx-filter", 6, 0, rx_filter },   { "forward-control", 6, 0, forward_control }, { .name = NULL },
};
