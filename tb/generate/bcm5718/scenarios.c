/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios on the registers of the BCM5718: modes changed while paused, watermarks and buffer, reads in the cycle of an event,
 * management, resets. doc/bcm5718.md; PG108-R p.223-226, p.430.
 *
 * What the mode registers hold between scenarios is kept in modes[], so that a scenario can change a bit and put it back. */
#include "generate/generate.h"

#include <string.h>

enum { MODE_MAC, MODE_TX, MODE_RX };
enum {
	RUN_64 = 72,     /* cycles of a 64-octet run with preamble */
	RX_VISIBLE = 10, /* from the start of a run of L octets to its counters: L + 10 */
	TX_VISIBLE = 13, /* from the offer of N >= 60 octets to the counters: N + 13 */
	MDIO_CYCLES = 3210,
	PORT_MODE_RESET = 0x8,
	MBUF_OCTETS = 128,
	ALLOWANCE = 2,
	MTU = 1518,
	MARK_MAX = 511,
};

static const char *const mode_names[] = { "MAC_MODE", "TX_MODE", "RX_MODE" };

static uint32_t mbufs(const struct generator *g)
{
	return dut_param(g->dut, "MbufCount", 319);
}

static void write_marks(struct generator *g, uint32_t low, uint32_t high)
{
	gen_write(g, "MAC_RX_LOW_WATERMARK", low < MARK_MAX ? low : MARK_MAX);
	gen_write(g, "HIGH_WATERMARK", high < MARK_MAX ? high : MARK_MAX);
}

static void usual_marks(struct generator *g)
{
	uint32_t pool = mbufs(g) + 1;

	write_marks(g, pool / 4 < 42 ? pool / 4 : 42, pool / 2 < 160 ? pool / 2 : 160);
}

static void begin(struct generator *g)
{
	g->mode_names = mode_names;
	g->modes[MODE_MAC] = PORT_MODE_RESET;
	g->modes[MODE_TX] = gen_mode_bits(g, MODE_TX, "ENABLE") | gen_mode_bits(g, MODE_TX, "FLOW_ENABLE") |
	                    gen_mode_bits(g, MODE_TX, "LONG_PAUSE");
	g->modes[MODE_RX] = gen_mode_bits(g, MODE_RX, "ENABLE") | gen_mode_bits(g, MODE_RX, "FLOW_ENABLE");
}

static void restore(struct generator *g)
{
	begin(g);
	for (int mode = MODE_MAC; mode <= MODE_RX; mode++)
		gen_put_back(g, mode);
	usual_marks(g);
}

/* ---- modes ---- */

static uint32_t keep_bits(const struct generator *g)
{
	return gen_mode_bits(g, MODE_RX, "KEEP_MAC_CONTROL") | gen_mode_bits(g, MODE_RX, "KEEP_PAUSE");
}

static uint32_t accept_bits(const struct generator *g)
{
	return gen_mode_bits(g, MODE_RX, "ACCEPT_OVERSIZED") | gen_mode_bits(g, MODE_RX, "ACCEPT_RUNTS") |
	       gen_mode_bits(g, MODE_RX, "NO_CRC_CHECK") | gen_mode_bits(g, MODE_RX, "LENGTH_CHECK") |
	       gen_mode_bits(g, MODE_RX, "PROMISCUOUS");
}

/* Modes that stay for the scenarios to come. */
static void mode_drift(struct generator *g)
{
	uint32_t drifting = keep_bits(g) | accept_bits(g) | gen_mode_bits(g, MODE_RX, "KEEP_VLAN_TAG");

	g->modes[MODE_RX] = (g->modes[MODE_RX] & ~drifting) | gen_bits(g, drifting, 30);
	g->modes[MODE_TX] = (g->modes[MODE_TX] & ~gen_mode_bits(g, MODE_TX, "LONG_PAUSE")) |
	                    gen_bits(g, gen_mode_bits(g, MODE_TX, "LONG_PAUSE"), 50);
	g->modes[MODE_MAC] = (g->modes[MODE_MAC] & ~gen_mode_bits(g, MODE_MAC, "TAGGED_MAC_CONTROL")) |
	                     gen_bits(g, gen_mode_bits(g, MODE_MAC, "TAGGED_MAC_CONTROL"), 40);
	for (int mode = MODE_MAC; mode <= MODE_RX; mode++)
		gen_put_back(g, mode);
}

