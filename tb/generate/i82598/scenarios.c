/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios on the registers of the 82598EB: both directions of flow control switched while it works, marks, refresh and buffer,
 * TFCS, filters, length limits, reads in the cycle of an event. doc/devices/i82598.md; 82598EB datasheet p.119.
 *
 * What the mode registers hold between scenarios is kept in modes[], so that a scenario can change a bit and put it back. */
#include "scenarios.h"

static const char *const mode_names[MODES] = { "FCTRL", "HLREG0", "RMCS", "FCRTH0", "FCRTL0", "FCTTV0", "FCRTV" };

uint32_t i82598_buffer(const struct generator *g)
{
	return dut_i82598(g->dut)->buffer_octets;
}

uint32_t i82598_unit(const struct generator *g)
{
	static const uint16_t units[] = { 16, 8, 256 }; /* by MarkFormat */

	return units[dut_i82598(g->dut)->mark_format];
}

void i82598_begin(struct generator *g)
{
	g->mode_names = mode_names;
	g->modes[MODE_FCTRL] = gen_mode_bits(g, MODE_FCTRL, "RFCE") | gen_mode_bits(g, MODE_FCTRL, "BAM") |
	                       gen_mode_bits(g, MODE_FCTRL, "MPE");
	g->modes[MODE_HLREG0] = gen_mode_bits(g, MODE_HLREG0, "TXCRCEN") | gen_mode_bits(g, MODE_HLREG0, "RXCRCSTRP") |
	                        gen_mode_bits(g, MODE_HLREG0, "TXPADEN") | gen_mode_bits(g, MODE_HLREG0, "RXLNGTHERREN");
	g->modes[MODE_RMCS] = gen_mode_bits(g, MODE_RMCS, "TFCE_802_3X");
	g->modes[MODE_HIGH] = MARK_ON | i82598_buffer(g) / 2;
	g->modes[MODE_LOW] = MARK_ON | i82598_buffer(g) / 4;
	g->modes[MODE_TIME] = 0xFFFF;
	g->modes[MODE_REFRESH] = 0x7FFF;
}

static void restore(struct generator *g)
{
	i82598_begin(g);
	gen_write(g, "TFCS", 0);
	gen_write(g, "RXCTRL", 1);
	gen_write(g, "MHADD", (uint32_t)LMAX << 16);
	for (int mode = 0; mode < MODES; mode++)
		gen_put_back(g, mode);
}

void i82598_write_marks(struct generator *g, uint32_t low, uint32_t high)
{
	gen_write_mode(g, MODE_LOW, (g->modes[MODE_LOW] & MARK_ON) | (low & MARK_MASK));
	gen_write_mode(g, MODE_HIGH, (g->modes[MODE_HIGH] & MARK_ON) | (high & MARK_MASK));
}

void i82598_usual_marks(struct generator *g)
{
	gen_put_back(g, MODE_LOW);
	gen_put_back(g, MODE_HIGH);
}

uint32_t i82598_filter_bits(const struct generator *g)
{
	return gen_mode_bits(g, MODE_FCTRL, "SBP") | gen_mode_bits(g, MODE_FCTRL, "MPE") | gen_mode_bits(g, MODE_FCTRL, "UPE") |
	       gen_mode_bits(g, MODE_FCTRL, "BAM") | gen_mode_bits(g, MODE_FCTRL, "PMCF") | gen_mode_bits(g, MODE_FCTRL, "DPF") |
	       gen_mode_bits(g, MODE_FCTRL, "RPFCE");
}

const struct scenario_set scenarios_i82598 = {
	.model = "i82598",
	.lists = (const struct scenario *const[]){ i82598_frames, i82598_flow, i82598_registers, NULL },
	.begin = i82598_begin,
	.restore = restore,
	.causes = i82598_causes,
	.acts = i82598_acts,
	.calm = i82598_calm,
};
