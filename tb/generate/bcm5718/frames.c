/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: frames that the BCM5718 keeps, filters or counts in its own way. */
#include "scenarios.h"

#include <string.h>

static void keep_control(struct generator *g)
{
	struct stim_pause pause = stim_pause_fields();
	struct item shape = gen_rx_shape(g);

	gen_write_mode(g, MODE_RX, (g->modes[MODE_RX] & ~bcm5718_keep_bits(g)) | gen_bits(g, bcm5718_keep_bits(g), 50));
	gen_wait_for(g, WAIT_REG, 200);
	for (int i = 0; i < 3; i++) {
		pause.opcode = gen_chance(g, 50) ? 1 : (uint16_t)gen_below(g, 4);
		pause.time = (uint16_t)gen_below(g, 3);
		memcpy(pause.da, gen_chance(g, 50) ? stim_multicast : stim_station, sizeof(pause.da));
		if (gen_chance(g, 20))
			gen_rx_address(g, pause.da);
		gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	}
	gen_wait_for(g, WAIT_RX, 600);
	gen_put_back(g, MODE_RX);
}

static void tagged_control(struct generator *g)
{
	struct stim_pause pause = stim_pause_fields();
	struct item shape = gen_rx_shape(g);

	gen_write_mode(g, MODE_MAC, g->modes[MODE_MAC] ^ gen_mode_bits(g, MODE_MAC, "TAGGED_MAC_CONTROL"));
	gen_wait_for(g, WAIT_REG, 200);
	pause.tag = (int32_t)gen_below(g, 0x1000);
	pause.time = (uint16_t)gen_between(g, 0, 6);
	pause.opcode = gen_chance(g, 80) ? 1 : 2;
	gen_rx_pause(g, &shape, &pause, gen_chance(g, 70) ? STIM_FRAME_LEN : gen_between(g, 60, 70));
	gen_tx_after(g, 60, 110);
	gen_wait_for(g, WAIT_RX, 600);
	gen_put_back(g, MODE_MAC);
}

static void address_change(struct generator *g)
{
	struct stim_pause pause = stim_pause_fields();
	struct item shape = stim_rx_item();

	gen_wait_for(g, WAIT_IDLE, 1500);
	memcpy(pause.da, stim_station, sizeof(pause.da));
	pause.time = (uint16_t)gen_between(g, 1, 5);
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	if (gen_chance(g, 50)) /* a sent PAUSE frame keeps the address with which it began */
		bcm5718_write_marks(g, bcm5718_mbufs(g) + 1, bcm5718_mbufs(g) + 1);
	gen_wait(g, gen_between(g, 2, RUN_64 + 6));
	gen_write(g, "MAC_ADDR_0_LOW", 0x22334456);
	if (gen_chance(g, 50))
		gen_write(g, "MAC_ADDR_0_HIGH", 0x0211);
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	gen_tx(g, 60, 0);
	gen_wait(g, gen_between(g, 50, 200));
	gen_write(g, "MAC_ADDR_0_HIGH", 0x0011);
	gen_write(g, "MAC_ADDR_0_LOW", 0x22334455);
	bcm5718_usual_marks(g);
}

static void filter_addresses(struct generator *g)
{
	static const char *const high[] = { "MAC_ADDR_1_HIGH", "MAC_ADDR_2_HIGH", "MAC_ADDR_3_HIGH" };
	static const char *const low[] = { "MAC_ADDR_1_LOW", "MAC_ADDR_2_LOW", "MAC_ADDR_3_LOW" };
	uint32_t pair = gen_below(g, 3);
	struct stim_pause pause = stim_pause_fields();
	struct stim_fields fields = stim_rx_fields();
	struct item shape = stim_rx_item();

	gen_write(g, high[pair], 0x0204);
	gen_write(g, low[pair], 0x06080A00 | pair);
	gen_wait_for(g, WAIT_REG, 200);
	for (uint32_t i = 0; i < 3; i++) {
		const uint8_t da[] = { 0x02, 0x04, 0x06, 0x08, 0x0A, (uint8_t)i };
		memcpy(fields.da, da, sizeof(da));
		gen_rx(g, &shape, &fields, 64);
	}
	memcpy(pause.da, fields.da, sizeof(pause.da)); /* a PAUSE frame to the address of another pair is not obeyed */
	pause.da[5] = (uint8_t)pair;
	pause.time = 3;
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	gen_tx_after(g, 240, 360);
	gen_wait_for(g, WAIT_RX, 800);
	gen_write(g, high[pair], 0);
	gen_write(g, low[pair], 0);
}

