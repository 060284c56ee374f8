/* SPDX-License-Identifier: Apache-2.0 */
/* The scoreboard: walks the golden model from event to event and has each cycle compared.
 *
 * The events of a cycle are passed to the model as they come. The outputs are compared at the close of the cycle, when everything that was
 * seen in it is known. Between events the scoreboard visits the cycles in which the model says that something is due, so that an event
 * that does not come is missed at once. */
#include "black_box.h"
#include "exercised_parts.h"
#include "score_parts.h"
#include "window/report.h"
#include "window/window.h"

#include "base/lanes.h"
#include "base/limits.h"
#include "part/csma.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- life ---- */

/* In a black-box run a latency that the model cannot have becomes the nearest one that it can. */
static struct pm_timing timing_of(const struct dut *dut, const struct pm_timing *model, bool blind)
{
	const uint32_t step = dut_step(dut);
	const struct dut_timing *t = &dut->timing;
	struct pm_timing timing = { t->inhibit, t->resume, t->request, t->classify, t->host, t->sent };

	if (!blind)
		return timing;
	timing.classify = dut->profile ? t->classify : model->classify;
	timing.inhibit = (uint32_t)greatest(timing.inhibit, timing.classify + step);
	timing.host = (uint32_t)greatest(timing.host, timing.classify + step);
	timing.resume = (uint32_t)greatest(timing.resume, step);
	timing.request = (uint32_t)greatest(timing.request, 2 * step);
	timing.sent = step;
	return timing;
}

void scoreboard_config(struct pm_config *ret, const struct dut *dut, bool black_box)
{
	size_t count;
	const struct parameter *parameters = parameters_of(dut->model, &count);

	pm_config_init(ret, dut->model);
	for (size_t i = 0; i < count; i++)
		pm_config_set(ret, &parameters[i], dut->parameter[i]);
	ret->manner = dut->manner;
	ret->profile = dut->profile;
	ret->timing = timing_of(dut, &ret->timing, black_box);
}

static const struct score_phy *const phys[] = { [PHY_GMII] = &score_gmii, [PHY_MII] = &score_mii, [PHY_XGMII] = &score_xgmii };

/* A row must not promise less than the standard demands. */
static void check_contract(struct scoreboard *sb)
{
	uint64_t limit = limit_response(sb->dut, LIMIT_PAUSE, 1);

	if (sb->dut->capabilities & CAP_FULL_DUPLEX && sb->dut->timing.inhibit > limit)
		score_find(sb, RULE_PAUSE_RESPONSE_LIMIT, 0, 0, "timing contract of the row", "inhibit of at most %llu %s|%u",
		           (unsigned long long)limit, sb->phy->time_unit, sb->dut->timing.inhibit);
}

/* There was no memory for all of SB. Returns NULL. */
static struct scoreboard *abandon(struct scoreboard *sb)
{
	int err = errno;

	scoreboard_free(sb);
	errno = err;
	return NULL;
}

/* What 802.3 leaves open: a MAC that is known by a profile does as that says, a device with a model of its own as its document does. */
static void take_freedoms(struct scoreboard *sb)
{
	const struct ieee8023_parameters *stated;

	sb->jam = CSMA_JAM;
	sb->start_unit = COLUMN_LANES;
	if (!sb->dut->profile)
		return;
	stated = dut_ieee8023(sb->dut);
	sb->any_pad = !stated->pad_zero;
	sb->no_deficit = !stated->gap_deficit;
	sb->fault_loses = stated->fault_loses;
	sb->fault_cuts = sb->blind && stated->fault_cuts;
	sb->jam = (uint8_t)stated->jam_nibble;
	sb->start_unit = (unsigned)stated->start_unit;
}

/* What differs between the times of the model and those of the DUT, after sb->slack is known. */
static void take_times(struct scoreboard *sb, const struct pm_timing *model)
{
	sb->latency = model->inhibit;
	sb->classify = model->classify;
	sb->early = model->inhibit - sb->dut->timing.inhibit;
	if (sb->blind && sb->dut->profile) /* its model ends a pause as early as the timer's steps allow */
		sb->late_expiry = sb->slack.granularity;
	else
		sb->early += sb->early_expiry = sb->slack.granularity;
}

/* How the client and the MAC pass frames to each other. */
static void take_manner(struct scoreboard *sb)
{
	sb->host_places = 1;
	sb->host_waits = dut_host_ready(sb->dut) == DUT_HOST_WAITS;
	sb->host_foreign = sb->blind && pm_host_manner(sb->m)->rx != PM_HOST_RX_OWN;
	sb->foreign_tx = sb->blind && pm_host_manner(sb->m)->tx != PM_HOST_TX_OWN;
	sb->request_window = sb->slack.request;
	if (sb->foreign_tx)
		sb->request_window += sb->dut->timing.request + sb->slack.write;
}

