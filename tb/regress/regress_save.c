/* SPDX-License-Identifier: Apache-2.0 */
/* Saves failures of a regression: of each group the folders of the few runs that are best to look at. */
#include "regress_parts.h"

#include "profile/profile.h"
#include "run/failure.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Makes the path of a folder for NAME that no failure of this regression has yet. Different names may become equal when
 * characters that the name of a folder may not have are replaced. */
static int failure_folder(struct regress *r, const char *name, char **ret)
{
	unsigned number = 1;
	int rc;

	do {
		free(*ret);
		rc = number == 1 ? asprintf(ret, "%s/failures/%s", r->options->out, name)
		                 : asprintf(ret, "%s/failures/%s-%u", r->options->out, name, number);
		if (rc < 0) {
			*ret = NULL;
			return env_fail(r->ret_error, ENOMEM, "cannot save the failure of %s", name);
		}
		number++;
	} while (!access(*ret, F_OK));
	return 0;
}

/* Saves a failed run under OUT/failures and remembers the folder. */
static int save_failure(struct regress *r, struct suite_run *run, const struct pool_result *result)
{
	const struct dut *dut = r->options->duts[run->dut];
	const struct run_options options = regress_options_of(r, run);
	char name[160], again[2 * PATH_MAX], anew[3 * PATH_MAX];
	struct stimulus stim;
	int rc = source_load(&run->source, dut, &stim, r->ret_error);
	struct report report = {
		.dut = dut,
		.name = run->name,
		.seed = stim.seed,
		.black_box = run->black_box,
		.seconds = run->seconds,
		.options = &options,
		.result = &result->run,
	};

	failure_name(dut, run->name, name, sizeof(name));
	if (!rc)
		rc = failure_folder(r, name, &run->folder);
	if (!rc)
		rc = failures_note(run->folder, r->ret_error);
	if (!rc) {
		report.repeat[0] = failure_command(r->options->program, run->folder, again, sizeof(again));
		report.repeat[1] = source_command(r->options->program, &run->source, dut, &options, anew, sizeof(anew));
		rc = failure_save(run->folder, &report, &stim, r->ret_error);
	}
	if (rc && run->folder) {
		failure_remove(run->folder); /* part of it may have been saved */
		free(run->folder);
		run->folder = NULL;
	}
	stimulus_release(&stim);
	return rc;
}

static void drop(struct suite_run *run)
{
	if (run->folder)
		failure_remove(run->folder);
	free(run->folder);
	run->folder = NULL;
}

/* Returns the saved runs with KEY; NULL if there is no memory. */
static struct regress_saved *saved_of(struct regress *r, size_t key)
{
	if (key >= r->saved_count) {
		struct regress_saved *bigger = realloc(r->saved, (key + 1) * sizeof(*bigger));
		if (!bigger)
			return NULL;
		memset(bigger + r->saved_count, 0, (key + 1 - r->saved_count) * sizeof(*bigger));
		r->saved = bigger;
		r->saved_count = key + 1;
	}
	if (!r->saved[key].run)
		r->saved[key].run = calloc(r->keep, sizeof(*r->saved[key].run));
	return r->saved[key].run ? &r->saved[key] : NULL;
}

void regress_save_release(struct regress *r)
{
	for (size_t i = 0; i < r->saved_count; i++)
		free(r->saved[i].run);
	free(r->saved);
}

/* Returns true if RUN belongs to the group of its own key, as far as that is known yet: its exact twin may be under way. */
static bool is_own(const struct regress *r, const struct suite_run *run)
{
	return group_key_of(&r->suite, run) == run->key && (!run->twin || r->suite.runs[run->twin - 1].outcome != SUITE_PLANNED);
}

static void name_first(struct regress *r, const struct suite_run *run)
{
	const struct finding *f = &run->first;
	char line[PROFILE_SUSPECT_SIZE];

	if (r->named++ >= LOG_NAMED) {
		if (r->named == LOG_NAMED + 1)
			regress_say(r, "FAIL  in other ways too: the groups at the end have all of them");
		return;
	}
	regress_say(r, "FAIL  %s %s: cycle %" PRIu64 ": %s: %s: expected %s, actual %s%s", r->options->duts[run->dut]->name,
	            run->name, f->cycle, rule_table[f->rule].name, f->what, f->expected, f->actual,
	            profile_suspect(f, " ()", line, sizeof(line)));
}

/* Returns the place in SAVED for run INDEX: a free one, or that of the worst run, which is removed; NULL if all are better than it. */
static size_t *place_for(struct regress *r, struct regress_saved *saved, size_t index)
{
	size_t worst = 0;

	if (saved->count < r->keep)
		return &saved->run[saved->count++];
	for (size_t i = 1; i < saved->count; i++)
		if (group_better(&r->suite, saved->run[worst], saved->run[i]))
			worst = i;
	if (!group_better(&r->suite, index, saved->run[worst]))
		return NULL;
	drop(&r->suite.runs[saved->run[worst]]);
	return &saved->run[worst];
}

int regress_keep(struct regress *r, const struct pool_result *result)
{
	struct suite_run *run = &r->suite.runs[result->tag];
	struct regress_saved *saved = saved_of(r, run->key);
	size_t *place;

	if (!saved)
		return env_fail(r->ret_error, ENOMEM, "cannot save the failure of %s", run->name);
	if (!saved->named && is_own(r, run)) {
		name_first(r, run);
		saved->named = true;
	}
	place = place_for(r, saved, result->tag);
	if (!place)
		return 0;
	*place = result->tag;
	return save_failure(r, run, result);
}

void regress_prune(struct regress *r)
{
	for (size_t i = 0; i < r->suite.groups.count; i++) {
		const struct group *group = &r->suite.groups.group[i];
		size_t kept = 0;
		for (size_t k = 0; k < group->runs; k++) {
			struct suite_run *run = &r->suite.runs[group->run[k]];
			if (run->folder && ++kept > r->keep)
				drop(run);
		}
	}
}