/* A PAUSE, data that waits, and a mode register that changes around the moment in which the PAUSE acts or later. */
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

/* A receiver reset that meets a run: in it, in its last octets, while it is judged. */
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

/* ---- control frames and the host ---- */

static void keep_control(struct generator *g)
{
	struct stim_pause pause = stim_pause_fields();
	struct item shape = gen_rx_shape(g);

	gen_write_mode(g, MODE_RX, (g->modes[MODE_RX] & ~keep_bits(g)) | gen_bits(g, keep_bits(g), 50));
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
	if (gen_chance(g, 50)) /* a PAUSE frame of ours keeps the address that it began with */
		write_marks(g, mbufs(g) + 1, mbufs(g) + 1);
	gen_wait(g, gen_between(g, 2, RUN_64 + 6));
	gen_write(g, "MAC_ADDR_0_LOW", 0x22334456);
	if (gen_chance(g, 50))
		gen_write(g, "MAC_ADDR_0_HIGH", 0x0211);
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	gen_tx(g, 60, 0);
	gen_wait(g, gen_between(g, 50, 200));
	gen_write(g, "MAC_ADDR_0_HIGH", 0x0011);
	gen_write(g, "MAC_ADDR_0_LOW", 0x22334455);
	usual_marks(g);
}

/* ---- receive filters ---- */

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
	memcpy(pause.da, fields.da, sizeof(pause.da)); /* the other pairs are no PAUSE address */
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

	gen_write_mode(g, MODE_RX, (g->modes[MODE_RX] & ~accept_bits(g)) | gen_bits(g, accept_bits(g), 50));
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

/* ---- buffer and watermarks ---- */

/* The host stops; frames of one MBUF each fill the buffer to one side or the other of marks near the top. */
static void fill_to_mark(struct generator *g)
{
	uint32_t below = gen_between(g, 2, 8), count = below + gen_below(g, 4) - 1;

	gen_kind(g, ITEM_HOST_STOP);
	gen_wait_for(g, WAIT_IDLE, 400);
	write_marks(g, mbufs(g) - below, mbufs(g) - gen_below(g, below + 1));
	gen_rx_train(g, count, 64, gen_gap(g));
	if (gen_chance(g, 40))
		gen_tx_after(g, 0, 499);
	gen_wait_for(g, WAIT_RX, 2000);
	gen_read(g, "FREE_RX_MBUFS");
	gen_read(g, "BUFMGR_STATUS");
	gen_read(g, "RX_STATUS");
	gen_wait(g, gen_below(g, 150));
	if (gen_chance(g, 40)) {
		uint32_t on = gen_between(g, 1, 3);
		gen_host_rate(g, on, gen_between(g, 1, 4));
		gen_wait_for(g, WAIT_IDLE, 1500);
	}
	gen_kind(g, ITEM_HOST_START);
	gen_wait_for(g, WAIT_IDLE, 1000);
	gen_read(g, "FREE_RX_MBUFS");
	usual_marks(g);
}

/* Frames of several MBUFs, so that marks are crossed within a frame. */
static void fill_with_long_frames(struct generator *g)
{
	uint32_t mark = mbufs(g) - gen_between(g, 3, 9), count = gen_between(g, 1, 3);
	uint32_t len = MBUF_OCTETS * gen_between(g, 2, 4) - 1;

	len += gen_below(g, 3);
	gen_kind(g, ITEM_HOST_STOP);
	write_marks(g, mark, mark + gen_below(g, 3));
	gen_rx_train(g, count, len, STIM_GAP);
	gen_wait_for(g, WAIT_RX, 2000);
	gen_read(g, "FREE_RX_MBUFS");
	gen_kind(g, ITEM_HOST_START);
	gen_wait_for(g, WAIT_IDLE, 2500);
	usual_marks(g);
}

