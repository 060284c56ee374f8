/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: the MAC of a profile has the neutral scenarios, and those about what MACs of the standard do in ways of their own. */
#include "generate/generate.h"

#include "part/frame.h"

enum { REST_OCTETS = 1500, RUN_64 = 72, HEADER_OCTETS = 14, QUANTUM_OCTETS = 64 };

/* Frames of the host wait in a pause, MAC control frames among them, which may pass it (ControlHeld). None can be taken for a frame of the MAC's own,
 * since their destination is another station. */
static void host_control_while_paused(struct generator *g)
{
	static const uint16_t types[] = { STIM_TYPE_CONTROL, STIM_TYPE_CONTROL, STIM_TYPE_CONTROL, 0x8809, 0x0888, STIM_TYPE };
	uint32_t count = gen_between(g, 1, 5), shortest = (uint32_t)dut_param(g->dut, "HostShortest");

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

/* ---- what the profile says that the MAC lacks: one that has it does what the model does not expect ---- */

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

/* Returns true if frames of LEN octets leave less room in the buffer than one more needs, by a margin for the words that a MAC may have handed to the
 * host's stream already; *RET_COUNT: how many fit. */
static bool fills(const struct generator *g, uint32_t len, uint32_t *ret_count)
{
	enum { ON_THE_STREAM = 64 };
	uint32_t unit = dut_buffer_unit(g->dut), octets = (uint32_t)dut_param(g->dut, "BufferOctets");
	uint32_t stored = len - (dut_param(g->dut, "FcsKept") ? 0 : FRAME_FCS_OCTETS), piece;

	unit = (unit + g->step - 1) / g->step * g->step;
	piece = (stored + unit - 1) / unit * unit;
	*ret_count = octets / piece;
	return octets - *ret_count * piece + ON_THE_STREAM <= piece;
}

/* More frames come than the buffer holds while the host takes none: so many go to the host as pieces of BufferUnit fit. */
static void buffer_overflows(struct generator *g)
{
	enum { MOST_OCTETS = 16384, BEYOND = 3, TRIES = 16 };
	uint32_t len = 0, count = 0, most = (uint32_t)dut_param(g->dut, "BufferOctets");
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

static void what_it_lacks(struct generator *g)
{
	if (!dut_param(g->dut, "SendsBy"))
		request_in_vain(g);
	else if (!dut_param(g->dut, "Refresh") && control_has(g->dut, PM_CONTROL_refresh))
		refresh_in_vain(g);
	if (g->dut->phy == PHY_XGMII && !dut_param(g->dut, "FaultSignals"))
		fault_in_vain(g);
	if (dut_param(g->dut, "TxStored"))
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
};