static void accept_modes(struct generator *g)
{
	uint32_t count = gen_between(g, 2, 5);

	gen_write_mode(g, MODE_RX, (g->modes[MODE_RX] & ~bcm5718_accept_bits(g)) | gen_bits(g, bcm5718_accept_bits(g), 50));
	gen_wait_for(g, WAIT_REG, 200);
	while (count--) {
		struct stim_fields fields = gen_rx_fields(g);
		struct item shape = gen_rx_shape(g);
		if (gen_chance(g, 40))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx(g, &shape, &fields, gen_rx_len(g));
	}
	gen_wait_for(g, WAIT_RX, 4000);
	gen_put_back(g, MODE_RX);
}

static void length_field(struct generator *g)
{
	uint32_t count = gen_between(g, 2, 5);

	gen_write_mode(g, MODE_RX, g->modes[MODE_RX] | gen_mode_bits(g, MODE_RX, "LENGTH_CHECK"));
	gen_wait_for(g, WAIT_REG, 200);
	while (count--) {
		struct stim_fields fields = stim_rx_fields();
		struct item shape = gen_rx_shape(g);
		uint32_t len = gen_between(g, 62, 130);
		static const uint16_t edges[] = { 0, 1, 45, 46, 1499, 1500, 1501, 1535, 1536 };
		fields.type = gen_chance(g, 60) ? (uint16_t)(len - 18 + gen_below(g, 3) - 1) : GEN_PICK(g, edges);
		if (gen_chance(g, 20))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx(g, &shape, &fields, len);
	}
	gen_wait_for(g, WAIT_RX, 2000);
	gen_put_back(g, MODE_RX);
}

static void mtu_edges(struct generator *g)
{
	static const uint16_t limits[] = { 63, 64, 65, 100, 128, 300, 1000, 1522 };
	uint32_t limit = GEN_PICK(g, limits), count = gen_between(g, 2, 4);

	gen_write(g, "RX_MTU", limit);
	gen_wait_for(g, WAIT_REG, 200);
	while (count--) {
		struct stim_fields fields = gen_rx_fields(g);
		struct item shape = gen_rx_shape(g);
		if (gen_chance(g, 30))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx(g, &shape, &fields, limit + gen_below(g, 3) - 1);
	}
	if (gen_chance(g, 50)) {
		struct stim_pause pause = stim_pause_fields();
		struct item shape = gen_rx_shape(g);
		pause.time = gen_short_time(g);
		gen_rx_pause(g, &shape, &pause, limit + gen_below(g, 2));
	}
	gen_wait_for(g, WAIT_RX, 6000);
	gen_write(g, "RX_MTU", MTU);
}

static void jumbo_accepted(struct generator *g)
{
	struct stim_fields fields = stim_rx_fields();
	struct item shape = stim_rx_item();

	gen_write(g, "RX_MTU", 9018);
	gen_wait_for(g, WAIT_REG, 200);
	fields.fill = STIM_FILL_RAND;
	gen_rx(g, &shape, &fields, 9017 + gen_below(g, 3));
	gen_wait_for(g, WAIT_RX, 10000);
	gen_write(g, "RX_MTU", MTU);
}

const struct scenario bcm5718_frames[] = {
	{ "keep-control", 6, CAP_FULL_DUPLEX, keep_control },
	{ "tagged-control", 5, CAP_FULL_DUPLEX, tagged_control },
	{ "address-change", 4, CAP_FULL_DUPLEX, address_change },
	{ "filter-addresses", 4, 0, filter_addresses },
	{ "accept-modes", 6, 0, accept_modes },
	{ "length-field", 4, 0, length_field },
	{ "mtu-edges", 4, 0, mtu_edges },
	{ "jumbo-accepted", 1, CAP_JUMBO, jumbo_accepted },
	{ .name = NULL },
};
