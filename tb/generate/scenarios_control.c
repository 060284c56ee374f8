/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios made of controls (regs/controls.def), for MACs without a device model: enables that change beside frames and pauses, requests for
 * PAUSE frames, their time, and the station address. Each leaves every control as it was. */
#include "generate.h"

#include "base/limits.h"

#include <string.h>

enum { RUN_64 = 72, REST_CLOCKS = 1500, OTHER_STATION = 0x77 };

/* Traffic that a change of a control may meet. */
static void traffic(struct generator *g)
{
	switch (gen_below(g, 4)) {
	case 0:
		gen_pause(g, (uint16_t)gen_between(g, 1, 6), STIM_GAP);
		gen_tx_after(g, 0, RUN_64 + 20);
		break;
	case 1:
		gen_tx(g, gen_tx_len(g), 0);
		gen_tx(g, gen_tx_len(g), 0);
		break;
	case 2:
		gen_rx_train(g, gen_between(g, 1, 3), gen_between(g, 64, 140), STIM_GAP);
		break;
	default:
		gen_pause(g, (uint16_t)gen_between(g, 2, 20), STIM_GAP);
		gen_wait(g, RUN_64);
		break;
	}
}

/* A control is 0 for a while beside traffic. */
static void toggle(struct generator *g, enum pm_control which)
{
	if (gen_chance(g, 50))
		gen_wait_for(g, WAIT_IDLE, REST_CLOCKS);
	if (gen_chance(g, 60))
		traffic(g);
	gen_wait(g, gen_below(g, 150));
	gen_control(g, which, 0);
	if (gen_chance(g, 70)) {
		gen_wait(g, gen_below(g, 100));
		traffic(g);
	}
	gen_wait(g, gen_below(g, 300));
	gen_control(g, which, 1);
	gen_wait_for(g, WAIT_REG, REST_CLOCKS);
}

/* The transmitter is disabled for a while. If it took a frame before a PAUSE takes effect, it may start the frame in the pause,
 * since by figure 31B-1 the frame is being sent already. So frames come to the disabled transmitter without a PAUSE, or after a
 * PAUSE has taken effect. */
static void tx_enable_toggles(struct generator *g)
{
	bool pause = gen_chance(g, 50);

	gen_wait_for(g, WAIT_IDLE, REST_CLOCKS);
	if (!pause && gen_chance(g, 60))
		gen_tx_any(g, 0, 0);
	gen_wait(g, gen_below(g, 150));
	gen_control(g, PM_CONTROL_tx_enable, 0);
	gen_wait_for(g, WAIT_REG, REST_CLOCKS);
	if (pause) {
		gen_pause(g, (uint16_t)gen_between(g, 4, 20), STIM_GAP);
		gen_wait(g, RUN_64 + STIM_GAP + g->dut->timing.inhibit + limit_slack(g->dut).inhibit);
	}
	for (uint32_t count = gen_below(g, 3); count; count--)
		gen_tx_any(g, 0, 20);
	gen_wait(g, gen_below(g, 300));
	gen_control(g, PM_CONTROL_tx_enable, 1);
	gen_wait_for(g, WAIT_REG, REST_CLOCKS);
}

/* Waits until WHAT is at rest, for as long as all queued frames may take; a control that changed earlier would meet a frame. */
static void drain(struct generator *g, enum item_wait what)
{
	enum { DRAIN_CLOCKS = 60000 };

	gen_wait_for(g, what, DRAIN_CLOCKS);
}

