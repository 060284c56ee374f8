/* SPDX-License-Identifier: Apache-2.0 */
/* Meetings: a cause makes a moment come (a start, an end, an inhibit, an expiry, a PAUSE frame that the DUT sends, a frame that it classifies),
 * and two to four acts take effect within three clocks of it, or a little later. Causes and acts are drawn from all sets that serve the DUT;
 * doc/reference/stimulus.md, "Moments". */
#include "generate.h"

#include <assert.h>

enum { CLOCKS_BESIDE = 3, ACTS_MAX = 4, REST_CLOCKS = 1500, PAUSE_ACTS = 136 /* XGMII; GMII: 76 */ };

/* ---- causes that need no register ---- */

static void data_frame(struct generator *g)
{
	gen_tx(g, gen_chance(g, 70) ? gen_between(g, 60, 130) : gen_tx_len(g), 0);
}

static void data_frames(struct generator *g)
{
	data_frame(g);
	data_frame(g);
	if (gen_chance(g, 50))
		data_frame(g);
}

/* Waits for the first octets of one frame, so that the start of the second one is the next start. */
static void data_after_data(struct generator *g)
{
	data_frames(g);
	gen_wait(g, 40);
}

static void pause_frame(struct generator *g)
{
	if (gen_chance(g, 40))
		data_frame(g);
	gen_pause(g, (uint16_t)gen_between(g, 1, 4), STIM_GAP);
}

/* A PAUSE that acts, and mostly data after it. */
static void paused(struct generator *g)
{
	gen_pause(g, (uint16_t)gen_between(g, 1, 4), STIM_GAP);
	gen_wait(g, PAUSE_ACTS);
	if (gen_chance(g, 70))
		data_frames(g);
}

static void received_frame(struct generator *g)
{
	struct stim_fields fields = gen_rx_fields(g);
	struct item shape = stim_rx_item();

	if (gen_chance(g, 20))
		shape.u.frame.fcs = FCS_BAD;
	gen_rx(g, &shape, &fields, gen_chance(g, 80) ? gen_between(g, 60, 90) : gen_rx_len(g));
}

static void received_pause(struct generator *g)
{
	gen_pause(g, gen_short_time(g), STIM_GAP);
}

static const struct cause causes[] = {
	{ WAIT_START, 3, 0, 1900, data_frame },
	{ WAIT_START, 3, 0, 1900, data_after_data },
	{ WAIT_END, 4, 0, 1900, data_frames },
	{ WAIT_INHIBIT, 6, CAP_OBS | CAP_FULL_DUPLEX, 1900, pause_frame },
	{ WAIT_EXPIRY, 12, CAP_OBS | CAP_FULL_DUPLEX, 700, paused },
	{ WAIT_START, 4, CAP_OBS | CAP_FULL_DUPLEX, 700, paused },
	{ WAIT_CLASSIFIED, 7, CAP_OBS, 2300, received_frame },
	{ WAIT_CLASSIFIED, 4, CAP_OBS | CAP_FULL_DUPLEX, 700, received_pause },
	{ .run = NULL },
};

/* ---- acts that need no register, and reads of any ---- */

/* Reads a register, mostly a counter and mostly more than once: the second read shows the effect of the first. */
static void read_any(struct generator *g)
{
	const struct reg_row *row;

	do
		row = &g->page->rows[gen_below(g, (uint32_t)g->page->count)];
	while (row->kind != REG_COUNTER && gen_chance(g, 80));
	for (uint32_t n = gen_between(g, 1, 3); n; n--)
		gen_read_at(g, row->address);
}

static void pause_xon(struct generator *g)
{
	gen_pause(g, 0, 1);
}

static void pause_again(struct generator *g)
{
	gen_pause(g, (uint16_t)gen_between(g, 1, 4), 1);
}

static void frame_in(struct generator *g)
{
	struct stim_fields fields = gen_rx_fields(g);
	struct item shape = stim_rx_item();

	shape.u.frame.gap = 1;
	gen_rx(g, &shape, &fields, STIM_FRAME_LEN);
}

static void frame_out(struct generator *g)
{
	gen_tx(g, 60, 0);
}

