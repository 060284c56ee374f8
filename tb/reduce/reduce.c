/* SPDX-License-Identifier: Apache-2.0 */
/* Reduces a stimulus that fails; reduce.h.
 *
 * First the items after the finding are cut off. Then come rounds, until a round changes nothing: writes of registers become the
 * setup of the DUT, items are left out by delta debugging, and fields become simpler. Each step is a list of items that is run;
 * it counts only if the first finding of that run is the target. A run gets half as many cycles again as the best one so far, so
 * that a stimulus that no longer ends costs little.
 *
 * Where that is possible a run ends soon after it has a finding, because some stimuli have a long end. A whole run at the end of
 * the reduction checks that the early end did not matter; if it did, the reduction is done again with whole runs. */
#include "reduction.h"

#include "ddmin.h"
#include "model_end/model_seam.h"
#include "report/normal.h"
#include "report/report.h"
#include "run/pool.h"
#include "run/run.h"
#include "run/sweep.h"
#include "stimulus/stim.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	CYCLES_MORE = 220000, /* a run with a frame that can no longer be sent ends after 200,000 cycles */
	CYCLES_EARLY = 20000, /* a run that may end with its finding gets so many cycles more than the best one had */
	OVER_BUDGET_SECONDS = 1,
};

bool reduction_over(const struct reduction *r)
{
	return r->error || (r->options.stop && atomic_load(r->options.stop)) || clock_seconds() >= r->deadline;
}

uint8_t *reduction_own(struct reduction *r, uint8_t *octets)
{
	uint8_t **more = octets ? realloc(r->octets, (r->octets_count + 1) * sizeof(*more)) : NULL;

	if (!more) {
		free(octets);
		return NULL;
	}
	r->octets = more;
	return r->octets[r->octets_count++] = octets;
}

struct item *reduction_items(const struct reduction *r, size_t more)
{
	struct item *items = malloc((r->best.count + more + 1) * sizeof(*items));

	if (items)
		memcpy(items, r->best.items, r->best.count * sizeof(*items));
	return items;
}

/* ---- runs ---- */

/* The part of a result that a run in another process hands back. */
struct outcome {
	struct finding first;
	uint64_t findings, cycles, items;
	enum run_status status;
	uint16_t sweep;
	int32_t value;
};

struct isolated_run {
	const struct dut *dut;
	const struct stimulus *stim;
	const struct run_options *options;
};

static struct outcome outcome_of(const struct run_result *result)
{
	const struct finding *first = finding_first(&result->score);
	struct outcome ret = { .findings = result->score.findings,
		               .cycles = result->cycles,
		               .items = result->items,
		               .status = result->status,
		               .sweep = result->sweep,
		               .value = result->value };

	if (first)
		ret.first = *first;
	return ret;
}

static int run_isolated(const void *context, void *ret, struct env_error *ret_error)
{
	const struct isolated_run *run = context;
	struct run_result *result = calloc(1, sizeof(*result));
	int err = result ? run_stimulus(run->dut, run->stim, run->options, result) : -ENOMEM;

	if (!err)
		*(struct outcome *)ret = outcome_of(result);
	free(result);
	return err ? env_fail(ret_error, -err, "cannot run %s on %s", run->stim->name, run->dut->name) : 0;
}

/* Does a run in a process of its own. If the process crashes, the finding about that takes the place of all others. */
static int run_in_process(struct reduction *r, const struct stimulus *stim, const struct run_options *options,
                          struct outcome *ret)
{
	const struct isolated_run run = { .dut = r->dut, .stim = stim, .options = options };
	struct pool_job job = { .dut = r->dut, .options = *options, .work = run_isolated, .context = &run, .quiet = true };
	struct pool_result *result = calloc(1, sizeof(*result));
	int rc = result ? pool_run(&job, result, r->ret_error) : env_fail(r->ret_error, ENOMEM, "cannot reduce %s", stim->name);

	_Static_assert(sizeof(struct outcome) <= POOL_RESULT_OCTETS, "a run fits into the message of a process");
	if (!rc && result->run.score.findings)
		*ret = outcome_of(&result->run);
	else if (!rc)
		memcpy(ret, result->result, sizeof(*ret));
	free(result);
	return rc;
}

