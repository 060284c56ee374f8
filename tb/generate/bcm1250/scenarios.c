/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios on the BCM1250: speed and duplex changed between frames, collisions and carrier, back-pressure, RMON slots near their wrap and
 * written in the cycle of an event, FIFO mode, filters and drop bits, flow control that is invoked, management by master and by pins.
 * doc/bcm1250.md; UM100CB p.266-288.
 *
 * What mac_cfg, frame_cfg, adfilter_cfg and enable hold between scenarios is kept in modes[]. */
#include "generate/generate.h"

#include <string.h>

enum {
	MODE_SPEED,
	MODE_HALF,
	MODE_FLOW,
	MODE_BITS,
	MODE_DROPS,
	MODE_FILTER,
	MODE_IFG,
	MODE_THRESHOLD,
	MODE_SLOT,
	MODE_SEED,
	MODE_MIN,
	MODE_MAX
};
enum {
	SPEED_10,
	SPEED_100,
	SPEED_1000,
	RX_VISIBLE = 10, /* from the start of a run of L octets at 1000 Mb/s to its counters: L + 10 */
	TX_VISIBLE = 13,
	MDIO_CYCLES = 3210,
	MDC_HALF = 24,
	LAST_FREE = 1000000, /* clocks: the longest back-offs */
	DRIVER_MARK = 42,    /* blocks */
	FLOW_OFF = 0,
	FLOW_ON = 1,
	FLOW_FALSE_CARRIER = 2,
};

static uint64_t bit(const struct generator *g, const char *reg, const char *field)
{
	return reg_field_mask(reg_field_by_name(g->page, reg, field));
}

static uint64_t in_field(const struct generator *g, const char *reg, const char *field, uint64_t value)
{
	const struct reg_field *f = reg_field_by_name(g->page, reg, field);

	return value << f->lsb & reg_field_mask(f);
}

static uint64_t mac_cfg(const struct generator *g)
{
	return (g->modes[MODE_BITS] & 1 ? bit(g, "mac_cfg", "RETRY_EN") : 0) |
	       (g->modes[MODE_BITS] & 2 ? bit(g, "mac_cfg", "RET_DRPREQ_EN") : 0) |
	       in_field(g, "mac_cfg", "TX_PAUSE_CNT", g->modes[MODE_BITS] >> 4 & 7) | (uint64_t)g->modes[MODE_DROPS] << 19 |
	       (g->modes[MODE_HALF] ? bit(g, "mac_cfg", "HDX_EN") : 0) |
	       in_field(g, "mac_cfg", "SPEED_SEL", g->modes[MODE_SPEED]) | bit(g, "mac_cfg", "SS_EN") |
	       in_field(g, "mac_cfg", "FC_CMD", g->modes[MODE_FLOW]);
}

static uint64_t frame_cfg(const struct generator *g)
{
	return in_field(g, "frame_cfg", "IFG_RX", g->modes[MODE_BITS] >> 8 & 63) |
	       in_field(g, "frame_cfg", "IFG_TX", g->modes[MODE_IFG]) |
	       in_field(g, "frame_cfg", "IFG_THRSH", g->modes[MODE_THRESHOLD]) |
	       in_field(g, "frame_cfg", "LFSR_SEED", g->modes[MODE_SEED]) |
	       in_field(g, "frame_cfg", "SLOT_SIZE", g->modes[MODE_SLOT]) |
	       in_field(g, "frame_cfg", "MIN_FRAMESZ", g->modes[MODE_MIN]) |
	       in_field(g, "frame_cfg", "MAX_FRAMESZ", g->modes[MODE_MAX]);
}

static uint64_t enabled(const struct generator *g)
{
	return bit(g, "enable", "RX_ENABLE") | bit(g, "enable", "TX_ENABLE");
}

static void put_modes(struct generator *g)
{
	gen_write(g, "mac_cfg", mac_cfg(g));
	gen_write(g, "frame_cfg", frame_cfg(g));
	gen_write(g, "adfilter_cfg", g->modes[MODE_FILTER] & 0xFF);
}

static void speed_defaults(struct generator *g)
{
	g->modes[MODE_IFG] = g->modes[MODE_SPEED] == SPEED_1000 ? 8 : 20;
	g->modes[MODE_THRESHOLD] = g->modes[MODE_SPEED] == SPEED_1000 ? 0 : 4;
	g->modes[MODE_SLOT] = 0;
	g->octet_clocks = g->modes[MODE_SPEED] == SPEED_1000 ? 1 : 2;
}