/* The receiver is disabled and enabled while its wire rests, or within a frame: a write near the start of a frame may decide about that frame or not. */
static void rx_enable_toggles(struct generator *g)
{
	enum { SETTLE_CLOCKS = 200, LONG_OCTETS = 1200, WITHIN_CLOCKS = 70 };

	drain(g, WAIT_RX);
	gen_wait_for(g, WAIT_IDLE, REST_CLOCKS);
	if (gen_chance(g, 50)) {
		gen_rx_train(g, 1, LONG_OCTETS, STIM_GAP);
		gen_wait(g, WITHIN_CLOCKS + gen_below(g, WITHIN_CLOCKS / 2));
	}
	gen_control(g, PM_CONTROL_rx_enable, 0);
	drain(g, WAIT_RX);
	gen_wait_for(g, WAIT_IDLE, REST_CLOCKS);
	gen_wait(g, SETTLE_CLOCKS);
	if (gen_chance(g, 70))
		traffic(g);
	drain(g, WAIT_RX);
	gen_wait_for(g, WAIT_IDLE, REST_CLOCKS);
	gen_wait(g, gen_below(g, 100));
	gen_control(g, PM_CONTROL_rx_enable, 1);
	gen_wait_for(g, WAIT_REG, REST_CLOCKS);
	gen_wait(g, SETTLE_CLOCKS);
}

/* The control changes in a pause. If the profile does not say whether a pause then ends (PauseSurvivesDisable 2), it changes
 * while there is no pause. */
static void rx_pause_toggles(struct generator *g)
{
	enum { NOT_STATED = 2 };

	if (g->dut->profile && dut_ieee8023(g->dut)->pause_survives_disable == NOT_STATED) {
		gen_pause(g, 0, STIM_GAP);
		drain(g, WAIT_IDLE);
		gen_control(g, PM_CONTROL_rx_pause, 0);
		gen_wait_for(g, WAIT_REG, REST_CLOCKS);
		traffic(g);
		drain(g, WAIT_IDLE);
		gen_control(g, PM_CONTROL_rx_pause, 1);
		gen_wait_for(g, WAIT_REG, REST_CLOCKS);
		return;
	}
	toggle(g, PM_CONTROL_rx_pause);
}

/* An XOFF is requested for some time. */
static void request(struct generator *g)
{
	gen_control(g, PM_CONTROL_request_xoff, 1);
	gen_wait(g, gen_chance(g, 70) ? gen_below(g, 200) : gen_between(g, 200, 1500));
	gen_control(g, PM_CONTROL_request_xoff, 0);
	gen_wait(g, gen_below(g, 200));
}

static void requests(struct generator *g)
{
	uint32_t count = gen_between(g, 1, 3);

	if (gen_chance(g, 60))
		traffic(g);
	gen_wait(g, gen_below(g, 120));
	while (count--)
		request(g);
}

static void request_while_paused(struct generator *g)
{
	gen_pause(g, (uint16_t)gen_between(g, 4, 20), STIM_GAP);
	gen_tx_after(g, 0, RUN_64);
	gen_wait(g, gen_below(g, 2 * RUN_64));
	request(g);
}

static void tx_pause_toggles(struct generator *g)
{
	gen_control(g, PM_CONTROL_request_xoff, gen_chance(g, 50));
	gen_wait(g, gen_below(g, 150));
	gen_control(g, PM_CONTROL_tx_pause, 0);
	gen_wait(g, gen_below(g, 150));
	gen_control(g, PM_CONTROL_request_xoff, gen_chance(g, 50));
	gen_wait(g, gen_below(g, 150));
	gen_control(g, PM_CONTROL_tx_pause, 1);
	gen_wait(g, gen_below(g, 150));
	gen_control(g, PM_CONTROL_request_xoff, 0);
	gen_wait_for(g, WAIT_REG, REST_CLOCKS);
}

static void quanta_change(struct generator *g)
{
	gen_control(g, PM_CONTROL_quanta, gen_chance(g, 70) ? gen_between(g, 1, 40) : gen_between(g, 41, 0xFFFF));
	gen_wait_for(g, WAIT_REG, REST_CLOCKS);
	requests(g);
	gen_wait_for(g, WAIT_IDLE, REST_CLOCKS);
	gen_control(g, PM_CONTROL_quanta, 0xFFFF);
	gen_wait_for(g, WAIT_REG, REST_CLOCKS);
}

/* The station address changes: PAUSE frames come to the old and to the new address, and the MAC sends one with its address as the
 * source. */