static void allowance(struct generator *g)
{
	static const uint16_t allowances[] = { 0, 1, 2, 3, 0xFFFF };
	uint32_t below = gen_between(g, 1, 4), count = below + gen_between(g, 1, 6);

	gen_kind(g, ITEM_HOST_STOP);
	gen_wait_for(g, WAIT_IDLE, 400);
	gen_write(g, "LOW_WMARK_MAX_RX_FRAME", GEN_PICK(g, allowances));
	write_marks(g, mbufs(g) - below, mbufs(g) - below + gen_below(g, 2));
	gen_wait_for(g, WAIT_REG, 200);
	while (count--) {
		struct stim_fields fields = gen_rx_fields(g);
		struct item shape = gen_rx_shape(g);
		if (gen_chance(g, 15))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx(g, &shape, &fields, gen_chance(g, 80) ? 64 : gen_rx_len(g));
	}
	gen_wait_for(g, WAIT_RX, 4000);
	gen_read(g, "ifInDiscards");
	gen_read(g, "ifInErrors");
	gen_kind(g, ITEM_HOST_START);
	gen_wait_for(g, WAIT_IDLE, 2500);
	usual_marks(g);
	gen_write(g, "LOW_WMARK_MAX_RX_FRAME", ALLOWANCE);
}

/* Every MBUF taken, then frames that find none. */
static void overflow(struct generator *g)
{
	uint32_t per_frame = (MTU + MBUF_OCTETS - 1) / MBUF_OCTETS;
	uint32_t last = gen_between(g, 64, 200), next = gen_between(g, 64, 400);

	gen_kind(g, ITEM_HOST_STOP);
	gen_write(g, "LOW_WMARK_MAX_RX_FRAME", 0xFFFF);
	if (gen_chance(g, 50))
		write_marks(g, 0, 0);
	gen_wait_for(g, WAIT_REG, 200);
	gen_rx_train(g, mbufs(g) / per_frame, MTU, 1);
	gen_rx_train(g, mbufs(g) % per_frame, 64, 1);
	gen_rx_train(g, 3, last, gen_gap(g));
	gen_wait_for(g, WAIT_RX, 60000);
	gen_read(g, "FREE_RX_MBUFS");
	gen_read(g, "ifInDiscards");
	gen_kind(g, ITEM_HOST_START);
	gen_rx_train(g, 4, next, gen_between(g, 1, 12)); /* MBUFs come back while frames arrive */
	gen_wait_for(g, WAIT_IDLE, 60000);
	gen_write(g, "LOW_WMARK_MAX_RX_FRAME", ALLOWANCE);
	usual_marks(g);
}

static void low_on(struct generator *g)
{
	write_marks(g, mbufs(g) + 1, mbufs(g) + 1);
}

static void low_off(struct generator *g)
{
	write_marks(g, 0, gen_chance(g, 50) ? 0 : mbufs(g) / 2);
}

/* The marks are moved across the level, in turn with everything that competes with the PAUSE frame. */
static void xoff_dance(struct generator *g)
{
	uint32_t steps = gen_between(g, 4, 9);

	while (steps--) {
		switch (gen_below(g, 11)) {
		case 0:
		case 1:
			low_on(g);
			break;
		case 2:
		case 3:
			low_off(g);
			break;
		case 4:
			gen_tx(g, gen_between(g, 60, 200), 0);
			break;
		case 5:
			gen_pause(g, (uint16_t)gen_below(g, 6), STIM_GAP);
			break;
		case 6:
			gen_write_mode(g, MODE_TX, g->modes[MODE_TX] ^ gen_mode_bits(g, MODE_TX, "LONG_PAUSE"));
			break;
		case 7:
			gen_write_mode(g, MODE_TX, g->modes[MODE_TX] ^ gen_mode_bits(g, MODE_TX, "FLOW_ENABLE"));
			break;
		case 8:
			gen_put_back(g, MODE_TX);
			gen_read(g, gen_chance(g, 50) ? "TX_STATUS" : "RX_STATUS");
			break;
		default:
			gen_wait(g, gen_chance(g, 60) ? gen_between(g, 1, 20) : gen_between(g, 20, 200));
			break;
		}
	}
	gen_put_back(g, MODE_TX);
	gen_wait_for(g, WAIT_REG, 200);
	usual_marks(g);
}

