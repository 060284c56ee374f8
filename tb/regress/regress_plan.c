/* SPDX-License-Identifier: Apache-2.0 */
/* Plans a regression: which runs there are, and which of them are skipped. */
#include "regress_parts.h"

#include "chosen.h"
#include "generate/seed.h"
#include "run/source.h"
#include "stimulus/stimuli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* So many items are more than a set-up has, so that a scenario is drawn. */
enum { TRIAL_ITEMS = 500 };

/* Returns true if the next run of the plan belongs to this shard. The runs are dealt out one by one, so that all shards get runs
 * of all DUTs. */
static bool is_mine(struct regress *r)
{
	uint64_t number = r->counted++;

	return !r->options->shards || number % r->options->shards == r->options->shard - 1;
}

/* Adds RUN to the plan, and owns its note from now on. */
static int plan_run(struct regress *r, const struct suite_run *run)
{
	struct suite_run copy = *run;
	int rc;

	if (!is_mine(r)) {
		free(copy.note);
		return 0;
	}
	if (copy.black_box && !r->options->black_box)
		strncat(copy.name, ":black-box", sizeof(copy.name) - strlen(copy.name) - 1);
	if (copy.outcome == SUITE_SKIPPED && r->options->ended)
		r->options->ended(r->options->context, &copy, NULL);
	rc = suite_append(&r->suite, &copy);
	return rc ? env_fail(r->ret_error, -rc, "cannot plan the runs") : 0;
}

/* Writes the name of a stimulus into RET: that of its file, with the folder before it if another file of the suite has the same name. */
static void name_file(const struct regress *r, const char *path, char *ret, size_t size)
{
	const char *name = strrchr(path, '/'), *other;
	char stem[96];

	source_stem(path, stem, sizeof(stem));
	snprintf(ret, size, "%s", stem);
	for (size_t i = 0; name && i < r->file_count; i++) {
		other = strrchr(r->files[i], '/');
		if (r->files[i] == path || !other || strcmp(other, name))
			continue;
		if ((size_t)(name - path) > strlen(r->options->stimuli)) {
			const char *folder = path + strlen(r->options->stimuli);
			folder += *folder == '/';
			snprintf(ret, size, "%.*s/%.60s", name - folder < 30 ? (int)(name - folder) : 30, folder, stem);
		}
		return;
	}
}

/* Returns true if the last run that was planned is the exact one of RUN's stimulus and DUT, which may belong to another shard. */
static bool planned_last(const struct regress *r, const struct suite_run *run)
{
	const struct suite_run *last = r->suite.count ? &r->suite.runs[r->suite.count - 1] : NULL;

	return last && last->dut == run->dut && last->source.path && run->source.path &&
	       !strcmp(last->source.path, run->source.path) && !last->black_box;
}

/* Returns true if the suite leaves this run out, because others find and reach all that it does (chosen.h); the run is counted
 * then. Of runs that were not measured, smoke leaves out the long ones. */
static bool left_out(struct regress *r, const struct dut *row, const char *path, bool black_box, bool is_long)
{
	enum chosen_answer answer = chosen_file(r->chosen, row, path, black_box);
	bool smoke = r->options->suite == REGRESS_SMOKE && !r->options->only;

	r->left += answer == CHOSEN_NOT;
	return answer == CHOSEN_NOT || (answer == CHOSEN_UNKNOWN && smoke && is_long);
}

/* Returns true if the suite has files also as black box. */
static bool has_twins(const struct regress *r, const struct dut *row)
{
	enum regress_suite suite = r->options->suite;

	return (suite == REGRESS_DEFAULT || suite == REGRESS_NIGHT) && !r->options->black_box && (row->capabilities & CAP_OBS);
}

/* Plans a file on a DUT, in the default suite and that of the night also as black box. A DUT that cannot take the file skips it
 * with the reason. A row without a device model does not count files that are neither neutral nor for this row alone, nor files
 * that need a capability that it lacks. */
