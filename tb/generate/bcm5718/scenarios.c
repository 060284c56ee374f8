/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios on the registers of the BCM5718: modes changed while paused, watermarks and buffer, reads in the cycle of an event,
 * management, resets. doc/devices/bcm5718.md; PG108-R p.223-226, p.430.
 *
 * What the mode registers hold between scenarios is kept in modes[], so that a scenario can change a bit and put it back. */
#include "scenarios.h"

static const char *const mode_names[] = { "MAC_MODE", "TX_MODE", "RX_MODE" };

uint32_t bcm5718_mbufs(const struct generator *g)
{
	return dut_bcm5718(g->dut)->mbuf_count;
}

void bcm5718_write_marks(struct generator *g, uint32_t low, uint32_t high)
{
	gen_write(g, "MAC_RX_LOW_WATERMARK", low < MARK_MAX ? low : MARK_MAX);
	gen_write(g, "HIGH_WATERMARK", high < MARK_MAX ? high : MARK_MAX);
}

void bcm5718_usual_marks(struct generator *g)
{
	uint32_t pool = bcm5718_mbufs(g) + 1;

	bcm5718_write_marks(g, pool / 4 < 42 ? pool / 4 : 42, pool / 2 < 160 ? pool / 2 : 160);
}

void bcm5718_begin(struct generator *g)
{
	g->mode_names = mode_names;
	g->modes[MODE_MAC] = PORT_MODE_RESET;
	g->modes[MODE_TX] = gen_mode_bits(g, MODE_TX, "ENABLE") | gen_mode_bits(g, MODE_TX, "FLOW_ENABLE") |
	                    gen_mode_bits(g, MODE_TX, "LONG_PAUSE");
	g->modes[MODE_RX] = gen_mode_bits(g, MODE_RX, "ENABLE") | gen_mode_bits(g, MODE_RX, "FLOW_ENABLE");
}

static void restore(struct generator *g)
{
	bcm5718_begin(g);
	for (int mode = MODE_MAC; mode <= MODE_RX; mode++)
		gen_put_back(g, mode);
	bcm5718_usual_marks(g);
}

const struct scenario_set scenarios_bcm5718 = {
	.model = "bcm5718",
	.lists = (const struct scenario *const[]){ bcm5718_modes, bcm5718_frames, bcm5718_flow, bcm5718_registers,
	                                           bcm5718_management, NULL },
	.begin = bcm5718_begin,
	.restore = restore,
	.causes = bcm5718_causes,
	.acts = bcm5718_acts,
	.calm = bcm5718_calm,
};