/* What the model has to know of the comparison: how much of the past is asked for. */
static void prepare_model(struct scoreboard *sb)
{
	pm_lend(sb->m);
	pm_mdio(sb->m)->exact = !sb->blind;
	pm_start_slack(sb->m, sb->slack.write);
	pm_fault_slack(sb->m, sb->slack.wire);
	pm_count_slack(sb->m, sb->slack.write, sb->classify + sb->slack.classify);
}

struct scoreboard *scoreboard_new(const struct dut *dut, bool black_box)
{
	struct scoreboard *sb = calloc(1, sizeof(*sb));
	struct pm_config config;

	if (!sb)
		return NULL;
	sb->dut = dut;
	sb->blind = black_box || !(dut->capabilities & CAP_OBS);
	if (sb->blind)
		sb->slack = limit_slack(dut);
	sb->step = dut_step(dut);
	sb->phy = phys[dut->phy];
	sb->valid_from = sb->wake = sb->every_from = PM_NEVER;
	scoreboard_config(&config, dut, sb->blind);
	take_times(sb, &config.timing);
	take_freedoms(sb);
	sb->m = pm_new(&config);
	if (sb->m && sb->blind)
		sb->black = black_box_new(sb->m);
	if (!sb->m || (sb->blind && !sb->black))
		return abandon(sb);
	take_manner(sb);
	prepare_model(sb);
	check_contract(sb);
	if (sb->black && dut->profile && !(sb->window = window_new(dut, &sb->slack, sb->m)))
		return abandon(sb);
	return sb;
}

void scoreboard_client_unseen(struct scoreboard *sb, uint64_t frame_error, bool client_control)
{
	uint64_t time_error = 2 * frame_error; /* of two frames, each with the error in its own direction */

	sb->client_unseen = sb->requests_unseen = true;
	sb->client_control = client_control;
	sb->time_error = time_error;
	sb->access_error = frame_error;
	pm_count_slack(sb->m, sb->slack.write + frame_error, sb->classify + sb->slack.classify + frame_error);
	sb->early += time_error;
	sb->early_expiry += time_error;
	sb->slack.inhibit += (uint32_t)time_error;
	sb->slack.classify += (uint32_t)time_error;
	sb->slack.sent += (uint32_t)time_error;
	sb->slack.write += (uint32_t)time_error;
	sb->slack.resume += (uint32_t)time_error;
	if (sb->window) {
		window_inexact(sb->window, &sb->slack, time_error);
		window_requests_unseen(sb->window, client_control);
	}
}

void scoreboard_states(struct scoreboard *sb, const struct dut *stated)
{
	if (sb->window)
		window_states(sb->window, stated);
}

void scoreboard_requests_unseen(struct scoreboard *sb)
{
	sb->requests_unseen = true;
	if (sb->window)
		window_requests_unseen(sb->window, false);
}

void scoreboard_full_duplex(struct scoreboard *sb)
{
	sb->full_duplex = true;
}

void scoreboard_faults_unseen(struct scoreboard *sb, bool may)
{
	sb->cuts_unseen = may && sb->fault_cuts;
	if (sb->window)
		window_faults_unseen(sb->window, may);
}

void scoreboard_pfc_by_priority(struct scoreboard *sb, int untagged)
{
	sb->pfc_by_priority = true;
	sb->pfc_untagged = untagged;
	if (sb->window)
		window_classes_known(sb->window);
}

void scoreboard_client_always(struct scoreboard *sb, bool classes)
{
	sb->client_always = true;
	if (sb->window)
		window_client_always(sb->window, classes);
}

void scoreboard_client_leaves(struct scoreboard *sb)
{
	struct pm_owed owed;

	sb->client_unseen = true;
	while (pm_host_owed(sb->m, 0, &owed))
		pm_resync_owed_lost(sb->m);
}

void scoreboard_joins(struct scoreboard *sb)
{
	if (sb->window)
		window_forget(sb->window);
}

void scoreboard_forget(struct scoreboard *sb)
{
	scoreboard_client_leaves(sb);
	sb->forgotten = sb->now;
	sb->black->data_in_xoff.open = false;
	if (sb->window)
		window_forget(sb->window);
}

