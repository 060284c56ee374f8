/* SPDX-License-Identifier: Apache-2.0 */
/* The scoreboard: walks the golden model from event to event and has each cycle compared.
 *
 * Events of a cycle are told to the model as they come; the rest of the comparison waits for the close of the cycle,
 * when everything that was seen in it is known. Between events the model is visited where it says that something is
 * due, so that what does not come is missed at once. */
#include "exercised.h"
#include "score_parts.h"

#include "base/dut.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MDIO_STEP = 4096 };

void scoreboard_add(struct scoreboard *sb, const struct finding *finding)
{
	score_add(sb, finding);
}

/* ---- life ---- */

static uint32_t at_least(uint32_t value, uint32_t least)
{
	return value < least ? least : value;
}

/* Where only the slack is exact, a latency that the model cannot have is taken as its nearest. */
static struct pm_timing timing_of(const struct dut *dut, const struct pm_timing *model, bool blind)
{
	const uint32_t step = dut_step(dut);
	const struct dut_timing *t = &dut->timing;
	struct pm_timing timing = { t->inhibit, t->resume, t->request, t->classify, t->host, t->sent };

	if (!blind)
		return timing;
	timing.classify = model->classify;
	timing.inhibit = at_least(timing.inhibit, timing.classify + step);
	timing.host = at_least(timing.host, timing.classify + step);
	timing.resume = at_least(timing.resume, step);
	timing.request = at_least(timing.request, 2 * step);
	timing.sent = step;
	return timing;
}

void scoreboard_config(struct pm_config *ret, const struct dut *dut, bool black_box)
{
	size_t count;
	const struct parameter *parameters = parameters_of(dut->model, &count);

	pm_config_init(ret, dut->model);
	for (size_t i = 0; i < count; i++)
		pm_config_set(ret, &parameters[i], dut_param(dut, parameters[i].name, parameters[i].value));
	ret->timing = timing_of(dut, &ret->timing, black_box);
}

struct scoreboard *scoreboard_new(const struct dut *dut, bool black_box)
{
	struct scoreboard *sb = calloc(1, sizeof(*sb));
	struct pm_config config;

	if (!sb)
		return NULL;
	sb->dut = dut;
	sb->blind = black_box || !(dut->capabilities & CAP_OBS);
	sb->slack = sb->blind ? dut->timing.slack : 0;
	sb->step = dut_step(dut);
	sb->mii = dut->phy == PHY_MII;
	sb->valid_from = sb->wake = PM_NEVER;
	scoreboard_config(&config, dut, sb->blind);
	sb->latency = config.timing.inhibit;
	sb->early = config.timing.inhibit - dut->timing.inhibit + dut->timing.granularity;
	sb->m = pm_new(&config);
	if (sb->m && sb->blind)
		sb->black = black_box_new(sb->m);
	if (!sb->m || (sb->blind && !sb->black)) {
		int err = errno;
		scoreboard_free(sb);
		errno = err;
		return NULL;
	}
	pm_lend(sb->m);
	pm_mdio(sb->m)->exact = !sb->blind;
	pm_start_slack(sb->m, sb->slack);
	return sb;
}

void scoreboard_free(struct scoreboard *sb)
{
	if (!sb)
		return;
	pm_free(sb->m);
	free(sb->black);
	free(sb->exercised);
	free(sb->wire);
	free(sb);
}

void scoreboard_in_clocks(struct scoreboard_result *result, const struct dut *dut)
{
	uint32_t step = dut_step(dut);

	for (size_t i = 0; i < result->findings && i < SCOREBOARD_FINDINGS_MAX; i++) {
		result->finding[i].cycle /= step;
		result->finding[i].cause_cycle /= step;
	}
}

const struct scoreboard_result *scoreboard_result(const struct scoreboard *sb)
{
	return &sb->result;
}

int scoreboard_cover(struct scoreboard *sb)
{
	sb->exercised = exercised_new();
	return sb->exercised ? 0 : -ENOMEM;
}

