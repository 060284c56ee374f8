/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: the receive buffer of the BCM5718, its watermarks and the PAUSE frames that they request. */
#include "scenarios.h"

/* The host stops; frames of one MBUF each fill the buffer to one side or the other of marks near the top. */
static void fill_to_mark(struct generator *g)
{
	uint32_t below = gen_between(g, 2, 8), count = below + gen_below(g, 4) - 1;

	gen_kind(g, ITEM_HOST_STOP);
	gen_wait_for(g, WAIT_IDLE, 400);
	bcm5718_write_marks(g, bcm5718_mbufs(g) - below, bcm5718_mbufs(g) - gen_below(g, below + 1));
	gen_rx_train(g, count, 64, gen_gap(g));
	if (gen_chance(g, 40))
		gen_tx_after(g, 0, 499);
	gen_wait_for(g, WAIT_RX, 2000);
	gen_read(g, "FREE_RX_MBUFS");
	gen_read(g, "BUFMGR_STATUS");
	gen_read(g, "RX_STATUS");
	gen_wait(g, gen_below(g, 150));
	if (gen_chance(g, 40)) {
		uint32_t on = gen_between(g, 1, 3);
		gen_host_rate(g, on, gen_between(g, 1, 4));
		gen_wait_for(g, WAIT_IDLE, 1500);
	}
	gen_kind(g, ITEM_HOST_START);
	gen_wait_for(g, WAIT_IDLE, 1000);
	gen_read(g, "FREE_RX_MBUFS");
	bcm5718_usual_marks(g);
}

/* Frames of several MBUFs, so that marks are crossed within a frame. */
static void fill_with_long_frames(struct generator *g)
{
	uint32_t mark = bcm5718_mbufs(g) - gen_between(g, 3, 9), count = gen_between(g, 1, 3);
	uint32_t len = MBUF_OCTETS * gen_between(g, 2, 4) - 1;

	len += gen_below(g, 3);
	gen_kind(g, ITEM_HOST_STOP);
	bcm5718_write_marks(g, mark, mark + gen_below(g, 3));
	gen_rx_train(g, count, len, STIM_GAP);
	gen_wait_for(g, WAIT_RX, 2000);
	gen_read(g, "FREE_RX_MBUFS");
	gen_kind(g, ITEM_HOST_START);
	gen_wait_for(g, WAIT_IDLE, 2500);
	bcm5718_usual_marks(g);
}

static void allowance(struct generator *g)
{
	static const uint16_t allowances[] = { 0, 1, 2, 3, 0xFFFF };
	uint32_t below = gen_between(g, 1, 4), count = below + gen_between(g, 1, 6);

	gen_kind(g, ITEM_HOST_STOP);
	gen_wait_for(g, WAIT_IDLE, 400);
	gen_write(g, "LOW_WMARK_MAX_RX_FRAME", GEN_PICK(g, allowances));
	bcm5718_write_marks(g, bcm5718_mbufs(g) - below, bcm5718_mbufs(g) - below + gen_below(g, 2));
	gen_wait_for(g, WAIT_REG, 200);
	while (count--) {
		struct stim_fields fields = gen_rx_fields(g);
		struct item shape = gen_rx_shape(g);
		if (gen_chance(g, 15))
			shape.u.frame.fcs = FCS_BAD;
		gen_rx(g, &shape, &fields, gen_chance(g, 80) ? 64 : gen_rx_len(g));
	}
	gen_wait_for(g, WAIT_RX, 4000);
	gen_read(g, "ifInDiscards");
	gen_read(g, "ifInErrors");
	gen_kind(g, ITEM_HOST_START);
	gen_wait_for(g, WAIT_IDLE, 2500);
	bcm5718_usual_marks(g);
	gen_write(g, "LOW_WMARK_MAX_RX_FRAME", ALLOWANCE);
}

/* Frames take every MBUF; the next frames find none. */
static void overflow(struct generator *g)
{
	uint32_t per_frame = (MTU + MBUF_OCTETS - 1) / MBUF_OCTETS;
	uint32_t last = gen_between(g, 64, 200), next = gen_between(g, 64, 400);

	gen_kind(g, ITEM_HOST_STOP);
	gen_write(g, "LOW_WMARK_MAX_RX_FRAME", 0xFFFF);
	if (gen_chance(g, 50))
		bcm5718_write_marks(g, 0, 0);
	gen_wait_for(g, WAIT_REG, 200);
	gen_rx_train(g, bcm5718_mbufs(g) / per_frame, MTU, 1);
	gen_rx_train(g, bcm5718_mbufs(g) % per_frame, 64, 1);
	gen_rx_train(g, 3, last, gen_gap(g));
	gen_wait_for(g, WAIT_RX, 60000);
	gen_read(g, "FREE_RX_MBUFS");
	gen_read(g, "ifInDiscards");
	gen_kind(g, ITEM_HOST_START);
	gen_rx_train(g, 4, next, gen_between(g, 1, 12)); /* MBUFs come back while frames arrive */
	gen_wait_for(g, WAIT_IDLE, 60000);
	gen_write(g, "LOW_WMARK_MAX_RX_FRAME", ALLOWANCE);
	bcm5718_usual_marks(g);
}