static void xoff_while_paused(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, (uint16_t)gen_between(g, 5, 10), STIM_GAP);
	gen_tx_after(g, RUN_64 - 10, RUN_64 + 10);
	gen_wait(g, gen_between(g, 1, 200));
	low_on(g);
	gen_wait(g, gen_between(g, 1, 150));
	low_off(g);
	gen_wait(g, gen_between(g, 1, 150));
	usual_marks(g);
}

static void xoff_ahead_of_data(struct generator *g)
{
	uint32_t len = gen_between(g, 60, 130);

	gen_wait_for(g, WAIT_IDLE, 1500);
	for (int i = 0; i < 3; i++)
		gen_tx(g, len, 0);
	gen_wait(g, len + gen_below(g, 40));
	low_on(g);
	gen_wait(g, gen_between(g, 50, 300));
	low_off(g);
	gen_tx(g, len, 0);
	gen_wait_for(g, WAIT_TX, 1500);
	usual_marks(g);
}

/* The reason for a PAUSE frame goes away while the wire is busy. */
static void decision_cancelled(struct generator *g)
{
	uint32_t len = gen_between(g, 100, 300);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_tx(g, len, 0);
	gen_wait(g, gen_between(g, 5, 60));
	low_on(g);
	gen_wait(g, gen_chance(g, 50) ? gen_between(g, 1, 80) : len + 12 - gen_below(g, 40));
	if (gen_chance(g, 70))
		low_off(g);
	else
		gen_write_mode(g, MODE_TX, g->modes[MODE_TX] & ~gen_mode_bits(g, MODE_TX, "FLOW_ENABLE"));
	gen_wait(g, gen_between(g, 10, 300));
	gen_put_back(g, MODE_TX);
	gen_read(g, "outXoffSent");
	gen_read(g, "outXonSent");
	usual_marks(g);
}

static void flow_off_while_partner_held(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, 1500);
	low_on(g);
	gen_wait(g, gen_between(g, 60, 120)); /* around the end of the XOFF */
	if (gen_chance(g, 50))
		gen_write_mode(g, MODE_TX, g->modes[MODE_TX] & ~gen_mode_bits(g, MODE_TX, "FLOW_ENABLE"));
	else
		gen_write_mode(g, MODE_MAC, g->modes[MODE_MAC] | gen_mode_bits(g, MODE_MAC, "HALF_DUPLEX"));
	gen_read(g, "RX_STATUS");
	gen_wait(g, gen_between(g, 1, 100));
	if (gen_chance(g, 50))
		low_off(g);
	gen_put_back(g, MODE_TX);
	gen_put_back(g, MODE_MAC);
	gen_wait(g, gen_between(g, 1, 200));
	usual_marks(g);
}

/* Low for about the advertised time (short or long), where that is short enough to wait for. */
static void advertised_time(struct generator *g)
{
	bool is_long = gen_chance(g, 50);
	uint32_t octets = 64 * (is_long ? dut_param(g->dut, "LongQuanta", 0xFFFF) : dut_param(g->dut, "ShortQuanta", 0x1FFF));
	uint32_t long_bit = gen_mode_bits(g, MODE_TX, "LONG_PAUSE");

	if (octets > 6000)
		octets = 600;
	gen_write_mode(g, MODE_TX, is_long ? g->modes[MODE_TX] | long_bit : g->modes[MODE_TX] & ~long_bit);
	low_on(g);
	gen_wait(g, octets + gen_below(g, 200));
	gen_read(g, "RX_STATUS");
	low_off(g);
	gen_wait(g, gen_between(g, 1, 200));
	gen_put_back(g, MODE_TX);
	usual_marks(g);
}

static void attention(struct generator *g)
{
	if (gen_chance(g, 30))
		gen_write(g, "BUFMGR_MODE", 0x06);
	gen_wait_for(g, WAIT_REG, 200);
	low_on(g);
	if (gen_chance(g, 50))
		gen_wait(g, gen_below(g, 6));
	gen_write(g, "HOSTCC_FLOW_ATTN", gen_chance(g, 80) ? 0x40 : 0xFFFFFFBF);
	gen_read(g, "HOSTCC_FLOW_ATTN");
	gen_read(g, "BUFMGR_STATUS");
	low_off(g);
	gen_write(g, "HOSTCC_FLOW_ATTN", 0x40);
	gen_read(g, "HOSTCC_FLOW_ATTN");
	gen_read(g, "BUFMGR_STATUS");
	gen_write(g, "BUFMGR_MODE", 0x16);
	usual_marks(g);
}