const struct cover_set *scoreboard_exercised(const struct scoreboard *sb)
{
	return sb->exercised ? exercised_rules(sb->exercised) : NULL;
}

const struct cover_set *scoreboard_covered(const struct scoreboard *sb)
{
	return sb->exercised ? exercised_seen_rules(sb->exercised) : NULL;
}

const char *scoreboard_holds(const struct scoreboard *sb, bool *ret_for_good)
{
	unsigned blockers = pm_start(sb->m)->blockers;
	struct pm_past past;

	pm_past(sb->m, &past);
	*ret_for_good = blockers & PM_BLOCK_DISABLED || (blockers & PM_BLOCK_XOFF && past.held_by_software);
	if (blockers & PM_BLOCK_DISABLED)
		return "disabled";
	if (blockers & PM_BLOCK_XOFF)
		return past.held_by_software ? "held by software" : "inhibited";
	if (blockers & PM_BLOCK_FAULT)
		return "link fault";
	return blockers & PM_BLOCK_CARRIER ? "carrier" : NULL;
}

const struct pm_model *scoreboard_model(const struct scoreboard *sb)
{
	return sb->m;
}

void scoreboard_watch(struct scoreboard *sb, bool every, scoreboard_watch_fn *watch, void *context)
{
	sb->every_cycle = every;
	sb->watch_cycle = watch;
	sb->watch_context = context;
}

/* ---- management pins, of a DUT that has them ---- */

static bool has_mdio(const struct scoreboard *sb)
{
	return sb->dut->capabilities & CAP_MDIO;
}

static void mdio_found(struct scoreboard *sb, const struct finding *finding)
{
	if (finding)
		score_add(sb, finding);
}

static void mdio_advance(struct scoreboard *sb)
{
	const struct finding *finding;

	sb->mdio_next = PM_NEVER;
	if (!has_mdio(sb))
		return;
	sb->mdio_next = sb->now + MDIO_STEP;
	do {
		finding = mdio_model_advance(pm_mdio(sb->m), sb->now, &sb->result.checks[CHECK_MDIO]);
		mdio_found(sb, finding);
	} while (finding);
}

static void mdio_pins(struct scoreboard *sb, unsigned pins)
{
	mdio_found(sb, mdio_model_pins(pm_mdio(sb->m), sb->now, pins, &sb->result.checks[CHECK_MDIO]));
}

/* ---- a cycle ---- */

static bool is_valid(const struct scoreboard *sb)
{
	return sb->now >= sb->valid_from;
}

static void compare(struct scoreboard *sb)
{
	const struct pm_view *view = pm_settle(sb->m);

	if (sb->exercised)
		exercised_close(sb, view);
	if (sb->watch_cycle)
		sb->watch_cycle(sb->watch_context, sb->now, view);
	if (!sb->blind)
		score_observe(sb, view);
	else if (sb->dut->capabilities & CAP_PFC)
		black_box_pfc_close(sb, view);
	score_tx_close(sb, view);
	score_host_close(sb, view);
	score_read_close(sb);
	for (unsigned i = 0; i < sb->seen.reads; i++)
		score_read(sb, &sb->read[i]);
	if (sb->blind)
		black_box_close(sb);
	if (sb->now >= sb->mdio_next)
		mdio_advance(sb);
}

static void close_cycle(struct scoreboard *sb)
{
	sb->wake = PM_NEVER;
	if (is_valid(sb))
		compare(sb);
	sb->due = pm_close(sb->m);
	if (sb->due > sb->wake)
		sb->due = sb->wake;
	if (sb->every_cycle)
		sb->due = sb->now + sb->step;
	memset(&sb->seen, 0, sizeof(sb->seen)); /* the next cycle has its own */
}

/* Closes the open cycle and opens the next one to be visited, until that is CYCLE. */
static void advance(struct scoreboard *sb, uint64_t cycle)
{
	while (sb->now < cycle) {
		close_cycle(sb);
		sb->now = sb->due < cycle ? sb->due : cycle;
		pm_open(sb->m, sb->now);
	}
}

