/* SPDX-License-Identifier: Apache-2.0 */
/* Runs in other processes, the workers, of which each takes many runs. A run that crashes or hangs, or that ends its process, is a finding of its own and
 * costs its worker; it disturbs no other run. */
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
	/* Runs instead of a stimulus and fills RET, which has POOL_RESULT_OCTETS of zeros. 0 or a negative errno with the line. */
	int (*work)(const void *context, void *ret, struct env_error *ret_error);
	const void *context; /* argument of .work; the process has its own copy of the data it points to */
	bool
	    alone; /* in a process of its own, which sees all data that this process has now; a worker sees what there was before pool_start() was first called */
	/* The output of the process is only kept for the report of a crash; else it goes where that of this process goes. */
	bool quiet;
};

struct pool_result {
	size_t tag; /* as given to pool_start() */
	int error;  /* 0, or a negative errno of the environment with the line in .env; the members below then mean nothing */
	struct env_error env;
	char name[64]; /* of the stimulus; empty if the process ended before it had one */
	uint32_t seed; /* of the power-up state */
	double seconds;
	struct run_result run;                                         /* CRASH and TIMEOUT are findings in it */
	alignas(max_align_t) unsigned char result[POOL_RESULT_OCTETS]; /* result of .work, if .run.status is RUN_OK */
};

/* Returns a pool of JOBS workers; NULL if there is no memory. */
struct pool *pool_new(unsigned jobs);
/* Ends the workers, and kills those that still have a run. */
void pool_free(struct pool *pool);
/* Starts a run, or places it behind the run of a worker. 0, -EAGAIN if there is no place, or another negative errno. What JOB points to must stay as it is
 * until the run is over. */
int pool_start(struct pool *pool, const struct pool_job *job, size_t tag, struct env_error *ret_error);
/* Waits at most TIMEOUT_MS for a run to end. True with *ret_result if one did. Returns early on a signal. */
bool pool_wait(struct pool *pool, int timeout_ms, struct pool_result *ret_result);
/* Returns the number of runs that are under way or placed behind one. */
unsigned pool_running(const struct pool *pool);
/* Returns how many processes the pool has started. */
uint64_t pool_forks(const struct pool *pool);
/* Requests all runs to end with what they have (RUN_STOPPED) and kills those that do not end within two seconds. */
void pool_stop(struct pool *pool);
/* Carries out one run from start to end; JOB->options.stop stops it. 0 or a negative errno with the line. */
int pool_run(const struct pool_job *job, struct pool_result *ret_result, struct env_error *ret_error);
/* Returns whether the simulation of DUT keeps something outside of its model (tb/seam/outside.sh), which would hand it on to the next run in this process
 * and in those that it forks. So each run of it needs a process of its own, and the process that forks them has none. */
bool pool_keeps_state(const struct dut *dut);
/* Returns the seconds of a clock that only goes forward. */
double clock_seconds(void);
#endif
