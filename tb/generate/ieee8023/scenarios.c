/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: the scenarios for the MAC of a profile, besides the neutral ones: about matters that the standard leaves to each MAC. */
#include "generate/generate.h"

#include "part/frame.h"
#include "part/wire.h"

enum { REST_OCTETS = 1500, RUN_64 = 72, HEADER_OCTETS = 14, QUANTUM_OCTETS = 64 };

/* Frames of the host wait in a pause, MAC control frames among them, which may pass it (ControlHeld). None can be taken for a frame of the MAC's own,
 * since their destination is another station. */
static void host_control_while_paused(struct generator *g)
{
	static const uint16_t types[] = { STIM_TYPE_CONTROL, STIM_TYPE_CONTROL, STIM_TYPE_CONTROL, 0x8809, 0x0888, STIM_TYPE };
	uint32_t count = gen_between(g, 1, 5), shortest = dut_shortest_host_frame(g->dut);

	if (shortest > HEADER_OCTETS + 2)
		shortest = HEADER_OCTETS + 2; /* gen_tx_fields() makes a frame as long as it has to be */
	gen_wait_for(g, WAIT_IDLE, REST_OCTETS);
	gen_pause(g, (uint16_t)gen_between(g, 4, 24), STIM_GAP);
	gen_wait(g, gen_chance(g, 70) ? gen_between(g, RUN_64, RUN_64 + 200) : gen_below(g, RUN_64));
	while (count--) {
		uint32_t len = gen_chance(g, 30) ? gen_between(g, shortest, HEADER_OCTETS + 2)
		                                 : gen_between(g, HEADER_OCTETS, 90);
		struct stim_fields fields = stim_tx_fields();
		fields.type = GEN_PICK(g, types);
		gen_tx_fields(g, &fields, len, gen_chance(g, 80) ? 0 : gen_between(g, 1, 40));
		if (gen_chance(g, 50))
			gen_wait(g, gen_below(g, 160));
	}
	if (gen_chance(g, 30))
		gen_pause(g, (uint16_t)gen_below(g, 4), STIM_GAP);
}

/* ---- functions that the profile denies: a MAC that has one does what the model does not expect ---- */

/* sends by=none: a request sends nothing. */
static void request_in_vain(struct generator *g)
{
	gen_control(g, PM_CONTROL_request_xoff, 1);
	gen_wait(g, gen_between(g, 20, 400));
	gen_tx_any(g, 0, 0);
	gen_wait(g, gen_below(g, 200));
	gen_control(g, PM_CONTROL_request_xoff, 0);
	gen_wait(g, gen_below(g, 200));
	gen_control(g, PM_CONTROL_request_xon, 1);
}

/* sends refresh=none: while the request stays no XOFF follows the first one, whatever the control refresh is. */
static void refresh_in_vain(struct generator *g)
{
	uint64_t before = g->controls[PM_CONTROL_refresh];
	uint32_t quanta = gen_between(g, 3, 12);

	gen_control(g, PM_CONTROL_refresh, quanta);
	gen_wait_for(g, WAIT_REG, REST_OCTETS);
	gen_control(g, PM_CONTROL_request_xoff, 1);
	gen_wait(g, QUANTUM_OCTETS * (quanta + 3) + gen_below(g, 400));
	gen_control(g, PM_CONTROL_request_xoff, 0);
	gen_wait_for(g, WAIT_IDLE, REST_OCTETS);
	gen_control(g, PM_CONTROL_refresh, before);
	gen_wait_for(g, WAIT_REG, REST_OCTETS);
}

/* lacks fault: fault sequences neither hold frames nor are answered. */
static void fault_in_vain(struct generator *g)
{
	gen_wait_for(g, WAIT_IDLE, REST_OCTETS);
	gen_fault(g, gen_chance(g, 50) ? STIM_FAULT_LOCAL : STIM_FAULT_REMOTE, gen_between(g, 4, 40));
	gen_tx_after(g, 0, RUN_64);
	gen_wait_for(g, WAIT_IDLE, REST_OCTETS);
}