static int plan_file(struct regress *r, size_t dut, const char *path)
{
	const struct dut *row = r->options->duts[dut];
	struct suite_run run = { .dut = dut, .source = { .kind = SOURCE_FILE, .path = path } };
	struct stimulus stim;
	char reason[96];
	bool unfit, is_long;
	int rc;

	name_file(r, path, run.name, sizeof(run.name));
	if (r->options->only && !strstr(run.name, r->options->only))
		return 0;
	rc = source_load(&run.source, row, &stim, r->ret_error);
	is_long = !rc && stim.is_long;
	unfit = (!rc || stim.only_dut[0]) && stimulus_unfit(&stim, row, reason, sizeof(reason));

	stimulus_release(&stim);
	if (row->capabilities & CAP_NEUTRAL && (unfit || (!stim.neutral && !stim.only_dut[0]))) {
		r->ret_error->text[0] = 0;
		return 0;
	}
	if (unfit) {
		r->ret_error->text[0] = 0;
		run.outcome = SUITE_SKIPPED;
		run.unfit = true;
		run.note = strdup(reason);
		return run.note ? plan_run(r, &run) : env_fail(r->ret_error, ENOMEM, "cannot plan the runs");
	}
	if (rc)
		return rc;
	run.black_box = r->options->black_box;
	if (!left_out(r, row, path, run.black_box, is_long))
		rc = plan_run(r, &run);
	if (!rc && has_twins(r, row) && !left_out(r, row, path, true, is_long)) {
		run.black_box = true;
		run.twin = planned_last(r, &run) ? r->suite.count : 0;
		rc = plan_run(r, &run);
	}
	return rc;
}

static void next_seed(struct regress *r)
{
	r->next_dut = (r->next_dut + 1) % r->options->dut_count;
	r->next_seed += !r->next_dut;
}

/* Places the run of .next_seed on the DUT .next_dut; the runs after it are only counted. */
static int place_seed(struct regress *r, size_t *ret_index)
{
	struct suite_run run = {
		.dut = r->next_dut,
		.source = { .kind = SOURCE_SEED,
		            .seed = (uint32_t)r->next_seed,
		            .items = r->options->items,
		            .scenarios = r->scenarios ? r->scenarios : r->options->scenarios },
		.black_box = r->options->black_box,
		.seed = true,
	};
	int rc;

	snprintf(run.name, sizeof(run.name), "seed-%" PRIu64, r->next_seed);
	rc = suite_place(&r->suite, &run, ret_index);
	if (rc)
		return env_fail(r->ret_error, -rc, "cannot plan the runs");
	next_seed(r);
	return 0;
}

/* Returns true if the suite has SEED on DUT: it is needed, or nobody has measured that it is not. Of seeds that were not measured
 * smoke has a few. */
static bool seed_needed(const struct regress *r, size_t dut, uint64_t seed)
{
	const struct regress_options *o = r->options;

	if (!o->chosen_seeds)
		return true;
	switch (chosen_seed(r->chosen, o->duts[dut], (uint32_t)seed)) {
	case CHOSEN:
		return true;
	case CHOSEN_NOT:
		return false;
	case CHOSEN_UNKNOWN:
		break;
	}
	return o->suite != REGRESS_SMOKE || seed <= REGRESS_SEEDS_SMOKE;
}

/* Counts the runs of seeds from FIRST on that the suite has on DUT. */
static uint64_t count_seeds(const struct regress *r, size_t dut, uint64_t first)
{
	uint64_t ret = 0;

	for (uint64_t seed = first; seed <= r->options->seed_to; seed++)
		ret += seed_needed(r, dut, seed);
	return ret;
}

/* Counts the runs of all seeds, and those that the suite certainly does not need. */
static uint64_t count_all_seeds(struct regress *r)
{
	const struct regress_options *o = r->options;
	uint64_t each = (uint64_t)o->seed_to - o->seed_from + 1, ret = 0;

	if (!o->chosen_seeds)
		return each * o->dut_count;
	for (size_t dut = 0; dut < o->dut_count; dut++) {
		ret += count_seeds(r, dut, o->seed_from);
		for (uint64_t seed = o->seed_from; seed <= o->seed_to; seed++)
			r->left += chosen_seed(r->chosen, o->duts[dut], (uint32_t)seed) == CHOSEN_NOT;
	}
	return ret;
}

