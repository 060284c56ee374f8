/* SPDX-License-Identifier: Apache-2.0 */
/* Reduces a stimulus that fails to a short one that fails in the same way. */
#ifndef PAUSEBENCH_REDUCE_H
#define PAUSEBENCH_REDUCE_H
#include "base/env.h"
#include "run/run_result.h"
#include "stimulus/item.h"

struct reduce_result {
	size_t items_before, items_after; /* lines of the stimulus; the writes of "setup" are one */
	unsigned runs;
	double seconds;
	struct finding finding; /* the first finding of the reduced run */
	uint64_t findings, cycles;
	bool again; /* false: the target did not occur again, and nothing was reduced */
	bool whole; /* the reduction came to its end, so that no line can be left out alone; false: its time was over before */
};

struct reduce_options {
	double seconds;          /* the budget; when it is used up, the run under way is ended */
	bool isolated;           /* each run has a process of its own; always so if the target is that the process crashed */
	const atomic_bool *stop; /* ends the reduction with the stimulus that it has; may be NULL */
	const char *program; /* reduce_folder(): this program as it was called, for the command that repeats the reduced run */
};

/* Reduces STIM to RET; TARGET is the first finding in a run of DUT with OPTIONS. Items are left out, writes of registers become a
 * setup, and lengths, times and values get their defaults or become small, as long as the run has a first finding of the same
 * rule that says the same (finding_same()). Of a sweep only the value that failed is left. No captures and no waves are written.
 * The caller releases RET in any case. Returns 0 or negative errno. */
int reduce_stimulus(const struct dut *dut, const struct stimulus *stim, const struct run_options *options,
                    const struct finding *target, const struct reduce_options *how, struct stimulus *ret,
                    struct reduce_result *ret_result, struct env_error *ret_error);

/* Reduces the saved failure DIR to DIR/reduced, a saved failure of its own. All runs are in other processes, so that a DUT that
 * crashes does not crash the caller. If RET->again is false, the failure did not occur again, and DIR/reduced is not made.
 * Returns 0 or negative errno. */
int reduce_folder(const char *dir, const struct reduce_options *options, struct reduce_result *ret, struct env_error *ret_error);
#endif
