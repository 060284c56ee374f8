/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios on the registers of the Intel LL 10G MAC: classes of frames with and without tags, filters, what the client gets, PAUSE and
 * PFC both ways, options of the transmitter, wide counters, clears, stops and resets. doc/ll10g.md; UG 683426.
 *
 * What the mode registers hold between scenarios is kept in modes[], so that a scenario can change a bit and put it back. */
#include "generate/generate.h"

#include <string.h>

enum {
	MODE_RX_FRAME,
	MODE_RX_REMOVE,
	MODE_RX_CRC,
	MODE_RX_VLAN,
	MODE_TX_VLAN,
	MODE_TX_PAD,
	MODE_TX_CRC,
	MODE_TX_IPG,
	MODE_PAUSE,
	MODE_PFC_RX,
	MODE_PFC_TX,
	MODES
};
enum {
	RX_VISIBLE = 15, /* clocks from the offer of 64 octets at an idle wire to their counters */
	TX_VISIBLE = 11, /* clocks from the offer of a short frame to its counters */
	PAUSE_ACTS = 16,
	MAX_LENGTH = 1518,
	CLASSES = STIM_CLASSES,
	TYPE_STACKED = 0x88A8,
	SOURCE_REGISTER = 2,
};

static const char *const mode_names[MODES] = {
	[MODE_RX_FRAME] = "rx_frame_control",     [MODE_RX_REMOVE] = "rx_padcrc_control",
	[MODE_RX_CRC] = "rx_crccheck_control",    [MODE_RX_VLAN] = "rx_vlan_detection",
	[MODE_TX_VLAN] = "tx_vlan_detection",     [MODE_TX_PAD] = "tx_pad_control",
	[MODE_TX_CRC] = "tx_crc_control",         [MODE_TX_IPG] = "tx_ipg_10g",
	[MODE_PAUSE] = "tx_pauseframe_enable",    [MODE_PFC_RX] = "rx_pfc_control",
	[MODE_PFC_TX] = "tx_pfc_priority_enable",
};
/* As the set-up writes them. */
static const uint32_t usual_modes[MODES] = {
	[MODE_RX_FRAME] = 3, [MODE_RX_REMOVE] = 1, [MODE_RX_CRC] = 2, [MODE_TX_PAD] = 1,
	[MODE_TX_CRC] = 3,   [MODE_TX_IPG] = 1,    [MODE_PAUSE] = 1,
};

static void begin(struct generator *g)
{
	g->mode_names = mode_names;
	for (int mode = 0; mode < MODES; mode++)
		g->modes[mode] = usual_modes[mode];
}