/* ---- registers ---- */

static const char *const rx_counters[] = {
	"ifHCInOctets",
	"etherStatsFragments",
	"ifHCInUcastPkts",
	"ifHCInMulticastPkts",
	"ifHCInBroadcastPkts",
	"dot3StatsFCSErrors",
	"xonPauseFramesReceived",
	"xoffPauseFramesReceived",
	"macControlFramesReceived",
	"xoffStateEntered",
	"dot3StatsFramesTooLong",
	"etherStatsJabbers",
	"etherStatsUndersizePkts",
	"ifInDiscards",
	"ifInErrors",
	"RX_STATUS",
	"FREE_RX_MBUFS",
};
static const char *const tx_counters[] = {
	"ifHCOutOctets",    "outXonSent",           "outXoffSent",          "internalMacTransmitErrors",
	"ifHCOutUcastPkts", "ifHCOutMulticastPkts", "ifHCOutBroadcastPkts", "TX_STATUS",
};

/* Two reads, two cycles apart, swept across the cycle in which a received frame becomes visible. */
static void read_at_rx_event(struct generator *g)
{
	struct stim_fields fields = gen_rx_fields(g);
	struct item shape = stim_rx_item();
	uint32_t len = gen_chance(g, 60) ? 64 : gen_between(g, 20, 140);

	gen_wait_for(g, WAIT_IDLE, 1500);
	if (gen_chance(g, 25))
		shape.u.frame.fcs = FCS_BAD;
	gen_rx(g, &shape, &fields, len);
	gen_wait(g, len + RX_VISIBLE - 3 + gen_below(g, 5));
	gen_read_twice(g, GEN_PICK(g, rx_counters));
}

static void read_at_pause_event(struct generator *g)
{
	static const char *const names[] = {
		"xoffPauseFramesReceived", "xonPauseFramesReceived", "xoffStateEntered", "ifHCInOctets", "RX_STATUS", "TX_STATUS"
	};

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, gen_short_time(g), STIM_GAP);
	gen_wait(g, STIM_FRAME_LEN + RX_VISIBLE - 3 + gen_below(g, 6));
	gen_read_twice(g, GEN_PICK(g, names));
	gen_read(g, GEN_PICK(g, names));
}

static void read_at_tx_event(struct generator *g)
{
	uint32_t len = gen_between(g, 50, 80);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_tx(g, len, 0);
	gen_wait(g, (len > 60 ? len : 60) + TX_VISIBLE - 3 + gen_below(g, 5));
	gen_read_twice(g, GEN_PICK(g, tx_counters));
}

static void read_at_xoff_event(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, 1500);
	low_on(g);
	gen_wait(g, RUN_64 + gen_below(g, 12));
	gen_read_twice(g, gen_chance(g, 70) ? "outXoffSent" : "RX_STATUS");
	low_off(g);
	gen_wait(g, RUN_64 + gen_below(g, 12));
	gen_read_twice(g, gen_chance(g, 70) ? "outXonSent" : "TX_STATUS");
	usual_marks(g);
}

static void read_some(struct generator *g)
{
	uint32_t count = gen_between(g, 2, 6);

	while (count--)
		gen_read(g, gen_chance(g, 60) ? GEN_PICK(g, rx_counters) : GEN_PICK(g, tx_counters));
}

static void clear_statistics(struct generator *g)
{
	uint32_t bits = gen_mode_bits(g, MODE_MAC, "RX_STATS_CLEAR") | gen_mode_bits(g, MODE_MAC, "TX_STATS_CLEAR");

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_tx_after(g, 0, 3);
	gen_rx_train(g, 1, 64, STIM_GAP);
	gen_wait(g, gen_chance(g, 70) ? gen_between(g, RUN_64 - 4, RUN_64 + 6) : gen_below(g, 100));
	gen_write_mode(g, MODE_MAC, g->modes[MODE_MAC] | gen_bits(g, bits, 70));
	gen_wait(g, gen_between(g, 8, 40));
	for (int i = 0; i < 2; i++) {
		gen_read(g, i ? "ifHCInOctets" : "ifHCOutOctets");
		gen_read(g, GEN_PICK(g, rx_counters));
		gen_read(g, GEN_PICK(g, tx_counters));
	}
}