static void begin(struct generator *g)
{
	g->modes[MODE_SPEED] = SPEED_1000;
	g->modes[MODE_HALF] = 0;
	g->modes[MODE_FLOW] = FLOW_ON;
	g->modes[MODE_BITS] = 0x73;
	g->modes[MODE_DROPS] = 0;
	g->modes[MODE_FILTER] = 0xA2; /* UCAST_EN, BCAST_EN, ALLMCAST_EN */
	g->modes[MODE_SEED] = 0;
	g->modes[MODE_MIN] = 64;
	g->modes[MODE_MAX] = 1518;
	speed_defaults(g);
}

/* The MAC stops, the PHY changes when the wires are at rest, the MAC goes on. */
static void change_link(struct generator *g, uint32_t speed, bool half)
{
	static const uint16_t mbps[] = { 10, 100, 1000 };
	struct item link = { .kind = ITEM_LINK };

	g->modes[MODE_SPEED] = speed;
	g->modes[MODE_HALF] = half;
	speed_defaults(g);
	gen_write(g, "enable", 0);
	gen_wait_for(g, WAIT_REG, 0);
	link.u.link.mbps = mbps[speed];
	link.u.link.half = half;
	gen_item(g, &link);
	put_modes(g);
	gen_write(g, "enable", enabled(g));
	gen_wait_for(g, WAIT_REG, 0);
}

/* As the set-up has it. */
static void usual_mark(struct generator *g)
{
	uint32_t quarter = (dut_param(g->dut, "BlockCount", 255) + 1) / 4;

	gen_write(g, "dma_config0", in_field(g, "dma_config0", "LOW_WATERMARK", quarter < DRIVER_MARK ? quarter : DRIVER_MARK));
}

static void restore(struct generator *g)
{
	begin(g);
	change_link(g, SPEED_1000, false);
	usual_mark(g);
}

/* ---- speed, duplex, modes ---- */

static void link_change(struct generator *g)
{
	static const struct {
		uint8_t speed;
		bool half;
	} links[] = { { SPEED_100, true },  { SPEED_100, true }, { SPEED_10, true },
		      { SPEED_100, false }, { SPEED_10, false }, { SPEED_1000, false } };
	uint32_t which = gen_below(g, sizeof(links) / sizeof(links[0])), count, len;

	if (gen_chance(g, 70))
		gen_wait_for(g, WAIT_IDLE, 3000);
	change_link(g, links[which].speed, links[which].half);
	gen_tx_any(g, 0, 40);
	len = gen_between(g, 64, 90);
	count = gen_between(g, 1, 3);
	gen_rx_train(g, count, len, STIM_GAP);
}

static void mode_drift(struct generator *g)
{
	g->modes[MODE_BITS] = gen_chance(g, 80);
	g->modes[MODE_BITS] |= gen_below(g, 2) << 1;
	g->modes[MODE_BITS] |= gen_below(g, 8) << 4;
	g->modes[MODE_BITS] |= gen_below(g, 64) << 8;
	g->modes[MODE_DROPS] = gen_chance(g, 50) ? 0 : gen_bits(g, 0x7F, 30);
	g->modes[MODE_FLOW] = gen_chance(g, 60) ? FLOW_ON : gen_below(g, 4);
	gen_wait_for(g, WAIT_IDLE, 2000);
	put_modes(g);
}

static void frame_drift(struct generator *g)
{
	static const uint32_t slots[] = { 0, 0, 0x3F, 0x380, 0x200, 0x1FF, 0x3FF, 1 };

	speed_defaults(g);
	if (gen_chance(g, 50)) {
		g->modes[MODE_IFG] = gen_below(g, 64);
		g->modes[MODE_THRESHOLD] = gen_below(g, 64);
	}
	g->modes[MODE_SLOT] = GEN_PICK(g, slots);
	g->modes[MODE_SEED] = gen_below(g, 256);
	g->modes[MODE_MIN] = gen_chance(g, 70) ? 64 : gen_below(g, 256);
	g->modes[MODE_MAX] = gen_chance(g, 70) ? 1518 : gen_between(g, 60, 2000);
	gen_wait_for(g, WAIT_IDLE, 2000);
	put_modes(g);
	gen_rx_train(g, 1, gen_rx_len(g), STIM_GAP);
	gen_tx_any(g, 0, 30);
}