static int run_here(struct reduction *r, const struct stimulus *stim, const struct run_options *options, struct outcome *ret)
{
	int err = run_stimulus(r->dut, stim, options, r->result);

	if (err)
		return env_fail(r->ret_error, -err, "cannot run %s on %s", stim->name, r->dut->name);
	*ret = outcome_of(r->result);
	return 0;
}

/* Returns true if the expected frame came, but not as it should; then it must come in a shorter stimulus as well. */
static bool came(const struct finding *finding)
{
	return (finding->rule != RULE_EXPECT && finding->rule != RULE_EXPECT_WIRE) || strncmp(finding->actual, "none came", 9);
}

/* Returns whether the target is the first finding of a run of STIM of at most MAX_CYCLES; 0: as many as the saved run had. Fills
 * in RET. */
static bool run_fails(struct reduction *r, const struct stimulus *stim, uint64_t max_cycles, struct outcome *ret)
{
	struct run_options options = r->options;
	double left = r->deadline - clock_seconds() + OVER_BUDGET_SECONDS;

	if (max_cycles && (!options.max_cycles || max_cycles < options.max_cycles))
		options.max_cycles = max_cycles;
	if (r->runs && (options.max_seconds <= 0 || left < options.max_seconds))
		options.max_seconds = left > OVER_BUDGET_SECONDS ? left : OVER_BUDGET_SECONDS;
	*ret = (struct outcome){ 0 };
	r->runs++;
	r->error = r->isolated ? run_in_process(r, stim, &options, ret) : run_here(r, stim, &options, ret);
	if (r->error || !ret->findings || ret->status == RUN_STOPPED)
		return false;
	return (ret->status != RUN_TIMEOUT || r->may_time_out) && finding_same(&ret->first, r->target) &&
	       came(&ret->first) == came(r->target) && finding_says_as_much(&ret->first, r->target);
}

/* Returns whether the golden model in place of the DUT does what STIM expects, in a run of at most MAX_CYCLES; 0: as many as the
 * saved run had. */
static bool model_meets(struct reduction *r, const struct stimulus *stim, uint64_t max_cycles)
{
	struct run_options options = r->options;
	struct dut row = model_seam_row(r->dut);

	options.model_end = &row;
	options.first_only = false;
	if (max_cycles && (!options.max_cycles || max_cycles < options.max_cycles))
		options.max_cycles = max_cycles;
	r->runs++;
	return !run_stimulus(&row, stim, &options, r->result) && r->result->status == RUN_OK;
}

/* If the cause of something that a stimulus expects is left out, the stimulus fails on any DUT, and so says nothing about this
 * one. Returns true if that has not happened: the golden model does what STIM expects. */
static bool still_sound(struct reduction *r, const struct stimulus *stim)
{
	return !r->model_meets || model_meets(r, stim, r->cycles + r->cycles / 2 + CYCLES_MORE);
}

static bool touches_pins(const struct item *item)
{
	return item->kind != ITEM_WAIT && item->kind != ITEM_REG_WRITE && item->kind != ITEM_REG_READ &&
	       item->kind != ITEM_EXPECT;
}

/* Returns true if plain waits of STIM_SETUP_CLOCKS stand before all that happens at the pins, and behind each reset. A finding that needs less is another
 * one: no standard says that a MAC works at once. */
static bool rests_first(const struct item *items, size_t count)
{
	uint64_t clocks = 0;

	for (size_t i = 0; i < count; i++)
		if (items[i].kind == ITEM_RESET)
			clocks = 0;
		else if (items[i].kind == ITEM_WAIT && items[i].u.wait.what == WAIT_CYCLES)
			clocks += items[i].u.wait.cycles;
		else if (touches_pins(&items[i]) && clocks < STIM_SETUP_CLOCKS)
			return false;
	return true;
}

bool reduction_try(struct reduction *r, struct item *items, size_t count, bool calm)
{
	struct stimulus stim = r->best;
	struct outcome outcome;

	if (!items || reduction_over(r) || (r->rests && !rests_first(items, count))) {
		free(items);
		return false;
	}
	stim.items = items;
	stim.count = stim.capacity = count;
	if (!run_fails(r, &stim, r->cycles + r->cycles / 2 + (r->options.first_only ? CYCLES_EARLY : CYCLES_MORE), &outcome) ||
	    (calm && outcome.findings > r->findings) || !still_sound(r, &stim)) {
		free(items);
		return false;
	}
	free(r->best.items);
	r->best = stim;
	r->finding = outcome.first;
	r->findings = outcome.findings;
	if (outcome.status != RUN_TIMEOUT)
		r->cycles = outcome.cycles;
	return true;
}

