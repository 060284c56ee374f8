/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios on the registers of the 82598EB: both directions of flow control switched while it works, marks, refresh and buffer,
 * TFCS, filters, length limits, reads in the cycle of an event. doc/i82598.md; 82598EB datasheet p.119.
 *
 * What the mode registers hold between scenarios is kept in modes[], so that a scenario can change a bit and put it back. */
#include "generate/generate.h"

#include <string.h>

enum { MODE_FCTRL, MODE_HLREG0, MODE_RMCS, MODE_HIGH, MODE_LOW, MODE_TIME, MODE_REFRESH, MODES };
enum {
	RX_VISIBLE = 15, /* clocks from the offer of 64 octets at an idle wire to their counters */
	PAUSE_ACTS = 16,
	TX_VISIBLE = 11, /* clocks from the offer of a short frame to its counters */
	UNIT = 16,       /* octets per unit of a mark */
	MARK_MASK = 0x7FFF0,
	MARK_ON = 1u << 31, /* FCEN, XONE */
	LMAX = 1518,
};

static const char *const mode_names[MODES] = { "FCTRL", "HLREG0", "RMCS", "FCRTH0", "FCRTL0", "FCTTV0", "FCRTV" };

static uint32_t buffer(const struct generator *g)
{
	return dut_param(g->dut, "BufferOctets", 32768);
}

/* As the set-up writes them. */
static void begin(struct generator *g)
{
	g->mode_names = mode_names;
	g->modes[MODE_FCTRL] = gen_mode_bits(g, MODE_FCTRL, "RFCE") | gen_mode_bits(g, MODE_FCTRL, "BAM") |
	                       gen_mode_bits(g, MODE_FCTRL, "MPE");
	g->modes[MODE_HLREG0] = gen_mode_bits(g, MODE_HLREG0, "TXCRCEN") | gen_mode_bits(g, MODE_HLREG0, "RXCRCSTRP") |
	                        gen_mode_bits(g, MODE_HLREG0, "TXPADEN");
	g->modes[MODE_RMCS] = gen_mode_bits(g, MODE_RMCS, "TFCE_802_3X");
	g->modes[MODE_HIGH] = MARK_ON | buffer(g) / 2;
	g->modes[MODE_LOW] = MARK_ON | buffer(g) / 4;
	g->modes[MODE_TIME] = 0xFFFF;
	g->modes[MODE_REFRESH] = 0x7FFF;
}

static void restore(struct generator *g)
{
	begin(g);
	gen_write(g, "TFCS", 0);
	gen_write(g, "RXCTRL", 1);
	gen_write(g, "MHADD", (uint32_t)LMAX << 16);
	for (int mode = 0; mode < MODES; mode++)
		gen_put_back(g, mode);
}

static void write_marks(struct generator *g, uint32_t low, uint32_t high)
{
	gen_write_mode(g, MODE_LOW, (g->modes[MODE_LOW] & MARK_ON) | (low & MARK_MASK));
	gen_write_mode(g, MODE_HIGH, (g->modes[MODE_HIGH] & MARK_ON) | (high & MARK_MASK));
}

static void usual_marks(struct generator *g)
{
	gen_put_back(g, MODE_LOW);
	gen_put_back(g, MODE_HIGH);
}

static uint32_t filter_bits(const struct generator *g)
{
	return gen_mode_bits(g, MODE_FCTRL, "SBP") | gen_mode_bits(g, MODE_FCTRL, "MPE") | gen_mode_bits(g, MODE_FCTRL, "UPE") |
	       gen_mode_bits(g, MODE_FCTRL, "BAM") | gen_mode_bits(g, MODE_FCTRL, "PMCF") | gen_mode_bits(g, MODE_FCTRL, "DPF") |
	       gen_mode_bits(g, MODE_FCTRL, "RPFCE");
}