static void restore(struct generator *g)
{
	begin(g);
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

/* When a PAUSE acts, and what shows it. */
static const struct pause_acts pause_acts = { .from = PAUSE_ACTS - 5, .at = PAUSE_ACTS, .to = PAUSE_ACTS + 3 };

/* ---- modes ---- */

/* Modes that stay for the scenarios to come. */
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

/* ---- received frames ---- */

/* The first octets behind the SA: none, one or two tags, then TYPE. Returns how many octets HEX has. */
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

static void frame_any(struct generator *g, uint32_t len, bool send)
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

static uint32_t length_near(struct generator *g, uint32_t limit)
{
	static const uint8_t bonus[] = { 0, 0, 4, 8 };
	uint32_t base = limit + GEN_PICK(g, bonus);

	return base - 1 + gen_below(g, 3);
}

/* The length limit and the minimum, each with no, one and two tags. */
static void rx_lengths(struct generator *g)
{
	static const uint16_t limits[] = { 64, 65, 100, 128, 600, 1518, 1518, 2000 };
	uint32_t limit = GEN_PICK(g, limits), count = gen_between(g, 2, 5);

	gen_write_mode(g, MODE_RX_VLAN, gen_below(g, 2));
	gen_write(g, "rx_frame_maxlength", limit);
	gen_wait_for(g, WAIT_REG, 100);
	while (count--)
		frame_any(g, gen_chance(g, 70) ? length_near(g, limit) : gen_between(g, 60, 90), false);
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
		frame_any(g, gen_between(g, 58, 110), false);
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

/* ---- received PAUSE and PFC ---- */

static void ignore_while_paused(struct generator *g)
{
	uint32_t usual = g->modes[MODE_RX_FRAME];

	gen_change_while_paused(g, &pause_acts, mode_names[MODE_RX_FRAME],
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

/* The same class again while it is paused, to its expiry and beside it. */
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

/* ---- PAUSE and PFC frames of ours ---- */

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

/* A request that stays, so that XOFF comes again behind each hold-off. */
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

static void pfc_setup(struct generator *g)
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

	pfc_setup(g);
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

/* ---- sent frames ---- */

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
		frame_any(g, gen_chance(g, 60) ? length_near(g, limit) : gen_between(g, 60, 100), true);
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

/* All of the FIFO taken but for a word or none, then frames that find no room at all, or not enough. */
static void overflow(struct generator *g)
{
	uint32_t rest = dut_param(g->dut, "BufferOctets", 32768), last = gen_between(g, 64, 90), next = gen_between(g, 64, 400);
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

/* ---- registers ---- */

/* A counter of one direction: its low word, or with HIGH its high word. */
static const struct reg_row *any_counter(struct generator *g, bool high)
{
	const struct reg_row *row;

	do
		row = &g->page->rows[gen_below(g, (uint32_t)g->page->count)];
	while (row->kind != (high ? REG_COUNTER_HIGH : REG_COUNTER));
	return row;
}

/* Low and high words in any order: the high word belongs to the latch of its direction. */
static void read_words(struct generator *g)
{
	uint32_t count = gen_between(g, 2, 8);

	while (count--) {
		const struct reg_row *row = any_counter(g, gen_chance(g, 50));
		gen_read_at(g, row->address);
		if (gen_chance(g, 40))
			gen_read_at(g, row[row->partner].address);
	}
}

static const char *const rx_names[] = {
	"rx_stats_framesOK",         "rx_stats_octetsOK",
	"rx_stats_etherStatsOctets", "rx_stats_etherStatsPkts",
	"rx_stats_framesErr",        "rx_stats_etherStatsPkts64Octets",
	"rx_stats_unicast_FramesOK", "rx_stats_pauseMACCtrl_Frames",
};
static const char *const tx_names[] = {
	"tx_stats_framesOK",         "tx_stats_octetsOK",
	"tx_stats_etherStatsOctets", "tx_stats_etherStatsPkts",
	"tx_stats_framesErr",        "tx_stats_etherStatsPkts64Octets",
	"tx_stats_unicast_FramesOK", "tx_stats_pauseMACCtrl_Frames",
};

static void read_at_rx_event(struct generator *g)
{
	uint32_t len = gen_chance(g, 60) ? 64 : gen_between(g, 20, 140);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_rx_train(g, 1, len, STIM_GAP);
	if (gen_chance(g, 30))
		gen_rx_train(g, 2, 9, 1);
	gen_wait_clocks(g, len / 8 + RX_VISIBLE - 8 - 4 + gen_below(g, 6));
	gen_read_twice(g, GEN_PICK(g, rx_names));
}

static void read_at_tx_event(struct generator *g)
{
	uint32_t len = gen_between(g, 50, 100);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_tx(g, len, 0);
	gen_wait_clocks(g, (len > 60 ? len - 60 : 0) / 8 + TX_VISIBLE - 3 + gen_below(g, 6));
	gen_read_twice(g, GEN_PICK(g, tx_names));
}

/* A clear that meets the event, and reads that meet the clear. */
static void clear_meets_event(struct generator *g)
{
	bool rx = gen_chance(g, 50);

	gen_wait_for(g, WAIT_IDLE, 1500);
	if (rx)
		gen_rx_train(g, 1, 64, STIM_GAP);
	else
		gen_tx(g, 60, 0);
	gen_wait_clocks(g, (rx ? RX_VISIBLE : TX_VISIBLE) - 5 + gen_below(g, 6));
	gen_write(g, rx ? "rx_stats_clr" : "tx_stats_clr", gen_chance(g, 90));
	if (gen_chance(g, 50))
		gen_read(g, rx ? "rx_stats_clr" : "tx_stats_clr");
	if (rx)
		gen_read_twice(g, GEN_PICK(g, rx_names));
	else
		gen_read_twice(g, GEN_PICK(g, tx_names));
	gen_wait_clocks(g, gen_below(g, 10));
	read_words(g);
}

static void read_status(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_tx(g, 60, 0);
	gen_rx_train(g, 1, 64, STIM_GAP);
	for (int i = 0; i < 4; i++) {
		gen_wait_clocks(g, gen_below(g, 6));
		gen_read(g, gen_chance(g, 50) ? "tx_transfer_status" : "rx_transfer_status");
	}
}

static void odd_addresses(struct generator *g)
{
	static const uint16_t odd[] = { 0x0000, 0x003C, 0x0048, 0x0084,     0x00BC, 0x0100, 0x0118, 0x02A0,
		                        0x0504, 0x0518, 0x05C0, 0x05F8,     0x05FC, 0x0600, 0x0700, 0x0704,
		                        0x07FC, 0x0800, 0x0900, 0x0508 + 1, 0x050A, 0xFFFC };

	gen_odd_addresses(g, odd, sizeof(odd) / sizeof(odd[0]), 0x1000);
}

/* Registers that only store, and counters, with any strobes, then read back. */
static void byte_strobes(struct generator *g)
{
	static const char *const names[] = { "rx_frame_spaddr3_0",    "rx_frame_spaddr2_1",  "pfc_pause_quanta_7",
		                             "pfc_holdoff_quanta_3",  "tx_preamble_control", "rx_preamble_control",
		                             "tx_crc_control",        "rx_crccheck_control", "rx_stats_framesOK",
		                             "tx_underflow_counter0", "tx_transfer_status",  "tx_pauseframe_quanta" };

	gen_byte_strobes(g, names, sizeof(names) / sizeof(names[0]));
	gen_put_back(g, MODE_TX_CRC);
	gen_put_back(g, MODE_RX_CRC);
}

static void chip_reset(struct generator *g)
{
	gen_wait_clocks(g, gen_below(g, 40));
	gen_reset(g, gen_between(g, 1, 20));
	gen_wait_clocks(g, gen_below(g, 30));
	read_words(g);
	gen_set_up(g);
	begin(g);
}

/* ---- meetings ---- */

static void pause_asked(struct generator *g)
{
	if (gen_chance(g, 40))
		gen_tx(g, gen_between(g, 60, 300), 0);
	gen_request(g, ITEM_PAUSE_REQ, (uint16_t)gen_between(g, 1, 3));
}

/* The second one: the hold-off is over, or an XON. */
static void pause_asked_long(struct generator *g)
{
	gen_write(g, "tx_pauseframe_quanta", gen_between(g, 1, 40));
	gen_write(g, "tx_pauseframe_holdoff_quanta", gen_below(g, 10));
	gen_wait_for(g, WAIT_REG, 100);
	gen_request(g, ITEM_PAUSE_REQ, 2);
	gen_wait_clocks(g, gen_between(g, 4, 16));
	if (gen_chance(g, 40))
		gen_request(g, ITEM_PAUSE_REQ, (uint16_t)gen_below(g, 2));
}

static void pfc_asked(struct generator *g)
{
	pfc_setup(g);
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
	if (gen_chance(g, 60)) /* behind the first clock of the pause: an end is next */
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

static void ask_pause(struct generator *g)
{
	gen_request(g, ITEM_PAUSE_REQ, (uint16_t)gen_below(g, 4));
}

static void ask_pause_by_register(struct generator *g)
{
	gen_write(g, "tx_pauseframe_control", gen_below(g, 4));
}

static void ask_pfc(struct generator *g)
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
	gen_read_twice(g, GEN_PICK(g, rx_names));
	if (gen_chance(g, 40))
		gen_read_twice(g, GEN_PICK(g, rx_names));
}

static void read_transmit(struct generator *g)
{
	gen_read_twice(g, GEN_PICK(g, tx_names));
	if (gen_chance(g, 40))
		gen_read_twice(g, GEN_PICK(g, tx_names));
}

static void calm(struct generator *g)
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

static const struct cause causes[] = {
	{ WAIT_CONTROL, 16, 0, 1900, pause_asked },   { WAIT_CONTROL, 20, 0, 2000, pause_asked_long },
	{ WAIT_END, 5, 0, 2000, pause_asked_long },   { WAIT_CONTROL, 12, CAP_PFC, 2000, pfc_asked },
	{ WAIT_PFC, 20, CAP_PFC, 700, class_paused },
};

static const struct act acts[] = {
	{ GEN_AT(WAIT_JUDGED), 20, 0, 0, read_receive },
	{ GEN_SENT, 14, 0, 0, read_transmit },
	{ GEN_SENT | GEN_AT(WAIT_EXPIRY), 7, 0, 0, ask_pause },
	{ GEN_SENT, 6, 0, GEN_WRITE_LEAD, ask_pause_by_register },
	{ GEN_SENT, 6, CAP_PFC, 0, ask_pfc },
	{ GEN_ANY_MOMENT, 8, 0, GEN_WRITE_LEAD, flip_flow },
	{ GEN_SENT, 6, 0, GEN_WRITE_LEAD, write_quanta },
	{ GEN_SENT | GEN_AT(WAIT_JUDGED), 8, 0, GEN_WRITE_LEAD, clear_counters },
	{ GEN_ANY_MOMENT, 5, 0, GEN_WRITE_LEAD, stop_some },
	{ GEN_AT(WAIT_PFC), 20, CAP_PFC, GEN_RUN_LEAD, class_again },
};

static const struct scenario rows[] = {
	{ "mode-drift", 6, 0, mode_drift },
	{ "rx-lengths", 8, 0, rx_lengths },
	{ "rx-tags", 8, 0, rx_tags },
	{ "rx-filter", 6, 0, rx_filter },
	{ "forward-control", 6, 0, forward_control },
	{ "ignore-while-paused", 6, 0, ignore_while_paused },
	{ "reset-while-paused", 4, 0, reset_while_paused },
	{ "pfc-received", 10, CAP_PFC, pfc_received },
	{ "pfc-again", 8, CAP_PFC, pfc_again },
	{ "pause-requests", 12, CAP_PFC, pause_requests },
	{ "pause-held", 8, CAP_PFC, pause_held },
	{ "pfc-requests", 12, CAP_PFC, pfc_requests },
	{ "send-options", 6, 0, send_options },
	{ "send-tags", 6, 0, send_tags },
	{ "send-control", 4, 0, send_control },
	{ "own-address", 4, CAP_PFC, own_address },
	{ "short-gap-train", 6, 0, short_gap_train },
	{ "stop-or-reset", 8, 0, stop_or_reset },
	{ "unidirectional", 4, 0, unidirectional },
	{ "overflow", 2, 0, overflow },
	{ "read-words", 6, 0, read_words },
	{ "read-at-rx-event", 6, 0, read_at_rx_event },
	{ "read-at-tx-event", 6, 0, read_at_tx_event },
	{ "clear-meets-event", 8, 0, clear_meets_event },
	{ "read-status", 4, 0, read_status },
	{ "read-all", 1, 0, gen_read_all },
	{ "odd-addresses", 4, 0, odd_addresses },
	{ "byte-strobes", 4, 0, byte_strobes },
	{ "chip-reset", 2, 0, chip_reset },
};

const struct scenario_set scenarios_ll10g = {
	.model = "ll10g",
	.rows = rows,
	.count = sizeof(rows) / sizeof(rows[0]),
	.begin = begin,
	.restore = restore,
	.causes = causes,
	.cause_count = sizeof(causes) / sizeof(causes[0]),
	.acts = acts,
	.act_count = sizeof(acts) / sizeof(acts[0]),
	.calm = calm,
};
