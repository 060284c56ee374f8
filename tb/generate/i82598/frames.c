/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: the modes of the 82598EB, its filters, lengths and send options. */
#include "scenarios.h"

#include <string.h>

/* When a PAUSE acts, and the register that shows it. */
static const struct pause_acts pause_acts = { .from = PAUSE_ACTS - 4, .at = PAUSE_ACTS, .to = PAUSE_ACTS + 3, .status = "TFCS" };

/* Changes modes for the scenarios to come. */
static void mode_drift(struct generator *g)
{
	uint32_t options = gen_mode_bits(g, MODE_HLREG0, "TXCRCEN") | gen_mode_bits(g, MODE_HLREG0, "RXCRCSTRP") |
	                   gen_mode_bits(g, MODE_HLREG0, "TXPADEN") | gen_mode_bits(g, MODE_HLREG0, "RXLNGTHERREN");

	g->modes[MODE_FCTRL] = (g->modes[MODE_FCTRL] & ~i82598_filter_bits(g)) | gen_bits(g, i82598_filter_bits(g), 50);
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

/* Software sets TXOFF; data waits, and PAUSE frames of time 0 clear it. */
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
	               (g->modes[MODE_FCTRL] & ~(i82598_filter_bits(g) | gen_mode_bits(g, MODE_FCTRL, "RFCE"))) |
	                   gen_bits(g, i82598_filter_bits(g) | gen_mode_bits(g, MODE_FCTRL, "RFCE"), 50));
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
	uint8_t first = (uint8_t)gen_between(g, 2, 3); /* an address may be that of a group */
	struct stim_pause pause = stim_pause_fields();
	struct stim_fields fields = stim_rx_fields();
	struct item shape = stim_rx_item();

	gen_write(g, low[pair], 0x08060400 | first);
	gen_write(g, high[pair], 0x000A | pair << 8 | (gen_chance(g, 70) ? MARK_ON : 0));
	if (gen_chance(g, 50))
		gen_write_mode(g, MODE_FCTRL,
		               (g->modes[MODE_FCTRL] & ~i82598_filter_bits(g)) | gen_bits(g, i82598_filter_bits(g), 30));
	gen_wait_for(g, WAIT_REG, 100);
	for (uint32_t i = 0; i < 3; i++) {
		const uint8_t da[] = { first, 0x04, 0x06, 0x08, 0x0A, (uint8_t)i };
		memcpy(fields.da, da, sizeof(da));
		gen_rx(g, &shape, &fields, 64);
	}
	memcpy(pause.da, fields.da, sizeof(pause.da)); /* a PAUSE frame to another address than the first is not obeyed */
	pause.da[5] = (uint8_t)pair;
	pause.time = 3;
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	gen_wait_for(g, WAIT_RX, 600);
	gen_write(g, high[pair], 0);
	gen_put_back(g, MODE_FCTRL);
}

static void own_address(struct generator *g)
{
	struct stim_pause pause = stim_pause_fields();
	struct item shape = stim_rx_item();

	memcpy(pause.da, stim_station, sizeof(pause.da));
	pause.time = (uint16_t)gen_between(g, 1, 4);
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	if (gen_chance(g, 50)) /* a sent PAUSE frame keeps the address with which it began */
		i82598_write_marks(g, 0, 0);
	gen_wait_clocks(g, gen_between(g, 1, 20));
	if (gen_chance(g, 50))
		gen_write(g, "RAL0", 0x33221101);
	gen_write(g, "RAH0", gen_chance(g, 60) ? 0x00005544 : 0x80005544);
	if (gen_chance(g, 60))
		gen_wait_for(g, WAIT_REG, 100);
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	gen_tx(g, 60, 0);
	gen_wait_clocks(g, gen_between(g, 5, 40));
	gen_write(g, "RAL0", 0x33221100);
	gen_write(g, "RAH0", 0x80005544);
	i82598_usual_marks(g);
}

static void length_limit(struct generator *g)
{
	static const char *const names[] = { "ROC", "RJC", "CRCERRS", "PRC1522" };
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
		uint32_t around = jumbo && limit < 3000 ? limit : gen_chance(g, 50) ? LMAX : LMAX_TAGGED;
		if (gen_chance(g, 50))
			fields.type = 0x8100;
		if (gen_chance(g, 30))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx(g, &shape, &fields, around - 1 + gen_below(g, 3));
	}
	gen_wait_for(g, WAIT_RX, 6000);
	gen_read(g, GEN_PICK(g, names));
	gen_write(g, "MHADD", (uint32_t)LMAX << 16);
	gen_put_back(g, MODE_HLREG0);
}

static void length_field(struct generator *g)
{
	static const uint16_t edges[] = { 0, 1, 45, 46, 47, 1499, 1500, 1501, 1535, 1536 };
	uint32_t count = gen_between(g, 2, 5);

	if (gen_chance(g, 30)) {
		gen_write_mode(g, MODE_HLREG0, g->modes[MODE_HLREG0] ^ gen_mode_bits(g, MODE_HLREG0, "RXLNGTHERREN"));
		gen_wait_for(g, WAIT_REG, 100);
	}
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
	gen_wait_for(g, WAIT_RX, 2000);
	gen_put_back(g, MODE_HLREG0);
}

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
	if (gen_chance(g, 40)) /* a sent PAUSE frame is padded and has its FCS in every mode */
		i82598_write_marks(g, 0, 0);
	gen_wait_for(g, WAIT_TX, 600);
	gen_put_back(g, MODE_HLREG0);
	i82598_usual_marks(g);
}

const struct scenario i82598_frames[] = {
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
	{ .name = NULL },
};