/* When a PAUSE acts, and what shows it. */
static const struct pause_acts pause_acts = { .from = PAUSE_ACTS - 4, .at = PAUSE_ACTS, .to = PAUSE_ACTS + 3, .status = "TFCS" };

/* ---- modes ---- */

/* Modes that stay for the scenarios to come. */
static void mode_drift(struct generator *g)
{
	uint32_t options = gen_mode_bits(g, MODE_HLREG0, "TXCRCEN") | gen_mode_bits(g, MODE_HLREG0, "RXCRCSTRP") |
	                   gen_mode_bits(g, MODE_HLREG0, "TXPADEN");

	g->modes[MODE_FCTRL] = (g->modes[MODE_FCTRL] & ~filter_bits(g)) | gen_bits(g, filter_bits(g), 50);
	g->modes[MODE_HLREG0] = (g->modes[MODE_HLREG0] & ~options) | gen_bits(g, options, 75);
	g->modes[MODE_LOW] = (g->modes[MODE_LOW] & ~MARK_ON) | gen_bits(g, MARK_ON, 70);
	for (int mode = 0; mode < MODES; mode++)
		gen_put_back(g, mode);
}

static void rfce_while_paused(struct generator *g)
{
	gen_change_while_paused(g, &pause_acts, "FCTRL", g->modes[MODE_FCTRL] & ~gen_mode_bits(g, MODE_FCTRL, "RFCE"),
	                        g->modes[MODE_FCTRL]);
}

static void tfcs_while_paused(struct generator *g)
{
	uint32_t value = gen_chance(g, 60) ? 0 : gen_bits(g, 0xFFFF, 30);
	uint8_t strobe;

	gen_change_while_paused(g, &pause_acts, "TFCS", value, gen_chance(g, 70) ? 0 : 1);
	if (gen_chance(g, 50))
		gen_pause(g, 0, STIM_GAP);
	gen_wait_clocks(g, gen_below(g, 24));
	strobe = (uint8_t)gen_below(g, 16);
	gen_write_bytes(g, reg_by_name(g->page, "TFCS")->address, gen_bits(g, 0xFF01, 40), strobe);
	gen_wait_clocks(g, gen_below(g, 8));
	gen_write(g, "TFCS", 0);
}

/* TXOFF set by software, with data and PAUSE frames of time 0 that clear it. */
static void tx_off(struct generator *g)
{
	gen_tx_any(g, 0, 4);
	gen_wait_clocks(g, gen_below(g, 14));
	gen_write(g, "TFCS", 1);
	gen_tx_any(g, 0, 4);
	gen_read(g, "TFCS");
	gen_wait_clocks(g, gen_below(g, 30));
	switch (gen_below(g, 4)) {
	case 0: /* the write and the command meet */
		gen_wait_for(g, WAIT_IDLE, 200);
		gen_pause(g, gen_chance(g, 60) ? 0 : 2, STIM_GAP);
		gen_wait_clocks(g, RX_VISIBLE - 3 + gen_below(g, 6));
		gen_write(g, "TFCS", gen_below(g, 2));
		break;
	case 1:
		gen_pause(g, 0, STIM_GAP);
		break;
	case 2:
		gen_pause_any(g);
		break;
	default:
		break;
	}
	gen_read(g, "TFCS");
	gen_wait_clocks(g, gen_between(g, 1, 60));
	gen_write(g, "TFCS", 0);
	gen_read(g, "TFCS");
}

static void receiver_off(struct generator *g)
{
	uint32_t len = gen_between(g, 60, 100);

	gen_rx_train(g, 2, len, gen_between(g, 1, 12));
	gen_pause_any(g);
	gen_wait_clocks(g, gen_below(g, 24));
	gen_write(g, "RXCTRL", 0);
	gen_wait_clocks(g, gen_between(g, 1, 16));
	gen_write(g, "RXCTRL", 1);
}