static void filter_drift(struct generator *g)
{
	static const uint8_t other[STIM_ADDRESS_OCTETS] = { 0x03, 0x00, 0x5E, 0x11, 0x22, 0x33 };
	uint64_t address = 0;
	const uint8_t *from = gen_chance(g, 50) ? stim_partner : gen_chance(g, 50) ? stim_multicast : other;

	for (int i = 0; i < STIM_ADDRESS_OCTETS; i++)
		address |= (uint64_t)from[i] << 8 * i;
	gen_wait_for(g, WAIT_RX, 2000);
	g->modes[MODE_FILTER] = gen_below(g, 256);
	gen_write(g, "addr_filter_5", address);
	gen_write(g, "adfilter_cfg", g->modes[MODE_FILTER] | (gen_chance(g, 25) ? bit(g, "adfilter_cfg", "FWDPAUSE_EN") : 0));
	for (uint32_t n = gen_between(g, 2, 5); n; n--) {
		struct item shape = gen_rx_shape(g);
		struct stim_fields fields = gen_rx_fields(g);
		memcpy(fields.da, gen_chance(g, 50) ? from : stim_station, sizeof(fields.da));
		gen_rx(g, &shape, &fields, gen_rx_len(g));
	}
	gen_pause_any(g);
	gen_wait_for(g, WAIT_RX, 3000);
	gen_write(g, "adfilter_cfg", g->modes[MODE_FILTER]);
}

/* ---- half duplex ---- */

static void collide(struct generator *g, uint32_t at, uint32_t len, uint32_t count)
{
	gen_item(g, &(struct item){ .kind = ITEM_COLLISION, .u.collision = { .at = at, .len = len, .count = count } });
}

static void carrier(struct generator *g, uint32_t len, bool after_tx, uint32_t at)
{
	gen_item(g, &(struct item){ .kind = ITEM_CARRIER, .u.carrier = { .len = len, .after_tx = after_tx, .at = at } });
}

static void to_half(struct generator *g)
{
	if (!g->modes[MODE_HALF])
		change_link(g, gen_chance(g, 70) ? SPEED_100 : SPEED_10, true);
}

static void collisions(struct generator *g)
{
	to_half(g);
	for (uint32_t n = gen_between(g, 1, 4); n; n--) {
		uint32_t at = gen_chance(g, 70) ? gen_between(g, 1, 140) : gen_between(g, 120, 200);
		uint32_t len = gen_between(g, 1, 12), count = gen_chance(g, 60) ? 1 : gen_between(g, 1, 4);
		collide(g, at, len, count);
		gen_tx_any(g, 0, 30);
		if (gen_chance(g, 40))
			gen_wait_for(g, WAIT_TX, 20000);
	}
	gen_tx_any(g, 0, 300);
	gen_wait_for(g, WAIT_TX, 50000);
}

static void many_collisions(struct generator *g)
{
	uint32_t at, len, count;

	to_half(g);
	g->modes[MODE_BITS] |= 1;
	put_modes(g);
	count = gen_chance(g, 40) ? gen_between(g, 15, 18) : gen_between(g, 4, 9);
	len = gen_between(g, 1, 8);
	at = gen_between(g, 1, 100);
	collide(g, at, len, count);
	gen_tx_any(g, 0, 10);
	gen_tx(g, gen_tx_len(g), 0);
	gen_wait_for(g, WAIT_TX, LAST_FREE);
}

static void carrier_in_gap(struct generator *g)
{
	uint32_t gap;

	to_half(g);
	gen_wait_for(g, WAIT_IDLE, 5000);
	for (uint32_t n = gen_between(g, 1, 3); n; n--) {
		uint32_t at = gen_between(g, 1, 34), len = gen_between(g, 1, 40);
		carrier(g, len, true, at);
		gen_tx(g, gen_tx_len(g), 0);
	}
	gap = gen_below(g, 60);
	gen_tx(g, gen_tx_len(g), gap);
	gen_wait_for(g, WAIT_TX, 20000);
}

static void carrier_alone(struct generator *g)
{
	to_half(g);
	carrier(g, gen_between(g, 1, 300), false, 0);
	gen_tx_after(g, 0, 40);
	carrier(g, gen_between(g, 1, 30), false, 0);
}

static void meet_the_partner(struct generator *g)
{
	to_half(g);
	for (uint32_t n = gen_between(g, 2, 5); n; n--) {
		struct item shape = gen_rx_shape(g);
		struct stim_fields fields = gen_rx_fields(g);
		shape.u.frame.collides = gen_chance(g, 60);
		gen_tx_any(g, 0, 20);
		gen_wait(g, gen_below(g, 250));
		gen_rx(g, &shape, &fields, gen_rx_len(g));
	}
	gen_wait_for(g, WAIT_IDLE, 50000);
}