bool reduction_try_item(struct reduction *r, size_t i, const struct item *item)
{
	struct item *items = reduction_items(r, 0);

	if (items)
		items[i] = *item;
	return reduction_try(r, items, r->best.count, true);
}

/* ---- items ---- */

size_t reduction_setup_at(const struct reduction *r, size_t first)
{
	return stimulus_setup_at(&r->best, first, &r->setup);
}

/* Writes the index of the first item of each line into RET, which has room for all items and one more, and returns the number of lines. */
static size_t lines_of(const struct reduction *r, size_t *ret)
{
	size_t lines = 0;

	for (size_t i = 0; i < r->best.count;) {
		size_t setup = reduction_setup_at(r, i);
		ret[lines++] = i;
		i += setup ? setup : 1;
	}
	ret[lines] = r->best.count;
	return lines;
}

static size_t count_lines(const struct reduction *r)
{
	size_t *first = malloc((r->best.count + 1) * sizeof(*first)), lines = first ? lines_of(r, first) : r->best.count;

	free(first);
	return lines;
}

/* Keeps only the first COUNT items, if they fail. */
static bool try_prefix(struct reduction *r, size_t count)
{
	return count < r->best.count && reduction_try(r, reduction_items(r, 0), count, false);
}

/* Cuts off the items after the finding. If those that were carried out by then are not enough, half of the rest is added until
 * they are. */
static void cut(struct reduction *r)
{
	struct outcome at_finding;
	size_t enough, low;

	if (r->isolated) {
		low = 0;
	} else {
		run_fails(r, &r->best, r->finding.cycle + 1, &at_finding);
		low = (size_t)at_finding.items;
	}
	if (low && try_prefix(r, low))
		return;
	for (enough = r->best.count; low + 1 < enough && !reduction_over(r);) {
		size_t middle = low + (enough - low) / 2;
		if (try_prefix(r, middle))
			enough = middle;
		else
			low = middle;
	}
}

/* The parts of a delta debugging: the lines of .items. */
struct lines {
	struct reduction *r;
	struct item *items;
	size_t *first;
};

static bool lines_fail(void *context, const bool *keep, size_t count)
{
	struct lines *lines = context;
	struct item *items = malloc((lines->first[count] + 1) * sizeof(*items));
	size_t used = 0;

	for (size_t i = 0; items && i < count; i++) {
		size_t len = lines->first[i + 1] - lines->first[i];
		if (!keep[i])
			continue;
		memcpy(&items[used], &lines->items[lines->first[i]], len * sizeof(*items));
		used += len;
	}
	return reduction_try(lines->r, items, used, false);
}

static bool lines_over(void *context)
{
	struct lines *lines = context;

	return reduction_over(lines->r);
}

/* Returns whether no line can be left out alone any more. */
static bool leave_out(struct reduction *r)
{
	struct lines lines = { .r = r, .items = reduction_items(r, 0), .first = malloc((r->best.count + 1) * sizeof(size_t)) };
	const struct ddmin d = { .context = &lines, .fails = lines_fail, .over = lines_over };
	bool *keep = malloc(r->best.count + 1), whole = false;

	if (lines.items && lines.first && keep) {
		size_t count = lines_of(r, lines.first);
		memset(keep, true, count);
		whole = ddmin(&d, keep, count);
	}
	free(lines.items);
	free(lines.first);
	free(keep);
	return whole;
}

/* ---- the setup ---- */

static bool setup_writes(const struct reduction *r, uint16_t address)
{
	for (size_t i = 0; i < r->setup.count; i++)
		if (r->setup.items[i].kind == ITEM_REG_WRITE && r->setup.items[i].u.reg.address == address)
			return true;
	return false;
}

/* Puts the setup first, and leaves out writes in its place: ALL writes, or those of its registers. */
static bool fold(struct reduction *r, bool all)
{
	struct item *items = malloc((r->best.count + r->setup.count + 1) * sizeof(*items));
	size_t used = r->setup.count, lines = count_lines(r), left_out = 0;

	if (items)
		memcpy(items, r->setup.items, r->setup.count * sizeof(*items));
	for (size_t i = 0; items && i < r->best.count;) {
		const struct item *item = &r->best.items[i];
		size_t setup = reduction_setup_at(r, i);
		bool out = setup || (item->kind == ITEM_REG_WRITE && (all || setup_writes(r, item->u.reg.address)));
		if (out)
			left_out++;
		else
			items[used++] = *item;
		i += setup ? setup : 1;
	}
	if (left_out < 2 || lines < 2) { /* the setup would only replace one line by another */
		free(items);
		return false;
	}
	return reduction_try(r, items, used, false);
}