static void dpf_pmcf(struct generator *g)
{
	static const uint16_t opcodes[] = { 1, 1, 0, 2, 0x0101 };
	struct stim_pause pause = stim_pause_fields();
	struct item shape = gen_rx_shape(g);

	gen_write_mode(g, MODE_FCTRL,
	               (g->modes[MODE_FCTRL] & ~(filter_bits(g) | gen_mode_bits(g, MODE_FCTRL, "RFCE"))) |
	                   gen_bits(g, filter_bits(g) | gen_mode_bits(g, MODE_FCTRL, "RFCE"), 50));
	gen_wait_for(g, WAIT_REG, 100);
	for (int i = 0; i < 4; i++) {
		pause.opcode = GEN_PICK(g, opcodes);
		pause.time = gen_short_time(g);
		gen_rx_address(g, pause.da);
		gen_rx_pause(g, &shape, &pause, gen_chance(g, 70) ? STIM_FRAME_LEN : gen_between(g, 60, 80));
	}
	gen_wait_for(g, WAIT_RX, 600);
	gen_put_back(g, MODE_FCTRL);
}

static void addresses(struct generator *g)
{
	static const char *const low[] = { "RAL1", "RAL2", "RAL3" }, *const high[] = { "RAH1", "RAH2", "RAH3" };
	uint32_t pair = gen_below(g, 3);
	struct stim_pause pause = stim_pause_fields();
	struct stim_fields fields = stim_rx_fields();
	struct item shape = stim_rx_item();

	gen_write(g, low[pair], 0x08060402);
	gen_write(g, high[pair], 0x000A | pair << 8 | (gen_chance(g, 70) ? MARK_ON : 0));
	gen_wait_for(g, WAIT_REG, 100);
	for (uint32_t i = 0; i < 3; i++) {
		const uint8_t da[] = { 0x02, 0x04, 0x06, 0x08, 0x0A, (uint8_t)i };
		memcpy(fields.da, da, sizeof(da));
		gen_rx(g, &shape, &fields, 64);
	}
	memcpy(pause.da, fields.da, sizeof(pause.da)); /* only the first address is one of PAUSE */
	pause.da[5] = (uint8_t)pair;
	pause.time = 3;
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	gen_wait_for(g, WAIT_RX, 600);
	gen_write(g, high[pair], 0);
}

static void own_address(struct generator *g)
{
	struct stim_pause pause = stim_pause_fields();
	struct item shape = stim_rx_item();

	memcpy(pause.da, stim_station, sizeof(pause.da));
	pause.time = (uint16_t)gen_between(g, 1, 4);
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	if (gen_chance(g, 50)) /* a PAUSE frame of ours keeps the address that it began with */
		write_marks(g, 0, 0);
	gen_wait_clocks(g, gen_between(g, 1, 20));
	gen_write(g, "RAL0", 0x33221101);
	gen_write(g, "RAH0", gen_chance(g, 50) ? 0x00005544 : 0x80005544);
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	gen_tx(g, 60, 0);
	gen_wait_clocks(g, gen_between(g, 5, 40));
	gen_write(g, "RAL0", 0x33221100);
	gen_write(g, "RAH0", 0x80005544);
	usual_marks(g);
}

static void length_limit(struct generator *g)
{
	static const uint16_t limits[] = { 60, 64, 65, 100, 300, 1518, 1522, 2000, 0xFFFF };
	uint32_t limit = GEN_PICK(g, limits), count = gen_between(g, 2, 4);
	bool jumbo = gen_chance(g, 70);

	gen_write(g, "MHADD", limit << 16 | gen_below(g, 0x10000));
	gen_write_mode(g, MODE_HLREG0,
	               jumbo ? g->modes[MODE_HLREG0] | gen_mode_bits(g, MODE_HLREG0, "JUMBOEN") : g->modes[MODE_HLREG0]);
	gen_wait_for(g, WAIT_REG, 100);
	while (count--) {
		struct stim_fields fields = gen_rx_fields(g);
		struct item shape = gen_rx_shape(g);
		uint32_t around = jumbo && limit < 3000 ? limit : LMAX;
		if (gen_chance(g, 30))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx(g, &shape, &fields, around - 1 + gen_below(g, 3));
	}
	gen_wait_for(g, WAIT_RX, 6000);
	gen_write(g, "MHADD", (uint32_t)LMAX << 16);
	gen_put_back(g, MODE_HLREG0);
}