static void back_pressure(struct generator *g)
{
	uint32_t flow = g->modes[MODE_FLOW];

	to_half(g);
	g->modes[MODE_FLOW] = gen_chance(g, 60) ? FLOW_ON : FLOW_FALSE_CARRIER;
	for (uint32_t n = gen_between(g, 1, 3); n; n--) {
		gen_write(g, "mac_cfg", mac_cfg(g) | bit(g, "mac_cfg", "FC_SEL"));
		for (uint32_t i = gen_between(g, 1, 4); i; i--) {
			struct item shape = gen_rx_shape(g);
			struct stim_fields fields = gen_rx_fields(g);
			shape.u.frame.collides = gen_chance(g, 70);
			gen_rx(g, &shape, &fields, gen_rx_len(g));
			gen_wait(g, gen_below(g, 300));
			if (gen_chance(g, 50))
				gen_tx(g, gen_tx_len(g), 0);
		}
		gen_write(g, "mac_cfg", mac_cfg(g));
		gen_wait(g, gen_below(g, 400));
	}
	gen_wait_for(g, WAIT_IDLE, 20000);
	g->modes[MODE_FLOW] = flow;
	gen_write(g, "mac_cfg", mac_cfg(g));
}

/* ---- flow control that is invoked ---- */

static void invoke_and_release(struct generator *g)
{
	g->modes[MODE_BITS] = (g->modes[MODE_BITS] & ~0x70u) | gen_below(g, 3) << 4;
	if (gen_chance(g, 30))
		change_link(g, gen_chance(g, 50) ? SPEED_100 : SPEED_10, false);
	for (uint32_t n = gen_between(g, 1, 3); n; n--) {
		gen_write(g, "mac_cfg", mac_cfg(g) | bit(g, "mac_cfg", "FC_SEL"));
		if (gen_chance(g, 50))
			gen_tx(g, gen_tx_len(g), 0);
		gen_wait(g, gen_chance(g, 30) ? gen_between(g, 16000, 40000) : gen_below(g, 600));
		gen_write(g, "mac_cfg", mac_cfg(g));
		gen_wait(g, gen_below(g, 200));
	}
}

static void fill_to_mark(struct generator *g)
{
	uint32_t blocks = dut_param(g->dut, "BlockCount", 255), mark = gen_between(g, 1, blocks);
	uint32_t len = gen_chance(g, 50) ? gen_between(g, 64, 300) : gen_between(g, 1000, 1518);
	uint32_t per_frame = (len + 127) / 128, room = gen_chance(g, 50) ? blocks - mark : blocks;

	gen_write(g, "dma_config0", (uint64_t)mark << 48);
	gen_kind(g, ITEM_HOST_STOP);
	gen_rx_train(g, room / per_frame + gen_between(g, 1, 4), len, STIM_GAP);
	gen_tx_any(g, 0, 100);
	gen_wait_for(g, WAIT_RX, 200000);
	gen_wait(g, gen_below(g, 500));
	if (gen_chance(g, 50)) {
		uint32_t off = gen_between(g, 1, 9);
		gen_host_rate(g, gen_between(g, 1, 9), off);
	} else {
		gen_kind(g, ITEM_HOST_START);
	}
	gen_wait_for(g, WAIT_HOST, 200000);
	gen_kind(g, ITEM_HOST_START);
	usual_mark(g);
}

/* ---- counters ---- */

static const struct reg_row *any_counter(struct generator *g)
{
	for (;;) {
		const struct reg_row *row = &g->page->rows[gen_below(g, (uint32_t)g->page->count)];
		if (row->kind == REG_COUNTER)
			return row;
	}
}

static uint64_t near_wrap(struct generator *g, const struct reg_row *row)
{
	uint64_t all = row->width == 64 ? UINT64_MAX : UINT32_MAX;

	return gen_chance(g, 70) ? all - gen_below(g, row->width == 64 ? 300 : 4) : (uint64_t)gen_below(g, UINT32_MAX) << 20;
}

/* All bytes of the bus mostly; PERCENT: how often. */
static uint8_t any_strobe(struct generator *g, uint32_t percent)
{
	return gen_chance(g, percent) ? 0xFF : (uint8_t)gen_below(g, 256);
}

static void some_traffic(struct generator *g)
{
	for (uint32_t n = gen_between(g, 1, 4); n; n--) {
		struct item shape = gen_rx_shape(g);
		struct stim_fields fields = gen_rx_fields(g);
		if (gen_chance(g, 30))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx(g, &shape, &fields, gen_rx_len(g));
		gen_tx_any(g, 0, 10);
	}
}