/* lacks underrun: a MAC that starts a frame when it has all of it does not mind a host that pauses. */
static void pause_of_the_host(struct generator *g)
{
	struct stim_fields fields = stim_tx_fields();
	struct item item = stim_tx_item();
	uint32_t len = gen_between(g, 2 * HEADER_OCTETS, 200);

	item.u.frame.len = len;
	item.u.frame.stall_at = (int32_t)gen_between(g, 1, len - 1);
	item.u.frame.stall = gen_between(g, 1, 100);
	item.u.frame.octets = stim_octets(&fields, len);
	gen_item(g, &item);
	gen_tx_any(g, 0, 40);
}

/* ---- the receive buffer ---- */

/* Returns true if frames of LEN octets fill the buffer so far that one more has no room. The margin is for words that a MAC may
 * have handed to the host's stream already. *RET_COUNT is how many such frames fit. */
static bool fills(const struct generator *g, uint32_t len, uint32_t *ret_count)
{
	enum { ON_THE_STREAM = 64 };
	uint32_t unit = dut_buffer_unit(g->dut), octets = (uint32_t)dut_ieee8023(g->dut)->buffer_octets;
	uint32_t stored = len - (dut_ieee8023(g->dut)->fcs_kept ? 0 : FRAME_FCS_OCTETS), piece;

	unit = (unit + g->step - 1) / g->step * g->step;
	piece = (stored + unit - 1) / unit * unit;
	*ret_count = octets / piece;
	return octets - *ret_count * piece + ON_THE_STREAM <= piece;
}

/* More frames come than the buffer holds while the host takes none. The host gets as many as fit in units of BufferUnit octets. */
static void buffer_overflows(struct generator *g)
{
	enum { MOST_OCTETS = 16384, BEYOND = 3, TRIES = 16 };
	uint32_t len = 0, count = 0, most = (uint32_t)dut_ieee8023(g->dut)->buffer_octets;
	bool found = false;

	if (!most || most > MOST_OCTETS)
		return;
	for (unsigned i = 0; i < TRIES && !found; i++) {
		len = gen_between(g, FRAME_MIN_OCTETS, 1518);
		found = fills(g, len, &count);
	}
	if (!found)
		return;
	gen_wait_for(g, WAIT_IDLE, REST_OCTETS);
	gen_kind(g, ITEM_HOST_STOP);
	gen_rx_train(g, count + BEYOND, len, STIM_GAP);
	gen_wait(g, (count + BEYOND + 1) * (len + RUN_64));
	gen_kind(g, ITEM_HOST_START);
	gen_wait_for(g, WAIT_IDLE, 2 * MOST_OCTETS);
}

/* ---- between frames ---- */

/* After codes between frames there comes a frame, a PAUSE, a frame of the host, or nothing. */
static void something(struct generator *g)
{
	uint32_t gap = gen_between(g, 2, 16), len = gen_between(g, 64, 140);

	switch (gen_below(g, 5)) {
	case 0:
		if (g->capabilities & CAP_FULL_DUPLEX)
			gen_pause(g, gen_short_time(g), gap);
		break;
	case 1:
		gen_tx_any(g, 0, 40);
		break;
	case 2:
		break;
	default:
		gen_rx_train(g, 1, len, gap);
	}
}

/* GMII, MII: data or RX_ER without RX_DV, with the codes that the standard gives a meaning: idle, low-power idle, false carrier, and at GMII carrier
 * extension with and without an error; an error in it directly behind a frame would be one of its carrier (802.3 tables 22-2 and 35-2). */