static void length_field(struct generator *g)
{
	static const uint16_t edges[] = { 0, 1, 45, 46, 47, 1499, 1500, 1501, 1535, 1536 };
	uint32_t count = gen_between(g, 2, 5);

	while (count--) {
		struct stim_fields fields = gen_rx_fields(g);
		struct item shape = gen_rx_shape(g);
		uint32_t len = gen_chance(g, 90) ? gen_between(g, 62, 130) : gen_between(g, 1516, 1519);
		uint32_t near = len - 19 + gen_below(g, 3);
		fields.type = gen_chance(g, 60) ? (uint16_t)near : GEN_PICK(g, edges);
		if (gen_chance(g, 20))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx(g, &shape, &fields, len);
	}
}

/* ---- sent frames ---- */

static void send_options(struct generator *g)
{
	uint32_t options = gen_mode_bits(g, MODE_HLREG0, "TXCRCEN") | gen_mode_bits(g, MODE_HLREG0, "TXPADEN"),
		 count = gen_between(g, 2, 5);

	gen_write_mode(g, MODE_HLREG0, (g->modes[MODE_HLREG0] & ~options) | gen_bits(g, options, 40));
	if (gen_chance(g, 70))
		gen_wait_for(g, WAIT_REG, 100);
	while (count--) {
		struct stim_fields fields = stim_tx_fields();
		struct item item = stim_tx_item();
		item.u.frame.len = gen_chance(g, 60) ? gen_between(g, 1, 70) : gen_tx_len(g);
		item.u.frame.host_error = gen_chance(g, 15);
		item.u.frame.octets = stim_octets(&fields, item.u.frame.len);
		gen_item(g, &item);
	}
	if (gen_chance(g, 40)) /* a PAUSE frame of ours is padded and has its FCS all the same */
		write_marks(g, 0, 0);
	gen_wait_for(g, WAIT_TX, 600);
	gen_put_back(g, MODE_HLREG0);
	usual_marks(g);
}

/* ---- marks and buffer ---- */

/* COUNT frames that come to exactly OCTETS in the buffer. */
static void fill_to(struct generator *g, uint32_t octets)
{
	while (octets >= 2 * 64) {
		uint32_t most = octets - 64 < LMAX ? octets - 64 : LMAX,
			 len = gen_chance(g, 50) ? most : gen_between(g, 64, most);
		gen_rx_train(g, 1, len, gen_between(g, 1, 12));
		octets -= len;
	}
	if (octets >= 64)
		gen_rx_train(g, 1, octets, gen_between(g, 1, 12));
}

static int32_t beside(struct generator *g)
{
	static const int8_t steps[] = { -16, -1, -1, -1, 0, 0, 1, 1, 16 };

	return GEN_PICK(g, steps);
}