static void load_and_wrap(struct generator *g)
{
	const struct reg_row *rows[4];

	for (int i = 0; i < 4; i++) {
		uint8_t strobe;
		rows[i] = any_counter(g);
		strobe = any_strobe(g, 85);
		gen_write_bytes(g, rows[i]->address, near_wrap(g, rows[i]), strobe);
	}
	some_traffic(g);
	gen_read(g, "mac_status");
	gen_wait_for(g, WAIT_IDLE, 4000);
	for (int i = 0; i < 4; i++)
		gen_read_at(g, rows[i]->address);
	gen_read(g, "mac_status");
}

/* A write, or a read of the status, about the cycle in which a frame of 64 octets counts. */
static void access_meets_event(struct generator *g)
{
	static const char *const receive[] = { "RX_GOOD", "RX_BYTES", "RX_MCAST", "mac_status" };
	static const char *const transmit[] = { "TX_GOOD", "TX_BYTES", "COLLISIONS", "mac_status" };
	bool rx = gen_chance(g, 50);
	const char *name = rx ? GEN_PICK(g, receive) : GEN_PICK(g, transmit);
	const struct reg_row *row = reg_by_name(g->page, name);
	uint32_t octet = g->modes[MODE_SPEED] == SPEED_1000 ? 1 : 2;
	uint32_t shown = rx ? 72 * octet + 2 : 72 * octet + 3;

	gen_wait_for(g, WAIT_IDLE, 4000);
	if (row->kind == REG_COUNTER)
		gen_write(g, name, near_wrap(g, row));
	gen_wait_for(g, WAIT_REG, 0);
	if (rx)
		gen_rx_train(g, 1, 64, STIM_GAP);
	else
		gen_tx(g, 60, 0);
	gen_wait_clocks(g, shown - 4 + gen_below(g, 10));
	if (row->kind == REG_COUNTER && gen_chance(g, 60)) {
		uint8_t strobe = any_strobe(g, 60);
		gen_write_bytes(g, row->address, near_wrap(g, row), strobe);
	} else {
		gen_read(g, name);
	}
	gen_read(g, "mac_status");
	gen_read(g, name);
}

static void fifo_mode(struct generator *g)
{
	uint64_t bypass = bit(g, "enable", "BYP_RX_ENABLE") | bit(g, "enable", "BYP_TX_ENABLE");

	if (gen_chance(g, 50))
		gen_wait_for(g, WAIT_IDLE, 3000);
	gen_write(g, "mac_cfg", mac_cfg(g) | bit(g, "mac_cfg", "BYPASS_SEL"));
	gen_write(g, "enable", gen_chance(g, 80) ? bypass : enabled(g));
	some_traffic(g);
	gen_pause_any(g);
	gen_wait(g, gen_below(g, 800));
	gen_read_at(g, any_counter(g)->address);
	gen_write(g, "mac_cfg", mac_cfg(g));
	gen_write(g, "enable", enabled(g));
}

static void read_some(struct generator *g)
{
	for (uint32_t n = gen_between(g, 1, 6); n; n--)
		gen_read_at(g, g->page->rows[gen_below(g, (uint32_t)g->page->count)].address);
	gen_read(g, "mac_status");
}

static void odd_addresses(struct generator *g)
{
	static const uint16_t odd[] = { 0x0001, 0x0004, 0x012C, 0x0130, 0x0218, 0x0404, 0x0418, 0x0438, 0x0808, 0x1000, 0xFFF8 };
	uint32_t value;

	gen_read_at(g, GEN_PICK(g, odd));
	value = gen_below(g, UINT32_MAX);
	gen_write_bytes(g, GEN_PICK(g, odd), value, 0xFF);
	gen_read_at(g, (uint16_t)gen_below(g, 0x1000));
}

static void storage(struct generator *g)
{
	static const char *const names[] = { "thrsh_cfg",     "vlantag", "pkt_type",      "hash_0",        "hash_7",
		                             "int_mask",      "txd_ctl", "ethernet_addr", "addr_filter_2", "eop_count",
		                             "fifo_pointers", "status1", "debug",         "dma_config0" };
	const char *name = GEN_PICK(g, names);
	uint64_t high = gen_below(g, UINT32_MAX), low = gen_below(g, UINT32_MAX);
	const struct reg_row *row = reg_by_name(g->page, name);

	gen_wait_for(g, WAIT_IDLE, 3000);
	gen_write_bytes(g, row->address, high << 32 | low, any_strobe(g, 60));
	gen_read(g, name);
	if (!strcmp(name, "ethernet_addr") || !strcmp(name, "dma_config0")) {
		gen_wait(g, gen_below(g, 300));
		usual_mark(g);
		gen_write(g, "ethernet_addr", 0x554433221100);
	}
}

