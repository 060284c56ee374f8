/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: RMON slots and other registers of the BCM1250. */
#include "scenarios.h"

#include <string.h>

const struct reg_row *bcm1250_any_counter(struct generator *g)
{
	for (;;) {
		const struct reg_row *row = &g->page->rows[gen_below(g, (uint32_t)g->page->count)];
		if (row->kind == REG_COUNTER)
			return row;
	}
}

uint64_t bcm1250_near_wrap(struct generator *g, const struct reg_row *row)
{
	uint64_t all = row->width == 64 ? UINT64_MAX : UINT32_MAX;

	return gen_chance(g, 70) ? all - gen_below(g, row->width == 64 ? 300 : 4) : (uint64_t)gen_below(g, UINT32_MAX) << 20;
}

uint8_t bcm1250_any_strobe(struct generator *g, uint32_t percent)
{
	return gen_chance(g, percent) ? 0xFF : (uint8_t)gen_below(g, 256);
}

void bcm1250_some_traffic(struct generator *g)
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
		rows[i] = bcm1250_any_counter(g);
		strobe = bcm1250_any_strobe(g, 85);
		gen_write_bytes(g, rows[i]->address, bcm1250_near_wrap(g, rows[i]), strobe);
	}
	bcm1250_some_traffic(g);
	gen_read(g, "mac_status");
	gen_wait_for(g, WAIT_IDLE, 4000);
	for (int i = 0; i < 4; i++)
		gen_read_at(g, rows[i]->address);
	gen_read(g, "mac_status");
}

/* A write, or a read of the status, comes close to the cycle in which a frame of 64 octets counts. */
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
		gen_write(g, name, bcm1250_near_wrap(g, row));
	gen_wait_for(g, WAIT_REG, 0);
	if (rx)
		gen_rx_train(g, 1, 64, STIM_GAP);
	else
		gen_tx(g, 60, 0);
	gen_wait_clocks(g, shown - 4 + gen_below(g, 10));
	if (row->kind == REG_COUNTER && gen_chance(g, 60)) {
		uint8_t strobe = bcm1250_any_strobe(g, 60);
		gen_write_bytes(g, row->address, bcm1250_near_wrap(g, row), strobe);
	} else {
		gen_read(g, name);
	}
	gen_read(g, "mac_status");
	gen_read(g, name);
}

static void fifo_mode(struct generator *g)
{
	uint64_t bypass = bcm1250_bit(g, "enable", "BYP_RX_ENABLE") | bcm1250_bit(g, "enable", "BYP_TX_ENABLE");

	if (gen_chance(g, 50))
		gen_wait_for(g, WAIT_IDLE, 3000);
	gen_write(g, "mac_cfg", bcm1250_mac_cfg(g) | bcm1250_bit(g, "mac_cfg", "BYPASS_SEL"));
	gen_write(g, "enable", gen_chance(g, 80) ? bypass : bcm1250_enabled(g));
	bcm1250_some_traffic(g);
	gen_pause_any(g);
	gen_wait(g, gen_below(g, 800));
	gen_read_at(g, bcm1250_any_counter(g)->address);
	gen_write(g, "mac_cfg", bcm1250_mac_cfg(g));
	gen_write(g, "enable", bcm1250_enabled(g));
}

void bcm1250_read_some(struct generator *g)
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
	gen_write_bytes(g, row->address, high << 32 | low, bcm1250_any_strobe(g, 60));
	gen_read(g, name);
	if (!strcmp(name, "ethernet_addr") || !strcmp(name, "dma_config0")) {
		gen_wait(g, gen_below(g, 300));
		bcm1250_usual_mark(g);
		gen_write(g, "ethernet_addr", 0x554433221100);
	}
}

const struct scenario bcm1250_counters[] = {
	{ "load-and-wrap", 10, 0, load_and_wrap },
	{ "access-meets-event", 12, 0, access_meets_event },
	{ "fifo-mode", 5, 0, fifo_mode },
	{ "read-some", 6, 0, bcm1250_read_some },
	{ "odd-addresses", 3, 0, odd_addresses },
	{ "storage", 4, 0, storage },
	{ .name = NULL },
};
