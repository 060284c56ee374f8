/* SPDX-License-Identifier: Apache-2.0 */
/* A worker: a process that takes runs from a pool, one after the other, and what the two share. */
#ifndef PAUSEBENCH_WORKER_H
#define PAUSEBENCH_WORKER_H
#include "pool.h"

/* What a worker says of a run. */
struct worker_message {
	int error;
	struct env_error env;
	char name[64];
	uint32_t seed;
	double seconds;
	struct run_result run;
	alignas(max_align_t) unsigned char result[POOL_RESULT_OCTETS];
};

/* A run that waits for the worker, or that the worker has carried out. */
struct worker_place {
	struct pool_job job;
	struct worker_message message;
};

/* Memory of both processes. The pool fills the next place while the worker is busy with the other one, so that the worker never waits for the pool. */
enum { WORKER_PLACES = 2 };
struct worker_shared {
	struct worker_place place[WORKER_PLACES];
};

/* How a worker ends that was not told to: the run before may have left memory in use, so that a new process takes the next one. */
enum { WORKER_RETIRES = 75 };
/* Stands in the output of a worker where a run begins. */
enum { WORKER_RUN_MARK = 0x1E };

/* The worker's ends of what it is connected by. */
struct worker_ends {
	int channel_fd; /* in: an octet for each run, the number of its place; closed: no run comes any more. Out: the same octet when the message is complete. */
	int output_fd;  /* of what a quiet run prints */
};

/* The body of a worker's process, forked from PARENT. Takes runs until no one comes; only one with ALONE. */
_Noreturn void worker_main(struct worker_shared *shared, const struct worker_ends *ends, bool alone, int parent);
#endif