/* Returns how many runs of seeds belong to this shard. */
static uint64_t seeds_of_shard(struct regress *r)
{
	const struct regress_options *o = r->options;
	uint64_t all = count_all_seeds(r), first = r->counted;

	if (!o->shards)
		return all;
	/* of the numbers below N, (N + shards - shard) / shards belong to this shard */
	return (first + all + o->shards - o->shard) / o->shards - (first + o->shards - o->shard) / o->shards;
}

/* Collects the names of the scenarios that match a text. */
struct matching {
	const char *text;
	struct text names;
	bool any;
};

static void match(void *context, const struct scenario_row *row)
{
	struct matching *m = context;

	if (!strstr(row->name, m->text))
		return;
	fprintf(m->names.out, "%s%s", m->any ? "," : "", row->name);
	m->any = true;
}

/* Makes the list of the scenarios that .only names, and notes which DUTs none of them suits. */
static int plan_scenarios(struct regress *r)
{
	const struct regress_options *o = r->options;
	struct matching m = { .text = o->only };
	int rc;

	if (!o->only)
		return 0;
	rc = text_open(&m.names, r->ret_error);
	if (rc)
		return rc;
	scenarios_each(match, &m);
	fflush(m.names.out);
	r->scenarios = strdup(m.names.data);
	text_replace(&m.names, NULL, r->ret_error);
	if (!r->scenarios)
		return env_fail(r->ret_error, ENOMEM, "cannot plan the runs");
	for (size_t i = 0; i < o->dut_count; i++) {
		struct stimulus stim = { 0 };
		r->dut[i].no_seeds = !m.any || stimulus_generate_of(&stim, o->duts[i], 1, TRIAL_ITEMS, r->scenarios) == -ENOENT;
		stimulus_release(&stim);
	}
	return 0;
}

/* Places the run that the feed makes next. */
static bool next_fed(struct regress *r, size_t *ret_index)
{
	const struct regress_feed *feed = r->options->feed;
	struct suite_run run = { .black_box = r->options->black_box, .seed = true };
	int rc;

	if (r->dut[0].done || !feed->next(feed->context, &run))
		return false;
	rc = suite_place(&r->suite, &run, ret_index);
	if (rc)
		regress_give_up(r, env_fail(r->ret_error, -rc, "cannot plan the runs"));
	return !rc;
}

static size_t with_seeds(const struct regress *r)
{
	size_t count = 0;

	for (size_t i = 0; i < r->options->dut_count; i++)
		count += !r->dut[i].no_seeds && !r->dut[i].done;
	return count;
}

/* Plans the runs of DUT that failed in the last regression. */
static int plan_again(struct regress *r, size_t dut)
{
	const struct regress_options *o = r->options;
	int rc = 0;

	for (size_t i = 0; i < o->rerun->count && !rc; i++) {
		const struct rerun_row *row = &o->rerun->row[i];
		struct suite_run run = { .dut = dut, .source = row->source, .black_box = row->black_box };
		const char *mode = strstr(row->name, ":black-box");
		if (row->dut != o->duts[dut] || (o->only && !strstr(row->name, o->only)))
			continue;
		snprintf(run.name, sizeof(run.name), "%.*s", mode ? (int)(mode - row->name) : (int)sizeof(run.name) - 1,
		         row->name);
		run.twin = run.black_box && planned_last(r, &run) ? r->suite.count : 0;
		rc = plan_run(r, &run);
	}
	return rc;
}

static int plan_dut(struct regress *r, size_t dut)
{
	int rc = 0;

	r->dut[dut].next = r->suite.count;
	if (r->options->rerun)
		rc = plan_again(r, dut);
	for (size_t i = 0; r->files && i < r->file_count && !rc; i++)
		rc = plan_file(r, dut, r->files[i]);
	r->dut[dut].end = r->suite.count;
	return rc;
}

