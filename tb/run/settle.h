/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the result of a run from the way in which the run, or its process, ended. */
#ifndef PAUSEBENCH_SETTLE_H
#define PAUSEBENCH_SETTLE_H
#include "worker.h"

/* How a process ended that wrote no message. */
struct death {
	int status;  /* the status that waitpid() gave */
	bool killed; /* the pool killed it, since the run had exceeded its limit */
	double seconds;
	uint64_t runs;      /* how many runs the process had carried out before */
	const char *output; /* what it printed last, without a NUL at the end */
	size_t output_len;
};

/* Returns the seconds that JOB may take. */
double settle_limit(const struct pool_job *job);
/* Fills RET with what MESSAGE says of JOB. A run that exceeded its time, made no check or has findings does not pass. */
void settle_message(const struct pool_job *job, const struct worker_message *message, struct pool_result *ret);
/* Fills RET for JOB, whose process ended without a message: TIMEOUT if the pool killed it, else CRASH. */
void settle_dead(const struct pool_job *job, const struct death *death, struct pool_result *ret);
/* Adds a finding to RESULT, whose run ended normally in a process of its own after it had crashed, with the finding CRASHED of
 * settle_dead(), in a process that had carried out RUNS other runs: how the run ends depends on the runs before it. */
void settle_differs(const struct finding *crashed, uint64_t runs, struct pool_result *result);
#endif