/* The level goes to each side of the high mark, and then frame by frame to each side of the low mark. */
static void fill_to_mark(struct generator *g)
{
	uint32_t high = UNIT * gen_between(g, 12, 80), last = gen_between(g, 64, 150);
	uint32_t low = UNIT * gen_between(g, 1, high / UNIT);
	int32_t above = beside(g);

	gen_kind(g, ITEM_HOST_STOP);
	gen_wait_for(g, WAIT_IDLE, 300);
	write_marks(g, low, high);
	gen_wait_for(g, WAIT_REG, 100);
	if (gen_chance(g, 50)) { /* what is left behind the first frames is beside the low mark */
		uint32_t rest = (uint32_t)((int32_t)low + beside(g));
		gen_rx_train(g, 1, high + 32 > rest + 64 ? high + 32 - rest : 64, STIM_GAP);
		fill_to(g, rest);
	} else {
		fill_to(g, (uint32_t)((int32_t)high + above));
	}
	gen_wait_for(g, WAIT_RX, 2000);
	gen_wait_clocks(g, gen_below(g, 30));
	if (gen_chance(g, 30))
		gen_rx_train(g, 1, last, STIM_GAP);
	if (gen_chance(g, 60))
		gen_host_rate(g, 1, gen_between(g, 1, 12));
	else
		gen_kind(g, ITEM_HOST_START);
	gen_wait_for(g, WAIT_IDLE, 4000);
	gen_kind(g, ITEM_HOST_START);
	gen_read(g, gen_chance(g, 50) ? "LXOFFTXC" : "LXONTXC");
	usual_marks(g);
}

/* All of it taken but for a word or none, then frames that find no room. */
static void overflow(struct generator *g)
{
	uint32_t rest = buffer(g), last = gen_between(g, 64, 90), next = gen_between(g, 64, 400);
	uint32_t room = (last + 7) / 8 * 8 + 8 * gen_below(g, 3) - 8;

	gen_kind(g, ITEM_HOST_STOP);
	gen_wait_for(g, WAIT_IDLE, 300);
	if (gen_chance(g, 50))
		gen_write_mode(g, MODE_RMCS, 0);
	rest -= room;
	while (rest >= 1512 + 64) {
		gen_rx_train(g, 1, 1512, 1);
		rest -= 1512;
	}
	gen_rx_train(g, 1, rest, 1);
	gen_rx_train(g, 1, last, gen_between(g, 1, 12));
	gen_rx_train(g, 2, next, 1);
	gen_wait_for(g, WAIT_RX, 6000);
	gen_read(g, "MPC0");
	gen_kind(g, ITEM_HOST_START);
	gen_rx_train(g, 4, next, gen_between(g, 1, 12));
	gen_wait_for(g, WAIT_IDLE, 8000);
	gen_read(g, "MPC0");
	gen_put_back(g, MODE_RMCS);
}

static void xoff_on(struct generator *g)
{
	write_marks(g, 0, 0); /* any level has reached it */
}

static void xoff_off(struct generator *g)
{
	uint32_t low = gen_chance(g, 70) ? buffer(g) / 4 : 0;

	write_marks(g, low, MARK_MASK);
}

/* The marks are moved across the level, in turn with everything that competes with the PAUSE frame. */
static void xoff_dance(struct generator *g)
{
	uint32_t steps = gen_between(g, 4, 10),
		 rmcs = gen_mode_bits(g, MODE_RMCS, "TFCE_802_3X") | gen_mode_bits(g, MODE_RMCS, "TFCE_PRIORITY");

	while (steps--) {
		switch (gen_below(g, 12)) {
		case 0:
		case 1:
		case 2:
			xoff_on(g);
			break;
		case 3:
		case 4:
			xoff_off(g);
			break;
		case 5:
			gen_tx(g, gen_between(g, 60, 200), 0);
			break;
		case 6:
			gen_pause(g, (uint16_t)gen_below(g, 6), STIM_GAP);
			break;
		case 7:
			gen_write_mode(g, MODE_RMCS, gen_bits(g, rmcs, 50));
			break;
		case 8:
			gen_write_mode(g, MODE_HIGH, gen_bits(g, MARK_ON, 50));
			break;
		case 9:
			gen_write_mode(g, MODE_LOW, gen_bits(g, MARK_ON, 50) | buffer(g) / 4);
			break;
		case 10:
			gen_put_back(g, MODE_RMCS);
			gen_write(g, "FCTTV0", gen_chance(g, 50) ? 0 : gen_between(g, 1, 0x1FFFF));
			break;
		default:
			gen_wait_clocks(g, gen_chance(g, 60) ? gen_between(g, 1, 8) : gen_between(g, 8, 40));
			break;
		}
	}
	gen_read(g, "LXOFFTXC");
	gen_read(g, "LXONTXC");
	gen_put_back(g, MODE_RMCS);
	gen_put_back(g, MODE_TIME);
	usual_marks(g);
}

