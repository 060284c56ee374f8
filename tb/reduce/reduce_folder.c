/* SPDX-License-Identifier: Apache-2.0 */
/* Reduces a saved failure: loads it, reduces it in a process of its own, and saves the reduced stimulus as a failure below it. */
#include "reduce.h"

#include "report/normal.h"
#include "run/failure.h"
#include "run/pool.h"
#include "story/story.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GRACE_SECONDS = 30 /* after so long a process that does not end is killed */ };

/* The data that the process needs; it has a copy of them. */
struct folder {
	struct reduce_options options;
	struct failure failure;
	struct stimulus stim;
	const char *reduced;  /* the folder of the reduced failure */
	const char *reducing; /* the folder that is written, and takes the place of .reduced in the end */
};

static int reduce_here(const void *context, void *ret, struct env_error *ret_error)
{
	const struct folder *folder = context;
	const struct failure *failure = &folder->failure;
	struct reduce_result *result = ret;
	struct stimulus reduced;
	int rc = reduce_stimulus(failure->dut, &folder->stim, &failure->options, &failure->first, &folder->options, &reduced,
	                         result, ret_error);

	_Static_assert(sizeof(struct reduce_result) <= POOL_RESULT_OCTETS, "a reduction fits into the message of a process");
	snprintf(reduced.name, sizeof(reduced.name), "%.48s, reduced", failure->name);
	if (!rc && result->again)
		rc = failure_save_stimulus(folder->reducing, failure->dut, &reduced, ret_error);
	stimulus_release(&reduced);
	return rc;
}

/* Reduces FOLDER in a process. *RET_BROKE: the process crashed, as one does in which a DUT crashes. */
static int reduce_in_process(struct folder *folder, bool *ret_broke, struct reduce_result *ret, struct env_error *ret_error)
{
	struct pool_job job = { .dut = folder->failure.dut, .work = reduce_here, .context = folder, .quiet = true };
	struct pool_result *result = calloc(1, sizeof(*result));
	int rc;

	if (!result)
		return env_fail(ret_error, ENOMEM, "cannot reduce");
	job.options.max_seconds = folder->options.seconds + GRACE_SECONDS;
	job.options.stop = folder->options.stop;
	rc = pool_run(&job, result, ret_error);
	*ret_broke = !rc && result->run.status != RUN_OK;
	memcpy(ret, result->result, sizeof(*ret));
	free(result);
	return rc;
}

/* Runs the reduced stimulus as it was written, and saves its report. */
static int save_reduced(const struct folder *folder, struct env_error *ret_error)
{
	char *path = path_join(folder->reducing, "stimulus.stim"), again[2 * PATH_MAX];
	struct pool_result *result = calloc(1, sizeof(*result));
	struct pool_job job = { .dut = folder->failure.dut, .options = folder->failure.options, .quiet = true };
	struct run_options report_options = folder->failure.options;
	struct report report = {
		.dut = folder->failure.dut,
		.name = folder->failure.name,
		.seed = folder->stim.seed,
		.black_box = folder->failure.options.black_box,
		.options = &report_options,
		.repeat = { failure_command(folder->options.program, folder->reduced, again, sizeof(again)) },
	};
	struct failure_captures captures;
	int rc = failure_captures(&captures, folder->reducing, &job.options);

	if (rc || !path || !result)
		rc = env_fail(ret_error, ENOMEM, "cannot save %s", folder->reduced);
	job.source = (struct source){ .kind = SOURCE_FILE, .path = path };
	job.options.story = report_options.story = story_new();
	if (!rc && !job.options.story)
		rc = env_fail(ret_error, errno, "cannot save %s", folder->reduced);
	if (!rc)
		rc = pool_run(&job, result, ret_error);
	if (!rc && (!result->run.score.findings || !finding_same(finding_first(&result->run.score), &folder->failure.first)))
		rc = env_refuse(ret_error, "%s does not fail as the run did from which it was reduced", path);
	if (!rc) {
		report.result = &result->run;
		report.seconds = result->seconds;
		rc = failure_save_report(folder->reducing, &report, ret_error);
	}
	if (rc || finding_first(&result->run.score)->rule == RULE_CRASH)
		failure_captures_remove(&captures);
	story_free(job.options.story);
	failure_captures_release(&captures);
	free(result);
	free(path);
	return rc;
}

static int reduce_loaded(struct folder *folder, struct reduce_result *ret, struct env_error *ret_error)
{
	bool broke = false;
	int rc = failure_begin(folder->reducing, ret_error);

	if (!rc)
		rc = reduce_in_process(folder, &broke, ret, ret_error);
	if (!rc && broke && folder->options.stop && atomic_load(folder->options.stop))
		rc = env_refuse(ret_error, "interrupted; nothing was reduced");
	if (!rc && broke && !folder->options.isolated) { /* a shorter stimulus crashes the DUT */
		folder->options.isolated = true;
		rc = reduce_in_process(folder, &broke, ret, ret_error);
	}
	if (!rc && broke)
		rc = env_refuse(ret_error, "%s: the process that reduces it broke; give it more time with --seconds",
		                folder->reduced);
	if (!rc && ret->again)
		rc = save_reduced(folder, ret_error);
	failure_end(folder->reducing);
	if (rc || !ret->again)
		failure_remove(folder->reducing);
	else
		rc = failure_move(folder->reducing, folder->reduced, ret_error);
	return rc;
}

int reduce_folder(const char *dir, const struct reduce_options *options, struct reduce_result *ret, struct env_error *ret_error)
{
	char *reduced = path_join(dir, FAILURE_REDUCED), *reducing = path_join(dir, FAILURE_REDUCING);
	char *path = path_join(dir, "stimulus.stim");
	struct folder folder = { .options = *options, .reduced = reduced, .reducing = reducing };
	int rc = reduced && reducing && path ? failure_load(dir, &folder.failure, ret_error)
	                                     : env_fail(ret_error, ENOMEM, "cannot reduce %s", dir);

	*ret = (struct reduce_result){ 0 };
	if (!rc && !folder.failure.findings)
		rc = env_refuse(ret_error, "%s/report.json has no finding; give the folder of a run that failed", dir);
	if (!rc)
		rc = source_load(&(struct source){ .kind = SOURCE_FILE, .path = path }, folder.failure.dut, &folder.stim,
		                 ret_error);
	if (!rc)
		rc = reduce_loaded(&folder, ret, ret_error);
	stimulus_release(&folder.stim);
	free(reduced);
	free(reducing);
	free(path);
	return rc;
}