static bool fold_writes(struct reduction *r)
{
	return r->setup.count && !reduction_over(r) && (fold(r, true) || fold(r, false));
}

/* ---- the whole ---- */

/* Leaves only that value of a sweep for which the run failed, and makes its items plain ones. */
static int leave_value(struct reduction *r, const struct outcome *first)
{
	const struct sweep_ranges one = { .range = { { first->sweep, first->value, first->value } }, .count = 1 };
	struct stimulus cut_out = { 0 };
	int err = first->sweep ? sweep_cut(&r->best, &one, &cut_out) : 0;

	if (err)
		return err;
	if (first->sweep) {
		free(r->best.items);
		r->best = cut_out;
		memset(r->best.sweeps, 0, sizeof(r->best.sweeps));
	}
	for (size_t i = 0; first->sweep && i < r->best.count; i++)
		r->best.items[i].sweep = 0;
	return 0;
}

/* Returns whether the target occurs again; the run is cut short after it if that is enough. */
static bool occurs(struct reduction *r)
{
	uint64_t short_run = r->target->cycle + r->target->cycle / 2 + CYCLES_MORE;
	struct outcome outcome;
	bool again;

	r->may_time_out = true;
	again = run_fails(r, &r->best, r->target->cycle ? short_run : 0, &outcome) ||
	        (!r->error && r->target->cycle && run_fails(r, &r->best, 0, &outcome));
	r->may_time_out = outcome.status == RUN_TIMEOUT;
	if (!again)
		return false;
	r->finding = outcome.first;
	r->findings = outcome.findings;
	r->cycles = outcome.status == RUN_TIMEOUT ? outcome.first.cycle : outcome.cycles;
	r->error = leave_value(r, &outcome);
	return !r->error;
}

/* Returns false for a finding which says that the stimulus does not do something: it says nothing about the DUT, and a shorter
 * stimulus does even less. */
static bool reducible(const struct finding *target)
{
	return target->rule != RULE_COVERS && target->rule != RULE_CHECKED_NOTHING;
}

/* Returns true if runs may end early. They may not if expectations of the wire, which are checked at the end, matter, or if the
 * target is a timeout. */
static bool may_end_early(const struct reduction *r)
{
	for (size_t i = 0; i < r->best.count; i++)
		if (r->best.items[i].kind == ITEM_EXPECT)
			return false;
	return !r->may_time_out && r->target->rule != RULE_TIMEOUT;
}

/* Returns whether no line can be left out alone any more. */
static bool rounds(struct reduction *r)
{
	bool changed = true, whole = false;

	cut(r);
	while (changed && !reduction_over(r)) {
		uint64_t lines = count_lines(r);
		changed = fold_writes(r);
		whole = leave_out(r);
		changed |= count_lines(r) < lines;
		changed |= simpler_waits(r);
		changed |= simpler_fields(r);
	}
	return whole && !changed && !reduction_over(r);
}

/* Returns true if the target may be a finding that READ does not return what the stimulus expects. */
static bool target_expects(const struct reduction *r, const struct item *read)
{
	const struct reg_page *page = dut_page(r->dut);
	const struct reg_row *row = page ? reg_by_address(page, read->u.reg.address) : NULL;

	return r->target->rule == RULE_EXPECT && (!row || !strncmp(r->target->what, row->name, strlen(row->name)));
}

/* Returns true if the target says that the DUT does not do what the stimulus expects. */
static bool expects(const struct reduction *r)
{
	return r->target->rule == RULE_EXPECT || r->target->rule == RULE_EXPECT_WIRE;
}

/* Leaves out, all at once, the expectations that the target is not about. They hold for the whole stimulus, so that a shorter one
 * would have a finding about them first. */