static void host_stop(struct generator *g)
{
	gen_kind(g, ITEM_HOST_STOP);
}

static void host_start(struct generator *g)
{
	gen_kind(g, ITEM_HOST_START);
}

static const struct act acts[] = {
	{ GEN_ANY_MOMENT, 5, 0, 0, read_any },
	{ GEN_PAUSED | GEN_AT(WAIT_START), 7, CAP_FULL_DUPLEX, GEN_RUN_LEAD, pause_xon },
	{ GEN_PAUSED | GEN_SENT, 9, CAP_FULL_DUPLEX, GEN_RUN_LEAD, pause_again },
	{ GEN_ANY_MOMENT, 2, 0, GEN_RUN_LEAD, frame_in },
	{ GEN_PAUSED | GEN_SENT, 5, 0, 0, frame_out },
	{ GEN_AT(WAIT_CLASSIFIED) | GEN_AT(WAIT_CONTROL), 2, CAP_STALL, 0, host_stop },
	{ GEN_AT(WAIT_CLASSIFIED) | GEN_AT(WAIT_CONTROL), 2, CAP_STALL, 0, host_start },
	{ .run = NULL },
};

/* ---- the meeting ---- */

static const struct cause *any_cause(struct generator *g)
{
	unsigned rest = UINT32_MAX, at;
	const struct cause *cause;

	gen_cause_at(g, &rest);
	at = gen_below(g, UINT32_MAX - rest);
	cause = gen_cause_at(g, &at);
	assert(cause);
	return cause;
}

static const struct act *any_act(struct generator *g, enum item_wait moment)
{
	unsigned rest = UINT32_MAX, at;
	const struct act *act;

	gen_act_at(g, moment, &rest);
	at = gen_below(g, UINT32_MAX - rest);
	act = gen_act_at(g, moment, &at);
	assert(act);
	return act;
}

/* Returns the clocks from the issue of an act until it takes effect. A write has a setup and an access cycle, a word of XGMII eight octets. */
static int32_t lead_of(const struct generator *g, const struct act *act)
{
	enum { WRITE_CLOCKS = 2, WIDE_RUN_CLOCKS = 15 };

	if (act->lead == GEN_WRITE_LEAD)
		return WRITE_CLOCKS;
	if (act->lead == GEN_RUN_LEAD && g->dut->phy == PHY_XGMII)
		return WIDE_RUN_CLOCKS;
	return (int32_t)(act->lead * g->octet_clocks / g->step);
}

static void beside(struct generator *g, enum item_wait moment, uint32_t max)
{
	const struct act *act = any_act(g, moment);
	int32_t at = (int32_t)gen_between(g, 0, 2 * CLOCKS_BESIDE) - CLOCKS_BESIDE;

	gen_wait_moment(g, moment, at - lead_of(g, act), max);
	act->run(g);
	for (uint32_t more = gen_between(g, 1, ACTS_MAX - 1); more; more--) {
		uint32_t later = gen_below(g, 2);
		if (later)
			gen_wait_clocks(g, later);
		any_act(g, moment)->run(g);
	}
}

static void meeting(struct generator *g)
{
	const struct cause *cause = any_cause(g);

	if (gen_chance(g, 75))
		gen_wait_for(g, WAIT_IDLE, REST_CLOCKS);
	cause->run(g);
	beside(g, cause->moment, cause->max);
	if (gen_chance(g, 12)) /* acts meet the moment after that, too */
		beside(g, gen_chance(g, 50) ? WAIT_START : WAIT_END, 400);
	gen_wait(g, gen_chance(g, 40) ? gen_below(g, 60)
	                              : gen_between(g, 80, 300)); /* a requested PAUSE frame may come twice, or not at all */
	gen_kind(g, ITEM_HOST_START);
	gen_calm(g);
}

static const struct scenario rows[] = {
	{ "meeting", 100, 0, meeting },
	{ .name = NULL },
};

static const struct scenario *const lists[] = { rows, NULL };
const struct scenario_set scenarios_meet = { .neutral = true, .lists = lists, .causes = causes, .acts = acts };
