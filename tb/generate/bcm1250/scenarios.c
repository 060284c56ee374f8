/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios on the BCM1250: speed and duplex changed between frames, collisions and carrier, back-pressure, RMON slots near their wrap and
 * written in the cycle of an event, FIFO mode, filters and drop bits, flow control that is invoked, management by master and by pins.
 * doc/devices/bcm1250.md; UM100CB p.266-288.
 *
 * What mac_cfg, frame_cfg, adfilter_cfg and enable hold between scenarios is kept in modes[]. */
#include "scenarios.h"

uint64_t bcm1250_bit(const struct generator *g, const char *reg, const char *field)
{
	return reg_field_mask(reg_field_by_name(g->page, reg, field));
}

uint64_t bcm1250_in_field(const struct generator *g, const char *reg, const char *field, uint64_t value)
{
	const struct reg_field *f = reg_field_by_name(g->page, reg, field);

	return value << f->lsb & reg_field_mask(f);
}

uint64_t bcm1250_mac_cfg(const struct generator *g)
{
	return (g->modes[MODE_BITS] & 1 ? bcm1250_bit(g, "mac_cfg", "RETRY_EN") : 0) |
	       (g->modes[MODE_BITS] & 2 ? bcm1250_bit(g, "mac_cfg", "RET_DRPREQ_EN") : 0) |
	       bcm1250_in_field(g, "mac_cfg", "TX_PAUSE_CNT", g->modes[MODE_BITS] >> 4 & 7) |
	       (uint64_t)g->modes[MODE_DROPS] << 19 | (g->modes[MODE_HALF] ? bcm1250_bit(g, "mac_cfg", "HDX_EN") : 0) |
	       bcm1250_in_field(g, "mac_cfg", "SPEED_SEL", g->modes[MODE_SPEED]) | bcm1250_bit(g, "mac_cfg", "SS_EN") |
	       bcm1250_in_field(g, "mac_cfg", "FC_CMD", g->modes[MODE_FLOW]);
}

static uint64_t frame_cfg(const struct generator *g)
{
	return bcm1250_in_field(g, "frame_cfg", "IFG_RX", g->modes[MODE_BITS] >> 8 & 63) |
	       bcm1250_in_field(g, "frame_cfg", "IFG_TX", g->modes[MODE_IFG]) |
	       bcm1250_in_field(g, "frame_cfg", "IFG_THRSH", g->modes[MODE_THRESHOLD]) |
	       bcm1250_in_field(g, "frame_cfg", "LFSR_SEED", g->modes[MODE_SEED]) |
	       bcm1250_in_field(g, "frame_cfg", "SLOT_SIZE", g->modes[MODE_SLOT]) |
	       bcm1250_in_field(g, "frame_cfg", "MIN_FRAMESZ", g->modes[MODE_MIN]) |
	       bcm1250_in_field(g, "frame_cfg", "MAX_FRAMESZ", g->modes[MODE_MAX]);
}

uint64_t bcm1250_enabled(const struct generator *g)
{
	return bcm1250_bit(g, "enable", "RX_ENABLE") | bcm1250_bit(g, "enable", "TX_ENABLE");
}

void bcm1250_put_modes(struct generator *g)
{
	gen_write(g, "mac_cfg", bcm1250_mac_cfg(g));
	gen_write(g, "frame_cfg", frame_cfg(g));
	gen_write(g, "adfilter_cfg", g->modes[MODE_FILTER] & 0xFF);
}

void bcm1250_speed_defaults(struct generator *g)
{
	g->modes[MODE_IFG] = g->modes[MODE_SPEED] == SPEED_1000 ? 8 : 20;
	g->modes[MODE_THRESHOLD] = g->modes[MODE_SPEED] == SPEED_1000 ? 0 : 4;
	g->modes[MODE_SLOT] = 0;
	g->octet_clocks = g->modes[MODE_SPEED] == SPEED_1000 ? 1 : 2;
}

void bcm1250_begin(struct generator *g)
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
	bcm1250_speed_defaults(g);
}

void bcm1250_change_link(struct generator *g, uint32_t speed, bool half)
{
	static const uint16_t mbps[] = { 10, 100, 1000 };
	struct item link = { .kind = ITEM_LINK };

	g->modes[MODE_SPEED] = speed;
	g->modes[MODE_HALF] = half;
	bcm1250_speed_defaults(g);
	gen_write(g, "enable", 0);
	gen_wait_for(g, WAIT_REG, 0);
	link.u.link.mbps = mbps[speed];
	link.u.link.half = half;
	gen_item(g, &link);
	bcm1250_put_modes(g);
	gen_write(g, "enable", bcm1250_enabled(g));
	gen_wait_for(g, WAIT_REG, 0);
}

void bcm1250_usual_mark(struct generator *g)
{
	uint32_t quarter = (dut_bcm1250(g->dut)->block_count + 1) / 4;

	gen_write(g, "dma_config0",
	          bcm1250_in_field(g, "dma_config0", "LOW_WATERMARK", quarter < DRIVER_MARK ? quarter : DRIVER_MARK));
}

static void restore(struct generator *g)
{
	bcm1250_begin(g);
	bcm1250_change_link(g, SPEED_1000, false);
	bcm1250_usual_mark(g);
}

const struct scenario_set scenarios_bcm1250 = {
	.model = "bcm1250",
	.lists = (const struct scenario *const[]){ bcm1250_link, bcm1250_flow, bcm1250_counters, bcm1250_frames, NULL },
	.begin = bcm1250_begin,
	.restore = restore,
	.causes = bcm1250_causes,
	.acts = bcm1250_acts,
	.calm = bcm1250_calm,
};