static void leave_out_expectations(struct reduction *r)
{
	struct item *items = reduction_items(r, 0);
	size_t used = 0;
	bool changed = false;

	for (size_t i = 0; items && i < r->best.count; i++) {
		struct item item = r->best.items[i];
		bool read = item.kind == ITEM_REG_READ && item.u.reg.expect_mask && !target_expects(r, &item);
		bool wire = item.kind == ITEM_EXPECT && r->target->rule != RULE_EXPECT_WIRE;
		changed |= read || wire;
		if (read)
			item.u.reg.expect_mask = 0;
		if (!wire)
			items[used++] = item;
	}
	if (changed)
		reduction_try(r, items, used, false);
	else
		free(items);
}

/* Reduces with runs that end early, then with whole runs if they mattered. */
static bool reduce(struct reduction *r)
{
	const struct reduction before = *r;
	struct outcome outcome;
	bool whole;

	r->options.first_only = may_end_early(r);
	if (!r->options.first_only)
		return rounds(r);
	r->best.items = reduction_items(r, 0);
	if (!r->best.items) {
		r->best.items = before.best.items;
		return false;
	}
	whole = rounds(r);
	r->options.first_only = false;
	if (!r->error && run_fails(r, &r->best, before.cycles + 2 * CYCLES_MORE, &outcome)) {
		free(before.best.items);
		r->findings = outcome.findings;
		r->finding = outcome.first;
		r->cycles = outcome.cycles;
		return whole;
	}
	free(r->best.items);
	r->best = before.best;
	r->finding = before.finding;
	r->findings = before.findings;
	r->cycles = before.cycles;
	return rounds(r);
}

static int reduction_open(struct reduction *r, const struct stimulus *stim, const struct reduce_options *how)
{
	r->options.sent_pcap = r->options.received_pcap = r->options.accesses = r->options.fst = NULL;
	r->options.covered = false;
	r->options.measured = NULL;
	if (how->stop)
		r->options.stop = how->stop;
	r->best = *stim;
	r->best.items = malloc((stim->count + 1) * sizeof(*stim->items));
	r->result = malloc(sizeof(*r->result));
	if (!r->best.items || !r->result)
		return -ENOMEM;
	memcpy(r->best.items, stim->items, stim->count * sizeof(*stim->items));
	r->rests = r->dut->capabilities & CAP_NEUTRAL && rests_first(stim->items, stim->count);
	if (reducible(r->target)) {
		memset(&r->best.covers, 0, sizeof(r->best.covers));
		memset(r->best.purposes, 0, sizeof(r->best.purposes));
	}
	stimulus_name_model(&r->best, r->dut); /* this replaces what the whole stimulus needed */
	return stimulus_setup(&r->setup, r->dut);
}

static void reduction_close(struct reduction *r)
{
	for (size_t i = 0; i < r->octets_count; i++)
		free(r->octets[i]);
	free(r->octets);
	free(r->best.items);
	free(r->result);
	stimulus_release(&r->setup);
}

int reduce_stimulus(const struct dut *dut, const struct stimulus *stim, const struct run_options *options,
                    const struct finding *target, const struct reduce_options *how, struct stimulus *ret,
                    struct reduce_result *ret_result, struct env_error *ret_error)
{
	double started = clock_seconds();
	struct reduction r = { .dut = dut,
		               .options = *options,
		               .target = target,
		               .isolated = how->isolated || finding_of_process(target) || pool_keeps_state(dut),
		               .deadline = started + how->seconds,
		               .ret_error = ret_error };
	int err = reduction_open(&r, stim, how);

	*ret = (struct stimulus){ 0 };
	*ret_result = (struct reduce_result){ 0 };
	if (!err)
		ret_result->items_before = ret_result->items_after = count_lines(&r);
	if (!err && occurs(&r)) {
		ret_result->again = true;
		if (reducible(target)) {
			leave_out_expectations(&r);
			r.model_meets = expects(&r) && model_meets(&r, &r.best, 0);
			ret_result->whole = reduce(&r);
		}
		ret_result->items_after = count_lines(&r);
		ret_result->finding = r.finding;
		ret_result->findings = r.findings;
		ret_result->cycles = r.cycles;
	}
	ret_result->runs = r.runs;
	ret_result->seconds = clock_seconds() - started;
	if (!err && !r.error)
		err = stimulus_copy(&r.best, ret);
	if (err)
		env_fail(ret_error, -err, "cannot reduce %s", stim->name);
	reduction_close(&r);
	return err ? err : r.error;
}
