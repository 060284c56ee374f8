/* SPDX-License-Identifier: Apache-2.0 */
/* Each event of the drivers and monitors: passes it to the golden model, and to the part of the scoreboard that checks it. */
#include "black_box.h"
#include "score_parts.h"
#include "window/report.h"
#include "window/window.h"

#include "base/dut.h"

#include <assert.h>

static void check_memory(struct scoreboard *sb, const struct event *event, int err)
{
	if (err)
		score_find(sb, RULE_CRASH, event->cycle, event->cycle, "scoreboard", "memory for a frame of %u octets|none",
		           event->len);
}

static void on_reset(struct scoreboard *sb, const struct event *event)
{
	if (sb->valid_from == PM_NEVER)
		sb->valid_from = event->cycle + sb->step;
	else
		score_mdio_advance(sb);
	sb->reset_cycle = event->cycle;
	sb->reset_end = event->cycle + event->value;
	pm_reset(sb->m, event->value);
	if (sb->blind)
		black_box_reset(sb);
	if (sb->window)
		window_reset(sb->window, sb->reset_cycle, sb->reset_end);
	score_host_reset(sb);
}

static void on_rx_run(struct scoreboard *sb, const struct event *event)
{
	check_memory(sb, event, sb->phy->rx_run(sb, event));
}

static void on_rx_stop(struct scoreboard *sb, const struct event *event)
{
	pm_rx_stops(sb->m, event->timer);
}

static void on_rx_reset(struct scoreboard *sb, const struct event *event)
{
	(void)event;
	if (sb->blind)
		black_box_finish(sb);
	pm_rx_reset(sb->m);
	if (sb->blind)
		black_access_rx_reset(sb);
}

static void on_pause_req(struct scoreboard *sb, const struct event *event)
{
	pm_pause_req(sb->m, (uint8_t)event->value);
}

static void on_pfc_req(struct scoreboard *sb, const struct event *event)
{
	pm_pfc_req(sb->m, (uint16_t)event->value);
}

static void on_host_offer(struct scoreboard *sb, const struct event *event)
{
	score_ledger_offer(sb);
	check_memory(sb, event, pm_host_offer(sb->m, event->octets, event->len, event->error_at));
	if (event->value)
		pm_host_offer_error(sb->m);
	pm_host_offer_withheld(sb->m, event->timer);
}

/* The model does not need tready: events say what the host takes. */
static void on_host_ready(struct scoreboard *sb, const struct event *event)
{
	sb->host_ready = event->value;
	sb->host_halted = event->cycle;
}

static void on_reg_write(struct scoreboard *sb, const struct event *event)
{
	score_write(sb, event);
}

static void on_reg_read(struct scoreboard *sb, const struct event *event)
{
	if (score_read_keep(sb, event))
		score_find(sb, RULE_CRASH, event->cycle, event->cycle, "scoreboard", "memory for a read|none");
}

static void on_mdio_in(struct scoreboard *sb, const struct event *event)
{
	mdio_model_mdio_in(pm_mdio(sb->m), event->cycle, event->value);
}

static void on_crs(struct scoreboard *sb, const struct event *event)
{
	pm_crs(sb->m, event->value);
}

static void on_col(struct scoreboard *sb, const struct event *event)
{
	pm_col(sb->m, event->value);
}

static void on_link(struct scoreboard *sb, const struct event *event)
{
	(void)sb, (void)event;
}

static void on_tx_start(struct scoreboard *sb, const struct event *event)
{
	if (score_is_valid(sb))
		score_tx_start(sb, event);
}

static void on_tx_end(struct scoreboard *sb, const struct event *event)
{
	if (score_is_valid(sb))
		score_tx_end(sb, event);
}

static void on_tx_rest(struct scoreboard *sb, const struct event *event)
{
	if (score_is_valid(sb) && sb->fault_cuts)
		score_cut_rest(sb, event);
}

static void on_tx_signal(struct scoreboard *sb, const struct event *event)
{
	sb->signal = event->value;
	sb->seen.signal = true;
}

static void on_host_start(struct scoreboard *sb, const struct event *event)
{
	(void)event;
	if (score_is_valid(sb))
		score_host_start(sb);
}

static void on_host_mbuf(struct scoreboard *sb, const struct event *event)
{
	(void)event;
	if (score_is_valid(sb))
		pm_host_took_mbuf(sb->m);
}

static void on_host_frame(struct scoreboard *sb, const struct event *event)
{
	if (score_is_valid(sb))
		score_host_frame(sb, event);
}

static void on_host_drop(struct scoreboard *sb, const struct event *event)
{
	if (score_is_valid(sb))
		score_find(sb, RULE_RX_AXIS, event->cycle, event->cycle, "m_axis",
		           sb->host_waits ? "octet %u with tready (host ready waits)|without"
		                          : "octet %u held until it is taken|it changed or fell",
		           (unsigned)event->value);
}

static void on_host_withholds(struct scoreboard *sb, const struct event *event)
{
	(void)event;
	pm_host_withholds(sb->m);
}

static void on_host_taken(struct scoreboard *sb, const struct event *event)
{
	(void)event;
	score_tx_taken(sb);
}