/* ---- frames ---- */

static void receive_shapes(struct generator *g)
{
	for (uint32_t n = gen_between(g, 1, 5); n; n--) {
		struct item shape = gen_rx_shape(g);
		struct stim_fields fields = gen_rx_fields(g);
		uint32_t len = gen_rx_len(g);
		if (gen_chance(g, 30))
			shape.u.frame.fcs = FCS_BAD;
		if (g->modes[MODE_SPEED] != SPEED_1000) {
			shape.u.frame.dribble = gen_chance(g, 40) ? (uint8_t)gen_between(g, 1, 16) : 0;
			shape.u.frame.lead = gen_chance(g, 40);
		}
		if (gen_chance(g, 30))
			fields.type = (uint16_t)(gen_chance(g, 60) && len > 18 ? len - 20 + gen_below(g, 5) : gen_below(g, 1502));
		if (gen_chance(g, 15)) {
			shape.u.frame.error_at = (int32_t)gen_below(g, len + 2) - 2;
			shape.u.frame.error_len = gen_between(g, 1, 3);
			if (shape.u.frame.error_at >= (int32_t)len)
				shape.u.frame.error_at = INT32_MIN;
		}
		gen_rx(g, &shape, &fields, len);
	}
}

static void own_fcs(struct generator *g)
{
	for (uint32_t n = gen_between(g, 1, 3); n; n--) {
		struct item item = stim_tx_item();
		struct stim_fields fields = stim_tx_fields();
		uint32_t len = gen_chance(g, 60) ? gen_tx_len(g)
		             : gen_chance(g, 75) ? gen_between(g, 1, 70)
		                                 : gen_between(g, 1512, 1520);
		item.u.frame.host_fcs = true;
		item.u.frame.fcs = gen_chance(g, 60) ? FCS_GOOD : gen_chance(g, 50) ? FCS_BAD : FCS_NONE;
		item.u.frame.octets = stim_octets(&fields, len);
		item.u.frame.len = len;
		if (!item.u.frame.octets)
			return;
		gen_item(g, &item);
	}
	if (g->modes[MODE_HALF]) {
		uint32_t count = gen_between(g, 1, 3);
		collide(g, gen_between(g, 1, 150), 4, count);
	}
}

/* ---- management ---- */

static void mdio_master(struct generator *g)
{
	static const uint8_t registers[] = { 0, 1, 2, 4, 5, 6, 9, 16, 20, 31 };
	uint64_t phy = gen_chance(g, 70) ? 1 : gen_below(g, 32), reg = GEN_PICK(g, registers);
	bool read = gen_chance(g, 60);
	uint64_t data = gen_below(g, 0x8000); /* no PHY reset */

	gen_write(g, "mdio_cmd",
	          bit(g, "mdio_cmd", "BUSY") | in_field(g, "mdio_cmd", "COMMAND", read ? 2 : 1) |
	              in_field(g, "mdio_cmd", "PHY", phy) | in_field(g, "mdio_cmd", "REGISTER", reg) |
	              (read ? 0 : in_field(g, "mdio_cmd", "DATA", data)));
	if (gen_chance(g, 50))
		gen_read(g, "mdio_cmd");
	if (gen_chance(g, 20)) {
		gen_wait(g, gen_below(g, 3000));
		gen_write(g, "mdio", gen_below(g, 16));
		gen_read(g, "mdio");
	}
	gen_wait(g, gen_chance(g, 70) ? MDIO_CYCLES : gen_below(g, 3300));
	gen_read(g, "mdio_cmd");
}

static void mdio_pins(struct generator *g)
{
	bool read = gen_chance(g, 60);
	uint32_t phy = gen_chance(g, 80) ? 1 : gen_below(g, 32), reg = gen_chance(g, 50) ? gen_below(g, 7) : 20;
	uint64_t word = 0xFFFFFFFFull << 32 | 1ull << 30 | (read ? 2ull : 1ull) << 28 | (uint64_t)phy << 23 |
	                (uint64_t)reg << 18 | 2ull << 16 | gen_below(g, 0x8000);

	gen_wait(g, MDIO_CYCLES);
	for (int i = 0; i < 64; i++) {
		bool input = read && i >= 46;
		uint64_t pins = input ? 2 : word >> (63 - i) & 1 ? 4 : 0;
		gen_write(g, "mdio", pins);
		gen_wait(g, MDC_HALF);
		if (input)
			gen_read(g, "mdio");
		gen_write(g, "mdio", pins | 1);
		gen_wait(g, MDC_HALF);
	}
	gen_write(g, "mdio", 2);
}