void bcm5718_low_on(struct generator *g)
{
	bcm5718_write_marks(g, bcm5718_mbufs(g) + 1, bcm5718_mbufs(g) + 1);
}

void bcm5718_low_off(struct generator *g)
{
	bcm5718_write_marks(g, 0, gen_chance(g, 50) ? 0 : bcm5718_mbufs(g) / 2);
}

/* The marks move across the level, in turn with everything that competes with the PAUSE frame. */
static void xoff_dance(struct generator *g)
{
	uint32_t steps = gen_between(g, 4, 9);

	while (steps--) {
		switch (gen_below(g, 11)) {
		case 0:
		case 1:
			bcm5718_low_on(g);
			break;
		case 2:
		case 3:
			bcm5718_low_off(g);
			break;
		case 4:
			gen_tx(g, gen_between(g, 60, 200), 0);
			break;
		case 5:
			gen_pause(g, (uint16_t)gen_below(g, 6), STIM_GAP);
			break;
		case 6:
			gen_write_mode(g, MODE_TX, g->modes[MODE_TX] ^ gen_mode_bits(g, MODE_TX, "LONG_PAUSE"));
			break;
		case 7:
			gen_write_mode(g, MODE_TX, g->modes[MODE_TX] ^ gen_mode_bits(g, MODE_TX, "FLOW_ENABLE"));
			break;
		case 8:
			gen_put_back(g, MODE_TX);
			gen_read(g, gen_chance(g, 50) ? "TX_STATUS" : "RX_STATUS");
			break;
		default:
			gen_wait(g, gen_chance(g, 60) ? gen_between(g, 1, 20) : gen_between(g, 20, 200));
			break;
		}
	}
	gen_put_back(g, MODE_TX);
	gen_wait_for(g, WAIT_REG, 200);
	bcm5718_usual_marks(g);
}

static void xoff_while_paused(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, (uint16_t)gen_between(g, 5, 10), STIM_GAP);
	gen_tx_after(g, RUN_64 - 10, RUN_64 + 10);
	gen_wait(g, gen_between(g, 1, 200));
	bcm5718_low_on(g);
	gen_wait(g, gen_between(g, 1, 150));
	bcm5718_low_off(g);
	gen_wait(g, gen_between(g, 1, 150));
	bcm5718_usual_marks(g);
}

/* Frames of the host wait while a PAUSE inhibits the transmitter; MAC control frames among them do not. Some frames end within
 * the header or stall there. */
static void host_control_while_paused(struct generator *g)
{
	static const uint16_t types[] = { STIM_TYPE_CONTROL, STIM_TYPE_CONTROL, STIM_TYPE_CONTROL, 0x8809, 0x0888, STIM_TYPE };
	uint32_t count = gen_between(g, 1, 5);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, (uint16_t)gen_between(g, 3, 14), STIM_GAP);
	if (gen_chance(g, 70))
		gen_wait(g, gen_between(g, RUN_64, RUN_64 + 20));
	while (count--) {
		uint32_t len = gen_chance(g, 30) ? gen_between(g, 1, 16) : gen_between(g, 14, 90);
		struct stim_fields fields = stim_tx_fields();
		struct item item = stim_tx_item();
		fields.type = GEN_PICK(g, types);
		item.u.frame.len = len;
		item.u.frame.gap = gen_chance(g, 80) ? 0 : gen_between(g, 1, 40);
		item.u.frame.octets = stim_octets(&fields, len);
		if (len > 1 && gen_chance(g, 25)) {
			item.u.frame.stall_at = (int32_t)gen_between(g, 1, len < 20 ? len - 1 : 19);
			item.u.frame.stall = gen_between(g, 1, 60);
		}
		gen_item(g, &item);
		if (gen_chance(g, 50))
			gen_wait(g, gen_below(g, 160));
	}
	if (gen_chance(g, 30))
		gen_pause(g, (uint16_t)gen_below(g, 4), STIM_GAP);
	if (gen_chance(g, 20)) {
		bcm5718_low_on(g);
		gen_wait(g, gen_between(g, 1, 200));
		bcm5718_usual_marks(g);
	}
}

static void xoff_ahead_of_data(struct generator *g)
{
	uint32_t len = gen_between(g, 60, 130);

	gen_wait_for(g, WAIT_IDLE, 1500);
	for (int i = 0; i < 3; i++)
		gen_tx(g, len, 0);
	gen_wait(g, len + gen_below(g, 40));
	bcm5718_low_on(g);
	gen_wait(g, gen_between(g, 50, 300));
	bcm5718_low_off(g);
	gen_tx(g, len, 0);
	gen_wait_for(g, WAIT_TX, 1500);
	bcm5718_usual_marks(g);
}