static void see_timer(struct scoreboard *sb, const struct event *event)
{
	sb->seen.timer = event->timer;
	sb->seen.timed = true;
}

static void on_obs_xoff(struct scoreboard *sb, const struct event *event)
{
	sb->xoff = event->value;
	sb->seen.xoff = true;
	see_timer(sb, event);
}

static void on_obs_level(struct scoreboard *sb, const struct event *event)
{
	sb->level = event->value;
	sb->level_known = sb->seen.level = true;
}

static void on_obs_rx(struct scoreboard *sb, const struct event *event)
{
	sb->seen.rx = true;
	sb->seen.rx_record = event->value;
	see_timer(sb, event);
}

static void on_obs_tx(struct scoreboard *sb, const struct event *event)
{
	sb->seen.tx = true;
	sb->seen.tx_record = event->value;
	see_timer(sb, event);
}

static void on_pfc_xoff(struct scoreboard *sb, const struct event *event)
{
	sb->pfc_xoff = (uint8_t)event->value;
	sb->seen.pfc_xoff = true;
}

static void on_mdio(struct scoreboard *sb, const struct event *event)
{
	if (score_is_valid(sb))
		score_mdio_pins(sb, event->value);
}

static void on_tx_open(struct scoreboard *sb, const struct event *event)
{
	(void)event;
	if (score_is_valid(sb))
		score_tx_open(sb);
}

static void on_host_open(struct scoreboard *sb, const struct event *event)
{
	if (score_is_valid(sb))
		score_host_open(sb, event);
}

/* The cycle of EVENT_END was not simulated, so nothing is expected in it. What a judge was told that registers showed then is compared. */
static void on_end(struct scoreboard *sb, const struct event *event)
{
	uint64_t checks = 0;

	(void)event;
	sb->ended = true;
	if (sb->seen.reads) {
		pm_settle(sb->m);
		score_reads(sb);
	}
	if (!sb->blind)
		score_observe_end(sb);
	else
		black_box_finish(sb);
	score_host_finish(sb);
	score_read_close(sb);
	score_tx_finish(sb);
	if (sb->window) {
		window_finish(sb->window, sb->now);
		window_report(sb->window, sb);
		sb->result.crowded = window_undecided(sb->window);
		if (sb->requests_unseen)
			window_exercise(sb->window, sb);
	}
	if (sb->blind)
		sb->result.crowded += black_access_crowds(sb);
	score_mdio_advance(sb);
	for (int i = 0; i < CHECK_KIND_COUNT; i++)
		checks += sb->result.checks[i];
	if (!checks)
		score_find(sb, RULE_CHECKED_NOTHING, sb->now, sb->now, "run", "at least one check|none");
}

/* EVENT_EXPECT has no function, because expect/notes.c takes it; EVENT_RX_IDLE has none, because it is no event for a MAC: rx_er means an error
 * with rx_dv alone (802.3 22.2.1.5, 35.2.1.5), and no document of a device says otherwise. */
static void (*const on_event[EVENT_KIND_COUNT])(struct scoreboard *sb, const struct event *event) = {
	[EVENT_RESET] = on_reset,
	[EVENT_RX_RUN] = on_rx_run,
	[EVENT_RX_STOP] = on_rx_stop,
	[EVENT_RX_RESET] = on_rx_reset,
	[EVENT_HOST_OFFER] = on_host_offer,
	[EVENT_PAUSE_REQ] = on_pause_req,
	[EVENT_PFC_REQ] = on_pfc_req,
	[EVENT_HOST_READY] = on_host_ready,
	[EVENT_REG_WRITE] = on_reg_write,
	[EVENT_REG_READ] = on_reg_read,
	[EVENT_MDIO_IN] = on_mdio_in,
	[EVENT_CRS] = on_crs,
	[EVENT_COL] = on_col,
	[EVENT_LINK] = on_link,
	[EVENT_TX_START] = on_tx_start,
	[EVENT_TX_END] = on_tx_end,
	[EVENT_TX_REST] = on_tx_rest,
	[EVENT_TX_SIGNAL] = on_tx_signal,
	[EVENT_HOST_START] = on_host_start,
	[EVENT_HOST_MBUF] = on_host_mbuf,
	[EVENT_HOST_FRAME] = on_host_frame,
	[EVENT_HOST_DROP] = on_host_drop,
	[EVENT_HOST_TAKEN] = on_host_taken,
	[EVENT_HOST_WITHHOLDS] = on_host_withholds,
	[EVENT_OBS_XOFF] = on_obs_xoff,
	[EVENT_OBS_LEVEL] = on_obs_level,
	[EVENT_OBS_RX] = on_obs_rx,
	[EVENT_OBS_TX] = on_obs_tx,
	[EVENT_PFC_XOFF] = on_pfc_xoff,
	[EVENT_MDIO] = on_mdio,
	[EVENT_TX_OPEN] = on_tx_open,
	[EVENT_HOST_OPEN] = on_host_open,
	[EVENT_END] = on_end,
};

void score_event(struct scoreboard *sb, const struct event *event)
{
	assert(on_event[event->kind] || event->kind == EVENT_EXPECT || event->kind == EVENT_RX_IDLE);
	if (on_event[event->kind])
		on_event[event->kind](sb, event);
}