/* Addresses that have no register, have none but are mapped, or are not aligned. */
static void odd_addresses(struct generator *g)
{
	static const uint16_t odd[] = { 0x0000, 0x0408, 0x0430, 0x0500, 0x07FC, 0x0804, 0x0814, 0x0868, 0x087C, 0x0884, 0x08BC,
		                        0x08C0, 0x0401, 0x045E, 0x08A6, 0x2248, 0x2258, 0x3C44, 0x4408, 0x441C, 0x8400, 0xFFFC };

	gen_odd_addresses(g, odd, sizeof(odd) / sizeof(odd[0]), 0x10000);
}

/* Registers that only store, and some that do not: with any strobes, then read back. */
static void byte_strobes(struct generator *g)
{
	static const char *const names[] = {
		"TX_BACKOFF_SEED", "TX_LENGTHS",    "MI_MODE",          "READ_DMA_LOW_WATERMARK", "MAC_ADDR_3_HIGH",
		"MAC_ADDR_3_LOW",  "MAC_STATUS",    "TX_STATUS",        "FREE_RX_MBUFS",          "MBUF_POOL_LENGTH",
		"RX_STATUS",       "BUFMGR_STATUS", "xoffStateEntered", "ifHCInOctets",           "outXoffSent",
	};

	gen_byte_strobes(g, names, sizeof(names) / sizeof(names[0]));
}

/* ---- management ---- */

static void mi_com(struct generator *g, bool is_read, uint32_t phy, uint32_t reg, uint32_t data)
{
	gen_write(g, "MI_COM", gen_field(g, "MI_COM", "BUSY") | (is_read ? 2u : 1u) << 26 | phy << 21 | reg << 16 | data);
}

static void mi_com_any(struct generator *g, uint32_t phy, uint32_t reg)
{
	bool is_read = gen_chance(g, 60);

	mi_com(g, is_read, phy, reg, gen_below(g, 0x10000));
}

static void phy_any(struct generator *g, uint32_t phy, uint32_t reg)
{
	struct item item = { .kind = ITEM_PHY, .u.phy = { .phy = (uint8_t)phy } };

	item.u.phy.present = gen_chance(g, 80);
	if (item.u.phy.present) {
		item.u.phy.reg = (uint8_t)reg;
		item.u.phy.value = (uint16_t)gen_below(g, 0x10000);
	}
	gen_item(g, &item);
}

static void mdio(struct generator *g)
{
	uint32_t phy = gen_chance(g, 60) ? 1 : gen_below(g, 32), reg = gen_below(g, 32);

	if (gen_chance(g, 70))
		phy_any(g, phy, reg);
	mi_com_any(g, phy, reg);
	gen_read(g, "MI_COM");
	if (gen_chance(g, 40)) { /* ignored while busy */
		gen_wait(g, gen_below(g, MDIO_CYCLES));
		mi_com_any(g, 31 - phy, 31 - reg);
	}
	if (gen_chance(g, 70))
		gen_rx_train(g, 2, 64, STIM_GAP);
	gen_wait(g, MDIO_CYCLES);
	gen_read(g, "MI_COM");
	if (gen_chance(g, 30)) /* stored, starts nothing */
		gen_write(g, "MI_COM", gen_below(g, UINT32_MAX) & ~gen_field(g, "MI_COM", "BUSY"));
	gen_read(g, "MI_COM");
}

static void mdio_busy_ends(struct generator *g)
{
	gen_wait_for(g, WAIT_REG, 200);
	mi_com_any(g, 1, 2);
	gen_wait(g, 3196 + gen_below(g, 6));
	gen_read_twice(g, "MI_COM");
}

/* ---- resets ---- */

static void chip_reset(struct generator *g)
{
	gen_wait(g, gen_below(g, 200));
	gen_item(g, &(struct item){ .kind = ITEM_RESET, .u.wait.cycles = gen_between(g, 1, 20) });
	gen_wait(g, gen_between(g, 20, 60));
	read_some(g);
	gen_set_up(g);
	begin(g);
}

