/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: the MAC of a profile has the neutral scenarios, and those about what MACs of the standard do in ways of their own. */
#include "generate/generate.h"

/* Frames of the host wait in a pause, MAC control frames among them, which may pass it (ControlHeld). None can be taken for a frame of the MAC's own,
 * since their destination is another station. */
static void host_control_while_paused(struct generator *g)
{
	static const uint16_t types[] = { STIM_TYPE_CONTROL, STIM_TYPE_CONTROL, STIM_TYPE_CONTROL, 0x8809, 0x0888, STIM_TYPE };
	enum { REST_OCTETS = 1500, RUN_64 = 72, HEADER_OCTETS = 14 };
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

static const struct scenario scenarios[] = {
	{ "host-control-while-paused", 4, CAP_FULL_DUPLEX, host_control_while_paused },
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