/* Register 4 of a PHY: speeds and duplex, then flow control. */
static uint16_t any_advertisement(struct generator *g)
{
	uint32_t technologies = gen_between(g, 1, 15);
	uint32_t pause = gen_below(g, 4);

	return (uint16_t)(0x0001 | technologies << 5 | pause << 10);
}

static void negotiation(struct generator *g)
{
	uint16_t abilities = any_advertisement(g);
	uint16_t partner = any_advertisement(g);

	gen_wait_for(g, WAIT_IDLE, 20000);
	gen_item(g, &(struct item){ .kind = ITEM_PHY, .u.phy = { .what = PHY_ITEM_PARTNER, .phy = 1, .value = partner } });
	gen_item(g, &(struct item){ .kind = ITEM_NEGOTIATE,
	                            .u.negotiate = { .phy = 1, .advertise = abilities, .master = gen_chance(g, 60) } });
	gen_wait_for(g, WAIT_REG, 0);
	change_link(g, g->modes[MODE_SPEED], g->modes[MODE_HALF]); /* back to what the generator knows */
}

/* ---- resets ---- */

static void port_reset(struct generator *g)
{
	gen_pause(g, gen_short_time(g), STIM_GAP);
	gen_tx_any(g, 0, 100);
	gen_wait(g, gen_below(g, 200));
	gen_write(g, "enable", enabled(g) | bit(g, "enable", "PORT_RESET"));
	gen_read(g, "mac_status");
	gen_wait(g, gen_below(g, 200));
	gen_write(g, "enable", enabled(g));
	gen_read(g, "mac_status");
}

static void halves_off(struct generator *g)
{
	uint64_t one = gen_chance(g, 50) ? bit(g, "enable", "RX_ENABLE") : bit(g, "enable", "TX_ENABLE");

	gen_write(g, "enable", one);
	some_traffic(g);
	gen_wait(g, gen_below(g, 600));
	gen_write(g, "enable", enabled(g));
}

static void chip_reset(struct generator *g)
{
	struct item link = { .kind = ITEM_LINK, .u.link = { .mbps = 1000 } };

	gen_wait(g, gen_below(g, 300));
	gen_reset(g, gen_between(g, 1, 20));
	gen_wait(g, gen_between(g, 20, 60));
	read_some(g);
	gen_item(g, &link);
	gen_set_up(g);
	begin(g);
}

/* ---- meetings ---- */

static void invoke(struct generator *g)
{
	gen_write(g, "mac_cfg", mac_cfg(g) | bit(g, "mac_cfg", "FC_SEL"));
}

static void release(struct generator *g)
{
	gen_write(g, "mac_cfg", mac_cfg(g));
}

static void invoked(struct generator *g)
{
	if (gen_chance(g, 50))
		gen_tx(g, gen_between(g, 60, 200), 0);
	invoke(g);
}

static void released(struct generator *g)
{
	invoke(g);
	gen_wait(g, gen_between(g, 12, 90));
	release(g);
}

/* The end of an attempt that meets a collision, or of the one behind it. */
static void collided(struct generator *g)
{
	if (g->modes[MODE_HALF])
		collide(g, gen_between(g, 1, 140), gen_between(g, 1, 8), 1);
	gen_tx(g, gen_between(g, 60, 130), 0);
}

static void load_counter(struct generator *g)
{
	const struct reg_row *row = any_counter(g);
	uint8_t strobe = any_strobe(g, 70);

	gen_write_bytes(g, row->address, near_wrap(g, row), strobe);
	gen_read_at(g, row->address);
}

static void load_and_read(struct generator *g, const char *name)
{
	const struct reg_row *row = reg_by_name(g->page, name);
	uint8_t strobe = any_strobe(g, 70);

	gen_write_bytes(g, row->address, near_wrap(g, row), strobe);
	gen_read(g, name);
	if (gen_chance(g, 50))
		gen_read(g, "mac_status");
}

static void load_received(struct generator *g)
{
	static const char *const names[] = { "RX_BYTES", "RX_GOOD", "RX_MCAST", "RX_BAD", "RX_FCS_ERROR", "RX_RUNT" };

	load_and_read(g, GEN_PICK(g, names));
}

static void load_sent(struct generator *g)
{
	static const char *const names[] = { "TX_BYTES", "TX_GOOD", "TX_BAD", "COLLISIONS", "LATE_COL", "EX_COL", "TX_ABORT" };

	load_and_read(g, GEN_PICK(g, names));
}