int regress_plan(struct regress *r)
{
	const struct regress_options *o = r->options;
	int rc = 0;

	if (o->suite != REGRESS_SEEDS && !o->rerun && !o->feed)
		rc = stimuli_list(o->stimuli, &r->files, &r->file_count, r->ret_error);
	if (!rc && o->chosen)
		rc = chosen_open(o->stimuli, o->suite == REGRESS_SMOKE ? "smoke" : "default", &r->chosen, r->ret_error);
	for (size_t dut = 0; dut < o->dut_count && !rc; dut++)
		rc = plan_dut(r, dut);
	if (!rc && !o->rerun && !o->feed)
		rc = plan_scenarios(r);
	r->next_seed = o->seed_from;
	r->unfit = r->suite.ended;
	r->planned = r->suite.count - r->unfit;
	if (o->feed)
		r->planned += o->feed->runs;
	else if (o->seconds <= 0 && !o->rerun)
		r->planned += seeds_of_shard(r) * with_seeds(r) / o->dut_count;
	if (!rc && o->only && !r->planned && (o->rerun || !with_seeds(r)))
		rc = env_refuse(r->ret_error,
		                "--only: these DUTs take no %s with '%s' in its name; 'pausebench list stimuli' and "
		                "'pausebench list scenarios' show the names",
		                o->rerun ? "failed run" : "stimulus or scenario", o->only);
	if (!rc && r->left)
		regress_say(
		    r,
		    "%" PRIu64
		    " other runs find and reach nothing that these do not, by doc/quality/how-good.md; --suite night has them",
		    r->left);
	return rc;
}

void regress_plan_end(struct regress *r, size_t dut)
{
	const struct regress_options *o = r->options;
	struct regress_dut *d = &r->dut[dut];
	uint64_t left = 0;

	d->done = true;
	for (size_t i = d->next; i < d->end; i++)
		left += r->suite.runs[i].outcome == SUITE_PLANNED;
	if (!d->no_seeds && !o->rerun && !o->feed && o->seconds <= 0)
		left += count_seeds(r, dut, r->next_seed) / (o->shards ? o->shards : 1);
	r->cut |= left > 0;
	r->planned -= left < r->planned ? left : 0;
}

/* Returns true if another seed must be run. With a time, a seed that one DUT has run is run on all DUTs, even after the time is
 * over. */
static bool seeds_left(const struct regress *r)
{
	const struct regress_options *o = r->options;

	if (o->rerun || !with_seeds(r))
		return false;
	if (o->seconds <= 0)
		return r->next_seed <= o->seed_to;
	return r->next_dut || (r->next_seed <= UINT32_MAX && clock_seconds() - r->started < regress_runs_limit(r));
}

bool regress_files_left(const struct regress *r)
{
	for (size_t i = 0; i < r->options->dut_count; i++)
		for (size_t k = r->dut[i].next; !r->dut[i].done && k < r->dut[i].end; k++)
			if (r->suite.runs[k].outcome == SUITE_PLANNED)
				return true;
	return false;
}

/* Finds the next run of a file; the DUTs take turns. */
static bool next_file(struct regress *r, size_t *ret_index)
{
	for (size_t i = 0; i < r->options->dut_count; i++) {
		struct regress_dut *d = &r->dut[r->turn];
		r->turn = (r->turn + 1) % r->options->dut_count;
		while (!d->done && d->next < d->end && r->suite.runs[d->next].outcome != SUITE_PLANNED)
			d->next++;
		if (d->done || d->next == d->end)
			continue;
		*ret_index = d->next++;
		return true;
	}
	return false;
}

/* Returns true if the seed that comes next is for another shard, or for a DUT that has no more seeds. */
static bool passed_over(struct regress *r)
{
	const struct regress_dut *d = &r->dut[r->next_dut];

	return !seed_needed(r, r->next_dut, r->next_seed) || !is_mine(r) || d->no_seeds || d->done;
}

bool regress_next(struct regress *r, size_t *ret_index)
{
	int rc;

	if (r->options->feed)
		return next_fed(r, ret_index);
	if (next_file(r, ret_index))
		return true;
	while (seeds_left(r) && passed_over(r))
		next_seed(r);
	if (!seeds_left(r))
		return false;
	rc = place_seed(r, ret_index);
	if (rc)
		regress_give_up(r, rc);
	return !rc;
}