static void station_changes(struct generator *g)
{
	uint64_t usual = control_table[PM_CONTROL_station].usual;
	struct stim_pause pause = stim_pause_fields();
	struct item shape = stim_rx_item();

	gen_wait_for(g, WAIT_IDLE, REST_CLOCKS);
	gen_control(g, PM_CONTROL_station, usual ^ OTHER_STATION);
	gen_wait_for(g, WAIT_REG, REST_CLOCKS);
	memcpy(pause.da, stim_station, sizeof(pause.da));
	pause.da[STIM_ADDRESS_OCTETS - 1] ^= gen_chance(g, 60) ? OTHER_STATION : 0;
	pause.time = (uint16_t)gen_between(g, 3, 8);
	gen_rx_pause(g, &shape, &pause, STIM_FRAME_LEN);
	gen_tx_after(g, RUN_64, 2 * RUN_64);
	if (gen_chance(g, 40) && g->capabilities & CAP_REQUEST)
		request(g);
	gen_wait_for(g, WAIT_IDLE, REST_CLOCKS);
	gen_control(g, PM_CONTROL_station, usual);
	gen_wait_for(g, WAIT_REG, REST_CLOCKS);
}

/* The clock of the receive wire stops in traffic, once or more often. */
static void rx_clock_stops(struct generator *g)
{
	enum { SHORT = 200, LONG = 3000 };
	uint32_t total = 0;

	for (uint32_t count = gen_between(g, 1, 3); count; count--) {
		uint32_t clocks = gen_chance(g, 60) ? gen_between(g, 1, SHORT) : gen_between(g, SHORT, LONG);
		traffic(g);
		gen_wait(g, gen_below(g, 2 * RUN_64));
		gen_stop(g, clocks);
		total += clocks;
		if (gen_chance(g, 40) && g->capabilities & CAP_REQUEST)
			request(g);
		if (gen_chance(g, 50))
			traffic(g);
		gen_wait(g, gen_below(g, 2 * RUN_64));
	}
	drain(g, WAIT_RX);
	gen_wait_clocks(g, total);
	drain(g, WAIT_RX);
	gen_wait_for(g, WAIT_IDLE, REST_CLOCKS);
}

/* The side of the receive clock is reset alone, in a pause or beside frames of the host. */
static void rx_clock_resets(struct generator *g)
{
	for (uint32_t count = gen_between(g, 1, 2); count; count--) {
		traffic(g);
		if (gen_chance(g, 50))
			gen_tx_any(g, 0, 100);
		gen_clock_reset(g, gen_between(g, 1, 200));
		if (gen_chance(g, 40) && g->capabilities & CAP_REQUEST)
			request(g);
		if (gen_chance(g, 70))
			traffic(g);
	}
	drain(g, WAIT_RX);
	gen_wait_for(g, WAIT_IDLE, REST_CLOCKS);
}

static const struct scenario rows[] = {
	{ "tx-enable-toggles", 6, CAP_TX_ENABLE, tx_enable_toggles },
	{ "rx-enable-toggles", 5, CAP_RX_ENABLE, rx_enable_toggles },
	{ "rx-pause-toggles", 8, CAP_RX_PAUSE | CAP_FULL_DUPLEX, rx_pause_toggles },
	{ "requests", 14, CAP_REQUEST | CAP_FULL_DUPLEX, requests },
	{ "request-while-paused", 8, CAP_REQUEST | CAP_FULL_DUPLEX, request_while_paused },
	{ "tx-pause-toggles", 6, CAP_REQUEST | CAP_TX_PAUSE | CAP_FULL_DUPLEX, tx_pause_toggles },
	{ "quanta-change", 6, CAP_REQUEST | CAP_QUANTA | CAP_FULL_DUPLEX, quanta_change },
	{ "station-changes", 5, CAP_STATION | CAP_FULL_DUPLEX, station_changes },
	{ "rx-clock-stops", 10, CAP_RX_STOPS | CAP_FULL_DUPLEX, rx_clock_stops },
	{ "rx-clock-resets", 6, CAP_RX_RESETS | CAP_FULL_DUPLEX, rx_clock_resets },
	{ .name = NULL },
};

static const struct scenario *const lists[] = { rows, NULL };
const struct scenario_set scenarios_control = { .lists = lists, .needs = CAP_NEUTRAL, .neutral = true };