/* ---- meetings ---- */

static void mark_crossed(struct generator *g)
{
	if (gen_chance(g, 50))
		gen_tx(g, gen_between(g, 60, 200), 0);
	low_on(g);
}

/* The XON, or what the newest XOFF advertised comes to its end. */
static void mark_crossed_back(struct generator *g)
{
	if (gen_chance(g, 40)) {
		gen_write_mode(g, MODE_TX, g->modes[MODE_TX] & ~gen_mode_bits(g, MODE_TX, "LONG_PAUSE"));
		gen_wait_for(g, WAIT_REG, 100);
	}
	low_on(g);
	gen_wait(g, gen_between(g, 12, 90));
	if (gen_chance(g, 70))
		low_off(g);
}

static void flip(struct generator *g, int mode, const char *field)
{
	gen_write_mode(g, mode, g->modes[mode] ^ gen_mode_bits(g, mode, field));
	if (gen_chance(g, 60))
		gen_put_back(g, mode);
}

static void flip_receive_flow(struct generator *g)
{
	flip(g, MODE_RX, "FLOW_ENABLE");
}

static void flip_send_flow(struct generator *g)
{
	flip(g, MODE_TX, gen_chance(g, 70) ? "FLOW_ENABLE" : "LONG_PAUSE");
}

static void flip_enable(struct generator *g)
{
	if (gen_chance(g, 50))
		flip(g, MODE_TX, "ENABLE");
	else
		flip(g, MODE_RX, "ENABLE");
}

static void flip_duplex(struct generator *g)
{
	flip(g, MODE_MAC, "HALF_DUPLEX");
}

static void soft_reset(struct generator *g)
{
	int mode = gen_chance(g, 50) ? MODE_TX : gen_chance(g, 80) ? MODE_RX : MODE_MAC;

	flip(g, mode, "SOFT_RESET");
}

static void statistics_clear(struct generator *g)
{
	flip(g, MODE_MAC, gen_chance(g, 50) ? "RX_STATS_CLEAR" : "TX_STATS_CLEAR");
}

static void read_receive(struct generator *g)
{
	const char *name = GEN_PICK(g, rx_counters);

	gen_read_twice(g, name);
	gen_read(g, name);
}

static void read_transmit(struct generator *g)
{
	const char *name = GEN_PICK(g, tx_counters);

	gen_read_twice(g, name);
	gen_read(g, name);
}

static void read_flow(struct generator *g)
{
	static const char *const names[] = { "xoffStateEntered", "outXoffSent", "outXonSent",
		                             "TX_STATUS",        "RX_STATUS",   "FREE_RX_MBUFS" };
	const char *name = GEN_PICK(g, names);

	gen_read_twice(g, name);
	gen_read(g, name);
}

static void clear_attention(struct generator *g)
{
	gen_write(g, "HOSTCC_FLOW_ATTN", 0x40);
}

static void calm(struct generator *g)
{
	gen_read(g, gen_chance(g, 50) ? "RX_STATUS" : "TX_STATUS");
	for (int mode = MODE_MAC; mode <= MODE_RX; mode++)
		gen_put_back(g, mode);
	usual_marks(g);
}

static const struct cause causes[] = {
	{ WAIT_CONTROL, 20, CAP_FULL_DUPLEX, 1900, mark_crossed },
	{ WAIT_CONTROL, 16, CAP_FULL_DUPLEX, 1900, mark_crossed_back },
	{ WAIT_END, 6, CAP_FULL_DUPLEX, 1900, mark_crossed },
	{ WAIT_END, 6, CAP_FULL_DUPLEX, 1900, mark_crossed_back },
};