/* Above the mark for some times the advertised time: refreshes, and what ends them. */
static void refresh(struct generator *g)
{
	uint32_t time = gen_between(g, 1, 30), threshold = gen_chance(g, 80) ? gen_between(g, 0, time + 1) : 0xFFFF;

	gen_write(g, "FCTTV0", time | gen_below(g, 0x10000) << 16);
	gen_write(g, "FCRTV", threshold);
	gen_wait_for(g, WAIT_REG, 100);
	xoff_on(g);
	gen_wait_clocks(g, gen_between(g, 4, 8 * time + 60));
	switch (gen_below(g, 5)) {
	case 0:
		gen_tx(g, gen_between(g, 60, 400), 0);
		break;
	case 1:
		gen_write(g, "FCRTV", gen_below(g, 4));
		break;
	case 2:
		xoff_off(g);
		gen_wait_clocks(g, gen_below(g, 20));
		xoff_on(g);
		break;
	case 3:
		gen_write_mode(g, MODE_RMCS, 0);
		gen_wait_clocks(g, gen_below(g, 12));
		gen_put_back(g, MODE_RMCS);
		break;
	default:
		gen_fault(g, STIM_FAULT_LOCAL, gen_between(g, 3, 6));
		break;
	}
	gen_wait_clocks(g, gen_between(g, 4, 8 * time + 60));
	gen_read(g, "LXOFFTXC");
	xoff_off(g);
	gen_wait_clocks(g, gen_between(g, 1, 40));
	gen_put_back(g, MODE_TIME);
	gen_put_back(g, MODE_REFRESH);
	usual_marks(g);
}

static void xoff_while_paused(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, (uint16_t)gen_between(g, 5, 10), STIM_GAP);
	gen_tx_after(g, 60, 140);
	gen_wait_clocks(g, gen_between(g, 1, 30));
	xoff_on(g);
	gen_wait_clocks(g, gen_between(g, 1, 20));
	xoff_off(g);
	gen_wait_clocks(g, gen_between(g, 1, 20));
	usual_marks(g);
}

/* The reason for a PAUSE frame goes away while the wire is busy. */
static void decision_cancelled(struct generator *g)
{
	uint32_t len = gen_between(g, 100, 300);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_tx(g, len, 0);
	gen_tx(g, 60, 0);
	gen_wait_clocks(g, gen_between(g, 1, 8));
	xoff_on(g);
	gen_wait_clocks(g, gen_chance(g, 50) ? gen_between(g, 1, 10) : len / 8 - gen_below(g, 6));
	if (gen_chance(g, 70))
		xoff_off(g);
	else
		gen_write_mode(g, MODE_RMCS, 0);
	gen_wait_clocks(g, gen_between(g, 2, 40));
	gen_put_back(g, MODE_RMCS);
	gen_read(g, "LXOFFTXC");
	gen_read(g, "LXONTXC");
	usual_marks(g);
}

/* ---- registers ---- */

static const char *const rx_counters[] = {
	"TPR",  "TORL",    "TORH",     "GPRC", "GORCL", "GORCH", "PRC64",   "PRC127",   "PRC255", "PRC1522",
	"BPRC", "MPRC",    "RUC",      "RFC",  "ROC",   "RJC",   "CRCERRS", "ILLERRC",  "ERRBC",  "RLEC",
	"MPC0", "LXONRXC", "LXOFFRXC", "MLFC", "MRFC",  "MPC1",  "RNBC0",   "PXONRXC0", "PRC511", "PRC1023",
};
static const char *const tx_counters[] = {
	"TPT",     "GPTC",    "GOTCL", "GOTCH", "PTC64",   "PTC127",   "PTC255",    "PTC511",
	"PTC1023", "PTC1522", "MPTC",  "BPTC",  "LXONTXC", "LXOFFTXC", "PXOFFTXC7",
};

