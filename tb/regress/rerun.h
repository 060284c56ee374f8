/* SPDX-License-Identifier: Apache-2.0 */
/* The failing runs of the last regression, as its summary.json lists them, to be run again. */
#ifndef PAUSEBENCH_RERUN_H
#define PAUSEBENCH_RERUN_H
#include "run/source.h"

struct rerun_row {
	const struct dut *dut;
	const char *name; /* name of the run, without ":black-box" */
	bool black_box;
	struct source source;
};
struct rerun {
	struct rerun_row *row; /* owned; the texts belong to .file */
	size_t count;
	uint64_t max_cycles; /* limits of the runs, as in run_options */
	double max_seconds;
	void *file; /* owned */
};

/* Reads OUT/summary.json into RET. Returns 0, or a negative errno with the line if there is no such file, if it lists no
 * failures, or if it names something that this program does not know. The caller releases RET in any case. */
int rerun_read(const char *out, struct rerun *ret, struct env_error *ret_error);
void rerun_release(struct rerun *rerun);
/* Returns true if RERUN has a run of DUT. */
bool rerun_has(const struct rerun *rerun, const struct dut *dut);
#endif