static const struct act acts[] = {
	{ GEN_AT(WAIT_JUDGED), 20, 0, 0, read_receive },
	{ GEN_SENT, 10, 0, 0, read_transmit },
	{ GEN_SENT | GEN_PAUSED | GEN_AT(WAIT_JUDGED), 12, 0, 0, read_flow },
	{ GEN_SENT | GEN_AT(WAIT_EXPIRY), 8, CAP_FULL_DUPLEX, GEN_WRITE_LEAD, low_on },
	{ GEN_SENT | GEN_AT(WAIT_EXPIRY), 8, CAP_FULL_DUPLEX, GEN_WRITE_LEAD, low_off },
	{ GEN_PAUSED | GEN_AT(WAIT_JUDGED), 7, CAP_FULL_DUPLEX, GEN_WRITE_LEAD, flip_receive_flow },
	{ GEN_SENT, 6, CAP_FULL_DUPLEX, GEN_WRITE_LEAD, flip_send_flow },
	{ GEN_ANY_MOMENT, 4, 0, GEN_WRITE_LEAD, flip_enable },
	{ GEN_PAUSED | GEN_SENT, 3, CAP_FULL_DUPLEX, GEN_WRITE_LEAD, flip_duplex },
	{ GEN_ANY_MOMENT, 6, 0, GEN_WRITE_LEAD, soft_reset },
	{ GEN_SENT | GEN_AT(WAIT_JUDGED), 6, 0, GEN_WRITE_LEAD, statistics_clear },
	{ GEN_SENT, 2, 0, GEN_WRITE_LEAD, clear_attention },
};

static const struct scenario rows[] = {
	{ "mode-drift", 8, 0, mode_drift },
	{ "gate-while-paused", 8, CAP_FULL_DUPLEX, gate_while_paused },
	{ "half-duplex-while-paused", 5, CAP_FULL_DUPLEX, half_duplex_while_paused },
	{ "soft-reset-while-paused", 6, CAP_FULL_DUPLEX, soft_reset_while_paused },
	{ "transmitter-off", 4, 0, transmitter_off },
	{ "receiver-off", 4, 0, receiver_off },
	{ "receiver-reset-in-run", 4, 0, receiver_reset_in_run },
	{ "keep-control", 6, CAP_FULL_DUPLEX, keep_control },
	{ "tagged-control", 5, CAP_FULL_DUPLEX, tagged_control },
	{ "address-change", 4, CAP_FULL_DUPLEX, address_change },
	{ "filter-addresses", 4, 0, filter_addresses },
	{ "accept-modes", 6, 0, accept_modes },
	{ "length-field", 4, 0, length_field },
	{ "mtu-edges", 4, 0, mtu_edges },
	{ "jumbo-accepted", 1, CAP_JUMBO, jumbo_accepted },
	{ "fill-to-mark", 10, CAP_FULL_DUPLEX, fill_to_mark },
	{ "fill-with-long-frames", 4, CAP_FULL_DUPLEX, fill_with_long_frames },
	{ "allowance", 8, 0, allowance },
	{ "overflow", 3, 0, overflow },
	{ "xoff-dance", 12, CAP_FULL_DUPLEX, xoff_dance },
	{ "xoff-while-paused", 5, CAP_FULL_DUPLEX, xoff_while_paused },
	{ "xoff-ahead-of-data", 5, CAP_FULL_DUPLEX, xoff_ahead_of_data },
	{ "decision-cancelled", 6, CAP_FULL_DUPLEX, decision_cancelled },
	{ "flow-off-while-partner-held", 5, CAP_FULL_DUPLEX, flow_off_while_partner_held },
	{ "advertised-time", 4, CAP_FULL_DUPLEX, advertised_time },
	{ "attention", 5, 0, attention },
	{ "read-at-rx-event", 8, 0, read_at_rx_event },
	{ "read-at-pause-event", 8, CAP_FULL_DUPLEX, read_at_pause_event },
	{ "read-at-tx-event", 6, 0, read_at_tx_event },
	{ "read-at-xoff-event", 5, CAP_FULL_DUPLEX, read_at_xoff_event },
	{ "read-some", 6, 0, read_some },
	{ "read-all", 1, 0, gen_read_all },
	{ "clear-statistics", 5, 0, clear_statistics },
	{ "odd-addresses", 5, 0, odd_addresses },
	{ "byte-strobes", 5, 0, byte_strobes },
	{ "mdio", 3, CAP_MDIO, mdio },
	{ "mdio-busy-ends", 1, CAP_MDIO, mdio_busy_ends },
	{ "chip-reset", 2, 0, chip_reset },
};

const struct scenario_set scenarios_bcm5718 = {
	.model = "bcm5718",
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