/* Low and high words in every order. */
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
	gen_read_twice(g, GEN_PICK(g, rx_counters));
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
	gen_read_twice(g, GEN_PICK(g, tx_counters));
	if (gen_chance(g, 40))
		read_pair(g);
}

static void read_at_xoff_event(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, 1500);
	xoff_on(g);
	gen_wait_clocks(g, TX_VISIBLE + gen_below(g, 6));
	gen_read_twice(g, gen_chance(g, 70) ? "LXOFFTXC" : "GPTC");
	xoff_off(g);
	gen_wait_clocks(g, TX_VISIBLE + gen_below(g, 6));
	gen_read_twice(g, gen_chance(g, 70) ? "LXONTXC" : "PTC64");
	usual_marks(g);
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
		gen_read(g, gen_chance(g, 60) ? GEN_PICK(g, rx_counters) : GEN_PICK(g, tx_counters));
}

/* Addresses that have no register, and some that are not aligned. */
static void odd_addresses(struct generator *g)
{
	static const uint16_t odd[] = { 0x0000, 0x3004, 0x3210, 0x3224, 0x3264, 0x32A4, 0x3F40, 0x3F64, 0x4010, 0x4084,
		                        0x40C8, 0x4244, 0x5084, 0x5420, 0xCE04, 0xCF40, 0xCF64, 0x3221, 0x40D2, 0xFFFC };

	gen_odd_addresses(g, odd, sizeof(odd) / sizeof(odd[0]), 0x10000);
}

/* Registers that only store, and counters, with any strobes, then read back. */
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
	begin(g);
}

/* ---- meetings ---- */

/* The level is above a mark that was high. */
static void mark_crossed(struct generator *g)
{
	if (gen_chance(g, 50)) {
		gen_kind(g, ITEM_HOST_STOP);
		gen_rx_train(g, 2, 64, STIM_GAP);
		gen_wait_for(g, WAIT_RX, 100);
	}
	if (gen_chance(g, 40))
		gen_tx(g, gen_between(g, 60, 300), 0);
	xoff_on(g);
}

/* The second one, refreshed or an XON. */
static void mark_crossed_long(struct generator *g)
{
	uint32_t time = gen_between(g, 2, 12);

	gen_write(g, "FCTTV0", time);
	gen_write(g, "FCRTV", gen_between(g, 1, time));
	gen_wait_for(g, WAIT_REG, 100);
	mark_crossed(g);
	gen_wait_clocks(g, gen_between(g, 4, 20));
	if (gen_chance(g, 30))
		xoff_off(g);
}

static void flip_flow(struct generator *g)
{
	bool receive = gen_chance(g, 50);

	if (receive)
		gen_write_mode(g, MODE_FCTRL, g->modes[MODE_FCTRL] ^ gen_mode_bits(g, MODE_FCTRL, "RFCE"));
	else
		gen_write_mode(g, MODE_RMCS, g->modes[MODE_RMCS] ^ gen_mode_bits(g, MODE_RMCS, "TFCE_802_3X"));
	if (gen_chance(g, 60))
		gen_put_back(g, receive ? MODE_FCTRL : MODE_RMCS);
}

static void write_time(struct generator *g)
{
	if (gen_chance(g, 50))
		gen_write(g, "FCTTV0", gen_below(g, 20));
	else
		gen_write(g, "FCRTV", gen_below(g, 20));
}

static void write_tx_off(struct generator *g)
{
	gen_write(g, "TFCS", gen_chance(g, 60));
	if (gen_chance(g, 50))
		gen_write(g, "TFCS", 0);
}