static void read_status(struct generator *g)
{
	for (uint32_t n = gen_between(g, 2, 3); n; n--)
		gen_read(g, "mac_status");
}

static void flip_forward(struct generator *g)
{
	gen_write(g, "adfilter_cfg", g->modes[MODE_FILTER] | bit(g, "adfilter_cfg", "FWDPAUSE_EN"));
	if (gen_chance(g, 60))
		gen_write(g, "adfilter_cfg", g->modes[MODE_FILTER]);
}

static void flip_enable(struct generator *g)
{
	static const char *const fields[] = { "RX_ENABLE", "TX_ENABLE", "PORT_RESET" };
	const char *field = GEN_PICK(g, fields);

	gen_write(g, "enable", enabled(g) ^ bit(g, "enable", field));
	if (gen_chance(g, 60))
		gen_write(g, "enable", enabled(g));
}

static void flip_command(struct generator *g)
{
	gen_write(g, "mac_cfg", mac_cfg(g) ^ in_field(g, "mac_cfg", "FC_CMD", gen_between(g, 1, 3)));
	if (gen_chance(g, 60))
		release(g);
}

static void calm(struct generator *g)
{
	put_modes(g);
	gen_write(g, "enable", enabled(g));
}

static const struct cause causes[] = {
	{ WAIT_CONTROL, 20, CAP_FULL_DUPLEX, 1900, invoked },
	{ WAIT_END, 5, CAP_FULL_DUPLEX, 1900, invoked },
	{ WAIT_CONTROL, 8, CAP_FULL_DUPLEX, 1900, released },
	{ WAIT_END, 14, CAP_HALF_DUPLEX, 1900, collided },
};

static const struct act acts[] = {
	{ GEN_AT(WAIT_JUDGED), 18, 0, GEN_WRITE_LEAD, load_received },
	{ GEN_SENT, 12, 0, GEN_WRITE_LEAD, load_sent },
	{ GEN_ANY_MOMENT, 8, 0, 0, read_status },
	{ GEN_ANY_MOMENT, 5, 0, GEN_WRITE_LEAD, load_counter },
	{ GEN_SENT | GEN_AT(WAIT_EXPIRY), 7, 0, GEN_WRITE_LEAD, invoke },
	{ GEN_SENT | GEN_AT(WAIT_EXPIRY), 7, 0, GEN_WRITE_LEAD, release },
	{ GEN_PAUSED | GEN_AT(WAIT_JUDGED), 7, 0, GEN_WRITE_LEAD, flip_forward },
	{ GEN_ANY_MOMENT, 8, 0, GEN_WRITE_LEAD, flip_enable },
	{ GEN_SENT, 4, 0, GEN_WRITE_LEAD, flip_command },
};

static const struct scenario rows[] = {
	{ "link-change", 12, 0, link_change },
	{ "mode-drift", 6, 0, mode_drift },
	{ "frame-drift", 6, 0, frame_drift },
	{ "filter-drift", 5, 0, filter_drift },
	{ "collisions", 16, 0, collisions },
	{ "many-collisions", 1, 0, many_collisions },
	{ "carrier-in-gap", 8, 0, carrier_in_gap },
	{ "carrier-alone", 5, 0, carrier_alone },
	{ "meet-the-partner", 8, 0, meet_the_partner },
	{ "back-pressure", 8, 0, back_pressure },
	{ "invoke-and-release", 7, 0, invoke_and_release },
	{ "fill-to-mark", 5, 0, fill_to_mark },
	{ "load-and-wrap", 10, 0, load_and_wrap },
	{ "access-meets-event", 12, 0, access_meets_event },
	{ "fifo-mode", 5, 0, fifo_mode },
	{ "read-some", 6, 0, read_some },
	{ "odd-addresses", 3, 0, odd_addresses },
	{ "storage", 4, 0, storage },
	{ "receive-shapes", 14, 0, receive_shapes },
	{ "own-fcs", 6, 0, own_fcs },
	{ "mdio-master", 3, CAP_MDIO, mdio_master },
	{ "mdio-pins", 1, CAP_MDIO, mdio_pins },
	{ "negotiation", 1, CAP_MDIO, negotiation },
	{ "port-reset", 4, 0, port_reset },
	{ "halves-off", 4, 0, halves_off },
	{ "chip-reset", 2, 0, chip_reset },
};

const struct scenario_set scenarios_bcm1250 = {
	.model = "bcm1250",
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
