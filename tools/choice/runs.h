/* SPDX-License-Identifier: Apache-2.0 */
/* All runs that a row has in the suite that runs everything. */
#ifndef PAUSEBENCH_CHOICE_RUNS_H
#define PAUSEBENCH_CHOICE_RUNS_H
#include "run/run.h"
#include "run/source.h"

enum choice_mode { CHOICE_EXACT, CHOICE_BLACK_BOX, CHOICE_MODES };
extern const char *const choice_modes[CHOICE_MODES];

struct choice_run {
	struct source source;
	char name[96]; /* of a file its path below the folder of stimuli, without the suffix; else "seed-7" */
	char *path;    /* of a file; owned */
};
struct choice_runs {
	const struct dut *dut;
	struct choice_run *run;
	size_t count;
};

/* Prints a line and ends the program with exit status 2. */
void choice_fail(const char *where, const char *what) __attribute__((noreturn));
/* Lists the files of FOLDER that DUT takes, and the seeds 1 to SEEDS, which have no black-box runs. An error ends the program. */
void choice_runs_open(struct choice_runs *runs, const struct dut *dut, const char *folder, uint32_t seeds);
void choice_runs_close(struct choice_runs *runs);
/* Runs RUN with OPTIONS. An error ends the program. */
void choice_run_do(const struct choice_runs *runs, const struct choice_run *run, const struct run_options *options,
                   struct run_result *ret);
#endif
