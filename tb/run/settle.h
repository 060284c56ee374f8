/* SPDX-License-Identifier: Apache-2.0 */
/* What the end of a run, or of the process that it was in, means. */
#ifndef PAUSEBENCH_SETTLE_H
#define PAUSEBENCH_SETTLE_H
#include "worker.h"

/* How a process ended without a message. */
struct death {
	int status;  /* of waitpid() */
	bool killed; /* by the pool, since the run was over its limit */
	double seconds;
	uint64_t runs;      /* that the process had carried out before */
	const char *output; /* what it printed last; not ended by a NUL */
	size_t output_len;
};

/* Returns the seconds that JOB may take. */
double settle_limit(const struct pool_job *job);
/* Fills RET with what MESSAGE says of JOB. A run out of time, without a check or with findings does not pass. */
void settle_message(const struct pool_job *job, const struct worker_message *message, struct pool_result *ret);
/* Fills RET for JOB, whose process ended without a message: TIMEOUT if the pool killed it, else CRASH. */
void settle_dead(const struct pool_job *job, const struct death *death, struct pool_result *ret);
/* The run of RESULT ended normally in a process of its own after CRASHED, its finding of settle_dead(), in a process that had carried out other runs: adds
 * that as a finding, because the end of the run depends on the runs before it. */
void settle_differs(const struct finding *crashed, uint64_t runs, struct pool_result *result);
#endif
