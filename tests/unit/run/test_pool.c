/* SPDX-License-Identifier: Apache-2.0 */
/* A run in a worker that has carried out others is the same as one in a process of its own, in any order; a run that ends its worker costs no other. */
#include "support.h"

#include "run/pool.h"
#include "stimulus/stimuli.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RUNS = 24, SEED_ITEMS = 120 };

/* Runs of one row: seeds, and stimulus files of the suite that are spread over it; every third one is a black box. */
struct batch {
	struct pool_job job[RUNS];
	struct run_result result[RUNS];
	bool done[RUNS];
	char **files;
	size_t file_count;
};

static void batch_open(struct batch *b, const struct dut *dut, uint32_t seed)
{
	struct env_error error;

	memset(b, 0, sizeof(*b));
	cr_assert_eq(stimuli_list("tests/data/stimuli", &b->files, &b->file_count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < RUNS; i++) {
		struct pool_job *job = &b->job[i];
		*job = (struct pool_job){ .dut = dut, .quiet = true };
		job->options.black_box = i % 3 == 2;
		job->options.covered = job->options.coverage = i % 2;
		job->source = (struct source){ .kind = SOURCE_SEED, .seed = seed + (uint32_t)i, .items = SEED_ITEMS };
		if (i % 4)
			job->source = (struct source){ .kind = SOURCE_FILE, .path = b->files[(seed + i * 31) % b->file_count] };
	}
}

static void batch_close(struct batch *b)
{
	stimuli_free(b->files, b->file_count);
}

static void take(struct pool *pool, struct batch *b)
{
	static struct pool_result result;

	if (!pool_wait(pool, 1000, &result))
		return;
	cr_assert_eq(result.error, 0, "%s", result.env.text);
	result.run.loop_seconds = 0;
	b->result[result.tag] = result.run;
	cr_expect_not(b->done[result.tag], "run %zu ended twice", result.tag);
	b->done[result.tag] = true;
}

/* Carries out the runs of B in a pool of JOBS workers, from run FROM on in steps of STEP. Returns how many processes that took. */
static uint64_t carry_out(struct batch *b, unsigned jobs, size_t from, size_t step)
{
	struct pool *pool = pool_new(jobs);
	struct env_error error;
	uint64_t forks;

	memset(b->done, 0, sizeof(b->done));
	cr_assert_not_null(pool);
	for (size_t i = 0; i < RUNS; i++) {
		size_t run = (from + i * step) % RUNS;
		int rc;
		while ((rc = pool_start(pool, &b->job[run], run, &error)) == -EAGAIN)
			take(pool, b);
		cr_assert_eq(rc, 0, "%s", error.text);
	}
	while (pool_running(pool))
		take(pool, b);
	forks = pool_forks(pool);
	pool_free(pool);
	for (size_t i = 0; i < RUNS; i++)
		cr_expect(b->done[i], "run %zu never ended", i);
	return forks;
}

/* Returns where the first octet that differs is, of LEN. */
static size_t first_difference(const void *a, const void *b, size_t len)
{
	const unsigned char *x = a, *y = b;
	size_t at = 0;

	while (at < len && x[at] == y[at])
		at++;
	return at;
}

static void expect_same(const struct batch *a, const struct batch *b, const char *how)
{
	for (size_t i = 0; i < RUNS; i++) {
		const struct source *source = &a->job[i].source;
		size_t at = first_difference(&a->result[i], &b->result[i], sizeof(a->result[i]));
		cr_expect_eq(at, sizeof(a->result[i]),
		             "%s, %s or seed %u, %s: octet %zu of the result; %llu and %llu clocks, %llu and %llu findings",
		             a->job[i].dut->name, source->path ? source->path : "-", source->seed, how, at,
		             (unsigned long long)a->result[i].cycles, (unsigned long long)b->result[i].cycles,
		             (unsigned long long)a->result[i].score.findings, (unsigned long long)b->result[i].score.findings);
	}
}

/* Each row: every run in a process of its own, then in one worker, in another order, then in two and three workers. */
Test(pool, a_used_worker_runs_what_a_fresh_one_does)
{
	struct batch *fresh = malloc(sizeof(*fresh)), *used = malloc(sizeof(*used));

	cr_assert(fresh && used);
	for (size_t d = 0; d < dut_count; d++) {
		batch_open(fresh, &dut_table[d], 1 + 7 * (uint32_t)d);
		batch_open(used, &dut_table[d], 1 + 7 * (uint32_t)d);
		for (size_t i = 0; i < RUNS; i++)
			fresh->job[i].alone = true;
		cr_expect_eq(carry_out(fresh, 2, 0, 1), RUNS, "each run has a process");
		cr_expect_eq(carry_out(used, 1, 5, 7), 1, "one worker takes all runs");
		expect_same(fresh, used, "one worker");
		cr_expect_eq(carry_out(used, 2, 23, 5), 2);
		expect_same(fresh, used, "two workers");
		cr_expect_eq(carry_out(used, 3, 11, 23), 3);
		expect_same(fresh, used, "three workers, backwards");
		batch_close(fresh);
		batch_close(used);
	}
	free(fresh);
	free(used);
}

/* A run reads its stop flag where there is no memory: it crashes each time, and the runs before and behind it in the same worker are as without it. */
Test(pool, a_run_that_crashes_costs_no_other)
{
	enum { CRASHING = 9 };
	struct batch *right = malloc(sizeof(*right)), *b = malloc(sizeof(*b));
	const struct scoreboard_result *score;
	uint64_t forks;

	cr_assert(right && b);
	batch_open(right, &dut_table[0], 1);
	batch_open(b, &dut_table[0], 1);
	carry_out(right, 1, 0, 1);
	b->job[CRASHING].source = (struct source){ .kind = SOURCE_SEED, .seed = 99, .items = 20000 };
	b->job[CRASHING].options.stop = (const atomic_bool *)16;
	forks = carry_out(b, 1, 0, 1);
	score = &b->result[CRASHING].score;
	cr_expect_eq(score->findings, 1);
	cr_expect_eq(score->finding[0].rule, RULE_CRASH);
	cr_expect_str_eq(score->finding[0].what, "simulation process, seed 99");
	cr_expect_not_null(strstr(score->finding[0].actual, "Segmentation fault"), "%s", score->finding[0].actual);
	cr_expect_str_eq(score->finding[0].expected, "a normal end");
	cr_expect_eq(forks, 3, "the worker, one for the run alone, and one for the runs behind it, not %llu",
	             (unsigned long long)forks);
	right->result[CRASHING] = b->result[CRASHING];
	expect_same(right, b, "beside a crash");
	batch_close(right);
	batch_close(b);
	free(right);
	free(b);
}

/* Returns the only child of this process. */
static pid_t only_child(void)
{
	char path[64];
	FILE *in;
	int pid = 0;

	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	in = fopen(path, "r");
	cr_assert_not_null(in);
	cr_assert_eq(fscanf(in, "%d", &pid), 1, "there is no worker");
	fclose(in);
	return pid;
}

/* The worker dies in its second run, which ends normally when it is repeated alone: nobody knows which run is to blame, but the crash is not lost. */
Test(pool, a_crash_that_does_not_come_again_is_a_finding_all_the_same)
{
	static struct pool_result result;
	struct pool *pool = pool_new(1);
	struct pool_job job = { .dut = &dut_table[0], .quiet = true };
	struct env_error error;

	cr_assert_not_null(pool);
	job.source = (struct source){ .kind = SOURCE_SEED, .seed = 1, .items = SEED_ITEMS };
	cr_assert_eq(pool_start(pool, &job, 0, &error), 0);
	while (!pool_wait(pool, 1000, &result))
		;
	cr_expect_eq(result.run.status, RUN_OK);
	job.source.items = 60000;
	cr_assert_eq(pool_start(pool, &job, 1, &error), 0);
	job.source.items = SEED_ITEMS;
	cr_assert_eq(pool_start(pool, &job, 2, &error), 0);
	kill(only_child(), SIGBUS);
	while (!pool_wait(pool, 1000, &result))
		;
	cr_expect_eq(result.tag, 1);
	cr_expect_eq(result.run.status, RUN_FINDINGS);
	cr_expect_eq(result.run.score.findings, 1);
	cr_expect_eq(result.run.score.finding[0].rule, RULE_CRASH);
	cr_expect_str_eq(result.run.score.finding[0].expected, "a normal end, as in a process of its own");
	cr_expect_not_null(strstr(result.run.score.finding[0].actual, "Bus error"), "%s", result.run.score.finding[0].actual);
	cr_expect_not_null(strstr(result.run.score.finding[0].why, "had carried out 1 run before"), "%s",
	                   result.run.score.finding[0].why);
	while (!pool_wait(pool, 1000, &result))
		;
	cr_expect(result.tag == 2 && result.run.status == RUN_OK, "the run behind it");
	cr_expect_eq(pool_forks(pool), 2);
	pool_free(pool);
}

/* Each run appends what it reached to a list that nobody in the worker frees. A new worker takes over before that becomes much. */
Test(pool, a_worker_whose_memory_grows_is_replaced)
{
	enum { GROWING = 60 };
	static struct pool_result result;
	struct coverage_moments moments = { 0 };
	struct pool *pool = pool_new(1);
	struct pool_job job = { .dut = &dut_table[0], .quiet = true };
	struct env_error error;

	cr_assert_not_null(pool);
	job.options.coverage = true;
	job.options.moments = &moments;
	for (uint32_t i = 0; i < GROWING; i++) {
		job.source = (struct source){ .kind = SOURCE_SEED, .seed = 1 + i, .items = 2000 };
		cr_assert_eq(pool_start(pool, &job, i, &error), 0);
		while (!pool_wait(pool, 1000, &result))
			;
		cr_expect(result.tag == i && result.run.status == RUN_OK);
	}
	cr_expect(pool_forks(pool) > 1, "one worker has taken all runs");
	cr_expect(pool_forks(pool) < GROWING / 4, "%llu workers", (unsigned long long)pool_forks(pool));
	pool_free(pool);
}

/* Whatever was due at the end of the run, or would have been checked up to then, is not missing in a run that was stopped. */
Test(pool, an_interrupted_run_has_no_verdict)
{
	const atomic_bool stop = true;

	for (size_t d = 0; d < 2 * dut_count; d++) {
		static struct run_result result;
		const struct dut *dut = &dut_table[d / 2];
		const struct run_options options = { .stop = &stop, .black_box = d % 2 };
		struct stimulus st = { 0 };
		cr_assert_eq(stimulus_generate(&st, dut, 1, 4000), 0);
		cr_assert_eq(run_stimulus(dut, &st, &options, &result), 0);
		cr_expect_eq(result.status, RUN_STOPPED, "%s", dut->name);
		cr_expect_eq(result.score.findings, 0, "%s: %s", dut->name, rule_table[result.score.finding[0].rule].name);
		stimulus_release(&st);
	}
}
