/* SPDX-License-Identifier: Apache-2.0 */
/* Measures what a run costs beside its simulation. */
#include "run_cost.h"

#include "pool.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { WAIT_MS = 100 };

/* Returns the page faults of this process and of its children that have ended. */
static double page_faults(void)
{
	static const int whose[] = { RUSAGE_SELF, RUSAGE_CHILDREN };
	struct rusage usage;
	double ret = 0;

	for (size_t i = 0; i < sizeof(whose) / sizeof(whose[0]); i++)
		if (!getrusage(whose[i], &usage))
			ret += (double)(usage.ru_minflt + usage.ru_majflt);
	return ret;
}

/* Waits until at most LEFT runs are under way. Returns 0, or the first error of one of them. */
static int wait_for(struct pool *pool, unsigned left, struct pool_result *result, struct env_error *ret_error)
{
	int error = 0;

	while (pool_running(pool) > left) {
		if (!pool_wait(pool, WAIT_MS, result) || !result->error || error)
			continue;
		error = result->error;
		*ret_error = result->env;
	}
	return error;
}

static int run_dut(struct pool *pool, const struct dut *dut, const atomic_bool *stop, struct pool_result *result,
                   struct env_error *ret_error)
{
	int rc = 0;

	for (uint32_t seed = 1; seed <= RUN_COST_RUNS && !rc; seed++) {
		const struct pool_job job = {
			.dut = dut,
			.source = { .kind = SOURCE_SEED, .seed = seed, .items = RUN_COST_ITEMS },
			.quiet = true,
		};
		if (stop && atomic_load(stop))
			return env_fail(ret_error, EINTR, "cannot measure the cost of runs");
		rc = wait_for(pool, 0, result, ret_error);
		if (!rc)
			rc = pool_start(pool, &job, seed, ret_error);
	}
	return rc ? rc : wait_for(pool, 0, result, ret_error);
}

int run_cost_measure(const struct dut *const *duts, size_t count, const atomic_bool *stop, struct run_cost *ret,
                     struct env_error *ret_error)
{
	struct pool *pool = pool_new(1);
	struct pool_result *result = malloc(sizeof(*result));
	double before = page_faults(), runs = (double)count * RUN_COST_RUNS;
	int rc = pool && result ? 0 : env_fail(ret_error, ENOMEM, "cannot measure the cost of runs");

	for (size_t i = 0; i < count && !rc; i++)
		rc = run_dut(pool, duts[i], stop, result, ret_error);
	if (!rc)
		ret->forks = (double)pool_forks(pool) / runs;
	pool_free(pool); /* the worker's faults are counted when it has ended */
	free(result);
	if (!rc)
		ret->page_faults = (page_faults() - before) / runs;
	return rc;
}