static void idle_codes(struct generator *g)
{
	static const uint8_t codes[] = { 0x0E, 0x0E, 0x0E, 0x00, 0x01, 0x0F, 0x1F };
	uint32_t count = gen_between(g, 2, 6), known = g->dut->phy == PHY_GMII ? sizeof(codes) : sizeof(codes) - 2;

	while (count--) {
		struct item item = stim_idle_item();
		item.u.idle.data = codes[gen_below(g, known)];
		item.u.idle.len = gen_chance(g, 80) ? gen_between(g, 1, 6) : gen_between(g, 7, 120);
		item.u.idle.gap = gen_between(g, 2, 24);
		if (item.u.idle.data == 0x0F && gen_chance(g, 50))
			item.u.idle.gap = 0;
		if (gen_chance(g, 20)) {
			item.u.idle.error = false;
			item.u.idle.data = (uint8_t)gen_below(g, 256);
			if (gen_chance(g, 50)) /* from then on */
				item.u.idle.len = 0;
		}
		gen_item(g, &item);
		something(g);
	}
}

/* XGMII: columns that are neither a frame nor a fault sequence. */
static void ordered_sets(struct generator *g)
{
	static const uint32_t sets[] = {
		0x000000, 0x000004, 0x000005, 0x0000FF, 0x000100, 0x010000, 0x010001, 0x020002, 0x020000
	};
	enum { SIGNAL = 0x5C, LOW_POWER_IDLE = 0x06 };
	uint32_t count = gen_between(g, 2, 6);

	while (count--) {
		uint32_t columns = gen_chance(g, 80) ? gen_between(g, 1, 8) : gen_between(g, 9, 150), kind = gen_below(g, 6);
		uint8_t octets[4 * 151], control[sizeof(octets)];
		uint32_t set = kind < 4 ? GEN_PICK(g, sets) : gen_between(g, 0, 2), len = 4 * columns;
		for (uint32_t i = 0; i < len; i += 4) {
			octets[i] = kind < 4 ? XGMII_SEQUENCE : kind == 4 ? SIGNAL : XGMII_ERROR;
			if (kind == 5 && set)
				octets[i] = set == 1 ? LOW_POWER_IDLE : XGMII_IDLE;
			control[i] = 1;
			for (uint32_t lane = 1; lane < 4; lane++) {
				octets[i + lane] = kind == 5 ? octets[i] : (uint8_t)(set >> 8 * (3 - lane));
				control[i + lane] = kind == 5;
			}
		}
		for (uint32_t i = 0; kind >= 4 && i < 4; i++) { /* a start needs idle before it, or a sequence: 46.1.7.5 */
			octets[len] = XGMII_IDLE;
			control[len++] = 1;
		}
		gen_lanes(g, octets, control, len, gen_between(g, 5, 24), COLUMN_ANY);
		something(g);
	}
}

/* At the end of a stimulus, when all is at rest, codes come between frames. */
static void between_frames(struct generator *g)
{
	enum { REST_CLOCKS = 30000 };

	if (g->dut->phy == PHY_XGMII)
		ordered_sets(g);
	else
		idle_codes(g);
	gen_wait_for(g, WAIT_RX, REST_CLOCKS);
	if (g->capabilities & CAP_FULL_DUPLEX)
		gen_pause(g, 0, STIM_GAP);
	gen_wait_for(g, WAIT_IDLE, REST_CLOCKS);
}

static void what_it_lacks(struct generator *g)
{
	if (!dut_ieee8023(g->dut)->sends_by)
		request_in_vain(g);
	else if (!dut_ieee8023(g->dut)->refresh && control_has(g->dut, PM_CONTROL_refresh))
		refresh_in_vain(g);
	if (g->dut->phy == PHY_XGMII && !dut_ieee8023(g->dut)->fault_signals)
		fault_in_vain(g);
	if (dut_ieee8023(g->dut)->tx_stored)
		pause_of_the_host(g);
}

static const struct scenario scenarios[] = {
	{ "what-it-lacks", 3, CAP_FULL_DUPLEX, what_it_lacks },
	{ "host-control-while-paused", 4, CAP_FULL_DUPLEX, host_control_while_paused },
	{ "buffer-overflows", 2, CAP_STALL, buffer_overflows },
	{ .name = NULL },
};

static void nothing(struct generator *g)
{
	(void)g;
}

const struct scenario_set scenarios_ieee8023 = {
	.model = "ieee8023",
	.lists = (const struct scenario *const[]){ scenarios, NULL },
	.restore = nothing,
	.calm = nothing,
	.end = between_frames,
};