/* ---- events ---- */

/* One for each kind of event: passes it to the model and compares. */

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
		mdio_advance(sb);
	sb->reset_cycle = event->cycle;
	sb->reset_end = event->cycle + event->value;
	pm_reset(sb->m, event->value);
	if (sb->blind)
		black_box_reset(sb);
}

static int tell_lanes(struct scoreboard *sb, const struct event *event)
{
	uint32_t fcs = (uint32_t)event->value;

	return pm_rx_lanes(sb->m, event->cycle + event->lane, event->octets, event->len, event->code, event->codes,
	                   event->value & EVENT_FCS_KNOWN ? &fcs : NULL);
}

static void on_rx_run(struct scoreboard *sb, const struct event *event)
{
	bool lanes = event->code;

	check_memory(sb, event, lanes ? tell_lanes(sb, event) : pm_rx_run(sb->m, event->octets, event->len, event->error_at));
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
	if (sb->mii)
		pm_host_offer_withheld(sb->m, event->timer);
}

/* The host's tready needs no model: what the host takes is told. */
static void on_host_ready(struct scoreboard *sb, const struct event *event)
{
	(void)sb, (void)event;
}

static void on_reg_write(struct scoreboard *sb, const struct event *event)
{
	score_write(sb, event);
}

static void on_reg_read(struct scoreboard *sb, const struct event *event)
{
	if (sb->seen.reads < SCORE_READS_MAX)
		sb->read[sb->seen.reads++] = *event;
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
	if (is_valid(sb))
		score_tx_start(sb, event);
}

static void on_tx_end(struct scoreboard *sb, const struct event *event)
{
	if (is_valid(sb))
		score_tx_end(sb, event);
}

static void on_tx_signal(struct scoreboard *sb, const struct event *event)
{
	sb->signal = event->value;
	sb->seen.signal = true;
}

static void on_host_start(struct scoreboard *sb, const struct event *event)
{
	(void)event;
	if (is_valid(sb))
		score_host_start(sb);
}

static void on_host_mbuf(struct scoreboard *sb, const struct event *event)
{
	(void)event;
	if (is_valid(sb))
		pm_host_took_mbuf(sb->m);
}

static void on_host_frame(struct scoreboard *sb, const struct event *event)
{
	if (is_valid(sb))
		score_host_frame(sb, event);
}

static void on_host_drop(struct scoreboard *sb, const struct event *event)
{
	if (is_valid(sb))
		score_find(sb, RULE_RX_AXIS, event->cycle, event->cycle, "m_axis",
		           "octet %u held until it is taken|it changed or fell", (unsigned)event->value);
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
	if (is_valid(sb) && has_mdio(sb))
		mdio_pins(sb, event->value);
}

static void on_tx_open(struct scoreboard *sb, const struct event *event)
{
	(void)event;
	if (is_valid(sb))
		score_tx_open(sb);
}

static void on_host_open(struct scoreboard *sb, const struct event *event)
{
	if (is_valid(sb))
		score_host_open(sb, event);
}

/* The cycle of EVENT_END was not simulated: nothing is expected in it. */
static void on_end(struct scoreboard *sb, const struct event *event)
{
	uint64_t checks = 0;

	(void)event;
	sb->ended = true;
	if (!sb->blind)
		score_observe_end(sb);
	else
		black_box_finish(sb);
	score_read_close(sb);
	score_tx_finish(sb);
	mdio_advance(sb);
	for (int i = 0; i < CHECK_KIND_COUNT; i++)
		checks += sb->result.checks[i];
	if (!checks)
		score_find(sb, RULE_CHECKED_NOTHING, sb->now, sb->now, "run", "at least one check|none");
}

