/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: flow control that is invoked on the BCM1250. */
#include "scenarios.h"

static void invoke_and_release(struct generator *g)
{
	g->modes[MODE_BITS] = (g->modes[MODE_BITS] & ~0x70u) | gen_below(g, 3) << 4;
	if (gen_chance(g, 30))
		bcm1250_change_link(g, gen_chance(g, 50) ? SPEED_100 : SPEED_10, false);
	for (uint32_t n = gen_between(g, 1, 3); n; n--) {
		gen_write(g, "mac_cfg", bcm1250_mac_cfg(g) | bcm1250_bit(g, "mac_cfg", "FC_SEL"));
		if (gen_chance(g, 50))
			gen_tx(g, gen_tx_len(g), 0);
		gen_wait(g, gen_chance(g, 30) ? gen_between(g, 16000, 40000) : gen_below(g, 600));
		gen_write(g, "mac_cfg", bcm1250_mac_cfg(g));
		gen_wait(g, gen_below(g, 200));
	}
}

static void fill_to_mark(struct generator *g)
{
	uint32_t blocks = dut_bcm1250(g->dut)->block_count, mark = gen_between(g, 1, blocks);
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
	bcm1250_usual_mark(g);
}

const struct scenario bcm1250_flow[] = {
	{ "invoke-and-release", 7, 0, invoke_and_release },
	{ "fill-to-mark", 5, 0, fill_to_mark },
	{ .name = NULL },
};
