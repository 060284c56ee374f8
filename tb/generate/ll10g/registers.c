/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: the registers of the LL 10GbE MAC, read and cleared in the cycle of an event, and resets. */
#include "scenarios.h"

/* Returns any counter: its low word, or with HIGH its high word. */
static const struct reg_row *any_counter(struct generator *g, bool high)
{
	const struct reg_row *row;

	do
		row = &g->page->rows[gen_below(g, (uint32_t)g->page->count)];
	while (row->kind != (high ? REG_COUNTER_HIGH : REG_COUNTER));
	return row;
}

/* Reads low and high words in any order; a high word comes from the latch of its direction. */
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

const char *ll10g_rx_counter(struct generator *g)
{
	return GEN_PICK(g, rx_names);
}

static const char *const tx_names[] = {
	"tx_stats_framesOK",         "tx_stats_octetsOK",
	"tx_stats_etherStatsOctets", "tx_stats_etherStatsPkts",
	"tx_stats_framesErr",        "tx_stats_etherStatsPkts64Octets",
	"tx_stats_unicast_FramesOK", "tx_stats_pauseMACCtrl_Frames",
};

const char *ll10g_tx_counter(struct generator *g)
{
	return GEN_PICK(g, tx_names);
}

static void read_at_rx_event(struct generator *g)
{
	uint32_t len = gen_chance(g, 60) ? 64 : gen_between(g, 20, 140);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_rx_train(g, 1, len, STIM_GAP);
	if (gen_chance(g, 30))
		gen_rx_train(g, 2, 9, 1);
	gen_wait_clocks(g, len / 8 + RX_VISIBLE - 8 - 4 + gen_below(g, 6));
	gen_read_twice(g, ll10g_rx_counter(g));
}

static void read_at_tx_event(struct generator *g)
{
	uint32_t len = gen_between(g, 50, 100);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_tx(g, len, 0);
	gen_wait_clocks(g, (len > 60 ? len - 60 : 0) / 8 + TX_VISIBLE - 3 + gen_below(g, 6));
	gen_read_twice(g, ll10g_tx_counter(g));
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
		gen_read_twice(g, ll10g_rx_counter(g));
	else
		gen_read_twice(g, ll10g_tx_counter(g));
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

/* Writes with byte strobes to registers that only store, and to counters. */
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
	ll10g_begin(g);
}

const struct scenario ll10g_registers[] = {
	{ "read-words", 6, 0, read_words },
	{ "read-at-rx-event", 6, 0, read_at_rx_event },
	{ "read-at-tx-event", 6, 0, read_at_tx_event },
	{ "clear-meets-event", 8, 0, clear_meets_event },
	{ "read-status", 4, 0, read_status },
	{ "read-all", 1, 0, gen_read_all },
	{ "odd-addresses", 4, 0, odd_addresses },
	{ "byte-strobes", 4, 0, byte_strobes },
	{ "chip-reset", 2, 0, chip_reset },
	{ .name = NULL },
};
