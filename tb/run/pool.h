/* SPDX-License-Identifier: Apache-2.0 */
/* Runs in processes of their own, one forked process per run. What a run does to its process (crash, hang) is a finding of that
 * run and nobody else's business. */
#ifndef PAUSEBENCH_POOL_H
#define PAUSEBENCH_POOL_H
#include "base/env.h"
#include "run.h"
#include "stimulus/source.h"

#include <stdalign.h>
#include <stddef.h>

enum { POOL_RESULT_OCTETS = 1024 };

struct pool;

struct pool_job {
	const struct dut *dut;
	struct source source;
	struct run_options options; /* the strings outlive the job */
	/* Instead of a stimulus: fills RET, POOL_RESULT_OCTETS of zeros. 0 or a negative errno with the line. */
	int (*work)(const void *context, void *ret, struct env_error *ret_error);
	const void *context; /* of .work; the process has its own copy of what it points to */
	bool quiet;          /* what the process prints is kept for the report of a crash only; else it goes where ours goes */
};

struct pool_result {
	size_t tag; /* as given to pool_start() */
	int error;  /* 0, or the negative errno of the environment with the line in .env; the rest is then void */
	struct env_error env;
	char name[64]; /* of the stimulus; empty if the process did not come that far */
	uint32_t seed; /* of the power-up state */
	double seconds;
	struct run_result run;                                         /* CRASH and TIMEOUT are findings in it */
	alignas(max_align_t) unsigned char result[POOL_RESULT_OCTETS]; /* of .work, if .run.status is RUN_OK */
};

/* NULL if there is no memory. */
struct pool *pool_new(unsigned jobs);
/* Kills and reaps what still runs. */
void pool_free(struct pool *pool);
/* Starts a run. 0, -EAGAIN if all jobs are busy, or another negative errno. */
int pool_start(struct pool *pool, const struct pool_job *job, size_t tag, struct env_error *ret_error);
/* Waits at most TIMEOUT_MS for a run to end. True with *ret_result if one did. Returns early on a signal. */
bool pool_wait(struct pool *pool, int timeout_ms, struct pool_result *ret_result);
/* Number of runs under way. */
unsigned pool_running(const struct pool *pool);
/* Asks all runs to end with what they have (RUN_STOPPED) and kills those that do not within two seconds. */
void pool_stop(struct pool *pool);
/* One run from start to end; JOB->options.stop stops it. 0 or a negative errno with the line. */
int pool_run(const struct pool_job *job, struct pool_result *ret_result, struct env_error *ret_error);
/* Seconds of a clock that only goes forward. */
double clock_seconds(void);
#endif