static void on_event(struct scoreboard *sb, const struct event *event)
{
	switch ((enum event_kind)event->kind) {
	case EVENT_RESET:
		on_reset(sb, event);
		break;
	case EVENT_RX_RUN:
		on_rx_run(sb, event);
		break;
	case EVENT_HOST_OFFER:
		on_host_offer(sb, event);
		break;
	case EVENT_PAUSE_REQ:
		on_pause_req(sb, event);
		break;
	case EVENT_PFC_REQ:
		on_pfc_req(sb, event);
		break;
	case EVENT_HOST_READY:
		on_host_ready(sb, event);
		break;
	case EVENT_REG_WRITE:
		on_reg_write(sb, event);
		break;
	case EVENT_REG_READ:
		on_reg_read(sb, event);
		break;
	case EVENT_MDIO_IN:
		on_mdio_in(sb, event);
		break;
	case EVENT_CRS:
		on_crs(sb, event);
		break;
	case EVENT_COL:
		on_col(sb, event);
		break;
	case EVENT_LINK:
		on_link(sb, event);
		break;
	case EVENT_TX_START:
		on_tx_start(sb, event);
		break;
	case EVENT_TX_END:
		on_tx_end(sb, event);
		break;
	case EVENT_TX_SIGNAL:
		on_tx_signal(sb, event);
		break;
	case EVENT_HOST_START:
		on_host_start(sb, event);
		break;
	case EVENT_HOST_MBUF:
		on_host_mbuf(sb, event);
		break;
	case EVENT_HOST_FRAME:
		on_host_frame(sb, event);
		break;
	case EVENT_HOST_DROP:
		on_host_drop(sb, event);
		break;
	case EVENT_HOST_TAKEN:
		on_host_taken(sb, event);
		break;
	case EVENT_OBS_XOFF:
		on_obs_xoff(sb, event);
		break;
	case EVENT_OBS_LEVEL:
		on_obs_level(sb, event);
		break;
	case EVENT_OBS_RX:
		on_obs_rx(sb, event);
		break;
	case EVENT_OBS_TX:
		on_obs_tx(sb, event);
		break;
	case EVENT_PFC_XOFF:
		on_pfc_xoff(sb, event);
		break;
	case EVENT_MDIO:
		on_mdio(sb, event);
		break;
	case EVENT_TX_OPEN:
		on_tx_open(sb, event);
		break;
	case EVENT_HOST_OPEN:
		on_host_open(sb, event);
		break;
	case EVENT_END:
		on_end(sb, event);
		break;
	case EVENT_KIND_COUNT:
		break;
	}
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* The cycle by which a frame that is offered or was handed over starts, PM_NEVER: something holds it that need not end. */
static uint64_t sent_by(const struct scoreboard *sb)
{
	const struct pm_start *start = pm_start(sb->m);
	struct pm_owed owed;

	if (start->kind != PM_TX_NONE)
		return start->due + sb->slack;
	if (!pm_host_owed(sb->m, 0, &owed))
		return 0;
	if (start->blockers & (PM_BLOCK_DISABLED | PM_BLOCK_FAULT))
		return PM_NEVER;
	return start->blockers & PM_BLOCK_XOFF ? pm_held_until(sb->m) : sb->now + sb->step;
}

bool scoreboard_owes(struct scoreboard *sb, uint64_t cycle)
{
	struct pm_owed owed;

	advance(sb, cycle);
	return sb->owed.open && pm_host_owed(sb->m, 0, &owed);
}

uint64_t scoreboard_awaits(struct scoreboard *sb, uint64_t cycle)
{
	uint64_t due = 0, cause, sent;

	advance(sb, cycle);
	sent = sent_by(sb);
	if (pm_host_waiting(sb->m, &due, &cause))
		due += sb->slack;
	due = later(due, sent == PM_NEVER ? 0 : sent);
	return due < cycle ? 0 : due + sb->step;
}

void scoreboard_events(struct scoreboard *sb, const struct event *events, size_t count)
{
	for (const struct event *event = events; event < events + count && !sb->ended; event++) {
		advance(sb, event->cycle);
		if (sb->exercised)
			exercised_event(sb, event);
		on_event(sb, event);
	}
	pm_keep(sb->m);
}