static void receiver_stop(struct generator *g)
{
	gen_write(g, "RXCTRL", 0);
	if (gen_chance(g, 60))
		gen_write(g, "RXCTRL", 1);
}

static void read_receive(struct generator *g)
{
	gen_read_twice(g, GEN_PICK(g, rx_counters));
	if (gen_chance(g, 40))
		gen_read_twice(g, GEN_PICK(g, rx_counters));
}

static void read_transmit(struct generator *g)
{
	gen_read_twice(g, GEN_PICK(g, tx_counters));
	if (gen_chance(g, 40))
		gen_read_twice(g, GEN_PICK(g, tx_counters));
}

static void read_flow(struct generator *g)
{
	static const char *const names[] = { "LXOFFTXC", "LXONTXC", "LXOFFRXC", "LXONRXC", "TFCS" };
	const char *name = GEN_PICK(g, names);

	gen_read_twice(g, name);
	if (gen_chance(g, 40))
		gen_read(g, name);
}

static void calm(struct generator *g)
{
	static const int touched[] = { MODE_FCTRL, MODE_RMCS, MODE_TIME, MODE_REFRESH };

	gen_write(g, "TFCS", 0);
	gen_write(g, "RXCTRL", 1);
	for (size_t i = 0; i < sizeof(touched) / sizeof(touched[0]); i++)
		gen_put_back(g, touched[i]);
	usual_marks(g);
}

static const struct cause causes[] = {
	{ WAIT_CONTROL, 20, 0, 1900, mark_crossed },
	{ WAIT_CONTROL, 24, 0, 2000, mark_crossed_long },
	{ WAIT_END, 5, 0, 1900, mark_crossed },
	{ WAIT_END, 6, 0, 2000, mark_crossed_long },
};

static const struct act acts[] = {
	{ GEN_AT(WAIT_JUDGED), 20, 0, 0, read_receive },
	{ GEN_SENT, 10, 0, 0, read_transmit },
	{ GEN_SENT | GEN_PAUSED | GEN_AT(WAIT_JUDGED), 12, 0, 0, read_flow },
	{ GEN_SENT | GEN_AT(WAIT_EXPIRY), 8, 0, GEN_WRITE_LEAD, xoff_on },
	{ GEN_SENT | GEN_AT(WAIT_EXPIRY), 8, 0, GEN_WRITE_LEAD, xoff_off },
	{ GEN_ANY_MOMENT, 8, 0, GEN_WRITE_LEAD, flip_flow },
	{ GEN_SENT, 6, 0, GEN_WRITE_LEAD, write_time },
	{ GEN_ANY_MOMENT, 6, 0, GEN_WRITE_LEAD, write_tx_off },
	{ GEN_PAUSED | GEN_AT(WAIT_JUDGED), 4, 0, GEN_WRITE_LEAD, receiver_stop },
};

static const struct scenario rows[] = {
	{ "mode-drift", 6, 0, mode_drift },
	{ "rfce-while-paused", 6, 0, rfce_while_paused },
	{ "tfcs-while-paused", 8, 0, tfcs_while_paused },
	{ "tx-off", 8, 0, tx_off },
	{ "receiver-off", 4, 0, receiver_off },
	{ "dpf-pmcf", 6, 0, dpf_pmcf },
	{ "addresses", 4, 0, addresses },
	{ "own-address", 4, 0, own_address },
	{ "length-limit", 4, 0, length_limit },
	{ "length-field", 5, 0, length_field },
	{ "send-options", 5, 0, send_options },
	{ "fill-to-mark", 18, 0, fill_to_mark },
	{ "overflow", 2, 0, overflow },
	{ "xoff-dance", 12, 0, xoff_dance },
	{ "refresh", 10, 0, refresh },
	{ "xoff-while-paused", 5, 0, xoff_while_paused },
	{ "decision-cancelled", 6, 0, decision_cancelled },
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
};

const struct scenario_set scenarios_i82598 = {
	.model = "i82598",
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
