/* SPDX-License-Identifier: Apache-2.0 */
/* The plan of a regression: which runs there are and which are skipped. */
#include "regress_parts.h"

#include "run/source.h"
#include "stimulus/stimuli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* True if the next run of the plan belongs to this shard: the runs are dealt out one by one, so that all shards get runs of all DUTs. */
static bool is_mine(struct regress *r)
{
	uint64_t number = r->counted++;

	return !r->options->shards || number % r->options->shards == r->options->shard - 1;
}

/* Owns the note of RUN from now on. */
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

/* True if the last run that was planned is the exact one of RUN's stimulus and DUT, which may belong to another shard. */
static bool planned_last(const struct regress *r, const struct suite_run *run)
{
	const struct suite_run *last = r->suite.count ? &r->suite.runs[r->suite.count - 1] : NULL;

	return last && last->dut == run->dut && last->source.path == run->source.path && !last->black_box;
}

/* Plans a file on a DUT, in the default suite also as black box; a DUT that cannot take it skips it with the reason. A row without a
 * device model does not count those that are neither neutral nor for this row alone, nor those that need what it lacks. */
static int plan_file(struct regress *r, size_t dut, const char *path)
{
	const struct dut *row = r->options->duts[dut];
	struct suite_run run = { .dut = dut, .source = { .kind = SOURCE_FILE, .path = path } };
	struct stimulus stim;
	char reason[96];
	int rc = source_load(&run.source, row, &stim, r->ret_error);
	bool unfit = (!rc || stim.only_dut[0]) && stimulus_unfit(&stim, row, reason, sizeof(reason));

	name_file(r, path, run.name, sizeof(run.name));
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
	rc = plan_run(r, &run);
	if (!rc && r->options->suite == REGRESS_DEFAULT && !run.black_box && (row->capabilities & CAP_OBS)) {
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

/* Places the run of next_seed on next_dut; the runs after it are only counted. */
static int place_seed(struct regress *r, size_t *ret_index)
{
	struct suite_run run = {
		.dut = r->next_dut,
		.source = { .kind = SOURCE_SEED,
		            .seed = (uint32_t)r->next_seed,
		            .items = r->options->items,
		            .scenarios = r->options->scenarios },
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

/* Returns how many runs of seeds belong to this shard. */
static uint64_t seeds_of_shard(const struct regress *r)
{
	const struct regress_options *o = r->options;
	uint64_t all = ((uint64_t)o->seed_to - o->seed_from + 1) * o->dut_count, first = r->counted;

	if (!o->shards)
		return all;
	/* of the numbers below N, (N + shards - shard) / shards are of this shard */
	return (first + all + o->shards - o->shard) / o->shards - (first + o->shards - o->shard) / o->shards;
}

int regress_plan(struct regress *r)
{
	const struct regress_options *o = r->options;
	int rc = 0;

	if (o->suite != REGRESS_SEEDS)
		rc = stimuli_list(o->stimuli, &r->files, &r->file_count, r->ret_error);
	for (size_t dut = 0; dut < o->dut_count; dut++)
		for (size_t i = 0; r->files && i < r->file_count && !rc; i++)
			rc = plan_file(r, dut, r->files[i]);
	r->files_end = r->suite.count;
	r->next_seed = o->seed_from;
	r->unfit = r->suite.ended;
	r->planned = r->suite.count - r->unfit;
	if (o->seconds <= 0)
		r->planned += seeds_of_shard(r);
	return rc;
}

/* True if another seed is to be run. With a time, all DUTs run a seed that has begun, also after the time is over. */
static bool seeds_left(const struct regress *r)
{
	const struct regress_options *o = r->options;

	if (o->seconds <= 0)
		return r->next_seed <= o->seed_to;
	return r->next_dut || (r->next_seed <= UINT32_MAX && clock_seconds() - r->started < o->seconds);
}

bool regress_next(struct regress *r, size_t *ret_index)
{
	int rc;

	for (; r->next < r->files_end; r->next++)
		if (r->suite.runs[r->next].outcome == SUITE_PLANNED) {
			*ret_index = r->next++;
			return true;
		}
	while (seeds_left(r) && !is_mine(r))
		next_seed(r);
	if (!seeds_left(r))
		return false;
	rc = place_seed(r, ret_index);
	if (rc)
		regress_give_up(r, rc);
	return !rc;
}
