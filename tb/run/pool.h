/* SPDX-License-Identifier: Apache-2.0 */
/* Runs in other processes, the workers, each of which takes many runs. A run that crashes, hangs or ends its process is a finding
 * of its own and ends its worker; it disturbs no other run. */
#ifndef PAUSEBENCH_POOL_H
#define PAUSEBENCH_POOL_H
#include "base/env.h"
#include "run.h"
#include "source.h"

#include <stdalign.h>
#include <stddef.h>

enum { POOL_RESULT_OCTETS = 1024 };

struct pool;

struct pool_job {
	const struct dut *dut;
	struct source source;
	struct run_options options; /* the strings must outlive the job */
	/* Is called instead of running a stimulus, and fills RET, which has POOL_RESULT_OCTETS of zeros. Returns 0 or a negative
	 * errno with the message. */
	int (*work)(const void *context, void *ret, struct env_error *ret_error);
	const void *context; /* the argument of .work; the process has its own copy of the data to which it points */
	/* Runs in a process of its own, which sees all data that this process has now. A worker sees the data of the time when it
	 * was forked, which may be as early as the first pool_start(). */
	bool alone;
	/* The output of the process is kept only for the report of a crash; if not .quiet, it goes where the output of this
	 * process goes. */
	bool quiet;
};

struct pool_result {
	size_t tag; /* as given to pool_start() */
	int error;  /* 0, or a negative errno of the environment with the message in .env; the members below then mean nothing */
	struct env_error env;
	char name[64]; /* the name of the stimulus; empty if the process ended before it had one */
	uint32_t seed; /* the seed of the power-up state */
	double seconds;
	struct run_result run;                                         /* a crash or timeout is a finding in it */
	alignas(max_align_t) unsigned char result[POOL_RESULT_OCTETS]; /* the result of .work, if .run.status is RUN_OK */
};

/* Returns a pool of JOBS workers; NULL if there is no memory. */
struct pool *pool_new(unsigned jobs);
/* Ends the workers, and kills those that still have a run. */
void pool_free(struct pool *pool);
/* Starts a run, or places it behind the run of a worker. Returns 0, -EAGAIN if there is no place, or another negative errno. What
 * JOB points to must stay as it is until the run is over. */
int pool_start(struct pool *pool, const struct pool_job *job, size_t tag, struct env_error *ret_error);
/* Waits at most TIMEOUT_MS for a run to end. Returns true with *RET_RESULT if one did. A signal ends the wait early. */
bool pool_wait(struct pool *pool, int timeout_ms, struct pool_result *ret_result);
/* Returns the number of runs that are under way or wait behind one. */
unsigned pool_running(const struct pool *pool);
/* Returns how many processes the pool has started. */
uint64_t pool_forks(const struct pool *pool);
/* Requests all runs to end with what they have (RUN_STOPPED), and kills those that do not end within two seconds. */
void pool_stop(struct pool *pool);
/* Carries out one run from start to end; JOB->options.stop stops it. Returns 0 or a negative errno with the message. */
int pool_run(const struct pool_job *job, struct pool_result *ret_result, struct env_error *ret_error);
/* Returns whether the simulation of DUT keeps something outside of its model (tb/seam/outside.sh). The next run in the same
 * process would find it, and so would the runs in processes that are forked from it. So each run of DUT needs a process of its
 * own, and the process that forks them must not simulate DUT itself. */
bool pool_keeps_state(const struct dut *dut);
/* Returns the seconds of a clock that only goes forward. */
double clock_seconds(void);
#endif