/* The reason for a PAUSE frame goes away while the wire is busy. */
static void decision_cancelled(struct generator *g)
{
	uint32_t len = gen_between(g, 100, 300);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_tx(g, len, 0);
	gen_wait(g, gen_between(g, 5, 60));
	bcm5718_low_on(g);
	gen_wait(g, gen_chance(g, 50) ? gen_between(g, 1, 80) : len + 12 - gen_below(g, 40));
	if (gen_chance(g, 70))
		bcm5718_low_off(g);
	else
		gen_write_mode(g, MODE_TX, g->modes[MODE_TX] & ~gen_mode_bits(g, MODE_TX, "FLOW_ENABLE"));
	gen_wait(g, gen_between(g, 10, 300));
	gen_put_back(g, MODE_TX);
	gen_read(g, "outXoffSent");
	gen_read(g, "outXonSent");
	bcm5718_usual_marks(g);
}

static void flow_off_while_partner_held(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, 1500);
	bcm5718_low_on(g);
	gen_wait(g, gen_between(g, 60, 120)); /* around the end of the XOFF */
	if (gen_chance(g, 50))
		gen_write_mode(g, MODE_TX, g->modes[MODE_TX] & ~gen_mode_bits(g, MODE_TX, "FLOW_ENABLE"));
	else
		gen_write_mode(g, MODE_MAC, g->modes[MODE_MAC] | gen_mode_bits(g, MODE_MAC, "HALF_DUPLEX"));
	gen_read(g, "RX_STATUS");
	gen_wait(g, gen_between(g, 1, 100));
	if (gen_chance(g, 50))
		bcm5718_low_off(g);
	gen_put_back(g, MODE_TX);
	gen_put_back(g, MODE_MAC);
	gen_wait(g, gen_between(g, 1, 200));
	bcm5718_usual_marks(g);
}

/* The level stays low for about the advertised time (short or long), if that time is short enough to wait for. */
static void advertised_time(struct generator *g)
{
	bool is_long = gen_chance(g, 50);
	uint32_t octets = 64 * (is_long ? dut_bcm5718(g->dut)->long_quanta : dut_bcm5718(g->dut)->short_quanta);
	uint32_t long_bit = gen_mode_bits(g, MODE_TX, "LONG_PAUSE");

	if (octets > 6000)
		octets = 600;
	gen_write_mode(g, MODE_TX, is_long ? g->modes[MODE_TX] | long_bit : g->modes[MODE_TX] & ~long_bit);
	bcm5718_low_on(g);
	gen_wait(g, octets + gen_below(g, 200));
	gen_read(g, "RX_STATUS");
	bcm5718_low_off(g);
	gen_wait(g, gen_between(g, 1, 200));
	gen_put_back(g, MODE_TX);
	bcm5718_usual_marks(g);
}

static void attention(struct generator *g)
{
	if (gen_chance(g, 30))
		gen_write(g, "BUFMGR_MODE", 0x06);
	gen_wait_for(g, WAIT_REG, 200);
	bcm5718_low_on(g);
	if (gen_chance(g, 50))
		gen_wait(g, gen_below(g, 6));
	gen_write(g, "HOSTCC_FLOW_ATTN", gen_chance(g, 80) ? 0x40 : 0xFFFFFFBF);
	gen_read(g, "HOSTCC_FLOW_ATTN");
	gen_read(g, "BUFMGR_STATUS");
	bcm5718_low_off(g);
	gen_write(g, "HOSTCC_FLOW_ATTN", 0x40);
	gen_read(g, "HOSTCC_FLOW_ATTN");
	gen_read(g, "BUFMGR_STATUS");
	gen_write(g, "BUFMGR_MODE", 0x16);
	bcm5718_usual_marks(g);
}

const struct scenario bcm5718_flow[] = {
	{ "fill-to-mark", 10, CAP_FULL_DUPLEX, fill_to_mark },
	{ "fill-with-long-frames", 4, CAP_FULL_DUPLEX, fill_with_long_frames },
	{ "allowance", 8, 0, allowance },
	{ "overflow", 3, 0, overflow },
	{ "xoff-dance", 12, CAP_FULL_DUPLEX, xoff_dance },
	{ "xoff-while-paused", 5, CAP_FULL_DUPLEX, xoff_while_paused },
	{ "host-control-while-paused", 6, CAP_FULL_DUPLEX, host_control_while_paused },
	{ "xoff-ahead-of-data", 5, CAP_FULL_DUPLEX, xoff_ahead_of_data },
	{ "decision-cancelled", 6, CAP_FULL_DUPLEX, decision_cancelled },
	{ "flow-off-while-partner-held", 5, CAP_FULL_DUPLEX, flow_off_while_partner_held },
	{ "advertised-time", 4, CAP_FULL_DUPLEX, advertised_time },
	{ "attention", 5, 0, attention },
	{ .name = NULL },
};