void scoreboard_free(struct scoreboard *sb)
{
	if (!sb)
		return;
	pm_free(sb->m);
	black_box_free(sb->black);
	window_free(sb->window);
	free(sb->read);
	free(sb->exercised);
	free(sb->wire);
	for (unsigned i = 0; i < HOST_HELD_MAX; i++)
		free(sb->held[i].own);
	free(sb);
}

void scoreboard_in_clocks(struct scoreboard_result *result, const struct dut *dut)
{
	uint32_t step = dut_step(dut);

	for (size_t i = 0; i < result->findings && i < SCOREBOARD_FINDINGS_MAX; i++) {
		result->finding[i].cycle /= step;
		result->finding[i].cause_cycle /= step;
		result->finding[i].earliest /= step;
		result->finding[i].latest /= step;
	}
}

const struct scoreboard_result *scoreboard_result(const struct scoreboard *sb)
{
	return &sb->result;
}

int scoreboard_cover(struct scoreboard *sb)
{
	if (!sb->exercised)
		sb->exercised = exercised_new();
	return sb->exercised ? 0 : -ENOMEM;
}

const struct cover_set *scoreboard_exercised(const struct scoreboard *sb)
{
	return sb->exercised ? exercised_rules(sb->exercised) : NULL;
}

const struct cover_counts *scoreboard_cover_counts(const struct scoreboard *sb)
{
	return sb->exercised ? exercised_counts(sb->exercised) : NULL;
}

const struct cover_set *scoreboard_covered(const struct scoreboard *sb)
{
	return sb->exercised ? exercised_seen_rules(sb->exercised) : NULL;
}

const struct cover_counters *scoreboard_counters_read(const struct scoreboard *sb)
{
	return sb->exercised ? exercised_counters(sb->exercised) : NULL;
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

uint64_t scoreboard_peek(const struct scoreboard *sb, uint16_t address)
{
	return pm_reg_peek(sb->m, address);
}

void scoreboard_recalls(struct scoreboard *sb)
{
	pm_count_recalls(sb->m);
}

void scoreboard_watch(struct scoreboard *sb, uint64_t every_from, scoreboard_watch_fn *watch, void *context)
{
	sb->every_from = every_from;
	sb->watch_cycle = watch;
	sb->watch_context = context;
}

/* ---- a cycle ---- */

static void compare(struct scoreboard *sb)
{
	const struct pm_view *view;

	if (sb->fault_cuts)
		score_cut_settle(sb);
	view = pm_settle(sb->m);
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
	score_reads(sb);
	if (sb->window) {
		window_close(sb->window, sb->now, view);
		window_report(sb->window, sb);
	}
	if (sb->blind)
		black_box_close(sb);
	if (sb->now >= sb->mdio_next)
		score_mdio_advance(sb);
}

static void close_cycle(struct scoreboard *sb)
{
	sb->wake = PM_NEVER;
	if (score_is_valid(sb))
		compare(sb);
	sb->due = pm_close(sb->m);
	if (sb->window)
		window_decided(sb->window, sb->now + sb->step, pm_start(sb->m),
		               sb->client_unseen ? sb->client_always : score_ledger_waits(sb, sb->now + sb->step));
	if (sb->due > sb->wake)
		sb->due = sb->wake;
	if (sb->now >= sb->every_from)
		sb->due = sb->now + sb->step;
	else if (sb->due > sb->every_from)
		sb->due = sb->every_from;
	memset(&sb->seen, 0, sizeof(sb->seen)); /* these were of the cycle that is over */
}

/* Visits each cycle that is due, until CYCLE is the open one. */
static void advance(struct scoreboard *sb, uint64_t cycle)
{
	while (sb->now < cycle) {
		close_cycle(sb);
		sb->now = sb->due < cycle ? sb->due : cycle;
		pm_open(sb->m, sb->now);
	}
}

/* The cycle by which the frame that was offered or handed over starts. PM_NEVER: something holds it that need not end. */
static uint64_t sent_by(const struct scoreboard *sb)
{
	const struct pm_start *start = pm_start(sb->m);
	struct pm_owed owed;

	if (start->kind != PM_TX_NONE)
		return score_starts_by(sb, start);
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
		due += sb->slack.host;
	due = greatest(due, sent == PM_NEVER ? 0 : sent);
	return due < cycle ? 0 : due + sb->step;
}

void scoreboard_events(struct scoreboard *sb, const struct event *events, size_t count)
{
	for (const struct event *event = events; event < events + count && !sb->ended; event++) {
		advance(sb, event->cycle);
		if (sb->exercised)
			exercised_event(sb, event);
		score_event(sb, event);
	}
	pm_keep(sb->m);
}
