/* SPDX-License-Identifier: Apache-2.0 */
/* A saved run: a folder with stimulus.stim, report.txt and report.json that repeats it, also after the generator has changed. */
#ifndef PAUSEBENCH_FAILURE_H
#define PAUSEBENCH_FAILURE_H
#include "report/report.h"
#include "stimulus/source.h"

/* What a saved folder says about how to run its stimulus. */
struct failure {
	const struct dut *dut;
	char name[96];              /* of the stimulus */
	uint32_t seed;              /* of the power-up state */
	struct run_options options; /* black_box, max_cycles, max_seconds, model_end */
	struct dut row;             /* .options.model_end is this one, so is .dut then */
};

/* Makes DIR, removes the report and the waves of an older run there, and marks DIR as being written by this process until failure_end() or the
 * end of failure_save(). 0 or negative errno. */
int failure_begin(const char *dir, struct env_error *ret_error);
void failure_end(const char *dir);
/* Saves STIM and REPORT in DIR after failure_begin(). A folder without report.json is half saved: it is the last file to be written.
 * 0 or negative errno. */
int failure_save(const char *dir, const struct report *report, const struct stimulus *stim, struct env_error *ret_error);
/* Removes DIR with what failure_save() and replay() put there; stays if something else is in it. */
void failure_remove(const char *dir);
/* Removes from the folders in DIR what failure_save() and replay() put there, also half of it, and the folders if nothing else is
 * in them. DIR may be missing. 0 or negative errno. */
int failures_empty(const char *dir, struct env_error *ret_error);
/* The same for those folders in DIR alone that a process has left half saved; a folder that a living process is writing stays. */
int failures_sweep(const char *dir, struct env_error *ret_error);
/* Removes the waves in DIR: those of an older run would mislead. */
void failure_remove_waves(const char *dir);
/* Reads DIR/report.json. 0 or negative errno. */
int failure_load(const char *dir, struct failure *ret, struct env_error *ret_error);

/* "PROGRAM replay DIR", quoted for a shell, into RET. Returns RET. */
char *failure_command(const char *program, const char *dir, char *ret, size_t size);
/* "PROGRAM run --dut DUT ..." that makes the stimulus anew from SOURCE, quoted for a shell, into RET. Returns RET. */
char *source_command(const char *program, const struct source *source, const struct dut *dut, const struct run_options *options,
                     char *ret, size_t size);
/* A name for the folder of a run: letters, digits, '-', '_' and '.' of DUT-NAME. Returns RET. */
char *failure_name(const struct dut *dut, const char *name, char *ret, size_t size);
#endif
