/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: the registers of the 82598EB, read in the cycle of an event, and resets. */
#include "scenarios.h"

static const char *const rx_counters[] = {
	"TPR",  "TORL",    "TORH",     "GPRC", "GORCL", "GORCH", "PRC64",   "PRC127",   "PRC255", "PRC1522",
	"BPRC", "MPRC",    "RUC",      "RFC",  "ROC",   "RJC",   "CRCERRS", "ILLERRC",  "ERRBC",  "RLEC",
	"MPC0", "LXONRXC", "LXOFFRXC", "MLFC", "MRFC",  "MPC1",  "RNBC0",   "PXONRXC0", "PRC511", "PRC1023",
};

const char *i82598_rx_counter(struct generator *g)
{
	return GEN_PICK(g, rx_counters);
}

static const char *const tx_counters[] = {
	"TPT",     "GPTC",    "GOTCL", "GOTCH", "PTC64",   "PTC127",   "PTC255",    "PTC511",
	"PTC1023", "PTC1522", "MPTC",  "BPTC",  "LXONTXC", "LXOFFTXC", "PXOFFTXC7",
};

const char *i82598_tx_counter(struct generator *g)
{
	return GEN_PICK(g, tx_counters);
}

/* Reads low and high words in every order. */
static void read_pair(struct generator *g)
{
	static const char *const low[] = { "GORCL", "GOTCL", "TORL" }, *const high[] = { "GORCH", "GOTCH", "TORH" };
	uint32_t pair = gen_below(g, 3), count = gen_between(g, 2, 5);

	while (count--)
		gen_read(g, gen_chance(g, 50) ? low[pair] : high[pair]);
}

static void read_at_rx_event(struct generator *g)
{
	struct stim_fields fields = gen_rx_fields(g);
	struct item shape = stim_rx_item();
	uint32_t len = gen_chance(g, 60) ? 64 : gen_between(g, 20, 140);

	gen_wait_for(g, WAIT_IDLE, 1500);
	if (gen_chance(g, 25))
		shape.u.frame.fcs = FCS_BAD;
	gen_rx(g, &shape, &fields, len);
	gen_wait_clocks(g, len / 8 + RX_VISIBLE - 8 - 4 + gen_below(g, 6));
	gen_read_twice(g, i82598_rx_counter(g));
	if (gen_chance(g, 40))
		read_pair(g);
}

static void read_at_pause_event(struct generator *g)
{
	static const char *const names[] = { "LXOFFRXC", "LXONRXC", "TPR", "TFCS", "TORL" };

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, gen_short_time(g), STIM_GAP);
	gen_wait_clocks(g, RX_VISIBLE - 4 + gen_below(g, 7));
	gen_read_twice(g, GEN_PICK(g, names));
	gen_read(g, GEN_PICK(g, names));
}

static void read_at_tx_event(struct generator *g)
{
	uint32_t len = gen_between(g, 50, 100);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_tx(g, len, 0);
	gen_wait_clocks(g, (len > 60 ? len - 60 : 0) / 8 + TX_VISIBLE - 3 + gen_below(g, 6));
	gen_read_twice(g, i82598_tx_counter(g));
	if (gen_chance(g, 40))
		read_pair(g);
}

static void read_at_xoff_event(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, 1500);
	i82598_xoff_on(g);
	gen_wait_clocks(g, TX_VISIBLE + gen_below(g, 6));
	gen_read_twice(g, gen_chance(g, 70) ? "LXOFFTXC" : "GPTC");
	i82598_xoff_off(g);
	gen_wait_clocks(g, TX_VISIBLE + gen_below(g, 6));
	gen_read_twice(g, gen_chance(g, 70) ? "LXONTXC" : "PTC64");
	i82598_usual_marks(g);
}

static void read_at_fault(struct generator *g)
{
	const char *name = gen_chance(g, 50) ? "MLFC" : "MRFC";

	gen_fault(g, gen_chance(g, 50) ? STIM_FAULT_LOCAL : STIM_FAULT_REMOTE, 5);
	gen_wait_clocks(g, gen_below(g, 8));
	gen_read_twice(g, name);
}

static void read_some(struct generator *g)
{
	uint32_t count = gen_between(g, 2, 8);

	while (count--)
		gen_read(g, gen_chance(g, 60) ? i82598_rx_counter(g) : i82598_tx_counter(g));
}

/* Accesses of addresses that have no register, and of some that are not aligned. */
static void odd_addresses(struct generator *g)
{
	static const uint16_t odd[] = { 0x0000, 0x3004, 0x3210, 0x3224, 0x3264, 0x32A4, 0x3F40, 0x3F64, 0x4010, 0x4084,
		                        0x40C8, 0x4244, 0x5084, 0x5420, 0xCE04, 0xCF40, 0xCF64, 0x3221, 0x40D2, 0xFFFC };

	gen_odd_addresses(g, odd, sizeof(odd) / sizeof(odd[0]), 0x10000);
}

/* Writes with byte strobes to registers that only store, and to counters. */
static void byte_strobes(struct generator *g)
{
	static const char *const names[] = { "PFCTOP", "FCTTV1", "FCTTV3", "FCRTL1", "FCRTH7", "PAP",
		                             "RAL3",   "RAH3",   "GPRC",   "TORL",   "TFCS" };

	gen_byte_strobes(g, names, sizeof(names) / sizeof(names[0]));
	gen_write(g, "RAH3", 0);
	gen_write(g, "TFCS", 0);
}

static void chip_reset(struct generator *g)
{
	gen_wait_clocks(g, gen_below(g, 40));
	gen_reset(g, gen_between(g, 1, 20));
	gen_wait_clocks(g, gen_below(g, 30));
	read_some(g);
	gen_set_up(g);
	i82598_begin(g);
}

const struct scenario i82598_registers[] = {
	{ "read-at-rx-event", 8, 0, read_at_rx_event },
	{ "read-at-pause-event", 6, 0, read_at_pause_event },
	{ "read-at-tx-event", 6, 0, read_at_tx_event },
	{ "read-at-xoff-event", 5, 0, read_at_xoff_event },
	{ "read-at-fault", 3, 0, read_at_fault },
	{ "read-some", 5, 0, read_some },
	{ "read-all", 1, 0, gen_read_all },
	{ "odd-addresses", 4, 0, odd_addresses },
	{ "byte-strobes", 4, 0, byte_strobes },
	{ "chip-reset", 2, 0, chip_reset },
	{ .name = NULL },
};
