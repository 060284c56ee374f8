/* SPDX-License-Identifier: Apache-2.0 */
/* A worker: a process that takes runs from a pool, one after the other, and what the two share. */
#ifndef PAUSEBENCH_WORKER_H
#define PAUSEBENCH_WORKER_H
#include "pool.h"

/* The result of a run that a worker writes. */
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

/* The memory that both processes share. The pool fills one place while the worker is busy with the other one, so that the worker
 * never waits for the pool. */
enum { WORKER_PLACES = 2 };
struct worker_shared {
	struct worker_place place[WORKER_PLACES];
};

/* The exit status of a worker that ends by itself, since a run may have left memory in use; a new process takes the next run. */
enum { WORKER_RETIRES = 75 };
/* Marks in the output of a worker where a run begins. */
enum { WORKER_RUN_MARK = 0x1E };

/* The worker's ends of its channel and of its output. */
struct worker_ends {
	/* In comes an octet for each run, the number of its place; when the channel is closed, no other run comes. Out goes the
	 * same octet when the message is complete. */
	int channel_fd;
	int output_fd; /* gets what a quiet run prints */
};

/* The body of a worker's process, which is forked from PARENT. Takes runs until no other comes; with ALONE it takes only one. */
_Noreturn void worker_main(struct worker_shared *shared, const struct worker_ends *ends, bool alone, int parent);
#endif
