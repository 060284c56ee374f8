/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: the registers of the BCM5718, read in the cycle of an event. */
#include "scenarios.h"

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

const char *bcm5718_rx_counter(struct generator *g)
{
	return GEN_PICK(g, rx_counters);
}

static const char *const tx_counters[] = {
	"ifHCOutOctets",    "outXonSent",           "outXoffSent",          "internalMacTransmitErrors",
	"ifHCOutUcastPkts", "ifHCOutMulticastPkts", "ifHCOutBroadcastPkts", "TX_STATUS",
};

const char *bcm5718_tx_counter(struct generator *g)
{
	return GEN_PICK(g, tx_counters);
}

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
	gen_read_twice(g, bcm5718_rx_counter(g));
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
	gen_read_twice(g, bcm5718_tx_counter(g));
}

static void read_at_xoff_event(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, 1500);
	bcm5718_low_on(g);
	gen_wait(g, RUN_64 + gen_below(g, 12));
	gen_read_twice(g, gen_chance(g, 70) ? "outXoffSent" : "RX_STATUS");
	bcm5718_low_off(g);
	gen_wait(g, RUN_64 + gen_below(g, 12));
	gen_read_twice(g, gen_chance(g, 70) ? "outXonSent" : "TX_STATUS");
	bcm5718_usual_marks(g);
}

void bcm5718_read_some(struct generator *g)
{
	uint32_t count = gen_between(g, 2, 6);

	while (count--)
		gen_read(g, gen_chance(g, 60) ? bcm5718_rx_counter(g) : bcm5718_tx_counter(g));
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
		gen_read(g, bcm5718_rx_counter(g));
		gen_read(g, bcm5718_tx_counter(g));
	}
}

/* Addresses without a register, some of them mapped, and addresses that are not aligned. */
static void odd_addresses(struct generator *g)
{
	static const uint16_t odd[] = { 0x0000, 0x0408, 0x0430, 0x0500, 0x07FC, 0x0804, 0x0814, 0x0868, 0x087C, 0x0884, 0x08BC,
		                        0x08C0, 0x0401, 0x045E, 0x08A6, 0x2248, 0x2258, 0x3C44, 0x4408, 0x441C, 0x8400, 0xFFFC };

	gen_odd_addresses(g, odd, sizeof(odd) / sizeof(odd[0]), 0x10000);
}

/* Writes with byte strobes to registers that only store, and to some with effects. */
static void byte_strobes(struct generator *g)
{
	static const char *const names[] = {
		"TX_BACKOFF_SEED", "TX_LENGTHS",    "MI_MODE",          "READ_DMA_LOW_WATERMARK", "MAC_ADDR_3_HIGH",
		"MAC_ADDR_3_LOW",  "MAC_STATUS",    "TX_STATUS",        "FREE_RX_MBUFS",          "MBUF_POOL_LENGTH",
		"RX_STATUS",       "BUFMGR_STATUS", "xoffStateEntered", "ifHCInOctets",           "outXoffSent",
	};

	gen_byte_strobes(g, names, sizeof(names) / sizeof(names[0]));
}

const struct scenario bcm5718_registers[] = {
	{ "read-at-rx-event", 8, 0, read_at_rx_event }, { "read-at-pause-event", 8, CAP_FULL_DUPLEX, read_at_pause_event },
	{ "read-at-tx-event", 6, 0, read_at_tx_event }, { "read-at-xoff-event", 5, CAP_FULL_DUPLEX, read_at_xoff_event },
	{ "read-some", 6, 0, bcm5718_read_some },       { "read-all", 1, 0, gen_read_all },
	{ "clear-statistics", 5, 0, clear_statistics }, { "odd-addresses", 5, 0, odd_addresses },
	{ "byte-strobes", 5, 0, byte_strobes },         { .name = NULL },
};
